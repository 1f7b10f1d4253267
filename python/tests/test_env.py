"""Environments: PettingZoo's own tests, and many deals side by side."""

from __future__ import annotations

import pickle
import warnings
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mu


def test_pettingzoo(spec: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from mu.env import CardGameEnv, env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(spec), num_cycles=120)
        seed_test(lambda: env(spec), num_cycles=20)
    e = CardGameEnv(spec, render_mode="ansi")
    e.reset(seed=4)
    before = e.deal.clone()
    with pytest.raises(ValueError):
        e.step(-1)
    assert e.deal == before
    assert e.render() == str(e.deal)
    first = before.serialize()
    e.reset()
    assert e.deal.serialize() != first
    e.reset(seed=4)
    assert e.deal.serialize() == first
    e.reset(options={"state": before.child(before.legal_actions()[0])})
    assert len(e.deal.history()) == 1


def test_vectors_are_the_scalar_games(spec: str) -> None:
    game = mu.load_game(spec)
    n = 7
    one, two = mu.make_vec(spec, n, 1, seed=5), mu.make_vec(spec, n, 3, seed=5)
    states = [game.new_initial_state(5, deal=i) for i in range(n)]
    deals = list(range(n))
    for _ in range(150):
        for i, state in enumerate(states):
            assert one.players[i] == state.current_player()
            assert np.array_equal(one.action_masks[i], state.legal_actions_mask())
            assert one.observations is not None
            assert np.array_equal(one.observations[i], state.observation_tensor())
            assert one.suit_orders[i] == state.view().suit_order()
        actions = one.sample().copy()
        one.step(actions)
        two.step(actions)
        for i, state in enumerate(states):
            state.apply_action(actions[i])
            assert one.terminated[i] == state.is_terminal()
            assert one.rewards[i].tolist() == state.returns()
            if state.is_terminal():
                deals[i] += n
                states[i] = game.new_initial_state(5, deal=deals[i])
            assert one.state(i) == states[i] == two.state(i)
        for name in ("action_masks", "players", "rewards", "terminated", "observations", "suit_orders"):
            assert np.array_equal(getattr(one, name), getattr(two, name))
    obs, info = one.reset()
    assert obs["action_mask"] is one.action_masks
    assert one.state(0) == game.new_initial_state(5)
    assert info["env_id"].tolist() == list(range(n))


def test_one_illegal_action_stops_all() -> None:
    env = mu.make_vec("whist(trump=h)", 4, seed=1)
    before = [env.state(i) for i in range(4)]
    actions = env.sample().copy()
    actions[3] = next(a for a in range(52) if not env.action_masks[3][a])
    with pytest.raises(mu.IllegalAction, match="environment 3"):
        env.step(actions)
    assert [env.state(i) for i in range(4)] == before
    with pytest.raises(ValueError, match="3 actions"):
        env.step(actions[:3])
    for bad in ((0, 1), (1, 0)):
        with pytest.raises(ValueError):
            mu.make_vec("whist", *bad)
    with pytest.raises(IndexError):
        env.state(4)
    assert mu.make_vec("whist", 2, layout=None).observations is None
    assert np.from_dlpack(env.action_masks).shape == env.action_masks.shape


def own_arrays(env: mu.VectorEnv) -> dict[str, Any]:
    """Arrays as those of `env`, full of rubbish."""
    return {name: np.full_like(getattr(env, name), 1) for name in (*ARRAYS, "truncated")}


def test_arrays_of_the_caller_are_written_to(spec: str) -> None:
    one = mu.make_vec(spec, 5, seed=3)
    given = own_arrays(one)
    two = mu.make_vec(spec, 5, 2, seed=3, out=given)
    for _ in range(60):
        for name, array in given.items():
            assert getattr(two, name) is array
            assert np.array_equal(array, getattr(one, name)), name
        actions = one.sample()
        one.step(actions)
        obs, rewards, terminated, truncated, info = two.step(actions)
    assert obs["observation"] is given["observations"]
    assert obs["action_mask"] is given["action_masks"]
    assert rewards is given["rewards"]
    assert terminated is given["terminated"]
    assert truncated is given["truncated"]
    assert info["player_id"] is given["players"]
    blind = {name: a for name, a in own_arrays(one).items() if name != "observations"}
    env = mu.make_vec(spec, 5, seed=3, layout=None, out=blind)
    assert not env.suit_orders.any()
    assert not env.truncated.any()


