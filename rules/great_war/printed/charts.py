"""§3.3: the charts and tracks: combat, terrain, turns and weather, resource points, capacities, trenches."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.nations import NATIONS, SIDES
from rules.hexes.counters import one_of
from rules.hexes.odds import Odds, OddsTable
from rules.hexes.toml_tables import Key, count, each, figures, flag, known_name, one, row_of, tables, whole, word

WEATHER = ("fair", "wet", "snow", "hot")
"""§12.0: in the order of the charts' columns. A row of three, as Europe's are, has fair weather's figure in heat."""
FAIR, HOT = WEATHER[0], WEATHER[3]
EUROPEAN = WEATHER[:3]
"""§12.0: heat comes to no front of Europe."""
VARIABLE = "variable"
"""§12.13: fair or wet, by a die."""
DICE = 7
"""§10.56: modified dice from 0 to 6."""
_RESULT = re.compile(r"(\d)/(\d|E)")


@dataclass(frozen=True, slots=True)
class Result:
    """§10.61: steps lost by attacker and defender; ``everybody`` when the defender's hex is wiped out (§10.65)."""

    attacker: int
    defender: int
    everybody: bool = False

    @classmethod
    def read(cls, cell: Any) -> Result:
        """``2/1``, ``0/E``."""
        found = _RESULT.fullmatch(word(cell))
        if not found:
            raise ValueError(f"{cell!r} is no combat result")
        return cls(int(found[1]), 0, True) if found[2] == "E" else cls(int(found[1]), int(found[2]))


@dataclass(frozen=True, slots=True)
class Combat:
    """§10.3, §10.56: the two tables, by modified die. Odds under the first column need no die (§10.48)."""

    a: OddsTable[Result]
    b: OddsTable[Result]
    most_for_a: int
    defender_floor: int

    @property
    def odds(self) -> Odds:
        """§10.31: the columns, which are those of both."""
        return self.a.odds

    def against(self, defenders: int) -> OddsTable[Result]:
        """§10.33: the table against that many units and forts."""
        return self.a if defenders <= self.most_for_a else self.b


@dataclass(frozen=True, slots=True)
class Terrain:
    """§8.32, §10.42, §12.2: movement points and the defender's columns by weather; what tanks and advances may do."""

    name: str
    mp: tuple[int, ...]
    shift: tuple[int, ...]
    mountain_units: int | None = None
    mountain_units_only: bool = False
    tanks: bool = True
    halts: tuple[str, ...] = ()

    def cost(self, weather: str, mountaineers: bool) -> int | None:
        """§8.32: to enter, None for units that may not."""
        if self.mountain_units_only and not mountaineers:
            return None
        if mountaineers and self.mountain_units is not None:
            return self.mountain_units
        return self.mp[WEATHER.index(weather)]

    def ends_advance(self, weather: str) -> bool:
        """§10.72: whether an advance goes no further than this ground; in heat what holds in fair weather does."""
        return (FAIR if weather == HOT else weather) in self.halts


@dataclass(frozen=True, slots=True)
class Turn:
    """§4.1: an operational turn, its weather in the west and Italy and in the east, and what strategic turn follows."""

    number: int
    date: str
    west: str
    east: str
    then: str = ""
    further: Mapping[str, str] = field(default_factory=dict)
    """§12.12: the weather of the Near East's zones; empty in Europe, and before the maps are open."""

    @property
    def months(self) -> str:
        """§4.1: its months, whatever the year: ``Nov/Dec``."""
        return self.date.rpartition(" ")[0]


@dataclass(frozen=True, slots=True)
class ResourceHex:
    """§5.16."""

    hex: str
    points: int
    name: str


