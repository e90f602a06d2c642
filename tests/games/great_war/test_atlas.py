"""How the six fronts of the Great War are joined: over edges that supply, over boxes and over the sea."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

import pytest

from rules.hexes.atlas import Atlas, Page
from rules.kernel.floods import Reach, flood
from rules.kernel.lattice import OFF_BOARD, SIDES
from tests.games.great_war.boards import CLOSED, ROOT

FOLDER = ROOT / "scenarios" / "great-war"
PARIS, VENICE, COLOGNE, VIENNA = "W5008", "W2022", "W6528", "E3606"
WARSAW, KIEV, TIFLIS, DAMASCUS, BAGHDAD, MOSUL = "E4816", "E4129", "NC4042", "NE1728", "NI1941", "NC2737"
CALAIS, SALONIKA, PORT_SAID, BASRA, DANZIG = "W6707", "E1116", "NE4313", "NI2252", "E5412"


@cache
def atlas() -> Atlas:
    """The six sheets."""
    return Atlas.read(FOLDER / "atlas.toml", FOLDER / "boards")


def by_land(place: str, *kinds: str) -> Reach:
    """A flood over land that is not neutral or alpine, and over links of these kinds, a point a step."""
    board = atlas()
    surface, terrain, country = board.words("surface"), board.words("terrain"), board.words("country")
    sea = board.barrier("sea")

    def cost(a: int, side: int, b: int) -> int | None:
        if side >= len(SIDES) or board.lattice.ids[b] in board.boxes:
            return 1
        closed = surface[b] != "land" or terrain[b] == "alpine" or country[b] in CLOSED or sea[a][side]
        return None if closed else 1

    return flood(board.ways(*kinds), [board.lattice.index[place]], cost, 400)


def fronts(found: Reach) -> set[str]:
    """The fronts that a flood came to, and the boxes."""
    ids = [atlas().lattice.ids[i] for i in found.cost]
    pages = [atlas().page_of(place) for place in ids]
    return {page.title.split()[0] if page else place for page, place in zip(pages, ids, strict=True)}


def test_the_sheets_stand_in_the_atlas_as_they_are() -> None:
    """Every hex once, with the neighbours that it has on its sheet and no others: no front touches another (§8.24)."""
    board = atlas()
    lattice = board.lattice
    assert len(lattice) == sum(len(p.sheet.lattice) for p in board.pages) + len(board.boxes) == 5705 + 9
    for page in board.pages:
        own = page.sheet.lattice
        for hex_, around in zip(own.ids, own.neighbours, strict=True):
            assert [
                None if b == OFF_BOARD else lattice.ids[b]
                for b in lattice.neighbours[lattice.index[page.prefix + hex_]]
            ] == [None if b == OFF_BOARD else page.prefix + own.ids[b] for b in around]
    for name, place in (
        ("Paris", PARIS),
        ("Venice", VENICE),
        ("Warsaw", WARSAW),
        ("Damascus", DAMASCUS),
        ("Mosul", MOSUL),
    ):
        assert name in board.hexes[lattice.index[place]]["name"]


def drawn(page: Page) -> dict[str, tuple[float, float]]:
    """The centres of the hexes in the drawing of a sheet: those that are in play."""
    return {h: (float(d["x"]), float(d["y"])) for h, d in drawing(page)["hexes"].items()}


def drawing(page: Page) -> Any:
    """The drawing of a sheet."""
    return json.loads((ROOT / "static" / "boards" / page.board / "board.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", atlas().pages, ids=lambda page: page.title)
def test_neighbours_are_drawn_side_by_side(page: Page) -> None:
    """In the drawing of each front neighbours lie a hex's width apart, and others further."""
    at, width, lattice = drawn(page), float(drawing(page)["hex"]["w"]), page.sheet.lattice
    assert len(lattice) // 2 < len(at) <= len(lattice)
    for hex_, here in at.items():
        around = at.keys() & lattice.within(hex_, 2)
        near = {h for h in around if h != hex_ and math.dist(at[h], here) < 1.2 * width}
        assert near == at.keys() & set(lattice.around(hex_))


def test_france_and_italy_are_joined_both_ways() -> None:
    """§9.0, §9.21: from Paris off the French edge and over an edge of Italy, both sources, and back; by rail only."""
    index = atlas().lattice.index
    there, back = by_land(PARIS, "allied rail"), by_land(VENICE, "allied rail")
    assert fronts(there) == fronts(back) == {"Western", "Italian", "allied-rail"}
    way = [atlas().lattice.ids[i] for i in there.path(index[VENICE])]
    box = way.index("allied-rail")
    supply = dict(zip(atlas().lattice.ids, atlas().words("supply"), strict=True))
    assert (supply[way[box - 1]], supply[way[box + 1]]) == ("AL", "AL")
    # The edges are sources, which cost as much one way as the other.
    assert there.cost[index[VENICE]] == back.cost[index[PARIS]] == len(way) - 1
    assert fronts(by_land(PARIS, "central transit")) == {"Western"}


def test_the_central_powers_change_between_three_fronts() -> None:
    """§9.11: from the Rhine to Vienna or to Tyrol by railway; the Near East is not reached by it."""
    for start in (COLOGNE, VIENNA, "W3218"):
        assert fronts(by_land(start, "central rail")) == {"Western", "Italian", "Eastern", "central-rail"}


