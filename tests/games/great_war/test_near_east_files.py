"""Units of the Near East and their order of appearance, held to the lists of chapter 21."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from typing import Any

import pytest

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.chits import POOLS
from rules.great_war.printed.counters import Face
from rules.great_war.printed.data import FOLDER
from rules.great_war.printed.nations import SIDES
from tests.games.great_war.boards import Board
from tests.thorough import at_least_one

Row = dict[str, str]


def rows(file: str) -> dict[str, Row]:
    """The rows of a file by their ids."""
    with (FOLDER / file).open(encoding="utf-8", newline="") as text:
        return {row["id"]: row for row in csv.DictReader(text)}


def tables(file: str) -> dict[str, Any]:
    """A file of tables."""
    return tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))


OURS = rows("units-near-east.csv")
UNITS = {**rows("units.csv"), **OURS}
ALONE = {**rows("order-near-east.csv"), **rows("order-near-east-alone.csv")}
COMBINED = {**rows("order_of_appearance.csv"), **rows("order-near-east.csv"), **rows("order-combined.csv")}


def come(order: dict[str, Row], letter: str) -> list[Row]:
    """§3.26: the units that are there by a strategic turn."""
    return [
        UNITS[id_] for id_, row in order.items()
        if row["turn"] == "start" or (row["turn"] in STRATEGIC and row["turn"] <= letter)
    ]  # fmt: skip


def divisions(order: dict[str, Row], letter: str) -> Counter[str]:
    """§5.38: Turkish infantry divisions by their figures; the Gendarmerie is Persian."""
    found = [u for u in come(order, letter) if u["nation"] == "TU" and u["kind"] == "infantry"]
    return Counter(u["front"] for u in found if u.get("people", "TU") == "TU")


def test_every_unit_comes_once_and_none_is_europes_too() -> None:
    """§19.12: a unit of both games is one counter."""
    assert not OURS.keys() & rows("units.csv").keys()
    assert OURS.keys() <= ALONE.keys()
    assert ALONE.keys() <= UNITS.keys()
    assert OURS.keys() - COMBINED.keys() == {"tu-46", "tu-50"}
    assert all(Face.read(face) for unit in OURS.values() for face in (unit["front"], unit["back"]) if face)


@pytest.mark.parametrize(
    ("letter", "wanted"),
    [
        ("C", {"1-2-4": 4, "2-2-4": 25}),
        ("G", {"1-2-4": 7, "2-2-4": 37}),
        ("L", {"1-2-4": 9, "1-1-4": 4, "2-2-4": 38}),
        # §21.64: one 1-2-4 and two 1-4 fewer are on the list of 1918.
        ("O", {"1-2-4": 8 + 1, "1-1-4": 4 + 2, "2-2-4": 42}),
    ],
)
def test_21_25_turkish_divisions_add_up(letter: str, wanted: dict[str, int]) -> None:
    """§21.25, §21.35, §21.45, §21.64: by figures, alone; in May 1915 two more than combined."""
    assert divisions(ALONE, letter) == wanted


def test_21_25_the_combined_game_has_two_fewer_of_its_own() -> None:
    """§19.12, §21.25, §21.35: the 46th and 50th are none of them."""
    own = {id_: row for id_, row in COMBINED.items() if id_ in OURS}
    assert divisions(own, "C") == {"1-2-4": 4, "2-2-4": 23}
    assert divisions(own, "G") == {"1-2-4": 7, "2-2-4": 35}


@pytest.mark.parametrize(("letter", "brigades", "many"), [("C", 8, 6), ("G", 10, 12), ("L", 10, 12)])
def test_21_24_russians_of_the_caucasus(letter: str, brigades: int, many: int) -> None:
    """§21.24, §21.34, §21.44: brigades and divisions, the 6th among them from G on."""
    russians = [u for u in come(ALONE, letter) if u["nation"] == "RU" and u.get("people", "RU") == "RU"]
    assert sum(u["size"] == "BD" for u in russians) == brigades
    assert sum(u["kind"] == "infantry" and not u["size"] for u in russians) == many


def test_21_44_british_of_april_1917_by_label() -> None:
    """§21.34, §21.44: those that are set aside for the Near East; the 13NA is in the combined game alone."""
    labels = {u["id"].removeprefix("br-") for u in come(ALONE, "L") if u["nation"] == "BR"}
    divisions_ = "3in 7in 10in 11in 13in 14in 42t 52t 53t 54t 60t 74t 75t spr y"
    brigades = "12inbd 16inbd 17inbd 18inbd 30inbd 33inbd 34inbd 42inbd icbd"
    mounted = "6bd 7bd 7ybd nzbd 5asbd 1alhbd 2alhbd 3alhbd 4alhbd"
    others = "cd-1 cd-2 cd-3 cd-4 hq-13crp hq-18crp"
    assert labels == set(f"{divisions_} {brigades} {mounted} {others}".split())


def test_19_32_set_up_codes() -> None:
    """§5.62, §19.22, §19.32: who begins where; four are in Arabia."""
    codes = Counter((UNITS[id_]["nation"], row["setup"]) for id_, row in ALONE.items() if row["turn"] == "start")
    assert {code for nation, code in codes if nation == "TU"} == {"A", "C", "I", "P", "S", "T"}
    assert {(n, c) for n, c in codes if n != "TU"} == {("BR", "E"), ("BR", "I"), ("RU", "C")}
    assert codes["TU", "A"] == 4


def test_13_29_turks_and_british_enter_in_a_region() -> None:
    """§13.28, §13.29: every Turkish unit that comes later has one, every British unit a front; Persians in Persia."""
    for id_, row in ALONE.items():
        unit = UNITS[id_]
        late = unit["nation"] == "TU" and unit.get("people") == "TU" and row["turn"] != "start"
        british = unit["nation"] == "BR" and unit.get("people", "BR") in ("", "BR")
        assert bool(row["region"]) == (late or british), id_
        assert not british or row["region"] in ("egypt", "iraq"), id_


# --- chits, charts, places --------------------------------------------------------------------------------------------

CHITS: list[dict[str, Any]] = tables("chits-near-east.toml")["chits"]
CHARTS = tables("charts-near-east.toml")
BOARDS = {f"N{name[0].upper()}": Board(f"great-war-{name}") for name in ("caucasus", "egypt", "iraq")}


def pool(side: str, letter: str, *marks: str) -> Counter[str]:
    """§3.26: what enters a pool on a strategic turn, of some marks: titles with how many of each."""
    found: Counter[str] = Counter()
    for chit in CHITS:
        if (chit["side"], chit["pool"]) == (side, letter) and chit["mark"] in marks:
            found[chit["title"]] += chit.get("count", 1)
    return found


def test_3_26_chits_have_a_mark_a_side_and_a_pool() -> None:
    """§3.26: and names that Europe's chits do not have."""
    ids = [chit["id"] for chit in CHITS]
    assert len(ids) == len({*ids})
    assert {*ids}.isdisjoint(chit["id"] for chit in tables("chits.toml")["chits"])
    assert all(c["side"] in SIDES and c["pool"] in POOLS and c["mark"] in ("NE", "NE*") for c in CHITS)
    assert all(unit in UNITS for chit in CHITS for unit in chit.get("units", ()))


