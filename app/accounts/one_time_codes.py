"""Secrets that are good once and for a short time. The database knows only their hashes."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
import uuid

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Token

SECRET_BYTES = 32
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of codes that people type: without I and O, which look like digits."""
CODE_LENGTH = 8

REGISTER, LOGIN = "passkey-register", "passkey-login"
DEVICE = "device"
VISIT, DEED = "admin-visit", "admin-deed"
CONFIRM, LINK = "mail-confirm", "mail-login"


def _hash(purpose: str, secret: bytes) -> bytes:
    """What is stored of a secret; one that was made for another purpose fits nothing."""
    return hashlib.sha256(purpose.encode() + b"/" + secret).digest()


def code() -> str:
    """A new code of eight letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def issue(
    session: AsyncSession,
    purpose: str,
    secret: bytes,
    lasts: dt.timedelta,
    account: uuid.UUID | None = None,
    address: str | None = None,
) -> dt.datetime:
    """Have a secret be good for once; gives until when."""
    expires = dt.datetime.now(dt.UTC) + lasts
    session.add(
        Token(hash=_hash(purpose, secret), purpose=purpose, account=account, address=address, expires_at=expires)
    )
    return expires


async def spend(session: AsyncSession, purpose: str, secret: bytes) -> Token | None:
    """What a secret stood for, which is used up by this; None when it is no good, or no longer."""
    now = dt.datetime.now(dt.UTC)
    found = await session.scalars(
        update(Token)
        .where(Token.hash == _hash(purpose, secret), Token.used_at.is_(None), Token.expires_at > now)
        .values(used_at=now)
        .returning(Token)
    )
    return found.first()


async def withdraw(session: AsyncSession, purpose: str, account: uuid.UUID) -> None:
    """Have earlier secrets of an account be good no longer."""
    await session.execute(
        update(Token)
        .where(Token.purpose == purpose, Token.account == account, Token.used_at.is_(None))
        .values(used_at=dt.datetime.now(dt.UTC))
    )
