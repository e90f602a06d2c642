"""§6.6, §11.8: what a planner may be told of an attack: odds, shifts and final column, at worst and at best.

Everything is worked out from what the attacker sees: the attacker's own units, the top unit of the target and the
number below it. Of those below the attacker knows what the rules allow there, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.hexes.odds import Shift, total
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.schlieffens_war.allowance import halved
from rules.schlieffens_war.charts import CombatResults
from rules.schlieffens_war.column_shifts import (
    attack_factor,
    attack_is_supplied,
    concentric_columns,
    defence_factor,
    effort_shifts,
    ground_shifts,
    is_concentric,
    morale_shifts,
)
from rules.schlieffens_war.combat import check_attack, counts_for_plan_xvii, origins_of
from rules.schlieffens_war.heavy_artillery import ready_artillery
from rules.schlieffens_war.morale import has_elan, is_fatigued
from rules.schlieffens_war.sides import BR, GERMAN, SIDE_OF_NATION
from rules.schlieffens_war.stacking import MAX_DEFENDING, MAX_HQ
from rules.schlieffens_war.state import State, corps_among


class Sight(NamedTuple):
    """What the attacker sees of the target: the units whose faces lie open, at least one, and how many lie below."""

    visible: tuple[str, ...]
    concealed: int


class Siege(NamedTuple):
    """§11.23: the German markers that the plan counts on."""

    coup: bool = False
    artillery: bool = False


NO_SIEGE = Siege()


class Faces(NamedTuple):
    """The least and most that a concealed unit can bring into a defence, and whether it may be a depot (0)."""

    corps: tuple[int, int]
    hq: tuple[int, int]
    depots: bool


def plan_attack(
    state: State, seat: str, units: Sequence[str], target: str, sight: Sight, siege: Siege = NO_SIEGE
) -> JsonObject:
    """§11.8: the plan of docs/architecture.md §4. Pairs go from the worst to the best case for the attacker."""
    charts = state.printed.charts
    refusal: Refusal | None = None
    try:
        check_attack(state, seat, units, target)
    except Refused as refused:
        refusal = refused.refusal
    origins = [
        o for o in origins_of(state, units) if o in state.stacks and state.printed.board.adjacent_open(o, target)
    ]
    strength = sum(attack_factor(state, u) for u in units)
    defence = defence_range(state, sight)
    shifts, worst, best = _shifts(state, seat, units, target, origins, sight, siege) if defence[1] else ([], 0, 0)
    concentric = defence[1] > 0 and bool(origins) and is_concentric(state.printed.board, origins, target)
    if concentric:
        best += concentric_columns(6)
    base, final = _columns(charts.crt, strength, defence, worst, best)
    shown = sum(final) // 2 if sight.concealed else final[0]
    return {
        "legal": refusal is None,
        "refusal": refusal.json() if refusal else None,
        "attack": strength,
        "defence": [*defence],
        "concealed": sight.concealed,
        "odds": [charts.crt.heading(c) for c in base],
        "shifts": [s.json() for s in shifts],
        "concentric": {"applies": concentric, "section": "11.15", "columns": [0, concentric_columns(6)]},
        "columns": [*charts.crt.columns],
        "base": [*base],
        "final": [*final],
        "plan_xvii": counts_for_plan_xvii(state, units, target),
        **_results(charts.crt, shown, 1 if any(state.counter(u).nation == BR for u in sight.visible) else 0),
    }


def _shifts(
    state: State, seat: str, units: Sequence[str], target: str, origins: Sequence[str], sight: Sight, siege: Siege
) -> tuple[list[Shift], int, int]:
    """§11.10 to §11.16, §11.23, §11.24: (shifts, their sum at worst, at best), the concentric die aside."""
    shifts = [*ground_shifts(state, origins, target)] if origins else []
    certain, worst, best = _defenders_morale(state, sight)
    shifts += [*morale_shifts(state, units, ()), *certain, *effort_shifts(state, seat)]
    sure = total(shifts)
    if best > worst:
        shifts.append(Shift("Morale of concealed defenders", "6.6", 0))
    for title in _siege_titles(state, seat, units, target, sight, siege):
        shifts.append(Shift(f"{title}: none to {max(state.printed.charts.bombardment)}", "11.23", 0))
        best += max(state.printed.charts.bombardment)
    return shifts, sure + worst, sure + best


def _columns(
    crt: CombatResults, strength: int, defence: tuple[int, int], worst: int, best: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """((worst, best) column before shifts, the same after them); a hex without any defence knows no shifts (§11.8)."""
    if not defence[1]:
        beyond = len(crt.columns)
        return (beyond, beyond), (beyond, beyond)
    low, high = (crt.column_of(strength, d) for d in reversed(defence))
    return (low, high), (low + worst, high + best)


def _results(crt: CombatResults, column: int, bef: int) -> JsonObject:
    """§11.17, §11.19: the shown column's results by die, or the automatic one, and their mean."""
    results = [crt.result(column, die) for die in range(1, 7)]
    automatic = crt.automatic(column)
    return {
        "shown": column,
        "heading": crt.heading(column),
        "table": [{"die": die, "attacker": a + bef, "defender": d} for die, (a, d) in enumerate(results, 1)],
        "automatic": f"{automatic[0] + bef}/{automatic[1]}" if automatic else None,
        "average": [round(sum(a + bef for a, _ in results) / 6, 2), round(sum(d for _, d in results) / 6, 2)],
    }


