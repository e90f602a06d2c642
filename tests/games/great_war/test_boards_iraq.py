"""The Iraqi Front board against the rulebook: named hexes, Kut, Persia's towns, sources, start lines."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board, apart

IRAQ = Board("great-war-iraq")
CITIES = {"1540": "Baghdad", "2252": "Basra", "2436": "Hamadan"}
TOWNS = {"1845": "Kut", "2552": "Abadan"}


def test_every_hex_has_one_line() -> None:
    rows = [r["hex"] for r in IRAQ.table("hexes.csv")]
    assert rows == [f"{r:02d}{c:02d}" for r in range(9, 30) for c in range(32, 57)]


@pytest.mark.parametrize(("hex_", "name"), [*CITIES.items(), *TOWNS.items()])
def test_named_hexes(hex_: str, name: str) -> None:
    """§5.6, §11.33, §14.21."""
    assert IRAQ.at(hex_) == name
    assert IRAQ.is_city(hex_) == (hex_ in CITIES)
    assert IRAQ.hexes[hex_]["origin"].startswith("rulebook")


def test_kut_is_besieged_from_three_hexes() -> None:
    """§14.22: three hexes marked K; they touch Kut, upstream of it."""
    marked = [h for h, m in IRAQ.of("mark").items() if m == "K"]
    assert len(marked) == 3
    assert all(apart(h, "1845") == 1 and h in IRAQ.on("1845") for h in marked)
    assert all(IRAQ.hexes[h]["country"] == "TU" for h in marked)


def test_the_towns_of_persia_that_begin_with_the_central_powers() -> None:
    """§8.1: they are towns, in Persia; other Persian places are the Allies'."""
    towns = [h for h, m in IRAQ.of("mark").items() if m == "CP"]
    assert towns
    for h in towns:
        assert (IRAQ.hexes[h]["country"], IRAQ.hexes[h]["town"]) == ("PN", "1")
    assert [h for h in IRAQ.hexes if IRAQ.hexes[h]["country"] == "PN" and IRAQ.at(h) and h not in towns]


def test_sources() -> None:
    """§11.33: Basra and Abadan, which are ports, and Hamadan for the expedition; §11.32: marked hexes of the edge."""
    sources = IRAQ.of("supply")
    assert {h for h, s in sources.items() if s == "BR"} == {"2252", "2552"}
    assert {h for h, s in sources.items() if s == "RU PEF"} == {"2436"}
    edge = {h for h, s in sources.items() if s == "CP"}
    assert edge == set(IRAQ.of("edge"))
    assert all(len(IRAQ.near(h)) < 6 and IRAQ.hexes[h]["country"] == "TU" for h in edge)
    for h in ("2252", "2552"):
        assert IRAQ.hexes[h]["port"] == "1"


@pytest.mark.parametrize("hex_", ["2149", "1949", "2147", "1641", "1040", "1336", "1534"])
def test_set_up_hexes_in_iraq(hex_: str) -> None:
    """§21.24 to §21.45: British and Turkish units begin there, on Ottoman land."""
    assert IRAQ.hexes[hex_]["region"] == "Iraq"
    assert hex_ in IRAQ.land


@pytest.mark.parametrize("hex_", ["2040", "2036", "2545"])
def test_set_up_hexes_in_persia(hex_: str) -> None:
    """§21.25, §21.46, §21.63: the Gendarmes and the South Persia Rifles may stand only in Persia (17.4)."""
    assert IRAQ.hexes[hex_]["country"] == "PN"


def test_surrender_hex() -> None:
    """§5.6 with the track of 1917: Baghdad is one, Basra, which is Allied from the first, is none."""
    assert set(IRAQ.of("surrender")) == {"1540"}


def test_the_way_to_baghdad() -> None:
    """From Basra by Kut, and from Hamadan over the passes; the Allied towns before it lie south of it (21.62)."""
    assert {"1540", "1845", "2436", "2552"} <= IRAQ.flood("2252")
    assert int("1845"[2:]) > int("1540"[2:])
    north = [h for h, r in IRAQ.hexes.items() if r["region"] == "Iraq" and int(h[2:]) < 40]
    assert {"Samarra", "Kirkuk", "Tikrit"} <= {IRAQ.at(h) for h in north}
