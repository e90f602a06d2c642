"""§15.1 Aircraft in combat: who flies over which front, what cancels what, and the dice for the aces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.great_war.combat.headquarters import side_of
from rules.great_war.facts.aircraft import AceFlew, AircraftCommitted
from rules.great_war.play import Play
from rules.great_war.position.secrecy import may_hold
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import SIDES, foe
from rules.great_war.printed.phases import ATTACKER_AIR
from rules.hexes.odds import Modifier
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

FORMATIONS = ("air", "ace")
"""§15.11: what fights; new tactics only cancel (§6.3)."""
TACTICS = "tactics"


# --- who can fly ------------------------------------------------------------------------------------------------------


def ready(state: State, frame: BattleFrame, side: str) -> dict[str, int]:
    """§15.12, §15.14, §15.16, §15.16N, §15.11, §15.17: the aircraft that a side can send over an attack, and the
    tactics in its hand."""
    board = state.printed.board
    sheet = board.fronts[board.front[board.index[frame.target]]].sheet
    flown, home = state.chit_state.flown, state.strategic_state.home_defence
    found = {}
    for chit, event in state.printed.chits.events.items():
        if event.side != side or sheet not in event.maps:
            continue
        if event.kind in FORMATIONS:
            left = state.chits[f"{side}.play"].get(chit, 0) - flown.get(chit, 0) - home.get(chit, 0)
        else:
            left = state.chits[f"{side}.hand"].get(chit, 0) if event.kind == TACTICS else 0
        if left > 0:
            found[chit] = left
    return found


def one_by_one(found: Mapping[str, int]) -> dict[str, str]:
    """§15.13: a name for each aircraft of a chit, with its chit: some of several alike can be chosen."""
    return {f"{chit}.{n}": chit for chit, number in found.items() for n in range(1, number + 1)}


def _ask(state: State, frame: BattleFrame, side: str) -> tuple[Ask, ...]:
    return (Ask(side, serial=frame.target),) if ready(state, frame, side) or may_hold(state, side) else ()


def attacker_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§15.13: the attacker announces first."""
    return _ask(state, frame, frame.side)


def defender_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§15.13: then the defender."""
    return _ask(state, frame, foe(frame.side))


def none_fly(play: Play, frame: BattleFrame) -> None:
    """§15.13: the side has no aircraft there."""
    play.emit(AircraftCommitted(side_of(frame, frame.stage == ATTACKER_AIR), {}))


# --- the orders -------------------------------------------------------------------------------------------------------


def _aircraft(at: At[State], _: Choices) -> SomeOf:
    found, events = ready(at.state, at.frame, at.seat), at.state.printed.chits.events
    labels = {name: events[chit].title for name, chit in one_by_one(found).items()}
    return SomeOf(tuple(labels), labels=labels)


def fly(play: Play, at: At[State], chosen: Choices) -> None:
    """§15.13: any number of them."""
    known = one_by_one(ready(at.state, at.frame, at.seat))
    flying = Counter(known[name] for name in chosen.names("aircraft"))
    play.emit(AircraftCommitted(at.seat, dict(flying)))


def stay(play: Play, at: At[State], _: Choices) -> None:
    """§15.13: no aircraft have to fly."""
    play.emit(AircraftCommitted(at.seat, {}))


FLY: Order[State] = Order(
    "fly", "Send aircraft", "15.13", fly, (Slot("aircraft", "units", _aircraft, "Which aircraft?"),),
    help="Each cancels one of the other side's. The side with aircraft left over moves the die by one. Aircraft fly"
    " once between two strategic turns; new tactics only cancel, and then leave the game.",
)  # fmt: skip
STAY: Order[State] = Order("no_aircraft", "No aircraft", "15.13", stay)


# --- what comes of it -------------------------------------------------------------------------------------------------


def air_drm(state: State, frame: BattleFrame) -> int:
    """§15.13: what it adds that one side has aircraft left when each has cancelled one; tactics are cancelled first."""
    kinds = {side: _kinds(state, frame.air.get(side, {})) for side in SIDES}
    left = {side: sum(kinds[side]) - sum(kinds[foe(side)]) for side in SIDES}
    for side, (formations, _) in kinds.items():
        if left[side] > 0 and formations:
            drm = state.printed.charts.features.air_drm
            return drm if side == frame.side else -drm
    return 0


def _kinds(state: State, chits: Mapping[str, int]) -> tuple[int, int]:
    events = state.printed.chits.events
    fighting = sum(n for c, n in chits.items() if events[c].kind in FORMATIONS)
    return fighting, sum(chits.values()) - fighting


def air_drms(state: State, frame: BattleFrame) -> Iterator[Modifier]:
    """§15.13: as the assessment lists it."""
    drm = air_drm(state, frame)
    if drm:
        yield "Aircraft", "15.13", drm


def risk_aces(play: Play, frame: BattleFrame) -> None:
    """§15.15: a die for every ace over the battle, the attacker's first."""
    for side in (frame.side, foe(frame.side)):
        for chit in frame.air.get(side, {}):
            ace = play.state.printed.chits.events[chit]
            if ace.kind == "ace":
                draw, die = play.next_die()
                play.emit(AceFlew(side, chit, die in ace.killed, draw, die))
