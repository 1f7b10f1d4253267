"""Cards, seats, random numbers."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mu


def test_the_deck_of_52() -> None:
    assert mu.card_str(12) == "As"
    assert mu.suit_of(12) == mu.SPADES
    assert mu.rank_of(12) == 12
    assert mu.suit_of(13) == mu.HEARTS
    assert mu.rank_of(13) == 0
    assert [mu.parse_card(mu.card_str(c)) for c in range(52)] == list(range(52))
    with pytest.raises(ValueError, match="no card 52"):
        mu.card_str(52)
    with pytest.raises(ValueError, match="no deck"):
        mu.card_str(0, "53")


@given(st.sets(st.integers(0, 51)))
def test_sets_of_cards(cards: set[int]) -> None:
    mask = mu.cards_to_mask(sorted(cards))
    assert mask == sum(1 << c for c in cards)
    assert mu.mask_to_cards(mask) == sorted(cards)
    assert mu.popcount(mask) == len(cards)
    assert mu.parse_cards(mu.mask_str(mask)) == mask
    assert mu.parse_hand(mu.hand_str(mask)) == mask
    hand = mu.Hand(mask)
    assert hand == mask
    assert hand.cards() == sorted(cards)
    assert pickle.loads(pickle.dumps(hand)).deck == "52"


def test_seats_of_a_table() -> None:
    assert [mu.next_seat(s) for s in mu.Seat] == [mu.EAST, mu.SOUTH, mu.WEST, mu.NORTH]
    assert mu.partner_of(mu.EAST) == mu.WEST
    assert [mu.partnership_of(s) for s in mu.Seat] == [0, 1, 0, 1]
    for observer in mu.Seat:
        for opponent in range(3):
            seat = mu.opp_to_seat(observer, opponent)
            assert seat != observer
            assert mu.seat_to_opp(observer, seat) == opponent
    assert mu.seat_to_opp(mu.WEST, mu.NORTH) == 0
    with pytest.raises(ValueError):
        mu.seat_to_opp(mu.WEST, mu.WEST)
    with pytest.raises(ValueError):
        mu.next_seat(4)
    assert f"{mu.NORTH} {mu.SPADES}" == "North Spades"
    assert isinstance(mu.next_seat(0), mu.Seat)


def test_random_numbers_can_be_split_and_pickled() -> None:
    a, b = mu.Random(1), mu.Random(1)
    assert a == b
    assert [a.next() for _ in range(3)] == [b.next() for _ in range(3)]
    again = pickle.loads(pickle.dumps(a))
    assert again.next() == a.next()
    before = pickle.dumps(b)
    assert b.split(0).next() != b.split(1).next()
    assert pickle.dumps(b) == before
    assert {mu.Random(3).split(i).below(6) for i in range(100)} == set(range(6))
    with pytest.raises(ValueError):
        a.below(0)
    with pytest.raises(ValueError):
        a.choice([])
