"""What a program must do before a phase may end, and what it does before anyone moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from rules.empires_alliances.players import reasons
from rules.empires_alliances.players.arriving import nearest
from rules.empires_alliances.players.attacking import Aim, any_attack, garrisons
from rules.empires_alliances.players.marching import Muster, best_end
from rules.empires_alliances.players.sight import WORTH_HAVING, Sight, Unit, attack_of, defence_of, is_rank
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

SERBIA, AUSTRIA, FRANCE = "SE", "AH", "FR"
TRAIN = "train"
AUGUST_2 = "1914-08-2"
OFF_BOARD = "off-board"
"""§2.5: the kind of the boxes to which units are sent."""


def entrench_order(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """Infantry in the line digs in where it is not about to attack, and whoever holds a city before the enemy."""
    offer = offers.get("dig")
    if offer is None or offer["refusal"] is not None:
        return None
    # §18.41: of British and French who stand together some must go; whoever digs stays.
    where = {u["id"]: i for i in sight.mine if not _fewer_first(sight, sight.stacks[i]) for u in sight.stacks[i]}
    home = {u for u in garrisons(sight) if _is_before_the_enemy(sight, sight.where[u])}
    units = [u for u in first_options(offer)["of"] if u in where and (u in home or _is_to_hold(sight, where[u]))]
    return {"kind": "dig", "units": units} if units else None


def _is_before_the_enemy(sight: Sight, i: int) -> bool:
    """Whether a hex is a city worth having that the enemy could attack in their next phase."""
    return sight.worth(i) >= WORTH_HAVING and sight.threat_around(i) > 0


def _is_to_hold(sight: Sight, i: int) -> bool:
    enemies = [e for e in sight.around(i) if e in sight.theirs]
    if not enemies:
        return False
    for e in enemies:
        attack = sum(attack_of(u) for b in sight.around(e) if b in sight.mine for u in sight.stacks[b])
        defence = sum(map(defence_of, sight.stacks[e])) * sight.cover(e)
        if attack > sight.habits.digs_below * max(1.0, defence):
            return False
    return True


def keep_promise(
    client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str], muster: Muster
) -> JsonObject | None:
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
        ways = client.options("move", "path", units=[unit])["ways"]
        ends = [
            h for h, way in ways.items()
            if (h in near and TRAIN in way)
            or (refusal["section"] == "22.61" and index[h] in board.on_rail and board.country[index[h]] == AUSTRIA
                and not any(b in serbs for b in sight.around(index[h])))
        ]  # fmt: skip
        if ends:
            there = [h for h in ends if h in near] or ends
            client.because(reasons.PROMISED)
            return {"kind": "move", "units": [unit], "path": [*ways[best_of(muster, *sight.standing[unit], there)]]}
    return None


def due_attack(sight: Sight, offers: Mapping[str, Any]) -> Aim:
    """§22.52: French attacks, where Plan 17 asks for them; any, where something else does."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    if refusal is None or refusal["code"] != "plan-17":
        return any_attack
    board, plan = sight.printed.board, sight.printed.optional_rules.plan_17
    first = sight.printed.calendar[int(sight.view["turn"]) - 1].id != AUGUST_2
    row = board.row[board.index(plan.from_hex)] if first else int(plan.second_from_row)

    def counts(hex_: str, units: Iterable[Unit]) -> bool:
        return board.row[board.index(hex_)] >= row and any(unit["nation"] == FRANCE for unit in units)

    return counts


def close_up(
    client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str], muster: Muster
) -> JsonObject | None:
    """§22.52: French units go up to the Germans whom Plan 17 has them attack, where too few stand there."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    if refusal is None or refusal["code"] != "plan-17" or "move" not in offers:
        return None
    counts, board = due_attack(sight, offers), sight.printed.board
    named = [u for u in first_options(offers["move"])["of"] if f"closing.{u}" not in tried]
    for i in sight.mine:
        for unit in sight.stacks[i]:
            if unit["id"] not in named or unit["nation"] != FRANCE or not is_rank(unit):
                continue
            tried.add(f"closing.{unit['id']}")
            ways = client.options("move", "path", units=[unit["id"]])["ways"]
            beside = {e: [b for b in sight.around(board.index(e)) if b in sight.theirs] for e in sorted(ways)}
            ends = [e for e, near in beside.items() if any(counts(board.lattice.ids[b], (unit,)) for b in near)]
            if ends:
                end = best_of(muster, unit, i, ends)
                return {"kind": "move", "units": [unit["id"]], "path": [*ways[end]]}
    return None


AT_ONCE = ("must-leave", "british-and-french", "out-of-sector")
"""§13.85, §18.41, §18.43, §18.52: what must be mended before anyone else moves, while there is room and time for it."""


def make_room(
    client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str], muster: Muster
) -> JsonObject | None:
    """§13.85, §18.41, §18.43, §18.52: a unit that may not stay where it is goes before any other, and none with it."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    if refusal is None or refusal["code"] not in AT_ONCE:
        return None
    return leave(client, sight, offers, tried, muster)


