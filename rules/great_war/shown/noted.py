"""§7.25: what a side knows of a position beside its view: where the sequence stands, what its units did, the tracks.

A list says of each field of a position how it is noted; a field that is in none of them is noted by nobody. Units whose
faces the side does not see are named by their place, as in the view. From all of it with the view a whole position can
be imagined (``imagined.py``).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from rules.great_war.position.fog_of_war import faces_shown, in_battle
from rules.great_war.position.secrecy import MUTINY, is_concealed, sees_hand
from rules.great_war.position.state import OUT, POOL, BattleFrame, PhaseFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES, foe
from rules.great_war.printed.phases import (
    ADVANCE,
    ATTACKER_LOSSES,
    DECLARE_EVENTS,
    DEFENDER_LOSSES,
    GO_ON,
    LOT,
    PRE_WAR,
    REACTION,
    SETUPS,
)
from rules.great_war.shown.odds_so_far import odds_so_far
from rules.great_war.units.cooperation import SUD
from rules.kernel.codec import dump
from rules.kernel.messages import Json, JsonObject

OPEN = (
    "version", "scenario", "turn", "sides", "strategic", "west", "marker", "marker_at", "taken", "destroyed", "spoiled",
    "devastated", "hindenburg", "landings", "turkey", "balkans", "frozen", "weather", "points", "stormed", "hands",
    "ended", "plan",
)  # fmt: skip
"""What all may know."""
NOT_NOTED = ("draws", "groups", "lots")
"""A copy has dice of its own. Groups and lots are of the set-up, of which nothing is noted (``may_note``)."""
RUSSIA = "RU"
AFTER_DIE = (ATTACKER_LOSSES, DEFENDER_LOSSES, REACTION, ADVANCE, GO_ON)
"""Stages of an attack in which its odds are what they were."""


def note(state: State, viewer: str) -> JsonObject | None:
    """What a side may know. None for a viewer who plays neither, and while units are set up: in what groups they are
    is not told, so no set-up could go on."""
    if viewer not in SIDES or not may_note(state):
        return None
    unseen = concealed_units(state, viewer)
    found: JsonObject = {name: dump(getattr(state, name)) for name in OPEN}
    return found | {name: part(state, viewer, unseen) for name, part in PARTS.items()}


def may_note(state: State) -> bool:
    """§21.12: whether all units are set up."""
    return state.phase.key not in (LOT, *PRE_WAR, *SETUPS) and not state.groups


def concealed_units(state: State, viewer: str) -> Mapping[str, str]:
    """§7.25: the units that a side does not see, by name, with their places; an empty one off the map.

    They come by place: what is listed in their order must not tell in which order stacks were made.
    """
    seen = {*in_battle(state)}
    if state.battle is not None:
        # §10.46: a headquarters that was announced has been shown.
        seen |= {*state.battle.support.values()}
    found: dict[str, str] = {}
    for hex_ in state.hexes:
        units = state.stacks[hex_]
        shown = seen.union(faces_shown(state, hex_, viewer))
        found |= {u: f"?{hex_}.{depth}" for depth, u in enumerate(units) if u not in shown}
    found |= dict.fromkeys(state.in_box(POOL, foe(viewer)), "")
    return found


Unseen = Mapping[str, str]
Part = Callable[[State, str, Unseen], Json]


def _units(state: State, viewer: str, unseen: Unseen) -> Json:
    """Units whose faces are seen. What an enemy unit spent of its movement is its own side's to know."""
    found: JsonObject = {}
    for unit, now in state.units.items():
        if unit not in unseen:
            own = state.sides.get(state.counter(unit).nation) == viewer
            known = now if own else UnitState(now.at, now.back, fought=now.fought, attacked=now.attacked)
            found[unit] = [*known]
    return found


def _stacks(state: State, viewer: str, unseen: Unseen) -> Json:
    """By place, as all that is listed by hex."""
    return {hex_: [unseen.get(u, u) for u in state.stacks[hex_]] for hex_ in state.hexes}


def _russians(state: State, viewer: str, unseen: Unseen) -> Json:
    """§5.46, by ruling: once there is peace in the east, all may know where Russians are."""
    if not state.strategic_state.treaty:
        return []
    return [at for u, at in unseen.items() if at and state.counter(u).nationality == RUSSIA]


def _attacked_places(state: State, viewer: str, unseen: Unseen) -> Json:
    """§10.14: places of units that were attacked in this phase, which both sides saw."""
    return [at for u, at in unseen.items() if at and state.units[u].attacked]


def _south(state: State, viewer: str, unseen: Unseen) -> Json:
    """§7.24, §14.44: the odds of an attack tell of the army of the south below a stack. Then it is noted beside which
    of the fighting hexes it is. Else it may as well be beside none of them, and nothing is told."""
    frame = state.battle
    if frame is None or not unseen.get(SUD):
        return None
    fighting = [*frame.origins] if frame.side == CENTRAL else [frame.target]
    at = state.units[SUD].at
    elsewhere = replace(
        state,
        units={**state.units, SUD: UnitState(OUT)},
        stacks={**state.stacks, at: tuple(u for u in state.stacks[at] if u != SUD)},
    )
    told = frame.stage not in AFTER_DIE and odds_so_far(state, frame, viewer) != odds_so_far(elsewhere, frame, viewer)
    beside = {at, *state.printed.board.lattice.around(at)} if told else {*()}
    near: list[Json] = [h for h in fighting if h in beside]
    far: list[Json] = [h for h in fighting if h not in beside]
    return {"near": near, "far": far}


