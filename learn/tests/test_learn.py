"""Training on the processor: make test-learn."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from learn.environment import Deals, Library, library_path
from learn.net import Net, action_values, file_format
from learn.record import load
from learn.train import Trainer, main, parser

GAME = "snapszer"
SMALL = "--device cpu --rows 1024 --times 48 --steps 8 --batch 1024 --hidden 64 --critic 64"


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
    run = Trainer(parser().parse_args(f"{GAME} {SMALL} {arguments}".split()))
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


def test_a_run_writes_its_net_and_resumes(tmp_path: Path) -> None:
    arguments = [GAME, *SMALL.split(), "--out", str(tmp_path), "--checkpoint", "0.1"]
    assert main([*arguments, "--seconds", "4"]) == 0
    header, _ = load(tmp_path / f"{GAME}.munet")
    first = header["training"]["decisions"]
    assert main([*arguments, "--seconds", "8", "--resume"]) == 0
    header, _ = load(tmp_path / f"{GAME}.munet")
    assert header["training"]["decisions"] > first > 0
    assert len((tmp_path / f"{GAME}.csv").read_text().splitlines()) >= 3


def test_unknown_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["poker"]) == 2
    assert "contree" in capsys.readouterr().err
    with pytest.raises(ValueError, match="snapszer"):
        library_path("poker", gpu=False)
