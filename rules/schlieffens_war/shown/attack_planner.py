"""§6.6, §11.8: what a planner may be told of an attack: odds, shifts and column, at worst, likely and at best.

Everything is worked out from what the attacker sees: the attacker's own units, the top unit of the target and the
number below it. Of those below the attacker knows what the rules allow there, that a fort cannot have gone away, and
which units of the enemy are nowhere to be seen; nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.hexes.odds import Modifier, as_list, total
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.schlieffens_war.combat.column_shifts import (
    attack_factor,
    attack_is_supplied,
    concentric_columns,
    effort_shifts,
    is_concentric,
    morale_shifts,
    terrain_shifts,
)
from rules.schlieffens_war.combat.declaring import check_attack, counts_for_plan_xvii, origins_of
from rules.schlieffens_war.combat.heavy_artillery import ready_artillery
from rules.schlieffens_war.morale import has_elan, is_fatigued
from rules.schlieffens_war.position.state import State, corps_among
from rules.schlieffens_war.printed.charts import CombatResults
from rules.schlieffens_war.printed.sides import BR, GERMAN
from rules.schlieffens_war.shown.concealed_defence import (
    Sight,
    defence_range,
    likely_defence,
    may_be_british,
    must_be_british,
)
from rules.schlieffens_war.stacking import MAX_DEFENDING


class Siege(NamedTuple):
    """§11.23: the German markers that the plan counts on."""

    coup: bool = False
    artillery: bool = False


NO_SIEGE = Siege()


class Cases(NamedTuple):
    """A number at worst, as it is likely, and at best for the attacker."""

    worst: int
    likely: int
    best: int

    def and_(self, other: Cases) -> Cases:
        """Both together."""
        return Cases(*(a + b for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class OpenShift:
    """A shift that a die or something concealed decides."""

    text: str
    section: str
    columns: Cases

    def json(self) -> JsonObject:
        """As a planner shows it: ``columns`` is the likely one."""
        return {
            "text": self.text, "section": self.section, "columns": self.columns.likely, "cases": [*self.columns],
        }  # fmt: skip


def plan_attack(
    state: State, seat: str, units: Sequence[str], target: str, sight: Sight, siege: Siege = NO_SIEGE
) -> JsonObject:
    """§11.8: the plan of docs/architecture.md §4. Pairs go from the worst to the best case for the attacker."""
    crt = state.printed.charts.crt
    refusal: Refusal | None = None
    try:
        check_attack(state, seat, units, target)
    except Refused as refused:
        refusal = refused.refusal
    origins = [
        o for o in origins_of(state, units) if o in state.stacks and state.printed.board.adjacent_open(o, target)
    ]
    strength = sum(attack_factor(state, u) for u in units)
    least, most = defence_range(state, sight)
    defence = Cases(most, likely_defence(state, seat, sight) if sight.concealed else most, least)
    sure: list[Modifier] = []
    open_: list[OpenShift] = []
    if most:
        sure, open_ = _shifts(state, seat, units, target, origins, sight, siege)
    concentric = most > 0 and bool(origins) and is_concentric(state.printed.board, origins, target)
    die = Cases(0, _middle([concentric_columns(d) for d in range(1, 7)]), concentric_columns(6))
    base = Cases(*(crt.column_of(strength, d) for d in defence))
    final = base.and_(Cases(*[total(sure)] * 3))
    for shift in open_:
        final = final.and_(shift.columns)
    if concentric:
        final = final.and_(die)
    british = british_losses(state, seat, target, sight)
    return {
        "legal": refusal is None,
        "refusal": refusal.json() if refusal else None,
        "attack": strength,
        "defence": [least, most],
        "concealed": sight.concealed,
        "fort": state.counter(sight.fort).name if sight.fort else None,
        "odds": [crt.heading(base.worst), crt.heading(base.best)],
        "shifts": [*as_list(sure, "columns"), *(s.json() for s in open_)],
        "concentric": {"applies": concentric, "section": "11.15", "columns": [die.worst, die.best], "cases": [*die]},
        "columns": [*crt.columns],
        "base": [base.worst, base.best],
        "final": [final.worst, final.best],
        "plan_xvii": counts_for_plan_xvii(state, units, target),
        "cases": [
            {
                "case": case, "defence": defence[i], "odds": crt.heading(base[i]), "column": final[i],
                **_results(crt, final[i], british[i]),
            }
            for i, case in enumerate(Cases._fields)
        ],
        "shown": final.likely,
        **_results(crt, final.likely, british.likely),
    }  # fmt: skip


def british_losses(state: State, seat: str, target: str, sight: Sight) -> Cases:
    """§11.19: the step more that the Germans lose: where British may, are likely to and must be in the defence."""
    seen = any(state.counter(u).nation == BR for u in sight.visible)
    return Cases(int(may_be_british(state, seat, target, sight)), int(seen), int(must_be_british(state, sight)))


def _middle(found: Sequence[int]) -> int:
    """The lower of the two middle numbers: a plan does not count on luck."""
    return sorted(found)[(len(found) - 1) // 2]


def _shifts(
    state: State, seat: str, units: Sequence[str], target: str, origins: Sequence[str], sight: Sight, siege: Siege
) -> tuple[list[Modifier], list[OpenShift]]:
    """§11.10 to §11.16, §11.23, §11.24: (shifts that are certain, those that are not), the concentric die aside."""
    certain, worst, best = _defenders_morale(state, sight)
    shifts = [*terrain_shifts(state, origins, target)] if origins else []
    shifts += [*morale_shifts(state, units, ()), *certain, *effort_shifts(state, seat)]
    open_ = [OpenShift("Morale of concealed defenders", "6.6", Cases(worst, 0, best))] if best > worst else []
    columns = state.printed.charts.bombardment
    for title in _siege_titles(state, seat, units, target, sight, siege):
        open_.append(OpenShift(title, "11.23", Cases(0, _middle(columns), max(columns))))
    return shifts, open_


def _results(crt: CombatResults, column: int, bef: int) -> JsonObject:
    """§11.17, §11.19: a column's results by die, or the automatic one, and their mean."""
    results = crt.outcomes(column)
    automatic = crt.automatic(column)
    return {
        "heading": crt.heading(column),
        "table": [{"die": die, "attacker": a + bef, "defender": d} for die, (a, d) in enumerate(results, 1)],
        "automatic": f"{automatic[0] + bef}/{automatic[1]}" if automatic else None,
        "average": [round(sum(a + bef for a, _ in results) / 6, 2), round(sum(d for _, d in results) / 6, 2)],
    }


