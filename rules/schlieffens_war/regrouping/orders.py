"""§9.5, §9.6 The Regroup Phase: its actions in their order, fatigue and lost steps, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.kernel.procedure.options import SomeOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity
from rules.schlieffens_war.command import in_command
from rules.schlieffens_war.facts.procedure import ActionReached
from rules.schlieffens_war.facts.regrouping import UnitsRestored
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.play import (
    Play,
    close_phase,
    name_of,
    names_of,
    own,
    some_of,
)
from rules.schlieffens_war.position.state import IN_SUPPLY, State
from rules.schlieffens_war.regrouping.eastern_front import WITHDRAWN_CORPS, withdrawal_due
from rules.schlieffens_war.regrouping.reinforcements import sixth_army_due
from rules.schlieffens_war.zoc import in_ezoc

REMOVING_FATIGUE, RESTORING, RETURNING = 1, 2, 3
"""§9.5: the three kinds of action, in the order in which they are made."""


def check_may_regroup(state: State, unit: str) -> None:
    """§9.5: only units in supply, in command and out of enemy zones regroup."""
    if not state.is_on_map(unit):
        raise Refused("not-on-map", "9.5", f"{name_of(state, unit)} is not on the map.")
    now = state.units[unit]
    if now.supply != IN_SUPPLY:
        raise Refused("out-of-supply", "9.5", f"{name_of(state, unit)} is not in supply.")
    if not in_command(state, unit):
        raise Refused("out-of-command", "9.5", f"{name_of(state, unit)} is not in command.")
    if in_ezoc(state, now.at, state.counter(unit).side):
        raise Refused("in-ezoc", "9.5", f"{name_of(state, unit)} is in an enemy zone of control.")


def too_late(action: int) -> Callable[[At[State]], Refusal | None]:
    """§9.5: why an action cannot be taken any more once a later one was."""
    refusal = Refusal(
        "too-late",
        "9.5",
        "Regrouping goes in order: fatigue, then steps, then returns. You have already passed that stage.",
    )
    return lambda at: refusal if at.state.phase.action > action else None


def reach_action(play: Play, action: int) -> None:
    """§9.5: from now on this action or a later one."""
    if play.state.phase.action < action:
        play.emit(ActionReached(action))


def _fit(state: State, units: Iterable[str], check: Callable[[State, str], None]) -> list[str]:
    """Those of some units that a check has nothing against."""
    why_not_ = refused_by(lambda unit: check(state, unit))
    return [u for u in units if why_not_(u) is None]


# --- fatigue and steps (§9.5, §9.6) -------------------------------------------------------------------------------


def check_fatigue(state: State, unit: str) -> None:
    """§9.5, first action: a fatigued corps that may regroup."""
    if not is_fatigued(state, unit):
        raise Refused("not-fatigued", "9.5", f"{name_of(state, unit)} is not fatigued.")
    check_may_regroup(state, unit)


def check_restore(state: State, unit: str) -> None:
    """§9.5, second action, and §9.6: a reduced corps that is not fatigued."""
    if (
        not state.counter(unit).is_corps
        or not state.is_on_map(unit)
        or state.units[unit].steps == state.counter(unit).full
    ):
        raise Refused("not-reduced", "9.5", f"{name_of(state, unit)} is not a reduced corps.")
    if is_fatigued(state, unit):
        raise Refused("fatigued", "9.6", f"{name_of(state, unit)} is fatigued and cannot recover a step.")
    check_may_regroup(state, unit)


def _tired_units(state: State, seat: str) -> list[str]:
    return [u for u in state.on_map(seat) if is_fatigued(state, u)]


def _reduced_corps(state: State, seat: str) -> list[str]:
    return [u for u in state.on_map(seat) if state.counter(u).is_corps and state.units[u].steps < state.counter(u).full]


def _who_rest(at: At[State], _: Choices) -> SomeOf:
    """§9.5: whose fatigue can be removed."""
    return some_of(lambda: _fit(at.state, _tired_units(at.state, at.seat), check_fatigue), own(at, check_fatigue))


def remove_fatigue(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.5, first action: take the fatigue markers off."""
    reach_action(play, REMOVING_FATIGUE)
    play.change_morale(chosen.names("units"), +1, "9.5")


