"""§6.13 to §6.18, §6.22, §6.28 Events that change the die of one attack: gas, engineers, gunners and resolute Turks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rules.great_war.combat import near_east_chits
from rules.great_war.combat.headquarters import units_involved
from rules.great_war.facts.chits import CombatEventUsed
from rules.great_war.facts.combat import StageReached
from rules.great_war.new_units.shock_troops import may_strike
from rules.great_war.play import Play
from rules.great_war.position.control import nation_of_fort
from rules.great_war.position.secrecy import may_hold
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.chits import BRUSILOV, STAYS, Chit
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import FOLLOWING
from rules.great_war.restrictions.event_bans import brusilov_commands
from rules.great_war.supply.tracing import IN, supply_of
from rules.hexes.odds import Modifier
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

GASSING = frozenset({"BR", "FR", "BE"})
"""§6.13: the Allied nations that use gas: some of them must be among the attackers."""
BREAKING = ("gas", "attack")
"""§6.13 to §6.17: kinds after which attackers in the west advance against any trenches (§10.71)."""


# --- which may be used ------------------------------------------------------------------------------------------------


def _nations(state: State, frame: BattleFrame, side: str) -> frozenset[str]:
    return frozenset(state.counter(u).nationality for u in units_involved(state, frame, side))


def _defending(state: State, frame: BattleFrame) -> frozenset[str]:
    """§14.11: the nations of the defenders, with that of the unit which a fort has of its own."""
    defender = foe(frame.side)
    fort = nation_of_fort(state, state.printed.board.index[frame.target], defender)
    return _nations(state, frame, defender) | ({fort} if fort else set())


def _kinds_used(state: State, frame: BattleFrame) -> frozenset[str]:
    events = state.printed.chits.events
    return frozenset(e.kind if e.kind == "gas" else e.effect for e in (events[c] for c in frame.chits))


def _gas(state: State, frame: BattleFrame, chit: Chit) -> bool:
    """§6.13: one gas an attack, of a type that has not been used; the Allies' for British, French or Belgian
    attacks."""
    if chit.gas in state.chit_state.gas or _kinds_used(state, frame) & {"gas", "flame-thrower", "mine"}:
        return False
    return chit.side != ALLIED or bool(_nations(state, frame, ALLIED) & GASSING)


def _flames(state: State, frame: BattleFrame, chit: Chit) -> bool:
    """§6.14: with Germans among the attackers, and not beside gas."""
    return "GE" in _nations(state, frame, chit.side) and "gas" not in _kinds_used(state, frame)


def _mine(state: State, frame: BattleFrame, _: Chit) -> bool:
    """§6.14: not beside gas."""
    return "gas" not in _kinds_used(state, frame)


def _guns_of(nation: str, state: State, frame: BattleFrame, chit: Chit) -> bool:
    """§6.15 to §6.17: a supplied attack of a nation with the support of one of its headquarters; once a turn those
    that stay in play."""
    attackers, hq = units_involved(state, frame, chit.side), frame.support.get(chit.side)
    if not hq or state.counter(hq).nation != nation or nation not in _nations(state, frame, chit.side):
        return False
    if chit.after == STAYS and state.chit_state.used.get(chit.effect) == state.turn:
        return False
    return all(supply_of(state, u) == IN for u in attackers)


def _turks(state: State, frame: BattleFrame, _: Chit) -> bool:
    """§6.18, §14.11: with Turks among the defenders, be it the unit of their fort alone; Persian Gendarmes by
    themselves are none (§3.26)."""
    return "TU" in _defending(state, frame)


def _kemal(state: State, frame: BattleFrame, _: Chit) -> bool:
    """§6.22, §14.11: for defenders in Turkey, be it the unit of a fort alone."""
    board = state.printed.board
    return bool(_defending(state, frame)) and board.country[board.index[frame.target]] == "TU"


ATTACKER: Mapping[str, Callable[[State, BattleFrame, Chit], bool]] = {
    "gas": _gas,
    "flame-thrower": _flames,
    "mine": _mine,
    "hurricane-bombardment": partial(_guns_of, "BR"),
    "the-system": partial(_guns_of, "FR"),
    "bruchmuller": partial(_guns_of, "GE"),
    **near_east_chits.ATTACKER,
}
DEFENDER: Mapping[str, Callable[[State, BattleFrame, Chit], bool]] = {
    "turkish-determination": _turks,
    "kemal": _kemal,
    **near_east_chits.DEFENDER,
}
"""By effect, else by kind: whether it can be used in an attack."""


def usable(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """§6.12: the events that a side holds, or has in play, and can use in the attack under way."""
    board, checks = state.printed.board, ATTACKER if side == frame.side else DEFENDER
    sheet = board.fronts[board.front[board.index[frame.target]]].sheet
    found = []
    for id_, chit in state.printed.chits.events.items():
        ready = state.chits[f"{side}.hand"].get(id_, 0) or (
            chit.after == STAYS and state.chits[f"{side}.play"].get(id_)
        )
        # §10.51: of chits that are used up several may serve one attack, whichever pool each came from.
        spent = chit.after == STAYS and id_ in frame.chits
        if not ready or spent or (chit.maps and sheet not in chit.maps):
            continue
        check = checks.get(chit.effect) or checks.get(chit.kind)
        if check and check(state, frame, chit):
            found.append(id_)
    return tuple(found)


# --- the questions ----------------------------------------------------------------------------------------------------


def _ask(state: State, frame: BattleFrame, side: str) -> tuple[Ask, ...]:
    strikes = side == frame.side and may_strike(state, frame)
    if not (strikes or usable(state, frame, side) or may_hold(state, side)):
        return ()
    return (Ask(side, serial=f"{frame.target}.{len(frame.chits) + frame.kaiserschlacht}"),)


def attacker_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§6.13: the attacker, before the die, as long as they have an event for the attack."""
    return _ask(state, frame, frame.side)


