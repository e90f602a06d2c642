"""The board of Schlieffen's War, held to every fact that the rulebook states of a hex, and to the history it shows.

Reads the tables as they lie, with its own hex arithmetic, so that no slip in the builder or the rules can hide here.
"""

from __future__ import annotations

import csv
import json
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.thorough import at_least_one

ROOT = Path(__file__).resolve().parents[3]
TABLES = ROOT / "scenarios" / "schlieffens-war"
DRAWN = ROOT / "static" / "boards" / "schlieffens-war"

BELLIGERENT = {"GE", "FR", "BE", "LU"}
CLOSED = {"NL", "CH", "GB"}
PORTS = {"0918": "Dunkirk", "0919": "Calais", "1020": "Boulogne"}
FORTRESSES = {
    "BE": {"Antwerp", "Liège", "Namur"},
    "FR": {"Maubeuge", "Verdun", "Toul", "Épinal", "Belfort", "Paris"},
    "GE": {"Metz", "Strassburg", "Cologne", "Mainz"},
}
CONFLUENCES = [
    ("Aisne", "Oise"),
    ("Aube", "Seine"),
    ("Doubs", "Saône"),
    ("Lippe", "Rhine"),
    ("Lys", "Scheldt"),
    ("Marne", "Seine"),
    ("Meurthe", "Moselle"),
    ("Meuse", "Ourthe"),
    ("Meuse", "Sambre"),
    ("Moselle", "Rhine"),
    ("Moselle", "Saar"),
    ("Oise", "Seine"),
    ("Seine", "Yonne"),
]
FRENCH_BORDER_FRONT = 12
"""Plan XVII asks for seven attacks into Germany (§4.4): the border must offer clearly more hexsides than that."""

Row = dict[str, str]


def table(name: str) -> list[Row]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def hexes() -> dict[str, Row]:
    return {row["hex"]: row for row in table("hexes.csv")}


@pytest.fixture(scope="module")
def rivers() -> dict[frozenset[str], str]:
    return {frozenset((r["a"], r["b"])): r["river"] for r in table("hexsides.csv") if r["river"]}


@pytest.fixture(scope="module")
def rails() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for r in table("rails.csv"):
        found[r["a"]].add(r["b"])
        found[r["b"]].add(r["a"])
    return found


def places(hex_: str) -> tuple[int, int]:
    """(half columns, rows): rows grow south, columns west, even rows lie half a hex further west."""
    row, col = int(hex_[:2]), int(hex_[2:])
    return 2 * col + (row % 2 == 0), row


def apart(a: str, b: str) -> int:
    (xa, ya), (xb, yb) = places(a), places(b)
    rows = abs(ya - yb)
    return rows + max(0, abs(xa - xb) - rows) // 2


def neighbours(hexes: Iterable[str]) -> dict[str, list[str]]:
    at = {places(h): h for h in hexes}
    steps = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    return {h: [at[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in at] for (x, y), h in at.items()}


def playable(hexes: dict[str, Row]) -> set[str]:
    return {h for h, r in hexes.items() if r["country"] in BELLIGERENT and r["terrain"] != "marsh"}


def reached(start: Iterable[str], ways: Callable[[str], Iterable[str]]) -> set[str]:
    seen, todo = set(start), list(start)
    while todo:
        for beyond in set(ways(todo.pop())) - seen:
            seen.add(beyond)
            todo.append(beyond)
    return seen


# --- the sheet --------------------------------------------------------------------------------------------------------


def test_every_hex_of_the_sheet_has_one_line(hexes: dict[str, Row]) -> None:
    """§2.1: four figures, unique; and in order, so that a change can be read."""
    rows = [r["hex"] for r in table("hexes.csv")]
    assert rows == [f"{r:02d}{c:02d}" for r in range(1, 31) for c in range(1, 23)]
    assert set(rows) == set(hexes)


def test_words_of_the_tables(hexes: dict[str, Row]) -> None:
    for h, r in at_least_one(hexes.items()):
        assert r["surface"] in {"land", "sea"}, h
        if r["surface"] == "sea":
            assert (r["terrain"], r["country"], r["city"], r["port"]) == ("", "", "", ""), h
        else:
            assert r["terrain"] in {"clear", "forest", "rough", "marsh"}, h
            assert r["country"] in BELLIGERENT | CLOSED, h
        assert r["city"] in {"", "city", "paris"}, h
        assert {r["fortress"], r["port"], r["perimeter"]} <= {"", "1"}, h


@pytest.mark.parametrize("name", ["hexes.csv", "hexsides.csv", "rails.csv", "towns.csv"])
def test_every_line_says_where_it_is_from(name: str) -> None:
    for r in table(name):
        assert r["origin"] in {"history", "reconstruction"} or r["origin"].startswith("rulebook "), r
    if name not in ("towns.csv", "hexes.csv"):
        pairs = [(r["a"], r["b"]) for r in table(name)]
        assert pairs == sorted(set(pairs))
        assert all(a < b for a, b in pairs)


def test_lattice_file() -> None:
    lattice = tomllib.loads((TABLES / "board.toml").read_text(encoding="utf-8"))["lattice"]
    assert lattice == {
        "columns": "west",
        "rows": "south",
        "shifted": "even",
        "first_row": 1,
        "last_row": 30,
        "first_col": 1,
        "last_col": 22,
    }


# --- what the rulebook states -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "name"), [("0812", "Antwerp"), ("0804", "The Ruhr"), *PORTS.items()], ids=lambda v: str(v)
)
def test_named_hexes_are_cities(hexes: dict[str, Row], hex_: str, name: str) -> None:
    """§2.1 with its errata: Antwerp 0812, The Ruhr 0804; §9.2: the three ports."""
    assert (hexes[hex_]["name"], hexes[hex_]["city"]) == (name, "city")


