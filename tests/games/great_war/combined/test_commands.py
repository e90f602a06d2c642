"""§3.13, decisions/0053: two commanders a side on six fronts, or three, of whom one has the Near East."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rules.great_war.commands import BOXES_THERE, UNDER_WAY, command_of_front
from rules.great_war.game import IN_BOTH
from rules.great_war.position.boxes import FRONTS_THERE
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import ARABIA, AVAILABLE_THERE, DEAD_THERE, OUT, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import MOVEMENTS
from rules.great_war.standing import STEPS
from rules.great_war.teams import GAME, POLICY
from rules.kernel import dice
from rules.kernel.drafting import next_turn_position
from rules.kernel.messages import Refusal
from rules.kernel.teams.commands import command_named
from rules.kernel.teams.layout import Layout
from rules.kernel.teams.state import TeamState
from tests.games.great_war.combined.kit import set_up, until
from tests.games.great_war.combined.test_pre_war import hesitant
from tests.games.great_war.test_commands import denied, offered
from tests.thorough import at_least_one

TWO, THREE = "combined-1917-west-and-east", "combined-1917-west-east-near-east"
CW, CE, CN = "central-west", "central-east", "central-near-east"
AW, AE, AN = "allied-west", "allied-east", "allied-near-east"
CHANCE = dice.chance(b"six fronts" * 4)


def shared(state: State, layout: str = THREE) -> Any:
    """A position with several commanders a side."""
    return TeamState(layout, state)


@cache
def at(key: str, scenario: str = "combined-1917") -> Any:
    """A step of the first turn, nobody having done anything before."""
    return shared(until(scenario, key), f"{scenario}-west-east-near-east")


def give(state: Any, seat: str, kind: str, **arguments: object) -> Any:
    """The position after a command. AssertionError when it is refused."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, CHANCE)
    assert not isinstance(answer, Refusal), answer.text
    return GAME.load_state(GAME.dump_state(answer.states[-1]))


def chosen_from(state: Any, seat: str, kind: str) -> set[str]:
    """What may be chosen first in an order."""
    return {*offered(state, seat)[kind]["slots"][0]["options"]["of"]}


def a_unit(state: State, side: str, front: str) -> str:
    """Some unit of a side on a front, and no headquarters."""
    board = state.printed.board
    return next(
        u for u in state.on_map(side)
        if board.front[board.index[state.units[u].at]] == front and state.counter(u).kind != "hq"
    )  # fmt: skip


# --- who commands what ------------------------------------------------------------------------------------------------


def test_every_combined_scenario_has_two_and_three_commanders_a_side() -> None:
    """Each seat says where its fronts are; the commander in chief comes first."""
    titles = {s.id: [seat.title for seat in s.seats] for s in GAME.scenarios if s.variant == IN_BOTH}
    assert len(titles) == 12
    assert titles[TWO] == [
        *("Central Powers in the east", "Central Powers in the west", "Allies in the west", "Allies in the east")
    ]
    assert titles[THREE] == [
        *("Central Powers in the east", "Central Powers in the west", "Central Powers in the Near East"),
        *("Allies in the west", "Allies in the east", "Allies in the Near East"),
    ]
    others = [s for s in GAME.scenarios if s.variant != IN_BOTH]
    assert not any("near-east" in seat.id for s in others for seat in s.seats)


def test_the_lobby_says_how_long_each_start_takes() -> None:
    """§18.15: turns to June 1919, the first among them; with how many commanders, whose they are."""
    found = {s.id: s.summary for s in GAME.scenarios if s.variant == IN_BOTH}
    for start in ("combined-campaign", "combined-1915", "combined-1916", "combined-1917"):
        state = GAME.new_match(start, {})
        turns = state.printed.variant.last - state.turn + 1
        assert f"{turns} turns" in found[start]
        assert "Egypt belongs to the west" in found[f"{start}-west-and-east"].removeprefix(found[start])
        assert "one in the Near East" in found[f"{start}-west-east-near-east"].removeprefix(found[start])
    assert len(GAME.new_match("combined-campaign", {}).units) > 1000


@pytest.mark.parametrize("layout", GAME.layouts.values(), ids=lambda layout: layout.scenario.id)
def test_each_commander_is_told_the_boards_of_their_command(layout: Layout) -> None:
    """§3.13: every sheet of a match belongs to one commander of each side, who commands its units."""
    state = GAME.new_match(layout.scenario.id, {}).inner
    for side in (CENTRAL, ALLIED):
        told = [board for post in layout.of_side(side) for board in post.seat.boards]
        assert sorted(told) == sorted(board.id for board in layout.scenario.boards or GAME.boards)
    for post in layout.posts:
        for front in state.printed.board.fronts.values():
            command = command_named(post.seat.side, command_of_front(state.printed, front.id))
            assert (front.sheet in post.seat.boards) == (command in post.commands)


