"""§3.1, §8.3: the fronts as the rules read them: flat tables by the index of a hex in the atlas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from rules.great_war.printed.charts import WEATHER, Charts
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, ITALY, WEST, Front
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.near_east_places import NearEastPlaces
from rules.great_war.printed.places import Places
from rules.hexes.atlas import Atlas
from rules.hexes.supply.supply_lines import Around
from rules.kernel.floods import spread
from rules.kernel.lattice import OFF_BOARD, SIDES

CLOSED = ("CH", "GB", "SW", "DK", "NO", "TA")
"""§17.4: countries that no unit enters. Holland is neutral, and Belgians once go through it (§19.56).
TA is Asia Minor, of which two hexes are in play as the Ottoman Empire's."""
LUXEMBOURG, ALBANIA, HOLLAND = "LU", "AL", "NL"
SNOW = WEATHER.index("snow")
FORTS = {"": 0, "1": 1, "2": 2}
"""§14.11: fortifications and heavy fortifications."""

CANAL, PALESTINE = "West of the canal", "Palestine"
"""How the boards call the regions."""

LINE, HEADQUARTERS_LINE = 4, 6
"""§11.21, §11.22: hexes from a unit to a source or town; from a headquarters on the maps of the Near East."""


class Prices(dict[int, tuple[int, ...]]):
    """By hex the movement points over each of its sides, 0 where there is no way.

    A hex is priced when a unit first comes there: the whole atlas takes 20 ms, and a match has several weathers.
    """

    def __init__(self, row: Callable[[int], tuple[int, ...]]) -> None:
        super().__init__()
        self._row = row

    def __missing__(self, a: int) -> tuple[int, ...]:
        found = self[a] = self._row(a)
        return found


class Hexes(dict[str, frozenset[int]]):
    """Hexes by a word. None for a front or country that the board does not have."""

    def __missing__(self, word: str) -> frozenset[int]:
        return frozenset()


