"""Whose bookmarks are read and written, and what a moment is called (decisions/0087)."""

from __future__ import annotations

import uuid
from typing import cast

from app.bookmarks.repository import BookmarkRows
from app.bookmarks.schemas import MAX_BOOKMARKS, BookmarkIn
from app.errors import ApiError, no_session
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.reading.match_queries import MatchQueries
from rules.kernel.messages import JsonObject


class Bookmarks:
    """A person's own: nobody else is told of them, nor of how many there are. Who may look may mark."""

    def __init__(
        self, rows: BookmarkRows, current: CurrentMatches, following: Following, queries: MatchQueries
    ) -> None:
        self._rows = rows
        self._current = current
        self._following = following
        self._queries = queries

    async def read(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """The caller's bookmarks from where they look."""
        who, viewpoint = await self._who(match, account, seat, key)
        return {"bookmarks": await self._rows.of(match, who, viewpoint)}

    async def put(self, match: str, account: uuid.UUID | None, number: int, wish: BookmarkIn) -> JsonObject:
        """Mark the moment that history shows for a number, or change its note. Gives all of them."""
        who, viewpoint = await self._who(match, account, wish.seat, wish.key)
        scene = await self._queries.history(match, account, wish.seat, wish.key, number)
        if scene["number"] != number:
            raise ApiError(404, "no_moment", "You have not been told of that moment.")
        turn, title = cast("int", scene["turn"]), cast("str", scene["title"])
        if not await self._rows.put(match, who, viewpoint, number, turn, title, wish.note.strip()):
            text = f"You have {MAX_BOOKMARKS} bookmarks in this match. Remove one first."
            raise ApiError(409, "too_many_bookmarks", text)
        return {"bookmarks": await self._rows.of(match, who, viewpoint)}

    async def remove(
        self, match: str, account: uuid.UUID | None, number: int, seat: str | None, key: str | None
    ) -> JsonObject:
        """Take a bookmark away; one that is gone already is no error. Gives those that are left."""
        who, viewpoint = await self._who(match, account, seat, key)
        await self._rows.remove(match, who, viewpoint, number)
        return {"bookmarks": await self._rows.of(match, who, viewpoint)}

    async def _who(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None
    ) -> tuple[uuid.UUID, str]:
        """The caller, and the viewpoint from which they look. ApiError 401, 403, 404."""
        live = await self._current.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        if account is None:
            raise no_session()
        return account, live.viewpoint(viewer)
