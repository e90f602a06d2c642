"""§13.1 to §13.63, §16.42: who attacks what, who defends as one, and how an attack is divided."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.attacks.strength import WHOLE, defence_of
from rules.empires_alliances.combat.aircraft import supporting_air
from rules.empires_alliances.combat.declaring import need_of_attack
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import Spirit, State
from rules.kernel.messages import Refusal
from tests.games.empires_alliances.fields import (
    BEHIND,
    FRENCH,
    GERMANS,
    GUN,
    GUN2,
    A,
    B,
    T,
    attack,
    duel,
    field,
    fight,
    phase,
    stood,
    where,
)
from tests.games.empires_alliances.table import decided, put, refused, sent, told


def declared(state: State, units: list[str], dice: tuple[int, ...] = (), hex_: str = T) -> State:
    """The position after an attack by the Central Powers."""
    return told(state, "central", "attack", dice, hex=hex_, units=units)


def offers(state: State, seat: str) -> list[str]:
    """The orders that stand before a seat."""
    found: Any = GAME.legal(state, seat)["offers"]
    return [offer["kind"] for offer in found if offer["refusal"] is None]


# --- who may attack what ------------------------------------------------------------------------------------------


def test_13_1_attacking_is_voluntary() -> None:
    state = told(duel(GERMANS, FRENCH), "central", "end_phase")
    assert state.phase.step != "central.attacks"


@pytest.mark.parametrize(
    ("units", "hex_", "code", "section"),
    [
        (["ge-a1"], "2562", "no-enemy", "13.2"),
        (["ge-a1"], A, "no-enemy", "13.2"),
        (["ge-a1"], "zz", "no-such-hex", "2.0"),
        (["ge-a4"], T, "not-adjacent", "13.2"),
        (["fr-32"], T, "not-your-unit", "3.0"),
        (["ge-a5"], T, "demoralised", "13.85"),
        (["ge-a6"], T, "bound", "12.2"),
        (["ge-a7"], T, "fought", "13.5"),
        (["ge-air-1", "ge-a1"], T, "supports", "13.652"),
        (["ge-a8"], T, "not-on-map", "13.2"),
        ([GUN, GUN2], T, "no-foot", "13.652"),
        (["ge-a1", GUN, GUN2], T, "too-many-guns", "13.652"),
    ],
)
def test_13_2_to_13_5_who_may_not_attack(units: list[str], hex_: str, code: str, section: str) -> None:
    state = duel(["ge-a1", "ge-a2", GUN, GUN2], FRENCH)
    state = put(state, {"ge-a4": "2362", "ge-air-1": A})
    state = put(state, {"ge-a4": "2360"})
    state = put(state, {"ge-a5": A}, shaken=1)
    state = put(state, {"ge-a6": A}, bound=True)
    state = put(state, {"ge-a7": A}, fought=True)
    assert refused(state, "central", "attack", hex=hex_, units=units) == (code, section)


def test_21_33_units_of_low_morale_may_not_attack() -> None:
    before = phase("central.attacks")
    state = field({**stood(["ge-a1", "ah-1"], A), "fr-32": T}, spirits={"AH": Spirit(1, "M", before.turn)})
    assert refused(state, "central", "attack", hex=T, units=["ah-1"]) == ("low-morale", "21.33")
    assert where(declared(state, ["ge-a1"], (6,)), "ah-1") == [A]


def test_13_2_no_unit_attacks_across_sea_or_a_lake_that_is_not_frozen() -> None:
    straits = field({"ge-a1": "2125", "ge-a2": "2124", "ru-1": "2126"})
    assert refused(straits, "central", "attack", hex="2126", units=["ge-a1"]) == ("over-water", "13.2")
    lake = {"ge-a1": "1103", "ru-1": "1204"}
    assert refused(field(lake), "central", "attack", hex="1204", units=["ge-a1"]) == ("over-water", "13.2")
    frozen = field(lake, weather=("snow", "snow"))
    assert where(declared(frozen, ["ge-a1"], (6,), "1204"), "ge-a1", "ru-1") == ["pool", "pool"], "ND"


def test_13_2_a_hex_that_nobody_may_attack_is_refused_by_what_forbids_it() -> None:
    """§13.2, §13.652, §13.85, §21.33: by the section that keeps most of those beside it from attacking."""
    assert refused(field({"fr-32": T}), "central", "attack", hex=T, units=["ge-a1"]) == ("nobody-near", "13.2")
    guns = duel([GUN], FRENCH[:1])
    assert refused(guns, "central", "attack", hex=T, units=[GUN]) == ("no-foot", "13.652")
    shaken = put(duel(GERMANS, FRENCH[:1]), dict.fromkeys(GERMANS, A), shaken=1)
    assert refused(shaken, "central", "attack", hex=T, units=[*GERMANS]) == ("demoralised", "13.85")
    weary = duel(GERMANS, FRENCH[:1], spirits={"GE": Spirit(1, "M", phase("central.attacks").turn)})
    assert refused(weary, "central", "attack", hex=T, units=[*GERMANS]) == ("low-morale", "21.33")


def test_13_2_a_unit_beside_water_is_refused_even_where_others_may_attack() -> None:
    state = field({"ge-a1": "1103", "ge-a2": "1205", "ru-1": "1204"})
    assert refused(state, "central", "attack", hex="1204", units=["ge-a2", "ge-a1"]) == ("over-water", "13.2")


def test_13_641_attacks_at_less_than_one_to_five_are_refused_or_not_offered() -> None:
    weak = duel(["ge-cav1xx"], FRENCH)
    assert refused(weak, "central", "attack", hex=T, units=["ge-cav1xx"]) == ("odds-too-low", "13.641")
    assert "attack" not in offers(weak, "central")
    beside = duel(["ge-cav1xx", "ge-a1"], FRENCH)
    assert refused(beside, "central", "attack", hex=T, units=["ge-cav1xx"]) == ("odds-too-low", "13.641")
    assert declared(beside, ["ge-cav1xx", "ge-a1"], (6,)).units["ge-cav1xx"].fought


def test_13_641_14_61_half_factors_of_two_corps_make_a_whole_one() -> None:
    """Want of supply leaves each of two corps 4.5 of its 6 factors: together they attack 45, and not 46."""
    pair = ["ge-a1", "ge-a2"]
    state = put(duel(pair, FRENCH), dict.fromkeys(pair, A), unsupplied=1)
    for defence, allowed in ((45, True), (46, False)):
        need, what = need_of_attack(state, T, pair, defence * WHOLE)
        assert what == "half factor"
        assert (need.unmet(pair, what, "13.641") is None) is allowed


def test_13_652_guns_that_are_needed_for_the_odds_make_an_attack_possible() -> None:
    state = put(duel(["ge-cav1xx", GUN], []), dict.fromkeys(("fr-32", "fr-33", "fr-a1"), T))
    assert "attack" in offers(state, "central")
    assert declared(state, ["ge-cav1xx", GUN], (12,)).draws == state.draws + 1


def test_16_3_a_tank_attacks_only_beside_an_infantry_corps_of_its_country() -> None:
    state = field(
        {**stood(["fr-a1", "fr-cav1", "gb-1", "fr-tank-1", "fr-bd-2-3-4-1"], A), "ge-a1": T}, "allied.attacks"
    )
    for units in (["gb-1", "fr-tank-1"], ["fr-cav1", "fr-tank-1"], ["fr-bd-2-3-4-1", "fr-tank-1"]):
        assert refused(state, "allied", "attack", hex=T, units=units) == ("no-corps-for-tank", "16.3")
    after = told(state, "allied", "attack", (6,), hex=T, units=["fr-a1", "fr-tank-1"])
    assert after.units["fr-tank-1"].fought


def test_13_4_units_of_one_stack_attack_two_hexes() -> None:
    state = field({**stood(GERMANS, A), "fr-32": T, "fr-33": "2561"})
    after = declared(declared(state, ["ge-a1"], (5,)), ["ge-a2"], (5,), "2561")
    assert where(after, *GERMANS) == ["pool", "pool", A], "both came to ND"
    assert not after.units["ge-a3"].fought


def test_13_5_a_unit_is_attacked_once_a_phase() -> None:
    state = duel(GERMANS, FRENCH)
    after = declared(state, ["ge-a1"], (5,))
    assert all(after.units[u].fought for u in FRENCH)
    assert refused(after, "central", "attack", hex=T, units=["ge-a2"]) == ("attacked-before", "13.5")


def test_13_4_13_5_a_unit_that_retreated_into_a_hex_is_not_attacked_there_and_keeps_it_from_being_cleared() -> None:
    """docs/rulings: it does not fight, and nothing moves it."""
    six = [f"ge-a{n}" for n in range(1, 7)]
    state = put(field({**stood(six[:3], A), **stood(six[3:], B), "fr-32": T}), {"fr-33": T}, fought=True)
    after = declared(state, six, (10,))
    assert where(after, "fr-33") == [T]
    assert where(after, "fr-32") == ["pool"]
    assert not after.lanes, "nobody is asked whether to advance"


# --- 13.62 --------------------------------------------------------------------------------------------------------


def test_13_62_the_defender_says_who_defends_together() -> None:
    state = declared(duel(GERMANS, ["fr-a1", "fr-33", "fr-art-1"]), ["ge-a1", "ge-a2"])
    assert (GAME.deciders(state), attack(state).step) == (("allied",), "join")
    joined = told(state, "allied", "defend_together", units={"fr-a1": ["fr-art-1"]})
    assert attack(joined).joined == (("fr-a1", "fr-art-1"), ("fr-33",))
    apart = told(state, "allied", "defend_together", units={})
    assert attack(apart).joined == (("fr-a1",), ("fr-33",), ("fr-art-1",))


def test_13_62_a_gun_and_a_corps_that_defend_as_one_have_the_factors_of_both() -> None:
    """The worked example: a 5-7-4 and a 3-3-3 are ten."""
    state = declared(duel(GERMANS, ["fr-a1", "fr-33", "fr-art-1"]), [*GERMANS])
    joined = told(state, "allied", "defend_together", units={"fr-a1": ["fr-art-1"]})
    assert defence_of(joined, attack(joined).joined[0]) == 10 * WHOLE
    alone = told(state, "allied", "defend_together", units={})
    assert defence_of(alone, attack(alone).joined[0]) == 7 * WHOLE


@pytest.mark.parametrize(
    ("units", "code"),
    [
        ({"fr-a1": ["fr-art-1", "fr-siege-1"]}, "one-gun"),
        ({"fr-a1": ["fr-tank-1", "fr-tank-2"]}, "one-tank"),
        ({"fr-art-1": ["fr-tank-1"]}, "not-offered"),
        ({"fr-a1": ["fr-33"]}, "no-gun"),
    ],
)
def test_13_62_one_artillery_and_one_tank_unit_join_one_infantry_or_cavalry_unit(units: Any, code: str) -> None:
    guns = ["fr-art-1", "fr-siege-1", "fr-tank-1", "fr-tank-2"]
    state = declared(duel(GERMANS, ["fr-a1", "fr-33", *guns]), [*GERMANS])
    assert refused(state, "allied", "defend_together", units=units) == (code, "13.62")
    taken = told(state, "allied", "defend_together", units={"fr-a1": ["fr-siege-1", "fr-tank-2"]})
    assert attack(taken).joined[0] == ("fr-a1", "fr-siege-1", "fr-tank-2")


def test_13_62_without_guns_nobody_is_asked() -> None:
    assert attack(declared(duel(GERMANS, FRENCH), [*GERMANS])).step == "group"


# --- 13.3, 13.63 --------------------------------------------------------------------------------------------------


def example() -> State:
    """The worked example of §13.3."""
    return declared(duel([*GERMANS, GUN], ["fr-32", "fr-cav1"]), [*GERMANS, GUN])


def test_13_3_an_attack_is_split_as_in_the_worked_example() -> None:
    state = told(
        example(), "central", "divide",
        targets={"1": ["fr-cav1"], "2": ["fr-32"]}, units={"1": ["ge-a1", "ge-a2", GUN], "2": ["ge-a3"]},
    )  # fmt: skip
    fights = attack(state).fights
    assert [(f.attackers, f.targets) for f in fights] == [
        (("ge-a1", "ge-a2", GUN), ("fr-cav1",)), (("ge-a3",), ("fr-32",)),
    ]  # fmt: skip
    assert attack(state).step == "choose"
    options: Any = GAME.legal(state, "central")["offers"]
    labels = options[0]["slots"][0]["options"]["labels"]
    assert ["15 to 3, 5-1" in labels["0"], "6 to 6, 1-1" in labels["1"]] == [True, True]


@pytest.mark.parametrize(
    ("targets", "units", "code", "section"),
    [
        ({"1": ["fr-32"]}, {"1": [*GERMANS, GUN]}, "left-over", "13.3"),
        ({"1": ["fr-32", "fr-cav1"]}, {"1": [*GERMANS]}, "left-over", "13.63"),
        ({"1": ["fr-32"], "2": ["fr-cav1"]}, {"1": [*GERMANS, GUN]}, "left-empty", "13.63"),
        ({"1": ["fr-32"], "2": ["fr-cav1"]}, {"1": [*GERMANS], "2": [GUN]}, "no-foot", "13.652"),
        ({"1": ["fr-32", "fr-cav1"], "2": ["fr-32"]}, {"1": [*GERMANS, GUN]}, "attacked-twice", "13.5"),
        ({"2": ["fr-32", "fr-cav1"]}, {"2": [*GERMANS, GUN]}, "left-empty", "13.63"),
    ],
)
def test_13_63_every_attacker_and_every_defender_is_in_one_attack(
    targets: Any, units: Any, code: str, section: str
) -> None:
    assert refused(example(), "central", "divide", targets=targets, units=units) == (code, section)


def test_13_3_every_part_is_at_one_to_five_or_better() -> None:
    state = declared(duel(["ge-a1", "ge-cav1xx"], [*FRENCH[:2], "gb-1"]), ["ge-a1", "ge-cav1xx"])
    targets = {"1": ["fr-32"], "2": ["fr-33", "gb-1"]}
    answer = decided(state, "central", "divide", targets=targets, units={"1": ["ge-a1"], "2": ["ge-cav1xx"]})
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.section) == ("odds-too-low", "13.641")
    assert "Attack 2" in answer.text
    taken = told(state, "central", "divide", targets=targets, units={"2": ["ge-a1"], "1": ["ge-cav1xx"]})
    assert len(attack(taken).fights) == 2


def test_13_62_a_gun_is_attacked_with_the_unit_that_it_defends_with() -> None:
    state = declared(duel(GERMANS, ["fr-a1", "fr-33", "fr-art-1"]), [*GERMANS])
    state = told(state, "allied", "defend_together", units={"fr-a1": ["fr-art-1"]})
    slots: Any = GAME.legal(state, "central")["offers"]
    divide = next(offer for offer in slots if offer["kind"] == "divide")
    assert divide["slots"][0]["options"]["of"] == ["fr-a1", "fr-33"]
    after = told(
        state, "central", "divide",
        targets={"1": ["fr-33"], "2": ["fr-a1"]}, units={"1": ["ge-a1"], "2": ["ge-a2", "ge-a3"]},
    )  # fmt: skip
    assert attack(after).fights[1].targets == ("fr-a1", "fr-art-1")


def test_13_63_one_attack_on_all_needs_no_more_than_a_die() -> None:
    state = example()
    assert offers(state, "central") == ["together", "divide"]
    after = told(state, "central", "together", (5,))
    assert after.draws == state.draws + 1


def test_13_6_an_attack_of_one_on_one_is_over_with_a_die() -> None:
    state = duel(["ge-a1"], ["fr-32"])
    kinds = [event.kind for event in decided(state, "central", "attack", (7,), hex=T, units=["ge-a1"]).events]
    assert kinds.count("fight-resolved") == 1
    assert kinds[-1] == "attack-over"
    assert not declared(state, ["ge-a1"], (7,)).lanes


def test_13_63_attacks_are_resolved_in_any_order_one_at_a_time() -> None:
    state = told(
        example(), "central", "divide",
        targets={"1": ["fr-cav1"], "2": ["fr-32"]}, units={"1": ["ge-a1", "ge-a2", GUN], "2": ["ge-a3"]},
    )  # fmt: skip
    answer = decided(state, "central", "resolve", attack="2")
    assert (answer.code, answer.section) == ("not-offered", "13.63")
    assert answer.text == "Choose one of the attacks on this hex that are not resolved yet."
    assert refused(state, "central", "attack", hex=T, units=["ge-a1"]) == ("wrong-step", "13.63")
    first = told(state, "central", "resolve", (5, 10), attack="1")
    assert where(first, "ge-a3", "fr-32") == ["pool", "pool"], "6 to 6 and a 5: ND"
    assert attack(first).over == (1,)
    assert (fight(first).pairing, fight(first).result, fight(first).step) == (0, "HX", "losses")


def test_7_2_the_other_side_declares_nothing() -> None:
    assert refused(duel(GERMANS, FRENCH), "allied", "attack", hex=T, units=["fr-32"]) == ("not-your-turn", "7.0")


# --- 16.42 --------------------------------------------------------------------------------------------------------


def flown(air: list[str], units: tuple[str, ...] = ("ge-a1", "ge-a2")) -> State:
    """A field with aircraft that are based two hexes away, and were sent there."""
    return put(duel(units, ["fr-32"]), dict.fromkeys(air, BEHIND[0]), sent=T)


def test_16_41_aircraft_within_four_hexes_support_an_attack() -> None:
    state = flown(["ge-air-1"])
    after = told(state, "central", "attack_with_air", (5,), hex=T, units=["ge-a1", "ge-a2"], air=["ge-air-1"])
    assert after.units["ge-air-1"].fought
    far = put(duel(["ge-a1"], ["fr-32"]), {"ge-air-1": "2350"})
    assert refused(far, "central", "attack_with_air", hex=T, units=["ge-a1"], air=["ge-air-1"]) == (
        "air-too-far",
        "16.41",
    )


def test_16_42_an_aircraft_needs_an_infantry_corps_of_its_country() -> None:
    state = put(flown(["ge-air-1", "ge-air-2"], ("ge-a1", "ge-cav1")), {"ah-air-1": BEHIND[0]}, sent=T)
    order = {"hex": T, "units": ["ge-a1", "ge-cav1"]}
    assert refused(state, "central", "attack_with_air", **order, air=["ge-air-1", "ge-air-2"]) == (
        "no-corps-for-air",
        "16.42",
    )
    assert refused(state, "central", "attack_with_air", **order, air=["ah-air-1"]) == ("no-corps-for-air", "16.42")
    assert refused(state, "central", "attack_with_air", **order, air=[])[0] == "too-little"


def test_16_42_american_divisions_count_as_corps_for_tanks_and_aircraft() -> None:
    """docs/rulings: they are the only infantry of their country."""
    before = phase("allied.attacks")
    wars = {**before.wars, "US": before.wars["FR"]}
    state = field({**stood(["us-1", "us-tank-1"], A), "ge-a1": T, "us-air-1": BEHIND[0]}, "allied.attacks", wars=wars)
    state = sent(state, ["us-air-1"], T)
    after = told(
        state, "allied", "attack_with_air", (5,), hex=T, units=["us-1", "us-tank-1"], air=["us-air-1"]
    )  # fmt: skip
    assert after.units["us-air-1"].fought


def test_16_41_aircraft_support_one_attack_and_none_once_they_have_moved_to_another_base() -> None:
    state = sent(field({**stood(["ge-a1"], A), "fr-32": T, "ge-air-1": BEHIND[0]}), ["ge-air-1"], T)
    assert supporting_air(state, "central", T) == ("ge-air-1",)
    for condition in ({"fought": True}, {"bound": True}, {"spent": 1}, {"carried": "rail"}, {"shaken": 1}):
        assert supporting_air(put(state, {"ge-air-1": BEHIND[0]}, sent=T, **condition), "central", T) == (), condition


def test_16_41_three_aircraft_at_most_are_allotted_to_a_hex() -> None:
    before = phase("allied.attacks")
    air = ["fr-air-1", "fr-air-2", "gb-air-1", "gb-air-2"]
    units = ["fr-a1", "fr-a2", "gb-1", "gb-2"]
    state = put(field({**stood(units, A), "ge-a1": T}, "allied.attacks"), dict.fromkeys(air, BEHIND[0]), sent=T)
    assert before.turn == state.turn
    order = {"hex": T, "units": units}
    assert refused(state, "allied", "attack_with_air", **order, air=air) == ("too-many-aircraft", "16.41")


def test_16_42_a_third_aircraft_supports_another_attack_on_the_hex() -> None:
    air = ["fr-air-1", "fr-air-2", "gb-air-1"]
    units = ["fr-a1", "fr-a2", "gb-1"]
    both = field({**stood(units, A), **stood(["ge-a1", "ge-a2"], T)}, "allied.attacks")
    state = put(both, dict.fromkeys(air, A), sent=T)
    state = told(state, "allied", "attack_with_air", hex=T, units=units, air=air)
    assert offers(state, "allied") == ["together", "divide_air"]
    order = {"targets": {"1": ["ge-a1"], "2": ["ge-a2"]}, "units": {"1": ["fr-a1", "fr-a2"], "2": ["gb-1"]}}
    wrong = {"1": ["gb-air-1"]}
    assert refused(state, "allied", "divide_air", **order, air=wrong) == ("no-corps-for-air", "16.42")
    right = {"1": ["fr-air-1", "fr-air-2"], "2": ["gb-air-1"]}
    assert [f.air for f in attack(told(state, "allied", "divide_air", **order, air=right)).fights] == [
        ("fr-air-1", "fr-air-2"), ("gb-air-1",),
    ]  # fmt: skip
    assert refused(state, "allied", "divide", **order) == ("has-air", "16.42")


def test_16_42_an_aircraft_supports_one_attack_in_a_phase() -> None:
    state = put(field({**stood(GERMANS, A), "fr-32": T, "fr-33": "2561"}), {"ge-air-1": A}, sent=T)
    after = told(state, "central", "attack_with_air", (5,), hex=T, units=["ge-a1"], air=["ge-air-1"])
    answer = refused(after, "central", "attack_with_air", hex="2561", units=["ge-a2"], air=["ge-air-1"])
    assert answer == ("air-too-far", "16.41")


def test_13_652_guns_of_two_hexes_attack_with_infantry_of_both() -> None:
    state = field({"ge-a1": A, GUN: B, "ge-a2": B, "fr-32": T})
    assert declared(state, ["ge-a1", GUN], (5,)).units[GUN].fought
