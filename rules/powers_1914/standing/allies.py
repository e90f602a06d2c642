"""§3.3.2, §5.1: what allies settle with one another."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.powers_1914.standing.seat_view import SeatView

HELP = StandingKind(
    "help",
    "When an ally attacks and you could bring up units",
    "3.3.2",
    ("battle",),
    (Choice("leave", "leave the battle to your ally"),),
)
MINE, RICHEST = "mine", "richest"
FLAG = StandingKind(
    "flag",
    "Whose flag goes up over a field taken together",
    "5.1",
    ("flag",),
    (Choice(MINE, "yours"), Choice(RICHEST, "that of the nation with the highest income")),
    sensible=MINE,
)
SHARE = StandingKind(
    "share",
    "The land of a country conquered together",
    "5.1",
    ("share",),
    (Choice("agree", "leave it as it is; agree to proposals"),),
)


def leave(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§3.3.2: no ally has to bring up units, and the leader of a battle never leaves it."""
    return {"kind": "leave"} if HELP.key in orders and seen.offer("leave") is not None else None


def raise_flag(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§5.1: among those who took part. Without a nation of yours among them you are asked."""
    order, nations = orders.get(FLAG.key), seen.view["nations"]
    names = seen.first("flag")
    if order is not None and order.answer == MINE:
        names = [n for n in names if nations[n]["seat"] == seen.seat]
    if order is None or not names:
        return None
    return {"kind": "flag", "nation": max(names, key=lambda n: (nations[n]["income"], n))}


def share(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§5.1: agree to what is proposed; else propose what would be without a word."""
    offer = seen.offer("share")
    if SHARE.key not in orders or offer is None:
        return None
    if seen.offer("agree") is not None:
        return {"kind": "agree"}
    return {"kind": "share", "flags": {**offer["flags"]}}
