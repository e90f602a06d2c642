"""§19.61: the first turn of the war in the Near East, in the campaign and in no other start."""

from __future__ import annotations

import pytest

from rules.great_war.combat.odds import _weather
from rules.great_war.game import GAME
from rules.great_war.movement.rails import no_ship, why_no_train
from rules.great_war.movement.transit import why_not_off, why_not_out
from rules.great_war.position.state import ARABIA, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import refused
from tests.games.great_war.near_east.kit import set_up, until

CAMPAIGN = "near-east-campaign"
PORT, CAIRO = "NE4206", "NE3903"


def at(key: str, turn: int = 6) -> State:
    """The campaign at a step of its first turn; with another turn, the same position then."""
    return replace(until(set_up(CAMPAIGN), key), turn=turn)


@pytest.mark.parametrize(("seat", "key"), [(ALLIED, "allied.rail"), (CENTRAL, "central.rail")])
def test_19_61_nothing_goes_by_rail_or_sea(seat: str, key: str) -> None:
    """§19.61: no such order is offered, and those that nobody offered are refused by this section."""
    state = at(key)
    offers = {o["kind"]: o["refusal"] for o in GAME.legal(state, seat)["offers"]}  # type: ignore[index, union-attr, call-overload]
    assert {kind for kind, refusal in offers.items() if refusal is None} == {"end_phase"}
    assert GAME.legal(state, seat)["prompt"] == "No trains and no ships"
    orders = {"rail": {}, "to_transit": {}, "out_of_arabia": {}} if seat == CENTRAL else {"rail": {}, "sail": {}}
    for kind in orders:
        units = [state.boxes[ARABIA][0]] if kind == "out_of_arabia" else [next(iter(state.on_map(seat)))]
        more = {} if kind == "to_transit" else {"to": PORT}
        assert refused(state, seat, kind, units=units, **more).section == "19.61"


def test_19_61_the_next_turn_has_them() -> None:
    """§19.61: a turn later the same units go, by rail, into the transit box, out of Arabia and by sea."""
    for turn, code in ((6, "not-yet"), (7, "")):
        state = at("central.rail", turn)
        arab = state.boxes[ARABIA][0]
        riders = [u for u in state.on_map(CENTRAL) if why_no_train(at("central.rail", 7), u) is None]
        assert riders
        found = {getattr(why_no_train(state, u), "code", "") for u in riders}
        found |= {getattr(why_not_out(state, arab, ARABIA), "code", "")}
        found |= {getattr(why_not_off(state, riders[0]), "code", "")}
        state = at("allied.rail", turn)
        sailors = [u for u in state.on_map(ALLIED) if no_ship(at("allied.rail", 7), u) is None]
        assert sailors
        found |= {getattr(no_ship(state, u), "code", "") for u in sailors}
        assert found == {code}


@pytest.mark.parametrize(
    ("turn", "attackers", "drm"),
    [(6, "ru-20", 0), (6, "ru-20 ru-1caubd", 0), (6, "tu-36", -2), (7, "ru-20", -2)],
)
def test_19_61_russians_do_not_mind_the_snow(turn: int, attackers: str, drm: int) -> None:
    """§19.61, §12.2: their attacks in the Caucasus on this turn alone; Turks mind it as ever."""
    state = at("first.east.attacks", turn)
    target = next(i for i in sorted(state.printed.board.by_front["caucasus"]))
    assert sum(number for _, _, number in _weather(state, target, attackers.split())) == drm
