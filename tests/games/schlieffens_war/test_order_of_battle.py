"""The set-up card: counters, historical arrangement, scenario and charts, held to what the rulebook states of them.

Reads the files alone and measures hexes with its own arithmetic, so that a slip in the rules cannot hide one here.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.thorough import at_least_one

FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "schlieffens-war"

CORPS = {"infantry", "cavalry"}
HOME = {"GE": "GE", "FR": "FR", "BE": "BE"}
ELAN_FROM_START = "GE"

Row = dict[str, str]


def table(name: str) -> list[Row]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def counters() -> dict[str, Row]:
    return {row["id"]: row for row in table("counters.csv")}


@pytest.fixture(scope="module")
def placed() -> dict[str, str]:
    return {row["unit"]: row["hex"] for row in table("historical.csv")}


@pytest.fixture(scope="module")
def hexes() -> dict[str, Row]:
    return {row["hex"]: row for row in table("hexes.csv")}


@pytest.fixture(scope="module")
def rails() -> dict[str, set[str]]:
    lines: dict[str, set[str]] = defaultdict(set)
    for row in table("rails.csv"):
        lines[row["a"]].add(row["b"])
        lines[row["b"]].add(row["a"])
    return lines


@pytest.fixture(scope="module")
def scenario() -> dict[str, Any]:
    return toml("scenario.toml")


@pytest.fixture(scope="module")
def charts() -> dict[str, Any]:
    return toml("charts.toml")


def apart(a: str, b: str) -> int:
    """Hexes from ``a`` to ``b``: rows first, each of which also brings half a column; even rows lie half a hex on."""
    rows = abs(int(a[:2]) - int(b[:2]))
    halves = abs(across(a) - across(b))
    return rows + max(0, halves - rows) // 2


def around(hex_: str) -> list[str]:
    """The six hexes next to this one, whether or not the board has them."""
    row, col = int(hex_[:2]), int(hex_[2:])
    near = (f"{row + down:02}{col + over:02}" for down in (-1, 0, 1) for over in (-1, 0, 1))
    return [other for other in near if apart(hex_, other) == 1]


def across(hex_: str) -> int:
    """Half columns from the edge."""
    return 2 * int(hex_[2:]) + (int(hex_[:2]) % 2 == 0)


def steps(counter: Row) -> list[int]:
    return [int(s) for s in counter["strengths"].split("/")]


def is_hex(text: str) -> bool:
    return re.fullmatch(r"\d{4}", text) is not None


def of(counters: dict[str, Row], *kinds: str, nation: str = "") -> list[Row]:
    return [c for c in counters.values() if c["kind"] in kinds and nation in ("", c["nation"])]


def hq_of(counters: dict[str, Row], counter: Row) -> Row:
    """The HQ whose army this unit belongs to."""
    (found,) = (c for c in of(counters, "hq", nation=counter["nation"]) if c["army"] == counter["army"])
    return found


def by_rail(rails: dict[str, set[str]], start: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for beyond in rails[todo.pop()] - seen:
            seen.add(beyond)
            todo.append(beyond)
    return seen


def supply_reach(start: str, rails: Mapping[str, set[str]], hexes: dict[str, Row]) -> set[str]:
    """Hexes within two of ``start``; a step along a railway between hexes of France counts half."""
    halves = {start: 0}
    todo = [start]
    while todo:
        here = todo.pop(0)
        for there in (h for h in around(here) if h in hexes):
            by_train = there in rails.get(here, ()) and hexes[here]["country"] == hexes[there]["country"] == "FR"
            spent = halves[here] + (1 if by_train else 2)
            if spent <= 4 and spent < halves.get(there, 5):
                halves[there] = spent
                todo.append(there)
    return set(halves)


def stacks() -> Iterator[tuple[str, list[Row]]]:
    """(hex, its rows of historical.csv, top first)."""
    at: dict[str, list[Row]] = defaultdict(list)
    for row in table("historical.csv"):
        at[row["hex"]].append(row)
    for hex_, rows in at.items():
        yield hex_, sorted(rows, key=lambda r: int(r["depth"]))


# --- hex arithmetic -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), [("1413", "1513"), ("1212", "1313"), ("1010", "1111"), ("1810", "1910")])
def test_neighbours_that_the_rulebook_names_are_neighbours(a: str, b: str) -> None:
    """§2.1: the four river hexsides that the errata lists join neighbouring hexes."""
    assert apart(a, b) == 1


def test_distance_counts_half_columns_of_each_row() -> None:
    """Even rows lie half a hex towards higher columns."""
    assert apart("1212", "1212") == 0
    assert apart("1212", "1312") == 1
    assert apart("1212", "1311") == 2
    assert apart("1212", "1412") == 2
    assert apart("1206", "1209") == 3
    assert apart("0806", "1108") == 3
    assert apart("0806", "1109") == 4


# --- counters.csv ---------------------------------------------------------------------------------------------------


def test_every_counter_is_described_in_the_agreed_words() -> None:
    rows = table("counters.csv")
    for c in at_least_one(rows):
        assert re.fullmatch(r"(ge|fr|br|be)-[a-z0-9]+(-[a-z0-9]+)*", c["id"]), c
        assert c["id"].startswith(c["nation"].lower()), c
        assert c["kind"] in {"infantry", "cavalry", "hq", "fort", "depot"}, c
        assert 1 <= len(c["label"]) <= len("XVIIIR"), c
        assert re.fullmatch(r"\S(.*\S)?", c["name"]), c
        assert re.fullmatch(r"\d(/\d)*", c["strengths"]), c
        assert is_hex(c["setup"]) or c["setup"] in {"turn 3", "turn 7", "any", "army"}, c
        assert re.fullmatch(r"history|reconstruction|rulebook \d+\.\d+", c["origin"]), c
        assert c["size"] == {"hq": "XXXX", "fort": "", "depot": ""}.get(c["kind"], "XXX"), c


def test_ids_and_names_are_unique() -> None:
    rows = table("counters.csv")
    assert len({c["id"] for c in rows}) == len(rows)
    assert len({(c["nation"], c["name"]) for c in rows}) == len(rows)
    assert len({(c["nation"], c["kind"], c["label"]) for c in rows}) == len(rows)


def test_the_file_is_sorted_by_nation_kind_and_army() -> None:
    nations, kinds = ["GE", "FR", "BR", "BE"], ["infantry", "cavalry", "hq", "fort", "depot"]
    order = [(nations.index(c["nation"]), kinds.index(c["kind"]), c["army"]) for c in table("counters.csv")]
    assert order == sorted(order)


def test_the_example_counter_is_the_tenth_corps_of_the_second_army(counters: dict[str, Row]) -> None:
    """§2.3: the German X Corps, 2nd Army, is a 4-4 at full strength."""
    tenth = counters["ge-x"]
    assert (tenth["army"], steps(tenth)[0], tenth["ma"], tenth["kind"]) == ("2", 4, "4", "infantry")


def test_corps_have_two_steps_and_hq_and_depots_one(counters: dict[str, Row]) -> None:
    """§2.7."""
    for c in at_least_one(counters.values()):
        if c["kind"] in CORPS:
            assert len(steps(c)) == 2, c
        elif c["kind"] in ("hq", "depot"):
            assert len(steps(c)) == 1, c
        else:
            assert len(steps(c)) in (2, 4), c


def test_every_lost_step_weakens(counters: dict[str, Row]) -> None:
    for c in at_least_one(of(counters, *CORPS, "fort")):
        assert all(more > less > 0 for more, less in zip(steps(c), steps(c)[1:], strict=False)), c


def test_verdun_has_two_counters_from_four_down_to_one(counters: dict[str, Row]) -> None:
    """§2.7: 4, then 3, then the second counter's 2."""
    assert steps(counters["fr-fort-verdun"]) == [4, 3, 2, 1]


