"""§15.8 Untried units: nobody knows their strength before they are committed, and everyone does after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rules.great_war.facts import Event
from rules.great_war.facts.fortresses import FortressRolled
from rules.great_war.facts.supply import UnsuppliedEliminated
from rules.great_war.facts.untried import StrengthShown
from rules.great_war.game import GAME
from rules.great_war.players.sight import read
from rules.great_war.position.changes import dead, relocate, with_strategic_state
from rules.great_war.position.state import DEAD, LATER, State
from rules.great_war.printed.counters import Face
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.planner import plan
from rules.great_war.strategic.fortresses import roll_fortresses
from rules.great_war.units.untried import Between, between, is_untried, lines_left
from rules.kernel.messages import Refusal
from tests.contract.table import chance_of
from tests.games.chance import Dice
from tests.games.great_war.kit import answer, told, told_with
from tests.games.great_war.near_east.kit import placed, to_movement
from tests.games.great_war.strategic.kit import played

ARABS, SECOND = "ab-army", "ru-arm-2"
FROM, TARGET = "NE2715", "NE2616"
VIEWERS = (ALLIED, CENTRAL, "spectator", "referee")


def facing(unit: str = ARABS, enemy: str = "tu-36", *more: str) -> State:
    """The Allied attacks in Egypt, with an untried unit beside Turks south of Jerusalem."""
    state = relocate(relocate(to_movement(), [enemy], TARGET), [unit, *more], FROM)
    for seat in (ALLIED, CENTRAL):
        state = told(state, seat, "end_phase")
    return state


def in_the_caucasus() -> State:
    """The Turkish attacks in the Caucasus, with an untried Armenian in Van and nobody else."""
    state = relocate(relocate(to_movement(), ["ru-arm-1"], "NC3040"), ["tu-1"], "NC3039")
    state = relocate(relocate(state, ["ru-arm-1"], LATER), [SECOND], "NC3338")
    state = relocate(state, ["tu-1"], "NC3339")
    for seat in (ALLIED, CENTRAL, ALLIED):
        state = told(state, seat, "end_phase")
    return state


def attacked(state: State, die: int) -> tuple[State, Sequence[Event]]:
    """The attack of the Arabs as it is committed by this die, and all that comes of it."""
    found = answer(state, ALLIED, "attack", Dice([die, 6]), units=[ARABS], target=TARGET)
    return found.states[1], found.events


# --- before the commitment --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_15_82_nobody_is_shown_a_strength_that_nobody_knows(viewer: str) -> None:
    """§15.82: neither the owner nor anyone else; of a unit that was tried before everyone sees it."""
    stacks = GAME.view(facing(), viewer)["stacks"]
    (arabs,) = stacks[FROM]
    (tried,) = stacks["NC3338"]
    assert (arabs["attack"], arabs["defence"], arabs["ma"]) == (None, None, 5)
    assert (tried["attack"], tried["defence"], tried["ma"]) == (1, 1, 4)


def test_15_82_nothing_is_drawn_before_the_commitment() -> None:
    """§15.82: twins that will show another strength are one and the same match until then."""
    state = facing()
    weak, strong = attacked(state, 1), attacked(state, 6)
    assert GAME.dump_state(state)["near_east"] == {"required": 6, "tried": {"ru-arm-1": "1-1-4"}}
    for viewer in VIEWERS:
        assert GAME.view(weak[0], viewer) != GAME.view(strong[0], viewer)
    assert weak[1][0] == strong[1][0]
    assert weak[1][1] != strong[1][1]


def test_15_82_odds_are_told_as_a_range() -> None:
    """§15.82: of the strengths that are left: one to three, 1.67 in the mean."""
    state = facing()
    found = plan(state, ALLIED, {"units": [ARABS], "target": TARGET})
    assert not isinstance(found, Refusal)
    assert found["attack"] == 2
    cases = found["cases"]
    assert isinstance(cases, list)
    strength = state.face("tu-36").defence
    assert [(c["case"], c["attack"], c["defence"]) for c in cases] == [  # type: ignore[index, call-overload]
        ("worst", 1, strength), ("likely", 2, strength), ("best", 3, strength),
    ]  # fmt: skip


def test_15_82_a_strength_that_was_shown_is_left_to_no_other() -> None:
    """§15.82: one of the two 1-1-4 Armenians fights from the start (§21.24); three strengths are left for another."""
    state = to_movement()
    assert lines_left(state, "armenian") == ("1-1-4", "1-2-4", "2-2-4")
    assert between(state, [SECOND, "ru-arm-1"], lambda s: s.face(SECOND).attack + s.face("ru-arm-1").attack) == Between(
        2, 2, 3
    )
    assert between(state, ["ru-arm-1"], lambda s: s.face("ru-arm-1").attack) == Between(1, 1, 1)


def test_15_82_two_armenians_are_never_drawn_out_of_one_counter() -> None:
    """§15.82: two untried ones are at least as strong as the two weakest together, at most as the two strongest."""
    state = to_movement()
    state = GAME.evolve(state, StrengthShown(SECOND, "2-2-4", state.draws + 1, 3, 3))
    assert lines_left(state, "armenian") == ("1-1-4", "1-2-4")


def test_15_82_defenders_below_may_be_any_that_is_left() -> None:
    """§7.25, §15.82: an untried Armenian under a Russian makes the odds a range, and its own strength is not zero."""
    state = in_the_caucasus()
    found = plan(state, CENTRAL, {"units": ["tu-1"], "target": "NC3338"})
    assert not isinstance(found, Refusal)
    cases = found["cases"]
    assert isinstance(cases, list)
    walls = cases[0]["defence"] - 2  # type: ignore[index, call-overload, operator]
    assert [c["defence"] - walls for c in cases] == [2, 2, 1]  # type: ignore[index, call-overload, operator]


def test_15_82_programs_take_the_mean() -> None:
    """§15.82: of all that there are, whoever looks."""
    state = facing()
    board = state.printed.board
    for side in (ALLIED, CENTRAL):
        sight = read(GAME.view(state, side), side, state.printed)
        (unit,) = (sight.mine if side == ALLIED else sight.theirs)[board.index[FROM]]
        assert (round(unit.attack, 2), round(unit.defence, 2)) == (1.67, 1.83)


# --- the commitment ---------------------------------------------------------------------------------------------------


def test_15_82_it_is_shown_as_the_attack_is_declared() -> None:
    """§15.82: by a die over the strengths that are left, before anyone decides anything, and the attack stands."""
    after, events = attacked(facing(), 6)
    shown = events[1]
    assert shown == StrengthShown(ARABS, "3-3-5", shown.draw, 6, 6)  # type: ignore[attr-defined]
    assert after.face(ARABS) == Face(3, 3, 5)
    assert GAME.view(after, CENTRAL)["stacks"][FROM][0]["attack"] == 3
    line = GAME.narrate(facing(), shown, after, "spectator")
    assert line is not None
    assert "3-3-5" in str(line["text"])
    assert line["dice"] == [{"die": 6, "for": "committed"}]
    assert isinstance(shown, GAME.final)


def test_15_82_a_defender_shows_it_as_well() -> None:
    """§15.82: on the attack or in defence; a unit that was tried throws no die again."""
    state = in_the_caucasus()
    after, events = told_with(state, CENTRAL, "attack", Dice([3]), units=["tu-1"], target="NC3338")
    assert [e for e in events if isinstance(e, StrengthShown)] == [StrengthShown(SECOND, "2-2-4", state.draws, 3, 3)]
    assert after.face(SECOND) == Face(2, 2, 4)
    assert not is_untried(after, SECOND)
    tried, _ = attacked(facing(), 1)
    assert tried.near_east.tried[ARABS] == "1-1-5"


def test_15_82_strengths_come_as_often_as_they_are_printed() -> None:
    """§15.82: over six hundred seeds, each of six counters about a hundred times."""
    state = facing()
    found = Counter[str]()
    for seed in range(600):
        answer = GAME.decide(
            state,
            ALLIED,
            {"kind": "attack", "units": [ARABS], "target": TARGET},
            chance_of(seed),
        )
        assert not isinstance(answer, Refusal)
        found[next(e.line for e in answer.events if isinstance(e, StrengthShown))] += 1
    wanted = {"1-1-5": 200, "1-2-5": 100, "2-2-5": 200, "3-3-5": 100}
    assert found.keys() == wanted.keys()
    assert all(abs(found[line] - number) < 45 for line, number in wanted.items()), found


# --- after a fall -----------------------------------------------------------------------------------------------------


def test_15_83_an_arab_army_that_falls_is_untried_again() -> None:
    """§15.83: it goes back among those off the map, with its strength."""
    after, _ = attacked(facing(), 6)
    fallen = dead(after, [ARABS, "tu-36"])
    assert (fallen.units[ARABS].at, fallen.units["tu-36"].at) == (LATER, DEAD)
    assert is_untried(fallen, ARABS)
    assert fallen.near_east.tried == {"ru-arm-1": "1-1-4"}, "others keep what they have shown"
    assert fallen.near_east.arabs_due
    assert lines_left(fallen, "arab") == fallen.printed.charts.untried["arab"]
    assert GAME.load_state(GAME.dump_state(fallen)) == fallen


def test_15_83_an_armenian_keeps_what_it_has_shown() -> None:
    """§15.83: it lies in the dead pile tried."""
    fallen = dead(to_movement(), ["ru-arm-1"])
    assert fallen.units["ru-arm-1"].at == DEAD
    assert fallen.face("ru-arm-1") == Face(1, 1, 4)
    assert not fallen.near_east.arabs_due


def test_15_83_an_armenian_that_starves_untried_lies_in_the_dead_pile_tried() -> None:
    """§15.83: with a strength that is drawn then, as it would have been shown in a fight."""
    state = relocate(to_movement(), [SECOND], "NC2730")
    for _ in range(12):
        seat = GAME.deciders(state)[0]
        if state.phase.key == "first.east.attacks" and "central" in GAME.deciders(state):
            break
        state = told(state, seat, "end_phase")
    after, events = told_with(state, GAME.deciders(state)[0], "end_phase", Dice([1]))
    kinds = [type(e) for e in events if isinstance(e, StrengthShown | UnsuppliedEliminated)]
    assert kinds == [StrengthShown, UnsuppliedEliminated]
    assert after.units[SECOND].at == DEAD
    assert after.face(SECOND) == Face(1, 1, 4)


def test_15_81_an_armenian_is_weakened_with_russia() -> None:
    """§15.81, §16.11, ruling 24: it is a Russian unit for all purposes; whatever it has shown, one factor is left."""
    state = GAME.evolve(to_movement(), StrengthShown(SECOND, "2-2-4", 0, 3, 3))
    state = with_strategic_state(relocate(state, [SECOND], "NC3338"), collapsed=("RU",))
    assert state.face(SECOND) == Face(1, 1, 4)
    shown = next(u for u in GAME.view(state, ALLIED)["stacks"]["NC3338"] if u["id"] == SECOND)
    assert (shown["attack"], shown["defence"]) == (1, 1)


def test_15_83_a_surplus_armenian_lies_in_the_dead_pile_tried() -> None:
    """§15.83, §7.22: though it is given up and never fought; the Arab army shows nothing, and is untried again."""
    units = ["ru-4tks", "ru-5tks", "ru-20", "ru-39", "ru-66", "ru-4cau", SECOND]
    crowded = relocate(to_movement(), units, "NC3141")
    after, events = told_with(crowded, ALLIED, "give_up", Dice([2]), unit=SECOND)
    assert [e.line for e in events if isinstance(e, StrengthShown)] == ["1-2-4"]
    assert (after.units[SECOND].at, after.face(SECOND)) == (DEAD, Face(1, 2, 4))
    british = ["br-10in", "br-11in", "br-12inbd", "br-16inbd", "br-17inbd", "br-18inbd", ARABS]
    after, events = told_with(relocate(to_movement(), british, FROM), ALLIED, "give_up", unit=ARABS)
    assert not [e for e in events if isinstance(e, StrengthShown)]
    assert (after.units[ARABS].at, after.near_east.arabs_due) == (LATER, True)


def test_15_83_an_armenian_that_surrenders_untried_lies_in_the_dead_pile_tried() -> None:
    """§15.83, §14.15: with the fort of Kars, round which there are Turks; where the fort holds nothing is shown."""
    kars, turks = "NC4039", ("tu-13", "tu-14", "tu-2", "tu-1", "tu-4", "tu-6")
    state = relocate(to_movement(), [SECOND], kars)
    board = state.printed.board
    around = board.names(frozenset(board.lines[board.index[kars]]))
    state = placed(state, dict(zip(around, turks, strict=True)))
    state = with_strategic_state(state, turn="E")
    after, events = played(roll_fortresses, state, 4, 2)
    assert [type(e) for e in events] == [FortressRolled, StrengthShown]
    assert (after.units[SECOND].at, after.face(SECOND)) == (DEAD, Face(1, 2, 4))
    line = GAME.narrate(after, events[1], after, CENTRAL)
    assert line is not None
    assert "hexes" not in line
    _, events = played(roll_fortresses, state, 3)
    assert [type(e) for e in events] == [FortressRolled]
