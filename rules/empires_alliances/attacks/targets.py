"""§13.1 to §13.5, §13.652, §21.33: which hexes may be attacked, and by whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.empires_alliances.attacks.attackers import strongest_guns, why_not_attack, why_not_attack_hex
from rules.empires_alliances.attacks.strength import (
    LEAST,
    WHOLE,
    attack_of,
    defence_of,
    is_allowed,
    kinds_among,
    naval_support,
)
from rules.empires_alliances.play import Duty, place_name
from rules.empires_alliances.position.afloat import afloat_among, invaded_hexes, invaders_of
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR, RANKS
from rules.empires_alliances.restrictions.bans import why_attack_forbidden
from rules.empires_alliances.terrain.zones import fort_in, occupied_hexes, reaches
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal, Refused

LOW_ODDS = Refusal("odds-too-low", "13.641", "Attacks at less than 1-5 are not allowed.")


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
            raise Refused("attacked-before", "13.5", "The units there have already been attacked this phase.")
    elif state.stack_side(hex_) == side or enemy_fort_in(state, hex_, side) is None:
        raise Refused("no-enemy", "13.2", "There is no enemy unit or fort there.")


@kept
def able_beside(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """§13.2, §11.72: the hexes that the side may attack, each with the units that may attack it, by number."""
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
                found.setdefault(b, []).extend(u for u in able if why_attack_forbidden(state, u, b) is None)
    if state.active == side:
        for hex_ in invaded_hexes(state):
            b = board.index(hex_)
            able = [u for u in invaders_of(state, hex_) if why_not_attack_hex(state, u, hex_) is None]
            found.setdefault(b, []).extend(able)
    return {ids[b]: tuple(units) for b, units in sorted(found.items()) if units and _could(state, side, ids[b], units)}


def invasions_due(state: State, side: str) -> Iterator[Duty]:
    """§13.1, §11.72: why the Combat Phase cannot be ended: invaders must attack first, if they can."""
    able = able_beside(state, side) if invaded_hexes(state) else {}
    for hex_ in invaded_hexes(state):
        if hex_ in able:
            text = f"The units that invade {place_name(state, hex_)} must attack it."
            yield Duty(invaders_of(state, hex_), Refusal("must-attack", "13.1", text))


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
    guns = attack_of(state, strongest_guns(state, hex_, units), hex_)
    navy = naval_support(state, hex_, afloat_among(state, units)) * WHOLE
    return is_allowed(foot + navy, defence) or is_allowed(foot + guns + navy, defence)


def least_attack(defence: int) -> int:
    """§13.641: the least strength with which that may be attacked."""
    return max(1, -(-defence // LEAST))
