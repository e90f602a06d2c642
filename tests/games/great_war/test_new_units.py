"""Chapter 13: who comes where from the Available Units Boxes, by cities, ports and headquarters."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.facts.replacements import UnitReturned
from rules.great_war.game import GAME
from rules.great_war.movement.allowance import allowance, left_of
from rules.great_war.movement.rails import RAIL, some_can_go, why_no_train
from rules.great_war.movement.rails import units_waiting as passengers
from rules.great_war.new_units.orders import within_reach
from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.control import controller
from rules.great_war.position.state import AVAILABLE, DEAD, PhaseFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import (
    PLACES,
    at,
    belgian_antwerp,
    moved,
    position,
    refused,
    set_up,
    told,
    told_with,
    ways,
)

ALLIES, CENTRALS = "allied.new-units", "central.new-units"
SEATS = {ALLIES: ALLIED, CENTRALS: CENTRAL}


def waiting(units: str, key: str, stacks: dict[str, str] | None = None, **fields: Any) -> State:
    """A New Units Phase with these units in the boxes and others on the map."""
    state = position(stacks or {}, key, **fields)
    return change(state, {u: UnitState(AVAILABLE) for u in units.split()})


def placed(state: State, units: str, hex_: str) -> State:
    """The state after a placement that must be taken."""
    return told(state, SEATS[state.phase.key], "place", units=units.split(), hex=hex_)


def not_placed(state: State, units: str, hex_: str) -> Refusal:
    """The refusal of a placement."""
    return refused(state, SEATS[state.phase.key], "place", units=units.split(), hex=hex_)


def offered(state: State, units: str) -> list[str]:
    """The hexes that are offered to these units."""
    asked = {"kind": "slot", "order": "place", "slot": "hex", "chosen": {"units": units.split()}}
    found = GAME.consult(state, SEATS[state.phase.key], asked)
    assert not isinstance(found, Refusal), found
    return found["options"]["of"]  # type: ignore[index, call-overload, return-value]


# --- cities and ports -------------------------------------------------------------------------------------------------


def test_13_11_new_units_come_to_cities_of_their_country() -> None:
    """§13.11: the French to Dijon and Paris, not to a town, not to Ghent, not to Lille while the enemy holds it."""
    state = waiting("fr-151 fr-152", ALLIES)
    hexes = offered(state, "fr-151")
    assert {"W3720", "W4908", "W6707"} <= {*hexes}
    assert not {"W4601", "W6715", "W6413"} & {*hexes}
    assert controller(state, "W6413") == CENTRAL
    assert not_placed(state, "fr-151", "W6413").code == "not-yours"
    assert not_placed(state, "fr-151", "W4601").code == "no-way-in"
    state = placed(state, "fr-151", "W3720")
    assert at(state, "fr-151") == "W3720"
    assert not_placed(state, "fr-151", "W4908").code == "not-available"


def test_13_11_they_move_in_the_turn_in_which_they_come() -> None:
    """§13.11, by commands from the opening: a French division comes to Épinal and marches in the first movement."""
    state = placed(set_up(), "fr-151 fr-152", "W4327")
    for seat in (ALLIED, CENTRAL):
        state = told(state, seat, "end_phase")
    assert state.phase.key == "first-movement"
    assert at(moved(state, ALLIED, "fr-151", "W4326"), "fr-151") == "W4326"


def test_13_11_a_city_out_of_supply_takes_nobody() -> None:
    """§11.85, §13.11: Verdun behind a ring of Germans still feeds its garrison, and no new unit comes there."""
    germans = ["ge-1bvr", "ge-3", "ge-4", "ge-5", "ge-6", "ge-7"]
    around = set_up().printed.board.lattice.around("W5122")
    state = waiting("fr-151", ALLIES, dict(zip(around, germans, strict=True)))
    assert not_placed(state, "fr-151", "W5122").code == "unsupplied"
    assert "W5122" in offered(waiting("fr-151", ALLIES), "fr-151")


def test_13_21_stacking_holds() -> None:
    """§13.21: six units in a city, and one headquarters besides."""
    state = waiting("fr-151 fr-152 fr-hq-1 fr-hq-2", ALLIES, {"W3720": "fr-12 fr-13 fr-14 fr-15 fr-16"})
    assert not_placed(state, "fr-151 fr-152", "W3720").code == "overstacked"
    state = placed(state, "fr-151 fr-hq-1", "W3720")
    assert not_placed(state, "fr-hq-2", "W3720").code == "overstacked"
    assert "W3720" not in offered(state, "fr-152")


def test_13_22_the_allies_place_first() -> None:
    """§13.22, §21.21: May 1915 begins with the Allied placements; those of strategic turn D wait in the boxes."""
    state = set_up()
    assert GAME.deciders(state) == (ALLIED,)
    assert state.phase.key == ALLIES
    assert refused(state, CENTRAL, "place", units=["ge-50"], hex="E5102").code != ""
    state = told(state, ALLIED, "end_phase")
    assert GAME.deciders(state) == (CENTRAL,)
    assert at(told(state, CENTRAL, "place", units=["ge-50", "ge-52"], hex="E5102"), "ge-52") == "E5102"


@pytest.mark.parametrize(
    ("units", "asked"), [("fr-151", "Place new units"), ("", "You can place no new units now")], ids=["some", "none"]
)
def test_13_22_who_has_none_to_place_is_told_so(units: str, asked: str) -> None:
    assert GAME.legal(waiting(units, ALLIES), ALLIED)["prompt"] == asked


def test_13_24_the_british_come_to_ports() -> None:
    """§13.24: any port of the west that the Allies hold, and in Italy only from 1917 on (§17.21)."""
    state = waiting("br-46t", ALLIES)
    assert {*offered(state, "br-46t")} == {"W5603", "W5801", "W6004", "W6606", "W6707", "W6709"}
    assert not_placed(state, "br-46t", "W4908").code == "no-way-in"
    assert not_placed(state, "br-46t", "W2022").code == "off-limits"
    later = waiting("br-46t", ALLIES, turn=turn_of(state, "1917"))
    assert "W2022" in offered(later, "br-46t")


def test_13_24_no_new_british_in_a_port_that_is_closed() -> None:
    """§11.44, §13.24: they come to Antwerp while its port is open; Germans beside it close that."""
    state = waiting("br-46t", ALLIES, **belgian_antwerp())
    assert at(placed(state, "br-46t", PLACES.antwerp), "br-46t") == PLACES.antwerp
    beside = ("W6820", "W6919", "W6918", "W6818", "W6718", "W6719")
    round_it = {h: f"ge-{n}" for n, h in enumerate(beside, 3)}
    shut = waiting("br-46t", ALLIES, round_it, **belgian_antwerp())
    assert not_placed(shut, "br-46t", PLACES.antwerp).code == "unsupplied"
    assert PLACES.antwerp not in offered(shut, "br-46t")


def turn_of(state: State, year: str) -> int:
    """The first turn of a year."""
    return next(t.number for t in state.printed.charts.turns if t.date.endswith(year))


def test_13_26_russians_stay_out_of_the_cities_of_poland() -> None:
    """§13.26: not to Warsaw, save on strategic turn A; beside a headquarters they may come to Poland."""
    state = waiting("ru-26", ALLIES)
    hexes = offered(state, "ru-26")
    assert "E4719" in hexes
    assert "E4816" not in hexes
    assert not_placed(state, "ru-26", "E4816").code == "no-way-in"
    assert "E4816" in offered(waiting("ru-26", ALLIES, strategic="A"), "ru-26")
    state = waiting("ru-26", ALLIES, {"E4816": "ru-hq-1"})
    assert at(placed(state, "ru-26", "E4816"), "ru-26") == "E4816"


@pytest.mark.parametrize(
    ("unit", "strategic", "scenario", "rebuilt", "may"),
    [
        ("ru-1gd", "A", "campaign", False, True), ("ru-1gd", "C", "campaign", False, True),
        ("ru-1gd", "C", "campaign", True, False), ("ru-1gd", "D", "1915", False, False),
        ("ru-26", "C", "campaign", False, False),
    ],
)  # fmt: skip
def test_13_26_russians_of_strategic_turn_a_may_wait_before_they_come_to_poland(
    unit: str, strategic: str, scenario: str, rebuilt: bool, may: bool
) -> None:
    """§13.26: the sentence sets no date; a unit that has been rebuilt came on a later turn."""
    state = waiting(unit, ALLIES, strategic=strategic, scenario=scenario, points={"RU": 1})
    if rebuilt:
        state = UnitReturned(unit, 1, False).apply(change(state, {unit: UnitState(DEAD)}))
    assert ("E4816" in offered(state, unit)) == may


def test_13_26_a_german_city_at_the_border_is_none_of_poland() -> None:
    """§13.26, §13.11: Thorn is German, whoever holds it: Russians of strategic turn A do not come in there."""
    start = position({})
    fallen = {"taken": start.taken | {"E5012"}, "destroyed": start.destroyed | {"E5012"}}
    state = waiting("ru-1gd", ALLIES, strategic="A", scenario="campaign", points={"RU": 1}, **fallen)
    hexes = offered(state, "ru-1gd")
    assert "E4816" in hexes
    assert "E5012" not in hexes
    assert not_placed(state, "ru-1gd", "E5012").section == "13.11"


def test_5_36_british_units_come_back_where_they_were_destroyed() -> None:
    """§5.36: a division that fell in the east comes to no port in the west; once it has come back, it is as any."""
    state = waiting("br-3as br-2as", "allied.new-units")
    fell = replace(state, strategic_state=replace(state.strategic_state, fell={"br-3as": "east", "br-2as": "west"}))
    assert at(placed(state, "br-3as", "W6707"), "br-3as") == "W6707"
    assert not_placed(fell, "br-3as", "W6707").code == "no-way-in"
    back = placed(fell, "br-2as", "W6707")
    assert (at(back, "br-2as"), back.strategic_state.fell) == ("W6707", {"br-3as": "east"})


@pytest.mark.parametrize("unit", ["br-42t", "br-1as", "br-nz"])
def test_5_36_units_marked_vr_come_back_anywhere(unit: str) -> None:
    """§3.26, §5.36: lost at Gallipoli they come to France, and lost in France to a headquarters in the east."""
    salonika = {"E1116": "br-hq-2"}
    state = waiting(f"{unit} br-27", "allied.new-units", salonika, landings=frozenset({"E1116"}), balkans=True)
    east = replace(state, strategic_state=replace(state.strategic_state, fell={unit: "east"}))
    assert at(placed(east, unit, "W6707"), unit) == "W6707"
    west = replace(state, strategic_state=replace(state.strategic_state, fell={unit: "west", "br-27": "west"}))
    assert at(placed(west, unit, "E1116"), unit) == "E1116"
    assert not_placed(west, "br-27", "E1116").code == "other-front"
    assert not_placed(west, f"{unit} br-27", "E1116").code == "other-front"


def test_13_27_germans_come_to_baltic_ports_that_their_side_holds() -> None:
    """§13.27: Libau when it is taken, up to a stack, and no Austrian with them."""
    assert "E6116" not in offered(waiting("ge-50", CENTRALS), "ge-50")
    state = waiting("ge-50 ge-52 ge-54 ge-56 ge-58 ge-111 ge-113 ah-53", CENTRALS, taken=frozenset({"E6116"}))
    assert not_placed(state, "ah-53", "E6116").code == "no-way-in"
    state = placed(state, "ge-50 ge-52 ge-54 ge-56 ge-58 ge-111", "E6116")
    assert not_placed(state, "ge-113", "E6116").code == "overstacked"


def test_13_11_two_nations_are_two_placements() -> None:
    """§13.11: each nation has its own places."""
    state = waiting("ge-50 ah-53", CENTRALS)
    assert not_placed(state, "ge-50 ah-53", "E5102").code == "several-nations"
    assert at(placed(state, "ah-53", "E3310"), "ah-53") == "E3310"
    assert not_placed(state, "ah-53", "E5102").code == "no-way-in"


# --- headquarters (§13.3) ---------------------------------------------------------------------------------------------


def test_13_3_units_come_on_or_beside_a_headquarters_of_their_nation() -> None:
    """§13.3: depleted or not; of the same nation; in hexes that the side holds."""
    state = waiting("ge-50 ge-52 ah-53", CENTRALS, {"W5526": "ge-hq-5*"})
    assert {"W5526", "W5527", "W5626"} <= {*offered(state, "ge-50")}
    assert not_placed(state, "ah-53", "W5526").section == "17.31"
    assert not_placed(state, "ge-50", "W5528").code == "no-way-in"
    state = placed(state, "ge-50", "W5527")
    assert at(state, "ge-50") == "W5527"
    east = waiting("ge-50 ah-53", CENTRALS, {"E4616": "ge-hq-11"})
    assert controller(east, "E4616") == ALLIED
    assert not_placed(east, "ge-50", "E4616").code == "not-yours"


def test_13_3_the_log_says_by_which_rule_they_came() -> None:
    """§13.3, §13.11: to a headquarters, or to a city of their own."""
    state = waiting("ge-50 ge-52", CENTRALS, {"W5526": "ge-hq-5"})
    for hex_, section in (("W5526", "13.3"), ("E5102", "13.11")):
        after, events = told_with(state, CENTRAL, "place", units=["ge-50"], hex=hex_)
        lines = [line for event in events if (line := GAME.narrate(state, event, after, CENTRAL)) is not None]
        assert [(line["kind"], line["section"], line["side"]) for line in lines] == [("arrived", section, CENTRAL)]


def test_13_3_six_units_a_headquarters() -> None:
    """§13.3: a stack of six by each; two headquarters side by side bring twelve, wherever they are put."""
    names = "ge-50 ge-52 ge-54 ge-56 ge-58 ge-111 ge-113 ge-115 ge-117 ge-119 ge-121 ge-123 ge-4gd"
    units = names.split()
    one = waiting(names, CENTRALS, {"W5526": "ge-hq-5"})
    one = placed(one, " ".join(units[:6]), "W5527")
    assert not_placed(one, units[6], "W5526").code == "headquarters-busy"
    assert "W5526" not in offered(one, units[6])
    with_hq = waiting(names + " ge-hq-3", CENTRALS, {"W5526": "ge-hq-5"})
    with_hq = placed(with_hq, " ".join(["ge-hq-3", *units[:5]]), "W5527")
    assert not_placed(with_hq, units[6], "W5526").code == "headquarters-busy"
    two = waiting(names, CENTRALS, {"W5526": "ge-hq-5", "W5528": "ge-hq-3"})
    two = placed(two, " ".join(units[:6]), "W5527")
    two = placed(two, " ".join(units[6:12]), "W5526")
    assert not_placed(two, units[12], "W5528").code == "headquarters-busy"


def test_13_3_a_hex_between_two_headquarters_counts_against_either() -> None:
    """§13.3: six beside both leave six for each side in turn; dealt out greedily they would not."""
    near = {1: {1, 2}, 3: {2, 3}}
    assert within_reach({2: 6, 1: 6}, near, 6)
    assert within_reach({2: 6, 3: 6}, near, 6)
    assert within_reach({2: 6, 1: 3, 3: 3}, near, 6)
    assert not within_reach({2: 6, 1: 4, 3: 3}, near, 6)
    assert not within_reach({1: 7}, near, 6)


def test_13_3_no_chain_of_headquarters() -> None:
    """§13.3: a headquarters may come by another, and brings nobody on the turn when it came, by whatever way."""
    state = waiting("ge-hq-3 ge-50", CENTRALS, {"W5526": "ge-hq-5"})
    state = placed(state, "ge-hq-3", "W5527")
    assert "W5528" not in offered(state, "ge-50")
    assert "W5528" in offered(waiting("ge-50", CENTRALS, {"W5526": "ge-hq-5", "W5527": "ge-hq-3"}), "ge-50")
    home = placed(waiting("ge-hq-3 ge-50", CENTRALS), "ge-hq-3", "W6526")
    assert "W6525" not in offered(home, "ge-50")


def test_13_3_a_headquarters_out_of_supply_brings_nobody() -> None:
    """§13.3: it must be supplied itself, as the hex must."""
    germans = ["ge-1bvr", "ge-3", "ge-4", "ge-5", "ge-6", "ge-7"]
    around = set_up().printed.board.lattice.around("W4522")
    cut_off = {"W4522": "fr-hq-1"} | dict(zip(around, germans, strict=True))
    state = waiting("fr-151", ALLIES, cut_off)
    assert not_placed(state, "fr-151", "W4522").code == "no-way-in"
    assert at(placed(waiting("fr-151", ALLIES, {"W4522": "fr-hq-1"}), "fr-151", "W4522"), "fr-151") == "W4522"


def test_13_3_six_westerners_a_turn_on_the_eastern_front() -> None:
    """§13.3: British, French and Italians together, out of what the Allies can ship (§9.52)."""
    names = [f"fr-{n}" for n in (151, 152, 153, 154, 156, 157)]
    stacks = {"E1116": "br-hq-sal fr-12", "E1122": "fr-hq-1"}
    fields = {"landings": frozenset({"E1116", "E1122"}), "sides": {**position({}).sides, "GK": ALLIED}}
    state = waiting(" ".join([*names, "br-46t"]), ALLIES, stacks, **fields)
    state = placed(state, "br-46t", "E1116")
    assert state.sailed == 1
    state = placed(state, " ".join(names[:5]), "E1122")
    assert not_placed(state, names[5], "E1122").code == "too-many-shipped"
    assert at(placed(state, names[5], "W4908"), names[5]) == "W4908"


@pytest.mark.parametrize("over", [False, True])
def test_6_52_13_3_no_headquarters_brings_units_to_a_landing_that_is_over(over: bool) -> None:
    """§6.52, §13.3: nobody follows to either landing hex, by headquarters as little as by sea."""
    beaches = frozenset({"E1022", "E1122"})
    state = waiting("fr-151", ALLIES, {"E1122": "fr-hq-1 fr-12"}, landings=beaches, chit_state=ChitState(closed=over))
    if over:
        assert not_placed(state, "fr-151", "E1122").code == "landing-closed"
    else:
        assert at(placed(state, "fr-151", "E1122"), "fr-151") == "E1122"


# --- nations ----------------------------------------------------------------------------------------------------------


def test_6_6_the_austrian_poles_keep_to_the_east_outside_the_balkans() -> None:
    """§6.6: to Cracow, not to Trent."""
    state = waiting("ah-po ah-53", CENTRALS)
    assert not_placed(state, "ah-po", "W2615").code == "off-limits"
    assert "E4113" in offered(state, "ah-po")
    assert "W2615" in offered(state, "ah-53")


def test_15_55_german_cavalry_becomes_infantry() -> None:
    """§15.55: with a line to Berlin or the Ruhr, for good, and nobody else's; its infantry face is up."""
    state = position({"W5526": "ge-cav-2 ge-1bvr", "E4508": "ge-cav-1", "E3310": "ah-1"}, CENTRALS)
    assert refused(state, CENTRAL, "convert", units=["ge-1bvr"]).code == "no-cavalry"
    after = told(state, CENTRAL, "convert", units=["ge-cav-2", "ge-cav-1"])
    assert after.face("ge-cav-2") == state.counter("ge-cav-2").back
    assert state.face("ge-cav-2") == state.counter("ge-cav-2").front
    assert refused(after, CENTRAL, "convert", units=["ge-cav-2"]).code == "nobody"


