"""§22.4, §22.51: the Schlieffen Plan and Plan 17, where these options are played."""

from __future__ import annotations

from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import Area
from rules.empires_alliances.restrictions.ban import AUGUST_1, AUGUST_2, SEPTEMBER, power_of
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

# --- 22.41: the Schlieffen Plan ---------------------------------------------------------------------------------------


def heads_west(state: State, unit: str) -> bool:
    """§22.41: whether a unit may not go north-east, east or south-east this turn."""
    return (
        bool(state.option("schlieffen-plan"))
        and state.date.id == AUGUST_1
        and power_of(state, unit) == "GE"
        and state.units[unit].at not in state.off_map
        and state.board.index(state.units[unit].at) in areas.western_front(state.printed)
    )


SCHLIEFFEN = "schlieffen"
"""The key under which ``used`` counts half corps that trains took away from the Western Front (§22.42, §22.43)."""


def leaves_the_west(state: State, unit: str) -> bool:
    """§22.42, §22.43: whether trains take a unit away from the Western Front only within the limit."""
    if not state.option("schlieffen-plan") or power_of(state, unit) != "GE":
        return False
    plan = state.printed.optional_rules.schlieffen_plan
    exempt = {AUGUST_2: plan.exempt_second, SEPTEMBER: plan.exempt_third}.get(state.date.id)
    now = state.units[unit]
    began = now.began or now.at
    if exempt is None or unit in exempt or began in state.off_map:
        return False
    return state.board.index(began) in areas.western_front(state.printed)


def why_not_leave_west(state: State, halves: int) -> Refusal | None:
    """§22.42, §22.43: why trains take no more of them away from the Western Front."""
    most = 2 * state.printed.optional_rules.schlieffen_plan.most_by_rail
    if state.used.get(SCHLIEFFEN, 0) + halves <= most:
        return None
    section = "22.42" if state.date.id == AUGUST_2 else "22.43"
    return Refusal("schlieffen-plan", section, "At most two German corps may leave the Western Front by rail.")


# --- 22.51: Plan 17 ---------------------------------------------------------------------------------------------------


@kept
def plan_17_units(state: State) -> frozenset[str]:
    """§22.51: the units of the five French armies, of their reserves and of the Interior Reserve."""
    groups = state.printed.optional_rules.plan_17.groups
    return frozenset(unit for group in groups for unit in state.card.groups[group].units)


def plan_17_binds(state: State, unit: str) -> bool:
    """§22.51: whether a unit keeps to the plan."""
    return bool(state.option("plan-17")) and state.date.id in (AUGUST_1, AUGUST_2) and unit in plan_17_units(state)


def north_of_plan_17(state: State, _: str) -> Area:
    """§22.51: what the plan leaves to others."""
    return areas.north_of(state.board, int(state.printed.optional_rules.plan_17.north_of))