def test_forts_that_the_rulebook_names_exist(counters: dict[str, Row]) -> None:
    """§2.2 Maubeuge, §2.7 Verdun, §8.4 Liège."""
    names = {c["name"] for c in of(counters, "fort")}
    assert names >= {"Maubeuge", "Verdun", "Liège"}


def test_movement_allowances(counters: dict[str, Row]) -> None:
    """§2.3: the infantry's 4; cavalry is faster, an HQ keeps up, forts stay (§2.5)."""
    allowed = {"infantry": {4}, "cavalry": {5, 6}, "hq": {4, 5}, "fort": {0}, "depot": {4}}
    for c in at_least_one(counters.values()):
        assert int(c["ma"]) in allowed[c["kind"]], c


def test_command_radius_is_the_factor_of_an_hq(counters: dict[str, Row]) -> None:
    """§6.7: the radius is the combat factor; German hqs reach further than the others."""
    assert {c["nation"] for c in of(counters, "hq")} == {"GE", "FR", "BR", "BE"}
    for c in of(counters, "hq"):
        assert steps(c) == ([3] if c["nation"] == "GE" else [2]), c


def test_depots_do_not_fight_and_each_german_army_has_one(counters: dict[str, Row]) -> None:
    """§2.5, §8.6."""
    depots = of(counters, "depot")
    assert all(steps(c) == [0] for c in depots)
    assert sorted(c["army"] for c in depots) == sorted(c["army"] for c in of(counters, "hq", nation="GE"))
    assert {c["nation"] for c in depots} == {"GE"}


