"""§3.2 Movement, and the straits of §3.3.15."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.kernel.messages import Refused
from rules.powers_1914.facts.navy import UnitsSunk
from rules.powers_1914.game import GAME
from rules.powers_1914.movement.reach import (
    allowance,
    check_path,
    neighbours,
    prey,
    reach,
    reinforcements,
    starts_battle,
)
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import PRINTED, at, cannot_go, go, happened, named, offer, order, position, told


def test_3_2_1_two_fields_and_four_for_aircraft() -> None:
    """§3.2.1: a third field is too far for infantry, a fifth for aircraft."""
    state = position({"berlin": "GE 1 infantry 1 aircraft"})
    cannot_go(state, "central", "too-far", "3.2.1", "GE.infantry.1", "silesia", "bohemia", "vienna")
    assert at(go(state, "central", "GE.infantry.1", "silesia", "bohemia"), "GE.infantry.1") == "bohemia"
    far = ("bohemia", "vienna", "budapest", "transylvania")
    assert at(go(state, "central", "GE.aircraft.1", *far), "GE.aircraft.1") == "transylvania"
    round_about = ("bavaria", "tyrol", "trieste", "bosnia", "budapest")
    cannot_go(state, "central", "too-far", "3.2.1", "GE.aircraft.1", *round_about)
    for units, fields in ((["GE.aircraft.1"], 4), (["GE.infantry.1"], 2), (["GE.infantry.1", "GE.aircraft.1"], 2)):
        found: Any = GAME.consult(state, "central", {"kind": "move", "units": units})
        assert found["allowance"] == fields, "together they go as far as the slowest"


def test_3_2_2_no_unit_passes_through_enemies() -> None:
    """§3.2.2: the way ends where they stand."""
    state = position({"rhineland": "GE 2 infantry", "brussels": "BE 1 infantry"})
    cannot_go(state, "central", "enemy-there", "3.2.2", "GE.infantry.1", "brussels", "picardy")
    cannot_go(position({"rhineland": "GE 1 aircraft", "brussels": "BE 1 infantry"}),
              "central", "enemy-there", "3.2.2", "GE.aircraft.1", "brussels", "picardy")  # fmt: skip


def test_3_2_3_once_a_turn() -> None:
    """§3.2.3: who moved one field has moved."""
    state = go(position({"berlin": "GE 1 infantry"}), "central", "GE.infantry.1", "silesia")
    cannot_go(state, "central", "has-moved", "3.2.3", "GE.infantry.1", "bohemia")
    assert offer(state, "central", "move") is None


def test_3_2_4_new_units_move_at_once() -> None:
    """§3.2.4: bought in the same turn, moved in the same turn."""
    state = position({}, step="purchase", money=10)
    state = order(state, "central", "buy", nation="GE", unit="infantry", area="berlin", count=1)
    state = order(order(state, "entente", "end_phase"), "central", "end_phase")
    assert at(go(state, "central", "GE.infantry.1", "silesia"), "GE.infantry.1") == "silesia"


def test_3_2_5_only_over_a_common_border_and_not_over_neutral_land() -> None:
    """§3.2.5: fields that do not touch are no neighbours; neutrals are closed to all, aircraft too."""
    state = position({"rhineland": "GE 1 infantry 1 aircraft"})
    cannot_go(state, "central", "not-adjacent", "3.2.5", "GE.infantry.1", "champagne")
    cannot_go(state, "central", "neutral-land", "3.2.5", "GE.infantry.1", "holland")
    cannot_go(state, "central", "neutral-land", "3.2.5", "GE.aircraft.1", "holland", "brussels")


def test_3_2_6_embarking_is_a_move_and_landing_is_a_move() -> None:
    """§3.2.6: Provence to the sea and on to Algeria in two; without any ship."""
    state = position({"provence": "FR 1 infantry"}, step="entente.action")
    assert at(go(state, "entente", "FR.infantry.1", "west-med", "algeria"), "FR.infantry.1") == "algeria"
    cannot_go(state, "entente", "too-far", "3.2.1", "FR.infantry.1", "west-med", "ionian", "egypt")
    afloat = go(state, "entente", "FR.infantry.1", "west-med", "ionian")
    assert at(afloat, "FR.infantry.1") == "ionian"


def test_3_2_7_land_units_do_not_enter_a_sea_with_enemy_ships() -> None:
    """§3.2.7: they cannot fight ships, and no one passes enemies."""
    state = position({"provence": "FR 1 infantry", "west-med": "AH 1 ship"}, step="entente.action")
    cannot_go(state, "entente", "enemy-ships", "3.2.7", "FR.infantry.1", "west-med")
    cannot_go(state, "entente", "enemy-there", "3.2.2", "FR.infantry.1", "west-med", "algeria")


def test_3_2_7_unprotected_land_units_at_sea_are_sunk_without_a_fight() -> None:
    """§3.2.7: by a ship that comes into their field; no die is rolled."""
    state = position({"west-med": "FR 2 infantry", "tyrrhenian": "AH 1 ship"})
    state = go(state, "central", "AH.ship.1", "west-med")
    assert state.battle is None
    state = order(state, "central", "sink", area="west-med", capture=False)
    assert not state.troops("west-med", "entente")
    assert state.captured["central"] == 0


def test_3_2_7_or_captured_infantry_is_counted_guns_change_sides() -> None:
    """§3.2.7, §3.3.11: the captor's own colour."""
    state = position({"west-med": "FR 2 infantry 1 artillery; AH 1 ship"})
    state = order(state, "central", "sink", area="west-med", capture=True)
    assert state.captured["central"] == 2
    assert at(state, "AH.artillery.1") == "west-med"
    assert at(state, "FR.artillery.1") is None


