"""§1.1: what the files of a plan say together that cannot be: names that nothing else knows, counters there are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.powers_1914.printed.data import Muster, Printed, Setting
from rules.powers_1914.printed.pieces import ARMS, SIDES, WORKS

EFFECTS = frozenset({"lose", "winter", "revolution", "usa", "colonies", "nationalism", "rising", "join"})
"""§3.14: what an event card can do."""
IN_HAND = ("rising", "join")
"""Cards that name a nation."""


def check(printed: Printed) -> None:
    """ValueError that names the first misprint, if there is one."""
    for fault in _faults(printed):
        raise ValueError(fault)


def _faults(printed: Printed) -> Iterator[str]:
    nations = printed.names.nations
    yield from _unknown("areas.csv", (a.owner for a in printed.board.areas.values() if not a.sea), nations)
    guards = (guard for strait in printed.board.straits.values() for guard in strait.guards)
    yield from _unknown("links.csv", guards, printed.board.areas)
    yield from _unknown("units.toml", nations, printed.counters)
    yield from _unknown("units.toml", (*ARMS, *WORKS), printed.prices)
    yield from _unknown("generals.toml", (g.nation for g in printed.generals.values()), nations)
    for card in printed.cards.values():
        yield from _unknown("cards.toml", (card.effect,), EFFECTS)
        if card.effect in IN_HAND:
            yield from _unknown("cards.toml", (card.nation,), nations)
    for nation, musters in printed.armies.items():
        yield from _check_musters(printed, "nations.toml", musters, {nation})
    for setting in printed.settings.values():
        yield from _set_up(printed, setting)


def _set_up(printed: Printed, setting: Setting) -> Iterator[str]:
    file, at_war = f"scenarios/{setting.id}.toml", {n for its in setting.nations.values() for n in its}
    yield from _unknown(file, (*at_war, *setting.closed), printed.names.nations)
    for seating in setting.tables.values():
        dealt = [n for its in seating.values() for n in its]
        if sorted(dealt) != sorted(at_war):
            yield f"{file}: a table of {len(seating)} does not deal every nation at war once"
        for nations in seating.values():
            if not any(set(nations) <= set(setting.nations[side]) for side in SIDES):
                yield f"{file}: {', '.join(nations)} are not of one side"
    yield from _check_musters(printed, file, setting.setup, at_war)


def _check_musters(printed: Printed, file: str, musters: Iterable[Muster], whose: Iterable[str]) -> Iterator[str]:
    """Nations, fields and generals that there are, and no more counters than the box has."""
    used: dict[tuple[str, str], int] = {}
    for muster in musters:
        yield from _unknown(file, (muster.nation,), whose)
        yield from _unknown(file, (muster.area,), printed.board.areas)
        if muster.general:
            yield from _unknown(file, (muster.general,), printed.generals)
        for arm, count in muster.counts.items():
            used[muster.nation, arm] = used.get((muster.nation, arm), 0) + count
    for (nation, arm), count in used.items():
        if nation in printed.counters and count > printed.limit(nation, arm):
            yield f"{file}: {nation} has no {count} counters of {arm}"


def _unknown(file: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    there = set(known)
    yield from (f"{file}: there is no {name!r}" for name in names if name not in there)
