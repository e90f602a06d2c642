"""§6.1 to §6.5 Stacking, nations, and the penalty for too many units in a hex."""

from __future__ import annotations

import pytest

from rules.schlieffens_war.facts.stacking import OverstackFound
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    at,
    denied,
    field,
    happened,
    loaded,
    morale,
    offer,
    order,
    plain,
    position,
    told,
)

LAND = """
10  Gc G. G. F. F. F. F. F.
11  G. G. G. F. F. F. F. F.
12  G. G. G. F. F. F. F. F.
"""
RAILS = [("1101", "1102", "1103"), ("1104", "1105", "1106", "1107", "1108")]
"""The German source of supply is 1101, the French one 1108."""


def crowded(*extra: str, hex_: str = "1003", **changes: object) -> State:
    """Three German corps in a hex, what ``extra`` puts beside them, and the Movement Phase ended."""
    units = " ".join(["ge-ii ge-iii ge-vi", *extra])
    state = position("german.movement", {hex_: units, "1102": "ge-hq-7"}, **changes)  # type: ignore[arg-type]
    return order(state, GERMAN, "end_phase", Steady(6))


def choices(state: State, seat: str) -> dict[str, list[str]]:
    """Where each unit of the surplus may be moved."""
    offered = offer(state, seat, "displace")
    return {u: sorted(h) for u, h in offered["choices"].items()} if offered else {}  # type: ignore[union-attr]


# --- §6.1, §6.2 The limits ----------------------------------------------------------------------------------------


def test_a_hex_may_be_overfull_during_a_phase(lay: Lay) -> None:
    """§6.1: the limits hold at the end of a phase only: a fourth corps may pass through, or wait for room."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-ii ge-iii ge-vi", "1002": "ge-v", "1102": "ge-hq-7"})
    state = order(state, GERMAN, "move", units=["ge-v"], path=["1003"], forced=False)
    assert len(state.stacks["1003"]) == 4
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1103"], forced=False)
    state, events = told(state, GERMAN, "end_phase", Steady(6))
    assert happened(events, OverstackFound) == []
    assert state.phase.key == "entente.movement"


def test_at_the_end_of_the_phase_the_owner_is_asked(lay: Lay) -> None:
    """§6.1: a hex that is overfull when its phase ends holds the match up until it is cleared."""
    lay(field(LAND, rails=RAILS))
    state = crowded("ge-v")
    assert (GAME.legal(state, GERMAN)["step"], GAME.deciders(state)) == ("overstack", (GERMAN,))
    denied(state, GERMAN, "wrong-step", "6.5", "end_phase")
    denied(state, ENTENTE, "not-your-turn", "5.0", "eliminate", unit="ge-v")


def test_the_question_says_where_and_how_many_must_leave(lay: Lay) -> None:
    """§6.5: two corps and an HQ too many are named as that, and a second hex is announced."""
    lay(field(LAND, rails=RAILS))
    asked = GAME.legal(crowded("ge-v ge-iv ge-hq-1 ge-hq-2"), GERMAN)
    assert asked["prompt"] == "Too many units in 1003"
    assert str(asked["detail"]).startswith("2 corps or forts and one HQ must move")
    one = GAME.legal(crowded("ge-v"), GERMAN)
    assert str(one["detail"]).startswith("One corps or fort must move")
    two = position(
        "german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v", "1002": "ge-iv ge-x ge-ix ge-viii", "1102": "ge-hq-7"}
    )
    assert "one more hex" in str(GAME.legal(order(two, GERMAN, "end_phase", Steady(6)), GERMAN)["detail"])


def test_your_own_crowded_hex_can_be_taken_back_theirs_cannot(lay: Lay) -> None:
    """§6.5, §6.6: a crowded hex of your own is nothing new to you; one of theirs tells what is there."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v", "1102": "ge-hq-7"})
    _, events = told(state, GERMAN, "end_phase", Steady(6))
    assert happened(events, OverstackFound)
    assert not any(GAME.bars_undo(event) for event in events)
    theirs = position("german.movement", {"1003": "ge-ii", "1106": "fr-1 fr-2 fr-3 fr-4", "1102": "ge-hq-7"})
    _, events = told(theirs, GERMAN, "end_phase", Steady(6))
    assert happened(events, OverstackFound)
    assert any(GAME.bars_undo(event) for event in events)


