"""§2.63, §2.64: railways of a country that has just entered the war, and Greece before its entry."""

from __future__ import annotations

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import Area
from rules.empires_alliances.restrictions.ban import power_of
from rules.kernel.kept import kept


def greece_is_open(state: State, side: str) -> bool:
    """§2.64: whether Allied units may be in neutral Greece."""
    card = state.card
    return side == ALLIED and bool(card.salonika_from) and state.date.id >= card.salonika_from and _greece_waits(state)


def _greece_waits(state: State) -> bool:
    return "GK" not in state.allegiance


def in_neutral_greece(state: State, unit: str) -> bool:
    """§2.64: whether a unit is bound by the neutrality of Greece."""
    return bool(state.card.greece_north_of) and _greece_waits(state) and state.side_of(unit) == ALLIED


def south_greece(state: State, _: str) -> Area:
    """§2.64: Greece south of the row that the Allies keep to."""
    board = state.board
    return areas.home_of(board, "GK") & areas.south_of(board, int(state.card.greece_north_of))


def greece(state: State, _: str) -> Area:
    """§2.64: Greece."""
    return areas.home_of(state.board, "GK")


# --- 2.63: no trains on the turn of entry -----------------------------------------------------------------------------


@kept
def mobilising_countries(state: State) -> frozenset[str]:
    """§2.63: the countries whose railways are taken up by their mobilisation this turn."""
    entries = state.card.entries
    return frozenset(
        nation
        for nation, war in state.wars.items()
        if war.since == state.turn and not war.declared and nation in entries and not entries[nation].rail
    )


def while_mobilising(state: State, unit: str) -> bool:
    """§2.63: whether a unit is kept from railways that are taken up."""
    return any(state.allegiance[nation] == state.side_of(unit) for nation in mobilising_countries(state))


def mobilising_hexes(state: State, unit: str) -> Area:
    """§2.63: where they are; everywhere for units of such a country."""
    if power_of(state, unit) in mobilising_countries(state):
        return state.board.land
    own = sorted(nation for nation in mobilising_countries(state) if state.allegiance[nation] == state.side_of(unit))
    return areas.home_of(state.board, *own)
