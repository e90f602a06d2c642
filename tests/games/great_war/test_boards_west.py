"""The Western Front board against the rulebook: named hexes, edges, sources, and the front lines of four scenarios."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board, front, gaps

WEST = Board("great-war-west")

LINES = {
    "May 1915": "6811-6612, 6612-6411, 6311, 6211, 6111-5910, 5811, 5710-5511, 5512, 5412-5312, 5313, 5214-5217,"
    " 5117-5120, 5221-5224, 5224-4922, 4823-4827, 4827-4628, 4629-4529, 4429, 4329, 4229-3831",
    "January 1916": "6811-6612, 6612-6411, 6311, 6211, 6111-5910, 5811, 5710-5511, 5512, 5412-5312, 5313, 5214-5217,"
    " 5117-5120, 5221-5224, 5224-4922, 4823-4827, 4827-4628, 4629-4529, 4429, 4329, 4229-3831",
    "April 1917": "6811-6612, 6612-6411, 6311, 6211-5813, 5712, 5613, 5512, 5412, 5312, 5313, 5214-5217, 5117-5120,"
    " 5221-5223, 5123-4922, 4823-4827, 4827-4628, 4629, 4529, 4429, 4329, 4229-3831",
    "January 1918": "6811-6711, 6612, 6613-6311, 6212-6111, 6012-5813, 5712-5314, 5315, 5216-5217, 5117-5120,"
    " 5221-5223,"
    " 5123-4922, 4823-4827, 4827-4628, 4629, 4529, 4429, 4329, 4229-3831",
}
CITIES = {
    "6819": "Antwerp",
    "6221": "Namur",
    "6413": "Lille",
    "6709": "Dunkirk",
    "6707": "Calais",
    "6606": "Boulogne",
    "5603": "Rouen",
    "5801": "Le Havre",
    "6526": "Aachen",
    "5008": "Paris",
    "5009": "Paris",
    "4908": "Paris",
    **dict.fromkeys(("6830", "6831", "6729", "6730"), "The Ruhr"),
}
TOWNS = {"6316": "Mons", "6312": "Lens", "6310": "Béthune", "5425": "Longwy", "6912": "Ostend"}
PORTS = ("6819", "6912", "6709", "6707", "6606", "5603", "5801")
FRENCH_EDGE = {f"{row}01" for row in range(36, 58)} | {f"36{col:02d}" for col in range(1, 30)}
GERMAN_EDGE = {"3833"} | {f"{row}34" for row in range(38, 71)}


def test_every_hex_has_one_line() -> None:
    rows = [r["hex"] for r in WEST.table("hexes.csv")]
    assert rows == [f"{r}{c:02d}" for r in range(36, 71) for c in range(1, 35)]


@pytest.mark.parametrize(("hex_", "name"), [*CITIES.items(), *TOWNS.items()])
def test_named_hexes(hex_: str, name: str) -> None:
    """§5.16, §11.32, §11.44, §16.2, §19.2, §19.3, §20."""
    assert WEST.at(hex_) == name
    assert WEST.is_city(hex_) == (hex_ in CITIES)
    assert (WEST.hexes[hex_]["town"] == "1") == (hex_ in TOWNS)
    assert WEST.hexes[hex_]["origin"].startswith("rulebook")


@pytest.mark.parametrize("hex_", PORTS)
def test_ports(hex_: str) -> None:
    """§11.44, §20: by the sea, or, for Antwerp and Rouen, up a river whose marked hexes reach it."""
    assert WEST.hexes[hex_]["port"] == "1"
    if hex_ not in ("6819", "5603"):
        assert WEST.sea_near(hex_)


def test_resource_hexes() -> None:
    """§5.16: one a turn each."""
    assert WEST.of("resource") == dict.fromkeys(("6316", "6312", "6310", "5425"), "1")


def test_marked_hexes() -> None:
    """§11.44: Antwerp's and Rouen's; the second edition's four are told from those that are ours."""
    marks = WEST.of("mark")
    assert {h for h, m in marks.items() if m == "A+"} == {"6718", "6719", "6820", "6919"}
    for letter, port in (("A", "6819"), ("R", "5603")):
        own = {h for h, m in marks.items() if m == letter}
        assert port in own
        assert any(WEST.sea_near(h) or WEST.hexes[n]["country"] == "NL" for h in own for n in WEST.near(h))


