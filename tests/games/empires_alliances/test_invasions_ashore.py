"""§11.72 to §11.74: from the ship to the land, and back: landings, fights, the Royal Navy, what is lost, supply."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import THIS_SEGMENT, Points
from rules.empires_alliances.supply.feeding import is_supplied
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from tests.games.empires_alliances.fields import attack, fight, where
from tests.games.empires_alliances.moving import ends
from tests.games.empires_alliances.shores import (
    ASIA,
    CONSTANTINOPLE,
    FORCE,
    GALLIPOLI,
    ITALY,
    MARSEILLES,
    OTTOMANS,
    SAROS,
    SMYRNA,
    TRIESTE,
    TURK,
    at_turn,
    fought,
    in_combat,
    invaded,
    odds,
    offers,
    options,
    ready,
)
from tests.games.empires_alliances.table import decided, put, refused, sent, told

HELD = {TURK: GALLIPOLI}
"""One corps of 3-5-3 on the beach."""
CORPS = ["fr-a1", "fr-a2", "fr-art-1"]
WEAK = "gb-bd-2-3-4-1"
"""2-3-4."""


# --- nobody there ---------------------------------------------------------------------------------------------------


def test_11_72_an_empty_hex_is_entered_at_once_and_the_move_is_over() -> None:
    state = invaded(ready(), GALLIPOLI, ["fr-a1", "fr-art-1"])
    assert where(state, "fr-a1", "fr-art-1") == [GALLIPOLI, GALLIPOLI]
    assert controller(state, GALLIPOLI) == "allied"
    assert refused(state, "allied", "move", units=["fr-a1"], path=[SAROS]) == ("bound", "11.72")


def test_11_72_the_landed_attack_nobody_beside_them() -> None:
    state = in_combat(invaded(ready({TURK: SAROS}), GALLIPOLI, ["fr-a1"]))
    assert "attack" not in offers(state)
    assert refused(state, "allied", "attack", hex=SAROS, units=["fr-a1"]) == ("landed", "11.72")
    others = put(state, {"fr-a3": GALLIPOLI})
    assert options(others, "attack", "units", hex=SAROS)["of"] == ["fr-a3"]
    assert refused(others, "allied", "attack", hex=SAROS, units=["fr-a1", "fr-a3"]) == ("landed", "11.72")


def test_11_72_the_landed_take_no_part_in_an_automatic_victory() -> None:
    """9 factors against half of 2: others would be enough."""
    weak = put(ready({TURK: SAROS}), {TURK: SAROS}, shaken=1, unsupplied=2)
    state = invaded(weak, GALLIPOLI, ["fr-a1", "fr-a2"])
    alone = {"hex": SAROS, "units": ["fr-a1", "fr-a2"], "advance": []}
    assert refused(state, "allied", "overrun", **alone) == ("landed", "11.72")
    beside = put(state, {"fr-30": GALLIPOLI, "fr-a3": GALLIPOLI})
    mixed = {"hex": SAROS, "units": ["fr-30", "fr-a1"], "advance": []}
    assert refused(beside, "allied", "overrun", **mixed) == ("landed", "11.72")
    others = {"hex": SAROS, "units": ["fr-30", "fr-a3"], "advance": []}
    assert told(beside, "allied", "overrun", **others).units[TURK].at == "pool"


def test_6_3_aircraft_alone_in_a_port_lose_their_base() -> None:
    state = invaded(ready({"ge-air-1": SMYRNA}), SMYRNA, ["fr-a1"])
    assert where(state, "fr-a1") == [SMYRNA]
    assert state.units["ge-air-1"].at != SMYRNA


# --- a fight from ship to land, by commands -------------------------------------------------------------------------


def test_11_72_invaders_wait_at_sea_and_must_attack() -> None:
    state = invaded(ready(HELD), GALLIPOLI, CORPS)
    assert where(state, *CORPS) == ["at-sea"] * 3
    assert controller(state, GALLIPOLI) == "central"
    assert refused(state, "allied", "move", units=["fr-a1"], path=[SAROS]) == ("bound", "11.72")
    state = in_combat(state)
    assert refused(state, "allied", "end_phase") == ("must-attack", "13.1")
    assert offers(state)["end_phase"]["refusal"]["code"] == "must-attack"
    assert refused(state, "allied", "attack", hex=GALLIPOLI, units=["fr-a1"]) == ("must-invade", "11.72")
    assert told(state, "allied", "attack", (1,), hex=GALLIPOLI, units=CORPS).draws == state.draws + 1


def test_11_72_they_attack_the_hex_that_they_invade_and_no_other() -> None:
    state = in_combat(invaded(ready({**HELD, "tu-2": SAROS}), GALLIPOLI, CORPS))
    assert options(state, "attack", "hex")["of"] == [GALLIPOLI]
    assert refused(state, "allied", "attack", hex=SAROS, units=["fr-a1"])[0] == "nobody-near"
    beside = put(state, {"fr-a3": "6023"})
    assert options(beside, "attack", "units", hex=SAROS)["of"] == ["fr-a3"]
    assert refused(beside, "allied", "attack", hex=SAROS, units=["fr-a1", "fr-a3"]) == ("other-hex", "11.72")


def test_11_72_no_attack_in_the_movement_phase() -> None:
    state = invaded(ready({**HELD, "fr-a3": SAROS, "fr-30": SAROS}), GALLIPOLI, CORPS)
    weak = put(state, {TURK: GALLIPOLI}, shaken=1, unsupplied=2)
    both = {"hex": GALLIPOLI, "units": ["fr-a1", "fr-a3"], "advance": []}
    assert refused(weak, "allied", "overrun", **both) == ("not-yet", "11.72")
    after = told(weak, "allied", "overrun", hex=GALLIPOLI, units=["fr-a3", "fr-30"], advance=[])
    assert where(after, *CORPS) == [GALLIPOLI] * 3, "they land where others have won"


def test_11_72_they_go_in_with_their_guns_when_the_hex_is_cleared() -> None:
    """13 factors and three of the navy against 5: 3-1, and a 6 is DD."""
    state = fought(invaded(ready(HELD), GALLIPOLI, CORPS), GALLIPOLI, CORPS, 6)
    while GAME.deciders(state) == ("central",):
        ways: Any = GAME.consult(
            state, "central", {"kind": "slot", "order": "retreat", "slot": "path", "chosen": {"units": [TURK]}}
        )
        path = next(iter(ways["options"]["ways"].values()))
        state = told(state, "central", "retreat", units=[TURK], path=path)
    assert not state.lanes
    assert where(state, *CORPS) == [GALLIPOLI] * 3
    assert controller(state, GALLIPOLI) == "allied"


def test_11_72_they_advance_even_after_nd() -> None:
    """A 4 is ND: a corps of five factors for the corps of five that defends."""
    state = fought(invaded(ready(HELD), GALLIPOLI, CORPS), GALLIPOLI, CORPS, 4)
    assert fight(state, GALLIPOLI).result == "ND"
    assert told(state, "allied", "lose", units=["fr-a1"]).units[TURK].at == "pool"
    after = told(state, "allied", "lose", units=["fr-a1"])
    assert where(after, "fr-a1", "fr-a2", "fr-art-1") == ["pool", GALLIPOLI, GALLIPOLI]
    assert not after.lanes


def test_11_72_others_who_attack_beside_them_advance_as_usual() -> None:
    """In conjunction with a stack on land, which goes in after DE and not after ND."""
    state = invaded(ready({**HELD, "fr-a3": SAROS}), GALLIPOLI, CORPS)
    nd = fought(state, GALLIPOLI, CORPS, 2, ["fr-a3"])
    assert fight(nd, GALLIPOLI).result == "ND"
    nd = told(nd, "allied", "lose", units=["fr-a1"])
    assert where(nd, "fr-a2", "fr-art-1", "fr-a3") == [GALLIPOLI, GALLIPOLI, SAROS]
    assert not nd.lanes
    dd = fought(state, GALLIPOLI, CORPS, 10, ["fr-a3"])
    assert fight(dd, GALLIPOLI).result == "HX"
    dd = told(dd, "allied", "lose", units=["fr-a1"])
    assert GAME.deciders(dd) == ("allied",)
    assert refused(dd, "allied", "advance", units=["fr-a2"]) == ("not-advancing", "13.9")
    went = told(dd, "allied", "advance", units=["fr-a3"])
    assert where(went, "fr-a2", "fr-art-1", "fr-a3") == [GALLIPOLI] * 3
    stayed = told(dd, "allied", "stay")
    assert where(stayed, "fr-a2", "fr-art-1", "fr-a3") == [GALLIPOLI, GALLIPOLI, SAROS]


def test_6_1_those_who_land_leave_no_room_for_a_fourth() -> None:
    """23 to 2 is 7-1, and a 10 is DE."""
    units = ["fr-a1", "fr-a2", "au-anzac"]
    state = invaded(put(ready({**HELD, "fr-a3": SAROS}), HELD, shaken=1), GALLIPOLI, units)
    after = fought(state, GALLIPOLI, units, 10, ["fr-a3"])
    assert where(after, *units, "fr-a3") == [GALLIPOLI, GALLIPOLI, GALLIPOLI, SAROS]
    assert not after.lanes, "nobody is asked: the hex is full"


# --- the Royal Navy -------------------------------------------------------------------------------------------------


def test_11_73_three_factors_and_no_more_than_the_invaders_have() -> None:
    assert odds(in_combat(invaded(ready(HELD), GALLIPOLI, CORPS)), GALLIPOLI, CORPS) == ("3-1", 3), "16 to 5"
    state = in_combat(invaded(ready({**HELD, WEAK: MARSEILLES}), GALLIPOLI, [WEAK]))
    assert odds(state, GALLIPOLI, [WEAK]) == ("1-2", 2), "4 to 5: two factors of invaders, two of the navy"


def test_11_73_factors_of_others_on_land_bring_no_more() -> None:
    state = in_combat(invaded(ready({**HELD, WEAK: MARSEILLES, "fr-a3": SAROS}), GALLIPOLI, [WEAK]))
    assert odds(state, GALLIPOLI, [WEAK, "fr-a3"]) == ("1-1", 2), "9 to 5"


def test_11_73_it_supports_one_of_two_hexes() -> None:
    two = {"hex": GALLIPOLI, "units": ["fr-a1"], "second": ASIA, "others": ["fr-a2"], "fleet": ASIA}
    state = in_combat(told(ready({**HELD, "tu-2": ASIA}), "allied", "invade_two", **two))
    assert odds(state, GALLIPOLI, ["fr-a1"]) == ("1-1", 0)
    assert odds(state, ASIA, ["fr-a2"]) == ("1-1", 3)


def test_11_73_it_brings_odds_that_the_invaders_alone_would_not_have() -> None:
    """2 to 15 is less than 1-5; with two factors of the navy 4 to 15 is 1-4."""
    weak = [WEAK]
    full = {"tu-1": GALLIPOLI, "tu-2": GALLIPOLI, "tu-3": GALLIPOLI}
    state = in_combat(invaded(ready({**full, weak[0]: MARSEILLES}), GALLIPOLI, weak))
    assert told(state, "allied", "attack", hex=GALLIPOLI, units=weak).draws == 1
    assert state.landing is not None
    away = follow(state, replace(state, landing=state.landing._replace(at=ASIA)))
    assert refused(away, "allied", "attack", hex=GALLIPOLI, units=weak) == ("odds-too-low", "13.641")
    assert "end_phase" in offers(away)
    lost = told(away, "allied", "end_phase")
    assert where(lost, *weak) == ["pool"], "who cannot attack has failed"


def test_11_73_13_7_it_counts_in_odds_and_in_no_losses() -> None:
    """10 is EX at 3-1: 13 printed factors of attack against 5, and the larger force loses five."""
    state = fought(invaded(ready(HELD), GALLIPOLI, CORPS), GALLIPOLI, CORPS, 10)
    assert fight(state, GALLIPOLI).result == "EX"
    assert fight(state, GALLIPOLI).owed == (5, 5)
    equal = {**HELD, "gb-cav1": "4250"}
    state = invaded(ready(equal, at_war=ITALY), GALLIPOLI, ["gb-cav1"])
    state = fought(state, GALLIPOLI, ["gb-cav1"], 11)
    assert not state.lanes, "6 to 5 is 1-1, an 11 is EX: three factors are the smaller force"
    assert where(state, "gb-cav1", TURK) == ["pool", "pool"]


def test_11_73_shared_among_attacks_on_the_hex() -> None:
    state = invaded(ready({**HELD, "tu-2": GALLIPOLI}), GALLIPOLI, CORPS)
    state = told(in_combat(state), "allied", "attack", hex=GALLIPOLI, units=CORPS)
    assert {"together", "divide_navy"} == offers(state).keys()
    targets = {"1": [TURK], "2": ["tu-2"]}
    units = {"1": ["fr-a1", "fr-art-1"], "2": ["fr-a2"]}
    shares = options(state, "divide_navy", "fleet", targets=targets)["labels"]
    assert shares["3.0"] == "3 for attack 1"
    assert shares["1.2"] == "1 for attack 1 and 2 for attack 2"
    assert "2.2" not in shares
    after = told(state, "allied", "divide_navy", targets=targets, fleet="1.2", units=units)
    assert [f.navy for f in attack(after, GALLIPOLI).fights] == [1, 2]
    assert refused(state, "allied", "divide", targets=targets, units=units)[0] == "has-navy"
    assert refused(state, "allied", "divide_navy", targets=targets, fleet="2.2", units=units)[0] == "not-offered"


def test_11_73_a_share_is_that_of_its_attack_whatever_the_numbers_between_are() -> None:
    """Attacks 1 and 3, and none is called 2: what is given to 3 supports 3."""
    every = ["fr-a1", "fr-a2", "au-anzac"]
    state = invaded(ready({**HELD, "tu-2": GALLIPOLI, "tu-3": GALLIPOLI}), GALLIPOLI, every)
    state = told(in_combat(state), "allied", "attack", hex=GALLIPOLI, units=every)
    targets, units = {"1": [TURK, "tu-2"], "3": ["tu-3"]}, {"1": ["fr-a1", "fr-a2"], "3": ["au-anzac"]}
    shares = options(state, "divide_navy", "fleet", targets=targets)["labels"]
    assert shares["1.2"] == "1 for attack 1 and 2 for attack 3"
    after = told(state, "allied", "divide_navy", targets=targets, fleet="1.2", units=units)
    assert [f.navy for f in attack(after, GALLIPOLI).fights] == [1, 2]


def test_11_73_a_share_is_no_larger_than_the_invaders_of_that_attack() -> None:
    state = invaded(
        ready({**HELD, "tu-2": GALLIPOLI, WEAK: MARSEILLES, "fr-a3": SAROS}),
        GALLIPOLI, ["fr-a1", WEAK],
    )  # fmt: skip
    every = ["fr-a1", WEAK, "fr-a3"]
    state = told(in_combat(state), "allied", "attack", hex=GALLIPOLI, units=every)
    targets = {"1": [TURK], "2": ["tu-2"]}
    units = {"1": [WEAK, "fr-a3"], "2": ["fr-a1"]}
    over = refused(state, "allied", "divide_navy", targets=targets, fleet="3.0", units=units)
    assert over == ("navy-over-invaders", "11.73")
    on_land = {"1": [WEAK, "fr-a1"], "2": ["fr-a3"]}
    assert (
        refused(state, "allied", "divide_navy", targets=targets, fleet="2.1", units=on_land)[0] == "navy-over-invaders"
    )
    assert told(state, "allied", "divide_navy", targets=targets, fleet="2.1", units=units).lanes


def test_11_73_at_the_end_of_the_combat_phase_it_leaves() -> None:
    state = invaded(ready(turn="1915-04"), GALLIPOLI, ["fr-a1"])
    shown: Any = GAME.view(state, "allied")["invasion"]
    assert shown == {"hexes": {}, "navy": GALLIPOLI, "again": "June 1915"}
    answer = decided(in_combat(state), "allied", "end_phase")
    assert isinstance(answer, Decided)
    left = next(event for event in answer.events if event.kind == "navy-left")
    assert state.printed.calendar[left.turn - 1].id == "1915-06"
    after = told(in_combat(state), "allied", "end_phase")
    assert after.landing is not None
    assert after.landing.at == ""
    told_lines = [GAME.narrate(*step, "allied") for step in answer.facts(in_combat(state))]
    assert any(line and "June 1915" in str(line["text"]) for line in told_lines)


# --- failures -------------------------------------------------------------------------------------------------------


def test_11_74_units_still_at_sea_are_lost_and_half_of_their_factors_come_back() -> None:
    """A 3 at 3-1 is ND against three corps: one of ten factors' worth falls, and the rest hold the beach."""
    trio = {"tu-1": GALLIPOLI, "tu-2": GALLIPOLI}
    state = fought(invaded(ready(trio), GALLIPOLI, CORPS), GALLIPOLI, CORPS, 5)
    assert fight(state, GALLIPOLI).result == "ND", "16 to 10 is 1-1"
    state = told(state, "allied", "lose", units=["fr-a1"])
    if GAME.deciders(state) == ("central",):
        state = told(state, "central", "lose", units=["tu-1"])
    assert not state.lanes
    assert where(state, "fr-a2", "fr-art-1") == ["at-sea", "at-sea"]
    assert refused(state, "allied", "attack", hex=GALLIPOLI, units=["fr-a2"])[0] in ("attacked-before", "nobody-near")
    before = state.purses.get("FR", Points())
    after = told(state, "allied", "end_phase")
    assert where(after, "fr-a2", "fr-art-1") == ["pool", "pool"]
    assert after.purses["FR"].infantry == before.infantry + 4, "half of 5 and 3"
    assert after.purses["FR"].artillery == before.artillery


