"""The program that plays with a purpose: as people do, never refused, the same from the same seed."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any, ClassVar

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import (
    PLAYERS,
    attacking,
    declaring,
    fighting,
    flying,
    invading,
    overrunning,
    plans,
)
from rules.empires_alliances.players.aims import aims_of
from rules.empires_alliances.players.journeys import Journeys
from rules.empires_alliances.players.marching import Muster, best_end
from rules.empires_alliances.players.sight import Sight
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from rules.kernel.players import SeatClient
from rules.kernel.programs.reasons import Notebook
from tests.games.empires_alliances.fields import field, stood
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.politics import arriving, in_the_war
from tests.games.empires_alliances.shores import GALLIPOLI, ITALY, SMYRNA, TRIESTE, TURK, in_combat, invaded, ready
from tests.games.empires_alliances.table import deployed, put, told
from tests.thorough import sample_of

ENOUGH = 6000
RING_OF_TOUL = ("2849", "2850", "2851", "2949", "2951", "3051")


class Game:
    """A game between two generals as far as it has gone."""

    def __init__(self, seed: int, scenario: str = "1914", **options: Any) -> None:
        self.state: State = GAME.new_match(scenario, options)
        self.rng = random.Random(seed)
        self.sitting = {side: PLAYERS["general"]() for side in (CENTRAL, ALLIED)}
        self.kinds: Counter[str] = Counter()
        self.given: list[Any] = []

    def play(self, turns: int) -> Game:
        """On until that many turns are over."""
        while GAME.deciders(self.state) and self.state.turn <= turns:
            assert len(self.given) < ENOUGH
            seat = GAME.deciders(self.state)[0]
            command = self.sitting[seat].command(SeatClient(GAME, self.state, seat), self.rng)
            assert command is not None
            answer = GAME.decide(self.state, seat, command, lambda _, sides: self.rng.randint(1, sides))
            assert isinstance(answer, Decided), (seat, command, answer)
            self.given.append(command)
            for event in answer.events:
                self.kinds[event.kind] += 1
                self.state = GAME.evolve(self.state, event)
        return self


@cache
def august() -> Game:
    """The two turns of August 1914."""
    return Game(1).play(2)


def test_it_keeps_the_plans_of_august_1914() -> None:
    """§1.67: the Second Army leaves Serbia, and the French attack; the program is never refused."""
    state = august().state
    assert state.turn == 3
    assert any(deed.startswith("second-army.") for deed in state.deeds)
    assert any(deed.startswith("second-army-railed.") for deed in state.deeds)
    assert sum(deed.startswith("plan-17.1914-08-1.") for deed in state.deeds) >= 1
    assert august().kinds["fight-resolved"] > 5


def test_6_2_it_sends_nobody_into_a_full_hex() -> None:
    """§6.2, §22.62: whoever is to be railed to Galicia goes where there is room, and nobody is given up."""
    assert august().kinds["travelled"] > 0
    assert august().kinds["given-up"] == 0


def test_it_keeps_a_line_in_the_west() -> None:
    """Nobody marches through: between the enemy and Paris no hex is left open three hexes deep."""
    state = august().state
    board = state.board
    paris = board.lattice.index["2655"]
    germans = {i for i in map(board.index, state.stacks) if state.stack_side(board.lattice.ids[i]) == CENTRAL}
    nearest = min(board.lattice.distance(board.lattice.ids[i], board.lattice.ids[paris]) for i in germans)
    assert nearest >= 2


def test_the_same_seed_gives_the_same_commands() -> None:
    again = Game(1).play(1)
    assert again.given == august().given[: len(again.given)]


@pytest.mark.parametrize(
    ("scenario", "options"), sample_of([("1918", {}), ("campaign", {"breakdown": True, "argonne": True})], 2, 1)
)
def test_it_opens_every_scenario(scenario: str, options: dict[str, Any]) -> None:
    game = Game(2, scenario, **options)
    first = game.state.turn
    game.play(first)
    assert game.state.turn > first
    assert game.kinds["marched"] + game.kinds["travelled"] > 10


def sight_of(state: State, side: str) -> Sight:
    """What a side sees."""
    return Sight(GAME.view(state, side), side, state.printed)  # type: ignore[arg-type]


def test_a_reserve_goes_into_the_gap() -> None:
    """Of two hexes before the enemy the one that nobody holds."""
    state = phase("allied", {"ge-a1": "2848", "ge-a2": "2849", "fr-a1": "2950", "fr-a2": "3052"})
    sight = sight_of(state, ALLIED)
    muster = Muster(sight, 0.0)
    unit = next(u for i in sight.mine for u in sight.stacks[i] if u["id"] == "fr-a2")
    held, open_ = "2950", "2850"
    assert best_end(muster, unit, state.board.index("3052"), [held, open_]) == open_
    assert muster.ranks[state.board.index(open_)] == 1


def test_17_14_a_unit_leaves_a_hex_that_others_fill() -> None:
    """Four German corps far from any enemy, where each is as well off as in the next hex: one goes, three stay."""
    corps, here, there = ["ge-a1", "ge-a2", "ge-a3", "ge-a4"], "2540", "2539"
    sight = sight_of(phase(CENTRAL, {**stood(corps, here), "fr-a1": "2552"}), CENTRAL)
    muster, start = Muster(sight, 0.0), sight.printed.board.index(here)
    assert [unit for unit in corps if best_end(muster, sight.standing[unit][0], start, [there])] == corps[:1]
    assert muster.ranks[start] == 3


class Listening(SeatClient):
    """A seat's client of which one hears what it asks."""

    heard: ClassVar[list[str]] = []

    def consult(self, question: Any) -> Any:
        """What the game answers."""
        self.heard.append(question["kind"])
        return super().consult(question)


