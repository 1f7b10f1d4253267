"""A net taught by a search, on the processor: make test-learn."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learn.environment import MU
from learn.net import Net, file_format, load, weights_of
from learn.taught import lessons, main, parser, targets

mu: Any = pytest.importorskip("mu")
torch.set_num_threads(1)


def some_net(path: Path, hidden: int = 64) -> Path:
    """A net of euchre that knows nothing."""
    header, _ = file_format().read_net(Path(mu.Net("euchre").file))
    torch.manual_seed(5)
    net = Net(header["inputs"], hidden, 2, header["actions"])
    torch.nn.init.normal_(net.last.weight, std=0.02)
    header |= {"hidden": hidden, "layers": 2, "training": {}}
    file_format().write_net(path, header, weights_of(net))
    return path


def test_what_is_taught_are_differences_between_cards(tmp_path: Path) -> None:
    file = some_net(tmp_path / "start.munet")
    header, net = load(file)
    options = parser().parse_args(f"euchre --start {file} --deals 12 --worlds 3".split())
    x, legal, values = lessons(options, header["actions"])
    again = lessons(options, header["actions"])
    assert all(torch.equal(a.nan_to_num(), b.nan_to_num()) for a, b in zip((x, legal, values), again))
    cards, taught = 24, values.isfinite()
    assert taught.any() and not taught[~legal].any()
    # Calls are not taught, plays are, all cards of them.
    calls = legal[:, cards:].any(1)
    assert calls.sum() > 12 and not taught[calls].any()
    assert (taught == legal)[taught.any(1)].all()
    unit = values / header["scale"]
    target = targets(net, x, legal, unit)
    with torch.no_grad():
        before = net(x.float())
    assert torch.equal(target[calls], before[calls])
    row = int(taught.any(1).nonzero()[-1])
    mine, said, now = (v[row][taught[row]] for v in (target, unit, before))
    torch.testing.assert_close(mine - mine[0], said - said[0])
    torch.testing.assert_close(mine.mean(), now.mean())


@pytest.mark.skipif(shutil.which(MU) is None, reason="needs the command mu")
def test_a_net_that_a_search_has_taught_plays_better(tmp_path: Path) -> None:
    file = some_net(tmp_path / "euchre.munet")
    shutil.copy(file, tmp_path / "start.munet")
    arguments = ["euchre", "--start", str(tmp_path / "start.munet")]
    arguments += ["--out", str(tmp_path), "--mu", MU, "--gate", "100"]
    small = "--deals 250 --worlds 6 --samples 60000 --batch 256 --rate 0.003"
    assert main([*arguments, *small.split()]) == 0
    header: Any = load(file)[0]
    assert header["strength"]["low"] > 0
    assert 0 < header["training"]["decisions_taught"] < header["training"]["decisions"]
    # And its calls are much as they were.
    game = mu.load_game("euchre")
    views = [game.new_initial_state(seed=k).view() for k in range(200)]
    old, new = (
        np.array([list(v.values()) for v in mu.Net("euchre", str(f)).values_many(views)])
        for f in (tmp_path / "start.munet", file)
    )
    assert (old.argmax(1) == new.argmax(1)).mean() > 0.8


def test_what_does_not_fit_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = some_net(tmp_path / "start.munet")
    assert main(["poker", "--start", str(file)]) == 2
    assert "contree" in capsys.readouterr().err
    assert main(["whist", "--start", str(file), "--out", str(tmp_path)]) == 2
    assert "made for variant euchre, not whist" in capsys.readouterr().err
