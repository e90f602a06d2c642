"""§11.3 Ultimate sources: which there are for whom, and which of them are open.

Nations with the same ones share what is found, under the name of one of them (``class_of``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain

from rules.great_war.position.control import blocked_hexes, controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.supply import near_east
from rules.kernel.kept import kept

BY_LANDINGS = ("BR", "FR", "IT", "BE", "US")
"""§11.33: the other Allied units, which landing places supply. Italians have Valona besides, and were at Salonika."""
_CENTRAL_CAPITALS = {"CP TU": "TU", "CP BU": "BU", "CP RO RU": "RO"}
"""§11.32: words at sources that come with a nation's entry."""


def class_of(state: State, nation: str) -> str:
    """Representative of the nations that share this nation's ultimate sources (§11.3)."""
    if state.sides[nation] == CENTRAL:
        return "GE"
    if nation in ("RU", "RO"):
        return "RU"
    apart = nation in ("BR", "SE", "GK") or (nation == "IT" and state.balkans)
    return nation if apart else "FR" if nation in BY_LANDINGS else "MN"


def side_of(of: str) -> str:
    return CENTRAL if of == "GE" else ALLIED


@kept
def open_sources(state: State, of: str) -> tuple[int, ...]:
    """§11.31, §11.31N, §11.71, §11.71N: the ultimate sources that their side controls and no enemy stands in."""
    side = side_of(of)
    enemy, mine = blocked_hexes(state, side), controlled_hexes(state, side)

    def find(_: object) -> tuple[int, ...]:
        gone = {state.printed.board.index[h] for h in state.spoiled}
        return tuple(
            dict.fromkeys(i for i in (_central(state) if side == CENTRAL else _allies(state, of)) if i not in gone)
        )

    def ours(_: object) -> tuple[int, ...]:
        shut = enemy | _upriver(state, mine) if state.pre_war.baltic else enemy
        return tuple([i for i in printed if i in mine and i not in shut])

    printed = state.memory.recall(("sources", of), sources_depend_on(state), find)
    return state.memory.recall(("open sources", of), (printed, enemy, mine), ours)


def _upriver(state: State, mine: Collection[int]) -> frozenset[int]:
    """§20.2 No. 7: the inland ports of the Baltic to which no ships come up: that takes every hex on the way."""
    index, ways = state.printed.board.index, state.places.ways_to_sea
    return frozenset(index[port] for port, way in ways.items() if any(index[h] not in mine for h in way))


@kept
def sources_depend_on(state: State) -> tuple[object, ...]:
    """What the places of the ultimate sources depend on, whoever controls them; where heat stops lines; and Kut, the
    pipeline and the expedition to Persia."""
    hot, east = near_east.hot_desert(state), state.near_east
    return (
        *(state.spoiled, state.sides, state.landings, state.balkans, state.pre_war.baltic),
        *(hot, east.kut, east.pipeline, east.expedition),
    )


def _central(state: State) -> Iterable[int]:
    """§11.32, §11.32N: the same for all nations of the Central Powers."""
    table = state.printed.board.supply
    yield from table.get("CP", ())
    for word, nation in _CENTRAL_CAPITALS.items():
        if state.sides.get(nation) == CENTRAL:
            yield from table.get(word, ())


def _allies(state: State, nation: str) -> Iterable[int]:
    """§11.33, §11.33N; for the British Basra and Abadan, and the two Channel ports from which they may go on over towns
    (§11.44); and the Baltic when it is the Allies' (§20.2 No. 7)."""
    board, places = state.printed.board, state.places
    yield from board.supply.get("AL", ())
    if nation in ("RU", "RO"):
        yield from board.supply.get("RU", ())
        if state.near_east.expedition:
            yield from board.supply.get("RU PEF", ())
        if state.sides.get("RO") == ALLIED:
            yield from board.supply.get("CP RO RU", ())
    if nation == "GK":
        yield from board.supply.get("GK", ())
    if nation == "IT" and state.balkans:
        yield board.index[places.valona]
    if nation == "SE":
        yield from sorted(board.towns & board.by_country["SE"])
    landings = state.landings if nation in BY_LANDINGS else state.landings & {places.salonika} if nation == "SE" else ()
    yield from sorted(board.index[h] for h in landings)
    if state.pre_war.baltic:
        yield from (board.index[h] for h in (places.pomerania, *places.baltic_ports))
    if nation == "BR":
        yield from board.supply.get("BR", ())
        yield from (board.index[places.calais], board.index[places.dunkirk])


@lru_cache(maxsize=64)
def felt_afar(board: Board) -> frozenset[int]:
    """§11.3, §11.4: where more than the four hexes round it may depend on a hex: sources, and what opens a port."""
    places = board.places
    single = (places.constantinople, places.pomerania, places.valona, places.calais, places.dunkirk)
    words = {*places.baltic_ports, *single}.union(*places.ways_to_sea.values())
    printed = chain(*board.supply.values(), *board.marked.values(), board.towns & board.by_country["SE"])
    if board.near_east is not None:
        words |= {board.near_east.gaza, board.near_east.beersheba, *board.near_east.sinai_coast}
    return frozenset(chain(printed, (board.index[h] for h in words)))
