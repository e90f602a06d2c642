"""§3.0 to §21.0: the figures that stand in the text, and what changes them by weather, supply and date."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.conditions import BRITAIN_CONQUERED, WHEN
from rules.empires_alliances.printed.ladder_charts import WEATHER
from rules.empires_alliances.printed.places import Places
from rules.empires_alliances.printed.turns import is_between
from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, count, each, figures, flag, known_name, one, tables, whole, word


@dataclass(frozen=True, slots=True)
class Combat:
    """§13.642 and the modifiers of forts, trenches, mixed attacks and low morale."""

    drm_cap: int
    fort_level_drm: int
    trench_level_drm: int
    allies_apart_drm: int
    low_morale_drm: int


@dataclass(frozen=True, slots=True)
class AlliesApart:
    """§18.41, §18.42, §18.51: the countries and the hexes of Germany where British and French fight apart, and who
    counts as either."""

    countries: tuple[str, ...]
    west_of_rhine: tuple[str, ...]
    british: tuple[str, ...]
    french: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AutomaticVictory:
    """§12.1: odds needed with no, one and both hindrances."""

    open: int
    one: int
    both: int


@dataclass(frozen=True, slots=True)
class Stacking:
    """§6.1, §6.3."""

    units: int
    artillery: int
    second_artillery_up_to: int
    siege: int
    tanks: int
    air_in_major: int
    air_in_minor: int
    air_flees: int


@dataclass(frozen=True, slots=True)
class Movement:
    """§8.2 to §8.4, §9.1, §9.52, §11.1, §14.53."""

    least: int
    zone_to_zone: int
    entrain: int
    detrain: int
    embark: int
    debark: int
    rail_hexes: int
    rail_of_minor_raised: int
    sea_corps_supplied: int


@dataclass(frozen=True, slots=True)
class Supply:
    """§14.2 to §14.4: hexes of a path, cities of a full source, corps of a limited one."""

    overland: int
    full_network: int
    major: int
    minor: int
    box: int


@dataclass(frozen=True, slots=True)
class Special:
    """§16: caps of special units, ranges of aircraft; §17.32: what some cost."""

    stosstruppen_cap: int
    tank_cap: int
    air_cap: int
    air_in_hex: int
    air_range: int
    air_transfer: int
    tank_river_quarters: int
    stosstruppen_cost: int
    siege_cost: int


@dataclass(frozen=True, slots=True)
class Arrivals:
    """§17.12, §17.121, §17.25, §17.34."""

    in_city: int
    in_london_or_box: int
    stosstruppen_a_turn: int
    tanks_a_turn: int


@dataclass(frozen=True, slots=True)
class Sailing:
    """§2.7: Antwerp and the mouth of its river. §11.4, §11.5: ports beside home ones, by hex or by country."""

    antwerp: str
    scheldt: tuple[str, ...]
    german_besides: tuple[str, ...]
    russian_black_sea: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Argonne:
    """§22.11: the wood lies between the first of these hexes and the others."""

    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weather:
    """§20.2: effects of one weather."""

    id: str
    mf_lost: int
    from_five: int
    halved: bool
    overland: int
    railhead: int
    rail_hexes: int
    freezes: bool
    invasions: bool


@dataclass(frozen=True, slots=True)
class Unsupplied:
    """§14.6: effects of one level. ``quarters`` of a unit's strength are left."""

    level: int
    mf_lost: int
    halved: bool
    quarters: int
    zone: bool
    modifiers: bool


@dataclass(frozen=True, slots=True)
class Invasions:
    """§2.68, §11.7."""

    first: str
    corps: int
    artillery: int
    hexes: int
    months_after_small: int
    months_after_large: int
    small_corps: int
    royal_navy: int
    nations: tuple[str, ...]
    closed: tuple[str, ...]
    until_italy: tuple[str, ...]
    rolled_in: tuple[str, ...]
    rolled_at: tuple[str, ...]
    straits: tuple[str, ...]
    dardanelles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InvasionRow:
    """§2.68e: rolls from ``first`` to ``last``."""

    first: int
    last: int
    result: str


@dataclass(frozen=True, slots=True)
class InvasionModifier:
    """§2.68e."""

    at: str
    drm: int
    when: str


BLOCKADE, SUBMARINES, AID = "blockade", "submarines", "aid"
"""§19: the kinds of economic warfare."""


@dataclass(frozen=True, slots=True)
class Economy:
    """§19: points that a country gains or loses each turn from ``first`` to ``last``, in some ``months`` alone.

    ``halved`` says when the infantry points are halved, ``conquered`` what they come to instead where it is printed.
    Of two routes to Russia only one brings aid in a turn (``instead_of``).
    """

    id: str
    kind: str
    """``BLOCKADE``, ``SUBMARINES`` or ``AID``."""
    title: str
    nation: str
    infantry: int
    artillery: int
    first: str
    last: str
    months: tuple[int, ...] = ()
    when: str = ""
    halved: str = ""
    conquered: int | None = None
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class WearinessModifier:
    """§21.2: what is added to the die of these countries, of all if none is named."""

    id: str
    nations: tuple[str, ...]
    drm: int
    first: str = ""
    when: str = ""
    each: bool = False
    less_if: str = ""


