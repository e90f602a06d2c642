"""Putting the parts of a running server together, each made with all that it needs.

``running`` reads like a list: what carries the news, matches in play, people, what they say and draw, the lobby,
notices and drafts, the operators' desk. A function makes each group, from the site and the groups before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
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
from app.archives.places import ArchivePlace, archive_place
from app.archives.shelf import Archives
from app.bookmarks.repository import BookmarkRows
from app.bookmarks.service import Bookmarks
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
from app.live.carrier import Carrier
from app.live.carriers import carrier
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
from app.mail.mail_queue import MailQueue
from app.marks.places import Places
from app.marks.repository import MarkRows
from app.marks.service import Marks
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.play.process_memory import MIB, ProcessMemory
from app.matches.play.quota import Quota
from app.matches.reading.results import Results
from app.matches.rows.journals import Journals
from app.matches.rows.placing import Placing
from app.matches.rows.repository import Matches
from app.matches.workings import Workings, workings
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
from app.shards.shards import Shards, shards_of
from app.standing.book import StandingOrderBook
from app.standing.repository import StandingOrders
from app.standing.service import StandingOrderService
from app.thoughts.repository import ThoughtsRows
from app.thoughts.service import ThoughtsService
from app.what_ifs.service import WhatIfs
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject


@dataclass(frozen=True, slots=True)
class _Site:
    """What every part may need."""

    settings: Settings
    games: Mapping[str, Game[Any, Any]]
    limits: Limits
    database: Database
    signing: bytes


@dataclass(frozen=True, slots=True)
class _News:
    """What happens here is told to the other processes, to sockets, and to whoever sends notices."""

    carrier: Carrier
    announcements: Announcements
    hub: Hub
    happenings: Happenings
    due: asyncio.Event
    """Notices are to be sent."""
    moved: asyncio.Event
    """A match moved, and a draft that was sent ahead may go."""


def _news(site: _Site, url: str) -> _News:
    due, moved = asyncio.Event(), asyncio.Event()
    carried_by = carrier(url, site.settings, site.database, site.signing)
    announcements = Announcements(carried_by)
    hub = Hub(announcements.presence)
    happenings = Happenings(
        *announcements.hearers,
        hearer(NoticesDue, lambda _: due.set()),
        hearer(MatchMoved, lambda _: moved.set()),
        hearer(SessionsEnded, lambda it: hub.dismiss(it.sessions)),
    )
    return _News(carried_by, announcements, hub, happenings, due, moved)


@dataclass(frozen=True, slots=True)
class _InPlay:
    """Matches in play: where they are kept, and who works on them."""

    shards: Shards
    journals: Journals
    folder: ArchivePlace
    archives: Archives
    matches: Matches
    standing_orders: StandingOrders
    book: StandingOrderBook
    live_matches: LiveMatches
    work: Workings


def _in_play(site: _Site, news: _News) -> _InPlay:
    settings, database = site.settings, site.database
    shards = shards_of(database, settings, settings.pool_size)
    journals = Journals(shards, news.happenings, pooled=settings.pooler)
    folder = archive_place(settings)
    archives = Archives(database, folder)
    matches = Matches(journals, archives)
    standing_orders = StandingOrders(database)
    book = StandingOrderBook(standing_orders, news.hub, news.happenings)
    memory = ProcessMemory(settings.memory * MIB)
    live_matches = LiveMatches(
        matches, site.games, news.hub, settings.live_matches, memory, book, news.carrier, site.limits.sitters
    )
    TABLES.set_function(lambda: len(live_matches))
    work = workings(
        matches,
        live_matches,
        book,
        news.hub,
        Quota(site.limits.rates, settings.events_per_match),
        news.happenings,
        snapshot_every=settings.snapshot_every,
        push_seconds=settings.push_seconds,
    )
    return _InPlay(shards, journals, folder, archives, matches, standing_orders, book, live_matches, work)


@dataclass(frozen=True, slots=True)
class _People:
    """Accounts, guests, and whom they keep out."""

    accounts: Accounts
    sessions: Sessions
    guests: GuestService
    account_service: AccountService
    blocking: Blocking


def _people(site: _Site, news: _News, in_play: _InPlay, accounts: Accounts, mail_queue: MailQueue | None) -> _People:
    settings, database = site.settings, site.database
    sessions = Sessions(site.signing, settings.session_days, settings.secure_cookies, news.happenings)
    guests = GuestService(accounts, sessions)
    account_service = AccountService(
        database,
        guests,
        mail_queue,
        settings.site,
        partial(site.limits.rates.hit_everywhere, "mails"),
        sides_of(site.games),
        partial(_announce_seats, in_play.work.following, news.happenings),
    )
    return _People(accounts, sessions, guests, account_service, Blocking(database))


async def _announce_seats(following: Following, happenings: Happenings, match: str) -> None:
    """Who sits at a match has changed."""
    await following.on_match_changed(match, None)
    happenings.tell(SeatsChanged(match))


@dataclass(frozen=True, slots=True)
class _AtTheTable:
    """What people say, draw and answer beforehand."""

    chat: Chat
    marks: Marks
    answers: StandingOrderService


def _at_the_table(site: _Site, news: _News, in_play: _InPlay) -> _AtTheTable:
    database, games, matches, work = site.database, site.games, in_play.matches, in_play.work
    hub, happenings = news.hub, news.happenings
    return _AtTheTable(
        Chat(matches, Messages(database), Manners(database), games, hub, happenings),
        Marks(matches, MarkRows(database), games, Places(site.settings.static, games), hub, happenings),
        StandingOrderService(
            in_play.standing_orders,
            in_play.book,
            work.current,
            work.following,
            work.standing_order_runner,
            in_play.live_matches,
            hub,
            happenings,
        ),
    )


@dataclass(frozen=True, slots=True)
class _LobbyParts:
    """Where matches are made and joined."""

    catalogue: Catalogue
    unbegun: Unbegun
    lobby: LobbyService
    match_maker: MatchMaker
    starter: MatchStarter
    seats: Seats


def _lobby(site: _Site, news: _News, in_play: _InPlay, blocking: Blocking) -> _LobbyParts:
    settings, database, games, happenings = site.settings, site.database, site.games, news.happenings
    repository, unbegun, catalogue = Lobby(database), Unbegun(database), Catalogue(games)
    match_limits = MatchLimits(
        repository, settings.matches_per_guest, settings.open_tables_per_guest, settings.programs_per_guest
    )
    lobby = LobbyService(repository, in_play.matches, games, news.hub, in_play.work.following.survey)
    words = ProgramWords(site.signing)
    match_maker = MatchMaker(repository, catalogue, match_limits, lobby, unbegun, games, words, happenings)
    starter = MatchStarter(Sealing(database, viewpoints_of(games), words), lobby, games, happenings)
    seats = Seats(repository, match_limits, lobby, starter, unbegun, blocking.keeps_out, happenings)
    return _LobbyParts(catalogue, unbegun, lobby, match_maker, starter, seats)


def _bus(news: _News, in_play: _InPlay, table: _AtTheTable) -> Bus:
    """What other processes tell is handed on to whoever keeps something of it."""
    following = in_play.work.following

    async def review(watched: Sequence[str]) -> None:
        await following.review(watched)
        await table.answers.review(watched)

    heard = FromElsewhere(
        following.on_match_changed,
        table.chat.on_message,
        table.marks.on_marks_changed,
        table.answers.on_orders_changed,
        review,
    )
    return Bus(news.carrier, news.hub, news.announcements, heard)


def _desk(site: _Site, news: _News, in_play: _InPlay, people: _People, table: _AtTheTable, unbegun: Unbegun) -> Desk:
    """What the operators' page does, and who may."""

    async def tell_of_deed(notice: JsonObject) -> None:
        match = str(notice["m"])
        if notice["t"] == "seated":
            await _announce_seats(in_play.work.following, news.happenings, match)
        elif notice["t"] == "said":
            room, number = str(notice["r"]), cast(int, notice["n"])
            await table.chat.on_message(match, room, number)
            news.happenings.tell(MessageChanged(match, room, number))
        # Of a move those who committed it have told.

    office = Office(
        site.database,
        in_play.shards,
        in_play.matches,
        in_play.work.server_orders,
        unbegun,
        "",
        people.sessions.seconds,
        in_play.archives,
        tell_of_deed,
        site.settings.proxies,
    )
    return Desk(office, Admins(site.database), people.account_service.passkeys)


