"""§6.39 to §6.41 Events that the other side plays after an attack, to hold up the advance."""

from __future__ import annotations

from rules.great_war.combat.advance import advancers
from rules.great_war.facts.chits import ReactionPlayed
from rules.great_war.facts.combat import StageReached
from rules.great_war.play import Play
from rules.great_war.position.control import forts
from rules.great_war.position.secrecy import may_hold
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import ALLIED, foe
from rules.great_war.printed.phases import FOLLOWING
from rules.great_war.units.shock import is_shock
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

SHOCK = "15.44"
"""§15.44: the section of what shock troops add to the die of their attack."""


def fits(state: State, frame: BattleFrame, effect: str) -> bool:
    """§6.39 to §6.41: whether the event can be played after this attack in the west."""
    board = state.printed.board
    if board.front[board.index[frame.target]] != WEST:
        return False
    attackers = [state.counter(u) for u in frame.attackers]
    # §15.43: they fall first, so the survivors do not tell; what they added to the die does.
    shock = any(is_shock(state, u) for u in frame.attackers) or any(section == SHOCK for _, section, _ in frame.drms)
    if effect == "rigid-planning":
        modern = any(c.kind == "tank" or c.nation == "US" for c in attackers)
        return frame.side == ALLIED and any(c.nation == "BR" for c in attackers) and not modern
    if effect == "not-pass":
        here = board.index[frame.target]
        defenders = {state.counter(u).nation for u in frame.defenders if state.counter(u).is_combat}
        # The unit of a fort has defended as well (§14.11), and that is its country's.
        walled = here in forts(state, foe(frame.side)) or frame.target in state.stormed
        alone = defenders | {board.country[here]} if walled or not defenders else defenders
        return frame.side != ALLIED and not shock and alone == {"FR"}
    return effect == "german-looting" and frame.side != ALLIED and shock


def reactions(state: State, frame: BattleFrame, side: str) -> tuple[str, ...]:
    """§6.39 to §6.41: the events in a side's hand that it can play after the attack."""
    events, hand = state.printed.chits.events, state.chits[f"{side}.hand"]
    return tuple(
        c for c in events if hand.get(c) and events[c].kind == "reaction" and fits(state, frame, events[c].effect)
    )


def who_may_react(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """§6.39: the side that was attacked, if anyone may advance and it holds such an event."""
    side = foe(frame.side)
    if not (reactions(state, frame, side) or may_hold(state, side)) or not advancers(state, frame):
        return ()
    return (Ask(side, serial=frame.target),)


def _events(at: At[State], _: Choices) -> OneOf:
    found = reactions(at.state, at.frame, at.seat)
    return OneOf(found, labels={c: at.state.printed.chits.events[c].title for c in found})


def react(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.39: the event leaves the game, and the advance is barred or ends with one hex."""
    frame: BattleFrame = at.frame
    play.emit(ReactionPlayed(at.seat, chosen.name("event")))
    play.emit(StageReached(FOLLOWING[frame.stage]))


REACT: Order[State] = Order(
    "use_event", "Play an event", "6.39", react, (Slot("event", "choice", _events, "Which event?"),)
)  # fmt: skip
