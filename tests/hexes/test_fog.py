"""What viewers see of stacks."""

from __future__ import annotations

import pytest

from rules.hexes.fog import faces_of, hidden_unit, known_of, stack_seen, the_top
from rules.kernel.game import REFEREE, SPECTATOR

STACK = ("red-1", "red-2", "red-3")


@pytest.mark.parametrize(
    ("viewer", "shown"), [("red", STACK), (REFEREE, STACK), ("blue", STACK[:1]), (SPECTATOR, STACK[:1])]
)
def test_a_side_sees_its_own_stacks_whole_and_of_others_what_is_left_open(viewer: str, shown: tuple[str, ...]) -> None:
    assert faces_of(STACK, "red", viewer, the_top) == shown


def test_whoever_looks_into_a_stack_asks_nothing_of_an_empty_hex() -> None:
    def left_open(_: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("nobody is there")

    assert faces_of((), "red", "blue", left_open) == ()


def test_concealed_units_have_their_place_for_a_name_and_tell_nothing_else() -> None:
    seen = stack_seen("0304", STACK, "red", ("red-1",), ("red-3",), lambda unit: {"id": unit})
    assert seen == [{"id": "red-1"}, {"id": "?0304.1", "side": "red", "concealed": True}, {"id": "red-3"}]
    assert hidden_unit("0304", 1, "red") == seen[1]


def test_lines_name_the_known_and_count_the_others() -> None:
    assert known_of(iter(STACK), lambda unit: unit != "red-2") == (["red-1", "red-3"], 1)
    assert known_of((), lambda _: True) == ([], 0)
