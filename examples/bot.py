#!/usr/bin/env python3
"""A bot for mu that speaks the line protocol of docs/protocol.md, version 1 or 2.

mu arena h2h 'program(command="python3 examples/bot.py")' random -g whist -n 20
mu arena h2h 'program(command="python3 examples/bot.py", protocol=2)' random -g whist -n 20
"""
import json
import random
import sys


def choose(view, rng, seen):
    """Leads high, follows low, does not lead what most have played; the rest is random."""
    legal = view["legal"]
    cards = [a for a in legal if a in view["hand"]]
    if not cards or len(cards) < len(legal):
        return rng.choice(legal)
    leads = view["trick"] is None or view["trick"]["complete"]
    if not leads:
        return cards[0]
    return min(reversed(cards), key=lambda card: seen.count(card[-1]))


seen = []  # suits of the cards played so far; protocol 1 leaves it empty
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        seen = []
    elif message["type"] == "action":  # protocol 2: by anybody; null if it is hidden
        if message["action"] in message["view"]["played"]:
            seen.append(message["action"][-1])
    elif message["type"] == "act":
        action = choose(message["view"], random.Random(message["random"]), seen)
        print(json.dumps({"action": action}), flush=True)
