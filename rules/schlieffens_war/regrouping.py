"""§9.0 Reinforcements and regrouping."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.kernel.floods import connected
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Fitting, OneOf, SomeOf
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.wording import counted
from rules.schlieffens_war.chain_of_command import in_command
from rules.schlieffens_war.events.procedure import ActionReached
from rules.schlieffens_war.events.regrouping import CorpsWithdrawn, UnitReturned, UnitsRestored
from rules.schlieffens_war.events.setup import UnitPlaced
from rules.schlieffens_war.events.victory import MatchEnded
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.phases import BEF_TURN, SIXTH_ARMY_TURN, WITHDRAWAL_TURN
from rules.schlieffens_war.play import (
    Play,
    choices,
    close_phase,
    hex_in_play,
    listed,
    name_of,
    names_of,
    one_of,
    own,
    refused_by,
    some_of,
)
from rules.schlieffens_war.sides import BE, BR, ENTENTE, FR, GERMAN
from rules.schlieffens_war.stacking import is_overstacked, may_share
from rules.schlieffens_war.state import ELIMINATED, IN_SUPPLY, TURN_3, TURN_7, State, factor, is_on_map
from rules.schlieffens_war.supply import german_rails
from rules.schlieffens_war.zoc import in_ezoc, occupied, unnegated

REMOVING_FATIGUE, RESTORING, RETURNING = 1, 2, 3
"""§9.5: the three kinds of action, in the order in which they are made."""
WITHDRAWN_CORPS = 2
WITHDRAWN_FACTOR = 4
BEF_PORTS = ("Dunkirk", "Calais", "Boulogne")


def check_may_regroup(state: State, unit: str) -> None:
    """§9.5: only units in supply, in command and out of enemy zones regroup."""
    if not is_on_map(state, unit):
        raise Refused("not-on-map", "9.5", f"{name_of(state, unit)} is not on the map.")
    now = state.units[unit]
    if now.supply != IN_SUPPLY:
        raise Refused("out-of-supply", "9.5", f"{name_of(state, unit)} is not in supply.")
    if not in_command(state, unit):
        raise Refused("out-of-command", "9.5", f"{name_of(state, unit)} is not in command.")
    if in_ezoc(state, now.at, state.counter(unit).side):
        raise Refused("in-ezoc", "9.5", f"{name_of(state, unit)} stands in an enemy zone of control.")


def _too_late(action: int) -> Callable[[At[State]], Refusal | None]:
    """§9.5: why an action cannot be taken any more once a later one was."""
    refusal = Refusal(
        "too-late",
        "9.5",
        "Regrouping goes in order: fatigue, then steps, then returns. You have already passed that stage.",
    )
    return lambda at: refusal if at.state.phase.action > action else None


def _reach_action(play: Play, action: int) -> None:
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
        or not is_on_map(state, unit)
        or state.units[unit].steps == state.counter(unit).full
    ):
        raise Refused("not-reduced", "9.5", f"{name_of(state, unit)} is not a reduced corps.")
    if is_fatigued(state, unit):
        raise Refused("fatigued", "9.6", f"{name_of(state, unit)} is fatigued and cannot recover a step.")
    check_may_regroup(state, unit)


def _tired(state: State, seat: str) -> list[str]:
    return [u for u in state.on_map(seat) if is_fatigued(state, u)]


def _reduced(state: State, seat: str) -> list[str]:
    return [u for u in state.on_map(seat) if state.counter(u).is_corps and state.units[u].steps < state.counter(u).full]


def _refreshed(at: At[State], _: Choices) -> SomeOf:
    """§9.5: whose fatigue can be removed."""
    return some_of(lambda: _fit(at.state, _tired(at.state, at.seat), check_fatigue), own(at, check_fatigue))


def remove_fatigue(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.5, first action: take the fatigue markers off."""
    _reach_action(play, REMOVING_FATIGUE)
    play.change_morale(chosen.names("units"), +1, "9.5")


