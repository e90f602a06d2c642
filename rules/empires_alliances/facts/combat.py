"""§13.0: attacks on hexes, their fights, and what becomes of those who fought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import count_die, eliminate, enter, relocate, take_control
from rules.empires_alliances.position.frames import Fight, Frame, HexAttack, Pairing
from rules.empires_alliances.position.state import DEMORALISED, THIS_SEGMENT, Points, State
from rules.hexes.occupied import change
from rules.hexes.odds import Modifier
from rules.kernel.fast_replace import replace

ATTACKER, DEFENDER = 0, 1
"""Who loses: the places in what a fight owes."""


def attack_of(state: State, hex_: str) -> HexAttack:
    """§13.61: the attack on a hex. TypeError where none is open."""
    frame = state.lanes[hex_][0]
    if not isinstance(frame, HexAttack):
        raise TypeError(f"{hex_} is not attacked")
    return frame


def fight_of(state: State, hex_: str) -> Fight:
    """§13.64: the fight under way in an attack on a hex. TypeError when there is none."""
    frame = state.lanes[hex_][-1]
    if not isinstance(frame, Fight):
        raise TypeError(f"nobody fights for {hex_} just now")
    return frame


def _with(state: State, hex_: str, *frames: Frame) -> State:
    return replace(state, lanes={**state.lanes, hex_: frames})


def _attack(state: State, attack: HexAttack) -> State:
    """The attack on a hex changed; what lies on it stays."""
    return _with(state, attack.hex, attack, *state.lanes[attack.hex][1:])


def _fight(state: State, hex_: str, fight: Fight) -> State:
    """The fight for a hex changed."""
    return _with(state, hex_, attack_of(state, hex_), fight)


def _remember(state: State, deed: str) -> State:
    """Something that is remembered for good has been done."""
    return replace(state, deeds=state.deeds | {deed}) if deed else state


def _release(fight: Fight, units: Iterable[str]) -> Fight:
    """The fight when some need not retreat any more."""
    return replace(fight, going=_without(fight.going, units))


def _without(units: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    left = frozenset(gone)
    return tuple(u for u in units if u not in left)


@dataclass(frozen=True, slots=True)
class HexAttacked:
    """§13.61: units attack a hex, with aircraft, against all in it that were not attacked before in the phase.

    ``infiltration``: by §22.13, with ``surprise`` as (3) has it; ``deed`` is what is remembered of that front.
    """

    kind: ClassVar[str] = "hex-attacked"
    hex: str
    units: tuple[str, ...]
    defenders: tuple[str, ...]
    air: tuple[str, ...] = ()
    infiltration: bool = False
    surprise: bool = False
    deed: str = ""
    navy: int = 0
    """§11.73: factors of the Royal Navy."""

    def apply(self, state: State) -> State:
        attack = HexAttack(
            "neutralise" if self.infiltration else "join",
            self.hex,
            self.units,
            tuple((unit,) for unit in self.defenders),
            self.air,
            self.navy,
            infiltration=self.infiltration,
            surprise=self.surprise,
            serial=state.draws,
        )
        fighting = (*self.units, *self.air, *self.defenders)
        after = _remember(change(state, {u: state.units[u]._replace(fought=True) for u in fighting}), self.deed)
        return _with(after, self.hex, attack)


@dataclass(frozen=True, slots=True)
class Neutralised:
    """§22.13 (1): guns of the attacker and as many of the defender take no part in the fights for a hex."""

    kind: ClassVar[str] = "neutralised"
    hex: str
    units: tuple[str, ...]
    targets: tuple[str, ...]

    def apply(self, state: State) -> State:
        attack = attack_of(state, self.hex)
        changed = replace(
            attack,
            step="join",
            attackers=_without(attack.attackers, self.units),
            joined=tuple(group for group in attack.joined if group[0] not in self.targets),
            idle=(*self.units, *self.targets),
        )
        return _attack(state, changed)


@dataclass(frozen=True, slots=True)
class DefendersJoined:
    """§13.62: who defends as one, and everyone else by himself."""

    kind: ClassVar[str] = "defenders-joined"
    hex: str
    groups: tuple[tuple[str, ...], ...]

    def apply(self, state: State) -> State:
        return _attack(state, replace(attack_of(state, self.hex), step="group", joined=self.groups))


@dataclass(frozen=True, slots=True)
class AttackGrouped:
    """§13.63: the attacks into which the attack on a hex is divided."""

    kind: ClassVar[str] = "attack-grouped"
    hex: str
    fights: tuple[Pairing, ...]

    def apply(self, state: State) -> State:
        return _attack(state, replace(attack_of(state, self.hex), step="choose", fights=self.fights))


@dataclass(frozen=True, slots=True)
class StageReached:
    """§13.6: what is decided next in the attack on a hex, when nobody had to answer what came before."""

    kind: ClassVar[str] = "attack-stage"
    hex: str
    step: str

    def apply(self, state: State) -> State:
        *below, top = state.lanes[self.hex]
        return _with(state, self.hex, *below, replace(top, step=self.step))


@dataclass(frozen=True, slots=True)
class FightResolved:
    """§13.64: odds, modifiers, die and result of one of the attacks. Strengths are in sixteenths of a factor.

    ``owed``: the printed factors that attacker and defender lose by it. ``deed``: what is remembered of it (§22.52).
    """

    kind: ClassVar[str] = "fight-resolved"
    hex: str
    pairing: int
    attack: int
    defence: int
    column: str
    modifiers: tuple[Modifier, ...]
    draw: int
    die: int
    net: int
    result: str
    owed: tuple[int, int]
    sides: int = 10
    deed: str = ""

    def apply(self, state: State) -> State:
        fight = Fight(
            "losses", self.pairing, self.result, self.column, self.modifiers, self.die, self.net, self.owed
        )  # fmt: skip
        return count_die(_with(_remember(state, self.deed), self.hex, attack_of(state, self.hex), fight), self.draw)


@dataclass(frozen=True, slots=True)
class Fell:
    """§13.651: a hex that only a fort or aircraft held is taken without a die; these are lost. ``deed``: as above."""

    kind: ClassVar[str] = "fell"
    hex: str
    units: tuple[str, ...]
    fort: str = ""
    deed: str = ""

    def apply(self, state: State) -> State:
        after = replace(eliminate(_remember(state, self.deed), self.units), forts=state.forts - {self.fort})
        return _with(after, self.hex, attack_of(after, self.hex), Fight("advance", 0, "DE", lost=self.units))


@dataclass(frozen=True, slots=True)
class RuptureBegan:
    """§22.13 (2), (4): all fights for a hex are over: who is left there retreats, and the attackers advance."""

    kind: ClassVar[str] = "rupture"
    hex: str
    going: tuple[str, ...]

    def apply(self, state: State) -> State:
        fight = Fight("retreat", len(attack_of(state, self.hex).fights), "", going=self.going)
        return _with(state, self.hex, attack_of(state, self.hex), fight)


@dataclass(frozen=True, slots=True)
class FightLosses:
    """§13.7: a side loses units by the result of a fight. ``by``: 0 the attacker, 1 the defender.

    ``owed`` is what the defender has to lose then.
    """

    kind: ClassVar[str] = "fight-losses"
    hex: str
    by: int
    units: tuple[str, ...]
    owed: int = 0

    def apply(self, state: State) -> State:
        after = eliminate(state, self.units)
        fight, attack = fight_of(state, self.hex), attack_of(state, self.hex)
        if self.by == ATTACKER:
            return _fight(after, self.hex, replace(fight, step="defender-losses", owed=(0, self.owed)))
        after = _attack(after, replace(attack, breached=True))
        return _fight(after, self.hex, replace(fight, step="demoralise", owed=(0, 0), lost=self.units))


@dataclass(frozen=True, slots=True)
class Shaken:
    """§13.85: units of one side are demoralised, and ``going`` retreat.

    Those of the attacker for this segment; those of the defender too if they were demoralised before and suffer DD.
    """

    kind: ClassVar[str] = "shaken"
    hex: str
    units: tuple[str, ...]
    going: tuple[str, ...]
    by: int

    def apply(self, state: State) -> State:
        def level(unit: str) -> int:
            before = state.units[unit].shaken
            again = self.by == ATTACKER or (before and fight_of(state, self.hex).result == "DD")
            return THIS_SEGMENT if again else max(before, DEMORALISED)

        after = change(state, {u: state.units[u]._replace(shaken=level(u)) for u in self.units})
        if self.by == ATTACKER:
            attack = attack_of(state, self.hex)
            after = _attack(after, replace(attack, driven=(*attack.driven, *self.going)))
        return _fight(after, self.hex, replace(fight_of(state, self.hex), step="retreat", going=self.going))


@dataclass(frozen=True, slots=True)
class Retreated:
    """§13.81, §4.2: units go back along a path (where they stood first)."""

    kind: ClassVar[str] = "retreated"
    hex: str
    units: tuple[str, ...]
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        side, gone = state.side_of(self.units[0]), relocate(state, self.units, self.path[-1])
        # §10.2: railheads follow only units of the phasing side.
        mine = side == state.active
        after = enter(gone, self.units, self.path[1:]) if mine else take_control(gone, self.path[1:], side)
        return _fight(after, self.hex, _release(fight_of(state, self.hex), self.units))


@dataclass(frozen=True, slots=True)
class Held:
    """§15.12: units in a fort ignore that they would have to retreat."""

    kind: ClassVar[str] = "held"
    hex: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return _fight(state, self.hex, _release(fight_of(state, self.hex), self.units))


@dataclass(frozen=True, slots=True)
class Scattered:
    """§13.83, §13.84: units that cannot retreat are eliminated.

    ``purses``: the points that are there afterwards where §22.9 gives some back. ``section`` says why they are lost.
    """

    kind: ClassVar[str] = "scattered"
    hex: str
    units: tuple[str, ...]
    section: str = "13.83"
    purses: Mapping[str, Points] | None = None

    def apply(self, state: State) -> State:
        after = eliminate(state, self.units)
        if self.purses:
            after = replace(after, purses={**after.purses, **self.purses})
        if self.section == "22.13":
            after = _attack(after, replace(attack_of(after, self.hex), breached=True))
        return _fight(after, self.hex, _release(fight_of(state, self.hex), self.units))


@dataclass(frozen=True, slots=True)
class AdvanceOrdered:
    """§13.9, §6.3: attackers are to enter the hex that they cleared; aircraft that are based there fly first."""

    kind: ClassVar[str] = "advance-ordered"
    hex: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return _fight(state, self.hex, replace(fight_of(state, self.hex), step="flight", going=self.units))


@dataclass(frozen=True, slots=True)
class Advanced:
    """§13.9, §4.2: attackers enter the hex that they cleared. A fort there is gone."""

    kind: ClassVar[str] = "advanced"
    hex: str
    units: tuple[str, ...]
    fort: str = ""

    def apply(self, state: State) -> State:
        after = enter(relocate(state, self.units, self.hex), self.units, (self.hex,))
        return replace(after, forts=after.forts - {self.fort})


@dataclass(frozen=True, slots=True)
class FightOver:
    """§13.63: one of the attacks is over; the next is chosen."""

    kind: ClassVar[str] = "fight-over"
    hex: str

    def apply(self, state: State) -> State:
        attack, fight = attack_of(state, self.hex), fight_of(state, self.hex)
        # §22.13: the last stage of an infiltration is none of the attacks.
        done = fight.pairing >= len(attack.fights)
        return _with(
            state,
            self.hex,
            replace(attack, step="landing" if done else "choose", over=(*attack.over, fight.pairing)),
        )


@dataclass(frozen=True, slots=True)
class AirLanded:
    """§16.42: an aircraft that supported an attack lands in a city."""

    kind: ClassVar[str] = "air-landed"
    hex: str
    unit: str
    at: str

    def apply(self, state: State) -> State:
        after = relocate(state, (self.unit,), self.at) if state.units[self.unit].at != self.at else state
        attack = attack_of(state, self.hex)
        return _attack(after, replace(attack, air=_without(attack.air, (self.unit,))))


@dataclass(frozen=True, slots=True)
class AirFled:
    """§6.3: an aircraft leaves the city that the enemy takes for another, or is lost where none is near (``to``)."""

    kind: ClassVar[str] = "air-fled"
    unit: str
    to: str = ""

    def apply(self, state: State) -> State:
        return relocate(state, (self.unit,), self.to) if self.to else eliminate(state, (self.unit,))


@dataclass(frozen=True, slots=True)
class AttackOver:
    """§13.6: the attack on a hex is over."""

    kind: ClassVar[str] = "attack-over"
    hex: str

    def apply(self, state: State) -> State:
        return replace(state, lanes={hex_: frames for hex_, frames in state.lanes.items() if hex_ != self.hex})
