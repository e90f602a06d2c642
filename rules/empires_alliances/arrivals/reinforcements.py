"""§17.1, §17.4: reinforcements, and the upgrades among them."""

from __future__ import annotations

from rules.empires_alliances.arrivals.places import NEW, places_for, size_of, why_nowhere
from rules.empires_alliances.arrivals.wrong_place import why_not_there
from rules.empires_alliances.countries.conditions import has_come, is_conquered
from rules.empires_alliances.facts.arrivals import Arrived
from rules.empires_alliances.play import Play, name_of, one_of, own, place_name
from rules.empires_alliances.position.dates import date_for
from rules.empires_alliances.position.forces import entry_of
from rules.empires_alliances.position.state import FREED, Points, State
from rules.empires_alliances.printed.appearance import ADD, ARRIVE, UPGRADE
from rules.empires_alliances.printed.board import BROKEN, LATER, OUT, POOL, RESERVE, SET_UP
from rules.empires_alliances.restrictions.garrisons import is_enemy_near
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot

NOBODY = "none"


def is_due(state: State, unit: str, *acts: str) -> bool:
    """§17.11: whether a unit's turn has come, and it is still to arrive. §1.64: some are not received."""
    entry, nation = entry_of(state, unit), state.counter(unit).nation
    if entry.act not in acts or unit in state.card.not_received or not has_come(state, unit, entry.turn):
        return False
    # §2.64: the Greek corps of Salonika has a side before its country has.
    return bool(state.side_of(unit)) and not is_conquered(state, state.printed.nations[nation].power)


def is_released(state: State, unit: str) -> bool:
    """§17.46: whether a unit of the reserve is released: by date, or by an enemy who came near."""
    row = state.printed.releases.get(unit)
    if row is None or row.turn <= date_for(state, state.counter(unit).nation) or f"{FREED}{unit}" in state.deeds:
        return True
    return is_enemy_near(state, row)


@kept
def reinforcements(state: State, side: str) -> tuple[str, ...]:
    """§17.11: the side's units that may be brought on now."""
    waiting = (*state.boxes[LATER], *state.boxes[RESERVE])
    return tuple(
        u for u in waiting if state.side_of(u) == side and is_due(state, u, ARRIVE, UPGRADE) and is_released(state, u)
    )


def added_now(state: State, side: str) -> tuple[str, ...]:
    """§17.41: units that go to the Replacement Pool by themselves."""
    return tuple(u for u in state.boxes[LATER] if state.side_of(u) == side and is_due(state, u, ADD))


def reserved_now(state: State, side: str) -> tuple[str, ...]:
    """§17.46: reinforcements that must wait in reserve."""
    return tuple(
        u
        for u in state.boxes[LATER]
        if state.side_of(u) == side and is_due(state, u, ARRIVE, UPGRADE) and not is_released(state, u)
    )


def cost_of(state: State, unit: str) -> int:
    """§17.42: artillery points that a reinforcement costs."""
    return entry_of(state, unit).cost


def can_pay(state: State, unit: str) -> bool:
    """§17.42: whether its country has the artillery points."""
    purse = state.printed.nations[state.counter(unit).nation].points
    return state.purses.get(purse, Points()).artillery >= cost_of(state, unit)


def given_for(state: State, unit: str) -> tuple[str, ...]:
    """§17.43: the units of which one is removed for an upgrade: in the pool, or on the board."""
    entry = entry_of(state, unit)
    if entry.act != UPGRADE:
        return ()
    spec, nation = entry.takes, state.counter(unit).nation
    off = {LATER, RESERVE, OUT, SET_UP, BROKEN}
    found = [
        u for u, now in state.units.items()
        if now.at not in off and state.counter(u).nation == nation and spec.fits(state.counter(u))
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda u: state.units[u].at != POOL))


def check_arrives(state: State, unit: str) -> None:
    """§17.11 to §17.43: refuse a unit that cannot be brought on now."""
    name = name_of(state, unit)
    if unit not in reinforcements(state, state.side_of(unit)):
        if unit in state.boxes[RESERVE]:
            raise Refused("not-due", "17.46", f"{name} is held in reserve until it is released.")
        raise Refused("not-due", "17.11", f"{name} does not arrive this turn.")
    if not can_pay(state, unit):
        raise Refused("no-points", "17.42", f"{name} costs an artillery point, and there is none.")
    if entry_of(state, unit).act == UPGRADE and not given_for(state, unit):
        raise Refused("nothing-to-upgrade", "17.43", f"There is no unit that {name} could replace.")
    if not places_for(state, unit, NEW):
        raise why_nowhere(state, unit, NEW).raised()


def _arrivals(at: At[State], _: Choices) -> OneOf:
    state = at.state

    def fit() -> list[str]:
        return [u for u in reinforcements(state, at.seat) if _can_arrive(state, u)]

    return one_of(fit, own(at, check_arrives))


def _can_arrive(state: State, unit: str) -> bool:
    try:
        check_arrives(state, unit)
    except Refused:
        return False
    return True


def why_not_delay(at: At[State]) -> Refusal | None:
    """§2.67b: why the phase cannot be ended: reinforcements for a box are not delayed (docs/rulings)."""
    state = at.state
    for row in state.card.commitments:
        for unit in row.units:
            due = row.turn <= state.date.id and state.side_of(unit) == at.seat
            if due and unit in reinforcements(state, at.seat) and _can_arrive(state, unit):
                text = f"Bring on {name_of(state, unit)} first: it must go to {place_name(state, row.box)}."
                return Refusal("must-commit", "2.67", text)
    return None


def _places(at: At[State], chosen: Choices) -> OneOf:
    """§17.12, §17.13: where it may be placed."""
    state, unit = at.state, chosen.name("unit")
    found = places_for(state, unit, NEW)

    def check(place: str) -> None:
        if place not in found:
            raise why_not_there(state, unit, place, NEW).raised()

    return one_of(lambda: found, refused_by(check))


def units_to_give(at: At[State], chosen: Choices) -> OneOf:
    """§17.43: which unit is removed for it; ``none`` for a reinforcement that replaces nobody."""
    state, unit = at.state, chosen.name("unit")
    if entry_of(state, unit).act != UPGRADE:
        alone = Refusal("wrong-unit", "17.43", f"{name_of(state, unit)} replaces no unit.")
        return OneOf([NOBODY], labels={NOBODY: "It replaces no unit"}, why=lambda _: alone)
    found = given_for(state, unit)

    def why(name: str) -> Refusal | None:
        return None if name in found else Refusal("wrong-unit", "17.43", "That unit is not the one to be replaced.")

    return OneOf(found, why=why)


def bring_on(play: Play, _: At[State], chosen: Choices) -> None:
    """§17.12, §17.42, §17.43: a reinforcement is placed."""
    state, unit, place, gone = play.state, chosen.name("unit"), chosen.name("place"), chosen.name("gone")
    given = "" if gone == NOBODY else gone
    play.emit(Arrived(unit, place, cost_of(state, unit), given, place, size_of(state, unit)))


BRING_ON: Order[State] = Order(
    "bring_on", "Bring on a reinforcement", "17.11", bring_on,
    (Slot("unit", "unit", _arrivals, "Choose a reinforcement"),
     Slot("place", "hex", _places, "Choose where it arrives"),
     Slot("gone", "choice", units_to_give, "Which unit does it replace, if any?")),
    weight=30,
)  # fmt: skip
