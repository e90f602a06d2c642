"""§11.0 Supply: where the units of each nation can trace a line, front by front.

A line goes from the unit four hexes to an ultimate source or to a friendly town, from a town any distance to a source.
So what counts is the net of hexes joined to the nation's sources (``net``), and of that the towns and headquarters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.great_war.board import ALBANIA
from rules.great_war.control import blocked, controlled, controller, home_side
from rules.great_war.fronts import EAST, FRONTS, ITALY, WEST
from rules.great_war.keeping import kept
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.state import BOXES, State
from rules.hexes.kept_floods import flooded
from rules.kernel.floods import connected

IN, FORTRESS, UNSUPPLIED = "in", "fortress", "out"
"""§11.1, §11.51: in supply, on Fortress Supply alone, out of supply."""
RADIUS = 4
"""§11.21, §11.22: hexes from a unit to a source or town."""
BY_LANDINGS = ("BR", "FR", "IT", "BE", "US")
"""§11.33: the other Allied units, which landing places supply. Italians have Valona besides, and were at Salonika."""
SALONIKA, VALONA, CONSTANTINOPLE, KONIGSBERG = "E1116", "E1210", "E1328", "E5514"
CALAIS, DUNKIRK, ROUEN, ANTWERP = "W6707", "W6709", "W5603", "W6819"
BALTIC_PORTS = ("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")
"""§11.41."""
BLACK_SEA_PORTS = ("E1726", "E2027", "E2328", "E3031")
"""§11.42."""
ADRIATIC_PORTS = ("W2022", "W2230")
"""§11.43."""
NEEDS = {ROUEN: ("R",), ANTWERP: ("A", "A+")}
"""§11.44: what is marked on the hexes that a port needs to reach the sea."""
_CENTRAL_CAPITALS = {"CP TU": "TU", "CP BU": "BU", "CP RO RU": "RO"}
"""§11.32: words at sources that come with a nation's entry."""


# --- one unit ---------------------------------------------------------------------------------------------------------


def supply_of(state: State, unit: str) -> str:
    """§11.1: how a unit on the map is supplied now; a line of its own goes before a fortress."""
    counter, here = state.counter(unit), state.printed.board.index[state.units[unit].at]
    if here in supplied(state, counter.nation, counter.kind == "mountain"):
        return IN
    if counter.kind == "hq" and here in net(state, counter.nation, False):
        return IN
    return FORTRESS if on_fortress(state, counter.nation, here) else UNSUPPLIED


def would_supply(state: State, unit: str, here: int, moving: Collection[str]) -> bool:
    """§8.26: whether a unit that goes to a hex with others would not be out of supply there.

    What headquarters among them supply now is left aside, for they go along; so is what the march itself may open.
    """
    counter, board = state.counter(unit), state.printed.board
    nation, mountain = counter.nation, counter.kind == "mountain"
    if here in net(state, nation, mountain) and here in board.towns:
        return True
    staffs = [u for u in moving if state.counter(u).kind == "hq" and state.counter(u).nation == nation]
    if staffs and here in net(state, nation, False):
        return True
    if on_fortress(state, nation, here):
        return True
    if here not in supplied(state, nation, mountain):
        return False
    if not staffs:
        return True
    left = headquarters(state, nation) - {board.index[state.units[u].at] for u in staffs}
    front = board.front[here]
    return here in _lines_on(state, nation, mountain, front) or here in _handed_on(state, nation, mountain, front, left)


def on_fortress(state: State, nation: str, here: int) -> bool:
    """§11.51: whether an intact fort of the nation feeds its units in a hex. The Hindenburg Line feeds nobody."""
    board = state.printed.board
    return here in board.forts and board.country[here] == nation and board.ids[here] not in state.destroyed


def survives(state: State, unit: str) -> bool:
    """§11.8, §11.51, §11.52: whether a unit outlives an Attrition Phase here. Belgians in Antwerp do."""
    at = state.units[unit].at
    held = at == ANTWERP and state.counter(unit).nation == "BE"
    return held or supply_of(state, unit) != UNSUPPLIED


def is_supplied_hex(state: State, nation: str, here: int) -> bool:
    """§11.85: whether a hex is in supply for a nation's units, mountain troops aside."""
    return here in supplied(state, nation, False)


