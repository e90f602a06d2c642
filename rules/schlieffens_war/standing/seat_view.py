"""What a seat sees when a small decision comes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from rules.kernel import standing
from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Condition, Orders
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import Printed

WHERE = Condition(
    "where",
    "Where",
    (Choice("anywhere", "anywhere"), Choice("country", "ask me in a city"), Choice("city", "ask me outside cities")),
)
ANYWHERE, COUNTRY, CITY = (c.key for c in WHERE.choices)


class Unit(NamedTuple):
    """One of your own units, as you see it."""

    id: str
    hex: str
    counter: Counter
    steps: int
    morale: str
    supply: str

    @property
    def is_hq(self) -> bool:
        """Whether it is an army's headquarters."""
        return self.counter.kind == "hq"

    @property
    def factor(self) -> int:
        """What it fights with."""
        return self.counter.factor_at(self.steps)

    @property
    def price(self) -> int:
        """What the next step of it costs in strength."""
        return self.factor - self.counter.factor_at(self.steps - 1)

    @property
    def is_last(self) -> bool:
        """Whether the next step is its last."""
        return self.steps == 1

    @property
    def likeness(self) -> tuple[object, ...]:
        """What tells it from another but its name: of two that are alike it matters to nobody which loses a step."""
        c = self.counter
        return self.hex, c.nation, c.army, c.kind, c.strengths, c.ma, self.steps, self.morale, self.supply

    @property
    def tired(self) -> int:
        """2 for a fatigued unit, 1 for one out of supply, 0 for a fresh one, -1 for one with élan."""
        if self.morale == "fatigued":
            return 2
        return 1 if self.supply == "out" else -1 if self.morale == "elan" else 0


@dataclass(frozen=True)
class SeatView(standing.SeatView):
    """The seat's view, the question put to it, and what is printed for everyone."""

    printed: Printed

    @property
    def battle(self) -> Mapping[str, Any]:
        """The attack under way."""
        found: Mapping[str, Any] = self.view["battle"]
        return found

    @property
    def target(self) -> str:
        """The hex that is attacked."""
        return str(self.battle["target"])

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Your own units on the map."""
        return {
            u["id"]: Unit(u["id"], hex_, self.printed.counters[u["id"]], u["steps"], u["morale"], u["supply"])
            for hex_, stack in self.view["stacks"].items()
            for u in stack
            if "id" in u and not u.get("concealed") and u["side"] == self.legal["seat"]
        }

    def some(self, units: Sequence[str]) -> list[Unit]:
        """These units, all of them your own."""
        return [self.units[u] for u in units]

    def all_in_sight(self, losers: Iterable[Unit]) -> bool:
        """§6.6, §11.20: whether the other side sees all who are stacked with those who may lose a step.

        It sees those who fight. How many lie beside them it sees too, and not what they are.
        """
        battle = self.battle
        fighting = {u["id"] for u in (*battle["attackers"], *battle["defenders"])}
        hexes = {*battle["origins"], battle["target"], *(unit.hex for unit in losers)}
        return all(u in fighting for u, unit in self.units.items() if unit.hex in hexes)

    def fits(self, where: str, hex_: str) -> bool:
        """Whether a hex is one that the condition ``WHERE`` means."""
        return where == ANYWHERE or (where == CITY) == (hex_ in self.printed.board.cities)


Policy: TypeAlias = Callable[[SeatView, Orders], JsonObject | None]
