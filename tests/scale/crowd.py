"""Many movers in a process of their own, who send one command after the other and write down what they are answered.

Parties (``tests/soak/guests.py``) read the journal before each move and choose it by the rules: some twenty a second. A
crowd knows what it will send before a match begins, since nothing of it depends on dice: the toy game played at random,
and of each other game the commands before its first die (``app/programs/benching/script.py``). What it was answered is
held against the database afterwards, as theirs is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import httpx
import orjson
import uvloop

from app.programs.benching.script import Sent, script
from rules.kernel.messages import Refusal
from tests import forked
from tests.app.toy_game import Toy
from tests.conftest import Server
from tests.soak.guests import PATIENCE, Hall
from tests.soak.ledger import UNAVAILABLE, Ledger, Table
from tests.soak.server import ALL

TOY = ("toy", "endless")
SCRIPTED = (
    ("schlieffens-war", "campaign", 40),
    ("powers-1914", "classic-1", 200),
    ("great-war", "1918", 150),
    ("empires-alliances", "1914", 150),
)
"""What the others play, and how many commands of it."""
SCRIPTED_IN = 8
"""One mover in this many plays those, in turn; the others play the toy game."""
LENGTH = 1000
"""Commands in a match of the toy game."""
TWICE_IN, AGAIN_IN, ELSEWHERE_IN = 20, 20, 50
"""One command in each of these is sent twice at once, sent again after its answer, sent past nginx to any server."""
CALL_SECONDS = 20.0
AGAIN_SECONDS = 0.3
TOO_MANY = 429


class Crowd:
    """Movers who play until they are told to stop."""

    def __init__(self, urls: Sequence[str], movers: int, seed: int, folder: Path, given: Mapping[str, str]) -> None:
        """``urls``: where they come in, what most of them use first."""
        self._folder = folder / "crowd"
        self._folder.mkdir()
        self._read = 0
        self.tables: list[Table] = []
        command = [sys.executable, "-m", "tests.scale.crowd", str(self._folder), str(movers), str(seed), *urls]
        self._process = forked.start(command, given, self._folder / "log")

    def look(self) -> list[Table]:
        """The tables so far; what was answered there is known only after the end."""
        written = self._folder / "tables"
        if written.exists():
            lines = written.read_text().splitlines(keepends=True)
            for line in lines[self._read :]:
                if line.endswith("\n"):
                    told = json.loads(line)
                    cookies = {seat: httpx.Cookies(kept) for seat, kept in told.pop("cookies").items()}
                    self.tables.append(Table(cookies=cookies, **told))
            self._read = len(self.tables)
        return self.tables

    def stop(self) -> None:
        """No command more; each that is on its way is sent until it is answered."""
        self._process.send_signal(signal.SIGTERM)

    def end(self, ledger: Ledger) -> None:
        """Wait until all has been answered, and read what they were told."""
        self.stop()
        code = self._process.wait(2 * PATIENCE)
        if code:
            ledger.fault(f"the crowd ends with {code}: {(self._folder / 'log').read_text()[-400:]}")
        by_match = {table.match: table for table in self.look()}
        with (self._folder / "answers").open("rb") as lines:
            for line in lines:
                match, id_, answer = line.rstrip(b"\n").split(b" ", 2)
                table = by_match[match.decode()]
                table.sent.add(id_.decode())
                table.receipts[id_.decode()] = answer
        said = json.loads((self._folder / "report").read_text())
        ledger.answers.update(said["answers"])
        for fault in said["faults"]:
            ledger.fault(f"in the crowd: {fault}")

    def close(self) -> None:
        """End it at once."""
        self._process.kill()


# --- in the process of its own -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doors:
    """Where movers come in."""

    servers: list[Server]

    @property
    def urls(self) -> list[str]:
        """Their addresses."""
        return [server.url for server in self.servers]


class Line:
    """A connection that is kept open, as bare as it can be: the crowd shares the machine with the site."""

    def __init__(self, url: str) -> None:
        self._host, self._port = url.removeprefix("http://").split(":")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, cookie: str, body: bytes) -> tuple[int, bytes]:
        """The status and what is answered. OSError when none is."""
        try:
            async with asyncio.timeout(CALL_SECONDS):
                return await self._post(path, cookie, body)
        except (OSError, EOFError, TimeoutError) as error:
            self.drop()
            raise OSError(str(error)) from error

    async def _post(self, path: str, cookie: str, body: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, int(self._port))
        reader, writer = self._streams
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nCookie: {cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        status, *headers = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        told = dict(line.split(": ", 1) for line in headers if line)
        answer = await reader.readexactly(int(told["content-length"]))
        if told.get("connection") == "close":
            self.drop()
        return int(status.split()[1]), answer

    def drop(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Mover:
    """Plays one match after the other."""

    def __init__(self, notes: Notes, doors: Doors, game: tuple[str, str], rng: random.Random) -> None:
        self._notes, self._doors, self._game, self._rng = notes, doors, game, rng
        self._hall = Hall(doors, notes.ledger, ALL, rng)
        self._lines: dict[tuple[str, int], Line] = {}

    async def play(self, script: Sequence[Sent] | None, over: threading.Event) -> None:
        """Play until it is over: what was written down, or the toy game."""
        try:
            while not over.is_set():
                table = await asyncio.to_thread(self._hall.sit_down, *self._game, over)
                if table is None:
                    return
                self._notes.begin(table)
                cookies = {
                    seat: "; ".join(f"{name}={value}" for name, value in kept.items())
                    for seat, kept in table.cookies.items()
                }
                for sent in script if script is not None else toy_commands(self._rng):
                    await self._settle(table, cookies[sent.seat], sent)
                    if over.is_set():
                        return
        except Exception as error:  # noqa: BLE001 - whatever ends a mover is a fault of the trial
            self._notes.ledger.fault(f"{self._game}: {type(error).__name__}: {error}")

    async def _settle(self, table: Table, cookie: str, sent: Sent) -> None:
        """Send a command until it is answered; now and then twice at once, or once more, with the same answer."""
        id_ = secrets.token_hex(8)
        body = orjson.dumps({"id": id_, "seat": sent.seat, "ask": sent.ask, "command": sent.command})
        path = f"/api/matches/{table.match}/commands"
        answers = [self._until_answered(0, path, cookie, body)]
        if self._rng.randrange(TWICE_IN) == 0:
            answers.append(self._until_answered(1, path, cookie, body))
        told = {*await asyncio.gather(*answers)}
        if self._rng.randrange(AGAIN_IN) == 0:
            told.add(await self._until_answered(0, path, cookie, body))
        if len(told) > 1:
            self._notes.ledger.fault(f"{table.match} {id_}: answered differently: {told}")
        self._notes.answered(table, id_, told.pop())

    async def _until_answered(self, number: int, path: str, cookie: str, body: bytes) -> bytes:
        """The answer of a server that takes it, whichever. AssertionError when it is refused, or nobody answers."""
        loop, ledger = asyncio.get_running_loop(), self._notes.ledger
        end = loop.time() + PATIENCE
        while loop.time() < end:
            away = self._rng.randrange(ELSEWHERE_IN) == 0
            url = self._rng.choice(self._doors.urls) if away else self._doors.urls[0]
            line = self._lines.setdefault((url, number), Line(url))
            try:
                status, answer = await line.post(path, cookie, body)
            except OSError:
                ledger.broken()
            else:
                ledger.answers[str(status)] += 1
                if status not in (UNAVAILABLE, TOO_MANY):
                    assert status == httpx.codes.OK, f"{path}: {status} {answer!r}, to {body!r}"
                    return answer
            await asyncio.sleep(AGAIN_SECONDS)
        raise AssertionError(f"never answered: {path} {body!r}")


class Notes:
    """What the crowd was told, written down as it comes."""

    def __init__(self, folder: Path) -> None:
        self.ledger = Ledger()
        self._folder = folder
        self._tables = (folder / "tables").open("w", buffering=1)
        self._answers = (folder / "answers").open("wb")

    def begin(self, table: Table) -> None:
        """A match begins."""
        cookies = {seat: dict(kept) for seat, kept in table.cookies.items()}
        told = {"match": table.match, "game": table.game, "scenario": table.scenario, "cookies": cookies}
        self._tables.write(json.dumps(told) + "\n")

    def answered(self, table: Table, id_: str, answer: bytes) -> None:
        """A command was taken."""
        assert b"\n" not in answer
        self._answers.write(f"{table.match} {id_} ".encode() + answer + b"\n")

    def close(self) -> None:
        """All that was answered has been written."""
        self._tables.close()
        self._answers.close()
        report = {"answers": self.ledger.answers, "faults": self.ledger.faults}
        (self._folder / "report").write_text(json.dumps(report))


def toy_commands(rng: random.Random) -> Iterator[Sent]:
    """A match of the toy game at random: what is thrown there makes no difference to what may be sent next."""
    game = Toy()
    state = game.new_match(TOY[1], {})
    for _ in range(LENGTH):
        command = game.random_command(state, state.seat, rng)
        yield Sent(state.seat, game.ask(state, state.seat), command)
        decided = game.decide(state, state.seat, command, lambda _draw, _sides: 1)
        assert not isinstance(decided, Refusal), decided.text
        state = decided.states[-1]


async def _play(folder: Path, movers: int, seed: int, urls: Sequence[str]) -> None:
    rng, notes, over = random.Random(seed), Notes(folder), threading.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    # Nobody starts or ends a server here: only their addresses are needed.
    doors = Doors([Server(url, None, folder) for url in urls])  # type: ignore[arg-type]
    playing = []
    for number in range(movers):
        game: tuple[str, str] = TOY
        written: Sequence[Sent] | None = None
        if number % SCRIPTED_IN == 0:
            id_, scenario, most = SCRIPTED[number // SCRIPTED_IN % len(SCRIPTED)]
            game, written = (id_, scenario), _script(id_, scenario, most)
        playing.append(Mover(notes, doors, game, random.Random(rng.random())).play(written, over))
    await asyncio.gather(*playing)
    notes.close()


@cache
def _script(game: str, scenario: str, most: int) -> Sequence[Sent]:
    written = script(ALL[game], scenario, most)
    return (*written.lead, *written.moves)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        uvloop.run(_play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
