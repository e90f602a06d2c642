"""Which attacks a program makes: those of which the ten rolls together promise more than they cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

from rules.empires_alliances.players import reasons
from rules.empires_alliances.players.sight import FOE, Sight, Unit, attack_of, defence_of, is_rank
from rules.kernel.answering import is_allowed
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.players import SeatClient, first_options
from rules.kernel.programs.reasons import Course

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

DRIVEN: Mapping[str, float] = {"AD": 0.75}
"""§13.83: what share more of those attackers is lost who have no hex to retreat to."""
PLAN_17 = "plan-17"
CHANGES_NEAR = 2
"""Hexes around one within which a change may change what an attack on it comes to."""
SAME = 0.1
"""By how much less an attack may promise without a unit that is left out of it."""
Aim: TypeAlias = Callable[[str, Iterable[Unit]], bool]
"""Whether an attack on a hex by some units is one of those that are looked for."""


def at_home(sight: Sight) -> frozenset[str]:
    """The units that hold a city and attack nobody: whoever retreats after AD gives it up. In a fort nobody has to."""
    found = set()
    for i in sight.mine:
        ranks = [u for u in sight.stacks[i] if is_rank(u) and not u["shaken"]]
        if ranks and i not in sight.forts and sight.is_to_guard(i):
            found.add(max(ranks, key=lambda u: (defence_of(u) - attack_of(u), defence_of(u), u["id"]))["id"])
    return frozenset(found)


def prospect(sight: Sight, plan: Mapping[str, Any], units: Mapping[str, Any], hex_: str) -> float:
    """What an attack promises: their losses and the ground, less our own losses; in factors."""
    i = sight.printed.board.index(hex_)
    defenders = [u for u in sight.stacks.get(i, ()) if u["id"] in plan["defenders"]]
    theirs = sum(map(defence_of, defenders))
    prey = sum(defence_of(u) * sight.price(u) for u in defenders)
    attack = sum(attack_of(units[u]) for u in plan["together"])
    ours = min(attack, max(theirs, 1.0))
    price = sum(attack_of(units[u]) * sight.price(units[u]) for u in plan["together"]) / max(1.0, attack)
    ground = 2.0 * sight.ahead + 3.0 * sight.worth(i)
    trapped = sight.is_lost_if_driven(i, FOE[sight.side])
    where = sight.where
    stuck = sum(
        attack_of(units[u]) * sight.price(units[u])
        for u in plan["together"]
        if u in where and sight.is_lost_if_driven(where[u], sight.side)
    )
    found = 0.0
    for result in plan.get("results", ()):
        mine, lost, cleared = RESULTS.get(result, (0.5, 0.0, 0.0))
        if trapped and cleared:
            lost = 1.0
        found += lost * prey + cleared * ground - mine * price * (attack if result == "AE" else ours)
        found -= DRIVEN.get(result, 0.0) * stuck
    return found / max(1, len(plan.get("results", ())))


def any_attack(_: str, __: Iterable[Unit]) -> bool:
    """All of them."""
    return True


def best_attack(
    client: SeatClient,
    sight: Sight,
    offers: Mapping[str, Any],
    least: float,
    aim: Aim = any_attack,
    *,
    all_go: bool = False,
    plans: Plans | None = None,
) -> JsonObject | None:
    """The attack that promises most, if it is ``least`` or more, with all aircraft that were sent for it.

    ``all_go``: those too who hold a city. ``plans``: what is known from the command before.
    """
    offer = offers.get("attack")
    if offer is None or offer["refusal"] is not None:
        return None
    units = {u["id"]: u for u in (*(u for i in sight.mine for u in sight.stacks[i]), *sight.at_sea)}
    home = frozenset[str]() if all_go else at_home(sight)
    # §22.52: what Plan 17 keeps back somewhere depends on what stands elsewhere.
    plans = plans if plans is not None and not _is_due(offers) else Plans()
    best: tuple[float, JsonObject] | None = None
    weighed: list[tuple[float, Course]] = []
    for hex_ in first_options(offer)["of"]:
        plan = plans.of(client, sight, hex_, home)
        if plan is None or not aim(hex_, map(units.__getitem__, plan["together"])):
            continue
        command: JsonObject = {"kind": "attack", "hex": hex_, "units": [*plan["together"]]}
        worth = prospect(sight, plan, units, hex_)
        air = _support(client, hex_, plan)
        if air:
            supported: Any = client.consult({"kind": "attack", "hex": hex_, "units": [*plan["together"]], "air": air})
            if not isinstance(supported, Refusal) and supported["legal"]:
                command = {**command, "kind": "attack_with_air", "air": [*air]}
                worth = prospect(sight, supported, units, hex_)
        if client.advises:
            weighed.append((worth, _course(plan, _place(sight, hex_), command, worth)))
        if worth >= least and (best is None or worth > best[0]):
            best = (worth, command)
    weighed.sort(key=lambda w: -w[0])
    if best is None:
        client.rejected(course for _, course in weighed)
        return None
    first, *others = [course for worth, course in weighed if worth >= least] or [Course(best[1])]
    client.because(*first.reasons, odds=first.odds, worth=first.worth)
    for other in others:
        client.weighed(other)
    return _without_idle(client, sight, units, aim, *best)


def _is_due(offers: Mapping[str, Any]) -> bool:
    """§22.52: whether Plan 17 asks for an attack before the phase may end."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    return refusal is not None and refusal["code"] == PLAN_17