def fed(state: State, units: Iterable[str]) -> frozenset[int]:
    """§11.85: the hexes in supply for all of these units, wherever they are; a fortress's stores are none."""
    counters = (state.counter(unit) for unit in units)
    return frozenset.intersection(*(_fed(state, c.nation, c.kind == "mountain", c.kind == "hq") for c in counters))


@kept
def _fed(state: State, nation: str, mountain: bool, hq: bool) -> frozenset[int]:
    found = supplied(state, nation, mountain)
    return found | net(state, nation, False) if hq else found


@kept
def fed_from(state: State, nation: str, places: tuple[str, ...]) -> frozenset[int]:
    """§15.42, §15.55: the hexes in supply by a line to one of these very sources, straight or over towns and staffs."""
    side, board = state.sides[nation], state.printed.board
    shut, mine = _shut(state, side, False), controlled(state, side)
    sources = [board.index[h] for h in places if board.index[h] in mine and board.index[h] not in shut]
    joined = connected(board.lines, sources, shut)
    begins = [*sources, *(i for i in joined if i in board.towns and i in mine)]
    found = _within(board.lines, begins, shut, ())
    for here in headquarters(state, nation) & frozenset(joined):
        found.update((here, *(b for b in board.lines[here] if b not in shut)))
    return frozenset(found)


# --- where a nation is supplied ---------------------------------------------------------------------------------------


@kept
def supplied(state: State, nation: str, mountain: bool) -> frozenset[int]:
    """§11.2: the hexes in which a combat unit of the nation would be in supply, Fortress Supply aside."""
    parts = tuple(_supplied_on(state, nation, mountain, front) for front in FRONTS)
    return state.memory.recall(("supplied", nation, mountain), parts, lambda _: frozenset().union(*parts))


@kept
def net(state: State, nation: str, mountain: bool) -> frozenset[int]:
    """§11.22: the hexes from which a line of any length runs to an ultimate source of the nation."""
    parts = tuple(_net_on(state, nation, mountain, front) for front in FRONTS)
    return state.memory.recall(("net", nation, mountain), parts, lambda _: frozenset().union(*parts))


def _supplied_on(state: State, nation: str, mountain: bool, front: str) -> frozenset[int]:
    lines, besides = _lines_on(state, nation, mountain, front), _besides(state, nation, mountain, front)
    return state.memory.recall(("all", nation, mountain, front), (lines, besides), lambda _: lines | besides)


@kept
def _lines_on(state: State, nation: str, mountain: bool, front: str) -> frozenset[int]:
    """§11.21, §11.22: within four hexes of a source, or of a friendly town from which a line runs to one."""
    return _lines(state, _class(state, nation), _in_alps(nation, mountain), front)


@kept
def _net_on(state: State, nation: str, mountain: bool, front: str) -> frozenset[int]:
    """§11.22: what is joined to the nation's sources on a front."""
    return _net(state, _class(state, nation), _in_alps(nation, mountain), front)


def _class(state: State, nation: str) -> str:
    """The nation after which those are called that have the same ultimate sources as this one (§11.3)."""
    if state.sides[nation] == CENTRAL:
        return "GE"
    if nation in ("RU", "RO"):
        return "RU"
    apart = nation in ("BR", "SE", "GK") or (nation == "IT" and state.balkans)
    return nation if apart else "FR" if nation in BY_LANDINGS else "MN"


PLAIN, MOUNTAIN, ITALIAN = "plain", "mountain", "italian"
"""§11.6: how units trace in alpine hexes: not, over them, or into those of Austria-Hungary without going on."""


def _in_alps(nation: str, mountain: bool) -> str:
    return PLAIN if not mountain else ITALIAN if nation == "IT" else MOUNTAIN


@kept
def _lines(state: State, of: str, alps: str, front: str) -> frozenset[int]:
    side, board = _side_of(of), state.printed.board
    begins = (_net(state, of, alps, front) & _own_towns(state, side, front)) | frozenset(_sources(state, of, front))
    ends, shut = _ends(state, alps), _shut(state, side, alps != PLAIN)
    start = tuple(sorted(begins))

    def find() -> Collection[int]:
        return _within(board.lines, start, shut, ends)

    name, inside = f"supplied.{of}.{alps}.{front}", board.by_front[front]
    return flooded(state, board.lines, name, start, shut, ends, find, within=inside)