def test_three_corps_and_one_hq_fit(lay: Lay) -> None:
    """§6.2: three corps and an army HQ are the most that a hex takes."""
    lay(field(LAND, rails=RAILS))
    assert crowded("ge-hq-1").phase.key == "entente.movement"
    assert GAME.legal(crowded("ge-c1"), GERMAN)["step"] == "overstack"


def test_two_hqs_are_one_too_many(lay: Lay) -> None:
    """§6.2: with two army HQs in a hex one of them has to go, and only an HQ."""
    lay(field(LAND, rails=RAILS))
    state = crowded("ge-hq-1 ge-hq-2")
    assert set(choices(state, GERMAN)) == {"ge-hq-1", "ge-hq-2"}
    denied(state, GERMAN, "not-surplus", "6.5", "displace", unit="ge-ii", hex="1002")


def test_a_fort_counts_as_a_corps(lay: Lay) -> None:
    """§6.2: three corps beside a fort are one corps equivalent too many."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.movement", {"1106": "fr-1 fr-2 fr-3 fr-fort-verdun"})
    assert GAME.legal(order(state, ENTENTE, "end_phase", Steady(6)), ENTENTE)["step"] == "overstack"
    state = position("entente.movement", {"1106": "fr-1 fr-2 fr-fort-verdun fr-hq-5"})
    assert order(state, ENTENTE, "end_phase", Steady(6)).turn == 3


def test_two_of_three_corps_defend_example(lay: Lay) -> None:
    """§6.2: of three German corps with the 1st Army's HQ the German chooses two; the HQ helps them."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.combat", {"1003": "ge-ii ge-iii ge-iv ge-hq-1", "1004": "fr-1 fr-2 fr-6"})
    state = order(state, ENTENTE, "attack", units=["fr-1", "fr-2", "fr-6"], target="1003")
    assert GAME.legal(state, GERMAN)["step"] == "choose_defenders"
    assert offer(state, GERMAN, "defend")["units"] == ["ge-ii", "ge-iii", "ge-iv"]  # type: ignore[index]
    for wrong in (["ge-ii"], ["ge-ii", "ge-iii", "ge-iv"], ["ge-ii", "ge-hq-1"]):
        denied(state, GERMAN, "choose-two", "11.2", "defend", units=wrong)
    state = order(state, GERMAN, "defend", loaded(1), units=["ge-ii", "ge-iv"])
    battle = GAME.view(state, GERMAN)["battle"]
    assert isinstance(battle, dict)
    assert {u["id"] for u in battle["defenders"]} == {"ge-ii", "ge-iv", "ge-hq-1"}  # type: ignore[index,union-attr]
    assert (battle["attack"], battle["defence"]) == (12, 4 + 4 + 3)


def test_three_corps_and_an_hq_attack_out_of_a_hex(lay: Lay) -> None:
    """§6.2: in attack all three corps and the HQ of a hex may take part."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", {"1003": "ge-ii ge-iii ge-vi ge-hq-1", "1004": "fr-1"})
    units = ["ge-ii", "ge-iii", "ge-vi", "ge-hq-1"]
    plan = GAME.consult(state, GERMAN, {"kind": "attack", "units": units, "target": "1004"})
    assert isinstance(plan, dict)
    assert (plan["legal"], plan["attack"]) == (True, 15)


# --- §6.3, §6.4 Nations, free units -------------------------------------------------------------------------------


@pytest.mark.parametrize(("mover", "there"), [("fr-1", "br-i"), ("br-i", "fr-1"), ("be-1", "fr-1"), ("fr-1", "be-hq")])
def test_nations_of_the_entente_do_not_stack(lay: Lay, mover: str, there: str) -> None:
    """§6.3: no move may end among units of another nation."""
    lay(field("10 G. G. B. B. B. F. F.\n11 G. G. B. B. B. F. F."))
    state = position("entente.movement", {"1004": mover, "1005": there}, turn=4)
    denied(state, ENTENTE, "other-nation", "6.3", "move", units=[mover], path=["1005"], forced=False)


def test_nations_pass_through_each_other(lay: Lay) -> None:
    """§6.3: marching through an ally's hex is free; only staying is not (ruling)."""
    lay(field("10 G. G. B. B. B. F. F.\n11 G. G. B. B. B. F. F."))
    state = position("entente.movement", {"1004": "fr-1", "1005": "br-i"}, turn=4)
    state = order(state, ENTENTE, "move", units=["fr-1"], path=["1005", "1006"], forced=False)
    assert at(state, "fr-1") == "1006"


