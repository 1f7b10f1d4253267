"""What is sent between processes, and what cannot be."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest
from conftest import SPECS, ending, random_state

import mu


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def what_a_worker_does(
    view: mu.View, beliefs: mu.Beliefs, searcher: mu.Searcher, world: mu.State
) -> tuple[mu.View, mu.SearchReport, mu.Beliefs, mu.State, mu.Solution, mu.Range, mu.Estimate]:
    solution = world.solve()
    report = searcher.search(view, 4, seed=1)
    values = mu.mean_of([v.value for v in report.actions])
    return view, report, beliefs, beliefs.draw(seed=2), solution, solution.value, values


def test_values_go_to_another_process_and_back() -> None:
    state = ending("euchre", 3, 8)
    view = state.view()
    sent = view, mu.Beliefs(view), mu.Searcher(state.game, "worlds", nodes=500, soft=True), state
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(what_a_worker_does, *sent).result()
    here = what_a_worker_does(*sent)
    assert there[0] == here[0] == view
    assert there[1] == here[1]
    assert np.array_equal(there[2].chances(), here[2].chances())
    assert there[3] == here[3]
    assert facts(there[4]) == facts(here[4])
    assert there[5] == here[5]
    assert repr(there[6]) == repr(here[6])


def facts(s: mu.Solution) -> tuple[Any, ...]:
    return s.unit, s.side, s.more_is_better, s.value, s.moves, s.line, s.nodes, s.complete, s.best, repr(s)


@pytest.mark.parametrize("spec", [*SPECS, "differenzler(predictions=open)", "bridge(claims=on)", "snapszer(profile=repo)"])
def test_views_are_what_they_were_at_every_moment(spec: str) -> None:
    state = random_state(spec, 7, 400)
    assert state.is_terminal()
    moments = [mu.load_game(spec).new_initial_state(seed=7)]
    for action in state.history():
        moments.append(moments[-1].child(action))
    for i, then in enumerate(moments):
        if i % 7 and i < len(moments) - 3:
            continue
        for view in [*map(then.view, range(then.num_players())), then.public_view()]:
            copied = again(view)
            assert copied == view
            assert hash(copied) == hash(view)
            assert copied.observer == view.observer
            assert copied.information_state_key() == view.information_state_key()
            assert copied.to_json() == view.to_json()
            assert copied.legal_actions() == view.legal_actions()
            assert pickle.dumps(copied) == pickle.dumps(view)
            if view.observer is not None:
                assert np.array_equal(copied.observation_tensor(), view.observation_tensor())
                assert np.array_equal(copied.observation_tensor("cards"), view.observation_tensor("cards"))
            if view.to_act:
                assert copied.rule_choice() == view.rule_choice()
    assert copy.copy(state.view(0)) == copy.deepcopy(state.view(0)) == state.view(0)


def test_a_pickled_view_tells_no_more_than_the_view() -> None:
    """Equal for all worlds that the seat cannot tell apart."""
    state = mu.load_game("whist(trump=h)").new_initial_state(seed=5)
    hands = [mu.parse_cards(" ".join(h)) for h in state.to_json()["hands"]]
    other = state.game.deal_from_places([hands[0], hands[2], hands[1], hands[3]])
    mine = state.game.deal_from_places(hands)
    assert other != mine
    assert pickle.dumps(other.view(0)) == pickle.dumps(mine.view(0))
    assert pickle.dumps(other.view(2)) != pickle.dumps(mine.view(2))


def test_a_view_that_was_changed_is_refused() -> None:
    view = random_state("euchre", 1, 6).view(0)
    text = view.__getstate__()
    made = mu.View.__new__(mu.View)
    for wrong in ["", "euchre 1", text.replace("euchre", "whist"), text[:-1] + "z", text.replace(" ?", " 0", 1) + "\n", text + "\n\n",
                  "\n".join(text.split("\n")[:-2])]:  # fmt: skip
        if wrong != text:
            with pytest.raises(ValueError):
                made.__setstate__(wrong)


def test_results_are_pickled() -> None:
    state = ending("bridge", 2, 16)
    assert facts(again(state.solve())) == facts(state.solve())
    short = mu.load_game("whist").new_initial_state(seed=3).solve(nodes=2000)
    assert facts(again(short)) == facts(short)
    assert again(short.value) == short.value
    assert hash(again(short.value)) == hash(short.value)
    table = mu.load_game("euchre").new_initial_state(seed=2).solve_contracts()
    copied = again(table)
    entries = [(e.contract, e.who, e.value) for e in table.entries]
    assert [(e.contract, e.who, e.value) for e in copied.entries] == entries
    for name in ("unit", "side", "who_is", "summary", "nodes", "complete"):
        assert getattr(copied, name) == getattr(table, name)
    estimate = mu.share_of([0.0, 1.0, 1.0])
    for name in ("count", "mean", "error", "low", "high"):
        assert getattr(again(estimate), name) == getattr(estimate, name)
    duel = mu.duel("whist(trump=h)", "rule", "random", deals=3)
    assert repr(again(duel)) == repr(duel)


def test_searchers_and_beliefs_are_made_anew() -> None:
    state = random_state("contree", 4, 12)
    searcher = mu.Searcher(state.game, "tree", exploration=1.25, soft=True, memory=2, reuse=True)
    copied = again(searcher)
    assert copied.game == searcher.game
    assert copied.settings == searcher.settings
    assert copied.settings["exploration"] == 1.25
    report = searcher.search(state.view(), 50, seed=1)
    assert again(searcher).search(state.view(), 50, seed=1) == report
    assert again(report) == report
    assert (again(report).why, repr(again(report.actions[0]))) == (report.why, repr(report.actions[0]))
    assert mu.Searcher(state.game, **searcher.settings).search(state.view(), 50, seed=1) == report
    searcher.settings["method"] = "worlds"  # a copy
    assert searcher.settings["method"] == "tree"

    beliefs = mu.Beliefs(state.view(), net="net")
    beliefs.draw(seed=1)
    copied = again(beliefs)
    assert copied.view == beliefs.view
    assert copied.count == beliefs.count
    assert np.array_equal(copied.chances(net=True), beliefs.chances(net=True))
    assert copied.draw(seed=3, soft=True) == beliefs.draw(seed=3, soft=True)


def test_what_cannot_be_pickled_says_what_can() -> None:
    game = mu.load_game("whist(trump=h)")
    whist = mu.whist_new_game(seed=1)
    belief = mu.WhistBelief()
    belief.init(whist, whist.current_player)
    for thing, hint in [
        (mu.Player("rule", game), "the Agent and the Game"),
        (belief, "the states"),
        (mu.make_vec(game, 2), "make_vec"),
        (whist.trick, "TrickState"),
        (game.observation_layout(), "Layout"),
    ]:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match=hint):
                pickle.dumps(thing, protocol)
