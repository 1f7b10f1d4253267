"""What PyTorch makes of a net at positions of random play, for the test of the engine's inference:

    python -m learn.record NET.munet POSITIONS OUT.bin
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import torch

from .environment import Deals, Library
from .net import load


@torch.no_grad()
def record(path: Path, positions: int, out: Path) -> None:
    header, net = load(path)
    library = Library(str(header["variant"]), torch.device("cpu"))
    facts = library.facts
    deals = Deals(library, positions, seed=11)
    values = torch.zeros(positions, facts.actions)
    for _ in range(17):  # the phases mix
        deals.observe()
        deals.step(values, random_calls=1, random_cards=1)
    bits = deals.observe()
    answers = net(library.unpack(bits, None, facts.input_words)[:, : facts.inputs])
    with out.open("wb") as file:
        file.write(b"mnn1" + struct.pack("<III", positions, facts.input_words, facts.actions))
        for row, answer in zip(bits[:, : facts.input_words].numpy(), answers.numpy()):
            file.write(row.tobytes() + answer.tobytes())


if __name__ == "__main__":
    record(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
