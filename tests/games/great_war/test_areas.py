"""Where the armies of August 1914 may be set up: every area has its hexes and room for its units."""

from __future__ import annotations

from functools import cache

import pytest

from rules.great_war.printed.areas import hexes_in
from rules.great_war.printed.arrivals import START
from rules.great_war.printed.data import FOLDER, Printed
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914
from rules.great_war.printed.scenarios import Area
from rules.great_war.setup.auto_setup import FIXED
from rules.great_war.setup.opening import opening_position
from rules.great_war.setup.orders import grounds
from rules.hexes.sheet import Sheet
from tests.games.great_war.boards import Board, apart

PRINTED = Printed.read(FOLDER)
AREAS = PRINTED.scenarios["campaign"].areas
CODES = sorted({(area.nation, area.code) for area in AREAS})


@cache
def sheets() -> dict[str, Sheet]:
    """The two boards of August 1914."""
    return {
        prefix: Sheet.read(FOLDER / "boards" / f"great-war-{name}") for prefix, name in (("W", "west"), ("E", "east"))
    }


@cache
def hexes(nation: str, code: str) -> dict[str, int]:
    """The hexes of a code, with the units that fit into each."""
    found: dict[str, int] = {}
    for area in AREAS:
        if (area.nation, area.code) == (nation, code):
            near = hexes(*area.near).keys() if area.near else ()
            found |= dict.fromkeys(hexes_in(area, sheets(), PRINTED.places.far_banks, near), area.a_hex)
    return found


@pytest.mark.parametrize(("nation", "code"), CODES)
def test_19_2_every_area_has_room(nation: str, code: str) -> None:
    """§19.21, §19.31: its own units fit (§7.23), all on land that is open to them."""
    begin = [a.id for a in PRINTED.arrivals.values() if a.turn == START and a.setup == code]
    units = [PRINTED.counters[id_] for id_ in begin]
    own = [unit for unit in units if unit.nation == nation and unit.is_combat]
    assert 0 < len(own) <= sum(hexes(nation, code).values())


def test_19_21_the_french_frontier() -> None:
    """§19.21: from 5622 to 3830 along Belgium, Luxembourg and Germany, ends counted; beyond them no more."""
    found = hexes("FR", "F")
    assert {"W5622", "W3830", "W5423", "W4727"} <= found.keys()
    assert not {"W5621", "W5720", "W6413", "W3730"} & found.keys()
    assert sum(int(h[1:3]) > 53 for h in found) * 6 >= 10


def test_19_21_west_of_the_meuse() -> None:
    """§19.21: France and Belgium up to the river and the row that carries it on, without the two hexes at Liège."""
    found = hexes("FR", "G")
    assert {"W5008", "W6316", "W4322", "W4222", "W4121", "W3619"} <= found.keys()
    assert not {"W6424", "W6524", "W6425", "W4323", "W4223", "W4122", "W4022", "W3620", "W4727"} & found.keys()
    countries = {Board("great-war-west").hexes[h[1:]]["country"] for h in found}
    assert countries == {"FR", "BE"}


def test_19_21_the_south_west_front() -> None:
    """§19.21: the Russian side of the Austrian border from 4216 to 3524, and not the hexes west of it."""
    found = hexes("RU", "S")
    assert {"E4216", "E3524", "E4317", "E4023"} <= found.keys()
    assert not {"E4215", "E4214", "E4114", "E4413"} & found.keys()


def test_19_31_austrians_near_them() -> None:
    """§19.31: within three hexes of a Russian S unit; B units round Budapest, M units on the Balkan border."""
    russians = hexes("RU", "S").keys()
    found = hexes("AH", "A")
    assert all(min(apart(h[1:], r[1:]) for r in russians) <= 3 for h in found)
    assert max(min(apart(h[1:], r[1:]) for r in russians) for h in found) == 3
    assert all(apart(h[1:], "3310") <= 6 for h in hexes("AH", "B"))
    east = Board("great-war-east")
    for h in hexes("AH", "M"):
        assert {"SE", "MN"} & {east.hexes[n]["country"] for n in east.near(h[1:])}


def test_19_31_a_few_russians_leave_the_austrians_less() -> None:
    """§19.31: the area follows the units that stand, not the border."""
    area = next(a for a in AREAS if (a.nation, a.code) == ("AH", "A"))
    one = hexes_in(area, sheets(), PRINTED.places.far_banks, ["E4216"])
    assert 0 < len(one) < len(hexes("AH", "A"))
    assert hexes_in(area, sheets(), PRINTED.places.far_banks, []) == frozenset()


def test_19_31_the_german_west() -> None:
    """§19.31: Germany on the western board, and Belgium near Aachen without a way through Holland."""
    found = hexes("GE", "W")
    west = Board("great-war-west").hexes
    belgian = {h for h in found if west[h[1:]]["country"] == "BE"}
    assert {"W6425", "W6426", "W6324"} <= belgian
    assert all(apart(h[1:], "6526") <= 3 for h in belgian)
    through_holland = Area("GE", "W", "19.31", around=("W6526",), within=3, countries=("BE",))
    assert hexes_in(through_holland, sheets(), PRINTED.places.far_banks) > belgian
    assert {west[h[1:]]["country"] for h in found} == {"GE", "BE"}


