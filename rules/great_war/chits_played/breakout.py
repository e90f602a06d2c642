"""§11.86 Scheffer-Boyadel: once in the game, Germans cut off in the east live through an Attrition Phase."""

from __future__ import annotations

from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.supply import BrokeOut
from rules.great_war.play import NO_UNITS, Play, own
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.phases import COMBAT, FIRST, SECOND
from rules.great_war.restrictions.national import outside_balkans
from rules.great_war.supply.starving import attrition_of, unsupplied_units
from rules.hexes.choosing import some_of
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

MAX_DIVISIONS = 4
"""§11.86: divisions."""


def stacks_cut_off(state: State) -> dict[str, tuple[str, ...]]:
    """§11.86: the hexes of Germans alone in the east outside the Balkans, with the divisions there that would die."""
    if state.strategic_state.broke_out:
        return {}
    board, found = state.printed.board, dict[str, tuple[str, ...]]()
    field = board.by_front[EAST] & outside_balkans(board)
    for unit in unsupplied_units(state):
        at, counter = state.units[unit].at, state.counter(unit)
        if counter.nation != "GE" or not counter.is_division or board.index[at] not in field:
            continue
        if all(state.counter(u).nation == "GE" for u in state.stacks[at]):
            found[at] = (*found.get(at, ()), unit)
    return found


def who_saves(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§11.86: the Central Powers, while there is anyone to save."""
    return (Ask(CENTRAL, serial=""),) if CENTRAL not in frame.done and stacks_cut_off(state) else ()


def _hexes(at: At[State], _: Choices) -> OneOf:
    return OneOf(tuple(sorted(stacks_cut_off(at.state))))


def _units(at: At[State], chosen: Choices) -> SomeOf:
    fit = stacks_cut_off(at.state)[chosen.name("hex")]

    def check(_: State, unit: str) -> None:
        if unit not in fit:
            raise Refused(
                "not-cut-off", "11.86", "Only German divisions in that hex that are out of supply can break out."
            )

    return some_of(lambda: fit, own(at, check), NO_UNITS)


def _four(_: At[State], chosen: Choices) -> None:
    if len(chosen.names("units")) > MAX_DIVISIONS:
        raise Refused("too-many", "11.86", f"At most {MAX_DIVISIONS} divisions can break out.")


def break_out(play: Play, at: At[State], chosen: Choices) -> None:
    """§11.86: they live, and fight as if supplied in the Combat Phase that comes next."""
    state = play.state
    half, _ = COMBAT[state.phase.key]
    combat = (SECOND, state.turn) if half == FIRST else (FIRST, state.turn + 1)
    play.emit(BrokeOut(chosen.names("units"), attrition_of(state), *combat))
    play.emit(StepEnded(at.seat, state.phase.key))


NOBODY = Refusal("nobody", "11.86", "None of your German divisions in the east is out of supply.")
BREAK_OUT: Order[State] = Order(
    "break_out", "Break out under Scheffer-Boyadel", "11.86", break_out,
    (Slot("hex", "hex", _hexes, "Choose a stack that is cut off"),
     Slot("units", "units", _units, "Choose the divisions that survive")),
    limits=_four, when=lambda at: None if stacks_cut_off(at.state) else NOBODY,
    help="Once in the game. Up to four divisions survive this phase and fight as if supplied in the next Combat Phase.",
)  # fmt: skip
