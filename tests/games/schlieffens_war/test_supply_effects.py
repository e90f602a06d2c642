"""§8.7 to §8.9: what the want of supply costs, attrition, and fortresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import pytest

from rules.kernel.messages import JsonObject
from rules.schlieffens_war.facts.battle import OddsFound
from rules.schlieffens_war.facts.supply import AttritionRolled
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import at, denied, field, happened, loaded, order, position, steps, told

PLAIN = """
10  F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F.
"""
CUT_OFF = {"1003": "ge-ii"}
"""No rails and no German city anywhere: every German is out of supply."""


def allowance(state: State, seat: str, *units: str) -> int:
    """The MP that the planner shows for units."""
    answer = GAME.consult(state, seat, {"kind": "move", "units": list(units)})
    return cast(int, cast(JsonObject, answer)["allowance"])


def battle(
    seat: str, stacks: Mapping[str, str], units: Sequence[str], target: str, out: Iterable[str] = (), **changes: object
) -> OddsFound:
    """The totals of an attack."""
    state = position(f"{seat}.combat", stacks, out=out, **changes)  # type: ignore[arg-type]
    _, events = told(state, seat, "attack", loaded(*[6] * 9), units=list(units), target=target)
    return cast(OddsFound, happened(events, OddsFound)[0])


# --- effects (§8.7) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "ma", "halved"), [("ge-ii", 4, 2), ("ge-hq-1", 5, 3), ("ge-c1", 6, 3)])
def test_out_of_supply_the_allowance_is_halved_rounding_up(lay: Lay, unit: str, ma: int, halved: int) -> None:
    """§8.7: a unit out of supply has half its printed MA."""
    lay(field(PLAIN))
    assert allowance(position("german.movement", {"1003": unit}), "german", unit) == ma
    assert allowance(position("german.movement", {"1003": unit}, out=[unit]), "german", unit) == halved


def test_out_of_supply_no_unit_moves_further_than_half(lay: Lay) -> None:
    """§8.7: the halved MA is what the move is measured by."""
    lay(field(PLAIN))
    state = position("german.movement", CUT_OFF, out=["ge-ii"])
    denied(state, "german", "too-far", "10.7", "move", units=["ge-ii"], path=["1004", "1005", "1006"], forced=False)
    assert at(order(state, "german", "move", units=["ge-ii"], path=["1004", "1005"], forced=False), "ge-ii") == "1005"


def test_half_of_the_halved_allowance_tires(lay: Lay) -> None:
    """§8.7, §10.2: of an MA of 2 two MP are more than half, one is not."""
    lay(field(PLAIN))
    for path, level in ((["1004"], 0), (["1004", "1005"], -1)):
        state = position("german.movement", CUT_OFF, out=["ge-ii"])
        state = order(state, "german", "move", units=["ge-ii"], path=path, forced=False)
        state = order(state, "german", "end_phase", loaded(6))
        assert state.units["ge-ii"].morale == level


def test_out_of_supply_nobody_makes_a_forced_march(lay: Lay) -> None:
    """§8.7: no forced march, not even within reach of an HQ."""
    lay(field(PLAIN))
    state = position("german.movement", {"1003": "ge-ii ge-hq-1"}, out=["ge-ii"])
    denied(
        state, "german", "out-of-supply", "10.6", "move", units=["ge-ii"], path=["1004", "1005", "1006"], forced=True
    )


def test_out_of_supply_the_attack_is_halved_unit_by_unit(lay: Lay) -> None:
    """§8.7: each unit's factor is halved, rounding up; units in supply attack in full."""
    lay(field(PLAIN))
    stacks = {"1003": "ge-iiir ge-ivr ge-hq-1", "1004": "fr-1"}
    everyone = ["ge-iiir", "ge-ivr", "ge-hq-1"]
    assert battle("german", stacks, everyone, "1004").attack == 9
    assert battle("german", stacks, everyone, "1004", out=["ge-iiir"]).attack == 8
    assert battle("german", stacks, everyone, "1004", out=everyone).attack == 6
    assert battle("german", stacks, ["ge-iiir"], "1004", out=["ge-iiir"], reduced=["ge-iiir"]).attack == 1


def test_out_of_supply_the_defence_is_halved(lay: Lay) -> None:
    """§8.7: the same in defence."""
    lay(field(PLAIN))
    stacks = {"1003": "ge-ii", "1004": "fr-8 fr-12"}
    assert battle("german", stacks, ["ge-ii"], "1004").defence == 6
    assert battle("german", stacks, ["ge-ii"], "1004", out=["fr-8", "fr-12"]).defence == 4


