"""What older versions of these rules stored, brought forward a shape at a time (decisions/0021)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import Steps


def _state_1(data: JsonObject) -> JsonObject:
    """§12.1: shape 2 has the weather by zone. Shape 1 had it in a pair, of empty words until it was determined."""
    west, east = cast("list[str]", data["weather"])
    return {**data, "weather": {"west": west, "east": east} if west else {}}


STATES: Steps = (_state_1,)
FACTS: Mapping[str, Steps] = {}
