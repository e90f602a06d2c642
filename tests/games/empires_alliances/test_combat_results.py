"""§13.643 to §13.73, §16.1, §16.3: what each result costs, and who may be lost."""

from __future__ import annotations

import pytest

from rules.empires_alliances.combat.losses import losses_of
from rules.empires_alliances.combat.results import owed_after
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.frames import Fight, HexAttack, Pairing
from rules.empires_alliances.position.state import DEMORALISED, THIS_SEGMENT, State, War
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refused
from rules.kernel.procedure.weighed import Sum
from tests.games.empires_alliances.fields import (
    FRENCH,
    GERMANS,
    GUN,
    GUN2,
    A,
    B,
    T,
    duel,
    field,
    fight,
    phase,
    stood,
    where,
)
from tests.games.empires_alliances.table import put, refused, told

SIX = [f"ge-a{n}" for n in range(1, 7)]


def attacked(state: State, units: list[str], die: int, side: str = "central") -> State:
    """The position after an attack on T as one, whoever could have divided it or joined guns."""
    state = told(state, side, "attack", (die,), hex=T, units=units)
    while state.lanes and state.lanes[T][-1].step in ("join", "group"):
        step = state.lanes[T][-1].step
        seat = GAME.deciders(state)[0]
        slots = {"units": {}} if step == "join" else {}
        state = told(state, seat, {"join": "defend_together", "group": "together"}[step], (die,), **slots)
    return state


def test_13_643_two_to_one_with_plus_two_and_a_seven_is_dd() -> None:
    """The worked example: a net nine."""
    state = duel(["ge-s1", "ge-s2", "ge-a1"], ["fr-a1"])
    after = attacked(state, ["ge-s1", "ge-s2", "ge-a1"], 7)
    top = fight(after)
    assert (top.column, top.die, top.net, top.result) == ("2-1", 7, 9, "DD")


@pytest.mark.parametrize(
    ("result", "attack", "defence", "owed"),
    [
        ("AE", 18, 10, (18, 0)),
        ("AX", 18, 10, (10, 0)),
        ("EX", 18, 10, (10, 10)),
        ("EX", 10, 18, (10, 10)),
        ("EX", 12, 12, (12, 12)),
        ("HX", 18, 10, (5, 10)),
        ("HX", 18, 7, (4, 7)),
        ("DE", 18, 10, (0, 10)),
        ("DD", 18, 10, (0, 0)),
        ("AD", 18, 10, (0, 0)),
    ],
)
def test_13_7_what_results_cost_in_printed_factors(
    result: str, attack: int, defence: int, owed: tuple[int, int]
) -> None:
    """EX between equals costs both everything (docs/rulings); half of seven is four at least."""
    assert owed_after(result, attack, defence) == owed


def test_13_7_ae_eliminates_all_attackers() -> None:
    after = attacked(duel(["ge-a1", "ge-a2"], FRENCH), ["ge-a1", "ge-a2"], 1)
    assert where(after, "ge-a1", "ge-a2") == ["pool", "pool"]
    assert where(after, *FRENCH) == [T, T, T]


def test_13_7_ax_costs_the_attacker_what_defends_and_no_unit_retreats() -> None:
    state = attacked(duel([*GERMANS, GUN], ["fr-32"]), [*GERMANS, GUN], 1)
    assert (fight(state).result, fight(state).owed) == ("AD", (0, 0))
    state = attacked(duel([*GERMANS], ["fr-a1"]), [*GERMANS], 0)
    assert fight(state).result == "AX"
    assert refused(state, "central", "lose", units=["ge-a1"]) == ("too-little", "13.7")
    after = told(state, "central", "lose", units=["ge-a1", "ge-a2"])
    assert where(after, *GERMANS) == ["pool", "pool", A]
    assert not after.lanes
    assert told(state, "central", "lose", units=[*GERMANS]).units["ge-a3"].at == "pool", "more may be lost"


def test_13_71_losses_go_by_printed_factors_however_weak_the_units_are() -> None:
    weak = put(duel([], ["fr-32"]), dict.fromkeys(GERMANS, A), unsupplied=2)
    shaken = put(weak, {"fr-32": T}, shaken=1)
    state = attacked(shaken, [*GERMANS], 0)
    assert (fight(state).column, fight(state).result) == ("3-1", "AX")
    assert fight(state).owed == (6, 0)
    assert where(told(state, "central", "lose", units=["ge-a2"]), "ge-a2") == ["pool"]


