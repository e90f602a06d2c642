"""§7.21, §17.0: what happens by itself in a Reinforcement Phase, and who is asked."""

from __future__ import annotations

from rules.empires_alliances.arrivals.reinforcements import added_now, reinforcements, reserved_now
from rules.empires_alliances.arrivals.replacements import rebuildable
from rules.empires_alliances.arrivals.withdrawals import rows_due, withdraw_what_is_clear
from rules.empires_alliances.countries.economy import income, purses_of, total
from rules.empires_alliances.facts.arrivals import Added, PointsLapsed, PointsMade
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.board import POOL, RESERVE
from rules.kernel.procedure.steps import Ask

COUNTED = "points"


def make_points(play: Play, frame: PhaseFrame) -> bool:
    """§17.23, §17.41, §17.44, §17.46: points are made, units join the pool or the reserve, others are withdrawn."""
    if frame.closing or play.state.used.get(COUNTED):
        return False
    state, side = play.state, play.state.player
    gains = {purse: income(state, purse) for purse in purses_of(state, side)}
    made = {purse: total(found) for purse, found in gains.items()}
    why = {
        purse: tuple((g.text, g.section, g.infantry, g.artillery, g.tank) for g in found)
        for purse, found in gains.items()
    }
    play.emit(PointsMade(side, made, why))
    for units, to in ((added_now(state, side), POOL), (reserved_now(state, side), RESERVE)):
        if units:
            play.emit(Added(units, to))
    withdraw_what_is_clear(play, side)
    return True


def asks(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§7.21: the phasing side, while it has something to place or to rebuild."""
    if frame.closing or not has_arrivals(state, state.player):
        return ()
    return (Ask(state.player, serial=""),)


def has_arrivals(state: State, side: str) -> bool:
    """§7.21, §17.44: whether a side has units to place, to rebuild or to withdraw."""
    return bool(reinforcements(state, side) or rebuildable(state, side) or rows_due(state, side))


def lapse(play: Play, _: PhaseFrame) -> None:
    """§17.21: what a country may not keep for later is lost."""
    state, left = play.state, {}
    for purse in purses_of(state, state.player):
        had, limit = state.purses.get(purse, Points()), state.printed.limits[purse]
        kept_ = Points(
            min(had.infantry, limit.infantry), min(had.artillery, limit.artillery), min(had.tank, limit.tank)
        )
        if kept_ != had:
            left[purse] = kept_
    if left:
        play.emit(PointsLapsed(left))
