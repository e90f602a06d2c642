"""§7.0 Zones of control."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.schlieffens_war.command import in_command
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.supply import supply_of
from rules.schlieffens_war.zoc import in_ezoc, zone
from tests.contract.derived import paths_of
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    at,
    board,
    denied,
    field,
    loaded,
    offer,
    options,
    order,
    plain,
    position,
)

MEADOW = plain(range(10, 15), "G. G. G. F. F. F. F. F.")


def zone_of(state: State, side: str) -> set[str]:
    return {board().lattice.ids[i] for i in zone(state, side)}


# --- §7.0 Who projects --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["ge-ii", "ge-c1"])
def test_corps_control_the_six_hexes_around_them(lay: Lay, unit: str) -> None:
    """§7.0: infantry and cavalry corps project into their six neighbours, not into their own hex."""
    lay(field(MEADOW))
    state = position("german.movement", {"1204": unit})
    assert zone_of(state, GERMAN) == {"1203", "1205", "1104", "1105", "1304", "1305"}
    assert in_ezoc(state, "1205", ENTENTE)
    assert not in_ezoc(state, "1205", GERMAN)


@pytest.mark.parametrize(
    "units", ["ge-hq-1", "ge-depot-1", "ge-fort-metz", "ge-fort-metz ge-ii ge-iii", "ge-hq-1 ge-depot-1"]
)
def test_hqs_depots_and_forts_project_nothing(lay: Lay, units: str) -> None:
    """§7.0: nor do corps that are stacked with a fort counter."""
    lay(field(MEADOW))
    assert zone_of(position("german.movement", {"1204": units}), GERMAN) == set()


def test_corps_in_a_fortress_project_nothing(lay: Lay) -> None:
    """§7.0: in a heavy fortress a corps has no zone, whether a fort counter is there and whoever holds it (ruling)."""
    lay(field("10 G. G. G. F.\n11 G. Gh Fh F.\n12 G. G. F. F."))
    state = position("german.movement", {"1102": "ge-ii", "1103": "ge-iii"}, taken=frozenset({"1103"}))
    assert zone_of(state, GERMAN) == set()


def test_a_hq_beside_a_corps_takes_nothing_away(lay: Lay) -> None:
    """§7.0: one corps in the hex is enough."""
    lay(field(MEADOW))
    assert len(zone_of(position("german.movement", {"1204": "ge-hq-1 ge-ii ge-depot-1"}), GERMAN)) == 6


def test_zones_cross_every_hexside_and_ground(lay: Lay) -> None:
    """§7.0: rivers, sea, marsh, cities, fortresses and neutral land stop no zone."""
    text = "10 N. Gm G.\n11 ~. Gf Gh\n12 Gr Gc G."
    lay(field(text, rivers=[("1102", "1202")], seas=[("1102", "1101")]))
    assert zone_of(position("german.movement", {"1102": "ge-ii"}), GERMAN) == {
        "1001",
        "1002",
        "1101",
        "1103",
        "1201",
        "1202",
    }


def test_supply_and_command_do_not_matter(lay: Lay) -> None:
    """§7.0: a lone, reduced, fatigued corps out of supply projects like any other."""
    lay(field(MEADOW))
    state = position("german.movement", {"1204": "ge-ii"}, out=["ge-ii"], fatigued=["ge-ii"], reduced=["ge-ii"])
    assert len(zone_of(state, GERMAN)) == 6


def test_zones_of_both_sides_lie_over_each_other(lay: Lay) -> None:
    """§7.0: opposing zones share a hex with the same effect on both, and several zones there are as one."""
    lay(field(MEADOW))
    state = position("german.movement", {"1203": "ge-ii", "1103": "ge-iii", "1205": "fr-1"})
    assert in_ezoc(state, "1204", GERMAN)
    assert in_ezoc(state, "1204", ENTENTE)


def test_zones_take_no_hex(lay: Lay) -> None:
    """§7.0: a zone alone changes no control (§3.3)."""
    lay(field(MEADOW))
    state = position("german.movement", {"1002": "ge-ii"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1003"], forced=False)
    assert in_ezoc(state, "1004", ENTENTE)
    assert (state.controller("1004"), state.taken) == (ENTENTE, frozenset())


def test_a_zone_goes_where_its_corps_goes(lay: Lay) -> None:
    """§7.0: hexes that no corps reaches any more are free again; those that another corps reaches are not."""
    lay(field(MEADOW))
    state = position("german.movement", {"1202": "ge-ii", "1204": "ge-iii"})
    before = zone_of(state, GERMAN)
    assert {"1201", "1203", "1205"} < before
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1102", "1002"], forced=False)
    assert zone_of(state, GERMAN) == zone_of(replace(state), GERMAN), "as a state without a memory finds it"
    assert "1201" not in zone_of(state, GERMAN), "only the corps that left reached it"
    assert "1203" in zone_of(state, GERMAN), "the corps that stayed reaches it"


def test_a_zone_does_not_grow_for_a_second_corps_and_stays_when_it_leaves(lay: Lay) -> None:
    """§7.0: several zones in a hex are as one, and the hex stays in it until the last corps has gone."""
    lay(field(MEADOW))
    state = position("german.movement", {"1204": "ge-ii ge-iii"})
    before = zone_of(state, GERMAN)
    state = order(state, GERMAN, "move", units=["ge-iii"], path=["1203"], forced=False)
    assert before < zone_of(state, GERMAN)
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1203"], forced=False)
    assert "1305" in before - zone_of(state, GERMAN)


# --- §7.1 Movement ------------------------------------------------------------------------------------------------


def test_a_unit_stops_where_it_enters_a_zone(lay: Lay) -> None:
    """§7.1: the first hex in an enemy zone ends the move for this phase, on the way and in a second go."""
    lay(field(MEADOW))
    state = position("german.movement", {"1202": "ge-ii", "1205": "fr-1"})
    denied(state, GERMAN, "stopped", "7.1", "move", units=["ge-ii"], path=["1203", "1204", "1104"], forced=False)
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1203", "1204"], forced=False)
    denied(state, GERMAN, "stopped", "7.1", "move", units=["ge-ii"], path=["1203"], forced=False)
    assert "ge-ii" not in (offer(state, GERMAN, "move") or {"units": []})["units"]  # type: ignore[operator]


def test_the_planner_shows_where_one_stops(lay: Lay) -> None:
    """§7.1: hexes in enemy zones are marked, and nothing lies behind them."""
    lay(field("10 G. G. F. F. F. F.\n11 N. N. N. N. N. N.\n12 N. N. N. N. N. N."))
    state = position("german.movement", {"1001": "ge-c1", "1005": "fr-1"})
    plan = GAME.consult(state, GERMAN, {"kind": "move", "units": ["ge-c1"]})
    assert isinstance(plan, dict)
    assert {h: r["stops"] for h, r in plan["hexes"].items()} == {"1002": False, "1003": False, "1004": True}  # type: ignore[union-attr,call-overload,index]


def test_leaving_a_zone_into_the_open(lay: Lay) -> None:
    """§7.1: who begins in a zone moves normally if his first hex is free of them, even into another zone later."""
    lay(field(MEADOW))
    state = position("german.movement", {"1204": "ge-ii", "1205": "fr-1"})
    moved = order(state, GERMAN, "move", units=["ge-ii"], path=["1203", "1304", "1305"], forced=False)
    assert at(moved, "ge-ii") == "1305"
    denied(state, GERMAN, "ezoc-to-ezoc", "7.1", "move", units=["ge-ii"], path=["1305"], forced=False)


def test_from_zone_to_zone_of_different_units(lay: Lay) -> None:
    """§7.1: going straight from one enemy zone to another is forbidden, whose zones they may be."""
    lay(field(MEADOW))
    state = position("german.movement", {"1203": "ge-ii", "1104": "fr-1", "1304": "fr-2", "1005": "fr-grd1"})
    assert in_ezoc(state, "1103", GERMAN)
    assert in_ezoc(state, "1303", GERMAN)
    denied(state, GERMAN, "ezoc-to-ezoc", "7.1", "move", units=["ge-ii"], path=["1303"], forced=False)


def test_friends_do_not_open_a_zone_to_movement(lay: Lay) -> None:
    """§7.1: a hex full of your own units stops a move as an empty one does, and bars the step from zone to zone."""
    lay(field(MEADOW))
    state = position("german.movement", {"1202": "ge-ii", "1204": "ge-iii", "1205": "fr-1"})
    denied(state, GERMAN, "stopped", "7.1", "move", units=["ge-ii"], path=["1203", "1204", "1104"], forced=False)
    state = position("german.movement", {"1204": "ge-ii", "1305": "ge-iii", "1205": "fr-1"})
    denied(state, GERMAN, "ezoc-to-ezoc", "7.1", "move", units=["ge-ii"], path=["1305"], forced=False)


def test_hqs_and_depots_stop_too(lay: Lay) -> None:
    """§7.1: every moving unit is bound by enemy zones, also those that project none."""
    lay(field(MEADOW, rails=[("1202", "1203", "1204")]))
    for unit in ("ge-hq-1", "ge-depot-1"):
        state = position("german.movement", {"1202": unit, "1104": "fr-1"})
        denied(state, GERMAN, "stopped", "7.1", "move", units=[unit], path=["1203", "1204"], forced=False)


def test_forts_and_hqs_stop_nobody(lay: Lay) -> None:
    """§7.1: past a fort or an HQ one marches on."""
    lay(field(MEADOW))
    state = position("german.movement", {"1202": "ge-ii", "1205": "fr-hq-1 fr-fort-toul"})
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1203", "1204", "1304", "1305"], forced=False)
    assert at(state, "ge-ii") == "1305"


# --- §7.2, §7.5 Supply and command --------------------------------------------------------------------------------

LINE = "10 G. G. G. G. F. F. F.\n11 N. N. F. N. N. F. F.\n12 N. N. N. N. N. F. F."
"""A strip of Germany with one French hex beside it, from which 1002 and 1003 can be controlled."""


def test_supply_goes_into_a_zone_but_not_through(lay: Lay) -> None:
    """§7.2: a line ends in an enemy zone without friends; with friends in the hex it runs on."""
    lay(field(LINE, rails=[("1001", "1002")]))
    place = {"1002": "ge-hq-1", "1004": "ge-ii", "1103": "fr-1"}
    through = position("german.admin", place)
    assert in_ezoc(through, "1003", GERMAN)
    assert supply_of(through, "ge-ii") == "out"
    into = position("german.admin", {"1002": "ge-hq-1", "1003": "ge-ii", "1103": "fr-1"})
    assert supply_of(into, "ge-ii") == "in"
    held = position("german.admin", place | {"1003": "ge-depot-7"})
    assert supply_of(held, "ge-ii") == "in"


def test_allies_hold_a_line_open_for_each_other(lay: Lay) -> None:
    """§7.5: for the Entente friends of any nation negate the zone for supply (§8.2)."""
    text = "10 F. F. F. F. F. F. F.\n11 N. N. N. G. N. N. N.\n12 N. N. N. N. N. N. N."
    lay(field(text, rails=[("1005", "1006", "1007")]))
    place = {"1005": "fr-hq-1", "1003": "fr-1", "1104": "ge-ii"}
    alone = position("entente.admin", place)
    assert in_ezoc(alone, "1004", ENTENTE)
    assert supply_of(alone, "fr-1") == "out"
    assert supply_of(position("entente.admin", place | {"1004": "br-i"}), "fr-1") == "in"


def test_friends_negate_zones_for_command(lay: Lay) -> None:
    """§7.5: command stops in an enemy zone, and runs on where a friendly unit stands in it (ruling on §6.7)."""
    lay(field(LINE))
    place = {"1002": "ge-hq-1", "1004": "ge-ii", "1103": "fr-1"}
    assert not in_command(position("german.movement", place), "ge-ii")
    assert in_command(position("german.movement", place | {"1003": "ge-depot-1"}), "ge-ii")
    assert in_command(position("german.movement", {"1002": "ge-hq-1", "1003": "ge-ii", "1103": "fr-1"}), "ge-ii")


# --- §7.3, §7.4 Combat --------------------------------------------------------------------------------------------


def defeated(stacks: dict[str, str]) -> State:
    """A French corps that has lost one step of two due, in a meadow where the Germans attacked it from the east."""
    state = position("german.combat", {"1203": "ge-gd ge-ii ge-iii", "1204": "fr-2"} | stacks)
    return order(state, GERMAN, "attack", loaded(4), units=["ge-gd", "ge-ii", "ge-iii"], target="1204")


def retreats(state: State) -> set[str]:
    return {path[0] for path in paths_of(options(state, ENTENTE, "retreat"))}


def test_no_retreat_into_a_zone(lay: Lay) -> None:
    """§7.3: a stack leaves an enemy zone but never enters one, not even where friends stand."""
    lay(field(plain(range(11, 14), "G. G. G. F. F. F."), rails=[("1205", "1206")]))
    assert retreats(defeated({})) == {"1205"}
    shut = {"1106": "ge-v"}
    assert in_ezoc(position("german.combat", shut), "1205", ENTENTE)
    assert "1205" not in retreats(defeated(shut))
    assert "1205" not in retreats(defeated(shut | {"1205": "fr-1"}))
    assert retreats(defeated({"1205": "fr-1"})) == {"1205"}


def test_zones_do_not_hold_up_an_advance(lay: Lay) -> None:
    """§7.4: the victors go into the vacated hex though it lies in enemy zones, and go from zone to zone."""
    lay(field(MEADOW))
    place = {"1203": "ge-gd ge-ii ge-iii ge-hq-1", "1204": "fr-grd1", "1205": "fr-1", "1304": "fr-2"}
    state = position("german.combat", place, reduced=["fr-grd1"])
    state = order(state, GERMAN, "attack", units=["ge-gd", "ge-ii", "ge-iii", "ge-hq-1"], target="1204")
    assert in_ezoc(state, "1203", GERMAN)
    assert in_ezoc(state, "1204", GERMAN)
    state = order(state, GERMAN, "advance", Steady(6), units=["ge-ii"])
    assert at(state, "ge-ii") == "1204"
