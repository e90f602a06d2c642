"""What each viewer may know, built by allow-list: everything on the table, and the card hand of the viewer's side."""

from __future__ import annotations

from rules.kernel.game import REFEREE
from rules.kernel.messages import Json, JsonObject
from rules.powers_1914.action_cards import tactics_left
from rules.powers_1914.battle import defenders, modifier_json
from rules.powers_1914.frames import ChallengeFrame, DutyFrame, FlagFrame, ShareFrame
from rules.powers_1914.money import incomes, nation_income
from rules.powers_1914.names import nation_name, seat_title
from rules.powers_1914.phases import END
from rules.powers_1914.pieces import ARMS, CENTRAL, GENERAL, SIDE_NAMES, SIDES, piece
from rules.powers_1914.printed import board, printed
from rules.powers_1914.sequence import ENGINE, TREE, heading, places
from rules.powers_1914.state import POOL, Fight, State, Throw, conquests
from rules.powers_1914.victory import turns

OVER = ("The match is over", "3.13")


def view(state: State, viewer: str) -> JsonObject:
    """Everything that ``viewer`` (a seat, the spectator or the referee) may know, as docs/powers-1914-wire.md says."""
    step = places(state)[0].step
    title, section = OVER if state.ended else (heading(state, step), step.section)
    waiting: list[Json] = [*ENGINE.deciders(state)]
    return {
        "game": "powers-1914",
        "scenario": state.scenario,
        "viewer": viewer,
        "turn": state.turn,
        "turns": turns(state),
        "phases": _phases(state),
        "step": {
            "key": step.called,
            "title": title,
            "section": section,
            "side": state.active,
            "deciders": waiting,
        },
        "seats": _seats(state),
        "nations": {n: _nation(state, n) for n in state.nations},
        "areas": _areas(state),
        "pool": [unit_view(state, u) for u in state.at(POOL)],
        "sides": {side: _side(state, side, viewer) for side in SIDES},
        "deck": len(state.deck),
        "discard": [card_view(c) for c in state.discard],
        "revolution": state.revolution if state.revolution >= state.turn else None,
        "battle": _battle(state),
        "fight": fight_view(state.fight),
        "pending": _pending(state),
        "outcome": state.outcome.json() if state.outcome else None,
    }


def unit_view(state: State, unit: str) -> JsonObject:
    """A unit: all units lie open."""
    p = piece(unit)
    body: JsonObject = {"id": unit, "nation": p.nation, "kind": p.kind, "spent": state.units[unit].spent}
    if p.kind == GENERAL:
        body["name"] = printed().generals[p.label].name
    return body


def card_view(id_: str) -> JsonObject:
    """An event card that the viewer may read."""
    card = printed().cards[id_]
    return {"card": id_, "title": card.title, "text": card.text, "price": card.price}


def _seats(state: State) -> JsonObject:
    income = incomes(state)
    found: JsonObject = {}
    for seat, side in state.seats.items():
        nations: list[Json] = [*state.nations_of(seat)]
        found[seat] = {
            "side": side,
            "title": seat_title(seat, state.nations_of(seat)),
            "nations": nations,
            "money": state.money[seat],
            "income": income[seat],
            "done": seat in state.done,
            "captures": seat in state.capturing,
        }
    return found


def _nation(state: State, nation: str) -> JsonObject:
    now = state.nations[nation]
    modern: JsonObject = {arm: state.level(nation, arm) for arm in ARMS if state.level(nation, arm)}
    return {
        "name": nation_name(nation),
        "side": now.side,
        "seat": now.seat or None,
        "status": "fallen" if now.fallen else now.status,
        "income": nation_income(state, nation),
        "modern": modern,
    }