def test_11_74_each_country_gets_its_own_half_rounded_down() -> None:
    state = invaded(ready(HELD), GALLIPOLI, ["fr-a1", "au-anzac", "fr-art-1"])
    state = in_combat(state)
    # Nobody can attack a hex of which all were attacked before.
    done = put(state, {TURK: GALLIPOLI}, fought=True)
    after = told(done, "allied", "end_phase")
    anzac = state.printed.nations["AU"].points
    assert (after.purses["FR"].infantry, after.purses[anzac].infantry) == (4, 2)


def test_17_21_points_come_back_as_far_as_the_purse_has_room() -> None:
    state = in_combat(invaded(ready(HELD), GALLIPOLI, ["fr-a1"]))
    most = state.printed.limits["FR"].infantry
    full = follow(state, replace(state, purses={**state.purses, "FR": Points(most - 1)}))
    after = told(put(full, {TURK: GALLIPOLI}, fought=True), "allied", "end_phase")
    assert after.purses["FR"].infantry == most


def test_11_74_13_7_after_ax_those_who_are_left_stay_at_sea_and_fail() -> None:
    """10 and 3 to 5 behind an entrenchment: 2-1, and a 1 with -1 is AX."""
    units = ["fr-a1", "fr-a2"]
    entrenched = put(ready(HELD), {TURK: GALLIPOLI}, trench=1)
    state = fought(invaded(entrenched, GALLIPOLI, units), GALLIPOLI, units, 1)
    assert fight(state, GALLIPOLI).result == "AX"
    state = told(state, "allied", "lose", units=["fr-a1"])
    assert where(state, "fr-a1", "fr-a2") == ["pool", "at-sea"]
    after = told(state, "allied", "end_phase")
    assert where(after, "fr-a2", TURK) == ["pool", GALLIPOLI]