def test_15_55_not_without_a_line_to_berlin_or_the_ruhr() -> None:
    """§15.55: another source, as Metz's edge of the map is, does not do; a lost Ruhr leaves the west without."""
    ruhr = frozenset({"W6729", "W6730", "W6830", "W6831"})
    state = position({"W5526": "ge-cav-2", "E4508": "ge-cav-1"}, CENTRALS, taken=ruhr)
    assert refused(state, CENTRAL, "convert", units=["ge-cav-2"]).code == "unsupplied"
    assert told(state, CENTRAL, "convert", units=["ge-cav-1"]).units["ge-cav-1"].back


def test_7_25_a_placement_tells_the_enemy_no_more_than_the_top_of_the_stack() -> None:
    """§7.25: who comes to lie below is counted and not named."""
    state = waiting("fr-151 fr-152", ALLIES)
    after, facts = told_with(state, ALLIED, "place", units=["fr-151", "fr-152"], hex="W3720")
    lines = {viewer: GAME.narrate(state, facts[0], after, viewer) for viewer in (ALLIED, CENTRAL, SPECTATOR)}
    assert "152nd" in str(lines[ALLIED])
    assert "151st" in str(lines[CENTRAL])
    assert "152nd" not in str(lines[CENTRAL])
    assert "152nd" not in str(lines[SPECTATOR])


