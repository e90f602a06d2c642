"""Everything that is kept about someone: as a file for its owner, and gone when the account is deleted.

``KEPT`` names each column that points to an account. A table that is added later has to be named there, which a test
sees to; then it is in the file, and is removed.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Table, delete, func, null, select, true, tuple_, union, union_all, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.account_service import AccountService
from app.accounts.models import (
    Account,
    ApiToken,
    Block,
    MailAddress,
    Mute,
    Passkey,
    Password,
    Report,
    Session,
    Token,
)
from app.accounts.sessions import Known, Sessions
from app.admin.models import Admin, Deed, by_browser
from app.archives.archive import Archive
from app.bookmarks.models import Bookmark
from app.chat.models import Message
from app.clocks.models import Vacation
from app.database import Base
from app.drafts.models import Draft
from app.errors import ApiError
from app.hints.models import Hint
from app.marks.models import Mark
from app.matches.agreements.standing_in import AGREE
from app.matches.rows.models import Archive as ArchiveRow
from app.matches.rows.models import FormerSeat, Match, Receipt, Seat, Watcher
from app.notices.models import Channel, Delivery, Notice, Wish
from app.shards.shards import Place, Shards
from rules.kernel.messages import Json, JsonObject

FORMER = "A former player"
"""What is left of a name."""

SECRET = frozenset(
    {"hash", "credential", "public_key", "other", "about", "secret", "push_key", "shows", "stand_in", "stand_in_key"}
)
"""Columns that are of no use to their owner, and of some to a thief; and the numbers of others' accounts."""

KEPT: Mapping[str, str] = {
    "session.account": "sessions",
    "passkey.account": "passkeys",
    "password.account": "password",
    "mail_address.account": "mail",
    "token.account": "one_time_secrets",
    "api_token.account": "tokens",
    "block.account": "blocks",
    "mute.account": "mutes",
    "report.account": "reports",
    "seat.account": "seats",
    "former_seat.account": "former_seats",
    "watcher.account": "watched",
    "message.account": "messages",
    "mark.account": "marks",
    "bookmark.account": "bookmarks",
    "hint.account": "hints",
    "channel.account": "channels",
    "vacation.account": "vacations",
    "notice_wish.account": "notice_wishes",
    "admin.account": "admin",
}
"""Column to its part of the file."""
OTHERS: frozenset[str] = frozenset({"block.other", "mute.other", "report.about", "seat.kept_for", "seat.stand_in"})
"""What others have noted about someone is theirs, and in nobody else's file: so is a seat that they keep free."""


def other_name() -> ApiError:
    """Not the name of the account that is to go."""
    return ApiError(422, "other_name", "Type your name exactly as it is shown above.")


def _plain(value: object) -> Json:
    """A column's value as JSON."""
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, uuid.UUID):
        return str(value)
    if value is None or isinstance(value, (str, int, bool, list, dict)):
        return value
    raise TypeError(f"no JSON for {type(value)}")


def _row(row: Mapping[Any, Any]) -> JsonObject:
    return {str(name): _plain(value) for name, value in row.items() if name not in SECRET}


def _without_seed(order: JsonObject) -> JsonObject:
    """An order without the seed that the server drew for a program that stands in: it is sealed until the end."""
    command = order["command"]
    if not isinstance(command, dict) or command.get("kind") != AGREE:
        return order
    return {**order, "command": {name: value for name, value in command.items() if name != "seed"}}


Archived = Callable[[str], Awaitable[Archive | None]]
"""The archive of a match; None if it has none."""

_COMMANDS_THERE = """
SELECT r.match, r.seat, r.command_id, r.ask, r.command, r.at
FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) AS s (match, seat, since, until)
JOIN receipt r ON r.match = s.match AND r.seat = s.seat
WHERE (s.since IS NULL OR r.at >= s.since) AND (s.until IS NULL OR r.at < s.until) ORDER BY r.match, r.at
"""

