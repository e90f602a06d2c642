"""§11.0 to §11.16 and §11.24: who may probe and attack, the odds, and every shift of columns."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from rules.kernel.messages import Refusal
from rules.schlieffens_war.combat.column_shifts import is_concentric
from rules.schlieffens_war.combat.eligibility import ATTACKS_BEGUN
from rules.schlieffens_war.facts.battle import ConcentricRolled, DefendersChosen, OddsFound
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.facts.procedure import PhaseBegan
from rules.schlieffens_war.facts.stacking import OverstackFound
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import ELIMINATED, State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.arena import (
    AROUND,
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    PLAIN,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    WEST,
    assault,
    before_battle,
    odds_of,
    rolled,
    shifts_of,
    stage,
    with_result,
)
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    at,
    charts,
    denied,
    field,
    happened,
    loaded,
    morale,
    offer,
    order,
    position,
    steps,
    told,
)

CLEAR = PLAIN.format(target="F.")
CITY = PLAIN.format(target="Fc")
FORTRESS = PLAIN.format(target="Fh")
ROUGH = PLAIN.format(target="Fr")

BARRIER = """
10  G. G. F. F. F. F.
11  G. G. Fm F. F. F.
12  G. G. F. F. F. F.
13  G. G. F. F. F. F.
30  G. F.
"""
"""Marsh north-east of the target."""

FLANDERS = """
10  G. G. G. B. B. F. F. F. F.
11  G. G. G. B. B. F. F. F. F.
12  G. G. G. B. B. F. F. F. F.
30  G. F.
"""
"""Belgium in columns 4 and 5; France within two hexes of it in columns 6 and 7."""


def column(heading: str) -> int:
    """The number of a column of the results table."""
    return charts().crt.columns.index(heading)


# --- §11.0 Combat -------------------------------------------------------------------------------------------------


def test_no_unit_has_to_attack(lay: Lay) -> None:
    """§11.0: adjacent enemies force no fight; the phase may be ended as it is."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"})
    after, events = told(state, GERMAN, "end_phase", loaded(6, 6, 6, 6))
    assert not happened(events, AttackDeclared)
    assert after.phase.key != "german.combat"


def test_only_adjacent_units_attack(lay: Lay) -> None:
    """§11.0: an attack goes from neighbouring hexes into the target."""
    lay(field(CLEAR))
    state = before_battle({"1201": "ge-ii", TARGET: "fr-1"})
    denied(state, GERMAN, "not-adjacent", "11.0", "attack", units=["ge-ii"], target=TARGET)


def test_one_far_unit_spoils_the_whole_attack(lay: Lay) -> None:
    """§11.0: every attacker has to be next to the target."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-hq-1", "1201": "ge-iii", TARGET: "fr-1"})
    denied(state, GERMAN, "not-adjacent", "11.0", "attack", units=["ge-ii", "ge-iii"], target=TARGET)


def test_an_empty_hex_cannot_be_attacked(lay: Lay) -> None:
    """§11.0: an attack is made on enemy units."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", WEST: "fr-1"})
    denied(state, GERMAN, "no-enemy", "11.0", "attack", units=["ge-ii"], target=TARGET)


def test_no_unit_attacks_its_own_units(lay: Lay) -> None:
    """§11.0: attacks are between opposing units."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "ge-iii"})
    denied(state, GERMAN, "no-enemy", "11.0", "attack", units=["ge-ii"], target=TARGET)


def test_the_inactive_player_cannot_attack(lay: Lay) -> None:
    """§11.0: the active player is the attacker."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"})
    denied(state, ENTENTE, "not-your-turn", "5.0", "attack", units=["fr-1"], target=EAST)


def test_enemy_units_cannot_be_ordered_about(lay: Lay) -> None:
    """§11.0: a player attacks with his own units."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"})
    denied(state, GERMAN, "not-your-unit", "5.0", "attack", units=["fr-1"], target=TARGET)
    denied(state, GERMAN, "no-enemy", "11.0", "attack", units=["fr-1"], target=EAST)


def test_a_sea_hexside_cannot_be_attacked_across(lay: Lay) -> None:
    """§11.0: the terrain chart allows no combat over a hexside of sea."""
    lay(field(CLEAR, seas=[(EAST, TARGET)]))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii", TARGET: "fr-1"})
    denied(state, GERMAN, "not-adjacent", "11.0", "attack", units=["ge-ii"], target=TARGET)
    target_of = offer(state, GERMAN, "attack")
    assert target_of is not None
    assert target_of["targets"] == {TARGET: ["ge-iii"], "3002": ["ge-lw"]}


def test_a_unit_that_is_not_on_the_map_cannot_attack(lay: Lay) -> None:
    """§11.0: attackers stand in a hex."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"}, boxes={"ge-iii": "eliminated"})
    denied(state, GERMAN, "not-on-map", "11.0", "attack", units=["ge-iii"], target=TARGET)


def test_malformed_attacks_are_refused(lay: Lay) -> None:
    """§11.0: no units, a unit twice, a hex off the map, a stray argument."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"})
    denied(state, GERMAN, "nothing-chosen", "5.0", "attack", units=[], target=TARGET)
    denied(state, GERMAN, "malformed", "11.0", "attack", units=["ge-ii", "ge-ii"], target=TARGET)
    denied(state, GERMAN, "no-such-hex", "3.2", "attack", units=["ge-ii"], target="9999")
    denied(state, GERMAN, "malformed", "11.0", "attack", units=["ge-ii"], target=TARGET, odds="7:1")


# --- §11.1 Probing attacks ----------------------------------------------------------------------------------------


def test_a_probe_moves_its_units_without_dice_from_zone_to_zone(lay: Lay) -> None:
    """§11.1: a probe goes straight from one hostile zone of control into another; nothing is rolled."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", WEST: "fr-1", "1301": "ge-iv", NORTH_EAST: "fr-2"})
    after = order(state, GERMAN, "probe", units=["ge-ii", "ge-iii"], hex=TARGET)
    assert after.stacks[TARGET] == ("ge-ii", "ge-iii")
    assert EAST not in after.stacks
    assert after.draws == state.draws