def test_forts_of_another_nation_keep_their_allies_out(lay: Lay) -> None:
    """§6.3: a fort counter is a unit of its nation: neither a Frenchman in Namur nor a Briton in Verdun."""
    lay(field("10 G. G. Bh B. B. Fh F.\n11 G. G. B. B. B. F. F.", names={"1003": "Namur", "1006": "Verdun"}))
    state = position(
        "entente.movement", {"1003": "be-fort-namur", "1004": "fr-1", "1006": "fr-fort-verdun", "1005": "br-i"}, turn=4
    )
    denied(state, ENTENTE, "other-nation", "6.3", "move", units=["fr-1"], path=["1003"], forced=False)
    denied(state, ENTENTE, "other-nation", "6.3", "move", units=["br-i"], path=["1006"], forced=False)


def test_the_bef_may_join_two_forts(lay: Lay) -> None:
    """§6.3: in Maubeuge and Liège British units may stand with the fort counter (§8.4), not with its mobile troops."""
    lay(field("10 G. G. Bh B. B. Fh F.\n11 G. G. B. B. B. F. F.", names={"1003": "Liège", "1006": "Maubeuge"}))
    place = {"1003": "be-fort-liege", "1004": "br-ii", "1006": "fr-fort-maubeuge", "1005": "br-i", "1106": "fr-1"}
    state = position("entente.movement", place, turn=4)
    state = order(state, ENTENTE, "move", units=["br-i"], path=["1006"], forced=False)
    assert state.stacks["1006"] == ("br-i", "fr-fort-maubeuge")
    denied(state, ENTENTE, "other-nation", "6.3", "move", units=["fr-1"], path=["1006"], forced=False)
    assert at(order(state, ENTENTE, "move", units=["br-ii"], path=["1003"], forced=False), "br-ii") == "1003"
    held = position("entente.movement", place | {"1006": "fr-1 fr-fort-maubeuge", "1106": "fr-2"}, turn=4)
    denied(held, ENTENTE, "other-nation", "6.3", "move", units=["br-i"], path=["1006"], forced=False)
    guests = position("entente.movement", {"1003": "be-fort-liege", "1004": "fr-1"}, turn=4)
    denied(guests, ENTENTE, "other-nation", "6.3", "move", units=["fr-1"], path=["1003"], forced=False)


def test_nations_do_not_join_by_probe_or_advance(lay: Lay) -> None:
    """§6.3: the ways of the Combat Phase are no back door."""
    lay(field("10 G. G. B. B. B. F. F.\n11 G. G. B. B. B. F. F."))
    state = position("entente.combat", {"1004": "fr-1", "1104": "br-i", "1003": "ge-ii"}, turn=4)
    denied(state, ENTENTE, "other-nation", "6.3", "probe", units=["fr-1"], hex="1104")
    place = {"1003": "ge-c1", "1004": "fr-1 fr-hq-1", "1103": "br-i br-hq"}
    state = position("entente.combat", place, turn=4, reduced=["ge-c1"])
    state = order(state, ENTENTE, "attack", units=["fr-1", "br-i"], target="1003", dice=loaded(6))
    denied(state, ENTENTE, "other-nation", "6.3", "advance", units=["fr-1", "br-i"])
    assert at(order(state, ENTENTE, "advance", Steady(6), units=["br-i"]), "br-i") == "1003"


