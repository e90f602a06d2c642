"""Which enemy stacks are worth an attack, and from where: by what the table promises and what lies behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.great_war.players import posts
from rules.great_war.players.front import FAR, Line, decides_in_the_west, effort, seeks_it
from rules.great_war.players.odds import Promise, promise
from rules.great_war.players.sight import FALLEN, SIDE_OF, Sight, Unit, room, usual
from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.floods import spread

MAX_ATTACKS = 8
"""Attacks for which a side gathers its reserves in a phase."""
SIEGE = 3
"""Hexes from which a place is attacked that counts for victory."""
HEX, TOWN = 0.4, 0.3
"""Worth in steps of a hex that is taken, and more for a town."""
CITY = 1.5
"""Worth in steps of a city of Russia to the Central Powers, more for its revolution (§5.42)."""
PIPELINE = 2.0
"""§11.53: worth in steps to the Allies of the town to which the pipeline comes next."""
NEARER = 1.2
"""Worth of a hex beside one that counts for victory, less the farther it is away."""
CAUTION = 0.95
"""What a step lost is worth against one that the enemy loses, when both sides can rebuild as many."""
POORER = 0.25
"""The power of what both sides can rebuild in which steps are dearer to the poorer one."""
DENIED = 0.25
"""The part of an attack's hope of the hex that is left against full trenches in the west without any help (§10.71)."""
HASTE, HASTIEST = 0.6, 0.4
"""§18.4: how much cheaper a step is to the Allies of the Near East, who lose it at the end of 1918, and the least."""
BOLDEST, SHYEST = 0.7, 1.5
RESOLVED = 1.0
"""The most that a step is worth in the theatre in which alone a side seeks the decision."""
SPENT = 0.05
"""How much dearer a step becomes with every unit in the dead pile that cannot be paid for, cheaper with every point."""
INCOME = 0.6
"""The part of the next income that is counted on."""
HQ_PRICE = 0.25
"""Worth in steps of a headquarters that can support no other fight until the next strategic turn."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """An attack that could be made once enough units are round the target."""

    target: int
    origins: tuple[int, ...]
    value: float


def best(sight: Sight, line: Line, there: Mapping[int, Sequence[Unit]]) -> list[Scheme]:
    """The best attacks that full stacks could make, the best first."""
    found = []
    for target, defenders in sorted(sight.theirs.items()):
        if sight.part[target] != line.part or target in sight.closed or not any(u.fights for u in defenders):
            continue
        origins = [i for i in sight.board.beside(target) if i in sight.mine and any(u.fights for u in sight.mine[i])]
        if not origins:
            continue
        attackers = [u for i in origins for u in _fill(sight, i, there.get(i, ()))]
        support = support_near(sight, attackers)
        value = worth(sight, line, promise(sight, attackers, target, support), target, attackers)
        if value > 0:
            by_men = sorted(origins, key=lambda i: (-sum(u.attack for u in there.get(i, ())), i))
            found.append(Scheme(target, tuple(by_men), value))
    sector = line.sector
    return sorted(found, key=lambda s: (sector.isdisjoint(s.origins), -s.value, s.target))[:MAX_ATTACKS]


def sieges(sight: Sight, line: Line, there: Mapping[int, Sequence[Unit]]) -> list[Scheme]:
    """Attacks on what counts for victory, from every hex round it that units may enter, the best first."""
    found = []
    for target in sorted(sight.aims & sight.enemys - sight.closed):
        defenders = [u for u in sight.theirs.get(target, ()) if u.fights]
        if sight.part[target] != line.part or not (defenders or target in sight.enemy_forts):
            continue
        barred = sight.theirs.keys() | sight.closed | sight.enemy_forts
        origins = [i for i in sight.board.beside(target) if i not in barred and sight.board.land[i]]
        attackers = [u for i in origins for u in there.get(i, ()) if u.fights]
        if not attackers:
            continue
        full = [u for i in origins for u in _fill(sight, i, [*there.get(i, ()), attackers[0]])]
        value = worth(sight, line, promise(sight, full, target, support_near(sight, attackers)), target, attackers)
        if value > 0:
            by_men = sorted(origins, key=lambda i: (-sum(u.attack for u in there.get(i, ())), i))
            found.append(Scheme(target, tuple(by_men[:SIEGE]), value))
    return sorted(found, key=lambda s: (-s.value, s.target))


def support_near(sight: Sight, fighters: Sequence[Unit]) -> int:
    """§10.46: the columns of the best headquarters of the attackers' nations with or beside them."""
    nations = {u.nation for u in fighters}
    near = {h for i in {u.at for u in fighters} for h in (i, *sight.board.neighbours[i])}
    return max((u.support for h in near for u in sight.mine.get(h, ()) if u.nation in nations), default=0)


