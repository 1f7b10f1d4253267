"""`python -m mu.train GAME` trains a net of a game by self-play, `python -m mu.train GAME --beliefs`
one that says where unseen cards lie, `python -m mu.train GAME --taught --start NET` one that a search
has taught (docs/algorithms/learning.md). With `--pooled FILE` it learns calls from a pool of solved deals.

It needs PyTorch (the extra `train`), nvcc or a C++ compiler, and the sources of mu: the rules are
compiled for the device that the net is trained on. They are looked for beside this package, and
where MU_SOURCE says.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["main", "train"]


def sources() -> Path:
    """The folder of mu's sources. RuntimeError if they are not there."""
    named = os.environ.get("MU_SOURCE")
    folder = Path(named) if named else Path(__file__).resolve().parents[2]
    if not (folder / "learn" / "train.py").exists():
        raise RuntimeError(
            f"no sources of mu in {folder}: training compiles the rules of the game, so MU_SOURCE has to"
            " name a checkout of mu"
        )
    return folder


def trainer(name: str) -> ModuleType:
    """A module of the sources' learn/."""
    folder = str(sources())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return import_module(f"learn.{name}")


def train(game: str, **options: Any) -> Path:
    """Trains a net of a game and says in which file it is. Options are those of the command line, with _ for -:
    train("whist", start="nets/whist.munet", out="mine", seconds=60, rate=2e-4) goes on from a net.

    The file ends in `.candidate` if there was a net already and the new one is not shown to be better.
    ValueError for what does not fit, ImportError without PyTorch.
    """
    given = trainer("options").options_for(game, **options)
    return Path(trainer("train").train(given))


def main(arguments: list[str] | None = None) -> int:
    """Trains as the arguments say; `--help` lists them, those of belief nets after `--beliefs`, those
    of nets that a search teaches after `--taught`."""
    given = sys.argv[1:] if arguments is None else arguments
    kinds = [name for name in ("beliefs", "taught") if f"--{name}" in given]
    try:
        run = trainer(kinds[0] if kinds else "train").main
    except (ImportError, RuntimeError) as trouble:
        print(f"mu.train: {trouble}", file=sys.stderr)
        return 2
    return int(run([a for a in given if a not in ("--beliefs", "--taught")]))


if __name__ == "__main__":
    sys.exit(main())
