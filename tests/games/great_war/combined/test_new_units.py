"""§5.36, §6.12, §13.3, §13.29, §15.64, §17.21: units that come otherwise on six fronts, and who brings whom where."""

from __future__ import annotations

import pytest

from rules.great_war.position.changes import dead, relocate
from rules.great_war.position.state import AVAILABLE, AVAILABLE_THERE, DEAD_THERE, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import bound_to
from rules.great_war.units.cooperation import cooperate
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import GAME, before_set_up, done, refusal, until
from tests.games.great_war.strategic.kit import put

CALAIS, SALONIKA, BERLIN = "W6707", "E1116", "E5102"
SUEZ, BASRA, DAMASCUS, BAGHDAD, MALATYA = "NE4206", "NI2252", "NE1728", "NI1540", "NC3628"
CORPS_AT, BESIDE, BESIDE_TOO = "NI2140", "NI2141", "NI2041"
"""§21.44: where the 18th Corps stands in Iraq, and two hexes beside it."""


def place(units: list[str], hex_: str) -> dict[str, object]:
    """The order to bring new units in."""
    return {"kind": "place", "units": units, "hex": hex_}


def a_port_of_egypt(state: State) -> str:
    """A hex of the coast west of the canal."""
    return min(state.printed.board.ids[i] for i in state.printed.board.coast_of_egypt)


# --- by headquarters (§13.3) ------------------------------------------------------------------------------------------


def rebuilt_in_iraq() -> tuple[State, list[str]]:
    """April 1917, new units: four brigades that fell in Iraq are in the box of the Near East."""
    four = [f"br-{n}inbd" for n in (12, 16, 17, 18)]
    state = put(until("combined-1917", "allied.new-units"), AVAILABLE_THERE, *four)
    fell = {**state.strategic_state.fell, **dict.fromkeys(four, "iraq")}
    return replace(state, strategic_state=replace(state.strategic_state, fell=fell)), four


def test_13_3_three_by_a_headquarters_of_the_near_east_all_to_one_hex() -> None:
    """§13.3: a fourth is refused, and so is another hex beside the same headquarters; Basra takes them all."""
    state, four = rebuilt_in_iraq()
    assert state.stacks[CORPS_AT] == ("br-hq-18crp",)
    for hex_ in (CORPS_AT, BESIDE):
        assert refusal(state, ALLIED, place(four, hex_)).section == "13.3"
    three = done(state, ALLIED, place(four[:3], BESIDE))
    for hex_ in (BESIDE, BESIDE_TOO, CORPS_AT):
        found = refusal(three, ALLIED, place(four[3:], hex_))
        assert (found.code, found.section) == ("headquarters-busy", "13.3")
    assert done(state, ALLIED, place(four, BASRA)).units[four[3]].at == BASRA


def test_13_3_headquarters_of_europe_bring_six_still() -> None:
    """§13.3: the bound of the Near East is none of theirs."""
    state = until("combined-1917", "allied.new-units")
    board = state.printed.board
    hqs = (u for u in state.on_map(ALLIED) if state.counter(u).kind == "hq" and state.counter(u).nation == "FR")
    hq = next(u for u in hqs if len(state.stacks[state.units[u].at]) == 1)
    at = state.units[hq].at
    assert board.front[board.index[at]] == "west"
    six = [u for u in state.on_map(ALLIED) if state.counter(u).nation == "FR" and state.counter(u).is_combat][:6]
    state = relocate(state, six, AVAILABLE)
    assert {done(state, ALLIED, place(six, at)).units[u].at for u in six} == {at}


def test_13_3_new_turks_never_come_by_headquarters_rebuilt_ones_do() -> None:
    """§13.3, §13.29: the army group in Palestine brings in whoever has fallen before, wherever that was."""
    state = done(until("combined-1917", "allied.new-units"), ALLIED, {"kind": "end_phase"})
    assert state.phase.key == "central.new-units"
    at = state.units["tu-hq-yag"].at
    assert "tu-57" in state.boxes[AVAILABLE_THERE]
    assert refusal(state, CENTRAL, place(["tu-57"], at)).section == "13.3"
    assert done(state, CENTRAL, place(["tu-57"], DAMASCUS)).units["tu-57"].at == DAMASCUS
    back = put(state, AVAILABLE_THERE, "tu-17")
    back = replace(back, near_east=replace(back.near_east, returned=frozenset({"tu-17"})))
    for hex_ in (at, DAMASCUS, MALATYA):
        assert done(back, CENTRAL, place(["tu-17"], hex_)).units["tu-17"].at == hex_


