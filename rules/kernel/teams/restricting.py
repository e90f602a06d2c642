"""What of an offer one commander of a side may choose, whatever shape the offer has (decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from rules.kernel.messages import Json, JsonObject


def restrict(offer: JsonObject, mine: Callable[[object], bool]) -> JsonObject | None:
    """An offer with only what may be chosen; None when it had something to choose and nothing is left."""
    left: JsonObject = dict(offer)
    emptied = False
    for name in ("units", "participants"):
        if isinstance(units := offer.get(name), list):
            left[name] = [u for u in units if mine(u)]
            emptied = emptied or not left[name]
    if isinstance(choices := offer.get("choices"), dict):
        left["choices"] = {unit: hexes for unit, hexes in choices.items() if mine(unit)}
        emptied = emptied or not left["choices"]
    if isinstance(targets := offer.get("targets"), dict):
        few = {hex_: [u for u in cast("list[Json]", units) if mine(u)] for hex_, units in targets.items()}
        left["targets"] = {hex_: units for hex_, units in few.items() if units}
        emptied = emptied or not left["targets"]
    slots = cast("list[JsonObject]", offer.get("slots") or [])
    if slots and isinstance(options := slots[0].get("options"), dict) and isinstance(options.get("of"), list):
        few_options = fewer(options, mine)
        left["slots"] = [{**slots[0], "options": few_options}, *slots[1:]]
        emptied = emptied or not few_options["of"]
    return None if emptied else left


def units_in(offer: JsonObject) -> Iterator[str]:
    """What may be chosen first in an offer, of whatever shape."""
    for name in ("units", "participants"):
        if isinstance(units := offer.get(name), list):
            yield from (str(u) for u in units)
    if isinstance(choices := offer.get("choices"), dict):
        yield from choices
    slots = cast("list[JsonObject]", offer.get("slots") or [])
    if slots and isinstance(options := slots[0].get("options"), dict):
        yield from (str(u) for u in choices_in(options))


def fewer(options: JsonObject, mine: Callable[[object], bool]) -> JsonObject:
    """The options of a slot with only what may be chosen."""
    of = options.get("of")
    if not isinstance(of, list):
        return options
    kept = [u for u in of if mine(u)]
    refused = {u: why for u, why in cast("JsonObject", options.get("refused") or {}).items() if mine(u)}
    if not _suffices(options, kept):
        kept = []
    few: JsonObject = {**options, "of": [*kept], "refused": refused}
    if "most" in options:
        few["most"] = min(int(cast("int", options["most"])), len(kept)) if kept else 0
    if "proposed" in options:
        proposed = cast("list[Json]", options["proposed"])
        few["proposed"] = [*proposed] if all(u in kept for u in proposed) else []
    return few


def _suffices(options: JsonObject, kept: list[Json]) -> bool:
    """Whether what is kept can come to the total that is asked of it, if one is."""
    need = options.get("need")
    if not isinstance(need, dict):
        return True
    weights = cast("dict[str, int]", need["weights"])
    return sum(weights[str(u)] for u in kept) >= cast("int", need["least"])


def choices_in(options: JsonObject) -> list[Json]:
    """What may be chosen in a slot; nothing where its options are no list."""
    of = options.get("of")
    return of if isinstance(of, list) else []
