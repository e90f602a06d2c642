"""§15.93: the Red Army, from the strategic turn on which it may be formed to the field."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.facts.revolutions import RedArmyFormed
from rules.great_war.game import GAME
from rules.great_war.movement.eligibility import AT_PEACE
from rules.great_war.movement.rails import why_no_train
from rules.great_war.position.state import AVAILABLE, DEAD, OUT, State, UnitState
from rules.great_war.printed.arrivals import RED
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ALLIED_RAIL
from rules.kernel.fast_replace import replace
from rules.kernel.tracked_dict import with_changes
from tests.games.chance import Dice
from tests.games.great_war.field import AROUND, TARGET, field, fight
from tests.games.great_war.kit import at, moved, not_moved, position, refused, told, told_with, ways
from tests.games.great_war.strategic.kit import put, strategic

KIEV, NEAR, BESIDE = "E4129", "E4229", "E4230"
GONE = {"czar": "M", "bolsheviks": "N", "collapsed": ("RU",)}
STACKS = {KIEV: "ru-25* ru-26* ru-sv ru-hq-1", NEAR: "ru-27*"}


def phase(letter: str = "P", stacks: Any = None, **strategic_state: str) -> State:
    """After the Bolsheviks came on N; the Central Powers are asked for the treaty and fight on."""
    state = strategic(letter, stacks or STACKS, "treaty", {**GONE, **strategic_state}, west=CENTRAL)
    return told(state, CENTRAL, "treaty", peace=False) if not strategic_state else state


def test_15_93_on_the_second_turn_after_the_bolsheviks_and_without_a_peace() -> None:
    """§15.93: not on O; on P, every turn from then on; never after the treaty, which may still be declared."""
    assert phase("O").phase.key != "red-army"
    for letter in ("P", "Q"):
        assert phase(letter).phase.key == "red-army"
        assert GAME.deciders(phase(letter)) == (ALLIED,)
    over = told(strategic("P", STACKS, "treaty", GONE, west=CENTRAL), CENTRAL, "treaty", peace=True)
    assert over.phase.key != "red-army"
    assert phase("P", {KIEV: "ru-sv"}).phase.key != "red-army"
    assert phase("P", {KIEV: "ru-cav-1*"}).phase.key != "red-army", (
        "cavalry of the Provisional Government does not join"
    )


def test_15_93_the_die_says_how_many_supplied_divisions_join() -> None:
    """§15.93: the Allies name them; a headquarters that never supports comes with them; the old units are gone."""
    state = told(phase(), ALLIED, "raise_red_army", Dice([2]))
    assert refused(state, ALLIED, "end_phase")
    assert refused(state, ALLIED, "form_red_army", units=["ru-25"]).code == "too-few"
    assert refused(state, ALLIED, "form_red_army", units=["ru-25", "ru-sv"])
    after, facts = told_with(state, ALLIED, "form_red_army", units=["ru-25", "ru-27"])
    assert [at(after, u) for u in ("ru-25", "ru-27", "ru-26")] == [OUT, OUT, KIEV]
    assert [at(after, u) for u in ("ru-red-1", "ru-red-2")] == [KIEV, NEAR]
    assert at(after, "ru-hq-red-1") == AVAILABLE
    assert after.face("ru-hq-red-1").support == 0
    assert after.phase.key != "red-army"
    assert any(GAME.bars_undo(fact) for fact in facts)


def test_15_93_divisions_that_leave_the_game_have_no_past() -> None:
    """§15.93: they may have been attacked on the turn before: that goes with them, not their provisional side."""
    fought, _ = fight(field({AROUND[3]: "ge-3 ge-5", TARGET: "ru-25* ru-26*"}), "ge-3 ge-5")
    past = {u: now for u, now in fought.units.items() if u in ("ru-25", "ru-26") and now.attacked}
    assert past
    state = phase()
    state = replace(state, units=with_changes(state.units, {u: now._replace(at=KIEV) for u, now in past.items()}))
    state = told(state, ALLIED, "raise_red_army", Dice([6]))
    assert {state.units[u] for u in past} == {UnitState(OUT, back=True)}


def test_15_93_what_is_lacking_is_lost() -> None:
    """§15.93: five are called, three are there; out of supply none is called; nobody has to roll."""
    state, facts = told_with(phase(), ALLIED, "raise_red_army", Dice([5]))
    reds = [u for u, now in state.units.items() if state.is_red(u) and now.at in state.stacks]
    assert len(reds) == 3
    rolled = next(f for f in facts if f.kind == "red-army-rolled")
    line: Any = GAME.narrate(state, rolled, state, CENTRAL)
    assert "3 divisions" in line["text"]
    ring = sorted(phase().printed.board.lattice.around(KIEV))
    cut = {KIEV: "ru-25*", **{h: f"ge-{n}" for n, h in enumerate(ring, 3)}}
    assert phase("P", cut).phase.key != "red-army"
    none = told(phase(), ALLIED, "end_phase")
    assert none.phase.key != "red-army"
    assert at(none, "ru-25") == KIEV


def red(stacks: dict[str, str], **fields: Any) -> State:
    """A phase of the field with the Red Army in it."""
    state = position(stacks, **fields)
    return replace(state, strategic_state=replace(state.strategic_state, czar="M", bolsheviks="N", collapsed=("RU",)))


def test_15_93_it_has_its_full_strength() -> None:
    """§15.93, §16.11: 3-4-4 where other Russians have one left; both are seen so; what falls is not rebuilt."""
    state = red({KIEV: "ru-red-1", NEAR: "ru-25*"})
    assert (state.face("ru-red-1").attack, state.face("ru-red-1").defence) == (3, 4)
    assert (state.face("ru-25").attack, state.face("ru-25").defence) == (1, 1)
    stacks: Any = GAME.view(state, ALLIED)["stacks"]
    assert (stacks[KIEV][0]["defence"], stacks[NEAR][0]["defence"]) == (4, 1)
    turn = put(strategic("Q", {}, "replacement", GONE, points={"RU": 3}), DEAD, "ru-red-1")
    assert refused(turn, ALLIED, "replace", unit="ru-red-1", points=1)


def test_15_93_it_keeps_apart_from_other_allied_units() -> None:
    """§15.93: it neither joins nor passes them, on foot or by rail; what stands together must part; no joint attack."""
    state = red({KIEV: "ru-red-1", NEAR: "ru-25*", "E4131": "ru-red-2"}, west=CENTRAL)
    assert NEAR not in ways(state, ALLIED, "ru-red-1")
    assert not_moved(state, ALLIED, "ru-red-1", NEAR).section == "15.93"
    assert KIEV in ways(state, ALLIED, "ru-red-2")
    mixed = red({KIEV: "ru-red-1 ru-25*"}, west=CENTRAL)
    assert refused(mixed, ALLIED, "end_phase").section == "16.11"
    told(moved(mixed, ALLIED, "ru-red-1", "E4130"), ALLIED, "end_phase")
    with_serbs = red({KIEV: "ru-red-1 se-hq-se"}, west=CENTRAL)
    assert refused(with_serbs, ALLIED, "end_phase").section == "16.11"
    fight = field({AROUND[3]: "ru-red-1", AROUND[4]: "ru-25*", "E4923": "ge-3"}, west=CENTRAL)
    fight = replace(fight, strategic_state=replace(fight.strategic_state, bolsheviks="N", collapsed=("RU",)))
    assert refused(fight, ALLIED, "attack", units=["ru-red-1", "ru-25"], target="E4923").section == "16.11"
    told(fight, ALLIED, "attack", Dice([3]), units=["ru-red-1"], target="E4923")


@pytest.mark.parametrize("treaty", ["", "O"])
def test_5_46_russians_take_no_trains_after_the_treaty(treaty: str) -> None:
    """§5.46: they move no longer, by rail neither."""
    state = red({KIEV: "ru-25*"}, key=ALLIED_RAIL)
    state = replace(state, strategic_state=replace(state.strategic_state, treaty=treaty))
    refusal = refused(state, ALLIED, "rail", units=["ru-25"], to="W5008")
    assert (refusal.code == "nobody") == bool(treaty)
    assert (why_no_train(state, "ru-25") == AT_PEACE) == bool(treaty)


def test_15_93_no_more_join_than_there_are_counters() -> None:
    """§15.93: with one Red division left a six raises that one, of a division that the Allies name; without a
    headquarters left it comes alone."""
    state = phase()
    reds = [u for u in state.units if state.printed.arrivals[u].turn == RED]
    last = "ru-red-24"
    state = put(state, DEAD, *(u for u in reds if u != last))
    state = told(state, ALLIED, "raise_red_army", Dice([6]))
    legal: Any = GAME.legal(state, ALLIED)
    (offer,) = (o for o in legal["offers"] if o["kind"] == "form_red_army")
    options = offer["slots"][0]["options"]
    assert (options["least"], options["most"]) == (1, 1)
    assert {*options["labels"]} == {"ru-25", "ru-26", "ru-27"}
    assert refused(state, ALLIED, "form_red_army", units=["ru-25", "ru-27"]).code == "too-many"
    after, facts = told_with(state, ALLIED, "form_red_army", units=["ru-27"])
    assert [u for u in reds if at(after, u) != DEAD] == [last]
    assert (at(after, last), at(after, "ru-27")) == (NEAR, OUT)
    assert next(f for f in facts if isinstance(f, RedArmyFormed)).headquarters == ""
