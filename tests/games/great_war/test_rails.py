"""Chapter 9: who goes by rail and sea, between which places, and how much of it there is in a turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.game import GAME
from rules.great_war.movement.rails import ports_for, units_waiting, why_no_ship, why_no_train
from rules.great_war.movement.railways import journeys
from rules.great_war.position.control import controller
from rules.great_war.position.pre_war_state import GAMBIT, PreWarState
from rules.great_war.position.state import DEAD, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import RAILS
from rules.great_war.shown.noted import note
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.field import fight
from tests.games.great_war.kit import (
    PLACES,
    at,
    at_random,
    belgian_antwerp,
    moved,
    or_enough,
    position,
    refused,
    set_up,
    told,
    told_with,
)

ALLIES, CENTRALS = "allied.rail", "central.rail"
SEATS = {ALLIES: ALLIED, CENTRALS: CENTRAL}
IN_1917 = 28
"""An operational turn of that year."""


def went(state: State, units: str, to: str, kind: str = "rail") -> State:
    """The state after a journey that must be taken."""
    return told(state, SEATS[state.phase.key], kind, units=units.split(), to=to)


def stayed(state: State, units: str, to: str, kind: str = "rail") -> Refusal:
    """The refusal of a journey."""
    return refused(state, SEATS[state.phase.key], kind, units=units.split(), to=to)


def used(state: State) -> dict[str, int]:
    """What has been moved against each capacity."""
    return dict(state.phase.used)


def ends(state: State, units: str, kind: str = "rail") -> list[str]:
    """The hexes that are offered to these units."""
    asked = {"kind": "slot", "order": kind, "slot": "to", "chosen": {"units": units.split()}}
    found = GAME.consult(state, SEATS[state.phase.key], asked)
    assert not isinstance(found, Refusal), found
    return found["options"]["of"]  # type: ignore[index, call-overload, return-value]


def central(stacks: dict[str, str], **fields: Any) -> State:
    """The Central Powers' part of a Strategic Movement Phase."""
    return position(stacks, CENTRALS, **fields)


def allied(stacks: dict[str, str], **fields: Any) -> State:
    """The Allied part."""
    return position(stacks, ALLIES, **fields)


def test_14_63_no_trains_from_or_to_devastated_towns() -> None:
    """§14.63: towns and cities there are lost to strategic movement."""
    state = allied({"W5008": "fr-12"})
    to = next(h for h in ends(state, "fr-12") if h != "W5008")
    assert at(went(state, "fr-12", to), "fr-12") == to
    assert stayed(replace(state, devastated=frozenset({to})), "fr-12", to).code == "no-town"
    assert refused(replace(state, devastated=frozenset({"W5008"})), ALLIED, "rail", units=["fr-12"], to=to)


# --- capacity ---------------------------------------------------------------------------------------------------------


def test_9_34_the_worked_example_breslau_to_budapest() -> None:
    """§9.34: a German headquarters from Breslau to Budapest counts as four units; at home it counts as two."""
    state = central({"E4508": "ge-hq-11 ge-3"})
    assert used(went(state, "ge-hq-11", "E3310")) == {"central": 4}
    assert used(went(state, "ge-hq-11", "E4908")) == {"central": 2}
    assert used(went(state, "ge-3", "E3310")) == {"central": 2}
    assert used(went(state, "ge-3 ge-hq-11", "E4908")) == {"central": 3}


def test_9_11_twenty_four_units_on_and_between_the_fronts() -> None:
    """§9.11: twelve that begin or end outside Germany take up all; nobody is left out before."""
    stacks = {"E3310": "ah-1 ah-2 ah-3 ah-4 ah-5 ah-6", "E3907": "ah-7 ah-8 ah-9 ah-10 ah-11 ah-12", "E4508": "ge-3"}
    state = went(central(stacks), "ah-1 ah-2 ah-3 ah-4 ah-5 ah-6", "E3606")
    assert used(state) == {"central": 12}
    state = went(state, "ah-7 ah-8 ah-9 ah-10 ah-11", "E4304")
    full = stayed(went(state, "ge-3", "E4908"), "ah-12", "E4304")
    assert (full.code, full.section) == ("no-capacity", "9.11")
    state = went(state, "ah-12", "E4304")
    assert stayed(state, "ge-3", "E4908").code == "no-capacity"
    assert GAME.legal(state, CENTRAL)


