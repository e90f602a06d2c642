"""What a program asks at every turn: what is offered, where the enemy is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.hexes.programs.measured import FAR_HEXES
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient
from rules.schlieffens_war.players.sight import TurnView


def offers_by_kind(client: SeatClient) -> dict[str, Any]:
    """What is offered now, by kind."""
    offers: Any = client.legal()["offers"]
    return {o["kind"]: o for o in offers}


def end_phase(offers: Mapping[str, Any]) -> JsonObject | None:
    """The end of the phase, or None while it cannot end."""
    return {"kind": "end_phase"} if offers["end_phase"]["refusal"] is None else None


def nearest(table: TurnView, hex_: str) -> int:
    """Hexes to the nearest enemy."""
    return min((table.measured.apart(hex_, f) for f in table.foes), default=FAR_HEXES)
