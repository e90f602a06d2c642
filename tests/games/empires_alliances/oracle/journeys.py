"""§9.0, §11.0: what trains and ships carry, over which lines, how far, and for how much."""

from __future__ import annotations

from collections.abc import Iterator

from rules.empires_alliances.facts.movement import Leg, Travelled
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.ground import FOES, weather, worse, zone_of
from tests.games.empires_alliances.oracle.marches import allowance, price, sky_so_far

LONGEST = {"clear": 30, "mud": 30, "snow": 24}
"""§9.2, §20.2: hexes that a train goes."""
MOBILISING = "1914-08-2"
"""§9.5: the turn on which trains go two thirds of the way and carry two thirds."""
MINOR = 12
"""§9.52: half corps that all powers together send through a minor country."""
FARE = 2


def wrong_journey(state: State, fact: Travelled, after: State) -> Iterator[str]:
    """§9.0, §11.0: what is wrong with a journey."""
    board, side = state.board, state.side_of(fact.units[0])
    zone = zone_of(state, FOES[side])
    here, sky, cost = fact.start, sky_so_far(state, fact.units), 0
    carried = [leg.mode for leg in fact.legs if leg.mode in ("train", "ship")]
    if len(carried) != len({*carried}):
        yield "11.9 twice by the same means"
    for leg in fact.legs:
        for hex_ in leg.path:
            if board.is_hex(hex_) and (leg.mode != "ship" or hex_ == leg.path[-1]):
                sky = worse(sky, weather(state, board.index(hex_)))
    for leg in fact.legs:
        if leg.mode == "train":
            yield from _wrong_train(state, here, leg, zone, sky)
            cost += FARE
        elif leg.mode == "ship":
            yield from _wrong_ship(state, here, leg.path[-1], evacuated=fact.evacuated and here == fact.start)
            cost += FARE
        else:
            cost += sum(price(state, a, b, zone) for a, b in zip((here, *leg.path), leg.path, strict=False))
        here = leg.path[-1]
    left = min(allowance(state, unit, sky) - state.units[unit].spent for unit in fact.units)
    # A step into the first hex is always open, whatever is left (§8.2).
    if not fact.stops and cost > left + 1:
        yield f"8.2 too far: {cost} of {left}"
    yield from _over_capacity(state, after)


def _wrong_train(state: State, start: str, leg: Leg, zone: frozenset[int], sky: str) -> Iterator[str]:
    """§9.1, §9.2, §9.3: over held rails that lie in no enemy zone, and no further than a train goes."""
    board, length = state.board, 0
    for a, b in zip((start, *leg.path), leg.path, strict=False):
        i, j = board.index(a), board.index(b)
        lines = [hexes for other, hexes in board.rails[i] if other == j]
        if not lines:
            yield f"9.1 no rails from {a} to {b}"
            return
        length += lines[0]
        for k, hex_ in ((i, a), (j, b)):
            if k in zone:
                yield f"9.3 through the zone at {hex_}"
            if hex_ not in state.held_rails:
                yield f"9.1 over rails that are not held, at {hex_}"
            if any(state.side_of(unit) != state.player for unit in state.stacks.get(hex_, ())):
                yield f"9.3 through the enemy at {hex_}"
    longest = min(LONGEST[sky], 20) if state.date.id == MOBILISING else LONGEST[sky]
    if length > longest:
        yield f"9.2 {length} hexes of {longest}"


def _wrong_ship(state: State, start: str, end: str, *, evacuated: bool) -> Iterator[str]:
    """§11.1, §11.8: from a held port to another; from a beach to leave it. Salonika is open to the Allies."""
    board = state.board
    salonika = state.printed.places.cities["Salonika"].hex
    for hex_ in (start, end):
        if not board.is_hex(hex_):
            continue
        i = board.index(hex_)
        if i not in board.ports and not (evacuated and hex_ == start and i in board.beaches):
            yield f"11.1 no port at {hex_}"
        if hex_ not in state.held_rails and hex_ != salonika and not (evacuated and hex_ == start):
            yield f"11.1 the port {hex_} is not held"


def _over_capacity(state: State, after: State) -> Iterator[str]:
    """§9.5, §9.52, §11.5: more than the charts grant, in half corps."""

    def granted(half_corps: int) -> int:
        return half_corps * 2 // 3 if state.date.id == MOBILISING else half_corps

    for power, row in state.printed.capacity.items():
        used = after.used.get(f"rail.{power}", 0)
        if used > granted(2 * row.rail if row.major else MINOR):
            yield f"9.5 the trains of {power}: {used}"
        if not row.major and after.used.get(f"rail.{power}.plain", 0) > granted(2 * row.rail):
            yield f"9.52 trains of {power} itself"
        if after.used.get(f"sea.{power}", 0) > 2 * row.sea - 2 * state.kept.get(power, 0):
            yield f"11.5 the ships of {power}"
