"""How the commands print: JSON for programs, short lines for people; progress always on stderr."""

from __future__ import annotations

import sys
from typing import Annotated, Any, TypeAlias, TypeVar

import orjson
import typer

from rules.kernel.game import Game
from rules.kernel.messages import Json

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
T = TypeVar("T")


def print_json(value: Json) -> None:
    """Indented JSON on stdout."""
    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())


def progress(length: int, label: str) -> Any:
    """A progress bar on stderr that stays silent where no terminal is."""
    return typer.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())


def find_game(games: dict[str, Game[Any, Any]], id_: str) -> Game[Any, Any]:
    """The game of that id; ends the program with a clear word when there is none."""
    game = games.get(id_)
    if game is None:
        raise typer.BadParameter(f"no game {id_!r}; there are: {', '.join(games) or 'none'}")
    return game
