"""§2.63, §4.1: neutral countries that enter the war by date, or by the die of §22.2."""

from __future__ import annotations

from rules.empires_alliances.facts.politics import Entered
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.state import JOINS, State
from rules.empires_alliances.printed.appearance import ENTRY
from rules.empires_alliances.printed.board import LATER

VARIABLE = "variable-entry"


def is_by_the_die(state: State, nation: str) -> bool:
    """§22.2: whether a die, not a date, says when a country enters."""
    return bool(state.option(VARIABLE)) and nation in state.printed.optional_rules.entries


def neutrals_that_join(state: State, side: str) -> tuple[str, ...]:
    """§2.63, §22.2: the neutrals that join a side in this Reinforcement Phase, in the order of the card."""
    found = []
    for entry in state.card.entries.values():
        if entry.nation in state.wars:
            continue
        if is_by_the_die(state, entry.nation):
            joins = f"{JOINS}{side}.{entry.nation}" in state.deeds
        else:
            joins = entry.side == side and bool(entry.turn) and entry.turn <= state.date.id
        if joins:
            found.append(entry.nation)
    return tuple(found)


def forces_of(state: State, nation: str) -> tuple[str, ...]:
    """§2.63, §2.65: the units that a neutral deploys when it enters."""
    order = state.printed.order
    return tuple(u for u in state.boxes[LATER] if state.counter(u).nation == nation and order[u].act == ENTRY)


def forts_of(state: State, nation: str) -> tuple[str, ...]:
    """§2.63: the forts that stand when it enters."""
    return tuple(fort for group in state.card.groups.values() if group.nation == nation for fort in group.forts)


def join(play: Play, nation: str, side: str, *, declared: bool = False) -> None:
    """§2.63, §4.1, §18.11: a country joins a side, which deploys its forces."""
    state = play.state
    play.emit(Entered(nation, side, forces_of(state, nation), forts_of(state, nation), declared))


def enter(play: Play, side: str) -> bool:
    """§2.63: the next country that joins the side in this phase does so; whether there was one."""
    for nation in neutrals_that_join(play.state, side):
        join(play, nation, side)
        return True
    return False
