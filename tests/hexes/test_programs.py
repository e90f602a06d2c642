"""What programs of hex games see, measure and expect."""

from __future__ import annotations

import pytest

from rules.hexes.programs.in_sight import Seen, read_stacks
from rules.hexes.programs.measured import FAR_HEXES, Measured
from rules.hexes.programs.outlook import Outlook, expected_outlook
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice

BOARD = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 6) for col in range(1, 8)])
WOODS = {BOARD.index["0203"], BOARD.index["0204"]}
SEA = {BOARD.index[f"04{col:02}"] for col in range(1, 8)}
WAYS = tuple(
    tuple(b for b in row if b != OFF_BOARD and b not in SEA) if a not in SEA else ()
    for a, row in enumerate(BOARD.neighbours)
)
MAP = Measured(BOARD, WAYS, lambda _, b: 2 if b in WOODS else 1)


def test_a_march_costs_what_it_enters_and_not_where_it_begins() -> None:
    assert MAP.march("0203", "0202") == 1
    assert MAP.march("0202", "0203") == 2
    assert MAP.march("0202", "0205") == 4, "round the woods"
    assert MAP.march("0101", "0101") == 0
    assert MAP.march("0501", "0101") == FAR_HEXES, "over the sea"


def test_hexes_around_and_between_are_those_of_the_board() -> None:
    assert {*MAP.around("0303")} == {h for h in BOARD.around("0303") if BOARD.index[h] not in SEA}
    assert MAP.apart("0101", "0501") == BOARD.distance("0101", "0501")
    assert MAP.within("0303", 1) == BOARD.within("0303", 1)
    assert (MAP.row("0305"), MAP.column("0305")) == (3, 5)


@pytest.mark.parametrize(
    ("theirs", "ours", "leaves", "wanted"),
    [
        (3, 9.0, 0.0, Outlook(1.0, 2.0, 0.5)),
        (2, 9.0, 0.0, Outlook(1.0, 1.5, 0.5)),
        (3, 1.0, 0.0, Outlook(0.5, 2.0, 0.5)),
        (3, 9.0, 0.5, Outlook(1.0, 2.0, 0.75)),
    ],
)
def test_nobody_loses_more_than_there_is(theirs: int, ours: float, leaves: float, wanted: Outlook) -> None:
    assert expected_outlook([(2, 1), (0, 3)], theirs, ours, lambda _: leaves) == wanted


def test_a_defender_stands_unless_told_otherwise() -> None:
    assert expected_outlook([(2, 1), (0, 3)], 3) == Outlook(1.0, 2.0, 0.5)


def test_a_stack_that_is_the_same_object_is_not_read_again() -> None:
    read: list[str] = []

    def units(hex_: str, stack: object) -> str:
        read.append(hex_)
        return f"{hex_} {stack}"

    one, two = [{"id": "a"}], [{"id": "b"}]
    seen: Seen[str] = {}
    read_stacks({"0101": one, "0202": two}, units, seen)
    found = read_stacks({"0202": two, "0101": [{"id": "a"}], "0303": one}, units, seen)
    assert read == ["0101", "0202", "0101", "0303"]
    assert [*found] == ["0202", "0101", "0303"]
    assert found["0202"] == f"0202 {two}"
    assert read_stacks({"0202": two}, units, None) == {"0202": f"0202 {two}"}
