"""§1 and §2: counters, the chart, who sets up where."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import POOL, State
from tests.games.powers_1914.kit import PRINTED, denied, offer, order, position, start_money


def test_1_1_the_box_holds_255_infantry_and_90_guns() -> None:
    """§1.1: the printed totals are shared out among the nations at war and America."""
    own = ("SW", "PT", "RO", "NL", "DK", "NO", "SP", "GR", "AL", "LU", "CH", "SC", "IR")
    nations = [n for n in PRINTED.counters if n not in own]
    assert sum(PRINTED.limit(n, "infantry") for n in nations) == 255
    assert sum(PRINTED.limit(n, "artillery") for n in nations) == 90


def test_2_1_two_sides_and_each_seat_on_one() -> None:
    """§2.1: sides need not be equal: three players are one against two."""
    state = GAME.new_match("classic-1-3", {})
    assert dict(state.seats) == {"central": "central", "entente-1": "entente", "entente-2": "entente"}


def test_2_2_thirty_cards_and_four_action_cards_a_side() -> None:
    """§2.2: thirty events to draw; each side has two tactical and two gas cards."""
    state = GAME.new_match("classic-1", {})
    assert len(state.deck) == 30
    assert state.gas == {"central": 2, "entente": 2}
    assert PRINTED.tactical == 2


def test_2_3_everyone_has_what_the_chart_gives_and_can_set_it_up_at_once() -> None:
    """§2.3: the suggested set-up places every unit."""
    state = GAME.new_match("classic-1", {})
    assert {now.at for now in state.units.values()} == {POOL}
    assert state.money["central"] == start_money("central") > 0
    before = len(state.units)
    state = order(state, "central", "standard")
    assert len(state.units) == before
    assert not [u for u in state.at(POOL) if state.seat_of(u) == "central"]
    assert state.units["GE.general.scheer"].at == "north-sea"


def test_2_4_the_attackers_set_up_first() -> None:
    """§2.4: the Central Powers first, then the Entente, then the first turn without cards."""
    state = GAME.new_match("classic-1", {})
    assert GAME.deciders(state) == ("central",)
    denied(state, "entente", "not-your-turn", "3.1", "standard")
    state = order(order(state, "central", "standard"), "central", "end_phase")
    assert GAME.deciders(state) == ("entente",)
    state = order(state, "entente", "standard")
    state = order(state, "entente", "end_phase")
    assert state.phase.key == "purchase"
    assert GAME.deciders(state) == ("central", "entente")


def test_2_4_only_on_your_own_ground_and_off_your_own_shores() -> None:
    """§2.4: the French may stand in Morocco, not in Belgium; ships lie off their shores."""
    state = GAME.new_match("classic-1", {})
    state = order(order(state, "central", "standard"), "central", "end_phase")
    state = order(state, "entente", "place", units=["FR.infantry.1"], area="morocco")
    assert state.units["FR.infantry.1"].at == "morocco"
    denied(state, "entente", "wrong-place", "2.4", "place", units=["FR.infantry.1"], area="brussels")
    denied(state, "entente", "wrong-place", "2.4", "place", units=["FR.ship.1"], area="baltic")
    state = order(state, "entente", "place", units=["FR.ship.1"], area="channel")
    denied(state, "entente", "wrong-place", "2.4", "place", units=["RU.ship.1"], area="channel")
    state = order(state, "entente", "unplace", units=["FR.ship.1"])
    assert state.units["FR.ship.1"].at == POOL


def test_2_4_only_your_own_units_are_placed_and_taken_back() -> None:
    state = GAME.new_match("classic-1", {})
    assert offer(state, "central", "unplace") is None, "there is nobody yet"
    denied(state, "central", "not-placed", "2.4", "unplace", units=["GE.infantry.1"])
    denied(state, "central", "not-your-unit", "3.1", "unplace", units=["FR.infantry.1"])
    denied(state, "central", "not-your-unit", "3.1", "unplace", units=["FR.infantry.999"])
    denied(state, "central", "not-your-unit", "3.1", "place", units=["FR.infantry.1"], area="berlin")
    placed = order(state, "central", "place", units=["GE.infantry.1"], area="berlin")
    assert cast("dict[str, object]", offer(placed, "central", "unplace"))["units"] == ["GE.infantry.1"]


def test_2_4_units_are_offered_by_nation_and_kind_and_generals_one_by_one() -> None:
    """§2.4, §2.5: with the fields that will take them; the Rock has no more room for guns once one is there."""
    state = order(order(GAME.new_match("classic-1", {}), "central", "standard"), "central", "end_phase")

    def groups(at: State) -> dict[tuple[str, str], list[dict[str, list[str]]]]:
        found: dict[tuple[str, str], list[dict[str, list[str]]]] = {}
        for group in cast("dict[str, list[dict[str, Any]]]", offer(at, "entente", "place"))["groups"]:
            found.setdefault((group["nation"], group["unit"]), []).append(group)
        return found

    before = groups(state)
    (guns,), chiefs = before["BR", "artillery"], before["FR", "general"]
    assert guns["units"] == guns["waiting"]
    assert "gibraltar" in guns["areas"]
    assert all(len(chief["units"]) == 1 for chief in chiefs)
    after = groups(order(state, "entente", "place", units=["BR.artillery.1"], area="gibraltar"))
    (left,) = after["BR", "artillery"]
    assert left["units"] == guns["units"]
    assert left["waiting"] == guns["units"][1:]
    assert left["areas"] == [area for area in guns["areas"] if area != "gibraltar"]


def test_2_4_no_unit_is_left_in_the_pool() -> None:
    """§2.4: the set-up ends when all stand on the map."""
    state = GAME.new_match("classic-1", {})
    denied(state, "central", "not-all-placed", "2.4", "end_phase")
    ending = offer(state, "central", "end_phase")
    assert ending is not None
    assert ending["refusal"] is not None


def test_2_4_not_among_the_enemy() -> None:
    """§2.4: an Entente fleet is not set up in a sea where the attackers' already lies."""
    state = GAME.new_match("classic-1", {})
    state = order(order(state, "central", "standard"), "central", "end_phase")
    denied(state, "entente", "enemy-there", "2.4", "place", units=["BR.ship.1"], area="north-sea")


