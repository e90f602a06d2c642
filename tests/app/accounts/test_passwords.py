"""An unknown name costs as much as a known one."""

from __future__ import annotations

import argon2
import pytest

from app.accounts.passwords import drawn_hash


def test_what_is_tried_for_an_unknown_name_is_as_costly_as_a_real_hash() -> None:
    """One that is refused before it is computed would tell by its speed that nobody has the name."""
    hasher = argon2.PasswordHasher()
    drawn = drawn_hash(hasher)
    assert argon2.extract_parameters(drawn) == argon2.extract_parameters(hasher.hash("a real one"))
    assert drawn_hash(hasher) != drawn
    with pytest.raises(argon2.exceptions.VerifyMismatchError):
        hasher.verify(drawn, "whatever")
