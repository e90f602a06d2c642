"""§5.2: U-boats, air raids and bombers."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.facts.strategic import StrategicTurnBegan
from rules.great_war.facts.warfare import CapitalRaided, GermanyBombed, UBoatsRolled
from rules.great_war.game import GAME
from rules.great_war.position.pre_war_state import MOLTKE, PreWarState
from rules.great_war.position.state import AVAILABLE, DEAD, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.bombing import bomb, fighters, who_commits
from rules.great_war.strategic.income import collect
from rules.great_war.strategic.u_boats import close, sail
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import at, before_set_up, told
from tests.games.great_war.strategic.kit import boxed, buried, holding, played, strategic, without

BOATS, BOMBERS = "u-boat-c", "independent-air-force"


def warfare(letter: str = "E", **fields: object) -> State:
    """The phase with British points and the U-boats of 1915 in the box."""
    return strategic(letter, key="u-boats", **{"points": {"BR": 9, "FR": 3, "GE": 4}, **fields})


def before_warfare(state: State, dice: list[int]) -> State:
    """The phase as it is reached from the Resource Phase, when nobody gives anything any longer."""
    state = replace(state, cursor=strategic("E", key="transfers").cursor)
    state = told(state, ALLIED, "end_phase")
    return told(state, CENTRAL, "end_phase", Dice(dice))


@pytest.mark.parametrize(("die", "points", "marker"), [(3, 6, "O"), (4, 5, "N"), (6, 3, "N")])
def test_5_22_the_die_sinks_british_points(die: int, points: int, marker: str) -> None:
    """§5.22: the result off the British points; from four on the U.S. marker comes one turn nearer."""
    after, _ = played(sail, warfare(), die)
    assert after.points["BR"] == points
    assert after.strategic_state.us_entry == marker
    assert played(sail, after)[1] == []


def test_5_22_not_below_zero() -> None:
    """§5.22: what is not there is not sunk."""
    assert played(sail, warfare(points={"BR": 2}), 5)[0].points["BR"] == 0


def test_5_22_no_boats_no_die() -> None:
    """§5.22: without the event in the box, and once there are convoys, nothing is rolled."""
    assert played(sail, without(warfare(), BOATS))[1] == []
    assert played(sail, holding(warfare(), "convoy"))[1] == []


def test_5_22_the_central_powers_may_call_them_off_once() -> None:
    """§5.22: after the first four or more; then the chit leaves the game. They are never asked again."""
    state = before_warfare(warfare(), [4])
    assert state.phase.key == "u-boats"
    off = told(state, CENTRAL, "u_boats", off=True)
    assert BOATS not in off.chits["central.play"]
    on = told(state, CENTRAL, "u_boats", off=False)
    assert on.chits["central.play"][BOATS] == 1
    for after in (off, on):
        assert after.strategic_state.withdrawn
        assert after.phase.key == "replacement"
    assert before_warfare(warfare(strategic_state={"withdrawn": True}), [6]).phase.key == "replacement"
    assert before_warfare(warfare(), [3]).phase.key == "replacement"


def test_5_22_what_follows_is_said_before() -> None:
    """§5.22: what leaves the game, what is sunk from now on, and when the United States come."""
    state = before_warfare(warfare(), [4])
    said = str(GAME.legal(state, CENTRAL)["detail"])
    assert "this U-boat event leaves the game" in said
    assert f"on strategic turn {state.strategic_state.us_entry}" in said
    joined = str(
        GAME.legal(replace(state, strategic_state=dataclasses.replace(state.strategic_state, us_since="D")), CENTRAL)[
            "detail"
        ]
    )
    assert "each American division on its way is sunk on a 1" in joined


def test_5_22_a_second_chit_waits_for_its_turn() -> None:
    """§5.22: with two in play one die is rolled; when one is called off, the other sinks from the next turn on."""
    state = before_warfare(holding(warfare(), "u-boat-k"), [5])
    state = told(state, CENTRAL, "u_boats", off=True)
    assert state.chits["central.play"].get("u-boat-k") == 1
    assert played(sail, StrategicTurnBegan("F").apply(state), 3)[0].strategic_state.sunk == 3


def test_5_22_the_box_is_empty_until_the_next_strategic_turn_once_they_are_called_off() -> None:
    """§5.22: the event that waits comes into the box when a strategic turn begins; Americans cross in safety before."""
    war = {"sides": {**before_set_up().sides, "US": ALLIED}, "strategic_state": {"us_since": "D"}}
    state = boxed(before_warfare(holding(warfare("E", **war), "u-boat-k"), [5]), "us-1")
    assert state.phase.key == "u-boats"
    off = told(state, CENTRAL, "u_boats", off=True)
    assert at(off, "us-1") == AVAILABLE
    on = told(state, CENTRAL, "u_boats", Dice([1]), off=False)
    assert at(on, "us-1") == DEAD


def test_5_22_the_marker_brings_the_americans_at_once() -> None:
    """§5.22, §5.71: moved to the turn that is being taken, they are in the war."""
    after, _ = played(sail, warfare("N"), 4)
    assert (after.strategic_state.us_since, after.sides["US"]) == ("N", ALLIED)
    again, _ = played(sail, replace(after, strategic_state=replace(after.strategic_state, sunk=0, turn="O")), 6)
    assert (again.strategic_state.us_since, again.strategic_state.us_entry) == ("N", "N")


def test_5_22_american_units_are_sunk_on_a_one() -> None:
    """§5.22: a die for each in the box but headquarters, once the United States are at war."""
    hq = next(u for u, c in before_set_up().printed.counters.items() if c.nation == "US" and c.kind == "hq")
    war = {"sides": {**before_set_up().sides, "US": ALLIED}, "strategic_state": {"us_since": "N"}}
    state = boxed(warfare("P", **war), "us-1", "us-2", hq, "br-46t", "fr-151")
    after, _ = played(close, state, 1, 2)
    assert [at(after, u) for u in ("us-1", "us-2", hq)] == [DEAD, AVAILABLE, AVAILABLE]
    assert played(close, holding(state, "convoy"))[1] == []


def test_5_23_air_raids_take_two_points_once() -> None:
    """§5.23: from the British or the French; then the event is out of the game."""
    state = holding(without(warfare(points={"BR": 9, "FR": 1}), BOATS), "air-raid-london", "air-raid-paris")
    after, _ = played(close, state)
    assert (after.points["BR"], after.points["FR"]) == (7, 0)
    assert not {"air-raid-london", "air-raid-paris"} & {*after.chits["central.play"]}


@pytest.mark.parametrize(
    ("weather", "die", "lost"),
    [("fair", 3, 3), ("wet", 3, 1), ("snow", 1, 0), ("fair", 6, 4)],
)
def test_5_24_bombers_over_germany(weather: str, die: int, lost: int) -> None:
    """§5.24: two less in wet weather and snow, never below zero, and no more than Germany has."""
    state = holding(warfare("R", weather={"west": weather, "east": "fair"}), BOMBERS)
    after, _ = played(bomb, state, die)
    assert after.points["GE"] == 4 - lost
    assert after.chits["allied.play"][BOMBERS] == 1
    assert played(bomb, warfare("R"))[1] == []


def test_5_24_fighters_and_aces_stay_at_home() -> None:
    """§5.24, §15.15: one less for each; an ace may fall; the next strategic turn finds them free."""
    state = before_warfare(
        holding(without(warfare("R"), BOATS), BOMBERS, "german-aircraft-c", "german-aircraft-g", "richthofen"), []
    )
    assert state.phase.key == "bombing"
    killed = state.printed.chits.events["richthofen"].killed[0]
    some = ["german-aircraft-c.1", "richthofen.1"]
    after = told(state, CENTRAL, "home_defence", Dice([5, killed]), aircraft=some)
    assert after.points["GE"] == 4 - 3
    assert dict(after.strategic_state.home_defence) == {"german-aircraft-c": 1}
    assert "richthofen" not in after.chits["central.play"]
    none = told(state, CENTRAL, "home_defence", Dice([5]), aircraft=[])
    assert none.points["GE"] == 0
    assert buried(none, "ge-3").boxes[DEAD]


def test_5_24_only_aircraft_of_the_west_meet_the_bombers_and_only_when_there_are_some() -> None:
    """§5.24: other events in play do not fly, nor aircraft of other maps; without either nobody is asked."""
    state = without(warfare("R"), BOATS)
    ready = holding(state, BOMBERS, "german-aircraft-c", "bruchmuller", "east-air")
    assert fighters(ready) == ("german-aircraft-c",)
    assert who_commits(ready, ready.phase)
    asked = replace(ready, strategic_state=replace(ready.strategic_state, defending=True))
    done = replace(ready, cursor=(replace(ready.phase, done=(CENTRAL,)),))
    for quiet in (without(ready, BOMBERS), without(ready, "german-aircraft-c"), asked, done):
        assert not who_commits(quiet, quiet.phase)


def test_15_12_aircraft_that_have_flown_are_not_at_home_before_the_strategic_turn_is_over() -> None:
    """§15.12, §5.24: who has supported a fight since the last strategic turn does not meet the bombers."""
    state = holding(without(warfare("R"), BOATS), BOMBERS, "german-aircraft-c", "richthofen")
    flown = replace(state, chit_state=replace(state.chit_state, flown={"richthofen": 1}))
    began = StrategicTurnBegan("R").apply(flown)
    assert fighters(began) == ("german-aircraft-c",)
    after = TurnBegan(began.turn + 1).apply(began)
    assert fighters(after) == ("german-aircraft-c", "richthofen")
    between = TurnBegan(flown.turn + 1).apply(replace(flown, strategic_state=replace(flown.strategic_state, turn="")))
    assert fighters(between) == ("german-aircraft-c",)


def test_17_12_americans_come_to_the_box_after_the_dice_for_the_u_boats() -> None:
    """§17.12, §5.22: those that are due wait beside the box meanwhile, so that no U-boat meets them on that turn."""
    war = {"sides": {**before_set_up().sides, "US": ALLIED}, "strategic_state": {"us_since": "I"}}
    state = warfare("P", **war)
    due = {u for u, a in state.printed.arrivals.items() if a.after_entry is not None and a.after_entry <= 7}
    assert due
    assert not due & {*played(collect, state)[0].boxes[AVAILABLE]}
    after, events = played(close, state)
    assert due <= {*after.boxes[AVAILABLE]}
    assert not [e for e in events if e.kind == "transport"]


def test_5_23_an_air_raid_costs_no_more_than_there_is() -> None:
    """§5.23: what is told of it is what was lost: the one point that France had, and nothing of an empty treasury."""
    for held, lost in ((9, 2), (1, 1), (0, 0)):
        state = holding(without(warfare(points={"FR": held}), BOATS), "air-raid-paris")
        _, facts = played(close, state)
        assert [fact.lost for fact in facts if isinstance(fact, CapitalRaided)] == [lost]


def test_5_24_each_counter_of_an_event_is_offered_by_the_name_of_its_event() -> None:
    """§5.24, §15.12: of aircraft that lie there twice either may stay, and the bombers meet one less for each."""
    state = before_warfare(holding(without(warfare("R"), BOATS), BOMBERS, "german-aircraft-c", "german-aircraft-c"), [])
    legal: Any = GAME.legal(state, CENTRAL)
    (offer,) = (o for o in legal["offers"] if o["kind"] == "home_defence")
    title = state.printed.chits.events["german-aircraft-c"].title
    assert offer["slots"][0]["options"]["labels"] == {f"german-aircraft-c.{n}": title for n in (1, 2)}
    both = ["german-aircraft-c.1", "german-aircraft-c.2"]
    assert told(state, CENTRAL, "home_defence", Dice([5]), aircraft=both).points["GE"] == 4 - 3


def test_5_24_weather_that_nobody_has_rolled_hinders_no_bomber() -> None:
    """§5.24: two are taken off for wet weather or snow; before there has been any, all that is rolled is lost."""
    state = holding(warfare("R", weather={}), BOMBERS)
    assert played(bomb, state, 3)[0].points["GE"] == 4 - 3


def test_5_22_to_5_24_a_nation_without_points_loses_none() -> None:
    """§5.22, §5.23, §5.24: neither to U-boats, nor to an air raid, nor to bombers; the dice are rolled anyway."""
    state = holding(warfare("R", points={}), BOMBERS, "air-raid-paris")
    for rule, dice in ((sail, (2,)), (close, ()), (bomb, (5,))):
        _, facts = played(rule, state, *dice)
        assert [fact.lost for fact in facts if isinstance(fact, UBoatsRolled | CapitalRaided | GermanyBombed)] == [0]


def test_5_22_what_goes_on_is_one_sentence() -> None:
    """§5.22: what the British lose from now on, and then what that does to the Americans, before they are in the war
    and in it."""
    state = before_warfare(warfare(), [4])
    at_war = replace(state, strategic_state=replace(state.strategic_state, us_since="D"))
    for position, then in ((state, "with a 4 or more"), (at_war, "each American division")):
        said = str(GAME.legal(position, CENTRAL)["detail"])
        assert f"The British lose as many points as the die shows, and {then}" in said


def test_20_3_nothing_follows_the_end_that_the_u_boats_bring() -> None:
    """§5.22, §20.3 No. 10: where the United States come in and Moltke's plan has failed by it, no air raid follows."""
    moltke = PreWarState(wanted=True, revealed=True, played=(MOLTKE,))
    over = before_warfare(holding(warfare("N", pre_war=moltke), "air-raid-london"), [4])
    assert over.ended is not None
    assert over.ended[0] == ALLIED
    assert over.points["BR"] == 9 - 4
    assert "air-raid-london" in over.chits["central.play"]
