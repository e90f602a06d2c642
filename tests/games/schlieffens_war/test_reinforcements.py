"""§9.1 to §9.4: who comes into play later, and the corps that leave for the east."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import pytest

from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from tests.games.schlieffens_war import kit
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    at,
    counter,
    denied,
    field,
    loaded,
    morale,
    offer,
    options,
    order,
    position,
    printed,
    told,
)

CHANNEL = """
10  F. F. Fp F. Fp F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. Fp F. F. F. F. F.
"""
"""Dunkirk, Calais and a port that is none of the three; the west edge is column 08."""
NAMES = {"1003": "Dunkirk", "1005": "Calais", "1203": "Dieppe"}
BEF = dict.fromkeys(("br-i", "br-ii", "br-iii", "br-hq"), "turn-3")
SIXTH = dict.fromkeys(("fr-grd5", "fr-grd6", "fr-na", "fr-ter", "fr-hq-6"), "turn-7")
FAR = {"1208": "fr-fort-toul"}


@pytest.fixture
def channel(lay: Lay) -> None:
    """The coast on the table."""
    lay(field(CHANNEL, names=NAMES))


def landing(turn: int = 3, stacks: Mapping[str, str] | None = None, **changes: object) -> State:
    """The Entente's Regroup Phase with the BEF on the turn track."""
    return position("entente.regroup", {**FAR, **(stacks or {})}, turn=turn, boxes=BEF, **changes)  # type: ignore[arg-type]


def arriving(turn: int = 7, stacks: Mapping[str, str] | None = None, **changes: object) -> State:
    """The Entente's Regroup Phase with the 6th Army on the turn track."""
    return position("entente.regroup", {**FAR, **(stacks or {})}, turn=turn, boxes=SIXTH, **changes)  # type: ignore[arg-type]


def places(state: State, unit: str) -> list[str]:
    """Where the offer lets a reinforcement come in."""
    if unit not in options(state, "entente", "reinforce")["of"]:
        return []
    return [*options(state, "entente", "reinforce", "hex", unit=unit)["of"]]


# --- who (§9.1) ---------------------------------------------------------------------------------------------------


def test_the_bef_and_the_sixth_army_are_the_only_reinforcements() -> None:
    """§9.1: four British units of turn 3 and the French 6th Army, with its HQ, of turn 7."""
    waiting = {c.id: c.setup for c in printed().counters.values() if c.setup.startswith("turn")}
    assert {u for u, turn in waiting.items() if turn == "turn 3"} == {
        c.id for c in printed().counters.values() if c.nation == "BR"
    }
    assert {u for u, turn in waiting.items() if turn == "turn 7"} == {
        c.id for c in printed().counters.values() if c.nation == "FR" and c.army == "6"
    }
    assert set(waiting.values()) == {"turn 3", "turn 7"}


def test_units_that_do_not_wait_on_the_turn_track_are_no_reinforcements(channel: None) -> None:
    """§9.1: an eliminated corps does not come in as a reinforcement."""
    state = landing(eliminated=["fr-1"])
    denied(state, "entente", "no-reinforcement", "9.1", "reinforce", unit="fr-1", hex="1005")


# --- the BEF (§9.2) -----------------------------------------------------------------------------------------------


def test_the_bef_lands_in_the_three_ports_as_its_owner_likes(channel: None) -> None:
    """§9.2: on turn 3, in any of the ports, not all in the same one."""
    state = landing()
    assert places(state, "br-i") == ["1003", "1005"]
    state = order(state, "entente", "reinforce", unit="br-i", hex="1003")
    state = order(state, "entente", "reinforce", unit="br-hq", hex="1005")
    assert (at(state, "br-i"), at(state, "br-hq")) == ("1003", "1005")
    denied(state, "entente", "wrong-place", "9.2", "reinforce", unit="br-ii", hex="1203")
    denied(state, "entente", "wrong-place", "9.2", "reinforce", unit="br-ii", hex="1004")


def test_the_bef_does_not_come_before_turn_3(channel: None) -> None:
    """§9.2: on turn 2 it is not yet there."""
    denied(landing(turn=2), "entente", "wrong-place", "9.2", "reinforce", unit="br-i", hex="1003")


def test_the_bef_may_wait(channel: None) -> None:
    """§9.2: it may come in a later turn by the same rule (a ruling), and marches at once when turn 3 is over."""
    state = order(landing(), "entente", "end_phase", loaded())
    assert at(state, "br-i") == "turn-3"
    state = order(landing(turn=5), "entente", "reinforce", unit="br-i", hex="1003")
    state = order(state, "entente", "end_phase", loaded())
    assert at(order(state, "entente", "move", units=["br-i"], path=["1004"], forced=False), "br-i") == "1004"


