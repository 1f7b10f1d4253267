"""`python -m mu.train GAME` trains a net of a game by self-play, `python -m mu.train GAME --beliefs`
one that says where unseen cards lie (docs/algorithms/learning.md).

It needs PyTorch (the extra `train`), nvcc or a C++ compiler, and the sources of mu: the rules are
compiled for the device that the net is trained on. They are looked for beside this package, and
where MU_SOURCE says.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

__all__ = ["main"]


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


def main(arguments: list[str] | None = None) -> int:
    """Trains as the arguments say; `--help` lists them, those of belief nets after `--beliefs`."""
    given = sys.argv[1:] if arguments is None else arguments
    beliefs = "--beliefs" in given
    try:
        sys.path.insert(0, str(sources()))
        run = import_module("learn.beliefs" if beliefs else "learn.train").main
    except (ImportError, RuntimeError) as trouble:
        print(f"mu.train: {trouble}", file=sys.stderr)
        return 2
    return int(run([a for a in given if a != "--beliefs"]))


if __name__ == "__main__":
    sys.exit(main())
