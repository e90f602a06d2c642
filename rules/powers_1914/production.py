"""§3.6 to §3.9: what money buys: infantry in cities, guns and aircraft at factories, ships at shipyards, progress."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914 import conquest
from rules.powers_1914.data import (
    AIRCRAFT,
    ARMS,
    ARTILLERY,
    FACTORY,
    INFANTRY,
    SHIP,
    SHIPYARD,
    USA,
    WORKS,
    board,
    foe,
    nation_name,
    place_name,
    printed,
)
from rules.powers_1914.events import Modernised, UnitsBought, WorksBuilt, WorksChanged
from rules.powers_1914.money import pay_check
from rules.powers_1914.play import MOST_UNITS, Play, only, want_area, want_count, want_word
from rules.powers_1914.preparation import GIBRALTAR
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


def buy(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.1.3, §3.6, §3.7, §3.8: buy units of one kind for one nation in one field."""
    only(command, "nation", "unit", "area", "count")
    state = play.state
    nation = want_word(command, "nation", buyers(state, seat))
    arm = want_word(command, "unit", ARMS)
    area = want_area(command)
    count = want_count(command, "count", MOST_UNITS)
    room = room_in(state, nation, arm, area)
    if room < count:
        raise Refused("no-production", SECTION_OF[arm], _why_no_room(arm, area, room))
    units = state.free_units(nation, arm, count)
    if len(units) < count:
        raise Refused("no-counters", "5.2", f"{nation_name(nation)} has only {len(units)} more {arm} counters.")
    cost = count * printed().prices[arm]
    pay_check(state, seat, cost, "3.5")
    play.emit(UnitsBought(seat, units, area, cost))
    if arm == SHIP:
        conquest.abandon(play, area, foe(state.nations[nation].side))
    else:
        conquest.clear(play, area, foe(state.nations[nation].side))


def _why_no_room(arm: str, area: str, room: int) -> str:
    name = place_name(area)
    if arm == INFANTRY:
        more = f"only {room} more" if room > 0 else "no more"
        return f"{name} can raise {more} infantry for this nation this turn."
    if arm == SHIP:
        return f"No shipyard of this nation can launch ships into {name}."
    return f"This nation has no working factory in {name}."


def build(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.6, §3.8: build a factory or a shipyard where you have units, on friendly ground."""
    only(command, "works", "area")
    state = play.state
    works = want_word(command, "works", WORKS)
    area = want_area(command)
    check_build(state, seat, works, area)
    cost = printed().prices[works]
    pay_check(state, seat, cost, "3.5")
    play.emit(WorksBuilt(seat, works, area, state.control[area], cost))


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


def modernise(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.9: modernise a type of one nation's units, twice at most."""
    only(command, "nation", "unit")
    state = play.state
    nation = want_word(command, "nation", buyers(state, seat))
    arm = want_word(command, "unit", ARMS)
    level, cost = check_modernise(state, seat, nation, arm)
    play.emit(Modernised(seat, nation, arm, level + 1, cost))


def check_modernise(state: State, seat: str, nation: str, arm: str) -> tuple[int, int]:
    """§3.9: (level now, cost of the next); refuse what cannot be modernised, or not paid."""
    level = state.level(nation, arm)
    if not printed().limits[nation].get(arm, 0):
        raise Refused("no-counters", "1.1", f"{nation_name(nation)} has no {plural(arm)}.")
    if level >= len(printed().modernise):
        raise Refused("modern-enough", "3.9", f"{nation_name(nation)} has modernised its {plural(arm)} twice.")
    if sum(n for key, n in state.modern.items() if not key.startswith(f"{USA}.")) >= printed().markers:
        raise Refused("no-counters", "1.1", f"All {printed().markers} modernisation markers are on the boards.")
    cost = printed().modernise[level]
    pay_check(state, seat, cost, "3.9")
    return level, cost


def raze(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.6: demolish buildings on friendly land where you have units, to deny them to the enemy."""
    only(command, "works", "area")
    works = want_word(command, "works", WORKS)
    area = want_area(command)
    if {"works": works, "area": area} not in razeable(play.state, seat):
        raise Refused("nothing-to-raze", "3.6", f"You hold no {works} there.")
    play.emit(WorksChanged(works, area, ""))


def razeable(state: State, seat: str) -> list[JsonObject]:
    """§3.6: the works that a seat could tear down."""
    return [
        {"works": w.kind, "area": a}
        for a, there in sorted(state.works.items())
        for w in there
        if state.holder(a) == state.seats[seat] and any(state.seat_of(u) == seat for u in state.at(a))
    ]


def raze_offer(state: State, seat: str) -> list[JsonObject]:
    """§3.6: tearing down, when there is something."""
    items = razeable(state, seat)
    return [{"kind": "raze", "label": "Demolish", "section": "3.6", "items": [*items]}] if items else []


def shop(state: State, seat: str) -> list[JsonObject]:
    """§3.1.3: the whole price list: what the seat could buy now and where, and of the rest why not (``closed``)."""
    found = [_units_offer(state, seat), _works_offer(state, seat), _progress_offer(state, seat)]
    return [offer for offer in found if offer["items"] or offer["closed"]]


def _offer(kind: str, label: str, section: str, items: list[Json], closed: list[Json]) -> JsonObject:
    refusal: Json = None if items else {"code": "nothing-to-buy", "section": section, "text": "Nothing to choose now."}
    return {"kind": kind, "label": label, "section": section, "items": items, "closed": closed, "refusal": refusal}


def _units_offer(state: State, seat: str) -> JsonObject:
    items: list[Json] = []
    closed: list[Json] = []
    for nation in state.nations_of(seat):
        for arm in ARMS:
            price = printed().prices[arm]
            try:
                found = _goods(state, seat, nation, arm)
            except Refused as refused:
                closed.append({"nation": nation, "unit": arm, "price": price, "refusal": refused.refusal.json()})
                continue
            items += [{"nation": nation, "unit": arm, "area": a, "price": price, "most": n} for a, n in found.items()]
    return _offer("buy", "Buy units", "3.1.3", items, closed)


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


def _progress_offer(state: State, seat: str) -> JsonObject:
    items: list[Json] = []
    closed: list[Json] = []
    for nation in state.nations_of(seat):
        for arm in ARMS:
            level = state.level(nation, arm)
            prices = printed().modernise
            price = prices[level] if level < len(prices) else None
            body: JsonObject = {"nation": nation, "unit": arm, "level": level + 1, "price": price}
            try:
                check_buyer(state, nation)
                check_modernise(state, seat, nation, arm)
                items.append(body)
            except Refused as refused:
                closed.append({**body, "refusal": refused.refusal.json()})
    return _offer("modernise", "Modernise", "3.9", items, closed)


def _works_offer(state: State, seat: str) -> JsonObject:
    items: list[Json] = []
    closed: list[Json] = []
    for works in WORKS:
        price = printed().prices[works]
        try:
            items += [{"works": works, "area": a, "price": price} for a in _building_sites(state, seat, works)]
        except Refused as refused:
            closed.append({"works": works, "price": price, "refusal": refused.refusal.json()})
    return _offer("build", "Build", "3.6", items, closed)


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
    for area in sorted({now.at for u, now in state.units.items() if state.seat_of(u) == seat}):
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
