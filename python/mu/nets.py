"""Files of nets: written by a trainer, read by the engine and by whoever wants to look.

The format is in docs/algorithms/learning.md. This module needs NumPy alone, not the rest of the package, so that
it can be copied to where a net is trained.

>>> import numpy as np, tempfile
>>> header = {"game": "toy", "variant": "toy", "layout": "canonical", "layout_version": 1,
...           "inputs": 3, "actions": 2, "scale": 1.0, "hidden": 4, "layers": 1, "heads": ["values"]}
>>> weights = [(np.ones((3, 4)), np.zeros(4)), (np.ones((4, 2)), np.ones(2))]
>>> with tempfile.TemporaryDirectory() as folder:
...     write_net(folder + "/toy.munet", header, weights)
...     header, weights = read_net(folder + "/toy.munet")
>>> header["hidden"]
4
>>> forward(weights, np.array([[1, 0, 1]])).tolist()
[[9.0, 9.0]]
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["checksum", "forward", "read_net", "to_onnx", "write_net"]

MAGIC = b"mu-net\0\1"
"""The last byte is the version of the format."""

Floats = npt.NDArray[np.floating[Any]]
Weights = Sequence[tuple[Floats, Floats]]
"""(W, b) of each layer, W with a row for each input of the layer."""

_MASK = (1 << 64) - 1


def checksum(data: bytes) -> int:
    """Of a whole number of 64-bit words: the last word of a file is that of all others."""
    h = 0x6D752D6E65740001
    for (word,) in struct.iter_unpack("<Q", data):
        h = ((h ^ word) * 0x9E3779B97F4A7C15) & _MASK
        h ^= h >> 29
    return h


def _last(header: Mapping[str, Any]) -> str:
    """What the header calls the number of outputs."""
    return "outputs" if header.get("heads") == ["places"] else "actions"


def _shapes(header: Mapping[str, Any]) -> list[tuple[int, int]]:
    last = _last(header)
    inputs, hidden, layers, outputs = (int(header[k]) for k in ("inputs", "hidden", "layers", last))
    if min(inputs, hidden, layers, outputs) < 1:
        raise ValueError(f"inputs, hidden, layers and {last} are at least 1")
    return [(inputs, hidden), *[(hidden, hidden)] * (layers - 1), (hidden, outputs)]


def _padded(data: bytes, fill: bytes) -> bytes:
    return data + fill * (-len(data) % 8)


def _check_shapes(header: Mapping[str, Any], weights: Weights) -> None:
    shapes = _shapes(header)
    if len(weights) != len(shapes):
        raise ValueError(f"{len(weights)} layers of weights, not {len(shapes)}")
    for k, ((w, b), shape) in enumerate(zip(weights, shapes, strict=True)):
        if w.shape != shape or b.shape != shape[1:]:
            raise ValueError(
                f"layer {k}: {w.shape} and {b.shape}, not {shape} and {shape[1:]}"
            )


def _write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    path = Path(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_net(
    path: str | os.PathLike[str], header: Mapping[str, Any], weights: Weights
) -> None:
    """Writes a net, whole or not at all.

    `weights` are (W, b) of each layer, W with a row for each input of the layer: inputs x hidden, hidden x hidden
    for each further hidden layer, hidden x actions (of a belief net: outputs). They are rounded to halves.
    ValueError if their shapes are not those of the header, or a weight is not finite as a half.
    """
    _check_shapes(header, weights)
    parts: list[bytes] = []
    for k, layer in enumerate(weights):
        for x in layer:
            with np.errstate(over="ignore"):
                half = np.ascontiguousarray(x, dtype="<f2")
            if not np.isfinite(half).all():
                raise ValueError(f"layer {k}: a weight is not finite as a half")
            parts.append(half.tobytes())
    text = _padded(json.dumps(dict(header), allow_nan=False).encode(), b" ")
    data = MAGIC + struct.pack("<Q", len(text)) + text
    data += _padded(b"".join(parts), b"\0")
    _write_whole(path, data + struct.pack("<Q", checksum(data)))


def read_net(
    path: str | os.PathLike[str],
) -> tuple[dict[str, Any], list[tuple[Floats, Floats]]]:
    """The header of a net and its weights, as float32. ValueError, which says what is wrong, for anything else."""
    path = Path(path)
    data = path.read_bytes()
    if data[:7] != MAGIC[:7]:
        raise ValueError(f"{path}: is no net")
    if data[7:8] != MAGIC[7:]:
        raise ValueError(f"{path}: is a net of format {data[7:8]!r}, not {MAGIC[7:]!r}")
    whole = len(data) % 8 == 0 and len(data) >= 24
    if not whole or struct.unpack("<Q", data[-8:])[0] != checksum(data[:-8]):
        raise ValueError(f"{path}: is cut off or damaged")
    begin = 16 + int(struct.unpack("<Q", data[8:16])[0])
    try:
        header = json.loads(data[16:begin])
        shapes = _shapes(header)
    except (KeyError, TypeError, ValueError) as e:
        raise ValueError(f"{path}: a header that cannot be read: {e}") from e
    count = sum((rows + 1) * columns for rows, columns in shapes)
    if len(data) - 8 - begin != (2 * count + 7) // 8 * 8:
        raise ValueError(f"{path}: has not as many weights as its header says")
    halves = np.frombuffer(data, dtype="<f2", count=count, offset=begin)
    if not np.isfinite(halves).all():
        raise ValueError(f"{path}: a weight is not finite")
    flat = halves.astype(np.float32)
    weights: list[tuple[Floats, Floats]] = []
    for rows, columns in shapes:
        w, flat = flat[: rows * columns].reshape(rows, columns), flat[rows * columns :]
        b, flat = flat[:columns], flat[columns:]
        weights.append((w, b))
    return header, weights


def forward(weights: Weights, x: npt.ArrayLike) -> Floats:
    """What the net answers for positions (rows of `x`, flags): positions x actions, in units of the header's scale;
    of a belief net positions x outputs, logarithms of weights, the cards of one place after those of the other.

    Computed as it stands, in the type of the weights: what the engine and a trainer are compared with.
    """
    w, b = weights[0]
    h: Floats = np.maximum(np.asarray(x, dtype=w.dtype) @ w + b, 0)
    for w, b in weights[1:-1]:
        h = h + np.maximum(h @ w + b, 0)
    w, b = weights[-1]
    return np.asarray(h @ w + b)


def to_onnx(
    path: str | os.PathLike[str], header: Mapping[str, Any], weights: Weights
) -> None:
    """Writes a net as an ONNX model, for other engines of nets: to_onnx("whist.onnx", *read_net("whist.munet")).

    Its input `x` are positions x inputs, its output `values` (of a belief net: `places`) is what forward() answers,
    both float32 and any number of positions. The header is among the model's metadata, as JSON with the key `mu`. Needs the package onnx (the
    extra `onnx`).
    """
    try:
        from onnx import TensorProto, checker, helper, numpy_helper
    except ImportError as e:
        raise ImportError("to_onnx() needs the package onnx: pip install 'mu[onnx]'") from e
    _check_shapes(header, weights)
    nodes, tensors, h = [], [], "x"
    last = _last(header)
    out, outputs = "places" if last == "outputs" else "values", int(header[last])
    for k, layer in enumerate(weights):
        names = [f"W{k}", f"b{k}"]
        for name, x in zip(names, layer, strict=True):
            tensors.append(numpy_helper.from_array(np.ascontiguousarray(x, dtype=np.float32), name))
        if k == len(weights) - 1:
            nodes.append(helper.make_node("Gemm", [h, *names], [out]))
            break
        nodes.append(helper.make_node("Gemm", [h, *names], [f"sum{k}"]))
        nodes.append(helper.make_node("Relu", [f"sum{k}"], [f"relu{k}"]))
        if k > 0:
            nodes.append(helper.make_node("Add", [h, f"relu{k}"], [f"h{k}"]))
        h = f"h{k}" if k > 0 else "relu0"
    graph = helper.make_graph(
        nodes,
        str(header.get("variant", "net")),
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["positions", int(header["inputs"])])],
        [helper.make_tensor_value_info(out, TensorProto.FLOAT, ["positions", outputs])],
        tensors,
    )
    # Versions of 2020 and 2021, which every engine reads.
    model = helper.make_model(
        graph, producer_name="mu", opset_imports=[helper.make_opsetid("", 13)], ir_version=8
    )
    helper.set_model_props(model, {"mu": json.dumps(dict(header), allow_nan=False)})
    checker.check_model(model)
    _write_whole(path, model.SerializeToString())
