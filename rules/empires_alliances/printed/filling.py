"""§1.4, §2.63, §3.4: whether the counters that are printed fill the groups that a scenario sets up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product

from rules.empires_alliances.printed.appearance import (
    ADD,
    ARRIVE,
    ENTRY,
    START,
    UPGRADE,
    WEAKER,
    Appearance,
    Withdrawal,
)
from rules.empires_alliances.printed.counters import Counter, Spec
from rules.empires_alliances.printed.nations import Nation
from rules.empires_alliances.printed.scenarios import Group

Counts = tuple[tuple[Spec, int], ...]


def at_hand(
    nation: Nation,
    turn: str,
    units: Mapping[str, Counter],
    order: Mapping[str, Appearance],
    withdrawals: Iterable[Withdrawal],
) -> list[Counter]:
    """§17: the counters of a country that may be in play on a turn, both of a pair (§17.35).

    What has been withdrawn, or given up for a better unit, is not: the last that fit are those.
    """
    here = [
        unit
        for unit in units.values()
        if unit.nation == nation.id
        and (order[unit.id].turn or nation.enters) <= turn
        and order[unit.id].act in (START, ENTRY, ARRIVE, ADD, UPGRADE, WEAKER)
    ]
    gone = [order[unit.id].takes for unit in here if order[unit.id].act == UPGRADE]
    for row in withdrawals:
        if row.nation == nation.id and row.turn <= turn:
            gone += [row.what] * row.count
    for spec in gone:
        lost = next((unit for unit in reversed(here) if spec.fits(unit)), None)
        if lost is None:
            raise ValueError(f"{nation.id} has no {spec} to give up by {turn}")
        here = [unit for unit in here if unit is not lost and not is_same_unit(unit, lost, order)]
    return here


def is_same_unit(a: Counter, b: Counter, order: Mapping[str, Appearance]) -> bool:
    """§17.35: whether two counters are one unit, strong and weak."""
    weak = {unit.id: order[unit.id].replaces for unit in (a, b) if order[unit.id].act == WEAKER}
    return weak.get(a.id) == b.id or weak.get(b.id) == a.id


def take(here: list[Counter], counts: Counts, order: Mapping[str, Appearance]) -> list[Counter]:
    """The first counters that fit, taken out of ``here`` with their pairs. ValueError when there are too few."""
    taken: list[Counter] = []
    for spec, number in counts:
        for _ in range(number):
            unit = next((unit for unit in here if spec.fits(unit)), None)
            if unit is None:
                raise ValueError(f"there are too few of {spec.kind} {spec.size} {spec.figures}".rstrip())
            taken.append(unit)
            here[:] = [other for other in here if other is not unit and not is_same_unit(other, unit, order)]
    return taken


def deal(groups: Collection[Group], here: list[Counter], order: Mapping[str, Appearance], *, all_of: bool) -> None:
    """Fills the groups of one country, by their counts or the others that they may have.

    ValueError where counters are missing for all of these, or left over when ``all_of`` must stand.
    """
    mine = [group for group in groups if group.counts]
    fitting: list[tuple[list[Counter], tuple[Counts, ...]]] = []
    slips: list[ValueError] = []
    for chosen in product(
        *((group.counts, group.alternative) if group.alternative else (group.counts,) for group in mine)
    ):
        left = list(here)
        try:
            for group, counts in zip(mine, chosen, strict=True):
                _fill(group, counts, left, order)
        except ValueError as error:
            slips.append(error)
        else:
            fitting.append((left, chosen))
    if not fitting:
        raise slips[0]
    for k, group in enumerate(mine):
        if not all(any(chosen[k] == way for _, chosen in fitting) for way in (group.counts, group.alternative) if way):
            raise ValueError(f"{group.id} can be set up in one of its ways alone")
    left = fitting[0][0]
    if all_of and left and not any(group.rest for group in groups):
        raise ValueError(f"{left[0].id} is set up nowhere")


def _fill(group: Group, counts: Counts, left: list[Counter], order: Mapping[str, Appearance]) -> None:
    try:
        for _ in range(group.places):
            take(left, counts, order)
    except ValueError as error:
        raise ValueError(f"{group.id}: {error}") from error
