"""The charts of the Great War against what the rulebook says of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.charts import DICE, EUROPEAN, WEATHER, Result
from rules.great_war.printed.data import FOLDER, Printed
from tests.games.great_war.boards import Board

PRINTED = Printed.read(FOLDER)
CHARTS = PRINTED.charts
COMBAT = CHARTS.combat
COLUMNS = {name: n for n, name in enumerate(COMBAT.odds.columns)}


def by_turn(strategic: str) -> int:
    """The operational turn before a strategic one."""
    return next(t.number for t in CHARTS.turns if t.then == strategic)


# --- combat -----------------------------------------------------------------------------------------------------------


def test_10_48_columns_and_below_them() -> None:
    """§10.31, §10.48: from 1:2 to 5:1; below, two steps on table A and four on B; above, the last column."""
    assert COMBAT.odds.columns == ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
    assert COMBAT.against(3).result(-1, 6) == Result(2, 0)
    assert COMBAT.against(4).result(-1, 6) == Result(4, 0)
    assert COMBAT.against(3).result(7, 2) == COMBAT.against(3).result(COLUMNS["5:1"], 2)


def test_10_33_three_defenders_or_more() -> None:
    """§10.33: table A against up to three units and forts, table B against four."""
    column = COLUMNS["1:1"]
    assert [COMBAT.against(n).result(column, 0) for n in (1, 3, 4, 6)] == [
        COMBAT.a.rows[0][column], COMBAT.a.rows[0][column], COMBAT.b.rows[0][column], COMBAT.b.rows[0][column],
    ]  # fmt: skip
    assert COMBAT.a.rows[0] != COMBAT.b.rows[0]


def test_10_56_dice_end_at_zero_and_six() -> None:
    """§10.55, §10.56: a die below zero is zero and one above six is six; defenders gain three at most."""
    for column in range(6):
        assert COMBAT.against(2).result(column, -3) == COMBAT.a.rows[0][column]
        assert COMBAT.against(2).result(column, 9) == COMBAT.a.rows[6][column]
    assert COMBAT.defender_floor == -3


def test_10_65_defender_eliminated() -> None:
    """§10.65: on table A in each column from 3:1 up and in no other, and never on table B."""
    with_e = {COMBAT.odds.columns[c] for row in COMBAT.a.rows for c, result in enumerate(row) if result.everybody}
    assert with_e == {"3:1", "4:1", "5:1"}
    assert not any(result.everybody for row in COMBAT.b.rows for result in row)
    assert all(result.attacker == 0 for row in COMBAT.a.rows for result in row if result.everybody)


def test_10_61_tables_favour_odds_and_dice() -> None:
    """§10.61, §10.48: a better column or die costs the attacker no more, the defender no less."""

    def damage(result: Result) -> int:
        return 6 if result.everybody else result.defender

    def worse(one: Result, other: Result) -> bool:
        return one.attacker < other.attacker or damage(one) > damage(other)

    for rows, below in ((COMBAT.a.rows, COMBAT.a.below), (COMBAT.b.rows, COMBAT.b.below)):
        assert len(rows) == DICE
        assert not any(worse(a, b) for row in rows for a, b in pairwise(row))
        assert not any(worse(a, b) for low, high in pairwise(rows) for a, b in zip(low, high, strict=True))
        assert rows[0][0] == below


def test_10_36_a_stack_of_six_is_not_swept_away() -> None:
    """§7.23, §10.33: on table B an attack destroys four units on a six at the best odds alone."""
    deadly = [(die, c) for die, row in enumerate(COMBAT.b.rows) for c, r in enumerate(row) if r.defender >= 4]
    assert deadly == [(6, COLUMNS["5:1"])]


# --- terrain ----------------------------------------------------------------------------------------------------------


def test_3_12_every_terrain_of_the_boards_is_in_the_chart() -> None:
    """§8.36: and those of the chart that Europe has not are the Near East's."""
    there = {
        row["terrain"]
        for name in ("great-war-west", "great-war-italy", "great-war-east")
        for row in Board(name).hexes.values()
        if row["surface"] == "land"
    }
    assert there - {""} <= CHARTS.terrain.keys()
    assert CHARTS.terrain.keys() - there == {"difficult"}


