"""The Sinai pipeline grows, or is thrown back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class PipelineMoved:
    """§11.53: it runs as far as ``hex`` now, nowhere if that is empty. ``side``: who has laid it or thrown it back."""

    kind: ClassVar[str] = "pipeline"
    side: str
    hex: str

    def apply(self, state: State) -> State:
        return with_near_east(state, pipeline=self.hex)