def _devastating(state: State, viewer: str, unseen: Unseen) -> Json:
    """§14.62: the marker shows a hex, and not which of its units is bound to go back: the lowest that is concealed."""
    lowest = {state.units[u].at: at for u, at in unseen.items() if at}
    return [lowest[state.units[u].at] if u in unseen else u for u in state.devastating]


def _cursor(state: State, viewer: str, unseen: Unseen) -> Json:
    return [dump(_phase(state, f, viewer) if isinstance(f, PhaseFrame) else _battle(f, unseen)) for f in state.cursor]


def _phase(state: State, frame: PhaseFrame, viewer: str) -> PhaseFrame:
    """§7.25, §9.34: what the other side's trains and ships have carried, and whom, is its own to know."""
    theirs = {t.id for t in state.printed.variant.transports if t.side != viewer}
    mine = tuple(u for u in frame.moved if state.sides.get(state.counter(u).nation) == viewer)
    used = {word: n for word, n in frame.used.items() if word not in theirs}
    return replace(frame, moved=mine, used=used)


def _battle(frame: BattleFrame, unseen: Unseen) -> BattleFrame:
    """Both sides see who fights; those who have left the fight for below a stack are seen no more."""
    return replace(frame, advanced=_known_units(frame.advanced, unseen))


def _chits(state: State, viewer: str, unseen: Unseen) -> Json:
    """§6.17: of a hand that is held out of view its size, and what lies in it and in its pool together."""
    found: JsonObject = {place: {**lot} for place, lot in state.chits.items()}
    for side in SIDES:
        if not sees_hand(state, viewer, side):
            hand, pool = f"{side}.hand", f"{side}.pool"
            together = Tally(state.chits[hand]) + Tally(state.chits[pool])
            found[hand] = sum(state.chits[hand].values())
            found[pool] = {chit: together[chit] for chit in sorted(together)}
    return found


def _chit_state(state: State, viewer: str, unseen: Unseen) -> Json:
    """§6.11: a sealed declaration is known to have been made, no more. §6.47: a concealed mutiny is not told."""
    chit_state, declaring = state.chit_state, state.phase.key == DECLARE_EVENTS
    declared = {side: nation if side == viewer or not declaring else "" for side, nation in chit_state.declared.items()}
    lasting = {**chit_state.lasting}
    if viewer == CENTRAL and is_concealed(state):
        lasting.pop(MUTINY, None)
    picked = chit_state.picked if viewer == ALLIED or not declaring else ""
    tired = _known_units(chit_state.tired, unseen)
    return dump(replace(chit_state, declared=declared, lasting=lasting, picked=picked, tired=tired))


def _strategic_state(state: State, viewer: str, unseen: Unseen) -> Json:
    """§5.0: the tracks lie open; of units that lie concealed now nobody says which was rebuilt."""
    strategic_state = state.strategic_state
    return dump(
        replace(
            strategic_state,
            rebuilt=_known_units(strategic_state.rebuilt, unseen),
            fell={u: front for u, front in strategic_state.fell.items() if u not in unseen},
            coming_in=_known_units(strategic_state.coming_in, unseen),
            has_devastated=_own(state, strategic_state.has_devastated, viewer),
            unfed=_own(state, strategic_state.unfed, viewer),
            stranded=_known_units(strategic_state.stranded, unseen),
            broke_out=_known_units(strategic_state.broke_out, unseen),
        )
    )


def _near_east(state: State, viewer: str, unseen: Unseen) -> Json:
    """The same of the Near East. §15.82: a strength that was shown goes out of sight with its unit."""
    there = state.near_east
    return dump(
        replace(
            there,
            away=tuple(pair for pair in there.away if pair[0] not in unseen),
            came_from=tuple(pair for pair in there.came_from if pair[0] not in unseen),
            stopped=_known_units(there.stopped, unseen),
            tried={u: line for u, line in there.tried.items() if u not in unseen},
            enver_units=_known_units(there.enver_units, unseen),
            returned=frozenset(u for u in there.returned if u not in unseen),
        )
    )


def _pre_war(state: State, viewer: str, unseen: Unseen) -> Json:
    """§20.1: what the other side drew and did not choose is its secret for good."""
    before = state.pre_war
    drawn = {side: lot if side == viewer else before.chosen.get(side, ()) for side, lot in before.drawn.items()}
    due = {u: turn for u, turn in before.due.items() if u not in unseen}
    return dump(replace(before, drawn=drawn, due=due))


def _shipped_units(state: State, viewer: str, unseen: Unseen) -> Json:
    """§13.3: what the Allies have shipped for their headquarters is theirs to know."""
    return state.sailed if viewer == ALLIED else 0


def _second(state: State, viewer: str, unseen: Unseen) -> Json:
    """§10.82: who may attack again is found among units that the other side may not see."""
    return None if state.second is None else [*_own(state, state.second, viewer)]


def _known_units(units: Iterable[str], unseen: Unseen) -> tuple[str, ...]:
    return tuple(u for u in units if u not in unseen)


def _own(state: State, units: Iterable[str], viewer: str) -> tuple[str, ...]:
    """§7.25: what binds enemy units, and how they are supplied, is theirs to know."""
    return tuple(u for u in units if state.sides.get(state.counter(u).nation) == viewer)


PARTS: Mapping[str, Part] = {
    "units": _units,
    "stacks": _stacks,
    "razing": _devastating,
    "cursor": _cursor,
    "chits": _chits,
    "record": _chit_state,
    "ledger": _strategic_state,
    "near_east": _near_east,
    "pre_war": _pre_war,
    "sailed": _shipped_units,
    "second": _second,
    "russians": _russians,
    "attacked": _attacked_places,
    "south": _south,
}
"""What not all may know, and how much of it a side does."""
BESIDE = ("russians", "attacked", "south")
"""What is no field of a position."""
