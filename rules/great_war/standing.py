"""Small decisions that a player may answer beforehand (rules/kernel/standing.py, decisions/0033): those of an attack,
and whole steps of a turn in which a side has nothing to do.

Every policy is a function of what the seat sees and is asked, never of the position behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.great_war.printed.phases import (
    ADVANCE,
    ATTACKER_AIR,
    ATTACKER_EVENTS,
    ATTACKER_LOSSES,
    CAVALRY,
    COUNTER_SUPPORT,
    DEFENDER_AIR,
    DEFENDER_EVENTS,
    DEFENDER_LOSSES,
    GO_ON,
    NO_HEADQUARTERS,
    REACTION,
    SUPPORT,
)
from rules.kernel import standing
from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind


@dataclass(frozen=True, slots=True)
class SeatView(standing.SeatView):
    """The view of a seat, and the question put to it."""

    is_idle: Callable[[], bool]
    """§6.17, §7.25: whether it is plain to everyone that the seat has nothing to do in this step."""

    def support(self, hq: str) -> int:
        """§10.46: how many columns a headquarters on the map gives."""
        units = (u for stack in self.view["stacks"].values() for u in stack)
        return next(int(u["support"]) for u in units if u["id"] == hq)

    def is_outnumbered(self) -> bool:
        """§10.32: whether the attacker has fewer factors than the defender, as far as the units' faces are seen."""
        attack, defence = (
            sum(int(unit.get(factor) or 0) for unit in self.view["battle"][units])
            for units, factor in (("attackers", "attack"), ("defenders", "defence"))
        )
        return attack < defence


Policy = Callable[[SeatView, Orders], JsonObject | None]


# --- headquarters (§10.46) --------------------------------------------------------------------------------------------

NOBODY, LEAST, MOST = "nobody", "least", "most"
HELP = (
    Choice(NOBODY, "no headquarters; where an event demands one, the one with the least support"),
    Choice(LEAST, "the one with the least support"),
    Choice(MOST, "the one with the most support"),
)
EVEN = "even"
ATTACK_SUPPORT = StandingKind(
    "attacker-support",
    "Which headquarters supports an attack",
    "10.46",
    (SUPPORT,),
    (*HELP, Choice(EVEN, "the one with the most support, if you are as strong as the defence; otherwise none")),
    sensible=EVEN,
)
DEFENCE_SUPPORT = StandingKind(
    "defender-support",
    "Which headquarters supports the defence",
    "10.46",
    (COUNTER_SUPPORT,),
    (*HELP, Choice(EVEN, "the one with the most support, if the attack is as strong as you are; otherwise none")),
    sensible=EVEN,
)


def _support(kind: StandingKind) -> Policy:
    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        order, found = orders.get(kind.key), seen.first("support")
        if order is None or not found:
            return None
        most = order.answer in (MOST, EVEN)
        hqs = sorted((u for u in found if u != NO_HEADQUARTERS), key=seen.support, reverse=most)
        spared = order.answer == NOBODY or (order.answer == EVEN and seen.is_outnumbered())
        # §6.42, §6.43: where a headquarters must support the attack, a question would tell that there is one.
        nobody = not hqs or (spared and NO_HEADQUARTERS in found)
        return {"kind": "support", "hq": NO_HEADQUARTERS if nobody else hqs[0]}

    return answer


# --- who loses a step (§10.63) ----------------------------------------------------------------------------------------

CHEAPEST, WHOLE = "cheapest", "whole"
LOSERS = (
    Choice(CHEAPEST, "the weakest unit"),
    Choice(WHOLE, "two-step units first, so that none is destroyed; then the weakest"),
)
ATTACK_LOSSES = StandingKind(
    "attacker-losses", "Who loses a step in attack", "10.63", (ATTACKER_LOSSES,), LOSERS, sensible=CHEAPEST
)
DEFENCE_LOSSES = StandingKind(
    "defender-losses", "Who loses a step in defence", "10.63", (DEFENDER_LOSSES,), LOSERS, sensible=CHEAPEST
)


def _lose(kind: StandingKind, units: str, strength: str) -> Policy:
    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        order, found = orders.get(kind.key), seen.first("lose")
        if order is None or not found:
            return None
        faces = {u["id"]: u for u in seen.view["battle"][units]}

        def rank(unit: str) -> tuple[bool, int]:
            face = faces[unit]
            return order.answer == WHOLE and face["steps"] == 1, int(face[strength])

        return {"kind": "lose", "unit": min(found, key=rank)}

    return answer


# --- what is done or left with one word -------------------------------------------------------------------------------

STAND = StandingKind(
    "cavalry-retreat", "When your cavalry could ride away from an attack", "15.51", (CAVALRY,),
    (Choice("stand", "it stands and fights"),), sensible="stand",
)  # fmt: skip
IN_DEFENCE = "in-defence"
"""Done while the seat defends. In its own attacks its player is there anyway, and is asked."""
AIR = StandingKind(
    "aircraft", "When aircraft could fly in an attack", "15.13", (ATTACKER_AIR, DEFENDER_AIR),
    (Choice("no_aircraft", "none fly"), Choice(IN_DEFENCE, "none fly in defence; in your own attacks you are asked")),
    sensible=IN_DEFENCE,
)  # fmt: skip
EVENTS = StandingKind(
    "events", "When you could use an event in an attack", "6.12", (ATTACKER_EVENTS, DEFENDER_EVENTS, REACTION),
    (Choice("no_event", "keep it"), Choice(IN_DEFENCE, "keep it in defence; in your own attacks you are asked")),
    sensible=IN_DEFENCE,
)  # fmt: skip
STRONGEST = "strongest"
HOLD = StandingKind(
    "advance",
    "When you could advance after an attack",
    "10.71",
    (ADVANCE, GO_ON),
    (
        Choice("hold", "do not advance"),
        Choice(
            STRONGEST, "the strongest advances one hex, if another combat unit stays where it comes from; else none"
        ),
    ),
    sensible=STRONGEST,
)


