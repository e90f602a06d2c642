"""§8.0 to §8.6: the three states of supply, when they are judged, and the lines of each nation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.schlieffens_war.supply import judge
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import at, denied, field, loaded, order, position, printed

Stacks = Mapping[str, str]

FRANCE = """
10  F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F.
13  F. F. F. F. F. F. F. F.
"""
"""The west edge is column 08, the south edge row 13."""
TO_THE_WEST = ("1005", "1006", "1007", "1008")

INVASION = """
10  G. G. G. B. B. B. B. B. B. F.
11  G. G. G. B. B. B. B. B. B. F.
12  G. G. G. B. B. B. B. B. B. F.
13  G. G. G. B. B. B. B. B. B. F.
"""
"""The east edge is column 01."""
BELGIUM = frozenset(f"{row}{col:02d}" for row in range(10, 14) for col in range(4, 10))
TO_THE_EAST = ("1001", "1002", "1003", "1004", "1005")


def supply(side: str, stacks: Stacks, unit: str, turn: int = 2, **changes: object) -> str:
    """What the Administrative Phase of ``side`` finds for a unit, whatever state it was in before.

    Every attrition die is a 6, so nobody is lost by it.
    """
    found = set()
    for before in ((), tuple(printed().counters)):
        state = position(f"{side}.combat", stacks, turn=turn, out=before, **changes)  # type: ignore[arg-type]
        after = order(state, side, "end_phase", loaded(*[6] * 12))
        assert at(after, unit) == at(state, unit)
        found.add(after.units[unit].supply)
    assert len(found) == 1, f"what was judged depends on the state before: {found}"
    return found.pop()


# --- states and times ---------------------------------------------------------------------------------------------


def test_a_unit_is_in_supply_or_fed_by_a_fortress_or_out_of_supply(lay: Lay) -> None:
    """§8.0: the Administrative Phase puts every mobile unit into one of three states."""
    lay(field("\n10  F. Fh F. F. F. F. F. F.\n11  F. F. F. F. F. F. F. F.\n", rails=[TO_THE_WEST]))
    stacks = {"1002": "fr-1", "1005": "fr-hq-1 fr-2", "1101": "fr-3"}
    assert supply("entente", stacks, "fr-2") == "in"
    assert supply("entente", stacks, "fr-1") == "fortress"
    assert supply("entente", stacks, "fr-3") == "out"


def test_a_fort_counter_feeds_no_unit(lay: Lay) -> None:
    """§8.0: what feeds is the heavy fortress of the map, not the counter of a fort."""
    lay(field(FRANCE))
    assert supply("entente", {"1002": "fr-1 fr-fort-toul"}, "fr-1") == "out"


def test_forts_need_no_supply(lay: Lay) -> None:
    """§8.0, §5.5: only mobile units do; a fort cut off from everything is as strong as ever."""
    lay(field(FRANCE))
    state = position("entente.combat", {"1002": "fr-fort-toul"})
    assert order(state, "entente", "end_phase", loaded()).units["fr-fort-toul"].supply == "in"


def test_units_may_march_out_of_supply_and_pay_only_when_it_is_judged(lay: Lay) -> None:
    """§8.0: units may move to where they will be out of supply; they are so from their next Administrative Phase on."""
    lay(field(INVASION, rails=[TO_THE_EAST[:3]]))
    state = position("german.movement", {"1002": "ge-hq-1", "1004": "ge-ii"})
    state = order(state, "german", "move", units=["ge-ii"], path=["1005", "1006"], forced=False)
    assert at(state, "ge-ii") == "1006"
    state = order(state, "german", "end_phase", loaded(6))
    assert state.units["ge-ii"].supply == "out"


def test_two_corps_stay_out_of_supply_until_the_next_own_administrative_phase_example(lay: Lay) -> None:
    """§8.1: two corps found without supply on turn 2 bear the marker until that phase of turn 3."""
    board = INVASION.replace("10  G. G. G.", "10  G. G. Gc", 1)
    lay(field(board, rails=[TO_THE_EAST[:3]]))
    state = position("german.combat", {"1007": "ge-ii ge-iii"}, turn=2)
    state = order(state, "german", "end_phase", loaded(6, 6))
    assert {state.units[u].supply for u in ("ge-ii", "ge-iii")} == {"out"}

    state = order(state, "entente", "end_phase", loaded())
    state = order(state, "german", "end_phase", loaded())
    assert (state.turn, state.phase.key) == (3, "german.movement")
    state = order(state, "german", "move", units=["ge-ii", "ge-iii"], path=["1006", "1005"], forced=False)
    assert {state.units[u].supply for u in ("ge-ii", "ge-iii")} == {"out"}, "two hexes from a city, but not judged yet"

    state = order(state, "german", "end_phase", loaded())
    assert {state.units[u].supply for u in ("ge-ii", "ge-iii")} == {"in"}


def test_supply_of_the_other_side_is_not_judged(lay: Lay) -> None:
    """§8.1: only the active player's units are judged."""
    lay(field(FRANCE))
    state = position("german.combat", {"1002": "fr-1"})
    assert order(state, "german", "end_phase", loaded()).units["fr-1"].supply == "in"


