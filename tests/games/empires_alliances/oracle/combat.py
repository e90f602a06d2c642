"""§13.0, §16.0: strengths, column, die roll modifiers, result, who may attack together, and losses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.empires_alliances.facts.combat import FightResolved
from rules.empires_alliances.position.frames import HexAttack, Pairing
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.ground import RANKS, hunger, weather
from tests.games.empires_alliances.oracle.marches import ARGONNE, IN_ARGONNE

HUNGRY = {0: Fraction(1), 1: Fraction(3, 4)}
"""§14.6: what hunger leaves of a strength; half from the second turn on."""
EMPIRE = {"GB", "CA", "AU", "IN"}
UNIT = 16
"""The figures of a fact count sixteenths."""


def fed(state: State, unit: str) -> Fraction:
    """§14.6: what hunger leaves of a strength."""
    return HUNGRY.get(hunger(state, unit), Fraction(1, 2))


def attack(state: State, units: Sequence[str], target: str) -> Fraction:
    """§13.641, §2.1: the attackers' strength, less over rivers that are not frozen."""
    board, total = state.board, Fraction(0)
    j = board.index(target)
    for unit in units:
        counter, at = state.counter(unit), state.units[unit].at
        strength = counter.figures.attack * fed(state, unit)
        if board.is_hex(at):
            i = board.index(at)
            k = board.lattice.neighbours[i].index(j)
            if board.rivers[i][k] and not (board.freezing[i][k] and weather(state, j) == "snow"):
                strength *= Fraction(1, 2) if counter.kind == "tank" else Fraction(3, 4)
        total += strength
    return total


def defence(state: State, units: Sequence[str]) -> Fraction:
    """§13.641, §13.85: the defenders' strength; a shaken unit has half of what is printed, rounded down."""
    total = Fraction(0)
    for unit in units:
        printed = state.counter(unit).figures.defence
        total += (printed // 2 if state.units[unit].shaken else printed) * fed(state, unit)
    return total


def column(mine: Fraction, theirs: Fraction) -> str:
    """§13.641: the odds, rounded in the defender's favour; seven to one is the last column."""
    if theirs == 0:
        return "7-1"
    if mine >= theirs:
        return f"{min(7, mine // theirs)}-1"
    return f"1-{math.ceil(theirs / mine)}"


def low_spirits(state: State, unit: str) -> bool:
    """§21.33: whether the morale of a unit's nation forbids it to attack."""
    spirit = state.spirits.get(state.printed.nations[state.counter(unit).nation].power)
    return bool(spirit and spirit.effect == "M" and state.turn <= spirit.until)


def trenches(state: State, units: Sequence[str]) -> int:
    """§15.24: what half of the ranks, counted by corps, are dug in to; divisions count half."""

    def size(unit: str) -> int:
        counter = state.counter(unit)
        return 1 if counter.size == "XX" and counter.nation != "US" else 2

    ranks = [unit for unit in units if state.counter(unit).kind in RANKS]
    whole = sum(map(size, ranks))
    for level in (2, 1):
        if whole and 2 * sum(size(u) for u in ranks if state.units[u].trench >= level) >= whole:
            return level
    return 0


def over_the_forest(state: State, unit: str, target: str) -> bool:
    """§22.11: whether a unit attacks over a hexside of the Argonne."""
    return bool(state.option("argonne")) and {state.units[unit].at, target} in ARGONNE


def modifiers(state: State, units: Sequence[str], air: Sequence[str], targets: Sequence[str], target: str) -> int:
    """§13.642: everything that moves the die, three at most either way."""
    board, total = state.board, 0
    kinds = {unit: state.counter(unit).kind for unit in units}
    strong = [unit for unit in units if hunger(state, unit) < 2]
    total += min(3, sum(kinds[unit] == "stosstruppen" for unit in strong))
    forts = [fort.level for id_, fort in state.printed.forts.items() if fort.hex == target and id_ in state.forts]
    level = forts[0] if forts else 0
    total += min(level, sum(kinds[unit] == "siege-artillery" for unit in strong))
    i = board.index(target)
    terrain = board.terrain[i]
    if state.option("argonne"):
        terrain = "clear" if target == IN_ARGONNE else terrain
        if any(over_the_forest(state, unit, target) and kinds[unit] in RANKS for unit in units):
            terrain = "forest"
    if terrain not in ("forest", "swamp", "mountain"):
        total += min(3, sum(kinds[u] == "tank" and not over_the_forest(state, u, target) for u in strong))
    total += min(2, sum(hunger(state, unit) < 2 for unit in air))
    total -= state.printed.terrain[terrain].drm + level + trenches(state, targets)
    if board.city[i]:
        total -= state.printed.terrain[board.city[i]].drm
    total += any(low_spirits(state, unit) for unit in targets)
    nations = {state.counter(unit).nation for unit in units}
    west = board.country[i] in ("FR", "BE", "LU", "NL") or target in state.printed.charts.allies_apart.west_of_rhine
    if west and nations & EMPIRE and nations & {"FR", "US"}:
        total -= 1
    return max(-3, min(3, total))


def wrong_company(state: State, units: Sequence[str], air: Sequence[str]) -> Iterator[str]:
    """§13.652, §16.3: guns and tanks are no more than the ranks, and a corps takes one tank and one aircraft."""
    ranks = sum(state.counter(unit).kind in RANKS for unit in units)
    if not ranks or len(units) - ranks > ranks:
        yield "13.652 too few ranks"
    for nation in {state.counter(unit).nation for unit in units}:
        mine = [state.counter(unit) for unit in units if state.counter(unit).nation == nation]
        foot = [c for c in mine if c.kind in ("infantry", "stosstruppen")]
        corps = sum(c.size == "XXX" or nation == "US" for c in foot)
        if sum(c.kind == "tank" for c in mine) > corps:
            yield "16.3 more tanks than corps"
        if sum(state.counter(unit).nation == nation for unit in air) > corps:
            yield "16.4 more aircraft than corps"
    for unit in units:
        if low_spirits(state, unit) or state.units[unit].shaken:
            yield f"13.85 {unit} may not attack"


def _pairing(state: State, hex_: str, number: int) -> Pairing:
    """§13.63: who attacks whom in a hex."""
    return next(frame for frame in state.lanes[hex_] if isinstance(frame, HexAttack)).fights[number]


def wrong_fight(state: State, fact: FightResolved) -> Iterator[str]:
    """§13.64: what is wrong with a fight."""
    fight = _pairing(state, fact.hex, fact.pairing)
    mine, theirs = attack(state, fight.attackers, fact.hex) + fight.navy, defence(state, fight.targets)
    if (Fraction(fact.attack, UNIT), Fraction(fact.defence, UNIT)) != (mine, theirs):
        yield f"13.641 {fact.attack}:{fact.defence} sixteenths, not {float(mine)}:{float(theirs)}"
    odds = column(mine, theirs)
    if odds != fact.column:
        yield f"13.641 column {fact.column}, not {odds}"
    drm = modifiers(state, fight.attackers, fight.air, fight.targets, fact.hex)
    if fact.net != fact.die + drm:
        yield f"13.642 {fact.net} of {fact.die}, not {drm} more"
    row = max(-1, min(12, fact.net))
    if fact.result != state.printed.combat.result(odds, row):
        yield f"13.643 {fact.result} on {odds}, {row}"
    yield from wrong_company(state, fight.attackers, fight.air)
