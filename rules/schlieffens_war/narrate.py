"""The log: one plain sentence for each fact, with no more than each viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.kernel.game import REFEREE
from rules.kernel.messages import Json, JsonObject
from rules.schlieffens_war.events import Event
from rules.schlieffens_war.events.battle import (
    CombatRolled,
    ConcentricRolled,
    DefendersChosen,
    OddsFound,
    StackRetreated,
    StepLost,
    UnitLost,
    UnitsAdvanced,
)
from rules.schlieffens_war.events.combat import AttackDeclared, ProbeMade
from rules.schlieffens_war.events.heavy_artillery import ArtillerySpent, MarkerRolled
from rules.schlieffens_war.events.morale import MoraleChanged
from rules.schlieffens_war.events.movement import ForcedMarchRolled, HexesTaken, ParisEndangered, UnitsMoved
from rules.schlieffens_war.events.procedure import PhaseBegan, PhaseClosed
from rules.schlieffens_war.events.regrouping import CorpsWithdrawn, UnitReturned, UnitsRestored
from rules.schlieffens_war.events.setup import UnitPlaced
from rules.schlieffens_war.events.stacking import OverstackFound, StanceTaken, UnitDisplaced, UnitGivenUp
from rules.schlieffens_war.events.supply import AttritionRolled, SupplyJudged
from rules.schlieffens_war.events.victory import AttackCounted, MatchEnded
from rules.schlieffens_war.fog_of_war import is_visible
from rules.schlieffens_war.morale import LEVEL_NAMES
from rules.schlieffens_war.phases import SETUP
from rules.schlieffens_war.play import name_of, names_of
from rules.schlieffens_war.sequence import TREE
from rules.schlieffens_war.sides import ENTENTE, GERMAN, SIDE_NAMES
from rules.schlieffens_war.state import FATIGUED, State

ELIMINATED: JsonObject = {"means": "eliminated"}
"""In every line that tells of a unit's end, however it says so."""
SUPPLY_WORDS = {"in": "in supply", "out": "out of supply", "fortress": "supplied by a fortress"}


class Told:
    """What a viewer may be told of one fact: a unit is named if the viewer sees it before or after."""

    def __init__(self, before: State, after: State, viewer: str) -> None:
        self.before, self.after, self.viewer = before, after, viewer
        self.printed = after.printed

    def at(self, hex_: str) -> str:
        """A hex as sentences name it."""
        return self.printed.board.label(hex_)

    def side(self, units: Iterable[str]) -> str | None:
        """The side of some units, None of nobody's."""
        return next((self.printed.counters[u].side for u in units), None)

    def column(self, column: int) -> str:
        """§11.9: the column of the table, or that the odds are below or above it."""
        columns = self.printed.charts.crt.columns
        if column < 0:
            return f"less than {columns[0]}"
        return f"column {columns[column]}" if column < len(columns) else f"more than {columns[-1]}"

    def knows(self, unit: str) -> bool:
        """Whether the viewer sees the unit's face before or after the fact."""
        if self.viewer in (self.printed.counters[unit].side, REFEREE):
            return True
        return is_visible(self.before, unit, self.viewer) or is_visible(self.after, unit, self.viewer)

    def lies(self, unit: str, hex_: str) -> bool:
        """Whether the viewer knows that the unit is in that hex now."""
        return self.after.units[unit].at == hex_

    def name(self, units: Iterable[str]) -> str:
        """The units by name, those that the viewer cannot see only as a number."""
        listed = list(units)
        known = [u for u in listed if self.knows(u)]
        hidden = len(listed) - len(known)
        if not hidden:
            return names_of(self.after, known)
        others = "a concealed unit" if hidden == 1 else f"{hidden} concealed units"
        return f"{names_of(self.after, known)} and {others}" if known else others


