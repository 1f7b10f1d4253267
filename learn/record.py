"""What PyTorch makes of nets at positions of random play, for the test of the engine's inference:

    python -m learn.record POSITIONS FOLDER [NET.munet ...]

writes a file FOLDER/NAME.bin for each net, those of nets/ if none are named. The tests read a folder of such files from
MU_NN_REFERENCES (build/mu_tests --test-case='net files: values are those of the reference').
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import torch

from .environment import ROOT, Deals, Library
from .net import load

TIMES = 8  # that positions are taken from deals: early, late and between


@torch.no_grad()
def record(path: Path, positions: int, out: Path) -> None:
    header, net = load(path)
    library = Library(str(header["variant"]), torch.device("cpu"))
    facts = library.facts
    deals = Deals(library, -(-positions // TIMES), seed=11)
    nothing = torch.zeros(deals.rows, facts.actions)
    rows = []
    for time in range(5 * TIMES):
        bits = deals.observe()
        if time % 5 == 4:
            rows.append(bits.clone())
        deals.step(nothing, random_calls=1, random_cards=1)
    shown = torch.cat(rows)[:positions]
    answers = net(library.unpack(shown, None, facts.input_words)[:, : facts.inputs])
    with out.open("wb") as file:
        file.write(b"mnn1" + struct.pack("<III", positions, facts.input_words, facts.actions))
        for row, answer in zip(shown[:, : facts.input_words].numpy(), answers.numpy()):
            file.write(row.tobytes() + answer.tobytes())


def main(arguments: list[str]) -> int:
    if len(arguments) < 2 or not arguments[0].isdigit() or int(arguments[0]) == 0:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    for net in map(Path, arguments[2:] or sorted((ROOT / "nets").glob("*.munet"))):
        record(net, int(arguments[0]), folder / f"{net.stem}.bin")
        print(folder / f"{net.stem}.bin", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
