"""The board of Empires & Alliances, held to every hex that the rulebook names, and to the history it shows.

Reads the tables as they lie, with its own hex arithmetic, so that no slip in the builder or the rules can hide here.
"""

from __future__ import annotations

import csv
import gzip
import json
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.thorough import at_least_one

ROOT = Path(__file__).resolve().parents[3]
TABLES = ROOT / "scenarios" / "empires-alliances"
DRAWN = ROOT / "static" / "boards" / "empires-alliances"

PLAYED = {"GE", "AH", "TU", "BU", "FR", "BE", "RU", "SE", "MN", "IT", "RO", "GK", "NL", "AL", "LU"}
CLOSED = {"CH", "DK", "SW", "ES"}
BESIDE = {"GB", "FN"}
"""Lands that are places beside the hexes."""
LARGEST = 400_000
LARGEST_RELIEF = 900_000
"""Bytes of what a client loads for the first picture, compressed."""


def _listed(*lines: str) -> list[str]:
    return [hex_ for line in lines for hex_ in line.split()]


HOME = {
    "GE": [
        "2347 2447 2448 2546 2547 2548 2647 2648 2747 2748 2848 2849 2850 2948 2949 3049 3148 3249 3349 2325 2426",
        "2045 2247 2224 2527 2932 3231",
    ],
    "AH": ["4631 3722 3625 4634 4935 3428", "3622 3721 4222 4632 4728 4724 3845 3842 4142"],
    "FR": [
        "3250 2950 2951 3050 3051 2851 2852 2750 2751 2552 2651 2652",
        "2553 2653 2654 2753 2752 2853 2952 3149 3350 3150 3251 3351 2555 2655 3152 2353 2454 2354 2455 2153 2254",
    ],
    "RU": ["2323 2625 3521 3326 3424 3821", "4709 4810"],
    "SE": ["4830 4731 4833 5034"],
    "MN": ["5235"],
    "TU": ["6024 5721 5824", "5918 5919 6019 6025 6124"],
    "BU": ["5128 5429 5127 5225 5321 5628 5725"],
    "RO": ["4322 4825 4828"],
    "GK": ["5832 5828"],
    "NL": ["2150"],
    "BE": ["2251 2152"],
}
"""Whose the named hexes are: set-ups 1.41 to 1.48, 3.42, 3.43; railheads 1.49; entries 2.63; 2.65, 2.7, 2.8, 19.32."""

BORDERS = {
    "5128 5429": "SE",
    "5127 5225 5321": "RO",
    "5628 5725": "GK",
    "5721 5824": "BU",
    "4322 4825 4828": "AH",
}
"""§2.63: border hexes and what they border on."""

RAILHEADS = {
    "2045": "NL",
    "2247": "NL",
    "2347": "NL BE",
    "2548": "BE",
    "2850": "FR",
    "3349": "FR",
    "2224": "RU",
    "2527": "RU",
    "2932": "RU",
    "3231": "RU",
    "3622": "RU",
    "3721": "RU",
    "4222": "RO",
    "4632": "SE",
    "4728": "RO",
    "4724": "RO",
    "3845": "IT",
    "3842": "IT",
    "4142": "IT",
}
"""§1.49: each is the last hex of a line on the side of the Central Powers; over the border it goes on."""

GERMAN_1918 = _listed(
    "2151 2252 2251 2352 2453 2351 2452 2451 2552 2652 2751 2551 2651 2750 2850 2749 2849 2949 3049 3148 3249 3349"
)
ALLIED_1918 = _listed(
    "2553 2653 2654 2753 2752 2852 2851 2853 2952 2950 3050 3149 2951 3051 3250 3350 3150 3251 3351 2555 2655",
    "2152 2253 2153 2254 2353 2454 2354 2455",
)
"""§3.41 to §3.44: the hexes of the sectors."""

