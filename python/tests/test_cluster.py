"""Shards: the same results as in one process, in this process and on a Ray cluster of two workers.

`make test` runs what needs no Ray; `make test-cluster` installs it and runs the rest.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mu
from mu import cluster

try:
    import ray
except ImportError:
    ray = None


@pytest.fixture(scope="module")
def two_workers() -> Iterator[None]:
    if ray is None:
        pytest.skip("Ray is not installed: make test-cluster")
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers do not have this file
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(params=["here", "ray"])
def where(request: pytest.FixtureRequest) -> str:
    if request.param == "ray":
        request.getfixturevalue("two_workers")
    return str(request.param)


class Careless:
    """A bot whose process dies once: when it is first asked and the mark is there."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __repr__(self) -> str:
        return "Careless"

    def choose(self, view: mu.View) -> int:
        if self.mark.exists():
            self.mark.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal_actions()[0]


def workers() -> list[int]:
    """Processes that work on a shard now, of the cluster that this one has started."""
    parents, names = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                names[int(folder.name)] = (folder / "cmdline").read_text()
            except OSError:
                continue  # gone in the meantime

    def is_ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [pid for pid, name in names.items() if name.startswith("ray::_call") and is_ours(pid)]


def test_a_pool_of_shards_is_the_pool(where: Any, tmp_path: Path) -> None:
    mu.make_pool(tmp_path / "one.pool", "euchre", 25, seed=3)
    told: list[tuple[int, int]] = []
    made = cluster.make_pool(
        tmp_path / "many.pool", "euchre", 25, seed=3, shard=4, where=where, progress=lambda *n: told.append(n)
    )
    assert made["complete"]
    assert (tmp_path / "many.pool").read_bytes() == (tmp_path / "one.pool").read_bytes()
    assert told[0] == (0, 25)
    assert told[-1] == (25, 25)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["many.pool", "one.pool"]


def test_interrupted_work_goes_on(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, count: int) -> None:
        if done >= 8:
            raise Enough

    told: list[int] = []
    with pytest.raises(Enough):
        cluster.make_pool(tmp_path / "a.pool", "euchre", 20, shard=4, where="here", progress=stop)
    assert not (tmp_path / "a.pool").exists()
    cluster.make_pool(
        tmp_path / "a.pool", "euchre", 20, shard=4, where="here", progress=lambda n, _: told.append(n)
    )
    assert told == [8, 12, 16, 20]  # two shards were there
    mu.make_pool(tmp_path / "b.pool", "euchre", 20)
    assert (tmp_path / "a.pool").read_bytes() == (tmp_path / "b.pool").read_bytes()


def same(a: mu.Duel, b: mu.Duel) -> bool:
    return (a.game, a.agents, a.forfeits) == (b.game, b.agents, b.forfeits) and all(
        np.array_equal(getattr(a, name), getattr(b, name)) for name in ("deals", "margins", "shares")
    )


def test_a_round_robin_of_shards(where: Any, tmp_path: Path) -> None:
    agents = ["random", "rule", "blunder(p=0.3)"]
    standings, duels = mu.round_robin("euchre", agents, 22, seed=5)
    also, same_duels = cluster.round_robin("euchre", agents, 22, seed=5, shard=8, where=where, keep=tmp_path)
    assert all(map(same, duels, same_duels))
    assert [(s.agent, s.rating, s.low, s.high, s.count) for s in standings] == [
        (s.agent, s.rating, s.low, s.high, s.count) for s in also
    ]
    one = cluster.duel("bridge", "rule", "random", 4, shard=3, where=where)
    assert same(one, mu.duel("bridge", "rule", "random", 4))
    assert one.imps is not None
    assert len(one.imps) == 4


def test_self_play(where: Any) -> None:
    records = cluster.self_play("snapszer", ["rule", "random"], 9, seed=2, shard=2, where=where)
    assert records == cluster.self_play("snapszer", ["rule", "random"], 9, seed=2, where="here")
    assert all(mu.deserialize(r).is_terminal() for r in records)
    assert records[3:] == cluster.self_play("snapszer", ["rule", "random"], 6, seed=2, first=3, where="here")


def test_a_worker_that_is_killed_costs_its_shard(two_workers: None, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bot = Careless(mark)
    plain = mu.round_robin("euchre", [bot, "rule", "random"], 12, seed=4)[1]
    mark.touch()
    duels = cluster.round_robin("euchre", [bot, "rule", "random"], 12, seed=4, shard=4, where="ray")[1]
    assert not mark.exists()  # a process was killed
    assert all(map(same, plain, duels))

    killed: list[int] = []

    def kill_one(done: int, count: int) -> None:
        if done > 0 and not killed and (busy := workers()):
            killed.append(busy[0])
            os.kill(busy[0], signal.SIGKILL)

    mu.make_pool(tmp_path / "one.pool", "contree", 24, seed=6)
    cluster.make_pool(tmp_path / "many.pool", "contree", 24, seed=6, shard=2, where="ray", progress=kill_one)
    assert killed
    assert (tmp_path / "many.pool").read_bytes() == (tmp_path / "one.pool").read_bytes()


def test_what_has_ended_is_not_cancelled(two_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray aborts the process that cancels a task while it stores what the task answered."""

    class Broken:
        def choose(self, view: mu.View) -> int:
            raise KeyError("broken")

    cancelled: list[Any] = []
    monkeypatch.setattr(ray, "cancel", lambda ref, **_: cancelled.append(ref))
    with pytest.raises(KeyError, match="broken"):
        cluster.duel("euchre", Broken, "rule", 4, where="ray")
    assert not cancelled


def test_what_a_shard_raises_comes_out(where: Any) -> None:
    class Broken:
        def choose(self, view: mu.View) -> int:
            raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        cluster.duel("euchre", Broken, "rule", 4, where=where)
    for bad in ({"shard": 0}, {"threads": 2}, {"where": "there"}, {"deals": 0}):
        with pytest.raises(ValueError):
            cluster.duel("euchre", "rule", "random", **{"where": where, **bad})
