"""§13.7: what each result of an attack would cost both sides, as a program counts it before the die."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from rules.empires_alliances.players.sight import Unit
from rules.empires_alliances.printed.counters import STOSSTRUPPEN, Figures

DEMORALISED, DRIVEN = 0.25, 0.3
"""§13.85: what part of those counts as lost who cannot fight for a month, attackers and defenders."""
HOLDS = 0.25
"""How much a defence factor of a unit counts, beside the points that the unit costs."""


class Toll(NamedTuple):
    """§13.7: attack factors of the attacker and defence factors of the defender that are lost, and whether the hex is
    cleared for those who attack."""

    mine: float
    theirs: float
    cleared: bool = False


def toll_of(result: str, attackers: Collection[Unit], defenders: Collection[Unit], *, whole: bool = False) -> Toll:
    """§13.7, §13.71: by printed factors, whatever condition they are in. ``whole``: as many as whole units have who
    are lost for them."""
    toll = _toll_of(result, attackers, defenders)
    if not whole or result in ("AD", "DD"):
        return toll
    mine, theirs = ([int(u[figure]) for u in of] for figure, of in (("attack", attackers), ("defence", defenders)))
    return Toll(least_lost(mine, toll.mine), least_lost(theirs, toll.theirs), toll.cleared)


def least_lost(factors: Iterable[int], owed: float) -> float:
    """§13.71: the fewest factors that some of these units have together, if they are to have as many as are owed."""
    sums = {0}
    for factor in factors:
        sums |= {total + factor for total in sums}
    return float(min((total for total in sums if total >= owed), default=max(sums)))


def _toll_of(result: str, attackers: Collection[Unit], defenders: Collection[Unit]) -> Toll:
    attack, defence = _attack(attackers), sum(float(u["defence"]) for u in defenders)
    match result:
        case "AE":
            return Toll(attack, 0.0)
        case "AX":
            return Toll(min(attack, defence), 0.0)
        case "AD":
            return Toll(DEMORALISED * min(attack, defence), 0.0)
        case "ND":
            first = _first_lost(attackers)
            return Toll(first, min(defence, first))
        case "DD":
            return Toll(0.0, DRIVEN * defence, cleared=True)
        case "EX":
            return Toll(min(attack, defence), min(defence, attack), cleared=attack > defence)
        case "HX":
            return Toll(min(attack, defence / 2), defence, cleared=True)
        case "DE":
            return Toll(0.0, defence, cleared=True)
        case _:
            raise KeyError(result)


def value_of(unit: Unit) -> float:
    """§17.24: what the loss of a unit costs."""
    return _value(float(unit["attack"]), float(unit["defence"]))


def cost_of(figures: Figures) -> float:
    """§17.24: the same of what is printed on a counter."""
    return _value(figures.attack, figures.defence)


def _value(attack: float, defence: float) -> float:
    """The points that rebuild a unit, and a little what it holds with."""
    return attack + HOLDS * defence


def _attack(units: Collection[Unit]) -> float:
    return sum(float(u["attack"]) for u in units)


def _first_lost(attackers: Collection[Unit]) -> float:
    """§13.7, §16.1: by ND the strongest attacker is lost, or a Stosstruppe if there is one."""
    shock = [u for u in attackers if u["kind"] == STOSSTRUPPEN]
    return max((float(u["attack"]) for u in shock or attackers), default=0.0)
