"""§10.0: the lines of the log about attacks. All who fight are seen by both sides while they do."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.chits_played.armenians import van_of
from rules.great_war.combat.odds import odds_of
from rules.great_war.facts import Event
from rules.great_war.facts.armenians import ArmeniansRaised, MassacreBegan
from rules.great_war.facts.combat import (
    ALLENBY,
    FOCH,
    AttackDeclared,
    CavalryRetreated,
    CombatResolved,
    DefendersEliminated,
    FortLost,
    MarkerPlaced,
    MarkerTakenBack,
    StepLost,
    SupportGiven,
    UnitsAdvanced,
)
from rules.great_war.facts.untried import StrengthShown
from rules.great_war.play import name_of, names_of, place_name
from rules.great_war.position.state import State
from rules.great_war.printed.counters import ARMENIAN
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDE_NAMES, foe
from rules.great_war.shown.log_lines import toll
from rules.great_war.shown.units_shown import unit_view
from rules.hexes.odds import as_list, total
from rules.kernel import log_lines
from rules.kernel.game import SPECTATOR
from rules.kernel.log_lines import die_of, log_line
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import quantity


def combat_line(before: State, event: Event, after: State) -> JsonObject | None:
    """The line of a fact about an attack, None for any other."""
    match event:
        case AttackDeclared():
            where = place_name(after, event.target)
            line = log_line("attack", "10.11", event.side, f"{names_of(after, event.attackers)} against {where}.",
                            hexes=[*sorted({before.units[u].at for u in event.attackers}), event.target])  # fmt: skip
            return line | _faces_in_attack(event.attackers, after)
        case MassacreBegan():
            where = place_name(after, event.hex)
            text = f"Armenians rise in {where}, and {names_of(after, event.attackers)} must attack them."
            line = log_line("attack", "6.8", CENTRAL, text, hexes=[event.hex])
            return line | _faces_in_attack(event.attackers, after)
        case ArmeniansRaised():
            text = f"{name_of(after, event.unit)} are in {place_name(after, event.hex)}."
            if event.hex == van_of(after):
                return log_line("arrived", "6.8", ALLIED, text, hexes=[event.hex])
            return log_line("arrived", "6.9", ALLIED, f"The Armenian Republic: {text}", hexes=[event.hex])
        case StrengthShown():
            # Of Armenians there are several by their name: volunteers.
            turns = "turn" if after.counter(event.unit).untried == ARMENIAN else "turns"
            text = f"{name_of(after, event.unit)}, untried until now, {turns} out to be {event.line}."
            at = after.units[event.unit].at
            # §15.83: one that fell with its fort lies in the dead pile already.
            hexes = [at] if at in after.printed.board.index else []
            line = log_line("committed", "15.82", after.side(event.unit), text, hexes=hexes)
            return line | {"dice": [die_of(event.die, "committed", event.sides)]}
        case SupportGiven():
            if not event.hq:
                return None
            return log_line("support", "10.46", event.side, f"{name_of(after, event.hq)} supports its units.")
        case CombatResolved():
            return _result_line(before, event, after)
        case _:
            return _line_of_what_follows(before, event, after)


def _line_of_what_follows(before: State, event: Event, after: State) -> JsonObject | None:
    """§10.6, §10.7, §10.82, §15.52: losses, retreats, advances and markers."""
    match event:
        case StepLost():
            gone = after.units[event.unit].at not in after.stacks
            text = f"{name_of(after, event.unit)} {'eliminated' if gone else 'reduced'}."
            line = log_line("lost", "10.63", event.side, text, hexes=[before.units[event.unit].at])
            return line | log_lines.toll([(before.counter(event.unit).nation, 1)])
        case FortLost():
            return log_line("lost", "10.64", None, f"The fort of {place_name(after, event.hex)} is destroyed.",
                            hexes=[event.hex])  # fmt: skip
        case DefendersEliminated():
            what = names_of(after, event.units) if event.units else "The fort"
            also = " with the fort" if event.fort and event.units else ""
            side = foe(before.battle.side) if before.battle else None
            line = log_line("lost", "10.65", side, f"{what}{also} eliminated.", hexes=[event.hex])
            return line | toll(before, event.units)
        case CavalryRetreated():
            verb = "retreats" if len(event.units) == 1 else "retreat"
            text = f"{names_of(after, event.units)} {verb} before combat to {place_name(after, event.hex)}."
            return log_line("moved", "15.52", after.side(event.units[0]), text, hexes=[event.hex])
        case UnitsAdvanced():
            verb = "advances" if len(event.units) == 1 else "advance"
            text = f"{names_of(after, event.units)} {verb} into {place_name(after, event.hex)}."
            further = before.battle is not None and event.hex != before.battle.target
            return log_line("moved", "10.72" if further else "10.71", event.side, text, hexes=[event.hex])
        case MarkerPlaced():
            text = f"{event.marker} is placed in {place_name(after, event.hex)}."
            return log_line("marker", "10.82", _whose(event.marker), text, hexes=[event.hex])
        case MarkerTakenBack():
            text = f"{event.marker} comes back: the units that it was with are gone, or are not supplied."
            return log_line("marker", "10.82", _whose(event.marker), text)
        case _:
            return None


def _faces_in_attack(attackers: tuple[str, ...], after: State) -> JsonObject:
    """§7.25: what both sides see of an attack as it is declared."""
    return {"attackers": _faces(after, attackers), "defenders": _faces(after, _laid_open(after))}


def _result_line(before: State, event: CombatResolved, after: State) -> JsonObject:
    """§10.3: the odds as they were found, with everything that moved them, and the die."""
    frame = before.battle
    side = frame.side if frame else None
    odds = odds_of(after)
    drm = total(event.drms)
    text = f"{SIDE_NAMES[side] if side else ''} attack: {event.attack} to {event.defence}, {odds.ratio(event.column)}"
    if event.die is not None:
        text += f", die {event.die}{f' {drm:+d}' if drm else ''}"
    loss = "all defenders eliminated" if event.everybody else f"the defender loses {_steps(event.defender)}"
    text += f": the attacker loses {_steps(event.attacker)}, {loss}."
    line = log_line("combat", "10.34", side, text, hexes=[frame.target] if frame else [])
    dice: list[Json] = [] if event.die is None else [die_of(event.die, "combat")]
    figures: JsonObject = {"attack": event.attack, "defence": event.defence, "column": odds.ratio(event.column)}
    lost: JsonObject = {"attacker": event.attacker, "defender": None if event.everybody else event.defender}
    found: JsonObject = {"shifts": as_list(event.shifts, "columns"), "drms": as_list(event.drms, "drm")}
    return line | figures | found | {"dice": dice, "losses": lost}


def _laid_open(state: State) -> tuple[str, ...]:
    """§7.25: all that the attack has laid open."""
    return state.battle.defenders if state.battle else ()


def _faces(state: State, units: Iterable[str]) -> list[Json]:
    """§7.25: those who fight, whom both sides see: for the card of an attack that is over at once."""
    return [unit_view(state, unit, SPECTATOR) for unit in units]


def _steps(number: int) -> str:
    return quantity(number, "step")


def _whose(marker: str) -> str:
    """§10.84: the side of a marker."""
    return ALLIED if marker in (FOCH, ALLENBY) else CENTRAL
