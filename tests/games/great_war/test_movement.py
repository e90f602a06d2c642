"""Chapter 8: who moves where, allowances, costs, what may be entered, and where a move may end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.great_war.engine import ENGINE
from rules.great_war.facts.transport import UnitsArrived
from rules.great_war.game import GAME
from rules.great_war.movement.allowance import allowance, is_doubled, wears_out
from rules.great_war.movement.orders import MOVE, TAP
from rules.great_war.movement.out_of_reach import check_path, not_open
from rules.great_war.movement.reach import (
    Group,
    PassableSteps,
    can_step,
    ends_of,
    goes_nowhere,
    group_of,
    may_stay,
    not_for_reds,
    price,
    random_way,
    ways_of,
)
from rules.great_war.play import place_name
from rules.great_war.position.control import beside_enemy, controller
from rules.great_war.position.pre_war_state import MOLTKE, PreWarState
from rules.great_war.position.state import DEAD, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.restrictions.national import over_cap
from rules.great_war.restrictions.shut_land import why_shut
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refused
from rules.kernel.procedure.orders import At, Choices
from tests.games.great_war.kit import FAIR, PLACES, at, before_set_up, moved, not_moved, position, refused, told, ways

WET, SNOW = {"west": "wet", "east": "wet"}, {"west": "snow", "east": "snow"}


def cost(state: State, a: str, b: str, *, mountain: bool = False) -> int:
    """MP from a hex into its neighbour, 0 where there is no way."""
    board = state.printed.board
    return price(state, mountain, board.index[a], board.lattice.side(a, b))


def ground(state: State, hex_: str) -> int:
    """MP for the ground of a hex alone, as the chart has it for the east."""
    board = state.printed.board
    terrain = state.printed.charts.terrain[board.terrain[board.index[hex_]]]
    found = terrain.cost(state.weather["east"], mountaineers=False)
    assert found is not None
    return found


# --- who moves where --------------------------------------------------------------------------------------------------


def test_4_21_both_sides_move_at_once_and_then_change_theatres() -> None:
    """§4.2, §4.21: with the initiative in the west the Allies move there while the enemy moves in the east."""
    state = position({"W5117": "fr-12", "E4015": "ru-26", "W5417": "ge-1bvr", "E4913": "ge-3"})
    asks = {(o.ask.seat, o.ask.scope) for o in ENGINE.open_asks(state)}
    assert asks == {(ALLIED, "west"), (CENTRAL, "east")}
    assert not_moved(state, ALLIED, "ru-26", "E4115").code == "other-theatre"
    assert not_moved(state, CENTRAL, "ge-1bvr", "W5418").code == "other-theatre"
    state = moved(state, CENTRAL, "ge-3", "E4912")
    state = moved(state, ALLIED, "fr-12", "W5017")
    state = told(state, CENTRAL, "end_phase")
    assert GAME.deciders(state) == (ALLIED,)
    second = position({"W5117": "fr-12", "E4015": "ru-26"}, SECOND_MOVEMENT)
    asks = {(o.ask.seat, o.ask.scope) for o in ENGINE.open_asks(second)}
    assert asks == {(CENTRAL, "west"), (ALLIED, "east")}


def test_4_21_the_question_names_the_theatre_of_each_side() -> None:
    """§4.21: and tells where the other moves at the same time."""
    state = position({"W5117": "fr-12", "E4015": "ru-26", "W5417": "ge-1bvr", "E4913": "ge-3"})
    asked = [GAME.legal(state, seat) for seat in (ALLIED, CENTRAL)]
    assert [(question["prompt"], question["detail"]) for question in asked] == [
        ("Move your units in the Western Theatre", "Your opponent moves in the Eastern Theatre."),
        ("Move your units in the Eastern Theatre", "Your opponent moves in the Western Theatre."),
    ]
    alone: Any = GAME.legal(told(state, CENTRAL, "end_phase"), ALLIED)
    assert (alone["prompt"], alone["detail"]) == (asked[0]["prompt"], TAP), "no longer where the other has done moving"


def test_8_11_what_one_side_does_leaves_the_others_question_as_it_is() -> None:
    """§8.11: neither question changes its name when the other side moves."""
    state = position({"W5117": "fr-12", "E4913": "ge-3"})
    before = GAME.ask(state, ALLIED)
    assert GAME.ask(moved(state, CENTRAL, "ge-3", "E4912"), ALLIED) == before


# --- programs ---------------------------------------------------------------------------------------------------------


def test_8_1_a_program_at_random_may_take_any_way_and_any_company() -> None:
    """§8.1, §8.16: each end that is offered has a chance, and so has a unit alone and with those beside it."""
    state = position({"W5117": "fr-12 fr-3", "W5217": "ge-1bvr", "E4913": "ge-3"}, turn=10, weather=WET)
    rng, units, ends = Random(1), set[tuple[str, ...]](), set[str]()
    offered = {units: {*ways(state, ALLIED, units)} for units in ("fr-12", "fr-3", "fr-12 fr-3")}
    for _ in range(2000):
        command: Any = ENGINE.random_command(state, ALLIED, rng)
        if command["kind"] == "move":
            assert command["path"][-1] in offered[" ".join(command["units"])]
            units.add(tuple(command["units"]))
            ends.add(command["path"][-1])
    assert units == {("fr-12",), ("fr-3",), ("fr-12", "fr-3")}
    assert ends == {end for found in offered.values() for end in found}


def test_8_1_a_program_at_random_does_not_choose_those_who_can_go_nowhere() -> None:
    """§8.22: a division has MP and enemies all round it: nothing is left but to end the phase."""
    board, russians = before_set_up().printed.board, before_set_up().printed.by_nation["RU"]
    ring = [board.ids[i] for i in board.beside(board.index["E4715"])]
    combat = [u for u in russians if before_set_up().counter(u).is_combat]
    state = position({"E4715": "ge-3", **dict(zip(ring, combat, strict=False))}, turn=10)
    assert len(ring) == 6
    assert not ways(state, CENTRAL, "ge-3")
    assert {ENGINE.random_command(state, CENTRAL, Random(n))["kind"] for n in range(9)} <= {"end_phase", "place_marker"}


def _hard(state: State, seat: str, units: str, theatre: str = "east", **changes: Any) -> Group:
    """The group of these units, with other MP than they have: so that few ways are open, and all of them are seen."""
    return group_of(state, units.split(), seat, theatre)._replace(**changes)


def _lawful_steps(state: State, group: Group) -> list[tuple[int, int]]:
    """The hexes beside a group that it may march into, with the MP."""
    return [(path[0], cost) for path, cost in _lawful(state, group).items() if len(path) == 1]


def _lawful(state: State, group: Group) -> dict[tuple[int, ...], int]:
    """Every march of a group that comes through no hex twice and breaks no rule, with its MP."""
    board = state.printed.board
    found, edge = dict[tuple[int, ...], int](), [tuple[int, ...]()]
    while edge:
        before = edge.pop()
        for b in board.neighbours[before[-1] if before else board.index[group.at]]:
            path = (*before, b)
            if b < 0 or b in before or b == board.index[group.at]:
                continue
            try:
                found[path] = check_path(state, group, [board.ids[i] for i in path])
            except Refused:
                continue
            edge.append(path)
    return found


INFANTRY: dict[str, Any] = {"stacks": {"E4815": "ge-3", "E4817": "ru-26"}, "seat": CENTRAL, "units": "ge-3"}
CAVALRY: dict[str, Any] = {"stacks": {"E4815": "ge-cav-2", "E4817": "ru-26"}, "seat": CENTRAL, "units": "ge-cav-2"}
FROZEN: dict[str, Any] = {"stacks": {"E6523": "ru-26"}, "seat": ALLIED, "units": "ru-26"}


@pytest.mark.parametrize(
    ("where", "changes"),
    [
        (INFANTRY, {"left": 2, "apart": 2}),
        (INFANTRY, {"left": 1, "apart": 1, "fresh": False}),
        (INFANTRY, {"left": 0, "apart": 0}),
        (INFANTRY, {"left": 0, "apart": 0, "fresh": False}),
        (CAVALRY, {"left": 1, "apart": 3}),
        (CAVALRY, {"left": 0, "apart": 2, "fresh": False}),
        (FROZEN, {"left": 2, "apart": 2}),
    ],
)
def test_8_1_a_program_at_random_may_take_any_way_that_is_lawful_and_no_other(
    where: dict[str, Any], changes: dict[str, Any]
) -> None:
    """§8.12 to §8.14, §8.34: of few MP each; cavalry has more of them while it keeps off the enemy."""
    state = position(where["stacks"], turn=10, weather=SNOW)
    group, rng = _hard(state, where["seat"], where["units"], **changes), Random(8)
    land, stays = state.printed.board.land, may_stay(state, group)
    lawful = {path for path in _lawful(state, group) if stays(path[-1])}
    found = {random_way(state, group, rng, 1, to_enemy=False) for _ in range(120 * len(lawful) + 20)} - {()}
    assert found == lawful
    assert all(land[path[-1]] for path in found)
    assert {march.way[-1] for _, march in ends_of(state, group, ways_of(state, group))} == {p[-1] for p in lawful}
    assert goes_nowhere(state, group) == (not lawful)
    assert can_step(state, group) == any(len(path) == 1 for path in lawful)


def test_8_1_a_program_that_wanders_mostly_goes_straight_on() -> None:
    """One step in four is any of those that are open; the others lead to no hex beside the one it came from."""
    state = position(INFANTRY["stacks"], turn=10)
    group, rng, board = _hard(state, CENTRAL, "ge-3", left=2, apart=2), Random(8), state.printed.board
    found = [random_way(state, group, rng, 1, to_enemy=False) for _ in range(600)]
    seconds = [path[1] in board.beside(board.index[group.at]) for path in found if len(path) == 2]
    assert 0.02 < sum(seconds) / len(seconds) < 0.25


def test_8_1_a_program_that_looks_for_the_enemy_goes_as_far_as_it_can_and_back_to_him() -> None:
    """Of one walk it keeps what ends beside him, or all of it where he is nowhere near; of many it takes the first that
    comes to him."""
    state = position(INFANTRY["stacks"], turn=10)
    near = beside_enemy(state, CENTRAL)
    group, rng = _hard(state, CENTRAL, "ge-3", left=3, apart=3), Random(8)
    lawful, stays = _lawful(state, group), may_stay(state, group)
    once = {random_way(state, group, rng, 1, to_enemy=True) for _ in range(3000)}
    assert once <= lawful.keys()
    assert {path[-1] for path in once} >= {path[-1] for path in lawful if path[-1] in near and stays(path[-1])}
    further = {path[:-1] for path in lawful}
    for path in once:
        assert near.isdisjoint(path) or path[-1] in near
        assert path not in further or path[-1] in near
    assert any(near.isdisjoint(path) for path in once)
    assert any(path in further for path in once), "and back"
    often = [random_way(state, group, rng, 60, to_enemy=True) for _ in range(60)]
    assert all(path[-1] in near for path in often)
    several = [random_way(state, group, rng, 4, to_enemy=True) for _ in range(300)]
    first = [random_way(state, group, rng, 1, to_enemy=True) for _ in range(300)]
    assert sum(path[-1] not in near for path in several) < 0.75 * sum(path[-1] not in near for path in first)


class Drawn:
    """In place of chance: what is drawn of a number, and the last of any other."""

    def __init__(self, **drawn: int) -> None:
        self.drawn = {int(of.removeprefix("of_")): number for of, number in drawn.items()}

    def randrange(self, stop: int, /) -> int:
        return self.drawn.get(stop, stop - 1)


def _path_slot(state: State, seat: str, units: str, theatre: str = "east") -> Any:
    return MOVE.slots[1].options(At(state, seat, scope=theatre), Choices({"units": tuple(units.split())}))


def _unit_slot(state: State, seat: str, theatre: str = "east") -> Any:
    return MOVE.slots[0].options(At(state, seat, scope=theatre), Choices({}))


def test_8_1_a_program_goes_for_the_enemy_twice_in_three_moves_and_takes_an_end_from_the_list_once_in_ten() -> None:
    state = position({"E4815": "ge-3", "E4818": "ru-26"}, turn=10)
    near = state.printed.board.names(beside_enemy(state, CENTRAL))
    slot = _path_slot(state, CENTRAL, "ge-3")
    listed = slot.ends()
    last = [*ends_of(state, group := _hard(state, CENTRAL, "ge-3"), ways_of(state, group))][-1][1].way
    assert [*listed] == sorted(listed), "the list goes by number"
    assert slot.pick(Drawn(of_10=0)) == [state.printed.board.ids[i] for i in last]
    assert len(slot.pick(Drawn(of_3=0, of_10=1, of_4=0))) == 1
    for draw in (1, 2):
        assert len(slot.pick(Drawn(of_3=draw, of_10=1, of_4=0))) > 1
    ends = {slot.pick(Random(n))[-1] for n in range(200)}
    assert ends & {*near}
    assert ends <= {*listed}
    board = state.printed.board
    ring = board.lattice.within("E4630", 2) - board.lattice.within("E4630", 1)
    far = position({"E4630": "ge-3", **{hex_: f"ru-{n}" for n, hex_ in enumerate(sorted(ring), 25)}})
    nowhere = _path_slot(far, CENTRAL, "ge-3")
    assert [nowhere.pick(Drawn(of_10=draw)) for draw in (0, 1)] == [None, None]
    assert nowhere.empty()
    assert _unit_slot(far, CENTRAL).pick(Random(1)) is None


def test_8_11_a_program_finds_the_only_unit_that_can_move_and_moves_no_other() -> None:
    """§8.11: among many of the enemy, whichever hexes it looks into first; nobody of the other theatre."""
    board, start = before_set_up().printed.board, before_set_up()
    russians = [u for u in start.printed.by_nation["RU"] if start.counter(u).is_combat]
    rear = [h for h in board.names(board.by_country["RU"]) if board.lattice.distance(h, "E4713") > 6]
    stacks = {"E4713": "ge-3", "W5417": "ge-4", **dict(zip(rear, russians, strict=False))}
    slot = _unit_slot(position(stacks, turn=10), CENTRAL)
    for rng in (*map(Random, range(20)), Drawn(), Drawn(of_30=0)):
        assert slot.pick(rng) == ["ge-3"]
    few = _unit_slot(position({"E4713": "ge-3", "E4720": "ru-26", "W5417": "ge-4"}, turn=10), CENTRAL)
    assert [few.pick(Random(n)) for n in range(30)] == [["ge-3"]] * 30


# --- allowances -------------------------------------------------------------------------------------------------------


def spent_within(state: State, seat: str, unit: str) -> int:
    """The most MP that a unit is offered to spend."""
    return max(int(str(mp)) for mp in ways(state, seat, unit).values())


def test_8_14_printed_in_the_east() -> None:
    """§8.14: a unit of four has four MP on the Eastern Front."""
    assert spent_within(position({"E4815": "ge-3"}, turn=10), CENTRAL, "ge-3") == 4


@pytest.mark.parametrize(("turn", "enemy", "most"), [(5, "W5217", 8), (10, "W5217", 4), (10, "W5317", 8)])
def test_8_14_doubled_in_the_west(turn: int, enemy: str, most: int) -> None:
    """§8.14: twice as many in the west; after October 1914 only for units that do not begin beside the enemy."""
    state = position({"W5117": "fr-12", enemy: "ge-1bvr"}, turn=turn)
    assert spent_within(state, ALLIED, "fr-12") == most


def test_8_14_americans_and_units_that_begin_with_allied_tanks_are_doubled_beside_the_enemy() -> None:
    """§8.14: in the west, where others have what is printed."""
    sides = {**position({}).sides, "US": ALLIED}
    state = position({"W5117": "fr-12 us-1", "W5116": "br-8 br-rtc", "W5217": "ge-1bvr"}, turn=40, sides=sides)
    doubled = {u: allowance(state, u) == 2 * state.face(u).ma for u in ("fr-12", "us-1", "br-8", "br-rtc")}
    assert doubled == {"fr-12": False, "us-1": True, "br-8": True, "br-rtc": True}


@pytest.mark.parametrize(
    ("hq", "where", "doubled"),
    [("us-hq-1", "W2315", True), ("it-hq-1", "W2315", False), ("us-hq-1", "W5117", True), ("us-hq-1", "E1416", False)],
)
def test_8_14_headquarters_of_the_united_states_are_doubled_in_italy_as_all_its_units(
    hq: str, where: str, doubled: bool
) -> None:
    """§8.14: the exception names U.S. units, headquarters too; those of others are doubled in the west alone."""
    state = position({where: hq}, turn=40, sides={**position({}).sides, "US": ALLIED})
    assert is_doubled(state, hq) == doubled


def test_8_14_headquarters_are_no_enemies_to_begin_beside() -> None:
    """§8.14, §15.63: a headquarters alone does not keep a unit from its doubled allowance."""
    assert spent_within(position({"W5117": "fr-12", "W5217": "ge-hq-1"}), ALLIED, "fr-12") == 8


def test_8_14_an_enemy_over_a_lake_is_not_beside() -> None:
    """§8.14, by ruling: Lake Garda lies between them."""
    board = position({}).printed.board
    here = board.index["W2312"]
    assert not board.crossed(here, board.neighbours[here].index(board.index["W2313"]))
    doubled = []
    for enemy in ("W2313", board.ids[board.beside(here)[0]]):
        state = position({"W2312": "it-1", enemy: "ah-3"})
        doubled.append(allowance(state, "it-1") == 2 * state.face("it-1").ma)
    assert doubled == [True, False]


def test_8_14_cavalry_that_keeps_away() -> None:
    """§8.14: cavalry that begins beside the enemy has twelve MP if it goes beside nobody, and six otherwise."""
    state = position({"W5117": "fr-cav-1", "W5217": "ge-1bvr"})
    away = "W5017 W4917 W4817 W4717 W4617 W4517 W4417"
    assert at(moved(state, ALLIED, "fr-cav-1", away), "fr-cav-1") == "W4417"
    beside = "W5116 W5016 W4916 W4816 W4716 W4616 W4516"
    assert not_moved(state, ALLIED, "fr-cav-1", beside).code == "too-far"
    gone = moved(state, ALLIED, "fr-cav-1", away)
    assert at(moved(gone, ALLIED, "fr-cav-1", "W4317"), "fr-cav-1") == "W4317", "it goes on with what is left of twelve"
    state = moved(state, ALLIED, "fr-cav-1", "W5116")
    assert not_moved(state, ALLIED, "fr-cav-1", "W5016 W4916 W4816 W4716 W4616 W4516").code == "too-far"


def test_8_14_where_a_way_off_the_enemy_is_as_cheap_it_is_the_one_that_is_offered() -> None:
    """§8.14: so that cavalry keeps its MP for what follows; what it reaches with those is never beside the enemy."""
    state = position({"W5117": "fr-cav-1", "W5217": "ge-1bvr"}, turn=10)
    near, group = beside_enemy(state, ALLIED), _hard(state, ALLIED, "fr-cav-1", "west")
    whole = ways_of(state, group)
    away = ways_of(state, group._replace(left=0, fresh=False))
    assert near.isdisjoint(away.cost)
    same = [i for i, cost in away.cost.items() if whole.cost[i] == cost]
    assert any(cost < group.left for cost in away.cost.values())
    assert all(near.isdisjoint(whole.way(i)) for i in same)
    closer = ways_of(state, group._replace(apart=group.left))
    assert {i: whole.cost[i] for i in closer.cost} == {i: min(c, away.cost.get(i, c)) for i, c in closer.cost.items()}


def test_8_14_15_55_cavalry_that_has_become_infantry_marches_as_infantry() -> None:
    """§8.14: beside the enemy it has what is printed, though it keeps away from him."""
    for face, most in (("ge-cav-2", 12), ("ge-cav-2*", 4)):
        state = position({"W5317": "fr-12", "W5417": face}, west=CENTRAL)
        assert allowance(state, "ge-cav-2", apart=True) == most


def test_8_14_headquarters_wear_out_in_the_west() -> None:
    """§8.14: a headquarters that goes past its printed allowance in the west is depleted; in the east it cannot."""
    state = position({"W4713": "fr-hq-1", "E4712": "ge-hq-2"})
    near = moved(state, ALLIED, "fr-hq-1", "W4714 W4715 W4716")
    assert not near.units["fr-hq-1"].back
    far = moved(near, ALLIED, "fr-hq-1", "W4717")
    assert far.units["fr-hq-1"].back
    assert spent_within(state, CENTRAL, "ge-hq-2") == 3


@pytest.mark.parametrize(
    ("turn", "west", "italy", "worn"),
    [(5, True, True, False), (6, False, False, False), (7, True, False, True), (8, True, False, True)],
)
def test_8_14_15_66_headquarters_are_doubled_and_wear_out_from_the_turn_of_january_1915_on(
    turn: int, west: bool, italy: bool, worn: bool
) -> None:
    """§8.14, §15.66: on the Western Front map; all units are doubled until October 1914, and those in Italy no longer
    after it. Divisions never wear out."""
    state = position({"W4713": "fr-hq-1", "W4714": "fr-12", "W2130": "it-hq-1", "E4712": "ge-hq-2"}, turn=turn)
    doubled = {u: allowance(state, u) == 2 * state.face(u).ma for u in ("fr-hq-1", "it-hq-1", "ge-hq-2")}
    assert doubled == {"fr-hq-1": west, "it-hq-1": italy, "ge-hq-2": False}
    assert [u for u in ("fr-hq-1", "fr-12", "it-hq-1", "ge-hq-2") if wears_out(state, u)] == ["fr-hq-1"] * worn


def test_15_66_headquarters_do_not_wear_out_any_more() -> None:
    """§15.66: once Allied tanks that can be replaced have come, or shock troops, for both sides; they still go as far.

    1918 begins so.
    """
    tanks = position({"W4713": "fr-hq-1"})
    unit = next(
        u for u in sorted(tanks.units) if tanks.counter(u).kind == "tank" and tanks.counter(u).replaced("front")
    )
    state = UnitsArrived(ALLIED, (unit,), "W4716").apply(tanks)
    far = moved(state, ALLIED, "fr-hq-1", "W4714 W4715 W4716 W4717")
    assert not far.units["fr-hq-1"].back
    assert not UnitsArrived(ALLIED, ("fr-12",), "W4716").apply(tanks).strategic_state.hqs_free
    assert before_set_up("1918").strategic_state.hqs_free


def test_17_31_the_north_is_open_while_kiev_and_odessa_are_held() -> None:
    """§17.31: to any number of Austrians, but in Germany; not after the Bolshevik Revolution."""
    four, north, german = "ah-3 ah-4 ah-8 ah-10", "E5226", "E5117"
    units = ["ah-14"]
    state = position({north: four})

    def shut(state: State) -> frozenset[str]:
        return frozenset(state.printed.board.names(frozenset().union(*(a for a, _ in over_cap(state, units)))))

    assert north in shut(state)
    held = replace(state, taken=state.taken | {"E4129", "E3031"})
    assert north not in shut(held)
    assert north in shut(replace(state, taken=state.taken | {"E4129"}))
    assert north in shut(replace(held, strategic_state=replace(held.strategic_state, bolsheviks="M")))
    board = state.printed.board
    german = next(h for h in board.names(board.by_country["GE"] & board.by_front["east"]) if int(h[1:3]) > 50)
    there = position({german: four}, taken=held.taken)
    assert (german in shut(there), north in shut(there)) == (True, False)


def test_17_21_italians_go_east_once_austria_has_collapsed() -> None:
    """§17.21: six outside the Italian Front until then; later six in the west and any number in the east."""
    start = before_set_up()
    italians = [u for u in sorted(start.units) if start.counter(u).nation == "IT" and start.counter(u).is_division]
    east, west = "E1116", "W4713"
    for at_, free in ((east, True), (west, False)):
        state = position({at_: " ".join(italians[:6])})
        board = state.printed.board
        assert any(board.index[at_] in area for area, _ in over_cap(state, italians[6:7]))
        gone = replace(state, strategic_state=replace(state.strategic_state, collapsed=("AH",)))
        assert any(board.index[at_] in area for area, _ in over_cap(gone, italians[6:7])) != free


def test_8_13_every_counter_has_an_allowance_on_both_sides() -> None:
    """§8.13: so nobody is refused a move for having none."""
    counters = position({}).printed.counters.values()
    assert all(face.ma for c in counters for face in (c.front, c.back) if face is not None)


def test_8_13_a_step_is_always_open() -> None:
    """§8.13: a unit that could not pay for the next hex still enters it, if nothing forbids it."""
    state = position({"E3914": "ru-hq-1"}, SECOND_MOVEMENT, weather=WET)
    assert cost(state, "E3914", "E3815") == 3 > state.face("ru-hq-1").ma
    assert at(moved(state, ALLIED, "ru-hq-1", "E3815"), "ru-hq-1") == "E3815"
    shown = _ends(state, ALLIED, "ru-hq-1")
    assert (shown["costs"]["E3815"], shown["ways"]["E3815"]) == (3, ["E3815"]), "it is among the hexes offered"
    poor = group_of(state, ["ru-hq-1"], ALLIED, "east")._replace(left=0, apart=0)
    assert {march.way for _, march in ends_of(state, poor, ways_of(state, poor))} == {
        (b,) for b, _ in _lawful_steps(state, poor)
    }


# --- stacks -----------------------------------------------------------------------------------------------------------


def test_8_16_a_stack_goes_as_fast_as_its_slowest() -> None:
    """§8.16: infantry and a headquarters together have three MP; the infantry goes on alone."""
    state = position({"E4713": "ge-3 ge-hq-1"})
    assert spent_within(state, CENTRAL, "ge-3 ge-hq-1") == 3
    state = moved(state, CENTRAL, "ge-3 ge-hq-1", "E4712 E4711 E4710")
    assert at(moved(state, CENTRAL, "ge-3", "E4709"), "ge-3") == "E4709"


def test_8_16_units_that_began_apart_do_not_move_together() -> None:
    """§8.16: a stack that forms on the way does not go on as one."""
    state = position({"E4713": "ge-3", "E4712": "ge-4"})
    state = moved(state, CENTRAL, "ge-3", "E4712")
    assert not_moved(state, CENTRAL, "ge-3 ge-4", "E4711").code == "not-together"


def test_8_17_no_unit_goes_back_to_units_of_another_hex() -> None:
    """§8.17: units of one hex split off in turn; once another hex has begun, they are done."""
    state = position({"E4713": "ge-3 ge-4", "E4614": "ge-5"})
    state = moved(state, CENTRAL, "ge-3", "E4712")
    state = moved(state, CENTRAL, "ge-4", "E4613")
    state = moved(state, CENTRAL, "ge-3", "E4711")
    state = moved(state, CENTRAL, "ge-5", "E4513")
    assert not_moved(state, CENTRAL, "ge-3", "E4710").code == "moved-on"
    assert GAME.legal(state, CENTRAL)["why_not"]["ge-3"]["code"] == "moved-on"  # type: ignore[index, call-overload]


def test_8_17_units_of_two_hexes_that_met_in_a_third_go_on_in_turn() -> None:
    """§8.17: whoever goes on may change where they stand together; what was known of the hex before is no answer."""
    state = position({"E4713": "ge-3 ge-4", "E4614": "ge-5"})
    around = state.printed.board.lattice.around
    between = next(h for h in around("E4713") if h in around("E4614"))
    aside = next(h for h in around("E4713") if h not in (between, "E4614"))
    assert {*_offered(state)} == {"ge-3", "ge-4", "ge-5"}
    state = moved(state, CENTRAL, "ge-3", between)
    assert {*_offered(state)} == {"ge-3", "ge-4", "ge-5"}
    state = moved(state, CENTRAL, "ge-5", between)
    assert _done(state) == {"ge-3": True, "ge-5": False}
    state = moved(state, CENTRAL, "ge-4", aside)
    assert _done(state) == {"ge-3": False, "ge-5": True}
    assert "ge-3" in _offered(state)
    assert "ge-5" not in _offered(state)


def _done(state: State) -> dict[str, bool]:
    """The units that stand with others that have moved, as their side sees them."""
    stacks: Any = GAME.view(state, CENTRAL)["stacks"]
    return {unit["id"]: unit["done"] for stack in stacks.values() if len(stack) > 1 for unit in stack if unit["mp"]}


def _offered(state: State) -> list[str]:
    offers: Any = GAME.legal(state, CENTRAL)["offers"]
    return list(next(o for o in offers if o["kind"] == "move")["slots"][0]["options"]["of"])


# --- what may be entered ----------------------------------------------------------------------------------------------


def test_8_22_enemies_and_forts_bar_the_way() -> None:
    """§8.22: neither a hex with an enemy combat unit nor one with an intact fort is entered."""
    state = position({"E5319": "ru-26", "E5318": "ge-3"}, SECOND_MOVEMENT)
    assert not_moved(state, ALLIED, "ru-26", "E5318").code == "enemy-there"
    fort = position({"W5121": "ge-3"}, SECOND_MOVEMENT)
    assert not_moved(fort, CENTRAL, "ge-3", "W5122").code == "enemy-there"
    fallen = position({"W5121": "ge-3"}, SECOND_MOVEMENT, destroyed=frozenset({"W5122"}))
    assert at(moved(fallen, CENTRAL, "ge-3", "W5122"), "ge-3") == "W5122"


def test_8_22_a_lone_headquarters_is_overrun() -> None:
    """§8.22, §15.63: it is eliminated when a combat unit enters, which marches on; a headquarters never enters."""
    state = position({"E5318": "ge-3 ge-hq-1", "E5319": "ru-hq-1"})
    after = moved(state, CENTRAL, "ge-3", "E5319 E5320")
    assert (at(after, "ru-hq-1"), at(after, "ge-3")) == (DEAD, "E5320")
    assert not_moved(state, CENTRAL, "ge-hq-1", "E5319").code == "enemy-there"
    assert "E5319" not in ways(state, CENTRAL, "ge-3 ge-hq-1")


def test_7_13_hexes_change_hands_as_they_are_entered() -> None:
    """§7.13, §14.14: every hex on the way is taken, and taken back in the same manner."""
    state = moved(position({"E5318": "ge-3"}), CENTRAL, "ge-3", "E5319 E5320")
    assert [controller(state, h) for h in ("E5318", "E5319", "E5320", "E5321")] == [*[CENTRAL] * 3, ALLIED]


def test_8_24_nobody_crosses_the_sea() -> None:
    """§8.24: all-sea hexes and hexsides are shut, and so are hexes that are no neighbours."""
    state = position({"E5512": "ge-3"})
    assert cost(state, "E5512", "E5413") == 0
    assert not_moved(state, CENTRAL, "ge-3", "E5413").code == "closed"
    skipping = not_moved(state, CENTRAL, "ge-3", "E5214")
    assert (skipping.code, skipping.section) == ("skips-hexes", "8.1")


def test_8_25_costs_add_up() -> None:
    """§8.25: over a river into mountains in wet weather costs three, in fair weather two."""
    assert cost(position({}, weather=WET), "E3914", "E3815") == 3
    assert cost(position({}), "E3914", "E3815") == 2
    assert cost(position({}, weather=WET), "E3914", "E3815", mountain=True) == 2


def test_8_33_passes_ease_the_way_along_them() -> None:
    """§8.33: along the pass from E2717 into E2618 a unit pays one; from E2617, beside it, two; in snow two."""
    assert cost(position({}), "E2717", "E2618") == 1
    assert cost(position({}), "E2617", "E2618") == 2
    assert cost(position({}, weather=SNOW), "E2717", "E2618") == 2
    assert cost(position({}, weather=SNOW), "E2717", "E2618", mountain=True) == 1


def test_8_34_lakes_freeze_in_snow() -> None:
    """§8.34: a lake is crossed as clear ground in snow, and nobody stays on it."""
    assert cost(position({}), "E6523", "E6624") == 0
    state = position({"E6523": "ru-26"}, SECOND_MOVEMENT, weather=SNOW)
    assert cost(state, "E6523", "E6624") == 1
    assert not_moved(state, ALLIED, "ru-26", "E6624").code == "on-ice"
    assert "E6624" not in ways(state, ALLIED, "ru-26")


def test_8_35_haffs_are_crossed() -> None:
    """§8.35: between Stettin's shores and at Königsberg in any weather; E5512 to E5413 is no haff."""
    for weather in (FAIR, WET, SNOW):
        state = position({}, weather=weather)
        for a, b in (
            ("E5304", "E5405"),
            ("E5404", "E5405"),
            ("E5405", "E5406"),
            ("E5615", "E5715"),
            ("E5715", "E5816"),
        ):
            assert cost(state, a, b) == ground(state, b)
            assert cost(state, b, a) == ground(state, a)
    assert cost(position({}), "E5512", "E5413") == 0


