"""§6.8 The fight inside Van: all Central units there attack the unit that rises among them, until one side is gone.

It is an attack like any other, but for where it happens: no hex holds both sides, so the unit stands in no stack until
it is over.
"""

from __future__ import annotations

from rules.great_war.facts.armenians import ArmeniansRaised, MassacreBegan
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.enver_order import note_attack
from rules.great_war.units.untried import show_strengths


def fighters_in(state: State, hex_: str) -> tuple[str, ...]:
    """§6.8: the combat units of the Central Powers in a hex."""
    if state.holder(hex_) != CENTRAL:
        return ()
    return tuple(u for u in state.stacks[hex_] if state.counter(u).is_combat)


def rise(play: Play, unit: str, hex_: str) -> None:
    """§6.8, §6.9, §7.13: an Armenian unit comes into play, and takes its hex."""
    play.enter([hex_], ALLIED)
    play.emit(ArmeniansRaised(unit, hex_))


def attack_rising(play: Play, unit: str, hex_: str) -> None:
    """§6.8, §15.82: the attack begins, and an untried unit shows its strength. §6.30: it is an attack in the Caucasus,
    which three units may make."""
    attackers = fighters_in(play.state, hex_)
    play.emit(MassacreBegan(unit, attackers, hex_))
    note_attack(play, CENTRAL, attackers, hex_)
    show_strengths(play, [unit])


def go_on(play: Play, unit: str) -> None:
    """§6.8: if both sides are left they fight again; if only the Armenians are, Van is theirs."""
    if unit != play.state.near_east.rising:
        return
    hex_ = play.state.units[unit].at
    if fighters_in(play.state, hex_):
        attack_rising(play, unit, hex_)
    else:
        rise(play, unit, hex_)
