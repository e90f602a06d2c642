"""§7.25: what each viewer may know, built by allow-list from nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache

from rules.great_war.chits_played.withdrawals import begins_with_offensive
from rules.great_war.combat.odds import odds_of
from rules.great_war.engine import ENGINE
from rules.great_war.position.control import controller
from rules.great_war.position.secrecy import MUTINY, OPEN, is_concealed, sees_hand
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.pre_war.drawing import event_in_words
from rules.great_war.printed.fronts import THEATRES
from rules.great_war.printed.nations import ALLIED, SIDES
from rules.great_war.printed.phases import (
    ADVANCE,
    ATTACKER_LOSSES,
    DEFENDER_LOSSES,
    FIGHTS,
    FIRST,
    FIRST_MOVEMENT,
    GO_ON,
    LEAVING,
    LOT,
    MOVEMENTS,
    PRE_WAR,
    REACTION,
    SECOND_MOVEMENT,
    SETUPS,
)
from rules.great_war.printed.theatre_names import title_of
from rules.great_war.sequence import TREE
from rules.great_war.shown.capacities import SOURCES as CAPACITIES
from rules.great_war.shown.capacities import capacities
from rules.great_war.shown.near_east import near_east
from rules.great_war.shown.odds_so_far import odds_so_far
from rules.great_war.shown.score import score
from rules.great_war.shown.units_shown import boxes, stacks, unit_view
from rules.great_war.shown.war_card import war_card
from rules.great_war.strategic.first_match import towns_held
from rules.great_war.strategic.morale import hexes_that_count
from rules.great_war.strategic.victory import held_hexes, lost_cities
from rules.great_war.supply.starving import starved_units
from rules.great_war.units.peoples import TURKS
from rules.great_war.works.trenches import cavalry_digs, trenches_now
from rules.hexes.holding import taken_by_side
from rules.hexes.odds import as_list
from rules.hexes.viewers import sees_hidden
from rules.kernel.game import Glance
from rules.kernel.messages import Json, JsonObject
from rules.kernel.view_parts import Open, Own, View

AFTER_DIE = (ATTACKER_LOSSES, DEFENDER_LOSSES, REACTION, ADVANCE, GO_ON)
ROUNDS = ("pre-war", "set-up", "operational", "strategic")
MAY_BE_NEUTRAL = ("IT", "BU", "RO", "GK", "US", "BR")
"""§17.1, §20.3 No. 10: nations that may join the war later."""


def view(state: State, viewer: str) -> JsonObject:
    """Everything that ``viewer`` (a side, the spectator or the referee) may know, as docs/architecture.md §5 says."""
    if state.printed.variant.combined:
        return COMBINED_VIEW.of(state, viewer)
    return (NEAR_EAST_VIEW if state.printed.near_east is not None else VIEW).of(state, viewer)


def glance(state: State) -> Glance:
    """The turn, the step that is being decided, and by whom."""
    return Glance(state.turn, _title(state), ENGINE.deciders(state))


def _title(state: State) -> str:
    if state.ended is not None:
        return "The match is over"
    step = TREE.step(state.top.step)
    return title_of(state.printed.variant, step.key, step.title)


def _step(state: State) -> JsonObject:
    """What is being decided, and by whom."""
    return _step_shown(state.top.step, state.phase.key, _title(state), ENGINE.deciders(state), _fronts(state))


Advancing = tuple[str, str, str]
"""A theatre, the side that moves or attacks there, and how far it is."""


@lru_cache(maxsize=512)
def _step_shown(top: str, key: str, title: str, deciders: tuple[str, ...], fronts: tuple[Advancing, ...]) -> JsonObject:
    """The step as the page shows it. One object for all views that show it: copied, never altered."""
    step = TREE.step(top)
    return {
        "key": step.called,
        "title": title,
        "section": step.governed,
        "side": deciders[0] if len(deciders) == 1 else None,
        "deciders": [*deciders],
        **_place(key),
        "fronts": [{"theatre": theatre, "side": side, "state": how} for theatre, side, how in fronts],
    }


def _fronts(state: State) -> tuple[Advancing, ...]:
    """§4.2, §4.21: in each theatre the side that moves or attacks in this phase, and how far it is."""
    key, played = state.phase.key, state.printed.variant.theatres
    if key in MOVEMENTS:
        movers = {theatre: mover_in(state, theatre, key) for theatre in THEATRES if theatre in played}
        return tuple((at, side, "done" if side in state.phase.done else "now") for at, side in movers.items())
    if key not in FIGHTS:
        return ()
    half, now = FIGHTS[key]
    moved = FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT
    place = THEATRES.index(now)
    return tuple(
        (at, mover_in(state, at, moved), "done" if i < place else "now" if i == place else "todo")
        for i, at in enumerate(THEATRES)
        if at in played
    )


@lru_cache(maxsize=128)
def _line(key: str) -> tuple[str, ...]:
    """§4.2: a step and the groups that it belongs to."""
    return tuple(step.key for step in (TREE.step(key), *TREE.above(key)))


@lru_cache(maxsize=128)
def _place(key: str) -> JsonObject:
    """§4.2, §4.3: the round (a set-up, an operational or a strategic turn) and which of its steps it is."""
    line = (TREE.step(key), *TREE.above(key))
    at = next(i for i, step in enumerate(line) if step.key in ROUNDS)
    return {"round": line[at].key, "part": line[at - 1].key}


MAY_STAND: Mapping[str, Callable[[State], bool]] = {
    LOT: lambda state: any(group.lot for group in state.card.groups),
    LEAVING: begins_with_offensive,
}
"""§21.24, §21.63: steps of the set-up that few scenarios have."""


def _course(state: State) -> JsonObject:
    """§4.2, §4.3: the steps of each round, as the outline of the sequence lists them: nine in either kind of turn. Lots
    are a step where the scenario has some (§21.24), and others are none of the variant's (§19.8)."""
    without = state.printed.variant.without | {key for key, stands in MAY_STAND.items() if not stands(state)}
    return {
        key: [
            {"key": part.key, "title": part.title, "section": part.section}
            for part in TREE.step(key).parts
            if part.key not in without
        ]
        for key in ROUNDS
    }


