"""Every game as a PettingZoo environment; needs the extra `env` (pip install "mu[env]").

>>> from mu.env import env
>>> e = env("euchre")
>>> e.reset(seed=1)
>>> e.agent_selection
'player_1'
>>> observation, reward, termination, truncation, info = e.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._mu_core import Game, Random, State, load_game

__all__ = ["CardGameEnv", "env"]


class CardGameEnv(AECEnv):  # type: ignore[type-arg,misc,unused-ignore]
    """One deal after the other. Points come at the end, to all agents: player_0 is seat 0.

    Observations are those of View.observation_tensor(layout), with a mask of the legal actions, which stands in the infos
    too. A game and its version make the name: "whist-v1".
    """

    def __init__(
        self, game: Game | str, render_mode: str | None = None, *, layout: str = "canonical"
    ) -> None:
        super().__init__()
        self.game = load_game(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"{self.game.name}-v{self.game.version}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{k}" for k in range(self.game.num_players())]
        self.agents: list[str] = []
        self.layout = self.game.observation_layout(layout)
        actions = self.game.num_distinct_actions()
        seen = spaces.Dict(
            {
                "observation": self._box(),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.possible_agents}
        self._random: Random | None = None
        self.deal: State = self.game.new_initial_state(0)

    def _box(self) -> Any:
        high = 1 if self.layout.dtype == "int8" else 4  # a value in hundreds of points, at most
        return spaces.Box(0, high, (self.layout.size,), np.dtype(self.layout.dtype))

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals: the deal of a seed, or the next one. options={"state": state} begins there."""
        if seed is not None or self._random is None:
            self._random = Random(secrets.randbits(64) if seed is None else seed)
        start = (options or {}).get("state")
        if start is not None and start.game != self.game:
            raise ValueError(f"a state of {start.game.spec}, not of {self.game.spec}")
        self.deal = start.clone() if start is not None else self.game.new_initial_state(self._random.next())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        if not self.deal.is_terminal():
            self.agent_selection = self.possible_agents[self.deal.current_player()]
            self.infos[self.agent_selection] = {"action_mask": self.deal.legal_actions_mask()}

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.deal.view(self.possible_agents.index(agent))
        return {"observation": view.observation_tensor(self.layout.name), "action_mask": view.legal_actions_mask()}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is for agents that are done: this one is to act")
        self.deal.apply_action(action)  # an illegal one is a ValueError
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.deal.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.deal.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = str(self.deal)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass


def env(game: Game | str, render_mode: str | None = None, *, layout: str = "canonical") -> Any:
    """The environment of a game, in PettingZoo's wrappers that check the order of calls."""
    return wrappers.OrderEnforcingWrapper(CardGameEnv(game, render_mode, layout=layout))