def test_13_29_the_battalion_comes_in_where_turks_do_and_no_division_does() -> None:
    """§13.29, §13.23: out of the box of the Near East; Germans of Europe come in there alone."""
    state = done(until("combined-1917", "allied.new-units"), ALLIED, {"kind": "end_phase"})
    assert done(state, CENTRAL, place(["ge-601bn"], DAMASCUS)).units["ge-601bn"].at == DAMASCUS
    state = relocate(state, ["ge-1"], AVAILABLE)
    assert refusal(state, CENTRAL, place(["ge-1"], DAMASCUS)).section == "13.23"
    assert done(state, CENTRAL, place(["ge-1"], BERLIN)).units["ge-1"].at == BERLIN


# --- headquarters and Frenchmen stay (§15.64, §17.21) -----------------------------------------------------------------


def test_15_64_no_headquarters_ever_crosses() -> None:
    """§15.64: by sea, by the box, or as a new unit, either way; within the Near East they go."""
    state = until("combined-1916", "allied.rail")
    egypt = a_port_of_egypt(state)
    europe = relocate(state, ["br-hq-3"], CALAIS)
    there = relocate(state, ["br-hq-18crp"], egypt)
    assert refusal(europe, ALLIED, {"kind": "sail", "units": ["br-hq-3"], "to": egypt}).section == "15.64"
    order: dict[str, object] = {"kind": "sail", "units": ["br-hq-18crp"], "to": CALAIS}
    assert refusal(there, ALLIED, order).section == "15.64"
    assert done(there, ALLIED, order | {"to": BASRA}).phase.used == {"near-east-sea": 1}
    turks = put(until("combined-1917", "central.rail"), TRANSIT, "tu-hq-yag")
    order = {"kind": "from_transit", "units": ["tu-hq-yag"], "to": BERLIN}
    assert refusal(turks, CENTRAL, order).section == "15.64"
    assert done(turks, CENTRAL, order | {"to": MALATYA}).phase.used == {"near-east-central": 2}
    units = relocate(until("combined-1917", "allied.new-units"), ["br-hq-3"], AVAILABLE)
    assert refusal(units, ALLIED, place(["br-hq-3"], SUEZ)).section == "15.64"


def test_17_21_of_the_french_one_division_alone_goes_to_egypt() -> None:
    """§17.21: the others stay in Europe; the one does not go there."""
    state = until("combined-1915", "allied.rail")
    egypt = a_port_of_egypt(state)
    state = relocate(relocate(state, ["fr-88t"], CALAIS), ["fr-dfps"], egypt)
    order: dict[str, object] = {"kind": "sail", "units": ["fr-88t"], "to": egypt}
    assert refusal(state, ALLIED, order).code == "off-limits"
    assert refusal(state, ALLIED, {"kind": "sail", "units": ["fr-dfps"], "to": CALAIS}).code == "off-limits"
    back = relocate(until("combined-1915", "allied.new-units"), ["fr-88t"], AVAILABLE)
    assert refusal(back, ALLIED, place(["fr-88t"], SUEZ)).section == "17.21"


def test_7_24_only_the_french_of_palestine_fight_as_british() -> None:
    """§7.24: on six fronts those of Europe cost a column beside British, as in Europe alone."""
    state = until("combined-1915", "allied.rail")
    assert cooperate(state, ["fr-dfps", "br-42t"])
    assert not cooperate(state, ["fr-88t", "br-42t"])


def test_15_25_no_tanks_go_to_the_near_east() -> None:
    """§15.25: by sea or by the transit box."""
    state = until("combined-1917", "allied.rail")
    state = relocate(state, ["br-exp", "br-1"], CALAIS)
    order: dict[str, object] = {"kind": "sail", "units": ["br-exp"], "to": a_port_of_egypt(state)}
    assert refusal(state, ALLIED, order).code == "off-limits"
    assert refusal(state, ALLIED, order | {"units": ["br-1", "br-exp"]}).code == "off-limits"
    assert done(state, ALLIED, order | {"units": ["br-1"]}).phase.used == {"sea": 1, "near-east-sea": 1}
    german = relocate(until("combined-1917", "central.rail"), ["ge-pz"], BERLIN)
    assert refusal(german, CENTRAL, {"kind": "to_transit", "units": ["ge-pz"]}).section == "17.31"


# --- British (§5.36, §17.21, §21.34) ----------------------------------------------------------------------------------


