"""Units left over gather where an attack promises most."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.players import schemes
from rules.great_war.players.muster import Muster
from rules.great_war.players.sight import room


def gather(muster: Muster) -> None:
    """What is left over goes to the hexes from which the best attacks can be made."""
    mass(muster, schemes.best(muster.sight, muster.line, muster.there))


def mass(muster: Muster, plans: Iterable[schemes.Scheme]) -> None:
    """Free units, to the hexes from which attacks are to be made, as many as there is room for."""
    for scheme in plans:
        for i in scheme.origins:
            while room(muster.there.get(i, ())) > 0:
                unit = muster.best_for(i)
                if unit is None:
                    break
                if unit.at == i:
                    muster.free.remove(unit)
                else:
                    muster.send(unit, i, "attack", scheme.target)
        if not muster.free:
            return
