"""Passwords, hashed by Argon2id as the library argon2-cffi sets it up. An unknown name costs as much as a known one."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
import uuid

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import MailAddress, Password
from app.database import Database
from app.errors import ApiError

AT_ONCE = 2
"""Hashes that are computed at the same time: each takes 64 MB for a moment."""

_COMMON = """
0123456789 0987654321 1111111111 1122334455 12341234123 1234512345 123454321a 1234567890 12345678900 12345678910
1234567891 123456789a 123456789q 1234567890- 1234567890q 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 9876543210 987654321a
a123456789 abc123456789 abcd123456 abcdefghij abcdefghijk administrator asdf123456 asdfasdfasdf asdfghjkl1
asdfghjkl; asdfghjkl123 baseball123 basketball changeme123 charlie123 chocolate1 computer123 dragon12345 football12
football123 greatwar123 greatwar1914 helloworld hello12345 iloveyou12 iloveyou123 letmein123 letmein1234 liverpool1
manchester master1234 michael123 monkey12345 password00 password01 password10 password11 password12 password123
password1234 password12345 password123456 passw0rd123 passwordpassword p@ssw0rd123 p@ssword123 pokemon123 princess12
princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv qwer123456 qwerty12345 qwerty123456 qwerty1234 qwertyuiop
qwertyuiop1 qwertyuiop123 qwertyqwerty samsung123 schlieffen secret12345 shadow12345 starwars12 starwars123
sunshine12 sunshine123 superman12 superman123 trustno1234 victoria12 welcome123 welcome1234 whatever12 zaq12wsxcde3
zxcvbnm123 zxcvbnm1234 aaaaaaaaaa 0000000000 1234567899 qwertzuiop
"""
COMMON = frozenset(_COMMON.split())
"""The commonest of ten letters and more, and what is at hand here."""


def _plain(password: str) -> str:
    """A password as it counts, whichever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """Sets and checks passwords."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys = self._hasher.hash(secrets.token_hex(16))
        """What is tried for names that are not known."""

    async def exists(self, account: uuid.UUID) -> bool:
        """Whether an account has one."""
        async with self._database.session() as session:
            return await session.get(Password, account) is not None

    async def set(self, account: uuid.UUID, password: str) -> None:
        """Give an account a password in place of its last. ApiError 422 for one that everybody tries first."""
        plain = _plain(password)
        if plain.lower() in COMMON:
            raise ApiError(422, "common_password", "That password is one of those everybody tries first.")
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
            right = await asyncio.to_thread(self._verified, stored or self._nobodys, plain)
        if not right or stored is None or account is None:
            return False
        if self._hasher.check_needs_rehash(stored):
            await self._rehash(account, stored, plain)
        return True

    def _verified(self, stored: str, plain: str) -> bool:
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
