"""Units that come, are set up and change places, and hexes that change hands."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.hexes.stacks import bring, exchange, place, taken_after

BOXES = ("pool",)
STACKS = {"0101": ("a", "b"), "0202": ("c",)}


class Unit(NamedTuple):
    """A unit, and whether it shows its back."""

    at: str
    back: bool = False


UNITS = {"a": Unit("0101"), "b": Unit("0101"), "c": Unit("0202"), "d": Unit("pool")}


@pytest.mark.parametrize(
    ("coming", "to", "wanted"),
    [
        ("ab", "0202", {"0202": ("a", "b", "c")}),
        ("ba", "0303", {"0202": ("c",), "0303": ("b", "a")}),
        ("ac", "0101", {"0101": ("a", "c", "b")}),
        ("dc", "0202", {"0101": ("a", "b"), "0202": ("d", "c")}),
        ("bc", "pool", {"0101": ("a",)}),
    ],
)
def test_units_come_on_top_in_their_order_and_leave_no_empty_hex(
    coming: str, to: str, wanted: dict[str, tuple[str, ...]]
) -> None:
    units, stacks = bring(UNITS, STACKS, {unit: Unit(to, True) for unit in coming}, to, BOXES)
    assert stacks == wanted
    assert units == UNITS | {unit: Unit(to, True) for unit in coming}
    assert STACKS == {"0101": ("a", "b"), "0202": ("c",)}, "the stacks before stay as they were"


def test_a_game_may_have_an_order_of_its_own() -> None:
    _, stacks = bring(UNITS, STACKS, {"d": Unit("0101")}, "0101", BOXES, lambda units: tuple(sorted(units)))
    assert stacks["0101"] == ("a", "b", "d")
    assert place(STACKS, {"d": "0202"}, lambda units: tuple(sorted(units)))["0202"] == ("c", "d")


def test_units_placed_later_lie_above() -> None:
    assert place(STACKS, {"d": "0202", "e": "0202", "f": "0303"}) == {
        "0101": ("a", "b"), "0202": ("e", "d", "c"), "0303": ("f",),
    }  # fmt: skip


def test_two_units_change_places_also_with_a_box() -> None:
    assert exchange(STACKS, ("b", "0101"), ("c", "0202")) == {"0101": ("a", "c"), "0202": ("b",)}
    assert exchange(STACKS, ("b", "0101"), ("d", "pool")) == {"0101": ("a", "d"), "0202": ("c",)}
    assert exchange(STACKS, ("a", "0101"), ("b", "0101")) == STACKS


def test_hexes_that_come_home_are_taken_no_longer() -> None:
    home = {"0101", "0102"}
    taken = taken_after(frozenset({"0101", "0505"}), ("0101", "0303"), lambda hex_: hex_ not in home)
    assert taken == {"0303", "0505"}
