"""§9.0 Reinforcements and regrouping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.floods import connected
from rules.kernel.messages import JsonObject, Refused
from rules.schlieffens_war.chain_of_command import in_command
from rules.schlieffens_war.data import BE, BR, ENTENTE, FR, GERMAN
from rules.schlieffens_war.events import (
    ActionReached,
    CorpsWithdrawn,
    MatchEnded,
    UnitPlaced,
    UnitReturned,
    UnitsRestored,
)
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.play import Play, name_of, names_of, only, want_hex, want_unit, want_units
from rules.schlieffens_war.sequence import BEF_TURN, SIXTH_ARMY_TURN, WITHDRAWAL_TURN
from rules.schlieffens_war.stacking import is_overstacked, may_share
from rules.schlieffens_war.state import (
    ELIMINATED,
    IN_SUPPLY,
    TURN_3,
    TURN_7,
    State,
    board,
    counter,
    factor,
    is_on_map,
)
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
        raise Refused("not-on-map", "9.5", f"{name_of(unit)} is not on the map.")
    now = state.units[unit]
    if now.supply != IN_SUPPLY:
        raise Refused("out-of-supply", "9.5", f"{name_of(unit)} is not in supply.")
    if not in_command(state, unit):
        raise Refused("out-of-command", "9.5", f"{name_of(unit)} is not in command.")
    if in_ezoc(state, now.at, counter(unit).side):
        raise Refused("in-ezoc", "9.5", f"{name_of(unit)} stands in an enemy zone of control.")


def _reach_action(play: Play, action: int) -> None:
    reached = play.state.phase.action
    if reached > action:
        raise Refused(
            "too-late",
            "9.5",
            "Regrouping goes in order: fatigue, then steps, then returns. You have already passed that stage.",
        )
    if reached < action:
        play.emit(ActionReached(action))


def check_fatigue(state: State, unit: str) -> None:
    """§9.5, first action: a fatigued corps that may regroup."""
    if not is_fatigued(state, unit):
        raise Refused("not-fatigued", "9.5", f"{name_of(unit)} is not fatigued.")
    check_may_regroup(state, unit)


def check_restore(state: State, unit: str) -> None:
    """§9.5, second action, and §9.6: a reduced corps that is not fatigued."""
    if not counter(unit).is_corps or not is_on_map(state, unit) or state.units[unit].steps == counter(unit).full:
        raise Refused("not-reduced", "9.5", f"{name_of(unit)} is not a reduced corps.")
    if is_fatigued(state, unit):
        raise Refused("fatigued", "9.6", f"{name_of(unit)} is fatigued and cannot recover a step.")
    check_may_regroup(state, unit)


def remove_fatigue(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§9.5, first action: take the fatigue markers off."""
    only(command, "units")
    units = want_units(command, play.state, seat)
    _check_order(play, REMOVING_FATIGUE)
    for unit in units:
        check_fatigue(play.state, unit)
    _reach_action(play, REMOVING_FATIGUE)
    play.change_morale(units, +1, "9.5")


def restore(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§9.5, second action: reduced corps return to full strength and are fatigued by it."""
    only(command, "units")
    units = want_units(command, play.state, seat)
    _check_order(play, RESTORING)
    for unit in units:
        check_restore(play.state, unit)
    _reach_action(play, RESTORING)
    play.emit(UnitsRestored(units))


def _check_order(play: Play, action: int) -> None:
    if play.state.phase.action > action:
        _reach_action(play, action)


def return_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§9.5, third action: the cities in which an eliminated unit may return."""
    nation, b = counter(unit).nation, board()
    side = counter(unit).side
    index = b.lattice.index
    if nation == BE:
        return ()
    if nation == BR:
        found = [h for h in _bef_ports() if _holds_bef_hq(state, h)]
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
        and not is_overstacked((*state.stacks.get(h, ()), unit))
        and may_share(state, unit, h)
    )


def _bef_ports() -> list[str]:
    """§9.2, §9.5: Dunkirk, Calais and Boulogne, where the BEF lands and where its lost units return."""
    return [h for h in board().ports if board().name[h] in BEF_PORTS]


