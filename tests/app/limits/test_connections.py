"""Connections: how many, how large a head, how long a wait. Each household has its own address below 127.0.0.0/8."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import httpx
import psutil
import pytest

from app.limits import descriptors
from app.limits.addresses import Proxies
from app.limits.connection_table import CLOSING_SECONDS, ConnectionTable
from app.limits.refusals import Refusals
from tests.app.players import HIDE, table
from tests.conftest import TOY, Server
from tests.thorough import in_the_sweep

FLOODER, CALM = "127.0.0.66", "127.0.0.77"


@pytest.fixture(scope="module")
def strict(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, starting: Callable[..., Server]
) -> Iterator[Server]:
    """A server that waits a second for anyone, and lets a household hold 20 connections."""
    log = tmp_path_factory.mktemp("strict") / "server.log"
    limits = {"header_seconds": 1, "body_seconds": 1, "answer_seconds": 1, "connections_per_address": 20}
    server = starting(TOY, database_url, log, **limits)
    yield server
    server.stop()


def dial(server: Server, source: str = FLOODER) -> socket.socket:
    """A connection from an address."""
    port = int(server.url.rsplit(":", 1)[1])
    return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))


def rest(raw: socket.socket) -> bytes:
    """What comes until the other side closes; b"" also when it cut the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while data := raw.recv(65536):
            received += data
    raw.close()
    return received


