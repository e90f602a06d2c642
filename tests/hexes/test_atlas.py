"""Several sheets as one board: seams, links, boxes, and what a slip in the atlas is answered with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.hexes.atlas import Atlas, Box, Link, Page, Seam
from rules.hexes.sheet import Sheet
from rules.kernel.floods import flood
from rules.kernel.lattice import OFF_BOARD, SIDES, Grain, Lattice

WHOLE = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 6) for col in range(1, 10)])


def sheet(rows: range, cols: range, shifted: str = "odd", **special: Mapping[str, str]) -> Sheet:
    """A sheet of clear hexes; ``special`` has further columns of some, by number after an ``h``."""
    hexes = [
        {"hex": f"{r:02}{c:02}", "terrain": "clear", "mark": "", **special.get(f"h{r:02}{c:02}", {})}
        for r in rows
        for c in cols
    ]
    return Sheet(shifted, enumerate(hexes, 2), [], [])


def page(prefix: str, sheet_: Sheet) -> Page:
    """A page of its own board."""
    return Page(f"board-{prefix}", prefix, prefix, sheet_)


def cut(*, overlap: int = 0) -> tuple[Page, Page]:
    """The whole board cut after its fifth column; with an overlap the second begins as many columns earlier."""
    return page("A", sheet(range(1, 6), range(1, 6))), page("B", sheet(range(1, 6), range(6 - overlap, 10)))


def as_whole(atlas: Atlas, hex_: str) -> str:
    """The number of a hex of the cut board on the uncut one: what a seam joins bears consecutive numbers here."""
    return atlas.lattice.ids[atlas.lattice.index[hex_]][1:]


@pytest.mark.parametrize(
    ("overlap", "seam"),
    [
        (0, Seam("A0305", "B0306", 0)),
        (0, Seam("B0206", "A0305", 2)),
        (1, Seam("A0205", "B0205")),
        (2, Seam("B0404", "A0404")),
    ],
)
def test_a_seam_makes_one_board_of_two(overlap: int, seam: Seam) -> None:
    """Neighbours over the same sides, distances and rings are those of the board before it was cut."""
    atlas = Atlas(cut(overlap=overlap), [seam])
    lattice = atlas.lattice
    assert len(lattice) == len(WHOLE)
    assert len(lattice.index) == len(WHOLE) + 5 * overlap
    for name in lattice.ids:
        mine = lattice.neighbours[lattice.index[name]]
        theirs = WHOLE.neighbours[WHOLE.index[name[1:]]]
        assert [b if b == OFF_BOARD else lattice.ids[b][1:] for b in mine] == [
            b if b == OFF_BOARD else WHOLE.ids[b] for b in theirs
        ]
        for other in ("A0101", "A0305", "B0509"):
            assert lattice.distance(name, other) == WHOLE.distance(name[1:], other[1:])
        assert {h[1:] for h in lattice.within(name, 2)} == WHOLE.within(name[1:], 2)


def test_sheets_that_shift_other_rows_are_joined() -> None:
    """The second sheet counts its rows from 2 and shifts the even ones: a row higher, it is the same board."""
    second = page("B", sheet(range(2, 7), range(6, 10), "even"))
    lattice = Atlas([cut()[0], second], [Seam("A0105", "B0206", 0)]).lattice
    for row in range(1, 6):
        assert lattice.neighbours[lattice.index[f"A{row:02}05"]][0] == lattice.index[f"B{row + 1:02}06"]
    assert sum(b != OFF_BOARD for around in lattice.neighbours for b in around) == sum(
        b != OFF_BOARD for around in WHOLE.neighbours for b in around
    )


def test_sheets_that_lie_one_below_the_other_are_moved_as_far_as_those_above_them() -> None:
    """Each begins with the last row of the one before, and counts its rows from 1."""
    tall = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 8) for col in range(1, 4)])
    pages = [page(prefix, sheet(range(1, 4), range(1, 4))) for prefix in "ABC"]
    lattice = Atlas(pages, [Seam("A0301", "B0101"), Seam("B0301", "C0101")]).lattice
    below = {"A": 0, "B": 2, "C": 4}
    found = {hex_: f"{int(hex_[1:3]) + below[hex_[0]]:02}{hex_[3:]}" for hex_ in lattice.ids}
    assert sorted(found.values()) == sorted(tall.ids)
    for hex_, name in found.items():
        assert [b if b == OFF_BOARD else found[lattice.ids[b]] for b in lattice.neighbours[lattice.index[hex_]]] == [
            b if b == OFF_BOARD else tall.ids[b] for b in tall.neighbours[tall.index[name]]
        ]


def test_three_sheets_may_close_a_ring_only_where_they_meet() -> None:
    a, b = cut()
    c = page("C", sheet(range(6, 8), range(1, 10)))
    seams = [Seam("A0505", "C0605", 1), Seam("B0506", "C0606", 1)]
    lattice = Atlas([a, b, c], seams).lattice
    assert lattice.distance("A0305", "B0306") == 1
    Atlas([a, b, c], [*seams, Seam("A0305", "B0306", 0)])
    with pytest.raises(ValueError, match="contradicts"):
        Atlas([a, b, c], [*seams, Seam("A0305", "B0206", 0)])


def test_what_lies_in_one_place_must_be_one_hex() -> None:
    with pytest.raises(ValueError, match="B0105 lies where A0105 is"):
        Atlas(cut(overlap=1), [Seam("A0304", "B0305", 0)])
    first = page("A", sheet(range(1, 3), range(1, 4), h0203={"terrain": "woods"}))
    second = page("B", sheet(range(1, 3), range(3, 6)))
    with pytest.raises(ValueError, match=r"A0203 and B0203 are the same hex, but terrain is 'woods' and 'clear'"):
        Atlas([first, second], [Seam("A0103", "B0103")])
    with pytest.raises(ValueError, match="two hexes of the atlas are called A0101"):
        Atlas([first, page("A", sheet(range(1, 2), range(1, 3)))])
    with pytest.raises(ValueError, match="joins a sheet to itself"):
        Atlas([first], [Seam("A0101", "A0102", 0)])
    with pytest.raises(ValueError, match="C0101 is on no sheet"):
        Atlas([first, second], [Seam("A0103", "C0101", 0)])


def test_without_a_seam_or_link_nothing_leads_over() -> None:
    atlas = Atlas(cut())
    lattice = atlas.lattice
    assert set(flood(lattice.neighbours, [lattice.index["A0101"]], lambda *_: 1, 99).cost) == {
        i for i, h in enumerate(lattice.ids) if h[0] == "A"
    }
    with pytest.raises(ValueError, match="no hexes lead from A0305 to B0306"):
        lattice.distance("A0305", "B0306")
    assert lattice.distance("A0101", "A0105") == 4


def test_links_lead_through_a_box_and_only_the_way_they_go() -> None:
    """A link is a side beyond the sixth, so that a price can tell it from a step; a path has the box in it."""
    links = [Link("rail", "A0305", "yard", "1"), Link("rail", "yard", "B0306", "1"), Link("sea", "B0106", "A0105", "2")]
    atlas = Atlas(cut(), boxes=[Box("yard", "The yard", "1")], links=links)
    lattice, ways = atlas.lattice, atlas.ways("rail")
    start, end = lattice.index["A0301"], lattice.index["B0307"]
    found = flood(ways, [start], lambda _, side, __: 1 if side < len(SIDES) else 3, 20)
    assert [lattice.ids[i] for i in found.path(end)] == [
        *("A0301", "A0302", "A0303", "A0304", "A0305"), "yard", "B0306", "B0307",
    ]  # fmt: skip
    assert found.cost[end] == 4 + 2 * 3 + 1
    assert start not in flood(ways, [end], lambda *_: 1, 99).cost
    assert start in flood(atlas.ways("rail", "sea"), [end], lambda *_: 1, 99).cost
    assert len(flood(lattice.neighbours, [start], lambda *_: 1, 99).cost) == 25
    assert lattice.neighbours[lattice.index["yard"]] == (OFF_BOARD,) * 6
    page_ = atlas.page_of("B0306")
    assert page_ is not None
    assert (page_.prefix, atlas.page_of("yard")) == ("B", None)
    with pytest.raises(KeyError):
        atlas.ways("balloon")
    with pytest.raises(ValueError, match="a link of rail ends in Z0101"):
        Atlas(cut(), boxes=[Box("yard", "The yard", "1")], links=[Link("rail", "yard", "Z0101", "1")])
    with pytest.raises(ValueError, match="two places of the atlas are called A0305"):
        Atlas(cut(), boxes=[Box("A0305", "The yard", "1")])


def test_what_is_printed_is_read_from_all_sheets() -> None:
    """A column of one sheet is empty on the others and in boxes; a slip names the sheet, the file and the line."""
    first = page("A", sheet(range(1, 2), range(1, 4), h0102={"mark": "1"}))
    hexes = [{"hex": "0101", "terrain": "woods"}, {"hex": "0102", "terrain": "clear"}]
    sides = [{"a": "0101", "b": "0102", "river": "Lys"}]
    second = page("B", Sheet("odd", enumerate(hexes, 2), enumerate(sides, 2), enumerate(sides, 2)))
    atlas = Atlas([first, second], [Seam("A0103", "B0101", 0)], [Box("sea", "The sea", "1")])
    index = atlas.lattice.index
    assert atlas.marked("mark") == {index["A0102"]}
    assert dict(zip(atlas.lattice.ids, atlas.words("terrain"), strict=True))["B0101"] == "woods"
    river = atlas.barrier("river")
    assert [(a, side) for a, row in enumerate(river) for side, wet in enumerate(row) if wet] == [
        (index["B0101"], 0),
        (index["B0102"], 3),
    ]
    assert atlas.railways() == river
    assert atlas.loose() == ("A0101", "A0102", "A0103", "B0101", "B0102")
    with pytest.raises(ValueError, match=r"board-B/hexes.csv:2: terrain cannot be 'woods'"):
        atlas.words("terrain", ("", "clear"))
    with pytest.raises(KeyError):
        atlas.words("surface")


BOARD = "[lattice]\nshifted = 'odd'\n"
ATLAS = """
[[sheets]]
board = "north"
prefix = "N"
title = "North"
[[boxes]]
id = "yard"
title = "The yard"
section = "1"
[[links]]
kind = "rail"
box = "yard"
section = "1"
"""


@pytest.mark.parametrize(
    ("link", "slip"),
    [
        ('sheet = "south"\nwhere = { port = "1" }', "begins on south, which is no sheet"),
        ('sheet = "north"\nwhere = { port = "2" }', "a link of rail to yard begins nowhere"),
        ('sheet = "north"\nwhere = { port = "1" }\nturned = "round"', "is turned 'round'"),
        ('places = ["N0109"]', "ends in N0109"),
    ],
)
def test_a_slip_in_the_file_is_named(tmp_path: Path, link: str, slip: str) -> None:
    folder = tmp_path / "north"
    folder.mkdir()
    (folder / "board.toml").write_text(BOARD, encoding="utf-8")
    (folder / "hexes.csv").write_text("hex,port\n0101,1\n0102,\n", encoding="utf-8")
    (tmp_path / "atlas.toml").write_text(ATLAS + link, encoding="utf-8")
    with pytest.raises(ValueError, match=slip):
        Atlas.read(tmp_path / "atlas.toml", tmp_path)
    (tmp_path / "atlas.toml").write_text(ATLAS + 'sheet = "north"\nwhere = { port = "1" }\nturned = "out"', "utf-8")
    assert Atlas.read(tmp_path / "atlas.toml", tmp_path).links == (Link("rail", "N0101", "yard", "1"),)