def narrate(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """The line of ``event`` for ``viewer``, or None when there is nothing to tell."""
    told = Told(before, after, viewer)
    match event:
        case UnitPlaced():
            return _placed(told, event)
        case PhaseBegan():
            return _phase_began(event)
        case MatchEnded():
            winner = f"{SIDE_NAMES[event.winner]} victory" if event.winner else "A draw"
            return _line("ended", event.section, event.winner or None, f"{winner}. {event.reason}")
        case MoraleChanged():
            return _morale(told, event)
        case UnitsMoved() | ProbeMade() | StackRetreated() | UnitsAdvanced() | UnitDisplaced():
            return _went(told, event)
        case HexesTaken():
            return _taken(told, event)
        case ParisEndangered():
            return _line(
                "paris", "4.1", GERMAN, f"German troops at {told.at(event.hex)} endanger Paris.", hexes=[event.hex]
            )
        case ForcedMarchRolled() | AttritionRolled():
            return _attrition(told, event)
        case SupplyJudged():
            return _supply(told, event)
        case UnitsRestored():
            return _restored(told, event)
        case UnitReturned():
            return _returned(told, event)
        case PhaseClosed():
            return _arrived(told)
        case CorpsWithdrawn():
            return _line("withdrawn", "9.4", GERMAN, f"{names_of(after, event.units)} left for the eastern front.")
        case UnitLost() | UnitGivenUp():
            section = event.section if isinstance(event, UnitLost) else "6.5"
            text = f"{name_of(after, event.unit)} eliminated."
            return (
                _line("lost", section, told.side([event.unit]), text, hexes=_places(before, [event.unit])) | ELIMINATED
            )
        case StanceTaken():
            return _stance(told, event)
        case _:
            return _combat(told, event)


def _combat(told: Told, event: Event) -> JsonObject | None:
    frame = told.before.battle or told.after.battle
    target = frame.target if frame else ""
    attacker = told.after.counter(frame.attackers[0]).side if frame else None
    match event:
        case AttackDeclared():
            froms = ", ".join(told.at(h) for h in event.origins)
            text = f"{names_of(told.after, event.attackers)} attack {told.at(event.target)} from {froms}."
            if len(event.attackers) == 1:
                text = text.replace(" attack ", " attacks ", 1)
            return _line("attack", "11.8", attacker, text, hexes=[event.target, *event.origins])
        case DefendersChosen():
            who = names_of(told.after, event.defenders) if event.defenders else "no unit that can fight"
            return _line("defenders", "11.2", _foe(attacker), f"Defended by {who}.", hexes=[target])
        case OddsFound():
            shifts = "; ".join(f"{t.lower()} {_columns(n)}" for t, _, n in event.shifts)
            base = told.printed.charts.crt.heading(told.printed.charts.crt.column_of(event.attack, event.defence))
            text = (
                f"{event.attack} against {event.defence}, {base}"
                + (f": {shifts}" if shifts else "")
                + f". {_capital(told.column(event.column))}."
            )
            return _line("odds", "11.8", attacker, text, hexes=[target])
        case ConcentricRolled():
            text = f"Concentric attack: die {event.die}, {_columns(event.columns)}."
            return _line(
                "concentric", "11.15", attacker, text, dice=[_die(event.die, "concentric attack")], hexes=[target]
            )
        case MarkerRolled():
            name = "Coup de main" if event.marker == "coup" else "Heavy artillery"
            text = f"{name}: die {event.die}, {_columns(event.columns)}."
            return _line("bombardment", "11.23", GERMAN, text, dice=[_die(event.die, name.lower())], hexes=[target])
        case ArtillerySpent():
            fate = f"can be used again from turn {event.ready}" if event.ready else "is used up"
            dice = [_die(event.die, "artillery loss")] if event.die is not None else []
            return _line("artillery", "11.23", GERMAN, f"The heavy artillery marker {fate}.", dice=dice)
        case CombatRolled():
            return _combat_rolled(told, event, attacker, target)
        case AttackCounted():
            return _line("plan-xvii", "4.4", ENTENTE, f"Plan XVII: attack {event.count} of 7.")
        case StepLost():
            return _step_lost(told, event)
        case OverstackFound() if event.hexes and told.before.top != told.after.top:
            text = f"Too many units in {', '.join(told.at(h) for h in event.hexes)}."
            return _line("overstack", "6.5", told.after.holder(event.hexes[0]), text, hexes=[*event.hexes])
        case _:
            return None


def _step_lost(told: Told, event: StepLost) -> JsonObject:
    """An eliminated unit goes to an open display and is named; a survivor may be concealed."""
    gone = told.after.units[event.unit].steps == 0
    text = f"{name_of(told.after, event.unit)} eliminated." if gone else f"{told.name([event.unit])} lost a step."
    where = _places(told.before, [event.unit])
    line = _line("step-lost", event.section, told.side([event.unit]), _capital(text), hexes=where)
    return line | ELIMINATED if gone else line


def _combat_rolled(told: Told, event: CombatRolled, attacker: str | None, target: str) -> JsonObject:
    lost = event.attacker + event.bef
    bef = " (one more against the BEF, §11.19)" if event.bef else ""
    cost = f"attacker loses {lost}{bef}, defender {event.defender}."
    if event.die is None:
        line = _line(
            "combat", "11.9", attacker, f"{_capital(told.column(event.column))}, automatic: {cost}", hexes=[target]
        )
    else:
        dice = [_die(event.die, "combat")]
        line = _line(
            "combat",
            "11.17",
            attacker,
            f"{told.printed.charts.crt.heading(event.column)}, die {event.die}: {cost}",
            dice=dice,
            hexes=[target],
        )
    line["result"] = f"{lost}/{event.defender}"
    return line


def _placed(told: Told, event: UnitPlaced) -> JsonObject | None:
    """§3.1, §9.2, §9.3: told at once to the owner; the others read of it when the phase is over."""
    if event.section == "3.1" or not told.lies(event.unit, event.hex):
        return None
    text = f"{_capital(name_of(told.after, event.unit))} arrived at {told.at(event.hex)}."
    return _line("placed", event.section, told.side([event.unit]), text, hexes=[event.hex])


def _returned(told: Told, event: UnitReturned) -> JsonObject | None:
    """§9.5: as ``_placed``."""
    if not told.lies(event.unit, event.hex):
        return None
    text = f"{_capital(name_of(told.after, event.unit))} returned at {told.at(event.hex)}."
    return _line("returned", "9.5", told.side([event.unit]), text, hexes=[event.hex])


def _arrived(told: Told) -> JsonObject | None:
    """§6.6, §9.0: the units that arrived in the phase, for viewers who were not told at once; by hex."""
    new = {u for u in told.before.arrivals if told.before.units[u].at not in told.before.stacks}
    places = [h for h in told.after.hexes if new.intersection(told.after.stacks[h])]
    if not places:
        return None
    parts = [f"{told.name(u for u in told.after.stacks[h] if u in new)} at {told.at(h)}" for h in places]
    return _line("placed", "9.0", told.side(new), f"Arrived: {'; '.join(parts)}.", hexes=places)


def _stance(told: Told, event: StanceTaken) -> JsonObject | None:
    """§6.2: what an HQ is told to do is its owner's secret, even where the HQ itself is on top."""
    side = told.after.counter(event.unit).side
    if told.viewer not in (side, REFEREE):
        return None
    what = "helps to defend its hex" if event.helps else "stays out of the defence of its hex"
    return _line(
        "stance", "6.2", side, f"{name_of(told.after, event.unit)} {what}.", hexes=_places(told.after, [event.unit])
    )


def _phase_began(event: PhaseBegan) -> JsonObject | None:
    step = TREE.step(event.key)
    if step.side is None:
        return None
    where = "Set-up" if step.name == SETUP else f"Turn {event.turn}, {step.title}"
    return _line(
        "phase",
        step.section,
        step.side,
        f"{SIDE_NAMES[step.side]}: {where}." if where != "Set-up" else f"{SIDE_NAMES[step.side]} set-up.",
    )


def _morale(told: Told, event: MoraleChanged) -> JsonObject | None:
    known = [(u, m) for u, m in zip(event.units, event.levels, strict=True) if told.knows(u)]
    if not known:
        return None
    by_level: dict[int, list[str]] = {}
    for unit, level in known:
        by_level.setdefault(level, []).append(unit)
    words = {FATIGUED: "fatigued", 0: "returned to normal morale", 1: "gained élan"}
    text = "; ".join(f"{names_of(told.after, units)} {words[level]}" for level, units in sorted(by_level.items()))
    line = _line(
        "morale", event.section, told.side(event.units), f"{text}.", hexes=_places(told.after, [u for u, _ in known])
    )
    line["levels"] = {u: LEVEL_NAMES[m] for u, m in known}
    return line


def _went(told: Told, event: UnitsMoved | ProbeMade | StackRetreated | UnitsAdvanced | UnitDisplaced) -> JsonObject:
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
        case UnitsAdvanced():
            origin = told.before.units[event.units[0]].at
            units, path, verb, section, tail = event.units, [origin, event.hex], "advanced", "11.22", ""
        case UnitDisplaced():
            units, path, verb, section, tail = [event.unit], [event.origin, event.hex], "displaced", "6.5", ""
    text = f"{_capital(told.name(units))} {verb} from {told.at(path[0])} to {told.at(path[-1])}{tail}."
    line = _line("moved", section, told.side(units), text, hexes=[path[0], path[-1]])
    line["path"] = [*path]
    line["count"] = len(units)
    return line


def _taken(told: Told, event: HexesTaken) -> JsonObject | None:
    cities = [h for h in event.hexes if h in told.printed.board.cities]
    if not cities:
        return None
    fell = "falls" if len(cities) == 1 else "fall"
    text = f"{', '.join(told.at(h) for h in cities)} {fell} to the {_people(event.side)}."
    if event.vp_change:
        text += f" {event.vp_change:+d} VP."
    return _line("taken", "4.6" if event.vp_change else "3.3", event.side, text, hexes=[*cities])


def _attrition(told: Told, event: ForcedMarchRolled | AttritionRolled) -> JsonObject:
    march = isinstance(event, ForcedMarchRolled)
    gone = told.after.units[event.unit].steps == 0
    who = name_of(told.after, event.unit) if gone else told.name([event.unit])
    loss = "eliminated" if gone else "one step lost" if event.lost else "no loss"
    text = f"{_capital(who)}, {'forced march' if march else 'out of supply'}: die {event.die}, {loss}."
    section, kind = ("10.6", "forced-march") if march else ("8.8", "attrition")
    where, dice = _places(told.before, [event.unit]), [_die(event.die, "attrition")]
    line = _line(kind, section, told.side([event.unit]), text, dice=dice, hexes=where)
    return line | ELIMINATED if gone else line


def _restored(told: Told, event: UnitsRestored) -> JsonObject | None:
    """§6.6: neither a concealed unit's strength nor that it was weaker is told."""
    known = [u for u in event.units if told.knows(u)]
    if not known:
        return None
    text = f"{names_of(told.after, known)} back to full strength, fatigued."
    return _line("restored", "9.5", told.side(known), text, hexes=_places(told.after, known))


def _supply(told: Told, event: SupplyJudged) -> JsonObject | None:
    known = {u: s for u, s in event.changes.items() if told.knows(u)}
    if not known:
        return None
    by_state: dict[str, list[str]] = {}
    for unit, status in known.items():
        by_state.setdefault(status, []).append(unit)
    text = "; ".join(f"{names_of(told.after, units)} {SUPPLY_WORDS[s]}" for s, units in by_state.items())
    return _line("supply", "8.1", event.side, f"{text}.", hexes=_places(told.after, known))


# --- pieces of a line ---------------------------------------------------------------------------------------------


def _line(
    kind: str, section: str, side: str | None, text: str, *, dice: Sequence[JsonObject] = (), hexes: Sequence[str] = ()
) -> JsonObject:
    listed: list[Json] = list(dict.fromkeys(h for h in hexes if h))
    return {"kind": kind, "section": section, "side": side, "text": text, "dice": [*dice], "hexes": listed}


def _die(die: int | None, purpose: str) -> JsonObject:
    return {"die": die, "for": purpose}


def _foe(side: str | None) -> str | None:
    return {GERMAN: ENTENTE, ENTENTE: GERMAN}.get(side or "")


def _people(side: str) -> str:
    return "Germans" if side == GERMAN else "Entente"


def _places(state: State, units: Iterable[str]) -> list[str]:
    return [state.units[u].at for u in units if state.units[u].at in state.stacks]


def _columns(count: int) -> str:
    if not count:
        return "no shift"
    return f"{abs(count)} {'right' if count > 0 else 'left'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