def test_8_32_alpine_hexes_are_for_mountain_units() -> None:
    """§8.32: only mountain units enter, for two MP; a mixed stack stays below."""
    state = position({})
    board = state.printed.board
    a, b = next(
        (board.ids[a], board.ids[b]) for b in sorted(board.alpine) for a in board.beside(b)
        if board.country[a] == board.country[b] == "AH" and a not in board.alpine and board.front[a] == "italy"
    )  # fmt: skip
    assert cost(state, a, b) == 0
    assert cost(state, a, b, mountain=True) == 2
    state = position({a: "ah-59 ah-8"}, SECOND_MOVEMENT)
    assert not_moved(state, CENTRAL, "ah-59 ah-8", b).code == "alpine"
    assert at(moved(state, CENTRAL, "ah-59", b), "ah-59") == b


# --- supply, neutrals, national restrictions --------------------------------------------------------------------------


def test_8_26_no_move_ends_out_of_supply() -> None:
    """§8.26: a hex that no line would reach is refused at the end of a way, and not in passing."""
    alone = {"E4714": "ge-3", "E4716": "ru-26", "E4815": "ru-27", "E4915": "ru-28", "E4816": "ru-29"}
    state = position(alone)
    hexes = ways(state, CENTRAL, "ge-3")
    for hex_ in hexes:
        after = told(state, CENTRAL, "move", units=["ge-3"], path=_path(state, CENTRAL, "ge-3", hex_))
        assert at(after, "ge-3") == hex_
    board = state.printed.board
    ring = board.lattice.within("E4630", 2) - board.lattice.within("E4630", 1)
    far = position({"E4630": "ge-3", **{hex_: f"ru-{n}" for n, hex_ in enumerate(sorted(ring), 25)}})
    assert ways(far, CENTRAL, "ge-3") == {}
    assert not_moved(far, CENTRAL, "ge-3", "E4629").code == "unsupplied"
    assert _ends(far, CENTRAL, "ge-3")["refused"]["E4629"]["code"] == "unsupplied"