def test_armies(counters: dict[str, Row]) -> None:
    """§3.1, §9.2, §9.3: seven German armies, six French, the BEF and the Belgian army, one HQ each, corps in each."""
    armies = {(c["nation"], c["army"]) for c in of(counters, "hq")}
    assert armies == (
        {("GE", str(n)) for n in range(1, 8)} | {("FR", str(n)) for n in range(1, 7)} | {("BR", "BEF"), ("BE", "BEL")}
    )
    assert {(c["nation"], c["army"]) for c in of(counters, *CORPS)} == armies
    assert len(of(counters, "hq")) == len(armies)
    assert all(c["army"] == "" for c in of(counters, "fort"))


def test_namur_is_a_girdle_and_maubeuge_a_single_strong_counter(counters: dict[str, Row]) -> None:
    """§2.2 speaks of the one counter of Maubeuge; the steps of both are ours, tuned to when they fell in 1914."""
    assert steps(counters["be-fort-namur"]) == [4, 3, 2, 1]
    assert steps(counters["fr-fort-maubeuge"]) == [4, 3]


def test_the_french_second_army_begins_in_nancy(placed: dict[str, str]) -> None:
    """§3.1: its HQ and three of its corps are in the city, which did not fall in 1914."""
    assert placed["fr-hq-2"] == "2007"
    assert {u for u, hex_ in placed.items() if hex_ == "2007"} >= {"fr-9", "fr-20", "fr-grd2"}


def test_the_sixth_army_comes_on_turn_7_with_four_corps(counters: dict[str, Row]) -> None:
    """§3.1, §9.3."""
    late = [c for c in counters.values() if c["setup"] == "turn 7"]
    assert Counter(c["kind"] in CORPS for c in late) == {True: 4, False: 1}
    assert {(c["nation"], c["army"]) for c in late} == {("FR", "6")}
    assert [c for c in counters.values() if (c["nation"], c["army"]) == ("FR", "6") and c not in late] == []


def test_all_british_units_come_on_turn_3(counters: dict[str, Row]) -> None:
    """§9.2."""
    assert {c["id"] for c in counters.values() if c["setup"] == "turn 3"} == {
        c["id"] for c in counters.values() if c["nation"] == "BR"
    }


