"""Calls learnt from pools of solved deals, on the processor: make test-learn."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learn.environment import MU, Deals, Library, Ring
from learn.net import Net, load, write
from learn.options import parser
from learn.pooled import read
from learn.train import Trainer, main

mu: Any = pytest.importorskip("mu")
CPU = torch.device("cpu")
torch.set_num_threads(1)
DOUBLES = {"coinche", "surcoinche", "X", "XX"}


@pytest.fixture(scope="module")
def contree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("pools") / "contree.pool"
    mu.make_pool(path, "contree", 2000, seed=3)
    return path


def place_sets(pool: Any) -> list[list[int]]:
    return [
        [sum(1 << c for c in np.flatnonzero(deal == place).tolist()) for place in range(4)]
        for deal in pool.places()
    ]


def played_out(state: Any) -> list[float]:
    """Points of each seat when all play their best with open hands."""
    if not state.is_terminal():
        for action in state.solve(moves=False, line=True).line:
            state.apply_action(action)
    assert state.is_terminal()
    return list(state.returns())


@pytest.mark.parametrize(("name", "count", "rows"), [("contree", 60, 120), ("bridge", 10, 40), ("jass", 3, 4)])
def test_contracts_come_to_what_open_hands_bring(name: str, count: int, rows: int, tmp_path: Path) -> None:
    """Random auctions beside the game itself, which plays the cards by its solver."""
    path = tmp_path / f"{name}.pool"
    mu.make_pool(path, name, count, seed=5)
    pool = mu.read_pool(path)
    library = Library(name, CPU, pooled=True)
    game, facts = pool.game, library.facts
    deals, ring = Deals(library, rows, 7, read(path, name, CPU)), Ring(library, rows, 64)
    maps, sets = game.action_maps(), place_sets(pool)
    doubles = [a for a in range(game.num_distinct_actions()) if game.action_to_string(a) in DOUBLES]
    # The last four bytes of a deal say which of the pool it is.
    records = deals.memory.view(rows, -1)[:, -4:].contiguous().numpy().view(np.uint32)[:, 0]
    states = {row: game.deal_from_places(sets[record], 0, 0) for row, record in enumerate(records)}
    ends = set()
    generator = torch.Generator().manual_seed(3)
    for time in range(64):
        x = library.unpack(deals.observe(ring.bits[time]), None, facts.input_words)
        values = torch.rand(rows, facts.actions, generator=generator)
        values[:, doubles] *= 1.3  # rare among so many bids
        deals.step(values, ring=ring, time=time)
        for row, state in list(states.items()):
            view = state.view()
            np.testing.assert_array_equal(x[row, : facts.inputs], view.observation_tensor("canonical"))
            meant = {int(canonical): a for a, canonical in enumerate(maps[view.suit_order()])}
            state.apply_action(meant[int(ring.done[time, row])])
            while not state.is_terminal() and len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            if not state.is_terminal() and state.to_json()["phase"] != "play":
                assert not ring.known[time, row]
                continue
            del states[row]
            points = played_out(state)
            ends.add(max(points))
            for before in range(time + 1):
                me = int(ring.who[before, row])
                assert ring.known[before, row]
                ahead = points[me] - points[me ^ 1]
                assert ring.target[before, row] * facts.scale == pytest.approx(ahead, abs=1e-3)
        if not states:
            break
    assert not states and len(ends) >= min(rows, 12) / 2


def renamed(cards: int, order: tuple[int, ...]) -> int:
    """A set of contrée's cards with suit k called order[k]."""
    return sum((cards >> 8 * k & 0xFF) << 8 * new for k, new in enumerate(order))


def test_a_deal_with_its_suits_renamed_is_the_same_to_the_net(contree: Path) -> None:
    """So all 24 are learnt from one."""
    pool = mu.read_pool(contree)
    game, (sets, *_) = pool.game, place_sets(pool)
    maps = game.action_maps()
    auction = ["P", "90", "P", "100"]
    seen: list[list[Any]] = []
    for order in itertools.permutations(range(4)):
        state = game.deal_from_places([renamed(place, order) for place in sets], 0, 0)
        seen.append([])
        for k in range(len(auction) + 1):
            view = state.view()
            seen[-1].append(view.observation_tensor("canonical"))
            legal = view.legal_actions()
            names = sorted(int(n) for n in maps[view.suit_order()][legal])
            assert k == 0 or names  # the same calls
            if k < len(auction):
                # A call that is named alike by all of them.
                wanted = names[0] if auction[k] == "P" else names[1 + 4 * k]
                state.apply_action({int(maps[view.suit_order(), a]): a for a in legal}[wanted])
    assert all(np.array_equal(a, b) for other in seen[1:] for a, b in zip(seen[0], other))


small = "--device cpu --no-gate --rows 1024 --times 24 --steps 8 --batch 1024 --hidden 64 --layers 2 --critic 64"


