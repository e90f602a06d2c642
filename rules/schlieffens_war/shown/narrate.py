"""The log: one plain sentence for each fact, with no more than each viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hexes.viewers import sees_hidden
from rules.kernel.endings import MatchEnded
from rules.kernel.log_lines import die_of, toll, way_of
from rules.kernel.messages import JsonObject
from rules.kernel.wording import capital
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.battle import (
    StackRetreated,
    UnitLost,
    UnitsAdvanced,
)
from rules.schlieffens_war.facts.combat import ProbeMade
from rules.schlieffens_war.facts.morale import MoraleChanged
from rules.schlieffens_war.facts.movement import ForcedMarchRolled, HexesTaken, ParisEndangered, UnitsMoved
from rules.schlieffens_war.facts.procedure import PhaseBegan, PhaseClosed
from rules.schlieffens_war.facts.regrouping import CorpsWithdrawn, UnitReturned, UnitsRestored
from rules.schlieffens_war.facts.setup import UnitPlaced
from rules.schlieffens_war.facts.stacking import StanceTaken, UnitDisplaced, UnitGivenUp
from rules.schlieffens_war.facts.supply import AttritionRolled, SupplyJudged
from rules.schlieffens_war.morale import LEVEL_NAMES
from rules.schlieffens_war.play import name_of, names_of
from rules.schlieffens_war.position.state import FATIGUED, State
from rules.schlieffens_war.printed.phases import SETUP
from rules.schlieffens_war.printed.sides import GERMAN, SIDE_NAMES
from rules.schlieffens_war.sequence import TREE
from rules.schlieffens_war.shown.combat_log import combat_line
from rules.schlieffens_war.shown.log_lines import ELIMINATED, ViewerKnowledge, log_line, people, places_of

SUPPLY_WORDS = {"in": "in supply", "out": "out of supply", "fortress": "supplied by a fortress"}


def narrate(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """The line of ``event`` for ``viewer``, or None when there is nothing to tell."""
    told = ViewerKnowledge(before, after, viewer)
    match event:
        case UnitPlaced():
            return _line_of_placing(told, event)
        case PhaseBegan():
            return _phase_began(event)
        case MatchEnded():
            winner = f"{SIDE_NAMES[event.winner]} victory" if event.winner else "A draw"
            return log_line("ended", event.section, event.winner or None, f"{winner}. {event.reason}")
        case MoraleChanged():
            return _morale(told, event)
        case UnitsAdvanced():
            return _line_of_advance(told, event)
        case UnitsMoved() | ProbeMade() | StackRetreated() | UnitDisplaced():
            return _went(told, event)
        case HexesTaken():
            return _line_of_capture(told, event)
        case ParisEndangered():
            return log_line(
                "paris", "4.1", GERMAN, f"German troops at {told.at(event.hex)} endanger Paris.", hexes=[event.hex]
            )
        case ForcedMarchRolled() | AttritionRolled():
            return _attrition(told, event)
        case SupplyJudged():
            return _supply(told, event)
        case UnitsRestored():
            return _line_of_recovery(told, event)
        case UnitReturned():
            return _line_of_return(told, event)
        case PhaseClosed():
            return _line_of_arrivals(told)
        case CorpsWithdrawn():
            return log_line("withdrawn", "9.4", GERMAN, f"{names_of(after, event.units)} left for the eastern front.")
        case UnitLost() | UnitGivenUp():
            section = event.section if isinstance(event, UnitLost) else "6.5"
            text = f"{name_of(after, event.unit)} eliminated."
            return (
                log_line("lost", section, told.side([event.unit]), text, hexes=places_of(before, [event.unit]))
                | ELIMINATED
                | told.toll(event.unit)
            )
        case StanceTaken():
            return _stance(told, event)
        case _:
            return combat_line(told, event)


def _line_of_placing(told: ViewerKnowledge, event: UnitPlaced) -> JsonObject | None:
    """§3.1, §9.2, §9.3: told at once to the owner; the others read of it when the phase is over."""
    if event.section == "3.1" or not told.is_known_at(event.unit, event.hex):
        return None
    text = f"{capital(name_of(told.after, event.unit))} arrived at {told.at(event.hex)}."
    return log_line("placed", event.section, told.side([event.unit]), text, hexes=[event.hex])


def _line_of_return(told: ViewerKnowledge, event: UnitReturned) -> JsonObject | None:
    """§9.5: as ``_line_of_placing``."""
    if not told.is_known_at(event.unit, event.hex):
        return None
    text = f"{capital(name_of(told.after, event.unit))} returned at {told.at(event.hex)}."
    return log_line("returned", "9.5", told.side([event.unit]), text, hexes=[event.hex])


def _line_of_arrivals(told: ViewerKnowledge) -> JsonObject | None:
    """§6.6, §9.0: the units that arrived in the phase, for viewers who were not told at once; by hex."""
    new = {u for u in told.before.arrivals if told.before.units[u].at not in told.before.stacks}
    places = [h for h in told.after.hexes if new.intersection(told.after.stacks[h])]
    if not places:
        return None
    parts = [f"{told.name(u for u in told.after.stacks[h] if u in new)} at {told.at(h)}" for h in places]
    return log_line("placed", "9.0", told.side(new), f"Arrived: {'; '.join(parts)}.", hexes=places)


def _stance(told: ViewerKnowledge, event: StanceTaken) -> JsonObject | None:
    """§6.2: what an HQ is told to do is its owner's secret, even where the HQ itself is on top."""
    side = told.after.counter(event.unit).side
    if not sees_hidden(told.viewer, side):
        return None
    what = "helps to defend its hex" if event.helps else "stays out of the defence of its hex"
    return log_line(
        "stance", "6.2", side, f"{name_of(told.after, event.unit)} {what}.", hexes=places_of(told.after, [event.unit])
    )


