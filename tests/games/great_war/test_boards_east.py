"""The Eastern Front board against the rulebook: named hexes, haffs, edges, sources, front lines, points."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.games.great_war.boards import Board, apart, front, gaps
from tests.games.great_war.test_boards_west import LINES as WESTERN
from tests.games.great_war.test_boards_west import WEST

EAST = Board("great-war-east")

LINES = {
    "May 1915": "5816, 5817, 5717, 5718-5420, 5319-5118, 5118-5116, 5116-4714, 4615-4414, 4414-4115, 4015-3716,"
    " 3717-3518,"
    " 3518-3520, 3621-3624, 3524",
    "January 1916": "6120-6121, 6121-5922, 5923-5824, 5723-5524, 5524-5223, 5223-5024, 5024-4823, 4723-4624, 4523-4324,"
    " 4224-4123, 4024-3923, 3922-3524",
    "April 1917": "6120, 6121-5922, 5923, 5824, 5723-5524, 5524-5223, 5223-5024, 5024-4823, 4823-4624, 4624-4222,"
    " 4222-4023,"
    " 4023-3721, 3622-3421, 3321-3323, 3224, 3123-2725, 2725-2729",
    "January 1918": "6221-5922, 5923, 5824, 5723-5524, 5524-5223, 5223-5024, 5023-4923, 4823-4624, 4624-4222,"
    " 4223-4024,"
    " 3923-3625, 3524, 3425-3324, 3224, 3123-2725, 2725-2729",
}
SALONIKA = "1210-1213, 1312-1315, 1416, 1417-1218"
NEUTRAL = {
    "May 1915": {"RO", "BU", "GK", "AL", "TU"},
    "January 1916": {"RO", "GK", "AL"},
    "April 1917": set[str](),
    "January 1918": set[str](),
}
CITIES = {
    "5102": "Berlin",
    "5205": "Stettin",
    "5412": "Danzig",
    "5514": "Königsberg",
    "4816": "Warsaw",
    "5620": "Kovno",
    "6116": "Libau",
    "6120": "Riga",
    "6921": "Reval",
    "7030": "Petrograd",
    "4129": "Kiev",
    "3031": "Odessa",
    "4304": "Prague",
    "3606": "Vienna",
    "3310": "Budapest",
    "2423": "Bucharest",
    "2328": "Constanta",
    "2027": "Varna",
    "1726": "Burgas",
    "1819": "Sofia",
    "1328": "Constantinople",
    "1116": "Salonika",
    "1709": "Scutari",
}
TOWNS = {"6924": "Narva", "7028": "Kronstadt", "4222": "Lutsk", "3918": "Przemyśl", "2623": "Ploesti", "1210": "Valona"}
BALTIC = ("5205", "5412", "5514", "6116", "6120", "6921", "6924", "7028", "7030")
BLACK_SEA = ("1726", "2027", "2328", "3031")
CHECKSUMS = {"May 1915": (6, 1), "January 1916": (9, 0), "April 1917": (10, 0), "January 1918": (11, 0)}
"""§21.26, §21.36, §21.46, §21.56: points of the Central Powers, and cities of theirs in Allied hands."""


def test_every_hex_has_one_line() -> None:
    rows = [r["hex"] for r in EAST.table("hexes.csv")]
    assert rows == [f"{r}{c:02d}" for r in range(10, 71) for c in range(1, 35)]


@pytest.mark.parametrize(("hex_", "name"), [*CITIES.items(), *TOWNS.items()])
def test_named_hexes(hex_: str, name: str) -> None:
    """§5.16, §5.45, §6.52, §11.32 to §11.42, §18.11, §19.21, §21.53."""
    assert EAST.at(hex_) == name
    assert EAST.is_city(hex_) == (hex_ in CITIES)
    assert EAST.hexes[hex_]["origin"].startswith("rulebook")


@pytest.mark.parametrize("hex_", [*BALTIC, *BLACK_SEA, "1210", "1116"])
def test_ports(hex_: str) -> None:
    """§11.41, §11.42, §6.52; Danzig and Stettin lie inland (20.1), each behind the hexes that open them."""
    assert EAST.hexes[hex_]["port"] == "1"
    if hex_ not in ("5205", "5412"):
        assert EAST.sea_near(hex_)


def test_forts_that_scenarios_name() -> None:
    """§21.53: Lutsk and Przemyśl have forts."""
    assert EAST.hexes["4222"]["fortress"]
    assert EAST.hexes["3918"]["fortress"]


def test_resource_hexes() -> None:
    """§5.16."""
    assert EAST.of("resource") == {"2623": "1", "4129": "2"}


def test_haffs() -> None:
    """§8.24: two ways over water, and a hexside that is none."""
    for way in (("5304", "5405", "5406"), ("5404", "5405", "5406"), ("5615", "5715", "5816")):
        assert gaps(list(way)) == []
        assert set(way) <= EAST.land
        for a, b in pairwise(way):
            assert EAST.sides[frozenset((a, b))]["haff"] == "1"
            assert EAST.crossed(a, b)
    assert not EAST.crossed("5512", "5413")
    assert EAST.crossed("5512", "5412"), "20.2 No. 7: it can be taken"
    assert EAST.hexes["5816"]["country"] == "GE"


def test_passes() -> None:
    """§8.23: 2717-2618 is a pass, 2617-2618 is not; paths run between neighbours, through passes."""
    paths = {pair for pair, side in EAST.sides.items() if side["pass"]}
    assert frozenset(("2717", "2618")) in paths
    assert frozenset(("2617", "2618")) not in paths
    assert apart("2617", "2618") == 1
    terrain = {h: r["terrain"] for h, r in EAST.hexes.items()}
    assert {terrain["2717"], terrain["2618"]} == {"mountain pass"}
    for pair in paths:
        assert apart(*pair) == 1
        assert "mountain pass" in {terrain[h] for h in pair}
    for h in (h for h, t in terrain.items() if t == "mountain pass"):
        assert len([p for p in paths if h in p]) == 2, h


def test_lakes_that_freeze() -> None:
    """§8.34 names lakes of this map too: nobody walks over Lake Peipus but in snow, and supply leads over it."""
    lakes = {pair: row["lake"] for pair, row in EAST.sides.items() if row["lake"]}
    assert {*lakes.values()} == {"Peipus", "Pskov", "Ilmen"}
    assert lakes[frozenset(("6723", "6724"))] == "Peipus"
    assert not [pair for pair in lakes if EAST.sides[pair]["sea"] or not pair <= EAST.land]
    for hex_ in {h for pair in lakes for h in pair}:
        assert len(EAST.on(hex_)) >= 2, "nobody is shut in by a lake"


def test_roads_over_passes_lead_on() -> None:
    """At both ends to a railway or a town; over the Troyan went a cart road alone."""
    ends = Counter(h for pair, side in EAST.sides.items() if side["pass"] for h in pair)
    rails = {h for r in EAST.table("rails.csv") for h in (r["a"], r["b"])}
    loose = {h for h, n in ends.items() if n == 1 and h not in rails and not EAST.at(h)}
    assert loose == {"1721", "1921"}


def test_gallipoli() -> None:
    """§6.51: from both landing hexes to 1023, but not from one to the other; the Turks' set-up hexes are theirs."""
    assert set(EAST.of("landing")) == {"1022", "1122"}
    assert "1023" in EAST.on("1022")
    assert "1023" in EAST.on("1122")
    assert not {"1122", "1123"} & {*EAST.on("1022"), *EAST.on("1122")}
    for h in ("1022", "1122", "1023", "1024"):
        assert EAST.hexes[h]["country"] == "TU"
    assert "1328" in EAST.flood("1023")
    assert "1024" in EAST.on("1023")


