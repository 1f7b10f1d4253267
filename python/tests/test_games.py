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


BOUNDED = [
    *SPECS,
    "bridge(scoring=rubber, honours=on, claims=on)",
    "bridge(vul=none)",
    "contree(capot=flat, contracts=all, coinche=out_of_turn)",
    "contree(step=5, rounding=half_up, surcoinche=4)",
    "jass(multipliers=x1234)",
    "euchre(profile=openspiel)",
    "euchre(defend_alone=always)",
    "skat(settlement=seeger, contra=on)",
    "skat(settlement=pay)",
    "snapszer(profile=repo)",
    "ulti(profile=repo)",
    "differenzler(bonus=on)",
]


@pytest.mark.parametrize("spec", BOUNDED)
def test_no_deal_goes_beyond_its_bounds(spec: str) -> None:
    game = mu.load_game(spec)
    low, high = game.min_utility(), game.max_utility()
    assert low < high
    env = mu.make_vec(game, 64, seed=9, layout=None)
    lengths, longest, deals = np.zeros(64, np.int64), 0, 0
    for _ in range(400):
        _, points, over, _, _ = env.step(env.sample())
        assert low <= points.min()
        assert points.max() <= high
        lengths += 1
        longest = max(longest, int(lengths[over].max(initial=0)))
        deals += int(over.sum())
        lengths[over] = 0
    assert deals > 20
    if game.name == "ulti":
        with pytest.raises(ValueError, match="how many actions a deal of ulti can take is not known"):
            game.max_game_length()
    else:
        assert longest <= game.max_game_length()


def test_bounds_are_those_of_the_rules() -> None:
    def bounds(spec: str) -> tuple[float, float, int]:
        game = mu.load_game(spec)
        return game.min_utility(), game.max_utility(), game.max_game_length()

    assert bounds("whist") == (0, 7, 52)
    assert bounds("whist(honours=on)") == (0, 11, 52)
    assert bounds("whist(trump=none, honours=on)") == (0, 7, 52)
    assert bounds("bridge") == (-7600, 7600, 371)
    assert bounds("euchre(profile=openspiel)")[:2] == (-4, 4)
    assert bounds("differenzler") == (-157, 0, 44)
    assert bounds("skat(contra=off)")[:2] == (-540, 264)
    assert bounds("snapszer")[:2] == (-3, 3)
    # The longest auction that there is.
    state = mu.load_game("bridge(vul=both)").new_initial_state(seed=1)
    state.apply_actions([state.string_to_action("pass")] * 3)
    for bid in [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]:
        for call in (bid, "pass", "pass", "X", "pass", "pass", "XX", "pass", "pass"):
            state.apply_action(call)
    state.apply_action("pass")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.history()) == state.game.max_game_length()
    assert state.returns()[0] == -state.returns()[1]


TENSOR = [spec for spec in SPECS if not spec.startswith("ulti")]


@pytest.mark.parametrize("spec", TENSOR)
def test_tensors_tell_information_states_apart(spec: str) -> None:
    """Deals that differ by two cards, played on by the same actions: equal tensors where keys are equal."""
    game = mu.load_game(spec)
    layout = game.information_state_layout()
    assert game.information_state_tensor_shape() == [layout.size]
    random = mu.Random(1)
    seen = [0, 0]
    for deal in range(24):
        one = game.new_initial_state(seed=deal)
        two = with_two_cards_swapped(one, random)
        while two is not None and not one.is_terminal() and not two.is_terminal():
            for seat in range(game.num_players()):
                same = one.information_state_key(seat) == two.information_state_key(seat)
                a, b = one.information_state_tensor(seat), two.information_state_tensor(seat)
                assert a.shape == (layout.size,)
                assert np.array_equal(a, b) == same
                seen[same] += 1
            common = sorted(set(one.legal_actions()) & set(two.legal_actions()))
            if not common or one.current_player() != two.current_player():
                break
            action = random.choice(common)
            one.apply_action(action)
            two.apply_action(action)
    assert min(seen) > 20
    with pytest.raises(ValueError, match="spectator"):
        one.public_view().information_state_tensor()


def with_two_cards_swapped(state: mu.State, random: mu.Random) -> mu.State | None:
    """The same deal but for two cards of the stock, or two of a suit in each other's hands; None if it is none."""
    words = state.deal_text().split()
    hands = [i for i, word in enumerate(words) if word.count(".") == 3]
    if len(words) > hands[-1] + 2 and random.choice([True, False]):
        i, j = (random.choice(range(hands[-1] + 1, len(words))) for _ in "ij")
        words[i], words[j] = words[j], words[i]
        return state.game.deal(" ".join(words))
    suits = {i: words[i].split(".") for i in hands}
    i, j, suit = random.choice(hands), random.choice(hands), random.choice(range(4))
    a, b = suits[i][suit].strip("-"), suits[j][suit].strip("-")
    if i == j or not a or not b:
        return None
    x, y = random.choice(list(a)), random.choice(list(b))
    suits[i][suit], suits[j][suit] = a.replace(x, y), b.replace(y, x)
    for k in (i, j):
        words[k] = ".".join(suits[k])
    try:
        return state.game.deal(" ".join(words))
    except ValueError:  # the card turned up is no longer the dealer's
        return None
