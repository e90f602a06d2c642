"""§3.13, decisions/0028, 0036, 0042: two commanders a side, one in each theatre."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.great_war.game import GAME as ALONE
from rules.great_war.position.state import BOXES, DEAD, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, NATIONS, SIDES
from rules.great_war.teams import GAME, POLICY
from rules.kernel import dice
from rules.kernel.fast_replace import replace
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from rules.kernel.teams.state import TeamState
from tests.games.great_war.field import AROUND, TARGET, field
from tests.games.great_war.kit import position, set_up

CW, CE, AW, AE = "central-west", "central-east", "allied-west", "allied-east"
LAYOUT = "1915-west-and-east"
CHANCE = dice.chance(b"theatres" * 4)
GERMANS = {"W4234": "ge-8bvr", "E4508": "ge-hq-11 ge-3"}


def shared(inner: State) -> Any:
    """A position with two commanders a side."""
    return TeamState(LAYOUT, inner)


def give(state: Any, seat: str, kind: str, **arguments: object) -> Any:
    """The position after a command, stored and loaded. AssertionError when it is refused."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, CHANCE)
    assert not isinstance(answer, Refusal), answer.text
    for event in answer.events:
        state = GAME.evolve(state, GAME.load_event(GAME.dump_event(event)))
    assert GAME.dump_state(state) == GAME.dump_state(answer.states[-1])
    return GAME.load_state(GAME.dump_state(state))


