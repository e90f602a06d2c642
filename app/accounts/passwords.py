"""Passwords, hashed by Argon2id as the library argon2-cffi sets it up. An unknown name costs as much as a known one."""

from __future__ import annotations

import asyncio
import base64
import secrets
import unicodedata
import uuid

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import MailAddress, Password
from app.accounts.weak_passwords import is_weak
from app.database import Database
from app.errors import ApiError

MAX_CONCURRENT_HASHES = 2
"""Hashes that are computed at the same time: each takes 64 MB for a moment."""


def _plain(password: str) -> str:
    """A password as it counts, whichever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password)


def drawn_hash(hasher: PasswordHasher) -> str:
    """A hash that no password has: drawn, not computed, and as costly to check as one of the hasher's."""
    salt, drawn = (_base64(secrets.token_bytes(n)) for n in (hasher.salt_len, hasher.hash_len))
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${drawn}"


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).rstrip(b"=").decode()


class Passwords:
    """Sets and checks passwords."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        self._turns = asyncio.Semaphore(MAX_CONCURRENT_HASHES)
        self._nobodys = drawn_hash(self._hasher)
        """What is tried for names that are not known."""

    async def exists(self, account: uuid.UUID) -> bool:
        """Whether an account has one."""
        async with self._database.session() as session:
            return await session.get(Password, account) is not None

    async def set(self, account: uuid.UUID, password: str, address: str) -> None:
        """Give the account of a mail address a password in place of its last.

        ApiError 422 for one that everyone tries first.
        """
        plain = _plain(password)
        if is_weak(plain, address):
            raise ApiError(422, "common_password", "That password is one of those everyone tries first.")
        async with self._turns:
            hashed = await asyncio.to_thread(self._hasher.hash, plain)
        row = insert(Password).values(account=account, hash=hashed)
        async with self._database.session.begin() as session:
            await session.execute(
                row.on_conflict_do_update(
                    index_elements=[Password.account], set_={"hash": hashed, "changed_at": func.now()}
                )
            )

    async def owner(self, address: str, password: str) -> uuid.UUID | None:
        """Whose address and password these are; None takes as long, whichever of them is wrong."""
        query = (
            select(MailAddress.account, Password.hash)
            .join(Password, Password.account == MailAddress.account)
            .where(MailAddress.address == address)
        )
        async with self._database.session() as session:
            found = (await session.execute(query)).first()
        account, stored = (None, None) if found is None else (found[0], found[1])
        return account if await self._fits(account, stored, password) else None

    async def fits(self, account: uuid.UUID, password: str) -> bool:
        """Whether this is the account's password."""
        async with self._database.session() as session:
            found = await session.get(Password, account)
        return await self._fits(account, None if found is None else found.hash, password)

    async def _fits(self, account: uuid.UUID | None, stored: str | None, password: str) -> bool:
        plain = _plain(password)
        async with self._turns:
            right = await asyncio.to_thread(self._verify, stored or self._nobodys, plain)
        if not right or stored is None or account is None:
            return False
        if self._hasher.check_needs_rehash(stored):
            await self._rehash(account, stored, plain)
        return True

    def _verify(self, stored: str, plain: str) -> bool:
        try:
            return self._hasher.verify(stored, plain)
        except (VerificationError, InvalidHashError):
            return False

    async def _rehash(self, account: uuid.UUID, stored: str, plain: str) -> None:
        """Store the hash as it is made today, unless the password was changed in the meantime."""
        async with self._turns:
            hashed = await asyncio.to_thread(self._hasher.hash, plain)
        async with self._database.session.begin() as session:
            await session.execute(
                update(Password).where(Password.account == account, Password.hash == stored).values(hash=hashed)
            )

    async def remove(self, account: uuid.UUID) -> None:
        """Forget it. ApiError 404 when there is none."""
        async with self._database.session.begin() as session:
            gone = delete(Password).where(Password.account == account).returning(Password.account)
            if (await session.scalars(gone)).first() is None:
                raise ApiError(404, "no_password", "You have no password.")