def test_the_asian_shore_of_the_straits() -> None:
    """§16.6, §21.25: of Asia Minor only the set-up hex and the one whose loss ends Turkey are in play; both touch."""
    asia = [h for h, r in EAST.hexes.items() if r["country"] in ("TU", "TA") and int(h[:2]) < 12 and int(h[2:]) > 23]
    assert {h for h in asia if EAST.hexes[h]["country"] == "TU"} == {"1024", "1124"}
    assert "1124" in EAST.on("1123")
    assert "1124" in EAST.on("1024")
    assert "1225" not in EAST.on("1124")


def test_edges_and_sources() -> None:
    """§11.32, §11.33."""
    sources = EAST.of("supply")
    western = {f"{r}01" for r in range(35, 58)}
    eastern = {f"{r}34" for r in range(30, 71)}
    greek = {f"10{c}" for c in range(12, 17)}
    assert set(EAST.of("edge")) == western | eastern | greek
    assert {h for h, s in sources.items() if s == "CP"} == western | {"5102", "4304", "3606", "3310"}
    assert {h for h, s in sources.items() if s == "RU"} == eastern
    assert {h for h, s in sources.items() if s == "GK"} == greek
    assert {EAST.hexes[h]["country"] for h in western} == {"GE", "AH"}
    assert {EAST.hexes[h]["country"] for h in eastern} == {"RU"}
    assert {EAST.hexes[h]["country"] for h in greek} == {"GK"}
    assert {h: s for h, s in sources.items() if h in ("1328", "1819", "2423", "1210")} == {
        "1328": "CP TU",
        "1819": "CP BU",
        "2423": "CP RO RU",
        "1210": "IT",
    }


