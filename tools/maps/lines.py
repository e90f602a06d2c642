"""``lines.svg``: rivers, grid, rails, borders, cities and names, over what the client draws on the ground."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

from shapely import STRtree
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps import cartouche, names, rose
from tools.maps.borders import Borders
from tools.maps.lattice import RADIUS, WIDTH, Point
from tools.maps.paths import lines as merged
from tools.maps.paths import number, path, polygons, rounded, strokes, through
from tools.maps.sheet import Sheet, Sign

CASING = 2.6
FORT_INSET = 2.2
SHORTEST_RIVER = 14.0
BORDER_ROOM = 4.0
"""Region names keep this far from borders."""
NEAR = {"cap": 12.5, "city": 10.4, "town": 8.6, "site": 7.8}
"""Heights of names when hexes are near."""
FAR = {"cap": 21.0, "city": 16.5, "town": 15.0}
"""Heights of names when the whole board is seen, on a small board."""
LEAST = {"cap": 11.5, "city": 9.8, "town": 9.2}
"""What they have at least then, in pixels of a screen of 1440 by 900."""
NEAR_FROM = 38.0
"""Where a hex is at least this many pixels wide the client shows the near names (``FAR`` in static/board/board.js)."""
LEAST_LETTERING = 9.2
"""The same for seas and countries."""
PASS_BESIDE = 7.0
"""Names of passes stand clear of their roads by so much."""
NUMBER = (11.6, 4.6)
"""What a hex number takes: width and height."""
NUMBER_SPOTS = (
    (0.0, -16.3), (-6.0, -14.6), (6.0, -14.6), (-10.0, -12.2), (10.0, -12.2), (0.0, 21.6), (-6.0, 19.0), (6.0, 19.0),
    (-15.0, -8.0), (15.0, -8.0), (-15.0, 12.0), (15.0, 12.0), (-16.0, 2.0), (16.0, 2.0),
)  # fmt: skip
"""Where its foot may stand, from the middle of its hex: under the top corner, beside that, over the bottom corner."""
NUMBER_TOUCHES = 1.5
"""How much of it, in square units, may be covered."""
BEACH_BELOW = 19.0
"""How far under the middle of its hex the sign of a beach stands."""
SADDLE = 6.5
"""Half the height of the sign of a pass."""
MARK_BASE = 23.0
"""How far below its hex's centre a mark stands."""

BLOCKS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "cap": (
        (-7.6, -6.2, 4.4, 4.0), (-2.4, -8.0, 4.0, 5.0), (2.4, -6.6, 4.6, 3.8),
        (-8.8, -1.4, 4.6, 4.2), (-3.4, -2.2, 5.6, 4.4), (3.0, -1.8, 5.6, 4.0),
        (-6.4, 3.6, 4.0, 3.8), (-1.6, 3.2, 4.2, 4.8), (3.4, 3.0, 4.4, 3.6),
    ),
    "city": (
        (-5.4, -4.6, 4.0, 3.4), (-0.7, -5.6, 3.2, 4.0), (3.2, -3.6, 2.8, 3.0),
        (-6.2, -0.4, 3.0, 3.6), (-2.4, -0.8, 4.4, 3.2), (2.8, 0.3, 3.4, 3.2),
        (-4.2, 3.5, 3.6, 2.6), (0.3, 3.2, 3.4, 3.0),
    ),
    "town": ((-2.6, -2.4, 2.6, 2.2), (0.3, -2.8, 2.2, 2.6), (-2.2, 0.3, 2.2, 2.4), (0.6, 0.3, 2.6, 2.0)),
    "site": ((-1.6, -1.6, 3.2, 3.2),),
}  # fmt: skip
"""House blocks: left, top, width, height."""
PORT_BESIDE = (-10, -8)


@dataclass(frozen=True, slots=True)
class _Written:
    """Everything that is written on a sheet, each where it was placed."""

    title: cartouche.Cartouche
    near: Sequence[names.Label]
    """Names of places as they stand when hexes are near."""
    far: Sequence[names.Label]
    """And when the whole board is seen."""
    countries: names.Lettered
    seas: names.Lettered
    waters: Sequence[names.RiverName]
    passes: names.Lettered
    regions: names.Lettered


def lines(sheet: Sheet, borders: Borders) -> str:
    """The SVG text."""
    width, height = sheet.grid.size
    sites = _sites(sheet)
    played = sheet.cover(sheet.playable, 0.4)
    written = _written(sheet, MultiLineString(list(borders.lines)), sites, played)
    parts = [
        f"<defs>{_defs(sheet, written.waters)}</defs>",
        *_drawn(sheet, borders, played),
        f'<g class="places">{"".join(map(_sign, [*sheet.signs, *sites]))}</g>',
        *_lettered(sheet, written, sites),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" class="base lines">'
        + "".join(parts)
        + "</svg>\n"
    )


