"""Layers over the map: a word on each hex of a field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.kernel.messages import JsonObject


def layer(ids: Sequence[str], drawn: Sequence[bool], fields: Iterable[tuple[Iterable[int], str]]) -> JsonObject:
    """The hexes of some fields, each with its word, field by field and by number; in a hex of two the later counts.

    Only hexes that are ``drawn`` have one.
    """
    return {ids[i]: word for hexes, word in fields for i in sorted(hexes) if drawn[i]}
