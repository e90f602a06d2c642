"""Two servers in this process, with all their middleware, on a database and a copy of it where hidden things differ."""

from __future__ import annotations

import contextlib
import json
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import asyncpg

from app.context import Context
from app.lobby.schemas import Delay, MatchIn
from app.main import create_app
from app.matches.live_match.chit_locations import ChitLocation, locations_at_start
from app.programs.alone import fresh_words, seals
from app.settings import Settings
from rules.kernel.game import Game
from tests.conftest import UNLIMITED

SETTINGS = {**UNLIMITED, "push_seconds": 0, "clock_seconds": 3600, "snapshot_every": 5}


def settings() -> Settings:
    """Without limits and with every move told at once."""
    return Settings(**SETTINGS, _env_file=None)


async def make_matches(
    url: str, games: Mapping[str, Game[Any, Any]], wanted: Sequence[tuple[str, str, Delay]]
) -> list[tuple[str, str, Mapping[str, uuid.UUID]]]:
    """Matches of (game, scenario, seconds by which spectators are told later) with a person at every seat, all words
    open: id, spectators' key, who sits where."""
    app = create_app(url, settings(), games)
    made = []
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        for id_, scenario, delay in wanted:
            seats = next(s.seats for s in games[id_].scenarios if s.id == scenario)
            people = {seat.id: (await here.accounts.add(seat.title[:40])).id for seat in seats}
            first, *others = people
            body = MatchIn(game=id_, scenario=scenario, seat=first, delay=delay)
            match = await here.match_maker.create(people[first], "Someone", body)
            for seat in others:
                await here.seats.sit(match.id, seat, people[seat], match.invite)
            words, sealed = fresh_words(people), match
            for seat, account in people.items():
                sealed = await here.starter.seal(match.id, account, seals(match.id, {seat: words[seat]}))
            for seat, account in people.items():
                await here.starter.open(match.id, account, str(sealed.commitment), {seat: words[seat]})
            made.append((match.id, str(match.spectate), people))
    return made


async def begin_in(url: str, match: str, played: Game[Any, Any], state: Any) -> None:
    """Have a match that nobody has touched begin in another position."""
    connection = await asyncpg.connect(url)
    try:
        dumped = json.dumps(played.dump_state(state))
        done = await connection.execute(
            "UPDATE snapshot SET state = $2::json WHERE match = $1 AND seq = 0", match, dumped
        )
        assert done == "UPDATE 1", done
        await connection.execute("DELETE FROM event_pool WHERE match = $1", match)
        lots = [
            (match, lot.pool, lot.chit, lot.place, lot.number, lot.since) for lot in locations_at_start(played, state)
        ]
        columns = ("match", *ChitLocation._fields)
        await connection.copy_records_to_table("event_pool", records=lots, columns=columns)
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def servers(url: str, there: str, games: Mapping[str, Game[Any, Any]]) -> AsyncIterator[tuple[Any, Any]]:
    """Two servers, each on its own database."""
    apps = create_app(url, settings(), games), create_app(there, settings(), games)
    async with apps[0].router.lifespan_context(apps[0]), apps[1].router.lifespan_context(apps[1]):
        yield apps
