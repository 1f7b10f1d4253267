"""Files of nets: what is written is read, by Python and by the engine alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SPECS, random_state

import mu
from mu.agents import HybridPlayer, NetPlayer
from mu.nets import Weights, checksum, forward, read_net, write_net

SCALES = {
    "whist": 4, "bridge": 400, "jass": 100, "differenzler": 20, "contree": 200, "euchre": 2, "ulti": 10,
    "snapszer": 2, "skat": 50,
}  # fmt: skip


def variant(spec: str) -> str:
    name = mu.load_game(spec).name
    return name + {"euchre(joker=on)": "_25", "snapszer(deck=24)": "_24"}.get(spec, "")


def some_net(spec: str, seed: int = 1, hidden: int = 16, layers: int = 2) -> tuple[dict[str, Any], Weights]:
    game = mu.load_game(spec)
    layout = game.observation_layout()
    # A net of contrée has outputs for the calls of all its auctions.
    actions = 123 if game.name == "contree" else game.num_distinct_actions()
    header = {
        "game": game.name, "variant": variant(spec), "layout": layout.name, "layout_version": layout.version,
        "inputs": layout.size, "actions": actions, "scale": SCALES[game.name],
        "hidden": hidden, "layers": layers, "heads": ["values"],
    }  # fmt: skip
    random = np.random.default_rng(seed)
    sizes = [layout.size, *[hidden] * layers, actions]
    weights = [
        (random.normal(0, 0.3, (a, b)), random.normal(0, 0.3, b)) for a, b in zip(sizes, sizes[1:], strict=False)
    ]
    return header, weights


def test_what_is_written_is_read(tmp_path: Path) -> None:
    header, weights = some_net("whist")
    write_net(tmp_path / "a.munet", header, weights)
    read, halves = read_net(tmp_path / "a.munet")
    assert read == header
    for (w, b), (v, c) in zip(weights, halves, strict=True):
        assert v.dtype == c.dtype == np.float32
        assert (v == w.astype(np.float16)).all()
        assert (c == b.astype(np.float16)).all()
    assert [p.name for p in tmp_path.iterdir()] == ["a.munet"]


def test_what_is_no_net_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.munet"
    header, weights = some_net("snapszer", hidden=3)
    with pytest.raises(ValueError, match="2 layers of weights, not 3"):
        write_net(file, header, weights[:2])
    with pytest.raises(ValueError, match="layer 0"):
        write_net(file, header, [(weights[0][0].T, weights[0][1]), *weights[1:]])
    with pytest.raises(ValueError, match="not finite as a half"):
        write_net(file, header, [(weights[0][0] * 1e6, weights[0][1]), *weights[1:]])
    assert not file.exists()
    write_net(file, header, weights)
    good = file.read_bytes()
    assert checksum(good) == 0  # with its own, as words cancel out
    for at in range(0, len(good), 7):
        file.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(ValueError, match="a.munet"):
            read_net(file)
        file.write_bytes(good[:at])
        with pytest.raises(ValueError, match="a.munet"):
            read_net(file)
        with pytest.raises(ValueError, match="a.munet"):
            mu.Player(NetPlayer(file), mu.load_game("snapszer"))


@pytest.mark.parametrize("spec", SPECS)
def test_the_engine_computes_the_same(spec: str, tmp_path: Path) -> None:
    game = mu.load_game(spec)
    write_net(tmp_path / "a.munet", *some_net(spec))
    _, weights = read_net(tmp_path / "a.munet")
    player = mu.Player(NetPlayer(tmp_path / "a.munet"), game)
    maps = game.action_maps()
    compared = 0
    for seed in range(30):
        state = random_state(spec, seed, 2 * seed)
        if state.is_terminal():
            continue
        view = state.view()
        values = forward(weights, view.observation_tensor()[None])[0]
        legal = view.legal_actions()
        of_legal = values[maps[view.suit_order()][legal]]
        chosen = player.choose(view, 1)
        assert of_legal[legal.index(chosen)] > of_legal.max() - 1e-4
        compared += len(legal) > 1
    assert compared > 5


def test_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_net(tmp_path / "euchre.munet", *some_net("euchre"))
    assert str(NetPlayer("x.munet")) == 'net(file="x.munet")'
    assert str(HybridPlayer(cards=3, play="rule")) == "hybrid(cards=3, play=rule)"
    with pytest.raises(ValueError, match="a net for euchre, and this is whist"):
        mu.Player(NetPlayer(tmp_path / "euchre.munet"), mu.load_game("whist"))
    monkeypatch.setenv("MU_NETS", str(tmp_path))
    duel = mu.duel("euchre", "net", "hybrid(cards=2)", deals=3, seed=1)
    assert len(duel.deals) == 3


def test_training_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from mu import train

    assert (train.sources() / "learn" / "environment.h").exists()
    monkeypatch.setenv("MU_SOURCE", str(tmp_path))
    assert train.main(["whist"]) == 2
    assert "MU_SOURCE" in capsys.readouterr().err
