"""A match as a file. What it holds before the end is filtered like everything else."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from app.matches.facts import FINISHED
from app.matches.table import Table
from app.verify import state_hash
from rules.kernel.messages import JsonObject

if TYPE_CHECKING:
    from app.context import Context

FORMAT = 1
ALL = 2**31 - 1


async def export(here: Context, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
    """The export that this caller may have. ApiError as for the state."""
    table = await here.play.current(match)
    viewer = await here.play.viewer(table, account, seat, key)
    over = table.record.status == FINISHED
    lines = await here.matches.log(match, viewer, table.version + 1, -1, ALL)
    body: JsonObject = {
        "format": FORMAT,
        "match": match,
        "game": table.record.game,
        "scenario": table.record.scenario,
        "options": table.record.options,
        "rules_version": table.game.version,
        "status": table.record.status,
        "version": table.version,
        "commitment": table.record.commitment,
        "seats": [
            {"seat": c.seat, "title": c.title, "contribution": c.contribution if over else None}
            for c in table.record.chairs
        ],
        "outcome": table.record.outcome,
        "log": [*lines],
        "secret": None,
        "opening": None,
        "events": None,
        "state_hash": None,
    }
    return {**body, **await _whole(here, table)} if over else body


async def _whole(here: Context, table: Table) -> JsonObject:
    """What is told only when nothing is hidden any more."""
    facts = await here.matches.facts(table.record.id, 0)
    return {
        "secret": table.record.secret.hex(),
        "opening": await here.matches.opening(table.record.id),
        "events": [{"seq": f.seq, "seat": f.seat, "command": f.command_id, "event": f.payload} for f in facts],
        "state_hash": state_hash(table.game.dump_state(table.state)),
    }
