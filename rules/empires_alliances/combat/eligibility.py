"""§13.1 to §13.5, §13.652, §21.33: which hexes may be attacked, and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.empires_alliances.combat.modifiers import is_weary
from rules.empires_alliances.combat.strength import (
    GUNS,
    LEAST,
    RANKS,
    attack_of,
    attack_strength,
    defence_of,
    is_allowed,
    kinds_among,
)
from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR, FOOT, TANK
from rules.empires_alliances.zones import fort_in, occupied_hexes, reaches
from rules.hexes.kept import kept
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal, Refused

NO_FOOT = Refusal("no-foot", "13.652", "At least one infantry or cavalry unit must take part in the attack.")
TOO_MANY_GUNS = Refusal(
    "too-many-guns", "13.652", "No more artillery and tanks than infantry and cavalry may take part in the attack."
)
LOW_ODDS = Refusal("odds-too-low", "13.641", "Attacks at less than 1-5 are not allowed.")


def why_not_attack(state: State, unit: str) -> Refusal | None:
    """§13.5, §13.85, §12.2, §21.33: why a unit cannot attack now, whatever stands beside it; None when it can."""
    now = state.units[unit]
    name = name_of(state, unit)
    if now.at in state.off_map:
        return Refusal("not-on-map", "13.2", f"{name} is not on the map.")
    if state.counter(unit).kind == AIR:
        return Refusal("supports", "13.652", "Aircraft support an attack and do not make it.")
    if now.shaken:
        return Refusal("demoralised", "13.85", f"{name} is demoralised and cannot attack.")
    if now.bound:
        return Refusal("bound", "12.2", f"{name} cannot attack any more in this segment.")
    if now.fought:
        return Refusal("fought", "13.5", f"{name} has attacked in this phase.")
    if is_weary(state, unit):
        return Refusal("low-morale", "21.33", f"{name} has low morale and may not attack.")
    return None


def check_may_attack(state: State, unit: str) -> None:
    """§13.5: refuse a unit that cannot attack now."""
    refusal = why_not_attack(state, unit)
    if refusal is not None:
        raise refusal.raised()


def check_attacker(state: State, unit: str, hex_: str) -> None:
    """§13.2: refuse a unit that may not attack this hex."""
    check_may_attack(state, unit)
    board = state.board
    a, b = board.index(state.units[unit].at), board.index(hex_)
    if b not in board.lattice.neighbours[a]:
        raise Refused("not-adjacent", "13.2", f"{name_of(state, unit)} is not adjacent to {hex_}.")
    if not reaches(state, a, b):
        raise Refused("over-water", "13.2", "No unit attacks across sea or a lake that is not frozen.")


def defenders_in(state: State, hex_: str) -> tuple[str, ...]:
    """§13.4, §13.5, §13.651: who is attacked in a hex: all ground units that were not yet; without any, aircraft."""
    units = state.stacks.get(hex_, ())
    ground = [u for u in units if state.counter(u).kind != AIR]
    if ground:
        return tuple(u for u in ground if not state.units[u].fought)
    return tuple(u for u in units if not state.units[u].fought)


def enemy_fort_in(state: State, hex_: str, side: str) -> str | None:
    """§13.2: the fort of the enemy's that stands in a hex."""
    fort = fort_in(state, hex_)
    if fort is None or state.allegiance.get(state.printed.forts[fort].nation) != FOE[side]:
        return None
    return fort


def falls_by_itself(state: State, hex_: str) -> bool:
    """§13.651: whether no ground unit holds a hex, so that it is taken without a die."""
    return all(state.counter(u).kind == AIR for u in state.stacks.get(hex_, ()))


def check_target(state: State, side: str, hex_: str) -> None:
    """§13.2, §13.5: refuse a hex that the side may not attack."""
    if state.stack_side(hex_) == FOE[side]:
        if not defenders_in(state, hex_):
            raise Refused("attacked-before", "13.5", "The units there have been attacked in this phase.")
    elif state.stack_side(hex_) == side or enemy_fort_in(state, hex_, side) is None:
        raise Refused("no-enemy", "13.2", "Neither enemy units nor an enemy fort are there.")


@kept
def able_beside(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """§13.2: the hexes that the side may attack, each with the units that may attack it, by number."""
    board, ids = state.board, state.board.lattice.ids
    enemies = occupied_hexes(state, FOE[side]) | _forts_of(state, FOE[side])
    found: dict[int, list[str]] = {}
    for a in sorted(occupied_hexes(state, side)):
        near = [b for b in board.lattice.neighbours[a] if b != OFF_BOARD and b in enemies]
        able: list[str] | None = None
        for b in near:
            if reaches(state, a, b):
                if able is None:
                    able = [u for u in state.stacks[ids[a]] if why_not_attack(state, u) is None]
                found.setdefault(b, []).extend(able)
    return {ids[b]: tuple(units) for b, units in sorted(found.items()) if _could(state, side, ids[b], units)}


def _forts_of(state: State, side: str) -> frozenset[int]:
    """§13.651: hexes in which a fort of the side stands without any unit."""
    found = set()
    for fort in state.forts:
        card = state.printed.forts[fort]
        if card.hex not in state.stacks and state.allegiance.get(card.nation) == side:
            found.add(state.board.index(card.hex))
    return frozenset(found)


def _could(state: State, side: str, hex_: str, units: Sequence[str]) -> bool:
    """§13.641, §13.652: whether some of these units could attack the hex."""
    ranks = kinds_among(state, units, RANKS)
    if not ranks:
        return False
    try:
        check_target(state, side, hex_)
    except Refused:
        return False
    defence = defence_of(state, defenders_in(state, hex_))
    foot = attack_of(state, ranks, hex_)
    return is_allowed(foot, defence) or is_allowed(foot + _best_guns(state, hex_, units, len(ranks)), defence)


def _best_guns(state: State, hex_: str, units: Sequence[str], most: int) -> int:
    """§13.652, §16.3: what artillery and tanks add at most, of which ``most`` may take part."""
    rooms = {nation: corps_of(state, units, nation) for nation in nations_of(state, units)}
    strengths = sorted(
        ((attack_strength(state, u, hex_), u) for u in kinds_among(state, units, GUNS)), key=lambda s: (-s[0], s[1])
    )
    found = 0
    for strength, unit in strengths:
        counter = state.counter(unit)
        if most and (counter.kind != TANK or rooms[counter.nation]):
            found, most = found + strength, most - 1
            rooms[counter.nation] -= counter.kind == TANK
    return found


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


def least_attack(defence: int) -> int:
    """§13.641: the least strength with which that may be attacked."""
    return max(1, -(-defence // LEAST))
