"""Whose rights Postgres runs with, and making files that account's own."""

from __future__ import annotations

import contextlib
import os
import pwd
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path


class PostgresError(Exception):
    """The embedded Postgres cannot be had; the text says why and what would help."""


@dataclass(frozen=True, slots=True)
class Account:
    """Whose rights Postgres runs with. ``switch`` goes to ``subprocess`` when they are not our own."""

    uid: int
    gid: int
    own: bool

    @property
    def switch(self) -> dict[str, object]:
        """Keyword arguments for ``subprocess`` that drop to this account, with no groups left."""
        return {} if self.own else {"user": self.uid, "group": self.gid, "extra_groups": []}

    def run(self, argv: list[str | Path], **more: object) -> subprocess.CompletedProcess[str]:
        """Run a program as this account and catch what it prints."""
        options: dict[str, object] = {"capture_output": True, "text": True, "cwd": "/", "env": environment()}
        result = subprocess.run([str(a) for a in argv], check=False, **{**options, **self.switch, **more})  # type: ignore[call-overload]  # noqa: S603
        assert isinstance(result, subprocess.CompletedProcess)  # noqa: S101
        return result

    def can_enter(self, folder: Path) -> bool:
        """Whether this account reaches ``folder`` through all its parents."""
        return self.own or self.run(["/bin/sh", "-c", 'cd "$1"', "sh", folder]).returncode == 0


def account() -> Account:
    """The account for Postgres: our own; for root, whom it refuses, ``postgres`` if there is one, else ``nobody``."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), own=True)
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return Account(found.pw_uid, found.pw_gid, own=False)
    raise PostgresError(
        "Postgres does not run as root and there is neither an account postgres nor nobody: set DATABASE_URL"
    )


def environment() -> dict[str, str]:
    """The environment for Postgres: no PG* variable and no locale of ours changes what it does."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def give(path: Path, who: Account) -> None:
    """Make ``path`` and all in it the account's own."""
    if who.own:
        return
    for folder, _, files in os.walk(path):
        os.chown(folder, who.uid, who.gid)
        for name in files:
            os.chown(os.path.join(folder, name), who.uid, who.gid, follow_symlinks=False)


def give_file(path: Path, who: Account) -> None:
    """Make one file or folder the account's own."""
    if not who.own:
        os.chown(path, who.uid, who.gid, follow_symlinks=False)


def private(folder: Path, who: Account) -> None:
    """Make ``folder`` with mode 0700 for the account; PostgresError if someone else's folder lies there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (who.uid, os.geteuid()):
        raise PostgresError(f"{folder} belongs to another account")
    os.chmod(folder, 0o700)
    give_file(folder, who)
