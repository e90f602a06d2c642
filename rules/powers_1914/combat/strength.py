"""§3.3.5 to §3.3.11: what changes a die in a single fight, for the attacker and the defender."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.kernel.messages import JsonObject
from rules.powers_1914.economy.money import RUSSIA
from rules.powers_1914.position.state import Modifier, State
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, GENERAL, INFANTRY, SHIP, TROOPS, foe

DEFENCE = 3
ENCIRCLED = -5
SIDES_TO_ENCIRCLE = 2
PRISONERS = 6
CAPTURABLE = (INFANTRY, ARTILLERY, SHIP)
"""§3.3.11: aircraft and generals cannot be captured."""


def attack_modifiers(
    state: State, attackers: Sequence[str], unit: str, area: str, capture: bool
) -> tuple[Modifier, ...]:
    """§3.3: what changes the die of an attacking unit in the battle for a field."""
    side = state.side_of(unit)
    found: list[Modifier] = []
    if outnumbers(state, attackers, area, foe(side)):
        found.append(Modifier("Two to one", "3.3.5", 1))
    found += _aircraft(state, unit, area)
    found += _own(state, unit, state.generals(area, side))
    found += tactics(state, side, area)
    origin = state.units[unit].start or _risen_in(state)
    if origin and is_encircled(state, origin, side, state.piece(unit).kind):
        found.append(Modifier(f"Encircled in {state.names.the_place(origin)}", "3.3.9", ENCIRCLED))
    if capture:
        found.append(Modifier("Trying to capture", "3.3.11", -1))
    return tuple(found)


def tactics(state: State, side: str, area: str) -> list[Modifier]:
    """§3.15.1: +1 for each tactical card that the attackers' side has laid in a field."""
    cards = state.tactics[side].count(area)
    return [Modifier("Tactical advantage", "3.15.1", cards)] if cards else []


def _risen_in(state: State) -> str:
    """§3.3.9, §3.14.10: units that appeared in the field for which they fight stand in it, and nowhere else."""
    return state.battle.area if state.battle is not None and state.battle.rising else ""


def defence_modifiers(state: State, unit: str, area: str, capture: bool) -> tuple[Modifier, ...]:
    """§3.3: what changes the die of a defending unit."""
    side = state.side_of(unit)
    found: list[Modifier] = []
    if state.piece(unit).kind in TROOPS:
        found.append(Modifier("Land unit defending", "3.3.7", DEFENCE))
    found += _aircraft(state, unit, area)
    found += _own(state, unit, state.generals(area, side))
    if is_encircled(state, area, side, state.piece(unit).kind):
        found.append(Modifier("Encircled", "3.3.9", ENCIRCLED))
    if capture:
        found.append(Modifier("Trying to capture", "3.3.11", -1))
    return tuple(found)


def duel_modifiers(state: State, attacker: str, target: str) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """§3.3.14: of a ship and a gun on neighbouring fields neither is encircled, outnumbered or captured.

    A tactical card in the field that is attacked helps whoever attacks it (§3.15.1).
    """
    ours, theirs = _in_duel(state, attacker), _in_duel(state, target)
    ours += tactics(state, state.side_of(attacker), state.units[target].at)
    if state.piece(target).kind in TROOPS:
        theirs.insert(0, Modifier("Land unit defending", "3.3.7", DEFENCE))
    return tuple(ours), tuple(theirs)


def _in_duel(state: State, unit: str) -> list[Modifier]:
    area, side = state.units[unit].at, state.side_of(unit)
    return [*_aircraft(state, unit, area), *_own(state, unit, state.generals(area, side))]


def _aircraft(state: State, unit: str, area: str) -> list[Modifier]:
    """§3.3.6: +1 for the units of a player who has aircraft in the field, those too that do not take part.

    Of generals alone it is said that they help an ally's units as well.
    """
    seat = state.seat_of(unit)
    mine = any(state.seat_of(u) == seat for u in state.aircraft(area, state.side_of(unit)))
    return [Modifier("Aircraft", "3.3.6", 1)] if mine else []


def _own(state: State, unit: str, generals: Iterable[str]) -> list[Modifier]:
    """§3.3.8, §3.3.10, §3.3.11, §3.14.3: what a unit brings with it, attacking or defending."""
    p = state.piece(unit)
    found: list[Modifier] = []
    level = state.level(p.nation, p.kind)
    if level and p.kind != ARTILLERY:
        found.append(Modifier("Modernised", "3.3.8", level))
    for general in generals:
        chief = state.printed.general(general)
        if chief.helps == p.kind and p.kind != ARTILLERY:
            found.append(Modifier(chief.name, "3.3.10", chief.bonus))
    return [*found, *fortunes(state, unit)]


def fortunes(state: State, unit: str) -> list[Modifier]:
    """§3.3.11, §3.14.3: what is said of all units of a side, or of all Russian ones, in combat."""
    found: list[Modifier] = []
    if state.captured[state.side_of(unit)] >= PRISONERS:
        found.append(Modifier("Six infantry captured", "3.3.11", 1))
    if state.piece(unit).nation == RUSSIA and state.revolution >= state.turn:
        found.append(Modifier("Revolution", "3.14.3", -1))
    return found


def outnumbers(state: State, attackers: Sequence[str], area: str, enemy: str) -> bool:
    """§3.3.5: two attackers or more for each defender; aircraft count only where there is nothing else."""
    arms = (SHIP,) if state.printed.board.is_sea(area) else TROOPS
    ours, theirs = state.of_kind(attackers, *arms), state.of_kind(state.units_of(area, enemy), *arms)
    if not ours:
        ours = state.of_kind(attackers, AIRCRAFT)
        theirs = [u for u in state.units_of(area, enemy) if state.piece(u).kind != GENERAL]
    return bool(theirs) and len(ours) >= 2 * len(theirs)


def is_encircled(state: State, area: str, side: str, kind: str) -> bool:
    """§3.3.9: enemies on all sides, two at least: by land for land units, by sea for ships, neutrals left out."""
    board = state.printed.board
    if kind == AIRCRAFT or board.is_sea(area) != (kind == SHIP):
        return False
    enemy = foe(side)
    sides = 0
    for near in board.seas[area] if kind == SHIP else board.land[area]:
        if holds(state, near, enemy, kind):
            sides += 1
        elif kind == SHIP or not state.is_neutral(near):
            return False
    return sides >= SIDES_TO_ENCIRCLE


def holds(state: State, area: str, enemy: str, kind: str) -> bool:
    """§3.3.9: whether enemies are in a field, or were there before they went into the battle.

    A field that they only passed on their way is not held.
    """
    if state.ships(area, enemy) if kind == SHIP else state.troops(area, enemy):
        return True
    frame = state.battle
    if frame is None or frame.side != enemy:
        return False
    arms = (SHIP,) if kind == SHIP else TROOPS
    return any(state.units[u].start == area for u in state.of_kind(frame.attackers, *arms))


def chances(attack: int, defence: int) -> JsonObject:
    """Of the 36 throws of two dice: how many the attacker wins, ties and loses with these modifiers."""
    won = sum(1 for a in range(1, 7) for d in range(1, 7) if a + attack > d + defence)
    tied = sum(1 for a in range(1, 7) for d in range(1, 7) if a + attack == d + defence)
    return {"win": won, "tie": tied, "lose": 36 - won - tied, "of": 36}
