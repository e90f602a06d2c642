"""The Russian Revolutions Phase, and the collapse of nations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import dead, moved_chits, relocate, with_strategic_state
from rules.great_war.position.state import AVAILABLE, OUT, State, UnitState
from rules.great_war.printed.chits import BRUSILOV
from rules.hexes.occupied import change
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class RevolutionRolled:
    """§5.42: the die for the fall of the ``czar`` or for the ``bolsheviks``, and whether it comes to a revolution."""

    kind: ClassVar[str] = "revolution"
    which: str
    modifiers: tuple[tuple[str, int], ...]
    happens: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        fields = {self.which: state.strategic_state.turn} if self.happens else {}
        return count_die(with_strategic_state(state, attacking=(), attacked=(), **fields), self.draw)


@dataclass(frozen=True, slots=True)
class CzarFell:
    """§5.45, §15.91, §15.92: every Russian unit with a provisional side shows it from now on, wherever it is."""

    kind: ClassVar[str] = "czar-fell"

    def apply(self, state: State) -> State:
        turned = [u for u in state.units if state.counter(u).turned == "provisional"]
        return change(state, {u: state.units[u]._replace(back=True) for u in turned})


@dataclass(frozen=True, slots=True)
class NationCollapsed:
    """§16.11: a nation has no points any longer, and its headquarters leave the game. ``section`` says why it did.

    With Russia Brusilov's event leaves play (§6.28).
    """

    kind: ClassVar[str] = "collapsed"
    nation: str
    section: str

    def apply(self, state: State) -> State:
        state = with_strategic_state(state, collapsed=(*state.strategic_state.collapsed, self.nation))
        if self.nation == "RU" and state.chits["allied.play"].get(BRUSILOV):
            state = moved_chits(state, {BRUSILOV: 1}, "allied.play", "")
        hqs = [u for u in state.units if state.counter(u).nation == self.nation and state.counter(u).kind == "hq"]
        state = relocate(state, hqs, OUT)
        return replace(state, points={**state.points, self.nation: 0})


@dataclass(frozen=True, slots=True)
class BrigadesLeft:
    """§16.3N: with Russia's collapse its brigades leave the game, where the Near East is played."""

    kind: ClassVar[str] = "brigades-left"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return relocate(state, self.units, OUT)


@dataclass(frozen=True, slots=True)
class FranceStood:
    """§16.2: Paris has fallen, and France fights on, whatever comes later."""

    kind: ClassVar[str] = "france-stood"

    def apply(self, state: State) -> State:
        return with_strategic_state(state, paris=True)


@dataclass(frozen=True, slots=True)
class NationSurrendered:
    """§5.61, §16.62: a nation is out of the war: its units are removed, wherever they are, those of its forts among
    them (§14.11), and it has no points."""

    kind: ClassVar[str] = "surrendered"
    nation: str
    section: str

    def apply(self, state: State) -> State:
        state = with_strategic_state(state, surrendered=(*state.strategic_state.surrendered, self.nation))
        state = relocate(state, [u for u in state.units if state.counter(u).people == self.nation], OUT)
        board = state.printed.board
        forts = board.names(board.by_country[self.nation] & board.forts.keys())
        return replace(state, points={**state.points, self.nation: 0}, destroyed=state.destroyed | frozenset(forts))


@dataclass(frozen=True, slots=True)
class GermansStranded:
    """§16.62C: after Turkey's surrender no unit of the Central Powers is in Constantinople: the Germans of Egypt, Iraq
    and the transit box are eliminated."""

    kind: ClassVar[str] = "stranded"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return dead(state, self.units)


@dataclass(frozen=True, slots=True)
class RedArmyRolled:
    """§15.93: the die for the Red Army; ``divisions`` join it, as far as there are any."""

    kind: ClassVar[str] = "red-army-rolled"
    divisions: int
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(with_strategic_state(state, recruits=self.divisions), self.draw)


@dataclass(frozen=True, slots=True)
class RedArmyFormed:
    """§15.93: divisions of the Provisional Government leave the game, each for the one of the Red Army that stands in
    its place now; and a headquarters of it is available."""

    kind: ClassVar[str] = "red-army"
    divisions: Mapping[str, str]
    headquarters: str

    def apply(self, state: State) -> State:
        for old, new in self.divisions.items():
            at = state.units[old].at
            state = relocate(relocate(state, [old], OUT), [new], at)
        if self.headquarters:
            state = change(relocate(state, [self.headquarters], AVAILABLE), {self.headquarters: UnitState(AVAILABLE)})
        return with_strategic_state(state, recruits=0)


@dataclass(frozen=True, slots=True)
class TreatyDeclared:
    """§5.46: the Treaty of Brest-Litovsk."""

    kind: ClassVar[str] = "treaty"

    def apply(self, state: State) -> State:
        return with_strategic_state(state, treaty=state.strategic_state.turn)
