"""Counters, order of battle and of appearance, held to every unit, figure and date that the rulebook states."""

from __future__ import annotations

import csv
from collections import Counter as Tally
from collections.abc import Collection

import pytest

from rules.empires_alliances.printed.appearance import ADD, ARRIVE, BREAKDOWN, ENTRY, START, UPGRADE, WEAKER
from rules.empires_alliances.printed.counters import CORPS, DIVISION, SHEETS, Counter, Spec
from rules.empires_alliances.printed.data import FOLDER, Printed
from rules.empires_alliances.printed.replacements import points_of
from tests.thorough import at_least_one

NAMED = {
    "GE": """
        A2 A3 A4 A9 R3 R4 CAV2 | A7 A10 GD GD-R R7 R10 CAV5 | A11 A12 A19 R12 CAV1 | A6 A8 A18 R8 R18 CAV4
        A5 A13 A16 R5 R6 LW2 | A21 BAV1 BAV2 BAV3 R-BAV1 CAV3 | A14 A15 R14 | A1 A17 A20 R1 R19 CAV1XX
        R9 LW1 | F1 | LW3 E1 | LW4 E2 | LW5 E3 | LW6""",
    "AH": """
        1 5 10 LW1 CAV1 CAV3XX | 3 4 7 12 LW2 LW3 LW4 CAV2 | 11 14 LW5 CAV3 CAVLW1 | 2 6 9 LW6 LW7 CAV4 | 8 LW8 | 15 16
        13""",
    "FR": """
        A7 A8 A13 A14 A21 R1 CAV1 | A9 A15 A16 A18 A20 R2 CAV2 | A4 A5 A6 R3 CAV3 | A12 A17 COL1 CAV4
        A1 A2 A3 A10 A11 R4 CAV5 | R5 R6 R7 R8 R9 R10 R11 R12 | A19 A22""",
    "GB": "1 2 CAV1",
    "RU": """
        2 3 4 20 CAVGD CAV1 | 1 6 13 15 23 CAV2 CAV7 | 9 10 11 21 CAU3 CAV3 | GRN 14 16 CAV4 | 5 17 19 25 CAV5
        7 8 12 24 CAV8 | 18 22 | CAV6 | GD | SIB1 SIB2 SIB3 | 28 29 | CAU2 TRK1 CAV9 | CAV10 | CAU1 TRK2 CAUCAV1""",
    "BE": "3 4 | 6 CAV1 | 2 | 1 5",
    "SE": "T1 T2 M2 DA2 CAV1 | M1 DA1 S1 C | DR1 DR2 | S2",
    "MN": "1 | 2",
}
"""§1.41 to §1.48: infantry and cavalry, army by army."""
ARTILLERY = {"GE": "1 2 3 4 5 6 7 8", "AH": "1 2 3 4", "FR": "1 2 3 4 5", "RU": "1 2 3 4 5 8 9 10", "SE": "1"}
"""§1.41 to §1.47: field artillery."""
TOTALS = {
    "GE": (50, 5, 1, 8, 8),
    "AH": (24, 5, 1, 4, 3),
    "FR": (35, 5, 0, 5, 5),
    "GB": (2, 1, 0, 0, 0),
    "RU": (37, 12, 0, 8, 4),
    "BE": (6, 0, 1, 0, 2),
    "SE": (11, 0, 1, 1, 0),
    "MN": (2, 0, 0, 0, 0),
}
"""§1.4: infantry, cavalry corps, cavalry divisions, field artillery, forts."""


def of(printed: Printed, nation: str, acts: Collection[str], kinds: Collection[str] = ()) -> list[Counter]:
    return [
        u
        for u in printed.units.values()
        if u.nation == nation and printed.order[u.id].act in acts and (not kinds or u.kind in kinds)
    ]


def of_figures(printed: Printed, nation: str, text: str, turn: str) -> int:
    """Counters of a description that have come by a turn."""
    spec, order = Spec.read(text), printed.order
    return sum(
        spec.fits(u) and u.nation == nation and order[u.id].act != BREAKDOWN and "" != order[u.id].turn <= turn
        for u in printed.units.values()
    )


def coming(printed: Printed, nation: str, label: str) -> tuple[str, str, str]:
    """When, how large and where a unit comes."""
    (unit,) = (u for u in of(printed, nation, (ARRIVE, ADD, UPGRADE)) if u.label == label)
    return printed.order[unit.id].turn, unit.size, printed.order[unit.id].place


