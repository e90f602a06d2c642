"""§11.0 Supply: where the units of each nation can trace a line, front by front.

A line goes from the unit four hexes to an ultimate source or to a friendly town, from a town any distance to a source.
So what counts is the net of hexes joined to the nation's sources (``net``), and of that the towns and headquarters.
Nations with the same sources share what is found, under the name of one of them (``sources.class_of``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from functools import lru_cache
from operator import is_
from typing import Any

from rules.great_war.position.control import (
    blocked_hexes,
    closed_hexes,
    controlled_hexes,
    controller,
    handed_over,
    home_side,
    occupied_hexes,
)
from rules.great_war.position.kut import is_walled, siege_of_kut
from rules.great_war.position.state import State
from rules.great_war.printed.board import HEADQUARTERS_LINE, LINE, Board
from rules.great_war.printed.fronts import THREE, WEST
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import FIGHTS
from rules.great_war.printed.plans import ARABS, PERSIAN
from rules.great_war.supply import near_east
from rules.great_war.supply.headquarters import all_headquarters, headquarters, other_headquarters
from rules.great_war.supply.sources import class_of, felt_afar, open_sources, side_of, sources_depend_on
from rules.hexes.supply.components import Links, Net, SupplyComponents
from rules.hexes.supply.supply_lines import NOWHERE, SupplyLines
from rules.hexes.supply.tracing import find_pieces, lines_to
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept

IN, FORTRESS, UNSUPPLIED = "in", "fortress", "out"
"""§11.1, §11.51: in supply, on Fortress Supply alone, out of supply."""


# --- one unit ---------------------------------------------------------------------------------------------------------


def supply_of(state: State, unit: str) -> str:
    """§11.1, §11.11: how a unit on the map is supplied now; a line of its own goes before a fortress."""
    if unit in state.strategic_state.broke_out and fights_on(state):
        return IN
    return supply_in(state, *state.printed.sorts[unit], state.printed.board.index[state.units[unit].at])


def fights_on(state: State) -> bool:
    """§11.86: whether this is the Combat Phase in which those who broke out count as supplied."""
    half, turn = state.strategic_state.fights_on
    now, _ = FIGHTS.get(state.phase.key, ("", ""))
    return state.turn == turn and now == half


@kept
def supply_in(state: State, nation: str, kind: str, here: int) -> str:
    """§11.1: how units of a nation and kind are supplied in a hex. §14.23: in besieged Kut by the fort alone, even with
    a line."""
    if here in siege_of_kut(state) and state.sides[nation] == ALLIED:
        return FORTRESS
    if here in _home_of(state.printed.board, kind):
        return IN
    if here in near_east.sinai_coast(state.printed.board) and here in net(state, nation, False):
        return IN
    if kind == "hq":
        fed = _headquarters_has_supply(state, nation, here, other_headquarters(state, nation, here))
    else:
        fed = has_supply(state, nation, kind == "mountain", here)
    if fed:
        return IN
    return FORTRESS if on_fortress(state, nation, here) else UNSUPPLIED


def _home_of(board: Board, kind: str) -> Container[int]:
    """§11.32N, §11.33N, §15.81: where units of a kind need no line: Persia for some Persians, any hex for Arabs."""
    if kind == ARABS:
        return range(len(board.ids))
    return board.by_country["PN"] if kind == PERSIAN else NOWHERE


def would_supply(state: State, unit: str, moving: Collection[str]) -> Callable[[int], bool]:
    """§8.26: tells of each hex whether a unit that goes there with others would not be out of supply in it.

    What headquarters among them supply now is left aside, for they go along. What the march opens is not in it: ask
    of the state in which its hexes are entered.
    """
    board, (nation, kind) = state.printed.board, state.printed.sorts[unit]
    mountain = kind == "mountain"
    lines = lines_to_sources(state, class_of(state, nation), in_alps(nation, mountain))
    hqs = [u for u in moving if state.counter(u).kind == "hq" and state.counter(u).nation == nation]
    left = headquarters(state, nation) - {board.index[state.units[u].at] for u in hqs}
    # A headquarters hands itself nothing.
    feeding = [u for u in hqs if u != unit]

    home = _home_of(board, kind)
    # §11.22, §11.53, §12.2: towns that feed nobody in them either; those of the Sinai coast feed who stands there.
    apart = near_east.hands_on_nothing(state, state.sides[nation]) - near_east.sinai_coast(board)

    def is_fed(here: int) -> bool:
        if here in home:
            return True
        # Nearly all have a line of their own, so the rest is looked for where someone has none.
        if here in lines or on_fortress(state, nation, here):
            return True
        if here in board.towns and here not in apart and here in net(state, nation, mountain):
            return True
        if feeding and (here in net(state, nation, False) or _comes_into_desert(state, nation, here)):
            return True
        if kind == "hq":
            return _headquarters_has_supply(state, nation, here, left)
        return _is_handed(state, nation, mountain, here, left)

    return is_fed


def opened_by_entry(state: State, side: str) -> frozenset[int]:
    """§8.26, §11.2: the hexes that a side may open a line of supply by entering: enemy towns, sources and what ports
    need, and those with enemy headquarters alone. Control of any other hex feeds no units."""

    def find(_: object) -> frozenset[int]:
        board, enemy = state.printed.board, foe(side)
        count = board.towns | felt_afar(board) | {board.index[h] for h in state.landings}
        return (controlled_hexes(state, enemy) & count | occupied_hexes(state, enemy)) - closed_hexes(state, side)

    source = (
        controlled_hexes(state, foe(side)),
        occupied_hexes(state, foe(side)),
        closed_hexes(state, side),
        state.landings,
    )
    return state.memory.recall(("opened by entry", side), source, find)


def comes_from(state: State, side: str) -> tuple[object, ...]:
    """All that it depends on where units of a side would be in supply."""
    return (
        blocked_hexes(state, side),
        controlled_hexes(state, side),
        all_headquarters(state),
        state.destroyed,
        *sources_depend_on(state),
    )


def on_fortress(state: State, nation: str, here: int) -> bool:
    """§11.51, §14.13: whether an intact fort of the nation feeds its units in a hex. The Hindenburg Line feeds no
    units. §14.21: Kut feeds Allied ones."""
    board = state.printed.board
    if is_walled(state, here, state.sides.get(nation, "")):
        return True
    return here in board.forts and board.country[here] == nation and board.ids[here] not in state.destroyed


def survives(state: State, unit: str) -> bool:
    """§11.8, §11.51, §11.52: whether a unit outlives an Attrition Phase here. Belgians in Antwerp do until it falls."""
    at = state.units[unit].at
    antwerp = state.places.antwerp
    held = at == antwerp and state.counter(unit).nation == "BE" and antwerp not in state.spoiled
    return held or supply_of(state, unit) != UNSUPPLIED


def by_a_port(state: State, nation: str, here: int) -> bool:
    """§11.4: whether a port supplies combat units of the nation in a hex."""
    near = _round_ports(state, nation, False)
    return here in _ports(state, nation) or (near is not None and here in near)


def is_supplied_hex(state: State, nation: str, here: int) -> bool:
    """§11.85: whether a hex is in supply for a nation's units, mountain troops aside."""
    return has_supply(state, nation, False, here)


