"""Agents, bots written in Python, duels, tournaments, pools."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mu
from mu.agents import BlunderPlayer, CheatingPlayer, RandomPlayer, RulePlayer


class Lowest:
    """Plays its first legal action, and writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def begin_deal(self, game: mu.Game, seat: int) -> None:
        self.seat = seat
        self.told.append("begin")

    def see(self, view: mu.View) -> None:
        assert view.observer == self.seat
        self.told.append("see")

    def choose(self, view: mu.View) -> int:
        assert view.observer == self.seat
        return view.legal_actions()[0]

    def end_deal(self, view: mu.View, points: list[int]) -> None:
        self.told.append(f"end {points[self.seat]}")


class Chance:
    def choose(self, view: mu.View, random: mu.Random) -> str:
        return view.action_to_string(random.choice(view.legal_actions()))


class Broken:
    def choose(self, view: mu.View) -> Any:
        raise KeyError("broken")


class Cheater:
    def choose(self, view: mu.View) -> int:
        return next(a for a in range(52) if a not in view.legal_actions())


def test_bots_are_told_what_happens(spec: str) -> None:
    game = mu.load_game(spec)
    state = game.new_initial_state(seed=3)
    bots = [Lowest() for _ in range(game.num_players())]
    mu.play_out(state, bots)
    for seat, bot in enumerate(bots):
        assert bot.told[0] == "begin"
        assert bot.told[-1] == f"end {state.returns()[seat]:.0f}"
        assert bot.told.count("see") == len(state.history()) + 1


def test_all_kinds_of_players_sit_at_one_table() -> None:
    game = mu.load_game("whist(trump=h)")
    one, two = game.new_initial_state(seed=1), game.new_initial_state(seed=1)
    for state in (one, two):
        mu.play_out(state, ["rule", Chance, mu.Player("rule", game), RandomPlayer()], seed=5)
    assert one.is_terminal()
    assert one == two
    with pytest.raises(ValueError, match="4 seats"):
        mu.play_out(game.new_initial_state(), ["rule"] * 3)
    with pytest.raises(TypeError, match="choose"):
        mu.play_out(game.new_initial_state(), ["rule", "rule", "rule", 7])
    with pytest.raises(ValueError, match="does not play"):
        mu.play_out(mu.load_game("euchre").new_initial_state(), [mu.Player("rule", game)] * 4)


def test_what_a_bot_raises_comes_out_and_the_state_stays() -> None:
    state = mu.load_game("whist(trump=h)").new_initial_state(seed=1)
    before = state.clone()
    with pytest.raises(KeyError, match="broken"):
        mu.play_out(state, ["rule", "rule", Broken, "rule"])
    with pytest.raises(mu.IllegalAction, match="not legal"):
        mu.play_out(state, ["rule", "rule", Cheater, "rule"])
    assert state == before


def test_descriptions() -> None:
    agent = mu.Agent("blunder(p=0.25, inner=random)")
    assert agent.kind == "blunder"
    assert agent.parameters == {"p": 0.25, "inner": mu.Agent("random")}
    assert mu.Agent.from_toml(agent.toml()) == agent == pickle.loads(pickle.dumps(agent))
    assert BlunderPlayer(p=0.25, inner=RandomPlayer()) == agent
    assert CheatingPlayer().cheats
    assert not agent.cheats
    assert {"random", "rule", "blunder", "cheat"} <= set(mu.agent_kinds())
    for bad in ("nobody", "blunder(q=1)", "blunder(p=2)", "blunder(p"):
        with pytest.raises(ValueError):
            mu.Agent(bad)


