"""decisions/0088: the officers of 1914, who are the recruit with other habits: cities that several take together, forts
into which someone follows, and cities that stay fed while a count is near."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from app.programs.selfplay import play
from rules.empires_alliances.facts.procedure import COMBAT, StepBegan
from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import OPPONENTS, PLAYERS, attacking
from rules.empires_alliances.players.axis import choose_aims
from rules.empires_alliances.players.feeding import feeders_of
from rules.empires_alliances.players.general import General
from rules.empires_alliances.players.habits import RECRUIT, SICKLE, STEAMROLLER, Habits
from rules.empires_alliances.players.journeys import Journeys
from rules.empires_alliances.players.last_throw import keys_of
from rules.empires_alliances.players.marching import Muster
from rules.empires_alliances.players.sight import Sight, Unit
from rules.empires_alliances.players.striking import Strikes, chance_of, odds_needed, strength_across, strike_at
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.teams import GAME as TEAMS
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace as fast_replace
from rules.kernel.messages import JsonObject
from rules.kernel.players import OFFICER, Program, SeatClient
from rules.kernel.players import RECRUIT as WEAKEST
from tests.games.empires_alliances.fields import stood
from tests.games.empires_alliances.moving import phase
from tests.thorough import in_the_sweep

WARSAW, KOVNO, GRODNO, PRZEMYSL = "2827", "2322", "2623", "3526"
FORT = "ru-fort-2322"
STRIKES = Habits(strikes=0.4, follows=True)


def sight_of(state: State, side: str = CENTRAL, habits: Habits = STRIKES) -> Sight:
    return Sight(GAME.view(state, side), side, state.printed, habits)


def offers_of(state: State) -> Mapping[str, Any]:
    """What the Central Powers may order."""
    question: Any = GAME.legal(state, CENTRAL)
    return {offer["kind"]: offer for offer in question["offers"]}


def at(state: State, hex_: str) -> int:
    return state.board.index(hex_)


# --- cities that several take together --------------------------------------------------------------------------------


def test_12_1_as_few_as_overwhelm_a_city_go_there_together() -> None:
    """§12.1: a Russian corps in Warsaw is beaten at ten to one by fifty factors: nine corps can come, and one stays."""
    corps = [f"ge-a{n}" for n in range(1, 10)]
    places = {
        **dict.fromkeys(corps[:3], "2628"),
        **dict.fromkeys(corps[3:6], "2728"),
        **dict.fromkeys(corps[6:], "2928"),
    }
    state = phase(CENTRAL, {**places, "ru-1": WARSAW, "ge-r1": "2629"}, "1914-10")
    sight = sight_of(state)
    i = at(state, WARSAW)
    assert odds_needed(sight, i) == 10
    beside = ["2828", "2927", "2727"]
    movers = {u: {at(state, hex_): 6.0 for hex_ in beside} for u in corps} | {"ge-r1": {at(state, "2828"): 5.0}}
    strike = strike_at(sight, i, [at(state, hex_) for hex_ in beside], movers)
    assert (strike.chance, strike.force, len(strike.orders)) == (1.0, 54.0, 9)
    assert max(sum(b == end for _, end in strike.orders) for b in map(state.board.index, beside)) == 3, "§6.1"
    one = at(state, "2828")
    weaker = strike_at(sight, i, [one], {u: {one: ends[one]} for u, ends in movers.items()})
    assert (weaker.force, len(weaker.orders)) == (18.0, 3), "where three have room three go"


def test_12_2_those_who_are_not_needed_to_overwhelm_a_city_stay_away() -> None:
    """Whoever holds the line alone comes last; with it the weakest of the others is not needed."""
    places = {
        **stood(("ge-a1", "ge-a2", "ge-a3", "ge-a4"), "2628"),
        **stood(("ge-a5", "ge-a6", "ge-a7", "ge-a8"), "2629"),
    }
    state = phase(CENTRAL, {**places, "ge-a9": "3030", "ru-2": "3029", "ru-1": WARSAW}, "1914-10")
    beside = [at(state, hex_) for hex_ in ("2828", "2927", "2727")]
    strengths = {**{f"ge-a{n}": 6.0 for n in range(1, 8)}, "ge-a8": 2.0, "ge-a9": 8.0}
    strike = strike_at(
        sight_of(state), at(state, WARSAW), beside, {u: dict.fromkeys(beside, s) for u, s in strengths.items()}
    )
    assert (strike.chance, strike.force) == (1.0, 50.0)
    assert {u for u, _ in strike.orders} == {*strengths} - {"ge-a8"}


def test_12_1_mud_and_works_ask_for_more() -> None:
    for weather, fort, trench, odds in (
        (("clear", "clear"), False, 0, 8),
        (("mud", "clear"), False, 0, 8),
        (("clear", "mud"), False, 0, 10),
        (("clear", "clear"), True, 0, 10),
        (("clear", "mud"), True, 0, 12),
        (("clear", "clear"), False, 1, 10),
    ):
        state = phase(CENTRAL, {"ru-1": KOVNO}, weather=weather, forts=frozenset((FORT,) if fort else ()))
        sight = sight_of(state)
        if trench:
            sight.view = {**sight.view, "stacks": {KOVNO: {"side": ALLIED, "units": [{**UNIT, "trench": trench}]}}}
        assert odds_needed(sight, at(state, KOVNO)) == odds, (weather, fort, trench)


UNIT: Unit = {
    "id": "ru-1", "nation": "RU", "side": ALLIED, "kind": "infantry", "attack": 3, "defence": 5, "movement": 3,
    "shaken": False, "unsupplied": 0, "trench": 0,
}  # fmt: skip


@pytest.mark.parametrize("forts", [frozenset[str](), frozenset((FORT,))])
@pytest.mark.parametrize("corps", [2, 5])
@pytest.mark.parametrize("russians", [1, 2])
def test_13_64_a_chance_is_that_of_the_table(forts: frozenset[str], corps: int, russians: int) -> None:
    """The faces by which an attack of the rules would clear the hex, with ND where a fort is left to itself."""
    ours = [f"ge-a{n}" for n in range(1, corps + 1)]
    theirs = [f"ru-{n}" for n in range(1, russians + 1)]
    places = {**dict.fromkeys(ours[:3], "2323"), **dict.fromkeys(ours[3:], "2223"), **dict.fromkeys(theirs, KOVNO)}
    state = in_combat(phase(CENTRAL, places, "1914-10", forts=forts))
    plan: Any = GAME.consult(state, CENTRAL, {"kind": "attack", "hex": KOVNO, "units": [*ours]})
    sight, i = sight_of(state), at(state, KOVNO)
    counted = [*attacking.results_that_clear(sight, i), *(["ND"] if forts and russians == 1 else [])]
    often = sum(result in counted for result in plan["results"]) / 10
    force = sum(strength_across(sight, *sight.standing[u], i) for u in ours)
    assert chance_of(sight, i, force, 0, 6.0) == often
    if forts:
        alone = chance_of(sight_of(state, habits=replace(STRIKES, follows=False)), i, force, 0, 6.0)
        assert alone <= often
        assert chance_of(sight, i, force, 1, 6.0) >= often


def test_16_2_a_siege_gun_takes_a_level_of_the_fort_off() -> None:
    state = phase(CENTRAL, {"ru-1": KOVNO, "ru-2": KOVNO}, forts=frozenset((FORT,)))
    sight, i = sight_of(state), at(state, KOVNO)
    chances = [chance_of(sight, i, 50.0, guns, 6.0) for guns in (0, 1, 2)]
    assert chances[0] < chances[1] == chances[2]


def test_13_64_a_city_that_could_fall_draws_those_who_can_reach_it() -> None:
    """Two hexes before Kovno, which one Russian corps holds, a recruit's four corps do not see that they are enough."""
    state = phase(CENTRAL, {**stood(("ge-a1", "ge-a2", "ge-a3"), "2224"), "ru-1": KOVNO}, "1914-10")
    client, sight = SeatClient(GAME, state, CENTRAL), sight_of(state)
    offers = offers_of(state)
    strikes, found = Strikes(0.4), list[str]()
    while order := strikes.next_order(client, sight, offers, Journeys(), Muster(sight, 0.6)):
        found += map(str, order["units"])  # type: ignore[arg-type]
    assert sorted(found) == ["ge-a1", "ge-a2", "ge-a3"] == sorted(strikes.placed)
    stays = Strikes(0.4, stay=("ge-a1",))
    while stays.next_order(client, sight, offers, Journeys(), Muster(sight, 0.6)):
        pass
    assert "ge-a1" not in stays.placed
    for least in (0.0, 0.95):
        assert Strikes(least).next_order(client, sight, offers, Journeys(), Muster(sight, 0.6)) is None
    last = phase(CENTRAL, {**stood(("ge-a1", "ge-a2", "ge-a3"), "2224"), "ru-1": KOVNO}, "1914-12")
    ready = Strikes(0.95).next_order(
        SeatClient(GAME, last, CENTRAL), sight_of(last), offers, Journeys(), Muster(sight_of(last), 0.6)
    )
    assert ready is not None, "in the last turn less is enough"


