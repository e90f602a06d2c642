"""§3.44, §3.63: how many units of a group must stand in a place at the end of the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.empires_alliances.play import place_name
from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.printed.counters import CORPS, FOOT, RANKS
from rules.empires_alliances.printed.scenarios import Group
from rules.kernel.messages import Refusal
from rules.kernel.wording import quantity


@dataclass(frozen=True, slots=True)
class Quota:
    """Units of a group in a hex: ``least`` of them, and no more than ``most`` where the hex is not of its sector.

    ``corps``: whether it is about corps of infantry and cavalry alone.
    """

    group: str
    hex: str
    least: int
    most: int
    corps: bool
    section: str

    def counts(self, state: State, unit: str) -> bool:
        """Whether a unit of the group is one that is asked for."""
        counter = state.counter(unit)
        return not self.corps or (counter.kind in RANKS and counter.size == CORPS)

    def there(self, state: State) -> tuple[str, ...]:
        """The units of the group that stand there."""
        mine = members_of(state, state.card.groups[self.group])
        return tuple(u for u in state.stacks.get(self.hex, ()) if u in mine and self.counts(state, u))

    def why_short(self, state: State) -> Refusal | None:
        """§3.44, §3.63: why the set-up is not finished: too few stand there."""
        if len(self.there(state)) >= self.least:
            return None
        who = quantity(self.least, "corps" if self.corps else "unit", "corps" if self.corps else "units")
        group = state.card.groups[self.group]
        whose = f"{state.printed.nations[group.nation].adjective} {group.name}".strip()
        where = place_name(state, self.hex)
        return Refusal("too-few-there", self.section, f"{whose}: at least {who} must be set up in {where}.")


def quotas_of(state: State, group: Group) -> Iterator[Quota]:
    """§3.44, §3.63: what is asked of a group."""
    for hex_, least in group.least_in.items():
        yield Quota(group.id, hex_, least, 0, corps=False, section="3.44")
    for row in state.card.garrisons:
        if row.group == group.id:
            each = row.corps // len(row.cities)
            for city in row.cities:
                yield Quota(group.id, state.printed.places.cities[city].hex, each, each, corps=True, section="3.63")


def garrisons_for(state: State, group: Group, unit: str) -> tuple[str, ...]:
    """§3.63: hexes outside its sector in which a unit of a group may be set up as a garrison."""
    return tuple(q.hex for q in quotas_of(state, group) if q.most and q.counts(state, unit))


def why_full(state: State, group: Group, unit: str, place: str) -> Refusal | None:
    """§3.63: why no other unit is set up in a place as a garrison: enough stand there."""
    for quota in quotas_of(state, group):
        if quota.hex == place and quota.most and len({*quota.there(state)} - {unit}) >= quota.most:
            return Refusal("garrison-there", quota.section, f"{place_name(state, place)} already has its garrison.")
    return None


def why_not_enough(state: State, side: str) -> Refusal | None:
    """§3.44, §3.63: why a side's set-up is not finished though all its units stand."""
    mine = (g for g in state.card.groups.values() if state.card.side_of(g.nation) == side)
    return next((refusal for g in mine for q in quotas_of(state, g) if (refusal := q.why_short(state))), None)


def pinned_places(state: State, group: Group) -> dict[str, str]:
    """§3.44, §3.63: units that wait, each with the place in which it must be set up to make up the number there.

    Infantry goes, which holds cities at the end (§3.71), and of it the weakest, so that the line keeps the others.
    """
    found: dict[str, str] = {}
    for quota in quotas_of(state, group):
        waiting = [
            u
            for u in members_of(state, group)
            if state.units[u].at == SET_UP and u not in found and quota.counts(state, u)
        ]
        waiting.sort(key=lambda u: (state.counter(u).kind not in FOOT, state.counter(u).figures.defence))
        for unit in waiting[: max(0, quota.least - len(quota.there(state)))]:
            found[unit] = quota.hex
    return found
