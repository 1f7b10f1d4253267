"""Files of solved deals as numpy arrays.

>>> import mu, tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp()) / "a.pool"
>>> mu.make_pool(file, mu.load_game("snapszer"), 20)["complete"]
True
>>> pool = mu.read_pool(file)
>>> len(pool), pool.places().shape
(20, (20, 20))
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ._mu_core import Game, _read_pool, load_game

__all__ = ["Pool", "read_pool"]

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


def read_pool(file: str | os.PathLike[str]) -> Pool:
    """Reads and checks a whole pool."""
    return Pool(_read_pool(file))
