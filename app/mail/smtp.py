"""Mail by SMTP, as the library aiosmtplib speaks it."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from app.mail.letters import Letter, Undelivered

TIMEOUT_SECONDS = 20.0
PORTS = {"smtp": 587, "smtps": 465}


class Smtp:
    """A mailer. ``url`` is ``smtp://user:password@host:587``, which uses TLS if the server does, or ``smtps://...``."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError("GREATWAR_SMTP_URL must be smtp://... or smtps://...")
        self._host, self._port = parts.hostname, parts.port or PORTS[parts.scheme]
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        self._tls = parts.scheme == "smtps"
        self._sender = sender

    async def send(self, letter: Letter) -> None:
        """Hand it over. Undelivered when that fails."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, letter.to, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        for name, value in letter.headers.items():
            message[name] = value
        message.set_content(letter.text)
        try:
            await aiosmtplib.send(
                message,
                hostname=self._host,
                port=self._port,
                username=self._user,
                password=self._password,
                use_tls=self._tls,
                timeout=TIMEOUT_SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            # What servers say may repeat the address; the kind of trouble is enough.
            raise Undelivered(type(error).__name__) from error
