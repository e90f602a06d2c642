"""§22.1 Flexible mobilisation: where armies may stand in August 1914, how many, and which borders they watch."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.allowance import why_not_move
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.setup.mobilisation import (
    hexes_of,
    manned_hexes,
    sectors_of,
    watched_hexes,
    who_mobilise,
    why_not_mobilised,
    zone_of,
)
from rules.empires_alliances.setup.placing import places_for
from rules.kernel.match_options import OptionRefused
from rules.kernel.messages import Decided
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import put, refused, told
from tests.thorough import sample_of

EAST, WEST = "front in the east", "front in the west"


@cache
def opened() -> State:
    """The campaign with the option; nobody is set up."""
    return GAME.new_match("campaign", {"flexible-mobilisation": True})


@cache
def dealt() -> State:
    """Both sides set up in one click."""
    state = told(told(opened(), "allied", "set_up_all"), "allied", "end_set_up")
    return told(state, "central", "set_up_all")


def place(state: State, unit: str, hex_: str) -> State:
    """A unit set up by hand."""
    return told(state, state.side_of(unit), "place", unit=unit, place=hex_)


def no_place(state: State, unit: str, hex_: str) -> tuple[str, str]:
    """Why it is not."""
    return refused(state, state.side_of(unit), "place", unit=unit, place=hex_)


def test_22_1_it_excludes_the_three_plans_and_is_for_the_campaign() -> None:
    for plan in ("schlieffen-plan", "plan-17", "second-army"):
        with pytest.raises(OptionRefused):
            GAME.new_match("campaign", {"flexible-mobilisation": True, plan: True})
    with pytest.raises(OptionRefused):
        GAME.new_match("1914", {"flexible-mobilisation": True})


def test_22_1_units_of_one_hex_or_city_stand_there_all_the_same() -> None:
    state = opened()
    for unit, where in (("ge-lw4", ("2745",)), ("fr-r11", None), ("be-6", None)):
        places = places_for(state, unit)
        assert len(places) == 1
        assert where is None or places == where
    assert len(places_for(GAME.new_match("campaign", {}), "ge-a1")) <= 3


def test_22_1_french_russian_and_serbian_armies_stand_anywhere_at_home() -> None:
    state = opened()
    for unit, country in (("fr-a1", "FR"), ("ru-1", "RU"), ("se-1", "SE")):
        unit = unit if unit in who_mobilise(state, country) else who_mobilise(state, country)[0]
        assert {*places_for(state, unit)} == {state.board.lattice.ids[i] for i in state.board.home[country]}
    warsaw = state.printed.places.cities["Warsaw"].hex
    for unit in (u for u, now in state.units.items() if now.at == SET_UP and u in _members(state, "ru-warsaw")):
        assert {state.board.lattice.distance(warsaw, hex_) for hex_ in places_for(state, unit)} == {0, 1, 2}


def _members(state: State, group: str) -> tuple[str, ...]:
    return state.card.groups[group].units


def test_22_1_germans_stand_on_two_fronts_and_siege_guns_before_liege_or_verdun() -> None:
    state = opened()
    east, west = (hexes_of(state, "GE", name) for name in (EAST, WEST))
    assert {*places_for(state, "ge-a1")} == east | west
    assert "2649" in west, "Luxembourg"
    assert "2729" not in east
    near = {"2449", "2851"}
    for hex_ in places_for(state, "ge-siege-305"):
        assert hex_ in west
        assert min(state.board.lattice.distance(hex_, city) for city in near) <= 2
    assert (
        no_place(told(told(state, "allied", "set_up_all"), "allied", "end_set_up"), "ge-a1", "2938")[0] == "wrong-place"
    )


def test_22_1_no_more_than_so_many_of_a_kind_in_the_east() -> None:
    state = told(told(opened(), "allied", "set_up_all"), "allied", "end_set_up")
    east = sorted(hexes_of(state, "GE", EAST))
    infantry = [u for u in who_mobilise(state, "GE") if state.counter(u).kind == "infantry"]
    for n, unit in enumerate(infantry[:15]):
        state = place(state, unit, east[n // 3])
    assert no_place(state, infantry[15], east[9]) == ("too-many-there", "22.1")
    assert place(state, infantry[15], "2347").units[infantry[15]].at == "2347"
    # One of the fifteen may still change its hex.
    state = told(state, "central", "take_back", unit=infantry[0])
    assert place(state, infantry[0], east[9]).units[infantry[0]].at == east[9]


def test_22_1_one_click_keeps_all_of_it() -> None:
    state = dealt()
    for side in ("allied", "central"):
        assert why_not_mobilised(state, side) is None
    for nation in ("GE", "AH", "FR", "RU", "SE"):
        for sector in sectors_of(state, nation):
            zone = zone_of(state, nation)
            assert all(hex_ in zone for hex_ in watched_hexes(state, sector))
            for hex_ in manned_hexes(state, sector):
                assert any(state.counter(u).nation == nation for u in state.stacks[hex_])
    assert len(manned_hexes(state, sectors_of(state, "FR")[0])) >= 4
    assert told(state, "central", "end_set_up").phase.step == "central.arrivals"


def test_22_1_a_border_without_its_corps_or_its_watch_keeps_the_set_up_open() -> None:
    state = dealt()
    for nation, index in (("GE", 1), ("AH", 0)):
        sector = sectors_of(state, nation)[index]
        hexes = manned_hexes(state, sector) or watched_hexes(state, sector)
        spare = sorted(hexes_of(state, nation, sector.name) - {*hexes})[0]
        near = {hexes[0], *state.board.lattice.around(hexes[0])}
        gone = {u: spare for h in near for u in state.stacks.get(h, ()) if state.counter(u).nation == nation}
        assert refused(put(state, gone), "central", "end_set_up") == ("open-border", "22.1")


def test_22_1_a_front_with_too_few_keeps_the_set_up_open() -> None:
    state = dealt()
    guns = [u for u in who_mobilise(state, "GE") if state.units[u].at in hexes_of(state, "GE", EAST)]
    gun = next(u for u in guns if state.counter(u).kind == "field-artillery")
    assert refused(put(state, {gun: "2347"}), "central", "end_set_up") == ("too-few-there", "22.1")


@pytest.mark.parametrize("seed", sample_of(range(3), 3))
def test_22_1_what_is_offered_is_taken(seed: int) -> None:
    """Places are offered only where they are taken, and no offered place is refused."""
    rng = random.Random(seed)
    state = opened()
    for _ in range(60):
        answer = GAME.legal(state, "allied")
        offer = next(o for o in answer["offers"] if o["kind"] == "place")  # type: ignore[union-attr,index,call-overload]
        unit = rng.choice(offer["slots"][0]["options"]["of"])  # type: ignore[index,call-overload]
        question = {"kind": "slot", "order": "place", "slot": "place", "chosen": {"unit": unit}}
        options = GAME.consult(state, "allied", question)
        open_ = options["options"]["of"]  # type: ignore[index,call-overload]
        if not open_:
            continue
        where = rng.choice(open_)
        given = GAME.decide(state, "allied", {"kind": "place", "unit": unit, "place": where}, lambda _, __: 1)
        assert isinstance(given, Decided)
        for event in given.events:
            state = GAME.evolve(state, event)


@pytest.mark.parametrize("options", [("flexible-mobilisation",), ()])
def test_22_1_2_61_in_august_1_units_of_warsaw_and_lodz_march_that_need_not_set_up_there(
    options: tuple[str, ...],
) -> None:
    """§2.61 keeps in place who must set up in a city; those of Petrograd still must."""
    places = {"ru-18": "2926", "ru-cav6": "3028", "ru-gd": "1112"}
    state = phase("allied", places, "1914-08-1", scenario="campaign", options=options)
    for unit in ("ru-18", "ru-cav6"):
        assert (why_not_move(state, unit) is None) is bool(options), unit
    kept = why_not_move(state, "ru-gd")
    assert kept is not None
    assert kept.section == "2.61"