@pytest.mark.parametrize("unit", ["BR.infantry.1", "BR.artillery.1"])
def test_2_5_gibraltar_holds_one_land_unit(unit: str) -> None:
    """§2.5: the rock is too small for a second."""
    state = GAME.new_match("classic-1", {})
    state = order(order(state, "central", "standard"), "central", "end_phase")
    state = order(state, "entente", "place", units=["BR.infantry.2"], area="gibraltar")
    denied(state, "entente", "no-room", "2.5", "place", units=[unit], area="gibraltar")


def test_2_5_nor_may_a_second_move_in() -> None:
    """§2.5: in play too; a ship or an aircraft counts not."""
    state = position({"gibraltar": "BR 1 infantry", "lusitania": "BR 1 infantry"}, step="entente.action")
    denied(state, "entente", "no-room", "2.5", "move", units=["BR.infantry.2"], path=["gibraltar"])


def test_seats_are_called_by_the_nations_dealt_to_them() -> None:
    """§4.4: a seat that takes Italy from an ally plays under its name too."""
    scenario = next(s for s in GAME.scenarios if s.id == "classic-1-4")
    usual = cast("dict[str, str]", scenario.options[0]["default"])
    assert GAME.seats(scenario.id, {}) == scenario.seats
    dealt = GAME.seats(scenario.id, {"nations": {**usual, "IT": "entente-1"}})
    assert [seat.title for seat in dealt] == [
        "Germany and Bulgaria",
        "Austria-Hungary and Ottoman Empire",
        "Britain, France, Italy and Belgium",
        "Russia, Serbia and Montenegro",
    ]
    assert [seat.side for seat in dealt] == ["central", "central", "entente", "entente"]
