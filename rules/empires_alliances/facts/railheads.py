"""§10.0: railheads are advanced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import CENTRAL
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class RailheadsListed:
    """§10.1: the railheads of the phasing side as its Administrative Phase begins."""

    kind: ClassVar[str] = "railheads"
    hexes: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, railheads={hex_: hex_ for hex_ in self.hexes})


@dataclass(frozen=True, slots=True)
class RailheadMoved:
    """§10.2, §10.3: a railhead goes along a line; the hexes of ``path`` are the side's from now on."""

    kind: ClassVar[str] = "railhead"
    side: str
    head: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        origin = state.railheads[self.head]
        home = {h for h in self.path if state.allegiance.get(state.board.country[state.board.index(h)]) == self.side}
        away = set(self.path) - home
        if self.side == CENTRAL:
            ours, theirs = state.central_rails | away, state.allied_rails - set(self.path)
            after = replace(state, central_rails=ours, allied_rails=theirs)
        else:
            ours, theirs = state.allied_rails | away, state.central_rails - set(self.path)
            after = replace(state, allied_rails=ours, central_rails=theirs)
        return replace(after, railheads={**state.railheads, **dict.fromkeys(self.path, origin)})
