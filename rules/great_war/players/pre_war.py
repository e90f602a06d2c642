"""§20.0: what a program decides before the war: which events it plays, and which it would rather not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.great_war.players.sight import Sight
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

NONE = "none"
WANTED: Mapping[str, tuple[str, ...]] = {
    ALLIED: ("allied-8", "allied-4", "allied-6", "allied-9", "allied-3", "allied-1", "allied-5"),
    CENTRAL: ("central-2", "central-7", "central-6", "central-8", "central-9", "central-1"),
}
"""§20.2, §20.3: events by what they bring as this program plays, the best first. Those that are not named cost more
than they bring: the gambit in the Baltic needs a fleet that it does not lead, T.R. and Moltke set a term that it does
not play for, Holland and the navy take an army that it needs, Plan 19 gives up forts, U-boats bring America in."""


def answer(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """An answer to a question before the war; None where there is none."""
    if "draw_pre_war" in offers:
        return {"kind": "draw_pre_war"}
    if "announce_pre_war" in offers:
        return {"kind": "announce_pre_war", "event": _best(sight.side, first_options(offers["announce_pre_war"])["of"])}
    if "choose_pre_war" in offers:
        first = _best(sight.side, first_options(offers["choose_pre_war"])["of"])
        second = client.options("choose_pre_war", "second", first=first)["of"]
        return {"kind": "choose_pre_war", "first": first, "second": _best(sight.side, second)}
    return None


def _best(side: str, names: Collection[str]) -> str:
    """The event that is wanted most; else none, where that may be."""
    wanted = (name for name in (*WANTED[side], NONE) if name in names)
    return next(wanted, min(names))