# --- lines (§8.2) -------------------------------------------------------------------------------------------------


def test_a_line_runs_over_open_ground_and_rivers(lay: Lay) -> None:
    """§8.2: any hex that units can enter will do, whatever it costs them."""
    lay(field(FRANCE.replace("F. F. F. F. F.", "F. F. F. Fr F.", 1), rails=[TO_THE_WEST], rivers=[("1003", "1004")]))
    assert supply("entente", {"1003": "fr-1", "1005": "fr-hq-1"}, "fr-1") == "in"


def test_a_line_does_not_cross_marsh_or_sea(lay: Lay) -> None:
    """§8.2: neither hexes nor hexsides that units cannot pass carry a line."""
    stacks = {"1003": "fr-1", "1005": "fr-hq-1"}
    for ground in ("Fm", "~.", "N."):
        lay(field(FRANCE.replace("F. F. F. F. F.", f"F. F. F. {ground} F.", 1), rails=[TO_THE_WEST]))
        assert supply("entente", stacks, "fr-1") == "out"
    lay(field(FRANCE, rails=[TO_THE_WEST], seas=[("1003", "1004")]))
    assert supply("entente", stacks, "fr-1") == "out"


def test_enemy_units_of_any_kind_block_a_line(lay: Lay) -> None:
    """§8.2: hexes with enemy units are closed to it, though an HQ has no zone of control."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    stacks = {"1003": "fr-1", "1005": "fr-hq-1"}
    assert supply("entente", {**stacks, "1104": "ge-hq-1"}, "fr-1") == "in"
    assert supply("entente", {**stacks, "1004": "ge-hq-1"}, "fr-1") == "out"


def test_enemy_zones_block_a_line_except_where_friends_of_any_nation_stand(lay: Lay) -> None:
    """§8.2: a line passes through an enemy zone of control only in hexes that hold friendly units."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    stacks = {"1003": "fr-1", "1005": "fr-hq-1", "1104": "ge-ii"}
    assert supply("entente", stacks, "fr-1") == "out"
    for friend in ("fr-2", "br-i", "be-1", "fr-fort-toul"):
        assert supply("entente", {**stacks, "1004": friend}, "fr-1") == "in"


def test_a_line_may_begin_and_end_in_enemy_zones(lay: Lay) -> None:
    """§8.2: unit and HQ both stand in an enemy zone; as they stand there themselves it hinders nothing."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    assert supply("entente", {"1004": "fr-1", "1005": "fr-hq-1", "1105": "ge-ii"}, "fr-1") == "in"


def test_a_source_works_again_when_the_enemy_has_left(lay: Lay) -> None:
    """§8.2: an occupied source is dead while enemies stand there, and no longer."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    stacks = {"1004": "fr-1", "1005": "fr-hq-1"}
    lost = frozenset({"1008"})
    assert supply("entente", {**stacks, "1008": "ge-hq-1"}, "fr-1", taken=lost) == "out"
    assert supply("entente", stacks, "fr-1", taken=lost) == "in"


