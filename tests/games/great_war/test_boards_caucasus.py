"""The Caucasus Front board against the rulebook: named hexes, the Russian edge, start lines."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board, place, reached, straight

CAUCASUS = Board("great-war-caucasus")


def test_every_hex_has_one_line() -> None:
    rows = [r["hex"] for r in CAUCASUS.table("hexes.csv")]
    assert rows == [f"{r}{c:02d}" for r in range(27, 49) for c in range(28, 57)]


@pytest.mark.parametrize(
    ("hex_", "name"), [("4332", "Trebizond"), ("3338", "Van"), ("3045", "Tabriz"), ("3653", "Baku")]
)
def test_named_hexes(hex_: str, name: str) -> None:
    """§5.6, §6.37, §17.21, §21.24."""
    assert (CAUCASUS.at(hex_), CAUCASUS.is_city(hex_)) == (name, True)
    assert CAUCASUS.hexes[hex_]["origin"].startswith("rulebook")


def test_the_russian_edge() -> None:
    """§11.33: from 4836 to 4849, from one sea to the other."""
    edge = {f"48{c}" for c in range(36, 50)}
    assert {h for h, s in CAUCASUS.of("supply").items() if s == "RU"} == edge
    assert {CAUCASUS.hexes[h]["country"] for h in edge} == {"RU"}
    assert CAUCASUS.hexes["4835"]["surface"] == CAUCASUS.hexes["4850"]["surface"] == "sea"
    assert all(CAUCASUS.hexes[h]["country"] == "TU" for h, s in CAUCASUS.of("supply").items() if s == "CP")


def test_persia_and_the_pocket_of_van() -> None:
    """§21.23: three hexes of Persia are the Central Powers' in May 1915; Van lies in the Russian pocket in Turkey."""
    assert {CAUCASUS.hexes[h]["country"] for h in ("2841", "2940", "2941")} == {"PN"}
    assert CAUCASUS.hexes["3338"]["country"] == "TU"
    assert 32 <= int("3338"[:2]) <= 36 < int("3338"[2:])
    assert CAUCASUS.of("surrender") == {"3338": "1"}


@pytest.mark.parametrize(("ends", "van"), [(("4234", "2841"), False), (("4331", "2839"), True)], ids=["1916", "1917"])
def test_start_lines(ends: tuple[str, str], van: bool) -> None:
    """§21.33, §21.43: straight lines, exclusive; Van is lost in the first, regained in the second."""
    line = straight(*ends)
    assert set(line) <= CAUCASUS.land
    at = {int(h[:2]): place(h)[0] for h in line}
    assert (place("3338")[0] > at[33]) is van
    for name in ("Tiflis", "Baku", "Tabriz", "Kars"):
        (h,) = (h for h in CAUCASUS.hexes if CAUCASUS.at(h) == name)
        assert int(h[:2]) not in at or place(h)[0] > at[int(h[:2])]


def test_coasts() -> None:
    """§6.37, §11.45: Trebizond on the Black Sea with coast east of it, Baku on the Caspian."""
    assert CAUCASUS.sea_near("4332")
    assert CAUCASUS.sea_near("3653")
    assert [h for h in CAUCASUS.land if int(h[:2]) >= 42 and 33 <= int(h[2:]) <= 37 and CAUCASUS.sea_near(h)]


def test_van_urmia_and_sevan_are_lakes() -> None:
    """§8.34, §11.6: they freeze, and lines of supply lead over them; no hexside inland is sea."""
    lakes = {pair: row["lake"] for pair, row in CAUCASUS.sides.items() if row["lake"]}
    assert {*lakes.values()} == {"Van", "Urmia", "Sevan"}
    assert lakes[frozenset(("3337", "3338"))] == "Van"
    assert lakes[frozenset(("3042", "3043"))] == "Urmia"
    assert not [pair for pair in lakes if CAUCASUS.sides[pair]["sea"]]
    coast = {h for h in CAUCASUS.land if any(CAUCASUS.hexes[n]["surface"] == "sea" for n in CAUCASUS.near(h))}
    assert [sorted(pair) for pair, row in CAUCASUS.sides.items() if row["sea"] and not pair & coast] == []
    assert [h for h, r in CAUCASUS.hexes.items() if r["surface"] == "lake"] == ["2843"]
    for hex_ in {h for pair in lakes for h in pair}:
        assert CAUCASUS.on(hex_), "nobody is shut in by a lake"


def test_no_railway_of_later_years() -> None:
    """The boards are those of August 1914: the line from Julfa to Tabriz was opened in 1916, and nobody builds any."""
    rails = {frozenset((r["a"], r["b"])) for r in CAUCASUS.table("rails.csv")}
    at = {h for pair in rails for h in pair}
    assert "3343" in at, "Julfa had its railway from Erivan"
    assert {CAUCASUS.hexes[h]["country"] for h in at} == {"RU"}


def test_baku_is_a_victory_hex_that_can_be_reached() -> None:
    """§6.44, §18.11."""
    assert "3653" in CAUCASUS.of("victory")
    assert {"3653", "3338", "3045", "4332"} <= CAUCASUS.flood("3835")


@pytest.mark.parametrize("state", ["RU", "TU", "PN"])
def test_every_state_is_of_one_piece(state: str) -> None:
    """No hex of one state lies alone among those of others."""
    own = {h for h, r in CAUCASUS.hexes.items() if r["country"] == state}
    assert reached([min(own)], lambda h: own.intersection(CAUCASUS.near(h))) == own


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ("RU", "Batum Artvin Ardahan Olti Kars Sarikamish Alexandropol Erivan Nakhichevan Julfa Lenkoran"),
        ("TU", "Rize Baiburt Erzurum Malazgirt Bayazid Van Rowanduz"),
        ("PN", "Khoy Urmia Tabriz Ardebil Resht"),
    ],
)
def test_the_borders_of_1914(state: str, names: str) -> None:
    """§21.2: the front line follows the Russian border, so every town stands on its side of it."""
    country = {r["name"]: r["country"] for r in CAUCASUS.hexes.values() if r["name"]}
    assert {name: country[name] for name in names.split()} == dict.fromkeys(names.split(), state)


def test_the_aras_parts_russia_and_persia() -> None:
    """From below Ararat to the steppe of Mughan the border is the river, hexside by hexside."""
    border = {pair for pair in CAUCASUS.sides if {CAUCASUS.hexes[h]["country"] for h in pair} == {"RU", "PN"}}
    aras = {pair for pair in border if CAUCASUS.sides[pair]["river"] == "Aras"}
    assert frozenset(("3541", "3642")) in aras
    assert frozenset(("3449", "3549")) in aras
    west_of_the_steppe = {
        frozenset((a, b))
        for a, r in CAUCASUS.hexes.items()
        for b in CAUCASUS.near(a)
        if {r["country"], CAUCASUS.hexes[b]["country"]} == {"RU", "PN"} and max(int(a[2:]), int(b[2:])) < 49
    }
    assert west_of_the_steppe <= aras