def test_8_32_movement() -> None:
    """§8.32, §8.33, §12.2: two points for hard ground, one for mountain troops in mountains, alpine theirs alone."""
    cost = {name: terrain.cost("fair", False) for name, terrain in CHARTS.terrain.items()}
    assert cost == {
        "clear": 1, "rough": 1, "flood plain": 1, "forest": 2, "marsh": 2, "difficult": 2, "mountain": 2,
        "mountain pass": 2, "alpine": None,
    }  # fmt: skip
    assert CHARTS.terrain["mountain"].cost("snow", True) == 1
    assert CHARTS.terrain["alpine"].cost("fair", True) == 2
    assert CHARTS.terrain["flood plain"].mp == tuple(
        CHARTS.terrain["marsh" if weather == "wet" else "clear"].mp[n] for n, weather in enumerate(WEATHER)
    )
    assert CHARTS.features.pass_mp == (1, 1, 2, 1)


def test_8_25_a_river_before_a_mountain_in_the_wet() -> None:
    """§8.25: two and one more."""
    mountain = CHARTS.terrain["mountain"].cost("wet", False)
    assert mountain is not None
    assert mountain + CHARTS.features.river_mp[WEATHER.index("wet")] == 3


def test_10_42_shifts() -> None:
    """§10.42, §10.43, §12.2: forest and flood plain by weather, mountains two in wet and snow."""
    shift = {name: t.shift[:-1] for name, t in CHARTS.terrain.items() if t.shift != (1, 1, 1, 1)}
    assert shift == {
        "clear": (0, 0, 0), "forest": (0, 1, 1), "flood plain": (0, 1, 0), "mountain": (1, 2, 2),
        "mountain pass": (1, 2, 2),
    }  # fmt: skip
    features = CHARTS.features
    assert (features.city_shift, features.fort_shift, features.heavy_fort_shift, features.hindenburg_shift) == (
        1,
        1,
        2,
        2,
    )


def test_10_41_rough_ground_and_a_headquarters_of_two() -> None:
    """§10.41: 4:1 against rough is 3:1, and 5:1 with two columns of support."""
    column = COLUMNS["4:1"] - CHARTS.terrain["rough"].shift[0]
    assert COMBAT.odds.columns[column] == "3:1"
    assert COMBAT.odds.columns[column + 2] == "5:1"


def test_15_24_tanks() -> None:
    """§15.24, §10.72: not into marsh, mountain, alpine or forest; marsh, mountain and wet plain end an advance."""
    barred = {name for name, terrain in CHARTS.terrain.items() if not terrain.tanks}
    assert barred == {"forest", "marsh", "mountain", "mountain pass", "alpine"}
    assert CHARTS.terrain["flood plain"].halts == ("wet",)
    assert CHARTS.terrain["marsh"].halts == EUROPEAN


# --- turns ------------------------------------------------------------------------------------------------------------


def test_4_1_fifty_one_turns_and_twenty_one() -> None:
    """§4.1: a strategic turn after every two or three operational ones, A to U."""
    after = [turn.number for turn in CHARTS.turns if turn.then]
    assert len(CHARTS.turns) == 51
    assert "".join(turn.then for turn in CHARTS.turns) == STRATEGIC
    assert {b - a for a, b in pairwise([0, *after])} == {2, 3}
    assert after[-1] == 51


def test_4_1_named_turns() -> None:
    """§18.24, §18.15, §19.51: turn 28 is March 1917, the last June 1919; the first initiative lasts two turns."""
    assert CHARTS.turns[27].date == "Mar 1917"
    assert CHARTS.turns[50].date == "June 1919"
    assert by_turn("A") == 2


@pytest.mark.parametrize(
    ("date", "before", "after"),
    [("May 1915", "D", "E"), ("Jan/Feb 1916", "G", "H"), ("Apr 1917", "L", "M"), ("Jan/Feb 1918", "O", "P")],
)
def test_21_scenarios_begin_between_strategic_turns(date: str, before: str, after: str) -> None:
    """§21.21, §21.31, §21.41, §21.51: where each scenario stands on the track."""
    number = next(t.number for t in CHARTS.turns if t.date == date)
    assert by_turn(before) < number <= by_turn(after)


