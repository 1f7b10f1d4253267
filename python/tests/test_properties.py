"""Random calls, legal and illegal, drawn by hypothesis; and memory that does not grow."""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SPECS
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import mu

# `make soak` looks longer.
SOAK = bool(os.environ.get("MU_SOAK"))


class AnyCalls(RuleBasedStateMachine):
    """A state and a list of the states before it; every call either does what it says or nothing."""

    @initialize(spec=st.sampled_from(SPECS), seed=st.integers(0, 2**64 - 1))
    def deal(self, spec: str, seed: int) -> None:
        self.state = mu.load_game(spec).new_initial_state(seed)
        self.before: list[mu.State] = []

    @rule(pick=st.integers(0, 2**16))
    def play(self, pick: int) -> None:
        legal = self.state.legal_actions()
        if not legal:
            with pytest.raises(ValueError):
                self.state.apply_action(0)
            return
        self.before.append(self.state.clone())
        self.state.apply_action(legal[pick % len(legal)])

    @rule(action=st.integers(-(2**70), 2**70) | st.integers(-3, 300))
    def play_anything(self, action: int) -> None:
        if action in self.state.legal_actions():
            return
        here = self.state.clone()
        with pytest.raises((ValueError, TypeError)):
            self.state.apply_action(action)
        assert self.state == here

    @rule(text=st.text(max_size=8))
    def say_anything(self, text: str) -> None:
        here = self.state.clone()
        try:
            self.state.apply_action(text)
            self.before.append(here)
        except ValueError:
            assert self.state == here

    @rule(player=st.integers(-3, 6))
    def look(self, player: int) -> None:
        if 0 <= player < self.state.num_players():
            view = self.state.view(player)
            assert view.observer == player
            assert (self.state.current_player() == player) == view.to_act
            assert view.legal_actions() == self.state.legal_actions(player)
        else:
            with pytest.raises(ValueError, match="no seat"):
                self.state.view(player)

    @precondition(lambda self: self.before)
    @rule()
    def take_back(self) -> None:
        self.state.undo_action()
        assert self.state == self.before.pop()

    @rule(junk=st.text(max_size=20), at=st.integers(0, 400))
    def damage_a_record(self, junk: str, at: int) -> None:
        text = self.state.serialize()
        try:
            mu.deserialize(text[:at] + junk + text[at:])
        except ValueError:
            pass

    @invariant()
    def hold_together(self) -> None:
        s = self.state
        assert len(s.history()) == len(self.before)
        assert s.is_terminal() == (s.legal_actions() == [])
        assert np.flatnonzero(s.legal_actions_mask()).tolist() == s.legal_actions()
        assert mu.deserialize(s.serialize()) == s
        assert pickle.loads(pickle.dumps(s)) == s


AnyCalls.TestCase.settings = settings(max_examples=400 if SOAK else 25, stateful_step_count=40, deadline=None)
TestAnyCalls = AnyCalls.TestCase