@kept
def _net(state: State, of: str, alps: str, front: str) -> frozenset[int]:
    side, board = _side_of(of), state.printed.board
    start = tuple(sorted(_sources(state, of, front)))
    ends, shut = _ends(state, alps), _shut(state, side, alps != PLAIN)

    def find() -> Collection[int]:
        return connected(board.lines, start, shut | ends)

    name, inside = f"net.{of}.{alps}.{front}", board.by_front[front]
    return flooded(state, board.lines, name, start, shut, ends, find, within=inside)


def _side_of(of: str) -> str:
    return CENTRAL if of == "GE" else ALLIED


def _within(
    lines: Sequence[Sequence[int]], sources: Iterable[int], shut: Collection[int], ends: Collection[int]
) -> set[int]:
    """§11.21: what lies within four hexes of a source."""
    found = set(sources)
    front = [*found]
    for _ in range(RADIUS):
        following: list[int] = []
        for a in front:
            if a in ends:
                continue
            for b in lines[a]:
                if b not in found and b not in shut:
                    found.add(b)
                    following.append(b)
        front = following
    return found


@kept
def _shut(state: State, side: str, mountain: bool) -> frozenset[int]:
    """§11.6: where no line of supply runs: enemies, their forts, alpine hexes but for mountain units, neutral land."""
    enemy = blocked(state, side)

    def find(_: object) -> frozenset[int]:
        board, found = state.printed.board, set(enemy)
        if not mountain:
            found |= board.alpine
        for country, hexes in board.by_country.items():
            if home_side(state, country) is None and not (country == ALBANIA and state.balkans):
                found |= hexes
        return frozenset(found)

    return state.memory.recall(("shut", side, mountain), (enemy, state.sides, state.balkans), find)


def shut_to(state: State, side: str) -> frozenset[int]:
    """§11.6: where no line of supply of a side runs, mountain units aside."""
    return _shut(state, side, False)


def _ends(state: State, alps: str) -> frozenset[int]:
    """§11.6: alpine hexes that lines run into and not through: those of Austria-Hungary for Italian mountain units."""
    board = state.printed.board
    return board.alpine & board.by_country["AH"] if alps == ITALIAN else frozenset()


@kept
def _own_towns(state: State, side: str, front: str) -> frozenset[int]:
    """§11.22: the towns and cities that a side controls on a front."""
    board, mine = state.printed.board, controlled(state, side)
    return state.memory.recall(("towns", side, front), (mine,), lambda _: board.towns & mine & board.by_front[front])


# --- ultimate sources (§11.3) -----------------------------------------------------------------------------------------


@kept
def _sources(state: State, nation: str, front: str) -> tuple[int, ...]:
    """§11.31, §11.71: a nation's ultimate sources on a front that its side controls and no enemy stands in."""
    side = _side_of(nation)
    enemy, mine = blocked(state, side), controlled(state, side)

    def find(_: object) -> tuple[int, ...]:
        board = state.printed.board
        spoiled = {board.index[h] for h in state.spoiled}
        listed = _central(state) if side == CENTRAL else _allied(state, nation)
        return tuple(i for i in listed if board.front[i] == front and i in mine and i not in enemy and i not in spoiled)

    source = (enemy, mine, state.spoiled, state.sides, state.landings, state.balkans)
    return state.memory.recall(("sources", nation, front), source, find)


def _central(state: State) -> Iterable[int]:
    """§11.32: the same for all nations of the Central Powers."""
    table = state.printed.board.supply
    yield from table.get("CP", ())
    for word, nation in _CENTRAL_CAPITALS.items():
        if state.sides.get(nation) == CENTRAL:
            yield from table.get(word, ())


def _allied(state: State, nation: str) -> Iterable[int]:
    """§11.33, and the two Channel ports from which the British may go on over towns (§11.44)."""
    board = state.printed.board
    yield from board.supply.get("AL", ())
    if nation in ("RU", "RO"):
        yield from board.supply.get("RU", ())
        if state.sides.get("RO") == ALLIED:
            yield from board.supply.get("CP RO RU", ())
    if nation == "GK":
        yield from board.supply.get("GK", ())
    if nation == "IT" and state.balkans:
        yield board.index[VALONA]
    if nation == "SE":
        yield from sorted(board.towns & board.by_country["SE"])
    landings = state.landings if nation in BY_LANDINGS else state.landings & {SALONIKA} if nation == "SE" else ()
    yield from sorted(board.index[h] for h in landings)
    if nation == "BR":
        yield from (board.index[CALAIS], board.index[DUNKIRK])


