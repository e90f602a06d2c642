"""What may be named."""

from __future__ import annotations

import pytest

from rules.hexes.choosing import hex_in_play, hex_of, one_of, one_of_fitting, own_unit, place_name, some_of
from rules.kernel.messages import Refusal, Refused

UNITS = {"red-1": "0101", "red-2": "0101", "red-3": "pool", "blue-1": "0202"}
NONE = Refusal("nothing-chosen", "4", "Choose at least one unit.")
APART = Refusal("not-together", "8", "Choose units that stand together.")


def mine(value: object) -> str:
    """A unit of the red side."""
    return own_unit(value, UNITS, lambda name: name.startswith("red"), "4")


def why(unit: str) -> Refusal | None:
    """Why a unit may not be named."""
    try:
        mine(unit)
    except Refused as refused:
        return refused.refusal
    return None


@pytest.mark.parametrize("value", ["blue-1", "red-9", "", 7, None, ["red-1"]])
def test_another_sides_unit_is_answered_like_one_that_does_not_exist(value: object) -> None:
    with pytest.raises(Refused) as caught:
        mine(value)
    assert caught.value.refusal == Refusal("not-your-unit", "4", "That is not one of your units.")


@pytest.mark.parametrize("value", ["0999", 7, None])
def test_a_hex_must_be_in_play(value: object) -> None:
    with pytest.raises(Refused, match="not in play"):
        hex_in_play(value, {"0101"}.__contains__, "3")
    assert hex_in_play("0101", {"0101"}.__contains__, "3") == "0101"


def test_units_stand_together_in_one_hex_of_the_map() -> None:
    assert hex_of(["red-1", "red-2"], UNITS.__getitem__, {"0101", "0202"}, APART) == "0101"
    for units in (["red-1", "blue-1"], ["red-3"], []):
        with pytest.raises(Refused, match="together"):
            hex_of(units, UNITS.__getitem__, {"0101", "0202"}, APART)


def test_options_list_what_fits_and_say_why_the_rest_does_not() -> None:
    for options in (one_of(lambda: ["red-1"], why), one_of_fitting(lambda: ["red-1", "blue-1"], why)):
        assert [*options.names] == ["red-1"]
        assert options.read("red-2", "4") == "red-2"
        with pytest.raises(Refused, match="not one of your units"):
            options.read("blue-1", "4")
    some = some_of(lambda: ["red-1", "red-2"], why, NONE)
    assert some.read(["red-2"], "4") == ("red-2",)
    with pytest.raises(Refused, match="at least one"):
        some.read([], "4")


def test_places_are_named_with_their_town() -> None:
    assert place_name("Metz", "0101") == "Metz (0101)"
    assert place_name("", "0101") == "0101"
