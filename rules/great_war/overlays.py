"""Layers over the map (supply and control), and what would befall a side's units when it ends its movement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import compress

from rules.great_war.control import controlled
from rules.great_war.fronts import FRONTS, THEATRE_NAMES
from rules.great_war.movement import theatre_of
from rules.great_war.nations import ALLIED, CENTRAL, SIDES, foe
from rules.great_war.open_cities import open_cities
from rules.great_war.phases import FIRST_MOVEMENT, MOVEMENTS, RAILS
from rules.great_war.play import NAME_OF, place_name
from rules.great_war.state import State
from rules.great_war.supply import starved, supplied
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.wording import counted, listing

SUPPLY, CONTROL = "supply", "control"
OUT = "out"
HELD = {"central": "Central Powers control", "allied": "Allied control"}
WHO = {CENTRAL: "the Central Powers", ALLIED: "the Allies"}
MOST = 4
"""Open places that a warning names."""
NO_OVERLAY = Refusal("no-overlay", "7.1", "There is no such overlay.")


def overlay(state: State, side: str, name: object) -> JsonObject | Refusal:
    """The hexes of a layer with a word on each: supply of the side's own nations, or who controls what."""
    match name:
        case "supply":
            return {"hexes": _supply(state, side), "units": dict(starved(state, side))}
        case "control":
            return {"hexes": _control(state)}
        case _:
            return NO_OVERLAY


def _supply(state: State, side: str) -> JsonObject:
    """§11.2: where combat units of which nations would be in regular supply: of those that have units on the map."""
    nations = sorted({state.counter(u).nation for u in state.on_map(side)})
    fields = {nation: supplied(state, nation, False) for nation in nations}
    board, found = state.printed.board, JsonObject()
    # A thousand hexes, but few different words.
    words = cache(lambda *fed: f"Supply: {listing(NAME_OF[n] for n in compress(nations, fed))}")
    for i in sorted(frozenset[int]().union(*fields.values())):
        if board.land[i]:
            found[board.ids[i]] = words(*[i in field for field in fields.values()])
    return found


def _control(state: State) -> JsonObject:
    """§7.1: the hexes that either side controls."""
    board = state.printed.board
    return {board.ids[i]: HELD[side] for side in SIDES for i in sorted(controlled(state, side)) if board.land[i]}


def warnings(state: State, side: str) -> list[Json]:
    """What may befall a side when it ends its movement: units lost for want of supply, places that lie open."""
    if state.phase.key in RAILS:
        return [*_open(state, side, state.turn + 1, *THEATRE_NAMES)]
    if state.phase.key not in MOVEMENTS:
        return []
    # Where a side moves first in a theater, the enemy follows there on the same turn.
    after = state.turn + (state.phase.key != FIRST_MOVEMENT)
    return [*_hungry(state, side), *_open(state, side, after, theatre_of(state, side, state.phase.key))]


def _hungry(state: State, side: str) -> list[Json]:
    """§11.13, §11.84: front by front, the side's units that are eliminated after combat unless they find supply."""
    board, lost = state.printed.board, dict[str, list[str]]()
    for unit, how in starved(state, side):
        if how == OUT:
            lost.setdefault(board.front[board.index[state.units[unit].at]], []).append(unit)
    return [_warning(state, front, units) for front, units in lost.items()]


def _open(state: State, side: str, turn: int, *theatres: str) -> Iterator[JsonObject]:
    """§18.1: theater by theater, the places that count for victory into which the enemy could walk."""
    for theatre in theatres:
        places = open_cities(state, side, theatre, turn)
        if places:
            named = [place_name(state, h) for h in places[:MOST]]
            more = len(places) - len(named)
            text = f"Nobody stands in {listing([*named, f'{more} more'] if more else named)}:"
            text += f" {WHO[foe(side)]} could walk in on their next move. Each counts for victory."
            yield {"text": text, "section": "18.1", "hex": places[0]}


def _warning(state: State, front: str, units: list[str]) -> JsonObject:
    many = len(units) > 1
    text = (
        f"{FRONTS[front].title}: {counted(len(units), 'unit')} {'are' if many else 'is'} out of supply, and eliminated"
        f" after the next combat phase unless {'they find' if many else 'it finds'} supply."
    )
    return {"text": text, "section": "11.84", "hex": state.units[units[0]].at}
