"""What the program counts an attack to cost, whom it leaves in cities meanwhile, and who stands before the enemy."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.empires_alliances.combat.results import owed_after
from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import PLAYERS, attacking, exchanging, fighting, relieving
from rules.empires_alliances.players.habits import Habits
from rules.empires_alliances.players.marching import Muster
from rules.empires_alliances.players.sight import Sight
from rules.empires_alliances.players.tolls import Toll, toll_of, value_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.combat_table import RESULTS
from rules.empires_alliances.printed.counters import STOSSTRUPPEN
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.kernel.players import SeatClient
from tests.games.empires_alliances.fields import stood
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import put, told

A_CORPS = {"kind": "infantry", "attack": 6, "defence": 8}
SHOCK = {"kind": STOSSTRUPPEN, "attack": 5, "defence": 7}
CAVALRY = {"kind": "cavalry", "attack": 3, "defence": 3}


def sight_of(state: State, side: str) -> Sight:
    return Sight(GAME.view(state, side), side, state.printed)


@pytest.mark.parametrize("result", [result for result in RESULTS if result not in ("AD", "DD", "ND")])
@pytest.mark.parametrize(("ours", "theirs"), [(3, 1), (1, 2), (2, 1), (1, 1)])
def test_13_7_what_it_counts_for_a_result_is_what_the_rules_take(result: str, ours: int, theirs: int) -> None:
    """§13.71: printed factors. Half of an odd number is rounded by the rules and not by the program."""
    attackers, defenders = [A_CORPS] * ours, [A_CORPS] * theirs
    owed = owed_after(result, 6 * ours, 8 * theirs)
    toll = toll_of(result, attackers, defenders)
    assert (toll.mine, toll.theirs) == (min(owed[0], 6 * ours), owed[1])


def test_13_7_after_a_larger_force_of_defenders_nobody_is_left_to_advance() -> None:
    assert not toll_of("EX", [CAVALRY], [A_CORPS]).cleared
    assert toll_of("EX", [A_CORPS] * 2, [A_CORPS]).cleared


def test_16_1_by_nd_a_stosstruppe_is_lost_before_a_stronger_corps() -> None:
    assert toll_of("ND", [A_CORPS, CAVALRY], [A_CORPS]) == Toll(6, 6)
    assert toll_of("ND", [A_CORPS, SHOCK], [A_CORPS]) == Toll(5, 5)
    assert toll_of("ND", [A_CORPS], [CAVALRY]) == Toll(6, 3)


def test_17_24_the_same_corps_is_worth_the_same_on_either_side() -> None:
    """A corps of 6-8-4 for one of 6-8-4 is no gain, though it defends better than it attacks."""
    toll = toll_of("EX", [A_CORPS] * 2, [A_CORPS])
    assert toll.mine > 6
    assert value_of(A_CORPS) > value_of(CAVALRY)


LILLE, BESIDE, NORTH = "2352", "2353", "2253"
METZ, PRZEMYSL = "2850", "3526"
IN_LILLE = ("ge-a1", "ge-a2", "ge-a3")


def lille(foes: int, turn: str = "1918-05") -> Sight:
    """Three German corps in Lille and a number of British beside it."""
    british = [f"gb-{number}" for number in range(6, 12)][:foes]
    places = {**stood(IN_LILLE, LILLE), **stood(british[:3], BESIDE), **stood(british[3:], NORTH)}
    taken = {LILLE: CENTRAL}
    return sight_of(phase(CENTRAL, places, turn, scenario="1918", taken=taken), CENTRAL)


@pytest.mark.parametrize(("foes", "stay"), [(1, 1), (6, 2)])
def test_13_81_as_many_stay_in_a_city_that_counts_as_could_bear_a_counterattack(foes: int, stay: int) -> None:
    sight = lille(foes)
    assert len(attacking.garrisons(sight)) == stay
    assert attacking.at_home(sight) <= attacking.garrisons(sight)


@pytest.mark.parametrize(("turn", "more"), [("1918-05", False), ("1918-11", True)])
def test_3_71_a_city_is_risked_in_spring_and_not_before_the_count(turn: str, more: bool) -> None:
    """While there is time to win it back, a city that may be lost costs less than it does in the last turns."""
    risk, early = (attacking.exposed_by(lille(6, month), IN_LILLE, driven=True) for month in (turn, "1918-05"))
    assert early > 0
    assert (risk > 2 * early) is more


@pytest.mark.parametrize(("turn", "dearer"), [("1918-05", True), ("1918-11", False)])
def test_3_71_a_variant_may_hold_the_same_risk_dearer_in_spring(turn: str, dearer: bool) -> None:
    """Before the count it counts in full in any case."""
    usual, careful = lille(6, turn), replace(lille(6, turn), habits=Habits(regained=1.0))
    risks = [attacking.exposed_by(sight, IN_LILLE, driven=True) for sight in (usual, careful)]
    assert (risks[1] > 2 * risks[0]) is dearer
    assert risks[1] >= risks[0] > 0


def test_15_12_a_fort_is_weakened_by_losses_and_not_given_up_by_retreats() -> None:
    """Whoever attacks out of Metz stays there after AD, but those who are lost defend it no longer."""
    places = {**stood(IN_LILLE, METZ), **stood(["fr-a5", "fr-a6", "fr-a7"], "2950")}
    state = phase(CENTRAL, places, "1918-11", scenario="1918", forts=frozenset({"ge-fort-2850"}))
    sight = sight_of(state, CENTRAL)
    assert attacking.exposed_by(sight, IN_LILLE, driven=True) == 0
    assert attacking.exposed_by(sight, IN_LILLE, driven=False) > 0
    assert not attacking.at_home(sight)


@pytest.mark.parametrize(("turn", "worth"), [("1914-12", True), ("1914-10", False)])
def test_1_71_a_way_out_of_a_city_is_kept_open_before_a_count(turn: str, worth: bool) -> None:
    """A city that is cut off brings half: the first unit on one of the ways out of it counts, the second does not."""
    state = phase(CENTRAL, {"ah-5": PRZEMYSL, "ru-19": "3525", "ah-6": "3729"}, turn)
    muster = Muster(sight_of(state, CENTRAL), 0.6)
    west, south = map(state.board.index, ("3527", "3627"))
    assert (muster.lifeline(west) > 0) is worth
    unit = next(u for u, _ in muster.sight.standing.values() if u["id"] == "ah-6")
    muster.put(unit, south)
    assert muster.lifeline(west) == 0


@pytest.mark.parametrize(("turn", "going"), [("1918-11", 1), ("1918-05", 2)])
def test_13_9_before_a_count_no_more_advance_than_a_city_can_spare(turn: str, going: int) -> None:
    """Six British corps stand about Lille: in November two corps stay there, in May one."""
    sight = lille(6, turn)
    won = sight.printed.board.index("2453")
    assert len(fighting.who_goes_on(sight, won, IN_LILLE)) == going


def test_3_67_stosstruppen_of_the_second_line_change_places_with_those_before_the_enemy() -> None:
    """In March 1918 nobody comes up by rail: who attacks best stands in front from the beginning."""
    state: State = GAME.new_match("1918", {})
    sitting: Any = {side: PLAYERS["general"]() for side in (CENTRAL, ALLIED)}
    rng = random.Random(1)
    while state.phase.step.endswith("set-up"):
        seat = GAME.deciders(state)[0]
        state = told(state, seat, **sitting[seat].command(SeatClient(GAME, state, seat), rng))
    sight = sight_of(state, CENTRAL)
    assert not [*exchanging.find_pairs(sight)]
    shock = [u for i in sight.mine for u in sight.stacks[i] if u["kind"] == STOSSTRUPPEN]
    before = [u for u in shock if any(e in sight.theirs for e in sight.around(sight.where[u["id"]]))]
    assert len(before) == len(shock) == 8


def test_1_4_whoever_may_not_take_the_place_of_another_leaves_it_to_them() -> None:
    """An exchange that the rules do not allow is taken back, and not tried again."""

    class Client:
        """A seat in which nobody but the first may stand before the enemy."""

        def options(self, _: str, __: str, unit: str) -> Any:
            return {"of": [LILLE] if unit == "ge-lw1" else []}

    client: Any = Client()
    open_ = {"refusal": None, "slots": [{"options": {"of": ["ge-lw1", "ge-s1"]}}]}
    offers = {"place": open_, "take_back": open_}
    behind = {"ge-s1": "2351", "gb-6": BESIDE}
    both, one = (
        sight_of(phase(CENTRAL, places, "1918-03", scenario="1918", taken={LILLE: CENTRAL}), CENTRAL)
        for places in ({"ge-lw1": LILLE, **behind}, behind)
    )
    exchanges = exchanging.Exchanges()
    assert exchanges.next_order(client, both, offers) == {"kind": "take_back", "unit": "ge-lw1"}
    assert exchanges.next_order(client, one, offers) == {"kind": "place", "unit": "ge-lw1", "place": LILLE}
    assert exchanges.next_order(client, both, offers) is None


def others_that_count() -> list[str]:
    """§3.71: the other cities that Germany has taken when the scenario begins."""
    cities = GAME.new_match("1918", {}).printed.places.cities
    return [cities[name].hex for name in ("Saint-Quentin", "Brussels", "Antwerp")]


WEAK = ["ge-lw1", "ge-lw2", "ge-lw3"]


def lille_held(turn: str) -> State:
    """Three of 4-6-3 hold Lille, one of 6-8-4 stands behind it."""
    held = dict(zip(("ge-r25", "ge-r26", "ge-r27"), others_that_count(), strict=True))
    places = {**stood(WEAK, LILLE), "ge-a1": "2351", **stood(["gb-6", "gb-7", "gb-8"], BESIDE), **held}
    taken = dict.fromkeys((LILLE, "2351", *held.values()), CENTRAL)
    return put(phase(CENTRAL, places, turn, scenario="1918", taken=taken), stood(WEAK, LILLE), trench=2)


@pytest.mark.parametrize(("turn", "pairs"), [("1918-11", [("ge-lw1", "ge-a1")]), ("1918-05", [])])
def test_3_71_the_strongest_stand_in_a_city_that_is_counted_soon(turn: str, pairs: list[tuple[str, str]]) -> None:
    """Before the count the strong one and a weak one change places."""
    state = lille_held(turn)
    found = relieving.find_pairs(sight_of(state, CENTRAL), ["ge-a1", *WEAK])
    assert [(leaves, comes) for leaves, _, comes, _ in found] == pairs
    if pairs:
        general, rng = PLAYERS["general"](), random.Random(1)
        while state.phase.step == "central.move" and "ge-a1" not in state.stacks[LILLE]:
            command: Any = general.command(SeatClient(GAME, state, CENTRAL), rng)
            state = told(state, CENTRAL, **command)
        assert {"ge-a1", "ge-lw2", "ge-lw3"} == {*state.stacks[LILLE]}


def test_12_2_whoever_was_to_come_may_have_won_an_automatic_victory_meanwhile() -> None:
    """The weak one has left Lille, and the strong one cannot move again: the program goes on without it."""
    state = lille_held("1918-11")
    general, rng = PLAYERS["general"](), random.Random(1)
    while "ge-lw1" in state.stacks[LILLE]:
        command: Any = general.command(SeatClient(GAME, state, CENTRAL), rng)
        state = told(state, CENTRAL, **command)
    won = put(state, {"ge-a1": "2351"}, bound=True)
    command = general.command(SeatClient(GAME, won, CENTRAL), rng)
    assert told(won, CENTRAL, **command).units["ge-a1"].at == "2351"
