"""Notices by mail, each with a link by which its reader ends them (RFC 8058)."""

from __future__ import annotations

import uuid

from itsdangerous import BadSignature, URLSafeSerializer

from app.mail.letters import Letter, Mailer, Undelivered
from app.notices.courier import Message, Target, Undeliverable
from app.notices.texts import TESTED, subject

_SALT = "end of notices"
_FOOT = """
You asked to be told. Choose what you are told of, and when: {site}/account.html#notices
No more of these mails: {site}/account.html#stop={token}
"""


class Stops:
    """Tokens that end a channel's notices and are good for nothing else."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(key, salt=_SALT)

    def token(self, channel: uuid.UUID) -> str:
        """The token of a channel."""
        return self._serializer.dumps(channel.hex)

    def channel(self, token: str) -> uuid.UUID | None:
        """The channel of a token; None if it is no token of ours."""
        try:
            return uuid.UUID(str(self._serializer.loads(token)))
        except (BadSignature, ValueError):
            return None


class Mails:
    """Takes messages to people's mail addresses. ``site`` is where links lead."""

    def __init__(self, mailer: Mailer, stops: Stops, site: str) -> None:
        self._mailer = mailer
        self._stops = stops
        self._site = site

    async def take(self, target: Target, message: Message) -> None:
        """Deliver it. Undeliverable when that fails."""
        if not target.address:
            raise Undeliverable("no confirmed mail address", final=True)
        try:
            await self._mailer.send(self._letter(target, message))
        except Undelivered as error:
            raise Undeliverable(f"the mail server: {error}") from error

    def _letter(self, target: Target, message: Message) -> Letter:
        token = self._stops.token(target.id)
        parts = [f"{i.headline}.\n{i.sentence}\n{self._site}{i.link}\n" for i in message.items] or [f"{TESTED}\n"]
        text = "\n".join(parts) + _FOOT.format(site=self._site, token=token)
        headers = {
            "List-Unsubscribe": f"<{self._site}/api/notices/stop/{token}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        return Letter("notice", target.address, subject(message.items), text, headers)
