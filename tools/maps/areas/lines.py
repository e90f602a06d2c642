"""``lines.svg`` of an area board: rivers, limits, borders, cities, works, coins and names."""

from __future__ import annotations

from html import escape

from shapely.geometry import LineString

from tools.maps.areas.layout import CITY_NAME, LINE, TOKEN, City, Label, tokens
from tools.maps.areas.sheet import AreaSheet
from tools.maps.paths import lines as merged
from tools.maps.paths import number, path, strokes
from tools.maps.spec import Lettering

COARSE = 0.45
FACTORY = "M-5 4.4V-1.4L-1.6 1V-1.4L1.8 1V-5.2H4.6V4.4z"
SHIPYARD = "M0-4.2a1.3 1.3 0 1 0 .01 0M0-1.6V4.2M-2 0H2M-3.6 1.2C-3.4 3.4-1.6 4.3 0 4.4 1.6 4.3 3.4 3.4 3.6 1.2"
BRIDGE = "M-9 2.4C-5-4.4 5-4.4 9 2.4M-10.4 2.4H10.4M-4.4-1.6V2.4M0-2.8V2.4M4.4-1.6V2.4"
FIGURE = 0.36
"""Share of a figure's height by which its baseline lies under the middle."""


def lines(sheet: AreaSheet) -> str:
    """The SVG text."""
    part = sheet.partition
    width, height = part.projection.grid.size
    dry = part.coast
    rivers = "".join(strokes(line.intersection(dry), COARSE) for line in part.rivers.values())
    inner, border = sheet.limits(False), sheet.limits(True)
    parts = [
        f'<defs><path id="map-factory" d="{FACTORY}"/><path id="map-shipyard" d="{SHIPYARD}"/></defs>',
        f'<path class="abroad" d="{rivers}"/>',
        f'<path class="limit" d="{"".join(_line(line) for line in inner)}"/>',
        '<g class="border">',
        *(f'<path class="{kind}" d="{"".join(_line(line) for line in border)}"/>' for kind in ("casing", "line")),
        "</g>",
        f'<path class="sea-limit" d="{"".join(_line(line) for line in merged(part.sea_limits))}"/>',
        "".join(
            f'<circle class="roundel" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>'
            for x, y, r in part.roundels.values()
        ),
        _bridges(sheet),
        f'<g class="places">{"".join(map(_city, sheet.cities))}</g>',
        f'<g class="lab near">{_lettering(sheet, part.spec.lettering.get("straits", ()))}</g>',
        f'<path class="neat" d="M2 2H{number(width - 2)}V{number(height - 2)}H2z"/>',
        f'<g class="lab far">{"".join(map(_name, sheet.far))}</g>',
        f'<g class="lab near">{"".join(map(_city_name, sheet.cities))}{"".join(map(_name, sheet.near))}</g>',
        f'<g class="near tokens">{"".join(map(_tokens, sheet.near))}</g>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' class="base lines areas">{"".join(parts)}</svg>\n'
    )


def _line(line: LineString) -> str:
    return path(line.simplify(COARSE).coords)


def _bridges(sheet: AreaSheet) -> str:
    """A bridge where a link is one. KeyError for a bridge that the board's file does not place."""
    out = []
    for link in sheet.partition.spec.links:
        if link.kind == "bridge":
            x, y = sheet.partition.projection.point(*sheet.partition.spec.bridges[f"{link.a}|{link.b}"])
            out.append(f'<path class="bridge" transform="translate({number(x)} {number(y)})" d="{BRIDGE}"/>')
    return "".join(out)


def _city(city: City) -> str:
    """A disc with the number of units that the city raises; a capital's is dark and ringed."""
    r, kind = city.radius, "capital" if city.area.capital else "plain"
    ring = f'<circle class="ring" r="{number(r)}"/>' if city.area.capital else ""
    inner = r - 2.2 if city.area.capital else r - 0.6
    return (
        f'<g class="town-disc {kind}" data-area="{city.area.id}" transform="translate({number(city.at[0])}'
        f' {number(city.at[1])})">{ring}<circle r="{number(inner)}"/>'
        f'<text y="{number(11.5 * FIGURE)}">{city.area.city}</text></g>'
    )


def _city_name(city: City) -> str:
    """The city's own name, where it is not that of its area."""
    if city.name == city.area.name:
        return ""
    return (
        f'<text class="town" x="{number(city.at[0])}" y="{number(city.at[1] + city.radius + CITY_NAME * 0.88)}"'
        f' text-anchor="middle" font-size="{number(CITY_NAME)}">{escape(city.name)}</text>'
    )


def _name(label: Label) -> str:
    """The area's name on its lines, above its tokens."""
    kind = "sean" if label.area.kind == "sea" else "area"
    top = label.room.bounds[1]
    rows = "".join(
        f'<text class="{kind}" x="{number(label.at[0])}" y="{number(top + label.size * (0.8 + i * LINE))}"'
        f' text-anchor="middle" font-size="{number(label.size)}" letter-spacing=".4">{escape(row)}</text>'
        for i, row in enumerate(label.rows)
    )
    return f'<g data-area="{label.area.id}">{rows}</g>'


def _tokens(label: Label) -> str:
    """Coins, factory and shipyard in a row under the name."""
    area, count = label.area, tokens(label.area)
    if not count:
        return ""
    y = label.room.bounds[3] - TOKEN
    x = label.at[0] - (count - 1) * (TOKEN + 0.75)
    out = []
    if area.coins:
        out.append(
            f'<g class="coin" transform="translate({number(x)} {number(y)})"><circle r="{number(TOKEN - 0.6)}"/>'
            f'<text y="{number(9.5 * FIGURE)}">{area.coins}</text></g>'
        )
        x += 2 * TOKEN + 1.5
    for has, kind in ((area.factory, "factory"), (area.shipyard, "shipyard")):
        if has:
            out.append(
                f'<g class="works {kind}" data-area="{area.id}" transform="translate({number(x)} {number(y)})">'
                f'<use href="#map-{kind}"/></g>'
            )
            x += 2 * TOKEN + 1.5
    return "".join(out)


def _lettering(sheet: AreaSheet, rows: tuple[Lettering, ...]) -> str:
    out = []
    for row in rows:
        x, y = sheet.partition.projection.point(row.lon, row.lat)
        out.append(
            f'<text class="sean" font-size="{number(row.size)}" letter-spacing="{number(row.spacing)}"'
            f' text-anchor="middle" x="{number(x)}" y="{number(y)}">{escape(row.text)}</text>'
        )
    return "".join(out)