# --- French (§8.3) ------------------------------------------------------------------------------------------------


def test_french_units_are_supplied_within_two_hexes_of_an_hq(lay: Lay) -> None:
    """§8.3: two hexes from a French HQ on a rail line to the west side, of whatever army."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    assert supply("entente", {"1003": "fr-1", "1005": "fr-hq-2"}, "fr-1") == "in"
    assert supply("entente", {"1002": "fr-1", "1005": "fr-hq-2"}, "fr-1") == "out"
    assert supply("entente", {"1004": "fr-1", "1005": "be-hq"}, "fr-1") == "out", "an HQ of another nation"


def test_the_line_of_a_french_hq_may_end_in_the_south_but_not_in_the_east_or_north(lay: Lay) -> None:
    """§8.3: the rails lead to the west or south side of the map."""
    stacks = {"1104": "fr-hq-1", "1103": "fr-1"}
    lay(field(FRANCE, rails=[("1104", "1204", "1304")]))
    assert supply("entente", stacks, "fr-1") == "in"
    german_east = FRANCE.replace("11  F.", "11  G.", 1)
    lay(field(german_east, rails=[("1104", "1103", "1102", "1101"), ("1104", "1004")]))
    assert supply("entente", stacks, "fr-1") == "out"


def test_rails_in_france_count_half_between_unit_and_hq(lay: Lay) -> None:
    """§8.3: along a line in France four rail hexes are two hexes."""
    lay(field(FRANCE, rails=[("1001", "1002", "1003", "1004", *TO_THE_WEST)]))
    assert supply("entente", {"1002": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "in"
    assert supply("entente", {"1001": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "out"


def test_rails_count_half_only_along_the_line(lay: Lay) -> None:
    """§8.3: stepping from one line over to another costs a whole hex, though both hexes have rails."""
    north = ("1002", "1003", "1004", *TO_THE_WEST)
    south = ("1102", "1103", "1104", "1105", "1106", "1107", "1108")
    lay(field(FRANCE, rails=[north, south]))
    assert supply("entente", {"1104": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "in", "two on the line, one across"
    assert supply("entente", {"1103": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "out"


def test_each_rail_hex_counts_by_its_own_country_from_the_unit_on(lay: Lay) -> None:
    """§8.3: of the hexes that the line comes into, those of France count half, from across the border too."""
    belgian_side = FRANCE.replace("10  F. F. F. F.", "10  B. B. B. B.", 1)
    lay(field(belgian_side, rails=[("1002", "1003", "1004", *TO_THE_WEST)]))
    assert supply("entente", {"1004": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "in", "two halves"
    assert supply("entente", {"1003": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "in", "a whole and two halves"
    assert supply("entente", {"1002": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "out", "two wholes and two halves"
    assert supply("entente", {"1002": "fr-1", "1005": "fr-hq-1"}, "fr-1") == "out", "two wholes and a half"
    assert supply("entente", {"1007": "fr-1", "1004": "fr-hq-1"}, "fr-1") == "in", "two halves and a whole"
    assert supply("entente", {"1008": "fr-1", "1004": "fr-hq-1"}, "fr-1") == "out", "three halves and a whole"
    assert supply("entente", {"1008": "fr-1", "1005": "fr-hq-1"}, "fr-1") == "in", "three halves"


def test_the_step_over_the_border_is_half_only_along_the_line(lay: Lay) -> None:
    """§8.3: who comes into a rail hex of France beside the line pays a whole hex for it."""
    belgian_side = FRANCE.replace("10  F. F. F. F.", "10  B. B. B. B.", 1)
    lay(field(belgian_side, rails=[("1001", "1002"), TO_THE_WEST]))
    assert supply("entente", {"1004": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "in", "a whole and a half"
    assert supply("entente", {"1003": "fr-1", "1006": "fr-hq-1"}, "fr-1") == "out", "two wholes and a half"


def test_a_french_hq_stands_on_a_rail_line_that_leads_to_a_source(lay: Lay) -> None:
    """§8.3: beside the line is not on it, and a line that leads nowhere supplies nobody."""
    lay(field(FRANCE, rails=[TO_THE_WEST, ("1202", "1203")]))
    for hq, unit in (("1105", "1104"), ("1203", "1202")):
        assert supply("entente", {unit: "fr-1", hq: "fr-hq-1"}, "fr-1") == "out"
        assert supply("entente", {unit: "fr-1", hq: "fr-hq-1"}, "fr-hq-1") == "out"


def test_an_hq_is_not_supplied_through_another_hq(lay: Lay) -> None:
    """§8.3: the leg of two hexes leads from units to their HQ; the HQ itself needs the rail line (a ruling)."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    assert supply("entente", {"1004": "fr-hq-1", "1005": "fr-hq-2"}, "fr-hq-1") == "out"


