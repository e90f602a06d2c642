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


class Sessions:
    """Writes and reads the session cookie."""

    def __init__(self, key: bytes, days: int, secure: bool) -> None:
        self._signer = TimestampSigner(key, salt=_SALT)
        self._seconds = days * _DAY
        self._secure = secure

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
        try:
            account, signed = self._signer.unsign(value, return_timestamp=True)
            if time.time() - signed.timestamp() > self._seconds:
                return None
            return uuid.UUID(hex=account.decode())
        except (BadSignature, ValueError):
            return None
