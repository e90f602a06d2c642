"""Players who move in matches while everything around them is killed, and send again what was not answered."""

from __future__ import annotations

import asyncio
import random
import secrets
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import asyncpg
import httpx
import orjson

from app.database import TROUBLE
from app.matches.facts import UNDONE
from app.matches.live_match.undo_steps import origin_of
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject
from rules.kernel.players import RECRUIT
from tests.app.players import Player
from tests.conftest import Server
from tests.soak.ledger import UNAVAILABLE, Ledger, Table

PATIENCE = 240.0
"""Seconds after which a call that is never answered is a fault."""
TOO_MANY = 429
UNDO_IN, TWICE_IN, AGAIN_IN = 15, 10, 10
"""One command in this many is taken back, sent to both servers at once, sent once more though it was answered."""


class Reached(Protocol):
    """Where players come in."""

    @property
    def urls(self) -> list[str]:
        """Where servers are now; nobody may be at home."""
        ...

    @property
    def servers(self) -> list[Server]:
        """The same servers."""
        ...


class Played(Reached, Protocol):
    """Where a soak is played."""

    @property
    def database(self) -> str:
        """The address of their database."""
        ...


class Mirror:
    """The match as the database has it, folded here: what the next command is chosen by."""

    def __init__(self, game: Game[Any, Any], house: Played, match: str) -> None:
        self.game = game
        self._house = house
        self._match = match
        self._loop = asyncio.new_event_loop()
        self._connection: asyncpg.Connection | None = None
        opening = self._ask("SELECT state FROM snapshot WHERE match = $1 AND seq = 0", match)
        self.states = {0: game.load_state(orjson.loads(opening[0]["state"]))}
        self._events: dict[int, JsonObject] = {}
        self.version = 0

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[self.version]

    def follow(self) -> None:
        """Fold what was stored since."""
        rows = self._ask(
            "SELECT seq, payload FROM event WHERE match = $1 AND seq > $2 ORDER BY seq", self._match, self.version
        )
        for row in rows:
            event: JsonObject = orjson.loads(row["payload"])
            self._events[row["seq"]] = event
            if event["kind"] == UNDONE:
                after = origin_of(event).rebuild(self.states.__getitem__, self._evolved)
            else:
                after = self._evolved(self.state, row["seq"])
            self.version = row["seq"]
            self.states[self.version] = after

    def _evolved(self, state: Any, number: int) -> Any:
        return self.game.evolve(state, self.game.load_event(self._events[number]))

    def _ask(self, question: str, *arguments: object) -> list[Any]:
        """Rows, however often the database must be looked for."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._loop.run_until_complete(asyncio.wait_for(self._fetch(question, arguments), 10))
            except TROUBLE:
                self._drop()
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    async def _fetch(self, question: str, arguments: tuple[object, ...]) -> list[Any]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._house.database)
        rows: list[Any] = await self._connection.fetch(question, *arguments)
        return rows

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def close(self) -> None:
        """Leave the database."""
        self._drop()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()


class Hall:
    """Where people sit down to a match, with programs in all seats but the first if they like."""

    def __init__(
        self,
        house: Reached,
        ledger: Ledger,
        games: Mapping[str, Game[Any, Any]],
        rng: random.Random,
        *,
        programs: bool = False,
    ) -> None:
        self._house, self._ledger, self._games, self._rng, self._programs = house, ledger, games, rng, programs

    def sit_down(self, game: str, scenario: str, over: threading.Event) -> Table | None:
        """A new match with a guest at every seat; one that was half made is left to itself. None when time is over.

        It takes a dozen calls that must all be answered, so among many kills it may take long.
        """
        while not over.is_set():
            players: list[Player] = []
            server = self._rng.choice(self._house.servers)
            try:
                return self._seated(server, game, scenario, players)
            except (httpx.TransportError, AssertionError) as error:
                # The ledger has the answer if there was one; a table is made by several calls, so by asserting each.
                if isinstance(error, httpx.TransportError):
                    self._ledger.broken()
                time.sleep(0.2)
            finally:
                for player in players:
                    player.http.close()
        return None

    def _seated(self, server: Server, game: str, scenario: str, players: list[Player]) -> Table:
        seats = next(s.seats for s in self._games[game].scenarios if s.id == scenario)
        others = {"programs": {seat.id: RECRUIT for seat in seats[1:]}} if self._programs else {}
        seats = seats[:1] if self._programs else seats
        for seat in seats:
            player = Player(server, seat.title[:40])
            player.http.event_hooks["response"].append(self._ledger.note)
            players.append(player)
        match = players[0].make(game=game, scenario=scenario, seat=seats[0].id, **others)
        for player, seat in zip(players[1:], seats[1:], strict=True):
            player.sit(match, seat.id)
        cookies = {seat.id: player.http.cookies for seat, player in zip(seats, players, strict=True)}
        return Table(match["id"], game, scenario, cookies)


class Party:
    """Someone at every seat of one match after another, until the time is over."""

    def __init__(
        self,
        house: Played,
        ledger: Ledger,
        games: Mapping[str, Game[Any, Any]],
        rng: random.Random,
        *,
        programs: bool = False,
    ) -> None:
        self._hall = Hall(house, ledger, games, rng, programs=programs)
        self._house = house
        self._ledger = ledger
        self._games = games
        self._rng = rng
        # No proxy of the environment, and no connection to a server that was killed meanwhile.
        self._http = httpx.Client(timeout=20, trust_env=False, event_hooks={"response": [ledger.note]})
        self._pool = ThreadPoolExecutor(2)

    def play(self, game: str, scenario: str, over: threading.Event) -> None:
        """Play matches of a scenario, each to its end, until the time is over."""
        try:
            while not over.is_set():
                table = self._hall.sit_down(game, scenario, over)
                if table is None:
                    return
                self._ledger.keep(table)
                mirror = Mirror(self._games[game], self._house, table.match)
                try:
                    self._play(table, mirror, over)
                finally:
                    mirror.close()
        except Exception as error:  # noqa: BLE001 - whatever ends a player is a fault of the trial
            self._ledger.fault(f"{game}: {type(error).__name__}: {error}")
        finally:
            self._http.close()
            self._pool.shutdown()

    def _play(self, table: Table, mirror: Mirror, over: threading.Event) -> None:
        while not over.is_set():
            mirror.follow()
            deciders = mirror.game.deciders(mirror.state)
            if not deciders:
                return
            mine = [seat for seat in deciders if seat in table.cookies]
            if not mine:
                # It is for a program to move.
                time.sleep(0.1)
                continue
            seat = self._rng.choice(mine)
            if self._rng.randrange(UNDO_IN) == 0:
                self._settle(table, seat, "undo", {})
                continue
            ask = mirror.game.ask(mirror.state, seat)
            command = mirror.game.random_command(mirror.state, seat, self._rng)
            self._settle(table, seat, "commands", {"ask": ask, "command": command})

    def _settle(self, table: Table, seat: str, what: str, body: dict[str, Any]) -> None:
        """Send a command until it is answered; then now and then once more, which must be answered the same."""
        id_ = secrets.token_hex(8)
        body = {"id": id_, "seat": seat, **body}
        table.sent.add(id_)
        answers = self._send(table, seat, what, body, 2 if self._rng.randrange(TWICE_IN) == 0 else 1)
        taken = {a.content for a in answers if a.status_code == httpx.codes.OK}
        if taken and len(taken) + sum(a.status_code != httpx.codes.OK for a in answers) > 1:
            self._ledger.fault(f"{table.match} {id_}: answered differently: {[a.text for a in answers]}")
        if taken and self._rng.randrange(AGAIN_IN) == 0:
            again = self._send(table, seat, what, body, 1)[0]
            if again.content not in taken:
                self._ledger.fault(f"{table.match} {id_}: answered differently later: {again.text}")
        if taken:
            table.receipts[id_] = taken.pop()

    def _send(self, table: Table, seat: str, what: str, body: dict[str, Any], times: int) -> list[httpx.Response]:
        """Final answers to a call that is sent this many times at once."""
        if times == 1:
            return [self._until_answered(table, seat, what, body)]
        futures = [self._pool.submit(self._until_answered, table, seat, what, body) for _ in range(times)]
        return [future.result() for future in futures]

    def _until_answered(self, table: Table, seat: str, what: str, body: dict[str, Any]) -> httpx.Response:
        """The first answer that is more than a request to come again, from whichever server."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in table.cookies[seat].items())}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                url = f"{self._rng.choice(self._house.urls)}/api/matches/{table.match}/{what}"
                answer = self._http.post(url, json=body, headers=headers)
            except httpx.TransportError:
                self._ledger.broken()
            else:
                if answer.status_code not in (UNAVAILABLE, TOO_MANY):
                    return answer
            time.sleep(0.05)
        raise AssertionError(f"a call of {what} is never answered")
