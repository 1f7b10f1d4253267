#!/usr/bin/env python3
"""Bids deals of contrée to the end of the auction with one of colver's bidders in all four seats.

mu deal contree --seed 1 --count 500 |
    build/peers-venv/bin/python bench/peers/colver_auctions.py >auctions.txt
mu arena h2h A B -g contree --from auctions.txt      # only the card play differs

Reads and writes records. Deals that everybody passes are left out.
"""
import sys

import colver

from colver_bot import RANKS, SPEC, card
from line_protocol import SEATS, hand_of

CALLS = (
    ["pass"]
    + [f"{value}{suit}" for value in range(80, 170, 10) for suit in "shdc"]
    + [f"capot-{suit}" for suit in "shdc"]
    + ["coinche", "surcoinche"]
)


def auction(dealer, hands, bidder):
    """Every call of an auction, as colver numbers them."""
    spec = SPEC.format(bid=bidder, method="rule", effort="")
    env = colver.Env.deal_with_hands(dealer, hands)
    agents = [colver.Agent(spec, seat, 0) for seat in range(4)]
    for agent in agents:
        agent.init_deal(env)
    calls = []
    while env.phase() == 0:
        calls.append(agents[env.current_player()].action(env))
        for agent in agents:
            agent.observe(env, calls[-1])
        env.step(calls[-1])
    return calls


def main():
    bidder = sys.argv[1] if len(sys.argv) > 1 else "improved_v3"
    for line in sys.stdin:
        game, deal, _ = (part.strip() for part in line.split("|"))
        dealer, *hands = deal.split()
        cards = [[card(c) for c in hand_of(hand, RANKS)] for hand in hands]
        calls = auction(SEATS.index(dealer), cards, bidder)
        if any(calls):
            print(f"{game} | {deal} | {' '.join(CALLS[call] for call in calls)}")


if __name__ == "__main__":
    main()
