"""§7.25: a whole position made from what one side is shown and has noted: the known as it is, the unknown dealt.

It knows no more than that. The side would see the same in it, be asked the same, and be answered the same. Every unit
off the map is seen, so those that are seen nowhere are the ones that lie concealed: they change places, no more. Each
lies where it may be (§17.2), sooner below one of its own nation, and headquarters below combat units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from rules.great_war.position.state import LATER, POOL, State, UnitState
from rules.great_war.printed.counters import Counter
from rules.great_war.printed.nations import SIDES, foe
from rules.great_war.printed.plans import PLANS
from rules.great_war.restrictions.national import off_limits_of
from rules.kernel.codec import load, stored_name
from rules.kernel.fast_replace import replace
from rules.kernel.players import Rng

FIELDS = frozenset(stored_name(f) for f in fields(State))
"""Those of a position."""
TIRED = ("reduced", "depleted")
"""Backs with which a unit may well lie there."""
AT_ONCE = ("units", "none", "air", "ace")
"""§6.3, §6.14: kinds of chits that are never held in a hand."""
ALONE = ("hq", "tank", "anti-tank")
"""§7.23: of these a hex holds one each, and they count for nothing."""
MAX_UNITS = 6
"""§7.23: units that count in a hex."""
TRIES, FOR_ROOM = 3000, 200
"""Exchanges after which a deal is taken as it is, and how many are made for the sake of room alone. Most need a few."""
FORBIDDEN, CROWDED = 100, 1
"""What may not be weighs more than any number of units too many, which there may be amid a phase."""
RUSSIA, SUD = "RU", "ge-hq-sud"
"""Units of which it may be told where they are: Russians after the peace, the army of the south by the odds."""


def imagine(view: Mapping[str, Any], rng: Rng) -> State:
    """A position that looks to the view's side as the true one does. ValueError where nothing was noted: for one who
    plays no side, and while units are set up."""
    noted = view["noted"]
    if noted is None:
        raise ValueError("only what a side is shown, after the set-up, can be imagined whole")
    # Beside the fields of a position it is noted where some are that are not seen.
    told = {name: value for name, value in noted.items() if name in FIELDS}
    _deal_chits(told, rng)
    seen = _read_seen(told)
    deal = _Deal(seen, noted, foe(view["viewer"]), rng)
    deal.deal()
    stacks = deal.stacks()
    attacked = {*noted["attacked"]}
    named = {f"?{hex_}.{depth}": u for hex_, units in stacks.items() for depth, u in enumerate(units)}
    units = {**seen.units}
    for place, unit in named.items():
        if unit in deal.unseen:
            units[unit] = deal.condition(unit, place[1:].rpartition(".")[0], attacked=place in attacked)
    for unit in deal.left:
        units[unit] = UnitState(POOL)
    devastating = tuple(named.get(u, u) for u in seen.devastating)
    return replace(seen, units=units, stacks=stacks, devastating=devastating)


def dealt(view: Mapping[str, Any], state: State) -> tuple[str, ...]:
    """The units on the map of an imagined position that the view does not show, in the order of the counters."""
    shown = {u for units in view["noted"]["stacks"].values() for u in units}
    return tuple(u for u, now in state.units.items() if now.at in state.stacks and u not in shown)


def _read_seen(told: Mapping[str, Any]) -> State:
    """The position without the units that the side does not see. Places in it have their handles still."""
    known = {u: UnitState(*now) for u, now in told["units"].items()}
    state = load(State, {**told, "units": {}, "draws": 0})
    everyone = {u: known.get(u, UnitState(LATER)) for u in state.printed.counters}
    return replace(state, units=everyone)


def _deal_chits(told: dict[str, Any], rng: Rng) -> None:
    """§6.17: into a hand that is held out of view as many as it holds, of those that could be in it."""
    events = PLANS[told["plan"]].of(told["scenario"]).chits.events

    def may_be_held(id_: str, side: str) -> bool:
        chit = events.get(id_)
        return chit is not None and chit.side == side and not chit.mandatory and chit.kind not in AT_ONCE

    chits = {**told["chits"]}
    for side in SIDES:
        hand, pool = f"{side}.hand", f"{side}.pool"
        if not isinstance(chits[hand], int):
            continue
        left = {**chits[pool]}
        held: dict[str, int] = {}
        for _ in range(chits[hand]):
            lots = [chit for chit, n in left.items() for _ in range(n)]
            fit = [chit for chit in lots if may_be_held(chit, side)]
            chit = (fit or lots)[rng.randrange(len(fit or lots))]
            held[chit] = held.get(chit, 0) + 1
            left[chit] -= 1
        chits |= {hand: held, pool: {chit: n for chit, n in left.items() if n}}
    told["chits"] = chits


@dataclass(slots=True, eq=False)
class _Stack:
    """A stack of which some faces are concealed, None in their places, and what is dealt to these."""

    hex: str
    faces: list[str | None]
    nation: str
    russians: frozenset[int]
    """Depths at which it is known that Russians lie."""
    dealt: dict[int, str] = field(default_factory=dict)

    @property
    def hidden(self) -> list[int]:
        """The places whose faces are concealed, the top first."""
        return [depth for depth, face in enumerate(self.faces) if face is None]

    def units_from_top(self) -> list[str]:
        """The units from the top down, as far as they are known or dealt."""
        return [u for depth, face in enumerate(self.faces) if (u := self.dealt.get(depth) if face is None else face)]


class _Deal:
    """What is seen, and what is dealt to the places of which it is not."""

    def __init__(self, seen: State, noted: Mapping[str, Any], side: str, rng: Rng) -> None:
        self._seen = seen
        self._rng = rng
        self._peace = bool(seen.strategic_state.treaty)
        counters = seen.printed.counters
        self._counters: Mapping[str, Counter] = counters
        self.unseen = {u for u in counters if u not in noted["units"]}
        self.left = [u for u in counters if u in self.unseen]
        """Those that are dealt to no place."""
        russians = {*noted["russians"]}
        self._stacks = {
            hex_: _Stack(
                hex_,
                [None if u.startswith("?") else u for u in units],
                next((counters[u].nation for u in units if not u.startswith("?")), ""),
                frozenset(depth for depth, u in enumerate(units) if u in russians),
            )
            for hex_, units in seen.stacks.items()
        }
        self._open = [stack for stack in self._stacks.values() if stack.hidden]
        self._south = noted["south"]
        self._side = side
        self._closed: dict[str, frozenset[int]] = {}
        self._worn = self._share_of_worn()

    # --- what is dealt --------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the concealed places: headquarters first, then the rest by nations, and mend what may not be."""
        waiting = self._shuffle([u for u in self.left if self._side_of(u) == self._side])
        hqs = [u for u in waiting if not self._counters[u].is_combat]
        places = [(stack, depth) for stack in self._open for depth in stack.hidden]
        if len(places) > len(waiting):
            raise ValueError("more units are concealed than there are")
        # In an entry under way what is not needed waits still.
        for unit in hqs:
            fit = [(s, d) for s, d in places if d not in s.dealt and self._takes_headquarters(s, d)]
            near = [(s, d) for s, d in fit if s.nation == self._counters[unit].nation and self._may_lie(s, d, unit)]
            if near or fit:
                self._put(unit, *self._one_of(near or fit))
        self._deal_combat([u for u in waiting if self._counters[u].is_combat], places)
        for stack, depth in places:
            if depth not in stack.dealt:
                self._put(self._one_of([u for u in self.left if self._side_of(u) == self._side]), stack, depth)
        self._mend(places)
        for stack in self._open:
            self._in_order(stack)

    def _deal_combat(self, units: Sequence[str], places: Sequence[tuple[_Stack, int]]) -> None:
        by_nation: dict[str, list[str]] = {}
        for unit in units:
            by_nation.setdefault(self._counters[unit].nation, []).append(unit)
        empty = self._shuffle([(s, d) for s, d in places if d not in s.dealt])
        for stack, depth in sorted(empty, key=lambda place: place[1] not in place[0].russians):
            nation = RUSSIA if depth in stack.russians else stack.nation
            own = by_nation.get(nation, [])
            fit = next((u for u in own[:5] if self._may_lie(stack, depth, u)), None)
            if fit:
                own.remove(fit)
                self._put(fit, stack, depth)

    def _put(self, unit: str, stack: _Stack, depth: int) -> None:
        stack.dealt[depth] = unit
        self.left.remove(unit)

    def _takes_headquarters(self, stack: _Stack, depth: int) -> bool:
        """§7.25: whether a headquarters may lie in a place: with no combat unit below it, and no other there."""
        below = [u for u in stack.faces[depth:] if u]
        if any(self._counters[u].is_combat for u in below):
            return False
        return all(self._counters[u].kind != "hq" for u in stack.units_from_top()) and depth == max(stack.hidden)

    def _may_lie(self, stack: _Stack, depth: int, unit: str) -> bool:
        """§17.2, §15.71: whether a unit may be in the hex at all; Russians only where they are known to be."""
        counter, board = self._counters[unit], self._seen.printed.board
        if self._peace and (counter.nationality == RUSSIA) != (depth in stack.russians):
            return False
        if self._south and unit == SUD and not self._may_be_south(stack.hex):
            return False
        i = board.index[stack.hex]
        if i in board.alpine and counter.kind != "mountain":
            return False
        closed = self._closed.get(unit)
        if closed is None:
            closed = self._closed[unit] = off_limits_of(self._seen, [unit])
        return i not in closed

    def _may_be_south(self, hex_: str) -> bool:
        """§7.24: whether the army of the south can be there, by the odds of the attack under way."""
        beside = {hex_, *self._seen.printed.board.lattice.around(hex_)}
        return beside.issuperset(self._south["near"]) and beside.isdisjoint(self._south["far"])

    def _mend(self, places: Sequence[tuple[_Stack, int]]) -> None:
        """Exchange units at random as long as something lies where it may not, and it gets no worse."""
        faults = {stack.hex: self._faults(stack) for stack in self._open}
        for grave, tries in ((FORBIDDEN, TRIES), (CROWDED, FOR_ROOM)):
            self._exchange(places, faults, grave, tries)

    def _exchange(self, places: Sequence[tuple[_Stack, int]], faults: dict[str, int], grave: int, tries: int) -> None:
        """The same for the sake of stacks whose faults are as grave as that."""
        faulty = [s for s in self._open if faults[s.hex] >= grave]
        for _ in range(tries):
            if not faulty:
                return
            stack = self._one_of(faulty)
            wrong = [depth for depth, unit in stack.dealt.items() if not self._may_lie(stack, depth, unit)]
            depth = self._one_of(wrong or stack.hidden)
            # A unit that may not be there goes where it may, in exchange for one that may have to go on from here.
            fit = [place for place in places if self._may_lie(*place, stack.dealt[depth])] if wrong else []
            other, there = self._one_of(fit or places)
            touched = [stack] if other is stack else [stack, other]
            before = sum(faults[s.hex] for s in touched)
            stack.dealt[depth], other.dealt[there] = other.dealt[there], stack.dealt[depth]
            now = {s.hex: self._faults(s) for s in touched}
            if sum(now.values()) > before:
                stack.dealt[depth], other.dealt[there] = other.dealt[there], stack.dealt[depth]
            else:
                faults |= now
                faulty = [s for s in faulty if s not in touched] + [s for s in touched if faults[s.hex] >= grave]

    def _faults(self, stack: _Stack) -> int:
        """How much is wrong with what a stack was dealt."""
        wrong = sum(not self._may_lie(stack, depth, u) for depth, u in stack.dealt.items())
        lies = [self._counters[u] for u in stack.units_from_top()]
        shown = [(d, self._counters[u].is_combat) for d, u in enumerate(stack.faces) if u]
        last = max((d for d, combat in shown if combat), default=-1)
        first = min((d for d, combat in shown if not combat), default=len(stack.faces))
        hqs = sum(not self._counters[u].is_combat for u in stack.dealt.values())
        # Headquarters fill the places from below; none is left over above a combat unit, none lacks below.
        wrong += max(0, hqs - sum(d > last for d in stack.hidden))
        wrong += max(0, sum(d > first for d in stack.hidden) - hqs)
        over = max(0, sum(c.kind not in ALONE for c in lies) - MAX_UNITS)
        over += sum(max(0, sum(c.kind == kind for c in lies) - 1) for kind in ALONE)
        return FORBIDDEN * wrong + CROWDED * over

    def _in_order(self, stack: _Stack) -> None:
        """§7.25: headquarters lie below combat units. Russians stay where they are known to lie."""
        for russian in (False, True):
            depths = [d for d in stack.hidden if (d in stack.russians) == russian]
            units = sorted((stack.dealt[d] for d in depths), key=lambda u: not self._counters[u].is_combat)
            stack.dealt |= dict(zip(depths, units, strict=True))

    # --- the position ---------------------------------------------------------------------------------------------

    def stacks(self) -> dict[str, tuple[str, ...]]:
        """Who lies where, from the top down."""
        return {hex_: tuple(stack.units_from_top()) for hex_, stack in self._stacks.items()}

    def condition(self, unit: str, hex_: str, *, attacked: bool) -> UnitState:
        """Worn as often as those of its side that are seen on the map, where it can be."""
        counter = self._counters[unit]
        back = counter.turned in TIRED and self._rng.randrange(100) < self._worn
        return UnitState(hex_, back, attacked=attacked)

    def _share_of_worn(self) -> int:
        """How many of a hundred units of the side that are seen on the map show a worn back."""
        tops = [u for stack in self._stacks.values() for u in stack.faces if u and self._side_of(u) == self._side]
        able = [u for u in tops if self._counters[u].turned in TIRED]
        return 100 * sum(self._seen.units[u].back for u in able) // len(able) if able else 0

    def _side_of(self, unit: str) -> str:
        return self._seen.sides.get(self._counters[unit].nation, "")

    # --- chance ---------------------------------------------------------------------------------------------------

    def _one_of(self, things: Sequence[Any]) -> Any:
        return things[self._rng.randrange(len(things))]

    def _shuffle(self, things: Iterable[Any]) -> list[Any]:
        left, found = [*things], list[Any]()
        while left:
            found.append(left.pop(self._rng.randrange(len(left))))
        return found
