"""What the commands of mu.train have in common."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from .environment import VARIANTS
from .gate import told

ASIDE = frozenset("game out device resume checkpoint gate mu threads".split())
"""Options that do not change what is learnt."""


def run_command(
    p: argparse.ArgumentParser, train: Callable[[argparse.Namespace], Path], arguments: list[str] | None
) -> int:
    """The status of a command that trains as its arguments say: 2 if it cannot."""
    options = p.parse_args(arguments)
    if options.game not in VARIANTS:
        print(f"no game is called '{options.game}': there are {', '.join(VARIANTS)}", file=sys.stderr)
        return 2
    try:
        return told(train(options))
    except (ImportError, ValueError, RuntimeError, OSError, subprocess.CalledProcessError) as trouble:
        print(f"mu.train: {trouble}", file=sys.stderr)
        return 2


def given(p: argparse.ArgumentParser, options: argparse.Namespace, kind: str = "") -> str:
    """The command line for a recipe: what is not the default."""
    words = ["python -m mu.train", options.game, kind]
    for key, value in vars(options).items():
        if key in ASIDE or value == p.get_default(key):
            continue
        for one in value if isinstance(value, list) else [value]:
            text = json.dumps(one) if isinstance(one, str) else one
            words.append(f"--{key.replace('_', '-')} {text}")
    return " ".join(word for word in words if word)
