"""The Italian Front board against the rulebook: named hexes, sources, the border, and the front lines that leave it."""

from __future__ import annotations

import pytest

from tests.games.great_war.boards import Board, front, gaps, reached

ITALY = Board("great-war-italy")

EXCEPTIONS = "2412, 2414-2416, 2517-2819, 3021, 2829, 2729, 2529-2328"
"""§21.33, §21.43: where the line of 1916 and 1917 leaves the border, which is on Austrian ground."""
MANNED = "2412-2417, 2618, 2920, 3021, 3022, 2927, 2829, 2729, 2629, 2529-2328"
"""§21.44: the hexes of that line that must hold a unit, which are those where units can live in winter."""
LINE_1916 = (
    "3011, 2911, 2811, 2711, 2611, 2511, 2412-2417, 2517-2819, 2820, 2920, 3021-3026,"
    " 2926-2927, 2828-2829, 2729, 2629, 2529-2328"
)
"""The same with the border's hexes between."""
LINE_1918 = "3011, 2911, 2811, 2711, 2611, 2511, 2412-2415, 2315-2318, 2419, 2319-2321, 2222-2223, 2223-2024"


ALPINE_RAILWAYS = {"2517", "2926"}
"""§21.33, §21.34: a railway runs there, and yet the line of 1916 makes them alpine."""


def supplied(side: str, country: str, barred: frozenset[str] = frozenset()) -> set[str]:
    """§11.6: where the edge's lines of supply come to, for units that are no mountain troops, in one country."""
    open_ = {h for h in ITALY.land if ITALY.hexes[h]["terrain"] != "alpine" and ITALY.hexes[h]["country"] == country}
    sources = {h for h, whose in ITALY.of("supply").items() if whose == side}
    return reached(sources, lambda h: [n for n in ITALY.on(h) if n in open_ - barred])


def on_the_border() -> set[str]:
    """Italian hexes beside Austria-Hungary."""
    country = {h: r["country"] for h, r in ITALY.hexes.items()}
    return {h for h, c in country.items() if c == "IT" and any(country[n] == "AH" for n in ITALY.near(h))}


def test_every_hex_has_one_line() -> None:
    rows = [r["hex"] for r in ITALY.table("hexes.csv")]
    assert rows == [f"{r}{c:02d}" for r in range(19, 33) for c in range(5, 35)]


@pytest.mark.parametrize(("hex_", "name"), [("2615", "Trent"), ("2230", "Trieste"), ("2022", "Venice")])
def test_named_hexes(hex_: str, name: str) -> None:
    """§11.43, §21.57."""
    assert (ITALY.at(hex_), ITALY.is_city(hex_)) == (name, True)
    assert ITALY.hexes[hex_]["origin"].startswith("rulebook")


def test_ports() -> None:
    """§11.43."""
    for h in ("2022", "2230"):
        assert ITALY.hexes[h]["port"] == "1"
        assert ITALY.sea_near(h)


def test_sources() -> None:
    """§11.32, §11.33: the edge's hexes that are not alpine."""
    edge = {h for h in ITALY.land if h[:2] in ("19", "32") or h[2:] in ("05", "34")}
    level = {h for h in edge if ITALY.hexes[h]["terrain"] != "alpine"}
    sources = ITALY.of("supply")
    assert set(sources) == level
    for h, side in sources.items():
        assert side == {"AH": "CP", "IT": "AL"}[ITALY.hexes[h]["country"]]


def test_railways_run_in_valleys() -> None:
    """A line on rails is no alpine hex, save where the rulebook makes it one."""
    rails = {h for r in ITALY.table("rails.csv") for h in (r["a"], r["b"])}
    assert {h for h in rails if ITALY.hexes[h]["terrain"] == "alpine"} == ALPINE_RAILWAYS