def _context(
    site: _Site,
    news: _News,
    in_play: _InPlay,
    people: _People,
    table: _AtTheTable,
    lobby: _LobbyParts,
    drafts: Drafts,
    vacations: Vacations,
    bus: Bus,
) -> Context:
    work = in_play.work
    return Context(
        games=site.games,
        database=site.database,
        accounts=people.accounts,
        account_service=people.account_service,
        matches=in_play.matches,
        live_matches=in_play.live_matches,
        following=work.following,
        current=work.current,
        moves=work.moves,
        settlements=work.settlements,
        server_orders=work.server_orders,
        queries=work.queries,
        charts=work.charts,
        exports=work.exports,
        background=work.background,
        lobby=lobby.lobby,
        match_maker=lobby.match_maker,
        seats=lobby.seats,
        starter=lobby.starter,
        chat=table.chat,
        drafts=drafts,
        marks=table.marks,
        standing_orders=table.answers,
        vacations=vacations,
        hub=news.hub,
        bus=bus,
    )


def _parts(
    site: _Site, news: _News, in_play: _InPlay, people: _People, lobby: _LobbyParts, context: Context, *others: object
) -> Parts:
    """Whatever a route may ask for by its type: all of the context, and what only routes need."""
    settings, limits, database, games = site.settings, site.limits, site.database, site.games
    matches, work, sessions = in_play.matches, in_play.work, people.sessions
    queries, current, following = work.queries, work.current, work.following
    return Parts(
        *(getattr(context, field.name) for field in fields(context)),
        settings,
        limits,
        sessions,
        people.guests,
        Keys(database, sessions),
        people.blocking,
        Deletion(in_play.shards, sessions, people.account_service, work.settlements.leave_all, in_play.archives.find),
        lobby.catalogue,
        work.push_scheduler,
        Results(matches, current, work.charts, lobby.lobby.visible),
        Serving(settings, limits, sessions, news.hub, queries.admit, queries.show, queries.still_admits),
        RatingService(Histories(database, partial(sides_in, games)), games),
        Bookmarks(BookmarkRows(database), current, following, queries),
        Hints(HintRows(database), Leases(database), current, following, work.settlements),
        QueueTeller(QueuePlaces(database), current, following),
        ThoughtsService(ThoughtsRows(database), Leases(database), matches, current, lobby.lobby.visible),
        WhatIfs(database, matches, current, following, queries, lobby.lobby.rows),
        Writing(database),
        in_play.shards,
        *others,
    )