def test_the_rails_of_a_french_hq_are_cut_by_enemies_and_their_zones(lay: Lay) -> None:
    """§8.3: the last leg is a supply line like any other (§8.2)."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    stacks = {"1004": "fr-1", "1005": "fr-hq-1"}
    assert supply("entente", {**stacks, "1007": "ge-hq-1"}, "fr-1") == "out"
    assert supply("entente", {**stacks, "1106": "ge-ii"}, "fr-hq-1") == "out"
    assert supply("entente", {**stacks, "1106": "ge-ii", "1006": "br-i"}, "fr-hq-1") == "in"


def test_an_entente_source_in_an_enemy_zone_still_works(lay: Lay) -> None:
    """§8.2, §7.2: a line may end in an enemy zone of control (a ruling)."""
    lay(field(FRANCE, rails=[TO_THE_WEST]))
    assert supply("entente", {"1006": "fr-hq-1", "1108": "ge-ii", "1007": "fr-2"}, "fr-hq-1") == "in"


def test_french_heavy_fortresses_feed_the_french(lay: Lay) -> None:
    """§8.3: units and HQs in a heavy fortress of France; one in Belgium or Germany feeds no Frenchman."""
    for land, found in (("F", "fortress"), ("B", "out"), ("G", "out")):
        lay(field(FRANCE.replace("10  F. F.", f"10  F. {land}h", 1)))
        assert supply("entente", {"1002": "fr-1 fr-hq-1"}, "fr-1") == found
        assert supply("entente", {"1002": "fr-1 fr-hq-1"}, "fr-hq-1") == found


# --- British (§8.4) -----------------------------------------------------------------------------------------------

COAST = FRANCE.replace("10  F. F. F. F. F.", "10  F. F. F. F. Fp", 1)
"""As France, with a port in 1005."""


def test_the_bef_hq_in_a_port_needs_no_rails(lay: Lay) -> None:
    """§8.4: from the BEF's HQ in a port supply reaches two hexes."""
    lay(field(COAST))
    assert supply("entente", {"1005": "br-hq", "1003": "br-i"}, "br-hq") == "in"
    assert supply("entente", {"1005": "br-hq", "1003": "br-i"}, "br-i") == "in"
    assert supply("entente", {"1005": "br-hq", "1002": "br-i"}, "br-i") == "out"


def test_the_bef_hq_on_rails_to_a_port_or_to_the_edge(lay: Lay) -> None:
    """§8.4: rails to the west side or to a port in friendly hands; next to the port is not in it."""
    stacks = {"1007": "br-hq", "1106": "br-i"}
    lay(field(COAST, rails=[("1005", "1006", "1007")]))
    assert supply("entente", stacks, "br-i") == "in"
    assert supply("entente", stacks, "br-i", taken=frozenset({"1005"})) == "out", "the port is the Germans'"
    assert supply("entente", {**stacks, "1005": "ge-hq-1"}, "br-i", taken=frozenset({"1005"})) == "out"
    lay(field(COAST, rails=[("1007", "1008")]))
    assert supply("entente", stacks, "br-i") == "in"
    lay(field(COAST))
    assert supply("entente", {"1006": "br-hq"}, "br-hq") == "out"


