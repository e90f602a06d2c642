"""§12.0 Automatic victory; §16.41, §6.3 aircraft in the Movement Phase."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.attacks.strength import WHOLE, attack_of, attack_strength, defence_strength, in_factors
from rules.empires_alliances.combat.aircraft import landing_places
from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.aircraft import new_bases
from rules.empires_alliances.movement.overrun_odds import odds_needed, targets
from rules.empires_alliances.position.state import Spirit, State
from rules.empires_alliances.printed.board import POOL
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.empires_alliances.moving import ends, held_by, phase
from tests.games.empires_alliances.table import decided, put, refused, told

TARGET, SOUTH, NORTH, LILLE, AMIENS = "2453", "2552", "2353", "2352", "2454"
"""No river lies between the first of these and the next three."""
BIG = ["ge-a1", "ge-a2", "ge-a3"]
"""Three corps of six factors each."""


def overrun(
    state: State, units: list[str], hex_: str = TARGET, advance: tuple[str, ...] = (), seat: str = "central"
) -> State:
    """The position after an automatic victory."""
    return told(state, seat, "overrun", hex=hex_, units=units, advance=[*advance])


def no_overrun(state: State, units: list[str], hex_: str = TARGET, advance: tuple[str, ...] = ()) -> tuple[str, str]:
    """Why it is none."""
    return refused(state, "central", "overrun", hex=hex_, units=units, advance=[*advance])


def weak(at: str = TARGET, **more: object) -> State:
    """A Belgian division (2-3-3) with 24 German factors next to it: eight to one."""
    places = {"be-1": at, **dict.fromkeys(BIG, SOUTH), "ge-a4": NORTH}
    return phase("central", places, **more)  # type: ignore[arg-type]


def test_12_1_eight_to_one_in_the_open() -> None:
    state = weak()
    after = overrun(state, [*BIG, "ge-a4"])
    assert after.units["be-1"].at == POOL
    assert no_overrun(state, BIG) == ("odds-too-low", "12.1")


def test_12_1_ten_to_one_against_ground_or_weather_and_twelve_against_both() -> None:
    state = weak()
    assert odds_needed(state, BIG, TARGET) == 8
    assert odds_needed(state, BIG, LILLE) == 10
    assert odds_needed(state, BIG, "2550") == 10  # forest
    mud = weak(weather=("mud", "clear"))
    assert odds_needed(mud, BIG, TARGET) == 10
    assert odds_needed(mud, BIG, LILLE) == 12
    assert odds_needed(weak(weather=("clear", "snow")), BIG, TARGET) == 8
    dug = put(state, {"be-1": TARGET}, trench=1)
    assert odds_needed(dug, BIG, TARGET) == 10
    assert odds_needed(weak(forts=frozenset({"fr-fort-2851"})), BIG, "2851") == 10


def test_12_1_13_85_a_defence_that_is_halved_to_nothing_is_overwhelmed_by_anyone() -> None:
    """Docs/rulings, §13.641: and the order is offered."""
    state = put(phase("central", {"be-cav1": TARGET, "ge-a1": SOUTH}), {"be-cav1": TARGET}, shaken=1)
    assert TARGET in targets(state, "central")
    assert overrun(state, ["ge-a1"]).units["be-cav1"].at == POOL
    assert "12.1" in no_overrun(put(state, {"be-cav1": TARGET}, shaken=0), ["ge-a1"])
    assert TARGET not in targets(put(state, {"ge-a1": "2655"}), "central"), "someone must be there"


def test_12_1_mountains_are_not_in_the_list() -> None:
    state = phase("central", {})
    assert state.board.terrain[state.board.index("3544")] == "mountain"
    assert odds_needed(state, BIG, "3544") == 8


def test_22_11_an_attack_through_the_argonne_goes_into_forest() -> None:
    state = phase("central", {"ge-a1": "2851"}, options=("argonne",))
    assert odds_needed(state, ["ge-a1"], "2751") == 10
    assert odds_needed(put(state, {"ge-a1": "2750"}), ["ge-a1"], "2751") == 8
    assert odds_needed(phase("central", {"ge-a1": "2750"}), ["ge-a1"], "2751") == 10


def test_22_11_12_1_those_who_do_not_come_through_the_argonne_win_without_the_others() -> None:
    """Eight to one is enough for 24 factors from the north; with four more through the forest 28 are less than ten."""
    north = {**dict.fromkeys(BIG, "2651"), "ge-a4": "2652"}
    state = phase("central", {"be-1": "2751", **north, "ge-lw1": "2852"}, options=("argonne",))
    assert "2751" in targets(state, "central")
    assert overrun(state, [*north], "2751").units["be-1"].at == POOL
    assert no_overrun(state, [*north, "ge-lw1"], "2751") == ("odds-too-low", "12.1")


def test_6_1_12_1_a_second_gun_may_be_worth_more_than_a_third_corps() -> None:
    """Units pass through each other's hexes, so more may stand there than can attack together."""
    there = ["ge-a1", "ge-a2", "ge-art-1", "ge-art-2"]
    state = phase("central", {"be-1": TARGET, **dict.fromkeys([*there, "ge-cav1xx"], SOUTH), "ge-a4": NORTH})
    assert attack_of(state, ["ge-cav1xx"], TARGET) < attack_of(state, ["ge-art-2"], TARGET)
    assert TARGET in targets(state, "central")
    assert overrun(state, [*there, "ge-a4"]).units["be-1"].at == POOL


