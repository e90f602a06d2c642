"""§7.1: the weather of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import count_die
from rules.empires_alliances.position.state import State
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class WeatherRolled:
    """§20.1: the die, and what it brings west and east."""

    kind: ClassVar[str] = "weather"
    draw: int
    die: int
    weather: tuple[str, str]
    sides: int = 10

    def apply(self, state: State) -> State:
        return count_die(replace(state, weather=self.weather), self.draw)


@dataclass(frozen=True, slots=True)
class WeatherSet:
    """§3.66: the weather that the scenario has for a turn."""

    kind: ClassVar[str] = "weather-set"
    weather: tuple[str, str]

    def apply(self, state: State) -> State:
        return replace(state, weather=self.weather)
