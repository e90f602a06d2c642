"""§7.0, §13.6: where a match stands: a step of the sequence, what interrupts it, and the stages of an attack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.printed.steps import step_named
from rules.hexes.odds import Modifier


@dataclass(frozen=True, slots=True)
class PhaseFrame:
    """A step of the sequence of play. ``closing`` is set when its player has ended it."""

    kind: ClassVar[str] = "phase"
    step: str
    closing: bool = False

    @property
    def side(self) -> str:
        """§7.2: the side whose step it is; empty for none."""
        return step_named(self.step).side

    @property
    def name(self) -> str:
        """§7.2: which step it is, whichever side's."""
        return step_named(self.step).name


@dataclass(frozen=True, slots=True)
class Pairing:
    """§13.63: one of the attacks into which an attack on a hex is divided: who attacks whom, with what support.

    ``targets`` are all who defend in it, guns that were joined to someone (§13.62) among them.
    """

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    air: tuple[str, ...] = ()
    navy: int = 0


@dataclass(frozen=True, slots=True)
class HexAttack:
    """§13.61: a hex is attacked. It is the lower frame of the lane of that name.

    ``joined``: groups of units that defend as one (§13.62), and each other unit by itself. ``over``: which of the
    ``fights`` have been resolved (§13.63). ``air`` are the aircraft that have not landed yet (§16.42).
    """

    kind: ClassVar[str] = "attack"
    step: str
    """``neutralise``, ``join``, ``group``, ``choose``, ``rupture`` or ``landing``: what is decided next."""
    hex: str
    attackers: tuple[str, ...]
    joined: tuple[tuple[str, ...], ...]
    air: tuple[str, ...] = ()
    navy: int = 0
    fights: tuple[Pairing, ...] = ()
    over: tuple[int, ...] = ()
    infiltration: bool = False
    """§22.13."""
    surprise: bool = False
    """§22.13 (3): who would have to retreat is eliminated."""
    idle: tuple[str, ...] = ()
    """§22.13 (1): guns of both sides that were neutralised."""
    serial: int = 0
    """Dice that had fallen when it was declared: it tells one attack on a hex from the next in its questions' names."""
    breached: bool = False
    """§22.13 (2): a defender has been eliminated."""
    driven: tuple[str, ...] = ()
    """§22.13 (4): attackers who had to retreat, demoralised or not."""

    @property
    def defenders(self) -> tuple[str, ...]:
        """Everyone who is attacked, in the order of the groups."""
        return tuple(unit for group in self.joined for unit in group)


@dataclass(frozen=True, slots=True)
class Fight:
    """§13.64: an attack under way, from its die to its advance. It lies on the ``HexAttack`` of its lane.

    ``owed``: printed factors that attacker and defender have still to lose (§13.71). ``lost`` are the defenders that
    were eliminated by the result, ``going`` those of either side who are still to retreat,
    or attackers who are to enter the hex when aircraft have left it (§6.3).
    """

    kind: ClassVar[str] = "fight"
    step: str
    """``losses``, ``defender-losses``, ``demoralise``, ``retreat``, ``advance`` or ``flight``."""
    pairing: int
    result: str
    column: str = ""
    modifiers: tuple[Modifier, ...] = ()
    die: int = 0
    net: int = 0
    owed: tuple[int, int] = (0, 0)
    lost: tuple[str, ...] = ()
    going: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CrowdFrame:
    """§6.2: hexes that hold too many, and the side that gives units up."""

    kind: ClassVar[str] = "crowd"
    step: str
    side: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NationFrame:
    """§2.65, §17.44, §18.11: what is decided for one country: where it deploys, which of its units are withdrawn."""

    kind: ClassVar[str] = "nation"
    step: str
    nation: str
    about: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class UnitsFrame:
    """§2.68, §6.3: what is decided of some units that stand nowhere just now: a landing, aircraft without a base."""

    kind: ClassVar[str] = "units"
    step: str
    side: str
    units: tuple[str, ...]
    place: str = ""
    rolls: tuple[int, ...] = ()


Frame = PhaseFrame | HexAttack | Fight | CrowdFrame | NationFrame | UnitsFrame
