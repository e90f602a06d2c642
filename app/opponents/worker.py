"""The process in which programs think: ``python -m app.opponents.worker``. It is told in JSON, line by line, what the
program's seat was told, and answers with a question of planning or a command.

It has neither the position nor the secret nor the way to the database: its parent gives it an environment without them.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections import OrderedDict
from collections.abc import Mapping
from typing import IO, Any

from app.matches.play.process_memory import MIB, resident
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Player, SeatClient
from rules.kernel.programs.advice import advise
from rules.kernel.programs.advice import tell as told_courses
from rules.kernel.told_game import ToldGame, client_of

MAX_PLAYERS = 64
"""Programs in the midst of a match that remember what they planned; the one asked longest ago starts afresh."""
MAX_MIB = 300
"""A worker that has grown beyond this ends itself after its answer."""
MAX_ERROR_LETTERS = 300
"""How much is told of what went wrong in a program."""

Line = dict[str, Any]


class Thinker:
    """Answers questions of many matches, one after the other."""

    def __init__(self, lines: IO[str], out: IO[str], games: Mapping[str, Any] = GAMES) -> None:
        self._lines = lines
        self._out = out
        self._games = games
        self._players: OrderedDict[tuple[str, str], Player] = OrderedDict()

    def run(self) -> None:
        """Answer until nobody asks any more, or this has grown too large."""
        for line in self._lines:
            told = self.answer(json.loads(line))
            # Not the most that it ever had: of a process that was forked that is its parent's as well.
            last = resident() > MAX_MIB * MIB
            self._write_line({**told, "last": last})
            if last:
                return

    def answer(self, asked: Line) -> Line:
        """``{"command": …, "fresh": …}``: what the program does; null when it has no plan or failed, and then why in
        ``error``. ``fresh``: whether it remembered nothing of the match.

        Asked for ``advise`` it answers ``{"advice": [course]}``, as if it had never seen the match before, so that the
        same question gets the same advice.
        """
        game = self._games[asked["game"]]
        printed = game.plans[asked["plan"]]
        told = ToldGame(asked["plan"], printed, asked["view"], asked["question"], self._consult, asked["noted"])
        client, rng = client_of(told, asked["seat"], frozenset(asked["partners"])), random.Random(asked["seed"])
        if asked.get("advise"):
            return _advice(game.players[asked["program"]](), client, rng)
        player, fresh = self._player(game, asked)
        try:
            return {"command": player.command(client, rng), "fresh": fresh}
        except Exception as error:  # noqa: BLE001
            # Whatever goes wrong in a program must not hold up the match.
            self._players.pop((asked["match"], asked["seat"]), None)
            return {"command": None, "fresh": fresh, "error": _in_short(error)}

    def _player(self, game: Any, asked: Line) -> tuple[Player, bool]:
        """The program of a seat, and whether it begins with this question."""
        key = asked["match"], asked["seat"]
        if asked["afresh"]:
            self._players.pop(key, None)
        kept = self._players.pop(key, None)
        player = game.players[asked["program"]]() if kept is None else kept
        self._players[key] = player
        if len(self._players) > MAX_PLAYERS:
            self._players.popitem(last=False)
        return player, kept is None

    def _consult(self, question: Mapping[str, object]) -> JsonObject | Refusal:
        self._write_line({"consult": dict(question)})
        answer = json.loads(self._lines.readline())
        refused = answer.get("refused")
        return Refusal.of_shape(refused) if refused else answer["answer"]

    def _write_line(self, line: Line) -> None:
        self._out.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._out.flush()


def _in_short(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:MAX_ERROR_LETTERS]


def _advice(player: Player, client: SeatClient, rng: random.Random) -> Line:
    try:
        return {"advice": told_courses(advise(player, client, rng), client.view(), client.legal())}
    except Exception as error:  # noqa: BLE001
        # Whatever goes wrong in a program is told to whoever asked it, and does not end the worker.
        return {"advice": [], "error": _in_short(error)}


def main() -> None:
    """Answer over the standard streams."""
    gc.freeze()
    Thinker(sys.stdin, sys.stdout).run()


if __name__ == "__main__":
    main()
