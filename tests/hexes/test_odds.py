"""Odds, their headings, and what lies off the table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes.odds import Odds, OddsTable, as_list, net, total

HEADINGS = ("1:2", "1:1", "2:1", "3:1")
TABLE = OddsTable(Odds(HEADINGS, 2), tuple(tuple((die, c) for c in range(4)) for die in range(1, 7)), (9, 0), (0, 9))


@pytest.mark.parametrize(
    ("attack", "defence", "heading"),
    [
        (27, 7, "3:1"),
        (3, 5, "1:2"),
        (5, 5, "1:1"),
        (9, 5, "1:1"),
        (10, 5, "2:1"),
        (1, 2, "1:2"),
        (2, 5, "1:3"),
        (1, 5, "1:5"),
        (40, 5, "8:1"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, heading: str) -> None:
    assert TABLE.heading(TABLE.column_of(attack, defence)) == heading


@given(st.integers(1, 200), st.integers(1, 200))
def test_a_column_never_flatters_the_attacker_and_wastes_no_whole_ratio(attack: int, defence: int) -> None:
    attacker, defender = (int(part) for part in TABLE.heading(TABLE.column_of(attack, defence)).split(":"))
    odds = Fraction(attack, defence)
    assert Fraction(attacker, defender) <= odds
    better = Fraction(attacker + 1) if defender == 1 else Fraction(1, defender - 1)
    assert odds < better


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 20))
def test_more_attackers_never_worsen_the_column_and_more_defenders_never_better_it(a: int, d: int, more: int) -> None:
    assert TABLE.column_of(a + more, d) >= TABLE.column_of(a, d) >= TABLE.column_of(a, d + more)


def test_no_defence_is_past_every_column_and_no_attack_before_the_first() -> None:
    assert TABLE.automatic(TABLE.column_of(3, 0)) == (0, 9)
    assert TABLE.automatic(TABLE.column_of(0, 3)) == (9, 0)
    assert TABLE.automatic(TABLE.column_of(0, 0)) == (0, 9)


@pytest.mark.parametrize("column", range(4))
@pytest.mark.parametrize("die", range(1, 7))
def test_inside_the_table_the_die_picks_the_row(column: int, die: int) -> None:
    assert TABLE.automatic(column) is None
    assert TABLE.result(column, die) == (die, column)


@pytest.mark.parametrize("die", range(1, 7))
def test_off_the_table_no_die_matters(die: int) -> None:
    assert TABLE.result(-1, die) == TABLE.result(-7, die) == (9, 0)
    assert TABLE.result(4, die) == TABLE.result(40, die) == (0, 9)


def test_headings_go_on_beyond_the_printed_ones() -> None:
    assert [TABLE.heading(c) for c in range(-2, 7)] == ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


def test_a_heading_names_its_column_beyond_the_table_too() -> None:
    columns = range(-3, 8)
    assert [TABLE.odds.column_named(TABLE.heading(column)) for column in columns] == [*columns]


def test_a_table_is_read_as_it_is_printed() -> None:
    spec = {"columns": ["1:1", "2:1"], "rows": [["a", "b"], ["c", "d"]], "below": "e", "beyond": "f"}
    table = OddsTable.read(spec, str.upper)
    assert table == OddsTable(Odds(("1:1", "2:1"), 1), (("A", "B"), ("C", "D")), "E", "F")
    assert [table.result(c, 2) for c in (-1, 0, 1, 2)] == ["E", "C", "D", "F"]
    assert table.heading(table.column_of(5, 2)) == "2:1"


@pytest.mark.parametrize(
    "columns", [["1:2", "2:1", "3:1"], ["1:3", "1:2", "1:1", "3:2"], ["2:1", "3:1"], ["2:1", "1:1"]]
)
def test_columns_that_do_not_follow_on_each_other_are_a_misprint(columns: list[str]) -> None:
    with pytest.raises(ValueError, match="odds column"):
        Odds.read(columns)


def test_a_row_with_a_hole_is_a_misprint() -> None:
    spec = {"columns": ["1:1", "2:1"], "rows": [["a", "b"], ["c"]], "below": "e", "beyond": "f"}
    with pytest.raises(ValueError, match="the row of die 2 has 1 results for 2 columns"):
        OddsTable.read(spec, str)


def test_shifts_add_up_to_either_side() -> None:
    shifts = [("In a city", "11.13", -1), ("Every attacker has élan", "11.16", +1), ("River", "11.12", -1)]
    assert total(shifts) == -1
    assert total([]) == 0
    assert as_list(shifts[:1], "columns") == [{"text": "In a city", "section": "11.13", "columns": -1}]


@pytest.mark.parametrize(
    ("numbers", "floor", "wanted"), [((2, -1), -3, 1), ((2, -2, -2), -3, -1), ((-1, -4), -3, -3), ((3, 1), -3, 4)]
)
def test_what_the_defender_takes_off_goes_no_further_than_its_floor(
    numbers: tuple[int, ...], floor: int, wanted: int
) -> None:
    assert net([("", "", n) for n in numbers], floor) == wanted


CLAMPED = OddsTable(Odds(HEADINGS, 2), tuple(tuple((die, c) for c in range(4)) for die in range(7)), (9, 0), None, 0)


def test_a_net_die_off_the_rows_counts_as_the_nearest() -> None:
    assert CLAMPED.result(2, -3) == CLAMPED.result(2, 0) == (0, 2)
    assert CLAMPED.result(2, 9) == CLAMPED.result(2, 6) == (6, 2)
    assert CLAMPED.outcomes(1, -2) == ((0, 1), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1))


def test_where_nothing_lies_beyond_the_last_column_goes_on() -> None:
    assert CLAMPED.automatic(7) is None
    assert CLAMPED.result(7, 4) == (4, 3)
    assert CLAMPED.result(-1, 4) == CLAMPED.automatic(-1) == (9, 0)