def test_a_probe_costs_and_gains_no_morale(lay: Lay) -> None:
    """§11.1, §5.3, §5.4: it is neither a march nor an attack, and a phase later the markers are as they were."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", WEST: "fr-1"}, elan=["ge-ii"])
    state = order(state, GERMAN, "probe", units=["ge-ii", "ge-iii"], hex=TARGET)
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert state.phase.key != "german.combat"
    assert (morale(state, "ge-ii"), morale(state, "ge-iii")) == (1, 0)


def test_before_the_first_attack_you_are_told_that_probes_come_first(lay: Lay) -> None:
    """§11.1: and no more once you have attacked."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", "1301": "ge-iv", TARGET: "fr-1"})
    assert "Probe first" in str(GAME.legal(state, GERMAN)["detail"])
    begun = replace(state, cursor=(replace(state.phase, action=ATTACKS_BEGUN),))
    assert GAME.legal(begun, GERMAN)["prompt"] == GAME.legal(state, GERMAN)["prompt"]
    assert "Probe first" not in str(GAME.legal(begun, GERMAN)["detail"])


def test_a_probe_takes_the_hex_it_enters(lay: Lay) -> None:
    """§11.1, §3.3, §4.6: entering changes control, and a city gives its point."""
    lay(field(CITY))
    after = order(before_battle({EAST: "ge-ii", WEST: "fr-1"}), GERMAN, "probe", units=["ge-ii"], hex=TARGET)
    assert after.controller(TARGET) == GERMAN
    assert after.vp == 1


def test_a_probe_can_endanger_paris(lay: Lay) -> None:
    """§11.1, §4.1: a German probe into the perimeter raises the alarm."""
    lay(field(PLAIN.format(target="F*")))
    after = order(before_battle({EAST: "ge-ii", WEST: "fr-1"}), GERMAN, "probe", units=["ge-ii"], hex=TARGET)
    assert after.paris_endangered


def test_a_probe_goes_to_a_hex_beside_the_enemy(lay: Lay) -> None:
    """§11.1: the hex entered touches one with enemies."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", "1205": "fr-1"})
    denied(state, GERMAN, "no-enemy-near", "11.1", "probe", units=["ge-ii"], hex=TARGET)


def test_a_probe_goes_one_hex(lay: Lay) -> None:
    """§11.1: the hex entered is adjacent."""
    lay(field(CLEAR))
    state = before_battle({"1201": "ge-ii", WEST: "fr-1"})
    denied(state, GERMAN, "not-adjacent", "11.1", "probe", units=["ge-ii"], hex=TARGET)


def test_a_probe_enters_no_hex_of_the_enemy(lay: Lay) -> None:
    """§11.1: enemy units are attacked, not probed."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", TARGET: "fr-1"})
    denied(state, GERMAN, "enemy-there", "11.1", "probe", units=["ge-ii"], hex=TARGET)


def test_a_probe_does_not_cross_the_sea(lay: Lay) -> None:
    """§11.1: a probe enters what units can enter."""
    lay(field(CLEAR, seas=[(EAST, TARGET)]))
    state = before_battle({EAST: "ge-ii", WEST: "fr-1"})
    denied(state, GERMAN, "not-adjacent", "11.1", "probe", units=["ge-ii"], hex=TARGET)


def test_a_probe_does_not_enter_a_marsh(lay: Lay) -> None:
    """§11.1: nor does it enter a marsh."""
    lay(field(BARRIER))
    state = before_battle({TARGET: "ge-ii", WEST: "fr-1"})
    denied(state, GERMAN, "no-such-hex", "3.2", "probe", units=["ge-ii"], hex=NORTH_EAST)


def test_probes_come_before_the_first_attack(lay: Lay) -> None:
    """§11.1: once an attack has been declared nobody probes."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", NORTH_EAST: "fr-grd4"})
    assert offer(state, GERMAN, "probe") is not None
    after, _ = assault(state, "ge-ii", 1, target=NORTH_EAST)
    assert stage(after) == "over"
    assert offer(after, GERMAN, "probe") is None
    denied(after, GERMAN, "probes-over", "11.1", "probe", units=["ge-iii"], hex=TARGET)


def test_several_probes_may_be_made(lay: Lay) -> None:
    """§11.1: probing does not close the time for probes."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", WEST: "fr-1", "1403": "fr-2"})
    state = order(state, GERMAN, "probe", units=["ge-ii"], hex=TARGET)
    state = order(state, GERMAN, "probe", units=["ge-iii"], hex=SOUTH_EAST)
    assert (at(state, "ge-ii"), at(state, "ge-iii")) == (TARGET, SOUTH_EAST)


def test_a_unit_that_probed_does_not_attack_in_the_phase(lay: Lay) -> None:
    """§11.1: neither attack nor probe again."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", WEST: "fr-1"})
    state = order(state, GERMAN, "probe", units=["ge-ii"], hex=TARGET)
    denied(state, GERMAN, "has-fought", "11.5", "attack", units=["ge-ii"], target=WEST)
    denied(state, GERMAN, "has-fought", "11.5", "probe", units=["ge-ii"], hex=NORTH_WEST)


def test_fatigued_units_do_not_probe(lay: Lay) -> None:
    """§11.1: one fatigued corps holds back the whole party; the others may go without it."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", WEST: "fr-1"}, fatigued=["ge-ii"])
    denied(state, GERMAN, "fatigued", "11.1", "probe", units=["ge-iii", "ge-ii"], hex=TARGET)
    assert at(order(state, GERMAN, "probe", units=["ge-iii"], hex=TARGET), "ge-iii") == TARGET
    probes = offer(state, GERMAN, "probe")
    assert probes is not None
    assert set(probes["choices"]) == {"ge-iii"}  # type: ignore[arg-type]


def test_french_probes_into_germany_do_not_count_for_plan_xvii(lay: Lay) -> None:
    """§11.1: only attacks count for the plan."""
    lay(field(CLEAR))
    state = before_battle({TARGET: "fr-1", "1201": "ge-ii"}, side=ENTENTE)
    after = order(state, ENTENTE, "probe", units=["fr-1"], hex=EAST)
    assert at(after, "fr-1") == EAST
    assert after.plan_xvii == 0


def test_an_hq_probes_only_with_a_corps(lay: Lay) -> None:
    """§11.1, §11.7: a probe is an attack, in which an HQ needs company."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-hq-1", WEST: "fr-1"})
    denied(state, GERMAN, "hq-alone", "11.7", "probe", units=["ge-hq-1"], hex=TARGET)
    assert at(order(state, GERMAN, "probe", units=["ge-ii", "ge-hq-1"], hex=TARGET), "ge-hq-1") == TARGET


def test_forts_and_depots_do_not_probe(lay: Lay) -> None:
    """§11.1, §11.7: a probe is made by units that could attack."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-fort-metz ge-ii ge-depot-1", WEST: "fr-1"})
    denied(state, GERMAN, "forts-defend", "11.7", "probe", units=["ge-fort-metz"], hex=TARGET)
    denied(state, GERMAN, "depots-rest", "11.7", "probe", units=["ge-depot-1"], hex=TARGET)