@pytest.mark.parametrize("pair", ["1413 1513", "1212 1313", "1010 1111", "1810 1910"])
def test_stated_river_hexsides(rivers: dict[frozenset[str], str], pair: str) -> None:
    """§2.1: the four hexsides that the errata names."""
    a, b = pair.split()
    assert apart(a, b) == 1
    assert rivers.get(frozenset((a, b)))


def test_the_stated_hexes_say_so() -> None:
    origins = {(r["a"], r["b"]): r["origin"] for r in table("hexsides.csv")}
    for pair in (("1413", "1513"), ("1212", "1313"), ("1010", "1111"), ("1810", "1910")):
        assert origins[pair] == "rulebook 2.1"


def test_cities(hexes: dict[str, Row]) -> None:
    """§4.7: 25 Entente city hexes beside Paris; §4.6: all in Belgium and France; §4.2: Paris has more than one hex."""
    city = [r["country"] for r in hexes.values() if r["city"] == "city"]
    assert city.count("BE") + city.count("FR") == 25
    assert set(city) == {"BE", "FR", "GE"}
    assert sum(r["city"] == "paris" for r in hexes.values()) >= 2


def test_towns_behind_the_german_left_end_no_game(hexes: dict[str, Row]) -> None:
    """§4.3: where the French were in 1914 without winning by it, or next to it, stands a town."""
    for hex_, name in (("2504", "Mülhausen"), ("2304", "Colmar"), ("2402", "Freiburg"), ("1901", "Karlsruhe")):
        assert (hexes[hex_]["name"], hexes[hex_]["city"]) == (name, "")


def test_paris_is_one_city(hexes: dict[str, Row]) -> None:
    paris = [h for h, r in hexes.items() if r["city"] == "paris"]
    near = neighbours(hexes)
    assert reached(paris[:1], lambda h: [n for n in near[h] if n in paris]) == set(paris)
    assert {hexes[h]["country"] for h in paris} == {"FR"}


def test_perimeter_is_three_hexes_round_paris(hexes: dict[str, Row]) -> None:
    """§4.1: Paris itself included."""
    paris = [h for h, r in hexes.items() if r["city"] == "paris"]
    marked = {h for h, r in hexes.items() if r["perimeter"]}
    assert marked == {
        h for h, r in hexes.items() if r["country"] in BELLIGERENT and min(apart(h, p) for p in paris) <= 3
    }
    assert {hexes[h]["country"] for h in marked} == {"FR"}


def test_ports(hexes: dict[str, Row]) -> None:
    """§9.2: French ports are these three, by the sea."""
    assert {h: r["name"] for h, r in hexes.items() if r["port"] and r["country"] == "FR"} == PORTS
    near = neighbours(hexes)
    for h in PORTS:
        assert any(hexes[n]["surface"] == "sea" for n in near[h]), h


def test_heavy_fortresses_are_cities_with_passable_ground(hexes: dict[str, Row]) -> None:
    """§2.1: such a city is both; §8.4 names Liège and Maubeuge, §2.7 Verdun."""
    found: dict[str, set[str]] = defaultdict(set)
    for r in hexes.values():
        if r["fortress"]:
            assert r["city"], r
            found[r["country"]].add(r["name"])
    assert found == FORTRESSES


def test_neutrals_are_closed(
    hexes: dict[str, Row], rails: dict[str, set[str]], rivers: dict[frozenset[str], str]
) -> None:
    """§3.2: no city, port, railway or perimeter in the Netherlands, Switzerland or England."""
    closed = {h for h, r in hexes.items() if r["country"] in CLOSED}
    assert {hexes[h]["country"] for h in closed} == CLOSED
    for h in closed:
        assert [hexes[h][k] for k in ("city", "port", "fortress", "perimeter")] == [""] * 4, h
    assert not closed & set(rails)
    assert not closed & set().union(*rivers)


