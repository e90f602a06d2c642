"""§5.6, §16.5, §16.6, §16.62, §5.17: Turkey falls on six fronts, by the die, with Constantinople, or by collapse."""

from __future__ import annotations

from functools import cache
from itertools import chain, repeat

import pytest

from rules.great_war.collapse.immediate import apply_immediate_effects
from rules.great_war.facts import Event
from rules.great_war.facts.arabs import HexHeld
from rules.great_war.facts.revolutions import NationCollapsed
from rules.great_war.movement.transit import why_not_off
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.control import controller, forts
from rules.great_war.position.state import ARABIA, AVAILABLE_THERE, DEAD, DEAD_THERE, OUT, RESERVE, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.after_surrender import HOME_ALONE, NO_WAY_HOME, NO_WAY_OUT
from rules.great_war.strategic.income import collect
from rules.great_war.strategic.reserve import dice_due
from rules.great_war.strategic.surrender_modifiers import modifiers
from rules.great_war.strategic.transfers import points_left
from rules.great_war.strategic.turkish_surrender import surrender, surrender_due
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided, JsonObject, Refusal
from tests.games.great_war.combined.kit import GAME, at_war, done, until
from tests.games.great_war.near_east.kit import placed
from tests.games.great_war.strategic.kit import played

CONSTANTINOPLE, GALLIPOLI, SOFIA, BERLIN = "E1328", "E1124", "E1819", "E5102"
DAMASCUS, KIRKUK, MALATYA, KUT = "NE1728", "NI1533", "NC3628", "NI1845"
DECLARED: dict[str, dict[str, object]] = {
    "declare-initiative": {"kind": "declare", "theatre": "east"},
    "choose-marker": {"kind": "choose_marker", "marker": "OberOst"},
}


def ended(state: State, die: int) -> State:
    """One side has ended its step, or declared what it must; every die is this one, but that for the Bolsheviks, which
    follows the reserve: a one."""
    seat = GAME.deciders(state)[0]
    command = DECLARED.get(state.phase.key, {"kind": "end_phase"})
    dice = chain([1] if state.phase.key == "reserve" else [], repeat(die))
    found = GAME.decide(state, seat, command, lambda draw, sides: next(dice))
    assert not isinstance(found, Refusal), found
    after: State = found.states[-1]
    return after


def on_to(state: State, die: int, *keys: str) -> State:
    """The first of these steps, with nothing done before it; every die is this one."""
    while state.phase.key not in keys:
        state = ended(state, die)
    return state


@cache
def germans_there() -> State:
    """April 1917, the strategic turn: a German division each in Damascus, Baghdad's country, the Caucasus and the
    transit box; another in Constantinople."""
    state = until("combined-1917", "replacement")
    places = (DAMASCUS, KIRKUK, MALATYA, TRANSIT, CONSTANTINOPLE)
    for n, at in enumerate(places, start=1):
        state = relocate(state, [f"ge-{n}"], at)
    return state


@cache
def surrendered() -> State:
    """Turkey gives up by the die: the reserve is six divisions short, Van and Baghdad are Allied."""
    return on_to(germans_there(), 6, "declare-initiative", "choose-marker", "pipeline")


def nation(state: State, unit: str) -> str:
    return state.counter(unit).nation


# --- by the die (§5.61, §16.62) ---------------------------------------------------------------------------------------


def test_5_61_all_turks_leave_all_maps_and_boxes() -> None:
    """§5.61, §16.62: of Europe too, those due later among them; Persians stay; no points are left."""
    before, state = germans_there(), surrendered()
    assert state.strategic_state.surrendered == ("TU",)
    turks = [u for u in state.units if state.counter(u).people == "TU"]
    assert {before.printed.board.front[before.printed.board.index[before.units[u].at]]
            for u in turks if before.units[u].at in before.stacks} == {"east", "caucasus", "egypt", "iraq"}  # fmt: skip
    assert {before.units[u].at for u in turks} >= {RESERVE, ARABIA, "later", "near-east-dead"}
    assert {state.units[u].at for u in turks} == {OUT}
    gendarmes = next(u for u in state.units if nation(state, u) == "TU" and state.counter(u).people == "PN")
    assert state.units[gendarmes].at == before.units[gendarmes].at
    assert state.points.get("TU", 0) == 0
    assert GAME.load_state(GAME.dump_state(state)) == state


