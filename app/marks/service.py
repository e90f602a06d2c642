"""Who draws on whose map, and telling the side (decisions/0039)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from app.errors import ApiError, no_match
from app.happenings import Happenings, MarksChanged
from app.live.hub import Hub
from app.marks.places import Places
from app.marks.repository import Drawn, MarkRows
from app.marks.schemas import MAX_MARKS, MarkIn, wrong
from app.matches.access.rights import viewer_of
from app.matches.facts import ACTIVE, FINISHED, MatchRecord
from app.matches.rows.repository import Matches
from app.news import only_watches
from rules.kernel.game import Game, Seat
from rules.kernel.messages import Json, JsonObject


class Marks:
    """Rings, arrows and pings, each side's its own. Rights follow from the seats as they are stored, each time."""

    def __init__(
        self,
        matches: Matches,
        rows: MarkRows,
        games: Mapping[str, Game[Any, Any]],
        places: Places,
        hub: Hub,
        happenings: Happenings,
    ) -> None:
        self._matches = matches
        self._rows = rows
        self._games = games
        self._places = places
        self._hub = hub
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._happenings = happenings

    # --- a side's own --------------------------------------------------------------------------------------------

    async def read(self, match: str, account: uuid.UUID | None, seat: str | None) -> JsonObject:
        """The marks of the caller's side."""
        _, mine = await self._mine(match, account, seat)
        assert account is not None  # noqa: S101
        drawn = await self._rows.of_side(match, mine.side)
        return await self._marks_json(drawn, mine, account)

    async def draw(self, match: str, account: uuid.UUID | None, mark: MarkIn) -> JsonObject:
        """Draw something; drawn again with the same id it stands there once. Gives the marks of the side."""
        record, mine = await self._mine(match, account, mark.seat)
        assert account is not None  # noqa: S101
        if record.status != ACTIVE:
            raise ApiError(409, "finished", "The match is over.")
        unfit = wrong(mark.kind, mark.places)
        if unfit is not None:
            raise ApiError(422, "unfit", unfit)
        unknown = await asyncio.to_thread(self._places.unknown, record.game, mark.places)
        if unknown is not None:
            raise ApiError(422, "no_place", f"There is no place {unknown} on the map.")
        new = await self._rows.add(match, mine.side, mine.id, account, mark.id, mark.kind, mark.places, mark.text)
        if not new:
            there = await self._rows.one(match, mine.side, mark.id)
            if there is None:
                raise ApiError(409, "too_many_marks", f"You have drawn {MAX_MARKS} marks. Remove some first.")
            if (there.seat, there.kind, [*there.places], there.text) != (mine.id, mark.kind, mark.places, mark.text):
                raise ApiError(409, "id_used", "Another mark was drawn with this id.")
        return await self._announce_and_show(record, mine, account, new=new)

    async def remove(self, match: str, account: uuid.UUID | None, seat: str | None, id_: str) -> JsonObject:
        """Take a mark away: one of the caller's seat, or as commander in chief any of the side's."""
        record, mine = await self._mine(match, account, seat)
        assert account is not None  # noqa: S101
        there = await self._rows.one(match, mine.side, id_)
        if there is None:
            raise ApiError(404, "no_mark", "That mark is already gone.")
        if there.seat != mine.id and not mine.chief:
            raise ApiError(403, "not_your_mark", "Only its author or the commander in chief can remove it.")
        await self._rows.remove(match, mine.side, id_)
        return await self._announce_and_show(record, mine, account)

    async def clear(self, match: str, account: uuid.UUID | None, seat: str | None) -> JsonObject:
        """Take all marks of the caller's seat away."""
        record, mine = await self._mine(match, account, seat)
        assert account is not None  # noqa: S101
        await self._rows.clear(match, mine.side, mine.id)
        return await self._announce_and_show(record, mine, account)

    # --- rights --------------------------------------------------------------------------------------------------

    async def _mine(self, match: str, account: uuid.UUID | None, seat: str | None) -> tuple[MatchRecord, Seat]:
        """The match and the caller's seat in it. ApiError 401, 403, 404; 409 while sides may still change hands."""
        record = await self._matches.records.find(match)
        if record is None:
            raise no_match()
        mine = viewer_of(record, account, seat, None)
        if record.status not in (ACTIVE, FINISHED):
            raise ApiError(409, "not_begun", "The match has not begun.")
        return record, next(s for s in self._seats(record) if s.id == mine)

    def _seats(self, record: MatchRecord) -> tuple[Seat, ...]:
        return self._games[record.game].seats(record.scenario, record.options)

    # --- telling -------------------------------------------------------------------------------------------------

    async def _announce_and_show(
        self, record: MatchRecord, mine: Seat, account: uuid.UUID, *, new: bool = True
    ) -> JsonObject:
        if new:
            await self._push_marks(record, mine.side)
            self._happenings.tell(MarksChanged(record.id, mine.side))
        return await self._marks_json(await self._rows.of_side(record.id, mine.side), mine, account)

    async def on_marks_changed(self, match: str, side: str) -> None:
        """Something was drawn or taken away at another process: tell the side's pages here."""
        if not self._hub.is_watched(match):
            return
        record = await self._matches.records.find(match)
        if record is not None:
            await self._push_marks(record, side)

    async def _push_marks(self, record: MatchRecord, side: str) -> None:
        """Tell the pages of a side all its marks, in turn: what is told last was read last."""
        turn = self._turns.setdefault(f"{record.id}/{side}", asyncio.Lock())
        async with turn:
            drawn = await self._rows.of_side(record.id, side)
            seats = {s.id: s for s in self._seats(record)}
            for seat_record in record.seats:
                mine = seats[seat_record.seat]
                for account in {seat_record.account, seat_record.player} - {None} if mine.side == side else ():
                    assert account is not None  # noqa: S101
                    told = await self._marks_json(drawn, mine, account)
                    self._hub.say(record.id, _at(seat_record.seat, account), {"type": "marks", **told})

    async def _marks_json(self, drawn: list[Drawn], mine: Seat, account: uuid.UUID) -> JsonObject:
        """The marks as a seat's player or stand-in is told: without those of people whom they blocked or muted."""
        authors = {d.account for d in drawn if d.account not in (None, account)}
        shunned = await self._rows.list_shunned({a for a in authors if a is not None})
        marks: list[Json] = [
            {
                "id": d.id,
                "seat": d.seat,
                "name": d.name,
                "kind": d.kind,
                "places": [*d.places],
                "text": d.text,
                "at": d.at.isoformat(timespec="seconds"),
                "yours": d.seat == mine.id or mine.chief,
            }
            for d in drawn
            if d.account is None or (account, d.account) not in shunned
        ]
        return {"marks": marks}


def _at(seat: str, account: uuid.UUID) -> Callable[[str, uuid.UUID | None], bool]:
    """Whether a socket is that of someone at a seat. Nobody who only watches is."""
    return lambda viewer, who: viewer == seat and who == account and not only_watches(viewer)
