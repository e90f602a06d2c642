"""Record a database of this version: python tools/record_database.py NAME [game ...]

A server in this process seats people and lets them play at random: of each game a match that waits for a player, one
whose words are being opened, one in the middle of a battle, one at one screen, one that has ended. What Postgres then
holds is written to tests/golden/databases/NAME as ``database.sql.xz``, and the ended matches as their players could
export them; ``words.json`` has the words that players still keep to themselves. Servers of later versions must go on
with all of it (tests/golden/test_databases.py), so a recorded database is never made again: record another when a
version is released, or before stored things change their shape.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import lzma
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app import postgres
from app.context import Context
from app.database import migrate
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.agreements.hosting import HOST_END
from app.matches.facts import FINISHED
from app.postgres.account import account
from app.postgres.binaries import binaries
from app.programs.alone import fresh_words, seals
from app.settings import Settings
from app.wire import encode
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject
from tests.golden.databases import FOLDER
from tests.golden.tables import Person, begun, opened, play, sealed, seated

MOST_COMMANDS = 3000
NAMES = ("Anna", "Bruno", "Clara", "David")
LEFT_OUT = ("signing_key", "session")
"""Tables whose rows would let people in: nobody in a file may be taken for someone at a server."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The scenarios of a game that are recorded: one short enough to be played to its end, and one with a battle."""

    game: str
    short: str
    large: str
    turn: int
    """The turn in which the match at one screen stops."""
    most: int = MOST_COMMANDS
    """Commands of the match at one screen and of the one that ends: if it has not by then, its host ends it."""


WANTED = (
    Wanted("schlieffens-war", "campaign", "campaign", 2),
    Wanted("powers-1914", "austria-russia", "classic-1-4", 3),
    Wanted("great-war", "1915", "1917", 100, 60),
    Wanted("empires-alliances", "1914", "1918", 100, 250),
)


def in_battle(turn: int) -> Callable[[Any], bool]:
    """Whether a battle is under way in that turn or later."""
    return lambda state: state.turn >= turn and state.battle is not None


async def fill(
    here: Context, wanted: Wanted, people: list[Person], kept: dict[str, dict[str, str]], rng: random.Random
) -> bytes:
    """Play the matches of a game; gives the export of the one that has ended. ``kept`` takes words by match."""

    async def table(scenario: str, **more: Any) -> Any:
        return await seated(here, MatchIn(game=wanted.game, scenario=scenario, **more), people)

    alone = await seated(here, MatchIn(game=wanted.game, scenario=wanted.short), people[:1])
    kept[alone.id] = fresh_words([alone.seats[0].seat])
    await here.starter.seal(alone.id, people[0][0], seals(alone.id, kept[alone.id]))

    opening = await table(wanted.large)
    kept[opening.id], opening = await sealed(here, opening)
    first = opening.seats[0].seat
    await opened(here, opening, {first: kept[opening.id].pop(first)})

    fought = await begun(here, await table(wanted.large))
    await play(here, fought.id, rng, most=MOST_COMMANDS, until=in_battle(2))
    screen = await begun(here, await table(wanted.short, hotseat=True))
    await play(here, screen.id, rng, most=wanted.most, until=lambda state: state.turn >= wanted.turn)
    steps = (await here.live_matches.get(screen.id)).steps
    while len(steps) < 2:
        await play(here, screen.id, rng, most=1)
    ended = await begun(here, await table(wanted.short))
    await play(here, ended.id, rng, most=wanted.most)
    if (await here.live_matches.get(ended.id)).record.status != FINISHED:
        body: JsonObject = {"kind": HOST_END, "winner": "", "reason": "It is late."}
        await here.server_orders.rule(ended.id, f"host-{rng.randrange(10**9)}", body)
    for match in (fought.id, screen.id, ended.id):
        now = await here.live_matches.get(match)
        state = now.state
        print(f"{wanted.game} {match}: {now.version} events, turn {state.turn}, {now.record.status}, {state.cursor}")
    return encode(await here.exports.export(ended.id, people[0][0], None, None))


async def record(url: str, folder: Path, seed: int, games: Sequence[str]) -> None:
    """Play, and write the exports."""
    app = create_app(url, Settings(), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        people = [((await here.accounts.add(name)).id, name) for name in NAMES]
        kept: dict[str, dict[str, str]] = {}
        for wanted in (w for w in WANTED if w.game in (games or GAMES)):
            body = await fill(here, wanted, people, kept, random.Random(seed))
            (folder / f"{wanted.game}.json.xz").write_bytes(lzma.compress(body))
        (folder / "words.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        await here.background.finish()


def dumped(url: str, area: Path) -> str:
    """The database as SQL, without what only psql understands."""
    bin_folder, _ = binaries(area, account(), None)
    spared = [f"--exclude-table-data={table}" for table in LEFT_OUT]
    told = subprocess.run(
        [bin_folder / "pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=50", *spared, f"--dbname={url}"],
        check=True,
        capture_output=True,
        text=True,
    )
    return re.sub(r"^\\(un)?restrict .*$", "", told.stdout, flags=re.MULTILINE)


def main() -> None:
    """Record a database under a name."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("games", nargs="*", help="the games to play; all when none is named")
    parser.add_argument("--seed", type=int, default=1914)
    wanted = parser.parse_args()
    folder = FOLDER / wanted.name
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as var, postgres.running(Path(var)) as url:
        migrate(url)
        asyncio.run(record(url, folder, wanted.seed, wanted.games))
        sql = dumped(url, Path(var))
    (folder / "database.sql.xz").write_bytes(lzma.compress(sql.encode()))
    for file in sorted(folder.iterdir()):
        print(file, file.stat().st_size)


if __name__ == "__main__":
    main()
