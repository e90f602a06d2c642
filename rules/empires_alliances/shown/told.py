"""The lines of the log with what counts in every one of them: units that were lost, cities that changed hands."""

from __future__ import annotations

from collections import Counter

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.aircraft import BaseLost, FlightOver, left_without_base
from rules.empires_alliances.facts.movement import Overrun
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import AT_SEA, POOL
from rules.empires_alliances.shown.narrate import narrate
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import listing


def line_of(before: State, event: Event, after: State) -> JsonObject | None:
    """The line of a fact, None for one that tells players nothing.

    ``toll``: units lost, by country. ``taken``: hexes of the cities that changed hands, to ``taker``.
    """
    line = narrate(before, event, after)
    if line is None:
        return None
    if toll := lost_units(before, event, after):
        line["toll"] = {**toll}
    if cities := cities_taken(before, after):
        names = listing(cities)
        hexes: list[Json] = [*cities.values()]
        line |= {"text": f"{line['text']} Taken: {names}.", "taken": hexes, "taker": controller(after, str(hexes[0]))}
    return line


def lost_units(before: State, event: Event, after: State) -> dict[str, int]:
    """§17.24: by country how many units a fact sent from the map, a box or the sea to the Replacement Pool. §6.3:
    aircraft that may still fly from a lost base are lost when they do not."""
    if isinstance(event, FlightOver):
        gone = left_without_base(before)
    elif before.units is after.units or (isinstance(event, BaseLost) and event.flies):
        gone = ()
    else:
        gone = tuple(
            unit
            for unit in dict.fromkeys(_units_named(event))
            if after.units[unit].at == POOL
            and (before.board.is_hex(at := before.units[unit].at) or at in before.board.boxes or at == AT_SEA)
        )
    return dict(Counter(before.counter(unit).nation for unit in gone))


def _units_named(event: Event) -> tuple[str, ...]:
    """The units of which a fact tells that they could be lost by it."""
    if isinstance(event, Overrun):
        return event.lost
    one: str = getattr(event, "unit", "")
    return (*getattr(event, "units", ()), *((one,) if one else ()))


def cities_taken(before: State, after: State) -> dict[str, str]:
    """§4.2: the cities in hexes that changed hands, with their hexes."""
    if before.control is after.control or before.wars is not after.wars:
        return {}
    hexes = {h for h in before.control.keys() ^ after.control.keys() if controller(before, h) != controller(after, h)}
    hexes |= {h for h in before.control.keys() & after.control.keys() if before.control[h] != after.control[h]}
    return {c.name: c.hex for c in after.printed.places.cities.values() if c.kind and c.hex in hexes}
