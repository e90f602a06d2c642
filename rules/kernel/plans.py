"""Plans: what is printed for a match, by name (decisions/0023).

A game's own plan has a word for a name. A folder of someone's own is named with the digest of its files, so that a
stored or exported match is never judged by other charts than those it was played by.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from rules.kernel.messages import Json
from rules.kernel.schema_steps import UnknownShape

P = TypeVar("P")

DIGITS = 12
KINDS = frozenset({".csv", ".json", ".toml"})
"""The files of a folder that make a plan."""


class UnknownPlan(UnknownShape):
    """A match has a plan that this program does not have: it must not be played by another."""


class Plans(Generic[P]):
    """The plans that a game has in this process. Each is read once, at first use, and shared by all its matches."""

    def __init__(
        self,
        read: Callable[[Path], P] | None = None,
        own: Mapping[str, Path] | None = None,
        earlier: Mapping[str, Path] | None = None,
    ) -> None:
        """``read`` makes of a folder what is printed, ValueError for what cannot be; ``own`` are the game's plans,
        ``earlier`` those that it had: matches begun by them go on with them, and no new match is offered them.
        """
        self._read = read
        self._earlier = frozenset(earlier or ())
        self._folders = {**(own or {}), **(earlier or {})}
        self._found: dict[str, P] = {}

    def __getitem__(self, name: str) -> P:
        """What is printed for a plan. UnknownPlan when there is none of that name."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._open(self._folders[self.known(name)])
        return found

    def __contains__(self, name: object) -> bool:
        """Whether a match can be played by a plan of that name."""
        return name in self._found or name in self._folders

    @property
    def names(self) -> tuple[str, ...]:
        """The plans that a new match may have, the game's own first."""
        return tuple(name for name in dict.fromkeys((*self._folders, *self._found)) if name not in self._earlier)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the game's own plans, those that it had among them."""
        return tuple(self._folders.values())

    def add(self, folder: Path) -> str:
        """Read the plan of a folder; the name by which matches are played by it. ValueError where it is misprinted."""
        name = f"{folder.resolve().name}+{digest(folder)[:DIGITS]}"
        if name not in self:
            self.put(name, self._open(folder))
        return name

    def put(self, name: str, printed: P) -> None:
        """Have something printed by this name. ValueError when another plan is called so."""
        if name in self:
            raise ValueError(f"there is a plan {name!r} already")
        self._found[name] = printed

    def chosen(self, options: Mapping[str, Json], usual: str) -> str:
        """The plan that the options of a new match name, else the ``usual`` one. ValueError for one unknown here."""
        name = options.get("plan", usual)
        if not isinstance(name, str):
            raise ValueError("the plan of a match is named by a string")
        return self.known(name)

    def known(self, name: str) -> str:
        """The name of a plan that there is. UnknownPlan for any other."""
        if name not in self:
            raise UnknownPlan(f"there is no plan {name!r} here; a program that has its files can go on with the match")
        return name

    def _open(self, folder: Path) -> P:
        if self._read is None:
            raise ValueError("this game reads no plans: what is printed stands in its program")
        return self._read(folder)


def digest(folder: Path) -> str:
    """SHA-256 over the files of a plan, those of its folders too, with their names, in hex. ValueError without any."""
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.suffix in KINDS}
    if not files:
        raise ValueError(f"{folder} has no files of a plan")
    told = hashlib.sha256()
    for name, file in sorted(files.items()):
        # A checkout may have other ends of lines; those are no other charts.
        for part in (name.encode(), file.read_bytes().replace(b"\r\n", b"\n")):
            told.update(len(part).to_bytes(8, "big") + part)
    return told.hexdigest()