# --- Americans (13.25) ------------------------------------------------------------------------------------------------


def test_13_25_americans_come_in_at_the_edge_of_the_map_and_go_on_by_rail_from_there() -> None:
    """§13.25: at the western or southern edge of the west, to the sea, or the southern one of Italy; nowhere inland."""
    sides = {**position({}).sides, "US": ALLIED}
    us = [u for u in position({}).units if position({}).counter(u).nation == "US"][:2]
    state = position({}, "allied.new-units", sides=sides)
    state = replace(state, units={**state.units, **dict.fromkeys(us, UnitState(AVAILABLE))})
    assert refused(state, ALLIED, "place", units=us[:1], hex="W5009").section == "13.11"
    assert refused(state, ALLIED, "place", units=us[:1], hex="W1910").section == "17.21"
    state = replace(state, turn=30)
    for hex_ in ("W3601", "W4701", "W5801", "W5901", "W1910"):
        after = told(state, ALLIED, "place", units=us[:1], hex=hex_)
        rail = replace(after, cursor=(replace(after.phase, key="allied.rail", done=()),))
        assert why_no_train(rail, us[0]) is None
        assert us[0] in passengers(rail, ALLIED, RAIL)
        assert some_can_go(rail, ALLIED, RAIL), "nobody else can go, and yet the order is there"
        [order] = [o for o in cast(Any, GAME.legal(rail, ALLIED))["offers"] if o["kind"] == "rail"]
        assert (order["refusal"], order["slots"][0]["options"]["of"]) == (None, [us[0]])
    french = position({"W3601": "fr-12"}, "allied.rail", sides=sides)
    assert why_no_train(french, "fr-12") is not None
    assert "fr-12" not in passengers(french, ALLIED, RAIL)