def test_marshes_are_few_and_block_nothing(hexes: dict[str, Row]) -> None:
    """Terrain chart: marsh is never entered; the rest of the land hangs together without it."""
    marsh = [h for h, r in hexes.items() if r["terrain"] == "marsh"]
    assert 1 <= len(marsh) <= 4
    land = playable(hexes)
    near = neighbours(land)
    assert reached(["2018"], lambda h: near[h]) == land


def test_the_first_army_has_room_in_the_south(hexes: dict[str, Row]) -> None:
    """§3.1: French hexes on and south of row 22, some of them at the German border."""
    south = [h for h in playable(hexes) if int(h[:2]) >= 22 and hexes[h]["country"] == "FR"]
    near = neighbours(hexes)
    assert len([h for h in south if any(hexes[n]["country"] == "GE" for n in near[h])]) >= 4


def test_plan_xvii_has_a_border_to_cross(hexes: dict[str, Row]) -> None:
    """§4.4: hexes of Germany that can be attacked from France."""
    land = playable(hexes)
    near = neighbours(land)
    sides = {(h, n) for h in land if hexes[h]["country"] == "FR" for n in near[h] if hexes[n]["country"] == "GE"}
    assert len(sides) >= FRENCH_BORDER_FRONT
    assert len({german for _, german in sides}) >= 7


def test_alsace_and_lorraine_are_german(hexes: dict[str, Row]) -> None:
    towns = {r["name"]: r["hex"] for r in table("towns.csv")}
    for name in ("Metz", "Strassburg", "Mülhausen", "Colmar", "Saarburg", "Diedenhofen"):
        assert hexes[towns[name]]["country"] == "GE", name
    for name in ("Nancy", "Verdun", "Sedan", "Montmédy", "Longwy", "Belfort", "Saint-Dié", "Lunéville"):
        assert hexes[towns[name]]["country"] == "FR", name
    for name in ("Bastogne", "Neufchâteau", "Dinant", "Virton", "Ypres", "Tournai"):
        assert hexes[towns[name]]["country"] == "BE", name


def test_the_german_right_wing_must_pass_south_of_dutch_limburg(hexes: dict[str, Row]) -> None:
    """History: no German hex touches Belgium north of Aachen and Liège."""
    near = neighbours(hexes)
    belgian = [h for h, r in hexes.items() if r["country"] == "BE"]
    touching = [h for h in belgian if any(hexes[n]["country"] == "GE" for n in near[h])]
    assert min(touching) >= "1108"
    assert {hexes[h]["country"] for h in ("0808", "0908", "1008")} == {"NL"}


# --- hexsides and railways --------------------------------------------------------------------------------------------


def test_river_hexsides_join_neighbours_that_are_played(
    hexes: dict[str, Row], rivers: dict[frozenset[str], str]
) -> None:
    for pair in at_least_one(rivers):
        a, b = sorted(pair)
        assert apart(a, b) == 1, pair
        assert {hexes[a]["country"], hexes[b]["country"]} <= BELLIGERENT, pair


def corners_of(pair: frozenset[str]) -> set[tuple[int, int]]:
    """The two corners of a hexside, in half widths and thirds of a row."""
    six = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    a, b = ({(x + dx, 3 * y + dy) for dx, dy in six} for x, y in map(places, pair))
    return a & b


@pytest.mark.parametrize("river", ["Rhine", "Meuse", "Sambre", "Oise", "Aisne", "Marne", "Somme", "Gete"])
def test_a_river_is_one_unbroken_line_without_forks(rivers: dict[frozenset[str], str], river: str) -> None:
    """Its hexsides hang together at their corners, at most two at each."""
    sides = [p for p, name in rivers.items() if name == river]
    at: dict[tuple[int, int], list[frozenset[str]]] = defaultdict(list)
    for side in sides:
        corners = corners_of(side)
        assert len(corners) == 2
        for corner in corners:
            at[corner].append(side)
    assert max(map(len, at.values())) == 2
    pieces = 0
    left = set(sides)
    while left:
        left -= reached([min(left, key=sorted)], lambda s: [o for c in corners_of(s) for o in at[c]])
        pieces += 1
    # The Meuse and the Rhine leave the played land and come back where the Dutch border is.
    assert pieces <= (3 if river in ("Meuse", "Rhine") else 1)


