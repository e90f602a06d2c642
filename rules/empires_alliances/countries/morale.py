"""§21.0 National morale."""

from __future__ import annotations

from rules.empires_alliances.countries.conditions import count_of, holds, is_conquered
from rules.empires_alliances.facts.morale import DesertionRolled, MoraleDieRolled, WearinessApplied, WearinessRolled
from rules.empires_alliances.facts.politics import Conquered
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.charts import WearinessModifier
from rules.empires_alliances.printed.ladder_charts import DIE, TOTALS
from rules.empires_alliances.printed.turns import is_between
from rules.hexes.odds import Modifier, total

MONTHS_A_YEAR = 12
NEVER_CHECKS = frozenset({"US"})
"""§21.1."""
DESERTS_UP_TO_DIE = 2
"""§21.34: dice up to this are a deserter's."""
FIRST_CHECK = "1915-12"
LOW_MORALE, SURRENDER, DESERTION = "M", "S", "D"


def checks(state: State) -> tuple[str, ...]:
    """§21.1: the countries that check their morale: at war for a year, not conquered, and not the United States.

    Dominions go with Britain.
    """
    powers = (n.id for n in state.printed.nations.values() if n.id in state.wars and n.power == n.id)
    return tuple(
        nation
        for nation in powers
        if nation not in NEVER_CHECKS
        and not state.wars[nation].conquered
        and months_at_war(state, nation) >= MONTHS_A_YEAR
    )


def months_at_war(state: State, nation: str) -> int:
    """§21.1: whole months since a country's entry."""
    now, then = state.date, state.printed.calendar[state.wars[nation].since - 1]
    return MONTHS_A_YEAR * (now.year - then.year) + now.month - then.month


def is_due(state: State) -> bool:
    """§7.4, §21.1: whether morale is checked at the end of this turn."""
    return state.date.morale and state.date.id >= FIRST_CHECK


def modifiers_of(state: State, nation: str) -> tuple[Modifier, ...]:
    """§21.2: what is added to a country's die."""
    found: list[Modifier] = []
    for row in state.printed.charts.weariness.values():
        if row.nations and nation not in row.nations:
            continue
        if not is_between(state.date.id, row.first, ""):
            continue
        number = count_of(state, row.when, nation)
        drm = _drm(state, row) * (number if row.each else min(1, number))
        if drm:
            found.append((_words(row), "21.2", drm))
    return tuple(found)


def _drm(state: State, row: WearinessModifier) -> int:
    """§19.12: one less once Britain is conquered."""
    if row.less_if and holds(state, row.less_if):
        return row.drm - 1
    return row.drm


def _words(row: WearinessModifier) -> str:
    return row.id.replace("-", " ").capitalize()


def check_morale(play: Play, _: PhaseFrame) -> None:
    """§7.4, §21.2: each country rolls, or one die is rolled for all (§22.10)."""
    nations = checks(play.state)
    if not nations:
        return
    common = 0
    if play.state.option("one-morale-roll"):
        draw, common = play.next_die(len(DIE))
        play.emit(MoraleDieRolled(draw, common))
    # All modifiers are those of the moment before anyone rolled.
    modifiers = {nation: modifiers_of(play.state, nation) for nation in nations}
    results = {}
    for nation in nations:
        if common:
            sum_, result = result_of(play.state, common, modifiers[nation])
            play.emit(WearinessApplied(nation, modifiers[nation], sum_, result))
        else:
            draw, die = play.next_die(len(DIE))
            sum_, result = result_of(play.state, die, modifiers[nation])
            play.emit(WearinessRolled(nation, draw, die, modifiers[nation], sum_, result))
        results[nation] = result
    for nation, result in results.items():
        if result == DESERTION:
            desert(play, nation)
        if result == SURRENDER and not is_conquered(play.state, nation):
            play.emit(Conquered(nation, surrendered=True))


def result_of(state: State, die: int, modifiers: tuple[Modifier, ...]) -> tuple[int, str]:
    """§21.2: the total, held to the table, and what it says. §3.68c: a scenario may read low morale as something
    else, in all that comes of it (docs/rulings)."""
    sum_ = max(TOTALS[0], min(TOTALS[-1], die + total(modifiers)))
    result = state.printed.weariness[sum_ - 1]
    return sum_, state.card.low_morale_is if result == LOW_MORALE else result


def desert(play: Play, nation: str) -> None:
    """§21.34: a die for each unit of a country in play."""
    state = play.state
    board = {*state.on_map(), *(u for box in state.board.boxes for u in state.boxes[box])}
    # In the order of the counter sheet, which no march changes.
    for unit in state.units:
        if unit in board and state.printed.nations[state.counter(unit).nation].power == nation:
            draw, die = play.next_die(len(DIE))
            play.emit(DesertionRolled(unit, draw, die, die <= DESERTS_UP_TO_DIE))


def has_low_morale(state: State, nation: str) -> bool:
    """§21.33: whether a country's units may not attack now."""
    spirit = state.spirits.get(state.printed.nations[nation].power)
    return spirit is not None and spirit.effect == LOW_MORALE and state.turn <= spirit.until
