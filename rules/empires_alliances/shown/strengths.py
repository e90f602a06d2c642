"""§13.641: what the figures of an attack come from, where they are not those printed on the counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.empires_alliances.attacks.strength import (
    QUARTERS,
    WHOLE,
    attack_strength,
    defence_strength,
    in_factors,
    quarters_left,
)
from rules.empires_alliances.position.state import State
from rules.kernel.messages import Json


def what_weakens(state: State, hex_: str, attackers: Iterable[str], defenders: Iterable[str], navy: int) -> list[Json]:
    """What takes strength from either side, or gives it, in rows: ``side``, ``text``, ``section``, and ``factors`` with
    their sign. Empty where all count as printed."""
    return [
        {"side": side, "text": text, "section": section, "factors": f"{'+' if by > 0 else '−'}{in_factors(abs(by))}"}
        for side, text, section, by in (*_attack(state, hex_, attackers, navy), *_defence(state, defenders))
        if by
    ]


def _attack(state: State, hex_: str, units: Iterable[str], navy: int) -> Iterator[tuple[str, str, str, int]]:
    """§14.6, §20.23, §11.73: first what supply leaves, and then what a river leaves of that."""
    hungry = river = 0
    for unit in units:
        factor = state.counter(unit).figures.attack
        fed = factor * quarters_left(state, unit) * QUARTERS
        hungry += fed - factor * WHOLE
        river += attack_strength(state, unit, hex_) - fed
    yield "attack", "Attackers short of supply", "14.6", hungry
    yield "attack", "Attackers across a river", "20.23", river
    yield "attack", "Royal Navy", "11.73", navy * WHOLE


def _defence(state: State, units: Iterable[str]) -> Iterator[tuple[str, str, str, int]]:
    """§13.85, §14.6: a demoralised unit is halved first, and rounded down."""
    shaken = hungry = 0
    for unit in units:
        printed = state.counter(unit).figures.defence
        steady = printed // 2 if state.units[unit].shaken else printed
        shaken += (steady - printed) * WHOLE
        hungry += defence_strength(state, unit) - steady * WHOLE
    yield "defence", "Defenders demoralised", "13.85", shaken
    yield "defence", "Defenders short of supply", "14.6", hungry