def has_supply(state: State, nation: str, mountain: bool, here: int) -> bool:
    """§11.2: whether a combat unit of the nation would be in supply in a hex, Fortress Supply aside."""
    if _has_line(state, nation, mountain, here):
        return True
    return _is_handed(state, nation, mountain, here, headquarters(state, nation))


def _has_line(state: State, nation: str, mountain: bool, here: int) -> bool:
    """§11.21, §11.22: four hexes to a source, or to a friendly town from which a line runs to one."""
    return here in lines_to_sources(state, class_of(state, nation), in_alps(nation, mountain))


def _headquarters_has_supply(state: State, nation: str, here: int, others: Collection[int]) -> bool:
    """§11.21, §11.22: whether a headquarters would itself be in supply in a hex: by a line of four hexes, of six in the
    Near East, or from one of the ``others``, the hexes of other headquarters. What it hands on is another matter: for
    that it needs a line of any length."""
    if _has_line(state, nation, False, here) or _is_handed(state, nation, False, here, others):
        return True
    board = state.printed.board
    return board.near_east is not None and board.front[here] in THREE and here in _headquarters_lines(state, nation)


@kept
def _headquarters_lines(state: State, nation: str) -> SupplyLines:
    """§11.21: who has a line of six hexes, as headquarters trace it in the Near East."""
    of = class_of(state, nation)
    starts = lines_to_sources(state, of, PLAIN).starts
    return _lines_of(state, ("headquarters lines", of), side_of(of), PLAIN, starts, HEADQUARTERS_LINE)


