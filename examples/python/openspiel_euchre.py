#!/usr/bin/env python3
"""One of mu's agents at OpenSpiel's own table of euchre, against OpenSpiel's ISMCTS.

    openspiel_euchre.py [deals] [ms of a decision] [our agent]

OpenSpiel deals, keeps the state and gives the points; the adapter below turns its history into mu's and
back. Every deal is played twice with the sides changed. Both get the same time for a decision: the number
of OpenSpiel's simulations is set so that it takes as long as we do. (Its resampling leaves the kitty and
the dealer's discard as they are, so it knows up to four cards that it should not.)
"""

import random
import sys
import time

import pyspiel

import mu

RANKS, SUITS = "9TJQKA", "cdhs"
WORDS = {24: "pass", **{25 + k: s for k, s in enumerate(SUITS)}, 29: "alone", 30: "with"}


def text_of(action: int) -> str:
    """OpenSpiel's actions in mu's words: cards are 4 * rank + suit."""
    return WORDS[action] if action in WORDS else RANKS[action // 4] + SUITS[action % 4]


class Adapter:
    """A bot for OpenSpiel: the same deal at one of mu's tables, and an agent that sees its seat's view."""

    game = mu.load_game("euchre(profile=openspiel)")

    def __init__(self, agent: str, seed: int) -> None:
        self.player = mu.Player(agent, self.game)
        self.random = mu.Random(seed)

    def state_of(self, theirs: pyspiel.State) -> mu.State:
        """Chance has dealt: dealer, twenty cards one by one from the dealer on, the upcard."""
        history = theirs.full_history()
        chance = [h.action for h in history if h.player == pyspiel.PlayerId.CHANCE]
        dealer, dealt, upcard = chance[0], chance[1:21], chance[21]
        hands: list[list[int]] = [[] for _ in range(4)]
        for k, card in enumerate(dealt):
            hands[(dealer + k) % 4].append(mu.parse_card(text_of(card), self.game.deck))
        cards = " ".join(mu.hand_str(mu.cards_to_mask(sorted(h)), self.game.deck) for h in hands)
        state = self.game.deal(f"{'NESW'[dealer]} {text_of(upcard)} {cards}")
        for h in history:
            if h.player != pyspiel.PlayerId.CHANCE:
                state.apply_action(text_of(h.action))
        return state

    def step(self, theirs: pyspiel.State) -> int:
        ours = self.state_of(theirs)
        assert ours.current_player() == theirs.current_player()
        legal = {ours.string_to_action(text_of(a)): a for a in theirs.legal_actions()}
        assert sorted(legal) == ours.legal_actions()
        return int(legal[self.player.choose(ours.view(), self.random.next())])


def ismcts(simulations: int, seed: int) -> pyspiel.Bot:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, 1.4, simulations, -1, best, False, False)


def simulations_for(ms: float) -> int:
    """How many simulations OpenSpiel does in so much time, from a few first decisions."""
    state, rng = pyspiel.load_game("euchre(stick_the_dealer=true)").new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
    began = time.process_time()
    ismcts(2000, 1).step(state)
    return max(2, int(2000 * ms / 1000 / (time.process_time() - began)))


def play(deal: int, side: int, agent: str, simulations: int, spent: list[float], made: list[int]) -> float:
    """Our points less theirs, with our agent in seats `side` and `side` + 2."""
    rng = random.Random(deal)
    state = pyspiel.load_game("euchre(stick_the_dealer=true)").new_initial_state()
    bots = [Adapter(agent, deal), ismcts(simulations, deal)]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
            continue
        who = 0 if state.current_player() % 2 == side else 1
        began = time.process_time()
        action = bots[who].step(state)
        spent[who] += time.process_time() - began
        made[who] += 1
        state.apply_action(action)
    returns = state.returns()
    return float(returns[side] - returns[1 - side])


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    ms = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    agent = sys.argv[3] if len(sys.argv) > 3 else f"isdd(worlds=0, ms={ms:g})"
    simulations = simulations_for(ms)
    spent, made = [0.0, 0.0], [0, 0]
    margins = [sum(play(d, side, agent, simulations, spent, made) for side in (0, 1)) / 2 for d in range(deals)]
    each = [1000 * s / n for s, n in zip(spent, made, strict=True)]
    print(f"{agent} against OpenSpiel's ISMCTS ({simulations} simulations), {deals} deals from both sides")
    print(f"points a deal, ours less theirs: {mu.mean_of(margins)}")
    print(f"ms of processor time for a decision: {each[0]:.1f} and {each[1]:.1f}")


if __name__ == "__main__":
    main()
