"""§11.7, §2.68: the Allies invade one hex, or two that are adjacent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from rules.empires_alliances.attacks.strength import kinds_among
from rules.empires_alliances.facts.invasion import Party, Sailed
from rules.empires_alliances.invasions.invaders import (
    HALVES,
    TOO_MANY_CORPS,
    TOO_MANY_GUNS,
    can_take,
    charges,
    invaders_to,
    ranks_in_halves,
    someone_for_another,
    why_nobody,
    why_not_invade,
    why_not_together,
)
from rules.empires_alliances.invasions.shores import beside, is_held, is_rolled_for, shores, why_not_shore
from rules.empires_alliances.invasions.spacing import why_no_invasion
from rules.empires_alliances.play import Play, name_of, no_units, own
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import FIELD, RANKS
from rules.hexes.choosing import one_of_fitting
from rules.kernel.messages import Json, Refusal
from rules.kernel.players import Rng
from rules.kernel.procedure.needs import Need, at_least, at_most
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.weighed import Sum

NO_FOOT = Refusal("no-foot", "13.652", "At least one infantry or cavalry unit must invade a hex that is held.")
NOT_BESIDE = Refusal("not-beside", "2.68", "Two hexes can be invaded together only if they are adjacent.")
NO_PAIR = Refusal("no-pair", "2.68", "You do not have the units to invade two adjacent hexes.")
NOBODY = Refusal("nobody-invades", "11.71", "No unit in a port can invade that hex.")
ELSEWHERE = Refusal("fleet-elsewhere", "11.73", "The Royal Navy goes to one of the hexes that are invaded.")
FULL_PARTY_UNITS = 3
"""That many units go on board before a program at random thinks of leaving some behind."""
LEAVES_NOBODY = Refusal("leaves-nobody", "2.68", "Keep a unit that can invade the hex next to it.")
MIN_HALVES_LEFT = 2
"""Half corps that the first of two hexes leaves for the other. Of two parties one has a corps and a half at most, and
may be named first."""
Others = tuple[tuple[str, tuple[str, ...]], ...]
"""Who goes to another hex."""


def _check_shore(state: State, hex_: str) -> None:
    refusal = why_not_shore(state, hex_)
    if refusal is None and not can_take(state, hex_, invaders_to(state, hex_)):
        refusal = why_nobody(state, hex_) or NOBODY
    if refusal is not None:
        raise refusal.raised()


def _hexes(at: At[State], _: Choices) -> OneOf:
    """§11.7: the ports and beaches that may be invaded."""
    return one_of_fitting(lambda: shores(at.state), refused_by(lambda hex_: _check_shore(at.state, hex_)))


def _firsts(at: At[State], _: Choices) -> OneOf:
    """§2.68a: those beside which another one may be invaded too."""
    state = at.state

    def check(hex_: str) -> None:
        if why_not_shore(state, hex_) is None and not beside(state, hex_):
            raise NO_PAIR.raised()
        _check_shore(state, hex_)
        able = (u for u in invaders_to(state, hex_) if can_take(state, hex_, (u,)))
        if not any(someone_for_another(state, hex_, (u,)) for u in able):
            raise NO_PAIR.raised()

    return one_of_fitting(lambda: shores(state), refused_by(check))


def _seconds(at: At[State], chosen: Choices) -> OneOf:
    """§2.68a: the hexes beside the first for which someone is left."""
    state, first = at.state, chosen.name("hex")

    def check(hex_: str) -> None:
        _check_shore(state, hex_)
        if hex_ not in beside(state, first):
            raise NOT_BESIDE.raised()
        if not _invaders(at, hex_, _first_party(chosen)).names:
            raise NOBODY.raised()

    return one_of_fitting(lambda: beside(state, first), refused_by(check))


# --- who goes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Load(Need):
    """§2.68a: the half corps that may go, with words of its own for too many."""

    too_many: Refusal = field(kw_only=True)

    def unmet(self, names: Collection[str], what: str, section: str) -> Refusal | None:
        """Why a choice is none."""
        refusal = Need.unmet(self, names, what, section)
        return self.too_many if refusal is not None and refusal.code == "too-much" else refusal


@dataclass(frozen=True, slots=True)
class Invaders(Sum):
    """§2.68a, §11.72: the stack that invades a hex, beside the one that goes to another."""

    state: State = field(kw_only=True)
    hex: str = field(kw_only=True)
    others: Others = field(kw_only=True)
    first: bool = field(kw_only=True)
    """Someone is to be left for a second hex."""

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units."""
        units = Sum.read(self, raw, section)
        refusal = self._why_not(units)
        if refusal is not None:
            raise refusal.raised()
        return units

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some that may go together, in any order, most often as many as can."""
        left, chosen = [*self.names], list[str]()
        while left and (len(chosen) < FULL_PARTY_UNITS or rng.randrange(FULL_PARTY_UNITS)):
            unit = left.pop(rng.randrange(len(left)))
            if self._holds([*chosen, unit]) and self._why_not([*chosen, unit]) is None:
                chosen.append(unit)
        return [*chosen] or None

    def _why_not(self, units: Sequence[str]) -> Refusal | None:
        refusal = why_not_together(self.state, (*self.others, (self.hex, units)))
        if refusal is None and self.first and not someone_for_another(self.state, self.hex, units):
            return LEAVES_NOBODY
        return refusal


def _first_party(chosen: Choices) -> Others:
    return ((chosen.name("hex"), chosen.names("units")),)


def _invaders(at: At[State], hex_: str, others: Others = (), *, first: bool = False) -> Invaders:
    """§2.68a: who may invade a hex, when others go elsewhere, or if it is the first of two."""
    state, chart = at.state, at.state.printed.charts.invasions
    taken = [unit for _, units in others for unit in units]
    left = HALVES * chart.corps - first * MIN_HALVES_LEFT - ranks_in_halves(state, taken)
    guns = chart.artillery - len(kinds_among(state, taken, frozenset((FIELD,))))
    named = [u for u in invaders_to(state, hex_) if u not in taken]
    named = [u for u in named if why_not_together(state, (*others, (hex_, (u,)))) is None]
    names = tuple(named) if can_take(state, hex_, named) else ()
    artillery = frozenset(kinds_among(state, names, frozenset((FIELD,))))
    limits = [at_most(guns, artillery, TOO_MANY_GUNS), at_least(1, frozenset(names), no_units("11.7"))]
    if is_held(state, hex_):
        limits.append(at_least(1, frozenset(kinds_among(state, names, RANKS)), NO_FOOT))

    def check(state: State, unit: str) -> None:
        refusal = why_not_invade(state, unit, hex_)
        if refusal is None and unit in taken:
            refusal = Refusal("taken", "2.68", f"{name_of(state, unit)} invades the other hex.")
        if refusal is None and unit not in names:
            refusal = why_not_together(state, (*others, (hex_, (unit,)))) or NO_FOOT
        if refusal is not None:
            raise refusal.raised()

    too_many = LEAVES_NOBODY if first else TOO_MANY_CORPS
    need = Load(lambda unit: ranks_in_halves(state, (unit,)), most=left, limits=tuple(limits), too_many=too_many)
    return Invaders(
        names, need, "half corps", why=own(at, check), state=state, hex=hex_, others=others, first=first
    )  # fmt: skip


def _units(at: At[State], chosen: Choices) -> Invaders:
    return _invaders(at, chosen.name("hex"))


def _first_units(at: At[State], chosen: Choices) -> Invaders:
    return _invaders(at, chosen.name("hex"), first=True)


def _second_units(at: At[State], chosen: Choices) -> Invaders:
    return _invaders(at, chosen.name("second"), _first_party(chosen))


def _fleet(_: At[State], chosen: Choices) -> OneOf:
    """§11.73: one of the two hexes."""
    return OneOf((chosen.name("hex"), chosen.name("second")), why=lambda _: ELSEWHERE)


# --- the orders -----------------------------------------------------------------------------------------------------


def invade(play: Play, at: At[State], chosen: Choices) -> None:
    """§11.72: one hex is invaded."""
    _sail(play, at.seat, (Party(chosen.name("hex"), chosen.names("units")),), chosen.name("hex"))


def invade_two(play: Play, at: At[State], chosen: Choices) -> None:
    """§2.68a: two adjacent hexes are invaded together."""
    parties = (
        Party(chosen.name("hex"), chosen.names("units")),
        Party(chosen.name("second"), chosen.names("others")),
    )
    _sail(play, at.seat, parties, chosen.name("fleet"))


def _sail(play: Play, side: str, parties: tuple[Party, ...], fleet: str) -> None:
    state = play.state
    units = [unit for party in parties for unit in party.units]
    used = charges(state, parties[0].hex, units)
    if used is None:
        raise ValueError("there are no ships for an invasion that was allowed")
    rolls = any(is_rolled_for(state, party.hex) for party in parties)
    play.emit(Sailed(parties, fleet, ranks_in_halves(state, units), used, side, rolls))


def _why_closed(at: At[State]) -> Refusal | None:
    return why_no_invasion(at.state, at.seat)


INVADE: Order[State] = Order(
    "invade", "Invade", "11.7", invade,
    (Slot("hex", "hex", _hexes, "Choose the enemy port or beach", asked=True),
     Slot("units", "units", _units, "Choose the units that invade it")),
    when=_why_closed, weight=4,
    help="They land at once in an empty hex; otherwise they attack in the Combat Phase, and must win.",
)  # fmt: skip
INVADE_TWO: Order[State] = Order(
    "invade_two", "Invade two hexes", "2.68", invade_two,
    (Slot("hex", "hex", _firsts, "Choose an enemy port or beach", asked=True),
     Slot("units", "units", _first_units, "Choose the units that invade it"),
     Slot("second", "hex", _seconds, "Choose a second one next to it"),
     Slot("others", "units", _second_units, "Choose the units that invade the second"),
     Slot("fleet", "hex", _fleet, "Choose where the Royal Navy goes")),
    when=_why_closed, weight=2,
    help="Together three corps and one field artillery unit at most. The Royal Navy supports one of the two.",
)  # fmt: skip
