"""Putting the server together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from app import errors, files, mail, unrouted
from app.accounts.by_mail import router as by_mail_router
from app.accounts.entrance import router as entrance_router
from app.accounts.keys import Keys
from app.accounts.leaving import Leaving
from app.accounts.neighbours import Neighbours
from app.accounts.others import router as others_router
from app.accounts.people import People
from app.accounts.programs import router as programs_router
from app.accounts.repository import Accounts
from app.accounts.router import router as accounts_router
from app.accounts.service import Guests
from app.accounts.sessions import Sessions
from app.admin.health import router as health_router
from app.admin.router import router as admin_router
from app.admin.sweep import Sweeper
from app.chat.manners import Manners
from app.chat.repository import Messages
from app.chat.router import router as chat_router
from app.chat.service import Chat
from app.clocks.router import router as vacations_router
from app.clocks.timer import Timer
from app.clocks.vacations import Vacations
from app.context import Context
from app.database import Database
from app.drafts.repository import DraftRows
from app.drafts.router import router as drafts_router
from app.drafts.service import Drafts
from app.gate.gate import Gate
from app.guard import Guard
from app.live.bus import Bus
from app.live.hub import Hub
from app.live.router import router as live_router
from app.lobby.repository import Lobby
from app.lobby.router import router as lobby_router
from app.lobby.sealing import Sealing, viewpoints_of
from app.lobby.service import Hall
from app.lobby.unbegun import Unbegun
from app.marks.places import Places
from app.marks.repository import MarkRows
from app.marks.router import router as marks_router
from app.marks.service import Marks
from app.matches.charts import Charts
from app.matches.door import Door
from app.matches.journal import Journal
from app.matches.quota import Quota
from app.matches.repository import Matches
from app.matches.router import router as matches_router
from app.matches.tables import Tables
from app.matches.workings import workings
from app.notices.post import Stops
from app.notices.router import router as notices_router
from app.notices.running import Notices
from app.plans import add_plans
from app.proof.version import rules_version
from app.settings import Settings
from app.standing.repository import StandingOrders
from app.standing.router import router as standing_router
from app.standing.service import Beforehand
from rules.kernel.game import Game

ABOUT = """Play board games of the First World War. Errors are `{"error": {"code", "section", "text"}}`.

Live pushes come over `WS /api/matches/{id}/live?seat=&key=&seen=`: first a `state` or a `patch` (RFC 7396 over view
and question; null and missing mean the same), then a `patch` for every change, `presence`, and
`chat` when somebody says something, `marks` when your side draws on its map, `standing` when
your standing orders change. Say `{"type":"ping"}`
or `{"type":"resync"}`."""


@asynccontextmanager
async def _running(
    app: FastAPI, url: str, settings: Settings, games: Mapping[str, Game[Any, Any]], gate: Gate
) -> AsyncIterator[None]:
    """Connect everything, and take it down in order."""
    for game in games.values():
        rules_version(game)  # before the files can change under us
    database = Database(url, settings.pool_size)
    mailer = mail.mailer(settings)
    post = mail.post(mailer)
    accounts_ = Accounts(database)
    signing = await accounts_.signing_key()
    sessions = Sessions(signing, settings.session_days, settings.secure_cookies)
    guests = Guests(accounts_, sessions)
    keys, neighbours = Keys(database, sessions), Neighbours(database)
    hub, journal = Hub(), Journal(url)
    sessions.on_ended = hub.dismiss
    matches_ = Matches(database, journal)
    tables = Tables(matches_, games, hub, settings.live_matches)
    quota = Quota(gate.rates, settings.events_per_match)
    at_work = workings(
        matches_, tables, hub, quota, snapshot_every=settings.snapshot_every, push_seconds=settings.push_seconds
    )
    following, play = at_work.following, at_work.play
    hall = Hall(
        Lobby(database),
        Sealing(database, viewpoints_of(games)),
        Unbegun(database),
        matches_,
        games,
        hub,
        settings.matches_per_guest,
        settings.open_tables_per_guest,
    )
    chat = Chat(matches_, Messages(database), Manners(database), games, hub)
    marks = Marks(matches_, MarkRows(database), games, Places(settings.static, games), hub)
    beforehand = Beforehand(StandingOrders(database), following, at_work.answering, tables, hub)
    tables.keeper = beforehand

    async def review(watched: Sequence[str]) -> None:
        await following.review(watched)
        await beforehand.review(watched)

    bus = Bus(database, url, hub, following.changed, review, chat.heard)
    chat.on_said, beforehand.on_ordered, bus.on_ordered = bus.said, bus.ordered, beforehand.heard
    marks.on_marked, bus.on_marked = bus.marked, marks.heard
    at_work.storing.on_moved, at_work.storing.on_reseated = bus.moved, bus.seated
    hall.on_seated, hall.on_unknown = bus.seated, following.survey
    hall.keeps_out = neighbours.keeps_out
    people = People(database, guests, post, settings.site, lambda address: gate.rates.hit("mails", address))

    async def reseated(match: str) -> None:
        await following.changed(match, None)
        bus.seated(match)

    people.on_reseated = reseated
    leaving = Leaving(database, sessions, people)
    leaving.on_leaving = play.leave_all
    stops = Stops(signing)
    notices = await Notices.made(database, settings, games, following.current, hub.present, mailer, stops, gate)
    journal.on_owed = hall.on_owed = chat.on_owed = notices.sender.wake
    vacations = Vacations(database, play.announce)
    app.state.context = Context(
        settings,
        games,
        database,
        gate,
        accounts_,
        sessions,
        guests,
        people,
        keys,
        neighbours,
        leaving,
        matches_,
        tables,
        following,
        play,
        at_work.look,
        at_work.background,
        Charts(matches_, following, at_work.look),
        hall,
        chat,
        Drafts(following, play, DraftRows(database)),
        marks,
        beforehand,
        hub,
        bus,
        notices.channels,
        vacations,
        stops,
    )
    sweeper = Sweeper(database, tables, settings.sweep_days)
    timer = Timer(matches_, play.expire, vacations.tell, settings.clock_seconds)
    async with (
        journal.running(),
        bus.running(),
        guests.running(),
        sweeper.running(),
        notices.sender.running(),
        timer.running(),
    ):
        yield
        await at_work.background.finish()
        if post is not None:
            await post.finish()
    await database.close()


def create_app(url: str, settings: Settings, games: Mapping[str, Game[Any, Any]]) -> FastAPI:
    """The app on a database whose schema is up to date, with these games."""

    gate = Gate(settings)
    add_plans(settings.plans, games)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _running(app, url, settings, games, gate):
            yield

    app = FastAPI(
        title="Great War Online",
        version="0.1.0",
        description=ABOUT,
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    errors.install(app)
    for router in (
        accounts_router,
        entrance_router,
        by_mail_router,
        programs_router,
        others_router,
        lobby_router,
        matches_router,
        chat_router,
        vacations_router,
        drafts_router,
        marks_router,
        notices_router,
        standing_router,
        live_router,
        admin_router,
        health_router,
    ):
        # Not included, which would make each of its routes over again: a router brings its own prefix and tags.
        app.router.routes.extend(router.routes)
    unrouted.install(app)
    files.install(app, settings.static, packed=settings.packed)
    app.add_middleware(files.Compressed)
    app.add_middleware(Door)
    app.add_middleware(Guard, settings=settings, gate=gate)
    app.state.gate = gate
    return app
