"""Players with a purpose, for the recorded games of Schlieffen's War: each brings about one ending of the rulebook.

They know what a client knows: the printed map, their view, their offers and what ``consult`` answers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient, first_options
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS
from tests.golden.endings import Ending, gamblers

PRINTED = PLANS[AUGUST_1914]

Goals = Callable[[JsonObject], frozenset[str]]
"""Where a side wants to go, from its view."""
BANDS = ("free", "tiring")
"""These players never force a march."""


def nowhere(_view: JsonObject) -> frozenset[str]:
    """A side that stands still."""
    return frozenset()


def anywhere(hexes: frozenset[str]) -> Goals:
    """The hexes of a list that the enemy controls still."""

    def left(view: Any) -> frozenset[str]:
        mine = set(view["control"][view["viewer"]])
        return frozenset(h for h in hexes if h not in mine)

    return left


def german_lines(view: Any) -> frozenset[str]:
    """Where Germans stand on German ground: what Plan XVII wants attacked; nowhere once it is fulfilled."""
    if view["tracks"]["plan_xvii"] >= view["tracks"]["plan_xvii_needed"]:
        return frozenset()
    country = PRINTED.board.country
    return frozenset(h for h, units in view["stacks"].items() if units[0]["side"] == "german" and country[h] == "GE")


@dataclass
class Player:
    """A side's player. ``shuns`` are hexes it never enters.

    ``attacks``: ``never``, ``plan`` (what Plan XVII counts, until it is fulfilled) or ``goals`` (fair odds on the way).
    """

    seat: str
    rng: random.Random
    goals: Goals = nowhere
    attacks: str = "never"
    shuns: frozenset[str] = frozenset()
    refuses_withdrawal: bool = False
    _phase: str = ""
    _seen: set[str] = field(default_factory=set)

    def command(self, state: State) -> JsonObject:
        """What to do now."""
        question: Any = GAME.legal(state, self.seat)
        if question["ask"] != self._phase:
            self._phase = question["ask"]
            self._seen = set()
        offers = {o["kind"]: o for o in question["offers"]}
        view: Any = GAME.view(state, self.seat)
        match question["step"]:
            case "setup":
                return {"kind": "historical"} if offers["end_phase"]["refusal"] else {"kind": "end_phase"}
            case "regroup":
                return self._regroup(state, offers)
            case "movement":
                return self._move(state, offers, view)
            case "combat":
                return self._attack(state, offers, view)
            case "advance":
                return self._advance(offers["advance"], view)
            case _:
                return GAME.random_command(state, self.seat, self.rng)

    def _regroup(self, state: State, offers: dict[str, Any]) -> JsonObject:
        if self.refuses_withdrawal and "refuse_withdrawal" in offers:
            return {"kind": "refuse_withdrawal"}
        for kind in ("remove_fatigue", "restore"):
            if kind in offers:
                return {"kind": kind, "units": first_options(offers[kind])["of"]}
        for kind in ("return", "reinforce"):
            if kind in offers:
                unit = first_options(offers[kind])["of"][0]
                hexes: list[str] = SeatClient(GAME, state, self.seat).options(kind, "hex", unit=unit)["of"]
                return {"kind": kind, "unit": unit, "hex": hexes[0]}
        if "withdraw" in offers:
            corps = first_options(offers["withdraw"])
            return {"kind": "withdraw", "units": corps["of"][: corps["least"]]}
        return {"kind": "refuse_withdrawal" if offers["end_phase"]["refusal"] else "end_phase"}

    def _move(self, state: State, offers: dict[str, Any], view: Any) -> JsonObject:
        goals = self.goals(view)
        if goals and "move" in offers:
            for group in self._groups(view, offers["move"]["units"]):
                if group[0] in self._seen:
                    continue
                self._seen.update(group)
                for units in (group, group[:1]):
                    command = self._step(state, units, goals)
                    if command is not None:
                        return command
        return {"kind": "end_phase"}

    def _groups(self, view: Any, movers: list[str]) -> Iterator[list[str]]:
        for stack in view["stacks"].values():
            group = [u["id"] for u in stack if u["id"] in movers and u["kind"] != "depot"]
            if group:
                yield group

    def _step(self, state: State, units: list[str], goals: frozenset[str]) -> JsonObject | None:
        answer: Any = GAME.consult(state, self.seat, {"kind": "move", "units": units})
        if isinstance(answer, Refusal):
            return None
        best, here = None, _away(answer["from"], goals)
        for hex_, way in sorted(answer["hexes"].items()):
            if way["band"] not in BANDS or way["notes"] or self.shuns & set(way["path"]):
                continue
            if _away(hex_, goals) < here:
                best, here = way, _away(hex_, goals)
        return None if best is None else {"kind": "move", "units": [*units], "path": best["path"], "forced": False}

    def _attack(self, state: State, offers: dict[str, Any], view: Any) -> JsonObject:
        goals = self.goals(view)
        if self.attacks == "never" or "attack" not in offers or not goals:
            return {"kind": "end_phase"}
        for target, near in sorted(offers["attack"]["targets"].items(), key=lambda t: (_away(t[0], goals), t[0])):
            if target in self._seen or target in self.shuns:
                continue
            self._seen.add(target)
            for units in (near, near[:1]):
                odds: Any = GAME.consult(state, self.seat, _odds_question(units, target))
                if isinstance(odds, Refusal) or not odds["legal"]:
                    continue
                losses, gains = odds["average"]
                if odds["plan_xvii"] if self.attacks == "plan" else gains >= losses:
                    return {"kind": "attack", "units": units, "target": target}
        return {"kind": "end_phase"}

    def _advance(self, offer: Any, view: Any) -> JsonObject:
        """Into the hex that was fought for, with the first of the attackers, unless it is shunned."""
        stays = self.shuns & set(offer["hexes"]) or self.attacks != "goals"
        return {"kind": "advance", "units": [] if stays else offer["units"][:1]}


@dataclass
class Program:
    """A side that one of the game's own programs plays."""

    name: str
    seat: str
    rng: random.Random

    def __post_init__(self) -> None:
        self._program = GAME.players[self.name]()

    def command(self, state: State) -> JsonObject:
        """What the program does now."""
        command = self._program.command(SeatClient(GAME, state, self.seat), self.rng)
        assert command is not None, "a side of two has no ally to leave a decision to"
        return command


