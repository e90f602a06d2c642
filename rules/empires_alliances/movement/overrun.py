"""§12.0 Automatic victory: units are overwhelmed while others move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.empires_alliances.attacks.attackers import (
    limits_of_advance,
    why_not_advance,
)
from rules.empires_alliances.attacks.plan_17 import check_use, deed_of
from rules.empires_alliances.attacks.strength import (
    attack_of,
    column_of,
    defence_of,
    in_factors,
)
from rules.empires_alliances.facts.movement import Overrun
from rules.empires_alliances.movement import second_army
from rules.empires_alliances.movement.entering import drive_out
from rules.empires_alliances.movement.overrun_odds import (
    attackers_near,
    best_force,
    defenders_of,
    odds_needed,
    odds_told,
    sparing_force,
    targets,
    why_not_attack_together,
    why_not_overrun,
    why_not_take_part,
    wins,
)
from rules.empires_alliances.movement.parting import why_must_part
from rules.empires_alliances.play import Play, no_units, own, own_unit
from rules.empires_alliances.position.state import State
from rules.empires_alliances.stacking import why_too_many
from rules.empires_alliances.terrain.zones import fort_in
from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, OneOf, SomeOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot


def _targets(at: At[State], _: Choices) -> OneOf:
    def check(hex_: str) -> None:
        refusal = why_not_overrun(at.state, at.seat, hex_)
        if refusal is not None:
            raise refusal.raised()

    why = refused_by(check)
    return OneOf(Fitting(lambda: targets(at.state, at.seat), why, fit=True), why=why)


@dataclass(frozen=True, slots=True)
class Force(SomeOf):
    """Units that overwhelm a hex together."""

    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)
    hex: str = field(kw_only=True)

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units, with the odds that are needed, and none whom Plan 17 needs elsewhere (§22.52)."""
        units = SomeOf.read(self, raw, section)
        refusal = why_not_attack_together(self.state, units, self.hex)
        if refusal is not None:
            raise refusal.raised()
        if not wins(self.state, units, self.hex):
            have = odds_in_words((attack_of(self.state, units, self.hex), _defence(self.state, self.hex)))
            needed = odds_needed(self.state, units, self.hex)
            raise Refused("odds-too-low", "12.1", f"These have {have}, and odds of {needed}-1 are needed.")
        check_use(self.state, self.seat, self.hex, units)
        return units

    def pick(self, rng: Rng) -> list[Json] | None:
        """As few as are enough, left out in any order."""
        units = [*best_force(self.state, self.state.side_of(next(iter(self.names))), self.hex)]
        for unit in sorted(units, key=lambda _: rng.randrange(len(units) + 1)):
            fewer = [u for u in units if u != unit]
            if (
                fewer
                and why_not_attack_together(self.state, fewer, self.hex) is None
                and wins(self.state, fewer, self.hex)
            ):
                units = fewer
        return [*units]


def _force(at: At[State], chosen: Choices) -> Force:
    hex_ = chosen.name("hex")

    def check(state: State, unit: str) -> None:
        refusal = why_not_take_part(state, own_unit(unit, state, at.seat), hex_)
        if refusal is not None:
            raise refusal.raised()

    why = own(at, check)
    names = Fitting(lambda: attackers_near(at.state, at.seat, hex_), why, fit=True)
    proposed = sparing_force(at.state, at.seat, hex_)
    none = no_units("12.1")
    return Force(names, why=why, wrong_number=none, proposed=proposed, state=at.state, seat=at.seat, hex=hex_)


@dataclass(frozen=True, slots=True)
class Advance(SomeOf):
    """Those of the victors that go in: none or more."""

    state: State = field(kw_only=True)
    hex: str = field(kw_only=True)

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units, as many as may stack there."""
        units = SomeOf.read(self, raw, section)
        refusal = why_not_stand_together(self.state, units, self.hex)
        if refusal is not None:
            raise refusal.raised()
        return units

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some of them."""
        going: list[str] = []
        for unit in self.names:
            if rng.randrange(2) and why_not_stand_together(self.state, (*going, unit), self.hex) is None:
                going.append(unit)
        return [*going]


def why_not_stand_together(state: State, units: Sequence[str], hex_: str) -> Refusal | None:
    """§6.1, §18.33, §18.41: why victors may not stand together in the hex."""
    if not units:
        return None
    refusal = why_too_many(state, hex_, units)
    if refusal is not None:
        return refusal
    return next((limit.refusal for limit in limits_of_advance(state, hex_, units) if limit.over(units)), None)


def _advance(at: At[State], chosen: Choices) -> Advance:
    state, hex_, units = at.state, chosen.name("hex"), chosen.names("units")

    def why(unit: str) -> Refusal | None:
        if unit not in units:
            return Refusal("took-no-part", "12.2", "Only those who won the automatic victory may advance.")
        return why_not_advance(state, unit, hex_) or second_army.why_not_advance(state, unit, hex_)

    names = Fitting(lambda: [u for u in units if why(u) is None], why, fit=True)
    return Advance(names, least=0, why=why, state=state, hex=hex_)


def overrun(play: Play, at: At[State], chosen: Choices) -> None:
    """§12.2: the defenders are eliminated, their fort falls (docs/rulings), and some of the victors may go in."""
    state, hex_ = play.state, chosen.name("hex")
    units, advance = chosen.names("units"), chosen.names("advance")
    lost = defenders_of(state, hex_)
    odds = (attack_of(state, units, hex_), defence_of(state, lost))
    fort = fort_in(state, hex_)
    if advance:
        drive_out(play, (hex_,), at.seat)
    deed = deed_of(state, hex_, units, column_of(*odds))
    play.emit(Overrun(hex_, units, lost, odds, advance, fort or "", deed))


def _check_parting(at: At[State], chosen: Choices) -> None:
    """§18.41: refuse that victors stay, who have to part from the other western ally."""
    gone = chosen.names("advance")
    refusal = why_must_part(at.state, [unit for unit in chosen.names("units") if unit not in gone])
    if refusal is not None:
        raise refusal.raised()


HELP = "Eight to one; ten in mud or snow, or against forest, swamp, a major city or works; twelve where both hold."
MAX_HEXES_TOLD = 3


def _help(at: At[State]) -> str:
    """§12.1: what odds are needed, and what they are against the hexes where they are reached."""
    hexes = targets(at.state, at.seat)[:MAX_HEXES_TOLD]
    return " ".join((HELP, *(odds_told(at.state, at.seat, hex_) for hex_ in hexes)))


def _defence(state: State, hex_: str) -> int:
    return defence_of(state, defenders_of(state, hex_))


def odds_in_words(odds: tuple[int, int]) -> str:
    """§13.641: odds as players write them."""
    attack, defence = odds
    return f"{in_factors(attack)} to {in_factors(defence)}"


OVERRUN: Order[State] = Order(
    "overrun", "Automatic victory", "12.0", overrun,
    (Slot("hex", "hex", _targets, "Choose the enemy's hex"),
     Slot("units", "units", _force, "Choose the units that overwhelm it"),
     Slot("advance", "units", _advance, "Choose who advances")),
    weight=4, limits=_check_parting,
    help=_help,
)  # fmt: skip