def test_12_1_as_few_as_are_enough_are_proposed_and_the_odds_are_told() -> None:
    """Whoever takes part does nothing else, so nobody is proposed who could be spared."""
    state = put(weak(), {"ge-r1": NORTH, "ge-art-1": SOUTH})
    slot = {"kind": "slot", "order": "overrun", "slot": "units", "chosen": {"hex": TARGET}}
    told_: Any = GAME.consult(state, "central", slot)
    assert {*told_["options"]["of"]} == {*BIG, "ge-a4", "ge-r1", "ge-art-1"}
    assert {*told_["options"]["proposed"]} == {*BIG, "ge-a4"}
    legal: Any = GAME.legal(state, "central")
    (offer,) = (offer for offer in legal["offers"] if offer["kind"] == "overrun")
    assert offer["help"].endswith("Saint-Quentin (2453): up to 32 to 3, where 8-1 is needed.")
    few = decided(state, "central", "overrun", hex=TARGET, units=BIG, advance=[])
    assert isinstance(few, Refusal)
    assert few.text == "These have 18 to 3, and odds of 8-1 are needed."


def test_12_1_a_stack_beside_enemies_is_told_that_they_can_be_overwhelmed() -> None:
    def said(state: State) -> tuple[str, str]:
        slot = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["ge-a1"]}}
        told_: Any = GAME.consult(state, "central", slot)
        refusal = told_["options"]["refused"][TARGET]
        return refusal["section"], refusal["text"]

    text = "Enemy units are there. You can overwhelm them by an automatic victory."
    assert said(weak()) == ("12.1", text)
    assert said(put(weak(), {"ge-a4": "2547"})) == ("8.0", "Enemy units are there.")


def test_12_2_those_who_won_neither_move_nor_attack_again() -> None:
    state = overrun(weak(), [*BIG, "ge-a4"], advance=("ge-a4",))
    assert state.units["ge-a4"].at == TARGET
    assert state.control[TARGET] == "central"
    for unit in (*BIG, "ge-a4"):
        assert state.units[unit].bound
        assert refused(state, "central", "move", units=[unit], path=["2553"]) == ("bound", "12.2")


def test_12_2_as_many_advance_as_may_stack() -> None:
    state = put(weak(), {"ge-a5": NORTH})
    assert no_overrun(state, [*BIG, "ge-a4", "ge-a5"], advance=(*BIG, "ge-a4")) == ("overstacked", "6.1")
    assert no_overrun(state, [*BIG, "ge-a4"], advance=("ge-a5",)) == ("took-no-part", "12.2")


def test_12_3_others_move_on_as_if_nobody_had_been_there() -> None:
    state = overrun(put(weak(), {"ge-a5": SOUTH}), [*BIG, "ge-a4"])
    after = told(state, "central", "move", units=["ge-a5"], path=[TARGET, "2452"])
    assert after.units["ge-a5"].spent == 2


