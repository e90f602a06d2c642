"""Holding the rules of this program against matches that other rules judged: where would they have decided otherwise?

For whoever is about to bring a fix of the rules to a server (``greatwar diffgame``). Every command of a match is
decided once more in the position in which it was given; then what was recorded is applied, so that one parting hides
no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.proof import exported, rounds
from app.proof.exported import ExportedEntry
from app.proof.links import state_hash
from app.proof.replay import BROKEN, Replay, match_setup
from app.proof.report import Report
from app.proof.version import rules_version
from rules.kernel import dice
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject


@dataclass(frozen=True, slots=True)
class Parting:
    """A command of which these rules make something else: its events, who gave it, which rules judged it, and what is
    different. The opening position is events 0 to 0."""

    first: int
    last: int
    seat: str
    command: str
    """The kind of the command."""
    rules: str | None
    what: str

    def json(self) -> JsonObject:
        """For programs."""
        return {
            "first": self.first,
            "last": self.last,
            "seat": self.seat,
            "command": self.command,
            "rules": self.rules,
            "what": self.what,
        }


@dataclass(slots=True)
class Difference:
    """A match held against these rules."""

    match: str
    game: str
    scenario: str
    rules: str
    """These rules."""
    commands: int = 0
    decided: int = 0
    """Commands that were decided again; the others were not kept with their events."""
    compared: int = 0
    """Events that were applied, of all."""
    events: int = 0
    partings: list[Parting] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether all of the match could be compared."""
        return self.compared == self.events

    def json(self) -> JsonObject:
        """For programs."""
        return {
            "match": self.match,
            "game": self.game,
            "scenario": self.scenario,
            "rules": self.rules,
            "commands": self.commands,
            "decided": self.decided,
            "events": self.events,
            "compared": self.compared,
            "partings": [parting.json() for parting in self.partings],
        }


def differ(export: Mapping[str, Any], games: Mapping[str, Game[Any, Any]]) -> Difference:
    """Where the rules of this program part from what an export recorded.

    KeyError, TypeError or ValueError when it is no whole export of a game known here.
    """
    if export["secret"] is None:
        raise ValueError("the match is not over: without its secret no die can be thrown again")
    game, match = games[export["game"]], str(export["match"])
    commands = exported.commands(export)
    found = Difference(match, game.id, export["scenario"], rules_version(game), len(commands))
    found.events = len(export["events"])
    words = {seat: word for seat, _, word in exported.seats(export)}
    key = dice.key(bytes.fromhex(export["secret"]), match, words, rounds.digest(rounds.voided_in(export)))
    try:
        opening = game.load_state(export["opening"])
        made = game.new_match(export["scenario"], export["options"])
        replay = Replay(Report(match), game, found.rules, dice.chance(key), opening, match_setup(game, export))
    except BROKEN as error:
        found.partings.append(_part_at_opening(export, f"the opening position cannot be read: {error}"))
        return found
    if state_hash(game.dump_state(made)) != state_hash(game.dump_state(opening)):
        found.partings.append(_part_at_opening(export, "the scenario opens in another position"))
    for told in commands:
        if told.has_command:
            found.decided += 1
            try:
                what = replay.wrong(told)
            except BROKEN as error:
                what = f"these rules break down over the command: {error!r}"
            if what is not None:
                found.partings.append(_part_at(told, what))
        try:
            replay.apply(told, ours=False)
        except BROKEN as error:
            found.partings.append(_part_at(told, f"its events cannot be applied, so nothing after them: {error!r}"))
            return found
        found.compared = told.last
    return found


def _part_at_opening(export: Mapping[str, Any], what: str) -> Parting:
    return Parting(0, 0, "", "", export.get("rules"), what)


def _part_at(told: ExportedEntry, what: str) -> Parting:
    kind = str(told.order.body.get("kind", "undo"))
    return Parting(told.first, told.last, told.order.seat, kind, told.rules, what)