def test_the_belgian_field_army_is_three_corps_and_an_hq_set_up_anywhere(counters: dict[str, Row]) -> None:
    """§3.1."""
    free = [c for c in counters.values() if c["setup"] == "any"]
    assert Counter((c["nation"], c["kind"]) for c in free) == {("BE", "infantry"): 3, ("BE", "hq"): 1}


def test_the_eastern_front_can_take_two_german_corps(counters: dict[str, Row]) -> None:
    """§9.4: two corps of 4 must go on turn 7, so that losses until then must not make it impossible."""
    assert sum(steps(c)[0] == 4 for c in of(counters, *CORPS, nation="GE")) >= 10
    assert {steps(counters[unit])[0] for unit in ("ge-gdr", "ge-xi")} == {4}, "the corps that went in 1914"


def test_german_corps_have_roman_numbers_and_french_ones_plain_figures(counters: dict[str, Row]) -> None:
    """§2.3: the number on a counter is the number in its name; a Bavarian or reserve corps has B or R behind it."""
    for c in of(counters, "infantry", nation="GE"):
        said = re.fullmatch(r"([IVX]+)( Bavarian)?( Reserve)? Corps", c["name"])
        if c["id"] in ("ge-gd", "ge-gdr", "ge-ers", "ge-lw"):
            assert said is None, c
            continue
        assert said is not None, c
        number, bavarian, reserve = said.groups()
        assert re.fullmatch(r"X{0,2}(IX|IV|V?I{0,3})", number), c
        assert c["label"] == number + "B" * bool(bavarian) + "R" * bool(reserve), c
    assert {c["label"] for c in of(counters, "infantry", nation="GE")} >= {"X", "VIIIR", "XVIIIR", "IBR"}
    for c in of(counters, "infantry", nation="FR"):
        assert re.fullmatch(r"\d+|GRD\d|COL|NA|TER", c["label"]), c


# --- whom a counter stands for --------------------------------------------------------------------------------------


def divisions(counters: dict[str, Row], nation: str) -> dict[str, str]:
    """Which counter has a division: 5 is the 5th, 5R the 5th Reserve, 5C the 5th Cavalry."""
    found: dict[str, str] = {}
    for c in counters.values():
        for division in c["divisions"].split() if c["nation"] == nation else ():
            kind = "C" if c["kind"] == "cavalry" else ""
            assert re.fullmatch(r"\d+(GR?|BR?|R|C|E|T|K)?|[GB]?C|[GB]E", division), c
            assert division.endswith(kind), c
            assert division not in found, f"{division} is in {found[division]} and in {c['id']}"
            found[division] = c["id"]
    return found


def test_no_division_is_in_two_counters(counters: dict[str, Row]) -> None:
    """§2.2: among others the 55th and 56th Reserve Divisions, which Maunoury had, are not also on the Meuse."""
    for nation in ("GE", "FR", "BR", "BE"):
        assert divisions(counters, nation)
    french = divisions(counters, "FR")
    assert {u for u in french.values() if u.startswith("fr-grd")} == {f"fr-grd{n}" for n in range(1, 7)}
    assert (french["54R"], french["55R"], french["56R"]) == ("fr-grd3", "fr-grd5", "fr-grd5")


def test_what_is_no_corps_is_within_a_corps_or_a_fort(counters: dict[str, Row]) -> None:
    """§2.5: cavalry counters are corps of at least two divisions; a single one or a garrison goes with another."""
    assert {c["nation"] for c in of(counters, "cavalry")} == {"GE", "FR"}
    for c in of(counters, "cavalry"):
        assert len(c["divisions"].split()) >= 2, c
    assert divisions(counters, "BR")["C"] == "br-ii", "Allenby"
    assert divisions(counters, "BE")["C"] == "be-1", "de Witte"
    german, french = divisions(counters, "GE"), divisions(counters, "FR")
    assert {german["30R"], german["33R"]} == {"ge-fort-strassburg", "ge-fort-metz"}
    assert [french[f"{n}R"] for n in (57, 71, 72, 73)] == [
        "fr-fort-belfort", "fr-fort-epinal", "fr-fort-verdun", "fr-fort-toul",
    ]  # fmt: skip


