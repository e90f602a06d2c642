"""What a player sees of the table, read from its view: its own units, what stands against it, who holds what."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rules.hexes.programs.in_sight import Seen, read_stacks
from rules.hexes.programs.measured import Measured
from rules.kernel.messages import JsonObject
from rules.kernel.programs.guesses import Guess
from rules.schlieffens_war.players.habits import RECRUIT, Habits
from rules.schlieffens_war.players.measured_board import measure
from rules.schlieffens_war.printed.counters import CORPS
from rules.schlieffens_war.printed.data import Printed
from rules.schlieffens_war.printed.sides import foe

LEVELS = {"fatigued": -1, "normal": 0, "elan": 1}
UNSEEN = {"GE": 3.3, "FR": 2.9, "BR": 4.0, "BE": 2.0}
"""What a corps that cannot be seen is taken to be worth: about the mean of its nation's."""
HQ_WORTH = {"GE": 3, "FR": 2, "BR": 2, "BE": 2}
CROWD = 3
"""From this many units in a hex one of them is taken to be an HQ."""
DEFENDERS, ATTACKERS = 2, 3
"""§6.2: how many corps of a hex may defend and attack."""
MOST_CORPS, MOST_HQS = 3, 1
"""§6.2: how many corps or forts, and HQs, a hex holds."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit whose face this player sees. ``morale`` is -1 fatigued, 0 normal, 1 élan."""

    id: str
    hex: str
    side: str
    nation: str
    kind: str
    army: str
    factor: int
    steps: int
    full: int
    ma: int
    morale: int
    supply: str
    command: bool

    @property
    def is_corps(self) -> bool:
        """§2.5."""
        return self.kind in CORPS

    @property
    def fighting(self) -> int:
        """§8.7: its factor in attack as far as supply lets it count."""
        return self.factor if self.supply == "in" else -(-self.factor // 2)


@dataclass(frozen=True, slots=True)
class Foe:
    """A hex with enemies as this player judges it: what it defends with, what it could attack with, its steps."""

    hex: str
    defence: float
    attack: float
    steps: float
    corps: int
    fort: bool
    elan: bool
    fatigued: bool
    british: bool


class Stack(NamedTuple):
    """The units of a hex whose faces are seen, the top first, and how many others there are."""

    seen: tuple[Piece, ...]
    hidden: int


@dataclass(frozen=True)
class TurnView:
    """One look at the table."""

    side: str
    turn: int
    step: str
    own: Mapping[str, Piece]
    """Our units on the map, by id."""
    friends: Mapping[str, tuple[str, ...]]
    """Our units by hex, the top first."""
    foes: Mapping[str, Foe]
    taken: Mapping[str, frozenset[str]]
    """Hexes that each side has from the other (§3.3)."""
    plan_xvii: int
    paris_endangered: bool
    coup: bool
    guns: int
    """Heavy artillery markers that are ready (§11.23)."""
    gone: frozenset[str]
    """Units in the boxes beside the map, of both sides."""
    printed: Printed
    """Board, counters and charts, which lie before everyone."""
    habits: Habits = RECRUIT
    """How the program weighs what it sees."""

    @cached_property
    def measured(self) -> Measured:
        """What was measured on the map."""
        return measure(self.printed.board)

    def holds(self, side: str, hex_: str) -> bool:
        """§3.3: whether a side controls a hex."""
        owner = self.printed.board.owner_at_start(hex_)
        return (hex_ not in self.taken[foe(side)]) if owner == side else (hex_ in self.taken[side])

    def corps(self) -> list[Piece]:
        """Our corps on the map, by hex and depth."""
        return [self.own[u] for h in sorted(self.friends) for u in self.friends[h] if self.own[u].is_corps]

    def hqs(self, nation: str = "") -> list[Piece]:
        """Our HQs on the map."""
        return [p for p in self.own.values() if p.kind == "hq" and nation in ("", p.nation)]


def read(
    view: JsonObject,
    side: str,
    forts: MutableMapping[str, int],
    printed: Printed,
    seen: Seen[Stack] | None = None,
    habits: Habits = RECRUIT,
) -> TurnView:
    """The table of a view. ``forts`` remembers the steps of enemy forts that were seen in a battle, ``seen`` what was
    read of stacks before."""
    table: Any = view
    own: dict[str, Piece] = {}
    friends: dict[str, tuple[str, ...]] = {}
    foes: dict[str, Foe] = {}
    gone = frozenset(u["id"] for units in table["boxes"].values() for u in units)
    battle = table["battle"]
    if battle:
        forts.update({u["id"]: u["steps"] for u in battle["defenders"] if u["kind"] == "fort"})
    for hex_, stack in read_stacks(table["stacks"], _stack, seen).items():
        if stack.seen[0].side == side:
            own.update((piece.id, piece) for piece in stack.seen)
            friends[hex_] = tuple(piece.id for piece in stack.seen)
        else:
            foes[hex_] = _foe(hex_, stack, gone, forts, printed)
    tracks, markers = table["tracks"], table["markers"]
    return TurnView(
        side=side,
        turn=table["turn"],
        step=table["step"]["key"],
        own=own,
        friends=friends,
        foes=foes,
        taken={s: frozenset(hexes) for s, hexes in table["control"].items()},
        plan_xvii=tracks["plan_xvii"],
        paris_endangered=tracks["paris_endangered"],
        coup=markers["coup"] == "ready",
        guns=sum(1 for gun in markers["artillery"] if gun == "ready"),
        gone=gone,
        printed=printed,
        habits=habits,
    )


def _piece(u: Mapping[str, Any], hex_: str) -> Piece:
    return Piece(
        id=u["id"], hex=hex_, side=u["side"], nation=u["nation"], kind=u["kind"], army=u["army"], factor=u["factor"],
        steps=u["steps"], full=u["full"], ma=u["ma"], morale=LEVELS[u["morale"]], supply=u["supply"],
        command=bool(u.get("command", False)),
    )  # fmt: skip


def _stack(hex_: str, units: Sequence[Mapping[str, Any]]) -> Stack:
    seen = tuple(_piece(u, hex_) for u in units if not u.get("concealed"))
    return Stack(seen, len(units) - len(seen))


def _foe(
    hex_: str,
    stack: Stack,
    gone: frozenset[str],
    forts: Mapping[str, int],
    printed: Printed,
) -> Foe:
    """What a hex with enemies is worth: the seen at their face, the unseen at the mean of their nation's."""
    seen, hidden = stack
    nation = seen[0].nation
    fort = printed.forts.get(hex_, "")
    if fort in gone or (fort and printed.counters[fort].side != seen[0].side):
        fort = ""
    worth = [float(p.factor if p.supply != "out" else -(-p.factor // 2)) for p in seen if p.is_corps]
    steps = sum(p.steps for p in seen if p.is_corps)
    corps = len(worth)
    hq = any(p.kind == "hq" for p in seen)
    walls = 0.0
    if fort:
        known = forts.get(fort, printed.counters[fort].full)
        walls = float(printed.counters[fort].strengths[-known])
        steps += known
        if all(p.id != fort for p in seen):
            hidden = max(0, hidden - 1)
    if not hq and corps + hidden >= CROWD and hidden:
        hq, hidden = True, hidden - 1
    worth += [UNSEEN[nation]] * hidden
    corps += hidden
    best = sorted([*worth, walls] if fort else worth, reverse=True)
    return Foe(
        hex=hex_,
        defence=sum(best[:DEFENDERS]) + (HQ_WORTH[nation] if hq else 0),
        attack=sum(sorted(worth, reverse=True)[:ATTACKERS]),
        steps=steps + 2 * hidden + (1 if hq else 0),
        corps=corps,
        fort=bool(fort),
        elan=bool(corps) and all(p.morale > 0 for p in seen if p.is_corps) and any(p.is_corps for p in seen),
        fatigued=any(p.morale < 0 for p in seen if p.is_corps),
        british=any(p.nation == "BR" for p in seen),
    )


def guesses(view: Mapping[str, Any], side: str, printed: Printed, forts: Mapping[str, int]) -> dict[str, Guess]:
    """What each stack of the enemy is taken for; of one that is seen whole, what it is. ``forts`` as ``read`` remembers
    them."""
    gone = frozenset(u["id"] for units in view["boxes"].values() for u in units)
    found: dict[str, Guess] = {}
    for hex_, units in view["stacks"].items():
        stack = _stack(hex_, units)
        if stack.seen[0].side == side:
            continue
        seen_forts = {p.id: p.steps for p in stack.seen if p.kind == "fort"}
        foe = _foe(hex_, stack, gone, {**forts, **seen_forts}, printed)
        figures = {"Defence factors": foe.defence, "Steps": float(foe.steps)}
        found[hex_] = Guess(printed.board.label(hex_), stack.hidden, figures)
    return found