class Plans:
    """What was asked in this phase about attacks on a hex: it stays true while nothing changes within two hexes."""

    def __init__(self) -> None:
        self._near: dict[str, tuple[Any, ...]] = {}
        self._able: dict[str, list[str]] = {}
        self._found: dict[str, tuple[list[str], Any]] = {}

    def of(self, client: SeatClient, sight: Sight, hex_: str, home: Collection[str]) -> Any:
        """An attack on a hex of all who can attack it together, those who are at home aside; None where none may be
        made."""
        stacks = sight.view["stacks"]
        near = (sight.at_sea, *(stacks.get(h) for h in sight.printed.board.lattice.within(hex_, CHANGES_NEAR)))
        if self._near.get(hex_) != near:
            self._near[hex_] = near
            self._able[hex_] = client.options("attack", "units", hex=hex_)["of"]
            self._found.pop(hex_, None)
        able = [u for u in self._able[hex_] if u not in home]
        known = self._found.get(hex_)
        if known is None or known[0] != able:
            known = self._found[hex_] = (able, _plan(client, hex_, able) if able else None)
        return known[1]


def _place(sight: Sight, hex_: str) -> str:
    """A hex as sentences name it."""
    city = sight.printed.city_in.get(hex_)
    return f"{city} ({hex_})" if city else f"Hex {hex_}"


def _course(plan: Mapping[str, Any], place: str, command: JsonObject, worth: float) -> Course:
    """An attack with what its ten rolls promise, for a player who wants to know."""
    results = plan.get("results", ())
    often = sum(bool(RESULTS.get(result, (0.0, 0.0, 0.0))[2]) for result in results)
    if not results:
        return Course(command)
    why = (reasons.clears(place, often, len(results)),)
    return Course(command, why, f"{100 * often // len(results)} %", f"{worth:.1f} factors")


def _without_idle(
    client: SeatClient, sight: Sight, units: Mapping[str, Unit], aim: Aim, worth: float, command: JsonObject
) -> JsonObject:
    """An attack without those whom it does not need, the weakest first: they are free for another one."""
    going: list[str] = [str(u) for u in _names_in(command, "units")]
    air = [*_names_in(command, "air")]
    # §16.42: aircraft need infantry of their country.
    bound = {sight.printed.units[str(unit)].nation for unit in air}
    for unit in sorted(going, key=lambda u: (attack_of(units[u]), u)):
        fewer = [u for u in going if u != unit]
        if units[unit]["nation"] in bound or not fewer or not aim(str(command["hex"]), map(units.__getitem__, fewer)):
            continue
        asked: JsonObject = {"kind": "attack", "hex": command["hex"], "units": [*fewer]}
        plan: Any = client.consult({**asked, "air": air} if air else asked)
        if isinstance(plan, Refusal) or not plan["legal"] or len(plan["together"]) < len(fewer):
            continue
        if prospect(sight, plan, units, str(command["hex"])) >= worth - SAME:
            going = fewer
    return {**command, "units": [*going]}


def _names_in(command: JsonObject, slot: str) -> list[Json]:
    found = command.get(slot)
    return found if isinstance(found, list) else []


def _plan(client: SeatClient, hex_: str, able: list[str]) -> Any:
    """An attack of all of these who can attack together; None where it may not be made."""
    plan: Any = client.consult({"kind": "attack", "hex": hex_, "units": [*able]})
    if isinstance(plan, Refusal) or not plan["together"]:
        return None
    if not plan["legal"]:
        plan = client.consult({"kind": "attack", "hex": hex_, "units": plan["together"]})
    # §22.52: some are kept for another attack that Plan 17 asks for, one more until it is enough.
    spared = [*plan["together"]] if not isinstance(plan, Refusal) else []
    while not isinstance(plan, Refusal) and plan["refusal"] and plan["refusal"]["code"] == PLAN_17 and len(spared) > 1:
        spared.pop()
        plan = client.consult({"kind": "attack", "hex": hex_, "units": [*spared]})
    return None if isinstance(plan, Refusal) or not plan["legal"] else plan


def _support(client: SeatClient, hex_: str, plan: Mapping[str, Any]) -> list[str]:
    """§16.42: the aircraft that can support an attack."""
    if not plan["aircraft"]:
        return []
    options = client.options("attack_with_air", "air", hex=hex_, units=[*plan["together"]])
    found: list[str] = []
    for unit in options["of"]:
        if is_allowed(options["need"], [*found, unit]):
            found.append(unit)
    return found