def _areas(state: State) -> JsonObject:
    """Fields with anything to tell: a flag, works, units, tactical cards."""
    found: JsonObject = {}
    for area in board().areas.values():
        body: JsonObject = {}
        if not area.sea:
            body["control"] = state.control[area.id]
        works: list[Json] = [{"kind": w.kind, "nation": w.nation} for w in state.works.get(area.id, ())]
        if works:
            body["works"] = works
        units: list[Json] = [unit_view(state, u) for u in state.at(area.id)]
        if units:
            body["units"] = units
        if state.recruits.get(area.id):
            body["recruited"] = state.recruits[area.id]
        tactics: list[Json] = [side for side in SIDES if area.id in state.tactics[side]]
        if tactics:
            body["tactics"] = tactics
        if body:
            found[area.id] = body
    return found


def _side(state: State, side: str, viewer: str) -> JsonObject:
    """§3.14.9: a side's cards: those in hand for its own seats only; for the others how many there are."""
    own = viewer == REFEREE or state.seats.get(viewer) == side
    hand: Json = [card_view(c) for c in state.hands[side]] if own else None
    buried: Json = [card_view(c) for c in state.buried[side]] if own else None
    return {
        "name": SIDE_NAMES[side],
        "attacks": side == CENTRAL,
        "hand": hand,
        "held": len(state.hands[side]),
        "put_away": buried,
        "kept": [card_view(c) for c in state.kept[side]],
        "tactical": tactics_left(state, side),
        "gas": state.gas[side],
        "captured": state.captured[side],
        "levy": state.levies[side],
        "conquests": conquests(state, side),
    }


def _phases(state: State) -> list[Json]:
    turn = [*TREE.step("turn").leaves()]
    if all(n.key != state.phase.key for n in turn):
        turn = [*TREE.step("preparation").leaves()]
    nodes = [n for n in turn if n.key != END]
    listed = [n.key for n in nodes]
    place = listed.index(state.phase.key) if state.phase.key in listed else len(listed)
    return [
        {
            "key": n.key,
            "title": n.title,
            "section": n.section,
            "side": n.side,
            "state": "done" if i < place else "now" if i == place else "todo",
        }
        for i, n in enumerate(nodes)
    ]


def _battle(state: State) -> JsonObject | None:
    frame = state.battle
    if frame is None:
        return None
    return {
        "area": frame.area,
        "side": frame.side,
        "seat": frame.seat,
        "raid": frame.raid,
        "rising": frame.rising,
        "rounds": frame.rounds,
        "attackers": [{**unit_view(state, u), "came": state.units[u].came} for u in frame.attackers],
        "defenders": [unit_view(state, u) for u in defenders(state, frame)],
    }


def fight_view(fight: Fight | None) -> JsonObject | None:
    """The last single fight with both dice and every modifier."""
    if fight is None or fight.defender is None:
        return None
    lost: list[Json] = [*fight.lost]
    return {
        "area": fight.area,
        "attacker": _throw(fight.attacker),
        "defender": _throw(fight.defender),
        "result": fight.result,
        "lost": lost,
    }


def _throw(throw: Throw) -> JsonObject:
    p = piece(throw.unit)
    return {
        "unit": throw.unit,
        "nation": p.nation,
        "kind": p.kind,
        "die": throw.die,
        "modifiers": [modifier_json(m) for m in throw.modifiers],
        "total": throw.total,
    }


def _pending(state: State) -> JsonObject | None:
    """What interrupts the step, besides a battle."""
    match state.top:
        case DutyFrame() as duty:
            return {
                "kind": duty.task,
                "card": card_view(duty.card),
                "side": duty.side,
                "seat": duty.seat or None,
                "count": duty.count,
            }
        case ChallengeFrame() as frame:
            return {"kind": "challenge", "attacker": frame.attacker, "target": frame.target, "seat": frame.seat}
        case FlagFrame() as flag:
            nations: list[Json] = [*flag.nations]
            return {"kind": "flag", "area": flag.area, "nations": nations, "seat": flag.seat}
        case ShareFrame() as sharing:
            partners: list[Json] = [*sharing.nations]
            flags: Json = None if sharing.proposal is None else dict(sharing.proposal)
            areas: list[Json] = [*sharing.areas]
            return {
                "kind": "share",
                "nation": sharing.nation,
                "areas": areas,
                "nations": partners,
                "seat": sharing.seat,
                "flags": flags,
            }
        case _:
            return None