def test_supply_comes_to_trent_over_the_brenner() -> None:
    """§11.32, §11.6: from the edge by Franzensfeste down the Eisack and the Adige, and no other way."""
    fed = {ITALY.at(h) for h in supplied("CP", "AH")}
    assert {"Franzensfeste", "Bozen", "Meran", "Trent", "Rovereto", "Riva", "Toblach", "Lienz"} <= fed
    assert "2615" not in supplied("CP", "AH", frozenset({"3116"}))


def test_supply_comes_wherever_an_army_can_stand() -> None:
    """§11.6: either side is fed on all its own ground that is not alpine; the line of 1916 lies across the border."""
    line = set(front(LINE_1916))
    for side, country in (("CP", "AH"), ("AL", "IT")):
        ground = {h for h in ITALY.land if ITALY.hexes[h]["country"] == country}
        ground -= {h for h in ground if ITALY.hexes[h]["terrain"] == "alpine"} | line
        assert ground - supplied(side, country) == set(), side


def test_the_exceptions_are_austrian_and_the_rest_is_the_border() -> None:
    """§21.33."""
    line, left = front(LINE_1916), set(front(EXCEPTIONS))
    assert {ITALY.hexes[h]["country"] for h in left} == {"AH"}
    assert set(line) - left <= on_the_border()


OURS = {"Ala": "2314", "Cervignano": "2327", "Gradisca": "2428", "Cormons": "2528"}


@pytest.mark.parametrize("hex_", OURS.values(), ids=OURS)
def test_austrian_ground_that_no_line_needs_is_austrian(hex_: str) -> None:
    """§3.12: a hex is whose its land was in August 1914; no line of §21.33 needs these Italian."""
    assert hex_ not in front(LINE_1916)
    assert ITALY.hexes[hex_]["country"] == "AH"


def test_lake_garda_is_a_lake_from_end_to_end() -> None:
    """§8.34, §11.6: it freezes, and lines of supply lead over it; no hexside of it is sea."""
    sides = {(r["a"], r["b"]): (r["lake"], r["sea"]) for r in ITALY.table("hexsides.csv") if r["lake"]}
    assert sides == dict.fromkeys([("2312", "2313"), ("2313", "2413"), ("2413", "2414")], ("Garda", ""))
    assert {h for h, r in ITALY.hexes.items() if r["surface"] == "lake"} == {"2112", "2213"}
    assert "2213" in ITALY.near("2312")


def test_only_alpine_hexes_need_no_garrison() -> None:
    """§21.34 with §21.44: the manned hexes are all of the line that are not alpine."""
    assert {h for h in front(LINE_1916) if ITALY.hexes[h]["terrain"] != "alpine"} == set(front(MANNED))


@pytest.mark.parametrize("line", [LINE_1916, LINE_1918], ids=["1916 and 1917", "1918"])
def test_front_lines_part_the_sides(line: str) -> None:
    """§21.33, §21.43, §21.53: from Switzerland to the Adriatic."""
    hexes = front(line)
    assert gaps(hexes) == []
    assert set(hexes) <= ITALY.land
    assert any(ITALY.hexes[n]["country"] == "CH" for n in ITALY.near(hexes[0]))
    assert ITALY.sea_near(hexes[-1])
    allied, enemy = ITALY.behind(hexes, "2014"), ITALY.flood("3016", hexes)
    assert not allied & enemy
    assert {"Venice", "Verona", "Padua"} <= {ITALY.at(h) for h in allied}
    assert {"Trent", "Trieste", "Laibach"} <= {ITALY.at(h) for h in enemy}
    # The tracks of the scenarios (21.26 to 21.56) leave Italy no part in either number.
    assert not set(ITALY.of("victory")) & enemy
    assert not [h for h in allied if ITALY.is_city(h) and ITALY.hexes[h]["country"] == "AH"]


def test_caporetto_lies_between_the_lines() -> None:
    """§21.33 against §21.53: Friuli was lost between them."""
    behind_1916 = ITALY.behind(front(LINE_1916), "2014")
    enemy_1918 = ITALY.flood("3016", front(LINE_1918))
    assert {"Udine", "Karfreit", "Görz", "Belluno"} <= {ITALY.at(h) for h in behind_1916 & enemy_1918}
