"""§2.1 to §2.3, §4: a match before its first decision: who plays whom, the empty map, money and a full deck."""

from __future__ import annotations

from collections.abc import Mapping

from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import AT_PEACE, POOL, SHUT, VERSION, WAR, NationState, State, UnitState, Works
from rules.powers_1914.printed.board import Board
from rules.powers_1914.printed.data import Printed, Seating, Setting
from rules.powers_1914.printed.names import Names
from rules.powers_1914.printed.pieces import CENTRAL, ENTENTE, NEUTRAL, SIDES
from rules.powers_1914.printed.plans import PLANS


def opening_position(plan: str, setting: Setting, seats: Seating, key: str) -> State:
    """§2.2, §2.3: the empty map, every nation's units in its pool, starting money, a full deck and the action cards."""
    printed = PLANS[plan]
    sides = {seat: setting.side_of(nations[0]) for seat, nations in seats.items()}
    nations: dict[str, NationState] = {}
    for seat, its in seats.items():
        nations.update({n: NationState(setting.side_of(n), seat, WAR) for n in its})
    for nation in printed.names.nations:
        if nation not in nations:
            shut = nation in setting.closed or nation in CLOSED_TO_ALL
            nations[nation] = NationState(NEUTRAL, "", SHUT if shut else AT_PEACE)
    areas = printed.board.areas.values()
    return State(
        version=VERSION,
        scenario=setting.id,
        turn=1,
        cursor=(PhaseFrame(key),),
        units=_pool(printed, setting),
        seats=sides,
        nations=nations,
        control={a.id: a.owner for a in areas if not a.sea},
        works={a.id: tuple(Works(w, a.owner) for w in a.works) for a in areas if a.works},
        money={seat: sum(_start_money(printed.board, setting, n) for n in its) for seat, its in seats.items()},
        modern={},
        deck=setting.deck,
        hands=_each(()),
        gas=dict.fromkeys(SIDES, printed.gas),
        captured=dict.fromkeys(SIDES, 0),
        levies=dict.fromkeys(SIDES, 0),
        buried=_each(()),
        kept=_each(()),
        tactics=_each(()),
        recruits={},
        plan=plan,
    )


CLOSED_TO_ALL = ("CH", "US", "SC", "IR")
"""§3.12.4, and nations that have no land of their own on the map."""


def _each(value: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(SIDES, value)


def _start_money(board: Board, setting: Setting, nation: str) -> int:
    """§2.3: the starting money of a nation, a share of what its lands bring."""
    income = sum(board.areas[a].coins for a in board.belongs.get(nation, ()))
    return income * setting.money // 100


def _pool(printed: Printed, setting: Setting) -> dict[str, UnitState]:
    """§2.3: the units of the set-up chart."""
    counts: dict[tuple[str, str], int] = {}
    generals: list[str] = []
    for muster in setting.setup:
        for arm, n in muster.counts.items():
            counts[muster.nation, arm] = counts.get((muster.nation, arm), 0) + n
        if muster.general:
            generals.append(printed.generals[muster.general].piece.id)
    units = [u for (nation, arm), total in counts.items() for u in printed.counters[nation][arm][:total]]
    return {u: UnitState(POOL) for u in (*units, *generals)}


def seats_from(names: Names, setting: Setting, table: Seating, wish: object) -> dict[str, tuple[str, ...]]:
    """§2.1, §4.4: who plays which nation: as the table says, or as the players wish: ``{nation: seat}``, all of them.

    ValueError when a wish forgets a nation, gives one to the other side or leaves a seat without any.
    """
    if wish is None:
        return dict(table)
    if not isinstance(wish, Mapping) or set(wish) != {n for its in table.values() for n in its}:
        raise ValueError("the nations must all be shared out")
    shared: dict[str, tuple[str, ...]] = dict.fromkeys(table, ())
    for side in (CENTRAL, ENTENTE):
        for nation in setting.nations[side]:
            seat = wish[nation]
            if not isinstance(seat, str) or seat not in shared or setting.side_of(table[seat][0]) != side:
                raise ValueError(f"{names.nation(nation)} cannot be played by {seat!r}")
            shared[seat] = (*shared[seat], nation)
    if not all(shared.values()):
        raise ValueError("a seat is left without a nation")
    return shared
