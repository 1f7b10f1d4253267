"""Training on the processor: make test-learn."""

from __future__ import annotations

import copy
import csv
import math
import shutil
import signal
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learn import record
from learn.environment import MU, NOBODY, ROOT, Deals, Library, library_path
from learn.league import League
from learn.net import Net, action_values, file_format, load, write
from learn.options import options_for, parser
from learn.train import Trainer, main, train

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
    given = f"{GAME} --rate 0.002 --rounds {max(rounds, 1)} {SMALL} {width(arguments)} {arguments}"
    run = Trainer(parser().parse_args(given.split()))
    for _ in range(rounds):
        run.round()
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


def weights(run: Trainer) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in run.net.parameters()])


def test_a_league_learns_from_its_own_decisions_alone() -> None:
    run = trained("--league 0.5", 64)
    assert len(run.league.copies) == 15  # not one that has learnt nothing
    assert run.league.rows == 512
    who = run.ring.who.view(48, 1024)
    others = who == NOBODY
    # In half of the deals one of two players is another.
    assert not others[:, 512:].any()
    assert others[:, :512].float().mean() == pytest.approx(0.5, abs=0.05)
    # Which of them it is changes with the row.
    for row in range(4):
        assert set(who[:, row].tolist()) == {row & 1, NOBODY}
    assert not (run.ring.known[others] > 0).any()
    assert run.ring.known[~others].float().mean() > 0.5
    assert over_random(run) > 2.0
    # It has met some, and is better than the first of them.
    met = [(total / n if n else 0.0) for n, total, _ in run.league.results]
    assert met[0] > 0 and sum(n > 0 for n, _, _ in run.league.results) >= 4


def test_a_league_is_of_its_seed_and_goes_on() -> None:
    arguments = "--league 0.5 --rounds 24"
    one, other = trained(arguments, 16), trained(arguments, 16)
    assert torch.equal(weights(one), weights(other))
    assert one.league.opponents == other.league.opponents
    assert not torch.equal(weights(one), weights(trained(arguments + " --seed 2", 16)))
    state = copy.deepcopy(one.state())
    again = Trainer(one.options)
    for run in (one, again):
        run.restore(copy.deepcopy(state))
        for _ in range(6):
            run.round()
    assert torch.equal(weights(one), weights(again))
    assert one.league.results == again.league.results


