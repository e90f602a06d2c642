"""What one variant of the program may weigh otherwise than another: the decision, sieges, whole units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.empires_alliances.facts.procedure import COMBAT, StepBegan
from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import PLAYERS, attacking
from rules.empires_alliances.players.axis import choose_aims
from rules.empires_alliances.players.habits import RECRUIT, Habits
from rules.empires_alliances.players.marching import Muster
from rules.empires_alliances.players.sight import COUNTS, WILL_COUNT, Sight
from rules.empires_alliances.players.tolls import Toll, least_lost, toll_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import CENTRAL
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace as fast_replace
from rules.kernel.players import Program, SeatClient
from tests.games.empires_alliances.fields import stood
from tests.games.empires_alliances.moving import phase

SEEKS = Habits(aims=1, focus=1.0, pull=0.2, quiet=0.5)
A_CORPS = {"kind": "infantry", "attack": 6, "defence": 8}
RUSSIAN = {"kind": "infantry", "attack": 3, "defence": 5}


def sight_of(state: State, side: str = CENTRAL, habits: Habits = RECRUIT, aims: tuple[int, ...] = ()) -> Sight:
    """What a side sees, as a program with these habits weighs it."""
    return Sight(GAME.view(state, side), side, state.printed, habits, aims)


def at(state: State, city: str) -> int:
    """The hex of a city."""
    return state.board.index(state.printed.places.cities[city].hex)


CAMPAIGN = phase(CENTRAL, {"ge-a1": "2545"}, "1915-05", scenario="campaign")


@pytest.mark.parametrize(("city", "counts"), [("Warsaw", True), ("Riga", True), ("Verdun", True), ("Lodz", False)])
def test_2_72_every_major_city_counts_at_the_end_of_1916_but_lodz(city: str, counts: bool) -> None:
    """A count names some cities, and all major ones together: from 1915 on the program wants these too."""
    sight = sight_of(CAMPAIGN)
    i = at(CAMPAIGN, city)
    kind = 3.0 if state_kind(city) == "major" else 1.0
    assert sight.worth(i) == kind + counts * WILL_COUNT


def test_2_72_in_december_1916_every_major_city_but_lodz_is_at_stake() -> None:
    """§2.72: one of the country that wins nothing else there is left to itself."""
    state = phase(CENTRAL, {"ge-a1": "2545"}, "1916-12", scenario="campaign")
    sight = sight_of(state)
    assert sight.worth(at(state, "Warsaw")) == 3.0 + COUNTS
    assert [sight.is_at_stake(at(state, city)) for city in ("Warsaw", "Riga", "Lodz")] == [True, True, False]


def state_kind(city: str) -> str:
    """Whether a city is major."""
    return str(CAMPAIGN.printed.places.cities[city].kind)


WARSAW, KOVNO, GRODNO = "2827", "2322", "2623"
GERMANS = {**stood(("ge-a1", "ge-a2", "ge-a3"), "2828"), **stood(("ge-a4", "ge-a5", "ge-a6"), "2324")}
ONE = {"ru-1": WARSAW}
MANY = {
    **stood(("ru-1", "ru-2", "ru-3", "ru-art-1"), WARSAW),
    **stood(("ru-4", "ru-5", "ru-6"), "2826"),
    **stood(("ru-7", "ru-8", "ru-9"), "2726"),
}


def east(russians: dict[str, str]) -> State:
    """Three German corps before Warsaw, and as many before Kovno, which nobody holds."""
    return phase(CENTRAL, {**GERMANS, **russians}, "1914-10")


def named(state: State, aims: tuple[int, ...]) -> list[str]:
    """The hexes of cities."""
    return [state.board.lattice.ids[i] for i in aims]


def test_1_7_it_seeks_the_decision_before_the_city_that_is_easiest_to_have() -> None:
    assert choose_aims(sight_of(east(ONE)), ()) == ()
    assert named(east(ONE), choose_aims(sight_of(east(ONE), habits=SEEKS), ())) == [WARSAW]
    assert named(east(MANY), choose_aims(sight_of(east(MANY), habits=SEEKS), ())) == [KOVNO]


def test_1_7_it_does_not_change_its_mind_for_little() -> None:
    """Nobody holds either city, and Kovno is nearer."""
    state = east(MANY)
    sight = sight_of(state, habits=SEEKS)
    for city in (KOVNO, GRODNO):
        assert named(state, choose_aims(sight, (state.board.index(city),))) == [city]


def test_2_7_from_a_turn_on_the_central_powers_seek_it_in_the_east() -> None:
    """Antwerp, which nobody holds, promises more than any city of Russia."""
    places = {**GERMANS, **MANY, **stood(("ge-a7", "ge-a8", "ge-a9"), "2249")}
    state = phase(CENTRAL, places, "1915-05", scenario="campaign")
    for habits, zone in ((SEEKS, 0), (replace(SEEKS, east_from=9), 1), (replace(SEEKS, east_from=99), 0)):
        (aim,) = choose_aims(sight_of(state, habits=habits), ())
        assert state.board.zone[aim] == zone, habits


def test_8_0_those_who_are_free_go_to_where_the_decision_is_sought() -> None:
    state = east(ONE)
    unit, start = sight_of(state).standing["ge-a4"]
    assert start == state.board.index("2324")
    ends = ["2528", "2325"]
    plain, seeking = (
        Muster(sight_of(state, CENTRAL, habits, aims), 0.0)
        for habits, aims in ((RECRUIT, ()), (SEEKS, (state.board.index(WARSAW),)))
    )
    gain = [
        muster.score(unit, state.board.index(ends[0])) - muster.score(unit, state.board.index(ends[1]))
        for muster in (plain, seeking)
    ]
    assert gain[1] > gain[0]


def test_13_64_more_mass_against_enemies_before_such_a_city() -> None:
    """Three corps beside Warsaw are two to one against a corps there: others come where it is sought."""
    state = east(ONE)
    unit, i = sight_of(state).standing["ge-a4"][0], state.board.index("2828")
    plain, seeking = (
        Muster(sight_of(state, CENTRAL, habits, aims), 1.0).offence(unit, i)[0]
        for habits, aims in ((RECRUIT, ()), (SEEKS, (state.board.index(WARSAW),)))
    )
    assert seeking > plain


def in_combat(state: State, **changes: Any) -> State:
    """The same in the Combat Phase."""
    changed = follow(state, fast_replace(state, **changes)) if changes else state
    return GAME.evolve(changed, StepBegan("central.attacks", changed.turn, COMBAT))


def promise(state: State, habits: Habits, units_named: tuple[str, ...]) -> float:
    """What an attack on Warsaw promises."""
    client, sight = SeatClient(GAME, state, CENTRAL), sight_of(state, CENTRAL, habits)
    units = {u["id"]: u for i in sight.mine for u in sight.stacks[i]}
    plan: Any = client.consult({"kind": "attack", "hex": WARSAW, "units": [*units_named]})
    return attacking.prospect(sight, plan, units, WARSAW)


def test_15_12_a_siege_is_worth_what_it_takes_from_the_defenders_and_nobody_is_driven_out_of_a_fort(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By ND one of two corps is lost, and the next attack finds the other alone. In a fort DD takes no hex."""
    two = in_combat(east({"ru-1": WARSAW, "ru-2": WARSAW}))
    three = ("ge-a1", "ge-a2", "ge-a3")
    assert promise(two, Habits(siege=0.5), three) > promise(two, RECRUIT, three)
    six = {**stood(three, "2828"), **stood(("ge-a4", "ge-a5", "ge-a6"), "2727")}
    state = in_combat(phase(CENTRAL, {**six, **ONE}, "1914-10"))
    walled = in_combat(state, forts=frozenset(("ru-fort-2827",)))
    assert "DD" in GAME.consult(walled, CENTRAL, {"kind": "attack", "hex": WARSAW, "units": [*six]})["results"]  # type: ignore[index,operator]
    in_a_fort = promise(walled, RECRUIT, (*six,))
    assert promise(walled, Habits(siege=0.01), (*six,)) == pytest.approx(in_a_fort, abs=0.3)
    monkeypatch.setattr(attacking, "results_that_clear", lambda *_: attacking.CLEARS)
    assert promise(walled, RECRUIT, (*six,)) > in_a_fort + 1.0, "as if they were driven out"


def test_13_71_losses_are_whole_units() -> None:
    """By ND a German corps of six is lost: of Russians of five, two go for it."""
    assert toll_of("ND", [A_CORPS], [RUSSIAN] * 3) == Toll(6, 6)
    assert toll_of("ND", [A_CORPS], [RUSSIAN] * 3, whole=True) == Toll(6, 10)
    assert toll_of("AX", [A_CORPS] * 2, [RUSSIAN], whole=True) == Toll(6, 0)
    assert toll_of("DD", [A_CORPS], [RUSSIAN], whole=True) == toll_of("DD", [A_CORPS], [RUSSIAN])
    assert [least_lost((3, 4, 6), owed) for owed in (0, 1, 4, 5, 8, 20)] == [0, 3, 4, 6, 9, 13]


def test_decisions_0061_a_variant_is_the_same_program_with_other_habits() -> None:
    general = PLAYERS["general"]
    assert isinstance(general, Program)
    assert general.habits == RECRUIT
    assert general.varied({"aims": 2, "whole": True}).habits == Habits(aims=2, whole=True)
