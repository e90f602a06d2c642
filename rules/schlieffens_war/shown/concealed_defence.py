"""§6.2, §6.3, §6.6: what may stand in a hex of which an attacker sees the top unit only, and how strong it may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import NamedTuple

from rules.schlieffens_war.combat.column_shifts import defence_factor
from rules.schlieffens_war.movement.allowance import halve
from rules.schlieffens_war.position.fog_of_war import visible_units
from rules.schlieffens_war.position.state import ELIMINATED, REMOVED, TURN_3, TURN_7, State
from rules.schlieffens_war.printed.sides import BR, SIDE_OF_NATION
from rules.schlieffens_war.stacking import MAX_CORPS, MAX_DEFENDING, MAX_HQ
from rules.schlieffens_war.supply import BEF_FORTRESSES

OPEN_BOXES = (TURN_3, TURN_7, ELIMINATED, REMOVED)
"""The displays that everyone may look into."""


class Sight(NamedTuple):
    """What the attacker knows of the target: units, at least one, the topmost first, and how many more lie there."""

    visible: tuple[str, ...]
    concealed: int
    fort: str | None = None
    """The fort of the hex, one of the units above."""


def sight_of(state: State, viewer: str, hex_: str) -> Sight:
    """§6.6: what a viewer knows of a stack of the other side: the faces that lie open, and its fort.

    Both sides have seen every fort in its printed hex (§3.1). It cannot move, its losses are taken in the open, and
    one that is destroyed goes to an open display: whatever is put on top, it is known.
    """
    stack, seen = state.stacks[hex_], visible_units(state, viewer)
    fort = next((u for u in stack if state.counter(u).kind == "fort"), None)
    visible = [u for u in stack if u in seen]
    if fort is not None and fort not in visible:
        visible.append(fort)
    return Sight(tuple(visible), len(stack) - len(visible), fort)


class Faces(NamedTuple):
    """The least and most that a concealed unit can bring into a defence, and whether it may be a depot (0)."""

    corps: tuple[int, int]
    hq: tuple[int, int]
    depots: bool


def defence_range(state: State, sight: Sight) -> tuple[int, int]:
    """§11.2, §6.2: the least and most defence: two corps equivalents, as the defender chooses, and one HQ or none.

    Whether an HQ helps its corps is its owner's secret; one without corps or forts defends itself.
    Where only depots are seen there are only depots: the topmost unit that fights is always seen (§6.6).
    """
    if all(state.counter(u).kind == "depot" for u in sight.visible):
        return 0, 0
    known = [defence_factor(state, u) for u in sight.visible if state.counter(u).weight]
    hq_factor = sum(defence_factor(state, u) for u in sight.visible if state.counter(u).kind == "hq")
    if not sight.concealed:
        return sum(sorted(known)[:MAX_DEFENDING]) if known else hq_factor, sum(
            sorted(known)[-MAX_DEFENDING:]
        ) + hq_factor
    faces = faces_below(state, sight.visible)
    least, most = [], []
    for corps, hqs in _makeups(state, sight, faces):
        weakest = sorted([*known, *[faces.corps[0]] * corps])[:MAX_DEFENDING]
        least.append(sum(weakest) if weakest else hq_factor + hqs * faces.hq[0])
        most.append(sum(sorted([*known, *[faces.corps[1]] * corps])[-MAX_DEFENDING:]) + hq_factor + hqs * faces.hq[1])
    return min(least), max(most)


def _makeups(state: State, sight: Sight, faces: Faces) -> Iterator[tuple[int, int]]:
    """(corps equivalents, HQs) that the concealed units may be; one HQ at most stands in a hex, the rest are depots."""
    seen = sum(1 for u in sight.visible if state.counter(u).kind == "hq")
    for hqs in range(min(sight.concealed, max(0, MAX_HQ - seen)) + 1):
        rest = sight.concealed - hqs
        for corps in range(0 if faces.depots else rest, rest + 1):
            yield corps, hqs


def faces_below(state: State, visible: Sequence[str]) -> Faces:
    """§6.3, §8.4: what a unit below the visible ones may be: of their nation, but forts may have British guests."""
    top = state.counter(visible[0])
    if top.is_mobile and top.nation != BR:
        return _faces(state, (top.nation,))
    return _faces(state, tuple(n for n, side in SIDE_OF_NATION.items() if side == top.side))


def _faces(state: State, nations: tuple[str, ...]) -> Faces:
    """The extremes of the printed counters of some nations; the least is out of supply (§8.7)."""

    def find(_: object) -> Faces:
        listed = [c for c in state.printed.counters.values() if c.nation in nations]
        corps = [s for c in listed if c.weight for s in c.strengths]
        hqs = [s for c in listed if c.kind == "hq" for s in c.strengths]
        depots = any(c.kind == "depot" for c in listed)
        return Faces((halve(min(corps)), max(corps)), (halve(min(hqs)), max(hqs)), depots)

    return state.memory.recall(("faces", nations), (), find)


# --- what is likely -----------------------------------------------------------------------------------------------


class Sort(NamedTuple):
    """Units that an attacker cannot tell apart in a defence: kind (corps are one) and printed factor."""

    kind: str
    factor: int


def likely_defence(state: State, seat: str, sight: Sight) -> int:
    """§11.2: the defence of which a half of all stacks that could lie there has no more.

    Every unit that the attacker cannot see anywhere is as likely to be among the concealed as any other, at full
    strength and in supply; the two strongest defend, and an HQ helps.
    """
    known = sorted(defence_factor(state, u) for u in sight.visible if state.counter(u).weight)
    seen = [defence_factor(state, u) for u in sight.visible if state.counter(u).kind == "hq"]
    totals: Counter[int] = Counter()
    for drawn, ways in _draws([*_unseen(state, seat, sight).items()], sight.concealed):
        corps = [*known, *(s.factor for s in drawn if s.kind == "corps")]
        hqs = [*seen, *(s.factor for s in drawn if s.kind == "hq")]
        if len(corps) <= MAX_CORPS and len(hqs) <= MAX_HQ:
            totals[sum(sorted(corps)[-MAX_DEFENDING:]) + sum(hqs)] += ways
    least, most = defence_range(state, sight)
    found, half = 0, totals.total() / 2
    for defence, ways in sorted(totals.items()):
        found += ways
        if found >= half:
            return max(least, min(most, defence))
    return most


def _unseen(state: State, seat: str, sight: Sight) -> Mapping[Sort, int]:
    """How many units of each sort the nation of the stack has where the attacker cannot see them."""
    nation = state.counter(sight.visible[0]).nation
    seen = visible_units(state, seat)
    return Counter(
        Sort("corps" if c.is_corps else c.kind, c.strengths[0])
        for c in state.printed.counters.values()
        if c.nation == nation and c.is_mobile and c.id not in seen and state.units[c.id].at not in OPEN_BOXES
    )


def _draws(sorts: Sequence[tuple[Sort, int]], count: int) -> Iterator[tuple[tuple[Sort, ...], int]]:
    """Every lot of ``count`` units, and in how many ways it comes about."""
    if count == 0:
        yield (), 1
    elif sorts:
        (sort, number), rest = sorts[0], sorts[1:]
        for taken in range(min(count, number) + 1):
            for others, ways in _draws(rest, count - taken):
                yield (sort,) * taken + others, ways * comb(number, taken)


def may_be_british(state: State, seat: str, hex_: str, sight: Sight) -> bool:
    """§11.19, §8.4: whether a British unit defends the hex for all that the attacker knows."""
    if any(state.counter(u).nation == BR for u in sight.visible):
        return True
    guests = sight.concealed and not state.counter(sight.visible[0]).is_mobile
    if not guests or state.printed.board.name.get(hex_) not in BEF_FORTRESSES:
        return False
    seen = visible_units(state, seat)
    unseen = [c.id for c in state.printed.counters.values() if c.nation == BR and c.id not in seen]
    return any(state.units[u].at not in OPEN_BOXES for u in unseen)


def must_be_british(state: State, sight: Sight) -> bool:
    """§11.19, §6.2: whether British defend the hex for certain: an HQ alone beside a fort may be kept out of the fight.

    A unit that is concealed beside that HQ is a British corps: there is room for one HQ, and no other nation (§6.3).
    """
    british = [c for c in map(state.counter, sight.visible) if c.nation == BR]
    if sight.fort is None or sight.concealed:
        return bool(british)
    return any(c.is_corps for c in british)