def test_11_74_13_83_after_ad_invaders_do_not_retreat_and_fail_with_half_their_factors_back() -> None:
    """5 and 3 to 5 is 1-1, and a 3 is AD."""
    state = fought(invaded(ready(HELD), GALLIPOLI, ["fr-a1"]), GALLIPOLI, ["fr-a1"], 3)
    assert not state.lanes
    assert where(state, "fr-a1") == ["at-sea"]
    assert state.units["fr-a1"].shaken == THIS_SEGMENT
    after = told(state, "allied", "end_phase")
    assert where(after, "fr-a1") == ["pool"]
    assert after.purses["FR"].infantry == 2


def test_11_74_after_ae_nothing_comes_back() -> None:
    weak = [WEAK]
    state = invaded(ready({"tu-1": GALLIPOLI, "tu-2": GALLIPOLI, weak[0]: MARSEILLES}), GALLIPOLI, weak)
    state = fought(state, GALLIPOLI, weak, 1)
    assert where(state, *weak) == ["pool"]
    after = told(state, "allied", "end_phase")
    assert after.purses.get("GB", Points()) == state.purses.get("GB", Points())


def test_13_1_a_hex_that_others_have_emptied_before_is_entered() -> None:
    state = invaded(ready({**HELD, "fr-a3": SAROS}), GALLIPOLI, ["fr-a1"])
    gone = put(state, {TURK: "pool"})
    after = told(gone, "allied", "move", units=["fr-a2"], path=["4255"])
    assert where(after, "fr-a1") == [GALLIPOLI]


