"""§5.38: the Turkish Required Reserve: its dice, and the divisions that come and go."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.state import AVAILABLE, DEAD, LATER, RESERVE, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.reserve import dice_due, missing_divisions, roll_reserve
from rules.great_war.strategic.turkish_surrender import surrender_due
from rules.great_war.units.peoples import is_turkish, is_turkish_division
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject
from tests.games.chance import Dice
from tests.games.great_war.kit import at, before_set_up, refused, told, told_with
from tests.games.great_war.near_east.kit import set_up, to_movement, until
from tests.games.great_war.strategic.kit import played, put

STEP = "reserve"


def before_dice() -> State:
    """Strategic turn E after May and June 1915, in the Replacement Phase: nobody has points to spend before it."""
    return until(replace(to_movement(), turn=11), "replacement")


def rolled(*dice: int) -> State:
    """The reserve of strategic turn E after these dice; it has eleven divisions."""
    state = before_dice()
    while True:
        seats = GAME.deciders(state)
        last = len(seats) == 1
        state = told(state, seats[0], "end_phase", Dice(dice) if last else None)
        if last:
            return state


@pytest.mark.parametrize(
    ("letter", "dice"), [("B", 0), ("C", 1), ("D", 2), ("E", 2), ("I", 2), ("N", 2), ("O", 1), ("P", 1), ("R", 1)]
)
def test_5_38_one_die_on_c_and_o_two_between(letter: str, dice: int) -> None:
    """§5.38: from P on the last that are printed, those of O."""
    state = set_up()
    state = replace(state, strategic_state=replace(state.strategic_state, turn=letter))
    assert dice_due(state) == dice
    after, events = played(roll_reserve, state, *([3] * dice)) if dice else (state, [])
    assert [event.kind for event in events] == ["reserve-rolled"] * dice
    assert after.near_east.required == (3 * dice or 6)
    gone = replace(state, strategic_state=replace(state.strategic_state, surrendered=("TU",)))
    assert dice_due(gone) == 0


def test_20_2_a_turkey_that_is_not_at_war_rolls_neither_for_its_reserve_nor_for_its_surrender() -> None:
    """§20.2 No. 8, §5.38, §5.61: whatever the strategic turn."""
    state = set_up()
    state = replace(state, strategic_state=replace(state.strategic_state, turn="E"))
    assert (dice_due(state), surrender_due(state)) == (2, True)
    neutral = with_near_east(state, neutral=True)
    assert (dice_due(neutral), surrender_due(neutral)) == (0, False)


def test_5_38_the_dice_are_rolled_at_the_end_of_the_replacement_phase() -> None:
    """§5.38: both by themselves, once; the log has a line for each die, and everyone sees what is asked for."""
    before = before_dice()
    assert len(before.boxes[RESERVE]) == 11
    state = rolled(6, 6)
    assert (state.phase.key, state.near_east.required, missing_divisions(state)) == (STEP, 12, 1)
    assert GAME.deciders(state) == (CENTRAL,)
    track: JsonObject = GAME.view(state, ALLIED)["near_east"]  # type: ignore[assignment]
    assert track["reserve"] == {"required": 12, "held": 11}
    assert GAME.load_state(GAME.dump_state(state)) == state


def test_5_38_nobody_is_asked_where_the_number_is_right() -> None:
    """§5.38: eleven are there and eleven are asked for: the turn goes on."""
    seats = GAME.deciders(before_dice())
    state = before_dice()
    for seat in seats[:-1]:
        state = told(state, seat, "end_phase")
    state = told(state, seats[-1], "end_phase", Dice((5, 6, 1)))
    assert state.phase.key != STEP
    assert state.near_east.required == 11


def test_5_38_divisions_come_from_map_transit_box_and_available_box() -> None:
    """§5.38: at once, from a hex, the transit box and the Available Units Box, until the number is right."""
    state = put(relocate(rolled(6, 6), ["tu-2"], TRANSIT), AVAILABLE, "tu-51")
    state = put(state, LATER, "tu-20", "tu-24", "tu-42")
    assert missing_divisions(state) == 4
    start = at(state, "tu-36")
    asked = {"kind": "slot", "order": "fill_reserve", "slot": "units", "chosen": {}}
    found: Any = GAME.consult(state, CENTRAL, asked)
    assert {"tu-36", "tu-2", "tu-51"} <= {*found["options"]["of"]}
    assert not {"tu-21", "tu-gndm", *state.boxes[RESERVE]} & {*found["options"]["of"]}
    after, events = told_with(state, CENTRAL, "fill_reserve", units=["tu-36", "tu-2"])
    assert {at(after, u) for u in ("tu-36", "tu-2")} == {RESERVE}
    assert "tu-36" not in after.stacks.get(start, ())
    assert GAME.deciders(after) == (CENTRAL,)
    for viewer in (ALLIED, CENTRAL, "spectator"):
        line = GAME.narrate(state, events[0], after, viewer)
        assert line is not None
        assert line["section"] == "5.38"
        assert "hexes" not in line
        assert start not in str(line["text"])
    done, _ = told_with(after, CENTRAL, "fill_reserve", Dice((1,)), units=["tu-51", "tu-37"])
    assert done.phase.key != STEP
    assert missing_divisions(done) == 0


def test_5_38_who_does_not_go_into_the_reserve() -> None:
    """§5.38: no cavalry, Persian, headquarters or Ally, none from the dead pile, Arabia or the future, and no more
    than are missing."""
    state = rolled(6, 6)
    cases = {
        "tu-cav-1bd": "no-division", "tu-gndm": "no-division", "br-10in": "not-your-unit", "nobody": "not-your-unit",
        "tu-21": "not-there", "tu-58": "not-there", state.boxes[RESERVE][0]: "not-there",
    }  # fmt: skip
    for unit, code in cases.items():
        assert refused(state, CENTRAL, "fill_reserve", units=[unit]).code == code, unit
    dead = next(u for u in state.boxes[DEAD] if u.startswith("tu"))
    assert refused(state, CENTRAL, "fill_reserve", units=[dead]).code == "not-there"
    assert refused(state, CENTRAL, "fill_reserve", units=["tu-36", "tu-37"]).code == "wrong-number"
    assert refused(state, CENTRAL, "fill_reserve", units=[]).code == "wrong-number"
    assert refused(state, CENTRAL, "release_reserve", units=[state.boxes[RESERVE][0]]).code == "no-surplus"
    assert refused(state, ALLIED, "fill_reserve", units=["br-10in"]).section == "4.0"
    assert not is_turkish(state.counter("tu-gndm"))
    assert is_turkish_division(state.counter("tu-9cau"))


def test_5_38_a_surplus_goes_to_the_transit_box_free_of_charge() -> None:
    """§5.38: up to what is above the dice; it takes up no trains, and the way on from the box does."""
    state = rolled(4, 5)
    spare = state.boxes[RESERVE]
    assert missing_divisions(state) == -2
    assert refused(state, CENTRAL, "release_reserve", units=[*spare[:3]]).code == "wrong-number"
    assert refused(state, CENTRAL, "release_reserve", units=["tu-36"]).code == "not-there"
    assert refused(state, CENTRAL, "fill_reserve", units=["tu-36"]).code == "enough"
    after, events = told_with(state, CENTRAL, "release_reserve", Dice((1,)), units=[*spare[:2]])
    assert {*after.boxes[TRANSIT]} == {*spare[:2]}
    line = GAME.narrate(state, events[0], after, "spectator")
    assert line is not None
    assert str(line["text"]).startswith("From the Turkish reserve into the transit box: ")
    kept = told(state, CENTRAL, "end_phase", Dice((1,)))
    assert len(kept.boxes[RESERVE]) == 11
    trains = until(after, "central.rail")
    moved = told(trains, CENTRAL, "from_transit", units=[spare[0]], to="NE1728")
    assert moved.phase.used["near-east-central"] == 1


def test_5_38_europe_has_no_reserve() -> None:
    """§5.38: no dice and no step."""
    assert not before_set_up().printed.charts.reserve_dice
    assert dice_due(before_set_up()) == 0