def test_the_bef_lands_only_in_friendly_ports(channel: None) -> None:
    """§9.2: a port that Germans hold or last held is closed."""
    assert places(landing(taken=frozenset({"1003"})), "br-i") == ["1005"]
    held = landing(stacks={"1005": "ge-hq-1"}, taken=frozenset({"1005"}))
    assert places(held, "br-i") == ["1003"]
    denied(held, "entente", "wrong-place", "9.2", "reinforce", unit="br-i", hex="1005")


def test_enemy_zones_do_not_keep_the_bef_out_of_a_port(channel: None) -> None:
    """§9.2: only the 6th Army has to keep out of them."""
    assert "1003" in places(landing(stacks={"1004": "ge-ii"}), "br-i")


def test_the_bef_lands_within_the_stacking_limits(channel: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """§9.2, §6.2: three corps and the HQ, the whole BEF, fit into a port; a fourth corps would not."""
    fourth = replace(counter("br-iii"), id="br-iv", name="IV Corps")
    monkeypatch.setattr(kit, "PLAN", kit.with_printed(counters={**printed().counters, fourth.id: fourth}))
    state = position("entente.regroup", FAR, turn=3, boxes={**BEF, fourth.id: "turn-3"})
    for unit in BEF:
        state = order(state, "entente", "reinforce", unit=unit, hex="1003")
    assert places(state, fourth.id) == ["1005"]
    denied(state, "entente", "wrong-place", "9.2", "reinforce", unit=fourth.id, hex="1003")


def test_the_bef_does_not_land_among_frenchmen(channel: None) -> None:
    """§9.2, §6.3: a port with French units has no room for it."""
    assert places(landing(stacks={"1003": "fr-1"}), "br-i") == ["1005"]


def test_the_bef_rests_on_turn_3(channel: None) -> None:
    """§9.2: on the turn it lands it neither moves nor attacks."""
    state = order(landing(stacks={"1004": "ge-ii"}), "entente", "reinforce", unit="br-i", hex="1003")
    state = order(state, "entente", "end_phase", loaded())
    denied(state, "entente", "bef-lands", "9.2", "move", units=["br-i"], path=["1103"], forced=False)
    combat = position("entente.combat", {"1003": "br-i", "1004": "ge-ii", "1104": "fr-1"}, turn=3)
    denied(combat, "entente", "bef-lands", "9.2", "attack", units=["br-i"], target="1004")


def test_the_bef_projects_a_zone_of_control_on_turn_3(channel: None) -> None:
    """§9.2: it has its zone of control as soon as it has landed, and defends."""
    state = order(landing(), "entente", "reinforce", unit="br-i", hex="1003")
    state = order(state, "entente", "end_phase")
    zone = GAME.consult(state, "german", {"kind": "overlay", "name": "zoc"})
    assert isinstance(zone, dict)
    assert "1002" in cast(dict[str, str], zone["hexes"])


def test_the_bef_moves_and_attacks_from_turn_4_on(channel: None) -> None:
    """§9.2: then it is like any other."""
    state = position("entente.movement", {"1003": "br-i"}, turn=4)
    assert at(order(state, "entente", "move", units=["br-i"], path=["1004"], forced=False), "br-i") == "1004"
    state = position("entente.combat", {"1003": "br-i", "1004": "ge-hq-1"}, turn=4)
    order(state, "entente", "attack", loaded(6), units=["br-i"], target="1004")


def test_the_bef_that_has_just_landed_gains_morale_for_standing_still(channel: None) -> None:
    """§9.2, §10.2: it did not move, so its corps gain a level (a ruling)."""
    state = order(landing(), "entente", "reinforce", unit="br-i", hex="1003")
    state = order(state, "entente", "end_phase", loaded())
    assert state.phase.key == "entente.movement"
    assert morale(order(state, "entente", "end_phase", loaded(6)), "br-i") == 1


# --- the 6th Army (§9.3) ------------------------------------------------------------------------------------------


def test_the_sixth_army_comes_in_on_the_west_edge(channel: None) -> None:
    """§9.3: on turn 7, in any hex of the edge that is friendly and in no enemy zone of control."""
    state = arriving()
    assert places(state, "fr-na") == ["1008", "1108", "1208"]
    denied(state, "entente", "wrong-place", "9.3", "reinforce", unit="fr-na", hex="1007")
    assert places(arriving(turn=6), "fr-na") == []
    denied(arriving(turn=6), "entente", "wrong-place", "9.3", "reinforce", unit="fr-na", hex="1008")


def test_the_sixth_army_keeps_out_of_enemy_zones_and_hexes(channel: None) -> None:
    """§9.3: friends in the hex do not open one in an enemy zone."""
    state = arriving(stacks={"1007": "ge-ii", "1108": "fr-1"}, taken=frozenset({"1007"}))
    assert places(state, "fr-na") == ["1208"], "1008 and 1108 touch the German corps"
    denied(state, "entente", "wrong-place", "9.3", "reinforce", unit="fr-na", hex="1108")
    assert places(arriving(taken=frozenset({"1108"})), "fr-na") == ["1008", "1208"]
    assert places(arriving(stacks={"1108": "ge-hq-1"}, taken=frozenset({"1108"})), "fr-na") == ["1008", "1208"]


def test_the_sixth_army_does_not_wait(channel: None) -> None:
    """§9.3: all of it comes on turn 7, where the BEF only may come: the phase does not end before it has."""
    state = arriving()
    ending = offer(state, "entente", "end_phase")
    assert ending is not None
    assert ending["note"] == "5 units of the 6th Army to place"
    for n, unit in enumerate(sorted(SIXTH)):
        refusal = denied(state, "entente", "sixth-army-first", "9.3", "end_phase")
        assert printed().counters[unit].name in refusal.text
        state = order(state, "entente", "reinforce", unit=unit, hex=("1008", "1108")[n % 2])
    assert order(state, "entente", "end_phase").phase.key == "entente.movement"


def test_the_sixth_army_may_overfill_its_hex_until_the_phase_ends(channel: None) -> None:
    """§9.3, §6.1: only the BEF has to find room (§9.2); one open hex takes all of the army, and is cleared then."""
    shut = {"1007": "ge-ii"}
    state = arriving(stacks={**shut, "1002": "fr-1 fr-hq-1"}, taken=frozenset(shut))
    for unit in ("fr-hq-6", "fr-grd5", "fr-grd6", "fr-ter", "fr-na"):
        assert places(state, unit) == ["1208"]
        notes = options(state, "entente", "reinforce", "hex", unit=unit).get("notes")
        assert bool(notes) is (unit in ("fr-ter", "fr-na")), "with the fort the third corps is one too many"
        state = order(state, "entente", "reinforce", unit=unit, hex="1208")
    state = order(state, "entente", "end_phase", loaded())
    assert GAME.legal(state, "entente")["prompt"] == "Too many units in 1208"


def test_units_of_the_sixth_army_without_an_open_hex_come_as_soon_as_there_is_one(channel: None) -> None:
    """§9.3: ruling: nobody is asked to place what has no place; a later phase brings it in, and does not end before."""
    shut = {"1007": "ge-ii", "1207": "ge-iii"}
    state = arriving(stacks={**shut, "1002": "fr-1 fr-hq-1"}, taken=frozenset(shut), reduced=["fr-1"])
    assert offer(state, "entente", "reinforce") is None
    state = order(state, "entente", "end_phase", loaded())
    assert (at(state, "fr-na"), state.phase.key) == ("turn-7", "entente.movement")
    denied(arriving(turn=8), "entente", "sixth-army-first", "9.3", "end_phase")
    few = arriving(stacks={**shut, "1002": "fr-1 fr-hq-1"}, taken=frozenset({"1007"}), reduced=["fr-1"])
    assert places(few, "fr-na") == []


def test_the_sixth_army_operates_normally_at_once(channel: None) -> None:
    """§9.3: it moves on the turn it arrives, by forced march too."""
    state = order(arriving(), "entente", "reinforce", unit="fr-na", hex="1108")
    state = order(state, "entente", "reinforce", unit="fr-hq-6", hex="1108")
    for unit in ("fr-grd5", "fr-grd6", "fr-ter"):
        state = order(state, "entente", "reinforce", unit=unit, hex="1008")
    state = order(state, "entente", "end_phase")
    assert state.phase.key == "entente.movement"
    path = ["1107", "1106", "1105", "1104", "1103"]
    state = order(state, "entente", "move", loaded(6), units=["fr-na"], path=path, forced=True)
    assert at(state, "fr-na") == "1103"


# --- the withdrawal to the east (§9.4) ----------------------------------------------------------------------------

GOING = {"1002": "ge-ii ge-iii ge-iv ge-hq-1", "1004": "ge-gd ge-iiir ge-ix"}


def withdrawal(**changes: object) -> State:
    """The German Regroup Phase of turn 7."""
    return position("german.regroup", GOING, turn=7, **changes)  # type: ignore[arg-type]


def test_two_corps_leave_for_good(channel: None) -> None:
    """§9.4: they are removed, and nothing else is asked for."""
    state = withdrawal(fatigued=["ge-iii"])
    denied(state, "german", "withdraw-first", "9.4", "end_phase")
    state = order(state, "german", "withdraw", units=["ge-ii", "ge-ix"])
    assert (at(state, "ge-ii"), at(state, "ge-ix")) == ("removed", "removed")
    assert "ge-ii" not in state.stacks["1002"]
    denied(state, "german", "nothing-due", "9.4", "withdraw", units=["ge-iii", "ge-iv"])
    denied(state, "german", "nothing-due", "9.4", "refuse_withdrawal")
    denied(state, "german", "not-eliminated", "9.5", "return", unit="ge-ii", hex="1002")
    assert order(state, "german", "end_phase", loaded()).phase.key == "german.movement"


def test_the_question_is_the_withdrawal_until_it_is_met(channel: None) -> None:
    """§9.4: the player is asked for two corps, told what refusing means, and then asked to regroup as usual."""
    due = GAME.legal(withdrawal(fatigued=["ge-iii"]), "german")
    assert due["prompt"] == "Send two corps to the east"
    assert "you lose" in str(due["detail"])
    met = order(withdrawal(fatigued=["ge-iii"]), "german", "withdraw", units=["ge-ii", "ge-ix"])
    assert GAME.legal(met, "german")["prompt"] == "Regroup your armies"


def test_exactly_two_corps_leave(channel: None) -> None:
    """§9.4: neither one nor three."""
    for units in (["ge-ii"], ["ge-ii", "ge-iii", "ge-iv"]):
        denied(withdrawal(), "german", "two-corps", "9.4", "withdraw", units=units)


@pytest.mark.parametrize(
    ("unit", "changes"),
    [
        ("ge-iii", {"reduced": ["ge-iii"]}),
        ("ge-iii", {"out": ["ge-iii"]}),
        ("ge-iii", {"fortress": ["ge-iii"]}),
        ("ge-gd", {}),
        ("ge-iiir", {}),
        ("ge-hq-1", {}),
    ],
)
def test_only_full_corps_of_four_in_supply_leave(channel: None, unit: str, changes: dict[str, object]) -> None:
    """§9.4: at full strength, in supply, with a factor of exactly four; the Guard has five, reserve corps three."""
    state = withdrawal(**changes)
    denied(state, "german", "unfit", "9.4", "withdraw", units=["ge-ii", unit])
    able = options(state, "german", "withdraw")["of"]
    assert able
    assert unit not in able


def test_command_zones_and_fatigue_do_not_matter_to_the_withdrawal(channel: None) -> None:
    """§9.4: any two such corps, wherever they stand and however tired."""
    stacks = {"1002": "ge-ii", "1003": "fr-1", "1102": "ge-iii"}
    state = position("german.regroup", stacks, turn=7, fatigued=["ge-ii"])
    state = order(state, "german", "withdraw", units=["ge-ii", "ge-iii"])
    assert at(state, "ge-ii") == "removed"


def test_refusing_the_withdrawal_forfeits_the_game(channel: None) -> None:
    """§9.4, §4.5: then the Entente has won at once."""
    state = order(withdrawal(), "german", "refuse_withdrawal", loaded())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.section) == ("entente", "4.5")
    assert GAME.deciders(state) == ()