# --- forts ------------------------------------------------------------------------------------------------------------


def in_combat(state: State, side: str = CENTRAL, **changes: Any) -> State:
    changed = follow(state, fast_replace(state, **changes)) if changes else state
    return GAME.evolve(changed, StepBegan(f"{side}.attacks", changed.turn, COMBAT))


@cache
def before_kovno() -> State:
    """Four German corps before the fort of Kovno, in which one Russian corps stands."""
    places = {**stood(("ge-a1", "ge-a2"), "2323"), **stood(("ge-a3", "ge-r1"), "2223"), "ru-1": KOVNO}
    return in_combat(phase(CENTRAL, places, "1914-10", forts=frozenset((FORT,))))


def orders_of(state: State, habits: Habits, die: int) -> tuple[list[JsonObject], State]:
    """The attacks of a Combat Phase, each with the same die."""
    player, rng = General(habits), random.Random(1)
    found: list[JsonObject] = []
    while state.phase.step == "central.attacks":
        order = player.command(SeatClient(GAME, state, CENTRAL), rng)
        if order["kind"] == "attack":
            found.append(order)
        state = GAME.decide(state, CENTRAL, order, lambda *_: die).states[-1]  # type: ignore[union-attr,arg-type]
    return found, state


def test_13_651_someone_is_held_back_who_goes_into_a_fort_that_nd_leaves_empty() -> None:
    """§13.7: by ND the Russian corps is lost and nobody may go on; but §13.2 names the fort beside units, and whoever
    has not attacked takes it."""
    plan: Any = GAME.consult(
        before_kovno(), CENTRAL, {"kind": "attack", "hex": KOVNO, "units": ["ge-a1", "ge-a2", "ge-a3"]}
    )
    nd = plan["results"].index("ND") + 1
    attacks, after = orders_of(before_kovno(), STRIKES, nd)
    assert [(a["hex"], len(a["units"])) for a in attacks] == [(KOVNO, 3), (KOVNO, 1)]  # type: ignore[arg-type]
    assert after.stack_side(KOVNO) == CENTRAL
    attacks, after = orders_of(before_kovno(), replace(STRIKES, follows=False, least=-1000.0), nd)
    assert [a["hex"] for a in attacks] == [KOVNO]
    assert after.stack_side(KOVNO) != CENTRAL


