"""Where the files of archived matches lie: a folder of this machine, or one that all processes share."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


class ArchiveFolder:
    """Keeps files by name. What is written is on the disk, whole, under its name, or is not there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, name: str) -> bytes:
        """A file. OSError when it is not there or cannot be read."""
        return (self._path / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """Keep a file for its owner alone, on the disk before this returns. OSError."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self._path / f".{name}.{secrets.token_hex(4)}"
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            fresh.replace(self._path / name)
        finally:
            with contextlib.suppress(OSError):
                fresh.unlink()
        self._sync()

    def _sync(self) -> None:
        """Have the disk know the name too."""
        folder = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
