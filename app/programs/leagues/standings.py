"""What a league tells: of each pair and each variant the share of points, and between which bounds it may lie.

A game that is played to its end is won, drawn or lost. One that is broken off says little by itself, as the sides are
not equal: the two games of a pair with the same dice, one on each side, count as one. Whoever had the greater lead with
the first side has won it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf, sqrt
from statistics import mean

from app.programs.leagues.playing import Result
from rules.kernel.messages import JsonObject

Z = 1.96
"""Of 95 percent."""


def points(result: Result, name: str) -> float:
    """What a game brought a player: one for a win, half for a draw."""
    if result.winner is None:
        return 0.5
    return float(result.players[result.winner] == name)


def scores(results: Iterable[Result], name: str) -> list[float]:
    """What each game brought a player, or each two of them that were broken off: both sides with the same dice."""
    found, halves = [], dict[tuple[int, frozenset[str]], dict[bool, float]]()
    for result in results:
        if name not in result.players.values():
            continue
        if result.lead is None:
            found.append(points(result, name))
        else:
            pair = halves.setdefault((result.number, frozenset(result.players.values())), {})
            pair[_plays_first(result, name)] = _lead(result)
    both = [pair for pair in halves.values() if len(pair) == len((True, False))]
    return found + [(1 + (pair[True] > pair[False]) - (pair[True] < pair[False])) / 2 for pair in both]


def _plays_first(result: Result, name: str) -> bool:
    """Whether a player had the first side."""
    return next(iter(result.players.values())) == name


def _lead(result: Result) -> float:
    """By how much the first side was ahead; without bounds if the game was over by then."""
    if result.winner is None:
        return result.lead or 0
    return inf if result.winner == next(iter(result.players)) else -inf


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's bounds of a share. Draws make a share surer than wins and losses do: with them the bounds are wide."""
    if not games:
        return 0.0, 1.0
    middle, root = score + Z * Z / (2 * games), Z * sqrt(score * (1 - score) / games + Z * Z / (4 * games * games))
    return max(0.0, (middle - root) / (1 + Z * Z / games)), min(1.0, (middle + root) / (1 + Z * Z / games))


def tally(results: Iterable[Result], name: str) -> JsonObject:
    """How one player did in these games, or pairs of games."""
    found = scores(results, name)
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
    sides = dict.fromkeys(side for r in theirs for side in r.players if r.lead is None)
    return {
        "first": one,
        "second": other,
        **tally(theirs, one),
        "as": {side: tally([r for r in theirs if r.players[side] == one], one) for side in sides},
        "leads": _mean_leads(theirs, (one, other)),
        "endings": {**Counter(f"{r.winner or 'draw'} §{r.section}" for r in theirs)},
        "turns": round(sum(r.turns or 0 for r in theirs) / len(theirs), 1) if theirs else None,
    }


def _mean_leads(results: Sequence[Result], names: Iterable[str]) -> JsonObject:
    """By how much the first side was ahead in the mean when each of these players had it, in games broken off."""
    found = {name: [r.lead for r in results if r.lead is not None and _plays_first(r, name)] for name in names}
    return {name: round(mean(leads), 2) for name, leads in found.items() if leads}


def of_all(results: Sequence[Result], name: str) -> JsonObject:
    """How one did against all others."""
    return {"name": name, **tally(results, name)}