@pytest.mark.parametrize(("edge", "cost"), [("W4701", 1), ("W3628", 2)])
def test_13_25_americans_pay_for_the_hex_by_which_they_come_in(edge: str, cost: int) -> None:
    """§13.25, §8.13: they come in from beside the map, so that hex costs them what it costs everyone, and it is the
    one that is always open to them; on the next turn they have all their MP. By headquarters they come for nothing."""
    sides = {**position({}).sides, "US": ALLIED}
    us = next(u for u, c in position({}).printed.counters.items() if c.nation == "US" and c.is_division)
    state = position({"W5008": "us-hq-1"}, "allied.new-units", sides=sides, turn=30, west=ALLIED)
    state = change(state, {us: UnitState(AVAILABLE)})
    terrain = state.printed.charts.terrain[state.printed.board.terrain[state.printed.board.index[edge]]]
    assert terrain.cost("fair", mountaineers=False) == cost
    came = _marching(told(state, ALLIED, "place", units=[us], hex=edge))
    whole = allowance(came, us)
    assert left_of(came, us) == whole - cost
    assert max(cast(dict[str, int], ways(came, ALLIED, us)).values()) <= whole - cost
    later = replace(came, strategic_state=TurnBegan(31).apply(came).strategic_state)
    assert left_of(later, us) == whole
    brought = _marching(told(state, ALLIED, "place", units=[us], hex="W5008"))
    assert left_of(brought, us) == whole


def _marching(state: State) -> State:
    """The same in the movement that follows."""
    return replace(state, cursor=(PhaseFrame(FIRST_MOVEMENT),))
