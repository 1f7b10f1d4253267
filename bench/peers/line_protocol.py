"""What the bots here share: the line protocol of docs/protocol.md, seats and cards in text."""
import json
import sys

SEATS = "NESW"


def serve(choose):
    """Answers every `act` with what choose(message) returns, one of the texts in view["legal"]."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            print(json.dumps({"action": choose(message)}), flush=True)


def text_of(view, action_id):
    """The text of a legal action."""
    return view["legal"][view["legal_ids"].index(action_id)]


def hand_of(text, ranks):
    """The cards ("As") of a hand as records write it: "AK.9.-.T", suits in the order s h d c."""
    suits = zip("shdc", text.split("."))
    return [rank + suit for suit, held in suits for rank in held if rank in ranks]
