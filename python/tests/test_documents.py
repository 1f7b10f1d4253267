"""Examples in documents, pictures, and calls that are interrupted."""

from __future__ import annotations

import ast
import contextlib
import doctest
import enum
import io
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import random_state

import mu
import mu.agents
import mu.arena
import mu.game
import mu.pool
import mu.vector
from mu import _html, _mu_core

ROOT = Path(__file__).resolve().parents[2]


def documented() -> list[tuple[str, str]]:
    """Every docstring of the extension that has an example."""
    out = []
    for name, thing in vars(_mu_core).items():
        for member, what in [("", thing), *(vars(thing).items() if isinstance(thing, type) else ())]:
            text = getattr(what, "__doc__", None)
            if text and ">>>" in text and not isinstance(what, ModuleType):
                out.append((f"{name}.{member}".rstrip("."), text))
    return out


@pytest.mark.parametrize(("name", "text"), documented(), ids=[n for n, _ in documented()])
def test_examples_of_the_extension(name: str, text: str) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    test = doctest.DocTestParser().get_doctest(text, dict(vars(mu)), name, None, None)
    out = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(test, out=out.write)
    assert runner.failures == 0, out.getvalue()


def test_stubs_name_what_the_extension_has() -> None:
    """Functions, classes and their members; what both have by nature is left out."""
    assert _mu_core.__file__ is not None

    def named(body: list[ast.stmt]) -> set[str]:
        out: set[str] = set()
        for s in body:
            if isinstance(s, (ast.FunctionDef, ast.ClassDef)):
                out.add(s.name)
            elif isinstance(s, ast.AnnAssign):
                out |= {n.id for n in ast.walk(s.target) if isinstance(n, ast.Name)}
            elif isinstance(s, ast.Assign):
                out |= {t.id for t in s.targets if isinstance(t, ast.Name)}
        return {n for n in out if not n.startswith("__")}

    def has(thing: Any) -> set[str]:
        return {n for n in vars(thing) if not n.startswith("__")}

    tree = ast.parse(Path(_mu_core.__file__).with_name("_mu_core.pyi").read_text())
    assert named(tree.body) - {"T"} == has(_mu_core)
    for s in tree.body:
        if not isinstance(s, ast.ClassDef):
            continue
        thing: type = getattr(_mu_core, s.name)
        if not issubclass(thing, enum.Enum):
            assert named(s.body) - {"_repr_html_"} == has(thing) - {"_repr_html_"}, s.name


def test_what_is_exported_is_written_down() -> None:
    """All that `mu` has without an underscore, but modules that are not imported with it."""
    later = {"cluster", "env", "nets", "plot", "train"}
    assert set(mu.__all__) == {n for n in dir(mu) if not n.startswith("_")} - later
    assert mu.__all__ == sorted(mu.__all__)


MODULES = {"mu.env": "pettingzoo", "mu.plot": "matplotlib"}  # and what they need
MODULES |= dict.fromkeys(sorted(
    ["mu", "mu.agents", "mu.arena", "mu.calls", "mu.cluster", "mu.game", "mu.nets", "mu.pool", "mu.study", "mu.teach", "mu.vector",
     "mu._html"]), "mu")  # fmt: skip


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules(module: str) -> None:
    pytest.importorskip(MODULES[module])
    __import__(module)
    result = doctest.testmod(sys.modules[module], optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/encoding.md"])
def test_examples_of_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__page__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for block in blocks:
            exec(compile(block, page, "exec"), names)


def picture(of: Any) -> str:
    return str(of._repr_html_())


def test_pictures(spec: str) -> None:
    for actions in (0, 9, 200):
        state = random_state(spec, 3, actions)
        pictures: list[Any] = [state, state.public_view(), *map(state.view, range(state.num_players()))]
        if not state.is_terminal():
            pictures.append(mu.Beliefs(state.view()))
        for thing in pictures:
            check(thing._repr_html_())
    own = random_state(spec, 3, 0)
    page = picture(own.view(0))
    assert "cards" in page


def test_pictures_hide_what_a_view_hides() -> None:
    state = mu.load_game("whist(trump=h)").new_initial_state(seed=3)
    page = picture(state.view(0))
    hidden = _html.hand_html(mu.mask_to_cards(mu.parse_cards(" ".join(state.to_json()["hands"][1]))))
    shown = _html.hand_html(mu.mask_to_cards(mu.parse_cards(" ".join(state.to_json()["hands"][0]))))
    assert shown in page
    assert hidden not in page
    assert hidden in picture(state)


def test_other_pictures() -> None:
    check(mu.Hand("AT62.K95.Q84.J73")._repr_html_())
    check(picture(mu.load_game("bridge").new_initial_state(seed=1).solve_contracts()))
    check(mu.duel("whist(trump=h)", "rule", "random", deals=3)._repr_html_())


class Nesting(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(page: str) -> None:
    parser = Nesting()
    parser.feed(page)
    assert not parser.open
    assert "None" not in page


LONG = {
    "solve": "mu.load_game('bridge').new_initial_state(seed=1); s = [mu.load_game('whist').new_initial_state(seed=i) for i in range(20000)]; ready(); mu.solve_many(s)",
    "duel": "ready(); mu.duel('whist', 'rule', 'random', deals=10**9)",
    "bot": "ready(); mu.duel('whist', type('Bot', (), {'choose': lambda self, view: view.legal_actions()[0]}), 'random', deals=10**9)",
    "pool": "ready(); mu.make_pool(sys.argv[1] + '/a.pool', 'snapszer', 10**9)",
    "search": "s = mu.load_game('whist').new_initial_state(seed=1); ready(); mu.Searcher(s.game, 'tree').search(s, 0, seconds=1e6)",
}


@pytest.mark.parametrize("call", LONG)
def test_interrupts_end_long_calls(call: str, tmp_path: Path) -> None:
    program = (
        "import signal, sys, mu\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job in the background ignores it
        "def ready(): print('ready', flush=True)\n"
        f"try:\n    exec({LONG[call]!r})\n"
        "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=300)
    finally:
        run.kill()
    assert out == "interrupted\n"