def _written(sheet: Sheet, border_lines: BaseGeometry, sites: Sequence[Sign], played: BaseGeometry) -> _Written:
    """Place all names: the title first, then places, countries, seas, rivers, passes and regions."""
    spelt = sheet.spec.lettering
    px = cartouche.pixel(sheet)
    small = LEAST_LETTERING * px
    star = [rose.room(sheet.survey.projection, sheet.spec.rose)] if sheet.spec.rose else []
    seas_wanted = [names.room_of(sheet, row, "italic") for row in spelt.get("seas", ())]
    title = cartouche.cartouche(sheet, [*star, *(Polygon(_round(s)) for s in sheet.signs)], seas_wanted)
    # A small board shows its near names even when all of it is seen.
    least_near = small if WIDTH / px >= NEAR_FROM else 0.0
    near_sizes = {r: max(size, least_near) for r, size in NEAR.items()}
    order = sorted((s for s in sheet.signs if s.name), key=_precedence)
    near = names.place(sheet, [*order, *sites], lambda s: near_sizes[s.rank], border_lines, title.rooms)
    countries, far = _far_names(sheet, order, border_lines, title, star)
    fixed = [title.room, *(label.room for label in near), *(Polygon(_round(s)) for s in [*sheet.signs, *sites])]
    above = [title.room, *star, *(label.room for label in far), *countries.rooms, *(label.room for label in near)]
    seas = names.lettering(sheet, spelt.get("seas", ()), "sean", above, small)
    fixed += seas.rooms
    waters = names.river_names(sheet, played, lambda: fixed, least_near)
    water_rooms = [n.room for n in waters]
    roads = [LineString(line).buffer(PASS_BESIDE) for line in _passes(sheet)]
    passes = names.lettering(sheet, spelt.get("passes", ()), "pas", [*fixed, *water_rooms, *roads], least_near)
    crowded = [*fixed, *water_rooms, *passes.rooms, border_lines.buffer(BORDER_ROOM)]
    regions = names.lettering(
        sheet, spelt.get("regions", ()), "reg", crowded, least_near, droppable=[*fixed, *water_rooms]
    )
    return _Written(title, near, far, countries, seas, waters, passes, regions)


def _far_names(
    sheet: Sheet,
    order: Sequence[Sign],
    border_lines: BaseGeometry,
    title: cartouche.Cartouche,
    star: Sequence[BaseGeometry],
) -> tuple[names.Lettered, list[names.Label]]:
    """The names of countries, and of cities, as they stand when the whole board is seen."""
    px = cartouche.pixel(sheet)
    great = [s for s in order if s.chief and s.rank == "cap"]
    rest = sorted((s for s in order if s not in great and _counts(s)), key=lambda s: (not s.chief, not s.fortress))
    size, everywhere, taken = partial(_far_size, px), LEAST["town"] * px, [*title.rooms, *star]
    capitals = names.place(sheet, great, size, border_lines, taken, rest, everywhere)
    # Countries lie over land where no city's name wants to be; these have their places first.
    cities = names.place(sheet, [*great, *rest], size, border_lines, taken, everywhere=everywhere)
    city_rooms = [label.room for label in [*capitals, *cities]]
    # A country that lies under the title has no name: over the title it would be read as a part of it.
    above = [*city_rooms, title.room, *star, *(Polygon(_round(s)) for s in [*great, *rest])]
    spelt = sheet.spec.lettering.get("countries", ())
    countries = names.lettering(sheet, spelt, "ctry", above, LEAST_LETTERING * px, droppable=[title.room])
    # The great ones are placed once more, with all others: where these are many, they go aside.
    far = names.place(sheet, [*great, *rest], size, border_lines, [*countries.rooms, *taken], everywhere=everywhere)
    return countries, far


def _defs(sheet: Sheet, waters: Sequence[names.RiverName]) -> str:
    """What is drawn more than once, and the lines along which rivers are named."""
    defs = "".join(f'<path id="map-{kind}" d="{_blocks(kind)}"/>' for kind in BLOCKS)
    defs += f'<path id="map-fort" d="{_star(11.2, 8.2)}"/><path id="map-port" d="{cartouche.ANCHOR}"/>'
    defs += f'<path id="map-rails" d="{_rails(sheet)}"/>'
    return defs + "".join(f'<path id="map-r{i}" d="{n.line}"/>' for i, n in enumerate(waters))