def test_13_651_nobody_is_held_back_where_nd_would_leave_someone() -> None:
    state = in_combat(phase(CENTRAL, {**dict(before_places()), "ru-2": KOVNO}, "1914-10", forts=frozenset((FORT,))))
    offers = offers_of(state)
    follows, does_not = (
        attacking.best_attack(SeatClient(GAME, state, CENTRAL), sight_of(state, habits=habits), offers, -1000.0)
        for habits in (STRIKES, RECRUIT)
    )
    assert follows is not None
    assert follows == does_not


def before_places() -> Mapping[str, str]:
    return {**stood(("ge-a1", "ge-a2"), "2323"), **stood(("ge-a3", "ge-r1"), "2223"), "ru-1": KOVNO}


def test_1_71_in_the_last_segment_a_fort_that_nobody_holds_is_worth_its_point() -> None:
    state = in_combat(
        phase(ALLIED, stood(("ru-1", "ru-2"), "3525"), "1914-12", forts=frozenset(("ah-fort-3526",))), ALLIED
    )
    sight = sight_of(state, ALLIED, STEAMROLLER)
    keys = keys_of(sight)
    assert keys[at(state, PRZEMYSL)] == 1.0
    order = General(STEAMROLLER).command(SeatClient(GAME, state, ALLIED), random.Random(1))
    assert (order["kind"], order["hex"]) == ("attack", PRZEMYSL)
    unit = {**sight.standing["ru-1"][0], "id": "ru-9"}
    plain, drawn = (Muster(sight, 0.6, keys=known, last=True) for known in ({}, keys))
    assert drawn.score(unit, at(state, "3525")) > plain.score(unit, at(state, "3525"))


# --- what stays, and where nobody goes --------------------------------------------------------------------------------


def test_14_2_whoever_keeps_a_city_fed_stays_while_a_count_is_near() -> None:
    """Russians beside Przemyśl watch all six hexes round it; the corps behind it keeps the way out open."""
    russians = {"ru-1": "3525", "ru-2": "3527", "ru-3": "3426"}
    for turn, feeders in (("1914-12", {"ah-2"}), ("1914-11", {"ah-2"}), ("1914-09", set[str]())):
        state = phase(CENTRAL, {**russians, "ah-1": PRZEMYSL, **stood(("ah-2", "ah-3"), "3627")}, turn)
        assert feeders_of(sight_of(state)) == feeders, turn
    assert not feeders_of(sight_of(phase(CENTRAL, {"ah-1": PRZEMYSL, "ah-2": "3627"}, "1914-12"))), "nobody watches"
    far = {"ru-1": "2726", "ge-a1": WARSAW, "ge-a2": "2828", "ge-a3": "2829"}
    lone = sight_of(phase(CENTRAL, far, "1914-12", taken=dict.fromkeys((WARSAW, "2828", "2829"), CENTRAL)))
    assert not {"ge-a2", "ge-a3"} & feeders_of(lone), "where nobody watches them they may go"


