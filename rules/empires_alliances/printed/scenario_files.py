"""§1.0, §2.0, §3.0: scenario cards from their files, dealt once when they are read, so that a wrong count is a slip."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.empires_alliances.printed import filling
from rules.empires_alliances.printed.appearance import ENTRY, START, Appearance, Withdrawal
from rules.empires_alliances.printed.conditions import MARKS, UNTIL, WHEN
from rules.empires_alliances.printed.counters import KINDS, Counter, Fort, Spec
from rules.empires_alliances.printed.ladder_charts import WEATHER
from rules.empires_alliances.printed.nations import Nation
from rules.empires_alliances.printed.optional_rules import counts
from rules.empires_alliances.printed.options import FEATURES, Option
from rules.empires_alliances.printed.places import Places
from rules.empires_alliances.printed.scenarios import (
    EACH_MAJOR,
    LEVELS,
    Commitment,
    Count,
    Eased,
    Entry,
    Extra,
    Garrisons,
    Group,
    Held,
    Length,
    Return,
    Sailing,
    Scenario,
    Tribute,
    TurnRule,
)
from rules.empires_alliances.printed.sides import SIDES
from rules.hexes.counters import SOURCE, one_of
from rules.hexes.toml_tables import Key, count, each, flag, known_name, tables, whole, word


@dataclass(frozen=True, eq=False)
class Names:
    """What the cards refer to."""

    nations: Mapping[str, Nation]
    units: Mapping[str, Counter]
    order: Mapping[str, Appearance]
    withdrawals: Mapping[str, Withdrawal]
    forts: Mapping[str, Fort]
    options: Mapping[str, Option]
    places: Places
    turns: tuple[str, ...]


_LISTS = ("turn_rules", "sailings", "held", "counts", "lengths", "commitments", "tributes", "returns", "eased")
_MORE = ("entries", "extra", "garrisons", "groups")


def read_scenario(file: Path, names: Names, before: Mapping[str, Scenario]) -> Scenario:
    """The card of a file. One that sets up as another does (§2.4) has its groups of the start from ``before``."""
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    set_up_of = spec.pop("set_up_of", "")
    read = _Reader(file, names)
    plain = read.plain({key: value for key, value in spec.items() if key not in (*_LISTS, *_MORE, *SOURCE)})
    groups = {g.id: g for g in read.groups()}
    if set_up_of:
        if set_up_of not in before:
            raise ValueError(f"{file.name}: there is no scenario {set_up_of!r} to set up by")
        groups = {**before[set_up_of].groups, **groups}
    scenario = Scenario(
        groups=groups,
        turn_rules={t.turn: t for t in read.turn_rules()},
        sailings=tuple(read.sailings()),
        held=tuple(read.read_held()),
        counts={c.id: c for c in read.read_counted()},
        lengths={length.id: length for length in read.lengths()},
        commitments=tuple(read.commitments()),
        tributes=tuple(read.tributes()),
        returns=tuple(read.returns()),
        eased=tuple(read.read_eased()),
        entries={e.nation: e for e in read.entries()},
        extra=tuple(read.extra()),
        garrisons=tuple(read.garrisons()),
        **plain,
    )
    try:
        _check(scenario, names)
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from error
    return scenario


def specs(value: Any) -> tuple[tuple[Spec, int], ...]:
    """Counts by what is printed on the units."""
    return tuple((Spec.read(text), number) for text, number in counts(value).items())


def level(value: Any) -> tuple[str, float]:
    """``draw 10``: a level of victory and from how many points on it is reached."""
    name, _, from_ = word(value).partition(" ")
    one_of(*LEVELS)(name)
    return name, float(from_ or "-inf")


def points(value: Any) -> float:
    """Whole or half points."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value * 2 != int(value * 2):
        raise ValueError(f"{value!r} is no number of points")
    return float(value)


