"""Positions for the tests of invasions: the Ottoman Empire at war, units in Allied ports, and what comes of orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.empires_alliances.facts.procedure import COMBAT, MOVEMENT, StepBegan
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.kernel.messages import Decided
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import decided, told

OTTOMANS = {"TU": "central"}
ITALY = {"TU": "central", "IT": "allied"}
MARSEILLES, TOULON, BREST, LONDON, CAIRO = "4256", "4355", "2164", "britain", "middle-east"
GALLIPOLI, ASIA, SAROS, SMYRNA = "6025", "6124", "6024", "6522"
"""Beaches on both sides of the Dardanelles and north of them, each beside the others; and a port."""
CONSTANTINOPLE, TRIESTE, NEAR_TRIESTE, FRISIA = "5919", "4242", "4342", "1844"
TURK = "tu-1"
"""3-5-3."""
FORCE = {"fr-a1": MARSEILLES, "fr-a2": MARSEILLES, "au-anzac": CAIRO, "fr-art-1": MARSEILLES}
"""Three corps of 5-7-4 and a gun of 3-3-3 in ports of the Mediterranean."""
GARRISON = {"in-ind1": CAIRO, "in-ind2": CAIRO, "in-ind3": CAIRO}
"""§2.67b: who stays in the Middle East, so that the ANZAC corps may go."""


def ready(places: Mapping[str, str] | None = None, turn: str = "1915-04", **how: Any) -> State:
    """The Allied Movement Phase with the force in Marseilles and whoever stands elsewhere."""
    how.setdefault("at_war", OTTOMANS)
    how.setdefault("scenario", "campaign")
    return phase("allied", {**FORCE, **GARRISON, **(places or {})}, turn, **how)


def invaded(state: State, hex_: str, units: Iterable[str], dice: Iterable[int] = ()) -> State:
    """The position when units have sailed against a hex."""
    return told(state, "allied", "invade", dice, hex=hex_, units=[*units])


def in_combat(state: State) -> State:
    """On to the Combat Phase."""
    after = told(state, "allied", "end_phase")
    assert after.phase.step == "allied.attacks"
    return after


def fought(state: State, hex_: str, units: Iterable[str], die: int, besides: Iterable[str] = ()) -> State:
    """Invaders, with others on land, attack a hex; the die of the one attack."""
    after = told(in_combat(state), "allied", "attack", (die,), hex=hex_, units=[*units, *besides])
    return told(after, "allied", "together", (die,)) if "together" in offers(after) else after


def odds(state: State, hex_: str, units: Iterable[str], order: str = "attack", **more: Any) -> tuple[str, int]:
    """The column of an attack on one defender, and its naval factors."""
    answer = decided(state, "allied", order, (10,), hex=hex_, units=[*units], **more)
    assert isinstance(answer, Decided), answer
    found = {event.kind: event for event in answer.events}
    return found["fight-resolved"].column, found["attack-grouped"].fights[0].navy


def at_turn(state: State, turn: str, step: str = "allied.move") -> State:
    """The same position at a step of another turn, as a new phase begins."""
    fresh = MOVEMENT if step.endswith(".move") else COMBAT
    return GAME.evolve(state, StepBegan(step, state.printed.turns[turn].number, fresh))


def offers(state: State, seat: str = "allied") -> dict[str, Any]:
    """The orders on offer, by kind."""
    if seat not in GAME.deciders(state):
        return {}
    found: Any = GAME.legal(state, seat)["offers"]
    return {offer["kind"]: offer for offer in found}


def options(state: State, order: str, slot: str, **chosen: Any) -> Any:
    """What may be chosen in a slot."""
    answer: Any = GAME.consult(state, "allied", {"kind": "slot", "order": order, "slot": slot, "chosen": chosen})
    return answer["options"]


def may_invade(state: State, hex_: str) -> list[str]:
    """The units that are offered for an invasion of a hex."""
    found: list[str] = options(state, "invade", "units", hex=hex_)["of"]
    return found


def open_shores(state: State) -> list[str]:
    """The hexes that are offered for an invasion."""
    if "invade" not in offers(state):
        return []
    found: list[str] = options(state, "invade", "hex")["of"]
    return found