def test_9_0_between_front_maps_over_their_edges() -> None:
    """§9.0: from Cologne to Posen over two German edges, to Italy not before 1917 (§17.31); without edges nowhere."""
    state = central({"W6529": "ge-1bvr"})
    after = went(state, "ge-1bvr", "E4908")
    assert at(after, "ge-1bvr") == "E4908"
    assert used(after) == {"central": 1}
    assert stayed(state, "ge-1bvr", "W2634").code == "off-limits"
    assert at(went(central({"W6529": "ge-1bvr"}, turn=IN_1917), "ge-1bvr", "W2634"), "ge-1bvr") == "W2634"
    board = state.printed.board
    lost = frozenset(board.ids[i] for i in board.edges if board.ids[i][0] == "E")
    cut = central({"W6529": "ge-1bvr"}, taken=lost)
    assert stayed(cut, "ge-1bvr", "E4908").code in ("no-line", "unsupplied")
    assert "W5230" in ends(cut, "ge-1bvr")
    assert "E4908" not in ends(cut, "ge-1bvr")


def test_9_21_twelve_allied_units_in_the_west_and_twice_outside_france_and_italy() -> None:
    """§9.21: a Belgian from Furnes counts as two, a Frenchman between French towns as one."""
    state = allied({"W6811": "be-1", "W3720": "fr-12 fr-hq-1"})
    assert used(went(state, "be-1", "W6707")) == {"allied": 2}
    assert used(went(state, "fr-12", "W4908")) == {"allied": 1}
    assert used(went(state, "fr-12 fr-hq-1", "W4908")) == {"allied": 3}
    assert state.printed.charts.capacity["allied"].units == 12


def test_9_21_the_west_has_no_trains_for_allies_in_the_east() -> None:
    """§9.21, §9.22: Serbians walk; on the Eastern Front only Russians go by rail."""
    state = allied({"E2016": "se-1don", "E4129": "ru-26"})
    assert stayed(state, "se-1don", "E1614").code == "no-trains"


def test_9_22_eight_russians_inside_russia() -> None:
    """§9.22: from Kiev to Minsk and to Poland, not to Lemberg though it is theirs, and eight at most."""
    stacks = {"E4129": "ru-26 ru-27 ru-28 ru-29 ru-30 ru-31", "E4219": "ru-hq-1", "E5225": "ru-32 ru-hq-2 ru-33"}
    state = allied(stacks, taken=frozenset({"E4020"}))
    assert controller(state, "E4020") == ALLIED
    assert stayed(state, "ru-26", "E4020").code == "no-trains"
    assert stayed(state, "ru-26", "W4908").code == "off-limits"
    assert {"E5225", "E4816"} <= {*ends(state, "ru-26")}
    state = went(state, "ru-26 ru-27 ru-28 ru-29 ru-30 ru-31", "E4730")
    assert used(state) == {"russian": 6}
    assert stayed(went(state, "ru-32", "E5532"), "ru-hq-2", "E5532").code == "no-capacity"
    assert used(went(state, "ru-hq-2", "E5532")) == {"russian": 8}


# --- limitations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "fields", "prompt", "detail"),
    [
        (ALLIES, {}, "Move by rail and sea", "Left: 12 by rail in the west, 8 Russians, 6 by sea."),
        (CENTRALS, {}, "Move by rail",
         "Trains can carry 24 more. Outside Germany a unit counts as two, and so does a headquarters."),
        (CENTRALS, {"turn": 1, "pre_war": PreWarState(wanted=True, revealed=True, played=(GAMBIT,))}, "Move by rail",
         "To Berlin and Stettin alone: 12 units more."),
    ],
)  # fmt: skip
def test_9_11_the_question_tells_what_may_still_move(
    key: str, fields: dict[str, Any], prompt: str, detail: str
) -> None:
    """§9.11, §9.21, §9.22, §9.52: by rail and by sea. §20.2 No. 7: on the first turn to the coast alone."""
    question = GAME.legal(position({"E4913": "ge-3", "W5117": "fr-12"}, key, **fields), SEATS[key])
    assert (question["prompt"], question["detail"]) == (prompt, detail)


def test_9_31_from_town_to_town() -> None:
    """§9.31: not from the open country, and not to it."""
    state = allied({"W4907": "fr-12", "W3720": "fr-13"})
    assert stayed(state, "fr-12", "W3720").code == "no-town"
    assert stayed(state, "fr-13", "W4907").code == "no-town"
    assert stayed(state, "fr-12 fr-13", "W4908").code == "no-town"
    assert stayed(state, "fr-13", "W6413").code == "not-yours"


