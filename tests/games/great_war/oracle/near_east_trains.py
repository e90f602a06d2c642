"""§9.0, §6.33: who goes by rail and by sea in the Near East, where to, and for how much, by the plainest search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.great_war.position.state import ARABIA, TRANSIT, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.oracle.ground import barrier, fort_of, other, word
from tests.games.great_war.oracle.near_east_positions import CAPACITIES, FRONTS, controls
from tests.games.great_war.oracle.near_east_reach import Walk
from tests.games.great_war.oracle.near_east_supply import Lines
from tests.games.great_war.oracle.supply import IN

STATIONS = ("NE3611", "NE4208")
"""§3.13: towns for supply and for new units alone."""
ABADAN, LAST_ROW = "NI2552", 44
"""§9.23: trains in Iraq run south of that row, and to Abadan."""
WEIGHT_OF_HEADQUARTERS, MOST_IN_A_HEX = 2, 6
UNCOUNTED = ("CO", "BN")
"""§7.23."""


class Trains:
    """§9.3: the lines of one unit, from where it stands or out of the transit box."""

    def __init__(self, state: State, unit: str) -> None:
        self.state, self.board, self.counter = state, state.printed.board, state.counter(unit)
        self.unit, self.side, self.walk = unit, state.side(unit), Walk(state, unit)
        self.supplies = Lines(state, unit)
        self.here = self.board.index.get(state.units[unit].at)
        held = {self.board.index[h]: state.side(units[0]) for h, units in state.stacks.items()}
        self.enemies = {i for i, side in held.items() if side != self.side}
        self.friends = {i for i, side in held.items() if side == self.side}

    # --- who has trains (§9.12, §9.22, §9.23) -------------------------------------------------------------------------

    def weight(self) -> int:
        """§9.34: a headquarters is two, wherever it goes."""
        return WEIGHT_OF_HEADQUARTERS if self.counter.kind == "hq" else 1

    def served(self, i: int) -> bool:
        """§9.12, §9.22, §9.23, §6.33: whether trains of the side run in a hex, for a unit of this nation."""
        front, country = self.board.front[i], self.board.country[i]
        if self.side == CENTRAL:
            return front in FRONTS
        if self.counter.nation == "RU":
            return front == "caucasus" and country == "RU"
        if front == "egypt":
            return country == "EG"
        south = country == "TU" and int(self.board.ids[i][-2:]) > LAST_ROW
        maude = "maude" in self.state.chits["allied.play"]
        return front == "iraq" and maude and (south or self.board.ids[i] == ABADAN)

    # --- the way (§9.31, §9.32) ---------------------------------------------------------------------------------------

    def beside_enemy(self, i: int) -> bool:
        """§9.32: whether a hex lies beside enemy units of any kind, or an intact fort of theirs."""
        near = [j for j in self.board.neighbours[i] if j >= 0]
        return any(j in self.enemies or fort_of(self.state, j, other(self.side)) for j in near)

    def enters(self, i: int) -> bool:
        """§9.31, §9.32: past no enemy, not beside one unless a friend is there, and only where the unit may be."""
        if not self.board.land[i] or i in self.enemies or fort_of(self.state, i, other(self.side)):
            return False
        if not self.served(i) or not self.may_be_in(i) or word(self.state, "terrain", i) == "alpine":
            return False
        return not self.beside_enemy(i) or i in self.friends or fort_of(self.state, i, self.side)

    def may_be_in(self, i: int) -> bool:
        """§17.2, §17.3: whether the unit may operate there."""
        return self.walk.may_enter(i)

    def lines(self, starts: Iterable[int]) -> set[int]:
        """§9.31: all hexes to which a line leads: over no sea, no lake and no barred side."""
        found, queue = set(starts), [*starts]
        while queue:
            i = queue.pop()
            for k, j in enumerate(self.board.neighbours[i]):
                barred = any(barrier(self.board, name)[i][k] for name in ("sea", "strait", "lake"))
                if j >= 0 and j not in found and not barred and self.enters(j):
                    found.add(j)
                    queue.append(j)
        return found

    def edges(self, front: str) -> Iterator[int]:
        """§9.0, §9.13: the sources of supply of the Central Powers at the edge of a map, by which they come and go."""
        for i in self.board.by_front[front]:
            at_edge = any(j < 0 or not self.board.front[j] for j in self.board.neighbours[i])
            if at_edge and word(self.state, "supply", i) == "CP" and controls(self.state, i) == CENTRAL:
                yield i

    # --- beginning and end (§9.31) ------------------------------------------------------------------------------------

    def is_station(self, i: int) -> bool:
        """§9.31, §3.13: a town or city where trains stop, of the unit's side."""
        return i in self.board.towns and self.board.ids[i] not in STATIONS and controls(self.state, i) == self.side

    def sets_out(self) -> bool:
        """§9.31, §11.81, §5.46: in supply, in a town of its side with trains; Russians not after the treaty."""
        if self.here is None or self.walk.stays():
            return False
        return self.served(self.here) and self.is_station(self.here) and self.fed(self.here)

    def has_room(self, i: int) -> bool:
        """§7.23, §16.11: for six units and one headquarters; collapsed Russia's are with nobody else's."""
        there = [self.state.counter(u) for u in (*self.state.stacks.get(self.board.ids[i], ()), self.unit)]
        counted = [c for c in there if c.kind != "hq" and c.size not in UNCOUNTED]
        russian = {c.people in ("RU", "AM") for c in there}
        apart = len(russian) > 1 and "RU" in self.state.strategic_state.collapsed
        return sum(c.kind == "hq" for c in there) <= 1 and len(counted) <= MOST_IN_A_HEX and not apart

    def fed(self, i: int) -> bool:
        """§11.85: whether the unit would be in supply there."""
        return self.supplies.supply_at(i) == IN

    def arrives(self, i: int) -> bool:
        """§9.31, §9.32, §11.85: whether the unit can end there: beside no enemy, and it would be in supply."""
        if i == self.here or not self.may_be_in(i) or self.beside_enemy(i) or not self.has_room(i):
            return False
        return self.fed(i)

    def towns(self) -> set[str]:
        """§9.31: where the unit goes by rail on its own map."""
        if self.here is None or not self.sets_out():
            return set()
        found = self.lines([self.here])
        return {self.board.ids[i] for i in found if self.served(i) and self.is_station(i) and self.arrives(i)}

    # --- the transit box (§9.13) --------------------------------------------------------------------------------------

    def leaves(self) -> bool:
        """§9.13: whether the unit can go into the box: a line leads to the edge of its map."""
        if self.side != CENTRAL or self.here is None or not self.sets_out():
            return False
        lines = self.lines([self.here])
        return any(i in lines for i in self.edges(self.board.front[self.here]))

    def towns_from_the_box(self) -> set[str]:
        """§9.13: where a unit of the box comes in: on any front of the Near East, by a line from its edge."""
        doors = [i for front in FRONTS for i in self.edges(front) if self.enters(i)]
        found = self.lines(doors)
        return {self.board.ids[i] for i in found if self.is_station(i) and self.arrives(i)}

    def towns_from_arabia(self) -> set[str]:
        """§9.16: straight into a town or city of the Ottoman Empire on the Egyptian Front map."""
        there = self.board.by_front["egypt"] & self.board.by_country["TU"]
        return {self.board.ids[i] for i in there if self.is_station(i) and self.arrives(i)}

    # --- ships (§9.5) -------------------------------------------------------------------------------------------------

    def is_port(self, i: int) -> bool:
        """§9.53, §9.54: a port of the side's: an anchor, or any coast west of the canal; none in the Caucasus."""
        west = word(self.state, "region", i) == "West of the canal"
        water = any(j >= 0 and word(self.state, "surface", j) == "sea" for j in self.board.neighbours[i])
        by_sea = water or any(barrier(self.board, "sea")[i])
        port = (west and by_sea) or (self.board.front[i] in ("egypt", "iraq") and i in self.board.ports)
        return port and controls(self.state, i) == ALLIED

    def harbours(self) -> set[str]:
        """§9.51, §9.56: where the unit goes by sea: into any other port in supply; alone no headquarters goes."""
        alone = not self.state.printed.variant.combined
        if self.side == CENTRAL or self.here is None or self.walk.stays():
            return set()
        if (alone and self.counter.kind == "hq") or not self.is_port(self.here) or not self.fed(self.here):
            return set()
        ports = {i for front in ("egypt", "iraq") for i in self.board.by_front[front] if self.is_port(i)}
        free = {i for i in ports if i not in self.enemies and not fort_of(self.state, i, CENTRAL)}
        return {self.board.ids[i] for i in free if self.lands(i)}

    def lands(self, i: int) -> bool:
        """§9.51, §11.85: as ``arrives``; ships come beside an enemy too."""
        if i == self.here or not self.may_be_in(i) or not self.has_room(i):
            return False
        return self.fed(i)


def journeys(trains: Trains) -> dict[str, set[str]]:
    """§9.1, §9.2, §9.5: by each way the hexes, or the box, to which the unit goes with what is left of its trains or
    ships."""
    state, used = trains.state, trains.state.phase.used

    def left(capacity: str) -> int:
        return CAPACITIES[capacity] - used.get(capacity, 0)

    front = "" if trains.here is None else trains.board.front[trains.here]
    # A unit without trains of its side on a front goes nowhere, whatever is left of them.
    rail = "near-east-central" if trains.side == CENTRAL else front
    runs = trains.weight() <= left(rail)
    box = state.units[trains.unit].at
    return {
        "rail": trains.towns() if runs else set(),
        "into the box": {state.units[trains.unit].at} if runs and trains.leaves() else set(),
        "out of the box": trains.towns_from_the_box() if runs and box == TRANSIT else set(),
        "out of Arabia": trains.towns_from_arabia() if runs and box == ARABIA else set(),
        "sea": trains.harbours() if left("near-east-sea") > 0 else set(),
    }
