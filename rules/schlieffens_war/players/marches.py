"""Where the corps of a side go in a Movement Phase: posts, attacks to come, then the march to each army's goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.hexes.programs.measured import FAR_HEXES
from rules.kernel.messages import JsonObject
from rules.schlieffens_war.players.assaults import Assault, Stand, best_assault
from rules.schlieffens_war.players.character import Character, Station
from rules.schlieffens_war.players.measured_board import cover
from rules.schlieffens_war.players.sight import ATTACKERS, Piece, TurnView
from rules.schlieffens_war.printed.phases import LAST_TURN
from rules.schlieffens_war.printed.sides import GERMAN

BANDS = {"stay": 0.0, "free": 0.0, "tiring": 0.4, "forced": 1.8}
"""What a march costs besides: a level of morale, and the risk of a step (§10.2, §10.6)."""
CLOSE = 3
"""Morale counts for more when the enemy is no further off than this."""
THREATS = {0: 1.0, 1: 1.0, 2: 0.5, 3: 0.25}
"""How much of a hex's strength threatens one so far away."""


@dataclass(frozen=True, slots=True)
class Way:
    """A hex that a unit can reach, and how (docs/architecture.md §4)."""

    hex: str
    path: tuple[str, ...]
    cost: int
    band: str

    @property
    def forced(self) -> bool:
        """§10.6."""
        return self.band == "forced"


Reach = Mapping[str, Way]


def reach_of(answer: JsonObject, at: str) -> dict[str, Way]:
    """The ways of a consult answer, staying put among them."""
    hexes: Any = answer["hexes"]
    found = {h: Way(h, tuple(w["path"]), w["cost"], w["band"]) for h, w in hexes.items()}
    found[at] = Way(at, (), 0, "stay")
    return found


