"""``--option NAME=VALUE``: the options of the matches that a program makes."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer

from app.wire import decode
from rules.kernel.game import Game, Scenario
from rules.kernel.messages import Json, JsonObject

Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", help="NAME=VALUE: an option of the match; for a switch the name is enough."),
]


def read_match_options(game: Game[Any, Any], scenario: str, words: list[str] | None) -> JsonObject:
    """The options that words name. BadParameter for one that the scenario does not have, or that does not fit."""
    known = {str(o["id"]): o for o in _scenario(game, scenario).options}
    options: JsonObject = {}
    for word in words or ():
        name, _, value = word.partition("=")
        if name not in known and name != "plan":
            raise typer.BadParameter(f"no option {name!r}; there are: {', '.join([*known, 'plan'])}")
        options[name] = _value(known.get(name), value)
    try:
        game.new_match(scenario, options)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    return options


def _scenario(game: Game[Any, Any], scenario: str) -> Scenario:
    found = next((s for s in game.scenarios if s.id == scenario), None)
    if found is None:
        raise typer.BadParameter(f"no scenario {scenario!r}; there are: {', '.join(s.id for s in game.scenarios)}")
    return found


def _value(option: JsonObject | None, value: str) -> Json:
    """The value as the wire would carry it: of a switch true or false, of a choice a word, else JSON."""
    if option is None or option.get("kind") == "choice":
        return value
    if option.get("kind") == "flag" and not value:
        return True
    try:
        return decode(value)
    except ValueError as error:
        raise typer.BadParameter(f"{value!r} is no value of the option {option['id']}") from error
