"""§11.71, §2.68, §1.65, §3.65, §20.23: who invades, when, where, from where, and the dice of §2.68e."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.invasions.invaders import charges
from rules.empires_alliances.invasions.spacing import next_invasion
from rules.empires_alliances.movement.on_foot import half_corps
from rules.empires_alliances.movement.ships import sea_left
from rules.empires_alliances.position.state import Landing, State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.fields import where
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.shores import (
    ASIA,
    BREST,
    CAIRO,
    CONSTANTINOPLE,
    FORCE,
    FRISIA,
    GALLIPOLI,
    ITALY,
    LONDON,
    MARSEILLES,
    NEAR_TRIESTE,
    OTTOMANS,
    SAROS,
    SMYRNA,
    TOULON,
    TRIESTE,
    TURK,
    at_turn,
    in_combat,
    invaded,
    may_invade,
    offers,
    open_shores,
    options,
    ready,
)
from tests.games.empires_alliances.table import put, refused, told

INVASION = {"hex": GALLIPOLI, "units": ["fr-a1"]}

# --- when -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "turn", "section"), [("1914", "1914-10", "1.65"), ("1918", "1918-06", "3.65")])
def test_1_65_3_65_there_are_no_invasions_in_1914_and_1918(scenario: str, turn: str, section: str) -> None:
    state = phase("allied", {"gb-1": BREST}, turn, scenario=scenario, taken={"2357": "central"})
    assert not {"invade", "invade_two"} & offers(state).keys()
    assert refused(state, "allied", "invade", hex="2357", units=["gb-1"]) == ("no-invasions", section)


def test_1_65_no_unit_can_invade_in_1914() -> None:
    state = phase("allied", {"gb-1": BREST}, "1914-10", taken={"2357": "central"})
    assert refused(state, "allied", "invade", hex="2357", units=["gb-1"]) == ("no-invasions", "1.65")


def test_3_65_no_unit_can_invade_in_1918() -> None:
    state = phase("allied", {"gb-1": BREST}, "1918-06", scenario="1918", taken={"2357": "central"})
    assert refused(state, "allied", "invade", hex="2357", units=["gb-1"]) == ("no-invasions", "3.65")


def test_2_68_from_march_1915_on() -> None:
    february = ready(turn="1915-02")
    assert "invade" not in offers(february)
    assert refused(february, "allied", "invade", **INVASION) == ("before-invasions", "2.68")
    assert invaded(ready(turn="1915-03"), GALLIPOLI, ["fr-a1"]).landing is not None


def test_11_7_only_the_allies_invade() -> None:
    state = phase("central", {"ge-a1": "2227"}, "1915-04", scenario="campaign")
    assert not {"invade", "invade_two"} & offers(state, "central").keys()
    assert refused(state, "central", "invade", hex="1724", units=["ge-a1"]) == ("allies-only", "11.7")


def after(state: State, month: str, size: int, cancelled: bool = False) -> State:
    """The position with an invasion of that many half corps behind it."""
    at = "" if cancelled else GALLIPOLI
    landing = Landing(state.printed.turns[month].number, size, at)
    return follow(state, replace(state, landing=landing))


def test_2_68c_three_corps_in_march_and_no_other_before_july() -> None:
    """The worked example, played from the ship."""
    state = invaded(ready(turn="1915-03"), GALLIPOLI, ["fr-a1", "fr-a2", "au-anzac"])
    assert state.landing == Landing(state.turn, 6, GALLIPOLI)
    state = put(told(in_combat(state), "allied", "end_phase"), FORCE)
    for month in ("1915-04", "1915-05", "1915-06"):
        assert refused(at_turn(state, month), "allied", "invade", **INVASION) == ("too-soon", "2.68")
        assert "invade" not in offers(at_turn(state, month))
    smyrna = {"hex": SMYRNA, "units": ["fr-a1"]}
    assert told(at_turn(state, "1915-07"), "allied", "invade", **smyrna).landing is not None


def test_2_68c_two_months_after_one_corps_or_less() -> None:
    for size in (1, 2):
        assert refused(after(ready(turn="1915-05"), "1915-04", size), "allied", "invade", **INVASION)[0] == "too-soon"
        assert "invade" in offers(after(ready(turn="1915-06"), "1915-04", size))
    for month in ("1915-05", "1915-06", "1915-07"):
        assert refused(after(ready(turn=month), "1915-04", 3), "allied", "invade", **INVASION)[0] == "too-soon"
    assert "invade" in offers(after(ready(turn="1915-08"), "1915-04", 3))


def test_2_68c_artillery_does_not_make_it_larger_and_the_year_ends() -> None:
    state = invaded(ready(turn="1915-04"), GALLIPOLI, ["fr-a1", "fr-art-1"])
    assert state.landing is not None
    assert state.landing.size == 2
    again = next_invasion(after(ready(turn="1915-12"), "1915-11", 4))
    assert again is not None
    assert again.id == "1916-03"


def test_2_68c_22_12_in_september_1919_none_follows_any_more() -> None:
    state = after(ready(turn="1919-09"), "1919-08", 6)
    assert refused(state, "allied", "invade", **INVASION) == ("too-soon", "2.68")


def test_2_68c_one_invasion_at_a_time() -> None:
    state = invaded(ready(), GALLIPOLI, ["fr-a1"])
    assert "invade" not in offers(state)
    assert refused(state, "allied", "invade", hex=SMYRNA, units=["fr-a2"]) == ("too-soon", "2.68")


def test_20_23_no_invasion_in_snow() -> None:
    snow = ready(weather=("clear", "snow"))
    assert refused(snow, "allied", "invade", **INVASION) == ("snow", "20.23")
    assert GALLIPOLI not in open_shores(snow)
    assert FRISIA in open_shores(put(snow, {"gb-1": LONDON}))
    assert "invade" not in offers(ready(weather=("snow", "snow")))
    assert GALLIPOLI in open_shores(ready(weather=("snow", "mud")))


# --- where ----------------------------------------------------------------------------------------------------------


def test_11_7_an_enemy_port_or_beach() -> None:
    state = ready()
    assert {GALLIPOLI, ASIA, SAROS, SMYRNA} <= {*open_shores(state)}
    assert refused(state, "allied", "invade", hex="6023", units=["fr-a1"]) == ("no-shore", "11.7")
    assert refused(state, "allied", "invade", hex=TOULON, units=["fr-a1"]) == ("not-enemy", "11.7")
    assert refused(state, "allied", "invade", hex="5830", units=["fr-a1"]) == ("not-enemy", "11.7"), "neutral Greece"
    assert refused(state, "allied", "invade", hex=LONDON, units=["fr-a1"]) == ("no-such-hex", "2.0")
    assert refused(state, "allied", "invade", hex=[], units=["fr-a1"])[0] == "malformed"


def test_11_7_a_port_of_your_own_that_the_enemy_has_taken() -> None:
    state = ready({"gb-1": LONDON}, taken={"2357": "central", GALLIPOLI: "allied"})
    assert "2357" in open_shores(state)
    assert refused(state, "allied", "invade", **INVASION) == ("not-enemy", "11.7")


@pytest.mark.parametrize("port", ["1940", "1942", "2250", "2456", "3363"])
def test_2_68d_ports_that_are_never_invaded(port: str) -> None:
    """Hamburg, Bremen, Antwerp, Rouen, Bordeaux."""
    state = ready({"gb-1": LONDON}, taken={"2250": "central", "2456": "central", "3363": "central"})
    assert port not in open_shores(state)
    assert refused(state, "allied", "invade", hex=port, units=["gb-1"]) == ("closed-port", "2.68")


@pytest.mark.parametrize("hex_", [TRIESTE, "4740", "5137", "5735"])
def test_2_68d_austria_hungary_and_albania_only_with_italy_in_the_war(hex_: str) -> None:
    before = ready(at_war={**OTTOMANS, "AL": "central"})
    assert refused(before, "allied", "invade", hex=hex_, units=["fr-a1"]) == ("before-italy", "2.68")
    assert hex_ not in open_shores(before)
    assert hex_ in open_shores(ready(at_war={**ITALY, "AL": "central"}))


def test_2_68b_11_71_from_a_port_of_the_same_sea() -> None:
    state = ready({"gb-1": LONDON, "fr-32": BREST, "fr-33": "french-north-africa"})
    assert {*may_invade(state, GALLIPOLI)} == {*FORCE}
    fed = follow(state, replace(state, kept={"FR": 1}))
    assert {*may_invade(fed, GALLIPOLI)} == {*FORCE, "fr-33"}, "Algiers is fed by ships alone"
    assert {*may_invade(state, FRISIA)} == {"gb-1", "fr-32"}
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=["gb-1"]) == ("other-sea", "11.71")
    assert refused(state, "allied", "invade", hex=FRISIA, units=["fr-a1"]) == ("other-sea", "11.71")
    assert refused(state, "allied", "invade", hex="1739", units=["gb-1"]) == ("no-sea-there", "11.71"), "the Baltic"


def test_11_71_the_black_sea_behind_the_five_hexes_of_the_straits() -> None:
    varna, straits = "5321", ["5918", "5919", "6019", "6025", "6124"]
    war = {**OTTOMANS, "BU": "central"}
    four = ready({"gb-1": LONDON}, at_war=war, taken=dict.fromkeys(straits[:4], "allied"))
    assert refused(four, "allied", "invade", hex=varna, units=["fr-a1"]) == ("no-sea-there", "11.71")
    all_five = ready({"gb-1": LONDON}, at_war=war, taken=dict.fromkeys(straits, "allied"))
    assert {*may_invade(all_five, varna)} == {*FORCE}
    assert refused(all_five, "allied", "invade", hex=varna, units=["gb-1"]) == ("other-sea", "11.71")
    assert where(invaded(all_five, varna, ["fr-a1"]), "fr-a1") == [varna]


# --- who ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["in-ind1", "be-1", "it-1", "ru-1", "mn-1"])
def test_11_71_only_five_nations_invade(unit: str) -> None:
    state = ready({unit: TOULON}, at_war=ITALY)
    assert unit not in may_invade(state, GALLIPOLI)
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=[unit]) == ("wrong-nation", "11.71")


def test_11_71_british_canadians_anzacs_french_and_americans_do() -> None:
    units = {"gb-1": TOULON, "ca-can": TOULON, "au-aus": "4353", "us-1": BREST}
    state = ready(units, "1917-10", at_war={**OTTOMANS, "US": "allied"}, taken={"2662": "central"})
    assert {"gb-1", "ca-can", "au-aus", "fr-a1"} <= {*may_invade(state, GALLIPOLI)}
    assert "us-1" in may_invade(state, "2662")
    assert refused(put(state, {"us-1": TOULON}), "allied", "invade", hex=GALLIPOLI, units=["us-1"])[1] == "18.51"


@pytest.mark.parametrize("unit", ["gb-tank-1", "fr-air-1", "fr-siege-1"])
def test_11_71_no_siege_artillery_tanks_or_aircraft(unit: str) -> None:
    state = ready({unit: MARSEILLES} if unit in ready().units else {})
    if unit not in state.units:
        unit = next(u for u, c in state.printed.units.items() if c.nation == "GB" and c.kind == "siege-artillery")
        state = put(state, {unit: MARSEILLES})
    assert unit not in may_invade(state, GALLIPOLI)
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=["fr-a1", unit]) == ("no-invader", "11.71")


def test_11_71_from_a_friendly_port_in_supply_and_out_of_enemy_zones() -> None:
    inland = ready({"fr-a3": "4255"})
    assert refused(inland, "allied", "invade", hex=GALLIPOLI, units=["fr-a3"]) == ("not-in-port", "11.71")
    watched = ready({"ge-a1": "4155"})
    assert refused(watched, "allied", "invade", **INVASION) == ("watched-port", "11.71")
    taken = ready({"fr-a3": SMYRNA}, taken={SMYRNA: "allied"}, turn="1915-08")
    hungry = {"hex": GALLIPOLI, "units": ["fr-a3"]}
    assert refused(taken, "allied", "invade", **hungry) == ("unsupplied", "11.71")
    fed = follow(taken, replace(taken, kept={"GB": 1}))
    assert told(fed, "allied", "invade", **hungry).landing is not None, "ships that are kept feed it"


def test_11_71_what_counts_is_how_the_phase_began() -> None:
    """An enemy who comes to stand beside the port, or leaves it, in the phase changes nothing."""
    turned = told(told(ready({"fr-a3": "4255"}), "allied", "dig", units=["fr-a3"]), "allied", "dig", units=["fr-a2"])
    assert {"fr-a1", "fr-art-1", "au-anzac"} <= turned.embarking
    watched = told(ready({"ge-a1": "4155", "fr-a3": "4255"}), "allied", "dig", units=["fr-a3"])
    assert not {"fr-a1", "fr-a2"} & watched.embarking
    gone = put(watched, {"ge-a1": "pool"})
    assert refused(gone, "allied", "invade", **INVASION) == ("not-fit-to-sail", "11.71")
    came = put(turned, {"ge-a1": "4155"})
    assert told(came, "allied", "invade", **INVASION).landing is not None
    assert not at_turn(turned, "1915-05").embarking


def test_11_71_a_unit_that_has_moved_does_not_begin_in_a_port() -> None:
    state = ready({"fr-a3": "4255"})
    state = told(state, "allied", "move", units=["fr-a3"], path=[MARSEILLES])
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=["fr-a3"]) == ("moved-before", "11.71")
    assert "fr-a3" not in may_invade(state, GALLIPOLI)


def test_13_85_21_33_a_unit_that_cannot_attack_does_not_invade_a_held_hex() -> None:
    shaken = put(ready({TURK: GALLIPOLI}), {"fr-a1": MARSEILLES}, shaken=1)
    assert refused(shaken, "allied", "invade", **INVASION) == ("demoralised", "13.85")
    beside = put(ready({TURK: SAROS}), {"fr-a1": MARSEILLES}, shaken=1)
    assert refused(beside, "allied", "invade", **INVASION) == ("demoralised", "13.85"), "an enemy zone"
    assert where(invaded(put(ready(), {"fr-a1": MARSEILLES}, shaken=1), GALLIPOLI, ["fr-a1"]), "fr-a1") == [GALLIPOLI]


def test_2_67_units_committed_to_a_box_stay_there() -> None:
    state = ready({"gb-1": CAIRO}, turn="1916-10")
    both = {"hex": GALLIPOLI, "units": ["gb-1", "au-anzac"]}
    assert refused(state, "allied", "invade", **both) == ("too-few-in-box", "2.67")
    assert where(invaded(state, GALLIPOLI, ["gb-1"]), "gb-1") == [GALLIPOLI]
    bound = ready({"gb-t42": LONDON, "gb-1": LONDON})
    assert refused(bound, "allied", "invade", hex=FRISIA, units=["gb-t42"]) == ("bound-for-box", "2.67")


def test_18_43_no_british_south_of_their_sector() -> None:
    state = ready({"gb-1": "4250"}, taken={"4353": "central"}, at_war=ITALY)
    assert "gb-1" in may_invade(state, GALLIPOLI)
    assert "fr-a1" in may_invade(state, "4353")
    assert refused(state, "allied", "invade", hex="4353", units=["gb-1"]) == ("british-sector", "18.43")


# --- how many -------------------------------------------------------------------------------------------------------


def test_2_68a_three_corps_and_one_field_artillery_unit_at_most() -> None:
    state = ready({"fr-a3": MARSEILLES, "fr-art-2": MARSEILLES})
    four = ["fr-a1", "fr-a2", "fr-a3", "au-anzac"]
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=four) == ("too-many-invaders", "2.68")
    guns = ["fr-a1", "fr-a2", "fr-art-1", "fr-art-2"]
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=guns) == ("too-many-guns", "2.68")
    assert where(invaded(state, GALLIPOLI, [*FORCE]), *FORCE) == [GALLIPOLI] * 4


def test_2_68a_divisions_are_half_corps_and_a_stack_holds_three() -> None:
    divisions = {"gb-bd-3-4-4-1": TOULON, "ca-can1": TOULON, "gb-bd-2-3-4-1": TOULON, "gb-bd-2-3-4-2": TOULON}
    state = ready(divisions)
    landed = invaded(state, GALLIPOLI, ["gb-bd-3-4-4-1", "ca-can1", "fr-a1"])
    assert landed.landing is not None
    assert landed.landing.size == 4
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=[*divisions]) == ("overstacked", "11.72")


def test_2_68a_two_adjacent_hexes_together() -> None:
    state = ready()
    two = {"hex": GALLIPOLI, "units": ["fr-a1"], "second": ASIA, "others": ["fr-a2", "au-anzac"], "fleet": ASIA}
    after_ = told(state, "allied", "invade_two", **two)
    assert where(after_, "fr-a1", "fr-a2", "au-anzac") == [GALLIPOLI, ASIA, ASIA]
    assert after_.landing == Landing(state.turn, 6, ASIA)
    assert refused(state, "allied", "invade_two", **{**two, "second": SMYRNA}) == ("not-beside", "2.68")
    assert refused(state, "allied", "invade_two", **{**two, "second": GALLIPOLI}) == ("not-beside", "2.68")
    assert refused(state, "allied", "invade_two", **{**two, "fleet": SMYRNA})[0] == "fleet-elsewhere"
    assert refused(state, "allied", "invade_two", **{**two, "others": ["fr-a1"]})[1] == "2.68", "one unit in both"
    nobody_left = refused(state, "allied", "invade_two", **{**two, "units": ["fr-a1", "fr-a2", "au-anzac"]})
    assert nobody_left == ("leaves-nobody", "2.68")
    assert SMYRNA not in options(state, "invade_two", "hex")["of"], "nothing to invade beside it"


def test_2_68a_the_limits_hold_for_both_hexes_together() -> None:
    state = ready({"fr-a3": MARSEILLES, "fr-art-2": MARSEILLES})
    two = {"hex": GALLIPOLI, "units": ["fr-a1", "fr-a2"], "second": ASIA, "fleet": ASIA}
    over = refused(state, "allied", "invade_two", **two, others=["fr-a3", "au-anzac"])
    assert over == ("too-many-invaders", "2.68")
    two["units"] = ["fr-a1", "fr-art-1"]
    assert refused(state, "allied", "invade_two", **two, others=["fr-a3", "fr-art-2"]) == ("too-many-guns", "2.68")


def test_2_68a_somebody_is_left_for_the_second_hex() -> None:
    state = phase("allied", {"fr-a1": MARSEILLES, "fr-a2": MARSEILLES}, "1915-04", scenario="campaign", at_war=OTTOMANS)
    two = {"hex": GALLIPOLI, "units": ["fr-a1", "fr-a2"], "second": ASIA, "others": [], "fleet": ASIA}
    assert refused(state, "allied", "invade_two", **two) == ("leaves-nobody", "2.68")
    alone = phase("allied", {"fr-a1": MARSEILLES}, "1915-04", scenario="campaign", at_war=OTTOMANS)
    assert "invade" in offers(alone)
    assert "invade_two" not in offers(alone)


def busy(used: dict[str, int]) -> State:
    """The force with ships that have carried others in this phase, in half corps."""
    state = ready()
    return follow(state, replace(state, used=used))


def test_11_6_ships_carry_them() -> None:
    state = invaded(ready(), GALLIPOLI, [*FORCE])
    assert state.used == {"sea.FR": 6, "sea.GB": 2}, "each in its country's ships while they have room"
    none_left = busy({"sea.FR": 6, "sea.GB": 12})
    assert "invade" not in offers(none_left)
    assert refused(none_left, "allied", "invade", **INVASION) == ("no-sea-capacity", "11.6")
    one = busy({"sea.FR": 4, "sea.GB": 12})
    assert refused(one, "allied", "invade", hex=GALLIPOLI, units=["fr-a1", "fr-a2"]) == ("no-sea-capacity", "11.6")


def test_13_652_a_gun_alone_invades_only_where_no_unit_stands() -> None:
    held = ready({TURK: GALLIPOLI})
    assert refused(held, "allied", "invade", hex=GALLIPOLI, units=["fr-art-1"]) == ("no-foot", "13.652")
    assert where(invaded(ready(), GALLIPOLI, ["fr-art-1"]), "fr-art-1") == [GALLIPOLI]


def test_13_652_with_a_gun_alone_in_port_only_an_empty_shore_is_offered() -> None:
    gun = {"fr-art-1": MARSEILLES}
    for places, open_ in ((gun, True), ({**gun, TURK: GALLIPOLI}, False)):
        state = phase("allied", places, "1915-04", scenario="campaign", at_war=OTTOMANS)
        assert (GALLIPOLI in open_shores(state)) is open_


# --- the table ------------------------------------------------------------------------------------------------------


def test_2_68e_a_die_for_each_unit_against_trieste_constantinople_and_germany() -> None:
    for hex_, war, unit in ((CONSTANTINOPLE, OTTOMANS, "fr-a1"), (TRIESTE, ITALY, "fr-a1"), (FRISIA, ITALY, "gb-1")):
        state = invaded(ready({"gb-1": LONDON}, at_war=war), hex_, [unit], [5])
        assert state.draws == 1, hex_
        assert state.top.step == "invasion"
        assert GAME.deciders(state) == ("allied",)
        assert offers(state).keys() == {"press_on", "cancel_invasion"}
    assert invaded(ready(), GALLIPOLI, ["fr-a1"]).draws == 0


def test_2_68e_aborted_and_eliminated_before_the_choice() -> None:
    state = invaded(ready(), CONSTANTINOPLE, [*FORCE], [5, 6, 9, 1])
    assert where(state, *FORCE) == ["at-sea", MARSEILLES, "pool", "at-sea"]
    assert refused(state, "allied", "move", units=["fr-a2"], path=["4255"])[0] == "wrong-step"
    after_ = told(state, "allied", "press_on")
    assert where(after_, *FORCE) == [CONSTANTINOPLE, MARSEILLES, "pool", CONSTANTINOPLE]
    assert refused(after_, "allied", "move", units=["fr-a2"], path=["4255"]) == ("bound", "2.68")


def test_2_68e_it_is_told_who_is_lost_who_is_back_and_who_is_still_at_sea() -> None:
    state = invaded(ready(), CONSTANTINOPLE, ["fr-a1", "fr-a2", "au-anzac"], (1, 7, 10))
    legal: Any = GAME.legal(state, "allied")
    lost, back, left = "Eliminated: Australian ANZAC.", "Back in port: French A2.", "Still at sea: French A1."
    assert legal["prompt"] == "Does the invasion go on?"
    assert legal["detail"] == f"{lost} {back} {left}"


def test_2_68e_13_5_whoever_is_back_in_port_may_still_attack() -> None:
    """The voyage took their move and no attack: siege artillery has no zone of control and stands beside the port."""
    enemy = {"ge-siege-305": "4255"}
    state = told(invaded(ready(enemy), CONSTANTINOPLE, [*FORCE], [5, 6, 7, 1]), "allied", "press_on")
    assert where(state, "fr-a2", "au-anzac") == [MARSEILLES, CAIRO]
    assert refused(state, "allied", "move", units=["fr-a2"], path=["ship", TOULON]) == ("bound", "2.68")
    assert refused(state, "allied", "move", units=["fr-a2"], path=["4355"]) == ("bound", "2.68")
    after = told(in_combat(state), "allied", "attack", (10,), hex="4255", units=["fr-a2"])
    assert where(after, "ge-siege-305") != ["4255"], "5 to 2 with a 10 drives it away"


def test_2_68e_each_row_of_the_table() -> None:
    for die, place in zip(range(1, 11), ["at-sea"] * 5 + [MARSEILLES] * 3 + ["pool"] * 2, strict=True):
        state = invaded(ready(), CONSTANTINOPLE, ["fr-a1", "fr-a2"], [die, 1])
        assert where(state, "fr-a1") == [place], die


def test_2_68e_cancelled_and_it_counts_all_the_same() -> None:
    state = invaded(ready(turn="1915-04"), CONSTANTINOPLE, [*FORCE], [5, 6, 9, 1])
    after_ = told(state, "allied", "cancel_invasion")
    assert where(after_, *FORCE) == [MARSEILLES, MARSEILLES, "pool", MARSEILLES]
    assert after_.top.step == "allied.move"
    assert refused(after_, "allied", "move", units=["fr-a1"], path=["4255"]) == ("bound", "2.68")
    assert after_.landing == Landing(after_.turn, 6, "")
    assert refused(at_turn(after_, "1915-07"), "allied", "invade", **INVASION) == ("too-soon", "2.68")
    assert "invade" in offers(at_turn(after_, "1915-08"))


def test_2_68e_nobody_is_asked_when_no_unit_is_left() -> None:
    state = invaded(ready(), CONSTANTINOPLE, ["fr-a1", "fr-a2"], [10, 8])
    assert state.top.step == "allied.move"
    assert where(state, "fr-a1", "fr-a2") == ["pool", MARSEILLES]
    assert in_combat(state).landing is not None


def test_2_68e_modifiers_of_italy_and_of_the_dardanelles() -> None:
    at_war = ready(at_war=ITALY)
    assert where(invaded(at_war, TRIESTE, ["fr-a1", "fr-a2"], [6, 9]), "fr-a1", "fr-a2") == ["at-sea", MARSEILLES]
    enemy = ready(at_war={**OTTOMANS, "IT": "central"})
    assert where(invaded(enemy, TRIESTE, ["fr-a1", "fr-a2"], [6, 5]), "fr-a1") == [MARSEILLES]
    fallen = replace(at_war, wars={**at_war.wars, "IT": at_war.wars["IT"]._replace(conquered=1)})
    assert where(invaded(follow(at_war, fallen), TRIESTE, ["fr-a1", "fr-a2"], [6, 5]), "fr-a1") == [MARSEILLES], (
        "a country that is out of the war is no ally (docs/rulings)"
    )
    both = ready(taken={GALLIPOLI: "allied", ASIA: "allied"})
    assert where(invaded(both, CONSTANTINOPLE, ["fr-a1", "fr-a2"], [9, 1]), "fr-a1") == [MARSEILLES]
    one = ready(taken={GALLIPOLI: "allied"})
    assert where(invaded(one, CONSTANTINOPLE, ["fr-a1", "fr-a2"], [9, 1]), "fr-a1") == ["pool"]
    assert where(invaded(both, CONSTANTINOPLE, ["fr-a1"], [1]), "fr-a1") == ["at-sea"], "0 is read as 1"


def test_2_68e_of_two_hexes_all_units_roll() -> None:
    two = {"hex": TRIESTE, "units": ["fr-a1"], "second": NEAR_TRIESTE, "others": ["fr-a2"], "fleet": TRIESTE}
    state = told(ready(at_war=ITALY), "allied", "invade_two", (7, 6), **two)
    assert state.draws == 2
    assert where(state, "fr-a1", "fr-a2") == [MARSEILLES, "at-sea"]


def test_11_6_units_go_in_ships_of_their_own_country_while_these_have_room() -> None:
    """Docs/rulings: then in those with most. British ships have more room than French ones."""
    state = ready()
    assert sea_left(state, "GB") > sea_left(state, "FR") >= 2
    assert charges(state, GALLIPOLI, ["fr-a1"]) == {"sea.FR": 2}
    used = follow(state, replace(state, used={**state.used, "sea.FR": sea_left(state, "FR")}))
    assert charges(used, GALLIPOLI, ["fr-a1"]) == {"sea.GB": 2}
    assert charges(state, GALLIPOLI, ["au-anzac"]) == {"sea.GB": 2}


def test_11_6_corps_go_on_board_before_divisions() -> None:
    """Docs/rulings: the large first, so that a division does not take the room that only a corps needs."""
    state = ready({"ca-can1": MARSEILLES})
    assert half_corps(state, "ca-can1") == 1
    used = {"sea.GB": sea_left(state, "GB") - 2, "sea.FR": sea_left(state, "FR") - 1}
    tight = follow(state, replace(state, used={**state.used, **used}))
    assert charges(tight, GALLIPOLI, ["ca-can1", "au-anzac"]) == {"sea.GB": 2, "sea.FR": 1}
    assert charges(tight, GALLIPOLI, ["ca-can1", "fr-a1", "au-anzac"]) is None


def test_18_33_the_last_corps_of_nice_do_not_sail_together() -> None:
    """While Italy is neutral one stays on its border; each by itself may go, and neither if it is alone."""
    state = ready({"fr-r7": "4353", "fr-a1": "4353", "fr-a2": MARSEILLES})
    assert refused(state, "allied", "invade", hex=GALLIPOLI, units=["fr-r7", "fr-a1"]) == ("italian-border", "18.33")
    after = invaded(state, GALLIPOLI, ["fr-a1"])
    assert after.units["fr-a1"].at == GALLIPOLI
    later = ready({"fr-r7": "4353", "fr-a1": "4353"}, at_war=ITALY)
    assert invaded(later, GALLIPOLI, ["fr-r7", "fr-a1"]).units["fr-r7"].at == GALLIPOLI
