"""Fields are taken; countries fall and are freed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.powers_1914.position.changes import change_nation, flag, remove
from rules.powers_1914.position.frames import FlagFrame, Frame, ShareFrame
from rules.powers_1914.position.state import State


@dataclass(frozen=True, slots=True)
class AreaTaken:
    """§3.5, §3.10: another flag in a field; its works are the new owner's."""

    kind: ClassVar[str] = "taken"
    area: str
    nation: str
    section: str

    def apply(self, state: State) -> State:
        return flag(state, {self.area: self.nation})


@dataclass(frozen=True, slots=True)
class NationFell:
    """§3.10.1, §3.10.2: a country was conquered: its units go, its flags pass on."""

    kind: ClassVar[str] = "fell"
    nation: str
    conqueror: str
    transfers: Mapping[str, str]
    units: tuple[str, ...]
    section: str

    def apply(self, state: State) -> State:
        state = flag(remove(state, self.units), self.transfers)
        return change_nation(state, self.nation, state.nations[self.nation]._replace(fallen=True))


@dataclass(frozen=True, slots=True)
class NationFreed:
    """§3.10.4: a country is free again, and modernised as it was."""

    kind: ClassVar[str] = "freed"
    nation: str
    transfers: Mapping[str, str]

    def apply(self, state: State) -> State:
        state = flag(state, self.transfers)
        return change_nation(state, self.nation, state.nations[self.nation]._replace(fallen=False))


@dataclass(frozen=True, slots=True)
class UnitsRemoved:
    """Units left the map for the reason that ``section`` gives."""

    kind: ClassVar[str] = "removed"
    units: tuple[str, ...]
    section: str

    def apply(self, state: State) -> State:
        return remove(state, self.units)


@dataclass(frozen=True, slots=True)
class FlagAsked:
    """§5.1: allies took a field together and have to say whose it is."""

    kind: ClassVar[str] = "flag-asked"
    area: str
    nations: tuple[str, ...]
    seat: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=(*state.cursor, FlagFrame(self.area, self.nations, self.seat)))


@dataclass(frozen=True, slots=True)
class FlagChosen:
    """§5.1: they said it."""

    kind: ClassVar[str] = "flag-chosen"
    area: str
    nation: str

    def apply(self, state: State) -> State:
        cursor = tuple(f for f in state.cursor if not (isinstance(f, FlagFrame) and f.area == self.area))
        return replace(state, cursor=cursor)


@dataclass(frozen=True, slots=True)
class ShareAsked:
    """§5.1: a country fell to several allies; ``seat`` is the first to say how its land is shared out."""

    kind: ClassVar[str] = "share-asked"
    nation: str
    areas: tuple[str, ...]
    nations: tuple[str, ...]
    seat: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=(*state.cursor, ShareFrame(self.nation, self.areas, self.nations, self.seat)))


@dataclass(frozen=True, slots=True)
class ShareProposed:
    """§5.1: one ally has proposed a division, and ``seat`` is to answer."""

    kind: ClassVar[str] = "share-proposed"
    nation: str
    flags: Mapping[str, str]
    seat: str

    def apply(self, state: State) -> State:
        def told(frame: Frame) -> Frame:
            if not isinstance(frame, ShareFrame) or frame.nation != self.nation:
                return frame
            return replace(frame, proposal=self.flags, seat=self.seat, rounds=frame.rounds + 1)

        return replace(state, cursor=tuple(told(f) for f in state.cursor))


@dataclass(frozen=True, slots=True)
class LandShared:
    """§5.1: the allies have agreed: the flags of a conquered country."""

    kind: ClassVar[str] = "shared"
    nation: str
    flags: Mapping[str, str]

    def apply(self, state: State) -> State:
        cursor = tuple(f for f in state.cursor if not (isinstance(f, ShareFrame) and f.nation == self.nation))
        return replace(flag(state, self.flags), cursor=cursor)