@pytest.mark.parametrize("side", [CENTRAL, ALLIED])
def test_a_unit_obeys_whoever_commands_its_front(side: str) -> None:
    """Of two, Egypt is the west's, the Caucasus and Iraq the east's; of three, all of them are the third's."""
    state = set_up("combined-1917")
    board = state.printed.board
    for unit in at_least_one(state.on_map(side)):
        here = board.index[state.units[unit].at]
        there = board.front[here] in FRONTS_THERE
        assert GAME.commander(shared(state, TWO), unit) == f"{side}-{board.theatre[here]}"
        assert GAME.commander(shared(state), unit) == f"{side}-{'near-east' if there else board.theatre[here]}"


def test_the_boxes_of_the_near_east_are_its_commanders() -> None:
    """And of two the commander in chief's, as all other boxes are; so are chits and points in any case."""
    state = set_up("combined-1917")
    assert {*UNDER_WAY, AVAILABLE_THERE, DEAD_THERE} < BOXES_THERE
    for box in BOXES_THERE:
        assert [GAME.commander(shared(state), f"{s}.{box}") for s in (CENTRAL, ALLIED)] == [CN, AN]
        assert [GAME.commander(shared(state, TWO), f"{s}.{box}") for s in (CENTRAL, ALLIED)] == [CE, AW]
    assert GAME.commander(shared(state), state.boxes[ARABIA][0]) == CN
    assert [GAME.commander(shared(state), thing) for thing in ("central.dead", "TU", "RU")] == [CE, CE, AW]
    assert {GAME.commander(shared(state), chit) for chit in state.printed.chits.events} == {CE, AW}
    assert POLICY.command_of(state, "NE2711") is None


def test_commands_of_six_fronts_are_none_in_a_game_of_three() -> None:
    alone = GAME.new_match("near-east-1917", {})
    assert POLICY.command_of(alone, "central.egypt") is None
    assert POLICY.command_of(alone, f"central.{TRANSIT}") == (CENTRAL, "central.staff")


# --- who is asked -----------------------------------------------------------------------------------------------------


def test_4_21_the_commander_of_the_near_east_moves_in_both_theatres() -> None:
    """§4.2: first where the side has the initiative, then in the other theatre."""
    state = at("first-movement")
    assert GAME.deciders(state) == (AW, AN, CE, CN)
    board = state.inner.printed.board
    for seat, fronts in ((AN, {"egypt"}), (CN, {"caucasus", "iraq"}), (AW, {"west", "italy"}), (CE, {"east"})):
        units = chosen_from(state, seat, "move")
        assert {board.front[board.index[state.inner.units[u].at]] for u in units} <= fronts
    assert GAME.deciders(at("second-movement")) == (CW, CN, AE, AN)


def test_4_2_nobody_ends_the_moves_of_another_or_gives_orders_to_others_units() -> None:
    state = at("first-movement")
    turk, german = a_unit(state.inner, CENTRAL, "iraq"), a_unit(state.inner, CENTRAL, "east")
    assert denied(state, CE, "move", units=[turk], path=["NI1337"]) == ("not-your-command", "3.13")
    assert denied(state, CN, "move", units=[german], path=["E4020"]) == ("not-your-command", "3.13")
    assert denied(state, AE, "end_phase")[0] == "not-your-turn"
    for seat in (CE, AW, AN):
        state = give(state, seat, "end_phase")
    assert GAME.deciders(state) == (CN,), "who has ended of the other side goes on having so"
    assert GAME.phase(give(state, CN, "end_phase")) != "first-movement"


def test_8_23_whoever_has_crowded_a_hex_cannot_end_and_leave_it_to_the_others() -> None:
    """§7.23: four Turkish divisions and more in a hex of the Caucasus; the commander in the east ends anyway."""
    inner = until("combined-1917", "first-movement")
    board = inner.printed.board
    turks = [u for u in inner.on_map(CENTRAL) if board.front[board.index[inner.units[u].at]] == "caucasus"][:9]
    state = shared(relocate(inner, turks, inner.units[turks[0]].at))
    assert denied(state, CN, "end_phase") == ("overstacked", "8.23")
    assert offered(state, CN)["end_phase"]["refusal"]["section"] == "8.23"
    assert give(state, CE, "end_phase").ended.keys() == {CE}


