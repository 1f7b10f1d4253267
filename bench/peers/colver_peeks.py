#!/usr/bin/env python3
"""Does colver look at hidden cards of the Env it is given? Asks again with other fillings.

build/mu deal contree --seed 1 --count 20 | build/peers-venv/bin/python bench/peers/colver_peeks.py

Each deal is bid by colver and played at random to some point. IS-DD is asked with a fixed number of
worlds and the same seed, with five fillings: all values must agree. ISMCTS knows only a time limit,
so its answers may differ by chance; compare how often they do with one filling.
"""
import random
import sys

from colver_auctions import auction
from colver_bot import RANKS, SPEC, card, decide
from line_protocol import SEATS, hand_of

import colver

FILLINGS = 5


def view_of(deal, rng):
    """What the seat to act sees after the auction and some random cards; None if all pass."""
    dealer, *hands = deal.split()
    cards = [[card(c) for c in hand_of(hand, RANKS)] for hand in hands]
    env = colver.Env.deal_with_hands(SEATS.index(dealer), cards)
    history = []

    def step(action, action_id):
        history.append({"seat": SEATS[env.current_player()], "id": action_id})
        env.step(action)

    for call in auction(env.get_dealer(), env.get_hands(), "improved_v3"):
        step(call, call + 32)
    if env.is_terminal():
        return None
    for _ in range(rng.randrange(25)):
        played = rng.choice(env.legal_actions())
        step(played, played)
    while len(env.legal_actions()) == 1 and len(history) < 30:  # a decision, if there is one left
        step(env.legal_actions()[0], env.legal_actions()[0])
    if env.is_terminal():
        return None
    seat = env.current_player()
    hand = [RANKS[c % 8] + "shdc"[c // 8] for c in env.get_hands()[seat]]
    trump = "shdc"[env.get_contract()["trump"]]
    royals = {card("K" + trump), card("Q" + trump)}
    had_both = [s for s, had in zip(SEATS, env.get_initial_hands()) if royals <= set(had)]
    announced = had_both and royals & set(env.get_played_cards())
    return {
        "dealer": dealer,
        "seat": SEATS[seat],
        "hand": hand,
        "trump": trump,
        "belote": had_both[0] if announced else None,
        "history": history,
    }


def answers(view, method, effort, fillings):
    spec = SPEC.format(bid="improved_v3", method=method, effort=effort)
    decided = [decide(view, spec, 7, random.Random(filling)) for filling in fillings]
    return {str(d["candidates"] or d["action"]) for d in decided}


def main():
    rng = random.Random(1)
    views = [view for line in sys.stdin if (view := view_of(line.split("|")[1].strip(), rng))]
    other, same = list(range(FILLINGS)), [0] * FILLINGS
    for method, effort in [
        ("isdd", "determinizations = 6"),
        ("naive_ismcts", "time_ms = 40"),
        ("smart_ismcts", "time_ms = 40"),
    ]:
        differ = {
            what: sum(len(answers(view, method, effort, fillings)) > 1 for view in views)
            for what, fillings in (("other fillings", other), ("one filling", same))
        }
        counts = ", with ".join(f"{what} {count}" for what, count in differ.items())
        print(f"{method}: {len(views)} decisions asked {FILLINGS} times differ with {counts}")


if __name__ == "__main__":
    main()
