"""§7.22, §14.4, §14.53: what a side may decide in its Supply Phase."""

from __future__ import annotations

from rules.empires_alliances.facts.supply import ShipsKept, SourceNamed
from rules.empires_alliances.play import Play, names_of, one_of, own, place_name
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.supply.feeding import (
    allot_supply,
    allotted_with,
    hungry,
    sailing_for,
    ships_of,
    starving_units,
    ways_by_hex,
)
from rules.empires_alliances.supply.sea import capacity_kept, fleet_capacity
from rules.kernel.allotting import Way
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import MOST_NAMED, listing, quantity

PROPOSED = "proposed"
NO_ROOM = Refusal("no-room", "14.4", "It already feeds others. Choose something else for them first.")
IDLE_SHIPS = Refusal("no-room", "14.53", "No capacity of those ships is kept for supply. Keep some first.")


@kept
def fleets_of_use(state: State, side: str) -> tuple[str, ...]:
    """§14.53: countries whose ships could feed units that nothing else feeds, or whose promise stands."""
    found = allot_supply(state, side)
    waiting = [u for u in hungry(state, side) if u not in found or sailing_for(found[u][0])]
    useful = {thing for u in waiting for way in ways_by_hex(state, side, state.units[u].at) for thing in way}
    return tuple(c for c in state.printed.capacity if ships_of(c) in useful and fleet_capacity(state, c))


def asks(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§7.22: the phasing side is asked only when ships could help, or when sources feed too few."""
    side = state.player
    if frame.closing or not (fleets_of_use(state, side) or has_choice(state, side)):
        return ()
    return (Ask(side, serial=""),)


def words(at: At[State]) -> tuple[str, str]:
    """§14.1, §14.4, §14.53: who goes without, and what can be done about it."""
    state, starving = at.state, starving_units(at.state, at.state.player)
    without = [unit for unit in hungry(state, state.player) if unit in starving]
    if not without:
        return "All your units are fed", "You can still change which ships or places feed them."
    named, more = without[:MOST_NAMED], len(without[MOST_NAMED:])
    together: dict[str, list[str]] = {}
    for unit in named:
        together.setdefault(place_name(state, state.units[unit].at), []).append(unit)
    known = [f"{names_of(state, units)} in {place}" for place, units in together.items()]
    who = listing([*known, *([quantity(more, "other")] if more else [])])
    return (
        "Not all your units are fed",
        f"Without supply: {who}. Ships that you keep, or another choice, may feed them.",
    )


def has_choice(state: State, side: str) -> bool:
    """§14.4: whether some go without while others are fed by what could feed them."""
    without = starving_units(state, side)
    drawn = {thing for way in allot_supply(state, side).values() for thing in way}
    return any(drawn & set(way) for u in without for way in ways_by_hex(state, side, state.units[u].at))


def _fleets(at: At[State], _: Choices) -> OneOf:
    state = at.state

    def check(country: str) -> Refusal | None:
        if country in fleets_of_use(state, at.seat):
            return None
        return Refusal("no-ships", "14.53", "Its ships could not supply any unit.")

    names = {c: state.printed.nations[c].name for c in fleets_of_use(state, at.seat)}
    return OneOf(fleets_of_use(state, at.seat), why=check, labels=names)


def _corps(at: At[State], chosen: Choices) -> OneOf:
    """§14.53: how many corps of its capacity; what is kept carries nobody in this segment."""
    country = chosen.name("country")
    now, most = at.state.kept.get(country, 0), fleet_capacity(at.state, country)
    words = {str(n): f"{n} corps" for n in range(most + 1) if n != now}

    def why(word: str) -> Refusal:
        if word == str(now):
            return Refusal("kept-already", "14.53", "Its ships already keep that much.")
        return Refusal("not-that-many", "14.53", f"Choose a whole number from 0 to {most}.")

    return OneOf([*words], labels=words, why=why)


def keep_ships(play: Play, _: At[State], chosen: Choices) -> None:
    """§14.53, §7.22 (docs/rulings): sea capacity is promised to supply before anyone sails."""
    play.emit(ShipsKept(chosen.name("country"), int(chosen.name("corps"))))


def _eaters(at: At[State], _: Choices) -> OneOf:
    """§14.4: units of which the owner may say what feeds them."""
    state = at.state

    def with_choice() -> list[str]:
        return [u for u in hungry(state, at.seat) if len(ways_by_hex(state, at.seat, state.units[u].at)) > 1]

    def check(state: State, unit: str) -> None:
        if unit not in with_choice():
            raise Refused("no-choice", "14.4", "There is nothing to choose for that unit.")

    return one_of(with_choice, own(at, check))


def _sources(at: At[State], chosen: Choices) -> OneOf:
    """§14.4: what may feed the unit while there is room, or the proposal."""
    state, unit = at.state, chosen.name("unit")
    words = {" ".join(way): way for way in ways_by_hex(state, at.seat, state.units[unit].at)}
    now = state.fed.get(unit, "")
    names, refused = [PROPOSED] if now else [], {}
    for word in words:
        if word == now:
            continue
        way = allotted_with(state, at.seat, {**{u: s for u, s in state.fed.items() if u != unit}, unit: word}).get(unit)
        if way is not None and " ".join(way) == word:
            names.append(word)
        else:
            refused[word] = IDLE_SHIPS if _draws_on_idle_ships(state, words[word]) else NO_ROOM
    labels = {word: ", ".join(in_words(state, thing) for thing in way) for word, way in words.items()}
    names_now = now or PROPOSED
    return OneOf(names, refused, labels={PROPOSED: "As proposed", **labels}, why=lambda word: _why_not(word, names_now))


def _draws_on_idle_ships(state: State, way: Way) -> bool:
    """§14.53: whether ships that keep nothing for supply would feed a unit."""
    countries = (country for thing in way if (country := sailing_for(thing)) is not None)
    return any(not capacity_kept(state, country) for country in countries)


def _why_not(word: str, now: str) -> Refusal:
    """§14.2, §14.4: why something does not feed a unit, or is not named again."""
    if word == now:
        return Refusal("fed-so", "14.4", "It is already fed from there.")
    return Refusal("not-fed-there", "14.2", "No path of supply leads to it from there.")


def in_words(state: State, thing: str) -> str:
    """What feeds a unit, in words: a city, a box, or a country's ships."""
    country = sailing_for(thing)
    if country is not None:
        return f"{state.printed.nations[country].adjective} ships"
    return str(state.board.boxes[thing]["name"]) if thing in state.board.boxes else place_name(state, thing)


def name_source(play: Play, _: At[State], chosen: Choices) -> None:
    """§14.4: the owner chooses who is fed by a limited source."""
    unit, source = chosen.name("unit"), chosen.name("source")
    play.emit(SourceNamed(unit, "" if source == PROPOSED else source))


KEEP_SHIPS: Order[State] = Order(
    "keep_ships", "Keep ships for supply", "14.53", keep_ships,
    (Slot("country", "choice", _fleets, "Choose whose ships supply"),
     Slot("corps", "choice", _corps, "How many corps?")),
    rare=True,
)  # fmt: skip
NAME_SOURCE: Order[State] = Order(
    "name_source", "Choose what feeds a unit", "14.4", name_source,
    (Slot("unit", "unit", _eaters, "Choose a unit"), Slot("source", "choice", _sources, "Choose what feeds it")),
    rare=True,
)  # fmt: skip
