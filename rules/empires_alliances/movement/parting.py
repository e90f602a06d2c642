"""§18.41: British and French units that stop in one hex while others still move, and part before the phase ends.

The rule speaks of the end of a Movement Phase. Units may stop among the other ally's as long as one side of the two can
still leave the hex, and nothing may be done that would keep both there (docs/rulings).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from rules.empires_alliances.movement.aircraft import new_bases, why_not_fly
from rules.empires_alliances.movement.allowance import why_not_move
from rules.empires_alliances.movement.on_foot import Group, group_of, shut_hexes
from rules.empires_alliances.movement.promises import promised_ways
from rules.empires_alliances.movement.ways import Way, Ways, free_ways, free_ways_on_foot, open_ways, open_ways_on_foot
from rules.empires_alliances.play import name_of, place_name
from rules.empires_alliances.position.changes import relocate
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.restrictions.endings import are_only_allies_there, may_stay
from rules.empires_alliances.restrictions.western_allies import (
    are_apart,
    camps_in,
    has_camp,
    is_british,
    is_to_go_back,
    out_of_british_sector,
)
from rules.hexes.positions import hexes_where
from rules.kernel.facts import follow
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

MUST_PART = "british-and-french"


# --- who can leave ----------------------------------------------------------------------------------------------------


@kept
def can_leave(state: State, unit: str, by_train: bool) -> bool:
    """§18.41: whether a unit could still go to a hex in which it may stay: on foot, or ``by_train`` or ship, for which
    others may leave no room. Aircraft fly to another base, if there is one and they have not yet."""
    if state.counter(unit).kind == AIR:
        return why_not_fly(state, unit) is None and bool(new_bases(state, unit))
    if why_not_move(state, unit) is not None:
        return False
    group = group_of(state, [unit])
    promised = promised_ways(state, group)
    if promised is not None:
        return bool(promised.best)
    if _goes_next_door(state, group) or free_ways_on_foot(state, group):
        return True
    return by_train and bool(free_ways(state, group).best)


def _goes_next_door(state: State, group: Group) -> bool:
    """§8.4: whether a unit that has not moved can go to a hex beside its own: most who are asked about can."""
    if not group.fresh or group.hungry:
        return False
    # No lake lies where both allies go (18.41).
    beside, shut = state.board.open_around[state.board.index(group.at)], shut_hexes(state, group)
    return bool(may_stay(state, group.units, [i for i in beside if i not in shut]))


def can_part(state: State, hex_: str, staying: Collection[str] = (), by_train: bool = False) -> bool:
    """§18.41: whether all British units can leave a hex, or all French ones, when some stay."""
    camps = camps_in(state, hex_)
    return any(all(unit not in staying and can_leave(state, unit, by_train) for unit in camp) for camp in camps)


def hexes_to_part(state: State) -> tuple[str, ...]:
    """§18.41: the hexes in which British and French units are together, and have to separate."""
    found = hexes_where(state, "british beside french", lambda hex_, units: are_apart(state, hex_, units))
    return tuple(found)


# --- who may stop among the others ------------------------------------------------------------------------------------


def may_pause(state: State, group: Group, end: int) -> bool:
    """§18.41: whether a group may stop in a hex where the other ally stands: all of those can still leave it."""
    hex_ = state.board.lattice.ids[end]
    if hex_ not in state.stacks or not are_only_allies_there(state, group.units, hex_):
        return False
    if any(is_to_go_back(state, unit) for unit in group.units) and end in out_of_british_sector(state):
        return False
    british, french = camps_in(state, hex_)
    others = french if is_british(state, group.units[0]) else british
    return all(can_leave(state, unit, False) for unit in others)


def pauses(state: State, group: Group, ends: Mapping[int, Way]) -> Iterator[int]:
    """§18.41: of hexes in reach those in which a group may stop among the other ally's units."""
    if not has_camp(state, group.units):
        return iter(())
    return (i for i in ends if may_pause(state, group, i))


def why_not_block(state: State, group: Group, end: int) -> Refusal | None:
    """§18.41: why a group may not stop in a hex: units that have to part elsewhere could not leave any more."""
    for hex_ in _crowds_to_shut_in(state, group, end):
        after = follow(state, relocate(state, group.units, state.board.lattice.ids[end]))
        if not can_part(after, hex_):
            return _refusal(state, hex_)
    return None


