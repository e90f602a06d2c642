"""§17.13, §17.31, §9.15, §9.16: the Turks of Europe and of the Near East on six fronts."""

from __future__ import annotations

import pytest

from rules.great_war.collapse.immediate import apply_immediate_effects
from rules.great_war.facts.revolutions import NationSurrendered
from rules.great_war.movement.transit import NOT_YET, why_not_off
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import controller
from rules.great_war.position.state import ARABIA, AVAILABLE, AVAILABLE_THERE, LATER, RESERVE, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.income import collect
from rules.great_war.supply.tracing import IN, supply_of
from rules.great_war.works.near_east_trenches import sites
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.combined.kit import GAME, at_war, done, refusal, until
from tests.games.great_war.near_east.kit import placed
from tests.games.great_war.strategic.kit import played, put

CONSTANTINOPLE, BERLIN, DAMASCUS, BAGHDAD, SALONIKA = "E1328", "E5102", "NE1728", "NI1540", "E1116"
IN_EUROPE = {f"tu-{n}": "E1024" for n in (5, 7, 9, 11, 12, 15)} | {f"tu-{n}": "E1023" for n in (16, 25, 26, 19)}


def stand(state: State) -> dict[str, str]:
    """The Turks of Europe that are on the map."""
    return {u: state.units[u].at for u in IN_EUROPE if state.units[u].at in state.stacks}


def in_1915(key: str) -> State:
    """A step of the campaign as if of a later turn: nobody has set up the Turks of Europe."""
    return replace(at_war(until("combined-campaign", key), 9), strategic="C")


# --- when they are set up (§17.13) ------------------------------------------------------------------------------------


def test_17_13_five_towns_of_the_near_east_bring_them() -> None:
    """§17.13: Allied control is enough, supplied or not; four are too few."""
    state = in_1915("central.rail")
    towns = state.printed.board.names(state.printed.board.surrender)
    assert len(towns) == 5
    for n, town in enumerate(towns, start=1):
        state = placed(state, {town: "br-10in"} if town != "NC3338" else {town: "ru-20"})
        state, events = played(lambda play, _: apply_immediate_effects(play), state)
        assert ("turks-deployed" in {event.kind for event in events}) == (n == 5)
        assert state.turkey == (n == 5)
    assert stand(state) == IN_EUROPE
    # Those of the Near East that are still to come stay what they are.
    assert state.units["tu-20"].at == LATER


def test_17_13_an_allied_unit_in_european_turkey_brings_them() -> None:
    """§17.13: and whoever's place it is in waits in Europe's box."""
    state = placed(in_1915("central.rail"), {"E1023": "br-10in"})
    state, _ = played(lambda play, _: apply_immediate_effects(play), state)
    assert state.turkey
    assert {u for u in IN_EUROPE if state.units[u].at == AVAILABLE} == {"tu-16", "tu-25", "tu-26", "tu-19"}


def test_7_13_what_was_entered_before_they_were_set_up_is_theirs_again() -> None:
    """§17.13, §7.13: an Allied unit has gone through their place and on: they stand on ground of their own."""
    state = placed(placed(in_1915("central.rail"), {"E1024": "br-10in"}), {"E1124": "br-10in"})
    assert controller(state, "E1024") == ALLIED
    state, _ = played(lambda play, _: apply_immediate_effects(play), state)
    assert stand(state)
    assert controller(state, "E1024") == CENTRAL


@pytest.mark.parametrize(
    ("event", "order"),
    [
        ("gallipoli", {"kind": "gallipoli", "hellas": ["br-1as"], "suvla": ["br-nz"]}),
        ("salonika", {"kind": "salonika", "units": ["br-1as"]}),
    ],
)
def test_17_13_landings_bring_them(event: str, order: dict[str, object]) -> None:
    """§17.13, §6.52, §6.53: by the order itself; the divisions come out of Europe's box, none out of the other."""
    state = put(in_1915("allied.new-units"), AVAILABLE, "br-1as", "br-nz")
    state = put(state, AVAILABLE_THERE, "br-10in")
    state = replace(state, chits={**state.chits, "allied.hand": {event: 1}})
    units = next(key for key in order if key not in ("kind", "suvla"))
    assert refusal(state, ALLIED, order | {units: ["br-10in"]}).code == "not-offered"
    after = done(state, ALLIED, order)
    assert after.turkey
    assert stand(after) == IN_EUROPE


def test_17_13_after_its_surrender_no_unit_is_set_up_and_the_country_is_open() -> None:
    """§16.62, §17.13: the third case comes about when the towns of Egypt and Iraq pass."""
    state = in_1915("central.rail")
    state = NationSurrendered("TU", "16.61").apply(state)
    state = relocate(state, ["ge-1"], BERLIN)
    before = placed(state, {"E1023": "br-10in"})
    after, events = played(lambda play, _: apply_immediate_effects(play), before)
    assert after.turkey
    assert stand(after) == {}
    told = [GAME.narrate(before, event, after, ALLIED) for event in events if event.kind == "turks-deployed"]
    assert [line and line["text"] for line in told] == [
        "European Turkey is open to the Central Powers: its own army has left the war."
    ]