def _path(state: State, seat: str, unit: str, end: str) -> list[str]:
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
    found = GAME.consult(state, seat, asked)
    return found["options"]["ways"][end]  # type: ignore[index, call-overload, return-value]


def test_8_26_a_headquarters_goes_along() -> None:
    """§8.26, §11.22: what a headquarters supplied from where it stood does not count for those who leave with it."""
    state = position({"E4913": "ge-3", "E4912": "ge-hq-1"})
    assert "E4912" in ways(state, CENTRAL, "ge-3")
    together = position({"E4912": "ge-3 ge-hq-1"})
    for hex_ in ways(together, CENTRAL, "ge-3 ge-hq-1"):
        path = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["ge-3", "ge-hq-1"]}}
        way = GAME.consult(together, CENTRAL, path)["options"]["ways"][hex_]  # type: ignore[index, call-overload]
        assert told(together, CENTRAL, "move", units=["ge-3", "ge-hq-1"], path=way)


def test_17_11_a_new_belligerent_stays_and_is_left_alone() -> None:
    """§17.11, §21.22: in May 1915 no Italian moves and nobody enters Italy; in June both may."""
    stacks = {"W2130": "it-1", "W2231": "ah-8", "W5117": "fr-12"}
    state = position(stacks, frozen=frozenset({"IT"}))
    assert not_moved(state, ALLIED, "it-1", "W2129").code == "just-entered"
    board = state.printed.board
    a, b = next(
        (board.ids[a], board.ids[b]) for a in sorted(board.by_country["AH"]) for b in board.beside(a)
        if board.country[b] == "IT" and not {a, b} & board.alpine and a in board.by_front["italy"]
    )  # fmt: skip
    stacks = {"W5117": "fr-12", "W5318": "ge-3", a: "ah-8"}
    second = position(stacks, SECOND_MOVEMENT, frozen=frozenset({"IT"}))
    assert not_moved(second, CENTRAL, "ah-8", b).code == "not-open"
    june = position(stacks, SECOND_MOVEMENT)
    assert at(moved(june, CENTRAL, "ah-8", b), "ah-8") == b