def test_11_9_journeys_are_asked_for_once_for_all_who_are_alike() -> None:
    """What the second of two corps would do is only checked before it is ordered."""
    state = phase(CENTRAL, {"ge-a1": "2545", "ge-a2": "2545", "fr-a1": "2552"})
    Listening.heard.clear()
    sight, journeys = sight_of(state, CENTRAL), Journeys()
    muster = Muster(sight, 0.0)
    for unit in ("ge-a1", "ge-a2"):
        path = journeys.best(Listening(GAME, state, CENTRAL), muster, *sight.standing[unit])
        state = told(state, CENTRAL, kind="move", units=[unit], path=path)
    assert Listening.heard == ["slot", "move"]


def test_8_0_programs_do_not_wait_for_reasons_why_others_are_no_ends() -> None:
    state = phase(CENTRAL, {"ge-a1": "2750", "fr-a1": "2751"})
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["ge-a1"]}}
    whole, brief = (GAME.consult(state, CENTRAL, {**asked, "brief": word})["options"] for word in (False, True))  # type: ignore[index]
    assert whole["refused"]  # type: ignore[call-overload,index]
    assert brief == {**whole, "refused": {}}  # type: ignore[dict-item]


def test_1_62_who_may_not_go_where_others_go_is_asked_by_himself() -> None:
    """§1.62: in August-2 R9 may not move; where it was thought to go it is not counted."""
    state = phase(CENTRAL, {"ge-r8": "2545", "ge-r9": "2545", "fr-a1": "2552"}, "1914-08-2")
    sight, journeys = sight_of(state, CENTRAL), Journeys()
    muster, client = Muster(sight, 0.0), SeatClient(GAME, state, CENTRAL)
    assert journeys.best(client, muster, *sight.standing["ge-r8"]) is not None
    assert journeys.best(client, muster, *sight.standing["ge-r9"]) is None
    assert muster.ranks[state.board.index("2545")] == 1


def test_13_6_attacks_are_asked_for_again_only_where_something_changed() -> None:
    here = field({"ge-a1": "2461", "fr-32": "2462"})
    near, far = put(here, {"fr-33": "2463"}), put(here, {"fr-33": "3452"})
    plans, asked = attacking.Plans(), []
    for state in (here, here, far, near):
        Listening.heard.clear()
        assert plans.of(Listening(GAME, state, CENTRAL), sight_of(state, CENTRAL), "2462", frozenset()) is not None
        asked.append(bool(Listening.heard))
    assert asked == [True, False, False, True]


def ordered(state: State, side: str) -> Any:
    """The first order of a general who sits down now."""
    return PLAYERS["general"]().command(SeatClient(GAME, state, side), random.Random(1))


@pytest.mark.parametrize(("unit", "box"), [("gb-1", "britain"), ("fr-r8", "french-north-africa")])
def test_2_3_units_beyond_the_sea_sail_to_the_front(unit: str, box: str) -> None:
    """§2.3, §2.4: those in Britain and Algiers are of no use there."""
    state = phase(ALLIED, {unit: box, "ge-a1": "2848", "fr-a1": "2950"})
    command = ordered(state, ALLIED)
    while command["kind"] != "end_phase" and command.get("units") != [unit]:
        state = told(state, ALLIED, **command)
        command = ordered(state, ALLIED)
    assert command["kind"] == "move"
    assert "ship" in command["path"]
    assert state.board.is_hex(command["path"][-1])


def test_no_unit_sails_home_from_the_front() -> None:
    sight = sight_of(phase(ALLIED, {"gb-1": "2150", "fr-a1": "2950"}), ALLIED)
    unit, start = sight.standing["gb-1"]
    assert best_end(Muster(sight, 0.0), unit, start, ["britain"]) is None


def test_2_67b_units_bound_for_the_middle_east_sail_there() -> None:
    """The 42nd Division has to go there, and may go nowhere else before."""
    sight = sight_of(phase(ALLIED, {"gb-t42": "britain"}, "1914-09", scenario="campaign"), ALLIED)
    unit, start = sight.standing["gb-t42"]
    assert best_end(Muster(sight, 0.0), unit, start, ["middle-east"]) == "middle-east"


