"""Pools, matches and self-play over several processes or machines, by Ray (the extra `cluster`).

Work is divided into shards by deal number, and a deal depends on its number alone, so results are those
of one process, byte by byte. A worker that dies costs the repetition of its shard. Without Ray the same
calls do the same work here.

>>> from mu import cluster
>>> records = cluster.self_play("euchre", ["rule", "random"] * 2, 3, seed=1, where="here")
>>> len(records), records == cluster.self_play("euchre", ["rule", "random"] * 2, 3, seed=1, shard=1, where="here")
(3, True)

`where` is "ray", "here", or None: Ray if it is installed. A cluster that is running already (`ray start`)
is used if ray.init() has been called with its address, or RAY_ADDRESS names it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from ._mu_core import Agent, Game, Random, __build__, load_game, play_out
from ._progress import Progress, bar_of
from .arena import Duel, Standing, rank
from .arena import duel as _duel
from .pool import make_pool as _make_pool
from .pool import merge_pools

__all__ = ["duel", "make_pool", "round_robin", "self_play"]

Where = Literal["ray", "here"]
PathLike = str | os.PathLike[str]
Shard = tuple[int, int]  # first deal, how many


def _shards(deals: int, shard: int, first: int = 0) -> list[Shard]:
    if deals < 1 or shard < 1:
        raise ValueError(f"deals and shard must be at least 1, not {deals} and {shard}")
    return [(first + k, min(shard, deals - k)) for k in range(0, deals, shard)]


def _place(where: Where | None) -> Where:
    if where is None:
        return "ray" if find_spec("ray") else "here"
    if where not in ("ray", "here"):
        raise ValueError(f'where is "ray" or "here", not {where!r}')
    return where


def _call(work: Callable[[Any], bytes], task: Any) -> bytes:
    return work(task)


def _each(tasks: Iterable[Any], work: Callable[[Any], bytes], where: Where | None) -> Iterator[tuple[Any, bytes]]:
    """(task, work(task)) of every task, as they end."""
    if _place(where) == "here":
        for task in tasks:
            yield task, work(task)
        return
    import ray

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    # A worker that dies is replaced and its shard done again, however often; what the work itself
    # raises comes out.
    remote = ray.remote(num_cpus=1, max_retries=-1)(_call)
    shared = ray.put(work)
    waiting = iter(tasks)
    running: dict[Any, Any] = {}
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            while len(running) < most and (task := next(waiting, None)) is not None:
                running[remote.remote(shared, task)] = task
            if not running:
                return
            for done in ray.wait(list(running), num_returns=1)[0]:
                task = running.pop(done)
                yield task, ray.get(done)
    finally:  # an error, or Ctrl-C
        # Only what goes on: told to cancel a task that is just ending, Ray aborts this process.
        if running:
            for ref in ray.wait(list(running), num_returns=len(running), timeout=0)[1]:
                ray.cancel(ref, force=True)


class _Kept:
    """Shards that are done, as files in a folder, so that work can go on where it was interrupted.

    The folder belongs to one job: everything that the results depend on is in its name.
    """

    def __init__(self, folder: PathLike | None, *job: Any) -> None:
        self.folder: Path | None = None
        if folder is not None:
            name = hashlib.sha256(repr((__build__, job)).encode()).hexdigest()[:16]
            self.folder = Path(folder) / name
            self.folder.mkdir(parents=True, exist_ok=True)

    def get(self, key: str) -> bytes | None:
        file = self.folder / key if self.folder else None
        return file.read_bytes() if file and file.exists() else None

    def put(self, key: str, data: bytes) -> None:
        if self.folder:
            part = self.folder / f".{key}.{os.getpid()}"
            part.write_bytes(data)
            part.replace(self.folder / key)  # whole, or not there

    def drop(self) -> None:
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


def _run(
    shards: Sequence[Any],
    key: Callable[[Any], str],
    deals: Callable[[Any], int],
    work: Callable[[Any], bytes],
    kept: _Kept,
    where: Where | None,
    progress: bool | Progress | None,
) -> list[bytes]:
    """What the work makes of every shard, in their order."""
    bar = bar_of(progress, "deals")
    out: dict[Any, bytes] = {}
    for shard in shards:
        if (data := kept.get(key(shard))) is not None:
            out[shard] = data
    count = sum(map(deals, shards))
    done = sum(map(deals, out))
    if bar:
        bar(done, count)
    for shard, data in _each([s for s in shards if s not in out], work, where):
        kept.put(key(shard), data)
        out[shard] = data
        done += deals(shard)
        if bar:
            bar(done, count)
    return [out[shard] for shard in shards]


# What workers do. Functions of the module, so that they are found there by name.


def _pool_shard(spec: str, seed: int, labels: tuple[str, ...], part: Shard) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "part.pool"
        _make_pool(out, spec, part[1], seed=seed, first=part[0], labels=labels)
        return out.read_bytes()


def _duel_shard(
    spec: str, pairs: Sequence[tuple[Any, Any]], options: dict[str, Any], part: tuple[int, int, int]
) -> bytes:
    pair, start, count = part
    return pickle.dumps(_duel(spec, *pairs[pair], count, start=start, **options))


def _record_shard(spec: str, players: list[Any], seed: int, part: Shard) -> bytes:
    game = load_game(spec)
    lines = []
    for deal in range(part[0], part[0] + part[1]):
        state = game.new_initial_state(seed, deal=deal)
        play_out(state, players, Random(seed).split(deal).next())
        lines.append(state.serialize())
    return "\n".join(lines).encode()


def _game(game: Game | str) -> Game:
    return load_game(game) if isinstance(game, str) else game


def make_pool(
    file: PathLike,
    game: Game | str,
    deals: int,
    *,
    seed: int = 1,
    first: int = 0,
    labels: Sequence[Agent | str] = (),
    shard: int = 1000,
    where: Where | None = None,
    progress: bool | Progress | None = None,
) -> dict[str, Any]:
    """mu.make_pool() over a cluster: the same file. Interrupted, it keeps finished shards beside it.

    They lie in the folder `<file>.shards`, which is removed when the file is complete.
    """
    spec = _game(game).spec
    agents = tuple(str(label) for label in labels)
    parts = _shards(deals, shard, first)
    folder = Path(f"{os.fspath(file)}.shards")
    kept = _Kept(folder, "pool", spec, seed, agents)

    work = partial(_pool_shard, spec, seed, agents)

    def name(part: Shard) -> str:
        return f"{part[0]}-{part[1]}.pool"

    _run(parts, name, lambda p: p[1], work, kept, where, progress)
    assert kept.folder is not None
    out = merge_pools([kept.folder / name(p) for p in parts], file)
    kept.drop()
    if not any(folder.iterdir()):
        folder.rmdir()
    return out


def _agent_key(agent: Any) -> str:
    return str(agent) if isinstance(agent, (str, Agent)) else repr(agent)


def _meetings(
    game: Game | str,
    pairs: Sequence[tuple[Any, Any]],
    deals: int,
    shard: int,
    keep: PathLike | None,
    where: Where | None,
    progress: bool | Progress | None,
    options: dict[str, Any],
) -> list[Duel]:
    spec = _game(game).spec
    if "threads" in options:
        raise ValueError("threads: a shard has one; the cluster runs many of them")
    first = options.pop("start", 0)
    parts = [(i, *part) for i in range(len(pairs)) for part in _shards(deals, shard, first)]
    named = [tuple(map(_agent_key, pair)) for pair in pairs]
    kept = _Kept(keep, "duel", spec, named, sorted(options.items()))

    work = partial(_duel_shard, spec, pairs, options)
    answers = _run(parts, lambda p: f"{p[0]}-{p[1]}-{p[2]}", lambda p: p[2], work, kept, where, progress)
    out = []
    for i in range(len(pairs)):
        out.append(Duel.join([pickle.loads(a) for a, p in zip(answers, parts, strict=True) if p[0] == i]))
    kept.drop()
    return out


def duel(
    game: Game | str,
    first: Any,
    second: Any,
    deals: int = 100,
    *,
    shard: int = 50,
    keep: PathLike | None = None,
    where: Where | None = None,
    progress: bool | Progress | None = None,
    **options: Any,
) -> Duel:
    """mu.duel() over a cluster. `keep` is a folder for finished shards, to go on after an interruption."""
    return _meetings(game, [(first, second)], deals, shard, keep, where, progress, options)[0]


def round_robin(
    game: Game | str,
    agents: Sequence[Any],
    deals: int = 100,
    *,
    shard: int = 50,
    keep: PathLike | None = None,
    where: Where | None = None,
    progress: bool | Progress | None = None,
    **options: Any,
) -> tuple[list[Standing], list[Duel]]:
    """mu.round_robin() over a cluster, all duels at the same time."""
    pairs = [(agents[i], agents[j]) for i, j in combinations(range(len(agents)), 2)]
    if not pairs:
        raise ValueError("a round robin needs two agents or more")
    duels = _meetings(game, pairs, deals, shard, keep, where, progress, options)
    return rank(len(agents), duels), duels


def self_play(
    game: Game | str,
    players: Sequence[Any],
    deals: int,
    *,
    seed: int = 1,
    first: int = 0,
    shard: int = 100,
    keep: PathLike | None = None,
    where: Where | None = None,
    progress: bool | Progress | None = None,
) -> list[str]:
    """Plays deals with players[seat] in each seat: a record of each, which mu.deserialize() reads."""
    spec = _game(game).spec
    kept = _Kept(keep, "records", spec, [_agent_key(p) for p in players], seed)

    work = partial(_record_shard, spec, list(players), seed)
    parts = _shards(deals, shard, first)
    answers = _run(parts, lambda p: f"{p[0]}-{p[1]}.txt", lambda p: p[1], work, kept, where, progress)
    out = [line for a in answers for line in a.decode().split("\n")]
    kept.drop()
    return out
