"""The kernel's floods over the ground of every board: they reach what they must and nothing else. Nothing is timed."""

from __future__ import annotations

import csv
import tomllib
from functools import cache

import pytest

from app.programs.benching.charts import CHARTS, SCHLIEFFENS_WAR
from app.programs.benching.flood_boards import Areas, FloodBoard, read, read_areas
from app.programs.benching.floods import UNLIMITED_POINTS, measure, sources
from app.programs.boards import boards
from rules.kernel.floods import disc, flood, flood_links, spread, trace
from rules.kernel.lattice import OFF_BOARD
from tests.thorough import at_least_one

HEXES = sorted(CHARTS)
CUT_OFF = {
    "empires-alliances": {"GB", "FN", "FR", "IT", "GK"},
    "great-war-east": {"AH", "IT", "BU"},
    "great-war-italy": {"IT", "AH"},
    "great-war-west": {"GB"},
    "schlieffens-war": {"GE", "FR"},
}
"""Countries with hexes that no source of supply is joined to: islands, spits, high Alps, marshes."""
FACTS = {
    ("empires-alliances", "central"): (("Berlin", "Vienna", "Constantinople", "Memel"), ("Paris", "Valona")),
    ("empires-alliances", "allied"): (("Paris", "Moscow", "Rome", "Athens", "Odessa"), ("Berlin", "Sofia")),
    ("great-war-caucasus", "central"): (("Erzurum", "Trebizond", "Van", "Mosul"), ("Tabriz", "Kars")),
    ("great-war-caucasus", "allied"): (("Kars", "Batum", "Tabriz"), ("Erzurum", "Mianeh")),
    ("great-war-east", "central"): (("Budapest", "Sofia", "Königsberg", "Constantinople"), ("Warsaw", "Valona")),
    ("great-war-east", "allied"): (("Warsaw", "Petrograd", "Kiev", "Belgrade", "Valona"), ("Lemberg", "Salonika")),
    ("great-war-egypt", "central"): (("Jerusalem", "Gaza", "Damascus"), ("El Arish", "Cairo")),
    ("great-war-egypt", "allied"): (("Suez", "El Arish", "Rafah"), ("Gaza",)),
    ("great-war-iraq", "central"): (("Baghdad", "Kut", "Kermanshah"), ("Hamadan",)),
    ("great-war-iraq", "allied"): (("Abadan", "Ahwaz"), ("Baghdad", "Hamadan")),
    ("great-war-italy", "central"): (("Trieste", "Görz", "Villach", "Trent"), ("Udine", "Verona")),
    ("great-war-italy", "allied"): (("Venice", "Udine", "Asiago", "Sondrio"), ("Trieste", "Bormio")),
    ("great-war-west", "central"): (("Metz", "Luxembourg", "Aachen"), ("Liège", "Belfort")),
    ("great-war-west", "allied"): (("Paris", "Belfort", "Verdun", "Antwerp"), ("Metz",)),
    ("schlieffens-war", "german"): (("Aachen", "Metz", "The Ruhr"), ("Liège", "Bourtange Moor")),
    ("schlieffens-war", "entente"): (("Paris", "Verdun", "Liège"), ("Metz", "Marshes of Saint-Gond")),
}
"""For each side of each board places that are in supply before a shot is fired, and places that are not."""


@cache
def ground(board: str) -> FloodBoard:
    return read(boards()[board])