def test_every_corps_names_its_divisions(counters: dict[str, Row]) -> None:
    """§2.5: two or three of the line, or those that a group draws together; HQs and depots have none."""
    for c in at_least_one(counters.values()):
        count = len(c["divisions"].split())
        if c["kind"] == "infantry" and c["id"] not in ("ge-lw", "ge-ers", "fr-na"):
            assert 2 <= count <= 4, c
        elif c["kind"] in ("hq", "depot"):
            assert count == 0, c


EARLY = {"br-iii", "fr-con", "fr-grd3", "fr-na", "fr-ter", "ge-ers", "ge-lw"}
"""Counters that come before the formation existed, or draw together what was never one."""


def test_units_that_come_early_are_marked_as_reconstruction(counters: dict[str, Row]) -> None:
    """§9.2, §9.3: the British III Corps was formed on 31 August; the rest is told in SOURCES.md."""
    assert {c["id"] for c in of(counters, *CORPS) if c["origin"] == "reconstruction"} == EARLY
    told = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    section = told.split("**Earlier than in 1914.**")[1].split("\n\n**")[0]
    for unit in EARLY:
        assert f"`{unit}`" in section, unit


def test_forces_are_of_the_weight_that_history_gives(counters: dict[str, Row]) -> None:
    """Germany outweighs the Entente by less than half in the field, and by more than a tenth."""
    weight = Counter[str]()
    for c in of(counters, *CORPS):
        weight[c["nation"]] += steps(c)[0]
    ratio = Fraction(weight["GE"], weight["FR"] + weight["BR"] + weight["BE"])
    assert Fraction(11, 10) < ratio < Fraction(3, 2)


