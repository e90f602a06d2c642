"""§9.13, §9.14, §9.16: the transit box and Arabia; §13.29: who goes into a box when it comes into play."""

from __future__ import annotations

import pytest

from rules.great_war.game import GAME, GreatWar
from rules.great_war.movement.rails import by_rail
from rules.great_war.movement.transit import NO_BOX, out_of_box
from rules.great_war.new_units.boxes import send
from rules.great_war.new_units.orders import entry, why_not
from rules.great_war.new_units.regions import box_of
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import controller
from rules.great_war.position.state import ARABIA, AVAILABLE, DEAD, LATER, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.teams import capacities, with_commanders
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Json, Refusal, Refused
from tests.games.great_war import kit
from tests.games.great_war.kit import at, refused, told, told_with
from tests.games.great_war.near_east.kit import set_up, to_trains, until
from tests.games.great_war.strategic.kit import buried, played, put

KUT, BAGHDAD, DAMASCUS, ERZERUM, ALEPPO = "NI1845", "NI1540", "NE1728", "NC3935", "NE1428"


def used(state: State) -> int:
    """What has gone against the trains."""
    return state.phase.used.get("near-east-central", 0)


def offers(state: State) -> list[Json]:
    """The kinds of orders that the Central Powers are offered."""
    asked: list[dict[str, Json]] = GAME.legal(state, CENTRAL)["offers"]  # type: ignore[assignment]
    return [offer["kind"] for offer in asked]


def next_trains(state: State) -> State:
    """The strategic movement after this one."""
    state = told(state, CENTRAL, "end_phase")
    return until(state, "central.rail")


# --- the transit box --------------------------------------------------------------------------------------------------


def test_9_13_from_iraq_into_the_box_and_on_to_syria() -> None:
    """§9.13, §9.14, §9.56: into the box, and out of it in a later strategic movement; both ways take up trains."""
    state = told(to_trains(), CENTRAL, "to_transit", units=["tu-27"])
    assert (at(state, "tu-27"), used(state)) == (TRANSIT, 1)
    assert refused(state, CENTRAL, "from_transit", units=["tu-27"], to=DAMASCUS).section in ("9.13", "9.56")
    assert "from_transit" not in offers(state)
    state = next_trains(state)
    assert "from_transit" in offers(state)
    state = told(state, CENTRAL, "from_transit", units=["tu-27"], to=DAMASCUS)
    assert (at(state, "tu-27"), used(state)) == (DAMASCUS, 1)
    assert controller(state, DAMASCUS) == CENTRAL


def test_9_13_the_box_leads_to_every_front_and_back() -> None:
    """§9.13: to a town of the Caucasus, Egypt or Iraq, also of the front that the unit left."""
    state = put(to_trains(), TRANSIT, "tu-27")
    fronts = {"NE": 0, "NC": 0, "NI": 0}
    asked = {"kind": "slot", "order": "from_transit", "slot": "to", "chosen": {"units": ["tu-27"]}}
    found = GAME.consult(state, CENTRAL, asked)
    for hex_ in found["options"]["of"]:  # type: ignore[index, call-overload, union-attr]
        fronts[hex_[:2]] += 1
        after = told(state, CENTRAL, "from_transit", units=["tu-27"], to=hex_)
        assert at(after, "tu-27") == hex_
        assert hex_ in after.stacks
    assert all(fronts.values()), fronts


def test_9_13_who_may_not_go_there() -> None:
    """§9.13, §9.31, §11.81: units that are in no town, and units out of supply; nothing moves."""
    state = to_trains()
    lost = next(u for u in state.on_map(CENTRAL) if state.printed.board.index[at(state, u)] not in _towns(state))
    assert refused(state, CENTRAL, "to_transit", units=[lost]).section == "9.31"
    assert refused(state, CENTRAL, "to_transit", units=["br-6bd"]).code == "not-your-unit"
    assert refused(state, CENTRAL, "to_transit", units=["tu-27", "tu-1"]).section == "9.31"
    assert refused(state, CENTRAL, "to_transit", units=["nobody"]).code == "not-your-unit"
    assert refused(state, CENTRAL, "to_transit", units=[]).section == "4.2"
    board = state.printed.board
    edges = {board.ids[i] for i in board.edges & board.by_front["iraq"]}
    cut_off = replace(state, taken=state.taken | edges)
    assert refused(cut_off, CENTRAL, "to_transit", units=["tu-27"]).section == "11.81"


