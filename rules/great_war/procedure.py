"""§4.0 The course of the match: which side is asked in each step, and what happens by itself between steps and
turns."""

from __future__ import annotations

from collections.abc import Callable

from rules.great_war.combat.enver_march import end_march
from rules.great_war.combat.offensives import judge
from rules.great_war.facts.procedure import PhaseBegan, SetUpEnded, TurnBegan
from rules.great_war.facts.strategic import StrategicTurnBegan
from rules.great_war.facts.supply import SupplyJudged, UnsuppliedEliminated
from rules.great_war.movement.marker import settle_markers, stands_in
from rules.great_war.play import Play
from rules.great_war.position.letters import next_strategic_turn
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import ATTRITIONS, EVENTS, FIRST, FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.printed.variants import HEXES, TOWNS
from rules.great_war.setup.orders import nations_undrawn
from rules.great_war.strategic.first_match import judge_towns
from rules.great_war.strategic.near_east_victory import judge_end
from rules.great_war.strategic.resource_hexes import judge_resource_hexes
from rules.great_war.supply.starving import starved_units, unsupplied_units
from rules.great_war.turn.steps import Asks
from rules.great_war.units.untried import show_the_fallen
from rules.kernel.procedure.steps import Ask, Step


def who_draws_lots(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§21.24: the Allied player, while lots are to be drawn."""
    return (Ask(ALLIED, serial=""),) if nations_undrawn(state) and ALLIED not in frame.done else ()


def attacker(half: str, theatre: str) -> Asks:
    """§10.0: the side that has just moved in the theatre, until it has ended its attacks."""

    def asks(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
        side = mover_in(state, theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT)
        return () if side in frame.done else (Ask(side, theatre, serial=""),)

    return asks


def second_attacks(half: str, theatre: str) -> Callable[[State], bool]:
    """§10.82, §10.84: whether the marker of the side that has just attacked is in the theatre."""

    def takes_place(state: State) -> bool:
        side = mover_in(state, theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT)
        return stands_in(state, side, theatre)

    return takes_place


def movement_over(play: Play, frame: PhaseFrame) -> None:
    """§10.82, §6.30: both sides have moved: markers that may not stay come back, and whoever was to march has or has
    not."""
    settle_markers(play, frame)
    end_march(play, frame)


def eliminate_unsupplied(play: Play, frame: PhaseFrame) -> None:
    """§4.2, §11.13, §11.84: units of both sides that are out of supply are eliminated, all at once. §11.11: after the
    second attrition Strategic Movement begins, and supply is determined for it."""
    gone = unsupplied_units(play.state)
    if gone:
        show_the_fallen(play, gone)
        play.emit(UnsuppliedEliminated(gone))
    judge_resource_hexes(play)
    if frame.key == ATTRITIONS[-1]:
        unfed = tuple(unit for side in SIDES for unit, _ in starved_units(play.state, side))
        if unfed:
            play.emit(SupplyJudged(unfed))


def set_up_over(play: Play, _: PhaseFrame) -> None:
    """§21.12: the first turn begins. §7.11, §21.33: what the Central Powers occupy beyond their ground is theirs."""
    play.enter([h for h in play.state.hexes if play.state.holder(h) == CENTRAL], CENTRAL)
    play.emit(SetUpEnded())


def advance_marker(play: Play, _: PhaseFrame) -> None:
    """§4.2: the turn marker goes on, to a strategic turn where one comes between. §21.21: the Near East alone ends with
    its last turn."""
    judge(play)
    if play.state.ended is not None:
        return
    variant = play.state.printed.variant
    if variant.victory == HEXES and play.state.turn >= variant.last:
        judge_end(play)
        return
    if variant.victory == TOWNS:
        judge_towns(play)
        if play.state.ended is not None:
            return
    letter = next_strategic_turn(play.state)
    play.emit(StrategicTurnBegan(letter) if letter else TurnBegan(play.state.turn + 1))


def begin(play: Play, step: Step[State] | None) -> None:
    """§4.2: on to a step. RuntimeError after the last, which ends with a verdict."""
    if step is None:
        raise RuntimeError("a turn follows every turn that has no verdict")
    play.emit(PhaseBegan(step.key))


def events_come(state: State) -> bool:
    """§21.21: a scenario may begin after the Event Phase of its first turn; a first match has no events."""
    return EVENTS not in state.printed.variant.without and not (
        state.card.begins == "new-units" and state.turn == state.card.turn
    )