def test_a_probe_starts_from_one_hex(lay: Lay) -> None:
    """§11.1: units of different hexes probe one after the other."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii", WEST: "fr-1"})
    denied(state, GERMAN, "not-together", "10.1", "probe", units=["ge-ii", "ge-iii"], hex=TARGET)


def test_a_probe_may_join_friends_but_no_other_nation(lay: Lay) -> None:
    """§11.1, §6.3: ruling: only enemies close a hex to a probe; stacking is as always."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-iii", TARGET: "fr-1", WEST: "fr-2", NORTH_WEST: "br-i"}, side=ENTENTE, turn=4)
    assert order(state, ENTENTE, "probe", units=["fr-2"], hex=TARGET).stacks[TARGET] == ("fr-2", "fr-1")
    denied(state, ENTENTE, "other-nation", "6.3", "probe", units=["br-i"], hex=TARGET)


def test_a_probe_that_overstacks_pays_at_the_end_of_the_phase(lay: Lay) -> None:
    """§11.1, §6.1, §6.5: the limits are judged when the phase ends."""
    lay(field(CLEAR, rails=[("1201", "1202")]))
    state = before_battle({EAST: "ge-iii ge-iv ge-x", "1201": "ge-ii", TARGET: "fr-1"})
    state = order(state, GERMAN, "probe", units=["ge-ii"], hex=EAST)
    state, events = told(state, GERMAN, "end_phase")
    assert happened(events, OverstackFound)
    assert {morale(state, u) for u in ("ge-ii", "ge-iii", "ge-iv", "ge-x")} == {-1}


def test_belgians_do_not_probe_out_of_their_area(lay: Lay) -> None:
    """§11.1, §10.8: Belgium and two hexes of France around it, never Germany."""
    lay(field(FLANDERS))
    state = before_battle({"1104": "be-1", "1107": "be-2", "1002": "ge-ii", "1009": "ge-iii"}, side=ENTENTE)
    denied(state, ENTENTE, "belgian-area", "10.8", "probe", units=["be-1"], hex="1103")
    denied(state, ENTENTE, "belgian-area", "10.8", "probe", units=["be-2"], hex="1108")


def test_the_offer_names_every_hex_that_can_be_probed(lay: Lay) -> None:
    """§11.1: what is offered is exactly what is taken."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", WEST: "fr-1", "1102": "fr-2"})
    probes = offer(state, GERMAN, "probe")
    assert probes is not None
    ((unit, hexes),) = probes["choices"].items()  # type: ignore[union-attr]
    assert unit == "ge-ii"
    taken = {h for h in GAME_HEXES if not isinstance(_answer(state, "probe", units=["ge-ii"], hex=h), str)}
    assert set(hexes) == taken == {"1201", NORTH_EAST, TARGET}  # type: ignore[arg-type]


GAME_HEXES = [f"{row}{col:02d}" for row in range(10, 15) for col in range(1, 7)]


def _answer(state: State, kind: str, **arguments: object) -> object:
    answer = GAME.decide(state, GERMAN, {"kind": kind, **arguments}, loaded())
    return answer.code if isinstance(answer, Refusal) else answer.events


# --- §11.2 Maximum units in a hex ---------------------------------------------------------------------------------


def test_of_three_corps_the_defender_names_the_two_that_fight(lay: Lay) -> None:
    """§11.2: the owner chooses, and only those two count in the odds."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-1 fr-3 fr-grd4"})
    state, events = assault(state, "ge-gd ge-ii ge-iii")
    assert not happened(events, OddsFound)
    assert GAME.deciders(state) == (ENTENTE,)
    asked = offer(state, ENTENTE, "defend")
    assert asked is not None
    assert (asked["units"], asked["count"]) == (["fr-1", "fr-3", "fr-grd4"], 2)
    _, events = told(state, ENTENTE, "defend", loaded(1), units=["fr-3", "fr-grd4"])
    assert (odds_of(events).attack, odds_of(events).defence) == (13, 5)


def test_exactly_two_defend(lay: Lay) -> None:
    """§11.2: not one, not three, nobody of another hex."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii", TARGET: "fr-1 fr-3 fr-grd4", WEST: "fr-2"})
    state, _ = assault(state, "ge-gd ge-ii")
    for units in (["fr-1"], ["fr-1", "fr-3", "fr-grd4"], ["fr-1", "fr-2"], ["fr-1", "fr-3", "fr-2"]):
        denied(state, ENTENTE, "choose-two", "11.2", "defend", units=units)
    denied(state, GERMAN, "not-your-turn", "5.0", "defend", units=["fr-1", "fr-3"])


def test_two_corps_defend_without_being_asked(lay: Lay) -> None:
    """§11.2: all units of the hex are attacked together."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-3"}), "ge-gd", 1)
    assert happened(events, DefendersChosen) == [DefendersChosen(("fr-1", "fr-3"), ())]
    assert odds_of(events).defence == 7


def test_a_fort_counts_as_one_of_the_defending_corps(lay: Lay) -> None:
    """§11.2: a fort and two corps are three, of which two defend; the fort may be the one left out."""
    lay(field(FORTRESS))
    state = before_battle({EAST: "ge-gd ge-ii", TARGET: "fr-1 fr-3 fr-fort-verdun"}, coup=False, artillery=(0, 0, 0))
    state, _ = assault(state, "ge-gd ge-ii")
    assert stage(state) == "defenders"
    _, events = told(state, ENTENTE, "defend", loaded(1), units=["fr-1", "fr-3"])
    assert odds_of(events).defence == 7


def test_the_hq_helps_unless_it_is_told_otherwise(lay: Lay) -> None:
    """§11.2, §6.2: an HQ defends beside the two corps; it is no third corps."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-hq-1 fr-3"}), "ge-gd", 1)
    assert odds_of(events).defence == 9
    state, _ = assault(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-hq-1 fr-3 fr-2"}), "ge-gd")
    _, events = told(state, ENTENTE, "defend", loaded(1), units=["fr-1", "fr-2"])
    assert odds_of(events).defence == 10
    assert happened(events, DefendersChosen) == [DefendersChosen(("fr-1", "fr-2", "fr-hq-1"), ("fr-3",))]


# --- §11.3 Stacking and combat ------------------------------------------------------------------------------------


def test_the_units_of_one_hex_may_attack_different_hexes(lay: Lay) -> None:
    """§11.3: each unit attacks one hex, but not all of a stack the same."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1", NORTH_EAST: "fr-2"})
    state, _ = assault(state, "ge-ii", 2)
    state, events = assault(state, "ge-iii", 2, target=NORTH_EAST)
    assert rolled(events).attacker == 2
    assert steps(state, "ge-iii") == 0


