"""What calls mean."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from ._mu_core import State, View, _meaning, _meanings


@dataclass(frozen=True)
class Meaning:
    """What a call says of the hand that makes it."""

    seat: int
    action: int
    call: str
    text: str
    """As `mu explain` prints it: "15-17 high-card points, balanced"."""
    facts: dict[str, Any]
    """Ranges of points and lengths, forcing, artificial ... (docs/bidding/bridge.md)."""


def _made(m: dict[str, Any]) -> Meaning:
    return Meaning(m["seat"], m["action"], m["call"], m["text"], m["facts"])


def _file(system: str | os.PathLike[str] | None) -> str:
    return "" if system is None else os.fspath(system)


def explain(
    state: State | View, system: str | os.PathLike[str] | None = None
) -> list[Meaning]:
    """What every call so far means, by the system of the rule player or by one of a file.

    ValueError if the calls of the game have no meanings that could be told.

    >>> import mu
    >>> state = mu.load_game("bridge").new_initial_state(seed=1)
    >>> for call in ("1NT", "P", "2C"):
    ...     state.apply_action(state.string_to_action(call))
    >>> [m.text for m in mu.explain(state)][0]
    '15-17 high-card points, balanced'
    """
    view = state.public_view() if isinstance(state, State) else state
    return [_made(m) for m in json.loads(_meanings(view, _file(system)))]


def explain_call(
    state: State | View, call: int | str, system: str | os.PathLike[str] | None = None
) -> Meaning:
    """What the seat to act would say with a call, given as an action or as text."""
    view = state.view() if isinstance(state, State) else state
    action = view.string_to_action(call) if isinstance(call, str) else call
    return _made(json.loads(_meaning(view, action, _file(system))))