@asynccontextmanager
async def running(
    url: str, settings: Settings, games: Mapping[str, Game[Any, Any]], limits: Limits
) -> AsyncIterator[tuple[Context, Parts]]:
    """Connect everything, and take it down in order."""
    for game in games.values():
        rules_version(game)  # before the files can change under us
    database = Database(url, settings.pool_size, pooled=settings.pooler)
    accounts = Accounts(database)
    mailer = mail.mailer(settings)
    mail_queue = mail.mail_queue(mailer)

    site = _Site(settings, games, limits, database, await accounts.signing_key())
    news = _news(site, url)
    in_play = _in_play(site, news)
    work = in_play.work
    people = _people(site, news, in_play, accounts, mail_queue)
    table = _at_the_table(site, news, in_play)
    lobby = _lobby(site, news, in_play, people.blocking)

    stops = Stops(site.signing)
    notices = await Notices.create(
        database, settings, games, work.current.get, news.hub.present, mailer, stops, limits, news.due
    )
    drafts = Drafts(work.current, work.following, work.moves, DraftRows(database), news.moved.set)
    vacations = Vacations(database, work.server_orders.announce)
    bus = _bus(news, in_play, table)
    archivist = Archivist(
        database, in_play.matches, games, news.hub, work.exports, in_play.folder, settings.archive_days
    )
    desk = _desk(site, news, in_play, people, table, lobby.unbegun)
    context = _context(site, news, in_play, people, table, lobby, drafts, vacations, bus)
    parts = _parts(site, news, in_play, people, lobby, context, notices.channels, stops, archivist, desk)

    async with (
        in_play.journals.running(),
        bus.running(),
        SharedCounts(limits.rates, database, lambda: news.carrier.alone, site.signing).running(),
        BanList(database).followed_by(limits.bans, news.hub.dismiss_households),
        people.guests.running(),
        Sweeper(database, in_play.live_matches, settings.sweep_days).running(),
        archivist.running(),
        Placing(in_play.matches.mover, database, settings.spread, settings.archive_days).running(),
        notices.sender.running(),
        Timer(in_play.matches, work.server_orders.expire, vacations.tell, settings.clock_seconds).running(),
        DraftRounds(drafts, news.moved, settings.clock_seconds).running(),
        watching_the_loop(),
    ):
        work.background.start(in_play.live_matches.learn_sitters())
        yield context, parts
        await work.background.finish()
        if mail_queue is not None:
            await mail_queue.finish()
    await in_play.shards.close()
    await database.close()
