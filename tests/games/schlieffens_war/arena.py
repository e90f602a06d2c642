"""A field for chapter 11: one hex in the middle that is attacked, its six neighbours, and room to retreat.

Columns grow west and rows south, so the German hexes lie east of the target. Far off a German and a French corps stand
face to face and keep the Combat Phase open when the attack under test is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.schlieffens_war.engine import ENGINE
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.battle import CombatRolled, DefendersChosen, OddsFound
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.position.state import BattleFrame, State
from rules.schlieffens_war.printed.sides import GERMAN
from tests.games.schlieffens_war.kit import counter, happened, loaded, position, told

PLAIN = """
10  G. G. F. F. F. F.
11  G. G. F. F. F. F.
12  G. G. {target} F. F. F.
13  G. G. F. F. F. F.
14  G. G. F. F. F. F.
30  G. F.
"""
"""``{target}`` is the ground of the hex in the middle; the last row is where the two idle corps stand."""

TARGET = "1203"
EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = AROUND = ("1202", "1303", "1304", "1204", "1104", "1103")
"""The neighbours of the target, in turn."""

IDLE = {"3001": "ge-lw", "3002": "fr-ter"}


def before_battle(stacks: Mapping[str, str], side: str = GERMAN, **conditions: object) -> State:
    """The Combat Phase of a side with these stacks and the two idle corps; ``conditions`` as for ``position``."""
    return position(f"{side}.combat", {**IDLE, **stacks}, **conditions)  # type: ignore[arg-type]


def assault(state: State, units: str, *dice: int, target: str = TARGET) -> tuple[State, tuple[Event, ...]]:
    """Attack with these units; the state and the events up to the next decision. All the dice must be rolled."""
    attackers = units.split()
    box = loaded(*dice)
    answer = told(state, counter(attackers[0]).side, "attack", box, units=attackers, target=target)
    assert not box.left, f"not rolled: {box.left}"
    return answer


def odds_of(events: Sequence[Event]) -> OddsFound:
    """The odds that were found, before the shifts that need a die."""
    (found,) = happened(events, OddsFound)
    assert isinstance(found, OddsFound)
    return found


def shifts_of(events: Sequence[Event]) -> dict[str, int]:
    """Columns of shift by section, those that need no die."""
    columns: dict[str, int] = {}
    for _, section, shift in odds_of(events).shifts:
        columns[section] = columns.get(section, 0) + shift
    return columns


def rolled(events: Sequence[Event]) -> CombatRolled:
    """The combat result."""
    (found,) = happened(events, CombatRolled)
    assert isinstance(found, CombatRolled)
    return found


def with_result(state: State, units: str, result: str, defenders: str = "", target: str = TARGET) -> State:
    """An attack that has just got a result such as ``2/3``, taken on to the first decision.

    ``defenders`` are those that take part, if not all of the hex but depots and HQs that stay out; the rest stand by.
    """
    attackers = tuple(units.split())
    attacking, defending = (int(part) for part in result.split("/"))
    stack = state.stacks[target]
    fighting = (u for u in stack if counter(u).kind != "depot" and state.units[u].helps)
    chosen = tuple(defenders.split()) or tuple(fighting)
    play = Play(state, loaded())
    play.emit(AttackDeclared(attackers, tuple(sorted({state.units[u].at for u in attackers})), target))
    play.emit(DefendersChosen(chosen, tuple(u for u in stack if u not in chosen)))
    play.emit(OddsFound(1, 1, 1, ()))
    play.emit(CombatRolled(1, None, None, attacking, defending, 0))
    ENGINE.settle(play)
    return play.state


def stage(state: State) -> str:
    """The stage of the attack under way, or ``over``."""
    return state.top.stage if isinstance(state.top, BattleFrame) else "over"
