"""Layers over the map: supply, zones of control, railheads and control."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.movement.railheads import railheads_of
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.sequence import NAMES
from rules.empires_alliances.supply.feeding import allot_supply, fully_fed, is_supplied
from rules.empires_alliances.supply.orders import in_words
from rules.empires_alliances.supply.rails import friendly_rails, networks, supply_rails
from rules.empires_alliances.supply.sources import sources_of
from rules.empires_alliances.terrain.zones import zone
from rules.hexes.overlays import layer
from rules.kernel.messages import Json, JsonObject, Refused


def overlay(state: State, seat: str, name: str) -> JsonObject:
    """The hexes of one overlay with a word on each. Refused for one that there is not."""
    match name:
        case "supply":
            return _supply(state, seat)
        case "zoc":
            return {"hexes": _layer(state, (zone(state, FOE[seat]), "Enemy zone of control"))}
        case "rails":
            return _rails(state)
        case "control":
            return {"hexes": _layer(state, *((_taken_hexes(state, side), f"{NAMES[side]} control") for side in FOE))}
        case _:
            raise Refused("no-overlay", "7.0", "There is no such overlay.")


def _supply(state: State, seat: str) -> JsonObject:
    """§14.0: where a full source feeds anyone, what feeds others, the lines of supply, and who goes without."""
    sources = sources_of(state, seat)
    fed = allot_supply(state, seat)
    ids = state.board.lattice.ids
    drawn: dict[str, int] = {}
    for unit, way in fed.items():
        for thing in way:
            drawn[thing] = drawn.get(thing, 0) + (1 if state.counter(unit).half else 2)
    full = [(sources.full, "Full source: feeds any number")]
    limited: list[tuple[Iterable[int], str]] = []
    for i, most in sources.limited.items():
        limited.append(((i,), f"Feeds {_corps(most)} corps, {_corps(drawn.get(ids[i], 0))} drawn"))
    units: JsonObject = {}
    for unit in state.on_map(seat):
        if not is_supplied(state, unit):
            units[unit] = "out"
        elif unit in fed:
            units[unit] = ", ".join(in_words(state, thing) for thing in fed[unit])
    return {
        "hexes": _layer(state, (fully_fed(state, seat), "A full source feeds units here"), *full, *limited),
        "units": units,
        "lines": _links(state, supply_rails(state, seat)),
        "sources": [ids[i] for i in sorted(sources.full)],
    }


def _corps(halves: int) -> str:
    return f"{halves / 2:g}"


def _rails(state: State) -> JsonObject:
    """§10.0, §14.3: whose the lines are, where railheads lie, and how many networks each side has."""
    index = state.board.index
    fields: list[tuple[Iterable[int], str]] = []
    for side in FOE:
        fields.append((friendly_rails(state, side), f"{NAMES[side]} line"))
        fields.append(([index(h) for h in railheads_of(state, side)], f"{NAMES[side]} railhead"))
    lines = [link for side in FOE for piece in networks(state, side) for link in _links(state, piece)]
    return {"hexes": _layer(state, *fields), "lines": lines}


def _links(state: State, rails: Iterable[int]) -> list[Json]:
    ids, net = state.board.lattice.ids, frozenset(rails)
    return [[ids[a], ids[b]] for a in sorted(net) for b, _ in state.board.rails[a] if a < b and b in net]


def _taken_hexes(state: State, side: str) -> list[int]:
    """§4.2: hexes that a side has taken."""
    return [state.board.index(hex_) for hex_, holder in state.control.items() if holder == side]


def _layer(state: State, *fields: tuple[Iterable[int], str]) -> JsonObject:
    """Words on the hexes on which units may stand."""
    board = state.board
    drawn = [i in board.land for i in range(len(board.lattice.ids))]
    return layer(board.lattice.ids, drawn, fields)