def test_19_31_fortresses() -> None:
    """§19.21, §19.31: heavy ones alone in western Germany, any others elsewhere; two units to each, but in the east of
    Germany as many as fit."""
    west = Board("great-war-west")
    assert {west.at(h[1:]) for h in hexes("GE", "X")} == {"Metz", "Strassburg", "Cologne"}
    assert {"W5122", "W4824", "W4327", "W3928"} <= hexes("FR", "V").keys()
    assert set(hexes("FR", "V").values()) == set(hexes("GE", "X").values()) == {2}
    assert set(hexes("GE", "Y").values()) == {6}


def test_19_21_north_and_south_of_a_row_have_room() -> None:
    """§19.21, §19.31: ten French at most north of row 53, thirty German infantry divisions at least north of 59."""
    french = next(a for a in AREAS if a.most_north)
    german = next(a for a in AREAS if a.least_north)
    south = [h for h in hexes(french.nation, french.code) if int(h[1:3]) <= french.north_of]
    north = [h for h in hexes(german.nation, german.code) if int(h[1:3]) > german.north_of]
    begin = [a.id for a in PRINTED.arrivals.values() if a.turn == START and a.setup == french.code]
    units = [id_ for id_ in begin if PRINTED.counters[id_].nation == "FR" and PRINTED.counters[id_].is_combat]
    assert (french.most_north, german.least_north) == (10, 30)
    assert len(units) - french.most_north <= 6 * len(south)
    assert german.least_north <= 6 * len(north)


# --- later beginnings -------------------------------------------------------------------------------------------------


GROUND = {
    "1915": (
        "BR west 31, FR west 600, IT italy 204, RU east 692, SE home 66, MN home 10, AH italy 176, AH "
        "serbian-border 18, AH east 370, GE west 483, GE east 558"
    ),
    "1916": (
        "BR salonika 13, BR west 66, FR salonika 13, FR west 600, IT salonika 13, IT italy 223, RU east 501, "
        "AH italy 157, AH montenegro 10, AH salonika 95, AH east 749, BU home 78, BU salonika 95, GE east "
        "749, GE salonika 95, GE west 483, TU home 20"
    ),
    "1917": (
        "BR salonika 30, BR west 82, FR salonika 30, FR west 526, IT salonika 30, IT italy 223, RU east 540, "
        "SE salonika 30, AH italy 157, AH salonika 161, AH east 799, BU salonika 161, BU romania 71, GE west "
        "475, GE east 799, GE salonika 161, TU romania 71, TU home 20"
    ),
    "1918": (
        "BR salonika 30, BR italy 137, BR west 138, FR salonika 30, FR italy 137, FR west 506, GK salonika "
        "30, IT salonika 30, IT west 617, IT italy 137, RU east 519, SE salonika 30, US west 617, AH italy "
        "16/243, AH central-fronts 1722, BU balkans 265, GE west 466, GE italy 243, GE central-fronts 1013, "
        "TU balkans 265, TU home 20"
    ),
    "near-east-1915": (
        "BR egypt 45, BR west-of-the-canal 45, RU persia 262, RU caucasus 293, TU egypt 433, TU caucasus 176"
    ),
    "near-east-1916": (
        "BR egypt 45, BR west-of-the-canal 45, RU persia 262, RU caucasus 296, TU egypt 427, TU caucasus 176"
    ),
    "near-east-1917": (
        "BR west-of-the-canal 45, BR egypt 118, BR iraq 325, RU persia 265, RU caucasus 329, TU palestine "
        "305, TU caucasus 143"
    ),
    "near-east-1918": (
        "BR west-of-the-canal 45, BR egypt 202, AB near-british 84, BR iraq 418, RU caucasus 133, TU "
        "palestine 221, GE palestine 221, TU iraq 90, TU caucasus 289"
    ),
}
"""How many hexes each group of a scenario may be set up in that is not sent to hexes by name, counted once."""


@pytest.mark.parametrize("scenario", GROUND)
def test_21_12_how_much_ground_each_group_may_be_set_up_on(scenario: str) -> None:
    """§21.12, §21.25, §21.33, §21.55: what lies behind the line of its side, cut down as the scenario says."""
    ground = grounds(opening_position(scenario, AUGUST_1914, ""))
    found: dict[str, dict[str, None]] = {}
    for group, hexes_ in ground.areas.items():
        if group.to not in FIXED:
            found.setdefault(f"{group.nation} {group.to}", {})[str(len(hexes_))] = None
    assert ", ".join(f"{group} {'/'.join(numbers)}" for group, numbers in found.items()) == GROUND[scenario]


@pytest.mark.parametrize("scenario", GROUND)
def test_21_13_nobody_is_set_up_on_the_enemy_s_ground(scenario: str) -> None:
    """§21.13, §21.33: but in Greece and Albania, before Salonika has a line."""
    ground = grounds(opening_position(scenario, AUGUST_1914, ""))
    open_ = frozenset().union(*(ground.board.by_country[c] for c in ("GK", "AL"))) if scenario == "1916" else set()
    for group, hexes_ in ground.areas.items():
        enemy = ground.of[ALLIED if group.nation in ground.card.central else CENTRAL]
        assert not (hexes_ & enemy) - open_, group
