"""Starting the server again when it died under those who use it.

Every user checks now and then; the lock on the area makes sure that only one of them restarts it. The others notice
their broken connections, and connect again to the same address.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import structlog

from app.postgres.account import PostgresError
from app.postgres.cluster import Cluster
from app.postgres.locks import postmaster

log = structlog.get_logger(__name__)

LOOK_SECONDS = 0.5
"""How often we look whether the server lives; a look costs a fifth of a millisecond."""
MAX_PAUSE_SECONDS = 30.0
"""How long we wait at most between two starts in vain."""


@contextlib.contextmanager
def keep_alive(
    cluster: Cluster, locked: Callable[[], AbstractContextManager[None]], start: Callable[[], None]
) -> Iterator[None]:
    """Keep the server alive while this lasts. ``locked`` is the area's lock, ``start`` is called with it held."""
    leaving = threading.Event()

    def revive() -> bool:
        """Start the server unless it lives after all or we are leaving; whether that went well."""
        with locked():
            # While we waited for the lock another of its users may have started it.
            if leaving.is_set() or postmaster(cluster.data) is not None:
                return True
            log.warning("postgres has died and is being restarted", data=str(cluster.data))
            try:
                if cluster.data_version is None:
                    # A new and empty cluster in its place would look as if every match had been lost.
                    raise PostgresError(f"there are no data in {cluster.data}")
                start()
            except (PostgresError, OSError) as error:
                log.error("postgres was not restarted", error=str(error))
                return False
        return postmaster(cluster.data) is not None

    def look() -> None:
        pause = LOOK_SECONDS
        while not leaving.wait(pause):
            alive = postmaster(cluster.data) is not None or revive()
            pause = LOOK_SECONDS if alive else min(2 * pause, MAX_PAUSE_SECONDS)

    watch = threading.Thread(target=look, name="postgres keeper", daemon=True)
    watch.start()
    try:
        yield
    finally:
        leaving.set()
        watch.join()