def _out_of_supply(state: State, viewer: str) -> JsonObject:
    """§11.1: of the viewer's own units those that are not in regular supply, and how they are."""
    seen = tuple(starved_units(state, side) for side in SIDES if sees_hidden(viewer, side))
    return state.memory.recall(("unsupplied", viewer), seen, lambda _: {u: how for lot in seen for u, how in lot})


def _phases(state: State) -> list[Json]:
    """The steps of the turn (or of the set-up) with how far each is."""
    key = state.phase.key
    before = key in SETUPS or key in MAY_STAND
    round_ = TREE.step("pre-war" if key in PRE_WAR else "set-up" if before else "turn")
    without = state.printed.variant.without | (frozenset() if begins_with_offensive(state) else {LEAVING})
    steps = [leaf for leaf in round_.leaves() if without.isdisjoint(_line(leaf.key))]
    place = [step.key for step in steps].index(key)
    return [
        {
            "key": step.key,
            "side": step.side,
            "title": title_of(state.printed.variant, step.key, step.title),
            "section": step.section,
            "state": "done" if i < place else "now" if i == place else "todo",
        }
        for i, step in enumerate(steps)
    ]


def _battle(state: State, viewer: str) -> JsonObject | None:
    """§10.3: the attack under way as both sides see it; only a headquarters that was announced is told of."""
    frame = state.battle
    if frame is None:
        return None
    resolved = frame.stage in AFTER_DIE
    return {
        "target": frame.target,
        "origins": [*frame.origins],
        "stage": frame.stage,
        "side": frame.side,
        "attackers": [unit_view(state, u, viewer) for u in frame.attackers],
        "defenders": [unit_view(state, u, viewer) for u in frame.defenders],
        "support": {side: unit_view(state, hq, viewer) if hq else None for side, hq in frame.support.items()},
        **(_show_result(state, frame) if resolved else odds_so_far(state, frame, viewer)),
        "events": [*frame.chits],
        "air": {side: {**chits} for side, chits in frame.air.items()},
        "die": frame.die,
        "losses": {"attacker": max(0, frame.attacker_due), "defender": max(0, frame.defender_due)},
    }


def _show_result(state: State, frame: BattleFrame) -> JsonObject:
    """§10.34: what the die was rolled with."""
    return {
        "attack": frame.attack,
        "defence": frame.defence,
        "shifts": as_list(frame.shifts, "columns"),
        "drms": as_list(frame.drms, "drm"),
        "column": odds_of(state).ratio(frame.column),
    }


