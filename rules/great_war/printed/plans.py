"""What is printed for a match (decisions/0023): the files of a folder, with the board that its sheets make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from rules.great_war.printed.board import Board
from rules.great_war.printed.charts import Capacity, Charts
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.data import FOLDER, MADE_FOR_EUROPE, Printed
from rules.great_war.printed.nations import NATIONS
from rules.great_war.printed.variants import EUROPE, RAIL, SEA, Transport, Variant, read_variants
from rules.hexes.atlas import Atlas
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
        """The units of every nation, none for those that are not in the variant."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(NATIONS, ())
        for unit in self.counters.values():
            found[unit.nation] = (*found[unit.nation], unit.id)
        return found

    @cached_property
    def headquarters(self) -> frozenset[str]:
        """§15.6: the headquarters of all nations."""
        return frozenset(unit.id for unit in self.counters.values() if unit.kind == "hq")

    @cached_property
    def sorts(self) -> dict[str, tuple[str, str]]:
        """Nation and kind of every unit: "hq", "mountain", "persian", "arab", or "infantry" for others, as supply
        tells them apart."""
        return {unit.id: (unit.nation, _sort(unit)) for unit in self.counters.values()}

    @cached_property
    def transports(self) -> Mapping[str, Transport]:
        """§9.1, §9.2, §9.5: what moves units, by the capacities."""
        return {transport.id: transport for transport in self.variant.transports}

    @cached_property
    def ships(self) -> tuple[Capacity, ...]:
        """§9.52, §9.52N: what goes by sea, on the maps of Europe and on those of the Near East."""
        return tuple(self.charts.capacity[t.id] for t in self.variant.transports if t.by == SEA)

    @cached_property
    def trains(self) -> Trains:
        """§9.11, §9.21, §9.22: by whose trains a unit goes."""
        return Trains(self.variant, self.charts)


PERSIAN = "persian"
"""§11.32, §11.33: units that are supplied anywhere in Persia: Gendarmes and Rifles. The Cossacks are Russians for
supply."""
ARABS = "arab"
"""§15.81, §11.33: the unit that is always in supply."""


def _sort(unit: Counter) -> str:
    if unit.nation == "AB":
        return ARABS
    return PERSIAN if unit.limits == "I/P" else unit.kind if unit.kind in ("hq", "mountain") else "infantry"


class Trains(dict[tuple[str, str, str], Capacity]):
    """§9.11, §9.21, §9.22: the trains that take a unit of a side and nation on a front, found once.

    Those of its nation go before those of its side, and those that serve the front before others. KeyError where a side
    has none at all.
    """

    def __init__(self, variant: Variant, charts: Charts) -> None:
        super().__init__()
        self._variant, self._charts = variant, charts

    def __missing__(self, key: tuple[str, str, str]) -> Capacity:
        side, nation, front = key
        mine = [t for t in self._variant.transports if t.by == RAIL and t.side == side]
        mine = [t for t in mine if nation in t.nations] or [t for t in mine if not t.nations]
        found = [self._charts.capacity[t.id] for t in mine]
        sheet = self._variant.fronts[front].sheet if front else ""
        serving = [capacity for capacity in found if sheet in capacity.fronts] or found
        if not serving:
            raise KeyError(key)
        self[key] = serving[0]
        return serving[0]


class PrintedFolder:
    """What a folder prints: a game for each of its variants, made when it is first asked for, on one atlas.

    Europe's is made at once, so that a slip in its files is told when the folder is added.
    """

    def __init__(self, folder: Path) -> None:
        """ValueError as for ``Printed.read``."""
        self._folder = folder
        self.variants = read_variants(folder, MADE_FOR_EUROPE)
        self._of = {scenario: variant.id for variant in self.variants.values() for scenario in variant.scenarios}
        self._games: dict[str, PrintedGame] = {}
        self.variant(EUROPE)

    def of(self, scenario: str) -> PrintedGame:
        """What is printed for the variant of a scenario. ValueError for a scenario of no variant that there is."""
        found = self._games.get(self._of.get(scenario, ""))
        if found is not None:
            return found
        if scenario not in self._of:
            raise ValueError(f"no scenario {scenario!r} can be played")
        return self.variant(self._of[scenario])

    def variant(self, id_: str) -> PrintedGame:
        """What is printed for a variant. ValueError where the folder has none of that name, or a slip in its files."""
        if id_ not in self.variants:
            raise ValueError(f"{self._folder.name} has no variant {id_!r}")
        if id_ not in self._games:
            variant = self.variants[id_]
            printed = Printed.read(self._folder, variant=variant)
            self._games[id_] = PrintedGame(
                **{field.name: getattr(printed, field.name) for field in fields(Printed)},
                board=Board(self.atlas, printed.charts, printed.places, variant.fronts, printed.near_east),
            )
        return self._games[id_]

    @cached_property
    def atlas(self) -> Atlas:
        """All sheets of the folder."""
        return Atlas.read(self._folder / "atlas.toml", self._folder / "boards")


PLANS: Plans[PrintedFolder] = Plans(
    PrintedFolder, {AUGUST_1914: FOLDER}, {name: FOLDER / "earlier" / name for name in EARLIER}
)
