"""§21.11, §21.12, §19.2: which hexes lie on which side of a scenario's lines, and where each group may be set up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rules.great_war.position.control import OPENED
from rules.great_war.position.pre_war_state import GAMBIT, MOLTKE, NEUTRAL
from rules.great_war.pre_war.terms import ALBERT, INVASION, changed_areas
from rules.great_war.printed.areas import hexes_in
from rules.great_war.printed.board import HOLLAND, Board
from rules.great_war.printed.fronts import EAST, ITALY, THREE, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.scenarios import Area, Group, Scenario
from rules.great_war.restrictions.national import outside_balkans
from rules.great_war.setup import near_east
from rules.kernel.floods import flood_links

AT_ONCE = (
    *("box", "dead", "removed", "aside", "arabia", "reserve", "transit", "transfer"),
    *("near-east-available", "near-east-dead"),
)
"""Groups that are not set up: they are in a box from the start."""
FOUGHT_OVER = ("RU", "GE", "AH", "RO")
"""The countries that the line in the east runs through; Serbia and Montenegro have borders for lines."""
SOURCES = {EAST: "RU"}
"""The word at the sources behind the Allied line of a front, where it is not the Western Allies' own."""
NEAR_BRITISH = "near-british"
"""§21.63: where the Arabs stand, by where the British do."""
SALONIKA, ROUND_PORT, NORTH_OF = "salonika", 2, 12
"""§21.33: without a line the Allies set up that near to Salonika, the others in Greece north of that row."""
SOUTH = ("AL", "GK", "SE", "MN")
"""The countries through which the line of the Salonika Front runs."""


