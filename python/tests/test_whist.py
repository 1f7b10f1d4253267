"""Whist by its own types, and games between players."""

from __future__ import annotations

import copy
import io
import pickle

import numpy as np
import pytest

import mu
from mu.agents import BlunderPlayer, RandomPlayer, RulePlayer
from mu.game import GameRunner, Tournament


def play_random(state: mu.WhistState, random: mu.Random) -> int:
    card = random.choice(mu.mask_to_cards(mu.legal_moves(state)))
    mu.play_card(state, state.current_player, card)
    return card


def test_a_deal_of_whist() -> None:
    mu.seed(42)
    game = mu.whist_new_game(trump=mu.SPADES, dealer=mu.NORTH)
    mu.seed(42)
    assert mu.whist_new_game(trump=mu.SPADES, dealer=mu.NORTH) == game
    assert game.current_player == mu.EAST
    assert game.trump == mu.SPADES
    assert game.dealer == mu.NORTH
    assert game.tricks_remaining == 13
    assert sum(game.hands) == 2**52 - 1
    assert mu.legal_moves(game) == game.hands[mu.EAST]
    random = mu.Random(1)
    seen = 0
    while not game.is_over():
        seen |= 1 << play_random(game, random)
        assert game.played == seen
        assert game.trick.mask & seen == game.trick.mask
    assert sum(game.tricks_won) == 13
    assert mu.legal_moves(game) == 0
    assert copy.deepcopy(game) == pickle.loads(pickle.dumps(game)) == game


def test_cards_that_may_not_be_played() -> None:
    game = mu.whist_new_game(trump=mu.HEARTS, dealer=mu.SOUTH, seed=3)
    before = game.clone()
    for seat, card, why in [
        (mu.NORTH, mu.mask_to_cards(game.hands[0])[0], "not to play"),
        (mu.WEST, mu.mask_to_cards(game.hands[0])[0], "cannot play"),
        (mu.WEST, 52, "no card 52"),
        (7, 0, "no seat 7"),
    ]:
        with pytest.raises(ValueError, match=why):
            mu.play_card(game, seat, card)
    assert game == before


def test_beliefs_follow_the_play() -> None:
    game = mu.whist_new_game(trump=mu.HEARTS, dealer=mu.SOUTH, seed=5)
    observer = game.current_player
    for soft in (False, True):
        state = game.clone()
        belief = mu.WhistBelief(soft=soft)
        with pytest.raises(ValueError, match="init"):
            belief.update(state)
        belief.init(state, observer)
        assert belief.observer == observer
        assert belief.prob.shape == (3, 52)
        random = mu.Random(2)
        while not state.is_over():
            hidden = [mu.opp_to_seat(observer, i) for i in range(3)]
            unseen = sum(state.hands[s] for s in hidden)
            held = [c in mu.mask_to_cards(unseen) for c in range(52)]
            assert np.allclose(belief.prob.sum(axis=0), held)
            assert np.allclose(belief.prob.sum(axis=1), [mu.popcount(state.hands[s]) for s in hidden])
            world = mu.whist_determinize(state, belief)
            for i, seat in enumerate(hidden):
                assert state.hands[seat] & ~belief.possible[i] == 0
                assert world.hands[seat] & ~belief.possible[i] == 0
                assert mu.popcount(world.hands[seat]) == mu.popcount(state.hands[seat])
            assert world.hands[observer] == state.hands[observer]
            assert sum(world.hands) == sum(state.hands)
            play_random(state, random)
            with pytest.raises(ValueError, match="update"):
                mu.whist_determinize(state, belief)
            belief.update(state)


def test_rollouts_end_the_deal() -> None:
    game = mu.whist_new_game(trump=mu.CLUBS, seed=1)
    results = {mu.whist_rollout(game, seed=s)[0] for s in range(50)}
    assert len(results) > 1
    assert all(sum(mu.whist_rollout(game)) == 13 for _ in range(50))
    assert mu.whist_rollout(game, seed=4) == mu.whist_rollout(game, seed=4)


def test_a_runner_plays_a_game() -> None:
    players = {
        mu.NORTH: RulePlayer(),
        mu.EAST: RandomPlayer(),
        mu.SOUTH: BlunderPlayer(0.1),
        mu.WEST: RandomPlayer(),
    }
    out = io.StringIO()
    runner = GameRunner(verbose=True, file=out)
    result = runner.play_game(players, trump=mu.SPADES, dealer=mu.NORTH, seed=42)
    assert result.ns_tricks + result.ew_tricks == 13
    assert result.trump == mu.SPADES
    assert result.state.full_history()[0][0] == mu.EAST
    assert runner.play_game(players, mu.SPADES, mu.NORTH, 42).state == result.state
    assert result.state.action_to_string(result.state.history()[-1]) in out.getvalue()
    for trump in mu.Suit:
        played = runner.play_game(players, trump=trump, seed=3)
        assert played.state.game.option("trump") == ("s", "h", "d", "c", "none")[trump]
    with pytest.raises(ValueError, match="player for each"):
        runner.play_game({mu.NORTH: RulePlayer()})
    with pytest.raises(ValueError, match="whist alone"):
        GameRunner("euchre").play_game(["rule"] * 4, trump=mu.SPADES)
    assert GameRunner("ulti").play_game(["rule"] * 3, seed=1).state.is_terminal()
    for dealer in mu.Seat:
        assert runner.play_game(players, dealer=dealer, seed=1).state.to_json()["dealer"] == "NESW"[dealer]


def test_a_tournament_has_intervals() -> None:
    def make_player(seat: mu.Seat) -> mu.Agent:
        return RulePlayer() if mu.partnership_of(seat) == 0 else RandomPlayer()

    result = Tournament(make_player).run(num_games=30, base_seed=123)
    assert result.games_played == 30
    assert result.ns_wins + result.ew_wins == 30
    assert result.ns_win_rate == result.ns_wins / 30 > 0.6
    low, high = result.ns_win_rate_interval
    assert 0 < low < result.ns_win_rate < high <= 1
    assert result.total_time > 0
    again = Tournament(make_player).run(num_games=30, base_seed=123)
    assert [r.state for r in again.results] == [r.state for r in result.results]
    assert len({r.dealer for r in result.results}) == 4
