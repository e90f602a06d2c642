"""§3.11, §3.12: the fronts of a variant, and a board that has only these."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import rules.great_war
from rules.great_war.position.control import home_side
from rules.great_war.printed.board import Board
from rules.great_war.printed.data import FOLDER, hexes_on
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, FRONTS, IRAQ, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.near_east_places import NearEastPlaces, read_near_east_places
from rules.great_war.strategic.initiative import _ends
from tests.games.great_war.kit import PLANS, before_set_up
from tests.thorough import at_least_one

NEAR_EAST = {id_: FRONTS[id_] for id_ in (CAUCASUS, EGYPT, IRAQ)}
HOME = Path(rules.great_war.__file__).parent


@cache
def near_east() -> Board:
    """The fronts of the Near East alone."""
    printed = PLANS["august-1914"].variant("europe")
    return Board(printed.board.atlas, printed.charts, printed.places, NEAR_EAST)


def test_only_what_is_printed_names_the_fronts_of_a_variant() -> None:
    """§3.12: a rule that goes through fronts goes through those of the match's board."""
    imports = (
        (file, {alias.name for alias in node.names})
        for file in HOME.rglob("*.py")
        if file.parent.name != "printed"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("printed.fronts")
    )
    for file, names in at_least_one(imports):
        assert "FRONTS" not in names, file


def test_a_hex_has_the_row_and_column_of_its_number_and_the_name_that_the_rulebook_prints() -> None:
    """§3.11: two figures each; people read one letter before them on all maps of the Near East."""
    for board in (before_set_up().printed.board, near_east()):
        for i, id_ in enumerate(board.ids):
            if board.front[i]:
                assert f"{board.row[i]:02d}{board.column[i]:02d}" == id_[-4:]
                assert board.shown[i] == id_[0] + id_[-4:]
    i = near_east().index["NE2913"]
    assert (near_east().row[i], near_east().column[i], near_east().shown[i]) == (29, 13, "N2913")


def test_a_board_has_nothing_of_fronts_that_are_not_its_own() -> None:
    """§19.8: rules that ask for Europe's fronts and countries find no hexes there, and fail on none."""
    board = near_east()
    assert {board.front[i] for i in board.towns} == {*NEAR_EAST}
    assert not board.by_front[WEST]
    assert not board.by_country["FR"]
    assert not board.american_edges
    assert _ends(board) == (frozenset(), frozenset())
    assert board.theatre[board.index["NI2252"]] == EAST
    assert board.by_front[IRAQ]
    assert not before_set_up().printed.board.by_front[IRAQ]


def test_the_turks_of_europe_are_one_country_with_those_of_the_near_east() -> None:
    """§7.11: Turkey's hexes are the Central Powers' on every board that has some."""
    assert home_side(before_set_up(), "TU") == CENTRAL
    assert near_east().by_country["TU"].isdisjoint(before_set_up().printed.board.by_country["TU"])


@cache
def places() -> NearEastPlaces:
    """The hexes of the Near East that rules name."""
    return read_near_east_places(FOLDER / "places-near-east.toml", hexes_on(FOLDER / "boards", NEAR_EAST))


def test_7_12_sides_of_hexes_are_printed() -> None:
    """§7.12: the ring of two ports is the Allies' in two countries, five Persian towns are the Central Powers'."""
    printed = PLANS["august-1914"].variant("europe")
    board = Board(printed.board.atlas, printed.charts, printed.places, NEAR_EAST, places())
    assert {board.country[i] for i, side in board.printed_sides.items() if side == ALLIED} == {"TU", "PN"}
    assert {board.country[i] for i, side in board.printed_sides.items() if side == CENTRAL} == {"PN"}
    assert len(board.printed_sides) == len(places().allied_ring) + len(places().persian_towns)
    assert not before_set_up().printed.board.printed_sides
