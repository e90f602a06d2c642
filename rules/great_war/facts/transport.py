"""Units come into play, are converted, and go by rail and sea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.great_war.position.changes import relocate, with_near_east, with_strategic_state
from rules.great_war.position.state import TRANSFER, TRANSIT, State
from rules.great_war.position.usage import PLACED, brought_to
from rules.great_war.printed.nations import ALLIED
from rules.hexes.occupied import change
from rules.kernel.codec import LATER, stored_as
from rules.kernel.fast_replace import replace

TURKS = "TU"


@dataclass(frozen=True, slots=True)
class UnitsArrived:
    """§13.11: new units are placed in a hex, on top in their order; ``by_hq`` where a headquarters brings them.

    Where British units fell is forgotten (§5.36); Allied tanks that can be replaced free the headquarters (§15.66).
    ``shipped``: how many of them count against what the Allies can ship in the turn (§13.3). ``edge``: whether
    they are U.S. units that come in at the edge of the map, and pay for its hex when they move (§13.25).
    """

    kind: ClassVar[str] = "arrived"
    side: str
    units: tuple[str, ...]
    hex: str
    by_hq: bool = field(default=False, metadata=stored_as("by_staff"))
    shipped: int = 0
    edge: bool = field(default=False, metadata=LATER)

    def apply(self, state: State) -> State:
        frame = state.phase
        used, moved = frame.used, tuple(u for u in self.units if not state.counter(u).is_combat)
        if self.by_hq:
            key = brought_to(state.counter(self.units[0]).nation, self.hex)
            used = {**used, key: used.get(key, 0) + len(self.units)}
        used = {**used, PLACED: used.get(PLACED, 0) + len(self.units)}
        frame = replace(frame, used=used, moved=(*frame.moved, *moved))
        state = relocate(state, self.units, self.hex)
        fell = {u: front for u, front in state.strategic_state.fell.items() if u not in self.units}
        tanks = any(state.counter(u).kind == "tank" and state.counter(u).replaced("front") for u in self.units)
        free = state.strategic_state.hqs_free or (self.side == ALLIED and tanks)
        if len(fell) < len(state.strategic_state.fell) or free != state.strategic_state.hqs_free:
            state = with_strategic_state(state, fell=fell, hqs_free=free)
        if self.edge:
            state = with_strategic_state(state, coming_in=(*state.strategic_state.coming_in, *self.units))
        return replace(state, cursor=(frame, *state.cursor[1:]), sailed=state.sailed + self.shipped)


@dataclass(frozen=True, slots=True)
class UnitsTransported:
    """§9.1, §9.2, §9.5: units of one hex went to another by rail or sea, which takes up ``used`` of capacities."""

    kind: ClassVar[str] = "transported"
    side: str
    units: tuple[str, ...]
    start: str
    to: str
    by: str
    used: Mapping[str, int]

    def apply(self, state: State) -> State:
        frame = state.phase
        used = {**frame.used, **{id_: frame.used.get(id_, 0) + n for id_, n in self.used.items()}}
        frame = replace(frame, used=used, moved=(*frame.moved, *self.units))
        if state.printed.variant.combined and {self.start, self.to} & {TRANSFER, TRANSIT}:
            state = self._note(state)
        return replace(relocate(state, self.units, self.to), cursor=(frame, *state.cursor[1:]))

    def _note(self, state: State) -> State:
        """§9.24, §9.25, §16.62: from which front units came that go into a box between Europe and the Near East, as
        long as they are there. Turks leave the transit box whenever it could matter."""
        board = state.printed.board
        came = tuple((u, front) for u, front in state.near_east.came_from if u not in self.units)
        if self.to in (TRANSFER, TRANSIT):
            those = (u for u in self.units if state.counter(u).people != TURKS)
            came = (*came, *((u, board.front[board.index[self.start]]) for u in those))
        return with_near_east(state, came_from=came)


@dataclass(frozen=True, slots=True)
class CavalryConverted:
    """§15.55: German cavalry divisions are infantry from now on."""

    kind: ClassVar[str] = "converted"
    side: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return change(state, {u: state.units[u]._replace(back=True) for u in self.units})
