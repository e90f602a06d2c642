"""§9.13 to §9.25, §9.52 to §9.56: from map to map in the combined game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts.surrender import ALPINE
from rules.great_war.movement.eligibility import AT_PEACE
from rules.great_war.movement.rails import GONE, units_waiting
from rules.great_war.movement.railways import RUSSIAN, leads_off, way_off
from rules.great_war.movement.transfer import CZAR_FELL, GO_BACK, NO_FRONT, NO_WAY, into_box, why_not_in, why_not_out
from rules.great_war.movement.transit import why_not_off
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import controller
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.before_november import NOBODY_GOES
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refused
from tests.games.great_war.combined.kit import GAME, at_war, done, refusal, until

KIEV, TIFLIS, POTI = "E4129", "NC4243", "NC4637"
ISMAILIA = "NE4209"
CALAIS, BASRA, BERLIN, BAGHDAD = "W6707", "NI2252", "E5102", "NI1540"


def sail(units: list[str], to: str) -> dict[str, object]:
    """The order to sail."""
    return {"kind": "sail", "units": units, "to": to}


def a_port_of_egypt(state: State) -> str:
    """A hex of the coast west of the canal."""
    return min(state.printed.board.ids[i] for i in state.printed.board.coast_of_egypt)


# --- by sea -----------------------------------------------------------------------------------------------------------


def test_9_55_ships_go_to_egypt_first() -> None:
    """§9.52, §9.55: both capacities are taken up between Europe and Egypt; Iraq is reached from Egypt alone."""
    state = until("combined-1915", "allied.rail")
    egypt = a_port_of_egypt(state)
    assert refusal(state, ALLIED, sail(["br-42t"], BASRA)).section == "9.55"
    after = done(state, ALLIED, sail(["br-42t", "br-52t"], egypt))
    assert after.units["br-42t"].at == egypt
    assert after.phase.used == {"sea": 2, "near-east-sea": 2}
    # §9.56: not twice in a phase.
    assert refusal(after, ALLIED, sail(["br-42t"], CALAIS)).section == "9.56"
    later = replace(relocate(state, ["br-16inbd"], egypt))
    moved = done(later, ALLIED, sail(["br-16inbd"], BASRA))
    assert moved.phase.used == {"near-east-sea": 1}


def test_9_52_each_map_has_its_own_ships() -> None:
    """§9.52: three to the Near East, though six sail in Europe."""
    state = relocate(until("combined-1915", "allied.rail"), ["br-1", "br-2"], CALAIS)
    four = ["br-1", "br-2", "br-42t", "br-52t"]
    found = refusal(state, ALLIED, sail(four, a_port_of_egypt(state)))
    assert (found.code, found.section) == ("no-capacity", "9.52")
    assert done(state, ALLIED, sail(four[:3], a_port_of_egypt(state))).phase.used["sea"] == 3


# --- lines to the edge of the map -------------------------------------------------------------------------------------


def test_a_line_to_the_edge_is_found_from_both_ends() -> None:
    """§9.0, §9.13, §9.24: who can leave a map is asked of all at once, by lines that come in; it is the same as by the
    line of each."""
    walks = until("combined-1915", "central.rail").printed.board.walks
    assert all(a in walks[b] for a, ends in enumerate(walks) for b in ends)
    answers = set()
    for scenario in ("combined-1915", "combined-1917"):
        for key, side, word in (("allied.rail", ALLIED, RUSSIAN), ("central.rail", CENTRAL, "")):
            state = until(scenario, key)
            for unit in units_waiting(state, side, "rail"):
                if not word or state.counter(unit).nation == word:
                    found = leads_off(state, unit, word)
                    assert found == (way_off(state, (unit,), word) is not None), (scenario, unit)
                    answers.add(found)
    assert answers == {True, False}


# --- the Central Powers' transit box ----------------------------------------------------------------------------------


def off(units: list[str]) -> dict[str, object]:
    """The order to go into the box."""
    return {"kind": "to_transit", "units": units}


def out(units: list[str], to: str) -> dict[str, object]:
    """The order to leave it."""
    return {"kind": "from_transit", "units": units, "to": to}


def next_rail(state: State) -> State:
    """The same step of a later turn: nobody has moved in it."""
    return replace(state, cursor=(replace(state.phase, used={}, moved=()),))


def test_9_14_from_the_east_by_the_box_on_both_capacities() -> None:
    """§9.13, §9.14: into the box out of Berlin, to Baghdad or back; Europe's trains count in the east alone."""
    state = relocate(until("combined-1916", "central.rail"), ["ge-8bvr", "ge-1"], BERLIN)
    after = done(state, CENTRAL, off(["ge-8bvr", "ge-1"]))
    assert after.boxes["transit"] == ("ge-1", "ge-8bvr")
    assert after.phase.used == {"near-east-central": 2, "central": 4}
    assert refusal(after, CENTRAL, out(["ge-1"], BERLIN)).code == "nobody"
    later = next_rail(after)
    there = done(later, CENTRAL, out(["ge-1"], BAGHDAD))
    assert there.units["ge-1"].at == BAGHDAD
    assert there.phase.used == {"near-east-central": 1}
    back = done(later, CENTRAL, out(["ge-8bvr"], BERLIN))
    assert back.phase.used == {"near-east-central": 1, "central": 2}


