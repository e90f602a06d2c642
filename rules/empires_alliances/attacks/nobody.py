"""§13.2, §13.641, §13.652 and others: why nobody of a side attacks a hex of the enemy's."""

from __future__ import annotations

from collections.abc import Callable

from rules.empires_alliances.attacks.attackers import NO_FOOT, why_not_attack_hex
from rules.empires_alliances.attacks.strength import kinds_among
from rules.empires_alliances.attacks.targets import LOW_ODDS
from rules.empires_alliances.position.afloat import invaders_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import AIR, RANKS
from rules.kernel.messages import Refusal

NOBODY_NEAR = Refusal("nobody-near", "13.2", "None of your units is next to it.")
WhyNot = Callable[[State, str, str], Refusal | None]


def units_beside(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """§13.2, §11.72: the ground units of a side around a hex, and those at sea before it."""
    near = (u for place in state.board.lattice.around(hex_) for u in state.stacks.get(place, ()))
    afloat = invaders_of(state, hex_) if state.active == side else ()
    return tuple(u for u in (*near, *afloat) if state.side_of(u) == side and state.counter(u).kind != AIR)


def why_nobody_is_able(state: State, side: str, hex_: str, why_not: WhyNot = why_not_attack_hex) -> Refusal | None:
    """§13.2, §13.5, §13.652, §13.85, §21.33: why none of them may attack the hex: the reason of most; None when
    infantry or cavalry may. ``why_not`` judges each."""
    near = units_beside(state, side, hex_)
    if not near:
        return NOBODY_NEAR
    reasons = {unit: why_not(state, unit, hex_) for unit in near}
    able = [unit for unit, reason in reasons.items() if reason is None]
    if able:
        return None if kinds_among(state, able, RANKS) else NO_FOOT
    codes = [reason.code for reason in reasons.values() if reason is not None]
    return max((r for r in reasons.values() if r is not None), key=lambda reason: codes.count(reason.code))


def why_nobody_attacks(state: State, side: str, hex_: str) -> Refusal:
    """§13.2, §13.641: why a side does not attack a hex at all: nobody is able to, or all together are too weak."""
    return why_nobody_is_able(state, side, hex_) or LOW_ODDS
