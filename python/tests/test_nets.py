"""Files of nets: what is written is read, by Python and by the engine alike."""

from __future__ import annotations

import json
import pickle
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SPECS, ending, random_state

import mu
from mu import _mu_core
from mu.agents import HybridPlayer, NetPlayer
from mu.nets import Weights, checksum, forward, read_net, to_onnx, write_net

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


def some_belief_net(spec: str, places: int, seed: int = 1) -> tuple[dict[str, Any], Weights]:
    header, _ = some_net(spec)
    del header["actions"], header["scale"]
    cards = len(mu.Beliefs(mu.load_game(spec).new_initial_state(seed=1).view()).chances()[0])
    header |= {"outputs": places * cards, "heads": ["places"]}
    random = np.random.default_rng(seed)
    sizes = [header["inputs"], 16, 16, header["outputs"]]
    return header, [
        (random.normal(0, 0.3, (a, b)), random.normal(0, 0.3, b)) for a, b in zip(sizes, sizes[1:], strict=False)
    ]


def test_the_engine_weighs_worlds_by_the_outputs(tmp_path: Path) -> None:
    """Chances from a list of all worlds, each weighed by what NumPy makes of the net."""
    file = tmp_path / "contree.munet"
    write_net(file, *some_belief_net("contree", 3))
    _, weights = read_net(file)
    game = mu.load_game("contree")
    compared = 0
    for seed in range(12):
        view = ending("contree", seed).view()
        facts = mu.Beliefs(view)
        if not 1 < facts.count <= 2000:
            continue
        out = forward(weights, view.observation_tensor()[None])[0].reshape(3, 32).clip(-6, 6)
        shown = game.action_maps()[view.suit_order()][:32]
        assert view.observer is not None
        left = [(view.observer + 1 + k) % 4 for k in range(3)]
        expected = np.zeros((4, 32))
        total = 0.0
        for world in facts.draw_many(int(facts.count), seed=1):
            hands = [[mu.parse_card(c, game.deck) for c in h] for h in world.to_json()["hands"]]
            weight = np.exp(sum(out[k, shown[c]] for k, p in enumerate(left) for c in hands[p]))
            total += weight
            for p in left:
                expected[p, hands[p]] += weight
        chances = mu.Beliefs(view, net=str(file)).chances(net=True)
        assert np.allclose(chances[left][:, :32], expected[left] / total, atol=1e-3)
        compared += 1
    assert compared > 3


def test_belief_nets_are_refused_where_they_do_not_belong(tmp_path: Path) -> None:
    write_net(tmp_path / "values.munet", *some_net("contree"))
    write_net(tmp_path / "places.munet", *some_belief_net("contree", 3))
    view = mu.load_game("contree").new_initial_state(seed=1).view()
    with pytest.raises(ValueError, match="not .\"places\""):
        mu.Beliefs(view, net=str(tmp_path / "values.munet"))
    with pytest.raises(ValueError, match="not .\"values\""):
        mu.Player(NetPlayer(tmp_path / "places.munet"), mu.load_game("contree"))
    with pytest.raises(ValueError, match="a net for contree, and this is whist"):
        mu.Beliefs(mu.load_game("whist").new_initial_state(seed=1).view(), net=str(tmp_path / "places.munet"))
    with pytest.raises(ValueError, match="no net was given"):
        mu.Beliefs(view).chances(net=True)
    beliefs = mu.Beliefs(view, net=str(tmp_path / "places.munet"))
    with pytest.raises(ValueError, match="not by both"):
        beliefs.chances(net=True, soft=True)
    assert beliefs.draw(1, net=True).view(view.observer).legal_actions() == view.legal_actions()
    searcher = mu.Searcher(view.game, belief=str(tmp_path / "places.munet"))
    assert searcher.search(view, rounds=3, seed=1).chosen in view.legal_actions()


@pytest.mark.parametrize("spec", SPECS)
def test_values_of_the_engine(spec: str, tmp_path: Path) -> None:
    game = mu.load_game(spec)
    write_net(tmp_path / "a.munet", *some_net(spec))
    header, weights = read_net(tmp_path / "a.munet")
    net = mu.Net(game, tmp_path / "a.munet")
    assert net.header == header
    assert (net.game, net.file) == (game, str(tmp_path / "a.munet"))
    maps = game.action_maps()
    views = []
    for seed in range(12):
        state = random_state(spec, seed, 3 * seed)
        if state.is_terminal():
            with pytest.raises(ValueError, match="over"):
                net.values(state)
            continue
        view = state.view()
        values = net.values(view)
        assert values == net.values(state)
        assert list(values) == view.legal_actions()
        should = forward(weights, view.observation_tensor()[None])[0] * header["scale"]
        for action, value in values.items():
            assert value == pytest.approx(should[maps[view.suit_order()][action]], abs=1e-3 * header["scale"])
        assert net.choose(view) == net.choose(state) == max(values, key=lambda a: values[a])
        views.append(view)
    assert net.values_many(views) == [net.values(v) for v in views]
    assert net.values_many([]) == []
    same = pickle.loads(pickle.dumps(net))
    assert same.values(views[0]) == net.values(views[0])


