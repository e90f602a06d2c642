"""A view in parts: what is made again, what is handed over as it is, and for whom."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pytest

from rules.kernel.incremental import Remembering
from rules.kernel.messages import Json
from rules.kernel.view_parts import Open, Own, View
from tests import recalls


@dataclass(frozen=True)
class State(Remembering):
    """Two towns and a hand of cards for each player."""

    towns: dict[str, int] = field(default_factory=lambda: {"a": 1, "b": 2})
    hands: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"red": ("ace",), "blue": ("ten",)})
    turn: int = 1

    @cached_property
    def memo(self) -> dict[str, Any]:
        return {}


def follow(before: State, **changes: Any) -> State:
    """The next state."""
    after = replace(before, **changes)
    after.follow(before)
    return after


class Table:
    """A view that notes which of its parts are made."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.view: View[State] = View(
            Open("turn", ("turn",), lambda state: state.turn),
            Own("viewer", (), lambda _, viewer: viewer),
            Open("towns", ("towns",), self._towns),
            Own("hand", ("hands",), self._hand),
        )

    def _towns(self, state: State) -> Json:
        self.made.append("towns")
        return dict(state.towns)

    def _hand(self, state: State, viewer: str) -> Json:
        self.made.append(f"hand of {viewer}")
        return [*state.hands[viewer]]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture(autouse=True)
def only_their_own_finds() -> Any:
    """These tests count what is made: nothing is made to check another."""
    with recalls.unchecked():
        yield


def test_members_stand_in_the_order_of_the_parts(table: Table) -> None:
    first = State()
    later = follow(first, turn=2, towns={"a": 3})
    for state in (first, later):
        assert [*table.view.of(state, "red")] == ["turn", "viewer", "towns", "hand"]


def test_only_what_has_another_source_is_made_again(table: Table) -> None:
    first = State()
    before = table.view.of(first, "red")
    assert table.made == ["towns", "hand of red"]
    after = table.view.of(follow(first, hands={"red": ("king",), "blue": ()}), "red")
    assert table.made == ["towns", "hand of red", "hand of red"]
    assert after["towns"] is before["towns"]
    assert (before["hand"], after["hand"]) == (["ace"], ["king"])


def test_a_view_of_which_no_part_is_another_is_the_same_object(table: Table) -> None:
    first = State()
    assert table.view.of(follow(first, hands=first.hands), "red") is table.view.of(first, "red")


def test_open_parts_are_made_once_and_own_parts_for_each_viewer(table: Table) -> None:
    state = State()
    red, blue = table.view.of(state, "red"), table.view.of(state, "blue")
    assert table.made == ["towns", "hand of red", "hand of blue"]
    assert red["towns"] is blue["towns"]
    assert (red["viewer"], red["hand"], blue["viewer"], blue["hand"]) == ("red", ["ace"], "blue", ["ten"])


def test_what_is_kept_for_one_viewer_never_comes_to_another(table: Table) -> None:
    state = State()
    for turn in range(2, 12):
        state = follow(state, turn=turn, hands={"red": (f"r{turn}",), "blue": (f"b{turn}",)})
        viewer = "red" if turn % 3 else "blue"
        shown = table.view.of(state, viewer)
        assert (shown["turn"], shown["viewer"], shown["hand"]) == (turn, viewer, [*state.hands[viewer]])


def test_a_name_stands_once() -> None:
    with pytest.raises(ValueError, match="same name"):
        View(Open("turn", (), lambda _: 1), Own("turn", (), lambda _, viewer: viewer))
