"""§21.12: a legal set-up that makes sense, in one click: armies where they stood in the war, as far as the files know;
others of their nation beside them, in a sector of their own, reserves behind."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.scenarios import Area, Group, Limit
from rules.great_war.restrictions.national import NOT_BALKANS, off_limits_of
from rules.great_war.setup import near_east
from rules.great_war.setup.areas import NEAR_BRITISH, SALONIKA, SetupAreas
from rules.great_war.setup.august import alike, areas_of, counts_north, is_few, is_north
from rules.great_war.stacking import why_too_many
from rules.great_war.supply.tracing import supplied_hexes
from rules.hexes.auto_setup import DealtUnits

APART = ("BR", "BE")
"""§21.24: the nations from which the French set up apart."""
FIXED = ("hexes", "around")
"""Groups whose hexes the scenario names: they are dealt first, for others look where their headquarters lie."""


def falls_under(limit: Limit, nation: str, board: Board, i: int) -> bool:
    """§21.25, §21.35: whether a unit of a nation in a hex counts against a limit; those of the east are about the
    Russian front."""
    low, high = limit.rows or (0, 99)
    if nation != limit.nation or board.front[i] != limit.front:
        return False
    if limit.countries and board.country[i] not in limit.countries:
        return False
    if limit.around and board.ids[i] not in board.lattice.within(limit.around, limit.within):
        return False
    return low <= board.row[i] <= high and (limit.front != EAST or board.country[i] in NOT_BALKANS)


def is_too_high(state: State, unit: str, i: int) -> bool:
    """§15.71: alpine hexes are for mountain units."""
    return i in state.printed.board.alpine and state.counter(unit).kind != "mountain"


def are_apart(state: State, units: Iterable[str], named: Collection[str]) -> bool:
    """§21.24, §21.34: whether French units would stand with British or Belgian ones, which the scenario forbids but
    where it has ``named`` the hex for each of them."""
    nations = {u: state.counter(u).nation for u in units} if state.card.french_apart else {}
    if "FR" not in nations.values() or not any(nation in APART for nation in nations.values()):
        return False
    return any(u not in named for u, nation in nations.items() if nation in ("FR", *APART))


def area_of(state: State, grounds: SetupAreas, group: Group) -> frozenset[int]:
    """§21.12, §19.31, §21.33: where the units of a group may be set up, as others are placed now."""
    near = next((area.near for area in grounds.codes(group) if area.near), None)
    if near is not None:
        nation, code = near
        standing = [u for g in state.card.of(nation) if g.code == code for u in g.units]
        return grounds.code_hexes(group, {state.units[u].at for u in standing} & state.stacks.keys())
    area = grounds.areas[group]
    if group.to == NEAR_BRITISH:
        return area & near_east.near_british(state, group, state.stacks)
    if group.apart:
        board = state.printed.board
        there = (h for h, stack in state.stacks.items() if state.counter(stack[0]).nation == group.apart)
        return area - near_east.beside(board, frozenset(board.index[h] for h in there), group.countries)
    if group.to == SALONIKA and state.sides[group.nation] == CENTRAL and not grounds.line(SALONIKA):
        return area & supplied_hexes(state, group.nation, False) - occupied_hexes(state, ALLIED)
    return area


def deal_units(state: State, grounds: SetupAreas, side: str, groups: Mapping[str, Group]) -> dict[str, str]:
    """Every unit of ``groups`` with its hex."""
    table = DealtByCard(state, grounds, side, {unit for unit, group in groups.items() if group.to in FIXED})
    by_group: dict[int, list[str]] = {}
    listed: dict[int, Group] = {}
    for unit, group in groups.items():
        by_group.setdefault(id(group), []).append(unit)
        listed[id(group)] = group
    board = state.printed.board
    areas = {key: area_of(state, grounds, group) for key, group in listed.items()}
    table.muster({unit: areas[id(group)] for unit, group in groups.items()})
    by_group = {key: [u for u in units if u not in table.places] for key, units in by_group.items()}
    areas |= {key: areas[key] & board.by_front[group.deal_in] for key, group in listed.items() if group.deal_in}
    front = set(table.front)
    limited = {limit.nation for limit in state.card.limits}
    keys = sorted(
        listed,
        key=lambda key: (
            listed[key].to not in FIXED, len(areas[key] & front) or 999, listed[key].nation not in limited
        ),
    )  # fmt: skip
    for key in keys:
        if listed[key].to in FIXED:
            for unit in by_group[key]:
                table.spread([unit], sorted(areas[key]))
    free = [key for key in keys if listed[key].to not in (*FIXED, NEAR_BRITISH)]
    for near_headquarters, limited_too in ((True, False), (False, False), (False, True)):
        for key in free:
            table.claim(listed[key].nation, areas[key], near_headquarters=near_headquarters, limited_too=limited_too)
    for key in free:
        fighters = [u for u in by_group[key] if _fights(state, u)]
        sharing = {listed[k].nation: len(by_group[k]) for k in free if areas[k] == areas[key]}
        table.share(areas[key], sharing)
        table.man(fighters, listed[key].nation, areas[key])
    for key in free:
        hqs = [u for u in by_group[key] if not _fights(state, u)]
        if hqs:
            table.place_headquarters(hqs, listed[key].nation, areas[key])
    for area in grounds.coded_areas:
        if area.least_north and state.sides.get(area.nation) == side:
            table.northward(area)
    table.fill({u: areas[id(g)] for u, g in groups.items() if g.to not in (*FIXED, NEAR_BRITISH) and _fights(state, u)})
    for group in listed.values():
        if group.to == NEAR_BRITISH:
            stacks = {board.ids[i]: units for i, units in table.at.items()}
            table.spread(
                by_group[id(group)], sorted(grounds.areas[group] & near_east.near_british(state, group, stacks))
            )
    return {unit: board.ids[i] for unit, i in table.places.items()}


def _fights(state: State, unit: str) -> bool:
    return state.counter(unit).is_combat


class DealtByCard(DealtUnits[int]):
    """The set-up of a side as it grows."""

    def __init__(self, state: State, grounds: SetupAreas, side: str, named: Collection[str]) -> None:
        super().__init__()
        self.state, self.grounds, self.side = state, grounds, side
        self.named = named
        """Those whose hex the scenario names."""
        self.board = state.printed.board
        self.limits: dict[tuple[str, int], tuple[tuple[int, Limit], ...]] = {}
        self.claims: dict[int, str] = {}
        self.shared: dict[int, str] = {}
        self.limited_units: Tally[int] = Tally()
        self.coded: Tally[tuple[str, str, str]] = Tally()
        self.front = grounds.front_of(side)

    def has_room(self, unit: str, i: int) -> bool:
        """§7.23, §17.2, §21.25, §19.21: stacking, where the unit never goes, how many of its nation and its set-up code
        may stand there."""
        if why_too_many(self.state, [*self.at.get(i, ()), unit]) is not None or self._barred_by_code(unit, i):
            return False
        if is_too_high(self.state, unit, i) or i in off_limits_of(self.state, [unit]):
            return False
        if are_apart(self.state, (unit, *self.at.get(i, ())), self.named):
            return False
        counter = self.state.counter(unit)
        return counter.kind == "tank" or not self.is_limited(counter, i)

    def _barred_by_code(self, unit: str, i: int) -> bool:
        here = self.board.ids[i]
        for area in areas_of(self.state, self.grounds, unit):
            key = (area.nation, area.code)
            if is_few(self.state, area) and self.coded[*key, here] >= area.a_hex:
                return True
            if area.most_north and is_north(self.board, area, here) and self.coded[*key, "north"] >= area.most_north:
                return True
        return False

    def is_limited(self, counter: Counter, i: int) -> bool:
        """§21.25, §21.35: whether a limit keeps a unit away from there."""
        return any(limit.full(counter, self.limited_units[n]) for n, limit in self._limits(counter.nation, i))

    def _limits(self, nation: str, i: int) -> tuple[tuple[int, Limit], ...]:
        """The limits on how many of a nation stand there, with their places on the scenario's list."""
        found = self.limits.get((nation, i))
        if found is None:
            listed = enumerate(self.state.card.limits)
            found = tuple((n, limit) for n, limit in listed if falls_under(limit, nation, self.board, i))
            self.limits[nation, i] = found
        return found

    def counted(self, unit: str, i: int, more: int) -> None:
        """One unit more or less there, for limits and set-up codes."""
        for n, limit in self._limits(self.state.counter(unit).nation, i):
            self.limited_units[n] += more * (unit not in limit.besides)
        here = self.board.ids[i]
        for area in areas_of(self.state, self.grounds, unit):
            self.coded[area.nation, area.code, here] += more
            if is_north(self.board, area, here):
                self.coded[area.nation, area.code, "north"] += more

    def muster(self, areas: Mapping[str, frozenset[int]]) -> None:
        """§21.12: armies of which the files know where they stood, each shared out over its hexes in order.

        What an event of §20.0 sends elsewhere goes before; units that may not be there, or have no room, are left.
        """
        played = self.state.pre_war.played
        armies = [a for a in self.state.card.armies if a.hexes and (not a.event or a.event in played)]
        for army in sorted(armies, key=lambda army: not army.event):
            hexes = [self.board.index[h] for h in army.hexes]
            units = [u for u in army.units if u in areas and u not in self.places]
            for n, unit in enumerate(units):
                free = [i for i in hexes if i in areas[unit] and self.has_room(unit, i)]
                own = hexes[n * len(hexes) // len(units)]
                if free:
                    self.put(unit, own if own in free else min(free, key=self.number.__getitem__))
        self.claims |= {i: self.state.counter(self.at[i][0]).nation for i in self.front if self.at.get(i)}

    def northward(self, area: Area) -> None:
        """§19.31: missing units in the north come to its posts from the fullest hexes farther south."""
        posts = [self.board.index[h] for h in area.posts]
        while True:
            mine = [u for u in alike(self.state, area) if u in self.places and counts_north(self.state, u)]
            south = [u for u in mine if not is_north(self.board, area, self.board.ids[self.places[u]])]
            if len(mine) - len(south) >= area.least_north:
                return
            unit = min(south, key=lambda u: (-len(self._mates(u)), self._strength(u), u))
            post = min(posts, key=self.number.__getitem__)
            if not self.has_room(unit, post):
                return
            self.lift(unit)
            self.put(unit, post)

    def claim(self, nation: str, area: frozenset[int], *, near_headquarters: bool, limited_too: bool) -> None:
        """The hexes of the front that a nation mans: first round its headquarters, then what no other nation has.

        Where its number is limited it leaves them to others, if there are any.
        """
        hqs = {
            i for u, i in self.places.items()
            if self.state.counter(u).nation == nation and not self.state.counter(u).is_combat
        }  # fmt: skip
        for i in self.front:
            if i not in area or i in self.claims or (not limited_too and self._limits(nation, i)):
                continue
            if not near_headquarters or i in hqs or any(b in hqs for b in self.board.lines[i]):
                self.claims[i] = nation

    def share(self, area: frozenset[int], nations: Mapping[str, int]) -> None:
        """Nations with one area share what one of them has claimed, each in proportion to its units."""
        mine = [i for i in self.front if i in area and self.claims.get(i) in nations and i not in self.shared]
        total, done = sum(nations.values()), 0
        if len(nations) < 2 or not total or any(self._limits(nation, i) for nation in nations for i in area):
            return
        for nation, units in nations.items():
            end = done + units
            for i in mine[len(mine) * done // total : len(mine) * end // total]:
                self.claims[i] = self.shared[i] = nation
            done = end

    def man(self, units: Sequence[str], nation: str, area: frozenset[int]) -> None:
        """The front with the strongest first, cavalry and what is left over behind it."""
        strong = sorted(units, key=lambda u: (-self._strength(u), u))
        strong = self._post(strong)
        foot = [u for u in strong if self.state.counter(u).kind != "cavalry"]
        mounted = [u for u in strong if self.state.counter(u).kind == "cavalry"]
        mine = [i for i in self.front if self.claims.get(i) == nation and i in area] or self._borders(nation, area)
        empty = [i for i in mine if not self.at.get(i)]
        first = max(0, len(empty) - len(foot))
        line = foot + mounted[:first]
        left = self.spread(line, mine)
        behind = self._behind(mine, area, nation)
        left = self.spread([*left, *mounted[first:]], behind)
        left = self.spread(
            left, sorted(area & supplied_hexes(self.state, nation, False), key=lambda i: self.board.ids[i])
        )
        left = self.spread(left, sorted(area, key=lambda i: self.board.ids[i]))
        if left:
            raise ValueError(f"{left[0]} finds no room")

    def _post(self, units: Sequence[str]) -> list[str]:
        """§19.2, §19.3: units of a set-up code to its posts, as many to each as stood there; those left over."""
        left = list(units)
        for area in areas_of(self.state, self.grounds, units[0]) if units else ():
            for hex_, number in area.posts.items():
                # Where a number of infantry divisions is asked for in the north, cavalry does not count.
                left.sort(key=lambda u: not counts_north(self.state, u))
                here = self.board.index[hex_]
                missing = max(0, number - self.number[here])
                for unit in left[:missing]:
                    self.put(unit, here)
                del left[:missing]
        return left

    def place_headquarters(self, units: Sequence[str], nation: str, area: frozenset[int]) -> None:
        """Headquarters behind the front at even distances."""
        mine = [i for i in self.front if self.claims.get(i) == nation and i in area] or self._borders(nation, area)
        for n, unit in enumerate(units):
            middle = mine[(2 * n + 1) * len(mine) // (2 * len(units))]
            hexes = (*self._behind([middle], area, nation), *mine, *sorted(area))
            self.put(unit, next(i for i in hexes if self.has_room(unit, i)))

    def fill(self, areas: Mapping[str, frozenset[int]]) -> None:
        """§21.24, §21.25: hexes that must be held and are empty get the weakest unit of the fullest hex that may go."""
        for i in self.grounds.hexes_to_man(self.side):
            if any(_fights(self.state, u) for u in self.at.get(i, ())):
                continue
            spare = [u for u, area in areas.items() if i in area and len(self._mates(u)) > 1 and self.has_room(u, i)]
            if spare:
                unit = min(spare, key=lambda u: (-len(self._mates(u)), self._strength(u), u))
                self.lift(unit)
                self.put(unit, i)

    def _mates(self, unit: str) -> list[str]:
        """The units that can fight in the hex of one, itself among them."""
        return [u for u in self.at[self.places[unit]] if _fights(self.state, u)]

    def _strength(self, unit: str) -> int:
        face = self.state.face(unit)
        return face.attack + face.defence

    def _borders(self, nation: str, area: frozenset[int]) -> list[int]:
        """§21.24: where an area has no printed line: its hexes beside the enemy's ground, else towns, in supply."""
        fed = area & supplied_hexes(self.state, nation, False)
        found = fed & self.grounds.contact[self.side] or fed & self.board.towns or fed or area
        return sorted(found, key=lambda i: self.board.ids[i])

    def _behind(self, front: Sequence[int], area: frozenset[int], nation: str) -> list[int]:
        """The hexes behind some of the front that no other nation has and that are in supply, in their order."""
        line, fed = set(self.front) | set(front), supplied_hexes(self.state, nation, False)
        found = dict.fromkeys(b for i in front for b in self.board.lines[i] if b in area and b in fed and b not in line)
        return [i for i in found if all(self.state.counter(u).nation == nation for u in self.at.get(i, ()))]
