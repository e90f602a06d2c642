"""``greatwar chances``: fits how likely each side is to win to games that ``greatwar selfplay --json`` played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from app.analysis.chances import Model, leads, read_models, share_elapsed
from app.analysis.fitting import Fit, Sample, fit
from app.programs.output import AsJson, find_game, print_json
from rules.catalogue import GAMES
from rules.kernel.gauge import Figure
from rules.kernel.messages import JsonObject


def chances(
    game: Annotated[str, typer.Argument(help="Id of the game.")],
    file: Annotated[list[Path], typer.Argument(help="What greatwar selfplay --json printed.", dir_okay=False)],
    serving: Annotated[
        list[str] | None, typer.Option(help="Another scenario of the same board and turns that this is good for.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(help="Add it to the models of this file, instead of those of its scenarios.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fit the chances of winning to games of programs, and try them on games that they were not fitted to."""
    rules = find_game(dict(GAMES), game)
    played = [_read(each, game) for each in file]
    names = list(dict.fromkeys([*(str(series["scenario"]) for series in played), *(serving or [])]))
    if unknown := set(names) - {s.id for s in rules.scenarios}:
        raise typer.BadParameter(f"no scenario {sorted(unknown)[0]!r}")
    sides = list(dict.fromkeys(s.side for s in rules.seats(names[0], {})))
    if len(sides) != 2:
        raise typer.BadParameter("chances are of games between two sides")
    samples = _samples(played, (sides[0], sides[1]))
    try:
        found = fit(samples, names, (sides[0], sides[1]))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    if into:
        _add(into, found.model)
    if as_json:
        print_json(_json(found, samples))
    else:
        _print_fit(found, samples)


def _read(file: Path, game: str) -> dict[str, Any]:
    """A series of games. BadParameter for a file that is none, or of another game."""
    try:
        series: dict[str, Any] = orjson.loads(file.read_bytes())
        if series["game"] != game:
            raise typer.BadParameter(f"{file} is of the game {series['game']!r}")
        if any("stands" not in each for each in series["games"]):
            raise typer.BadParameter(f"{file} does not say how its games stood")
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}") from error
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise typer.BadParameter(f"{file} is not what greatwar selfplay --json prints") from error
    return series


def _samples(played: Sequence[dict[str, Any]], sides: tuple[str, str]) -> list[Sample]:
    """A sample each turn of each game that came to an end."""
    found: list[Sample] = []
    number = 0
    for game in (game for series in played for game in series["games"]):
        if not game["section"] or not game["stands"]:
            continue
        result = {sides[0]: 1, sides[1]: -1}.get(game["winner"], 0)
        for stand in game["stands"]:
            figures = [Figure(**figure) for figure in stand["figures"]]
            part = share_elapsed(stand["turn"], stand["turns"], stand.get("first", 1))
            found.append(Sample(number, leads(figures, sides), part, result))
        number += 1
    return found


def _add(into: Path, model: Model) -> None:
    """Write the model into a file of models, in the place of those for the same scenarios."""
    others = read_models(into) if into.is_file() else ()
    kept = [each for each in others if not set(each.scenarios) & set(model.scenarios)]
    rows = [asdict(each) for each in sorted((*kept, model), key=lambda each: each.scenarios)]
    into.write_bytes(orjson.dumps({"models": rows}, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def _json(found: Fit, samples: Sequence[Sample]) -> JsonObject:
    model: Any = asdict(found.model)
    return {
        "model": model,
        "results": {str(result): n for result, n in _results(samples).items()},
        "loss": round(found.loss, 4),
        "plain": round(found.plain, 4),
        "calibration": [[n, round(said, 3), round(won, 3)] for n, said, won in found.calibration],
    }


def _results(samples: Sequence[Sample]) -> Counter[int]:
    return Counter({s.game: s.result for s in samples}.values())


def _print_fit(found: Fit, samples: Sequence[Sample]) -> None:
    model, results = found.model, _results(samples)
    first, second = model.sides
    typer.echo(
        f"{model.games} games: {first} won {results[1]}, {second} {results[-1]}, {results[0]} drawn; "
        f"loss {found.loss:.3f}, {found.plain:.3f} for the shares alone"
    )
    for title, weight in model.weights.items():
        typer.echo(f"  {title}: {weight.early:+.2f}, {weight.late:+.2f} more at the end, for each {weight.scale:g}")
    for n, said, won in found.calibration:
        typer.echo(f"  said {said:.0%}, won {won:.0%}, of {n} turns")
