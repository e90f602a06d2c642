"""§18.0 to §18.3, §5.7, §5.8 on six fronts: whose hexes count, when the war ends, and who has the initiative."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.position.changes import relocate
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.initiative import who_declares
from rules.great_war.strategic.surrender_modifiers import modifiers, modifiers_seen
from rules.great_war.strategic.us_entry import americans_in_force, us_joins
from rules.great_war.strategic.victory import (
    check_victory,
    held_hexes,
    lost_cities,
    may_be_lost,
    points,
    sudden_death,
    victory_hexes,
)
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import GAME, STARTS, before_set_up, done, refusal, set_up, until
from tests.games.great_war.near_east.kit import placed
from tests.games.great_war.strategic.kit import played

BAKU, TIFLIS, SUEZ, DAMIETTA = "NC3653", "NC4243", "NE4206", "NE4616"
CONSTANTINOPLE, JERUSALEM, BAGHDAD, ERZURUM = "E1328", "NE2416", "NI1540", "NC3835"


def on(letter: str, scenario: str = "combined-1917", **strategic_state: object) -> State:
    """A beginning while a strategic turn is taken."""
    state = set_up(scenario)
    return replace(
        state, strategic=letter, strategic_state=replace(state.strategic_state, turn=letter, **strategic_state)
    )


def lost(state: State, *hexes: str) -> State:
    """Hexes are with the other side than before."""
    return replace(state, taken=state.taken ^ {*hexes})


# --- victory hexes ----------------------------------------------------------------------------------------------------


def test_18_12_hexes_of_the_near_east_count() -> None:
    """§18.11, §18.12: Baku, Tiflis, and each hex west of the canal, beside those of Europe."""
    state = on("M")
    board = state.printed.board
    before = points(state)
    assert points(lost(state, BAKU, TIFLIS)) == before + 2
    egypt = sorted(board.ids[i] for i in board.west_of_the_canal)
    assert {SUEZ, DAMIETTA} <= {*egypt}
    assert points(lost(state, *egypt)) == before + len(egypt)
    assert {*egypt, BAKU, TIFLIS} == {board.ids[i] for i in board.victory if board.ids[i][0] == "N"}


def test_18_13_cities_of_the_near_east_cost_nothing() -> None:
    """§18.13, §21.46: Ottoman cities in Allied hands count on the eastern map alone (docs/rulings)."""
    state = on("M")
    before = points(state)
    assert points(lost(state, JERUSALEM, ERZURUM)) == before
    assert points(lost(state, CONSTANTINOPLE)) == before - 1
    assert CONSTANTINOPLE in lost_cities(lost(state, CONSTANTINOPLE))
    board = state.printed.board
    assert not {board.front[i] for i in may_be_lost(state)} & {"caucasus", "egypt", "iraq"}


def test_18_11_twenty_points_win_with_the_canal() -> None:
    """§18.11: at the Victory Check from C on, wherever the hexes lie; not on B."""
    state = on("M")
    board = state.printed.board
    egypt = sorted(board.ids[i] for i in board.west_of_the_canal)
    short = lost(state, *egypt[: 19 - points(state)])
    assert played(check_victory, short)[0].ended is None
    enough = lost(state, *egypt[: 20 - points(state)])
    ended = played(check_victory, enough)[0].ended
    assert ended is not None
    assert (ended[0], ended[2]) == (CENTRAL, "18.11")
    early = replace(enough, strategic_state=replace(enough.strategic_state, turn="B"))
    assert played(check_victory, early)[0].ended is None


@pytest.mark.parametrize("scenario", STARTS)
def test_18_15_to_june_1919(scenario: str) -> None:
    """§18.15: nothing ends with 1918; the Victory Check of U is the last, and a draw."""
    variant = before_set_up(scenario).printed.variant
    assert (variant.first, variant.last, variant.victory) == (1, 51, "points")
    assert played(check_victory, on("S", scenario))[0].ended is None
    ended = played(check_victory, on("U", scenario))[0].ended
    assert ended is not None
    assert (ended[0], ended[2]) == ("", "18.15")


def test_18_3_berlin_and_no_turkish_surrender() -> None:
    """§18.3, §18.4: the Allies win with Berlin; Turkey's surrender wins no game of six fronts."""
    state = on("M")
    assert sudden_death(state) is None
    assert sudden_death(lost(state, "E5102")) is not None
    gone = replace(state, strategic_state=replace(state.strategic_state, surrendered=("TU",)))
    assert played(check_victory, gone)[0].ended is None
    assert sudden_death(gone) is None


# --- the Army of Islam (§6.45) ----------------------------------------------------------------------------------------


def islam(units: str) -> State:
    """The Army of Islam is in play, and these are in Baku."""
    state = placed(on("O"), {BAKU: units})
    return replace(state, chits={**state.chits, "central.play": {"army-of-islam": 1}})