def test_9_31_lines_run_round_the_enemy_and_not_through_him() -> None:
    """§9.31: Kiev inside a ring of Germans is left by nobody; with one gap that a Russian holds the line is open."""
    around = position({}).printed.board.lattice.around("E4129")
    germans = ["ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-1bvr"]
    ring = dict(zip(around, germans, strict=True))
    state = allied({**ring, "E4129": "ru-26", "E5225": "ru-32"})
    assert stayed(state, "ru-26", "E5225").code == "unsupplied"
    assert "E4129" not in ends(state, "ru-32")
    gap = {**ring, "E4129": "ru-26", "E5225": "ru-32", "E4229": "ru-27", "E4230": "ru-28"}
    state = allied(gap)
    assert at(went(state, "ru-26", "E5225"), "ru-26") == "E5225"
    assert stayed(state, "ru-32", "E4129").code == "beside-enemy"


def test_9_32_past_the_enemy_only_where_a_friend_stands() -> None:
    """§9.32: a train passes next to an enemy only over a hex with a unit or fort of its own side."""
    lattice = position({}).printed.board.lattice
    near = lattice.around("E4129")
    outside = {b for h in near for b in lattice.around(h)} - {"E4129", *near}
    corners = sorted(h for h in outside if len({*lattice.around(h)} & {*near}) == 1)
    sides = sorted(outside - {*corners})
    germans = dict(zip(sides, ("ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-1bvr"), strict=True))
    towns = {"E4129": "ru-26", "E5225": "ru-32"}
    assert stayed(allied({**germans, **towns}), "ru-32", "E4129").code in ("no-line", "unsupplied")
    gate = corners[-1]
    inner = next(h for h in lattice.around(gate) if h in near)
    way = allied({**germans, **towns, gate: "ru-27", inner: "ru-28"})
    assert at(went(way, "ru-32", "E4129"), "ru-32") == "E4129"
    half = allied({**germans, **towns, gate: "ru-27"})
    assert stayed(half, "ru-32", "E4129").code == "no-line"


def test_9_32_units_start_next_to_the_enemy_and_do_not_end_there() -> None:
    """§9.32: Warsaw beside a German is left, not entered, not even by those whom a friend awaits."""
    state = allied({"E4816": "ru-26 ru-27", "E5225": "ru-32", "E4815": "ge-3"})
    assert at(went(state, "ru-26", "E5225"), "ru-26") == "E5225"
    assert stayed(state, "ru-32", "E4816").code == "beside-enemy"


def test_9_32_next_to_units_that_have_just_entered_the_war() -> None:
    """§9.32: in May 1915 Austrians may come to Trent though Italians stand beside it; from June on they may not."""
    stacks = {"E3310": "ah-1", "W2514": "it-1"}
    assert stayed(central(stacks), "ah-1", "W2615").code == "beside-enemy"
    after = went(central(stacks, frozen=frozenset({"IT"})), "ah-1", "W2615")
    assert at(after, "ah-1") == "W2615"


def test_17_11_no_unit_of_a_nation_that_has_just_entered_moves_by_rail() -> None:
    """§17.11: Italians stay where they are in May 1915."""
    stacks = {"W2005": "it-1", "W3720": "fr-12"}
    assert stayed(allied(stacks, frozen=frozenset({"IT"})), "it-1", "W2014").code == "just-entered"
    assert at(went(allied(stacks), "it-1", "W2014"), "it-1") == "W2014"


def test_9_31_alpine_hexes_carry_no_trains() -> None:
    """§9.31: no way of a train touches an alpine hex."""
    state = central({"E3310": "ah-1"})
    found = journeys(state, ("ah-1",))
    assert not state.printed.board.alpine & {*found.cost}
    path = [state.printed.board.ids[i] for i in found.path(state.printed.board.index["W2615"])]
    assert path[-1] == "W2615"
    assert any(h[0] == "E" for h in path)


def test_7_13_hexes_of_the_enemy_on_the_way_change_hands_and_are_avoided() -> None:
    """§7.13, §9.31: Kiev in a ring of empty hexes that the enemy took: one of them is entered, and no more."""
    around = position({}).printed.board.lattice.around("E4129")
    state = allied({"E4129": "ru-26", "E5225": "ru-32"}, taken=frozenset(around))
    after = went(state, "ru-32", "E4129")
    assert len(state.taken - after.taken) == 1
    assert went(state, "ru-32", "E5532").taken == state.taken


