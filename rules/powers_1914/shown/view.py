"""What each viewer may know, built by allow-list: everything on the table, and the card hand of the viewer's side."""

from __future__ import annotations

from functools import lru_cache

from rules.kernel.game import REFEREE, Glance
from rules.kernel.messages import Json, JsonObject
from rules.kernel.view_parts import Open, Own, View
from rules.powers_1914.combat.action_cards import tactics_left
from rules.powers_1914.combat.battle import defenders, in_the_air, modifier_json
from rules.powers_1914.economy.money import incomes, nation_income
from rules.powers_1914.position.frames import ChallengeFrame, DutyFrame, FlagFrame, ShareFrame
from rules.powers_1914.position.state import POOL, Fight, State, Throw
from rules.powers_1914.position.tally import conquests
from rules.powers_1914.position.unit_index import SOURCES, by_area
from rules.powers_1914.printed.phases import END
from rules.powers_1914.printed.pieces import ARMS, CENTRAL, GENERAL, SIDE_NAMES, SIDES
from rules.powers_1914.printed.plans import PLANS
from rules.powers_1914.sequence import ENGINE, TREE, step_heading
from rules.powers_1914.victory import turns

OVER = ("The match is over", "3.13")


def view(state: State, viewer: str) -> JsonObject:
    """Everything that ``viewer`` (a seat, the spectator or the referee) may know, as docs/powers-1914-wire.md says."""
    return VIEW.of(state, viewer)


def glance(state: State) -> Glance:
    """The turn, the step that is being decided, and by whom."""
    return Glance(state.turn, _title(state), ENGINE.deciders(state))


def _title(state: State) -> str:
    """What is being decided."""
    return OVER[0] if state.ended else step_heading(state, ENGINE.here(state).step)


def _step(state: State) -> JsonObject:
    """What is being decided, and by whom."""
    step = ENGINE.here(state).step
    section = OVER[1] if state.ended else step.section
    waiting: list[Json] = [*ENGINE.deciders(state)]
    return {"key": step.called, "title": _title(state), "section": section, "side": state.active, "deciders": waiting}


def unit_view(state: State, unit: str) -> JsonObject:
    """A unit: all units lie open."""
    return _unit(state.plan, unit, state.units[unit].spent)


@lru_cache(maxsize=4096)
def _unit(plan: str, unit: str, spent: bool) -> JsonObject:
    """A unit as it lies on the table. One object for all views that show it: copied, never altered."""
    p = PLANS[plan].pieces[unit]
    body: JsonObject = {"id": unit, "nation": p.nation, "kind": p.kind, "spent": spent}
    if p.kind == GENERAL:
        body["name"] = PLANS[plan].general(unit).name
    return body


def card_view(state: State, id_: str) -> JsonObject:
    """An event card that the viewer may read."""
    card = state.printed.cards[id_]
    return {"card": id_, "title": card.title, "text": card.text, "price": card.price}


def _seats(state: State) -> JsonObject:
    income = incomes(state)
    found: JsonObject = {}
    for seat, side in state.seats.items():
        nations: list[Json] = [*state.nations_of(seat)]
        found[seat] = {
            "side": side,
            "title": state.seat_title(seat),
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
        "name": state.names.nation(nation),
        "side": now.side,
        "seat": now.seat or None,
        "status": "fallen" if now.fallen else now.status,
        "income": nation_income(state, nation),
        "modern": modern,
    }


def _fields(state: State) -> dict[str, JsonObject]:
    """What lies on each field, and in the pool: a flag, works, units, tactical cards."""

    def make(id_: str) -> JsonObject:
        body: JsonObject = {}
        if id_ in state.control:
            body["control"] = state.control[id_]
        works: list[Json] = [{"kind": w.kind, "nation": w.nation} for w in state.works.get(id_, ())]
        if works:
            body["works"] = works
        units: list[Json] = [unit_view(state, u) for u in state.at(id_)]
        if units:
            body["units"] = units
        if state.recruits.get(id_):
            body["recruited"] = state.recruits[id_]
        tactics: list[Json] = [side for side in SIDES for _ in range(state.tactics[side].count(id_))]
        if tactics:
            body["tactics"] = tactics
        return body

    return by_area(state, "fields", make)


