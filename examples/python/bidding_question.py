#!/usr/bin/env python3
"""Should we open 4 hearts or pass? A bidding question answered by simulation.

You hold a bridge hand and nobody has bid. Deals that fit it are drawn, each is solved with open hands, and
the tricks that hearts would take are counted: how often does a contract make, and what is it worth?
"""

import sys

import numpy as np

import mu

hand = sys.argv[1] if len(sys.argv) > 1 else "6.KQJT874.A5.QJ2"
deals = int(sys.argv[2]) if len(sys.argv) > 2 else 200

bridge = mu.load_game("bridge")
cards = set(mu.Hand(hand).cards())
random = mu.Random(1)
tricks = []
for _ in range(deals):
    rest = [c for c in range(52) if c not in cards]
    for i in range(len(rest) - 1, 0, -1):  # a fair shuffle of the cards that we do not see
        j = random.below(i + 1)
        rest[i], rest[j] = rest[j], rest[i]
    hands = [cards, *(set(rest[13 * k : 13 * k + 13]) for k in range(3))]
    text = " ".join(mu.hand_str(mu.cards_to_mask(sorted(h))) for h in hands)
    table = bridge.deal(f"N none {text}").solve_contracts()
    ours = [e for e in table.entries if e.who == "N" and e.contract.upper() == "H"]
    tricks.append(int(ours[0].value))

taken = np.array(tricks)
print(f"{hand}: {taken.mean():.2f} ± {1.96 * taken.std() / len(taken) ** 0.5:.2f} tricks in hearts")
for level in (2, 3, 4, 5):
    print(f"  {level} hearts make in {np.mean(taken >= 6 + level):.0%} of {deals} deals")
