"""Calls learnt from pools of solved deals: `mu.train GAME --pooled FILE` (learn/solved.h).

The net bids the deals of a pool with itself, now and then at random, and nobody plays them: what the
last contract comes to with open hands, as the game scores it, is what all calls of the auction have led to.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from .environment import Solved

COLUMNS = {
    "bridge": [f"{trump}_{declarer}" for trump in ("NT", *"SHDC") for declarer in "NSEW"],
    "contree": list("shdc"),
    "jass": list("SHDCOU"),
}
"""Of the pools by which calls can be judged, in the order that learn/solved.h reads."""


def read(path: Path, game: str, device: torch.device) -> Solved:
    """The deals of a pool. ValueError if it is none of the game, by its default options."""
    if game not in COLUMNS:
        names = ", ".join(COLUMNS)
        raise ValueError(f"--pooled: pools say what calls come to in {names}, not in {game}")
    import mu

    pool = mu.read_pool(path)
    if (of := pool.header["game"]) != game:
        raise ValueError(f"{path}: is a pool of {of}, not {game}")
    if len(pool) < 2:
        raise ValueError(f"{path}: has {len(pool)} deals, too few to learn from")
    where, cards = pool.places(), np.arange(pool.game.num_cards, dtype=np.uint64)
    sets = [
        np.where(where == place, np.uint64(1) << cards, np.uint64(0)).sum(1, dtype=np.uint64)
        for place in range(len(pool.header["places"]))
    ]
    values = np.stack([pool.records[name].astype(np.int16) for name in COLUMNS[game]], axis=1)
    places = np.stack(sets, axis=1).view(np.int64)
    return Solved(
        torch.from_numpy(np.ascontiguousarray(places)).to(device),
        torch.from_numpy(np.ascontiguousarray(values)).to(device),
    )
