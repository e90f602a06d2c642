"""Accounts and the signing key in the database."""

from __future__ import annotations

import secrets
import uuid

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import Account, SigningKey
from app.database import Database

KEY_BYTES = 32


class Accounts:
    """Reads and writes accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def signing_key(self) -> bytes:
        """The key that signs cookies, made by whichever process first asks."""
        async with self._database.session.begin() as session:
            await session.execute(
                insert(SigningKey).values(id=1, key=secrets.token_bytes(KEY_BYTES)).on_conflict_do_nothing()
            )
            return (await session.scalars(select(SigningKey.key))).one()

    async def add(self, name: str) -> Account:
        """A new guest."""
        async with self._database.session.begin() as session:
            account = Account(name=name)
            session.add(account)
        return account

    async def get(self, account: uuid.UUID) -> Account | None:
        """The account of this id, or None."""
        async with self._database.session() as session:
            return await session.get(Account, account)

    async def rename(self, account: uuid.UUID, name: str) -> Account | None:
        """Give the account another name; None if there is none of this id."""
        async with self._database.session.begin() as session:
            found = await session.get(Account, account)
            if found is not None:
                found.name = name
            return found
