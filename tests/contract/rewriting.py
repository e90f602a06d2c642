"""Stored positions written otherwise: with other ids, in another order, with another value in a place."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.messages import Json


def with_other_names(data: Json, names: Mapping[str, str]) -> Json:
    """JSON in which every id, as value or key, is exchanged."""
    if isinstance(data, dict):
        return {names.get(k, k): with_other_names(v, names) for k, v in data.items()}
    if isinstance(data, list):
        return [with_other_names(v, names) for v in data]
    return names.get(data, data) if isinstance(data, str) else data


def other_order(data: Json, rng: random.Random) -> Json:
    """JSON with the members of every object in another order, which means nothing; lists stay as they are."""
    if isinstance(data, list):
        return [other_order(v, rng) for v in data]
    if not isinstance(data, dict):
        return data
    members = [(k, other_order(v, rng)) for k, v in data.items()]
    rng.shuffle(members)
    return dict(members)


def value_at(data: Any, path: Sequence[str]) -> Any:
    """What stands in a place. KeyError where there is nothing."""
    for name in path:
        data = data[name]
    return data


def stands_at(data: Any, path: Sequence[str]) -> bool:
    """Whether anything stands in a place."""
    for name in path:
        if not isinstance(data, Mapping) or name not in data:
            return False
        data = data[name]
    return True


def placed(data: Any, path: Sequence[str], value: Json) -> Any:
    """JSON with another value in a place."""
    if not path:
        return value
    return {**data, path[0]: placed(data[path[0]], path[1:], value)}