def _fill(sight: Sight, i: int, standing: Sequence[Unit]) -> Iterable[Unit]:
    """Which units could be in a hex: those that are, and as many like them as there is room for."""
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
    gain = found.taken * prize(sight, target) * (1 if found.way else DENIED)
    return found.theirs + gain - found.ours * caution(sight, line, attackers) / sight.habits.boldness


def prize(sight: Sight, i: int) -> float:
    """What taking a hex is worth."""
    board = sight.board
    if i in sight.aims:
        return HEX + sight.habits.aim
    if i in board.cities and sight.side == CENTRAL and i in board.by_country["RU"]:
        return HEX + CITY
    if sight.near(i) and i in posts.next_town(sight):
        return HEX + PIPELINE
    return HEX + (TOWN if i in board.towns else 0) + NEARER / max(1, toward(sight).get(i, FAR))


def toward(sight: Sight) -> Mapping[int, int]:
    """Hexes from everywhere to the nearest hex of the enemy's that counts for victory."""
    if "toward" not in sight.memo:
        shut = sight.closed
        aims = sorted(i for i in sight.aims if i in sight.enemys)
        sight.memo["toward"] = spread(sight.board.lines, aims, lambda _, b: b not in shut)
    found: Mapping[int, int] = sight.memo["toward"]
    return found


def aim_beyond(sight: Sight, i: int) -> int:
    """The hex of the enemy's that counts for victory to which the shortest way from a hex leads; itself, where none
    does."""
    far = toward(sight)
    here = i
    # A line may lead over a hexside in one direction alone.
    while far.get(i) and far.get(next_ := min(sight.board.lines[i], key=lambda b: (far.get(b, FAR), b)), FAR) < far[i]:
        i = next_
    return i if far.get(i) == 0 else here


def caution(sight: Sight, line: Line, attackers: Iterable[Unit]) -> float:
    """What a step lost is worth: less to a side that leans on the line, more to a nation without reserves."""
    if sight.in_haste:
        return BOLDEST
    if decides_in_the_west(sight) and effort(sight) == line.part:
        return sight.habits.at_stake
    nations = {u.nation for u in attackers}
    debt = max((_debt(sight, nation) for nation in nations), default=0.0)
    if sight.alone and sight.side == ALLIED:
        return max(HASTIEST, min(SHYEST, HASTE * CAUTION * dearness(sight) + SPENT * debt))
    price = max(BOLDEST, min(SHYEST, CAUTION * dearness(sight) * max(0.8, min(1.2, line.pressure)) + SPENT * debt))
    if line.sector:
        return min(price, RESOLVED)
    return price if seeks_it(sight, line.part) else price * sight.habits.at_bay


def dearness(sight: Sight) -> float:
    """How much dearer a step is to this side than to the other: by what the nations at war can rebuild now."""
    if "dearness" not in sight.memo:
        neutral = sight.view["tracks"]["neutral"]
        letter = STRATEGIC.index(sight.view["tracks"]["strategic"] or STRATEGIC[0])
        income = {sight.side: 1.0, sight.foe: 1.0}
        for nation, points in sight.charts.resources.items():
            if nation not in neutral and nation not in sight.collapsed:
                income[SIDE_OF[nation]] += points[min(letter, len(points) - 1)]
        sight.memo["dearness"] = (income[sight.foe] / income[sight.side]) ** POORER
    found: float = sight.memo["dearness"]
    return found


def _debt(sight: Sight, nation: str) -> float:
    """The dead units of a nation less the points that it has or will soon have for them."""
    if ("debt", nation) not in sight.memo:
        dead = sum(u["nation"] == nation for u in sight.boxes(*FALLEN))
        income = sight.charts.resources.get(nation, ())
        letter = STRATEGIC.index(sight.view["tracks"]["strategic"] or STRATEGIC[0])
        soon = income[min(letter + 1, len(income) - 1)] if income else 0
        sight.memo["debt", nation] = dead - sight.view["tracks"]["points"].get(nation, 0) - INCOME * soon
    found: float = sight.memo["debt", nation]
    return found
