"""Signed cookies: who a guest is, with nothing to look up on a move."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping

from itsdangerous import BadSignature, TimestampSigner
from starlette.responses import Response

COOKIE = "gw_session"
_SALT = "greatwar.session.1"
_DAY = 86_400
MOST_KNOWN = 10_000
"""Cookies that are remembered as good, so that a player's every call need not be verified anew."""


class Sessions:
    """Writes and reads the session cookie."""

    def __init__(self, key: bytes, days: int, secure: bool) -> None:
        self._signer = TimestampSigner(key, salt=_SALT)
        self._seconds = days * _DAY
        self._secure = secure
        self._known: dict[str, tuple[uuid.UUID, float]] = {}
        """Cookies whose signature was found good, with the account and the time of signing."""

    def put(self, response: Response, account: uuid.UUID) -> None:
        """Give the answer a cookie for this account: unreadable for scripts, not sent by other sites' requests."""
        response.set_cookie(
            COOKIE,
            self._signer.sign(account.hex).decode(),
            max_age=self._seconds,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def account(self, cookies: Mapping[str, str]) -> uuid.UUID | None:
        """The account of a good cookie; None without one, or when it is forged or too old.

        One signed in our future is good: another machine's clock goes ahead, or ours was set back.
        """
        value = cookies.get(COOKIE)
        if value is None:
            return None
        known = self._known.get(value) or self._verified(value)
        if known is None or time.time() - known[1] > self._seconds:
            return None
        return known[0]

    def _verified(self, value: str) -> tuple[uuid.UUID, float] | None:
        """The account of a cookie and when it was signed; None when it is forged."""
        try:
            account, signed = self._signer.unsign(value, return_timestamp=True)
            found = uuid.UUID(hex=account.decode()), signed.timestamp()
        except (BadSignature, ValueError):
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[value] = found
        return found
