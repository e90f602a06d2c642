"""What a program must do before a phase may end, and what it does before anyone moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.players.sight import Sight, attack_of, defence_of
from rules.kernel.messages import JsonObject
from rules.kernel.players import Chair, first_options

DIG_BELOW = 1.5
"""Odds of ours against an enemy beside us below which infantry digs in."""
SERBIA, AUSTRIA = "SE", "AH"
TRAIN = "train"
AUGUST_2 = "1914-08-2"


def entrenching(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """Infantry in the line digs in where it is not about to attack."""
    offer = offers.get("dig")
    if offer is None or offer["refusal"] is not None:
        return None
    where = {u["id"]: i for i in sight.mine for u in sight.stacks[i]}
    units = [u for u in first_options(offer)["of"] if u in where and _is_to_hold(sight, where[u])]
    return {"kind": "dig", "units": units} if units else None


def _is_to_hold(sight: Sight, i: int) -> bool:
    enemies = [e for e in sight.around(i) if e in sight.theirs]
    if not enemies:
        return False
    for e in enemies:
        attack = sum(attack_of(u) for b in sight.around(e) if b in sight.mine for u in sight.stacks[b])
        defence = sum(map(defence_of, sight.stacks[e])) * sight.cover(e)
        if attack > DIG_BELOW * max(1.0, defence):
            return False
    return True


def promised(chair: Chair, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§22.6: the Second Army leaves for the rails, and for Galicia."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    if refusal is None or refusal["code"] != "second-army" or "move" not in offers:
        return None
    plan = sight.printed.optional_rules.second_army
    group = sight.printed.scenarios[sight.view["scenario"]].groups[plan.group]
    able = {*first_options(offers["move"])["of"]}
    named = [u for u in (*plan.named, *group.units) if u in able and f"promised.{u}" not in tried]
    board, index = sight.printed.board, sight.printed.board.lattice.index
    serbs = {i for i in sight.theirs if any(u["nation"] == SERBIA for u in sight.stacks[i])}
    first = sight.printed.calendar[int(sight.view["turn"]) - 1].id == AUGUST_2
    cities = [sight.printed.places.cities[c].hex for c in (plan.first_near if first else plan.then_near)]
    near = frozenset().union(*(board.lattice.within(hex_, plan.within) for hex_ in cities))
    for unit in named:
        tried.add(f"promised.{unit}")
        ways = chair.options("move", "path", units=[unit])["ways"]
        ends = [
            h for h, way in ways.items()
            if (h in near and TRAIN in way)
            or (refusal["section"] == "22.61" and index[h] in board.on_rail and board.country[index[h]] == AUSTRIA
                and not any(b in serbs for b in sight.around(index[h])))
        ]  # fmt: skip
        if ends:
            end = min(ends, key=lambda h: (h not in near, -sight.to_enemy.get(index[h], 0), h))
            return {"kind": "move", "units": [unit], "path": [*ways[end]]}
    return None


def rally_back(chair: Chair, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§13.85: demoralised units leave the enemy before anything else, if the phase could not end without it."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    if refusal is None or refusal["code"] != "must-leave":
        return None
    return leave(chair, sight, offers, tried)


def leave(chair: Chair, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """A unit that the rules do not let stand where it is goes elsewhere: tried one after the other."""
    if "move" not in offers or offers["move"]["refusal"] is not None:
        return None
    index = sight.printed.board.lattice.index
    where = {u["id"]: (u, i) for i in sight.mine for u in sight.stacks[i]}
    for name in sorted(
        first_options(offers["move"])["of"], key=lambda u: (not where[u][0]["shaken"] if u in where else True, u)
    ):
        if name not in where or f"leave.{name}" in tried:
            continue
        tried.add(f"leave.{name}")
        unit, start = where[name]
        if not unit["shaken"] and unit["nation"] not in ("GB", "CA", "AU", "IN", "US", "FR"):
            continue
        ways = chair.options("move", "path", units=[name])["ways"]
        ends = [h for h in ways if not sight.stacks.get(index[h])] or [*ways]
        if ends:
            end = max(ends, key=lambda h: (sight.to_enemy.get(index[h], 0) - abs(index[h] - start) / 1e6, h))
            return {"kind": "move", "units": [name], "path": [*ways[end]]}
    return None
