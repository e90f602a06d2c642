"""The players of a league: strengths, programs, and variants of programs that a file describes.

[bold]                 # on every side
program = "greedy"
risk = 0.25

[early.german]         # on this side alone
program = "wheel"
sooner = 3
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from app.programs.selfplay import RANDOM, maker
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject
from rules.kernel.players import PlayerMaker, Program

PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Variant:
    """Someone who plays, by side the name of a program and the constants that it has otherwise."""

    name: str
    sides: Mapping[str, JsonObject]

    def maker(self, game: Game[Any, Any], side: str) -> PlayerMaker:
        """The maker of its players of a side. ValueError for constants that the program does not have."""
        row = dict(self.sides[side])
        made = maker(game, str(row.pop(PROGRAM)))
        if not row:
            return made
        if not isinstance(made, Program):
            raise ValueError("this program has no constants")
        return made.varied(row)

    def data(self) -> JsonObject:
        """All of it as JSON."""
        return {side: {**row} for side, row in self.sides.items()}


def read_variants(
    game: Game[Any, Any], sides: Sequence[str], names: Sequence[str], file: Path | None, against: str | None = None
) -> list[Variant]:
    """Those who are named, or else all of the file; ``against`` comes last, so that the scores are those of the others.
    BadParameter for what is not there or does not fit."""
    own = _of_file(game, sides, file) if file else {}
    known = {**_of_game(game, sides), **own}
    wanted = [name for name in dict.fromkeys(names or own) if name != against] + ([against] if against else [])
    for name in wanted:
        if name not in known:
            raise typer.BadParameter(f"no player is called {name!r}; there are: {', '.join(known)}")
    if len(wanted) < 2:
        raise typer.BadParameter("a league needs two who play")
    return [known[name] for name in wanted]


def _of_game(game: Game[Any, Any], sides: Sequence[str]) -> dict[str, Variant]:
    everywhere = {name: dict.fromkeys(sides, name) for name in (RANDOM, *game.players)}
    found = {**everywhere, **{strength: {**by_side} for strength, by_side in game.opponents.items()}}
    return {
        name: Variant(name, {s: {PROGRAM: by_side[s]} for s in sides if s in by_side})
        for name, by_side in found.items()
    }


def _of_file(game: Game[Any, Any], sides: Sequence[str], file: Path) -> dict[str, Variant]:
    try:
        read: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}") from error
    return {name: _variant(game, sides, name, body) for name, body in read.items()}


def _variant(game: Game[Any, Any], sides: Sequence[str], name: str, body: Json) -> Variant:
    if name in (RANDOM, *game.players, *game.opponents):
        raise typer.BadParameter(f"{name!r} is the game's own; call your variant something else")
    if not isinstance(body, dict) or not body:
        raise typer.BadParameter(f"{name!r} is no table of a variant")
    rows: dict[str, Any] = dict.fromkeys(sides, body) if PROGRAM in body else body
    for side, row in rows.items():
        if side not in sides:
            raise typer.BadParameter(f"{name}: no side {side!r}; there are: {', '.join(sides)}")
        if not isinstance(row, dict) or row.get(PROGRAM) not in (RANDOM, *game.players):
            raise typer.BadParameter(f"{name}: the program is one of: {', '.join((RANDOM, *game.players))}")
    variant = Variant(name, {side: rows[side] for side in sides if side in rows})
    for side in variant.sides:
        try:
            variant.maker(game, side)
        except ValueError as error:
            raise typer.BadParameter(f"{name}: {error}") from error
    return variant
