"""What a program sees of the table: its view, read into hexes, strengths and the ground between the armies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from rules.empires_alliances.players.habits import RECRUIT, Habits
from rules.empires_alliances.players.posts import Posts, next_counted, posts_of
from rules.empires_alliances.printed.board import AT_SEA, Board
from rules.empires_alliances.printed.counters import AIR, FIELD, GUNS, RANKS
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.kernel.floods import spread

FOE = {CENTRAL: ALLIED, ALLIED: CENTRAL}
Unit = Mapping[str, Any]
CITY_WORTH = {"major": 3.0, "minor": 1.0, "": 0.0}
CAPITAL_WORTH = 1.0
COUNTS, WILL_COUNT = 3.0, 2.0
"""What a city is worth besides while a count of points is near that it counts in, and before."""
WORTH_HAVING = 2.0
"""What a city must be worth to be marched on: small ones that no count names are not."""
INVADED_SEAS = frozenset(("Atlantic", "Mediterranean"))
"""§2.68b: the seas from whose ports the Allies invade; the Black Sea they reach through the straits alone."""
COMING_UP = 0.5
"""How much of the enemies two hexes from a hex counts as if they stood beside it."""
HELD_BY = 0.5
"""Defence that holds a hex, for each factor that could attack it."""
REACH = 4
"""Hexes within which an enemy could be upon a city before we move again."""
PURSES = {"CA": "CW", "AU": "CW", "IN": "CW"}
PLENTY = 12.0
"""Points that are spare from which on a factor is worth as much less as that may make it."""
DEARER, LONG_WAIT_MONTHS = 1.5, 8.0
"""How much more it is worth where those who are lost wait for points as long as that."""
LEAST_INCOME = 5.0
"""Points a month that a purse counts with which has less, or whose income has not been told yet."""
COMING_TURNS = 3
"""Turns before a neutral joins the enemy by its date from which on its land counts as theirs."""
ABOUT = 2
"""Hexes about a city within which it could be cut off."""
AXIS = 4
"""Hexes around a city within which the decision before it is sought."""


@dataclass
class Sight:
    """The table as one side sees it. Nothing is hidden in this game (§7.0)."""

    view: Mapping[str, Any]
    side: str
    printed: Printed
    habits: Habits = RECRUIT
    aims: tuple[int, ...] = ()
    """The cities of the enemy's before which the side seeks the decision."""
    keys: Mapping[int, float] = field(default_factory=dict)
    """In the last segment: hexes of the enemy's that are worth clearing, each with the points that it brings."""

    @cached_property
    def stacks(self) -> Mapping[int, tuple[Unit, ...]]:
        """Units by the index of their hex."""
        index = self.printed.board.index
        return {index(hex_): tuple(stack["units"]) for hex_, stack in self.view["stacks"].items()}

    @cached_property
    def held(self) -> Mapping[str, frozenset[int]]:
        """The hexes of each side that hold more than aircraft."""
        found: dict[str, set[int]] = {side: set() for side in FOE}
        index = self.printed.board.index
        for hex_, stack in self.view["stacks"].items():
            if any(unit["kind"] != AIR for unit in stack["units"]):
                found[stack["side"]].add(index(hex_))
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @property
    def mine(self) -> frozenset[int]:
        """Our own."""
        return self.held[self.side]

    @property
    def at_sea(self) -> tuple[Unit, ...]:
        """§11.72: those that lie before a shore and must attack it. A program sends nobody against defenders; whoever
        had the seat before it may have."""
        return tuple(self.view["boxes"].get(AT_SEA, ()))

    @cached_property
    def overseas(self) -> Mapping[int, tuple[Unit, ...]]:
        """§2.3 to §2.5: our units in the boxes from which ships sail, by the index of the box."""
        board = self.printed.board
        found = {
            board.index(box): self.view["boxes"].get(box, ()) for box, said in board.boxes.items() if said["ports"]
        }
        return {i: ours for i, units in found.items() if (ours := tuple(u for u in units if u["side"] == self.side))}

    @cached_property
    def standing(self) -> Mapping[str, tuple[Unit, int]]:
        """Our units that could move, each with where it is: on the map, or in a box from which ships sail."""
        there = ((unit, i) for i in self.mine for unit in self.stacks[i])
        beyond = ((unit, i) for i, units in self.overseas.items() for unit in units)
        return {unit["id"]: (unit, i) for unit, i in (*there, *beyond)}

    @cached_property
    def where(self) -> Mapping[str, int]:
        """The hex of each of our units on the map."""
        return {unit["id"]: i for i in self.mine for unit in self.stacks[i]}

    @property
    def theirs(self) -> frozenset[int]:
        """The enemy's."""
        return self.held[FOE[self.side]]

    @cached_property
    def taken(self) -> Mapping[str, str]:
        """Hexes that are not their country's side's, with the side that has them."""
        return {hex_: side for side, hexes in self.view["control"].items() for hex_ in hexes}

    def side_of(self, i: int) -> str:
        """Who controls a hex, empty for sea and neutrals."""
        board = self.printed.board
        found = self.taken.get(board.lattice.ids[i])
        if found is not None:
            return found
        nation = self.printed.nations.get(board.country[i])
        war = self.view["wars"].get(nation.power) if nation is not None else None
        return str(war["side"]) if war is not None else ""

    def called(self, hex_: str) -> str:
        """A hex as sentences name it, at their beginning too."""
        city = self.printed.city_in.get(hex_)
        return f"{city} ({hex_})" if city else f"Hex {hex_}"

    def around(self, i: int) -> tuple[int, ...]:
        """The hexes that one could attack or march into from a hex, enemies aside."""
        return self.printed.board.open_around[i]

    @cached_property
    def zones(self) -> Mapping[str, frozenset[int]]:
        """§5.1: by side the hexes beside those of its units that project a zone."""
        found: dict[str, set[int]] = {side: set() for side in FOE}
        for i, units in self.stacks.items():
            watching = [u for u in units if is_rank(u) or u["kind"] == FIELD]
            if watching:
                found[watching[0]["side"]].update(self.around(i))
        return {side: frozenset(hexes) for side, hexes in found.items()}

    def ways_back(self, i: int, side: str) -> tuple[int, ...]:
        """§13.83: the hexes beside one into which units of a side could retreat as it stands."""
        foe = FOE[side]
        return tuple(b for b in self.around(i) if b not in self.held[foe] and b not in self.zones[foe])

    def is_lost_if_driven(self, i: int, side: str) -> bool:
        """§13.83, §15.12: whether units of a side in a hex are eliminated when they have to retreat."""
        return i not in self.forts and not self.ways_back(i, side)

    def threat_around(self, i: int) -> float:
        """What the enemy could bring against a hex in a turn: all beside it, and some of those who are near."""
        beside = {*self.around(i)}
        near = {e for b in beside for e in self.around(b)} - beside
        return sum(
            share * attack_of(unit)
            for share, hexes in ((1.0, beside), (COMING_UP, near))
            for e in hexes & self.theirs
            for unit in self.stacks[e]
        )

    def holds(self, i: int, units: Iterable[Unit]) -> float:
        """How far units could bear what the enemy can bring against a hex: 1 where they could."""
        threat = HELD_BY * self.threat_around(i)
        return min(1.0, sum(map(defence_of, units)) * self.cover(i) / threat) if threat else 1.0

    @cached_property
    def forts(self) -> Mapping[int, int]:
        """The level of each fort that stands, by hex."""
        index = self.printed.board.index
        return {index(hex_): int(level) for hex_, level in self.view["forts"].items()}

    def worth(self, i: int) -> float:
        """What a hex is worth for the city in it."""
        found = self._worths.get(i)
        if found is None:
            board = self.printed.board
            capital = CAPITAL_WORTH if board.lattice.ids[i] in board.capitals else 0.0
            counts = COUNTS if i in self._stakes else WILL_COUNT if i in self._later else 0.0
            found = self._worths[i] = CITY_WORTH.get(board.city[i], 0.0) + capital + counts
        return found

    @cached_property
    def _worths(self) -> dict[int, float]:
        """What was found by ``worth``, which is asked of the same hexes time and again."""
        return {}

    @cached_property
    def cities(self) -> frozenset[int]:
        """The hexes with a city that is worth something."""
        hexes = (city.hex for city in self.printed.places.cities.values() if city.hex)
        return frozenset(i for i in map(self.printed.board.index, hexes) if self.worth(i))

    def is_to_guard(self, i: int) -> bool:
        """Whether a hex is a city of ours that the enemy could reach in a turn."""
        near = self.to_enemy.get(i, REACH + 1) <= REACH or i in self.open_to_ships
        return near and self.worth(i) > 0 and self.side_of(i) == self.side

    @cached_property
    def open_to_ships(self) -> frozenset[int]:
        """§11.7, §2.68: the ports worth having that the Allies may invade, if they are the enemy."""
        card, chart, board = (
            self.printed.scenarios[self.view["scenario"]],
            self.printed.charts.invasions,
            self.printed.board,
        )
        first = self.printed.turns[chart.first].number
        if self.side == ALLIED or not card.invasions or int(self.view["turn"]) < first:
            return frozenset()
        closed = {board.index(hex_) for hex_ in chart.closed}
        shut = chart.until_italy if "IT" not in self.view["wars"] else ()
        shores = (board.ports | board.beaches) & self.cities - closed
        return frozenset(
            i
            for i in shores
            if self.worth(i) >= WORTH_HAVING and board.seas[i] & INVADED_SEAS and board.country[i] not in shut
        )

    def coming(self, turns: int) -> frozenset[str]:
        """§2.63: the neutrals that join the enemy within so few turns, by the dates that everyone knows."""
        entries, now = self.printed.scenarios[self.view["scenario"]].entries, int(self.view["turn"])
        number = {turn.id: turn.number for turn in self.printed.calendar}
        return frozenset(
            nation
            for nation, entry in entries.items()
            if entry.side == FOE[self.side]
            and nation not in self.view["wars"]
            and entry.turn in number
            and now <= number[entry.turn] <= now + turns
        )

    @cached_property
    def posts(self) -> Posts:
        """The cities that we have to man for the next count."""
        return posts_of(self.view, self.printed, self.side)

    @cached_property
    def _stakes(self) -> frozenset[int]:
        """The cities for which a count is near."""
        return frozenset(self.posts.hexes) | frozenset(posts_of(self.view, self.printed, FOE[self.side]).hexes)

    def is_at_stake(self, i: int) -> bool:
        """Whether a hex is a city of a count that is near."""
        return i in self._stakes

    @cached_property
    def _later(self) -> frozenset[int]:
        """The cities of the next count."""
        return next_counted(self.view, self.printed)

    def cover(self, i: int) -> float:
        """How much harder than open ground a hex is to attack, by terrain, city and fort."""
        board, ground = self.printed.board, self.printed.terrain
        harder = ground[board.terrain[i]].drm + (ground[board.city[i]].drm if board.city[i] else 0)
        return 1.0 + 0.2 * (harder + self.forts.get(i, 0))

    def camp(self, unit: str) -> str:
        """§18.41: whether a unit counts as British or as French in the west; empty for others."""
        apart, nation = self.printed.charts.allies_apart, self.printed.units[unit].nation
        return "british" if nation in apart.british else "french" if nation in apart.french else ""

    @cached_property
    def apart(self) -> frozenset[int]:
        """§18.41: where British and French do not stay together."""
        rule, board = self.printed.charts.allies_apart, self.printed.board
        home = (board.home.get(country, frozenset()) for country in rule.countries)
        return frozenset[int]().union(*home, map(board.index, rule.west_of_rhine))

    def price(self, unit: Unit) -> float:
        """§17.2: what a factor of a unit is worth: less where points would lapse if nobody were lost, and before the
        end; more where those who are lost already wait for points."""
        purse = PURSES.get(str(unit["nation"]), str(unit["nation"]))
        spare = self.spare.get(purse, 0.0)
        months = max(0.0, -spare) / max(LEAST_INCOME, self.income.get(purse, 0.0))
        cheaper, dearer = min(1.0, max(0.0, spare) / PLENTY), min(1.0, months / LONG_WAIT_MONTHS)
        return self.ahead * (1.0 - self.habits.cheaper * cheaper + DEARER * dearer)

    @cached_property
    def ahead(self) -> float:
        """What part of their worth units keep that live on: the war may be over before they can do anything more. It is
        0 for the Allies in the last turn, whose segment nobody's follows."""
        left = 2 * (int(self.view["turns"]) - int(self.view["turn"])) + (self.side == CENTRAL)
        return min(1.0, left / self.habits.long)

    @cached_property
    def income(self) -> Mapping[str, float]:
        """§17.23: by purse the infantry points that come in next."""
        purses = self.view["purses"].items()
        return {purse: float(sum(gain["infantry"] for gain in said["gains"])) for purse, said in purses}

    @cached_property
    def spare(self) -> Mapping[str, float]:
        """§17.2: by purse the infantry points that it has, and that come in next, beyond what its eliminated infantry
        would cost."""
        found = {purse: points[0] + self.income.get(purse, 0.0) for purse, points in self.view["points"].items()}
        for unit in self.view["boxes"]["pool"]:
            purse = PURSES.get(str(unit["nation"]), str(unit["nation"]))
            if is_rank(unit) and purse in found:
                found[purse] -= unit["attack"]
        return found

    @cached_property
    def boldness(self) -> float:
        """How much more a side that has points to spare is out for attacks: up to twice as much."""
        mine = [purse for purse, points in self.view["purses"].items() if points["side"] == self.side]
        rich = sum(min(1.0, max(0.0, self.spare.get(purse, 0.0)) / PLENTY) for purse in mine)
        return 1.0 + rich / max(1, len(mine))

    @cached_property
    def to_goals(self) -> Mapping[int, int]:
        """Hexes over land from each hex to the nearest city worth having that the enemy controls."""
        board, foe = self.printed.board, FOE[self.side]
        cities = [i for i in board.land if board.city[i] and self.side_of(i) == foe]
        goals = [i for i in cities if self.worth(i) >= WORTH_HAVING] or cities
        return _over_land(board, frozenset(goals))

    @cached_property
    def to_aims(self) -> Mapping[int, int]:
        """Hexes over land from each hex to the nearest city before which the decision is sought."""
        return _over_land(self.printed.board, frozenset(self.aims)) if self.aims else {}

    @cached_property
    def to_eastern_aims(self) -> Mapping[int, int]:
        """The same, of those east of the weather line."""
        east = frozenset(i for i in self.aims if i in self.printed.board.in_zone[1])
        return _over_land(self.printed.board, east) if east else {}

    def is_before_an_aim(self, i: int) -> bool:
        """Whether a hex lies where the decision is sought."""
        return self.to_aims.get(i, AXIS + 1) <= AXIS

    @cached_property
    def near_what_counts(self) -> frozenset[int]:
        """§1.71: the hexes about cities of ours while a count of them is near: the enemy could cut these off there."""
        board = self.printed.board
        held = [i for i in self._stakes if self.side_of(i) == self.side]
        return frozenset(board.index(h) for i in held for h in board.lattice.within(board.lattice.ids[i], ABOUT))

    @cached_property
    def to_enemy(self) -> Mapping[int, int]:
        """Hexes over land to the nearest enemy, or to a country that is about to join them."""
        home = self.printed.board.home
        about = (home.get(nation, frozenset()) for nation in self.coming(COMING_TURNS))
        return _over_land(self.printed.board, self.theirs.union(*about))


