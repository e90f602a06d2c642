"""What older versions of these rules stored, brought forward a shape at a time (decisions/0021)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import Steps, rename_member


def _state_1(data: JsonObject) -> JsonObject:
    """Shape 2 also knows of a unit how far the phase moved its morale, where its movement began and an HQ's stance.

    As far as shape 1 could say none of it had happened, and every HQ helped to defend.
    """
    return {**data, "arrivals": {}, "units": {u: [*now, 0, "", False] for u, now in _units(data)}}


def _state_2(data: JsonObject) -> JsonObject:
    """§6.2: shape 3 says of an HQ that it helps to defend, as facts and views do. Shape 2 said that it stays aside."""
    return {**data, "units": {u: [*now[:10], not now[10]] for u, now in _units(data)}}


def _state_3(data: JsonObject) -> JsonObject:
    """Shape 4 names the plan of the match. Up to shape 3 there was one."""
    return {**data, "plan": "august-1914"}


def _units(data: JsonObject) -> list[tuple[str, list[Any]]]:
    return [*cast("dict[str, list[Any]]", data["units"]).items()]


def _taken_1(data: JsonObject) -> JsonObject:
    """§4.6: ``vp`` is what the Germans have, in the state; what hexes changed of it is called so."""
    return rename_member(data, "vp", "vp_change")


STATES: Steps = (_state_1, _state_2, _state_3)
FACTS: Mapping[str, Steps] = {"taken": (_taken_1,)}

_TURN = re.compile(r"Turn (\d+)")
_ROLLS, _LOSSES = frozenset({"attrition", "forced-march"}), frozenset({"step-lost", "lost"})


def line_forward(line: JsonObject) -> JsonObject:
    """A line of the log as it is told now. Lines are stored as they were told, and the first ones had ``turn`` and
    ``toll`` in their sentences alone: a phase its turn, each of the others one step, or "no loss" of a roll."""
    kind, text = line["kind"], str(line["text"])
    if kind == "phase" and "turn" not in line and (found := _TURN.search(text)):
        return {**line, "turn": int(found[1])}
    if kind in _ROLLS | _LOSSES and "toll" not in line:
        lost = line.get("side") and (kind in _LOSSES or not text.endswith("no loss."))
        return {**line, "toll": {str(line["side"]): 1} if lost else {}}
    return line