MAJOR = {
    "FR": {"Paris"},
    "GE": {"Berlin", "Essen"},
    "AH": {"Vienna", "Budapest"},
    "RU": {"Petrograd", "Moscow", "Kharkov", "Lodz", "Warsaw"},
    "IT": {"Rome", "Milan"},
}
"""§18.2, §2.72: cities that the rules count among the major ones."""
MINOR = {"Brussels", "Skoplje", "Philippopolis", "Jassy", "Angora", "Verdun", "Dijon", "Le Havre", "Kovno"} | {
    "Brest-Litovsk", "Smolensk", "Venice", "Aachen", "Saarbrücken", "Graz", "Sarajevo", "Liège", "Ghent",
}  # fmt: skip
"""§18.31, §2.72: named beside the major cities; Liège and Ghent because 3.63 garrisons Belgium with two corps."""
FORTS = {
    "GE": {"Strassburg": 2, "Königsberg": 2, "Metz": 2, "Danzig": 1, "Thorn": 1, "Posen": 1, "Breslau": 1, "Lötzen": 1},
    "AH": {"Przemyśl": 2, "Lemberg": 1, "Cracow": 1},
    "FR": {"Verdun": 2, "Épinal": 2, "Paris": 2, "Toul": 2, "Belfort": 1},
    "RU": {"Warsaw": 1, "Grodno": 1, "Brest-Litovsk": 1, "Kovno": 1},
    "BE": {"Liège": 2, "Antwerp": 1},
    "BU": {"Sofia": 1},
}
"""§1.41 to §1.46, §2.63."""
CITIES = {
    "FR": "Paris Lille Rouen Nancy Verdun Toul Épinal Belfort Reims Dijon Nice Marseilles Calais Amiens Bordeaux",
    "GE": "Berlin Essen Hamburg Bremen Cologne Frankfurt Stuttgart Breslau Posen Danzig Königsberg Metz Strassburg",
    "AH": "Vienna Budapest Trieste Lemberg Przemyśl Cracow Graz Sarajevo",
    "RU": "Moscow Kharkov Warsaw Lodz Kiev Riga Minsk Ekaterinoslav Rostov Grodno Kovno Smolensk",
    "BE": "Brussels Antwerp Liège Ghent",
    "NL": "Amsterdam Rotterdam",
    "SE": "Belgrade Skoplje",
    "MN": "Cetinje",
    "BU": "Sofia Philippopolis",
    "RO": "Bucharest Jassy",
    "GK": "Athens Salonika",
    "TU": "Constantinople Smyrna Angora",
    "IT": "Rome Milan Venice Bologna",
}
"""Cities that set-ups, victory lists and garrison rules name, by their country of 1914."""

Row = dict[str, str]


def table(name: str) -> list[Row]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def hexes() -> dict[str, Row]:
    return {row["hex"]: row for row in table("hexes.csv")}


@pytest.fixture(scope="module")
def sides() -> dict[frozenset[str], Row]:
    return {frozenset((r["a"], r["b"])): r for r in table("hexsides.csv")}


@pytest.fixture(scope="module")
def rails() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for r in table("rails.csv"):
        found[r["a"]].add(r["b"])
        found[r["b"]].add(r["a"])
    return found


@pytest.fixture(scope="module")
def place() -> dict[str, str]:
    return {r["name"]: r["hex"] for r in table("towns.csv")}


def at(hex_: str) -> tuple[int, int]:
    """(half columns, rows): rows grow south, columns west, odd rows lie half a hex further west."""
    row, col = int(hex_[:2]), int(hex_[2:])
    return 2 * col + row % 2, row


def apart(a: str, b: str) -> int:
    (xa, ya), (xb, yb) = at(a), at(b)
    rows = abs(ya - yb)
    return rows + max(0, abs(xa - xb) - rows) // 2


