"""§10.0 to §10.5, §10.7, §10.8: marching: what it costs, whom it tires, where it may not go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pytest

from rules.hexes.sheet import Sheet
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.board import Board
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import at, denied, field, happened, loaded, morale, offer, order, position, told

PLAIN = """
10  F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F.
"""


def reach(state: State, seat: str, *units: str) -> dict[str, dict[str, Any]]:
    """The hexes that the planner offers to units."""
    return cast(dict[str, dict[str, Any]], plan(state, seat, *units)["hexes"])


def plan(state: State, seat: str, *units: str) -> dict[str, Any]:
    """The planner's whole answer."""
    answer = GAME.consult(state, seat, {"kind": "move", "units": list(units)})
    assert isinstance(answer, dict), answer
    return cast(dict[str, Any], answer)


def march(state: State, units: Sequence[str], *path: str, seat: str = "german") -> State:
    """Move units, not by forced march."""
    return order(state, seat, "move", loaded(), units=list(units), path=list(path), forced=False)


def stopped(state: State, units: Sequence[str], code: str, section: str, *path: str, seat: str = "german") -> None:
    """The march is refused for that reason and changes nothing."""
    denied(state, seat, code, section, "move", units=list(units), path=list(path), forced=False)


def spent(state: State, unit: str) -> int:
    """MP spent in this phase."""
    return state.units[unit].spent


# --- who moves (§10.0) --------------------------------------------------------------------------------------------


def test_some_all_or_none_of_the_units_move(lay: Lay) -> None:
    """§10.0: a phase without any move ends like any other; forts are never offered."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii ge-hq-1 ge-fort-metz"})
    made = offer(state, "german", "move")
    assert made is not None
    assert made["units"] == ["ge-ii", "ge-hq-1"]
    assert order(state, "german", "end_phase", loaded(6, 6)).phase.key == "entente.movement"
    stopped(state, ["ge-fort-metz"], "cannot-move", "2.5", "1003")


def test_only_the_active_side_moves_its_own_units(lay: Lay) -> None:
    """§10.0: not in the other's phase, and not the other's units."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii", "1007": "fr-1"})
    stopped(state, ["fr-1"], "not-your-turn", "5.0", "1008", seat="entente")
    stopped(state, ["fr-1"], "not-your-unit", "5.0", "1008")
    combat = position("german.combat", {"1002": "ge-ii", "1003": "fr-1"})
    denied(combat, "german", "wrong-step", "11.0", "move", units=["ge-ii"], path=["1001"], forced=False)


def test_the_allowance_is_the_most_that_a_unit_spends_in_a_phase(lay: Lay) -> None:
    """§10.0: four MP for a corps, in one go or in several (a ruling); the next turn it has them all again."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii"})
    stopped(state, ["ge-ii"], "too-far", "10.7", "1003", "1004", "1005", "1006", "1007")
    state = march(state, ["ge-ii"], "1003", "1004", "1005")
    assert spent(state, "ge-ii") == 3
    stopped(state, ["ge-ii"], "too-far", "10.7", "1006", "1007")
    state = march(state, ["ge-ii"], "1006")
    assert (at(state, "ge-ii"), spent(state, "ge-ii")) == ("1006", 4)
    stopped(state, ["ge-ii"], "too-far", "10.7", "1007")
    assert offer(state, "german", "move") is None
    state = order(state, "german", "end_phase", loaded(6))
    state = order(state, "entente", "end_phase", loaded())
    assert state.phase.key == "german.movement"
    assert spent(state, "ge-ii") == 0


# --- procedure (§10.1) --------------------------------------------------------------------------------------------


def test_a_move_goes_from_hex_to_neighbouring_hex(lay: Lay) -> None:
    """§10.1: none may be skipped."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii"})
    stopped(state, ["ge-ii"], "skips-hexes", "10.1", "1004")
    stopped(state, ["ge-ii"], "skips-hexes", "10.1", "1003", "1005")
    stopped(state, ["ge-ii"], "no-such-hex", "3.2", "0902")