def _drawn(sheet: Sheet, borders: Borders, played: BaseGeometry) -> list[str]:
    """Rivers, grid, forts, marks, rails and borders, from below."""
    return [
        _rivers(sheet, played),
        f'<path class="grid" d="{_grid(sheet)}"/>',
        f'<path class="fort-hex" d="{_fort_hexes(sheet)}"/><path class="perimeter" d="{_perimeter(sheet)}"/>',
        *_marks(sheet),
        *_weather(sheet),
        *_beaches(sheet),
        *(f'<use href="#map-rails" class="{css}"/>' for css in ("rail-bed", "rail", "tie")),
        '<g class="border">',
        *(f'<path class="casing" d="{path(list(line.coords))}"/>' for line in borders.lines),
        *(f'<path class="line" d="{path(list(line.coords))}"/>' for line in borders.lines),
        "</g>",
    ]


def _lettered(sheet: Sheet, written: _Written, sites: Sequence[Sign]) -> list[str]:
    """Numbers, names, the compass rose, the title and the frame, from below."""
    width, height = sheet.grid.size
    w = written
    # The halo of a letter on a path would cover the letter before it: all halos lie under all letters.
    along = "".join(
        f'<text class="{css}" font-size="{number(n.size)}" dy="{number(n.lift)}">'
        f'<textPath href="#map-r{i}" startOffset="50%" text-anchor="middle">{n.name}</textPath></text>'
        for css in ("riv-halo", "riv")
        for i, n in enumerate(w.waters)
    )
    rooms = [*(n.room for n in w.near), *w.seas.rooms, *(n.room for n in w.waters), *w.passes.rooms, *w.regions.rooms]
    return [
        f'<g class="nums">{_numbers(sheet, rooms, sites)}</g>',
        f'<g class="lab near">{w.regions.svg}{w.passes.svg}{along}</g>',
        f'<g class="lab far">{w.countries.svg}</g>',
        f'<g class="lab">{w.seas.svg}</g>',
        *([rose.drawn(sheet.survey.projection, sheet.spec.rose)] if sheet.spec.rose else []),
        w.title.svg,
        f'<path class="neat" d="M2 2H{number(width - 2)}V{number(height - 2)}H2z"/>',
        f'<path class="neat thin" d="M8 8H{number(width - 8)}V{number(height - 8)}H8z"/>',
        f'<g class="lab far">{names.labels(w.far)}</g><g class="lab near">{names.labels(w.near)}</g>',
    ]


def _precedence(sign: Sign) -> tuple[int, bool, bool]:
    """The order of the names: capitals, cities, towns, and among them the chief ones and the fortresses."""
    return ["cap", "city", "town"].index(sign.rank), not sign.chief, not sign.fortress


def _counts(sign: Sign) -> bool:
    """Whether a place is named when the whole board is in view: every city and fortress, and the chief towns."""
    return sign.chief or sign.fortress or sign.rank != "town"


def _far_size(px: float, sign: Sign) -> float:
    """The height of its name then: those that are not chief places are no larger than can be read."""
    return max(FAR[sign.rank], LEAST[sign.rank] * px) if sign.chief else max(FAR["town"], LEAST["town"] * px)


def _sites(sheet: Sheet) -> list[Sign]:
    """Places that are names only, whatever the game: they yield to all others."""
    found = []
    for row in sheet.spec.lettering.get("sites", ()):
        x, y = sheet.survey.projection.point(row.lon, row.lat)
        found.append(Sign(row.text, "", "site", (float(x), float(y)), False, False, False, False))
    return found


def _round(sign: Sign) -> list[Point]:
    (x, y), r = sign.at, sign.radius
    return [(x + r * math.cos(k * math.pi / 6), y + r * math.sin(k * math.pi / 6)) for k in range(12)]


def _rivers(sheet: Sheet, played: BaseGeometry) -> str:
    """Rivers where they count, each with a pale casing under it; thin where nothing may cross them anyway."""
    shown = played.buffer(4).intersection(sheet.geography.board)
    abroad = sheet.coast.intersection(sheet.geography.board).difference(shown)
    casing, water, beyond = [], [], []
    for river in sheet.spec.rivers:
        curve: BaseGeometry = sheet.rivers[river.name]
        if not river.facts.get("canal"):
            curve = curve.difference(sheet.lakes)
        if river.facts.get("canal"):
            # From sea to sea, also where its last hex is not played.
            pieces = merged(curve)
        else:
            beyond += [path(list(line.coords)) for line in merged(curve.intersection(abroad))]
            pieces = merged(curve.intersection(shown))
        d = "".join(path(list(line.coords)) for line in pieces if line.length > SHORTEST_RIVER)
        casing.append(f'<path d="{d}" stroke-width="{number(river.width + CASING)}"/>')
        water.append(f'<path d="{d}" stroke-width="{number(river.width)}" data-river="{river.name}"/>')
    return (
        f'<path class="abroad" d="{"".join(beyond)}"/>'
        f'<g class="rc">{"".join(casing)}</g><g class="rv">{"".join(water)}</g>'
    )


