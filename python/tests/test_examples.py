"""Every example runs, and so does every cell of the notebook."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "python"
SMALL = {
    "bidding_question": ["6.KQJT874.A5.QJ2", "4"],
    "bot_in_the_arena": ["20"],
    "linear_player": ["12"],
    "what_a_net_calls": ["euchre", "100"],
}
NEEDS = {"plot_a_belief": "matplotlib", "openspiel_euchre": "pyspiel"}


@pytest.mark.parametrize("name", sorted(f.stem for f in FOLDER.glob("*.py")))
def test_examples_run(name: str, tmp_path: Path) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    done = subprocess.run(
        [sys.executable, FOLDER / f"{name}.py", *SMALL.get(name, [])],
        cwd=tmp_path, capture_output=True, text=True, env=os.environ, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("name", sorted(f.stem for f in FOLDER.glob("*.ipynb")))
def test_notebooks_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Jupyter would, but in this process: what a cell ends with must show itself."""
    pytest.importorskip("matplotlib")
    import ast

    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text())["cells"]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    assert code
    assert all(not c["outputs"] for c in cells if c["cell_type"] == "code")  # they are not kept
    for source in code:
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), name, "eval"), names)
            html = getattr(shown, "_repr_html_", None)
            assert (html() if html else None) or repr(shown)
