"""Which attacks a program makes: those of which the ten rolls together promise more than they cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from rules.empires_alliances.players import reasons
from rules.empires_alliances.players.sight import FOE, WORTH_HAVING, Sight, Unit, attack_of, defence_of, is_rank
from rules.empires_alliances.players.tolls import toll_of, value_of
from rules.kernel.answering import is_allowed
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.players import SeatClient, first_options
from rules.kernel.programs.reasons import Course

BEATEN = 0.75
"""§13.83: what share more of those attackers is lost after AD who have no hex to retreat to."""
CLEARS = ("DD", "EX", "HX", "DE")
"""§13.9: results after which attackers may advance, where there is no fort."""
PLAN_17 = "plan-17"
CHANGES_NEAR = 2
"""Hexes around one within which a change may change what an attack on it comes to."""
KEY = 20.0
"""What a point is worth in the last segment."""
EMPTIED = 0.5
"""What part of it a hex is worth that is empty after ND, and into which nobody may go on."""
MOST_GO_IN = 3
"""§13.651: how many attack a fort that nobody holds, to go into it."""
SAME = 0.1
"""By how much less an attack may promise without a unit that is left out of it."""
Aim: TypeAlias = Callable[[str, Iterable[Unit]], bool]
"""Whether an attack on a hex by some units is one of those that are looked for."""


def at_home(sight: Sight) -> frozenset[str]:
    """The units that hold a city and attack nobody: whoever retreats after AD gives it up. In a fort nobody has to."""
    return frozenset(str(ranks[0]["id"]) for i, ranks in _held_cities(sight) if i not in sight.forts)


def garrisons(sight: Sight) -> frozenset[str]:
    """As many of those in a city that is worth having as could bear what stands around it, and one in any other."""
    found: set[str] = set()
    for i, (first, *others) in _held_cities(sight):
        staying = [first]
        while others and sight.worth(i) >= WORTH_HAVING and sight.holds(i, staying) < 1.0:
            staying.append(others.pop(0))
        found.update(str(u["id"]) for u in staying)
    return frozenset(found)


def _held_cities(sight: Sight) -> Iterator[tuple[int, list[Unit]]]:
    """Our cities before the enemy with those who hold them, who defend better than they attack first."""
    for i in sight.mine:
        ranks = [u for u in sight.stacks[i] if is_rank(u) and not u["shaken"]]
        if ranks and sight.is_to_guard(i):
            yield i, sorted(ranks, key=lambda u: (attack_of(u) - defence_of(u), -defence_of(u), u["id"]))


def exposed_by(sight: Sight, going: Collection[str], *, driven: bool) -> float:
    """What cities from which units attack are worth, as far as those who stay behind could not hold them alone.

    ``driven``: only those that are left if the attackers must retreat: in a fort nobody has to (§15.12).
    """
    found = 0.0
    if sight.keys:
        return found
    for i in {sight.where[u] for u in going if u in sight.where}:
        if sight.is_to_guard(i) and not (driven and i in sight.forts):
            ranks = [u for u in sight.stacks[i] if is_rank(u) and not u["shaken"]]
            staying = [u for u in ranks if u["id"] not in going]
            share = 1.0 if sight.is_at_stake(i) else sight.habits.regained
            found += share * _ground(sight, i) * (sight.holds(i, ranks) - sight.holds(i, staying))
    return found


def _ground(sight: Sight, i: int) -> float:
    """What it is worth to hold a hex."""
    if sight.keys:
        return KEY * sight.keys.get(i, 0.0)
    near = sight.habits.nearer * sight.is_before_an_aim(i)
    return 2.0 * sight.ahead + near + sight.habits.prize * sight.worth(i)


def prospect(
    sight: Sight, plan: Mapping[str, Any], units: Mapping[str, Any], hex_: str, *, followed: bool = False
) -> float:
    """What an attack promises: their losses and the ground, less our own losses; in points of replacement.

    ``followed``: someone who does not attack stands ready to go into a fort that ND leaves empty (§13.651).
    """
    i = sight.printed.board.index(hex_)
    defenders = [u for u in sight.stacks.get(i, ()) if u["id"] in plan["defenders"]]
    attackers = [units[u] for u in plan["together"]]
    mine, theirs = _price(sight, attackers, "attack"), _price(sight, defenders, "defence")
    ground = _ground(sight, i)
    if_driven, if_lost = (exposed_by(sight, plan["together"], driven=driven) for driven in (True, False))
    strength = max(1.0, sum(float(u["attack"]) for u in attackers))
    trapped = sight.is_lost_if_driven(i, FOE[sight.side])
    where, stands = sight.where, sum(float(u["defence"]) for u in defenders)
    stuck = BEATEN * sum(
        value_of(u) * sight.price(u)
        for u in attackers
        if u["id"] in where and sight.is_lost_if_driven(where[u["id"]], sight.side)
    )
    siege = sight.habits.siege if sight.worth(i) >= WORTH_HAVING else 0.0
    clearing = results_that_clear(sight, i)
    found = 0.0
    for result in plan.get("results", ()):
        toll = toll_of(result, attackers, defenders, whole=sight.habits.whole)
        cleared = toll.cleared and result in clearing
        lost = stands if trapped and cleared else toll.theirs
        found += lost * theirs + cleared * ground - toll.mine * mine
        if followed and not cleared and lost >= stands:
            cleared = True
            found += ground
        elif not cleared and sight.keys and lost >= stands:
            found += EMPTIED * ground
        if not cleared:
            found += siege * ground * min(1.0, lost / max(1.0, stands))
        found -= stuck + if_driven if result == "AD" else if_lost * toll.mine / strength
    return found / max(1, len(plan.get("results", ())))


def results_that_clear(sight: Sight, i: int) -> Collection[str]:
    """§13.9, §15.12: results after which attackers may advance into a hex: nobody has to leave a fort."""
    return [result for result in CLEARS if result != "DD" or i not in sight.forts]


def _price(sight: Sight, units: Collection[Unit], figure: str) -> float:
    """What a printed factor of these units is worth, one with another."""
    factors = sum(float(u[figure]) for u in units)
    return sum(value_of(u) * sight.price(u) for u in units) / max(1.0, factors)


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
    bound: Collection[str] = (),
    plans: Plans | None = None,
) -> JsonObject | None:
    """The attack that promises most, if it is ``least`` or more, with all aircraft that were sent for it.

    ``all_go``: those too who hold a city, but for those who are ``bound``. ``plans``: what is known from the command
    before.
    """
    offer = offers.get("attack")
    if offer is None or offer["refusal"] is not None:
        return None
    units = {u["id"]: u for u in (*(u for i in sight.mine for u in sight.stacks[i]), *sight.at_sea)}
    homes = (frozenset(bound),) if all_go else (at_home(sight), garrisons(sight))
    # §22.52: what Plan 17 keeps back somewhere depends on what stands elsewhere.
    plans = plans if plans is not None and not _is_due(offers) else Plans()
    best: tuple[float, JsonObject] | None = None
    followed = False
    weighed: list[tuple[float, Course]] = []
    for hex_ in first_options(offer)["of"]:
        if sight.keys and sight.printed.board.index(hex_) not in sight.keys:
            continue
        tried = [
            plan for plan in plans.of(client, sight, hex_, homes) if aim(hex_, map(units.__getitem__, plan["together"]))
        ]
        if not tried:
            continue
        worth, plan, is_followed = _best_of(client, sight, units, hex_, tried)
        command: JsonObject = {"kind": "attack", "hex": hex_, "units": [*plan["together"]]}
        air = _support(client, hex_, plan)
        if air:
            supported: Any = client.consult({"kind": "attack", "hex": hex_, "units": [*plan["together"]], "air": air})
            if not isinstance(supported, Refusal) and supported["legal"]:
                command = {**command, "kind": "attack_with_air", "air": [*air]}
                worth = prospect(sight, supported, units, hex_, followed=is_followed)
        if client.advises:
            weighed.append((worth, _course(sight, plan, hex_, command, worth)))
        if worth >= least and (best is None or worth > best[0]):
            best, followed = (worth, command), is_followed
    weighed.sort(key=lambda w: -w[0])
    if best is None:
        client.rejected(course for _, course in weighed)
        return None
    first, *others = [course for worth, course in weighed if worth >= least] or [Course(best[1])]
    client.because(*first.reasons, odds=first.odds, worth=first.worth)
    for other in others:
        client.weighed(other)
    return _without_idle(client, sight, units, aim, *best, followed=followed)


def _best_of(
    client: SeatClient, sight: Sight, units: Mapping[str, Any], hex_: str, tried: Collection[Any]
) -> tuple[float, Any, bool]:
    """Of attacks on a hex that which promises most, what it promises, and whether someone is held back for it."""
    found = [(prospect(sight, plan, units, hex_), plan, False) for plan in tried]
    if sight.habits.follows and sight.printed.board.index(hex_) in sight.forts:
        others = (_with_one_back(client, sight, plan, units, hex_) for plan in tried)
        found += [(prospect(sight, o, units, hex_, followed=True), o, True) for o in others if o is not None]
    return max(found, key=lambda course: course[0])


def _is_due(offers: Mapping[str, Any]) -> bool:
    """§22.52: whether Plan 17 asks for an attack before the phase may end."""
    refusal = offers["end_phase"]["refusal"] if "end_phase" in offers else None
    return refusal is not None and refusal["code"] == PLAN_17


class Plans:
    """What was asked in this phase about attacks on a hex: it stays true while nothing changes within two hexes."""

    def __init__(self) -> None:
        self._near: dict[str, tuple[Any, ...]] = {}
        self._able: dict[str, list[str]] = {}
        self._found: dict[str, dict[tuple[str, ...], Any]] = {}

    def of(self, client: SeatClient, sight: Sight, hex_: str, homes: Iterable[Collection[str]]) -> list[Any]:
        """Attacks on a hex of all who can attack it together, those aside who are at home by one reckoning or other."""
        stacks = sight.view["stacks"]
        near = (sight.at_sea, *(stacks.get(h) for h in sight.printed.board.lattice.within(hex_, CHANGES_NEAR)))
        if self._near.get(hex_) != near:
            self._near[hex_] = near
            self._able[hex_] = client.options("attack", "units", hex=hex_)["of"]
            self._found[hex_] = {}
        known = self._found[hex_]
        going = dict.fromkeys(tuple(u for u in self._able[hex_] if u not in home) for home in homes)
        for able in going:
            if able not in known:
                known[able] = _plan(client, hex_, [*able]) if able else None
        return [known[able] for able in going if known[able] is not None]


def _course(sight: Sight, plan: Mapping[str, Any], hex_: str, command: JsonObject, worth: float) -> Course:
    """An attack with what its ten rolls promise, for a player who wants to know."""
    results = plan.get("results", ())
    clearing = results_that_clear(sight, sight.printed.board.index(hex_))
    often = sum(result in clearing for result in results)
    if not results:
        return Course(command)
    why = (reasons.clears(sight.called(hex_), often, len(results)),)
    return Course(command, why, f"{100 * often // len(results)} %", f"{worth:.1f} factors")


def _without_idle(
    client: SeatClient,
    sight: Sight,
    units: Mapping[str, Unit],
    aim: Aim,
    worth: float,
    command: JsonObject,
    *,
    followed: bool = False,
) -> JsonObject:
    """An attack without those whom it does not need, the weakest first: they are free for another one."""
    going: list[str] = [str(u) for u in _names_in(command, "units")]
    if sight.habits.follows and not sight.stacks.get(sight.printed.board.index(str(command["hex"]))):
        # Nobody is there but a fort: those who defend best go in.
        ranks = sorted((u for u in going if is_rank(units[u])), key=lambda u: (-float(units[u]["defence"]), u))
        return {**command, "units": [*ranks[:MOST_GO_IN]]}
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
        if prospect(sight, plan, units, str(command["hex"]), followed=followed) >= worth - SAME:
            going = fewer
    return {**command, "units": [*going]}


def _with_one_back(
    client: SeatClient, sight: Sight, plan: Mapping[str, Any], units: Mapping[str, Any], hex_: str
) -> Any:
    """§13.651: an attack on a fort with the weakest held back, who goes in if ND leaves nobody there. None where ND
    would leave someone."""
    defenders = [u for u in sight.stacks.get(sight.printed.board.index(hex_), ()) if u["id"] in plan["defenders"]]
    ranks = sorted((u for u in plan["together"] if is_rank(units[u])), key=lambda u: (attack_of(units[u]), u))
    if not defenders or len(ranks) < 2:
        return None
    largest = max(float(units[u]["attack"]) for u in plan["together"])
    if sum(float(u["defence"]) for u in defenders) > largest:
        return None
    fewer = [u for u in plan["together"] if u != ranks[0]]
    found: Any = client.consult({"kind": "attack", "hex": hex_, "units": fewer})
    return None if isinstance(found, Refusal) or not found["legal"] else found


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
