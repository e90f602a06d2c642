"""§13.64, §13.7: an attack is resolved, and what its result costs both sides."""

from __future__ import annotations

from typing import NamedTuple

from rules.empires_alliances.attacks.plan_17 import deed_of
from rules.empires_alliances.attacks.strength import (
    WHOLE,
    attack_factors,
    attack_of,
    column_of,
    defence_factors,
    defence_of,
    in_factors,
)
from rules.empires_alliances.attacks.targets import enemy_fort_in, falls_by_itself
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.combat.modifiers import modifiers_of, net_of
from rules.empires_alliances.facts import combat as facts
from rules.empires_alliances.facts.combat import AttackOver, Fell, FightResolved, RuptureBegan, StageReached
from rules.empires_alliances.play import Play, names_of
from rules.empires_alliances.position.frames import HexAttack, Pairing
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.combat_table import COLUMNS
from rules.hexes.odds import Modifier
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

DIE = 10
OVER = Refusal("not-offered", "13.63", "Choose one of the attacks on this hex that are not resolved yet.")


class Prospect(NamedTuple):
    """§13.641, §13.642: an attack before its die. Strengths are in sixteenths of a factor."""

    attack: int
    defence: int
    column: str
    modifiers: tuple[Modifier, ...]
    net: int


def foresee(state: State, hex_: str, pairing: Pairing) -> Prospect:
    """§13.641, §13.642, §11.73: odds and modifiers of one of the attacks on a hex."""
    attack = attack_of(state, pairing.attackers, hex_) + pairing.navy * WHOLE
    defence = defence_of(state, pairing.targets)
    modifiers = modifiers_of(state, hex_, pairing.attackers, pairing.targets, pairing.air)
    return Prospect(attack, defence, column_of(attack, defence), modifiers, net_of(state, modifiers))


def owed_after(result: str, attack: int, defence: int) -> tuple[int, int]:
    """§13.7, §13.71: the printed factors that attacker and defender lose by a result, at most what they have.

    By ND the attacker loses by units, and the defender what that comes to (``losses``).
    """
    less = min(attack, defence)
    return {
        "AE": (attack, 0),
        "AX": (defence, 0),
        "EX": (less if attack > defence else attack, less if defence > attack else defence),
        "HX": ((defence + 1) // 2, defence),
        "DE": (0, defence),
    }.get(result, (0, 0))


def left_to_choose(frame: HexAttack) -> tuple[int, ...]:
    """§13.63: the attacks that are still to be resolved."""
    return tuple(n for n in range(len(frame.fights)) if n not in frame.over)


def asks_which(state: State, frame: HexAttack) -> tuple[Ask, ...]:
    """§13.63: the attacker, while several attacks are left."""
    return ask(state, state.player, frame) if len(left_to_choose(frame)) > 1 else ()


def resolve_last(play: Play, frame: HexAttack) -> bool:
    """§13.63: the only attack that is left is resolved."""
    left = left_to_choose(frame)
    if len(left) == 1:
        resolve(play, frame.hex, left[0])
    return len(left) == 1


def all_over(play: Play, frame: HexAttack) -> None:
    """§13.6, §16.42, §22.13: after the last attack aircraft land; an infiltration has its last stage first."""
    state = play.state
    if frame.infiltration:
        there = state.stacks.get(frame.hex, ())
        left = tuple(u for u in there if u in frame.defenders or u in frame.idle)
        play.emit(RuptureBegan(frame.hex, left if frame.breached else ()))
    elif frame.air:
        play.emit(StageReached(frame.hex, "landing"))
    else:
        play.emit(AttackOver(frame.hex))


def resolve(play: Play, hex_: str, number: int) -> None:
    """§13.64: odds, net modifier, die, result. §13.651: what only a fort or aircraft hold falls without a die."""
    state = play.state
    frame = facts.attack_of(state, hex_)
    if falls_by_itself(state, hex_):
        deed = deed_of(state, hex_, frame.attackers, BEST)
        play.emit(Fell(hex_, frame.defenders, enemy_fort_in(state, hex_, state.player) or "", deed))
        return
    pairing = frame.fights[number]
    prospect = foresee(state, hex_, pairing)
    draw, die = play.next_die(DIE)
    net = die + prospect.net
    result = state.printed.combat.result(prospect.column, net)
    owed = owed_after(result, attack_factors(state, pairing.attackers), defence_factors(state, pairing.targets))
    play.emit(
        FightResolved(
            hex_, number, prospect.attack, prospect.defence, prospect.column, prospect.modifiers, draw, die, net,
            result, owed, deed=deed_of(state, hex_, pairing.attackers, prospect.column),
        )
    )  # fmt: skip


def in_words(state: State, hex_: str, pairing: Pairing) -> str:
    """An attack as a choice reads: who, odds, modifier."""
    found = foresee(state, hex_, pairing)
    strengths = f"{in_factors(found.attack)} to {in_factors(found.defence)}"
    return f"{names_of(state, pairing.targets)}: {strengths}, {found.column}, {found.net:+}"


def _which(at: At[State], _: Choices) -> OneOf:
    """§13.63: the attacks that are left."""
    frame = at.frame
    labels = {str(n): in_words(at.state, frame.hex, frame.fights[n]) for n in left_to_choose(frame)}
    return OneOf(tuple(labels), labels=labels, why=lambda _: OVER)


def choose(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.63: the attacker resolves the attacks in any order."""
    resolve(play, at.frame.hex, int(chosen.name("attack")))


CHOOSE: Order[State] = Order(
    "resolve", "Resolve an attack", "13.63", choose, (Slot("attack", "choice", _which, "Choose the next attack"),)
)
BEST = COLUMNS[-1]
"""§13.641: odds beyond it count as it."""