def _grid(sheet: Sheet) -> str:
    """Hexsides of hexes that are played; none on neutral land or at sea."""
    played = set(sheet.playable)
    sides = [
        LineString([sheet.grid.point(v) for v in sorted(side)])
        for side, hexes in sheet.grid.sides.items()
        if played.intersection(hexes)
    ]
    return strokes(unary_union(sides), 0.0)


def _hexagons(sheet: Sheet, hexes: list[str], inset: float) -> str:
    return "".join(path(sheet.grid.corners(h, RADIUS - inset), True) for h in hexes)


def _fort_hexes(sheet: Sheet) -> str:
    return _hexagons(sheet, [h for h in sheet.playable if sheet.hexes[h].fortress], FORT_INSET)


def _perimeter(sheet: Sheet) -> str:
    inside = sheet.cover([h for h, row in sheet.hexes.items() if row.perimeter == "1"], 0.05).buffer(0.2).buffer(-0.2)
    return "".join(path(rounded(list(p.exterior.coords)[:-1], 1, True), True) for p in polygons(inside))


def _weather(sheet: Sheet) -> list[str]:
    """The line between weather zones, on boards whose hexes have one: over land and sea alike."""
    zone = {h: row.more.get("weather", "") for h, row in sheet.hexes.items()}
    sides = [
        LineString([sheet.grid.point(v) for v in sorted(side)])
        for pair, side in sheet.grid.between.items()
        if len({zone[h] for h in pair}) == 2
    ]
    if not sides:
        return []
    drawn = "".join(path(rounded(line.coords, 1)) for line in merged(unary_union(sides)))
    return [f'<path class="weather" d="{drawn}"/>']


def _beaches(sheet: Sheet) -> list[str]:
    """Three strokes of sand in each hex that is a beach, on boards that have them."""
    at = [sheet.grid.centre(h) for h in sheet.playable if sheet.hexes[h].more.get("beach")]
    strokes_ = "".join(f"M{number(x - 7)} {number(y + BEACH_BELOW)}h2m4 0h2m4 0h2" for x, y in at)
    return [f'<path class="beach" d="{strokes_}"/>'] if at else []


def _rails(sheet: Sheet) -> str:
    """Railways as curves through their stations: whole lines between junctions, smooth where only two meet."""
    links: dict[str, set[str]] = {}
    for row in sheet.tables.rails:
        links.setdefault(row.a, set()).add(row.b)
        links.setdefault(row.b, set()).add(row.a)
    station = {s.hex: s.at for s in sheet.signs}
    at = {h: station.get(h, sheet.grid.centre(h)) for h in links}
    # Over a pass it runs along the road, which leads from middle to middle.
    kept = {*station, *(h for s in sheet.tables.sides if s.more.get("pass") for h in (s.a, s.b))}
    for _ in range(3):
        at |= {h: _eased(at, h, ns) for h, ns in links.items() if len(ns) == 2 and h not in kept}
    exits = _edge(sheet)
    done: set[frozenset[str]] = set()
    out = []
    for start in sorted(links, key=lambda h: (len(links[h]) == 2, h)):
        for step in sorted(links[start]):
            if frozenset((start, step)) in done:
                continue
            way = [start, step]
            done.add(frozenset((start, step)))
            while len(links[way[-1]]) == 2 and way[-1] != start:
                (beyond,) = links[way[-1]] - {way[-2]}
                if frozenset((way[-1], beyond)) in done:
                    break
                done.add(frozenset((way[-1], beyond)))
                way.append(beyond)
            points = [at[h] for h in way]
            for end, before in ((0, 1), (-1, -2)):
                if len(links[way[end]]) == 1 and way[end] in exits:
                    (x, y), (px, py) = points[end], points[before]
                    beyond_edge = (x + (x - px) / 2, y + (y - py) / 2)
                    points = [beyond_edge, *points] if end == 0 else [*points, beyond_edge]
            out.append(path(through(points, 4)))
    return "".join(out)