def test_21_27_what_has_been_played_by_may_1915_was_in_the_pools() -> None:
    """§21.27, §21.28: combined and alone."""
    allied = {"Russian Amphibious Campaign": 1, "Iraq Naval Flotilla": 1, "Russian Winter Offensive": 1}
    assert pool("allied", "C", "NE") >= Counter(allied)
    assert pool("allied", "C", "NE*")["Russian Resource Points"] >= 1
    assert pool("central", "C", "NE") >= Counter({"Armenian Massacres": 1, "Enver Offensive": 1})
    assert pool("central", "C", "NE*") >= Counter({"Turkish Resource Point": 1, "Initiative": 1})


def test_5_87_initiative_events_bring_about_what_each_start_has() -> None:
    """§5.87, §21.21, §21.31, §21.41, §21.61: west is the Allies' in May 1915 and April 1917, not in 1916 and 1918."""
    assert [pool("allied", letter, "NE*")["Initiative"] for letter in "CG"] == [0, 0]
    assert pool("central", "C", "NE*")["Initiative"] >= 2
    assert pool("central", "G", "NE*")["Initiative"] == 1
    assert sum(pool(side, "K", "NE*")["Initiative"] for side in SIDES) == 1


def test_15_16_aircraft_of_the_near_east() -> None:
    """§15.16, §21.66, §21.67: three Allied and one German, of which one each is there by 1918."""
    assert [pool("allied", letter, "NE")["Near East Aircraft"] for letter in POOLS] == [0, 0, 1, 2]
    assert [pool("central", letter, "NE")["Near East Aircraft"] for letter in POOLS] == [0, 0, 1, 0]