def test_17_4_neutral_land_is_shut() -> None:
    """§17.4, §17.11: nobody enters Romania or Albania while they are out of the war."""
    state = position({"E3524": "ru-26"}, SECOND_MOVEMENT)
    board = state.printed.board
    neutral = next(b for b in board.beside(board.index["E3524"]) if board.country[b] == "RO")
    assert not_moved(state, ALLIED, "ru-26", board.ids[neutral]).code == "not-open"


def test_17_11_5_46_20_2_why_land_is_barred() -> None:
    """§17.11, §5.46, §20.2: countries that are shut, what lies beside Russians after the treaty, edges of Germany."""
    state = position({"E3524": "ru-26"})
    board = state.printed.board
    romania = min(board.by_country["RO"])
    here = board.index["E3524"]
    peace = replace(state, strategic_state=replace(state.strategic_state, treaty=True))
    codes = [not_open(state, ALLIED, romania), not_open(peace, CENTRAL, here), not_open(state, ALLIED, here)]
    assert [(refusal.code, refusal.section) for refusal in codes] == [
        ("not-open", "17.11"), ("at-peace", "5.46"), ("map-edge", "20.2"),
    ]  # fmt: skip


def test_17_4_17_11_17_31_6_52_20_3_each_land_that_is_shut_says_why() -> None:
    """§17.11, §17.4, §17.31, §6.52, §20.2, §20.3: the sentence and section of the rule that closes the country."""
    state = position({})
    board = state.printed.board
    greece, albania, dutch, swiss, belgium, italy = (
        next(i for i, country in enumerate(board.country) if country == name and (board.land[i] or name == "CH"))
        for name in ("GK", "AL", "NL", "CH", "BE", "IT")
    )
    moltke = replace(state, pre_war=PreWarState(played=(MOLTKE,)))
    landed = replace(state, sides={**state.sides, "TU": CENTRAL}, turkey=True)
    entered = replace(state, frozen=frozenset({"IT"}))
    beach, turkey = board.index[PLACES.cape_hellas], board.index[PLACES.constantinople]
    cases = [
        (state, ALLIED, greece, "17.11"), (state, CENTRAL, albania, "17.4"), (state, CENTRAL, dutch, "17.4"),
        (state, ALLIED, swiss, "17.4"), (moltke, CENTRAL, belgium, "20.3"), (entered, CENTRAL, italy, "17.11"),
        (replace(landed, turkey=False), CENTRAL, turkey, "17.31"), (landed, CENTRAL, beach, "6.52"),
    ]  # fmt: skip
    found = [why_shut(*case[:3]) for case in cases]
    assert [refusal and (refusal.code, refusal.section) for refusal in found] == [
        ("not-open", section) for *_, section in cases
    ]
    assert len({refusal.text for refusal in found if refusal is not None}) == len(cases) - 1, "Holland and Switzerland"
    assert why_shut(landed, ALLIED, beach) is None
    assert not_moved(position({"W3830": "fr-12"}), ALLIED, "fr-12", "W3729").section == "17.4"


