"""§6.30: how a program obeys the Enver Offensive, which costs the match if nobody attacks or marches as ordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules.great_war.players.muster import Muster
from rules.great_war.players.odds import promise
from rules.great_war.players.schemes import support_near, worth
from rules.great_war.players.sight import NEAR_EAST, Sight, Unit, room
from rules.great_war.printed.board import SNOW
from rules.great_war.printed.fronts import CAUCASUS
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.floods import spread

ENVER, UNITS = "enver-offensive", 3
FOOT = ("infantry", "mountain")
MAX_UNITS = 8
"""Units that are sent to the attack at most."""


def binds(sight: Sight) -> bool:
    """Whether the offensive is ordered for this turn."""
    return sight.side == CENTRAL and sight.view["events"]["lasting"].get(ENVER) == sight.turn


def is_due(sight: Sight) -> bool:
    """Whether it is ordered, and no attack of three has been made yet."""
    return binds(sight) and not sight.view["events"]["attacks"].get(ENVER)


def obey(muster: Muster) -> None:
    """Three units or more are brought before the enemy where an attack promises most; if that cannot be, all that are
    nearest to him go as near as they can."""
    if muster.part != NEAR_EAST or not binds(muster.sight):
        return
    plans = [found for target in _targets(muster.sight) if (found := _gather(muster, target)) is not None]
    if not plans:
        _march(muster)
        return
    for unit, to in max(plans, key=lambda found: found[0])[2]:
        _send(muster, unit, to)


def _there(sight: Sight) -> list[Unit]:
    """The combat units of the side in the Caucasus."""
    board = sight.board
    return [u for i, units in sorted(sight.mine.items()) if board.front[i] == CAUCASUS for u in units if u.fights]


def _targets(sight: Sight) -> Iterator[int]:
    """Where the enemy fights in the Caucasus, and their forts."""
    board = sight.board
    held = {i for i, units in sight.theirs.items() if any(u.fights for u in units)} | sight.enemy_forts
    return (i for i in sorted(held) if board.front[i] == CAUCASUS and i not in sight.closed)


def attack_over(sight: Sight, target: int) -> Iterator[int]:
    """§10.15, §15.71: the hexes from which most units can attack one."""
    board = sight.board
    snow = sight.weather(target) == SNOW
    if target in board.alpine:
        return
    for side, b in enumerate(board.neighbours[target]):
        if b >= 0 and board.land[b] and board.crossed(target, side) and not (snow and b in board.alpine):
            yield b


def _gather(muster: Muster, target: int) -> tuple[float, int, list[tuple[Unit, int]]] | None:
    """Who can come to an attack on a hex, with what it promises; None for fewer than three."""
    sight, ids = muster.sight, muster.sight.board.ids
    origins = [b for b in attack_over(sight, target) if b not in sight.theirs and b not in sight.closed]
    places: dict[int, list[Unit]] = {b: [u for u in muster.there.get(b, ()) if u.kind != "hq"] for b in origins}
    going: list[tuple[Unit, int]] = []
    fighters = sorted((u for u in _there(sight) if u.attack), key=lambda u: (u.kind not in FOOT, -u.attack, u.id))
    for unit in fighters:
        feet = {b for b, units in places.items() if unit.kind in FOOT or any(u.kind in FOOT for u in units)}
        if unit.at in feet:
            going.append((unit, unit.at))
            continue
        ends = muster.reach(unit) if unit.id in muster.offered else {}
        open_ = [b for b in origins if b in feet and ids[b] in ends and room(places[b]) > 0]
        if open_ and len(going) < MAX_UNITS:
            to = max(open_, key=lambda b: (len(places[b]), -b))
            places[to].append(unit)
            going.append((unit, to))
    if len(going) < UNITS:
        return None
    attackers = [replace(unit, at=to) for unit, to in going]
    found = promise(sight, attackers, target, support_near(sight, attackers))
    return worth(sight, muster.line, found, target, attackers), -target, going


def _march(muster: Muster) -> None:
    """The nearest of them go as near to an Allied unit as they can."""
    sight, board = muster.sight, muster.sight.board
    goals = [*_targets(sight), *(i for i in sight.theirs if board.front[i] == CAUCASUS)]
    far = spread(board.walks, sorted({*goals}), lambda _, b: board.front[b] == CAUCASUS) if goals else {}
    units = sorted((u for u in _there(sight) if u.at in far), key=lambda u: (far[u.at], u.id))
    last = far[units[min(UNITS, len(units)) - 1].at] if units else 0
    for unit in units:
        if far[unit.at] <= last and unit.id in muster.offered:
            ends = [board.index[h] for h in muster.reach(unit) if muster.fits(unit, board.index[h])]
            to = min(ends, key=lambda i: (far.get(i, far[unit.at]), i), default=unit.at)
            _send(muster, unit, to if far.get(to, far[unit.at]) < far[unit.at] else unit.at)


def _send(muster: Muster, unit: Unit, to: int) -> None:
    if to != unit.at:
        if unit not in muster.free:
            muster.free.append(unit)
        muster.send(unit, to, "enver")
    elif unit in muster.free:
        muster.free.remove(unit)


def parties(able: Sequence[Unit]) -> Iterable[Sequence[Unit]]:
    """Those that attack together as it orders: all, and fewer of the strongest. §15.54: cavalry goes with its foot."""
    ranked = sorted(able, key=lambda u: (u.kind not in FOOT, -u.attack, u.id))
    for number in range(len(ranked), UNITS - 1, -1):
        feet = {u.at for u in ranked[:number] if u.kind in FOOT}
        party = [u for u in ranked[:number] if u.at in feet]
        if len(party) >= UNITS:
            yield party