@dataclass(frozen=True, eq=False)
class Charts:
    """All of them."""

    combat: Combat
    allies_apart: AlliesApart
    automatic_victory: AutomaticVictory
    stacking: Stacking
    movement: Movement
    supply: Supply
    special: Special
    arrivals: Arrivals
    sailing: Sailing
    argonne: Argonne
    weathers: Mapping[str, Weather]
    unsupplied: tuple[Unsupplied, ...]
    invasions: Invasions
    invasion_table: tuple[InvasionRow, ...]
    invasion_modifiers: tuple[InvasionModifier, ...]
    economy: Mapping[str, Economy]
    weariness: Mapping[str, WearinessModifier]

    def economy_of(self, nation: str, turn: str, month: int) -> tuple[Economy, ...]:
        """§19: the rows of a country that count on a turn, whatever else has to hold."""
        return tuple(
            row
            for row in self.economy.values()
            if row.nation == nation and is_between(turn, row.first, row.last) and month in (row.months or (month,))
        )


def read_charts(file: Path, nations: Mapping[str, object], places: Places, turns: Collection[str]) -> Charts:
    """The charts of a file. ValueError with file and line for what cannot be."""
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    nation, turn = known_name(nations, "country"), one_of(*turns)
    sides = dict.fromkeys(("countries", "british", "french"), each(nation))
    return Charts(
        one(file, spec, "combat", figures(Combat)),
        one(file, spec, "allies_apart", figures(AlliesApart, west_of_rhine=each(places.hex), **sides)),
        one(file, spec, "automatic_victory", figures(AutomaticVictory)),
        one(file, spec, "stacking", figures(Stacking)),
        one(file, spec, "movement", figures(Movement)),
        one(file, spec, "supply", figures(Supply)),
        one(file, spec, "special", figures(Special)),
        one(file, spec, "arrivals", figures(Arrivals)),
        one(file, spec, "sailing", _sailing(nation, places)),
        one(file, spec, "argonne", figures(Argonne, hexes=each(places.hex))),
        _read_weathers(file),
        _read_unsupplied(file),
        one(file, spec, "invasions", _invasions(nation, turn, places)),
        _read_invasion_table(file),
        _read_invasion_modifiers(file, places),
        _read_economy(file, nation, turn),
        _read_weariness(file, nation, turn),
    )


def _sailing(nation: Key, places: Places) -> Key:
    """§2.7, §11.4, §11.5: Antwerp, and ports and seas that countries use besides their own."""
    ports = dict.fromkeys(("scheldt", "german_besides"), each(places.hex))
    found: Key = figures(Sailing, antwerp=places.hex, russian_black_sea=each(nation), **ports)
    return found


def _read_weathers(file: Path) -> dict[str, Weather]:
    """§20.2: what each weather does."""
    keys: dict[str, Key] = {
        "id": one_of(*WEATHER),
        "mf_lost": count,
        "from_five": count,
        "halved": flag,
        "overland": count,
        "railhead": count,
        "rail_hexes": count,
        "freezes": flag,
        "invasions": flag,
    }
    return {weather.id: weather for weather in tables(file, "weathers", Weather, keys, {})}


def _read_unsupplied(file: Path) -> tuple[Unsupplied, ...]:
    """§14.6: what each level of want of supply does."""
    keys: dict[str, Key] = {
        "level": count,
        "mf_lost": count,
        "halved": flag,
        "quarters": count,
        "zone": flag,
        "modifiers": flag,
    }
    return tuple(tables(file, "unsupplied", Unsupplied, keys, {}))


def _invasions(nation: Key, turn: Key, places: Places) -> Key:
    """§2.68, §11.7: who may invade, when, and where not."""
    lists = dict.fromkeys(("nations", "until_italy", "rolled_in"), each(nation))
    hexes = dict.fromkeys(("closed", "rolled_at", "straits", "dardanelles"), each(places.hex))
    found: Key = figures(Invasions, first=turn, **lists, **hexes)
    return found


def _read_invasion_table(file: Path) -> tuple[InvasionRow, ...]:
    """§2.68e: what each roll does to invaders."""
    keys: dict[str, Key] = {"first": count, "last": count, "result": one_of("no effect", "aborted", "eliminated")}
    return tuple(tables(file, "invasion_table", InvasionRow, keys, {}))


def _read_invasion_modifiers(file: Path, places: Places) -> tuple[InvasionModifier, ...]:
    """§2.68e: what is added to the roll, and where."""
    keys: dict[str, Key] = {"at": places.hex, "drm": whole, "when": one_of(*WHEN)}
    return tuple(tables(file, "invasion_modifiers", InvasionModifier, keys, {}))


def _read_economy(file: Path, nation: Key, turn: Key) -> dict[str, Economy]:
    """§19.0: blockade, submarines and aid, by name."""
    keys: dict[str, Key] = {
        "id": word,
        "kind": one_of(BLOCKADE, SUBMARINES, AID),
        "title": word,
        "nation": nation,
        "infantry": whole,
        "artillery": whole,
        "first": turn,
        "last": turn,
    }
    besides: dict[str, Key] = {
        "months": each(count),
        "when": one_of(*WHEN),
        "halved": one_of(BRITAIN_CONQUERED),
        "conquered": whole,
        "instead_of": word,
    }
    return {row.id: row for row in tables(file, "economy", Economy, keys, besides)}


def _read_weariness(file: Path, nation: Key, turn: Key) -> dict[str, WearinessModifier]:
    """§21.2: the modifiers of the die of war weariness, by name."""
    keys: dict[str, Key] = {"id": word, "nations": each(nation), "drm": whole}
    besides: dict[str, Key] = {
        "first": turn,
        "when": one_of(*WHEN),
        "each": flag,
        "less_if": one_of(BRITAIN_CONQUERED),
    }
    return {row.id: row for row in tables(file, "weariness_modifiers", WearinessModifier, keys, besides)}
