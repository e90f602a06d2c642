"""Whether a server runs on a cluster, told from what a crash left behind."""

from __future__ import annotations

import time
from pathlib import Path

import psutil

from app.postgres.account import PostgresError

SOCKET = ".s.PGSQL.5432"
ORPHAN_SECONDS = 10.0
"""How long children of a killed server may take to notice and go."""


def is_postgres(pid: int, data: Path) -> bool:
    """Whether ``pid`` is a Postgres process of this very cluster, and not a stranger with a number used again."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or not process.name().startswith("postgres"):
            return False
        return Path(process.cwd()).resolve() == data.resolve()
    except (psutil.NoSuchProcess, FileNotFoundError):
        return False
    except psutil.AccessDenied:
        # Another account's process: our cluster belongs to our account (or we are root and see all).
        return False


def first_number(path: Path) -> int | None:
    """The pid in the first line of a lock file; None when there is no file or it was cut short by a crash."""
    try:
        return abs(int(path.read_text().split("\n", 1)[0]))
    except (FileNotFoundError, ValueError):
        return None


def postmaster(data: Path) -> int | None:
    """The pid of the server that runs on ``data``, or None."""
    pid = first_number(data / "postmaster.pid")
    return pid if pid is not None and is_postgres(pid, data) else None


def clear_stale_locks(data: Path, socket_folder: Path) -> None:
    """Remove the locks that a killed server left, so that a pid used again by a stranger keeps nobody out.

    Call it only while no server runs and the start is locked. PostgresError when children of a killed server still
    write: removing ``postmaster.pid`` then would let two servers at one cluster.
    """
    deadline = time.monotonic() + ORPHAN_SECONDS
    while orphans := [p.pid for p in psutil.process_iter(["pid"]) if is_postgres(p.pid, data)]:
        if time.monotonic() > deadline:
            raise PostgresError(f"processes of a killed Postgres still use {data}: {orphans}")
        time.sleep(0.05)
    for stale in (data / "postmaster.pid", socket_folder / SOCKET, socket_folder / f"{SOCKET}.lock"):
        stale.unlink(missing_ok=True)
