"""§11.2, §11.8 to §11.19: an attack from its declaration to the result. What it costs is in losses.py."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hexes.odds import total
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.schlieffens_war.combat.column_shifts import (
    attack_factor,
    concentric_columns,
    defence_factor,
    defender_choices,
    effort_shifts,
    is_concentric,
    morale_shifts,
    needs_choice,
    terrain_shifts,
)
from rules.schlieffens_war.combat.declaring import counts_for_plan_xvii
from rules.schlieffens_war.facts.battle import (
    CombatRolled,
    ConcentricRolled,
    DefendersChosen,
    OddsFound,
    StageReached,
    UnitLost,
)
from rules.schlieffens_war.facts.victory import AttackCounted
from rules.schlieffens_war.play import Play, own
from rules.schlieffens_war.position.fog_of_war import visible_units
from rules.schlieffens_war.position.state import BattleFrame, State
from rules.schlieffens_war.printed.phases import BOMBARD
from rules.schlieffens_war.printed.sides import BR, foe
from rules.schlieffens_war.stacking import MAX_DEFENDING


def battle_of(state: State) -> BattleFrame:
    """The attack under way. ValueError when there is none."""
    if state.battle is None:
        raise ValueError("no attack is under way")
    return state.battle


def attacker_side(state: State, frame: BattleFrame) -> str:
    """The attacking side."""
    return state.counter(frame.attackers[0]).side


def attacker(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """What the attacker decides."""
    return (Ask(attacker_side(state, frame), serial=_serial(frame)),)


def defender(state: State, frame: BattleFrame) -> tuple[Ask, ...]:
    """What the defender decides."""
    return (Ask(foe(attacker_side(state, frame)), serial=_serial(frame)),)


def _serial(frame: BattleFrame) -> str:
    """The attack, and how far its losses are: with each of them another question is put."""
    return f"{frame.target}.{frame.attacker_due}.{frame.defender_due}.{len(frame.hits)}"


def staying_out(state: State, frame: BattleFrame) -> list[str]:
    """§6.2: the HQ of the target that its owner keeps out of the fight, if there is one."""
    return [u for u in frame.bystanders if state.counter(u).kind == "hq"]


def abandon_depots(play: Play, frame: BattleFrame, section: str) -> None:
    """§6.2, §8.8, §11.20: corps, forts and HQs defend a hex, depots do not: with the last defender they are lost."""
    left = play.state.stacks.get(frame.target, ())
    if all(play.state.counter(u).kind == "depot" for u in left):
        for depot in left:
            play.emit(UnitLost(depot, section))


# --- who defends (§11.2) ------------------------------------------------------------------------------------------


def sole_defenders(play: Play, frame: BattleFrame) -> bool:
    """§11.2: two corps equivalents or fewer all defend; of more their owner chooses, or seems to (§6.6)."""
    if needs_choice(play.state, frame.target) or _may_seem_to_choose(play.state, frame):
        return False
    _name_defenders(play, frame, defender_choices(play.state, frame.target)[0])
    return True


def _may_seem_to_choose(state: State, frame: BattleFrame) -> bool:
    """§6.6: whether two defend and a unit that the attacker does not see lies with them: for all the attacker knows, a
    third corps. An HQ that stays out or a depot would else be told from it because nobody is asked.
    """
    weighty, hqs = defender_choices(state, frame.target)
    seen = visible_units(state, attacker_side(state, frame))
    others = (u for u in state.stacks[frame.target] if u not in (*weighty, *hqs))
    return len(weighty) == MAX_DEFENDING and any(u not in seen for u in others)


SEEMING = "Only these two can defend. You still confirm it, so your opponent learns nothing."


def defenders_words(at: At[State]) -> tuple[str, str]:
    """§11.2: what the defender is asked, and where there is only one answer, why (§6.6)."""
    chooses = needs_choice(at.state, battle_of(at.state).target)
    told = "Only two of your three corps and forts take part." if chooses else SEEMING
    return "Choose the two that defend", told


def _name_defenders(play: Play, frame: BattleFrame, weighty: Sequence[str]) -> None:
    _, hqs = defender_choices(play.state, frame.target)
    defenders = (*weighty, *hqs)
    bystanders = tuple(u for u in play.state.stacks[frame.target] if u not in defenders)
    play.emit(DefendersChosen(defenders, bystanders))


CHOOSE_TWO = Refusal("choose-two", "11.2", "Choose two corps or forts in the attacked hex to defend it.")


def _defenders(at: At[State], _: Choices) -> SomeOf:
    """§11.2: the corps and forts of which two fight."""
    weighty, _hqs = defender_choices(at.state, battle_of(at.state).target)

    def check(_: State, unit: str) -> None:
        if unit not in weighty:
            raise CHOOSE_TWO.raised()

    return SomeOf(weighty, MAX_DEFENDING, MAX_DEFENDING, why=own(at, check), wrong_number=CHOOSE_TWO)


def defend(play: Play, _: At[State], chosen: Choices) -> None:
    """§11.2: of more than two corps equivalents the owner names the two that fight; an HQ helps them."""
    _name_defenders(play, battle_of(play.state), chosen.names("units"))


DEFEND: Order[State] = Order(
    "defend", "Defend with these", "11.2", defend, (Slot("units", "units", _defenders),),
    hand=lambda at: {"units": [*_defenders(at, NOTHING_CHOSEN).names], "count": MAX_DEFENDING}, form=True,
)  # fmt: skip


# --- odds and result (§11.8 to §11.19) ----------------------------------------------------------------------------


def find_odds(play: Play, frame: BattleFrame) -> None:
    """§11.8, §11.9: the totals, their column and the shifts; no ground brings odds against nobody back to the table."""
    state = play.state
    attack = sum(attack_factor(state, u) for u in frame.attackers)
    defence = sum(defence_factor(state, u) for u in frame.defenders)
    shifts = [
        *terrain_shifts(state, frame.origins, frame.target),
        *morale_shifts(state, frame.attackers, frame.defenders),
        *effort_shifts(state, attacker_side(state, frame)),
    ]
    if not defence:
        shifts = []
    column = state.printed.charts.crt.column_of(attack, defence) + total(shifts)
    play.emit(OddsFound(attack, defence, column, tuple(shifts)))


def roll_concentric(play: Play, frame: BattleFrame) -> None:
    """§11.15: the die of an attack from several sides, if there is a defence at all."""
    if frame.defence and is_concentric(play.state.printed.board, frame.origins, frame.target):
        draw, die = play.next_die()
        play.emit(ConcentricRolled(draw, die, concentric_columns(die)))
    play.emit(StageReached(BOMBARD))


def roll_combat(play: Play, frame: BattleFrame) -> None:
    """§11.17, §11.9, §11.18, §11.19, §4.4: the die, or the automatic result off the table; what each side owes."""
    state = play.state
    bef = 1 if any(state.counter(u).nation == BR for u in frame.defenders) else 0
    automatic = state.printed.charts.crt.automatic(frame.column)
    if automatic is not None:
        play.emit(CombatRolled(frame.column, None, None, automatic[0], automatic[1], bef))
    else:
        draw, die = play.next_die()
        attacker, defender = state.printed.charts.crt.result(frame.column, die)
        play.emit(CombatRolled(frame.column, draw, die, attacker, defender, bef))
    if counts_for_plan_xvii(state, frame.attackers, frame.target):
        play.emit(AttackCounted(state.plan_xvii + 1))
