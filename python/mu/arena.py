"""Agents against each other on the same deals.

>>> import mu
>>> d = mu.duel("euchre", "rule", "random", deals=40, seed=1)
>>> d.margin.mean > 0
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ._mu_core import Estimate, Game, _run_duel, bradley_terry, load_game, mean_of, share_of
from ._progress import Progress, bar_of

Floats = npt.NDArray[np.float64]

__all__ = ["Duel", "Standing", "duel", "round_robin"]


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
    ms_per_decision: tuple[float, float]
    forfeits: tuple[int, int]
    notes: tuple[str, ...] = field(repr=False)

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
        ms_per_decision=out["ms_per_decision"],
        forfeits=out["forfeits"],
        notes=tuple(out["notes"]),
    )


@dataclass(frozen=True)
class Standing:
    """An agent in a round robin, with a rating (400 points: ten to one) and its 95 % interval."""

    agent: str
    rating: float
    low: float
    high: float


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
    duels = []
    results = []
    for i, j in combinations(range(len(agents)), 2):
        d = duel(game, agents[i], agents[j], deals, **options)
        duels.append(d)
        results += [(i, j, float(s), int(n)) for s, n in zip(d.shares, d.deals, strict=True)]
    names = [duels[0].agents[0]] + [d.agents[1] for d in duels[: len(agents) - 1]]
    standings = [
        Standing(name, *rating)
        for name, rating in zip(names, bradley_terry(len(agents), results), strict=True)
    ]
    return sorted(standings, key=lambda s: -s.rating), duels