def test_depots_and_markers_do_not_count(lay: Lay) -> None:
    """§6.4: a full hex of fatigued corps takes any number of depots besides (ruling)."""
    lay(field(LAND, rails=RAILS))
    state = crowded("ge-hq-1 ge-depot-1 ge-depot-2", hex_="1103", fatigued=["ge-ii", "ge-iii"], elan=["ge-vi"])
    assert state.phase.key == "entente.movement"


# --- §6.5 The penalty ---------------------------------------------------------------------------------------------


def test_all_corps_of_the_hex_lose_a_level_of_morale(lay: Lay) -> None:
    """§6.5: fatigue for those without a marker, élan gone for those with it, nothing more for the fatigued."""
    lay(field(LAND, rails=RAILS))
    place = {"1003": "ge-ii ge-iii ge-vi ge-v ge-hq-1", "1103": "ge-x", "1102": "ge-hq-7"}
    state = position("german.combat", place | {"1204": "fr-1"}, elan=["ge-ii", "ge-x"], fatigued=["ge-iii"])
    state = order(state, GERMAN, "end_phase", Steady(6))
    levels = {u: morale(state, u) for u in ("ge-ii", "ge-iii", "ge-vi", "ge-v", "ge-hq-1", "ge-x")}
    assert levels == {"ge-ii": 0, "ge-iii": -1, "ge-vi": -1, "ge-v": -1, "ge-hq-1": 0, "ge-x": 1}


def test_forts_do_not_tire(lay: Lay) -> None:
    """§6.5: it names forts, but only corps have morale (ruling)."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.combat", {"1106": "fr-1 fr-2 fr-3 fr-fort-verdun", "1105": "ge-ii"})
    state = order(state, ENTENTE, "end_phase", Steady(6))
    assert (morale(state, "fr-1"), morale(state, "fr-fort-verdun")) == (-1, 0)


def test_the_surplus_moves_one_hex_towards_supply(lay: Lay) -> None:
    """§6.5: the owner's choice of unit goes into a neighbouring hex nearer to its source, and the match goes on."""
    lay(field(LAND, rails=RAILS))
    state = crowded("ge-v")
    assert choices(state, GERMAN) == {u: ["1002", "1103"] for u in ("ge-ii", "ge-iii", "ge-vi", "ge-v")}
    denied(state, GERMAN, "no-refuge", "6.5", "displace", unit="ge-v", hex="1004")
    denied(state, GERMAN, "no-refuge", "6.5", "displace", unit="ge-v", hex="1001")
    denied(state, GERMAN, "not-surplus", "6.5", "displace", unit="ge-hq-7", hex="1002")
    denied(state, GERMAN, "not-surplus", "6.5", "eliminate", unit="ge-hq-7")
    state = order(state, GERMAN, "displace", Steady(6), unit="ge-iii", hex="1002")
    assert (at(state, "ge-iii"), state.phase.key) == ("1002", "entente.movement")


def test_the_french_go_west_or_south(lay: Lay) -> None:
    """§6.5: each nation's surplus goes towards its own sources."""
    lay(field(LAND, rails=RAILS))
    state = position("entente.movement", {"1006": "fr-1 fr-2 fr-3 fr-10"})
    state = order(state, ENTENTE, "end_phase", Steady(6))
    assert choices(state, ENTENTE)["fr-1"] == ["1007", "1107"]


def test_a_source_in_enemy_hands_draws_nobody(lay: Lay) -> None:
    """§6.5: with the nearest source occupied by the enemy the surplus goes towards the next one (ruling)."""
    lay(field(LAND, rails=[("1107", "1108"), ("1007", "1008")]))
    place = {"1106": "fr-1 fr-2 fr-3 fr-10"}
    for enemy, open_to in (({}, ["1107"]), ({"1108": "ge-hq-1"}, ["1006", "1107"]), ({"1008": "ge-hq-1"}, ["1107"])):
        state = order(position("entente.movement", place | enemy), ENTENTE, "end_phase", Steady(6))
        assert choices(state, ENTENTE)["fr-1"] == open_to