def denied(state: Any, seat: str, kind: str, **arguments: object) -> tuple[str, str]:
    """Code and section of the refusal of a command. AssertionError when it is taken."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, CHANCE)
    assert isinstance(answer, Refusal), "it was taken"
    return answer.code, answer.section


def offered(state: Any, seat: str) -> dict[str, Any]:
    """The offers to a seat by kind."""
    offers: Any = GAME.legal(state, seat)["offers"]
    return {offer["kind"]: offer for offer in offers}


def ends(state: Any, seat: str, kind: str, units: str) -> Any:
    """Where units may go."""
    asked = {"kind": "slot", "order": kind, "slot": "to", "chosen": {"units": units.split()}}
    return GAME.consult(state, seat, asked)


# --- who commands what ------------------------------------------------------------------------------------------------


def test_units_boxes_points_and_chits_all_obey_someone() -> None:
    """The model of teams: what no command claims is the staff's, and so the commander in chief's."""
    state = shared(set_up())
    printed = state.inner.printed
    things = [*printed.counters, *NATIONS, *printed.chits.events, *(f"{s}.{b}" for s in SIDES for b in BOXES)]
    by_seat = {thing: GAME.commander(state, thing) for thing in things}
    board = printed.board
    for unit, now in state.inner.units.items():
        side = POLICY.command_of(state.inner, unit)[0]  # type: ignore[index]
        theatre = board.theatre[board.index[now.at]] if now.at in board.index else ""
        chief = CE if side == CENTRAL else AW
        assert by_seat[unit] == (f"{side}-{theatre}" if theatre else chief), unit
    assert {by_seat[n] for n in ("GE", "AH", "BU", "TU")} == {CE}
    assert {by_seat[n] for n in ("FR", "RU", "GK")} == {AW}
    assert {by_seat[c] for c in printed.chits.events} == {CE, AW}
    assert by_seat["central.dead"] == CE
    assert POLICY.command_of(state.inner, "W5221") is None
    assert {CW, CE, AW, AE} == set(by_seat.values())


def test_a_unit_that_changes_theatres_changes_its_commander() -> None:
    state = shared(position(GERMANS, "central.rail"))
    assert GAME.commander(state, "ge-8bvr") == CW
    options: Any = ends(state, CW, "rail", "ge-8bvr")
    east = next(h for h in options["options"]["of"] if h.startswith("E"))
    state = give(state, CW, "rail", units=["ge-8bvr"], to=east)
    assert GAME.commander(state, "ge-8bvr") == CE


def test_in_movement_only_the_theatre_of_the_side_is_asked() -> None:
    """§4.2: a side moves in one theatre at a time. The chief of the Central Powers commands in the east."""
    state = shared(position(GERMANS, west=CENTRAL))
    assert GAME.deciders(state) == (CW, AE)
    swapped = shared(position(GERMANS, west=ALLIED))
    assert GAME.deciders(swapped) == (AW, CE)
    assert offered(state, CW).keys() >= {"move", "end_phase", "lend"}
    assert offered(state, CW)["move"]["slots"][0]["options"]["of"] == ["ge-8bvr"]
    waiting = GAME.legal(swapped, CW)
    assert (waiting["yours"], waiting["offers"]) == (False, [])
    assert denied(swapped, CW, "lend", units=["ge-8bvr"], to=CE)[0] == "not-your-turn"
    assert denied(swapped, CW, "end_phase")[0] == "not-your-turn"
    assert GAME.ask(swapped, CW) != GAME.ask(state, CW)


def test_the_chief_alone_decides_what_belongs_to_the_staff() -> None:
    """§4.3, §6.0: set-up, chits and the decisions of the strategic turn."""
    state = GAME.new_match(LAYOUT, {})
    assert GAME.deciders(state) == (AW,)
    assert GAME.legal(state, AE)["yours"] is False
    assert denied(state, AE, "deal")[0] == "not-your-command"
    held = position(GERMANS, "second-movement", west=CENTRAL)
    chits = {**held.chits, "allied.hand": {"the-tiger-a": 1}}
    chit = next(c for c, e in held.printed.chits.events.items() if e.kind == "strategic" and e.side == ALLIED)
    hand = shared(replace(held, chits={**chits, "allied.hand": {chit: 1}}))
    assert "play_event" in offered(hand, AW)
    assert "play_event" not in offered(hand, AE)
    assert denied(hand, AE, "play_event", event=chit)[0] == "not-your-command"


def test_21_12_what_is_left_to_set_up_is_told_of_a_commander_s_own_units() -> None:
    """decisions/0059: the button that ends your set-up counts your units, and not those of your ally."""
    state = give(GAME.new_match(LAYOUT, {}), AW, "draw_lots")

    def notes() -> list[str]:
        return [offered(state, seat)["end_phase"]["note"] for seat in (AW, AE)]

    own = [sum(GAME.commander(state, u) == seat for u in state.inner.waiting(ALLIED)) for seat in (AW, AE)]
    assert min(own) > 50
    assert notes() == [f"{count} units to set up" for count in own]
    state = give(state, AE, "deal")
    assert notes() == [f"{own[0]} units to set up", ""]


# --- each ends what is his (decisions/0049) ---------------------------------------------------------------------------


def test_4_2_the_chief_does_not_end_his_ally_s_movement() -> None:
    """§4.21: the Central Powers move in the west, where their chief commands nobody."""
    state = shared(position(GERMANS, west=CENTRAL))
    asked = GAME.legal(state, CE)
    assert (asked["yours"], asked["prompt"]) == (False, "Waiting for Central Powers in the west")
    assert offered(state, CE).keys() == {"end_for_all", "lend", "quota"}, "what he arranges he still can"
    assert denied(state, CE, "end_phase")[0] == "not-your-turn"
    assert denied(state, CE, "ready", yes="yes")[0] == "ends-separately"
    state = give(state, CW, "end_phase")
    assert GAME.deciders(state) == (AE,), "nobody else was to end it"


def test_4_2_a_chief_who_takes_units_of_a_theatre_ends_there_too() -> None:
    """The commander of the theatre ends what is left to him; the phase goes on when both have ended."""
    state = shared(position({"W4234": "ge-8bvr", "W4134": "ge-5", "E4508": "ge-3"}, west=CENTRAL))
    state = give(state, CE, "lend", units=["ge-5"], to=CE)
    assert GAME.deciders(state) == (CE, CW, AE)
    state = give(state, CW, "end_phase")
    assert GAME.phase(state) == "first-movement"
    assert GAME.deciders(state) == (CE, AE)
    ended = GAME.legal(state, CW)
    assert (ended["yours"], ended["prompt"]) == (False, "You have ended this step")
    assert [o["label"] for o in ended["offers"]] == ["Go on after all"]  # type: ignore[index, union-attr, call-overload]
    assert GAME.view(state, CENTRAL)["team"]["ended"] == [CW]  # type: ignore[index, call-overload]
    assert denied(state, CW, "end_phase")[0] == "you-have-ended"
    assert denied(state, CW, "move", units=["ge-8bvr"], path=["W4235"])[0] == "you-have-ended"
    back = give(state, CW, "ready", yes="no")
    assert GAME.deciders(back) == (CE, CW, AE)
    assert denied(back, CW, "ready", yes="no")[0] == "no-change"
    assert GAME.deciders(give(state, CE, "end_phase")) == (AE,)
    # Where units change hands after that, whoever has them is asked, and nobody waits for a word that was given.
    assert GAME.deciders(give(give(back, CE, "end_phase"), CE, "lend", units=["ge-8bvr"], to=CE)) == (CE, AE)


def test_10_82_a_marker_is_placed_by_the_commander_of_its_theatre() -> None:
    """§10.81: OHL stands in the west, where the chief of the Central Powers commands nobody; the other could end the
    movement before he had placed it."""
    state = shared(position(GERMANS, west=CENTRAL, marker="OHL"))
    assert "place_marker" not in offered(state, CE)
    assert denied(state, CE, "place_marker", hex="W4234")[0] == "not-your-turn"
    state = give(state, CW, "place_marker", hex="W4234")
    assert state.inner.marker_at == "W4234"


def test_10_0_each_ends_the_attacks_of_his_theatre() -> None:
    state = shared(position(GERMANS, "first.west.attacks", west=CENTRAL))
    assert GAME.deciders(state) == (CW,)
    assert denied(state, CE, "end_phase")[0] == "not-your-turn"
    give(state, CW, "end_phase")


def test_9_0_both_commanders_end_strategic_movement() -> None:
    """Trains run for both theatres; whoever has nobody to send by them is not waited for."""
    state = shared(position(GERMANS, "central.rail"))
    state = give(state, CE, "end_phase")
    assert (GAME.phase(state), GAME.deciders(state)) == ("central.rail", (CW,))
    assert GAME.glance(state).deciders == (CW,), "a clock runs for him alone, and everyone sees it"
    assert offered(state, CE).keys() == {"ready", "end_for_all", "lend", "quota"}
    assert GAME.phase(give(state, CW, "end_phase")) != "central.rail"
    alone = shared(position({"E4508": "ge-hq-11 ge-3"}, "central.rail"))
    assert GAME.deciders(alone) == (CE,)


def test_an_end_of_one_s_own_is_told_to_the_side_and_can_be_taken_back() -> None:
    before = shared(position(GERMANS, "central.rail"))
    answer = GAME.decide(before, CW, {"kind": "end_phase"}, CHANCE)
    assert not isinstance(answer, Refusal)
    (fact,), after = answer.events, answer.states[-1]
    told: Any = GAME.narrate(before, fact, after, CE)
    assert told["text"] == "Central Powers in the west: done with this step."
    assert GAME.narrate(before, fact, after, ALLIED) is None
    assert not GAME.bars_undo(fact)
    assert GAME.view(after, ALLIED)["step"] == {**GAME.view(before, ALLIED)["step"], "deciders": [CE]}  # type: ignore[dict-item]


def test_13_22_arrivals_and_the_end_of_their_step_belong_to_the_staff() -> None:
    state = shared(position(GERMANS, "central.new-units"))
    assert "end_phase" in offered(state, CE)
    assert "ready" in offered(state, CW)
    assert denied(state, CW, "end_phase")[0] == "not-your-command"


def test_a_position_stored_before_each_ended_for_himself_goes_on() -> None:
    """It knew of readiness alone, and the chief ended the phase."""
    state = shared(position(GERMANS, west=CENTRAL))
    stored: Any = GAME.dump_state(state)
    assert "ended" not in stored["team"]
    stored["team"]["ready"] = {CW: GAME.ask(state, CENTRAL)}
    loaded = GAME.load_state(stored)
    assert GAME.deciders(loaded) == (CW, AE)
    give(loaded, CW, "end_phase")


# --- what is given out (decisions/0042) -------------------------------------------------------------------------------


def quotas(state: Any, side: str) -> dict[str, Any]:
    """What the commanders of a side read, by capacity."""
    view: Any = GAME.view(state, side)["team"]
    return {q["id"]: q for q in view["quotas"]}


@pytest.fixture
def trains() -> Any:
    """The Central Powers' part of a Strategic Movement Phase, 22 units of which are kept for the west."""
    state = shared(position(GERMANS, "central.rail"))
    return give(state, CE, "quota", what="central", to=CW, amount=22)


