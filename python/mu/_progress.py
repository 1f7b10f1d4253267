"""A progress bar on a terminal, for calls that take long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

Progress = Callable[[int, int], None]


class Bar:
    """Called with what is done and what there is to do; quiet where nobody watches."""

    def __init__(self, label: str, file: TextIO | None = None) -> None:
        self.label = label
        self.file = file if file is not None else sys.stderr
        self.started = time.monotonic()
        self.shown = 0.0
        self.watched = self.file.isatty()

    def __call__(self, done: int, count: int) -> None:
        now = time.monotonic()
        if not self.watched or count == 0 or (now - self.shown < 0.1 and done < count):
            return
        self.shown = now
        width = 30
        filled = width * done // count
        spent = now - self.started
        left = f"{spent * (count - done) / done:.0f} s left" if done else ""
        if done == count:
            left = f"{spent:.1f} s    "
        bar = "█" * filled + "░" * (width - filled)
        self.file.write(f"\r{self.label} {bar} {done}/{count} {left}  ")
        if done == count:
            self.file.write("\n")
        self.file.flush()


def bar_of(progress: bool | Progress | None, label: str) -> Progress | None:
    """What the argument `progress` asks for: True for a bar, or a function of one's own."""
    if progress is True:
        return Bar(label)
    return progress or None