def test_nets_refuse(tmp_path: Path) -> None:
    write_net(tmp_path / "euchre.munet", *some_net("euchre"))
    net = mu.Net("euchre", tmp_path / "euchre.munet")
    state = mu.load_game("euchre").new_initial_state(seed=1)
    waiting = state.view((state.current_player() + 1) % 4)
    assert net.values(waiting) == {}
    with pytest.raises(ValueError, match="not to act"):
        net.choose(waiting)
    with pytest.raises(ValueError, match="spectator"):
        net.values(state.public_view())
    other = mu.load_game("whist(trump=h)").new_initial_state(seed=1)
    with pytest.raises(ValueError, match="a net for euchre and a view of whist"):
        net.values(other)
    with pytest.raises(ValueError, match="a net for euchre, and this is whist"):
        mu.Net("whist", tmp_path / "euchre.munet")
    with pytest.raises(ValueError, match=r"nowhere\.munet"):
        mu.Net("euchre", "nowhere.munet")
    with pytest.raises(ValueError, match="chess"):
        mu.Net("chess")
    with pytest.raises(TypeError):
        mu.Net("euchre", 3)  # type: ignore[call-overload]


@pytest.mark.parametrize("spec", mu.registered_games())
def test_the_nets_that_come_with_mu(spec: str) -> None:
    net = mu.Net(spec)
    header, weights = read_net(net.file)
    assert header == net.header
    assert header["game"] == spec
    assert all(np.isfinite(w).all() for w, _ in weights)
    state = mu.load_game(spec).new_initial_state(seed=1)
    assert net.choose(state) == NetPlayer().choose(state)


def test_folders_of_nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nets of a folder that MU_NETS names come first; those that come with mu are still there."""
    spec = "snapszer(deck=24)"  # no net comes with mu
    first, second = tmp_path / "first", tmp_path / "second"
    for seed, folder in enumerate((first, second)):
        folder.mkdir()
        write_net(folder / "snapszer_24.munet", *some_net(spec, seed))
    monkeypatch.setenv("MU_NETS", str(tmp_path))
    with pytest.raises(ValueError, match=f"there is no net snapszer_24.munet .*looked in {re.escape(str(tmp_path))}"):
        mu.Net(spec)
    _mu_core._add_net_folder(str(second))
    assert mu.Net(spec).file == str(second / "snapszer_24.munet")
    monkeypatch.setenv("MU_NETS", str(first))
    assert mu.Net(spec).file == str(first / "snapszer_24.munet")
    assert mu.Net("whist").file.endswith("whist.munet")


def positions(spec: str, count: int) -> np.ndarray[Any, Any]:
    env = mu.make_vec(spec, count, seed=3)
    for _ in range(9):
        env.step(env.sample())
    assert env.observations is not None
    return env.observations.astype(np.float32)


@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("by", ["onnx", "onnxruntime"])
def test_onnx_computes_the_same(by: str, layers: int, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx")
    runner: Any = pytest.importorskip({"onnx": "onnx.reference"}.get(by, by))
    file = tmp_path / "a.onnx"
    header, weights = some_net("euchre", layers=layers)
    to_onnx(file, header, weights)
    model = onnx.load(file)
    onnx.checker.check_model(model, full_check=True)
    assert json.loads({p.key: p.value for p in model.metadata_props}["mu"]) == header
    if by == "onnx":
        run = runner.ReferenceEvaluator(model).run
    else:
        run = runner.InferenceSession(file, providers=["CPUExecutionProvider"]).run
    for count in (1, 300):
        x = positions("euchre", count)
        assert np.abs(run(["values"], {"x": x})[0] - forward(weights, x)).max() < 1e-4


@pytest.mark.parametrize("by", ["onnx", "onnxruntime"])
def test_onnx_of_a_belief_net(by: str, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx")
    runner: Any = pytest.importorskip({"onnx": "onnx.reference"}.get(by, by))
    file = tmp_path / "a.onnx"
    header, weights = some_net("euchre")
    del header["actions"], header["scale"]
    header |= {"heads": ["places"], "outputs": 24 * 5}
    random = np.random.default_rng(2)
    weights = [*weights[:-1], (random.normal(0, 0.3, (16, 120)), random.normal(0, 0.3, 120))]
    to_onnx(file, header, weights)
    model = onnx.load(file)
    assert [out.name for out in model.graph.output] == ["places"]
    if by == "onnx":
        run = runner.ReferenceEvaluator(model).run
    else:
        run = runner.InferenceSession(file, providers=["CPUExecutionProvider"]).run
    x = positions("euchre", 50)
    answers = run(["places"], {"x": x})[0]
    assert answers.shape == (50, 120)
    assert np.abs(answers - forward(weights, x)).max() < 1e-4


@pytest.mark.parametrize("spec", mu.registered_games())
def test_onnx_of_the_nets_that_come_with_mu(spec: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    runtime: Any = pytest.importorskip("onnxruntime")
    header, weights = read_net(mu.Net(spec).file)
    to_onnx(tmp_path / "a.onnx", header, weights)
    session = runtime.InferenceSession(tmp_path / "a.onnx", providers=["CPUExecutionProvider"])
    x = positions(spec, 500)
    assert np.abs(session.run(None, {"x": x})[0] - forward(weights, x)).max() < 1e-4


def test_onnx_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header, weights = some_net("snapszer")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "onnx", None)
        with pytest.raises(ImportError, match=r"mu\[onnx\]"):
            to_onnx(tmp_path / "a.onnx", header, weights)
    pytest.importorskip("onnx")
    with pytest.raises(ValueError, match="2 layers of weights, not 3"):
        to_onnx(tmp_path / "a.onnx", header, weights[:2])
    assert not list(tmp_path.iterdir())


def test_training_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from mu import train

    assert (train.sources() / "learn" / "environment.h").exists()
    monkeypatch.setenv("MU_SOURCE", str(tmp_path))
    assert train.main(["whist"]) == 2
    assert "MU_SOURCE" in capsys.readouterr().err
