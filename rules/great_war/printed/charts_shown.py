"""§10.31, §8.32, §5.12, §9.1, §14.4: charts as the page draws them, from the same charts.toml that the rules read."""

from __future__ import annotations

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.charts import EUROPEAN, Charts, Result, Terrain
from rules.great_war.printed.nations import NAME_OF
from rules.hexes.odds import OddsTable
from rules.kernel.rulebook import Chart
from rules.kernel.wording import listing

NO_ENTRY = "—"
REBUILT = "Rebuilt for this project, unless your table plays with charts of its own (scenarios/great-war/SOURCES.md)."
TITLES = {
    "central": "Trains of the Central Powers",
    "allied": "Allied trains in the west and Italy",
    "russian": "Russian trains",
    "sea": "Allied ships",
}
"""§9.1, §9.2, §9.5: what moves by them."""


def charts_shown(charts: Charts) -> tuple[Chart, ...]:
    """The combat tables, terrain, the turn track, resource points, trains and ships, and trenches."""
    most = charts.combat.most_for_a
    return (
        _combat("combat-a", f"Combat against up to {most} units and forts", charts.combat.a),
        _combat("combat-b", f"Combat against more than {most} units and forts", charts.combat.b),
        _terrain(charts),
        _turns(charts),
        _points(charts),
        _capacity(charts),
        _trenches(charts),
    )


def _combat(id_: str, title: str, table: OddsTable[Result]) -> Chart:
    cells = tuple((str(die), *(_result(r) for r in row)) for die, row in enumerate(table.rows, table.lowest))
    note = f"Steps lost by attacker / defender; E: all defenders. The die counts with its modifiers. {REBUILT}"
    return Chart(id_, title, "10.3", ("Die", *table.columns), cells, note)


def _result(result: Result) -> str:
    return f"{result.attacker} / {'E' if result.everybody else result.defender}"


def _terrain(charts: Charts) -> Chart:
    rows = tuple(
        (t.name.capitalize(), *_costs(t), *(_columns(n) for n in t.shift[: len(EUROPEAN)]))
        for t in charts.terrain.values()
    )
    heads = tuple(f"{what}, {weather}" for what in ("MP", "Columns") for weather in EUROPEAN)
    note = "Columns: how far the odds shift to the left for the defender. In brackets: mountain units."
    return Chart("terrain", "Terrain", "8.3", ("Terrain", *heads), rows, note)


def _costs(terrain: Terrain) -> tuple[str, ...]:
    return tuple(_cost(terrain.cost(w, False), terrain.cost(w, True)) for w in EUROPEAN)


def _cost(others: int | None, mountaineers: int | None) -> str:
    plain = NO_ENTRY if others is None else str(others)
    return plain if mountaineers == others else f"{plain} ({mountaineers})"


def _columns(number: int) -> str:
    return str(number) if number else NO_ENTRY


def _turns(charts: Charts) -> Chart:
    rows = tuple((str(t.number), t.date, t.west, t.east, t.then or NO_ENTRY) for t in charts.turns)
    columns = ("Turn", "Month", "West and Italy", "East", "Strategic turn after it")
    return Chart("turns", "Turns and weather", "4.1", columns, rows, "Variable: a die, fair or wet.")


def _points(charts: Charts) -> Chart:
    rows = tuple((NAME_OF[n], *(str(p) if p else NO_ENTRY for p in row)) for n, row in charts.resources.items())
    return Chart("points", "Resource points by strategic turn", "5.1", ("Nation", *STRATEGIC), rows, REBUILT)


def _capacity(charts: Charts) -> Chart:
    rows = tuple((TITLES[c.id], str(c.units)) for c in charts.capacity.values())
    return Chart("capacity", "Trains and ships", "9.1", ("What", "Units a turn"), rows)


def _trenches(charts: Charts) -> Chart:
    rows = tuple(
        (listing(NAME_OF[n] for n in t.nations), ", ".join(f"{drm} from {letter} on" for letter, drm in t.steps))
        for t in charts.trenches.values()
    )
    return Chart("trenches", "Trenches", "14.4", ("Nations", "On the die, from a strategic turn on"), rows)
