"""§1.61, §2.67, §13.85, §18.33, §18.41, §18.43, §18.52, §22.61, §22.62: what must be done before a side may end its
movement.

Each duty asks for as much as can be done, and no more (docs/rulings): it names a unit that could still meet it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from rules.empires_alliances.countries.boxes import bound_for, in_corps, least_in
from rules.empires_alliances.countries.conditions import half_corps_in
from rules.empires_alliances.movement.allowance import why_not_move
from rules.empires_alliances.movement.closing_up import close_up
from rules.empires_alliances.movement.entering import free_garrisons
from rules.empires_alliances.movement.journeys import ways_of, ways_on_foot
from rules.empires_alliances.movement.on_foot import group_of, one_hex_only
from rules.empires_alliances.movement.parting import can_leave, hexes_to_part, why_must_part
from rules.empires_alliances.movement.second_army import leave_serbia, rail_to_galicia, remember_second_army
from rules.empires_alliances.play import Duty, Play, name_of, place_name
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.ban import TO_STAY, power_of, printed_in
from rules.empires_alliances.restrictions.bans import why_entry_forbidden
from rules.empires_alliances.restrictions.endings import ITALY, is_corps, who_leaves_unwatched
from rules.empires_alliances.restrictions.western_allies import out_of_british_sector
from rules.empires_alliances.terrain.zones import in_ezoc
from rules.hexes.positions import units_where
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal


def _named_at(state: State, unit: str) -> str:
    """A unit with its place, so that the sentence leads there."""
    return f"{name_of(state, unit)} in {place_name(state, state.units[unit].at)}"


def can_go(state: State, unit: str, fits: Callable[[int], bool]) -> bool:
    """Whether a unit could still go to a hex that fits."""
    if why_not_move(state, unit) is not None:
        return False
    group = group_of(state, [unit])
    return any(map(fits, ways_on_foot(state, group))) or any(map(fits, ways_of(state, group).best))


# --- 13.85 ------------------------------------------------------------------------------------------------------------


def demoralised_duties(state: State, side: str) -> Iterator[Duty]:
    """§13.85: demoralised units leave an enemy zone of control if they can."""
    shaken = units_where(
        state, ("shaken", side), lambda u: state.units[u].shaken > 0 and state.side_of(u) == side, (state.wars,)
    )
    return _each(state, shaken, _why_not_in_zone)


def _why_not_in_zone(state: State, unit: str) -> Refusal | None:
    """§13.85: why a unit must leave an enemy zone of control; None when it need not, or cannot."""
    now = state.units[unit]
    if not now.shaken or not in_ezoc(state, now.at, state.side_of(unit)) or not can_go(state, unit, lambda _: True):
        return None
    return Refusal("must-leave", "13.85", f"{_named_at(state, unit)} must leave the enemy's zone of control.")


def _each(state: State, units: Iterable[str], why: Callable[[State, str], Refusal | None]) -> Iterator[Duty]:
    """The duties of units on the map."""
    refusals = ((unit, why(state, unit)) for unit in units)
    return (Duty((unit,), refusal) for unit, refusal in refusals if refusal is not None)


def why_must_go(state: State, unit: str) -> Refusal | None:
    """§13.85, §18.41, §18.43, §18.52: why a unit cannot spend its phase where it stands; None when it may."""
    return _why_not_in_zone(state, unit) or _why_not_out_of_sector(state, unit) or why_must_part(state, (unit,))


# --- 1.61 ------------------------------------------------------------------------------------------------------------


def to_belgian_cities(state: State, side: str) -> Iterator[Duty]:
    """§1.61: in August-1 Belgian units that were driven out of their cities go into one if they can (docs/rulings)."""
    if not one_hex_only(state) or state.allegiance.get("BE") != side:
        return
    cities = {city.hex for city in state.printed.places.of("BE")}
    inside = {state.board.index(hex_) for hex_ in cities}
    for unit in state.on_map(side):
        outside = power_of(state, unit) == "BE" and state.units[unit].at not in cities
        if outside and can_go(state, unit, inside.__contains__):
            text = f"{_named_at(state, unit)} must end this turn in a Belgian city."
            yield Duty((unit,), Refusal("belgian-city", printed_in(state, "1.61"), text))


# --- 18.41 ------------------------------------------------------------------------------------------------------------


def unstack(state: State, side: str) -> Iterator[Duty]:
    """§18.41: British and French units that are in one hex part, if one of them can go."""
    if "FR" not in state.allegiance or state.allegiance["FR"] != side:
        return
    for hex_ in hexes_to_part(state):
        units = state.stacks[hex_]
        if any(can_leave(state, unit, True) for unit in units):
            text = f"British and French units may not stay together in {place_name(state, hex_)}."
            yield Duty(units, Refusal("british-and-french", "18.41", text))


# --- 18.43, 18.52 -----------------------------------------------------------------------------------------------------

SECTORS = ("GB", "US")
"""§18.43, §18.52: the powers that have a sector."""


def back_to_sector(state: State, side: str) -> Iterator[Duty]:
    """§18.43, §18.52: British and American units out of their sector go back to it if they can."""

    def is_outside(unit: str) -> bool:
        here = state.board.index(state.units[unit].at)
        has_sector = power_of(state, unit) in SECTORS and state.side_of(unit) == side
        return has_sector and is_out_of_sector(state, unit, here)

    outside = units_where(state, ("out of sector", side), is_outside, (state.turn, state.wars, state.deeds))
    return _each(state, outside, _why_not_out_of_sector)


def _why_not_out_of_sector(state: State, unit: str) -> Refusal | None:
    """§18.43, §18.52: why a unit must go back to its sector; None when it need not, or cannot."""
    power = power_of(state, unit)
    if power not in SECTORS or not is_out_of_sector(state, unit, state.board.index(state.units[unit].at)):
        return None
    if not can_go(state, unit, lambda i: not is_out_of_sector(state, unit, i)):
        return None
    section = "18.43" if power == "GB" else "18.52"
    return Refusal("out-of-sector", section, f"{_named_at(state, unit)} must go back to its sector.", (unit,))


def is_out_of_sector(state: State, unit: str, index: int) -> bool:
    """§18.43, §18.51: whether a hex is outside the sector of a British or American unit."""
    if power_of(state, unit) == "GB":
        return index in out_of_british_sector(state)
    return why_entry_forbidden(state, unit, index, TO_STAY) is not None


# --- 18.33 ------------------------------------------------------------------------------------------------------------


def guard_italy(state: State, side: str) -> Iterator[Duty]:
    """§18.33: a corps goes to the Italian border where none is left, if any can (docs/rulings)."""
    for power in who_leaves_unwatched(state, side):
        border = areas.border_of(state.board, ITALY)
        for unit in state.on_map(side):
            mine = power_of(state, unit) == power and is_corps(state, unit)
            if mine and can_go(state, unit, border.__contains__):
                text = f"A corps must go to the Italian border, or next to it: {_named_at(state, unit)} can."
                yield Duty((unit,), Refusal("italian-border", "18.33", text))


# --- 2.67 -------------------------------------------------------------------------------------------------------------


def sail_to_boxes(state: State, side: str) -> Iterator[Duty]:
    """§2.67b: units that the list sends to a box sail there, and others where too few are in it, if they can
    (docs/rulings)."""
    for row in state.card.commitments:
        if state.allegiance.get(row.nation) != side:
            continue
        for unit in row.units:
            if bound_for(state, unit) == row.box and _can_come_to(state, unit, row.box):
                text = f"{name_of(state, unit)} must sail to {place_name(state, row.box)}."
                yield Duty((unit,), Refusal("bound-for-box", "2.67", text, (unit,)))
    for box, nation in dict.fromkeys((row.box, row.nation) for row in state.card.commitments if row.least):
        least = least_in(state, box, nation)
        if state.allegiance.get(nation) != side or half_corps_in(state, box, nation) >= least:
            continue
        for unit in _forces_elsewhere(state, side, box, nation):
            if _can_come_to(state, unit, box):
                country = state.printed.nations[nation].name
                text = f"{country} must have {in_corps(least)} corps in {place_name(state, box)}: "
                text += f"{_named_at(state, unit)} can go."
                yield Duty((unit,), Refusal("too-few-in-box", "2.67", text, (unit,)))


def _forces_elsewhere(state: State, side: str, box: str, nation: str) -> Iterator[str]:
    """§2.67b: a country's infantry and cavalry outside a box, those in other boxes first; one of those that are alike
    in every way."""
    boxed = (unit for other in state.board.boxes if other != box for unit in state.in_box(other, side))
    found: dict[tuple[object, ...], str] = {}
    for unit in (*boxed, *state.on_map(side)):
        counter = state.counter(unit)
        if power_of(state, unit) == nation and counter.kind in RANKS:
            alike = (state.units[unit]._replace(trench=0), counter.nation, counter.half, counter.figures.movement)
            found.setdefault(alike, unit)
    yield from found.values()


def _can_come_to(state: State, unit: str, box: str) -> bool:
    if why_not_move(state, unit) is not None:
        return False
    return state.board.index(box) in ways_of(state, group_of(state, [unit])).best


# --- all of them ------------------------------------------------------------------------------------------------------


def remember(play: Play, frame: PhaseFrame) -> None:
    """§1.68, §22.62: what a Movement Phase leaves to be remembered as it ends."""
    remember_second_army(play, frame)
    free_garrisons(play)


DUTIES: tuple[Callable[[State, str], Iterator[Duty]], ...] = (
    demoralised_duties,
    to_belgian_cities,
    unstack,
    back_to_sector,
    guard_italy,
    sail_to_boxes,
    leave_serbia,
    rail_to_galicia,
    close_up,
)
"""All of them, each with its section."""


def duties_left(state: State, side: str) -> Iterator[Duty]:
    """Those that keep a side from ending its movement, each found when it is asked for."""
    return (duty for find in DUTIES for duty in find(state, side))


@kept
def _undone(state: State, side: str) -> tuple[Duty, ...]:
    return tuple(islice(duties_left(state, side), 1))


def why_not_end_movement(state: State, side: str) -> Refusal | None:
    """Which duty keeps a side from ending its movement, the first of them."""
    return next((duty.refusal for duty in _undone(state, side)), None)
