"""What is printed, read once for the tests of the game."""

from __future__ import annotations

import pytest

from rules.empires_alliances.printed.data import Printed


@pytest.fixture(scope="session")
def printed() -> Printed:
    """The files of the project."""
    return Printed.read()