@pytest.mark.parametrize("nation", NAMED)
def test_1_4_every_unit_of_august_1914_has_its_printed_name(printed: Printed, nation: str) -> None:
    """Infantry, cavalry and artillery of the lists, and nobody else."""
    named = [name for name in NAMED[nation].split() if name != "|"]
    assert sorted(u.label for u in of(printed, nation, (START,), ("infantry", "cavalry"))) == sorted(named)
    guns = [f"Field ART {number}" for number in ARTILLERY.get(nation, "").split()]
    assert [u.label for u in of(printed, nation, (START,), ("field-artillery",))] == guns


@pytest.mark.parametrize("nation", TOTALS)
def test_1_4_totals_by_nation(printed: Printed, nation: str) -> None:
    """As the issue of the game has counted them from the lists."""
    foot = of(printed, nation, (START,), ("infantry",))
    horse = Tally(u.size for u in of(printed, nation, (START,), ("cavalry",)))
    guns = of(printed, nation, (START,), ("field-artillery",))
    forts = [f for f in printed.scenarios["1914"].forts if printed.forts[f].nation == nation]
    assert (len(foot), horse[CORPS], horse[DIVISION], len(guns), len(forts)) == TOTALS[nation]


def test_1_41_two_siege_artillery_units_of_the_second_army(printed: Printed) -> None:
    assert [u.label for u in of(printed, "GE", (START,), ("siege-artillery",))] == ["Siege ART 305", "Siege ART 420"]
    assert {"ge-siege-305", "ge-siege-420"} <= {*printed.scenarios["1914"].groups["ge-army-2"].units}


@pytest.mark.parametrize("nation", ["BE", "SE", "MN"])
def test_1_46_to_1_48_small_armies_are_divisions(printed: Printed, nation: str) -> None:
    assert {u.size for u in of(printed, nation, (START,), ("infantry", "cavalry"))} == {DIVISION}


def test_1_4_forts_stand_where_the_board_has_them(printed: Printed) -> None:
    """Level and hex are those of the board's own table, which is held to the rulebook."""
    with (FOLDER / "hexes.csv").open(encoding="utf-8", newline="") as file:
        board = {row["hex"]: (row["country"], int(row["fortress"])) for row in csv.DictReader(file) if row["fortress"]}
    assert {f.hex: (f.nation, f.level) for f in printed.forts.values()} == board


def test_1_2_counters_and_markers_are_896(printed: Printed) -> None:
    markers = sum(marker.count for marker in printed.markers.values())
    assert len(printed.units) + len(printed.forts) + markers == SHEETS == 896


def test_3_entrenchments_for_everyone_in_the_line_of_march_1918(printed: Printed) -> None:
    """§3.4: all units beside the line are entrenched, so there is a marker for each infantry unit of the sectors."""
    groups = printed.scenarios["1918"].groups.values()
    foot = sum(n for g in groups for spec, n in g.counts if spec.kind in ("infantry", "stosstruppen"))
    assert foot <= printed.markers["entrenchment"].count


def test_22_61_the_second_army_can_send_what_it_must(printed: Printed) -> None:
    """Six units: the 3rd corps, two of 4-6-3 and one of 3-5-3 besides it at least."""
    plan = printed.optional_rules.second_army
    army = [printed.units[id_] for id_ in printed.scenarios["1914"].groups[plan.group].units]
    assert len(army) >= plan.leave == 6
    left = [u for u in army if u.id not in plan.named]
    assert [u.label for u in army if u.id in plan.named] == ["3"]
    assert sum(str(u.figures) == "4-6-3" for u in left) >= 2
    assert sum(str(u.figures) == "3-5-3" for u in left) >= 1


