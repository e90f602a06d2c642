"""§5.0, §16.0: the card of the war says where each track stands and what moves it next, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import PLACES, before_set_up, position, set_up


def row(state: State, title: str) -> dict[str, Any]:
    """What the card says of a track."""
    tracks: Any = GAME.view(state, "spectator")["war"]
    return next(track for track in tracks["tracks"] if track["title"] == title)


def with_ledger(state: State, **fields: Any) -> State:
    """With other marks on the tracks of the strategic turn."""
    return replace(state, strategic_state=replace(state.strategic_state, **fields))


def with_play(state: State, side: str, chit: str) -> State:
    """With a chit in play."""
    return replace(state, chits={**state.chits, f"{side}.play": {**state.chits[f"{side}.play"], chit: 1}})


def test_5_7_the_united_states_by_their_marker() -> None:
    start = before_set_up()
    entry = row(start, "United States")
    assert (entry["now"], entry["section"]) == (f"join on strategic turn {start.strategic_state.us_entry}", "5.7")
    assert "roll 4 or more bring them a turn earlier" in entry["next"]
    assert row(with_ledger(start, us_since="L"), "United States")["now"] == "at war since strategic turn L"


def test_5_22_u_boats_at_sea_off_and_stopped() -> None:
    start = before_set_up()
    at_sea = row(start, "U-boats")
    assert (at_sea["now"], at_sea["section"], at_sea["kinds"]) == ("at sea", "5.22", ["u-boats"])
    stopped = row(with_play(start, ALLIED, "convoy"), "U-boats")
    assert (stopped["now"], stopped["section"], stopped["kinds"]) == ("stopped by convoys", "5.22", ["u-boats"])
    assert row(replace(start, chits={**start.chits, "central.play": {}}), "U-boats")["now"] == "not at sea"


def test_5_16_resource_hexes_wait_for_their_turn() -> None:
    start = before_set_up()
    letters = dict.fromkeys(start.strategic_state.working, "E")
    waiting = row(with_ledger(replace(start, strategic="D"), working=letters), "Resource hexes")
    assert waiting["now"] == "0 of 6 give Germany points"
    assert waiting["next"].count("from strategic turn E") == 1
    giving = row(with_ledger(replace(start, strategic="E"), working=letters), "Resource hexes")
    assert giving["now"] == f"{len(letters)} of 6 give Germany points"


def test_5_18_emergency_replacements_by_their_points() -> None:
    assert row(with_ledger(before_set_up(), emergencies=-1), "Emergency replacements")["now"].startswith("−1 point")


def test_5_42_the_czar_falls_by_a_die_with_what_is_added() -> None:
    russia = row(set_up(), "Russia")
    assert russia["now"] == "under the Czar"
    assert "the Czar falls on 11 or more" in russia["next"]
    assert "early in the war −2" in russia["next"]
    later = with_ledger(set_up(), czar="L", turn="")
    assert "the Bolsheviks take over on 11 or more" in row(later, "Russia")["next"]
    bolshevik = row(with_ledger(later, bolsheviks="N"), "Russia")
    assert "make peace" in bolshevik["next"]
    assert (bolshevik["section"], bolshevik["kinds"]) == ("5.46", ["revolution", "treaty"])
    assert row(with_ledger(later, bolsheviks="N", treaty="O"), "Russia")["now"] == "at peace since strategic turn O"


@pytest.mark.parametrize(("nation", "title", "section"), [("TU", "Turkey", "16.6"), ("AH", "Austria-Hungary", "16.5")])
def test_16_0_a_nation_that_is_down(nation: str, title: str, section: str) -> None:
    start = before_set_up()
    assert row(start, title)["next"].startswith("Collapses ")
    fallen = row(with_ledger(start, collapsed=(nation,)), title)
    assert (fallen["now"], fallen["next"], fallen["section"]) == ("collapsed", "", section)


def test_16_2_paris_hex_by_hex_and_16_4_belgium() -> None:
    start = before_set_up()
    assert row(start, "France")["now"] == "0 of 3 hexes of Paris lost"
    lost = replace(start, taken=start.taken | {next(iter(PLACES.paris))})
    assert row(lost, "France")["now"] == "1 of 3 hexes of Paris lost"
    assert row(start, "Belgium")["now"].endswith("hexes of Belgium left")


def test_12_1_the_weather_of_the_next_turn() -> None:
    now = position({})
    assert row(now, "Weather")["now"] == "fair (west and Italy) and fair (east)"
    # §12.13: November is variable in the west.
    variable = next(t.number for t in now.printed.charts.turns if t.west == "variable")
    assert "fair or wet by a die (west and Italy)" in row(replace(now, turn=variable - 1), "Weather")["next"]
    assert row(replace(now, turn=now.printed.variant.last), "Weather")["next"] == ""


def test_7_25_the_units_in_a_city_are_not_revealed() -> None:
    """Lemberg in Allied hands: whether Russians are in it, below the top or not, the card says the same."""

    def stood(units: str) -> Any:
        return GAME.view(position({"E4020": units}), CENTRAL)["war"]

    assert stood("ru-1 ru-2") == stood("ru-3")
