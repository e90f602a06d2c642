"""Tables for docs/balance.md from games of Schlieffen's War that programs played against each other.

greatwar selfplay schlieffens-war campaign --games 200 --json ... > games.json
python -m tools.course_of_1914 games.json
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN

PRINTED = PLANS[AUGUST_1914]

HISTORY: Mapping[str, int] = {
    "Liège": 4, "Brussels": 5, "Namur": 6, "Charleroi": 6, "Saint-Quentin": 7, "Amiens": 8, "Lille": 8, "Reims": 9,
    "Châlons": 9, "Maubeuge": 10,
}  # fmt: skip
"""The turn on which the Germans were in the city; those not named they did not reach by 10 September 1914."""

Game = Mapping[str, Any]


def first_falls(game: Game) -> dict[str, int]:
    """City to the turn on which the Germans first took it."""
    found: dict[str, int] = {}
    for m in cities(game):
        if m["side"] == GERMAN:
            for hex_ in m["names"]:
                found.setdefault(PRINTED.board.name[hex_], m["turn"])
    return found


def held_at_the_end(game: Game) -> set[str]:
    """Cities of the Entente that the Germans hold when the game ends."""
    held: set[str] = set()
    for m in cities(game):
        names = {PRINTED.board.name[h] for h in m["names"]}
        held = held | names if m["side"] == GERMAN else held - names
    return held


def cities(game: Game) -> list[Mapping[str, Any]]:
    """The milestones that tell of cities of the Entente."""
    return [
        m
        for m in game["milestones"]
        if m["kind"] == "city" and all(PRINTED.board.country[h] != "GE" for h in m["names"])
    ]


def standings(game: Game) -> list[dict[str, int]]:
    """``{"vp": ..., "paris": ..., "xvii": ...}`` at the end of each turn."""
    return [m["figures"] for m in game["milestones"] if m["kind"] == "state"]


def row(*cells: object) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(str(c) for c in cells)} |"


def endings(games: Sequence[Game]) -> Iterable[str]:
    """Who won, by which section."""
    count = Counter((g["winner"] or "draw", g["section"]) for g in games)
    yield row("winner", "by", "games")
    yield row("---", "---", "---")
    for (winner, section), n in sorted(count.items()):
        yield row(winner, f"§{section}", n)
    sides = Counter(g["winner"] or "draw" for g in games)
    yield ""
    yield f"German {sides[GERMAN]}, Entente {sides[ENTENTE]}, drawn {sides['draw']} of {len(games)}."


def course(games: Sequence[Game]) -> Iterable[str]:
    """Points and the way to Paris, turn by turn, over the games that were still going on."""
    yield row("turn", "games", "points", "foremost corps to Paris", "Plan XVII attacks")
    yield row(*["---"] * 5)
    told = [standings(g) for g in games]
    for turn in range(10):
        here = [s[turn] for s in told if len(s) > turn]
        if here:
            yield row(turn + 1, len(here), *(f"{mean(h[k] for h in here):.1f}" for k in ("vp", "paris", "xvii")))
    whole = [s[-1] for s in told if len(s) == 10]
    if whole:
        points = [s["vp"] for s in whole]
        nearest = [min(x["paris"] for x in s) for s in told if len(s) == 10]
        yield ""
        yield (
            f"Games that went to the end: {len(whole)}; points {mean(points):.1f} on average, median {median(points)}, "
            f"{min(points)} to {max(points)}; nearest to Paris {mean(nearest):.1f} hexes."
        )


def dates(games: Sequence[Game]) -> Iterable[str]:
    """When cities fell for the first time, how often, and how often they were German at the end."""
    yield row("city", "fell in", "on turn (mean)", "German at the end", "1914")
    yield row(*["---"] * 5)
    falls = [first_falls(g) for g in games]
    ends = [held_at_the_end(g) for g in games]
    names = {n for f in falls for n in f} | set(HISTORY)
    for name in sorted(names, key=lambda n: (HISTORY.get(n, 99), -sum(n in f for f in falls), n)):
        turns = [f[name] for f in falls if name in f]
        yield row(
            name,
            f"{round(100 * len(turns) / len(games))} %",
            f"{mean(turns):.1f}" if turns else "–",
            f"{round(100 * sum(name in e for e in ends) / len(games))} %",
            HISTORY.get(name, "never"),
        )


def main() -> None:
    """Print the tables of the games of one or several files."""
    games = [g for name in sys.argv[1:] for g in json.loads(Path(name).read_text(encoding="utf-8"))["games"]]
    for part in (endings, course, dates):
        print("\n".join(part(games)), end="\n\n")


if __name__ == "__main__":
    main()
