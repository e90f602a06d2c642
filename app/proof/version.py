"""Which rules judge here: a digest of their very sources, so that no change of them goes by the old name."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from app.settings import ROOT
from rules.kernel.game import Game

DIGITS = 12
_RULES = ROOT / "rules"
_KINDS = frozenset({".py", ".toml", ".csv", ".json"})
_TOLD = frozenset({"help.toml"})
"""What is only read by people: another sentence judges no match otherwise."""


def rules_version(game: Game[Any, Any]) -> str:
    """``0.1.0+`` and the beginning of the digest of all that judges a game.

    Computed once in a process, best at its start: a file that is changed later does not change what runs.
    """
    return _version(type(game).__module__, game.id)


@cache
def _version(module: str, game: str) -> str:
    return f"{version('great-war-online')}+{digest(_sources(module, game))[:DIGITS]}"


def digest(files: Iterator[Path]) -> str:
    """SHA-256 over files with their places, in hex."""
    told = hashlib.sha256()
    for file in sorted(files):
        # A checkout may have other ends of lines; that is no other rule.
        for part in (file.relative_to(ROOT).as_posix().encode(), file.read_bytes().replace(b"\r\n", b"\n")):
            told.update(len(part).to_bytes(8, "big") + part)
    return told.hexdigest()


def _sources(module: str, game: str) -> Iterator[Path]:
    """The kernel, the game's own package, what all games of hexes share, and the scenarios."""
    own = Path(str(sys.modules[module].__file__))
    folders = [_RULES / "kernel", _RULES / "hexes", ROOT / "scenarios" / game]
    if own.parent.parent == _RULES:
        folders.append(own.parent)
    else:
        yield own  # a game of the tests is one file
    for folder in folders:
        yield from (file for file in folder.rglob("*") if file.suffix in _KINDS and file.name not in _TOLD)
