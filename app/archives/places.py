"""Where the files of archived matches are kept."""

from __future__ import annotations

from typing import Protocol

from app.archives.folder import ArchiveFolder
from app.archives.objects import archive_objects
from app.settings import Settings


class ArchivePlace(Protocol):
    """Keeps files by name. None is ever changed: another content has another name."""

    def read(self, name: str) -> bytes:
        """A file. OSError when it is not there or cannot be read."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Keep a file, whole and for good before this returns. OSError."""
        ...


def archive_place(settings: Settings) -> ArchivePlace:
    """The place that the settings name: a folder, or a bucket."""
    return archive_objects(settings) if settings.archive_is_remote else ArchiveFolder(settings.archive_folder)
