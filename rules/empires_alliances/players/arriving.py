"""What a program does with new units and points: it rebuilds the strongest that it can pay, near the front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.empires_alliances.players.sight import Sight
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options


def arrive(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """The next unit to place; None where nothing is left to do."""
    for kind in ("withdraw", "bring_on", "rebuild"):
        offer = offers.get(kind)
        if offer is None or offer["refusal"] is not None or not offer.get("slots"):
            continue
        options = first_options(offer)
        names = sorted(
            (u for u in options.get("of", ()) if f"{kind}.{u}" not in tried), key=lambda u: (-value(sight, u), u)
        )
        for unit in names:
            tried.add(f"{kind}.{unit}")
            command = fill_slots(client, sight, kind, offer, unit)
            if command is not None:
                return command
    return None


def fill_slots(client: SeatClient, sight: Sight, kind: str, offer: Mapping[str, Any], unit: str) -> JsonObject | None:
    """An order about a unit with the slots after it filled in; None where there is nothing to choose from."""
    first, *others = offer["slots"]
    chosen: dict[str, Any] = {first["name"]: unit}
    for slot in others:
        try:
            options = client.options(kind, slot["name"], **chosen)
        except ValueError:
            return None
        names = options.get("of", ())
        if not names:
            return None
        chosen[slot["name"]] = nearest(sight, names) if slot["shape"] == "hex" else names[0]
    return {"kind": kind, **chosen}


def nearest(sight: Sight, places: Iterable[str]) -> str:
    """The place nearest to the enemy, but not beside them; boxes last."""
    index = sight.printed.board.lattice.index

    def rank(place: str) -> tuple[int, str]:
        far = sight.to_enemy.get(index[place], 90) if place in index else 99
        return (far if far > 1 else 50, place)

    return min(places, key=rank)


def value(sight: Sight, unit: str) -> int:
    """What a counter is worth by its figures."""
    figures = sight.printed.units[unit].figures
    return figures.attack + figures.defence
