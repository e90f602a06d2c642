"""Two commanders of one side at two processes: they move at once, and nothing is lost, doubled or told to the enemy."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

from app.context import Context
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.live_match.live_match import LiveMatch
from app.programs.alone import start_match
from app.settings import Settings
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject

GAME = GAMES["schlieffens-war"]
COMMANDERS = ("german-right", "german-left")
MOVES = 12


async def test_two_commanders_at_two_processes_move_at_once(database_url: str) -> None:
    apps = [create_app(database_url, Settings(), GAMES) for _ in range(2)]
    async with apps[0].router.lifespan_context(apps[0]), apps[1].router.lifespan_context(apps[1]):
        here, there = contexts = [app.state.context for app in apps]
        account = (await here.accounts.add("Bot")).id
        body = MatchIn(game=GAME.id, scenario="campaign-teams", hotseat=True)
        match = (await start_match(here, account, body)).id

        async def send(context: Context, seat: str, command: JsonObject) -> None:
            table = await context.current.get(match)
            await context.moves.command(match, account, seat, secrets.token_hex(8), table.ask(seat), command)

        for seat in ("entente-east", "entente-north", *COMMANDERS):
            await send(here, seat, {"kind": "historical"})
            await send(here, seat, {"kind": "end_phase"})
        start = (await here.live_matches.get(match)).version

        async def march(context: Context, seat: str, seed: int) -> list[JsonObject]:
            """Random marches of one command; each is judged on whatever the other has done by then."""
            rng, sent = random.Random(seed), []
            while len(sent) < MOVES:
                table: LiveMatch = await context.current.get(match)
                command = GAME.random_command(table.state, seat, rng)
                if command["kind"] == "move":
                    await send(context, seat, command)
                    sent.append(command)
            return sent

        await asyncio.gather(*(march(c, s, n) for n, (c, s) in enumerate(zip(contexts, COMMANDERS, strict=True))))
        live_matches = [await c.current.get(match) for c in contexts]
        assert live_matches[0].version == live_matches[1].version
        assert GAME.dump_state(live_matches[0].state) == GAME.dump_state(live_matches[1].state)
        facts = await here.matches.chronicle.facts(match, start)
        movers = [f.seat for f in facts if f.kind == "units-moved" or f.kind == "moved"] or [f.seat for f in facts]
        commands = {f.command_id for f in facts}
        assert len(commands) == 2 * MOVES
        assert set(movers) == set(COMMANDERS)

        # One takes back their last march; the other's stand.
        before: Any = live_matches[1].state
        await there.moves.undo(match, account, "german-left", secrets.token_hex(8))
        after = (await here.current.get(match)).state
        assert GAME.dump_state(after) != GAME.dump_state(before)
        assert GAME.dump_state(after) == GAME.dump_state((await there.current.get(match)).state)

        # What the left wing arranges tells the Entente nothing.
        told = (await here.current.get(match)).number("entente-north")
        await send(there, "german-left", {"kind": "lend", "units": ["ge-hq-6"], "to": "german-right"})
        now = await here.current.get(match)
        assert now.number("entente-north") == now.number("entente-east") == told
        assert now.number("german-right") > told or now.view("german-right")["team"]
        await here.background.finish()
        await there.background.finish()


async def test_a_commander_in_each_theatre_of_the_great_war(database_url: str) -> None:
    """Only the theatre that moves is asked besides the chief; trains kept for the west are a matter of the side."""
    app, game = create_app(database_url, Settings(), GAMES), GAMES["great-war"]
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Bot")).id
        body = MatchIn(game=game.id, scenario="1915-west-and-east", hotseat=True)
        match = (await start_match(here, account, body)).id

        async def send(seat: str, **command: Any) -> LiveMatch:
            table: LiveMatch = await here.current.get(match)
            await here.moves.command(match, account, seat, secrets.token_hex(8), table.ask(seat), command)
            return await here.current.get(match)

        await send("allied-west", kind="draw_lots")
        for seat in ("allied-west", "allied-east", "central-east", "central-west"):
            await send(seat, kind="deal")
            table = await send(seat, kind="end_phase")
        while game.phase(table.state) != "first-movement":
            chief = next(s for s in ("allied-west", "central-east") if s in game.deciders(table.state))
            table = await send(chief, kind="end_phase")
        asked = set(game.deciders(table.state))
        west_first = table.state.inner.west == "central"
        assert asked == {"central-east", "allied-west"} | ({"central-west", "allied-east"} if west_first else set())

        told = table.number("allied-west")
        table = await send("central-east", kind="quota", what="central", to="central-west", amount=12)
        assert table.number("allied-west") == told
        shared: Any = table.view("central-west")["team"]
        assert shared["quotas"][0]["seats"]["central-west"]["given"] == 12
        assert table.view("allied-west")["team"]["quotas"][0]["seats"]["allied-west"]["given"] == 0
        await here.background.finish()
