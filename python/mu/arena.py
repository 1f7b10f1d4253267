"""Agents against each other on the same deals.

>>> import mu
>>> d = mu.duel("euchre", "rule", "random", deals=40, seed=1)
>>> d.margin.mean > 0
True
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ._mu_core import Estimate, Game, _read_results, _run_duel, bradley_terry, load_game, mean_of, share_of
from ._progress import Progress, bar_of

Floats = npt.NDArray[np.float64]

__all__ = ["Duel", "Panel", "Standing", "duel", "rank", "read_results", "round_robin"]


@dataclass(frozen=True)
class Duel:
    """What came out of a duel, deal by deal; positive margins are the first agent's."""

    game: str
    agents: tuple[str, str]
    seed: int
    deals: npt.NDArray[np.uint64] = field(repr=False)
    margins: Floats = field(repr=False)
    """Of each deal: the first agent's points less the second's, per seat, over all seatings."""
    shares: Floats = field(repr=False)
    """Of each deal: 1 if the first agent won it, 0.5 for a tie, 0."""
    imps: Floats | None = field(repr=False)
    """The same margin in IMPs, where the game has such a scale."""
    open_hands: Floats | None = field(repr=False)
    """What the margin would be with open hands, if asked for."""
    decisions: tuple[int, int] = field(repr=False)
    seconds: tuple[float, float] = field(repr=False)
    """That each agent spent on its decisions."""
    forfeits: tuple[int, int]
    notes: tuple[str, ...] = field(repr=False)

    @property
    def ms_per_decision(self) -> tuple[float, float]:
        """Milliseconds that a decision of either agent took."""
        first, second = (1000 * s / max(n, 1) for s, n in zip(self.seconds, self.decisions, strict=True))
        return first, second

    @staticmethod
    def join(parts: Sequence[Duel]) -> Duel:
        """One duel of parts that were played apart, in order: of other deals, otherwise alike."""
        first = parts[0]
        if any((p.game, p.agents, p.seed) != (first.game, first.agents, first.seed) for p in parts):
            raise ValueError("parts of different duels")

        def arrays(name: str) -> Any:
            return None if getattr(first, name) is None else np.concatenate([getattr(p, name) for p in parts])

        def sums(name: str) -> Any:
            return tuple(sum(getattr(p, name)[k] for p in parts) for k in range(2))

        return Duel(
            first.game, first.agents, first.seed, arrays("deals"), arrays("margins"), arrays("shares"),
            arrays("imps"), arrays("open_hands"), sums("decisions"), sums("seconds"), sums("forfeits"),
            tuple(note for p in parts for note in p.notes),
        )  # fmt: skip

    @property
    def margin(self) -> Estimate:
        """Points a deal, with a 95 % interval."""
        return mean_of(self.margins.tolist())

    @property
    def share(self) -> Estimate:
        """The share of deals that the first agent won, with a 95 % interval."""
        return share_of(self.shares.tolist())

    def __str__(self) -> str:
        return (
            f"{self.agents[0]} against {self.agents[1]}, {self.game}, {len(self.margins)} deals: "
            f"{self.margin.mean:+.3f} points a deal [{self.margin.low:+.3f}, {self.margin.high:+.3f}], "
            f"won {self.share.mean:.1%} [{self.share.low:.1%}, {self.share.high:.1%}]"
        )

    def _repr_html_(self) -> str:
        from ._html import table

        rows = [
            ["points a deal", f"{self.margin.mean:+.3f}", f"{self.margin.low:+.3f} to {self.margin.high:+.3f}"],
            ["deals won", f"{self.share.mean:.1%}", f"{self.share.low:.1%} to {self.share.high:.1%}"],
            ["ms a decision", f"{self.ms_per_decision[0]:.3g}", f"second: {self.ms_per_decision[1]:.3g}"],
            ["forfeits", str(self.forfeits[0]), f"second: {self.forfeits[1]}"],
        ]
        title = f"{self.agents[0]} against {self.agents[1]}: {self.game}, {len(self.margins)} deals"
        return table(title, ["", "mean", "95 %"], rows)


def _game(game: Game | str) -> Game:
    return load_game(game) if isinstance(game, str) else game


