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
