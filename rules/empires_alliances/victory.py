"""§1.7, §2.7, §2.8, §3.7, §22.12: Central Powers points, levels of victory, and how a match ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from rules.empires_alliances.countries.conditions import is_conquered
from rules.empires_alliances.position.cities import Present, present_in_cities
from rules.empires_alliances.position.state import DECLARED_ON_NETHERLANDS, State
from rules.empires_alliances.printed.counters import CAVALRY, FOOT, INFANTRY
from rules.empires_alliances.printed.places import MAJOR, City
from rules.empires_alliances.printed.scenarios import EACH_MAJOR, Count
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.supply.feeding import is_city_supplied
from rules.kernel.endings import MatchEnded
from rules.kernel.incremental import Previous

LEVELS = {
    "allied-major": (ALLIED, "an Allied major victory"),
    "allied-minor": (ALLIED, "an Allied minor victory"),
    "draw": ("", "a draw"),
    "central-minor": (CENTRAL, "a Central Powers minor victory"),
    "central-major": (CENTRAL, "a Central Powers major victory"),
}
EXTENDED = "extended"
HALVES = 2


class Scored(NamedTuple):
    """What something brings the Central Powers, in half points; a city that could trace no supply brings half."""

    what: str
    halves: int
    supplied: bool = True


def kinds_of(count: Count) -> frozenset[str]:
    """§1.71, §3.71: kinds of unit that occupy a city; Stosstruppen are infantry (§16.1)."""
    return frozenset(kind for word in count.by for kind in (FOOT if word == INFANTRY else (CAVALRY,)))


def occupier(state: State, city: str, kinds: frozenset[str], nations: Collection[str] = ()) -> str:
    """§1.71, §3.71: the side whose unit of these kinds, and of these countries if any are named, stands in a city;
    empty for nobody."""
    hex_ = state.printed.places.cities[city].hex
    counters = (state.counter(unit) for unit in state.stacks.get(hex_, ()))
    if any(counter.kind in kinds and (not nations or counter.nation in nations) for counter in counters):
        return state.stack_side(hex_)
    return ""


def tables_of(state: State, count: Count) -> Count:
    """§22.12: the count whose tables another one uses."""
    return state.card.counts[count.like] if count.like else count


def present_where_counted(state: State, count: Count) -> Present:
    """§1.71, §2.7, §3.71: who stands in the cities that a count names; the same object while that stays the same."""
    tables, cities = tables_of(state, count), state.printed.places.cities

    def named(_: Previous[tuple[Any, ...], frozenset[str]] | None) -> frozenset[str]:
        every = {name for table in (tables.gains, tables.keeps, tables.loses) for name in table}
        majors = {c.name for c in cities.values() if c.kind == MAJOR} if EACH_MAJOR in every else set()
        return frozenset(cities[name].hex for name in (every | majors) - {EACH_MAJOR})

    # It is printed: whatever match it is, a count names the same cities.
    hexes, present = state.memory.recall(("counted", count.id), (), named), present_in_cities(state)

    def find(_: Previous[tuple[Any, ...], Present] | None) -> Present:
        return frozenset(one for one in present if one[0] in hexes)

    return state.memory.recall(("present where counted", count.id), (present,), find)


def find_scored(state: State, count: Count) -> tuple[Scored, ...]:
    """§1.71, §2.72, §2.73, §3.71: all that brings or costs points now."""
    tables = tables_of(state, count)
    return (
        *_cities(state, tables),
        *_countries(state, tables),
        *_weariness(state, tables),
        *_marks(state, tables),
    )


def _cities(state: State, tables: Count) -> Iterator[Scored]:
    kinds = kinds_of(tables)
    for city, points in _cities_of(state, tables, "gains"):
        held = occupier(state, city.name, kinds, tables.gained_by) == CENTRAL
        yield _worth(state, city, points if held else 0, CENTRAL)
    for city, points in _cities_of(state, tables, "keeps"):
        lost = occupier(state, city.name, kinds) == ALLIED
        yield _worth(state, city, 0 if lost else points, CENTRAL)
    for city, points in _cities_of(state, tables, "loses"):
        held = occupier(state, city.name, kinds) == ALLIED
        yield _worth(state, city, -points if held else 0, ALLIED)


def _cities_of(state: State, tables: Count, table: str) -> Iterator[tuple[City, int]]:
    """§2.72b, §2.73: the cities of a table whose country is on the side that the table is about.

    §2.73: those of conquered countries are not counted; the country itself is.
    """
    named: dict[str, int] = {**getattr(tables, table)}
    each = named.pop(EACH_MAJOR, 0)
    cities = state.printed.places.cities
    found = dict(named)
    if each:
        others = (c.name for c in cities.values() if c.kind == MAJOR and c.hex)
        found.update({name: each for name in others if name not in named and name not in tables.except_})
    side = ALLIED if table == "gains" else CENTRAL
    for name, points in found.items():
        city = cities[name]
        if state.allegiance.get(city.country) != side:
            continue
        if city.country in tables.conquered and is_conquered(state, city.country):
            continue
        yield city, points


def _worth(state: State, city: City, points: int, side: str) -> Scored:
    """§1.71: a city that can trace no path counts half."""
    halves = HALVES * points
    supplied = not halves or is_city_supplied(state, city.hex, side)
    return Scored(city.name, halves if supplied else halves // HALVES, supplied)


def _countries(state: State, tables: Count) -> Iterator[Scored]:
    """§2.73: countries that are conquered, on the side that they are printed on (docs/rulings)."""
    nations = state.printed.nations
    for nation, points in tables.conquered.items():
        if is_conquered(state, nation) and state.wars[nation].side == nations[nation].side:
            yield Scored(nations[nation].name, HALVES * points)


def _weariness(state: State, tables: Count) -> Iterator[Scored]:
    """§2.73: M and D results, of countries that have not surrendered."""
    for nation, points in tables.weariness.items():
        worn = state.spirits[nation].worn if nation in state.spirits else 0
        if worn and not is_conquered(state, nation):
            yield Scored(f"Weariness of {state.printed.nations[nation].name}", HALVES * points * worn)


def _marks(state: State, tables: Count) -> Iterator[Scored]:
    """§2.65d: whether the Allies declared war on the Netherlands."""
    for _, points in tables.marks.items():
        if f"{DECLARED_ON_NETHERLANDS}{ALLIED}" in state.deeds:
            yield Scored("War on the Netherlands", HALVES * points)


def score(state: State, count: Count) -> int:
    """§1.71 and others: Central Powers points, in halves."""
    return sum(one.halves for one in find_scored(state, count))


def points_in_words(halves: int) -> str:
    """``9.5``."""
    return f"{halves / HALVES:g}"


def verdict(state: State, count: Count) -> MatchEnded:
    """§1.72, §2.73, §2.8, §3.72: the level that the points come to."""
    halves = score(state, count)
    winner, words = LEVELS[tables_of(state, count).level(halves / HALVES)]
    reason = f"The Central Powers have {points_in_words(halves)} points: {words}."
    return MatchEnded(winner, reason, count_section(state))


def count_section(state: State) -> str:
    """The section of the levels of victory."""
    if state.scenario == "campaign":
        return "2.8" if state.option("length") == "short" else "2.73"
    return {"1914": "1.72", "1918": "3.72"}[state.scenario]


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


def sudden_death(state: State) -> MatchEnded | None:
    """§2.72, §22.12: whether a side wins at the end of this turn by the points of a sudden death."""
    for count in state.card.counts.values():
        if count.turn != state.date.id or (count.like and state.option("length") != EXTENDED):
            continue
        halves = score(state, count)
        section = "22.12" if count.like else "2.72"
        points = f"The Central Powers have {points_in_words(halves)} points"
        if count.central_wins_from is not None and halves >= HALVES * count.central_wins_from:
            return MatchEnded(CENTRAL, f"{points}: they win at once.", section)
        if count.allied_wins_below is not None and halves < HALVES * count.allied_wins_below:
            return MatchEnded(ALLIED, f"{points}: the Allies win at once.", section)
    return None


def conquest_wins(state: State) -> MatchEnded | None:
    """§2.71: France and Russia conquered, or Germany: the campaign is over at once."""
    if state.scenario != "campaign":
        return None
    if is_conquered(state, "FR") and is_conquered(state, "RU"):
        return MatchEnded(CENTRAL, "France and Russia are conquered.", "2.71")
    if is_conquered(state, "GE"):
        return MatchEnded(ALLIED, "Germany is conquered.", "2.71")
    return None
