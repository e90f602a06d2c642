"""What a seat sees when a small decision comes to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.standing import Orders
from rules.powers_1914.pieces import TROOPS
from rules.powers_1914.printed import Printed


@dataclass(frozen=True)
class Look:
    """The seat's view, the question put to it, and what is printed for everybody."""

    seat: str
    view: Mapping[str, Any]
    legal: Mapping[str, Any]
    printed: Printed
    consult: Callable[[JsonObject], JsonObject | Refusal]
    """What the seat may ask besides."""

    @property
    def step(self) -> str:
        """The step of the question."""
        return str(self.legal["step"])

    def offer(self, kind: str) -> Mapping[str, Any] | None:
        """An order that may be given now."""
        return next((o for o in self.legal["offers"] if o["kind"] == kind and not o.get("refusal")), None)

    def first(self, kind: str) -> list[str]:
        """What may be chosen first in an order on offer."""
        offer = self.offer(kind)
        return [] if offer is None else [*offer["slots"][0]["options"]["of"]]

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

    def troops(self, area: str) -> int:
        """How many land units the side has in a field."""
        return self.ours(area, *TROOPS)


Policy: TypeAlias = Callable[[Look, Orders], JsonObject | None]
