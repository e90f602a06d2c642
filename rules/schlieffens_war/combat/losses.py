"""§11.20: who pays for a result, step by step, and what the battle does to morale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel import facts, wire
from rules.kernel.messages import Json, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import MAX_LIST_LENGTH
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital, quantity
from rules.schlieffens_war.combat.battle import abandon_depots, attacker_side, battle_of, staying_out
from rules.schlieffens_war.combat.retreat import may_retreat, may_seem_to_retreat
from rules.schlieffens_war.facts.battle import ExtraLossDue, StageReached, StepLost
from rules.schlieffens_war.morale import is_fatigued
from rules.schlieffens_war.play import NO_UNITS, Play, name_of, own_unit
from rules.schlieffens_war.position.fog_of_war import visible_units
from rules.schlieffens_war.position.state import BattleFrame, State, corps_among
from rules.schlieffens_war.printed.phases import (
    ADVANCE,
    AFTERMATH,
    ATTACKER_LOSSES,
    DEFENDER_LOSSES,
    EXTRA_EACH,
    EXTRA_LOSS,
)
from rules.schlieffens_war.printed.sides import foe

# --- who may pay --------------------------------------------------------------------------------------------------


def next_losers(state: State, participants: Sequence[str], others: Sequence[str], hits: Sequence[str]) -> list[str]:
    """§11.20: who may take the next step loss: a participant first, none twice before all once, forts after corps."""
    alive = [u for u in (*participants, *others) if state.units[u].steps and state.counter(u).kind != "depot"]
    if any(state.counter(u).is_corps for u in alive):
        alive = [u for u in alive if state.counter(u).kind != "fort"]
    first = not any(u in (*participants, *others) for u in hits)
    if first:
        alive = [u for u in alive if u in participants] or alive
    fresh = [u for u in alive if u not in hits]
    return fresh or alive


def defending_losers(state: State, frame: BattleFrame) -> list[str]:
    """§11.20, §6.2: who of the defending hex may take the next loss; an HQ that stays out only when it is alone."""
    aside = staying_out(state, frame)
    others = [u for u in frame.bystanders if u not in aside]
    return next_losers(state, frame.defenders, others, frame.hits) or [u for u in aside if state.units[u].steps]


def attacking_losers(state: State, frame: BattleFrame) -> list[str]:
    """§11.20: who may take the attackers' next loss: participants, then corps that are stacked with them."""
    side = attacker_side(state, frame)
    stacks = (state.stacks.get(hex_, ()) for hex_ in frame.origins)
    others = [u for stack in stacks for u in corps_among(state, stack) if u not in frame.attackers]
    others = [u for u in others if state.counter(u).side == side]
    return next_losers(state, frame.attackers, others, frame.hits)


def _why_not(state: State, frame: BattleFrame, unit: str) -> str:
    if unit in staying_out(state, frame):
        return "it stays out of the fight as long as another unit is left."
    if not frame.hits:
        return "the first loss falls on a unit that took part, and on a fort only when no corps is left."
    return "no unit loses two steps before all have lost one, and forts come last."


def _due(state: State, frame: BattleFrame) -> tuple[int, list[str], str]:
    if frame.stage == DEFENDER_LOSSES:
        return frame.defender_due, defending_losers(state, frame), "defender"
    if frame.stage == EXTRA_LOSS:
        return len(frame.extra_due[:1]), [*frame.extra_due], "extra"
    return frame.attacker_due, attacking_losers(state, frame), "attacker"


# --- what is paid without a choice --------------------------------------------------------------------------------


def defender_pays(play: Play, frame: BattleFrame) -> bool:
    """§11.20: the defender is asked only for a loss that leaves a choice: among units, or to retreat.

    §6.6: also where it only seems to leave one, to those who do not see all of the stacks behind.
    """
    state = play.state
    if frame.retreated:
        _tire_retreated(play, frame)
        return True
    losers = defending_losers(state, frame) if frame.defender_due > 0 and state.stacks.get(frame.target) else []
    if not losers:
        _go_on_to_attackers(play, frame)
    elif len(losers) == 1 and not may_seem_to_retreat(state, frame) and not _defender_may_seem_to_choose(state, frame):
        play.emit(StepLost(losers[0], "defender", "11.20"))
    else:
        return False
    return True


