"""``greatwar hex`` and ``greatwar scenario``: what is on the boards and in the set-ups."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, cast

import typer

from app.programs.boards import boards, describe
from app.programs.output import AsJson, find_game, print_json
from rules.catalogue import GAMES
from rules.kernel import dice
from rules.kernel.game import REFEREE, Game
from rules.kernel.gauge import first_turn
from rules.kernel.messages import Decided, Json, JsonObject

IN_ONE_CLICK = ("draw_lots", "set_up_all", "deal", "historical", "standard")
"""Orders that set up all of a side at once, or what has to come before."""
ENDS = ("end_set_up", "end_phase")
SHEET = re.compile(r"[A-Z]+")
"""What the ids of a board's hexes begin with where a game has several boards."""


def hex_(
    board: Annotated[str, typer.Argument(help="Id of the board.")],
    hex_id: Annotated[str, typer.Argument(metavar="HEX", help="Number of the hex, as on the map.")],
    as_json: AsJson = False,
) -> None:
    """Tell what is in a hex and on its sides."""
    folder = boards().get(board)
    if folder is None:
        raise typer.BadParameter(f"no board {board!r}; there are: {', '.join(boards()) or 'none'}")
    try:
        found = describe(folder, hex_id)
    except KeyError as error:
        raise typer.BadParameter(f"no hex {hex_id!r} on {board}") from error
    if as_json:
        print_json(found)
        return
    ground = ", ".join(str(found[key]) for key in ("terrain", "country") if found[key])
    typer.echo(f"{hex_id} {found['name'] or ''}: {ground} ({found['lat']}, {found['lon']})")
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


def _of_seat(view: JsonObject, seat: str) -> JsonObject:
    """What a seat begins with, in games in which seats own something."""
    seats = view.get("seats")
    own = seats.get(seat) if isinstance(seats, dict) else None
    return {k: own[k] for k in ("nations", "money") if k in own} if isinstance(own, dict) else {}


def _set_up(game: Game[Any, Any], state: Any) -> tuple[Any, JsonObject]:
    """The position with everyone set up, where a click does that, and what each group of the set-up has by figures."""
    chance, groups = dice.chance(dice.key(bytes(32), "scenario", {})), dict[str, Json]()
    while deciders := game.deciders(state):
        seat = deciders[0]
        offers: Any = game.legal(state, seat)["offers"]
        open_ = {offer["kind"]: offer for offer in offers if offer["refusal"] is None}
        click = next((kind for kind in IN_ONE_CLICK if kind in open_), None)
        if click is None:
            break
        units = {str(unit["id"]): unit for unit in _units(game.view(state, REFEREE))}
        for offer in open_.values():
            for group in offer.get("groups", ()):
                if {"title", "units"} <= group.keys():
                    groups[group["title"]] = _by_figures([units[unit] for unit in group["units"]])
        for kind in (click, *(end for end in ENDS if end in {offer["kind"] for offer in offers})):
            decided = game.decide(state, seat, {"kind": kind}, chance)
            if isinstance(decided, Decided):
                state = decided.states[-1]
            elif kind == click:
                return state, groups
    return state, groups


def _by_figures(units: list[dict[str, Json]]) -> JsonObject:
    """How many units there are of each nation, kind, size and figures: ``GE infantry XXX 4-6-3``."""
    found: Counter[str] = Counter()
    for unit in units:
        figures = "-".join(str(unit[factor]) for factor in ("attack", "defence", "movement") if factor in unit)
        found[" ".join(str(w) for w in (unit["nation"], unit["kind"], unit.get("size"), figures) if w)] += 1
    return dict(sorted(found.items()))


def _by_nation(units: Iterable[dict[str, Json]]) -> JsonObject:
    """How many units there are of each nation."""
    return dict(sorted(Counter(str(unit["nation"]) for unit in units).items()))


def _whereabouts(view: JsonObject) -> JsonObject:
    """How many units of each nation stand on each board, by what ids of hexes there begin with, and lie in each box."""
    stacks, boxes = view.get("stacks"), view.get("boxes")
    sheets: dict[str, list[dict[str, Json]]] = {}
    for place, stack in stacks.items() if isinstance(stacks, dict) else ():
        if found := SHEET.match(place):
            sheets.setdefault(found[0], []).extend(_units(stack))
    full = {box: [*_units(units)] for box, units in boxes.items()} if isinstance(boxes, dict) else {}
    return {
        "boards": {sheet: _by_nation(units) for sheet, units in sorted(sheets.items())},
        "boxes": {box: _by_nation(units) for box, units in full.items() if units},
    }


def _turns(view: JsonObject) -> int | None:
    """How many turns the scenario has: it may begin late in the calendar, as March 1918 does."""
    last = view.get("turns")
    return last - first_turn(view) + 1 if isinstance(last, int) else None


def describe_scenario(game_id: str, scenario_id: str) -> JsonObject:
    """The opening position in numbers. KeyError or ValueError when there is no such game or scenario."""
    game = GAMES[game_id]
    scenario = next((s for s in game.scenarios if s.id == scenario_id), None)
    if scenario is None:
        raise ValueError(f"no scenario {scenario_id!r}; there are: {', '.join(s.id for s in game.scenarios)}")
    state, groups = _set_up(game, game.new_match(scenario_id, {}))
    view = game.view(state, REFEREE)
    by_nation: dict[str, Counter[str]] = {}
    by_size: dict[str, Counter[str]] = {}
    for unit in _units(view):
        by_nation.setdefault(str(unit["nation"]), Counter())[str(unit["kind"])] += 1
        if unit.get("size"):
            by_size.setdefault(str(unit["nation"]), Counter())[f"{unit['kind']} {unit['size']}"] += 1
    units: dict[str, Json] = {n: dict(sorted(kinds.items())) for n, kinds in sorted(by_nation.items())}
    ledger = view.get("ledger")
    return {
        "game": game_id,
        "scenario": scenario_id,
        "title": scenario.title,
        "summary": scenario.summary,
        "boards": [board.id for board in scenario.boards or game.boards],
        "seats": [{"id": s.id, "title": s.title, "side": s.side, **_of_seat(view, s.id)} for s in scenario.seats],
        "options": [*scenario.options],
        "turns": _turns(view),
        "units": units,
        "sizes": {n: dict(sorted(kinds.items())) for n, kinds in sorted(by_size.items())},
        "groups": groups,
        "forts": view.get("forts"),
        "score": view.get("score") or (ledger.get("score") if isinstance(ledger, dict) else None),
        "tracks": view.get("tracks", view.get("sides")),
        "where": _whereabouts(view),
        **{part: view[part] for part in ("ledger", "near_east", "capacities") if part in view},
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
    for seat in cast("list[dict[str, Any]]", found["seats"]):
        money = f", {seat['money']} to spend" if "money" in seat else ""
        typer.echo(f"  {seat['id']} ({seat['side']}): {seat['title']}{money}")
    for nation, kinds in cast("dict[str, dict[str, int]]", found["units"]).items():
        typer.echo(f"  {nation}: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}")
    typer.echo(f"  tracks: {found['tracks'] or 'none'}")