@pytest.mark.parametrize(("to", "earned"), [(BAGHDAD, (ALPINE,)), (BERLIN, ())])
def test_5_62_the_alpine_corps_counts_where_it_enters_the_near_east(to: str, earned: tuple[str, ...]) -> None:
    """§5.62, §9.13: on a map of the Near East, and not when it turns back to Europe out of the box."""
    state = replace(relocate(until("combined-1916", "central.rail"), ["ge-ak"], BERLIN), strategic="K")
    state = next_rail(done(state, CENTRAL, off(["ge-ak"])))
    assert not state.near_east.earned
    assert done(state, CENTRAL, out(["ge-ak"], to)).near_east.earned == earned


def test_9_13_who_may_not_set_out() -> None:
    """§9.13, §9.15, §15.64, §17.31: nobody from the west, no Austrian, no headquarters of Europe, and no German
    division before the Turks of Europe stand."""
    state = until("combined-1916", "central.rail")
    board = state.printed.board
    berlin = relocate(state, ["ge-1", "ge-hq-9", "ah-1"], BERLIN)
    for unit in ("ge-hq-9", "ah-1"):
        assert refusal(berlin, CENTRAL, off([unit])).section == "17.31", unit
    west = next(i for i in sorted(board.towns & board.by_front["west"] & board.by_country["GE"]))
    assert refusal(relocate(state, ["ge-1"], board.ids[west]), CENTRAL, off(["ge-1"])).section == "9.13"
    assert refusal(replace(berlin, turkey=False), CENTRAL, off(["ge-1"])).section == "9.15"


def test_9_14_europe_s_trains_may_be_spent_and_those_of_the_near_east_too() -> None:
    """§9.12, §9.14: four on the maps of the Near East, whatever Europe still has."""
    five = ["ge-1", "ge-2", "ge-3", "ge-4", "ge-5"]
    state = relocate(until("combined-1916", "central.rail"), five, BERLIN)
    assert refusal(state, CENTRAL, off(five)).code == "no-capacity"
    spent = replace(state, cursor=(replace(state.phase, used={"central": 23}),))
    assert refusal(spent, CENTRAL, off(["ge-1"])).code == "no-capacity"


# --- the Russians' transfer box ---------------------------------------------------------------------------------------


def test_9_24_russians_change_maps_by_the_transfer_box() -> None:
    """§9.24, §9.25: within Russia, on both maps' trains each way; other Allies and headquarters never."""
    state = until("combined-1915", "allied.rail")
    state = relocate(state, ["ru-1gd", "ru-2gd", "ru-hq-1"], KIEV)
    went = done(state, ALLIED, {"kind": "to_transfer", "units": ["ru-1gd", "ru-2gd"]})
    assert went.phase.used == {"russian": 2, "caucasus": 2}
    assert dict(went.near_east.came_from) == {"ru-1gd": "east", "ru-2gd": "east"}
    assert GAME.load_state(GAME.dump_state(went)) == went
    assert why_not_in(state, "ru-hq-1") == NO_FRONT
    assert why_not_in(state, "br-42t") is not None
    later = next_rail(went)
    there = done(later, ALLIED, {"kind": "from_transfer", "units": ["ru-1gd"], "to": TIFLIS})
    assert there.phase.used == {"russian": 1, "caucasus": 1}
    assert dict(there.near_east.came_from) == {"ru-2gd": "east"}
    assert refusal(later, ALLIED, {"kind": "from_transfer", "units": ["ru-1gd"], "to": CALAIS}).code != "nobody"