def test_the_british_may_use_a_french_hq_but_not_with_a_port(lay: Lay) -> None:
    """§8.4: a French HQ serves them by its own rails to the edge; only the BEF's HQ draws on ports."""
    stacks = {"1007": "fr-hq-1", "1106": "br-i"}
    lay(field(COAST, rails=[("1007", "1008")]))
    assert supply("entente", stacks, "br-i") == "in"
    lay(field(COAST, rails=[("1005", "1006", "1007")]))
    assert supply("entente", stacks, "br-i") == "out"
    lay(field(COAST, rails=[("1007", "1008")]))
    assert supply("entente", {"1007": "be-hq", "1106": "br-i"}, "br-i") == "out", "not a Belgian one"


def test_rails_do_not_count_half_for_the_british(lay: Lay) -> None:
    """§8.4: two hexes, with rails or without (a ruling: only two legs have the sentence)."""
    rails = [("1002", "1003", "1004", *TO_THE_WEST)]
    lay(field(FRANCE, rails=rails))
    for hq in ("br-hq", "fr-hq-1"):
        assert supply("entente", {"1006": hq, "1004": "br-i"}, "br-i") == "in"
        assert supply("entente", {"1006": hq, "1003": "br-i"}, "br-i") == "out"


def test_the_british_are_fed_by_two_fortresses_only(lay: Lay) -> None:
    """§8.4: Liège and Maubeuge feed them, no other heavy fortress does."""
    for name, found in (("Liège", "fortress"), ("Maubeuge", "fortress"), ("Verdun", "out")):
        lay(field(FRANCE.replace("10  F. F.", "10  F. Fh", 1), names={"1002": name}))
        assert supply("entente", {"1002": "br-i br-hq"}, "br-i") == found
        assert supply("entente", {"1002": "br-i br-hq"}, "br-hq") == found


def test_the_british_stand_with_the_fort_of_maubeuge_but_not_with_frenchmen(lay: Lay) -> None:
    """§8.4: a fort counter there may be of another nation, mobile units may not."""
    lay(field(FRANCE.replace("10  F. F.", "10  F. Fh", 1), names={"1002": "Maubeuge"}))
    state = position("entente.movement", {"1002": "fr-fort-maubeuge", "1003": "br-i"}, turn=4)
    assert at(order(state, "entente", "move", units=["br-i"], path=["1002"], forced=False), "br-i") == "1002"
    state = position("entente.movement", {"1002": "fr-1 fr-fort-maubeuge", "1003": "br-i"}, turn=4)
    denied(state, "entente", "other-nation", "6.3", "move", units=["br-i"], path=["1002"], forced=False)


# --- Belgian (§8.5) -----------------------------------------------------------------------------------------------

BORDER = """
10  B. B. B. F. F. F. F. F.
11  B. B. B. F. F. F. F. F.
12  B. B. B. F. F. F. F. F.
"""


def test_belgians_are_always_supplied_in_belgium(lay: Lay) -> None:
    """§8.5: at home nothing cuts them off: neither enemies all around nor the want of an HQ."""
    lay(field(BORDER))
    ring = {"1101": "ge-ii", "1103": "ge-iii", "1001": "ge-iv", "1002": "ge-ix", "1201": "ge-x", "1202": "ge-vii"}
    assert supply("entente", {"1102": "be-1 be-hq", **ring}, "be-1") == "in"
    assert supply("entente", {"1102": "be-1 be-hq", **ring}, "be-hq") == "in"
    assert supply("entente", {"1102": "be-1"}, "be-1") == "in"


