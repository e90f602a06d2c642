"""The line in a phase of movement: its neediest hexes are filled first, and none is left empty."""

from __future__ import annotations

from rules.great_war.players.front import strength
from rules.great_war.players.muster import Muster

QUIET = 0.5
"""How much better off a hex counts that has no enemy beside it."""


def fill(muster: Muster) -> None:
    """The neediest hex of the line first, each with the nearest free unit, until there is none."""
    short = {i: strength(muster.there.get(i, ())) / need for i, need in muster.line.share.items() if need}
    short = {i: ratio for i, ratio in short.items() if ratio < 1}
    while short:
        i = min(short, key=lambda h: (short[h] + (QUIET if _quiet(muster, h) else 0), -muster.line.need[h], h))
        unit = muster.best_for(i)
        if unit is None:
            del short[i]
            continue
        if unit.at == i:
            muster.free.remove(unit)
        else:
            muster.send(unit, i, "hold")
        short[i] = _kept_strength(muster, i) / muster.line.share[i]
        if short[i] >= 1:
            del short[i]


def _quiet(muster: Muster, i: int) -> bool:
    """Whether no enemy is beside a hex."""
    return not any(b in muster.sight.theirs for b in muster.sight.board.beside(i))


def patch(muster: Muster) -> None:
    """An empty hex of the line is manned from a neighbour that has several, whatever these need; a side in haste has
    nothing there to lose."""
    if muster.sight.in_haste:
        return
    for i in sorted(muster.line.need):
        if any(u.fights for u in muster.there.get(i, ())):
            continue
        name = muster.sight.board.ids[i]
        found = []
        beside = muster.sight.board.beside
        for h in sorted({*beside(i)} | {c for b in beside(i) for c in beside(b)}):
            able = [u for u in muster.there.get(h, ()) if u.at == h and u.fights and u.id in muster.offered]
            if len(able) > 1:
                unit = min(able, key=lambda u: (u.defence, u.id))
                if name in muster.ends(unit) and muster.fits(unit, i):
                    found.append((-len(able), h, unit))
        if found:
            unit = min(found, key=lambda f: f[:2])[2]
            if unit not in muster.free:
                muster.free.append(unit)
            muster.send(unit, i, "man")


def _kept_strength(muster: Muster, i: int) -> float:
    free = {u.id for u in muster.free}
    return sum(u.defence for u in muster.there.get(i, ()) if u.fights and u.id not in free)
