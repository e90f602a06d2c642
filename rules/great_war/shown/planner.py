"""§10.3, §7.25: what a planner is told of an attack before it is declared, from what the attacker sees alone.

Of a concealed unit the attacker knows that it is one of those of the enemy that stand on the map unseen, of an untried
one on either side which strengths are left (§15.82). Enemies count as in supply, since their lines may hang on unseen
headquarters. What both sides may still add counts if the
attacker says so: headquarters, events in hands that the attacker sees (§6.12), and aircraft, which lie open (§15.13).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.great_war.combat.aircraft import FORMATIONS, air_drm, air_drms, ready
from rules.great_war.combat.declaring import check_together, targets, why_not_attack
from rules.great_war.combat.event_chits import event_drms, usable
from rules.great_war.combat.headquarters import supporters
from rules.great_war.combat.near_east_chits import is_bridged
from rules.great_war.combat.odds import attack_of, beyond_drm, odds_of, seen_drms, shifts_of, tank_drm
from rules.great_war.play import name_of, own_unit
from rules.great_war.position.control import forts
from rules.great_war.position.fog_of_war import as_seen, faces_shown
from rules.great_war.position.secrecy import sees_hand
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.nations import SIDES, foe
from rules.great_war.printed.phases import FIGHTS, FIRST, FIRST_MOVEMENT, SECOND_MOVEMENT, SUPPORT
from rules.great_war.units.mounted import on_foot
from rules.great_war.units.untried import Between, between
from rules.hexes.odds import Modifier, as_list, net, total
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Json, JsonObject, Refusal, Refused

NOT_NOW = Refusal("not-now", "10.0", "It is not your combat phase.")


class Defence(NamedTuple):
    """What may stand in a hex: factors, and how many units and forts (§10.33). ``attack``: what then attacks."""

    case: str
    factors: int
    number: int
    attack: int


class Counted(NamedTuple):
    """What else the attacker counts on: a headquarters, events, and whether all aircraft fly."""

    hq: object
    events: Sequence[str]
    air: bool


def plan(state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
    """``{"kind": "attack", "target", "units", "hq", "events", "air"}``: odds, shifts, modifiers and results;
    ``together``: of the units named those that may attack together. ``events`` are counted as used, and with ``air``
    all aircraft as flying; all but target and units may be left out."""
    theatre = _theatre(state, seat)
    target, units, named_events = question.get("target"), question.get("units"), question.get("events", [])
    if theatre is None:
        return NOT_NOW
    if not isinstance(target, str) or not isinstance(units, list) or not all(isinstance(u, str) for u in units):
        return Refusal("malformed", "10.0", "Name a hex and the units that attack it.")
    if not isinstance(named_events, list) or not all(isinstance(e, str) for e in named_events):
        return NO_EVENTS
    printed = state.printed.chits.events
    if len(named_events) > len(printed) or len({*named_events} & printed.keys()) < len(named_events):
        return NO_EVENTS
    named = [u for u in units if isinstance(u, str)]
    if not named or len(named) != len(set(named)):
        return Refusal("nobody", "10.11", "Choose the units that attack.")
    board = state.printed.board
    if board.index.get(target) not in targets(state, seat, theatre):
        return Refusal("no-target", "10.11", "That hex cannot be attacked now.")
    try:
        for unit in named:
            own_unit(unit, state, seat)
    except Refused as refused:
        return refused.refusal
    refusal = next((no for no in (why_not_attack(state, u, target) for u in named) if no), None)
    if refusal is not None:
        return refusal
    together: list[Json] = [*_together(state, named, target)]
    try:
        check_together(state, named, target)
    except Refused as refused:
        return {"legal": False, "refusal": refused.refusal.json(), "together": together}
    count = Counted(question.get("hq"), tuple(str(e) for e in named_events), question.get("air") is True)
    planned = _plan(state, seat, named, target, count)
    return {"legal": True, "refusal": None, "together": together, **planned}


def below(state: State, seat: str, command: Mapping[str, object], least: str) -> Refusal | None:
    """§10.34: why an attack does not reach these odds in the worst case that its side sees, without headquarters and
    events. None where it does, or where the rules themselves refuse it."""
    columns = odds_of(state).columns
    if least not in columns:
        return Refusal("unfit", "10.34", "The table has no such odds.")
    if command.get("kind") != "attack":
        return None
    question = {"target": command.get("target"), "units": command.get("units")}
    found = plan(state, seat, question)
    if isinstance(found, Refusal) or not found["legal"]:
        return None
    cases: Any = found["cases"]
    worst = min(cases, key=lambda case: int(case["at"]))
    if worst["at"] >= columns.index(least):
        return None
    text = f"It could be fought at {worst['column']}, and your plan asks for {least} or better."
    return Refusal("odds", "10.34", text)


NO_EVENTS = Refusal("malformed", "6.12", "List each event once.")


def _together(state: State, units: Sequence[str], target: str) -> tuple[str, ...]:
    """§15.22, §15.54, §16.11: as many of the units as may attack together, taken one after the other."""
    found: tuple[str, ...] = ()
    for unit in sorted(units, key=lambda u: not on_foot(state, u)):
        try:
            check_together(state, (*found, unit), target)
        except Refused:
            continue
        found = (*found, unit)
    return found


def _theatre(state: State, seat: str) -> str | None:
    """Where the seat attacks now."""
    found = FIGHTS.get(state.phase.key)
    if found is None or state.battle is not None or seat in state.phase.done:
        return None
    half, theatre = found
    return theatre if mover_in(state, theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT) == seat else None


def _plan(state: State, seat: str, units: Sequence[str], target: str, count: Counted) -> JsonObject:
    origins = tuple(dict.fromkeys(state.units[u].at for u in units))
    shown = faces_shown(state, target, seat)
    frame = BattleFrame(seat, tuple(units), origins, target, shown, SUPPORT)
    helpers = supporters(state, frame, seat)
    support = {seat: count.hq} if isinstance(count.hq, str) and count.hq in helpers else {}
    frame = replace(frame, support=support)
    fighters = [u for u in shown if state.counter(u).is_combat]
    concealed = len(state.stacks.get(target, ())) - len(shown)
    known = as_seen(state, seat)
    frame = _with_events(state, known, frame, count.events)
    flying = _aircraft_of_sides(state, frame)
    shifts = shifts_of(known, seat, units, target, fighters, support, bridged=is_bridged(known, frame.chits))
    drms = [
        *seen_drms(known, seat, units, target, fighters),
        *_tanks(state, units, fighters),
        *event_drms(known, frame),
        *(air_drms(state, replace(frame, air=flying)) if count.air else ()),
    ]
    attack = between(state, units, lambda shown: attack_of(shown, units))
    cases = _defences(state, seat, target, fighters, concealed, attack)
    return {
        "attack": attack.mean,
        "concealed": concealed,
        "headquarters": [
            {"id": u, "name": name_of(state, u), "columns": state.counter(u).front.support} for u in helpers
        ],
        "shifts": as_list(shifts, "columns"),
        "drms": as_list(drms, "drm"),
        "air": {
            "own": sum(flying[seat].values()),
            "enemy": sum(flying[foe(seat)].values()),
            "drm": air_drm(state, replace(frame, air=flying)),
            "counted": count.air,
        },
        "events": _events(state, known, frame, helpers),
        "columns": [*odds_of(state).columns],
        "cases": [_case(state, defence, shifts, drms) for defence in cases],
    }


def _aircraft_of_sides(state: State, frame: BattleFrame) -> dict[str, dict[str, int]]:
    """§15.13: the aircraft that each side could send.

    New tactics are in hands, which may be hidden (§6.17): of them only the attacker's own are counted.
    """
    flying = {side: ready(state, frame, side) for side in SIDES}
    other = foe(frame.side)
    events = state.printed.chits.events
    flying[other] = {chit: n for chit, n in flying[other].items() if events[chit].kind in FORMATIONS}
    return flying


def _open(state: State, known: State, frame: BattleFrame) -> tuple[str, ...]:
    """§6.12, §6.17: the events that either side can use, as far as the attacker sees hands and defenders."""
    other = foe(frame.side)
    theirs = usable(known, frame, other) if sees_hand(state, frame.side, other) else ()
    return (*usable(state, frame, frame.side), *theirs)


def _with_events(state: State, known: State, frame: BattleFrame, events: Sequence[str]) -> BattleFrame:
    """§6.13: the attack with those of the events used that can be, one after the other."""
    for event in events:
        if event in _open(state, known, frame):
            frame = replace(frame, chits=(*frame.chits, event))
    return frame


def _events(state: State, known: State, frame: BattleFrame, helpers: Sequence[str]) -> list[Json]:
    """§6.12: the events that could be used; ``hq``: only with the support of one of the attacker's headquarters;
    ``counted``: in these odds; ``barred``: not beside those that are counted (§6.13, §6.14)."""
    seat, bare = frame.side, replace(frame, chits=())
    alone, now = _open(state, known, bare), _open(state, known, frame)
    helped = {c for hq in helpers for c in usable(state, replace(bare, support={seat: hq}), seat)}
    return [
        {
            "id": e.id,
            "title": e.title,
            "side": e.side,
            "section": e.section,
            "drm": e.drm,
            "hq": e.id not in alone,
            "counted": e.id in frame.chits,
            "barred": e.id in alone and e.id not in {*now, *frame.chits},
        }
        for e in state.printed.chits.events.values()
        if e.id in {*alone, *helped}
    ]


def _tanks(state: State, attackers: Sequence[str], fighters: Iterable[str]) -> Iterable[Modifier]:
    """§15.23, §15.33: the tanks, which anti-tank units in sight stop."""
    if any(state.counter(u).kind == "anti-tank" for u in fighters):
        return
    drm = tank_drm(state, attackers, ())
    if drm:
        yield "Tanks", "15.23", drm


# --- what may defend the hex ------------------------------------------------------------------------------------------


def _defences(
    state: State, seat: str, target: str, fighters: Sequence[str], concealed: int, attack: Between
) -> list[Defence]:
    """§7.25, §10.33, §14.11: what is seen for certain, and with it the strongest, the average and the weakest that may
    lie below. §15.82: what untried units may show, on either side, makes such cases too."""
    fort = state.printed.board.index[target] in forts(state, foe(seat))
    walls = state.printed.charts.features.fort_defence if fort else 0
    seen = between(state, fighters, lambda shown: walls + sum(shown.face(u).defence for u in fighters))
    number = len(fighters) + fort
    if not concealed and seen.least == seen.most and attack.least == attack.most:
        return [Defence("certain", seen.mean, number, attack.mean)]
    unseen = _unseen(state, seat, {state.counter(u).nation for u in faces_shown(state, target, seat)})
    may_be = [_defence_below(state, u) for u in unseen] or [Between(0, 0, 0)]
    strong = sorted((b.most for b in may_be), reverse=True)[:concealed]
    weak = sorted(b.least for b in may_be)[:concealed]
    average = round(concealed * sum(b.mean for b in may_be) / len(may_be))
    return [
        Defence("worst", seen.most + sum(strong), number + sum(v > 0 for v in strong), attack.least),
        Defence("likely", seen.mean + average, number + concealed, attack.mean),
        Defence("best", seen.least + sum(weak), number + sum(v > 0 for v in weak), attack.most),
    ]


def _defence_below(state: State, unit: str) -> Between:
    """A concealed unit has its printed face up, for all that the attacker knows; §15.82: an untried one whatever is
    left, or what it has shown."""
    counter = state.counter(unit)
    if not counter.untried:
        return Between(counter.front.defence, counter.front.defence, counter.front.defence)
    return between(state, (unit,), lambda shown: shown.face(unit).defence)


def _unseen(state: State, viewer: str, nations: set[str]) -> list[str]:
    """The enemy units on the map whose faces a side does not see, of these nations if there are such."""
    found = [
        u
        for hex_ in state.hexes
        if state.holder(hex_) == foe(viewer)
        for u in set(state.stacks[hex_]) - set(faces_shown(state, hex_, viewer))
    ]
    return [u for u in found if state.counter(u).nation in nations] or found


# --- the result -------------------------------------------------------------------------------------------------------


def _case(state: State, defence: Defence, shifts: Sequence[Modifier], drms: Sequence[Modifier]) -> JsonObject:
    """§10.34: the column and the six results against one defence."""
    odds, combat = odds_of(state), state.printed.charts.combat
    base = odds.column_of(defence.attack, defence.factors)
    column = base + total(shifts)
    more = beyond_drm(state, column)
    drm = net((*drms, *more), combat.defender_floor)
    rows: list[Json] = [
        {"die": die, "attacker": result.attacker, "defender": None if result.everybody else result.defender}
        for die, result in enumerate(combat.against(defence.number).outcomes(column, drm), 1)
    ]
    last = len(odds.columns) - 1
    return {
        "case": defence.case,
        "attack": defence.attack,
        "defence": defence.factors,
        "odds": odds.ratio(base),
        "column": odds.columns[min(column, last)] if column >= 0 else odds.ratio(column),
        "at": min(column, last),
        "drm": drm,
        "beyond": as_list(more, "drm"),
        "table": rows if column >= 0 else rows[:1],
    }