class _Reader:
    """The tables of one file."""

    def __init__(self, file: Path, names: Names) -> None:
        self._file = file
        self._names = names
        self._nation = known_name(names.nations, "country")
        self._unit = known_name(names.units, "unit")
        self._turn = one_of(*names.turns)
        self._places = names.places

    def _tables(self, name: str, make: Callable[..., Any], needed: dict[str, Key], more: dict[str, Key]) -> list[Any]:
        return list(tables(self._file, name, make, needed, more))

    def plain(self, spec: Mapping[str, Any]) -> dict[str, Any]:
        """The keys at the head of the file."""
        nation, nations = self._nation, each(self._nation)
        keys: dict[str, Key] = {
            "id": word,
            "title": word,
            "section": word,
            "first": self._turn,
            "last": self._turn,
            "central": nations,
            "allied": nations,
            "sets_up_first": one_of(*SIDES),
            "features": each(one_of(*FEATURES)),
            "compulsory": each(known_name(self._names.options, "option")),
            "neutral": nations,
            "declarations": flag,
            "invasions": flag,
            "not_received": each(self._unit),
            "stays_in_box": each(self._unit),
            "forts": each(known_name(self._names.forts, "fort")),
            "railheads": self._by_front,
        }
        more: dict[str, Key] = {
            "area": nations,
            "no_replacements": nations,
            "trenches": count,
            "points": counts,
            "weariness": self._figures_of(nation, whole),
            "low_morale_is": word,
            "british_from_north": word,
            "french_from_south": word,
            "sectors_overlap_from": self._turn,
            "germans_in_austria": count,
            "salonika_from": self._turn,
            "greece_north_of": word,
        }
        strange, missing = spec.keys() - keys.keys() - more.keys(), keys.keys() - spec.keys()
        if strange or missing:
            raise ValueError(f"{self._file.name}: keys {sorted(strange)} are unknown, {sorted(missing)} are missing")
        every = {**keys, **more}
        found = {}
        for key, value in spec.items():
            try:
                found[key] = every[key](value)
            except ValueError as error:
                raise ValueError(f"{self._file.name}:{self._line(key)}: {error}") from error
        return found

    def _line(self, key: str) -> int:
        lines = self._file.read_text(encoding="utf-8").splitlines()
        return next(n for n, line in enumerate(lines, 1) if line.startswith((f"{key} ", f"{key}.")))

    def _by_front(self, value: Any) -> Mapping[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no table")
        return {word(front): each(self._places.hex)(hexes) for front, hexes in value.items()}

    def _figures_of(self, name: Key, number: Key) -> Callable[[Any], Mapping[str, Any]]:
        def read(value: Any) -> Mapping[str, Any]:
            if not isinstance(value, dict):
                raise ValueError(f"{value!r} is no table")
            return {str(name(key)): number(figure) for key, figure in value.items()}

        return read

    def groups(self) -> list[Group]:
        """§1.4, §2.63, §3.4."""
        hex_, nation = self._places.hex, self._nation

        def make(**entry: Any) -> Group:
            return Group(alternative=entry.pop("or", ()), **entry)

        more: dict[str, Key] = {
            "name": word,
            "code": word,
            "hexes": each(hex_),
            "city": self._places.city,
            "box": self._places.box,
            "border": nation,
            "near": hex_,
            "within": count,
            "from_line": count,
            "units": each(self._unit),
            "counts": specs,
            "or": specs,
            "forts": each(known_name(self._names.forts, "fort")),
            "least_in": self._figures_of(hex_, count),
            "each": flag,
            "at_least": flag,
            "rest": flag,
        }
        return self._tables("groups", make, {"id": word, "nation": nation}, more)

    def turn_rules(self) -> list[TurnRule]:
        """§1.61, §1.62, §3.66, §3.67."""
        more: dict[str, Key] = {
            "most_hexes": count,
            "rail_thirds": count,
            "rail_hexes": count,
            "automatic_victory": flag,
            "sea": flag,
            "weather": one_of(*WEATHER),
        }
        return self._tables("turn_rules", TurnRule, {"turn": self._turn}, more)

    def sailings(self) -> list[Sailing]:
        """§1.61, §1.62."""
        needed: dict[str, Key] = {"turn": self._turn, "box": self._places.box, "to": self._places.city}
        return self._tables("sailings", Sailing, needed, {"most": count})

    def read_held(self) -> list[Held]:
        """§1.62."""
        return self._tables("held", Held, {"units": each(self._unit), "until": self._turn}, {})

    def read_counted(self) -> list[Count]:
        """§1.7, §2.7, §2.8, §3.7."""
        nation = self._figures_of(self._nation, whole)
        city = self._figures_of(self._city_or_each, count)

        def make(**entry: Any) -> Count:
            found = Count(except_=entry.pop("except", ()), **entry)
            if bool(found.by) == bool(found.like):
                raise ValueError(f"{found.id} counts by nothing, or twice")
            return found

        more: dict[str, Key] = {
            "by": each(one_of(*KINDS)),
            "gained_by": each(self._nation),
            "like": word,
            "gains": city,
            "keeps": city,
            "loses": city,
            "except": each(self._places.city),
            "conquered": nation,
            "weariness": nation,
            "marks": self._figures_of(one_of(*MARKS), whole),
            "allied_wins_below": points,
            "central_wins_from": points,
        }
        needed: dict[str, Key] = {"id": word, "turn": self._turn, "levels": each(level)}
        return self._tables("counts", make, needed, more)

    def _city_or_each(self, value: Any) -> str:
        return EACH_MAJOR if value == EACH_MAJOR else self._places.city(value)

    def lengths(self) -> list[Length]:
        """§2.1, §2.8, §22.12."""
        return self._tables("lengths", Length, {"id": word, "last": self._turn, "count": word}, {})

    def _in_box(self) -> dict[str, Key]:
        return {"box": self._places.box, "nation": self._nation}

    def commitments(self) -> list[Commitment]:
        """§2.67."""
        more: dict[str, Key] = {
            "units": each(self._unit),
            "counts": specs,
            "sails": flag,
            "least": count,
            "when": one_of(*WHEN),
        }
        return self._tables("commitments", Commitment, {**self._in_box(), "turn": self._turn}, more)

    def tributes(self) -> list[Tribute]:
        """§2.67."""
        needed: dict[str, Key] = {**self._in_box(), "points": count, "first": self._turn, "until": one_of(*UNTIL)}
        return self._tables("tributes", Tribute, needed, {})

    def returns(self) -> list[Return]:
        """§2.67a."""
        more: dict[str, Key] = {"conquered": self._nation, "months": count, "city": self._places.city}
        return self._tables("returns", Return, {**self._in_box(), **more}, {})

    def read_eased(self) -> list[Eased]:
        """§2.67b."""
        return self._tables("eased", Eased, {**self._in_box(), "conquered": self._nation, "least": count}, {})

    def entries(self) -> list[Entry]:
        """§2.63, §2.65."""
        needed: dict[str, Key] = {
            "nation": self._nation,
            "side": one_of("", *SIDES),
            "turn": one_of("", *self._names.turns),
            "rail": flag,
        }
        more: dict[str, Key] = {
            "covers": self._nation,
            "covered_by": each(Spec.read),
            "from_hex": self._places.hex,
            "to_hex": self._places.hex,
            "to_hex_if_central_in_bulgaria": self._places.hex,
        }
        return self._tables("entries", Entry, needed, more)

    def extra(self) -> list[Extra]:
        """§3.511."""
        needed: dict[str, Key] = {
            "turn": self._turn,
            "nation": self._nation,
            "counts": specs,
            "city": self._places.city,
        }
        return self._tables("extra", Extra, needed, {})

    def garrisons(self) -> list[Garrisons]:
        """§3.63."""
        needed: dict[str, Key] = {"group": word, "cities": each(self._places.city), "corps": count}
        return self._tables("garrisons", Garrisons, needed, {})


def _check(scenario: Scenario, names: Names) -> None:
    """What must hold between the tables of a card."""
    twice = [n for n in scenario.central if n in scenario.allied + scenario.neutral]
    if twice:
        raise ValueError(f"{twice[0]} stands on two sides")
    for found in scenario.counts.values():
        known_name(scenario.counts, "count")(found.like or found.id)
        ranks = [LEVELS.index(name) for name, _ in found.levels]
        if found.levels and (ranks != list(range(len(LEVELS))) or sorted(found.levels, key=_from) != [*found.levels]):
            raise ValueError(f"{found.id}: levels are missing or out of order")
    for length in scenario.lengths.values():
        known_name(scenario.counts, "count")(length.count)
    for row in scenario.garrisons:
        known_name(scenario.groups, "group")(row.group)
    for nation in names.nations.values():
        _deal(scenario, nation, names)


def _from(row: tuple[str, float]) -> float:
    return row[1]


def _deal(scenario: Scenario, nation: Nation, names: Names) -> None:
    """Who is named, or counted, must be there; and all of those who begin, or enter, must stand somewhere."""
    groups = [group for group in scenario.groups.values() if group.nation == nation.id]
    named = [id_ for group in groups for id_ in group.units]
    if len(set(named)) < len(named):
        raise ValueError(f"{nation.id} sets up a unit twice")
    for id_ in named:
        if names.units[id_].nation != nation.id:
            raise ValueError(f"{id_} is not of {nation.id}")
    order = names.order
    august = scenario.first == names.turns[0]
    begins = {unit.id for unit in names.units.values() if unit.nation == nation.id and order[unit.id].act == START}
    if august and begins != {*named}:
        raise ValueError(f"{min(begins ^ {*named})} is set up nowhere, or does not begin")
    counted = [group for group in groups if not group.units]
    if august:
        here = [u for u in names.units.values() if u.nation == nation.id and order[u.id].act == ENTRY]
        filling.deal(counted, here, order, all_of=nation.id in scenario.entries)
    elif groups:
        here = filling.at_hand(nation, scenario.first, names.units, order, names.withdrawals.values())
        filling.deal(counted, here, order, all_of=False)
        if any(not order[id_].turn or order[id_].turn > scenario.first for id_ in named):
            raise ValueError(f"{nation.id} sets up a unit that comes later")