def test_12_12_weather() -> None:
    """§12.12, §6.29: the example of Nov/Dec 1914; the Caucasus has snow each winter; heat comes to no winter."""
    dates = {turn["number"]: turn["date"] for turn in tables("charts.toml")["turns"]}
    track = {turn["number"]: (turn["south"], turn["caucasus"]) for turn in CHARTS["weather"]}
    assert [*track] == [number for number in dates if number >= 6]
    assert track[6] == ("fair", "snow")
    for number, (south, caucasus) in track.items():
        winter = dates[number].split()[0] in ("Nov/Dec", "Jan/Feb")
        assert (caucasus == "snow") == winter
        assert south in ("fair", "hot")
        assert not (winter and "hot" in (south, caucasus))


def test_5_38_reserve_dice() -> None:
    """§5.38: one on C and O, two between; a row for every letter of incomes (5.15)."""
    dice = CHARTS["reserve"]
    assert (dice["C"], dice["O"]) == (1, 1)
    assert {dice[letter] for letter in "DEFGHIJKLMN"} == {2}
    assert {len(row) for nation, row in CHARTS["resources"].items() if nation != "origin"} == {len(STRATEGIC)}


def test_15_82_strengths_of_untried_units() -> None:
    """§15.82, §21.24: among the Armenians a 1-4; all of a kind move alike, so that a march tells nothing."""
    lists = {kind: [Face.read(line) for line in CHARTS["untried"][kind]] for kind in ("arab", "armenian")}
    assert Face(1, 1, 4) in lists["armenian"]
    for unit in OURS.values():
        if unit["untried"]:
            assert {face.ma for face in lists[unit["untried"]]} == {Face.read(unit["front"]).ma}


def test_7_12_named_places_are_where_the_boards_have_them() -> None:
    """§5.62, §7.12, §11.53, §14.22: hexes by name, what is marked on the boards, and the ring of two ports."""
    named = tables("places-near-east.toml")
    areas = {area["id"]: {*area["hexes"]} for area in named["areas"]}
    for place in named["places"]:
        assert BOARDS[place["hex"][:2]].at(place["hex"][2:]).lower() == place["id"]
    marked = {word: {p + h for p, b in BOARDS.items() for h, m in b.of("mark").items() if m == word} for word in "KG"}
    assert areas["siege_of_kut"] == marked["K"]
    assert areas["gaza_line"] == marked["G"]
    assert areas["persian_towns"] == {p + h for p, b in BOARDS.items() for h, m in b.of("mark").items() if m == "CP"}
    assert areas["sinai_coast"] == {f"NE{h}" for h in BOARDS["NE"].of("pipeline")}
    iraq = BOARDS["NI"]
    ring = {h for port in ("2252", "2552") for h in (port, *iraq.near(port)) if h in iraq.land}
    assert areas["allied_ring"] == {f"NI{h}" for h in ring}