def _areas(state: State) -> JsonObject:
    """Fields with anything to tell."""
    return {area: body for area, body in _fields(state).items() if body and area != POOL}


def _pool(state: State) -> Json:
    """The units that are still to be set up."""
    return _fields(state)[POOL].get("units", [])


def _sides(state: State, viewer: str) -> JsonObject:
    return {side: _side(state, side, viewer) for side in SIDES}


def _side(state: State, side: str, viewer: str) -> JsonObject:
    """§3.14.9: a side's cards: those in hand for its own seats only; for the others how many there are."""
    own = viewer == REFEREE or state.seats.get(viewer) == side
    hand: Json = [card_view(state, c) for c in state.hands[side]] if own else None
    buried: Json = [card_view(state, c) for c in state.buried[side]] if own else None
    return {
        "name": SIDE_NAMES[side],
        "attacks": side == CENTRAL,
        "hand": hand,
        "held": len(state.hands[side]),
        "put_away": buried,
        "kept": [card_view(state, c) for c in state.kept[side]],
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
        "raid": in_the_air(state, frame),
        "rising": frame.rising,
        "rounds": frame.rounds,
        "attackers": [{**unit_view(state, u), "came": state.units[u].came} for u in frame.attackers],
        "defenders": [unit_view(state, u) for u in defenders(state, frame)],
    }


def fight_view(state: State, fight: Fight | None) -> JsonObject | None:
    """The last single fight with both dice and every modifier."""
    if fight is None or fight.defender is None:
        return None
    lost: list[Json] = [*fight.lost]
    return {
        "area": fight.area,
        "attacker": _throw(state, fight.attacker),
        "defender": _throw(state, fight.defender),
        "result": fight.result,
        "lost": lost,
    }


def _throw(state: State, throw: Throw) -> JsonObject:
    p = state.piece(throw.unit)
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
                "card": card_view(state, duty.card),
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


PEOPLES = ("nations", "seats")
"""Who plays what, on which side."""
INCOME = ("control", "nations", "revolution", "turn")
"""What a nation's income comes from."""
DECISIONS = ("cursor", "ended", "done", "units", "control", "modern", *PEOPLES)
"""What the deciders come from."""

VIEW: View[State] = View(
    Open("game", (), lambda _: "powers-1914"),
    Open("scenario", (), lambda state: state.scenario),
    Own("viewer", (), lambda _, viewer: viewer),
    Open("turn", ("turn",), lambda state: state.turn),
    Open("first_turn", (), lambda _: 1),
    Open("turns", (), turns),
    Open("phases", ("phase.key",), _phases),
    Open("step", DECISIONS, _step),
    Open("seats", (*INCOME, "seats", "levies", "money", "done", "capturing"), _seats),
    Open("nations", (*INCOME, "modern"), lambda state: {n: _nation(state, n) for n in state.nations}),
    Open("areas", SOURCES, _areas),
    Open("pool", SOURCES, _pool),
    Own("sides", ("hands", "buried", "kept", "tactics", "gas", "captured", "levies", "control", *PEOPLES), _sides),
    Open("deck", ("deck",), lambda state: len(state.deck)),
    Open("discard", ("discard",), lambda state: [card_view(state, c) for c in state.discard]),
    Open("revolution", ("revolution", "turn"), lambda s: s.revolution if s.revolution >= s.turn else None),
    Open("battle", ("cursor", "units", *PEOPLES), _battle),
    Open("fight", ("fight",), lambda state: fight_view(state, state.fight)),
    Open("pending", ("cursor",), _pending),
    Open("outcome", ("ended",), lambda state: state.outcome.json() if state.outcome else None),
)