def test_13_7_nd_costs_the_attacker_his_largest_unit_and_the_defender_as_much() -> None:
    state = attacked(duel(["ge-a1", "ge-r1"], ["fr-32", "fr-33"]), ["ge-r1", "ge-a1"], 10)
    assert fight(state).result == "ND"
    assert where(state, "ge-a1", "ge-r1") == ["pool", A], "6-8-4 before 5-7-4, without a question"
    assert fight(state).owed == (0, 6)
    assert GAME.deciders(state) == ("allied",)
    assert where(told(state, "allied", "lose", units=["fr-33"]), *FRENCH[:2]) == [T, "pool"]


def test_13_7_nd_lets_the_attacker_choose_which_of_several_equals_is_lost() -> None:
    state = attacked(duel(["ge-a1", "ge-a2"], ["fr-32", "fr-33"]), ["ge-a1", "ge-a2"], 8)
    assert refused(state, "central", "lose", units=["ge-a1", "ge-a2"]) == ("largest", "13.7")
    assert refused(state, "central", "lose", units=[]) == ("largest", "13.7")
    assert where(told(state, "central", "lose", units=["ge-a2"]), "ge-a1", "ge-a2") == [A, "pool"]


def test_13_7_13_72_the_largest_of_infantry_and_cavalry_is_lost_by_nd_even_if_a_gun_is_larger() -> None:
    """docs/rulings."""
    state = duel(["ge-cav1xx", "ge-alp", "ge-art-16"], ["fr-cav1", "fr-art-1"])
    after = attacked(state, ["ge-cav1xx", "ge-alp", "ge-art-16"], 8)
    assert where(after, "ge-cav1xx", "ge-alp", "ge-art-16") == [A, "pool", A]


def test_13_7_ex_eliminates_the_smaller_force_and_as_much_of_the_larger() -> None:
    state = attacked(duel(SIX[:3], ["fr-32"]), SIX[:3], 9)
    assert fight(state).result == "EX"
    after = told(state, "central", "lose", units=["ge-a1"])
    assert where(after, "ge-a1", "ge-a2", "fr-32") == ["pool", A, "pool"]
    assert fight(after).step == "advance"


def test_13_7_ex_between_equals_eliminates_both() -> None:
    """docs/rulings."""
    state = attacked(duel(["ge-a1"], ["fr-32"], turn=1), ["ge-a1"], 11)
    assert where(state, "ge-a1", "fr-32") == ["pool", "pool"]


def test_13_7_hx_costs_the_attacker_half_of_what_the_defender_loses() -> None:
    state = attacked(field({**stood(SIX[:3], A), **stood(SIX[3:], B), "fr-a1": T}), SIX, 8)
    assert (fight(state).column, fight(state).result) == ("5-1", "EX")
    state = attacked(field({**stood(SIX[:3], A), **stood(SIX[3:], B), "fr-a1": T}), SIX, 9)
    assert (fight(state).result, fight(state).owed[0]) == ("HX", 4)
    after = told(state, "central", "lose", units=["ge-a4"])
    assert where(after, "fr-a1", "ge-a4") == ["pool", "pool"]


def test_13_7_de_eliminates_all_defenders_for_nothing() -> None:
    state = attacked(field({**stood(SIX[:3], A), **stood(SIX[3:], B), "fr-a1": T}), SIX, 11)
    assert (fight(state).result, fight(state).step) == ("DE", "advance")
    assert where(state, "fr-a1", *SIX) == ["pool", A, A, A, B, B, B]


# --- 13.72 --------------------------------------------------------------------------------------------------------


def owing(attackers: list[str], owed: int, defenders: tuple[str, ...] = FRENCH) -> Sum:
    """What the attackers may lose who owe that much, as a slot."""
    state = duel(attackers, defenders)
    lane = HexAttack(
        "choose", T, tuple(attackers), tuple((u,) for u in defenders), fights=(Pairing(tuple(attackers), defenders),)
    )
    top = Fight("losses", 0, "AX", owed=(owed, 0))
    state = follow(state, replace(state, lanes={T: (lane, top)}))
    return losses_of(state, T, top, 0)