def test_15_93_the_red_army_keeps_out_of_the_hexes_of_other_allied_units() -> None:
    """§15.93: whoever is on top there; not of its own, and not of the enemy's, which other rules bar. Only once
    Russia has collapsed, and nobody else has to."""
    stacks = {"E4129": "ru-red-1", "E4130": "ru-red-2 ru-26", "E4131": "ru-25", "E4128": "ge-3", "E4127": "ru-red-3"}
    whole = position(stacks)
    state = replace(whole, strategic_state=replace(whole.strategic_state, collapsed=("RU",)))
    index = state.printed.board.index
    assert not_for_reds(state, ["ru-red-1"]) == {index["E4130"], index["E4131"]}
    assert not not_for_reds(state, ["ru-25", "ru-26"])
    assert not not_for_reds(whole, ["ru-red-1"])


def test_17_21_montenegrins_stay_at_home() -> None:
    """§17.21: they move within Montenegro only."""
    board = position({}).printed.board
    home = {board.ids[i] for i in board.by_country["MN"]}
    assert {*ways(position({min(home): "mn-1"}, SECOND_MOVEMENT), ALLIED, "mn-1")} <= home


def test_17_31_four_austrians_in_the_north() -> None:
    """§17.31: a fifth Austro-Hungarian unit does not go north of row 48."""
    few = "ah-3 ah-8 ah-1"
    state = position({"E4911": few, "E4811": "ah-18 ah-47"})
    one = moved(state, CENTRAL, "ah-18", "E4911")
    assert not_moved(one, CENTRAL, "ah-47", "E4911").code == "too-many-there"
    assert not_moved(state, CENTRAL, "ah-18 ah-47", "E4911").code == "too-many-there"
    assert at(moved(one, CENTRAL, "ah-47", "E4810"), "ah-47") == "E4810"


