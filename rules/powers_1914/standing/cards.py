"""§3.14: what an event card asks."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Condition, Orders, StandingKind
from rules.powers_1914.printed.pieces import INFANTRY, SHIP, TROOPS
from rules.powers_1914.standing.seat_view import SeatView

CHEAPEST, CROWDED = "cheapest", "crowded"
PRECIOUS = Condition("precious", "Guns, aircraft and ships", (Choice("also", "go too"), Choice("ask", "ask me before")))
LOSE = StandingKind(
    "lose",
    "Units that an event card takes",
    "3.14",
    ("lose",),
    (
        Choice(CHEAPEST, "the cheapest, sparing a field’s last"),
        Choice(CROWDED, "from the fields with most of your units"),
    ),
    (PRECIOUS,),
    sensible=CHEAPEST,
)
PAY, DECLINE = "pay", "decline"
COLONIES = StandingKind(
    "colonies",
    "When the colonies ask for money",
    "3.14.8",
    ("colonies",),
    (Choice(PAY, "pay if you can, else decline"), Choice(DECLINE, "do not pay")),
    (Condition("left", "Money left", (Choice("any", "however little"), Choice("ask", "ask me if nothing is left"))),),
    sensible=PAY,
)
RISE = StandingKind(
    "rise",
    "Where the enemy rises in your homeland",
    "3.14.10",
    ("rise",),
    (Choice("strong", "where most of your land units are"),),
    sensible="strong",
)
FRIENDS, OPEN = "friends", "open"
USA = StandingKind(
    "usa",
    "Where America lands",
    "3.14.5",
    ("usa",),
    (Choice(FRIENDS, "where most of your side’s ships are"), Choice(OPEN, "where none of your side’s ships are")),
    sensible=FRIENDS,
)


def lose(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§3.14.1: one unit. Each is a question of its own: the next is answered when it comes."""
    order, units = orders.get(LOSE.key), seen.first("give_up")
    if order is None or not units:
        return None

    def rank(unit: str) -> tuple[bool, int, int, str]:
        area, kind = seen.where[unit], seen.kind(unit)
        last = kind in TROOPS and seen.troops(area) == 1
        price, crowd = seen.printed.prices[kind], -seen.troops(area)
        return (last, price, crowd, unit) if order.answer == CHEAPEST else (last, crowd, price, unit)

    unit = min(units, key=rank)
    if seen.kind(unit) != INFANTRY and order.on(PRECIOUS.key, "also") == "ask":
        return None
    return {"kind": "give_up", "units": [unit]}


def pay(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§3.14.8: a side of several seats is asked together: the first to pay pays for it."""
    order = orders.get(COLONIES.key)
    if order is None:
        return None
    if order.answer == DECLINE or seen.offer("pay") is None:
        return {"kind": "decline"}
    left = seen.view["seats"][seen.seat]["money"] - seen.view["pending"]["count"]
    return None if left <= 0 and order.on("left", "any") == "ask" else {"kind": "pay"}


def rise(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§3.14.10: the enemy unit fights at once with the units there; of enemies, the one with the least income."""
    areas = seen.first("rise")
    if RISE.key not in orders or not areas:
        return None
    area = max(areas, key=lambda a: (seen.troops(a), a))
    nations = seen.view["nations"]
    rebels = seen.options("rise", "nation", area=area)
    if not rebels:
        return None
    risen = min(rebels, key=lambda n: (nations[n]["income"], n))
    return {"kind": "rise", "area": area, "nation": risen}


def land(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§3.14.5: of the seas at the western edge, one without enemy ships before any other."""
    order, areas = orders.get(USA.key), seen.first("land_usa")
    if order is None or not areas:
        return None
    quiet = [a for a in areas if not seen.contested(a)] or areas
    ships = {a: seen.ours(a, SHIP) for a in quiet}
    best = max if order.answer == FRIENDS else min
    return {"kind": "land_usa", "area": best(quiet, key=lambda a: (ships[a], a))}
