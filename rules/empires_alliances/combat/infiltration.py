"""§22.13: Stosstruppen infiltration, where the option is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.empires_alliances.attacks.strength import attack_of, defence_of, is_allowed, kinds_among
from rules.empires_alliances.attacks.targets import able_beside, defenders_in
from rules.empires_alliances.combat.aircraft import limits_of_air, one, supporting_air
from rules.empires_alliances.combat.declaring import Party, attackers, check_open, open_targets
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.facts.combat import HexAttacked, Neutralised, StageReached
from rules.empires_alliances.play import Play, one_of
from rules.empires_alliances.position.deeds import INFILTRATION, has_infiltrated_before, infiltration_on
from rules.empires_alliances.position.frames import HexAttack
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import ARTILLERY, GUNS, RANKS, STOSSTRUPPEN
from rules.empires_alliances.printed.sides import CENTRAL
from rules.empires_alliances.terrain.weather import weather_in
from rules.empires_alliances.terrain.zones import fort_in
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.needs import Limit, Need
from rules.kernel.procedure.options import OneOf, SomeOf, no_reason, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.procedure.weighed import Sum

FRONTS = ("western", "eastern", "italian", "balkan")
"""§22.13 (3)."""
NOT_PLAYED = Refusal("not-played", "22.13", "This match is played without infiltration.")
NOT_YOURS = Refusal("not-played", "22.13", "Only the Central Powers can infiltrate.")
SNOW = Refusal("snow", "22.13", "Infiltration is impossible in snow.")
FORT = Refusal("fort-there", "22.13", "A hex with a fort cannot be infiltrated.")
NO_STORM = Refusal("no-stosstruppen", "22.13", "No supplied Stosstruppen are next to that hex.")
EACH_HEX = Refusal(
    "stosstruppen-in-each-hex", "22.13", "A supplied Stosstruppen unit must attack from each attacking hex."
)


def why_not_infiltrate(at: At[State]) -> Refusal | None:
    """§22.13: why no infiltration can be declared at all."""
    if not at.state.option(INFILTRATION):
        return NOT_PLAYED
    return None if at.seat == CENTRAL else NOT_YOURS


def storms(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§22.13: Stosstruppen in supply among units."""
    return tuple(u for u in kinds_among(state, units, frozenset((STOSSTRUPPEN,))) if not state.units[u].unsupplied)


def check_infiltrated(state: State, side: str, hex_: str) -> None:
    """§22.13: refuse a hex that cannot be infiltrated."""
    check_open(state, side, hex_)
    if weather_in(state, state.board.index(hex_)).freezes:
        raise SNOW.raised()
    if fort_in(state, hex_) is not None:
        raise FORT.raised()
    if not storms(state, able_beside(state, side)[hex_]):
        raise NO_STORM.raised()


def _targets(at: At[State], _: Choices) -> OneOf:
    """§22.13: the hexes that may be infiltrated."""
    why = refused_by(lambda hex_: check_infiltrated(at.state, at.seat, hex_))
    return one_of(lambda: [h for h in open_targets(at.state, at.seat) if why(h) is None], why)


@dataclass(frozen=True, slots=True)
class StormParty(Party):
    """§22.13: the units that infiltrate a hex, of hexes in which supplied Stosstruppen stand."""

    def pick(self, rng: Rng) -> list[Json] | None:
        """All Stosstruppen of a hex, and some of those beside them; where that is too weak, any that are enough."""
        state = self.state
        troops = storms(state, self.names)
        if not troops:
            return None
        hex_ = state.units[troops[rng.randrange(len(troops))]].at
        chosen = [u for u in troops if state.units[u].at == hex_]
        for unit in self.names:
            if (
                unit not in chosen
                and state.units[unit].at == hex_
                and rng.randrange(2)
                and self._holds([*chosen, unit])
            ):
                chosen.append(unit)
        return [*chosen] if self._holds(chosen) else Party.pick(self, rng)


def _attackers(at: At[State], chosen: Choices) -> StormParty:
    """§22.13, §13.641, §13.652: the units that may infiltrate the hex together."""
    party = attackers(at, chosen)
    state = at.state
    hexes = {state.units[u].at for u in storms(state, party.names)}
    names = tuple(u for u in party.names if state.units[u].at in hexes)

    def why(unit: str) -> Refusal | None:
        return party.why(unit) or (None if unit in names else EACH_HEX)

    return StormParty(names, party.need, party.what, why=why, state=state, seat=at.seat, hex=party.hex)


def _air(at: At[State], chosen: Choices) -> Sum:
    """§16.42: aircraft that support the attack, none or some."""
    state, hex_ = at.state, chosen.name("hex")
    air = supporting_air(state, at.seat, hex_)
    most = Limit(
        Refusal("too-many-aircraft", "16.41", "At most three aircraft may support attacks on a hex."),
        frozenset(air),
        most=state.printed.charts.special.air_in_hex,
    )
    return Sum(air, Need(one, limits=(most, *limits_of_air(state, air, chosen.names("units")))), "aircraft")