# --- before they are (§17.31, §9.15) ----------------------------------------------------------------------------------


def test_17_31_turks_of_the_near_east_stay_out_of_european_turkey_until_then() -> None:
    """§17.31, §9.14: other places of the Eastern Front are open to them by the box, on both trains."""
    state = put(until("combined-1916", "central.rail"), TRANSIT, "tu-8")
    early = replace(state, turkey=False)
    order = {"kind": "from_transit", "units": ["tu-8"], "to": CONSTANTINOPLE}
    assert refusal(early, CENTRAL, order).code == "not-open"
    assert done(early, CENTRAL, order | {"to": BERLIN}).phase.used == {"near-east-central": 1, "central": 2}
    assert done(state, CENTRAL, order).units["tu-8"].at == CONSTANTINOPLE


def test_17_31_the_empire_is_closed_to_germans_but_for_the_battalion() -> None:
    """§9.15, §17.31: a division neither sets out nor comes in."""
    state = put(relocate(in_1915("central.rail"), ["ge-1"], BERLIN), TRANSIT, "ge-2", "ge-601bn")
    assert why_not_off(state, "ge-1") == NOT_YET
    assert why_not_off(relocate(state, ["ge-601bn"], BERLIN), "ge-601bn") is None
    assert refusal(state, CENTRAL, {"kind": "from_transit", "units": ["ge-2"], "to": DAMASCUS}).code == "off-limits"
    order = {"kind": "from_transit", "units": ["ge-601bn"], "to": DAMASCUS}
    assert done(state, CENTRAL, order).units["ge-601bn"].at == DAMASCUS
    later = replace(state, turkey=True)
    assert done(later, CENTRAL, order | {"units": ["ge-2"]}).units["ge-2"].at == DAMASCUS


def test_17_31_three_turks_in_egypt_by_rail_too() -> None:
    """§17.31: out of the transit box a fourth does not come to Sinai."""
    state = until("combined-1916", "central.rail")
    el_arish = "NE3311"
    state = placed(placed(state, {el_arish: "tu-8"}), {"NE3411": "tu-10"})
    box = relocate(state, ["tu-13", "tu-14"], TRANSIT)
    order = {"kind": "from_transit", "units": ["tu-13"], "to": el_arish}
    found = refusal(box, CENTRAL, order | {"units": ["tu-13", "tu-14"]})
    assert (found.code, found.section) == ("too-many-there", "17.31")
    assert done(box, CENTRAL, order).units["tu-13"].at == el_arish


def test_6_36_trenches_of_the_near_east_are_dug_by_turks_there_alone() -> None:
    """§6.36: not where they stand in supply in Europe."""
    state = until("combined-1916", "central.new-units")
    board = state.printed.board
    near = [n for n in board.lines[board.index[BERLIN]] if board.terrain[n] == "clear" and n not in board.cities]
    europe = next(board.ids[n] for n in near if board.ids[n] not in state.stacks)
    state = relocate(state, ["tu-5"], europe)
    assert supply_of(state, "tu-5") == IN
    assert {board.front[board.index[h]] for h in sites(state)} <= {"caucasus", "egypt", "iraq"}
    assert sites(state)


# --- the 3rd Division (§17.31) ----------------------------------------------------------------------------------------


def test_17_31_the_third_division_is_europe_s_once_they_are_set_up() -> None:
    """§17.31: on strategic turn E it comes to Europe's box, and to a city of European Turkey."""
    state = until("combined-1915", "replacement")
    assert state.strategic_state.turn == "E"
    assert state.units["tu-3"].at == AVAILABLE
    later = until_new_units(state)
    assert later.units["tu-3"].at == AVAILABLE
    order = {"kind": "place", "units": ["tu-3"], "hex": CONSTANTINOPLE}
    assert done(later, CENTRAL, order).units["tu-3"].at == CONSTANTINOPLE
    assert refusal(later, CENTRAL, order | {"hex": DAMASCUS}).section == "13.23"


def until_new_units(state: State) -> State:
    """The Central Powers' next New Units Phase; every die is a one."""
    declared: dict[str, dict[str, object]] = {
        "declare-initiative": {"kind": "declare", "theatre": "east"},
        "choose-marker": {"kind": "choose_marker", "marker": "OberOst"},
    }
    while state.phase.key != "central.new-units":
        command = declared.get(state.phase.key, {"kind": "end_phase"})
        state = done(state, GAME.deciders(state)[0], command)
    return state


def test_17_31_else_it_comes_by_the_reserve() -> None:
    """§17.31, §13.29: as one of the Near East, on E too."""
    state = in_1915("central.rail")
    state = replace(state, strategic_state=replace(state.strategic_state, turn="E"))
    state, _ = played(collect, state)
    assert state.units["tu-3"].at == AVAILABLE_THERE
    state = replace(in_1915("allied.new-units"), turn=10, strategic="E", units=state.units)
    after = done(state, ALLIED, {"kind": "end_phase"})
    assert after.units["tu-3"].at == RESERVE


