"""``greatwar hex`` and ``greatwar scenario``: what is on the boards and in the set-ups."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from app.programs.output import AsJson, find_game, print_json
from app.settings import ROOT
from rules.catalogue import GAMES
from rules.kernel.game import REFEREE
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice
from rules.kernel.messages import Json, JsonObject

BOARDS = ROOT / "scenarios"
FEATURES = ("city", "fortress", "port", "perimeter")


def _rows(file: Path) -> list[dict[str, str]]:
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def describe_hex(folder: Path, hex_: str) -> JsonObject:
    """Everything that a board's files say of a hex. KeyError when it is not on the board."""
    rows = {row["hex"]: row for row in _rows(folder / "hexes.csv")}
    row = rows[hex_]
    spec: dict[str, Any] = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))
    lattice = Lattice(Grain(str(spec.get("lattice", spec)["shifted"])), rows)
    sides = {frozenset((s["a"], s["b"])): s for s in _rows(folder / "hexsides.csv")}
    rails = {frozenset((r["a"], r["b"])): r for r in _rows(folder / "rails.csv")}
    neighbours: list[Json] = []
    for index in lattice.neighbours[lattice.index[hex_]]:
        if index == OFF_BOARD:
            continue
        other = lattice.ids[index]
        pair = frozenset((hex_, other))
        side, rail = sides.get(pair, {}), rails.get(pair, {})
        neighbours.append(
            {
                "hex": other,
                "name": rows[other]["name"] or None,
                "river": side.get("river") or None,
                "sea": bool(side.get("sea")),
                "rail": rail.get("line") or None,
            }
        )
    features: list[Json] = [f"{name}: {row[name]}" for name in FEATURES if row.get(name)]
    return {
        "board": folder.name,
        "hex": hex_,
        "name": row["name"] or None,
        "surface": row["surface"],
        "terrain": row["terrain"],
        "features": features,
        "country": row["country"],
        "neighbours": neighbours,
        "lat": float(row["lat"]),
        "lon": float(row["lon"]),
        "sources": {"hex": row["origin"], "file": f"scenarios/{folder.name}/SOURCES.md"},
    }


def hex_(
    board: Annotated[str, typer.Argument(help="Id of the board.")],
    hex_id: Annotated[str, typer.Argument(metavar="HEX", help="Number of the hex, as on the map.")],
    as_json: AsJson = False,
) -> None:
    """Tell what is in a hex and on its sides."""
    folder = BOARDS / board
    if not (folder / "hexes.csv").exists():
        known = sorted(f.parent.name for f in BOARDS.glob("*/hexes.csv"))
        raise typer.BadParameter(f"no board {board!r}; there are: {', '.join(known) or 'none'}")
    try:
        found = describe_hex(folder, hex_id)
    except KeyError as error:
        raise typer.BadParameter(f"no hex {hex_id!r} on {board}") from error
    if as_json:
        print_json(found)
        return
    typer.echo(
        f"{hex_id} {found['name'] or ''}: {found['terrain']}, {found['country']} ({found['lat']}, {found['lon']})"
    )
    for feature in cast("list[str]", found["features"]):
        typer.echo(f"  {feature}")
    for side in cast("list[dict[str, Any]]", found["neighbours"]):
        marks = [word for word in ("river", "sea", "rail") if side[word]]
        typer.echo(f"  {side['hex']} {side['name'] or ''} {', '.join(marks)}".rstrip())


def _units(value: Json) -> Iterator[dict[str, Json]]:
    """Every unit in a view, wherever it stands."""
    if isinstance(value, dict):
        if "nation" in value and "id" in value:
            yield value
        for item in value.values():
            yield from _units(item)
    elif isinstance(value, list):
        for item in value:
            yield from _units(item)


def describe_scenario(game_id: str, scenario_id: str) -> JsonObject:
    """The opening position in numbers. KeyError or ValueError when there is no such game or scenario."""
    game = GAMES[game_id]
    scenario = next((s for s in game.scenarios if s.id == scenario_id), None)
    if scenario is None:
        raise ValueError(f"no scenario {scenario_id!r}; there are: {', '.join(s.id for s in game.scenarios)}")
    view = game.view(game.new_match(scenario_id, {}), REFEREE)
    by_nation: dict[str, Counter[str]] = {}
    for unit in _units(view):
        by_nation.setdefault(str(unit["nation"]), Counter())[str(unit["kind"])] += 1
    units: dict[str, Json] = {n: dict(sorted(kinds.items())) for n, kinds in sorted(by_nation.items())}
    return {
        "game": game_id,
        "scenario": scenario_id,
        "title": scenario.title,
        "summary": scenario.summary,
        "board": game.board,
        "seats": [{"id": s.id, "title": s.title} for s in scenario.seats],
        "options": [*scenario.options],
        "turns": view.get("turns"),
        "units": units,
        "tracks": view.get("tracks"),
    }


def scenario(
    game: Annotated[str, typer.Argument(help="Id of the game.")],
    scenario_id: Annotated[str, typer.Argument(metavar="SCENARIO", help="Id of the scenario.")],
    as_json: AsJson = False,
) -> None:
    """Tell what a scenario begins with: units by nation, tracks, seats."""
    find_game(dict(GAMES), game)
    try:
        found = describe_scenario(game, scenario_id)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    if as_json:
        print_json(found)
        return
    typer.echo(f"{found['title']}: {found['summary']}")
    for nation, kinds in cast("dict[str, dict[str, int]]", found["units"]).items():
        typer.echo(f"  {nation}: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}")
    typer.echo(f"  tracks: {found['tracks']}")
