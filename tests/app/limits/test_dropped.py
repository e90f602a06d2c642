"""A caller whose line breaks is nothing out of the ordinary: no traceback stands in the log for it."""

from __future__ import annotations

import base64
import json
import secrets
import socket
import struct
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.app.players import HIDE, Player, table
from tests.conftest import Server


def line(server: Server) -> socket.socket:
    """A bare connection to the server."""
    address = urlsplit(server.url)
    assert address.hostname is not None
    return socket.create_connection((address.hostname, address.port), timeout=10)


def cut(wire: socket.socket) -> None:
    """Break it as a lost network does: nothing is said, what is under way is thrown away."""
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.close()


def opening(player: Player, match: dict[str, Any], query: str = "") -> bytes:
    """The request that opens a live socket."""
    cookie = "; ".join(f"{k}={v}" for k, v in player.http.cookies.items())
    return (
        f"GET /api/matches/{match['id']}/live{query} HTTP/1.1\r\nHost: {urlsplit(player.server.url).netloc}\r\n"
        f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n\r\n"
    ).encode()


def opened(player: Player, match: dict[str, Any]) -> socket.socket:
    """A live socket that has been greeted."""
    wire = line(player.server)
    wire.sendall(opening(player, match))
    assert wire.recv(12) == b"HTTP/1.1 101"
    received = b""
    while b'"presence"' not in received:
        received += wire.recv(65536)
    return wire


def word(text: bytes) -> bytes:
    """A frame of text as a client sends it."""
    return bytes((0x81, 0x80 | len(text))) + b"\0\0\0\0" + text


def at_once(player: Player, match: dict[str, Any]) -> None:
    """Gone before the handshake is answered."""
    wire = line(player.server)
    wire.sendall(opening(player, match))
    cut(wire)


def a_stranger_at_once(player: Player, match: dict[str, Any]) -> None:
    """Gone before it is told that it may not watch."""
    wire = line(player.server)
    wire.sendall(opening(player, match, "?seat=nobody"))
    cut(wire)


def while_told(player: Player, match: dict[str, Any]) -> None:
    """Gone while moves are being told."""
    wires = [opened(player, match) for _ in range(5)]
    for wire in wires:
        player.send(match, "red", HIDE, ask="1.red")
        cut(wire)
        player.send(match, "red", HIDE, ask="1.red")


def while_asking(player: Player, match: dict[str, Any]) -> None:
    """Gone right after asking for everything once more, and after talking nonsense."""
    for said in (b'{"type":"resync"}', b'{"type":"ping"}', b"nonsense", b'{"type":"what"}') * 3:
        wire = opened(player, match)
        wire.sendall(word(said))
        cut(wire)


def without_goodbye(player: Player, match: dict[str, Any]) -> None:
    """Closed in order by the network, but without a word of the protocol, as a browser that is killed."""
    wire = opened(player, match)
    wire.sendall(word(b'{"type":"ping"}'))
    wire.close()


def with_half_a_frame(player: Player, match: dict[str, Any]) -> None:
    """Gone in the middle of a word."""
    wire = opened(player, match)
    wire.sendall(word(b'{"type":"ping"}')[:7])
    cut(wire)


def with_half_a_command(player: Player, match: dict[str, Any]) -> None:
    """An ordinary call that breaks off in its body."""
    body = json.dumps({"id": secrets.token_hex(8), "seat": "red", "ask": "1.red", "command": HIDE}).encode()
    cookie = "; ".join(f"{k}={v}" for k, v in player.http.cookies.items())
    for path in ("commands", "consult", "undo"):
        wire = line(player.server)
        wire.sendall(
            f"POST /api/matches/{match['id']}/{path} HTTP/1.1\r\nHost: {urlsplit(player.server.url).netloc}\r\n"
            f"Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body[:20]
        )
        time.sleep(0.05)
        cut(wire)


def before_the_answer(player: Player, match: dict[str, Any]) -> None:
    """Calls whose answers nobody waits for."""
    cookie = "; ".join(f"{k}={v}" for k, v in player.http.cookies.items())
    for path in ("state", "log", "export"):
        wire = line(player.server)
        wire.sendall(
            f"GET /api/matches/{match['id']}/{path} HTTP/1.1\r\nHost: {urlsplit(player.server.url).netloc}\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        cut(wire)


WAYS = (
    at_once,
    a_stranger_at_once,
    while_told,
    while_asking,
    without_goodbye,
    with_half_a_frame,
    with_half_a_command,
    before_the_answer,
)


@pytest.mark.parametrize("way", WAYS, ids=[way.__name__ for way in WAYS])
def test_a_line_that_breaks_leaves_no_traceback(
    toy_server: Server, way: Callable[[Player, dict[str, Any]], None]
) -> None:
    before = len(toy_server.log.read_text())
    red, _, match = table(toy_server, scenario="endless")
    for _ in range(4):
        way(red, match)
    time.sleep(0.3)
    # The server serves on, and answers others.
    watch = red.watch(match)
    watch.until(red.play(match, "red", HIDE))
    watch.close()
    said = toy_server.log.read_text()[before:]
    assert "Traceback" not in said, said
    assert '"level": "error"' not in said, said
