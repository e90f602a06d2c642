"""Refusals of which no other suite has the reason: each clause of a condition has a command that only it forbids."""

from __future__ import annotations

import pytest

from rules.great_war.chits_played.landings import LAND_AT_GALLIPOLI, LAND_AT_SALONIKA, why_no_ships
from rules.great_war.movement.orders import may_move
from rules.great_war.printed.fronts import WEST as WESTERN
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.setup.orders import check_place
from rules.great_war.strategic.transfers import NOBODY, TRANSFER
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refused
from rules.kernel.procedure.orders import At
from tests.games.great_war.field import AROUND, TARGET, WEST, Once, field
from tests.games.great_war.kit import before_set_up, moved, not_moved, position, refused, told
from tests.games.great_war.strategic.kit import strategic
from tests.games.great_war.test_breakout import DEEP, cut_off, to_attrition
from tests.games.great_war.test_events_in_combat import BARE

HERE, THERE = "W5411", "W5410"
"""Neighbours in France, behind the lines."""
CLEAR = ("W3601", "W3602")
"""Clear hexes there, a movement point from each other."""


# --- movement (8.1) ---------------------------------------------------------------------------------------------------


def test_8_1_a_move_leads_somewhere_else() -> None:
    """§8.1: there and back again is no move."""
    refusal = not_moved(position({HERE: "fr-12"}), ALLIED, "fr-12", f"{THERE} {HERE}")
    assert (refusal.code, refusal.section) == ("no-move", "8.1")


def test_8_12_a_unit_without_mp_has_ended_its_move() -> None:
    """§8.12: though no other has been moved since; one that has some left goes on."""
    there, back = CLEAR
    state = position({back: "fr-12"})
    while may_move(state, "fr-12", WESTERN):
        state = moved(state, ALLIED, "fr-12", there)
        there, back = back, there
    assert state.units["fr-12"].spent >= state.face("fr-12").ma
    assert not_moved(state, ALLIED, "fr-12", there).code == "spent"


def test_8_11_units_that_do_not_march_here() -> None:
    """§8.11, §14.62, §4.2: nobody, units of the other theatre, units off the map, and those that lay a hex waste."""
    state = position({HERE: "fr-12 fr-13", TARGET: "ru-26"}, devastating=("fr-13",))
    for units, code in (("", "nothing-chosen"), ("ru-26", "other-theatre"), ("fr-14", "not-on-map"),
                        ("fr-13", "razing"), ("ge-3", "not-your-unit")):  # fmt: skip
        assert not_moved(state, ALLIED, units, THERE).code == code
    assert moved(state, ALLIED, "fr-12", THERE)


def test_9_31_a_train_leaves_the_hex() -> None:
    """§9.31: units that stay where they stand take no train."""
    state = position({HERE: "fr-12"}, "allied.rail")
    refusal = refused(state, ALLIED, "rail", units=["fr-12"], to=HERE)
    assert (refusal.code, refusal.section) == ("no-move", "9.31")


def test_9_56_the_ships_are_busy_on_the_turn_of_a_landing() -> None:
    """§9.56: on that turn alone."""
    state = position({})
    landed = replace(state, chit_state=replace(state.chit_state, landed=state.turn))
    refusal = why_no_ships(landed)
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("ships-busy", "9.56")
    assert why_no_ships(replace(landed, turn=state.turn + 1)) is None


# --- combat (10.1) ----------------------------------------------------------------------------------------------------


def test_15_32_anti_tank_units_do_not_attack() -> None:
    """§15.32: they have no attack factor; what stands with them attacks without them."""
    state = field({AROUND[3]: "ge-3 ge-at-1", TARGET: "ru-26"})
    assert refused(state, CENTRAL, "attack", units=["ge-3", "ge-at-1"], target=TARGET).code == "no-attack"
    assert told(state, CENTRAL, "attack", Once(3), units=["ge-3"], target=TARGET)


def test_14_62_units_that_lay_a_hex_waste_attack_nobody() -> None:
    """§14.62: on that turn."""
    stacks = {AROUND[3]: "ge-3 ge-4", TARGET: "ru-26"}
    devastating = field(stacks, devastating=("ge-4",))
    assert refused(devastating, CENTRAL, "attack", units=["ge-3", "ge-4"], target=TARGET).code == "razing"
    assert told(field(stacks), CENTRAL, "attack", Once(3), units=["ge-3", "ge-4"], target=TARGET)


