"""What every route works with, made once at the start and hung on the app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, cast

from fastapi import Path, Query
from starlette.requests import HTTPConnection

from app.accounts.keys import Keys
from app.accounts.leaving import Leaving
from app.accounts.neighbours import Neighbours
from app.accounts.people import People
from app.accounts.repository import Accounts
from app.accounts.service import Guests
from app.accounts.sessions import Sessions
from app.background import Background
from app.chat.service import Chat
from app.clocks.vacations import Vacations
from app.database import Database
from app.drafts.service import Drafts
from app.gate.gate import Gate
from app.live.bus import Bus
from app.live.hub import Hub
from app.lobby.service import Hall
from app.marks.service import Marks
from app.matches.charts import Charts
from app.matches.following import Following
from app.matches.looking import Look
from app.matches.repository import Matches
from app.matches.service import Play
from app.matches.tables import Tables
from app.notices.post import Stops
from app.notices.service import Channels
from app.settings import Settings
from app.standing.service import Beforehand
from rules.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of a running server."""

    settings: Settings
    games: Mapping[str, Game[Any, Any]]
    database: Database
    gate: Gate
    accounts: Accounts
    sessions: Sessions
    guests: Guests
    people: People
    keys: Keys
    neighbours: Neighbours
    leaving: Leaving
    matches: Matches
    tables: Tables
    following: Following
    play: Play
    look: Look
    background: Background
    charts: Charts
    hall: Hall
    chat: Chat
    drafts: Drafts
    marks: Marks
    beforehand: Beforehand
    hub: Hub
    bus: Bus
    channels: Channels
    vacations: Vacations
    stops: Stops


def context(connection: HTTPConnection) -> Context:
    """The context of the app that serves this request or socket."""
    return cast(Context, connection.app.state.context)


MatchId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", examples=["Zk3x_9QmT0aB"])]
GameId: TypeAlias = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,32}$", examples=["schlieffens-war"])]
PlanQuery: TypeAlias = Annotated[str, Query(max_length=64, description="A plan of the game; by default its first.")]
SeatId: TypeAlias = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,32}$", examples=["german"])]
SeatQuery: TypeAlias = Annotated[str | None, Query(max_length=32, description="Your seat; by default the first.")]
InviteQuery: TypeAlias = Annotated[str | None, Query(max_length=64, description="The invitation to the match.")]
KeyQuery: TypeAlias = Annotated[str | None, Query(max_length=64, description="The spectators' key.")]
