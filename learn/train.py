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
import copy
import csv
import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import smooth_l1_loss

from .command import given, run_command
from .environment import NOBODY, Deals, Library, Ring
from .gate import mark, may_judge, settle
from .league import MOST, League
from .net import Net, commit, load_for, write
from .options import parser
from .pooled import read as read_pool
from .replay import Choice, Reservoir

CURVE = "seconds decisions samples loss critic_loss gain gain_error".split()


def loss_of(said: torch.Tensor, y: torch.Tensor, weight: torch.Tensor | None) -> torch.Tensor:
    """In the mean; decisions count alike without weights."""
    if weight is None:
        return smooth_l1_loss(said, y, beta=2.0)
    return (weight * smooth_l1_loss(said, y, beta=2.0, reduction="none")).mean()


class Trainer:
    """One run: the deals, the nets and what is kept of both."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        torch.manual_seed(options.seed)
        if options.device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        device = torch.device(options.device)
        self.pool = read_pool(options.pooled, options.game, device) if options.pooled else None
        self.library = Library(options.game, device, pooled=self.pool is not None)
        facts = self.library.facts
        self.outputs = facts.actions + 1  # an advantage for each action, the value of the position
        if options.start:
            self.net = load_for(options.start, facts, options.game)
        else:
            self.net = Net(
                64 * facts.input_words, options.hidden or 640, options.layers or 3, self.outputs
            )
        hidden, layers = self.net.first.out_features, 1 + len(self.net.middle)
        for name, is_ in (("hidden", hidden), ("layers", layers)):
            if getattr(options, name) not in (None, is_):
                raise ValueError(f"{options.start}: has {name} = {is_}, not {getattr(options, name)}")
        self.net.to(device)
        self.critic = (
            Net(64 * facts.row_words, options.critic, layers, 1).to(device)
            if options.critic
            else None
        )
        self.shape = {key: getattr(options, key) for key in ("game", "critic", "rows", "times", "league")}
        self.shape |= {"hidden": hidden, "layers": layers, "reservoir": options.reservoir}
        self.shape["pooled"] = len(self.pool) if self.pool else 0
        weights = [*self.net.parameters(), *(self.critic.parameters() if self.critic else ())]
        gpu = device.type == "cuda"
        self.rate = torch.tensor(options.rate, device=device)
        self.optimizer = torch.optim.AdamW(
            weights, lr=self.rate, weight_decay=1e-4, fused=gpu, capturable=gpu
        )
        self.player = self.copy_of(self.net)
        # The gain is measured on deals that are not learnt from.
        learnt, kept_back = self.pool.split(20) if self.pool else (None, None)
        self.deals = Deals(self.library, options.rows, options.seed, learnt)
        self.ring = Ring(self.library, options.rows, options.times)
        for name in ("league", "balance", "reservoir_share"):
            if not 0 <= (share := getattr(options, name)) <= 1:
                raise ValueError(f"--{name.replace('_', '-')} {share}: give a share from 0 to 1")
        if options.reservoir < 0:
            raise ValueError(f"--reservoir {options.reservoir}: give a number of decisions")
        self.league = League(int(options.rows * options.league), options.seed)
        # Parts of the run after which a copy was made; at once only if it starts from a net.
        self.copied = -1 if options.start else 0
        # Whose net decides what is not learnt. With a pool it does so in the arena only.
        self.fixed_file, self.fixed_kind = options.play_only or options.bid_only, "calls"
        if options.pooled:
            self.fixed_file = options.bid_only or options.start
            if options.play_only or not self.fixed_file:
                raise ValueError("--pooled: calls are learnt; give --bid-only or --start a net for the cards")
        if options.bid_only or options.pooled:
            self.fixed_kind = "cards"
            if facts.actions == facts.cards:
                raise ValueError(f"--bid-only: nobody calls in {options.game}")
        self.fixed: Net | None = None
        if self.fixed_file:
            fixed = load_for(self.fixed_file, facts, options.game).to(device)
            self.fixed = None if self.pool else fixed.to(self.library.dtype)
        self.exam = Deals(self.library, min(options.rows, 32768), options.seed + 1, kept_back)
        self.known = Choice(options.rows * options.times, options.balance, device)
        self.reservoir = Reservoir(self.library, options.reservoir) if options.reservoir else None
        self.earlier = Choice(options.reservoir, options.balance, device)
        self.losses = torch.zeros(2, device=device)
        self.recorded: torch.cuda.CUDAGraph | None = None
        self.before: Net | None = None  # who sat here at the last line of the curve
        self.at = 0  # the next time of the ring
        self.seconds = 0.0
        self.rounds = self.decisions = self.samples = 0
        self.loss = self.critic_loss = 0.0
        self.curve: list[dict[str, Any]] = []
        self.next_line = 0.05 if options.rounds else min(1.0, 5 / options.seconds)

    @property
    def share(self) -> float:
        """Of the run that is over."""
        o = self.options
        return self.rounds / o.rounds if o.rounds else self.seconds / float(o.seconds)

    def copy_of(self, net: Net) -> Net:
        """The net in the type that play computes in."""
        return copy.deepcopy(net).to(self.library.device).to(self.library.dtype)

    def fixed_values(self, x: torch.Tensor) -> tuple[str, torch.Tensor] | None:
        """Of the decisions that are not learnt."""
        return (self.fixed_kind, self.fixed(x)) if self.fixed else None

    @torch.no_grad()
    def play(self, calls: float, cards: float) -> None:
        words = self.library.facts.input_words
        for _ in range(self.options.steps):
            bits = self.deals.observe(self.ring.bits[self.at])
            x = self.library.unpack(bits, None, words)
            self.deals.step(
                self.player(x),
                self.league.values(x) if self.league.rows else None,
                self.fixed_values(x),
                random_calls=calls,
                random_cards=cards,
                ring=self.ring,
                time=self.at,
                count=self.league.rows > 0,
            )
            self.at = (self.at + 1) % self.options.times
        if self.league.rows:
            self.league.note(self.deals.sums, self.deals.counts)
            self.deals.sums.zero_()
            self.deals.counts.zero_()
        self.decisions += self.options.steps * self.options.rows

    def drawn(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Decisions for a training step, of deals that are over: bits, what was done, what the deal came to,
        and what each counts."""
        o, facts = self.options, self.library.facts
        words = facts.row_words if self.critic else facts.input_words
        earlier = int(o.batch * o.reservoir_share) if self.reservoir else 0
        stores: list[tuple[Ring | Reservoir, Choice, int]] = [(self.ring, self.known, o.batch - earlier)]
        if self.reservoir:
            stores.append((self.reservoir, self.earlier, earlier))
        columns: list[list[torch.Tensor]] = [[], [], [], []]
        for store, choice, count in stores:
            which, weight = choice.draw(count)
            columns[0].append(self.library.unpack(store.bits, which, words))
            columns[1].append(store.done.view(-1)[which].long())
            columns[2].append(store.target.view(-1)[which])
            if weight is not None:
                columns[3].append(weight)
        x, action, y = (c[0] if len(c) == 1 else torch.cat(c) for c in columns[:3])
        return x, action, y, torch.cat(columns[3]) if columns[3] else None

    def one_step(self) -> None:
        """One step of the optimizer."""
        facts = self.library.facts
        x, action, y, weight = self.drawn()
        on_gpu = bool(facts.on_gpu)
        with torch.autocast(self.library.device.type, dtype=torch.bfloat16, enabled=on_gpu):
            out = self.net(x[:, : 64 * facts.input_words]).float()
            expected = self.critic(x).float().squeeze(1) if self.critic else None
        advantage = out.gather(1, action[:, None]).squeeze(1)
        value = out[:, facts.actions]
        loss = loss_of(value, y, weight)
        baseline = value if expected is None else expected
        loss = loss + loss_of(advantage, y - baseline.detach(), weight)
        self.losses[0] += loss.detach()
        if expected is not None:
            critic_loss = loss_of(expected, y, weight)
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

    def known_now(self) -> int:
        """Looks what there is to learn from: how many decisions of the ring."""
        flags = self.ring.known.view(-1)
        places = flags.nonzero().squeeze(1)
        self.known.refresh(places, self.ring.target.view(-1))
        if self.reservoir:
            self.reservoir.offer(self.ring, places[flags[places] == KNOWN])
            flags[places] = OFFERED
            kept = (self.reservoir.keys >= 0).nonzero().squeeze(1)
            self.earlier.refresh(kept, self.reservoir.target)
        return places.numel()

    def learn(self) -> None:
        o = self.options
        if self.known_now() < o.batch:
            return
        if self.library.facts.on_gpu and self.recorded is None:
            self.record_step()
        self.losses.zero_()
        all_mine = self.fixed is None and self.league.rows == 0
        mine = 1.0 if all_mine else float((self.ring.who != NOBODY).float().mean())
        count = max(1, int(o.steps * o.rows * o.use * mine) // o.batch)
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
            self.exam.step(self.player(x), other, self.fixed_values(x), count=True)
        n = float(self.exam.counts.sum())
        sums, squares = self.exam.sums.sum(0).tolist()
        if n == 0:
            return math.nan, math.nan
        mean, scale = sums / n, self.library.facts.scale
        # Two seats of a partnership have one result.
        error = math.sqrt(max(0.0, squares / n - mean * mean) / n * 2)
        return mean * scale, error * scale

    def line(self) -> None:
        """Adds one to the curve."""
        gain, error = self.gain()
        self.before = self.copy_of(self.net)
        self.library.check()
        row = [self.seconds, self.decisions, self.samples, self.loss, self.critic_loss]
        self.curve.append(dict(zip(CURVE, [round(v, 5) for v in [*row, gain, error]])))
        step = 0.05 if self.options.rounds else 5 / self.options.seconds
        self.next_line = max(self.share + step, self.share * 1.3)

    def round(self) -> None:
        """Play and training once, at the rate and with the randomness of this part of the run."""
        o, share = self.options, self.share
        warm = min(1.0, (self.rounds + 1) / 20)
        self.rate.fill_(o.rate * warm * (1 - 0.98 * share))
        if self.league.rows:
            if (parts := int(share * MOST)) > self.copied:
                self.league.keep(self.copy_of(self.net))
                self.copied = parts
            self.league.draw(self.rounds)
        less = max(0.0, 1 - 2 * share)
        self.play(max(0.01, o.random_calls * less), max(0.01, o.random_cards * less))
        self.learn()
        self.rounds += 1

    def state(self) -> dict[str, Any]:
        """All that the rest of the run depends on: the nets, every deal with its generator, the decisions
        that are kept. Nothing is dealt twice, and nothing is lost."""
        return {
            "shape": self.shape,
            "facts": asdict(self.library.facts),
            "net": self.net.state_dict(),
            "critic": self.critic.state_dict() if self.critic else None,
            "before": self.before.state_dict() if self.before else None,
            "optimizer": self.optimizer.state_dict(),
            "deals": self.deals.memory,
            "exam": self.exam.memory,
            "ring": {name: getattr(self.ring, name) for name in Ring.KEPT},
            "league": self.league.state(),
            "reservoir": self.reservoir.state() if self.reservoir else None,
            "generator": torch.get_rng_state(),
            "gpu_generator": torch.cuda.get_rng_state() if self.library.facts.on_gpu else None,
            **{name: getattr(self, name) for name in NUMBERS},
        }

    def restore(self, state: dict[str, Any]) -> None:
        """ValueError if the state is that of another kind of run."""
        for key, now in self.shape.items():
            if (was := state["shape"].get(key, 0)) != now:
                raise ValueError(f"the checkpoint is of a run with {key} = {was}, not {now}")
        if state["facts"] != asdict(self.library.facts):
            raise ValueError("the checkpoint is of another version of the game, or of another device")
        self.net.load_state_dict(state["net"])
        if self.critic:
            self.critic.load_state_dict(state["critic"])
        self.optimizer.load_state_dict(state["optimizer"])
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate
        self.player = self.copy_of(self.net)
        if state["before"]:
            self.before = self.copy_of(self.net)
            self.before.load_state_dict(state["before"])
        self.deals.memory.copy_(state["deals"])
        self.exam.memory.copy_(state["exam"])
        for name in Ring.KEPT:
            getattr(self.ring, name).copy_(state["ring"][name])
        if self.reservoir:
            self.reservoir.restore(state["reservoir"])
        torch.set_rng_state(state["generator"].cpu())
        if self.library.facts.on_gpu:
            torch.cuda.set_rng_state(state["gpu_generator"].cpu())
        copies = [self.copy_of(self.net) for _ in state["league"]["copies"]]
        self.league.restore(state["league"], copies)
        for name in NUMBERS:
            setattr(self, name, state[name])


KNOWN, OFFERED = 1, 2  # flags of the ring: 1 is the environment's
NUMBERS = "at seconds rounds decisions samples loss critic_loss curve next_line copied".split()


def replace(path: Path, save: Callable[[Path], object]) -> None:
    """Writes to a temporary name first."""
    part = path.with_suffix(path.suffix + ".part")
    save(part)
    part.rename(path)


def write_curve(path: Path, curve: list[dict[str, Any]], mode: str) -> None:
    with path.open(mode, newline="") as file:
        rows = csv.DictWriter(file, CURVE, lineterminator="\n")
        if mode == "w":
            rows.writeheader()
        rows.writerows(curve)


def train(options: argparse.Namespace) -> Path:
    """The path of the net: OUT/GAME.munet, or OUT/GAME.candidate if the one that is there stays."""
    for name in ("seconds", "rounds"):
        if (given := getattr(options, name)) is not None and given <= 0:
            raise ValueError(f"--{name} {given}: give a number above 0")
    path: Path = options.out / f"{options.game}.munet"
    may_judge(path, options)
    checkpoint = options.out / f"{options.game}.checkpoint"
    if options.resume and not checkpoint.exists():
        raise ValueError(f"there is no {checkpoint} to go on from: leave out --resume")
    run = Trainer(options)
    options.out.mkdir(parents=True, exist_ok=True)
    curve_path = options.out / f"{options.game}.csv"
    if options.resume:
        run.restore(torch.load(checkpoint, map_location=run.library.device))
    # A line that was written after the checkpoint will be written again.
    replace(curve_path, lambda path: write_curve(path, run.curve, "w"))

    def save() -> None:
        replace(checkpoint, lambda path: torch.save(run.state(), path))

    before, start = run.seconds, time.monotonic()
    saved_at, saved_share = start, run.share
    while run.share < 1:
        run.round()
        if run.library.facts.on_gpu:
            torch.cuda.synchronize()
        run.seconds = before + time.monotonic() - start
        if run.share >= min(1.0, run.next_line):
            run.line()
            write_curve(curve_path, run.curve[-1:], "a")
            print(json.dumps(run.curve[-1]), flush=True)
        due = time.monotonic() - saved_at > options.checkpoint or run.share > saved_share + 1 / 8
        if due or run.share >= 1:
            save()
            saved_at, saved_share = time.monotonic(), run.share
    candidate = path.with_suffix(".candidate")
    write(candidate, run.net, run.library.facts, options.game, options.game.split("_")[0], recipe(run))
    agent = 'net(file="NET")'
    if run.fixed_file:
        by = {"calls": "bid", "cards": "play"}[run.fixed_kind]
        mine = {"bid": "play", "play": "bid"}[by]
        agent = f'bot({mine}={agent}, {by}=net(file="{run.fixed_file}"))'
    return settle(path, agent, options)


def recipe(run: Trainer) -> dict[str, Any]:
    """What made the net, to be kept beside its weights."""
    o = run.options
    name = torch.cuda.get_device_name() if o.device == "cuda" else "processor"
    more = {"started_from": mark(o.start)} if o.start else {}
    if run.fixed_file:
        more |= {"decides": "cards" if o.play_only else "calls", "beside": mark(run.fixed_file)}
    if run.pool:
        more["deals"] = len(run.pool)
    return {
        "command": given(parser(), o),
        **more,
        "commit": commit(),
        "device": name,
        "seconds": round(run.seconds),
        "decisions": run.decisions,
        "samples": run.samples,
    }


def main(arguments: list[str] | None = None) -> int:
    return run_command(parser(), train, arguments)
