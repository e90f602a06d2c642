"""§10.7 Advance after combat: into the hex that was vacated, and on from it with shock troops or tanks."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.chits_played.massacre import go_on as go_on_in_van
from rules.great_war.combat.battle import counted_on, is_vacated, stop_in
from rules.great_war.facts.combat import BattleEnded, StageReached, UnitsAdvanced
from rules.great_war.movement.out_of_reach import not_open
from rules.great_war.play import NO_UNITS, Play, own, place_name
from rules.great_war.position.control import barred_hexes, forts, occupied_hexes
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import GO_ON
from rules.great_war.restrictions import first_turns
from rules.great_war.restrictions.after_surrender import what_is_lost
from rules.great_war.restrictions.event_bans import cut_off
from rules.great_war.restrictions.national import off_limits_of, over_cap, why_off_limits
from rules.great_war.restrictions.near_east import at_peace
from rules.great_war.stacking import why_too_many
from rules.great_war.turn.weather import steps_from, weather_on
from rules.great_war.units.shock import is_shock
from rules.hexes.choosing import some_of
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

MARCH_1919 = 48
"""§10.72: the turn after which Allied tanks advance two hexes."""


def why_not_advance(state: State, unit: str, target: str) -> Refusal | None:
    """§10.71, §19.56: why a unit may not advance into a hex: ground that it could not enter by operational movement, or
    a turn on which it does not move."""
    stays = first_turns.why_not_move(state, unit)
    if stays is not None:
        return stays
    board, counter = state.printed.board, state.counter(unit)
    b = board.index[target]
    if b in board.alpine and counter.kind != "mountain":
        return Refusal("alpine", "10.71", "Only mountain units may enter alpine hexes.")
    if b in barred_hexes(state, state.side(unit)):
        return not_open(state, state.side(unit), b)
    if b in off_limits_of(state, [unit]):
        return why_off_limits(state, [unit], b)
    return why_not_into(state, [unit], target)


def why_not_into(state: State, units: Sequence[str], target: str) -> Refusal | None:
    """§17.21, §17.31: why these units may not go into a hex together: enough of their nation are there already."""
    i = state.printed.board.index[target]
    return next((refusal for area, refusal in over_cap(state, units) if i in area), None)


def advancers(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§10.71: the attackers that may advance into the hex, once it is empty."""
    if not frame.may_advance or not is_vacated(state, frame.target, frame.side):
        return ()
    return tuple(u for u in counted_on(state, frame.attackers) if why_not_advance(state, u, frame.target) is None)