def test_out_of_supply_nobody_regroups(lay: Lay) -> None:
    """§8.7: neither fatigue nor lost steps are made good."""
    lay(field(PLAIN))
    stacks = {"1003": "ge-ii ge-iii ge-hq-1"}
    state = position("german.regroup", stacks, fatigued=["ge-ii"], reduced=["ge-iii"], out=["ge-ii", "ge-iii"])
    for kind, unit in (("remove_fatigue", "ge-ii"), ("restore", "ge-iii")):
        denied(state, "german", "out-of-supply", "9.5", kind, units=[unit])


# --- attrition (§8.8) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_a_corps_out_of_supply_loses_a_step_on_a_1_or_2(lay: Lay, die: int, left: int) -> None:
    """§8.8: one die for each corps that is found out of supply, in the same phase."""
    lay(field(PLAIN))
    state = order(position("german.combat", CUT_OFF), "german", "end_phase", loaded(die))
    assert steps(state, "ge-ii") == left
    assert state.units["ge-ii"].supply == "out"


def test_each_corps_and_hq_rolls_for_itself(lay: Lay) -> None:
    """§8.8: one die a unit, forts and those in supply excepted; each die is written down with its unit."""
    lay(field(PLAIN.replace("10  F.", "10  Gc", 1), rails=[("1001", "1101")]))
    state = position("german.combat", {"1001": "ge-ix", "1106": "ge-ii ge-iii ge-hq-1 ge-fort-metz"})
    dice = loaded(2, 6, 1)
    state, events = told(state, "german", "end_phase", dice)
    rolls = {r.unit: r.die for r in happened(events, AttritionRolled) if isinstance(r, AttritionRolled)}
    assert set(rolls) == {"ge-ii", "ge-iii", "ge-hq-1"}
    assert not dice.left
    for unit, die in rolls.items():
        assert steps(state, unit) == (1 if unit == "ge-hq-1" else 2) - (1 if die <= 2 else 0)


def test_an_hq_is_eliminated_by_attrition_and_may_return(lay: Lay) -> None:
    """§8.8: a lost HQ lies in the display of eliminated units, though it was out of supply."""
    lay(field(PLAIN))
    state = order(position("german.combat", {"1003": "ge-hq-1"}), "german", "end_phase", loaded(1))
    assert at(state, "ge-hq-1") == "eliminated"
    assert "1003" not in state.stacks


def test_a_corps_lost_out_of_supply_is_out_of_play(lay: Lay) -> None:
    """§8.8: by attrition it is removed for good, not put into the display."""
    lay(field(PLAIN))
    state = order(position("german.combat", CUT_OFF, reduced=["ge-ii"]), "german", "end_phase", loaded(2))
    assert at(state, "ge-ii") == "removed"


@pytest.mark.parametrize(("out", "box"), [(["ge-lw"], "removed"), ([], "eliminated")])
def test_a_corps_lost_in_battle_is_out_of_play_only_without_supply(lay: Lay, out: list[str], box: str) -> None:
    """§8.8, §11.20: in battle too, what counts is the state of supply it was in."""
    lay(field(PLAIN))
    stacks = {"1003": "ge-lw", "1004": "fr-7 fr-21 fr-20"}
    state = position("entente.combat", stacks, reduced=["ge-lw"], out=out)
    state = order(state, "entente", "attack", loaded(), units=["fr-7", "fr-21", "fr-20"], target="1003")
    assert at(state, "ge-lw") == box


def test_an_hq_lost_in_battle_out_of_supply_may_return(lay: Lay) -> None:
    """§8.8: an HQ goes to the display in any case."""
    lay(field(PLAIN))
    stacks = {"1003": "ge-lw ge-hq-1", "1004": "fr-7 fr-21 fr-20", "1103": "fr-6 fr-1 fr-2", "1104": "fr-hq-1"}
    attackers = ["fr-7", "fr-21", "fr-20", "fr-6", "fr-1", "fr-2"]
    state = position("entente.combat", stacks, reduced=["ge-lw"], out=["ge-lw", "ge-hq-1"])
    state = order(state, "entente", "attack", loaded(), units=attackers, target="1003")
    state = order(state, "german", "lose", loaded(), units=["ge-lw", "ge-hq-1"])
    assert (at(state, "ge-hq-1"), at(state, "ge-lw")) == ("eliminated", "removed")


