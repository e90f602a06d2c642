"""Hexes that set-up and events name in passing, without a place: they must lie where their units may stand."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board, apart

LIES = [
    ("east", "2912", "AH", "21.25"),
    ("east", "3714 3616 3319 3418", "AH", "21.25"),
    ("east", "5403 5304 5404 5405 5406 5305 5306 5206", "GE", "20.1"),
    ("east", "2726", "RO", "21.44"),
    ("east", "1024 1124", "TU", "16.6, 21.25"),
    ("west", "6424 6524 6810 6811", "BE", "19.21, 21.24"),
    ("west", "5913 5814 5713 5614", "FR", "21.45, 21.55"),
    ("west", "6012 5912 5812 5813 5711 5712 5612 5613", "FR", "21.46, 21.56"),
    ("iraq", "2040 2036 2545 2436 2552", "PN", "9.23, 17.2, 21.25, 21.44, 21.64"),
    ("iraq", "1040 1336 1534 1641 1845 1949 2147 2149 2252", "TU", "21.24, 21.25, 21.34, 21.35, 21.45"),
    ("egypt", "2618 2316 2315 2913 2813 2712 2711", "TU", "6.36, 21.62"),
    ("caucasus", "3338", "TU", "6.8, 21.24"),
]


@pytest.mark.parametrize(("front", "hexes", "state", "section"), LIES)
def test_where_they_lie(front: str, hexes: str, state: str, section: str) -> None:
    """Each is land of the state whose units (or whose enemies) the section puts there."""
    board = Board(f"great-war-{front}")
    assert {h: board.hexes[h]["country"] for h in hexes.split()} == dict.fromkeys(hexes.split(), state), section
    assert set(hexes.split()) <= board.land


def test_the_landing_in_pomerania_is_by_the_sea() -> None:
    """§20.1: a port and source of supply on the German coast, and the coast before Danzig."""
    east = Board("great-war-east")
    assert east.sea_near("5403")
    assert east.sea_near("5512")
    assert apart("5512", "5412") == 1


def test_the_coast_beyond_the_canal() -> None:
    """§9.53: every coastal hex there is a port, by its place; so there must be some, and all must be Egyptian."""
    egypt = Board("great-war-egypt")
    coast = [h for h in egypt.land if egypt.hexes[h]["region"] == "West of the canal" and egypt.sea_near(h)]
    assert len(coast) >= 4
    assert {egypt.hexes[h]["country"] for h in coast} == {"EG"}


def test_no_board_has_the_number_that_is_misprinted() -> None:
    """§6.8 prints Van with a number beyond the sheet; 21.24 puts the same unit into 3338."""
    caucasus = Board("great-war-caucasus")
    assert "3378" not in caucasus.hexes
    assert caucasus.at("3338") == "Van"