LeaveMatches = Callable[[uuid.UUID], Awaitable[None]]
"""Awaited with an account before and after it is deleted, to leave its seats in matches in play."""


class Deletion:
    """Gives people their data, and lets them go."""

    def __init__(
        self,
        shards: Shards,
        sessions: Sessions,
        account_service: AccountService,
        leave_matches: LeaveMatches,
        archived: Archived,
    ) -> None:
        self._database, self._shards = shards.home, shards
        self._sessions = sessions
        self._account_service = account_service
        self._leave_matches = leave_matches
        self._archived = archived

    async def export(self, account: uuid.UUID) -> JsonObject:
        """Everything kept about an account, but for hashes and keys; the moves that its seats have made too.

        What others may not know of a match in play, its seats' own player knows; it holds nothing beyond that.
        """
        found: JsonObject = {"format": "greatwar account 1"}
        async with self._database.session() as session:
            owner = (await session.execute(select(Account.__table__).where(Account.id == account))).mappings().one()
            found["account"] = _row(owner)
            for column, part in KEPT.items():
                table = Base.metadata.tables[column.partition(".")[0]]
                rows = await session.execute(select(table).where(table.c.account == account))
                found[part] = [_row(row) for row in rows.mappings()]
            names = select(Block.created_at, Account.name).join(Account, Account.id == Block.other)
            rows = await session.execute(names.where(Block.account == account).order_by(Block.created_at))
            found["blocks"] = [_row(row) for row in rows.mappings()]
            names = select(Mute.created_at, Account.name).join(Account, Account.id == Mute.other)
            rows = await session.execute(names.where(Mute.account == account).order_by(Mute.created_at))
            found["mutes"] = [_row(row) for row in rows.mappings()]
            found["matches"] = [_row(row) for row in await self._matches(session, account)]
            found["notices"] = [_row(row) for row in await self._notices(session, account)]
            commands = [_without_seed(_row(row)) for row in await self._commands(session, account)]
            found["drafts"] = [_row(row) for row in await self._drafts(session, account)]
            sat = [*(await session.execute(_sat(account))).mappings()]
            elsewhere = [*(await session.execute(_sat_elsewhere(account))).mappings()]
        commands += await self._commands_elsewhere(elsewhere)
        found["commands"] = [*commands, *await self._archived_commands(sat)]
        return found

    async def _commands_elsewhere(self, sat: Sequence[Mapping[Any, Any]]) -> list[JsonObject]:
        """The same of matches whose records lie in shards. ShardAway when one is out of reach: a part is no answer."""
        found: list[JsonObject] = []
        for shard, rows in groupby(sat, key=lambda row: str(row["shard"])):
            place, seats = Place(shard, await self._shards.named(shard)), [*rows]
            columns = ([row[name] for row in seats] for name in ("match", "seat", "since", "until"))
            async with self._shards.raw_of(place) as raw:
                for row in await raw.fetch(_COMMANDS_THERE, *columns):
                    told = {name: row[name] for name in ("match", "seat", "command_id", "ask", "command")}
                    found.append(_without_seed({**told, "at": _plain(row["at"])}))
        return found

    async def _archived_commands(self, sat: Sequence[Mapping[Any, Any]]) -> list[JsonObject]:
        """The same of matches that are archived, where someone sat at a seat since, and until, a moment."""
        found: list[JsonObject] = []
        for match, rows in groupby(sat, key=lambda row: str(row["match"])):
            archive, seats = await self._archived(match), [*rows]
            if archive is None:
                continue
            async for command in archive.whole_commands():
                at = command.facts[0].at
                if any(_gave(row, command.seat, at) for row in seats):
                    told = {"match": match, "seat": command.seat, "command_id": command.id}
                    found.append({**told, "ask": command.ask, "command": command.body, "at": _plain(at)})
        return found

    @staticmethod
    async def _matches(session: AsyncSession, account: uuid.UUID) -> list[Mapping[Any, Any]]:
        mine = union(
            select(Seat.match).where(Seat.account == account),
            select(FormerSeat.match).where(FormerSeat.account == account),
        )
        query = select(Match.id, Match.game, Match.scenario, Match.options, Match.status, Match.created_at)
        return [*(await session.execute(query.where(Match.id.in_(mine)).order_by(Match.created_at))).mappings()]

    @staticmethod
    async def _notices(session: AsyncSession, account: uuid.UUID) -> list[Mapping[Any, Any]]:
        told = (Delivery.at, Delivery.status, Delivery.reason, Delivery.tries, Delivery.due_at, Delivery.done_at)
        query = (
            select(Channel.name, Notice.kind, Notice.match, Notice.seat, *told)
            .join(Channel, Channel.id == Delivery.channel)
            .outerjoin(Notice, Notice.id == Delivery.notice)
            .where(Channel.account == account)
            .order_by(Delivery.at)
        )
        return [*(await session.execute(query)).mappings()]

    @staticmethod
    async def _commands(session: AsyncSession, account: uuid.UUID) -> list[Mapping[Any, Any]]:
        """What someone ordered while the seat was theirs: what others ordered from it before or since is not."""
        columns = (Receipt.match, Receipt.seat, Receipt.command_id, Receipt.ask, Receipt.command, Receipt.at)
        mine = (
            select(*columns)
            .join(seat, (seat.match == Receipt.match) & (seat.seat == Receipt.seat))
            .where(seat.account == account, func.coalesce(Receipt.at >= seat.since, true()), still)
            for seat, still in ((Seat, true()), (FormerSeat, Receipt.at < FormerSeat.until))
        )
        query = union_all(*mine).order_by("match", "at")
        return [*(await session.execute(query)).mappings()]

    @staticmethod
    async def _drafts(session: AsyncSession, account: uuid.UUID) -> list[Mapping[Any, Any]]:
        query = (
            select(Draft.match, Draft.seat, Draft.commands, Draft.changed_at)
            .join(Seat, (Seat.match == Draft.match) & (Seat.seat == Draft.seat))
            .where(Seat.account == account, func.coalesce(Draft.changed_at >= Seat.since, true()))
            .order_by(Draft.match, Draft.seat)
        )
        return [*(await session.execute(query)).mappings()]

    async def delete(self, known: Known, name: str) -> None:
        """Forget someone. Seats in matches in play are open to others; the matches go on.

        ApiError 422 unless the name is typed as it stands; 403 for accounts whose owner did not just log in, since a
        stolen cookie must not be enough for what nobody can undo.
        """
        now = dt.datetime.now(dt.UTC)
        await self._account_service.sure(known)
        async with self._database.session() as session:
            if (await session.scalar(select(Account.name).where(Account.id == known.account))) != name:
                raise other_name()
        # Before, for nobody could do it if we died in between; afterwards for what began meanwhile.
        await self._leave_matches(known.account)
        async with self._database.session.begin() as session:
            owner = await session.get(Account, known.account, with_for_update=True)
            if owner is None or owner.name != name:
                raise other_name()
            ended = await end_all(session, owner.id, self._sessions.seconds)
            kept = (Passkey, Password, MailAddress, Token, Block, Mute, Channel, Wish, Vacation, Watcher, Hint, Admin)
            for table in kept:
                await session.execute(delete(table).where(_account(table.__table__) == owner.id))
            await session.execute(delete(Block).where(Block.other == owner.id))
            await session.execute(delete(Mute).where(Mute.other == owner.id))
            await session.execute(update(Report).where(Report.account == owner.id).values(account=None))
            await session.execute(
                update(Report).where(Report.about == owner.id).values(about_name=FORMER, about=None, said=None)
            )
            # The host's log keeps what an admin did, and no name.
            await session.execute(
                update(Deed).where(Deed.by.contains(f"({owner.id})")).values(by=by_browser(FORMER, owner.id))
            )
            await session.execute(update(FormerSeat).where(FormerSeat.account == owner.id).values(account=None))
            await session.execute(update(Seat).where(Seat.kept_for == owner.id).values(kept_for=None))
            await session.execute(update(Seat).where(Seat.stand_in == owner.id).values(stand_in=None))
            await session.execute(update(Seat).where(Seat.account == owner.id).values(shows=None, stand_in_key=None))
            mine = select(Seat.match, Seat.seat).where(Seat.account == owner.id)
            await session.execute(delete(Draft).where(tuple_(Draft.match, Draft.seat).in_(mine)))
            said = update(Message).where(Message.account == owner.id)
            await session.execute(
                said.values(account=None, name=FORMER, text="", hidden_at=func.coalesce(Message.hidden_at, now))
            )
            # What stands on a side's map is its plan; the words and the name go.
            drew = update(Mark).where(Mark.account == owner.id)
            await session.execute(drew.values(account=None, name=FORMER, text=""))
            await session.execute(delete(Bookmark).where(Bookmark.account == owner.id))
            owner.name, owner.zone = FORMER, None
            matches = list(await session.scalars(select(Seat.match).where(Seat.account == owner.id).distinct()))
        self._sessions.end((session_, now.timestamp()) for session_ in ended)
        await self._leave_matches(known.account)
        await self._account_service.announce_seats(matches)


