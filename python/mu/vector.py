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

from collections.abc import Mapping
from typing import Any, NoReturn

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


def _checked(name: str, array: Any, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of the caller that can be written to as it is; otherwise an error that says what was expected."""
    want = f"a numpy array of {np.dtype(dtype)}, {' x '.join(map(str, shape))}, C-contiguous and writable"

    def refuse(what: str, kind: type[Exception] = ValueError) -> NoReturn:
        raise kind(f"make_vec: out[{name!r}] is {what}; expected {want}")

    if not isinstance(array, np.ndarray):
        refuse(f"a {type(array).__name__} (of a tensor give the numpy view: tensor.numpy())", TypeError)
    if array.dtype != np.dtype(dtype):
        refuse(f"of {array.dtype}")
    if array.shape != shape:
        refuse(f"{' x '.join(map(str, array.shape)) or 'a single number'}")
    flags = array.flags
    if not flags.c_contiguous:
        refuse("not C-contiguous")
    if not flags.aligned:
        refuse("not aligned")
    if not flags.writeable:
        refuse("read-only")
    return array


class VectorEnv:
    """Environments that are stepped together; a deal that ends is followed by the next at once.

    The arrays are made once and written to by every step(), so copy what you want to keep; they go to
    other libraries without a copy (torch.from_dlpack(env.observations), jax.dlpack.from_dlpack). When `terminated[i]` is set,
    rewards[i] are the points of the deal that has ended, and everything else is of the next one.

    `out` gives arrays of your own for some or all of them, by name: a numpy.memmap, memory that processes share, the
    numpy view of a tensor. They are written to in place, and env.rewards is out["rewards"] itself. What does not fit
    is a ValueError that says what was expected, before anything is written.

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
        out: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        if num_envs < 1 or num_threads < 1:
            raise ValueError("num_envs and num_threads must be at least 1")
        self.game = load_game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        self.layout = None if layout is None else self.game.observation_layout(layout)
        shapes: dict[str, tuple[tuple[int, ...], npt.DTypeLike]] = {
            "action_masks": ((num_envs, self.game.num_distinct_actions()), np.int8),
            "players": ((num_envs,), np.int32),
            "rewards": ((num_envs, self.game.num_players()), np.float32),
            "terminated": ((num_envs,), np.bool_),
            "truncated": ((num_envs,), np.bool_),
            "suit_orders": ((num_envs,), np.int32),
        }
        if self.layout is not None:
            shapes["observations"] = ((num_envs, self.layout.size), self.layout.dtype)
        arrays = self._given(dict(out or {}), shapes)
        for name, (shape, dtype) in shapes.items():
            if name not in arrays:
                arrays[name] = _zeros(shape, dtype)
        self.action_masks = arrays["action_masks"]
        """Which actions are legal for the seat to act."""
        self.players = arrays["players"]
        """The seat to act."""
        self.rewards = arrays["rewards"]
        """Points of each seat for the deal that has ended; 0 before."""
        self.terminated = arrays["terminated"]
        """Where a deal has ended with this step."""
        self.truncated = arrays["truncated"]
        """Never set: deals are played to their end."""
        self.observations: npt.NDArray[Any] | None = arrays.get("observations")
        """What the seat to act knows, as View.observation_tensor() has it; None without a layout."""
        self.suit_orders = arrays["suit_orders"]
        """In which order the observation shows the suits: game.action_maps()[suit_orders] renames actions."""
        self.truncated[...] = False
        if self.layout is None:
            self.suit_orders[...] = 0
        self._seed = seed
        self._actions = np.zeros(num_envs, np.int64)
        self._random = Random(seed)
        self._games = _vector_games(
            self.game, seed, num_threads, self.action_masks, self.players, self.rewards,
            self.terminated, self.observations, self.suit_orders, layout or "canonical",
        )  # fmt: skip

    @staticmethod
    def _given(
        out: dict[str, Any], shapes: Mapping[str, tuple[tuple[int, ...], npt.DTypeLike]]
    ) -> dict[str, npt.NDArray[Any]]:
        for name in out:
            if name not in shapes:
                why = " (there are none without a layout)" if name == "observations" else ""
                raise ValueError(f"make_vec: no array {name!r} to give in out{why}: there are {', '.join(sorted(shapes))}")
        arrays = {name: _checked(name, array, *shapes[name]) for name, array in out.items()}
        for one in arrays:
            for other in arrays:
                if one < other and np.may_share_memory(arrays[one], arrays[other]):
                    raise ValueError(f"make_vec: out[{one!r}] and out[{other!r}] overlap in memory")
        return arrays

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

    def __reduce__(self) -> NoReturn:
        raise TypeError("cannot pickle a VectorEnv: call make_vec() in each process, with out= if they share arrays")

    def __repr__(self) -> str:
        return f"VectorEnv({self.game.spec!r}, num_envs={self.num_envs})"


def make_vec(
    game: Game | str,
    num_envs: int,
    num_threads: int = 1,
    seed: int = 0,
    *,
    layout: str | None = "canonical",
    out: Mapping[str, npt.NDArray[Any]] | None = None,
) -> VectorEnv:
    """Many deals of a game side by side; see VectorEnv. Without a layout nothing is observed, which is faster.

    >>> import numpy as np
    >>> points = np.empty((8, 4), np.float32)
    >>> env = make_vec("whist", num_envs=8, seed=1, out={"rewards": points})
    >>> env.step(env.sample())[1] is points
    True
    """
    return VectorEnv(game, num_envs, num_threads, seed, layout=layout, out=out)
