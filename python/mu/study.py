"""What somebody who values calls, such as a net, makes of hands: calls and hands as a table, and what cards are worth.

>>> import mu
>>> study = mu.study_calls("jass", hands=300, seed=1)
>>> study.calls
('S', 'H', 'D', 'C', 'O', 'U', 'push')
>>> study.often()[0]
'push'
>>> study.worth("S").ranked()[0][0]  # the jack of trumps, of course
'Js'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from . import _html
from ._mu_core import Game, Net, View, card_str, load_game, rank_of, suit_of, suit_symbol

__all__ = ["CallRow", "CallStudy", "CardWorth", "Valuer", "study_calls"]

Floats = npt.NDArray[np.float64]


class Valuer(Protocol):
    """Whoever says what actions are worth: a Net, or an object of your own."""

    def values(self, view: View, /) -> Mapping[int, float]:
        """Points by legal action."""
        ...


@dataclass(frozen=True)
class CallRow:
    """A call, and the hands on which it is worth most."""

    call: str
    hands: int
    share: float
    """Of all hands."""
    value: float
    """Mean in points, on these hands; NaN if there are none. So are all that follow."""
    gain: float
    """Beyond the best of the other calls."""
    suits: dict[str, float]
    """How many cards of each suit they have."""
    ranks: dict[str, float]
    """How many cards of each rank, the highest of the deck first."""


@dataclass(frozen=True)
class CardWorth:
    """What each card in the hand adds to a call, as a linear fit has it."""

    call: str
    over: str
    """The call that it is compared with."""
    points: Floats
    """Of each card, against an average one."""
    base: float
    """The difference on an average hand."""
    explained: float
    """The part of the variance that the fit explains."""
    deck: str

    def ranked(self) -> list[tuple[str, float]]:
        """Cards with what they add, those that matter most first."""
        order = np.argsort(-np.abs(self.points), kind="stable")
        return [(card_str(int(c), self.deck), float(self.points[c])) for c in order]

    def __str__(self) -> str:
        cards = ", ".join(f"{card} {points:+.2f}" for card, points in self.ranked()[:8])
        return (
            f"{self.call} over {self.over}: {self.base:+.2f} on an average hand; {cards}"
            f" (a sum over cards explains {self.explained:.0%})"
        )


@dataclass(frozen=True)
class CallStudy:
    """What the first to speak may call, on many hands, and what that is worth."""

    game: Game
    actions: tuple[int, ...]
    calls: tuple[str, ...]
    held: npt.NDArray[np.bool_] = field(repr=False)
    """hands x cards."""
    values: Floats = field(repr=False)
    """hands x calls, in points; NaN where a call is not legal."""

    def best(self) -> npt.NDArray[np.intp]:
        """The call that is worth most on each hand, by its place in `calls`."""
        out: npt.NDArray[np.intp] = np.nanargmax(self.values, axis=1)
        return out

    def often(self) -> list[str]:
        """Calls that are best on some hand, the most frequent first."""
        counts = np.bincount(self.best(), minlength=len(self.calls))
        return [self.calls[k] for k in np.argsort(-counts, kind="stable") if counts[k]]

    def _place(self, call: str) -> int:
        if call not in self.calls:
            raise ValueError(f"no first call {call!r} in {self.game.spec}: there are {', '.join(self.calls)}")
        return self.calls.index(call)

    def table(self) -> list[CallRow]:
        """A row for each call, in the order of `calls`: how often it is best, and on what hands."""
        deck = self.game.deck
        of_suit: dict[str, list[int]] = {}
        of_rank: dict[str, list[int]] = {}
        for card in range(self.held.shape[1]):
            suit = suit_of(card, deck)
            if suit > 3:  # a joker
                of_rank.setdefault(card_str(card, deck), []).append(card)
                continue
            of_suit.setdefault(suit_symbol(suit, deck), []).append(card)
            of_rank.setdefault(_html.rank_text(card, deck), []).append(card)
        ranks = sorted(of_rank, key=lambda name: -max(rank_of(c, deck) for c in of_rank[name]))
        best = self.best()
        rows = []
        for k, call in enumerate(self.calls):
            hands = best == k
            held, values = self.held[hands], self.values[hands]
            some = len(held) > 0
            gain = values[:, k] - np.delete(np.where(np.isnan(values), -np.inf, values), k, 1).max(1, initial=-np.inf)
            gain = gain[np.isfinite(gain)]  # where there was another call
            rows.append(
                CallRow(
                    call, len(held), float(hands.mean()),
                    float(values[:, k].mean()) if some else np.nan,
                    float(gain.mean()) if len(gain) else np.nan,
                    {s: float(held[:, c].sum(1).mean()) if some else np.nan for s, c in of_suit.items()},
                    {r: float(held[:, of_rank[r]].sum(1).mean()) if some else np.nan for r in ranks},
                )
            )  # fmt: skip
        return rows

    def worth(self, call: str, over: str | None = None) -> CardWorth:
        """What each card adds to a call, compared with another one: by default the one that is best most often.

        A linear fit over all hands where both are legal. Hands have as many cards each, so only differences
        between cards are known: their mean is 0.
        """
        k = self._place(call)
        if over is None:
            rivals = [c for c in self.often() if c != call] or [c for c in self.calls if c != call]
            if not rivals:
                raise ValueError(f"{call} is the only first call in {self.game.spec}")
            over = rivals[0]
        other = self._place(over)
        difference = self.values[:, k] - self.values[:, other]
        known = ~np.isnan(difference)
        if not known.any():
            raise ValueError(f"{call} and {over} were never legal on the same hand")
        y, x = difference[known], self.held[known].astype(np.float64)
        centred = x - x.mean(0)
        points = np.linalg.lstsq(centred, y - y.mean(), rcond=None)[0]
        rest = y - y.mean() - centred @ points
        spread = float(y.var())
        explained = 1 - float(rest.var()) / spread if spread > 0 else 1.0
        return CardWorth(call, over, points - points.mean(), float(y.mean()), explained, self.game.deck)

    def _head(self, row: CallRow) -> list[str]:
        return ["call", "best on", "points", "gain", *row.suits, *row.ranks]

    def _cells(self, row: CallRow) -> list[str]:
        numbers = [*row.suits.values(), *row.ranks.values()]
        return [row.call, f"{row.share:.1%}", f"{row.value:.1f}", f"{row.gain:.1f}", *(f"{x:.1f}" for x in numbers)]

    def _rows(self) -> list[CallRow]:
        return sorted((r for r in self.table() if r.hands), key=lambda r: -r.hands)

    def __str__(self) -> str:
        rows = self._rows()
        lines = [self._head(rows[0]), *map(self._cells, rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))])
            for line in lines
        )

    def _repr_html_(self) -> str:
        rows = self._rows()
        title = f"{self.game.spec}: first calls on {len(self.held)} hands"
        return _html.table(title, self._head(rows[0]), map(self._cells, rows))


def study_calls(
    game: Game | str, hands: int = 2000, by: Valuer | None = None, *, seed: int = 1, first: int = 0
) -> CallStudy:
    """Asks what every first call is worth, on the hands of so many deals: the net that comes with mu, or somebody else.

    ValueError where a deal does not begin with calls. Cards that the first to speak may play or lay away do not
    count as calls.
    """
    played = load_game(game) if isinstance(game, str) else game
    if hands < 1:
        raise ValueError(f"hands must be at least 1, not {hands}")
    of: Valuer = Net(played) if by is None else by
    own = played.observation_layout("cards").slices["hand"]
    held = np.zeros((hands, played.num_cards), np.bool_)
    answers: list[dict[int, float]] = []
    names: dict[int, str] = {}
    for i in range(hands):
        view = played.new_initial_state(seed, deal=first + i).view()
        held[i] = view.observation_tensor("cards")[own]
        answers.append({a: v for a, v in of.values(view).items() if a >= played.num_cards})
        for action in answers[-1].keys() - names.keys():
            names[action] = view.action_to_string(action)
        if not answers[-1]:
            raise ValueError(f"{played.spec}: deal {first + i} of seed {seed} does not begin with a call")
    actions = sorted(names)
    values = np.array([[answer.get(a, np.nan) for a in actions] for answer in answers])
    return CallStudy(played, tuple(actions), tuple(names[a] for a in actions), held, values)
