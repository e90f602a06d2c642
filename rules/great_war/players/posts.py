"""The Near East has no unbroken line: a side holds posts, which are towns, ports and roads that the enemy can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rules.great_war.players.sight import NEAR_EAST, NEAR_WEST, Sight, Unit, room
from rules.great_war.printed.board import CANAL, LINE
from rules.great_war.printed.charts import HOT, WEATHER
from rules.great_war.printed.fronts import EGYPT, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.floods import spread

T = TypeVar("T")
FAR = 999
SOURCES = {CENTRAL: ("CP",), ALLIED: ("AL", "BR", "RU")}
"""§11.3: the words at symbols of supply by side."""
COLUMN = 13
"""§11.22: on the Egyptian Front the last column whose towns the Allies use before Gaza or Beersheba falls."""
REACH = 4
"""Hexes from which an enemy stack can soon be before a post."""
BY_STEPS = (1.0, 1.0, 0.5, 0.3, 0.2)
"""What enemies count against a post by the hexes they are away."""
LEAST = 2.0
"""Defence factors that a post should have which the enemy can reach: one good division."""
GARRISON = 2.0
"""The same in a city of the Caucasus by which the Central Powers win, though no enemy is near: nobody walks into
Baku. Before those of Egypt lies the Sinai: there a company will do."""
WATCH = 1.0
"""The same where they can only come from afar."""
PRIZE, AIM, TOWN, GROUND = 2.5, 1.5, 1.0, 0.6
"""How much more a post needs by which the enemy wins, or whose fall brings Turkey nearer to its end, and how much less
one without a town."""
QUIET = 1.2
"""Attack factors below which a town that nobody faces needs no men of its own."""
STAND = 1.6
"""Odds at which a post should hold in the open."""
ENOUGH = 0.9
"""The part of what the front of a unit needs that must be there without it for it to be spared."""


# --- the enemy --------------------------------------------------------------------------------------------------------


def armies(sight: Sight) -> Mapping[int, float]:
    """The attack factors of the enemy's stacks."""
    found = {i: sum(u.attack for u in units if u.fights) for i, units in sight.theirs.items() if sight.near(i)}
    return {i: attack for i, attack in found.items() if attack}


def threats(sight: Sight) -> Mapping[int, float]:
    """By hex the attack factors that can soon be before it, less the farther they are away."""

    def find() -> Mapping[int, float]:
        found: dict[int, float] = {}
        blocked = frozenset(sight.mine)
        for i, attack in sorted(armies(sight).items()):
            steps = _within(sight, i, blocked)
            for b, far in steps.items():
                found[b] = found.get(b, 0.0) + attack * BY_STEPS[far]
        return found

    return _recall(sight, "threats", find)


def _within(sight: Sight, start: int, blocked: frozenset[int]) -> Mapping[int, int]:
    """The hexes within reach of one, through none that are held against it, with how far they are."""
    found, edge = {start: 0}, [start]
    for far in range(1, REACH + 1):
        after = []
        for a in edge:
            for b in sight.board.beside(a):
                if b not in found:
                    found[b] = far
                    if b not in blocked:
                        after.append(b)
        edge = after
    return found


def danger(sight: Sight, i: int) -> float:
    """The attack factors that can soon be before a hex."""
    return threats(sight).get(i, 0.0)


def beside(sight: Sight, i: int) -> float:
    """The attack factors beside a hex."""
    there = armies(sight)
    return sum(there.get(b, 0.0) for b in sight.board.beside(i))


# --- posts ------------------------------------------------------------------------------------------------------------


