"""Training on the processor: make test-learn."""

from __future__ import annotations

import csv
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from learn.environment import MU, ROOT, Deals, Library, library_path
from learn.net import Net, action_values, file_format, load, write
from learn.train import Trainer, main, options_for, parser, train

GAME = "snapszer"
needs_mu = pytest.mark.skipif(shutil.which(MU) is None, reason="needs the command mu")
torch.set_num_threads(1)
SMALL = "--no-gate --device cpu --rows 1024 --times 48 --steps 8 --batch 1024 --critic 64"


def width(arguments: str) -> str:
    return "" if "--start" in arguments else "--hidden 64"


def over_random(run: Trainer) -> float:
    """Points a deal of the run's net over a player who plays at random."""
    facts = run.library.facts
    exam = Deals(run.library, 2048, seed=99)
    with torch.no_grad():
        for _ in range(64):
            x = run.library.unpack(exam.observe(), None, facts.input_words)
            exam.step(run.player(x), torch.rand(x.shape[0], run.outputs), count=True)
    return float(exam.sums[:, 0].sum() / exam.counts.sum()) * facts.scale


def trained(arguments: str, rounds: int) -> Trainer:
    run = Trainer(parser().parse_args(f"{GAME} {SMALL} {width(arguments)} {arguments}".split()))
    for k in range(rounds):
        run.rate.fill_(2e-3 * (1 - 0.95 * k / rounds))
        run.play(0.06, 0.08)
        run.learn()
    return run


@pytest.mark.parametrize("critic", [64, 0])
def test_a_net_learns(critic: int) -> None:
    """Gains on random play what no net does that has not learnt: one that is untrained does the
    first legal action, which is better than a random one by about a point a deal."""
    untrained = over_random(trained("", 0))
    learnt = over_random(trained(f"--critic {critic}", 150))
    assert learnt > untrained + 0.7
    assert learnt > 2.0


def test_deals_are_of_their_seed_and_number() -> None:
    library = Library(GAME, torch.device("cpu"))
    some = library.traces(1, 0, 100, here=True)
    assert torch.equal(some[40:], library.traces(1, 40, 60, here=True))
    assert not (some == library.traces(2, 0, 100, here=True)).any()


def test_a_decision_is_credited_with_its_own_deal() -> None:
    """Every known target is a lead of the game; both players of a deal have opposite ones."""
    run = trained("", 6)
    ring = run.ring
    assert ring.known.float().mean() > 0.3
    points = ring.target[ring.known > 0] * run.library.facts.scale
    assert torch.equal(points, points.round())
    assert points.abs().max() <= 6
    assert (points != 0).all()  # somebody wins


def test_the_file_says_what_the_net_says(tmp_path: Path) -> None:
    torch.manual_seed(3)
    library = Library(GAME, torch.device("cpu"))
    facts = library.facts
    net = Net(64 * facts.input_words, 32, 3, facts.actions + 1)
    torch.nn.init.normal_(net.last.weight, std=0.1)
    x = library.unpack(Deals(library, 50, seed=5).observe(), None, facts.input_words)
    out = net(x)
    meant = out[:, : facts.actions] + out[:, facts.actions :]
    header = {"game": GAME, "variant": GAME, "layout": "canonical", "heads": ["values"]}
    header |= {"layout_version": facts.version, "inputs": facts.inputs, "actions": facts.actions}
    header |= {"scale": facts.scale, "hidden": 32, "layers": 3}
    path = tmp_path / "a.munet"
    file_format().write_net(path, header, action_values(net, facts))
    _, again = load(path)
    torch.testing.assert_close(again(x[:, : facts.inputs]), meant, atol=5e-3, rtol=0)


def run_of(out: Path, arguments: str) -> list[str]:
    """Arguments of a small run into a folder."""
    return [GAME, *SMALL.split(), *width(arguments).split(), "--out", str(out), *arguments.split()]


def test_a_run_writes_its_net_and_goes_on(tmp_path: Path) -> None:
    assert main(run_of(tmp_path, "--seconds 2")) == 0
    header, _ = load(tmp_path / f"{GAME}.munet")
    first = header["training"]["decisions"]
    assert main(run_of(tmp_path, "--seconds 4 --resume")) == 0
    header, _ = load(tmp_path / f"{GAME}.munet")
    assert header["training"]["decisions"] > first > 0
    curve = csv.DictReader((tmp_path / f"{GAME}.csv").open())
    seconds = [float(line["seconds"]) for line in curve]
    assert len(seconds) == 2 and seconds[0] < 4 <= seconds[1]