def test_without_two_fit_corps_the_game_is_forfeit(channel: None) -> None:
    """§9.4: a German who cannot send two has only the forfeit left."""
    state = withdrawal(out=["ge-ii", "ge-iii", "ge-ix"])
    assert offer(state, "german", "withdraw") is None
    denied(state, "german", "withdraw-first", "9.4", "end_phase")
    state, _ = told(state, "german", "refuse_withdrawal", loaded())
    assert state.ended is not None
    assert state.ended[0] == "entente"


def test_a_corps_restored_in_the_same_phase_may_leave(channel: None) -> None:
    """§9.4: what counts is its strength when it goes."""
    stacks = {"1002": "ge-ii ge-iii ge-hq-1"}
    state = position("german.regroup", stacks, turn=7, reduced=["ge-iii"])
    state = order(state, "german", "restore", units=["ge-iii"])
    state = order(state, "german", "withdraw", units=["ge-ii", "ge-iii"])
    assert at(state, "ge-iii") == "removed"


@pytest.mark.parametrize("turn", [6, 8])
def test_no_unit_leaves_on_other_turns(channel: None, turn: int) -> None:
    """§9.4: turn 7 only."""
    state = position("german.regroup", GOING, turn=turn, fatigued=["ge-ii"])
    denied(state, "german", "nothing-due", "9.4", "withdraw", units=["ge-ii", "ge-iii"])
    denied(state, "german", "nothing-due", "9.4", "refuse_withdrawal")
    order(state, "german", "end_phase", loaded())
