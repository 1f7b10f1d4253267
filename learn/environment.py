"""Many deals side by side on the device that the net runs on: learn/environment.cu from Python.

The library is compiled when it is first asked for, with nvcc for a GPU and with c++ for the
processor, and kept below build/learn by the hash of what it was made from.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VARIANTS = (
    "whist bridge jass differenzler contree euchre ulti snapszer skat euchre_25 snapszer_24".split()
)
SPECS = {"euchre_25": "euchre(joker=on)", "snapszer_24": "snapszer(deck=24)"}
KINDS = ("calls", "cards")
"""Of decisions; calls are all that is no card played: discards and declarations too."""
NOBODY = 255
"""Who decided what is not to be learnt from."""
MU = os.environ.get("MU", str(ROOT / "build" / "mu"))
"""The command, which plays games for us."""

_FACTS = (
    "deal_bytes row_words input_words mask_words inputs actions seats cards version on_gpu".split()
)


class _Facts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in _FACTS] + [("scale", ctypes.c_double)]


def _sources_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted([*(ROOT / "include").rglob("*.h"), *HERE.glob("*.h"), HERE / "environment.cu"]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def library_path(variant: str, gpu: bool, pooled: bool = False) -> Path:
    """The library of a variant, compiled if it is not there yet. `pooled`: its deals are a pool's."""
    if variant not in VARIANTS:
        raise ValueError(f"no game is called {variant!r}: there are {', '.join(VARIANTS)}")
    folder = Path(os.environ.get("MU_LEARN_BUILD", ROOT / "build" / "learn"))
    kind = ("pool-" if pooled else "") + ("gpu" if gpu else "cpu")
    path = folder / f"{variant}-{kind}-{_sources_hash()}.so"
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["-std=c++20", "-O3", "-DNDEBUG", f"-DMU_LEARN_VARIANT={variant}"]
    flags += ["-I", str(ROOT / "include"), "-shared"]
    if pooled:
        flags.append("-DMU_LEARN_POOL")
    if gpu:
        compiler = os.environ.get("NVCC", "nvcc")
        major, minor = torch.cuda.get_device_capability()
        flags += [f"-arch=sm_{major}{minor}", "--expt-relaxed-constexpr", "-Xcompiler", "-fPIC"]
        # A call from the device to a function of the host is only a warning otherwise.
        flags += ["--Werror=cross-execution-space-call", "-diag-suppress", "128"]
        source = [str(HERE / "environment.cu")]
    else:
        compiler = os.environ.get("CXX", "c++")
        flags += ["-fPIC", "-pthread"]
        source = ["-x", "c++", str(HERE / "environment.cu")]
    if shutil.which(compiler) is None:
        raise RuntimeError(f"{compiler} is needed to compile {HERE / 'environment.cu'}")
    part = path.with_suffix(f".{os.getpid()}.part")
    subprocess.run([compiler, *flags, *source, "-o", str(part)], check=True)
    part.rename(path)
    return path


@dataclass(frozen=True)
class Facts:
    """What a variant looks like to a net."""

    deal_bytes: int
    row_words: int  # 64-bit words of a row: what the seat to act knows, then the other hands
    input_words: int  # of these, what it knows
    mask_words: int
    inputs: int  # bits in use of the input words
    actions: int
    seats: int
    cards: int
    version: int  # of the layout
    on_gpu: int
    scale: float  # points that a net calls 1


def _address(t: torch.Tensor | None) -> int | None:
    return None if t is None else t.data_ptr()


class Library:
    """The C functions of one variant."""

    def __init__(self, variant: str, device: torch.device, pooled: bool = False):
        self.device = device
        self.variant = variant
        self.pooled = pooled
        self.calls = ctypes.CDLL(str(library_path(variant, device.type == "cuda", pooled)))
        facts = _Facts()
        self.calls.mu_learn_facts_of(ctypes.byref(facts))
        self.facts = Facts(**{name: getattr(facts, name) for name in [*_FACTS, "scale"]})
        # What nets compute in here.
        self.dtype = torch.bfloat16 if self.facts.on_gpu else torch.float32
        self.calls.mu_learn_error.restype = ctypes.c_char_p
        a, i, n, f, u = (
            ctypes.c_void_p,
            ctypes.c_int,
            ctypes.c_long,
            ctypes.c_float,
            ctypes.c_uint64,
        )
        self.calls.mu_learn_begin.argtypes = [a, n, a, a, n, u, a]
        self.calls.mu_learn_observe.argtypes = [a, n, a, a, a]
        self.calls.mu_learn_step.argtypes = (
            [a, n, a, a, n] + [a, a, a, n, a, i, i, f, f] + [a, a, a, a, i, i] + [a, a, a]
        )
        self.calls.mu_learn_unpack.argtypes = [a, a, n, n, a, a]
        self.calls.mu_learn_trace_here.argtypes = [u, u, n, a]
        self.calls.mu_learn_trace.argtypes = [u, u, n, a, a]

    def stream(self) -> int | None:
        return torch.cuda.current_stream().cuda_stream if self.facts.on_gpu else None

    def check(self) -> None:
        """Raises what the device has to complain of."""
        error = self.calls.mu_learn_error()
        if error:
            raise RuntimeError(f"{self.variant}: {error.decode()}")

    def unpack(self, bits: torch.Tensor, which: torch.Tensor | None, words: int) -> torch.Tensor:
        """Rows as numbers 0 and 1: the first `words` words of each."""
        flat = bits.view(-1, self.facts.row_words)
        rows = flat.shape[0] if which is None else which.shape[0]
        out = torch.empty(rows, 64 * words, dtype=self.dtype, device=self.device)
        self.calls.mu_learn_unpack(
            _address(bits), _address(which), rows, 64 * words, _address(out), self.stream()
        )
        return out

    def traces(self, seed: int, first: int, count: int, here: bool) -> torch.Tensor:
        """What random deals come to, as numbers; `here`: computed by the processor."""
        out = torch.empty(count, dtype=torch.int64, device="cpu" if here else self.device)
        if here:
            self.calls.mu_learn_trace_here(seed, first, count, _address(out))
        else:
            self.calls.mu_learn_trace(seed, first, count, _address(out), self.stream())
        return out


