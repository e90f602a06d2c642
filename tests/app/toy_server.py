"""A server of the toy game in a process of its own: ``python -m tests.app.toy_server PORT``."""

from __future__ import annotations

import functools
import sys

from argon2 import PasswordHasher

from app.accounts import passwords
from app.programs.serve import serve_games
from tests.app.toy_game import Toy

CHEAP = functools.partial(PasswordHasher, time_cost=1, memory_cost=64)
"""Hashes passwords as the library does, but for what that costs: it is what most tests of mail would do."""

if __name__ == "__main__":
    passwords.PasswordHasher = CHEAP  # type: ignore[misc, assignment]
    serve_games({"toy": Toy()}, "127.0.0.1", int(sys.argv[1]), invitation="--invitation" in sys.argv or None)