def _go_on_to_attackers(play: Play, frame: BattleFrame) -> None:
    """§11.18: the defender has paid; depots left without a defender are lost before the attackers pay."""
    abandon_depots(play, frame, "11.20")
    play.emit(StageReached(ATTACKER_LOSSES))


def _tire_retreated(play: Play, frame: BattleFrame) -> None:
    """§11.20: a stack that retreats loses a level of morale; if all its defenders were fatigued already, a step more.

    Like every other step of the battle, it falls on a unit that has lost none yet, if there is one, and not on an HQ
    that stayed out of the fight, unless it retreated alone.
    """
    state = play.state
    corps = [u for u in corps_among(state, frame.defenders) if state.units[u].steps]
    fled = [u for u in (*frame.defenders, *frame.bystanders) if state.is_on_map(u)]
    all_tired = bool(corps) and all(is_fatigued(state, u) for u in corps)
    play.change_morale(fled, -1, "11.20")
    if all_tired:
        fought = [u for u in fled if u not in staying_out(state, frame)]
        play.emit(ExtraLossDue(tuple(next_losers(state, fought or fled, (), frame.hits)), EXTRA_LOSS))
    else:
        play.emit(StageReached(ATTACKER_LOSSES))


def extra_pays(play: Play, frame: BattleFrame) -> bool:
    """§11.20: the further step of a tired stack that retreated; its owner chooses whose, if there is a choice."""
    if len(frame.extra_due) > 1 or (frame.extra_due and _defender_may_seem_to_choose(play.state, frame)):
        return False
    if frame.extra_due:
        play.emit(StepLost(frame.extra_due[0], "extra", "11.20"))
    else:
        play.emit(StageReached(ATTACKER_LOSSES))
    return True


def attacker_pays(play: Play, frame: BattleFrame) -> bool:
    """§11.20: the attacker is asked only for a loss that more than one unit can take, or seems able to (§6.6)."""
    losers = attacking_losers(play.state, frame) if frame.attacker_due > 0 else []
    if len(losers) > 1 or (losers and _may_seem_to_choose(play.state, frame)):
        return False
    if losers:
        play.emit(StepLost(losers[0], "attacker", "11.20"))
    else:
        play.emit(StageReached(AFTERMATH))
    return True


def _may_seem_to_choose(state: State, frame: BattleFrame) -> bool:
    """§6.6: as ``_seems_to_choose`` for the attackers and those that lie with them."""
    lying = [u for hex_ in frame.origins for u in state.stacks.get(hex_, ())]
    return _seems_to_choose(state, frame, frame.attackers, lying, foe(attacker_side(state, frame)))


def _defender_may_seem_to_choose(state: State, frame: BattleFrame) -> bool:
    """§6.6: the same for the defenders, still in their hex or on the way back, and those that stood by."""
    lying = [u for u in (*frame.defenders, *frame.bystanders) if state.is_on_map(u)]
    return _seems_to_choose(state, frame, frame.defenders, lying, attacker_side(state, frame))


def _seems_to_choose(
    state: State, frame: BattleFrame, participants: Sequence[str], lying: Sequence[str], viewer: str
) -> bool:
    """§6.6: whether the other side, for which any concealed unit may be a corps, must think that more than one can
    take the next step. A fort is known wherever it lies, and pays when no corps is left: it leaves no choice."""
    if not any(u in frame.hits for u in (*participants, *lying)):
        return False
    seen = visible_units(state, viewer)
    concealed = [u for u in lying if u not in seen and u not in frame.hits and state.counter(u).kind != "fort"]
    payers = [u for u in {*participants, *corps_among(state, lying)} if state.counter(u).kind != "fort"]
    fresh = [u for u in payers if u in seen and state.units[u].steps and u not in frame.hits]
    return bool(concealed) and len(concealed) + len(fresh) > 1


SEEMING = "Only one unit can take this step. You still confirm it, so your opponent learns nothing."


def defender_words(at: At[State]) -> tuple[str, str]:
    """§11.20: what the defender is asked, and where there is only one answer, why (§6.6)."""
    told = "After the first step you may retreat one hex for each remaining loss."
    _, losers, _ = _due(at.state, battle_of(at.state))
    alone = len(losers) == 1 and battle_of(at.state).hits and not may_retreat(at.state, battle_of(at.state))
    return "Take your losses", SEEMING if alone else told


