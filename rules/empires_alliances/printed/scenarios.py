"""§1.0, §2.0, §3.0: what a scenario card says, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.empires_alliances.printed.counters import Spec

LEVELS = ("allied-major", "allied-minor", "draw", "central-minor", "central-major")
"""§1.72: from the fewest Central Powers points to the most."""
EACH_MAJOR = "major"
"""§2.72b: stands for every major city that is not named beside it."""


@dataclass(frozen=True, slots=True)
class Group:
    """§1.4, §2.63, §3.4: units that set up together: by name, by ``counts`` of what they are, or the ``rest``.

    They stand in ``hexes``, in a ``city``, in a ``box``, on the ``border`` of a country, or at most ``within`` hexes
    from ``near``; with none of these anywhere at home. ``alternative`` counts may stand in place of ``counts``.
    """

    id: str
    nation: str
    name: str = ""
    code: str = ""
    hexes: tuple[str, ...] = ()
    city: str = ""
    box: str = ""
    border: str = ""
    near: str = ""
    within: int = 0
    from_line: int = 0
    units: tuple[str, ...] = ()
    counts: tuple[tuple[Spec, int], ...] = ()
    alternative: tuple[tuple[Spec, int], ...] = ()
    forts: tuple[str, ...] = ()
    least_in: Mapping[str, int] = field(default_factory=dict)
    each: bool = False
    at_least: bool = False
    rest: bool = False

    def __post_init__(self) -> None:
        """One way to say who, one way at most to say where."""
        if sum((bool(self.units), bool(self.counts), self.rest)) != 1:
            raise ValueError(f"{self.id} says who in no way, or in two")
        if sum(bool(place) for place in (self.hexes, self.city, self.box, self.border, self.near)) > 1:
            raise ValueError(f"{self.id} says where in two ways")
        if (self.within and not self.near) or (self.alternative and not self.counts):
            raise ValueError(f"{self.id} has a distance from nothing, or another count beside none")

    @property
    def places(self) -> int:
        """§2.63: how often its counts stand: once, or once in each of its hexes."""
        return len(self.hexes) if self.each else 1


@dataclass(frozen=True, slots=True)
class TurnRule:
    """§1.61, §1.62, §3.66, §3.67: what holds for one turn alone. Rail capacities are that many thirds."""

    turn: str
    most_hexes: int = 0
    rail_thirds: int = 3
    rail_hexes: int = 0
    automatic_victory: bool = True
    sea: bool = True
    weather: str = ""


@dataclass(frozen=True, slots=True)
class Sailing:
    """§1.61, §1.62: units in the box may sail to that city on that turn, all or at ``most`` some, and stay there."""

    turn: str
    box: str
    to: str
    most: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """§1.62: units that may not move before that turn."""

    units: tuple[str, ...]
    until: str


@dataclass(frozen=True, slots=True)
class Count:
    """§1.7, §2.7, §2.8, §3.7: how Central Powers points are counted at the end of a turn.

    ``gains`` for cities that one of their units of the kinds ``by`` occupies, and of the countries ``gained_by`` where
    these are named (§3.71), ``keeps`` for those that no Allied one
    occupies, ``loses`` for those that an Allied one occupies. A level begins at that many points; the first has none.
    """

    id: str
    turn: str
    by: tuple[str, ...] = ()
    gained_by: tuple[str, ...] = ()
    like: str = ""
    gains: Mapping[str, int] = field(default_factory=dict)
    keeps: Mapping[str, int] = field(default_factory=dict)
    loses: Mapping[str, int] = field(default_factory=dict)
    except_: tuple[str, ...] = ()
    conquered: Mapping[str, int] = field(default_factory=dict)
    weariness: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    allied_wins_below: float | None = None
    central_wins_from: float | None = None
    levels: tuple[tuple[str, float], ...] = ()

    def level(self, points: float) -> str:
        """§1.72: the level of victory. Points between two rows count as the lower one (docs/rulings)."""
        return next(level for level, from_ in reversed(self.levels) if points >= from_)


@dataclass(frozen=True, slots=True)
class Length:
    """§2.1, §2.8, §22.12: a length of the campaign, and how its points are counted."""

    id: str
    last: str
    count: str


@dataclass(frozen=True, slots=True)
class Commitment:
    """§2.67: units that a country sends to a box, and what it must keep there from then on, in half corps."""

    box: str
    nation: str
    turn: str
    units: tuple[str, ...] = ()
    counts: tuple[tuple[Spec, int], ...] = ()
    sails: bool = False
    least: int = 0
    when: str = ""


@dataclass(frozen=True, slots=True)
class Tribute:
    """§2.67: infantry points that a country gives to a box every turn."""

    box: str
    nation: str
    points: int
    first: str
    until: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    """§2.67a: a corps that may leave a box for a city, that many ``months`` after the enemy is conquered."""

    box: str
    nation: str
    conquered: str
    months: int
    city: str


@dataclass(frozen=True, slots=True)
class Eased:
    """§2.67b: what a country must keep in a box, in half corps, once another is conquered."""

    box: str
    nation: str
    conquered: str
    least: int


@dataclass(frozen=True, slots=True)
class Entry:
    """§2.63, §2.65: a neutral's entry, by date or by a declaration of war alone.

    Border hexes with ``covers`` must be held or watched by ``covered_by``, or any unit; ``rail`` is whether trains run
    on that turn.
    """

    nation: str
    side: str
    turn: str
    rail: bool = True
    covers: str = ""
    covered_by: tuple[Spec, ...] = ()
    from_hex: str = ""
    to_hex: str = ""
    to_hex_if_central_in_bulgaria: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """§3.511: a reinforcement of this scenario alone."""

    turn: str
    nation: str
    counts: tuple[tuple[Spec, int], ...]
    city: str


@dataclass(frozen=True, slots=True)
class Garrisons:
    """§3.63: corps of a group that begin in cities instead."""

    group: str
    cities: tuple[str, ...]
    corps: int


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A scenario card.

    §1.66: how far Germans may go into Austria-Hungary; §2.64: from when on Allies may land at Salonika, and the row
    that they may not enter before Greece is in the war; §3.62: the rows that bound the sectors of 1918.
    """

    id: str
    title: str
    section: str
    first: str
    last: str
    central: tuple[str, ...]
    allied: tuple[str, ...]
    sets_up_first: str
    features: tuple[str, ...]
    compulsory: tuple[str, ...]
    neutral: tuple[str, ...]
    declarations: bool
    invasions: bool
    not_received: tuple[str, ...]
    stays_in_box: tuple[str, ...]
    forts: tuple[str, ...]
    railheads: Mapping[str, tuple[str, ...]]
    groups: Mapping[str, Group]
    turn_rules: Mapping[str, TurnRule]
    sailings: tuple[Sailing, ...]
    held: tuple[Held, ...]
    counts: Mapping[str, Count]
    lengths: Mapping[str, Length]
    commitments: tuple[Commitment, ...]
    tributes: tuple[Tribute, ...]
    returns: tuple[Return, ...]
    eased: tuple[Eased, ...]
    entries: Mapping[str, Entry]
    extra: tuple[Extra, ...]
    garrisons: tuple[Garrisons, ...]
    area: tuple[str, ...] = ()
    no_replacements: tuple[str, ...] = ()
    trenches: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    weariness: Mapping[str, int] = field(default_factory=dict)
    low_morale_is: str = "M"
    british_from_north: str = ""
    french_from_south: str = ""
    sectors_overlap_from: str = ""
    germans_in_austria: int = 0
    salonika_from: str = ""
    greece_north_of: str = ""

    def side_of(self, nation: str) -> str:
        """§1.2: the side of a country at war from the start, empty for others."""
        return "central" if nation in self.central else "allied" if nation in self.allied else ""
