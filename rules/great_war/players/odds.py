"""What an attack promises, as a player works it out from the map and the charts (§10.3 to §10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.great_war.players.sight import Sight, Unit
from rules.great_war.printed.charts import WEATHER
from rules.great_war.printed.fronts import CAUCASUS, EGYPT, IRAQ, WEST
from rules.great_war.printed.nations import ALLIED
from rules.hexes.programs.outlook import expected_outlook
from rules.hexes.surrounding import is_concentric


@dataclass(frozen=True, slots=True)
class Promise:
    """The mean of what both sides lose in an attack, and how likely the hex is to be vacated."""

    column: int
    drm: int
    ours: float
    theirs: float
    taken: float
    way: bool
    """§10.71: whether the attackers may advance if the hex is vacated."""


BAD_WEATHER = {EGYPT: "hot", IRAQ: "hot", CAUCASUS: "snow"}
BAD_DRM = -2
"""§12.2: the weather in which attackers suffer, by front, and how much."""
NO_WAY = -2
"""§10.71: trenches in the west that no unit passes without tanks, shock troops or a headquarters."""


def promise(sight: Sight, attackers: Sequence[Unit], target: int, support: int = 0) -> Promise:
    """The promise of an attack with a headquarters that gives so much support; units that are not seen are taken as
    average ones."""
    combat = sight.charts.combat
    fighters = [u for u in sight.theirs.get(target, ()) if u.fights]
    fort = target in sight.enemy_forts
    odds = combat.odds
    attack = sum(u.attack for u in attackers)
    defence = sum(u.defence for u in fighters) + (sight.charts.features.fort_defence if fort else 0)
    origins = {u.at for u in attackers}
    column = odds.column_of(int(attack), max(1, round(defence))) + support + shifts(sight, origins, target, fort)
    column += nations_shift(sight, attackers, fighters)
    beyond = max(0, column - (len(odds.columns) - 1))
    drm = beyond * sight.charts.features.odds_drm
    drm += concentric(sight, origins, target, fort) + max((u.drm for u in attackers), default=0)
    shock = sum(u.turned == "shock" for u in attackers)
    if shock:
        drm += sight.charts.features.shock_drm[1 if shock >= sight.charts.features.shock_many else 0]
    trenches = against(sight, target) if sight.near(target) else trench(sight, fighters)
    helped = bool(support > 0 or shock or any(u.drm for u in attackers))
    way = helped or trenches > NO_WAY or sight.board.front[target] != WEST
    drm = drm + max(combat.defender_floor, trenches)
    steps = sum(u.steps for u in fighters) + fort
    return _mean(sight, len(fighters) + fort, steps, column, drm, sum(u.steps for u in attackers), way)


def _mean(sight: Sight, defenders: int, steps: int, column: int, drm: int, own: int, way: bool) -> Promise:
    outcomes = sight.charts.combat.against(defenders).outcomes(column, drm)
    look = expected_outlook([(r.attacker, steps if r.everybody else r.defender) for r in outcomes], steps, own)
    return Promise(column, drm, look.ours, look.theirs, look.cleared, way)


def shifts(sight: Sight, origins: Iterable[int], target: int, fort: bool) -> int:
    """§10.42 to §10.44: columns for the ground, the city, the fort and the rivers."""
    board, features, marks = sight.board, sight.charts.features, sight.view["marks"]
    found = -sight.charts.terrain[board.terrain[target]].shift[sight.weather(target)]
    if target in board.cities and board.ids[target] not in marks["devastated"]:
        found -= features.city_shift
    if fort and board.ids[target] in marks["hindenburg"]:
        found -= features.hindenburg_shift
    elif fort:
        found -= features.heavy_fort_shift if board.forts[target] > 1 else features.fort_shift
    if all(board.wades(a, board.neighbours[a].index(target)) for a in origins):
        found -= features.river_shift
    if any(board.ids[a] in marks["devastated"] for a in origins):
        found -= features.devastated_shift
    return found


def nations_shift(sight: Sight, attackers: Iterable[Unit], defenders: Iterable[Unit]) -> int:
    """§10.45: columns for nations that do not cooperate."""
    columns = sight.charts.features.nations_shift
    found = -columns if len({u.nation for u in attackers}) > 1 else 0
    return found + (columns if len({u.nation for u in defenders}) > 1 else 0)


def concentric(sight: Sight, origins: Iterable[int], target: int, fort: bool) -> int:
    """§10.53: the modifier of an attack from several sides."""
    around = sight.board.neighbours[target]
    sides = {around.index(a) for a in origins}
    return sight.charts.features.concentric_drm if is_concentric(sides) and not fort else 0


def trench(sight: Sight, defenders: Sequence[Unit]) -> int:
    """§14.4: the modifier for trenches of the defenders."""
    if not defenders or any(u.kind == "cavalry" for u in defenders):
        return 0
    return max(digs(sight, u.nation, sight.foe) for u in defenders)


def against(sight: Sight, target: int) -> int:
    """§12.2, §14.53: in the Near East: the weather that is bad for attackers, and trenches of the Central Powers."""
    board = sight.board
    found = BAD_DRM if WEATHER[sight.weather(target)] == BAD_WEATHER[board.front[target]] else 0
    dug = sight.side == ALLIED and board.ids[target] in sight.view["near_east"]["trenches"]
    return found - (1 if dug else 0)


def digs(sight: Sight, nation: str, side: str) -> int:
    """§14.43: the modifier of a nation's trenches now."""
    strategic = sight.view["tracks"]["strategic"]
    card = sight.printed.scenarios[sight.view["scenario"]]
    for id_, group in sight.charts.trenches.items():
        if nation in group.nations and group.side == side:
            if strategic <= (card.boxes_after or card.through) and id_ in card.trenches:
                return card.trenches[id_]
            return group.drm(strategic)
    return 0
