"""Lists that the rulebook prints, each entry of them: railheads, cities that count, stations, commitments, fronts."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.setup.stations import ways
from tests.games.empires_alliances.test_entry import entering

RAILHEADS = {
    "western": "2045 2247 2347 2548 2850 3349",
    "eastern": "2224 2527 2932 3231 3622 3721 4222",
    "balkan": "4632 4728 4724",
    "italian": "3845 3842 4142",
}


@pytest.mark.parametrize("scenario", ["1914", "campaign"])
def test_1_49_the_hexes_with_railheads(printed: Printed, scenario: str) -> None:
    found = printed.scenarios[scenario].railheads
    assert {front: " ".join(hexes) for front, hexes in found.items()} == RAILHEADS


# --- victory --------------------------------------------------------------------------------------------------------

ALLIED_1914 = "Lille Reims Nancy Verdun Paris Antwerp Belgrade Warsaw Grodno Kovno"
CENTRAL_1914 = "Metz Strassburg Cologne Lemberg Przemyśl Cracow Breslau Posen Danzig Königsberg"


def by_points(table: dict[str, int]) -> dict[int, set[str]]:
    """The cities of a table, by what they are worth."""
    return {points: {city for city, by in table.items() if by == points} for points in {*table.values()}}


@pytest.mark.parametrize("scenario", ["1914", "campaign"])
def test_1_71_2_72a_twenty_cities_of_1914(printed: Printed, scenario: str) -> None:
    count = printed.scenarios[scenario].counts["december-1914"]
    assert by_points(dict(count.gains)) == {1: {*ALLIED_1914.split()}}
    assert by_points(dict(count.keeps)) == {1: {*CENTRAL_1914.split()}}
    assert not count.loses


@pytest.mark.parametrize("name", ["december-1916", "short"])
def test_2_72b_2_8_the_cities_of_1916(printed: Printed, name: str) -> None:
    count = printed.scenarios["campaign"].counts[name]
    minor = {"Verdun", "Dijon", "Le Havre", "Kovno", "Brest-Litovsk", "Smolensk", "Venice"}
    assert by_points(dict(count.gains)) == {2: {"Paris", "Petrograd"}, 1: {"major"} | minor}
    lost = {"Aachen", "Saarbrücken", "Graz", "Sarajevo"}
    assert by_points(dict(count.loses)) == {2: {"Berlin", "Vienna"}, 1: {"major"} | lost}


def test_2_73_the_cities_of_1918(printed: Printed) -> None:
    count = printed.scenarios["campaign"].counts["december-1918"]
    french = {"Rouen", "Lille", "Verdun", "Nancy", "Dijon"}
    russian = {"Moscow", "Riga", "Minsk", "Kiev", "Ekaterinoslav"}
    others = {"Venice", "Bologna", "Brussels"}
    assert by_points(dict(count.gains)) == {2: {"Paris", "Petrograd"}, 1: french | russian | others}
    german = {"Königsberg", "Posen", "Breslau", "Aachen", "Metz", "Strassburg"}
    austrian = {"Budapest", "Trieste", "Lemberg", "Cracow"}
    assert by_points(dict(count.loses)) == {2: {"Berlin", "Vienna"}, 1: german | austrian}


def test_3_71_fifteen_cities_of_november_1918(printed: Printed) -> None:
    count = printed.scenarios["1918"].counts["november-1918"]
    allied = {"Lille", "Reims", "Nancy", "Verdun", "Paris", "Antwerp", "Brussels", "Calais", "Amiens", "Saint-Quentin"}
    assert by_points(dict(count.gains)) == {1: allied}
    assert by_points(dict(count.keeps)) == {1: {"Metz", "Strassburg", "Cologne", "Aachen", "Saarbrücken"}}


LEVELS = ("allied-major", "allied-minor", "draw", "central-minor", "central-major")


@pytest.mark.parametrize(
    ("scenario", "name", "begins"),
    [
        ("1914", "december-1914", (8, 10, 12, 13.5)),
        ("campaign", "december-1918", (8, 11, 14, 16.5)),
        ("campaign", "short", (4, 6, 7, 9)),
        ("1918", "november-1918", (7, 9, 11, 12.5)),
    ],
)
def test_1_72_2_73_2_8_3_72_where_each_level_begins(
    printed: Printed, scenario: str, name: str, begins: tuple[float, ...]
) -> None:
    """Half a point more than 13, 16 or 12 is already a major victory; elsewhere a row begins at its first number."""
    count = printed.scenarios[scenario].counts[name]
    halves = [n / 2 for n in range(-4, 61)]
    wanted = [LEVELS[sum(points >= first for first in begins)] for points in halves]
    assert [count.level(points) for points in halves] == wanted


# --- 2.63, 2.65, 2.67 -------------------------------------------------------------------------------------------------

INFANTRY, DIVISION, CAVALRY, GUN = "infantry XXX", "infantry XX", "cavalry XX", "field-artillery"
STATIONS = {
    "TU": {
        "5919": {INFANTRY: 2, CAVALRY: 1, GUN: 1}, "6024": {INFANTRY: 1}, "5721": {INFANTRY: 1}, "5824": {INFANTRY: 1},
        "6522": {INFANTRY: 1}, "caucasus": {INFANTRY: 3, CAVALRY: 1}, "middle-east": {INFANTRY: 3},
    },
    "IT": {"5146": {INFANTRY: 1}, "3948": {INFANTRY: 1}, "the border of France": {INFANTRY: 1}},
    "BU": {
        **{hex_: {DIVISION: 1} for hex_ in ("5128", "5429", "5127", "5225", "5321", "5628", "5725")},
        "5328": {DIVISION: 1, GUN: 1},
    },
    "GK": {hex_: {INFANTRY: 1} for hex_ in ("6628", "5830", "5832", "5828")},
}  # fmt: skip
"""§2.63: hexes and boxes, each with what must stand there; Smyrna is 6522."""
ENTRIES = {"TU": ("central", "1914-11"), "IT": ("allied", "1915-05"), "BU": ("central", "1915-10"),
           "RO": ("allied", "1916-08"), "GK": ("allied", "1917-06")}  # fmt: skip


def stations(nation: str) -> list[dict[str, dict[str, int]]]:
    """What must stand where, by each of the compositions that the card allows."""
    side, turn = ENTRIES[nation]
    state = entering(nation, side, turn)
    found = []
    for way in ways(state, nation):
        there: dict[str, Counter[str]] = {}
        for station in way:
            name = station.places[0] if len(station.places) == 1 else station.where.removeprefix("on ")
            kind = f"{station.spec.kind} {station.spec.size}".strip()
            there.setdefault(name, Counter())[kind.removesuffix(" XXX") if GUN in kind else kind] += 1
        found.append({name: dict(kinds) for name, kinds in there.items()})
    return found


@pytest.mark.parametrize("nation", [*STATIONS])
def test_2_63_what_must_stand_where(nation: str) -> None:
    assert stations(nation) == [STATIONS[nation]]


def test_2_63d_what_must_stand_on_the_rumanian_borders() -> None:
    """Three corps, or two and two divisions, against Austria-Hungary; a corps or two divisions against Bulgaria."""
    north = ({INFANTRY: 3}, {INFANTRY: 2, DIVISION: 2})
    south = ({INFANTRY: 1}, {DIVISION: 2})
    wanted = [{"n": a, "s": b} for a in north for b in south]
    found = stations("RO")
    assert all(one.pop("5023") == {INFANTRY: 1, GUN: 1} for one in found), "Bucharest"
    assert [dict(zip("ns", one.values(), strict=True)) for one in found] == wanted


def test_2_67b_what_britain_commits_and_must_keep(printed: Printed) -> None:
    """Corps in brackets; those with a star come by sea."""
    rows = [row for row in printed.scenarios["campaign"].commitments if row.nation == "GB"]
    found = {row.turn: (*(printed.units[u].label for u in row.units), row.least / 2, row.sails) for row in rows}
    assert found == {
        "1914-09": ("T42", 0.5, True),
        "1914-10": ("IND10/11", 1, False),
        "1914-11": ("IND6", 1.5, False),
        "1915-07": ("T4", 2.5, True),
        "1915-08": ("T54", 3, True),
        "1916-04": ("CAV2", 4, True),
        "1916-05": ("IND2", 4, False),
        "1917-04": ("T6", 4, True),
        "1917-12": ("IND3", 4, False),
    }


# --- 22 -------------------------------------------------------------------------------------------------------------


def test_22_3_the_fronts_and_who_fights_where(printed: Printed) -> None:
    fronts = {id_: (front.countries, front.within) for id_, front in printed.optional_rules.fronts.items()}
    assert fronts["western"] == (("FR", "BE", "LU", "NL"), 7)
    assert fronts["eastern"] == (("RU",), 7)
    assert fronts["italian"] == (("IT",), 7)
    assert {*fronts["balkan"][0]} == {"SE", "MN", "AL", "BU", "RO", "GK"}
    assert (fronts["balkan"][1], fronts["middle-east"], fronts["albania"]) == (5, (("TU",), 5), (("AL",), 4))
    where = {nation.id: {*nation.fronts} for nation in printed.nations.values() if not nation.elsewhere_but}
    assert {nation: found for nation, found in where.items() if found} == {
        "AH": {"eastern", "balkan", "italian"},
        "BU": {"balkan"},
        "TU": {"middle-east", "middle-east-box", "caucasus-box"},
        "FR": {"western", "italian", "balkan", "middle-east"},
        "RU": {"eastern", "caucasus-box"},
        "SE": {"balkan"},
        "MN": {"balkan"},
        "BE": {"western"},
        "IT": {"italian", "albania"},
        "RO": {"balkan"},
        "GK": {"balkan"},
        "US": {"western"},
        "NL": {"western"},
    }
    british = {nation.id: nation.elsewhere_but for nation in printed.nations.values() if nation.elsewhere_but}
    assert british == dict.fromkeys(("GB", "CA", "IN", "AU"), ("eastern", "caucasus-box"))


def test_22_1_how_many_set_up_on_a_front(printed: Printed) -> None:
    rows = [row for row in printed.optional_rules.mobilisations if row.most]
    assert {row.nation: (dict(row.most), dict(row.least)) for row in rows} == {
        "GE": ({"infantry": 15, "cavalry": 2, "artillery": 3}, {"infantry": 5, "cavalry": 1, "artillery": 1}),
        "AH": ({"infantry": 11, "cavalry": 3, "artillery": 2}, {"infantry": 6, "cavalry": 1, "artillery": 1}),
    }
