"""Signed cookies: who a guest is, with nothing to look up on a move. Each stands for a session that is stored, listed,
and can be ended; only those that were ended before their time need to be remembered here."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from itsdangerous import BadSignature, TimestampSigner
from starlette.responses import Response

from app.happenings import UNHEARD, Happenings, SessionsEnded

COOKIE = "gw_session"
HOST_COOKIE = "__Host-gw_session"
"""Its name over TLS: browsers take a cookie of such a name only from this very host, over TLS, for all paths."""
_SALT = "greatwar.session.1"
_DAY_SECONDS = 86_400
MAX_CACHED_COOKIES = 10_000
"""Cookies known to be good, so that they need not be verified on every call."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a good cookie says: whose it is, of which session, and when it was signed."""

    account: uuid.UUID
    session: uuid.UUID
    signed: float


def earlier_session(account: uuid.UUID) -> uuid.UUID:
    """The one session that all cookies of an account from before sessions were stored belong to."""
    return uuid.uuid5(account, "cookies without a session")


def without_plain_cookie(written: str) -> str:
    """A Cookie header without the cookie that is meant for calls without TLS."""
    return "; ".join(p for p in written.split("; ") if p.partition("=")[0].strip() != COOKIE)


class Sessions:
    """Writes and reads the session cookie."""

    def __init__(self, key: bytes, days: int, secure: bool, happenings: Happenings = UNHEARD) -> None:
        self._signer = TimestampSigner(key, salt=_SALT)
        self.seconds = days * _DAY_SECONDS
        """How long a cookie is good."""
        self._secure = secure
        self._known: dict[str, Known] = {}
        """Cookies whose signature was found good."""
        self._ended: dict[uuid.UUID, float] = {}
        """Sessions ended before their time, and from when."""
        self._happenings = happenings

    # --- cookies -------------------------------------------------------------------------------------------------

    def put(self, response: Response, account: uuid.UUID, session: uuid.UUID, tls: bool) -> None:
        """Give the answer a cookie for this session: unreadable for scripts, not sent by other sites' requests."""
        secure = tls or self._secure
        response.set_cookie(
            HOST_COOKIE if secure else COOKIE,
            self.sign(account, session),
            max_age=self.seconds,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def sign(self, account: uuid.UUID, session: uuid.UUID) -> str:
        """The value of a cookie that says this."""
        return self._signer.sign(account.hex + session.hex).decode()

    def clear(self, response: Response, tls: bool) -> None:
        """Have the browser forget the cookie."""
        secure = tls or self._secure
        name = HOST_COOKIE if secure else COOKIE
        response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)

    @staticmethod
    def has_cookie(cookies: Mapping[str, str]) -> bool:
        """Whether a caller shows a cookie of ours, good or bad."""
        return HOST_COOKIE in cookies or COOKIE in cookies

    def account(self, cookies: Mapping[str, str]) -> uuid.UUID | None:
        """The account of a good cookie; None without one, or when it is forged, too old, or its session was ended."""
        known = self.read_cookie(cookies)
        return None if known is None else known.account

    def read_cookie(self, cookies: Mapping[str, str]) -> Known | None:
        """What a good cookie says; None as for ``account``.

        One signed in our future is good: another machine's clock goes ahead, or ours was set back.
        """
        value = cookies.get(HOST_COOKIE) or cookies.get(COOKIE)
        if value is None:
            return None
        known = self._known.get(value) or self._verify(value)
        if known is None:
            return None
        now = time.time()
        if now - known.signed > self.seconds or now >= self._ended.get(known.session, now + 1):
            return None
        return known

    def _verify(self, value: str) -> Known | None:
        """What a cookie says; None when it is forged."""
        try:
            payload, signed = self._signer.unsign(value, return_timestamp=True)
            ids = payload.decode()
            account = uuid.UUID(hex=ids[:32])
            session = uuid.UUID(hex=ids[32:]) if len(ids) > 32 else earlier_session(account)
        except (BadSignature, ValueError):
            return None
        if len(self._known) >= MAX_CACHED_COOKIES:
            self._known.clear()
        found = self._known[value] = Known(account, session, signed.timestamp())
        return found

    # --- what was ended ------------------------------------------------------------------------------------------

    def end(self, ended: Iterable[tuple[uuid.UUID, float]]) -> None:
        """Sessions were ended, each from a time on (seconds since the epoch)."""
        now = time.time()
        new = frozenset(session for session, at in ended if self._note_end(session, at) and at <= now)
        if new:
            self._happenings.tell(SessionsEnded(new))

    def _note_end(self, session: uuid.UUID, at: float) -> bool:
        """Note when a session ends; gives whether that is news."""
        news = self._ended.get(session, at + 1) > at
        if news:
            self._ended[session] = at
        return news

    def forget(self, before: float) -> None:
        """Forget ends that are older than any cookie can be."""
        for session in [s for s, at in self._ended.items() if at < before]:
            del self._ended[session]
