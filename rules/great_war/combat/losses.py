"""§10.6 Losses: who must lose the first step, what a player may choose, and what happens by itself."""

from __future__ import annotations

from rules.great_war.combat.battle import next_stage
from rules.great_war.combat.headquarters import side_of, units_involved
from rules.great_war.facts.combat import FortLost, StepLost
from rules.great_war.play import Play
from rules.great_war.position.changes import has_two_steps
from rules.great_war.position.control import forts
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.dominions import ANZAC, CANADIAN, of_empire
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import ATTACKER_LOSSES
from rules.great_war.restrictions import near_east
from rules.great_war.units.shock import is_shock
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask


def due(frame: BattleFrame) -> int:
    """§10.61: the steps that the side of this stage must still lose."""
    return frame.attacker_due if frame.stage == ATTACKER_LOSSES else frame.defender_due


def steps_left(state: State, frame: BattleFrame, side: str) -> int:
    """The steps that a side has in the fight."""
    return sum(2 if has_two_steps(state, u) else 1 for u in units_involved(state, frame, side))


def may_lose(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """§10.64, §10.64N, §15.43: the units that the next step may be taken from; in the Near East the Allies choose
    freely."""
    units = units_involved(state, frame, side)
    if side in frame.first or (side == ALLIED and near_east.is_there(state, frame.target)):
        return units
    if side != frame.side:
        return tuple(u for u in units if state.counter(u).kind == "anti-tank") or units
    for first in _FIRST:
        found = tuple(u for u in units if first(state, u))
        if found:
            return found
    return units


def _is_tank(state: State, unit: str) -> bool:
    return state.counter(unit).kind == "tank"


def _is_full_british(state: State, unit: str) -> bool:
    return state.counter(unit).nation == "BR" and has_two_steps(state, unit)


def _is_anzac(state: State, unit: str) -> bool:
    return of_empire(state.counter(unit)) == ANZAC


def _is_canadian(state: State, unit: str) -> bool:
    return of_empire(state.counter(unit)) == CANADIAN


_FIRST = (_is_tank, is_shock, _is_full_british, _is_anzac, _is_canadian)
"""§10.64: whose the attacker's first loss is, in this order."""


def who_loses(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§10.63: the side that has a choice of losses."""
    side = side_of(frame, frame.stage == ATTACKER_LOSSES)
    if due(frame) <= 0 or len(may_lose(state, frame, side)) < 2 or due(frame) >= steps_left(state, frame, side):
        return ()
    return (Ask(side, serial=f"{frame.target}.{due(frame)}"),)


def pays(play: Play, frame: BattleFrame) -> None:
    """§10.62 to §10.64: what leaves no choice is lost at once: units, then the fort; what is due beyond is ignored."""
    attacking = frame.stage == ATTACKER_LOSSES
    side = side_of(frame, attacking)
    units = may_lose(play.state, frame, side)
    if due(frame) > 0 and units:
        play.emit(StepLost(side, units[0]))
        return
    board = play.state.printed.board
    if due(frame) > 0 and not attacking and board.index[frame.target] in forts(play.state, foe(frame.side)):
        play.emit(FortLost(frame.target))
        return
    next_stage(play, frame)


def _losers(at: At[State], _: Choices) -> OneOf:
    frame: BattleFrame = at.frame
    return OneOf(may_lose(at.state, frame, at.seat))


def lose(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.63: a step of a unit for one loss point."""
    play.emit(StepLost(at.seat, chosen.name("unit")))


LOSE: Order[State] = Order(
    "lose", "Lose a step", "10.63", lose, (Slot("unit", "unit", _losers, "Choose the unit that loses a step"),),
    at_once=True, note=lambda at: f"{due(at.frame)} to lose",
)  # fmt: skip
