"""§9.5, §11.6: what trains and ships have carried in a phase, added up journey by journey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.empires_alliances.facts.aircraft import Rebased
from rules.empires_alliances.facts.invasion import Sailed
from rules.empires_alliances.facts.movement import Travelled
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.ground import FOES, held_against, zone_of
from tests.games.empires_alliances.oracle.supply import holder, rail_side, supplies


def size(state: State, unit: str) -> int:
    """§9.5, §11.6: half corps: a division that is not American, or a gun of one factor, is one, any other unit two."""
    counter = state.counter(unit)
    small = counter.size == "XX" and counter.nation != "US"
    return 1 if small or (counter.kind == "field-artillery" and counter.figures.attack == 1) else 2


def power(state: State, nation: str) -> str:
    """§3.2, §9.51: the country whose railways, or whose forces, a nation's are."""
    return state.printed.nations[nation].power


def loads(state: State, units: Iterable[str]) -> Counter[str]:
    """§9.51: half corps by country."""
    found: Counter[str] = Counter()
    for unit in units:
        found[power(state, state.counter(unit).nation)] += size(state, unit)
    return found


def backers(state: State, side: str, start: int) -> set[str]:
    """§9.52: the great powers of which a source lies on the rails that carry the side, in one piece with a hex."""
    board, zone, foes = state.board, zone_of(state, FOES[side]), held_against(state, side)

    def carries(i: int) -> bool:
        held = board.lattice.ids[i] in state.held_rails
        return held and rail_side(state, i) == side == holder(state, i) and i not in zone and i not in foes

    piece, row = {start}, [start]
    for i in row:
        for j, _ in board.rails[i]:
            if j not in piece and carries(j):
                piece.add(j)
                row.append(j)
    found = supplies(state, side)
    powers = {power(state, board.country[i]) for i in piece & (found.full | {*found.limited})}
    return {name for name in powers if state.printed.capacity[name].major}


@dataclass
class Carried:
    """Half corps by the words of ``State.used``; all ships together."""

    rails: Counter[str] = field(default_factory=Counter)
    ships: int = 0

    def add(self, state: State, fact: Travelled | Sailed | Rebased) -> None:
        """A journey, an invasion, or an aircraft that may go by ship."""
        if isinstance(fact, Sailed):
            self.ships += sum(size(state, unit) for unit in fact.units)
        elif isinstance(fact, Rebased):
            self.ships += size(state, fact.unit) * (state.units[fact.unit].at in state.board.boxes)
        else:
            here = fact.start
            for leg in fact.legs:
                if leg.mode == "ship":
                    self.ships += sum(size(state, unit) for unit in fact.units)
                elif leg.mode == "train":
                    self._add_train(state, fact.units, (here, *leg.path))
                here = leg.path[-1]

    def _add_train(self, state: State, units: Sequence[str], line: Sequence[str]) -> None:
        """§9.51, §9.52: against their own countries, and those that the train runs through."""
        board, mine = state.board, loads(state, units)
        crossed = {power(state, board.country[board.index(hex_)]) for hex_ in line}
        backing = backers(state, state.side_of(units[0]), board.index(line[0]))
        for name in crossed | {*mine}:
            here = mine if name in crossed else {name: mine[name]}
            self.rails[f"rail.{name}"] += sum(here.values())
            if not state.printed.capacity[name].major:
                plain = sum(halves for by, halves in here.items() if by == name or by not in backing)
                self.rails[f"rail.{name}.plain"] += plain


def wrong_load(carried: Carried, after: State) -> Iterator[str]:
    """§9.5, §11.6: where the rules have counted otherwise."""
    told = {word: n for word, n in after.used.items() if word.startswith("rail.") and n}
    mine = {word: n for word, n in carried.rails.items() if n}
    if told != mine:
        yield f"9.51 trains have carried {told}, not {mine}"
    ships = sum(n for word, n in after.used.items() if word.startswith("sea."))
    if ships != carried.ships:
        yield f"11.6 ships have carried {ships}, not {carried.ships}"
