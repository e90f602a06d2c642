"""JSON in the one form over which hashes are made."""

from __future__ import annotations

import orjson

from rules.kernel.messages import Json


def canonical(value: Json) -> bytes:
    """JSON with sorted members: the same bytes for the same value, whoever writes it."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
