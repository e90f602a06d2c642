"""Commands for the contract suites that an engine's own offers give: filled as a client would, and spoilt.

``offered`` goes by the wire alone: it fills slots as the general order form does, asking for each what may be chosen.
``filled`` has the orders with a hand of their own besides, as programs fill them. ``spoilt`` puts into one slot what
nobody offered there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rules.kernel.lanes import LANE
from rules.kernel.messages import Refusal
from rules.kernel.procedure.engine import Engine
from rules.kernel.procedure.orders import At, Choices, Order
from tests.contract import totals

FEW = 3
"""Each order is filled this many times in a position."""
ALIENS = ("", "no such thing", "pool")

CODES = frozenset({
    "could-be-left-out", "left-empty", "left-over", "malformed", "no-change", "no-lane", "not-offered", "not-that-many",
    "not-your-turn", "over", "too-few", "too-little", "too-many", "too-much", "wrong-step",
})  # fmt: skip
"""What the engine and its options refuse with by themselves."""

Offered = dict[str, Any]


def offered(game: Any, state: Any, seat: str, rng: random.Random, but: Sequence[str] = ()) -> Iterator[Offered]:
    """Every offer with slots, filled by what is said of them on the wire; ``but``: kinds left out."""
    first = game.legal(state, seat)
    for question in (first, *first.get("lanes", ())):
        lane = {"lane": question["lane"]} if "lane" in question else {}
        for offer in question["offers"]:
            if offer["refusal"] is None and "slots" in offer and offer["kind"] not in but:
                for _ in range(FEW if offer["slots"] else 1):
                    command = by_the_form(game, state, seat, offer, rng, lane)
                    if command is not None:
                        yield command


def asked_for(
    engine: Engine[Any, Any], game: Any, state: Any, seat: str, rng: random.Random, but: Sequence[str] = ()
) -> Iterator[Offered]:
    """The orders with a hand of their own, filled by asking what may stand in each slot; ``but``: kinds left out."""
    for at, order in given(engine, state, seat):
        if order.hand is not None and not order.form and order.kind not in but:
            command = by_the_form(
                game, state, seat, {"kind": order.kind, "slots": [s.told(at) for s in order.slots]}, rng
            )
            if command is not None:
                yield command


def by_the_form(
    game: Any, state: Any, seat: str, offer: Any, rng: random.Random, lane: Mapping[str, str] = MappingProxyType({})
) -> Offered | None:
    """The command that the form would send; None where a slot has nothing left after those chosen before it.

    ``lane``: the member that says in which lane, if the question has one.
    """
    chosen: Offered = {}
    for slot in offer["slots"]:
        options = slot.get("options")
        if options is None:
            question = {"kind": "slot", "order": offer["kind"], "slot": slot["name"], "chosen": chosen, **lane}
            answer = game.consult(state, seat, question)
            assert not isinstance(answer, Refusal), f"{question} was offered and is refused: {answer}"
            options = answer["options"]
        value = chosen_from(slot["shape"], options, rng)
        if value is None:
            return None
        chosen = {**chosen, slot["name"]: value}
    return {"kind": offer["kind"], **chosen, **lane}


def chosen_from(shape: str, options: Any, rng: random.Random) -> Any:
    """Something of what the wire says may be chosen; None when that is nothing."""
    if "need" in options:
        return totals.summed(options, rng)
    if "groups" in options:
        return totals.allotted(options, rng)
    match shape:
        case "unit" | "hex" | "choice":
            return rng.choice(options["of"]) if options["of"] else None
        case "units":
            most = min(options["most"], len(options["of"]))
            least = options["least"]
            return rng.sample(options["of"], rng.randint(least, most)) if least <= most else None
        case "path":
            return rng.choice(paths_of(options)) if options["ways"] else None
        case "count":
            return rng.randint(options["least"], options["most"]) if options["least"] <= options["most"] else None
        case "flag":
            answers = [a for a, reason in ((True, options["refusal"]), (False, options["needed"])) if reason is None]
            return rng.choice(answers) if answers else None
        case _:
            raise AssertionError(f"the general order form knows no slot of shape {shape!r}")


def paths_of(options: Any) -> list[list[str]]:
    """All ways that a slot offers: one to each end, and the others to ends that have several."""
    return [*options["ways"].values(), *(path for paths in options.get("others", {}).values() for path in paths)]


def filled(engine: Engine[Any, Any], state: Any, seat: str, rng: random.Random) -> Iterator[Offered]:
    """Every order that can be given now, filled at random, in its lane."""
    for at, order in given(engine, state, seat):
        for _ in range(FEW if order.slots else 1):
            command = engine.fill(at, order, rng)
            if command is not None:
                yield {**command, LANE: at.lane} if at.lane else command


def given(engine: Engine[Any, Any], state: Any, seat: str) -> Iterator[tuple[At[Any], Order[Any]]]:
    """The orders that nothing forbids to this seat now, and where they are given."""
    yield from ((at, order) for at, order in engine.ways(state, seat) if order.when(at) is None)


def forbidden(engine: Engine[Any, Any], state: Any, seat: str, rng: random.Random) -> Iterator[Offered]:
    """Orders whose condition forbids them now, filled anyway, and orders of other steps."""
    here: set[str] = set()
    for at, order in engine.ways(state, seat):
        here.add(order.kind)
        if order.when(at) is not None:
            yield engine.fill(at, order, rng) or {"kind": order.kind}
    kinds = {order.kind for step in engine.tree.root.leaves() for order in step.orders}
    yield from ({"kind": kind} for kind in sorted(kinds - here))


def spoilt(
    engine: Engine[Any, Any], state: Any, seat: str, rng: random.Random, pool: Sequence[str]
) -> Iterator[Offered]:
    """Each order filled, and then in one slot what is not offered there; ``pool``: names that are known elsewhere.

    Where a path leads along others than the ways offered is the game's to try: more ways are legal than are listed.
    """
    for at, order in given(engine, state, seat):
        command = engine.fill(at, order, rng)
        if command is None:
            continue
        values: Any = {}
        for slot in order.slots:
            options = slot.options(at, Choices(dict(values)))
            names = [*rng.sample(pool, min(FEW, len(pool))), rng.choice(ALIENS)]
            for wrong in not_among(slot.shape, options.wire(), command[slot.name], names):
                yield {**command, slot.name: wrong}
            values[slot.name] = options.read(command[slot.name], order.cites(at))


WALKS, FARTHEST = 4, 5
"""Ways that are tried for each order with a path, and how many places one has at most."""


def astray(
    engine: Engine[Any, Any],
    state: Any,
    seat: str,
    rng: random.Random,
    beside: Callable[[str], Sequence[str]],
    stands: Callable[[str], str | None] | None = None,
) -> Iterator[tuple[Offered, bool]]:
    """Each order filled, and then sent elsewhere: into places beside those that it names, along any way from its units.

    With each goes whether the question offers that destination. ``beside``: the places next to a place, none where the
    name is no place. ``stands``: where a unit stands; without it, ``at`` of it in the state's ``units``.
    """
    where = stands or (lambda name: state.units[name].at if name in state.units else None)
    ways = [(at, order) for at, order in given(engine, state, seat) for _ in range(FEW if order.slots else 0)]
    for at, order in ways:
        command = engine.fill(at, order, rng)
        if command is None:
            continue
        starts, near = _places(where, command, beside)
        flags = [slot.name for slot in order.slots if slot.shape == "flag"]
        values: Any = {}
        for slot in order.slots:
            options, good = slot.options(at, Choices(dict(values))), command[slot.name]
            told: Any = options.wire()
            if slot.shape == "path":
                greyed = sorted(told["refused"])
                straight = [
                    _straight(rng.choice(starts), end, beside)
                    for end in rng.sample(greyed, min(WALKS, len(greyed)))
                    if starts and beside(end)
                ]
                walks = [_walk(rng.choice(starts or near), rng, beside) for _ in range(WALKS)]
                for way in (*walks, *filter(None, straight)):
                    answers = {name: rng.random() < 0.5 for name in flags}
                    yield {**command, slot.name: way, **answers}, way[-1] in told["ways"]
            elif isinstance(good, str) and beside(good):
                for name in rng.sample(near, min(FEW, len(near))):
                    yield {**command, slot.name: name}, name in told["of"]
            values[slot.name] = options.read(good, order.cites(at))


def _places(
    where: Callable[[str], str | None], command: Offered, beside: Callable[[str], Sequence[str]]
) -> tuple[list[str], list[str]]:
    """Where the units of a command stand; and these places and those that it names, with all that lie beside them."""
    named = [name for value in command.values() for name in (value if isinstance(value, list) else [value])]
    stands = {at for name in named if isinstance(name, str) and (at := where(name)) is not None}
    places = {place for place in {*stands, *(n for n in named if isinstance(n, str))} if beside(place)}
    return sorted(stands & places), sorted({near for place in places for near in (place, *beside(place))})


def _walk(start: str, rng: random.Random, beside: Callable[[str], Sequence[str]]) -> list[str]:
    """Any way at all from a place, over a few others."""
    way = [start]
    for _ in range(rng.randint(1, FARTHEST)):
        way.append(rng.choice(beside(way[-1])))
    return way[1:]


def _straight(start: str, end: str, beside: Callable[[str], Sequence[str]]) -> list[str]:
    """The shortest way from a place to another, whatever lies between; empty where there is none."""
    came: dict[str, str] = {start: start}
    edge = [start]
    while edge and end not in came:
        edge = [to for at in edge for to in beside(at) if came.setdefault(to, at) == at and to != start]
        edge = [*dict.fromkeys(edge)]
    way: list[str] = []
    while end in came and end != start:
        way.append(end)
        end = came[end]
    return way[::-1]


def not_among(shape: str, options: Any, good: Any, names: Sequence[str]) -> Iterator[Any]:
    """Values of the right shape that are not among those offered."""
    if "need" in options:
        yield from totals.wrong_sums(options, good, names)
        return
    if "groups" in options:
        yield from totals.wrong_allotments(options, good, names)
        return
    match shape:
        case "unit" | "hex" | "choice":
            yield from (name for name in names if name not in options["of"])
        case "units":
            # Where one name may come twice, who may follow is judged in turn.
            first = [] if options["repeats"] else good[:1]
            yield from ([*first, name] for name in names if name not in options["of"])
            if good and not options["repeats"]:
                yield [*good, good[0]]
            if options["least"]:
                yield options["of"][: options["least"] - 1]
            if options["most"] < len(options["of"]):
                yield options["of"][: options["most"] + 1]
        case "count":
            yield from (options["least"] - 1, options["most"] + 1, -1)
        case "flag":
            yield from (answer for answer, why in ((True, "refusal"), (False, "needed")) if options[why] is not None)
        case "path":
            yield from ([], [*good, names[-1]], [*good] * 100)
        case _:
            yield from ()


def slot_questions(game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[Offered]:
    """What the general order form asks of later slots, for the suites that compare answers."""
    for offer in game.legal(state, seat)["offers"]:
        first, *later = offer.get("slots") or (None,)
        if offer["refusal"] is None and first is not None and later:
            options = first.get("options")
            if options is None:
                asked = {"kind": "slot", "order": offer["kind"], "slot": first["name"], "chosen": {}}
                yield asked
                options = game.consult(state, seat, asked)["options"]
            value = chosen_from(first["shape"], options, rng)
            chosen = {first["name"]: value}
            yield {"kind": "slot", "order": offer["kind"], "slot": later[0]["name"], "chosen": chosen}
