"""What a program reads off the view of its seat: which units are where, what the ground is, and the tracks beside
it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from rules.great_war.players.habits import RECRUIT, Habits
from rules.great_war.printed.board import CLOSED, LUXEMBOURG, Board
from rules.great_war.printed.charts import WEATHER, Charts
from rules.great_war.printed.counters import Face
from rules.great_war.printed.fronts import EAST, THEATRES, THREE, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.printed.plans import PrintedGame as Printed
from rules.great_war.printed.variants import TOWNS
from rules.hexes.choosing import place_name
from rules.hexes.programs.in_sight import Seen, read_stacks
from rules.kernel.programs.guesses import Guess

SIDE_OF = {
    **dict.fromkeys(("GE", "AH", "BU", "TU", LUXEMBOURG), CENTRAL),
    **dict.fromkeys(("FR", "BR", "BE", "RU", "SE", "MN", "IT", "RO", "GK", "US", "GB", "AB"), ALLIED),
}
"""§17.0: the side on which each nation fights, once it does."""
BESIDES = ("hq", "tank", "anti-tank")
"""§7.23: kinds that do not count in a stack, one of each a hex."""
FULL = 6
NEAR_WEST, NEAR_EAST = f"near-{WEST}", f"near-{EAST}"
PARTS_OF_EUROPE, PARTS_OF_THE_NEAR_EAST = THEATRES, (NEAR_WEST, NEAR_EAST)
"""§3.13: the parts of the war that a program looks at one by one: each theatre, that of Europe and that of the Near
East by itself."""
WAITING, FALLEN = ("available", "near-east-available"), ("dead", "near-east-dead")
"""§5.11, §5.35: the boxes of new units and the dead piles, of which the combined game has two."""
PARTS_OF = {WEST: (WEST, NEAR_WEST), EAST: (EAST, NEAR_EAST)}
"""The same by theatre."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as the view shows it. One that is concealed has no nation, and strengths that are guessed."""

    id: str
    nation: str
    kind: str
    attack: float
    defence: float
    support: int
    drm: int
    turned: str
    steps: int
    ma: int
    at: int
    done: bool

    @property
    def fights(self) -> bool:
        """§3.25: whether it is a combat unit."""
        return self.kind != "hq"

    @property
    def counts(self) -> bool:
        """§7.23: whether it takes one of the six places of a hex."""
        return self.kind not in BESIDES


@dataclass(frozen=True, slots=True)
class PhaseFindings:
    """What has been found in this phase, by part of the war."""

    needs: dict[str, Mapping[int, float]] = field(default_factory=dict)
    """The line of a side: what each of its hexes needs."""
    axes: dict[str, int] = field(default_factory=dict)
    """The hex of the line before which the decision is sought."""
    before: dict[str, int] = field(default_factory=dict)
    """The same in the phase before."""
    lost: dict[str, frozenset[int]] = field(default_factory=dict)
    """Ground that is cut off, from where units break out."""
    kept: dict[str, tuple[object, Mapping[int, float], frozenset[int]]] = field(default_factory=dict)
    """Of the phases before: what the line hangs on, what its hexes need, and the ground that is cut off."""

    def next_phase(self) -> PhaseFindings:
        """What is still useful in the phase that follows."""
        return PhaseFindings(before=self.before | self.axes, kept=self.kept)