def test_a_league_draws_even_matches() -> None:
    league = League(64, seed=1)
    for _ in range(3):
        league.keep(Net(4, 4, 1, 2))
    # A deal's leads are about 1 from their mean; that is 0, 0.3 and not known.
    league.results = [[1000.0, 0.0, 1000.0], [1000.0, 300.0, 1090.0], [0.0, 0.0, 0.0]]
    assert league.chances() == pytest.approx([1 / 2.1, 0.1 / 2.1, 1 / 2.1])
    drawn = []
    for k in range(0, 8 * 400, 8):
        league.draw(k)
        drawn.append(league.opponents[k // 8 % 4])
    assert 5 < drawn.count(1) < 40
    # What is noted is noted with the opponent of the group.
    league.opponents = [2, 2, 0, 2]
    sums, counts = torch.zeros(100, 2), torch.zeros(100, dtype=torch.int32)
    sums[32:48], counts[32:48] = torch.tensor([2.0, 4.0]), 1
    league.note(sums, counts)
    assert league.results[0] == [916.0, 32.0, 964.0]
    assert league.results[2] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("kind", ["play", "bid"])
def test_decisions_of_the_other_kind_are_a_fixed_net_s(kind: str, tmp_path: Path) -> None:
    small = "--device cpu --rows 256 --times 32 --steps 1 --batch 512 --hidden 32 --critic 32"
    other = Trainer(parser().parse_args(f"euchre {small}".split()))
    torch.nn.init.normal_(other.net.last.weight)
    file = tmp_path / "other.munet"
    write(file, other.net, other.library.facts, "euchre", "euchre", {})
    before = file.read_bytes()

    run = Trainer(parser().parse_args(f"euchre {small} --rounds 80 --{kind}-only {file}".split()))
    assert run.fixed is not None
    as_read = copy.deepcopy(run.fixed.state_dict())
    facts = run.library.facts
    fixed_calls = 0
    for _ in range(80):
        x = run.library.unpack(run.deals.observe(), None, facts.input_words)
        legal = (run.deals.legal >> torch.arange(facts.actions)[None, :] & 1) > 0
        calls = legal[:, facts.cards :].any(1)
        with torch.no_grad():
            theirs = run.fixed(x)[:, : facts.actions].masked_fill(~legal, -math.inf).argmax(1)
        at = run.at
        run.round()
        fixed = run.ring.who[at] == NOBODY
        assert torch.equal(run.ring.done[at][fixed].long(), theirs[fixed])
        if kind == "play":
            assert fixed[calls].all()
        else:
            assert not fixed[calls].any()
        fixed_calls += int((fixed & calls).sum())
        # Nothing of it is learnt from.
        drawn = run.known.places[: int(run.known.count)]
        if run.rounds > 20:
            assert len(drawn) > 500
        assert not (run.ring.who.flatten()[drawn] == NOBODY).any()
    assert (fixed_calls > 1000) == (kind == "play")
    assert run.samples > 0
    assert file.read_bytes() == before
    for name, was in as_read.items():
        assert torch.equal(run.fixed.state_dict()[name], was)


@needs_mu
def test_a_net_of_one_kind_is_judged_beside_the_other(tmp_path: Path) -> None:
    """By how it plays the cards: calls of a net that has learnt none would lose."""
    small = {"device": "cpu", "rows": 256, "batch": 512, "steps": 8, "critic": 32, "hidden": 32}
    first = train(options_for("euchre", out=tmp_path, rounds=1, **small))
    other = first.rename(tmp_path / "other.munet")
    train(options_for("euchre", out=tmp_path, rounds=1, play_only=other, **small))
    options = options_for("euchre", out=tmp_path, rounds=60, play_only=other, gate=100, **small)
    header: Any = load(train(options))[0]
    assert header["training"]["decides"] == "cards"
    assert header["training"]["beside"] == other.read_bytes()[-8:][::-1].hex()
    assert header["strength"]["low"] > 0


def test_what_cannot_be_fixed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["whist", "--device", "cpu", "--rows", "16", "--out", str(tmp_path)]
    assert main([*arguments, "--bid-only", "a.munet"]) == 2
    assert "nobody calls in whist" in capsys.readouterr().err
    assert main([*arguments, "--play-only", "a.munet"]) == 2
    assert "a.munet" in capsys.readouterr().err


def test_what_pytorch_makes_of_a_net_is_recorded(tmp_path: Path) -> None:
    untrained = trained("", 0)
    torch.nn.init.normal_(untrained.net.last.weight)
    facts, file = untrained.library.facts, tmp_path / "some.munet"
    write(file, untrained.net, facts, GAME, GAME, {})
    assert record.main(["13", str(tmp_path / "out"), str(file)]) == 0
    data = (tmp_path / "out" / "some.bin").read_bytes()
    assert data[:4] == b"mnn1"
    count, words, actions = struct.unpack("<3I", data[4:16])
    assert (count, words, actions) == (13, facts.input_words, facts.actions)
    rows = np.frombuffer(data[16:], np.uint8).reshape(13, 8 * words + 4 * actions)
    bits = np.unpackbits(rows[:, : 8 * words], axis=1, bitorder="little")[:, : facts.inputs]
    assert len(np.unique(bits, axis=0)) == 13
    answers = np.ascontiguousarray(rows[:, 8 * words :]).view("<f4")
    _, weights = file_format().read_net(file)
    np.testing.assert_allclose(answers, file_format().forward(weights, bits), atol=1e-4)
    assert record.main(["none", str(tmp_path)]) == 2


def test_unknown_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["poker"]) == 2
    assert "contree" in capsys.readouterr().err
    with pytest.raises(ValueError, match="snapszer"):
        library_path("poker", gpu=False)