def ringed(state: State, hex_: str) -> tuple[State, set[str]]:
    """The position with empty hexes of the Allies all round a town; which they are."""
    board = state.printed.board
    ring = {board.ids[b] for b in board.walks[board.index[hex_]] if board.ids[b] not in state.stacks}
    mine = {h for h in ring if controller(state, h) == CENTRAL}
    return replace(state, taken=state.taken ^ mine), ring


def test_7_13_hexes_of_the_enemy_on_the_way_to_the_box_and_from_it_change_hands() -> None:
    """§7.13, §9.13: as on any other journey by rail: one of a ring of empty hexes is entered, and no more."""
    state, ring = ringed(to_trains(), KUT)
    state = told(state, CENTRAL, "to_transit", units=["tu-27"])
    assert [controller(state, h) for h in sorted(ring)].count(CENTRAL) == 1
    state, ring = ringed(put(to_trains(), TRANSIT, "tu-27"), DAMASCUS)
    state = told(state, CENTRAL, "from_transit", units=["tu-27"], to=DAMASCUS)
    assert [controller(state, h) for h in sorted(ring)].count(CENTRAL) == 1


def _towns(state: State) -> frozenset[int]:
    return state.printed.board.towns


def test_9_14_four_a_phase_headquarters_two() -> None:
    """§9.12, §9.14, §9.34: in and out together against four units; a headquarters counts as two."""
    state = put(to_trains(), TRANSIT, "tu-1", "tu-2", "tu-4", "tu-6")
    state = told(state, CENTRAL, "to_transit", units=["tu-27"])
    state = told(state, CENTRAL, "from_transit", units=["tu-1", "tu-2", "tu-4"], to=DAMASCUS)
    assert used(state) == 4
    assert refused(state, CENTRAL, "from_transit", units=["tu-6"], to=DAMASCUS).section in ("9.12", "9.13")
    assert "from_transit" not in offers(state)
    crowd = refused(relocate(to_trains(), FIVE, BAGHDAD), CENTRAL, "to_transit", units=[*FIVE])
    assert (crowd.code, crowd.section) == ("no-capacity", "9.12")
    hq = put(to_trains(), TRANSIT, "tu-hq-yag")
    assert used(told(hq, CENTRAL, "from_transit", units=["tu-hq-yag"], to=DAMASCUS)) == 2
    with pytest.raises(Refused, match="capacity for 4"):
        out_of_box(put(to_trains(), TRANSIT, "tu-1", "tu-2", "tu-4", "tu-6", "tu-8"), FIVE, DAMASCUS)


FIVE = ("tu-1", "tu-2", "tu-4", "tu-6", "tu-8")


def test_9_13_no_train_straight_to_another_front() -> None:
    """§9.13: from Iraq to Syria by the box alone; the refusal says so."""
    state = to_trains()
    with pytest.raises(Refused) as told_:
        by_rail(state, ["tu-27"], DAMASCUS)
    assert (told_.value.refusal.code, told_.value.refusal.section) == ("by-transit", "9.13")


def test_9_31_where_a_journey_out_of_the_box_cannot_end() -> None:
    """§9.31, §9.32: a hex of the enemy's, one that is no town, one beside the enemy."""
    state = put(to_trains(), TRANSIT, "tu-27")
    for hex_, code in (("NI2252", "not-yours"), ("NI1641", "no-town"), ("nowhere", "no-such-hex")):
        assert refused(state, CENTRAL, "from_transit", units=["tu-27"], to=hex_).code == code, hex_
    board = state.printed.board
    near = board.ids[board.walks[board.index[DAMASCUS]][0]]
    beside = relocate(state, ["br-12inbd"], near)
    assert refused(beside, CENTRAL, "from_transit", units=["tu-27"], to=DAMASCUS).code == "beside-enemy"


