"""Attacks as a planner weighs them: whom to send against a hex, and what it is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rules.schlieffens_war.players.measured_board import all_across_river, concentric, cover
from rules.schlieffens_war.players.odds import column, outlook
from rules.schlieffens_war.players.sight import ATTACKERS, HQ_WORTH, Foe, Piece, TurnView
from rules.schlieffens_war.printed.phases import FINAL_EFFORT_TURNS, LAST_TURN
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN

SIEGE = 0.8
"""How much of the prize a fort's lost steps are taken for: they never come back (§2.8)."""
SIEGE_TRAIN = 12
"""§11.23: with fewer factors an attack on a fort goes without heavy artillery, of which a marker is rarely kept."""
LOSSES_AT_THE_END, CORPS_AT_THE_END = 0.2, 0.05
"""On the last turn: what a step of difference in losses counts beside the hex, and what each corps costs."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A corps that could attack from a hex, with the morale that it would have there; ``cost`` of getting there."""

    piece: Piece
    hex: str
    morale: int
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack: who goes in from where, and its worth in steps."""

    target: str
    stands: tuple[Stand, ...]
    hqs: tuple[str, ...]
    net: float
    cleared: float
    ours: float = 0.0
    theirs: float = 0.0
    """What both sides lose on average, in steps."""

    def units(self) -> list[str]:
        """Corps and HQs that attack."""
        return sorted([s.piece.id for s in self.stands] + list(self.hqs))


def best_assault(table: TurnView, foe: Foe, stands: Sequence[Stand], prize: float, bonus: float) -> Assault | None:
    """The best way to attack a hex with some of these. ``prize`` is for clearing it, ``bonus`` for trying (§4.4)."""
    fresh = [s for s in stands if s.morale >= 0]
    keen = [s for s in stands if s.morale > 0]
    choices = [keen, fresh, list(stands)]
    hexes = sorted({s.hex for s in stands})
    if len(hexes) > 1:
        choices += [[s for s in stands if s.hex == h] for h in hexes]
    found: Assault | None = None
    for choice in choices:
        plan = _muster(table, foe, choice, prize, bonus)
        if plan is not None and (found is None or plan.net > found.net):
            found = plan
    return found


def _muster(table: TurnView, foe: Foe, stands: Sequence[Stand], prize: float, bonus: float) -> Assault | None:
    """Add corps, the strongest first, and keep the number that was worth most."""
    rows: dict[str, list[Stand]] = {}
    for s in sorted(stands, key=lambda s: (-s.piece.fighting, s.cost, s.piece.id)):
        rows.setdefault(s.piece.id, []).append(s)
    chosen: list[Stand] = []
    room: dict[str, int] = {}
    best: Assault | None = None
    for options in rows.values():
        taken = {s.hex: s.piece.nation for s in chosen}
        open_ = [
            s for s in options if room.get(s.hex, 0) < ATTACKERS and taken.get(s.hex, s.piece.nation) == s.piece.nation
        ]
        if not open_:
            continue
        origins = {s.hex for s in chosen}
        stand = min(
            open_, key=lambda s: (not concentric(table.printed.board, origins | {s.hex}, foe.hex), s.cost, s.hex)
        )
        chosen.append(stand)
        room[stand.hex] = room.get(stand.hex, 0) + 1
        plan = judge(table, foe, chosen, (), prize, bonus)
        if best is None or plan.net > best.net:
            best = plan
    return best


def with_headquarters(
    table: TurnView, foe: Foe, plan: Assault, prize: float, bonus: float, able: Collection[str]
) -> Assault:
    """§11.7: the same attack with the HQs of its hexes that are ``able`` to go in, where that is worth more."""
    origins = {s.hex for s in plan.stands}
    near = (p for p in table.hqs() if p.hex in origins and p.supply == "in" and p.command)
    hqs = tuple(p.id for p in near if p.id in able)
    if not hqs or len(plan.stands) < ATTACKERS:
        return plan
    other = judge(table, foe, plan.stands, hqs, prize, bonus)
    return other if other.net > plan.net + table.habits.spirit else plan


def judge(
    table: TurnView, foe: Foe, stands: Sequence[Stand], hqs: Sequence[str], prize: float, bonus: float
) -> Assault:
    """§11.8 to §11.20: the worth of an attack by these."""
    origins = {s.hex for s in stands}
    attack = sum(s.piece.fighting for s in stands) + sum(HQ_WORTH[table.own[u].nation] for u in hqs)
    tired = sum(1 for s in stands if s.morale < 0)
    shift = _shift(table, foe, stands) + _siege_guns(table, foe, stands, attack)
    look = outlook(
        table.printed.charts,
        column(table.printed.charts, attack, foe.defence) + shift,
        foe.steps,
        not foe.fort and foe.hex not in table.printed.board.fortresses,
        concentric(table.printed.board, origins, foe.hex),
        foe.british,
    )
    fallen = max(look.cleared, SIEGE * look.theirs / foe.steps) if foe.fort else look.cleared
    if foe.hex in table.printed.board.cities:
        # §9.5: nobody recovers beside an enemy, so a city that is attacked each turn falls in the end.
        fallen = max(fallen, table.habits.grind * look.theirs / max(1, foe.steps))
    net = look.theirs - look.ours + fallen * prize + bonus
    habits, failed = table.habits, 1 - look.cleared
    if habits.to_the_last and table.turn == LAST_TURN:
        # Nobody fights again but the Entente, so little but the hex itself counts.
        worth = fallen * prize + bonus
        worth += LOSSES_AT_THE_END * (look.theirs - look.ours) - CORPS_AT_THE_END * len(stands)
        return Assault(foe.hex, tuple(stands), tuple(hqs), worth, look.cleared, look.ours, look.theirs)
    net += len(stands) * (habits.pride * look.cleared - habits.spirit * failed) - tired * failed
    net -= habits.use * len(stands) + sum(s.cost for s in stands)
    return Assault(foe.hex, tuple(stands), tuple(hqs), net, look.cleared, look.ours, look.theirs)


def _shift(table: TurnView, foe: Foe, stands: Sequence[Stand]) -> int:
    """§11.12 to §11.16: the column shifts of ground, rivers and morale."""
    shift = -cover(table.printed.board, foe.hex)
    if all_across_river(table.printed.board, {s.hex for s in stands}, foe.hex):
        shift -= 1
    shift += 1 if all(s.morale > 0 for s in stands) else -1 if any(s.morale < 0 for s in stands) else 0
    shift += 1 if foe.fatigued else -1 if foe.elan else 0
    if table.side == ENTENTE and table.turn in FINAL_EFFORT_TURNS:
        shift += 1
    return shift


def _siege_guns(table: TurnView, foe: Foe, stands: Sequence[Stand], attack: float) -> int:
    """§11.23: the columns that heavy artillery and the coup de main bring on average against a fort."""
    supplied = all(s.piece.supply == "in" for s in stands)
    if table.side != GERMAN or not foe.fort or attack < SIEGE_TRAIN or not supplied:
        return 0
    columns = table.printed.charts.bombardment
    return round(sum(columns) / len(columns) * (bool(table.coup) + bool(table.guns)))


def in_place(table: TurnView, units: Iterable[str]) -> list[Stand]:
    """The corps among these units where they stand."""
    found = [table.own[u] for u in units if u in table.own]
    return [Stand(p, p.hex, p.morale) for p in found if p.is_corps]


def able_together(table: TurnView, stands: Sequence[Stand]) -> list[Stand]:
    """§11.4: those in command; all of them if they share a hex."""
    if len({s.hex for s in stands}) < 2:
        return list(stands)
    return [s for s in stands if s.piece.command]