@pytest.mark.parametrize(("turkey", "box", "goes"), [(True, AVAILABLE, AVAILABLE), (False, AVAILABLE_THERE, RESERVE)])
def test_21_45_the_sixtieth_division_too(turkey: bool, box: str, goes: str) -> None:
    """§21.45, §17.31: on L it is one of Europe's, or comes by the reserve while those are not set up: it would lie idle
    in a box."""
    state = replace(in_1915("central.rail"), turkey=turkey)
    state = replace(state, strategic_state=replace(state.strategic_state, turn="L"))
    state, _ = played(collect, state)
    assert state.units["tu-60"].at == box
    state = replace(in_1915("allied.new-units"), turn=10, strategic="L", turkey=turkey, units=state.units)
    assert done(state, ALLIED, {"kind": "end_phase"}).units["tu-60"].at == goes


# --- Arabia (§9.16) ---------------------------------------------------------------------------------------------------


def test_9_16_out_of_arabia_on_the_trains_of_the_near_east() -> None:
    """§9.16, §9.34: to the Ottoman Empire on the Egyptian map alone, without the transit box; never back."""
    state = until("combined-1916", "central.rail")
    unit = state.boxes[ARABIA][0]
    order: dict[str, object] = {"kind": "out_of_arabia", "units": [unit], "to": DAMASCUS}
    for elsewhere in (BAGHDAD, BERLIN, "NC3628"):
        assert refusal(state, CENTRAL, order | {"to": elsewhere}).section == "9.16"
    after = done(state, CENTRAL, order)
    assert after.units[unit].at == DAMASCUS
    assert after.phase.used == {"near-east-central": 1}
    spent = replace(state, cursor=(replace(state.phase, used={"near-east-central": 4}),))
    assert refusal(spent, CENTRAL, order).section == "9.16"
    # Europe's trains have no part in it.
    spent = replace(state, cursor=(replace(state.phase, used={"central": 24}),))
    assert done(spent, CENTRAL, order).units[unit].at == DAMASCUS
    kinds = {offer["kind"] for offer in GAME.legal(after, CENTRAL)["offers"]}  # type: ignore[union-attr, index, call-overload]
    assert "out_of_arabia" in kinds
    assert not {kind for kind in kinds if "into_arabia" in str(kind)}
    assert len(after.boxes[ARABIA]) == 3
    assert ("Too few Turkish units in Arabia", "5.62", 1) in surrender_of(after)


def surrender_of(state: State) -> list[tuple[str, str, int]]:
    """What is added to the die for Turkey, as the table shows it."""
    track = GAME.view(state, ALLIED)["near_east"]["surrender"]  # type: ignore[index, call-overload]
    return [(m["text"], m["section"], m["drm"]) for m in track["modifiers"]]  # type: ignore[index, call-overload, union-attr]


# --- the reserve and the Alpine Corps (§5.38, §5.62) ------------------------------------------------------------------


def test_5_38_turks_of_europe_fill_the_reserve_too() -> None:
    """§5.38: from the Eastern Front map and from either box, at once; the 19th counts, cavalry does not."""
    state = until("combined-1917", "replacement")
    found = GAME.decide(state, CENTRAL, {"kind": "end_phase"}, lambda draw, sides: 6)
    assert not isinstance(found, Refusal)
    state = found.states[-1]
    while state.phase.key == "replacement":
        found = GAME.decide(state, GAME.deciders(state)[0], {"kind": "end_phase"}, lambda draw, sides: 6)
        assert not isinstance(found, Refusal)
        state = found.states[-1]
    assert (state.phase.key, state.near_east.required) == ("reserve", 12)
    state = relocate(state, ["tu-60"], AVAILABLE)
    europe = [u for u in state.on_map(CENTRAL) if u == "tu-19"]
    assert europe
    after = done(state, CENTRAL, {"kind": "fill_reserve", "units": [*europe, "tu-60"]})
    assert {after.units[u].at for u in (*europe, "tu-60")} == {RESERVE}
    assert refusal(state, CENTRAL, {"kind": "fill_reserve", "units": ["tu-cav-3"]}).section == "5.38"


@pytest.mark.parametrize(("strategic", "earned"), [("J", ()), ("K", ("alpine-corps",)), ("M", ("alpine-corps",))])
def test_5_62_the_alpine_corps_counts_after_k_and_is_no_major_effort(strategic: str, earned: tuple[str, ...]) -> None:
    """§5.62, §18.4: it comes out of the transit box; the effort of the Near East alone is none here."""
    state = put(until("combined-1917", "central.rail"), TRANSIT, "ge-ak", "ge-25")
    state = replace(state, strategic=strategic)
    order = {"kind": "from_transit", "units": ["ge-25"], "to": DAMASCUS}
    shock = done(state, CENTRAL, order)
    assert shock.near_east.earned == ()
    after = done(shock, CENTRAL, order | {"units": ["ge-ak"]})
    assert after.near_east.earned == earned
    assert not after.near_east.effort
