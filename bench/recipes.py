"""Do options of mu.train make better nets? Small ones, on the processor, in rounds and not in seconds:

    PYTHONPATH=. build/learn-venv/bin/python bench/recipes.py ulti 150 3 "--balance 0.5" "--reservoir 100000" roles

trains nets of ulti, 150 rounds each, by the options as they are and by each recipe, with seeds 1 to 3, and has
those of one seed play against each other. `roles` is no option: outputs of their own for calls, the declaring side and the
defenders, which no file of nets can have (docs/algorithms/learning.md has what was found). It is there for contree, skat
and ulti.
"""

from __future__ import annotations

import math
import sys
from unittest.mock import patch

import torch
from learn import train
from learn.environment import Deals
from learn.net import Net

PLAY = 2  # the flag of the phase
DECLARES = {"contree": [579, 581], "skat": [545], "ulti": [553]}
"""The flags of the layout that say: it is I, or my partner, who declares."""
ROLES = 3
SMALL = "--device cpu --rows 1024 --times 48 --steps 8 --batch 2048 --critic 64 --hidden 64 --rate 0.002"


def with_roles(game: str) -> type[Net]:
    """Nets with a set of outputs for each role of the seat to act."""

    class RoleNet(Net):
        def __init__(self, inputs: int, hidden: int, layers: int, outputs: int):
            self.sets = ROLES if outputs > 1 else 1  # the critic says one number
            super().__init__(inputs, hidden, layers, outputs * self.sets)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            out = super().forward(x)
            if self.sets == 1:
                return out
            declares = x[:, DECLARES[game]].sum(1) > 0
            role = torch.where(x[:, PLAY] > 0, torch.where(declares, 1, 2), 0)
            return out.view(len(x), ROLES, -1)[torch.arange(len(x), device=x.device), role]

    return RoleNet


def trained(game: str, rounds: int, seed: int, recipe: str) -> train.Trainer:
    given, kind = (f"{game} {SMALL} --rounds {rounds} --seed {seed}", Net)
    if recipe == "roles":
        kind = with_roles(game)
    else:
        given += " " + recipe
    with patch.object(train, "Net", kind):
        run = train.Trainer(train.parser().parse_args(given.split()))
    for _ in range(rounds):
        run.round()
    return run


@torch.no_grad()
def lead(one: train.Trainer, other: train.Trainer) -> float:
    """Points a deal of the first over the second."""
    exam, words = Deals(one.library, 8192, seed=99), one.library.facts.input_words
    for _ in range(200):
        x = one.library.unpack(exam.observe(), None, words)
        exam.step(one.player(x), other.player(x), count=True)
    return float(exam.sums[:, 0].sum() / exam.counts.sum()) * one.library.facts.scale


def main(game: str, rounds: int, seeds: int, recipes: list[str]) -> None:
    torch.set_num_threads(1)
    plain = [trained(game, rounds, seed, "") for seed in range(1, seeds + 1)]
    for recipe in recipes:
        leads = [lead(trained(game, rounds, k + 1, recipe), plain[k]) for k in range(seeds)]
        mean = sum(leads) / seeds
        error = math.sqrt(sum((x - mean) ** 2 for x in leads) / max(1, seeds - 1) / seeds)
        each = " ".join(f"{x:+.2f}" for x in leads)
        print(f"{game}, {recipe}: {mean:+.2f} ± {error:.2f} points a deal ({each})", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