def test_10_0_attacks_of_both_commanders_in_a_theatre() -> None:
    """The western fights are those of two commanders, the eastern those of two others."""
    assert GAME.deciders(at("first.west.attacks")) == (AW, AN)
    assert GAME.deciders(at("first.east.attacks")) == (CE, CN)


def test_9_0_trains_and_boxes() -> None:
    """§9.16: who lies in Arabia is moved by the commander of the Near East, and by nobody else."""
    state = at("central.rail")
    assert GAME.deciders(state) == (CE, CW, CN)
    turk = state.inner.boxes[ARABIA][0]
    asked = {"kind": "slot", "order": "out_of_arabia", "slot": "to", "chosen": {"units": [turk]}}
    answer: Any = GAME.consult(state, CN, asked)
    to = answer["options"]["of"][0]
    assert "out_of_arabia" not in offered(state, CE)
    assert denied(state, CE, "out_of_arabia", units=[turk], to=to) == ("not-your-command", "3.13")
    assert give(state, CN, "out_of_arabia", units=[turk], to=to).inner.units[turk].at == to


def test_9_0_whoever_lies_in_a_box_alone_is_asked_for() -> None:
    """§9.14: though there is no unit of theirs on those maps; of two commanders the chief is."""
    state = until("combined-1917", "central.rail")
    board = state.printed.board
    there = [u for u in state.on_map(CENTRAL) if board.front[board.index[state.units[u].at]] in FRONTS_THERE]
    gone = relocate(state, there, OUT)
    assert GAME.deciders(shared(relocate(gone, [*gone.boxes[ARABIA]], OUT))) == (CE, CW)
    assert GAME.deciders(shared(gone)) == (CE, CW, CN)
    assert GAME.deciders(shared(gone, TWO)) == (CE, CW)


def test_19_62_before_november_1914_nobody_waits_for_the_near_east() -> None:
    """Nothing moves there: whoever commands it is asked in no movement, and the others play on."""
    state = at("first-movement", "combined-campaign")
    assert {*GAME.deciders(state)} <= {AW, AE, CW, CE}
    assert GAME.legal(state, CN)["yours"] is False
    assert denied(state, CN, "end_phase")[0] == "not-your-turn"


def test_20_2_while_turkey_hesitates_the_allies_alone_move_there() -> None:
    """§20.2 No. 8, §19.62: from November 1914 on the Allied commander of the Near East is asked, the Turks' is not."""
    for key, theirs in (("first-movement", {AN}), ("allied.rail", {AN}), ("central.rail", set[str]())):
        state = shared(hesitant(key=key), "combined-campaign-west-east-near-east")
        assert {*GAME.deciders(state)} & {AN, CN} == theirs, key


def test_13_22_new_units_of_the_near_east_are_placed_by_its_commander() -> None:
    """§13.23: the step ends with the word of the commander in chief, who is told of whoever is not ready."""
    state = at("allied.new-units")
    inner = state.inner
    unit = next(u for u in inner.on_map(ALLIED) if u == "br-52t")
    waiting = shared(relocate(inner, [unit], AVAILABLE_THERE))
    assert unit in chosen_from(waiting, AN, "place")
    assert "place" not in offered(waiting, AE)
    assert denied(waiting, AN, "end_phase")[0] == "not-your-command"
    warnings = [w["text"] for w in offered(waiting, AW)["end_phase"]["warnings"]]
    assert any(text.startswith("Allies in the Near East can still give orders") for text in warnings)
    assert "You end the phase for all." in warnings[-1]


def test_6_25_lawrence_rides_as_the_commander_of_egypt_says() -> None:
    """§6.25: his chit is in play in April 1917."""
    assert (GAME.deciders(at("raid")), GAME.deciders(shared(at("raid").inner, TWO))) == ((AN,), (AW,))


# --- what is given out, drafts, standing orders -----------------------------------------------------------------------


