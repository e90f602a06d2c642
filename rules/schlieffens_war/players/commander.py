"""A program that plays one side: it reads the table, plans a phase, and answers every other question as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from rules.kernel.game import Rng
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Chair, first_options
from rules.schlieffens_war.players import staff
from rules.schlieffens_war.players.assaults import SIEGE_TRAIN, able_together, best_assault, in_place, with_staff
from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.ground import FAR
from rules.schlieffens_war.players.marches import Marches, Reach, Way, grouped, reach_of
from rules.schlieffens_war.players.sight import Piece, Table, read

SHORT_OF_AN_HQ = 5.0
"""What losing an HQ costs, in factors."""
LAST_STEP = 1.5
"""What the last step of a unit costs besides its factor: it has to come back by way of the cities at home."""
STAGES = ("corps", "staff", "depots")
"""In which order a Movement Phase is planned: those who are led first, then who leads and feeds them."""


class Commander:
    """Plays a side in the manner of a character. One object plays one match."""

    def __init__(self, character: Character) -> None:
        self.character = character
        self._forts: dict[str, int] = {}
        self._placed = False
        self._moving: tuple[int, int] = (0, 0)
        """(turn, stage) that the orders in hand are of."""
        self._orders: list[tuple[tuple[str, ...], Way]] = []
        self._waiting: list[str] = []
        """HQs or depots that have still to be thought of in this stage."""
        self._led: dict[str, float] = {}
        self._depots: dict[str, Reach] = {}
        self._refused: set[tuple[int, str]] = set()
        """(turn, hex) that cannot be attacked after all."""

    def command(self, chair: Chair, rng: Rng) -> JsonObject:
        """The command for the decision that this chair has now."""
        view: Any = chair.view()
        if self._orders and not self._orders[0][1].forced and self._moving[0] == view["turn"]:
            return _order(*self._orders.pop(0))
        table = read(view, chair.seat, self._forts, chair.printed)
        handlers: Mapping[str, Callable[[Chair, Table], JsonObject | None]] = {
            "setup": self._set_up,
            "regroup": self._regroup,
            "movement": self._move,
            "combat": self._attack,
            "choose_defenders": self._defend,
            "heavy_artillery": self._bombard,
            "defender_losses": self._defender_losses,
            "attacker_losses": self._lose,
            "extra_loss": self._lose,
            "advance": self._advance,
            "overstack": self._overstack,
        }
        command = handlers[table.step](chair, table)
        return command if command is not None else chair.some_command(rng)

    # --- set-up and regrouping (§3.1, §9.0) ---------------------------------------------------------------------------

    def _set_up(self, _chair: Chair, _table: Table) -> JsonObject:
        if self._placed:
            return {"kind": "end_phase"}
        self._placed = True
        return {"kind": "historical"}

    def _regroup(self, chair: Chair, table: Table) -> JsonObject | None:
        offers = _offers(chair)
        for kind in ("remove_fatigue", "restore"):
            if kind in offers:
                return {"kind": kind, "units": first_options(offers[kind])["of"]}
        if "withdraw" in offers:
            corps = first_options(offers["withdraw"])
            rear = sorted(corps["of"], key=lambda u: (-_nearest(table, table.own[u].hex), u))
            return {"kind": "withdraw", "units": rear[: corps["least"]]}
        for kind in ("return", "reinforce"):
            if kind in offers:
                waiting: list[str] = first_options(offers[kind])["of"]
                unit = min(waiting, key=lambda u: (table.printed.counters[u].kind != "hq", u))
                hexes: list[str] = chair.options(kind, "hex", unit=unit)["of"]
                return {"kind": kind, "unit": unit, "hex": self._rally(table, unit, hexes)}
        return _end(offers)

    def _rally(self, table: Table, unit: str, hexes: Iterable[str]) -> str:
        """§9.1 to §9.5: of the hexes in which a unit may come in the one nearest to where it is wanted."""
        c = table.printed.counters[unit]

        def way(hex_: str) -> tuple[int, str]:
            piece = Piece(unit, hex_, c.side, c.nation, c.kind, c.army, 0, c.full, c.full, c.ma, 0, "in", True)
            goal = self.character.headquarters(table, piece) if c.kind == "hq" else self.character.goal(table, piece)
            return table.ground.march(hex_, goal), hex_

        return min(hexes, key=way)

    # --- movement (§10.0) ---------------------------------------------------------------------------------------------

    def _move(self, chair: Chair, table: Table) -> JsonObject | None:
        if self._moving[0] != table.turn:
            self._moving, self._depots = (table.turn, 0), {}
            self._orders, self._led = self._plan_corps(chair, table), {}
            self._waiting = []
        while True:
            while self._orders:
                units, way = self._orders.pop(0)
                if not way.forced or self._still_forced(chair, units, way):
                    return _order(units, way)
            if self._waiting:
                self._think_of(chair, table, self._waiting.pop(0))
                continue
            stage = self._moving[1] + 1
            if stage >= len(STAGES):
                return _end(_offers(chair))
            self._moving = (table.turn, stage)
            self._waiting = self._to_think_of(table, STAGES[stage])

    def _still_forced(self, chair: Chair, units: Iterable[str], way: Way) -> bool:
        """§10.6: whether the march may still be forced: who has left may have taken the command along."""
        answer = chair.consult({"kind": "move", "units": [*units]})
        if isinstance(answer, Refusal):
            return False
        there: Any = answer["hexes"]
        return way.hex in there and there[way.hex]["band"] == "forced" and tuple(there[way.hex]["path"]) == way.path

    def _plan_corps(self, chair: Chair, table: Table) -> list[tuple[tuple[str, ...], Way]]:
        movers = set(_offers(chair).get("move", {}).get("units", ()))
        reach: dict[str, Reach] = {}
        alike: dict[tuple[object, ...], Reach] = {}
        for piece in table.own.values():
            if piece.id not in movers or piece.kind == "depot":
                continue
            key = (piece.hex, piece.ma, piece.kind == "hq", piece.morale < 0, piece.supply, piece.nation)
            if key not in alike:
                alike[key] = _reach(chair, piece)
            reach[piece.id] = alike[key]
        rails, closed = _rails(chair), _closed(chair, table)
        fed: set[str] = set()
        for hq in table.staffs():
            depot = self._depot_of(chair, table, hq)
            fed |= staff.fed_by(
                table.ground, staff.hq_grounds(table, hq, reach.get(hq.id, _staying(hq.hex)), depot, rails, closed)
            )
        corps = {u: r for u, r in reach.items() if table.own[u].is_corps}
        return grouped(table, Marches(table, self.character, corps, frozenset(fed)).plan())

    def _depot_of(self, chair: Chair, table: Table, hq: Piece) -> Reach:
        """Where the depot of an HQ's army could go; it is asked once a phase, since depots move last."""
        depot = next((p for p in table.own.values() if p.kind == "depot" and p.army == hq.army), None)
        if depot is None:
            return {}
        if depot.id not in self._depots:
            self._depots[depot.id] = _reach(chair, depot)
        return self._depots[depot.id]

    def _to_think_of(self, table: Table, stage: str) -> list[str]:
        kind = "hq" if stage == "staff" else "depot"
        return sorted(p.id for p in table.own.values() if p.kind == kind)

    def _think_of(self, chair: Chair, table: Table, unit: str) -> None:
        """Give an HQ or a depot its order, if it had better move."""
        piece = table.own.get(unit)
        if piece is None:
            return
        reach = self._depots.get(unit) or _reach(chair, piece)
        rails, closed = _rails(chair), _closed(chair, table)
        if piece.kind == "hq":
            grounds = staff.hq_grounds(table, piece, reach, self._depot_of(chair, table, piece), rails, closed)
            way = staff.place_hq(table, self.character, piece, reach, grounds, self._led)
            for p in table.corps():
                if p.nation == piece.nation and table.ground.apart(p.hex, way.hex) <= staff.FEED:
                    self._led[p.id] = 0.15
        else:
            hq = next((p for p in table.staffs() if p.army == piece.army), None)
            if hq is None:
                return
            way = staff.place_depot(table, hq.hex, reach, rails, closed)
        if way.path:
            self._orders.append(((unit,), way))

    # --- combat (§11.0) -----------------------------------------------------------------------------------------------

    def _attack(self, chair: Chair, table: Table) -> JsonObject | None:
        offers = _offers(chair)
        targets: dict[str, list[str]] = offers.get("attack", {}).get("targets", {})
        found = []
        for hex_, units in targets.items():
            if (table.turn, hex_) in self._refused:
                continue
            enemy = table.foes[hex_]
            prize, bonus = self.character.prize(table, hex_), self.character.bonus(table, hex_)
            near = in_place(table, units)
            if bonus:
                near = [s for s in near if s.piece.nation == "FR"]
            plans = [best_assault(table, enemy, able_together(table, near), prize, bonus)]
            plans += [
                best_assault(table, enemy, [s for s in near if s.hex == h], prize, bonus) for h in {s.hex for s in near}
            ]
            found += [with_staff(table, enemy, p, prize, bonus) for p in plans if p is not None]
        for plan in sorted(found, key=lambda a: (-a.net, a.target, a.units())):
            if plan.net < self.character.least(table):
                break
            command: JsonObject = {"kind": "attack", "units": [*plan.units()], "target": plan.target}
            answer = chair.consult({**command})
            if not isinstance(answer, Refusal) and answer["legal"]:
                return command
            self._refused.add((table.turn, plan.target))
        return _end(offers)

    def _bombard(self, chair: Chair, _table: Table) -> JsonObject:
        """§11.23: the guns are for attacks in strength: a marker is rarely kept."""
        offer = _offers(chair)["bombard"]
        battle: Any = chair.view()["battle"]
        strong = battle["attack"] >= SIEGE_TRAIN
        coup, guns = bool(offer["coup"] and strong), bool(offer["artillery"] and strong)
        return {"kind": "bombard", "coup": coup, "artillery": guns}

    def _defend(self, chair: Chair, table: Table) -> JsonObject:
        offer = _offers(chair)["defend"]
        best: list[str] = sorted(offer["units"], key=lambda u: (table.own[u].morale < 0, -table.own[u].factor, u))
        return {"kind": "defend", "units": [*best[: offer["count"]]]}

    def _defender_losses(self, chair: Chair, table: Table) -> JsonObject | None:
        offers = _offers(chair)
        if "retreat" in offers and not self._stands_fast(chair, table):
            ways = first_options(offers["retreat"])
            paths: list[list[str]] = [*ways["ways"].values(), *chain(*ways.get("others", {}).values())]
            return {"kind": "retreat", "path": [*max(paths, key=lambda p: (_nearest(table, p[-1]), p))]}
        return self._lose_of(table, offers)

    def _stands_fast(self, chair: Chair, table: Table) -> bool:
        """§11.20: whether a beaten stack stays and loses steps: a hex worth holding, and somebody left to hold it."""
        battle: Any = chair.view()["battle"]
        target: str = battle["target"]
        steps = sum(table.own[u].steps for u in table.friends.get(target, ()) if table.own[u].is_corps)
        return self.character.keeps(table, target) and steps > battle["losses"]["defender"]

    def _lose(self, chair: Chair, table: Table) -> JsonObject | None:
        return self._lose_of(table, _offers(chair))

    def _lose_of(self, table: Table, offers: Mapping[str, Any]) -> JsonObject | None:
        """§11.20: the step that costs least."""
        if "lose" not in offers:
            return None
        units: list[str] = first_options(offers["lose"])["of"]
        return {"kind": "lose", "units": [min(units, key=lambda u: (_step_cost(table, table.own[u]), u))]}

    def _advance(self, chair: Chair, table: Table) -> JsonObject:
        offer = _offers(chair)["advance"]
        target: str = offer["hexes"][0]
        if not self.character.follows(table, target):
            return {"kind": "advance", "units": []}
        posts = {p.hex: p.corps for p in self.character.posts(table)}
        here: dict[str, int] = {}
        for p in table.corps():
            here[p.hex] = here.get(p.hex, 0) + 1
        going: list[str] = []
        corps = [table.own[u] for u in offer["units"] if table.own[u].is_corps]
        for piece in sorted(corps, key=lambda p: (p.morale < 0, -p.factor, p.id)):
            if len(going) < 3 and here[piece.hex] > posts.get(piece.hex, 0):
                if going and piece.nation != table.own[going[0]].nation:
                    continue
                going.append(piece.id)
                here[piece.hex] -= 1
        if not going and corps and target in table.printed.board.cities:
            going = [max(corps, key=lambda p: (p.factor, p.id)).id]
        return {"kind": "advance", "units": [*going]}

    def _overstack(self, chair: Chair, table: Table) -> JsonObject:
        offers = _offers(chair)
        if "displace" in offers:
            choices: dict[str, list[str]] = offers["displace"]["choices"]
            unit = min(choices, key=lambda u: (table.own[u].factor, u))
            return {"kind": "displace", "unit": unit, "hex": max(choices[unit], key=lambda h: (_nearest(table, h), h))}
        units: list[str] = offers["eliminate"]["units"]
        return {"kind": "eliminate", "unit": min(units, key=lambda u: (table.own[u].factor, u))}