def test_a_unit_on_a_source_goes_towards_the_next(lay: Lay) -> None:
    """§6.5: no hex is nearer to a source than itself: its surplus goes towards another, if there is room (ruling)."""
    meadow = plain(range(10, 15), "G. G. G. F. F. F. F. F.")
    lay(field(meadow, rails=[("1107", "1108"), ("1307", "1308")]))
    place = {"1108": "fr-1 fr-2 fr-3 fr-10"}
    state = order(position("entente.movement", place), ENTENTE, "end_phase", Steady(6))
    assert choices(state, ENTENTE)["fr-1"] == ["1207", "1208"]
    state = position("entente.movement", place | {"1208": "fr-8 fr-13 fr-14"})
    state = order(state, ENTENTE, "end_phase", Steady(6))
    assert choices(state, ENTENTE)["fr-1"] == ["1207"]
    lay(field(meadow, rails=[("1107", "1108")]))
    state = order(position("entente.movement", place), ENTENTE, "end_phase", Steady(6))
    assert choices(state, ENTENTE) == {}


def test_not_into_enemy_zones_unless_friends_are_there(lay: Lay) -> None:
    """§6.5: an enemy zone of control is shut to the displaced, but not where a friendly unit stands."""
    lay(field(LAND, rails=RAILS))
    alone = position("german.movement", {"1005": "ge-ii ge-iii ge-vi ge-v", "1204": "fr-1"})
    alone = order(alone, GERMAN, "end_phase", Steady(6))
    assert choices(alone, GERMAN)["ge-ii"] == ["1004"]
    joined = position("german.movement", {"1005": "ge-ii ge-iii ge-vi ge-v", "1204": "fr-1", "1105": "ge-c1"})
    joined = order(joined, GERMAN, "end_phase", Steady(6))
    assert choices(joined, GERMAN)["ge-ii"] == ["1004", "1105"]


def test_without_a_refuge_the_surplus_is_eliminated(lay: Lay) -> None:
    """§6.5: enemies, their zones and prohibited ground leave nothing but the loss of a unit of the owner's choice."""
    lay(field("10 G. N. N. F. F.\n11 G. N. G. F. F.\n12 G. N. N. F. F.", rails=[("1001", "1101")]))
    state = position("german.combat", {"1103": "ge-ii ge-iii ge-vi ge-v", "1204": "fr-1"})
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert offer(state, GERMAN, "displace") is None
    denied(state, GERMAN, "no-refuge", "6.5", "displace", unit="ge-ii", hex="1104")
    state = order(state, GERMAN, "eliminate", Steady(6), unit="ge-vi")
    assert (at(state, "ge-vi"), len(state.stacks["1103"])) == ("eliminated", 3)


def test_the_owner_may_rather_eliminate(lay: Lay) -> None:
    """§6.5: even with a refuge he may give the unit up instead of moving it."""
    lay(field(LAND, rails=RAILS))
    state = order(crowded("ge-v"), GERMAN, "eliminate", Steady(6), unit="ge-ii")
    assert (at(state, "ge-ii"), state.phase.key) == ("eliminated", "entente.movement")


def test_a_corps_given_up_out_of_supply_may_return(lay: Lay) -> None:
    """§6.5, §8.8: only attrition and combat lose a corps for good; given up, it lies with those that may regroup."""
    lay(field(LAND, rails=RAILS))
    stranded = position("german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v"}, out=["ge-ii", "ge-iii"])
    state = order(stranded, GERMAN, "end_phase", Steady(6))
    state, events = told(state, GERMAN, "eliminate", Steady(6), unit="ge-ii")
    assert (at(state, "ge-ii"), state.units["ge-ii"].steps) == ("eliminated", 0)
    line = next(n for n in (GAME.narrate(state, x, state, ENTENTE) for x in events) if n)
    assert (line["section"], line["text"]) == ("6.5", "II Corps eliminated.")
    belgians = position("entente.movement", {"1106": "be-1 be-2 be-3 be-fort-namur"}, turn=4)
    for unit in ("be-1", "be-fort-namur"):
        lost = order(order(belgians, ENTENTE, "end_phase", Steady(6)), ENTENTE, "eliminate", Steady(6), unit=unit)
        assert at(lost, unit) == "removed", "Belgians and forts never come back (§9.5, §2.8)"


