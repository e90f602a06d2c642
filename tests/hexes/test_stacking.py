"""How much a hex holds, by kind, nation and ground; and who may go where that is too little."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from rules.hexes.choosing import own_unit
from rules.hexes.stacking import Limit, StackLimits, Surplus
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import Why, refused_by
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At


class Counter(NamedTuple):
    """What is printed on a unit."""

    kind: str
    nation: str = "red"
    halves: int = 2


COUNTERS = {
    "corps-1": Counter("foot"), "corps-2": Counter("foot"), "corps-3": Counter("foot", "blue"),
    "division-1": Counter("foot", halves=1), "division-2": Counter("foot", "blue", halves=1),
    "guns-1": Counter("guns"), "guns-2": Counter("guns"), "staff": Counter("staff"),
    "plane-1": Counter("plane"), "plane-2": Counter("plane"),
}  # fmt: skip
CITIES = {"0101": 2, "0202": 1}
TOO_MANY, TOO_MANY_GUNS, BLUE_ALONE, NO_FIELD = (
    Refusal("overstacked", "6", text) for text in ("Two corps.", "Guns for few.", "One blue unit.", "No airfield.")
)
LIMITS = StackLimits(
    (
        Limit[Counter](lambda c: c.halves if c.kind == "foot" else 0, 4, TOO_MANY),
        # A second battery where there is less to guard it.
        Limit(lambda c: {"foot": c.halves, "guns": 1}.get(c.kind, 0), 5, TOO_MANY_GUNS),
        Limit(lambda c: c.nation == "blue", 1, BLUE_ALONE),
        Limit(lambda c: c.kind == "plane", lambda hex_: CITIES.get(hex_, 0), NO_FIELD),
    ),
    COUNTERS,
)


@pytest.mark.parametrize(
    ("units", "refusal"),
    [
        ("", None),
        ("corps-1 corps-2 guns-1 staff", None),
        ("corps-1 corps-2 division-1", TOO_MANY),
        ("corps-1 division-1 division-2", None),
        ("corps-1 corps-2 guns-1 guns-2", TOO_MANY_GUNS),
        ("corps-1 division-1 guns-1 guns-2", None),
        ("corps-3 division-2", BLUE_ALONE),
        ("corps-1 corps-2 corps-3 division-2", TOO_MANY),
    ],
)
def test_a_hex_holds_so_much_of_each_and_the_first_limit_is_told(units: str, refusal: Refusal | None) -> None:
    assert LIMITS.why_not(units.split(), "0101") == refusal


def test_the_ground_may_say_how_much_a_hex_holds() -> None:
    planes = ("plane-1", "plane-2")
    assert LIMITS.why_not(planes, "0101") is None
    assert LIMITS.why_not(planes, "0202") == NO_FIELD
    assert LIMITS.why_not(planes[:1], "0202") is None
    assert LIMITS.over(planes, "0303") == (0, 0, 0, 2)
    with pytest.raises(ValueError, match="depends on the hex"):
        LIMITS.why_not(planes)


def test_surplus_are_those_of_whom_there_are_too_many() -> None:
    everyone = ("staff", "corps-1", "corps-3", "division-2", "guns-1", "plane-1")
    assert LIMITS.over(everyone, "0101") == (1, 1, 1, 0)
    assert LIMITS.surplus(everyone, "0101") == ("corps-1", "corps-3", "division-2", "guns-1")
    assert LIMITS.surplus(("corps-3", "division-2", "staff"), "0101") == ("corps-3", "division-2")
    assert LIMITS.surplus((), "0101") == () == LIMITS.surplus(("corps-1", "staff"), "0101")


def test_an_unknown_unit_is_an_error() -> None:
    with pytest.raises(KeyError):
        LIMITS.why_not(("nobody",))


STACKS = {"0101": ("corps-1", "corps-2", "division-1"), "0303": ("staff", "plane-1"), "0404": ("guns-1",)}
CROWDED = Refusal("not-crowded", "6", "Its hex does not hold too many.")


def own(at: At[dict[str, tuple[str, ...]]], check: Callable[[dict[str, tuple[str, ...]], str], object]) -> Why:
    """The red player's units."""
    return refused_by(
        lambda unit: check(at.state, own_unit(unit, COUNTERS, lambda u: COUNTERS[u].nation == at.seat, "4"))
    )


SURPLUS = Surplus[dict[str, tuple[str, ...]]](
    lambda at: [hex_ for hex_, units in at.state.items() if LIMITS.why_not(units, hex_)],
    lambda stacks, hex_: LIMITS.surplus(stacks[hex_], hex_),
    own,
    lambda _: CROWDED,
)


def test_the_owner_chooses_which_units_go_and_hears_why_others_stay() -> None:
    at = At(STACKS, "red")
    options = SURPLUS.options(at, NOTHING_CHOSEN)
    assert [*options.names] == ["corps-1", "corps-2", "division-1", "plane-1"]
    assert options.pick(Random(1)) in options.names
    assert SURPLUS.why(at)("guns-1") == CROWDED
    assert SURPLUS.why(at)("plane-1") is None
    stranger = SURPLUS.why(at)("corps-3")
    assert stranger is not None
    assert stranger.code == "not-your-unit", "another's unit is answered as if it did not exist"


def test_where_nothing_is_too_much_nobody_can_go() -> None:
    assert SURPLUS.options(At({"0404": ("guns-1",)}, "red"), NOTHING_CHOSEN).empty()