@pytest.mark.parametrize(
    ("start", "target", "weather", "may"),
    [("W3714", "W3615", "fair", False), ("W5117", "W5217", "fair", True), ("W5117", "W5217", "snow", True)],
)
def test_15_24_tanks_attack_no_forest(start: str, target: str, weather: str, may: bool) -> None:
    """§15.24: the infantry beside them does, and on open ground they go along."""
    state = field({start: "br-rtc br-8", target: "ge-3"}, WEST, weather={"west": weather, "east": weather})
    if may:
        assert told(state, ALLIED, "attack", Once(3), units=["br-rtc", "br-8"], target=target)
    else:
        assert refused(state, ALLIED, "attack", units=["br-rtc", "br-8"], target=target).code == "no-tanks"
        assert told(state, ALLIED, "attack", Once(3), units=["br-8"], target=target)


def test_11_86_only_divisions_of_the_hex_that_is_cut_off_break_out() -> None:
    """§11.86: no others are saved with them."""
    state = to_attrition(cut_off("ge-3"))
    assert refused(state, CENTRAL, "break_out", hex=DEEP, units=["ge-3", "ge-4"]).code == "not-cut-off"
    assert told(state, CENTRAL, "break_out", hex=DEEP, units=["ge-3"])


# --- new units, strategic turn, set-up --------------------------------------------------------------------------------


def test_15_55_cavalry_that_fights_on_foot_is_not_converted_again() -> None:
    """§15.55: nor infantry, nor cavalry that is not on the map."""
    state = position({"E5102": "ge-cav-1* ge-cav-2 ge-3"}, "central.new-units")
    for unit, code in (("ge-cav-1", "converted"), ("ge-3", "no-cavalry"), ("ge-cav-3", "not-on-map")):
        assert refused(state, CENTRAL, "convert", units=["ge-cav-2", unit]).code == code
    assert told(state, CENTRAL, "convert", units=["ge-cav-2"]).units["ge-cav-2"].back


def test_5_17_without_points_nobody_helps_an_ally() -> None:
    """§5.17: with one point of the French there is an order for the Allies alone."""
    for points, refusal in (({}, NOBODY), ({"FR": 1}, None)):
        state = strategic("E", key="transfers", points=points)
        assert TRANSFER.when is not None
        assert TRANSFER.when(At(state, ALLIED)) == refusal
        assert TRANSFER.when(At(state, CENTRAL)) == NOBODY


def test_15_93_the_red_army_is_rolled_for_once_and_before_it_is_formed() -> None:
    """§15.93: first the die, then the divisions; no second die, and no end without them."""
    stacks = {"E4129": "ru-25* ru-26* ru-27*"}
    gone = {"czar": "M", "bolsheviks": "N", "collapsed": ("RU",)}
    state = told(strategic("P", stacks, "treaty", gone, west=CENTRAL), CENTRAL, "treaty", peace=False)
    assert refused(state, ALLIED, "form_red_army", units=["ru-25", "ru-26"]).code == "not-rolled"
    rolled = told(state, ALLIED, "raise_red_army", Once(2))
    for kind in ("raise_red_army", "end_phase"):
        assert refused(rolled, ALLIED, kind).code == "rolled"


def test_21_12_units_that_begin_elsewhere_are_not_set_up() -> None:
    """§21.12: those that come on later turns, and those of the other side."""
    state = before_set_up()
    later = next(u for u in state.units if state.counter(u).nation == "FR" and u not in state.groups)
    with pytest.raises(Refused) as caught:
        check_place(state, later, HERE)
    assert caught.value.refusal.code == "not-set-up"


@pytest.mark.parametrize(("order", "section"), [("gallipoli", "6.52"), ("salonika", "6.53")])
def test_6_52_6_53_a_landing_that_nobody_holds_is_refused_by_its_own_section(order: str, section: str) -> None:
    """§6.52, §6.53: each event says for itself that it is not in hand."""
    at = At(position({}, "allied.new-units", chits=BARE), ALLIED)
    (found,) = (o for o in (LAND_AT_GALLIPOLI, LAND_AT_SALONIKA) if o.kind == order)
    assert found.when is not None
    refusal = found.when(at)
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("not-held", section)
