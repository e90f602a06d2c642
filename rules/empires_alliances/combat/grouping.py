"""§13.3, §13.63: an attack on a hex divided into several, and in which order they are resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rules.empires_alliances.attacks.strength import defence_of, kinds_among
from rules.empires_alliances.attacks.targets import falls_by_itself
from rules.empires_alliances.combat import navy
from rules.empires_alliances.combat.aircraft import limits_of_air, one
from rules.empires_alliances.combat.declaring import need_of_attack
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.facts.combat import AttackGrouped, attack_of
from rules.empires_alliances.play import Play, name_of, names_of
from rules.empires_alliances.position.frames import HexAttack, Pairing
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import RANKS
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Need
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.procedure.weighed import Allotment


def most_attacks(state: State, frame: HexAttack) -> int:
    """§13.3, §13.652: into how many attacks it can be divided: an infantry or cavalry unit is in each."""
    return min(len(frame.joined), len(kinds_among(state, frame.attackers, RANKS)))


def asks_attacker(state: State, frame: HexAttack) -> tuple[Ask, ...]:
    """§13.63: the attacker, where the attack can be divided. §13.651: what falls without a die is not."""
    divides = most_attacks(state, frame) > 1 and not falls_by_itself(state, frame.hex)
    return ask(state, state.player, frame) if divides else ()


def group_as_one(play: Play, frame: HexAttack) -> None:
    """§13.3: one attack of all on all."""
    play.emit(AttackGrouped(frame.hex, (Pairing(frame.attackers, frame.defenders, frame.air, frame.navy),)))


def together(play: Play, at: At[State], _: Choices) -> None:
    """§13.3: the attack is not divided."""
    group_as_one(play, attack_of(play.state, at.frame.hex))


def _names(state: State, frame: HexAttack) -> Iterator[str]:
    """The attacks are called by numbers."""
    return (str(n) for n in range(1, most_attacks(state, frame) + 1))


def _targets(at: At[State], _: Choices) -> Allotment:
    """§13.63: who is attacked in which attack; units that were joined to another stay with it."""
    frame = at.frame
    leaders = tuple(group[0] for group in frame.joined)
    led = {unit: group[0] for group in frame.joined for unit in group[1:]}

    def why(unit: str) -> Refusal | None:
        if unit not in led:
            return NOT_ATTACKED
        text = f"{name_of(at.state, unit)} defends as one with {name_of(at.state, led[unit])}: name that unit."
        return Refusal("joined", "13.62", text)

    groups = {
        name: Need(one, title=f"Attack {name}", optional=name != "1") for name in _names(at.state, frame)
    }  # fmt: skip
    return Allotment(leaders, groups, "unit", every=True, why=why, twice=ATTACKED_TWICE, left_over=NOT_ALL)


def _whole(frame: HexAttack, chosen: Choices) -> Mapping[str, tuple[str, ...]]:
    """§13.62: the units attacked in each attack."""
    groups = {group[0]: group for group in frame.joined}
    return {
        name: tuple(u for leader in leaders for u in groups[leader])
        for name, leaders in chosen.groups("targets").items()
    }


def _attackers(at: At[State], chosen: Choices) -> Allotment:
    """§13.3, §13.4, §13.641, §13.652, §11.73: who attacks in which attack; everyone in one."""
    state, frame = at.state, at.frame
    groups, what = {}, "factor"
    fleet = _shares(frame, chosen)
    for name, targets in _whole(frame, chosen).items():
        title = f"Attack {name} on {names_of(state, targets)}"
        share = fleet.get(name, 0)
        need, what = need_of_attack(state, frame.hex, frame.attackers, defence_of(state, targets), title, share)
        groups[name] = replace(need, limits=(*need.limits, *navy.company(state, frame.attackers, share)))
    return Allotment(
        frame.attackers, groups, what, every=True, why=lambda _: NOT_ATTACKING, twice=ATTACKS_TWICE, left_over=IDLE
    )


def _fleet(at: At[State], chosen: Choices) -> OneOf:
    """§11.73: how the factors of the Royal Navy are shared."""
    return navy.sharings(tuple(_whole(at.frame, chosen)), at.frame.navy)


def _shares(frame: HexAttack, chosen: Choices) -> Mapping[str, int]:
    """§11.73: the naval factors that support each attack."""
    return navy.shares(_whole(frame, chosen), chosen.name("fleet")) if frame.navy else {}


def _air(at: At[State], chosen: Choices) -> Allotment:
    """§16.42: which aircraft support which attack."""
    state, frame = at.state, at.frame
    groups = {
        name: Need(one, limits=limits_of_air(state, frame.air, units), title=f"Attack {name}", optional=True)
        for name, units in chosen.groups("units").items()
    }
    return Allotment(frame.air, groups, "aircraft")


def divide(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.63, §16.42, §11.73: the attacker designates all attacks, with the aircraft and ships that support each."""
    frame, units = attack_of(play.state, at.frame.hex), chosen.groups("units")
    air = chosen.groups("air") if frame.air else {}
    fleet = _shares(frame, chosen)
    fights = [
        Pairing(units[name], targets, air.get(name, ()), fleet.get(name, 0))
        for name, targets in _whole(frame, chosen).items()
    ]
    play.emit(AttackGrouped(frame.hex, tuple(fights)))


