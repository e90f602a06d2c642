"""What the bolder programs do about cities that nobody stands in, and how they fight on the last turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.kernel.players import SeatClient
from rules.schlieffens_war.players import PLAYERS
from rules.schlieffens_war.players.assaults import Stand, judge
from rules.schlieffens_war.players.habits import DRIVE as DRIVE_HABITS
from rules.schlieffens_war.players.habits import RECRUIT as RECRUIT_HABITS
from rules.schlieffens_war.players.habits import Habits
from rules.schlieffens_war.players.marches import Marches, Way
from rules.schlieffens_war.players.open_cities import garrison_cities, take_open_cities
from rules.schlieffens_war.players.sight import Piece, TurnView, read
from rules.schlieffens_war.players.wheel import Wheel
from rules.schlieffens_war.printed.sides import GERMAN
from tests.games.schlieffens_war.kit import GAME, position, printed

SAINT_QUENTIN, BESIDE = "1516", "1515"


class Waits(Wheel):
    """It has no posts and no wish to go anywhere."""

    def posts(self, table: TurnView) -> tuple[Any, ...]:
        return ()

    def goal(self, table: TurnView, corps: Piece) -> str:
        return corps.hex

    def city(self, table: TurnView, hex_: str) -> float:
        return 0.0


def seen(stacks: dict[str, str], habits: Habits = DRIVE_HABITS, **conditions: Any) -> TurnView:
    """What the Germans see as they are about to march."""
    state = position("german.movement", stacks, **{"turn": 7, **conditions})
    return read(GAME.view(state, GERMAN), GERMAN, {}, printed(), habits=habits)


def planned(table: TurnView, *others: str) -> Marches:
    """The plan of a phase in which each corps could stay, or march into one of some hexes."""
    reach = {
        p.id: {p.hex: Way(p.hex, (), 0, "stay"), **{h: Way(h, (h,), 1, "free") for h in others}} for p in table.corps()
    }
    found = Marches(table, Waits(), reach, frozenset({*others, *(p.hex for p in table.corps())}))
    assert all(not way.path for way in found.plan().values())
    return found


def test_4_6_a_corps_without_orders_walks_into_a_city_that_stands_open() -> None:
    plan = planned(seen({BESIDE: "ge-x"}), SAINT_QUENTIN)
    take_open_cities(plan)
    assert plan.chosen["ge-x"].hex == SAINT_QUENTIN
    assert plan.posted == {"ge-x": SAINT_QUENTIN}
    assert [p.id for p in plan.load[SAINT_QUENTIN]] == ["ge-x"]
    assert not plan.load[BESIDE]


def test_4_6_one_corps_is_enough_for_an_open_city_and_the_weaker_goes() -> None:
    table = seen({BESIDE: "ge-x ge-xr"})
    plan = planned(table, SAINT_QUENTIN)
    take_open_cities(plan)
    weaker = min(table.corps(), key=lambda p: p.factor).id
    assert {u for u, way in plan.chosen.items() if way.hex == SAINT_QUENTIN} == {weaker}


@pytest.mark.parametrize("turn", [7, 8])
def test_4_1_a_corps_goes_near_paris_when_it_is_high_time(turn: int) -> None:
    """No number of cities wins for the Germans unless Paris has been endangered."""
    perimeter = sorted(printed().board.perimeter)[0]
    plan = planned(seen({BESIDE: "ge-x"}, turn=turn), perimeter)
    take_open_cities(plan)
    assert plan.chosen["ge-x"].hex == (perimeter if turn == 8 else BESIDE)


def test_3_3_a_city_that_the_enemy_could_walk_into_gets_a_garrison() -> None:
    plan = planned(seen({BESIDE: "ge-x", "1518": "fr-20"}, taken=frozenset({SAINT_QUENTIN})), SAINT_QUENTIN)
    garrison_cities(plan)
    assert plan.chosen["ge-x"].hex == SAINT_QUENTIN


def test_3_3_a_city_that_is_out_of_the_enemys_reach_gets_none() -> None:
    plan = planned(seen({BESIDE: "ge-x", "2213": "fr-20"}, taken=frozenset({SAINT_QUENTIN})), SAINT_QUENTIN)
    garrison_cities(plan)
    assert plan.chosen["ge-x"].hex == BESIDE


def test_11_20_on_the_last_turn_only_the_hex_counts() -> None:
    """Steps that the Germans lose on turn 10 are hardly missed; on turn 9 they are."""
    stacks = {BESIDE: "ge-x", SAINT_QUENTIN: "fr-20"}
    worth = []
    for turn in (9, 10):
        for habits in (RECRUIT_HABITS, DRIVE_HABITS):
            table = seen(stacks, habits, turn=turn)
            (corps,) = table.corps()
            worth.append(judge(table, table.foes[SAINT_QUENTIN], [Stand(corps, BESIDE, 0)], (), 0.0, 0.0).net)
    assert worth[3] > worth[0]
    assert worth[0] == worth[2], "the recruit fights on the last turn as before"
    assert worth[3] > worth[2]


def test_9_5_a_siege_counts_the_steps_that_a_city_loses_towards_its_fall() -> None:
    stacks = {BESIDE: "ge-x ge-vii", SAINT_QUENTIN: "fr-20"}
    worth = []
    for grind in (0.0, 0.6):
        table = seen(stacks, Habits(grind=grind), turn=5)
        stands = [Stand(p, BESIDE, 0) for p in table.corps()]
        worth.append(judge(table, table.foes[SAINT_QUENTIN], stands, (), 7.0, 0.0).net)
    assert worth[1] > worth[0]


def test_11_1_a_corps_probes_into_a_city_that_stands_open_beside_it() -> None:
    """It goes straight from one enemy zone into another; who alone holds a city stays in it."""
    beside = {SAINT_QUENTIN, BESIDE}
    enemy = next(h for h in printed().board.lattice.around(SAINT_QUENTIN) if h not in beside)
    state = position("german.combat", {BESIDE: "ge-x", enemy: "fr-20"}, turn=7)
    command = PLAYERS["drive"]().command(SeatClient(GAME, state, GERMAN), random.Random(1))
    assert command == {"kind": "probe", "units": ["ge-x"], "hex": SAINT_QUENTIN}
    recruit = PLAYERS["wheel"]().command(SeatClient(GAME, state, GERMAN), random.Random(1))
    assert recruit is not None
    assert recruit["kind"] != "probe"