def test_attackers_may_come_from_all_six_sides(lay: Lay) -> None:
    """§11.3: as many hexes as touch the target may take part in one attack."""
    lay(field(CLEAR))
    six = dict(zip(AROUND, ("ge-ii ge-hq-1", "ge-iii", "ge-iv", "ge-ix", "ge-x", "ge-vii"), strict=True))
    state = before_battle({**six, TARGET: "fr-1 fr-2"})
    _, events = assault(state, "ge-ii ge-iii ge-iv ge-ix ge-x ge-vii", 1, 1)
    assert (odds_of(events).attack, odds_of(events).defence) == (24, 8)


def test_three_corps_and_one_hq_attack_out_of_one_hex(lay: Lay) -> None:
    """§11.3: that many may, and all their factors count."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-gd ge-hq-1", TARGET: "fr-1 fr-2"})
    _, events = assault(state, "ge-ii ge-iii ge-gd ge-hq-1", 1)
    assert odds_of(events).attack == 16


def test_a_fourth_corps_and_a_second_hq_cannot_attack_out_of_one_hex(lay: Lay) -> None:
    """§11.3: even if an overstacked hex holds more."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv ge-ix ge-hq-1 ge-hq-2", TARGET: "fr-1 fr-2"})
    four = ["ge-ii", "ge-iii", "ge-iv", "ge-ix"]
    denied(state, GERMAN, "too-many", "11.3", "attack", units=four, target=TARGET)
    denied(state, GERMAN, "too-many", "11.3", "attack", units=["ge-ii", "ge-hq-1", "ge-hq-2"], target=TARGET)


def test_a_probe_into_their_hex_does_not_keep_three_corps_from_attacking(lay: Lay) -> None:
    """§11.3: the limit is on those who attack out of the hex, not on who came into it."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv", "1201": "ge-ix", TARGET: "fr-1 fr-2"})
    state = order(state, GERMAN, "probe", units=["ge-ix"], hex=EAST)
    _, events = assault(state, "ge-ii ge-iii ge-iv", 1)
    assert odds_of(events).attack == 12


# --- §11.4 Command ------------------------------------------------------------------------------------------------


def test_units_of_two_hexes_attack_together_only_in_command(lay: Lay) -> None:
    """§11.4: without an HQ near, each hex attacks for itself."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii", TARGET: "fr-1"})
    denied(state, GERMAN, "out-of-command", "11.4", "attack", units=["ge-ii", "ge-iii"], target=TARGET)
    _, events = assault(state, "ge-ii", 2)
    assert odds_of(events).attack == 4


def test_every_unit_has_to_be_in_command(lay: Lay) -> None:
    """§11.4: one hex within the radius and one out of it is not enough."""
    lay(field(CLEAR))
    stacks = {WEST: "fr-1", SOUTH_WEST: "fr-2", TARGET: "ge-ii"}
    state = before_battle({**stacks, "1005": "fr-hq-1"}, side=ENTENTE)
    refusal = denied(state, ENTENTE, "out-of-command", "11.4", "attack", units=["fr-1", "fr-2"], target=TARGET)
    assert "2nd Corps" in refusal.text
    _, events = assault(before_battle({**stacks, "1105": "fr-hq-1"}, side=ENTENTE), "fr-1 fr-2", 1)
    assert odds_of(events).attack == 8


def test_a_stack_out_of_command_attacks_from_its_own_hex(lay: Lay) -> None:
    """§11.4, §5.4: all units of one hex need no HQ."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", 1)
    assert odds_of(events).attack == 8


def test_any_hq_of_the_nation_commands_the_attack(lay: Lay) -> None:
    """§11.4: army numbers do not matter: corps of the 1st and 2nd Armies under the HQ of the 7th."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-x", TARGET: "fr-1", "1102": "ge-hq-7"})
    _, events = assault(state, "ge-ii ge-x", 1)
    assert odds_of(events).attack == 8


def test_allies_attack_together_under_an_hq_each(lay: Lay) -> None:
    """§11.4, §6.7: a French HQ does not command the British."""
    lay(field(CLEAR))
    stacks = {WEST: "fr-1", NORTH_WEST: "br-i", TARGET: "ge-ii", "1205": "fr-hq-1"}
    state = before_battle(stacks, side=ENTENTE, turn=4)
    denied(state, ENTENTE, "out-of-command", "11.4", "attack", units=["fr-1", "br-i"], target=TARGET)
    state = before_battle({**stacks, "1105": "br-hq"}, side=ENTENTE, turn=4)
    _, events = assault(state, "fr-1 br-i", 1)
    assert odds_of(events).attack == 9


# --- §11.5 Indivisibility, §11.6 sequence -------------------------------------------------------------------------


def test_a_unit_attacks_once_in_a_phase(lay: Lay) -> None:
    """§11.5: whoever has attacked is done, whatever became of it."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-grd4", NORTH_EAST: "fr-grd1"})
    state, _ = assault(state, "ge-gd", 3)
    assert stage(state) == "over"
    denied(state, GERMAN, "has-fought", "11.5", "attack", units=["ge-gd"], target=NORTH_EAST)


def test_a_unit_is_attacked_once_in_a_phase(lay: Lay) -> None:
    """§11.5: another attack on the same units has to wait for the next turn."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"})
    state, _ = assault(state, "ge-ii", 1)
    denied(state, GERMAN, "attacked-before", "11.5", "attack", units=["ge-iii"], target=TARGET)
    targets = offer(state, GERMAN, "attack")
    assert targets is not None
    assert TARGET not in targets["targets"]  # type: ignore[operator]


def test_the_next_combat_phase_begins_afresh(lay: Lay) -> None:
    """§11.5: the limit is for one Combat Phase."""
    lay(field(CLEAR))
    state, _ = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-iii", 4)
    state = PhaseBegan("german.combat", 3).apply(state)
    _, events = assault(state, "ge-ii ge-iii", 4)
    assert odds_of(events).attack == 6