@dataclass(frozen=True)
class Sight:
    """The table from one seat. Hexes are places in the board's lists."""

    side: str
    view: Mapping[str, Any]
    printed: Printed
    mine: Mapping[int, tuple[Unit, ...]]
    theirs: Mapping[int, tuple[Unit, ...]]
    memo: dict[Any, Any] = field(default_factory=dict)
    phase: PhaseFindings = field(default_factory=PhaseFindings)
    habits: Habits = RECRUIT

    @property
    def board(self) -> Board:
        """The fronts."""
        return self.printed.board

    @property
    def charts(self) -> Charts:
        """The charts."""
        return self.printed.charts

    @property
    def alone(self) -> bool:
        """§19.8: whether this is the Near East alone."""
        variant = self.printed.variant
        return variant.near_east and not variant.europe

    @property
    def part(self) -> Sequence[str]:
        """The part of the war that each hex belongs to."""
        return parts_by_hex(self.board)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the war that are played."""
        variant = self.printed.variant
        here = tuple(theatre for theatre in PARTS_OF_EUROPE if theatre in variant.theatres)
        return (here if variant.europe else ()) + (PARTS_OF_THE_NEAR_EAST if variant.near_east else ())

    @property
    def near_fronts(self) -> tuple[str, ...]:
        """The fronts of the Near East, where they are played."""
        return THREE if self.printed.variant.near_east else ()

    def near(self, i: int) -> bool:
        """Whether a hex is in the Near East, where armies hold posts and no line."""
        return self.board.front[i] in THREE

    @property
    def foe(self) -> str:
        """The other side."""
        return foe(self.side)

    @property
    def turn(self) -> int:
        """The operational turn."""
        return int(self.view["turn"])

    @cached_property
    def closed(self) -> frozenset[int]:
        """§17.4, §17.11: land in countries that are neutral, or have just entered the war."""
        shut = {*self.view["tracks"]["neutral"], *self.view["tracks"]["frozen"], *CLOSED, "AL", "NL"}
        if "AL" not in self.view["tracks"]["neutral"] and self.turn > ALBANIA_SHUT_UNTIL:
            shut.discard("AL")
        board = self.board
        return frozenset(i for c, hexes in board.by_country.items() if c in shut for i in hexes)

    @cached_property
    def ours(self) -> frozenset[int]:
        """§7.1: the hexes that this side controls."""
        return self._held_hexes(self.side)

    @cached_property
    def enemys(self) -> frozenset[int]:
        """§7.1: the hexes that the other side controls."""
        return self._held_hexes(self.foe)

    def _held_hexes(self, side: str) -> frozenset[int]:
        board, control = self.board, self.view["control"]
        neutral, owners = self.view["tracks"]["neutral"], self.printed.variant.owners
        home = {
            i
            for c, hexes in board.by_country.items()
            if (SIDE_OF.get(c) or owners.get(c)) == side and c not in neutral
            for i in hexes
        }
        home -= board.printed_sides.keys()
        home |= {i for i, printed in board.printed_sides.items() if printed == side}
        gained = {board.index[h] for h in control[side]}
        return frozenset((home | gained) - {board.index[h] for h in control[foe(side)]})

    @cached_property
    def enemy_forts(self) -> frozenset[int]:
        """§14.11: the hexes with a fort of the enemy's that is not destroyed."""
        return self._forts(self.foe)

    @cached_property
    def forts(self) -> frozenset[int]:
        """§14.11: the hexes with an intact fort of this side."""
        return self._forts(self.side)

    def _forts(self, side: str) -> frozenset[int]:
        board, marks, neutral = self.board, self.view["marks"], self.view["tracks"]["neutral"]
        gone = {board.index[h] for h in marks["destroyed"]}
        found = {i for i in board.forts if SIDE_OF.get(board.country[i]) == side and board.country[i] not in neutral}
        line = {board.index[h] for h in marks["hindenburg"]} if side == CENTRAL else set[int]()
        return frozenset(found - gone | line)

    def weather(self, i: int) -> int:
        """§12.1: the place of a hex's weather among the weathers; fair before it is determined."""
        found = self.view["tracks"]["weather"][self.board.fronts[self.board.front[i]].weather]
        return WEATHER.index(found) if found else 0

    @property
    def in_haste(self) -> bool:
        """Whether this side has a few turns for a few towns, as in a first match: men count for nothing after it."""
        return self.printed.variant.victory == TOWNS and self.side == CENTRAL

    @cached_property
    def aims(self) -> frozenset[int]:
        """§18.11, §18.13: hexes that count for victory: printed ones, and the cities of the Central Powers. §18.4,
        §5.62: in the Near East those that win, and those whose loss brings Turkey down. In a first match its towns."""
        board = self.board
        if self.alone:
            return board.victory | board.surrender
        if self.printed.variant.victory == TOWNS:
            return frozenset(board.index[town] for town in self.printed.scenarios[self.view["scenario"]].towns)
        home = board.cities & frozenset(i for c in ("GE", "AH", "BU", "TU") for i in board.by_country.get(c, ()))
        if self.near_fronts:
            # §18.13: Ottoman cities count on the eastern map alone.
            home = (home - abroad(board)) | board.surrender
        places = board.places
        # §16.5, §16.6, §16.8: with these nations fall.
        keys = (places.trent, places.trieste, places.gallipoli, places.bucharest)
        return board.victory | home | {board.index[h] for h in keys}

    @cached_property
    def collapsed(self) -> frozenset[str]:
        """§16.11: nations whose units stack and fight with no others."""
        return frozenset(self.view["ledger"]["collapsed"])

    @property
    def points(self) -> int:
        """§18.11, §18.13: the victory points of the Central Powers, as all can count them."""
        ledger, events = self.view["ledger"], self.view["events"]
        hexes = len(ledger["victory_hexes"]) - len(ledger["lost_cities"]) + bool(events["gun"])
        return hexes + int(ledger["emergencies"]) + int(events["victory"])

    def boxes(self, *names: str) -> list[Mapping[str, Any]]:
        """The units of this side in some boxes, as the view lists them; nobody is in a box that a variant has not."""
        boxes = self.view["boxes"]
        return [u for name in names for u in boxes.get(name, ()) if u["side"] == self.side]


