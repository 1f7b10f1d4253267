"""Hands, tables and beliefs as pictures in notebooks: small HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from ._mu_core import (
    Beliefs,
    ContractTable,
    Seat,
    Solution,
    State,
    Suit,
    View,
    card_str,
    hand_str,
    mask_to_cards,
    parse_card,
    parse_cards,
    parse_hand,
    rank_of,
    suit_of,
    suit_symbol,
)

# Colours that show on light and on dark pages, by suit; any other for a joker.
_COLOURS = {"♠": "#4a6fa5", "♥": "#d0342c", "♦": "#d9822b", "♣": "#2e8b57", "🔔": "#d9822b", "🍃": "#2e8b57", "🌰": "#8b6b4a"}
_BOX = "border:1px solid #8884;border-radius:6px;padding:.4em .7em;line-height:1.5"
_PAGE = "font-family:system-ui,sans-serif;font-size:14px"
_DIM = "opacity:.6;font-size:85%"


def colour_of(suit: int, deck: str) -> str:
    """In which colour a suit is drawn."""
    return _COLOURS.get(suit_symbol(suit, deck), "#888888")


def rank_text(card: int, deck: str) -> str:
    """The rank as players write it. Some decks write the suit first: two cards of a suit begin alike."""
    text = card_str(card, deck)
    if suit_of(card, deck) == Suit.NONE:
        return text
    letter = text[-1] if card_str(0, deck)[0] == card_str(1, deck)[0] else text[0]
    return "10" if letter == "T" else letter


def card_html(card: int, deck: str = "52") -> str:
    """One card in the colour of its suit."""
    suit = suit_of(card, deck)
    symbol = "" if suit == Suit.NONE else suit_symbol(suit, deck)
    return (
        f'<span style="white-space:nowrap"><span style="color:{colour_of(suit, deck)}">{symbol}</span>'
        f"{rank_text(card, deck)}</span>"
    )


def hand_html(cards: Iterable[int], deck: str = "52") -> str:
    """A hand, a line for each suit."""
    held = sorted(cards)
    lines = []
    for suit in range(4):
        ranks = [rank_text(c, deck) for c in reversed(held) if suit_of(c, deck) == suit]
        lines.append(
            f'<span style="color:{colour_of(suit, deck)}">{suit_symbol(suit, deck)}</span> {" ".join(ranks) or "–"}'
        )
    lines += [card_html(c, deck) for c in held if suit_of(c, deck) == Suit.NONE]
    return "<br>".join(lines)


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A plain table; cells are text."""
    cell = "padding:.15em .6em;text-align:right"
    top = "".join(f'<th style="{cell}">{escape(h)}</th>' for h in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="{cell}">{escape(c)}</td>' for c in row) + "</tr>" for row in rows
    )
    return (
        f'<div style="{_PAGE}"><div><b>{escape(title)}</b></div>'
        f'<table style="border-collapse:collapse"><tr>{top}</tr>{body}</table></div>'
    )


class Hand(int):
    """A set of cards that shows itself: an int with the deck it is of.

    >>> Hand("AT62.K95.Q84.J73")
    Hand('AT62.K95.Q84.J73')
    >>> len(Hand("As Kh"))
    2
    """

    deck: str

    def __new__(cls, cards: int | str | Iterable[int], deck: str = "52") -> Hand:
        if isinstance(cards, str):
            mask = parse_hand(cards, deck) if "." in cards else parse_cards(cards, deck)
        elif isinstance(cards, int):
            mask = int(cards)
        else:
            mask = sum({1 << int(c) for c in cards})
        hand_str(mask, deck)  # all of them are in the deck
        out = super().__new__(cls, mask)
        out.deck = deck
        return out

    def cards(self) -> list[int]:
        """The cards in it, ascending."""
        return mask_to_cards(int(self))

    def __len__(self) -> int:
        return self.bit_count()

    def __str__(self) -> str:
        return hand_str(int(self), self.deck)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r}{'' if self.deck == '52' else f', {self.deck!r}'})"

    def __reduce__(self) -> Any:
        return Hand, (int(self), self.deck)

    def _repr_html_(self) -> str:
        return f'<div style="{_PAGE}"><div style="display:inline-block;{_BOX}">{hand_html(self.cards(), self.deck)}</div></div>'


def _seat_names(seats: int) -> list[str]:
    return [s.name.capitalize() for s in Seat] if seats == 4 else [f"Seat {k}" for k in range(seats)]


def _facts(data: dict[str, Any]) -> str:
    """What the game says besides cards, in one line."""
    skip = {"game", "hands", "hand", "legal", "legal_ids", "played", "history", "trick", "cards_left",
            "over", "seat", "to_act", "open_hands", "turn", "weis_held"}  # fmt: skip

    def told(value: Any) -> bool:
        """There is something to say: no empty lists, nothing that is not so."""
        if isinstance(value, dict):
            return any(told(v) and v != 0 for v in value.values())
        if isinstance(value, list):
            return any(map(told, value))
        return value is not None and value is not False and value != ""

    def text(value: Any) -> str:
        if isinstance(value, dict):
            return " ".join(f"{k} {text(v)}".rstrip() for k, v in value.items() if told(v))
        if isinstance(value, list):
            return " ".join(text(v) if told(v) else "–" for v in value)
        return "" if value is True else str(value)

    shown = [
        f"{key.replace('_', ' ')} {text(value)}".rstrip()
        for key, value in data.items()
        if key not in skip and told(value)
    ]
    return escape(" · ".join(shown))


