"""§3.6 to §3.9: what money buys: infantry in cities, guns and aircraft at factories, ships at shipyards, progress."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.doors import refusable
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Count, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914 import conquest
from rules.powers_1914.events.production import Modernised, UnitsBought, WorksBuilt, WorksChanged
from rules.powers_1914.money import pay_check
from rules.powers_1914.names import nation_name, place_name
from rules.powers_1914.pieces import AIRCRAFT, ARMS, ARTILLERY, FACTORY, INFANTRY, SHIP, SHIPYARD, USA, WORKS, foe
from rules.powers_1914.play import MOST_UNITS, Play, among, check_area
from rules.powers_1914.preparation import GIBRALTAR
from rules.powers_1914.printed import board, printed
from rules.powers_1914.state import FUNDED, State

SECTION_OF = {INFANTRY: "3.7", ARTILLERY: "3.6", AIRCRAFT: "3.6", SHIP: "3.8"}


def buyers(state: State, seat: str) -> list[str]:
    """The nations of a seat that may spend money (§3.12.2: an attacked neutral may not)."""
    return [n for n in state.nations_of(seat) if state.nations[n].status in FUNDED]


def check_buyer(state: State, nation: str) -> None:
    """§3.12.2: an attacked neutral has no money."""
    if state.nations[nation].status not in FUNDED:
        raise Refused("no-purchases", "3.12.2", f"{nation_name(nation)} was attacked as a neutral and cannot buy.")


def room_in(state: State, nation: str, arm: str, area: str) -> int:
    """§3.6, §3.7, §3.8: how many units of a kind could appear there for a nation, money and counters aside."""
    b = board()
    if arm == INFANTRY:
        if b.is_sea(area) or state.control[area] != nation:
            return 0
        return b.areas[area].city - state.recruits.get(area, 0)
    if arm == SHIP:
        if not b.is_sea(area) or state.ships(area, foe(state.nations[nation].side)):
            return 0
        yards = [a for a in b.coast[area] if _makes(state, a, SHIPYARD, nation)]
        return MOST_UNITS if yards else 0
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
        check_area(area)
        if room_in(at.state, nation, arm, area) < 1:
            raise Refused("no-production", SECTION_OF[arm], _why_no_room(arm, area, 0))

    return among(lambda: _sites(at.state, nation, arm), check)


def numbers(at: At[State], chosen: Choices) -> Count:
    """§3.1.3, §5.2: as many as there is room, counters and money for."""
    state, nation, arm, area = at.state, chosen.name("nation"), chosen.name("unit"), chosen.name("area")
    room = room_in(state, nation, arm, area)
    counters = len(state.free_units(nation, arm, MOST_UNITS))
    price = printed().prices[arm]

    def why(count: int) -> Refusal | None:
        if count > room:
            return Refusal("no-production", SECTION_OF[arm], _why_no_room(arm, area, room))
        if count > counters:
            return Refusal("no-counters", "5.2", f"{nation_name(nation)} has only {counters} more {arm} counters.")
        return refusable(lambda: pay_check(state, at.seat, count * price, "3.5"))

    return Count(1, min(room, counters, state.money[at.seat] // price), why)


def buy(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.1.3, §3.6, §3.7, §3.8: buy units of one kind for one nation in one field."""
    nation, arm, area, count = chosen.name("nation"), chosen.name("unit"), chosen.name("area"), chosen.count("count")
    units = at.state.free_units(nation, arm, count)
    play.emit(UnitsBought(at.seat, units, area, count * printed().prices[arm]))
    enemy = foe(at.state.nations[nation].side)
    if arm == SHIP:
        conquest.abandon(play, area, enemy)
    else:
        conquest.clear(play, area, enemy)


def _why_no_room(arm: str, area: str, room: int) -> str:
    name = place_name(area)
    if arm == INFANTRY:
        more = f"only {room} more" if room > 0 else "no more"
        return f"{name} can raise {more} infantry for this nation this turn."
    if arm == SHIP:
        return f"No shipyard of this nation can launch ships into {name}."
    return f"This nation has no working factory in {name}."


def grounds(at: At[State], chosen: Choices) -> OneOf:
    """§3.6, §3.8: fields in which the works can be built and paid."""
    state, works = at.state, chosen.name("works")

    def check(area: str) -> None:
        check_area(area)
        check_build(state, at.seat, works, area)
        pay_check(state, at.seat, printed().prices[works], "3.5")

    return among(lambda: _manned(state, at.seat), check)


def _manned(state: State, seat: str) -> list[str]:
    return sorted({now.at for u, now in state.units.items() if state.seat_of(u) == seat})


