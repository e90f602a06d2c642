"""The ground of every board as floods see it: prices, barriers, railways, and where each side's supply comes from.

All of it is read from the board's own tables; what a game's rules add stands in ``charts.py``. Nothing has been taken
from anyone yet: each country is with the side that it fights on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.programs.benching.charts import CHARTS, EAST, SOUTH, WEST, Chart, Row
from rules.hexes.sheet import Sheet, rows
from rules.kernel.floods import flood_links, trace
from rules.kernel.lattice import OFF_BOARD

Steps = tuple[tuple[int, ...], ...]
"""For each place those that a step leads to."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side's ``sources`` of supply, the towns on its own ground that pass it on, and what is ``closed`` to it."""

    name: str
    sources: frozenset[int]
    towns: frozenset[int]
    closed: frozenset[int]


@dataclass(frozen=True, slots=True)
class FloodBoard:
    """One board of hexes. ``prices[i][d]`` is the price over side ``d`` of hex ``i``, None where there is no way.

    ``land`` are the hexes open to anyone's ground units, ``lines`` the steps of a line of supply with their length
    of one hex, ``rails`` those of the railways.
    """

    board: str
    ids: tuple[str, ...]
    neighbours: Steps
    land: frozenset[int]
    prices: tuple[tuple[int | None, ...], ...]
    lines: tuple[tuple[tuple[int, int], ...], ...]
    rails: Steps
    sides: tuple[Side, ...]
    chart: Chart

    def cost(self, a: int, side: int, _b: int) -> int | None:
        """The price of a step, as a flood asks for it."""
        return self.prices[a][side]

    def supplied_hexes(self, side: Side) -> set[int]:
        """All hexes in supply: by rail and a line to the rails, or by lines from town to town."""
        if self.chart.by_rail:
            rails = flood_links(self.rails, side.sources, side.closed)
            return set(trace(self.lines, rails, self.chart.line, side.closed, ()))
        found: set[int] = set()
        passed: frozenset[int] = frozenset()
        front = side.sources
        while front:
            passed |= front
            found.update(trace(self.lines, front, self.chart.line, side.closed, ()))
            front = side.towns & found - passed
        return found


def read(folder: Path) -> FloodBoard:
    """A board of hexes. KeyError for one whose game has no chart."""
    sheet = Sheet.read(folder)
    lattice, hexes, sides, tracks = sheet.lattice, sheet.hexes, sheet.sides, sheet.rails
    chart = CHARTS[folder.name]
    entered = frozenset().union(*chart.sides.values(), chart.shared)
    land = frozenset(i for i, row in enumerate(hexes) if row["surface"] == "land" and row["country"] in entered)

    def price(a: int, b: int) -> int | None:
        side = sides.get((a, b), {})
        if not {a, b} <= land or _is_sea(side) or side.get("lake") or side.get("bars"):
            return None
        base = 1 if hexes[b]["city"] else chart.prices.get(_terrain(hexes[b], side))
        if base is None or not side.get("river") or (chart.dry and (hexes[a]["city"] or hexes[b]["city"])):
            return base
        return base + chart.river

    def carries(a: int, b: int) -> bool:
        side = sides.get((a, b), {})
        return {a, b} <= land and hexes[b]["terrain"] not in chart.barren and not _is_sea(side) and not side.get("bars")

    neighbours = lattice.neighbours
    rails = tuple(tuple(b for b in row if (a, b) in tracks) for a, row in enumerate(neighbours))
    return FloodBoard(
        board=folder.name,
        ids=lattice.ids,
        neighbours=neighbours,
        land=land,
        prices=tuple(tuple(None if b == OFF_BOARD else price(a, b) for b in row) for a, row in enumerate(neighbours)),
        lines=tuple(tuple((b, 1) for b in row if b != OFF_BOARD and carries(a, b)) for a, row in enumerate(neighbours)),
        rails=rails,
        sides=tuple(_side(chart, name, hexes, rails) for name in chart.sides),
        chart=chart,
    )


@dataclass(frozen=True, slots=True)
class Areas:
    """A board of areas: ``links[i]`` leads to the neighbours of area ``i``, each over a link of ``kinds[i]``."""

    ids: tuple[str, ...]
    links: Steps
    kinds: tuple[tuple[str, ...], ...]
    closed: frozenset[int]

    def march(self, a: int, side: int, b: int) -> int | None:
        """The price of a step of ground units, as a flood asks for it."""
        return 1 if self.kinds[a][side] in BY_LAND and b not in self.closed else None

    def sail(self, a: int, side: int, _b: int) -> int | None:
        """That of ships."""
        return 1 if self.kinds[a][side] in BY_SEA else None


BY_LAND, BY_SEA = ("land", "bridge"), ("sea", "strait")
CLOSED = ("CH",)
"""Nobody may attack or cross it, as the rulebook of Powers of 1914 says of neutral countries."""


def read_areas(folder: Path) -> Areas:
    """A board of areas from its two tables."""
    areas = [row for _, row in rows(folder / "areas.csv")]
    index = {row["id"]: i for i, row in enumerate(areas)}
    linked: list[dict[int, str]] = [{} for _ in areas]
    for _, row in rows(folder / "links.csv"):
        a, b = index[row["a"]], index[row["b"]]
        linked[a][b] = linked[b][a] = row["kind"]
    return Areas(
        ids=tuple(index),
        links=tuple(tuple(row) for row in linked),
        kinds=tuple(tuple(row.values()) for row in linked),
        closed=frozenset(i for i, row in enumerate(areas) if row["owner"] in CLOSED),
    )


def _side(chart: Chart, name: str, hexes: Sequence[Row], rails: Steps) -> Side:
    own = chart.sides[name]
    edges = _edges(hexes)
    home = [i for i, row in enumerate(hexes) if row["country"] in own | chart.shared]
    return Side(
        name=name,
        sources=frozenset(
            i for i in home if (rails[i] or not chart.by_rail) and chart.source(name, hexes[i], edges[i])
        ),
        towns=frozenset(i for i in home if hexes[i]["country"] in own and (hexes[i]["city"] or hexes[i].get("town"))),
        closed=frozenset(range(len(hexes))).difference(home),
    )


def _edges(hexes: Sequence[Row]) -> list[frozenset[str]]:
    """On which of the sheet's edges each hex lies."""
    rows, columns = [row["hex"][:-2] for row in hexes], [row["hex"][-2:] for row in hexes]
    named = ((EAST, columns, min(columns)), (WEST, columns, max(columns)), (SOUTH, rows, max(rows)))
    return [frozenset(edge for edge, places, end in named if places[i] == end) for i in range(len(hexes))]


def _terrain(row: Row, side: Row) -> str:
    """§8.33 of The Great War: a pass helps only those who follow its path; beside it there is mountain."""
    return "mountain" if row["terrain"] == "mountain pass" and not side.get("pass") else row["terrain"]


def _is_sea(side: Row) -> bool:
    """A hexside that nobody crosses; §8.35 of The Great War: haffs are water that can be crossed."""
    return bool((side.get("sea") and not side.get("haff")) or side.get("strait"))
