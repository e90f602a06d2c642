"""§11.1: probing attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.hexes.choosing import one_of
from rules.kernel.kept import kept
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, OneOf, SomeOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.schlieffens_war.combat.eligibility import (
    ATTACKS_BEGUN,
    check_belgian,
    check_hqs_accompanied,
    check_may_fight,
    ready_units,
)
from rules.schlieffens_war.facts.combat import ProbeMade
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.play import NO_UNITS, Play, hex_in_play, name_of, own, together
from rules.schlieffens_war.position.state import State, corps_among
from rules.schlieffens_war.printed.sides import foe
from rules.schlieffens_war.stacking import (
    check_may_share,
)


def why_not_probe(at: At[State]) -> Refusal | None:
    """§11.1: probes come before the first attack of the phase."""
    if at.state.phase.action < ATTACKS_BEGUN:
        return None
    return Refusal("probes-over", "11.1", "You may probe only before your first attack of the phase.")


def check_may_probe(state: State, unit: str) -> None:
    """§11.1: refuse a unit that cannot probe (any more) in this phase."""
    check_may_fight(state, unit)
    if is_fatigued(state, unit):
        raise Refused("fatigued", "11.1", f"{name_of(state, unit)} is fatigued and cannot probe.")


def check_probe_hex(state: State, seat: str, origin: str, hex_: str) -> None:
    """§11.1: a probe goes into a neighbouring hex without enemies that touches one with enemies."""
    if not state.printed.board.adjacent_open(origin, hex_):
        raise Refused("not-adjacent", "11.1", "You can only probe into an adjacent hex that your units can enter.")
    if state.holder(hex_) == foe(seat):
        raise Refused("enemy-there", "11.1", "Enemy units are there: attack them instead.")
    if not any(state.holder(n) == foe(seat) for n in state.printed.board.lattice.around(hex_)):
        raise Refused("no-enemy-near", "11.1", "You can only probe into a hex next to an enemy.")


def check_probe(state: State, seat: str, units: Sequence[str], origin: str, hex_: str) -> None:
    """§11.1: refuse a hex into which these units of ``origin`` may not probe."""
    for unit in units:
        check_belgian(state, unit, hex_)
    check_probe_hex(state, seat, origin, hex_)
    check_may_share(state, units, hex_)


@dataclass(frozen=True, slots=True)
class Party(SomeOf):
    """§11.1: units of one hex that probe together; a program at random sends one corps."""

    state: State = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One corps."""
        corps = corps_among(self.state, self.names)
        return [corps[rng.randrange(len(corps))]] if corps else None


def _probers(at: At[State], _: Choices) -> Party:
    """§11.1: who may probe, and has a hex to probe into."""
    why = own(at, check_may_probe)
    probers = Fitting(lambda: _probe_hexes(at.state, at.seat), why, fit=True)
    return Party(probers, why=why, wrong_number=NO_UNITS, state=at.state)


def _hexes_to_probe(at: At[State], chosen: Choices) -> OneOf:
    """§11.1: the hexes into which the party may probe. Refused when it cannot probe together."""
    units = chosen.names("units")
    origin = together(at.state, units)
    check_hqs_accompanied(at.state, units)
    why = refused_by(lambda hex_: check_probe(at.state, at.seat, units, origin, hex_in_play(at.state, hex_)))
    board = at.state.printed.board
    near = (h for h in board.lattice.around(origin) if board.is_playable(h))
    return one_of(lambda: [h for h in near if why(h) is None], why)


def probe(play: Play, at: At[State], chosen: Choices) -> None:
    """§11.1: move units into an empty hex beside the enemy, zones of control aside."""
    units, hex_ = chosen.names("units"), chosen.name("hex")
    play.emit(ProbeMade(units, together(play.state, units), hex_))
    play.enter((hex_,), at.seat)


def _probe_hand(at: At[State]) -> JsonObject | None:
    """What the client reads of probes: the hexes open to each unit, an HQ in the company of a corps."""
    found = _probe_hexes(at.state, at.seat)
    return {"choices": {u: [*hexes] for u, hexes in found.items()}} if found else None


PROBE: Order[State] = Order(
    "probe", "Probe", "11.1", probe, (Slot("units", "units", _probers), Slot("hex", "hex", _hexes_to_probe)),
    when=why_not_probe, hand=_probe_hand, weight=7,
)  # fmt: skip


def may_probe_into(state: State, seat: str, origin: str, hex_: str) -> bool:
    try:
        check_probe_hex(state, seat, origin, hex_)
    except Refused:
        return False
    return True


@kept
def _probe_hexes(state: State, seat: str) -> Mapping[str, tuple[str, ...]]:
    """§11.1: who may probe now, and into which hexes; an HQ if a corps of its hex may go with it."""
    found: dict[str, tuple[str, ...]] = {}
    board = state.printed.board
    for origin, ready in ready_units(state, seat).items():
        if ready is None:
            continue
        fresh = [u for u in ready.able if not is_fatigued(state, u)]
        corps = corps_among(state, fresh)
        near = [h for h in board.lattice.around(origin) if corps and may_probe_into(state, seat, origin, h)]
        for unit in fresh if near else ():
            party = [unit, *corps[:1]] if state.counter(unit).kind == "hq" else [unit]
            hexes = tuple(h for h in near if _may_stay(state, party, h))
            if hexes:
                found[unit] = hexes
    return found


def company_of(state: State, seat: str, unit: str) -> tuple[str, ...] | None:
    """§11.1, §11.7: the corps of its hex of which an HQ needs one to probe; None for a unit that needs none."""
    if unit not in state.printed.counters or state.counter(unit).kind != "hq":
        return None
    beside = state.stacks.get(state.units[unit].at, ())
    return tuple(u for u in corps_among(state, beside) if u in _probe_hexes(state, seat))


def _may_stay(state: State, units: Sequence[str], hex_: str) -> bool:
    try:
        for unit in units:
            check_belgian(state, unit, hex_)
        check_may_share(state, units, hex_)
    except Refused:
        return False
    return True