def _odds_question(units: list[str], target: str) -> JsonObject:
    return {"kind": "attack", "units": [*units], "target": target, "coup": False, "artillery": False}


def _away(hex_: str, goals: frozenset[str]) -> int:
    return min((PRINTED.board.lattice.distance(hex_, g) for g in goals), default=0)


def headline(view: Any) -> str:
    """Date and tracks."""
    return f"{view['date']} · {json.dumps(view['tracks'], separators=(',', ':'))}"


def endings() -> list[Ending]:
    """Every way in which Schlieffen's War ends."""
    b = PRINTED.board
    cities, german_cities = b.victory_cities, b.german_cities

    def duel(german: dict[str, Any], entente: dict[str, Any]) -> Callable[[random.Random], dict[str, Player]]:
        return lambda rng: {"german": Player("german", rng, **german), "entente": Player("entente", rng, **entente)}

    def wheel(entente: dict[str, Any]) -> Callable[[random.Random], dict[str, Program | Player]]:
        return lambda rng: {"german": Program("wheel", "german", rng), "entente": Player("entente", rng, **entente)}

    plan = {"goals": german_lines, "attacks": "plan", "shuns": german_cities}
    sweep = {"goals": anywhere(cities), "attacks": "goals", "shuns": b.paris}
    return [
        Ending("4.1-draw-paris-never-endangered", "Thirteen cities, but Paris was never endangered", "campaign", "4.1",
               None,
               duel({**sweep, "goals": anywhere(cities - b.perimeter), "shuns": b.paris | b.perimeter}, plan)),
        Ending("4.2-german-paris", "The Germans take Paris", "campaign", "4.2", "german",
               duel({"goals": anywhere(b.paris), "attacks": "goals"}, plan)),
        Ending("4.3-entente-german-city", "The French take a German city", "campaign", "4.3", "entente",
               duel({}, {"goals": anywhere(german_cities), "attacks": "goals"})),
        Ending("4.4-german-plan-xvii", "Plan XVII is not carried out", "campaign", "4.4", "german",
               gamblers(GAME, "campaign")),
        Ending("4.5-entente-withdrawal", "No corps go east", "campaign", "4.5", "entente",
               duel({**sweep, "refuses_withdrawal": True}, plan)),
        Ending("4.7-german-points", "Thirteen cities and more", "campaign", "4.7", "german",
               wheel(plan)),
        Ending("4.7-draw-points", "Eleven or twelve cities", "campaign", "4.7", None,
               wheel(plan)),
        Ending("4.7-entente-points", "Ten cities or fewer", "campaign", "4.7", "entente",
               gamblers(GAME, "campaign")),
    ]  # fmt: skip