# --- scenarios --------------------------------------------------------------------------------------------------------

STARTS = {"1915": "C", "1916": "G", "1917": "L", "1918": "O"}


def fits(unit: Row, group: dict[str, Any]) -> bool:
    """§21.12: whether a unit may be one of a group that is counted."""
    kinds = group.get("kinds", ("infantry", "cavalry", "hq"))
    turned = group.get("turned", unit["turned"])
    return unit["front"] == group.get("face", unit["front"]) and unit["kind"] in kinds and unit["turned"] == turned


def dealt(year: str) -> list[tuple[dict[str, Any], list[Row]]]:
    """The groups of a scenario with their units: named ones first, then counts in order, then the rest."""
    scenario = tables(f"scenarios/near-east-{year}.toml")
    brought = {u for c in CHITS if c["id"] in scenario.get("play", ()) for u in c.get("units", ())}
    named = {u for group in scenario["groups"] for u in group.get("units", ())}
    events = {u for u in named if ALONE[u]["turn"] == "event"}
    assert brought <= events
    left = {u["id"]: u for u in (*come(ALONE, STARTS[year]), *(UNITS[id_] for id_ in events))}
    found: list[tuple[dict[str, Any], list[Row]]] = []
    for group in sorted(scenario["groups"], key=lambda g: ("units" not in g, "rest" in g)):
        mine = [u for u in left.values() if u["nation"] == group["nation"]]
        if "units" in group:
            chosen = [left[id_] for id_ in group["units"]]
        elif "count" in group:
            chosen = [u for u in mine if fits(u, group)][: group["count"]]
            assert len(chosen) == group["count"], group
        else:
            chosen = mine
        left = {id_: u for id_, u in left.items() if u not in chosen}
        found.append((group, chosen))
    assert not left, "some units are set up nowhere"
    return found


def figures(year: str, nation: str, to: str) -> Counter[str]:
    """Units of a nation by figures that go to a front or box."""
    groups = [units for group, units in dealt(year) if (group["nation"], group["to"]) == (nation, to)]
    return Counter(unit["front"] for units in groups for unit in units)


@pytest.mark.parametrize(
    ("year", "caucasus"),
    [
        # §21.25, §21.35, §21.45, §21.64.
        ("1915", {"2-2-4": 11, "1-1-6": 1}),
        ("1916", {"2-2-4": 15, "1-1-6": 1}),
        ("1917", {"2-2-4": 14, "1-2-4": 1}),
        ("1918", {"2-2-4": 10}),
    ],
)
def test_21_25_the_rest_stand_in_the_caucasus(year: str, caucasus: dict[str, int]) -> None:
    """§21.25, §21.35, §21.45, §21.64: nobody is missing or left over, and the last group has its printed number."""
    assert figures(year, "TU", "caucasus") == caucasus


@pytest.mark.parametrize(
    ("year", "reserve", "arabia"), [("1915", 8, 4), ("1916", 11, 4), ("1917", 6, 4), ("1918", 5, 5)]
)
def test_5_38_no_start_is_short(year: str, reserve: int, arabia: int) -> None:
    """§5.38, §5.62: the reserve on the track is in the box; and in Arabia are as many as are asked for."""
    assert figures(year, "TU", "reserve").total() == reserve >= tables(f"scenarios/near-east-{year}.toml")["reserve"]
    assert figures(year, "TU", "arabia").total() == arabia


def test_21_34_russians_of_three_starts() -> None:
    """§21.24, §21.34, §21.44, §21.63: what is left of the nation goes to the Caucasus, in 1918 out of the game."""
    assert figures("1915", "RU", "caucasus") == {"3-4-4": 2, "2-3-4": 4, "1-1-4": 7, "1-2-6": 1}
    assert figures("1916", "RU", "caucasus") == {
        "3-4-4": 2, "2-3-4": 4, "1-2-3": 2, "1-1-4": 4, "1-2-6": 1, "1-2": 1,
    }  # fmt: skip
    assert figures("1917", "RU", "caucasus") == {"3-4-4": 2, "2-3-4": 7, "1-2-3": 3, "1-1-4": 4, "1-1-3": 1, "1-2": 1}
    assert figures("1918", "RU", "caucasus").total() == 6