# --- aircraft, supply, and away again -------------------------------------------------------------------------------


def test_11_71_16_42_aircraft_support_invaders() -> None:
    state = invaded(ready({TURK: TRIESTE, "fr-air-1": "4144"}, at_war=ITALY), TRIESTE, ["fr-a1"], [1])
    state = sent(in_combat(told(state, "allied", "press_on")), ["fr-air-1"], TRIESTE)
    with_air = {"hex": TRIESTE, "units": ["fr-a1"], "air": ["fr-air-1"]}
    found = {event.kind: event for event in decided(state, "allied", "attack_with_air", (5,), **with_air).events}
    assert ("aircraft", "16.42", 1) in found["fight-resolved"].modifiers
    assert found["hex-attacked"].navy == 3
    anzac = in_combat(
        told(invaded(ready({TURK: TRIESTE}, at_war=ITALY), TRIESTE, ["au-anzac"], [1]), "allied", "press_on")
    )
    anzac = sent(put(anzac, {"fr-air-1": "4144"}), ["fr-air-1"], TRIESTE)
    alone = {**with_air, "units": ["au-anzac"]}
    assert refused(anzac, "allied", "attack_with_air", **alone) == ("no-corps-for-air", "16.42")


def test_14_51_the_landed_are_fed_over_the_beach_by_ships_that_carried_nobody() -> None:
    state = invaded(ready(), GALLIPOLI, ["fr-a1", "fr-a2"])
    later = at_turn(state, "1915-05")
    assert not is_supplied(later, "fr-a1")
    fed = follow(later, replace(later, kept={"FR": 1}))
    assert is_supplied(fed, "fr-a1")
    after = told(in_combat(state), "allied", "end_phase")
    assert all(after.units[u].unsupplied == 0 for u in ("fr-a1", "fr-a2"))