def test_the_displaced_may_crowd_the_next_hex(lay: Lay) -> None:
    """§6.5: a hex that the displaced overfill pays the same penalty and is cleared in its turn, until all is well."""
    lay(field(LAND, rails=RAILS))
    state = position("german.combat", {"1003": "ge-ii ge-iii ge-vi ge-v", "1103": "ge-x ge-vii ge-gd", "1204": "fr-1"})
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert morale(state, "ge-x") == 0
    state = order(state, GERMAN, "displace", unit="ge-ii", hex="1103")
    assert GAME.legal(state, GERMAN)["step"] == "overstack"
    assert {u: morale(state, u) for u in ("ge-ii", "ge-x", "ge-vii", "ge-gd")} == dict.fromkeys(
        ("ge-ii", "ge-x", "ge-vii", "ge-gd"), -1
    )
    assert set(choices(state, GERMAN)) == {"ge-ii", "ge-x", "ge-vii", "ge-gd"}
    state = order(state, GERMAN, "displace", Steady(6), unit="ge-x", hex="1102")
    assert state.phase.key == "entente.movement"


def test_several_overfull_hexes_are_cleared_one_by_one(lay: Lay) -> None:
    """§6.5: more units than one over the limit, and more hexes than one, are asked for until none is left."""
    lay(field(LAND, rails=RAILS))
    place = {"1003": "ge-ii ge-iii ge-vi ge-v ge-viii", "1203": "ge-x ge-vii ge-gd ge-gdr"}
    state = order(position("german.movement", place), GERMAN, "end_phase", Steady(6))
    for unit, hex_ in (("ge-ii", "1002"), ("ge-iii", "1002")):
        denied(state, GERMAN, "not-surplus", "6.5", "displace", unit="ge-x", hex="1202")
        state = order(state, GERMAN, "displace", unit=unit, hex=hex_)
    state = order(state, GERMAN, "displace", Steady(6), unit="ge-x", hex="1202")
    assert state.phase.key == "entente.movement"
    assert sorted(len(u) for u in state.stacks.values()) == [1, 2, 3, 3]


def test_either_side_clears_its_hexes(lay: Lay) -> None:
    """§6.5: units of the inactive side that are found overstacked at the end of a phase pay as well."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1106": "fr-1 fr-2 fr-3 fr-10", "1001": "ge-ii"})
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert GAME.deciders(state) == (ENTENTE,)
    assert GAME.view(state, GERMAN)["step"]["side"] == ENTENTE  # type: ignore[index,call-overload]
    state = order(state, ENTENTE, "displace", Steady(6), unit="fr-1", hex="1107")
    assert GAME.deciders(state) == (ENTENTE,)
    assert state.phase.key == "entente.regroup"


def test_belgians_find_room_in_belgium(lay: Lay) -> None:
    """§6.5: supplied everywhere at home, they go to any Belgian hex where only Belgians are (ruling)."""
    lay(field("10 G. B. B. B. F. F.\n11 G. B. B. N. F. F.\n12 G. B. B. B. F. F."))
    place = {"1103": "be-1 be-2 be-3 be-fort-namur be-hq", "1203": "br-i"}
    state = order(position("entente.movement", place, turn=4), ENTENTE, "end_phase", Steady(6))
    assert choices(state, ENTENTE)["be-1"] == ["1002", "1003", "1102", "1202"]
    assert "be-fort-namur" not in choices(state, ENTENTE)
    assert "be-fort-namur" in offer(state, ENTENTE, "eliminate")["units"]  # type: ignore[index,operator]
    state = order(state, ENTENTE, "displace", Steady(6), unit="be-1", hex="1202")
    assert at(state, "be-1") == "1202"


def test_belgians_are_not_displaced_out_of_their_area(lay: Lay) -> None:
    """§6.5: a hex nearer to Belgium but outside the Belgian area (§10.8) is no refuge; then the surplus is lost."""
    lay(field("10 B. G. F. F.\n11 B. G. F. F.\n12 B. G. F. F."))
    state = position("entente.movement", {"1103": "be-1 be-2 be-3 be-hq be-fort-namur"}, turn=4)
    state = order(state, ENTENTE, "end_phase", Steady(6))
    assert offer(state, ENTENTE, "displace") is None
    denied(state, ENTENTE, "no-refuge", "6.5", "displace", unit="be-1", hex="1102")


def test_the_displaced_take_the_hex_they_enter(lay: Lay) -> None:
    """§6.5: moving out is moving: a hex that was the enemy's changes hands (§3.3)."""
    lay(field("10 G. F. F. F. F.\n11 G. F. F. F. F.", rails=[("1001", "1002")]))
    state = position("german.movement", {"1003": "ge-ii ge-iii ge-vi ge-v"}, taken=frozenset({"1003"}))
    state = order(state, GERMAN, "end_phase", Steady(6))
    state = order(state, GERMAN, "displace", Steady(6), unit="ge-ii", hex="1002")
    assert state.controller("1002") == GERMAN


