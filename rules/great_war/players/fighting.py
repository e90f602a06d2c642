"""Answers inside an attack: headquarters, events, losses, cavalry that rides off, and the advance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.great_war.players.front import line_of, strength
from rules.great_war.players.odds import Promise, promise
from rules.great_war.players.schemes import DENIED, prize, worth
from rules.great_war.players.sight import PhaseFindings, Sight, Unit, room, unit_shown
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

SUPPORT_WORTH = 0.2
"""What a headquarters must add, in steps, to be used up for a fight."""
GARRISON = 1
"""Units that stay in a hex of the line when its attackers advance."""
ADVANCE = 4
MOST_BESIDE = 4
"""Enemy stacks beside a hex from which on no unit advances into it without winning something."""


def ride(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§15.51, §15.53: cavalry rides off to infantry. Otherwise it stands: the same attackers would only follow it."""
    index = sight.board.index
    for name in sorted(first_options(offers["ride_back"])["of"]):
        if any(u.fights and u.kind != "cavalry" for u in sight.mine.get(index[name], ())):
            return {"kind": "ride_back", "hex": name}
    return {"kind": "stand"}


def support(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§10.46: the headquarters with the most columns, if it makes a difference or an event leaves no choice (§6.42)."""
    offered = [*first_options(offers["support"])["of"]]
    names = [name for name in offered if name != "none"]
    columns = {u.id: u.support for units in sight.mine.values() for u in units if u.id in names}
    names = [name for name in names if name in columns]
    if not names:
        return {"kind": "support", "hq": "none"}
    best = max(names, key=lambda name: (columns[name], name))
    before, after = _expect(sight, 0), _expect(sight, columns[best])
    gain = _balance(sight, after) - _balance(sight, before)
    return {"kind": "support", "hq": best if gain >= SUPPORT_WORTH or "none" not in offered else "none"}


def _expect(sight: Sight, columns: int) -> Promise:
    """The attack under way with a headquarters of this side that gives this many columns."""
    battle = sight.view["battle"]
    attacking = battle["side"] == sight.side
    from_attacker = sight if attacking else mirror(sight)
    target = sight.board.index[battle["target"]]
    ids = {u["id"] for u in battle["attackers"]}
    attackers = [u for units in from_attacker.mine.values() for u in units if u.id in ids] or _attackers(sight, battle)
    other = sum(hq["support"] for side, hq in battle["support"].items() if hq and side != sight.side)
    return promise(from_attacker, attackers, target, columns - other if attacking else other - columns)


def _attackers(sight: Sight, battle: Mapping[str, Any]) -> list[Unit]:
    """The attackers as the attack shows them, all from its first hex."""
    at = sight.board.index[battle["origins"][0]]
    return [unit_shown(u, at, sight.printed) for u in battle["attackers"] if "concealed" not in u]


def mirror(sight: Sight) -> Sight:
    """The table from the other seat, as far as this one knows it."""
    return replace(sight, side=sight.foe, mine=sight.theirs, theirs=sight.mine, memo={}, phase=PhaseFindings())


def _balance(sight: Sight, found: Promise) -> float:
    """What an attack promises to this side, in steps."""
    battle = sight.view["battle"]
    target = sight.board.index[battle["target"]]
    if battle["side"] == sight.side:
        attackers = [u for units in sight.mine.values() for u in units if u.at in sight.board.beside(target)]
        return worth(sight, line_of(sight, sight.part[target]), found, target, attackers)
    return found.ours - found.theirs - found.taken * prize(sight, target) * (1 if found.way else DENIED)


def lose(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§10.63: the step that costs least."""
    names = [*first_options(offers["lose"])["of"]]
    return {"kind": "lose", "unit": min(names, key=lambda name: (_cost(sight, name), name))}


def _cost(sight: Sight, name: str) -> int:
    battle = sight.view["battle"]
    shown = next(u for u in (*battle["attackers"], *battle["defenders"]) if u["id"] == name)
    now = shown["attack"] + shown["defence"] + 2 * shown["drm"]
    counter = sight.printed.counters[name]
    if shown["steps"] == 2 and counter.back is not None:
        return int(now - counter.back.attack - counter.back.defence)
    return int(now) + (2 if shown["turned"] == "shock" else 0)


def advance(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§10.71: into the hex, unless it is a trap; a garrison stays where the enemy is still near."""
    if "advance" not in offers:
        return {"kind": "hold"}
    battle = sight.view["battle"]
    board, target = sight.board, sight.board.index[battle["target"]]
    beside = [b for b in board.beside(target) if any(u.fights for u in sight.theirs.get(b, ()))]
    if len(beside) > MOST_BESIDE and target not in sight.aims:
        return {"kind": "hold"}
    names = {*first_options(offers["advance"])["of"]}
    going: list[Unit] = []
    for i in sorted(sight.mine):
        able = [u for u in sight.mine[i] if u.id in names]
        others = strength(u for u in sight.mine[i] if u.id not in names)
        near = any(b in sight.theirs and b != target for b in board.beside(i))
        stay = GARRISON if near and not others else 0
        able.sort(key=lambda u: (-u.defence, u.id))
        going += able[: max(0, len(able) - stay)]
    going.sort(key=lambda u: (-u.defence, u.id))
    chosen: list[Unit] = []
    for unit in going:
        if len(chosen) < ADVANCE and room(chosen) > 0 and (unit.counts or all(u.kind != unit.kind for u in chosen)):
            chosen.append(unit)
    return {"kind": "advance", "units": [u.id for u in chosen]} if chosen else {"kind": "hold"}


def go_on(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§10.72: shock troops go on into a town that is not in the midst of the enemy."""
    offer = offers.get("go_on")
    if offer is None:
        return {"kind": "hold"}
    board = sight.board
    units = [*first_options(offer)["of"]][:2]
    for name in sorted(client.options("go_on", "hex", units=units)["of"]):
        i = board.index[name]
        beside = sum(b in sight.theirs for b in board.beside(i))
        if i in board.towns and i in sight.enemys and beside <= 2:
            return {"kind": "go_on", "units": units, "hex": name}
    return {"kind": "hold"}