@lru_cache(maxsize=16)
def _over_land(board: Board, goals: frozenset[int]) -> Mapping[int, int]:
    """Hexes over land from each hex to the nearest of these. While we move, the enemy stays where they are."""
    return spread(board.lattice.neighbours, goals, lambda _, b: b in board.land)


def attack_of(unit: Unit) -> float:
    """What a unit attacks with, as far as its condition lets it."""
    if unit["shaken"] or unit["kind"] == AIR:
        return 0.0
    return float(unit["attack"]) * hunger(unit)


def defence_of(unit: Unit) -> float:
    """What a unit defends with."""
    if unit["kind"] == AIR:
        return 0.0
    factor = float(unit["defence"]) * (0.5 if unit["shaken"] else 1.0)
    return factor * hunger(unit) * (1.0 + 0.25 * float(unit["trench"]))


def hunger(unit: Unit) -> float:
    """What want of supply leaves of a unit."""
    level: int = unit["unsupplied"]
    return (1.0, 0.75, 0.5)[min(2, level)]


def is_rank(unit: Unit) -> bool:
    """Whether it is infantry or cavalry."""
    return unit["kind"] in RANKS


def is_gun(unit: Unit) -> bool:
    """Whether it is artillery or a tank."""
    return unit["kind"] in GUNS