def test_12_12_the_weather_of_november_1914() -> None:
    """§12.12: wet in the west, snow in the east."""
    turn = next(t for t in CHARTS.turns if t.date == "Nov/Dec 1914")
    assert (turn.west, turn.east) == ("wet", "snow")


def test_12_12_march_and_october_vary_in_the_west() -> None:
    """§12.12: those two months of every year and no other."""
    variable = {t.date.split()[0] for t in CHARTS.turns if t.west == "variable"}
    assert variable == {"Mar", "Oct"}
    assert all(t.west == "variable" for t in CHARTS.turns if t.date.startswith(("Mar", "Oct")))


def test_12_2_snow_falls_in_the_west_too() -> None:
    """§5.24, §8.34: lakes of the west and Italy freeze, and bombers meet wet weather before a strategic turn."""
    assert any(t.west == "snow" for t in CHARTS.turns)
    assert any(t.west in ("wet", "snow", "variable") and t.then for t in CHARTS.turns)


# --- resources --------------------------------------------------------------------------------------------------------


def test_20_3_britain_has_one_point_on_turn_a() -> None:
    """§20.3: Moltke's plan costs Britain the point of turn A."""
    assert CHARTS.income("BR", "A") == 1


def test_5_13_the_track_can_overflow() -> None:
    """§5.13: someone who carries ten can come above nineteen."""
    carried, track = CHARTS.spending.carried, CHARTS.spending.track
    assert any(carried + points > track for row in CHARTS.resources.values() for points in row)


def test_6_16_the_united_states_have_points() -> None:
    """§6.16: Allied chits may be bought with theirs; Montenegro has a row nowhere."""
    assert CHARTS.income("US", "O") > 0
    assert CHARTS.income("MN", "A") == 0


def test_5_16_resource_hexes() -> None:
    """§5.16: seven points, where the boards have them marked."""
    marked = {
        prefix + hex_: int(points)
        for prefix, name in (("W", "great-war-west"), ("E", "great-war-east"))
        for hex_, points in Board(name).of("resource").items()
    }
    assert {h.hex: h.points for h in CHARTS.resource_hexes} == marked
    assert sum(marked.values()) == 7


def test_9_34_breslau_to_budapest() -> None:
    """§9.11, §9.34: a headquarters is two and ends outside Germany, so four; the limits of each side."""
    capacity = CHARTS.capacity
    assert {c.id: c.units for c in capacity.values()} == {"central": 24, "allied": 12, "russian": 8, "sea": 6}
    country = {row["name"]: row["country"] for row in Board("great-war-east").hexes.values()}
    assert capacity["central"].weight(country["Breslau"], country["Budapest"], headquarters=True) == 4
    assert capacity["central"].weight(country["Breslau"], country["Danzig"], headquarters=False) == 1
    assert capacity["russian"].weight("RU", "RU", headquarters=True) == 2


def test_14_43_trenches() -> None:
    """§14.43, §14.45: by nation and strategic turn, and each nation of a side in one group."""
    drm = {id_: [trench.drm(turn) for turn in "ABCDF"] for id_, trench in CHARTS.trenches.items()}
    assert drm == {
        "german": [0, -1, -1, -2, -2],
        "central": [0, 0, 0, 0, -1],
        "anglo-belgian": [0, -1, -1, -2, -2],
        "french": [0, 0, -1, -2, -2],
        "allied": [0, 0, 0, 0, -1],
    }
    for side in ("central", "allied"):
        nations = [n for trench in CHARTS.trenches.values() if trench.side == side for n in trench.nations]
        assert len(nations) == len(set(nations))


def test_21_46_devastation() -> None:
    """§14.64, §21.46: no fewer markers than the eight of April 1917."""
    assert CHARTS.markers.devastation >= 8
    assert (CHARTS.markers.hindenburg, CHARTS.markers.hindenburg_turn) == (4, "K")


def test_3_3_every_chart_of_the_card_is_read() -> None:
    """§3.3: the combat tables, the ground, the track and the points are there for every turn of the war."""
    assert len(CHARTS.turns) == 51
    assert sum(bool(t.then) for t in CHARTS.turns) == 21
    assert {len(row) for row in (*COMBAT.a.rows, *COMBAT.b.rows)} == {len(COMBAT.a.rows[0])}
