"""§11.0 Combat as a program plays it: which attacks, who defends, whose steps, and who goes after the enemy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient, first_options
from rules.kernel.programs.reasons import MOST_OTHERS, Course
from rules.schlieffens_war.players import reasons
from rules.schlieffens_war.players.asking import end_phase, nearest, offers_by_kind
from rules.schlieffens_war.players.assaults import (
    SIEGE_TRAIN,
    Assault,
    able_together,
    best_assault,
    in_place,
    with_headquarters,
)
from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.headquarters import goes_astray
from rules.schlieffens_war.players.open_cities import cities_that_count
from rules.schlieffens_war.players.sight import Piece, TurnView

SHORT_OF_AN_HQ = 5.0
"""What losing an HQ costs, in factors."""
LAST_STEP = 1.5
"""What the last step of a unit costs besides its factor: it has to come back by way of the cities at home."""


class Fighting:
    """The decisions of a Combat Phase, on both sides of the attack."""

    def __init__(self, character: Character) -> None:
        self.character = character
        self._refused: set[tuple[int, str]] = set()
        """(turn, hex) that cannot be attacked after all."""

    def attack(self, client: SeatClient, table: TurnView) -> JsonObject | None:
        """§11.1: the most promising attack that is worth it, or the end of the phase."""
        offers = offers_by_kind(client)
        if table.turn >= table.habits.seizes_from and "probe" in offers:
            probe = self._probe(table, offers["probe"]["choices"])
            if probe is not None:
                client.because(reasons.PROBES)
                return probe
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
            found += [with_headquarters(table, enemy, p, prize, bonus, units) for p in plans if p is not None]
        best = sorted(found, key=lambda a: (-a.net, a.target, a.units()))
        for n, plan in enumerate(best):
            if plan.net < self.character.least(table) - table.habits.daring:
                break
            course = _course(client, table, plan)
            if course is not None:
                if client.advises:
                    client.because(*course.reasons, odds=course.odds, worth=course.worth)
                    self._say_others(client, table, plan, best[n + 1 :])
                return course.command
            self._refused.add((table.turn, plan.target))
        if client.advises:
            client.rejected(self._not_worth_it(client, table, best))
        return end_phase(offers)

    def _not_worth_it(self, client: SeatClient, table: TurnView, plans: Iterable[Assault]) -> Iterator[Course]:
        """The best attack on each hex that promises too little."""
        told = set[str]()
        for plan in plans:
            course = None if plan.target in told else _course(client, table, plan)
            if course is not None:
                told.add(plan.target)
                yield course

    @staticmethod
    def _probe(table: TurnView, choices: Mapping[str, Iterable[str]]) -> JsonObject | None:
        """§11.1: a corps walks into a city of the enemy that stands open beside it, out of one zone into another."""
        here = Counter(p.hex for p in table.corps())
        cities = [h for h in cities_that_count(table) if h not in table.foes and not table.holds(table.side, h)]
        able = (table.own[u] for u in choices if table.own[u].is_corps)
        for piece in sorted(able, key=lambda p: (p.factor, p.id)):
            # Whoever alone holds a city stays there.
            if piece.hex not in cities_that_count(table) or here[piece.hex] > 1:
                found = [h for h in cities if h in choices[piece.id]]
                if found:
                    return {"kind": "probe", "units": [piece.id], "hex": found[0]}
        return None

    def _say_others(self, client: SeatClient, table: TurnView, first: Assault, others: Iterable[Assault]) -> None:
        """Tell of the next best attacks on other hexes that are worth it."""
        told = {first.target}
        for plan in others:
            if len(told) > MOST_OTHERS or plan.net < self.character.least(table) - table.habits.daring:
                return
            course = None if plan.target in told else _course(client, table, plan)
            if course is not None:
                told.add(plan.target)
                client.weighed(course)

    def bombard(self, client: SeatClient, _table: TurnView) -> JsonObject:
        """§11.23: the guns are for attacks in strength: a marker is rarely kept."""
        offer = offers_by_kind(client)["bombard"]
        battle: Any = client.view()["battle"]
        strong = battle["attack"] >= SIEGE_TRAIN
        coup, guns = bool(offer["coup"] and strong), bool(offer["artillery"] and strong)
        return {"kind": "bombard", "coup": coup, "artillery": guns}

    def defend(self, client: SeatClient, table: TurnView) -> JsonObject:
        """§6.2: the best of those who may defend."""
        offer = offers_by_kind(client)["defend"]
        best: list[str] = sorted(offer["units"], key=lambda u: (table.own[u].morale < 0, -table.own[u].factor, u))
        return {"kind": "defend", "units": [*best[: offer["count"]]]}

    def defender_losses(self, client: SeatClient, table: TurnView) -> JsonObject | None:
        """§11.20: retreat, or stand fast and lose steps."""
        offers = offers_by_kind(client)
        if "retreat" in offers and not self._stands_fast(client, table):
            ways = first_options(offers["retreat"])
            paths: list[list[str]] = [*ways["ways"].values(), *chain(*ways.get("others", {}).values())]
            return {"kind": "retreat", "path": [*max(paths, key=lambda p: (nearest(table, p[-1]), p))]}
        return self._step_lost(table, offers)

    def _stands_fast(self, client: SeatClient, table: TurnView) -> bool:
        """§11.20: whether a beaten stack stays and loses steps: a hex worth holding, and someone left to hold it."""
        battle: Any = client.view()["battle"]
        target: str = battle["target"]
        steps = sum(table.own[u].steps for u in table.friends.get(target, ()) if table.own[u].is_corps)
        return self.character.keeps(table, target) and steps > battle["losses"]["defender"]

    def lose(self, client: SeatClient, table: TurnView) -> JsonObject | None:
        """§11.20: a step of the attacker, or one more of the defender."""
        return self._step_lost(table, offers_by_kind(client))

    def _step_lost(self, table: TurnView, offers: Mapping[str, Any]) -> JsonObject | None:
        """§11.20: the step that costs least."""
        if "lose" not in offers:
            return None
        units: list[str] = first_options(offers["lose"])["of"]
        return {"kind": "lose", "units": [min(units, key=lambda u: (_step_cost(table, table.own[u]), u))]}

    def advance(self, client: SeatClient, table: TurnView) -> JsonObject:
        """§11.22: who goes after the enemy, and who stays to hold the line."""
        offer = offers_by_kind(client)["advance"]
        target: str = offer["hexes"][0]
        astray = table.habits.leash and goes_astray(table, target, offer["units"])
        if astray or not self.character.follows(table, target):
            client.because(reasons.STAYS)
            return {"kind": "advance", "units": []}
        posts = {p.hex: p.corps for p in self.character.posts(table)}
        if table.turn >= table.habits.holds_from:
            posts = {**dict.fromkeys(cities_that_count(table), 1), **posts}
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
            client.because(reasons.ENTERS)
        else:
            client.because(reasons.FOLLOWS if going else reasons.NEEDED)
        return {"kind": "advance", "units": [*going]}


def _course(client: SeatClient, table: TurnView, plan: Assault) -> Course | None:
    """An attack with what speaks for it; None if the rules do not allow it."""
    command: JsonObject = {"kind": "attack", "units": [*plan.units()], "target": plan.target}
    answer = client.consult({**command})
    if isinstance(answer, Refusal) or not answer["legal"]:
        return None
    why = (*reasons.assault(table, plan),) if client.advises else ()
    return Course(command, why, str(answer["heading"]), f"{plan.net:.1f} steps")


def _step_cost(table: TurnView, piece: Piece) -> float:
    """What the next step of a unit is worth."""
    if piece.kind == "hq":
        return SHORT_OF_AN_HQ
    strengths = table.printed.counters[piece.id].strengths
    left = strengths[-(piece.steps - 1)] if piece.steps > 1 else 0
    return piece.factor - left + (0.0 if piece.steps > 1 else LAST_STEP)