def test_9_13_there_is_no_such_box_in_europe() -> None:
    """§9.13: the order is offered to nobody there, and refused."""
    europe = kit.position({"E4923": "ge-1"}, "central.rail")
    assert refused(europe, CENTRAL, "to_transit", units=["ge-1"]) == NO_BOX
    assert refused(europe, CENTRAL, "from_transit", units=["ge-1"], to="E4923") == NO_BOX
    assert {*offers(europe)} == {"rail", "end_phase"}
    assert [*GAME.view(europe, CENTRAL)["boxes"]] == ["available", "dead", "pool"]  # type: ignore[misc]


def test_9_13_boxes_lie_open_and_the_log_names_them() -> None:
    """§9.13, §7.25: whoever lies in a box is seen by all; the line of the log names the box and no hex for it."""
    before = to_trains()
    after, events = told_with(before, CENTRAL, "to_transit", units=["tu-27"])
    for viewer in (ALLIED, CENTRAL, "spectator"):
        boxes = GAME.view(after, viewer)["boxes"]
        assert [u["id"] for u in boxes["transit"]] == ["tu-27"]  # type: ignore[index, call-overload, union-attr]
        assert len(boxes["arabia"]) == 4  # type: ignore[index, call-overload, arg-type]
        line = GAME.narrate(before, events[0], after, viewer)
        assert line is not None
        assert (line["section"], line["hexes"]) == ("9.13", ["NI1845"])
        assert str(line["text"]).endswith("to the transit box.")
    assert GAME.load_state(GAME.dump_state(after)) == after


# --- Arabia -----------------------------------------------------------------------------------------------------------


def test_9_16_out_of_arabia_and_never_back() -> None:
    """§9.16: to a town of the Ottoman Empire on the Egyptian map, against the trains."""
    state = to_trains()
    after = told(state, CENTRAL, "out_of_arabia", units=["tu-21"], to=DAMASCUS)
    assert (at(after, "tu-21"), used(after), len(after.boxes[ARABIA])) == (DAMASCUS, 1, 3)
    assert refused(after, CENTRAL, "out_of_arabia", units=["tu-21"], to=DAMASCUS).code == "not-there"
    ends = GAME.consult(
        state, CENTRAL, {"kind": "slot", "order": "out_of_arabia", "slot": "to", "chosen": {"units": ["tu-21"]}}
    )
    board = state.printed.board
    offered = [board.index[h] for h in ends["options"]["of"]]  # type: ignore[index, call-overload, union-attr]
    assert offered
    assert {(board.front[i], board.country[i]) for i in offered} == {("egypt", "TU")}
    assert refused(state, CENTRAL, "out_of_arabia", units=["tu-21"], to=KUT).section == "9.16"
    assert refused(state, CENTRAL, "out_of_arabia", units=["tu-27"], to=DAMASCUS).code == "not-there"


# --- into a box on arrival (§13.29) -----------------------------------------------------------------------------------


def test_13_29_german_divisions_go_into_the_transit_box() -> None:
    """§13.29: at no cost, as their New Units Phase begins; a battalion comes onto a map."""
    state = put(put(set_up(), LATER, "tu-20", "tu-24", "tu-42"), AVAILABLE, "ge-1", "ge-ak", "ge-601bn")
    assert (box_of(state, "ge-1"), box_of(state, "ge-601bn")) == (TRANSIT, "")
    refusal = why_not(state, "ge-1")
    assert refusal is not None
    assert (refusal.section, refusal.text) == ("13.29", "The unit goes to the transit box, not onto a map.")
    state, events = played(send, state)
    assert [event.kind for event in events] == ["boxed"]
    assert {*state.boxes[TRANSIT]} == {"ge-1", "ge-ak"}
    assert why_not(state, "ge-601bn") is None
    assert entry(state, ["ge-601bn"], DAMASCUS).hex == DAMASCUS