def neighbours(hexes: Iterable[str]) -> dict[str, list[str]]:
    by = {at(h): h for h in hexes}
    steps = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    return {h: [by[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in by] for (x, y), h in by.items()}


def reached(start: Iterable[str], ways: Callable[[str], Iterable[str]]) -> set[str]:
    seen, todo = set(start), list(start)
    while todo:
        for beyond in set(ways(todo.pop())) - seen:
            seen.add(beyond)
            todo.append(beyond)
    return seen


def pieces(own: set[str], near: dict[str, list[str]]) -> list[set[str]]:
    """A set of hexes as what hangs together."""
    found, left = [], set(own)
    while left:
        found.append(reached([min(left)], lambda h: [n for n in near[h] if n in own]))
        left -= found[-1]
    return found


# --- the sheet --------------------------------------------------------------------------------------------------------


def test_every_hex_of_the_sheet_has_one_line(hexes: dict[str, Row]) -> None:
    rows = [r["hex"] for r in table("hexes.csv")]
    assert rows == [f"{r:02d}{c:02d}" for r in range(10, 69) for c in range(1, 65)]
    assert set(rows) == set(hexes)


def test_lattice_file() -> None:
    lattice = tomllib.loads((TABLES / "board.toml").read_text(encoding="utf-8"))["lattice"]
    grain = {"columns": "west", "rows": "south", "shifted": "odd"}
    assert lattice == grain | {"first_row": 10, "last_row": 68, "first_col": 1, "last_col": 64}


@pytest.mark.parametrize("pair", ["2751 2851", "2751 2852", "4709 4810", "5918 5919", "2150 2251"])
def test_stated_neighbours(pair: str) -> None:
    """§22.11, §2.8; the straits of 19.32 and the approaches of Antwerp (§2.7) touch as well."""
    a, b = pair.split()
    assert apart(a, b) == 1


def test_words_of_the_tables(hexes: dict[str, Row]) -> None:
    for h, r in at_least_one(hexes.items()):
        assert r["surface"] in {"land", "sea", "lake"}, h
        if r["surface"] == "land":
            assert r["terrain"] in {"clear", "forest", "swamp", "mountain"}, h
            assert r["country"] in PLAYED | CLOSED | BESIDE, h
        else:
            assert (r["terrain"], r["country"], r["city"], r["port"], r["beach"]) == ("", "", "", "", ""), h
        assert r["city"] in {"", "major", "minor"}, h
        assert r["fortress"] in {"", "1", "2"}, h
        assert {r["port"], r["beach"], r["capital"]} <= {"", "1"}, h
        assert r["weather"] in {"west", "east"}, h


@pytest.mark.parametrize("name", ["hexes.csv", "hexsides.csv", "rails.csv", "towns.csv"])
def test_every_line_says_where_it_is_from(name: str) -> None:
    for r in table(name):
        assert r["origin"] in {"history", "reconstruction"} or r["origin"].startswith("rulebook "), r
    if name in ("hexsides.csv", "rails.csv"):
        pairs = [(r["a"], r["b"]) for r in table(name)]
        assert pairs == sorted(set(pairs))
        assert all(a < b and apart(a, b) == 1 for a, b in pairs)


# --- what the rulebook states of hexes --------------------------------------------------------------------------------


@pytest.mark.parametrize("country", HOME)
def test_named_hexes_lie_in_their_country(hexes: dict[str, Row], country: str) -> None:
    """§1.4: all deploy at home, the German 4th Army also in Luxembourg (2749)."""
    for h in " ".join(HOME[country]).split():
        assert (hexes[h]["surface"], hexes[h]["country"]) == ("land", country), h
    assert hexes["2749"]["country"] in {"GE", "LU"}


def test_named_hexes_say_so(hexes: dict[str, Row]) -> None:
    for lists in HOME.values():
        for h in " ".join(lists).split():
            assert hexes[h]["origin"].startswith("rulebook "), h


def test_borders(hexes: dict[str, Row]) -> None:
    """§2.63."""
    near = neighbours(hexes)
    for listed, beyond in BORDERS.items():
        for h in listed.split():
            assert beyond in {hexes[n]["country"] for n in near[h]}, h


def test_the_rumanian_border_is_one_line(hexes: dict[str, Row]) -> None:
    """§2.63: every Rumanian hex on the border with Austria-Hungary from 4322 to 4828 is one chain."""
    near = neighbours(hexes)
    border = [h for h, r in hexes.items() if r["country"] == "RO" and any(hexes[n]["country"] == "AH" for n in near[h])]
    line = reached(["4322"], lambda h: [n for n in near[h] if n in border])
    assert {"4322", "4825", "4828"} <= line == set(border)


def test_borders_of_1914(hexes: dict[str, Row], place: dict[str, str]) -> None:
    """History: what changed hands in 1878, 1913 or only after the war."""
    for country, names in at_least_one(
        {
            "RU": "Kishinev Riga Vilna Warsaw Lodz Reval",
            "GE": "Metz Strassburg Mülhausen Posen Thorn Memel Kattowitz Danzig",
            "AH": "Lemberg Czernowitz Trent Trieste Görz Kronstadt_in_Transylvania Klausenburg Temesvár Sarajevo Fiume "
            "Pressburg",
            "TU": "Adrianople Constantinople Smyrna",
            "BU": "Dedeagatch Rustchuk Varna",
            "RO": "Jassy Galatz Constanta",
            "SE": "Skoplje Monastir Nish",
            "GK": "Salonika Florina Larissa",
            "AL": "Durazzo Valona Scutari",
            "LU": "Luxembourg",
        }.items()
    ):
        for name in (word.replace("_", " ") for word in names.split()):
            assert hexes[place[name]]["country"] == country, name


def test_no_country_has_a_stray_piece(hexes: dict[str, Row], sides: dict[frozenset[str], Row]) -> None:
    """A country's mainland holds all of its hexes but islands: no border hex was turned into an enclave.

    Lesbos, Greek off the Turkish coast, is an island.
    """
    near = neighbours(hexes)
    wet = {pair for pair, side in sides.items() if side["sea"]}
    for country in PLAYED:
        own = {h for h, r in hexes.items() if r["country"] == country}
        for piece in at_least_one(pieces(own, near)):
            around = {hexes[n]["country"] for h in piece for n in near[h] if frozenset((h, n)) not in wet} - {
                country,
                "",
            }
            assert len(piece) > len(own) / 3 or not around, (country, sorted(piece))


def test_the_sectors_of_1918_part_the_armies(hexes: dict[str, Row]) -> None:
    """§3.41 to §3.44: land on both sides; both fronts are unbroken from Flanders to Switzerland."""
    assert not set(GERMAN_1918) & set(ALLIED_1918)
    near = neighbours(hexes)
    for own, other in ((GERMAN_1918, ALLIED_1918), (ALLIED_1918, GERMAN_1918)):
        assert {hexes[h]["country"] for h in own} <= {"FR", "BE", "GE", "LU"}
        front = [h for h in own if any(n in other for n in near[h])]
        assert len(pieces(set(front), near)) == 1
        assert any(hexes[n]["surface"] == "sea" for h in front for n in near[h])
        assert any(hexes[n]["country"] == "CH" for h in own for n in near[h])
    assert {hexes[h]["country"] for h in ALLIED_1918} == {"FR", "BE"}


def test_the_sectors_meet_where_the_rows_say(hexes: dict[str, Row], place: dict[str, str]) -> None:
    """§3.62, §3.41, §3.42: British to row 24, French from row 25; the air bases; Saint-Quentin in 2453."""
    assert place["Saint-Quentin"] == "2453"
    assert place["Lille"] in GERMAN_1918
    for name in ("Reims", "Verdun", "Toul", "Épinal", "Belfort", "Paris"):
        assert place[name] in ALLIED_1918, name
    for name in ("Metz", "Strassburg"):
        assert place[name] in GERMAN_1918, name
    assert int(place["Amiens"][:2]) <= 24 < int(place["Reims"][:2])


def test_argonne(hexes: dict[str, Row]) -> None:
    """§22.11: 2751 is a forest hex unless the optional rule is used."""
    assert hexes["2751"]["terrain"] == "forest"


def test_antwerp(hexes: dict[str, Row], place: dict[str, str]) -> None:
    """§2.7: a port beside 2150 and 2251."""
    h = place["Antwerp"]
    assert (apart(h, "2150"), apart(h, "2251")) == (1, 1)
    assert (hexes[h]["port"], hexes[h]["sea_area"]) == ("1", "Atlantic")


def test_crimea(hexes: dict[str, Row], sides: dict[frozenset[str], Row], rails: dict[str, set[str]]) -> None:
    """§2.8: a railway but no road over 4709-4810; another way in on foot."""
    assert "4810" in rails["4709"]
    assert sides[frozenset(("4709", "4810"))]["bars"] == "ground"
    closed = {pair for pair, r in sides.items() if r["sea"] or r["bars"] or r["lake"]}
    land = {h for h, r in hexes.items() if r["country"] == "RU"}
    near = neighbours(land)
    on_foot = reached(["4810"], lambda h: [n for n in near[h] if frozenset((h, n)) not in closed])
    assert "4709" in on_foot


def test_straits(hexes: dict[str, Row], sides: dict[frozenset[str], Row], place: dict[str, str]) -> None:
    """§5.1, §9.4, §19.32: the Bosphorus and the Dardanelles part Europe and Asia, another strait Sicily and Italy;
    ferries cost six hexes.
    """
    assert place["Constantinople"] == "5919"
    assert sides[frozenset(("5918", "5919"))]["strait"] == "Bosphorus"
    assert sides[frozenset(("6025", "6124"))]["strait"] == "Dardanelles"
    closed = {pair for pair, r in sides.items() if r["sea"]}
    near = neighbours(h for h, r in hexes.items() if r["country"] == "TU")
    italian = neighbours(h for h, r in hexes.items() if r["country"] == "IT")
    europe = reached(["5919"], lambda h: [n for n in near[h] if frozenset((h, n)) not in closed])
    assert {"5919", "6025", "6024", "5721", "5824"} <= europe
    assert not {"5918", "6019", "6124"} & europe
    ferries = {r["line"]: (r["a"], r["b"]) for r in table("rails.csv") if r["ferry"] == "6"}
    assert ferries["Constantinople ferry"] == ("5918", "5919")
    assert ferries["Messina ferry"] == (place["Reggio"], place["Messina"])
    mainland = reached([place["Reggio"]], lambda h: [n for n in italian[h] if frozenset((h, n)) not in closed])
    sicily = reached([place["Messina"]], lambda h: [n for n in italian[h] if frozenset((h, n)) not in closed])
    assert place["Naples"] in mainland
    assert place["Palermo"] in sicily
    assert not mainland & sicily
    assert all(sides[frozenset(pair)]["sea"] for pair in ferries.values())


def test_railheads(hexes: dict[str, Row], rails: dict[str, set[str]]) -> None:
    """§1.49, §10.3: each on a line that goes on over the border, and back home to a city of its own country."""
    for h, beyond in RAILHEADS.items():
        assert {hexes[n]["country"] for n in rails[h]} & set(beyond.split()), h
        own = hexes[h]["country"]
        home = reached([h], lambda x, own=own: [n for n in rails[x] if hexes[n]["country"] == own])  # type: ignore[misc]
        assert any(hexes[x]["city"] == "major" for x in home), h


def test_railheads_of_1918(hexes: dict[str, Row], rails: dict[str, set[str]]) -> None:
    """§3.46: on lines that reach Germany behind the front and go on into the Allied sectors."""
    for h in _listed("2352 2552 2652 2751 2850 3349"):
        assert any(n in ALLIED_1918 for n in rails[h]), h
        behind = reached([h], lambda x: [n for n in rails[x] if n not in ALLIED_1918])
        assert {r["country"] for x, r in hexes.items() if x in behind} >= {"GE"}, h


# --- cities, forts, ports ---------------------------------------------------------------------------------------------


def test_cities(hexes: dict[str, Row], place: dict[str, str]) -> None:
    for country, names in CITIES.items():
        for name in names.split():
            assert hexes[place[name]]["country"] == country, name
            assert hexes[place[name]]["city"], name
    assert hexes[place["Petrograd"]]["country"] == "RU"


def test_major_and_minor(hexes: dict[str, Row], place: dict[str, str]) -> None:
    for country, names in MAJOR.items():
        for name in names:
            assert (hexes[place[name]]["country"], hexes[place[name]]["city"]) == (country, "major"), name
    for name in MINOR:
        assert hexes[place[name]]["city"] == "minor", name
    french = [r for r in hexes.values() if r["country"] == "FR" and r["city"] == "major"]
    assert len(french) >= 4


@pytest.mark.parametrize("country", ["GE", "AH", "FR", "RU", "IT"])
def test_full_supply_sources_exist(hexes: dict[str, Row], rails: dict[str, set[str]], country: str) -> None:
    """§14.3: at least three major cities joined by rail within the country."""
    major = {h for h, r in hexes.items() if r["country"] == country and r["city"] == "major"}
    home = reached(sorted(major)[:1], lambda x: [n for n in rails[x] if hexes[n]["country"] == country])
    assert len(major & home) >= 3


def test_forts(hexes: dict[str, Row]) -> None:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for r in hexes.values():
        if r["fortress"]:
            found[r["country"]][r["name"]] = int(r["fortress"])
    assert found == FORTS
    assert (hexes["2426"]["country"], hexes["2426"]["fortress"]) == ("GE", "1")


def test_capitals(hexes: dict[str, Row]) -> None:
    """§17.13: one a country, none in Luxembourg."""
    found = sorted(r["country"] for r in hexes.values() if r["capital"])
    assert found == sorted(PLAYED - {"LU"})


def test_ports_and_beaches_lie_on_a_sea(hexes: dict[str, Row]) -> None:
    """§11: each in a sea area; a beach, and most ports, beside its water."""
    near = neighbours(hexes)
    for h, r in at_least_one(hexes.items()):
        if r["port"] or r["beach"]:
            assert r["country"] in PLAYED, h
            areas = set(r["sea_area"].split("+"))
            assert areas <= {"Atlantic", "Baltic", "Black Sea", "Mediterranean"}, h
            within = {hexes[n]["sea_area"] for x in [h, *near[h]] for n in near[x] if hexes[n]["surface"] == "sea"}
            assert areas <= within, (h, r["name"])
        elif r["surface"] == "land":
            assert not r["sea_area"], h


@pytest.mark.parametrize(
    ("name", "area"),
    [
        ("Le Havre", "Atlantic"),
        ("Marseilles", "Mediterranean"),
        ("Hamburg", "Atlantic"),
        ("Bremen", "Atlantic"),
        ("Rouen", "Atlantic"),
        ("Bordeaux", "Atlantic"),
        ("Calais", "Atlantic"),
        ("Riga", "Baltic"),
        ("Königsberg", "Baltic"),
        ("Trieste", "Mediterranean"),
        ("Salonika", "Mediterranean"),
        ("Odessa", "Black Sea"),
        ("Varna", "Black Sea"),
        ("Constanta", "Black Sea"),
    ],
)
def test_named_ports(hexes: dict[str, Row], place: dict[str, str], name: str, area: str) -> None:
    """§1.61, §1.62, §2.64, §2.68, §11.3 to §11.5, §17.31."""
    assert (hexes[place[name]]["port"], hexes[place[name]]["sea_area"]) == ("1", area)


def test_sea_areas(hexes: dict[str, Row]) -> None:
    """§2.6: every sea hex is in one of four waters, each in one piece but for what land cuts off at the edge."""
    near = neighbours(hexes)
    for area in ("Atlantic", "Baltic", "Black Sea", "Mediterranean"):
        own = {h for h, r in hexes.items() if r["surface"] == "sea" and r["sea_area"] == area}
        largest = max(pieces(own, near), key=len)
        assert len(largest) > 0.75 * len(own), area
    assert all(r["sea_area"] for r in hexes.values() if r["surface"] == "sea")


def test_closed_lands(hexes: dict[str, Row], rails: dict[str, set[str]], sides: dict[frozenset[str], Row]) -> None:
    """§2.2: nothing enters Switzerland, Denmark, Sweden or Spain; Britain and North Africa are places of their own."""
    closed = {h for h, r in hexes.items() if r["country"] in CLOSED | BESIDE}
    assert {hexes[h]["country"] for h in closed} == CLOSED | BESIDE
    for h in closed:
        assert [hexes[h][k] for k in ("city", "port", "beach", "fortress")] == [""] * 4, h
    assert not closed & set(rails)
    assert not closed & set().union(*(pair for pair, r in sides.items() if r["river"]))


# --- weather, rivers, lakes, railways ---------------------------------------------------------------------------------


def test_weather_zones(hexes: dict[str, Row], place: dict[str, str]) -> None:
    """§20.1: one line; the western and Italian fronts west of it, the eastern and Balkan ones east."""
    for names, zone in (
        ("Paris Verdun Rome Venice Trieste Berlin Vienna Prague Hamburg", "west"),
        ("Warsaw Moscow Lemberg Belgrade Salonika Bucharest Constantinople Kiev Riga Königsberg", "east"),
    ):
        for name in names.split():
            assert hexes[place[name]]["weather"] == zone, name
    near = neighbours(hexes)
    for zone in ("west", "east"):
        own = {h for h, r in hexes.items() if r["weather"] == zone}
        assert len(pieces(own, near)) == 1


@pytest.mark.parametrize("river", ["Dvina", "Luga", "Volkhov", "Volga", "Oka"])
def test_rivers_that_freeze(sides: dict[frozenset[str], Row], river: str) -> None:
    """§20.23."""
    found = [r for r in sides.values() if r["river"] == river]
    assert found
    assert all(r["freezes"] == "1" for r in found)


@pytest.mark.parametrize("river", ["Rhine", "Vistula", "Niemen"])
def test_rivers_that_rules_name(sides: dict[frozenset[str], Row], river: str) -> None:
    """§18.41, §22.1; they do not freeze."""
    found = [r for r in sides.values() if r["river"] == river]
    assert len(found) >= 15
    assert not any(r["freezes"] for r in found)


def test_only_russian_waters_freeze(hexes: dict[str, Row], sides: dict[frozenset[str], Row]) -> None:
    for pair in at_least_one(pair for pair, r in sides.items() if r["freezes"]):
        assert {hexes[h]["country"] for h in pair} == {"RU"}, pair


def test_lakes_lie_between_land(hexes: dict[str, Row], sides: dict[frozenset[str], Row]) -> None:
    lakes = {r["lake"] for r in sides.values()} - {""}
    assert {"Peipus", "Ladoga", "Ilmen"} <= lakes
    for pair, r in sides.items():
        assert not (r["lake"] and r["sea"]), pair
        if r["lake"] or r["sea"] or r["river"]:
            assert {hexes[h]["country"] for h in pair} <= PLAYED, pair


def test_railways_run_on_played_land(hexes: dict[str, Row], sides: dict[frozenset[str], Row]) -> None:
    for r in at_least_one(table("rails.csv")):
        pair = frozenset((r["a"], r["b"]))
        assert {hexes[h]["country"] for h in pair} <= PLAYED, r
        assert bool(r["ferry"]) == bool(pair in sides and sides[pair]["sea"]), r


def test_every_city_is_on_the_net(hexes: dict[str, Row], rails: dict[str, set[str]], place: dict[str, str]) -> None:
    """But for Montenegro and Albania, which had no railway in 1914."""
    net = reached([place["Paris"]], lambda h: rails[h])
    off = {r["country"] for h, r in hexes.items() if r["city"] and h not in net}
    assert off == {"MN", "AL"}


def test_towns_stand_in_hexes_that_are_played(hexes: dict[str, Row]) -> None:
    rows = table("towns.csv")
    assert len({r["name"] for r in rows}) == len(rows)
    assert len({r["hex"] for r in rows}) == len(rows)
    for r in rows:
        assert hexes[r["hex"]]["country"] in PLAYED, r
        assert hexes[r["hex"]]["name"] == r["name"], r
        assert (hexes[r["hex"]]["city"] or "town") == r["kind"], r


# --- places beside the hexes ------------------------------------------------------------------------------------------


def test_boxes(hexes: dict[str, Row]) -> None:
    """§2.3 to §2.5, §14.31, §14.43, §17.121, §2.67."""
    boxes = {b["id"]: b for b in tomllib.loads((TABLES / "boxes.toml").read_text(encoding="utf-8"))["boxes"]}
    assert set(boxes) == {"britain", "french-north-africa", "caucasus", "middle-east"}
    assert (boxes["britain"]["cities"], boxes["britain"]["supply"]) == (["London"], "full")
    assert boxes["french-north-africa"]["cities"] == ["Algiers"]
    for r in hexes.values():
        assert r["box"] == {"GB": "britain", "FN": "french-north-africa"}.get(r["country"], ""), r
    for box in ("caucasus", "middle-east"):
        assert (boxes[box]["kind"], boxes[box]["supply"], boxes[box]["supplies"]) == ("off-board", "limited", 6)
    for nation, h in boxes["caucasus"]["returns"].items():
        assert hexes[h]["country"] == nation
    assert {hexes[h]["name"] for h in boxes["caucasus"]["returns"].values()} == {"Angora", "Rostov"}


# --- the drawing ------------------------------------------------------------------------------------------------------


def test_the_drawing_shows_the_tables(hexes: dict[str, Row]) -> None:
    board: dict[str, Any] = json.loads((DRAWN / "board.json").read_text(encoding="utf-8"))
    assert set(board["hexes"]) == {h for h, r in hexes.items() if r["country"] in PLAYED}
    for h, drawn in board["hexes"].items():
        for key in ("name", "terrain", "country", "city"):
            assert drawn[key] == hexes[h][key], h
        assert drawn["fortress"] == bool(hexes[h]["fortress"]), h
        assert drawn.get("weather") == hexes[h]["weather"], h
    drawn_rivers = {frozenset(k.split("-")): v["river"] for k, v in board["sides"].items() if v["river"]}
    assert drawn_rivers == {frozenset((r["a"], r["b"])): r["river"] for r in table("hexsides.csv") if r["river"]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_drawing_is_small_enough(theme: str) -> None:
    svg = sum(len(gzip.compress((DRAWN / f).read_bytes())) for f in ("ground.svg", "lines.svg", "board.json"))
    assert svg <= LARGEST
    # It is shown after the lines, so that it may take longer.
    assert (DRAWN / f"relief-{theme}.webp").stat().st_size <= LARGEST_RELIEF


def test_every_city_is_lettered() -> None:
    lines = (DRAWN / "lines.svg").read_text(encoding="utf-8")
    for r in at_least_one(r for r in table("towns.csv") if r["kind"] != "town"):
        shown = r["name"].upper() if r["chief"] == "capital" else r["name"]
        assert f'data-hex="{r["hex"]}">{shown}</text>' in lines, r["name"]


def test_the_drawing_has_no_colour_of_its_own() -> None:
    for name in ("ground.svg", "lines.svg"):
        text = (DRAWN / name).read_text(encoding="utf-8")
        assert "fill=" not in text
        assert "style=" not in text
        assert "#" not in text.replace('href="#map-', "")