class Board:
    """All that is printed on the hexes of the fronts in play, by index; hexes of other sheets are shut.

    ``fronts`` are those in play, by id, in their order. ``places`` are the hexes that rules name. ``front`` has the id
    of a hex's front, or an empty string. ``country`` is as printed, empty on water.
    """

    def __init__(
        self,
        atlas: Atlas,
        charts: Charts,
        places: Places,
        fronts: Mapping[str, Front],
        near_east: NearEastPlaces | None = None,
    ) -> None:
        self.atlas = atlas
        self.fronts = fronts
        self.zones = tuple(dict.fromkeys(front.weather for front in fronts.values()))
        """§12.1: the zones of weather of these fronts, each once."""
        self.zone_of = {front.id: self.zones.index(front.weather) for front in fronts.values()}
        """The place of a front's zone among these."""
        self.places = places
        self.near_east = near_east
        self.lattice = atlas.lattice
        self.ids = atlas.lattice.ids
        self.index = atlas.lattice.index
        self.neighbours = atlas.lattice.neighbours
        self.row, self.column, self.shown = _number_places(atlas)
        """§3.11: by hex its row, its column, and its name as the rulebook prints it; 0, 0 and its id for a box."""
        self._charts = charts
        sheets = {front.sheet: front.id for front in fronts.values()}
        pages = [sheets.get(page.board, "") for page in atlas.pages]
        boxes = len(self.ids) - len(self.lattice.page)
        self.front: tuple[str, ...] = (*(pages[n] for n in self.lattice.page), *("" for _ in range(boxes)))
        self.theatre = tuple(fronts[front].theatre if front else "" for front in self.front)
        self._read_ground(atlas)
        self._read_places(atlas)
        self.printed_sides: Mapping[int, str] = _printed_sides(self, near_east)
        """§7.12: the hexes whose side is printed, whatever their country; none in Europe."""
        self._read_hexsides(atlas)
        self._prices: dict[tuple[tuple[int, ...], bool], Prices] = {}

    def _read_ground(self, atlas: Atlas) -> None:
        """§3.12, §8.3: country, terrain and surface."""
        self.country = atlas.words("country")
        self.terrain = atlas.words("terrain")
        self.name = atlas.words("name")
        self.region = atlas.words("region")
        surface = atlas.words("surface")
        self.land = tuple(
            bool(front) and what == "land" and country not in CLOSED
            for front, what, country in zip(self.front, surface, self.country, strict=True)
        )
        """Where units may be, while no nation is neutral."""
        self.lake = tuple(bool(front) and what == "lake" for front, what in zip(self.front, surface, strict=True))
        self.alpine = self._those("alpine")

    def _read_places(self, atlas: Atlas) -> None:
        """§11.2, §14.11: what stands in the hexes in play."""
        self.cities = self._in_play(i for i, word in enumerate(atlas.words("city")) if word)
        self.towns = self.cities | self._in_play(i for i, word in enumerate(atlas.words("town")) if word)
        """§11.22: towns and cities, which hand supply on."""
        self.ports = self._in_play(i for i, word in enumerate(atlas.words("port")) if word)
        self.edges = self._in_play(i for i, word in enumerate(atlas.words("edge")) if word)
        self.victory = self._in_play(i for i, word in enumerate(atlas.words("victory")) if word)
        self.surrender = self._in_play(i for i, word in enumerate(atlas.words("surrender")) if word)
        """§5.62: the hexes that count for Turkey's surrender."""
        self.marks = atlas.words("mark")
        self.forts = {i: FORTS[word] for i, word in enumerate(atlas.words("fortress")) if word and self.land[i]}
        """§14.11: 1 for a fortification, 2 for a heavy one."""
        self.supply: dict[str, tuple[int, ...]] = {}
        """§11.3: hexes by the word at their symbol of supply; ``front`` tells which front each is on."""
        for i, word in enumerate(atlas.words("supply")):
            if word and self.land[i]:
                self.supply[word] = (*self.supply.get(word, ()), i)

    def _read_hexsides(self, atlas: Atlas) -> None:
        """§8.24, §8.34: rivers, passes and water between hexes."""
        self.river = atlas.barrier("river")
        self.passes = atlas.barrier("pass")
        self._sea, self._lakes = atlas.barrier("sea"), atlas.barrier("lake")
        self._haffs = atlas.barrier("haff")
        strait = atlas.barrier("strait")
        self.shut = tuple(
            tuple(sea or gap for sea, gap in zip(here, there, strict=True))
            for here, there in zip(self._sea, strait, strict=True)
        )
        """§8.24: all-sea hexsides and the straits between landing places: no unit ever crosses them."""

    def _those(self, terrain: str) -> frozenset[int]:
        return frozenset(i for i, word in enumerate(self.terrain) if word == terrain and self.land[i])

    def _in_play(self, hexes: Iterable[int]) -> frozenset[int]:
        return frozenset(i for i in hexes if self.land[i])

    def crossed(self, a: int, side: int, frozen: bool = False) -> bool:
        """§8.24, §8.34: whether a hexside can be crossed at all; lakes only when they are ``frozen``."""
        return not self.shut[a][side] and (frozen or not self._lakes[a][side])

    def prices(self, weathers: tuple[int, ...], mountaineers: bool) -> Prices:
        """§8.3, §8.31, §8.36, §8.37: what a step costs in the weathers (places in ``WEATHER``) of the ``zones``, in
        their order; devastation aside.

        0 where no unit can go. Frozen lakes can be entered (§8.34); no unit may stay there, which is not told here.
        """
        key = (weathers, mountaineers)
        if key not in self._prices:
            terrain = [
                {word: kind.cost(WEATHER[weather], mountaineers) or 0 for word, kind in self._charts.terrain.items()}
                for weather in weathers
            ]
            self._prices[key] = Prices(lambda a: self._row(a, weathers, terrain))
        return self._prices[key]

    def _row(self, a: int, weathers: tuple[int, ...], terrain: Sequence[Mapping[str, int]]) -> tuple[int, ...]:
        front = self.front[a]
        if not front or not (self.land[a] or self.lake[a]):
            return (0,) * len(SIDES)
        zone = self.zone_of[front]
        weather, enter = weathers[zone], terrain[zone]
        return tuple([self._price(a, b, side, weather, enter) for side, b in enumerate(self.neighbours[a])])

    def _price(self, a: int, b: int, side: int, weather: int, enter: Mapping[str, int]) -> int:
        """§8.25, §8.33: terrain, pass and river together; ``enter`` has what each terrain costs, 0 for no way."""
        frozen = weather == SNOW
        if b == OFF_BOARD or not self.crossed(a, side, frozen):
            return 0
        if not self.land[b]:
            return 1 if self.lake[b] and frozen else 0
        cost = enter[self.terrain[b]]
        if not cost:
            return 0
        features = self._charts.features
        if self.passes[a][side]:
            cost = min(cost, features.pass_mp[weather])
        return cost + (features.river_mp[weather] if self.wades(a, side) else 0)

    def wades(self, a: int, side: int) -> bool:
        """§8.34, §8.35, §10.44: whether a river is crossed over a side; a haff costs nothing and helps no defender."""
        return self.river[a][side] and not self._haffs[a][side]

    @cached_property
    def marked(self) -> dict[str, tuple[int, ...]]:
        """§11.44: hexes by the letters that mark them."""
        found: dict[str, tuple[int, ...]] = {}
        for i, mark in enumerate(self.marks):
            if mark and self.land[i]:
                found[mark] = (*found.get(mark, ()), i)
        return found

    @cached_property
    def by_front(self) -> Mapping[str, frozenset[int]]:
        """The hexes of each front on which units may stand."""
        return Hexes(
            {id_: frozenset(i for i, f in enumerate(self.front) if f == id_ and self.land[i]) for id_ in self.fronts}
        )

    @cached_property
    def american_edges(self) -> frozenset[int]:
        """§13.25: where U.S. units come onto the maps: the western and southern edge of the west, the southern of
        Italy. North of the Allied sources of supply the western edge goes on to the sea (§11.33)."""
        west = {i for i in self.by_front[WEST] & self.by_country["FR"] if self.column[i] == 1}
        found = (self.edges & frozenset(self.supply.get("AL", ())) & self.by_front[WEST]) | west
        south = min((self.row[i] for i in self.by_front[ITALY]), default=0)
        edge = self.by_front[ITALY] & self.by_country["IT"]
        return found | {i for i in edge if self.row[i] == south}

    @cached_property
    def by_country(self) -> Mapping[str, frozenset[int]]:
        """The hexes of each country on which units may stand."""
        found: dict[str, set[int]] = {}
        for i, country in enumerate(self.country):
            if self.land[i]:
                found.setdefault(country, set()).add(i)
        return Hexes({country: frozenset(hexes) for country, hexes in found.items()})

    @cached_property
    def russian_poland(self) -> frozenset[int]:
        """§5.46, §13.26: the hexes of Russian Poland on which units may stand. A few that its border cuts bear its name
        and are of Germany or Austria-Hungary: Thorn is no Polish city."""
        named = self._in_play(i for i, word in enumerate(self.region) if word == self.places.russian_poland)
        return named & self.by_country.get("RU", frozenset())

    @cached_property
    def desert(self) -> dict[str, frozenset[int]]:
        """§12.2: that ground by front, for fronts that have some; none in Europe."""
        those = self._those("desert")
        return {front: those & hexes for front, hexes in self.by_front.items() if not those.isdisjoint(hexes)}

    @cached_property
    def coasts(self) -> Hexes:
        """§11.45, §6.38: land of the Caucasus by the sea on which it lies: the western piece of water on the sheet is
        the Black Sea, the eastern one the Caspian."""
        surface = self.atlas.words("surface")
        water = [i for i, front in enumerate(self.front) if front == CAUCASUS and surface[i] == "sea"]
        if not water:
            return Hexes()
        inside = frozenset(water)
        black = frozenset(spread(self.neighbours, [min(water, key=lambda i: self.column[i])], lambda _, b: b in inside))
        pieces = {"black-sea": black, "caspian": inside - black}
        around = {name: {b for i in piece for b in self.neighbours[i] if b >= 0} for name, piece in pieces.items()}
        return Hexes({name: self._in_play(hexes) for name, hexes in around.items()})

    @cached_property
    def mediterranean(self) -> frozenset[int]:
        """§6.20: land of Egypt and Palestine by the sea, which is the largest piece of water there: the other is the
        Dead Sea."""
        surface = self.atlas.words("surface")
        water = frozenset(i for i, front in enumerate(self.front) if front == EGYPT and surface[i] == "sea")
        left, largest = set(water), frozenset[int]()
        while left:
            piece = frozenset(spread(self.neighbours, [min(left)], lambda _, b: b in water))
            largest = max(largest, piece, key=len)
            left -= piece
        return self._in_play(b for i in largest for b in self.neighbours[i] if b >= 0 and self.front[b] == EGYPT)

    @cached_property
    def built_up(self) -> frozenset[int]:
        """§3.13, §9.31: the towns and cities that are such for every purpose."""
        stations = self.near_east.stations if self.near_east else ()
        return self.towns - {self.index[hex_] for hex_ in stations}

    @cached_property
    def west_of_the_canal(self) -> frozenset[int]:
        """§9.53, §13.28, §17.21: Egypt west of Suez."""
        return self._in_play(i for i, word in enumerate(self.region) if word == CANAL)

    @cached_property
    def palestine(self) -> frozenset[int]:
        """§6.7, §6.25: the Ottoman Empire on the Egyptian Front, where Arabs rise and Lawrence raids."""
        return self._in_play(i for i, word in enumerate(self.region) if word == PALESTINE)

    @cached_property
    def coast_of_egypt(self) -> frozenset[int]:
        """§9.53: hexes west of the canal that lie by the sea, or by an arm of it along their sides."""
        return frozenset(i for i in self.west_of_the_canal if i in self.mediterranean or any(self._sea[i]))

    @cached_property
    def rim_of_egypt(self) -> frozenset[int]:
        """§11.71: hexes west of the canal at the edge of the map."""
        return frozenset(i for i in self.west_of_the_canal if OFF_BOARD in self.neighbours[i])

    def beside(self, i: int) -> tuple[int, ...]:
        """The neighbours that are land and can be walked to, lakes aside."""
        return self.walks[i]

    def steps(self, i: int, frozen: bool) -> tuple[int, ...]:
        """§8.34: the land beside a hex to which units can go in one step, over lakes when they are ``frozen``."""
        if not frozen:
            return self.walks[i]
        return tuple(
            b for side, b in enumerate(self.neighbours[i])
            if b != OFF_BOARD and self.land[b] and self.crossed(i, side, frozen=True)
        )  # fmt: skip

    @cached_property
    def walks(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the neighbours that are land and can be walked to."""
        return tuple(
            tuple(b for side, b in enumerate(row) if b != OFF_BOARD and self.land[b] and self.crossed(a, side))
            if self.land[a]
            else ()
            for a, row in enumerate(self.neighbours)
        )

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """§11.6: the land that is joined to a hex for lines of supply, over any side of a lake, never by sea."""
        return self._joined(self.land)

    @cached_property
    def supply_steps(self) -> tuple[tuple[int, ...], ...]:
        """§11.6: where a line of supply can go on from a hex, enemies aside: as ``lines``, and over lake hexes too."""
        return self._joined([ground or lake for ground, lake in zip(self.land, self.lake, strict=True)])

    def _joined(self, runs: Sequence[bool]) -> tuple[tuple[int, ...], ...]:
        """For each hex that ``runs`` its neighbours that do, over sides that are not shut."""
        return tuple(
            tuple(b for side, b in enumerate(row) if b != OFF_BOARD and runs[b] and not self.shut[a][side])
            if runs[a]
            else ()
            for a, row in enumerate(self.neighbours)
        )

    @cached_property
    def about(self) -> Around:
        """§11.21: the hexes from which a line of four can run over a hex or to it."""
        return Around(self.supply_steps, LINE)

    @cached_property
    def about_headquarters(self) -> Around:
        """§11.21: the same for a line of six, as headquarters trace it in the Near East."""
        return Around(self.supply_steps, HEADQUARTERS_LINE)

    def names(self, hexes: frozenset[int] | Sequence[int]) -> tuple[str, ...]:
        """Hexes by their ids, in the order of these."""
        return tuple(sorted(self.ids[i] for i in hexes))


def _printed_sides(board: Board, places: NearEastPlaces | None) -> dict[int, str]:
    """§7.12: Persian towns that are the Central Powers', and what lies round the two ports of the British."""
    if places is None:
        return {}
    sides = dict.fromkeys(places.persian_towns, CENTRAL) | dict.fromkeys(places.allied_ring, ALLIED)
    return {board.index[hex_]: side for hex_, side in sides.items() if board.land[board.index[hex_]]}


def _number_places(atlas: Atlas) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
    """§3.11: row, column and printed name of every place. A hex on two sheets has the numbers of the first."""
    ids, index = atlas.lattice.ids, atlas.lattice.index
    row, column, shown = [0] * len(ids), [0] * len(ids), list(ids)
    for page in reversed(atlas.pages):
        lattice = page.sheet.lattice
        for number, r, c in zip(lattice.ids, lattice.rows, lattice.columns, strict=True):
            i = index[page.prefix + number]
            # The second letter tells three sheets apart whose numbers overlap only with us.
            row[i], column[i], shown[i] = r, c, page.prefix[:1] + number
    return tuple(row), tuple(column), tuple(shown)