def test_3_2_7_a_gun_that_is_sunk_is_lost_to_both() -> None:
    """§3.2.7: only a captured one comes back in the captor's colour."""
    state = position({"west-med": "FR 1 infantry 1 artillery; AH 1 ship"})
    after, events = told(state, "central", "sink", area="west-med", capture=False)
    assert [*after.units] == ["AH.ship.1"]
    assert [event.gained for event in happened(events, UnitsSunk)] == [()]


def test_3_2_7_a_ship_protects_them() -> None:
    """§3.2.7: with a ship of their side in the field nothing is sunk."""
    state = position({"west-med": "FR 2 infantry 1 ship; AH 1 ship"})
    assert offer(state, "central", "sink") is None
    answer = GAME.decide(state, "central", {"kind": "sink", "area": "west-med", "capture": False}, lambda d, s: 1)
    assert cast(Any, answer).code == "nobody-helpless"


def test_3_2_7_land_units_of_both_sides_do_not_fight_at_sea() -> None:
    """§3.2.7: they may be in one sea field."""
    state = position({"west-med": "FR 1 infantry", "tyrrhenian": "AH 1 infantry"})
    state = go(state, "central", "AH.infantry.1", "west-med")
    assert state.battle is None
    assert len(state.at("west-med")) == 2


def test_3_2_8_a_bridge_over_the_bosphorus() -> None:
    """§3.2.8: from Europe to Asia in one move, by land."""
    state = position({"constantinople": "OT 1 infantry"})
    assert "scutari" in PRINTED.board.land["constantinople"]
    assert at(go(state, "central", "OT.infantry.1", "scutari", "ankara"), "OT.infantry.1") == "ankara"


def test_3_2_units_of_two_fields_do_not_move_together() -> None:
    """§3.2: a stack is in one field."""
    state = position({"berlin": "GE 1 infantry", "silesia": "GE 1 infantry"})
    cannot_go(state, "central", "not-together", "3.2", "GE.infantry.1 GE.infantry.2", "bohemia")


def test_3_2_the_planner_says_where_units_can_go_and_why_not_elsewhere() -> None:
    """§3.2: the shortest way to each field, and the reason for closed ones."""
    state = position({"rhineland": "GE 1 infantry", "brussels": "BE 1 infantry"})
    answer = cast(Any, GAME.consult(state, "central", {"kind": "move", "units": ["GE.infantry.1"]}))
    assert answer["areas"]["brussels"] == {"path": ["brussels"], "moves": 1, "attack": True, "falls": []}
    assert answer["areas"]["champagne"]["path"] in (["luxembourg", "champagne"], ["alsace", "champagne"])
    assert answer["refused"]["holland"]["code"] == "neutral-land"


def ways_found_by_trying(state: State, units: list[str]) -> dict[str, int]:
    """§3.2: how many moves it is at least to each field, of all ways that the units could be sent."""
    most, start = min(allowance(state, u) for u in units), state.units[units[0]].at
    found: dict[str, int] = {}
    ways: list[tuple[str, ...]] = [()]
    while ways:
        way = ways.pop(0)
        if way:
            try:
                check_path(state, units, way)
                found.setdefault(way[-1], len(way))
            except Refused:
                pass
        if len(way) < most:
            here = way[-1] if way else start
            ways += [(*way, there) for there in neighbours(state, units, here) if there not in way and there != start]
    return found


