"""``lines.svg`` of an area board: rivers, limits, borders, cities, works, coins and names."""

from __future__ import annotations

from html import escape

from shapely.geometry import LineString

from tools.maps.areas import signs
from tools.maps.areas.captions import Caption
from tools.maps.areas.key import key
from tools.maps.areas.labels import LINE, SPACING, Label
from tools.maps.areas.layout import CITY_NAME, City, Strait
from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.spec import Area
from tools.maps.paths import lines as merged
from tools.maps.paths import number, path, strokes

COARSE = 0.45


def lines(sheet: AreaSheet) -> str:
    """The SVG text."""
    part = sheet.partition
    width, height = part.projection.grid.size
    dry = part.coast
    rivers = "".join(strokes(line.intersection(dry), COARSE) for line in part.rivers.values())
    parts = [
        f'<defs><path id="map-factory" d="{signs.FACTORY}"/><path id="map-shipyard" d="{signs.SHIPYARD}"/></defs>',
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
        f'<g class="lab near">{"".join(map(_caption, sheet.captions))}</g>',
        key(sheet),
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
            out.append(signs.bridge(f' transform="translate({number(x)} {number(y)})"'))
    return "".join(out)


LEGIBLE = 18.6
"""From this size on a name is nine pixels high with the whole board in view in a window of 1440 by 900; the client
draws smaller ones larger then (``far-...`` in ``static/boards/map.css``)."""


def _city(city: City) -> str:
    place = f' data-area="{city.area.id}" transform="translate({number(city.at[0])} {number(city.at[1])})"'
    return signs.disc(city.radius, city.area.city, capital=city.area.capital, attributes=place)


def _caption(caption: Caption) -> str:
    """The city's own name."""
    x, y = caption.at
    return (
        f'<text class="town" x="{number(x)}" y="{number(y)}" text-anchor="middle" font-size="{number(CITY_NAME)}">'
        f"{escape(caption.city.name)}</text>"
    )


def _tag(label: Label) -> str:
    """The area's name on its lines, with its signs."""
    kind = "sean" if label.area.kind == "sea" else "area"
    rows = "".join(
        f'<text class="{kind}" x="{number(label.at[0])}" y="{number(label.at[1] + label.size * (0.8 + i * LINE))}"'
        f' text-anchor="middle" font-size="{number(label.size)}" letter-spacing="{SPACING}">{escape(row)}</text>'
        for i, row in enumerate(label.rows)
    )
    small = f' class="far-{label.size:.0f}"' if label.size < LEGIBLE else ""
    return f'<g data-area="{label.area.id}"{small}><g class="lab">{rows}</g>{_signs(label)}</g>'


def _signs(label: Label) -> str:
    """Coins, factory and shipyard, each in its place."""
    area = label.area
    has = [kind for kind, count in (("coin", area.coins), *_works(area)) if count]
    out = []
    for kind, (x, y) in zip(has, label.signs, strict=True):
        place = f'transform="translate({number(x)} {number(y)})"'
        own = f' data-area="{area.id}" {place}'
        out.append(signs.coin(area.coins, f" {place}") if kind == "coin" else signs.works(kind, own))
    return "".join(out)


def _works(area: Area) -> tuple[tuple[str, bool], ...]:
    return ("factory", area.factory), ("shipyard", area.shipyard)


def _strait(row: Strait) -> str:
    return (
        f'<text class="sean" font-size="{number(row.size)}" letter-spacing="{number(row.spacing)}"'
        f' text-anchor="middle" x="{number(row.at[0])}" y="{number(row.at[1])}">{escape(row.text)}</text>'
    )