def _is_handed(state: State, nation: str, mountain: bool, here: int, hqs: Collection[int]) -> bool:
    """§11.22, §11.33, §11.4: what headquarters in these hexes, ports and home soil supply.

    A mountain unit comes to a headquarters over the Alps; the line from there is that of the headquarters, which keeps
    out of them (§11.6).
    """
    if here in _ports(state, nation) or (nation == "MN" and here in state.printed.board.by_country["MN"]):
        return True
    near_port = _round_ports(state, nation, mountain)
    if near_port is not None and here in near_port:
        return True
    links, joined_ = _links(state, in_alps(nation, mountain)), net(state, nation, False)
    return any(
        hq in joined_ and (hq == here or (here in links[hq] and here not in blocked_hexes(state, state.sides[nation])))
        for hq in hqs
    ) or (here in hqs and _comes_into_desert(state, nation, here))


def _comes_into_desert(state: State, nation: str, here: int) -> bool:
    """§12.2, §11.22: whether a line of any length comes into a hex of hot desert from other ground. It ends there: a
    headquarters in it supplies who is stacked with it, and nobody beside it."""
    if here not in near_east.hot_desert(state) or here in blocked_hexes(state, state.sides[nation]):
        return False
    joined_ = net(state, nation, False)
    return any(a in joined_ for a in _links(state, PLAIN)[here])


# --- whole fields -----------------------------------------------------------------------------------------------------


@kept
def supplied_hexes(state: State, nation: str, mountain: bool) -> frozenset[int]:
    """§11.2: all hexes in which a combat unit of the nation would be in supply, Fortress Supply aside."""
    board, alps = state.printed.board, in_alps(nation, mountain)
    found = lines_to_sources(state, class_of(state, nation), alps).field() | _ports(state, nation)
    near_port = _round_ports(state, nation, mountain)
    if near_port is not None:
        found |= near_port.field()
    links, enemy, reach = _links(state, alps), blocked_hexes(state, state.sides[nation]), net(state, nation, False)
    hqs = headquarters(state, nation)
    for hq in reach.among(hqs):
        found |= {hq, *(b for b in links[hq] if b not in enemy)}
    found |= {hq for hq in hqs if _comes_into_desert(state, nation, hq)}
    return frozenset(found | board.by_country["MN"] if nation == "MN" else found)


def feeds(state: State, units: Collection[str], here: int) -> bool:
    """§11.85: whether a hex is in supply for all of these units, wherever they are; a fortress's stores are none.
    §11.53: a town of the Sinai coast is, for whoever comes to stand in it, before the pipeline as well."""
    by_standing = here in near_east.sinai_coast(state.printed.board)
    return all(
        here in _home_of(state.printed.board, kind)
        or (by_standing and here in net(state, nation, False))
        or (
            _arriving_headquarters_has_supply(state, nation, here, units)
            if kind == "hq"
            else has_supply(state, nation, kind == "mountain", here)
        )
        for nation, kind in {state.printed.sorts[u] for u in units}
    )


def _arriving_headquarters_has_supply(state: State, nation: str, here: int, units: Iterable[str]) -> bool:
    """§11.22: the same for a headquarters that comes with others of its nation, which hand supply on, or alone."""
    index = state.printed.board.index
    hqs = [u for u in units if state.printed.sorts[u] == (nation, "hq")]
    if len(hqs) > 1 and (here in net(state, nation, False) or _comes_into_desert(state, nation, here)):
        return True
    left = headquarters(state, nation) - {index[at] for u in hqs if (at := state.units[u].at) in index}
    return _headquarters_has_supply(state, nation, here, left)


