"""Which attacks a program makes: those of which the ten rolls together promise more than they cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.players.sight import Sight, attack_of, defence_of
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Chair, first_options

RESULTS: Mapping[str, tuple[float, float, float]] = {
    "AE": (1.0, 0.0, 0.0),
    "AX": (0.6, 0.0, 0.0),
    "AD": (0.25, 0.0, 0.0),
    "ND": (0.25, 0.35, 0.0),
    "DD": (0.0, 0.3, 1.0),
    "EX": (0.5, 1.0, 1.0),
    "HX": (0.3, 1.0, 1.0),
    "DE": (0.0, 1.0, 1.0),
}
"""§13.7: about what share attacker and defender lose by a result, and whether the hex is cleared."""


def prospect(sight: Sight, plan: Mapping[str, Any], units: Mapping[str, Any], hex_: str) -> float:
    """What an attack promises: their losses and the ground, less our own losses; in factors."""
    i = sight.printed.board.index(hex_)
    theirs = sum(defence_of(u) for u in sight.stacks.get(i, ()) if u["id"] in plan["defenders"])
    attack = sum(attack_of(units[u]) for u in plan["together"])
    ours = min(attack, max(theirs, 1.0))
    price = sum(attack_of(units[u]) * sight.price(units[u]) for u in plan["together"]) / max(1.0, attack)
    ground = 2.0 + 3.0 * sight.worth(i)
    found = 0.0
    for result in plan.get("results", ()):
        mine, lost, cleared = RESULTS.get(result, (0.5, 0.0, 0.0))
        found += lost * theirs + cleared * ground - mine * price * (attack if result == "AE" else ours)
    return found / max(1, len(plan.get("results", ())))


def best_attack(chair: Chair, sight: Sight, offers: Mapping[str, Any], least: float) -> JsonObject | None:
    """The attack that promises most, if it is ``least`` or more."""
    offer = offers.get("attack")
    if offer is None or offer["refusal"] is not None:
        return None
    units = {u["id"]: u for i in sight.mine for u in sight.stacks[i]}
    best: tuple[float, JsonObject] | None = None
    for hex_ in first_options(offer)["of"]:
        able = chair.options("attack", "units", hex=hex_)["of"]
        plan: Any = chair.consult({"kind": "attack", "hex": hex_, "units": able})
        if isinstance(plan, Refusal) or not plan["together"]:
            continue
        if not plan["legal"]:
            plan = chair.consult({"kind": "attack", "hex": hex_, "units": plan["together"]})
            if isinstance(plan, Refusal) or not plan["legal"]:
                continue
        worth = prospect(sight, plan, units, hex_)
        if worth >= least and (best is None or worth > best[0]):
            best = (worth, {"kind": "attack", "hex": hex_, "units": [*plan["together"]]})
    return best[1] if best is not None else None