def test_rivers_meet_only_where_they_do(rivers: dict[frozenset[str], str]) -> None:
    """Two rivers touch at one corner if one flows into the other, else nowhere: none crosses a watershed."""
    at: dict[tuple[int, int], set[str]] = defaultdict(set)
    for pair, name in rivers.items():
        for corner in corners_of(pair):
            at[corner].add(name)
    met = [tuple(sorted(names)) for names in at.values() if len(names) > 1]
    assert sorted(met) == sorted(CONFLUENCES)


def test_railways_join_neighbours_on_passable_land(hexes: dict[str, Row], rails: dict[str, set[str]]) -> None:
    """§8.3: they never run through water, marsh or neutral land."""
    land = playable(hexes)
    wet = {frozenset((r["a"], r["b"])) for r in table("hexsides.csv") if r["sea"]}
    for a, ends in at_least_one(rails.items()):
        for b in at_least_one(ends):
            assert apart(a, b) == 1, (a, b)
            assert {a, b} <= land, (a, b)
            assert frozenset((a, b)) not in wet


def test_every_city_and_port_is_on_one_net(hexes: dict[str, Row], rails: dict[str, set[str]]) -> None:
    """§8.3 to §8.6, §9.5: whatever must trace along rails can."""
    net = reached(["2018"], lambda h: rails[h])
    assert {h for h, r in hexes.items() if r["city"]} <= net


@pytest.mark.parametrize(
    ("land", "edge", "least"),
    [
        ("GE", lambda h: h[2:] == "01", 6),
        ("FR", lambda h: h[2:] == "22", 3),
        ("FR", lambda h: h[:2] == "30", 3),
    ],
    ids=["Germany to the east", "France to the west", "France to the south"],
)
def test_railways_leave_the_board_at_home(
    hexes: dict[str, Row], rails: dict[str, set[str]], land: str, edge: Callable[[str], bool], least: int
) -> None:
    """§8.3, §8.6: several ways out, each reached from every city of the country without leaving it."""
    exits = {h for h in rails if edge(h) and hexes[h]["country"] == land}
    assert len(exits) >= least
    home = reached(exits, lambda h: [n for n in rails[h] if hexes[n]["country"] == land])
    assert {h for h, r in hexes.items() if r["city"] and r["country"] == land} <= home


def test_every_city_can_be_entered_from_two_sides(hexes: dict[str, Row]) -> None:
    land = playable(hexes)
    near = neighbours(land)
    for h in at_least_one(h for h, r in hexes.items() if r["city"]):
        assert h in land, h
        assert len(near[h]) >= 2, h


def test_towns_stand_in_hexes_that_are_played(hexes: dict[str, Row]) -> None:
    rows = table("towns.csv")
    assert len({r["name"] for r in rows}) == len(rows)
    assert len({r["hex"] for r in rows}) == len(rows)
    for r in rows:
        at = hexes[r["hex"]]
        assert at["country"] in BELLIGERENT, r
        assert at["name"] == r["name"], r
        assert (at["city"] or "town") == r["kind"], r


# --- the drawing ------------------------------------------------------------------------------------------------------


def test_the_drawing_shows_the_tables(hexes: dict[str, Row], rivers: dict[frozenset[str], str]) -> None:
    """``board.json`` has the hexes that are played, their names and rivers, as the tables have them."""
    board: dict[str, Any] = json.loads((DRAWN / "board.json").read_text(encoding="utf-8"))
    assert set(board["hexes"]) == {h for h, r in hexes.items() if r["country"] in BELLIGERENT}
    for h, drawn in board["hexes"].items():
        row = hexes[h]
        assert [drawn[k] for k in ("name", "terrain", "country", "city")] == [
            row[k] for k in ("name", "terrain", "country", "city")
        ]
        assert (drawn["fortress"], drawn["port"]) == (row["fortress"] == "1", row["port"] == "1")
    assert {frozenset(k.split("-")): v["river"] for k, v in board["sides"].items()} == rivers


def test_every_place_is_lettered() -> None:
    """No name was left out for want of room, and each carries its hex for the client."""
    lines = (DRAWN / "lines.svg").read_text(encoding="utf-8")
    for r in at_least_one(table("towns.csv")):
        shown = r["name"].upper() if r["chief"] == "capital" else r["name"]
        assert f'data-hex="{r["hex"]}">{shown}</text>' in lines, r["name"]


def test_the_drawing_has_no_colour_of_its_own() -> None:
    """Themes are custom properties in map.css; an attribute would win over neither."""
    for name in ("ground.svg", "lines.svg"):
        text = (DRAWN / name).read_text(encoding="utf-8")
        assert "fill=" not in text
        assert "style=" not in text
        # An apostrophe of a title is no colour.
        assert "#" not in text.replace('href="#map-', "").replace("&#x27;", "")
