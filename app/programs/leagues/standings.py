"""What a league tells: of each pair and each variant the share of points, and between which bounds it may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

from app.programs.leagues.playing import Result
from rules.kernel.messages import JsonObject

Z = 1.96
"""Of 95 percent."""


def points(result: Result, name: str) -> float:
    """What a game brought a player: one for a win, half for a draw."""
    if result.winner is None:
        return 0.5
    return float(result.players[result.winner] == name)


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's bounds of a share. Draws make a share surer than wins and losses do: with them the bounds are wide."""
    if not games:
        return 0.0, 1.0
    middle, root = score + Z * Z / (2 * games), Z * sqrt(score * (1 - score) / games + Z * Z / (4 * games * games))
    return max(0.0, (middle - root) / (1 + Z * Z / games)), min(1.0, (middle + root) / (1 + Z * Z / games))


def tally(results: Sequence[Result], name: str) -> JsonObject:
    """How one player did in these games."""
    found = [points(r, name) for r in results]
    score = sum(found) / len(found) if found else 0.0
    low, high = interval(score, len(found))
    return {
        "games": len(found),
        "wins": found.count(1.0),
        "draws": found.count(0.5),
        "losses": found.count(0.0),
        "score": round(score, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def of_pair(results: Iterable[Result], one: str, other: str) -> JsonObject:
    """How the first did against the second, on both sides together and on each."""
    theirs = [r for r in results if {*r.players.values()} == {one, other}]
    sides = dict.fromkeys(side for r in theirs for side in r.players)
    return {
        "first": one,
        "second": other,
        **tally(theirs, one),
        "as": {side: tally([r for r in theirs if r.players[side] == one], one) for side in sides},
        "endings": {**Counter(f"{r.winner or 'draw'} §{r.section}" for r in theirs)},
        "turns": round(sum(r.turns or 0 for r in theirs) / len(theirs), 1) if theirs else None,
    }


def of_all(results: Sequence[Result], name: str) -> JsonObject:
    """How one did against all others."""
    return {"name": name, **tally([r for r in results if name in r.players.values()], name)}
