"""The process in which programs play, started beside a server and started again when it ends by itself."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import structlog

log = structlog.get_logger(__name__)

AGAIN_SECONDS = 5.0
END_SECONDS = 5.0


@contextlib.contextmanager
def opponents_beside(url: str) -> Iterator[None]:
    """Keep ``greatwar opponents`` running on a database while this lasts."""
    over = threading.Event()
    watch = threading.Thread(target=_keep_running, args=(url, over), name="opponents", daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join(END_SECONDS + AGAIN_SECONDS)


def _keep_running(url: str, over: threading.Event) -> None:
    environment = {**os.environ, "DATABASE_URL": url}
    while not over.is_set():
        # In a session of its own: Ctrl-C at the terminal reaches the server, which ends this in order.
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "app", "opponents", "--parent", str(os.getpid())],
            env=environment,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
        )
        while process.poll() is None and not over.wait(0.5):
            pass
        if process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
            process.kill()
            process.wait()
        elif not over.wait(AGAIN_SECONDS):
            log.warning("programs' process ended, starting another", code=process.returncode)