def test_9_11_trains_kept_for_the_west_do_not_run_in_the_east(trains: Any) -> None:
    """§9.34: the headquarters counts as four to Budapest, and as two to Breslau's neighbours."""
    own = quotas(trains, CENTRAL)["central"]
    assert (own["left"], own["most"]) == (24, 24)
    assert own["seats"] == {CW: {"given": 22, "used": 0, "may": 24}, CE: {"given": 0, "used": 0, "may": 2}}
    assert denied(trains, CE, "rail", units=["ge-hq-11"], to="E3310") == ("kept", "9.11")
    options: Any = ends(trains, CE, "rail", "ge-hq-11")
    assert "E3310" not in options["options"]["of"], "and it is not offered"
    state = give(trains, CE, "rail", units=["ge-hq-11"], to="E4908")
    assert quotas(state, CENTRAL)["central"]["seats"][CE]["may"] == 0
    assert "rail" not in offered(state, CE) or offered(state, CE)["rail"]["refusal"]
    assert denied(state, CE, "rail", units=["ge-3"], to="E4908") == ("kept", "9.11")


def test_9_11_a_commander_uses_his_own_trains_first(trains: Any) -> None:
    options: Any = ends(trains, CW, "rail", "ge-8bvr")
    state = give(trains, CW, "rail", units=["ge-8bvr"], to=next(h for h in options["options"]["of"] if h[0] == "W"))
    own = quotas(state, CENTRAL)["central"]["seats"]
    assert own[CW]["given"] - own[CW]["used"] == 22 - own[CW]["used"]
    assert own[CW]["used"] in (1, 2)
    assert own[CE]["may"] == 2


