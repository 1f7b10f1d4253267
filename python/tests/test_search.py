"""Search under hidden information."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import ending, random_state

import mu
from mu.agents import AlphaMuPlayer, BotPlayer, ISDDPlayer, MCTSPlayer, SimPlayer


@pytest.mark.parametrize("method", ["worlds", "tree", "alpha_mu"])
def test_searches_answer_with_legal_actions(spec: str, method: str) -> None:
    state = ending(spec, 3, 10)
    if (state.game.name, method) == ("differenzler", "alpha_mu"):
        with pytest.raises(ValueError, match="solver"):
            mu.Searcher(state.game, method).search(state, 6)
        return
    searcher = mu.Searcher(state.game, method, nodes=500)
    report = searcher.search(state, 6, seed=1)
    assert [a.action for a in report.actions] == state.legal_actions()
    assert report.chosen in state.legal_actions()
    again = mu.Searcher(state.game, method, nodes=500).search(state.view(), 6, seed=1)
    assert again.chosen == report.chosen
    assert [a.value for a in again.actions] == [a.value for a in report.actions]


def test_searches_refuse_what_they_cannot_do() -> None:
    state = random_state("whist(trump=h)", 1, 3)
    with pytest.raises(ValueError, match="worlds, tree or alpha_mu"):
        mu.Searcher(state.game, "alphabeta")
    with pytest.raises(ValueError):
        mu.Searcher(state.game).search(state.view((state.current_player() + 1) % 4))
    with pytest.raises(ValueError):
        mu.Searcher(mu.load_game("euchre")).search(state)
    with pytest.raises(ValueError, match="without end"):
        mu.Searcher(state.game).search(state, 0)


def test_what_agents_can_be_told_searchers_can_be_told() -> None:
    state = random_state("whist(trump=h)", 1, 3)
    game = state.game
    all_settings: list[dict[str, Any]] = [
        {"soft": 0.5, "infer": 2, "memory": 4, "smoothing": 0.2, "decay": 0.9},
        {"solve_cards": 0, "policy": "rule", "caution": 2.0, "infer": True},
        {"match": (4, 2)},
    ]
    for settings in all_settings:
        report = mu.Searcher(game, **settings).search(state, 4, seed=1)
        assert report.chosen in state.legal_actions()
    trees = [mu.Searcher(game, "tree", policy=by).search(state, 30, seed=1) for by in ("rule", "random", None)]
    by_rule, at_random, by_default = ([a.value for a in tree.actions] for tree in trees)
    assert by_rule != at_random == by_default
    whole = mu.Searcher(game).search(state, 40, seed=1, early=False)
    assert {a.visits for a in whole.actions} == {40}
    chance = mu.Searcher(game, match=(4, 0)).search(state, 6, seed=1)
    assert all(-0.01 <= a.value <= 1.01 for a in chance.actions)
    with pytest.raises(ValueError, match="random"):
        mu.Searcher(game, policy="random")
    with pytest.raises(ValueError, match="infer is 0, 1 or 2"):
        mu.Searcher(game, infer=3)
    with pytest.raises(ValueError, match="two sides"):
        mu.Searcher(game, "tree", value=True)
    with pytest.raises(ValueError, match="target"):
        mu.Searcher(mu.load_game("bridge"), match=(0, 0))


def test_the_search_of_whist() -> None:
    game = mu.whist_new_game(trump=mu.HEARTS, dealer=mu.SOUTH, seed=2)
    belief = mu.WhistBelief()
    belief.init(game, game.current_player)
    card = mu.whist_search(game, belief, iterations=200, exploration=1.414)
    assert mu.legal_moves(game) >> card & 1
    mu.seed(1)
    first = mu.whist_search(game, belief, 100, 1.0)
    mu.seed(1)
    assert mu.whist_search(game, belief, 100, 1.0) == first
    mu.play_card(game, game.current_player, card)
    with pytest.raises(ValueError, match="update"):
        mu.whist_search(game, belief)
    belief.update(game)
    with pytest.raises(ValueError, match="not to play"):
        mu.whist_search(game, belief)


@pytest.mark.parametrize(
    "player",
    [
        MCTSPlayer(iterations=50),
        MCTSPlayer(iterations=50, exploration=1.0, all_seats=False),
        ISDDPlayer(worlds=3),
        SimPlayer(worlds=4),
        AlphaMuPlayer(worlds=3, depth=1),
        BotPlayer(play=ISDDPlayer(worlds=2), bid="rule"),
        BotPlayer(play=ISDDPlayer(worlds=2), bid="rule", belief={"soft": 1}),
    ],
    ids=str,
)
def test_players_that_search(player: mu.Agent) -> None:
    for spec in ("whist(trump=h)", "euchre", "snapszer"):
        state = mu.load_game(spec).new_initial_state(seed=1)
        mu.play_out(state, [player, *["rule"] * (state.num_players() - 1)], seed=1)
        assert state.is_terminal()


def test_searching_beats_chance() -> None:
    d = mu.duel("whist(trump=h)", MCTSPlayer(iterations=100), "random", deals=8)
    assert d.margin.mean > 0
    assert set(mu.agent_parameters("ismcts")) >= {"iterations", "exploration"}
    with pytest.raises(ValueError, match="ismcts"):
        mu.agent_parameters("mcts")
