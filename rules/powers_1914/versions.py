"""Stored states of older versions, brought forward step by step to the present one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from rules.kernel.messages import JsonObject


def brought_forward(data: JsonObject) -> JsonObject:
    """The state as the present version would have stored it; one of an unknown version as it is."""
    version = data.get("version")
    while isinstance(version, int) and version in STEPS:
        data = STEPS[version](data)
        version = data["version"]
    return data


def _from_1(data: JsonObject) -> JsonObject:
    """§3.3.9: units know where their move began. Version 1 took the field before the last one for it; so it stays."""
    units = cast("dict[str, list[Any]]", data["units"])
    return {**data, "version": 2, "units": {u: [at, spent, came, came] for u, (at, spent, came) in units.items()}}


STEPS: Mapping[int, Callable[[JsonObject], JsonObject]] = {1: _from_1}
"""Version to the step that makes it the next."""