def test_18_1_charts_go_on_when_turkey_has_surrendered() -> None:
    """§18.1, §5.62: points decide on six fronts, before and after; nothing is added to a die that nobody rolls. Both
    dead piles count."""
    titles, values = [], []
    for state in (germans_there(), surrendered()):
        found = GAME.gauge.standing(GAME.view(state, "spectator"))
        titles.append([figure.title for figure in found])
        values.append({figure.title: figure.values for figure in found})
        fallen = sum(len(state.boxes[pile]) for pile in (DEAD, DEAD_THERE))
        assert sum(values[-1]["Units in the dead pile"].values()) == fallen > len(state.boxes[DEAD])
    assert titles[0] == titles[1]
    assert titles[0][:3] == ["Victory points", "Victory hexes and enemy cities held", "Added to the die for Turkey"]
    assert [value["Added to the die for Turkey"][ALLIED] > 0 for value in values] == [True, False]


def test_16_62_towns_of_egypt_and_iraq_pass_those_of_the_caucasus_do_not() -> None:
    """§5.61, §16.62: but where another unit of the Central Powers stands; the forts of Gaza and Beersheba are gone."""
    state = surrendered()
    board = state.printed.board
    held = {
        board.ids[i]
        for i in board.towns & (board.by_front["egypt"] | board.by_front["iraq"])
        if controller(state, board.ids[i]) == CENTRAL
    }
    # The Persian Gendarmes hold theirs.
    assert held == {DAMASCUS, KIRKUK, "NI2040"} & {board.ids[i] for i in board.towns}
    assert {"NE2711", "NE2913"} <= state.destroyed
    before = germans_there()
    caucasus = board.by_front["caucasus"]
    assert {h for h in state.taken ^ before.taken if board.index[h] in caucasus} == set()
    assert not state.near_east.kut or before.near_east.kut


def test_16_62_14_11_no_fort_of_turkeys_stands_after_its_surrender() -> None:
    """§16.62, §14.11: with the Turks the units go that their forts have of their own, on every map; of other forts of
    the Central Powers none."""
    before, after = germans_there(), surrendered()
    board = after.printed.board
    turkish = {i for i in forts(before, CENTRAL) if board.country[i] == "TU"}
    assert {board.front[i] for i in turkish} == {"east", "egypt"}
    assert forts(before, CENTRAL) - forts(after, CENTRAL) == turkish


def test_16_62_kut_gets_its_fort_when_an_allied_unit_comes_in() -> None:
    """§16.62, §14.21: it passes with the other towns, and no unit has entered it; later one does, though it is Allied
    ground."""
    state = at_war(until("combined-campaign", "central.rail"), 9)
    assert not state.near_east.kut
    state, events = played(lambda play, _: surrender(play), state)
    assert [event.kind for event in events] == ["surrendered", "taken"]
    assert controller(state, KUT) == ALLIED
    assert not state.near_east.kut
    assert placed(state, {KUT: "br-16inbd"}).near_east.kut


def test_16_62_a_town_that_only_arabs_hold_stays_allied() -> None:
    """§16.62, §7.13: it does not go back when they march on."""
    beirut = "NE2430"
    state = relocate(germans_there(), ["ab-army"], "later")
    state = relocate(state, state.stacks.get(beirut, ()), DEAD)
    held = relocate(HexHeld(beirut).apply(state), ["ab-army"], beirut)
    assert controller(relocate(held, ["ab-army"], "NE2429"), beirut) == CENTRAL
    after = on_to(held, 6, "declare-initiative", "choose-marker", "pipeline")
    assert after.strategic_state.surrendered == ("TU",)
    assert controller(relocate(after, ["ab-army"], "NE2429"), beirut) == ALLIED


def test_5_61_neither_die_nor_reserve_comes_again() -> None:
    """§5.61, §5.38: and the table shows no modifiers any more; the match goes on."""
    state = surrendered()
    assert state.ended is None
    assert not surrender_due(replace(state, strategic_state=replace(state.strategic_state, turn="N")))
    assert dice_due(replace(state, strategic_state=replace(state.strategic_state, turn="N"))) == 0
    view = GAME.view(state, ALLIED)
    assert view["near_east"]["surrender"] is None
    assert view["ledger"]["surrendered"] == ["TU"]
    assert view["near_east"]["home"] is True
    assert GAME.view(relocate(state, ["ge-5"], BERLIN), ALLIED)["near_east"]["home"] is False
    before = GAME.view(germans_there(), ALLIED)["near_east"]
    assert before["surrender"] is not None
    assert before["home"] is None


