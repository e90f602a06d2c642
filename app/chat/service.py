"""Who may speak and read where (decisions/0029), and telling those who watch now."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from app.chat.manners import Manners
from app.chat.repository import Messages, Spoken
from app.chat.speakers import mark_of
from app.errors import ApiError, no_match, no_session
from app.happenings import Happenings, MessageChanged, NoticesDue
from app.live.hub import Hub
from app.matches.access.admitting import admit, sides_seen
from app.matches.facts import FINISHED, MatchRecord
from app.matches.rows.repository import Matches
from app.news import only_watches
from app.wire import MAX_SEQ
from rules.kernel.game import SPECTATOR, Game, Seat
from rules.kernel.messages import JsonObject

TABLE = "table"
"""The room of everyone at a match: all read it, seats speak."""
SIDE = "side:"
"""How the room of a side with several seats begins; its seats alone know of it."""
WATCHERS = "watchers"
"""The room of those who watch with the spectators' key; the players read it when the match is over."""
LONG_AGO = dt.datetime(1914, 1, 1, tzinfo=dt.UTC)
NEVER = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)
"""Before anything was said."""


def no_message() -> ApiError:
    """There is none under that number that the caller may read."""
    return ApiError(404, "no_message", "There is no such message.")


class Chat:
    """What people say at tables. Rights are looked up each time, from the seats as they are stored."""

    def __init__(
        self,
        matches: Matches,
        messages: Messages,
        manners: Manners,
        games: Mapping[str, Game[Any, Any]],
        hub: Hub,
        happenings: Happenings,
    ) -> None:
        self._matches = matches
        self._messages = messages
        self._manners = manners
        self._games = games
        self._hub = hub
        self._happenings = happenings

    # --- rights --------------------------------------------------------------------------------------------------

    async def _record(self, match: str) -> MatchRecord:
        record = await self._matches.records.find(match)
        if record is None:
            raise no_match()
        return record

    async def _viewer(self, record: MatchRecord, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        return await admit(self._matches, record, account, seat, key, self._seats(record))

    async def _open_to(self, record: MatchRecord, viewer: str, account: uuid.UUID | None) -> dict[str, bool]:
        """The rooms that someone may read, and whether they may speak there."""
        rooms = self._rooms(record, viewer, account)
        if rooms.get(WATCHERS) and account is not None and record.status != FINISHED:
            # From any browser a player may read what spectators say: nobody tells it there who has seen a side's view.
            rooms[WATCHERS] = not await sides_seen(self._matches, record, account, self._seats(record))
        return rooms

    def _rooms(self, record: MatchRecord, viewer: str, account: uuid.UUID | None) -> dict[str, bool]:
        """The same as far as the seats tell, which is all that there is to reading. At one screen there are none."""
        if record.hotseat:
            return {}
        if only_watches(viewer):
            # Nobody who plays, or sees what a side sees, talks to spectators; players do not read that either.
            plays = any(c.known_to(account) for c in record.seats)
            return {TABLE: False} if plays else {TABLE: False, WATCHERS: viewer == SPECTATOR and account is not None}
        if not any(c.seat == viewer and c.seen_by(account) for c in record.seats):
            return {}
        sides = {s.id: s.side for s in self._seats(record)}
        mine = sides[viewer]
        team = {SIDE + mine: True} if list(sides.values()).count(mine) > 1 else {}
        return {TABLE: True, **team, **({WATCHERS: False} if record.status == FINISHED else {})}

    def _seats(self, record: MatchRecord) -> Sequence[Seat]:
        return self._games[record.game].seats(record.scenario, record.options)

    @staticmethod
    def _may(rooms: Mapping[str, bool], room: str, *, speak: bool = False) -> None:
        """ApiError 403 for a room that is not the caller's, the same whether there is such a room or not."""
        if room not in rooms or (speak and not rooms[room]):
            raise ApiError(403, "not_your_room", "You cannot speak there." if speak else "You cannot read that.")

    async def _late_until(self, record: MatchRecord) -> dt.datetime:
        """Up to when those may read who are told later."""
        if record.delay_turns:
            # Up to the command by which the next turn began.
            until = record.told_until
            return await self._matches.chronicle.time_of(record.id, until + 1) or LONG_AGO if until else LONG_AGO
        return dt.datetime.now(dt.UTC) - dt.timedelta(seconds=record.delay)

    # --- reading -------------------------------------------------------------------------------------------------

    async def read(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str | None,
        key: str | None,
        room: str,
        before: int,
        limit: int,
    ) -> JsonObject:
        """The caller's rooms, and the newest messages of one before a number."""
        record = await self._record(match)
        viewer = await self._viewer(record, account, seat, key)
        rooms = await self._open_to(record, viewer, account)
        self._may(rooms, room)
        page = await self._messages.page(match, room, before, limit, *await self._span(record, viewer, account, room))
        sits = None if only_watches(viewer) else viewer
        sat, _ = await self._span(record, viewer, account, SIDE)
        _, until = await self._span(record, viewer, account, TABLE)
        known = await self._messages.rooms(match, [*rooms], sits, account, sat, until)
        muted = await self._manners.list_muted_marks(account, match, await self._messages.speakers(match, [*rooms]))
        return {
            "rooms": [
                {"room": r, "write": write, "newest": known[r][0], "unread": known[r][1] if sits else 0}
                for r, write in rooms.items()
            ],
            "messages": [spoken.told for spoken in page],
            "muted": [*muted],
        }

    async def _span(
        self, record: MatchRecord, viewer: str, account: uuid.UUID | None, room: str
    ) -> tuple[dt.datetime, dt.datetime]:
        """After when, and until when, someone may read what was said in a room."""
        # What a side said before someone took a seat over is not theirs to read; what the table said all may.
        seat_record = record.find_seat_record(viewer) if room.startswith(SIDE) else None
        since = None
        if seat_record is not None:
            since = seat_record.since if seat_record.account == account else seat_record.stands_in_since
        delayed = record.delayed and only_watches(viewer) and room == TABLE
        until = await self._late_until(record) if delayed else NEVER
        return since or LONG_AGO, until

    async def _heard_by(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, room: str, number: int
    ) -> tuple[uuid.UUID, Spoken]:
        """The caller, and what someone else said that they may read. ApiError as for reading, 409 if it is theirs."""
        record = await self._record(match)
        viewer = await self._viewer(record, account, seat, key)
        self._may(self._rooms(record, viewer, account), room)
        if account is None:
            raise no_session()
        there = await self._readable(record, viewer, account, room, number)
        if there is None or there.hidden or there.account is None:
            raise no_message()
        if there.account == account:
            raise ApiError(409, "your_own", "You said that yourself.")
        return account, there

    async def _readable(
        self, record: MatchRecord, viewer: str, account: uuid.UUID | None, room: str, number: int
    ) -> Spoken | None:
        """The message with a number, if someone may read it."""
        if number == MAX_SEQ:
            # None gets so far, and the database knows no greater number.
            return None
        span = await self._span(record, viewer, account, room)
        page = await self._messages.page(record.id, room, number + 1, 1, *span)
        return page[0] if page and page[0].number == number else None

    async def mute(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str | None,
        key: str | None,
        room: str,
        number: int,
        *,
        yes: bool,
    ) -> str:
        """Hear no more, or hear again, of whoever said something; gives the speaker's mark."""
        who, spoken = await self._heard_by(match, account, seat, key, room, number)
        assert spoken.account is not None  # noqa: S101
        await self._manners.mute(who, spoken.account, yes=yes)
        return mark_of(match, spoken.account)

    async def report(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str | None,
        key: str | None,
        room: str,
        number: int,
        text: str,
    ) -> None:
        """Tell whoever runs the server of something that was said."""
        who, spoken = await self._heard_by(match, account, seat, key, room, number)
        await self._manners.report(who, match, spoken, text)

    async def mark_read(self, match: str, account: uuid.UUID | None, seat: str, room: str, number: int) -> int:
        """Note how far a seat's player has read a room."""
        record = await self._record(match)
        self._may(self._rooms(record, await self._viewer(record, account, seat, None), account), room)
        return await self._messages.mark_read(match, seat, room, number)

    # --- speaking ------------------------------------------------------------------------------------------------

    async def say(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str | None,
        key: str | None,
        command_id: str,
        room: str,
        text: str,
        quotes: int | None = None,
    ) -> JsonObject:
        """Say something; said again with the same id it is answered the same, and nobody is told twice."""
        record = await self._record(match)
        viewer = await self._viewer(record, account, seat, key)
        self._may(await self._open_to(record, viewer, account), room, speak=True)
        assert account is not None  # noqa: S101
        sits = None if only_watches(viewer) else viewer
        if quotes is not None and await self._readable(record, viewer, account, room, quotes) is None:
            raise no_message()
        spoken, new = await self._messages.add(match, room, command_id, account, sits, text, quotes)
        if new:
            self._push_message(record, spoken)
            self._happenings.tell(MessageChanged(match, room, spoken.number))
            away = record.seats if room != WATCHERS else ()
            hear = [c.seat for c in away if room in self._rooms(record, c.seat, c.player)]
            if await self._messages.call(match, room, spoken.number, hear, account):
                self._happenings.tell(NoticesDue())
        elif (spoken.account, spoken.room) != (account, room) or not (
            spoken.hidden or (spoken.text, spoken.quotes) == (text, quotes)
        ):
            raise ApiError(409, "id_used", "Another message was sent with this id.")
        return spoken.told

    async def hide(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, room: str, number: int
    ) -> JsonObject:
        """Take back what the caller said: the text is gone for everyone, but not that there was something."""
        record = await self._record(match)
        self._may(self._rooms(record, await self._viewer(record, account, seat, key), account), room)
        if account is None:
            raise no_session()
        spoken = await self._messages.hide(match, room, number, account)
        if spoken is None:
            raise ApiError(404, "no_message", "You have no message with that number.")
        self._push_message(record, spoken)
        self._happenings.tell(MessageChanged(match, room, number))
        return spoken.told

    # --- telling -------------------------------------------------------------------------------------------------

    async def on_message(self, match: str, room: str, number: int) -> None:
        """Something was said at another process: tell those who watch here."""
        if not self._hub.is_watched(match):
            return
        record = await self._matches.records.find(match)
        spoken = await self._messages.one(match, room, number)
        if record is not None and spoken is not None:
            self._push_message(record, spoken)

    def _push_message(self, record: MatchRecord, spoken: Spoken) -> None:
        def hears(viewer: str, account: uuid.UUID | None) -> bool:
            # Those who are told later ask for it when it is old enough.
            delayed = record.delayed and only_watches(viewer) and spoken.room == TABLE
            return not delayed and spoken.room in self._rooms(record, viewer, account)

        self._hub.say(record.id, hears, {"type": "chat", "room": spoken.room, "message": spoken.told})