@pytest.mark.parametrize(
    ("attackers", "owed", "lost", "code"),
    [
        ([*GERMANS, GUN], 3, [GUN], "foot-first"),
        ([*GERMANS, GUN, GUN2], 9, ["ge-a1", GUN, GUN2], "guns-over-foot"),
        ([*GERMANS, GUN, GUN2], 9, ["ge-a1", GUN], None),
        (["ge-s1", *GERMANS], 5, ["ge-a1"], "stosstruppen-first"),
        (["ge-s1", *GERMANS], 5, ["ge-s1"], None),
        (["fr-a1", "fr-a2", "fr-tank-1"], 5, ["fr-a1"], "tank-first"),
        (["fr-a1", "fr-a2", "fr-tank-1"], 5, ["fr-a1", "fr-tank-1"], None),
        (["fr-a1", "fr-a2", "fr-tank-1"], 2, ["fr-tank-1"], "foot-first"),
    ],
)
def test_13_72_16_1_16_3_who_must_be_among_the_losses(
    attackers: list[str], owed: int, lost: list[str], code: str | None
) -> None:
    slot = owing(attackers, owed)
    if code is None:
        assert slot.read(lost, "13.7") == tuple(lost)
        return
    with pytest.raises(Refused) as found:
        slot.read(lost, "13.7")
    assert found.value.refusal.code == code


def test_13_72_more_guns_than_infantry_are_lost_only_as_far_as_that_cannot_be_helped() -> None:
    """One corps and two guns that owe more than the corps and one gun have: both guns go."""
    slot = owing(["ge-alp", GUN, GUN2], 7)
    assert slot.read(["ge-alp", GUN, GUN2], "13.7")
    slot = owing(["ge-alp", "ge-cav1xx", GUN, GUN2], 8)
    assert slot.read(["ge-alp", "ge-cav1xx", GUN], "13.7")
    assert sorted(slot.proposed()) == sorted(["ge-alp", "ge-cav1xx", GUN])


def test_13_72_guns_that_defend_by_themselves_take_all_losses() -> None:
    state = attacked(duel(SIX[:2], ["fr-art-1", "fr-art-9"]), SIX[:2], 5)
    assert fight(state).result == "ND"
    after = told(state, "central", "lose", units=["ge-a1"])
    assert where(after, "fr-art-1", "fr-art-9") == ["pool", "pool"], "they owed six of seven"


def test_16_1_by_nd_stosstruppen_are_lost_before_the_largest() -> None:
    state = duel(["ge-s1", "ge-a1", "ge-a2"], FRENCH)
    after = attacked(state, ["ge-a1", "ge-s1", "ge-a2"], 9)
    assert where(after, "ge-a1", "ge-s1") == [A, "pool"]
    assert fight(after).owed == (0, 5)


def test_16_3_by_nd_a_tank_is_lost_beside_the_largest_and_the_defender_pays_for_both() -> None:
    state = field({**stood(["fr-a1", "fr-r1", "fr-tank-1"], A), **stood(["ge-a1", "ge-a2"], T)}, "allied.attacks")
    after = attacked(state, ["fr-a1", "fr-r1", "fr-tank-1"], 9, "allied")
    assert where(after, "fr-a1", "fr-r1", "fr-tank-1") == ["pool", A, "pool"]
    assert fight(after).owed == (0, 7)


def test_16_3_a_tank_that_adds_nothing_need_not_be_lost() -> None:
    """§16.3 speaks of attacks in which a tank modifier was used: not in a forest."""
    attackers = ["fr-a1", "fr-r1", "fr-tank-1"]
    state = field({**stood(attackers, "1107"), "ge-a1": "1108"}, "allied.attacks")
    assert state.board.terrain[state.board.index("1108")] == "forest"
    after = told(state, "allied", "attack", (8,), hex="1108", units=attackers)
    assert where(after, *attackers) == ["pool", "1107", "1107"]


# --- 13.73 --------------------------------------------------------------------------------------------------------