def get(server: Server, source: str = CALM, path: str = "/api/games") -> int:
    """The status of a plain call from an address."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=20) as client:
        return client.get(f"{server.url}{path}").status_code


def test_a_head_that_never_ends_is_cut_short(strict: Server) -> None:
    raw = dial(strict)
    raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
    received = b""
    with contextlib.suppress(ConnectionError):
        for _ in range(1000):
            raw.sendall(b"x" * 4096)
        pytest.fail("four megabytes of one header were accepted")
    with contextlib.suppress(ConnectionError):
        received = raw.recv(4096)
    assert received[:12] in (b"HTTP/1.1 431", b"")
    raw.close()


def test_a_head_too_large_is_431_whole_or_in_pieces(strict: Server) -> None:
    head = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-Many: yes\r\n" * 2000 + b"\r\n"
    whole = dial(strict)
    whole.sendall(head)
    assert rest(whole).startswith(b"HTTP/1.1 431")
    pieces = dial(strict)
    with contextlib.suppress(ConnectionError):
        for at in range(0, len(head), 1000):
            pieces.sendall(head[at : at + 1000])
            time.sleep(0.005)
    assert rest(pieces)[:12] in (b"HTTP/1.1 431", b"")


def test_a_large_head_within_the_limit_passes(strict: Server) -> None:
    headers = {"X-Long": "x" * 10_000}
    assert httpx.get(f"{strict.url}/api/games", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET /api/ga", b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"],
    ids=["nothing", "half a line", "half a head"],
)
def test_an_unfinished_request_is_not_waited_for(strict: Server, begun: bytes) -> None:
    raw = dial(strict)
    raw.sendall(begun)
    since = time.monotonic()
    assert rest(raw)[:12] in (b"", b"HTTP/1.1 408")
    assert time.monotonic() - since < 8


def test_a_head_that_trickles_is_not_waited_for_either(strict: Server) -> None:
    raw = dial(strict)
    since = time.monotonic()
    with contextlib.suppress(ConnectionError):
        raw.sendall(b"GET /api/games HTTP/1.1\r\n")
        while time.monotonic() - since < 8:
            raw.sendall(b"X-Slow: 1\r\n")
            time.sleep(0.1)
    assert time.monotonic() - since < 8
    raw.close()


def test_a_body_that_trickles_is_not_waited_for(strict: Server) -> None:
    raw = dial(strict)
    since = time.monotonic()
    with contextlib.suppress(ConnectionError):
        raw.sendall(b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n")
        while time.monotonic() - since < 8:
            raw.sendall(b" ")
            time.sleep(0.1)
    assert time.monotonic() - since < 8
    raw.close()
    assert "Traceback" not in strict.log.read_text()


@in_the_sweep
def test_empty_lines_keep_no_connection_open(strict: Server) -> None:
    raw = dial(strict)
    raw.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert raw.recv(65536).startswith(b"HTTP/1.1 200")
    since = time.monotonic()
    with contextlib.suppress(ConnectionError):
        while time.monotonic() - since < 20:
            raw.sendall(b"\r\n")
            time.sleep(0.2)
    assert time.monotonic() - since < 20
    raw.close()


def test_a_chunked_body_with_endless_trailers_is_cut_off(strict: Server) -> None:
    raw = dial(strict)
    raw.sendall(b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")
    with contextlib.suppress(ConnectionError):
        for _ in range(4000):
            raw.sendall(b"X-Trailer: " + b"x" * 4000 + b"\r\n")
        pytest.fail("sixteen megabytes of trailers were accepted")
    raw.close()


def test_whoever_asks_without_reading_is_cut_off(strict: Server) -> None:
    """Requests are sent for large files; what is answered is left in the pipe."""
    raw = dial(strict)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.sendall(b"GET /boards/great-war-west/ground.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8)
    port = int(strict.url.rsplit(":", 1)[1])
    process = psutil.Process(strict.process.pid)

    def held() -> int:
        return sum(c.raddr != () and c.raddr.ip == FLOODER and c.laddr.port == port for c in process.net_connections())

    deadline = time.monotonic() + 15
    while not held():
        assert time.monotonic() < deadline, "it never came in"
    while held():
        assert time.monotonic() < deadline, "a connection that nobody reads from stays open"
        time.sleep(0.2)
    raw.close()


def test_requests_sent_ahead_in_masses_are_refused(strict: Server) -> None:
    raw = dial(strict)
    raw.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200)
    answers = rest(raw).count(b"HTTP/1.1 200")
    assert answers < 50


def test_a_household_holds_so_many_connections_and_others_come_in(strict: Server) -> None:
    held = [dial(strict) for _ in range(60)]
    assert get(strict) == 200
    port = int(strict.url.rsplit(":", 1)[1])
    connections = psutil.Process(strict.process.pid).net_connections()
    assert sum(c.raddr != () and c.raddr.ip == FLOODER and c.laddr.port == port for c in connections) <= 20
    for raw in held:
        raw.close()


def test_whoever_holds_many_connections_keeps_no_neighbour_of_his_household_out(strict: Server) -> None:
    held = [dial(strict) for _ in range(60)]
    for raw in held:
        with contextlib.suppress(ConnectionError):
            raw.sendall(b"GET /api/games HTTP/1.1\r\n")
    assert get(strict, FLOODER) == 200
    for raw in held:
        raw.close()


def test_websockets_count_as_connections_too(strict: Server) -> None:
    red, _, match = table(strict)
    watch = red.watch(match)
    watch.next()
    port = int(strict.url.rsplit(":", 1)[1])
    process = psutil.Process(strict.process.pid)
    before = [c for c in process.net_connections() if c.raddr and c.laddr.port == port]
    watch.close()
    deadline = time.monotonic() + 10
    while len([c for c in process.net_connections() if c.raddr and c.laddr.port == port]) >= len(before):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    # Opened and closed ever so often, none is left on the count.
    for _ in range(25):
        again = red.watch(match)
        again.next()
        again.close()
    assert red.http.get("/me").status_code == 200


def test_a_socket_that_only_shouts_is_cut_off(strict: Server) -> None:
    red, _, match = table(strict)
    watch = red.watch(match)
    watch.next()
    ping = b"\x89\x80\x00\x00\x00\x00"
    raw = watch.socket.socket
    with contextlib.suppress(ConnectionError, OSError):
        for _ in range(2000):
            raw.sendall(ping * 500)
        pytest.fail("a million pings were taken")
    red.play(match, "red", HIDE)
    watch.close()


def test_refused_connections_do_not_fill_the_log(strict: Server) -> None:
    for _ in range(200):
        raw = dial(strict)
        raw.sendall(b"NONSENSE\r\n\r\n")
        raw.close()
    # They are taken up in turn: when one that came later has been answered, they have been.
    assert get(strict) == 200
    lines = strict.log.read_text().splitlines()
    assert 1 <= sum("malformed" in line for line in lines) < 10
    assert any('"refused"' in line and FLOODER in line for line in lines)
    assert not any("Invalid HTTP request" in line for line in lines)


def test_a_full_house_drops_whoever_holds_most() -> None:
    """House: with no room left the newcomer takes the place of the oldest connection of the largest household."""

    class Guest:
        due = gone = float("inf")
        idle = False

        def __init__(self, who: str | None) -> None:
            self.household, self.aborted, self.transport = who, False, self

        def abort(self) -> None:
            self.aborted = True

    connection_table = ConnectionTable(Refusals(), Proxies(()), each=0)
    connection_table.most = 4
    many = [Guest("many") for _ in range(4)]
    assert all(connection_table.enter(g) for g in many)  # type: ignore[arg-type]
    few = Guest("few")
    assert connection_table.enter(few)  # type: ignore[arg-type]
    assert [g.aborted for g in many] == [True, False, False, False]
    assert not connection_table.enter(Guest("many")), "it holds most itself"  # type: ignore[arg-type]
    other = Guest("other")
    assert connection_table.enter(other)  # type: ignore[arg-type]
    assert not few.aborted
    for guest in (*many, few, other):
        connection_table.leave(guest)  # type: ignore[arg-type]
        connection_table.leave(guest)  # type: ignore[arg-type]
    assert len(connection_table) == 0


def test_what_is_closing_has_ten_seconds_to_be_read_and_is_cut_off_then() -> None:
    class Guest:
        household, idle, due, gone = "home", False, 5.0, float("inf")
        aborted = ended = 0

        def __init__(self, closing: bool) -> None:
            self.closing, self.transport = closing, self

        def is_closing(self) -> bool:
            return self.closing

        def abort(self) -> None:
            self.aborted += 1

        def overdue(self) -> None:
            self.ended += 1

    connection_table = ConnectionTable(Refusals(), Proxies(()), each=0)
    closing, waiting = Guest(True), Guest(False)
    found = []
    for guest in (closing, waiting):
        connection_table.enter(guest)  # type: ignore[arg-type]
    for now in (0.0, 5.0, 5.1, CLOSING_SECONDS, CLOSING_SECONDS + 0.1):
        connection_table.sweep(now)
        found.append((closing.aborted, closing.ended, waiting.aborted, waiting.ended))
    assert found == [(0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2), (1, 0, 0, 3)]


def test_a_household_with_all_its_connections_in_use_gets_no_more() -> None:
    class Guest:
        due = gone = float("inf")

        def __init__(self, idle: bool) -> None:
            self.household, self.idle, self.aborted, self.transport = "home", idle, False, self

        def abort(self) -> None:
            self.aborted = True

    connection_table = ConnectionTable(Refusals(), Proxies(()), each=2)
    busy, idle, new, late = Guest(False), Guest(True), Guest(False), Guest(False)
    assert [connection_table.enter(g) for g in (busy, idle, new, late)] == [True, True, True, False]  # type: ignore[arg-type]
    assert [g.aborted for g in (busy, idle, new)] == [False, True, False]
    assert len(connection_table) == 2


LIMITS = """
import resource, sys
from app.limits import descriptors
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
print(descriptors.connections(14), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "connections", "raised"),
    [
        (256, 4096, 4096 - descriptors.RESERVED_DESCRIPTORS - 14, 4096),
        (1024, 1024, 1024 - descriptors.RESERVED_DESCRIPTORS - 14, 1024),
    ],
)
def test_the_limit_on_open_files_is_raised_and_a_reserve_kept(
    soft: int, hard: int, connections: int, raised: int
) -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < hard:
        pytest.skip("this machine allows fewer open files")
    told = subprocess.run(
        [sys.executable, "-c", LIMITS, str(soft), str(hard)], capture_output=True, text=True, check=True, env=os.environ
    )
    assert told.stdout.split() == [str(connections), str(raised), str(hard)]


def test_with_few_files_a_handful_of_connections_is_still_served() -> None:
    told = subprocess.run([sys.executable, "-c", LIMITS, "64", "64"], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1].split()[0] == str(descriptors.MIN_CONNECTIONS)
    assert "few open files allowed" in told.stdout + told.stderr


def test_a_caller_who_hangs_up_with_requests_in_line_is_no_error(serving: Callable[..., Server]) -> None:
    """The answer to the first finds the connection closed: that is nobody's fault and costs the log nothing."""
    server = serving()
    call = b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for pause in (0.0, 0.001, 0.002, 0.004):
        for _ in range(25):
            raw = dial(server)
            raw.sendall(call * 5)
            time.sleep(pause)
            # A reset, as of a caller whose program was ended.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raw.close()
    assert get(server) == 200
    said = [line for line in server.log.read_text().splitlines() if '"level": "error"' in line]
    assert said == []