TO_BOX = ("bound-for-box", "too-few-in-box")
"""§2.67b: what says that a unit has to sail to a box."""


def sail_to_box(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§2.67b: the unit that has to go to a box sails there, as long as there are ships for it."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    if refusal is None or refusal["code"] not in TO_BOX:
        return None
    able, boxes = {*_units_named(offers, "move")}, sight.printed.board.boxes
    for name in refusal.get("units", ()):
        if name in able and f"boxed.{name}" not in tried:
            tried.add(f"boxed.{name}")
            ways = client.options("move", "path", units=[name])["ways"]
            ends = [hex_ for hex_ in ways if hex_ in boxes and boxes[hex_]["kind"] == OFF_BOARD]
            if ends:
                client.because(reasons.TO_BOX)
                return {"kind": "move", "units": [name], "path": [*ways[ends[0]]]}
    return None


def leave(
    client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str], muster: Muster
) -> JsonObject | None:
    """A unit that the rules do not let stand where it is goes elsewhere: tried one after the other."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    able = {kind: {*_units_named(offers, kind)} for kind in ("move", "rebase")}
    for unit, start in _not_to_stay(sight, refusal):
        name = unit["id"]
        if f"leave.{name}" in tried:
            continue
        if name in able["move"]:
            tried.add(f"leave.{name}")
            ways = client.options("move", "path", units=[name])["ways"]
            if ways:
                client.because(reasons.LEAVES)
                return {"kind": "move", "units": [name], "path": [*ways[best_of(muster, unit, start, ways)]]}
        elif name in able["rebase"]:
            tried.add(f"leave.{name}")
            client.because(reasons.LEAVES)
            return {
                "kind": "rebase",
                "unit": name,
                "base": nearest(sight, client.options("rebase", "base", unit=name)["of"]),
            }
    return None


def _units_named(offers: Mapping[str, Any], kind: str) -> Iterable[str]:
    offer = offers.get(kind)
    return first_options(offer)["of"] if offer is not None and offer["refusal"] is None else ()


def best_of(muster: Muster, unit: Unit, start: int, ends: Collection[str]) -> str:
    """§6.2: of ends to one of which a unit must go that where it is worth most and has room; where none has any, the
    furthest from the enemy."""
    found = best_end(muster, unit, start, ends, stays=False)
    if found is None:
        index, far = muster.sight.printed.board.lattice.index, muster.sight.to_enemy
        apart = [hex_ for hex_ in ends if muster.stands_apart(unit, index[hex_])] or ends
        found = max(apart, key=lambda hex_: (far.get(index[hex_], 0), hex_))
        muster.lift(unit, start)
        muster.put(unit, index[found])
    return found


def _not_to_stay(sight: Sight, refusal: Mapping[str, Any] | None) -> list[tuple[Unit, int]]:
    """The units of which a refusal speaks, each with its hex; of British and French the fewer first."""
    ours = [(unit, i) for i in sight.stacks for unit in sight.stacks[i] if unit["side"] == sight.side]
    match refusal["code"] if refusal is not None else "":
        case "british-and-french":
            return [(unit, i) for i in sight.stacks for unit in _fewer_first(sight, sight.stacks[i])]
        case "out-of-sector":
            named = refusal.get("units", ()) if refusal is not None else ()
            return [(unit, i) for unit, i in ours if unit["id"] in named]
        case _:
            return [(unit, i) for unit, i in ours if unit["shaken"]]


def _fewer_first(sight: Sight, stack: Sequence[Unit]) -> list[Unit]:
    """§18.41: the units of a stack in which British stand beside French or Americans; none of other stacks."""
    british = [u for u in stack if sight.camp(u["id"]) == "british"]
    french = [u for u in stack if sight.camp(u["id"]) == "french"]
    return [*chain(*sorted((british, french), key=len))] if british and french else []
