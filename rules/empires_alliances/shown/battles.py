"""§13.6: attacks as viewers are shown them: those that are open, what a planner asks, and the lines of the log."""

from __future__ import annotations

from collections.abc import Mapping

from rules.empires_alliances.attacks.attackers import check_attacker, strongest_guns
from rules.empires_alliances.attacks.plan_17 import why_not_use
from rules.empires_alliances.attacks.strength import in_factors, naval_support, with_modifiers
from rules.empires_alliances.attacks.targets import able_beside, defenders_in, falls_by_itself
from rules.empires_alliances.combat.aircraft import support_for, supporting_air
from rules.empires_alliances.combat.declaring import check_open, need_of_all
from rules.empires_alliances.combat.results import DIE, Prospect, foresee
from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.combat import (
    ATTACKER,
    Advanced,
    AirFled,
    AirLanded,
    AttackGrouped,
    DefendersJoined,
    Fell,
    FightLosses,
    FightResolved,
    Held,
    HexAttacked,
    Neutralised,
    Retreated,
    RuptureBegan,
    Scattered,
    Shaken,
)
from rules.empires_alliances.play import hex_in_play, name_of, names_of, own_unit, place_name, verb_of
from rules.empires_alliances.position.frames import Fight, HexAttack, Pairing
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.combat_table import COLUMNS
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.shown.strengths import what_weakens
from rules.hexes.odds import as_list
from rules.kernel import arguments
from rules.kernel.messages import Json, JsonObject, Refused, as_json
from rules.kernel.procedure.options import refused_by
from rules.kernel.wording import listing

SAYS = {
    "AE": "all attackers are eliminated",
    "AX": "the attacker loses as much as defends",
    "AD": "attackers are demoralised and retreat",
    "ND": "no decision: both lose",
    "EX": "exchange: the smaller force is eliminated",
    "HX": "the defender is eliminated, the attacker loses half as much",
    "DD": "the defender is demoralised and retreats",
    "DE": "the defender is eliminated",
}
"""§13.7: results in words."""


# --- open attacks -------------------------------------------------------------------------------------------------


def battles(state: State) -> list[Json]:
    """§13.6: every attack that is open: who attacks whom, and each of its fights as far as it is known."""
    return [_battle(state, hex_) for hex_ in sorted(state.lanes)]


def _battle(state: State, hex_: str) -> Json:
    attack, top = state.lanes[hex_][0], state.lanes[hex_][-1]
    if not isinstance(attack, HexAttack):
        raise TypeError(f"{hex_} is not attacked")
    return as_json({
        "hex": hex_,
        "stage": top.step,
        "attackers": [*attack.attackers],
        "defenders": [*attack.defenders],
        "joined": [[*group] for group in attack.joined if len(group) > 1],
        "air": [*attack.air],
        "navy": attack.navy,
        "infiltration": attack.infiltration,
        "neutralised": [*attack.idle],
        "fights": [_fight(state, attack, number, top) for number in range(len(attack.fights))],
        "going": [*top.going] if isinstance(top, Fight) else [],
    })  # fmt: skip


def _fight(state: State, attack: HexAttack, number: int, top: object) -> JsonObject:
    """A fight: before its die what it would be resolved with, then what it was."""
    pairing = attack.fights[number]
    told: JsonObject = {
        "attackers": [*pairing.attackers],
        "targets": [*pairing.targets],
        "air": [*pairing.air],
        "navy": pairing.navy,
        "over": number in attack.over,
    }
    if isinstance(top, Fight) and top.pairing == number:
        told |= {
            "column": top.column, "modifiers": as_list(top.modifiers, "drm"), "die": top.die, "net": top.net,
            "result": top.result, "owed": [*top.owed],
        }  # fmt: skip
    elif number not in attack.over and not falls_by_itself(state, attack.hex):
        told |= _prospect(foresee(state, attack.hex, pairing))
    return told


def _prospect(found: Prospect) -> JsonObject:
    return {
        "column": found.column, "modifiers": as_list(found.modifiers, "drm"), "drm": found.net,
        "attack": in_factors(found.attack), "defence": in_factors(found.defence),
    }  # fmt: skip


