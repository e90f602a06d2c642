"""§2 Preparation: whose ground, whose shores, what stands there already."""

from __future__ import annotations

import pytest

from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import POOL, State
from tests.games.powers_1914.kit import PRINTED, at, denied, fight, offer, order, position
from tests.thorough import at_least_one


def setting_up(seat: str, *before: dict[str, object], scenario: str = "classic-1") -> State:
    """The set-up step of a seat; ``before`` are placements of the Central Powers after their suggested set-up."""
    state = GAME.new_match(scenario, {})
    if seat == "central":
        return state
    state = order(state, "central", "standard")
    for move in before:
        state = order(state, "central", "place", **move)
    return order(state, "central", "end_phase")


@pytest.mark.parametrize(("unit", "area"), [
    ("GE.infantry.1", "vienna"), ("GE.infantry.1", "paris"), ("GE.infantry.1", "holland"),
    ("GE.infantry.1", "north-sea"), ("GE.aircraft.1", "baltic"), ("GE.ship.1", "kiel"), ("GE.ship.1", "adriatic"),
    ("GE.general.mackensen", "north-sea"), ("OT.infantry.1", "egypt"), ("GE.infantry.1", "luxembourg"),
])  # fmt: skip
def test_2_4_not_on_foreign_ground_nor_off_foreign_shores(unit: str, area: str) -> None:
    """§2.4: an ally's land is not your own, land units do not begin at sea nor ships ashore."""
    denied(setting_up("central"), "central", "wrong-place", "2.4", "place", units=[unit], area=area)


@pytest.mark.parametrize(("unit", "area"), [
    ("BR.ship.1", "lusitania"), ("BR.ship.1", "levant"), ("FR.infantry.1", "tunis"), ("FR.infantry.1", "algeria"),
    ("BR.infantry.1", "egypt"), ("IT.infantry.1", "libya"), ("RU.ship.1", "east-black"), ("RU.infantry.1", "finland"),
])  # fmt: skip
def test_2_4_colonies_are_your_own_and_so_are_the_seas_along_their_shores(unit: str, area: str) -> None:
    """§2.4: a fleet may lie off Gibraltar or Egypt, troops in any land that belongs to the country."""
    assert at(order(setting_up("entente"), "entente", "place", units=[unit], area=area), unit) == area


def test_2_4_scheer_may_begin_with_his_ships() -> None:
    """§2.4, §3.11: the admiral's place is with the fleet or ashore; other chiefs begin ashore."""
    state = order(setting_up("central"), "central", "place", units=["GE.general.scheer"], area="baltic")
    assert at(state, "GE.general.scheer") == "baltic"
    assert at(order(state, "central", "place", units=["GE.general.scheer"], area="kiel"), "GE.general.scheer") == "kiel"


def test_2_4_a_placed_unit_may_be_placed_elsewhere() -> None:
    """§2.4: until the set-up ends nothing is final."""
    state = order(setting_up("central"), "central", "place", units=["GE.infantry.1"], area="berlin")
    assert at(order(state, "central", "place", units=["GE.infantry.1"], area="kiel"), "GE.infantry.1") == "kiel"


def test_2_4_several_go_together_or_not_at_all() -> None:
    """§2.4: one wrong unit in the list, and none is placed."""
    state = setting_up("central")
    both = ["GE.infantry.1", "AH.infantry.1"]
    denied(state, "central", "wrong-place", "2.4", "place", units=both, area="berlin")
    assert at(state, "GE.infantry.1") == POOL


def test_2_4_the_suggested_set_up_puts_no_ship_among_the_enemys() -> None:
    """§2.4: where the attackers' fleet lies first, the Entente's ship waits for a place of its owner's choice."""
    state = setting_up("entente", {"units": ["OT.ship.1"], "area": "west-black"})
    state = order(state, "entente", "standard")
    assert at(state, "RU.ship.2") == POOL
    assert not state.ships("west-black", "entente")
    denied(state, "entente", "not-all-placed", "2.4", "end_phase")
    state = order(state, "entente", "place", units=["RU.ship.2"], area="east-black")
    assert order(state, "entente", "end_phase").phase.key == "purchase"


def test_2_4_the_suggested_set_up_is_a_legal_one_in_every_scenario() -> None:
    """§2.3, §2.4: each unit of the chart stands where its owner might have put it by hand."""
    for plan in at_least_one(PRINTED.settings.values()):
        state = GAME.new_match(plan.id, {})
        for seat in ("central", "entente"):
            state = order(state, seat, "standard")
            for unit in at_least_one([u for u, now in state.units.items() if state.seat_of(u) == seat]):
                place = at(state, unit)
                again = order(order(state, seat, "unplace", units=[unit]), seat, "place", units=[unit], area=place)
                assert at(again, unit) == place
            state = order(state, seat, "end_phase")


