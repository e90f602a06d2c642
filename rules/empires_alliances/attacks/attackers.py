"""§12.1, §13.2, §13.5, §13.652, §16.3: who may attack a hex, and in which company. Battles and overruns ask here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from rules.empires_alliances.attacks.strength import attack_strength, kinds_among
from rules.empires_alliances.countries.morale import has_low_morale
from rules.empires_alliances.play import name_of, place_name
from rules.empires_alliances.position.afloat import has_landed, is_afloat
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import AIR, FOOT, GUNS, RANKS, TANK
from rules.empires_alliances.printed.steps import ATTACKS
from rules.empires_alliances.restrictions.bans import why_advance_forbidden, why_attack_forbidden
from rules.empires_alliances.restrictions.endings import watch_limits, why_not_leave_watch
from rules.empires_alliances.restrictions.out_of_austria import why_not_beyond_border
from rules.empires_alliances.restrictions.western_allies import are_apart
from rules.empires_alliances.terrain.zones import reaches
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Limit, at_least, at_most, never_more

NO_FOOT = Refusal("no-foot", "13.652", "At least one infantry or cavalry unit must take part in the attack.")
TOO_MANY_GUNS = Refusal(
    "too-many-guns", "13.652", "No more artillery and tanks than infantry and cavalry may take part in the attack."
)
TANK_WITHOUT_CORPS = Refusal(
    "no-corps-for-tank", "16.3", "A tank can support an attack only next to an infantry corps of its country."
)
NO_ROAD = Refusal("no-road", "2.8", "Only trains cross that hexside.")
APART = Refusal("allies-apart", "18.41", "British and French units may not advance into the same hex there.")


# --- one unit -------------------------------------------------------------------------------------------------------


def why_not_attack(state: State, unit: str) -> Refusal | None:
    """§13.5, §13.85, §12.2, §11.72, §21.33: why a unit cannot attack now, whatever is beside it; None when it can."""
    now = state.units[unit]
    name = name_of(state, unit)
    if now.at in state.off_map and not is_afloat(state, unit):
        return Refusal("not-on-map", "13.2", f"{name} is not on the map.")
    if state.counter(unit).kind == AIR:
        return Refusal("supports", "13.652", "Aircraft can support an attack but not make one.")
    if now.shaken:
        return Refusal("demoralised", "13.85", f"{name} is demoralised and cannot attack.")
    if has_landed(state, unit):
        return Refusal("landed", "11.72", f"{name} landed this segment and cannot attack.")
    if now.bound:
        return Refusal("bound", "12.2", f"{name} cannot attack again this segment.")
    if now.fought:
        return Refusal("fought", "13.5", f"{name} has already attacked this phase.")
    if is_weary(state, unit):
        return Refusal("low-morale", "21.33", f"{name} has low morale and may not attack.")
    return None


def why_not_attack_hex(state: State, unit: str, hex_: str) -> Refusal | None:
    """§13.2, §11.72, §22.31: why a unit may not attack this hex; None when it may."""
    refusal = why_not_attack(state, unit)
    if refusal is not None:
        return refusal
    board = state.board
    if is_afloat(state, unit):
        return _why_not_from_sea(state, unit, hex_) or why_attack_forbidden(state, unit, board.index(hex_))
    a, b = board.index(state.units[unit].at), board.index(hex_)
    if b not in board.lattice.neighbours[a]:
        return Refusal("not-adjacent", "13.2", f"{name_of(state, unit)} is not adjacent to {hex_}.")
    if not reaches(state, a, b):
        return Refusal("over-water", "13.2", "Units cannot attack across the sea or a lake that is not frozen.")
    return why_attack_forbidden(state, unit, b)


def _why_not_from_sea(state: State, unit: str, hex_: str) -> Refusal | None:
    """§11.72: why a unit at sea may not attack a hex: it attacks the one that it invades, in the Combat Phase."""
    target = state.units[unit].sent
    if hex_ != target:
        return Refusal(
            "other-hex", "11.72", f"{name_of(state, unit)} invades {place_name(state, target)}, no other hex."
        )
    if state.phase.name != ATTACKS:
        return Refusal("not-yet", "11.72", f"{name_of(state, unit)} attacks in the Combat Phase.")
    return None


def check_attacker(state: State, unit: str, hex_: str) -> None:
    """§13.2: refuse a unit that may not attack this hex."""
    refusal = why_not_attack_hex(state, unit, hex_)
    if refusal is not None:
        raise refusal.raised()


def is_weary(state: State, unit: str) -> bool:
    """§21.33: whether low morale is in force for the country of a unit."""
    return has_low_morale(state, state.counter(unit).nation)


# --- units together -------------------------------------------------------------------------------------------------


def limits_of_attack(state: State, units: Sequence[str]) -> tuple[Limit, ...]:
    """§13.652, §16.3: what has to go together when some of these units attack."""
    ranks = frozenset(kinds_among(state, units, RANKS))
    found = [
        at_least(1, ranks, NO_FOOT),
        never_more(frozenset(kinds_among(state, units, GUNS)), ranks, TOO_MANY_GUNS),
    ]
    for nation in nations_of(state, kinds_among(state, units, frozenset((TANK,)))):
        tanks = frozenset(u for u in units if state.counter(u).kind == TANK and state.counter(u).nation == nation)
        corps = frozenset(u for u in units if is_corps_of(state, u, nation))
        found.append(never_more(tanks, corps, TANK_WITHOUT_CORPS))
    return tuple(found)


def nations_of(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """The countries of units, each once, in the order of the units."""
    return tuple(dict.fromkeys(state.counter(unit).nation for unit in units))


def is_corps_of(state: State, unit: str, nation: str) -> bool:
    """§16.3, §16.42: an infantry corps of a country; an American division counts as one (docs/rulings)."""
    counter = state.counter(unit)
    return counter.nation == nation and counter.kind in FOOT and not counter.half


def corps_of(state: State, units: Iterable[str], nation: str) -> int:
    """§16.3, §16.42: how many infantry corps of a country are among units."""
    return sum(is_corps_of(state, unit, nation) for unit in units)


def strongest_guns(state: State, hex_: str, units: Sequence[str]) -> tuple[str, ...]:
    """§13.652, §16.3: of these units the artillery and tanks that may attack beside the others, the strongest first."""
    most = len(kinds_among(state, units, RANKS))
    corps = {nation: corps_of(state, units, nation) for nation in nations_of(state, units)}
    found: list[str] = []
    for unit in sorted(kinds_among(state, units, GUNS), key=lambda u: (-attack_strength(state, u, hex_), u)):
        counter = state.counter(unit)
        if len(found) < most and (counter.kind != TANK or corps[counter.nation]):
            found.append(unit)
            corps[counter.nation] -= counter.kind == TANK
    return tuple(found)


# --- advance --------------------------------------------------------------------------------------------------------


def why_not_advance(state: State, unit: str, hex_: str) -> Refusal | None:
    """§13.9, §1.66, §2.8, §18.33, §18.43 and whatever else closes a hex: why a unit may not go into a hex that was
    cleared, and stay."""
    board, index, at = state.board, state.board.index(hex_), state.units[unit].at
    if at not in state.off_map and (board.index(at), index) in board.rail_links:
        return NO_ROAD
    return (
        why_not_beyond_border(state, (unit,), at, (index,))
        or why_advance_forbidden(state, unit, index)
        or why_not_leave_watch(state, (unit,), hex_)
    )


def limits_of_advance(state: State, hex_: str, units: Sequence[str]) -> tuple[Limit, ...]:
    """§18.33, §18.41: who may not go into a hex together, of units that each may go there."""
    return (*apart_in(state, hex_, units), *watch_limits(state, units, hex_))


def apart_in(state: State, hex_: str, units: Iterable[str]) -> tuple[Limit, ...]:
    """§18.41: British and French do not go into the same hex; limits that say so of every pair."""
    pairs = [pair for pair in combinations(units, 2) if are_apart(state, hex_, pair)]
    return tuple(at_most(1, frozenset(pair), APART) for pair in pairs)