def test_12_3_a_fort_falls_with_its_defenders() -> None:
    """Docs/rulings: or nobody could move into the hex."""
    places = {"fr-r9": "2851", **dict.fromkeys(BIG, "2850"), **dict.fromkeys(("ge-a4", "ge-a5", "ge-a6"), "2750"),
              **dict.fromkeys(("ge-a7", "ge-a8", "ge-a9"), "2950"), **dict.fromkeys(("ge-a10", "ge-a11"), "2751"),
              "ge-a12": "2751"}  # fmt: skip
    state = phase("central", places, forts=frozenset({"fr-fort-2851"}))
    after = overrun(state, [unit for unit in places if unit != "fr-r9"], "2851")
    assert "fr-fort-2851" not in after.forts


def test_12_1_attackers_satisfy_the_stacking_limit() -> None:
    state = put(weak(), {"ge-a4": SOUTH})
    assert no_overrun(state, [*BIG, "ge-a4"])[0] in ("overstacked", "odds-too-low")
    more = put(weak(), {"ge-a5": SOUTH})
    assert no_overrun(more, [*BIG, "ge-a4", "ge-a5"]) == ("overstacked", "12.1")


def test_12_1_only_those_take_part_who_could_attack() -> None:
    state = put(weak(), {"ge-a3": SOUTH}, shaken=1)
    assert no_overrun(state, [*BIG, "ge-a4"])[0] == "odds-too-low"
    spare = put(put(weak(), {"ge-a5": NORTH}), {"ge-a3": SOUTH}, shaken=1)
    assert no_overrun(spare, [*BIG, "ge-a4", "ge-a5"]) == ("demoralised", "13.85")
    far = put(weak(), {"ge-a5": "2455"})
    assert no_overrun(far, [*BIG, "ge-a4", "ge-a5"]) == ("not-adjacent", "13.2")


def test_12_1_21_33_units_of_low_morale_win_none() -> None:
    state = weak(spirits={"GE": Spirit(1, "M", 99)})
    assert no_overrun(state, [*BIG, "ge-a4"]) == ("low-morale", "21.33")


def test_13_652_no_more_guns_than_corps() -> None:
    state = put(weak(), {"ge-art-1": SOUTH, "ge-siege-305": SOUTH, "ge-a5": NORTH})
    assert overrun(state, [*BIG, "ge-a4", "ge-art-1", "ge-siege-305"]).units["be-1"].at == POOL
    lone = phase("central", {"be-1": TARGET, "ge-a1": SOUTH, "ge-art-1": SOUTH, "ge-siege-305": SOUTH,
                             **dict.fromkeys(("ge-a2", "ge-a3", "ge-a4"), NORTH)})  # fmt: skip
    assert no_overrun(lone, ["ge-a1", "ge-art-1", "ge-siege-305"]) == ("too-many-guns", "13.652")


def test_1_61_no_automatic_victory_in_august_1() -> None:
    assert no_overrun(weak(turn="1914-08-1"), [*BIG, "ge-a4"]) == ("no-overrun", "1.61")


def test_22_31_germans_win_none_in_italy_before_they_are_at_war_with_it() -> None:
    """A demoralised division before two Germans, or three Austro-Hungarian corps with one of them."""
    corps = ["ah-1", "ah-4", "ah-7"]
    more: dict[str, Any] = {"options": ("national-fronts",), "at_war": {"IT": "allied"}}

    def facing(turn: str, *units: str) -> State:
        state = phase("central", dict.fromkeys(units, "4042"), turn, scenario="campaign", **more)
        return put(state, {"it-bd-1-2-3-1": "4043"}, shaken=1)

    germans = ["ge-a1", "ge-a2"]
    assert no_overrun(facing("1916-01", *germans), germans, "4043") == ("germans-and-italy", "22.31")
    assert overrun(facing("1916-09", *germans), germans, "4043").units["it-bd-1-2-3-1"].at == POOL
    beside = facing("1916-01", "ge-a1", *corps)
    assert no_overrun(beside, ["ge-a1", *corps], "4043") == ("germans-and-italy", "22.31")
    assert overrun(beside, corps, "4043").units["it-bd-1-2-3-1"].at == POOL