def test_6_45_baku_is_none_for_turks_alone() -> None:
    """§6.45: with others besides, or before the event, it is one; without Turks the surrender die has four more."""
    assert BAKU in victory_hexes(placed(on("O"), {BAKU: "tu-1"}))
    turks, both, germans = islam("tu-1 tu-2"), islam("tu-1 ge-1"), islam("ge-1")
    assert [BAKU in victory_hexes(state) for state in (turks, both, germans)] == [False, True, True]
    assert points(both) == points(turks) + 1
    name = ("The Army of Islam does not hold Baku", "6.45", 4)
    assert [name in modifiers(state) for state in (turks, both, germans)] == [False, True, True]


def test_7_25_what_lies_below_the_turks_in_baku_is_not_revealed() -> None:
    """§7.25, §6.45: the Allies see the unit on top: points, hexes and modifiers that are shown are the same for all
    that may be below."""
    one, two = [u for u in set_up("combined-1917").on_map(CENTRAL) if u.startswith("tu-") and u != "tu-hq-yag"][:2]
    turks, both = islam(f"{one} {two}"), islam(f"{one} ge-1")
    assert held_hexes(turks) == held_hexes(both)
    assert modifiers_seen(turks) == modifiers_seen(both)
    shown: list[Any] = [GAME.view(state, ALLIED) for state in (turks, both)]
    for part in ("ledger", "near_east"):
        assert shown[0][part] == shown[1][part]


# --- the United States, and the initiative ----------------------------------------------------------------------------


def test_5_71_the_united_states_join_as_in_europe() -> None:
    """§5.71: on O; their marker stands there in August 1914."""
    state = on("N", "combined-campaign", us_entry="O")
    assert set_up("combined-campaign").strategic_state.us_entry == "O"
    assert "US" not in played(lambda play, _: us_joins(play), state)[0].sides
    assert played(lambda play, _: us_joins(play), on("O", "combined-campaign"))[0].sides["US"] == ALLIED


def test_5_82_six_american_divisions_declare_for_all_fronts() -> None:
    """§5.82, §5.86: the Central Powers declare until then; Americans count in France alone."""
    state = on("P")
    assert [ask.seat for ask in who_declares(state, PhaseFrame("declare-initiative"))] == [CENTRAL]
    divisions = [u for u in state.units if u.startswith("us-") and state.counter(u).is_division][:6]
    there = replace(placed(replace(state, sides={**state.sides, "US": ALLIED}), {
        "W5008": " ".join(divisions[:4]), "W5009": " ".join(divisions[4:]),
    }), strategic_state=replace(state.strategic_state, switched=""))  # fmt: skip
    after, facts = played(lambda play, _: americans_in_force(play), there)
    assert [fact.kind for fact in facts] == ["americans"]
    assert {ask.seat for ask in who_declares(after, PhaseFrame("declare-initiative"))} <= {ALLIED}
    five = relocate(there, divisions[:1], "available")
    assert played(lambda play, _: americans_in_force(play), five)[1] == []


@pytest.mark.parametrize("west", [CENTRAL, ALLIED])
def test_5_86_a_theatre_is_three_fronts(west: str) -> None:
    """§4.21, §5.86: who has the west moves in Egypt too, the other in the Caucasus and Iraq; by command."""
    state = replace(until("combined-1915", "first-movement"), west=west)
    board = state.printed.board
    moved = dict[str, set[str]]()
    for seat in (ALLIED, CENTRAL):
        for unit in state.on_map(seat):
            front = board.front[board.index[state.units[unit].at]]
            if front in moved.get(seat, ()):
                continue
            asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
            found: Any = GAME.consult(state, seat, asked)
            if "options" in found if isinstance(found, dict) else False:
                moved.setdefault(seat, set()).add(front)
    western, eastern = {"west", "italy", "egypt"}, {"east", "caucasus", "iraq"}
    assert moved[west] <= western
    assert "egypt" in moved[west]
    other = ALLIED if west == CENTRAL else CENTRAL
    assert moved[other] <= eastern
    assert {"caucasus", "iraq"} <= moved[other]
    assert mover_in(state, "west", "first-movement") == west
    unit = next(u for u in state.on_map(west) if state.units[u].at.startswith("NC"))
    stays: dict[str, object] = {"kind": "move", "units": [unit], "path": [TIFLIS]}
    assert refusal(state, west, stays)


def test_5_83_declared_by_command() -> None:
    """§5.83, §5.84, §5.88: one declaration for all six fronts, and OberOst or OHL after it; no chit of §5.87 is in the
    pools."""
    state = until("combined-1916", "declare-initiative")
    assert GAME.deciders(state) == (CENTRAL,)
    after = done(state, CENTRAL, {"kind": "declare", "theatre": "east"})
    assert (after.west, after.marker) == (ALLIED, "OberOst")
    chits = state.printed.chits.events
    everywhere = {id_ for lot in state.chits.values() for id_ in lot}
    assert not {id_ for id_ in everywhere if "initiative" in (chits[id_].effect or id_)}
