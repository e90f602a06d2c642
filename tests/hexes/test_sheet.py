"""The tables of a board: every board's are read, and a slip in one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import ROOT
from rules.hexes.sheet import Sheet
from rules.kernel.lattice import OFF_BOARD
from tests.thorough import at_least_one

FOLDERS = sorted(file.parent for file in (ROOT / "scenarios").rglob("hexes.csv"))
HEXES = [(n, {"hex": h, "port": "", "terrain": "clear"}) for n, h in enumerate(("0101", "0102", "0201"), 2)]


@pytest.mark.parametrize("folder", FOLDERS, ids=[f.name for f in FOLDERS])
def test_the_tables_of_every_board_are_read(folder: Path) -> None:
    sheet = Sheet.read(folder)
    assert len(sheet.hexes) == len(sheet.lattice) > 300
    sheet.marked("port")
    assert len(sheet.places()) == len(sheet.lattice)
    assert any(map(any, sheet.barrier("river")))
    assert any(map(any, sheet.railways()))


@pytest.mark.parametrize("folder", FOLDERS, ids=[f.name for f in FOLDERS])
def test_a_hexside_is_the_same_from_both_hexes(folder: Path) -> None:
    sheet = Sheet.read(folder)
    river, neighbours = sheet.barrier("river"), sheet.lattice.neighbours
    for a, sides in at_least_one(enumerate(river)):
        for side, wet in at_least_one(enumerate(sides)):
            b = neighbours[a][side]
            assert not wet or b != OFF_BOARD
            assert b == OFF_BOARD or river[b][(side + 3) % 6] == wet


def test_a_slip_names_its_line() -> None:
    with pytest.raises(ValueError, match=r"hexsides.csv:7: 0102 and 0301"):
        Sheet("even", HEXES, [(7, {"a": "0102", "b": "0301"})], [])
    with pytest.raises(ValueError, match=r"rails.csv:9: 0102 and 0201"):
        Sheet("odd", [HEXES[1], HEXES[2], (5, {"hex": "0104"})], [], [(9, {"a": "0102", "b": "0201"})])
    sheet = Sheet("even", HEXES, [], [])
    with pytest.raises(ValueError, match=r"hexes.csv:2: terrain cannot be 'clear'"):
        sheet.words("terrain", ("swamp",))
    with pytest.raises(ValueError, match=r"hexes.csv:4: port cannot be 'yes'"):
        Sheet("even", [*HEXES[:2], (4, {"hex": "0201", "port": "yes"})], [], []).marked("port")


def test_what_is_on_no_board_is_missed() -> None:
    sheet = Sheet("even", HEXES, [], [])
    with pytest.raises(KeyError):
        sheet.words("surface")
    assert sheet.marked("port") == frozenset()
    assert not any(map(any, sheet.barrier("river")))