def test_set_up_borders() -> None:
    """§19.21: from 4216 to 3524 Russia and Russian Poland lie along Austria-Hungary; §20.1: 5403 is a German coast."""
    for h in ("4216", "3524"):
        assert EAST.hexes[h]["country"] == "RU"
        assert any(EAST.hexes[n]["country"] == "AH" for n in EAST.near(h)), h
    assert EAST.hexes["5403"]["country"] == "GE"
    assert EAST.sea_near("5403")
    for city in ("Warsaw", "Lodz", "Lublin", "Ivangorod"):
        (h,) = (h for h in EAST.hexes if EAST.at(h) == city)
        assert EAST.hexes[h]["region"] == "Russian Poland"
    for h in ("4129", "6120", "5620", "4222"):
        assert EAST.hexes[h]["region"] == ""


def test_the_balkans() -> None:
    """§3.13: what is not Austria-Hungary, Germany, Russia or Russian Poland."""
    countries = {EAST.hexes[h]["country"] for h in EAST.land} - {"AH", "GE", "RU"}
    assert countries == {"RO", "BU", "SE", "MN", "AL", "GK", "TU"} | ({"IT", "TA"} & countries)


def open_land(date: str) -> frozenset[str]:
    """Where armies are at that date: no neutral country, nothing that the sheet closes."""
    shut = NEUTRAL[date] | {"IT", "TA"}
    return frozenset(h for h in EAST.land if EAST.hexes[h]["country"] not in shut)


def holdings(date: str) -> tuple[set[str], set[str]]:
    """What the Allies and the Central Powers hold in the east, Serbia and Salonika apart."""
    line = front(LINES[date])
    elsewhere = EAST.land - open_land(date)
    barred = {*line, *elsewhere}
    if date in ("April 1917", "January 1918"):
        barred |= set(front(SALONIKA))
    return EAST.flood("7030", barred) | set(line), EAST.flood("5102", barred)


@pytest.mark.parametrize("date", LINES)
def test_front_lines_part_the_sides(date: str) -> None:
    """§21.23 to §21.53: unbroken land from the Baltic to a neutral border or the Black Sea."""
    line = front(LINES[date])
    assert gaps(line) == []
    assert set(line) <= open_land(date)
    assert EAST.sea_near(line[0])
    end = [EAST.hexes[n] for n in EAST.near(line[-1])]
    assert any(n["surface"] == "sea" or n["country"] in NEUTRAL[date] for n in end)
    allied, enemy = holdings(date)
    assert not allied & enemy
    assert {"Petrograd", "Kiev", "Odessa", "Minsk"} <= {EAST.at(h) for h in allied}
    assert {"Berlin", "Vienna", "Königsberg", "Cracow", "Budapest"} <= {EAST.at(h) for h in enemy}


def test_german_and_austrian_headquarters_of_may_1915_are_on_their_side() -> None:
    """§21.25."""
    _, enemy = holdings("May 1915")
    assert {"3914", "3418", "5418", "5316", "5114", "4613", "4312", "3714", "3616", "3319"} <= enemy


def test_salonika_front() -> None:
    """§21.43, §21.53: from Valona to the Aegean."""
    line = front(SALONIKA)
    assert gaps(line) == []
    assert set(line) <= EAST.land
    assert EAST.sea_near(line[0])
    assert EAST.sea_near(line[-1])
    assert not EAST.flood("1116", line) & EAST.flood("1819", line)
    assert {"1013", "1015"} & EAST.flood("1116", line)


def enemy_country(row: dict[str, str]) -> bool:
    """§18.13: whose cities count against the Central Powers."""
    return row["country"] in {"GE", "AH", "BU", "LU", "TU"}


@pytest.mark.parametrize("date", CHECKSUMS)
def test_victory_points_and_lost_cities_at_the_start(date: str) -> None:
    """§18.11 to §18.14 with the tracks of the scenarios."""
    west_line = front(WESTERN[date])
    west_allied, west_enemy = WEST.behind(west_line, "5008"), WEST.flood("6830", west_line)
    allied, enemy = holdings(date)
    if date == "January 1916":
        # Serbia, Montenegro and northern Albania have fallen (21.33); what lies there is the Central Powers'.
        enemy |= {h for h in EAST.land if EAST.hexes[h]["country"] in {"SE", "MN", "AL"}}
    if date in ("April 1917", "January 1918"):
        allied |= EAST.flood("1116", front(SALONIKA)) | set(front(SALONIKA))
    if date == "May 1915":
        # The front of Serbia and Montenegro is their border (21.23).
        allied |= {h for h in EAST.land if EAST.hexes[h]["country"] in {"SE", "MN"}}
        enemy -= allied
    points = len(set(WEST.of("victory")) & west_enemy) + len(set(EAST.of("victory")) & enemy)
    cities = [h for h in west_allied if (WEST.is_city(h) or WEST.hexes[h]["edge"]) and enemy_country(WEST.hexes[h])]
    cities += [h for h in allied if (EAST.is_city(h) or EAST.hexes[h]["edge"]) and enemy_country(EAST.hexes[h])]
    assert (points, len(cities)) == CHECKSUMS[date], cities
