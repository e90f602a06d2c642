"""What ``greatwar admin`` does to matches, from a process of its own beside the servers (decisions/0035).

It plays by the same code as they do: an order of the host is judged, numbered, linked and stored like a player's, and
the match moves on from a version once, whoever moves it. The servers hear of it by a notice, or by their next round.
Nothing hidden is shown here: whoever runs a server may play on it.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import getpass
import secrets
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts import one_time_codes
from app.accounts.deletion import end_all
from app.accounts.merge import count_ways
from app.accounts.models import Account, Session
from app.accounts.repository import Accounts
from app.accounts.sessions import earlier_session
from app.admin.admins import Admins
from app.admin.banning import BanList, network_of, refuse_proxies
from app.admin.models import Deed
from app.admin.reports import close_reports
from app.archives.shelf import Archives
from app.database import Database, Row
from app.drafts.models import Draft
from app.errors import ApiError, no_match
from app.happenings import UNHEARD
from app.limits.rates import Rates
from app.live.carrier import BusAway, Carrier
from app.live.carriers import carrier
from app.lobby.unbegun import Unbegun
from app.matches.agreements.hosting import HOST_BACK, HOST_END, HOST_OPEN
from app.matches.facts import OPEN, OPENING
from app.matches.play.quota import Quota
from app.matches.play.server_orders import ServerOrders
from app.matches.rows.journals import Journals
from app.matches.rows.repository import Matches
from app.process_beside import workings_beside
from app.settings import Settings
from app.shards.shards import Shards, shards_of
from app.wire import MAX_SEQ
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

MAX_LIVE_MATCHES = 4
DAY_SECONDS = 86_400
WELCOME_LASTS = dt.timedelta(days=7)
"""For how long a guest can come back by the link that unlocking gives."""
MAX_LISTED_ROWS = 200

_MATCHES = """
SELECT m.id, m.game, m.scenario, m.status, m.listing, m.told ->> 'turn' AS turn, m.told ->> 'title' AS step,
    m.told_at, m.due, (
        SELECT json_agg(json_build_object(
            'seat', s.seat, 'title', s.title, 'name', a.name, 'account', s.account, 'open', s.opened_at IS NOT NULL
        ) ORDER BY s.position) FROM seat s LEFT JOIN account a ON a.id = s.account WHERE s.match = m.id
    ) AS seats
FROM match m
WHERE ($1::text IS NULL OR m.status = $1) AND ($2::text IS NULL OR m.id = $2 OR EXISTS (
    SELECT 1 FROM seat s JOIN account a ON a.id = s.account WHERE s.match = m.id AND a.name ILIKE $3
))
ORDER BY m.told_at DESC, m.id LIMIT $4
"""
"""What anyone may know of them who has their links."""

_EVENTS = """
SELECT e.seq, e.kind, e.at, n.command_id IS DISTINCT FROM e.command_id AS ends,
    CASE jsonb_typeof(e.lines -> 'spectator') WHEN 'string' THEN e.lines -> (e.lines ->> 'spectator')
        ELSE e.lines -> 'spectator' END ->> 'text' AS text
FROM event e LEFT JOIN event n ON n.match = e.match AND n.seq = e.seq + 1
WHERE e.match = $1 AND e.seq < $2 ORDER BY e.seq DESC LIMIT $3
"""
"""Kinds, and what the spectator was told; nothing of the facts themselves."""

_MESSAGES = """
SELECT number, name, text, at, hidden_at IS NOT NULL AS hidden FROM message
WHERE match = $1 AND room = 'table' ORDER BY number DESC LIMIT $2
"""
_HIDE = """
UPDATE message SET text = '', hidden_at = COALESCE(hidden_at, now())
WHERE match = $1 AND room = $2 AND number = $3 RETURNING number
"""


_ACCOUNTS = """
SELECT a.id, a.name, a.created_at, a.locked_at,
    NOT EXISTS (SELECT 1 FROM passkey p WHERE p.account = a.id)
        AND NOT EXISTS (SELECT 1 FROM mail_address x WHERE x.account = a.id) AS guest,
    (SELECT count(DISTINCT s.match) FROM seat s WHERE s.account = a.id) AS matches
