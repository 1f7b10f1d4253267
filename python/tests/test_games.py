"""One API for all games."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import SPECS, random_state
from hypothesis import given, settings
from hypothesis import strategies as st

import mu


def test_a_deal_can_be_played_taken_back_and_played_again(spec: str) -> None:
    game = mu.load_game(spec)
    start = game.new_initial_state(seed=11)
    state = start.clone()
    random = mu.Random(5)
    states = []
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == sorted(actions)
        assert state.legal_actions(state.current_player()) == actions
        others = set(range(game.num_players())) - {state.current_player()}
        assert all(state.legal_actions(k) == [] for k in others)
        mask = state.legal_actions_mask()
        assert mask.shape == (game.num_distinct_actions(),)
        assert np.flatnonzero(mask).tolist() == actions
        assert state.returns() == [0.0] * game.num_players()
        states.append(state.clone())
        action = random.choice(actions)
        assert state.string_to_action(state.action_to_string(action)) == action
        child = state.child(action)
        state.apply_action(action)
        assert state == child
        assert state.history()[-1] == action
    assert state.current_player() == mu.TERMINAL
    assert state.legal_actions() == []
    assert not state.legal_actions_mask().any()
    assert len(state.returns()) == game.num_players() == len(state.rewards())
    assert [a for _, a in state.full_history()] == state.history()
    replayed = start.clone()
    replayed.apply_actions(state.history())
    assert replayed == state
    for before in reversed(states):
        state.undo_action()
        assert state == before
    assert state == start
    with pytest.raises(ValueError, match="nothing to undo"):
        state.undo_action()


def test_states_survive_text_pickles_and_copies(spec: str) -> None:
    for actions in (0, 3, 15, 200):
        state = random_state(spec, 2, actions)
        assert mu.deserialize(state.serialize()) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) == copy.copy(state) == state
        position = mu.deserialize(state.state_text())
        assert position.state_text() == state.state_text()
        if not position.is_terminal():  # set up, then played on
            position.apply_action(position.legal_actions()[0])
            again = pickle.loads(pickle.dumps(position))
            assert again == position
            assert again.history() == position.history()
    game = mu.load_game(spec)
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(mu.load_game(game.spec)) == hash(game)


def test_the_seed_decides_the_deal(spec: str) -> None:
    game = mu.load_game(spec)
    assert game.new_initial_state(seed=1) == game.new_initial_state(seed=1)
    assert game.new_initial_state(seed=1) != game.new_initial_state(seed=2)
    assert game.new_initial_state(seed=1, deal=3) != game.new_initial_state(seed=1)
    mu.seed(9)
    first = game.new_initial_state(), game.new_initial_state()
    mu.seed(9)
    assert (game.new_initial_state(), game.new_initial_state()) == first
    assert first[0] != first[1]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SPECS), st.integers(0, 1000), st.integers(0, 60), st.data())
def test_what_is_not_legal_is_a_value_error_and_changes_nothing(
    spec: str, seed: int, actions: int, data: st.DataObject
) -> None:
    state = random_state(spec, seed, actions)
    before = state.clone()
    bad = data.draw(
        st.one_of(
            st.integers(-(2**40), 2**40).filter(lambda a: a not in before.legal_actions()),
            st.text(max_size=8).filter(lambda t: not _is_legal_text(before, t)),
        )
    )
    with pytest.raises(ValueError):
        state.apply_action(bad)
    if isinstance(bad, int):
        with pytest.raises(ValueError):
            state.child(bad)
        with pytest.raises(ValueError):
            state.apply_actions([*state.legal_actions()[:1], -1])
    assert state == before
    for call in (state.view, state.information_state_string, state.legal_actions):
        with pytest.raises(ValueError, match="no seat"):
            call(data.draw(st.integers(4, 2**40) | st.integers(-(2**40), -1)))


def _is_legal_text(state: mu.State, text: str) -> bool:
    try:
        return state.string_to_action(text) in state.legal_actions()
    except ValueError:
        return False


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SPECS), st.integers(0, 1000), st.integers(0, 60))
def test_a_seat_cannot_tell_worlds_apart(spec: str, seed: int, actions: int) -> None:
    state = random_state(spec, seed, actions)
    for seat in range(state.num_players()):
        world = state.resample_from_infostate(seat, seed=seed)
        seen, imagined = state.view(seat).to_json(), world.view(seat).to_json()
        seen.pop("history"), imagined.pop("history")
        assert seen == imagined
        assert world == state.resample_from_infostate(seat, seed=seed)


def test_information_states_have_text_and_keys(spec: str) -> None:
    state = random_state(spec, 4, 6)
    again = mu.deserialize(state.serialize())
    for seat in range(state.num_players()):
        assert again.information_state_string(seat) == state.information_state_string(seat)
        assert again.information_state_key(seat) == state.information_state_key(seat)
        assert state.view(seat) == again.view(seat)
        assert hash(state.view(seat)) == hash(again.view(seat))
    strings = {state.information_state_string(k) for k in range(state.num_players())}
    assert len(strings) == state.num_players()
    if not state.is_terminal():
        actor = state.current_player()
        key = state.information_state_key(actor)
        state.apply_action(state.legal_actions()[0])
        assert state.information_state_key(actor) != key


def test_views_hold_no_hidden_cards() -> None:
    state = mu.load_game("whist(trump=h)").new_initial_state(seed=8)
    view = state.view(0)
    others = {c for hand in state.to_json()["hands"][1:] for c in hand}
    assert not others & set(view.to_json()["hand"])
    assert "hands" not in view.to_json()
    assert view.legal_actions() == []
    assert state.view().observer == state.current_player() == 1
    assert state.public_view().observer is None


def test_numpy_integers_are_actions() -> None:
    state = mu.load_game("euchre").new_initial_state(seed=1)
    state.apply_action(np.int64(state.legal_actions()[0]))
    state.apply_action(np.argmax(state.legal_actions_mask()))
    assert len(state.history()) == 2


def test_games_and_texts_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="whist"):
        mu.load_game("chess")
    with pytest.raises(ValueError, match="trump"):
        mu.load_game("whist(trumps=h)")
    with pytest.raises(mu.ParseError):
        mu.deserialize("whist/1 | N")
    with pytest.raises(mu.IllegalAction, match="legal:"):
        state = mu.load_game("whist(trump=h)").new_initial_state(seed=1)
        state.apply_action(state.view(2).to_json()["hand"][0])


def test_games_tell_about_themselves(spec: str) -> None:
    game = mu.load_game(spec)
    assert mu.load_game(str(game)) == game == eval(repr(game), vars(mu))
    assert game.to_json()["name"] == game.name
    assert set(game.get_parameters()) == set(game.options)
    assert all(game.option(key) == value for key, value in game.options.items())
    assert game.deck in mu.deck_names()
    texts = [game.action_to_string(a) for a in range(game.num_cards)]
    assert len(set(texts)) == game.num_cards
    assert [mu.parse_card(t, game.deck) for t in texts] == list(range(game.num_cards))
    state = game.new_initial_state(seed=1)
    assert game.deal(state.deal_text()) == state == eval(repr(state), vars(mu))


def test_perft_counts_lines_of_play() -> None:
    state = mu.load_game("whist(trump=s)").deal(
        "N s AT62.K95.Q84.J73 J73.AT62.K95.Q84 Q84.J73.AT62.K95 K95.Q84.J73.AT62"
    )
    first = state.perft(4)
    assert first[0] == 13
    assert first[1] == sum(state.child(a).perft(1)[0] for a in state.legal_actions())
