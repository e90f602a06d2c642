"""§6.45, §6.48, §16.31: events that follow the Bolsheviks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.combat.battle import ways_back
from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import AVAILABLE, DEAD, BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import CAVALRY
from rules.great_war.restrictions.civil_war import must_be_apart
from rules.great_war.stacking import crowded_hexes, why_too_many
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import at, moved, refused, told, told_with
from tests.games.great_war.near_east.events import bought, drawn, phase, where
from tests.games.great_war.near_east.test_combat import standing

WAR = "russian-civil-war"
STACKS = {"NC3041": "ru-39 ru-66 ru-20", "NC3040": "tu-10"}
PAIR = ("ru-39", "ru-66")


def red(west: str = CENTRAL, **stacks: str) -> State:
    """Russia after the Bolsheviks, with its divisions in one hex; the Allies move first where ``west`` leaves it."""
    state = relocate(standing({**STACKS, **stacks}), ["ru-pc"], DEAD)
    strategic_state = replace(state.strategic_state, czar="D", bolsheviks="D", collapsed=("RU",))
    return replace(state, strategic_state=strategic_state, west=west)


def broken_out(west: str = CENTRAL) -> State:
    """The turn on which civil war breaks out, before new units."""
    state, _ = bought(phase(start=red(west), central_pool=WAR, allied_pool="allied-no-event-c"), CENTRAL, 1)
    return told(state, CENTRAL, "end_phase")


def ended(state: State) -> State:
    """The state after everyone who is asked has ended the step."""
    for seat in GAME.deciders(state):
        state = told(state, seat, "end_phase")
    return state


def test_6_48_before_the_bolsheviks_it_is_no_event_and_goes_back() -> None:
    """§6.48: to the pool of the Central Powers; after them it stays in play."""
    state = drawn(CENTRAL, WAR)
    assert (where(state, WAR), state.near_east.civil_war) == ("central.pool", 0)
    after = broken_out()
    assert (where(after, WAR), after.near_east.civil_war) == ("central.play", after.turn)
    assert GAME.load_state(GAME.dump_state(after)) == after


def test_6_48_stacks_part_by_the_end_of_their_next_movement() -> None:
    """§6.48, §16.31: until then they stay together; the movement does not end before; what cannot go is lost."""
    state = broken_out()
    assert not must_be_apart(state)
    assert why_too_many(state, PAIR) is None
    while state.phase.key != "first-movement":
        state = ended(state)
    assert must_be_apart(state)
    assert crowded_hexes(state, ALLIED) == ("NC3041",)
    no = refused(state, ALLIED, "end_phase")
    assert (no.code, no.section, no.text.endswith("Separate them in N3041.")) == ("civil-war", "6.48", True)
    state = moved(state, ALLIED, "ru-39", "NC3141")
    assert refused(state, ALLIED, "end_phase").section == "6.48"
    state = told(state, ALLIED, "give_up", unit="ru-66")
    assert at(state, "ru-66") == DEAD
    assert told(state, ALLIED, "end_phase").phase.done == (ALLIED,)


def test_6_48_no_new_stack_is_made_before_the_old_ones_part() -> None:
    """§6.48: on the turn on which the war breaks out new Russians come in alone, each in a hex without another; stacks
    of before are left until their movement."""
    state = relocate(broken_out(), ["ru-20", "ru-5tks", "ru-4tks"], AVAILABLE)
    state = relocate(state, ["ru-4cau"], "NC4243")
    together = refused(state, ALLIED, "place", units=["ru-20", "ru-5tks"], hex="NC3653")
    assert (together.code, together.section) == ("civil-war", "6.48")
    assert refused(state, ALLIED, "place", units=["ru-20"], hex="NC4243").code == "civil-war"
    alone = told(state, ALLIED, "place", units=["ru-20"], hex="NC3653")
    assert refused(alone, ALLIED, "place", units=["ru-5tks"], hex="NC3653").code == "civil-war"
    assert not must_be_apart(alone)


def test_6_48_cavalry_rides_back_to_no_other_russians() -> None:
    """§6.48, §15.52: on the turn on which the war breaks out as well, before the Allies could part stacks."""
    frame = BattleFrame(CENTRAL, ("tu-39",), ("NC3142",), "NC3141", ("ru-cav-1cau",), CAVALRY)
    ways = []
    for state in (red(ALLIED), broken_out(ALLIED)):
        there = relocate(relocate(state, ["ru-cav-1cau"], "NC3141"), ["tu-39"], "NC3142")
        there = relocate(there, ["tu-40"], "NC3242")
        assert not must_be_apart(there)
        ways.append(ways_back(there, frame))
    assert ways == [("NC3042", "NC3140", "NC3241"), ("NC3140",)]


def test_6_48_the_side_that_moves_second_parts_in_the_second_movement() -> None:
    """§6.48: where the Allies have the west first, Russians cannot part before."""
    state = broken_out(west=ALLIED)
    assert not must_be_apart(state)
    for key, apart in (("first-movement", False), ("first.east.attacks", False), ("second-movement", True)):
        while state.phase.key != key:
            state = ended(state)
        assert must_be_apart(state) == apart, key
    assert must_be_apart(replace(state, turn=state.turn + 1))


def test_6_48_no_two_russians_attack_together() -> None:
    """§6.48: from the event on, though they still stand together; one alone may attack, and others as they like."""
    state = broken_out(west=ALLIED)
    state = replace(state, west=CENTRAL)
    there = ended(replace(state, turn=state.turn + 1, near_east=replace(state.near_east, civil_war=state.turn + 1)))
    while there.phase.key != "first-movement":
        there = ended(there)
    for hex_, unit in (("NC3141", "ru-39"), ("NC3140", "ru-66")):
        there = moved(there, ALLIED, unit, hex_)
    while there.phase.key != "first.east.attacks":
        there = ended(there)
    assert GAME.deciders(there) == (ALLIED,)
    refusal = refused(there, ALLIED, "attack", units=["ru-20", "ru-66"], target="NC3040")
    assert (refusal.code, refusal.section) == ("civil-war", "6.48")
    told_with(there, ALLIED, "attack", _any, units=["ru-20"], target="NC3040")


class _Any:
    """Dice that are rolled as often as they are needed."""

    left = ()

    def __call__(self, draw: int, sides: int) -> int:
        return 1


_any: Any = _Any()


def test_7_23_others_stack_as_before() -> None:
    """§6.48: Turks, British, and Russians before the event."""
    state = replace(broken_out(), turn=12)
    assert must_be_apart(state)
    assert why_too_many(state, ("tu-10", "tu-13")) is None
    assert why_too_many(state, ("br-10in", "br-11in")) is None
    found = why_too_many(state, PAIR)
    assert found is not None
    assert found.section == "6.48"
    assert why_too_many(standing({}), PAIR) is None


@pytest.mark.parametrize(("turn", "place"), [(46, "central.play"), (47, "")])
def test_6_45_the_army_of_islam_comes_before_1919(turn: int, place: str) -> None:
    """§6.45: mandatory, it lies in play; drawn later it is no event and leaves the game."""
    assert where(drawn(CENTRAL, "army-of-islam", fields={"turn": turn}), "army-of-islam") == place