def test_14_2_the_hexes_about_such_a_city_are_held_as_if_nothing_were_sought_elsewhere() -> None:
    russians = {"ru-1": "3426", "ru-2": "3425", "ru-3": "3424"}
    held = []
    for turn in ("1914-10", "1914-11"):
        state = phase(CENTRAL, {**russians, "ah-1": PRZEMYSL, "ge-a1": "2828"}, turn)
        sight = replace(sight_of(state, habits=Habits(quiet=0.1)), aims=(at(state, KOVNO),))
        unit = sight.standing["ah-1"][0]
        held.append(Muster(sight, 0.0).hold(unit, at(state, "3527"), 9.0))
    assert held[1] > held[0]


def test_2_0_no_city_of_the_west_draws_the_army_of_austria_hungary() -> None:
    state = phase(CENTRAL, {"ah-1": "2548", "ge-a1": "2548", "ru-1": WARSAW, "fr-a1": "2352"}, "1914-10")
    sight = replace(sight_of(state, habits=Habits(pull=0.6, aims=2)), aims=(at(state, WARSAW), at(state, "2352")))
    muster = Muster(sight, 0.0)
    german, austrian = (sight.standing[u][0] for u in ("ge-a1", "ah-1"))
    west, east = at(state, "2449"), at(state, "2730")
    assert muster.score(german, west) > muster.score(german, at(state, "2546"))
    assert (
        muster.most(austrian, at(state, "2546")) < Muster(sight_of(state), 0.0).most(austrian, at(state, "2546")) - 5.0
    )
    assert muster.score(austrian, east) > muster.score(austrian, west)
    assert replace(sight, aims=()).to_eastern_aims == {}
    idle = Muster(replace(sight, habits=Habits(aims=2)), 0.0)
    assert idle.score(austrian, west) <= idle.score(german, west) - 5.0


def test_1_7_an_officer_seeks_the_decision_before_the_cities_that_its_habits_name() -> None:
    def named(side: str, habits: Habits, **taken: str) -> list[str]:
        state = phase(side, {"ge-a1": "2547", "fr-a1": "2655"}, taken={hex_[1:]: by for hex_, by in taken.items()})
        ids = state.board.lattice.ids
        return [ids[i] for i in choose_aims(sight_of(state, side, habits), ())]

    assert named(CENTRAL, SICKLE) == [WARSAW, "4732", "2352"]
    assert named(CENTRAL, SICKLE, h4732=CENTRAL) == [WARSAW, "2352"]
    assert named(ALLIED, STEAMROLLER) == ["3624", PRZEMYSL]
    own = named(CENTRAL, SICKLE, h4732=CENTRAL, h2827=CENTRAL, h2352=CENTRAL)
    assert own, "with none of them left to take it finds others"
    assert not {WARSAW, "4732", "2352"} & {*own}


# --- at tables --------------------------------------------------------------------------------------------------------


def test_officers_sit_where_they_have_been_tried() -> None:
    """decisions/0088: in 1914, alone on a side; nowhere else."""
    assert OPPONENTS[OFFICER] == {"central": "sickle", "allied": "steamroller"}
    offered = {s.id: {frozenset(seat.strengths or TEAMS.opponents) for seat in s.seats} for s in TEAMS.scenarios}
    assert offered.pop("1914") == {frozenset({WEAKEST, OFFICER})}
    assert {*offered} > {"campaign", "1918", "1914-west-and-east"}
    assert all(strengths == {frozenset({WEAKEST})} for strengths in offered.values())


@in_the_sweep
def test_officers_play_a_month_without_a_refusal() -> None:
    """They set up, march and attack by the doors of people; the Allies' last segment has tests of its own."""
    played = play(GAME, "1914", "officers", 0, players=OPPONENTS[OFFICER], last_turn=3)
    assert (played.reason, played.turns) == ("broken-off", 3)


def test_decisions_0061_officers_are_the_recruit_with_other_habits() -> None:
    for name, habits in (("sickle", SICKLE), ("steamroller", STEAMROLLER)):
        program = PLAYERS[name]
        assert isinstance(program, Program)
        assert (program.play, program.habits) == (General, habits)
    assert (RECRUIT.strikes, RECRUIT.follows, RECRUIT.goals) == (0.0, False, "")
