"""An unknown name costs as much as a known one."""

from __future__ import annotations

import time
import uuid

import argon2
import pytest

from app.accounts.passwords import Passwords, drawn_hash
from app.database import Database
from tests.conftest import execute

SECRET = "rather a long one 1914"


def test_what_is_tried_for_an_unknown_name_is_as_costly_as_a_real_hash() -> None:
    """One that is refused before it is computed would tell by its speed that nobody has the name."""
    hasher = argon2.PasswordHasher()
    drawn = drawn_hash(hasher)
    assert argon2.extract_parameters(drawn) == argon2.extract_parameters(hasher.hash("a real one"))
    assert drawn_hash(hasher) != drawn
    with pytest.raises(argon2.exceptions.VerifyMismatchError):
        hasher.verify(drawn, "whatever")


async def test_a_log_in_costs_a_hash_whether_or_not_the_address_is_known(database_url: str) -> None:
    """Processor time, which nothing else on the machine adds to."""
    account, known = uuid.uuid4(), f"{uuid.uuid4().hex}@example.org"
    await execute(database_url, f"INSERT INTO account (id, name) VALUES ('{account}', 'Rosa')")  # noqa: S608
    await execute(database_url, f"INSERT INTO mail_address (account, address) VALUES ('{account}', '{known}')")  # noqa: S608
    database = Database(database_url, 1)
    try:
        passwords = Passwords(database)
        await passwords.set(account, SECRET, known)
        assert await passwords.owner(known, SECRET) == account

        async def cost(address: str) -> float:
            began = time.process_time()
            assert await passwords.owner(address, "a wrong one") is None
            return time.process_time() - began

        of_known, of_unknown = [min([await cost(at) for _ in range(3)]) for at in (known, "nobody@example.org")]
    finally:
        await database.close()
    assert of_known / 2 < of_unknown < of_known * 2
    assert of_known > 0.01, "a hash that is made to be slow"
