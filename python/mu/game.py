"""Games and tournaments between players, deal by deal.

>>> import mu
>>> from mu.agents import RandomPlayer, RulePlayer
>>> from mu.game import GameRunner
>>> players = {mu.NORTH: RulePlayer(), mu.EAST: RandomPlayer(), mu.SOUTH: RulePlayer(), mu.WEST: RandomPlayer()}
>>> result = GameRunner().play_game(players, trump=mu.SPADES, dealer=mu.NORTH, seed=42)
>>> result.ns_tricks + result.ew_tricks
13
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TextIO

from ._mu_core import (
    Estimate,
    Game,
    Random,
    Seat,
    State,
    Suit,
    load_game,
    mean_of,
    play_out,
    share_of,
)
from ._progress import Bar

__all__ = ["GameResult", "GameRunner", "Tournament", "TournamentResult"]


@dataclass(frozen=True)
class GameResult:
    """A deal that has been played."""

    state: State = field(repr=False)
    ns_tricks: int
    ew_tricks: int
    trump: Suit | None
    dealer: int
    seed: int | None

    @property
    def returns(self) -> list[float]:
        """Points of each seat."""
        return self.state.returns()

    @property
    def ns_won(self) -> float:
        """1 if the side of seat 0 won, 0.5 for a tie, 0."""
        if self.state.game.name == "whist":
            ours, theirs = float(self.ns_tricks), float(self.ew_tricks)
        else:
            points, sides = self.returns, self.state.game.num_sides
            ours = points[0]
            theirs = max(p for seat, p in enumerate(points) if seat % sides != 0)
        return 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0


def _of_trump(game: Game, trump: Suit | int | None) -> Game:
    if trump is None:
        return game
    if game.name != "whist":
        raise ValueError(f"trump is for whist alone: in {game.name} the players find it")
    options = {**game.options, "trump": ("s", "h", "d", "c", "none")[Suit(trump)]}
    return load_game(f"whist({', '.join(f'{k}={v}' for k, v in options.items())})")


def _tricks(state: State) -> tuple[int, int]:
    won = state.to_json().get("tricks_won") or [0, 0]
    return int(won[0]), int(won[1]) if len(won) > 1 else 0


class GameRunner:
    """Plays single deals; with `verbose` it prints them, to `file` or standard output."""

    def __init__(
        self, game: Game | str = "whist", *, verbose: bool = False, file: TextIO | None = None
    ) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.verbose = verbose
        self.file = file

    def play_game(
        self,
        players: Mapping[int, Any] | Mapping[Seat, Any] | Sequence[Any],
        trump: Suit | int | None = None,
        dealer: int = 0,
        seed: int | None = None,
        *,
        deal: int = 0,
    ) -> GameResult:
        """Deals (number `deal` of the seed) and plays to the end, players[seat] in each seat.

        Without a trump suit whist turns a card up. Without a seed the generator of mu.seed() gives one.
        """
        game = _of_trump(self.game, trump)
        seats = game.num_players()
        named = players.items() if isinstance(players, Mapping) else enumerate(players)
        of_seat = {int(seat): player for seat, player in named}
        if of_seat.keys() != set(range(seats)):
            raise ValueError(f"{game.name} needs a player for each of its {seats} seats")
        stream = None if seed is None else Random(seed).split(deal).next()
        state = game.new_initial_state(seed, deal=deal, dealer=(dealer - deal) % seats)
        start = state.clone()
        play_out(state, [of_seat[s] for s in range(seats)], stream)
        ns, ew = _tricks(state)
        result = GameResult(state, ns, ew, None if trump is None else Suit(trump), int(dealer), seed)
        if self.verbose:
            self._print(start, result)
        return result

    def _print(self, start: State, result: GameResult) -> None:
        out = self.file or sys.stdout
        state = result.state
        print(start, end="", file=out)
        names = "NESW" if state.num_players() == 4 else "0123"
        line: list[str] = []
        for seat, action in state.full_history():
            line.append(f"{names[seat]} {state.action_to_string(action)}")
            if len(line) == state.num_players():
                print("   ".join(line), file=out)
                line = []
        if line:
            print("   ".join(line), file=out)
        print(state.result_string() or f"points: {result.returns}", file=out)


@dataclass(frozen=True)
class TournamentResult:
    """What came out of a tournament. Seats 0 and 2 are north and south."""

    results: tuple[GameResult, ...] = field(repr=False)
    total_time: float

    @property
    def games_played(self) -> int:
        """How many games there were."""
        return len(self.results)

    @property
    def ns_wins(self) -> int:
        """Games that north and south won."""
        return sum(r.ns_won == 1 for r in self.results)

    @property
    def ew_wins(self) -> int:
        """Games that east and west won."""
        return sum(r.ns_won == 0 for r in self.results)

    @property
    def ns_share(self) -> Estimate:
        """The share of games that north and south won, with a 95 % interval."""
        return share_of([r.ns_won for r in self.results])

    @property
    def ns_win_rate(self) -> float:
        """The share of games that north and south won."""
        return self.ns_share.mean

    @property
    def ns_win_rate_interval(self) -> tuple[float, float]:
        """95 %."""
        return self.ns_share.low, self.ns_share.high

    @property
    def ns_tricks(self) -> Estimate:
        """Tricks of north and south, with a 95 % interval."""
        return mean_of([float(r.ns_tricks) for r in self.results])

    def __str__(self) -> str:
        low, high = self.ns_win_rate_interval
        return (
            f"{self.games_played} games in {self.total_time:.1f} s: north and south won "
            f"{self.ns_win_rate:.1%} [{low:.1%}, {high:.1%}]"
        )


class Tournament:
    """Many games between the players that make_player(seat) makes, afresh for each game.

    >>> from mu.agents import RulePlayer
    >>> result = Tournament(lambda seat: RulePlayer()).run(num_games=5, base_seed=1)
    >>> result.games_played
    5
    """

    def __init__(
        self,
        make_player: Callable[[Seat], Any],
        *,
        game: Game | str = "whist",
        verbose: bool = False,
    ) -> None:
        self.make_player = make_player
        self.runner = GameRunner(game)
        self.verbose = verbose

    def run(
        self, num_games: int = 100, base_seed: int | None = None, trump: Suit | int | None = None
    ) -> TournamentResult:
        """Plays deals 0, 1, ... of the seed; dealers take turns. `verbose` shows a progress bar."""
        if num_games < 1:
            raise ValueError(f"num_games must be at least 1, not {num_games}")
        seed = base_seed
        bar = Bar("games") if self.verbose else None
        seats = self.runner.game.num_players()
        started = time.perf_counter()
        results = []
        for i in range(num_games):
            players = [self.make_player(Seat(s)) for s in range(seats)]
            results.append(
                self.runner.play_game(players, trump, dealer=i % seats, seed=seed, deal=i)
            )
            if bar:
                bar(i + 1, num_games)
        out = TournamentResult(tuple(results), time.perf_counter() - started)
        if self.verbose:
            print(out)
        return out