# --- what a planner asks ------------------------------------------------------------------------------------------


def attack_preview(state: State, seat: str, asked: Mapping[str, object]) -> JsonObject:
    """``{"kind": "attack", "hex", "units"}``, and ``air`` if there is any: an attack of these units on all in a hex.

    Before it is ordered: odds, modifiers with their sections, and the result of each die, should all fight as one;
    ``weakened``: what keeps strengths from being those printed; ``refusal`` says why it could not be ordered so.
    ``together``: those of the units that could all be chosen; ``aircraft``: those that could support it. Raises Refused
    for a hex or unit that may not be named.
    """
    arguments.only(asked, "hex", "units", *(["air"] if "air" in asked else []), section="13.61")
    if seat not in FOE:
        raise Refused("not-your-turn", "13.61", "Only the two sides attack.")
    hex_ = hex_in_play(state, asked.get("hex"))
    check_open(state, seat, hex_)
    units = _names(state, seat, asked.get("units"))
    for unit in units:
        check_attacker(state, unit, hex_)
    defenders = defenders_in(state, hex_)
    guns = strongest_guns(state, hex_, units)
    told: JsonObject = {
        "defenders": [*defenders],
        "together": [unit for unit in units if unit in guns or state.counter(unit).kind in RANKS],
        "aircraft": [*supporting_air(state, seat, hex_)],
        "columns": [*COLUMNS],
        "most": state.printed.charts.combat.drm_cap,
        "legal": True,
        "refusal": None,
    }
    spare = why_not_use(state, seat, hex_, units)
    if spare is not None:
        told |= {"legal": False, "refusal": spare.json()}
    if falls_by_itself(state, hex_):
        return told | {"results": ["DE"] * DIE, "says": {"DE": SAYS["DE"]}}
    need, what = need_of_all(state, hex_, able_beside(state, seat)[hex_])
    unmet = (
        need.unmet(units, what, "13.61") if units else Refused("too-few", "13.61", "Choose at least one unit.").refusal
    )
    if unmet is not None:
        told |= {"legal": False, "refusal": unmet.json()}
        if unmet.code in ("odds-too-low", "too-few"):
            return told
    air = _names(state, seat, asked.get("air", []))
    grounded = refused_by(lambda _: support_for(state, seat, hex_, units).read([*air], "16.42"))("") if air else None
    if grounded is not None and told["legal"]:
        told |= {"legal": False, "refusal": grounded.json()}
    navy = naval_support(state, hex_, units)
    found = foresee(state, hex_, Pairing(units, defenders, air, navy))
    told["weakened"] = what_weakens(state, hex_, units, defenders, navy)
    results: list[Json] = [state.printed.combat.result(found.column, die + found.net) for die in range(1, DIE + 1)]
    return (
        told | _prospect(found) | {"results": results, "says": {r: SAYS[r] for r in dict.fromkeys(map(str, results))}}
    )


def _names(state: State, side: str, raw: object) -> tuple[str, ...]:
    """Units of the side, from outside."""
    if not isinstance(raw, list):
        raise Refused("malformed", "13.61", "Name units in a list.")
    return tuple(dict.fromkeys(own_unit(unit, state, side) for unit in raw))


# --- the log ------------------------------------------------------------------------------------------------------


def told_of_combat(before: State, event: Event, after: State) -> JsonObject | None:
    """What the log says of a fact of combat, and for which hex it is fought; None for one that tells nothing by
    itself."""
    line = _line_of_attack(before, event) or _line_of_result(before, event)
    hex_ = getattr(event, "hex", None)
    return line | {"battle": hex_} if line is not None and hex_ is not None else line