def ringed(state: State, hex_: str) -> tuple[State, list[str]]:
    """The position with empty hexes of the Central Powers all round a town; which they are."""
    board = state.printed.board
    around = {board.ids[n] for n in board.walks[board.index[hex_]]}
    ring = sorted(h for h in around if h not in state.stacks and controller(state, h) == ALLIED)
    return replace(state, taken=state.taken ^ {*ring}), ring


def test_9_24_one_way_in_a_phase_and_hexes_on_the_way_pass() -> None:
    """§9.56, §7.13: out of the box in a later phase alone; of a ring of empty enemy hexes one is entered each time."""
    state, ring = ringed(relocate(until("combined-1915", "allied.rail"), ["ru-1gd"], KIEV), KIEV)
    went = done(state, ALLIED, {"kind": "to_transfer", "units": ["ru-1gd"]})
    assert [controller(went, h) for h in ring].count(ALLIED) == 1
    out_: dict[str, object] = {"kind": "from_transfer", "units": ["ru-1gd"], "to": TIFLIS}
    assert why_not_out(went, "ru-1gd") == GONE
    assert refusal(went, ALLIED, out_).code == "nobody"
    later, ring = ringed(next_rail(went), TIFLIS)
    assert [controller(done(later, ALLIED, out_), h) for h in ring].count(ALLIED) == 1


def into(*units: str) -> dict[str, object]:
    """The order to go into the transfer box."""
    return {"kind": "to_transfer", "units": [*units]}


def onto(to: str, *units: str) -> dict[str, object]:
    """The order to leave it."""
    return {"kind": "from_transfer", "units": [*units], "to": to}


def used(state: State, **taken: int) -> State:
    """The same with as much of the trains used up."""
    return replace(state, cursor=(replace(state.phase, used=taken),))


def test_9_25_both_maps_must_have_trains_left() -> None:
    """§9.22, §9.25: two a phase in the Caucasus and eight in the east, on the way in as on the way out."""
    three = ["ru-1gd", "ru-2gd", "ru-26"]
    state = relocate(until("combined-1915", "allied.rail"), three, KIEV)
    assert (refusal(state, ALLIED, into(*three)).code, refusal(state, ALLIED, into(*three)).section) == (
        "no-capacity", "9.22",
    )  # fmt: skip
    assert done(state, ALLIED, into(*three[:2])).phase.used == {"russian": 2, "caucasus": 2}
    for full in ({"caucasus": 2}, {"russian": 8}):
        found = why_not_in(used(state, **full), "ru-1gd")
        assert found is not None
        assert found.code == "no-capacity"
    boxed = relocate(state, three, "transfer")
    assert refusal(boxed, ALLIED, onto(TIFLIS, *three)).code == "no-capacity"
    assert why_not_out(boxed, "ru-1gd") is None
    for full in ({"caucasus": 2}, {"russian": 8}):
        found = why_not_out(used(boxed, **full), "ru-1gd")
        assert found is not None
        assert found.code == "no-capacity"
        assert refusal(used(boxed, **full), ALLIED, onto(TIFLIS, "ru-1gd")).code == "nobody"


def test_9_24_from_the_caucasus_too_but_for_units_that_are_bound_to_it() -> None:
    """§9.24, §3.26: a division of the Caucasus may go to the east, a brigade marked C may not; nor does whoever fights
    in Persia or is in a box, or is no Russian."""
    state = relocate(until("combined-1917", "allied.rail"), ["ru-4tks", "ru-1caubd"], TIFLIS)
    state = replace(state, strategic_state=replace(state.strategic_state, czar=""))
    assert done(state, ALLIED, into("ru-4tks")).units["ru-4tks"].at == "transfer"
    assert why_not_in(state, "ru-1caubd") == NO_FRONT
    afar = relocate(state, ["ru-39", "br-10na"], BASRA)
    for unit in ("ru-39", "br-10na", "ru-cav-tcc"):
        assert why_not_in(afar, unit) is not None
    assert why_not_out(state, "ru-4tks") is not None