def test_the_whole_defence_meets_the_whole_attack(lay: Lay) -> None:
    """§11.5: factors are not split: one attack, one sum against one sum."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1 fr-3"}), "ge-ii", 1)
    assert (odds_of(events).attack, odds_of(events).defence) == (4, 7)


def test_an_attack_is_finished_before_the_next_is_declared(lay: Lay) -> None:
    """§11.6: while one is under way no other order is taken."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-grd4", NORTH_EAST: "fr-2"})
    state = with_result(state, "ge-gd ge-ii", "0/3")
    denied(state, GERMAN, "not-your-turn", "5.0", "attack", units=["ge-iii"], target=NORTH_EAST)
    state = order(state, ENTENTE, "lose", units=["fr-grd4"])
    assert stage(state) == "advance"
    denied(state, GERMAN, "wrong-step", "11.22", "attack", units=["ge-iii"], target=NORTH_EAST)
    denied(state, GERMAN, "wrong-step", "11.22", "end_phase")
    state = order(state, GERMAN, "advance", units=[])
    _, events = assault(state, "ge-iii", 4, target=NORTH_EAST)
    assert odds_of(events).attack == 4


def test_any_number_of_attacks_may_follow_each_other(lay: Lay) -> None:
    """§11.6: there is no limit but the units."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1", NORTH_EAST: "fr-2", "1102": "fr-6"})
    for unit, target in (("ge-ii", TARGET), ("ge-iii", NORTH_EAST), ("ge-iv", "1102")):
        state, events = assault(state, unit, 4, target=target)
        assert (odds_of(events).attack, odds_of(events).defence) == (4, 4)


# --- §11.7 Eligibility --------------------------------------------------------------------------------------------


def test_forts_do_not_attack(lay: Lay) -> None:
    """§11.7: a fort only defends, in company too."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-fort-metz", TARGET: "fr-1"})
    denied(state, GERMAN, "forts-defend", "11.7", "attack", units=["ge-ii", "ge-fort-metz"], target=TARGET)


def test_depots_do_not_attack(lay: Lay) -> None:
    """§11.7: a depot has no factor to attack with."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-depot-1", TARGET: "fr-1"})
    denied(state, GERMAN, "depots-rest", "11.7", "attack", units=["ge-ii", "ge-depot-1"], target=TARGET)


def test_an_hq_attacks_only_beside_a_corps_of_its_hex(lay: Lay) -> None:
    """§11.7, §2.3: alone it does not, nor when the corps come from elsewhere; with one its factor counts."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-hq-1", NORTH_EAST: "ge-ii", TARGET: "fr-1"})
    denied(state, GERMAN, "hq-alone", "11.7", "attack", units=["ge-hq-1"], target=TARGET)
    denied(state, GERMAN, "hq-alone", "11.7", "attack", units=["ge-hq-1", "ge-ii"], target=TARGET)
    targets = offer(state, GERMAN, "attack")
    assert targets is not None
    assert targets["targets"][TARGET] == ["ge-ii"]  # type: ignore[index, call-overload]
    _, events = assault(before_battle({EAST: "ge-ii ge-hq-1", TARGET: "fr-1"}), "ge-ii ge-hq-1", 1)
    assert odds_of(events).attack == 7


def test_the_bef_does_not_attack_on_the_turn_it_lands(lay: Lay) -> None:
    """§11.7, §9.2: not on turn 3, but from turn 4 on."""
    lay(field(CLEAR))
    stacks = {TARGET: "br-i", EAST: "ge-ii"}
    landed = before_battle(stacks, side=ENTENTE, turn=3)
    denied(landed, ENTENTE, "bef-lands", "9.2", "attack", units=["br-i"], target=EAST)
    assert GAME.legal(landed, ENTENTE)["why_not"]["br-i"]["section"] == "9.2"  # type: ignore[index, call-overload]
    _, events = assault(before_battle(stacks, side=ENTENTE, turn=4), "br-i", 1, target=EAST)
    assert odds_of(events).attack == 5


def test_belgians_attack_in_their_area_only(lay: Lay) -> None:
    """§11.7, §10.8: into Belgium, or France within two hexes of it; not into Germany nor further into France."""
    lay(field(FLANDERS))
    state = before_battle(
        {"1004": "be-1", "1003": "ge-ii", "1207": "be-2", "1208": "ge-iii", "1206": "ge-iv"}, side=ENTENTE
    )
    denied(state, ENTENTE, "belgian-area", "10.8", "attack", units=["be-1"], target="1003")
    denied(state, ENTENTE, "belgian-area", "10.8", "attack", units=["be-2"], target="1208")
    _, events = assault(state, "be-2", 1, target="1206")
    assert odds_of(events).attack == 2


# --- §11.8 Procedure ----------------------------------------------------------------------------------------------


def test_27_against_7_is_3_to_1_example(lay: Lay) -> None:
    """§11.8: 27 factors against 7 make 3.86, which counts as 3:1."""
    lay(field(CLEAR))
    state = before_battle(
        {
            "1201": "ge-hq-1",
            EAST: "ge-ii ge-iii ge-iv",
            NORTH_EAST: "ge-ix ge-vii ge-x",
            SOUTH_EAST: "ge-iiir",
            TARGET: "fr-1 fr-3",
        }
    )
    _, events = assault(state, "ge-ii ge-iii ge-iv ge-ix ge-vii ge-x ge-iiir", 1)
    found = odds_of(events)
    assert (found.attack, found.defence) == (27, 7)
    assert found.column == column("3:1")


@pytest.mark.parametrize(
    ("attackers", "defenders", "heading"),
    [
        ("ge-ii", "fr-1", "1:1"),
        ("ge-gd", "fr-1", "1:1"),
        ("ge-iiir", "fr-1", "1:2"),
        ("ge-c1", "fr-1", "1:2"),
        ("ge-ii ge-iiir", "fr-1", "1:1"),
        ("ge-ii ge-iii", "fr-1", "2:1"),
        ("ge-ii ge-iii", "fr-3", "2:1"),
        ("ge-ii ge-iii ge-iv", "fr-3", "4:1"),
        ("ge-gd ge-ii ge-iii", "fr-grd4", "6:1"),
    ],
)
def test_fractions_are_dropped_in_the_defenders_favour(lay: Lay, attackers: str, defenders: str, heading: str) -> None:
    """§11.8: the attackers' sum divided by the defenders', rounded down."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: attackers, TARGET: defenders}), attackers, 1)
    assert odds_of(events).column == column(heading)


def test_units_out_of_supply_have_half_their_factor_each(lay: Lay) -> None:
    """§11.8, §8.7: halved one by one, each rounded up, on both sides."""
    lay(field(CLEAR))
    state = before_battle(
        {EAST: "ge-gd ge-iiir ge-ii", TARGET: "fr-3 fr-10 fr-hq-1"}, out=["ge-gd", "ge-iiir", "fr-3", "fr-hq-1"]
    )
    _, events = assault(state, "ge-gd ge-iiir ge-ii", 1)
    assert odds_of(events).attack == 3 + 2 + 4
    assert odds_of(events).defence == 2 + 3 + 1


def test_fortress_supply_halves_the_attack_but_not_the_defence(lay: Lay) -> None:
    """§11.8, §8.9: who lives on a fortress attacks with half and defends with all."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-3"}, fortress=["ge-gd", "fr-3"])
    _, events = assault(state, "ge-gd", 1)
    assert (odds_of(events).attack, odds_of(events).defence) == (3, 3)


