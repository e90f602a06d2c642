"""Joining or starting the Postgres of a folder, and leaving it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from app.postgres.account import Account, account
from app.postgres.binaries import binaries
from app.postgres.cluster import Cluster
from app.postgres.lifecycle import keep_alive
from app.postgres.locks import clear_stale_locks, postmaster


def area_of(var: Path, who: Account) -> Path:
    """The area under ``var``, or under /var/lib when the account cannot reach ``var`` (a home that is 0700, say)."""
    var.mkdir(mode=0o755, parents=True, exist_ok=True)
    var = var.resolve()
    if who.can_enter(var):
        return var / "postgres"
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    base = Path("/var/lib/greatwar")
    base.mkdir(mode=0o755, exist_ok=True)
    return base / mark


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold the lock file exclusively."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def running(var: Path) -> Iterator[str]:
    """A running Postgres with its data under ``var``; gives its URL. The last user stops it on leaving.

    When it dies meanwhile, one of its users starts it again.

    PostgresError when it cannot be had. Several processes, and several users in one process, may overlap.
    """
    who = account()
    cluster = Cluster(area_of(var, who), who)
    area = cluster.area
    lock, users_path = area.with_name(area.name + ".lock"), area.with_name(area.name + ".users")
    users = os.open(users_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with _lock(lock):
            fcntl.flock(users, fcntl.LOCK_SH)
            if postmaster(cluster.data) is None:
                _start(cluster)
            cluster.wait_until_ready()
        with keep_alive(cluster, lambda: _lock(lock), lambda: _start(cluster)):
            yield cluster.url
    finally:
        with _lock(lock):
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass  # someone else still uses it and will stop it
            else:
                cluster.stop()
            os.close(users)


def _start(cluster: Cluster) -> None:
    """Start a cluster that nobody runs; make it first if there is none."""
    cluster.prepare()
    bin_folder, version = binaries(cluster.area, cluster.who, cluster.data_version)
    if cluster.data_version is None:
        cluster.initialise(bin_folder, version)
    clear_stale_locks(cluster.data, cluster.socket_folder)
    cluster.start(bin_folder)
