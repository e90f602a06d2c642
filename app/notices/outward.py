"""Calls to addresses that people named. None may reach what only this machine or its network can.

The name is looked up once, every address that it has is checked, and the connection goes to one that was checked: a
name that leads elsewhere a moment later (rebinding) gains nothing. No redirect is followed, nothing of the answer is
told to anyone but its status, and neither its length nor its slowness costs us anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

import h11

from app.notices.courier import Undeliverable
from app.notices.internet import Address, Network, is_public

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a name. OSError when it has none."""

TIMEOUT_SECONDS = 10.0
"""How long a call may take in all."""
MAX_HEAD_BYTES = 16 * 1024
"""Of an answer's head; the body is not read."""
MAX_URL_LENGTH = 1000
"""Characters of an address."""
MAX_WAIT = dt.timedelta(hours=6)

_MIN_PORT = 1024
"""Ports below serve what is no webhook, but for https's own."""


class Forbidden(Exception):
    """An address that nobody may have us call; ``str`` of it is for people."""


async def resolve(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as this machine finds them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def parse_url(url: str) -> SplitResult:
    """An address taken apart. Forbidden unless it is https without a password (or http, of which more is asked)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("That is not a web address.") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > MAX_URL_LENGTH:
        raise Forbidden("Give an address that begins with https://.")
    if not url.isascii() or any(c.isspace() or not c.isprintable() for c in url):
        raise Forbidden("That is not a web address.")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise Forbidden("An address with a password in it is not accepted.")
    if parts.fragment:
        raise Forbidden("An address with a # in it is not accepted.")
    if port is not None and port != 443 and port < _MIN_PORT and parts.scheme == "https":
        raise Forbidden("That port is not allowed.")
    return parts


class Outward:
    """Calls foreign addresses. ``reachable`` are networks that may be called although they are private."""

    def __init__(
        self, reachable: Sequence[str] = (), find: Resolve = resolve, tls: ssl.SSLContext | None = None
    ) -> None:
        self._reachable: tuple[Network, ...] = tuple(ipaddress.ip_network(net) for net in reachable)
        self._find = find
        self._own_tls = tls

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Whose word is taken for a host's name. Read at the first call: all certificates are a long file."""
        return self._own_tls or ssl.create_default_context()

    async def check_and_resolve(self, url: str) -> tuple[SplitResult, list[Address]]:
        """An address taken apart, and where it leads. Forbidden when it may not be called; OSError when unknown."""
        parts = parse_url(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = [ipaddress.ip_address(a.partition("%")[0]) for a in await self._find(parts.hostname or "", port)]
        inside = [a for a in found if any(a in net for net in self._reachable)]
        if not found or (len(inside) < len(found) and not all(is_public(a) for a in found)):
            # One that is private among them is enough: which one answers is not for us to say.
            raise Forbidden("That address is not on the open internet.")
        if parts.scheme == "http" and len(inside) < len(found):
            raise Forbidden("Give an address that begins with https://.")
        return parts, found

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        """Send a body. Undeliverable unless it is taken."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                parts, found = await self.check_and_resolve(url)
                status, wait = await self._send(parts, found[0], headers, body)
        except Forbidden as error:
            raise Undeliverable("the address is not on the open internet") from error
        except TimeoutError as error:
            raise Undeliverable("no answer in time") from error
        except ssl.SSLError as error:
            raise Undeliverable("no secure connection") from error
        except (OSError, UnicodeError) as error:
            raise Undeliverable("no connection") from error
        except h11.ProtocolError as error:
            raise Undeliverable("an answer that is no HTTP") from error
        if not 200 <= status < 300:
            raise Undeliverable(f"answered {status}", gone=status in (404, 410), wait=wait)

    async def _send(
        self, parts: SplitResult, address: Address, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, dt.timedelta | None]:
        """The status of the answer, and for how long we are asked to wait."""
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        reader, writer = await asyncio.open_connection(
            str(address),
            port,
            limit=MAX_HEAD_BYTES,
            ssl=self._tls if secure else None,
            server_hostname=parts.hostname if secure else None,
        )
        try:
            talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD_BYTES)
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            sent = [
                ("Host", parts.netloc),
                ("User-Agent", "GreatWarOnline/1"),
                ("Connection", "close"),
                ("Content-Length", str(len(body))),
                *headers.items(),
            ]
            for event in (
                h11.Request(method="POST", target=path, headers=sent),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                writer.write(talk.send(event) or b"")
            await writer.drain()
            while True:
                answer = talk.next_event()
                if answer is h11.NEED_DATA:
                    talk.receive_data(await reader.read(4096))
                elif isinstance(answer, h11.Response):
                    return answer.status_code, _wait(answer)
                elif not isinstance(answer, h11.InformationalResponse):
                    raise h11.RemoteProtocolError("no answer")
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def _wait(answer: h11.Response) -> dt.timedelta | None:
    """What the receiver says under ``Retry-After``, in seconds; other forms count as nothing said."""
    said = next((value for name, value in answer.headers if name == b"retry-after"), b"")
    return min(MAX_WAIT, dt.timedelta(seconds=int(said))) if said.isdigit() and len(said) < 10 else None