def _control(state: State) -> JsonObject:
    """The hexes that each side has taken from the other."""
    whole = (state.sides, state.balkans, state.pre_war)
    return taken_by_side(state, SIDES, lambda hex_: controller(state, hex_), whole)


def _marks(state: State) -> JsonObject:
    bound = {state.units[u].at for u in state.devastating if state.units[u].at in state.stacks}

    def find(_: object) -> JsonObject:
        return {
            "destroyed": [*sorted(state.destroyed)],
            "devastated": [*sorted(state.devastated)],
            "hindenburg": [*sorted(state.hindenburg)],
            "razing": [*sorted(bound)],
        }

    return state.memory.recall("marks", (state.destroyed, state.devastated, state.hindenburg, frozenset(bound)), find)


def _tracks(state: State) -> JsonObject:
    return {
        "strategic": state.strategic,
        "initiative": {"west": state.west, "east": next(s for s in SIDES if s != state.west)},
        "marker": {"name": state.marker, "hex": state.marker_at or None} if state.marker else None,
        "zones": [*state.printed.board.zones],
        "weather": {zone: state.weather.get(zone) for zone in state.printed.board.zones},
        "points": {**state.points},
        "sides": {**state.sides},
        "neutral": [
            *(n for n in MAY_BE_NEUTRAL if n not in state.sides),
            *state.pre_war.neutral,
            *([TURKS] if state.near_east.neutral else []),
        ],
        "frozen": [*sorted(state.frozen)],
        "deploying": [*state.chit_state.deploying],
        "trenches": {**trenches_now(state)},
        "digging_cavalry": [*cavalry_digs(state)],
    }


def _strategic_state(state: State) -> JsonObject:
    """§5.0: the tracks of the strategic turn. Whether Russia is garrisoned (§5.47) is left to the check itself."""
    strategic_state, held, lost = state.strategic_state, held_hexes(state), lost_cities(state)

    def find(_: object) -> JsonObject:
        return {
            "turn": strategic_state.turn or None,
            "us_entry": strategic_state.us_entry,
            "us_since": strategic_state.us_since or None,
            "resource_hexes": {**strategic_state.working},
            "emergencies": strategic_state.emergencies,
            "victory_hexes": [*held],
            "lost_cities": [*lost],
            "czar": strategic_state.czar or None,
            "bolsheviks": strategic_state.bolsheviks or None,
            "treaty": strategic_state.treaty or None,
            "collapsed": [*strategic_state.collapsed],
            "surrendered": [*strategic_state.surrendered],
            "retaken": [*hexes_that_count(state, strategic_state.retaken)],
            "score": score(state),
        }

    towns = towns_held(state)
    source = (
        strategic_state,
        strategic_state.working,
        held,
        lost,
        towns,
        state.chit_state.victory,
        state.chit_state.gun,
        state.pre_war,
    )
    return state.memory.recall("strategic state shown", source, find)


def _titles(state: State) -> JsonObject:
    """§6.0: the names of the events. §20.1: with those of before the war that are in force, and what they change."""
    events, before = state.printed.chits.events.values(), state.printed.chits.pre_war
    return {**{c.id: c.title for c in events}, **{e: event_in_words(before[e]) for e in state.pre_war.played}}


def _pre_war(state: State, viewer: str) -> JsonObject:
    """§20.1: a side's own three and its choice; those of the other when both have chosen, and then only the choice."""
    before = state.pre_war
    open_ = before.chosen if before.revealed else {s: e for s, e in before.chosen.items() if sees_hidden(viewer, s)}
    return {
        "drawn": {side: [*events] for side, events in before.drawn.items() if sees_hidden(viewer, side)},
        "announced": before.announced or None,
        "chosen": {side: [*events] for side, events in open_.items()},
        "played": [*before.played],
    }