def test_17_31_austrians_of_a_north_that_was_lost_again_move_in_it_and_out_of_it() -> None:
    """§17.31: they need not go south, and can; a sixth does not come to them."""
    five = "ah-3 ah-8 ah-1 ah-4 ah-10"
    state = position({"E4911": five, "E4811": "ah-18"})
    assert at(moved(state, CENTRAL, "ah-3", "E4912"), "ah-3") == "E4912"
    assert at(moved(state, CENTRAL, "ah-3 ah-8", "E4811"), "ah-8") == "E4811"
    assert not_moved(state, CENTRAL, "ah-18", "E4911").code == "too-many-there"


def test_17_31_after_the_revolution_the_austrians_of_the_north_go_south() -> None:
    """§17.31: those beyond four, in every movement phase in which they can; before, nobody has to."""
    five = "ah-3 ah-8 ah-1 ah-4 ah-10"
    free = position({"E5110": five})
    state = replace(free, strategic_state=replace(free.strategic_state, bolsheviks="N", collapsed=("RU",)))
    assert told(free, CENTRAL, "end_phase")
    assert refused(state, CENTRAL, "end_phase").code == "go-south"
    aside = moved(state, CENTRAL, "ah-3", "E5111")
    assert refused(aside, CENTRAL, "end_phase").code == "go-south"
    assert told(moved(state, CENTRAL, "ah-3", "E5010"), CENTRAL, "end_phase")
    gone = moved(position({"E4910": five}, strategic_state=state.strategic_state), CENTRAL, "ah-3", "E4810")
    assert told(gone, CENTRAL, "end_phase")
    four = position({"E4910": five.removesuffix(" ah-10"), "E4911": "ge-3"}, strategic_state=state.strategic_state)
    assert told(four, CENTRAL, "end_phase"), "a German beside them is none of them"


