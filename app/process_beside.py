"""What a process beside the servers plays by (decisions/0035, 0056): the same code as theirs, on the same database.

A match moves on from a version once, whoever moves it. Nobody watches here, so nothing is pushed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.archives.places import archive_place
from app.archives.shelf import Archives
from app.happenings import Happenings
from app.live.hub import Hub
from app.matches.play.live_matches import LiveMatches
from app.matches.play.quota import Quota
from app.matches.rows.journals import Journals
from app.matches.rows.repository import Matches
from app.matches.workings import Workings, workings
from app.settings import Settings
from app.standing.book import StandingOrderBook
from app.standing.repository import StandingOrders
from rules.kernel.game import Game


def workings_beside(
    journals: Journals,
    games: Mapping[str, Game[Any, Any]],
    quota: Quota,
    happenings: Happenings,
    *,
    settings: Settings,
    most_live: int,
) -> tuple[Matches, Workings]:
    """The matches of the database and who moves them; ``most_live`` of them are kept in memory.

    What a player answers beforehand is answered here too, whoever's order leads to such a question.
    """
    database = journals.shards.home
    hub, matches = Hub(), Matches(journals, Archives(database, archive_place(settings)))
    book = StandingOrderBook(StandingOrders(database), hub, happenings)
    live_matches = LiveMatches(matches, games, hub, most_live, standing_orders=book)
    at_work = workings(
        matches, live_matches, book, hub, quota, happenings, snapshot_every=settings.snapshot_every, push_seconds=0.0
    )
    return matches, at_work
