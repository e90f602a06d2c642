"""§10.0 A Movement Phase as a program plans it: the corps first, then who leads and feeds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient
from rules.kernel.programs.reasons import Reason
from rules.schlieffens_war.players import headquarters, reasons
from rules.schlieffens_war.players.asking import end_phase, offers_by_kind
from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.marches import Marches, Reach, Way, group_marches, reach_of
from rules.schlieffens_war.players.open_cities import garrison_cities, garrison_home, take_open_cities
from rules.schlieffens_war.players.rehearsing import Leader, fed_after
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.printed.sides import GERMAN

STAGES = ("corps", "hq", "depots")
"""In which order a Movement Phase is planned: those who are led first, then who leads and feeds them."""


class Marching:
    """The orders of a Movement Phase, thought out once and given one after another."""

    def __init__(self, character: Character) -> None:
        self.character = character
        self._moving: tuple[int, int] = (0, 0)
        """(turn, stage) that the orders in hand are of."""
        self._orders: list[tuple[tuple[str, ...], Way]] = []
        self._waiting: list[str] = []
        """HQs or depots that have still to be thought of in this stage."""
        self._led: dict[str, float] = {}
        self._depots: dict[str, Reach] = {}
        self._plan: Marches | None = None
        """Of the corps, in this phase."""
        self._table: TurnView | None = None
        """As it lay when the orders in hand were thought out, where someone wants to know why."""

    def in_hand(self, client: SeatClient, turn: int) -> JsonObject | None:
        """An order of this turn that is thought out and is still one that can be given."""
        while self._orders and not self._orders[0][1].forced and self._moving[0] == turn:
            units, way = self._orders.pop(0)
            if _is_open(client, units, way):
                self._say_why(client, self._table, units[0], way)
                return _order(units, way)
        return None

    def _say_why(self, client: SeatClient, table: TurnView | None, unit: str, way: Way) -> None:
        if client.advises and table is not None and (reason := self.why(table, unit, way)) is not None:
            client.because(reason)

    def why(self, table: TurnView, unit: str, way: Way) -> Reason | None:
        """Why a unit was given an order; None where it was given none in this phase."""
        plan, kind = self._plan, table.own[unit].kind
        if kind in ("hq", "depot"):
            return reasons.LEADS if kind == "hq" else reasons.FEEDS
        if plan is None or unit not in plan.chosen:
            return None
        if unit in plan.posted:
            return reasons.why_hold(table, plan.posted[unit])
        if unit in plan.massed:
            return reasons.why_mass(table, plan.massed[unit])
        return reasons.why_march(table, way, plan.goals[unit])

    def next(self, client: SeatClient, table: TurnView) -> JsonObject | None:
        """The next order of the phase, or its end."""
        if client.advises:
            self._table = table
        if self._moving[0] != table.turn:
            self._moving, self._depots = (table.turn, 0), {}
            self._orders, self._led = self._plan_corps(client, table), {}
            self._waiting = []
        while True:
            while self._orders:
                units, way = self._orders.pop(0)
                if self._still_forced(client, units, way) if way.forced else _is_open(client, units, way):
                    self._say_why(client, table, units[0], way)
                    return _order(units, way)
            if self._waiting:
                self._think_of(client, table, self._waiting.pop(0))
                continue
            stage = self._moving[1] + 1
            if stage >= len(STAGES):
                return end_phase(offers_by_kind(client))
            self._moving = (table.turn, stage)
            self._waiting = self._to_think_of(client, table, STAGES[stage])

    def _still_forced(self, client: SeatClient, units: Iterable[str], way: Way) -> bool:
        """§10.6: whether the march may still be forced: who has left may have taken the command along."""
        answer = client.consult({"kind": "move", "units": [*units]})
        if isinstance(answer, Refusal):
            return False
        there: Any = answer["hexes"]
        return way.hex in there and there[way.hex]["band"] == "forced" and tuple(there[way.hex]["path"]) == way.path

    def _plan_corps(self, client: SeatClient, table: TurnView) -> list[tuple[tuple[str, ...], Way]]:
        movers = _movers(client)
        reach: dict[str, Reach] = {}
        alike: dict[tuple[object, ...], Reach] = {}
        for piece in table.own.values():
            if piece.id not in movers or piece.kind == "depot":
                continue
            key = (piece.hex, piece.ma, piece.kind == "hq", piece.morale < 0, piece.supply, piece.nation)
            if key not in alike:
                alike[key] = _reach(client, piece)
            reach[piece.id] = alike[key]
        rails, closed = _rails(client), _closed_hexes(client, table)
        fed: set[str] = set()
        leaders: list[Leader] = []
        for hq in sorted(table.hqs(), key=lambda hq: hq.id):
            depot = self._depot_of(client, table, hq)
            ways = reach.get(hq.id, _staying(hq.hex))
            places = headquarters.hq_hexes(table, hq, ways, depot, rails, closed)
            leaders.append(Leader(hq, ways, places))
            fed |= headquarters.fed_by(table.measured, places)
        corps = {u: r for u, r in reach.items() if table.own[u].is_corps}
        plan = self._planned(table, corps, frozenset(fed))
        for _ in range(table.habits.rehearsals):
            # An HQ could feed many hexes, and will feed those around one place.
            plan = self._planned(table, corps, fed_after(plan, self.character, leaders, closed))
        self._plan = plan
        return group_marches(table, plan.chosen)

    def _planned(self, table: TurnView, corps: Mapping[str, Reach], fed: frozenset[str]) -> Marches:
        plan = Marches(table, self.character, corps, fed)
        plan.plan()
        if table.side == GERMAN and table.habits.home:
            garrison_home(plan)
        if table.turn >= table.habits.seizes_from:
            take_open_cities(plan)
        if table.turn >= table.habits.holds_from:
            garrison_cities(plan)
        return plan

    def _depot_of(self, client: SeatClient, table: TurnView, hq: Piece) -> Reach:
        """Where the depot of an HQ's army could go; it is asked once a phase, since depots move last."""
        depot = next((p for p in table.own.values() if p.kind == "depot" and p.army == hq.army), None)
        if depot is None:
            return {}
        if depot.id not in self._depots:
            self._depots[depot.id] = _reach(client, depot)
        return self._depots[depot.id]

    def _to_think_of(self, client: SeatClient, table: TurnView, stage: str) -> list[str]:
        """Those of a kind that are ours to move, and not an ally's."""
        kind, movers = "hq" if stage == "hq" else "depot", _movers(client)
        return sorted(p.id for p in table.own.values() if p.kind == kind and p.id in movers)

    def _think_of(self, client: SeatClient, table: TurnView, unit: str) -> None:
        """Give an HQ or a depot its order, if it had better move."""
        piece = table.own.get(unit)
        if piece is None:
            return
        reach = self._depots.get(unit) or _reach(client, piece)
        rails, closed = _rails(client), _closed_hexes(client, table)
        if piece.kind == "hq":
            places = headquarters.hq_hexes(table, piece, reach, self._depot_of(client, table, piece), rails, closed)
            way = headquarters.place_hq(table, self.character, piece, reach, places, self._led)
            for p in table.corps():
                if p.nation == piece.nation and table.measured.apart(p.hex, way.hex) <= headquarters.FEED:
                    self._led[p.id] = 0.15
        else:
            hq = next((p for p in table.hqs() if p.army == piece.army), None)
            if hq is None:
                return
            way = headquarters.place_depot(table, hq.hex, reach, rails, closed)
        if way.path:
            self._orders.append(((unit,), way))


