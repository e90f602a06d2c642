"""§8.2 to §8.9: supply on fields drawn by lot, judged a second time from the other end.

The rules flood the map outward from the sources. Here every unit looks for its own line, hex by hex, as a player would
lay it with his finger. Both must say the same of every unit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.board import Board
from rules.schlieffens_war.supply import judge
from rules.schlieffens_war.zoc import in_ezoc
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import field, position, printed, seeded

ROWS, COLUMNS = 5, 6
HEXES = [f"{row}{col:02d}" for row in range(10, 10 + ROWS) for col in range(1, 1 + COLUMNS)]
LANDS = ("GGFFFF", "GBBFFF", "GBBBFF", "GBBFFF", "GGFFFF")
"""A small west: Germany in the east, Belgium between, France in the west and south."""
FIELDS = 80
GERMANS = ["ge-ii", "ge-iii", "ge-gd", "ge-hq-1", "ge-hq-2", "ge-depot-1", "ge-depot-2"]
ALLIES = ["fr-1", "fr-2", "fr-hq-1", "fr-hq-2", "br-i", "br-hq", "be-1", "be-hq"]
TWO_HEXES = 4
"""In half hexes."""
Half = Callable[[str, str], bool]


@dataclass(frozen=True)
class Finger:
    """Lays lines for one side over a position."""

    state: State
    board: Board
    side: str

    def joined(self, a: str, b: str) -> bool:
        """Whether a rail runs between two neighbours."""
        index = self.board.lattice.index
        return self.board.rail[index[a]][self.board.lattice.side(a, b)] and self.passable(a, b)

    def passable(self, a: str, b: str) -> bool:
        """Whether units could cross from one to the other."""
        index = self.board.lattice.index
        sea = self.board.sea[index[a]][self.board.lattice.side(a, b)]
        return self.board.is_playable(b) and not sea

    def free(self, hex_: str) -> bool:
        """§8.2: no enemy stands there."""
        return self.state.holder(hex_) in (None, self.side)

    def clear(self, hex_: str) -> bool:
        """§8.2, §7.5: a line may run on through it."""
        return self.state.holder(hex_) == self.side or (self.free(hex_) and not in_ezoc(self.state, hex_, self.side))

    def leg(self, here: str, goals: Iterable[str], left: int, half: Half | None = None, own: bool = False) -> bool:
        """Whether a line of ``left`` half hexes leads from here to a goal; over own ground only if asked."""
        targets = set(goals)
        if here in targets:
            return True
        for there in self.board.lattice.around(here):
            cost = 1 if half and half(here, there) else 2
            if cost > left or not self.passable(here, there) or not self.free(there):
                continue
            if own and self.state.controller(there) != self.side:
                continue
            if there in targets or (self.clear(there) and self.leg(there, targets, left - cost, half, own)):
                return True
        return False

    def rails(self, here: str, sources: Iterable[str], strict: bool = False) -> bool:
        """Whether rails lead from here to a source without enemies; a strict line keeps clear at its source too."""
        ends = {h for h in sources if self.free(h) and (self.clear(h) or not strict)}
        seen, open_ = {here}, [here]
        if strict and not self.clear(here):
            return False
        while open_:
            a = open_.pop()
            if a in ends:
                return True
            if a != here and not self.clear(a):
                continue
            for b in self.board.lattice.around(a):
                if b not in seen and self.joined(a, b) and self.free(b):
                    seen.add(b)
                    open_.append(b)
        return False


def in_regular_supply(state: State, board: Board, unit: str) -> bool:
    """§8.3 to §8.6 as the rulebook tells them, beginning at the unit."""
    c = printed().counters[unit]
    finger = Finger(state, board, c.side)
    at = state.units[unit].at
    everyone = {u: printed().counters[u] for u in state.on_map()}
    edges = [h for h in (board.west_edge | board.south_edge) if h in board.on_rail]
    ports = [h for h in board.ports if state.controller(h) == "entente" and state.holder(h) != "german"]

    def hqs(nation: str) -> list[tuple[str, str]]:
        return [(u, state.units[u].at) for u, d in everyone.items() if d.kind == "hq" and d.nation == nation]

    if c.nation == "GE":
        return _german_line(finger, unit, hqs("GE"))
    french = [h for _, h in hqs("FR") if finger.rails(h, edges)]
    british = [h for _, h in hqs("BR") if h in ports or finger.rails(h, [*edges, *ports])]
    belgian = [h for _, h in hqs("BE") if finger.rails(h, edges)]
    if c.nation == "BE":
        if board.country[at] == "BE":
            return True
        return at in belgian if c.kind == "hq" else finger.leg(at, belgian, TWO_HEXES)
    if c.nation == "BR":
        return at in british if c.kind == "hq" else finger.leg(at, [*british, *french], TWO_HEXES)
    if c.kind == "hq":
        return at in french

    def half(a: str, b: str) -> bool:
        return finger.joined(a, b) and board.country[b] == "FR"

    return finger.leg(at, french, TWO_HEXES, half)


def _german_line(finger: Finger, unit: str, hqs: list[tuple[str, str]]) -> bool:
    state, board, c = finger.state, finger.board, printed().counters[unit]
    east = [h for h in board.east_edge if h in board.on_rail]

    def railed(hex_: str) -> bool:
        return finger.rails(hex_, east, strict=True)

    def depot_of(army: str) -> list[str]:
        found = [u for u in state.on_map("german") if u == f"ge-depot-{army}"]
        return [state.units[u].at for u in found if railed(state.units[u].at)]

    def fed(army: str, at: str) -> bool:
        home = [h for h in board.on_rail if board.country[h] == "GE" and railed(h)]
        by_depot = finger.leg(at, depot_of(army), TWO_HEXES, finger.joined, own=True)
        return by_depot or finger.leg(at, home, TWO_HEXES)

    at = state.units[unit].at
    cities = [h for h in board.cities if board.country[h] == "GE" and railed(h)]
    if c.kind == "depot":
        return railed(at) or finger.leg(at, cities, TWO_HEXES)
    if c.kind == "hq":
        return fed(c.army, at)
    return finger.leg(at, [*cities, *(h for u, h in hqs if fed(printed().counters[u].army, h))], TWO_HEXES)


def in_fortress(board: Board, unit: str, at: str) -> bool:
    """§8.9 with the limits of §8.3 and §8.4."""
    nation = printed().counters[unit].nation
    if at not in board.fortresses:
        return False
    return {"FR": board.country[at] == "FR", "BR": board.name[at] == "Liège"}.get(nation, True)


def drawn(rng: random.Random) -> Board:
    """A small west with ground, rails and a few places thrown anyhow."""
    rows, pairs = [], set()
    for r, lands in enumerate(LANDS):
        rows.append(" ".join([str(10 + r), *(land + rng.choice(".......frmchp") for land in lands)]))
    bare = field("\n".join(rows))
    for a in HEXES:
        pairs |= {(min(a, b), max(a, b)) for b in bare.lattice.around(a)}
    links = sorted(pairs)
    names = dict.fromkeys(rng.sample(HEXES, 12), "Liège")
    return field("\n".join(rows), rails=rng.sample(links, len(links) // 2), seas=rng.sample(links, 4), names=names)


def scattered(rng: random.Random, board: Board) -> State:
    """Both sides anywhere on the field, nations apart; ground taken at random, but that under units is their side's."""
    land = [h for h in HEXES if board.is_playable(h)]
    rng.shuffle(land)
    stacks = {land.pop(): u for u in (*GERMANS, *ALLIES) if len(land) > 6 and rng.random() < 0.8}
    sides = {h: printed().counters[u].side for h, u in stacks.items()}
    taken = {h for h in HEXES if rng.random() < 0.5}
    taken -= {h for h in HEXES if sides.get(h) == board.owner_at_start(h)}
    taken |= {h for h, side in sides.items() if side != board.owner_at_start(h)}
    return position("german.combat", stacks, taken=frozenset(taken))


