"""Which of the kept decisions a training step is made of.

Without options: those whose deals are over, all equally likely. Balanced, a share is drawn so that
rare results are as likely as frequent ones; each then counts by how much likelier it was made,
so that the loss is the same in the mean. A reservoir keeps some decisions of the whole run.
"""

from __future__ import annotations

from typing import Any

import torch

from .environment import Library, Ring

EDGES = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
"""Results between two of these, in standard deviations, are alike; half of the bins are losses."""


def chances(results: torch.Tensor, share: float) -> tuple[torch.Tensor, torch.Tensor]:
    """How likely each decision is to be drawn, and how much it then counts in the loss.

    With `share` the bin is drawn first, all that are not empty alike, then a decision of it; otherwise any
    decision. Chance times weight is the same for all of them.
    """
    spread = results.std(correction=0).clamp_min(1e-6)
    edges = torch.tensor(EDGES, device=results.device)
    bins = torch.bucketize(results / spread, edges)
    sizes = torch.bincount(bins, minlength=len(EDGES) + 1).double()
    each = (1 - share) / sizes.sum() + share / ((sizes > 0).sum() * sizes)
    return each[bins], (1 / (sizes.sum() * each)).float()[bins]


class Choice:
    """Places of a store of decisions, and how they are drawn. All that draw() reads stays where it is, so that
    a recorded step sees what refresh() has written."""

    def __init__(self, size: int, balance: float, device: torch.device):
        self.balance = balance
        self.places = torch.zeros(size, dtype=torch.int64, device=device)
        self.count = torch.zeros((), dtype=torch.int64, device=device)
        if balance:
            # A drawn number belongs to the first decision whose sum of chances is above it.
            self.sums = torch.full((size,), 2.0, dtype=torch.float64, device=device)
            self.weights = torch.zeros(size, device=device)

    def refresh(self, places: torch.Tensor, targets: torch.Tensor) -> None:
        """These are to be drawn from now on; `targets` are those of the whole store."""
        n = places.numel()
        self.places[:n] = places
        self.count.fill_(n)
        if self.balance and n:
            chance, weight = chances(targets[places], self.balance)
            self.sums.fill_(2.0)
            self.sums[:n] = chance.cumsum(0)
            self.weights[:n] = weight

    def draw(self, count: int) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Places, and what each counts if not all count alike."""
        drawn = torch.rand(count, device=self.places.device, dtype=torch.float64)
        if not self.balance:
            return self.places[(drawn * self.count).long()], None
        # Rounding may leave the last sum a little below 1.
        at = torch.minimum(torch.searchsorted(self.sums, drawn, right=True), self.count - 1)
        return self.places[at], self.weights[at]


class Reservoir:
    """So many decisions of all that were learnt from so far, each as likely to be here as any other.

    Each is given a random number when it comes, and those with the highest stay."""

    KEPT = ("bits", "done", "target", "keys")

    def __init__(self, library: Library, size: int):
        device = library.device
        self.bits = torch.zeros(size, library.facts.row_words, dtype=torch.int64, device=device)
        self.done = torch.zeros(size, dtype=torch.uint8, device=device)
        self.target = torch.zeros(size, dtype=torch.float32, device=device)
        self.keys = torch.full((size,), -1.0, dtype=torch.float64, device=device)  # below 0: empty

    def offer(self, ring: Ring, places: torch.Tensor) -> None:
        """Decisions of the ring that it was not offered before."""
        size = self.keys.numel()
        keys = torch.rand(places.numel(), dtype=torch.float64, device=self.keys.device)
        highest = torch.cat([self.keys, keys]).topk(size).indices
        stays = torch.zeros(size + places.numel(), dtype=torch.bool, device=keys.device)
        stays[highest] = True
        come, gone = stays[size:].nonzero().squeeze(1), (~stays[:size]).nonzero().squeeze(1)
        self.keys[gone] = keys[come]
        which = places[come]
        self.bits[gone] = ring.bits.view(-1, self.bits.shape[1])[which]
        self.done[gone] = ring.done.view(-1)[which]
        self.target[gone] = ring.target.view(-1)[which]

    def state(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.KEPT}

    def restore(self, state: dict[str, Any]) -> None:
        for name in self.KEPT:
            getattr(self, name).copy_(state[name])