ALBANIA_SHUT_UNTIL = 14
"""§17.4: Albania is shut until Serbia is attacked from Bulgaria; a program does not plan through it before."""


Stacks = Seen[tuple[Unit, ...]]
"""Stacks as they were read last."""


def read(
    view: Any,
    side: str,
    printed: Printed,
    seen: Stacks | None = None,
    phase: PhaseFindings | None = None,
    habits: Habits = RECRUIT,
) -> Sight:
    """The sight of a side from its view; ``phase``: what was found earlier in it."""
    index, stacks = printed.board.index, view["stacks"]
    mine: dict[int, tuple[Unit, ...]] = {}
    theirs: dict[int, tuple[Unit, ...]] = {}

    def units(hex_: str, stack: Sequence[Mapping[str, Any]]) -> tuple[Unit, ...]:
        nation = stack[0].get("nation", "")
        return tuple(_unit(u, index[hex_], nation, printed) for u in stack)

    for hex_, found in read_stacks(stacks, units, seen).items():
        (mine if stacks[hex_][0]["side"] == side else theirs)[index[hex_]] = found
    found_before = PhaseFindings() if phase is None else phase
    return Sight(side, view, printed, mine, theirs, phase=found_before, habits=habits)


def guesses(view: Mapping[str, Any], side: str, printed: Printed) -> dict[str, Guess]:
    """What each stack of the enemy is taken for; of one that is seen whole, what it is."""
    board = printed.board
    found: dict[str, Guess] = {}
    for hex_, stack in view["stacks"].items():
        if stack[0]["side"] == side:
            continue
        i, nation = board.index[hex_], stack[0].get("nation", "")
        units = [unit for u in stack if (unit := _unit(u, i, nation, printed)).fights]
        unseen = sum("concealed" in u for u in stack)
        figures = {"Defence factors": sum(u.defence for u in units), "Attack factors": sum(u.attack for u in units)}
        found[hex_] = Guess(place_name(board.name[i], board.shown[i]), unseen, figures)
    return found


def _unit(found: Mapping[str, Any], at: int, nation: str, printed: Printed) -> Unit:
    if "concealed" in found:
        attack, defence = usual(printed, nation)
        return Unit(str(found["id"]), nation, "infantry", attack, defence, 0, 0, "", 1, 4, at, True)
    return unit_shown(found, at, printed)


def unit_shown(found: Mapping[str, Any], at: int, printed: Printed) -> Unit:
    """A unit whose face the view shows. §15.82: of an untried one the mean of what it may show."""
    attack, defence = found["attack"], found["defence"]
    if attack is None or defence is None:
        attack, defence = untried_mean(printed, printed.counters[found["id"]].untried)
    return Unit(
        found["id"], found["nation"], found["kind"], attack, defence, found["support"], found["drm"],
        found["turned"], found["steps"], found["ma"], at, bool(found.get("done", False)),
    )  # fmt: skip


@lru_cache(maxsize=8)
def untried_mean(printed: Printed, kind: str) -> tuple[float, float]:
    """§15.82: the mean strength of the units of a kind."""
    faces = [Face.read(line) for line in printed.charts.untried[kind]]
    return sum(f.attack for f in faces) / len(faces), sum(f.defence for f in faces) / len(faces)


@lru_cache(maxsize=64)
def usual(printed: Printed, nation: str) -> tuple[float, float]:
    """The strength of an unseen division of a nation: the mean of those that are printed."""
    faces = [c.front for c in printed.counters.values() if c.nation == nation and c.kind == "infantry"]
    if not faces:
        return 2.0, 3.0
    return sum(f.attack for f in faces) / len(faces), sum(f.defence for f in faces) / len(faces)


def room(units: Iterable[Unit]) -> int:
    """§7.23: how many more units a stack holds."""
    return FULL - sum(u.counts for u in units)


@lru_cache(maxsize=8)
def parts_by_hex(board: Board) -> tuple[str, ...]:
    """The part of the war that each hex of a board belongs to."""
    return tuple(
        f"near-{theatre}" if front in THREE else theatre
        for theatre, front in zip(board.theatre, board.front, strict=True)
    )


@lru_cache(maxsize=8)
def abroad(board: Board) -> frozenset[int]:
    """The hexes of the Near East on a board."""
    return frozenset(i for i, front in enumerate(board.front) if front in THREE)
