"""Solving with all hands open, and what a seat may believe."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ending, random_state

import mu

SOLVED = [name for name in mu.registered_games() if name != "differenzler"]


@pytest.mark.parametrize("name", SOLVED)
def test_values_follow_the_moves(name: str) -> None:
    state = ending(name, 1)
    solution = state.solve()
    assert solution.complete
    assert solution.value.exact
    assert solution.best
    values = [int(v) for v in solution.moves.values()]
    pick = max if solution.more_is_better else min
    assert int(solution.value) == pick(values)
    for action in solution.best:
        child = state.child(action)
        if not child.is_terminal():
            assert child.solve(moves=False, line=False).value == solution.value
    last = state.clone()
    for action in solution.line:
        last.apply_action(action)


def test_many_states_are_solved_as_one_by_one() -> None:
    states = [ending("whist(trump=h)", seed, 20) for seed in range(12)]
    alone = [int(s.solve(moves=False, line=False).value) for s in states]
    for threads in (1, 2):
        told: list[tuple[int, int]] = []
        many = mu.solve_many(states, threads=threads, progress=lambda *n: told.append(n))
        assert [int(s.value) for s in many] == alone
    assert mu.solve_many([]) == []
    with pytest.raises(ValueError, match="one game"):
        mu.solve_many([states[0], ending("euchre", 1)])


def test_a_budget_gives_a_range() -> None:
    state = mu.load_game("whist(trump=h)").new_initial_state(seed=3)
    short = state.solve(nodes=2000)
    full = state.solve(moves=False, line=False)
    assert not short.complete
    assert short.value.low <= int(full.value) <= short.value.high
    assert short.value.low < short.value.high
    with pytest.raises(ValueError, match="not known exactly"):
        int(short.value)
    with pytest.raises(ValueError, match="negative"):
        state.solve(seconds=-1)


def test_contracts_of_a_deal() -> None:
    state = mu.load_game("bridge").new_initial_state(seed=2)
    table = state.solve_contracts()
    assert len(table) == 20
    assert table.summary.startswith("par")
    assert all(0 <= int(e.value) <= 13 for e in table.entries)
    entry = table.entries[0]
    assert table[entry.contract, entry.who] == entry.value
    with pytest.raises(KeyError):
        table["8NT", "N"]
    with pytest.raises(ValueError):
        state.solve()  # no cards are being played


def test_chances_and_worlds(spec: str) -> None:
    state = random_state(spec, 6, 9)
    for seat in range(state.num_players()):
        beliefs = mu.Beliefs(state.view(seat))
        chances = beliefs.chances()
        assert chances.shape == (len(beliefs.places), state.game.num_cards)
        assert np.all(chances >= 0)
        total = chances.sum(axis=0)
        names = [mu.card_str(card, state.game.deck) for card in range(state.game.num_cards)]
        # Cards that have been played, or lie open on the table, are in no place.
        table = state.to_json()
        nowhere = {*table["played"], table.get("face_up")}
        if table.get("upcard_is") != "taken":
            nowhere.add(table.get("upcard"))
        assert np.allclose(total, [name not in nowhere for name in names], atol=1e-9)
        own = state.view(seat).to_json()["hand"]
        assert own == [name for name, chance in zip(names, chances[seat]) if chance == 1]
        assert np.allclose(beliefs.chances(soft=True).sum(axis=0), total, atol=0.05)
        for world in beliefs.draw_many(5, seed=3):
            assert world.view(seat).to_json()["hand"] == state.view(seat).to_json()["hand"]
        assert beliefs.draw(seed=1) == beliefs.draw(seed=1)
        assert beliefs.count >= 1


def test_beliefs_grow_with_the_deal() -> None:
    state = random_state("whist(trump=h)", 1, 0)
    beliefs = mu.Beliefs(state.view(0))
    counts = [beliefs.count]
    for _ in range(51):
        state.apply_action(state.legal_actions()[0])
        beliefs.see(state.view(0))
        fresh = mu.Beliefs(state.view(0))
        assert beliefs.count == fresh.count
        counts.append(beliefs.count)
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1
    with pytest.raises(ValueError):
        beliefs.see(random_state("whist(trump=h)", 2, 3).view(0))
    assert beliefs.count == counts[-1]
    with pytest.raises(ValueError):
        mu.Beliefs(state.public_view())
