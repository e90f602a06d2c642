"""The address that ``greatwar serve`` prints."""

from __future__ import annotations

import pytest

from app.programs.serve import address_of


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8000"),
        ("::1", "http://localhost:8000"),
        ("192.168.1.7", "http://192.168.1.7:8000"),
        ("fd00::7", "http://[fd00::7]:8000"),
    ],
)
def test_a_passkey_works_at_the_address_that_is_printed(host: str, address: str) -> None:
    """A passkey is bound to a host's name, which a bare address of this machine lacks."""
    assert address_of(host, 8000) == address
