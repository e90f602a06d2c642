"""§6.30 Mandated offensives: which attacks obey them, and when a side forfeits the match for making too few.

A side forfeits on a turn on which it made too few attacks and ended its attacks while another was possible. What is
possible is judged by what the side sees: a hex that seems weak enough and is not costs an attack, and no match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.great_war.combat import enver
from rules.great_war.combat.declaring import able_together, targets, why_not_alone
from rules.great_war.combat.odds import AttackOdds, attack_of, odds_of
from rules.great_war.facts.offensives import OffensiveObeyed, OffensivePassedUp
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.play import Play
from rules.great_war.position.control import forts
from rules.great_war.position.fog_of_war import faces_shown
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.fronts import EAST, ITALY, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.great_war.restrictions.event_bans import TURNS, lasts
from rules.hexes.odds import Modifier
from rules.kernel.endings import MatchEnded
from rules.kernel.messages import Json, JsonObject
from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.wording import quantity

EVEN = "1:1"
"""§6.30: the least that an attack under Haig begins with, before any shift."""


class Offensive(NamedTuple):
    """One of them: which nation must attack where, and how often a turn."""

    effect: str
    side: str
    nation: str
    front: str
    attacks: int
    even: bool
    whose: str


OFFENSIVES = (
    Offensive("conrad-offensive", CENTRAL, "AH", ITALY, 1, False, "Austro-Hungarian units on the Italian Front"),
    Offensive("haig-offensive", ALLIED, "BR", WEST, 2, True, "British units on the Western Front"),
)
"""Those of the game in Europe."""
CONRAD = OFFENSIVES[0]


def offensives_ordered(state: State, side: str) -> Iterator[Offensive]:
    """§6.30: the offensives that bind a side this turn."""
    if state.chit_state.lasting:
        yield from (o for o in OFFENSIVES if o.side == side and lasts(state, o.effect))


def still_due(state: State, offensive: Offensive) -> int:
    """§6.30: the attacks that are still to be made this turn."""
    return max(0, offensive.attacks - state.chit_state.attacks.get(offensive.effect, 0))


# --- attacks that obey ------------------------------------------------------------------------------------------------


def obeyed_by(state: State, frame: BattleFrame, odds: AttackOdds) -> Iterator[Offensive]:
    """§6.30: the offensives that an attack counts for: by units of the nation alone, on its front."""
    board, even = state.printed.board, odds_of(state).columns.index(EVEN)
    nations = {state.counter(u).nation for u in frame.attackers}
    for offensive in offensives_ordered(state, frame.side):
        there = board.front[board.index[frame.target]] == offensive.front
        if there and nations == {offensive.nation} and (not offensive.even or odds.base >= even):
            yield offensive


def count(play: Play, frame: BattleFrame, odds: AttackOdds) -> None:
    """§6.30: an attack that has been resolved counts."""
    for offensive in obeyed_by(play.state, frame, odds):
        play.emit(OffensiveObeyed(offensive.effect))


def conrad_drm(state: State, frame: BattleFrame, odds: AttackOdds) -> Iterator[Modifier]:
    """§6.30: for the first attack on the first of Conrad's three turns."""
    first = state.chit_state.lasting.get(CONRAD.effect) == state.turn + TURNS - 1
    if first and not state.chit_state.attacks.get(CONRAD.effect) and CONRAD in obeyed_by(state, frame, odds):
        chit = state.printed.chits.events[CONRAD.effect]
        yield chit.title, chit.section, chit.drm


# --- attacks that are not made ----------------------------------------------------------------------------------------


def possible(state: State, offensive: Offensive) -> bool:
    """§6.30: whether the side could make another such attack, as far as it can see."""
    board, even = state.printed.board, odds_of(state).columns.index(EVEN)
    front = board.fronts.get(offensive.front)
    if front is None:
        return False
    for i, units in targets(state, offensive.side, front.theatre).items():
        if board.front[i] != offensive.front:
            continue
        mine = able_together(state, [u for u in units if _is_bound(state, u, offensive)], board.ids[i])
        if why_not_alone(state, mine, board.ids[i]) is not None:
            continue
        if not offensive.even or odds_of(state).column_of(attack_of(state, mine), _defence_seen(state, i)) >= even:
            return True
    return False


def _is_bound(state: State, unit: str, offensive: Offensive) -> bool:
    board = state.printed.board
    there = board.front[board.index[state.units[unit].at]] == offensive.front
    return there and state.counter(unit).nation == offensive.nation


def _defence_seen(state: State, i: int) -> int:
    """§7.25: the defence factors of a hex that the attacker sees."""
    hex_ = state.printed.board.ids[i]
    seen = sum(state.face(u).defence for u in faces_shown(state, hex_, ALLIED) if state.counter(u).is_combat)
    fort = i in forts(state, CENTRAL)
    return seen + (state.printed.charts.features.fort_defence if fort else 0)


def end_attacks(play: Play, at: At[State], _: Choices) -> None:
    """§10.12, §6.30: no side has to attack, unless an event orders it."""
    for offensive in offensives_ordered(play.state, at.seat):
        passed = offensive.effect in play.state.chit_state.passed_up
        if not passed and at.scope == WEST and still_due(play.state, offensive) and possible(play.state, offensive):
            play.emit(OffensivePassedUp(offensive.effect))
    play.emit(StepEnded(at.seat, play.state.phase.key))


def judge(play: Play) -> None:
    """§6.30: at the end of the turn: a side that could have obeyed and did not forfeits the match."""
    if enver.was_passed_up(play.state):
        play.emit(MatchEnded(ALLIED, "Enver Offensive: the Turks neither attacked nor marched as ordered.", "6.30"))
        return
    for side in (CENTRAL, ALLIED):
        for offensive in offensives_ordered(play.state, side):
            if offensive.effect in play.state.chit_state.passed_up and still_due(play.state, offensive):
                title = play.state.printed.chits.events[offensive.effect].title
                play.emit(MatchEnded(foe(side), f"{title}: the attacks that were ordered were not made.", "6.30"))
                return


def _ending(at: At[State]) -> JsonObject:
    """§6.30: the end of its attacks, with what a side must know before it."""
    due = [(o, still_due(at.state, o)) for o in offensives_ordered(at.state, at.seat) if at.scope == WEST]
    warnings: list[Json] = [
        {
            "text": f"{at.state.printed.chits.events[o.effect].title}: {o.whose} must still make"
            f" {quantity(number, 'attack')}{' at 1:1 or better before shifts' if o.even else ''} this turn."
            " If they can and do not, you lose the match.",
            "section": "6.30",
        }
        for o, number in due
        if number
    ]
    if at.seat == CENTRAL and at.scope == EAST and enver.is_due(at.state):
        warnings.append(enver.warning())
    return {"slots": [], "warnings": warnings}


END: Order[State] = Order(
    "end_phase", "Done attacking", "10.12", end_attacks, weight=3, hand=_ending,
    note=lambda at: quantity(len(targets(at.state, at.seat, at.scope)), "hex to attack", "hexes to attack"),
)  # fmt: skip
