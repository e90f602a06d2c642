"""What is forbidden to some units: to move at all, to enter hexes or to cross them, to end in them, to attack them.

Each entry names its section. A ``Ban`` closes an area to the units that it binds; a caller who asks for many hexes at
once takes the areas (``closed_to``), a caller who asks for one, or for a reason, takes the refusal (``may_enter``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.changes import ITALIAN_CITY_TAKEN
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import AIR, CAVALRY, CORPS, FOOT
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import NOWHERE, Area
from rules.hexes.kept import kept
from rules.kernel.messages import Refusal

FOOT_STEP, BY_TRAIN, BY_SHIP, TO_STAY, TO_ATTACK = "foot", "train", "ship", "stay", "attack"
"""How a hex is entered, and what for."""
ENTERING = frozenset({FOOT_STEP, BY_TRAIN, BY_SHIP})
AUGUST_1, AUGUST_2, SEPTEMBER = "1914-08-1", "1914-08-2", "1914-09"
ITALIANS_AT_WAR_WITH_GERMANY, ALLIES_IN_ITALY = "1916-09", "1918-01"


class Ban(NamedTuple):
    """An area that is closed to units, by how it is entered."""

    section: str
    code: str
    text: str
    ways: frozenset[str]
    binds: Callable[[State, str], bool]
    """Whether it binds a unit in this position."""
    area: Callable[[State, str], Area]
    """The closed hexes, for a unit that it binds: always the same for units of one country on one turn."""

    def refusal(self) -> Refusal:
        """Why the area is closed."""
        return Refusal(self.code, self.section, self.text)


def power_of(state: State, unit: str) -> str:
    """§18.43: the country whose rules bind a unit: Commonwealth units are British."""
    return state.printed.nations[state.counter(unit).nation].power


def _is(*powers: str) -> Callable[[State, str], bool]:
    return lambda state, unit: power_of(state, unit) in powers


# --- 1.66: Germans in Austria-Hungary ---------------------------------------------------------------------------------


def _germans_in_austria(state: State, unit: str) -> bool:
    return bool(state.card.germans_in_austria) and power_of(state, unit) == "GE"


# --- 1.61, 2.61: garrisons of August ----------------------------------------------------------------------------------


@kept
def _city_garrisons(state: State) -> frozenset[str]:
    """§1.61: the units that set up in a city of their own."""
    return frozenset(u for group in state.card.groups.values() if group.city for u in group.units)


def _stays_home(state: State, unit: str) -> Refusal | None:
    """§1.61: why a unit of a city stays there in the first turn."""
    rule = state.turn_rule
    if rule is None or not rule.most_hexes or unit not in _city_garrisons(state):
        return None
    board, at = state.board, state.units[unit].at
    if at in state.off_map:
        return None
    near = (board.index(hex_) for hex_ in board.lattice.within(at, GARRISON_HEXES))
    if any(i in board.land and _controller(state, i) not in ("", state.side_of(unit)) for i in near):
        return None
    return Refusal("garrison", "1.61", f"{name_of(state, unit)} stays in its city: the enemy is over three hexes away.")


GARRISON_HEXES = 3


def _controller(state: State, i: int) -> str:
    board = state.board
    return state.control.get(board.lattice.ids[i]) or state.allegiance.get(board.country[i], "")


# --- 1.68, 2.66, 17.45: released later --------------------------------------------------------------------------------


def _not_released(state: State, unit: str) -> Refusal | None:
    """§1.68, §2.66, §17.45: why a garrison may not move yet."""
    release = state.printed.releases.get(unit)
    if release is None or state.date.id >= release.turn or state.units[unit].at in state.off_map:
        return None
    city = state.printed.places.cities[release.of]
    for hex_ in state.board.lattice.within(city.hex, release.within):
        if any(power_of(state, u) == release.enemy for u in state.stacks.get(hex_, ())):
            return None
    when = state.printed.turns[release.turn].name
    return Refusal(
        "garrison", "1.68", f"{name_of(state, unit)} stays in {release.of} until {when}, or until the enemy is near."
    )


def _held(state: State, unit: str) -> Refusal | None:
    """§1.62: why some units may not move before a turn."""
    for held in state.card.held:
        if unit in held.units and state.date.id < held.until:
            when = state.printed.turns[held.until].name
            return Refusal("held", "1.62", f"{name_of(state, unit)} may not move before {when}.")
    return None


def _in_caucasus(state: State, unit: str) -> Refusal | None:
    """§1.64: why Russians stay in the Caucasus."""
    if unit not in state.card.stays_in_box:
        return None
    return Refusal("stays-in-box", "1.64", f"{name_of(state, unit)} stays in the Caucasus: the Ottomans are neutral.")


STAYING: tuple[Callable[[State, str], Refusal | None], ...] = (_held, _not_released, _stays_home, _in_caucasus)
"""What keeps a unit where it is, each with its section."""


def may_move(state: State, unit: str) -> Refusal | None:
    """§1.61, §1.62, §1.64, §1.68, §2.66, §17.45: who forbids a unit to move at all; None when nobody does."""
    for staying in STAYING:
        refusal = staying(state, unit)
        if refusal is not None:
            return refusal
    return None


# --- 2.64: Greece before its entry ------------------------------------------------------------------------------------


def greece_is_open(state: State, side: str) -> bool:
    """§2.64: whether Allied units may be in neutral Greece."""
    card = state.card
    return side == ALLIED and bool(card.salonika_from) and state.date.id >= card.salonika_from and _greece_waits(state)


def _greece_waits(state: State) -> bool:
    return "GK" not in state.allegiance


def _in_neutral_greece(state: State, unit: str) -> bool:
    return bool(state.card.greece_north_of) and _greece_waits(state) and state.side_of(unit) == ALLIED


def _south_greece(state: State, _: str) -> Area:
    board = state.board
    return areas.home_of(board, "GK") & areas.south_of(board, int(state.card.greece_north_of))


def _greece(state: State, _: str) -> Area:
    return areas.home_of(state.board, "GK")


# --- 2.63: no trains on the turn of entry -----------------------------------------------------------------------------


@kept
def mobilising(state: State) -> frozenset[str]:
    """§2.63: the countries whose railways are taken up by their mobilisation on this turn."""
    entries = state.card.entries
    return frozenset(
        nation
        for nation, war in state.wars.items()
        if war.since == state.turn and not war.declared and nation in entries and not entries[nation].rail
    )


def _while_mobilising(state: State, unit: str) -> bool:
    return bool(mobilising(state)) and state.side_of(unit) == ALLIED


def _mobilising_hexes(state: State, unit: str) -> Area:
    if power_of(state, unit) in mobilising(state):
        return state.board.land
    return areas.home_of(state.board, *sorted(mobilising(state)))


# --- 3.62: sectors of 1918 --------------------------------------------------------------------------------------------

BRITISH_SECTOR, FRENCH_SECTOR = ("GB", "BE"), ("FR",)


def _sectors(state: State) -> bool:
    return bool(state.card.british_from_north)


def _south_of_british(state: State, unit: str) -> Area:
    """§3.62: from May on British and Commonwealth units go one row further; Belgians do not."""
    card = state.card
    later = state.date.id >= card.sectors_overlap_from and power_of(state, unit) == "GB"
    return areas.south_of(state.board, int(card.french_from_south if later else card.british_from_north))


def _north_of_french(state: State, _: str) -> Area:
    card = state.card
    later = state.date.id >= card.sectors_overlap_from
    return areas.north_of(state.board, int(card.british_from_north if later else card.french_from_south))


def _outside_1918(state: State, _: str) -> Area:
    return state.board.land - areas.home_of(state.board, *state.card.area)


# --- 18.43: the British sector ----------------------------------------------------------------------------------------

BRITISH_ROW = 27
PARIS = "Paris"


def out_of_british_sector(state: State) -> Area:
    """§18.43: Paris, and France and Germany west of the Rhine south of row 27."""
    board = state.board
    west = areas.home_of(board, "FR") | areas.west_of_rhine(board)
    return west & areas.south_of(board, BRITISH_ROW) | {board.index(state.printed.places.cities[PARIS].hex)}


def _british_outside(state: State, unit: str) -> bool:
    """Whether a British unit is outside its sector already: it goes back, through whatever lies between."""
    at = state.units[unit].at
    return at not in state.off_map and state.board.index(at) in out_of_british_sector(state)


def _british_stay_north(state: State, unit: str) -> bool:
    return power_of(state, unit) == "GB" and not _british_outside(state, unit)


def _british_no_trains(state: State, unit: str) -> bool:
    """§22.31: bound for Italy, the British pass the south of France by rail."""
    if not _british_stay_north(state, unit):
        return False
    return not (state.option("national-fronts") and italy_is_open(state))


def _british_sector(state: State, _: str) -> Area:
    return out_of_british_sector(state)


# --- 18.5: the Americans ----------------------------------------------------------------------------------------------

AMERICAN_ROW = 25
AMERICAN_COUNTRIES = ("FR", "BE", "LU", "GE")


def _no_american_country(state: State, _: str) -> Area:
    return state.board.land - areas.home_of(state.board, *AMERICAN_COUNTRIES)


def _north_of_americans(state: State, _: str) -> Area:
    """§18.51, §3.62: in 1918 the rows overlap from May on."""
    if _sectors(state):
        return _north_of_french(state, _)
    return areas.north_of(state.board, AMERICAN_ROW)


# --- 22.3: national fronts --------------------------------------------------------------------------------------------

REINFORCED_WEST = "1918"
"""§3.511: the scenario that brings Austro-Hungarians to the west (docs/rulings)."""


def _fronts_bind(state: State, unit: str) -> bool:
    if not state.option("national-fronts") or not state.printed.nations[state.counter(unit).nation].fronts:
        return False
    return not (state.scenario == REINFORCED_WEST and power_of(state, unit) == "AH")


def _off_the_fronts(state: State, unit: str) -> Area:
    return state.board.land - areas.fronts_of(state.printed, state.counter(unit).nation)


def italy_is_open(state: State) -> bool:
    """§22.31: whether British and French may enter Italy."""
    return (
        state.allegiance.get("IT") == CENTRAL or ITALIAN_CITY_TAKEN in state.deeds or state.date.id >= ALLIES_IN_ITALY
    )


def _germans_and_italy(state: State, unit: str) -> bool:
    return (
        bool(state.option("national-fronts"))
        and power_of(state, unit) == "GE"
        and state.allegiance.get("IT") == ALLIED
        and state.date.id < ITALIANS_AT_WAR_WITH_GERMANY
    )


def _allies_and_italy(state: State, unit: str) -> bool:
    return bool(state.option("national-fronts")) and power_of(state, unit) in ("FR", "GB") and not italy_is_open(state)


def _italians_and_france(state: State, unit: str) -> bool:
    return bool(state.option("national-fronts")) and power_of(state, unit) == "IT" and not italy_is_open(state)


def _italy(state: State, _: str) -> Area:
    return areas.home_of(state.board, "IT")


def _france(state: State, _: str) -> Area:
    return areas.home_of(state.board, "FR")


# --- 22.51: Plan 17 ---------------------------------------------------------------------------------------------------


@kept
def plan_17_units(state: State) -> frozenset[str]:
    """§22.51: the units of the five French armies, of their reserves and of the Interior Reserve."""
    groups = [g for g in state.card.groups.values() if g.nation == "FR" and g.name.endswith(("Army", "Reserve"))]
    return frozenset(u for group in groups for u in group.units)


def _plan_17_binds(state: State, unit: str) -> bool:
    return bool(state.option("plan-17")) and state.date.id in (AUGUST_1, AUGUST_2) and unit in plan_17_units(state)


def _north_of_plan_17(state: State, _: str) -> Area:
    return areas.north_of(state.board, int(state.printed.optional_rules.plan_17.north_of))


BANS: tuple[Ban, ...] = (
    Ban("1.66", "too-far-from-germany", "Germans go no further than five hexes from Germany there.",
        ENTERING, _germans_in_austria, lambda s, _: areas.far_in_austria(s.board, s.card.germans_in_austria)),
    Ban("2.64", "south-of-salonika", "Until Greece enters the war the Allies stay north of row 61.",
        ENTERING, _in_neutral_greece, _south_greece),
    Ban("2.64", "greek-rails", "Until Greece enters the war no trains run there for the Allies.",
        frozenset({BY_TRAIN}), _in_neutral_greece, _greece),
    Ban("2.63", "mobilising", "The railways of a country that has just entered the war are taken up.",
        frozenset({BY_TRAIN}), _while_mobilising, _mobilising_hexes),
    Ban("3.61", "outside-area", "That hex is not in play.", ENTERING, lambda s, _: bool(s.card.area), _outside_1918),
    Ban("3.62", "british-sector", "British and Belgian units stay in the British sector.",
        ENTERING, lambda s, u: _sectors(s) and power_of(s, u) in BRITISH_SECTOR, _south_of_british),
    Ban("3.62", "french-sector", "French units stay in the French sector.",
        ENTERING, lambda s, u: _sectors(s) and power_of(s, u) in FRENCH_SECTOR, _north_of_french),
    Ban("18.43", "british-sector", "British units stay out of Paris and out of the land south of row 27.",
        frozenset({FOOT_STEP, BY_SHIP}), _british_stay_north, _british_sector),
    Ban("18.43", "british-sector", "British units stay out of Paris and out of the land south of row 27.",
        frozenset({BY_TRAIN}), _british_no_trains, _british_sector),
    Ban("18.43", "british-sector", "British units stay out of Paris and out of the land south of row 27.",
        frozenset({TO_STAY}), _british_stay_north, _british_sector),
    Ban("18.51", "american-sector", "American units fight in France, Belgium, Luxembourg and Germany alone.",
        ENTERING, _is("US"), _no_american_country),
    Ban("18.51", "american-sector", "American units end their moves in the French sector.",
        frozenset({TO_STAY}), _is("US"), _north_of_americans),
    Ban("22.31", "germans-and-italy", "Germany and Italy are not at war before September 1916.",
        ENTERING | {TO_ATTACK}, _germans_and_italy, _italy),
    Ban("22.31", "not-yet-in-italy", "British and French units may not enter Italy yet.",
        ENTERING, _allies_and_italy, _italy),
    Ban("22.31", "not-yet-in-france", "Italian units may not enter France yet.",
        ENTERING, _italians_and_france, _france),
    Ban("22.3", "off-front", "That is none of the fronts on which units of this country fight.",
        ENTERING, _fronts_bind, _off_the_fronts),
    Ban("22.51", "plan-17", "Plan 17: the French armies stay south of row 24 in August 1914.",
        ENTERING, _plan_17_binds, _north_of_plan_17),
)  # fmt: skip
"""All of them, each with its section."""


def may_enter(state: State, unit: str, index: int, way: str = FOOT_STEP) -> Refusal | None:
    """Who forbids a unit a hex, ``way`` being how it would come there; None when nobody does."""
    for ban in BANS:
        if way in ban.ways and ban.binds(state, unit) and index in ban.area(state, unit):
            return ban.refusal()
    return None


def closed_to(state: State, units: Iterable[str], way: str) -> Area:
    """The hexes that these units together may not enter that way."""
    binding: dict[tuple[int, str], Area] = {}
    for unit in units:
        for number, ban in enumerate(BANS):
            key = (number, state.counter(unit).nation)
            if key not in binding and way in ban.ways and ban.binds(state, unit):
                binding[key] = ban.area(state, unit)
    return next(iter(binding.values())) if len(binding) == 1 else NOWHERE.union(*binding.values())


def may_attack(state: State, unit: str, index: int) -> Refusal | None:
    """§22.31: who forbids a unit to attack a hex; None when nobody does."""
    return may_enter(state, unit, index, TO_ATTACK)


# --- 22.41: the Schlieffen Plan ---------------------------------------------------------------------------------------


def heads_west(state: State, unit: str) -> bool:
    """§22.41: whether a unit may not go north-east, east or south-east on this turn."""
    return (
        bool(state.option("schlieffen-plan"))
        and state.date.id == AUGUST_1
        and power_of(state, unit) == "GE"
        and state.units[unit].at not in state.off_map
        and state.board.index(state.units[unit].at) in areas.western_front(state.printed)
    )


SCHLIEFFEN = "schlieffen"
"""The key under which ``used`` counts half corps that trains took away from the Western Front (§22.42, §22.43)."""


def leaves_the_west(state: State, unit: str) -> bool:
    """§22.42, §22.43: whether trains take a unit away from the Western Front only within the limit."""
    if not state.option("schlieffen-plan") or power_of(state, unit) != "GE":
        return False
    plan = state.printed.optional_rules.schlieffen_plan
    exempt = {AUGUST_2: plan.exempt_second, SEPTEMBER: plan.exempt_third}.get(state.date.id)
    now = state.units[unit]
    began = now.began or now.at
    if exempt is None or unit in exempt or began in state.off_map:
        return False
    return state.board.index(began) in areas.western_front(state.printed)


def may_leave_west(state: State, halves: int) -> Refusal | None:
    """§22.42, §22.43: why trains take no more of them away from the Western Front."""
    most = 2 * state.printed.optional_rules.schlieffen_plan.most_by_rail
    if state.used.get(SCHLIEFFEN, 0) + halves <= most:
        return None
    section = "22.42" if state.date.id == AUGUST_2 else "22.43"
    return Refusal("schlieffen-plan", section, "Two German corps at most are railed away from the Western Front.")


# --- where a move ends ------------------------------------------------------------------------------------------------

BRITONS, FRENCH = ("GB",), ("FR", "US")
"""§18.41, §18.51: Americans count as French."""


def may_end(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§1.61, §18.33, §18.41, §18.43, §18.51: who forbids units to end their move in a hex or box."""
    if state.board.is_hex(place):
        index = state.board.index(place)
        for unit in units:
            refusal = may_enter(state, unit, index, TO_STAY)
            if refusal is not None:
                return refusal
    return (
        _beside_allies(state, units, place)
        or _italian_border(state, units, place)
        or _belgian_city(state, units, place)
    )


