"""§13.7 to §13.72, §16.1, §16.3: units that are lost by the result of a fight."""

from __future__ import annotations

from dataclasses import replace

from rules.empires_alliances.attacks.strength import attack_factors, kinds_among
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.combat.modifiers import stosstruppen_used, tanks_used
from rules.empires_alliances.facts.combat import ATTACKER, DEFENDER, FightLosses, StageReached, attack_of
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.afloat import is_afloat
from rules.empires_alliances.position.frames import Fight, Pairing
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import GUNS, RANKS
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Limit, Need, Search, at_least, at_most, never_more
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.procedure.weighed import Sum

NO_FOOT = Refusal("foot-first", "13.72", "At least one infantry or cavalry unit must be lost.")
TOO_MANY_GUNS = Refusal(
    "guns-over-foot", "13.72", "No more artillery and tanks than infantry and cavalry may be lost, if possible."
)
LARGEST = Refusal("largest", "13.7", "The one unit with the largest attack factor is lost.")
NO_STOSSTRUPPEN = Refusal("stosstruppen-first", "16.1", "At least one Stosstruppen unit must be lost.")
NO_TANK = Refusal("tank-first", "16.3", "At least one tank unit must be lost.")
NOT_IN_IT = Refusal("not-in-the-fight", "13.7", "Only units that fought in this attack are lost by it.")
ONE_TANK = Refusal("one-tank-lost", "16.3", "One tank unit is lost along with the unit with the largest attack factor.")


def hex_of_lane(state: State, frame: Fight) -> str:
    """§13.6: the hex for which a fight is fought."""
    return next(hex_ for hex_, frames in state.lanes.items() if frames[-1] is frame)


def pairing_of(state: State, hex_: str, frame: Fight) -> Pairing:
    """§13.63: who fights. What lies on a hex without a die is taken by all (§13.651, §22.13)."""
    attack = attack_of(state, hex_)
    if frame.pairing < len(attack.fights):
        return attack.fights[frame.pairing]
    return Pairing(attack.attackers, attack.defenders, attack.air)