def test_agents_are_read_from_files(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    file.write_text('kind = "blunder"\np = 0.5\n')
    assert mu.Agent.from_file(file) == mu.Agent("blunder(p=0.5)")
    state = mu.load_game("euchre").new_initial_state(seed=1)
    assert mu.Player(str(file), state.game).choose(state) in state.legal_actions()
    file.write_text("kind = 7")
    with pytest.raises(ValueError, match="bot.toml"):
        mu.Agent.from_file(file)


def test_agents_of_levels() -> None:
    for spec in ("whist", "contree(contracts=all)", "euchre(joker=on)", "snapszer(deck=24)"):
        game = mu.load_game(spec)
        state = game.new_initial_state(seed=1)
        for level in ("beginner", "casual", "club", "expert", "champion"):
            agent = mu.Agent.of_level(level, game)
            assert not agent.cheats
            assert mu.Player(agent, game).choose(state, seconds=0.01) in state.legal_actions()
    assert mu.Agent.of_level("casual", game) == mu.Agent("rule")
    with pytest.raises(ValueError, match="levels: beginner, casual"):
        mu.Agent.of_level("grandmaster", game)


def test_players_answer_for_views_and_states(spec: str) -> None:
    game = mu.load_game(spec)
    state = game.new_initial_state(seed=2)
    player = mu.Player("rule", game)
    assert player.choose(state) == player.choose(state.view()) == state.view().rule_choice()
    assert RulePlayer().choose(state) == state.view().rule_choice()
    chance = mu.Player(Chance, game)
    assert chance.choose(state, seed=1) == chance.choose(state, seed=1)
    waiting = (state.current_player() + 1) % game.num_players()
    with pytest.raises(ValueError, match="not to act"):
        player.choose(state.view(waiting))


def test_duels_are_the_same_for_any_number_of_threads() -> None:
    told: list[tuple[int, int]] = []
    one = mu.duel("euchre", "rule", "random", deals=60, seed=3, progress=lambda *n: told.append(n))
    two = mu.duel("euchre", "rule", "random", deals=60, seed=3, threads=2)
    assert np.array_equal(one.margins, two.margins)
    assert told[-1] == (60, 60)
    assert one.margin.low <= one.margin.mean <= one.margin.high
    assert one.margin.low > 0
    assert one.share.mean > 0.5
    assert np.isclose(one.margins.mean(), one.margin.mean)
    back = mu.duel("euchre", "random", "rule", deals=60, seed=3)
    assert np.allclose(back.margins, -one.margins)
    part = mu.duel("euchre", "rule", "random", deals=20, seed=3, start=40)
    assert np.array_equal(part.margins, one.margins[40:])
    assert mu.duel("bridge", "rule", "random", deals=2).imps is not None


def test_bots_in_duels() -> None:
    assert mu.duel("whist(trump=h)", Chance, "random", deals=10).agents == ("Chance", "random")
    assert mu.duel("whist(trump=h)", Lowest, Chance, deals=4, threads=2).forfeits == (0, 0)
    with pytest.raises(KeyError, match="broken"):
        mu.duel("whist(trump=h)", Broken, "rule", deals=4)
    with pytest.raises(mu.IllegalAction):
        mu.duel("whist(trump=h)", "rule", Cheater, deals=4, threads=2)
    lost = mu.duel("whist(trump=h)", Broken, "rule", deals=4, on_error="forfeit")
    assert lost.forfeits[0] == 8
    assert any("broken" in note for note in lost.notes)
    for bad in ({"deals": 0}, {"on_error": "ignore"}, {"seconds": -1.0}):
        with pytest.raises(ValueError):
            mu.duel("whist", "rule", "random", **bad)


def test_a_round_robin_has_standings() -> None:
    standings, duels = mu.round_robin("euchre", ["random", Lowest, "rule"], deals=40, seed=2)
    assert [s.agent for s in standings][0] == "rule"
    assert len(duels) == 3
    assert sum(s.rating for s in standings) == pytest.approx(0, abs=1e-6)
    assert all(s.low <= s.rating <= s.high for s in standings)


def test_pools_as_arrays(tmp_path: Path) -> None:
    game = mu.load_game("contree")
    file, parts = tmp_path / "a.pool", [tmp_path / "1.pool", tmp_path / "2.pool"]
    assert mu.make_pool(file, game, 12, seed=4)["complete"]
    mu.make_pool(parts[0], game, 7, seed=4)
    mu.make_pool(parts[1], game, 5, seed=4, first=7)
    mu.merge_pools(parts, tmp_path / "b.pool")
    assert (tmp_path / "b.pool").read_bytes() == file.read_bytes()
    pool = mu.read_pool(file)
    assert pool.complete
    assert len(pool) == 12
    assert pool.game == game
    assert pool.records.base is not None  # a view of the bytes
    places = pool.places()
    names = [p["name"] for p in pool.header["places"]]
    for i in range(3):
        deal = game.new_initial_state(seed=4, deal=i, dealer=-i % 4)
        hands = deal.to_json()["hands"]
        for place, name in enumerate(names):
            held = [game.action_to_string(c) for c in np.flatnonzero(places[i] == place)]
            assert held == hands["NESW".index(name)]
    values = pool.values()
    assert values.shape == (12, len(pool.columns))
    deal = game.new_initial_state(seed=4)
    table = deal.solve_contracts()
    assert [int(e.value) for e in table.entries] == values[0][~np.isnan(values[0])].tolist()
    assert mu.verify_pool(file, 3)["solved"] == 3


def test_files_that_are_no_pools(tmp_path: Path) -> None:
    file = tmp_path / "x.pool"
    file.write_bytes(b"no pool")
    with pytest.raises(mu.PoolError, match="x.pool"):
        mu.read_pool(file)
    with pytest.raises(ValueError):
        mu.make_pool(tmp_path / "y.pool", mu.load_game("differenzler"), 3)
    assert not (tmp_path / "y.pool").exists()
