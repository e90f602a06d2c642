"""§6.46, §6.64 British units that leave the Near East: for the Libyan Revolt, and for the Kaiserschlacht in the west.

The Allies name them one by one. What is offered can always be made up to the number that is asked for, or to the
nearest below it; of all ways to do so those are taken that come from where the rule looks first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.great_war.chits_played.answers import NOT_DRAWN, end_answer, wait_for, waiting_effect
from rules.great_war.facts.chits import EventLasts
from rules.great_war.facts.withdrawals import OffensiveBegan, UnitWithdrawn, WithdrawalDue
from rules.great_war.play import Play, name_of, place_name
from rules.great_war.position.boxes import box_there
from rules.great_war.position.letters import after
from rules.great_war.position.state import AVAILABLE, DEAD, PhaseFrame, State
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.fronts import EGYPT, IRAQ
from rules.great_war.printed.nations import ALLIED
from rules.great_war.printed.phases import LEAVING
from rules.great_war.restrictions.event_bans import TURNS
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity

LIBYA, OFFENSIVE = "libyan-revolt", "kaiserschlacht-near-east"
PLACES = {LIBYA: (EGYPT, AVAILABLE, IRAQ), OFFENSIVE: (EGYPT, IRAQ, AVAILABLE, DEAD)}
"""§6.46, §6.64: where units are taken from, in this order."""
FACTORS = {LIBYA: (3, 0), OFFENSIVE: (9, 3)}
"""§6.46, §6.64: attack factors, and how many of them of cavalry."""
AWAY_STRATEGIC_TURNS = 3
"""§6.46: strategic turns until they return."""
JANUARY_1918, JULY_1918 = 37, 42
"""§6.64: the turns on which the offensive is played."""
LEAVING_ANYHOW = "6.11"
"""§6.46: the chit whose units are not taken."""
BOXES = {AVAILABLE: "the Available Units Box", DEAD: "the dead pile"}

NOT_DUE = {
    LIBYA: Refusal(
        "not-due", "6.46",
        "British combat units go, from Egypt first, then from the box and from Iraq, and no more than are due.",
    ),
    OFFENSIVE: Refusal(
        "not-due", "6.64",
        "British combat units go, from Egypt first, then from Iraq, box and dead pile, and no more than are due.",
    ),
}  # fmt: skip
"""By effect why a unit is not among those that go."""

Need = tuple[int, int]
"""§6.64: attack factors that are due, and how many of them of cavalry."""
Sums = tuple[int, ...]
"""Factors by place."""


# --- what the events do -----------------------------------------------------------------------------------------------


def revolt(play: Play, chit: Chit) -> None:
    """§6.46: three factors go, if there are any."""
    _ask(play, chit)


def kaiserschlacht(play: Play, chit: Chit) -> None:
    """§6.64: from the beginning of 1918 it is played as it is drawn; before, it waits."""
    if play.state.turn >= JANUARY_1918:
        strike(play, chit)


def comes_due(play: Play, _: PhaseFrame) -> bool:
    """§6.64: an offensive that was drawn before 1918 is played as its first Event Phase begins. Says whether it was."""
    state = play.state
    if OFFENSIVE not in state.chits["central.play"] or state.turn < JANUARY_1918:
        return False
    strike(play, state.printed.chits.events[OFFENSIVE])
    return True


def strike(play: Play, chit: Chit) -> None:
    """§6.64: British attacks suffer on three turns, of which this is the first, and nine factors leave for good."""
    play.emit(OffensiveBegan(chit.id))
    play.emit(EventLasts(chit.effect, play.state.turn + TURNS - 1))
    _ask(play, chit)


def _ask(play: Play, chit: Chit) -> None:
    need = FACTORS[chit.effect]
    if units_to_name(play.state, chit.effect, need):
        play.emit(WithdrawalDue(chit.id, *need))
        wait_for(play, chit, ALLIED)


def begins_with_offensive(state: State) -> bool:
    """§21.63, §21.67: whether the scenario begins as the offensive in the west does."""
    return OFFENSIVE in state.card.lasting


def set_aside(play: Play, _: PhaseFrame) -> None:
    """§21.63: when the British are set up, they name what the offensive takes."""
    if begins_with_offensive(play.state):
        _ask(play, play.state.printed.chits.events[OFFENSIVE])


# --- who may go -------------------------------------------------------------------------------------------------------


def may_go(state: State, unit: str, effect: str) -> bool:
    """§6.46, §6.64, §3.26: British combat units with an attack factor, of which the South Persia Rifles are none; for
    Libya none that leaves by another event."""
    counter = state.counter(unit)
    if counter.people != "BR" or not counter.is_combat or not state.face(unit).attack:
        return False
    if effect == OFFENSIVE:
        return True
    return all(unit not in c.units for c in state.printed.chits.events.values() if c.section == LEAVING_ANYHOW)


def place_of(state: State, unit: str) -> str:
    """§6.46: the front or the box where a unit is."""
    at, board = state.units[unit].at, state.printed.board
    if at == box_there(state):
        return AVAILABLE
    return board.front[board.index[at]] if at in board.index else at


def by_place(state: State, effect: str) -> list[tuple[str, ...]]:
    """§6.46, §6.64: the units that may go, place by place in the order of the rule."""
    mine = [
        u
        for u in (*state.on_map(ALLIED), *state.boxes[box_there(state)], *state.boxes[DEAD])
        if may_go(state, u, effect)
    ]
    return [tuple(u for u in mine if place_of(state, u) == place) for place in PLACES[effect]]


def figures(state: State, unit: str) -> Need:
    """§6.64: a unit's attack factors, and those of them that are cavalry's."""
    factors = state.face(unit).attack
    return factors, factors if state.counter(unit).kind == "cavalry" else 0


def units_to_name(state: State, effect: str, need: Need) -> tuple[str, ...]:
    """§6.46, §6.64: the units that may be named now: those with which the best that can be done still is."""
    places = by_place(state, effect)
    lots = [[figures(state, u) for u in units] for units in places]
    goal = best(lots, need)
    if not any(goal[2]):
        return ()
    found = []
    for n, units in enumerate(places):
        fits: dict[Need, bool] = {}
        for unit in units:
            mine = figures(state, unit)
            if mine not in fits:
                fits[mine] = mine[0] <= need[0] and _with(lots, n, mine, need) == goal
            if fits[mine]:
                found.append(unit)
    return tuple(found)


def _with(lots: list[list[Need]], place: int, mine: Need, need: Need) -> tuple[int, int, Sums]:
    """The best that can be done with one unit of a place among those that go."""
    left = [list(lot) for lot in lots]
    left[place].remove(mine)
    riders, total, sums = best(left, (need[0] - mine[0], max(0, need[1] - mine[1])))
    rode = min(need[1], mine[1])
    with_mine = tuple(number + (mine[0] if n == place else 0) for n, number in enumerate(sums))
    return riders + rode, total + mine[0], with_mine


def best(lots: Iterable[Iterable[Need]], need: Need) -> tuple[int, int, Sums]:
    """§6.46, §6.64: the most that units of some places come to without going beyond what is due: first of its cavalry,
    then in all, and then from the places in their order."""
    due, riders = need
    reached: set[tuple[int, int, Sums]] = {(0, 0, ())}
    for lot in lots:
        now = {(rode, total, 0) for rode, total in _sums(lot, need)}
        reached = {
            (min(riders, rode + more), total + extra, (*sums, extra))
            for rode, total, sums in reached
            for more, extra, _ in now
            if total + extra <= due
        }
    return max(reached)


def _sums(lot: Iterable[Need], need: Need) -> set[Need]:
    """What units of one place can come to: factors of cavalry, as far as they are due, and in all."""
    due, riders = need
    found: set[Need] = {(0, 0)}
    for factors, mounted in lot:
        found |= {(min(riders, rode + mounted), total + factors) for rode, total in found if total + factors <= due}
    return found


# --- the order --------------------------------------------------------------------------------------------------------


def _units(at: At[State], _: Choices) -> OneOf:
    state, effect = at.state, waiting_effect(at.state)
    found = units_to_name(state, effect, state.near_east.owed) if effect in PLACES else ()
    if state.phase.key == LEAVING:
        found = tuple(u for u in found if _fits_the_list(state, u))
    return OneOf(found, why=lambda _: NOT_DUE.get(effect), labels=dict(_labels(state, found)))


def _fits_the_list(state: State, unit: str) -> bool:
    """§21.63: the scenario takes three factors of cavalry and six of infantry, neither more."""
    due, riders = state.near_east.owed
    factors, mounted = figures(state, unit)
    return mounted <= riders if mounted else factors <= due - riders


def _labels(state: State, units: Iterable[str]) -> Iterator[tuple[str, str]]:
    for unit in units:
        at = state.units[unit].at
        where = BOXES.get(place_of(state, unit)) or place_name(state, at)
        yield unit, f"{name_of(state, unit)}, {quantity(state.face(unit).attack, 'factor')}, from {where}"


def withdraw(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.46, §6.64: the unit leaves. The event is over when no other can."""
    state, unit, effect = play.state, chosen.name("unit"), waiting_effect(play.state)
    until = after(state.strategic, AWAY_STRATEGIC_TURNS) if effect == LIBYA else ""
    play.emit(UnitWithdrawn(unit, until, *figures(state, unit)))
    if not units_to_name(play.state, effect, play.state.near_east.owed):
        end_answer(play)


def why_not(at: At[State]) -> Refusal | None:
    """§6.12: why nobody is withdrawn now."""
    return None if waiting_effect(at.state) in PLACES else NOT_DRAWN


def _section(at: At[State]) -> str:
    """§6.46, §6.64: the event that asks for it."""
    return "6.64" if waiting_effect(at.state) == OFFENSIVE else "6.46"


def _note(at: At[State]) -> str:
    factors, cavalry = at.state.near_east.owed
    mounted = f", {cavalry} of them cavalry" if cavalry else ""
    return f"Still due: {quantity(factors, 'attack factor')}{mounted}"


WITHDRAW: Order[State] = Order(
    "withdraw", "Withdraw a British unit", _section, withdraw, (Slot("unit", "unit", _units, "Which unit leaves?"),),
    when=why_not, note=_note,
    help="Units come from Egypt first. For the Libyan Revolt they return three strategic turns later; for the German"
    " offensive in the west they leave the game.",
)  # fmt: skip
