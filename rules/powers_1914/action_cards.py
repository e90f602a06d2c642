"""§3.15 Action cards: tactical advantage, and gas."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914.data import (
    ARTILLERY,
    INFANTRY,
    TROOPS,
    board,
    foe,
    piece,
    place_name,
    printed,
    the_place,
    unit_name,
)
from rules.powers_1914.events import GasUsed, TacticPlayed
from rules.powers_1914.play import Play, only, want_area, want_unit, want_word
from rules.powers_1914.state import POOL, State, of_kind


def tactics_left(state: State, side: str) -> int:
    """§3.15.1: tactical cards that the side has not laid this turn."""
    return printed().tactical - len(state.tactics[side])


def tactic(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.15.1: lay a tactical card in a field: +1 for all who attack there in this turn."""
    only(command, "area")
    area = want_area(command)
    side = play.state.seats[seat]
    if not tactics_left(play.state, side):
        raise Refused("cards-used", "3.15.1", "Both tactical cards have been laid this turn.")
    if area in play.state.tactics[side]:
        raise Refused("cards-used", "3.15.1", f"There is already a tactical card in {the_place(area)}.")
    play.emit(TacticPlayed(side, area))


def gassers(state: State, seat: str) -> dict[str, list[str]]:
    """§3.15.2: land units, one for each field they stand in, and the neighbouring fields with enemy land units."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    enemy = foe(state.seats[seat])
    for unit, now in state.units.items():
        if piece(unit).kind not in TROOPS or state.seat_of(unit) != seat or now.at == POOL or now.at in seen:
            continue
        seen.add(now.at)
        areas = [a for a in board().land[now.at] if state.troops(a, enemy)]
        if areas:
            found[unit] = areas
    return found


def gas(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.15.2: once a card in the whole game: as many enemy land units of a neighbouring field go as the die shows."""
    only(command, "unit", "area", "first")
    state = play.state
    if not may_gas_now(state):
        raise Refused("wrong-step", "3.15.2", "Gas cannot be used before the first turn.")
    unit = want_unit(command, state, seat)
    area = want_area(command)
    first = want_word(command, "first", TROOPS)
    side = state.seats[seat]
    if not state.gas[side]:
        raise Refused("cards-used", "3.15.2", "Your side has used both of its gas cards.")
    if piece(unit).kind not in TROOPS:
        raise Refused("not-a-land-unit", "3.15.2", f"{unit_name(unit)} cannot use gas.")
    if area not in board().land[state.units[unit].at]:
        raise Refused("not-adjacent", "3.15.2", f"{place_name(area)} is not a neighbouring land field.")
    troops = state.troops(area, foe(side))
    if not troops:
        raise Refused("no-such-target", "3.15.2", f"There are no enemy land units in {place_name(area)}.")
    draw, die = play.next_die()
    second = ARTILLERY if first == INFANTRY else INFANTRY
    order = [*of_kind(troops, first), *of_kind(troops, second)]
    play.emit(GasUsed(side, unit, area, draw, die, tuple(order[:die])))


def may_gas_now(state: State) -> bool:
    """§3.15.2: at any time from the first turn on, whoever decides just then."""
    return state.ended is None and not state.phase.key.endswith(".setup")


def tactic_offer(state: State, seat: str) -> list[JsonObject]:
    """§3.15.1: a tactical card that can be laid now."""
    side = state.seats[seat]
    left = tactics_left(state, side)
    if not left:
        return []
    laid: list[Json] = [*state.tactics[side]]
    return [{"kind": "tactic", "label": "Tactical advantage", "section": "3.15.1", "left": left, "laid": laid}]


def gas_offer(state: State, seat: str) -> list[JsonObject]:
    """§3.15.2: gas, beside every question and when others are asked; both sides see how many cards are left."""
    left = state.gas[state.seats[seat]]
    if not left or not may_gas_now(state):
        return []
    units: JsonObject = {u: [*areas] for u, areas in gassers(state, seat).items()}
    if not units:
        return []
    body: JsonObject = {"kind": "gas", "label": "Gas", "section": "3.15.2", "any_time": True}
    return [{**body, "left": left, "units": units}]
