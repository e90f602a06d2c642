"""Moves a match to another database and is killed on the way:
``python -m tests.app.store.dying_mover MATCH SHARD WHEN``.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any

from app.database import Database
from app.matches.rows import moving
from app.matches.rows.moving import Mover
from app.matches.rows.settling import Settling
from app.settings import Settings
from app.shards.shards import shards_of

STEPS = {"bare": "_add_bare_row", "shut": "_copy", "compared": "_compare", "flipped": "_change_the_map"}
"""After which step it dies: the target knows of the match; it is shut; all has arrived; the map has changed."""


async def _move(match: str, to: str, when: str) -> None:
    where: Any = Mover if when in ("shut", "flipped") else moving
    step = getattr(where, STEPS[when])

    async def then_die(*given: Any) -> None:
        await step(*given)
        # Rows of these tables are copied once the match is shut.
        if when != "shut" or given[1] in moving.AT_ONCE:
            os.kill(os.getpid(), signal.SIGKILL)

    setattr(where, STEPS[when], staticmethod(then_die) if where is Mover else then_die)
    home = Database(os.environ["DATABASE_URL"], 2)
    shards = shards_of(home, Settings(), 2)
    mover = Mover(shards, Settling(shards))
    async with mover.alone(wait=True) as held:
        assert held is not None
        await mover.move(match, to, held)


if __name__ == "__main__":
    asyncio.run(_move(*sys.argv[1:]))
