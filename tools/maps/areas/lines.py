"""``lines.svg`` of an area board: rivers, limits, borders, cities, works, coins and names."""

from __future__ import annotations

from html import escape

from shapely.geometry import LineString

from tools.maps.areas.labels import LINE, SPACING, TOKEN, Label
from tools.maps.areas.layout import CITY_NAME, City, Strait
from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.spec import Area
from tools.maps.paths import lines as merged
from tools.maps.paths import number, path, strokes

COARSE = 0.45
FACTORY = "M-7.2 6.4V-2L-2.3 1.5V-2L2.6 1.5V-7.5H6.6V6.4z"
SHIPYARD = "M0-6.2a1.9 1.9 0 1 0 .01 0M0-2.4V6.2M-3 0H3M-5.4 1.8C-5.1 5-2.4 6.4 0 6.5 2.4 6.4 5.1 5 5.4 1.8"
BRIDGE = "M-9 2.4C-5-4.4 5-4.4 9 2.4M-10.4 2.4H10.4M-4.4-1.6V2.4M0-2.8V2.4M4.4-1.6V2.4"
CITY_FIGURE, COIN_FIGURE = 17.0, 14.0
"""Heights of the figures on cities and coins; ``map.css`` has them too."""
FIGURE = 0.36
"""Share of a figure's height by which its baseline lies under the middle."""


def lines(sheet: AreaSheet) -> str:
    """The SVG text."""
    part = sheet.partition
    width, height = part.projection.grid.size
    dry = part.coast
    rivers = "".join(strokes(line.intersection(dry), COARSE) for line in part.rivers.values())
    parts = [
        f'<defs><path id="map-factory" d="{FACTORY}"/><path id="map-shipyard" d="{SHIPYARD}"/></defs>',
        f'<path class="abroad" d="{rivers}"/>',
        *_cased("limits", "limit", sheet.limits(False)),
        *_cased("borders", "frontier", sheet.limits(True)),
        *_cased("seas", "sea-limit", merged(part.sea_limits)),
        "".join(
            f'<circle class="roundel" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>'
            for x, y, r in part.roundels.values()
        ),
        _bridges(sheet),
        f'<g class="places">{"".join(map(_city, sheet.cities))}</g>',
        f'<g class="lab near">{"".join(map(_strait, sheet.straits))}</g>',
        f'<path class="neat" d="M2 2H{number(width - 2)}V{number(height - 2)}H2z"/>',
        f'<g class="lab near">{"".join(map(_city_name, sheet.cities))}</g>',
        f'<g class="tags">{"".join(map(_tag, sheet.names))}</g>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' class="base lines areas">{"".join(parts)}</svg>\n'
    )


def _cased(id_: str, kind: str, found: list[LineString]) -> list[str]:
    """Lines over a pale casing, so that they show on every wash."""
    drawn = "".join(_line(line) for line in found)
    return [
        f'<defs><path id="map-{id_}" d="{drawn}"/></defs>',
        f'<use class="{kind} casing" href="#map-{id_}"/><use class="{kind}" href="#map-{id_}"/>',
    ]


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
        f'<text y="{number(CITY_FIGURE * FIGURE)}">{city.area.city}</text></g>'
    )


def _city_name(city: City) -> str:
    """The city's own name, where it is not that of its area."""
    if city.name == city.area.name:
        return ""
    return (
        f'<text class="town" x="{number(city.at[0])}" y="{number(city.at[1] + city.radius + CITY_NAME * 0.88)}"'
        f' text-anchor="middle" font-size="{number(CITY_NAME)}">{escape(city.name)}</text>'
    )


def _tag(label: Label) -> str:
    """The area's name on its lines, with its signs."""
    kind = "sean" if label.area.kind == "sea" else "area"
    rows = "".join(
        f'<text class="{kind}" x="{number(label.at[0])}" y="{number(label.at[1] + label.size * (0.8 + i * LINE))}"'
        f' text-anchor="middle" font-size="{number(label.size)}" letter-spacing="{SPACING}">{escape(row)}</text>'
        for i, row in enumerate(label.rows)
    )
    return f'<g data-area="{label.area.id}"><g class="lab">{rows}</g>{_signs(label)}</g>'


def _signs(label: Label) -> str:
    """Coins, factory and shipyard, each in its place."""
    area = label.area
    has = [kind for kind, count in (("coin", area.coins), *_works(area)) if count]
    out = []
    for kind, (x, y) in zip(has, label.signs, strict=True):
        place = f'transform="translate({number(x)} {number(y)})"'
        if kind == "coin":
            figure = f'<circle r="{number(TOKEN - 0.6)}"/><text y="{number(COIN_FIGURE * FIGURE)}">{area.coins}</text>'
            out.append(f'<g class="coin" {place}>{figure}</g>')
        else:
            out.append(f'<g class="works {kind}" data-area="{area.id}" {place}><use href="#map-{kind}"/></g>')
    return "".join(out)


def _works(area: Area) -> tuple[tuple[str, bool], ...]:
    return ("factory", area.factory), ("shipyard", area.shipyard)


def _strait(row: Strait) -> str:
    return (
        f'<text class="sean" font-size="{number(row.size)}" letter-spacing="{number(row.spacing)}"'
        f' text-anchor="middle" x="{number(row.at[0])}" y="{number(row.at[1])}">{escape(row.text)}</text>'
    )