def test_9_56_each_unit_goes_once() -> None:
    """§9.31, §9.56: neither a second train nor a ship after a train, nor a train after a ship."""
    state = went(allied({"W3720": "fr-12 fr-13", "W6707": "fr-14"}), "fr-12", "W6707")
    assert stayed(state, "fr-12", "W3720").code == "moved-already"
    assert stayed(state, "fr-12", "W5801", "sail").code == "moved-already"
    state = went(state, "fr-14", "W5801", "sail")
    assert stayed(state, "fr-14", "W4908").code == "moved-already"


def test_7_22_stacking_holds_at_the_end() -> None:
    """§7.22: six in the town."""
    state = allied({"W4908": "fr-12 fr-13 fr-14 fr-15 fr-16", "W3720": "fr-17 fr-18"})
    assert stayed(state, "fr-17 fr-18", "W4908").code == "overstacked"
    assert at(went(state, "fr-17", "W4908"), "fr-17") == "W4908"


def test_17_31_four_austrians_and_six_italians_elsewhere() -> None:
    """§17.21, §17.31: from 1917 on four Austro-Hungarian units go to the west; six Italians leave Italy."""
    austrians = {"E3310": "ah-1 ah-2 ah-3 ah-4 ah-5"}
    assert stayed(central(austrians), "ah-1", "W6529").code == "off-limits"
    late = central(austrians, turn=IN_1917)
    assert stayed(late, "ah-1 ah-2 ah-3 ah-4 ah-5", "W6529").section == "17.31"
    after = went(late, "ah-1 ah-2 ah-3 ah-4", "W6529")
    assert stayed(after, "ah-5", "W6729").section == "17.31"
    italians = {"W2005": "it-1 it-2 it-3 it-4", "W4908": "it-5 it-6 it-7"}
    assert stayed(allied(italians), "it-1 it-2 it-3 it-4", "W3720").section == "17.21"
    assert at(went(allied(italians), "it-1 it-2 it-3", "W3720"), "it-3") == "W3720"


def test_17_21_a_limit_for_one_nation_counts_its_own_units_alone() -> None:
    """§17.21: one U.S. unit goes to Italy, and French beside it; a second stays."""
    west = allied({"W4908": "us-1 us-2 fr-12"}, turn=IN_1917, sides={**position({}).sides, "US": ALLIED})
    assert at(went(west, "us-1 fr-12", "W2117"), "us-1") == "W2117"
    assert stayed(west, "us-1 us-2", "W2117").section == "17.21"


# --- by sea -----------------------------------------------------------------------------------------------------------


def test_9_51_from_port_to_port() -> None:
    """§9.51: from Calais to Le Havre; not from Paris, and not to it."""
    state = allied({"W6707": "br-46t", "W4908": "br-47t"})
    assert at(went(state, "br-46t", "W5801", "sail"), "br-46t") == "W5801"
    assert stayed(state, "br-46t", "W4908", "sail").code == "no-port"
    assert stayed(state, "br-47t", "W5801", "sail").code == "no-port"
    assert stayed(state, "br-46t", "W6912", "sail").code == "no-port"


SIEGE = dict(zip(("W6820", "W6919", "W6918", "W6818", "W6718", "W6719"), (f"ge-{n}" for n in range(3, 9)), strict=True))
"""Germans in all hexes beside Antwerp."""


def test_9_51_no_ships_to_a_port_that_is_closed() -> None:
    """§9.51, §11.44: up the Scheldt to Antwerp while it is open; not past Germans in all hexes beside it,
    nor back. A port that is fed over land takes ships in anyway: its marked hexes are about supply alone."""
    stacks = {"W6707": "br-46t", PLACES.antwerp: "br-47t"}
    state = allied(stacks, **belgian_antwerp())
    assert at(went(state, "br-46t", PLACES.antwerp, "sail"), "br-46t") == PLACES.antwerp
    assert at(went(state, "br-47t", "W6707", "sail"), "br-47t") == "W6707"
    shut = allied({**stacks, **SIEGE}, **belgian_antwerp())
    assert stayed(shut, "br-46t", PLACES.antwerp, "sail").code == "unsupplied"
    assert PLACES.antwerp not in ends(shut, "br-46t", "sail")
    assert stayed(shut, "br-47t", "W6707", "sail").code == "unsupplied"
    rouen = allied({"W6707": "br-46t"}, taken=position({}).taken | {"W5602"})
    assert at(went(rouen, "br-46t", "W5603", "sail"), "br-46t") == "W5603"