def test_belgians_abroad_need_their_hq_on_rails_to_the_edge(lay: Lay) -> None:
    """§8.5: outside Belgium two hexes to the Belgian HQ, and from it rails to the west or south side."""
    lay(field(BORDER, rails=[("1003", "1004", *TO_THE_WEST)]))
    assert supply("entente", {"1003": "be-hq", "1005": "be-1"}, "be-1") == "in"
    assert supply("entente", {"1003": "be-hq", "1006": "be-1"}, "be-1") == "out", "three hexes, rails or not"
    assert supply("entente", {"1006": "be-hq", "1004": "be-1"}, "be-hq") == "in"
    assert supply("entente", {"1006": "fr-hq-1", "1005": "be-1"}, "be-1") == "out", "another nation's HQ"


def test_a_belgian_hq_without_rails_supplies_only_itself_and_only_at_home(lay: Lay) -> None:
    """§8.5: in Belgium the HQ is supplied without rails, but those abroad are not through it."""
    lay(field(BORDER, rails=[TO_THE_WEST]))
    assert supply("entente", {"1003": "be-hq", "1004": "be-1"}, "be-hq") == "in"
    assert supply("entente", {"1003": "be-hq", "1004": "be-1"}, "be-1") == "out"
    assert supply("entente", {"1004": "be-hq be-1"}, "be-hq") == "out"


def test_ports_do_not_supply_belgians(lay: Lay) -> None:
    """§8.5: their rails end at the west or south side; a port is no source for them."""
    lay(field(BORDER.replace("F. F. F. F. F.", "F. F. Fp F. F.", 1), rails=[("1004", "1005", "1006")]))
    assert supply("entente", {"1005": "be-hq be-1"}, "be-1") == "out"
    assert supply("entente", {"1006": "be-hq be-1"}, "be-1") == "out"


# --- German (§8.6) ------------------------------------------------------------------------------------------------

CHAIN = {"1005": "ge-depot-1", "1107": "ge-hq-1", "1109": "ge-ii"}
"""Rails from the east side to the depot, two hexes to its HQ, two more to the corps."""


def test_the_german_chain_of_unit_hq_depot_and_rails(lay: Lay) -> None:
    """§8.6: two hexes to any German HQ, two from it to its army's depot, and rails from there to the east side."""
    lay(field(INVASION, rails=[TO_THE_EAST]))
    for unit in ("ge-ii", "ge-hq-1", "ge-depot-1"):
        assert supply("german", CHAIN, unit, taken=BELGIUM) == "in"
    other_army = {**CHAIN, "1109": "ge-gd"}
    assert supply("german", other_army, "ge-gd", taken=BELGIUM) == "in"
    too_far = {"1005": "ge-depot-1", "1107": "ge-hq-1", "1110": "ge-ii"}
    assert supply("german", too_far, "ge-ii", taken=BELGIUM) == "out"


def test_a_german_hq_needs_the_depot_of_its_own_army(lay: Lay) -> None:
    """§8.6: another army's depot does not serve it, nor does one more than two hexes away."""
    lay(field(INVASION, rails=[TO_THE_EAST]))
    assert supply("german", {**CHAIN, "1005": "ge-depot-2"}, "ge-hq-1", taken=BELGIUM) == "out"
    assert supply("german", {**CHAIN, "1005": "ge-depot-2"}, "ge-ii", taken=BELGIUM) == "out"
    far = {"1005": "ge-depot-1", "1108": "ge-hq-1", "1109": "ge-ii"}
    assert supply("german", far, "ge-ii", taken=BELGIUM) == "out"


def test_the_way_from_hq_to_depot_leads_over_friendly_hexes(lay: Lay) -> None:
    """§8.6: the second leg wants hexes that the Germans control; the first does not."""
    lay(field(INVASION, rails=[TO_THE_EAST]))
    own = BELGIUM - {"1006", "1106"}
    assert supply("german", CHAIN, "ge-hq-1", taken=own) == "out", "both hexes between are Belgian still"
    assert supply("german", CHAIN, "ge-hq-1", taken=own | {"1106"}) == "in"
    assert supply("german", CHAIN, "ge-ii", taken=BELGIUM - {"1108", "1008", "1208"}) == "in"


