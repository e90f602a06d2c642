"""§5.0 What a player may regret to have left undone when their phase ends: what costs the match, or much of it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.messages import JsonObject
from rules.kernel.procedure.orders import At
from rules.kernel.procedure.phases import Phase
from rules.kernel.wording import capital, quantity
from rules.schlieffens_war.combat.declaring import counts_for_plan_xvii, targets_of
from rules.schlieffens_war.movement.orders import movers_of
from rules.schlieffens_war.play import names_of
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.phases import COMBAT, LAST_TURN, MOVEMENT, REGROUP
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.regrouping.orders import RESTORE, restorable
from rules.schlieffens_war.regrouping.reinforcements import REINFORCE, units_due
from rules.schlieffens_war.victory import PLAN_XVII_ATTACKS, german_city_falls, paris_falls

PLAN_XVII_REMINDER = 4
"""The turn from which a player is reminded of the attacks that §4.4 still wants."""


def left_undone(state: State, seat: str) -> list[JsonObject]:
    """§5.0: what a side could still do in its phase and would hardly leave on purpose; nothing in others' phases."""
    if state.active != seat:
        return []
    at = At(state, seat, state.phase)
    match state.phase.key:
        case key if key == Phase(seat, REGROUP).key:
            return [*_waiting(at)]
        case key if key == Phase(seat, MOVEMENT).key:
            return [*_losing(state, seat), *_without_moves(state, seat)]
        case key if key == Phase(seat, COMBAT).key:
            return [*_losing(state, seat), *_plan_xvii(state, seat)]
    return []


def _waiting(at: At[State]) -> Iterator[JsonObject]:
    """§9.1, §9.5: units that could come in, corps that could recover a step."""
    state, seat = at.state, at.seat
    if REINFORCE.open(at):
        yield _line(f"Reinforcements can still come in now: {names_of(state, units_due(state, seat))}.", "9.1")
    if RESTORE.open(at):
        able = quantity(len(restorable(state, seat)), "reduced corps", "reduced corps")
        yield _line(f"{capital(able)} could return to full strength now.", "9.5")


def _without_moves(state: State, seat: str) -> Iterator[JsonObject]:
    """§10.0: a whole phase without a move is more often a slip than a plan."""
    if movers_of(state, seat) and not any(state.units[u].spent for u in state.on_map(seat)):
        yield _line("None of your stacks has moved this phase.", "10.0") | {"late": True}


def _losing(state: State, seat: str) -> Iterator[JsonObject]:
    """§4.2, §4.3: a city in enemy hands with which the match ends when the turn does."""
    if state.turn >= LAST_TURN:
        return
    verdict = paris_falls(state) if seat == ENTENTE else german_city_falls(state) if seat == GERMAN else None
    if verdict is not None:
        yield _line(f"{verdict.reason} If that is still so when this turn ends, you lose.", verdict.section)


def _plan_xvii(state: State, seat: str) -> Iterator[JsonObject]:
    """§4.4: attacks into Germany that are still wanted, while one that counts can be made."""
    if seat != ENTENTE or state.turn < PLAN_XVII_REMINDER or state.plan_xvii >= PLAN_XVII_ATTACKS:
        return
    for target, units in targets_of(state, seat).items():
        if any(state.counter(u).is_corps and counts_for_plan_xvii(state, [u], target) for u in units):
            made = f"you have made {state.plan_xvii} of {PLAN_XVII_ATTACKS} attacks into Germany"
            text = f"Plan XVII: {made}. You lose if all of them are not made by the end of turn 7."
            yield _line(f"{text} You can make another now.", "4.4")
            return


def _line(text: str, section: str) -> JsonObject:
    return {"text": text, "section": section}
