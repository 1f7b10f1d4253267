"""The teacher."""

from __future__ import annotations

import pytest

import mu


def played(spec: str) -> mu.State:
    state = mu.load_game(spec).new_initial_state(seed=7)
    seats = state.game.num_players()
    mu.play_out(state, ["blunder(p=0.3)"] * seats, seed=2)
    return state


def test_every_decision_of_a_deal() -> None:
    state = played("snapszer")
    review = mu.analyse(state, worlds=4, nodes=5000)
    assert [d.played for d in review.decisions] == state.history()
    for d in review.decisions:
        assert d.grade in ("forced", "good", "inaccuracy", "mistake", "blunder")
        assert d.choices[0].action == d.best
        assert d.reason.endswith(".")
        assert d.cost == 0 or d.cost > d.error
    assert sum(s.cost for s in review.seats) == pytest.approx(
        sum(d.cost for d in review.decisions), abs=0.01
    )
    again = mu.analyse(review.json["record"], worlds=4, nodes=5000, threads=2)
    assert again == review


def test_one_seat_and_what_is_refused() -> None:
    state = played("euchre")
    assert {d.seat for d in mu.analyse(state, 3, seat=2, nodes=0).decisions} == {2}
    with pytest.raises(ValueError, match="no seat 4"):
        mu.analyse(state, 3, seat=4)
    with pytest.raises(ValueError, match="worlds or milliseconds"):
        mu.analyse(state, 0)
    with pytest.raises(ValueError):
        mu.analyse("euchre/1 | nonsense")


def test_advice_comes_from_a_view() -> None:
    state = mu.load_game("contree").new_initial_state(seed=5)
    advice = mu.advise(state, 3)
    assert sorted(c.action for c in advice.choices) == state.legal_actions()
    assert advice == mu.advise(state.view(), 3)
