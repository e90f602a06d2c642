"""What options a match can be made with: each option alone, and as many of them together as go together.

Read off what the lobby is told of a scenario, so a suite that plays all of it holds the game to what it offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.game import Scenario
from rules.kernel.messages import Json, JsonObject


def alone_and_together(scenario: Scenario) -> list[JsonObject]:
    """Each choice that is on offer by itself, then every set that no other option could join; none of them twice."""
    alone: list[JsonObject] = [{name: value} for name, value in _choices(scenario)]
    found: list[JsonObject] = []
    for options in [*alone, *(_grown(scenario, first) for first in alone)]:
        if options not in found:
            found.append(options)
    return found


def impossible(scenario: Scenario) -> Iterator[JsonObject]:
    """What is offered to nobody: options that the scenario bars or has to have, and pairs that exclude each other."""
    for option in _told(scenario):
        for value in _values(option):
            if option.get("refusal") is not None:
                yield {option["id"]: value}
            yield from (
                {option["id"]: value, other["id"]: _values(other)[0]}
                for other in _told(scenario)
                if other["id"] in option.get("excludes", {})
            )
        if option.get("compulsory"):
            yield {option["id"]: False}


def _told(scenario: Scenario) -> list[dict[str, Any]]:
    return [dict(option) for option in scenario.options if option.get("kind") in ("flag", "choice")]


def _values(option: dict[str, Any]) -> list[Json]:
    """What may be chosen instead of what stands without a word."""
    if option["kind"] == "flag":
        return [not option["default"]]
    return [word for word in option["choices"] if word != option["default"]]


def _choices(scenario: Scenario) -> Iterator[tuple[str, Json]]:
    for option in _told(scenario):
        if option.get("refusal") is None and not option.get("compulsory"):
            yield from ((option["id"], value) for value in _values(option))


def _grown(scenario: Scenario, first: JsonObject) -> JsonObject:
    """A choice with all others that go together with what is there already, in order."""
    told = {option["id"]: option for option in _told(scenario)}
    found = dict(first)
    for name, value in _choices(scenario):
        if name not in found and not any(other in told[name].get("excludes", {}) for other in found):
            found[name] = value
    return dict(sorted(found.items()))