def test_the_central_powers_reach_the_near_east_by_the_transit_box() -> None:
    """§9.13: from Vienna to Damascus, Mosul and Baghdad, and back, each time by the box; §5.38: the reserve too."""
    index = atlas().lattice.index
    out = by_land(VIENNA, "central transit", "Turkish reserve")
    assert {"Eastern", "Caucasus", "Egyptian", "Iraqi", "central-transit", "turkish-reserve"} == fronts(out)
    for place in (DAMASCUS, BAGHDAD, MOSUL):
        assert index["central-transit"] in out.path(index[place])
        assert by_land(place, "central transit").cost[index[VIENNA]] == out.cost[index[place]]


def test_russians_change_between_the_east_and_the_caucasus() -> None:
    """§9.24: over the Russian edges and the transfer box, nowhere else."""
    index = atlas().lattice.index
    out, back = by_land(KIEV, "russian transit"), by_land(TIFLIS, "russian transit")
    assert fronts(out) == fronts(back) == {"Eastern", "Caucasus", "russian-transit"}
    assert out.cost[index[TIFLIS]] == back.cost[index[KIEV]]


def test_nobody_returns_to_arabia() -> None:
    """§9.16: from the box into Ottoman towns and cities of the Egyptian front, never back."""
    assert {"arabia", "Egyptian"} == fronts(by_land("arabia", "out of Arabia"))
    assert "arabia" not in fronts(by_land(DAMASCUS, "out of Arabia"))
    ends = {link.b for link in atlas().links if link.kind == "out of Arabia"}
    assert {DAMASCUS, "NE2430", "NE2913"} <= ends
    assert {atlas().hexes[atlas().lattice.index[h]]["country"] for h in ends} == {"TU"}


def test_ways_over_the_sea() -> None:
    """§9.53 to §9.55: between the ports of Europe and to Egypt in one phase, to Iraq from Egypt only.

    None in the Baltic; the Black Sea and Gallipoli have kinds of links of their own.
    """
    board = atlas()
    index, sea = board.lattice.index, board.ways("sea")

    def sails(a: str, b: str, ways: tuple[tuple[int, ...], ...]) -> bool:
        return any(index[b] in ways[box] for box in ways[index[a]][len(SIDES) :])

    assert sails(CALAIS, SALONIKA, sea)
    assert sails(CALAIS, PORT_SAID, sea)
    assert not sails(CALAIS, BASRA, sea)
    assert sails(PORT_SAID, BASRA, board.ways("eastern sea"))
    assert not sails(CALAIS, BASRA, board.ways("sea", "eastern sea"))
    assert not sea[index["E3031"]][len(SIDES) :]
    assert not sea[index["E1122"]][len(SIDES) :]
    assert sails(CALAIS, "E1122", board.ways("sea", "sea to Gallipoli"))
    assert all(DANZIG not in (link.a, link.b) for link in board.links)
    surface, region = board.words("surface"), board.words("region")
    coast = {
        board.lattice.ids[i]
        for i, around in enumerate(board.lattice.neighbours)
        if region[i] == "West of the canal"
        and surface[i] == "land"
        and "sea" in {surface[b] for b in around if b != OFF_BOARD}
    }
    # Suez lies at the head of its gulf, whose sea begins off the sheet.
    assert coast | {"NE4206"} == {link.a for link in board.links if link.kind == "eastern sea" and "NE4" in link.a}


RESIDUE = {
    # Beside Le Havre, past the named edges; the German edge north of the Ruhr, which 11.32 leaves out.
    "Western Front": "5901 7027-7033",
    # Alpine edges, which supply nobody.
    "Italian Front": "2905 3005 3212-3216 3221 3222",
    # Albania, Greece (Greeks only are fed there), Gallipoli, Istria to Styria, past 3034, the Gulf of Finland.
    "Eastern Front": "1011-1016 1023 1024 2701 2901 3001 3101 3201 3301 3401 2934 7025-7033",
    # Persia.
    "Caucasus Front": "2741-2751",
    # The Arabian desert and the Hejaz; Sinai's south; Egypt's inland edge, where the sheet ends in an Allied source.
    "Egyptian Front": "1406-1430 1506 1606 2006 2106 2206 2306 2406 2506 2606 2706 2806 2906"
    " 3006 3106 3206 3306 3406 3506 3606 3706 3806 3906 4006 4106 4306 4406 4506 4606-4615",
    # The Syrian and Arabian deserts, and Persia.
    "Iraqi Front": "0933-0956 1056 1156 1256 1356 1456 1556 1656 1756 1856 1956 2056 2156"
    " 1832 1932 2032 2132 2232 2332 2432 2532 2632 2732 2832 2932-2952",
}


@pytest.mark.parametrize("page", atlas().pages, ids=lambda page: page.title)
def test_edges_that_lead_nowhere(page: Page) -> None:
    """The residue: hexes in play at an edge that no section joins to anything."""
    expected = set()
    for part in RESIDUE[page.title].split():
        first, _, last = part.partition("-")
        expected |= {f"{n:04}" for n in range(int(first), int(last or first) + 1)}
    own = {h for h in atlas().loose() if atlas().page_of(h) is page}
    assert {h.removeprefix(page.prefix) for h in own} & drawn(page).keys() == expected