def may_stay(state: State, units: Sequence[str], ends: Iterable[int]) -> list[int]:
    """As ``may_end``, of many hexes: those of them in which the units may end."""
    closed = closed_to(state, units, TO_STAY)
    ids = state.board.lattice.ids
    watched = _watches_border(state, units)
    rule = state.turn_rule
    first_turn = rule is not None and rule.most_hexes > 0
    return [
        i
        for i in ends
        if i not in closed
        and (ids[i] not in state.stacks or _beside_allies(state, units, ids[i]) is None)
        and (not watched or _italian_border(state, units, ids[i]) is None)
        and (not first_turn or _belgian_city(state, units, ids[i]) is None)
    ]


def _belgian_city(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§1.61: why Belgian units end their move in August-1 in a Belgian city, while there is one that they hold or can
    come to."""
    rule = state.turn_rule
    if rule is None or not rule.most_hexes:
        return None
    belgians = [u for u in units if power_of(state, u) == "BE"]
    cities = {city.hex for city in state.printed.places.of("BE")}
    if not belgians or place in cities:
        return None
    at = state.units[belgians[0]].at
    reach = {at, *state.board.lattice.around(at)}
    if not any(hex_ in cities and _controller(state, state.board.index(hex_)) == ALLIED for hex_ in reach):
        return None
    return Refusal("belgian-city", "1.61", "Belgian units end this turn in a Belgian city.")


def is_mixed(state: State, units: Iterable[str]) -> bool:
    """§18.41: whether British and French are among these."""
    powers = {power_of(state, unit) for unit in units}
    return not powers.isdisjoint(BRITONS) and not powers.isdisjoint(FRENCH)


def _beside_allies(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§18.41: why British and French units do not end in one hex."""
    if place not in state.stacks or state.board.index(place) not in areas.apart(state.board):
        return None
    if not is_mixed(state, {*units, *state.stacks[place]}):
        return None
    return Refusal("british-and-french", "18.41", "British and French units do not stack here.")


KEEP_WATCH = ("FR", "AH")


def on_watch(state: State, power: str) -> tuple[str, ...]:
    """§18.33: the corps that a country has on or next to the Italian border."""
    border, board = areas.border_of(state.board, "IT"), state.board
    return tuple(
        u for u in state.on_map(state.allegiance.get(power, ""))
        if power_of(state, u) == power and is_corps(state, u) and board.index(state.units[u].at) in border
    )  # fmt: skip


def is_corps(state: State, unit: str) -> bool:
    """§18.31, §18.33: whether a unit is a corps of infantry or cavalry."""
    counter = state.counter(unit)
    return counter.size == CORPS and counter.kind in (*FOOT, CAVALRY)


def _watches_border(state: State, units: Sequence[str]) -> bool:
    """§18.33: whether the watch on the Italian border would go with these units."""
    if "IT" in state.allegiance or "IT" not in state.card.neutral:
        return False
    for power in KEEP_WATCH:
        going = [u for u in units if power_of(state, u) == power]
        if going:
            there = on_watch(state, power)
            if there and set(there) <= set(going):
                return True
    return False


def _italian_border(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§18.33: why the last corps on the Italian border stays there until Italy enters the war."""
    if state.board.is_hex(place) and state.board.index(place) in areas.border_of(state.board, "IT"):
        return None
    if not _watches_border(state, units):
        return None
    return Refusal("italian-border", "18.33", "A corps must stay on or next to the Italian border.")


def flies(state: State, unit: str) -> bool:
    """§3.13: whether a unit is an aircraft."""
    return state.counter(unit).kind == AIR
