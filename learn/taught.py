"""A net taught by a search what its cards are worth.

The net plays against itself. Wherever a seat has to play a card, a search says what each is worth: worlds
that fit what the seat knows, each solved with open hands. The net learns these values; for all other
decisions it learns what it said before, so that its calls stay. Values of open hands are too high
where others would not know what to do, so only differences between cards are taken from them, and
their mean stays the net's.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import smooth_l1_loss

from .command import given, run_command
from .environment import SPECS, VARIANTS
from .gate import add_gate, mark, may_judge, settle
from .net import Net, commit, file_format, load, weights_of


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="mu.train --taught", description=__doc__.splitlines()[0])
    p.add_argument("game", metavar="GAME", help=", ".join(VARIANTS))
    p.add_argument("--start", type=Path, required=True, metavar="NET", help="the net to be taught")
    p.add_argument("--deals", type=int, default=2000, help="that it plays (2000)")
    p.add_argument("--worlds", type=int, default=20, help="of the search, a decision (20)")
    p.add_argument("--random", type=float, default=0.1, help="share of random actions in play (0.1)")
    p.add_argument("--samples", type=int, default=500_000, help="decisions that it is shown (500000)")
    p.add_argument("--batch", type=int, default=512, help="decisions of a training step (512)")
    p.add_argument("--rate", type=float, default=5e-4, help="learning rate at the start (0.0005)")
    p.add_argument("--out", type=Path, default=Path("nets"), help="folder of the result (nets)")
    p.add_argument("--seed", type=int, default=1)
    add_gate(p)
    return p


def lessons(options: argparse.Namespace, actions: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What was known, which actions were legal, and what the search says of them in points (calls: NaN)."""
    import mu

    game = mu.load_game(SPECS.get(options.game, options.game))
    net, maps = mu.Net(game, str(options.start)), game.action_maps()
    search = mu.Searcher(game, "worlds", soft=True)
    random = np.random.default_rng(options.seed)
    known, legal, values = [], [], []
    for deal in range(options.deals):
        state = game.new_initial_state(seed=options.deals * options.seed + deal)
        while not state.is_terminal():
            view = state.view()
            can = view.legal_actions()
            if len(can) == 1:
                state.apply_action(can[0])
                continue
            names = maps[view.suit_order()]
            known.append(view.observation_tensor("canonical").astype(np.uint8))
            legal.append(np.zeros(actions, bool))
            legal[-1][names[can]] = True
            values.append(np.full(actions, np.nan, np.float32))
            if state.to_json().get("phase", "play") == "play":  # some games have no other
                found = search.search(view, rounds=options.worlds, seed=int(random.integers(1 << 62)))
                for action in found.actions:
                    values[-1][names[action.action]] = action.value
            wanders = random.random() < options.random
            state.apply_action(int(random.choice(can)) if wanders else net.choose(view))
    shown = (np.stack(x) for x in (known, legal, values))
    x, mask, said = (torch.from_numpy(a) for a in shown)
    return x, mask, said


@torch.no_grad()
def targets(net: Net, x: torch.Tensor, legal: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """What the net is to say: `values` in its own unit, with the mean that it gives legal actions itself; what it
    says where there are none."""
    out = torch.cat([net(part.float()) for part in x.split(4096)])
    taught = legal & values.isfinite()
    count = taught.sum(1, keepdim=True).clamp_min(1)

    def mean(of: torch.Tensor) -> torch.Tensor:
        return of.where(taught, torch.zeros(())).sum(1, keepdim=True) / count

    return torch.where(taught, values - mean(values) + mean(out), out)


def teach(
    net: Net, x: torch.Tensor, legal: torch.Tensor, target: torch.Tensor, options: argparse.Namespace
) -> float:
    """Mean loss in the last tenth."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-4)
    steps = max(1, options.samples // options.batch)
    last = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 50) * (1 - 0.98 * step / steps)
        which = torch.randint(len(x), (options.batch,))
        mask = legal[which]
        loss = smooth_l1_loss(net(x[which].float())[mask], target[which][mask], beta=0.5)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if step >= 0.9 * steps:
            last.append(float(loss.detach()))
    return sum(last) / max(1, len(last))


def train(options: argparse.Namespace) -> Path:
    """The path of the net."""
    path: Path = options.out / f"{options.game}.munet"
    may_judge(path, options)
    torch.manual_seed(options.seed)
    header, net = load(options.start)
    if header["variant"] != options.game:
        raise ValueError(f"{options.start}: was made for variant {header['variant']}, not {options.game}")
    start = time.monotonic()
    x, legal, values = lessons(options, header["actions"])
    games = time.monotonic() - start
    taught = int(values.isfinite().any(1).sum())
    target = targets(net, x, legal, values / header["scale"])
    start = time.monotonic()
    loss = teach(net, x, legal, target, options)
    header.pop("strength", None)
    header["training"] = {
        "command": given(parser(), options, "--taught"),
        "commit": commit(),
        "device": "processor",
        "started_from": mark(options.start),
        "seconds": round(time.monotonic() - start),
        "seconds_of_games": round(games),
        "decisions": len(x),
        "decisions_taught": taught,
        "loss": round(loss, 5),
    }
    print(json.dumps(header["training"]), flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    file_format().write_net(path.with_suffix(".candidate"), header, weights_of(net))
    return settle(path, 'net(file="NET")', options)


def main(arguments: list[str] | None = None) -> int:
    return run_command(parser(), train, arguments)


if __name__ == "__main__":
    sys.exit(main())
