"""§12.0, §13.64, §1.71: cities that count and could fall this month, if all who can reach them go there together.

Units that look for a place one by one never see that five of them could overwhelm a city which one division holds.
Before the others move, those go who are enough for it, from wherever they stand, by train too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.empires_alliances.players import reasons
from rules.empires_alliances.players.attacking import garrisons, results_that_clear
from rules.empires_alliances.players.journeys import Journeys
from rules.empires_alliances.players.marching import OTHER_CAMP, STACK, Muster
from rules.empires_alliances.players.posts import counted_for
from rules.empires_alliances.players.sight import Sight, Unit, attack_of, hunger, is_rank
from rules.empires_alliances.printed.board import LARGE_CITY
from rules.empires_alliances.printed.combat_table import COLUMNS
from rules.empires_alliances.printed.counters import AIR, FIELD, SIEGE
from rules.empires_alliances.printed.ladder_charts import CLEAR
from rules.hexes.odds import Odds
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

FACES = range(1, 11)
"""§13.643: those of the die."""
ODDS = Odds(tuple(column.replace("-", ":") for column in COLUMNS), int(COLUMNS[0].split("-")[1]))
PARTS = 16
"""What factors are counted in, so that odds are those of the rules."""
RIVER = 0.75
"""§20.23: what a river leaves of an attack."""
IN_THE_END = 0.4
"""What part of the usual chance is enough in the last turn."""
RANK, BATTERY, OTHER = range(3)
ROOM = (STACK, 1, 1)
"""§6.1: how many infantry and cavalry units it puts into a hex, how many field guns, and how many other guns."""


class Strike(NamedTuple):
    """How a city could be taken: how likely it falls, with which strength, and who goes where for it."""

    chance: float
    city: int
    force: float
    orders: Sequence[tuple[str, int]]


@dataclass
class Strikes:
    """Who goes where in a phase to take cities together."""

    least: float
    """How likely a city must fall; nobody goes anywhere with 0."""
    stay: Collection[str] = ()
    """Those who are needed where they are."""
    placed: set[str] = field(default_factory=set)
    """Those who have gone."""
    _orders: list[tuple[str, int]] = field(default_factory=list)
    _looked: set[int] = field(default_factory=set)

    def next_order(
        self, client: SeatClient, sight: Sight, offers: Mapping[str, Any], journeys: Journeys, muster: Muster
    ) -> JsonObject | None:
        """The next move before a city that is to be taken; None where none can be."""
        offer = offers.get("move")
        if offer is None or offer["refusal"] is not None or not self.least:
            return None
        able = {*first_options(offer)["of"]} - self.placed
        while True:
            while self._orders:
                name, end = self._orders.pop(0)
                # Others may have taken its room or its train.
                to = sight.printed.board.lattice.ids[end]
                path = journeys.open_way(client, *sight.standing[name], to) if name in able else None
                if path is not None:
                    self.placed.add(name)
                    unit, start = sight.standing[name]
                    muster.lift(unit, start)
                    muster.put(unit, end)
                    client.because(reasons.STRIKES)
                    return {"kind": "move", "units": [name], "path": [*path]}
            strike = self._best(client, sight, able, journeys)
            if strike is None:
                return None
            self._looked.add(strike.city)
            self._orders = [*strike.orders]

    def _best(self, client: SeatClient, sight: Sight, able: Collection[str], journeys: Journeys) -> Strike | None:
        """The strike that is most likely to take its city, and of equals that with the fewest."""
        home = garrisons(sight) | {*self.stay}
        free = [u for u in sight.where if u in able and u not in home and attack_of(sight.standing[u][0]) > 0]
        in_the_end = int(sight.view["turn"]) == int(sight.view["turns"])
        least = self.least * (IN_THE_END if in_the_end else 1.0)
        found = []
        for city in targets_of(sight):
            if city not in self._looked:
                strike = _plan(client, sight, free, city, journeys)
                if strike.chance >= least:
                    found.append(strike)
                else:
                    self._looked.add(city)
        return max(found, key=lambda strike: (strike.chance, -strike.force, strike.city), default=None)


def targets_of(sight: Sight) -> tuple[int, ...]:
    """§1.71, §3.71: the cities of the next count in which the enemy stands."""
    gains, keeps = counted_for(sight.view, sight.printed)
    return tuple(sorted(i for i in (*gains, *keeps) if i in sight.theirs))


def _plan(client: SeatClient, sight: Sight, free: Collection[str], city: int, journeys: Journeys) -> Strike:
    """How those who are free could take a city with those who stand around it."""
    board = sight.printed.board
    places = [b for b in sight.around(city) if b not in sight.theirs and b in board.land]
    movers: dict[str, dict[int, float]] = {}
    for name in free:
        unit, start = sight.standing[name]
        if start not in places:
            ways = journeys.ways(client, unit, start)
            ends = {b: strength_across(sight, unit, b, city) for b in places if board.lattice.ids[b] in ways}
            if ends:
                movers[name] = ends
    return strike_at(sight, city, places, movers)


def strike_at(sight: Sight, city: int, places: Collection[int], movers: Mapping[str, Mapping[int, float]]) -> Strike:
    """The strike on a city by those who stand around it and those who can come, each with its strength by place: as few
    as overwhelm it, or all."""
    party = Party(sight, city, places)
    # Whoever holds the line alone somewhere comes last.
    for name in sorted(movers, key=lambda n: (_is_alone_in_line(sight, n), -max(movers[n].values()), n)):
        if party.overwhelms():
            break
        party.add(name, movers[name])
    party.spare()
    chance = 1.0 if party.overwhelms() else chance_of(sight, city, party.force, party.siege, party.largest)
    return Strike(chance, city, party.force, [(name, b) for name, b, _ in party.going])


class Party:
    """Those who attack a city together: who stands around it, and who comes."""

    def __init__(self, sight: Sight, city: int, places: Collection[int]) -> None:
        self._sight = sight
        home = garrisons(sight)
        self._room = {b: [*ROOM] for b in places}
        self._camps: dict[int, set[str]] = {b: set() for b in places}
        self.force, self.siege, self.largest = 0.0, 0, 0.0
        self.going: list[tuple[str, int, float]] = []
        """Who comes, to where, with which strength."""
        for b in places:
            for unit in (u for u in sight.stacks[b] if u["kind"] != AIR) if b in sight.mine else ():
                self._take_room(unit, b)
                if not unit["shaken"] and unit["id"] not in home:
                    self._count(unit, strength_across(sight, unit, b, city))
        self._needed = odds_needed(sight, city) * sum(map(stands, sight.stacks[city]))

    def overwhelms(self) -> bool:
        """§12.1: whether they have the odds of an automatic victory."""
        return self.force >= self._needed

    def add(self, name: str, strengths: Mapping[int, float]) -> None:
        """One more, where it has room and most strength."""
        unit, camp = self._sight.standing[name][0], self._sight.camp(name)
        kind = _kind(unit)
        open_ = [
            b
            for b in strengths
            if self._room[b][kind] > 0
            and not (b in self._sight.apart and OTHER_CAMP.get(camp, "") in self._camps[b])
        ]  # fmt: skip
        if open_:
            b = max(open_, key=lambda b: (strengths[b], self._room[b][kind], b))
            self._take_room(unit, b)
            self._count(unit, strengths[b])
            self.going.append((name, b, strengths[b]))

    def spare(self) -> None:
        """§12.2: those who are not needed to overwhelm the city stay away, the weakest first."""
        for going in sorted(self.going, key=lambda going: going[2]):
            if self.force - going[2] >= self._needed:
                self.force -= going[2]
                self.going.remove(going)

    def _count(self, unit: Unit, strength: float) -> None:
        self.force += strength
        self.siege += unit["kind"] == SIEGE
        self.largest = max(self.largest, float(unit["attack"]))

    def _take_room(self, unit: Unit, b: int) -> None:
        self._room[b][_kind(unit)] -= 1
        self._camps[b].add(self._sight.camp(unit["id"]))


def _kind(unit: Unit) -> int:
    if is_rank(unit):
        return RANK
    return BATTERY if unit["kind"] == FIELD else OTHER


def strength_across(sight: Sight, unit: Unit, from_: int, to: int) -> float:
    """§13.641, §20.23: what a unit would attack a hex with from one beside it."""
    board = sight.printed.board
    side = board.lattice.neighbours[from_].index(to)
    return attack_of(unit) * (RIVER if board.rivers[from_][side] else 1.0)


def stands(unit: Unit) -> float:
    """§13.641, §13.85, §14.6: what a unit defends with; an entrenchment counts on the die."""
    return float(unit["defence"]) * (0.5 if unit["shaken"] else 1.0) * hunger(unit)


def _is_alone_in_line(sight: Sight, name: str) -> bool:
    unit, i = sight.standing[name]
    return is_rank(unit) and sum(map(is_rank, sight.stacks[i])) == 1 and any(b in sight.theirs for b in sight.around(i))


def odds_needed(sight: Sight, i: int) -> int:
    """§12.1: how many times the defence overwhelms a hex."""
    board, needed = sight.printed.board, sight.printed.charts.automatic_victory
    hard = i in sight.forts or board.city[i] == LARGE_CITY or bool(sight.printed.terrain[board.terrain[i]].hard)
    hard = hard or any(u["trench"] for u in sight.stacks[i])
    weather = sight.view["weather"]["east" if i in board.in_zone[1] else "west"]
    return int((needed.open, needed.one, needed.both)[hard + (weather != CLEAR)])


def chance_of(sight: Sight, i: int, force: float, siege: int, largest: float) -> float:
    """§13.64: how likely an attack clears a hex so that someone can go in.

    ``siege``: siege guns among the attackers. ``largest``: the greatest attack factor of one of them.
    """
    defenders = sight.stacks[i]
    attack, defence = int(PARTS * force), int(PARTS * sum(map(stands, defenders)))
    if not defence:
        return 1.0
    if attack < defence / ODDS.first_ratio:
        return 0.0
    board, ground, combat = sight.printed.board, sight.printed.terrain, sight.printed.charts.combat
    level, ranks = sight.forts.get(i, 0), [u for u in defenders if is_rank(u)]
    dug_in = bool(ranks) and 2 * sum(bool(u["trench"]) for u in ranks) >= len(ranks)
    harder = level - min(siege, level) + dug_in + ground[board.terrain[i]].drm
    harder += ground[board.city[i]].drm if board.city[i] else 0
    net = -min(combat.drm_cap, harder)
    column = COLUMNS[min(ODDS.column_of(attack, defence), len(COLUMNS) - 1)]
    clearing = [*results_that_clear(sight, i)]
    if level and sight.habits.follows and sum(float(u["defence"]) for u in defenders) <= largest:
        clearing.append("ND")
    return sum(sight.printed.combat.result(column, face + net) in clearing for face in FACES) / len(FACES)