def needs(sight: Sight, part: str) -> dict[int, float]:
    """The posts of a side in a part of the Near East that the enemy can or must never reach, and what each needs."""
    board, near, shut = sight.board, threats(sight), sight.closed
    found: dict[int, float] = {}
    pipe = next_town(sight)
    for i in sorted((sight.ours | frozenset(sight.mine)) & (near.keys() | sight.aims & board.towns | pipe)):
        if sight.part[i] != part or i in shut or not board.land[i]:
            continue
        if not _is_post(sight, i):
            continue
        if i not in near:
            if i in pipe or (i in board.cities and sight.side == ALLIED):
                found[i] = WATCH if i in pipe or board.front[i] == EGYPT else GARRISON
            continue
        faced = beside(sight, i)
        if not faced and near[i] < QUIET and i not in sight.aims and i not in pipe:
            continue
        lost = sight.side == ALLIED and i in board.victory
        weight = PRIZE if lost else AIM if i in sight.aims else TOWN if i in board.towns else GROUND
        found[i] = max(LEAST if faced else WATCH, weight * near[i] / max(1.0, _holds(sight, i)))
    return found


def next_town(sight: Sight) -> frozenset[int]:
    """§11.53: the town of Sinai to which the pipeline comes next, for the Allies: a unit must stand there."""
    town = sight.view["near_east"]["pipeline"]["next"] if sight.side == ALLIED else None
    return frozenset({sight.board.index[town]} if town else ())


def _is_post(sight: Sight, i: int) -> bool:
    """Whether a hex is held for itself: a town, a port, what counts for victory, or where men face the enemy."""
    board = sight.board
    if i in board.towns or i in board.ports:
        return True
    if i in sight.aims:
        # The land west of the canal counts hex by hex: it is held at the canal.
        return board.region[i] != CANAL or any(board.region[b] != CANAL for b in board.beside(i))
    return any(u.fights for u in sight.mine.get(i, ())) and bool(beside(sight, i))


def _holds(sight: Sight, i: int) -> float:
    board, features = sight.board, sight.charts.features
    columns = sight.charts.terrain[board.terrain[i]].shift[sight.weather(i)]
    columns += features.city_shift if i in board.cities else 0
    columns += features.fort_shift if i in sight.forts else 0
    return STAND + 0.6 * columns + (0.6 if board.ids[i] in sight.view["near_east"]["trenches"] else 0.0)


def toward_aims(sight: Sight) -> Mapping[int, int]:
    """Hexes from everywhere to the nearest hex of the enemy's that counts for victory."""

    def find() -> Mapping[int, int]:
        shut = sight.closed
        goals = sorted(i for i in sight.aims if i in sight.enemys)
        return spread(sight.board.lines, goals, lambda _, b: b not in shut)

    return _recall(sight, "toward aims", find)


# --- supply -----------------------------------------------------------------------------------------------------------


def fed_hexes(sight: Sight) -> frozenset[int]:
    """§11.21, §11.22, §12.2: the hexes within a line of a source, by towns that hand supply on, as far as can be told
    at a glance: whose source it is matters little."""

    def find() -> frozenset[int]:
        board = sight.board
        sources = {i for word, hexes in board.supply.items() if word in SOURCES[sight.side] for i in hexes}
        sources = {i for i in sources if sight.near(i) and i not in sight.enemys and i not in sight.theirs}
        towns = (board.towns & sight.ours) - _barren(sight)
        shut = frozenset(sight.theirs) | sight.closed
        found: set[int] = set()
        edge = sources
        while edge:
            near = _ring(sight, edge, shut)
            found |= near
            edge = {i for i in near & towns if i not in sources}
            sources = sources | edge
        return frozenset(found)

    return _recall(sight, "fed", find)


def _ring(sight: Sight, edge: Iterable[int], shut: frozenset[int]) -> frozenset[int]:
    """The hexes within a line of some."""
    found = edge = frozenset(edge)
    for _ in range(LINE):
        edge = frozenset(b for a in edge for b in sight.board.lines[a] if b >= 0 and b not in shut) - found
        found |= edge
    return found


def _barren(sight: Sight) -> frozenset[int]:
    """§11.22, §11.53, §12.2: towns that hand on nothing: in the heat of the desert, and for the Allies those that the
    pipeline has not reached and those behind Gaza and Beersheba."""
    board, places = sight.board, sight.printed.near_east
    hot = frozenset(i for hexes in board.desert.values() for i in hexes if WEATHER[sight.weather(i)] == HOT)
    if sight.side != ALLIED or places is None:
        return hot
    sinai = [board.index[h] for h in places.sinai_coast]
    reached = sight.view["near_east"]["pipeline"]["hex"]
    dry = sinai[sinai.index(board.index[reached]) + 1 :] if reached else sinai
    if sight.ours.isdisjoint(board.index[h] for h in (places.gaza, places.beersheba)):
        dry = [*dry, *(i for i in board.towns & board.by_front[EGYPT] if board.column[i] > COLUMN)]
    return hot.union(dry)


