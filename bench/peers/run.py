#!/usr/bin/env python3
"""Plays every rival against one of mu's agents on the same deals: `make bench-peers`.

Environment: MU (build/mu), AGENT (rule), SEED (1), DEALS (20; or DEALS_CONTREE, DEALS_EUCHRE,
DEALS_JASS, DEALS_SKAT), TIME_MS (20: colver's time for a card), SIMULATIONS (1000: OpenSpiel's for a
decision), SIMULATIONS_SKAT (200: those of its Python search).
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MU = os.environ.get("MU", "build/mu")
AGENT = os.environ.get("AGENT", "rule")
SEED = os.environ.get("SEED", "1")
COLVER = f"colver_bot.py --time-ms {os.environ.get('TIME_MS', '20')} --method "
OPENSPIEL = f"openspiel_bot.py --simulations {os.environ.get('SIMULATIONS', '1000')}"
OPENSPIEL_SKAT = f"openspiel_skat.py --simulations {os.environ.get('SIMULATIONS_SKAT', '200')}"

# Name, game, kind of agent, script, whether colver bids for all four seats.
RIVALS = [
    ("colver isdd, all its own", "contree", "program", COLVER + "isdd", False),
    ("colver isdd", "contree", "program", COLVER + "isdd", True),
    ("colver naive_ismcts", "contree", "program", COLVER + "naive_ismcts", True),
    ("colver smart_ismcts", "contree", "program", COLVER + "smart_ismcts", True),
    ("OpenSpiel ISMCTS", "euchre(profile=openspiel)", "cheating_program", OPENSPIEL, False),
    ("OpenSpiel ISMCTS, cards", "skat", "cheating_program", OPENSPIEL_SKAT, False),
    ("jass-kit random", "jass", "program", "jass_bot.py", False),
]
COLUMNS = "{:<26}{:>6}{:>17}{:>22}{:>13}{:>10}{:>9}{:>10}"


def run(command, given=None):
    done = subprocess.run(command, check=True, input=given, stdout=subprocess.PIPE, text=True)
    return done.stdout


def deals_of(game):
    return os.environ.get("DEALS_" + game.split("(")[0].upper(), os.environ.get("DEALS", "20"))


def auctions(folder):
    """A file of deals of contrée that colver has bid; those that everybody passes are left out."""
    file = folder / "auctions.txt"
    if not file.exists():
        dealt = run([MU, "deal", "contree", "--seed", SEED, "--count", deals_of("contree")])
        file.write_text(run([sys.executable, HERE / "colver_auctions.py"], dealt))
    return file


def match(game, kind, script, bid_by_colver, folder):
    """What mu arena h2h reports for the rival, as the cells of a row."""
    rival = f'{kind}(command="{sys.executable} {HERE / script}", seconds=100)'
    deals = ["--from", auctions(folder)] if bid_by_colver else ["-n", deals_of(game), "--no-store"]
    report = run([MU, "arena", "h2h", rival, AGENT, "-g", game, "--seed", SEED, *deals])
    count = re.search(r"(\d+) deals", report)[1]
    mean, interval = re.search(r"margin per deal +(\S+) .*\(95 %: (.*)\)", report).groups()
    ms, ours = re.search(r"ms per decision +(\S+) and (\S+)", report).groups()
    forfeits = re.search(r"forfeits +(\d+)", report)
    rate = f"{1000 / max(float(ms), 1e-3):.1f}"
    return count, mean, interval, rate, ms, ours, forfeits[1] if forfeits else "0"


def main():
    print(f"rivals against {AGENT}, seed {SEED}; points are the rival's less ours\n")
    heads = ("rival", "deals", "points per deal", "95 %", "decisions/s", "ms", "our ms", "forfeits")
    print(COLUMNS.format(*heads))
    with tempfile.TemporaryDirectory() as folder:
        for name, *how in RIVALS:
            print(COLUMNS.format(name, *match(*how, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
