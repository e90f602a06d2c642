"""In the Near East armies march in columns: a whole stack before a town or an enemy at once, by roads that feed it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.great_war.players import posts
from rules.great_war.players.front import FAR, distances, strength
from rules.great_war.players.muster import Muster
from rules.great_war.players.odds import promise
from rules.great_war.players.schemes import aim_beyond, prize, support_near, toward, worth
from rules.great_war.players.sight import Unit, room
from rules.great_war.printed.fronts import EGYPT, IRAQ
from rules.great_war.printed.nations import ALLIED

SAILED = (EGYPT, IRAQ)
"""§9.52, §9.54: the fronts from whose ports units sail."""
MAX_COLUMNS = 8
"""Columns that a side sends out in a phase."""
LEAST = 0.1
"""The worth in steps of an attack for which a column marches."""
BRAVE = 2.0
"""Odds against which a column may stop."""
A_WALK = 0.6
"""The worth of an empty town that is walked into, beside what it is worth itself."""


@dataclass(frozen=True, slots=True)
class Column:
    """Units that go to one hex, and what is hoped for."""

    value: float
    to: int
    units: tuple[Unit, ...]
    why: str
    at: int
    """The code of its purpose, and the hex that it is about."""


def send_out(muster: Muster) -> None:
    """The best columns first: into towns that nobody holds, and before enemies that can be beaten."""
    for _ in range(MAX_COLUMNS):
        best = max(_columns(muster), key=lambda c: (c.value, -c.to), default=None)
        if best is None or best.value < LEAST:
            return
        for unit in best.units:
            if unit.at == best.to:
                muster.free.remove(unit)
            else:
                muster.send(unit, best.to, best.why, best.at)


def _columns(muster: Muster) -> Iterator[Column]:
    sight, index = muster.sight, muster.sight.board.index
    comers: dict[int, list[Unit]] = {}
    for unit in muster.free:
        comers.setdefault(unit.at, []).append(unit)
        for name in muster.ends(unit):
            comers.setdefault(index[name], []).append(unit)
    for i, units in sorted(comers.items()):
        if i in sight.closed or i in sight.theirs:
            continue
        party = _party(muster, i, units)
        if not party:
            continue
        if i in sight.enemys and (i in sight.board.towns or i in sight.aims):
            if safe(muster, i, party):
                few = _enough(muster, i, party)
                yield Column(prize(sight, i) + A_WALK, i, tuple(few), "town", i)
            continue
        yield from _before_enemies(muster, i, party)


def _party(muster: Muster, i: int, units: Sequence[Unit]) -> list[Unit]:
    """The strongest of those that can come to a hex for whom it has room, foot first."""
    standing = [*muster.there.get(i, ())]
    party: list[Unit] = []
    for unit in sorted(units, key=lambda u: (u.kind == "cavalry", -u.attack, u.id)):
        if unit.at == i or (room([*standing, *party]) > 0 and muster.fits(unit, i)):
            party.append(unit)
    return party


def _enough(muster: Muster, i: int, party: Sequence[Unit]) -> list[Unit]:
    """As few of them as can stand there."""
    for number in range(1, len(party)):
        if safe(muster, i, party[:number]):
            return [*party[:number]]
    return [*party]


def safe(muster: Muster, i: int, party: Sequence[Unit]) -> bool:
    """Whether units can stand in a hex against those that can soon be before it."""
    others = [u for u in muster.there.get(i, ()) if u not in party]
    return posts.danger(muster.sight, i) <= BRAVE * strength([*party, *others])


def _before_enemies(muster: Muster, i: int, party: Sequence[Unit]) -> Iterator[Column]:
    """Columns that stop beside an enemy stack which they can attack with those that are beside it already."""
    sight, board = muster.sight, muster.sight.board
    fresh = [u for u in party if u.at != i]
    if not fresh or not safe(muster, i, party):
        return
    here = [replace(u, at=i) for u in (*party, *(u for u in muster.there.get(i, ()) if u not in party)) if u.fights]
    for target in board.beside(i):
        if not any(u.fights for u in sight.theirs.get(target, ())) or target in sight.closed:
            continue
        others = [
            replace(u, at=b)
            for b in board.beside(target)
            if b != i
            for u in muster.there.get(b, ())
            if u.fights and u not in party
        ]
        before = fitting_worth(muster, [*others, *(u for u in here if u.id not in {f.id for f in fresh})], target)
        value = fitting_worth(muster, [*others, *here], target)
        if value > max(LEAST, before):
            yield Column(value - max(0.0, before), i, tuple(party), "attack", target)


def fitting_worth(muster: Muster, attackers: Sequence[Unit], target: int) -> float:
    """What an attack of some units is worth, with a headquarters if one of theirs is near."""
    fighters = [u for u in attackers if u.attack]
    if not fighters:
        return -1.0
    found = promise(muster.sight, fighters, target, support_near(muster.sight, fighters))
    return worth(muster.sight, muster.line, found, target, fighters)


def approach(muster: Muster) -> None:
    """Stacks with nothing to do march together toward what they need to win, as far as they can stand."""
    sight, index = muster.sight, muster.sight.board.index
    way = toward(sight)
    for at in sorted({u.at for u in muster.free}, key=lambda i: (way.get(i, FAR), i)):
        corps = [u for u in muster.free if u.at == at]
        leader = min(corps, key=lambda u: (u.ma, u.id))
        found = [
            (way.get(i, FAR), cost, i)
            for name, cost in muster.ends(leader).items()
            if (i := index[name]) not in sight.closed and way.get(i, FAR) < way.get(at, FAR) and muster.fits(leader, i)
            and safe(muster, i, corps)
        ]  # fmt: skip
        if found:
            to = min(found)[2]
            for unit in corps:
                if muster.fits(unit, to) and sight.board.ids[to] in muster.ends(unit):
                    muster.send(unit, to, "aim", aim_beyond(sight, to))


def embark(muster: Muster) -> None:
    """§9.53: from a front on which all is won the Allies go to the ports: they are wanted on another."""
    sight, board = muster.sight, muster.sight.board
    won = frozenset(front for front in SAILED if posts.is_won(sight, front))
    idle = [u for u in muster.free if board.front[u.at] in won and not posts.danger(sight, u.at)]
    if sight.side != ALLIED or not idle:
        return
    ports = [i for i in sorted(board.ports & sight.ours) if board.front[i] in won and not posts.danger(sight, i)]
    far = distances(sight, ports)
    for unit in idle:
        here = far.get(unit.at, FAR)
        found = [
            (far[i], cost, i)
            for name, cost in muster.ends(unit).items()
            if far.get(i := board.index[name], here) < here and muster.fits(unit, i)
        ]
        if found:
            muster.send(unit, min(found)[2], "port")