def test_5_61_a_turn_is_played_after_it() -> None:
    """§5.61: without Turks every step is gone through, to the next strategic turn."""
    state = on_to(surrendered(), 1, "first-movement")
    assert state.phase.key == "first-movement"
    state = on_to(state, 1, "central.rail")
    letters = state.strategic
    while state.strategic == letters:
        state = ended(state, 1)
    assert on_to(state, 1, "declare-initiative").strategic_state.surrendered == ("TU",)


# --- the Germans (§16.62) ---------------------------------------------------------------------------------------------


def test_16_62_germans_live_while_constantinople_is_held() -> None:
    """§16.62: a unit of the Central Powers there keeps the way home open."""
    state = surrendered()
    assert [state.units[u].at for u in ("ge-1", "ge-2", "ge-3", "ge-4")] == [DAMASCUS, KIRKUK, MALATYA, TRANSIT]


def test_16_62_germans_are_lost_the_instant_it_is_empty() -> None:
    """§16.62, §5.37: when the last unit marches out: those of Egypt, Iraq and the box, not those of the Caucasus; they
    may be rebuilt in Europe."""
    state = on_to(surrendered(), 1, "first-movement", "second-movement")
    while CENTRAL not in GAME.deciders(state):
        state = ended(state, 1)
    before = state
    board = state.printed.board
    beside = next(
        board.ids[b]
        for b in board.neighbours[board.index[CONSTANTINOPLE]]
        if b >= 0 and board.land[b] and not isinstance(_march(state, board.ids[b]), Refusal)
    )
    found = _march(state, beside)
    assert not isinstance(found, Refusal)
    after: State = found.states[-1]
    assert [after.units[u].at for u in ("ge-1", "ge-2", "ge-4")] == [DEAD] * 3
    assert after.units["ge-3"].at == MALATYA
    told = [GAME.narrate(before, event, after, ALLIED) for event in found.events]
    lines = [line for line in told if line is not None and line["section"] == "16.62"]
    assert len(lines) == 1
    assert "Cut off in the Near East" in str(lines[0]["text"])


def _march(state: State, hex_: str) -> Decided[State, Event] | Refusal:
    return GAME.decide(state, CENTRAL, {"kind": "move", "units": ["ge-5"], "path": [hex_]}, lambda draw, sides: 1)


def test_16_62_the_last_in_constantinople_is_warned() -> None:
    """§16.62: whoever would leave it empty is told before who is lost, on foot and by rail; nobody else is."""
    state = on_to(surrendered(), 1, "first-movement", "second-movement")
    while CENTRAL not in GAME.deciders(state):
        state = ended(state, 1)
    warning = "Constantinople is empty then, and 3 German units cut off in the Near East: lost at once."
    assert grave(state, "move", "path", "ge-5") == warning
    two = relocate(state, ["ge-6"], CONSTANTINOPLE)
    assert grave(two, "move", "path", "ge-5") is None
    assert grave(two, "move", "path", "ge-5", "ge-6") == warning
    strategic_state = replace(state.strategic_state, surrendered=())
    assert grave(replace(state, strategic_state=strategic_state), "move", "path", "ge-5") is None
    nobody = relocate(state, ["ge-1", "ge-2", "ge-4"], DEAD)
    assert grave(nobody, "move", "path", "ge-5") is None
    assert grave(on_to(state, 1, "central.rail"), "rail", "to", "ge-5") == warning


def grave(state: State, order: str, slot: str, *units: str) -> object:
    """What a player must say yes to before these units go."""
    asked: JsonObject = {"kind": "slot", "order": order, "slot": slot, "chosen": {"units": [*units]}}
    answer = GAME.consult(state, CENTRAL, asked)
    assert not isinstance(answer, Refusal)
    assert answer["options"]
    return answer.get("grave")