class WhistCalls(RuleBasedStateMachine):
    """Whist by its own types: cards that may and may not be played, and what an observer believes."""

    @initialize(seed=st.integers(0, 2**64 - 1), trump=st.sampled_from(mu.Suit), dealer=st.sampled_from(mu.Seat))
    def deal(self, seed: int, trump: mu.Suit, dealer: mu.Seat) -> None:
        self.state = mu.whist_new_game(trump=trump, dealer=dealer, seed=seed)
        self.beliefs = [mu.WhistBelief(soft=soft) for soft in (False, True)]
        self.observer = int(seed % 4)
        for belief in self.beliefs:
            belief.init(self.state, self.observer)

    @rule(pick=st.integers(0, 2**16))
    def play(self, pick: int) -> None:
        cards = mu.mask_to_cards(mu.legal_moves(self.state))
        if not cards:
            with pytest.raises(mu.IllegalAction, match="over"):
                mu.play_card(self.state, self.state.current_player, 0)
            return
        mu.play_card(self.state, self.state.current_player, cards[pick % len(cards)])
        for belief in self.beliefs:
            belief.update(self.state)

    @rule(seat=st.integers(-(2**70), 2**70) | st.integers(-1, 4), card=st.integers(-(2**70), 2**70) | st.integers(-1, 52))
    def play_anything(self, seat: int, card: int) -> None:
        legal = mu.mask_to_cards(mu.legal_moves(self.state))
        if seat == self.state.current_player and card in legal:
            return
        here = self.state.clone()
        with pytest.raises((ValueError, TypeError)):
            mu.play_card(self.state, seat, card)
        assert self.state == here

    @rule(ahead=st.integers(1, 3))
    def believe_out_of_turn(self, ahead: int) -> None:
        """A state that is not one card later is refused, and what was believed stays."""
        then = self.state.clone()
        for _ in range(ahead):
            if then.is_over():
                return
            mu.play_card(then, then.current_player, mu.mask_to_cards(mu.legal_moves(then))[0])
        for belief in self.beliefs:
            before = belief.prob
            with pytest.raises(ValueError, match="update"):
                mu.whist_determinize(then, belief)
            if ahead > 1:
                with pytest.raises(ValueError, match="one card later"):
                    belief.update(then)
            assert np.array_equal(belief.prob, before)

    @rule(seed=st.integers(0, 2**64 - 1))
    def imagine(self, seed: int) -> None:
        for belief in self.beliefs:
            world = mu.whist_determinize(self.state, belief, seed)
            assert world.hands[self.observer] == self.state.hands[self.observer]
            assert [mu.popcount(h) for h in world.hands] == [mu.popcount(h) for h in self.state.hands]
            assert world == mu.whist_determinize(self.state, belief, seed)
        assert sum(mu.whist_rollout(self.state, seed)) == 13

    @invariant()
    def hold_together(self) -> None:
        s = self.state
        assert sum(s.hands) | s.played == 2**52 - 1
        assert mu.legal_moves(s) & ~s.hands[s.current_player] == 0
        assert s.is_over() == (mu.legal_moves(s) == 0) == (s.tricks_remaining == 0)
        assert sum(s.tricks_won) + s.tricks_remaining == 13
        assert pickle.loads(pickle.dumps(s)) == s == s.clone()
        for belief in self.beliefs:
            for i in range(3):
                assert s.hands[mu.opp_to_seat(self.observer, i)] & ~belief.possible[i] == 0


class VectorCalls(RuleBasedStateMachine):
    """Environments side by side, each with a state beside it that is stepped alone."""

    @initialize(
        spec=st.sampled_from(SPECS), n=st.integers(1, 5), threads=st.integers(1, 3), seed=st.integers(0, 2**64 - 1)
    )
    def make(self, spec: str, n: int, threads: int, seed: int) -> None:
        self.game, self.seed = mu.load_game(spec), seed
        self.env = mu.make_vec(self.game, n, threads, seed)
        self.deal_anew()

    def deal_anew(self) -> None:
        self.deals = list(range(self.env.num_envs))
        self.states = [self.game.new_initial_state(self.seed, deal=i) for i in self.deals]

    @rule(picks=st.lists(st.integers(0, 2**16), min_size=5, max_size=5), kind=st.sampled_from([np.int64, np.uint8, list]))
    def step(self, picks: list[int], kind: Any) -> None:
        actions = [s.legal_actions()[k % len(s.legal_actions())] for s, k in zip(self.states, picks, strict=False)]
        self.env.step(actions if kind is list else np.array(actions, kind))
        for i, action in enumerate(actions):
            self.states[i].apply_action(action)
            assert self.env.terminated[i] == self.states[i].is_terminal()
            assert self.env.rewards[i].tolist() == self.states[i].returns()
            if self.states[i].is_terminal():
                self.deals[i] += self.env.num_envs
                self.states[i] = self.game.new_initial_state(self.seed, deal=self.deals[i])

    @rule(where=st.integers(0, 4), action=st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 300))
    def step_illegally(self, where: int, action: int) -> None:
        where %= self.env.num_envs
        actions = [s.legal_actions()[0] for s in self.states]
        if action in self.states[where].legal_actions():
            return
        actions[where] = action
        arrays = self.copies()
        with pytest.raises(mu.IllegalAction, match=f"environment {where}"):
            self.env.step(actions)
        self.unchanged(arrays)

    @rule(shape=st.lists(st.integers(0, 6), max_size=3))
    def step_with_another_shape(self, shape: list[int]) -> None:
        if shape == [self.env.num_envs]:
            return
        arrays = self.copies()
        with pytest.raises((ValueError, TypeError)):
            self.env.step(np.zeros(shape, np.int64))
        self.unchanged(arrays)

    @rule(seed=st.none() | st.integers(0, 2**64 - 1))
    def reset(self, seed: int | None) -> None:
        self.env.reset(seed)
        self.seed = self.seed if seed is None else seed
        self.deal_anew()
        assert not self.env.terminated.any()
        assert not self.env.rewards.any()

    @rule(index=st.integers(-3, 9))
    def look(self, index: int) -> None:
        if 0 <= index < self.env.num_envs:
            assert self.env.state(index) == self.states[index]
        else:
            with pytest.raises((IndexError, TypeError)):
                self.env.state(index)

    def copies(self) -> list[Any]:
        env = self.env
        return [a.copy() for a in (env.observations, env.action_masks, env.players, env.rewards) if a is not None]

    def unchanged(self, arrays: list[Any]) -> None:
        assert all(np.array_equal(a, b) for a, b in zip(arrays, self.copies(), strict=True))

    @invariant()
    def hold_together(self) -> None:
        for i, state in enumerate(self.states):
            assert self.env.players[i] == state.current_player()
            assert np.array_equal(self.env.action_masks[i], state.legal_actions_mask())
            assert self.env.observations is not None
            assert np.array_equal(self.env.observations[i], state.observation_tensor())
        assert all(m[a] for m, a in zip(self.env.action_masks, self.env.sample(), strict=True))


