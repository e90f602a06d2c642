"""Small decisions that a player may answer beforehand (rules/kernel/standing.py, decisions/0033): those of an attack,
and whole steps of a turn in which he has nothing to do.

Every policy is a function of what the seat sees and is asked, never of the position behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.great_war.headquarters import NONE
from rules.great_war.phases import (
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
    REACTION,
    SUPPORT,
)
from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind


@dataclass(frozen=True, slots=True)
class Look:
    """The view of a seat, and the question put to it."""

    view: Mapping[str, Any]
    legal: Mapping[str, Any]

    @property
    def step(self) -> str:
        """The step of the question."""
        return str(self.legal["step"])

    def offer(self, kind: str) -> Mapping[str, Any] | None:
        """An order that may be given now."""
        return next((o for o in self.legal["offers"] if o["kind"] == kind and o["refusal"] is None), None)

    def of(self, kind: str) -> list[str]:
        """What may be chosen first in an order; empty where it may not be given."""
        offer = self.offer(kind)
        return [] if offer is None else [*offer["slots"][0]["options"]["of"]]

    def support(self, hq: str) -> int:
        """§10.46: how many columns a headquarters on the map gives."""
        units = (u for stack in self.view["stacks"].values() for u in stack)
        return next(int(u["support"]) for u in units if u["id"] == hq)


Policy = Callable[[Look, Orders], JsonObject | None]


# --- headquarters (§10.46) --------------------------------------------------------------------------------------------

NOBODY, LEAST, MOST = "nobody", "least", "most"
HELP = (
    Choice(NOBODY, "no headquarters"),
    Choice(LEAST, "the one with the least support"),
    Choice(MOST, "the one with the most support"),
)
ATTACK_SUPPORT = StandingKind("attacker-support", "Which headquarters supports an attack", "10.46", (SUPPORT,), HELP)
DEFENCE_SUPPORT = StandingKind(
    "defender-support", "Which headquarters supports the defence", "10.46", (COUNTER_SUPPORT,), HELP
)


def _support(kind: StandingKind) -> Policy:
    def answer(look: Look, orders: Orders) -> JsonObject | None:
        order, found = orders.get(kind.key), look.of("support")
        if order is None or not found:
            return None
        if order.answer == NOBODY and NONE not in found:
            # §6.42, §6.43: a headquarters must support the attack: which one, the player says.
            return None
        staff = sorted((u for u in found if u != NONE), key=look.support, reverse=order.answer == MOST)
        return {"kind": "support", "hq": NONE if order.answer == NOBODY or not staff else staff[0]}

    return answer


# --- who loses a step (§10.63) ----------------------------------------------------------------------------------------

CHEAPEST, WHOLE = "cheapest", "whole"
LOSERS = (
    Choice(CHEAPEST, "the unit of the least strength"),
    Choice(WHOLE, "units that have two steps, so that none is destroyed; of the others the weakest"),
)
ATTACK_LOSSES = StandingKind(
    "attacker-losses", "Who loses a step in attack", "10.63", (ATTACKER_LOSSES,), LOSERS, sensible=CHEAPEST
)
DEFENCE_LOSSES = StandingKind(
    "defender-losses", "Who loses a step in defence", "10.63", (DEFENDER_LOSSES,), LOSERS, sensible=CHEAPEST
)


def _lose(kind: StandingKind, units: str, strength: str) -> Policy:
    def answer(look: Look, orders: Orders) -> JsonObject | None:
        order, found = orders.get(kind.key), look.of("lose")
        if order is None or not found:
            return None
        faces = {u["id"]: u for u in look.view["battle"][units]}

        def rank(unit: str) -> tuple[bool, int]:
            face = faces[unit]
            return order.answer == WHOLE and face["steps"] == 1, int(face[strength])

        return {"kind": "lose", "unit": min(found, key=rank)}

    return answer


# --- what is done or left with one word -------------------------------------------------------------------------------

STAND = StandingKind(
    "cavalry-retreat", "When your cavalry could ride away from an attack", "15.51", (CAVALRY,),
    (Choice("stand", "it stands and fights"),),
)  # fmt: skip
AIR = StandingKind(
    "aircraft", "When aircraft could fly in an attack", "15.13", (ATTACKER_AIR, DEFENDER_AIR),
    (Choice("no_aircraft", "none fly"),),
)  # fmt: skip
EVENTS = StandingKind(
    "events", "When you could use an event in an attack", "6.12", (ATTACKER_EVENTS, DEFENDER_EVENTS, REACTION),
    (Choice("no_event", "keep it"),),
)  # fmt: skip
HOLD = StandingKind(
    "advance", "When you could advance after an attack", "10.71", (ADVANCE, GO_ON), (Choice("hold", "nobody advances"),)
)


def _word(kind: StandingKind) -> Policy:
    def answer(look: Look, orders: Orders) -> JsonObject | None:
        order = orders.get(kind.key)
        return None if order is None or look.offer(order.answer) is None else {"kind": order.answer}

    return answer


# --- whole steps of a turn (§4.2) -------------------------------------------------------------------------------------

GO_BY, IDLE = "end_phase", "idle"
DRAW = StandingKind("draw", "When an event could be drawn", "6.11", ("events",), (Choice(GO_BY, "none is drawn"),))
ARRIVALS = StandingKind(
    "new-units", "New units", "13.22", ("new-units",), (Choice(IDLE, "the step goes by when there is nobody to place"),)
)
FIGHTS = StandingKind(
    "combat", "Combat", "10.0", ("combat",), (Choice(IDLE, "the step goes by when none of your units can attack"),)
)
TRAINS = StandingKind("rails", "Trains and ships", "9.0", ("rails",), (Choice(GO_BY, "nobody goes by them"),))
STEPS = (ARRIVALS, FIGHTS, TRAINS)
"""Steps that a side ends for all its fronts: with two commanders a side both say when they are ready."""
AT_LEISURE = (GO_BY, "play_event", "convert")
"""Orders that can be given in such a step whether there is something to do in it or not."""


def _step(kind: StandingKind) -> Policy:
    def answer(look: Look, orders: Orders) -> JsonObject | None:
        order = orders.get(kind.key)
        if order is None or look.offer(GO_BY) is None:
            return None
        to_do = any(o["kind"] not in AT_LEISURE and o["refusal"] is None for o in look.legal["offers"])
        return None if order.answer == IDLE and to_do else {"kind": GO_BY}

    return answer


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
POLICIES: Mapping[str, Policy] = {
    "events": _step(DRAW),
    "new-units": _step(ARRIVALS),
    "combat": _step(FIGHTS),
    "rails": _step(TRAINS),
    CAVALRY: _word(STAND),
    SUPPORT: _support(ATTACK_SUPPORT),
    COUNTER_SUPPORT: _support(DEFENCE_SUPPORT),
    ATTACKER_AIR: _word(AIR),
    DEFENDER_AIR: _word(AIR),
    ATTACKER_EVENTS: _word(EVENTS),
    DEFENDER_EVENTS: _word(EVENTS),
    REACTION: _word(EVENTS),
    ATTACKER_LOSSES: _lose(ATTACK_LOSSES, "attackers", "attack"),
    DEFENDER_LOSSES: _lose(DEFENCE_LOSSES, "defenders", "defence"),
    ADVANCE: _word(HOLD),
    GO_ON: _word(HOLD),
}
"""By the step of the question."""


def answer(look: Look, orders: Orders) -> JsonObject | None:
    """What a seat's orders say to the question that it is asked; None where they say nothing."""
    policy = POLICIES.get(look.step)
    return None if policy is None else policy(look, orders)
