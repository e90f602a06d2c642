"""§2.1, §2.68, §9.5, §13.7, §14.6, §17.2, §18.2, §19.0, §20.0, §21.0: the tables as the page draws them.

They come from what the rules read. The rulebook does not print the cards of the game: a note says of each table what of
it is ours (scenarios/empires-alliances/SOURCES.md).
"""

from __future__ import annotations

from collections import defaultdict

from rules.empires_alliances.printed.appearance import PORTS
from rules.empires_alliances.printed.charts import Economy, WearinessModifier
from rules.empires_alliances.printed.combat_table import COLUMNS, ROWS
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.printed.ladder_charts import DIE, TOTALS
from rules.empires_alliances.printed.nations import ALL, NAMED, NEVER, Nation
from rules.empires_alliances.printed.replacements import POINTS
from rules.kernel.rulebook import Chart
from rules.kernel.wording import listing

OURS = "Rebuilt by us: the rulebook does not print this table."
FIGURES_OURS = "Rebuilt by us: the rulebook names the rows, not the figures."
NONE = "—"
QUARTERS = {4: "full", 3: "three quarters", 2: "half", 1: "a quarter"}
NAMED_GROUND = {"minor": "Minor city", "major": "Major city", "river": "River (hexside)"}
PLACES = {"british-port": "British ports", "british-or-french-port": "British and French ports", "us-port": "America"}
WHO_ARRIVES = frozenset(PORTS)


def charts_shown(printed: Printed) -> tuple[Chart, ...]:
    """All of them, in the order of their sections."""
    return (
        _terrain(printed),
        _invasions(printed),
        _capacity(printed),
        _combat(printed),
        _out_of_supply_chart(printed),
        _replacements(printed),
        _conquest(printed),
        _economy(printed),
        _weather(printed),
        _weather_effects(printed),
        _weariness_modifiers(printed),
        _weariness(printed),
    )


