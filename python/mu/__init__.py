"""Trick-taking card games: exact rules, solving, beliefs, players and an arena.

>>> import mu
>>> state = mu.load_game("whist(trump=h)").new_initial_state(seed=42)
>>> mu.play_out(state, ["rule", "random", "rule", "random"], seed=1)
>>> state.result_string() != ""
True

All games have one API in the shape of OpenSpiel's (`load_game`, `State`); what a seat may know of a state
is a `View`, from which bots choose and `Beliefs` are formed. `duel` compares bots on the same deals,
`make_pool` and `read_pool` keep solved deals in files. Whist is also there by its own types
(`whist_new_game`, `WhistState`). docs/python.md tells more.
"""

import copyreg as _copyreg
from importlib import metadata as _metadata
from pathlib import Path as _Path

from . import agents, game
from ._mu_core import (
    TERMINAL,
    ActionValue,
    Agent,
    Beliefs,
    ContractTable,
    ContractValue,
    Estimate,
    Game,
    IllegalAction,
    Layout,
    Net,
    ParseError,
    Player,
    PoolError,
    Random,
    Range,
    SearchReport,
    Searcher,
    Seat,
    Solution,
    State,
    Suit,
    TrickState,
    View,
    WhistBelief,
    WhistState,
    _add_net_folder,
    __build__,
    agent_kinds,
    agent_parameters,
    at_any_time,
    bradley_terry,
    card_str,
    cards_to_mask,
    deck_names,
    deserialize,
    hand_str,
    legal_moves,
    load_game,
    mask_str,
    mask_to_cards,
    mean_of,
    next_seat,
    opp_to_seat,
    parse_card,
    parse_cards,
    parse_hand,
    partner_of,
    partnership_of,
    play_card,
    play_out,
    popcount,
    rank_of,
    registered_games,
    seat_to_opp,
    seed,
    share_of,
    solve_many,
    suit_of,
    suit_symbol,
    whist_determinize,
    whist_new_game,
    whist_rollout,
    whist_search,
)
from ._html import Hand
from ._html import install as _install
from .arena import Duel, duel, round_robin
from .calls import Meaning, explain, explain_call
from .study import CallStudy, study_calls
from .teach import Advice, Choice, Decision, Review, SeatSum, advise, analyse
from .pool import Pool, make_pool, merge_pools, read_pool, verify_pool
from .vector import VectorEnv, make_vec

NORTH, EAST, SOUTH, WEST = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
SPADES, HEARTS, DIAMONDS, CLUBS = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS
NO_TRUMP = Suit.NONE

try:
    __version__ = _metadata.version("mu")
except _metadata.PackageNotFoundError:  # in a build folder
    __version__ = __build__.split()[0]

# An installed package brings the nets along.
_nets = _Path(__file__).parent / "shipped_nets"
if _nets.is_dir():
    _add_net_folder(str(_nets))

_install()
# Functions of the extension are pickled by name, as those of Python are.
_copyreg.pickle(type(load_game), lambda function: str(function.__name__))

# In full, because type checkers do not see what else is exported.
__all__ = [  # fmt: skip
    "ActionValue", "Advice", "Agent", "Beliefs", "CLUBS", "CallStudy", "Choice", "ContractTable",
    "ContractValue", "DIAMONDS", "Decision", "Duel", "EAST", "Estimate", "Game", "HEARTS", "Hand",
    "IllegalAction", "Layout", "Meaning", "NORTH", "NO_TRUMP", "Net", "ParseError", "Player", "Pool",
    "PoolError", "Random", "Range", "Review", "SOUTH", "SPADES", "SearchReport", "Searcher", "Seat",
    "SeatSum", "Solution", "State", "Suit", "TERMINAL", "TrickState", "VectorEnv", "View", "WEST",
    "WhistBelief", "WhistState", "advise", "agent_kinds", "agent_parameters", "agents", "analyse", "arena",
    "at_any_time", "bradley_terry", "calls", "card_str", "cards_to_mask", "deck_names", "deserialize", "duel",
    "explain", "explain_call", "game", "hand_str", "legal_moves", "load_game", "make_pool", "make_vec",
    "mask_str", "mask_to_cards", "mean_of", "merge_pools", "next_seat", "opp_to_seat", "parse_card",
    "parse_cards", "parse_hand", "partner_of", "partnership_of", "play_card", "play_out", "pool", "popcount",
    "rank_of", "read_pool", "registered_games", "round_robin", "seat_to_opp", "seed", "share_of",
    "solve_many", "study", "study_calls", "suit_of", "suit_symbol", "teach", "vector", "verify_pool",
    "whist_determinize", "whist_new_game", "whist_rollout", "whist_search",
]