def _events(state: State, viewer: str) -> JsonObject:
    """§6.17: what is in play is open, and hands are unless the table hides them: then everyone sees their size, as
    they see how many chits are left in a pool. A concealed mutiny is its own side's (§6.47)."""
    chit_state = state.chit_state
    mine = {side: sees_hand(state, viewer, side) for side in SIDES}
    lasting = {
        effect: turn for effect, turn in chit_state.lasting.items() if effect != MUTINY or not is_concealed(state)
    }
    return {
        "pools": {side: sum(state.chits[f"{side}.pool"].values()) for side in SIDES},
        "hands": {side: {**state.chits[f"{side}.hand"]} if mine[side] else {} for side in SIDES},
        "sections": _sections(state, [s for s in SIDES if mine[s]]),
        "held": {side: sum(state.chits[f"{side}.hand"].values()) for side in SIDES},
        "hidden": state.hands != OPEN,
        "play": {side: {**state.chits[f"{side}.play"]} for side in SIDES},
        "lasting": {**chit_state.lasting} if mine[ALLIED] else {**lasting},
        "victory": chit_state.victory,
        "gun": chit_state.gun or None,
        "foch": chit_state.foch_at or None,
        "attacks": {**chit_state.attacks},
        "flown": {**chit_state.flown},
    }


def _sections(state: State, open_hands: Iterable[str]) -> JsonObject:
    """Chapter 6: where it is told what each chit does that a viewer can see in hand or in play."""
    places = [f"{side}.play" for side in SIDES] + [f"{side}.hand" for side in open_hands]
    chits, events = {c for place in places for c, n in state.chits[place].items() if n}, state.printed.chits.events
    return {c: events[c].section for c in sorted(chits) if c in events}


SUPPLY = (
    *("stacks", "units", "taken", "destroyed", "spoiled", "hindenburg", "landings", "sides", "balkans", "pre_war"),
    *("weather", "turn", "near_east"),
)
"""All that lines of supply come from."""
STACKS = (
    "stacks",
    "units",
    "sides",
    "frozen",
    "cursor",
    "turn",
    "west",
    "strategic_state",
    "devastating",
    "pre_war",
    "near_east",
)
TRACKS = (
    *("strategic", "west", "marker", "marker_at", "weather", "points", "sides", "frozen"),
    *("chit_state.deploying", "pre_war", "near_east.neutral"),
)
LEDGER = (
    *("strategic_state", "taken", "devastated", "sides", "balkans", "stacks", "pre_war", "chits"),
    *("chit_state.victory", "chit_state.gun"),
)
WAR = ("strategic_state", "taken", "sides", "balkans", "pre_war", "chits", "turn", "strategic", "weather")
WHOLE = tuple(field.name for field in fields(State))
"""Anything may tell who is asked: who could do nothing in a step is passed over."""
VIEW: View[State] = View(
    Open("game", (), lambda _: "great-war"),
    Open("scenario", (), lambda state: state.scenario),
    Own("viewer", (), lambda _, viewer: viewer),
    Open("turn", ("turn",), lambda state: state.turn),
    Open("first_turn", (), lambda state: state.card.turn),
    Open("turns", (), lambda state: state.printed.variant.last),
    Open("date", ("turn",), lambda state: state.printed.charts.turns[state.turn - 1].date),
    Open("phases", ("phase.key", "turn"), _phases),
    Open("course", (), _course),
    Open("step", WHOLE, _step),
    Open("tracks", TRACKS, _tracks),
    Open("ledger", LEDGER, _strategic_state),
    Open("war", WAR, war_card),
    Open("titles", ("pre_war",), _titles),
    Own("events", ("chits", "chit_state", "hands"), _events),
    Own("stacks", STACKS, stacks),
    Own("unsupplied", SUPPLY, _out_of_supply),
    Own("boxes", ("boxes", "sides", "strategic_state.collapsed", "near_east"), boxes),
    Own("battle", WHOLE, _battle),
    Open("control", ("taken", "sides", "balkans", "pre_war"), _control),
    Own("pre_war", ("pre_war",), _pre_war),
    Open("marks", ("destroyed", "devastated", "hindenburg", "devastating", "stacks", "units"), _marks),
    Open("outcome", ("ended",), lambda state: state.outcome.json() if state.outcome else None),
)  # fmt: skip
NEAR_EAST = (
    "near_east", "stacks", "units", "sides", "taken", "boxes", "chits", "strategic_state", "balkans", "pre_war", "turn",
)  # fmt: skip
NEAR_EAST_VIEW: View[State] = View(*VIEW.parts, Open("near_east", NEAR_EAST, near_east))
"""§19.8: with what the Near East keeps; in Europe nobody is sent any of it."""
COMBINED_VIEW: View[State] = View(*NEAR_EAST_VIEW.parts, Own("capacities", CAPACITIES, capacities))
"""§19.12: with trains and ships of both, which are too many for a sentence."""
