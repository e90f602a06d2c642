"""§13.62: artillery and tanks that defend as one with infantry or cavalry."""

from __future__ import annotations

from rules.empires_alliances.attacks.strength import kinds_among
from rules.empires_alliances.facts.combat import DefendersJoined, attack_of
from rules.empires_alliances.play import Play, name_of
from rules.empires_alliances.position.frames import HexAttack
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import ARTILLERY, GUNS, RANKS, TANK
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Need, at_most
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.procedure.weighed import Allotment

ONE_GUN = Refusal("one-gun", "13.62", "At most one artillery unit may defend with one infantry or cavalry unit.")
NO_GUN = Refusal("no-gun", "13.62", "Only artillery and tanks that defend there are joined to another unit.")
TWICE = Refusal("joined-twice", "13.62", "An artillery or tank unit defends with one infantry or cavalry unit.")
ONE_TANK = Refusal("one-tank", "13.62", "At most one tank unit may defend with one infantry or cavalry unit.")


def ask(state: State, side: str, frame: HexAttack) -> tuple[Ask, ...]:
    """§13.6: a question about the attack on a hex. Its name changes with the attack, its fights and its stages."""
    return (Ask(side, serial=f"{frame.serial}.{len(frame.over)}"),)


def asks_defender(state: State, frame: HexAttack) -> tuple[Ask, ...]:
    """§13.62: the defender, where there are guns and someone to join them to."""
    guns, ranks = (kinds_among(state, frame.defenders, kinds) for kinds in (GUNS, RANKS))
    return ask(state, FOE[state.player], frame) if guns and ranks else ()


def nobody_joins(play: Play, frame: HexAttack) -> None:
    """§13.62: everyone defends by himself."""
    play.emit(DefendersJoined(frame.hex, frame.joined))


def _joining(at: At[State], _: Choices) -> Allotment:
    """§13.62: guns and tanks given to infantry and cavalry."""
    state, units = at.state, at.frame.defenders
    artillery = frozenset(kinds_among(state, units, ARTILLERY))
    tanks = frozenset(kinds_among(state, units, frozenset((TANK,))))
    limits = (at_most(1, artillery, ONE_GUN), at_most(1, tanks, ONE_TANK))
    groups = {
        unit: Need(lambda _: 1, limits=limits, title=name_of(state, unit), optional=True)
        for unit in kinds_among(state, units, RANKS)
    }
    return Allotment(kinds_among(state, units, GUNS), groups, "unit", why=lambda _: NO_GUN, twice=TWICE)


def join(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.62: the defender says who defends as one."""
    given = chosen.groups("units")
    joined = frozenset(gun for guns in given.values() for gun in guns)
    attack = attack_of(play.state, at.frame.hex)
    groups = tuple((unit, *given.get(unit, ())) for unit in attack.defenders if unit not in joined)
    play.emit(DefendersJoined(attack.hex, groups))


JOIN: Order[State] = Order(
    "defend_together", "Defend like this", "13.62", join,
    (Slot("units", "units", _joining, "Pair artillery and tanks with infantry or cavalry for the defence"),),
)  # fmt: skip