def test_reduced_units_fight_with_their_reduced_side(lay: Lay) -> None:
    """§11.8, §2.7: 4/2 counts 2 after a step."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-gd", TARGET: "fr-1 fr-3"}, reduced=["ge-ii", "fr-1"])
    _, events = assault(state, "ge-ii ge-gd", 1)
    assert (odds_of(events).attack, odds_of(events).defence) == (7, 5)


def test_a_reduced_unit_out_of_supply_is_halved_from_its_reduced_side(lay: Lay) -> None:
    """§11.8, §8.7: 5/3 reduced and out of supply counts 2; 1 stays 1."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-c1", TARGET: "fr-1"}, reduced=["ge-gd", "ge-c1"], out=["ge-gd", "ge-c1"])
    _, events = assault(state, "ge-gd ge-c1", 1)
    assert odds_of(events).attack == 2 + 1


# --- §11.9 Limits of the odds -------------------------------------------------------------------------------------


def test_more_than_7_to_1_needs_no_die(lay: Lay) -> None:
    """§11.9: beyond the last column the result is 0/3."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii ge-hq-1", NORTH_EAST: "ge-iii", TARGET: "fr-grd4"})
    _, events = assault(state, "ge-gd ge-ii ge-hq-1 ge-iii")
    result = rolled(events)
    assert odds_of(events).attack == 16
    assert (result.die, result.attacker, result.defender) == (None, 0, 3)


def test_less_than_1_to_2_needs_no_die(lay: Lay) -> None:
    """§11.9: short of the first column the result is 2/0."""
    lay(field(CLEAR))
    state, events = assault(before_battle({EAST: "ge-iiir", TARGET: "fr-1 fr-2"}), "ge-iiir")
    result = rolled(events)
    assert (result.die, result.attacker, result.defender) == (None, 2, 0)
    assert at(state, "ge-iiir") == ELIMINATED


def test_the_last_columns_are_still_rolled_for(lay: Lay) -> None:
    """§11.9: 7:1 and 1:2 themselves are on the table."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd ge-ii ge-c1 ge-hq-1", TARGET: "fr-grd4"})
    _, events = assault(state, "ge-gd ge-ii ge-c1 ge-hq-1", 1)
    assert (rolled(events).column, rolled(events).die) == (column("7:1"), 1)
    _, events = assault(before_battle({EAST: "ge-ii", TARGET: "fr-1 fr-2"}), "ge-ii", 1)
    assert (rolled(events).column, rolled(events).die) == (column("1:2"), 1)


def test_the_limits_are_judged_after_all_shifts(lay: Lay) -> None:
    """§11.9: rough ground brings 8:1 back to 7:1 and pushes 1:2 off the table."""
    lay(field(ROUGH))
    state = before_battle({EAST: "ge-gd ge-ii ge-hq-1", NORTH_EAST: "ge-iii", TARGET: "fr-grd4"})
    _, events = assault(state, "ge-gd ge-ii ge-hq-1 ge-iii", 1)
    assert (rolled(events).column, rolled(events).die) == (column("7:1"), 1)
    _, events = assault(before_battle({EAST: "ge-ii", TARGET: "fr-1 fr-2"}), "ge-ii")
    assert (rolled(events).column, rolled(events).die) == (-1, None)


def test_a_lone_depot_is_beyond_the_table_whatever_the_ground(lay: Lay) -> None:
    """§11.9, §11.8: ruling: nothing divides by no defence; city, fortress and river bring that back to no column."""
    lay(field(PLAIN.format(target="Gh"), rivers=[(WEST, TARGET)]))
    state = before_battle({WEST: "fr-1", TARGET: "ge-depot-1"}, side=ENTENTE, fatigued=["fr-1"])
    state, events = assault(state, "fr-1")
    assert (rolled(events).die, rolled(events).attacker, rolled(events).defender) == (None, 0, 3)
    assert at(state, "ge-depot-1") == "eliminated"


def test_no_concentric_die_is_rolled_against_a_lone_depot(lay: Lay) -> None:
    """§11.9, §11.15: where no column is sought none is shifted."""
    lay(field(CLEAR))
    state = before_battle({WEST: "fr-1", EAST: "fr-2", NORTH_WEST: "fr-hq-1", TARGET: "ge-depot-1"}, side=ENTENTE)
    _, events = assault(state, "fr-1 fr-2")
    assert not happened(events, ConcentricRolled)
    assert rolled(events).defender == 3


# --- §11.10 to §11.14 The ground ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", ["F.", "Ff"])
def test_clear_ground_and_forest_shift_nothing(lay: Lay, ground: str) -> None:
    """§11.10: neither helps the defender."""
    lay(field(PLAIN.format(target=ground)))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", 1)
    assert shifts_of(events) == {}
    assert rolled(events).column == column("2:1")


def test_rough_ground_shifts_one_left(lay: Lay) -> None:
    """§11.11: one column for the defender."""
    lay(field(ROUGH))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", 1)
    assert shifts_of(events) == {"11.11": -1}
    assert rolled(events).column == column("1:1")


def test_only_the_defenders_ground_counts(lay: Lay) -> None:
    """§11.11: attacking out of rough ground costs nothing."""
    lay(field(ROUGH))
    state = before_battle({TARGET: "fr-1 fr-2", EAST: "ge-ii"}, side=ENTENTE)
    _, events = assault(state, "fr-1 fr-2", 1, target=EAST)
    assert shifts_of(events) == {}


def test_a_river_helps_when_all_attack_across_it(lay: Lay) -> None:
    """§11.12: one column left."""
    lay(field(CLEAR, rivers=[(EAST, TARGET), (NORTH_EAST, TARGET)]))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii ge-hq-1", TARGET: "fr-1"})
    _, events = assault(state, "ge-ii ge-iii", 1)
    assert shifts_of(events) == {"11.12": -1}


