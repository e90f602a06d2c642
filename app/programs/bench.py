"""``greatwar bench``: the speeds that we hold ourselves to, measured on this machine."""

from __future__ import annotations

import asyncio
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer
from pydantic import SecretStr, ValidationError

from app.context import Context
from app.main import create_app
from app.programs.benching import floods, growth, paced, processes, rules, store, wire
from app.programs.benching.budget import Figure
from app.programs.benching.script import Script, script
from app.programs.benching.yardstick import measured_late, take_figures
from app.programs.boards import boards
from app.programs.chosen_options import Options, read_match_options
from app.programs.output import AsJson, find_game, print_json
from app.programs.serve import database
from app.settings import POSTGRES, Settings
from rules.catalogue import GAMES
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject

COMMANDS_SENT = 200
"""Of the longest script that a mover sends."""


async def _store(url: str, game: Game[Any, Any], scenario: str, sent: Script, events: int) -> list[Figure]:
    app = create_app(url, Settings(matches_per_guest=100_000, event_limit=""), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        return await measured_late(store.measure(here, game, scenario, sent, events))


async def _wire(load: wire.Load, movers: int, rounds: int, sockets: int) -> list[Figure]:
    each = (wire.moves(load, movers, rounds), paced.open_loop(load), wire.broadcast(load, sockets))
    return [figure for run in each for figure in await measured_late(run)]


def bench(
    game: Annotated[str, typer.Option(help="Id of the game.")] = "schlieffens-war",
    games: Annotated[int, typer.Option(min=1, help="Random games for the rules.")] = 3,
    rounds: Annotated[int, typer.Option(min=1, help="Matches that each mover plays.")] = 3,
    movers: Annotated[int, typer.Option(min=1, help="People who move at the same time.")] = 16,
    sockets: Annotated[int, typer.Option(min=1, help="Spectators of one match.")] = 1000,
    watched: Annotated[int, typer.Option(min=1, help="Matches that are watched while nothing happens.")] = 1000,
    events: Annotated[int, typer.Option(min=100, help="Events of the long match.")] = 20_000,
    only_rules: Annotated[bool, typer.Option("--only-rules", help="Only the rules of that game: a minute.")] = False,
    commands: Annotated[
        int, typer.Option(help="For the rules: commands of a game; 0 for what the game is measured by.")
    ] = 0,
    at: Annotated[str, typer.Option("--scenario", help="Id of the scenario.")] = "",
    option: Options = None,
    only_floods: Annotated[bool, typer.Option("--only-floods", help="Only the floods: a few seconds.")] = False,
    count: Annotated[
        int, typer.Option("--processes", min=0, help="Only what a move costs at several processes, beside one alone.")
    ] = 0,
    grown: Annotated[
        bool, typer.Option("--growth", help="Only what grows with a site, at several sizes: some minutes.")
    ] = False,
    bus: Annotated[str, typer.Option(help="How they notify each other: postgres, or nats://host:4222.")] = POSTGRES,
    as_json: AsJson = False,
) -> None:
    """Measure rules, floods on every board, storage and wire against their budgets. A fixed loop of plain Python is
    timed beside each figure, and budgets are judged by what the figure would be where that loop takes what it takes on
    the machine that they are meant for. No test depends on it."""
    chosen = find_game(dict(GAMES), game)
    usual = rules.stretch_of(chosen)
    mine = replace(usual, scenario=at or usual.scenario, commands=commands or usual.commands, sent=at or usual.sent)
    scenario = mine.scenario
    mine = replace(mine, options=read_match_options(chosen, scenario, option))
    settings = Settings()
    if count or grown:
        site = (chosen.id, mine.sent or scenario, _script(chosen, mine))
        if count:
            _print_figures(game, _processes(settings, site, count, _check_bus(bus), movers, rounds), as_json)
        else:
            _growth(settings, site, _check_bus(bus), as_json)
        return
    if bus != POSTGRES:
        raise typer.BadParameter("--bus is for several processes: say how many with --processes, or --growth.")
    figures: list[Figure] = []
    if not only_rules:
        _say("floods on every board")
        figures += floods.measure(boards())
    if not only_floods:
        figures += _rules(chosen, mine, games, alone=only_rules or game in rules.STRETCHES)
    if not (only_rules or only_floods):
        figures += _served(settings, chosen, mine, _Load(movers, rounds, sockets, watched, events))
    _print_figures(game, figures, as_json)


@dataclass(frozen=True, slots=True)
class _Load:
    """How much storage and wire are given to do."""

    movers: int
    rounds: int
    sockets: int
    watched: int
    events: int


def _say(text: str) -> None:
    typer.echo(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr)


def _rules(chosen: Game[Any, Any], stretch: rules.Stretch, games: int, *, alone: bool) -> list[Figure]:
    """The rules of a game, and of those that are always measured beside it unless it is ``alone``."""
    of = {chosen.id: stretch}
    if not alone:
        of |= {id_: rules.stretch_of(GAMES[id_]) for id_ in rules.STRETCHES}
    figures: list[Figure] = []
    for id_, each in of.items():
        _say(f"rules of {id_}: {games} random games")
        figures += rules.measure(GAMES[id_], each, games)
    return figures


def _script(chosen: Game[Any, Any], stretch: rules.Stretch) -> Script:
    """What servers are sent. BadParameter where a die comes before the first move."""
    try:
        return script(chosen, stretch.sent or stretch.scenario, COMMANDS_SENT, stretch.usual, stretch.options)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def _served(settings: Settings, chosen: Game[Any, Any], stretch: rules.Stretch, much: _Load) -> list[Figure]:
    """Storage and wire, each on a server of its own."""
    sent, scenario = _script(chosen, stretch), stretch.sent or stretch.scenario
    with database(settings) as url:
        _say("store: one long match")
        figures = asyncio.run(_store(url, chosen, scenario, sent, much.events))
        with wire.serving(url) as (port, pid):
            _say(f"wire: {much.movers} movers, then {much.sockets} sockets")
            load = wire.Load(port, pid, chosen.id, scenario, sent)
            figures += asyncio.run(_wire(load, much.movers, much.rounds, much.sockets))
        with wire.serving(url) as (port, pid):
            _say(f"wire: {much.watched} watched matches in which nothing happens")
            load = wire.Load(port, pid, chosen.id, scenario, sent)
            figures += asyncio.run(measured_late(paced.idle(load, much.watched)))
    return figures


def _check_bus(bus: str) -> str:
    """A bus that servers know. BadParameter."""
    try:
        Settings(bus=SecretStr(bus))
    except ValidationError as error:
        raise typer.BadParameter("--bus must be 'postgres' or 'nats://host:port'.") from error
    return bus


def _processes(
    settings: Settings, sent_to: tuple[str, str, Script], count: int, bus: str, movers: int, rounds: int
) -> list[Figure]:
    try:
        with database(settings) as url:
            return take_figures(
                lambda: processes.measure(
                    url, lambda port, pid: wire.Load(port, pid, *sent_to), count, bus, movers, rounds
                )
            )
    except processes.NoBus as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _growth(settings: Settings, sent_to: tuple[str, str, Script], bus: str, as_json: bool) -> None:
    """Measure the curves of a site that grows, and print each as soon as it is there."""
    curves: list[growth.Curve] = []
    with database(settings) as url:
        for done, found in growth.measure(url, *sent_to, bus):
            typer.echo(f"{time.strftime('%H:%M:%S')} {done}", file=sys.stderr)
            curves += found
    if as_json:
        print_json({"game": sent_to[0], "machine": _machine(), "curves": [curve.json() for curve in curves]})
        return
    for curve in curves:
        typer.echo(curve.text)


def _machine() -> JsonObject:
    return {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}


def _print_figures(game: str, figures: Sequence[Figure], as_json: bool) -> None:
    if as_json:
        print_json({"game": game, "machine": _machine(), "figures": [f.json() for f in figures]})
        return
    for figure in figures:
        typer.echo(figure.text)