def test_rails_count_half_between_hq_and_depot_but_not_between_unit_and_hq(lay: Lay) -> None:
    """§8.6: four links of rail, in whatever country, are two hexes from HQ to depot; nothing is halved before."""
    lay(field(INVASION, rails=[(*TO_THE_EAST, "1006", "1007", "1008", "1009", "1010")]))
    mine = BELGIUM | {"1010"}
    assert supply("german", {"1005": "ge-depot-1", "1009": "ge-hq-1"}, "ge-hq-1", taken=mine) == "in"
    assert supply("german", {"1005": "ge-depot-1", "1010": "ge-hq-1"}, "ge-hq-1", taken=mine) == "out"
    assert supply("german", {"1005": "ge-depot-1 ge-hq-1", "1007": "ge-ii"}, "ge-ii", taken=mine) == "in"
    assert supply("german", {"1005": "ge-depot-1 ge-hq-1", "1008": "ge-ii"}, "ge-ii", taken=mine) == "out"


def test_german_rails_are_cut_by_enemies(lay: Lay) -> None:
    """§8.6: any enemy unit on the line cuts it, for the depot and all behind it."""
    lay(field(INVASION, rails=[TO_THE_EAST]))
    for unit in ("ge-depot-1", "ge-hq-1", "ge-ii"):
        assert supply("german", {**CHAIN, "1004": "fr-hq-1"}, unit, taken=BELGIUM) == "out"


def test_german_rails_are_cut_by_enemy_zones_that_no_friend_negates(lay: Lay) -> None:
    """§8.6, §7.5: the line keeps clear of enemy zones, at its source too; friendly units in the hex negate them."""
    lay(field(INVASION, rails=[TO_THE_EAST]))
    mine = BELGIUM - {"1104"}
    assert supply("german", {**CHAIN, "1104": "fr-1"}, "ge-depot-1", taken=mine) == "out"
    guarded = {**CHAIN, "1104": "fr-1", "1003": "ge-iii", "1004": "ge-iv"}
    assert supply("german", guarded, "ge-depot-1", taken=mine) == "in"
    at_the_source = {**CHAIN, "1101": "fr-1"}
    assert supply("german", at_the_source, "ge-depot-1", taken=BELGIUM | {"1101"}) == "out"
    assert supply("german", {**at_the_source, "1001": "ge-iii"}, "ge-depot-1", taken=BELGIUM | {"1101"}) == "in"


def test_rails_that_do_not_reach_the_east_side_supply_no_depot(lay: Lay) -> None:
    """§8.6: the line ends at a hex of Germany on the east side of the map."""
    lay(field(INVASION, rails=[TO_THE_EAST[1:]]))
    assert supply("german", {"1005": "ge-depot-1"}, "ge-depot-1", taken=BELGIUM) == "out"
    lay(field(INVASION.replace("10  G.", "10  L.", 1), rails=[TO_THE_EAST]))
    assert supply("german", {"1005": "ge-depot-1"}, "ge-depot-1", taken=BELGIUM) == "out", "the east side abroad"


def test_a_german_hq_near_rails_in_germany_needs_no_depot(lay: Lay) -> None:
    """§8.6: two hexes to a rail hex in Germany that is joined to the east side, whoever controls those between."""
    lay(field(INVASION, rails=[TO_THE_EAST[:3]]))
    assert supply("german", {"1105": "ge-hq-1"}, "ge-hq-1") == "in"
    assert supply("german", {"1106": "ge-hq-1"}, "ge-hq-1") == "out"
    lay(field(INVASION, rails=[TO_THE_EAST]))
    assert supply("german", {"1107": "ge-hq-1"}, "ge-hq-1", taken=BELGIUM) == "out", "near rails in Belgium only"
    lay(field(INVASION, rails=[TO_THE_EAST[1:3]]))
    assert supply("german", {"1105": "ge-hq-1"}, "ge-hq-1") == "out", "rails that lead nowhere"


