"""§1.61, §18.33, §18.41, §18.43, §18.51: where a move may end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import CAVALRY, CORPS, FOOT
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.ban import TO_STAY, power_of, printed_in
from rules.empires_alliances.restrictions.bans import closed_to, why_entry_forbidden
from rules.empires_alliances.restrictions.western_allies import back_first, is_mixed, why_not_beside_allies
from rules.hexes.positions import units_where
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Limit, at_most


def why_not_end_move(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§1.61, §18.33, §18.41, §18.43, §18.51: who forbids units to end their move in a hex or box."""
    if state.board.is_hex(place):
        index = state.board.index(place)
        for unit in units:
            refusal = why_entry_forbidden(state, unit, index, TO_STAY)
            if refusal is not None:
                return refusal
    return (
        why_not_beside_allies(state, units, place)
        or why_not_leave_watch(state, units, place)
        or _why_not_out_of_city(state, units, place)
    )


def are_only_allies_there(state: State, units: Sequence[str], place: str) -> bool:
    """§18.41: whether nothing but the other western ally, who stands there, forbids units to end the phase in a hex."""
    if is_mixed(state, units) or why_not_beside_allies(state, units, place) is None:
        return False
    closed = closed_to(state, units, TO_STAY)
    return state.board.index(place) not in closed and why_not_leave_watch(state, units, place) is None


def may_stay(state: State, units: Sequence[str], ends: Iterable[int]) -> Sequence[int]:
    """As ``why_not_end_move``, of all hexes in reach: those of them in which the units may end.

    §18.43: who is out of the British sector and can go back ends in it.
    """
    closed = closed_to(state, units, TO_STAY)
    ids = state.board.lattice.ids
    # §18.41: who was driven together does not go on together.
    mixed = is_mixed(state, units)
    watched = _watches_border(state, units)
    rule = state.turn_rule
    first_turn = rule is not None and rule.most_hexes > 0
    found = [
        i
        for i in ends
        if i not in closed
        and ((ids[i] not in state.stacks and not mixed) or why_not_beside_allies(state, units, ids[i]) is None)
        and (not watched or why_not_leave_watch(state, units, ids[i]) is None)
        and (not first_turn or _why_not_out_of_city(state, units, ids[i]) is None)
    ]
    return back_first(state, units, found)


def may_base(state: State, unit: str, hex_: str) -> bool:
    """§18.41, §18.43, §18.51, §3.62: whether an aircraft may be based in a city, as far as its land and those who stand
    there go."""
    return (
        why_entry_forbidden(state, unit, state.board.index(hex_)) is None
        and why_not_end_move(state, [unit], hex_) is None
    )


def _why_not_out_of_city(state: State, units: Sequence[str], place: str) -> Refusal | None:
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
    if not any(hex_ in cities and controller(state, hex_) == ALLIED for hex_ in reach):
        return None
    return Refusal("belgian-city", printed_in(state, "1.61"), "Belgian units must end this turn in a Belgian city.")


KEEP_WATCH = ("FR", "AH")
ITALY = "IT"


def on_watch(state: State, power: str) -> tuple[str, ...]:
    """§18.33: the corps that a country has on or next to the Italian border."""
    border, board, side = areas.border_of(state.board, ITALY), state.board, state.allegiance.get(power, "")

    def watches(unit: str) -> bool:
        mine = power_of(state, unit) == power and state.side_of(unit) == side
        return mine and is_corps(state, unit) and board.index(state.units[unit].at) in border

    return units_where(state, ("on watch", power), watches, (state.wars,))


def is_corps(state: State, unit: str) -> bool:
    """§18.31, §18.33: whether a unit is a corps of infantry or cavalry."""
    counter = state.counter(unit)
    return counter.size == CORPS and counter.kind in (*FOOT, CAVALRY)


def _is_watched(state: State) -> bool:
    """§18.33: whether Italy is neutral, and could enter the war."""
    return ITALY not in state.allegiance and ITALY in state.card.neutral


def who_leaves_unwatched(state: State, side: str) -> tuple[str, ...]:
    """§18.33: the countries of a side that have no corps on or next to the Italian border, and should."""
    if not _is_watched(state):
        return ()
    return tuple(p for p in KEEP_WATCH if state.allegiance.get(p) == side and not on_watch(state, p))


def _watches_border(state: State, units: Sequence[str]) -> bool:
    """§18.33: whether the watch on the Italian border would go with these units."""
    if not _is_watched(state):
        return False
    for power in KEEP_WATCH:
        going = [u for u in units if power_of(state, u) == power]
        if going:
            there = on_watch(state, power)
            if there and set(there) <= set(going):
                return True
    return False


NO_WATCH = Refusal("italian-border", "18.33", "A corps must stay on or next to the Italian border.")


def why_last_on_watch(state: State, unit: str) -> Refusal | None:
    """§18.33: why the last corps on the Italian border does not break down: at least one corps stays there."""
    return NO_WATCH if _watches_border(state, (unit,)) else None


def why_not_leave_watch(state: State, units: Sequence[str], place: str) -> Refusal | None:
    """§18.33: why the last corps on the Italian border stays there until Italy enters the war."""
    if state.board.is_hex(place) and state.board.index(place) in areas.border_of(state.board, ITALY):
        return None
    if not _watches_border(state, units):
        return None
    return NO_WATCH


def watch_limits(state: State, units: Sequence[str], place: str) -> tuple[Limit, ...]:
    """§18.33: how many of some units may go to a hex together, so that a corps stays on the Italian border."""
    if why_not_leave_watch(state, units, place) is None:
        return ()
    watches = (frozenset(on_watch(state, power)) for power in KEEP_WATCH)
    return tuple(at_most(len(watch) - 1, watch, NO_WATCH) for watch in watches if watch and watch <= {*units})