def test_14_6_13_85_strength_without_supply_and_demoralised() -> None:
    state = phase("central", {"ge-a1": "2848", "fr-a1": TARGET})
    assert attack_strength(state, "ge-a1", "2849") == 6 * WHOLE
    for level, quarters in ((1, 18), (2, 12)):
        hungry = put(state, {"ge-a1": "2848"}, unsupplied=level)
        assert attack_strength(hungry, "ge-a1", "2849") == quarters * WHOLE // 4
    assert defence_strength(state, "fr-a1") == 7 * WHOLE
    assert defence_strength(put(state, {"fr-a1": TARGET}, shaken=1), "fr-a1") == 3 * WHOLE  # 7 halved is 3
    assert defence_strength(put(state, {"fr-a1": TARGET}, unsupplied=1), "fr-a1") == 21 * WHOLE // 4


def test_16_3_20_23_rivers_weaken_attackers_and_tanks_more_until_they_freeze() -> None:
    state = phase("allied", {"gb-1": "2547", "gb-tank-1": "2547"})
    assert attack_strength(state, "gb-1", "2546") == 21 * WHOLE // 4  # over the Rhine
    assert attack_strength(state, "gb-tank-1", "2546") == WHOLE
    board, ids = state.board, state.board.lattice.ids
    a, b = next(
        (ids[a], ids[b]) for a in sorted(board.land) for side, b in enumerate(board.lattice.neighbours[a])
        if board.rivers[a][side] and board.freezing[a][side] and b in board.land
    )  # fmt: skip
    for weather, quarters in (("clear", 9), ("snow", 12)):
        cold = phase("allied", {"ru-1": a}, weather=("clear", weather))
        assert attack_strength(cold, "ru-1", b) == quarters * WHOLE // 4


def test_12_1_14_61_fractions_of_a_factor_count_in_the_odds() -> None:
    """Of 6 want of supply leaves 4.5, and the Rhine three quarters of that."""
    state = put(phase("central", {"ge-a1": "2847"}), {"ge-a1": "2847", "ge-a2": "2847"}, unsupplied=1)
    assert attack_strength(state, "ge-a1", "2746") == 54
    assert in_factors(attack_of(state, ["ge-a1", "ge-a2"], "2746")) == "6.75"


# --- aircraft ---------------------------------------------------------------------------------------------------------


def test_16_41_aircraft_support_attacks_four_hexes_away() -> None:
    state = phase("central", {"ge-air-1": LILLE, "fr-a1": "2554", "fr-a2": "2753"}, taken={LILLE: "central"})
    after = told(state, "central", "send_aircraft", unit="ge-air-1", hex="2554")
    assert after.units["ge-air-1"].sent == "2554"
    assert after.units["ge-air-1"].at == LILLE
    far = put(state, {"fr-a2": "2955"})
    assert refused(far, "central", "send_aircraft", unit="ge-air-1", hex="2955") == ("out-of-range", "16.41")
    assert refused(state, "central", "send_aircraft", unit="ge-air-1", hex="2553") == ("nothing-to-attack", "16.41")
    assert refused(state, "central", "move", units=["ge-air-1"], path=["2453"]) == ("flies", "16.41")


def test_16_41_three_aircraft_a_hex() -> None:
    state = phase(
        "central", {"ge-air-1": LILLE, "ge-air-2": LILLE, "ah-air-1": "2454", "fr-a1": "2554"},
        taken={LILLE: "central", "2454": "central"},
    )  # fmt: skip
    for unit in ("ge-air-1", "ge-air-2", "ah-air-1"):
        state = told(state, "central", "send_aircraft", unit=unit, hex="2554")
    assert sum(now.sent == "2554" for now in state.units.values()) == 3


def test_16_41_6_3_a_new_base_lies_within_ten_hexes_and_has_room() -> None:
    state = phase("central", {"ge-air-1": "2547", "ge-air-2": "2548"})
    after = told(state, "central", "rebase", unit="ge-air-1", base="2850")
    assert (after.units["ge-air-1"].at, after.units["ge-air-1"].bound) == ("2850", True)
    assert refused(after, "central", "send_aircraft", unit="ge-air-1", hex="2851") == ("flown", "16.41")
    assert refused(state, "central", "rebase", unit="ge-air-1", base="2548") == ("no-base", "16.41")
    assert refused(state, "central", "rebase", unit="ge-air-1", base="2437") == ("no-base", "16.41")


CALAIS, PARIS = "2153", "2655"


