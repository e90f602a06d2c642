"""Tables for docs/balance.md from games of Powers of 1914 that programs played against each other.

greatwar selfplay powers-1914 classic-1 --games 200 --json ... > games.json
python -m tools.course_of_powers games.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from rules.powers_1914.printed.pieces import CENTRAL
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS

GREAT = ("GE", "AH", "OT", "BR", "FR", "RU", "IT")
SMALL = ("SE", "BE")
"""Those who should outlive turn 1."""
BANDS = ((1, 2), (3, 4), (5, 8), (9, 12), (13, 16))
EARLY = 5
"""A great power that falls before this turn falls too early for a war that went on to 1918."""

Game = Mapping[str, Any]


def first_falls(game: Game) -> dict[str, int]:
    """Nation to the turn on which it first fell."""
    found: dict[str, int] = {}
    for m in game["milestones"]:
        if m["kind"] == "fell":
            found.setdefault(m["what"], m["turn"])
    return found


def share(count: int, games: Sequence[Game]) -> str:
    """A number of games and their share of all."""
    return f"{count} ({round(100 * count / len(games))} %)"


def early(games: Sequence[Game], nations: Iterable[str]) -> int:
    """In how many games one of these nations fell too early."""
    wanted = {*nations}
    return sum(any(n in wanted and turn < EARLY for n, turn in first_falls(g).items()) for g in games)


def summary(scenario: str, games: Sequence[Game]) -> Iterable[str]:
    """Who won, how long it took, what fell too early."""
    yield f"**{scenario}**, {len(games)} games"
    yield ""
    yield f"- the Central Powers win {share(sum(g['winner'] == CENTRAL for g in games), games)}"
    yield f"- the last card decides {share(sum(g['section'] == '3.13.3' for g in games), games)}"
    yield f"- turns on average {mean(g['turns'] for g in games):.1f}"
    yield f"- a great power falls before turn {EARLY}: {share(early(games, GREAT), games)}"
    yield f"- Russia falls before turn {EARLY}: {share(early(games, ['RU']), games)}"
    for nation in SMALL:
        at_once = sum(first_falls(g).get(nation) == 1 for g in games)
        yield f"- {PLANS[AS_PRINTED].names.nation(nation)} falls on turn 1: {share(at_once, games)}"


def falls(games: Sequence[Game]) -> Iterable[str]:
    """Who fell in how many games, and on which turn in the median one."""
    told = [first_falls(g) for g in games]
    nations = {n for f in told for n in f}
    yield "| fell | games | turn |"
    yield "|---|---|---|"
    for nation in sorted(nations, key=lambda n: (-sum(n in f for f in told), n)):
        turns = [f[nation] for f in told if nation in f]
        yield f"| {PLANS[AS_PRINTED].names.nation(nation)} | {len(turns)} | {median(turns):.0f} |"


def changes(games: Sequence[Game]) -> Iterable[str]:
    """How many fields were taken from the other side in a turn, on average of the games that lasted so long."""
    yield "| turn | fields |"
    yield "|---|---|"
    for first, last in BANDS:
        counts = [
            sum(m["kind"] == "taken" and m["turn"] == turn for m in g["milestones"])
            for turn in range(first, last + 1)
            for g in games
            if g["turns"] >= turn
        ]
        if counts:
            yield f"| {first} to {last} | {mean(counts):.1f} |"


def main() -> None:
    """Print the tables of each file."""
    for name in sys.argv[1:]:
        told = json.loads(Path(name).read_text(encoding="utf-8"))
        games = told["games"]
        for part in (summary(told["scenario"], games), falls(games), changes(games)):
            print("\n".join(part), end="\n\n")


if __name__ == "__main__":
    main()