def _line_of_attack(before: State, event: Event) -> JsonObject | None:
    """§13.6, §22.13: an attack as it is declared and divided."""
    match event:
        case HexAttacked():
            how = " by infiltration" if event.infiltration else ""
            helpers = [names_of(before, event.air)] if event.air else []
            helpers += ["the Royal Navy"] if event.navy else []
            support = f" with {listing(helpers)}" if helpers else ""
            attack = verb_of(event.units, "attacks", "attack")
            text = f"{names_of(before, event.units)} {attack} {place_name(before, event.hex)}{how}{support}."
            line = _line("22.13" if event.infiltration else "13.61", before.active, text, event.hex)
            return line | {"attackers": [*event.units], "defenders": [*event.defenders]}
        case Neutralised():
            text = f"{names_of(before, event.units)} and {names_of(before, event.targets)} neutralise one another."
            return _line("22.13", before.active, text, event.hex)
        case DefendersJoined():
            together = [names_of(before, group) for group in event.groups if len(group) > 1]
            if not together:
                return None
            return _line("13.62", FOE[before.player], f"Defending together: {'; '.join(together)}.", event.hex)
        case AttackGrouped():
            if len(event.fights) < 2:
                return None
            who = [f"{names_of(before, f.attackers)} against {names_of(before, f.targets)}" for f in event.fights]
            return _line("13.63", before.active, f"Separate attacks: {'; '.join(who)}.", event.hex)
        case _:
            return None


def _line_of_result(before: State, event: Event) -> JsonObject | None:
    """§13.64 to §13.9: the die, and what it costs whom."""
    match event:
        case FightResolved():
            return _result_line(before, event)
        case Fell():
            what = listing(
                [*([names_of(before, event.units)] if event.units else []), *(["the fort"] if event.fort else [])]
            )
            text = f"{place_name(before, event.hex)}: no ground unit holds it. Lost: {what}."
            return _line("13.651", before.active, text, event.hex)
        case RuptureBegan():
            if not event.going:
                return None
            text = f"The line is ruptured: {names_of(before, event.going)} must retreat."
            return _line("22.13", before.active, text, event.hex)
        case FightLosses():
            side = before.active if event.by == ATTACKER else FOE[before.player]
            return _line("13.7", side, f"Eliminated: {names_of(before, event.units)}.", event.hex)
        case Shaken():
            if not event.units:
                return None
            side = before.active if event.by == ATTACKER else FOE[before.player]
            return _line("13.85", side, f"Demoralised: {names_of(before, event.units)}.", event.hex)
        case Retreated():
            text = f"Retreat to {place_name(before, event.path[-1])}: {names_of(before, event.units)}."
            return {"section": "13.81", "side": before.side_of(event.units[0]), "text": text, "path": [*event.path]}
        case Held():
            text = f"Stay in the fort: {names_of(before, event.units)}."
            return _line("15.12", before.side_of(event.units[0]), text, event.hex)
        case Scattered():
            fates = {"22.13": "instead of retreating", "22.9": "among friends in an enemy zone of control"}
            text = (
                f"Eliminated, {fates.get(event.section, 'with nowhere to retreat')}: {names_of(before, event.units)}."
            )
            return _line(event.section, before.side_of(event.units[0]), text, event.hex)
        case Advanced():
            text = f"Advance into {place_name(before, event.hex)}: {names_of(before, event.units)}."
            return _line("13.9", before.active, text, event.hex)
        case AirLanded():
            text = f"{name_of(before, event.unit)} lands in {place_name(before, event.at)}."
            return _line("16.42", before.active, text, event.at)
        case AirFled():
            to = f"flies to {place_name(before, event.to)}" if event.to else "finds no base and is lost"
            return _line("6.3", before.side_of(event.unit), f"{name_of(before, event.unit)} {to}.", event.to)
        case _:
            return None


def _line(section: str, side: str | None, text: str, hex_: str) -> JsonObject:
    hexes: list[Json] = [hex_] if hex_ else []
    return {"section": section, "side": side, "text": text, "hexes": hexes}


def _result_line(before: State, event: FightResolved) -> JsonObject:
    strengths = f"{in_factors(event.attack)} to {in_factors(event.defence)}"
    die = with_modifiers(event.die, event.net - event.die)
    text = f"{place_name(before, event.hex)}: {strengths}, {event.column}. Die {die}: {SAYS[event.result]}."
    dice: list[Json] = [{"die": event.die, "sides": event.sides, "for": "attack"}]
    return {
        **_line("13.64", before.active, text, event.hex),
        "dice": dice,
        "column": event.column,
        "modifiers": as_list(event.modifiers, "drm"),
        "result": event.result,
    }