def _check_fleet(at: At[State], chosen: Choices) -> None:
    if at.frame.navy:
        navy.check_company(at.state, chosen.groups("units"), _shares(at.frame, chosen))


def _only(air: bool, ships: bool) -> Callable[[At[State]], Refusal | None]:
    """§16.42, §11.73: what supports the attack, so that it is said which attack it supports."""

    def why_not(at: At[State]) -> Refusal | None:
        if bool(at.frame.air) != air:
            return Refusal("no-air", "16.42", "No aircraft support the attack.") if air else HAS_AIR
        if bool(at.frame.navy) != ships:
            return Refusal("no-navy", "11.73", "The Royal Navy does not support the attack.") if ships else HAS_NAVY
        return None

    return why_not


NOT_ATTACKED = Refusal("not-attacked", "13.63", "That unit is not attacked there.")
ATTACKED_TWICE = Refusal("attacked-twice", "13.5", "A defending unit is attacked once in a Combat Phase.")
NOT_ALL = Refusal("left-over", "13.3", "Every unit that defends there must be attacked.")
NOT_ATTACKING = Refusal("not-attacking", "13.63", "That unit does not attack there.")
ATTACKS_TWICE = Refusal("attacks-twice", "13.4", "A unit takes part in one attack, with all its strength.")
IDLE = Refusal("left-over", "13.63", "Every unit with which you attack the hex takes part in one of the attacks.")
HAS_AIR = Refusal("has-air", "16.42", "Aircraft support the attack.")
HAS_NAVY = Refusal("has-navy", "11.73", "The Royal Navy supports the attack.")
TOGETHER: Order[State] = Order("together", "One attack on all", "13.3", together)
TARGETS: Slot[State] = Slot("targets", "units", _targets, "Divide the defenders among your attacks")
FLEET: Slot[State] = Slot("fleet", "choice", _fleet, "Say how many naval factors support each attack")
UNITS: Slot[State] = Slot("units", "units", _attackers, "Give your units to the attacks")
AIR: Slot[State] = Slot("air", "units", _air, "Give aircraft to the attacks")
DIVISIONS: tuple[Order[State], ...] = tuple(
    Order(
        kind,
        "Several attacks",
        "13.63",
        divide,
        slots,
        when=_only(AIR in slots, FLEET in slots),
        limits=_check_fleet,
        rare=True,
        weight=2,
    )
    for kind, slots in (
        ("divide", (TARGETS, UNITS)),
        ("divide_air", (TARGETS, UNITS, AIR)),
        ("divide_navy", (TARGETS, FLEET, UNITS)),
        ("divide_air_navy", (TARGETS, FLEET, UNITS, AIR)),
    )
)
"""§13.63: an order for each kind of support that the attack has."""
