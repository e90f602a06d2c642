"""The wires of a broken site: what they carry arrives whole, and they break as they say."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.scale.wires import Wire, Wires

SAID = b"x" * 300_000


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    """A wire to someone who sends everything back."""
    with socket.create_server(("127.0.0.1", 0)) as far:
        threading.Thread(target=_echo, args=(far,), daemon=True).start()
        wires = Wires()
        yield wires.to(far.getsockname()[1])
        wires.close()


def _echo(far: socket.socket) -> None:
    while True:
        try:
            came, _ = far.accept()
        except OSError:
            return
        threading.Thread(target=_repeat, args=(came,), daemon=True).start()


def _repeat(came: socket.socket) -> None:
    with came:
        while data := came.recv(65_536):
            came.sendall(data)


def call(wire: Wire) -> socket.socket:
    return socket.create_connection(("127.0.0.1", wire.port), timeout=20)


def heard(line: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size and (data := line.recv(65_536)):
        found += data
    return found


def test_what_is_said_at_once_arrives_and_what_is_said_in_silence_arrives_late(wire: Wire) -> None:
    """Whoever speaks first speaks before the far end is there."""
    for _ in range(20):
        with call(wire) as line:
            line.sendall(b"first")
            assert heard(line, 5) == b"first"
    with call(wire) as line:
        threading.Thread(target=line.sendall, args=(SAID,), daemon=True).start()
        assert heard(line, len(SAID)) == SAID
        wire.silence()
        line.sendall(b"late")
        line.settimeout(0.2)
        with pytest.raises(TimeoutError):
            line.recv(1)
        wire.heal()
        line.settimeout(20)
        assert heard(line, 4) == b"late"


def test_a_wire_that_is_cut_drops_everyone_and_takes_nobody_until_it_is_healed(wire: Wire) -> None:
    with call(wire) as line:
        line.sendall(b"first")
        assert heard(line, 5) == b"first"
        wire.cut()
        assert line.recv(1) == b""
    with pytest.raises(ConnectionError):
        call(wire)
    wire.heal()
    with call(wire) as line:
        line.sendall(b"again")
        assert heard(line, 5) == b"again"
