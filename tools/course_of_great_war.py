"""Tables for docs/balance-great-war.md from games of the Great War that programs played against each other.

greatwar selfplay great-war 1915 --games 10 --player central=general --player allied=general --json > games.json
python -m tools.course_of_great_war games.json
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from rules.great_war.printed.plans import AUGUST_1914, PLANS

Game = Mapping[str, Any]
NATIONS = ("GE", "AH", "FR", "BR", "RU", "IT", "SE")
END_OF_1915 = 16
"""The operational turn that ends with the year."""


def told(game: Game, kind: str) -> Iterable[Mapping[str, Any]]:
    """The milestones of a kind."""
    return (m for m in game["milestones"] if m["kind"] == kind)


def states(game: Game) -> dict[int, dict[str, int]]:
    """How things stood at the end of each turn."""
    return {m["turn"]: m["figures"] for m in told(game, "state")}


def losses(game: Game) -> dict[int, Counter[str]]:
    """Steps lost by nation in each turn."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for m in told(game, "lost"):
        found[m["turn"]].update(m["figures"])
    return found


def verdicts(games: Sequence[Game]) -> Iterable[str]:
    """Who won, by what, and on which turns."""
    yield "| winner | by | games | turns |"
    yield "| --- | --- | --- | --- |"
    ends = defaultdict(list)
    for game in games:
        ends[game["winner"] or "draw", game["section"]].append(game["turns"])
    for (winner, section), turns in sorted(ends.items()):
        yield f"| {winner} | §{section} | {len(turns)} | {', '.join(map(str, sorted(turns)))} |"


def course(games: Sequence[Game], every: int = 3) -> Iterable[str]:
    """The front and the points turn by turn, in means, with the extremes of the ground held."""
    dates = {turn.number: turn.date for turn in PLANS[AUGUST_1914].variant("europe").charts.turns}
    found: dict[int, list[dict[str, int]]] = defaultdict(list)
    for game in games:
        for turn, state in states(game).items():
            found[turn].append(state)
    yield "| turn | date | games | points | victory hexes | hexes of France and Belgium | to Paris | to the Ruhr |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    first = min(found)
    for turn in sorted(found):
        if (turn - first) % every == 0 or turn == END_OF_1915:
            at = found[turn]
            ground = [s["ground"] for s in at]
            yield (
                f"| {turn} | {dates[turn]} | {len(at)} | {mean(s['vp'] for s in at):.1f} | "
                f"{mean(s['held'] for s in at):.1f} | {mean(ground):.0f} ({min(ground)} to {max(ground)}) | "
                f"{mean(s['paris'] for s in at):.1f} | {mean(s['ruhr'] for s in at):.1f} |"
            )


def dead(games: Sequence[Game], bands: Sequence[tuple[str, int, int]]) -> Iterable[str]:
    """Steps lost a turn by nation, in means over the games that were still played."""
    yield "| turns | games | " + " | ".join(NATIONS) + " |"
    yield "| --- | --- |" + " --- |" * len(NATIONS)
    for name, first, last in bands:
        played = [g for g in games if g["turns"] >= first]
        if not played:
            continue
        lengths = [min(last, g["turns"]) - max(first, min(states(g))) + 1 for g in played]
        if max(lengths) <= 0:
            continue
        figures = []
        for nation in NATIONS:
            total = sum(count[nation] for g in played for turn, count in losses(g).items() if first <= turn <= last)
            figures.append(total / sum(turns for turns in lengths if turns > 0))
        yield f"| {name} | {len(played)} | " + " | ".join(f"{f:.1f}" for f in figures) + " |"


def collapses(games: Sequence[Game]) -> Iterable[str]:
    """Which nations collapsed, in how many games, and when."""
    found = defaultdict(list)
    for game in games:
        for m in told(game, "collapsed"):
            found[m["what"]].append(m["turn"])
    for nation, turns in sorted(found.items()):
        when = ", ".join(map(str, sorted(turns)))
        yield f"- {nation} collapsed in {len(turns)} of {len(games)} games, on turns {when}"


def bounds(games: Sequence[Game]) -> Iterable[str]:
    """How often the front in the west stood between Paris and the Ruhr through 1915, and a game was won before 1916."""
    stood = sum(
        END_OF_1915 in states(g)
        and all(s["paris"] > 1 and s["ruhr"] > 1 for turn, s in states(g).items() if turn <= END_OF_1915)
        for g in games
    )
    early = sum(g["winner"] is not None and g["turns"] <= END_OF_1915 for g in games)
    yield f"The front stood between Paris and the Ruhr until the end of 1915 in {stood} of {len(games)} games."
    yield f"{early} of {len(games)} games were won before 1916."


BANDS = (("1914", 1, 6), ("1915", 7, 16), ("1916", 17, 26), ("1917", 27, 36), ("1918 and after", 37, 51))


def main(files: Sequence[str]) -> None:
    """Print the tables of all games in the files together."""
    games: list[Game] = []
    for name in files:
        games += json.loads(Path(name).read_text(encoding="utf-8"))["games"]
    print(f"{len(games)} games, {mean(g['commands'] for g in games):.0f} commands a game.\n")
    for part in (bounds(games), verdicts(games), course(games), dead(games, BANDS), collapses(games)):
        print("\n".join(part) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
