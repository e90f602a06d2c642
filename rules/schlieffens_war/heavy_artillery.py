"""§11.23 German coup de main and heavy artillery."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import JsonObject, Refused
from rules.schlieffens_war.combat import attack_is_supplied
from rules.schlieffens_war.data import GERMAN, charts
from rules.schlieffens_war.events import ArtillerySpent, MarkerRolled, StageReached
from rules.schlieffens_war.play import Play, only, want_flag
from rules.schlieffens_war.state import BattleFrame, State, board, counter

LOST_BY_TURN = 2
"""From turn 2 on a heavy artillery marker is lost unless a 1 is rolled."""


def ready_artillery(state: State) -> int | None:
    """The number of a heavy artillery marker that may be used now, or None."""
    return next((i for i, turn in enumerate(state.artillery) if 0 < turn <= state.turn), None)


def may_bombard(state: State, frame: BattleFrame) -> bool:
    """§11.23: a supplied German attack on a city with a fort counter, and an available marker."""
    if counter(frame.attackers[0]).side != GERMAN or frame.target not in board().cities:
        return False
    if all(counter(u).kind != "fort" for u in state.stacks.get(frame.target, ())):
        return False
    if not attack_is_supplied(state, frame.attackers):
        return False
    return state.coup or ready_artillery(state) is not None


def bombard(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§11.23: commit the coup marker, a heavy artillery marker, both or none, and roll for each."""
    only(command, "coup", "artillery")
    coup, artillery = want_flag(command, "coup"), want_flag(command, "artillery")
    index = ready_artillery(play.state)
    if coup and not play.state.coup:
        raise Refused("marker-used", "11.23", "The coup de main marker has been used.")
    if artillery and index is None:
        raise Refused("no-artillery", "11.23", "No heavy artillery marker is available this turn.")
    if coup:
        draw, die = play.next_die()
        play.emit(MarkerRolled("coup", draw, die, charts().bombardment[die - 1]))
    if artillery and index is not None:
        draw, die = play.next_die()
        play.emit(MarkerRolled("artillery", draw, die, charts().bombardment[die - 1]))
        _spend(play, index)
    play.emit(StageReached("resolve"))


def _spend(play: Play, index: int) -> None:
    following = play.state.turn + 1
    if play.state.turn < LOST_BY_TURN:
        play.emit(ArtillerySpent(index, None, None, following))
        return
    draw, die = play.next_die()
    play.emit(ArtillerySpent(index, draw, die, following if die in charts().artillery_kept else 0))


def bombard_offers(state: State) -> list[JsonObject]:
    """§11.23: which markers may be committed to the attack under way."""
    return [
        {
            "kind": "bombard",
            "label": "Open fire",
            "section": "11.23",
            "coup": state.coup,
            "artillery": ready_artillery(state) is not None,
        }
    ]
