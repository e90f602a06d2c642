"""What is printed for a match (decisions/0023): the files of a folder, with the board that its sheets make."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from rules.great_war.printed.board import Board
from rules.great_war.printed.data import FOLDER, Printed
from rules.kernel.plans import Plans

AUGUST_1914 = "august-1914"
"""The game's own plan, on boards with the frontiers of August 1914."""
HISTORY = "history"
"""The boards before that: Ala, Cervignano and Cormons Italian, Budapest's line to Agram over Lake Balaton."""
EARLIER = (HISTORY,)
"""Matches begun on one of these are played on it. Each is a whole folder: a change of today's plan never reaches it."""


@dataclass(frozen=True, eq=False)
class PrintedGame(Printed):
    """What is printed, and the board."""

    board: Board

    @cached_property
    def tanks(self) -> frozenset[str]:
        """§15.2: the tank units of all nations."""
        return frozenset(unit.id for unit in self.counters.values() if unit.kind == "tank")

    @cached_property
    def by_nation(self) -> dict[str, tuple[str, ...]]:
        """The units of every nation."""
        found: dict[str, tuple[str, ...]] = {}
        for unit in self.counters.values():
            found[unit.nation] = (*found.get(unit.nation, ()), unit.id)
        return found

    @cached_property
    def staffs(self) -> frozenset[str]:
        """§15.6: the headquarters of all nations."""
        return frozenset(unit.id for unit in self.counters.values() if unit.kind == "hq")

    @cached_property
    def sorts(self) -> dict[str, tuple[str, str]]:
        """Nation and kind of every unit: "hq", "mountain", or "infantry" for all others, as supply tells them apart."""
        return {
            unit.id: (unit.nation, unit.kind if unit.kind in ("hq", "mountain") else "infantry")
            for unit in self.counters.values()
        }

    @classmethod
    def lay(cls, folder: Path) -> PrintedGame:
        """All that the files of a folder say. ValueError as for ``Printed.read``."""
        printed = Printed.read(folder)
        return cls(
            **{field.name: getattr(printed, field.name) for field in fields(Printed)},
            board=Board.read(folder, printed.charts, printed.places),
        )


PLANS: Plans[PrintedGame] = Plans(
    PrintedGame.lay, {AUGUST_1914: FOLDER}, {name: FOLDER / "earlier" / name for name in EARLIER}
)