FROM account a WHERE a.name ILIKE $1 ORDER BY a.created_at DESC, a.id LIMIT $2
"""


def _moment(at: dt.datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")


Tell: TypeAlias = Callable[[JsonObject], Awaitable[None]]
"""Has servers know what was changed, by a notice as they have it between them."""


@dataclass(slots=True)
class Office:
    """The host's desk. Each deed leaves a row, with who ordered it and why."""

    database: Database
    shards: Shards
    matches: Matches
    server_orders: ServerOrders
    unbegun: Unbegun
    name: str
    cookie_seconds: int
    archives: Archives
    tell: Tell
    proxies: Sequence[str]
    """Those of the settings: nobody bans them."""

    # --- looking -------------------------------------------------------------------------------------------------

    async def find(self, status: str | None, words: str | None) -> list[JsonObject]:
        """Matches of a status, by their id or the name of a player; the last told first."""
        async with self.database.raw() as raw:
            rows = await raw.fetch(_MATCHES, status, words, f"%{words or ''}%", MAX_LISTED_ROWS)
        return [
            {
                "id": row["id"],
                "game": row["game"],
                "scenario": row["scenario"],
                "status": row["status"],
                "listing": row["listing"],
                "turn": row["turn"],
                "step": row["step"],
                "told_at": _moment(row["told_at"]),
                "due": _moment(row["due"]),
                "seats": row["seats"],
            }
            for row in rows
        ]

    async def events(self, match: str, before: int, limit: int) -> list[JsonObject]:
        """The newest events before one, oldest first: kind, and the public line. ``ends``: one can go back to it."""
        await self._record(match)
        async with self.shards.raw(match) as raw:
            rows: Sequence[Mapping[str, Any] | Row] = await raw.fetch(_EVENTS, match, before, limit)
        if not rows and (kept := await self.archives.find(match)) is not None:
            rows = await kept.last_events(before, limit)
        return [
            {"event": r["seq"], "at": _moment(r["at"]), "kind": r["kind"], "public": r["text"], "ends": r["ends"]}
            for r in reversed(rows)
        ]

    async def messages(self, match: str, limit: int) -> list[JsonObject]:
        """What was said at the table, oldest first. What a side says among itself is hidden from the host too."""
        await self._record(match)
        async with self.database.raw() as raw:
            rows: Sequence[Row] = await raw.fetch(_MESSAGES, match, limit)
        return [
            {"number": r["number"], "name": r["name"], "text": r["text"], "at": _moment(r["at"]), "hidden": r["hidden"]}
            for r in reversed(rows)
        ]

    async def deeds(self) -> list[JsonObject]:
        """What was done so far, the oldest first."""
        async with self.database.session() as session:
            rows = await session.scalars(select(Deed).order_by(Deed.at.desc()).limit(MAX_LISTED_ROWS))
            return [
                {
                    "id": str(d.id),
                    "at": _moment(d.at),
                    "by": d.by,
                    "what": d.what,
                    "subject": d.subject,
                    "reason": d.reason,
                    "done": d.done_at is not None,
                    "outcome": d.outcome,
                }
                for d in reversed(rows.all())
            ]

    # --- doing ---------------------------------------------------------------------------------------------------

    async def rewind(self, match: str, event: int, reason: str) -> None:
        """Have a match go back to after an event. ApiError when no command ends there."""
        await self._rule(match, "rewind", reason, {"kind": HOST_BACK, "to": event, "reason": reason})

    async def open_seat(self, match: str, seat: str, reason: str) -> None:
        """Open a seat of a match in play to a new player. ApiError when there is no such, or it is open."""
        await self._rule(match, f"open seat {seat}", reason, {"kind": HOST_OPEN, "seat": seat, "reason": reason})

    async def end(self, match: str, winner: str, reason: str) -> None:
        """End a match for a side, or as a draw; one that has not begun is called off. ApiError when it is over."""
        record = await self._record(match)
        if record.status not in (OPEN, OPENING):
            body: JsonObject = {"kind": HOST_END, "winner": winner, "reason": reason}
            await self._rule(match, "end", reason, body)
            return
        async with self._deed("call off", match, reason):
            await self.unbegun.call_off_by_host(match)
        await self.tell({"t": "seated", "m": match})

    async def hide(self, match: str, room: str, number: int, reason: str) -> None:
        """Take the text of a message away for everyone. ApiError 404 when there is none."""
        async with self._deed("hide message", f"{match} {room} {number}", reason):
            async with self.database.raw() as raw:
                row = await raw.fetchrow(_HIDE, match, room, number)
            if row is None:
                raise ApiError(404, "no_message", "There is no such message.")
        await self.tell({"t": "said", "m": match, "r": room, "n": number})

    async def close_report(self, report: uuid.UUID, reason: str) -> None:
        """Note that a report was dealt with. ApiError 404 when there is none."""
        async with self._deed("close report", str(report), reason):
            if not await close_reports(self.database, [report]):
                raise ApiError(404, "no_report", "There is no such report.")

    async def ban(self, network: str, days: int, reason: str, *, own_network: bool = False) -> None:
        """Keep a network out for some days. ApiError 422 for what is none, too wide, or a proxy's.

        ``own_network``: it is a private one, and no proxy calls from there.
        """
        async with self._deed("ban", f"{network} for {days} days", reason):
            found = network_of(network)
            refuse_proxies(found, self.proxies, own_network=own_network)
            await BanList(self.database).ban(found, days, reason)

    async def lift_ban(self, network: str, reason: str) -> None:
        """Let a network in again. ApiError 404 when it is not banned."""
        async with self._deed("lift ban", network, reason):
            await BanList(self.database).lift(network_of(network))

    async def grant(self, account: uuid.UUID, reason: str) -> int:
        """Make an account an admin's; gives with how many passkeys. ApiError when it has none."""
        async with self._deed("grant admin", str(account), reason):
            return await Admins(self.database).grant(account)

    async def revoke(self, account: uuid.UUID, reason: str) -> None:
        """Make an account an admin's no longer. ApiError 404 when it is none."""
        async with self._deed("revoke admin", str(account), reason):
            await Admins(self.database).revoke(account)

    async def accounts(self, words: str) -> list[JsonObject]:
        """Accounts by part of their name, the newest first."""
        async with self.database.raw() as raw:
            rows = await raw.fetch(_ACCOUNTS, f"%{words}%", MAX_LISTED_ROWS)
        return [
            {
                "id": str(row["id"]),
                "name": row["name"],
                "created_at": _moment(row["created_at"]),
                "locked_at": _moment(row["locked_at"]),
                "guest": row["guest"],
                "matches": row["matches"],
            }
            for row in rows
        ]

    async def lock(self, account: uuid.UUID, reason: str) -> None:
        """Let nobody in to an account any more: its sessions and tokens end. ApiError 404 when there is none.

        Its seats stay its own; open them if others wait. Drafts that it sent ahead are taken back.
        """
        async with self._deed("lock account", str(account), reason):
            async with self.database.session.begin() as session:
                await self._shut(session, account)
            # Nothing goes in the name of someone who is shut out; standing orders stay, since others would wait. One
            # that is being sent just now is waited for, so that what is left of it does not go at its next turn.
            async with self.database.session.begin() as session:
                await session.execute(update(Draft).where(Draft.ahead_by == account).values(ahead=None))

    async def _shut(self, session: AsyncSession, account: uuid.UUID) -> None:
        """Lock an account, and end its sessions, tokens and links."""
        (await self._account(session, account)).locked_at = dt.datetime.now(dt.UTC)
        await end_all(session, account, self.cookie_seconds)
        await one_time_codes.withdraw(session, one_time_codes.LINK, account)
        earlier, now = earlier_session(account), dt.datetime.now(dt.UTC)
        if await session.get(Session, earlier) is None:
            # What cookies from before sessions were stored belong to.
            until = now + dt.timedelta(seconds=self.cookie_seconds)
            times = {"created_at": now, "seen_at": now, "ended_at": now, "expires_at": until}
            session.add(Session(id=earlier, account=account, agent="", **times))

    async def unlock(self, account: uuid.UUID, reason: str) -> str | None:
        """Let the owner of an account log in again. ApiError 404 when there is none.

        A guest has no way to log in, and the lock has ended the session that it was known by. It gets a secret that
        logs in once within ``WELCOME_LASTS``, for the host to pass on; all others get None.
        """
        async with self._deed("unlock account", str(account), reason), self.database.session.begin() as session:
            owner = await self._account(session, account)
            was_locked, owner.locked_at = owner.locked_at is not None, None
            if not was_locked or await count_ways(session, account):
                return None
            secret = secrets.token_urlsafe(one_time_codes.SECRET_BYTES)
            await one_time_codes.withdraw(session, one_time_codes.LINK, account)
            one_time_codes.issue(session, one_time_codes.LINK, secret.encode(), WELCOME_LASTS, account)
            return secret

    @staticmethod
    async def _account(session: AsyncSession, account: uuid.UUID) -> Account:
        found = await session.get(Account, account, with_for_update=True)
        if found is None:
            raise ApiError(404, "no_account", "There is no such account.")
        return found

    # --- how -----------------------------------------------------------------------------------------------------

    async def _record(self, match: str) -> Any:
        record = await self.matches.records.find(match)
        if record is None:
            raise no_match()
        return record

    async def _rule(self, match: str, what: str, reason: str, body: JsonObject) -> None:
        async with self._deed(what, match, reason) as deed:
            await self.server_orders.rule(match, f"host-{deed.hex}", body)
        version, _ = await self.matches.records.version(match) or (0, "")
        await self.tell({"t": "moved", "m": match, "v": version})

    @contextlib.asynccontextmanager
    async def _deed(self, what: str, subject: str, reason: str) -> AsyncIterator[uuid.UUID]:
        """Note what is about to be done, and afterwards how it went."""
        async with self.database.session.begin() as session:
            row = Deed(by=self.name, what=what, subject=subject, reason=reason)
            session.add(row)
            await session.flush()
            deed = row.id
        try:
            yield deed
        except ApiError as error:
            await self._close(deed, None, error.text)
            raise
        await self._close(deed, dt.datetime.now(dt.UTC), "done")

    async def _close(self, deed: uuid.UUID, at: dt.datetime | None, outcome: str) -> None:
        async with self.database.session.begin() as session:
            row = await session.get_one(Deed, deed)
            row.done_at, row.outcome = at, outcome


