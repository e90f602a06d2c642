"""§10.6: forced marches: two MP more, for a level of morale and the attrition die."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.messages import Refusal
from rules.schlieffens_war.facts.movement import ForcedMarchRolled
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Dice,
    at,
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

PLAIN = """
10  F. F. F. F. F. F. F. F. F.
11  F. F. F. F. F. F. F. F. F.
12  F. F. F. F. F. F. F. F. F.
"""
STACK = {"1002": "ge-hq-1 ge-ii"}
FIVE = ["1003", "1004", "1005", "1006", "1007"]
SIX = [*FIVE, "1008"]


@pytest.fixture(autouse=True)
def plain(lay: Lay) -> None:
    """Open country on the table."""
    lay(field(PLAIN))


def force(state: State, units: list[str], path: list[str], dice: Dice, seat: str = "german") -> State:
    """Move units by forced march."""
    return order(state, seat, "move", dice, units=units, path=path, forced=True)


def forbidden(state: State, code: str, section: str, units: list[str], path: list[str], seat: str = "german") -> None:
    """The forced march is refused, and the planner does not offer it."""
    denied(state, seat, code, section, "move", units=units, path=path, forced=True)
    plan = GAME.consult(state, seat, {"kind": "move", "units": units})
    assert isinstance(plan, dict)
    assert plan["forced"] is None
    bands = {cast(dict[str, Any], found)["band"] for found in cast(dict[str, Any], plan["hexes"]).values()}
    assert "forced" not in bands


def test_a_forced_march_has_two_mp_more() -> None:
    """§10.6: six for a corps of four, seven for an HQ, no more; without the word they are not available."""
    state = position("german.movement", STACK)
    assert at(force(state, ["ge-ii"], SIX, loaded(6)), "ge-ii") == "1008"
    assert at(force(state, ["ge-hq-1"], [*SIX, "1009"], loaded(6)), "ge-hq-1") == "1009"
    denied(state, "german", "too-far", "10.7", "move", units=["ge-ii"], path=[*SIX, "1009"], forced=True)
    denied(state, "german", "too-far", "10.7", "move", units=["ge-ii"], path=FIVE, forced=False)


def test_the_planner_marks_hexes_that_need_a_forced_march() -> None:
    """§10.6: up to four MP not, five and six yes."""
    plan = GAME.consult(position("german.movement", STACK), "german", {"kind": "move", "units": ["ge-ii"]})
    hexes = cast(dict[str, dict[str, Any]], cast(dict[str, Any], plan)["hexes"])
    assert [hexes[h]["band"] for h in ("1006", "1007", "1008")] == ["tiring", "forced", "forced"]
    assert "1009" not in hexes


def test_a_forced_march_that_is_not_needed_is_refused() -> None:
    """§10.6: within the allowance nobody has to risk the die."""
    state = position("german.movement", STACK)
    denied(state, "german", "needless", "10.6", "move", units=["ge-ii"], path=FIVE[:4], forced=True)


@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_a_forced_march_may_wear_the_unit(die: int, left: int) -> None:
    """§10.6: on the Attrition Table a 1 or a 2 costs a step, at once."""
    state, events = told(
        position("german.movement", STACK), "german", "move", loaded(die), units=["ge-ii"], path=FIVE, forced=True
    )
    assert steps(state, "ge-ii") == left
    assert [(r.unit, r.die) for r in happened(events, ForcedMarchRolled) if isinstance(r, ForcedMarchRolled)] == [
        ("ge-ii", die)
    ]


def test_every_unit_of_a_forced_march_rolls() -> None:
    """§10.6: a die for each corps and HQ that marched; a lost HQ may return."""
    dice = loaded(1, 2)
    state = force(position("german.movement", STACK), ["ge-hq-1", "ge-ii"], SIX, dice)
    assert not dice.left
    assert (at(state, "ge-hq-1"), at(state, "ge-ii"), steps(state, "ge-ii")) == ("eliminated", "1008", 1)


def test_an_hq_of_a_stack_that_goes_no_further_than_its_own_ma_does_not_force() -> None:
    """§10.6: of a stack that goes five hexes only those march hard whose MA is less than that."""
    dice = loaded(1)
    state = force(position("german.movement", STACK), ["ge-hq-1", "ge-ii"], FIVE, dice)
    assert not dice.left
    assert (at(state, "ge-hq-1"), steps(state, "ge-ii")) == ("1007", 1)
    assert (state.units["ge-hq-1"].marched, state.units["ge-ii"].marched) == (False, True)


def test_a_reduced_corps_may_be_lost_on_the_march_and_return() -> None:
    """§10.6, §2.8: it was in supply, so it goes to the display; the hexes it crossed stay taken."""
    state = force(position("german.movement", STACK, reduced=["ge-ii"]), ["ge-ii"], FIVE, loaded(1))
    assert at(state, "ge-ii") == "eliminated"
    assert "1007" in state.taken
    assert "1007" not in state.stacks


@pytest.mark.parametrize(("before", "after"), [(1, 0), (0, -1)])
def test_a_forced_march_costs_one_level_of_morale(before: int, after: int) -> None:
    """§10.6, §5.3: one level, though it was more than half the MA as well; at the end of the phase."""
    state = position("german.movement", STACK, elan=["ge-ii"] if before else [])
    state = force(state, ["ge-ii"], FIVE, loaded(6))
    assert morale(order(state, "german", "end_phase", loaded(*[6] * 2)), "ge-ii") == after


def test_on_turn_1_the_germans_force_march_unharmed() -> None:
    """§10.6: neither fatigue nor attrition for them on the first turn; for the French both."""

    def reach(turn: int) -> dict[str, Any]:
        answer = GAME.consult(
            position("german.movement", STACK, turn=turn), "german", {"kind": "move", "units": ["ge-ii"]}
        )
        assert not isinstance(answer, Refusal)
        return answer

    told = {turn: [r["notes"] for r in reach(turn)["hexes"].values() if r["band"] == "forced"] for turn in (1, 2)}
    asked = {turn: GAME.legal(position("german.movement", STACK, turn=turn), "german")["detail"] for turn in (1, 2)}
    assert "without attrition or loss of morale" in str(asked[1])
    assert "costs a corps a level of morale" in str(asked[2])
    assert reach(1)["spared"] is True
    assert [*map(len, told[1])] == [0] * len(told[1]), "there is nothing to warn of"
    assert reach(2)["spared"] is False
    assert all("loses a step on 1 or 2; corps lose a level of morale" in notes[0]["text"] for notes in told[2])
    assert told[2]
    state = force(position("german.movement", STACK, turn=1, elan=["ge-ii"]), ["ge-ii"], SIX, loaded())
    state = order(state, "german", "end_phase", loaded(6, 6))
    assert (morale(state, "ge-ii"), steps(state, "ge-ii")) == (1, 2)
    french = position("entente.movement", {"1002": "fr-hq-1 fr-1"}, turn=1)
    french = force(french, ["fr-1"], FIVE, loaded(1), seat="entente")
    assert steps(french, "fr-1") == 1
    assert morale(order(french, "entente", "end_phase", loaded(6, 6)), "fr-1") == -1


def test_depots_make_no_forced_march(lay: Lay) -> None:
    """§10.6: only corps and HQs do."""
    lay(field(PLAIN, rails=[("1002", *SIX)]))
    state = position("german.movement", {"1002": "ge-depot-1 ge-hq-1"})
    forbidden(state, "no-forced-march", "10.6", ["ge-depot-1"], FIVE)


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"out": ["ge-ii"]}, "out-of-supply", FIVE[:4]),
        ({"fortress": ["ge-ii"]}, "out-of-supply", FIVE[:4]),
        ({"fatigued": ["ge-ii"]}, "fatigued", FIVE[:4]),
    ],
)
def test_no_forced_march_without_regular_supply_or_when_tired(
    changes: dict[str, list[str]], code: str, path: list[str]
) -> None:
    """§10.6: out of supply, fed by a fortress, or fatigued: no."""
    forbidden(position("german.movement", STACK, **changes), code, "10.6", ["ge-ii"], path)  # type: ignore[arg-type]


def test_no_forced_march_out_of_command() -> None:
    """§10.6: who sets out must be within the radius of an HQ of its nation; where it goes does not matter."""
    forbidden(position("german.movement", {"1002": "ge-ii"}), "out-of-command", "6.7", ["ge-ii"], FIVE)
    far = position("german.movement", {"1106": "ge-hq-1", "1002": "ge-ii"})
    forbidden(far, "out-of-command", "6.7", ["ge-ii"], FIVE)
    near = position("german.movement", {"1001": "ge-hq-1", "1002": "ge-ii"})
    assert at(force(near, ["ge-ii"], SIX, loaded(6)), "ge-ii") == "1008"


def test_no_forced_march_out_of_an_enemy_zone() -> None:
    """§10.6: friends in the hex do not negate it, though they would for supply and command."""
    stacks = {"1002": "ge-hq-1 ge-ii ge-iii", "1001": "fr-1"}
    forbidden(position("german.movement", stacks), "in-ezoc", "10.6", ["ge-ii"], FIVE)


def test_a_forced_march_may_end_in_an_enemy_zone() -> None:
    """§10.6: only its beginning must be out of one."""
    state = position("german.movement", {**STACK, "1008": "fr-1"})
    assert at(force(state, ["ge-ii"], FIVE, loaded(6)), "ge-ii") == "1007"


def test_a_forced_march_may_follow_other_moves_of_the_phase() -> None:
    """§10.6: the two MP are for the turn, not for one move: a corps that has gone its MA may still march on by them.

    It must be in command where it stands when it is told to.
    """
    state = position("german.movement", {"1005": "ge-hq-1", "1002": "ge-ii"})
    state = order(state, "german", "move", units=["ge-ii"], path=["1003"], forced=False)
    state = order(state, "german", "move", units=["ge-ii"], path=["1004", "1005", "1006"], forced=False)
    assert offer(state, "german", "move")["units"] == ["ge-hq-1", "ge-ii"]  # type: ignore[index]
    denied(state, "german", "too-far", "10.7", "move", units=["ge-ii"], path=["1007"], forced=False)
    state = force(state, ["ge-ii"], ["1007"], loaded(2))
    assert (at(state, "ge-ii"), steps(state, "ge-ii"), state.units["ge-ii"].spent) == ("1007", 1, 5)
    astray = position("german.movement", {"1001": "ge-hq-1", "1002": "ge-ii"})
    astray = order(astray, "german", "move", units=["ge-ii"], path=["1003", "1004", "1005", "1006"], forced=False)
    denied(astray, "german", "out-of-command", "6.7", "move", units=["ge-ii"], path=["1007"], forced=True)


def test_a_forced_march_may_be_made_in_several_moves() -> None:
    """§10.6, §10.1: what is left of the two MP may be spent later in the phase, and there is one die for both."""
    state = force(position("german.movement", STACK), ["ge-ii"], FIVE, loaded(6))
    denied(state, "german", "has-marched", "10.6", "move", units=["ge-ii"], path=["1008"], forced=True)
    state = order(state, "german", "move", loaded(), units=["ge-ii"], path=["1008"], forced=False)
    assert (at(state, "ge-ii"), state.units["ge-ii"].spent) == ("1008", 6)
    denied(state, "german", "too-far", "10.7", "move", units=["ge-ii"], path=["1009"], forced=False)
    assert offer(state, "german", "move")["units"] == ["ge-hq-1"]  # type: ignore[index]


def test_where_the_movement_began_decides_on_the_forced_march() -> None:
    """§10.6: a corps that set out from an enemy zone makes none later in the phase, wherever it stands by then."""
    state = position("german.movement", {"1002": "ge-ii", "1103": "ge-hq-1", "1001": "fr-1"})
    state = order(state, "german", "move", units=["ge-ii"], path=["1003"], forced=False)
    forbidden(state, "in-ezoc", "10.6", ["ge-ii"], ["1004", "1005", "1006", "1007"])
    ended = position("german.movement", {"1002": "ge-ii ge-hq-1", "1005": "fr-1"})
    ended = order(ended, "german", "move", units=["ge-ii"], path=["1003", "1004"], forced=False)
    denied(ended, "german", "stopped", "7.1", "move", units=["ge-ii"], path=["1003"], forced=True)


def test_a_stack_marches_on_with_one_that_has_marched_before() -> None:
    """§10.6: only those roll that have not marched yet; the stack goes as far as the one with least MP left."""
    state = position("german.movement", {"1002": "ge-ii ge-hq-2", "1006": "ge-hq-1 ge-iii"})
    state = force(state, ["ge-ii"], [*FIVE[:4], "1106"], loaded(6))
    state = order(state, "german", "move", units=["ge-iii"], path=["1007", "1107", "1106"], forced=False)
    state = order(state, "german", "move", units=["ge-iii"], path=["1105"], forced=False)
    state = order(state, "german", "move", units=["ge-ii"], path=["1105"], forced=False)
    assert state.stacks["1105"] == ("ge-ii", "ge-iii")
    denied(state, "german", "too-far", "10.7", "move", units=["ge-ii", "ge-iii"], path=["1106"], forced=True)
    state = force(state, ["ge-iii"], ["1106"], loaded(1))
    assert (at(state, "ge-iii"), steps(state, "ge-iii"), steps(state, "ge-ii")) == ("1106", 1, 2)


def test_one_unit_that_may_not_keeps_the_stack_from_it() -> None:
    """§10.6: a tired corps cannot be taken along on a forced march of the others."""
    stacks = {"1002": "ge-hq-1 ge-ii ge-iii"}
    state = position("german.movement", stacks, fatigued=["ge-iii"])
    forbidden(state, "fatigued", "10.6", ["ge-ii", "ge-iii"], FIVE)
    assert at(force(state, ["ge-ii"], FIVE, loaded(6)), "ge-ii") == "1007"
