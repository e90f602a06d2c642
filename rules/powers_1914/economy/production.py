"""§3.6 to §3.8: the units that money buys: infantry in cities, guns and aircraft at factories, ships at shipyards."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.game_support import refusable
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Count, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital
from rules.powers_1914.conquest import conquest
from rules.powers_1914.economy.money import pay_check
from rules.powers_1914.facts.production import UnitsBought
from rules.powers_1914.play import MOST_UNITS, Play, among, check_area
from rules.powers_1914.position.state import FUNDED, State
from rules.powers_1914.printed.board import GIBRALTAR
from rules.powers_1914.printed.pieces import AIRCRAFT, ARMS, ARTILLERY, FACTORY, INFANTRY, SHIP, SHIPYARD, foe

SECTION_OF = {INFANTRY: "3.7", ARTILLERY: "3.6", AIRCRAFT: "3.6", SHIP: "3.8", FACTORY: "3.6", SHIPYARD: "3.8"}


def buyers(state: State, seat: str) -> list[str]:
    """The nations of a seat that may spend money (§3.12.2: an attacked neutral may not)."""
    return [n for n in state.nations_of(seat) if state.nations[n].status in FUNDED]


def check_buyer(state: State, nation: str) -> None:
    """§3.12.2: an attacked neutral has no money."""
    names = state.names
    if state.nations[nation].status not in FUNDED:
        raise Refused("no-purchases", "3.12.2", f"{names.nation(nation)} was attacked as a neutral and cannot buy.")


def room_in(state: State, nation: str, arm: str, area: str) -> int:
    """§3.6, §3.7, §3.8: how many units of a kind could appear there for a nation, money and counters aside."""
    b = state.printed.board
    if arm == INFANTRY:
        if b.is_sea(area) or state.control[area] != nation:
            return 0
        return b.areas[area].city - state.recruits.get(area, 0)
    if arm == SHIP:
        if not b.is_sea(area) or state.ships(area, foe(state.nations[nation].side)):
            return 0
        return MOST_UNITS if _has_yard(state, nation, area) else 0
    if b.is_sea(area) or state.holder(area) != state.nations[nation].side:
        return 0
    if not _makes(state, area, FACTORY, nation):
        return 0
    if arm == ARTILLERY and area == GIBRALTAR:
        return 1 - len(state.troops(area, state.nations[nation].side))
    return MOST_UNITS


def _makes(state: State, area: str, works: str, nation: str) -> bool:
    """§3.6, §3.8: whether a factory or shipyard makes units of the nation: it holds the ground and the works.

    A shipyard taken from the sea makes nothing: its captor has not the ground, and the ground's nation not the yard.
    """
    mine = state.control[area] == nation
    return mine and any(w.kind == works and w.nation == nation for w in state.works.get(area, ()))


def _has_yard(state: State, nation: str, sea: str) -> bool:
    """§3.8: whether a shipyard on a shore of that sea makes ships of the nation."""
    board = state.printed.board
    return board.is_sea(sea) and any(_makes(state, a, SHIPYARD, nation) for a in board.coast[sea])


def spenders(at: At[State], _: Choices) -> OneOf:
    """§3.1.3, §3.12.2: the seat's nations that have money to spend."""

    def why(nation: str) -> Refusal | None:
        if nation not in at.state.nations_of(at.seat):
            return Refusal("not-your-nation", "3.1.3", "You do not play that nation.")
        return refusable(lambda: check_buyer(at.state, nation))

    return OneOf(buyers(at.state, at.seat), why=why)


def sites(at: At[State], chosen: Choices) -> OneOf:
    """§3.6, §3.7, §3.8: where units of a kind can appear for a nation."""
    nation, arm = chosen.name("nation"), chosen.name("unit")

    def check(area: str) -> None:
        check_area(at.state, area)
        if room_in(at.state, nation, arm, area) < 1:
            raise _why_no_room(at.state, nation, arm, area, 0).raised()

    return among(lambda: _sites(at.state, nation, arm), check)


