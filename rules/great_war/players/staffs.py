"""Where headquarters are placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.great_war.players.muster import Muster
from rules.great_war.players.sight import Unit


def place_staffs(muster: Muster) -> None:
    """§15.6: headquarters keep with the line, apart from each other, where the most units of theirs are."""
    sight = muster.sight
    staffs = [u for i, units in sight.mine.items() if sight.part[i] == muster.part for u in units if not u.fights]
    at = {u.id: u.at for u in staffs}
    for hq in sorted(staffs, key=lambda u: u.id):
        if hq.id not in muster.offered or _of_use(muster, hq, at):
            continue
        best = max(_places(muster, hq, at), default=None)
        if best is not None and best[0] > _worth(muster, hq, hq.at, at):
            muster.moves.setdefault((hq.at, best[2]), []).append(hq.id)
            at[hq.id] = best[2]


def _of_use(muster: Muster, hq: Unit, at: Mapping[str, int]) -> bool:
    there = muster.line.sector or muster.line.need
    return hq.at in there and _worth(muster, hq, hq.at, at) > 0


def _places(muster: Muster, hq: Unit, at: Mapping[str, int]) -> Iterator[tuple[float, int, int]]:
    index = muster.sight.board.index
    for name, cost in muster.ends(hq).items():
        i = index[name]
        if any(u.fights for u in muster.there.get(i, ())) and i not in at.values():
            yield _worth(muster, hq, i, at), -cost, i


def _worth(muster: Muster, hq: Unit, i: int, at: Mapping[str, int]) -> float:
    """The units of its nation that a headquarters could support, less for others near by and the way to go."""
    around = (i, *muster.sight.board.beside(i))
    own = sum(
        u.nation == hq.nation and u.fights for h in around for u in muster.there.get(h, ()) if h in muster.line.need
    )
    others = sum(place in around for unit, place in at.items() if unit != hq.id)
    way = muster.line.field if muster.line.sector else muster.line.way
    return own - 4 * others - way.get(i, 20) / 2
