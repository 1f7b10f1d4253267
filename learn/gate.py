"""Whether a net takes the place of another: only if it beats it in the arena, by an interval that is
clear of zero."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .environment import MU, SPECS
from .net import file_format

MARGIN = re.compile(
    r"^  margin per deal +([+-][\d.]+) ± [\d.]+  \(95 %: ([+-][\d.]+) \.\. ([+-][\d.]+)\)$", re.M
)


@dataclass(frozen=True)
class Margin:
    """Points a deal, with a 95 % interval."""

    points: float
    low: float
    high: float


def duel(mu: str, variant: str, first: str, second: str, deals: int, seed: int) -> Margin:
    """Agents on the same deals, from all seatings. RuntimeError with what `mu` complains of."""
    command = [mu, "arena", "h2h", first, second, "--game", SPECS.get(variant, variant)]
    command += ["--deals", str(deals), "--seed", str(seed), "--threads", str(os.cpu_count() or 1)]
    run = subprocess.run([*command, "--no-store"], capture_output=True, text=True, check=False)
    found = MARGIN.search(run.stdout)
    if run.returncode != 0 or found is None:
        raise RuntimeError(f"mu arena h2h: {run.stderr.strip() or run.stdout.strip()}")
    return Margin(*map(float, found.groups()))


def mark(path: Path) -> str:
    """The checksum that a net's file ends with: what it is called where names change."""
    return path.read_bytes()[-8:][::-1].hex()


def replaces(candidate: Path, old: Path, agent: str, variant: str, mu: str, deals: int, seed: int) -> bool:
    """Puts the candidate in the old one's place if it is better, with the figures in its header (also
    if it is not). `agent` says how to play a net, with NET for its file."""
    margin = duel(
        mu, variant, agent.replace("NET", str(candidate)), agent.replace("NET", str(old)), deals, seed
    )
    header, weights = file_format().read_net(candidate)
    figures: dict[str, Any] = {"over": mark(old), "deals": deals, "seed": seed, **asdict(margin)}
    file_format().write_net(candidate, {**header, "strength": figures}, weights)
    if margin.low <= 0:
        return False
    candidate.replace(old)
    return True


def add_gate(p: argparse.ArgumentParser) -> None:
    """The options that settle() asks for."""
    p.add_argument(
        "--gate",
        type=int,
        default=1000,
        metavar="DEALS",
        help="the net replaces OUT/GAME.munet only if it gains in so many deals of the arena (1000)",
    )
    p.add_argument("--no-gate", action="store_const", const=0, dest="gate", help="it always does")
    p.add_argument("--mu", default=MU, help="the command mu, for its arena")


def may_judge(path: Path, options: argparse.Namespace) -> None:
    """ValueError if settle() could not be asked in the end."""
    if options.gate < 0:
        raise ValueError(f"--gate {options.gate}: give a number of deals, or --no-gate")
    if options.gate and path.exists() and shutil.which(options.mu) is None:
        raise ValueError(
            f"{path} is there, and without {options.mu} nobody can tell whether the new net is better:"
            " build it, name it with --mu, or give --no-gate"
        )


def settle(path: Path, agent: str, options: argparse.Namespace) -> Path:
    """Where the candidate beside `path` has gone: there, or nowhere."""
    candidate, o = path.with_suffix(".candidate"), options
    if not (path.exists() and o.gate):
        candidate.replace(path)
        return path
    better = replaces(candidate, path, agent, o.game, o.mu, o.gate, o.seed)
    return path if better else candidate


def told(path: Path) -> int:
    """Says what settle() has found. The status of the command."""
    if path.suffix == ".candidate":
        print(f"mu.train: {path} is not shown to be better: {path.with_suffix('.munet')} stays")
        return 1
    print(path)
    return 0
