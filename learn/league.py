"""Opponents for a part of the deals: nets that this one was at earlier times.

Copies are kept as the run goes on. Deals are in groups, and the seats of side 1 of a group are played by one
of the copies, which changes now and then. The nearer to even the net's results against a copy are,
the likelier that copy is drawn: from those that it beats, or is beaten by, there is less to learn.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from .net import Net

GROUPS = 4
TURN = 8  # rounds until one of the groups has another opponent
MOST = 16  # copies
EVEN = 0.1
"""A lead that is far from even: so many standard deviations of a deal's."""


class League:
    """The opponents of the first `rows` deals."""

    def __init__(self, rows: int, seed: int):
        self.group = rows // GROUPS
        self.rows = GROUPS * self.group
        self.copies: list[Net] = []
        self.results: list[list[float]] = []  # with each copy: weight, sum, sum of squares of leads
        self.opponents = [0] * GROUPS
        self.generator = torch.Generator().manual_seed(seed)

    def keep(self, net: Net) -> None:
        """`net` is changed by nobody else."""
        self.copies.append(net)
        self.results.append([0.0, 0.0, 0.0])

    def chances(self) -> list[float]:
        """Of each copy to be drawn."""
        out = []
        for n, total, squares in self.results:
            mean = total / n if n else 0.0
            spread = math.sqrt(max(squares / n - mean * mean, 1e-12)) if n else 1.0
            out.append(1 / (1 + (mean / spread / EVEN) ** 2))
        return [x / sum(out) for x in out]

    def draw(self, round_: int) -> None:
        """Another opponent, when it is time."""
        if self.copies and round_ % TURN == 0:
            chances = torch.tensor(self.chances(), dtype=torch.float64)
            drawn = torch.multinomial(chances, 1, generator=self.generator)
            self.opponents[round_ // TURN % GROUPS] = int(drawn)

    def values(self, x: torch.Tensor) -> torch.Tensor | None:
        """What the opponents think in their deals."""
        if not self.copies:
            return None
        parts = x[: self.rows].split(self.group)
        return torch.cat([self.copies[k](part) for k, part in zip(self.opponents, parts)])

    def note(self, sums: torch.Tensor, counts: torch.Tensor) -> None:
        """What the net's side had over the others in deals that ended, row by row."""
        if not self.copies:
            return
        leads = sums[: self.rows].view(GROUPS, -1, 2).sum(1).tolist()
        seats = counts[: self.rows].view(GROUPS, -1).sum(1).tolist()
        for k, (total, squares), n in zip(self.opponents, leads, seats):
            # The net changes, and what it did long ago counts for less.
            old = self.results[k]
            self.results[k] = [0.9 * a + b for a, b in zip(old, (n, total, squares))]

    def state(self) -> dict[str, Any]:
        return {
            "copies": [net.state_dict() for net in self.copies],
            "results": self.results,
            "opponents": self.opponents,
            "generator": self.generator.get_state(),
        }

    def restore(self, state: dict[str, Any], copies: list[Net]) -> None:
        """`copies`: nets of the right shape."""
        for net, weights in zip(copies, state["copies"]):
            net.load_state_dict(weights)
        self.copies = copies
        self.results, self.opponents = state["results"], state["opponents"]
        self.generator.set_state(state["generator"].cpu())