def _word(kind: StandingKind, *, attacking: bool = False) -> Policy:
    """Give the one word that leaves it: the first answer of the kind, which is an order."""
    word = kind.answers[0].key

    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        order = orders.get(kind.key)
        if order is None or (attacking and order.answer == IN_DEFENCE) or seen.offer(word) is None:
            return None
        return {"kind": word}

    return answer


def _advance(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§10.71: whoever advances leaves no hole in the line behind; a second hex (§10.72) is left."""
    order, found = orders.get(HOLD.key), seen.first("advance")
    if order is None or order.answer != STRONGEST or not found:
        return _word(HOLD)(seen, orders)
    faces = {u["id"]: (u, stack) for stack in seen.view["stacks"].values() for u in stack if u["id"] in found}
    able = [u for u, stack in faces.values() if any(o["id"] != u["id"] and o["kind"] != "hq" for o in stack)]
    if not able:
        return {"kind": "hold"}
    best = max(able, key=lambda u: (int(u["attack"] or 0), int(u["defence"] or 0), str(u["id"])))
    return {"kind": "advance", "units": [best["id"]]}


# --- whole steps of a turn (§4.2) -------------------------------------------------------------------------------------

GO_BY, IDLE = "end_phase", "idle"
SPARE, KEPT = "spare", 3
"""§6.11: the points that the paying nation is left with, so that it can still rebuild."""
DRAW = StandingKind(
    "draw", "When an event could be drawn", "6.11", ("events",),
    (
        Choice(GO_BY, "none is drawn"),
        Choice(SPARE, f"your richest nation pays, if it is left with {KEPT} points; otherwise none is drawn"),
    ),
    sensible=SPARE,
)  # fmt: skip
PLAY_NONE = StandingKind(
    "event-phase", "When an event could be played in the Event Phase", "6.12", ("chances",),
    (Choice(GO_BY, "none is played"),),
)  # fmt: skip
"""§6.3, §6.44, §6.60: in games with the Near East alone."""
ARRIVALS = StandingKind(
    "new-units", "New units", "13.22", ("new-units",),
    (Choice(IDLE, "skip when everyone can see that you have nothing to do"),), sensible=IDLE,
)  # fmt: skip
FIGHTS = StandingKind(
    "combat", "Combat", "10.0", ("combat",),
    (Choice(IDLE, "skip when everyone can see that you cannot attack"),), sensible=IDLE,
)  # fmt: skip
TRAINS = StandingKind("rails", "Trains and ships", "9.0", ("rails",), (Choice(GO_BY, "move nobody"),))
STEPS = (ARRIVALS, FIGHTS, TRAINS)
"""Whole steps of a side. Of several commanders each lets them go by for what is theirs (decisions/0059)."""


def _step(kind: StandingKind) -> Policy:
    def answer(seen: SeatView, orders: Orders) -> JsonObject | None:
        order = orders.get(kind.key)
        if order is None or seen.offer(GO_BY) is None:
            return None
        # Others would read from a question what the seat holds, or has below its top units.
        return None if order.answer == IDLE and not seen.is_idle() else {"kind": GO_BY}

    return answer


def _draw(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§6.11: whether an event is drawn, and who pays. Where the Italian entry may be had for the point, its player
    chooses (§20.2); out of the other pool nothing is drawn (§6.14)."""
    order = orders.get(DRAW.key)
    own = seen.legal["section"] == DRAW.section
    if order is None or order.answer != SPARE or not own or seen.offer("buy_event") is None:
        return _step(DRAW)(seen, orders)
    if seen.offer("buy_italian_entry") is not None:
        return None
    points = seen.view["tracks"]["points"]
    payer = max(seen.first("buy_event"), key=lambda nation: (int(points[nation]), nation))
    return {"kind": "buy_event", "nation": payer} if points[payer] > KEPT else {"kind": GO_BY}


KINDS = (
    DRAW,
    ARRIVALS,
    FIGHTS,
    STAND,
    ATTACK_SUPPORT,
    DEFENCE_SUPPORT,
    AIR,
    EVENTS,
    ATTACK_LOSSES,
    DEFENCE_LOSSES,
    HOLD,
    TRAINS,
)
"""In the order in which a turn comes to them."""
KINDS_OF_THE_NEAR_EAST = (KINDS[0], PLAY_NONE, *KINDS[1:])
POLICIES: Mapping[str, Policy] = {
    "events": _draw,
    "new-units": _step(ARRIVALS),
    "combat": _step(FIGHTS),
    "rails": _step(TRAINS),
    CAVALRY: _word(STAND),
    SUPPORT: _support(ATTACK_SUPPORT),
    COUNTER_SUPPORT: _support(DEFENCE_SUPPORT),
    ATTACKER_AIR: _word(AIR, attacking=True),
    DEFENDER_AIR: _word(AIR),
    ATTACKER_EVENTS: _word(EVENTS, attacking=True),
    DEFENDER_EVENTS: _word(EVENTS),
    REACTION: _word(EVENTS),
    ATTACKER_LOSSES: _lose(ATTACK_LOSSES, "attackers", "attack"),
    DEFENDER_LOSSES: _lose(DEFENCE_LOSSES, "defenders", "defence"),
    ADVANCE: _advance,
    GO_ON: _word(HOLD),
}
"""By the step of the question."""
POLICIES_OF_THE_NEAR_EAST: Mapping[str, Policy] = {**POLICIES, "chances": _step(PLAY_NONE)}
"""With the steps of games in the Near East."""
