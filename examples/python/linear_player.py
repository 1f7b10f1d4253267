#!/usr/bin/env python3
"""A tiny linear player that learns by itself: what is a card worth that I play now?

Thousands of deals of whist are played side by side at random. For every card played a few numbers are
noted, and later what the deal brought its player's side. Least squares then say what each number is worth,
and the player takes the card with the highest sum. No framework: numpy alone.
"""

import sys

import numpy as np

import mu

GAME = mu.load_game("whist(trump=h)")
CARDS = GAME.num_cards
RANKS = np.array([mu.rank_of(c) for c in range(CARDS)]) / 12
SUITS = np.array([int(mu.suit_of(c)) for c in range(CARDS)])
TRUMP = SUITS == int(mu.HEARTS)


def features(hand: np.ndarray, trick: np.ndarray) -> np.ndarray:
    """Of every card of the deck: [environments, cards, 8], from the hand and the three others' cards."""
    n = len(hand)
    on_table = trick.sum(axis=(1, 2))[:, None]  # cards in the trick
    best = np.where(trick.any(axis=1), RANKS + 0.01, 0).max(axis=1)[:, None]
    trumped = np.asarray(trick[:, :, TRUMP].any(axis=(1, 2)))[:, None]
    rank, trump = np.broadcast_to(RANKS, (n, CARDS)), np.broadcast_to(TRUMP, (n, CARDS))
    length = np.stack([hand[:, SUITS == s].sum(axis=1) for s in range(4)], axis=1)[:, SUITS] / 13
    over = (rank > best) & (trump | ~trumped)
    leads = np.broadcast_to(on_table == 0, (n, CARDS))
    last = np.broadcast_to(on_table == 3, (n, CARDS))
    columns = [rank, trump, length, leads * rank, leads * trump, over & ~leads, over & last, last * rank]
    return np.stack(columns, axis=2).astype(float)


def split(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    blocks = observations.reshape(len(observations), -1, CARDS)  # hand, played, trick by relative seat
    return blocks[:, 0], blocks[:, 3:6].astype(bool)


def learn(environments: int, steps: int, seed: int) -> np.ndarray:
    env = mu.make_vec(GAME, environments, seed=seed, layout="cards")
    env.reset()
    rows: list[list[tuple[int, np.ndarray]]] = [[] for _ in range(environments)]
    x, y = [], []
    for _ in range(steps):
        assert env.observations is not None
        players, seen = env.players.copy(), features(*split(env.observations))
        actions = env.sample().copy()
        for i, action in enumerate(actions):
            rows[i].append((int(players[i]), seen[i, action]))
        env.step(actions)
        for i in np.flatnonzero(env.terminated).tolist():
            x += [row for _, row in rows[i]]
            y += [env.rewards[i, seat] - env.rewards[i].mean() for seat, _ in rows[i]]
            rows[i] = []
    inputs = np.column_stack([np.array(x), np.ones(len(x))])
    return np.asarray(np.linalg.lstsq(inputs, np.array(y), rcond=None)[0][:-1])


class Linear:
    def __init__(self, weights: np.ndarray) -> None:
        self.weights = weights

    def __repr__(self) -> str:
        return "Linear"

    def choose(self, view: mu.View) -> int:
        hand, trick = split(view.observation_tensor("cards")[None])
        values = features(hand, trick)[0] @ self.weights
        return max(view.legal_actions(), key=lambda card: values[card])


size = int(sys.argv[1]) if len(sys.argv) > 1 else 500
weights = learn(environments=size, steps=520, seed=1)
print("weights", weights.round(2))
print(mu.duel(GAME, Linear(weights), "random", deals=200, seed=2))
