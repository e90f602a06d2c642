"""§10.0 to §10.3, §10.7: what an attack is made of, and what nobody has to do."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest

from rules.great_war.combat.declaring import targets, why_not_attack, why_not_attackable
from rules.great_war.combat.odds import beyond_drm, odds_of
from rules.great_war.game import GAME
from rules.great_war.printed.fronts import EAST
from rules.great_war.printed.fronts import WEST as WESTERN
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.supply.tracing import UNSUPPLIED, supply_of
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import AROUND, TARGET, WEST, drms, field, fight, resolved, shifts
from tests.games.great_war.kit import refused, told, told_with

SIX = ("ge-3", "ge-4", "ge-5", "ge-6", "ge-7", "ge-8")


def test_10_12_no_unit_has_to_attack() -> None:
    """§10.12, §10.0: a side beside the enemy may end its attacks with none; who stays out of one suffers nothing."""
    state = field({AROUND[3]: "ge-3 ge-4", TARGET: "ru-26"})
    assert told(state, CENTRAL, "end_phase").phase.key != state.phase.key
    after, events = fight(state, "ge-3", 0)
    assert resolved(events).attacker
    assert after.units["ge-4"] == state.units["ge-4"]


def test_10_11_enemies_that_cannot_be_attacked_say_why() -> None:
    """§10.11: beside your units and no target: attacked in this phase, nobody beside it may attack, cavalry alone."""
    state = field({AROUND[3]: "ge-3 ge-4", TARGET: "ru-26"})
    assert not why_not_attackable(state, CENTRAL, EAST)
    after, _ = fight(state, "ge-3", 0)
    assert {h: no.section for h, no in why_not_attackable(after, CENTRAL, EAST).items()} == {TARGET: "10.14"}
    rider = next(c.id for c in state.printed.counters.values() if c.nation == "GE" and c.kind == "cavalry")
    lone = field({AROUND[3]: rider, TARGET: "ru-26"})
    assert {h: no.section for h, no in why_not_attackable(lone, CENTRAL, EAST).items()} == {TARGET: "15.54"}
    # The question says so of each, beside the hexes that can be attacked.
    both = field({AROUND[3]: rider, TARGET: "ru-26", "E4930": "ge-3", "E4931": "ru-27"})
    legal: Any = GAME.legal(both, CENTRAL)
    (offer,) = (o for o in legal["offers"] if o["kind"] == "attack")
    options = offer["slots"][0]["options"]
    assert options["of"] == ["E4931"]
    assert options["refused"][TARGET]["section"] == "15.54"


def test_10_13_units_of_all_six_hexes_attack_together() -> None:
    """§10.13, §10.23: one hex is attacked, out of as many hexes as there are round it."""
    stacks = dict(zip(AROUND, SIX, strict=True))
    state = field({**stacks, TARGET: "ru-26 ru-27 ru-28"})
    _, events = fight(state, " ".join(SIX), 3)
    cut_off = [u for u in SIX if supply_of(state, u) == UNSUPPLIED]
    whole = sum(state.face(u).attack for u in SIX if u not in cut_off)
    assert resolved(events).attack == whole + ceil(sum(state.face(u).attack for u in cut_off) / 2)
    two = refused(state, CENTRAL, "attack", units=["ge-3"], target=f"{TARGET} {AROUND[1]}")
    assert two.code


def test_10_24_no_unit_is_divided() -> None:
    """§10.24: all of a unit's factor goes into its one attack and its one defence; naming it twice adds nothing."""
    state = field({AROUND[3]: "ge-3", TARGET: "ru-26"})
    assert refused(state, CENTRAL, "attack", units=["ge-3", "ge-3"], target=TARGET)
    _, events = fight(state, "ge-3", 3)
    found = resolved(events)
    assert (found.attack, found.defence) == (state.face("ge-3").attack, state.face("ru-26").defence)


def test_10_32_shifts_of_both_sides_make_the_final_column() -> None:
    """§10.32: those for the attacker go to the right, those for the defender to the left, from the first column."""
    state = field({AROUND[3]: "ge-3 ge-4 ge-hq-8", TARGET: "ru-26 ru-27 ru-hq-1"})
    support = {CENTRAL: "ge-hq-8", ALLIED: "ru-hq-1"}
    _, events = fight(state, "ge-3 ge-4", 3, support=support)
    found, table = resolved(events), odds_of(state)
    base = table.column_of(found.attack, found.defence)
    assert sorted(n for _, section, n in found.shifts if section == "10.46") == [-1, 1]
    assert found.column == base + sum(shifts(events).values())


@pytest.mark.parametrize(("die", "drm"), [(3, 1), (5, 1)])
def test_10_34_the_die_with_its_modifiers_names_the_row(die: int, drm: int) -> None:
    """§10.34, §10.52: modifiers come from several chapters; a concentric attack adds one to the die."""
    state = field({AROUND[0]: "ge-3", AROUND[3]: "ge-4", TARGET: "ru-26 ru-27"})
    _, events = fight(state, "ge-3 ge-4", die)
    assert drms(events) == {"10.53": drm}
    found = resolved(events)
    result = state.printed.charts.combat.a.rows[die + drm][found.column]
    assert (found.attacker, found.defender) == (result.attacker, result.defender)


