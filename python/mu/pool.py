"""Files of solved deals as numpy arrays.

>>> import mu, tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp()) / "a.pool"
>>> mu.make_pool(file, "snapszer", 20)["complete"]
True
>>> pool = mu.read_pool(file)
>>> len(pool), pool.places().shape
(20, (20, 20))
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._mu_core import (
    Agent,
    Game,
    _make_pool,
    _merge_pools,
    _read_pool,
    _verify_pool,
    load_game,
)
from ._progress import Progress, bar_of

__all__ = ["Pool", "make_pool", "merge_pools", "read_pool", "verify_pool"]

Path = str | os.PathLike[str]

_types = {"u8": "u1", "i8": "i1", "u16": "<u2", "i16": "<i2", "u32": "<u4", "i32": "<i4"}


class Pool:
    """A pool in memory. `records` is a record array over the bytes of the file, unpacked, not copied.

    A record has the field `deal`, the packed places of the cards (see places()), and one field for every
    column.
    """

    def __init__(self, read: dict[str, Any]) -> None:
        self.header: dict[str, Any] = json.loads(read["header"])
        self.complete: bool = read["complete"]
        columns = read["columns"]
        self.columns: tuple[str, ...] = tuple(columns)
        self.none: dict[str, int | None] = {name: none for name, (_, _, none) in columns.items()}
        """What stands for "no value" in each column; None where every record has one."""
        size = read["records"].shape[1]
        dtype = np.dtype(
            {
                "names": ["deal", *columns],
                "formats": [("u1", (read["deal_size"],)), *(_types[t] for t, _, _ in columns.values())],
                "offsets": [0, *(offset for _, offset, _ in columns.values())],
                "itemsize": size,
            }
        )
        self.records: npt.NDArray[np.void] = read["records"].reshape(-1).view(dtype)

    @property
    def game(self) -> Game:
        """The game whose deals these are."""
        return load_game(self.header["game"])

    @property
    def first(self) -> int:
        """Number of the first deal."""
        return int(self.header["first"])

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, key: Any) -> Any:
        return self.records[key]

    def values(self) -> npt.NDArray[np.float64]:
        """Deals x columns; nan where a deal has no value."""
        out = np.empty((len(self), len(self.columns)))
        for i, name in enumerate(self.columns):
            column = self.records[name]
            out[:, i] = column
            if self.none[name] is not None:
                out[column == self.none[name], i] = np.nan
        return out

    def places(self) -> npt.NDArray[np.uint8]:
        """Deals x cards: the place of every card, in the order of the header's places."""
        bits = int(self.header["card_bits"])
        per_byte = 8 // bits
        packed = self.records["deal"]
        shifts = np.arange(per_byte, dtype=np.uint8) * bits
        spread = (packed[:, :, None] >> shifts) & ((1 << bits) - 1)
        cards = self.game.num_cards
        return spread.reshape(len(self), -1)[:, :cards].astype(np.uint8)

    def __repr__(self) -> str:
        state = "" if self.complete else ", in the making"
        return f"<Pool of {self.header['game']}: {len(self)} deals, {len(self.columns)} columns{state}>"


def read_pool(file: Path) -> Pool:
    """Reads and checks a whole pool."""
    return Pool(_read_pool(os.fspath(file)))


def make_pool(
    file: Path,
    game: Game | str,
    deals: int,
    *,
    seed: int = 1,
    first: int = 0,
    labels: Sequence[Agent | str] = (),
    threads: int = 1,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """Makes a file of solved deals, or goes on with one that was interrupted or is to grow.

    The bytes do not depend on the threads (0: all). `labels` are agents that play every deal in all
    seats. Interrupted, it keeps what it has. Tells how many deals there were `before` and are now.
    """
    of = load_game(game) if isinstance(game, str) else game
    agents = [str(label) for label in labels]
    bar = bar_of(progress, "deals")
    return _make_pool(os.fspath(file), of, deals, seed, first, agents, threads, bar)


def merge_pools(
    parts: Sequence[Path], file: Path, *, progress: bool | Progress | None = None
) -> dict[str, Any]:
    """Puts parts of one pool together, in any order: the result is the pool made at once."""
    return _merge_pools([os.fspath(p) for p in parts], os.fspath(file), bar_of(progress, "deals"))


def verify_pool(
    file: Path, solve: int = 0, *, threads: int = 1, progress: bool | Progress | None = None
) -> dict[str, Any]:
    """Reads everything, deals every deal again, and solves some of them again."""
    return _verify_pool(os.fspath(file), solve, threads, bar_of(progress, "deals"))
