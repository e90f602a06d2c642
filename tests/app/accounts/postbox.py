"""An SMTP server on this machine that keeps what it is given."""

from __future__ import annotations

import contextlib
import email
import queue
import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.conftest import free_port


class Postbox:
    """Letters by arrival; ``refusing`` of them are turned away first."""

    def __init__(self) -> None:
        self._letters: queue.Queue[EmailMessage] = queue.Queue()
        self.refusing = 0
        self.url = ""

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Take a letter."""
        if self.refusing:
            self.refusing -= 1
            return "451 come back later"
        assert isinstance(envelope.content, bytes)
        self._letters.put(email.message_from_bytes(envelope.content, policy=default))
        return "250 OK"

    def next(self) -> EmailMessage:
        """The next letter. queue.Empty when none comes."""
        return self._letters.get(timeout=20)

    def secret(self, what: str) -> str:
        """The secret in the next letter's link."""
        text = self.next().get_content()
        found = re.search(rf"/account\.html#{what}=([A-Za-z0-9_-]+)\s", text)
        assert found, text
        return found[1]

    @property
    def empty(self) -> bool:
        """Whether every letter was looked at."""
        return self._letters.empty()


@contextlib.contextmanager
def postbox() -> Iterator[Postbox]:
    """A postbox while the context lasts."""
    box = Postbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        box.url = f"smtp://127.0.0.1:{port}"
        yield box
    finally:
        controller.stop()
