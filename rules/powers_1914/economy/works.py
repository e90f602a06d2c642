"""§3.6, §3.8: factories and shipyards: where they are built, and how they are denied to the enemy."""

from __future__ import annotations

from rules.kernel.game_support import refusable
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital
from rules.powers_1914.economy.money import pay_check
from rules.powers_1914.economy.production import SECTION_OF, eager, prices, shelf
from rules.powers_1914.facts.production import WorksBuilt, WorksChanged
from rules.powers_1914.play import Play, among, check_area
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.pieces import ARMS, FACTORY, SHIPYARD, WORKS


def grounds(at: At[State], chosen: Choices) -> OneOf:
    """§3.6, §3.8: fields in which the works can be built and paid."""
    state, works = at.state, chosen.name("works")

    def check(area: str) -> None:
        check_area(state, area)
        check_build(state, at.seat, works, area)
        pay_check(state, at.seat, state.printed.prices[works], "3.5")

    return among(lambda: _candidates(state, at.seat, works), check)


def _candidates(state: State, seat: str, works: str) -> list[str]:
    """§3.6, §3.8: fields to look at: those with units of the seat for a factory, every shore for a shipyard."""
    if works == SHIPYARD:
        return sorted(state.printed.board.shores)
    return sorted({now.at for u, now in state.units.items() if _is_unit_of(state, seat, u)})


def _is_unit_of(state: State, seat: str, unit: str) -> bool:
    """§3.6, §3.14: whether it is a unit of the seat: a general is none."""
    return state.seat_of(unit) == seat and state.piece(unit).kind in ARMS


def _has_unit(state: State, seat: str, area: str) -> bool:
    """§3.6: whether the seat has a unit in a field."""
    return any(_is_unit_of(state, seat, u) for u in state.at(area))


def build(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.6, §3.8: build a factory where you have units, or a shipyard on any shore, on friendly ground."""
    works, area = chosen.name("works"), chosen.name("area")
    play.emit(WorksBuilt(at.seat, works, area, at.state.control[area], at.state.printed.prices[works]))


def check_build(state: State, seat: str, works: str, area: str) -> None:
    """§3.6, §3.8: refuse a place where it cannot be built."""
    board = state.printed.board
    names = state.names
    section = SECTION_OF[works]
    if board.is_sea(area) or state.holder(area) != state.seats[seat]:
        raise Refused("not-your-land", section, "You can build only on land of your own side.")
    if works == FACTORY and not _has_unit(state, seat, area):
        text = f"You have no unit in {names.the_place(area)}; a general does not count."
        raise Refused("no-unit-there", section, text)
    if works == SHIPYARD and area not in board.shores:
        raise Refused("no-shore", "3.8", f"{capital(names.the_place(area))} is not on the sea.")
    if any(w.kind == works for w in state.works.get(area, ())):
        raise Refused("built-already", section, f"There is already a {works} in {names.the_place(area)}.")
    if works_on_map(state, works) >= state.printed.works[works]:
        raise Refused("no-counters", "1.1", f"There are no more {works} counters.")


def works_on_map(state: State, works: str) -> int:
    """§1.1: how many of a kind are on the map."""
    return sum(1 for there in state.works.values() for w in there if w.kind == works)


NAMES = {FACTORY: "A factory", SHIPYARD: "A shipyard"}


def held_works(at: At[State], _: Choices) -> OneOf:
    """§3.6: the kinds of works that the seat could demolish."""
    refusal = Refusal("nothing-to-raze", "3.6", "You hold no such building.")
    return OneOf(
        tuple(dict.fromkeys(kind for kind, _ in razeable(at.state, at.seat))), why=lambda _: refusal, labels=NAMES
    )


def places_to_demolish(at: At[State], chosen: Choices) -> OneOf:
    """§3.6: where the seat could demolish such works."""
    works = chosen.name("works")
    areas = [a for kind, a in razeable(at.state, at.seat) if kind == works]
    refusal = Refusal("nothing-to-raze", "3.6", f"You hold no {works} there.")
    return OneOf(areas, why=lambda area: refusable(lambda: check_area(at.state, area)) or refusal)


def raze(play: Play, _: At[State], chosen: Choices) -> None:
    """§3.6: demolish buildings on friendly land where you have units, to deny them to the enemy."""
    play.emit(WorksChanged(chosen.name("works"), chosen.name("area"), ""))


def razeable(state: State, seat: str) -> list[tuple[str, str]]:
    """§3.6: (works, field) that a seat could demolish."""
    return [
        (w.kind, a)
        for a, there in sorted(state.works.items())
        for w in there
        if state.holder(a) == state.seats[seat] and _has_unit(state, seat, a)
    ]


RAZE: Order[State] = Order(
    "raze", "Demolish", "3.6", raze,
    (
        Slot("works", "choice", held_works, "Choose what to demolish"),
        Slot("area", "hex", places_to_demolish, "Choose the field"),
    ),
    help="It is lost for good, and you get no money for it.",
)  # fmt: skip


def works_shelf(at: At[State]) -> JsonObject | None:
    """§3.6, §3.8: factories and shipyards."""
    items, closed = list[Json](), list[Json]()
    for works in WORKS:
        price = at.state.printed.prices[works]
        try:
            items += [{"works": works, "area": a, "price": price} for a in _building_sites(at.state, at.seat, works)]
        except Refused as refused:
            closed.append({"works": works, "price": price, "refusal": refused.refusal.json()})
    return shelf("3.6", items, closed)


def _building_sites(state: State, seat: str, works: str) -> list[str]:
    section = SECTION_OF[works]
    if works_on_map(state, works) >= state.printed.works[works]:
        raise Refused("no-counters", "1.1", f"There are no more {works} counters.")
    found: list[str] = []
    for area in _candidates(state, seat, works):
        try:
            check_build(state, seat, works, area)
        except Refused:
            continue
        found.append(area)
    if not found:
        ground = "No land of your side with your units on it" if works == FACTORY else "No coast of your side"
        text = f"{ground} could take a {works} now."
        raise Refused("no-production", section, text)
    pay_check(state, seat, state.printed.prices[works], "3.5")
    return found


BUILD: Order[State] = Order(
    "build", "Build", "3.6", build,
    (Slot("works", "choice", lambda _, __: OneOf(WORKS)), Slot("area", "hex", grounds)),
    hand=works_shelf, weight=lambda at: eager(at, prices(at, *WORKS)),
)  # fmt: skip