LYING = {
    "rhineland": "GE 2 infantry 1 aircraft; GE mackensen",
    "brussels": "BE 1 infantry",
    "champagne": "FR 1 aircraft",
    "alsace": "GE 1 infantry; GE falkenhayn",
    "north-sea": "GE 1 ship; BR 1 infantry",
    "channel": "BR 1 ship",
    "constantinople": "OT 1 infantry",
    "marmara": "OT 1 ship",
    "scutari": "BR 1 artillery",
    "gibraltar": "BR 1 infantry",
    "west-med": "AH 1 ship; AH 1 infantry",
}


@pytest.mark.parametrize(
    "units",
    ["GE.infantry.1", "GE.aircraft.1", "GE.infantry.1 GE.aircraft.1", "GE.general.mackensen",
     "GE.general.mackensen GE.aircraft.1", "GE.infantry.3", "GE.ship.1", "OT.ship.1", "OT.infantry.1", "AH.ship.1",
     "AH.infantry.1"],
)  # fmt: skip
def test_3_2_all_fields_are_found_that_units_could_be_sent_to_by_the_shortest_way(units: str) -> None:
    """§3.2.1, §3.2.2: what is offered is what any way would be taken for, and no field is open and closed."""
    state = position(LYING)
    mine, found = named(units), cast(Any, reach(state, named(units)))
    expected = ways_found_by_trying(state, mine)
    assert {area: way["moves"] for area, way in found["areas"].items()} == expected
    for area, way in found["areas"].items():
        assert check_path(state, mine, way["path"]) == state.units[mine[0]].at
        assert (way["path"][-1], len(way["path"])) == (area, way["moves"])
        assert way["attack"] == starts_battle(state, mine, area)
    assert not found["refused"].keys() & expected.keys()
    around = [*neighbours(state, mine, state.units[mine[0]].at)]
    assert {*around} <= {*found["areas"], *found["refused"]}, "of every field beside them it is said why not"


def test_3_3_2_while_a_battle_goes_on_ways_lead_to_it_alone() -> None:
    """§3.3.2: two fields away it can be reached; of other fields it is said that the battle comes first."""
    state = go(position({"alsace": "GE 1 infantry", "champagne": "FR 3 infantry", "rhineland": "GE 2 infantry",
                         "berlin": "GE 1 infantry 1 aircraft"}), "central", "GE.infantry.1", "champagne")  # fmt: skip
    assert state.battle is not None
    goal = state.battle.area
    for unit in ("GE.infantry.2", "GE.aircraft.1"):
        found = cast(Any, reach(state, [unit], goal))
        assert {area: way["moves"] for area, way in found["areas"].items()} == ways_found_by_trying(state, [unit])
        assert [*found["areas"]] == [goal]
        assert found["areas"][goal]["attack"]
        assert found["refused"]["luxembourg"]["code"] == "battle-first"
    assert reach(state, ["GE.infantry.4"], goal)["areas"] == {}
    assert reinforcements(state, "central") == ["GE.infantry.2", "GE.infantry.3", "GE.aircraft.1"]


def test_3_7_of_ways_as_short_that_which_takes_a_capital_is_offered_and_only_land_units_take_it() -> None:
    """§3.7: Paris lies empty, and Brittany would be on another way; aircraft on the same way take nothing."""
    lying = {"picardy": "GE 1 infantry", "champagne": "GE 1 aircraft", "provence": "FR 1 infantry",
             "aquitaine": "FR 1 aircraft"}  # fmt: skip
    state = position(lying, flags={"picardy": "GE", "champagne": "GE"})
    marching = cast(Any, reach(state, ["GE.infantry.1"]))["areas"]["aquitaine"]
    assert (marching["path"], marching["falls"]) == (["paris", "aquitaine"], ["paris"])
    flying = cast(Any, reach(state, ["GE.aircraft.1"]))["areas"]["aquitaine"]
    assert (flying["path"], flying["falls"]) == (["paris", "aquitaine"], [])


def test_3_3_13_which_aircraft_can_come_up_depends_on_their_nation() -> None:
    """§3.9, §3.3.13: there is only infantry to fight, and those of one nation alone are modernised so often."""
    state = position(
        {"alsace": "GE 1 aircraft", "champagne": "FR 2 infantry", "bavaria": "GE 1 aircraft; AH 1 aircraft"}
    )
    state = go(replace(state, modern={"GE.aircraft": 2}), "central", "GE.aircraft.1", "champagne")
    assert reinforcements(state, "central") == ["GE.aircraft.2"]
    together = ["GE.aircraft.2", "AH.aircraft.1"]
    assert prey(state, ["GE.aircraft.2"], "champagne") == ["FR.infantry.1", "FR.infantry.2"]
    assert prey(state, together, "champagne") == [], "all of them have to be able to"