def _movers(client: SeatClient) -> frozenset[str]:
    return frozenset(offers_by_kind(client).get("move", {}).get("units", ()))


def _order(units: Iterable[str], way: Way) -> JsonObject:
    return {"kind": "move", "units": [*units], "path": [*way.path], "forced": way.forced}


def _is_open(client: SeatClient, units: Iterable[str], way: Way) -> bool:
    """Whether units can still go a way without a forced march: an ally may have moved, or something was taken back."""
    try:
        hurry = client.options("move", "forced", units=[*units], path=[*way.path])
    except ValueError:
        return False
    return hurry["needed"] is None


def _staying(hex_: str) -> Reach:
    return {hex_: Way(hex_, (), 0, "stay")}


def _reach(client: SeatClient, piece: Piece) -> Reach:
    answer = client.consult({"kind": "move", "units": [piece.id]})
    return _staying(piece.hex) if isinstance(answer, Refusal) else reach_of(answer, piece.hex)


def _rails(client: SeatClient) -> frozenset[str]:
    """§8.3 to §8.6: the rail hexes by which supply comes."""
    answer: Any = client.consult({"kind": "overlay", "name": "supply"})
    return frozenset(h for link in answer["lines"] for h in link)


def _closed_hexes(client: SeatClient, table: TurnView) -> frozenset[str]:
    """§7.2, §8.2: hexes through which no supply goes: the enemy's, and enemy zones where no friend stands."""
    answer: Any = client.consult({"kind": "overlay", "name": "zoc"})
    return frozenset(table.foes) | (frozenset(answer["hexes"]) - frozenset(table.friends))
