"""§13.3, §13.63: an attack on a hex divided into several, and in which order they are resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.empires_alliances.combat.aircraft import limits_of_air, one
from rules.empires_alliances.combat.declaring import need_of_attack
from rules.empires_alliances.combat.eligibility import falls_by_itself
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.facts.combat import AttackGrouped, attack_of
from rules.empires_alliances.play import Play, names_of
from rules.empires_alliances.position.frames import HexAttack, Pairing
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.strength import defence_of, kinds_among
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Need
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
    """§13.63: who is attacked in which attack; who was joined to someone goes with him."""
    frame = at.frame
    leaders = tuple(group[0] for group in frame.joined)
    groups = {
        name: Need(one, title=f"Attack {name}", optional=name != "1") for name in _names(at.state, frame)
    }  # fmt: skip
    return Allotment(leaders, groups, "unit", every=True)


def _whole(frame: HexAttack, chosen: Choices) -> Mapping[str, tuple[str, ...]]:
    """§13.62: the units attacked in each attack."""
    groups = {group[0]: group for group in frame.joined}
    return {
        name: tuple(u for leader in leaders for u in groups[leader])
        for name, leaders in chosen.groups("targets").items()
    }


def _attackers(at: At[State], chosen: Choices) -> Allotment:
    """§13.3, §13.4, §13.641, §13.652: who attacks in which attack; everyone in one."""
    state, frame = at.state, at.frame
    groups, what = {}, "factor"
    for name, targets in _whole(frame, chosen).items():
        title = f"Attack {name} on {names_of(state, targets)}"
        groups[name], what = need_of_attack(
            state, frame.hex, frame.attackers, defence_of(state, targets), title
        )  # fmt: skip
    return Allotment(frame.attackers, groups, what, every=True)


def _air(at: At[State], chosen: Choices) -> Allotment:
    """§16.42: which aircraft support which attack."""
    state, frame = at.state, at.frame
    groups = {
        name: Need(one, limits=limits_of_air(state, frame.air, units), title=f"Attack {name}", optional=True)
        for name, units in chosen.groups("units").items()
    }
    return Allotment(frame.air, groups, "aircraft")


def _pair(play: Play, at: At[State], chosen: Choices, air: Mapping[str, tuple[str, ...]]) -> None:
    attack, units = attack_of(play.state, at.frame.hex), chosen.groups("units")
    fights = [Pairing(units[name], targets, air.get(name, ())) for name, targets in _whole(attack, chosen).items()]
    play.emit(AttackGrouped(attack.hex, tuple(fights)))


def divide(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.63: the attacker designates all attacks."""
    _pair(play, at, chosen, {})


def divide_air_too(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.63, §16.42: the attacker designates all attacks, and the aircraft that support each."""
    _pair(play, at, chosen, chosen.groups("air"))


def without_air(at: At[State]) -> Refusal | None:
    """§16.42: aircraft support the attack, so it is said which attack they support."""
    return Refusal("has-air", "16.42", "Aircraft support the attack.") if at.frame.air else None


def with_air(at: At[State]) -> Refusal | None:
    """§16.42: no aircraft support the attack."""
    return None if at.frame.air else Refusal("no-air", "16.42", "No aircraft support the attack.")


TOGETHER: Order[State] = Order("together", "One attack on all", "13.3", together)
PARTS: tuple[Slot[State], ...] = (
    Slot("targets", "units", _targets, "Say who is attacked in which attack"),
    Slot("units", "units", _attackers, "Give your units to the attacks"),
)
DIVIDE: Order[State] = Order("divide", "Several attacks", "13.63", divide, PARTS, when=without_air, weight=2)
DIVIDE_AIR: Order[State] = Order(
    "divide_air", "Several attacks", "13.63", divide_air_too,
    (*PARTS, Slot("air", "units", _air, "Give aircraft to the attacks")), when=with_air, weight=2,
)  # fmt: skip
