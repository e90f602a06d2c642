"""HQs and depots: where they can stand so that the corps are fed and led (§6.7, §8.3 to §8.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rules.hexes.programs.measured import FAR_HEXES, Measured
from rules.kernel.floods import spread, trace
from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.marches import Reach, Way
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.printed.board import Board
from rules.schlieffens_war.printed.phases import LAST_TURN
from rules.schlieffens_war.printed.sides import GERMAN

FEED = 2
"""§8.3 to §8.6: hexes from a unit to its HQ, and from a German HQ to its depot."""

OWN_ARMY, OTHERS = 0.7, 0.5
"""What a corps of its own army is worth to an HQ even if another feeds it, and one of another army that none feeds."""
ASTRAY = 0.3
"""What each MP costs an HQ that it is off its army's way."""


def feeding_hexes(board: Board, depots: Iterable[str], closed: Collection[str]) -> frozenset[str]:
    """§8.6: hexes no more than two from one of these depots, a rail hex for half a hex, past no closed hex."""
    index, ids = board.lattice.index, board.lattice.ids
    halves = board.half_hexes["german"]
    shut = {index[h] for h in closed}
    found = trace(halves, [index[d] for d in depots if d not in closed], 2 * FEED, shut, ())
    return frozenset(ids[i] for i in found)


def hq_hexes(
    table: TurnView, hq: Piece, reach: Reach, depot: Reach, rails: Collection[str], closed: Collection[str]
) -> frozenset[str]:
    """Hexes in which the HQ would be in supply at the end of this phase, among those that it can reach."""
    if table.side == GERMAN:
        home = [r for r in rails if table.printed.board.country[r] == "GE"]
        fed = feeding_hexes(table.printed.board, [d for d in depot if d in rails], closed) | {
            h for r in home for h in table.measured.within(r, FEED)
        }
    elif hq.nation == "BE":
        fed = frozenset(h for h in reach if table.printed.board.country[h] == "BE" or h in rails)
    else:
        fed = frozenset(rails) | (table.printed.board.ports if hq.nation == "BR" else frozenset())
    return frozenset(h for h in reach if h in fed)


def fed_by(measured: Measured, places: Iterable[str]) -> frozenset[str]:
    """Hexes that an HQ in one of these could feed."""
    return frozenset(h for p in places for h in measured.within(p, FEED))


def goes_astray(table: TurnView, hex_: str, units: Iterable[str]) -> bool:
    """§8.3 to §8.6: whether victors would be fed by no HQ in open country; on the last turn it makes no difference."""
    if hex_ in table.printed.board.cities or table.turn == LAST_TURN:
        return False
    nations = {table.own[u].nation for u in units}
    leaders = [hq for nation in sorted(nations) for hq in table.hqs(nation)]
    return all(table.measured.apart(hex_, hq.hex) > FEED for hq in leaders)


def place_hq(
    table: TurnView, character: Character, hq: Piece, reach: Reach, places: Collection[str], led: Mapping[str, float]
) -> Way:
    """The hex from which an HQ feeds and leads most corps that no other does; ``led`` weighs those still waiting."""
    corps = [p for p in table.corps() if p.nation == hq.nation]
    at: dict[str, int] = {}
    for p in corps:
        at[p.hex] = at.get(p.hex, 0) + 1
    wish = character.headquarters(table, hq)
    near = {h for foe in table.foes for h in table.measured.within(foe, 1)}

    def worth(way: Way) -> tuple[float, str]:
        hex_ = way.hex
        value = 0.0
        for p in corps:
            far = table.measured.apart(p.hex, hex_)
            waits = led.get(p.id, 1.0)
            weight = max(OWN_ARMY, waits) if p.army == hq.army else OTHERS * waits
            if far <= FEED:
                value += weight
            elif far == FEED + 1:
                value += 0.3 * weight
        if hex_ not in places:
            value -= 8.0
        if hex_ in near:
            value -= 5.0 if at.get(hex_, 0) < 1 else 2.0 if at[hex_] < 2 else 0.4
        elif not at.get(hex_, 0):
            value -= 1.5
        value -= ASTRAY * table.measured.march(hex_, wish) + (2.0 if way.forced else 0.0)
        return value, hex_

    ways = [w for w in reach.values() if _may_stand(table, hq, w.hex)]
    return max(ways, key=worth)


def _may_stand(table: TurnView, hq: Piece, hex_: str) -> bool:
    """§6.2, §6.3: one HQ in a hex, one nation."""
    there = [table.own[u] for u in table.friends.get(hex_, ()) if u != hq.id]
    return all(p.kind != "hq" and p.nation == hq.nation for p in there)


def by_rail(board: Board, goals: Iterable[str], closed: Collection[str]) -> Mapping[str, int]:
    """§10.7: links of rail from every hex to the nearest of some, past no closed hex."""
    index, ids = board.lattice.index, board.lattice.ids
    starts = [index[g] for g in goals if g in board.on_rail and g not in closed]
    found = spread(board.rails, starts, lambda _, b: ids[b] not in closed)
    return {ids[i]: links for i, links in found.items()}


def place_depot(table: TurnView, hq: str, reach: Reach, rails: Collection[str], closed: Collection[str]) -> Way:
    """A safe rail hex from which the depot feeds its HQ, off the enemy's way; else as near to such a hex as can be."""
    board = table.printed.board
    left = by_rail(board, feeding_hexes(board, [hq], closed), closed)
    foes = list(table.foes)

    def worth(way: Way) -> tuple[bool, int, int, int, str]:
        far = min((table.measured.apart(way.hex, f) for f in foes), default=FAR_HEXES)
        return way.hex in rails, -left.get(way.hex, FAR_HEXES), min(far, 3), -way.cost, way.hex

    return max(reach.values(), key=worth)