def test_5_36_the_first_british_lost_in_the_east_come_back() -> None:
    """§5.36: five are lost for good in Europe alone; here each may be rebuilt, and returns to the east."""
    state = until("combined-1915", "replacement")
    six = ["br-1", "br-2", "br-3in", "br-7", "br-7in", "br-8"]
    state = dead(relocate(state, six, SALONIKA), six)
    assert state.strategic_state.stranded == ()
    state = replace(state, points={**state.points, "BR": 6})
    for unit in six:
        state = done(state, ALLIED, {"kind": "replace", "unit": unit, "points": 1})
    assert {state.units[u].at for u in six} == {AVAILABLE}
    assert {bound_to(state, u) for u in six} == {"east"}


def test_5_36_british_of_egypt_and_iraq_come_back_there() -> None:
    """§5.36, §5.35: to the box of the Near East and to the front on which they fell."""
    state = until("combined-1915", "replacement")
    state = dead(relocate(state, ["br-10in"], BASRA), ["br-10in"])
    assert state.units["br-10in"].at == DEAD_THERE
    state = replace(state, points={**state.points, "BR": 1})
    state = done(state, ALLIED, {"kind": "replace", "unit": "br-10in", "points": 1})
    later = replace(state, cursor=until("combined-1915", "allied.new-units").cursor)
    assert refusal(later, ALLIED, place(["br-10in"], SUEZ)).section == "5.36"
    assert done(later, ALLIED, place(["br-10in"], BASRA)).units["br-10in"].at == BASRA


@pytest.mark.parametrize(
    ("unit", "turn"),
    [("br-10na", "D"), ("br-13na", "F"), ("br-42t", "C"), ("br-52t", "C"), ("br-53t", "F"), ("br-54t", "F"),
     ("br-3in", "C"), ("br-7in", "C")],
)  # fmt: skip
def test_17_21_british_of_europe_sail_to_egypt_and_on(unit: str, turn: str) -> None:
    """§17.21, §21.34: they come to Europe's box on their turn, no chit brings or takes them, and they go anywhere that
    British go, the Caucasus excepted."""
    state = until("combined-1915", "allied.rail")
    arrival = state.printed.arrivals[unit]
    assert (arrival.turn, arrival.map) == (turn, "europe")
    chits = state.printed.chits
    taking = [c.id for c in chits.events.values() if unit in c.units and c.mark in chits.marks]
    # §6.12: the removal of the Indians is among the chits, and void.
    assert taking == (["remove-3in-7in"] if unit in ("br-3in", "br-7in") else [])
    egypt = a_port_of_egypt(state)
    sailed = done(relocate(state, [unit], CALAIS), ALLIED, {"kind": "sail", "units": [unit], "to": egypt})
    assert sailed.phase.used == {"sea": 1, "near-east-sea": 1}
    on = replace(sailed, cursor=(replace(sailed.phase, used={}, moved=()),))
    assert done(on, ALLIED, {"kind": "sail", "units": [unit], "to": BASRA}).units[unit].at == BASRA
    back = done(on, ALLIED, {"kind": "sail", "units": [unit], "to": CALAIS})
    assert back.phase.used == {"sea": 1, "near-east-sea": 1}


def test_13_28_new_divisions_of_egypt_come_in_there() -> None:
    """§13.28: as in the Near East alone; on Iraq's front they come by no way."""
    state = until("combined-1917", "allied.new-units")
    for unit in ("br-60t", "br-75t"):
        assert refusal(state, ALLIED, place([unit], BASRA)).section == "13.28"
        assert refusal(state, ALLIED, place([unit], CORPS_AT)).section == "13.28"
        assert done(state, ALLIED, place([unit], SUEZ)).units[unit].at == SUEZ
    assert before_set_up("combined-campaign").printed.arrivals["br-74t"].region == "egypt"


def test_6_12_the_removal_of_the_indians_is_drawn_and_void() -> None:
    """§6.12: drawn by a command, it leaves the pool and takes nobody."""
    state = until("combined-1916", "declare-events")
    state = replace(
        state,
        chits={**state.chits, "allied.pool": {"remove-3in-7in": 1}, "central.pool": {"no-event-central": 0}},
        points={**state.points, "BR": 2},
    )
    at = {u: state.units[u].at for u in ("br-3in", "br-7in")}
    state = done(state, ALLIED, {"kind": "buy_event", "nation": "BR"})
    while CENTRAL in GAME.deciders(state) and state.phase.key == "declare-events":
        state = done(state, CENTRAL, {"kind": "end_phase"})
    assert state.chits["allied.pool"] == {}
    assert {u: state.units[u].at for u in at} == at
