"""Chapter 15.1: aircraft and aces over a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.great_war.combat.aircraft import air_drm, ready
from rules.great_war.combat.battle import way_forward
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.facts.strategic import StrategicTurnBegan
from rules.great_war.game import GAME
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_AIR, ATTACKER_EVENTS
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.field import AROUND, TARGET, Once, drms, field, resolved
from tests.games.great_war.kit import position, refused, told, told_with
from tests.games.great_war.test_events_in_combat import BARE

GERMAN_AIR = {"german-aircraft-c": 1, "german-aircraft-g": 1}


def over(play: Mapping[str, int], foe: Mapping[str, int] | None = None, **hands: Mapping[str, int]) -> State:
    """A German attack in the west that has come to the attacker's aircraft, with these chits in play."""
    state = position({"W5217": "ge-3", "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL)
    held = {f"{side}.hand": lot for side, lot in hands.items()}
    state = replace(state, chits={**BARE, "central.play": play, "allied.play": foe or {}, **held})
    frame = BattleFrame(CENTRAL, ("ge-3",), ("W5217",), "W5117", ("fr-12",), ATTACKER_AIR)
    return replace(state, cursor=(*state.cursor, frame))


def test_15_13_the_attacker_announces_his_aircraft_and_then_the_defender() -> None:
    """§15.13: any number of them; whoever has some left moves the die by one, and never by more."""
    state = over(GERMAN_AIR, {"french-aircraft-c": 1})
    assert GAME.deciders(state) == (CENTRAL,)
    legal: Any = GAME.legal(state, CENTRAL)
    (offer,) = (o for o in legal["offers"] if o["kind"] == "fly")
    events = state.printed.chits.events
    assert offer["slots"][0]["options"]["labels"] == {f"{c}.1": events[c].title for c in GERMAN_AIR}
    state = told(state, CENTRAL, "fly", aircraft=["german-aircraft-c.1", "german-aircraft-g.1"])
    assert GAME.deciders(state) == (ALLIED,)
    _, events = told_with(state, ALLIED, "no_aircraft", Once(3))
    assert drms(events)["15.13"] == 1
    _, events = told_with(state, ALLIED, "fly", Once(3), aircraft=["french-aircraft-c.1"])
    assert drms(events)["15.13"] == 1


@pytest.mark.parametrize(
    ("attacker", "defender", "drm"),
    [
        ({}, {}, 0),
        ({"german-aircraft-c": 1}, {"french-aircraft-c": 1}, 0),
        ({}, {"french-aircraft-c": 1}, -1),
        ({"german-aircraft-c": 1}, {"french-aircraft-c": 1, "fonck": 1}, -1),
        ({"central-air-tactics": 2}, {"french-aircraft-c": 1}, 0),
        ({"central-air-tactics": 1, "german-aircraft-c": 1}, {"french-aircraft-c": 1}, 1),
        ({"german-aircraft-c": 1}, {"allied-air-tactics-g": 2}, 0),
        ({"german-aircraft-c": 1, "boelcke": 1}, {"allied-air-tactics-g": 1}, 1),
    ],
)
def test_15_13_each_cancels_another_and_tactics_do_nothing_else(
    attacker: dict[str, int], defender: dict[str, int], drm: int
) -> None:
    """§15.13, §6.3: whoever has aircraft left has the modifier; new tactics give none."""
    state = over({})
    assert state.battle is not None
    assert air_drm(state, replace(state.battle, air={CENTRAL: attacker, ALLIED: defender})) == drm


def test_15_12_aircraft_fly_once_between_two_strategic_turns() -> None:
    """§15.12: then they are ready again."""
    state = over({"german-aircraft-c": 1})
    frame = state.battle
    assert frame is not None
    after, _ = told_with(state, CENTRAL, "fly", Once(3), aircraft=["german-aircraft-c.1"])
    assert after.chit_state.flown == {"german-aircraft-c": 1}
    assert ready(after, frame, CENTRAL) == {}
    strategic = StrategicTurnBegan("E").apply(after)
    assert ready(strategic, frame, CENTRAL) == {}
    assert ready(TurnBegan(strategic.turn + 1).apply(strategic), frame, CENTRAL) == {"german-aircraft-c": 1}


def test_15_14_aircraft_in_home_defence_support_no_fight() -> None:
    """§15.14: until the next strategic turn."""
    state = over(GERMAN_AIR)
    assert state.battle is not None
    home = replace(state, strategic_state=replace(state.strategic_state, home_defence={"german-aircraft-c": 1}))
    assert ready(home, state.battle, CENTRAL) == {"german-aircraft-g": 1}


def test_6_3_new_tactics_leave_the_game_when_they_are_used() -> None:
    """§6.3: out of the hand in which they were held."""
    state = over(GERMAN_AIR, central={"central-air-tactics": 2})
    state, _ = told_with(state, CENTRAL, "fly", Once(3), aircraft=["central-air-tactics.1"])
    assert state.chits["central.hand"] == {"central-air-tactics": 1}
    assert state.chit_state.flown == {}


def test_15_16_aircraft_fly_over_their_own_front() -> None:
    """§15.16, §15.17: the East Air over the east alone, the Italians over Italy, once a game."""
    everything = {**GERMAN_AIR, "east-air": 1}
    west = over(everything)
    assert west.battle is not None
    assert ready(west, west.battle, CENTRAL) == GERMAN_AIR
    east = field({AROUND[3]: "ge-8bvr", TARGET: "ru-1"}, chits={**BARE, "central.play": everything})
    frame = BattleFrame(CENTRAL, ("ge-8bvr",), (AROUND[3],), TARGET, ("ru-1",), ATTACKER_AIR)
    assert ready(east, frame, CENTRAL) == {"east-air": 1}


def test_15_17_the_italians_fly_once_a_game() -> None:
    """§15.17: then they are out of play."""
    board = position({}).printed.board
    a, b = next(
        (board.ids[a], board.ids[b])
        for a in sorted(board.by_front["italy"] & board.by_country["AH"] - board.alpine)
        for b in board.beside(a)
        if board.country[b] == "IT" and b not in board.alpine
    )
    state = position({a: "ah-1", b: "it-1"}, "first.west.attacks", west=ALLIED,
                     chits={**BARE, "allied.play": {"italian-aircraft": 1}})  # fmt: skip
    frame = BattleFrame(ALLIED, ("it-1",), (b,), a, ("ah-1",), ATTACKER_AIR)
    state = replace(state, cursor=(*state.cursor, frame))
    after, events = told_with(state, ALLIED, "fly", Once(3), aircraft=["italian-aircraft.1"])
    assert drms(events)["15.13"] == 1
    assert not any(after.chits.values())


@pytest.mark.parametrize(("die", "falls"), [(6, True), (5, False)])
def test_15_15_an_ace_may_fall(die: int, falls: bool) -> None:
    """§15.15: a die for each after the fight; Boelcke falls on a six. One who comes back has flown."""
    state = over({"boelcke": 1})
    after = told(state, CENTRAL, "fly", Dice([3, die]), aircraft=["boelcke.1"])
    assert after.chits["central.play"] == ({} if falls else {"boelcke": 1})
    assert after.chit_state.flown == ({} if falls else {"boelcke": 1})


def test_15_18_aircraft_that_win_the_air_open_a_way_into_strong_trenches() -> None:
    """§15.18, §10.71: only when the attackers have the modifier."""
    state = field({"W5117": "fr-12", "W5217": "ge-cav-2*"})
    frame = BattleFrame(ALLIED, ("fr-12",), ("W5117",), "W5217", ("ge-cav-2",), ATTACKER_EVENTS)
    flying: dict[str, Any] = {ALLIED: {"french-aircraft-c": 1}}
    assert not way_forward(state, frame)
    assert way_forward(state, replace(frame, air=flying))
    assert not way_forward(state, replace(frame, air={**flying, CENTRAL: {"german-aircraft-c": 1}}))


def test_10_71_the_defender_s_event_answers_the_attacker_s_and_the_initiative_settles_it() -> None:
    """§10.71: an event of the defender's takes the way of the attacker's; with the initiative for good the Allies
    always have one."""
    state = field({"W5117": "fr-12", "W5217": "ge-cav-2*"})
    frame = BattleFrame(ALLIED, ("fr-12",), ("W5117",), "W5217", ("ge-cav-2",), ATTACKER_EVENTS, chits=("mine",))
    assert way_forward(state, frame)
    assert not way_forward(state, replace(frame, chits=("mine", "turkish-determination-c")))
    free = replace(state, strategic_state=replace(state.strategic_state, americans=True))
    assert way_forward(free, replace(frame, chits=()))


def test_15_13_a_side_without_aircraft_is_not_asked() -> None:
    """§15.13: and nobody flies twice: what is not there is refused."""
    state = over({"german-aircraft-c": 1})
    refused(state, CENTRAL, "fly", aircraft=["german-aircraft-c.2"])
    refused(state, CENTRAL, "fly", aircraft=["french-aircraft-c.1"])
    after, _ = told_with(state, CENTRAL, "no_aircraft", Once(3))
    assert after.battle is None or after.battle.stage not in (ATTACKER_AIR, "defender-air")


def test_15_11_no_other_event_in_the_hand_flies() -> None:
    """§15.11, §6.3: new tactics alone come from the hand; an aircraft or another event for the west does not."""
    state = over({}, central={"central-air-tactics": 1, "rigid-planning-c": 1, "german-aircraft-c": 1})
    assert state.battle is not None
    assert ready(state, state.battle, CENTRAL) == {"central-air-tactics": 1}


def test_15_13_the_assessment_names_the_aircraft() -> None:
    """§15.13: as what it is."""
    state = told(over({"german-aircraft-c": 1}, {"french-aircraft-c": 1}), CENTRAL, "no_aircraft")
    _, events = told_with(state, ALLIED, "fly", Once(3), aircraft=["french-aircraft-c.1"])
    assert ("Aircraft", "15.13", -1) in resolved(events).drms