def _defenders_morale(state: State, sight: Sight) -> tuple[list[Modifier], int, int]:
    """§11.16: (shifts that are certain, what else the concealed may shift at worst and at best).

    While two or fewer stand there, whoever is visible takes part; of three the defender may leave it out.
    """
    corps = corps_among(state, sight.visible)
    if not sight.concealed:
        return morale_shifts(state, (), corps), 0, 0
    if sum(state.counter(u).weight for u in sight.visible) + sight.concealed > MAX_DEFENDING:
        return [], -1, +1
    if any(is_fatigued(state, u) for u in corps):
        return morale_shifts(state, (), [u for u in corps if is_fatigued(state, u)]), 0, 0
    return [], -1 if all(has_elan(state, u) for u in corps) else 0, +1


def _siege_titles(state: State, seat: str, units: Sequence[str], target: str, sight: Sight, siege: Siege) -> list[str]:
    """§11.23: the planned markers that could be committed, as far as the attacker can tell."""
    if seat != GERMAN or target not in state.printed.board.cities or not attack_is_supplied(state, units):
        return []
    if sight.fort is None:
        return []
    found = ["Coup de main"] if siege.coup and state.coup else []
    if siege.artillery and ready_artillery(state) is not None:
        found.append("Heavy artillery")
    return found