def test_2_5_the_rock_takes_another_when_the_first_has_left() -> None:
    """§2.5: one land unit at a time; an aircraft is none."""
    state = order(setting_up("entente"), "entente", "place", units=["BR.artillery.1"], area="gibraltar")
    state = order(state, "entente", "place", units=["BR.aircraft.1"], area="gibraltar")
    state = order(state, "entente", "place", units=["BR.artillery.1"], area="england")
    state = order(state, "entente", "place", units=["BR.infantry.1"], area="gibraltar")
    assert state.troops("gibraltar", "entente") == ["BR.infantry.1"]


def test_2_5_two_at_once_are_refused_and_so_is_passing_over_it() -> None:
    """§2.5: nor may two pass through together, or one through another."""
    state = position({"lusitania": "BR 2 infantry"}, step="entente.action")
    denied(state, "entente", "no-room", "2.5", "move", units=["BR.infantry.1", "BR.infantry.2"], path=["gibraltar"])
    state = position({"gibraltar": "BR 1 artillery", "lusitania": "BR 1 infantry"}, step="entente.action")
    path = ["gibraltar", "west-med"]
    denied(state, "entente", "no-room", "2.5", "move", units=["BR.infantry.1"], path=path)


def test_2_5_it_is_attacked_by_one_at_a_time_and_a_captured_gun_finds_no_room() -> None:
    """§2.5, §3.3.11: the victor stands there alone; the gun is only destroyed."""
    state = position({"andalusia": "GE 2 infantry", "gibraltar": "BR 1 artillery"}, flags={"andalusia": "GE"})
    both = ["GE.infantry.1", "GE.infantry.2"]
    denied(state, "central", "no-room", "2.5", "move", units=both, path=["gibraltar"])
    state = order(state, "central", "move", units=["GE.infantry.1"], path=["gibraltar"])
    state, _ = fight(state, "central", "GE.infantry.1", "BR.artillery.1", 6, 1, capture=True)
    assert [*state.at("gibraltar")] == ["GE.infantry.1"]
    assert state.control["gibraltar"] == "GE"


def test_2_5_a_unit_that_attacked_out_of_it_finds_its_place_free() -> None:
    """§2.5, §3.3.3: while that unit fights, no other comes over the rock, for both might have to go back to it."""
    state = position({"gibraltar": "BR 1 infantry", "lusitania": "BR 1 infantry"}, step="entente.action")
    state = order(state, "entente", "announce", nation="SP")
    state = order(state, "entente", "move", units=["BR.infantry.1"], path=["andalusia"])
    path = ["gibraltar", "andalusia"]
    denied(state, "entente", "no-room", "2.5", "reinforce", units=["BR.infantry.2"], path=path)
    state = order(state, "entente", "reinforce", units=["BR.infantry.2"], path=["andalusia"])
    state = order(state, "entente", "withdraw")
    assert (at(state, "BR.infantry.1"), at(state, "BR.infantry.2")) == ("gibraltar", "lusitania")


def test_2_5_a_factory_on_the_rock_makes_one_gun_at_most() -> None:
    """§2.5, §3.6: what is bought has to stand somewhere."""
    state = position({"gibraltar": "BR 1 aircraft"}, step="purchase", money=60)
    state = order(state, "entente", "build", works="factory", area="gibraltar")
    gun = {"nation": "BR", "unit": "artillery", "area": "gibraltar"}
    denied(state, "entente", "no-room", "2.5", "buy", count=2, **gun)
    state = order(state, "entente", "buy", count=1, **gun)
    full = denied(state, "entente", "no-room", "2.5", "buy", count=1, **gun)
    assert full.text == "Gibraltar holds one land unit."
    shelf = offer(state, "entente", "buy")
    assert shelf is not None
    assert not [i for i in shelf["items"] if i["area"] == "gibraltar" and i["unit"] == "artillery"]  # type: ignore[union-attr,index,call-overload]


def test_3_11_2_two_chiefs_are_not_set_up_in_one_field() -> None:
    """§3.11.2: nor an ally's beside your own."""
    state = order(setting_up("central"), "central", "place", units=["GE.general.mackensen"], area="berlin")
    chief = ["GE.general.falkenhayn"]
    denied(state, "central", "one-general", "3.11.2", "place", units=chief, area="berlin")


def test_2_4_the_seas_of_a_country_are_those_that_touch_its_land() -> None:
    """§2.4: nobody but a country with a shore has a sea to begin in; the Black Sea is not open to the British."""
    state = setting_up("entente")
    for unit, area in (("BR.ship.1", "west-black"), ("BR.ship.1", "baltic"), ("IT.ship.1", "west-med")):
        assert area not in {s for a in PRINTED.board.belongs[unit[:2]] for s in PRINTED.board.coast[a]}
        denied(state, "entente", "wrong-place", "2.4", "place", units=[unit], area=area)
