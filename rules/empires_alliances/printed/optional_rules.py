"""§22: the figures that optional rules print: fronts, entry by the die, the plans of August 1914."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.empires_alliances.printed.conditions import ENTRY_WHEN
from rules.empires_alliances.printed.counters import Spec
from rules.empires_alliances.printed.places import Places
from rules.empires_alliances.printed.sides import SIDES
from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, count, each, figures, flag, known_name, one, tables, whole, word


@dataclass(frozen=True, slots=True)
class Front:
    """§22.3: hexes in these countries, or at most ``within`` hexes from one; or a box."""

    id: str
    countries: tuple[str, ...]
    within: int
    box: str = ""


@dataclass(frozen=True, slots=True)
class VariableEntry:
    """§22.2: a country rolls on the turn ``first``, and again after ``every`` months.

    It joins the Allies on ``allied`` or less, the Central Powers on ``central`` or more.
    """

    nation: str
    first: str
    every: int
    allied: int | None = None
    central: int | None = None


@dataclass(frozen=True, slots=True)
class EntryModifier:
    """§22.2: what counts in such a roll, on these turns or when something holds of these cities or countries."""

    nation: str
    drm: int
    turns: tuple[str, ...] = ()
    when: str = ""
    of: tuple[str, ...] = ()
    except_: tuple[str, ...] = ()
    each: bool = False


@dataclass(frozen=True, slots=True)
class EntryShift:
    """§22.2: how many months earlier the United States bring what they bring, by the year in which they enter."""

    year: int
    months: int
    units: tuple[str, ...] = ()
    these_on: str = ""


@dataclass(frozen=True, slots=True)
class Mobilisation:
    """§22.1: where the armies of a country may mobilise: in these hexes, or at home, or as ``near`` says.

    ``near``: within some hexes of these countries. ``most`` and ``least`` of each kind stand there. Every border hex
    with a country that is ``watched``, and each of ``watched_hexes``, has a unit or zone; with one that is ``manned``
    a corps. ``siege_near``: siege artillery stands within ``within`` of one of these. ``cities``: units of these may
    stand within ``cities_within`` of them.
    """

    nation: str
    name: str
    hexes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    within: int = 0
    most: Mapping[str, int] = field(default_factory=dict)
    least: Mapping[str, int] = field(default_factory=dict)
    watched: tuple[str, ...] = ()
    watched_hexes: tuple[str, ...] = ()
    manned: tuple[str, ...] = ()
    siege_near: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    cities_within: int = 0


@dataclass(frozen=True, slots=True)
class BreakdownLimit:
    """§22.81: how many corps of a country may be broken down at a time."""

    nation: str
    infantry: int
    cavalry: int = 0


@dataclass(frozen=True, slots=True)
class Plan17:
    """§22.51, §22.52; the ``groups`` of the set-up keep to it."""

    groups: tuple[str, ...]
    north_of: str
    attacks: int
    from_hex: str
    second_from_row: str
    odds: str


@dataclass(frozen=True, slots=True)
class SchlieffenPlan:
    """§22.41 to §22.43."""

    most_by_rail: int
    front: int
    exempt_second: tuple[str, ...]
    exempt_third: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SecondArmy:
    """§22.61, §22.62."""

    group: str
    leave: int
    named: tuple[str, ...]
    of_figures: tuple[Spec, ...]
    railed: int
    within: int
    first_near: tuple[str, ...]
    then_near: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OptionalRules:
    """All of them."""

    fronts: Mapping[str, Front]
    entries: Mapping[str, VariableEntry]
    modifiers: tuple[EntryModifier, ...]
    shifts: tuple[EntryShift, ...]
    mobilisations: tuple[Mobilisation, ...]
    breakdowns: Mapping[str, BreakdownLimit]
    plan_17: Plan17
    schlieffen_plan: SchlieffenPlan
    second_army: SecondArmy


def counts(value: Any) -> Mapping[str, int]:
    """A table of whole numbers from 0 up."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no table")
    return {word(name): count(number) for name, number in value.items()}


def read_optional_rules(
    file: Path,
    nations: Mapping[str, object],
    units: Mapping[str, object],
    groups: Mapping[str, object],
    places: Places,
    turns: Collection[str],
) -> OptionalRules:
    """What the file says of them; ``groups`` are those that set up for August 1914."""
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    nation, unit, turn = known_name(nations, "country"), known_name(units, "unit"), one_of(*turns)
    group = known_name(groups, "group")
    front: dict[str, Key] = {"id": word, "countries": each(nation), "within": count}
    entry: dict[str, Key] = {"nation": nation, "first": turn, "every": count}
    shift: dict[str, Key] = {"year": count, "months": whole}
    limit: dict[str, Key] = {"nation": nation, "infantry": count}
    plan_17 = figures(Plan17, groups=each(group), north_of=word, from_hex=places.hex, second_from_row=word, odds=word)
    schlieffen = figures(SchlieffenPlan, exempt_second=each(unit), exempt_third=each(unit))
    cities = dict.fromkeys(("first_near", "then_near"), each(places.city))
    second_army = figures(SecondArmy, group=group, named=each(unit), of_figures=each(Spec.read), **cities)
    return OptionalRules(
        {row.id: row for row in tables(file, "fronts", Front, front, {"box": places.box})},
        {
            row.nation: row
            for row in tables(file, "variable_entry", VariableEntry, entry, {"allied": whole, "central": whole})
        },
        _read_entry_modifiers(file, nations, places, turn),
        tuple(tables(file, "entry_shifts", EntryShift, shift, {"units": each(unit), "these_on": turn})),
        _read_mobilisations(file, nation, places),
        {row.nation: row for row in tables(file, "breakdown_limits", BreakdownLimit, limit, {"cavalry": count})},
        one(file, spec, "plan_17", plan_17),
        one(file, spec, "schlieffen_plan", schlieffen),
        one(file, spec, "second_army", second_army),
    )


def _read_entry_modifiers(
    file: Path, nations: Mapping[str, object], places: Places, turn: Key
) -> tuple[EntryModifier, ...]:
    """§22.2: what is added to the die for a neutral's entry, and for whom or where."""

    def of(value: Any) -> str:
        return word(value) if value in nations or value in SIDES else places.city(value)

    def modifier(**row: Any) -> EntryModifier:
        return EntryModifier(except_=row.pop("except", ()), **row)

    keys: dict[str, Key] = {"nation": known_name(nations, "country"), "drm": whole}
    besides: dict[str, Key] = {
        "turns": each(turn),
        "when": one_of(*ENTRY_WHEN),
        "of": each(of),
        "except": each(places.city),
        "each": flag,
    }
    return tuple(tables(file, "entry_modifiers", modifier, keys, besides))


def _read_mobilisations(file: Path, nation: Key, places: Places) -> tuple[Mobilisation, ...]:
    """§22.1: the sectors in which countries mobilise, and how many units each takes."""
    hexes, countries = each(places.hex), each(nation)
    besides: dict[str, Key] = {
        "hexes": hexes,
        "near": countries,
        "within": count,
        "most": counts,
        "least": counts,
        "watched": countries,
        "watched_hexes": hexes,
        "manned": countries,
        "siege_near": hexes,
        "cities": each(places.city),
        "cities_within": count,
    }
    return tuple(tables(file, "mobilisations", Mobilisation, {"nation": nation, "name": word}, besides))