def test_9_11_each_capacity_is_shared_out() -> None:
    """Trains kept for the Near East do not run for the east; what goes by both counts on both."""
    state = at("central.rail")
    told: Any = GAME.view(state, CENTRAL)["team"]
    assert [q["id"] for q in told["quotas"]][:2] == ["central", "near-east-central"]
    assert {*told["quotas"][0]["seats"]} == {CW, CE, CN}
    kept = give(state, CE, "quota", what="near-east-central", to=CN, amount=4)
    turk = (
        next(u for u in chosen_from(kept, CE, "to_transit") if u.startswith("tu-"))
        if ("to_transit" in offered(kept, CE))
        else a_unit(kept.inner, CENTRAL, "east")
    )
    assert denied(kept, CE, "to_transit", units=[turk])[0] in ("kept", "no-capacity", "full")
    theirs: Any = GAME.view(at("allied.rail"), ALLIED)["team"]
    assert [q["id"] for q in theirs["quotas"]][:7] == [
        *("allied", "russian", "caucasus", "egypt", "iraq", "sea", "near-east-sea")
    ]
    assert "to_transfer" in {kind for c in POLICY.capacities(state.inner, ALLIED)[:3] for kind in c.orders}


def test_3_13_the_commander_of_the_near_east_drafts_the_next_movement() -> None:
    """decisions/0045: which is theirs in either theatre."""
    state = at("first-movement")
    for seat in (CN, AN):
        attacks = next_turn_position(GAME, give(state, seat, "end_phase"), seat)
        assert attacks is not None
        assert attacks.inner.phase.key.startswith("first.")
        assert seat in GAME.deciders(attacks)
        found = GAME.onward(attacks, seat, {"kind": "end_phase"})
        assert found is not None
        assert found.inner.phase.key == "second-movement"
        assert seat in GAME.deciders(found)
    assert next_turn_position(GAME, at("first-movement", "combined-campaign"), CN) is None, (
        "there is no such movement yet"
    )


def test_3_13_steps_of_several_commanders_may_go_by_for_each_of_them() -> None:
    """Each lets them go by for what is theirs (decisions/0059), and what an event asks of a side may be answered."""
    team, alone = ({k.key for k in GAME.standing(s, {})} for s in (THREE, "combined-1917"))
    assert {k.key for k in STEPS} <= team & alone
    assert "event-phase" in team


# --- a turn of each kind ----------------------------------------------------------------------------------------------


def a_move(state: Any, seat: str) -> Any:
    """The position after a commander has moved the first units that can go somewhere; the same if there are none."""
    board = state.inner.printed.board
    for unit in list(
        offered(state, seat).get("move", {"slots": [{"options": {"of": []}}]})["slots"][0]["options"]["of"]
    )[:20]:
        asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
        answer: Any = GAME.consult(state, seat, asked)
        for hex_ in answer["options"]["costs"]:
            path = [hex_]
            found = GAME.decide(state, seat, {"kind": "move", "units": [unit], "path": path}, CHANCE)
            if not isinstance(found, Refusal) and hex_ in board.index:
                return found.states[-1]
    return state


def least(state: Any, seat: str) -> dict[str, Any]:
    """What takes the step further with the least done: its end, if it may end."""
    offers: Any = GAME.legal(state, seat)["offers"]
    ending = any(o["kind"] == "end_phase" and not o["refusal"] for o in offers)
    return {"kind": "end_phase"} if ending else GAME.random_command(state, seat, random.Random(seat))


def test_six_commanders_play_an_operational_and_a_strategic_turn() -> None:
    """All of them move, and each ends what is theirs; the turns go on when all have ended."""
    state = shared(set_up("combined-1917"))
    moved, ended, keys = dict[str, set[str]](), set[str](), dict[str, None]()
    board = state.inner.printed.board
    first = state.inner.turn
    while "reserve" not in keys or state.inner.phase.key not in MOVEMENTS:
        key, seat = state.inner.phase.key, GAME.deciders(state)[0]
        keys[key] = None
        if key in MOVEMENTS and state.inner.turn == first and key not in moved.get(seat, set()):
            before, state = state, a_move(state, seat)
            now = next((u for u in before.inner.units if before.inner.units[u].at != state.inner.units[u].at), None)
            assert now is not None, f"{seat} could move nobody in the {key}"
            front = board.front[board.index[state.inner.units[now].at]]
            assert (front in FRONTS_THERE) == seat.endswith("near-east")
            moved.setdefault(seat, set()).add(key)
        answer = GAME.decide(state, seat, least(state, seat), CHANCE)
        assert not isinstance(answer, Refusal), answer.text
        state = answer.states[-1]
        ended.add(seat)
    assert GAME.load_state(GAME.dump_state(state)) == state
    assert ended == moved.keys() == {AW, AE, AN, CW, CE, CN}
    assert {len(moved[seat]) for seat in (AN, CN)} == {2}, "in both movements"
    assert {len(moved[seat]) for seat in (AW, AE, CW, CE)} == {1}
    assert keys.keys() >= {"replacement", "reserve", "central.rail", "allied.rail"}