def test_edges_and_sources() -> None:
    """§11.32, §11.33, §18.12: France from 5701 to 3629, Germany from 3833 to 7034 and the four hexes of the Ruhr."""
    assert set(WEST.of("edge")) == FRENCH_EDGE | GERMAN_EDGE
    sources = WEST.of("supply")
    assert {h for h, s in sources.items() if s == "AL"} == FRENCH_EDGE
    assert {h for h, s in sources.items() if s == "CP"} == GERMAN_EDGE | {"6830", "6831", "6729", "6730"}
    assert {WEST.hexes[h]["country"] for h in FRENCH_EDGE} == {"FR"}
    assert {WEST.hexes[h]["country"] for h in GERMAN_EDGE} == {"GE"}
    assert WEST.hexes["3630"]["country"] == "CH"


def test_victory_hexes_hold_the_edge_and_paris() -> None:
    """§16.2, §18.12; the example of §18.24 names Verdun and Arras."""
    victory = set(WEST.of("victory"))
    assert victory >= FRENCH_EDGE | {"5008", "5009", "4908"}
    assert {"Verdun", "Arras"} <= {WEST.at(h) for h in victory}
    assert {WEST.hexes[h]["country"] for h in victory} == {"FR", "BE"}


def test_set_up_facts() -> None:
    """§19.21, §19.31, §20.1: borders where set-ups run along them, and forts to be manned."""
    near_border = {
        h
        for h in WEST.land
        if WEST.hexes[h]["country"] == "FR"
        and any(WEST.hexes[n]["country"] in {"BE", "LU", "GE"} for n in WEST.near(h))
    }
    assert {"5622", "3830"} <= near_border
    assert len([h for h in near_border if 38 <= int(h[:2]) <= 56]) >= 15
    for h in ("6424", "6524", "6811", "6810"):
        assert WEST.hexes[h]["country"] == "BE", h
    assert {n for n in WEST.near("6526") if WEST.hexes[n]["country"] == "NL"}
    heavy = [h for h, level in WEST.of("fortress").items() if level == "2"]
    assert {WEST.hexes[h]["country"] for h in heavy} == {"BE", "FR", "GE"}
    assert {"Metz", "Strassburg"} <= {WEST.at(h) for h in heavy}


@pytest.mark.parametrize("date", LINES)
def test_front_lines_part_the_sides(date: str) -> None:
    """§21.23, §21.33, §21.43, §21.53: unbroken land from the sea to Switzerland, nothing leaking through."""
    line = front(LINES[date])
    assert gaps(line) == []
    assert set(line) <= WEST.land
    assert any(WEST.hexes[n]["surface"] == "sea" for n in WEST.near(line[0]))
    assert any(WEST.hexes[n]["country"] == "CH" for n in WEST.near(line[-1]))
    allied = WEST.behind(line, "5008")
    enemy = WEST.flood("6830", line)
    assert not allied & enemy
    names = {WEST.at(h) for h in allied}
    assert {"Arras", "Reims", "Verdun", "Nancy", "Soissons", "Béthune", "Ypres", "Toul", "Belfort"} <= names
    assert {"Lille", "Mons", "Lens", "Longwy", "Laon", "Saint-Mihiel"} <= {WEST.at(h) for h in enemy}


def test_double_turn_in_the_west() -> None:
    """§5.84: a line must end at 5701 and 3621: both are the sheet's edge, and the hex next to 5701 is no way round."""
    assert {"5701", "5601", "3621"} <= WEST.land
    assert len(WEST.near("5701")) < 6
    assert len(WEST.near("3621")) < 6
    assert "5801" in WEST.near("5701")
    assert WEST.sea_near("5801")


def test_devastated_hexes_and_the_hindenburg_line_are_land() -> None:
    """§21.46, §21.55."""
    for h in ("6012", "5912", "5812", "5813", "5711", "5712", "5612", "5613", "5913", "5814", "5713", "5614"):
        assert h in WEST.land, h