def test_one_attacker_on_the_near_bank_takes_the_river_away(lay: Lay) -> None:
    """§11.12: the shift needs every attacker to cross."""
    lay(field(CLEAR, rivers=[(EAST, TARGET)]))
    state = before_battle({EAST: "ge-ii", NORTH_EAST: "ge-iii ge-hq-1", TARGET: "fr-1"})
    _, events = assault(state, "ge-ii ge-iii", 1)
    assert shifts_of(events) == {}


def test_the_river_adds_to_rough_ground(lay: Lay) -> None:
    """§11.12: both shifts count."""
    lay(field(ROUGH, rivers=[(EAST, TARGET)]))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", 1)
    assert shifts_of(events) == {"11.11": -1, "11.12": -1}
    assert rolled(events).column == column("1:2")


def test_a_river_elsewhere_does_not_matter(lay: Lay) -> None:
    """§11.12: only the hexsides that are attacked across."""
    lay(field(CLEAR, rivers=[(WEST, TARGET), ("1102", EAST)]))
    _, events = assault(before_battle({EAST: "ge-ii", TARGET: "fr-1"}), "ge-ii", 1)
    assert shifts_of(events) == {}


def test_a_city_shifts_one_left(lay: Lay) -> None:
    """§11.13: one column for the defender."""
    lay(field(CITY))
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", 1)
    assert shifts_of(events) == {"11.13": -1}


def test_a_city_counts_in_place_of_its_ground(lay: Lay) -> None:
    """§11.13: ruling: a city on rough ground gives the city's shift alone."""
    board = lay(field(CITY))
    board.terrain[TARGET] = "rough"
    _, events = assault(before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1"}), "ge-ii ge-iii", 1)
    assert shifts_of(events) == {"11.13": -1}


def test_city_fortress_and_river_add_up(lay: Lay) -> None:
    """§11.14: a fortress city behind a river shifts three columns."""
    lay(field(FORTRESS, rivers=[(EAST, TARGET)]))
    state = before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "fr-grd4"})
    _, events = assault(state, "ge-gd ge-ii ge-iii", 1)
    assert shifts_of(events) == {"11.12": -1, "11.13": -1, "11.14": -1}
    assert rolled(events).column == column("3:1")


def test_a_fort_counter_brings_its_factor_and_no_shift(lay: Lay) -> None:
    """§11.14: 4 more factors, no column."""
    lay(field(CITY))
    state = before_battle({EAST: "ge-gd ge-ii", TARGET: "fr-1 fr-fort-verdun"}, coup=False, artillery=(0, 0, 0))
    _, events = assault(state, "ge-gd ge-ii", 1)
    assert odds_of(events).defence == 8
    assert shifts_of(events) == {"11.13": -1}


def test_a_fortress_whose_fort_is_gone_still_shifts(lay: Lay) -> None:
    """§11.14: the shift is the fortress's, whoever defends it: here Germans in a French one."""
    lay(field(FORTRESS))
    state = before_battle({WEST: "fr-1 fr-2", TARGET: "ge-ii"}, side=ENTENTE)
    _, events = assault(state, "fr-1 fr-2", 1)
    assert shifts_of(events) == {"11.13": -1, "11.14": -1}


# --- §11.15 Concentric attack -------------------------------------------------------------------------------------

CORPS_AROUND = dict(zip(AROUND, ("ge-ii", "ge-iii", "ge-iv", "ge-ix", "ge-x", "ge-vii"), strict=True))

HQ_AROUND = {h: f"ge-hq-{army}" for army, h in enumerate(AROUND, 1)}


@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [
        ((EAST,), False),
        ((EAST, NORTH_EAST), False),
        ((EAST, SOUTH_WEST), False),
        ((EAST, WEST), True),
        ((NORTH_EAST, SOUTH_WEST), True),
        ((NORTH_WEST, SOUTH_EAST), True),
        ((EAST, NORTH_EAST, SOUTH_EAST), False),
        ((EAST, SOUTH_WEST, NORTH_WEST), True),
        ((WEST, NORTH_EAST, SOUTH_EAST), True),
        ((EAST, NORTH_EAST, WEST), True),
        ((EAST, NORTH_EAST, NORTH_WEST, WEST), True),
        (AROUND, True),
    ],
)
def test_what_makes_an_attack_concentric(lay: Lay, hexes: tuple[str, ...], concentric: bool) -> None:
    """§11.15: opposite hexsides, three that alternate with free ones, or more than three."""
    lay(field(CLEAR))
    state = before_battle({**{h: f"{CORPS_AROUND[h]} {HQ_AROUND[h]}" for h in hexes}, TARGET: "fr-1 fr-2"})
    dice = (1, 1) if concentric else (1,)
    _, events = assault(state, " ".join(CORPS_AROUND[h] for h in hexes), *dice)
    assert bool(happened(events, ConcentricRolled)) is concentric


def test_every_set_of_hexsides_is_judged_by_the_three_conditions() -> None:
    """§11.15: all sixty-three sets of attacking hexes, against the conditions taken one by one."""
    clear, ring = field(CLEAR), list(AROUND)
    for size in range(1, 7):
        for chosen in combinations(range(6), size):
            opposite = any((i + 3) % 6 in chosen for i in chosen)
            alternate = len(chosen) == 3 and all((i + 1) % 6 not in chosen for i in chosen)
            expected = opposite or alternate or len(chosen) > 3
            assert is_concentric(clear, [ring[i] for i in chosen], TARGET) is expected, chosen


@pytest.mark.parametrize(("die", "columns"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_concentric_attack_shifts_half_a_die(lay: Lay, die: int, columns: int) -> None:
    """§11.15: the die halved, fractions dropped, that many columns to the right."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-hq-1", WEST: "ge-iii ge-hq-2", TARGET: "fr-1 fr-2"})
    _, events = assault(state, "ge-ii ge-iii", die, 6)
    assert odds_of(events).column == column("1:1")
    assert rolled(events).column == column("1:1") + columns


@pytest.mark.parametrize("ground", ["Fc", "Fh"])
def test_cities_and_fortresses_are_not_attacked_concentrically(lay: Lay, ground: str) -> None:
    """§11.15, §11.13: no die, no shift, from whatever sides."""
    lay(field(PLAIN.format(target=ground)))
    state = before_battle({**CORPS_AROUND, EAST: "ge-ii ge-hq-1", TARGET: "fr-1"})
    _, events = assault(state, "ge-ii ge-iii ge-iv ge-ix ge-x ge-vii", 6)
    assert not happened(events, ConcentricRolled)


def test_units_that_stand_opposite_without_attacking_do_not_count(lay: Lay) -> None:
    """§11.15: the hexes attacked from matter, not those that are held."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-hq-1", WEST: "ge-iii", TARGET: "fr-1"})
    _, events = assault(state, "ge-ii", 1)
    assert not happened(events, ConcentricRolled)


