"""What calls mean."""

from __future__ import annotations

from pathlib import Path

import pytest

import mu

RECORD = (
    "bridge/1 | N none AQ3.KJ4.KQ52.J93 T876.Q85.T976.84 KJ942.A973.84.75 5.T62.AJ3.AKQT62"
    " | 1NT P 2H P"
)
WEAK = """system weak "Weak notrump"
always if level 0
  1NT : hcp 12-14, balanced
always
  P :
"""


def test_every_call_so_far() -> None:
    state = mu.deserialize(RECORD)
    said = mu.explain(state)
    assert [m.call for m in said] == ["1NT", "P", "2H", "P"]
    assert [m.seat for m in said] == [0, 1, 2, 3]
    assert [m.action for m in said] == state.history()
    assert said[0].text == "15-17 high-card points, balanced"
    assert said[0].facts["high_cards"] == [15, 17]
    assert said[2].facts["shows"] == "spades"
    assert mu.explain(state.view(3)) == said


def test_a_call_to_come() -> None:
    state = mu.deserialize(RECORD)
    said = mu.explain_call(state, "2S")
    assert said.text == "completes the transfer, 2+ spades"
    assert said.seat == 0
    assert mu.explain_call(state.view(), said.action) == said


def test_another_system(tmp_path: Path) -> None:
    file = tmp_path / "weak.bid"
    file.write_text(WEAK)
    state = mu.deserialize(RECORD)
    assert mu.explain(state, file)[0].text == "12-14 high-card points, balanced"
    start = mu.load_game("bridge").new_initial_state(seed=1)
    assert mu.explain_call(start, "1NT", str(file)).facts["high_cards"] == [12, 14]
    agent = mu.Agent(f'rule(system="{file}")')
    assert agent.parameters == {"system": str(file)}
    mu.play_out(start, [agent, "rule", agent, "rule"], seed=1)
    assert start.is_terminal()
    file.write_text(WEAK + "  8C :\n")
    with pytest.raises(ValueError, match="weak.bid: line 6: expected a call, not '8C'"):
        mu.explain(state, file)


def test_what_is_refused() -> None:
    state = mu.deserialize(RECORD)
    with pytest.raises(ValueError, match="is not a legal call; legal: P X? ?2S"):
        mu.explain_call(state, "1C")
    with pytest.raises(ValueError, match="not to call"):
        mu.explain_call(state.view(1), "2S")
    with pytest.raises(ValueError, match="the calls of whist have no meanings"):
        mu.explain(mu.load_game("whist").new_initial_state(seed=1))
    with pytest.raises(ValueError, match="cannot be read"):
        mu.explain(state, "/no/such.bid")