def extra_words(at: At[State]) -> tuple[str, str]:
    """§11.20: what the owner of a tired stack that retreated is asked, and where there is only one answer, why."""
    told = "All defenders were already fatigued: one unit that retreated loses a step."
    return "One more step", SEEMING if len(battle_of(at.state).extra_due) == 1 else told


def attacker_words(at: At[State]) -> tuple[str, str]:
    """§11.20: what the attacker is asked, and where there is only one answer, why (§6.6)."""
    _, losers, _ = _due(at.state, battle_of(at.state))
    return "Take your losses", SEEMING if len(losers) == 1 else "The first loss falls on a unit that attacked."


# --- the order ----------------------------------------------------------------------------------------------------


def take_losses(state: State, units: Sequence[str]) -> Iterator[StepLost]:
    """§11.20: these losses one after the other, each judged after those before. Refused when one fails."""
    for unit in units:
        frame = battle_of(state)
        due, losers, role = _due(state, frame)
        if due <= 0:
            raise Refused("too-many-losses", "11.20", "The result does not cost that many steps.")
        if unit not in losers:
            raise Refused(
                "not-this-unit",
                "11.20",
                f"{name_of(state, unit)} cannot take this loss: {_why_not(state, frame, unit)}",
            )
        fact = StepLost(unit, role, "11.20")
        yield fact
        state = facts.evolve(state, fact)


@dataclass(frozen=True, slots=True)
class Losses:
    """Units that lose a step, one entry a step, in the order given. Who may be next depends on those before."""

    state: State
    seat: str

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units in turn."""
        if not isinstance(raw, list) or len(raw) > MAX_LIST_LENGTH:
            raise Refused("malformed", section, "Name the units in a list.")
        units = tuple(own_unit(unit, self.state, self.seat) for unit in raw)
        if not units:
            raise NO_UNITS.raised()
        for _ in take_losses(self.state, units):
            pass
        return units

    def next(self) -> tuple[int, list[str]]:
        """How many losses are due, and who may take the next."""
        due, losers, _ = _due(self.state, battle_of(self.state))
        return due, losers

    def wire(self) -> wire.SomeOf:
        """As ``SomeOf`` tells it, with who may take the next step."""
        due, losers = self.next()
        return {"of": [*losers], "least": 1, "most": due, "repeats": True, "refused": {}}

    def pick(self, rng: Rng) -> list[Json] | None:
        """The next step."""
        _, losers = self.next()
        return [losers[rng.randrange(len(losers))]] if losers else None

    def empty(self) -> bool:
        """Whether nobody can take the next step."""
        return not self.next()[1]


def _still_due(at: At[State]) -> str:
    return capital(f"{quantity(Losses(at.state, at.seat).next()[0], 'step')} to lose")


def lose(play: Play, _: At[State], chosen: Choices) -> None:
    """§11.20: take step losses, one for each entry in the order given."""
    for fact in take_losses(play.state, chosen.names("units")):
        play.emit(fact)


LOSE: Order[State] = Order(
    "lose", "Take a step loss", "11.20", lose,
    (Slot("units", "units", lambda at, _: Losses(at.state, at.seat), "Choose who loses a step"),), note=_still_due,
    at_once=True,
)  # fmt: skip


# --- after the losses ---------------------------------------------------------------------------------------------


def aftermath(play: Play, frame: BattleFrame) -> None:
    """§11.20: attackers who cleared the hex gain morale; the others tire, and those already fatigued lose a step."""
    state = play.state
    alive = [u for u in frame.attackers if state.units[u].steps]
    if not state.stacks.get(frame.target):
        play.change_morale(alive, +1, "11.20")
        play.emit(StageReached(ADVANCE))
        return
    exhausted = tuple(u for u in alive if is_fatigued(state, u))
    play.change_morale([u for u in alive if u not in exhausted], -1, "11.20")
    if exhausted:
        play.emit(ExtraLossDue(exhausted, EXTRA_EACH))
    else:
        play.emit(StageReached(ADVANCE))


def extra_each(play: Play, frame: BattleFrame) -> None:
    """§11.20: every attacker that was tired already loses a step more."""
    for unit in frame.extra_due:
        play.emit(StepLost(unit, "extra-each", "11.20"))
    play.emit(StageReached(ADVANCE))