def test_9_52_six_units_a_turn_headquarters_like_others() -> None:
    """§9.52: six; a headquarters counts as one of them, and what came east with headquarters is spent (§13.3)."""
    names = "br-46t br-47t br-48t br-49t br-50t br-hq-1"
    state = allied({"W6707": names, "W5801": "br-7"})
    assert used(went(state, names, "W6606", "sail")) == {"sea": 6}
    assert stayed(went(state, names, "W6606", "sail"), "br-7", "W6004", "sail").code == "no-capacity"
    tired = allied({"W6707": names}, sailed=4)
    full = stayed(tired, "br-46t br-47t br-48t", "W6606", "sail")
    assert (full.code, full.section) == ("no-capacity", "9.52")
    assert why_no_ship(allied({"W6707": names}, sailed=5), "br-46t") is None, "one ship is left"
    assert at(went(tired, "br-46t br-47t", "W6606", "sail"), "br-47t") == "W6606"


def test_9_52_a_seventh_unit_is_told_that_the_ships_are_full() -> None:
    """§9.52: units in ports are not offered any more."""
    state = position({"W3621": "fr-12"}, ALLIES)
    port = state.printed.board.ids[min(ports_for(state, "FR") & state.printed.board.by_country["FR"])]
    state = position({port: "fr-12"}, ALLIES)
    assert why_no_ship(state, "fr-12") is None
    refusal = why_no_ship(replace(state, cursor=(replace(state.phase, used={"sea": 6}),)), "fr-12")
    assert refusal is not None
    assert refusal.code == "no-capacity"


def test_9_53_landing_places_are_ports_while_they_stand() -> None:
    """§9.53: from Cape Hellas to Suvla Bay and to France, and back, in 1915; not where nobody has landed."""
    state = allied({"E1022": "fr-12", "E1122": "fr-13", "W6707": "br-46t"})
    assert {"E1022", "E1122"} <= state.landings
    assert at(went(state, "fr-12", "E1122", "sail"), "fr-12") == "E1122"
    assert at(went(state, "br-46t", "E1122", "sail"), "br-46t") == "E1122"
    bare = allied({"W6707": "br-46t"}, landings=frozenset())
    assert stayed(bare, "br-46t", "E1122", "sail").code == "no-port"


def test_9_54_no_ships_on_the_baltic_and_on_the_black_sea_only_past_constantinople() -> None:
    """§9.54: Riga is no port for them; Odessa is one when the Allies hold Constantinople."""
    stacks = {"E6120": "ru-26", "E3031": "ru-27", "W6707": "fr-12"}
    state = allied(stacks)
    assert stayed(state, "ru-26", "E6116", "sail").code == "no-port"
    assert stayed(state, "ru-27", "E1122", "sail").code == "no-port"
    through = allied(stacks, taken=frozenset({"E1328"}), turkey=True)
    assert controller(through, "E1328") == ALLIED
    assert "E3031" in ends(through, "fr-12", "sail")
    assert stayed(through, "ru-26", "E3031", "sail").code == "no-port"


def test_11_81_units_out_of_supply_neither_ride_nor_sail() -> None:
    """§11.81: cut off in Verdun, no train is theirs."""
    around = position({}).printed.board.lattice.around("W5122")
    ring = dict(zip(around, ("ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-1bvr"), strict=True))
    state = allied({**ring, "W5122": "fr-12", "W3720": "fr-13"})
    assert stayed(state, "fr-12", "W4908").code == "unsupplied"
    assert stayed(state, "fr-13", "W5122").code in ("unsupplied", "beside-enemy")


def test_11_11_supply_is_determined_as_strategic_movement_begins() -> None:
    """§11.11, §11.81: the French in Verdun, fed by their fort alone as the phase begins, ride no train this turn,
    though the siege is broken in it; on the next turn they do. The Germans round it do not learn who was meant."""
    around = position({}).printed.board.lattice.around("W5122")
    ring = dict(zip(around, ("ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-1bvr"), strict=True))
    begun = position({**ring, "W5122": "fr-12", "W3720": "fr-13"}, "second.east.attacks", west=ALLIED)
    state = told(begun, ALLIED, "end_phase")
    assert state.phase.key == ALLIES
    assert state.strategic_state.unfed == ("fr-12",)
    free = replace(state, stacks={h: units for h, units in state.stacks.items() if h not in ring})
    free = replace(free, units={**free.units, **dict.fromkeys(ring.values(), UnitState(DEAD))})
    assert supply_of(free, "fr-12") == IN
    refusal = why_no_train(free, "fr-12")
    assert refusal is not None
    assert refusal.section == "11.81"
    assert why_no_train(free, "fr-13") is None
    later = TurnBegan(state.turn + 1).apply(free)
    assert why_no_train(replace(later, weather=state.weather), "fr-12") is None
    told_of: list[Any] = [note(state, side) for side in (ALLIED, CENTRAL)]
    assert [told["ledger"].get("unfed") for told in told_of] == [["fr-12"], None]


