"""What older versions of these rules stored, brought forward a shape at a time (decisions/0021)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import Steps, rename_member


def _state_1(data: JsonObject) -> JsonObject:
    """§3.3.9: units know where their move began. Shape 1 took the field before the last one for it; so it stays."""
    units = cast("dict[str, list[Any]]", data["units"])
    return {**data, "units": {u: [at, spent, came, came] for u, (at, spent, came) in units.items()}}


def _state_2(data: JsonObject) -> JsonObject:
    """§3.3.11: a captor is a side that has captured something; seats whose defenders only try to are ``capturing``."""
    return rename_member(data, "captors", "capturing")


def _state_3(data: JsonObject) -> JsonObject:
    """Shape 4 names the plan of the match. Up to shape 3 there was one."""
    return {**data, "plan": "powers-1914"}


def _state_4(data: JsonObject) -> JsonObject:
    """§3.3.2: shape 5 keeps in a battle which allies leave it to its leader. Up to shape 4 none could say so."""
    frames = cast("list[JsonObject]", data["cursor"])
    return {**data, "cursor": [{**f, "declined": []} if f["kind"] == "battle" else f for f in frames]}


def _drawn_1(data: JsonObject) -> JsonObject:
    """§3.14.9: a card in the hand is held; kept are those that were used and stay on the table."""
    return rename_member(data, "kept", "held")


STATES: Steps = (_state_1, _state_2, _state_3, _state_4)
FACTS: Mapping[str, Steps] = {"drawn": (_drawn_1,)}