# --- what may lie below (§6.2, §6.3, §6.6) ------------------------------------------------------------------------


def defence_range(state: State, sight: Sight) -> tuple[int, int]:
    """§11.2, §6.2: the least and most defence: two corps equivalents, as the defender chooses, and one HQ or none.

    Whether an HQ helps its corps is its owner's secret; one without corps or forts defends itself.
    Where only depots are seen there are only depots: the topmost unit that fights is always seen (§6.6).
    """
    if all(state.counter(u).kind == "depot" for u in sight.visible):
        return 0, 0
    known = [defence_factor(state, u) for u in sight.visible if state.counter(u).weight]
    staff = sum(defence_factor(state, u) for u in sight.visible if state.counter(u).kind == "hq")
    if not sight.concealed:
        return sum(sorted(known)[:MAX_DEFENDING]) if known else staff, sum(sorted(known)[-MAX_DEFENDING:]) + staff
    faces = faces_below(state, sight.visible)
    least, most = [], []
    for corps, hqs in _makeups(state, sight, faces):
        weakest = sorted([*known, *[faces.corps[0]] * corps])[:MAX_DEFENDING]
        least.append(sum(weakest) if weakest else staff + hqs * faces.hq[0])
        most.append(sum(sorted([*known, *[faces.corps[1]] * corps])[-MAX_DEFENDING:]) + staff + hqs * faces.hq[1])
    return min(least), max(most)


def _makeups(state: State, sight: Sight, faces: Faces) -> Iterator[tuple[int, int]]:
    """(corps equivalents, HQs) that the concealed units may be; one HQ at most stands in a hex, the rest are depots."""
    staffs = sum(1 for u in sight.visible if state.counter(u).kind == "hq")
    for hqs in range(min(sight.concealed, max(0, MAX_HQ - staffs)) + 1):
        rest = sight.concealed - hqs
        for corps in range(0 if faces.depots else rest, rest + 1):
            yield corps, hqs


def faces_below(state: State, visible: Sequence[str]) -> Faces:
    """§6.3, §8.4: what a unit below the visible ones may be: of their nation, but forts may have British guests."""
    top = state.counter(visible[0])
    if top.is_mobile and top.nation != BR:
        return _faces(state, (top.nation,))
    return _faces(state, tuple(n for n, side in SIDE_OF_NATION.items() if side == top.side))


def _faces(state: State, nations: tuple[str, ...]) -> Faces:
    """The extremes of the printed counters of some nations; the least is out of supply (§8.7)."""

    def find(_: object) -> Faces:
        listed = [c for c in state.printed.counters.values() if c.nation in nations]
        corps = [s for c in listed if c.weight for s in c.strengths]
        hqs = [s for c in listed if c.kind == "hq" for s in c.strengths]
        depots = any(c.kind == "depot" for c in listed)
        return Faces((halved(min(corps)), max(corps)), (halved(min(hqs)), max(hqs)), depots)

    return state.memory.recall(("faces", nations), (), find)


def _defenders_morale(state: State, sight: Sight) -> tuple[list[Shift], int, int]:
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
    if not sight.concealed and all(state.counter(u).kind != "fort" for u in sight.visible):
        return []
    found = ["Coup de main"] if siege.coup and state.coup else []
    if siege.artillery and ready_artillery(state) is not None:
        found.append("Heavy artillery")
    return found