def numbers(at: At[State], chosen: Choices) -> Count:
    """§3.1.3, §5.2: as many as there is room, counters and money for."""
    state, nation, arm, area = at.state, chosen.name("nation"), chosen.name("unit"), chosen.name("area")
    names = state.names
    room = room_in(state, nation, arm, area)
    counters = len(state.free_units(nation, arm, MOST_UNITS))
    price = state.printed.prices[arm]

    def why(count: int) -> Refusal | None:
        if count > room:
            return _why_no_room(at.state, nation, arm, area, room)
        if count > counters:
            return Refusal("no-counters", "5.2", f"{names.nation(nation)} has only {counters} more {arm} counters.")
        return refusable(lambda: pay_check(state, at.seat, count * price, "3.5"))

    return Count(1, min(room, counters, state.money[at.seat] // price), why)


def buy(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.1.3, §3.6, §3.7, §3.8: buy units of one kind for one nation in one field."""
    nation, arm, area, count = chosen.name("nation"), chosen.name("unit"), chosen.name("area"), chosen.count("count")
    units = at.state.free_units(nation, arm, count)
    play.emit(UnitsBought(at.seat, units, area, count * at.state.printed.prices[arm]))
    enemy = foe(at.state.nations[nation].side)
    if arm == SHIP:
        conquest.abandon(play, area, enemy)
    else:
        conquest.clear(play, area, enemy)


def _why_no_room(state: State, nation: str, arm: str, area: str, room: int) -> Refusal:
    """Why a field cannot have that many new units of a kind."""
    board, name = state.printed.board, state.names.the_place(area)
    if arm == ARTILLERY and area == GIBRALTAR and _makes(state, area, FACTORY, nation):
        return Refusal("no-room", "2.5", "Gibraltar holds one land unit.")
    text = f"This nation has no working factory in {name}."
    if arm == INFANTRY and (board.is_sea(area) or not board.areas[area].city):
        text = f"No infantry is raised in {name}."
    elif arm == INFANTRY and state.control[area] != nation:
        text = f"Only the nation whose flag flies in {name} raises infantry there."
    elif arm == INFANTRY:
        more = f"only {room} more" if room > 0 else "no more"
        text = f"{capital(name)} can raise {more} infantry this turn."
    elif arm == SHIP and _has_yard(state, nation, area):
        text = f"Enemy ships are in {name}: no ship can be launched there."
    elif arm == SHIP:
        text = f"No shipyard of this nation can launch ships into {name}."
    return Refusal("no-production", SECTION_OF[arm], text)


def shelf(section: str, items: list[Json], closed: list[Json]) -> JsonObject | None:
    """A price list: what could be bought, and of the rest (``closed``) why not; None when both are empty."""
    refusal: Json = None if items else {"code": "nothing-to-buy", "section": section, "text": "Nothing to choose now."}
    return {"items": items, "closed": closed, "refusal": refusal} if items or closed else None


def units_shelf(at: At[State]) -> JsonObject | None:
    """§3.6, §3.7, §3.8: units."""
    state, items, closed = at.state, list[Json](), list[Json]()
    for nation in state.nations_of(at.seat):
        for arm in ARMS:
            price = state.printed.prices[arm]
            try:
                found = _goods(state, at.seat, nation, arm)
            except Refused as refused:
                closed.append({"nation": nation, "unit": arm, "price": price, "refusal": refused.refusal.json()})
                continue
            items += [{"nation": nation, "unit": arm, "area": a, "price": price, "most": n} for a, n in found.items()]
    return shelf("3.1.3", items, closed)


def _goods(state: State, seat: str, nation: str, arm: str) -> dict[str, int]:
    """Where a nation could have units of a kind now, and how many at most."""
    names = state.names
    check_buyer(state, nation)
    counters = len(state.free_units(nation, arm, MOST_UNITS))
    if not state.printed.limit(nation, arm):
        raise Refused("no-counters", "1.1", f"{names.nation(nation)} has no {plural(arm)}.")
    if not counters:
        raise Refused("no-counters", "5.2", f"All {plural(arm)} of {names.nation(nation)} are on the map.")
    rooms = {a: room_in(state, nation, arm, a) for a in _sites(state, nation, arm)}
    if not any(room > 0 for room in rooms.values()):
        raise Refused("no-production", SECTION_OF[arm], f"{names.nation(nation)} has {NO_SITE[arm]} now.")
    pay_check(state, seat, state.printed.prices[arm], "3.5")
    most = min(state.money[seat] // state.printed.prices[arm], counters)
    return {a: min(most, room) for a, room in rooms.items() if room > 0}


NO_SITE = {
    INFANTRY: "no city with room for infantry",
    ARTILLERY: "no factory that could make artillery",
    AIRCRAFT: "no factory that could make aircraft",
    SHIP: "no shipyard with a sea free of enemies",
}


def plural(arm: str) -> str:
    """Several units of a kind, or several works."""
    return {SHIP: "ships", FACTORY: "factories", SHIPYARD: "shipyards"}.get(arm, arm)


def _sites(state: State, nation: str, arm: str) -> list[str]:
    board = state.printed.board
    if arm == INFANTRY:
        return [a for a, flag in state.control.items() if flag == nation]
    works = SHIPYARD if arm == SHIP else FACTORY
    lands = [a for a in state.works if _makes(state, a, works, nation)]
    return sorted({s for a in lands for s in board.coast[a]}) if arm == SHIP else lands


def eager(at: At[State], prices: Iterable[int]) -> int:
    """A program that can pay for something rather buys it."""
    return 12 if at.state.money[at.seat] >= min(prices) else 1


def prices(at: At[State], *goods: str) -> list[int]:
    """What some goods cost."""
    return [at.state.printed.prices[what] for what in goods]


BUY: Order[State] = Order(
    "buy", "Buy units", "3.1.3", buy,
    (
        Slot("nation", "choice", spenders),
        Slot("unit", "choice", lambda _, __: OneOf(ARMS)),
        Slot("area", "hex", sites),
        Slot("count", "count", numbers),
    ),
    hand=units_shelf, weight=lambda at: eager(at, prices(at, *ARMS)),
)  # fmt: skip
