"""Orders made of what a question offers and of nothing else: for a program that is told its question as a client is.

It fills slots as the general order form does, asking for each what may be chosen there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rules.kernel.lanes import LANE
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.players import Rng

Consult: TypeAlias = Callable[[Mapping[str, object]], "JsonObject | Refusal"]
"""Asks what may stand in a slot."""

MAX_TRIES = 40
"""How often an order is filled before it is given up, and how many choices for a total are tried at random."""
MOST_WAYS = 20_000
"""More ways to give names out than these are not gone through one by one."""


def some_command(question: Mapping[str, Any], consult: Consult, rng: Rng) -> JsonObject:
    """Some command that answers a question, by its offers. ValueError when none of them can be filled."""
    ways = [
        (offer, {LANE: asked["lane"]} if "lane" in asked else {})
        for asked in (question, *question.get("lanes", ()))
        for offer in asked["offers"]
        if offer.get("refusal") is None and "slots" in offer
    ]
    while ways:
        offer, lane = ways.pop(rng.randrange(len(ways)))
        for _ in range(MAX_TRIES if offer["slots"] else 1):
            command = fill(offer, lane, consult, rng)
            if command is not None:
                return command
    raise ValueError("nothing that is offered can be filled")


def fill(offer: Mapping[str, Any], lane: JsonObject, consult: Consult, rng: Rng) -> JsonObject | None:
    """An offer with something in each slot; None where nothing is left to choose after what was chosen before."""
    chosen: JsonObject = {}
    for slot in offer["slots"]:
        options = slot.get("options")
        if options is None:
            answer = consult({"kind": "slot", "order": offer["kind"], "slot": slot["name"], "chosen": chosen, **lane})
            if isinstance(answer, Refusal):
                return None
            options = answer["options"]
        value = chosen_from(slot["shape"], options, rng)
        if value is None:
            return None
        chosen = {**chosen, slot["name"]: value}
    return {"kind": offer["kind"], **chosen, **lane}


def chosen_from(shape: str, options: Any, rng: Rng) -> Json | None:
    """Something that may stand in a slot of this shape; None when that is nothing."""
    if "need" in options:
        return _sum(options, rng)
    if "groups" in options:
        return _allotment(options, rng)
    if shape == "path":
        ways = [*options["ways"].values()]
        return _one(ways, rng) if ways else None
    if shape == "units":
        names, least = [*options["of"]], options["least"]
        most = options["most"] if options["repeats"] else min(options["most"], len(names))
        if most < least or (least and not names):
            return None
        count = least + rng.randrange(most - least + 1)
        return [_one(names, rng) for _ in range(count)] if options["repeats"] else _some(names, count, rng)
    if shape == "count":
        least, most = options["least"], options["most"]
        return least + rng.randrange(most - least + 1) if least <= most else None
    if shape == "flag":
        answers = [a for a, why_not in ((True, options["refusal"]), (False, options["needed"])) if why_not is None]
        return _one(answers, rng) if answers else None
    return _one(options["of"], rng) if options["of"] else None


def _one(things: Sequence[Any], rng: Rng) -> Any:
    return things[rng.randrange(len(things))]


def _some(names: Sequence[str], count: int, rng: Rng) -> list[Json]:
    left = [*names]
    return [left.pop(rng.randrange(len(left))) for _ in range(count)]


def _sum(options: Any, rng: Rng) -> list[Json] | None:
    """Names that come to the total; the proposed ones where chance finds none."""
    names, need = options["of"], options["need"]
    for _ in range(MAX_TRIES):
        some: list[Any] = _some(names, rng.randrange(len(names) + 1), rng)
        if fulfils(need, some):
            return without_the_spared(need, some) if options["sparing"] else some
    return [*options["proposed"]] or None


def _allotment(options: Any, rng: Rng) -> JsonObject | None:
    """The names of each group; None where no way is found to give them out."""
    ways: list[str | None] = [*options["groups"]]
    if not options["every"]:
        ways.append(None)
    for _ in range(MAX_TRIES):
        found = _draw(options, [_one(ways, rng) for _ in options["of"]])
        if found is not None:
            return found
    every: Iterator[tuple[str | None, ...]] = itertools.product(ways, repeat=len(options["of"]))
    return next((f for way in itertools.islice(every, MOST_WAYS) if (f := _draw(options, way)) is not None), None)


def _draw(options: Any, way: Sequence[str | None]) -> JsonObject | None:
    found: dict[str, list[Json]] = {group: [] for group in options["groups"]}
    for name, group in zip(options["of"], way, strict=True):
        if group is not None:
            found[group].append(name)
    for group, need in options["groups"].items():
        if not (fulfils(need, found[group]) if found[group] else need["optional"]):
            return None
    return {group: names for group, names in found.items() if names}


def fulfils(need: Any, names: Sequence[Any]) -> bool:
    """Whether names come to what the wire says is needed."""
    total = sum(need["weights"][name] for name in names)
    if total < need["least"] or (need["most"] is not None and total > need["most"]):
        return False
    return all(
        sum(n in limit["these"] for n in names) - sum(n in limit["than"] for n in names) <= limit["most"]
        for limit in need["limits"]
    )


def without_the_spared(need: Any, names: Sequence[Any]) -> list[Json]:
    """Names less those without whom the others do."""
    left = [*names]
    while (spare := next((n for n in left if fulfils(need, [m for m in left if m != n])), None)) is not None:
        left.remove(spare)
    return left