def test_17_31_no_unit_has_to_go_south_that_cannot() -> None:
    """§17.31: behind a row of Russians, with the north as open as ever; and whichever of five is the one who can go,
    it does."""
    five = "ah-3 ah-8 ah-1 ah-4 ah-10"
    start = position({})
    strategic_state = replace(start.strategic_state, bolsheviks="N", collapsed=("RU",))
    wall = sorted(h for h in start.printed.board.lattice.within("E5110", 6) if h.startswith("E50"))
    russians = [u for u in start.printed.by_nation["RU"] if start.counter(u).kind == "infantry"]
    shut = position({"E5110": five, **dict(zip(wall, russians, strict=False))}, strategic_state=strategic_state)
    assert any(end.startswith("E51") for end in ways(shut, CENTRAL, "ah-3"))
    assert told(shut, CENTRAL, "end_phase")
    for unit in five.split():
        others = tuple(u for u in five.split() if u != unit)
        one = position({"E5110": five}, strategic_state=strategic_state, devastating=others)
        assert refused(one, CENTRAL, "end_phase").code == "go-south"


# --- the end of the phase ---------------------------------------------------------------------------------------------


def test_8_23_nobody_ends_with_too_many_in_a_hex() -> None:
    """§7.22, §8.15, §8.23: passing through is free; a seventh unit moves on or is given up before the phase ends."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = position({"E4713": six, "E4712": "ge-9"})
    passed = moved(state, CENTRAL, "ge-9", "E4713 E4613")
    told(passed, CENTRAL, "end_phase")
    crowd = moved(state, CENTRAL, "ge-9", "E4713")
    crowded = refused(crowd, CENTRAL, "end_phase")
    assert (crowded.code, place_name(crowd, "E4713") in crowded.text) == ("overstacked", True)
    assert refused(passed, CENTRAL, "give_up", unit="ge-3").code == "not-crowded"
    less = told(crowd, CENTRAL, "give_up", unit="ge-3")
    assert at(less, "ge-3") == DEAD
    told(less, CENTRAL, "end_phase")


def test_7_23_what_counts_and_what_does_not() -> None:
    """§7.23: a headquarters lies beside six units, a second one is too many."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = position({"E4713": six, "E4712": "ge-hq-1", "E4613": "ge-hq-2"})
    state = moved(state, CENTRAL, "ge-hq-1", "E4713")
    told(state, CENTRAL, "end_phase")
    state = moved(state, CENTRAL, "ge-hq-2", "E4713")
    assert refused(state, CENTRAL, "end_phase").code == "overstacked"


def test_8_11_a_phase_ends_when_both_have_ended_it() -> None:
    """§8.11, §4.2: then the attacks begin in the west."""
    state = position({"W5117": "fr-12", "E4913": "ge-3"}, FIRST_MOVEMENT)
    state = told(state, CENTRAL, "end_phase")
    assert state.phase.key == FIRST_MOVEMENT
    assert told(state, ALLIED, "end_phase").phase.key == "first.west.attacks"


def test_8_25_a_river_before_devastated_ground_costs_besides() -> None:
    """§8.25, §14.63: two MP for the ground and in wet weather one for the river."""
    stacks = {"W5414": "fr-12"}
    wasted = frozenset({"W5314"})
    assert ways(position(stacks, west=ALLIED, devastated=wasted), ALLIED, "fr-12")["W5314"] == 2
    board = position({}).printed.board
    here = board.index["W5314"]
    dry = next(board.ids[a] for a in board.beside(here) if not board.wades(a, board.neighbours[a].index(here)))
    beside = position({dry: "fr-12"}, west=ALLIED, devastated=wasted, weather={"west": "wet", "east": "fair"})
    assert ways(beside, ALLIED, "fr-12")["W5314"] == 2
    wet = position(stacks, west=ALLIED, devastated=wasted, weather={"west": "wet", "east": "fair"})
    assert ways(wet, ALLIED, "fr-12")["W5314"] == 3
    assert moved(wet, ALLIED, "fr-12", "W5314").units["fr-12"].spent == 3


def test_8_12_points_are_spent_hex_by_hex() -> None:
    """§8.12, §8.21: four MP are four clear hexes; a fifth, or one that costs more than is left, is too far."""
    state = position({"E4815": "ge-3"}, turn=10)
    costs = {h: int(str(mp)) for h, mp in ways(state, CENTRAL, "ge-3").items()}
    assert max(costs.values()) == 4
    beside = next(h for h, mp in costs.items() if mp == 1)
    after = moved(state, CENTRAL, "ge-3", beside)
    assert after.units["ge-3"].spent == 1
    left = {int(str(mp)) for mp in ways(after, CENTRAL, "ge-3").values()}
    assert max(left) == 3
    far = next(h for h, mp in costs.items() if mp == 4)
    assert far not in ways(after, CENTRAL, "ge-3") or position({}).printed.board.lattice.distance(beside, far) <= 3


@pytest.mark.parametrize(
    ("start", "end", "kind", "infantry", "mountaineers"),
    [
        ("E1808", "E1907", "clear", 1, 1),
        ("E2808", "E2807", "forest", 2, 2),
        ("E2008", "E2007", "rough", 1, 1),
        ("E2008", "E2108", "mountain", 2, 1),
        ("E2611", "E2610", "flood plain", 1, 1),
    ],
)
def test_8_31_the_price_is_that_of_the_hex_entered_for_the_unit_that_enters(
    start: str, end: str, kind: str, infantry: int, mountaineers: int
) -> None:
    """§8.31, §8.32, §8.37: forest and mountains cost two, clear and rough ground one; mountain units climb for one."""
    state = position({start: "ah-53 ah-1"}, west=ALLIED)
    board = state.printed.board
    assert board.terrain[board.index[end]] == kind
    for unit, price_ in (("ah-53", infantry), ("ah-1", mountaineers)):
        assert ways(state, CENTRAL, unit)[end] == price_
        assert moved(state, CENTRAL, unit, end).units[unit].spent == price_
    assert moved(state, CENTRAL, "ah-53 ah-1", end).units["ah-1"].spent == infantry


def test_8_32_marsh_costs_two_and_the_unit_goes_no_further_than_it_can_pay() -> None:
    """§8.32, §8.12: a Russian division out of the marsh of Pinsk into more of it."""
    state = position({"E4522": "ru-25"}, west=CENTRAL)
    assert ways(state, ALLIED, "ru-25")["E4521"] == ground(state, "E4521") == 2


