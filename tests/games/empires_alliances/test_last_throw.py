"""§1.71: the last segment of a variant that plays for the count alone: which cities a move or an attack cuts off."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.empires_alliances.facts.procedure import COMBAT, StepBegan
from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import attacking
from rules.empires_alliances.players.general import General
from rules.empires_alliances.players.habits import RECRUIT, Habits
from rules.empires_alliances.players.last_throw import anchors_of, gathers, go_on, is_last, keys_of, prizes_of
from rules.empires_alliances.players.marching import Muster
from rules.empires_alliances.players.severing import Lines, ground_of
from rules.empires_alliances.players.sight import Sight
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.supply.feeding import is_city_supplied
from rules.kernel.players import SeatClient
from tests.games.empires_alliances.moving import phase

THROWS = Habits(throws=True, gathers=1)
PRZEMYSL = "3526"
NORTH, SOUTH, BEHIND = "3525", "3527", "3627"
"""Three hexes beside it: from the first two zones reach all six."""


def galicia(russians: tuple[str, ...], turn: str = "1914-12", **austrians: str) -> State:
    """An Austrian corps in Przemyśl, others where they are named, and a Russian corps in each of these hexes."""
    places = {"ah-1": PRZEMYSL, **{f"ah-{name[1:]}": hex_ for name, hex_ in austrians.items()}}
    return phase(ALLIED, {**places, **{f"ru-{n}": hex_ for n, hex_ in enumerate(russians, 1)}}, turn)


def sight_of(state: State, side: str = ALLIED, habits: Habits = THROWS) -> Sight:
    return Sight(GAME.view(state, side), side, state.printed, habits)


def city(state: State) -> int:
    return state.board.index(PRZEMYSL)


@pytest.mark.parametrize(
    ("russians", "austrians", "fed"),
    [
        ((NORTH,), {}, True),
        ((NORTH, SOUTH), {}, False),
        ((NORTH, SOUTH), {"a2": BEHIND}, True),
        ((NORTH, "3427", "3628"), {"a2": BEHIND}, True),
        ((NORTH, SOUTH, "3628", "3726"), {"a2": BEHIND}, False),
    ],
)
def test_14_2_it_sees_as_the_rules_do_whether_a_city_is_cut_off(
    russians: tuple[str, ...], austrians: dict[str, str], fed: bool
) -> None:
    """A corps beside the city keeps a way open, unless zones shut the way on from there."""
    state = galicia(russians, **austrians)
    sight = sight_of(state)
    assert is_city_supplied(state, PRZEMYSL, CENTRAL) is fed
    assert Lines(sight, ground_of(sight)).is_cut_off(city(state)) is not fed


@pytest.mark.parametrize(
    ("side", "scenario", "turn", "last", "near"),
    [
        (ALLIED, "1914", "1914-12", True, False),
        (CENTRAL, "1914", "1914-12", False, False),
        (ALLIED, "1914", "1914-11", False, True),
        (ALLIED, "1914", "1914-10", False, False),
        (ALLIED, "1918", "1918-11", True, False),
    ],
)
def test_1_7_no_segment_follows_the_allies_in_the_last_turn(
    side: str, scenario: str, turn: str, last: bool, near: bool
) -> None:
    sight = sight_of(phase(side, {}, turn, scenario=scenario), side)
    assert (is_last(sight), gathers(sight)) == (last, near)


def test_1_71_the_central_powers_keep_what_no_ally_holds_and_gain_where_they_stand() -> None:
    state = phase(ALLIED, {"ru-1": "3624", "ge-a1": "2250"}, "1914-12", taken={"2250": CENTRAL, "3624": ALLIED})
    named = [state.printed.city_in[state.board.lattice.ids[i]] for i in prizes_of(sight_of(state))]
    assert "Antwerp" in named
    assert "Lemberg" not in named
    assert "Belgrade" not in named
    assert "Przemyśl" in named


def moved(state: State, habits: Habits) -> State:
    """How it stands after all moves of the phase."""
    general, rng = General(habits), random.Random(1)
    while True:
        command: Any = general.command(SeatClient(GAME, state, ALLIED), rng)
        if command["kind"] != "move":
            return state
        decided: Any = GAME.decide(state, ALLIED, command, lambda *_: pytest.fail("nothing is thrown"))
        state = decided.states[-1]


@pytest.mark.parametrize(
    ("turn", "habits", "fed"), [("1914-12", THROWS, False), ("1914-11", THROWS, True), ("1914-12", RECRUIT, True)]
)
def test_1_71_in_the_last_segment_a_city_is_cut_off_by_whoever_can_come(turn: str, habits: Habits, fed: bool) -> None:
    """A corps north of the city and one that can come to its south: with both there no path is left."""
    state = galicia((NORTH, "3528"), turn, a7="3430", a8="3624")
    assert is_city_supplied(moved(state, habits), PRZEMYSL, CENTRAL) is fed


def test_1_71_it_walks_into_a_city_that_nobody_holds() -> None:
    """Cracow stands empty, and is worth twice as much as Przemyśl cut off."""
    state = moved(galicia((NORTH, "3528"), a8="3624"), THROWS)
    assert state.units["ru-2"].at == "3430"


def test_1_71_whoever_keeps_a_city_cut_off_stays() -> None:
    """One of each hex: whoever stands beside them is free."""
    state = galicia((NORTH, SOUTH, SOUTH))
    assert len(anchors_of(sight_of(state))) == len((NORTH, SOUTH))
    assert anchors_of(sight_of(galicia((NORTH, SOUTH)))) == {"ru-1", "ru-2"}
    assert anchors_of(sight_of(galicia((NORTH,)))) == frozenset()


def keys(state: State) -> dict[str, float]:
    return {state.board.lattice.ids[i]: worth for i, worth in keys_of(sight_of(state)).items()}


def test_1_71_a_hex_that_keeps_the_way_open_is_worth_clearing() -> None:
    """The corps behind the city is its last way out; the city itself is worth more; another corps nothing."""
    found = keys(galicia((NORTH, SOUTH, "3628"), a2=BEHIND, a3="3629"))
    assert found[BEHIND] == 0.5
    assert found[PRZEMYSL] == 1.0
    assert "3629" not in found
    assert keys(galicia((NORTH, SOUTH)))[PRZEMYSL] == 0.5


def in_combat(state: State) -> State:
    return GAME.evolve(state, StepBegan("allied.attacks", state.turn, COMBAT))


def test_1_71_the_last_attacks_are_made_at_odds_that_nobody_else_would_take() -> None:
    """One to one against the way out: a point is worth it, as the corps would not fight again."""
    state = in_combat(galicia((NORTH, SOUTH, "3628"), a2=BEHIND))
    throw, plain = (General(h).command(SeatClient(GAME, state, ALLIED), random.Random(1)) for h in (THROWS, RECRUIT))
    assert (throw["kind"], throw.get("hex")) == ("attack", BEHIND)
    assert plain.get("hex") != BEHIND


def test_1_7_in_the_last_segment_cities_are_left_and_only_points_count() -> None:
    """A way to one costs nothing that an attack could expose, and its own losses count for nothing."""
    state = in_combat(galicia((NORTH, SOUTH, "3628"), a2=BEHIND))
    sight = sight_of(state)
    sight.keys = keys_of(sight)
    client = SeatClient(GAME, state, ALLIED)
    units = {u["id"]: u for i in sight.mine for u in sight.stacks[i]}
    plan: Any = client.consult({"kind": "attack", "hex": BEHIND, "units": ["ru-3"]})
    often = sum(result in attacking.CLEARS for result in plan["results"])
    gone = sum(result == "ND" for result in plan["results"])
    assert attacking.exposed_by(sight, ["ru-3"], driven=True) == 0.0
    promised = attacking.prospect(sight, plan, units, BEHIND)
    assert promised >= 0.5 * attacking.KEY * often / 10 - 0.01
    assert promised <= 0.5 * attacking.KEY * (often + gone) / 10 + 1.0


def test_13_64_before_the_last_segment_units_gather_where_it_will_attack() -> None:
    state = galicia((NORTH, SOUTH, "3628"), "1914-11", a2=BEHIND)
    sight = sight_of(state)
    unit = {**sight.standing["ru-3"][0], "id": "ru-9"}
    plain, gathered = Muster(sight, 0.0), Muster(sight, 0.0, keys={state.board.index(BEHIND): 0.5})
    i = state.board.index("3628")
    assert gathered.score(unit, i) > plain.score(unit, i)
    assert plain.score(unit, i) == Muster(sight, 0.0, keys={}).score(unit, i)


def advance_offer(units: list[str]) -> dict[str, Any]:
    slot = {"name": "units", "options": {"of": units, "proposed": units}}
    return {"advance": {"refusal": None, "slots": [slot]}, "stay": {"refusal": None, "slots": []}}


@pytest.mark.parametrize(("russians", "goes"), [(("3426", "3628"), True), ((NORTH, SOUTH, "3628"), False)])
def test_13_9_it_goes_on_where_that_cuts_a_city_off(russians: tuple[str, ...], goes: bool) -> None:
    """Behind the city nobody is left: who goes there shuts what zones leave open, and else stays where it stands."""
    state = galicia(russians)
    sight = sight_of(state)
    last = f"ru-{len(russians)}"
    sight.view = {**sight.view, "battles": [{"hex": BEHIND}]}
    answer = go_on(sight, advance_offer([last]))
    assert answer == ({"kind": "advance", "units": [last]} if goes else {"kind": "stay"})


def test_13_9_into_a_city_that_counts_one_goes_on_in_any_case() -> None:
    state = galicia((NORTH, SOUTH))
    sight = sight_of(state)
    sight.view = {**sight.view, "battles": [{"hex": PRZEMYSL}]}
    assert go_on(sight, advance_offer(["ru-1", "ru-2"])) == {"kind": "advance", "units": ["ru-1"]}


def test_decisions_0061_the_recruit_does_none_of_this() -> None:
    assert not RECRUIT.throws
    assert not gathers(sight_of(galicia((NORTH,), "1914-11"), habits=RECRUIT))
