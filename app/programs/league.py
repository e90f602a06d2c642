"""``greatwar league``: programs and variants of programs play each other, to find out which is the stronger."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

from app.programs.chosen_options import Options, read_match_options
from app.programs.leagues.playing import Result, fixtures, make_setting, play_league
from app.programs.leagues.record import LeagueRecord, read_record
from app.programs.leagues.standings import of_all, of_pair
from app.programs.leagues.variants import Variant, read_variants
from app.programs.output import AsJson, find_game, print_json, progress
from rules.catalogue import GAMES
from rules.kernel.messages import Json


def league(
    game: Annotated[str, typer.Argument(help="Id of the game.")],
    scenario: Annotated[str, typer.Argument(help="Id of the scenario.")],
    name: Annotated[
        list[str] | None, typer.Argument(help="Strengths, programs, random, and variants of the file; else all of it.")
    ] = None,
    variants: Annotated[Path | None, typer.Option(help="A TOML file of variants.")] = None,
    against: Annotated[str | None, typer.Option(help="All play against this one only.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of a pair, on each side.")] = 10,
    seed: Annotated[str, typer.Option(help="The same seed throws the same dice.")] = "1914",
    last_turn: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Break games off when the turn of this number is over. The two with the same dice count as one: it is "
            "won with the greater lead, each on the same side.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Games at a time, a process each.")] = 1,
    record: Annotated[Path | None, typer.Option(help="Games are added to this file; those in it are not repeated.")] = (
        None
    ),
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Have programs play each other, each pair on both sides with the same dice, and print their scores."""
    rules = find_game(dict(GAMES), game)
    options = read_match_options(rules, scenario, option)
    sides = list(dict.fromkeys(s.side for s in rules.seats(scenario, options)))
    if len(sides) != 2:
        raise typer.BadParameter("a league is of games between two sides")
    playing = read_variants(rules, sides, name or [], variants, against)
    of = make_setting(rules, scenario, seed, options, last_turn)
    wanted = {fixture.key(of): fixture for fixture in fixtures(sides, playing, games, against)}
    if not wanted:
        raise typer.BadParameter("none of these can play another")
    found = read_record(record, wanted) if record else {}
    left = [fixture for key, fixture in wanted.items() if key not in found]
    out = LeagueRecord(record) if record else None
    with progress(len(left), f"{len(left)} games, {len(found)} known") as bar:
        try:
            for result in play_league(of, left, jobs):
                found[result.key] = result
                if out:
                    out.add(result)
                bar.update(1)
        finally:
            if out:
                out.close()
    results = [found[key] for key in wanted]
    if as_json:
        print_json({**asdict(of), "games_a_side": games, **_report(playing, results)})
    else:
        _print_results(playing, results)


def _pairs(playing: list[Variant], results: list[Result]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [of_pair(results, a.name, b.name) for a, b in combinations(playing, 2)]
    return [pair for pair in found if pair["games"]]


def _report(playing: list[Variant], results: list[Result]) -> dict[str, Json]:
    return {
        "variants": [{**of_all(results, v.name), "sides": v.data()} for v in playing],
        "pairs": [*_pairs(playing, results)],
        "games": [asdict(result) for result in results],
    }


def _print_results(playing: list[Variant], results: list[Result]) -> None:
    for pair in _pairs(playing, results):
        typer.echo(f"{pair['first']} against {pair['second']}: {_line(pair)}; turn {pair['turns']} on average")
        for side, part in pair["as"].items():
            if part["games"]:
                typer.echo(f"  as {side}: {_line(part)}")
        if pair["leads"]:
            led = ", ".join(f"{name} {lead:+.2f}" for name, lead in pair["leads"].items())
            typer.echo(f"  lead of {next(iter(results[0].players))} in the mean, by player: {led}")
        typer.echo("  " + ", ".join(f"{how}: {n}" for how, n in sorted(pair["endings"].items())))


def _line(part: dict[str, Any]) -> str:
    shares = f"{part['score']:.0%} ({part['low']:.0%} to {part['high']:.0%})"
    pairs = f"{part['games']} {'pair' if part['games'] == 1 else 'pairs'} of games"
    games = pairs if part.get("leads") else f"{part['games']} games"
    return f"{shares} of {games}, {part['wins']} won, {part['draws']} drawn, {part['losses']} lost"