def test_9_24_a_town_without_a_line_to_the_edge_sends_and_receives_no_unit() -> None:
    """§9.24, §11.45: Poti with Turks all round, not beside it, feeds who is in it from its coast; but no train leaves
    it or comes."""
    state = relocate(until("combined-1915", "allied.rail"), ["ru-4tks"], POTI)
    board, turks = state.printed.board, [u for u in state.on_map(CENTRAL) if u.startswith("tu-")]
    ring = [*board.lattice.within(POTI, 2) - board.lattice.within(POTI, 1)]
    ring = [h for h in ring if h in board.index and board.land[board.index[h]]]
    shut = relocate(state, [u for h in ring for u in state.stacks.get(h, ())], "out")
    for hex_, unit in zip(ring, turks, strict=False):
        shut = relocate(shut, [unit], hex_)
    assert why_not_in(state, "ru-4tks") is None
    assert supply_of(shut, "ru-4tks") == IN
    assert why_not_in(shut, "ru-4tks") == NO_WAY
    with pytest.raises(Refused) as found:
        into_box(shut, ["ru-4tks"])
    assert found.value.refusal == NO_WAY
    boxed, cut = (relocate(where, ["ru-4tks"], "transfer") for where in (state, shut))
    assert done(boxed, ALLIED, onto(POTI, "ru-4tks")).units["ru-4tks"].at == POTI
    assert (refusal(cut, ALLIED, onto(POTI, "ru-4tks")).code, cut.holder(POTI)) == ("no-line", None)
    assert done(cut, ALLIED, onto(TIFLIS, "ru-4tks")).units["ru-4tks"].at == TIFLIS


def test_9_24_they_arrive_in_towns_of_russia_alone() -> None:
    """§9.22, §9.24: an Allied town of Turkey or Persia receives no train, nor does open ground."""
    state = relocate(until("combined-1917", "allied.rail"), ["ru-4tks"], "transfer")
    state = replace(state, strategic_state=replace(state.strategic_state, czar=""))
    assert done(state, ALLIED, onto(TIFLIS, "ru-4tks")).units["ru-4tks"].at == TIFLIS
    for hex_ in ("NC4235", "NC3045", "NC4143", "NE4209"):
        assert refusal(state, ALLIED, onto(hex_, "ru-4tks"))


def test_9_24_there_is_no_such_box_without_both_maps() -> None:
    """§9.24, §19.8: neither in the Near East alone nor in Europe."""
    for scenario in ("near-east-1917", "1917"):
        state = until(scenario, "allied.rail")
        for order in (into("ru-1caubd"), onto(TIFLIS, "ru-1caubd")):
            assert refusal(state, ALLIED, order).code == "no-box"


def test_9_25_the_sixth_goes_to_the_east_after_the_fall() -> None:
    """§9.25, §21.34: it is in the box as January 1916 begins, and came from Europe."""
    state = until("combined-1916", "allied.rail")
    fallen = replace(state, strategic_state=replace(state.strategic_state, czar="H"))
    assert refusal(fallen, ALLIED, onto(TIFLIS, "ru-6")) == GO_BACK
    assert done(fallen, ALLIED, onto(KIEV, "ru-6")).units["ru-6"].at == KIEV
    assert done(state, ALLIED, onto(TIFLIS, "ru-6")).units["ru-6"].at == TIFLIS


def test_9_25_after_the_fall_they_go_back() -> None:
    """§9.25: nobody sets out any more, and whoever is in the box goes back to the map that it came from."""
    state = relocate(until("combined-1915", "allied.rail"), ["ru-1gd", "ru-2gd"], KIEV)
    went = next_rail(done(state, ALLIED, {"kind": "to_transfer", "units": ["ru-1gd"]}))
    fallen = replace(went, strategic_state=replace(went.strategic_state, czar="C"))
    assert why_not_in(fallen, "ru-2gd") == CZAR_FELL
    assert refusal(fallen, ALLIED, {"kind": "from_transfer", "units": ["ru-1gd"], "to": TIFLIS}) == GO_BACK
    assert done(fallen, ALLIED, {"kind": "from_transfer", "units": ["ru-1gd"], "to": KIEV}).units["ru-1gd"].at == KIEV