def test_2_67b_where_too_few_are_in_the_middle_east_it_sends_a_unit_first() -> None:
    """The Indian division of the box is lost: a corps from London goes there before anyone moves elsewhere."""
    state = phase(ALLIED, {"gb-1": "britain", "gb-t42": "middle-east"}, "1914-11", scenario="campaign")
    assert ordered(state, ALLIED) == {"kind": "move", "units": ["gb-1"], "path": ["ship", "middle-east"]}


def test_12_1_it_overwhelms_whom_it_can_with_as_few_as_are_enough() -> None:
    """A Belgian division of 3 factors; four German corps of 6 factors are eight to one, and a fifth is not needed."""
    corps = dict.fromkeys(["ge-a1", "ge-a2", "ge-a3"], "2552")
    state = phase(CENTRAL, {"be-1": "2453", **corps, "ge-a4": "2353", "ge-a5": "2353"})
    command = ordered(state, CENTRAL)
    assert (command["kind"], command["hex"], len(command["units"])) == ("overrun", "2453", 4)
    after = told(state, CENTRAL, **command)
    assert after.units["be-1"].at == "pool"


def test_12_2_it_spends_no_army_on_a_gun_that_nobody_needs_to_pass() -> None:
    """§12.2: victors attack nobody else: nine corps of 6 factors are worth more than a gun of 2."""
    sight = sight_of(phase(CENTRAL, {**stood(["ge-a1", "ge-a2", "ge-a3"], "2552"), "be-1": "2453"}), CENTRAL)
    assert overrunning.is_worth_it(sight, "2453", ["ge-a1", "ge-a2", "ge-a3"])
    many = stood([f"ge-a{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)], "2552")
    sight = sight_of(phase(CENTRAL, {**many, "be-1": "2453"}), CENTRAL)
    assert not overrunning.is_worth_it(sight, "2453", [*many])


def chosen(state: State, least: float) -> Any:
    """The attack that the Central Powers choose."""
    offers: Any = {o["kind"]: o for o in GAME.legal(state, CENTRAL)["offers"]}  # type: ignore[union-attr,index,call-overload]
    return attacking.best_attack(SeatClient(GAME, state, CENTRAL), sight_of(state, CENTRAL), offers, least)


def test_11_72_it_takes_over_an_invasion_that_others_have_sent() -> None:
    """Units at sea stand on no hex; whoever had the seat before sent them, and they must attack (§13.1)."""
    state = in_combat(invaded(ready({TURK: GALLIPOLI}), GALLIPOLI, ["fr-a1", "au-anzac"]))
    order = PLAYERS["general"]().command(SeatClient(GAME, state, ALLIED), random.Random(1))
    assert (order["kind"], order["hex"]) == ("attack", GALLIPOLI)
    assert told(state, ALLIED, **order).lanes


@pytest.mark.parametrize(("foes", "attacks"), [(["fr-a1", "fr-a2", "fr-a3"], False), (["fr-cav1"], True)])
def test_an_attack_is_made_if_it_promises_more_than_it_costs(foes: list[str], attacks: bool) -> None:
    state = field({**stood(["ge-a1", "ge-a2", "ge-a3"], "2562"), **stood(foes, "2463")})
    assert (chosen(state, 0.8) is not None) is attacks


def test_13_641_a_unit_that_adds_nothing_to_an_attack_is_left_out_of_it() -> None:
    """Six corps against a cavalry corps are far beyond 7-1: fewer do as well, and the others may attack elsewhere."""
    six = ["ge-a1", "ge-a2", "ge-a3", "ge-a4", "ge-a6", "ge-a7"]
    state = field({**stood(six[:3], "2562"), **stood(six[3:], "2463"), "fr-cav1": "2462"})
    command = chosen(state, 0.8)
    assert command is not None
    assert len(command["units"]) < len(six)
    plan: Any = GAME.consult(state, CENTRAL, {"kind": "attack", "hex": "2462", "units": command["units"]})
    everyone: Any = GAME.consult(state, CENTRAL, {"kind": "attack", "hex": "2462", "units": six})
    assert plan["results"] == everyone["results"]


@pytest.mark.parametrize(("spare", "attacks"), [(0, False), (24, True)])
def test_17_2_men_are_cheap_while_points_would_lapse(spare: int, attacks: bool) -> None:
    """The same attack is made by a side that can bring back whom it loses, and by no other."""
    state = field({**stood(["ge-a1", "ge-a2"], "2562"), **stood(["fr-a1"], "2463")})
    state = follow(state, replace(state, purses={**state.purses, "GE": Points(spare, 0, 0)}))
    assert (chosen(state, 0.8) is not None) is attacks


def test_17_23_points_that_come_in_next_count_as_spare() -> None:
    """Germany makes 20 infantry points a turn from its cities; its pool is empty."""
    state = field({**stood(["ge-a1", "ge-a2"], "2562"), **stood(["fr-a1"], "2463")})
    sight = sight_of(state, CENTRAL)
    coming = sum(gain["infantry"] for gain in sight.view["purses"]["GE"]["gains"])
    assert sight.spare["GE"] == sight.view["points"]["GE"][0] + coming


@pytest.mark.parametrize(("waiting", "price"), [(0, 1.0), (40, 1.375), (80, 1.75), (160, 2.5), (300, 2.5)])
def test_17_24_men_are_dear_while_those_who_are_lost_wait_for_points(waiting: int, price: float) -> None:
    """At twenty points a month forty factors wait for two of them, and nobody counts more than eight."""
    sight = sight_of(field({"ge-a1": "2750"}), CENTRAL)
    sight.__dict__.update(spare={"GE": float(-waiting)}, income={"GE": 20.0})
    assert sight.price(next(u for i in sight.mine for u in sight.stacks[i])) == price


@pytest.mark.parametrize(
    ("side", "turn", "left"), [(ALLIED, 6, 0.0), (CENTRAL, 6, 0.25), (ALLIED, 5, 0.5), (CENTRAL, 3, 1.0)]
)
def test_losses_cost_less_as_the_end_comes_near(side: str, turn: int, left: float) -> None:
    """Nobody moves after the Allies in December 1914: whom they lose then could have done nothing more."""
    sight = sight_of(replace(phase(side, {"ge-a1": "2848", "fr-a1": "2950"}), turn=turn), side)
    assert sight.ahead == left
    assert sight.price(next(u for i in sight.mine for u in sight.stacks[i])) <= left


def test_guns_join_those_who_defend_best() -> None:
    state = field({**stood(["ge-a1", "ge-a2", "ge-a3"], "2350"), **stood(["fr-32", "fr-cav1", "fr-art-1"], "2351")})
    state = told(state, "central", "attack", hex="2351", units=["ge-a1", "ge-a2", "ge-a3"])
    offers: Any = {o["kind"]: o for o in GAME.legal(state, ALLIED)["offers"]}  # type: ignore[union-attr,index,call-overload]
    command = fighting.answer(SeatClient(GAME, state, ALLIED), sight_of(state, ALLIED), offers)
    assert command == {"kind": "defend_together", "units": {"fr-32": ["fr-art-1"]}}


def test_18_41_british_and_french_part_and_nobody_else_goes() -> None:
    """Of two French and one British corps together the British one leaves; the line elsewhere stays where it is."""
    together = stood(["fr-a1", "fr-a2", "gb-1"], "2456")
    state = phase("allied", {**together, "fr-a3": "2654", "ge-a1": "2452", "ge-a2": "2652"})
    first = ordered(state, ALLIED)
    assert (first["kind"], first["units"]) == ("move", ["gb-1"])
    state = told(state, ALLIED, **first)
    assert ordered(state, ALLIED).get("units") != ["fr-a3"]


def test_18_41_an_aircraft_beside_its_allies_flies_away() -> None:
    """The British of Calais stay, and the French aircraft goes elsewhere."""
    state = phase("allied", {"gb-1": "2153", "gb-2": "2153", "fr-air-1": "2153", "fr-a1": "2654", "ge-a1": "2352"})
    first = ordered(state, ALLIED)
    assert (first["kind"], first["unit"]) == ("rebase", "fr-air-1")


def test_13_85_a_demoralised_unit_leaves_the_enemy_before_anyone_else_moves() -> None:
    state = phase("allied", {"fr-a1": "2654", "fr-a2": "2755", "ge-a1": "2653"})
    state = put(state, {"fr-a1": "2654"}, shaken=1)
    first = ordered(state, ALLIED)
    assert (first["kind"], first["units"]) == ("move", ["fr-a1"])


def test_18_43_a_unit_out_of_its_sector_goes_back_before_anyone_else_moves() -> None:
    command = ordered(phase("allied", {"gb-1": "2854", "gb-2": "2454", "fr-a1": "2852"}), ALLIED)
    assert (command["kind"], command["units"]) == ("move", ["gb-1"])


@pytest.mark.parametrize(("turn", "goes"), [("1914-12", True), ("1914-10", False)])
def test_1_71_a_captured_city_is_manned_when_the_points_are_counted(turn: str, goes: bool) -> None:
    """Verdun counts only if Germans stand in it; until the count is near, they rather go on to Nancy."""
    state = phase("central", {"ge-a1": "2548", "ge-a2": "2548", "fr-a1": "2960"}, turn, taken={"2851": CENTRAL})
    muster = Muster(sight_of(state, CENTRAL), 0.0)
    unit = next(u for i in muster.sight.mine for u in muster.sight.stacks[i] if u["id"] == "ge-a2")
    assert (best_end(muster, unit, state.board.index("2548"), ["2851", "2951"]) == "2851") is goes


def after_fight(state: State, side: str) -> tuple[State, Any]:
    """Generals answer on both sides until one of a side says who goes on, or that nobody does."""
    for _ in range(10):
        seat = GAME.deciders(state)[0]
        command: Any = PLAYERS["general"]().command(SeatClient(GAME, state, seat), random.Random(1))
        state = told(state, seat, **command)
        if seat == side and command["kind"] in ("advance", "stay"):
            return state, command
    raise AssertionError(state.lanes)


@pytest.mark.parametrize(("hex_", "near", "number"), [("2454", "2453", 2), ("2462", "2461", 1)])
def test_13_9_more_go_on_into_a_city_than_into_the_open(hex_: str, near: str, number: int) -> None:
    """Into Amiens all but the one who keeps the hex that they came from: one alone would be thrown out again."""
    state = field({**stood(["ge-a1", "ge-a2", "ge-a3"], near), "fr-cav1": hex_})
    state = told(state, CENTRAL, "attack", (7,), hex=hex_, units=["ge-a1", "ge-a2", "ge-a3"])
    assert len(after_fight(state, CENTRAL)[1]["units"]) == number


def test_18_41_british_and_french_do_not_go_on_together() -> None:
    """Of British and French who won a city together the one or the other go on."""
    places = {**stood(["gb-1", "gb-2"], "2454"), **stood(["fr-a1", "fr-a2", "fr-a3"], "2553"), "ge-cav1": "2453"}
    units = ["gb-1", "fr-a1", "fr-a2"]
    state = told(field(places, "allied.attacks"), ALLIED, "attack", (7,), hex="2453", units=units)
    state, command = after_fight(state, ALLIED)
    assert command["kind"] == "advance"
    assert len({state.counter(unit).nation for unit in state.stacks["2453"]}) == 1


def test_1_4_cities_before_the_enemy_are_filled_at_set_up() -> None:
    """One click leaves a division in Belgrade; its army may put two more there."""
    game = Game(1)
    while game.state.phase.step == "allied.set-up":
        seat = GAME.deciders(game.state)[0]
        command = game.sitting[seat].command(SeatClient(GAME, game.state, seat), game.rng)
        game.state = told(game.state, seat, **command)  # type: ignore[arg-type]
    assert sum(game.state.counter(unit).kind == "infantry" for unit in game.state.stacks["4732"]) == 3


@pytest.mark.parametrize(("hex_", "stays"), [("3050", True), ("2950", False), ("2951", False)])
def test_13_81_a_unit_that_holds_a_city_does_not_attack_unless_in_a_fort(hex_: str, stays: bool) -> None:
    """Nancy would be empty after AD; who is in the fort of Toul may stay there, and the open has no city to lose."""
    state = field({**stood(["fr-a1", "fr-a2"], hex_), "ge-a1": "2949"}, "allied.attacks")
    assert bool(attacking.at_home(sight_of(state, ALLIED))) is stays


def test_22_52_attacks_that_plan_17_asks_for_are_made_by_the_french() -> None:
    """It asks for nothing of Serbs, nor north of Metz in the first half of August."""
    sight = sight_of(phase("allied", {"fr-a1": "3050"}, "1914-08-1"), ALLIED)
    aim = plans.due_attack(sight, {"end_phase": {"refusal": {"code": "plan-17"}}})
    french, serbs = [{"nation": "FR"}, {"nation": "GB"}], [{"nation": "SE"}]
    assert aim("3149", french)
    assert not aim("3149", serbs)
    assert not aim("2449", french)
    assert plans.due_attack(sight, {"end_phase": {"refusal": {"code": "still-to-attack"}}})("4632", serbs)


def test_a_city_in_reach_of_the_enemy_is_manned_before_the_open() -> None:
    """Lille, three hexes from the enemy, is worth more to a reserve than a hex beside it."""
    state = phase("allied", {"ge-a1": "2349", "fr-a1": "2454"})
    muster = Muster(sight_of(state, ALLIED), 0.0)
    unit = next(u for i in muster.sight.mine for u in muster.sight.stacks[i])
    assert best_end(muster, unit, state.board.index("2454"), ["2353", "2352", "2452"]) == "2352"


def test_a_city_is_held_against_those_who_are_two_hexes_away() -> None:
    """Nobody stands beside Lille yet; who may choose goes there with a corps that is there already."""
    foes = stood(["ge-a1", "ge-a2", "ge-a3"], "2350")
    state = phase("allied", {**foes, "fr-a1": "2352", "fr-a2": "2454"})
    muster = Muster(sight_of(state, ALLIED), 0.0)
    unit = next(u for i in muster.sight.mine for u in muster.sight.stacks[i] if u["id"] == "fr-a2")
    assert not muster.threat(state.board.index("2352"))
    assert best_end(muster, unit, state.board.index("2454"), ["2353", "2352", "2452"]) == "2352"


@pytest.mark.parametrize(("spare", "bold"), [(0, 1.0), (99, 2.0)])
def test_17_2_a_side_with_points_to_spare_is_out_for_attacks(spare: int, bold: float) -> None:
    state = field({"ge-a1": "2562"})
    purses = {purse: Points(spare, 0, 0) for purse in ("GE", "AH")}
    assert sight_of(follow(state, replace(state, purses=purses)), CENTRAL).boldness == bold


def test_16_4_aircraft_help_in_the_attack_that_they_were_sent_for() -> None:
    """Two German aircraft in Lille, and corps of their country before Amiens."""
    places = {**stood(["ge-air-1", "ge-air-2"], "2352"), **stood(["ge-a1", "ge-a2", "ge-a3"], "2453"), "fr-a1": "2454"}
    state = phase("central", places, "1918-04", scenario="1918", taken={"2453": CENTRAL, "2352": CENTRAL})
    for unit in ("ge-air-1", "ge-air-2"):
        sight = sight_of(state, CENTRAL)
        order = flying.fly(SeatClient(GAME, state, CENTRAL), sight, offers_of(state), set())
        assert order is not None
        assert (order["kind"], order["hex"]) == ("send_aircraft", "2454")
        state = told(state, CENTRAL, **order)
        assert state.units[str(order["unit"])].sent == "2454", unit
    fought = told(state, CENTRAL, "end_phase")
    chosen_ = chosen(fought, -9.0)
    assert chosen_["kind"] == "attack_with_air"
    assert {*chosen_["air"]} == {"ge-air-1", "ge-air-2"}


def test_16_41_an_aircraft_far_behind_the_front_moves_up() -> None:
    places = {"fr-air-1": "2655", "fr-a1": "3050", "fr-a2": "3051", "ge-a1": "2949"}
    state = phase("allied", places, "1918-04", scenario="1918")
    order = flying.fly(SeatClient(GAME, state, ALLIED), sight_of(state, ALLIED), offers_of(state, ALLIED), set())
    assert order is not None
    assert order["kind"] == "rebase"
    far = sight_of(state, ALLIED).to_enemy
    assert far[state.board.index(str(order["base"]))] < far[state.board.index("2655")]


@pytest.mark.parametrize("defended", [True, False])
def test_6_3_aircraft_fly_from_a_city_that_falls_to_the_nearest_base(defended: bool) -> None:
    """In the midst of a fight for Amiens, and when Germans march into it."""
    corps = stood(["ge-a1", "ge-a2", "ge-a3"], "2453")
    places = {"gb-air-1": "2454", **({"gb-cav1": "2454"} if defended else {})}
    if defended:
        state = field({**corps, **places})
        state = told(state, CENTRAL, "attack", (7,), hex="2454", units=["ge-a1", "ge-a2", "ge-a3"])
    else:
        state = phase("central", {**corps, **places}, "1918-04", scenario="1918", taken={"2453": CENTRAL})
        state = told(state, CENTRAL, "move", units=["ge-a1"], path=["2454"])
    while state.units["gb-air-1"].at in ("2454", "pool"):  # who is about to fly lies beside the map
        seat = GAME.deciders(state)[0]
        command: Any = PLAYERS["general"]().command(SeatClient(GAME, state, seat), random.Random(1))
        assert command["kind"] != "end_phase"
        state = told(state, seat, **command)
    assert state.board.city[state.board.index(state.units["gb-air-1"].at)]


@pytest.mark.parametrize(("beyond", "attacks"), [([], True), (["2561", "2361", "2662"], False)])
def test_13_83_no_unit_attacks_that_could_not_retreat(beyond: list[str], attacks: bool) -> None:
    """The same odds, with the ground behind the attackers open, and with Frenchmen on all sides of it."""
    ring = dict(zip((f"fr-a{number}" for number in (10, 11, 12)), beyond, strict=False))
    state = field({**stood(["ge-a1", "ge-a2"], "2562"), "fr-cav1": "2463", **ring})
    sight = sight_of(state, CENTRAL)
    assert sight.is_lost_if_driven(state.board.index("2562"), CENTRAL) is not attacks
    command = chosen(state, 0.0)
    assert (command is not None and command["hex"] == "2463") is attacks


def test_15_12_a_unit_in_a_fort_may_stay_when_driven() -> None:
    foes = dict(zip((f"ge-a{number}" for number in (1, 2, 3, 4, 6, 7)), RING_OF_TOUL, strict=True))
    sight = sight_of(field({"fr-a1": "2950", **foes}), CENTRAL)
    i = sight.printed.board.index("2950")
    assert not sight.ways_back(i, ALLIED)
    assert not sight.is_lost_if_driven(i, ALLIED)


def test_a_fortress_that_will_not_fall_draws_few() -> None:
    """Three corps and guns in the fortress of Verdun, and one corps in the open: what could be won counts."""
    fortress = stood(["fr-a1", "fr-a2", "fr-a3", "fr-art-1"], "2851")
    state = phase("central", {**fortress, "fr-a4": "2650", "ge-a1": "2850", "ge-a2": "2748"}, "1914-09")
    muster = Muster(sight_of(state, CENTRAL), 0.6)
    verdun, metz = state.board.index("2851"), state.board.index("2850")
    unit = next(u for i in muster.sight.mine for u in muster.sight.stacks[i] if u["id"] == "ge-a2")
    assert muster.hope[verdun] < 0.9 < muster.hope[state.board.index("2650")]
    worth = muster.score(unit, metz)
    muster.hope[verdun] = 1.0
    assert muster.score(unit, metz) > worth + 0.5


def test_14_2_the_hex_behind_a_unit_that_went_ahead_is_fed() -> None:
    """A hex beyond supply costs something, but not once one of ours stands beside it where he is fed; two cost more."""
    state = phase("central", {"ge-a1": "2549"}, "1914-09")
    index = state.board.index
    muster = Muster(sight_of(state, CENTRAL), 0.0, {index("2549"): 0, index("2550"): 1, index("2551"): 2})
    assert muster.want(index("2549")) == muster.want(index("2550")) == 0
    unit = next(u for i in muster.sight.mine for u in muster.sight.stacks[i])
    muster.lift(unit, index("2549"))
    assert 0 < muster.want(index("2550")) < muster.want(index("2551"))


@pytest.mark.parametrize(
    ("attackers", "near", "going"),
    [(3, [], 1), (3, ["2363", "2464", "2563"] * 2, 2), (2, ["2362", "2463", "2363"] * 3, 0)],
)
def test_13_9_as_many_go_on_as_can_stand_a_counterattack(attackers: int, near: list[str], going: int) -> None:
    """Nobody is near: one goes on. An army stands two hexes away: two do. It stands all round: nobody goes."""
    corps = [f"ge-a{number}" for number in (1, 2, 3)][:attackers]
    army = {f"fr-a{number}": hex_ for number, hex_ in enumerate(near, 10)}
    state = field({**stood(corps, "2461"), "fr-cav1": "2462", **army})
    state = told(state, CENTRAL, "attack", (10,), hex="2462", units=corps)
    assert len(after_fight(state, CENTRAL)[1].get("units", ())) == going


def offers_of(state: State, side: str = CENTRAL) -> Any:
    """What stands before a side."""
    found: Any = GAME.legal(state, side)["offers"]
    return {offer["kind"]: offer for offer in found}


def test_18_41_british_and_french_who_stand_together_do_not_dig_in() -> None:
    """All of them before the enemy in October 1914: one camp must go, so neither digs; the others in the line do."""
    foes = stood(["ge-a1", "ge-a2", "ge-a3"], "2651") | {"ge-a4": "2549"}
    state = phase("allied", {"gb-1": "2751", "fr-a1": "2751", "fr-a2": "2550", **foes})
    first = ordered(state, ALLIED)
    assert (first["kind"], first["units"]) == ("dig", ["fr-a2"])
    told(state, ALLIED, **first)


RUMANIAN_BORDER = ("4526", "4626", "4726", "4827", "4426")
"""Hexes of Austria-Hungary beside Rumania, or one hex from it."""
AT_ODDS = tuple(f"ge-a{n}" for n in range(1, 16))


def before_rumania(turn: str) -> State:
    """The German Reinforcement Phase before Rumania is in the war; armies stand as in August 1914."""
    state = in_the_war(deployed("campaign"), TU=CENTRAL, BU=CENTRAL, IT=ALLIED)
    return arriving(turn, CENTRAL, state)


@pytest.mark.parametrize(
    ("turn", "corps", "declares"), [("1916-07", 15, True), ("1916-07", 3, False), ("1916-01", 15, False)]
)
def test_18_11_it_attacks_whom_the_enemy_is_about_to_gain_where_it_is_strong(
    turn: str, corps: int, declares: bool
) -> None:
    """§2.63: Rumania joins the Allies in August 1916. Fifteen German corps of 6 factors on its border are enough."""
    places = {unit: RUMANIAN_BORDER[n // 3] for n, unit in enumerate(AT_ODDS[:corps])}
    state = put(before_rumania(turn), places)
    order = declaring.declare(sight_of(state, CENTRAL), offers_of(state))
    assert order == ({"kind": "declare_war", "nation": "RO"} if declares else None)
    if order is not None:
        assert told(state, CENTRAL, "declare_war", nation="RO").wars["RO"].side == ALLIED


def test_18_11_whoever_stands_before_an_enemy_is_not_free_for_another_war() -> None:
    places = {unit: RUMANIAN_BORDER[n // 3] for n, unit in enumerate(AT_ODDS)}
    free = sight_of(put(before_rumania("1916-07"), places), CENTRAL)
    tied = sight_of(put(before_rumania("1916-07"), {**places, "ru-1": "4325"}), CENTRAL)
    assert declaring.strength_near(tied, "RO") < declaring.strength_near(free, "RO")


def test_2_63_a_neutral_that_is_about_to_join_the_enemy_counts_as_near() -> None:
    """§2.63: Italy joins the Allies in May 1915; in February Trieste is to be guarded, and not in October before."""
    early, late = (sight_of(arriving(turn, CENTRAL), CENTRAL) for turn in ("1914-10", "1915-02"))
    trieste = early.printed.board.index(TRIESTE)
    assert early.to_enemy[trieste] > late.to_enemy[trieste]
    assert (early.is_to_guard(trieste), late.is_to_guard(trieste)) == (False, True)


def test_2_68_a_port_that_may_be_invaded_is_guarded() -> None:
    """§2.68: from March 1915; Danzig lies on no sea from which the Allies invade, and Hamburg is closed to them."""
    ottomans: Any = {"scenario": "campaign", "at_war": {"TU": CENTRAL}}
    early, late = (sight_of(phase(CENTRAL, {}, turn, **ottomans), CENTRAL) for turn in ("1915-02", "1915-03"))
    index = early.printed.board.index
    assert (early.is_to_guard(index(SMYRNA)), late.is_to_guard(index(SMYRNA))) == (False, True)
    cities = early.printed.places.cities
    assert not {index(cities[name].hex) for name in ("Danzig", "Hamburg")} & late.open_to_ships


@pytest.mark.parametrize(
    ("enemies", "invades"),
    [
        ({}, True),
        ({"tu-1": SMYRNA}, False),
        (stood(["ge-a1", "ge-a2", "ge-a3", "ge-a4", "ge-a5", "ge-a6"], "6421"), False),
    ],
)
def test_11_7_it_lands_where_nobody_stands_and_three_corps_can_stay(enemies: dict[str, str], invades: bool) -> None:
    """§11.7: Smyrna counts. French land, but not where they had to fight, nor near six German corps."""
    state = ready({**enemies, "fr-a3": "4256"}, at_war=ITALY)
    order = invading.invade(SeatClient(GAME, state, ALLIED), sight_of(state, ALLIED), offers_of(state, ALLIED), set())
    assert (order is not None) == invades
    if order is not None:
        assert order["hex"] == SMYRNA
        assert {*order["units"]} == {"fr-a1", "fr-a2", "fr-a3", "fr-art-1"}  # type: ignore[misc]
        assert told(state, ALLIED, **order).units["fr-a1"].at == SMYRNA


def test_18_33_as_long_as_french_corps_keep_watch_on_italy_none_of_them_land() -> None:
    state = ready()
    assert (
        invading.invade(SeatClient(GAME, state, ALLIED), sight_of(state, ALLIED), offers_of(state, ALLIED), set())
        is None
    )


def test_13_7_it_loses_those_who_cost_least_to_rebuild() -> None:
    """§13.7, §17.24: six factors are owed; a 4-6-4 costs a point less than a 5-7-4, whichever is on top."""
    here = field({"fr-a1": "2462", "fr-32": "2462", "ge-a1": "2461", "ge-a2": "2461", "ge-a3": "2461"})
    attack: dict[str, Any] = {"hex": "2462", "units": ["ge-a1", "ge-a2", "ge-a3"]}
    column = "1-1"
    die = next(n for n in range(1, 11) if here.printed.combat.result(column, n) == "ND")
    state = told(told(here, CENTRAL, "attack", (die,), **attack), CENTRAL, "together", (die,))
    state = told(state, CENTRAL, "lose", units=["ge-a1"])
    assert GAME.deciders(state) == (ALLIED,)
    assert ordered(state, ALLIED) == {"kind": "lose", "units": ["fr-32"], "lane": "2462"}


def advised(state: State, side: str, unit: str, end: str, eager: float) -> list[str]:
    """What is said of the journey of a unit, by a program as eager to attack as that."""
    sight = sight_of(state, side)
    muster, (mine, start) = Muster(sight, eager), sight.standing[unit]
    before = dict(muster.ranks), dict(muster.defence)
    told = [reason.text for reason in aims_of(muster, mine, start, end)]
    assert (dict(muster.ranks), dict(muster.defence)) == before
    return told


@pytest.mark.parametrize(
    ("units", "end", "eager", "said"),
    [
        ({"fr-a1": "2950", "ge-a1": "2848", "ge-a2": "2849"}, "2850", 0.0, "closes a gap in your line"),
        (
            {"fr-a1": "2950", **stood(["ge-a1", "ge-a2", "ge-a3"], "2850")},
            "2950",
            0.0,
            "strengthens your line",
        ),
        ({"fr-a1": "2950", "ge-a1": "2849", "ge-a2": "2850"}, "2950", 1.0, "attack on Metz (2850)"),
        ({"ge-a1": "2449"}, "2951", 1.0, "no longer"),
    ],
)
def test_8_0_what_a_unit_marches_for_is_told(units: dict[str, str], end: str, eager: float, said: str) -> None:
    """§8.0: the one thing that counts most, and not all that a program adds up."""
    [text] = advised(phase(ALLIED, {**units, "fr-a2": "3052"}), ALLIED, "fr-a2", end, eager)
    assert said in text


def test_8_0_whoever_asks_for_advice_gets_the_order_that_would_be_given() -> None:
    state = phase(CENTRAL, {"ge-a1": "2545", "fr-a1": "2552", "fr-a2": "2748"})
    notebook = Notebook()
    orders = [
        PLAYERS["general"]().command(SeatClient(GAME, state, CENTRAL, notebook=book), random.Random(1))
        for book in (None, notebook)
    ]
    assert orders[0] == orders[1]
    assert orders[0]["kind"] == "move"
    assert len(notebook.reasons) == 1, "an aim, or what speaks for any move"