def test_16_62_turks_alone_in_constantinople_do_not_save_them() -> None:
    """§16.62: they leave with the others, so it is empty at once. Who waits off the maps is not lost (docs/rulings)."""
    state = relocate(germans_there(), ["ge-5"], BERLIN)
    state = on_to(state, 6, "declare-initiative", "choose-marker", "pipeline")
    assert [state.units[u].at for u in ("ge-1", "ge-2", "ge-3", "ge-4")] == [DEAD, DEAD, MALATYA, DEAD]
    assert state.units["ge-601bn"].at == AVAILABLE_THERE


def test_16_62_they_go_home_by_rail_and_no_unit_comes_after_them() -> None:
    """§16.62, §9.13: into the box, and out of it to the Eastern Front alone; not into it from there."""
    state = relocate(on_to(surrendered(), 1, "central.rail"), ["ge-6"], BERLIN)
    assert why_not_off(state, "ge-6") == NO_WAY_OUT
    into = {"kind": "to_transit", "units": ["ge-6"]}
    assert GAME.decide(state, CENTRAL, into, lambda draw, sides: 1) == NO_WAY_OUT
    out = {"kind": "from_transit", "units": ["ge-4"], "to": MALATYA}
    assert GAME.decide(state, CENTRAL, out, lambda draw, sides: 1) == HOME_ALONE
    assert done(state, CENTRAL, out | {"to": BERLIN}).units["ge-4"].at == BERLIN
    home = done(state, CENTRAL, {"kind": "to_transit", "units": ["ge-3"]})
    assert home.units["ge-3"].at == TRANSIT
    assert home.phase.used == {"near-east-central": 1}
    shut = relocate(state, ["ge-5"], BERLIN)
    assert why_not_off(shut, "ge-3") == NO_WAY_HOME


def test_9_13_germans_of_the_near_east_still_change_its_fronts() -> None:
    """§9.13, §16.62: whoever went into the box on a map of the Near East may come out on another; who came from Europe
    may not, and nobody does once Constantinople is empty."""
    state = on_to(germans_there(), 1, "central.rail")
    state = done(state, CENTRAL, {"kind": "to_transit", "units": ["ge-3"]})
    state = relocate(state, ["ge-6"], BERLIN)
    state = done(replace(state, turkey=True), CENTRAL, {"kind": "to_transit", "units": ["ge-6"]})
    assert dict(state.near_east.came_from) == {"ge-3": "caucasus", "ge-6": "east"}
    assert GAME.load_state(GAME.dump_state(state)) == state
    state, _ = played(lambda play, _: surrender(play), on_to(ended(state, 1), 1, "central.rail"))
    out: dict[str, object] = {"kind": "from_transit", "to": DAMASCUS}
    for units in (["ge-6"], ["ge-3", "ge-6"]):
        assert GAME.decide(state, CENTRAL, out | {"units": units}, lambda draw, sides: 1) == HOME_ALONE
    gone = done(state, CENTRAL, out | {"units": ["ge-3"]})
    assert gone.units["ge-3"].at == DAMASCUS
    assert dict(gone.near_east.came_from) == {"ge-6": "east"}
    assert done(gone, CENTRAL, out | {"units": ["ge-6"], "to": BERLIN}).near_east.came_from == ()


# --- with Constantinople (§5.63) --------------------------------------------------------------------------------------


def taken() -> State:
    """British are in Constantinople, which Turks had left, and a side has decided anything."""
    state = relocate(germans_there(), ["ge-5"], BERLIN)
    state = relocate(state, state.stacks.get(CONSTANTINOPLE, ()), DEAD)
    return ended(placed(state, {CONSTANTINOPLE: "br-1"}), 1)


def test_5_63_constantinople_brings_the_same_as_the_die() -> None:
    """§5.63, §16.62: Turks leave, towns pass, Germans are cut off; six points a turn may go to Russia (§5.17)."""
    state = taken()
    assert state.strategic_state.surrendered == ("TU",)
    assert {state.units[u].at for u in state.units if state.counter(u).people == "TU"} == {OUT}
    assert controller(state, "NE2913") == ALLIED
    assert controller(state, DAMASCUS) == CENTRAL
    assert [state.units[u].at for u in ("ge-1", "ge-2", "ge-3", "ge-4")] == [DEAD, DEAD, MALATYA, DEAD]


# --- what follows (§5.17, §16.5) --------------------------------------------------------------------------------------