def test_the_sheet_has_176_counters(counters: dict[str, Row], scenario: dict[str, Any]) -> None:
    """§2.0: units, second counters of forts (§2.7) and markers together."""
    units = sum(-(-len(steps(c)) // 2) for c in counters.values())
    markers: dict[str, int] = scenario["sheet"]["markers"]
    assert units + sum(markers.values()) == scenario["sheet"]["counters"] == 176


def test_the_markers_reach(counters: dict[str, Row], scenario: dict[str, Any]) -> None:
    """§3.1: an élan marker for every German corps at the start; §11.23: one coup, three heavy artillery."""
    markers: dict[str, int] = scenario["sheet"]["markers"]
    assert markers["morale"] >= len(of(counters, *CORPS, nation=ELAN_FROM_START))
    assert (markers["coup_de_main"], markers["heavy_artillery"]) == (1, 3)
    assert markers["game_turn"] == markers["plan_xvii"] == 1


# --- printed set-up hexes against the board -------------------------------------------------------------------------


def test_printed_hexes_lie_at_home(counters: dict[str, Row], hexes: dict[str, Row]) -> None:
    """§3.1: an HQ's and a fort's hex is land of its own country, and none is a marsh."""
    for c in at_least_one(c for c in counters.values() if is_hex(c["setup"])):
        at = hexes[c["setup"]]
        assert (at["surface"], at["country"]) == ("land", HOME[c["nation"]]), c
        assert at["terrain"] != "marsh", c


def test_forts_stand_in_fortresses_and_cities(counters: dict[str, Row], hexes: dict[str, Row]) -> None:
    """§2.5, §11.23: heavy artillery is for cities with a fort; each fort is in the city that it is called after."""
    for c in at_least_one(of(counters, "fort")):
        at = hexes[c["setup"]]
        assert at["fortress"] in ("1", "true"), c
        assert at["city"], c
        assert at["name"] == c["name"], c


def test_no_two_forts_share_a_hex(counters: dict[str, Row]) -> None:
    at = [c["setup"] for c in of(counters, "fort")]
    assert len(set(at)) == len(at)


def test_depots_stand_on_rails_near_their_hq_joined_to_the_east_edge(
    counters: dict[str, Row], hexes: dict[str, Row], rails: dict[str, set[str]]
) -> None:
    """§8.6: two hexes at most from HQ to depot, then rails to a hex in Germany on the east side."""
    east = {h for h, at in hexes.items() if h[2:] == "01" and at["country"] == "GE" and h in rails}
    assert east
    for c in of(counters, "depot"):
        assert c["setup"] in rails, c
        assert apart(c["setup"], hq_of(counters, c)["setup"]) <= 2, c
        assert by_rail(rails, c["setup"]) & east, c


def test_french_hq_can_be_supplied_where_they_set_up(
    counters: dict[str, Row], placed: dict[str, str], rails: dict[str, set[str]]
) -> None:
    """§8.3: an HQ must stand on a rail line that leaves the map in the south or west."""
    edge = {h for h in rails if h[:2] == "30" or h[2:] == "22"}
    for c in at_least_one(c for c in of(counters, "hq", nation="FR") if is_hex(c["setup"])):
        assert by_rail(rails, placed[c["id"]]) & edge, c


# --- historical.csv -------------------------------------------------------------------------------------------------


def test_every_unit_that_begins_on_the_map_is_placed_once(counters: dict[str, Row]) -> None:
    """§3.1."""
    units = [row["unit"] for row in table("historical.csv")]
    assert sorted(units) == sorted(c["id"] for c in counters.values() if not c["setup"].startswith("turn"))


def test_units_are_placed_on_playable_land_of_their_own_country(
    counters: dict[str, Row], placed: dict[str, str], hexes: dict[str, Row]
) -> None:
    """§3.1: Germans in Germany, French in France, Belgians in Belgium."""
    for unit, hex_ in at_least_one(placed.items()):
        at = hexes[hex_]
        assert (at["surface"], at["country"]) == ("land", HOME[counters[unit]["nation"]]), unit
        assert at["terrain"] != "marsh", unit


def test_hq_stand_in_or_next_to_their_printed_hex(counters: dict[str, Row], placed: dict[str, str]) -> None:
    """§3.1."""
    for c in at_least_one(c for c in of(counters, "hq") if is_hex(c["setup"])):
        assert apart(placed[c["id"]], c["setup"]) <= 1, c


def test_forts_and_depots_stand_in_their_printed_hex(counters: dict[str, Row], placed: dict[str, str]) -> None:
    """§3.1."""
    for c in at_least_one(of(counters, "fort", "depot")):
        assert placed[c["id"]] == c["setup"], c


def test_corps_are_within_the_radius_of_their_own_hq(counters: dict[str, Row], placed: dict[str, str]) -> None:
    """§3.1: all but those of the French 1st Army, which need only be far enough south."""
    for c in at_least_one(of(counters, *CORPS)):
        if c["id"] not in placed:
            continue
        if (c["nation"], c["army"]) == ("FR", "1"):
            assert int(placed[c["id"]][:2]) >= 22, c
        else:
            hq = hq_of(counters, c)
            assert apart(placed[c["id"]], placed[hq["id"]]) <= steps(hq)[0], c


def test_depots_supply_the_historical_hq(counters: dict[str, Row], placed: dict[str, str]) -> None:
    """§8.6: the HQ that moved next to its printed hex is still within two hexes of its depot."""
    for c in at_least_one(of(counters, "depot")):
        assert apart(placed[c["id"]], placed[hq_of(counters, c)["id"]]) <= 2, c


def test_every_army_begins_in_supply(
    counters: dict[str, Row], placed: dict[str, str], hexes: dict[str, Row], rails: dict[str, set[str]]
) -> None:
    """§8.3, §8.6: two hexes to an HQ of the nation, French railways at half a hex; a fortress supplies who is in it."""
    for c in at_least_one(of(counters, *CORPS)):
        if c["nation"] not in ("GE", "FR") or c["id"] not in placed or hexes[placed[c["id"]]]["fortress"] == "1":
            continue
        reach = supply_reach(placed[c["id"]], rails if c["nation"] == "FR" else {}, hexes)
        hqs = {placed[hq["id"]] for hq in of(counters, "hq", nation=c["nation"]) if hq["id"] in placed}
        assert reach & hqs, c


def test_stacking_of_the_historical_set_up(counters: dict[str, Row]) -> None:
    """§6.2, §6.3: three corps and an HQ, a fort as a corps, one nation; §3.1: one Belgian corps a hex."""
    for hex_, rows in at_least_one(stacks()):
        units = [counters[row["unit"]] for row in rows]
        kinds = Counter(c["kind"] for c in units)
        assert kinds["infantry"] + kinds["cavalry"] + kinds["fort"] <= 3, hex_
        assert kinds["hq"] <= 1, hex_
        assert len({c["nation"] for c in units}) == 1, hex_
        if units[0]["nation"] == "BE":
            assert kinds["infantry"] <= 1, hex_


def test_depths_count_from_the_top(counters: dict[str, Row]) -> None:
    """§6.6: the enemy may look at the top unit, so a corps lies there where there is one, and never the best."""
    for hex_, rows in at_least_one(stacks()):
        assert [int(row["depth"]) for row in rows] == list(range(1, len(rows) + 1)), hex_
        corps = [counters[row["unit"]] for row in rows if counters[row["unit"]]["kind"] in CORPS]
        if corps:
            assert rows[0]["unit"] == corps[0]["id"], hex_
            assert steps(corps[0])[0] == min(steps(c)[0] for c in corps), hex_


# --- scenario.toml --------------------------------------------------------------------------------------------------


def test_turn_track(scenario: dict[str, Any]) -> None:
    """§1.2, §4.4, §4.6: ten turns of four days; turns 7 and 10 are dated, so the first begins on 2 August."""
    turns = scenario["turns"]
    assert [t["turn"] for t in turns] == list(range(1, 11))
    dates = [t["dates"] for t in turns]
    assert (dates[0], dates[6], dates[9]) == ("2–5 August 1914", "26–29 August 1914", "7–10 September 1914")
    day = 2
    for text in dates:
        assert text.startswith(str(day if day <= 31 else day - 31)), text
        last = day + 3
        assert re.search(rf"– ?{last if last <= 31 else last - 31} (August|September) 1914$", text), text
        day += 4


def test_reinforcements_are_the_counters_marked_so(counters: dict[str, Row], scenario: dict[str, Any]) -> None:
    """§9.2, §9.3."""
    entries = {r["turn"]: set(r["units"]) for r in scenario["reinforcements"]}
    assert set(entries) == {3, 7}
    for turn, units in entries.items():
        assert units == {c["id"] for c in counters.values() if c["setup"] == f"turn {turn}"}


def test_victory_figures(scenario: dict[str, Any]) -> None:
    """§4.1, §4.4, §4.7, §9.4: 10 or fewer, 11 or 12, 13 or more of 25; seven French attacks; two corps of 4."""
    victory = scenario["victory"]
    assert (victory["entente_at_most"], victory["draw_at_most"], victory["german_from"]) == (10, 12, 13)
    assert victory["cities"] == 25
    assert victory["paris_must_be_endangered_by"] == 10
    assert (victory["plan_xvii"]["attacks"], victory["plan_xvii"]["turn"]) == (7, 7)
    assert {k: scenario["withdrawal"][k] for k in ("turn", "corps", "factor")} == {"turn": 7, "corps": 2, "factor": 4}


def test_cities_of_the_board_are_those_of_the_victory_figures(hexes: dict[str, Row], scenario: dict[str, Any]) -> None:
    """§4.7: 25 Belgian and French cities beside Paris; §4.2: Paris has more than one hex; §4.3: Germany has cities."""
    cities = Counter((at["city"], at["country"]) for at in hexes.values() if at["city"])
    assert cities["city", "FR"] + cities["city", "BE"] == scenario["victory"]["cities"]
    assert cities["paris", "FR"] >= 2
    assert cities["city", "GE"] >= 1


# --- charts.toml ----------------------------------------------------------------------------------------------------

PRINTED_CRT = """
    1:2 1:1 2:1 3:1 4:1 5:1 6:1 7:1
    2/0 2/0 2/0 2/1 1/1 1/2 1/2 0/2
    2/0 2/0 2/0 1/1 1/2 1/2 0/2 0/3
    2/0 2/1 1/1 1/2 1/2 0/2 0/3 0/3
    1/1 1/1 1/2 1/2 0/2 0/3 0/3 0/3
    1/1 1/2 1/2 0/2 0/3 0/3 0/3 0/3
    1/2 1/2 0/2 0/3 0/3 0/3 0/3 0/3
"""


def test_combat_table_is_the_printed_one(charts: dict[str, Any]) -> None:
    """§11.9, §11.17, §11.18, with the worked example: a 3 at 3:1 is 1/2."""
    columns, *rows = (line.split() for line in PRINTED_CRT.strip().splitlines())
    combat = charts["combat"]
    assert combat["columns"] == columns
    assert combat["rows"] == rows
    assert (combat["below"], combat["beyond"]) == ("2/0", "0/3")
    assert combat["rows"][3 - 1][combat["columns"].index("3:1")] == "1/2"


def test_better_odds_and_higher_dice_never_hurt_the_attacker(charts: dict[str, Any]) -> None:
    """§11.17: along every row and column the balance of losses only improves."""
    gain = [[int(cell[2]) - int(cell[0]) for cell in row] for row in charts["combat"]["rows"]]
    for line in [*gain, *zip(*gain, strict=True)]:
        assert list(line) == sorted(line)


def test_dice_tables_are_the_printed_ones(charts: dict[str, Any]) -> None:
    """§11.23: nothing on 1 and 2, one column on 3 and 4, two on 5 and 6; §8.8, §10.6: a step on 1 and 2."""
    assert charts["heavy_artillery"]["columns"] == [0, 0, 1, 1, 2, 2]
    assert charts["heavy_artillery"]["ready_again"] == [1]
    assert charts["attrition"]["steps_lost"] == [1, 1, 0, 0, 0, 0]


def test_terrain_chart(charts: dict[str, Any]) -> None:
    """§10.4, §10.5, §11.10 to §11.14."""
    rows = {row["key"]: row for row in charts["terrain"]["rows"]}
    assert {k: r["cost"] for k, r in rows.items() if "cost" in r and k not in ("perimeter", "border")} == {
        "clear": 1, "forest": 2, "rough": 2, "city": 1, "fortress": 1,
    }  # fmt: skip
    assert {k for k, r in rows.items() if r.get("columns") == -1} == {"rough", "city", "fortress", "river"}
    assert rows["river"]["extra_cost"] == 1
    assert {k for k, r in rows.items() if r.get("concentric") is False} == {"city", "fortress"}
    assert {k for k, r in rows.items() if r.get("entry") is False} == {"marsh", "sea"}


def test_morale_shifts(charts: dict[str, Any]) -> None:
    """§11.16, §11.24."""
    rows = {row["key"]: row for row in charts["effects"]["rows"]}
    assert (rows["elan"]["attack"], rows["elan"]["defence"]) == (1, -1)
    assert (rows["fatigue"]["attack"], rows["fatigue"]["defence"]) == (-1, 1)
    assert (rows["final_effort"]["attack"], rows["final_effort"]["turns"]) == (1, [9, 10])


def test_every_chart_says_where_it_is_from(charts: dict[str, Any]) -> None:
    for chart in at_least_one(charts.values()):
        assert chart["origin"] in {"printed", "history", "reconstruction"}
        assert re.fullmatch(r"\d+\.\d+", chart["section"])
