"""What a unit marches for, told to a player who asks: of all that speaks for a hex, what counts most there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.empires_alliances.players.marching import FAR, GARRISON, POST, TAKE, Muster
from rules.empires_alliances.players.sight import FOE, Sight, Unit, is_rank
from rules.kernel.programs.reasons import Reason

LITTLE = 1.0
"""What counts for less is no aim: it stands there for want of anything better."""


def aims_of(muster: Muster, unit: Unit, start: int, end: str) -> tuple[Reason, ...]:
    """§8.0: why it goes there, before the move is counted; nothing where no single thing speaks for it."""
    muster.lift(unit, start)
    there = max(_aims(muster, unit, start, end), key=lambda aim: aim[0], default=None)
    muster.put(unit, start)
    return (there[1],) if there is not None and there[0] >= LITTLE else ()


def _aims(muster: Muster, unit: Unit, start: int, end: str) -> Iterator[tuple[float, Reason]]:
    """The parts of ``Muster.score``, each with what it is about."""
    sight, i = muster.sight, muster.sight.printed.board.index(end)
    if i not in sight.printed.board.land:
        return
    if muster.last:
        adds, on = muster.before_keys(unit, i)
        there = sight.called(sight.printed.board.lattice.ids[on])
        yield (
            adds,
            Reason(f"It masses with others for the last attack on {_inside(there)}: only points count now.", "1.71"),
        )
        return
    here, rank = sight.called(end), is_rank(unit)
    if rank and sight.side_of(i) == FOE[sight.side] and not muster.ranks.get(i, 0):
        yield TAKE * sight.worth(i), Reason(f"It takes {here}, which nobody holds.", "4.2")
    if rank and i in muster.short:
        yield GARRISON, Reason(f"{here} needs a garrison: without one you lose an infantry point.", "18.32")
    if muster.is_post_for(unit, i):
        yield POST, Reason(f"{here} counts for points soon, and only if one of your units stands there.", "1.71")
    if rank:
        yield muster.guard(i), Reason(f"The enemy could reach {here}, and it guards the city.", "8.0")
        yield muster.lifeline(i), Reason("It keeps a way to a city open: cut off, the city would count half.", "1.71")
    threat = muster.threat(i)
    if threat:
        holds = "closes a gap in your line" if rank and not muster.ranks.get(i, 0) else "strengthens your line"
        yield (
            muster.hold(unit, i, threat),
            Reason(f"It {holds}: enemies beside {_inside(here)} could attack there.", "13.2"),
        )
    adds, on = muster.offence(unit, i)
    foe = sight.called(sight.printed.board.lattice.ids[on])
    yield muster.eager * adds, Reason(f"It masses with others for an attack on {_inside(foe)}.", "13.64")
    yield from _nearer(sight, start, i, rank=rank)


def _nearer(sight: Sight, start: int, i: int, *, rank: bool) -> Iterator[tuple[float, Reason]]:
    """With nothing else to do it goes to the front, or towards a city."""
    goal, before = sight.to_goals.get(i, FAR), sight.to_goals.get(start, FAR)
    if rank and 0 < goal < min(before, FAR):
        far = "one hex" if goal == 1 else f"{goal} hexes"
        yield LITTLE, Reason(f"From there an enemy city worth having is {far} away, and no longer {before}.", "8.0")
    elif sight.to_enemy.get(i, FAR) < sight.to_enemy.get(start, FAR):
        yield LITTLE, Reason("It comes nearer to the front.", "8.0")


def _inside(place: str) -> str:
    """A place within a sentence."""
    return f"hex {place.removeprefix('Hex ')}" if place.startswith("Hex ") else place
