"""§22.8: corps that break down into divisions, and divisions that join again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import eliminate
from rules.empires_alliances.position.state import State, UnitState
from rules.empires_alliances.printed.board import BROKEN, LATER
from rules.hexes.occupied import bring
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class BrokenDown:
    """§22.82, §22.83: a corps is set aside for two divisions in its hex, in its condition."""

    kind: ClassVar[str] = "broken-down"
    corps: str
    halves: tuple[str, str]

    def apply(self, state: State) -> State:
        was = state.units[self.corps]
        now = UnitState(was.at, trench=was.trench, unsupplied=was.unsupplied)
        after = bring(eliminate(state, (self.corps,), BROKEN), dict.fromkeys(self.halves, now), was.at)
        if self.corps in after.embarking:
            # §11.71: what its corps did as the phase began, a division did.
            after = replace(after, embarking=after.embarking | {*self.halves})
        return _trodden(after, {self.corps: self.halves})


@dataclass(frozen=True, slots=True)
class Recombined:
    """§22.82, §22.83: two divisions in a hex are exchanged for a corps: as hungry as the hungrier, as deep as the
    shallower of their entrenchments."""

    kind: ClassVar[str] = "recombined"
    corps: str
    halves: tuple[str, str]

    def apply(self, state: State) -> State:
        one, other = (state.units[half] for half in self.halves)
        carried = {one.carried, other.carried} - {""}
        now = one._replace(
            trench=min(one.trench, other.trench),
            unsupplied=max(one.unsupplied, other.unsupplied),
            spent=max(one.spent, other.spent),
            carried="both" if len(carried) > 1 else next(iter(carried), ""),
            bound=one.bound or other.bound,
            fought=one.fought or other.fought,
            entered=one.entered | other.entered,
        )
        after = bring(eliminate(state, self.halves, LATER), {self.corps: now}, one.at)
        return _trodden(after, dict.fromkeys(self.halves, (self.corps,)))


def _trodden(state: State, instead: Mapping[str, tuple[str, ...]]) -> State:
    """§10.2: where units began or went counts for those that stand for them now."""
    found = {
        hex_: tuple(dict.fromkeys(new for unit in units for new in instead.get(unit, (unit,))))
        for hex_, units in state.trodden.items()
    }
    return state if found == state.trodden else replace(state, trodden=found)
