"""What is found the short way is what a look at everything finds: on the turns and in the weathers of all scenarios."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.allowance import able_on_map, why_not_move
from rules.empires_alliances.movement.forts import why_not_before_moves
from rules.empires_alliances.movement.journeys import ways_of, ways_on_foot
from rules.empires_alliances.movement.on_foot import group_of, shut_hexes, why_not_enter, why_not_over_side
from rules.empires_alliances.movement.orders import movers_of
from rules.empires_alliances.movement.overrun_odds import targets, why_not_overrun
from rules.empires_alliances.movement.ships import Voyage, voyages
from rules.empires_alliances.position.cities import present_in_cities, units_in_cities
from rules.empires_alliances.position.control import controller, passed_rails, rail_side, taken_from_neutrals
from rules.empires_alliances.position.state import FOE, Spirit, State, War
from rules.empires_alliances.restrictions.garrisons import ever_kept, why_move_forbidden
from rules.empires_alliances.shown.figures import score_of
from rules.empires_alliances.supply.feeding import is_city_supplied
from rules.empires_alliances.supply.paths import reached_from
from rules.empires_alliances.supply.rails import friendly_rails, networks
from rules.empires_alliances.supply.sources import sources_of
from rules.empires_alliances.terrain.zones import ground_unit_hexes, in_ezoc, lie_as_bits, occupied_hexes, zone
from rules.empires_alliances.victory import final_count, find_scored, present_where_counted
from rules.kernel import dice
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import deployed, opened, passed_to, put
from tests.thorough import at_least_one, sample_of

CHANCE = dice.chance(dice.key(b"kept" * 8, "kept", {}))
WEATHERS = (("clear", "clear"), ("clear", "mud"), ("snow", "mud"), ("mud", "snow"))
MOVES = 40
"""Commands in each weather."""


def in_motion(scenario: str, weather: tuple[str, str]) -> list[State]:
    """Movement Phases of both sides in a weather, a position after every few commands at random."""
    rng, found = random.Random(f"kept/{scenario}/{weather}"), list[State]()
    for side in FOE:
        state = passed_to(deployed(scenario), f"{side}.move")
        state = follow(state, replace(state, weather=weather))
        for n in range(MOVES):
            if state.phase.step != f"{side}.move":
                break
            answer = GAME.decide(state, side, GAME.random_command(state, side, rng), CHANCE)
            assert isinstance(answer, Decided)
            state = answer.states[-1]
            GAME.view(state, side)
            if not n % 8:
                found.append(state)
    return [state for state in found if state.active is not None]


@pytest.mark.parametrize(("scenario", "weather"), sample_of([*product(("1914", "1918"), WEATHERS)], 2))
def test_14_2_8_0_what_is_kept_and_what_is_found(scenario: str, weather: tuple[str, str]) -> None:
    """§5.1, §14.2, §8.0, §7.231, §12.1: zones, ground in supply, who can move and who has, who could be overwhelmed."""
    for state in at_least_one(in_motion(scenario, weather)):
        mine, layout = state.player, state.board.bits
        for side in FOE:
            lie = lie_as_bits(state, side)
            assert layout.hexes(lie.held) == occupied_hexes(state, side)
            assert layout.hexes(lie.ground) == ground_unit_hexes(state, side)
            assert layout.hexes(lie.zone) == zone(state, side)
            sources = sources_of(state, side)
            ends = {*sources.full, *sources.limited}
            fed = reached_from(state, side, ends.union(*(p for p in networks(state, side) if not p.isdisjoint(ends))))
            for hex_, city in at_least_one(state.printed.city_in.items()):
                assert is_city_supplied(state, hex_, side) == (state.board.index(hex_) in fed), city
            ids, on_rail = state.board.lattice.ids, state.board.on_rail
            assert passed_rails(state, side) == {i for i in on_rail if rail_side(state, ids[i]) == side}
            ours = {i for i in passed_rails(state, side) if controller(state, ids[i]) == side}
            assert friendly_rails(state, side) == ours
        bound = ever_kept(state)
        assert all(unit in bound or why_move_forbidden(state, unit) is None for unit in state.units)
        assert able_on_map(state, mine) == [u for u in state.on_map(mine) if why_not_move(state, u) is None]
        afloat = [u for box in state.board.boxes for u in state.in_box(box, mine) if why_not_move(state, u) is None]
        sailing = [u for u in afloat if voyages(state, group_of(state, [u]), state.board.index(state.units[u].at))]
        assert movers_of(state, mine) == (*able_on_map(state, mine), *sailing)
        moved = any(now.began for unit, now in state.units.items() if state.side_of(unit) == mine)
        assert (why_not_before_moves(state, mine, "units entrench") is not None) == moved
        assert targets(state, mine) == tuple(h for h in state.hexes if why_not_overrun(state, mine, h) is None)


def voyages_found(state: State) -> dict[str, Mapping[int, Voyage]]:
    """§11.1: where each unit that can move, and is in a port or at sea, could go by ship."""
    index, ports = state.board.index, state.board.ports
    afloat = [u for box in state.board.boxes for u in state.in_box(box, state.player)]
    able = [u for u in (*able_on_map(state, state.player), *afloat) if index(state.units[u].at) in ports]
    return {u: voyages(state, group_of(state, [u]), index(state.units[u].at)) for u in able}


def landings_of(unit: str, state: State) -> set[str]:
    """§11.1: the places to which a unit could go by ship."""
    return {state.board.lattice.ids[i] for i in voyages_found(state)[unit]}


@pytest.mark.parametrize("scenario", ["1914", "campaign"])
def test_11_1_voyages_are_those_of_a_position_without_a_memory(scenario: str) -> None:
    some = False
    for state in in_motion(scenario, ("clear", "clear")):
        found = voyages_found(state)
        assert found == voyages_found(GAME.load_state(GAME.dump_state(state)))
        some = some or any(found.values())
    assert some


def test_11_1_2_7_ports_that_are_open_are_those_held_as_the_phase_begins_and_the_scheldt_as_it_is_now() -> None:
    """What follows from a position finds its ports again where one of the things has changed that they depend on."""
    antwerp, shore, inland = "2250", "2251", "2553"
    shut = phase("allied", {"gb-1": "britain", "ge-a1": shore})
    open_ = phase("allied", {"gb-1": "britain", "ge-a1": inland})
    assert antwerp not in landings_of("gb-1", shut)
    assert antwerp in landings_of("gb-1", put(shut, {"ge-a1": inland}))
    assert antwerp in landings_of("gb-1", open_)
    assert antwerp not in landings_of("gb-1", put(open_, {"ge-a1": shore}))
    assert antwerp not in landings_of("gb-1", follow(open_, replace(open_, held_rails=open_.held_rails - {antwerp})))
    lost = follow(open_, replace(open_, control={antwerp: "central"}))
    assert antwerp in landings_of("gb-1", lost), "it was held as the phase began"


def test_2_64_salonika_is_found_when_its_month_comes() -> None:
    """§2.64: with the same rails held and the same wars."""
    marseilles, salonika = "4256", "5830"
    early = phase("allied", {"fr-a1": marseilles}, "1915-09", scenario="campaign")
    assert salonika not in landings_of("fr-a1", early)
    assert salonika in landings_of("fr-a1", follow(early, replace(early, turn=early.turn + 1)))


@pytest.mark.parametrize("scenario", ["1914", "1918", "campaign"])
def test_5_1_4_0_zones_and_cities_are_those_of_a_position_without_a_memory(scenario: str) -> None:
    """What each move altered, taken together, is what a look at the whole board finds."""
    for state in at_least_one(in_motion(scenario, ("clear", "clear"))):
        fresh, count = GAME.load_state(GAME.dump_state(state)), final_count(state)
        assert all(zone(state, side) == zone(fresh, side) for side in FOE)
        assert units_in_cities(state) == units_in_cities(fresh)
        assert present_in_cities(state) == present_in_cities(fresh)
        assert present_where_counted(state, count) == present_where_counted(fresh, count)
        assert {one[0] for one in present_where_counted(state, count)} <= {one[0] for one in present_in_cities(state)}
        assert find_scored(state, count) == find_scored(fresh, count)


def test_5_1_a_zone_reaches_into_a_neutral_hex_as_soon_as_a_side_holds_it() -> None:
    """§2.64: the Allies hold a hex of neutral Greece; the Bulgarians who watch it have not moved."""
    bulgarian, greek = "5628", "5728"
    state = phase("allied", {"bu-1": bulgarian}, "1915-11", scenario="campaign", at_war={"BU": "central"})
    assert state.board.country[state.board.index(greek)] == "GK"
    assert not in_ezoc(state, greek, "allied")
    held = follow(state, replace(state, control={greek: "allied"}))
    assert in_ezoc(held, greek, "allied")
    assert taken_from_neutrals(held) == {greek}
    assert not in_ezoc(follow(held, replace(held, control={})), greek, "allied")


@pytest.mark.parametrize(("scenario", "weather"), sample_of([*product(("1914", "1918"), WEATHERS)], 2))
def test_8_1_20_23_ways_on_foot_are_those_of_all_ways_that_need_no_train_and_no_ship(
    scenario: str, weather: tuple[str, str]
) -> None:
    rng = random.Random(scenario)
    for state in at_least_one(in_motion(scenario, weather)):
        able = able_on_map(state, state.player)
        for unit in rng.sample(able, min(6, len(able))):
            group = group_of(state, [unit])
            wanted = {i: way for i, way in ways_of(state, group).best.items() if not way.layer.from_}
            found = ways_on_foot(state, group)
            assert [(i, way.cost) for i, way in found.items()] == [(i, way.cost) for i, way in wanted.items()]
            ids, start = state.board.lattice.ids, state.board.index(group.at)
            assert [way.words(ids, start) for way in found.values()] == [
                way.words(ids, start) for way in wanted.values()
            ]


@pytest.mark.parametrize("scenario", ["1914", "1918"])
def test_8_0_into_a_hex_that_is_not_shut_the_side_alone_can_bar_the_way(scenario: str) -> None:
    """And into one that is shut nobody marches, whichever side he comes over."""
    rng = random.Random(scenario)
    for state in at_least_one(in_motion(scenario, ("snow", "clear"))):
        board, able = state.board, able_on_map(state, state.player)
        for unit in rng.sample(able, min(4, len(able))):
            group = group_of(state, [unit])
            closed = shut_hexes(state, group)
            for b in at_least_one(map(board.index, board.lattice.within(group.at, 2))):
                sides = [(a, board.lattice.neighbours[a].index(b)) for a in board.lattice.neighbours[b] if a >= 0]
                whole = [
                    why_not_enter(state, group, a, side, b) for a, side in sides if board.is_hex(board.lattice.ids[b])
                ]
                if b in closed:
                    assert None not in whole
                elif whole:
                    assert whole == [why_not_over_side(state, group, a, side, b) for a, side in sides]


def test_14_63_5_1_a_garrison_without_its_fort_watches_nobody_and_moves_less() -> None:
    """§14.6: at the second level, which a fort delays, a unit has no zone, and fewer MP. Nobody has moved when the fort
    falls."""
    verdun, beside = "2950", "2949"
    state = phase("allied", {}, forts=frozenset({f"fr-fort-{verdun}"}))
    state = put(state, {"fr-a1": verdun}, unsupplied=2, spent=2)
    assert in_ezoc(state, beside, "central")
    assert "fr-a1" in able_on_map(state, "allied")
    fallen = follow(state, replace(state, forts=frozenset()))
    assert not in_ezoc(fallen, beside, "central")
    assert "fr-a1" not in able_on_map(fallen, "allied")


def test_2_73_the_points_shown_are_counted_again_when_a_country_is_weary() -> None:
    """§21.3: nobody has moved, and no city has changed hands."""
    state = deployed("campaign")
    before: Any = score_of(state)["halves"]
    weary: Any = score_of(follow(state, replace(state, spirits={**state.spirits, "GE": Spirit(worn=1)})))["halves"]
    assert weary == before - 2 * 2


def test_22_2_17_45_whom_a_garrison_holds_back_is_found_again_when_the_americans_enter_in_another_year() -> None:
    """§22.2: a year later all their dates are later, and so is the turn on which one is released."""
    held_back = "us-3"
    state = follow(opened("campaign"), replace(opened("campaign"), options={"variable-entry": "on"}))
    state = follow(state, replace(state, turn=state.printed.turns["1918-06"].number))
    usual, late = (
        follow(state, replace(state, wars={**state.wars, "US": War("allied", state.printed.turns[turn].number)}))
        for turn in ("1917-04", "1918-04")
    )
    assert held_back not in ever_kept(usual)
    assert held_back in ever_kept(late)
    assert held_back not in ever_kept(follow(late, usual))