@pytest.mark.parametrize(
    ("nation", "label", "turn", "size", "place"),
    [
        ("GB", "T42", "1914-09", "XX", ""),
        ("IN", "IND1", "1914-10", "XXX", "british-or-french-port"),
        ("IN", "IND10/11", "1914-10", "XX", "middle-east"),
        ("IN", "IND6", "1914-11", "XX", "middle-east"),
        ("IN", "INDCAV1", "1915-01", "XXX", "british-or-french-port"),
        ("GB", "T4", "1915-07", "XXX", ""),
        ("GB", "T54", "1915-08", "XXX", ""),
        ("GB", "CAV2", "1916-04", "XXX", ""),
        ("IN", "IND2", "1916-05", "XXX", "middle-east"),
        ("GK", "ND", "1916-10", "XXX", "Salonika"),
        ("GB", "T6", "1917-04", "XXX", ""),
        ("IN", "IND3", "1917-12", "XXX", "middle-east"),
    ],
)
def test_2_67_17_31_units_that_the_text_dates(
    printed: Printed, nation: str, label: str, turn: str, size: str, place: str
) -> None:
    """§1.64, §2.64, §2.67b, §17.31."""
    assert coming(printed, nation, label) == (turn, size, place)


def test_1_62_one_british_unit_comes_in_august_2(printed: Printed) -> None:
    """§1.62 (3) has one to sail after those of §1.44 have gone."""
    come = [u.label for u in of(printed, "GB", (ARRIVE,)) if printed.order[u.id].turn == "1914-08-2"]
    assert come == ["3"]
    sailings = [s for s in printed.scenarios["1914"].sailings if s.box == "britain"]
    assert [(s.turn, s.most) for s in sailings] == [("1914-08-1", 0), ("1914-08-2", 1)]


def test_17_35_a_british_corps_comes_back_weaker_from_october_1914(printed: Printed) -> None:
    """§17.35: 7-9-4 becomes 5-7-4, a counter of its own."""
    pairs = [
        (printed.units[row.replaces], printed.units[row.id], row.turn)
        for row in printed.order.values()
        if row.act == WEAKER and str(printed.units[row.replaces].figures) == "7-9-4"
    ]
    assert {strong.label for strong, _, _ in pairs} >= {"1", "2"}
    assert all(str(weak.figures) == "5-7-4" and turn == "1914-10" for _, weak, turn in pairs)


def test_17_42_each_british_territorial_corps_costs_a_point(printed: Printed) -> None:
    """§17.42: 5-7-4 corps with a T, no division, and nobody else."""
    costs = {id_: row.cost for id_, row in printed.order.items() if row.cost}
    territorial = {
        u.id for u in printed.units.values() if u.nation == "GB" and u.label.startswith("T") and u.size == CORPS
    }
    assert {*costs} == territorial - {u.id for u in of(printed, "GB", (START,))} - {"gb-tank-1"}
    assert {*costs.values()} == {1}
    assert {str(printed.units[id_].figures) for id_ in costs} == {"5-7-4"}


def test_22_2_four_american_divisions_come_before_march_1918(printed: Printed) -> None:
    """§3.35. §22.2: half a year later three of them would come before the war, or on its day; the 42nd would not."""
    turns = {label: coming(printed, "US", label)[0] for label in ("1", "2", "26", "42")}
    assert max(turns.values()) <= "1918-03"
    assert all(turns[label] <= "1917-11" for label in ("1", "2", "26"))
    assert turns["42"] > "1917-11"
    assert all(u.size == DIVISION and str(u.figures) == "5-7-4" for u in of(printed, "US", (ARRIVE,), ("infantry",)))


FORCES = {
    "GE": {"stosstruppen XXX 5-7-4": 8, "infantry XXX 6-8-4": 2, "infantry XXX 5-7-4": 2, "infantry XXX 4-6-4": 18,
           "infantry XXX 4-6-3": 18, "cavalry XXX 4-4-5": 1, "field-artillery XXX 4-4-3": 2,
           "field-artillery XXX 3-3-3": 9, "field-artillery XXX 2-2-3": 1, "siege-artillery XXX 3-2-3": 1, "air": 2},
    "FR": {"infantry XXX 5-7-4": 2, "infantry XXX 4-6-4": 15, "infantry XXX 4-6-3": 2, "infantry XXX 3-5-3": 6,
           "cavalry XXX 3-3-5": 1, "field-artillery XXX 4-4-3": 1, "field-artillery XXX 3-3-3": 7,
           "siege-artillery XXX 3-2-3": 1, "tank 2-2-2": 1, "air": 1},
    "GB": {"infantry XXX 5-7-4": 2, "infantry XXX 4-6-4": 9, "cavalry XXX 3-3-5": 1, "field-artillery XXX 4-4-3": 1,
           "field-artillery XXX 3-3-3": 3, "tank 2-2-2": 2, "air": 1},
    "CA": {"infantry XXX 5-7-4": 1},
    "AU": {"infantry XXX 5-7-4": 1},
    "BE": {"infantry XX 2-3-3": 3},
}  # fmt: skip
"""§3.31 to §3.34, by the sector tables where the lists are doubled (errata)."""


