"""§22.2 Variable entry: a die decides when neutrals enter the war, and on which side."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.empires_alliances.facts.politics import EntryRolled
from rules.empires_alliances.play import Play
from rules.empires_alliances.politics.entry import is_by_the_die
from rules.empires_alliances.position.control import city_controller
from rules.empires_alliances.position.state import DECLARED_ON_NETHERLANDS, FOE, JOINS, State
from rules.empires_alliances.printed.charts import SUBMARINES
from rules.empires_alliances.printed.ladder_charts import DIE
from rules.empires_alliances.printed.optional_rules import EntryModifier, VariableEntry
from rules.empires_alliances.printed.places import MAJOR
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL, SIDES
from rules.empires_alliances.printed.turns import is_between
from rules.hexes.odds import Modifier, total

SECTION = "22.2"
MONTHS_A_YEAR = 12
"""§19.2: how the rows of the economy begin that stand for submarine warfare."""


def rolls(state: State) -> tuple[str, ...]:
    """§22.2: the neutrals for which a die is still to be rolled in this phase."""
    return tuple(
        entry.nation
        for entry in state.printed.optional_rules.entries.values()
        if is_by_the_die(state, entry.nation)
        and entry.nation not in state.wars
        and not any(f"{JOINS}{side}.{entry.nation}" in state.deeds for side in SIDES)
        and not state.used.get(f"entry.{entry.nation}")
        and is_its_turn(state, entry)
    )


def is_its_turn(state: State, entry: VariableEntry) -> bool:
    """§22.2: whether this is the turn of the first roll, or a whole number of intervals after it."""
    now, first = state.date, state.printed.turns[entry.first]
    months = MONTHS_A_YEAR * (now.year - first.year) + now.month - first.month
    return now.number >= first.number and months % entry.every == 0


def modifiers_of(state: State, nation: str) -> tuple[Modifier, ...]:
    """§22.2: all that counts in a country's roll."""
    found: list[Modifier] = []
    for row in state.printed.optional_rules.modifiers:
        if row.nation != nation or (row.turns and not is_between(state.date.id, *row.turns)):
            continue
        number = WORDS[row.when](state, row)
        if number:
            found.append((_words(state, row), SECTION, row.drm * (number if row.each else 1)))
    return tuple(found)


def joins(entry: VariableEntry, result: int) -> str:
    """§22.2: the side that a country joins on a total, empty when it stays neutral."""
    if entry.allied is not None and result <= entry.allied:
        return ALLIED
    if entry.central is not None and result >= entry.central:
        return CENTRAL
    return ""


def roll(play: Play) -> bool:
    """§22.2: the next die of this phase is rolled; whether there was one."""
    for nation in rolls(play.state):
        modifiers = modifiers_of(play.state, nation)
        draw, die = play.next_die(len(DIE))
        result = die + total(modifiers)
        side = joins(play.state.printed.optional_rules.entries[nation], result)
        play.emit(EntryRolled(nation, draw, die, modifiers, result, side))
        return True
    return False


def has_joined(state: State, nation: str, side: str) -> bool:
    """§22.2: whether a country is in the war on a side, or will be in that side's next phase."""
    return state.allegiance.get(nation) == side or f"{JOINS}{side}.{nation}" in state.deeds


# --- what the words of the rows mean ------------------------------------------------------------------------------


def _majors_lost(state: State, row: EntryModifier, owner: str) -> int:
    """Major cities of a side's countries, of those named or of all, in the hands of the other."""
    nations = row.of or tuple(n for n, side in state.allegiance.items() if side == owner)
    return sum(
        city_controller(state, city.name) == FOE[owner]
        for nation in nations
        for city in state.printed.places.of(nation, MAJOR)
        if city.name not in row.except_
    )


def _count_held(state: State, row: EntryModifier, side: str) -> int:
    return sum(city_controller(state, name) == side for name in row.of)


def _allied_unit_in(state: State, row: EntryModifier) -> int:
    cities = state.printed.places.cities
    return sum(state.stack_side(cities[name].hex) == ALLIED for name in row.of)


def _submarines(state: State, _: EntryModifier) -> int:
    rows = state.printed.charts.economy_of("GB", state.date.id, state.date.month)
    return int(any(row.kind == SUBMARINES for row in rows))


WORDS: Mapping[str, Callable[[State, EntryModifier], int]] = {
    "": lambda _, __: 1,
    "central-major-city-in-allied-hands": lambda state, row: _majors_lost(state, row, CENTRAL),
    "allied-major-city-in-central-hands": lambda state, row: _majors_lost(state, row, ALLIED),
    "joined-central": lambda state, row: sum(has_joined(state, nation, CENTRAL) for nation in row.of),
    "joined-allied": lambda state, row: sum(has_joined(state, nation, ALLIED) for nation in row.of),
    "city-in-central-hands": lambda state, row: _count_held(state, row, CENTRAL),
    "city-in-allied-hands": lambda state, row: _count_held(state, row, ALLIED),
    "allied-unit-in": _allied_unit_in,
    "submarine-warfare": _submarines,
    "declared-on-netherlands": lambda state, row: sum(
        f"{DECLARED_ON_NETHERLANDS}{side}" in state.deeds for side in row.of
    ),
}


def _words(state: State, row: EntryModifier) -> str:
    """A row in the words of the ledger."""
    nations = state.printed.nations
    of = " and ".join(nations[name].name if name in nations else name for name in row.of)
    match row.when:
        case "":
            first, last = (state.printed.turns[turn].name for turn in row.turns)
            return first if first == last else f"{first} to {last}"
        case "central-major-city-in-allied-hands":
            return "Central Powers major cities in Allied hands"
        case "allied-major-city-in-central-hands":
            return f"Major cities of {of} in Central Powers hands"
        case "joined-central" | "joined-allied":
            return f"{of} in the war"
        case "city-in-central-hands":
            return f"{of} in Central Powers hands"
        case "city-in-allied-hands":
            return f"{of} in Allied hands"
        case "allied-unit-in":
            return f"Allied units in {of}"
        case "submarine-warfare":
            return "Submarine warfare"
        case _:
            return "War declared on the Netherlands"
