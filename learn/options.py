"""What can be said on the command line of mu.train, and from Python."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

from .environment import VARIANTS
from .gate import add_gate


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="mu.train", description="A net from nothing by self-play.")
    p.add_argument("game", metavar="GAME", help=", ".join(VARIANTS))
    p.add_argument("--seconds", type=float, default=420, help="how long (420)")
    p.add_argument(
        "--rounds",
        type=int,
        help="how long, in rounds of play and training: on a processor the same net every time",
    )
    p.add_argument("--out", type=Path, default=Path("nets"), help="folder of the results (nets)")
    p.add_argument("--start", type=Path, metavar="NET", help="go on from the net of a file")
    p.add_argument("--hidden", type=int, help="width of the net (640, or that of --start)")
    p.add_argument("--layers", type=int, help="hidden layers (3, or those of --start)")
    p.add_argument("--critic", type=int, default=512, help="width of the critic; 0: none (512)")
    p.add_argument("--rows", type=int, default=131072, help="deals side by side (131072)")
    p.add_argument("--times", type=int, default=48, help="decisions of each that are kept (48)")
    p.add_argument("--steps", type=int, default=16, help="decisions between trainings (16)")
    p.add_argument("--batch", type=int, default=65536, help="decisions of a training step (65536)")
    p.add_argument("--use", type=float, default=1.0, help="how often a decision is used (1.0)")
    p.add_argument(
        "--balance",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="of the decisions of a training step, drawn so that rare results are as likely as others (0)",
    )
    p.add_argument(
        "--reservoir",
        type=int,
        default=0,
        metavar="COUNT",
        help="so many decisions, of all of the run equally likely, are kept to learn from (0)",
    )
    p.add_argument(
        "--reservoir-share", type=float, default=0.25, help="of a training step from there (0.25)"
    )
    p.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start (0.001)")
    p.add_argument("--random-calls", type=float, default=0.06, help="share of them at first (0.06)")
    p.add_argument("--random-cards", type=float, default=0.08, help="the same of cards (0.08)")
    p.add_argument(
        "--league",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="of deals, in which the other side is this net as it was earlier (0)",
    )
    one_kind = p.add_mutually_exclusive_group()
    one_kind.add_argument(
        "--play-only",
        type=Path,
        metavar="NET",
        help="cards are learnt; this net makes calls, discards and declarations, and stays as it is",
    )
    one_kind.add_argument(
        "--bid-only", type=Path, metavar="NET", help="these are learnt; this net plays the cards"
    )
    p.add_argument(
        "--pooled",
        type=Path,
        metavar="FILE",
        help="deals of this pool are bid, not played, and calls are learnt from what their contract comes"
        " to with open hands; cards of the arena are played by the net of --bid-only, or --start",
    )
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--resume", action="store_true", help="go on from OUT/GAME.checkpoint")
    p.add_argument(
        "--checkpoint",
        type=float,
        default=60,
        help="at most so many seconds between them; at most an eighth of the run in any case (60)",
    )
    add_gate(p)
    return p


def options_for(game: str, **given: Any) -> argparse.Namespace:
    """What the command line would make of them: options_for("whist", seconds=60, start="whist.munet").
    ValueError for options that there are not."""
    if game not in VARIANTS:
        raise ValueError(f"no game is called '{game}': there are {', '.join(VARIANTS)}")
    options = parser().parse_args([game])
    for name, value in given.items():
        if name not in vars(options):
            raise ValueError(f"no option is called '{name}': there are {', '.join(vars(options))}")
        is_path = name in ("out", "start", "play_only", "bid_only", "pooled")
        setattr(options, name, Path(value) if is_path and value is not None else value)
    return options
