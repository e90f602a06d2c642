"""§21.0, §19.12: scenarios of the combined game, each joined from one of Europe and one of the Near East.

Groups of Europe are filled with Europe's units and those of the Near East with theirs, by the boxes of the order of
appearance. What the joining file says goes before both: its units are in no other group, where it has groups of a
nation for Europe they take the place of Europe's own, and its counts change numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.great_war.printed.arrivals import EUROPE, NEAR_EAST, Arrival
from rules.great_war.printed.chits import MARKS, Chits
from rules.great_war.printed.counters import Counter, Face
from rules.great_war.printed.nations import SIDES
from rules.great_war.printed.scenarios import Group

ASIDE = "aside"
"""Groups of units that Europe alone does without, as they are in the Near East."""
BOXES = {"box": "near-east-available", "dead": "near-east-dead"}
"""§5.35: the boxes of the Near East, where its groups go."""
FROM_THERE = ("surrender", "reserve", "pipeline", "earned", "tried", "allied_ground")
"""§21.26, §21.23: what is said in the scenario of the Near East alone."""
ALONE = ("joins", "variant", "counts")
"""Keys that are none of the joined scenario's own."""

Spec = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Count:
    """§21.25: how many units a group of the Near East has in the combined game."""

    nation: str
    to: str
    face: Face
    count: int
    section: str

    def changes(self, group: Group) -> bool:
        """Whether it is said of that group."""
        return (group.nation, group.to, group.face) == (self.nation, self.to, self.face) and group.count is not None


# --- what is said once ------------------------------------------------------------------------------------------------


def joined_spec(own: Spec, europe: Spec, there: Spec, chits: Chits) -> dict[str, Any]:
    """§21.22 to §21.28: sides, tracks and chits: the joining file's, else Europe's with what the Near East adds."""
    found = {key: value for key, value in europe.items() if key not in ALONE}
    found |= {key: there[key] for key in FROM_THERE if key in there}
    for side in SIDES:
        found[side] = _union(europe[side], there[side])
    fight = {nation for side in SIDES for nation in found[side]}
    found["neutral"] = [nation for nation in europe["neutral"] if nation not in fight]
    for key in ("play", "hand"):
        listed = _union(europe.get(key, ()), there.get(key, ()))
        found[key] = [id_ for id_ in listed if _is_in(chits, id_)]
    found["lasting"] = {**europe.get("lasting", {}), **there.get("lasting", {})}
    if "pools" in europe:
        found["pools"] = {side: _pool(europe["pools"][side], there["pools"][side], side, chits) for side in SIDES}
    return found | {key: value for key, value in own.items() if key not in ALONE}


def _union(mine: Iterable[str], others: Iterable[str]) -> list[str]:
    """Those of one list, then those of another that it does not have."""
    mine = list(mine)
    return [*mine, *(name for name in others if name not in mine)]


def _is_in(chits: Chits, id_: str) -> bool:
    """§3.26: whether a chit is one of this game."""
    chit = chits.events.get(id_)
    return chit is None or chit.everywhere or chit.mark in chits.marks


def _pool(europe: Spec, there: Spec, side: str, chits: Chits) -> dict[str, Any]:
    """§21.27, §21.28: Europe's chits with those of the Near East. No Events are in both of the lists and once in the
    pool: so Europe's list alone counts for chits without a mark."""
    found: dict[str, int] = {}
    for pool, marks in ((europe, MARKS[:1]), (there, chits.marks[1:])):
        for id_, chit in chits.events.items():
            if chit.mark not in marks:
                continue
            number = chit.count if chit.side == side and chit.pool in pool.get("entering", ()) else 0
            number += pool.get("also", {}).get(id_, 0) - pool.get("without", {}).get(id_, 0)
            if number:
                found[id_] = number
    return {"also": found}


# --- groups -----------------------------------------------------------------------------------------------------------


def joined_groups(
    own: Sequence[Group],
    counts: Sequence[Count],
    europe: Sequence[Group],
    there: Sequence[Group],
    units: Mapping[str, Counter],
    arrivals: Mapping[str, Arrival],
) -> tuple[Group, ...]:
    """§21.24, §21.25: all groups, Europe's first. ValueError for a count that no group has."""
    for count in counts:
        if not any(count.changes(group) for group in there):
            raise ValueError(f"no group of {count.nation} for {count.to} has the count that is changed")
    ours = {unit for group in own for unit in group.units}
    theirs = {unit for group in there for unit in group.units}
    instead = {group.nation for group in own if group.map == EUROPE}
    kept = [group for group in europe if group.nation not in instead and group.to != ASIDE]
    listed = [
        *(_without(replace(group, map=EUROPE), ours | theirs) for group in kept),
        *own,
        *(_without(_there(group, counts, left=group.nation in instead), ours) for group in there),
    ]
    return tuple(_of_its_map(group, units, arrivals) for group in listed if group is not None)


def _without(group: Group, taken: Collection[str]) -> Group | None:
    """A group without the units that another names; None if it named no others. ValueError where a number of units is
    set against those that are left: it would be short."""
    if not group.units:
        return group
    left = tuple(unit for unit in group.units if unit not in taken)
    return replace(group, units=left) if left else None


def _there(group: Group, counts: Sequence[Count], *, left: bool) -> Group:
    """§21.25, §21.35: a group of the Near East, with its number in this game. ``left``: whoever is left of the nation's
    units of Europe is in the group of those left (§19.12: the 46th and 50th)."""
    number = next((count.count for count in counts if count.changes(group)), group.count)
    return replace(group, count=number, to=BOXES.get(group.to, group.to), map="" if left and group.rest else NEAR_EAST)


def _of_its_map(group: Group, units: Mapping[str, Counter], arrivals: Mapping[str, Arrival]) -> Group:
    """§5.11: a group that is counted, or of those left, is of units of its own map alone."""
    if group.units or not group.map:
        return group
    others = (u for u, unit in units.items() if unit.nation == group.nation and arrivals[u].map != group.map)
    return replace(group, without=tuple(dict.fromkeys((*group.without, *others))))
