"""Several sheets and boxes as one board: ids with a prefix (``E1328``), seams where sheets lie side by side, links.

An ``atlas.toml`` names the sheets in order, and after them the boxes. A seam says how one sheet lies beside another by
one pair of hexes: neighbours over a side, or the same hex printed on both; all other hexes follow from the lattices. A
link is a way that no two neighbours make: from hexes that a sheet marks, or that are listed, to a box. Floods and paths
run over ``lattice.neighbours`` as on one sheet; ``ways(kind)`` has the links besides, after the six sides.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.hexes.board_columns import BoardColumns, Pair, Row
from rules.hexes.sheet import Sheet
from rules.kernel.floods import disc, spread
from rules.kernel.lattice import OFF_BOARD, SIDES, Lattice, Net, adjacent

OWN = ("hex", "lat", "lon", "origin")
"""Columns that two prints of one hex need not share."""
NO_NEIGHBOURS = (OFF_BOARD,) * len(SIDES)


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of the atlas: the folder of its tables, what its ids begin with, and how people call it."""

    board: str
    prefix: str
    title: str
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Box:
    """A place beside the hexes. Nobody stays in one that is only ``passed`` through."""

    id: str
    title: str
    section: str
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A way from ``a`` to ``b`` (ids) that is open to one kind of movement, and the section that opens it."""

    kind: str
    a: str
    b: str
    section: str


@dataclass(frozen=True, slots=True)
class Seam:
    """Hex ``a`` of one sheet is the neighbour of ``b`` over its ``side``, or without a side the same hex."""

    a: str
    b: str
    side: int | None = None


class Joined(Net):
    """The hexes of all sheets, and the boxes after them, which have no neighbours."""

    __slots__ = ("_own", "_rings", "_seamed", "page")

    def __init__(self, pages: Sequence[tuple[str, Lattice]], seams: Sequence[Seam], boxes: Sequence[str]) -> None:
        laid = _lay_out(pages, seams)
        places: dict[tuple[int, int, int], int] = {}
        ids: list[str] = []
        index: dict[str, int] = {}
        page: list[int] = []
        joined = {plane for plane, _, _ in laid if sum(plane == other for other, _, _ in laid) > 1}
        alike = {laid[_page_of(pages, seam.a)][0] for seam in seams if seam.side is None}
        for n, ((prefix, lattice), (plane, dx, dy)) in enumerate(zip(pages, laid, strict=True)):
            for hex_ in lattice.ids:
                x, y = lattice.place(hex_)
                name, here = prefix + hex_, (plane, x + dx, y + dy)
                at = places.setdefault(here, len(ids))
                if name in index:
                    raise ValueError(f"two hexes of the atlas are called {name}")
                if at == len(ids):
                    ids.append(name)
                    page.append(n)
                elif plane not in alike:
                    raise ValueError(f"{name} lies where {ids[at]} is, and no seam says that they are the same hex")
                index[name] = at
        for box in boxes:
            if box in index:
                raise ValueError(f"two places of the atlas are called {box}")
            index[box] = len(ids)
            ids.append(box)
        by_plane: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for (plane, x, y), i in places.items():
            by_plane[plane].append((i, x, y))
        neighbours: list[tuple[int, ...]] = [NO_NEIGHBOURS] * len(ids)
        for found in by_plane.values():
            around = adjacent([(x, y) for _, x, y in found])
            for (i, _, _), row in zip(found, around, strict=True):
                neighbours[i] = tuple(OFF_BOARD if b == OFF_BOARD else found[b][0] for b in row)
        super().__init__(ids, neighbours, index)
        self.page: tuple[int, ...] = tuple(page)
        """For each hex, but no box, the number of its sheet."""
        self._own = tuple(pages)
        self._seamed = tuple(plane in joined for plane, _, _ in laid)
        self._rings: dict[tuple[str, int], frozenset[str]] = {}

    def distance(self, a: str, b: str) -> int:
        """Hexes from ``a`` to ``b`` over sheets that lie side by side. ValueError when there is no such way."""
        i, j = self.index[a], self.index[b]
        if i == j:
            return 0
        if i < len(self.page) and j < len(self.page):
            prefix, lattice = self._own[self.page[i]]
            if self.page[i] == self.page[j] and not self._seamed[self.page[i]]:
                return lattice.distance(a.removeprefix(prefix), b.removeprefix(prefix))
            steps = spread(self.neighbours, [i], lambda _, __: True).get(j)
            if steps is not None:
                return steps
        raise ValueError(f"no hexes lead from {a} to {b}")

    def within(self, centre: str, radius: int) -> frozenset[str]:
        """All hexes no further than ``radius`` from ``centre``, worked out once."""
        found = self._rings.get((centre, radius))
        if found is None:
            reached = disc(self.neighbours, self.index[centre], radius, (), ())
            found = self._rings[centre, radius] = frozenset(self.ids[i] for i in reached)
        return found


class Atlas(BoardColumns[Joined]):
    """The board of a game on several sheets. Columns that a sheet does not have are empty there, and in boxes."""

    def __init__(
        self, pages: Sequence[Page], seams: Sequence[Seam] = (), boxes: Sequence[Box] = (), links: Iterable[Link] = ()
    ) -> None:
        self.pages = tuple(pages)
        self.boxes: Mapping[str, Box] = {box.id: box for box in boxes}
        lattice = Joined([(p.prefix, p.sheet.lattice) for p in pages], seams, list(self.boxes))
        blank = dict.fromkeys((column for p in pages for column in p.sheet.hexes[0]), "")
        hexes: list[Row] = [blank] * len(lattice)
        lines = ["atlas.toml"] * len(lattice)
        sides: dict[Pair, Row] = {}
        rails: dict[Pair, Row] = {}
        for page in pages:
            to = [lattice.index[page.prefix + hex_] for hex_ in page.sheet.lattice.ids]
            for i, row, line in zip(to, page.sheet.hexes, page.sheet.lines, strict=True):
                if hexes[i] is not blank:
                    _agree(hexes[i], row, page.prefix)
                    continue
                hexes[i], lines[i] = {**blank, **row, "hex": lattice.ids[i]}, f"{page.board}/{line}"
            sides.update({(to[a], to[b]): row for (a, b), row in page.sheet.sides.items()})
            rails.update({(to[a], to[b]): row for (a, b), row in page.sheet.rails.items()})
        for box in self.boxes:
            hexes[lattice.index[box]] = {**blank, "hex": box}
        super().__init__(lattice, hexes, lines, sides, rails)
        self.links: tuple[Link, ...] = tuple(links)
        for link in self.links:
            for end in (link.a, link.b):
                if end not in lattice.index:
                    raise ValueError(f"a link of {link.kind} ends in {end}, which is no place of the atlas")

    @classmethod
    def read(cls, file: Path, boards: Path) -> Atlas:
        """The atlas of a file; the sheets' folders are in ``boards``."""
        spec = tomllib.loads(file.read_text(encoding="utf-8"))
        pages = [
            Page(s["board"], s["prefix"], s["title"], Sheet.read(boards / s["board"])) for s in spec.get("sheets", ())
        ]
        seams = [Seam(s["a"], s["b"], s.get("side")) for s in spec.get("seams", ())]
        boxes = [Box(b["id"], b["title"], b["section"], b.get("passed", False)) for b in spec.get("boxes", ())]
        return cls(pages, seams, boxes, [link for entry in spec.get("links", ()) for link in _links(entry, pages)])

    @cached_property
    def _linked(self) -> Mapping[str, Mapping[int, tuple[int, ...]]]:
        """By kind of link and place, where it leads; only this way round."""
        found: defaultdict[str, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        index = self.lattice.index
        for link in self.links:
            found[link.kind][index[link.a]].append(index[link.b])
        return {kind: {a: tuple(ends) for a, ends in table.items()} for kind, table in found.items()}

    def ways(self, *kinds: str) -> tuple[tuple[int, ...], ...]:
        """``neighbours`` with the links of these kinds after the six sides. A table of all places: keep it.

        KeyError for a kind that no link has.
        """
        tables = [self._linked[kind] for kind in kinds]
        return tuple(
            row + tuple(b for table in tables for b in table.get(a, ()))
            for a, row in enumerate(self.lattice.neighbours)
        )

    def page_of(self, place: str) -> Page | None:
        """The sheet that a hex is printed on (the first, if it is on two), None for a box."""
        i = self.lattice.index[place]
        return self.pages[self.lattice.page[i]] if i < len(self.lattice.page) else None

    def loose(self) -> tuple[str, ...]:
        """The hexes at the edge of a sheet from which neither a neighbour on another nor a link leads on."""
        linked = {self.lattice.index[end] for link in self.links for end in (link.a, link.b)}
        around = self.lattice.neighbours
        edges = range(len(self.lattice.page))
        return tuple(self.lattice.ids[i] for i in edges if OFF_BOARD in around[i] and i not in linked)


def _lay_out(pages: Sequence[tuple[str, Lattice]], seams: Sequence[Seam]) -> list[tuple[int, int, int]]:
    """For each sheet the plane that it lies in, and by how much it is moved there. ValueError where seams disagree."""
    laid = [(n, 0, 0) for n in range(len(pages))]
    for seam in seams:
        here, there = _page_of(pages, seam.a), _page_of(pages, seam.b)
        if here == there:
            raise ValueError(f"the seam from {seam.a} to {seam.b} joins a sheet to itself")
        (ax, ay), (bx, by) = (_place(pages[n], hex_) for n, hex_ in ((here, seam.a), (there, seam.b)))
        sx, sy = (0, 0) if seam.side is None else SIDES[seam.side]
        plane, dx, dy = laid[here]
        old, ox, oy = laid[there]
        # By how much all that lies with the other sheet must be moved further.
        mx, my = ax + dx + sx - bx - ox, ay + dy + sy - by - oy
        if plane == old and (mx or my):
            raise ValueError(f"the seam from {seam.a} to {seam.b} contradicts the seams before it")
        laid = [(plane, x + mx, y + my) if p == old and p != plane else (p, x, y) for p, x, y in laid]
    return laid


def _page_of(pages: Sequence[tuple[str, Lattice]], hex_: str) -> int:
    for n, (prefix, lattice) in enumerate(pages):
        if hex_.startswith(prefix) and hex_.removeprefix(prefix) in lattice.index:
            return n
    raise ValueError(f"{hex_} is on no sheet of the atlas")


def _place(page: tuple[str, Lattice], hex_: str) -> tuple[int, int]:
    prefix, lattice = page
    return lattice.place(hex_.removeprefix(prefix))


def _agree(one: Row, other: Row, prefix: str) -> None:
    for column, word in other.items():
        if column not in OWN and one[column] != word:
            raise ValueError(
                f"{one['hex']} and {prefix}{other['hex']} are the same hex, "
                f"but {column} is {one[column]!r} and {word!r}"
            )


def _links(entry: Mapping[str, Any], pages: Sequence[Page]) -> Iterable[Link]:
    """The links of one entry: between its box and hexes that are listed, or that a sheet has words for.

    ``turned`` is ``out`` for links from the hexes to the box, ``in`` for those from it; without it they go both ways.
    """
    listed: list[str] = list(entry.get("places", ()))
    if "sheet" in entry:
        page = next((p for p in pages if p.board == entry["sheet"]), None)
        if page is None:
            raise ValueError(f"a link of {entry['kind']} begins on {entry['sheet']}, which is no sheet of the atlas")
        wanted: Mapping[str, str] = entry["where"]
        listed += [page.prefix + row["hex"] for row in page.sheet.hexes if wanted.items() <= row.items()]
    if not listed:
        raise ValueError(f"a link of {entry['kind']} to {entry['box']} begins nowhere")
    kind, box, section, turned = entry["kind"], entry["box"], entry["section"], entry.get("turned", "both")
    if turned not in ("both", "in", "out"):
        raise ValueError(f"a link of {kind} is turned {turned!r}")
    for place in listed:
        if turned != "in":
            yield Link(kind, place, box, section)
        if turned != "out":
            yield Link(kind, box, place, section)