def test_rails_count_whole_on_the_direct_way_of_an_hq(lay: Lay) -> None:
    """§8.6: only the way to the depot is halved."""
    lay(field(INVASION, rails=[(*TO_THE_EAST, "1006", "1007")]))
    assert supply("german", {"1005": "ge-hq-1"}, "ge-hq-1", taken=BELGIUM) == "in"
    assert supply("german", {"1006": "ge-hq-1"}, "ge-hq-1", taken=BELGIUM) == "out"


def test_a_german_city_on_the_rails_supplies_units_within_two_hexes(lay: Lay) -> None:
    """§8.6: no HQ is needed near a city of Germany from which rails run to the east side."""
    board = INVASION.replace("10  G. G. G.", "10  G. G. Gc", 1)
    lay(field(board, rails=[TO_THE_EAST[:3]]))
    assert supply("german", {"1005": "ge-ii"}, "ge-ii") == "in"
    assert supply("german", {"1006": "ge-ii"}, "ge-ii") == "out"
    assert supply("german", {"1005": "ge-ii", "1002": "fr-hq-1"}, "ge-ii") == "out", "the rails are cut"
    lay(field(board))
    assert supply("german", {"1005": "ge-ii"}, "ge-ii") == "out", "no rails"
    lay(field(INVASION.replace("B. B.", "Bc B.", 1), rails=[TO_THE_EAST]))
    assert supply("german", {"1005": "ge-ii"}, "ge-ii", taken=BELGIUM) == "out", "a city of Belgium"


def test_a_german_city_on_the_rails_supplies_a_depot_within_two_hexes(lay: Lay) -> None:
    """§8.6: the sentence on cities is for German units, and a depot is one (§2.5).

    Its own rails lead nowhere: it has nothing to hand on to its HQ.
    """
    board = INVASION.replace("10  G. G. G.", "10  G. G. Gc", 1)
    lay(field(board, rails=[TO_THE_EAST[:3], ("1005", "1006")]))
    stacks = {"1005": "ge-depot-1", "1006": "ge-hq-1"}
    assert supply("german", stacks, "ge-depot-1", taken=BELGIUM) == "in"
    assert supply("german", stacks, "ge-hq-1", taken=BELGIUM) == "out"
    assert supply("german", {"1006": "ge-depot-1"}, "ge-depot-1", taken=BELGIUM) == "out", "three hexes"
    lay(field(board, rails=[("1002", "1003"), ("1005", "1006")]))
    assert supply("german", stacks, "ge-depot-1", taken=BELGIUM) == "out", "the city is not joined to the east side"


def test_german_lines_of_two_hexes_are_blocked_like_others(lay: Lay) -> None:
    """§8.6, §8.2: enemies and their zones block the legs to HQ and depot; friends there open them."""
    lay(field(INVASION, rails=[TO_THE_EAST]))
    stacks = {"1005": "ge-depot-1 ge-hq-1", "1007": "ge-ii"}
    assert supply("german", {**stacks, "1006": "be-hq"}, "ge-ii", taken=BELGIUM - {"1006"}) == "out"
    assert supply("german", {**stacks, "1106": "be-1"}, "ge-ii", taken=BELGIUM - {"1106"}) == "out"
    held = {**stacks, "1106": "be-1", "1006": "ge-iii"}
    assert supply("german", held, "ge-ii", taken=BELGIUM - {"1106"}) == "in"


def test_8_6_a_hex_that_is_taken_joins_a_depot_and_its_headquarters_at_once(lay: Lay) -> None:
    """§8.6: the line from the depot runs over German ground alone. Whoever takes the hex between closes the gap."""
    lay(field("10  G. F. F. F. F.", rails=[("1001", "1002", "1003")]))
    stacks = {"1003": "ge-depot-1", "1005": "ge-hq-1 ge-ii"}
    state = position("german.movement", stacks, taken=frozenset({"1002", "1003", "1005"}))
    assert judge(state, "german") == {"ge-depot-1": "in", "ge-hq-1": "out", "ge-ii": "out"}
    state = order(state, "german", "move", loaded(), units=["ge-ii"], path=["1004"], forced=False)
    assert judge(state, "german") == {"ge-depot-1": "in", "ge-hq-1": "in", "ge-ii": "in"}
