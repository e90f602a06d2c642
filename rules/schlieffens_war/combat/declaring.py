"""§11.0, §11.2 to §11.8: attacks: their targets, who may make them together, and their declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.kept import kept
from rules.kernel.messages import Json, JsonObject, Refused
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
from rules.schlieffens_war.combat.probes import may_probe_into, why_not_probe
from rules.schlieffens_war.command import in_command
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.facts.procedure import ActionReached
from rules.schlieffens_war.play import (
    NO_UNITS,
    Play,
    close_phase,
    hex_in_play,
    name_of,
    own,
)
from rules.schlieffens_war.position.state import State, corps_among
from rules.schlieffens_war.printed.phases import PLAN_XVII_TURN
from rules.schlieffens_war.printed.sides import BE, ENTENTE, FR, foe
from rules.schlieffens_war.stacking import is_overstacked


def check_target(state: State, seat: str, target: str) -> None:
    """§11.0, §11.5: refuse a hex that may not be attacked."""
    if state.holder(target) != foe(seat):
        raise Refused("no-enemy", "11.0", "There is no enemy there.")
    if any(state.units[u].attacked for u in state.stacks[target]):
        raise Refused("attacked-before", "11.5", "Units there have already been attacked this phase.")


def check_attacker(state: State, unit: str, target: str) -> None:
    """§11.0, §11.5, §11.7: refuse a unit that may not attack this hex."""
    check_may_fight(state, unit)
    board = state.printed.board
    if not board.adjacent_open(state.units[unit].at, target):
        raise Refused("not-adjacent", "11.0", f"{name_of(state, unit)} is not adjacent to {board.label(target)}.")
    check_belgian(state, unit, target)


def check_together(state: State, units: Sequence[str]) -> None:
    """§11.3, §11.4, §11.7: refuse units that may not attack with one another."""
    check_hqs_accompanied(state, units)
    origins = origins_of(state, units)
    for origin in origins:
        _check_room_to_attack(state, units, origin)
    if len(origins) > 1:
        _check_command(state, units)


def check_attack(state: State, seat: str, units: Sequence[str], target: str) -> None:
    """§11.2 to §11.7: refuse an attack that is not allowed."""
    check_target(state, seat, target)
    for unit in units:
        check_attacker(state, unit, target)
    check_together(state, units)


def _check_command(state: State, units: Iterable[str]) -> None:
    """§11.4: units of several hexes attack together only if every one of them is in command of an HQ of its nation."""
    for unit in units:
        if not in_command(state, unit):
            raise Refused(
                "out-of-command",
                "11.4",
                f"{name_of(state, unit)} is not in command: it can attack only with units in its own hex.",
            )


def _check_room_to_attack(state: State, units: Sequence[str], origin: str) -> None:
    """§11.3: three corps and one HQ at most attack out of one hex.

    That holds for the whole phase too: units come into a hex in this phase by probes and advances only, after which
    they attack no more, and what stood there when it began kept the stacking limits (§6.5).
    """
    here = [u for u in units if state.units[u].at == origin]
    if is_overstacked(state, here):
        raise Refused("too-many", "11.3", "At most three corps and one HQ may attack from one hex in a phase.")


def origins_of(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """The hexes that the units stand in, each once, sorted."""
    return tuple(sorted({state.units[u].at for u in units}))


LOOKS = 4
"""How many targets a random program looks at for one that Plan XVII counts (§4.4), so that some games pass turn 7."""


@dataclass(frozen=True, slots=True)
class Targets(OneOf):
    """§11.0: the hexes that may be attacked."""

    counting: frozenset[str] = frozenset()
    """Where an attack would count for Plan XVII."""

    def pick(self, rng: Rng) -> str | None:
        """One of them, in Germany rather if that counts."""
        hexes = [*self.names]
        found = [hexes[rng.randrange(len(hexes))] for _ in range(LOOKS if self.counting else 1) if hexes]
        return next((h for h in found if h in self.counting), found[0]) if found else None


@dataclass(frozen=True, slots=True)
class Attackers(SomeOf):
    """§11.2 to §11.7: units that may attack a hex."""

    state: State = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """A corps, and two in three of those that may go with it and are of its nation."""
        near = [*self.names]
        corps = corps_among(self.state, near)
        if not corps:
            return None
        party, counters = [corps[rng.randrange(len(corps))]], self.state.printed.counters
        for unit in near:
            if unit not in party and counters[unit].nation == counters[party[0]].nation and rng.randrange(3):
                party += [unit] * self._fits([*party, unit])
        return [*party]

    def _fits(self, units: Sequence[str]) -> bool:
        try:
            check_together(self.state, units)
        except Refused:
            return False
        return True


def _targets(at: At[State], _: Choices) -> Targets:
    """§11.0: the hexes that may be attacked."""
    why = refused_by(lambda hex_: check_target(at.state, at.seat, hex_in_play(at.state, hex_)))
    counts = at.seat == ENTENTE and at.state.turn <= PLAN_XVII_TURN
    germany = at.state.printed.board.homes["GE"] if counts else frozenset()
    return Targets(Fitting(lambda: targets_of(at.state, at.seat), why, fit=True), why=why, counting=germany)


def _attackers(at: At[State], chosen: Choices) -> Attackers:
    """§11.2: the units that may attack the target."""
    target = chosen.name("target")
    why = own(at, lambda state, unit: check_attacker(state, unit, target))
    near = Fitting(lambda: targets_of(at.state, at.seat).get(target, ()), why, fit=True)
    return Attackers(near, why=why, wrong_number=NO_UNITS, state=at.state)


def attack(play: Play, _: At[State], chosen: Choices) -> None:
    """§11.8: declare an attack; what follows is in battle.py."""
    units, target = chosen.names("units"), chosen.name("target")
    if play.state.phase.action < ATTACKS_BEGUN:
        play.emit(ActionReached(ATTACKS_BEGUN))
    play.emit(AttackDeclared(units, origins_of(play.state, units), target))


def _attack_hand(at: At[State]) -> JsonObject | None:
    """What the attack planner reads: the hexes that may be attacked, and by whom."""
    found = targets_of(at.state, at.seat)
    return {"targets": {hex_: [*units] for hex_, units in found.items()}} if found else None


ATTACK: Order[State] = Order(
    "attack", "Attack", "11.0", attack, (Slot("target", "hex", _targets), Slot("units", "units", _attackers)),
    limits=lambda at, chosen: check_together(at.state, chosen.names("units")), hand=_attack_hand, weight=90,
)  # fmt: skip


def counts_for_plan_xvii(state: State, attackers: Iterable[str], target: str) -> bool:
    """§4.4: an attack by French units alone into a hex of Germany, up to turn 7."""
    return (
        state.turn <= PLAN_XVII_TURN
        and state.printed.board.country[target] == "GE"
        and all(state.counter(u).nation == FR for u in attackers)
    )


@kept
def targets_of(state: State, seat: str) -> Mapping[str, tuple[str, ...]]:
    """§11.0: the hexes that may be attacked, and the units that could, each hex of them with a corps."""
    enemy, board, counters = foe(seat), state.printed.board, state.printed.counters
    found: dict[str, list[str]] = {}
    for origin, ready in ready_units(state, seat).items():
        if ready is None or not ready.able:
            continue
        for hex_ in board.lattice.around(origin):
            if state.holder(hex_) != enemy or not board.adjacent_open(origin, hex_):
                continue
            near = [u for u in ready.able if counters[u].nation != BE or hex_ in board.belgian_area]
            if corps_among(state, near):
                found.setdefault(hex_, []).extend(near)
    fresh = (h for h in sorted(found) if not any(state.units[u].attacked for u in state.stacks[h]))
    return {hex_: tuple(found[hex_]) for hex_ in fresh}


def in_contact(state: State, seat: str) -> list[str]:
    """§11.0, §11.1: the side's hexes out of which units that may fight could attack or still probe."""

    board = state.printed.board

    def touches(hex_: str) -> bool:
        near = [h for h in board.lattice.around(hex_) if board.is_playable(h)]
        return any(state.holder(h) == foe(seat) and board.adjacent_open(hex_, h) for h in near) or (
            state.phase.action < ATTACKS_BEGUN and any(may_probe_into(state, seat, hex_, h) for h in near)
        )

    return [h for h in state.hexes if state.holder(h) == seat and touches(h)]


END: Order[State] = Order(
    "end_phase", "End combat", "5.0", close_phase, greyed=True, weight=3,
    hand=lambda _: {"warns": True},
)  # fmt: skip


def words(at: At[State]) -> tuple[str, str]:
    """What the player is asked; §11.1: that probes come first, as long as there can be any."""
    probing = why_not_probe(at) is None
    return (
        "Choose a hex to attack",
        "Probe first: after your first attack you may not probe any more." if probing else "",
    )
