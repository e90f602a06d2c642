"""The parts of a running server by name, for programs and tests that work beside its routes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.accounts.account_service import AccountService
from app.accounts.repository import Accounts
from app.background import Background
from app.chat.service import Chat
from app.clocks.vacations import Vacations
from app.database import Database
from app.drafts.service import Drafts
from app.live.bus import Bus
from app.live.hub import Hub
from app.lobby.new_matches import MatchMaker
from app.lobby.seats import Seats
from app.lobby.service import LobbyService
from app.lobby.starting import MatchStarter
from app.marks.service import Marks
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.moves import Moves
from app.matches.play.server_orders import ServerOrders
from app.matches.play.settlements import Settlements
from app.matches.reading.charts import Charts
from app.matches.reading.export import Exports
from app.matches.reading.match_queries import MatchQueries
from app.matches.rows.repository import Matches
from app.standing.service import StandingOrderService
from rules.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of a running server. A route is given its own by their types (app/parts.py)."""

    games: Mapping[str, Game[Any, Any]]
    database: Database
    accounts: Accounts
    account_service: AccountService
    matches: Matches
    live_matches: LiveMatches
    following: Following
    current: CurrentMatches
    moves: Moves
    settlements: Settlements
    server_orders: ServerOrders
    queries: MatchQueries
    charts: Charts
    exports: Exports
    background: Background
    lobby: LobbyService
    match_maker: MatchMaker
    seats: Seats
    starter: MatchStarter
    chat: Chat
    drafts: Drafts
    marks: Marks
    standing_orders: StandingOrderService
    vacations: Vacations
    hub: Hub
    bus: Bus