@cache
def table(board: str, file: str) -> list[dict[str, str]]:
    with (boards()[board] / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@cache
def areas() -> Areas:
    return read_areas(boards()["powers-1914"])


def numbers(board: str, indexes: set[int]) -> set[str]:
    return {ground(board).ids[i] for i in indexes}


def joined(board: str) -> set[str]:
    """The hexes to which one could walk from a source, by a search over hex numbers that shares no code with ours."""
    chart = CHARTS[board]
    entered = set().union(*chart.sides.values(), chart.shared)
    fit = {
        r["hex"]
        for r in table(board, "hexes.csv")
        if r["surface"] == "land" and r["country"] in entered and (r["city"] or r["terrain"] in chart.prices)
    }
    barred = {
        frozenset((s["a"], s["b"]))
        for s in table(board, "hexsides.csv")
        if (s["sea"] and not s.get("haff")) or any(s.get(column) for column in ("lake", "strait", "bars"))
    }
    spec = tomllib.loads((boards()[board] / "board.toml").read_text(encoding="utf-8"))
    odd = spec["lattice"]["shifted"] == "odd"
    found = numbers(board, set(sources(ground(board))))
    front = list(found)
    while front:
        here = front.pop()
        row, column = int(here[:-2]), int(here[-2:])
        beside = column if (row % 2 == 1) == odd else column - 1
        around = [(row, column - 1), (row, column + 1)]
        around += [(row + up, beside + on) for up in (-1, 1) for on in (0, 1)]
        for there in (f"{r:02d}{c:02d}" for r, c in around):
            if there in fit and there not in found and frozenset((here, there)) not in barred:
                found.add(there)
                front.append(there)
    return found


@pytest.mark.parametrize("board", HEXES)
def test_a_flood_reaches_all_land_that_is_joined_and_no_sea(board: str) -> None:
    here = ground(board)
    reached = flood(here.neighbours, sources(here), here.cost, UNLIMITED_POINTS).cost
    rows = {r["hex"]: r for r in table(board, "hexes.csv")}
    assert numbers(board, set(reached)) == joined(board)
    assert {rows[h]["surface"] for h in numbers(board, set(reached))} == {"land"}
    assert max(reached.values()) < UNLIMITED_POINTS
    left = numbers(board, set(here.land) - set(reached))
    assert {rows[h]["country"] for h in left} == CUT_OFF.get(board, set())
    assert len(reached) > 0.7 * len(here.land)


@pytest.mark.parametrize("board", HEXES)
def test_all_floods_agree_over_the_same_ground(board: str) -> None:
    """A trace over prepared links costs what a flood costs; a spread, and what is connected, go equally far."""
    here, starts = ground(board), sources(ground(board))
    reached = flood(here.neighbours, starts, here.cost, UNLIMITED_POINTS).cost
    links = [
        [(b, price) for b, price in zip(row, prices, strict=True) if price is not None]
        for row, prices in zip(here.neighbours, here.prices, strict=True)
    ]
    assert trace(links, starts, UNLIMITED_POINTS, (), ()) == reached
    ways = [[b for b, _ in row] for row in links]
    steps = spread(ways, starts, lambda _a, _b: True)
    assert set(steps) == flood_links(ways, starts, ()) == set(reached)
    assert all(steps[h] <= cost <= 3 * steps[h] for h, cost in reached.items())
    middle = sorted(reached)[len(reached) // 2]
    away = spread(here.neighbours, (middle,), lambda _a, _b: True)
    assert disc(here.neighbours, middle, 3, (), ()) == {i for i, far in away.items() if far <= 3}


@pytest.mark.parametrize("board", HEXES)
def test_prices_are_the_same_for_every_hex_of_a_kind_and_none_leads_to_the_sea(board: str) -> None:
    here = ground(board)
    rows = table(board, "hexes.csv")
    for a, row in at_least_one(enumerate(here.neighbours)):
        for side, b in enumerate(row):
            price = here.prices[a][side]
            if b == OFF_BOARD or rows[b]["surface"] != "land":
                assert price is None
            elif price is not None:
                base = 1 if rows[b]["city"] else here.chart.prices[rows[b]["terrain"]]
                assert 0 <= price - base <= 1 + (rows[b]["terrain"] == "mountain pass")


@pytest.mark.parametrize(("board", "side"), list(FACTS))
def test_which_units_are_in_supply_before_the_war(board: str, side: str) -> None:
    """§8 of Schlieffen's War, §11 of The Great War, §14 of Empires & Alliances, with the borders of peace."""
    here = ground(board)
    (own,) = [s for s in here.sides if s.name == side]
    found = numbers(board, here.supplied_hexes(own))
    names = {r["name"]: r["hex"] for r in table(board, "hexes.csv") if r["name"]}
    within, without = FACTS[board, side]
    assert [n for n in within if names[n] not in found] == []
    assert [n for n in without if names[n] in found] == []
    assert not numbers(board, set(own.closed)) & found


def test_schlieffens_prices_are_those_of_the_printed_chart() -> None:
    """§10.4, §10.5."""
    printed = tomllib.loads((boards()["schlieffens-war"] / "charts.toml").read_text(encoding="utf-8"))["terrain"]
    rows = {row["key"]: row for row in printed["rows"]}
    assert {key: rows[key]["cost"] for key in SCHLIEFFENS_WAR.prices} == SCHLIEFFENS_WAR.prices
    assert rows["city"]["cost"] == 1
    assert rows["river"]["extra_cost"] == SCHLIEFFENS_WAR.river
    assert rows["marsh"]["entry"] is False


def test_armies_and_fleets_of_an_area_board_go_where_links_lead() -> None:
    here = areas()
    index = {area: i for i, area in enumerate(here.ids)}

    def reach(start: str, cost: object) -> set[str]:
        assert callable(cost)
        return {here.ids[i] for i in flood(here.links, (index[start],), cost, len(here.ids)).cost}

    kinds = {row["id"]: row["kind"] for row in table("powers-1914", "areas.csv")}
    assert reach("england", here.march) == {"england", "scotland"}
    mainland = reach("berlin", here.march)
    assert {"madrid", "moscow", "naples", "egypt", "scutari", "stockholm"} <= mainland
    assert not {"england", "switzerland", "cyprus", "malta", "north-sea"} & mainland
    assert reach("north-sea", here.sail) == {area for area, kind in kinds.items() if kind == "sea"}
    everything = flood(here.links, (index["berlin"],), lambda _a, _side, _b: 1, len(here.ids))
    assert len(everything.cost) == len(here.ids)
    assert max(everything.cost.values()) < 9


def test_the_benchmark_measures_every_board() -> None:
    figures = measure({name: boards()[name] for name in ("great-war-italy", "powers-1914")})
    assert {f.name.split(": ")[1] for f in figures} == {"great-war-italy", "powers-1914"}
    assert all(f.value > 0 and f.target for f in figures)
    assert set(boards()) == {*CHARTS, "powers-1914"}
