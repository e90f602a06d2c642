"""Which enemy stacks are worth an attack, and from where: by what the table promises and what lies behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.great_war.players.line import Line
from rules.great_war.players.odds import Promise, promise
from rules.great_war.players.sight import Sight, Unit, room, usual

MOST = 8
"""Attacks for which a side gathers its reserves in a phase."""
HEX, TOWN, AIM = 0.4, 0.3, 2.5
"""Worth in steps of a hex that is taken, more for a town and much more for one that counts for victory."""
CAUTION = 1.0
"""What a step lost is worth against one that the enemy loses, when both have equal armies."""
BOLDEST, SHYEST = 0.75, 1.3
SPENT = 0.02
"""How much dearer a step becomes with every unit of the nation in the dead pile that nobody pays for."""
HQ_PRICE = 0.25
"""Worth in steps of a headquarters that can support nobody else until the next strategic turn."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """An attack that could be made once enough units stand round the target."""

    target: int
    origins: tuple[int, ...]
    value: float


def best(sight: Sight, line: Line, there: Mapping[int, Sequence[Unit]]) -> list[Scheme]:
    """The best attacks that full stacks could make, the best first."""
    found = []
    for target, defenders in sorted(sight.theirs.items()):
        if (
            sight.board.theatre[target] != line.theatre
            or target in sight.closed
            or not any(u.fights for u in defenders)
        ):
            continue
        origins = [i for i in sight.board.beside(target) if i in sight.mine and any(u.fights for u in sight.mine[i])]
        if not origins:
            continue
        attackers = [u for i in origins for u in _filled(sight, i, there.get(i, ()))]
        value = worth(sight, line, promise(sight, attackers, target), target, attackers)
        if value > 0:
            by_men = sorted(origins, key=lambda i: (-sum(u.attack for u in there.get(i, ())), i))
            found.append(Scheme(target, tuple(by_men), value))
    return sorted(found, key=lambda s: (-s.value, s.target))[:MOST]


def _filled(sight: Sight, i: int, standing: Sequence[Unit]) -> Iterable[Unit]:
    """Who could stand in a hex: those that do, and as many like them as there is room for."""
    fighters = [u for u in standing if u.fights]
    yield from (replace(u, at=i) for u in fighters)
    if fighters:
        nation = fighters[0].nation
        attack, defence = usual(sight.printed, nation)
        like = replace(fighters[0], kind="infantry", attack=attack, defence=defence, steps=1, drm=0, turned="", at=i)
        for _ in range(room(fighters)):
            yield like


def worth(sight: Sight, line: Line, found: Promise, target: int, attackers: Sequence[Unit]) -> float:
    """What an attack promises, in steps: the enemy's that fall and the hex, less the own ones by caution."""
    return found.theirs + found.taken * prize(sight, target) - found.ours * caution(sight, line, attackers)


def prize(sight: Sight, i: int) -> float:
    """What a hex is worth to whoever takes it."""
    board = sight.board
    return HEX + (TOWN if i in board.towns else 0) + (AIM if i in sight.aims else 0)


def caution(sight: Sight, line: Line, attackers: Iterable[Unit]) -> float:
    """What a step lost is worth: less to a side that leans on the line, more to a nation without reserves."""
    nations = {u.nation for u in attackers}
    dead = sum(u["nation"] in nations for u in sight.boxes("dead"))
    return max(BOLDEST, min(SHYEST, CAUTION * line.pressure)) + SPENT * dead
