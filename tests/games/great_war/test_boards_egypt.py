"""The Egyptian Front board against the rulebook: named hexes, the canal, the pipeline, its front lines."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board, apart, front, gaps

EGYPT = Board("great-war-egypt")

NAMED = {
    "1728": "Damascus",
    "2416": "Jerusalem",
    "2430": "Beirut",
    "2913": "Gaza",
    "2711": "Beersheba",
    "4208": "Bitter Lake",
    "4011": "Romani",
    "3611": "Pipeline Station",
    "3311": "El Arish",
    "3112": "Rafah",
}
CITIES = {"1728", "2416", "2430"}
PIPELINE = ("4011", "3611", "3311", "3112")


def west() -> set[str]:
    """All hexes west of the canal."""
    return {h for h, r in EGYPT.hexes.items() if r["region"] == "West of the canal"}


def test_every_hex_has_one_line() -> None:
    rows = [r["hex"] for r in EGYPT.table("hexes.csv")]
    assert rows == [f"{r}{c:02d}" for r in range(14, 47) for c in range(6, 32)]


@pytest.mark.parametrize(("hex_", "name"), NAMED.items())
def test_named_hexes(hex_: str, name: str) -> None:
    """§3.11, §3.13, §5.61, §11.53, §14.12: Beirut counts as in its hex; two hexes of the desert count as towns."""
    assert EGYPT.at(hex_) == name
    assert EGYPT.is_city(hex_) == (hex_ in CITIES)
    assert (EGYPT.hexes[hex_]["town"] == "1") == (hex_ not in CITIES)
    assert EGYPT.hexes[hex_]["origin"].startswith("rulebook")


def test_the_canal_parts_egypt() -> None:
    """§11.33, §18.12: what lies west of it is Allied supply and victory hexes, and only the canal lies between."""
    canal = {pair for pair, side in EGYPT.sides.items() if side["canal"]}
    assert all(apart(*pair) == 1 and len(pair & west()) == 1 for pair in canal)
    crossing = {frozenset((h, n)) for h in west() for n in EGYPT.on(h) if n not in west()}
    assert crossing == canal
    assert "4208" in west()
    assert {h for h, s in EGYPT.of("supply").items() if s == "AL"} == west()
    assert set(EGYPT.of("victory")) == west()
    assert {EGYPT.hexes[h]["country"] for h in west()} == {"EG"}


def test_the_pipeline_runs_along_the_coast() -> None:
    """§11.53: four towns of the Sinai's coast, numbered from west to east."""
    order = {h: int(n) for h, n in EGYPT.of("pipeline").items()}
    assert sorted(order, key=lambda h: order[h]) == list(PIPELINE)
    for h in PIPELINE:
        assert EGYPT.sea_near(h), h
        assert EGYPT.hexes[h]["region"] == "Sinai"
    assert [int(h[:2]) for h in PIPELINE] == sorted((int(h[:2]) for h in PIPELINE), reverse=True)


def test_the_gaza_line() -> None:
    """§6.36, §14.12: two forts and two trench hexes in one line of Ottoman land."""
    line = front("2913, 2813, 2712, 2711")
    assert gaps(line) == []
    assert {h for h, m in EGYPT.of("mark").items() if m == "G"} == {"2712", "2813"}
    for h in line:
        assert EGYPT.hexes[h]["country"] == "TU"
    assert all(EGYPT.hexes[h]["fortress"] for h in ("2913", "2711"))
    assert EGYPT.sea_near("2913")


def test_the_line_of_1918_is_in_palestine() -> None:
    """§21.62: 2618, 2316, 2315 and what lies south of them; Jerusalem is behind, Nablus before it."""
    for h in ("2618", "2316", "2315"):
        assert EGYPT.hexes[h]["region"] == "Palestine"
        assert h in EGYPT.land
    assert int("2416"[2:]) <= 16 < int(next(h for h in EGYPT.hexes if EGYPT.at(h) == "Nablus")[2:])


def test_sources_of_the_central_powers_are_on_the_edge() -> None:
    """§11.32."""
    sources = {h for h, s in EGYPT.of("supply").items() if s == "CP"}
    assert sources == set(EGYPT.of("edge"))
    assert all(len(EGYPT.near(h)) < 6 and EGYPT.hexes[h]["country"] == "TU" for h in sources)
    assert sources & EGYPT.flood("1728")


def test_surrender_hexes() -> None:
    """§5.6 with the tracks of the scenarios: Jerusalem is one, taken by 1918."""
    assert "2416" in EGYPT.of("surrender")
    assert {EGYPT.hexes[h]["country"] for h in EGYPT.of("surrender")} == {"TU"}


def test_deserts_in_palestine_for_the_arabs() -> None:
    """§6.22, §15.85: there are desert hexes to place them in."""
    found = [h for h, r in EGYPT.hexes.items() if r["terrain"] == "desert" and r["region"] == "Palestine"]
    assert len(found) > 20


def test_one_can_march_from_the_canal_to_damascus() -> None:
    assert {"1728", "2430", "2416"} <= EGYPT.flood("4208")