def test_11_8_the_landed_leave_again_over_the_beach_and_are_demoralised() -> None:
    state = at_turn(invaded(ready(), GALLIPOLI, ["fr-a1"]), "1915-05")
    assert MARSEILLES in ends(state, "fr-a1")
    after = told(state, "allied", "move", units=["fr-a1"], path=["ship", MARSEILLES])
    assert where(after, "fr-a1") == [MARSEILLES]
    assert after.units["fr-a1"].shaken == THIS_SEGMENT


def test_11_72_what_has_landed_moves_and_attacks_in_the_next_turn() -> None:
    state = at_turn(invaded(ready({TURK: SAROS}), GALLIPOLI, ["fr-a1", "fr-a2"]), "1915-05")
    assert "5924" not in ends(state, "fr-a1"), "neutral"
    assert odds(in_combat(state), SAROS, ["fr-a1", "fr-a2"]) == ("2-1", 0)


def test_2_68e_press_on_against_a_city_that_is_held() -> None:
    state = invaded(ready({TURK: CONSTANTINOPLE}, at_war=OTTOMANS), CONSTANTINOPLE, [*FORCE], [1, 1, 1, 1])
    state = told(state, "allied", "press_on")
    assert where(state, *FORCE) == ["at-sea"] * 4
    shown: Any = GAME.view(state, "central")["invasion"]
    assert shown["hexes"] == {CONSTANTINOPLE: [u for u in state.units if u in FORCE]}
    state = fought(state, CONSTANTINOPLE, FORCE, 10)
    assert attack(state, CONSTANTINOPLE).fights[0].navy == 3
