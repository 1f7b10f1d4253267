"""Thousands of deals side by side, stepped by the C++ core into numpy arrays.

>>> import mu
>>> env = mu.make_vec("euchre", num_envs=64, seed=1)
>>> obs, info = env.reset()
>>> obs["action_mask"].shape, info["player_id"].shape
((64, 37), (64,))
>>> for _ in range(50):
...     obs, rewards, terminated, truncated, info = env.step(env.sample())
>>> rewards.shape, bool(truncated.any())
((64, 4), False)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._mu_core import Game, Random, State, _vector_games, load_game

__all__ = ["VectorEnv", "make_vec"]

Actions = npt.NDArray[np.int64]


def _zeros(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """On a border of 64 bytes, which JAX asks of what it is to share."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size].view(dtype).reshape(shape)


class VectorEnv:
    """Environments that are stepped together; a deal that ends is followed by the next at once.

    The arrays are made once and written to by every step(), so copy what you want to keep; they go to
    other libraries without a copy (torch.from_dlpack(env.observations), jax.dlpack.from_dlpack). When `terminated[i]` is set,
    rewards[i] are the points of the deal that has ended, and everything else is of the next one.

    Environment i plays deals i, i + num_envs, i + 2 num_envs, ... of the seed, each as
    game.new_initial_state(seed, deal=...) deals it; nothing depends on the threads.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        num_threads: int = 1,
        seed: int = 0,
        *,
        layout: str | None = "canonical",
    ) -> None:
        if num_envs < 1 or num_threads < 1:
            raise ValueError("num_envs and num_threads must be at least 1")
        self.game = load_game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        self.action_masks = _zeros((num_envs, self.game.num_distinct_actions()), np.int8)
        """Which actions are legal for the seat to act."""
        self.players = _zeros((num_envs,), np.int32)
        """The seat to act."""
        self.rewards = _zeros((num_envs, self.game.num_players()), np.float32)
        self.terminated = _zeros((num_envs,), np.bool_)
        self.truncated = _zeros((num_envs,), np.bool_)
        """Never set: deals are played to their end."""
        self.layout = None if layout is None else self.game.observation_layout(layout)
        self.observations: npt.NDArray[Any] | None = (
            None if self.layout is None else _zeros((num_envs, self.layout.size), self.layout.dtype)
        )
        """What the seat to act knows, as View.observation_tensor() has it; None without a layout."""
        self.suit_orders = _zeros((num_envs,), np.int32)
        """In which order the observation shows the suits: game.action_maps()[suit_orders] renames actions."""
        self._seed = seed
        self._actions = np.zeros(num_envs, np.int64)
        self._random = Random(seed)
        self._games = _vector_games(
            self.game, seed, num_threads, self.action_masks, self.players, self.rewards,
            self.terminated, self.observations, self.suit_orders, layout or "canonical",
        )  # fmt: skip

    def _observed(self) -> dict[str, Any]:
        out: dict[str, Any] = {"action_mask": self.action_masks}
        if self.observations is not None:
            out["observation"] = self.observations
        return out

    def _info(self) -> dict[str, Any]:
        return {"player_id": self.players, "env_id": np.arange(self.num_envs, dtype=np.int32)}

    def reset(self, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals anew in all environments, from deal 0 of the seed on."""
        self._seed = self._seed if seed is None else seed
        self._random = Random(self._seed)
        self._games.reset(self._seed)
        return self._observed(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        dict[str, Any],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """One action in every environment; if one of them is illegal, nothing happens in any."""
        self._games.step(np.ascontiguousarray(actions, dtype=np.int64))
        return self._observed(), self.rewards, self.terminated, self.truncated, self._info()

    def sample(self) -> Actions:
        """A random legal action for every environment."""
        self._games.sample(self._actions, self._random)
        return self._actions

    def state(self, index: int) -> State:
        """A copy of the state of an environment."""
        return self._games.state(index)

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.spec!r}, num_envs={self.num_envs})"


def make_vec(
    game: Game | str,
    num_envs: int,
    num_threads: int = 1,
    seed: int = 0,
    *,
    layout: str | None = "canonical",
) -> VectorEnv:
    """Many deals of a game side by side; see VectorEnv. Without a layout nothing is observed, which is faster."""
    return VectorEnv(game, num_envs, num_threads, seed, layout=layout)
