"""Putting the parts of a running server together, each made with all that it needs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from functools import partial
from typing import Any, cast

from app import mail
from app.accounts.account_service import AccountService
from app.accounts.blocking import Blocking
from app.accounts.deletion import Deletion
from app.accounts.guest_service import GuestService
from app.accounts.keys import Keys
from app.accounts.repository import Accounts
from app.accounts.sessions import Sessions
from app.admin.admins import Admins
from app.admin.banning import BanList
from app.admin.desk import Desk
from app.admin.office import Office
from app.admin.sweep import Sweeper
from app.admin.writing import Writing
from app.archives.archivist import Archivist
from app.archives.places import archive_place
from app.archives.shelf import Archives
from app.chat.manners import Manners
from app.chat.repository import Messages
from app.chat.service import Chat
from app.clocks.timer import Timer
from app.clocks.vacations import Vacations
from app.context import Context
from app.database import Database
from app.drafts.repository import DraftRows
from app.drafts.rounds import DraftRounds
from app.drafts.service import Drafts
from app.happenings import Happenings, MatchMoved, MessageChanged, NoticesDue, SeatsChanged, SessionsEnded, hearer
from app.hints.repository import HintRows
from app.hints.service import Hints
from app.leases.lease import Leases
from app.limits.limits import Limits
from app.limits.shared_counts import SharedCounts
from app.live.announcements import Announcements
from app.live.bus import Bus, FromElsewhere
from app.live.carrier import carrier
from app.live.hub import Hub
from app.live.router import Serving
from app.lobby.catalogue import Catalogue
from app.lobby.match_limits import MatchLimits
from app.lobby.new_matches import MatchMaker
from app.lobby.repository import Lobby
from app.lobby.sealing import Sealing, sides_of, viewpoints_of
from app.lobby.seats import Seats
from app.lobby.service import LobbyService
from app.lobby.starting import MatchStarter
from app.lobby.unbegun import Unbegun
from app.marks.places import Places
from app.marks.repository import MarkRows
from app.marks.service import Marks
from app.matches.play.live_matches import LiveMatches
from app.matches.play.process_memory import MIB, ProcessMemory
from app.matches.play.quota import Quota
from app.matches.reading.results import Results
from app.matches.rows.journals import Journals
from app.matches.rows.placing import Placing
from app.matches.rows.repository import Matches
from app.matches.workings import workings
from app.metrics import TABLES, watching_the_loop
from app.notices.mails import Stops
from app.notices.running import Notices
from app.opponents.program_words import ProgramWords
from app.opponents.queue_places import QueuePlaces, QueueTeller
from app.parts import Parts
from app.proof.version import rules_version
from app.ratings.repository import Histories
from app.ratings.service import RatingService, sides_in
from app.settings import Settings
from app.shards.shards import shards_of
from app.standing.book import StandingOrderBook
from app.standing.repository import StandingOrders
from app.standing.service import StandingOrderService
from app.thoughts.repository import ThoughtsRows
from app.thoughts.service import ThoughtsService
from app.what_ifs.service import WhatIfs
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject


@asynccontextmanager
async def running(
    url: str, settings: Settings, games: Mapping[str, Game[Any, Any]], limits: Limits
) -> AsyncIterator[tuple[Context, Parts]]:
    """Connect everything, and take it down in order."""
    for game in games.values():
        rules_version(game)  # before the files can change under us
    database = Database(url, settings.pool_size, pooled=settings.pooler)
    mailer = mail.mailer(settings)
    mail_queue = mail.mail_queue(mailer)
    accounts = Accounts(database)
    signing = await accounts.signing_key()

    # What happens here is told to the other processes, to sockets, and to whoever sends notices.
    due, moved = asyncio.Event(), asyncio.Event()
    carried_by = carrier(url, settings, database, signing)
    announcements = Announcements(carried_by)
    hub = Hub(announcements.presence)
    happenings = Happenings(
        *announcements.hearers,
        hearer(NoticesDue, lambda _: due.set()),
        hearer(MatchMoved, lambda _: moved.set()),
        hearer(SessionsEnded, lambda it: hub.dismiss(it.sessions)),
    )

    # Matches in play.
    shards = shards_of(database, settings, settings.pool_size)
    journals = Journals(shards, happenings, pooled=settings.pooler)
    folder = archive_place(settings)
    archives = Archives(database, folder)
    matches = Matches(journals, archives)
    standing_orders = StandingOrders(database)
    book = StandingOrderBook(standing_orders, hub, happenings)
    memory = ProcessMemory(settings.memory * MIB)
    live_matches = LiveMatches(matches, games, hub, settings.live_matches, memory, book, carried_by)
    TABLES.set_function(lambda: len(live_matches))
    at_work = workings(
        matches,
        live_matches,
        book,
        hub,
        Quota(limits.rates, settings.events_per_match),
        happenings,
        snapshot_every=settings.snapshot_every,
        push_seconds=settings.push_seconds,
    )
    following, current = at_work.following, at_work.current

    # People, and what they say, draw and answer beforehand.
    sessions = Sessions(signing, settings.session_days, settings.secure_cookies, happenings)
    guests = GuestService(accounts, sessions)
    blocking = Blocking(database)

    async def announce_seats(match: str) -> None:
        await following.on_match_changed(match, None)
        happenings.tell(SeatsChanged(match))

    account_service = AccountService(
        database,
        guests,
        mail_queue,
        settings.site,
        partial(limits.rates.hit_everywhere, "mails"),
        sides_of(games),
        announce_seats,
    )
    chat = Chat(matches, Messages(database), Manners(database), games, hub, happenings)
    marks = Marks(matches, MarkRows(database), games, Places(settings.static, games), hub, happenings)
    answers = StandingOrderService(
        standing_orders, book, current, following, at_work.standing_order_runner, live_matches, hub, happenings
    )

    # The lobby.
    repository, unbegun, catalogue = Lobby(database), Unbegun(database), Catalogue(games)
    match_limits = MatchLimits(
        repository, settings.matches_per_guest, settings.open_tables_per_guest, settings.programs_per_guest
    )
    lobby = LobbyService(repository, matches, games, hub, following.survey)
    words = ProgramWords(signing)
    match_maker = MatchMaker(repository, catalogue, match_limits, lobby, unbegun, games, words, happenings)
    starter = MatchStarter(Sealing(database, viewpoints_of(games), words), lobby, games, happenings)
    seats = Seats(repository, match_limits, lobby, starter, unbegun, blocking.keeps_out, happenings)

    stops = Stops(signing)
    notices = await Notices.create(database, settings, games, current.get, hub.present, mailer, stops, limits, due)
    drafts = Drafts(current, following, at_work.moves, DraftRows(database), moved.set)
    vacations = Vacations(database, at_work.server_orders.announce)

    async def review(watched: Sequence[str]) -> None:
        await following.review(watched)
        await answers.review(watched)

    from_elsewhere = FromElsewhere(
        following.on_match_changed, chat.on_message, marks.on_marks_changed, answers.on_orders_changed, review
    )
    bus = Bus(carried_by, hub, announcements, from_elsewhere)
    context = Context(
        games=games,
        database=database,
        accounts=accounts,
        account_service=account_service,
        matches=matches,
        live_matches=live_matches,
        following=following,
        current=current,
        moves=at_work.moves,
        settlements=at_work.settlements,
        server_orders=at_work.server_orders,
        queries=at_work.queries,
        charts=at_work.charts,
        exports=at_work.exports,
        background=at_work.background,
        lobby=lobby,
        match_maker=match_maker,
        seats=seats,
        starter=starter,
        chat=chat,
        drafts=drafts,
        marks=marks,
        standing_orders=answers,
        vacations=vacations,
        hub=hub,
        bus=bus,
    )

    async def tell_of_deed(notice: JsonObject) -> None:
        match = str(notice["m"])
        if notice["t"] == "seated":
            await announce_seats(match)
        elif notice["t"] == "said":
            room, number = str(notice["r"]), cast(int, notice["n"])
            await chat.on_message(match, room, number)
            happenings.tell(MessageChanged(match, room, number))
        # Of a move those who committed it have told.

    office = Office(
        database,
        shards,
        matches,
        at_work.server_orders,
        unbegun,
        "",
        sessions.seconds,
        archives,
        tell_of_deed,
        settings.proxies,
    )
    desk = Desk(office, Admins(database), account_service.passkeys)
    ban_list = BanList(database)
    archivist = Archivist(database, matches, games, hub, at_work.exports, folder, settings.archive_days)
    parts = Parts(
        *(getattr(context, field.name) for field in fields(context)),
        settings,
        limits,
        sessions,
        guests,
        Keys(database, sessions),
        blocking,
        Deletion(shards, sessions, account_service, at_work.settlements.leave_all, archives.find),
        catalogue,
        at_work.push_scheduler,
        Results(matches, current, at_work.charts, lobby.visible),
        Serving(
            settings,
            limits,
            sessions,
            hub,
            at_work.queries.admit,
            at_work.queries.show,
            at_work.queries.still_admits,
        ),
        RatingService(Histories(database, partial(sides_in, games)), games),
        Hints(HintRows(database), Leases(database), current, following, at_work.settlements),
        QueueTeller(QueuePlaces(database), current, following),
        ThoughtsService(ThoughtsRows(database), Leases(database), matches, current, lobby.visible),
        WhatIfs(database, matches, current, following, at_work.queries, lobby.rows),
        notices.channels,
        stops,
        Writing(database),
        archivist,
        shards,
        desk,
    )
    placing = Placing(matches.mover, database, settings.spread, settings.archive_days)
    sweeper = Sweeper(database, live_matches, settings.sweep_days)
    timer = Timer(matches, at_work.server_orders.expire, vacations.tell, settings.clock_seconds)
    sharing = SharedCounts(limits.rates, database, lambda: carried_by.alone, signing)
    async with (
        journals.running(),
        bus.running(),
        sharing.running(),
        ban_list.followed_by(limits.bans, hub.dismiss_households),
        guests.running(),
        sweeper.running(),
        archivist.running(),
        placing.running(),
        notices.sender.running(),
        timer.running(),
        DraftRounds(drafts, moved, settings.clock_seconds).running(),
        watching_the_loop(),
    ):
        yield context, parts
        await at_work.background.finish()
        if mail_queue is not None:
            await mail_queue.finish()
    await shards.close()
    await database.close()