def check_each_hex(at: At[State], chosen: Choices) -> None:
    """§22.13: refuse attackers of a hex from which no supplied Stosstruppen attack."""
    state, units = at.state, chosen.names("units")
    if {state.units[u].at for u in units} != {state.units[u].at for u in storms(state, units)}:
        raise EACH_HEX.raised()


def infiltrate(play: Play, _: At[State], chosen: Choices) -> None:
    """§22.13: a hex is attacked by infiltration."""
    state, hex_ = play.state, chosen.name("hex")
    front = front_of(state, hex_)
    air = chosen.names("air")
    first = not has_infiltrated_before(state.deeds, front, state.turn)
    deed, defenders = infiltration_on(front, state.turn), defenders_in(state, hex_)
    play.emit(HexAttacked(hex_, chosen.names("units"), defenders, air, True, first and bool(air), deed))


@kept
def front_of(state: State, hex_: str) -> str:
    """§22.13, §22.3: the front that a hex lies on: that of its country, or of the nearest country of a front."""
    fronts = state.printed.optional_rules.fronts
    of = {country: id_ for id_ in FRONTS for country in fronts[id_].countries}
    board = state.board
    seen, edge = {board.index(hex_)}, [board.index(hex_)]
    while edge:
        found = [of[board.country[i]] for i in edge if board.country[i] in of]
        if found:
            return min(found, key=FRONTS.index)
        edge = [
            *dict.fromkeys(b for a in edge for b in board.lattice.neighbours[a] if b != OFF_BOARD and b not in seen)
        ]
        seen.update(edge)
    raise ValueError(f"{hex_} lies on no front")


INFILTRATE: Order[State] = Order(
    "infiltrate", "Infiltrate", "22.13", infiltrate,
    (Slot("hex", "hex", _targets, "Choose a hex to infiltrate"),
     Slot("units", "units", _attackers, "Choose the units that infiltrate it"),
     Slot("air", "units", _air, "Choose aircraft that support the attack")),
    when=why_not_infiltrate, limits=check_each_hex, weight=40,
)  # fmt: skip


# --- guns neutralise guns -----------------------------------------------------------------------------------------


def guns_of(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§22.13 (1): field and siege artillery."""
    return kinds_among(state, units, ARTILLERY)


def asks_attacker(state: State, frame: HexAttack) -> tuple[Ask, ...]:
    """§22.13 (1): the attacker, where both have guns."""
    both = guns_of(state, frame.attackers) and guns_of(state, frame.defenders)
    return ask(state, state.player, frame) if both and most_neutralised(state, frame) else ()


def most_neutralised(state: State, frame: HexAttack) -> int:
    """§22.13 (1): as many as both have, so that someone is left to be attacked."""
    ours, theirs = guns_of(state, frame.attackers), guns_of(state, frame.defenders)
    return min(len(ours), len(theirs), len(frame.defenders) - 1)


def nobody_neutralises(play: Play, frame: HexAttack) -> None:
    """§22.13 (1): all guns take part."""
    play.emit(StageReached(frame.hex, "join"))


def decline(play: Play, at: At[State], _: Choices) -> None:
    """§22.13 (1): the attacker neutralises nothing."""
    nobody_neutralises(play, at.frame)


def _ours(at: At[State], _: Choices) -> SomeOf:
    """§22.13 (1): guns of the attacker."""
    guns = guns_of(at.state, at.frame.attackers)
    return SomeOf(guns, most=most_neutralised(at.state, at.frame), why=no_reason)


def _theirs(at: At[State], chosen: Choices) -> SomeOf:
    """§22.13 (1): as many guns of the defender."""
    number = len(chosen.names("units"))
    return SomeOf(guns_of(at.state, at.frame.defenders), number, number)


def check_still_allowed(at: At[State], chosen: Choices) -> None:
    """§13.641: refuse to neutralise guns without whom the attack on the others would be too weak."""
    state, frame = at.state, at.frame
    ours = [u for u in frame.attackers if u not in chosen.names("units")]
    theirs = [u for u in frame.defenders if u not in chosen.names("targets")]
    if not is_allowed(attack_of(state, ours, frame.hex), defence_of(state, theirs)):
        raise Refused("odds-too-low", "13.641", "Without these guns the attack would be at less than 1-5.")
    if len(kinds_among(state, ours, GUNS)) > len(kinds_among(state, ours, RANKS)):
        raise Refused("too-many-guns", "13.652", "More artillery and tanks than infantry and cavalry would be left.")


def neutralise(play: Play, at: At[State], chosen: Choices) -> None:
    """§22.13 (1): guns of both sides are ignored for the rest of the combat."""
    play.emit(Neutralised(at.frame.hex, chosen.names("units"), chosen.names("targets")))


NEUTRALISE: Order[State] = Order(
    "neutralise", "Neutralise guns", "22.13", neutralise,
    (Slot("units", "units", _ours, "Choose your own guns"), Slot("targets", "units", _theirs, "Choose enemy guns")),
    limits=check_still_allowed,
)  # fmt: skip
DECLINE: Order[State] = Order("decline", "Neutralise nothing", "22.13", decline)
