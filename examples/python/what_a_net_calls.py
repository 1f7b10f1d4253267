#!/usr/bin/env python3
"""What has a net learnt about bidding? `what_a_net_calls.py [game] [hands] [picture]`.

Asks the net of a game what each first call is worth on many hands: which hands make which call, and which cards
speak for it. With a third argument draws that, too.
"""

import sys

import mu

game = sys.argv[1] if len(sys.argv) > 1 else "contree"
hands = int(sys.argv[2]) if len(sys.argv) > 2 else 5000

study = mu.study_calls(game, hands)
print(study)
print()
for call in study.often()[1:5]:
    print(study.worth(call))

if len(sys.argv) > 3:
    import mu.plot

    mu.plot.calls(study).savefig(sys.argv[3])
    print(f"drawn to {sys.argv[3]}")