def test_5_46_after_the_treaty_they_stay_in_the_box() -> None:
    """§5.46: Russians move no longer, and so they do not come out of the transfer box either."""
    state = relocate(until("combined-1915", "allied.rail"), ["ru-1gd"], KIEV)
    went = next_rail(done(state, ALLIED, {"kind": "to_transfer", "units": ["ru-1gd"]}))
    peace = replace(went, strategic_state=replace(went.strategic_state, czar="C", bolsheviks="C", treaty="C"))
    leave: dict[str, object] = {"kind": "from_transfer", "units": ["ru-1gd"], "to": KIEV}
    assert done(went, ALLIED, leave).units["ru-1gd"].at == KIEV
    assert refusal(peace, ALLIED, leave).code == "nobody"
    assert why_not_out(peace, "ru-1gd") == AT_PEACE


def test_19_62_no_unit_moves_before_november_1914() -> None:
    """§19.62: neither side moves or attacks there, and nobody comes; on the sixth turn they do."""
    state = until("combined-campaign", "first-movement")
    board = state.printed.board
    for seat, front in ((ALLIED, "caucasus"), (CENTRAL, "egypt")):
        unit, hex_ = next(
            (u, board.ids[b])
            for u in state.on_map(seat)
            if board.front[here := board.index[state.units[u].at]] == front
            for b in board.neighbours[here]
            if b >= 0 and board.land[b] and board.country[b] == board.country[here]
        )
        order: dict[str, object] = {"kind": "move", "units": [unit], "path": [hex_]}
        assert refusal(state, seat, order).section == "19.62"
        assert done(at_war(state, 6), seat, order).units[unit].at == hex_
    ships = until("combined-campaign", "allied.rail")
    port = relocate(replace(ships, turn=2), ["br-1"], CALAIS)
    assert refusal(port, ALLIED, sail(["br-1"], a_port_of_egypt(port))).section == "19.62"
    train = relocate(replace(until("combined-campaign", "central.rail"), turn=2), ["ge-1"], BERLIN)
    assert refusal(train, CENTRAL, off(["ge-1"])).code == "nobody"
    assert why_not_off(train, "ge-1") == NOBODY_GOES


# --- what is told of it (§7.25) ---------------------------------------------------------------------------------------


def test_7_25_the_other_side_is_not_told_what_trains_are_left() -> None:
    """§7.25, §9.34: a headquarters counts double, so what is left would tell that one went along below the top of a
    stack: two positions that differ only in that look alike to the enemy."""
    state = until("combined-1917", "allied.rail")
    start, end = "NE4206", "NE4313"
    views = []
    for other in ("br-hq-20crp", "br-53t"):
        there = relocate(state, ["br-52t", other], start)
        there = done(there, ALLIED, {"kind": "rail", "units": ["br-52t", other], "to": end})
        views.append({v: trains(there, v) for v in (ALLIED, CENTRAL, SPECTATOR)})
    with_headquarters, without = views
    assert (with_headquarters[ALLIED]["egypt"], without[ALLIED]["egypt"]) == (1, 2)
    for viewer in (CENTRAL, SPECTATOR):
        assert with_headquarters[viewer] == without[viewer]
        assert with_headquarters[viewer]["egypt"] is None
    assert with_headquarters[CENTRAL]["central"] == 24


def trains(state: State, viewer: str) -> dict[str, int | None]:
    """By its name what a viewer is told is left of a capacity."""
    told: Any = GAME.view(state, viewer)["capacities"]
    return {one["id"]: one["left"] for one in told}


@pytest.mark.parametrize(
    ("unit", "place", "kind", "capacity", "section"),
    [
        ("br-1", "W4908", "rail", "allied", "9.21"), ("ru-26", KIEV, "rail", "russian", "9.22"),
        ("ru-4tks", TIFLIS, "rail", "caucasus", "9.22"), ("br-10in", ISMAILIA, "rail", "egypt", "9.23"),
        ("br-1", CALAIS, "sail", "sea", "9.52"),
    ],
)  # fmt: skip
def test_9_2_what_is_used_up_is_refused_by_its_own_section(
    unit: str, place: str, kind: str, capacity: str, section: str
) -> None:
    """§9.21, §9.22, §9.23, §9.52: 9.11 is about the trains of the Central Powers."""
    state = until("combined-1916", "allied.rail")
    state = replace(relocate(state, [unit], place), cursor=(replace(state.phase, used={capacity: 100}),))
    found = refusal(state, ALLIED, {"kind": kind, "units": [unit], "to": "W2022"})
    assert (found.code, found.section) == ("no-capacity", section)