def telling(carrier: Carrier) -> Tell:
    """Tells the servers from a process beside them. One that believes itself alone listens too."""

    async def tell(notice: JsonObject) -> None:
        try:
            await carrier.tell([{"p": carrier.process, **notice}])
        except BusAway as error:
            log.warning("the servers see it at their next round", error=str(error))

    return tell


def whoever() -> str:
    """Who is logged in on this machine; containers may not know."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"


@contextlib.asynccontextmanager
async def office(
    url: str, settings: Settings, games: Mapping[str, Game[Any, Any]], name: str = ""
) -> AsyncIterator[Office]:
    """An office on a database whose schema is up to date, while the context lasts."""
    pooled = settings.pooler
    database = Database(url, 2, pooled=pooled)
    shards = shards_of(database, settings, 2)
    journals = Journals(shards, pooled=pooled)
    carried_by = carrier(url, settings, database, await Accounts(database).signing_key())
    matches, at_work = workings_beside(
        journals,
        games,
        Quota(Rates(), MAX_SEQ),
        UNHEARD,
        settings=settings,
        most_live=MAX_LIVE_MATCHES,
    )
    try:
        async with journals.running():
            yield Office(
                database,
                shards,
                matches,
                at_work.server_orders,
                Unbegun(database),
                name or whoever(),
                settings.session_days * DAY_SECONDS,
                matches.archives,
                telling(carried_by),
                settings.proxies,
            )
            await at_work.background.finish()
    finally:
        await carried_by.close()
        await shards.close()
        await database.close()
