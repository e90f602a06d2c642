"""§1.71, §14.2: which units have to stay, so that cities that count are fed: cut off they count half."""

from __future__ import annotations

from dataclasses import replace

from rules.empires_alliances.players.posts import counted_for
from rules.empires_alliances.players.severing import Lines, ground_of
from rules.empires_alliances.players.sight import FOE, Sight, is_rank


def feeders_of(sight: Sight) -> frozenset[str]:
    """One unit in each hex in the enemy's zones through which a city of ours is fed while a count is near."""
    gains, keeps = counted_for(sight.view, sight.printed)
    cities = [i for i in (*gains, *keeps) if sight.is_at_stake(i) and sight.side_of(i) == sight.side]
    if not cities:
        return frozenset()
    theirs = replace(sight, side=FOE[sight.side])
    lines = Lines(theirs, ground_of(theirs))
    found: set[str] = set()
    for city in sorted(cities):
        for i in lines.way_out(city) or ():
            staying = [u for u in sight.stacks.get(i, ()) if is_rank(u)] if i in lines.zone and i in sight.mine else []
            if staying and not any(u["id"] in found for u in staying):
                found.add(str(min(staying, key=lambda u: (u["attack"], u["id"]))["id"]))
    return frozenset(found)