def test_10_47_columns_off_the_table_are_counted_on() -> None:
    """§10.47, §10.48: far below 1:2 a headquarters does not bring the attack back onto the table."""
    state = field({AROUND[3]: "ge-cav-2* ge-hq-8", TARGET: "ru-26 ru-27 ru-28"})
    _, events = fight(state, "ge-cav-2", support={CENTRAL: "ge-hq-8"})
    found = resolved(events)
    assert found.column == odds_of(state).column_of(found.attack, found.defence) + 1
    assert found.column < 0
    assert found.die is None
    assert (found.attacker, found.defender) == (2, 0)


def test_10_73_attackers_advance_out_of_supply() -> None:
    """§10.73: into a hex in which they are cut off, where a move could not end."""
    ring = {h: f"ru-{n}" for h, n in zip([h for h in AROUND if h != AROUND[3]], range(30, 36), strict=False)}
    state = field({AROUND[3]: " ".join(SIX), TARGET: "ru-26", **ring})
    after, events = fight(state, " ".join(SIX), 6)
    assert resolved(events).everybody
    assert GAME.deciders(after) == (CENTRAL,)
    behind = next(h for h in after.printed.board.lattice.around(AROUND[3]) if h not in (*AROUND, TARGET))
    after, _ = told_with(after, CENTRAL, "advance", units=[*SIX])
    assert after.stacks[TARGET]
    assert behind
    assert supply_of(after, SIX[0]) == UNSUPPLIED


@pytest.mark.parametrize("defenders", ["ru-cav-1", ""])
def test_15_54_cavalry_alone_attacks_no_fort(defenders: str) -> None:
    """§15.54, §14.11: whether nobody is in it, or only cavalry; once the fort has fallen it attacks the cavalry."""
    before_it, beside, fort = "E5519", "E5520", "E5620"
    stacks = {before_it: "ge-cav-1", **({fort: defenders} if defenders else {})}
    assert why_not_attackable(field(stacks), CENTRAL, EAST)[fort].section == "15.54"
    apart = field({**stacks, beside: "ge-3"})
    assert refused(apart, CENTRAL, "attack", units=["ge-cav-1", "ge-3"], target=fort).code == "cavalry-alone"
    if defenders:
        fallen = field(stacks, destroyed=frozenset({fort}))
        assert resolved(fight(fallen, "ge-cav-1", target=fort)[1])


def test_17_31_a_fifth_austrian_of_the_north_has_nothing_to_attack() -> None:
    """§17.31: once four have attacked, the next one is offered no target and is told why, though it is alone there."""
    four, fifth, other = ("ah-3", "ah-8", "ah-1", "ah-4"), "ah-10", "E4822"
    state = field({AROUND[3]: " ".join([*four, fifth]), TARGET: "ru-26", other: "ru-27"})
    fought = {u: state.units[u]._replace(fought=True) for u in four}
    index = state.printed.board.index
    after = replace(state, units={**state.units, **fought})
    three = replace(state, units={**state.units, **{u: fought[u] for u in four[:3]}})
    assert targets(three, CENTRAL, EAST)[index[other]] == ("ah-4", fifth)
    assert not targets(after, CENTRAL, EAST)
    assert why_not_attackable(after, CENTRAL, EAST)[other].code
    refusal = why_not_attack(after, fifth, other)
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("too-many-there", "17.31")


@pytest.mark.parametrize(
    ("target", "weather", "attack"),
    [("W4333", "fair", True), ("W4333", "wet", False), ("W4333", "snow", True), ("W4433", "fair", True),
     ("W3628", "fair", False), ("W3716", "fair", False), ("W5217", "wet", True)],
)  # fmt: skip
def test_15_24_ground_that_tanks_do_not_attack_into(target: str, weather: str, attack: bool) -> None:
    """§15.24: never forest or mountain, and a flood plain in no weather that makes mud of it."""
    board = field({}).printed.board
    i = board.index[target]
    start = board.ids[next(a for a in board.beside(i) if board.crossed(a, board.neighbours[a].index(i)))]
    state = field({start: "br-rtc br-8", target: "ge-3"}, WEST, weather={"west": weather, "east": weather})
    assert why_not_attack(state, "br-8", target) is None
    refusal = why_not_attack(state, "br-rtc", target)
    assert (None if refusal is None else (refusal.code, refusal.section)) == (None if attack else ("no-tanks", "15.24"))


def test_15_54_15_22_tanks_are_no_infantry_for_cavalry() -> None:
    """§15.54, §15.22: together they attack no infantry either; with infantry of their hex they do."""
    for units, free in (("br-cav-1 br-rtc", False), ("br-cav-1 br-rtc br-8", True)):
        state = field({"W5117": units, "W5217": "ge-3"}, WEST)
        why = why_not_attackable(state, ALLIED, WESTERN)
        assert (why == {}) == free
        assert free or why["W5217"].section == "15.54"


def test_10_54_odds_on_the_last_column_add_nothing() -> None:
    """§10.54: one column beyond it adds its modifier, by name."""
    state = field({AROUND[3]: "ge-3", TARGET: "ru-26"})
    last = len(odds_of(state).columns) - 1
    assert beyond_drm(state, last) == ()
    assert beyond_drm(state, last + 1) == (("Odds above the table", "10.54", state.printed.charts.features.odds_drm),)