# --- headquarters, ports and home soil --------------------------------------------------------------------------------


@kept
def _besides(state: State, nation: str, mountain: bool, front: str) -> frozenset[int]:
    """§11.22, §11.33, §11.4: beside headquarters that are in the net, in and round some ports, in Montenegro."""
    side, joined = state.sides[nation], _net_on(state, nation, mountain, front)
    staffs = headquarters(state, nation)
    source = (staffs, joined, blocked(state, side), controlled(state, side), state.landings)

    def find(_: object) -> frozenset[int]:
        return frozenset(_handed_on(state, nation, mountain, front, staffs))

    return state.memory.recall(("besides", nation, mountain, front), source, find)


def _handed_on(state: State, nation: str, mountain: bool, front: str, staffs: Collection[int]) -> set[int]:
    """§11.22, §11.4: what headquarters in these hexes, ports and home soil supply on a front."""
    board, shut = state.printed.board, _shut(state, state.sides[nation], mountain)
    joined = _net_on(state, nation, mountain, front)
    found = {*_ports(state, nation, front, shut)}
    for here in staffs:
        if here in joined:
            found.add(here)
            found.update(b for b in board.lines[here] if b not in shut)
    if nation == "MN":
        found |= board.by_country["MN"]
    return {i for i in found if board.front[i] == front}


@kept
def headquarters(state: State, nation: str) -> frozenset[int]:
    """The hexes of a nation's headquarters."""
    index = state.printed.board.index
    places = tuple(state.units[u].at for u in staff(state)[nation])
    return state.memory.recall(
        ("staff", nation), places, lambda _: frozenset(index[at] for at in places if at not in BOXES)
    )


@kept
def staff(state: State) -> Mapping[str, tuple[str, ...]]:
    """The headquarters of every nation, wherever they are."""

    def find(_: object) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = dict.fromkeys(state.sides, ())
        for counter in state.printed.counters.values():
            if counter.kind == "hq" and counter.nation in found:
                found[counter.nation] = (*found[counter.nation], counter.id)
        return found

    return state.memory.recall("staff", (state.sides,), find)


def _ports(state: State, nation: str, front: str, shut: Collection[int]) -> Iterable[int]:
    """§11.4: ports that supply those who stand in them, and some that supply within four hexes, over no town."""
    board, side = state.printed.board, state.sides[nation]
    mine, index = controlled(state, side), board.index
    if nation == "GE" and front == EAST:
        yield from (index[h] for h in BALTIC_PORTS if index[h] in mine)
        yield from _round(state, [index[KONIGSBERG]], mine, shut)
    if side != ALLIED:
        return
    if front == ITALY:
        yield from (index[h] for h in ADRIATIC_PORTS if index[h] in mine)
    if front == EAST and controller(state, CONSTANTINOPLE) == ALLIED:
        yield from (index[h] for h in BLACK_SEA_PORTS if index[h] in mine)
    if front == WEST:
        channel = [i for i in board.ports & board.by_front[WEST] if i in mine]
        yield from channel
        if nation in ("BR", "BE"):
            yield from _round(state, [i for i in channel if _reaches_sea(state, i)], mine, shut)


def _round(state: State, ports: Iterable[int], mine: Collection[int], shut: Collection[int]) -> set[int]:
    open_ = [i for i in ports if i in mine and i not in shut]
    return _within(state.printed.board.lines, open_, shut, ())


def _reaches_sea(state: State, port: int) -> bool:
    """§11.44: Rouen and Antwerp need all the hexes that are marked for them."""
    board = state.printed.board
    wanted = NEEDS.get(board.ids[port])
    if wanted is None:
        return True
    enemy, mine = blocked(state, ALLIED), controlled(state, ALLIED)
    for i, mark in enumerate(board.marks):
        if mark in wanted and (i in enemy if mark == "A+" else i not in mine):
            return False
    return True


def unsupplied(state: State) -> tuple[str, ...]:
    """§11.84: the units of both sides that an Attrition Phase eliminates, by hex."""
    return tuple(u for u in state.on_map() if not survives(state, u))
