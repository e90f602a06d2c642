"""§13.29: the Yilderim Army Group comes in on any front, in Arabia, or in the reserve."""

from __future__ import annotations

from typing import Any

from rules.great_war.facts.boxes import UnitsBoxed
from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate, with_near_east, with_strategic_state
from rules.great_war.position.state import ARABIA, AVAILABLE, RESERVE, TRANSIT, PhaseFrame, State
from rules.great_war.position.usage import RESERVE_DICE
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.phases import RESERVE_STEP
from rules.great_war.strategic.surrender_modifiers import modifiers
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import at, refused, told, told_with
from tests.games.great_war.near_east.events_kit import up_to
from tests.games.great_war.near_east.kit import set_up, until

ARMY_GROUP, DAMASCUS = "tu-hq-yag", "NE1728"
ARABIA_SHORT = ("Too few Turkish units in Arabia", "5.62", 1)


def waiting() -> State:
    """April 1917, in which the army group is still to come in, and one of the Turks of Arabia has left."""
    state = relocate(set_up("near-east-1917"), [ARMY_GROUP], AVAILABLE)
    left = state.boxes[ARABIA][0]
    return up_to(relocate(state, [left], DAMASCUS), "central.new-units")


def test_13_29_it_may_be_sent_to_arabia() -> None:
    """§13.29, §5.62, §9.16: it counts among the Turks there, and comes out by rail as any unit does, at two."""
    start = waiting()
    assert len(start.boxes[ARABIA]) == 4, "three of the four, and the 58th, which has gone on by itself"
    state, events = told_with(start, CENTRAL, "choose_box", unit=ARMY_GROUP, box=ARABIA)
    assert [*events] == [UnitsBoxed(CENTRAL, (ARMY_GROUP,), ARABIA)]
    line: Any = GAME.narrate(start, events[0], state, "spectator")
    assert (line["section"], line["text"]) == ("13.29", "In Arabia: Turkish Yilderim Army Group.")
    assert ARABIA_SHORT in modifiers(start)
    assert ARABIA_SHORT not in modifiers(state)
    assert GAME.load_state(GAME.dump_state(state)) == state
    trains = until(state, "central.rail")
    out = told(trains, CENTRAL, "out_of_arabia", units=[ARMY_GROUP], to=DAMASCUS)
    assert (at(out, ARMY_GROUP), out.phase.used) == (DAMASCUS, {"near-east-central": 2})


def test_13_29_or_into_the_reserve() -> None:
    """§13.29, §5.38: where the dice ask for infantry divisions, it is none."""
    state = told(waiting(), CENTRAL, "choose_box", unit=ARMY_GROUP, box=RESERVE)
    assert at(state, ARMY_GROUP) == RESERVE
    held = len(state.boxes[RESERVE]) - 1
    shown: Any = GAME.view(state, CENTRAL)["near_east"]
    assert shown["reserve"]["held"] == held
    asked = with_near_east(state, required=held + 1)
    assert ("The Turkish reserve has too few divisions", "5.38", 1) in modifiers(asked)


def test_5_38_the_army_group_leaves_the_reserve_though_no_division_can() -> None:
    """§5.38, §13.29: it is a unit above what the dice ask for; where divisions are to spare it goes beside them."""
    state = relocate(before_reserve(), [ARMY_GROUP], RESERVE)
    divisions = [u for u in state.boxes[RESERVE] if u != ARMY_GROUP]
    enough = with_near_east(state, required=len(divisions))
    assert GAME.deciders(enough) == (CENTRAL,)
    assert refused(enough, CENTRAL, "release_reserve", units=divisions[:1]).code == "no-surplus"
    after = told(enough, CENTRAL, "release_reserve", Dice((1, 1)), units=[ARMY_GROUP])
    assert at(after, ARMY_GROUP) == TRANSIT
    one_more = with_near_east(state, required=len(divisions) - 1)
    assert refused(one_more, CENTRAL, "release_reserve", units=divisions[:2]).code == "wrong-number"
    both = told(one_more, CENTRAL, "release_reserve", Dice((1, 1)), units=[ARMY_GROUP, divisions[0]])
    assert {at(both, ARMY_GROUP), at(both, divisions[0])} == {TRANSIT}
    short = with_near_east(state, required=len(divisions) + 1)
    assert refused(short, CENTRAL, "release_reserve", units=[ARMY_GROUP]).code == "no-surplus"


def before_reserve() -> State:
    """Strategic turn M of 1917, as the reserve is settled after its dice."""
    state = replace(set_up("near-east-1917"), cursor=(PhaseFrame(RESERVE_STEP, used={RESERVE_DICE: 2}),))
    return with_strategic_state(state, turn="M")


def test_13_29_no_other_unit_may_choose() -> None:
    """§13.29: nor a box that the rule does not name, nor the army group once it has been destroyed."""
    state = waiting()
    assert refused(state, CENTRAL, "choose_box", unit="tu-57", box=ARABIA).section == "13.29"
    assert refused(state, CENTRAL, "choose_box", unit="br-60t", box=ARABIA).code == "not-your-unit"
    assert refused(state, CENTRAL, "choose_box", unit=ARMY_GROUP, box="transit").code == "not-offered"
    rebuilt = with_near_east(state, returned=frozenset({ARMY_GROUP}))
    assert refused(rebuilt, CENTRAL, "choose_box", unit=ARMY_GROUP, box=ARABIA).section == "13.29"
    on_map = told(state, CENTRAL, "place", units=[ARMY_GROUP], hex=DAMASCUS)
    assert refused(on_map, CENTRAL, "choose_box", unit=ARMY_GROUP, box=ARABIA).section == "13.29"
