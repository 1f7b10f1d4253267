"""What is made of hands by somebody who values calls."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mu
from mu.study import CallStudy

CALLS = ("S", "H", "D", "C", "O", "U", "push")  # of jass, in the order of their actions


class Counts:
    """Values calls by a sum over the cards in the hand, so that what the study should find is known."""

    def __init__(self, points: list[float]) -> None:
        self.points = points
        self.asked = 0

    def values(self, view: mu.View) -> dict[int, float]:
        self.asked += 1
        own = view.game.observation_layout("cards").slices["hand"]
        worth = float(sum(self.points[c] for c in np.flatnonzero(view.observation_tensor("cards")[own])))
        of = {"push": 0.0, "S": worth, "U": worth - 1e3}
        out = {a: of.get(view.action_to_string(a), -1e6) for a in view.legal_actions()}
        return {**out, 0: 1e9}  # a card is no call


def study(hands: int = 400) -> tuple[CallStudy, Counts]:
    by = Counts([float(c % 9 - 4) for c in range(36)])
    return mu.study_calls("jass", hands, by, seed=2), by


def test_what_cards_are_worth() -> None:
    made, by = study()
    assert by.asked == 400
    assert made.calls == CALLS
    assert (made.held.sum(1) == 9).all()
    worth = made.worth("S", "push")
    points = np.array(by.points)
    assert worth.points == pytest.approx(points - points.mean())
    assert worth.explained == pytest.approx(1)
    assert worth.base == pytest.approx((made.held @ points).mean())
    assert abs(worth.ranked()[0][1]) == pytest.approx(np.abs(worth.points).max())
    assert "S over push" in str(worth)
    first, second = made.often()
    assert {first, second} == {"S", "push"}
    assert made.worth("U").over == first
    assert made.worth(first).over == second
    assert made.worth("U", "S").points == pytest.approx(np.zeros(36), abs=1e-9)


def test_table() -> None:
    made, _ = study()
    rows = {row.call: row for row in made.table()}
    spades = made.values[:, CALLS.index("S")]
    chosen = spades >= 0  # the first of equal ones
    assert rows["S"].hands == chosen.sum()
    assert rows["S"].value == rows["S"].gain == pytest.approx(spades[chosen].mean())
    assert rows["push"].gain == pytest.approx(-spades[~chosen].mean(), abs=1e-9)
    assert rows["U"].hands == 0
    assert math.isnan(rows["U"].value)
    assert sum(row.hands for row in rows.values()) == 400
    assert sum(rows["push"].suits.values()) == pytest.approx(9)
    assert sum(rows["push"].ranks.values()) == pytest.approx(9)
    assert list(rows["S"].ranks) == ["A", "K", "Q", "J", "10", "9", "8", "7", "6"]
    assert made.held[chosen][:, 8::9].sum(1).mean() == pytest.approx(rows["S"].ranks["A"])
    text = str(made).splitlines()
    assert len(text) == 3  # what is never best is left out
    assert len(set(map(len, text))) == 1
    assert "push" in made._repr_html_()


@pytest.mark.parametrize("game", ["bridge", "jass", "differenzler", "contree", "euchre", "snapszer", "skat"])
def test_nets_that_come_with_mu(game: str) -> None:
    made = mu.study_calls(game, 60, seed=4)
    assert np.isfinite(made.values[np.arange(60), made.best()]).all()
    call = made.often()[0]
    if len(made.calls) > 1:
        assert np.isfinite(made.worth(call).points).all()
    assert call in str(made)
    again = mu.study_calls(game, 20, seed=4, first=40)
    assert (again.held == made.held[40:]).all()


def test_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="whist: deal 0 of seed 1 does not begin with a call"):
        mu.study_calls("whist", 5)
    with pytest.raises(ValueError, match="ulti: deal 0 of seed 1 does not begin with a call"):
        mu.study_calls("ulti", 5)
    with pytest.raises(ValueError, match="at least 1"):
        mu.study_calls("euchre", 0)
    made, _ = study(5)
    with pytest.raises(ValueError, match="no first call '7NT' in jass: there are S, H, D"):
        made.worth("7NT")
