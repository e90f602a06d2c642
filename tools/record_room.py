"""Record matches in which much happens around the board: python tools/record_room.py NAME

Where ``tools/record_database.py`` has people who only play, these leave and are replaced, run out of time, pause, go
away, have stand-ins, talk, draw on the map, draft, answer beforehand and hand units over, and the host steps in. One
match of Powers of 1914 with clocks, one of Schlieffen's War with two commanders a side that is told by turns to those
who watch. What Postgres then holds is written to tests/golden/rooms/NAME as ``database.sql.xz``. Servers of later
versions must go on with it (tests/golden/test_rooms.py); record another before what is stored changes its shape.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import lzma
import random
import secrets
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app import postgres
from app.admin.office import office
from app.clocks.schemas import TermsIn
from app.context import Context
from app.database import migrate
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.marks.schemas import MarkIn
from app.matches.facts import Newcomer
from app.matches.live_match.standing_orders import PREFIX as STANDING
from app.settings import Settings
from rules.catalogue import GAMES
from rules.kernel.drafting import Drafted
from rules.kernel.messages import JsonObject
from rules.kernel.standing import of_side, sensible
from tests.app.clocks.passing import DAY, aged
from tests.golden.rooms import FOLDER, KINDS
from tests.golden.tables import Person, begun, play, seated
from tools.record_database import dumped

NAMES = ("Anna", "Bruno", "Clara", "David")
BANK = 3 * DAY
MOST_COMMANDS = 1500


class Room:
    """A match that has begun, and those who sit there in the order of its seats."""

    def __init__(self, here: Context, url: str, match: str, people: list[Person], rng: random.Random) -> None:
        self.here, self.url, self.match, self.people, self.rng = here, url, match, people, rng

    async def orders(self, seat: str, account: uuid.UUID, kind: str, id_: str = "", **order: Any) -> None:
        """An order of the house."""
        body: JsonObject = {"kind": f"house.{kind}", **order}
        await self.here.settlements.settle(self.match, account, seat, id_ or secrets.token_hex(8), body)

    async def agreed(self, by: tuple[str, uuid.UUID], to: tuple[str, uuid.UUID], what: str, *, yes: bool) -> None:
        """Something that one proposes and the other answers."""
        id_ = f"{what}-{secrets.token_hex(4)}"
        await self.orders(*by, "propose", id_, what=what)
        await self.orders(*to, "answer", proposal=id_, yes=yes)

    async def give(self, seat: str, account: uuid.UUID, command: JsonObject) -> None:
        """A command of the game."""
        table = await self.here.current.get(self.match)
        await self.here.moves.command(self.match, account, seat, secrets.token_hex(8), table.ask(seat), command)

    async def late(self) -> str:
        """Let whoever is asked run out of time; gives the seat."""
        table = await self.here.current.get(self.match)
        (seat,) = table.game.deciders(table.state)
        aged(self.url, {"id": self.match}, 2 * BANK / 3600)
        # What is in memory knows nothing of the time that has passed.
        self.here.live_matches.forget(self.match)
        await self.here.server_orders.expire(self.match)
        return seat

    async def stands_in(self, seat: str, player: uuid.UUID, other: Person) -> None:
        """Someone agrees to stand in for a seat."""
        record = await self.here.seats.ask_stand_in(self.match, seat, player)
        key = next(c.stand_in_key for c in record.seats if c.seat == seat) or ""
        await self.here.seats.may_stand_in(self.match, seat, other[0], key)
        newcomer = Newcomer(*other)
        await self.here.settlements.agree_to_stand_in(self.match, newcomer, seat, secrets.token_hex(8), key)


async def clocks_and_seats(room: Room) -> None:
    """Time, absence, strangers and the host in a match of two."""
    here, match, (anna, bruno, clara, david) = room.here, room.match, room.people
    table = await here.live_matches.get(match)
    first, second = (c.seat for c in table.record.seats)
    player = {first: anna[0], second: bruno[0]}
    await here.chat.say(match, anna[0], first, None, "good-evening", "table", "Good evening. Let us begin.")
    await here.chat.say(match, bruno[0], second, None, "yes-let-us", "table", "Yes, let us.", quotes=1)
    await play(here, match, room.rng, most=30)

    await room.agreed((first, anna[0]), (second, bruno[0]), "pause", yes=True)
    await room.orders(second, bruno[0], "resume")
    await room.agreed((second, bruno[0]), (first, anna[0]), "draw", yes=False)
    await room.orders(first, anna[0], "give", to=second)
    today = dt.datetime.now(dt.UTC).date()
    day = dt.timedelta(days=1)
    await here.vacations.add(anna[0], today + day, today + 3 * day, "UTC")
    await here.vacations.tell()
    (away,) = (await here.vacations.of(anna[0]))["vacations"]  # type: ignore[misc]
    await here.vacations.end(anna[0], uuid.UUID(away["id"]))  # type: ignore[index,call-overload]
    await here.vacations.tell()

    # Out of time: the seat is open, and its player is back first.
    late = await room.late()
    await room.orders(late, player[late], "stay")
    await play(here, match, room.rng, most=10)

    # A stand-in is sent away, agrees again, plays, and plays still.
    await room.stands_in(second, bruno[0], clara)
    await room.orders(second, bruno[0], "dismiss")
    await room.stands_in(second, bruno[0], clara)
    await room.orders(second, bruno[0], "stand_in")
    await room.orders(second, bruno[0], "take_back")
    await room.orders(second, bruno[0], "stand_in")

    async with office(room.url, Settings(), GAMES, "henriette") as desk:
        ends = [e for e in await desk.events(match, 10_000, 100) if e["ends"]]
        await desk.rewind(match, int(ends[len(ends) // 2]["event"]), "A test of going back.")  # type: ignore[arg-type]
        await desk.open_seat(match, first, "A test of the door.")
    await here.current.get(match)
    await here.seats.may_take(match, first, david[0], table.record.invite)
    await here.settlements.take_over(match, Newcomer(*david), first, secrets.token_hex(8))
    await room.orders(first, david[0], "propose", "an-offer-1", what="pause")
    await room.orders(first, david[0], "withdraw", proposal="an-offer-1")
    place = next(iter(table.state.printed.board.areas))
    await here.marks.draw(match, david[0], MarkIn(id="hold-here", seat=first, kind="ring", places=[place], text="hold"))


async def teams(room: Room) -> None:
    """Two commanders a side: units handed over, a draft that waits, questions answered beforehand."""
    here, match = room.here, room.match
    table = await here.live_matches.get(match)
    accounts = {c.seat: c.account for c in table.record.seats if c.account is not None}
    for chief in ("entente-east", "german-right"):
        await room.give(chief, accounts[chief], {"kind": "historical"})
        await room.give(chief, accounts[chief], {"kind": "end_phase"})
    right, left = "german-right", "german-left"
    mine, other = accounts[right], accounts[left]
    table = await here.current.get(match)
    while (command := table.game.random_command(table.state, left, room.rng))["kind"] != "move":
        pass
    unit = command["units"][0]  # type: ignore[index,call-overload]
    await room.give(right, mine, {"kind": "lend", "units": [unit], "to": right})
    await room.give(left, other, {"kind": "ready", "yes": "yes"})
    await here.chat.say(match, mine, right, None, "to-the-left", "side:german", "I take your first corps.")
    await here.chat.say(match, other, left, None, "to-the-right", "side:german", "Do.", quotes=1)
    for seat, account in accounts.items():
        seats = table.game.seats(table.record.scenario, table.record.options)
        side = next(s.side for s in seats if s.id == seat)
        kinds = of_side(table.game.standing(table.record.scenario, table.record.options), side)
        for order in sensible(kinds).values():
            await here.standing_orders.set(match, account, seat, order, "changed")
    for _ in range(MOST_COMMANDS):
        before = (await here.current.get(match)).version
        await play(here, match, room.rng, most=1)
        if any(str(f.command_id).startswith(STANDING) for f in await here.matches.chronicle.facts(match, before)):
            break
    else:
        raise AssertionError("no question was answered beforehand")
    table = await here.current.get(match)
    for seat in table.game.deciders(table.state):
        account = accounts[seat]
        command = table.game.random_command(table.state, seat, room.rng)
        await here.drafts.add(match, account, seat, 0, Drafted(table.ask(seat), command))
    await here.marks.draw(match, mine, MarkIn(id="look-there", seat=right, kind="ring", places=["1208"], text="here"))


async def record(url: str, seed: int) -> None:
    """Let both matches happen."""
    app = create_app(url, Settings(clock_seconds=3600), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        people: list[Person] = [((await here.accounts.add(name)).id, name) for name in NAMES]
        rng, kinds = random.Random(seed), set[str]()
        clock = TermsIn(bank=BANK, increment=3600, at_zero="open")
        two = MatchIn(game="powers-1914", scenario="austria-russia", clock=clock)
        four = MatchIn(
            game="schlieffens-war", scenario="campaign-teams", listing="public", delay_turns=1, clock=TermsIn(bank=BANK)
        )
        for body, happen, count in ((two, clocks_and_seats, 2), (four, teams, 4)):
            match = (await begun(here, await seated(here, body, people[:count]))).id
            await happen(Room(here, url, match, people, rng))
            table = await here.current.get(match)
            print(f"{body.game} {match}: {table.version} events")
            kinds |= {str(f.payload["kind"]) for f in await here.matches.chronicle.facts(match, 0)}
        if missing := sorted(KINDS - kinds):
            raise AssertionError(f"not recorded: {missing}")
        await here.background.finish()


def main() -> None:
    """Record a database under a name."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("--seed", type=int, default=1914)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as var, postgres.running(Path(var)) as url:
        migrate(url)
        asyncio.run(record(url, wanted.seed))
        sql = dumped(url, Path(var))
    folder = FOLDER / wanted.name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "database.sql.xz"
    file.write_bytes(lzma.compress(sql.encode()))
    print(file, file.stat().st_size)


if __name__ == "__main__":
    main()