def alive(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some units that are still on the map, or at sea before it (§11.72)."""
    return tuple(u for u in units if state.units[u].at not in state.off_map or is_afloat(state, u))


def losers(state: State, hex_: str, frame: Fight, by: int) -> tuple[str, ...]:
    """§13.7: the units of a side of which some are lost."""
    pairing = pairing_of(state, hex_, frame)
    if by == DEFENDER:
        return pairing.targets
    return _largest(state, hex_, pairing) if frame.result == "ND" else pairing.attackers


def _largest(state: State, hex_: str, pairing: Pairing) -> tuple[str, ...]:
    """§13.7, §16.1, §16.3: who may be the one that ND costs the attacker, and the tanks of which one goes along.

    §13.72 wants infantry or cavalry, so the largest of those count (docs/rulings).
    """
    candidates = stosstruppen_used(state, pairing.attackers) or kinds_among(state, pairing.attackers, RANKS)
    most = max(attack_factors(state, (unit,)) for unit in candidates)
    largest = tuple(unit for unit in candidates if attack_factors(state, (unit,)) == most)
    return (*largest, *tanks_used(state, hex_, pairing.attackers))


def need_of(state: State, hex_: str, frame: Fight, by: int) -> Need:
    """§13.7 to §13.72, §16.1, §16.3: what the losses of a side come to."""
    units, pairing = losers(state, hex_, frame, by), pairing_of(state, hex_, frame)
    if by == ATTACKER and frame.result == "ND":
        return _need_of_nd(state, hex_, pairing, units)
    weights = {u: _factor(state, u, by) for u in units}
    owed = min(frame.owed[by], sum(weights.values()))
    need = Need(weights.__getitem__, owed)
    return _with_limits(need, state, units, _special(state, hex_, pairing) if by == ATTACKER else ())


def _factor(state: State, unit: str, by: int) -> int:
    figures = state.counter(unit).figures
    return figures.attack if by == ATTACKER else figures.defence


def _need_of_nd(state: State, hex_: str, pairing: Pairing, units: tuple[str, ...]) -> Need:
    tanks = frozenset(tanks_used(state, hex_, pairing.attackers))
    largest = frozenset(units) - tanks
    limits = [at_least(1, largest, LARGEST), at_most(1, largest, LARGEST)]
    if tanks:
        limits += [at_least(1, tanks, NO_TANK), at_most(1, tanks, ONE_TANK)]
    return Need(lambda unit: _factor(state, unit, ATTACKER), limits=tuple(limits))


def _special(state: State, hex_: str, pairing: Pairing) -> tuple[Limit, ...]:
    """§16.1, §16.3: of special units that added to the die one at least is among the losses."""
    found = []
    storm, tanks = stosstruppen_used(state, pairing.attackers), tanks_used(state, hex_, pairing.attackers)
    if storm:
        found.append(at_least(1, frozenset(storm), NO_STOSSTRUPPEN))
    if tanks:
        found.append(at_least(1, frozenset(tanks), NO_TANK))
    return tuple(found)


def _with_limits(need: Need, state: State, units: tuple[str, ...], special: tuple[Limit, ...]) -> Need:
    """§13.72: infantry or cavalry first, and no more guns than these as far as that is possible."""
    ranks, guns = (frozenset(kinds_among(state, units, kinds)) for kinds in (RANKS, GUNS))
    if not ranks:
        return replace(need, limits=special)
    kept = (*special, at_least(1, ranks, NO_FOOT))
    for over in range(len(guns)):
        limits = (*kept, replace(never_more(guns, ranks, TOO_MANY_GUNS), most=over))
        found = replace(need, limits=limits)
        if Search(units, [found], [False]).found() is not None:
            return found
    return replace(need, limits=kept)


def losses_of(state: State, hex_: str, frame: Fight, by: int) -> Sum:
    """§13.7: the units of which a side chooses what it loses."""
    pairing = pairing_of(state, hex_, frame)
    fought = pairing.targets if by == DEFENDER else pairing.attackers

    def why(unit: str) -> Refusal:
        """Of those who fought ND leaves some out: all but the largest, or but the largest Stosstruppen."""
        if unit not in fought:
            return NOT_IN_IT
        return NO_STOSSTRUPPEN if stosstruppen_used(state, fought) else LARGEST

    return Sum(losers(state, hex_, frame, by), need_of(state, hex_, frame, by), why=why)


def is_owed(frame: Fight, by: int) -> bool:
    """§13.7: whether a side still has to lose units by the result."""
    return frame.owed[by] > 0 or (by == ATTACKER and frame.result == "ND")


def forced_losses(state: State, hex_: str, frame: Fight, by: int) -> tuple[str, ...] | None:
    """§13.7: what is lost where there is nothing to choose; None where there is."""
    units, need = losers(state, hex_, frame, by), need_of(state, hex_, frame, by)
    if frame.result == "ND" and by == ATTACKER:
        tanks = tanks_used(state, hex_, pairing_of(state, hex_, frame).attackers)
        return units if len(units) - len(tanks) == 1 and len(tanks) <= 1 else None
    fewer = replace(need, limits=(*need.limits, at_most(len(units) - 1, frozenset(units), NO_FOOT)))
    return units if Search(units, [fewer], [False]).found() is None else None


def lose(play: Play, hex_: str, frame: Fight, by: int, units: tuple[str, ...]) -> None:
    """§13.7: units are eliminated. By ND the defender owes what the attacker lost."""
    owed = attack_factors(play.state, units) if frame.result == "ND" else frame.owed[DEFENDER]
    play.emit(FightLosses(hex_, by, units, owed if by == ATTACKER else 0))


# --- the steps ----------------------------------------------------------------------------------------------------


def who_loses(state: State, frame: Fight) -> tuple[int, str]:
    """§13.7: the attacker first, then the defender; with the side that it is."""
    by = ATTACKER if frame.step == "losses" else DEFENDER
    return by, state.player if by == ATTACKER else FOE[state.player]


def asks_loser(state: State, frame: Fight) -> tuple[Ask, ...]:
    """§13.7: the side that has to lose units."""
    by, side = who_loses(state, frame)
    hex_ = hex_of_lane(state, frame)
    return ask(state, side, attack_of(state, hex_)) if is_owed(frame, by) else ()


def lose_what_must_be(play: Play, frame: Fight) -> bool:
    """§13.7: losses without a choice come about by themselves."""
    by, _ = who_loses(play.state, frame)
    if not is_owed(frame, by):
        return False
    hex_ = hex_of_lane(play.state, frame)
    units = forced_losses(play.state, hex_, frame, by)
    if units is not None:
        lose(play, hex_, frame, by, units)
    return units is not None


def no_losses(play: Play, frame: Fight) -> None:
    """§13.7: the result costs this side nothing."""
    after = "defender-losses" if frame.step == "losses" else "demoralise"
    play.emit(StageReached(hex_of_lane(play.state, frame), after))


def _losers(at: At[State], _: Choices) -> Sum:
    """§13.7: the units that the side may lose."""
    by, _side = who_loses(at.state, at.frame)
    return losses_of(at.state, hex_of_lane(at.state, at.frame), at.frame, by)


def give_losses(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.7: the side says which units it loses."""
    by, _ = who_loses(play.state, at.frame)
    lose(play, hex_of_lane(play.state, at.frame), at.frame, by, chosen.names("units"))


LOSE: Order[State] = Order(
    "lose", "Lose units", "13.7", give_losses, (Slot("units", "units", _losers, "Choose the units that are lost"),)
)
