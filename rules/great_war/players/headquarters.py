"""Where headquarters are placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.great_war.players import posts
from rules.great_war.players.front import distances
from rules.great_war.players.muster import Muster
from rules.great_war.players.reasons import Purpose
from rules.great_war.players.sight import PARTS_OF_THE_NEAR_EAST, Unit

NEAR_THE_ENEMY = 2.0
"""What an attack factor before the enemy counts for a headquarters, against one far from them."""
FARTHEST = 30
"""Hexes from what a side needs to win that count at most."""


def place_headquarters(muster: Muster) -> None:
    """§15.6: headquarters keep with the line, apart from each other, where the most units of theirs are."""
    sight = muster.sight
    hqs = [u for i, units in sight.mine.items() if sight.part[i] == muster.part for u in units if not u.fights]
    at = {u.id: u.at for u in hqs}
    for hq in sorted(hqs, key=lambda u: u.id):
        if hq.id not in muster.offered or _of_use(muster, hq, at):
            continue
        best = max(_places(muster, hq, at), default=None)
        if best is None and muster.part in PARTS_OF_THE_NEAR_EAST:
            best = _after_the_army(muster, hq, at)
        if best is not None and best[0] > _worth(muster, hq, hq.at, at):
            muster.moves.setdefault((hq.at, best[2]), []).append(hq.id)
            muster.why.setdefault((hq.at, best[2]), Purpose("headquarters", best[2]))
            at[hq.id] = best[2]


def _of_use(muster: Muster, hq: Unit, at: Mapping[str, int]) -> bool:
    if muster.part in PARTS_OF_THE_NEAR_EAST:
        return False
    there = muster.line.sector or muster.line.need
    return hq.at in there and _worth(muster, hq, hq.at, at) > 0


def _places(muster: Muster, hq: Unit, at: Mapping[str, int]) -> Iterator[tuple[float, int, int]]:
    index = muster.sight.board.index
    for name, cost in muster.ends(hq).items():
        i = index[name]
        if any(u.fights for u in muster.there.get(i, ())) and i not in at.values():
            yield _worth(muster, hq, i, at), -cost, i


def _after_the_army(muster: Muster, hq: Unit, at: Mapping[str, int]) -> tuple[float, int, int] | None:
    """In the Near East: the way to the nearest men of its nation, where none of them is within a march."""
    sight, index = muster.sight, muster.sight.board.index
    armies = [i for i, units in muster.there.items() if any(u.fights and u.nation == hq.nation for u in units)]
    far = distances(sight, armies)
    open_ = [i for i in map(index.__getitem__, muster.ends(hq)) if i in sight.ours and not posts.danger(sight, i)]
    ways = [(-far[i], i) for i in open_ if i not in at.values() and far.get(i, posts.FAR) < far.get(hq.at, 0)]
    return (float("inf"), 0, max(ways)[1]) if ways else None


def _worth(muster: Muster, hq: Unit, i: int, at: Mapping[str, int]) -> float:
    """The units of its nation that a headquarters could support, less for others near by and the way to go."""
    around = (i, *muster.sight.board.beside(i))
    others = sum(place in around for unit, place in at.items() if unit != hq.id)
    if muster.part in PARTS_OF_THE_NEAR_EAST:
        return _with_the_army(muster, hq, i) - 4 * others
    own = sum(
        u.nation == hq.nation and u.fights for h in around for u in muster.there.get(h, ()) if h in muster.line.need
    )
    way = muster.line.field if muster.line.sector else muster.line.way
    return own - 4 * others - way.get(i, 20) / 2


def _with_the_army(muster: Muster, hq: Unit, i: int) -> float:
    """In the Near East: what could attack beside a headquarters, more of it where the enemy is near, and the less the
    farther it is from what the side needs to win."""
    sight = muster.sight
    own = sum(
        u.attack * (NEAR_THE_ENEMY if posts.danger(sight, h) else 1.0)
        for h in (i, *sight.board.beside(i))
        for u in muster.there.get(h, ())
        if u.nation == hq.nation
    )
    return own - min(posts.toward_aims(sight).get(i, FARTHEST), FARTHEST) / 2