def test_arrays_in_a_file_and_in_shared_memory(tmp_path: Path) -> None:
    expected = mu.make_vec("euchre", 6, seed=2)
    assert expected.observations is not None
    shape = expected.observations.shape
    file = tmp_path / "observations"
    onto_disk = np.memmap(file, np.int8, "w+", shape=shape)
    shared = SharedMemory(create=True, size=6 * 4 * 4)
    other = SharedMemory(shared.name)
    try:
        rewards = np.ndarray((6, 4), np.float32, shared.buf)
        seen = np.ndarray((6, 4), np.float32, other.buf)
        env = mu.make_vec("euchre", 6, seed=2, out={"observations": onto_disk, "rewards": rewards})
        ended = 0
        for _ in range(60):
            actions = expected.sample()
            expected.step(actions)
            env.step(actions)
            assert np.array_equal(seen, expected.rewards)
            ended += int(np.count_nonzero(seen))
            onto_disk.flush()
            assert np.array_equal(np.fromfile(file, np.int8).reshape(shape), expected.observations)
        assert ended > 0
        del env, rewards, seen
    finally:
        other.close()
        shared.close()
        shared.unlink()


def test_arrays_that_do_not_fit_are_refused() -> None:
    env = mu.make_vec("whist", 4, seed=1)
    good = own_arrays(env)
    frozen = np.zeros((4, 4), np.float32)
    frozen.flags.writeable = False
    bad: list[tuple[str, Any, type[Exception], str]] = [
        ("rewards", np.zeros((4, 4)), ValueError, "of float64; expected a numpy array of float32, 4 x 4"),
        ("rewards", np.zeros((4, 4), ">f4"), ValueError, "of >f4"),
        ("rewards", np.zeros((4, 3), np.float32), ValueError, "4 x 3; expected .* 4 x 4"),
        ("rewards", np.zeros((4, 4), np.float32, "F"), ValueError, "not C-contiguous"),
        ("rewards", np.zeros(65, np.int8)[1:].view(np.float32).reshape(4, 4), ValueError, "not aligned"),
        ("rewards", frozen, ValueError, "read-only"),
        ("rewards", [[0.0] * 4] * 4, TypeError, "a list .*; expected"),
        ("players", np.zeros(4, np.int64), ValueError, "of int64"),
        ("players", np.zeros((), np.int32), ValueError, "a single number"),
        ("action_mask", good["action_masks"], ValueError, "no array 'action_mask' .* action_masks"),
    ]
    for name, array, error, why in bad:
        with pytest.raises(error, match=why):
            mu.make_vec("whist", 4, seed=1, out={"terminated": good["terminated"], name: array})
        assert good["terminated"].all()  # not written to
    with pytest.raises(ValueError, match="without a layout"):
        mu.make_vec("whist", 4, layout=None, out={"observations": good["observations"]})
    room = np.zeros(8, np.int32)
    with pytest.raises(ValueError, match="'players'.*'suit_orders'.*overlap"):
        mu.make_vec("whist", 4, out={"players": room[:4], "suit_orders": room[1:5]})
    with pytest.raises(TypeError, match="VectorEnv"):
        pickle.dumps(env)


ARRAYS = ("observations", "action_masks", "players", "rewards", "terminated", "suit_orders")


@pytest.mark.parametrize("library", ["numpy", "torch", "jax.dlpack"])
def test_other_libraries_share_the_arrays(library: str) -> None:
    """By DLPack, without a copy: what is taken once shows every later step."""
    from_dlpack = pytest.importorskip(library).from_dlpack
    env = mu.make_vec("whist(trump=h)", 5, seed=1)
    taken = {name: from_dlpack(getattr(env, name)) for name in ARRAYS}
    for _ in range(3):
        env.step(env.sample())
        for name, shared in taken.items():
            assert np.array_equal(np.asarray(shared), getattr(env, name)), name
    address = getattr(taken["observations"], "data_ptr", getattr(taken["observations"], "unsafe_buffer_pointer", None))
    if address is not None:
        assert env.observations is not None
        assert address() == env.observations.ctypes.data


def test_observations_show_open_cards_alone() -> None:
    state = mu.load_game("whist(trump=h)").new_initial_state(seed=1)
    for _ in range(7):
        state.apply_action(state.legal_actions()[0])
    view = state.view()
    blocks = view.observation_tensor("cards").reshape(6, 52)
    data = view.to_json()
    assert view.observer is not None
    cards = [[mu.card_str(int(c)) for c in np.flatnonzero(b)] for b in blocks]
    assert cards[0] == data["hand"]
    assert cards[1] == data["played"]
    trick = data["trick"]["cards"]
    for k in range(4):
        there = trick[(view.observer + k) % 4]
        assert cards[2 + k] == ([] if there is None else [there])
    with pytest.raises(ValueError):
        state.public_view().observation_tensor()