for machine in (WhistCalls, VectorCalls):
    machine.TestCase.settings = settings(max_examples=400 if SOAK else 15, stateful_step_count=40, deadline=None)
TestWhistCalls = WhistCalls.TestCase
TestVectorCalls = VectorCalls.TestCase


@given(st.text() | st.sampled_from(SPECS).flatmap(lambda s: st.text(max_size=4).map(lambda t: s + t)))
@settings(max_examples=2000 if SOAK else 100, deadline=None)
def test_names_of_games_and_agents(text: str) -> None:
    for read in (mu.load_game, mu.Agent, mu.deserialize, mu.parse_cards, mu.parse_hand):
        try:
            read(text)
        except ValueError as error:
            assert str(error)


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _calls() -> dict[str, Callable[[], Any]]:
    game = mu.load_game("euchre")
    state = game.new_initial_state(seed=1)
    record = state.serialize()
    view = state.view()
    env = mu.make_vec(game, 8, seed=1)
    net = mu.Net(game)

    def whole_deal() -> None:
        s = game.new_initial_state(seed=2)
        while not s.is_terminal():
            s.apply_action(s.legal_actions()[0])
        s.returns()

    def bad_calls() -> None:
        for call in (lambda: state.apply_action(999), lambda: mu.load_game("nothing"), lambda: state.view(9)):
            try:
                call()
            except ValueError:
                pass

    def beliefs() -> None:
        mu.Beliefs(view).draw(seed=1).clone()

    return {
        "whole deals": whole_deal,
        "errors": bad_calls,
        "views": lambda: (state.view(), view.to_json(), state.information_state_string(), str(state)),
        "arrays": lambda: (state.legal_actions_mask(), view.observation_tensor()),
        "text": lambda: (mu.deserialize(record), pickle.loads(pickle.dumps(state))),
        "beliefs": beliefs,
        "steps": lambda: env.step(env.sample()),
        "nets": lambda: (net.values(view), net.values_many([view]), net.choose(state)),
        "players": lambda: mu.play_out(state.clone(), ["rule"] * 4, seed=1),
    }


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
@pytest.mark.parametrize("name", sorted(_calls()))
def test_memory_stays_flat(name: str) -> None:
    """A leak of one object a call would be many times the bound: the smallest take 16 bytes and more."""
    call = _calls()[name]
    calls = 1_000_000 if SOAK else 1_000 if name == "beliefs" else 10_000
    for _ in range(calls // 5):  # caches fill
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    gc.collect()
    assert resident() - before < max(calls * 8, 1 << 18)
