"""Odds, their headings, and what lies off the table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.tables import OddsTable

TABLE = OddsTable(
    columns=("1:2", "1:1", "2:1", "3:1"),
    rows=tuple(tuple((die, column) for column in range(4)) for die in range(1, 7)),
    below=(9, 0),
    beyond=(0, 9),
    first_ratio=2,
)


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
