"""A net that says where the cards lie that a seat does not see, from games that bots play.

`mu belief-rows` plays the games and writes what seats knew, where the facts allowed the unseen cards
to lie, and where they lay. The outputs of the net are logarithms of weights, one for each card in
each place. The engine draws worlds in proportion to the product of the weights of their cards, among
those that fit the facts and the sizes of the hands; the net is taught to make the true world likely
under just that.

Were cards dealt one by one, each to a place with a chance in proportion to its weight, and deals
thrown away in which a place gets too few or too many, those left would be such worlds. So the
chance of the true one is the product of its cards' chances over the chance that all sizes come out
right, and the latter is computed card by card: what is kept is how likely every count of cards is.
"""

from __future__ import annotations

import argparse
import json
import math
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from .command import given, run_command
from .environment import MU, SPECS, VARIANTS
from .net import Net, commit, file_format, weights_of

MOST_LOG_WEIGHT = 6.0
"""Outputs are cut off there, as the engine does (search/net_weigher.h)."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="mu.train --beliefs", description=__doc__.splitlines()[0])
    p.add_argument("game", metavar="GAME", help=", ".join(VARIANTS))
    p.add_argument(
        "--games",
        action="append",
        metavar="AGENTS:N",
        help="who plays how many deals, e.g. net:5000 or rule,net,rule,net:5000; may be repeated "
        "(net, rule with errors: 4000 each)",
    )
    p.add_argument(
        "--samples", type=int, default=2_000_000, help="decisions that it is shown (2000000)"
    )
    p.add_argument("--out", type=Path, default=Path("nets/beliefs"), help="folder (nets/beliefs)")
    p.add_argument("--hidden", type=int, default=256, help="width of the net (256)")
    p.add_argument("--layers", type=int, default=2, help="hidden layers (2)")
    p.add_argument("--batch", type=int, default=1024, help="decisions of a training step (1024)")
    p.add_argument("--rate", type=float, default=2e-3, help="learning rate at the start (0.002)")
    p.add_argument("--decay", type=float, default=0.01, help="weight decay (0.01)")
    p.add_argument(
        "--loss",
        choices=["worlds", "cards"],
        default="worlds",
        help="what is to be likely: the true world, or each card's place by itself (worlds)",
    )
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1, help="of games and training (1)")
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--mu", default=MU)
    return p


@dataclass
class Rows:
    """Decisions of games: what was known, where cards lay and where they could have."""

    version: int
    inputs: int
    places: int
    bits: torch.Tensor  # rows x bytes
    truth: torch.Tensor  # rows x cards; 255: not asked
    allowed: torch.Tensor  # rows x cards, bit p: may lie in place p

    def __len__(self) -> int:
        return len(self.bits)

    @property
    def cards(self) -> int:
        return self.truth.shape[1]

    def part(self, rows: slice) -> Rows:
        return replace(
            self, bits=self.bits[rows], truth=self.truth[rows], allowed=self.allowed[rows]
        )


def read_rows(path: Path) -> Rows:
    """A file of `mu belief-rows`."""
    data = np.fromfile(path, dtype=np.uint8)
    if data[:8].tobytes() != b"mu-rows\1":
        raise ValueError(f"{path}: is no file of rows that this program knows")
    version, inputs, words, cards, places, _ = struct.unpack("<6I", data[8:32].tobytes())
    size = 8 * words + 2 * cards
    rows = torch.from_numpy(data[32:].reshape(-1, size))
    bits, truth, allowed = rows.split([8 * words, cards, cards], dim=1)
    return Rows(version, inputs, places, bits, truth, allowed)


def joined(parts: list[Rows], device: torch.device) -> Rows:
    """All rows of several, on the device that computes."""
    return replace(
        parts[0],
        bits=torch.cat([p.bits for p in parts]).to(device),
        truth=torch.cat([p.truth for p in parts]).to(device),
        allowed=torch.cat([p.allowed for p in parts]).to(device),
    )


@dataclass
class Question:
    """Rows as numbers. Cards that are not asked about stand at the end."""

    x: torch.Tensor  # rows x inputs
    allowed: torch.Tensor  # rows x places x cards
    truth: torch.Tensor  # rows x places x cards, 1 where a card lay
    asked: torch.Tensor  # rows x cards
    order: torch.Tensor  # rows x cards: which card stands where


def question(rows: Rows, which: torch.Tensor) -> Question:
    bytes_ = rows.bits[which]
    shifts = torch.arange(8, device=bytes_.device, dtype=torch.uint8)
    x = (bytes_[:, :, None] >> shifts & 1).flatten(1)[:, : rows.inputs].float()
    truth, allowed = rows.truth[which].long(), rows.allowed[which].long()
    asked = truth != 255
    most = int(asked.sum(1).max())
    order = torch.argsort((~asked).to(torch.uint8), dim=1, stable=True)[:, :most]
    truth, allowed, asked = truth.gather(1, order), allowed.gather(1, order), asked.gather(1, order)
    place = torch.arange(rows.places, device=truth.device)[None, :, None]
    return Question(
        x,
        (allowed[:, None, :] >> place & 1).float(),
        (truth[:, None, :] == place).float(),
        asked.float(),
        order,
    )


def log_weights(out: torch.Tensor, q: Question, places: int) -> torch.Tensor:
    """rows x places x cards, of what the net answers."""
    w = out.view(len(out), places, -1).clamp(-MOST_LOG_WEIGHT, MOST_LOG_WEIGHT)
    return w.gather(2, q.order[:, None, :].expand(-1, places, -1))


def card_chances(w: torch.Tensor, q: Question) -> torch.Tensor:
    """Of each card in each place if it were dealt alone, from logarithms of weights."""
    most = w.amax(1, keepdim=True)
    chance = torch.exp(w - most) * q.allowed
    return chance / chance.sum(1, keepdim=True).clamp_min(1e-30)


def log_of_sizes(chance: torch.Tensor, q: Question) -> torch.Tensor:
    """The logarithm of the chance that every place gets as many cards as it holds, of each row."""
    rows, places, cards = chance.shape
    room = q.truth.sum(2).long()
    widest = int(room.amax(0).argmax())  # its count follows from the others
    counted = [p for p in range(places) if p != widest]
    sizes = [int(room[:, p].max()) + 1 for p in counted]
    counts = torch.zeros(rows, *sizes, device=chance.device)
    counts[(slice(None), *[0] * len(counted))] = 1
    ones = [1] * len(counted)
    # A card that is not asked about adds to no count.
    stays = chance[:, widest] + (1 - q.asked)
    for c in range(cards):
        following = counts * stays[:, c].view(rows, *ones)
        for axis, p in enumerate(counted, start=1):
            n = sizes[axis - 1]
            if n == 1:
                continue
            more = counts.narrow(axis, 0, n - 1) * chance[:, p, c].view(rows, *ones)
            following = following + torch.nn.functional.pad(
                more, [0, 0] * (len(counted) - axis) + [1, 0]
            )
        counts = following
    at = (torch.arange(rows, device=chance.device), *[room[:, p] for p in counted])
    return counts[at].clamp_min(1e-30).log()


def log_of_truth(chance: torch.Tensor, q: Question) -> torch.Tensor:
    """The sum over cards of the logarithm of the chance of the place where each lay."""
    return (torch.log(chance.clamp_min(1e-30)) * q.truth).sum((1, 2))


def loss_of(w: torch.Tensor, q: Question, worlds: bool) -> torch.Tensor:
    """A card, in the mean."""
    chance = card_chances(w, q)
    likely = log_of_truth(chance, q)
    if worlds:
        likely = likely - log_of_sizes(chance, q)
    return -likely.sum() / q.asked.sum()


def drawn_chances(w: torch.Tensor, q: Question) -> torch.Tensor:
    """How often each card lies where in worlds drawn by these weights."""
    with torch.enable_grad():
        w = w.detach().requires_grad_()
        chance = card_chances(w, q)
        # The slope of the logarithm of the weight of all worlds together.
        asked = q.asked[:, None, :]
        total = torch.logsumexp(w.masked_fill(q.allowed == 0, -math.inf), 1).nan_to_num(neginf=0)
        (log_of_sizes(chance, q).sum() + (total * q.asked).sum()).backward()
        assert w.grad is not None
        return w.grad * asked


@torch.no_grad()
def losses(net: Net, rows: Rows) -> dict[str, float]:
    """Log loss a card on rows, of the net and of the facts alone, and other uses of the net."""
    sums = dict.fromkeys(["facts", "weights", "over_facts"], 0.0)
    cards = 0.0
    for at in range(0, len(rows), 2048):
        which = torch.arange(at, min(at + 2048, len(rows)), device=rows.bits.device)
        q = question(rows, which)
        w = log_weights(net(q.x), q, rows.places)
        facts = drawn_chances(torch.zeros_like(w), q)
        # The net's answers taken for chances and held against those of the facts.
        over = card_chances(w, q).clamp_min(1e-5).log() - facts.clamp_min(1e-5).log()
        over = over.masked_fill(facts < 1e-5, 0)  # none, though no single fact says so
        for name, chance in (
            ("facts", facts),
            ("weights", drawn_chances(w, q)),
            ("over_facts", drawn_chances(over, q)),
        ):
            sums[name] -= float(log_of_truth(chance.clamp_min(1e-9), q).sum())
        cards += float(q.asked.sum())
    return {name: total / cards for name, total in sums.items()}


def play(options: argparse.Namespace, folder: Path) -> list[Rows]:
    """The games, of each pair of players and number apart."""
    games = options.games or ["net:4000", "blunder(p=0.05, inner=rule):4000"]
    parts = []
    for k, text in enumerate(games):
        agents, _, deals = text.rpartition(":")
        if not agents or not deals.isdigit():
            raise ValueError(f"--games {text}: give AGENTS:N, as in net:4000")
        path = folder / f"{k}.rows"
        command = [options.mu, "belief-rows", SPECS.get(options.game, options.game)]
        command += ["--deals", deals, "--seed", str(1000 * options.seed + k)]
        command += ["--threads", str(options.threads), "--out", str(path), "--agents"]
        subprocess.run([*command, *split_agents(agents)], check=True)
        parts.append(read_rows(path))
        path.unlink()
    return parts


def split_agents(text: str) -> list[str]:
    """At commas that are in no brackets."""
    out, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            out.append("")
        else:
            out[-1] += sign
    return [a.strip() for a in out]


def write(path: Path, net: Net, rows: Rows, variant: str, recipe: dict[str, Any]) -> None:
    """Writes a .munet file (docs/algorithms/learning.md)."""
    header = {
        "game": variant.split("_")[0],
        "variant": variant,
        "layout": "canonical",
        "layout_version": rows.version,
        "inputs": rows.inputs,
        "outputs": rows.places * rows.cards,
        "hidden": net.first.out_features,
        "layers": 1 + len(net.middle),
        "heads": ["places"],
        "training": recipe,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    file_format().write_net(path, header, weights_of(net))


def fit(options: argparse.Namespace, rows: Rows) -> Net:
    """A net taught on rows."""
    device = rows.bits.device
    net = Net(rows.inputs, options.hidden, options.layers, rows.places * rows.cards).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=options.decay)
    start = said_at = time.monotonic()
    shown, steps = 0, 0
    recent: list[float] = []
    while shown < options.samples:
        order = torch.randperm(len(rows), device=device)
        for which in order.split(options.batch):
            share = shown / options.samples
            if share >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = options.rate * min(1, (steps + 1) / 100) * (1 - 0.98 * share)
            q = question(rows, which)
            w = log_weights(net(q.x), q, rows.places)
            loss = loss_of(w, q, options.loss == "worlds")
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            recent.append(float(loss.detach()))
            steps, shown = steps + 1, shown + len(which)
            if time.monotonic() - said_at > 10:
                mean = round(sum(recent) / len(recent), 4)
                said_at, seconds = time.monotonic(), round(time.monotonic() - start)
                print(json.dumps({"seconds": seconds, "samples": shown, "loss": mean}), flush=True)
                recent = []
    return net


def train(options: argparse.Namespace) -> Path:
    """The path of the net."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = torch.device(options.device)
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        parts = play(options, Path(folder))
        games = time.monotonic() - start
    # The last twentieth of each, whole deals but one, is not learnt from.
    cut = [len(p) - len(p) // 20 for p in parts]
    rows = joined([p.part(slice(0, n)) for p, n in zip(parts, cut)], device)
    start = time.monotonic()
    net = fit(options, rows)
    seconds = time.monotonic() - start
    exam = joined([p.part(slice(n, len(p))) for p, n in zip(parts, cut)], device)
    found = {name: round(x, 4) for name, x in losses(net, exam).items()}
    recipe = {
        "command": given(parser(), options, "--beliefs"),
        "commit": commit(),
        "device": torch.cuda.get_device_name() if device.type == "cuda" else "processor",
        "seconds": round(seconds),
        "seconds_of_games": round(games),
        "decisions": len(rows),
        "log_loss": found,
    }
    print(json.dumps(recipe), flush=True)
    path: Path = options.out / f"{options.game}.munet"
    write(path, net, rows, options.game, recipe)
    return path


def main(arguments: list[str] | None = None) -> int:
    return run_command(parser(), train, arguments)


if __name__ == "__main__":
    sys.exit(main())