def defender_asked(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§6.18: the defender, after the attacker."""
    return _ask(state, frame, foe(frame.side))


def _events(at: At[State], _: Choices) -> OneOf:
    frame: BattleFrame = at.frame
    found = usable(at.state, frame, at.seat)
    return OneOf(found, labels={c: at.state.printed.chits.events[c].title for c in found})


def use(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.13: the event is announced, and leaves the game unless it stays in play."""
    play.emit(CombatEventUsed(at.seat, chosen.name("event")))


def pass_(play: Play, at: At[State], _: Choices) -> None:
    """§6.12: no event, or none besides those announced."""
    frame: BattleFrame = at.frame
    play.emit(StageReached(FOLLOWING[frame.stage]))


USE: Order[State] = Order(
    "use_event", "Use an event", "6.12", use, (Slot("event", "choice", _events, "Which event?"),)
)  # fmt: skip
PASS: Order[State] = Order("no_event", "No event", "6.12", pass_)


# --- what comes of it -------------------------------------------------------------------------------------------------


def event_drms(state: State, frame: BattleFrame) -> Iterator[Modifier]:
    """§6.13 to §6.28: what the events used in an attack add to its die."""
    for id_ in frame.chits:
        chit = state.printed.chits.events[id_]
        if chit.drm:
            yield chit.title, chit.section, chit.drm
    if is_brusilov(state, frame):
        chit = state.printed.chits.events[BRUSILOV]
        yield chit.title, chit.section, chit.drm


def breaks_in(state: State, frame: BattleFrame) -> bool:
    """§6.13 to §6.17, §10.71: whether an event lets attackers in the west advance against any trenches: not when the
    defender has used one as well."""
    events = [state.printed.chits.events[c] for c in frame.chits]
    answered = any(event.side != frame.side for event in events)
    return not answered and any(event.kind in BREAKING for event in events)


def is_brusilov(state: State, frame: BattleFrame) -> bool:
    """§6.28, §14.11: Russians alone attack, with a headquarters of theirs, a hex that no Germans defend; the unit of a
    fort is one of its country's."""
    hq = frame.support.get(ALLIED)
    if frame.side != ALLIED or not hq or not brusilov_commands(state):
        return False
    defenders = _defending(state, frame)
    return _nations(state, frame, ALLIED) == {"RU"} and bool(defenders) and "GE" not in defenders
