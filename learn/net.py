"""The nets: plain layers over bits, every layer after the first beside a way past it."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import nn

from .environment import ROOT, Facts


class Net(nn.Module):
    """Bits to `outputs` numbers."""

    def __init__(self, inputs: int, hidden: int, layers: int, outputs: int):
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.middle = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(layers - 1))
        self.last = nn.Linear(hidden, outputs)
        for layer in (self.first, *self.middle):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.relu(self.first(x))
        for layer in self.middle:
            h = h + torch.relu(layer(h))
        return self.last(h)


def file_format() -> ModuleType:
    """mu.nets, which needs nothing else of the package."""
    path = Path(__file__).resolve().parent.parent / "nets.py"  # in an installed package
    if not path.exists():
        path = ROOT / "python" / "mu" / "nets.py"
    spec = importlib.util.spec_from_file_location("mu_nets", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def commit() -> str:
    """Of the sources, for the recipe of a net."""
    command = ["git", "describe", "--always", "--dirty=+"]
    git = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return git.stdout.strip() or "unknown"


def weights_of(net: Net) -> list[tuple[Any, Any]]:
    """Input-major, as files have them."""
    layers = (net.first, *net.middle, net.last)
    return [
        (layer.weight.detach().t().contiguous().cpu().numpy(), layer.bias.detach().cpu().numpy())
        for layer in layers
    ]


def action_values(net: Net, facts: Facts) -> list[tuple[Any, Any]]:
    """Weights, input-major, of a net whose outputs are values of actions: the advantage of each
    and the value of the position, which training keeps apart, added up."""
    pairs = []
    for layer in (net.first, *net.middle, net.last):
        pairs.append((layer.weight.detach().float().t(), layer.bias.detach().float()))
    first, bias = pairs[0]
    pairs[0] = (first[: facts.inputs], bias)
    last, bias = pairs[-1]
    a = facts.actions
    pairs[-1] = (last[:, :a] + last[:, a : a + 1], bias[:a] + bias[a])
    return [(w.contiguous().cpu().numpy(), b.contiguous().cpu().numpy()) for w, b in pairs]


def load(path: Path) -> tuple[dict[str, Any], Net]:
    """The net of a file, in single precision; its outputs are values of actions."""
    header, weights = file_format().read_net(path)
    if header.get("heads") != ["values"]:
        raise ValueError(f"{path}: its heads are {header.get('heads')}, not ['values']")
    net = Net(header["inputs"], header["hidden"], header["layers"], header["actions"])
    for layer, (matrix, bias) in zip((net.first, *net.middle, net.last), weights):
        layer.weight.data = torch.tensor(matrix).float().t().contiguous()
        layer.bias.data = torch.tensor(bias).float()
    return header, net


def load_for(path: Path, facts: Facts, variant: str) -> Net:
    """The net of a file as training has them: the bits filled up to whole words, and beside the actions
    the value of the position. A file has the sum of that and the advantages; here the advantages
    have it all, and the value is 0. ValueError if it was made for something else."""
    header, net = load(path)
    expected = {"variant": variant, "layout_version": facts.version, "inputs": facts.inputs}
    expected |= {"actions": facts.actions, "scale": facts.scale}
    for key, value in expected.items():
        if header.get(key) != value:
            raise ValueError(f"{path}: was made for {key} {header.get(key)}, not {value}")
    out = Net(64 * facts.input_words, header["hidden"], header["layers"], facts.actions + 1)
    out.middle = net.middle
    with torch.no_grad():
        out.first.weight.zero_()[:, : facts.inputs] = net.first.weight
        out.first.bias.copy_(net.first.bias)
        out.last.weight.zero_()[: facts.actions] = net.last.weight
        out.last.bias.zero_()[: facts.actions] = net.last.bias
    return out


def write(path: Path, net: Net, facts: Facts, variant: str, game: str, recipe: dict[str, Any]) -> None:
    """Writes a .munet file (docs/algorithms/learning.md)."""
    header = {
        "game": game,
        "variant": variant,
        "layout": "canonical",
        "layout_version": facts.version,
        "inputs": facts.inputs,
        "actions": facts.actions,
        "scale": facts.scale,
        "hidden": net.first.out_features,
        "layers": 1 + len(net.middle),
        "heads": ["values"],
        "training": recipe,
    }
    file_format().write_net(path, header, action_values(net, facts))