def _holds_bef_hq(state: State, hex_: str) -> bool:
    return any(counter(u).kind == "hq" and counter(u).nation == BR for u in state.stacks.get(hex_, ()))


def _french_return_rails(state: State) -> set[int]:
    """§9.5: rails free of enemies and their zones that leave by the west or south edge or reach a port outside them."""
    kept: set[int] | None = state.memo.get("return.french")
    if kept is None:
        b = board()
        closed = occupied(state, GERMAN) | unnegated(state, ENTENTE)
        gates = {b.lattice.index[h] for h in (b.west_edge | b.south_edge) & b.on_rail}
        gates |= {
            b.lattice.index[h] for h in b.ports if not in_ezoc(state, h, ENTENTE) and state.controller(h) == ENTENTE
        }
        kept = connected(b.rails, gates - closed, closed)
        state.memo["return.french"] = kept
    return kept


def return_unit(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§9.5, third action: a unit of the eliminated display comes back at full strength."""
    only(command, "unit", "hex")
    unit = want_unit(command, play.state, seat)
    hex_ = want_hex(command)
    _check_order(play, RETURNING)
    if play.state.units[unit].at != ELIMINATED:
        raise Refused("not-eliminated", "9.5", f"{name_of(unit)} is not in the display of eliminated units.")
    if hex_ not in return_hexes(play.state, unit):
        raise Refused("wrong-place", "9.5", f"{name_of(unit)} cannot return in {board().label(hex_)}.")
    _reach_action(play, RETURNING)
    play.emit(UnitReturned(unit, hex_))


def reinforcement_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§9.2, §9.3: where a reinforcement may come in now."""
    b, at = board(), state.units[unit].at
    if at == TURN_3 and state.turn >= BEF_TURN:
        found = _bef_ports()
    elif at == TURN_7 and state.turn >= SIXTH_ARMY_TURN:
        found = [h for h in b.west_edge if not in_ezoc(state, h, ENTENTE)]
    else:
        return ()
    return tuple(
        h
        for h in sorted(found)
        if state.controller(h) == ENTENTE
        and state.holder(h) in (None, ENTENTE)
        and not is_overstacked((*state.stacks.get(h, ()), unit))
        and may_share(state, unit, h)
    )


def reinforce(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§9.1 to §9.3: bring a unit that waits on the turn track onto the map."""
    only(command, "unit", "hex")
    unit = want_unit(command, play.state, seat)
    hex_ = want_hex(command)
    if play.state.units[unit].at not in (TURN_3, TURN_7):
        raise Refused("no-reinforcement", "9.1", f"{name_of(unit)} is not a reinforcement waiting on the turn track.")
    if hex_ not in reinforcement_hexes(play.state, unit):
        section = "9.2" if counter(unit).nation == BR else "9.3"
        raise Refused("wrong-place", section, f"{name_of(unit)} cannot arrive at {board().label(hex_)} now.")
    play.emit(UnitPlaced(unit, hex_, "9.2" if counter(unit).nation == BR else "9.3"))


def withdrawal_due(state: State, seat: str) -> bool:
    """§9.4: whether two German corps have still to leave for the east in this phase."""
    return seat == GERMAN and state.turn == WITHDRAWAL_TURN and not state.withdrawn


def can_withdraw(state: State, unit: str) -> bool:
    """§9.4: a German corps on the map in supply, at full strength, with a combat factor of 4."""
    c = counter(unit)
    return (
        c.side == GERMAN
        and c.is_corps
        and is_on_map(state, unit)
        and state.units[unit].supply == IN_SUPPLY
        and state.units[unit].steps == c.full
        and factor(state, unit) == WITHDRAWN_FACTOR
    )


def withdraw(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§9.4: two corps leave for the eastern front for good."""
    only(command, "units")
    units = want_units(command, play.state, seat)
    if not withdrawal_due(play.state, seat):
        raise Refused("nothing-due", "9.4", "No corps have to be withdrawn now.")
    if len(units) != WITHDRAWN_CORPS:
        raise Refused("two-corps", "9.4", "Exactly two corps must leave for the east.")
    for unit in units:
        if not can_withdraw(play.state, unit):
            raise Refused("unfit", "9.4", f"{name_of(unit)} is not a 4-strength corps in supply and at full strength.")
    play.emit(CorpsWithdrawn(units))


def refuse_withdrawal(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§9.4, §4.5: not sending the two corps forfeits the game."""
    only(command)
    if not withdrawal_due(play.state, seat):
        raise Refused("nothing-due", "9.4", "No corps have to be withdrawn now.")
    play.emit(MatchEnded(ENTENTE, "The Germans did not send two corps to the eastern front.", "4.5"))


def sixth_army_due(state: State, seat: str) -> list[str]:
    """§9.3: the units of the French 6th Army that come in now: all for which an open hex of the west edge has room."""
    if seat != ENTENTE or state.turn < SIXTH_ARMY_TURN:
        return []
    return [u for u in state.in_box(TURN_7, seat) if reinforcement_hexes(state, u)]


def check_done(state: State, seat: str) -> None:
    """§9.3, §9.4: the phase of turn 7 does not end before the 6th Army has come and the two corps have left."""
    due = sixth_army_due(state, seat)
    if due:
        raise Refused("sixth-army-first", "9.3", f"The French 6th Army arrives this turn: place {names_of(due)}.")
    if withdrawal_due(state, seat):
        raise Refused(
            "withdraw-first",
            "9.4",
            "Two corps must leave for the east before this phase ends. If you refuse, you lose the match.",
        )


def regroup_offers(state: State, seat: str) -> tuple[list[JsonObject], JsonObject]:
    """§9.5: what may be done in the phase, and why a needy unit may not (the first reason that holds)."""
    offers: list[JsonObject] = []
    why: JsonObject = {}
    reached = state.phase.action

    def fit(check: Callable[[State, str], None], units: Sequence[str]) -> list[str]:
        found = []
        for unit in units:
            try:
                check(state, unit)
            except Refused as refused:
                why.setdefault(unit, refused.refusal.json())
                continue
            found.append(unit)
        return found

    mine = list(state.on_map(seat))
    if reached <= REMOVING_FATIGUE:
        tired = fit(check_fatigue, [u for u in mine if is_fatigued(state, u)])
        if tired:
            offers.append({"kind": "remove_fatigue", "label": "Remove fatigue", "section": "9.5", "units": [*tired]})
    if reached <= RESTORING:
        reduced = [u for u in mine if counter(u).is_corps and state.units[u].steps < counter(u).full]
        able = fit(check_restore, reduced)
        if able:
            offers.append({"kind": "restore", "label": "Restore to full strength", "section": "9.5", "units": [*able]})
    back = {u: return_hexes(state, u) for u in state.in_box(ELIMINATED, seat)}
    if any(back.values()):
        choices: JsonObject = {u: [*h] for u, h in back.items() if h}
        offers.append({"kind": "return", "label": "Return to play", "section": "9.5", "choices": choices})
    new = {u: reinforcement_hexes(state, u) for u in (*state.in_box(TURN_3, seat), *state.in_box(TURN_7, seat))}
    if any(new.values()):
        arrivals: JsonObject = {u: [*h] for u, h in new.items() if h}
        offers.append({"kind": "reinforce", "label": "Bring in", "section": "9.1", "choices": arrivals})
    if withdrawal_due(state, seat):
        able_to_go = [u for u in mine if can_withdraw(state, u)]
        if len(able_to_go) >= WITHDRAWN_CORPS:
            offers.append(
                {
                    "kind": "withdraw",
                    "label": "Send to the east",
                    "section": "9.4",
                    "units": [*able_to_go],
                    "count": WITHDRAWN_CORPS,
                }
            )
        offers.append({"kind": "refuse_withdrawal", "label": "Refuse and lose the match", "section": "4.5"})
    return offers, why
