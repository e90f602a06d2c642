"""§6.7, §6.25 to §6.27, §7.13: the Arab army, and Lawrence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import given_back, moved_chits, relocate, with_near_east
from rules.great_war.position.near_east_state import SPENT
from rules.great_war.position.state import State
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class ArabsRaised:
    """§6.7, §15.83: an Arab army comes into play, untried."""

    kind: ClassVar[str] = "arabs-raised"
    unit: str
    hex: str

    def apply(self, state: State) -> State:
        return relocate(with_near_east(state, arabs_due=False), [self.unit], self.hex)


@dataclass(frozen=True, slots=True)
class HexHeld:
    """§7.13: Arabs alone stand in a hex of the enemy, and hold it until they leave."""

    kind: ClassVar[str] = "hex-held"
    hex: str

    def apply(self, state: State) -> State:
        state = given_back(state)
        return with_near_east(replace(state, taken=state.taken ^ {self.hex}), arab_hold=self.hex)


@dataclass(frozen=True, slots=True)
class HexSecured:
    """§7.13: others of the Allies came into the hex that the Arabs hold: it stays theirs."""

    kind: ClassVar[str] = "hex-secured"

    def apply(self, state: State) -> State:
        return with_near_east(state, arab_hold="")


@dataclass(frozen=True, slots=True)
class LawrenceRaids:
    """§6.25: no train leaves a town or comes to it this turn; none of his raids follows before a strategic turn."""

    kind: ClassVar[str] = "raid"
    hex: str

    def apply(self, state: State) -> State:
        return with_near_east(state, lawrence=SPENT, raided=self.hex)


@dataclass(frozen=True, slots=True)
class LawrenceHunted:
    """§6.27: the raid is cancelled, and the die says whether he is gone for good. The event leaves the game."""

    kind: ClassVar[str] = "hunted"
    chit: str
    lawrence: str
    gone: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        state = moved_chits(state, {self.chit: 1}, "central.hand", "")
        if self.gone:
            state = moved_chits(state, {self.lawrence: 1}, "allied.play", "")
        return count_die(with_near_east(state, raided=""), self.draw)
