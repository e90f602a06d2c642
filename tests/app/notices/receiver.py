"""A web server on this machine that keeps what is posted to it and answers as it is told."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECONDS = 20


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    """With small names."""
    body: bytes


class Receiver:
    """Calls by arrival. ``answers`` are statuses that come first, then all is taken."""

    def __init__(self) -> None:
        self._calls: queue.Queue[Call] = queue.Queue()
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.port = 0

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/hook"

    def take(self, call: Call) -> tuple[int, dict[str, str]]:
        """Keep a call; gives how it is answered."""
        self._calls.put(call)
        return self.answers.pop(0) if self.answers else (204, {})

    def next(self) -> Call:
        """The next call. queue.Empty when none comes."""
        return self._calls.get(timeout=SECONDS)

    @property
    def waiting(self) -> int:
        """Calls that nobody has looked at."""
        return self._calls.qsize()


@contextlib.contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver while the context lasts."""
    here = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", "0"))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, more = here.take(Call(self.path, headers, self.rfile.read(length)))
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    here.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
