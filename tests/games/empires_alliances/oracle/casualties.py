"""§13.7, §16.1, §16.3: what a result costs either side, and who may be lost or demoralised for it: every set of units
is tried, and nothing is searched for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from rules.empires_alliances.facts.combat import FightLosses, FightResolved
from rules.empires_alliances.position.frames import Fight, HexAttack, Pairing
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.combat import over_the_forest
from tests.games.empires_alliances.oracle.ground import RANKS, hunger

GUNS = ("field-artillery", "siege-artillery", "tank")
Units = tuple[str, ...]


class Loser(NamedTuple):
    """A side of a fight as far as its losses go: each unit with its printed factor and kind; the special units that
    helped, by kind, for each of which a unit is lost; whether ND asks for the largest alone."""

    factors: tuple[int, ...]
    kinds: tuple[str, ...]
    forced: tuple[frozenset[int], ...] = ()
    single: bool = False


def factor(state: State, unit: str, by: int) -> int:
    """§13.71: the factor that is printed, of an attacker (0) or a defender (1)."""
    figures = state.counter(unit).figures
    return figures.defence if by else figures.attack


def owed(state: State, result: str, fight: Pairing) -> tuple[int, int]:
    """§13.7: printed factors that either side loses; of ND nothing is known before the attacker has lost a unit. The
    Royal Navy counts on neither side (§11.73)."""
    mine = sum(factor(state, unit, 0) for unit in fight.attackers)
    theirs = sum(factor(state, unit, 1) for unit in fight.targets)
    if result == "AE":
        return mine, 0
    if result == "AX":
        return theirs, 0
    if result == "EX":
        return (mine if mine <= theirs else theirs), (theirs if theirs <= mine else mine)
    if result == "HX":
        return -(-theirs // 2), theirs
    return (0, theirs) if result == "DE" else (0, 0)


def loser(state: State, target: str, fight: Pairing, result: str, by: int) -> Loser:
    """§13.72, §16.1, §16.3: the units of a side, with the special ones that lose a unit at least."""
    units = fight.targets if by else fight.attackers
    kinds = tuple(state.counter(unit).kind for unit in units)
    factors = tuple(factor(state, unit, by) for unit in units)
    if by:
        return Loser(factors, kinds)
    helping = [n for n, unit in enumerate(units) if hunger(state, unit) < 2]
    storm = frozenset(n for n in helping if kinds[n] == "stosstruppen")
    ground = state.board.terrain[state.board.index(target)]
    argonne = bool(state.option("argonne"))
    if argonne and target == "2751":
        ground = "clear"
    if argonne and any(over_the_forest(state, u, target) and state.counter(u).kind in RANKS for u in units):
        ground = "forest"
    open_ = ground not in ("forest", "swamp", "mountain")
    tanks = frozenset(
        n for n in helping if kinds[n] == "tank" and open_ and not over_the_forest(state, units[n], target)
    )
    return Loser(factors, kinds, tuple(some for some in (storm, tanks) if some), result == "ND")


def _ranks(side: Loser, chosen: Iterable[int]) -> int:
    return sum(side.kinds[n] in RANKS for n in chosen)


def _is_enough(side: Loser, chosen: frozenset[int], total: int) -> bool:
    """§13.7, §13.72: whether these come to it, with whoever must be among them; guns apart."""
    if side.single:
        return _is_the_largest(side, chosen)
    worth = sum(side.factors[n] for n in chosen)
    some = not any(kind in RANKS for kind in side.kinds) or _ranks(side, chosen) > 0
    return worth >= min(total, sum(side.factors)) and some and all(chosen & must for must in side.forced)


def _is_the_largest(side: Loser, chosen: frozenset[int]) -> bool:
    """§13.7, §16.1, §16.3: of ND one unit, the largest of infantry and cavalry, or a Stosstruppe if one helped; and a
    tank beside it if one helped."""
    tanks = next((must for must in side.forced if side.kinds[min(must)] == "tank"), frozenset[int]())
    storm = next((must for must in side.forced if side.kinds[min(must)] == "stosstruppen"), frozenset[int]())
    ranks = [n for n in chosen if n not in tanks]
    of = storm or {n for n, kind in enumerate(side.kinds) if kind in RANKS}
    most = max(side.factors[n] for n in of)
    one = len(ranks) == 1 and ranks[0] in of and side.factors[ranks[0]] == most
    return one and len(chosen & tanks) == bool(tanks)


@cache
def _least_excess(side: Loser, total: int) -> int:
    """§13.72: by how many the guns among the losses exceed the ranks, where as few as possible do."""
    every = range(len(side.kinds))
    sets = (frozenset(some) for size in every for some in combinations(every, size + 1))
    return min((_excess(side, some) for some in sets if _is_enough(side, some, total)), default=0)


def _excess(side: Loser, chosen: frozenset[int]) -> int:
    if not any(kind in RANKS for kind in side.kinds) or side.single:
        return 0
    return max(0, sum(side.kinds[n] in GUNS for n in chosen) - _ranks(side, chosen))


def may_be_lost(side: Loser, chosen: frozenset[int], total: int) -> bool:
    """§13.7, §13.72, §16.1, §16.3: whether a side may lose just these."""
    if not _is_enough(side, chosen, total):
        return False
    excess = _excess(side, chosen)
    return not excess or excess <= _least_excess(side, total)


# --- AD ---------------------------------------------------------------------------------------------------------------


def half_corps(state: State, units: Iterable[str]) -> int:
    """§13.7: corps count two, divisions one, the others nothing."""
    counters = (state.counter(unit) for unit in units)
    return sum(1 if c.size == "XX" else 2 for c in counters if c.kind in RANKS)


def may_be_demoralised(state: State, fight: Pairing, alive: Sequence[str], chosen: Sequence[str]) -> bool:
    """§13.7: whether AD may demoralise just these of the attackers who are left: as many corps as defend, the largest
    among them, and nobody who could be left out; all units where more corps defend."""
    due = half_corps(state, fight.targets)
    ranks = [unit for unit in alive if state.counter(unit).kind in RANKS]
    if due > half_corps(state, ranks):
        return {*chosen} == {*alive}
    if not due:
        return not chosen
    most = max(factor(state, unit, 0) for unit in ranks)

    def holds(some: Sequence[str]) -> bool:
        largest = any(factor(state, unit, 0) == most for unit in some)
        return {*some} <= {*ranks} and half_corps(state, some) >= due and largest

    return holds(chosen) and not any(holds([u for u in chosen if u != unit]) for unit in chosen)


# --- what is laid before it -------------------------------------------------------------------------------------------


def fight_in(state: State, hex_: str) -> tuple[Fight, Pairing]:
    """§13.63: the fight under way for a hex, and who fights."""
    frames = state.lanes[hex_]
    fight = next(frame for frame in frames if isinstance(frame, Fight))
    return fight, next(frame for frame in frames if isinstance(frame, HexAttack)).fights[fight.pairing]


def wrong_owed(state: State, fact: FightResolved) -> Iterator[str]:
    """§13.7: where a result costs other factors than the rules say."""
    fights = next(frame for frame in state.lanes[fact.hex] if isinstance(frame, HexAttack)).fights
    mine = owed(state, fact.result, fights[fact.pairing])
    if mine != fact.owed:
        yield f"13.7 {fact.result} costs {fact.owed}, not {mine}"


def wrong_losses(state: State, fact: FightLosses) -> Iterator[str]:
    """§13.7, §13.72: where a side lost others than it may, or the defender owes other factors by ND."""
    fight, pairing = fight_in(state, fact.hex)
    of = pairing.targets if fact.by else pairing.attackers
    side, total = loser(state, fact.hex, pairing, fight.result, fact.by), fight.owed[fact.by]
    if not {*fact.units} <= {*of}:
        yield "13.7 losses of others"
    elif not may_be_lost(side, frozenset(of.index(unit) for unit in fact.units), total):
        yield f"13.7 {fact.units} of {of} are lost by {fight.result} for {total}"
    lost = sum(factor(state, unit, 0) for unit in fact.units)
    if not fact.by and fact.owed != (lost if fight.result == "ND" else fight.owed[1]):
        yield f"13.7 by {fight.result} the defender owes {fact.owed} for {lost}"