def test_a_stack_moves_as_fast_as_its_slowest_unit(lay: Lay) -> None:
    """§10.1: nobody lends MP to another."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii ge-c1"})
    stopped(state, ["ge-ii", "ge-c1"], "too-far", "10.7", "1003", "1004", "1005", "1006", "1007")
    both = march(state, ["ge-ii", "ge-c1"], "1003", "1004")
    assert (spent(both, "ge-ii"), spent(both, "ge-c1")) == (2, 2)
    on = march(both, ["ge-c1"], "1005", "1006", "1007", "1008")
    assert (at(on, "ge-c1"), at(on, "ge-ii")) == ("1008", "1004")
    stopped(both, ["ge-ii", "ge-c1"], "too-far", "10.7", "1005", "1006", "1007")


def test_units_that_move_together_start_from_one_hex(lay: Lay) -> None:
    """§10.1: a command moves units of one hex."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii", "1003": "ge-iii"})
    stopped(state, ["ge-ii", "ge-iii"], "not-together", "10.1", "1102")


def test_a_move_that_ends_where_it_began_is_none(lay: Lay) -> None:
    """§10.1: a walk in a circle is refused, so that nobody tires by mistake."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii"})
    stopped(state, ["ge-ii"], "no-move", "10.1", "1003", "1002")


def test_hexes_on_the_way_are_taken(lay: Lay) -> None:
    """§10.1, §3.3: every hex of the path passes to the mover's side, not those beside it."""
    lay(field(PLAIN))
    state = march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1003", "1103")
    assert state.taken == {"1003", "1103"}


# --- fatigue (§10.2) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "hexes", "level"), [("ge-ii", 2, 0), ("ge-ii", 3, -1), ("ge-c1", 3, 0), ("ge-c1", 4, -1)]
)
def test_more_than_half_the_allowance_tires(lay: Lay, unit: str, hexes: int, level: int) -> None:
    """§10.2: half of 4 is free, half of 6 too; one MP more costs a level of morale at the end of the phase."""
    lay(field(PLAIN))
    path = [f"10{col:02d}" for col in range(3, 3 + hexes)]
    state = march(position("german.movement", {"1002": unit}), [unit], *path)
    assert morale(state, unit) == 0
    assert morale(order(state, "german", "end_phase", loaded(6)), unit) == level


def test_several_goes_add_up_to_a_long_march(lay: Lay) -> None:
    """§10.2: two MP now and one later are three."""
    lay(field(PLAIN))
    state = march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1003", "1004")
    state = march(state, ["ge-ii"], "1005")
    assert morale(order(state, "german", "end_phase", loaded(6)), "ge-ii") == -1


def test_half_of_the_halved_allowance_is_what_a_tired_corps_may_march(lay: Lay) -> None:
    """§10.2: a fatigued corps that marches at all stays fatigued; it is half of the MA in force (a ruling)."""
    lay(field(PLAIN))
    tired = position("german.movement", {"1002": "ge-ii"}, fatigued=["ge-ii"])
    for path in (["1003"], ["1003", "1004"]):
        state = order(march(tired, ["ge-ii"], *path), "german", "end_phase", loaded(6))
        assert morale(state, "ge-ii") == -1
    hungry = position("german.movement", {"1002": "ge-c1"}, out=["ge-c1"])
    assert {h: i["band"] for h, i in reach(hungry, "german", "ge-c1").items() if h in ("1004", "1005")} == {
        "1004": "free",
        "1005": "tiring",
    }


def test_on_turn_1_the_germans_do_not_tire(lay: Lay) -> None:
    """§10.2: the exception is theirs and for the first turn; the French tire then too."""
    lay(field(PLAIN))
    path = ("1003", "1004", "1005", "1006")
    for turn, level in ((1, 1), (2, 0)):
        state = march(position("german.movement", {"1002": "ge-ii"}, turn=turn, elan=["ge-ii"]), ["ge-ii"], *path)
        assert morale(order(state, "german", "end_phase", loaded(6)), "ge-ii") == level
    state = march(position("entente.movement", {"1002": "fr-1"}, turn=1), ["fr-1"], *path, seat="entente")
    assert morale(order(state, "entente", "end_phase", loaded(6)), "fr-1") == -1