REMOVE_FATIGUE: Order[State] = Order(
    "remove_fatigue", "Remove fatigue", "9.5", remove_fatigue,
    (Slot("units", "units", _who_rest, "Choose the units to rest"),), when=too_late(REMOVING_FATIGUE), weight=10,
)  # fmt: skip


def _who_recover(at: At[State], _: Choices) -> SomeOf:
    """§9.5: who can recover a step."""
    return some_of(lambda: restorable(at.state, at.seat), own(at, check_restore))


def restorable(state: State, seat: str) -> list[str]:
    """§9.5, second action: the corps that can recover a step."""
    return _fit(state, _reduced_corps(state, seat), check_restore)


def restore(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.5, second action: reduced corps return to full strength and are fatigued by it."""
    reach_action(play, RESTORING)
    play.emit(UnitsRestored(chosen.names("units")))


RESTORE: Order[State] = Order(
    "restore", "Restore to full strength", "9.5", restore,
    (Slot("units", "units", _who_recover, "Choose the corps to restore"),), when=too_late(RESTORING), weight=10,
)  # fmt: skip


def why_not(at: At[State]) -> JsonObject:
    """§9.5: why a unit that needs rest or men cannot have them, the first reason that holds."""
    state = at.state
    why: JsonObject = {}
    wants = ((REMOVE_FATIGUE, _tired_units, check_fatigue), (RESTORE, _reduced_corps, check_restore))
    for order, needy, check in wants:
        if order.when(at) is not None:
            continue
        reason = own(at, check)
        for unit in needy(state, at.seat):
            refusal = reason(unit)
            if refusal is not None:
                why.setdefault(unit, refusal.json())
    return why


def why_unfinished(at: At[State]) -> Refusal | None:
    """§9.3, §9.4: the phase of turn 7 does not end before the 6th Army has come and the two corps have left."""
    due = sixth_army_due(at.state, at.seat)
    if due:
        return Refusal(
            "sixth-army-first", "9.3", f"The French 6th Army arrives this turn: place {names_of(at.state, due)}."
        )
    if withdrawal_due(at.state, at.seat):
        return Refusal(
            "withdraw-first",
            "9.4",
            "Two corps must leave for the east before this phase ends. If you refuse, you lose the match.",
        )
    return None


def _still_due(at: At[State]) -> str:
    """§9.3, §9.4: what has to come or go before the phase can end."""
    if withdrawal_due(at.state, at.seat):
        return f"{WITHDRAWN_CORPS} corps must leave first"
    due = len(sixth_army_due(at.state, at.seat))
    return f"{quantity(due, 'unit')} of the 6th Army to place" if due else ""


END: Order[State] = Order(
    "end_phase",
    "Done regrouping",
    "5.0",
    close_phase,
    when=why_unfinished,
    greyed=True,
    note=_still_due,
    weight=10,
    hand=lambda _: {"warns": True},
)


def own_hexes(state: State, side: str) -> list[str]:
    """§6.6: where the units stand of which the phase would tell something if it passed by itself."""
    return [h for h in state.hexes if state.holder(h) == side]


def words(at: At[State]) -> tuple[str, str]:
    """What the player is asked; while §9.4 wants two corps, nothing else is as urgent."""
    if withdrawal_due(at.state, at.seat):
        return (
            "Send two corps to the east",
            "Choose two 4-strength corps, supplied and at full strength, to leave for good. If you refuse, you lose "
            "the match.",
        )
    return "Regroup your armies", "Remove fatigue first, then restore lost steps, then return lost units."
