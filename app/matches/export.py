"""A match as a file. What it holds before the end is filtered like everything else."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.database import Row
from app.matches.facts import FINISHED, Fact
from app.matches.table import Table
from app.proof.exported import FORMAT
from app.proof.links import state_hash
from rules.kernel.messages import JsonObject

if TYPE_CHECKING:
    from app.context import Context

ALL = 2**31 - 1


async def export(here: Context, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
    """The export that this caller may have. ApiError as for the state."""
    table = await here.following.current(match)
    viewer = await here.following.viewer(table, account, seat, key)
    over = table.record.status == FINISHED
    word, now = await here.look.word(table, viewer)
    newest = None if table.link is None else table.link.hex()
    version, link = (table.version, newest) if over else (word.version, word.link)
    lines = await here.matches.chronicle.log(match, table.viewpoint(viewer), now, word.version + 1, -1, ALL)
    body: JsonObject = {
        "format": FORMAT,
        "match": match,
        "game": table.record.game,
        "scenario": table.record.scenario,
        "options": table.record.options,
        "plan": table.game.plan(table.state),
        "rules": table.record.rules,
        "rules_version": table.game.version,
        "status": table.record.status,
        "version": version,
        "commitment": table.record.commitment,
        "seats": [
            {
                "seat": c.seat,
                "title": c.title,
                "seal": c.seal,
                "word": c.word if over else None,
                "sealed_as": c.sealed_as or c.seat,
            }
            for c in table.record.chairs
        ],
        "sides": table.record.sides,
        "clock": None if table.record.timing is None else table.record.timing.terms.json(),
        "outcome": table.record.outcome,
        "log": [*lines],
        "link": link,
        "secret": None,
        "opening": None,
        "opening_link": None,
        "commands": None,
        "events": None,
        "state_hash": None,
        "lots": None,
    }
    return {**body, **await _whole(here, table)} if over else body


async def _whole(here: Context, table: Table) -> JsonObject:
    """What is told only when nothing is hidden any more."""
    orders = await here.matches.orders(table.record.id)
    _, lots, _ = await here.matches.lots(table.record.id)
    runs = [run async for run in here.matches.chronicle.commands(table.record.id, 0)]
    return {
        "secret": None if table.record.secret is None else table.record.secret.hex(),
        "opening": await here.matches.chronicle.opening(table.record.id),
        "opening_link": None if table.record.link is None else table.record.link.hex(),
        "commands": [_command(run, orders[run[0].command_id]) for run in runs],
        "events": [{"seq": f.seq, "event": f.payload} for run in runs for f in run],
        "state_hash": state_hash(table.game.dump_state(table.state)),
        "lots": [lot.json() for lot in lots],
    }


def _command(facts: Sequence[Fact], order: Row) -> JsonObject:
    """A command by its facts; ``ask``, ``command`` and ``rules`` are None of those from before they were kept."""
    last = facts[-1]
    return {
        "id": last.command_id,
        "seat": last.seat,
        "ask": order["ask"],
        "command": order["command"],
        "rules": order["rules"],
        "first": facts[0].seq,
        "last": last.seq,
        "link": None if last.link is None else last.link.hex(),
    }