def joined_example() -> State:
    """The worked example of §13.73: 21 to 14 after the gun joined the 4-6-4."""
    state = duel([*GERMANS, GUN], ["fr-32", "fr-t1", "fr-art-1"])
    state = told(state, "central", "attack", hex=T, units=[*GERMANS, GUN])
    state = told(state, "allied", "defend_together", units={"fr-32": ["fr-art-1"]})
    state = told(state, "central", "together", (6,))
    assert (fight(state).column, fight(state).result) == ("1-1", "ND")
    state = told(state, "central", "lose", units=["ge-a1"])
    assert fight(state).owed == (0, 6)
    return state


def test_13_73_defenders_beside_an_eliminated_unit_retreat_demoralised() -> None:
    state = told(joined_example(), "allied", "lose", units=["fr-32"])
    assert fight(state).step == "retreat"
    assert fight(state).going == ("fr-art-1",)
    assert state.units["fr-art-1"].shaken == DEMORALISED
    assert state.units["fr-t1"].shaken == 0


def test_13_85_nd_leaves_a_demoralised_unit_so_and_only_dd_turns_the_marker() -> None:
    state = told(put(joined_example(), {"fr-art-1": T}, shaken=DEMORALISED), "allied", "lose", units=["fr-32"])
    assert fight(state).going == ("fr-art-1",)
    assert state.units["fr-art-1"].shaken == DEMORALISED


def test_13_73_no_unit_retreats_where_no_partner_is_eliminated() -> None:
    more = told(joined_example(), "allied", "lose", units=["fr-32", "fr-t1"])
    assert fight(more).going == ("fr-art-1",)
    assert refused(joined_example(), "allied", "lose", units=["fr-t1"]) == ("too-little", "13.7")
    both = told(joined_example(), "allied", "lose", units=["fr-32", "fr-art-1"])
    assert not both.lanes, "nobody is left of those who defended together, and ND is no result to advance after"
    assert where(both, "fr-t1") == [T]


# --- AD, DD -------------------------------------------------------------------------------------------------------


def test_13_7_ad_demoralises_a_corps_for_each_that_defends_the_largest_first() -> None:
    state = attacked(duel(["ge-a1", "ge-r1", "ge-r3", GUN], ["fr-32"]), ["ge-a1", "ge-r1", "ge-r3", GUN], 2)
    assert fight(state).result == "AD"
    assert fight(state).step == "demoralise"
    assert refused(state, "central", "demoralise", units=["ge-r1"]) == ("largest-first", "13.7")
    assert refused(state, "central", "demoralise", units=["ge-a1", "ge-r1"]) == ("could-be-left-out", "13.7")
    assert refused(state, "central", "demoralise", units=[GUN]) == ("no-corps", "13.7")
    after = told(state, "central", "demoralise", units=["ge-a1"])
    assert [after.units[u].shaken for u in ("ge-a1", "ge-r1", "ge-r3", GUN)] == [THIS_SEGMENT, 0, 0, 0]
    assert fight(after).going == ("ge-a1", "ge-r1", "ge-r3", GUN), "all who survive retreat"


def test_13_7_two_divisions_count_as_a_corps() -> None:
    defenders = ["fr-bd-2-3-4-1", "fr-bd-2-3-4-2"]
    state = attacked(duel(["ge-alp", "ge-r1", "ge-a1"], defenders), ["ge-alp", "ge-r1", "ge-a1"], 2)
    assert told(state, "central", "demoralise", units=["ge-a1"]).units["ge-r1"].shaken == 0
    one = attacked(duel(["ge-alp", "ge-bd-2-3-4-1", "ge-a1"], ["fr-r1"]), ["ge-alp", "ge-bd-2-3-4-1", "ge-a1"], 3)
    assert refused(one, "central", "demoralise", units=["ge-alp", "ge-bd-2-3-4-1"]) == ("largest-first", "13.7")


