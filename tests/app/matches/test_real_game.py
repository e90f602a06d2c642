"""A game of the catalogue through the server's own parts, from its opening to an export that verifies."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.context import Context
from app.errors import ApiError
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.agreements.hosting import HOST_END
from app.matches.live_match.standing_orders import is_by_standing_order
from app.matches.play.live_matches import LiveMatches
from app.programs.alone import start_match
from app.proof.links import state_hash
from app.settings import Settings
from app.verify import verify
from app.wire import decode_object, encode
from rules.catalogue import GAMES, WHOLE
from rules.kernel.messages import JsonObject
from rules.kernel.standing import sensible
from tests.contract.hooks import stretch
from tests.thorough import THOROUGH

RELOADS = 60
"""After this many commands the match is loaded again from the database and compared."""
MOST = 7 * RELOADS if THOROUGH else 3 * RELOADS
"""After this many commands a match is ended by its host: a long one always, in a sample any."""


async def by_order(here: Context, match: str) -> bool:
    """Whether a standing order has answered yet."""
    async with here.database.raw() as raw:
        rows = await raw.fetch("SELECT command_id FROM event WHERE match = $1", match)
    return any(is_by_standing_order(row["command_id"]) for row in rows)


@pytest.mark.parametrize("game_id", WHOLE)
async def test_a_bots_game_is_played_stored_loaded_and_verified(
    database_url: str, game_id: str, tmp_path: Path
) -> None:
    """Every die, disclosure and decision goes through storage; what is loaded is what is in memory.

    One of the seats has standing orders: what is proposed. No match is ended by its host before an order has answered.
    """
    game, rng = GAMES[game_id], random.Random(1914)
    app = create_app(database_url, Settings(snapshot_every=50), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Bot")).id
        body = MatchIn(game=game_id, scenario=game.scenarios[0].id, hotseat=True)
        match = (await start_match(here, account, body)).id
        table = await here.live_matches.get(match)
        last = table.record.seats[-1].seat
        for order in sensible(game.standing(body.scenario, {})).values():
            await here.standing_orders.set(match, account, last, order, "changed")
        commands = 0
        answered = False
        while (deciders := game.deciders(table.state)) and (
            (THOROUGH and stretch(game_id) is None) or commands < MOST or not answered
        ):
            seat = deciders[0]
            ask = str(game.legal(table.state, seat)["ask"])
            command = game.random_command(table.state, seat, rng)
            await here.moves.command(match, account, seat, secrets.token_hex(8), ask, command)
            commands += 1
            if commands % RELOADS == 0:
                again = await LiveMatches(here.matches, GAMES, here.hub, 1).get(match)
                assert state_hash(game.dump_state(again.state)) == state_hash(game.dump_state(table.state))
                assert [(s.seat, s.before) for s in again.steps] == [(s.seat, s.before) for s in table.steps]
                answered = await by_order(here, match)
        if deciders:
            order_of_host: JsonObject = {"kind": HOST_END, "winner": "", "reason": "It is late."}
            await here.server_orders.rule(match, f"host-{secrets.token_hex(8)}", order_of_host)
        assert table.record.status == "finished"
        await here.background.finish()
        whole = decode_object(encode(await here.exports.export(match, account, None, None)))
        told: Any = await here.standing_orders.read(match, account, last)
        assert not [o for o in told["orders"] if o["dropped"]], "what an order says is never refused"
    used = [c for c in cast(Any, whole["commands"]) if is_by_standing_order(c["id"])]
    assert used or not game.standing(body.scenario, {}), "no order was used"
    report = verify(whole, GAMES)
    assert report.faults == []
    assert report.events == table.version
    assert report.dice > 0
    file = tmp_path / "match.json"
    file.write_bytes(encode(whole))
    printed = CliRunner().invoke(program, ["verify", str(file), "--json"])
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.output)["dice"] == report.dice


async def test_putting_a_stack_in_the_order_in_which_it_lies_leaves_undo_what_it_was(database_url: str) -> None:
    """§6.6: it is refused; before, it was answered as taken, and undo then took back the command before it."""
    game = GAMES["schlieffens-war"]
    app = create_app(database_url, Settings(), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Helmuth")).id
        body = MatchIn(game=game.id, scenario=game.scenarios[0].id, hotseat=True)
        match = (await start_match(here, account, body)).id
        table = await here.live_matches.get(match)
        (seat,) = game.deciders(table.state)

        async def send(command: JsonObject) -> None:
            ask = str(game.legal(table.state, seat)["ask"])
            await here.moves.command(match, account, seat, secrets.token_hex(8), ask, command)

        await send({"kind": "historical"})
        stack, units = next((hex_, list(units)) for hex_, units in table.state.stacks.items() if len(units) > 1)
        await send({"kind": "arrange", "hex": stack, "units": [*units[1:], units[0]]})
        turned, steps = table.version, list(table.steps)
        with pytest.raises(ApiError) as refused:
            await send({"kind": "arrange", "hex": stack, "units": [*units[1:], units[0]]})
        assert (refused.value.status, refused.value.code) == (422, "as-it-lies")
        assert (table.version, list(table.steps)) == (turned, steps)
        await here.moves.undo(match, account, seat, secrets.token_hex(8))
        assert list(table.state.stacks[stack]) == units
