"""§10.31, §8.32, §5.12, §9.1, §14.4: charts as the page draws them, from the same charts.toml that the rules read."""

from __future__ import annotations

from rules.great_war.printed import chit_words
from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.arrivals_shown import arrivals_shown
from rules.great_war.printed.charts import EUROPEAN, WEATHER, Charts, Result, Terrain, Turn
from rules.great_war.printed.data import Printed
from rules.great_war.printed.fronts import CAUCASUS, EAST, SOUTH, WEST
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.phases import EVENTS
from rules.great_war.printed.variants import TRACK, Variant
from rules.hexes.odds import OddsTable
from rules.kernel.rulebook import Chart
from rules.kernel.wording import listing

NO_ENTRY = "—"
SIDES_NAMED = {"allied": "Allies", "central": "Central Powers"}
REBUILT = "Rebuilt for this project, unless your table plays with charts of its own (scenarios/great-war/SOURCES.md)."
TITLES = {
    "central": "Trains of the Central Powers",
    "allied": "Allied trains in the west and Italy",
    "russian": "Russian trains",
    "sea": "Allied ships",
    "near-east-central": "Trains of the Central Powers in the Near East",
    "caucasus": "Russian trains in the Caucasus",
    "egypt": "British trains in Egypt",
    "iraq": "British trains in Iraq, after Maude",
    "near-east-sea": "Allied ships to the Near East",
}
"""§9.1, §9.2, §9.5: what moves by them."""
ZONES = {WEST: "West and Italy", EAST: "East", SOUTH: "Egypt and Iraq", CAUCASUS: "Caucasus"}
"""§12.11: the columns of the weather."""


def charts_shown(table: Printed) -> tuple[Chart, ...]:
    """The combat tables, terrain, the turn track, resource points, trains and ships, new units and event chits;
    trenches of Europe, and what is rolled for in the Near East."""
    charts, variant = table.charts, table.variant
    most = charts.combat.most_for_a
    return (
        _combat("combat-a", f"Combat against up to {most} units and forts", charts.combat.a),
        _combat("combat-b", f"Combat against more than {most} units and forts", charts.combat.b),
        _terrain(charts, WEATHER if variant.near_east else EUROPEAN),
        _turns(charts, variant),
        _points(charts, variant),
        _capacity(charts, variant),
        *arrivals_shown(table),
        *(() if EVENTS in variant.without else (_chits(table),)),
        *((_trenches(charts),) if variant.europe else ()),
        *(_near_east(charts, variant) if variant.near_east else ()),
    )


def _combat(id_: str, title: str, table: OddsTable[Result]) -> Chart:
    cells = tuple((str(die), *(_result(r) for r in row)) for die, row in enumerate(table.rows, table.lowest))
    note = f"Steps lost by attacker / defender; E: all defenders. The die counts with its modifiers. {REBUILT}"
    return Chart(id_, title, "10.3", ("Die", *table.columns), cells, note)


def _result(result: Result) -> str:
    return f"{result.attacker} / {'E' if result.everybody else result.defender}"


def _terrain(charts: Charts, kinds: tuple[str, ...]) -> Chart:
    rows = tuple(
        (t.name.capitalize(), *_costs(t, kinds), *(_columns(n) for n in t.shift[: len(kinds)]))
        for t in charts.terrain.values()
    )
    heads = tuple(f"{what}, {weather}" for what in ("MP", "Columns") for weather in kinds)
    note = "Columns: how far the odds shift to the left for the defender. In brackets: mountain units."
    return Chart("terrain", "Terrain", "8.3", ("Terrain", *heads), rows, note)


def _costs(terrain: Terrain, kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_cost(terrain.cost(w, False), terrain.cost(w, True)) for w in kinds)


def _cost(others: int | None, mountaineers: int | None) -> str:
    plain = NO_ENTRY if others is None else str(others)
    return plain if mountaineers == others else f"{plain} ({mountaineers})"