def with_sign(n: int) -> str:
    """``+1``, ``−1``, ``0``."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def _terrain(printed: Printed) -> Chart:
    rows = tuple(
        (
            NAMED_GROUND.get(row.id, row.id.capitalize()),
            with_sign(row.mp) if row.where != "hex" else str(row.mp),
            with_sign(-row.drm),
            QUARTERS[row.quarters],
            "yes" if row.tank_drm else "no",
            "yes" if row.hard else "no",
        )
        for row in printed.terrain.values()
    )
    columns = ("Terrain", "MP", "Die", "Attackers", "Tanks help", "Harder to overrun")
    return Chart("terrain", "Terrain effects", "2.1", columns, rows, f"Minus helps the defender. {FIGURES_OURS}")


def _invasions(printed: Printed) -> Chart:
    rows = tuple((f"{row.first}–{row.last}", row.result) for row in printed.charts.invasion_table)
    note = "A die for each unit that invades Trieste, Constantinople or Germany."
    return Chart("invasions", "Invasion table", "2.6", ("Die", "Result"), rows, note)


def _capacity(printed: Printed) -> Chart:
    rows = tuple(
        (
            printed.nations[row.id].name,
            str(row.rail),
            str(row.sea) if row.sea else NONE,
            listing(row.areas) if row.areas else NONE,
        )
        for row in printed.capacity.values()
    )
    note = "Rebuilt by us, but for trains of Russia, Belgium, Rumania and Bulgaria, which the rulebook names."
    return Chart("capacity", "Rail and sea capacity", "9.5", ("Country", "Rail", "Sea", "Seas"), rows, note)


def _combat(printed: Printed) -> Chart:
    rows = tuple(
        (str(net).replace("-", "−"), *(printed.combat.result(column, net) for column in COLUMNS)) for net in ROWS
    )
    return Chart("combat", "Combat results", "13.7", ("Net die", *COLUMNS), rows, OURS)


def _out_of_supply_chart(printed: Printed) -> Chart:
    rows = tuple(
        (
            str(row.level),
            "halved" if row.halved else f"{row.mf_lost} less",
            QUARTERS[row.quarters],
            "kept" if row.zone else "lost",
            "kept" if row.modifiers else "lost",
        )
        for row in printed.charts.unsupplied
    )
    columns = ("Level", "Movement", "Strength", "Zone", "Bonus of special units")
    return Chart("unsupplied", "Unsupplied units", "14.6", columns, rows)


def _replacements(printed: Printed) -> Chart:
    found: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in printed.sources.values():
        since = printed.turns[row.first].name if row.first else ""
        found[row.nation, row.place, since][POINTS.index(row.kind)] += row.points
    rows = tuple(
        (printed.nations[nation].name, _place(printed, place), since, *(str(n) if n else NONE for n in points))
        for (nation, place, since), points in found.items()
    )
    limits = listing(
        f"{printed.nations[id_].name} {limit.infantry}/{limit.artillery}/{limit.tank}"
        for id_, limit in printed.limits.items()
        if id_ in printed.nations
    )
    columns = ("Country", "Place", "From", "Infantry", "Guns", "Tanks")
    note = f"At most these points are kept: {limits}. {OURS}"
    return Chart("replacements", "Replacement points a turn", "17.2", columns, rows, note)


def _place(printed: Printed, place: str) -> str:
    if place in WHO_ARRIVES:
        return PLACES[place]
    box = printed.places.boxes.get(place)
    return str(box["name"]) if box else place


def _conquest(printed: Printed) -> Chart:
    rows = tuple((n.name, _falls_with(n)) for n in printed.nations.values() if not n.of)
    return Chart("conquest", "Conquest of countries", "18.2", ("Country", "Falls with"), rows)


def _falls_with(nation: Nation) -> str:
    """§18.2: in words."""
    if nation.conquest == NEVER:
        return "never"
    if nation.conquest == ALL:
        return f"all its cities except {listing(nation.spared)}" if nation.spared else "all its cities"
    named = listing(nation.cities)
    return named if nation.conquest == NAMED else f"{nation.majors} major cities, {named} among them"


def _economy(printed: Printed) -> Chart:
    rows = tuple(_economic(printed, row) for row in printed.charts.economy.values())
    columns = ("What", "Country", "From", "To", "Infantry", "Guns")
    return Chart("economy", "Economic warfare", "19.1", columns, rows, "Points won or lost each turn.")


def _economic(printed: Printed, row: Economy) -> tuple[str, ...]:
    until = printed.turns[row.last].name if row.last else NONE
    country = printed.nations[row.nation].name
    return row.title, country, printed.turns[row.first].name, until, with_sign(row.infantry), with_sign(row.artillery)


def _weather(printed: Printed) -> Chart:
    rows = tuple((month.capitalize(), *(_both(pair) for pair in pairs)) for month, pairs in printed.weather.items())
    note = f"Where there are two, the first is for the west. {OURS}"
    return Chart("weather", "Weather", "20.1", ("Month", *DIE), rows, note)


def _both(pair: tuple[str, str]) -> str:
    west, east = pair
    return west if west == east else f"{west} / {east}"


def _weather_effects(printed: Printed) -> Chart:
    rows = tuple(
        (
            row.id.capitalize(),
            "halved, rounded up" if row.halved else f"{row.mf_lost} less" if row.mf_lost else "full",
            str(row.overland),
            str(row.rail_hexes),
            str(row.railhead),
        )
        for row in printed.charts.weathers.values()
    )
    columns = ("Weather", "Movement", "Path of supply", "Train", "Railhead")
    return Chart("weather_effects", "Effects of weather", "20.2", columns, rows)


def _weariness_modifiers(printed: Printed) -> Chart:
    rows = tuple(
        (
            row.id.replace("-", " ").capitalize(),
            _weary(printed, row),
            printed.turns[row.first].name if row.first else NONE,
            f"{with_sign(row.drm)}{' each' if row.each else ''}",
        )
        for row in printed.charts.weariness.values()
    )
    columns = ("Modifier", "Countries", "From", "Die")
    note = f"Rebuilt by us: {listing(_names_of_ours(printed))}."
    return Chart("weariness_modifiers", "Modifiers of war weariness", "21.1", columns, rows, note)


def _weary(printed: Printed, row: WearinessModifier) -> str:
    """§21.2: the countries to whose die a modifier is added."""
    if row.when == "central-power":
        return "Central Powers"
    return listing(printed.nations[n].name for n in row.nations) if row.nations else "all"


def _names_of_ours(printed: Printed) -> tuple[str, ...]:
    """The modifiers that no section names."""
    return tuple(row.id.replace("-", " ") for row in printed.charts.weariness.values() if is_ours(row))


def is_ours(row: WearinessModifier) -> bool:
    """§21.2: whether a modifier is rebuilt."""
    return row.id in OURS_OF_WEARINESS


OURS_OF_WEARINESS = frozenset(
    {"cities-lost", "third-year", "russia-spent", "france-spent", "austria-spent", "americans-come"}
)


def _weariness(printed: Printed) -> Chart:
    rows = tuple((str(total), result) for total, result in zip(TOTALS, printed.weariness, strict=True))
    return Chart("weariness", "War weariness", "21.3", ("Die and modifiers", "Result"), rows, OURS)
