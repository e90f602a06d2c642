"""In the Near East an attack is gathered from all sides: whoever can come before an enemy stack goes to one of the
hexes round it, and those that stand there already attack with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.great_war.players import posts
from rules.great_war.players.columns import BRAVE, LEAST, fitting_worth
from rules.great_war.players.enver import FOOT, attack_over
from rules.great_war.players.front import strength
from rules.great_war.players.muster import Muster
from rules.great_war.players.sight import Unit, room

MAX_ATTACKS = 8
"""Attacks that a side gathers for in a phase."""
A_MARCH = 0.02
"""What it costs, in steps, to send a unit: fewer are better."""

Going = list[tuple[Unit, int]]


@dataclass(frozen=True, slots=True)
class Assault:
    """Units that go to hexes round an enemy stack, and what they add to the attack of those there already."""

    value: float
    target: int
    going: Going


def assault(muster: Muster) -> None:
    """The attacks that promise most are gathered for, each with those who are still free by then."""
    found = sorted(_assaults(muster, _comers(muster)), key=lambda a: (-a.value, a.target))
    for first in found[:MAX_ATTACKS]:
        best = _best(muster, first.target, _comers(muster))
        if best is None:
            continue
        for unit, to in _few(muster, best).going:
            if unit.at != to:
                muster.send(unit, to, "attack", first.target)


def _comers(muster: Muster) -> Mapping[int, Sequence[Unit]]:
    """By hex who can come to it, foot and the strongest first."""
    index = muster.sight.board.index
    found: dict[int, list[Unit]] = {}
    for unit in sorted(muster.free, key=lambda u: (u.kind not in FOOT, -u.attack, u.id)):
        if unit.attack:
            for name in muster.ends(unit):
                found.setdefault(index[name], []).append(unit)
    return found


def _assaults(muster: Muster, comers: Mapping[int, Sequence[Unit]]) -> Iterator[Assault]:
    sight = muster.sight
    for target, defenders in sorted(sight.theirs.items()):
        if sight.part[target] == muster.part and any(u.fights for u in defenders) and target not in sight.closed:
            found = _best(muster, target, comers)
            if found is not None:
                yield found


def _best(muster: Muster, target: int, comers: Mapping[int, Sequence[Unit]]) -> Assault | None:
    """The better of two ways to come: all to the strongest stacks, or spread round the target."""
    sight = muster.sight
    origins = [i for i in attack_over(sight, target) if i not in sight.theirs and i not in sight.closed]
    if not any(comers.get(i) for i in origins):
        return None
    before = max(0.0, fitting_worth(muster, _attackers(muster, origins, []), target))
    ways = [_gather(muster, origins, comers, spread) for spread in (False, True)]
    found = [
        Assault(fitting_worth(muster, _attackers(muster, origins, way), target) - before, target, way)
        for way in ways
        if way and _safe(muster, way)
    ]
    best = max(found, key=lambda a: a.value, default=None)
    return best if best is not None and best.value >= LEAST else None


def _gather(muster: Muster, origins: Sequence[int], comers: Mapping[int, Sequence[Unit]], spread: bool) -> Going:
    """Who goes where: foot first, so that cavalry has some beside it (§15.54)."""
    places = {i: [*muster.there.get(i, ())] for i in origins}
    going: Going = []
    gone: set[str] = set()
    for unit in sorted(
        {u.id: u for i in origins for u in comers.get(i, ())}.values(),
        key=lambda u: (u.kind not in FOOT, -u.attack, u.id),
    ):
        if unit.at in places or unit.id in gone:
            continue
        open_ = [
            i
            for i in origins
            if unit in comers.get(i, ()) and room(places[i]) > 0 and muster.fits(unit, i)
            and (unit.kind in FOOT or any(u.kind in FOOT for u in places[i]))
        ]  # fmt: skip
        if open_:
            have = {i: strength(places[i]) for i in open_}
            to = min(open_, key=lambda i: (have[i] if spread else -have[i], i))
            places[to].append(unit)
            gone.add(unit.id)
            going.append((unit, to))
    return going


def _attackers(muster: Muster, origins: Sequence[int], going: Going) -> list[Unit]:
    """Those that attack: who stands round the target already, with those that come."""
    standing = [replace(u, at=i) for i in origins for u in muster.there.get(i, ()) if u.fights and u.attack]
    return [*standing, *(replace(unit, at=to) for unit, to in going)]


def _safe(muster: Muster, going: Going) -> bool:
    """Whether those that come can stand where they stop."""
    for i in {to for _, to in going}:
        there = [*muster.there.get(i, ()), *(unit for unit, to in going if to == i)]
        if posts.danger(muster.sight, i) > BRAVE * strength(there):
            return False
    return True


def _few(muster: Muster, found: Assault) -> Assault:
    """The same with as few units as promise as much: the others may serve elsewhere."""
    origins = [*attack_over(muster.sight, found.target)]
    origins = [i for i in origins if i not in muster.sight.theirs]
    before = max(0.0, fitting_worth(muster, _attackers(muster, origins, []), found.target))
    best = found
    for number in range(len(found.going) - 1, 0, -1):
        few = found.going[:number]
        if not _safe(muster, few):
            continue
        value = fitting_worth(muster, _attackers(muster, origins, few), found.target) - before
        if value - A_MARCH * number > best.value - A_MARCH * len(best.going):
            best = Assault(value, found.target, few)
    return best
