"""§19.0, §21.0, §19.11, §19.41, §19.7, §21.14: the scenarios: which nations fight, where the line runs, which units
are where, pools and tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rules.great_war.printed.armies import Army
from rules.great_war.printed.arrivals import ENTRY, START, STRATEGIC, Arrival
from rules.great_war.printed.chits import Chits
from rules.great_war.printed.counters import Counter, Face

SALONIKA = "salonika"
"""The event of §6.53."""
PLACES = (
    *("west", "italy", "east", "salonika", "serbian-border", "montenegro", "romania", "balkans", "central-fronts"),
    *("home", "hexes", "around", "area", "box", "dead", "removed", "aside"),
    *("caucasus", "egypt", "iraq", "persia", "palestine", "near-british", "west-of-the-canal"),
    *("arabia", "reserve", "transit", "transfer", "near-east-available", "near-east-dead"),
)
"""§21.12, §21.13: where a group goes: to a front behind its side's line, into its country, to named hexes or round
them, where its set-up code says (§19.2), to the Available Units Box, the dead pile, out of the game, or to the Near
East (§21.24). In the Near East also to one of its areas and boxes."""


EARNED = ("baghdad", "jerusalem")
"""§5.62: what the Turks have lost for good, whatever happens there later."""


@dataclass(frozen=True, slots=True)
class Group:
    """§21.12: units of one nation that are set up alike: those named, a number that fit, or all that are left.

    ``count`` is exact, ``most`` and ``least`` leave the player a choice. ``kinds``, ``face`` and ``turned`` say which
    fit; without ``headquarters`` only combat units do, except for the rest and for those named. ``rows`` are the rows
    of the map between which they stand, both counted. ``lot``: drawn at random (§21.24). ``defence`` is the least that
    is printed on each. ``dealt`` and ``deal_in`` are our own: how many of a group of ``most`` or ``least`` stand there
    historically, and on which front those of a group with several do. ``without`` are units that are none of it.
    ``staffs``: it is of units and not of combat units, so that headquarters may be among its number. ``countries``: in
    these alone, ``columns`` as ``rows``, ``towns`` in towns and ports alone. ``apart``: beside no unit of that nation
    (§21.25), ``off_canal``: nor beside the Suez Canal (§21.35). ``may_wait``: in the Available Units Box instead.
    ``code``: of all units that begin with that set-up code (§19.2). ``map``: in the combined game, of units of Europe
    or of the Near East alone.
    """

    nation: str
    to: str
    section: str
    units: tuple[str, ...] = ()
    count: int | None = None
    most: int | None = None
    least: int | None = None
    rest: bool = False
    headquarters: bool = False
    staffs: bool = False
    kinds: tuple[str, ...] = ()
    face: Face | None = None
    turned: str = ""
    hexes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    within: int = 0
    rows: tuple[int, int] | None = None
    reduced: bool = False
    depleted: bool = False
    lot: bool = False
    defence: int = 0
    dealt: int | None = None
    deal_in: str = ""
    code: str = ""
    countries: tuple[str, ...] = ()
    apart: str = ""
    may_wait: bool = False
    columns: tuple[int, int] | None = None
    towns: bool = False
    off_canal: bool = False
    map: str = ""

    def __post_init__(self) -> None:
        """§21.12: refuse an empty group, or one that is two things."""
        sizes = (
            bool(self.units or self.code), self.rest, self.count is not None, self.most is not None,
            self.least is not None,
        )  # fmt: skip
        if sum(sizes) != 1:
            raise ValueError(f"a group of {self.nation} is named, counted, or the rest: one of these")
        if bool(self.hexes) != (self.to in ("hexes", "around")):
            raise ValueError(f"a group of {self.nation} has hexes, or goes to some, but not both")
        for rows in (self.rows, self.columns):
            if rows is not None and rows[0] > rows[1]:
                raise ValueError(f"rows {rows} are upside down")

    def fits(self, unit: Counter) -> bool:
        """§21.24: whether a unit of the nation may be one of this group."""
        if unit.nation != self.nation or unit.id in self.without:
            return False
        if self.units:
            return unit.id in self.units
        if self.headquarters and unit.kind != "hq":
            return False
        if not (self.headquarters or self.staffs or self.rest) and unit.kind == "hq":
            return False
        if self.kinds and unit.kind not in self.kinds:
            return False
        if self.turned and unit.turned != self.turned:
            return False
        if unit.front.defence < self.defence:
            return False
        shown = unit.back if self.reduced and unit.turned == "reduced" else unit.front
        return self.face is None or self.face == shown


@dataclass(frozen=True, slots=True)
class Limit:
    """§21.25: on a front (between two rows of it), no more than ``most`` units of a nation.

    ``kinds``: only these may be there at all (§21.35, §21.45). ``besides`` may, and do not count. In the Near East
    within ``countries``, or ``within`` some hexes of one (``around``).
    """

    nation: str
    front: str
    section: str
    most: int
    rows: tuple[int, int] | None = None
    kinds: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    around: str = ""
    within: int = 0

    def full(self, unit: Counter, there: int) -> bool:
        """§21.25, §21.35: whether a unit of the nation cannot be there, with that many that count."""
        if unit.id in self.besides:
            return False
        return there >= self.most or bool(self.kinds and unit.kind not in self.kinds)


class SetupCode(NamedTuple):
    """§19.2: the letters on the counters of a nation's units that begin in one area."""

    nation: str
    code: str


