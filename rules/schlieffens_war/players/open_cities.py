"""§3.3, §4.6 Cities that nobody stands in: who walks into the enemy's, and who stays behind in ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from rules.schlieffens_war.players.common import enemy_march
from rules.schlieffens_war.players.marches import Marches, Way
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.printed.phases import LAST_TURN
from rules.schlieffens_war.printed.sides import GERMAN

LEFT_OPEN = 6.0
"""What it costs to leave a city in which nobody else stands, in MP."""
CALLED_OFF = 2.0
"""What it costs besides to take a corps from an attack."""
LAST_CALL = 3.0
"""How much more the last chance of something may cost."""
AT_ANY_PRICE = 1000.0
"""More than any plan could be worth."""
TWO_ABREAST = 4.0
"""What a second corps in a city is worth, in MP: less than leaving another open."""
NEARS_PARIS = 8
"""From this turn on the Germans see to it that Paris has been endangered."""


def take_open_cities(marches: Marches) -> None:
    """§3.3: send a corps into each city of the enemy that stands open and that no plan leads through."""
    table = marches.table
    walked = {h for way in marches.chosen.values() for h in way.path}
    for hex_ in cities_that_count(table):
        if hex_ in walked or hex_ in table.foes or table.holds(table.side, hex_):
            continue
        _send(marches, hex_, _worth(table, table.habits.seize))
    if table.side == GERMAN and not table.paris_endangered and table.turn >= NEARS_PARIS:
        _near_paris(marches)


def _near_paris(marches: Marches) -> None:
    """§4.1: without Paris endangered no number of cities wins, so one corps goes there."""
    around = marches.table.printed.board.perimeter
    if any(h in around for way in marches.chosen.values() for h in way.path):
        return
    for hex_ in sorted(around):
        if hex_ not in marches.table.foes and _send(marches, hex_, LAST_CALL * marches.table.habits.seize):
            return


def garrison_cities(marches: Marches) -> None:
    """§3.3: leave a corps in each city of ours that the enemy could walk into, wherever one can get there."""
    table = marches.table
    worth = _worth(table, table.habits.hold)
    far = table.habits.last_sally if table.turn == LAST_TURN else table.habits.sally
    while True:
        within = _within_reach(table, marches, far)
        bare = [h for h in cities_that_count(table) if h in within and _is_bare(marches, h)]
        if not any(_send(marches, h, worth) for h in sorted(bare, key=lambda h: (within[h], h))):
            break
    if table.turn == LAST_TURN and table.habits.doubles:
        _double(marches)


def _double(marches: Marches) -> None:
    """§4.6: on the last turn whoever has nothing better to do joins a lone corps in a city that is under threat."""
    table = marches.table
    lone = {h: _corps_in(marches, h) for h in cities_that_count(table)}
    pressed = [h for h, units in lone.items() if len(units) == 1 and marches.threat(h) > units[0].factor]
    for hex_ in sorted(pressed, key=lambda h: (marches.threat(h), h)):
        _send(marches, hex_, TWO_ABREAST)


def garrison_home(marches: Marches) -> None:
    """§4.3: leave a corps in each city of Germany that the enemy is near, whatever zones lie between: one that falls
    ends the game, and victors advance through zones (§7.4)."""
    table = marches.table
    far = {h: enemy_march(table, h) for h in table.printed.board.german_cities}
    for hex_ in sorted(far, key=lambda h: (far[h], h)):
        if far[hex_] <= table.habits.home and _is_bare(marches, hex_):
            _send(marches, hex_, AT_ANY_PRICE)


def _worth(table: TurnView, worth: float) -> float:
    """On the last turn a city is worth any other plan."""
    return LAST_CALL * worth if table.turn == LAST_TURN else worth


def cities_that_count(table: TurnView) -> list[str]:
    """§4.2, §4.3, §4.6: the cities that decide the game."""
    board = table.printed.board
    return sorted(board.victory_cities | board.paris | board.german_cities)


def _is_bare(marches: Marches, hex_: str) -> bool:
    """Whether a city will be ours at the end of the phase with nobody in it."""
    if hex_ in marches.table.foes or _corps_in(marches, hex_):
        return False
    return marches.table.holds(marches.table.side, hex_) or any(hex_ in w.path for w in marches.chosen.values())


def _corps_in(marches: Marches, hex_: str) -> list[Piece]:
    return [p for p in marches.load.get(hex_, ()) if p.is_corps]


def _send(marches: Marches, hex_: str, worth: float) -> bool:
    """Send there whoever costs the plan least, if that is less than it is worth."""
    found: list[tuple[float, str, Piece, Way]] = []
    for unit, ways in marches.reach.items():
        piece = marches.table.own[unit]
        if hex_ in ways and unit not in marches.settled and marches.has_room(piece, hex_):
            found.append((_price(marches, piece, ways[hex_]), unit, piece, ways[hex_]))
    if not found:
        return False
    price, unit, piece, way = min(found, key=lambda f: f[:2])
    if price > worth:
        return False
    marches.sent_instead(piece, way)
    return True


def _price(marches: Marches, piece: Piece, way: Way) -> float:
    """What a plan loses by sending a corps another way."""
    table, old = marches.table, marches.chosen[piece.id]
    price = marches.toil(piece, way) - marches.toil(piece, old) + 0.3 * (piece.factor - 2)
    price += 0.3 * (marches.danger(piece, way.hex) + marches.supply(piece, way.hex))
    if piece.id in marches.massed:
        attack = marches.massed[piece.id]
        price += CALLED_OFF + attack.net / len(attack.stands)
    goal = marches.goals.get(piece.id)
    if goal is not None:
        price += 0.2 * max(0, table.measured.march(way.hex, goal) - table.measured.march(old.hex, goal))
    alone = len(_corps_in(marches, old.hex)) == 1
    if old.hex in cities_that_count(table) and alone:
        price += LEFT_OPEN
    return price


def _within_reach(table: TurnView, marches: Marches, far: int) -> Mapping[str, int]:
    """§7.0, §10.0: MP to the hexes that an enemy corps could reach next, ``far`` at most, past our zones as they will
    be."""
    ours = {h for h, there in marches.load.items() if there}
    holders = {h for h in ours if _projects(table, marches.load[h], h)}
    zone = {n for h in holders for n in table.measured.around(h)}
    best: dict[str, int] = {}
    heap = [(0, f.hex, True) for f in table.foes.values() if f.corps]
    for _, hex_, _ in heap:
        best[hex_] = 0
    while heap:
        spent, at, first = heappop(heap)
        if spent > best[at] or (at in zone and not first):
            continue
        for to in table.measured.around(at):
            cost = spent + table.measured.march(at, to)
            if to in ours or (at in zone and to in zone) or cost > far:
                continue
            if cost < best.get(to, cost + 1):
                best[to] = cost
                heappush(heap, (cost, to, False))
    return best


def _projects(table: TurnView, there: Iterable[Piece], hex_: str) -> bool:
    """§7.0: corps project, but not those in a fortress or with a fort."""
    units = list(there)
    return (
        hex_ not in table.printed.board.fortresses
        and any(p.is_corps for p in units)
        and all(p.kind != "fort" for p in units)
    )
