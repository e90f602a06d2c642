"""A first match on rails, played over the rules alone: ``static/lessons/script.js`` in Python.

The lessons are data in ``static/games/<game>/lessons.json`` and both read the same file. Here nobody waits or reads:
the orders that a lesson shows are given at once, so that many matches with other dice can be tried in a second.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.settings import ROOT
from rules.kernel import lanes
from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.standing import StandingOrder

MANY = 400
"""More decisions than a first match has."""


def script_of(game: str) -> dict[str, Any]:
    """The lessons of a game."""
    text = (ROOT / "static" / "games" / game / "lessons.json").read_text()
    found: dict[str, Any] = json.loads(text)
    return found


@dataclass
class FirstMatch:
    """One match, with the lessons that were given in it."""

    game: Game[Any, Any]
    script: Mapping[str, Any]
    seed: int
    given: list[str] = field(default_factory=list)
    """The ids of the lessons in the order in which they came, with answers as ``step/seat``."""
    kinds: set[str] = field(default_factory=set)
    """The kinds of the log lines that the learner has read."""

    def play(self, until: str = "") -> None:
        """To the last lesson, or to one. AssertionError for an order that is refused, or asked for again once given."""
        rng = random.Random(self.seed)
        self.state = self.game.new_match(self.script["scenario"], self.script.get("options", {}))
        known = {kind.key: kind for kind in self.game.standing(self.script["scenario"], {})}
        for orders in self.script.get("standing", {}).values():
            for kind, said in orders.items():
                assert said in {choice.key for choice in known[kind].answers}, f"{kind}: {said} is no answer"
        read: set[str] = set()
        for _ in range(MANY):
            lesson = self.lesson(read)
            if lesson is not None and lesson["id"] == until:
                return
            if lesson is not None and "order" not in lesson:
                self.given.append(lesson["id"])
                read.add(lesson["id"])
                if lesson.get("last"):
                    return
                continue
            seat = self.decider()
            if (standing := self.standing(seat)) is not None:
                self.order(seat, standing, rng)
                continue
            legal: Any = self.game.legal(self.state, seat)
            answers = self.script["answers"].get(legal["step"], {}).get("orders", [])
            partial = bool(lesson and lesson.get("partial"))
            offered = (given(order, legal, partial) for order in ([lesson["order"]] if lesson else answers))
            command = next((found for found in offered if found is not None), None)
            assert command is not None, f"seed {self.seed}: nothing to answer {legal['ask']}: {legal['offers']}"
            self.given.append(lesson["id"] if lesson else f"{legal['step']}/{seat}")
            self.order(seat, command, rng)
            if lesson and lesson.get("once"):
                read.add(lesson["id"])
            again = self.lesson(read)
            assert lesson is None or again is None or again["id"] != lesson["id"], f"{lesson['id']} does not end"
        raise AssertionError(f"seed {self.seed}: the last lesson never came after {self.given}")

    def standing(self, seat: str) -> dict[str, Any] | None:
        """What the standing orders of the lessons answer for a seat."""
        said = self.script.get("standing", {}).get(seat, {})
        orders = {kind: StandingOrder(kind, answer) for kind, answer in said.items()}
        lane = next(iter(lanes.lanes(self.game, self.state, seat)), "")
        return lanes.answer_in(self.game, self.state, seat, lane, orders) if orders else None

    def order(self, seat: str, command: dict[str, Any], rng: random.Random) -> None:
        """Give an order and read the log as the learner."""
        answer = self.game.decide(self.state, seat, command, lambda _, sides: rng.randint(1, sides))
        assert not isinstance(answer, Refusal), f"seed {self.seed}: {command} is refused: {answer.text}"
        for event in answer.events:
            after = self.game.evolve(self.state, event)
            line: Any = self.game.narrate(self.state, event, after, self.script["seat"])
            self.kinds |= {line["kind"]} if line else set()
            self.state = after

    def decider(self) -> str:
        """Who is asked: the learner before others."""
        deciders = self.game.deciders(self.state)
        return self.script["seat"] if self.script["seat"] in deciders else deciders[0]

    def lesson(self, read: set[str]) -> dict[str, Any] | None:
        """The lesson of this moment, or None when there is none for it."""
        decider = self.decider()
        view: Any = self.game.view(self.state, decider)
        legal: Any = self.game.legal(self.state, decider)
        now = next((p["key"] for p in view["phases"] if p["state"] == "now"), view["step"]["key"])
        for lesson in self.script["lessons"]:
            theirs = lesson.get("seat", self.script["seat"]) != decider
            if lesson["id"] in read or (theirs and not lesson.get("last")):
                continue
            at = f"{view['turn']}.{now}"
            if at != lesson["at"] and not at.startswith(f"{lesson['at']}."):
                continue
            if legal["step"] != lesson.get("step", now.rsplit(".")[-1]) and not lesson.get("last"):
                continue
            if self.applies(lesson, view, legal):
                return dict(lesson)
        return None

    def applies(self, lesson: Mapping[str, Any], view: Any, legal: Any) -> bool:
        """Whether all that a lesson needs is so."""
        side = lesson.get("seat", self.script["seat"])
        enemies = {h for h, stack in view.get("stacks", {}).items() if any(u["side"] != side for u in units_of(stack))}
        return (
            all(stands(view, unit) == place for unit, place in lesson.get("where", {}).items())
            and all(at(view, path) == value for path, value in lesson.get("is", {}).items())
            and not any(at(view, path) == value for path, value in lesson.get("not", {}).items())
            and enemies.issuperset(lesson.get("enemy", ()))
            and enemies.isdisjoint(lesson.get("unless", ()))
            and self.kinds.issuperset(lesson.get("tells", ()))
            and ("order" not in lesson or given(lesson["order"], legal, lesson.get("partial", False)) is not None)
        )


def units_of(stack: Any) -> list[Any]:
    """The units of a stack, whichever way its game tells it."""
    found: list[Any] = stack if isinstance(stack, list) else stack["units"]
    return found


def stands(view: Any, unit: str) -> str | None:
    """The hex, the box or the area where a viewer sees a unit."""
    areas = {area: body.get("units", []) for area, body in view.get("areas", {}).items()}
    for places in (view.get("stacks", {}), view.get("boxes", {}), areas):
        for place, units in places.items():
            if any(u["id"] == unit for u in units_of(units)):
                return str(place)
    return None


def at(view: Any, path: str) -> Any:
    """What stands at a path in the view; None where there is nothing."""
    for name in path.split("."):
        view = view.get(name) if isinstance(view, dict) else None
    return view


def given(order: Mapping[str, Any], legal: Any, partial: bool) -> dict[str, Any] | None:
    """The command for an order as far as it is offered, or None when it is not."""
    if order.get("only", legal["seat"]) != legal["seat"]:
        return None
    offer = next((o for o in legal["offers"] if o["kind"] == order["kind"] and not o.get("refusal")), None)
    if offer is None:
        return None
    first = (offer.get("slots") or [{}])[0]
    options = first.get("options") or {}
    able = offer.get("units") or options.get("of")
    aimed = "target" in order and first.get("name") != "target"
    if aimed:
        able = (offer.get("targets") or {}).get(order["target"], [])
    command: dict[str, Any] = {"kind": order["kind"]}
    for name, value in order.items():
        if name in ("kind", "only"):
            continue
        match value:
            case "@first":
                value = (able or [])[:1] if name == "units" else next(iter(able or []), None)
            case "@most":
                value = (able or [])[: offer.get("count") or len(able or [])]
            case "@proposed":
                value = options.get("proposed")
            case [*_] if first and name != first["name"] and "units" not in offer and not aimed:
                pass  # what is chosen in a later slot the game judges
            case "@can":
                value = bool(offer.get(name))
            case "@way":
                value = next(iter((options.get("ways") or {}).values()), None)
            case "@pair":
                pairs = offer.get("choices") or offer.get("pairs") or {}
                pair = next(([unit, others[0]] for unit, others in pairs.items() if others), [None, None])
                value = pair[0] if name == "unit" else pair[1]
            case [*units] if name == "units":
                chosen = [u for u in units if able is None or u in able]
                value = chosen if partial or len(chosen) == len(units) else None
            case str() if name == first.get("name") and "of" in options and value not in options["of"]:
                value = None
            case str() if name == "unit" and offer.get("guns") and value not in offer["guns"]:
                value = None
        if value is None or value == []:
            return None
        command[name] = value
    return command