def build(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.6, §3.8: build a factory or a shipyard where you have units, on friendly ground."""
    works, area = chosen.name("works"), chosen.name("area")
    play.emit(WorksBuilt(at.seat, works, area, at.state.control[area], printed().prices[works]))


def check_build(state: State, seat: str, works: str, area: str) -> None:
    """§3.6, §3.8: refuse a place where it cannot be built."""
    section = "3.6" if works == FACTORY else "3.8"
    if board().is_sea(area) or state.holder(area) != state.seats[seat]:
        raise Refused("not-your-land", section, "You can build only on land of your own side.")
    if not any(state.seat_of(u) == seat for u in state.at(area)):
        raise Refused("no-unit-there", section, f"You have no unit in {place_name(area)}.")
    if works == SHIPYARD and area not in board().shores:
        raise Refused("no-shore", "3.8", f"{place_name(area)} is not on the sea.")
    if any(w.kind == works for w in state.works.get(area, ())):
        raise Refused("built-already", section, f"There is already a {works} in {place_name(area)}.")
    if standing(state, works) >= printed().works[works]:
        raise Refused("no-counters", "1.1", f"There are no more {works} counters.")


def standing(state: State, works: str) -> int:
    """§1.1: how many of a kind are on the map."""
    return sum(1 for there in state.works.values() for w in there if w.kind == works)


def progress(at: At[State], chosen: Choices) -> OneOf:
    """§3.9: types of the nation that can be modernised."""

    def check(arm: str) -> None:
        if arm not in ARMS:
            raise Refused("malformed", "3.9", "No such type of units is modernised.")
        check_modernise(at.state, at.seat, chosen.name("nation"), arm)

    return among(lambda: ARMS, check)


def modernise(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.9: modernise a type of one nation's units, twice at most."""
    nation, arm = chosen.name("nation"), chosen.name("unit")
    level, cost = check_modernise(at.state, at.seat, nation, arm)
    play.emit(Modernised(at.seat, nation, arm, level + 1, cost))


def check_modernise(state: State, seat: str, nation: str, arm: str) -> tuple[int, int]:
    """§3.9: (level now, cost of the next); refuse what cannot be modernised, or not paid."""
    level = state.level(nation, arm)
    if not printed().limits[nation].get(arm, 0):
        raise Refused("no-counters", "1.1", f"{nation_name(nation)} has no {plural(arm)}.")
    if level >= len(printed().modernise):
        raise Refused("modern-enough", "3.9", f"{nation_name(nation)} has modernised its {plural(arm)} twice.")
    others = (n for n in printed().limits if n != USA)
    if sum(state.level(n, type_) for n in others for type_ in ARMS) >= printed().markers:
        raise Refused("no-counters", "1.1", f"All {printed().markers} modernisation markers are on the boards.")
    cost = printed().modernise[level]
    pay_check(state, seat, cost, "3.9")
    return level, cost


NAMES = {FACTORY: "A factory", SHIPYARD: "A shipyard"}


def held_works(at: At[State], _: Choices) -> OneOf:
    """§3.6: the kinds of works that the seat could demolish."""
    refusal = Refusal("nothing-to-raze", "3.6", "You hold no such works.")
    return OneOf(
        tuple(dict.fromkeys(kind for kind, _ in razeable(at.state, at.seat))), why=lambda _: refusal, labels=NAMES
    )


def doomed(at: At[State], chosen: Choices) -> OneOf:
    """§3.6: where the seat could demolish such works."""
    works = chosen.name("works")
    areas = [a for kind, a in razeable(at.state, at.seat) if kind == works]
    refusal = Refusal("nothing-to-raze", "3.6", f"You hold no {works} there.")
    return OneOf(areas, why=lambda area: refusable(lambda: check_area(area)) or refusal)


def raze(play: Play, _: At[State], chosen: Choices) -> None:
    """§3.6: demolish buildings on friendly land where you have units, to deny them to the enemy."""
    play.emit(WorksChanged(chosen.name("works"), chosen.name("area"), ""))


def razeable(state: State, seat: str) -> list[tuple[str, str]]:
    """§3.6: (works, field) that a seat could demolish."""
    return [
        (w.kind, a)
        for a, there in sorted(state.works.items())
        for w in there
        if state.holder(a) == state.seats[seat] and any(state.seat_of(u) == seat for u in state.at(a))
    ]


def raze_hand(at: At[State]) -> JsonObject | None:
    """§3.6: what there is to demolish."""
    items: list[Json] = [{"works": works, "area": area} for works, area in razeable(at.state, at.seat)]
    return {"items": items} if items else None


RAZE: Order[State] = Order(
    "raze", "Demolish", "3.6", raze,
    (
        Slot("works", "choice", held_works, "Choose what to demolish"),
        Slot("area", "hex", doomed, "Choose the field"),
    ),
    hand=raze_hand, form=True,
)  # fmt: skip


# --- the price list: what the seat could buy now and where, and of the rest why not (``closed``) --------------------


def _shelf(section: str, items: list[Json], closed: list[Json]) -> JsonObject | None:
    refusal: Json = None if items else {"code": "nothing-to-buy", "section": section, "text": "Nothing to choose now."}
    return {"items": items, "closed": closed, "refusal": refusal} if items or closed else None


def units_shelf(at: At[State]) -> JsonObject | None:
    """§3.6, §3.7, §3.8: units."""
    state, items, closed = at.state, list[Json](), list[Json]()
    for nation in state.nations_of(at.seat):
        for arm in ARMS:
            price = printed().prices[arm]
            try:
                found = _goods(state, at.seat, nation, arm)
            except Refused as refused:
                closed.append({"nation": nation, "unit": arm, "price": price, "refusal": refused.refusal.json()})
                continue
            items += [{"nation": nation, "unit": arm, "area": a, "price": price, "most": n} for a, n in found.items()]
    return _shelf("3.1.3", items, closed)


def _goods(state: State, seat: str, nation: str, arm: str) -> dict[str, int]:
    """Where a nation could have units of a kind now, and how many at most."""
    check_buyer(state, nation)
    counters = len(state.free_units(nation, arm, MOST_UNITS))
    if not printed().limits[nation].get(arm, 0):
        raise Refused("no-counters", "1.1", f"{nation_name(nation)} has no {plural(arm)}.")
    if not counters:
        raise Refused("no-counters", "5.2", f"All {plural(arm)} of {nation_name(nation)} are on the map.")
    rooms = {a: room_in(state, nation, arm, a) for a in _sites(state, nation, arm)}
    if not any(room > 0 for room in rooms.values()):
        raise Refused("no-production", SECTION_OF[arm], f"{nation_name(nation)} has {NO_SITE[arm]} now.")
    pay_check(state, seat, printed().prices[arm], "3.5")
    most = min(state.money[seat] // printed().prices[arm], counters)
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


def progress_shelf(at: At[State]) -> JsonObject | None:
    """§3.9: modernisation."""
    state, items, closed = at.state, list[Json](), list[Json]()
    for nation in state.nations_of(at.seat):
        for arm in ARMS:
            level = state.level(nation, arm)
            prices = printed().modernise
            price = prices[level] if level < len(prices) else None
            body: JsonObject = {"nation": nation, "unit": arm, "level": level + 1, "price": price}
            try:
                check_buyer(state, nation)
                check_modernise(state, at.seat, nation, arm)
                items.append(body)
            except Refused as refused:
                closed.append({**body, "refusal": refused.refusal.json()})
    return _shelf("3.9", items, closed)


def works_shelf(at: At[State]) -> JsonObject | None:
    """§3.6, §3.8: factories and shipyards."""
    items, closed = list[Json](), list[Json]()
    for works in WORKS:
        price = printed().prices[works]
        try:
            items += [{"works": works, "area": a, "price": price} for a in _building_sites(at.state, at.seat, works)]
        except Refused as refused:
            closed.append({"works": works, "price": price, "refusal": refused.refusal.json()})
    return _shelf("3.6", items, closed)


def _sites(state: State, nation: str, arm: str) -> list[str]:
    if arm == INFANTRY:
        return [a for a, flag in state.control.items() if flag == nation]
    works = SHIPYARD if arm == SHIP else FACTORY
    lands = [a for a in state.works if _makes(state, a, works, nation)]
    return sorted({s for a in lands for s in board().coast[a]}) if arm == SHIP else lands


def _building_sites(state: State, seat: str, works: str) -> list[str]:
    section = "3.6" if works == FACTORY else "3.8"
    if standing(state, works) >= printed().works[works]:
        raise Refused("no-counters", "1.1", f"There are no more {works} counters.")
    found: list[str] = []
    for area in _manned(state, seat):
        try:
            check_build(state, seat, works, area)
        except Refused:
            continue
        found.append(area)
    if not found:
        text = f"No land of your side with your units on it could take a {works} now."
        raise Refused("no-production", section, text)
    pay_check(state, seat, printed().prices[works], "3.5")
    return found


def _eager(least: int) -> Callable[[At[State]], int]:
    """A program that can pay for something rather buys it."""
    return lambda at: 12 if at.state.money[at.seat] >= least else 1


BUY: Order[State] = Order(
    "buy", "Buy units", "3.1.3", buy,
    (
        Slot("nation", "choice", spenders),
        Slot("unit", "choice", lambda _, __: OneOf(ARMS)),
        Slot("area", "hex", sites),
        Slot("count", "count", numbers),
    ),
    hand=units_shelf, weight=_eager(min(printed().prices[a] for a in ARMS)),
)  # fmt: skip
BUILD: Order[State] = Order(
    "build", "Build", "3.6", build,
    (Slot("works", "choice", lambda _, __: OneOf(WORKS)), Slot("area", "hex", grounds)),
    hand=works_shelf, weight=_eager(min(printed().prices[w] for w in WORKS)),
)  # fmt: skip
MODERNISE: Order[State] = Order(
    "modernise", "Modernise", "3.9", modernise, (Slot("nation", "choice", spenders), Slot("unit", "choice", progress)),
    hand=progress_shelf, weight=_eager(printed().modernise[0]),
)  # fmt: skip