def expected(state: State, board: Board, unit: str) -> str:
    """The state of supply of a unit, found from its own end."""
    if in_regular_supply(state, board, unit):
        return "in"
    return "fortress" if in_fortress(board, unit, state.units[unit].at) else "out"


@pytest.mark.parametrize("seed", range(FIELDS))
def test_supply_is_the_same_from_either_end(lay: Lay, seed: int) -> None:
    """§8.2 to §8.6, §8.9: what the rules judge is what a unit finds that lays its own line."""
    rng = seeded(seed)
    board = lay(drawn(rng))
    state = scattered(rng, board)
    judged = {**judge(state, "german"), **judge(state, "entente")}
    assert judged == {unit: expected(state, board, unit) for unit in judged}


def test_the_fields_drawn_by_lot_have_all_states_of_supply(lay: Lay) -> None:
    """§8.0: for every nation, corps and HQs are found in and out of supply among them, and in fortresses too."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for seed in range(FIELDS):
        rng = seeded(seed)
        board = lay(drawn(rng))
        state = scattered(rng, board)
        for unit, found in {**judge(state, "german"), **judge(state, "entente")}.items():
            c = printed().counters[unit]
            seen[c.nation, c.kind, found] += 1
    for nation in ("GE", "FR", "BR", "BE"):
        for kind in ("infantry", "hq"):
            assert seen[nation, kind, "in"] >= 5, (nation, kind, "in", seen)
            assert seen[nation, kind, "out"] >= 5, (nation, kind, "out", seen)
    assert seen["GE", "depot", "in"] >= 5
    assert seen["GE", "depot", "out"] >= 5
    assert {found for _, _, found in seen} == {"in", "out", "fortress"}
