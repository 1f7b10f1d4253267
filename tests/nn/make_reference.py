"""Writes DIR/VARIANT.munet, a small random net, and DIR/VARIANT.bin, what NumPy makes of it in double precision.

    PYTHONPATH=python/mu build/venv/bin/python tests/nn/make_reference.py VARIANT VERSION INPUTS ACTIONS SCALE DIR

SCALE `places` makes a belief net with so many outputs.

The .bin file, little endian: u32 'mnn1', samples, words of bits, actions; then for each sample its words (u64) and
the values of its actions (float32). `python -m learn.record COUNT FOLDER NET` writes the same from
PyTorch, at positions of random play: so were those in tests/data/nn.
"""

import sys
from pathlib import Path

import numpy as np
from nets import forward, read_net, write_net

variant, version, inputs, actions, scale, folder = sys.argv[1:]
shape = [int(inputs), 16, 16, int(actions)]
random = np.random.default_rng(1)
weights = [
    (random.normal(0, a**-0.5, (a, b)), random.normal(0, 0.1, b)) for a, b in zip(shape, shape[1:])
]
header = {
    "game": variant.split("_")[0],
    "variant": variant,
    "layout": "canonical",
    "layout_version": int(version),
    "inputs": shape[0],
    **(
        {"outputs": shape[-1], "heads": ["places"]}
        if scale == "places"
        else {"actions": shape[-1], "scale": float(scale), "heads": ["values"]}
    ),
    "hidden": 16,
    "layers": 2,
    "training": {"made_by": "tests/nn/make_reference.py"},
}
file = Path(folder) / f"{variant}.munet"
write_net(file, header, weights)
_, halves = read_net(file)  # rounded

samples, words = 8, (shape[0] + 63) // 64
x = np.zeros((samples, 64 * words), np.uint8)
x[:, : shape[0]] = random.random((samples, shape[0])) < 0.2
values = forward([(w.astype(np.float64), b.astype(np.float64)) for w, b in halves], x[:, : shape[0]])
bits = np.packbits(x, axis=1, bitorder="little").view("<u8")
with file.with_suffix(".bin").open("wb") as out:
    out.write(b"mnn1" + np.array([samples, words, shape[-1]], "<u4").tobytes())
    for k in range(samples):
        out.write(bits[k].tobytes() + values[k].astype("<f4").tobytes())