def _seats_html(data: dict[str, Any], hands: list[str], deck: str, title: str) -> str:
    seats = len(hands)
    names = _seat_names(seats)
    letters = "NESW" if seats == 4 else "0123"
    actor = data.get("to_act")
    boxes = []
    for k in range(seats):
        here = letters[k] == actor
        mark = " ◀" if here else ""
        edge = "border-color:#d9822b;" if here else ""
        boxes.append(f'<div style="{_BOX};{edge}"><b>{names[k]}</b>{mark}<br>{hands[k]}</div>')
    trick = data.get("trick") or {}
    middle = ""
    for k, card in enumerate(trick.get("cards") or []):
        if card is not None:
            best = "font-weight:bold" if trick.get("winner") == letters[k] else ""
            middle += f'<div style="{best}">{names[k]} {card_html(parse_card(card, deck), deck)}</div>'
    centre = f'<div style="align-self:center;text-align:center">{middle}</div>'
    if seats == 4:
        empty = "<div></div>"
        cells = [empty, boxes[0], empty, boxes[3], centre, boxes[1], empty, boxes[2], empty]
        grid = "grid-template-columns:repeat(3,max-content)"
    else:
        cells = [*boxes, centre]
        grid = f"grid-template-columns:repeat({seats + 1},max-content)"
    return (
        f'<div style="{_PAGE}"><div><b>{escape(title)}</b></div>'
        f'<div style="display:grid;{grid};gap:.4em;margin:.4em 0">{"".join(cells)}</div>'
        f'<div style="{_DIM}">{_facts(data)}</div></div>'
    )


def _cards(texts: Iterable[str], deck: str) -> list[int]:
    return [parse_card(text, deck) for text in texts]


def _state_html(state: State) -> str:
    deck = state.game.deck
    data = state.to_json()
    hands = [hand_html(_cards(hand, deck), deck) for hand in data["hands"]]
    title = state.game.spec
    if state.is_terminal():
        title += ": " + (state.result_string() or f"points {state.returns()}")
    return _seats_html(data, hands, deck, title)


def _view_html(view: View) -> str:
    deck = view.game.deck
    data = view.to_json()
    shown: dict[Any, Any] = dict(data.get("open_hands") or {})
    letters = "NESW" if view.game.num_players() == 4 else "0123"
    if view.observer is not None:
        shown[letters[view.observer]] = data["hand"]
    hands = [
        hand_html(_cards(shown[letters[k]], deck), deck) if letters[k] in shown else f"{left} cards"
        for k, left in enumerate(data["cards_left"])
    ]
    return _seats_html(data, hands, deck, f"{view.game.spec}, seen by {letters[view.observer] if view.observer is not None else 'a spectator'}")


def _beliefs_html(beliefs: Beliefs) -> str:
    game = beliefs.view.game
    deck = game.deck
    chances = beliefs.chances()
    shown = [row for row in range(len(chances)) if chances[row].any()]
    out = []
    for suit in range(5):
        cards = [c for c in range(game.num_cards) if suit_of(c, deck) == suit and chances[:, c].any()]
        if not cards:
            continue
        cards.sort(key=lambda c: -rank_of(c, deck))
        head = "".join(f'<th style="padding:.1em .3em">{card_html(c, deck)}</th>' for c in cards)
        rows = ""
        for row in shown:
            cells = "".join(
                f'<td style="padding:.1em .3em;text-align:center;background:rgba(74,111,165,{chances[row, c]:.2f})">'
                f"{'' if chances[row, c] == 0 else f'{100 * chances[row, c]:.0f}'}</td>"
                for c in cards
            )
            rows += f'<tr><th style="text-align:left">{escape(beliefs.places[row])}</th>{cells}</tr>'
        out.append(f'<table style="border-collapse:collapse;margin:.2em 0"><tr><th></th>{head}</tr>{rows}</table>')
    count = f"{'' if beliefs.is_exact else 'at most '}{beliefs.count:,} worlds"
    return (
        f'<div style="{_PAGE}"><div><b>{escape(game.spec)}</b>, what seat {beliefs.view.observer} may believe: '
        f'{count}; chances in %</div>{"".join(out)}</div>'
    )


def _contracts_html(contracts: ContractTable) -> str:
    columns = list(dict.fromkeys(e.contract for e in contracts.entries))
    rows = list(dict.fromkeys(e.who for e in contracts.entries))
    values = {(e.who, e.contract): str(e.value) for e in contracts.entries}
    title = f"{contracts.unit} of {contracts.side}"
    if contracts.summary:
        title += f"; {contracts.summary}"
    body = [[who, *(values.get((who, c), "") for c in columns)] for who in rows]
    return table(title, [contracts.who_is, *columns], body)


def _solution_html(solution: Solution) -> str:
    return f'<div style="{_PAGE}"><b>{solution.value}</b> {escape(solution.unit)} for {escape(solution.side)}</div>'


def install() -> None:
    """Gives the classes of the extension their pictures, and enumerators their names."""
    for cls, html in (
        (State, _state_html),
        (View, _view_html),
        (Beliefs, _beliefs_html),
        (ContractTable, _contracts_html),
        (Solution, _solution_html),
    ):
        setattr(cls, "_repr_html_", html)
    # f"{seat}" says "East", not "1".
    for enum in (Seat, Suit):
        setattr(enum, "__str__", lambda self: str(self.name).capitalize())
        setattr(enum, "__format__", lambda self, spec: format(str(self) if not spec else int(self), spec))