@dataclass(frozen=True)
class Solved:
    """Deals of a pool, on the device: what lies in each place, as sets of cards, and what every contract
    comes to with open hands (learn/solved.h)."""

    places: torch.Tensor  # deals x places
    values: torch.Tensor  # deals x columns

    def __len__(self) -> int:
        return len(self.places)

    def split(self, back: int) -> tuple[Solved, Solved]:
        """Those to learn from, and one in so many that are kept back."""
        cut = len(self) - max(1, len(self) // back)
        first, last = slice(0, cut), slice(cut, None)
        return Solved(self.places[first], self.values[first]), Solved(self.places[last], self.values[last])


class Deals:
    """Thousands of deals, stepped in lockstep; a new one is dealt where one is over. Those of `solved`
    are dealt if the library is one for pools."""

    def __init__(self, library: Library, rows: int, seed: int, solved: Solved | None = None):
        if library.pooled != (solved is not None and len(solved) > 0):
            raise ValueError("a library for pools needs deals of one, and no other does")
        self.library, self.rows, facts = library, rows, library.facts
        self.solved = solved
        device = library.device
        self.memory = torch.zeros(rows * facts.deal_bytes, dtype=torch.uint8, device=device)
        self.bits = torch.zeros(rows, facts.row_words, dtype=torch.int64, device=device)
        self.legal = torch.zeros(rows, facts.mask_words, dtype=torch.int64, device=device)
        self.sums = torch.zeros(rows, 2, dtype=torch.float64, device=device)
        self.counts = torch.zeros(rows, dtype=torch.int32, device=device)
        library.calls.mu_learn_begin(
            _address(self.memory), rows, *self._pool(), seed, library.stream()
        )
        library.check()

    def _pool(self) -> tuple[int | None, int | None, int]:
        """As the C functions take it."""
        if self.solved is None:
            return None, None, 0
        return _address(self.solved.places), _address(self.solved.values), len(self.solved)

    def observe(self, bits: torch.Tensor | None = None) -> torch.Tensor:
        """What the seat to act knows, in every row; into `bits` if given."""
        into = self.bits if bits is None else bits
        self.library.calls.mu_learn_observe(
            _address(self.memory),
            self.rows,
            _address(into),
            _address(self.legal),
            self.library.stream(),
        )
        return into

    def step(
        self,
        values: torch.Tensor,
        others: torch.Tensor | None = None,
        fixed: tuple[str, torch.Tensor] | None = None,
        random_calls: float = 0.0,
        random_cards: float = 0.0,
        ring: Ring | None = None,
        time: int = 0,
        count: bool = False,
    ) -> None:
        """The legal action of the highest value is done in every row (after observe()).

        `others` are the values of the seats of side 1 in the first rows, as many as it has; which
        seats these are changes with the row. `fixed` are the values of all seats for one of KINDS. What
        either decides is never random, and of the ring's decisions nobody's.
        """
        self.library.calls.mu_learn_step(
            _address(self.memory),
            self.rows,
            *self._pool(),
            _address(self.legal),
            _address(values),
            _address(others),
            0 if others is None else others.shape[0],
            _address(fixed[1] if fixed else None),
            1 + KINDS.index(fixed[0]) if fixed else 0,
            values.shape[1],
            random_calls,
            random_cards,
            _address(ring.done if ring else None),
            _address(ring.who if ring else None),
            _address(ring.target if ring else None),
            _address(ring.known if ring else None),
            ring.times if ring else 0,
            time,
            _address(self.sums if count else None),
            _address(self.counts if count else None),
            self.library.stream(),
        )


class Ring:
    """The last decisions of all rows: what was known, what was done, what the deal came to."""

    KEPT = ("bits", "done", "who", "target", "known")

    def __init__(self, library: Library, rows: int, times: int):
        facts, device = library.facts, library.device
        self.times = times
        self.bits = torch.zeros(times, rows, facts.row_words, dtype=torch.int64, device=device)
        shape: Any = (times, rows)
        self.done = torch.zeros(shape, dtype=torch.uint8, device=device)
        self.who = torch.zeros(shape, dtype=torch.uint8, device=device)
        self.target = torch.zeros(shape, dtype=torch.float32, device=device)
        self.known = torch.zeros(shape, dtype=torch.uint8, device=device)