# --- fronts -----------------------------------------------------------------------------------------------------------


def lacks(sight: Sight, front: str) -> float:
    """What the posts of a front need against what stands on it."""
    board = sight.board
    need = sum(n for i, n in _all_needs(sight, _part_of(sight, front)).items() if board.front[i] == front)
    have = sum(u.defence for i, units in sight.mine.items() if board.front[i] == front for u in units if u.fights)
    return need / max(1.0, have)


def _part_of(sight: Sight, front: str) -> str:
    """The part of the Near East that a front belongs to."""
    return NEAR_WEST if sight.board.fronts[front].theatre == WEST else NEAR_EAST


def _all_needs(sight: Sight, part: str) -> Mapping[int, float]:
    return _recall(sight, f"needs {part}", lambda: needs(sight, part))


def neediest_front(sight: Sight) -> str:
    """The front that lacks men most."""
    return max(sight.near_fronts, key=lambda front: (lacks(sight, front), front))


def can_spare(sight: Sight, unit: Unit, to: str) -> bool:
    """Whether the front of a unit holds without it, and the other needs it more."""
    front = sight.board.front[unit.at]
    return lacks(sight, front) < ENOUGH and lacks(sight, to) > lacks(sight, front) * 1.5


def is_won(sight: Sight, front: str) -> bool:
    """Whether nothing is left on a front that a side needs to win."""
    return not any(sight.board.front[i] == front for i in sight.aims & sight.enemys)


def ways_to(sight: Sight, part: str, have: Mapping[int, float]) -> Mapping[int, int]:
    """Hexes from everywhere of ours in a part of the Near East to where men are wanted: posts that lack some, and on
    each front the army that is nearest to what the side needs to win."""

    def find() -> Mapping[int, int]:
        board, way, ours = sight.board, toward_aims(sight), sight.ours
        goals = {i for i, need in _all_needs(sight, part).items() if have.get(i, 0.0) < need}
        for front in sight.near_fronts:
            armies = [i for i, units in sight.mine.items() if board.front[i] == front and any(u.attack for u in units)]
            if _part_of(sight, front) == part and armies and not is_won(sight, front):
                goals.add(min(armies, key=lambda i: (way.get(i, FAR), i)))
        return spread(board.lines, sorted(goals), lambda _, b: b in ours)

    return _recall(sight, f"wanted {part}", find)


def station(sight: Sight, hexes: Iterable[int], number: int) -> int | None:
    """Of some towns the one nearest to where a front lacks most, with room for that number."""
    board = sight.board
    order = sorted(sight.near_fronts, key=lambda front: (-lacks(sight, front), front))
    open_ = [i for i in hexes if room(sight.mine.get(i, ())) >= number]
    for front in order:
        there = [i for i in open_ if board.front[i] == front]
        if there:
            far = _to_posts(sight, front)
            return min(there, key=lambda i: (far.get(i, FAR), i))
    return None


def _to_posts(sight: Sight, front: str) -> Mapping[int, int]:
    """Hexes to the post of a front that lacks most."""
    board, ours = sight.board, sight.ours
    need = {i: n for i, n in _all_needs(sight, _part_of(sight, front)).items() if board.front[i] == front}
    short = {i: n - sum(u.defence for u in sight.mine.get(i, ()) if u.fights) for i, n in need.items()}
    if not short:
        return toward_aims(sight)
    return spread(board.lines, [max(short, key=lambda i: (short[i], -i))], lambda _, b: b in ours)


def _recall(sight: Sight, key: str, find: Callable[[], T]) -> T:
    if key not in sight.memo:
        sight.memo[key] = find()
    found: T = sight.memo[key]
    return found
