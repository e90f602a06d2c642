"""§13.61: the attacker designates a hex and all of the units that attack it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd

from rules.empires_alliances.attacks import plan_17
from rules.empires_alliances.attacks.attackers import (
    check_attacker,
    limits_of_attack,
)
from rules.empires_alliances.attacks.nobody import why_nobody_attacks
from rules.empires_alliances.attacks.strength import WHOLE, attack_strength, defence_of, kinds_among, naval_support
from rules.empires_alliances.attacks.targets import LOW_ODDS, able_beside, check_target, defenders_in, least_attack
from rules.empires_alliances.combat.aircraft import TOO_FAR, aircraft_of, is_ready, support_for, supporting_air
from rules.empires_alliances.combat.at_once import why_not_yet
from rules.empires_alliances.facts.combat import HexAttacked
from rules.empires_alliances.play import Play, hex_in_play, one_of, own
from rules.empires_alliances.position.afloat import afloat_among
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import GUNS, RANKS
from rules.kernel.messages import Json, Refusal
from rules.kernel.players import Rng
from rules.kernel.procedure.needs import Need, at_least
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.weighed import Sum

MUST_INVADE = Refusal("must-invade", "11.72", "All units that invade the hex attack it together.")
MAX_PARTY_UNITS = 4
"""Infantry and cavalry units that attack together at most when a program chooses at random."""
SHARES = {16: "factor", 8: "half factor", 4: "quarter factor", 2: "eighth of a factor", 1: "sixteenth of a factor"}
"""What strengths are counted in where they are no whole factors."""


@dataclass(frozen=True, slots=True)
class Strength(Need):
    """§13.641: what attackers come to, with words of its own for too little."""

    def unmet(self, names: Sequence[str], what: str, section: str) -> Refusal | None:  # type: ignore[override]
        """Why a choice does not fulfil it."""
        refusal = Need.unmet(self, names, what, section)
        return LOW_ODDS if refusal is not None and refusal.code == "too-little" and names else refusal


def need_of_attack(
    state: State, hex_: str, units: Sequence[str], defence: int, title: str = "", navy: int = 0
) -> tuple[Need, str]:
    """§13.641, §13.652, §11.73: what attackers of a hex come to, chosen of these units, beside factors of the navy; and
    what they are counted in."""
    strengths = {unit: attack_strength(state, unit, hex_) for unit in units}
    share = gcd(WHOLE, *strengths.values())
    need = Strength(
        lambda unit: strengths[unit] // share,
        max(0, -(-(least_attack(defence) - navy * WHOLE) // share)),
        limits=limits_of_attack(state, units),
        title=title,
    )
    return need, SHARES[share]


@dataclass(frozen=True, slots=True)
class Party(Sum):
    """§13.61: the units that attack a hex."""

    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)
    hex: str = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """A few infantry and cavalry units, with guns beside them; where that is too weak, any that are enough. As few
        as Plan 17 asks for, where others are needed elsewhere (§22.52)."""
        picked = self._some(rng)
        if picked is None or plan_17.why_not_use(self.state, self.seat, self.hex, [str(u) for u in picked]) is None:
            return picked
        few = plan_17.enough(self.state, self.hex, [*self.names])
        return [*few] if few is not None else picked

    def _some(self, rng: Rng) -> list[Json] | None:
        left = [*kinds_among(self.state, self.names, RANKS)]
        if not left:
            return None
        wanted = 1 + rng.randrange(min(MAX_PARTY_UNITS, len(left)))
        chosen = [left.pop(rng.randrange(len(left))) for _ in range(wanted)]
        for gun in kinds_among(self.state, self.names, GUNS):
            if rng.randrange(2) and self._holds([*chosen, gun]):
                chosen.append(gun)
        return [*chosen] if self._holds(chosen) else Sum.pick(self, rng)


def check_open(state: State, side: str, hex_: str) -> None:
    """§13.2, §13.5, §13.641, §13.652: refuse a hex that the side cannot attack with any unit."""
    check_target(state, side, hex_in_play(state, hex_))
    waits = why_not_yet(state, hex_)
    if waits is not None:
        raise waits.raised()
    if hex_ not in able_beside(state, side):
        raise why_nobody_attacks(state, side, hex_).raised()


def open_targets(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """§13.2, §13.63: the hexes that may be attacked now, each with the units that may attack it."""
    able = able_beside(state, side)
    return {h: units for h, units in able.items() if why_not_yet(state, h) is None} if state.lanes else able


def targets(at: At[State], _: Choices) -> OneOf:
    """§13.2: the hexes that may be attacked."""
    why = refused_by(lambda hex_: check_open(at.state, at.seat, hex_))
    return one_of(lambda: open_targets(at.state, at.seat), why)


def supported_targets(at: At[State], _: Choices) -> OneOf:
    """§16.41: the hexes that may be attacked with the support of aircraft."""

    def check(hex_: str) -> None:
        check_open(at.state, at.seat, hex_)
        if not supporting_air(at.state, at.seat, hex_):
            raise TOO_FAR.raised()

    def near() -> list[str]:
        ready = any(is_ready(at.state, unit) for unit in aircraft_of(at.state, at.seat))
        return [h for h in open_targets(at.state, at.seat) if ready and supporting_air(at.state, at.seat, h)]

    return one_of(near, refused_by(check))


def need_of_all(state: State, hex_: str, units: Sequence[str]) -> tuple[Need, str]:
    """§13.61, §11.72: what attackers of all in a hex come to, chosen of these; whoever invades it is among them."""
    invaders = afloat_among(state, units)
    defence = defence_of(state, defenders_in(state, hex_))
    need, what = need_of_attack(state, hex_, units, defence, navy=naval_support(state, hex_, invaders))
    if invaders:
        need = replace(need, limits=(*need.limits, at_least(len(invaders), frozenset(invaders), MUST_INVADE)))
    return need, what


def attackers(at: At[State], chosen: Choices) -> Party:
    """§13.2, §13.641, §13.652: the units that may attack the hex together."""
    state, hex_ = at.state, chosen.name("hex")
    units = able_beside(state, at.seat)[hex_]
    need, what = need_of_all(state, hex_, units)
    why = own(at, lambda state, unit: check_attacker(state, unit, hex_))
    return Party(units, need, what, why=why, state=state, seat=at.seat, hex=hex_)


def _air(at: At[State], chosen: Choices) -> Sum:
    """§16.42: aircraft that support the attack."""
    return support_for(at.state, at.seat, chosen.name("hex"), chosen.names("units"))


def attack(play: Play, _: At[State], chosen: Choices) -> None:
    """§13.61: a hex is attacked."""
    hex_ = chosen.name("hex")
    _declare(play, hex_, chosen.names("units"))


def attack_from_the_air(play: Play, _: At[State], chosen: Choices) -> None:
    """§13.61, §16.42: a hex is attacked with the support of aircraft."""
    hex_ = chosen.name("hex")
    _declare(play, hex_, chosen.names("units"), chosen.names("air"))


def _declare(play: Play, hex_: str, units: tuple[str, ...], air: tuple[str, ...] = ()) -> None:
    navy = naval_support(play.state, hex_, units)
    play.emit(HexAttacked(hex_, units, defenders_in(play.state, hex_), air, navy=navy))


HEX: Slot[State] = Slot("hex", "hex", targets, "Choose a hex to attack")
UNITS: Slot[State] = Slot("units", "units", attackers, "Choose the units that attack it")
AIR: Slot[State] = Slot("air", "units", _air, "Choose aircraft that support the attack")
ATTACK: Order[State] = Order("attack", "Attack", "13.0", attack, (HEX, UNITS), weight=40, limits=plan_17.check_attack)
ATTACK_WITH_AIR: Order[State] = Order(
    "attack_with_air", "Attack with aircraft", "16.42", attack_from_the_air,
    (Slot("hex", "hex", supported_targets, "Choose a hex to attack"), UNITS, AIR), weight=40,
    limits=plan_17.check_attack,
)  # fmt: skip