def test_21_64_three_divisions_and_a_brigade_have_left() -> None:
    """§21.45, §21.64: the lists of April 1917 and January 1918 do not follow from each other."""
    assert figures("1918", "TU", "removed") == {"1-2-4": 1, "1-1-4": 2, "1-1-6": 1}


@pytest.mark.parametrize("year", STARTS)
def test_21_27_pools_hold_what_there_is(year: str) -> None:
    """§21.27, §21.66: chits that are taken out were in; those in play or in hand have entered before."""
    scenario, chits = tables(f"scenarios/near-east-{year}.toml"), {c["id"]: c for c in CHITS}
    europe = {c["id"]: c for c in tables("chits.toml")["chits"]}
    for pool_ in scenario["pools"].values():
        assert all(chits[id_]["pool"] in pool_["entering"] for id_ in pool_.get("without", ()))
        assert all(id_ in europe for id_ in pool_.get("also", ()))
    for id_ in (*scenario.get("play", ()), *scenario.get("hand", ())):
        assert (chits.get(id_) or europe[id_])["pool"] <= scenario["through"]


def test_21_24_hexes_of_the_scenarios_are_land() -> None:
    """§21.24 to §21.64: where groups stand, and what lines name."""
    for year in STARTS:
        for group in at_least_one(tables(f"scenarios/near-east-{year}.toml")["groups"]):
            assert all(hex_[2:] in BOARDS[hex_[:2]].land for hex_ in group.get("hexes", ())), group


# --- combined ---------------------------------------------------------------------------------------------------------


def turks(year: str) -> tuple[Counter[str], Counter[str]]:
    """§21.25, §21.35, §21.45: Turkish infantry divisions that a combined start lists for Europe, and for the Near East.

    The groups of the combined file take the place of Europe's; the Near East's stay, with numbers that it changes.
    """
    own = tables(f"scenarios/combined-{year}.toml")
    europe, east = (tables(f"scenarios/{name}.toml")["groups"] for name in own["joins"])
    mine = own.get("groups") or [g for g in europe if g["nation"] == "TU"]
    there = Counter({UNITS[u]["front"]: 1 for group in mine if group["nation"] == "TU" for u in group.get("units", ())})
    for group in mine:
        if group["nation"] == "TU" and "count" in group:
            there[group["face"]] += group["count"]
    changed = {(c["to"], c["face"]): c["count"] for c in own.get("counts", ())}
    here = Counter(
        unit["front"]
        for _, units in dealt(year)
        for unit in units
        if unit["nation"] == "TU" and unit["kind"] == "infantry" and unit.get("people") == "TU"
    )
    for group in east:
        number = changed.get((group["to"], group.get("face", "")))
        here[group.get("face", "")] -= group["count"] - number if number is not None else 0
    return there, +here


@pytest.mark.parametrize(("year", "europe", "east"), [("1915", 10, 27), ("1916", 8, 44), ("1917", 9, 51)])
def test_21_25_turks_of_the_combined_starts(year: str, europe: int, east: int) -> None:
    """§21.25, §21.35, §21.45: the lists, and that there are counters for them: no 46th and 50th besides the ten."""
    there, here = turks(year)
    assert (there.total(), here.total()) == (europe, east)
    come_ = come({id_: row for id_, row in COMBINED.items() if UNITS[id_]["nation"] == "TU"}, STARTS[year])
    ten = [UNITS[id_]["front"] for id_, row in COMBINED.items() if row["turn"] == "entry" and id_.startswith("tu-")]
    have = Counter(u["front"] for u in come_ if u["kind"] == "infantry" and u.get("people") != "PN") + Counter(ten)
    assert there + here == have
