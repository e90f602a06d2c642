"""The live socket: pushes, presence, coming back, reading too slowly."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from app.limits.answers import Answer
from app.live.connection import Connection
from app.live.frames import Frame
from tests.app.players import END, HIDE, THROW, Player, Watch, table
from tests.conftest import TOY, Server


def test_everyone_is_told_of_a_move_in_his_own_view(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watches = {
        "red": red.watch(match),
        "blue": blue.watch(match),
        "spectator": blue.watch(match, key=match["spectate"]),
    }
    version = red.play(match, "red", HIDE, THROW)
    for viewer, watch in watches.items():
        watch.until(version)
        assert watch.view["viewer"] == viewer
        assert watch.view["hidden"]["red"] == ([7] if viewer == "red" else 1)
        assert [line["seq"] for line in watch.log] == [1, 2]
    assert watches["red"].view == red.state(match)["view"] | {"outcome": None}
    for watch in watches.values():
        watch.close()


def test_the_question_follows_the_turn(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    watch.next()
    assert watch.legal is not None
    assert watch.legal["yours"] is False
    message = watch.until(red.play(match, "red", END))
    assert watch.legal["yours"] is True
    assert "section" not in message["legal"], "only what is another than in the last question"
    assert watch.legal == blue.state(match)["legal"]
    watch.close()


def test_a_client_that_reconnects_is_given_only_what_it_missed(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    watch.until(red.play(match, "red", HIDE))
    watch.close()
    version = red.play(match, "red", HIDE, THROW)
    again = blue.watch(match, seen=watch.version)
    again.view, again.version = watch.view, watch.version
    first = again.next()
    assert (first["type"], first["from"], first["version"]) == ("patch", 1, version)
    assert [line["seq"] for line in first["log"]] == [2, 3]
    assert again.view["hidden"]["red"] == 2
    again.close()


def test_a_client_away_too_long_is_given_the_whole_view(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    version = red.play(match, "red", HIDE, HIDE)
    watch = blue.watch(match, seen=1)
    first = watch.next()
    assert (first["type"], first["version"]) == ("state", version)
    watch.close()


def test_presence_comes_and_goes(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    mine = red.watch(match)
    mine.until_present("red")
    theirs = blue.watch(match)
    mine.until_present("red", "blue")
    assert [s["online"] for s in red.http.get(f"/matches/{match['id']}").json()["seats"]] == [True, True]
    theirs.close()
    mine.until_present("red")
    mine.close()


def test_resync_gives_the_whole_view_and_ping_a_pong(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    watch = red.watch(match)
    watch.next(), watch.until_present("red")
    watch.socket.send('{"type":"ping"}')
    assert watch.next() == {"type": "pong"}
    watch.socket.send('{"type":"resync"}')
    assert watch.next()["type"] == "state"
    watch.close()


@pytest.mark.parametrize("word", ["", "[]", '"x"', '{"type":"move"}', "{", '{"type":["ping"]}'])
def test_nonsense_closes_the_socket(toy_server: Server, word: str) -> None:
    red, _, match = table(toy_server)
    watch = red.watch(match)
    watch.socket.send(word)
    assert watch.closed_with() == 4400


def test_a_chatterer_is_closed(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    watch = red.watch(match)
    for _ in range(30):
        watch.socket.send('{"type":"ping"}')
    assert watch.closed_with() == 4429


@pytest.mark.parametrize(
    ("query", "code"), [({"seat": "blue"}, 4403), ({"key": "wrong"}, 4403), ({"seat": "green"}, 4403)]
)
def test_a_place_that_is_not_your_own_closes_the_socket(toy_server: Server, query: dict[str, str], code: int) -> None:
    red, _, match = table(toy_server)
    watch = red.watch(match, **query)
    assert watch.next()["type"] == "error"
    assert watch.closed_with() == code


def test_without_a_session_or_a_match_the_socket_is_closed(toy_server: Server) -> None:
    _, _, match = table(toy_server)
    for address, code in ((match["id"], 4401), ("nosuchmatch0", 4404)):
        anyone = Watch(f"{toy_server.socket_url}/api/matches/{address}/live")
        assert anyone.next()["type"] == "error"
        assert anyone.closed_with() == code


def test_a_foreign_page_gets_no_socket(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    cookie = "; ".join(f"{k}={v}" for k, v in red.http.cookies.items())
    with pytest.raises(InvalidStatus) as refused:
        Watch(
            f"{toy_server.socket_url}/api/matches/{match['id']}/live", Cookie=cookie, Origin="https://elsewhere.example"
        )
    assert refused.value.response.status_code == 403


def _stalled(server: Server, player: Player, match: str) -> socket.socket:
    """A socket whose reader takes the handshake and then never reads again."""
    host, port = server.url.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect((host, int(port)))
    cookie = "; ".join(f"{k}={v}" for k, v in player.http.cookies.items())
    raw.sendall(
        f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    assert raw.recv(12) == b"HTTP/1.1 101"
    return raw


def test_a_reader_that_stalls_is_closed_and_holds_nobody_up(serving: Callable[..., Server]) -> None:
    server = serving(TOY, socket_queue=4)
    red, blue, match = table(server, scenario="endless", options={"bulk": 100_000})
    stalled = _stalled(server, blue, match["id"])
    watch = red.watch(match)
    deadline = time.monotonic() + 60
    while '"reader too slow"' not in server.log.read_text():
        assert time.monotonic() < deadline, "the stalled reader was never closed"
        watch.until(red.play(match, "red", *[HIDE] * 10))
    assert red.http.get("/health").status_code == 200
    stalled.close()
    watch.close()


def test_an_overflowing_queue_ends_with_1013() -> None:
    """The connection alone, with a socket whose sends never finish."""

    class Stuck:
        application_state = None
        closed: tuple[int, str] | None = None

        async def send_text(self, _: str) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int, reason: str) -> None:
            self.closed = (code, reason)

    async def scene() -> tuple[int, str] | None:
        stuck = Stuck()
        connection = Connection(stuck, "m", "red", None, 4, None)  # type: ignore[arg-type]
        waiting = asyncio.create_task(connection.overflow())
        await asyncio.sleep(0)
        for number in range(6):
            connection.put(Frame({"number": number}))
            await asyncio.sleep(0)
        await asyncio.wait_for(waiting, 5)
        return stuck.closed

    assert asyncio.run(scene()) == (1013, "reading too slowly")


def test_messages_keep_their_order_when_the_reader_makes_some_wait() -> None:
    """The connection alone, with a socket that takes messages only while it is open."""

    class Fitful:
        application_state = None

        def __init__(self) -> None:
            self.open = asyncio.Event()
            self.taken: list[str] = []

        async def send_text(self, text: str) -> None:
            await self.open.wait()
            self.taken.append(text)

    async def scene() -> list[str]:
        fitful = Fitful()
        connection = Connection(fitful, "m", "red", None, 4, None)  # type: ignore[arg-type]
        for number, open_ in enumerate((True, False, False, True, True, False, True)):
            (fitful.open.set if open_ else fitful.open.clear)()
            connection.put(Frame({"number": number}))
            await asyncio.sleep(0.01)
        await connection.close()
        return fitful.taken

    assert asyncio.run(scene()) == [f'{{"number":{number}}}' for number in range(7)]


def test_too_many_sockets_of_one_seat_are_refused(serving: Callable[..., Server]) -> None:
    server = serving(TOY, sockets_per_guest=2)
    red, _, match = table(server)
    held = [red.watch(match) for _ in range(2)]
    for watch in held:
        watch.next()
    third = red.watch(match)
    assert third.closed_with() == 4429
    by_key = red.watch(match, seat="red", key=match["spectate"])
    assert by_key.closed_with() == 4429, "a key beside the seat opens no further sockets"
    assert red.watch(match, key=match["spectate"]).closed_with() == 4429
    for watch in held:
        watch.close()


def test_spectators_without_a_session_are_counted_too(serving: Callable[..., Server]) -> None:
    server = serving(TOY, sockets_per_guest=2)
    _, _, match = table(server)
    address = f"{server.socket_url}/api/matches/{match['id']}/live?key={match['spectate']}"
    held = [Watch(address) for _ in range(2)]
    for watch in held:
        watch.next()
    assert Watch(address).closed_with() == 4429
    held.pop().close()
    deadline = time.monotonic() + 20
    while (again := Watch(address)) and _refused(again):
        assert time.monotonic() < deadline, "a socket that left is counted still"
    again.close()
    held.pop().close()


def _refused(watch: Watch) -> bool:
    """Whether the server closes at once instead of greeting."""
    try:
        watch.next()
    except ConnectionClosed:
        return True
    return False


def test_what_a_reader_can_take_is_written_at_once_and_in_order_with_what_had_to_wait() -> None:
    """The connection alone, over a server that writes whole frames as long as the reader takes them."""

    class Halting:
        application_state = None

        def __init__(self) -> None:
            self.open = asyncio.Event()
            self.written = b""

        def write(self, data: bytes) -> bool:
            self.written += data if self.open.is_set() else b""
            return self.open.is_set()

        async def send_text(self, text: str) -> None:
            await self.open.wait()
            self.written += Frame(json.loads(text)).wire

    async def scene() -> bytes:
        halting = Halting()
        connection = Connection(halting, "m", "red", None, 4, halting.write)  # type: ignore[arg-type]
        for number, open_ in enumerate((True, False, False, True, True, False, True)):
            (halting.open.set if open_ else halting.open.clear)()
            connection.put(Frame({"number": number}))
            await asyncio.sleep(0.01)
        await connection.close()
        return halting.written

    assert asyncio.run(scene()) == b"".join(Frame({"number": n}).wire for n in range(7))


@pytest.mark.parametrize("size", [0, 100, 125 - len('{"a":""}'), 126 - len('{"a":""}'), 60_000, 65_536, 200_000])
def test_a_frame_is_one_that_any_client_reads(size: int) -> None:
    message = {"a": "x" * size}
    client = ClientProtocol(parse_uri("ws://host/"), max_size=None)
    client.state = State.OPEN
    client.parser = client.parse()
    next(client.parser)
    client.reader.feed_data(Frame(dict(message)).wire)
    next(client.parser)
    (frame,) = client.events_received()
    assert (frame.opcode, frame.fin, json.loads(frame.data)) == (Opcode.TEXT, True, message)


def test_the_head_of_an_answer_goes_out_with_its_body() -> None:
    class Written(asyncio.Transport):
        def __init__(self) -> None:
            super().__init__()
            self.writes: list[bytes] = []

        def write(self, data: Any) -> None:
            self.writes.append(data)

        def is_closing(self) -> bool:
            return b"closed" in self.writes

        def close(self) -> None:
            self.writes.append(b"closed")

    written = Written()
    answer = Answer(written, body=True)
    for data in (b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"a", b"b"):
        answer.write(data)
    answer.close()
    assert written.writes == [b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\na", b"b", b"closed"]
    broken = Answer(Written(), body=True)
    broken.write(b"HTTP/1.1 200 OK\r\n\r\n")
    broken.close()
    assert broken._transport.writes == [b"HTTP/1.1 200 OK\r\n\r\n", b"closed"]  # type: ignore[attr-defined]


def test_the_pushes_of_a_burst_are_gathered_and_nothing_is_lost(serving: Callable[..., Server]) -> None:
    red, blue, match = table(serving(TOY, push_seconds=1))
    watch = blue.watch(match)
    watch.next()
    for _ in range(8):
        assert red.send(match, "red", HIDE, ask="1.red").status_code == 200
    late = blue.watch(match)
    assert late.next()["version"] == 8, "who comes is shown what nobody was told yet"
    pushes = 0
    while watch.version < 8:
        pushes += watch.next()["type"] == "patch"
    assert 1 < pushes < 8
    assert [line["seq"] for line in watch.log] == [*range(1, 9)]
    assert watch.view == late.view
    red.play(match, "red", HIDE)
    for each in (watch, late):
        each.until(9)
        assert [line["seq"] for line in each.log[-2:]] == [8, 9]
        each.close()
