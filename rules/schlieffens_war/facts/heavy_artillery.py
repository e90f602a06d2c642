"""The German siege artillery."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.changes import shift_column
from rules.schlieffens_war.position.state import State


@dataclass(frozen=True, slots=True)
class MarkerRolled:
    """§11.23: a German siege marker was committed; its die and the columns it gave."""

    kind: ClassVar[str] = "bombardment"
    marker: str
    draw: int
    die: int
    columns: int

    def apply(self, state: State) -> State:
        title = "Coup de main" if self.marker == "coup" else "Heavy artillery"
        state = count_die(shift_column(state, title, "11.23", self.columns), self.draw)
        return replace(state, coup=False) if self.marker == "coup" else state


@dataclass(frozen=True, slots=True)
class ArtillerySpent:
    """§11.23: what became of a heavy artillery marker: ``ready`` is the turn from which it serves again, 0 is gone.

    ``draw`` and ``die`` are None on turn 1, when it is never lost.
    """

    kind: ClassVar[str] = "artillery"
    index: int
    draw: int | None
    die: int | None
    ready: int

    def apply(self, state: State) -> State:
        markers = tuple(self.ready if i == self.index else turn for i, turn in enumerate(state.artillery))
        state = replace(state, artillery=markers)
        return state if self.draw is None else count_die(state, self.draw)