def who_may_advance(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.71: the attacker, if anyone may advance."""
    return (Ask(frame.side, serial=frame.target),) if advancers(state, frame) else ()


def _units(at: At[State], _: Choices) -> SomeOf:
    frame: BattleFrame = at.frame
    fit = advancers(at.state, frame)

    def check(state: State, unit: str) -> None:
        if unit not in fit:
            raise Refused("cannot-advance", "10.71", "Only surviving attackers may advance.")

    return some_of(lambda: fit, own(at, check), NO_UNITS)


def _fits(at: At[State], chosen: Choices) -> None:
    frame: BattleFrame = at.frame
    check_room(at.state, chosen.names("units"))
    refusal = why_not_into(at.state, chosen.names("units"), frame.target)
    if refusal is not None:
        raise refusal.raised()


def check_room(state: State, units: Sequence[str]) -> None:
    """§10.71, §7.23: refuse more than a hex holds."""
    refusal = why_too_many(state, units)
    if refusal is not None:
        raise refusal.raised("10.71")


def advance(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.71, §15.63: attackers enter the hex; headquarters that are alone there fall."""
    frame: BattleFrame = at.frame
    units = chosen.names("units")
    play.enter([frame.target], frame.side, units)
    play.emit(UnitsAdvanced(frame.side, units, frame.target))
    stop_in(play, units, frame.target)
    play.emit(StageReached(GO_ON))


def _if_all_leave(at: At[State]) -> str:
    """§16.62C: what is lost if all of them advance out of Constantinople; empty for nothing."""
    lost = what_is_lost(at.state, advancers(at.state, at.frame))
    return f"If all of them advance: {lost}" if lost else ""


ADVANCE: Order[State] = Order(
    "advance", "Advance", "10.71", advance, (Slot("units", "units", _units, "Choose who advances"),), limits=_fits,
    weight=3, help=_if_all_leave,
)  # fmt: skip


def hold(play: Play, _: At[State], __: Choices) -> None:
    """§10.71: no unit has to advance."""
    play.emit(BattleEnded())


HOLD: Order[State] = Order("hold", "Stay where you are", "10.71", hold)


def over(play: Play, frame: BattleFrame) -> None:
    """§10.34: the attack is over. §6.8: in Van it may begin again."""
    play.emit(BattleEnded())
    if play.state.near_east.rising:
        go_on_in_van(play, *frame.defenders)


# --- a second hex (§10.72) --------------------------------------------------------------------------------------------


def further(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§10.72: the shock troops that have advanced and may go on, unless the ground of the first hex or aircraft (§6.3)
    end it."""
    board = state.printed.board
    i = board.index[frame.target]
    weather = weather_on(state, board.front[i])
    if frame.retreated or frame.looted or state.printed.charts.terrain[board.terrain[i]].ends_advance(weather):
        return ()
    stopped = state.near_east.stopped
    here = (u for u in frame.advanced if state.units[u].at == frame.target and u not in stopped)
    return tuple(u for u in here if _goes_on(state, u))


def _goes_on(state: State, unit: str) -> bool:
    """§10.72: shock troops, and Allied tanks after March 1919."""
    late = state.side(unit) == ALLIED and state.counter(unit).kind == "tank"
    return is_shock(state, unit) or (late and state.turn > MARCH_1919)


def open_hexes(state: State, frame: BattleFrame) -> tuple[str, ...]:
    """§10.72, §8.34: adjacent empty hexes without a fort that are not alpine.

    Who goes on is German, or a tank in the west: of §17.2, §17.3 and §15.25 only §17.4 forbids these a hex beside one
    of theirs, and in the Near East alone.
    """
    board, enemy = state.printed.board, foe(frame.side)
    shut = occupied_hexes(state, enemy) | occupied_hexes(state, frame.side) | forts(state, enemy) | board.alpine
    shut |= barred_hexes(state, frame.side) | cut_off(state, board.index[frame.target])
    shut = shut.union(*(area for area, _ in at_peace(state, frame.advanced)))
    if state.printed.near_east is not None:
        shut |= off_limits_of(state, frame.advanced)
    return tuple(sorted(board.ids[b] for b in steps_from(state, board.index[frame.target]) if b not in shut))


def asked_on(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.72: the attacker, as long as anyone may go on; those who have gone need not all go to one hex."""
    if not further(state, frame) or not open_hexes(state, frame):
        return ()
    gone = sum(state.units[u].at != frame.target for u in frame.advanced)
    return (Ask(frame.side, serial=f"{frame.target}.on{f'.{gone}' if gone else ''}"),)


def _further(at: At[State], _: Choices) -> SomeOf:
    frame: BattleFrame = at.frame
    fit = further(at.state, frame)

    def check(state: State, unit: str) -> None:
        if unit not in fit:
            raise Refused(
                "cannot-advance",
                "10.72",
                "Only shock troops, and Allied tanks after March 1919, may advance a second hex.",
            )

    return some_of(lambda: fit, own(at, check), NO_UNITS)


def _next(at: At[State], _: Choices) -> OneOf:
    return OneOf(open_hexes(at.state, at.frame))


def go_on(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.72: shock troops or tanks go on one hex. Each goes where it may: others can still go on to another hex."""
    frame: BattleFrame = at.frame
    play.enter([chosen.name("hex")], frame.side, chosen.names("units"))
    play.emit(UnitsAdvanced(frame.side, chosen.names("units"), chosen.name("hex")))
    stop_in(play, chosen.names("units"), chosen.name("hex"))


GO_FURTHER: Order[State] = Order(
    "go_on", "Advance one more hex", "10.72", go_on,
    (Slot("units", "units", _further, "Choose who advances further"), Slot("hex", "hex", _next, "Choose where")),
)  # fmt: skip


def words(at: At[State]) -> tuple[str, str]:
    """§10.71: the hex that was vacated."""
    frame: BattleFrame = at.frame
    return f"Advance into {place_name(at.state, frame.target)}?", "Any of the attackers may advance, or none."
