"""Figures: what is drawn is what was given."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from conftest import random_state

import mu

pytest.importorskip("matplotlib")
import mu.plot
from matplotlib.figure import Figure
from mu.arena import Panel, Standing

STANDINGS = [Standing("a", 120, 90, 150, 20, 1.5), Standing("b", -120, -150, -90, 20, 0.0)]


def drawn(figure: Figure) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg")
    return out.getvalue()


def test_ratings() -> None:
    panels = [Panel("g", title, "v", False, tuple(STANDINGS)) for title in ("one", "two")]
    figure = mu.plot.ratings(panels)
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["one", "two"]
    for ax in figure.axes:
        assert [t.get_text() for t in ax.get_yticklabels()] == ["a", "b"]
        assert ax.lines[0].get_xdata().tolist() == [120, -120]  # type: ignore[union-attr]
    assert "<svg" in drawn(mu.plot.ratings(STANDINGS))
    ax = mu.plot.rating_over_time(STANDINGS).axes[0]
    assert [line.get_xdata()[0] for line in ax.lines] == [1.5, 1e-3]  # type: ignore[index]
    assert ax.get_xscale() == "log"
    with pytest.raises(ValueError, match="no results"):
        mu.plot.ratings([])


def test_margins() -> None:
    duel = mu.duel("euchre", "rule", "random", deals=20, seed=2)
    line = mu.plot.margins(duel).axes[0].lines[-1]
    assert np.asarray(line.get_ydata())[-1] == pytest.approx(duel.margin.mean)


def test_beliefs(spec: str) -> None:
    state = random_state(spec, 5, 12)
    if state.is_terminal():
        return
    beliefs = mu.Beliefs(state.view())
    figure = mu.plot.beliefs(beliefs)
    image = np.asarray(figure.axes[0].images[0].get_array())
    assert image.sum() == pytest.approx(beliefs.chances().sum())
    assert "<svg" in drawn(figure)


def test_pools(tmp_path: Path) -> None:
    mu.make_pool(tmp_path / "a.pool", "euchre", 5)
    pool = mu.read_pool(tmp_path / "a.pool")
    figure = mu.plot.pool(pool, pool.columns[:3])
    assert [t.get_text() for t in figure.axes[0].get_yticklabels()] == list(pool.columns[:3])


def test_calls() -> None:
    made = mu.study_calls("jass", 200)
    figure = mu.plot.calls(made, ["S", "push"], "H")
    shown = [ax for ax in figure.axes if ax.get_visible()]
    assert [ax.get_title(loc="left").split(",")[0] for ax in shown] == ["S over H", "push over H"]
    grid = np.asarray(shown[0].images[0].get_array())
    assert grid.shape == (4, 9)
    worth = made.worth("S", "H")
    assert sorted(grid.flat) == pytest.approx(sorted(worth.points))
    row = [label.get_text() for label in shown[0].get_yticklabels()].index("♠")
    assert grid[row, 0] == pytest.approx(worth.points[mu.parse_card("As", made.game.deck)])
    assert "<svg" in drawn(mu.plot.calls(made))
    assert "<svg" in drawn(mu.plot.calls(mu.study_calls("contree", 300)))
    with pytest.raises(ValueError, match="no calls"):
        mu.plot.calls(made, [])
