"""What the log's lines carry for the table besides their sentences (§4.1, §10.3)."""

from __future__ import annotations

from typing import Any

from rules.great_war.facts.combat import AttackDeclared, CombatResolved
from rules.great_war.facts.procedure import TurnBegan
from rules.great_war.game import GAME
from rules.great_war.position.state import UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.log_lines import toll
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import AROUND, TARGET, Once, field
from tests.games.great_war.kit import position, set_up


def test_4_1_a_new_turn_is_marked_for_the_report() -> None:
    state = position({})
    line: Any = GAME.narrate(state, TurnBegan(11), replace(state, turn=11), ALLIED)
    assert (line["means"], line["turn"]) == ("turn", 11)


def test_10_3_the_lines_of_an_attack_carry_what_its_card_shows() -> None:
    """Both sides are told who fights, since the declaration has laid it open, and what the die came to."""
    state = field({AROUND[3]: "ge-3 ge-4", TARGET: "ru-26 ru-27"})
    answer: Any = GAME.decide(state, CENTRAL, {"kind": "attack", "units": ["ge-3", "ge-4"], "target": TARGET}, Once(3))
    lines: dict[type, Any] = {
        type(event): GAME.narrate(before, event, after, ALLIED) for before, event, after in answer.facts(state)
    }
    declared = lines[AttackDeclared]
    assert [unit["id"] for unit in declared["attackers"]] == ["ge-3", "ge-4"]
    assert [unit["id"] for unit in declared["defenders"]] == ["ru-26", "ru-27"]
    real = next(event for event in answer if isinstance(event, CombatResolved))
    told = lines[CombatResolved]
    assert (told["attack"], told["defence"]) == (real.attack, real.defence)
    assert told["losses"] == {"attacker": real.attacker, "defender": None if real.everybody else real.defender}


def test_10_6_the_line_of_a_loss_says_how_many_steps_of_which_nation() -> None:
    """A whole unit of two steps counts twice, one that is reduced already once."""
    state = set_up()
    two = next(u for u in state.units if state.counter(u).steps == 2 and not state.units[u].back)
    one = next(u for u in state.units if state.counter(u).steps == 1 and state.counter(u).nation == "BE")
    nation = state.counter(two).nation
    assert toll(state, [two, one]) == {"toll": {nation: 2, "BE": 1}}
    worn = replace(state, units={**state.units, two: UnitState(state.units[two].at, back=True)})
    assert toll(worn, [two]) == {"toll": {nation: 1}}