@dataclass(frozen=True, slots=True)
class Area:
    """§19.2, §19.3: where units with a set-up code begin in August 1914. All that is given must hold.

    ``near``: beside units with that other code. ``posts`` are our own: how many stood where, for a set-up in one click.
    """

    nation: str
    code: str
    section: str
    hexes: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    within: int = 0
    near: SetupCode | None = None
    over: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    west_of: str = ""
    without: tuple[str, ...] = ()
    forts: str = ""
    a_hex: int = 6
    front: str = ""
    north_of: int = 0
    most_north: int = 0
    least_north: int = 0
    posts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AlliedArea:
    """§21.23: hexes of a front that are the Allies' when a scenario begins. All that is given must hold; rows and
    columns are those between which they lie, both counted. ``east_of``: beyond a straight row of hexes that is told by
    two of them; ``behind``: within the land that a line of hexes cuts off, itself counted."""

    country: str = ""
    region: str = ""
    rows: tuple[int, int] = (0, 99)
    columns: tuple[int, int] = (0, 99)
    without: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    area: str = ""
    east_of: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pool:
    """§21.27, §21.28: what is in a side's pool: all that entered on some turns, less some, and others."""

    entering: tuple[str, ...] = ()
    without: Mapping[str, int] = field(default_factory=dict)
    also: Mapping[str, int] = field(default_factory=dict)

    def chits(self, side: str, chits: Chits, scenario: str) -> dict[str, int]:
        """How many of each chit, those with none left out."""
        found: dict[str, int] = {}
        for letter in self.entering:
            found |= chits.entering(side, letter, scenario)
        for id_, number in self.also.items():
            found[id_] = found.get(id_, 0) + number
        for id_, number in self.without.items():
            found[id_] = found.get(id_, 0) - number
        return {id_: number for id_, number in found.items() if number}


@dataclass(frozen=True)
class Scenario:
    """One of them. ``through`` is the strategic turn whose units have come; those of ``waiting`` are in the Available
    Units Boxes. ``west`` has the initiative there. ``held`` are the fronts whose every hex each side must man."""

    id: str
    title: str
    section: str
    turn: int
    begins: str
    through: str
    west: str
    marker: str
    central: tuple[str, ...]
    allied: tuple[str, ...]
    neutral: tuple[str, ...]
    us_entry: str
    us_entered: bool
    victory_points: int
    allied_cities: int
    retaken: int
    lines: Mapping[str, tuple[str, ...]]
    held: Mapping[str, tuple[str, ...]]
    trenches: Mapping[str, int]
    resources: Mapping[str, int]
    active_from: Mapping[str, str]
    pools: Mapping[str, Pool]
    groups: tuple[Group, ...]
    limits: tuple[Limit, ...]
    areas: tuple[Area, ...]
    boxes_after: str = ""
    waiting: tuple[str, ...] = ()
    just_entered: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    collapsed: tuple[str, ...] = ()
    czar_fallen: bool = False
    bolsheviks: str = ""
    hindenburg: tuple[str, ...] = ()
    devastated: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    shock_troops: bool = False
    french_apart: bool = False
    """§21.24, §21.34: French units share no hex with British or Belgian ones while they set up."""
    may_dismount: bool = False
    """§21.45, §21.55: German cavalry may begin on foot."""
    draw: bool = True
    play: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    lasting: Mapping[str, int] = field(default_factory=dict)
    """§21.28: effects that still last, with the last operational turn of each."""
    fallen: tuple[str, ...] = ()
    armies: tuple[Army, ...] = ()
    allied_ground: Mapping[str, tuple[AlliedArea, ...]] = field(default_factory=dict)
    """§21.23: by front of the Near East what is the Allies'; the rest of it is the Central Powers'."""
    surrender: int = 0
    reserve: int = 0
    """§21.26: the Turkish surrender modifier, and what the required reserve asks for."""
    pipeline: str = ""
    """§11.53, §21.46: the town that it has reached; empty before it is begun."""
    earned: tuple[str, ...] = ()
    """§5.62: which of ``EARNED`` count already."""
    tried: Mapping[str, str] = field(default_factory=dict)
    """§15.82: untried units whose strength is known, with what it is."""
    towns: tuple[str, ...] = ()
    towns_needed: int = 0
    """Our own, for a first match on one front: the towns that count, and how many of them the Central Powers need when
    the variant's last turn is over."""

    @property
    def is_from_august(self) -> bool:
        """§13.26, §19.12: whether it begins with the war, on the first turn of the track."""
        return self.turn == 1

    @property
    def started(self) -> str:
        """§4.3: the strategic turn that was taken last when it begins; empty in August 1914."""
        return self.boxes_after or ("" if self.through == START else self.through)

    @property
    def at_salonika(self) -> bool:
        """§6.53, §17.4: whether the Allies are at Salonika, so that both sides may enter Albania and Greece."""
        return SALONIKA in self.play or "GK" in self.allied

    def of(self, nation: str) -> tuple[Group, ...]:
        """§21.12: the groups of a nation, in order."""
        return self._by_nation.get(nation, ())

    @cached_property
    def stood(self) -> Mapping[str, str]:
        """Where units went in the war: to which groups (``Army.to``), as far as the files know."""
        return {unit: army.to for army in self.armies if not army.event for unit in army.units}

    @cached_property
    def _by_nation(self) -> dict[str, tuple[Group, ...]]:
        return {
            nation: tuple(g for g in self.groups if g.nation == nation) for nation in {g.nation for g in self.groups}
        }


