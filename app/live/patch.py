"""JSON merge patches (RFC 7396): what must be merged into one view to get the next.

On this wire a member that is null and one that is missing mean the same, since a merge patch says "remove" by null.
"""

from __future__ import annotations

from itertools import compress
from operator import is_not

from rules.kernel.messages import JsonObject


def difference(old: JsonObject, new: JsonObject) -> JsonObject:
    """The smallest merge patch that turns ``old`` into ``new``; empty when nothing changed.

    Where both hold the very same object nothing is compared: games build a view from parts of the previous view.
    """
    if old is new:
        return {}
    patch: JsonObject = {}
    for name in old.keys() - new.keys():
        if old[name] is not None:
            patch[name] = None
    for name in compress(new, map(is_not, new.values(), map(old.get, new))):
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
