"""§3.3, §3.4, §3.51: which counters a scenario sets up, and which of the others can still come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.appearance import ARRIVE, BREAKDOWN, WEAKER, Appearance
from rules.empires_alliances.printed.board import LATER, OUT, SET_UP
from rules.empires_alliances.printed.counters import Counter
from rules.empires_alliances.printed.data import PLANS, Printed
from rules.empires_alliances.printed.filling import at_hand, is_same_unit, take
from rules.empires_alliances.printed.scenarios import Group, Scenario


@dataclass(frozen=True, slots=True)
class Forces:
    """``members``: the units of each group, by its id. ``extra``: when and where those of §3.511 come.

    ``gone``: units that have no part in the scenario: the wars of others, or lost before it begins.
    """

    members: Mapping[str, tuple[str, ...]]
    extra: Mapping[str, Appearance]
    gone: frozenset[str]

    def bin_of(self, unit: str) -> str:
        """§3.4: where a unit is before anyone sets up."""
        if unit in self.gone:
            return OUT
        return SET_UP if any(unit in units for units in self.members.values()) else LATER


@cache
def forces_of(plan: str, scenario: str) -> Forces:
    """§3.3, §3.51, §3.511: the forces of a scenario.

    Counters of the same figures differ in nothing but their names, so a group takes the first of the sheet that fit
    (docs/rulings).
    """
    printed = PLANS[plan]
    card = printed.scenarios[scenario]
    groups = [group for group in card.groups.values() if card.side_of(group.nation)]
    if not any(group.counts for group in groups):
        return Forces({group.id: group.units for group in groups}, {}, frozenset())
    members: dict[str, tuple[str, ...]] = {}
    extra: dict[str, Appearance] = {}
    gone: set[str] = set()
    for nation in printed.nations:
        mine = [group for group in groups if group.nation == nation]
        here = at_hand(printed.nations[nation], card.first, printed.units, printed.order, printed.withdrawals.values())
        for group in mine:
            members[group.id] = _choose(printed, group, here)
        coming: dict[str, Appearance] = {}
        for row in card.extra:
            if row.nation == nation:
                for unit in take(here, row.counts, printed.order):
                    coming[unit.id] = Appearance(unit.id, row.turn, ARRIVE, row.city, "", 0)
        extra |= coming
        known = {unit for group in mine for unit in members[group.id]} | coming.keys()
        gone |= {
            unit.id
            for unit in printed.units.values()
            if unit.nation == nation and unit.id not in known and not _can_come(printed, card, unit, known)
        }
    return Forces({group.id: members[group.id] for group in groups}, extra, frozenset(gone))


def _choose(printed: Printed, group: Group, here: list[Counter]) -> tuple[str, ...]:
    """§3.4: the units of a group, taken out of those at hand."""
    if group.units:
        named = [printed.units[unit] for unit in group.units]
        here[:] = [unit for unit in here if not any(unit is n or is_same_unit(unit, n, printed.order) for n in named)]
        return group.units
    return tuple(unit.id for unit in take(here, group.counts, printed.order))


def _can_come(printed: Printed, card: Scenario, unit: Counter, known: set[str]) -> bool:
    """§3.51, §17.35, §22.8: whether a unit that is not set up may come: later by date, weaker, or of a broken corps."""
    if not any(group.nation == unit.nation for group in card.groups.values()):
        return False
    entry = printed.order[unit.id]
    if entry.act == WEAKER:
        return entry.replaces in known or printed.order[entry.replaces].turn > card.first
    return entry.act == BREAKDOWN or entry.turn > card.first


def forces(state: State) -> Forces:
    """§3.3: the forces of the scenario that is played."""
    return forces_of(state.plan, state.scenario)


def members_of(state: State, group: Group) -> tuple[str, ...]:
    """§1.4, §3.4: the units that set up with a group."""
    return forces(state).members.get(group.id, ())


def entry_of(state: State, unit: str) -> Appearance:
    """§1.5, §17.1, §3.511: when, how and where a unit comes into play in this scenario."""
    return forces(state).extra.get(unit) or state.printed.order[unit]
