"""Forward into empty enemy ground: the march of 1914, and the step that a free unit takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.great_war.players import schemes
from rules.great_war.players.front import FAR, decides_in_the_west, on_the_march, strength
from rules.great_war.players.muster import Muster
from rules.great_war.players.sight import Unit
from rules.great_war.printed.fronts import WEST
from rules.kernel.floods import spread

OPEN_ROAD, A_CORPS = 3, 3
"""§8.14: while armies still march in 1914, hexes that men go beyond the others into empty country, and how many."""
DAYS_AHEAD, AN_ARMY = 8, 4
"""§8.14: hexes that armies march beyond their neighbours in 1914, and the divisions of one on a road: with four in a
hex the attackers are on table B (§10.33)."""
BRAVE = 2.5
"""Odds against which a stack on the march may stop."""


def advance(muster: Muster) -> None:
    """§8.14: in 1914 whole German stacks march on Paris abreast, through empty country."""
    board, shut = muster.sight.board, muster.sight.closed
    if muster.part != WEST or not on_the_march(muster.sight):
        return
    toward = spread(board.lines, [board.index[h] for h in board.places.paris], lambda _, b: b not in shut)
    abreast = _within(muster, DAYS_AHEAD)
    for at in sorted({u.at for u in muster.free}, key=lambda i: (toward.get(i, FAR), i)):
        corps = [u for u in muster.free if u.at == at]
        leader = min(corps, key=lambda u: (u.ma, u.id))
        found = [
            (not _prize(muster, i), _is_crowded(muster, i), toward.get(i, FAR), cost, i)
            for name, cost in muster.ends(leader).items()
            if (i := board.index[name]) in muster.sight.enemys and i in abreast and i not in muster.sight.closed
            and (_prize(muster, i) or toward.get(i, FAR) < toward.get(at, FAR)) and _stands(muster, i, corps)
        ]  # fmt: skip
        if found:
            to = min(found)[4]
            for unit in corps:
                if (
                    len(muster.there.get(to, ())) < AN_ARMY
                    and muster.fits(unit, to)
                    and board.ids[to] in muster.ends(unit)
                ):
                    muster.send(unit, to, "paris")


def _prize(muster: Muster, i: int) -> bool:
    """Whether a hex counts for victory and no unit has come to it yet."""
    return i in muster.sight.aims and not muster.there.get(i)


def _is_crowded(muster: Muster, i: int) -> bool:
    """Whether an army is in a hex already, so that the next takes the road beside it."""
    return len(muster.there.get(i, ())) >= AN_ARMY


def _stands(muster: Muster, i: int, corps: Sequence[Unit]) -> bool:
    """Whether a stack can meet the enemies beside a hex, were these to fall upon it."""
    beside = (muster.sight.theirs.get(b, ()) for b in muster.sight.board.beside(i))
    return sum(u.attack for units in beside for u in units) <= BRAVE * strength([*corps, *muster.there.get(i, ())])


def step_forward(muster: Muster) -> None:
    """Empty enemy ground is taken by units that are free, nearest to what counts for victory."""
    prizes = {i for i in muster.sight.aims if i in muster.sight.enemys and muster.sight.part[i] == muster.part}
    if not prizes or not muster.free:
        return
    board, closed = muster.sight.board, muster.sight.closed
    toward = schemes.toward(muster.sight)
    early = decides_in_the_west(muster.sight)
    stack, abreast = (A_CORPS if early else 1), _within(muster, OPEN_ROAD if early else 1)
    taken: Counter[int] = Counter()
    for unit in sorted(muster.free, key=lambda u: (toward.get(u.at, FAR), u.id)):
        here = toward.get(unit.at, FAR)
        found = [
            (toward.get(i, FAR), cost, i)
            for name, cost in muster.ends(unit).items()
            if (i := board.index[name]) in muster.sight.enemys and i not in closed
            and taken[i] < stack and muster.fits(unit, i)
            and toward.get(i, FAR) < here and _safe(muster, i, unit, abreast)
        ]  # fmt: skip
        if found:
            to = min(found)[2]
            taken[to] += 1
            muster.send(unit, to, "aim", schemes.aim_beyond(muster.sight, to))


def _within(muster: Muster, steps: int) -> frozenset[int]:
    """The hexes that lie within that many of men of this side."""
    found = frozenset(muster.sight.mine)
    for _ in range(steps):
        found |= {b for a in found for b in muster.sight.board.beside(a)}
    return found


def _safe(muster: Muster, i: int, unit: Unit, abreast: frozenset[int]) -> bool:
    """Whether one unit may be that far forward: beside men of its side, with one weak enemy stack near at most."""
    if i not in abreast:
        return False
    beside = [muster.sight.theirs[b] for b in muster.sight.board.beside(i) if b in muster.sight.theirs]
    return len(beside) <= 1 and sum(u.attack for units in beside for u in units) <= 2 * unit.defence
