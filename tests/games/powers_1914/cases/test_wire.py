"""The wire of docs/powers-1914-wire.md: what is offered is taken, what is not is refused, plans answer truly."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.messages import Refusal
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import PRINTED, denied, dice, go, offer, order, position
from tests.thorough import at_least_one

FRONT = {"alsace": "GE 2 infantry 1 aircraft", "champagne": "FR 2 infantry 1 artillery", "paris": "FR 1 infantry"}


def refused(state: State, seat: str, command: dict[str, object]) -> str:
    """The code of the refusal that a command must meet."""
    before = GAME.dump_state(state)
    answer = GAME.decide(state, seat, cast(Any, command), dice())
    assert isinstance(answer, Refusal), f"taken: {command}"
    assert GAME.dump_state(state) == before
    return answer.code


@pytest.mark.parametrize("command", [
    {}, {"kind": None}, {"kind": "storm"}, {"kind": ["move"]}, {"kind": "move"},
    {"kind": "move", "units": "GE.infantry.1", "path": ["champagne"]},
    {"kind": "move", "units": ["GE.infantry.1"], "path": "champagne"},
    {"kind": "move", "units": ["GE.infantry.1"], "path": [["champagne"]]},
    {"kind": "move", "units": ["GE.infantry.1"], "path": ["champagne"], "forced": True},
    {"kind": "move", "units": [None], "path": ["champagne"]}, {"kind": "move", "units": [], "path": ["champagne"]},
    {"kind": "move", "units": ["GE.infantry.9"], "path": ["champagne"]},
    {"kind": "move", "units": ["GE.infantry.1", "GE.infantry.1"], "path": ["champagne"]},
    {"kind": "end_phase", "now": True}, {"kind": "stance", "capture": "yes"}, {"kind": "stance", "capture": 1},
    {"kind": "shoot", "unit": "GE.infantry.1", "area": "champagne", "target": 3},
    {"kind": "tactic", "area": None}, {"kind": "tactic"}, {"kind": "gas", "unit": {}, "area": "champagne"},
    {"kind": "withdraw"}, {"kind": "place", "units": ["GE.infantry.1"], "area": "berlin"}, {"kind": "flag"},
])  # fmt: skip
def test_nonsense_is_refused_in_words_and_changes_nothing(command: dict[str, object]) -> None:
    """Wire §3: every argument is looked at, none too many, none missing."""
    assert refused(position(FRONT), "central", command)


@pytest.mark.parametrize("seat", ["entente", "spectator", "referee", "", "central-1"])
def test_nobody_else_decides(seat: str) -> None:
    """Wire §3: only seats that are asked."""
    assert refused(position(FRONT), seat, {"kind": "end_phase"}) == "not-your-turn"


def test_what_the_planner_calls_open_is_open_and_what_it_refuses_is_refused_for_that_reason() -> None:
    """Wire §4: every field of the answer, tried."""
    state = position({**FRONT, "north-sea": "GE 1 ship 1 infantry", "channel": "BR 1 ship"})
    for unit in at_least_one(state.units):
        if state.side_of(unit) != "central":
            continue
        answer = cast(Any, GAME.consult(state, "central", {"kind": "move", "units": [unit]}))
        assert answer["areas"]
        for area, way in at_least_one(answer["areas"].items()):
            after = go(state, "central", unit, *way["path"])
            assert way["path"][-1] == area
            assert way["moves"] == len(way["path"])
            assert (after.battle is not None) == way["attack"]
        for area, reason in answer["refused"].items():
            for start in at_least_one(PRINTED.board.near[state.units[unit].at]):
                path = [area] if start == area else [start, area] if area in PRINTED.board.near[start] else None
                if path is not None and path[0] in {*answer["areas"], area}:
                    answer_ = GAME.decide(state, "central", {"kind": "move", "units": [unit], "path": path}, dice())
                    assert isinstance(answer_, Refusal), f"{unit} to {area} was called {reason['code']}"


@pytest.mark.parametrize(("unit", "start", "goal", "there"), [
    ("ship", "skagerrak", "north-sea", "BR 1 infantry"), ("infantry", "kiel", "north-sea", "BR 1 infantry"),
    ("aircraft", "kiel", "north-sea", "BR 1 ship; GE 1 infantry"), ("infantry", "alsace", "champagne", "FR 1 aircraft"),
    ("infantry", "alsace", "champagne", "FR petain"),
])  # fmt: skip
def test_no_odds_are_told_of_a_battle_that_will_not_be(unit: str, start: str, goal: str, there: str) -> None:
    """Wire §4, §3.2.7, §3.3.13: transports, lone aircraft and generals are no one to fight for land units and ships."""
    own = f"GE.{unit}.{2 if unit == 'infantry' and 'GE' in there else 1}"
    state = position({start: f"GE 1 {unit}", goal: there, "paris": "FR 1 infantry"})
    way = cast(Any, GAME.consult(state, "central", {"kind": "move", "units": [own]}))["areas"][goal]
    assert not way["attack"]
    odds = GAME.consult(state, "central", {"kind": "attack", "units": [own], "area": goal})
    assert isinstance(odds, Refusal)
    assert (odds.code, odds.section) == ("nothing-to-fight", "3.3")
    assert go(state, "central", own, *way["path"]).battle is None


def test_the_planner_refuses_units_of_another_seat() -> None:
    """Wire §4: nor strangers, nor nonsense."""
    state = position(FRONT)
    question: dict[str, Any] = {"kind": "move", "units": ["GE.infantry.1"]}
    assert cast(Any, GAME.consult(state, "entente", question)).code == "not-your-unit"
    assert cast(Any, GAME.consult(state, "spectator", question)).code == "not-your-turn"
    swiss = {"kind": "neutral", "nation": "CH"}
    for strange in ({}, {"kind": "move"}, {"kind": "fate"}, {**question, "deep": 1}, swiss):
        assert isinstance(GAME.consult(state, "central", strange), Refusal)


def test_odds_before_the_die_are_those_of_the_fight() -> None:
    """Wire §4: the same modifiers in the answer and in the throw, capture included."""
    state = go(position(FRONT), "central", "GE.infantry.1 GE.infantry.2 GE.aircraft.1", "champagne")
    for capture in (False, True):
        pair = {"unit": "GE.infantry.1", "target": "FR.artillery.1", "capture": capture}
        told = cast(Any, GAME.consult(state, "central", {"kind": "fight", **pair}))
        fought = order(state, "central", "fight", dice(1, 1), **pair)
        shown = cast(Any, GAME.view(fought, "entente"))["fight"] if fought.fight else None
        assert shown is not None
        assert shown["attacker"]["modifiers"] == told["attacker"]
        assert shown["defender"]["modifiers"] == told["defender"]
        assert told["totals"] == [shown["attacker"]["total"] - 1, shown["defender"]["total"] - 1]
        chances = told["chances"]
        assert chances["win"] + chances["tie"] + chances["lose"] == chances["of"] == 36


def test_an_attack_can_be_taken_back_until_a_die_has_fallen() -> None:
    """Wire, architecture §1: moving in, reinforcing, sinking and laying a card are no barriers; dice are."""
    state = position(FRONT)
    free = [
        GAME.decide(state, "central", {"kind": "move", "units": ["GE.infantry.1"], "path": ["champagne"]}, dice()),
        GAME.decide(state, "central", {"kind": "tactic", "area": "champagne"}, dice()),
    ]
    for events in free:
        assert not isinstance(events, Refusal)
        assert not any(GAME.bars_undo(x) for x in events)
    fighting = go(state, "central", "GE.infantry.1", "champagne")
    pair = {"kind": "fight", "unit": "GE.infantry.1", "target": "FR.infantry.1", "capture": False}
    dicey = GAME.decide(fighting, "central", cast(Any, pair), dice(1, 1))
    assert not isinstance(dicey, Refusal)
    assert any(GAME.bars_undo(x) for x in dicey)


def test_the_question_keeps_its_name_while_allies_act_and_changes_when_it_does() -> None:
    """Wire: an answer given to an old question is told apart."""
    places = {"vienna": "AH 1 infantry", "rhineland": "GE 2 infantry", "brussels": "BE 1 infantry"}
    state = position(places, scenario="classic-1-6")
    before = GAME.legal(state, "central-2")["ask"]
    state = order(state, "central-1", "move", units=["AH.infantry.1"], path=["bohemia"])
    assert GAME.legal(state, "central-2")["ask"] == before
    state = order(state, "central-2", "move", units=["GE.infantry.1"], path=["brussels"])
    assert GAME.legal(state, "central-2")["ask"] != before


def test_every_seat_always_knows_whom_the_match_waits_for() -> None:
    """Wire §3: who is not asked reads a prompt and has gas at most; who is asked can always do something."""
    state = position(FRONT, scenario="classic-1-6")
    for seat in at_least_one(state.seats):
        asked = cast(Any, GAME.legal(state, seat))
        assert asked["yours"] == (seat in GAME.deciders(state))
        assert bool([o for o in asked["offers"] if not o.get("any_time")]) == asked["yours"]
        assert asked["prompt"]


def test_a_captured_unit_and_a_dead_one_are_both_shown_in_the_last_fight() -> None:
    """Wire §2: the fight stays to be seen after its units are gone."""
    state = go(position(FRONT), "central", "GE.infantry.1", "champagne")
    pair = {"unit": "GE.infantry.1", "target": "FR.artillery.1", "capture": True}
    shown = cast(Any, GAME.view(order(state, "central", "fight", dice(6, 1), **pair), "spectator"))["fight"]
    assert (shown["result"], shown["lost"]) == ("attacker", ["FR.artillery.1"])
    assert shown["defender"]["nation"] == "FR"


def test_the_hand_is_offered_to_its_own_side_alone() -> None:
    """Wire §3: the shop of the other side has no card in it."""
    state = position({}, step="purchase", money=90, hands={"central": ("sweden-1",), "entente": ()})
    assert offer(state, "central", "use_card") is not None
    assert offer(state, "entente", "use_card") is None
    denied(state, "entente", "no-such-card", "3.14", "use_card", card="sweden-1")


def test_one_unit_withdraws_and_several_withdraw() -> None:
    """Wire §5: lines are sentences."""
    state = position({"alsace": "GE 1 infantry mackensen", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1 GE.general.mackensen", "champagne")
    told = []
    answer = GAME.decide(state, "central", {"kind": "fight", "unit": "GE.infantry.1", "target": "FR.infantry.1",
                                            "capture": False}, dice(1, 6))  # fmt: skip
    assert not isinstance(answer, Refusal)
    for event in answer:
        after = GAME.evolve(state, event)
        line = cast(Any, GAME.narrate(state, event, after, "spectator"))
        told += [line["text"]] if line else []
        state = after
    assert "Mackensen withdraws from Champagne." in told