def test_a_concentric_die_can_lift_the_attack_off_the_table(lay: Lay) -> None:
    """§11.15, §11.9: 6:1 and three columns need no second die."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii ge-hq-1", WEST: "ge-iv ge-hq-2", TARGET: "fr-grd4"})
    _, events = assault(state, "ge-ii ge-iii ge-iv", 6)
    assert (rolled(events).die, rolled(events).defender) == (None, 3)


# --- §11.16 Fatigue and élan --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elan", "fatigued", "shift"),
    [
        ([], [], 0),
        (["ge-ii"], [], 0),
        (["ge-ii", "ge-iii"], [], +1),
        ([], ["ge-ii"], -1),
        (["ge-iii"], ["ge-ii"], -1),
        ([], ["ge-ii", "ge-iii"], -1),
        (["fr-1"], [], 0),
        (["fr-1", "fr-3"], [], -1),
        ([], ["fr-3"], +1),
        (["fr-1"], ["fr-3"], +1),
        ([], ["fr-1", "fr-3"], +1),
        (["ge-ii", "ge-iii", "fr-1", "fr-3"], [], 0),
        (["ge-ii", "ge-iii"], ["fr-1"], +2),
        (["fr-1", "fr-3"], ["ge-ii"], -2),
        ([], ["ge-ii", "fr-1"], 0),
    ],
)
def test_morale_shifts_columns(lay: Lay, elan: list[str], fatigued: list[str], shift: int) -> None:
    """§11.16: élan counts for a side if all its corps have it, fatigue against it if any has; one column each."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-iii", TARGET: "fr-1 fr-3"}, elan=elan, fatigued=fatigued)
    _, events = assault(state, "ge-ii ge-iii", *([] if shift < -1 else [1]))
    assert sum(columns for _, _, columns in odds_of(events).shifts) == shift
    assert rolled(events).column == column("1:1") + shift


def test_only_those_who_take_part_are_asked_for_their_morale(lay: Lay) -> None:
    """§11.16: neither the defender's third corps nor a German one that stays out."""
    lay(field(CLEAR))
    state = before_battle(
        {EAST: "ge-ii ge-iii ge-iv", TARGET: "fr-1 fr-3 fr-10"},
        elan=["ge-ii", "ge-iii", "fr-1", "fr-3"],
        fatigued=["ge-iv", "fr-10"],
    )
    state, _ = assault(state, "ge-ii ge-iii")
    _, events = told(state, ENTENTE, "defend", loaded(1), units=["fr-1", "fr-3"])
    assert sorted(c for _, _, c in odds_of(events).shifts) == [-1, +1]


def test_hqs_and_forts_have_no_morale_to_spoil(lay: Lay) -> None:
    """§11.16: ruling: only corps are asked, on both sides."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-hq-1", TARGET: "fr-1 fr-fort-verdun fr-hq-1"}, elan=["ge-ii", "fr-1"])
    _, events = assault(state, "ge-ii ge-hq-1", 1)
    assert sorted(c for _, _, c in odds_of(events).shifts) == [-1, +1]


def test_a_defence_without_corps_has_no_elan(lay: Lay) -> None:
    """§11.16: a fort alone gains nothing from there being nobody without a marker."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-ii", TARGET: "fr-fort-verdun"}), "ge-ii", 1)
    assert shifts_of(events) == {}


# --- §11.24 Allied final effort -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "shift"), [(8, 0), (9, 1), (10, 1)])
def test_the_entente_makes_a_final_effort(lay: Lay, turn: int, shift: int) -> None:
    """§11.24: on turns 9 and 10 its attacks gain a column, beside all other shifts."""
    lay(field(PLAIN.format(target="Gr")))
    state = before_battle({WEST: "fr-1 fr-2", TARGET: "ge-ii"}, side=ENTENTE, turn=turn)
    _, events = assault(state, "fr-1 fr-2", 1)
    assert rolled(events).column == column("2:1") - 1 + shift
    assert shifts_of(events).get("11.24", 0) == shift


@pytest.mark.parametrize("turn", [9, 10])
def test_the_germans_make_none(lay: Lay, turn: int) -> None:
    """§11.24: the shift is the Entente's in its own turn, not a defence nor a German one."""
    lay(field(CLEAR))
    _, events = assault(before_battle({EAST: "ge-ii", TARGET: "fr-1"}, turn=turn), "ge-ii", 1)
    assert shifts_of(events) == {}


def test_every_unit_of_the_final_effort_gains_whatever_its_nation(lay: Lay) -> None:
    """§11.24: British and Belgian attacks too."""
    lay(field(CLEAR))
    state = before_battle({WEST: "br-i", TARGET: "ge-ii"}, side=ENTENTE, turn=10)
    _, events = assault(state, "br-i", 1)
    assert shifts_of(events) == {"11.24": +1}


# --- interactions -------------------------------------------------------------------------------------------------


def test_all_shifts_add_up_before_the_die(lay: Lay) -> None:
    """§11.16: rough, river, élan against fatigue, and a concentric die: 2:1 less two, more two, more three."""
    lay(field(ROUGH, rivers=[(EAST, TARGET), (WEST, TARGET)]))
    state = before_battle(
        {EAST: "ge-ii ge-iii ge-hq-1", WEST: "ge-iv ge-ix ge-hq-2", TARGET: "fr-1 fr-2"},
        elan=["ge-ii", "ge-iii", "ge-iv", "ge-ix"],
        fatigued=["fr-2"],
    )
    _, events = assault(state, "ge-ii ge-iii ge-iv ge-ix", 6, 1)
    assert odds_of(events).column == column("2:1")
    assert rolled(events).column == column("5:1")


def test_nothing_is_left_to_ask_when_no_unit_can_attack(lay: Lay) -> None:
    """§11.0, §5.4: a Combat Phase without enemies in reach ends by itself."""
    lay(field(CLEAR))
    state = position("german.movement", {"1001": "ge-ii", "1406": "fr-1"})
    after, _ = told(state, GERMAN, "end_phase", loaded(6, 6, 6, 6))
    assert after.active == ENTENTE
    assert not happened(told(state, GERMAN, "end_phase", loaded(6, 6, 6, 6))[1], AttackDeclared)
