"""§11.0: the lines of the log that tell of an attack.

Besides the sentence they carry what a page needs to draw the attack when it is over at once and never stood in a view:
who fought, the odds, every shift and the final column (docs/architecture.md §6).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.hexes.odds import as_list
from rules.kernel.log_lines import die_of
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import capital
from rules.schlieffens_war.facts import Event
from rules.schlieffens_war.facts.battle import (
    CombatRolled,
    ConcentricRolled,
    DefendersChosen,
    OddsFound,
    StepLost,
)
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.facts.heavy_artillery import ArtillerySpent, MarkerRolled
from rules.schlieffens_war.facts.stacking import OverstackFound
from rules.schlieffens_war.facts.victory import AttackCounted
from rules.schlieffens_war.play import name_of, names_of
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.shown.log_lines import ELIMINATED, ViewerKnowledge, log_line, places_of
from rules.schlieffens_war.shown.view import unit_view


def combat_line(told: ViewerKnowledge, event: Event) -> JsonObject | None:
    """The line of a fact of an attack, None for one that tells nothing."""
    frame = told.before.battle or told.after.battle
    target = frame.target if frame else ""
    attacker = told.after.counter(frame.attackers[0]).side if frame else None
    match event:
        case AttackDeclared():
            froms = ", ".join(told.at(h) for h in event.origins)
            text = f"{names_of(told.after, event.attackers)} attack {told.at(event.target)} from {froms}."
            if len(event.attackers) == 1:
                text = text.replace(" attack ", " attacks ", 1)
            line = log_line("attack", "11.8", attacker, text, hexes=[event.target, *event.origins])
            return line | {"attackers": _faces(told, event.attackers)}
        case DefendersChosen():
            who = names_of(told.after, event.defenders) if event.defenders else "no unit that can fight"
            line = log_line("defenders", "11.2", _foe(attacker), f"Defended by {who}.", hexes=[target])
            return line | {"defenders": _faces(told, event.defenders)}
        case OddsFound():
            return _odds_found(told, event, attacker, target)
        case ConcentricRolled():
            text = f"Concentric attack: die {event.die}, {_columns(event.columns)}."
            line = log_line(
                "concentric", "11.15", attacker, text, dice=[die_of(event.die, "concentric attack")], hexes=[target]
            )
            return line | {"shifts": as_list([("Concentric attack", "11.15", event.columns)], "columns")}
        case MarkerRolled():
            name = "Coup de main" if event.marker == "coup" else "Heavy artillery"
            text = f"{name}: die {event.die}, {_columns(event.columns)}."
            line = log_line(
                "bombardment", "11.23", GERMAN, text, dice=[die_of(event.die, name.lower())], hexes=[target]
            )
            return line | {"shifts": as_list([(name, "11.23", event.columns)], "columns")}
        case ArtillerySpent():
            fate = f"can be used again from turn {event.ready}" if event.ready else "is used up"
            dice = [die_of(event.die, "artillery loss")] if event.die is not None else []
            return log_line("artillery", "11.23", GERMAN, f"The heavy artillery marker {fate}.", dice=dice)
        case CombatRolled():
            return _combat_rolled(told, event, attacker, target)
        case AttackCounted():
            return log_line("plan-xvii", "4.4", ENTENTE, f"Plan XVII: attack {event.count} of 7.")
        case StepLost():
            return _step_lost(told, event)
        case OverstackFound() if event.hexes and told.before.top != told.after.top:
            text = f"Too many units in {', '.join(told.at(h) for h in event.hexes)}."
            return log_line("overstack", "6.5", told.after.holder(event.hexes[0]), text, hexes=[*event.hexes])
        case _:
            return None


def _odds_found(told: ViewerKnowledge, event: OddsFound, attacker: str | None, target: str) -> JsonObject:
    crt = told.printed.charts.crt
    shifts = "; ".join(f"{t.lower()} {_columns(n)}" for t, _, n in event.shifts)
    base = crt.heading(crt.column_of(event.attack, event.defence))
    text = (
        f"{event.attack} against {event.defence}, {base}"
        + (f": {shifts}" if shifts else "")
        + f". {capital(told.column(event.column))}."
    )
    line = log_line("odds", "11.8", attacker, text, hexes=[target])
    return line | {
        "attack": event.attack,
        "defence": event.defence,
        "base": base,
        "column": told.column_name(event.column),
        "shifts": as_list(event.shifts, "columns"),
    }


def _faces(told: ViewerKnowledge, units: Iterable[str]) -> list[Json]:
    """§6.6: units that fight show their faces to both sides, as the viewer sees them."""
    return [unit_view(told.after, u, told.viewer) for u in units]


def _step_lost(told: ViewerKnowledge, event: StepLost) -> JsonObject:
    """An eliminated unit goes to an open display and is named; a survivor may be concealed."""
    gone = told.after.units[event.unit].steps == 0
    text = f"{name_of(told.after, event.unit)} eliminated." if gone else f"{told.name([event.unit])} lost a step."
    where = places_of(told.before, [event.unit])
    line = log_line("step-lost", event.section, told.side([event.unit]), capital(text), hexes=where)
    line |= told.toll(event.unit)
    if told.knows(event.unit):
        line["units"] = _faces(told, [event.unit])
    return line | ELIMINATED if gone else line


def _combat_rolled(told: ViewerKnowledge, event: CombatRolled, attacker: str | None, target: str) -> JsonObject:
    lost = event.attacker + event.bef
    bef = " (one more against the BEF, §11.19)" if event.bef else ""
    cost = f"attacker loses {lost}{bef}, defender {event.defender}."
    if event.die is None:
        line = log_line(
            "combat", "11.9", attacker, f"{capital(told.column(event.column))}, automatic: {cost}", hexes=[target]
        )
    else:
        dice = [die_of(event.die, "combat")]
        line = log_line(
            "combat",
            "11.17",
            attacker,
            f"{told.printed.charts.crt.heading(event.column)}, die {event.die}: {cost}",
            dice=dice,
            hexes=[target],
        )
    line["result"] = f"{lost}/{event.defender}"
    line["column"] = told.column_name(event.column)
    return line


def _foe(side: str | None) -> str | None:
    return {GERMAN: ENTENTE, ENTENTE: GERMAN}.get(side or "")


def _columns(count: int) -> str:
    if not count:
        return "no shift"
    return f"{abs(count)} {'right' if count > 0 else 'left'}"