def test_a_probe_may_overfill_a_hex(lay: Lay) -> None:
    """§6.5: the end of every phase looks for overfull hexes, the Combat Phase too."""
    lay(field(LAND, rails=RAILS))
    place = {"1003": "ge-ii ge-iii ge-vi", "1103": "ge-v ge-viii", "1104": "fr-grd1"}
    state = position("german.combat", place, reduced=["fr-grd1"])
    state = order(state, GERMAN, "probe", units=["ge-v"], hex="1003")
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert GAME.legal(state, GERMAN)["step"] == "overstack"


@pytest.mark.parametrize("units", [["ge-ii"], ["ge-ii", "ge-ii"], ["ge-ii", "ge-iii", "ge-vi"]])
def test_only_a_whole_stack_is_put_in_order(lay: Lay, units: list[str]) -> None:
    """§6.6: who chooses his top unit names all units of the hex once."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-ii ge-iii", "1103": "ge-vi"})
    code = ("malformed", "6.6") if len(set(units)) != len(units) else ("not-the-stack", "6.6")
    denied(state, GERMAN, *code, "arrange", hex="1003", units=units)


def test_the_owner_chooses_the_top_unit(lay: Lay) -> None:
    """§6.6: in his Movement Phase and his set-up, at no cost (ruling)."""
    lay(field(LAND, rails=RAILS))
    for step in ("german.movement", "german.setup"):
        state = position(step, {"1003": "ge-ii ge-iii", "1103": "ge-vi"})
        assert offer(state, GERMAN, "arrange")["hexes"] == ["1003"]  # type: ignore[index]
        state = order(state, GERMAN, "arrange", hex="1003", units=["ge-iii", "ge-ii"])
        assert state.stacks["1003"] == ("ge-iii", "ge-ii")
        assert state.units["ge-iii"].spent == 0
    denied(position("entente.movement", {"1003": "ge-ii ge-iii"}), GERMAN, "not-your-turn", "5.0", "arrange",
           hex="1003", units=["ge-iii", "ge-ii"])  # fmt: skip


def test_an_order_in_which_a_stack_lies_already_is_refused(lay: Lay) -> None:
    """§6.6: nothing would come of it, and then there would be nothing to take back."""
    lay(field(LAND, rails=RAILS))
    for step in ("german.movement", "german.setup"):
        state = position(step, {"1003": "ge-ii ge-iii", "1103": "ge-vi"})
        denied(state, GERMAN, "as-it-lies", "6.6", "arrange", hex="1003", units=["ge-ii", "ge-iii"])
        denied(state, GERMAN, "as-it-lies", "6.6", "arrange", hex="1103", units=["ge-vi"])


def test_arriving_units_lie_on_top(lay: Lay) -> None:
    """§6.6: units that move into a hex lie over those that were there, in the order given (ruling)."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-ii", "1002": "ge-iii ge-vi"})
    state = order(state, GERMAN, "move", units=["ge-vi", "ge-iii"], path=["1003"], forced=False)
    assert state.stacks["1003"] == ("ge-vi", "ge-iii", "ge-ii")