def test_a_depot_out_of_supply_is_turned_over_and_does_not_roll(lay: Lay) -> None:
    """§8.8: a depot is flipped to its reverse, and back when the line is found open; no die in either case."""
    rails = [("1001", "1002", "1003")]
    lay(field(PLAIN.replace("10  F. F.", "10  G. G.", 1), rails=rails))
    state = position("german.combat", {"1003": "ge-depot-1", "1002": "fr-hq-1"})
    state = order(state, "german", "end_phase", loaded())
    assert (at(state, "ge-depot-1"), state.units["ge-depot-1"].supply) == ("1003", "out")

    state = position("german.combat", {"1003": "ge-depot-1"}, out=["ge-depot-1"])
    state = order(state, "german", "end_phase", loaded())
    assert state.units["ge-depot-1"].supply == "in"


def test_a_depot_lost_in_battle_out_of_supply_may_return(lay: Lay) -> None:
    """§8.8: it goes to the display of eliminated units."""
    lay(field(PLAIN))
    state = position("entente.combat", {"1003": "ge-depot-1", "1004": "fr-7"}, out=["ge-depot-1"])
    state = order(state, "entente", "attack", loaded(), units=["fr-7"], target="1003")
    assert at(state, "ge-depot-1") == "eliminated"


def test_units_found_in_supply_do_not_roll(lay: Lay) -> None:
    """§8.8: a unit that had been out of supply and is found in supply loses its marker without a die."""
    lay(field(PLAIN.replace("10  F.", "10  Gc", 1), rails=[("1001", "1101")]))
    state = order(position("german.combat", CUT_OFF, out=["ge-ii"]), "german", "end_phase", loaded())
    assert state.units["ge-ii"].supply == "in"


def test_attrition_is_rolled_in_your_own_administrative_phase_only(lay: Lay) -> None:
    """§8.8: the enemy's phase costs nothing."""
    lay(field(PLAIN))
    state = order(position("entente.combat", CUT_OFF, out=["ge-ii"]), "entente", "end_phase", loaded())
    assert steps(state, "ge-ii") == 2


# --- fortress supply (§8.9) ---------------------------------------------------------------------------------------

FORTIFIED = PLAIN.replace("10  F. F. F.", "10  F. F. Fh", 1)


def test_in_a_fortress_nobody_rolls_for_attrition(lay: Lay) -> None:
    """§8.9: who stands in a heavy fortress is fed by it, captured or not, corps and HQ alike."""
    lay(field(FORTIFIED))
    state = position("german.combat", {"1003": "ge-ii ge-hq-1"}, taken=frozenset({"1003"}))
    state = order(state, "german", "end_phase", loaded())
    assert {state.units[u].supply for u in ("ge-ii", "ge-hq-1")} == {"fortress"}


def test_a_fortress_halves_movement_and_attack_but_not_defence(lay: Lay) -> None:
    """§8.9: half the MA, half the attack, the whole defence."""
    lay(field(FORTIFIED))
    stacks = {"1003": "ge-ii", "1004": "fr-7"}
    fed = {"fortress": ["ge-ii", "fr-7"]}
    assert allowance(position("german.movement", {"1003": "ge-ii"}, fortress=["ge-ii"]), "german", "ge-ii") == 2
    found = battle("german", stacks, ["ge-ii"], "1004", **fed)
    assert (found.attack, found.defence) == (2, 4)


def test_fortress_supply_allows_no_forced_march(lay: Lay) -> None:
    """§8.9, §10.6: it is no regular supply."""
    lay(field(FORTIFIED))
    state = position("german.movement", {"1003": "ge-ii ge-hq-1"}, fortress=["ge-ii"])
    denied(
        state, "german", "out-of-supply", "10.6", "move", units=["ge-ii"], path=["1004", "1005", "1006"], forced=True
    )


def test_regular_supply_goes_before_that_of_a_fortress(lay: Lay) -> None:
    """§8.9: in a fortress with an open line a unit is in supply and pays nothing."""
    lay(field(FORTIFIED, rails=[("1003", "1004", "1005", "1006", "1007", "1008")]))
    state = position("entente.combat", {"1003": "fr-1 fr-hq-1"}, fortress=["fr-1", "fr-hq-1"])
    state = order(state, "entente", "end_phase", loaded())
    assert {state.units[u].supply for u in ("fr-1", "fr-hq-1")} == {"in"}


def test_a_fortress_that_the_french_took_in_germany_feeds_no_frenchman(lay: Lay) -> None:
    """§8.9, §8.3: fortresses of Germany feed Germans (a ruling)."""
    lay(field(FORTIFIED.replace("F. F. Fh", "F. F. Gh", 1)))
    state = position("entente.combat", {"1003": "fr-1"}, taken=frozenset({"1003"}))
    assert order(state, "entente", "end_phase", loaded(6)).units["fr-1"].supply == "out"
    state = position("german.combat", {"1003": "ge-ii"})
    assert order(state, "german", "end_phase", loaded()).units["ge-ii"].supply == "fortress"
