"""§9.0, §6.5 The Regroup Phase as a program plays it, and who leaves a hex that holds too many."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options
from rules.schlieffens_war.players.asking import end_phase, nearest, offers_by_kind
from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.sight import MOST_CORPS, MOST_HQS, Piece, TurnView


class Regrouping:
    """Who recovers, comes back, comes in and leaves."""

    def __init__(self, character: Character) -> None:
        self.character = character

    def next(self, client: SeatClient, table: TurnView) -> JsonObject | None:
        """§9.0: the next order of the phase, or its end."""
        offers = offers_by_kind(client)
        for kind in ("remove_fatigue", "restore"):
            if kind in offers:
                return {"kind": kind, "units": first_options(offers[kind])["of"]}
        if "withdraw" in offers:
            corps = first_options(offers["withdraw"])
            rear = sorted(corps["of"], key=lambda u: (-nearest(table, table.own[u].hex), u))
            return {"kind": "withdraw", "units": rear[: corps["least"]]}
        for kind in ("return", "reinforce"):
            waiting: list[str] = first_options(offers[kind])["of"] if kind in offers else []
            for unit in sorted(waiting, key=lambda u: (table.printed.counters[u].kind != "hq", u)):
                hexes: list[str] = client.options(kind, "hex", unit=unit)["of"]
                roomy = [h for h in hexes if _has_room(table, unit, h)]
                if roomy or kind == "reinforce":
                    return {"kind": kind, "unit": unit, "hex": self._rally(table, unit, roomy or hexes)}
        return end_phase(offers)

    def _rally(self, table: TurnView, unit: str, hexes: Iterable[str]) -> str:
        """§9.1 to §9.5: of the hexes in which a unit may come in the one nearest to where it is wanted."""
        c = table.printed.counters[unit]

        def way(hex_: str) -> tuple[int, str]:
            piece = Piece(unit, hex_, c.side, c.nation, c.kind, c.army, 0, c.full, c.full, c.ma, 0, "in", True)
            goal = self.character.headquarters(table, piece) if c.kind == "hq" else self.character.goal(table, piece)
            return table.measured.march(hex_, goal), hex_

        return min(hexes, key=way)

    def overstack(self, client: SeatClient, table: TurnView) -> JsonObject:
        """§6.5: the weakest leaves, to the hex farthest from the enemy."""
        offers = offers_by_kind(client)
        if "displace" in offers:
            choices: dict[str, list[str]] = offers["displace"]["choices"]
            unit = min(choices, key=lambda u: (table.own[u].factor, u))
            return {"kind": "displace", "unit": unit, "hex": max(choices[unit], key=lambda h: (nearest(table, h), h))}
        units: list[str] = offers["eliminate"]["units"]
        return {"kind": "eliminate", "unit": min(units, key=lambda u: (table.own[u].factor, u))}


def _has_room(table: TurnView, unit: str, hex_: str) -> bool:
    """§6.2: whether a unit that comes into a hex leaves it within the limits; the 6th Army comes anyway (§9.3)."""
    kinds = [table.printed.counters[u] for u in (*table.friends.get(hex_, ()), unit)]
    return sum(c.weight for c in kinds) <= MOST_CORPS and sum(c.kind == "hq" for c in kinds) <= MOST_HQS