def _columns(number: int) -> str:
    return str(number) if number else NO_ENTRY


def _turns(charts: Charts, variant: Variant) -> Chart:
    zones = tuple(dict.fromkeys(front.weather for front in variant.fronts.values()))
    rows = tuple(
        (str(t.number), t.date, *(_weather(t, zone) for zone in zones), t.then or NO_ENTRY)
        for t in charts.turns
        if variant.first <= t.number <= variant.last
    )
    columns = ("Turn", "Month", *(ZONES[zone] for zone in zones), "Strategic turn after it")
    return Chart("turns", "Turns and weather", "4.1", columns, rows, "Variable: a die, fair or wet.")


def _weather(turn: Turn, zone: str) -> str:
    known = {WEST: turn.west, EAST: turn.east, **turn.further}
    return known.get(zone, NO_ENTRY)


def _points(charts: Charts, variant: Variant) -> Chart:
    rows = tuple(
        (NAME_OF[n], *(str(p) if p else NO_ENTRY for p in row))
        for n, row in charts.resources.items()
        if n in variant.nations
    )
    return Chart("points", "Resource points by strategic turn", "5.1", ("Nation", *STRATEGIC), rows, REBUILT)


def _capacity(charts: Charts, variant: Variant) -> Chart:
    rows = tuple((TITLES[t.id], str(charts.capacity[t.id].units)) for t in variant.transports)
    return Chart("capacity", "Trains and ships", "9.1", ("What", "Units a turn"), rows)


def _near_east(charts: Charts, variant: Variant) -> tuple[Chart, ...]:
    """§5.38, §5.43, §15.82: by strategic turn the dice of the Turkish reserve and what fells the Czar; the strengths of
    untried units."""
    letters = tuple(letter for letter in STRATEGIC if letter in charts.reserve_dice)
    rows: list[tuple[str, ...]] = [("Dice of the Turkish reserve", *(str(charts.reserve_dice[n]) for n in letters))]
    if variant.revolution == TRACK:
        least = (charts.fall_of_the_czar.get(n) for n in letters)
        rows.append(("The Czar falls at", *(str(n) if n else NO_ENTRY for n in least)))
    kinds = tuple((kind.capitalize(), listing(lines)) for kind, lines in charts.untried.items())
    return (
        Chart("reserve", "Rolls of the strategic turn", "5.38", ("Roll", *letters), tuple(rows), REBUILT),
        Chart("untried", "Strengths of untried units", "15.82", ("Unit", "Strengths"), kinds, REBUILT),
    )


def _chits(table: Printed) -> Chart:
    """§6.1: every event chit of the variant: from which strategic turn it can be drawn, how many there are, and what
    it says in short. The section tells the rest."""
    entering = (chit for chit in table.chits.events.values() if table.chits.enters(chit))
    order = sorted(entering, key=lambda chit: (chit.side, chit.pool, chit.title))
    rows = tuple(
        (
            chit.title,
            SIDES_NAMED[chit.side],
            chit.pool,
            str(chit.count),
            chit_words.in_short(chit, table),
            chit_words.when(chit),
            chit_words.where(chit, table),
            chit_words.how_long(chit),
            chit.section,
        )
        for chit in order
    )
    note = "The letter is the strategic turn from which it can be drawn. Its section tells all that it does."
    headings = ("Event", "Side", "From", "Chits", "In short", "Played", "Where", "How long", "Section")
    return Chart("chits", "Event chits", "6.1", headings, rows, note)


def _trenches(charts: Charts) -> Chart:
    rows = tuple(
        (listing(NAME_OF[n] for n in t.nations), ", ".join(f"{drm} from {letter} on" for letter, drm in t.steps))
        for t in charts.trenches.values()
    )
    return Chart("trenches", "Trenches", "14.4", ("Nations", "On the die, from a strategic turn on"), rows)
