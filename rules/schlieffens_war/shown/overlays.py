"""Layers over the map: supply, command, zones of control and control of hexes, as far as the player may know."""

from __future__ import annotations

from collections.abc import Iterable

from rules.hexes.overlays import layer
from rules.kernel.messages import Json, JsonObject, Refused
from rules.schlieffens_war.command import commanded_hexes
from rules.schlieffens_war.position.state import IN_SUPPLY, OUT_OF_SUPPLY, State
from rules.schlieffens_war.position.unit_index import by_hex
from rules.schlieffens_war.printed.sides import BE, BR, ENTENTE, FR, GE, GERMAN, NATIONS, SIDES, foe
from rules.schlieffens_war.stacking import overstacked_hexes
from rules.schlieffens_war.supply import (
    entente_rails,
    german_rails,
    judge,
    supplied_hexes,
    supplied_hqs,
    supply_areas,
    supply_of,
)
from rules.schlieffens_war.zoc import zone

CONTROL_WORDS = {GERMAN: "German control", ENTENTE: "Entente control"}
NATION_WORDS = {GE: "German", FR: "French", BR: "British", BE: "Belgian"}


def overlay(state: State, seat: str, name: str) -> JsonObject:
    """The hexes of one overlay with a word on each. Own supply and command only; zones of control of the enemy.

    Everyone sees the enemy's zones, whatever is in the stacks: nobody could keep §7.1 otherwise
    (docs/rulings/schlieffens-war.md).
    """
    match name:
        case "supply":
            return _supply(state, seat)
        case "command":
            return _command(state, seat)
        case "zoc":
            return {"hexes": _layer(state, (zone(state, foe(seat)), "Enemy zone of control"))}
        case "control":
            index = state.printed.board.lattice.index
            held = {side: [index[h] for h in state.taken if state.controller(h) == side] for side in SIDES}
            return {"hexes": _layer(state, *((held[side], CONTROL_WORDS[side]) for side in SIDES))}
        case _:
            raise Refused("no-overlay", "5.0", "There is no such overlay.")


def _supply(state: State, seat: str) -> JsonObject:
    b = state.printed.board
    fields = ((supplied_hexes(state, n, "infantry", ""), f"{NATION_WORDS[n]} supply") for n in NATIONS[seat])
    units: JsonObject = dict(judge(state, seat).items())
    sources = sorted(b.lattice.ids[i] for nation in NATIONS[seat] for i in supplied_hqs(state, nation))
    return {"hexes": _layer(state, *fields), "units": units, "sources": [*sources], "lines": _open_rails(state, seat)}


def _open_rails(state: State, seat: str) -> list[Json]:
    """§8.3 to §8.6: the rail links by which supply comes to the side's HQs and depots, each as a pair of hexes."""
    rails = german_rails(state) if seat == GERMAN else entente_rails(state)
    b = state.printed.board
    return [[b.lattice.ids[i], b.lattice.ids[j]] for i in sorted(rails) for j in b.rails[i] if i < j and j in rails]


def _command(state: State, seat: str) -> JsonObject:
    fields = ((commanded_hexes(state, nation), f"{NATION_WORDS[nation]} command") for nation in NATIONS[seat])
    return {"hexes": _layer(state, *fields)}


def _layer(state: State, *fields: tuple[Iterable[int], str]) -> JsonObject:
    """Words on the hexes on which units may stand."""
    board = state.printed.board
    return layer(board.lattice.ids, board.playable, fields)


def warnings(state: State, seat: str) -> list[JsonObject]:
    """§6.5, §8.6: what would befall the side's own stacks if the phase ended now: too many units, and no supply."""
    return [*_crowded_stacks(state, seat), *_out_of_supply(state, seat)]


def _crowded_stacks(state: State, seat: str) -> list[JsonObject]:
    """§6.5: own hexes over the limits."""
    fate = "when the phase ends, all corps there become fatigued and the surplus must leave"
    return [
        {"text": f"Too many units at {state.printed.board.label(hex_)}: {fate}.", "section": "6.5", "hex": hex_}
        for hex_ in overstacked_hexes(state)
        if state.holder(hex_) == seat
    ]


def _out_of_supply(state: State, seat: str) -> list[JsonObject]:
    """§8.3 to §8.6: own stacks that would be found out of supply if the Administrative Phase came now."""

    def line(hex_: str, units: tuple[str, ...]) -> JsonObject | None:
        if state.counter(units[0]).side != seat:
            return None
        lost = [u for u in units if state.counter(u).is_corps or state.counter(u).kind == "hq"]
        lost = [u for u in lost if supply_of(state, u) == OUT_OF_SUPPLY]
        return _unsupplied_line(state, hex_, lost) if lost else None

    lines = by_hex(state, ("unsupplied", seat), line, marks=supply_areas(state, seat))
    return [found for found in lines.values() if found is not None]


def _unsupplied_line(state: State, hex_: str, units: list[str]) -> JsonObject:
    fresh = any(state.units[u].supply == IN_SUPPLY for u in units)
    number = "One unit" if len(units) == 1 else f"{len(units)} units"
    verb = "would be" if fresh else "would stay"
    return {
        "text": f"{number} at {state.printed.board.label(hex_)} {verb} out of supply in your Administrative Phase.",
        "section": {GE: "8.6", FR: "8.3", BR: "8.4", BE: "8.5"}[state.counter(units[0]).nation],
        "hex": hex_,
    }
