"""A net from nothing by self-play.

Every seat plays the action that the net values highest, now and then a random one; what a deal came
to teaches the values of the actions that were done (Monte Carlo, no bootstrapping). What lies
between two actions is small beside what the cards of the others do to a deal, so a second net, the
critic, sees all hands and says what to expect of them; the net learns how much better than that an
action turned out. The critic knows nothing of the action, so this changes no order of actions, it
takes out noise. It is thrown away in the end.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import sys
import time
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import smooth_l1_loss

from .environment import VARIANTS, Deals, Library, Ring
from .net import Net, commit, write

CURVE = "seconds decisions samples loss critic_loss gain gain_error".split()


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="mu.train", description=__doc__.splitlines()[0])
    p.add_argument("game", metavar="GAME", help=", ".join(VARIANTS))
    p.add_argument("--seconds", type=float, default=420, help="how long (420)")
    p.add_argument("--out", type=Path, default=Path("nets"), help="folder of the results (nets)")
    p.add_argument("--hidden", type=int, default=640, help="width of the net (640)")
    p.add_argument("--layers", type=int, default=3, help="hidden layers (3)")
    p.add_argument("--critic", type=int, default=512, help="width of the critic; 0: none (512)")
    p.add_argument("--rows", type=int, default=131072, help="deals side by side (131072)")
    p.add_argument("--times", type=int, default=48, help="decisions of each that are kept (48)")
    p.add_argument("--steps", type=int, default=16, help="decisions between trainings (16)")
    p.add_argument("--batch", type=int, default=65536, help="decisions of a training step (65536)")
    p.add_argument("--use", type=float, default=1.0, help="how often a decision is used (1.0)")
    p.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start (0.001)")
    p.add_argument("--random-calls", type=float, default=0.06, help="share of them at first (0.06)")
    p.add_argument("--random-cards", type=float, default=0.08, help="the same of cards (0.08)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--resume", action="store_true", help="go on from OUT/GAME.checkpoint")
    p.add_argument("--checkpoint", type=float, default=60, help="seconds between them (60)")
    return p


class Trainer:
    """One run: the deals, the nets and what is kept of both."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        torch.manual_seed(options.seed)
        if options.device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        device = torch.device(options.device)
        self.library = Library(options.game, device)
        facts = self.library.facts
        self.outputs = facts.actions + 1  # an advantage for each action, the value of the position
        self.net = Net(64 * facts.input_words, options.hidden, options.layers, self.outputs)
        self.net.to(device)
        self.critic = (
            Net(64 * facts.row_words, options.critic, options.layers, 1).to(device)
            if options.critic
            else None
        )
        weights = [*self.net.parameters(), *(self.critic.parameters() if self.critic else ())]
        gpu = device.type == "cuda"
        self.rate = torch.tensor(options.rate, device=device)
        self.optimizer = torch.optim.AdamW(
            weights, lr=self.rate, weight_decay=1e-4, fused=gpu, capturable=gpu
        )
        self.player = self.copy_of(self.net)
        self.deals = Deals(self.library, options.rows, options.seed)
        self.ring = Ring(self.library, options.rows, options.times)
        self.exam = Deals(self.library, min(options.rows, 32768), options.seed + 1)
        size = options.rows * options.times
        self.known = torch.zeros(size, dtype=torch.int64, device=device)  # places in the ring
        self.known_count = torch.zeros((), dtype=torch.int64, device=device)
        self.losses = torch.zeros(2, device=device)
        self.recorded: torch.cuda.CUDAGraph | None = None
        self.before: Net | None = None  # who sat here at the last line of the curve
        self.at = 0  # the next time of the ring
        self.seconds = 0.0
        self.decisions = self.samples = 0
        self.loss = self.critic_loss = 0.0

    def copy_of(self, net: Net) -> Net:
        """The net in the type that play computes in."""
        o = self.options
        out = Net(net.first.in_features, o.hidden, o.layers, self.outputs)
        out.load_state_dict(net.state_dict())
        return out.to(self.library.device).to(self.library.dtype)

    @torch.no_grad()
    def play(self, calls: float, cards: float) -> None:
        words = self.library.facts.input_words
        for _ in range(self.options.steps):
            bits = self.deals.observe(self.ring.bits[self.at])
            values = self.player(self.library.unpack(bits, None, words))
            self.deals.step(
                values, random_calls=calls, random_cards=cards, ring=self.ring, time=self.at
            )
            self.at = (self.at + 1) % self.options.times
        self.decisions += self.options.steps * self.options.rows

    def one_step(self) -> None:
        """One step of the optimizer, by decisions drawn from those whose deals are over."""
        o, facts = self.options, self.library.facts
        drawn = torch.rand(o.batch, device=self.library.device, dtype=torch.float64)
        which = self.known[(drawn * self.known_count).long()]
        y, action = self.ring.target.view(-1)[which], self.ring.done.view(-1)[which].long()
        words = facts.row_words if self.critic else facts.input_words
        x = self.library.unpack(self.ring.bits, which, words)
        on_gpu = bool(facts.on_gpu)
        with torch.autocast(self.library.device.type, dtype=torch.bfloat16, enabled=on_gpu):
            out = self.net(x[:, : 64 * facts.input_words]).float()
            expected = self.critic(x).float().squeeze(1) if self.critic else None
        advantage = out.gather(1, action[:, None]).squeeze(1)
        value = out[:, facts.actions]
        loss = smooth_l1_loss(value, y, beta=2.0)
        baseline = value if expected is None else expected
        loss = loss + smooth_l1_loss(advantage, y - baseline.detach(), beta=2.0)
        self.losses[0] += loss.detach()
        if expected is not None:
            critic_loss = smooth_l1_loss(expected, y, beta=2.0)
            self.losses[1] += critic_loss.detach()
            loss = loss + critic_loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()

    def record_step(self) -> None:
        """On a GPU a step takes less time than Python takes to ask for its parts, so it is recorded
        and asked for as a whole."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):  # type: ignore[no-untyped-call]
            for _ in range(3):
                self.one_step()
        torch.cuda.current_stream().wait_stream(aside)
        self.optimizer.zero_grad(set_to_none=True)
        self.recorded = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.recorded):
            self.one_step()

    def learn(self) -> None:
        o = self.options
        known = self.ring.known.view(-1).nonzero().squeeze(1)
        if known.numel() < o.batch:
            return
        self.known[: known.numel()] = known
        self.known_count.fill_(known.numel())
        if self.library.facts.on_gpu and self.recorded is None:
            self.record_step()
        self.losses.zero_()
        count = max(1, int(o.steps * o.rows * o.use) // o.batch)
        for _ in range(count):
            if self.recorded is not None:
                self.recorded.replay()
            else:
                self.one_step()
        self.samples += count * o.batch
        self.loss, self.critic_loss = (self.losses / count).tolist()
        with torch.no_grad():
            for mine, learnt in zip(self.player.parameters(), self.net.parameters()):
                mine.copy_(learnt)

    @torch.no_grad()
    def gain(self) -> tuple[float, float]:
        """Points a deal over the net of the last line of the curve, and the standard error."""
        words = self.library.facts.input_words
        self.exam.sums.zero_()
        self.exam.counts.zero_()
        for _ in range(96):
            x = self.library.unpack(self.exam.observe(), None, words)
            other = self.before(x) if self.before else None
            self.exam.step(self.player(x), other, count=True)
        n = float(self.exam.counts.sum())
        sums, squares = self.exam.sums.sum(0).tolist()
        if n == 0:
            return math.nan, math.nan
        mean, scale = sums / n, self.library.facts.scale
        # Two seats of a partnership have one result.
        error = math.sqrt(max(0.0, squares / n - mean * mean) / n * 2)
        return mean * scale, error * scale

    def line(self) -> dict[str, Any]:
        gain, error = self.gain()
        self.before = self.copy_of(self.net)
        self.library.check()
        row = [self.seconds, self.decisions, self.samples, self.loss, self.critic_loss]
        return dict(zip(CURVE, [round(v, 5) for v in [*row, gain, error]]))

    def state(self) -> dict[str, Any]:
        return {
            "net": self.net.state_dict(),
            "critic": self.critic.state_dict() if self.critic else None,
            "optimizer": self.optimizer.state_dict(),
            "seconds": self.seconds,
            "decisions": self.decisions,
            "samples": self.samples,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        if self.critic:
            self.critic.load_state_dict(state["critic"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seconds, self.decisions = state["seconds"], state["decisions"]
        self.samples = state["samples"]
        self.player = self.copy_of(self.net)


def replace(path: Path, save: Any) -> None:
    """Writes to a temporary name first."""
    part = path.with_suffix(path.suffix + ".part")
    save(part)
    part.rename(path)


def train(options: argparse.Namespace) -> Path:
    """The path of the net."""
    run = Trainer(options)
    options.out.mkdir(parents=True, exist_ok=True)
    checkpoint = options.out / f"{options.game}.checkpoint"
    curve_path = options.out / f"{options.game}.csv"
    curve: list[dict[str, Any]] = []
    if options.resume:
        run.restore(torch.load(checkpoint, map_location=run.library.device))
        with curve_path.open() as lines:
            curve = list(csv.DictReader(lines))
    next_line, saved = run.seconds + 5, time.monotonic()
    before = run.seconds
    start = time.monotonic()
    steps = 0
    while run.seconds < options.seconds:
        share = run.seconds / options.seconds
        warm = min(1.0, (steps + 1) / 20)
        run.rate.fill_(options.rate * warm * (1 - 0.98 * share))
        less = max(0.0, 1 - 2 * share)
        run.play(max(0.01, options.random_calls * less), max(0.01, options.random_cards * less))
        run.learn()
        steps += 1
        if options.device == "cuda":
            torch.cuda.synchronize()
        run.seconds = before + time.monotonic() - start
        if run.seconds >= next_line or run.seconds >= options.seconds:
            curve.append(run.line())
            print(json.dumps(curve[-1]), flush=True)
            next_line = max(run.seconds + 5, run.seconds * 1.3)
        if time.monotonic() - saved > options.checkpoint:
            replace(checkpoint, lambda path: torch.save(run.state(), path))
            saved = time.monotonic()
    with curve_path.open("w", newline="") as file:
        rows = csv.DictWriter(file, CURVE, lineterminator="\n")
        rows.writeheader()
        rows.writerows(curve)
    path = options.out / f"{options.game}.munet"
    write(path, run.net, run.library.facts, options.game, options.game.split("_")[0], recipe(run))
    return path


def recipe(run: Trainer) -> dict[str, Any]:
    """What made the net, to be kept beside its weights."""
    o = run.options
    preset = vars(parser().parse_args([o.game]))
    given = [
        f"--{key.replace('_', '-')} {value}"
        for key, value in vars(o).items()
        if key not in ("game", "out", "device", "resume", "checkpoint") and value != preset[key]
    ]
    name = torch.cuda.get_device_name() if o.device == "cuda" else "processor"
    return {
        "command": " ".join(["python -m mu.train", o.game, *given]),
        "commit": commit(),
        "device": name,
        "seconds": round(run.seconds),
        "decisions": run.decisions,
        "samples": run.samples,
    }


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if options.game not in VARIANTS:
        print(f"no game is called '{options.game}': there are {', '.join(VARIANTS)}", file=sys.stderr)
        return 2
    print(train(options))
    return 0
