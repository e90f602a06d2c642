"""The parts that work on matches in play, and how they hang together."""

from __future__ import annotations

from dataclasses import dataclass

from app.background import Background
from app.happenings import Happenings
from app.matches.live_match.standing_answers import StandingOrderStore
from app.matches.play.committing import MoveCommitter
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.moves import Moves
from app.matches.play.order_handler import OrderHandler
from app.matches.play.quota import Quota
from app.matches.play.server_orders import ServerOrders
from app.matches.play.settlements import Settlements
from app.matches.play.snapshots import Snapshots
from app.matches.play.standing_order_runner import StandingOrderRunner
from app.matches.reading.charts import Charts
from app.matches.reading.export import Exports
from app.matches.reading.match_queries import MatchQueries
from app.matches.rows.repository import Matches
from app.matches.telling.delayed import DelayedViewers
from app.matches.telling.past import Pasts
from app.matches.telling.push_scheduler import PushScheduler
from app.news import Audience


@dataclass(frozen=True, slots=True)
class Workings:
    """Who moves matches, follows what moved them elsewhere, and reads them."""

    background: Background
    push_scheduler: PushScheduler
    following: Following
    standing_order_runner: StandingOrderRunner
    current: CurrentMatches
    moves: Moves
    settlements: Settlements
    server_orders: ServerOrders
    queries: MatchQueries
    charts: Charts
    exports: Exports


def workings(
    matches: Matches,
    live_matches: LiveMatches,
    standing_orders: StandingOrderStore,
    audience: Audience,
    quota: Quota,
    happenings: Happenings,
    *,
    snapshot_every: int,
    push_seconds: float,
) -> Workings:
    """The parts for one process; ``push_seconds`` is how long pushes of one match may be gathered."""
    background, push_scheduler, pasts = Background(), PushScheduler(audience, push_seconds), Pasts(matches)
    delayed = DelayedViewers(matches, pasts, audience)
    following = Following(matches, live_matches, audience, push_scheduler, delayed, background)
    snapshots = Snapshots(matches, background, snapshot_every)
    committer = MoveCommitter(matches, push_scheduler, following, snapshots, happenings)
    runner = StandingOrderRunner(live_matches, standing_orders, following, committer, background)
    handler = OrderHandler(matches, live_matches, following, committer, runner, quota)
    current = CurrentMatches(matches, live_matches, following, runner)
    queries = MatchQueries(matches, live_matches, following, current, push_scheduler, delayed, pasts)
    return Workings(
        background,
        push_scheduler,
        following,
        runner,
        current,
        Moves(matches, handler),
        Settlements(matches, live_matches, following, handler),
        ServerOrders(matches, live_matches, following, handler),
        queries,
        Charts(matches, current, following, queries),
        Exports(matches, current, following, queries),
    )
