"""Checking an exported match with nothing but the file: the dice and the replay."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import orjson

from rules.kernel import dice
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject

DEFAULT_SIDES = 6


def state_hash(state: JsonObject) -> str:
    """SHA-256 of a state's JSON with sorted members, in hex."""
    return hashlib.sha256(orjson.dumps(state, option=orjson.OPT_SORT_KEYS)).hexdigest()


@dataclass(slots=True)
class Report:
    """What was checked and what was wrong."""

    match: str
    events: int = 0
    dice: int = 0
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults

    def json(self) -> JsonObject:
        """For programs."""
        return {
            "match": self.match,
            "good": self.good,
            "events": self.events,
            "dice": self.dice,
            "faults": [*self.faults],
            "notes": [*self.notes],
        }


def drawn(value: Json) -> Iterator[tuple[int, int, int]]:
    """Every (draw, sides, die) in an event, wherever it stands."""
    if isinstance(value, dict):
        draw, die = value.get("draw"), value.get("die")
        if isinstance(draw, int) and isinstance(die, int):
            yield draw, int(cast("int", value.get("sides", DEFAULT_SIDES))), die
        for item in value.values():
            yield from drawn(item)
    elif isinstance(value, list):
        for item in value:
            yield from drawn(item)


def verify(export: Mapping[str, Any], games: Mapping[str, Game[Any, Any]]) -> Report:
    """Check an export. KeyError, TypeError or ValueError when the file is no whole export of a game known here."""
    report = Report(str(export["match"]))
    if export["secret"] is None:
        raise ValueError("the match is not over: its secret is not published yet")
    game = games[export["game"]]
    secret = bytes.fromhex(export["secret"])
    if dice.commitment(secret) != export["commitment"]:
        report.faults.append("the secret is not the one that was committed to")
    contributions = {s["seat"]: s["contribution"] for s in export["seats"]}
    chance = dice.chance(dice.key(secret, report.match, contributions))
    if export["rules_version"] != game.version:
        # Newer rules may open or replay differently; what does not fit then is no proof of a forgery.
        report.notes.append(f"played by version {export['rules_version']} of the rules, checked by {game.version}")
    opening = game.dump_state(game.new_match(export["scenario"], export["options"]))
    if state_hash(opening) != state_hash(export["opening"]):
        report.faults.append("the opening position is not the scenario's")
    _replay(report, game, export, chance)
    return report


def _replay(report: Report, game: Game[Any, Any], export: Mapping[str, Any], chance: Any) -> None:
    """Apply every event in turn; check each die, and that the draws are numbered from 0 with none twice or left out."""
    state = game.load_state(export["opening"])
    past: dict[int, Any] = {0: state}
    draws: dict[int, int] = {}
    for number, entry in enumerate(export["events"], start=1):
        event = entry["event"]
        if entry["seq"] != number:
            report.faults.append(f"event {number} is missing")
            return
        report.events += 1
        if event["kind"] == "undone":
            state = past[event["to"]]
        else:
            for draw, sides, die in drawn(event):
                report.dice += 1
                if chance(draw, sides) != die:
                    report.faults.append(
                        f"event {number}: die {draw} shows {die}, the secret gives {chance(draw, sides)}"
                    )
                if draw in draws:
                    report.faults.append(f"event {number}: die {draw} was thrown before, in event {draws[draw]}")
                elif draw != len(draws):
                    # Whoever knows the secret could pass over a die that he does not like.
                    report.faults.append(f"event {number}: die {draw} was thrown, {len(draws)} was next")
                draws.setdefault(draw, number)
            state = game.evolve(state, game.load_event(event))
        past[number] = state
    if state_hash(game.dump_state(state)) != export["state_hash"]:
        report.faults.append("the events do not lead to the position at the end")
    outcome = game.outcome(state)
    if (outcome.json() if outcome else None) != export["outcome"]:
        report.faults.append("the outcome is not the one of the position at the end")
