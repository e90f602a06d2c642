"""The files of a recorded game: the commands with a fingerprint after each, and the same game as a text to read.

``<name>.json`` is an object whose ``commands`` stand one a line: ``[seat, command, events, fingerprint]``.
A fingerprint is the beginning of the SHA-256 over all events up to there, so the first line that differs is where a
game went another way. ``<name>.txt`` tells the game as a referee would read it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.catalogue import game
from rules.kernel import dice
from rules.kernel.game import REFEREE
from rules.kernel.messages import Chance, JsonObject, Refusal
from tests.golden.endings import hooks

FOLDER = Path(__file__).parent
SECRET = bytes(range(dice.SECRET_BYTES))
FINGERPRINT = 12
"""Hex digits of a fingerprint."""


@dataclass(frozen=True, slots=True)
class Given:
    """A command and what is to come of it."""

    seat: str
    command: JsonObject
    events: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded game. It has no outcome where only its beginning is kept."""

    name: str
    title: str
    game: str
    scenario: str
    commands: tuple[Given, ...]
    outcome: JsonObject | None
    options: JsonObject = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Store it as ``<name>.json``."""
        head = {k: getattr(self, k) for k in ("title", "game", "scenario", "outcome")}
        head |= {"options": self.options} if self.options else {}
        lines = [_json([g.seat, g.command, g.events, g.fingerprint]) for g in self.commands]
        members = [f'"{k}": {_json(v)}' for k, v in head.items()]
        body = ",\n".join(lines)
        text = "{\n" + ",\n".join(members) + ',\n"commands": [\n' + body + "\n]\n}\n"
        (folder / f"{self.name}.json").write_text(text, encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Recording:
        """The recording of a file."""
        data = json.loads(path.read_text(encoding="utf-8"))
        commands = tuple(Given(*line) for line in data.pop("commands"))
        return cls(name=path.stem, commands=commands, **data)


@dataclass(frozen=True, slots=True)
class Played:
    """One command carried out: the events, the states before, between and after them, and the fingerprint."""

    seat: str
    command: JsonObject
    events: tuple[Any, ...]
    states: tuple[Any, ...]
    fingerprint: str


def dice_of(name: str) -> Chance:
    """The dice of a recorded game: open, for there is nothing to protect."""
    return dice.chance(dice.key(SECRET, name, {}))


class Replayer:
    """Plays commands from the opening on and takes fingerprints."""

    def __init__(self, name: str, game_id: str, scenario: str, options: JsonObject) -> None:
        self.game = game(game_id)
        self.state = self.game.new_match(scenario, options)
        self._chance = dice_of(name)
        self._digest = hashlib.sha256()

    def give(self, seat: str, command: JsonObject) -> Played:
        """Carry a command out. AssertionError when it is refused."""
        decided = self.game.decide(self.state, seat, command, self._chance)
        assert not isinstance(decided, Refusal), f"{seat}: {_json(command)} was refused: {decided}"
        states = [self.state]
        for event in decided:
            self._digest.update(_json(self.game.dump_event(event)).encode())
            states.append(self.game.evolve(states[-1], event))
        self.state = states[-1]
        return Played(seat, command, decided.events, tuple(states), self._digest.hexdigest()[:FINGERPRINT])


def replay(recording: Recording) -> Iterator[Played]:
    """Play it again; AssertionError at the first command after which something is otherwise."""
    table = Replayer(recording.name, recording.game, recording.scenario, recording.options)
    for number, given in enumerate(recording.commands):
        where = f"{recording.name}, command {number} by {given.seat}: {given.command}"
        assert given.seat in table.game.deciders(table.state), where
        step = table.give(given.seat, given.command)
        assert len(step.events) == given.events, f"{where}: {step.events}"
        assert step.fingerprint == given.fingerprint, f"{where} went another way: {step.events}"
        yield step
    outcome = table.game.outcome(table.state)
    assert (None if outcome is None else outcome.json()) == recording.outcome


def told(title: str, game_id: str, played: Iterable[Played], outcome: JsonObject | None) -> str:
    """The game as a text: each command with its number, what the log says of it, and the table at each new turn."""
    rules = game(game_id)
    lines = [title, "=" * len(title)]
    turn: object = None
    for number, step in enumerate(played):
        table = rules.view(step.states[0], REFEREE)
        if table["turn"] != turn:
            turn = table["turn"]
            lines += ["", f"--- turn {turn} · {hooks(game_id).headline(table)}"]
        lines.append(f"{number:4d} {step.seat}: {_json(step.command)}")
        lines += [f"       §{line['section']} {line['text']}" for line in _lines(rules, step)]
    lines += ["", "The game goes on." if outcome is None else f"Outcome: {_json(outcome)}"]
    return "\n".join(lines) + "\n"


def _lines(rules: Any, step: Played) -> Iterator[JsonObject]:
    for before, event, after in zip(step.states, step.events, step.states[1:], strict=False):
        line = rules.narrate(before, event, after, REFEREE)
        if line is not None:
            yield line


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
