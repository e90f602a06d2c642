"""§8.0, §9.0, §11.0: units move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.empires_alliances.position.changes import eliminate, enter, relocate
from rules.empires_alliances.position.state import FREED, THIS_SEGMENT, State, UnitState
from rules.hexes.occupied import bring, change
from rules.kernel.fast_replace import replace

FOOT, TRAIN, SHIP = "foot", "train", "ship"
"""How a leg of a journey is made."""
CARRIED = {TRAIN: "rail", SHIP: "sea"}
WEST, EAST = 1, 2
"""§20.1: the bits of ``UnitState.entered``."""


@dataclass(frozen=True, slots=True)
class Marched:
    """§8.0, §4.2: units went along a path (the starting hex first) for ``cost`` MP, and took the hexes of it."""

    kind: ClassVar[str] = "marched"
    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int

    def apply(self, state: State) -> State:
        board = state.board
        entered = 0
        for hex_ in self.path[1:]:
            entered |= EAST if board.zone[board.index(hex_)] else WEST
        to = self.path[-1]
        coming = {u: _move(state, u, self.path[0], to, self.cost, entered) for u in self.units}
        return enter(bring(state, coming, to), self.units, self.path[1:])


def _move(state: State, unit: str, start: str, to: str, cost: int, entered: int) -> UnitState:
    """A unit that has gone from a place to another and spent MP; an entrenchment stays behind."""
    was = state.units[unit]
    return was._replace(
        at=to, trench=0, spent=was.spent + cost, began=was.began or start, entered=was.entered | entered
    )


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a journey: how it was made, and the places entered."""

    mode: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Travelled:
    """§9.0, §11.0, §4.2: units went from a place by train or ship, and on foot before and after, for ``cost`` MP.

    ``used``: what it took of capacities, in half corps. ``stops``: nothing of their MP is left (§11.2). ``evacuated``:
    from a beach, which leaves them demoralised (§11.8).
    """

    kind: ClassVar[str] = "travelled"
    units: tuple[str, ...]
    start: str
    legs: tuple[Leg, ...]
    cost: int
    used: Mapping[str, int] = field(default_factory=dict)
    stops: bool = False
    evacuated: bool = False

    def apply(self, state: State) -> State:
        board = state.board
        entered, taken, modes = 0, list[str](), set[str]()
        for leg in self.legs:
            modes.add(leg.mode)
            hexes = [place for place in leg.path if place not in board.boxes]
            for hex_ in hexes:
                entered |= EAST if board.zone[board.index(hex_)] else WEST
            if leg.mode != TRAIN:
                taken += hexes
        to = self.legs[-1].path[-1]
        coming: dict[str, UnitState] = {}
        for unit in self.units:
            now = _move(state, unit, self.start, to, self.cost, entered)
            carried = {now.carried, *(CARRIED[mode] for mode in modes if mode in CARRIED)} - {""}
            spent = max(now.spent, state.counter(unit).figures.movement) if self.stops else now.spent
            coming[unit] = now._replace(
                carried="both" if len(carried) > 1 or "both" in carried else next(iter(carried), ""),
                spent=spent,
                shaken=THIS_SEGMENT if self.evacuated else now.shaken,
            )
        after = enter(bring(state, coming, to), self.units, taken)
        used = {**state.used}
        for key, halves in self.used.items():
            used[key] = used.get(key, 0) + halves
        return replace(after, used=used)


@dataclass(frozen=True, slots=True)
class Overrun:
    """§12.0: units of a hex were eliminated in movement; a fort there fell, and some of the victors went in.

    ``odds`` are sixteenths of attack and defence factors. ``fort`` is its id, or empty. ``deed``: what is remembered of
    it (§22.52).
    """

    kind: ClassVar[str] = "overrun"
    hex: str
    attackers: tuple[str, ...]
    lost: tuple[str, ...]
    odds: tuple[int, int]
    advance: tuple[str, ...] = ()
    fort: str = ""
    deed: str = ""

    def apply(self, state: State) -> State:
        board = state.board
        before = state.units
        after = eliminate(state, self.lost)
        if self.fort:
            after = replace(after, forts=after.forts - {self.fort})
        if self.deed:
            after = replace(after, deeds=after.deeds | {self.deed})
        if self.advance:
            after = relocate(after, self.advance, self.hex)
            after = enter(after, self.advance, [self.hex])
        entered = EAST if board.zone[board.index(self.hex)] else WEST
        gone = frozenset(self.advance)
        return change(
            after,
            {
                u: after.units[u]._replace(
                    bound=True,
                    began=before[u].began or before[u].at,
                    entered=before[u].entered | (entered if u in gone else 0),
                )
                for u in self.attackers
            },
        )


@dataclass(frozen=True, slots=True)
class GarrisonsFreed:
    """§1.68, §2.66, §17.45: units that stay in garrison no longer, wherever the enemy goes."""

    kind: ClassVar[str] = "garrisons-freed"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, deeds=state.deeds | {f"{FREED}{unit}" for unit in self.units})


@dataclass(frozen=True, slots=True)
class SecondArmyMoved:
    """§22.61, §22.62: which units of the Second Army have done their duty: left for the railway, or been railed."""

    kind: ClassVar[str] = "second-army"
    units: tuple[str, ...]
    deed: str

    def apply(self, state: State) -> State:
        return replace(state, deeds=state.deeds | {f"{self.deed}.{unit}" for unit in self.units})