@dataclass
class Marches:
    """The plan of one Movement Phase. ``chosen`` fills up: unit to the way that it takes."""

    table: TurnView
    character: Character
    reach: Mapping[str, Reach]
    """By corps: where it could go. A corps that is not here stays."""
    fed: frozenset[str]
    """Hexes that some HQ can supply this turn."""
    chosen: dict[str, Way] = field(default_factory=dict)
    load: dict[str, list[Piece]] = field(default_factory=dict)
    """Corps equivalents in each hex as planned so far."""
    posted: dict[str, str] = field(default_factory=dict)
    """By corps the hex that it is to hold, or else, in ``massed``, the attack that it is to join; others march on."""
    massed: dict[str, Assault] = field(default_factory=dict)
    goals: dict[str, str] = field(default_factory=dict)
    settled: set[str] = field(default_factory=set)
    """Corps that are in a city, or on the way to one, for want of another."""
    _threat: dict[str, float] = field(default_factory=dict)

    def plan(self) -> dict[str, Way]:
        """Decide for every corps."""
        for hex_, units in self.table.friends.items():
            for u in units:
                piece = self.table.own[u]
                if piece.kind == "fort" or (piece.is_corps and u not in self.reach):
                    self.load.setdefault(hex_, []).append(piece)
        for foe in self.table.foes.values():
            for hex_ in self.table.measured.within(foe.hex, 3):
                near = THREATS[self.table.measured.apart(foe.hex, hex_)]
                self._threat[hex_] = self._threat.get(hex_, 0.0) + near * foe.attack
        self._man(self.character.posts(self.table))
        self._mass_for_attacks()
        self._man(self.character.line(self.table))
        self._march()
        return self.chosen

    # --- what a hex is like -------------------------------------------------------------------------------------

    def threat(self, hex_: str) -> float:
        """Enemy strength that bears on a hex."""
        return self._threat.get(hex_, 0.0)

    def has_room(self, piece: Piece, hex_: str) -> bool:
        """§6.2, §6.3: three corps, one nation."""
        there = self.load.get(hex_, ())
        if len(there) >= ATTACKERS or any(p.nation != piece.nation for p in there):
            return False
        return all(self.table.own[u].nation == piece.nation for u in self.table.friends.get(hex_, ()))

    def morale_after(self, piece: Piece, way: Way) -> int:
        """§9.6, §10.2: standing still raises it, a long march lowers it; not the Germans' on turn 1."""
        if way.band == "stay":
            return min(1, piece.morale + 1)
        tires = way.band in ("tiring", "forced") and not (self.table.side == GERMAN and self.table.turn == 1)
        return max(-1, piece.morale - 1) if tires else piece.morale

    def toil(self, piece: Piece, way: Way) -> float:
        """What the march costs the corps."""
        if self.table.side == GERMAN and self.table.turn == 1:
            return 0.0
        cost = BANDS[way.band]
        if way.band == "stay" and piece.morale < 1 and self.threat(way.hex) > 0:
            cost -= 0.5
        if way.band == "tiring" and not self.threat(way.hex) and piece.morale >= 0:
            cost -= 0.4
        return cost

    def danger(self, piece: Piece, hex_: str) -> float:
        """What the enemy's strength about a hex costs whoever stands there."""
        threat = self.threat(hex_)
        if not threat:
            return 0.0
        held = sorted([*(p.factor for p in self.load.get(hex_, ())), piece.factor], reverse=True)
        strength = sum(held[:2]) * (1 + 0.35 * cover(self.table.printed.board, hex_))
        return self.character.caution(self.table) * self.table.habits.caution * max(0.0, threat / (2 * strength) - 0.75)

    def supply(self, piece: Piece, hex_: str) -> float:
        """What a hex without supply costs; nothing on the last turn."""
        if (
            self.table.turn == LAST_TURN
            or hex_ in self.fed
            or (piece.nation == "BE" and self.table.printed.board.country[hex_] == "BE")
        ):
            return 0.0
        return self.table.habits.starving

    # --- posts ----------------------------------------------------------------------------------------------------

    def _man(self, posts: Iterable[Station]) -> None:
        for post in posts:
            there = sum(1 for p in self.load.get(post.hex, ()) if p.is_corps)
            for _ in range(post.corps - there):
                free = [p for p in self._free() if self.table.measured.march(p.hex, post.hex) <= post.reach]
                if not free:
                    break
                piece = min(
                    free,
                    key=lambda p: (
                        self.table.measured.march(p.hex, post.hex)
                        + (0 if p.army in post.armies or not post.armies else 6),
                        -p.factor if post.strong else p.factor,
                        p.id,
                    ),
                )
                self.posted[piece.id] = post.hex
                self._march_to(piece, post.hex)

    def _free(self) -> list[Piece]:
        return [p for p in self.table.corps() if p.id in self.reach and p.id not in self.chosen]

    def _march_to(self, piece: Piece, goal: str) -> None:
        """The best way of this phase towards a goal."""
        ways = [w for h, w in self.reach[piece.id].items() if self.has_room(piece, h)]
        if not ways:
            self._take_way(piece, self.reach[piece.id][piece.hex])
            return
        self._take_way(piece, min(ways, key=lambda w: (self._toward(piece, w, goal), w.hex)))

    def _toward(self, piece: Piece, way: Way, goal: str) -> float:
        cost = self.table.measured.march(way.hex, goal) + self.toil(piece, way) + self.supply(piece, way.hex)
        if way.hex != goal:
            cost += self.danger(piece, way.hex) + 0.3
        cost -= self._city(way)
        return cost

    def _city(self, way: Way) -> float:
        """What cities lie on the way, or at its end, that the enemy controls."""
        taken = [
            h for h in way.path if h in self.table.printed.board.cities and not self.table.holds(self.table.side, h)
        ]
        return sum(self.character.city(self.table, h) for h in taken)

    def sent_instead(self, piece: Piece, way: Way) -> None:
        """Send a corps to a city rather than where it was to go."""
        self.load[self.chosen[piece.id].hex].remove(piece)
        self.massed.pop(piece.id, None)
        self.posted[piece.id] = way.hex
        self.settled.add(piece.id)
        self._take_way(piece, way)

    def _take_way(self, piece: Piece, way: Way) -> None:
        self.chosen[piece.id] = way
        self.load.setdefault(way.hex, []).append(piece)

    # --- attacks to come --------------------------------------------------------------------------------------------

    def _mass_for_attacks(self) -> None:
        """Take the best attack that can be prepared, then the next best with the units that are left."""
        targets = dict(self.table.foes)
        found = {h: self._prepare(h) for h in targets}
        while True:
            ready = [a for a in found.values() if a is not None]
            if not ready:
                return
            best = max(ready, key=lambda a: (a.net, a.target))
            if best.net < self.character.least(self.table) - self.table.habits.daring:
                return
            for stand in best.stands:
                if stand.piece.id not in self.chosen:
                    self.massed[stand.piece.id] = best
                    self._take_way(stand.piece, self.reach[stand.piece.id][stand.hex])
            busy = {s.piece.id for s in best.stands}
            del found[best.target]
            for hex_, plan in list(found.items()):
                if plan is not None and any(
                    s.piece.id in busy or not self.has_room(s.piece, s.hex) for s in plan.stands
                ):
                    found[hex_] = self._prepare(hex_)

    def _prepare(self, target: str) -> Assault | None:
        stands: list[Stand] = []
        for piece in self._free():
            if self.table.measured.apart(piece.hex, target) > piece.ma + 2 or not self.character.joins(
                self.table, piece, target
            ):
                continue
            ways = self.reach[piece.id]
            for hex_ in self.table.measured.around(target):
                if hex_ in ways and self.has_room(piece, hex_) and self._may_attack(piece, target):
                    way = ways[hex_]
                    cost = 0.3 * self.toil(piece, way) + 0.2 * self.danger(piece, hex_) + self.supply(piece, hex_) / 2
                    stands.append(Stand(piece, hex_, self.morale_after(piece, way), max(0.0, cost)))
        if not stands:
            return None
        prize = self.character.prize(self.table, target)
        bonus = self.character.bonus(self.table, target)
        if bonus:
            stands = [s for s in stands if s.piece.nation == "FR"]
        plan = best_assault(self.table, self.table.foes[target], stands, prize, bonus)
        return plan if plan is not None and self._fits(plan) else None

    def _fits(self, plan: Assault) -> bool:
        """Whether a plan keeps each hex within its stacking limit, counting units already planned there."""
        new: dict[str, int] = {}
        for s in plan.stands:
            new[s.hex] = new.get(s.hex, 0) + 1
        return all(len(self.load.get(h, ())) + n <= ATTACKERS for h, n in new.items())

    def _may_attack(self, piece: Piece, target: str) -> bool:
        if piece.nation == "BR" and self.table.turn <= 3:
            return False
        return piece.nation != "BE" or target in self.table.printed.board.belgian_area

    # --- the march ----------------------------------------------------------------------------------------------------

    def _march(self) -> None:
        """Everyone else, the foremost first, so that those behind find their places taken."""
        free = self._free()
        goals = self.goals
        goals.update((p.id, self.character.goal(self.table, p)) for p in free)
        for piece in sorted(free, key=lambda p: (self.table.measured.march(p.hex, goals[p.id]), p.id)):
            self._march_to(piece, goals[piece.id])


def group_marches(table: TurnView, chosen: Mapping[str, Way]) -> list[tuple[tuple[str, ...], Way]]:
    """Units that go the same way from the same hex with the same means, as one order each; who stays is left out."""
    groups: dict[tuple[object, ...], tuple[list[str], Way]] = {}
    for unit in sorted(chosen):
        way, piece = chosen[unit], table.own[unit]
        if way.path:
            key = (piece.hex, way.path, way.band, piece.ma, piece.morale < 0, piece.supply)
            groups.setdefault(key, ([], way))[0].append(unit)
    return [(tuple(units), way) for units, way in groups.values()]


def nearest(table: TurnView, hex_: str, hexes: Iterable[str]) -> int:
    """MP to the nearest of some hexes."""
    return min((table.measured.march(h, hex_) for h in hexes), default=FAR_HEXES)