async def end_all(session: AsyncSession, account: uuid.UUID, seconds: int) -> list[uuid.UUID]:
    """End all sessions of an account, and what stands for one; gives their ids. Tokens of programs are gone with it.

    The rows of sessions stay for the ``seconds`` that a cookie is good, so that all processes hear of it.
    """
    now = dt.datetime.now(dt.UTC)
    times = {"created_at": now, "seen_at": now, "expires_at": now + dt.timedelta(seconds=seconds)}
    tokens = await session.scalars(delete(ApiToken).where(ApiToken.account == account).returning(ApiToken.id))
    session.add_all(Session(id=token, account=account, agent="", **times) for token in tokens)
    await session.flush()
    ended = await session.scalars(
        update(Session)
        .where(Session.account == account)
        .values(agent="", ended_at=now, entered_at=None)
        .returning(Session.id)
    )
    return list(ended)


def _sat(account: uuid.UUID) -> Any:
    """The seats of archived matches at which someone sat, with the moments at which that began and ended."""
    now = select(Seat.match, Seat.seat, Seat.since, null().label("until")).where(Seat.account == account)
    before = select(FormerSeat.match, FormerSeat.seat, FormerSeat.since, FormerSeat.until)
    both = union_all(now, before.where(FormerSeat.account == account)).subquery()
    return select(both).join(ArchiveRow, ArchiveRow.match == both.c.match).order_by(both.c.match)


def _sat_elsewhere(account: uuid.UUID) -> Any:
    """The same of matches whose records lie in shards, shard by shard."""
    now = select(Seat.match, Seat.seat, Seat.since, null().label("until")).where(Seat.account == account)
    before = select(FormerSeat.match, FormerSeat.seat, FormerSeat.since, FormerSeat.until)
    both = union_all(now, before.where(FormerSeat.account == account)).subquery()
    there = select(both, Match.shard).join(Match, Match.id == both.c.match).where(Match.shard != "")
    return there.order_by(Match.shard, both.c.match)


def _gave(row: Mapping[Any, Any], seat: str, at: dt.datetime) -> bool:
    """Whether what a seat ordered at a moment was ordered by whoever sat there as the row says."""
    since, until = row["since"], row["until"]
    return row["seat"] == seat and (since is None or at >= since) and (until is None or at < until)


def _account(table: Any) -> Any:
    """The column that says whose a row is."""
    assert isinstance(table, Table)  # noqa: S101
    return table.c.account