WHEN = ("straits", "salonika", "overland", "baltic", "both-seas")
"""§5.17, §20.2: conditions of transfers."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """§5.17: up to ``most`` points from the givers, each or together, to the takers; always, or on a condition."""

    givers: tuple[str, ...]
    takers: tuple[str, ...]
    most: int
    when: str = ""


@dataclass(frozen=True, slots=True)
class Capacity:
    """§9.1, §9.2, §9.52: how many units move by rail or sea; outside ``home`` (where there is any) each is two."""

    id: str
    units: int
    fronts: tuple[str, ...]
    home: tuple[str, ...]

    def weight(self, start: str, end: str, headquarters: bool) -> int:
        """§9.11, §9.21, §9.34: what a unit counts that moves between two countries: twice abroad, twice a HQ."""
        abroad = bool(self.home) and not {start, end} <= set(self.home)
        return (2 if abroad else 1) * (2 if headquarters else 1)


@dataclass(frozen=True, slots=True)
class Trench:
    """§14.4: what defenders of these nations subtract, by the strategic turn from which they do."""

    id: str
    side: str
    nations: tuple[str, ...]
    steps: tuple[tuple[str, int], ...]

    def drm(self, strategic: str) -> int:
        """§14.42: after that strategic turn; 0 before the first."""
        return min((drm for turn, drm in self.steps if turn <= strategic), default=0)


@dataclass(frozen=True, slots=True)
class Features:
    """§10.4, §10.5, §14.0: what stands in a hex or along its side, and other shifts and modifiers of combat."""

    city_shift: int
    fort_shift: int
    heavy_fort_shift: int
    hindenburg_shift: int
    fort_defence: int
    river_mp: tuple[int, ...]
    river_shift: int
    pass_mp: tuple[int, ...]
    devastated_mp: int
    devastated_shift: int
    nations_shift: int
    august_shift: int
    concentric_drm: int
    odds_drm: int
    air_drm: int
    shock_drm: tuple[int, ...]
    shock_many: int
    kaiserschlacht_drm: int


@dataclass(frozen=True, slots=True)
class Stacking:
    """§7.23: units in a hex, HQ, tank and anti-tank units each, and the divisions of two nations."""

    units: int
    of_one_kind: int
    US: int
    BU: int


@dataclass(frozen=True, slots=True)
class Spending:
    """§5.13, §5.18, §5.3, §6.11, §15.41: what points buy, and how many stay."""

    carried: int
    track: int
    step: int
    depleted_hq: int
    support_hq: int
    draw: int
    emergency_dice: int
    emergency_most: int
    emergency_points: int
    shock_first_cost: int
    shock_first_units: int
    shock_second_cost: int

    def __post_init__(self) -> None:
        if self.emergency_dice != 2:
            # Each of the two is a fact of its own.
            raise ValueError(f"{self.emergency_dice} emergency dice: two are rolled")


@dataclass(frozen=True, slots=True)
class Warfare:
    """§5.2: U-boats and bombers."""

    u_boat_dice: int
    us_entry_at: int
    us_unit_sunk_on: int
    air_raid: int
    bombing_weather: int
    bombing_fighter: int

    def __post_init__(self) -> None:
        if self.u_boat_dice != 1:
            # The fact of a U-boat campaign has one.
            raise ValueError(f"{self.u_boat_dice} U-boat dice: one is rolled")


@dataclass(frozen=True, slots=True)
class Markers:
    """§5.71, §14.31, §14.64: markers that are limited, and where two begin."""

    hindenburg: int
    hindenburg_turn: str
    devastation: int
    us_entry: str


@dataclass(frozen=True, slots=True)
class Victory:
    """§5.82, §18.1."""

    points: int
    first_check: str
    last_check: str
    us_divisions: int


@dataclass(frozen=True, slots=True)
class Surrender:
    """§5.61, §5.62: from which strategic turn a die is rolled for Turkey, what it comes to, and what is added. §17.13:
    how many of the hexes in Allied hands bring the Turks of Europe."""

    first: str
    total: int
    hex: int
    arabia: int
    arabia_least: int
    arabia_least_after_58th: int
    alpine_corps: int
    baghdad_in_1915: int
    jerusalem_before_1918: int
    baku: int
    european_turks: int


@dataclass(frozen=True, slots=True)
class Charts:
    """All of them."""

    combat: Combat
    terrain: Mapping[str, Terrain]
    features: Features
    stacking: Stacking
    turns: tuple[Turn, ...]
    resources: Mapping[str, tuple[int, ...]]
    spending: Spending
    resource_hexes: tuple[ResourceHex, ...]
    transfers: tuple[Transfer, ...]
    warfare: Warfare
    capacity: Mapping[str, Capacity]
    trenches: Mapping[str, Trench]
    markers: Markers
    victory: Victory
    fall_of_the_czar: Mapping[str, int] = field(default_factory=dict)
    """§5.43: in the Near East alone, by strategic turn the least that the die comes to when he falls."""
    untried: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """§15.82: by kind the strengths of untried units, each as often as it is there."""

    major_effort: tuple[str, ...] = ()
    """§18.4, §21.64: the shock divisions of the Central Powers' major effort in the Near East, but the Alpine Corps."""
    reserve_dice: Mapping[str, int] = field(default_factory=dict)
    """§5.38: by strategic turn the dice for what the Turkish reserve asks for."""
    surrender: Surrender | None = None
    """§5.61, §5.62."""

    def income(self, nation: str, strategic: str) -> int:
        """§5.12: what the chart gives a nation on a strategic turn. 0 for nations without a row."""
        row = self.resources.get(nation)
        return row[STRATEGIC.index(strategic)] if row else 0


