"""§8.3 to §8.6 Where the HQs will stand once the corps have marched as planned, and whom they will feed there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.headquarters import FEED, place_hq
from rules.schlieffens_war.players.marches import Marches, Reach
from rules.schlieffens_war.players.sight import Piece, TurnView

LED = 0.15
"""What a corps that one HQ feeds is still worth to the next."""


@dataclass(frozen=True, slots=True)
class Leader:
    """An HQ, where it could go, and where it would be in supply."""

    hq: Piece
    reach: Reach
    places: frozenset[str]


def fed_after(
    plan: Marches, character: Character, leaders: Sequence[Leader], closed: Collection[str]
) -> frozenset[str]:
    """The hexes that are fed if corps and HQs go where they are to go."""
    table = _after(plan)
    shut = frozenset(h for h in closed if h not in table.friends)
    led: dict[str, float] = {}
    fed: set[str] = set()
    for leader in leaders:
        way = place_hq(table, character, leader.hq, leader.reach, leader.places, led)
        here = frozenset(_fed_from(table, way.hex, shut))
        led.update((p.id, LED) for p in table.corps() if p.nation == leader.hq.nation and p.hex in here)
        if way.hex in leader.places:
            fed |= here
    return frozenset(fed)


def _after(plan: Marches) -> TurnView:
    """The table with every corps where the plan sends it; the others lie where they lie."""
    own = {u: replace(p, hex=plan.chosen[u].hex) if u in plan.chosen else p for u, p in plan.table.own.items()}
    friends: dict[str, tuple[str, ...]] = {}
    for piece in own.values():
        friends[piece.hex] = (*friends.get(piece.hex, ()), piece.id)
    return replace(plan.table, own=own, friends=friends)


def _fed_from(table: TurnView, hq: str, shut: Collection[str]) -> Iterator[str]:
    """§7.2: a line goes into a zone of the enemy, and on only where a friend stands."""
    reached: Iterable[str] = (hq,)
    yield hq
    for _ in range(FEED):
        reached = [n for h in reached if h == hq or h not in shut for n in table.measured.around(h)]
        yield from reached
