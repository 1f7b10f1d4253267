"""What training steps are made of, on the processor: make test-learn."""

from __future__ import annotations

import copy
from collections import Counter

import pytest
import torch
from learn.environment import Library, Ring
from learn.net import Net
from learn.options import parser
from learn.replay import EDGES, Choice, Reservoir, chances
from learn.train import KNOWN, OFFERED, Trainer, loss_of, main

from learn.tests.test_learn import GAME, over_random, trained, weights

CPU = torch.device("cpu")


def rare(n: int) -> torch.Tensor:
    """Results of which one in a hundred is a heavy loss."""
    torch.manual_seed(1)
    return torch.where(torch.rand(n) < 0.01, -4 + torch.randn(n) * 0.1, 0.5 + torch.randn(n) * 0.1)


def test_balanced_draws_are_of_all_results_and_count_accordingly() -> None:
    results = rare(20_000)
    chance, weight = chances(results, 0.5)
    assert float(chance.sum()) == pytest.approx(1)
    # Whatever is summed over decisions, weights make it what it is in the mean over all of them.
    for f in (results, results.square(), (results < -3).float(), torch.randn(len(results))):
        assert float((chance * weight * f).sum()) == pytest.approx(float(f.mean()), abs=1e-5)
    bins = torch.bucketize(results / results.std(correction=0), torch.tensor(EDGES)).unique(return_counts=True)[1]
    low = float(chance[results < -3].sum())
    assert low == pytest.approx(0.5 * 0.01 + 0.5 / len(bins), abs=0.002)
    assert float(weight.max()) <= 2  # what would have been drawn anyway
    assert float(weight[results < -3].max()) < 0.1


def test_what_is_drawn_has_these_chances() -> None:
    results, places = rare(5000), torch.arange(5000) + 7
    store = torch.zeros(6000)
    store[places] = results
    for balance in (0.0, 0.5, 1.0):
        choice = Choice(6000, balance, CPU)
        choice.refresh(torch.arange(6000), torch.randn(6000))  # forgotten by the next
        choice.refresh(places, store)
        which, weight = choice.draw(200_000)
        assert which.min() >= 7 and which.max() < 5007
        heavy = (store[which] < -3).float()
        if weight is None:
            assert balance == 0 and float(heavy.mean()) == pytest.approx(0.01, abs=0.003)
            continue
        assert float(heavy.mean()) > 0.2 * balance
        assert float(weight.mean()) == pytest.approx(1, abs=0.01)
        assert float((weight * store[which]).mean()) == pytest.approx(float(results.mean()), abs=0.01)


def test_what_is_taught_stays_the_mean() -> None:
    """A net that sees nothing learns the mean result, not that of balanced decisions."""
    results = rare(5000)
    choice = Choice(len(results), 0.9, CPU)
    choice.refresh(torch.arange(len(results)), results)
    found = []
    for weighted in (True, False):
        said = torch.zeros(1, requires_grad=True)
        optimizer = torch.optim.SGD([said], lr=0.05)
        for _ in range(600):
            which, weight = choice.draw(512)
            assert weight is not None
            loss = loss_of(said.expand(512), results[which] / 4, weight if weighted else None)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        found.append(float(said.detach()) * 4)
    assert found[0] == pytest.approx(float(results.mean()), abs=0.1)
    assert found[1] < found[0] - 0.5


def test_a_reservoir_keeps_old_decisions_as_likely_as_new_ones() -> None:
    library = Library(GAME, CPU)
    torch.manual_seed(4)
    kept: Counter[int] = Counter()
    for _ in range(40):
        ring, reservoir = Ring(library, 50, 4), Reservoir(library, 100)
        for time in range(20):
            # Decisions are numbered; those of each time are offered once.
            number = torch.arange(50) + 50 * time
            ring.bits[time % 4] = number[:, None].expand(50, library.facts.row_words)
            ring.target[time % 4] = number.float()
            ring.done[time % 4] = (number % 251).to(torch.uint8)
            reservoir.offer(ring, torch.arange(50) + 50 * (time % 4))
            full = reservoir.keys >= 0
            assert int(full.sum()) == min(100, 50 * (time + 1))
            mine = reservoir.target[full].long()
            assert len(mine.unique()) == len(mine) and mine.max() < 50 * (time + 1)
            assert torch.equal(reservoir.bits[full], mine[:, None].expand(-1, library.facts.row_words))
            assert torch.equal(reservoir.done[full].long(), mine % 251)
        kept.update((reservoir.target.long() // 250).tolist())
    # 4000 in four quarters: 1000 each, with a standard deviation of 26.
    assert sorted(kept) == [0, 1, 2, 3] and all(abs(n - 1000) < 110 for n in kept.values())


@pytest.mark.parametrize("extra", ["--balance 0.5", "--reservoir 20000", "--balance 0.3 --reservoir 20000"])
def test_a_net_learns_from_them(extra: str) -> None:
    assert over_random(trained(extra, 150)) > 2.0


def test_every_decision_is_offered_once() -> None:
    run = trained("--reservoir 3000", 12)
    assert run.reservoir is not None
    before = set(run.reservoir.keys.tolist())
    flags = run.ring.known.unique().tolist()
    assert KNOWN not in flags and OFFERED in flags
    run.known_now()  # nothing is new
    assert set(run.reservoir.keys.tolist()) == before
    x, action, y, weight = run.drawn()
    assert x.shape[0] == action.shape[0] == y.shape[0] == run.options.batch and weight is None
    ring = set(run.ring.target.unique().tolist())
    assert set(y.tolist()) <= ring | set(run.reservoir.target.tolist())


def test_they_are_of_their_seed_and_go_on() -> None:
    arguments = "--balance 0.5 --reservoir 3000 --rounds 24"
    one, other = trained(arguments, 14), trained(arguments, 14)
    assert torch.equal(weights(one), weights(other))
    state = copy.deepcopy(one.state())
    again = Trainer(one.options)
    for run in (one, again):
        run.restore(copy.deepcopy(state))
        for _ in range(6):
            run.round()
    assert torch.equal(weights(one), weights(again))
    with pytest.raises(ValueError, match="reservoir = 3000, not 2000"):
        trained("--reservoir 2000", 0).restore(state)


def test_a_checkpoint_from_before_there_were_reservoirs_goes_on() -> None:
    run = trained("", 2)
    state = copy.deepcopy(run.state())
    del state["shape"]["reservoir"], state["reservoir"]
    run.restore(state)


def test_shares_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("--balance 1.5", "--reservoir -1", "--reservoir 5 --reservoir-share -1"):
        assert main([GAME, "--device", "cpu", "--rows", "16", "--no-gate", *wrong.split()]) == 2
        assert wrong.split()[-2] in capsys.readouterr().err


def test_a_net_is_shown_both_stores_in_their_shares() -> None:
    run = trained("--reservoir 500 --reservoir-share 0.5", 8)
    assert run.reservoir is not None and isinstance(run.net, Net)
    run.reservoir.target.fill_(77.0)
    y = run.drawn()[2]
    assert int((y == 77.0).sum()) == run.options.batch // 2
