"""The client's texts in brotli, packed once and kept: a sixth to a quarter smaller than gzip, and no work a request.

The best packing of a large file takes half a second of a processor. Whoever asks first gets one that takes ten
milliseconds, and a thread that gives way to all others makes the best one for those who come later.
"""

from __future__ import annotations

import contextlib
import os
import threading
from queue import Queue

import brotli
from starlette.datastructures import Headers

QUICK_QUALITY, BEST_QUALITY = 5, 11
MIN_PACKED_BYTES = 1024
"""Bytes below which a file is sent as it is."""
PACKER_NICENESS = 19
"""The niceness of the thread that packs for later."""


def accepts_brotli(headers: Headers) -> bool:
    """Whether a browser takes brotli. A part of a file (Range) is a part of the file as it is."""
    if "range" in headers:
        return False
    for offer in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = offer.strip().partition(";")
        if name.strip() == "br":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class BrotliFiles:
    """Packed texts by a key that changes with the text."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}
        self._waiting: Queue[tuple[str, bytes]] = Queue()
        self._thread: threading.Thread | None = None

    def find(self, key: str) -> bytes | None:
        """What has been packed under this key, as well as it has been packed by now."""
        return self._packed.get(key)

    def pack(self, key: str, data: bytes) -> bytes:
        """Pack a text now, quickly, and well when there is time."""
        quick: bytes = brotli.compress(data, quality=QUICK_QUALITY)
        self._packed[key] = quick
        self._waiting.put((key, data))
        if self._thread is None:
            # A server that stops does not wait for it: on a busy machine that took half a minute.
            self._thread = threading.Thread(target=self._pack_better, name="brotli", daemon=True)
            self._thread.start()
        return quick

    def wait_until_packed(self) -> None:
        """Wait until all is packed as well as it will be."""
        self._waiting.join()

    def _pack_better(self) -> None:
        _give_way()
        while True:
            key, data = self._waiting.get()
            self._packed[key] = brotli.compress(data, quality=BEST_QUALITY)
            self._waiting.task_done()


def _give_way() -> None:
    """On Linux a thread has a niceness of its own; elsewhere it would be the server's.

    Where it may not be changed, packing goes at our pace.
    """
    if os.uname().sysname == "Linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PACKER_NICENESS)