def test_standing_still_gains_a_level_and_a_short_march_does_not(lay: Lay) -> None:
    """§10.2: one hex is a move."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii ge-iii"})
    state = order(march(state, ["ge-ii"], "1003"), "german", "end_phase", loaded(6, 6))
    assert (morale(state, "ge-ii"), morale(state, "ge-iii")) == (0, 1)


def test_going_away_and_back_is_not_standing_still(lay: Lay) -> None:
    """§10.2: a corps that has moved out and home again gains nothing."""
    lay(field(PLAIN))
    state = march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1003")
    state = order(march(state, ["ge-ii"], "1002"), "german", "end_phase", loaded(6))
    assert morale(state, "ge-ii") == 0


def test_the_other_side_neither_rests_nor_tires(lay: Lay) -> None:
    """§10.2: only units of the phase's side are looked at."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii", "1008": "fr-1"})
    assert morale(order(state, "german", "end_phase", loaded(6)), "fr-1") == 0


def test_the_planner_says_what_a_march_costs_in_morale(lay: Lay) -> None:
    """§10.2: free up to half the MA, tiring beyond; what was spent before counts."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii"})
    bands = {h: i["band"] for h, i in reach(state, "german", "ge-ii").items()}
    assert (bands["1004"], bands["1005"]) == ("free", "tiring")
    later = march(state, ["ge-ii"], "1003")
    bands = {h: i["band"] for h, i in reach(later, "german", "ge-ii").items()}
    assert (bands["1004"], bands["1005"], bands["1006"]) == ("free", "tiring", "tiring")
    first = position("german.movement", {"1002": "ge-ii"}, turn=1)
    assert {i["band"] for i in reach(first, "german", "ge-ii").values()} == {"free"}


# --- enemies (§10.3, §7.1) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", ["fr-hq-1", "fr-fort-toul", "fr-1"])
def test_hexes_with_enemies_of_any_kind_are_closed(lay: Lay, enemy: str) -> None:
    """§10.3: neither to enter nor to pass through, whatever stands there."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii", "1003": enemy})
    stopped(state, ["ge-ii"], "enemy-there", "10.3", "1003")
    assert "1003" not in reach(state, "german", "ge-ii")
    assert plan(state, "german", "ge-ii")["refused"]["1003"]["section"] == "10.3"


def test_a_move_ends_where_it_enters_an_enemy_zone(lay: Lay) -> None:
    """§10.3, §7.1: beside enemy corps one stops, in this go and for the phase, friends there or not."""
    lay(field(PLAIN))
    state = position("german.movement", {"1002": "ge-ii", "1104": "ge-iii", "1105": "fr-1"})
    stopped(state, ["ge-ii"], "stopped", "7.1", "1003", "1004", "1005")
    stopped(state, ["ge-ii"], "stopped", "7.1", "1003", "1104", "1103")
    state = march(state, ["ge-ii"], "1003", "1004")
    stopped(state, ["ge-ii"], "stopped", "7.1", "1003")


def test_a_unit_leaves_an_enemy_zone_for_free_ground_only(lay: Lay) -> None:
    """§10.3, §7.1: who starts in an enemy zone may go on if the first hex is in none, and stops at the next zone."""
    lay(field(PLAIN))
    state = position("german.movement", {"1004": "ge-ii", "1005": "fr-1"})
    stopped(state, ["ge-ii"], "ezoc-to-ezoc", "7.1", "1105")
    stopped(state, ["ge-ii"], "stopped", "7.1", "1104", "1105", "1205")
    assert at(march(state, ["ge-ii"], "1104", "1204"), "ge-ii") == "1204"
    assert at(march(state, ["ge-ii"], "1104", "1105"), "ge-ii") == "1105"


