"""Two matches of Powers of 1914 at one server, by two price lists: stored, loaded again, exported and proved."""

from __future__ import annotations

import asyncio
import random
import secrets
import shutil
from pathlib import Path
from typing import Any

from app.context import Context
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.live_match.live_match import LiveMatch
from app.settings import ROOT, Settings
from app.verify import verify
from app.wire import decode_object, encode
from rules.catalogue import GAMES
from tests.golden.tables import begun, move, seated

GAME = GAMES["powers-1914"]
PRINTED = ROOT / "scenarios" / "powers-1914"
PRICES = {"dear": 9, "cheap": 3}
MOST_COMMANDS = 1500
SHORT = "[cards]\nwinter = 2\n\n[[tables]]"
"""Two event cards: three turns."""


def plan(folder: Path, price: int) -> str:
    """A folder with another price of infantry, in which the smallest war is a short one."""
    shutil.copytree(PRINTED, folder)
    units, war = folder / "units.toml", folder / "scenarios" / "austria-russia.toml"
    units.write_text(units.read_text("utf-8").replace("infantry = 6\n", f"infantry = {price}\n", 1), "utf-8")
    head, rest = war.read_text("utf-8").split("[cards]", 1)
    war.write_text(head + SHORT + rest.split("[[tables]]", 1)[1], "utf-8")
    return GAME.plans.add(folder)


async def buy_infantry_or_move(here: Context, table: LiveMatch, rng: random.Random) -> None:
    """In a war of three turns the dice may leave nobody who buys infantry by chance: whoever can buy some does."""
    accounts = {c.seat: c.player for c in table.record.seats}
    for seat in GAME.deciders(table.state):
        legal: Any = GAME.legal(table.state, seat)
        shelves = (order for order in legal["offers"] if order["kind"] == "buy")
        for item in (i for shelf in shelves for i in shelf.get("items", ()) if i["unit"] == "infantry"):
            command = {"kind": "buy", "nation": item["nation"], "unit": "infantry", "area": item["area"], "count": 1}
            await here.moves.command(
                table.record.id, accounts[seat], seat, secrets.token_hex(8), str(legal["ask"]), command
            )
            return
    await move(here, table, rng)


def test_each_match_goes_on_by_its_own_list_after_a_restart_and_is_proved(tmp_path: Path, database_url: str) -> None:
    plans = {name: plan(tmp_path / name, price) for name, price in PRICES.items()}
    made: dict[str, str] = {}

    async def served(work: Any) -> None:
        app = create_app(database_url, Settings(), GAMES)
        async with app.router.lifespan_context(app):
            await work(app.state.context)
            await app.state.context.background.finish()

    async def begin(here: Context) -> None:
        anna = ((await here.accounts.add("Anna")).id, "Anna")
        for name, named in plans.items():
            body = MatchIn(game=GAME.id, scenario="austria-russia", options={"plan": named}, hotseat=True)
            made[name] = (await begun(here, await seated(here, body, [anna]))).id
        rng = random.Random(1914)
        for _ in range(30):
            for match in made.values():
                await move(here, await here.live_matches.get(match), rng)

    async def go_on(here: Context) -> None:
        rng = random.Random(1915)
        for name, match in made.items():
            table = await here.live_matches.get(match)
            assert (GAME.plan(table.state), len(table.state.setting.deck)) == (plans[name], 2)
            paid = set()
            for _ in range(MOST_COMMANDS):
                if not GAME.deciders(table.state):
                    break
                await buy_infantry_or_move(here, table, rng)
            told: Any = decode_object(
                encode(await here.exports.export(match, table.record.seats[0].account, None, None))
            )
            assert told["plan"] == plans[name]
            report = verify(told, GAMES)
            assert (report.faults, report.proved) == ([], True), name
            for event in (e["event"] for e in told["events"]):
                if event["kind"] == "bought" and ".infantry." in event["units"][0]:
                    paid.add(event["cost"] / len(event["units"]))
            assert paid == {PRICES[name]}

    asyncio.run(served(begin))
    asyncio.run(served(go_on))
