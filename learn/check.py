"""Whole random deals on a GPU against the processor's: python -m learn.check [DEALS [GAME ...]].

Prints, for every game, how many of the deals differ in anything that is shown, done or scored, and
how many decisions a second the environment makes, alone and with a net.
"""

from __future__ import annotations

import sys
import time

import torch

from .environment import VARIANTS, Deals, Library
from .net import Net


def timed(work: object, rounds: int) -> float:
    assert callable(work)
    work()
    torch.cuda.synchronize()
    start = time.monotonic()
    for _ in range(rounds):
        work()
    torch.cuda.synchronize()
    return (time.monotonic() - start) / rounds


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else 1_000_000
    good = True
    for variant in arguments[1:] or VARIANTS:
        library = Library(variant, torch.device("cuda"))
        there = library.traces(7, 0, count, here=False)
        torch.cuda.synchronize()
        library.check()
        here = library.traces(7, 0, count, here=True)
        differ = int((there.cpu() != here).sum())
        good = good and differ == 0
        rows, words = 131072, library.facts.input_words
        deals = Deals(library, rows, 1)
        outputs = library.facts.actions
        zeros = torch.zeros(rows, outputs, dtype=library.dtype, device="cuda")
        net = Net(64 * words, 640, 3, outputs).cuda().to(library.dtype)

        def shown(deals: Deals = deals, values: torch.Tensor = zeros) -> None:
            deals.observe()
            deals.step(values, random_calls=1, random_cards=1)

        @torch.no_grad()
        def played(
            deals: Deals = deals, net: Net = net, library: Library = library, words: int = words
        ) -> None:
            deals.step(net(library.unpack(deals.observe(), None, words)), random_cards=0.1)

        deals.observe()
        speeds = [rows / timed(work, rounds) / 1e6 for work, rounds in ((shown, 50), (played, 30))]
        library.check()
        print(
            f"{variant:13} {differ} of {count} deals differ; M decisions/s: observed and stepped"
            f" {speeds[0]:.0f}, by a net of 3 x 640 {speeds[1]:.0f}",
            flush=True,
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
