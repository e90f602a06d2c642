"""Money is received and given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.powers_1914.position.changes import pay
from rules.powers_1914.position.state import State


@dataclass(frozen=True, slots=True)
class MoneyReceived:
    """§3.1.2, §3.5: what each seat received."""

    kind: ClassVar[str] = "income"
    amounts: Mapping[str, int]

    def apply(self, state: State) -> State:
        return replace(state, money={s: m + self.amounts.get(s, 0) for s, m in state.money.items()})


@dataclass(frozen=True, slots=True)
class MoneyGiven:
    """§3.5: allies put their money together."""

    kind: ClassVar[str] = "given"
    seat: str
    to: str
    amount: int

    def apply(self, state: State) -> State:
        return pay(pay(state, self.seat, self.amount), self.to, -self.amount)
