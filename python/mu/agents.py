"""Players, one class for each kind of agent. They play every game.

>>> from mu.agents import BlunderPlayer, RulePlayer
>>> BlunderPlayer(p=0.2)
BlunderPlayer(p=0.2)
>>> str(BlunderPlayer(p=0.2, inner=RulePlayer()))
'blunder(p=0.2)'

A player of your own is any class with a method choose(view); see docs/python.md.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ._mu_core import Agent, Player, State, View

__all__ = [
    "AgentPlayer",
    "AlphaMuPlayer",
    "BlunderPlayer",
    "BotPlayer",
    "CheatingPlayer",
    "HybridPlayer",
    "ISDDPlayer",
    "MCTSPlayer",
    "NetPlayer",
    "ProgramPlayer",
    "RandomPlayer",
    "RulePlayer",
    "SimPlayer",
]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class AgentPlayer(Agent):
    """A player described by a kind of agent and its parameters; None leaves one at its default."""

    def __init__(self, kind: str, **parameters: Any) -> None:
        given = {key: value for key, value in parameters.items() if value is not None}
        super().__init__(f"{kind}({', '.join(f'{k}={_text(v)}' for k, v in given.items())})")
        self._given = given
        self._player: Player | None = None

    def choose(self, view: View | State, seed: int | None = None) -> int:
        """The action for a view, or for the seat to act of a state."""
        player = getattr(self, "_player", None)
        if player is None or player.game != view.game:
            player = self._player = Player(self, view.game)
        return player.choose(view, seed)

    def __repr__(self) -> str:
        given = getattr(self, "_given", {})
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in given.items())})"


class RandomPlayer(AgentPlayer):
    """A uniformly random legal action."""

    def __init__(self) -> None:
        super().__init__("random")


class RulePlayer(AgentPlayer):
    """A few rules of thumb for every phase of every game."""

    def __init__(self) -> None:
        super().__init__("rule")


class BlunderPlayer(AgentPlayer):
    """Another player that sometimes makes a random legal action instead."""

    def __init__(self, p: float | None = None, inner: Agent | str | None = None) -> None:
        super().__init__("blunder", p=p, inner=inner)


class MCTSPlayer(AgentPlayer):
    """Information-set tree search: a tree over what its seat sees, a new world in every iteration.

    `ms` limits a decision in milliseconds, with iterations=0 alone. More parameters: those of the agent
    `ismcts` (mu.agent_parameters("ismcts")).
    """

    def __init__(
        self,
        iterations: int | None = None,
        exploration: float | None = None,
        ms: float | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__("ismcts", iterations=iterations, exploration=exploration, ms=ms, **parameters)


class ISDDPlayer(AgentPlayer):
    """Draws worlds that fit, solves each with open hands, takes the card that is best on average."""

    def __init__(
        self, worlds: int | None = None, ms: float | None = None, **parameters: Any
    ) -> None:
        super().__init__("isdd", worlds=worlds, ms=ms, **parameters)


class SimPlayer(AgentPlayer):
    """The same for every decision, but deals are played on by rules of thumb."""

    def __init__(
        self, worlds: int | None = None, ms: float | None = None, **parameters: Any
    ) -> None:
        super().__init__("sim", worlds=worlds, ms=ms, **parameters)


class AlphaMuPlayer(AgentPlayer):
    """As ISDDPlayer, but it does not believe that it will know more later."""

    def __init__(
        self,
        worlds: int | None = None,
        depth: int | None = None,
        ms: float | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__("alphamu", worlds=worlds, depth=depth, ms=ms, **parameters)


class BotPlayer(AgentPlayer):
    """One agent plays the cards, another makes every other decision.

    `belief` says for both which worlds are likely: BotPlayer(belief={"soft": 1}).
    """

    def __init__(
        self,
        play: Agent | str | None = None,
        bid: Agent | str | None = None,
        belief: Mapping[str, Any] | None = None,
    ) -> None:
        both = None
        if belief is not None:
            both = f"({', '.join(f'{key}={_text(value)}' for key, value in belief.items())})"
        super().__init__("bot", play=play, bid=bid, belief=both)


def _file(name: str | os.PathLike[str] | None) -> str | None:
    return None if name is None else f'"{os.fspath(name)}"'


class NetPlayer(AgentPlayer):
    """A net of its game makes every decision: the one that comes with mu, or that of a file (mu.nets)."""

    def __init__(self, file: str | os.PathLike[str] | None = None) -> None:
        super().__init__("net", file=_file(file))


class HybridPlayer(AgentPlayer):
    """A net, and once its hand has at most so many cards to play another agent."""

    def __init__(
        self,
        net: str | os.PathLike[str] | None = None,
        cards: int | None = None,
        play: Agent | str | None = None,
    ) -> None:
        super().__init__("hybrid", net=_file(net), cards=cards, play=play)


class CheatingPlayer(AgentPlayer):
    """Sees all hands: plays cards by the exact solver, bids by trying. An upper bound."""

    def __init__(self, nodes: int | None = None) -> None:
        super().__init__("cheat", nodes=nodes)


class ProgramPlayer(AgentPlayer):
    """An outside program that reads and writes lines of JSON (docs/protocol.md)."""

    def __init__(
        self, command: str, seconds: float | None = None, protocol: int | None = None
    ) -> None:
        super().__init__("program", command=f'"{command}"', seconds=seconds, protocol=protocol)