def test_3_3_1_a_field_is_attacked_by_land_once_land_units_come_up_to_a_raid() -> None:
    """§3.3.1: more aircraft change nothing."""
    state = position({"alsace": "GE 2 aircraft 2 infantry", "champagne": "FR 2 infantry 2 aircraft"})
    state = go(state, "central", "GE.aircraft.1", "champagne")
    assert state.assaulted == ()
    state = order(state, "central", "reinforce", units=["GE.aircraft.2"], path=["champagne"])
    assert state.assaulted == ()
    for unit in ("GE.infantry.1", "GE.infantry.2"):
        state = order(state, "central", "reinforce", units=[unit], path=["champagne"])
        assert state.assaulted == ("champagne",)


def test_3_11_3_over_the_sea_a_general_flies_with_aircraft_only_if_he_is_one_of_them() -> None:
    """§3.11.3, §3.3.13: against enemy ships as well; where there are none anyone may stay."""
    pilot, other = "GE.general.richthofen", "GE.general.mackensen"
    places = {
        "kiel": "GE 1 aircraft richthofen",
        "copenhagen": "GE 1 aircraft mackensen",
        "north-sea": "BR 1 ship 1 aircraft",
    }
    state = position(places, flags={"copenhagen": "GE"})
    cannot_go(state, "central", "enemy-ships", "3.2.7", ["GE.aircraft.2", other], "north-sea")
    assert {*go(state, "central", ["GE.aircraft.2", other], "baltic").at("baltic")} == {"GE.aircraft.2", other}
    assert go(state, "central", ["GE.aircraft.1", pilot], "north-sea").battle is not None


@pytest.mark.parametrize("path", ["bohemia berlin", "bohemia silesia bohemia"])
def test_3_2_no_field_twice_on_one_way(path: str) -> None:
    """§3.2: nor back to where they started."""
    cannot_go(position({"berlin": "GE 1 aircraft"}), "central", "malformed", "3.2", "GE.aircraft.1", *path.split())


# --- straits (§3.3.15) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guard", "closed"), [("constantinople", True), ("scutari", True), ("smyrna", False)])
def test_3_3_15_guns_on_either_side_close_a_strait(guard: str, closed: bool) -> None:
    """§3.3.15: enemy ships have to destroy them first; elsewhere they close nothing."""
    state = position({"aegean": "BR 1 ship", guard: "OT 1 artillery"}, step="entente.action")
    if closed:
        cannot_go(state, "entente", "strait-closed", "3.3.15", "BR.ship.1", "marmara")
    else:
        assert at(go(state, "entente", "BR.ship.1", "marmara", "west-black"), "BR.ship.1") == "west-black"


def test_3_3_15_infantry_closes_nothing_and_your_own_guns_neither() -> None:
    """§3.3.15: only enemy artillery does."""
    state = position({"aegean": "OT 1 ship", "constantinople": "OT 2 artillery", "scutari": "OT 1 infantry"})
    assert at(go(state, "central", "OT.ship.1", "marmara"), "OT.ship.1") == "marmara"


def test_3_3_15_gibraltar_from_the_rock_from_spain_and_from_morocco() -> None:
    """§3.3.15: all three lie on it."""
    for guard in ("gibraltar", "morocco"):
        state = position({"lusitania": "GE 1 ship", guard: "BR 1 artillery"})
        cannot_go(state, "central", "strait-closed", "3.3.15", "GE.ship.1", "west-med")


def test_3_3_15_a_neutral_that_holds_both_sides_lets_all_pass() -> None:
    """§3.3.15: in the duel the Ottomans are out of it."""
    state = position({"west-black": "RU 1 ship"}, step="entente.action", scenario="austria-russia")
    assert at(go(state, "entente", "RU.ship.1", "marmara", "aegean"), "RU.ship.1") == "aegean"


def test_3_3_15_land_units_cross_with_or_without_guns() -> None:
    """§3.3.15: the strait is closed to ships."""
    state = position({"aegean": "BR 1 infantry", "scutari": "OT 1 artillery"}, step="entente.action", works={})
    assert at(go(state, "entente", "BR.infantry.1", "marmara"), "BR.infantry.1") == "marmara"