def test_13_29_a_returning_unit_may_come_anywhere() -> None:
    """§13.29: the region binds on the first entry; a unit that has been destroyed comes to any of the three fronts."""
    first = put(set_up(), AVAILABLE, "tu-53", "tu-20")
    with pytest.raises(Refused) as told_:
        entry(first, ["tu-53"], BAGHDAD)
    assert told_.value.refusal.code == "other-region"
    rich = replace(buried(first, "tu-53", "tu-20"), points={"TU": 5})
    rich = waiting_for_replacement(rich)
    back = told(rich, CENTRAL, "replace", unit="tu-53", points=1)
    back = told(back, CENTRAL, "replace", unit="tu-20", points=1)
    assert back.returned == {"tu-53", "tu-20"}
    assert entry(back, ["tu-53"], BAGHDAD).hex == BAGHDAD
    assert box_of(back, "tu-20") == ""
    assert entry(back, ["tu-20"], BAGHDAD).hex == BAGHDAD
    assert GAME.load_state(GAME.dump_state(back)) == back


def test_5_37_germans_are_never_rebuilt() -> None:
    """§5.37: whatever it would cost; a Turk beside them is."""
    state = waiting_for_replacement(replace(buried(set_up(), "ge-601bn", "tu-53"), points={"TU": 5, "GE": 5}))
    assert refused(state, CENTRAL, "replace", unit="ge-601bn", points=1).section == "5.37"
    assert at(told(state, CENTRAL, "replace", unit="tu-53", points=1), "tu-53") == AVAILABLE


def waiting_for_replacement(state: State) -> State:
    """The same units in the Replacement Phase of strategic turn E."""
    assert state.boxes[DEAD]
    state = replace(state, turn=11, strategic="E", strategic_state=replace(state.strategic_state, turn="E"))
    return replace(state, cursor=(replace(state.phase, key="replacement", done=()),))


# --- the major effort (§18.4, §5.62) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "letter", "kinds"), [
    ("ge-25", "O", ["transported", "effort"]), ("ge-ak", "O", ["transported", "modifier-earned"]),
    ("ge-ak", "J", ["transported"]), ("tu-27", "O", ["transported"]),
])  # fmt: skip
def test_18_4_shock_divisions_begin_the_major_effort(unit: str, letter: str, kinds: list[str]) -> None:
    """§18.4, §5.62: as the first of the five comes onto a map; the Alpine Corps adds to the die for Turkey, after K.
    Both are told, once and for good."""
    state = replace(put(to_trains(), TRANSIT, unit, "ge-26"), strategic=letter)
    after, events = told_with(state, CENTRAL, "from_transit", units=[unit], to=DAMASCUS)
    assert [event.kind for event in events if event.kind != "took"] == kinds
    assert after.near_east.effort == ("effort" in kinds)
    assert after.near_east.earned == (("alpine-corps",) if "modifier-earned" in kinds else ())
    lines = [GAME.narrate(state, event, after, "spectator") for event in events]
    assert all(line is not None for line in lines)
    second, events = told_with(after, CENTRAL, "from_transit", units=["ge-26"], to=DAMASCUS)
    assert second.near_east.effort
    assert ("effort" in [event.kind for event in events]) == (not after.near_east.effort)
    assert GAME.load_state(GAME.dump_state(second)) == second


def test_9_15_german_divisions_come_by_the_transit_box_alone() -> None:
    """§9.15, §13.29: though the Turks of Europe are never set up."""
    state = put(to_trains(), TRANSIT, "ge-1")
    assert at(told(state, CENTRAL, "from_transit", units=["ge-1"], to=DAMASCUS), "ge-1") == DAMASCUS


def test_3_13_the_boxes_are_the_commander_in_chiefs() -> None:
    """§3.13, §9.14: of two commanders the chief moves who lies in them; what goes in and out counts as trains do."""
    team = with_commanders(GreatWar())
    match = team.new_match("near-east-1915-west-and-east", {})
    match = replace(match, inner=put(to_trains(), TRANSIT, "tu-27"))
    order = {"kind": "from_transit", "units": ["tu-27"], "to": DAMASCUS}
    taken = team.decide(match, "central-east", order, lambda *_: 1)
    assert not isinstance(taken, Refusal)
    refusal = team.decide(match, "central-west", order, lambda *_: 1)
    assert isinstance(refusal, Refusal)
    assert refusal.section == "3.13"
    trains, *_ = capacities(match.inner, CENTRAL)
    assert trains.orders == {"rail", "to_transit", "from_transit", "out_of_arabia"}
    europe, *_ = capacities(kit.position({"E4923": "ge-1"}, "central.rail"), CENTRAL)
    assert europe.orders == {"rail"}
