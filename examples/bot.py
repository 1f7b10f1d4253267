#!/usr/bin/env python3
"""A bot for mu that speaks the line protocol of docs/protocol.md.

mu arena h2h 'program(command="python3 examples/bot.py")' random -g whist -n 20
"""
import json
import random
import sys


def choose(view, lots):
    """Follows cheaply, leads dearly; anything else by lot."""
    legal = view["legal"]
    cards = [a for a in legal if a in view["hand"]]
    if not cards or len(cards) < len(legal):
        return lots.choice(legal)
    leads = view["trick"] is None or view["trick"]["complete"]
    return cards[-1] if leads else cards[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        action = choose(message["view"], random.Random(message["random"]))
        print(json.dumps({"action": action}), flush=True)
