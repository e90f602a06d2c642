"""The weather of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST, WEST
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class WeatherDetermined:
    """§12.1: the weather in the west and Italy, and in the east; ``die`` only where the west's is variable."""

    kind: ClassVar[str] = "weather"
    west: str
    east: str
    draw: int | None = None
    die: int | None = None

    def apply(self, state: State) -> State:
        state = replace(state, weather={WEST: self.west, EAST: self.east})
        return state if self.draw is None else count_die(state, self.draw)