def by_weather(value: Any) -> tuple[int, ...]:
    """§12.0: a figure for each weather, or for those of Europe."""
    row = each(whole)(value)
    if len(row) == len(WEATHER):
        return row
    row = row_of(whole, len(EUROPEAN))(value)
    return (*row, row[0])


def read_charts(file: Path, fronts: Mapping[str, object], hexes: Collection[str]) -> Charts:
    """§3.3: the charts of a file. ValueError with file and line, or file and table, for what cannot be."""
    text = file.read_text(encoding="utf-8")
    spec = tomllib.loads(text)
    weather = by_weather
    nation = one_of(*NATIONS)
    letter = one_of(*STRATEGIC)

    def hex_(value: Any) -> str:
        if value not in hexes:
            raise ValueError(f"{value} is no hex of the European fronts")
        return word(value)

    def step(value: Any) -> tuple[str, int]:
        turn, drm = each(lambda part: part)(value)
        letter(turn)
        return word(turn), whole(drm)

    terrain: dict[str, Key] = {"name": word, "mp": weather, "shift": weather}
    besides: dict[str, Key] = {
        "mountain_units": count,
        "mountain_units_only": flag,
        "tanks": flag,
        "halts": each(one_of(*EUROPEAN)),
    }
    turn: dict[str, Key] = {
        "number": count,
        "date": word,
        "west": one_of(*EUROPEAN, VARIABLE),
        "east": one_of(*EUROPEAN),
    }
    transfer: dict[str, Key] = {"givers": each(nation), "takers": each(nation), "most": count}
    capacity: dict[str, Key] = {
        "id": word,
        "units": count,
        "fronts": each(known_name(fronts, "front")),
        "home": each(nation),
    }
    trench: dict[str, Key] = {"id": word, "side": one_of(*SIDES), "nations": each(nation), "from": each(step)}
    found = Charts(
        one(file, spec, "combat", _combat),
        {t.name: t for t in tables(file, "terrain", Terrain, terrain, besides)},
        one(file, spec, "features", figures(Features, river_mp=weather, pass_mp=weather, shock_drm=row_of(whole, 2))),
        one(file, spec, "stacking", figures(Stacking)),
        tuple(tables(file, "turns", Turn, turn, {"then": letter})),
        one(file, spec, "resources", _resources),
        one(file, spec, "spending", figures(Spending)),
        tuple(tables(file, "resource_hexes", ResourceHex, {"hex": hex_, "points": count, "name": word}, {})),
        tuple(tables(file, "transfers", Transfer, transfer, {"when": one_of(*WHEN)})),
        one(file, spec, "warfare", figures(Warfare)),
        {c.id: c for c in tables(file, "capacity", Capacity, capacity, {})},
        {t.id: t for t in tables(file, "trenches", _trench, trench, {})},
        one(file, spec, "markers", figures(Markers, hindenburg_turn=letter, us_entry=letter)),
        one(file, spec, "victory", figures(Victory, first_check=letter, last_check=letter)),
    )
    if [t.number for t in found.turns] != list(range(1, len(found.turns) + 1)):
        raise ValueError(f"{file.name}: turns are not numbered from 1 on")
    return found


def _trench(id: str, side: str, nations: tuple[str, ...], **rest: Any) -> Trench:
    return Trench(id, side, nations, rest["from"])


def _combat(entry: Mapping[str, Any]) -> Combat:
    columns = each(word)(entry["columns"])
    row = row_of(Result.read, len(columns))
    made = {name: tuple(row(line) for line in entry["tables"][name]) for name in ("a", "b")}
    if any(len(rows) != DICE for rows in made.values()):
        raise ValueError("a combat table has a row for each modified die from 0 to 6")
    odds = Odds.read(columns)
    a, b = (OddsTable(odds, made[name], Result.read(entry["below"][name]), None, 0) for name in ("a", "b"))
    return Combat(a, b, count(entry["most_for_a"]), whole(entry["defender_floor"]))


def _resources(entry: Mapping[str, Any]) -> Mapping[str, tuple[int, ...]]:
    for nation in entry:
        one_of(*NATIONS)(nation)
    row = row_of(count, len(STRATEGIC))
    return {nation: row(points) for nation, points in entry.items()}