def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    arguments = "--rounds 30 --checkpoint 0"
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert main(run_of(whole, arguments)) == 0
    command = [sys.executable, "-m", "learn", *run_of(killed, arguments)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline().startswith("{")
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    # What is done so far is there to see.
    assert len((killed / f"{GAME}.csv").read_text().splitlines()) >= 3
    assert not (killed / f"{GAME}.munet").exists()
    state = torch.load(killed / f"{GAME}.checkpoint")
    assert 0 < state["rounds"] < 30
    # Whatever the last line was, it is written once.
    with (killed / f"{GAME}.csv").open("a") as file:
        file.write("99,1")
    assert main(run_of(killed, arguments + " --resume")) == 0

    def lines(folder: Path) -> list[str]:
        return [row.split(",", 1)[1] for row in (folder / f"{GAME}.csv").read_text().splitlines()]

    assert lines(whole) == lines(killed)
    _, one = file_format().read_net(whole / f"{GAME}.munet")
    _, other = file_format().read_net(killed / f"{GAME}.munet")
    for (w, b), (v, c) in zip(one, other):
        assert (w == v).all() and (b == c).all()


def test_a_checkpoint_of_another_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(run_of(tmp_path, "--rounds 2 --resume")) == 2
    assert "leave out --resume" in capsys.readouterr().err
    assert main(run_of(tmp_path, "--rounds 2")) == 0
    assert main(run_of(tmp_path, "--rounds 4 --resume --hidden 32")) == 2
    assert "hidden = 64, not 32" in capsys.readouterr().err
    assert main(run_of(tmp_path, "--rounds 0")) == 2
    assert "--rounds 0" in capsys.readouterr().err


@needs_mu
def test_a_net_is_replaced_only_by_a_better_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, candidate = tmp_path / f"{GAME}.munet", tmp_path / f"{GAME}.candidate"
    # Nobody was there.
    assert main(run_of(tmp_path, "--rounds 1 --gate 100")) == 0
    assert "strength" not in load(path)[0]
    weak = path.read_bytes()
    # One that has learnt is better than one that has not.
    assert main(run_of(tmp_path, "--rounds 60 --rate 0.002 --gate 100")) == 0
    found: Any = load(path)[0]["strength"]
    assert found["deals"] == 100 and found["points"] > found["low"] > 0
    assert found["over"] == weak[-8:][::-1].hex()
    assert not candidate.exists()
    # And the other way round it stays.
    good = path.read_bytes()
    capsys.readouterr()
    assert main(run_of(tmp_path, "--rounds 1 --gate 100")) == 1
    assert f"{path} stays" in capsys.readouterr().out
    assert path.read_bytes() == good
    lost: Any = load(candidate)[0]["strength"]
    assert lost["points"] == -found["points"] and lost["low"] < 0
    # Unless nobody asks.
    assert main(run_of(tmp_path, "--rounds 1")) == 0
    assert path.read_bytes() == weak


def test_a_gate_needs_an_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / f"{GAME}.munet").write_bytes(b"somebody")
    assert main(run_of(tmp_path, "--rounds 1 --gate 100 --mu ./no-mu")) == 2
    assert "no-mu" in capsys.readouterr().err
    assert not (tmp_path / f"{GAME}.checkpoint").exists()


def test_a_net_goes_on_from_another(tmp_path: Path) -> None:
    learnt = trained("", 60)
    file = tmp_path / "start.munet"
    write(file, learnt.net, learnt.library.facts, GAME, GAME, {})
    run = trained(f"--start {file}", 0)
    assert (run.shape["hidden"], run.shape["layers"]) == (64, 3)
    # It plays as strongly as the other, though advantage and value are one sum now,
    assert over_random(run) == pytest.approx(over_random(learnt), abs=0.25)
    x = learnt.library.unpack(learnt.deals.observe(), None, learnt.library.facts.input_words)
    with torch.no_grad():
        out, begun = learnt.net(x), run.net(x)
    torch.testing.assert_close(begun[:, :-1], out[:, :-1] + out[:, -1:], atol=5e-3, rtol=0)
    assert (begun[:, -1] == 0).all()
    # and it does not lose that as it goes on.
    for _ in range(30):
        run.rate.fill_(5e-4)
        run.play(0.03, 0.03)
        run.learn()
    assert over_random(run) > over_random(learnt) - 0.25


def test_from_python_a_net_goes_on_from_another(tmp_path: Path) -> None:
    small = {"device": "cpu", "rows": 512, "batch": 512, "steps": 8, "critic": 32, "out": tmp_path}
    first = train(options_for(GAME, hidden=32, layers=2, rounds=1, **small))
    more = train(options_for(GAME, start=first, rounds=1, gate=0, **small))
    header = load(more)[0]
    assert more == first and (header["hidden"], header["layers"]) == (32, 2)
    assert len(header["training"]["started_from"]) == 16
    with pytest.raises(ValueError, match="'swiftness'.*seconds"):
        options_for(GAME, swiftness=3)
    with pytest.raises(ValueError, match="'poker'.*contree"):
        options_for("poker")


def test_a_net_that_does_not_fit_is_no_start(tmp_path: Path) -> None:
    net = Net(373, 8, 1, 30)
    path = tmp_path / "a.munet"
    layout: dict[str, Any] = {"layout": "canonical", "layout_version": 1, "scale": 2.0, "hidden": 8, "layers": 1}
    header = {"game": "euchre", "variant": "euchre", "inputs": 373, "actions": 30, **layout}
    layers = [(layer.weight.detach().t().numpy(), layer.bias.detach().numpy()) for layer in (net.first, net.last)]
    file_format().write_net(path, header | {"heads": ["values"]}, layers)
    with pytest.raises(ValueError, match="a.munet: was made for variant euchre, not snapszer"):
        trained(f"--start {path}", 0)
    file_format().write_net(path, header | {"heads": ["places"], "outputs": 30}, layers)
    with pytest.raises(ValueError, match="its heads are"):
        trained(f"--start {path}", 0)
    write(path, trained("", 0).net, trained("", 0).library.facts, GAME, GAME, {})
    with pytest.raises(ValueError, match="a.munet: has hidden = 64, not 32"):
        trained(f"--start {path} --hidden 32", 0)


def test_unknown_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["poker"]) == 2
    assert "contree" in capsys.readouterr().err
    with pytest.raises(ValueError, match="snapszer"):
        library_path("poker", gpu=False)
