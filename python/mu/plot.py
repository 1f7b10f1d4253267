"""Pictures by matplotlib (the extra `plot`): ratings, margins, beliefs, calls, pools.

>>> import mu, mu.plot
>>> standings, duels = mu.round_robin("euchre", ["random", "rule", "blunder(p=0.3)"], 20)
>>> mu.plot.ratings(standings).axes[0].get_xlabel()
'rating with 95 % interval (400 points: odds of 10 to 1)'

Every function makes a figure of its own, or draws into `ax`; figures show themselves in notebooks and
are saved by figure.savefig("a.svg").
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ._html import colour_of, rank_text
from ._mu_core import Beliefs, card_str, rank_of, suit_of, suit_symbol
from .arena import Duel, Panel, Standing, read_results
from .pool import Pool
from .study import CallStudy

__all__ = ["beliefs", "calls", "margins", "pool", "rating_over_time", "ratings"]

_BLUE = "#4a6fa5"
_RATING = "rating with 95 % interval (400 points: odds of 10 to 1)"

Results = str | os.PathLike[str] | Sequence[Panel] | Sequence[Standing]


def _panels(results: Results) -> list[Panel]:
    if isinstance(results, (str, os.PathLike)):
        return read_results(results)
    panels = [r for r in results if isinstance(r, Panel)]
    standings = tuple(r for r in results if isinstance(r, Standing))
    if standings:
        panels.append(Panel("", "", "", False, standings))
    if not panels:
        raise ValueError("no results to draw")
    return panels


def _figure(width: float, height: float) -> Figure:
    return Figure(figsize=(width, height), layout="constrained")


def _axes(ax: Axes | None, width: float, height: float) -> tuple[Figure, Axes]:
    if ax is None:
        figure = _figure(width, height)
        return figure, figure.add_subplot()
    owner = ax.get_figure()
    assert isinstance(owner, Figure)
    return owner, ax


def _title(ax: Axes, panel: Panel) -> None:
    ax.set_title(panel.title, loc="left", fontsize=10)
    ax.grid(alpha=0.3)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def ratings(results: Results) -> Figure:
    """What `mu arena plot` draws: ratings with their intervals, a panel for each kind of contest.

    `results` is a file of `mu arena`, what read_results() gives, or the standings of a round robin.
    """
    panels = _panels(results)
    sizes = [len(p.standings) for p in panels]
    figure = _figure(7, 0.9 * len(panels) + 0.3 * sum(sizes))
    grid = figure.subplots(
        len(panels), sharex=True, squeeze=False, gridspec_kw={"height_ratios": sizes}
    )
    for ax, panel in zip(grid[:, 0], panels, strict=True):
        rows = range(len(panel.standings))
        ax.hlines(rows, [s.low for s in panel.standings], [s.high for s in panel.standings], _BLUE, lw=3)
        ax.plot([s.rating for s in panel.standings], rows, "o", color=_BLUE)
        ax.set_yticks(rows, [s.agent for s in panel.standings])
        ax.set_ylim(len(panel.standings) - 0.5, -0.5)
        _title(ax, panel)
    grid[-1, 0].set_xlabel(_RATING)
    return figure


def rating_over_time(results: Results) -> Figure:
    """What `mu arena plot --time` draws: the same against the time of a decision."""
    panels = _panels(results)
    figure = _figure(7, 3.2 * len(panels))
    grid = figure.subplots(len(panels), sharex=True, sharey=True, squeeze=False)
    for ax, panel in zip(grid[:, 0], panels, strict=True):
        for s in panel.standings:
            ms = max(s.ms_per_decision, 1e-3)  # what took none is drawn at a microsecond
            ax.vlines(ms, s.low, s.high, _BLUE, lw=2)
            ax.plot(ms, s.rating, "o", color=_BLUE)
            ax.annotate(s.agent, (ms, s.rating), xytext=(6, 4), textcoords="offset points", fontsize=8)
        ax.set_xscale("log")
        ax.set_ylabel("rating")
        _title(ax, panel)
    grid[-1, 0].set_xlabel("ms per decision")
    return figure


def margins(duel: Duel, ax: Axes | None = None) -> Figure:
    """The margin of a duel as it settled: the mean so far, with its 95 % interval."""
    figure, ax = _axes(ax, 7, 3.2)
    n = np.arange(1, len(duel.margins) + 1)
    mean = np.cumsum(duel.margins) / n
    spread = np.sqrt(np.maximum(np.cumsum(duel.margins**2) / n - mean**2, 0) / np.maximum(n - 1, 1))
    shown = n > 9
    ax.axhline(0, color="#888888", lw=1)
    ax.fill_between(n[shown], (mean - 1.96 * spread)[shown], (mean + 1.96 * spread)[shown], color=_BLUE, alpha=0.25)
    ax.plot(n, mean, color=_BLUE)
    ax.set_xlabel("deals")
    ax.set_ylabel("points a deal")
    _title(ax, Panel(duel.game, f"{duel.agents[0]} against {duel.agents[1]}, {duel.game}", "", False, ()))
    return figure


def beliefs(of: Beliefs, *, soft: bool = False, ax: Axes | None = None) -> Figure:
    """Where the hidden cards may lie: a row for each place, a column for each card, darker for likelier."""
    game = of.view.game
    deck = game.deck
    chances = of.chances(soft=soft)
    rows = [r for r in range(len(chances)) if chances[r].any()]
    cards = [c for c in range(game.num_cards) if chances[:, c].any()]
    cards.sort(key=lambda c: (int(suit_of(c, deck)), -c))
    figure, ax = _axes(ax, 0.24 * len(cards) + 1.2, 0.3 * len(rows) + 1)
    ax.imshow(chances[np.ix_(rows, cards)], cmap="Blues", vmin=0, vmax=1, aspect="auto")
    ax.set_yticks(range(len(rows)), [of.places[r] for r in rows])
    ax.set_xticks(range(len(cards)), [_card(c, deck) for c in cards], fontsize=7)
    for tick, card in zip(ax.get_xticklabels(), cards, strict=True):
        tick.set_color(colour_of(suit_of(card, deck), deck))
    ax.set_title(f"{game.spec}: what seat {of.view.observer} may believe", loc="left", fontsize=10)
    return figure


def _card(card: int, deck: str) -> str:
    text, suit = card_str(card, deck), suit_of(card, deck)
    if suit > 3:  # a joker
        return text
    if deck.endswith("h"):  # few fonts have its suits
        return "\n".join(text)
    return f"{suit_symbol(suit, deck)}\n{rank_text(card, deck)}"


def calls(of: CallStudy, which: Sequence[str] | None = None, over: str | None = None) -> Figure:
    """What every card adds to a call, in points: a panel for each call, purple for gains and orange for losses.

    `over` is the call that they are compared with: by default the one that is best most often. `which` are by default
    the next six.
    """
    names = of.often()[1:7] if which is None else list(which)
    worths = [of.worth(name, over) for name in names]
    if not worths:
        raise ValueError("no calls to draw")
    deck = of.game.deck
    cards = [c for c in range(of.held.shape[1]) if suit_of(c, deck) <= 3]  # without jokers
    suits = sorted({int(suit_of(c, deck)) for c in cards})
    ranks = sorted({rank_of(c, deck) for c in cards}, reverse=True)
    heads = {rank_of(c, deck): rank_text(c, deck) for c in cards}
    columns = min(2, len(worths))
    lines = -(-len(worths) // columns)
    figure = _figure(columns * (0.42 * len(ranks) + 1), lines * (0.34 * len(suits) + 0.8))
    for ax, worth in zip(figure.subplots(lines, columns, squeeze=False).flat, worths, strict=False):
        grid = np.full((len(suits), len(ranks)), np.nan)
        for c in cards:
            grid[suits.index(int(suit_of(c, deck))), ranks.index(rank_of(c, deck))] = worth.points[c]
        most = float(np.nanmax(np.abs(grid))) or 1.0
        ax.imshow(grid, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
        digits = 0 if most >= 10 else 1 if most >= 1 else 2
        for (row, column), x in np.ndenumerate(grid):
            ink = "white" if abs(x) > 0.6 * most else "black"
            ax.annotate(f"{x:.{digits}f}", (column, row), ha="center", va="center", fontsize=6, color=ink)
        ax.set_xticks(range(len(ranks)), [heads[r] for r in ranks], fontsize=7)
        ax.set_yticks(range(len(suits)), [suit_symbol(s, deck) for s in suits])
        ax.set_title(f"{worth.call} over {worth.over}, {worth.explained:.0%} explained", loc="left", fontsize=8)
    for ax in figure.axes[len(worths) :]:
        ax.set_visible(False)
    return figure


def pool(of: Pool, columns: Sequence[str] | None = None) -> Figure:
    """How the values of a pool's columns are spread."""
    names = list(of.columns) if columns is None else list(columns)
    values: Any = of.values()
    figure = _figure(7, 0.35 * len(names) + 1)
    ax = figure.add_subplot()
    drawn = [v[~np.isnan(v)] for v in (values[:, of.columns.index(name)] for name in names)]
    ax.boxplot(drawn, orientation="horizontal", whis=(5, 95), showfliers=False, tick_labels=names)
    ax.invert_yaxis()
    _title(ax, Panel("", f"{of.header['game']}, {len(of)} deals: half of them in the box, nine in ten in the whiskers", "", False, ()))
    return figure
