"""What officers of this game do besides: they plan by where the HQs will stand, and guard the cities of Germany."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.messages import JsonObject
from rules.kernel.told_game import ToldGame, client_of
from rules.schlieffens_war.players.fighting import Fighting
from rules.schlieffens_war.players.habits import Habits
from rules.schlieffens_war.players.marches import Marches, Way
from rules.schlieffens_war.players.open_cities import garrison_cities, garrison_home
from rules.schlieffens_war.players.rehearsing import Leader, fed_after
from rules.schlieffens_war.players.sight import TurnView, read
from rules.schlieffens_war.players.wheel import Wheel
from rules.schlieffens_war.printed.phases import LAST_TURN
from rules.schlieffens_war.printed.sides import GERMAN
from tests.games.schlieffens_war.kit import GAME, PLAN, position, printed
from tests.games.schlieffens_war.test_open_cities import BESIDE, SAINT_QUENTIN, Waits, planned, seen

TRIER, BEFORE_TRIER, FAR_FROM_TRIER = "1506", "1508", "1713"
NEAR, OPEN = "1309", "1311"


def way(hex_: str) -> Way:
    return Way(hex_, (hex_,), 1, "free")


def leaders_of(table: TurnView, *places: str) -> list[Leader]:
    (hq,) = table.hqs()
    return [Leader(hq, {hq.hex: Way(hq.hex, (), 0, "stay"), **{h: way(h) for h in places}}, frozenset(places))]


def test_8_6_hexes_are_fed_around_the_one_place_to_which_an_hq_will_go() -> None:
    """It could go either way, and goes after the corps."""
    table = seen({NEAR: "ge-x ge-vii ge-hq-1"}, turn=5)
    plan = planned(table, "1311", "1507")
    for unit in ("ge-x", "ge-vii"):
        plan.chosen[unit] = way("1311")
    fed = fed_after(plan, Wheel(), leaders_of(table, "1311", "1507"), frozenset())
    assert "1313" in fed
    assert "1505" not in fed


def test_7_2_no_line_goes_on_through_a_zone_unless_a_friend_stands_there() -> None:
    table = seen({NEAR: "ge-x ge-hq-1"}, turn=5)
    plan = planned(table)
    ring = frozenset(table.measured.around(NEAR))
    open_, shut = (fed_after(plan, Wheel(), leaders_of(table, NEAR), closed) for closed in (frozenset[str](), ring))
    assert open_ == table.measured.within(NEAR, 2)
    assert shut == table.measured.within(NEAR, 1)


@pytest.mark.parametrize(("enemy", "home"), [(BEFORE_TRIER, TRIER), (FAR_FROM_TRIER, BESIDE)])
def test_4_3_a_city_of_germany_that_the_enemy_is_near_gets_a_garrison_at_any_price(enemy: str, home: str) -> None:
    table = seen({BESIDE: "ge-x", enemy: "fr-20"}, replace(Habits(), home=6), turn=3)
    plan = planned(table, TRIER)
    garrison_home(plan)
    assert plan.chosen["ge-x"].hex == home


@pytest.mark.parametrize(("turn", "doubles", "men"), [(10, True, 2), (10, False, 1), (9, True, 1)])
def test_4_6_on_the_last_turn_a_lone_corps_in_a_city_under_threat_is_joined(turn: int, doubles: bool, men: int) -> None:
    stacks = {SAINT_QUENTIN: "ge-xr", BESIDE: "ge-x", "1518": "fr-20 fr-1 fr-2"}
    table = seen(stacks, Habits(doubles=doubles), turn=turn, taken=frozenset({SAINT_QUENTIN}))
    reach = {p.id: {p.hex: Way(p.hex, (), 0, "stay"), SAINT_QUENTIN: way(SAINT_QUENTIN)} for p in table.corps()}
    plan = Marches(table, Waits(), reach, frozenset({SAINT_QUENTIN, BESIDE}))
    plan.plan()
    for piece in table.corps():
        # Whatever it thinks of the danger, all stay where they are.
        plan.load[plan.chosen[piece.id].hex].remove(piece)
        plan.chosen[piece.id] = reach[piece.id][piece.hex]
        plan.load.setdefault(piece.hex, []).append(piece)
    garrison_cities(plan)
    assert len(plan.load[SAINT_QUENTIN]) == men


@pytest.mark.parametrize(
    ("turn", "leash", "hq", "goes"),
    [(5, True, "1303", False), (5, False, "1303", True), (5, True, "1308", True), (LAST_TURN, True, "1303", True)],
)
def test_8_6_victors_do_not_go_on_into_open_country_where_no_hq_feeds_them(
    turn: int, leash: bool, hq: str, goes: bool
) -> None:
    state = position("german.combat", {NEAR: "ge-x ge-xr", hq: "ge-hq-3"}, turn=turn)
    view = GAME.view(state, GERMAN)
    table = read(view, GERMAN, {}, printed(), habits=Habits(leash=leash, sooner=4))
    offer: JsonObject = {"kind": "advance", "hexes": ["1310"], "units": ["ge-x"]}

    def nothing(_: Any) -> JsonObject:
        raise AssertionError("it asks nothing")

    client = client_of(ToldGame(PLAN, printed(), view, {"offers": [offer]}, nothing), GERMAN)
    assert Fighting(Wheel()).advance(client, table)["units"] == (["ge-x"] if goes else [])