def _phase_began(event: PhaseBegan) -> JsonObject | None:
    step = TREE.step(event.key)
    if step.side is None:
        return None
    name = SIDE_NAMES[step.side]
    if step.name == SETUP:
        return log_line("phase", step.section, step.side, f"{name} set-up.")
    line = log_line("phase", step.section, step.side, f"{name}: Turn {event.turn}, {step.title}.")
    return line | {"turn": event.turn}


def _morale(told: ViewerKnowledge, event: MoraleChanged) -> JsonObject | None:
    known = [(u, m) for u, m in zip(event.units, event.levels, strict=True) if told.knows(u)]
    if not known:
        return None
    by_level: dict[int, list[str]] = {}
    for unit, level in known:
        by_level.setdefault(level, []).append(unit)
    words = {FATIGUED: "fatigued", 0: "returned to normal morale", 1: "gained élan"}
    text = "; ".join(f"{names_of(told.after, units)} {words[level]}" for level, units in sorted(by_level.items()))
    line = log_line(
        "morale", event.section, told.side(event.units), f"{text}.", hexes=places_of(told.after, [u for u, _ in known])
    )
    line["levels"] = {u: LEVEL_NAMES[m] for u, m in known}
    return line


def _went(told: ViewerKnowledge, event: UnitsMoved | ProbeMade | StackRetreated | UnitDisplaced) -> JsonObject:
    units: Sequence[str]
    path: list[str]
    match event:
        case UnitsMoved():
            units, path = event.units, [*event.path]
            verb, section = ("made a forced march", "10.6") if event.forced else ("moved", "10.1")
            tail = f", {event.cost} MP"
        case ProbeMade():
            units, path, verb, section, tail = event.units, [event.origin, event.hex], "probed", "11.1", ""
        case StackRetreated():
            units, path, verb, section, tail = event.units, [*event.path], "retreated", "11.21", ""
        case UnitDisplaced():
            units, path, verb, section, tail = [event.unit], [event.origin, event.hex], "displaced", "6.5", ""
    text = f"{capital(told.name(units))} {verb} from {told.at(path[0])} to {told.at(path[-1])}{tail}."
    line = log_line("moved", section, told.side(units), text, hexes=[path[0], path[-1]])
    return line | way_of(path, len(units))


def _line_of_advance(told: ViewerKnowledge, event: UnitsAdvanced) -> JsonObject:
    """§11.22: attackers of several hexes go into one, each from its own."""
    by_origin: dict[str, list[str]] = {}
    for unit in event.units:
        by_origin.setdefault(told.before.units[unit].at, []).append(unit)
    parts = [f"{told.name(units)} from {told.at(origin)}" for origin, units in by_origin.items()]
    if len(parts) == 1:
        (origin, units) = next(iter(by_origin.items()))
        text = f"{told.name(units)} advanced from {told.at(origin)} to {told.at(event.hex)}."
    else:
        text = f"{'; '.join(parts)} advanced to {told.at(event.hex)}."
    line = log_line("moved", "11.22", told.side(event.units), capital(text), hexes=[*by_origin, event.hex])
    return line | way_of([next(iter(by_origin)), event.hex], len(event.units))


def _line_of_capture(told: ViewerKnowledge, event: HexesTaken) -> JsonObject | None:
    cities = [h for h in event.hexes if h in told.printed.board.cities]
    if not cities:
        return None
    fell = "falls" if len(cities) == 1 else "fall"
    text = f"{', '.join(told.at(h) for h in cities)} {fell} to the {people(event.side)}."
    if event.vp_change:
        text += f" {event.vp_change:+d} VP."
    return log_line("taken", "4.6" if event.vp_change else "3.3", event.side, text, hexes=[*cities])


def _attrition(told: ViewerKnowledge, event: ForcedMarchRolled | AttritionRolled) -> JsonObject:
    march = isinstance(event, ForcedMarchRolled)
    gone = told.after.units[event.unit].steps == 0
    who = name_of(told.after, event.unit) if gone else told.name([event.unit])
    loss = "eliminated" if gone else "one step lost" if event.lost else "no loss"
    text = f"{capital(who)}, {'forced march' if march else 'out of supply'}: die {event.die}, {loss}."
    section, kind = ("10.6", "forced-march") if march else ("8.8", "attrition")
    where, dice = places_of(told.before, [event.unit]), [die_of(event.die, "attrition")]
    line = log_line(kind, section, told.side([event.unit]), text, dice=dice, hexes=where)
    line |= told.toll(event.unit) if event.lost else toll(())
    return line | ELIMINATED if gone else line


def _line_of_recovery(told: ViewerKnowledge, event: UnitsRestored) -> JsonObject | None:
    """§6.6: neither a concealed unit's strength nor that it was weaker is told."""
    known = [u for u in event.units if told.knows(u)]
    if not known:
        return None
    text = f"{names_of(told.after, known)} back to full strength, fatigued."
    return log_line("restored", "9.5", told.side(known), text, hexes=places_of(told.after, known))


def _supply(told: ViewerKnowledge, event: SupplyJudged) -> JsonObject | None:
    known = {u: s for u, s in event.changes.items() if told.knows(u)}
    if not known:
        return None
    by_state: dict[str, list[str]] = {}
    for unit, status in known.items():
        by_state.setdefault(status, []).append(unit)
    text = "; ".join(f"{names_of(told.after, units)} {SUPPLY_WORDS[s]}" for s, units in by_state.items())
    return log_line("supply", "8.1", event.side, f"{text}.", hexes=places_of(told.after, known))
