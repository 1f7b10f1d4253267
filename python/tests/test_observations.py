"""What a seat knows as arrays: layouts, orders of suits, nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import SPECS, random_state
from hypothesis import given, settings
from hypothesis import strategies as st

import mu

LAYOUTS = [(spec, layout.name) for spec in SPECS for layout in mu.load_game(spec).observation_layouts()]


def test_layouts_are_made_of_their_slices(spec: str) -> None:
    game = mu.load_game(spec)
    assert [layout.name for layout in game.observation_layouts()][:2] == ["canonical", "cards"]
    assert game.observation_tensor_shape() == [game.observation_layout().size]
    for layout in game.observation_layouts():
        ends = [0]
        for part in layout.slices.values():
            assert part.start == ends[-1]
            ends.append(part.stop)
        assert ends[-1] == layout.size
        x = random_state(spec, 2, 9).view(0).observation_tensor(layout.name)
        assert x.shape == (layout.size,)
        assert x.dtype == layout.dtype
    with pytest.raises(ValueError, match="canonical, cards"):
        game.observation_layout("nothing")


def test_layouts_that_others_have_trained_with() -> None:
    """Their slices begin and end where they are known to."""
    play = mu.load_game("contree").observation_layout("play411").slices
    assert [(s.start, s.stop) for s in play.values()] == [
        (0, 32), (32, 160), (160, 256), (256, 259), (259, 271), (271, 275), (275, 347), (347, 379), (379, 411),
    ]  # fmt: skip
    bid = mu.load_game("contree").observation_layout("bid108").slices
    assert [(s.start, s.stop) for s in bid.values()] == [(0, 32), (32, 104), (104, 108)]
    ulti = mu.load_game("ulti").observation_layout("state259").slices
    sizes = [s.stop - s.start for s in ulti.values()]
    assert sizes == [32, 96, 64, 4, 6, 8, 4, 1, 8, 20, 10, 6]
    whist = mu.load_game("whist(trump=h)").new_initial_state(seed=1)
    assert mu.Beliefs(whist.view()).features().shape == (156,)


@given(case=st.sampled_from(LAYOUTS), seed=st.integers(0, 10**6), actions=st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_hidden_cards_do_not_show(case: tuple[str, str], seed: int, actions: int) -> None:
    """Another deal that the seat cannot tell from this one, reached by the same actions, looks the same."""
    spec, layout = case
    state = random_state(spec, seed, actions)
    for seat in range(state.num_players()):
        view = state.view(seat)
        if state.is_terminal() or not view.to_act:
            continue
        world = state.resample_from_infostate(seat, seed=seed)
        here = view.observation_tensor(layout)
        # A world has no history, so what it remembers is compared where nothing has happened yet.
        if not state.history():
            assert np.array_equal(here, world.view(seat).observation_tensor(layout))
        assert world.view(seat).observation_tensor("cards").tolist() == view.observation_tensor("cards").tolist()


def test_canonical_suits_and_their_actions(spec: str) -> None:
    """In the order that a layout has chosen it shows what it shows; the maps are permutations."""
    game = mu.load_game(spec)
    maps = game.action_maps()
    assert maps.shape == (24, game.num_distinct_actions())
    assert np.array_equal(maps[0], np.arange(maps.shape[1]))
    assert all(np.array_equal(np.sort(m), maps[0]) for m in maps)
    assert len({m.tobytes() for m in maps}) == 24
    hand = game.observation_layout().slices["hand"]
    for actions in range(0, 30, 3):
        state = random_state(spec, 8, actions)
        if state.is_terminal():
            break
        view = state.view()
        order = view.suit_order()
        x = view.observation_tensor()
        assert np.array_equal(x, view.observation_tensor(suit_order=order))
        held = view.observation_tensor("cards")[: game.num_cards]
        for k in (order, 5, 17):
            shown = view.observation_tensor(suit_order=k)[hand]
            assert np.array_equal(np.flatnonzero(shown), np.sort(maps[k][np.flatnonzero(held)]))
    with pytest.raises(ValueError, match="0 to 23"):
        view.observation_tensor(suit_order=24)


def renamed(game: mu.Game, hands: list[list[int]], order: np.ndarray) -> str:
    return " ".join(mu.hand_str(sum(1 << int(order[c]) for c in h), game.deck) for h in hands)


@pytest.mark.parametrize("number", [1, 7, 23])
def test_deals_that_differ_by_the_names_of_suits_look_equal(number: int) -> None:
    """Whist without trumps and contrée in its auction: the same deal under other names of suits."""
    for spec, head in (("whist(trump=none)", "N n "), ("contree", "N ")):
        game = mu.load_game(spec)
        maps = game.action_maps()
        state = game.new_initial_state(seed=number)
        hands = [[mu.parse_card(c, game.deck) for c in h] for h in state.to_json()["hands"]]
        other = game.deal(head + renamed(game, hands, maps[number]))
        random = mu.Random(number)
        while not state.is_terminal():
            view, twin = state.view(), other.view()
            assert np.array_equal(view.observation_tensor(), twin.observation_tensor())
            one, two = maps[view.suit_order()], maps[twin.suit_order()]
            action = random.choice(view.legal_actions())
            assert one[action] == two[maps[number][action]]
            state.apply_action(action)
            other.apply_action(int(maps[number][action]))


def test_the_play_of_contree_in_411_numbers() -> None:
    state = mu.load_game("contree").new_initial_state(seed=4)
    for text in ("80h", "pass", "100h", "coinche", "pass", "pass", "pass"):
        state.apply_action(text)
    while len(state.to_json()["played"]) < 13:
        state.apply_action(state.view().rule_choice())
    view = state.view()
    parts = state.game.observation_layout("play411").slices
    x = view.observation_tensor("play411", suit_order=0)  # suits as the deck has them
    data = view.to_json()
    deck = state.game.deck
    names = [mu.card_str(c, deck) for c in range(32)]

    def cards(flags: np.ndarray) -> list[str]:
        return [names[c] for c in np.flatnonzero(flags)]

    assert cards(x[parts["hand"]]) == data["hand"]
    me = view.observer
    assert me is not None
    trick = x[parts["trick"]].reshape(4, 32)
    assert [cards(t) for t in trick] == [
        [] if data["trick"]["cards"][(me + k) % 4] is None else [data["trick"]["cards"][(me + k) % 4]]
        for k in range(4)
    ]
    plays = [(seat, mu.card_str(a, deck)) for seat, a in state.full_history() if a < 32]
    others = x[parts["played"]].reshape(3, 32)
    for k in range(3):
        assert set(cards(others[k])) == {c for seat, c in plays if seat == (me + 1 + k) % 4}
    place = x[parts["card_place"]] * 32
    assert [names[int(np.flatnonzero(place == n + 1)[0])] for n in range(13)] == [c for _, c in plays]
    assert set((x[parts["card_trick"]] * 8).tolist()) == {0.0, 1.0, 2.0, 3.0, 4.0}
    ours = me % 2 == state.full_history()[0][0] % 2
    assert x[parts["contract"]].tolist() == [1.0, float(ours), 0.5]
    calls = x[parts["calls"]].reshape(12, 6)
    made = np.array([[0.8, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1 / 3], [1, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 2 / 3]])
    assert np.allclose(calls[:4], made)
    assert not calls[7:].any()
    # Trumps come first in the layout's own order.
    own = view.observation_tensor("play411")
    assert own[parts["calls"]].reshape(12, 6)[0].tolist()[1:5] == [1, 0, 0, 0]
    assert own.sum() == pytest.approx(x.sum())


def test_the_auction_of_contree_in_108_numbers() -> None:
    state = mu.load_game("contree").new_initial_state(seed=4)
    first = state.current_player()
    state.apply_action("capot-s")
    x = state.view().observation_tensor("bid108")
    assert x[:32].sum() == 8
    assert x[32:38].tolist() == [2.5, 1, 0, 0, 0, 0]
    assert not x[38:104].any()
    assert x[104:].tolist() == [0, 1, 0, 0]  # the second to speak
    assert state.view(first).observation_tensor("bid108")[104:].tolist() == [1, 0, 0, 0]


def test_ulti_in_259_numbers() -> None:
    game = mu.load_game("ulti")
    parts = game.observation_layout("state259").slices
    for seed in range(12):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            if len(state.to_json()["played"]) == 16:
                break
            state.apply_action(state.view().rule_choice())
        else:
            continue
        view = state.view()
        x = view.observation_tensor("state259")
        data = view.to_json()
        held = [mu.card_str(int(c), game.deck) for c in np.flatnonzero(x[parts["hand"]])]
        assert held == data["hand"]
        assert x[parts["taken"]].sum() == 15
        assert x[parts["trick"]].sum() == 1
        tricks = x[parts["tricks"]].reshape(10, 2)
        assert (tricks[:6, 0] > 0).all()
        assert (tricks[:5, 1] > 0).all()
        assert not tricks[6:].any()
        assert np.array_equal(tricks[1:6, 0], tricks[:5, 1])  # who takes a trick leads the next
        assert x[parts["auction"]][1:4].sum() == x[parts["auction"]][4:7].sum() == 1
        assert x[parts["numbers"]][2] == pytest.approx(0.5)
        return
    raise AssertionError("no deal was played")


def test_belief_features(spec: str) -> None:
    """The chances of the other hands, from the observer's left on, one row after the other."""
    state = random_state(spec, 3, 14)
    if state.is_terminal():
        return
    view = state.view()
    beliefs = mu.Beliefs(view)
    seats = state.num_players()
    rows = beliefs.features().reshape(seats - 1, -1)
    assert view.observer is not None
    for k in range(1, seats):
        assert np.allclose(rows[k - 1], beliefs.chances()[(view.observer + k) % seats])