def test_5_17_six_points_go_to_russia_through_the_straits() -> None:
    """§5.17: by the die too, though Constantinople is the Central Powers'; one before."""
    purse = {"BR": 9, "FR": 9, "RU": 0}
    before, state = (replace(s, points={**s.points, **purse}) for s in (germans_there(), surrendered()))
    assert controller(state, CONSTANTINOPLE) == CENTRAL
    assert points_left(before, "BR", "RU") == 1
    assert points_left(state, "BR", "RU") == 6
    assert points_left(state, "FR", "RU") == 6


@pytest.mark.parametrize("turkey_first", [True, False])
def test_16_5_austria_falls_with_bulgaria_and_turkey(turkey_first: bool) -> None:
    """§16.5: whichever of them goes first, Bulgaria by its collapse, Turkey by surrender."""
    state = germans_there()
    if not turkey_first:
        state = NationCollapsed("BU", "16.7").apply(state)
        state = on_to(state, 6, "declare-initiative", "choose-marker", "pipeline")
    else:
        state = NationCollapsed("BU", "16.7").apply(surrendered())
        state = ended(state, 1)
    assert "AH" in state.strategic_state.collapsed
    assert "AH" not in surrendered().strategic_state.collapsed


# --- collapse (§16.6) -------------------------------------------------------------------------------------------------


def test_16_6_a_collapsed_turkey_fights_on_with_one_everywhere() -> None:
    """§16.6, §16.11: its headquarters of the Near East leave, its units there are weak too; dice for the reserve and
    its surrender come as before."""
    state = germans_there()
    state = relocate(state, state.stacks.get(GALLIPOLI, ()), DEAD)
    state, events = played(lambda play, _: apply_immediate_effects(play), placed(state, {GALLIPOLI: "br-1"}))
    assert [event.kind for event in events] == ["collapsed"]
    assert state.units["tu-hq-yag"].at == OUT
    faces = {(state.face(u).attack, state.face(u).defence)
             for u in state.on_map(CENTRAL) if state.counter(u).people == "TU"}  # fmt: skip
    assert faces == {(1, 1)}
    assert surrender_due(state)
    assert dice_due(state) == 2
    after = on_to(state, 6, "declare-initiative", "choose-marker", "pipeline")
    assert after.strategic_state.surrendered == ("TU",)
    assert modifiers(state) == modifiers(germans_there())


def test_17_31_the_nineteenth_changes_on_n_wherever_it_is_while_turkey_fights() -> None:
    """§17.31, §16.62: on the map or in a box it is 2-4 from N on; once it has left with Turkey it is not told of."""
    fighting, gone = (
        replace(s, strategic_state=replace(s.strategic_state, turn="N")) for s in (germans_there(), surrendered())
    )
    for state in (fighting, relocate(fighting, ["tu-19"], DEAD_THERE)):
        after, _ = played(collect, state)
        assert (after.face("tu-19").attack, after.face("tu-19").defence) == (2, 2)
        assert after.units["tu-19"].at == state.units["tu-19"].at
    _, events = played(collect, gone)
    assert "replaced-for-good" not in {event.kind for event in events}


def test_16_62_whoever_comes_by_rail_or_by_sea_comes_in() -> None:
    """§7.13, §14.21, §14.53, §9.31: a train to Kut, which passed to the Allies with Turkey's surrender, brings its
    fort; a ship to Jaffa ends the trenches there."""
    jaffa = "NE2718"
    state = until("combined-1915", "allied.rail")
    state = with_near_east(replace(state, turn=15), trenches=frozenset({jaffa}))
    state, _ = played(lambda play, _: surrender(play), state)
    assert (controller(state, KUT), state.near_east.kut) == (ALLIED, False)
    state = replace(state, chits={**state.chits, "allied.play": {"maude": 1}})
    state = placed(state, {"NI2252": "br-12inbd", "NE4313": "br-10in", "NE2913": "br-11in"})
    state = done(state, ALLIED, {"kind": "rail", "units": ["br-12inbd"], "to": KUT})
    assert state.near_east.kut
    assert state.near_east.trenches == {jaffa}
    state = done(state, ALLIED, {"kind": "sail", "units": ["br-10in"], "to": jaffa})
    assert not state.near_east.trenches