def duel(
    game: Game | str,
    first: Any,
    second: Any,
    deals: int = 100,
    *,
    seed: int = 1,
    start: int = 0,
    threads: int = 1,
    matches: bool = False,
    once: bool = False,
    open_hands: bool = False,
    seconds: float | None = None,
    on_error: str = "raise",
    progress: bool | Progress | None = None,
) -> Duel:
    """Two agents play the same deals from every seating that is fair to both.

    An agent is a description ("rule"), an Agent, an object with choose(view), or a class of such
    objects, of which every seat gets one. `matches` plays whole matches in place of deals, `once` one
    seating of each, drawn at random; `seconds` is the limit for a decision. What a bot of your own
    raises, or plays against the rules, comes out of here; with on_error="forfeit" it forfeits the deal.
    `progress` is True for a bar, or a function of (done, count).

    Deal i of a seed does not depend on agents or threads.
    """
    if on_error not in ("raise", "forfeit"):
        raise ValueError(f'on_error is "raise" or "forfeit", not {on_error!r}')
    if deals < 1:
        raise ValueError(f"deals must be at least 1, not {deals}")
    of = _game(game)
    out = _run_duel(
        of, first, second, deals, seed, start, threads, matches, once, open_hands, seconds,
        on_error == "forfeit", bar_of(progress, "deals"),
    )  # fmt: skip
    return Duel(
        game=of.spec,
        agents=out["agents"],
        seed=seed,
        deals=np.array(out["deals"], dtype=np.uint64),
        margins=np.array(out["margins"]),
        shares=np.array(out["shares"]),
        imps=np.array(out["imps"]) if out["imps"] else None,
        open_hands=np.array(out["open_hands"]) if out["open_hands"] else None,
        decisions=out["decisions"],
        seconds=out["seconds"],
        forfeits=out["forfeits"],
        notes=tuple(out["notes"]),
    )


@dataclass(frozen=True)
class Standing:
    """An agent among others, with a rating (400 points: ten to one) and its 95 % interval."""

    agent: str
    rating: float
    low: float
    high: float
    count: int = 0
    """Deals, or matches."""
    ms_per_decision: float = 0.0


@dataclass(frozen=True)
class Panel:
    """Standings that can be compared: of one game, rules, engine and time limit; best first."""

    game: str
    title: str
    version: str
    matches: bool
    standings: tuple[Standing, ...]


def rank(count: int, duels: Sequence[Duel]) -> list[Standing]:
    """Standings, best first, from the duels of every two of `count` agents, in the order of round_robin()."""
    results = []
    spent = [[0, 0, 0.0] for _ in range(count)]  # deals, decisions, seconds
    names = [""] * count
    for (i, j), d in zip(combinations(range(count), 2), duels, strict=True):
        results += [(i, j, float(s), int(n)) for s, n in zip(d.shares, d.deals, strict=True)]
        for at, k in ((i, 0), (j, 1)):
            names[at] = d.agents[k]
            spent[at][0] += len(d.deals)
            spent[at][1] += d.decisions[k]
            spent[at][2] += d.seconds[k]
    standings = [
        Standing(name, *rating, count=int(n), ms_per_decision=1000 * seconds / max(decisions, 1))
        for name, rating, (n, decisions, seconds) in zip(
            names, bradley_terry(count, results), spent, strict=True
        )
    ]
    return sorted(standings, key=lambda s: -s.rating)


def round_robin(
    game: Game | str, agents: Sequence[Any], deals: int = 100, **options: Any
) -> tuple[list[Standing], list[Duel]]:
    """Every two of the agents in a duel (options as there): standings, best first, and the duels.

    >>> standings, duels = round_robin("whist(trump=h)", ["random", "rule", "blunder(p=0.5)"], 30)
    >>> standings[0].agent
    'rule'
    """
    if len(agents) < 2:
        raise ValueError("a round robin needs two agents or more")
    duels = [duel(game, first, second, deals, **options) for first, second in combinations(agents, 2)]
    return rank(len(agents), duels), duels


def read_results(file: str | os.PathLike[str], game: str = "", engine: str = "") -> list[Panel]:
    """What `mu arena` has stored in a file, of one game and engine or of all: one panel for each of
    those that must not be mixed."""
    return [
        Panel(title=p["title"], game=p["game"], version=p["version"], matches=p["matches"],
              standings=tuple(Standing(*s) for s in p["standings"]))
        for p in _read_results(os.fspath(file), game, engine)
    ]  # fmt: skip