@dataclass(frozen=True, eq=False)
class SetupAreas:
    """The ground of both sides when a scenario begins."""

    board: Board
    card: Scenario
    played: tuple[str, ...] = ()
    """§20.0: the pre-war events in force."""
    owners: Mapping[str, str] = field(default_factory=dict)
    """§7.11: the side of countries that are no nation (``Variant.owners``)."""

    def line(self, front: str) -> tuple[int, ...]:
        """§21.11: the Allied front line of a front as it is printed; empty where it is a border."""
        return tuple(self.board.index[h] for h in self.card.lines.get(front, ()))

    def side_of(self, country: str) -> str | None:
        """The side of a country when the scenario begins, as ``control.home_side`` has it."""
        if country in NEUTRAL and MOLTKE in self.played:
            return None
        if country == HOLLAND and INVASION in self.played:
            return ALLIED
        if country in self.card.central:
            return CENTRAL
        if country in self.owners:
            return self.owners[country]
        if country in self.card.allied or country in self.card.eliminated:
            return ALLIED
        return ALLIED if country in OPENED and self.card.at_salonika else None

    def _is_fought_over(self, country: str) -> bool:
        return country in FOUGHT_OVER and self.side_of(country) is not None

    @cached_property
    def of(self) -> Mapping[str, frozenset[int]]:
        """The hexes of each side, all fronts together."""
        found: dict[str, set[int]] = {CENTRAL: set(), ALLIED: set()}
        south = self._south
        for front in self.board.fronts:
            if front in self.card.allied_ground:
                mine = near_east.allied_on(self.board, self.card, front)
                found[ALLIED] |= mine
                found[CENTRAL] |= self.board.by_front[front] - mine
                continue
            allied = self._behind(front)
            for i in self.board.by_front[front]:
                country = self.board.country[i]
                side = self.side_of(country)
                if side is not None:
                    if allied is not None and (front != EAST or self._is_fought_over(country)):
                        side = ALLIED if i in allied else CENTRAL
                    elif south is not None and (i in south or country in SOUTH):
                        # The line runs over Strumitza, which is Bulgaria's.
                        side = ALLIED if i in south else CENTRAL
                    found[side].add(i)
        landed = {self.board.index[h] for g in self.card.groups if g.to == "hexes" and g.nation in self.card.allied
                  for h in g.hexes}  # fmt: skip
        landed |= self._ashore
        return {CENTRAL: frozenset(found[CENTRAL] - landed), ALLIED: frozenset(found[ALLIED] | landed)}

    def side_at(self, i: int) -> str | None:
        """§7.12: the side that a hex would be with if nothing had been taken, as ``control.printed_side`` has it."""
        return self.board.printed_sides.get(i) or self.side_of(self.board.country[i])

    @cached_property
    def _europe(self) -> frozenset[int]:
        """§17.13: the maps of Europe: the Ottoman Empire is on others too."""
        return frozenset().union(*(self.board.by_front[front] for front in self.board.fronts if front not in THREE))

    @property
    def _ashore(self) -> frozenset[int]:
        """§20.2 No. 7: where the British are on the Baltic before the Germans are set up."""
        return frozenset({self.board.index[self.board.places.pomerania]} if GAMBIT in self.played else ())

    def _behind(self, front: str) -> frozenset[int] | None:
        """§21.12: the Allied line and all behind it, None for a front without a printed one."""
        line = self.line(front)
        if not line:
            return None
        board = self.board
        inside = board.by_front[front]
        if front == EAST:
            inside = frozenset(i for i in inside if self._is_fought_over(board.country[i]))
        barred = (frozenset(range(len(board.ids))) - inside) | frozenset(line)
        sources = [i for i in board.supply[SOURCES.get(front, "AL")] if i in inside and i not in barred]
        return frozenset(flood_links(board.lines, sources, barred) | set(line))

    @cached_property
    def _south(self) -> frozenset[int] | None:
        """§21.33, §21.43: what the Allies hold of the countries round Salonika; None while they are not there.

        Without a line Greece is theirs where no other units are, and of Albania only Valona.
        """
        if not self.card.at_salonika:
            return None
        board, line = self.board, self.line(SALONIKA)
        if not line:
            return board.by_country["GK"] | {board.index[board.places.valona]}
        inside = frozenset(i for country in SOUTH for i in board.by_country[country])
        barred = (frozenset(range(len(board.ids))) - inside) | frozenset(line)
        sources = [i for i in (board.index[board.places.salonika], *board.supply["GK"]) if i not in barred]
        return frozenset(flood_links(board.lines, sources, barred) | set(line))

    @cached_property
    def contact(self) -> Mapping[str, frozenset[int]]:
        """§21.11: the hexes of each side that lie beside the other's ground."""
        found = {}
        for side, other in ((CENTRAL, ALLIED), (ALLIED, CENTRAL)):
            theirs = self.of[other]
            found[side] = frozenset(i for i in self.of[side] if any(b in theirs for b in self.board.lines[i]))
        return found

    def hexes_to_man(self, side: str) -> tuple[int, ...]:
        """§21.24, §21.25 and those that follow: the hexes in which a side must set up combat units."""
        return self._fronts(side, self.card.held.get(side, ()))

    def front_of(self, side: str) -> tuple[int, ...]:
        """All hexes of a side in the printed lines, or beside them: what a sensible set-up mans."""
        return self._fronts(side, (*self.board.fronts, SALONIKA))

    def _fronts(self, side: str, fronts: Collection[str]) -> tuple[int, ...]:
        """§21.34: of Italy only ground that is not alpine. In the order of the lines, the west's first."""
        found: dict[int, None] = {}
        for front in (*self.board.fronts, SALONIKA):
            line = self.line(front) if front in fronts else ()
            if front == ITALY:
                line = tuple(i for i in line if i not in self.board.alpine)
            for i in line:
                if side == ALLIED:
                    found[i] = None
                else:
                    mine = (b for b in self.board.lines[i] if b in self.of[CENTRAL] and b not in self.board.alpine)
                    found.update(dict.fromkeys(mine))
        return tuple(found)

    @cached_property
    def areas(self) -> Mapping[Group, frozenset[int]]:
        """The areas of all groups that are set up."""
        return {group: self.area(group) for group in self.card.groups if group.to not in AT_ONCE}

    def area(self, group: Group) -> frozenset[int]:
        """§21.12, §21.13: where the units of a group may be set up, whatever units are there."""
        side = CENTRAL if group.nation in self.card.central else ALLIED
        board, mine = self.board, self.of[side]
        match group.to:
            case "hexes":
                return frozenset(board.index[h] for h in group.hexes)
            case "around":
                near = {h for centre in group.hexes for h in board.lattice.within(centre, group.within)}
                return frozenset({board.index[h] for h in near} & mine)
            case "home":
                beaches = frozenset(board.index[h] for h in board.places.beaches)
                return board.by_country[group.nation] & self._europe & mine - beaches
            case "serbian-border":
                border = board.by_country["SE"] | board.by_country["MN"]
                home = board.by_country[group.nation] & mine
                return frozenset(i for i in home if any(b in border for b in board.lines[i]))
            case "montenegro":
                return board.by_country["MN"] & mine
            case "romania":
                return board.by_country["RO"] & mine
            case "salonika":
                return self._salonika(side)
            case "balkans":
                return board.by_front[EAST] & mine - outside_balkans(board)
            case "central-fronts":
                return self._anywhere(group, mine)
            case "persia":
                return board.by_country["PN"] & mine
            case "palestine" | "near-british":
                return near_east.palestine(board) & mine
            case "west-of-the-canal":
                return board.west_of_the_canal & mine
            case "area":
                return self.code_hexes(group, None)
            case _:
                return self._on_front(group, side)

    def _on_front(self, group: Group, side: str) -> frozenset[int]:
        """The side's hexes of a front map; for those who must stand in its front line, these."""
        board = self.board
        found = board.by_front[group.to] & self.of[side]
        if group.to == ITALY and side == ALLIED and not self.line(ITALY):
            found &= board.by_country[group.nation]
        if group.to == ITALY and group.least is not None:
            # §21.55: at least thirty Austro-Hungarian units are in the front line itself.
            found &= frozenset(self.front_of(side))
        if group.to == EAST:
            found = frozenset(i for i in found if self._is_fought_over(board.country[i]))
        if group.countries:
            found = frozenset(i for i in found if board.country[i] in group.countries)
        if group.towns:
            found &= board.towns
        if group.off_canal:
            found -= near_east.along_the_canal(board)
        low, high = group.rows or (0, 99)
        left, right = group.columns or (0, 99)
        return frozenset(i for i in found if low <= board.row[i] <= high and left <= board.column[i] <= right)

    def _salonika(self, side: str) -> frozenset[int]:
        """§21.33, §21.43, §21.45: the Salonika Front, and Bulgaria for the Central Powers where there is a line."""
        board, mine = self.board, self.of[side]
        south = frozenset(i for country in ("AL", "GK", "SE") for i in board.by_country[country])
        if self.line(SALONIKA):
            return mine & (south | board.by_country["BU"] if side == CENTRAL else south)
        if side == ALLIED:
            return (
                mine
                & frozenset(board.index[h] for h in board.lattice.within(board.places.salonika, ROUND_PORT))
                & south
            )
        greek = frozenset(i for i in board.by_country["GK"] if board.row[i] > NORTH_OF)
        return (south - board.by_country["GK"] | greek) - {board.index[board.places.salonika]}

    def _anywhere(self, group: Group, mine: frozenset[int]) -> frozenset[int]:
        """§21.55: all fronts but those on which the number of its divisions is limited, which have a group of their
        own."""
        board = self.board
        apart = {g.to for g in self.card.of(group.nation) if g.most is not None and not g.headquarters}
        return frozenset().union(*(board.by_front[front] & mine for front in board.fronts if front not in apart))

    # --- August 1914 --------------------------------------------------------------------------------------------------

    def codes(self, group: Group) -> tuple[Area, ...]:
        """§19.2, §19.3: what is said of the set-up code of a group."""
        return tuple(a for a in self.coded_areas if (a.nation, a.code) == (group.nation, group.code))

    @cached_property
    def coded_areas(self) -> tuple[Area, ...]:
        """§19.2, §20.2: the areas of all set-up codes."""
        return changed_areas(self.card.areas, self.played, self.board.places)

    def code_hexes(self, group: Group, near: Collection[str] | None) -> frozenset[int]:
        """§19.2, §19.3: the hexes of a set-up code. ``near``: where the units stand that some look to (§19.31), None
        for wherever these may stand."""
        board, found = self.board, set[str]()
        fronts = [board.fronts[front].sheet for front in (WEST, EAST) if front in board.fronts]
        sheets = {page.prefix: page.sheet for page in board.atlas.pages if page.board in fronts}
        for area in self.codes(group):
            stand = near
            if area.near and stand is None:
                nation, code = area.near
                stand = {board.ids[i] for g in self.card.of(nation) if g.code == code for i in self.code_hexes(g, None)}
            found |= hexes_in(area, sheets, board.places.far_banks, stand or ())
        hexes = frozenset(board.index[h] for h in found if board.land[board.index[h]])
        if self.side_of(group.nation) == CENTRAL:
            hexes -= self._ashore
        return hexes - self._forts_against(group) - self._neutral

    @cached_property
    def _neutral(self) -> frozenset[int]:
        """§17.4, §20.3 No. 10: land in which no unit is set up."""
        return frozenset(i for c, hexes in self.board.by_country.items() if self.side_of(c) is None for i in hexes)

    def _forts_against(self, group: Group) -> frozenset[int]:
        """§8.22, §19.31: hexes with an intact fort of the enemy, Liège above all: no unit enters them without a
        fight."""
        mine = self.side_of(group.nation)
        open_ = ("BE",) if ALBERT in self.played else ()
        return frozenset(
            i for i in self.board.forts
            if self.side_of(self.board.country[i]) not in (mine, None) and self.board.country[i] not in open_
        )  # fmt: skip