def _eased(at: dict[str, Point], hex_: str, beside: set[str]) -> Point:
    """A point of a line drawn halfway to the middle of those beside it."""
    (ax, ay), (bx, by) = (at[n] for n in sorted(beside))
    x, y = at[hex_]
    return (ax + bx + 2 * x) / 4, (ay + by + 2 * y) / 4


def _edge(sheet: Sheet) -> frozenset[str]:
    """Hexes on the board's edge, where railways leave it."""
    return frozenset(h for h in sheet.playable if len(sheet.grid.neighbours(h)) < 6)


def _sign(sign: Sign) -> str:
    uses = '<use href="#map-fort" class="fort"/>' if sign.fortress else ""
    uses += f'<use href="#map-{sign.rank}" class="blk {sign.rank}{" chief" if sign.chief else ""}"/>'
    if sign.port:
        uses += f'<use href="#map-port" class="port" transform="translate({PORT_BESIDE[0]} {PORT_BESIDE[1]})"/>'
    return f'<g transform="translate({number(sign.at[0])} {number(sign.at[1])})">{uses}</g>'


def _blocks(kind: str) -> str:
    return "".join(f"M{number(x)} {number(y)}h{number(w)}v{number(h)}h-{number(w)}z" for x, y, w, h in BLOCKS[kind])


def _star(outer: float, inner: float, points: int = 8) -> str:
    corners = []
    for i in range(2 * points):
        r = outer if i % 2 == 0 else inner
        corners.append((r * math.sin(math.pi * i / points), -r * math.cos(math.pi * i / points)))
    return path(corners, True)


def _numbers(sheet: Sheet, lettered: Sequence[BaseGeometry], sites: Sequence[Sign]) -> str:
    """Each under the top corner of its hex, or beside that where a sign stands or a name, of a region or river too."""
    marked = [sheet.grid.centre(h) for h in sheet.playable if _words(sheet, h)]
    marks = [box(x - 9, y + MARK_BASE - 7, x + 9, y + MARK_BASE + 1) for x, y in marked]
    taken = STRtree([*lettered, *marks, *(Polygon(_round(s)) for s in [*sheet.signs, *sites])])
    out = []
    for h in sheet.playable:
        x, y = sheet.grid.centre(h)
        tried = []
        for dear, (dx, dy) in enumerate(NUMBER_SPOTS):
            at = x + dx, y + dy
            room = box(at[0] - NUMBER[0] / 2, at[1] - NUMBER[1], at[0] + NUMBER[0] / 2, at[1])
            over = sum(taken.geometries[i].intersection(room).area for i in taken.query(room, "intersects"))
            tried.append((over > NUMBER_TOUCHES, dear if over <= NUMBER_TOUCHES else over, at))
        (ax, ay) = min(tried)[2]
        out.append(f'<text x="{number(ax)}" y="{number(ay)}">{h}</text>')
    return "".join(out)


def _marks(sheet: Sheet) -> list[str]:
    """Passes as paths from hex to hex, and the letters of what else the rules know of a hex; nothing where none is."""
    letters = []
    for h in sheet.playable:
        if words := _words(sheet, h):
            x, y = sheet.grid.centre(h)
            letters.append(f'<text x="{number(x)}" y="{number(y + MARK_BASE)}">{escape(" ".join(words))}</text>')
    road = "".join(path(line) for line in _passes(sheet))
    drawn = [f'<path class="{css}" d="{road}"/>' for css in ("pass-bed", "pass") if road]
    drawn = [*cartouche.zones(sheet), *drawn]
    saddles = [sheet.grid.centre(h) for h in sheet.playable if sheet.spec.tints.get(sheet.hexes[h].terrain) == "saddle"]
    sign = "".join(cartouche.saddle(x, y, SADDLE) for x, y in saddles)
    drawn += [f'<path class="{css}" d="{sign}"/>' for css in ("saddle-bed", "saddle-sign") if sign]
    return drawn + ([f'<g class="marks near">{"".join(letters)}</g>'] if letters else [])


def _words(sheet: Sheet, hex_: str) -> list[str]:
    """The letters that are printed in a hex, each with its value if that is not 1."""
    more = sheet.hexes[hex_].more
    words = [
        letter + more[column].replace("1", "")
        for column, (letter, _) in cartouche.MARKS.items()
        if more.get(column) and not cartouche.is_zone(sheet, column)
    ]
    return words + ([more["mark"]] if more.get("mark") else [])


def _passes(sheet: Sheet) -> list[list[Point]]:
    """The roads over the passes, from hex to hex."""
    return [
        [sheet.grid.centre(side.a), sheet.grid.centre(side.b)] for side in sheet.tables.sides if side.more.get("pass")
    ]