# --- the whole turn ---------------------------------------------------------------------------------------------------


def test_7_25_a_journey_tells_the_enemy_no_more_than_a_march() -> None:
    """§7.25: the units below the top are counted and not named."""
    state = allied({"W3720": "fr-12 fr-13"})
    after, facts = told_with(state, ALLIED, "rail", units=["fr-12", "fr-13"], to="W4908")
    shown = GAME.view(after, ALLIED)["stacks"]["W4908"]  # type: ignore[index, call-overload]
    assert [unit["done"] for unit in shown] == [True, True]  # type: ignore[index, call-overload, union-attr]
    line = GAME.narrate(state, facts[0], after, CENTRAL)
    assert "13th" not in str(line)
    assert "13th" in str(GAME.narrate(state, facts[0], after, ALLIED))


@pytest.mark.parametrize("seed", [1, 2])
def test_4_2_a_whole_operational_turn_by_commands(seed: int) -> None:
    """§4.2: May 1915 from the Allied arrivals to June's first step, each step by commands at random.

    All nine steps come in their order, some trains and ships run, nothing is refused, and what stands stays in order.
    """
    rng = random.Random(seed)
    state, steps, kinds = set_up(), ["allied.new-units"], set[str]()
    left = 40
    while state.turn == 10:
        if state.phase.key != steps[-1]:
            steps.append(state.phase.key)
            left = 40
        left -= 1
        step = at_random if left >= 0 else or_enough
        after, command = step(state, rng)
        while command["kind"] == "end_phase" and state.phase.key in RAILS and "rail" not in kinds:
            # A side may end the step at once: here a train runs first.
            after, command = at_random(state, rng)
        state = after
        kinds.add(str(command["kind"]))
    besides = ("again", "withdrawal", "attrition")
    assert [s for s in steps if not any(word in s for word in besides)] == [
        "allied.new-units", "central.new-units", "first-movement", "first.west.attacks", "first.east.attacks",
        "second-movement", "second.west.attacks", "second.east.attacks", "allied.rail", "central.rail",
    ]  # fmt: skip
    assert {"place", "move", "attack", "rail"} <= kinds
    assert state.phase.key == "declare-events"
    assert not state.frozen
    assert all(state.units[u].at == hex_ for hex_, units in state.stacks.items() for u in units)


def test_9_33_a_unit_that_has_marched_and_fought_takes_the_train() -> None:
    """§9.33, by commands: a division marches to Thionville, attacks from there, and goes by rail on the same turn."""
    state = position({"W5327": "ge-3 ge-4", "W5226": "fr-12"}, "second-movement")
    state = moved(state, CENTRAL, "ge-3 ge-4", "W5326")
    while state.phase.key != "second.west.attacks":
        state = told(state, GAME.deciders(state)[0], "end_phase")
    state, _ = fight(state, "ge-3 ge-4", 6, target="W5226")
    state = told(state, CENTRAL, "lose", unit="ge-4")
    while state.phase.key != CENTRALS:
        kind = "end_phase" if state.battle is None else "hold"
        state = told(state, GAME.deciders(state)[0], kind)
    assert (state.units["ge-3"].at, at(state, "fr-12")) == ("W5326", "dead")
    assert at(went(state, "ge-3", "W5629"), "ge-3") == "W5629"


def test_9_53_units_wait_for_a_ship_in_valona_where_italians_do() -> None:
    """§9.53, §9.54: an Italian division there is offered; nobody is asked to move no unit."""
    state = allied({PLACES.valona: "it-1", "W6707": "br-46t"}, balkans=True)
    assert [*units_waiting(state, ALLIED, "sea")] == [*(u for h in state.hexes for u in state.stacks[h])]
    for kind in ("sail", "rail"):
        assert stayed(state, "", "W6606", kind).code == "nothing-chosen"