REMOVE_FATIGUE: Order[State] = Order(
    "remove_fatigue", "Remove fatigue", "9.5", remove_fatigue, (Slot("units", "units", _refreshed),),
    when=_too_late(REMOVING_FATIGUE), hand=lambda at: listed("units", _refreshed(at, NOTHING_CHOSEN)),
    form=True, weight=10,
)  # fmt: skip


def _restored(at: At[State], _: Choices) -> SomeOf:
    """§9.5: who can recover a step."""
    return some_of(lambda: _fit(at.state, _reduced(at.state, at.seat), check_restore), own(at, check_restore))


def restore(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.5, second action: reduced corps return to full strength and are fatigued by it."""
    _reach_action(play, RESTORING)
    play.emit(UnitsRestored(chosen.names("units")))


RESTORE: Order[State] = Order(
    "restore", "Restore to full strength", "9.5", restore, (Slot("units", "units", _restored),),
    when=_too_late(RESTORING), hand=lambda at: listed("units", _restored(at, NOTHING_CHOSEN)), form=True, weight=10,
)  # fmt: skip


def why_not(at: At[State]) -> JsonObject:
    """§9.5: why a unit that needs rest or men cannot have them, the first reason that holds."""
    state = at.state
    why: JsonObject = {}
    wants = ((REMOVE_FATIGUE, _tired, check_fatigue), (RESTORE, _reduced, check_restore))
    for order, needy, check in wants:
        if order.when(at) is not None:
            continue
        reason = own(at, check)
        for unit in needy(state, at.seat):
            refusal = reason(unit)
            if refusal is not None:
                why.setdefault(unit, refusal.json())
    return why


# --- returns (§9.5) -----------------------------------------------------------------------------------------------


def return_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§9.5, third action: the cities in which an eliminated unit may return."""
    c = state.counter(unit)
    if c.nation == BE:
        return ()
    # All that the rule looks at in a unit is its nation, what it weighs in a stack, and that it is mobile.
    alike = f"return.{c.nation}.{c.weight}.{c.kind == 'hq'}"
    kept: tuple[str, ...] | None = state.memo.get(alike)
    if kept is None:
        kept = state.memo[alike] = _return_hexes(state, unit)
    return kept


def _return_hexes(state: State, unit: str) -> tuple[str, ...]:
    nation, b = state.counter(unit).nation, state.printed.board
    side = state.counter(unit).side
    index = b.lattice.index
    if nation == BR:
        found = [h for h in _bef_ports(state) if _holds_bef_hq(state, h)]
    elif nation == FR:
        rails = _french_return_rails(state)
        found = [h for h in b.cities if b.country[h] == "FR" and index[h] in rails]
    else:
        found = [h for h in b.german_cities if index[h] in german_rails(state)]
    return tuple(
        h
        for h in sorted(found)
        if state.controller(h) == side
        and state.holder(h) in (None, side)
        and not in_ezoc(state, h, side)
        and not is_overstacked(state, (*state.stacks.get(h, ()), unit))
        and may_share(state, unit, h)
    )


def _bef_ports(state: State) -> list[str]:
    """§9.2, §9.5: Dunkirk, Calais and Boulogne, where the BEF lands and where its lost units return."""
    return [h for h in state.printed.board.ports if state.printed.board.name[h] in BEF_PORTS]


def _holds_bef_hq(state: State, hex_: str) -> bool:
    return any(state.counter(u).kind == "hq" and state.counter(u).nation == BR for u in state.stacks.get(hex_, ()))


def _french_return_rails(state: State) -> set[int]:
    """§9.5: rails free of enemies and their zones that leave by the west or south edge or reach a port outside them."""
    kept: set[int] | None = state.memo.get("return.french")
    if kept is None:
        b = state.printed.board
        closed = occupied(state, GERMAN) | unnegated(state, ENTENTE)
        gates = {b.lattice.index[h] for h in (b.west_edge | b.south_edge) & b.on_rail}
        gates |= {
            b.lattice.index[h] for h in b.ports if not in_ezoc(state, h, ENTENTE) and state.controller(h) == ENTENTE
        }
        kept = connected(b.rails, gates - closed, closed)
        state.memo["return.french"] = kept
    return kept


def check_eliminated(state: State, unit: str) -> None:
    """§9.5: refuse a unit that is not in the display of eliminated units."""
    if state.units[unit].at != ELIMINATED:
        raise Refused("not-eliminated", "9.5", f"{name_of(state, unit)} is not in the display of eliminated units.")


def _returning(at: At[State], _: Choices) -> OneOf:
    """§9.5: who can return."""
    state = at.state
    return one_of(
        lambda: [u for u in state.in_box(ELIMINATED, at.seat) if return_hexes(state, u)], own(at, check_eliminated)
    )


def _cities(at: At[State], chosen: Choices) -> OneOf:
    """§9.5: where the unit can return."""
    unit = chosen.name("unit")
    hexes = return_hexes(at.state, unit)

    def check(hex_: str) -> None:
        if hex_in_play(at.state, hex_) not in hexes:
            raise Refused(
                "wrong-place",
                "9.5",
                f"{name_of(at.state, unit)} cannot return in {at.state.printed.board.label(hex_)}.",
            )

    return OneOf(hexes, why=refused_by(check))


def return_unit(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.5, third action: a unit of the eliminated display comes back at full strength."""
    _reach_action(play, RETURNING)
    play.emit(UnitReturned(chosen.name("unit"), chosen.name("hex")))


RETURN: Order[State] = Order(
    "return", "Return to play", "9.5", return_unit, (Slot("unit", "unit", _returning), Slot("hex", "hex", _cities)),
    when=_too_late(RETURNING),
    hand=lambda at: choices(_returning(at, NOTHING_CHOSEN), lambda u: return_hexes(at.state, u)), form=True, weight=10,
)  # fmt: skip


# --- reinforcements (§9.1 to §9.3) --------------------------------------------------------------------------------


def reinforcement_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§9.2, §9.3: where a reinforcement may come in now."""
    b, at = state.printed.board, state.units[unit].at
    if at == TURN_3 and state.turn >= BEF_TURN:
        found = _bef_ports(state)
    elif at == TURN_7 and state.turn >= SIXTH_ARMY_TURN:
        found = [h for h in b.west_edge if not in_ezoc(state, h, ENTENTE)]
    else:
        return ()
    return tuple(
        h
        for h in sorted(found)
        if state.controller(h) == ENTENTE
        and state.holder(h) in (None, ENTENTE)
        and not is_overstacked(state, (*state.stacks.get(h, ()), unit))
        and may_share(state, unit, h)
    )


def _section_of(state: State, unit: str) -> str:
    return "9.2" if state.counter(unit).nation == BR else "9.3"


def check_waits(state: State, unit: str) -> None:
    """§9.1: refuse a unit that does not wait on the turn track."""
    if state.units[unit].at not in (TURN_3, TURN_7):
        raise Refused(
            "no-reinforcement", "9.1", f"{name_of(state, unit)} is not a reinforcement waiting on the turn track."
        )


def _arriving(at: At[State], _: Choices) -> OneOf:
    """§9.1: who can come in now."""
    state = at.state
    return one_of(
        lambda: [u for box in (TURN_3, TURN_7) for u in state.in_box(box, at.seat) if reinforcement_hexes(state, u)],
        own(at, check_waits),
    )


def _entries(at: At[State], chosen: Choices) -> OneOf:
    """§9.2, §9.3: where the unit can come in."""
    unit = chosen.name("unit")
    hexes = reinforcement_hexes(at.state, unit)

    def check(hex_: str) -> None:
        if hex_in_play(at.state, hex_) not in hexes:
            where = at.state.printed.board.label(hex_)
            raise Refused(
                "wrong-place", _section_of(at.state, unit), f"{name_of(at.state, unit)} cannot arrive at {where} now."
            )

    return OneOf(hexes, why=refused_by(check))


def reinforce(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.1 to §9.3: bring a unit that waits on the turn track onto the map."""
    unit = chosen.name("unit")
    play.emit(UnitPlaced(unit, chosen.name("hex"), _section_of(play.state, unit)))


REINFORCE: Order[State] = Order(
    "reinforce", "Bring in", "9.1", reinforce, (Slot("unit", "unit", _arriving), Slot("hex", "hex", _entries)),
    hand=lambda at: choices(_arriving(at, NOTHING_CHOSEN), lambda u: reinforcement_hexes(at.state, u)),
    form=True, weight=10,
)  # fmt: skip


# --- two corps for the east (§9.4) --------------------------------------------------------------------------------


def withdrawal_due(state: State, seat: str) -> bool:
    """§9.4: whether two German corps have still to leave for the east in this phase."""
    return seat == GERMAN and state.turn == WITHDRAWAL_TURN and not state.withdrawn


def can_withdraw(state: State, unit: str) -> bool:
    """§9.4: a German corps on the map in supply, at full strength, with a combat factor of 4."""
    c = state.counter(unit)
    return (
        c.side == GERMAN
        and c.is_corps
        and is_on_map(state, unit)
        and state.units[unit].supply == IN_SUPPLY
        and state.units[unit].steps == c.full
        and factor(state, unit) == WITHDRAWN_FACTOR
    )


def not_due(at: At[State]) -> Refusal | None:
    """§9.4: why nobody is sent to the east now."""
    if withdrawal_due(at.state, at.seat):
        return None
    return Refusal("nothing-due", "9.4", "No corps have to be withdrawn now.")


def check_fit_to_withdraw(state: State, unit: str) -> None:
    """§9.4: refuse a corps that the east would not take."""
    if not can_withdraw(state, unit):
        raise Refused(
            "unfit", "9.4", f"{name_of(state, unit)} is not a 4-strength corps in supply and at full strength."
        )


def _leaving(at: At[State], _: Choices) -> SomeOf:
    """§9.4: the corps that may leave, two of them."""
    why = own(at, check_fit_to_withdraw)
    fit = Fitting(lambda: [u for u in at.state.on_map(at.seat) if can_withdraw(at.state, u)], why, fit=True)
    two = Refusal("two-corps", "9.4", "Exactly two corps must leave for the east.")
    return SomeOf(fit, WITHDRAWN_CORPS, WITHDRAWN_CORPS, why=why, wrong_number=two)


def _leaving_hand(at: At[State]) -> JsonObject | None:
    able = _leaving(at, NOTHING_CHOSEN)
    return None if able.empty() else {"units": [*able.names], "count": WITHDRAWN_CORPS}


def withdraw(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.4: two corps leave for the eastern front for good."""
    play.emit(CorpsWithdrawn(chosen.names("units")))


WITHDRAW: Order[State] = Order(
    "withdraw", "Send to the east", "9.4", withdraw, (Slot("units", "units", _leaving),), when=not_due,
    hand=_leaving_hand, form=True, weight=500,
)  # fmt: skip


def refuse_withdrawal(play: Play, _: At[State], __: Choices) -> None:
    """§9.4, §4.5: not sending the two corps forfeits the game."""
    play.emit(MatchEnded(ENTENTE, "The Germans did not send two corps to the eastern front.", "4.5"))


REFUSE_WITHDRAWAL: Order[State] = Order(
    "refuse_withdrawal", "Refuse and lose the match", "4.5", refuse_withdrawal, when=not_due
)


# --- the end of the phase -----------------------------------------------------------------------------------------


def sixth_army_due(state: State, seat: str) -> list[str]:
    """§9.3: the units of the French 6th Army that come in now: all for which an open hex of the west edge has room."""
    if seat != ENTENTE or state.turn < SIXTH_ARMY_TURN:
        return []
    return [u for u in state.in_box(TURN_7, seat) if reinforcement_hexes(state, u)]


def unfinished(at: At[State]) -> Refusal | None:
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
    return f"{counted(due, 'unit')} of the 6th Army to place" if due else ""


END: Order[State] = Order(
    "end_phase", "Done regrouping", "5.0", close_phase, when=unfinished, greyed=True, note=_still_due, weight=10
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