@kept
def fed_from(state: State, nation: str, places: tuple[str, ...]) -> frozenset[int]:
    """§15.42, §15.55: the hexes in supply by a line to one of these sources, straight or over towns and HQs."""
    side, board = state.sides[nation], state.printed.board
    links, enemy, mine = _links(state, PLAIN), blocked_hexes(state, side), controlled_hexes(state, side)
    sources = frozenset(board.index[h] for h in places) & mine - enemy
    reach = Net(components_for(state, side, PLAIN), sources)
    found = {*SupplyLines(links, sources | reach.among(_own_towns(state, side)), LINE, enemy, board.about).field()}
    for here in reach.among(headquarters(state, nation)):
        found.update((here, *(b for b in links[here] if b not in enemy)))
    return frozenset(found)


@kept
def net(state: State, nation: str, mountain: bool) -> Net:
    """§11.22, §11.24, §11.72: the hexes from which a line of any length runs to an ultimate source of the nation."""
    return _net(state, class_of(state, nation), in_alps(nation, mountain))


PLAIN, MOUNTAIN, ITALIAN = "plain", "mountain", "italian"
"""§11.6: how units trace in alpine hexes: not, over them, or into those of Austria-Hungary without going on."""


def in_alps(nation: str, mountain: bool) -> str:
    return PLAIN if not mountain else ITALIAN if nation == "IT" else MOUNTAIN


@kept
def _links(state: State, alps: str) -> Links:
    """§11.6: where a line goes on from a hex, enemies aside: never into neutral land, nor into alpine hexes but for
    mountain units."""

    def find(_: object) -> Links:
        neutral = frozenset(c for c in state.printed.board.by_country if home_side(state, c) is None)
        return _links_beside(state.printed.board, alps == PLAIN, neutral)

    return state.memory.recall(("links", alps), (state.sides, state.balkans), find)


@lru_cache(maxsize=64)
def _links_beside(board: Board, around: bool, neutral: frozenset[str]) -> Links:
    """The same for all matches in which the same countries are neutral; ``around`` the alpine hexes or over them."""
    never = board.alpine if around else frozenset[int]()
    never = never.union(*(board.by_country[country] for country in neutral))
    return tuple(
        () if a in never else tuple(b for b in row if b not in never) for a, row in enumerate(board.supply_steps)
    )


def shut_to(state: State, side: str, alps: str = PLAIN) -> frozenset[int]:
    """§11.6: where no line of supply of a side runs, for units that trace so in the ``alps``."""
    links = _links(state, alps)
    return blocked_hexes(state, side) | frozenset(i for i, row in enumerate(links) if not row)


def line_ends(state: State, alps: str) -> frozenset[int]:
    """§11.6, §12.2: hexes that lines run into and not through: desert in heat, and the Alps of Austria-Hungary for
    Italian mountain units."""
    board = state.printed.board
    hot = near_east.hot_desert(state)
    return board.alpine & board.by_country["AH"] | hot if alps == ITALIAN else hot


@kept
def components_for(state: State, side: str, alps: str) -> SupplyComponents:
    """§11.6: the pieces of the ground over which lines of a side run; mended where enemies have moved."""
    return find_pieces(
        state, ("ground", side, alps), _links(state, alps), blocked_hexes(state, side), line_ends(state, alps)
    )


@kept
def _net(state: State, of: str, alps: str) -> Net:
    """§11.22: what is joined to the sources."""
    return Net(components_for(state, side_of(of), alps), open_sources(state, of))


@kept
def lines_to_sources(state: State, of: str, alps: str) -> SupplyLines:
    """§11.21, §11.22: who has a line of four hexes to a source, or to a town in the net."""
    side = side_of(of)
    # All that links, sources, towns and the net come from, so that these need not be asked for one by one.
    source = (blocked_hexes(state, side), controlled_hexes(state, side), *sources_depend_on(state))
    return state.memory.recall(("fed", of, alps), source, lambda _: _lines_now(state, of, alps))


def sources_used(state: State, nation: str) -> frozenset[int]:
    """§15.52, §11.2: the sources of any type that units of a nation draw on now: ultimate ones, towns of its side and
    its headquarters, all with a line."""
    ends = lines_to_sources(state, class_of(state, nation), PLAIN).starts
    return ends.union(net(state, nation, False).among(headquarters(state, nation)))