# --- terrain and rivers (§10.4, §10.5) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "mp"),
    [("F.", 1), ("Ff", 2), ("Fr", 2), ("Fc", 1), ("Fh", 1), ("Fp", 1), ("F*", 1), ("L.", 1), ("G.", 1)],
)
def test_what_it_costs_to_enter_a_hex(lay: Lay, ground: str, mp: int) -> None:
    """§10.4: clear ground and cities one MP, forest and rough two; borders and the line round Paris nothing."""
    lay(field(PLAIN.replace("10  F. F. F.", f"10  F. F. {ground}", 1)))
    state = position("german.movement", {"1002": "ge-ii"})
    assert spent(march(state, ["ge-ii"], "1003"), "ge-ii") == mp
    assert reach(state, "german", "ge-ii")["1003"]["cost"] == mp


@pytest.mark.parametrize(("terrain", "city", "mp"), [("rough", "", 2), ("rough", "city", 1), ("forest", "paris", 1)])
def test_a_city_costs_one_whatever_ground_it_stands_on(lay: Lay, terrain: str, city: str, mp: int) -> None:
    """§10.4: the chart has a line for cities; the printed map has none on other ground than clear."""
    blank = {"surface": "land", "country": "FR", "name": "", "fortress": "", "port": "", "perimeter": ""}
    start, end = {"hex": "1002", "terrain": "clear", "city": ""}, {"hex": "1003", "terrain": terrain, "city": city}
    lay(Board(Sheet("even", enumerate([{**blank, **start}, {**blank, **end}], 1), [], [])))
    assert spent(march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1003"), "ge-ii") == mp


@pytest.mark.parametrize("ground", ["Fm", "~.", "N."])
def test_ground_that_is_never_entered(lay: Lay, ground: str) -> None:
    """§10.4: marsh, sea and neutral countries."""
    lay(field(PLAIN.replace("10  F. F. F.", f"10  F. F. {ground}", 1)))
    state = position("german.movement", {"1002": "ge-ii"})
    stopped(state, ["ge-ii"], "no-such-hex", "3.2", "1003")
    assert "1003" not in reach(state, "german", "ge-ii")
    assert plan(state, "german", "ge-ii")["refused"]["1003"]["section"] == "10.4"


def test_sea_hexsides_are_not_crossed(lay: Lay) -> None:
    """§10.4: between two land hexes there may be water."""
    lay(field(PLAIN, seas=[("1002", "1003")]))
    state = position("german.movement", {"1002": "ge-ii"})
    stopped(state, ["ge-ii"], "closed", "10.4", "1003")
    assert reach(state, "german", "ge-ii")["1003"]["cost"] == 2, "round about"


def test_costs_add_up_along_the_way(lay: Lay) -> None:
    """§10.4: each hex entered is paid for, the first one not."""
    lay(field(PLAIN.replace("10  F. F. F. F.", "10  F. Fr Ff F.", 1)))
    state = position("german.movement", {"1002": "ge-ii"})
    assert spent(march(state, ["ge-ii"], "1003", "1004"), "ge-ii") == 3


def test_a_river_into_a_forest_costs_three_example(lay: Lay) -> None:
    """§10.5: two MP for the forest and one more for the river."""
    lay(field(PLAIN.replace("10  F. F. F.", "10  F. F. Ff", 1), rivers=[("1002", "1003")]))
    state = position("german.movement", {"1002": "ge-ii"})
    assert spent(march(state, ["ge-ii"], "1003"), "ge-ii") == 3


def test_rivers_cost_one_more_in_both_directions(lay: Lay) -> None:
    """§10.5: whichever bank one comes from; going along the river costs nothing more."""
    lay(field(PLAIN, rivers=[("1002", "1003")]))
    assert spent(march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1003"), "ge-ii") == 2
    assert spent(march(position("german.movement", {"1003": "ge-ii"}), ["ge-ii"], "1002"), "ge-ii") == 2
    assert spent(march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1103"), "ge-ii") == 1


@pytest.mark.parametrize("city", ["Fc", "Fh", "FP"])
def test_rivers_cost_nothing_into_or_out_of_a_city(lay: Lay, city: str) -> None:
    """§10.5: a city has bridges."""
    lay(field(PLAIN.replace("10  F. F. F.", f"10  F. F. {city}", 1), rivers=[("1002", "1003")]))
    assert spent(march(position("german.movement", {"1002": "ge-ii"}), ["ge-ii"], "1003"), "ge-ii") == 1
    assert spent(march(position("german.movement", {"1003": "ge-ii"}), ["ge-ii"], "1002"), "ge-ii") == 1


def test_the_planner_finds_the_cheapest_way(lay: Lay) -> None:
    """§10.4, §10.5: round the rough ground and over the bridges of a city."""
    drawing = """
    10  F. F. Fr Fr F. F.
    11  F. F. Fc F. F. F.
    12  F. F. F. F. F. F.
    """
    lay(field(drawing, rivers=[("1002", "1103"), ("1103", "1104"), ("1002", "1003")]))
    found = reach(position("german.movement", {"1002": "ge-ii"}), "german", "ge-ii")
    assert found["1104"]["cost"] == 2
    assert found["1104"]["path"] == ["1103", "1104"]
    assert found["1005"]["cost"] == 4


# --- enough MP, and depots (§10.7) --------------------------------------------------------------------------------


def test_a_unit_without_the_mp_does_not_enter(lay: Lay) -> None:
    """§10.7: there is no minimum move of one hex."""
    lay(field(PLAIN.replace("10  F. F. F.", "10  F. F. Ff", 1), rivers=[("1002", "1003")]))
    state = position("german.movement", {"1002": "ge-ii"}, fatigued=["ge-ii"])
    stopped(state, ["ge-ii"], "too-far", "10.7", "1003")
    assert "1003" not in reach(state, "german", "ge-ii")
    assert plan(state, "german", "ge-ii")["refused"]["1003"]["section"] == "10.7"


def test_a_depot_moves_along_rail_lines_at_one_mp_a_hex(lay: Lay) -> None:
    """§10.7: whatever the ground, and over rivers too."""
    drawing = PLAIN.replace("10  F. F. F. F.", "10  F. F. Fr Ff", 1)
    lay(field(drawing, rails=[("1002", "1003", "1004", "1005", "1006", "1007")], rivers=[("1002", "1003")]))
    state = position("german.movement", {"1002": "ge-depot-1"})
    assert set(reach(state, "german", "ge-depot-1")) == {"1003", "1004", "1005", "1006"}
    moved = march(state, ["ge-depot-1"], "1003", "1004", "1005", "1006")
    assert (at(moved, "ge-depot-1"), spent(moved, "ge-depot-1")) == ("1006", 4)
    stopped(state, ["ge-depot-1"], "too-far", "10.7", "1003", "1004", "1005", "1006", "1007")


def test_a_depot_does_not_leave_the_rails(lay: Lay) -> None:
    """§10.7: not into country without rails, nor across to another line."""
    lay(field(PLAIN, rails=[("1002", "1003"), ("1102", "1103")]))
    state = position("german.movement", {"1002": "ge-depot-1"})
    for hex_ in ("1001", "1102", "1103"):
        stopped(state, ["ge-depot-1"], "depot-by-rail", "10.7", hex_)
    assert plan(state, "german", "ge-depot-1")["refused"]["1102"]["section"] == "10.7"


def test_a_depot_moves_by_itself(lay: Lay) -> None:
    """§10.7: not in one stack with units that walk (a ruling)."""
    lay(field(PLAIN, rails=[("1002", "1003")]))
    state = position("german.movement", {"1002": "ge-depot-1 ge-ii"})
    stopped(state, ["ge-depot-1", "ge-ii"], "depot-by-rail", "10.7", "1003")


def test_a_depot_stops_at_enemies_and_in_their_zones(lay: Lay) -> None:
    """§10.7, §10.3: on the rails the enemy is as much in the way as elsewhere."""
    lay(field(PLAIN, rails=[("1002", "1003", "1004", "1005")]))
    state = position("german.movement", {"1002": "ge-depot-1", "1104": "fr-1"})
    assert set(reach(state, "german", "ge-depot-1")) == {"1003"}
    stopped(state, ["ge-depot-1"], "stopped", "7.1", "1003", "1004")
    state = position("german.movement", {"1002": "ge-depot-1", "1004": "fr-hq-1"})
    stopped(state, ["ge-depot-1"], "enemy-there", "10.3", "1003", "1004")


# --- the Belgian army (§10.8) -------------------------------------------------------------------------------------

FLANDERS = """
10  G. B. B. F. F. F. F. F.
11  G. B. B. L. F. F. F. F.
12  G. B. B. F. F. F. F. F.
"""


def belgian(stacks: Mapping[str, str]) -> State:
    """The Entente's Movement Phase."""
    return position("entente.movement", stacks)


def test_belgians_stay_within_two_hexes_of_their_country(lay: Lay) -> None:
    """§10.8: Belgium, and two hexes into France and Luxembourg."""
    lay(field(FLANDERS))
    state = belgian({"1003": "be-1"})
    assert at(march(state, ["be-1"], "1004", "1005", seat="entente"), "be-1") == "1005"
    assert at(march(state, ["be-1"], "1104", seat="entente"), "be-1") == "1104"
    stopped(state, ["be-1"], "belgian-area", "10.8", "1004", "1005", "1006", seat="entente")
    assert "1006" not in reach(state, "entente", "be-1")
    assert plan(state, "entente", "be-1")["refused"]["1006"]["section"] == "10.8"


def test_belgians_do_not_enter_germany(lay: Lay) -> None:
    """§10.8: not even next to their border."""
    lay(field(FLANDERS))
    stopped(belgian({"1002": "be-1"}), ["be-1"], "belgian-area", "10.8", "1001", seat="entente")
    stopped(belgian({"1002": "be-hq"}), ["be-hq"], "belgian-area", "10.8", "1001", seat="entente")


def test_other_nations_go_where_belgians_may_not(lay: Lay) -> None:
    """§10.8: the French are not bound by it."""
    lay(field(FLANDERS))
    state = march(belgian({"1005": "fr-1"}), ["fr-1"], "1006", seat="entente")
    assert at(state, "fr-1") == "1006"
    assert at(march(belgian({"1002": "fr-1"}), ["fr-1"], "1001", seat="entente"), "fr-1") == "1001"


def test_belgian_zones_reach_beyond_their_area(lay: Lay) -> None:
    """§10.8: a Belgian corps at the edge of its area controls the hexes beyond."""
    lay(field(FLANDERS))
    state = position("german.movement", {"1008": "ge-ii", "1005": "be-1"})
    stopped(state, ["ge-ii"], "stopped", "7.1", "1007", "1006", "1106")


def test_belgians_do_not_attack_beyond_their_area(lay: Lay) -> None:
    """§10.8: neither into Germany nor further into France."""
    lay(field(FLANDERS))
    for stacks, target in (({"1005": "be-1", "1006": "ge-ii"}, "1006"), ({"1002": "be-1", "1001": "ge-ii"}, "1001")):
        state = position("entente.combat", stacks)
        denied(state, "entente", "belgian-area", "10.8", "attack", units=["be-1"], target=target)
    state = position("entente.combat", {"1004": "be-1", "1005": "ge-ii"})
    _, events = told(state, "entente", "attack", loaded(6, 6), units=["be-1"], target="1005")
    assert happened(events, AttackDeclared)


def test_7_1_a_unit_in_an_enemy_zone_is_told_why_it_cannot_enter_the_next_hex(lay: Lay) -> None:
    """§10.8: the enemy beside it is the reason, though no unit may go on from a zone that it has entered."""
    lay(field("10  G. G. F. F. F."))
    state = position("german.movement", {"1003": "ge-ii", "1004": "fr-1"})
    refused = plan(state, "german", "ge-ii")["refused"]
    assert refused["1004"]["code"] == "enemy-there"
    assert refused["1005"]["code"] == "too-far"