def forces(
    scenario: Scenario, nation: str, units: Mapping[str, Counter], arrivals: Mapping[str, Arrival], chits: Chits
) -> tuple[Counter, ...]:
    """§21.24: the units of a nation that have come: by strategic turn, by its entry, or by a chit that is in play;
    §15.81, §21.63: untried units that the scenario names. Before the war nobody has entered it: the Turks of Europe
    come later than their country (§17.13)."""
    by_chit = {unit for id_ in scenario.play for unit in chits.events[id_].units if chits.events[id_].kind == "units"}
    named = {unit for group in scenario.of(nation) for unit in group.units}
    fights = nation in (*scenario.central, *scenario.allied)
    since = STRATEGIC.index(scenario.through) - STRATEGIC.index(scenario.us_entry) if scenario.us_entered else -1

    def come(unit: Counter) -> bool:
        arrival = arrivals[unit.id]
        if arrival.after_entry is not None:
            return arrival.after_entry <= since
        return (
            unit.id in by_chit
            or unit.id in scenario.tried
            or (unit.untried and unit.id in named)
            or (fights and arrival.turn == ENTRY and scenario.through != START)
            or (fights and arrival.by(scenario.through))
        )

    return tuple(unit for unit in units.values() if unit.nation == nation and come(unit))


def deal(
    groups: Iterable[Group], force: Iterable[Counter], stood: Mapping[str, str]
) -> tuple[tuple[Group, tuple[Counter, ...]], ...]:
    """§21.12: one way to fill the groups of a nation: named units first, then counts in order, then the rest.

    A group of ``most`` or ``least`` gets as many as stood there (``dealt``), else none or that number. Of those that
    fit it gets first units that ``stood`` there, then units of which nothing is known; of these the dead pile gets the
    weakest. ValueError when units are missing or left over.
    """
    groups = tuple(groups)
    left = list(force)
    dealt: dict[int, tuple[Counter, ...]] = {}
    for n in sorted(range(len(groups)), key=lambda n: (not groups[n].units, groups[n].rest)):
        group = groups[n]
        fitting = [unit for unit in left if group.fits(unit)]
        if not group.rest:
            fitting.sort(key=lambda unit: _rank(group, unit, stood))
        wanted = len(group.units) or group.count or group.dealt or group.least or (len(fitting) if group.rest else 0)
        if len(fitting) < wanted:
            short = f"{group.nation} has {len(fitting)} units and not {wanted}"
            raise ValueError(f"{short} for {group.to} ({group.section})")
        dealt[n] = tuple(fitting[:wanted])
        left = [unit for unit in left if unit not in dealt[n]]
    if left:
        raise ValueError(f"{left[0].id} is set up nowhere")
    return tuple((group, dealt[n]) for n, group in enumerate(groups))


def _rank(group: Group, unit: Counter, stood: Mapping[str, str]) -> tuple[bool, int, bool, int]:
    """Who of those that fit a group is dealt into it first: no headquarters where units will do; units that stood
    there, then units that stood nowhere else; into the dead pile infantry before cavalry, and the weakest, so that no
    nation loses the Guard.
    """
    known = stood.get(unit.id, "")
    ours = 0 if known == group.to else 2 if known else 1
    if group.to != "dead":
        return group.staffs and unit.kind == "hq", ours, False, 0
    return group.staffs and unit.kind == "hq", ours, unit.kind == "cavalry", unit.front.attack + unit.front.defence
