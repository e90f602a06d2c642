"""§11.8 to §11.16, §11.24: the strength of both sides in an attack, and the shifts of its column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.hexes.odds import Modifier
from rules.hexes.surrounding import is_concentric as from_all_round
from rules.schlieffens_war.morale import has_elan, is_fatigued
from rules.schlieffens_war.movement.allowance import halve
from rules.schlieffens_war.position.state import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, State, corps_among, factor
from rules.schlieffens_war.printed.board import Board
from rules.schlieffens_war.printed.phases import FINAL_EFFORT_TURNS
from rules.schlieffens_war.printed.sides import ENTENTE
from rules.schlieffens_war.stacking import (
    MAX_DEFENDING,
    MAX_HQ,
)

# --- strength (§11.8) ---------------------------------------------------------------------------------------------


def attack_factor(state: State, unit: str) -> int:
    """§8.7, §8.9: the combat factor in attack: halved, rounded up, without regular supply."""
    value = factor(state, unit)
    return halve(value) if state.units[unit].supply in (OUT_OF_SUPPLY, FORTRESS_SUPPLY) else value


def defence_factor(state: State, unit: str) -> int:
    """§8.7, §8.9: the combat factor in defence: halved, rounded up, out of supply; whole in a fortress."""
    value = factor(state, unit)
    return halve(value) if state.units[unit].supply == OUT_OF_SUPPLY else value


def defender_choices(state: State, target: str) -> tuple[list[str], list[str]]:
    """§11.2, §6.2: (corps equivalents of which two may defend, the HQ that helps them if its owner wants it to).

    Without a corps or fort there is nobody to help: an HQ alone defends itself.
    """
    units = state.stacks[target]
    weighty = [u for u in units if state.counter(u).weight]
    return weighty, [u for u in units if state.counter(u).kind == "hq" and (state.units[u].helps or not weighty)][
        :MAX_HQ
    ]


def needs_choice(state: State, target: str) -> bool:
    """§11.2: whether the defender has to name two of three."""
    return len(defender_choices(state, target)[0]) > MAX_DEFENDING


# --- shifts (§11.10 to §11.16, §11.24) ----------------------------------------------------------------------------


def terrain_shifts(state: State, origins: Sequence[str], target: str) -> list[Modifier]:
    """§11.10, §11.11, §11.12, §11.13, §11.14: what the ground gives the defender; all of it adds up.

    Clear ground and forest give nothing, a city takes the place of its ground, and a fort has its factor only.
    """
    b = state.printed.board
    found: list[Modifier] = []
    if target in b.cities:
        found.append(("In a city", "11.13", -1))
    elif b.terrain[target] == "rough":
        found.append(("In rough terrain", "11.11", -1))
    if target in b.fortresses:
        found.append(("In a heavy fortress", "11.14", -1))
    if all(b.is_river(origin, target) for origin in origins):
        found.append(("Every attacker crosses a river", "11.12", -1))
    return found


def morale_shifts(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> list[Modifier]:
    """§11.16: élan counts when all corps of a side have it, fatigue when any has."""
    found: list[Modifier] = []
    attacking, defending = corps_among(state, attackers), corps_among(state, defenders)
    if attacking and all(has_elan(state, u) for u in attacking):
        found.append(("Every attacker has élan", "11.16", +1))
    if any(is_fatigued(state, u) for u in attacking):
        found.append(("An attacker is fatigued", "11.16", -1))
    if defending and all(has_elan(state, u) for u in defending):
        found.append(("Every defender has élan", "11.16", -1))
    if any(is_fatigued(state, u) for u in defending):
        found.append(("A defender is fatigued", "11.16", +1))
    return found


def effort_shifts(state: State, seat: str) -> list[Modifier]:
    """§11.24: the Entente's last effort on turns 9 and 10."""
    if seat == ENTENTE and state.turn in FINAL_EFFORT_TURNS:
        return [("Allied final effort", "11.24", +1)]
    return []


def is_concentric(board: Board, origins: Sequence[str], target: str) -> bool:
    """§11.15: attacked through opposite hexsides, through three alternate ones, or through four or more."""
    if target in board.cities or target in board.fortresses:
        return False
    return from_all_round({board.lattice.side(target, origin) for origin in origins})


def concentric_columns(die: int) -> int:
    """§11.15: half the die, rounded down."""
    return die // 2


def attack_is_supplied(state: State, attackers: Iterable[str]) -> bool:
    """§11.23: siege markers support supplied attacks: every attacker in regular supply."""
    return all(state.units[u].supply == IN_SUPPLY for u in attackers)
