"""Finds the archive of a match: its row says which file it is, and by its digest whether it is that very file."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict

import structlog

from app.archives.archive import Archive
from app.archives.layout import ArchiveBytes, Unreadable
from app.archives.places import ArchivePlace
from app.database import Database
from app.errors import ApiError
from app.limits.cpu_budget import in_a_thread

log = structlog.get_logger(__name__)

MAX_OPEN = 8
"""Archives whose bytes stay in memory, two megabytes each at most or so."""

_ROW = "SELECT digest FROM archive WHERE match = $1"


def file_name(match: str, digest: bytes) -> str:
    """The name of an archive's file. Another content has another name, so that none is ever written over."""
    return f"{match}-{digest.hex()[:16]}.zip"


class Archives:
    """The archives of a database."""

    def __init__(self, database: Database, folder: ArchivePlace) -> None:
        self._database = database
        self._folder = folder
        self._open: OrderedDict[str, Archive] = OrderedDict()
        self._turn = asyncio.Lock()
        """Held by whoever reads or decodes a file: one at a time, of all archives."""

    async def find(self, match: str) -> Archive | None:
        """The archive of a match; None if it has none.

        ApiError 503 ``archive_missing`` or ``archive_damaged`` when it has one that cannot be read.
        """
        kept = self._open.get(match)
        if kept is not None:
            self._open.move_to_end(match)
            return kept
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_ROW, match)
        if row is None:
            return None
        async with self._turn:
            found = self._open.get(match)
            if found is None:
                opened = await in_a_thread(self.read, match, bytes(row["digest"]))
                found = self._open[match] = Archive(opened, self._turn)
                while len(self._open) > MAX_OPEN:
                    self._open.popitem(last=False)
        return found

    def read(self, match: str, digest: bytes) -> ArchiveBytes:
        """The file of a match, which must be the one that was written. ApiError 503."""
        name = file_name(match, digest)
        try:
            data = self._folder.read(name)
        except OSError as error:
            log.error("archive missing", match=match, file=name, error=str(error))
            text = "The archive of this match is missing. The host of the server has to put it back."
            raise ApiError(503, "archive_missing", text) from error
        try:
            if hashlib.sha256(data).digest() != digest:
                raise Unreadable("not the bytes that were written")
            return ArchiveBytes(data)
        except Unreadable as error:
            log.error("archive damaged", match=match, file=name, error=str(error))
            raise damage_error() from error


def damage_error() -> ApiError:
    """A file that is not what was written."""
    text = "The archive of this match is damaged, so nothing of it is shown. The host of the server has to put it back."
    return ApiError(503, "archive_damaged", text)