def started(folder: Path) -> Path:
    """A net that knows nothing."""
    torch.manual_seed(5)
    facts = Library("contree", CPU).facts
    net = Net(64 * facts.input_words, 64, 2, facts.actions + 1)
    torch.nn.init.normal_(net.last.weight, std=0.02)
    write(folder / "start.munet", net, facts, "contree", "contree", {})
    return folder / "start.munet"


@torch.no_grad()
def over_passers(run: Trainer) -> float:
    """Points a deal over a side that never says anything, on deals that were not learnt from."""
    exam = run.exam
    exam.sums.zero_()
    exam.counts.zero_()
    for _ in range(64):
        x = run.library.unpack(exam.observe(), None, run.library.facts.input_words)
        # Of equal values the first is done, which is to pass.
        exam.step(run.player(x), torch.zeros(len(x), run.outputs), count=True)
    return float(exam.sums[:, 0].sum() / exam.counts.sum()) * run.library.facts.scale


def test_a_net_learns_to_bid(contree: Path, tmp_path: Path) -> None:
    """To bid what hands are worth, not only to leave it to others."""
    arguments = f"contree {small} --rate 0.003 --rounds 100 --pooled {contree} --start {started(tmp_path)}"
    run = Trainer(parser().parse_args(arguments.split()))
    run.before = run.copy_of(run.net)
    assert over_passers(run) < -200  # whoever knows nothing bids too much
    for _ in range(100):
        run.round()
    assert over_passers(run) > 50
    assert run.gain()[0] > 300
    # Nobody has played a card.
    cards = run.library.facts.cards
    assert int(run.ring.done.min()) >= cards
    # Deals that are kept back have not been learnt from.
    assert run.pool and run.deals.solved and run.exam.solved
    assert len(run.deals.solved) + len(run.exam.solved) == len(run.pool) == 2000
    assert torch.equal(run.exam.solved.places, run.pool.places[1900:])


@pytest.mark.skipif(shutil.which(MU) is None, reason="needs the command mu")
def test_its_file_bids_beside_the_net_that_plays(contree: Path, tmp_path: Path) -> None:
    start = started(tmp_path)
    shutil.copy(start, tmp_path / "contree.munet")
    arguments = ["contree", *small.replace("--no-gate", "--gate 40").split(), "--rate", "0.003"]
    arguments += ["--pooled", str(contree), "--start", str(start), "--out", str(tmp_path), "--mu", MU]
    assert main([*arguments, "--rounds", "60"]) == 0
    header: Any = load(tmp_path / "contree.munet")[0]
    recipe = header["training"]
    beside = start.read_bytes()[-8:][::-1].hex()
    assert (recipe["decides"], recipe["beside"], recipe["deals"]) == ("calls", beside, 2000)
    assert header["strength"]["low"] > 0
    assert len((tmp_path / "contree.csv").read_text().splitlines()) > 2


def test_it_goes_on_with_the_same_pool_only(contree: Path, tmp_path: Path) -> None:
    arguments = ["contree", *small.split(), "--bid-only", str(started(tmp_path)), "--out", str(tmp_path)]
    pooled = ["--pooled", str(contree)]
    assert main([*arguments, *pooled, "--rounds", "3"]) == 0
    assert main([*arguments, *pooled, "--rounds", "5", "--resume"]) == 0
    mu.make_pool(tmp_path / "other.pool", "contree", 30, seed=3)
    assert main([*arguments, "--pooled", str(tmp_path / "other.pool"), "--rounds", "6", "--resume"]) == 2
    assert main([*arguments, "--rounds", "6", "--resume"]) == 2


def test_what_pools_do_not_tell_is_refused(
    contree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def complaint(arguments: str) -> str:
        assert main([*arguments.split(), *small.split(), "--out", str(tmp_path)]) == 2
        return capsys.readouterr().err

    for game in ("whist", "ulti", "skat", "euchre", "snapszer", "differenzler"):
        assert "bridge, contree, jass" in complaint(f"{game} --pooled {contree}")
    assert "is a pool of contree, not bridge" in complaint(f"bridge --pooled {contree}")
    assert "--bid-only or --start" in complaint(f"contree --pooled {contree}")
    assert "--bid-only or --start" in complaint(f"contree --pooled {contree} --play-only a.munet")
    assert "no.pool" in complaint(f"contree --pooled no.pool --start {started(tmp_path)}")
    mu.make_pool(tmp_path / "all.pool", "contree(contracts=all)", 2)
    assert "is a pool of contree(contracts=all)" in complaint(f"contree --pooled {tmp_path / 'all.pool'}")
    with pytest.raises(ValueError, match="needs deals of one"):
        Deals(Library("contree", CPU), 4, 1, read(contree, "contree", CPU))
