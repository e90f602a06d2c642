"""What selfplay notes down of a game for the tables of docs/balance.md: who joined, what fell and when."""

from __future__ import annotations

from rules.kernel.game import Milestone
from rules.powers_1914.facts import Event
from rules.powers_1914.facts.conquest import AreaTaken, NationFell, NationFreed
from rules.powers_1914.facts.neutrals import NationJoined
from rules.powers_1914.position.state import State


def milestone(before: State, event: Event) -> Milestone | None:
    """A country joined, fell or is free again, or a field changed sides: its id, and the side whose gain it is."""
    match event:
        case NationJoined():
            return Milestone(before.turn, "joined", event.nation, event.side)
        case NationFell():
            return Milestone(before.turn, "fell", event.nation, before.nations[event.conqueror].side)
        case NationFreed():
            return Milestone(before.turn, "freed", event.nation, before.nations[event.nation].side)
        case AreaTaken() if before.holder(event.area) != before.nations[event.nation].side:
            return Milestone(before.turn, "taken", event.area, before.nations[event.nation].side)
        case _:
            return None
