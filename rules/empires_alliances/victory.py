"""§1.7, §2.7, §2.8, §3.7: Central Powers points, levels of victory, and how a match ends."""

from __future__ import annotations

from typing import NamedTuple

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import CAVALRY, FOOT, INFANTRY
from rules.empires_alliances.printed.scenarios import Count
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.supply.feeding import is_city_supplied
from rules.kernel.endings import MatchEnded

LEVELS = {
    "allied-major": (ALLIED, "an Allied major victory"),
    "allied-minor": (ALLIED, "an Allied minor victory"),
    "draw": ("", "a draw"),
    "central-minor": (CENTRAL, "a Central Powers minor victory"),
    "central-major": (CENTRAL, "a Central Powers major victory"),
}


class Scored(NamedTuple):
    """What a city brings, in half points, and whether it could trace supply."""

    city: str
    halves: int
    supplied: bool


def kinds_of(count: Count) -> frozenset[str]:
    """§1.71, §3.71: kinds of unit that occupy a city; Stosstruppen are infantry (§16.1)."""
    return frozenset(kind for word in count.by for kind in (FOOT if word == INFANTRY else (CAVALRY,)))


def occupier(state: State, city: str, kinds: frozenset[str]) -> str:
    """§1.71: the side whose unit of these kinds stands in a city, empty for nobody."""
    hex_ = state.printed.places.cities[city].hex
    if any(state.counter(unit).kind in kinds for unit in state.stacks.get(hex_, ())):
        return state.stack_side(hex_)
    return ""


def points_by_city(state: State, count: Count) -> tuple[Scored, ...]:
    """§1.71, §3.71: what each city brings now."""
    kinds = kinds_of(count)
    found: list[Scored] = []
    for city, points in count.gains.items():
        held = occupier(state, city, kinds) == CENTRAL
        found.append(_scored(state, city, 2 * points if held else 0, CENTRAL))
    for city, points in count.keeps.items():
        lost = occupier(state, city, kinds) == ALLIED
        found.append(_scored(state, city, 0 if lost else 2 * points, CENTRAL))
    return tuple(found)


def _scored(state: State, city: str, halves: int, side: str) -> Scored:
    """§1.71: a city that can trace no path brings half."""
    hex_ = state.printed.places.cities[city].hex
    supplied = not halves or is_city_supplied(state, hex_, side)
    return Scored(city, halves if supplied else halves // 2, supplied)


def score(state: State, count: Count) -> int:
    """§1.71, §3.71: Central Powers points, in halves."""
    return sum(scored.halves for scored in points_by_city(state, count))


def verdict(state: State, count: Count) -> MatchEnded:
    """§1.72, §3.72: the level that the points come to."""
    halves = score(state, count)
    winner, words = LEVELS[count.level(halves / 2)]
    points = f"{halves // 2}½" if halves % 2 else str(halves // 2)
    return MatchEnded(winner, f"The Central Powers have {points} points: {words}.", count_section(state))


def count_section(state: State) -> str:
    """The section of the levels of victory."""
    return {"1914": "1.72", "1918": "3.72"}.get(state.scenario, "2.73")


def final_count(state: State) -> Count:
    """§1.7, §2.73, §2.8, §3.7: how points are counted at the end."""
    card = state.card
    length = card.lengths.get(state.option("length") or "full")
    if length is not None:
        return card.counts[length.count]
    return next(count for count in card.counts.values() if count.turn == card.last)


def final_verdict(state: State) -> MatchEnded:
    """§1.7, §3.7: the verdict after the last turn."""
    return verdict(state, final_count(state))