def _order(units: Iterable[str], way: Way) -> JsonObject:
    return {"kind": "move", "units": [*units], "path": [*way.path], "forced": way.forced}


def _offers(chair: Chair) -> dict[str, Any]:
    """What is offered now, by kind."""
    offers: Any = chair.legal()["offers"]
    return {o["kind"]: o for o in offers}


def _end(offers: Mapping[str, Any]) -> JsonObject | None:
    """The end of the phase, or None while it cannot end."""
    return {"kind": "end_phase"} if offers["end_phase"]["refusal"] is None else None


def _staying(hex_: str) -> Reach:
    return {hex_: Way(hex_, (), 0, "stay")}


def _reach(chair: Chair, piece: Piece) -> Reach:
    answer = chair.consult({"kind": "move", "units": [piece.id]})
    return _staying(piece.hex) if isinstance(answer, Refusal) else reach_of(answer, piece.hex)


def _rails(chair: Chair) -> frozenset[str]:
    """§8.3 to §8.6: the rail hexes by which supply comes."""
    answer: Any = chair.consult({"kind": "overlay", "name": "supply"})
    return frozenset(h for link in answer["lines"] for h in link)


def _closed(chair: Chair, table: Table) -> frozenset[str]:
    """§7.2, §8.2: hexes through which no supply goes: the enemy's, and enemy zones where no friend stands."""
    answer: Any = chair.consult({"kind": "overlay", "name": "zoc"})
    return frozenset(table.foes) | (frozenset(answer["hexes"]) - frozenset(table.friends))


def _nearest(table: Table, hex_: str) -> int:
    """Hexes to the nearest enemy."""
    return min((table.ground.apart(hex_, f) for f in table.foes), default=FAR)


def _step_cost(table: Table, piece: Piece) -> float:
    """What the next step of a unit is worth."""
    if piece.kind == "hq":
        return SHORT_OF_AN_HQ
    strengths = table.printed.counters[piece.id].strengths
    left = strengths[-(piece.steps - 1)] if piece.steps > 1 else 0
    return piece.factor - left + (0.0 if piece.steps > 1 else LAST_STEP)