def _crowds_to_shut_in(state: State, group: Group, end: int) -> Iterator[str]:
    """The hexes with both in them that can part now, and that a group of either could shut in by stopping in a hex,
    however far away that is: among them, or in the only hex that one of them can still go to."""
    if not has_camp(state, group.units):
        return iter(())
    here = state.board.lattice.ids[end]
    threatened = (hex_ for hex_ in hexes_to_part(state) if hex_ == here or end in _last_ways_out(state, hex_))
    return (hex_ for hex_ in threatened if can_part(state, hex_))


@kept
def _last_ways_out(state: State, hex_: str) -> AbstractSet[int]:
    """§18.41: the hexes that are the only ones in which some unit of a crowd could end its phase, trains aside. If
    someone stops anywhere else, all of them keep another."""
    ways_out = (_ends_of(state, unit) for unit in state.stacks[hex_])
    return frozenset().union(*(ends for ends in ways_out if len(ends) == 1))


def _ends_of(state: State, unit: str) -> AbstractSet[int]:
    """§18.41: the hexes to which ``can_leave`` has a unit go."""
    if state.counter(unit).kind == AIR:
        return frozenset(map(state.board.index, new_bases(state, unit) if why_not_fly(state, unit) is None else ()))
    if why_not_move(state, unit) is not None:
        return frozenset()
    group = group_of(state, [unit])
    promised = promised_ways(state, group)
    return (free_ways_on_foot(state, group) if promised is None else promised.best).keys()


def _refusal(state: State, hex_: str) -> Refusal:
    text = f"British and French units must separate in {place_name(state, hex_)}: some of them must be able to go."
    return Refusal(MUST_PART, "18.41", text)


def why_must_part(state: State, staying: Collection[str]) -> Refusal | None:
    """§18.41: why units cannot spend their phase where they stand together with the other ally's, who could not go
    instead of them; None when they may."""
    for hex_ in dict.fromkeys(state.units[unit].at for unit in staying):
        if not are_apart(state, hex_, state.stacks.get(hex_, ())):
            continue
        if any(can_part(state, hex_, (), how) and not can_part(state, hex_, staying, how) for how in (False, True)):
            return _refusal(state, hex_)
    return None


# --- ways with these ends ---------------------------------------------------------------------------------------------


@kept
def with_pauses_on_foot(state: State, group: Group) -> Mapping[int, Way]:
    """§8.1, §18.41: ``free_ways_on_foot``, with the hexes in which a group may stop for a while."""
    free, open_ = free_ways_on_foot(state, group), open_ways_on_foot(state, group)
    more = {} if open_ is None else {i: open_[i] for i in pauses(state, group, open_) if i not in free}
    return _ways_that_block_none(state, group, {**free, **more} if more else free)


@kept
def with_pauses(state: State, group: Group) -> Ways:
    """§8.1 to §11.9, §18.41: ``free_ways``, with the hexes in which a group may stop for a while."""
    free, open_ = free_ways(state, group), open_ways(state, group)
    found = Ways()
    more = {i: open_.best[i] for i in pauses(state, group, open_.best) if i not in free.best}
    found.best = dict(_ways_that_block_none(state, group, {**free.best, **more} if more else free.best))
    found.others = {i: way for i, way in free.others.items() if i in found.best}
    return found if more or len(found.best) < len(free.best) else free


def _ways_that_block_none(state: State, group: Group, ways: Mapping[int, Way]) -> Mapping[int, Way]:
    """§18.41: of ways those that do not keep others where they have to part."""
    if not has_camp(state, group.units) or not hexes_to_part(state):
        return ways
    return {i: way for i, way in ways.items() if why_not_block(state, group, i) is None}


def note_on(state: State, units: Sequence[str], place: str) -> str:
    """§18.41: what a planner should know of units that stop beside the other ally; empty where they do not."""
    if not state.board.is_hex(place) or not are_apart(state, place, {*units, *state.stacks.get(place, ())}):
        return ""
    return f"{name_of(state, units[0])} or the others there must go on before the phase ends (18.41)."
