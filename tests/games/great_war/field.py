"""A field for chapter 10: clear hexes deep in Russia with a target in the middle, and both sides fed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.great_war.facts import Event
from rules.great_war.facts.combat import CombatResolved
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL, foe
from tests.games.chance import Dice
from tests.games.great_war.kit import position, told_with

TARGET = "E4923"
AROUND = ("E4924", "E5024", "E5023", "E4922", "E4823", "E4824")
"""The neighbours of the target, in turn; the last four are the attackers' ground as much as any."""
EAST = "first.east.attacks"
"""§4.21: with the initiative in the west the Allies attack there first, the Central Powers in the east."""
WEST = "first.west.attacks"
HALF = 23
"""The column from which on Russia's towns are Russian."""


def field(stacks: Mapping[str, str], key: str = EAST, **fields: Any) -> State:
    """A Combat Phase with these units; the towns west of the target are the Central Powers'."""
    board = position({}).printed.board
    west = {board.ids[i] for i in board.towns & board.by_country["RU"] if int(board.ids[i][3:]) < HALF}
    return position(stacks, key, taken=position({}).taken | west, **fields)


def fight(
    state: State,
    units: str,
    die: int = 3,
    *,
    target: str = TARGET,
    seat: str = CENTRAL,
    support: Mapping[str, str] | None = None,
) -> tuple[State, Sequence[Event]]:
    """Attack, answering every question about cavalry and headquarters, up to the first loss that is chosen.

    ``die``: what is rolled, unless the odds are below the table. ``support``: the headquarters of each side, none where
    it is asked and not named.
    """
    state, found = told_with(state, seat, "attack", Once(die), units=units.split(), target=target)
    events = [*found]
    while state.battle is not None and state.battle.stage in QUESTIONS:
        side = state.battle.side if state.battle.stage == "attacker-support" else foe(state.battle.side)
        if state.battle.stage == "cavalry-retreat":
            state, found = told_with(state, side, "stand", Once(die))
        else:
            hq = (support or {}).get(side, "none")
            state, found = told_with(state, side, "support", Once(die), hq=hq)
        events += found
    return state, events


QUESTIONS = ("cavalry-retreat", "attacker-support", "defender-support")


class Once(Dice):
    """One die, which need not be rolled."""

    def __init__(self, die: int) -> None:
        super().__init__(())
        self.die = [die]

    def __call__(self, draw: int, sides: int) -> int:
        """That die."""
        return self.die.pop()


def resolved(events: Sequence[Event]) -> CombatResolved:
    """How the attack was judged."""
    (found,) = (e for e in events if isinstance(e, CombatResolved))
    return found


def shifts(events: Sequence[Event]) -> dict[str, int]:
    """Columns by section."""
    found: dict[str, int] = {}
    for _, section, columns in resolved(events).shifts:
        found[section] = found.get(section, 0) + columns
    return found


def drms(events: Sequence[Event]) -> dict[str, int]:
    """Modifiers by section."""
    return {section: drm for _, section, drm in resolved(events).drms}


def die_for(state: State, table: str, column: int, wanted: str) -> int:
    """The modified die that gives a result in a column of a table."""
    rows = getattr(state.printed.charts.combat, table).rows
    attacker, defender = wanted.split("/")
    for die, row in enumerate(rows):
        result = row[column]
        told = "E" if result.everybody else str(result.defender)
        if (str(result.attacker), told) == (attacker, defender):
            return die
    raise AssertionError(f"no die gives {wanted} in column {column} of table {table}")