def test_5_35_points_kept_for_the_west_rebuild_no_unit_for_the_east() -> None:
    """§5.31, §5.35: any commander rebuilds units of the dead pile, with points that are not kept for another."""
    laid = position(GERMANS, "replacement", points={"GE": 2})
    dead = {u: laid.units[u]._replace(at=DEAD) for u in ("ge-4", "ge-5")}
    state = shared(replace(laid, units={**laid.units, **dead}))
    assert GAME.deciders(state) == (CE, CW)
    assert "replace" in offered(state, CE)
    state = give(state, CE, "quota", what="points.GE", to=CW, amount=2)
    assert denied(state, CE, "replace", unit="ge-4", points=1) == ("kept", "5.35")
    assert "replace" not in offered(state, CE), "all is kept for the west"
    assert "end_phase" in offered(state, CE)
    state = give(state, CW, "replace", unit="ge-4", points=1)
    assert quotas(state, CENTRAL)["points.GE"]["seats"][CW] == {"given": 2, "used": 1, "may": 1}
    assert GAME.commander(state, "ge-4") == CE, "who is rebuilt waits with the staff"
    assert denied(state, CE, "replace", unit="ge-5", points=1) == ("kept", "5.35")
    state = give(state, CE, "quota", what="points.GE", to=CW, amount=0)
    give(state, CE, "replace", unit="ge-5", points=1)


def test_the_other_side_hears_nothing_of_what_is_given_out(trains: Any) -> None:
    before = shared(position(GERMANS, "central.rail"))
    for viewer in (ALLIED, AW, SPECTATOR):
        assert GAME.view(trains, viewer) == GAME.view(before, viewer)
        assert GAME.legal(trains, viewer) == GAME.legal(before, viewer)


def test_a_turn_at_random_by_four_commanders() -> None:
    """Every offer is taken and every command at random is legal, through a turn with shares and lent units."""
    state, rng = shared(set_up()), random.Random(1915)
    seen: set[str] = set()
    for _ in range(250):
        deciders = GAME.deciders(state)
        seat = deciders[rng.randrange(len(deciders))]
        command = GAME.random_command(state, seat, rng)
        answer = GAME.decide(state, seat, command, CHANCE)
        assert not isinstance(answer, Refusal), (seat, command, answer)
        state = answer.states[-1]
        seen.add(str(command["kind"]))
    assert GAME.load_state(GAME.dump_state(state)) == state
    assert seen >= {"move", "ready", "end_phase"}


@pytest.mark.parametrize("target", [[[]], [{}], ["E4923", ["E4923"]], {}, None])
def test_an_attack_to_be_proposed_is_refused_in_words_whatever_stands_in_it(target: object) -> None:
    """§10.11: units of both commanders are named, so that it would be asked of the other."""
    state = shared(field({AROUND[3]: "ge-3", AROUND[4]: "ge-5", TARGET: "ru-25"}))
    state = give(state, CE, "lend", units=["ge-5"], to=CW)
    units = ["ge-3", "ge-5"]
    assert denied(state, CE, "attack", target=target, units=units)[0] == "malformed"
    assert denied(state, CE, "attack", target=TARGET, units=[*units, [], {}])[0] == "malformed"
    assert give(state, CE, "attack", target=TARGET, units=units).proposals


def test_a_match_without_teams_is_the_plain_game() -> None:
    assert GAME.dump_state(GAME.new_match("1915", {})) == ALONE.dump_state(ALONE.new_match("1915", {}))