@pytest.mark.parametrize("nation", FORCES)
def test_3_3_the_forces_of_march_1918_can_exist(printed: Printed, nation: str) -> None:
    """The counters have come by then; the reader has dealt the card with what is withdrawn and upgraded left out."""
    sums: Tally[str] = Tally()
    for group in printed.scenarios["1918"].groups.values():
        if group.nation == nation:
            for spec, number in group.counts:
                sums[" ".join(filter(None, (spec.kind, spec.size, spec.figures)))] += number
    assert sums == FORCES[nation]
    for text, number in FORCES[nation].items():
        assert of_figures(printed, nation, text, "1918-03") >= number, text


def test_16_1_stosstruppen_are_german_and_there_are_eight_by_march_1918(printed: Printed) -> None:
    shock = [u for u in printed.units.values() if u.kind == "stosstruppen"]
    assert {u.nation for u in shock} == {"GE"}
    assert all(printed.order[u.id].act == UPGRADE and printed.order[u.id].turn <= "1918-03" for u in shock)
    assert len(shock) == 8


def test_2_63_neutrals_have_what_their_set_up_names(printed: Printed) -> None:
    """§2.63, §2.65; the reader has also filled each group with them."""
    twelve = of(printed, "TU", (ENTRY,), ("infantry",))
    assert Tally(u.size for u in twelve) == {CORPS: 12}
    assert Tally(u.size for u in of(printed, "TU", (ENTRY,), ("cavalry",))) == {DIVISION: 2}
    assert len(of(printed, "BU", (ENTRY,), ("infantry",))) >= 8
    assert len(of(printed, "GK", (ENTRY,), ("infantry",))) == 5
    assert Tally(u.size for u in of(printed, "NL", (ENTRY,))) == {DIVISION: 4}
    assert len(of(printed, "TU", (ENTRY,), ("field-artillery",))) == 1


def test_2_63d_rumania_has_five_corps_worth(printed: Printed) -> None:
    """Three, one and one; two divisions may stand for a corps on either border, so there are two."""
    foot = Tally(u.size for u in of(printed, "RO", (ENTRY,), ("infantry",)))
    assert foot[CORPS] + foot[DIVISION] / 2 == 5
    assert foot[DIVISION] == 2
    assert len(of(printed, "RO", (ENTRY,), ("field-artillery",))) == 1


def test_2_67_the_ottomans_have_corps_to_commit(printed: Printed) -> None:
    """Beyond those who begin in the boxes: two for the Caucasus, three for the Middle East, each when it is due."""
    rows = [row for row in printed.scenarios["campaign"].commitments if row.nation == "TU"]
    due: Tally[str] = Tally()
    for row in rows:
        due[row.turn] += sum(number for _, number in row.counts)
    assert due == {"1915-07": 1, "1916-07": 1, "1916-09": 2, "1917-07": 1}
    for turn in due:
        come = sum(printed.order[u.id].turn <= turn for u in of(printed, "TU", (ARRIVE,), ("infantry",)))
        assert come >= sum(number for other, number in due.items() if other <= turn)


def test_2_67b_the_british_minimum_is_what_has_come_or_less(printed: Printed) -> None:
    """In half corps: .5, 1, 1.5, 2.5, 3 and 4. CAV2 is one corps: two would make the sum 5.5 for a minimum of 4."""
    sent = 0
    least = []
    for row in printed.scenarios["campaign"].commitments:
        if row.nation == "GB":
            sent += sum(1 if printed.units[id_].half else 2 for id_ in row.units)
            least.append(row.least)
            assert row.least <= sent
    assert least == [1, 2, 3, 5, 6, 8, 8, 8, 8]


def test_21_32_germany_makes_24_infantry_points_in_1918(printed: Printed) -> None:
    """§21.32, §19.11: 18 are left after the blockade's 6."""
    gross = sum(points_of(printed.sources, "GE", "infantry", "1918-03").values())
    lost = sum(row.infantry for row in printed.charts.economy_of("GE", "1918-03", 3))
    assert (gross, gross + lost) == (24, 18)


