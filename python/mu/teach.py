"""What decisions cost, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._mu_core import State, View, _advise, _review, deserialize


@dataclass(frozen=True)
class Choice:
    """A legal action as it looks to the seat that decides."""

    action: int
    text: str
    value: float
    """Mean over the deals that were tried, in points of the game."""
    error: float
    """Standard error of `value`."""
    cost: float
    """How much better the preferred action is, in the same deals."""
    cost_error: float
    worse: bool
    """The cost is beyond the noise."""
    deals: int
    open: float | None
    """Its value with all hands open."""


@dataclass(frozen=True)
class Advice:
    """What a seat should do."""

    best: int
    choices: list[Choice]
    """Every legal action, the best first."""
    deals: int
    reason: str


@dataclass(frozen=True)
class Decision:
    """What was done, and what it cost."""

    number: int
    """Actions before it."""
    seat: int
    phase: str
    played: int
    best: int
    cost: float
    """On that player's own information; 0 within the noise."""
    error: float
    grade: str
    """forced, good, inaccuracy, mistake or blunder."""
    open_cost: float | None
    open_best: int | None
    reason: str
    choices: list[Choice]


@dataclass(frozen=True)
class SeatSum:
    """What the decisions of a seat cost."""

    seat: int
    choices: int
    inaccuracies: int
    mistakes: int
    blunders: int
    cost: float
    error: float
    open_cost: float


@dataclass(frozen=True)
class Review:
    """Every decision of a deal."""

    decisions: list[Decision]
    seats: list[SeatSum]
    json: dict[str, Any]
    """All of it, as `mu analyse --json` writes it."""


def _choices(of: list[dict[str, Any]]) -> list[Choice]:
    return [
        Choice(
            action=a["id"],
            text=a["text"],
            value=a["value"],
            error=a["error"],
            cost=a["cost"],
            cost_error=a["cost_error"],
            worse=a["worse"],
            deals=a["worlds"],
            open=a["open"],
        )
        for a in of
    ]


def _decision(d: dict[str, Any]) -> Decision:
    return Decision(
        number=d["at"],
        seat=d["seat"],
        phase=d["phase"],
        played=d["played"]["id"],
        best=d["best"]["id"],
        cost=d["cost"],
        error=d["error"],
        grade=d["grade"],
        open_cost=d["open_cost"],
        open_best=d["open_best"]["id"] if d["open_best"] else None,
        reason=d["reason"],
        choices=_choices(d["actions"]),
    )


def analyse(
    record: State | str,
    worlds: int = 40,
    seconds: float | None = None,
    *,
    seat: int | None = None,
    nodes: int = 20_000_000,
    seed: int = 1,
    threads: int = 1,
) -> Review:
    """Judge every decision of a deal on that player's own information, and with open hands.

    `worlds` deals are tried for each card, four times as many for each call; 0 goes by `seconds`
    for each decision. `nodes=0` leaves open hands out.

    >>> import mu
    >>> state = mu.load_game("euchre").new_initial_state(seed=3)
    >>> mu.play_out(state, ["rule", "random", "rule", "random"], seed=1)
    >>> review = mu.analyse(state, worlds=5)
    >>> len(review.decisions) == len(state.history())
    True
    >>> review.decisions[-1].reason
    'The last card.'
    """
    deal = deserialize(record) if isinstance(record, str) else record
    out: dict[str, Any] = json.loads(_review(deal, worlds, seconds, nodes, seed, threads, seat))
    sums = [
        SeatSum(seat=k, **{key: s[key] for key in s if key != "seat"})
        for k, s in enumerate(out["seats"])
    ]
    return Review([_decision(d) for d in out["decisions"]], sums, out)


def advise(
    state: State | View,
    worlds: int = 40,
    seconds: float | None = None,
    *,
    seed: int = 1,
    threads: int = 1,
) -> Advice:
    """What the seat to act should do, from its own view alone."""
    view = state.view() if isinstance(state, State) else state
    a: dict[str, Any] = json.loads(_advise(view, worlds, seconds, seed, threads))
    return Advice(a["best"]["id"], _choices(a["actions"]), a["worlds"], a["reason"])
