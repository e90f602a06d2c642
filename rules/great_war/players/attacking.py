"""The Combat PhaseFindings: the best attack of those that can be made now, until none promises anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.great_war.players import enver, reasons
from rules.great_war.players.front import Line, line_of
from rules.great_war.players.odds import promise
from rules.great_war.players.schemes import HQ_PRICE, support_near, worth
from rules.great_war.players.sight import NEAR_EAST, Sight, Unit
from rules.great_war.printed.fronts import CAUCASUS, ITALY, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient
from rules.kernel.programs.reasons import MOST_OTHERS, Course

LEAST_WORTH = 0.05
FOOT = ("infantry", "mountain")
TURNS = 3
"""§6.30: operational turns on which an offensive binds its side, up to the one that is told."""
ORDERED = (
    ("conrad-offensive", CENTRAL, "AH", ITALY, 1, False),
    ("haig-offensive", ALLIED, "BR", WEST, 2, True),
)
"""§6.30: events that order attacks: the side and nation, the front, how many a turn, whether at 1:1 or better."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack as it would be declared."""

    value: float
    target: int
    units: tuple[Unit, ...]
    ordered: bool = False
    """§6.30: whether an event asks for it."""


def attack(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """The best attack that can be declared, or None."""
    if "attack" not in offers or offers["attack"]["refusal"] is not None:
        return None
    index = sight.board.index
    targets = [index[name] for name in offers["attack"]["slots"][0]["options"]["of"]]
    plans = [plan for target in targets if (plan := _for_enver(client, sight, target)) is not None]
    if not plans:
        plans = [plan for target in targets if (plan := _plan(client, sight, target)) is not None]
    if not plans:
        plans = [plan for target in targets if (plan := _ordered_attack(client, sight, target)) is not None]
    found: list[Course] = []
    for plan in sorted(plans, key=lambda p: (-p.value, p.target)):
        units = _together(client, sight, plan)
        if not units:
            continue
        command: JsonObject = {"kind": "attack", "target": sight.board.ids[plan.target], "units": [*units]}
        if not client.advises:
            return command
        found.append(_course(client, sight, plan, command))
        if len(found) > MOST_OTHERS:
            break
    for other in found[1:]:
        client.weighed(other)
    if found:
        client.because(*found[0].reasons, odds=found[0].odds, worth=found[0].worth)
    elif client.advises:
        client.rejected(_not_worth_it(client, sight, targets))
    return found[0].command if found else None


def _course(client: SeatClient, sight: Sight, plan: Plan, command: JsonObject) -> Course:
    """An attack with what it promises, for a player who wants to know."""
    names: Any = command["units"]
    fighters = [u for u in plan.units if u.id in names and u.fights and u.attack]
    told: Any = client.consult({**command})
    cases = () if isinstance(told, Refusal) else told["cases"]
    odds = next((str(case["odds"]) for case in cases if case["case"] in ("likely", "certain")), "")
    helped = support_near(sight, fighters)
    why = [*reasons.attack(promise(sight, fighters, plan.target, helped), reasons.place(sight.board, plan.target))]
    why += [reasons.COUNTED] * bool(helped) + [reasons.ORDERED] * plan.ordered
    return Course(command, (*why,), odds, f"{plan.value:.1f} steps")


def _not_worth_it(client: SeatClient, sight: Sight, targets: Iterable[int]) -> Iterator[Course]:
    """The attacks that promise too little, the best first, each with all who can make it."""
    weighed: list[Plan] = []
    for target in targets:
        beside = [u for i in sight.board.beside(target) for u in sight.mine.get(i, ())]
        value = best_value(sight, line_of(sight, sight.part[target]), beside, target)
        weighed.append(Plan(value, target, tuple(beside)))
    for plan in sorted(weighed, key=lambda p: (-p.value, p.target)):
        able = _party(client, sight, plan.target, _able(client, sight, plan.target))
        if any(u.fights and u.attack for u in able):
            line = line_of(sight, sight.part[plan.target])
            best = Plan(best_value(sight, line, able, plan.target), plan.target, tuple(able))
            where, names = sight.board.ids[plan.target], [u.id for u in able]
            yield _course(client, sight, best, {"kind": "attack", "target": where, "units": [*names]})


def _together(client: SeatClient, sight: Sight, plan: Plan) -> list[str]:
    """§10.13, §19.54: the units of a plan, or those of them that may attack together, as the planner tells everyone;
    none if they are not worth it."""
    units: list[str] = [u.id for u in plan.units]
    told: Any = client.consult({"kind": "attack", "target": sight.board.ids[plan.target], "units": [*units]})
    if isinstance(told, Refusal) or told["legal"]:
        return units
    fewer = [u for u in plan.units if u.id in told["together"]]
    line = line_of(sight, sight.part[plan.target])
    if not fewer or len(fewer) == len(units) or best_value(sight, line, fewer, plan.target) < LEAST_WORTH:
        return []
    return _together(client, sight, replace(plan, units=tuple(fewer)))


def _party(client: SeatClient, sight: Sight, target: int, units: list[Unit]) -> list[Unit]:
    """§10.13, §19.54: those of the units that may attack together, whatever it is worth; none if there are none."""
    told: Any = client.consult({"kind": "attack", "target": sight.board.ids[target], "units": [u.id for u in units]})
    if isinstance(told, Refusal) or not units:
        return []
    if told["legal"]:
        return units
    fewer = [u for u in units if u.id in told["together"]]
    return _party(client, sight, target, fewer) if len(fewer) < len(units) else []


def _plan(client: SeatClient, sight: Sight, target: int) -> Plan | None:
    line = line_of(sight, sight.part[target])
    beside = [u for i in sight.board.beside(target) for u in sight.mine.get(i, ())]
    if best_value(sight, line, beside, target) < LEAST_WORTH:
        return None
    names = {*client.options("attack", "units", target=sight.board.ids[target])["of"]}
    able = [u for u in beside if u.id in names and u.id not in sight.view["unsupplied"]]
    best: Plan | None = None
    for units in _parties(able, sight.collapsed):
        value = best_value(sight, line, units, target)
        if value >= LEAST_WORTH and (best is None or value > best.value):
            best = Plan(value, target, tuple(units))
    return best and _spare(sight, line, best)


def _ordered_attack(client: SeatClient, sight: Sight, target: int) -> Plan | None:
    """§6.30: an attack that an event orders, which no program would make unasked. What is concealed does not excuse it:
    the odds are judged by the units that are seen."""
    events = sight.view["events"]
    for effect, side, nation, front, number, even in ORDERED:
        left = events["lasting"].get(effect, 0) - sight.turn
        if side != sight.side or not 0 <= left < TURNS or sight.board.front[target] != front:
            continue
        if events["attacks"].get(effect, 0) >= number:
            continue
        names = {*client.options("attack", "units", target=sight.board.ids[target])["of"]}
        beside = [u for i in sight.board.beside(target) for u in sight.mine.get(i, ())]
        able = [u for u in beside if u.id in names and u.nation == nation]
        units = next(_parties(able, frozenset()), [])
        if units and (not even or sum(u.attack for u in units) >= _defence_seen(sight, target)):
            return Plan(
                best_value(sight, line_of(sight, sight.part[target]), units, target), target, tuple(units), ordered=True
            )
    return None


def _for_enver(client: SeatClient, sight: Sight, target: int) -> Plan | None:
    """§6.30: the attack of three units in the Caucasus before any other."""
    if not enver.is_due(sight) or sight.board.front[target] != CAUCASUS:
        return None
    able = _able(client, sight, target)
    line = line_of(sight, NEAR_EAST)
    plans = [
        Plan(best_value(sight, line, units, target), target, tuple(units), ordered=True)
        for units in enver.parties(able)
    ]
    return max(plans, key=lambda plan: (plan.value, len(plan.units)), default=None)


def _able(client: SeatClient, sight: Sight, target: int) -> list[Unit]:
    """Who can attack a hex now."""
    names = {*client.options("attack", "units", target=sight.board.ids[target])["of"]}
    return [u for i in sight.board.beside(target) for u in sight.mine.get(i, ()) if u.id in names]


def _defence_seen(sight: Sight, target: int) -> float:
    """§6.30, §7.25: the defence factors of a hex that can be seen, and its fort's."""
    fort = sight.charts.features.fort_defence if target in sight.enemy_forts else 0
    shown = {u["id"] for u in sight.view["stacks"].get(sight.board.ids[target], ()) if "concealed" not in u}
    return fort + sum(u.defence for u in sight.theirs.get(target, ()) if u.fights and u.id in shown)


def _parties(able: Sequence[Unit], collapsed: frozenset[str]) -> Iterator[list[Unit]]:
    """Groups of units that may attack together: all, and those of each nation; cavalry and tanks with their foot."""
    nations = sorted({u.nation for u in able})
    together = [n for n in nations if n not in collapsed]
    for chosen in (together, *([n] for n in nations if len(nations) > 1)):
        party = [u for u in able if u.nation in chosen and u.kind in FOOT]
        feet = {(u.at, u.nation) for u in party}
        party += [u for u in able if u.kind not in FOOT and (u.at, u.nation) in feet]
        if party:
            yield party


def best_value(sight: Sight, line: Line, units: Sequence[Unit], target: int) -> float:
    """What an attack is worth, with a headquarters if that is better."""
    fighters = [u for u in units if u.fights and u.attack]
    if not fighters:
        return -1.0
    alone = worth(sight, line, promise(sight, fighters, target), target, fighters)
    support = support_near(sight, fighters)
    if not support:
        return alone
    return max(alone, worth(sight, line, promise(sight, fighters, target, support), target, fighters) - HQ_PRICE)


def _spare(sight: Sight, line: Line, plan: Plan) -> Plan:
    """The same attack without units that add nothing: they may attack elsewhere."""
    units = [*plan.units]
    for unit in sorted(plan.units, key=lambda u: (u.attack, u.id)):
        if unit.kind not in FOOT:
            continue
        fewer = [u for u in units if u is not unit]
        feet = {(u.at, u.nation) for u in fewer if u.kind in FOOT}
        if any(u.kind not in FOOT and (u.at, u.nation) not in feet for u in fewer):
            continue
        if fewer and best_value(sight, line, fewer, plan.target) >= plan.value:
            units = fewer
    return Plan(plan.value, plan.target, tuple(units))