def test_3_52_german_points_come_from_all_of_germany(printed: Printed) -> None:
    """The sum holds for every month of the scenario."""
    for turn in at_least_one(turn for turn in printed.turns.values() if "1918-03" <= turn.id <= "1918-11"):
        assert sum(points_of(printed.sources, "GE", "infantry", turn.id).values()) == 24


def test_17_33_artillery_and_tanks_have_a_city_that_makes_their_points(printed: Printed) -> None:
    """§17.33: whoever has such reinforcements has a place for them when they come. The U.S. have ports (§17.31)."""
    for unit in at_least_one(printed.units.values()):
        row = printed.order[unit.id]
        guns = unit.kind in ("field-artillery", "siege-artillery", "tank") and row.act in (ARRIVE, UPGRADE)
        if guns and unit.nation != "US":
            assert points_of(printed.sources, unit.nation, "artillery", row.turn), unit.id


def test_17_2_replacement_cities_lie_at_home(printed: Printed) -> None:
    """§17.25: in the home country, or where §17.31 says; nothing of Russia comes from Lodz (§17.122)."""
    for row in printed.sources.values():
        city = printed.places.cities.get(row.place)
        if city is not None and not city.box:
            assert city.country == row.nation
            assert city.kind
    assert not any(row.place == "Lodz" for row in printed.sources.values())


def test_3_52_commonwealth_points_lie_apart(printed: Printed) -> None:
    """§3.52: one purse for the Commonwealth, none of it Britain's."""
    assert {printed.nations[n].points for n in ("CA", "AU", "IN")} == {"CW"}
    assert printed.nations["GB"].points == "GB"
    assert printed.scenarios["1918"].points == {"CW": 2}


def test_22_81_breakdown_counters_for_as_many_corps_as_may(printed: Printed) -> None:
    """§22.81: three German corps, two of each other, and a Russian one of cavalry."""
    tally = Tally((u.nation, u.kind) for u in printed.units.values() if printed.order[u.id].act == BREAKDOWN)
    assert tally == {
        ("GE", "infantry"): 6,
        ("AH", "infantry"): 4,
        ("FR", "infantry"): 4,
        ("GB", "infantry"): 4,
        ("RU", "infantry"): 4,
        ("RU", "cavalry"): 2,
        ("IT", "infantry"): 4,
    }
    wanted = {spec for row in printed.breakdowns for spec in row.into}
    for unit in printed.units.values():
        if printed.order[unit.id].act == BREAKDOWN:
            assert any(spec.fits(unit) for spec in wanted), unit.id


def test_3_13_aircraft(printed: Printed) -> None:
    """§3.13: an attack of one, no defence, a range of four."""
    figures = {str(u.figures) for u in printed.units.values() if u.kind == "air"}
    assert figures == {"1-0-4"}


def test_17_11_no_unit_comes_before_their_country_is_in_the_war(printed: Printed) -> None:
    """§2.64 has one exception: the Greek corps at Salonika."""
    early = {
        unit.id
        for unit in printed.units.values()
        if "" != printed.order[unit.id].turn < printed.nations[unit.nation].enters
    }
    assert early == {"gk-nd"}


def test_3_12_no_two_units_have_the_same_name(printed: Printed) -> None:
    """A country, a type, a size and a name are one unit: once, or strong and weak (§17.35)."""
    order = printed.order
    names = Tally((u.nation, u.kind, u.size, u.label) for u in printed.units.values() if order[u.id].act != WEAKER)
    assert {*names.values()} == {1}
    weak = Tally(row.replaces for row in order.values() if row.act == WEAKER)
    assert {*weak.values()} == {1}


def test_17_43_there_is_someone_to_give_up_for_each_better_unit(printed: Printed) -> None:
    """§17.43, §17.44: by the date there are more counters of the kind than are given up or withdrawn."""
    gone: Tally[tuple[str, Spec]] = Tally()
    rows = [
        (row.turn, printed.units[id_].nation, row.takes, 1) for id_, row in printed.order.items() if row.act == UPGRADE
    ]
    rows += [(row.turn, row.nation, row.what, row.count) for row in printed.withdrawals.values()]
    for turn, nation, spec, number in at_least_one(sorted(rows, key=lambda row: row[0])):
        gone[nation, spec] += number
        text = " ".join(filter(None, (spec.kind, spec.size, spec.figures)))
        assert of_figures(printed, nation, text, turn) >= gone[nation, spec], (turn, nation, text)