def test_13_7_two_american_divisions_count_as_a_corps_too() -> None:
    """Docs/rulings: this section excepts none, as §9.5 and §15.24 do."""
    wars = {**phase("central.attacks").wars, "US": War("allied", 1)}
    germans = ["ge-a1", "ge-r1", "ge-r3"]
    state = attacked(duel(germans, ["us-1", "us-2"], wars=wars), germans, 3)
    assert (fight(state).result, fight(state).step) == ("AD", "demoralise")
    after = told(state, "central", "demoralise", units=["ge-a1"])
    assert [after.units[u].shaken for u in germans] == [THIS_SEGMENT, 0, 0]
    americans = attacked(
        duel(["us-1", "us-2", "us-26"], ["ge-r1"], "allied.attacks", wars=wars), ["us-1", "us-2", "us-26"], 3, "allied"
    )
    assert fight(americans).result == "AD", "15 to 7 is 2-1"
    both = told(americans, "allied", "demoralise", units=["us-1", "us-2"])
    assert [both.units[u].shaken for u in ("us-1", "us-2", "us-26")] == [THIS_SEGMENT, THIS_SEGMENT, 0]


def test_13_7_if_more_corps_defend_all_attackers_are_demoralised() -> None:
    state = attacked(duel(["ge-a1", GUN], ["fr-cav1", "fr-cav2"]), ["ge-a1", GUN], 3)
    assert fight(state).result == "AD"
    assert [state.units[u].shaken for u in ("ge-a1", GUN)] == [THIS_SEGMENT, THIS_SEGMENT]


def test_13_7_as_many_corps_as_defend_are_demoralised_and_no_gun() -> None:
    """docs/rulings: artillery and tanks are no corps."""
    state = attacked(duel(["ge-a1", GUN], ["fr-cav1", "fr-art-1"]), ["ge-a1", GUN], 3)
    assert fight(state).result == "AD"
    assert [state.units[u].shaken for u in ("ge-a1", GUN)] == [THIS_SEGMENT, 0]
    alone = attacked(duel(["ge-a1"], ["fr-art-1"]), ["ge-a1"], 1)
    assert (fight(alone).result, alone.units["ge-a1"].shaken) == ("AD", 0), "no corps defended"
    assert fight(alone).going == ("ge-a1",)


def test_13_85_dd_demoralises_the_defender_for_this_segment_even_if_it_was_so_before() -> None:
    state = put(duel([*GERMANS], ["fr-32"]), {"fr-cav1": T}, shaken=1)
    after = attacked(state, [*GERMANS], 10)
    assert fight(after).result == "DD"
    assert [after.units[u].shaken for u in ("fr-32", "fr-cav1")] == [DEMORALISED, THIS_SEGMENT]
    assert sorted(fight(after).going) == ["fr-32", "fr-cav1"]


def test_13_62_a_gun_that_was_joined_to_nobody_is_not_touched_by_13_73() -> None:
    """docs/rulings: being attacked together makes nobody one with another."""
    state = duel([*GERMANS, GUN], ["fr-32", "fr-t1", "fr-art-1"])
    state = attacked(state, [*GERMANS, GUN], 6)
    assert fight(state).result == "ND"
    state = told(state, "central", "lose", units=["ge-a1"])
    after = told(state, "allied", "lose", units=["fr-32"])
    assert not after.lanes
    assert after.units["fr-art-1"] == state.units["fr-art-1"]


def test_13_63_13_5_a_unit_that_comes_into_a_hex_whose_attack_is_divided_takes_no_part() -> None:
    """docs/rulings: the division stands."""
    state = told(duel(GERMANS, ["fr-32", "fr-cav1"]), "central", "attack", hex=T, units=[*GERMANS])
    state = put(state, {"fr-33": T}, fought=True)
    after = told(state, "central", "together", (12,))
    assert fight(after).result == "HX"
    after = told(after, "central", "lose", units=["ge-a1"])
    assert where(after, "fr-32", "fr-cav1", "fr-33") == ["pool", "pool", T]
    assert not after.lanes, "the hex is not cleared"


def test_13_641_a_demoralised_division_of_one_factor_is_attacked_at_seven_to_one() -> None:
    """docs/rulings."""
    state = put(duel(["ge-a1"], []), {"be-cav1": T}, shaken=1)
    assert fight(attacked(state, ["ge-a1"], 10)).column == "7-1"


def test_13_7_a_corps_is_demoralised_for_a_division_where_the_attacker_has_no_other() -> None:
    """docs/rulings."""
    state = attacked(duel(["ge-a1"], ["fr-bd-2-3-4-1"]), ["ge-a1"], 1)
    assert fight(state).result == "AD"
    assert state.units["ge-a1"].shaken == THIS_SEGMENT