def _lines_now(state: State, of: str, alps: str) -> SupplyLines:
    side = side_of(of)
    towns = _net(state, of, alps).among(_own_towns(state, side))
    apart = near_east.hands_on_nothing(state, side)
    found = (towns - apart if apart else towns).union(open_sources(state, of))
    # The very same set as before if it is equal to that.
    found = state.memory.recall(("starts", of, alps), (found,), lambda _: found)
    return _lines_of(state, ("lines", of, alps), side, alps, found)


def _lines_of(
    state: State, name: tuple[str, ...], side: str, alps: str, starts: frozenset[int], length: int = LINE
) -> SupplyLines:
    """§11.21: who has a line of four hexes, or of six, to one of these."""
    links, board = _links(state, alps), state.printed.board
    about = board.about if length == LINE else board.about_headquarters
    return lines_to(state, name, links, starts, length, about, blocked_hexes(state, side), line_ends(state, alps))


@kept
def _own_towns(state: State, side: str) -> frozenset[int]:
    """§11.22: the towns and cities that a side controls."""
    board, mine = state.printed.board, controlled_hexes(state, side)

    def find(earlier: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        if earlier is not None and all(map(is_, earlier.source[1:], source[1:])):
            handed = (board.index[h] for h in handed_over(state, earlier.source[0]))
            if board.towns.isdisjoint(handed):
                return earlier.value
        return board.towns & mine

    # All that control comes from, so that a march through the country leaves the towns as they were.
    source = (state.taken, state.sides, state.balkans, state.pre_war)
    return state.memory.recall(("towns", side), source, find)


# --- ports ------------------------------------------------------------------------------------------------------------


@kept
def _ports(state: State, nation: str) -> frozenset[int]:
    """§11.4, §11.42 to §11.45, §20.2: the ports and coasts that supply units of the nation which stand in them."""
    board, side = state.printed.board, state.sides[nation]
    mine = controlled_hexes(state, side)

    places = state.places

    def find(_: object) -> frozenset[int]:
        listed: set[str] = set()
        if nation == "GE" and not state.pre_war.baltic:
            listed |= {*places.baltic_ports}
        if side == ALLIED:
            listed |= {*places.adriatic_ports} | {board.ids[i] for i in _channel_ports(state)}
            if controller(state, places.constantinople) == ALLIED:
                listed |= {*places.black_sea_ports}
        # §11.45, §14.24: who stands on such a coast or round Kut controls it; until then the side need not.
        stood_in = near_east.feeding_hexes(board, nation, side) - blocked_hexes(state, side)
        return frozenset({board.index[h] for h in listed} & mine) | stood_in

    source = (mine, blocked_hexes(state, side), state.sides, state.pre_war.baltic)
    return state.memory.recall(("ports", nation), source, find)


@kept
def _round_ports(state: State, nation: str, mountain: bool) -> SupplyLines | None:
    """§11.41, §11.44, §20.2: who is within four hexes of Königsberg, or of a Channel port that reaches the sea."""
    board, side = state.printed.board, state.sides[nation]
    if nation == "GE":
        if state.pre_war.baltic:
            return None
        wanted = frozenset({board.index[board.places.konigsberg]})
    elif nation in ("BR", "BE"):
        wanted = _channel_ports(state)
    else:
        return None
    enemy, mine = blocked_hexes(state, side), controlled_hexes(state, side)
    alps = in_alps(nation, mountain)
    starts = frozenset(i for i in wanted if i in mine and i not in enemy)
    return _lines_of(state, ("round ports", nation, alps), side, alps, starts)


@kept
def _channel_ports(state: State) -> frozenset[int]:
    """§11.44: the ports of the Western Front that supply anyone, whoever holds them: those with a way to the sea."""
    board = state.printed.board
    return frozenset(i for i in board.ports & board.by_front[WEST] if _reaches_sea(state, i))


def _reaches_sea(state: State, port: int) -> bool:
    """§11.44: Rouen and Antwerp need all the hexes that are marked for them."""
    board = state.printed.board
    wanted = board.places.marked_ways.get(board.ids[port])
    if wanted is None:
        return True
    enemy, mine = blocked_hexes(state, ALLIED), controlled_hexes(state, ALLIED)
    return all(i not in enemy if mark == "A+" else i in mine for mark in wanted for i in board.marked.get(mark, ()))