def test_18_41_18_43_aircraft_keep_to_the_sectors_and_apart_as_ground_units_do() -> None:
    state = phase("allied", {"gb-air-1": CALAIS, "fr-air-1": AMIENS, "fr-a1": LILLE, "gb-1": "2250"}, "1916-05")
    assert refused(state, "allied", "rebase", unit="gb-air-1", base=PARIS) == ("no-base", "16.41")
    assert refused(state, "allied", "rebase", unit="gb-air-1", base=LILLE) == ("no-base", "16.41")
    assert refused(state, "allied", "rebase", unit="fr-air-1", base="2250") == ("no-base", "16.41")
    assert {LILLE, PARIS} <= {*new_bases(state, "fr-air-1")}
    assert not {LILLE, PARIS} & {*landing_places(state, "gb-air-1", "2453")}
    assert CALAIS in landing_places(put(state, {"fr-a2": CALAIS}), "gb-air-1", "2353"), "it was there first"


def test_2_3_aircraft_leave_britain_by_ship_for_a_port_with_an_airfield() -> None:
    state = phase("allied", {"gb-air-1": "britain", "gb-air-2": "britain"}, "1918-06", scenario="campaign")
    assert refused(state, "allied", "rebase", unit="gb-air-1", base=AMIENS) == ("no-base", "16.41")
    assert refused(state, "allied", "send_aircraft", unit="gb-air-1", hex="2453") == ("no-target", "16.41")
    after = told(state, "allied", "rebase", unit="gb-air-1", base=CALAIS)
    assert (after.units["gb-air-1"].at, after.used["sea.GB"]) == (CALAIS, 2)
    assert CALAIS not in new_bases(after, "gb-air-2"), "a minor city has room for one"
    none_left = replace(after, used={f"sea.{power}": 99 for power in ("GB", "FR", "IT", "US")})
    assert not new_bases(none_left, "gb-air-2")


def lost_base(**more: str) -> State:
    """The French aircraft of Amiens, and a German corps next to them."""
    return phase("central", {"fr-air-1": AMIENS, "ge-a1": TARGET, **more})


def test_6_3_aircraft_fly_when_the_enemy_enters_their_city() -> None:
    state = told(lost_base(), "central", "move", units=["ge-a1"], path=[AMIENS])
    assert GAME.deciders(state) == ("allied",)
    assert state.units["ge-a1"].at == AMIENS
    assert refused(state, "allied", "flee", unit="fr-air-1", base=AMIENS) == ("no-base", "6.3")
    for beyond_eight in ("4256", "3353"):
        assert refused(state, "allied", "flee", unit="fr-air-1", base=beyond_eight) == ("no-base", "6.3")
    fled = told(state, "allied", "flee", unit="fr-air-1", base="2655")
    assert fled.units["fr-air-1"].at == "2655"
    assert GAME.deciders(fled) == ("central",)
    stayed = told(state, "allied", "give_up_aircraft")
    assert stayed.units["fr-air-1"].at == POOL


def test_6_3_without_a_city_in_reach_they_are_lost_and_nobody_is_asked() -> None:
    taken = held_by("central", "FR", "BE")
    del taken[AMIENS]
    state = phase("central", {"fr-air-1": AMIENS, "ge-a1": TARGET}, taken=taken)
    after = told(state, "central", "move", units=["ge-a1"], path=[AMIENS])
    assert after.units["fr-air-1"].at == POOL
    assert GAME.deciders(after) == ("central",)


def test_6_3_aircraft_beside_others_fly_when_these_are_overrun() -> None:
    places = {"be-1": AMIENS, "fr-air-1": AMIENS, **dict.fromkeys(BIG, "2554"), "ge-a4": "2553"}
    state = phase("central", places)
    stays = overrun(state, [*BIG, "ge-a4"], AMIENS)
    assert stays.units["fr-air-1"].at == AMIENS
    taken = overrun(state, [*BIG, "ge-a4"], AMIENS, advance=("ge-a1",))
    assert GAME.deciders(taken) == ("allied",)
    assert taken.units["ge-a1"].at == AMIENS


def test_13_2_a_hex_with_aircraft_alone_can_be_entered() -> None:
    assert AMIENS in ends(lost_base(), "ge-a1")
    guarded = lost_base(**{"fr-a1": AMIENS})
    assert AMIENS not in ends(guarded, "ge-a1")
