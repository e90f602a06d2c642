"""What a seat sees when a small decision comes to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from rules.kernel import standing
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.standing import Orders
from rules.powers_1914.printed.data import Printed
from rules.powers_1914.printed.pieces import SHIP, TROOPS


@dataclass(frozen=True)
class SeatView(standing.SeatView):
    """The seat's view, the question put to it, and what is printed for everyone."""

    seat: str
    printed: Printed
    consult: Callable[[JsonObject], JsonObject | Refusal]
    """What the seat may ask besides."""

    def options(self, order: str, slot: str, **chosen: Json) -> list[str]:
        """What may be chosen in a later slot of an order on offer."""
        answer: Any = self.consult({"kind": "slot", "order": order, "slot": slot, "chosen": {**chosen}})
        return [] if isinstance(answer, Refusal) else [*answer["options"]["of"]]

    @cached_property
    def where(self) -> Mapping[str, str]:
        """The field of every unit on the map."""
        return {u["id"]: area for area, body in self.view["areas"].items() for u in body.get("units", ())}

    @property
    def side(self) -> str:
        """Whom the seat plays for."""
        return str(self.view["seats"][self.seat]["side"])

    def kind(self, unit: str) -> str:
        """What a unit is."""
        return self.printed.pieces[unit].kind

    def ours(self, area: str, *kinds: str) -> int:
        """How many units of some kinds the side has in a field."""
        nations, units = self.view["nations"], self.view["areas"].get(area, {}).get("units", ())
        return sum(1 for u in units if u["kind"] in kinds and nations[u["nation"]]["side"] == self.side)

    def contested(self, area: str) -> bool:
        """Whether the other side has ships in a field."""
        nations, units = self.view["nations"], self.view["areas"].get(area, {}).get("units", ())
        return any(u["kind"] == SHIP and nations[u["nation"]]["side"] != self.side for u in units)

    def troops(self, area: str) -> int:
        """How many land units the side has in a field."""
        return self.ours(area, *TROOPS)


Policy: TypeAlias = Callable[[SeatView, Orders], JsonObject | None]
