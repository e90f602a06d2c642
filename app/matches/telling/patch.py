"""JSON merge patches (RFC 7396): what must be merged into one view to get the next.

On this wire a member that is null and one that is missing mean the same, since a merge patch says "remove" by null.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import is_not
from typing import cast

from rules.kernel.messages import Json, JsonObject
from rules.kernel.tracked_dict import TrackedDict


def difference(old: JsonObject, new: JsonObject) -> JsonObject:
    """The smallest merge patch that turns ``old`` into ``new``; empty when nothing changed.

    Where both hold the very same object nothing is compared: games build a view from parts of the previous view.
    """
    if old is new:
        return {}
    patch: JsonObject = {}
    touched = new.touched_since(old) if isinstance(new, TrackedDict) and isinstance(old, TrackedDict) else None
    if touched is None:
        gone: Iterable[str] = old.keys() - new.keys()
        other: Iterable[str] = compress(new, map(is_not, new.values(), map(old.get, new)))
    else:
        # It knows where it differs, so the rest need not be looked through.
        gone = [name for name in touched if name not in new and name in old]
        other = sorted(name for name in touched if name in new and new[name] is not old.get(name))
    for name in gone:
        if old[name] is not None:
            patch[name] = None
    for name in other:
        before, value = old.get(name), new[name]
        if isinstance(before, dict) and isinstance(value, dict):
            inner = difference(before, value)
            if inner:
                patch[name] = inner
        elif before != value or type(before) is not type(value):
            patch[name] = value
    return patch


def merge(target: JsonObject, patch: JsonObject) -> JsonObject:
    """``target`` with the patch merged in, as a client does it; the arguments stay as they are."""
    merged = dict(target)
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, dict):
            before = merged.get(name)
            merged[name] = merge(before if isinstance(before, dict) else {}, value)
        else:
            merged[name] = value
    return merged


OFFERS = "offers"


def question_difference(old: JsonObject, new: JsonObject) -> JsonObject:
    """As ``difference``, of two questions: where the same orders are offered, ``offers`` has patches by number.

    A merge patch can only replace a list, and that of the offers is most of a question.
    """
    patch = difference(old, new)
    before, now = old.get(OFFERS), new.get(OFFERS)
    if OFFERS in patch and isinstance(before, list) and isinstance(now, list) and _kinds(before) == _kinds(now):
        pairs = enumerate(zip(before, now, strict=True))
        patch[OFFERS] = {str(n): difference(_offer(was), _offer(is_)) for n, (was, is_) in pairs if was != is_}
    return patch


def question_merged(target: JsonObject, patch: JsonObject) -> JsonObject:
    """``target`` with such a patch merged in, as a client does it."""
    changed = patch.get(OFFERS)
    if not isinstance(changed, dict):
        return merge(target, patch)
    merged = merge(target, {name: value for name, value in patch.items() if name != OFFERS})
    offers = enumerate(cast("list[Json]", target[OFFERS]))
    merged[OFFERS] = [merge(_offer(was), _offer(changed.get(str(n), {}))) for n, was in offers]
    return merged


def _offer(value: Json) -> JsonObject:
    return cast("JsonObject", value)


def _kinds(offers: list[Json]) -> list[Json]:
    return [_offer(offer).get("kind") for offer in offers]