def test_8_4_weather_makes_the_same_march_dearer_or_opens_it() -> None:
    """§8.4, §8.34, §12.2: rivers and flood plain cost one more in wet weather and no more in snow; passes in snow."""
    costs = {}
    for weather in ("fair", "wet", "snow"):
        now = {"weather": {"west": "fair", "east": weather}, "west": ALLIED}
        plain = position({"E2513": "ah-53", "E2611": "ah-35", "E3021": "ah-8"}, **now)
        marches = (("ah-53", "E2614"), ("ah-35", "E2610"), ("ah-8", "E3022"))
        costs[weather] = [moved(plain, CENTRAL, u, to).units[u].spent for u, to in marches]
    assert costs == {"fair": [1, 1, 1], "wet": [2, 2, 1], "snow": [1, 1, 2]}
    elsewhere = position({"E2513": "ah-53"}, west=ALLIED, weather={"west": "wet", "east": "fair"})
    assert ways(elsewhere, CENTRAL, "ah-53")["E2614"] == 1


def test_8_0_a_unit_that_has_not_moved_saves_nothing_for_later() -> None:
    """§8.0: no unit has to move, and points that were not used on one turn are not added on the next."""
    state = position({"E4815": "ge-3"}, turn=10)
    rested = told(state, CENTRAL, "end_phase")
    assert rested.units["ge-3"] == state.units["ge-3"]
    next_turn = position({"E4815": "ge-3"}, turn=11)
    assert spent_within(next_turn, CENTRAL, "ge-3") == 4


# --- what a march opens on its way ------------------------------------------------------------------------------------


def _ends(state: State, seat: str, units: str) -> Any:
    """What is offered to these units: the ways, their costs, and why other hexes near by are none of them."""
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": units.split()}}
    found: Any = GAME.consult(state, seat, asked)
    return found["options"]


def test_8_26_over_empty_lublin() -> None:
    """§8.26, §11.22: cavalry at E4414 comes to E4318 by taking empty Lublin on its way, which feeds it there; past the
    town it would starve."""
    state = position({"E4414": "ge-cav-2"}, FIRST_MOVEMENT)
    group = group_of(state, ["ge-cav-2"], CENTRAL, "east")
    assert not may_stay(state, group)(state.printed.board.index["E4318"])
    way = _ends(state, CENTRAL, "ge-cav-2")["ways"]["E4318"]
    assert way == ["E4415", "E4416", "E4417", "E4418", "E4318"]
    after = moved(state, CENTRAL, "ge-cav-2", " ".join(way))
    assert controller(after, "E4418") == CENTRAL
    assert supply_of(after, "ge-cav-2") == IN
    assert not_moved(state, CENTRAL, "ge-cav-2", "E4415 E4416 E4417 E4317 E4318").section == "8.26"


def test_8_12_8_26_a_march_that_keeps_off_the_enemy_shows_what_a_shorter_way_would_cost() -> None:
    """§8.12, §8.26: the shortest way to W4234, which feeds W4534, leads along an enemy and leaves the cavalry half its
    MP; a longer one keeps off it, and so it comes that far."""
    state = position({"W3930": "fr-cav-8", "W4330": "ge-2lw", "W3931": "ge-cav-9"}, FIRST_MOVEMENT, west=ALLIED)
    options = _ends(state, ALLIED, "fr-cav-8")
    far = options["ways"]["W4534"]
    assert options["costs"]["W4534"] > 6
    assert max(options["costs"].values()) == 12, "however it goes"
    assert not {"W4031", "W4032"} & {*far}
    after = moved(state, ALLIED, "fr-cav-8", " ".join(far))
    assert supply_of(after, "fr-cav-8") == IN


def test_8_22_15_63_a_lone_headquarters_falls_at_the_instant_of_entry() -> None:
    """§8.22, §15.63, §8.26: the hex is offered, entering it destroys the headquarters, and so does marching on."""
    state = position({"W5217": "ge-3", "W5117": "fr-hq-1"}, FIRST_MOVEMENT, west=CENTRAL)
    assert "W5117" in ways(state, CENTRAL, "ge-3")
    after = moved(state, CENTRAL, "ge-3", "W5117")
    assert (at(after, "fr-hq-1"), at(after, "ge-3"), after.stacks["W5117"]) == (DEAD, "W5117", ("ge-3",))
    on = moved(state, CENTRAL, "ge-3", "W5117 W5017")
    assert (at(on, "fr-hq-1"), at(on, "ge-3")) == (DEAD, "W5017")
    twice = moved(after, CENTRAL, "ge-3", "W5017")
    assert (at(twice, "fr-hq-1"), at(twice, "ge-3")) == (DEAD, "W5017")
    hqs = position({"W5217": "ge-hq-1", "W5117": "fr-hq-1"}, FIRST_MOVEMENT, west=CENTRAL)
    assert not_moved(hqs, CENTRAL, "ge-hq-1", "W5117").section == "15.63"
    defended = position({"W5217": "ge-hq-1", "W5117": "fr-12 fr-hq-1"}, FIRST_MOVEMENT, west=CENTRAL)
    assert not_moved(defended, CENTRAL, "ge-hq-1", "W5117").section == "8.22"


@pytest.mark.parametrize(
    ("stacks", "key", "weather", "seat", "units", "codes"),
    [
        ({"E6523": "ru-26"}, SECOND_MOVEMENT, SNOW, ALLIED, "ru-26", {"too-far", "closed", "on-ice"}),
        ({"E3524": "ru-26"}, SECOND_MOVEMENT, WET, ALLIED, "ru-26", {"too-far", "not-open"}),
        ({"E5318": "ge-3 ge-hq-1", "E5319": "ru-hq-1", "E5219": "ru-26"}, FIRST_MOVEMENT, WET, CENTRAL,
         "ge-3 ge-hq-1", {"too-far", "enemy-there"}),
    ],
)  # fmt: skip
def test_8_21_why_the_hexes_beside_the_reach_are_none_of_the_ends(
    stacks: dict[str, str], key: str, weather: tuple[str, str], seat: str, units: str, codes: set[str]
) -> None:
    """§8.21, §8.22, §8.24, §8.34, §17.11: for each of them that reason which a march there is refused for, by number;
    nothing is said of hexes further off, nor of that in which the units are."""
    state = position(stacks, key, turn=10, weather=weather)
    (start,) = (hex_ for hex_, stack in stacks.items() if stack == units)
    found, around = _ends(state, seat, units), state.printed.board.lattice.around
    ways_there, refusals = {start: [], **found["ways"]}, found["refused"]
    assert {refusal["code"] for refusal in refusals.values()} == codes
    assert [*refusals] == sorted(refusals)
    for hex_, refusal in refusals.items():
        tried = {
            not_moved(state, seat, units, " ".join([*ways_there[a], hex_])).code
            for a in around(hex_)
            if a in ways_there
        }
        assert refusal["code"] in tried, hex_
    beside = {b for a in ways_there for b in around(a)} - ways_there.keys()
    assert beside <= refusals.keys()


def test_8_3_ground_is_the_same_where_it_comes_of_the_same_and_leads_the_same_ways() -> None:
    """§8.3: what is known of where nobody can go holds only as long as the ground is the same."""
    fair, again, wet, other = (
        PassableSteps((weather,), lambda a, step=step: ((a + step, 1),))  # type: ignore[misc]
        for weather, step in (("fair", 1), ("fair", 1), ("wet", 1), ("fair", 2))
    )
    assert fair.rows[3] == again.rows[3] == ((4, 1),)
    assert fair == again
    assert fair != wet
    assert fair != other
    assert fair != "fair"
