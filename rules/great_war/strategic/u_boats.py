"""§5.22, §5.23 U-boats, and German air raids: what they cost the Allies."""

from __future__ import annotations

from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.resources import UnitsArrived
from rules.great_war.facts.warfare import CapitalRaided, TransportRolled, UBoatsAnswered, UBoatsRolled, UBoatsSighted
from rules.great_war.play import Play
from rules.great_war.position.letters import after, in_play
from rules.great_war.position.state import AVAILABLE, PhaseFrame, State
from rules.great_war.pre_war.terms import MORE_U_BOATS, ROOSEVELT
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.income import americans
from rules.great_war.strategic.us_entry import us_joins
from rules.kernel.procedure.options import Flag
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

CONVOY = "convoy"
ELECTION = "K"
"""§20.2 No. 10: before it U-boats bring Roosevelt's America in at once."""
U_BOATS, AIR_RAIDS = "u-boat", ("air-raid-london", "air-raid-paris")


def in_box(state: State) -> str:
    """§5.22, §6.49: the U-boat chit that works now, empty without one or once there are convoys. A second one waits,
    after the first is called off until the next strategic turn begins."""
    called_off = state.strategic_state.called_off and state.strategic_state.called_off == state.strategic_state.turn
    if in_play(state, ALLIED, CONVOY) or called_off:
        return ""
    events = state.printed.chits.events
    return next((c for c in state.chits["central.play"] if events[c].effect == U_BOATS), "")


def sail(play: Play, _: object) -> bool:
    """§5.22, §5.23: the U-boats' die, once a turn."""
    if not in_box(play.state) or play.state.strategic_state.sunk:
        return False
    chart, strategic_state = play.state.printed.charts.warfare, play.state.strategic_state
    more = 0
    if play.state.pre_war.has(MORE_U_BOATS):
        draw, more = play.next_die()
        play.emit(UBoatsSighted(draw, more))
    draw, die = play.next_die()
    total, marker = more + die, strategic_state.us_entry
    if total >= chart.us_entry_at and not strategic_state.us_since:
        angered = play.state.pre_war.has(ROOSEVELT) and strategic_state.turn < ELECTION
        marker = after(strategic_state.turn, 1) if angered else after(marker, -1)
    play.emit(UBoatsRolled(min(total, play.state.points.get("BR", 0)), marker, draw, die, more))
    us_joins(play)
    return True


def may_call_off(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.22, §20.3: the Central Powers, the first time that they roll four or more; never with more U-boats."""
    if state.pre_war.has(MORE_U_BOATS):
        return ()
    due = state.strategic_state.sunk >= state.printed.charts.warfare.us_entry_at and not state.strategic_state.withdrawn
    return (Ask(CENTRAL, serial=""),) if due and CENTRAL not in frame.done else ()


def answer(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.22: the U-boats are called off, and their chit leaves the game, or they go on sinking."""
    play.emit(UBoatsAnswered(in_box(play.state) if chosen.flag("off") else ""))
    play.emit(StepEnded(at.seat, play.state.phase.key))


ONCE = Flag(yes="Call them off", no="Let them go on", even=True)
"""§5.22: either answer is for good."""
CALL_OFF: Order[State] = Order(
    "u_boats", "Decide on the U-boats", "5.22", answer,
    (Slot("off", "flag", lambda *_: ONCE, "Call the U-boats off?"),),
)  # fmt: skip


def words(at: At[State]) -> tuple[str, str]:
    """§5.22: what either answer leads to; where the marker of the U.S. entry stands after the die just rolled."""
    strategic_state, chart = at.state.strategic_state, at.state.printed.charts.warfare
    off = (
        "If you call them off, this U-boat event leaves the game, and nothing more is sunk until you have another in"
        " play."
    )
    on = (
        "If they go on, they roll in every strategic turn until the Allies have convoys. The British lose as many"
        " points as the die shows"
    )
    if strategic_state.us_since:
        on += f", and each American division on its way is sunk on a {chart.us_unit_sunk_on}."
    else:
        on += (
            f", and with a {chart.us_entry_at} or more the United States join the war a strategic turn earlier. As"
            f" things are, they join on strategic turn {strategic_state.us_entry}."
        )
    return "Call the U-boats off?", f"{off} {on} You are asked this only once."


def close(play: Play, _: object) -> None:
    """§5.22, §5.23: dice for U.S. units on their way, then the air raids on capitals.

    U.S. units that are due come into the box between the two: no U-boat meets them this turn (§17.12).
    """
    if play.state.strategic_state.us_since and in_box(play.state):
        _transports(play)
    fresh = americans(play.state)
    if fresh:
        play.emit(UnitsArrived(fresh))
    events = play.state.printed.chits.events
    for chit in [c for c in play.state.chits["central.play"] if c in AIR_RAIDS]:
        nation, most = events[chit].nation, play.state.printed.charts.warfare.air_raid
        play.emit(CapitalRaided(chit, nation, min(most, play.state.points.get(nation, 0))))


def _transports(play: Play) -> None:
    """§5.22, §17.12: each U.S. unit in the box but headquarters is sunk on a one."""
    for unit in play.state.boxes[AVAILABLE]:
        counter = play.state.counter(unit)
        if counter.nation == "US" and counter.is_combat:
            draw, die = play.next_die()
            play.emit(TransportRolled(unit, die == play.state.printed.charts.warfare.us_unit_sunk_on, draw, die))
