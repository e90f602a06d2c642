"""Behind the line: which units march up to it, go back for supply, or go to a train."""

from __future__ import annotations

from rules.great_war.players.front import FAR, line_of, theatre_in_need
from rules.great_war.players.muster import Muster


def march_up(muster: Muster) -> None:
    """Units with nothing to do go nearer to where men are wanted, out of the line too if the decision is sought
    elsewhere."""
    index, field = muster.sight.board.index, muster.line.field
    for unit in [*muster.free]:
        if unit.at in (muster.line.sector or muster.line.need):
            continue
        here = field.get(unit.at, FAR)
        found = [
            (field.get(index[name], FAR), cost, index[name])
            for name, cost in muster.ends(unit).items()
            if field.get(index[name], FAR) < here
            and muster.fits(unit, index[name])
            and index[name] in muster.sight.ours
        ]
        if found:
            muster.send(unit, min(found)[2], "line")


def rescue(muster: Muster) -> None:
    """§11.8: units out of supply go back to where they have some, which is all that they may do."""
    index, unsupplied = muster.sight.board.index, muster.sight.view["unsupplied"]
    for unit in [u for u in muster.free if u.id in unsupplied]:
        found = [(cost, index[n]) for n, cost in muster.ends(unit).items() if muster.fits(unit, index[n])]
        if found:
            muster.send(unit, min(found)[1], "fed")


def leave(muster: Muster) -> None:
    """§11.8: units that are cut off break out to the line, over empty ground of the enemy's too."""
    board, line = muster.sight.board, muster.line
    for unit in [u for u in muster.free if u.at in line.lost]:
        found = [
            (i in line.lost, line.out.get(i, FAR), cost, i)
            for name, cost in muster.ends(unit).items()
            if muster.fits(unit, i := board.index[name])
        ]
        if found and min(found)[:2] < (True, line.out.get(unit.at, FAR)):
            muster.send(unit, min(found)[3], "out")


def entrain(muster: Muster) -> None:
    """§9.31: Germans whom this theatre can spare go to a town, and by train to the other."""
    to = theatre_in_need(muster.sight)
    easy = muster.sight.habits.spares
    if to == muster.part or muster.line.pressure > max(easy, line_of(muster.sight, to).pressure):
        return
    board = muster.sight.board
    for unit in [u for u in muster.free if u.nation == "GE" and u.at not in board.towns]:
        found = [
            (cost, i)
            for name, cost in muster.ends(unit).items()
            if (i := board.index[name]) in board.towns and i in muster.sight.ours and i not in muster.line.need
            and muster.fits(unit, i)
        ]  # fmt: skip
        if found:
            muster.send(unit, min(found)[1], "train")
