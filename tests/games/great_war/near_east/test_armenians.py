"""§6.8, §6.9: the massacre, after which Armenians rise in Van, and the Armenian Republic."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.chits_played.armenians import towns_of_the_republic
from rules.great_war.chits_played.settling import why_no_event
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts.armenians import ArmeniansRaised, MassacreBegan
from rules.great_war.facts.chits import BACK, GONE
from rules.great_war.facts.combat import BattleEnded, CombatResolved
from rules.great_war.facts.untried import StrengthShown
from rules.great_war.game import GAME
from rules.great_war.position.changes import relocate
from rules.great_war.position.control import controller
from rules.great_war.position.state import AVAILABLE, DEAD, State
from rules.great_war.printed.counters import Face
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import SETTLE_OWN, SUPPORT
from rules.great_war.shown.idle import is_idle
from rules.great_war.turn.weather import weather_on
from rules.great_war.units.untried import is_untried
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from tests.games.chance import Dice
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.events import bought, phase, where
from tests.games.great_war.near_east.events_kit import up_to
from tests.games.great_war.near_east.kit import set_up

VAN, RISING = "NC3338", "ru-arm-2"


def emptied() -> State:
    """May 1915 after its set-up, with nobody in Van: the Armenian of the start is dead."""
    return relocate(set_up(), ["ru-arm-1"], DEAD)


def held_by(*turks: str) -> State:
    """The same with Turks in Van."""
    state = relocate(emptied(), turks, VAN)
    return replace(state, taken=state.taken - {VAN})


def drawn(start: State, *dice: int, turn: int = 10) -> State:
    """The Central Powers have drawn the massacre."""
    state = phase(central_pool="armenian-massacres", start=start, fields={"turn": turn})
    return bought(state, CENTRAL, 1, *dice)[0]


# --- Van (§6.8) -------------------------------------------------------------------------------------------------------


def test_6_8_a_unit_rises_in_van() -> None:
    """§6.8: at once, untried, and takes the hex where no unit of the Central Powers is."""
    start = replace(emptied(), taken=emptied().taken - {VAN})
    state = drawn(start)
    assert state.stacks[VAN] == (RISING,)
    assert is_untried(state, RISING)
    assert controller(state, VAN) == ALLIED
    assert where(state, "armenian-massacres") == ""
    assert state.phase.key == "allied.new-units"


def test_6_8_it_joins_russians_that_are_there() -> None:
    """§6.8: Van is only attacked when the Central Powers are in it."""
    assert drawn(set_up()).stacks[VAN] == (RISING, "ru-arm-1")


SIX = ("ru-20", "ru-39", "ru-66", "ru-4cau", "ru-4tks", "ru-5tks")


def test_7_22_in_a_full_hex_one_is_lost_before_anyone_moves() -> None:
    """§7.22, §6.8: six Russians and a headquarters in Van leave no room: the step of new units does not end before one
    of the seven is gone, and nobody of another hex may be given up for it."""
    full = drawn(relocate(emptied(), [*SIX, "ru-hq-cau"], VAN))
    assert len(full.stacks[VAN]) == 8
    assert not is_idle(full, ALLIED)
    assert (found := refused(full, ALLIED, "end_phase")).section == "7.22"
    assert found.code == "overstacked"
    assert refused(full, ALLIED, "give_up", unit="ru-cav-1cau").section == "7.22"
    assert refused(full, ALLIED, "give_up", unit="tu-1").code == "not-your-unit"
    after = told(full, ALLIED, "give_up", unit="ru-20")
    assert after.units["ru-20"].at == DEAD
    assert refused(after, ALLIED, "give_up", unit="ru-39").code == "not-crowded"
    assert told(after, ALLIED, "end_phase").phase.key == "central.new-units"


def test_7_22_five_leave_room_for_the_sixth() -> None:
    """§7.22: nobody is given up, though a headquarters stands there too."""
    state = drawn(relocate(emptied(), [*SIX[:5], "ru-hq-cau"], VAN))
    assert not [offer for offer in offers_of(state) if offer == "give_up"]
    assert told(state, ALLIED, "end_phase").phase.key == "central.new-units"


def offers_of(state: State) -> list[str]:
    """The orders that the Allies may give."""
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    return [offer["kind"] for offer in offers]


def test_6_8_headquarters_alone_are_overrun() -> None:
    """§6.8, §8.22: they cannot fight."""
    state = drawn(held_by("tu-hq-yag"))
    assert state.stacks[VAN] == (RISING,)
    assert state.units["tu-hq-yag"].at == DEAD


def test_6_8_turks_in_van_must_attack_it() -> None:
    """§6.8, ruling 13: all of them; nothing else can be done, and ground and city of the hex count, but no river and no
    surrounding."""
    state = drawn(held_by("tu-1", "tu-2"))
    assert (state.phase.key, GAME.deciders(state)) == (SETTLE_OWN, (CENTRAL,))
    assert GAME.load_state(GAME.dump_state(state)) == state
    assert refused(state, CENTRAL, "end_phase").code == "wrong-step"
    assert refused(state, CENTRAL, "raise_arabs", hex="NE1811").code == "not-drawn"
    assert refused(state, ALLIED, "attack_in_van").code == "not-your-turn"
    after, events = told_with(state, CENTRAL, "attack_in_van", Dice([1, 6]))
    began = next(e for e in events if isinstance(e, MassacreBegan))
    assert {*began.attackers} == {"tu-1", "tu-2"}
    assert next(e for e in events if isinstance(e, StrengthShown)).line == "1-1-4"
    fought = next(e for e in events if isinstance(e, CombatResolved))
    assert {name for name, _, _ in fought.shifts} <= {"City", "Rough", "Mountain", "Mountain pass", "Clear"}
    assert ("City", "10.42", -1) in fought.shifts
    assert {name for name, _, _ in fought.drms} <= {"Odds above the table"}
    assert fought.attack == 4
    line = GAME.narrate(state, began, after, "spectator")
    assert line is not None
    assert line["section"] == "6.8"


def test_6_8_a_headquarters_in_van_takes_no_part() -> None:
    """§6.8, §15.63: it may support the Turks, and does not attack beside them."""
    state = drawn(held_by("tu-1", "tu-2", "tu-hq-yag"))
    after, events = told_with(state, CENTRAL, "attack_in_van", Dice([1]))
    (began,) = [e for e in events if isinstance(e, MassacreBegan)]
    assert {*began.attackers} == {"tu-1", "tu-2"}
    assert after.battle is not None
    assert (after.battle.stage, GAME.deciders(after)) == (SUPPORT, (CENTRAL,))


def test_6_8_one_side_alone_is_left() -> None:
    """§6.8, ruling 13: they fight again until it is so, and then the match goes on."""
    won, events = told_with(drawn(held_by("tu-1", "tu-2", "tu-4", "tu-6")), CENTRAL, "attack_in_van", Dice([1, 6]))
    assert won.units[RISING].at == DEAD
    assert won.near_east.tried[RISING] == "1-1-4"
    assert not won.near_east.rising
    assert controller(won, VAN) == CENTRAL
    assert won.phase.key == "allied.new-units"
    assert sum(isinstance(e, BattleEnded) for e in events) == 1


def test_6_8_armenians_that_win_hold_van() -> None:
    """§6.8: two weak attacks and the last Turk is gone: the unit stands in Van, and Van is Allied."""
    state = drawn(held_by("tu-1"))
    after, events = told_with(state, CENTRAL, "attack_in_van", Dice([3, 1]))
    assert after.units["tu-1"].at == DEAD
    assert after.stacks[VAN] == (RISING,)
    assert controller(after, VAN) == ALLIED
    assert events[-1] != ArmeniansRaised(RISING, VAN)
    assert ArmeniansRaised(RISING, VAN) in events
    assert after.phase.key == "allied.new-units"


def test_6_8_the_fight_is_repeated_while_both_are_left() -> None:
    """§6.8, ruling 13: a Turk falls in the first round; the unit's strength is drawn once."""
    state, began, shown = drawn(held_by("tu-1", "tu-2", "tu-4")), 0, 0
    command: JsonObject = {"kind": "attack_in_van"}
    for _ in range(9):
        found = GAME.decide(state, CENTRAL, command, lambda _, sides: 3 if sides == 3 else 1)
        assert not isinstance(found, Refusal)
        began += sum(isinstance(e, MassacreBegan) for e in found.events)
        shown += sum(isinstance(e, StrengthShown) for e in found.events)
        state = found.states[-1]
        if state.battle is None:
            break
        command = {"kind": "lose", "unit": state.battle.attackers[0]}
    assert (began, shown) == (2, 1)
    assert state.stacks[VAN] == (RISING,)


def test_6_8_in_van_the_weather_is_that_of_the_track() -> None:
    """Ruling 13: when it snows in the Caucasus, which takes two off the die (§12.2). Nothing else has the weather of
    the track before it is determined."""
    state = held_by("tu-1", "tu-2")
    snowy = [t.number for t in state.printed.charts.turns if t.number > 10 and t.further["caucasus"] == "snow"]
    winter = replace(state, turn=snowy[0])
    fighting = GAME.evolve(winter, MassacreBegan(RISING, ("tu-1", "tu-2"), VAN))
    assert weather_on(fighting, "caucasus") == "snow"
    assert weather_on(winter, "caucasus") == "fair"
    found = odds_of_attack(fighting, CENTRAL, ["tu-1", "tu-2"], VAN, [RISING], {})
    assert ("Snow", "12.2", -2) in found.drms


# --- the republic (§6.9) ----------------------------------------------------------------------------------------------


def revolutionary() -> State:
    """May 1915 as if the Bolsheviks had come to power."""
    state = set_up()
    return replace(state, strategic_state=replace(state.strategic_state, czar="D", bolsheviks="D"))


def test_6_9_before_the_revolution_the_event_goes_back() -> None:
    """§6.9: a No Event, as it is while no town is free."""
    state, _ = bought(phase(allied_pool="armenian-republic"), ALLIED, 1)
    assert where(state, "armenian-republic") == "allied.pool"
    chit = state.printed.chits.events["armenian-republic"]
    assert why_no_event(revolutionary(), chit) == ""
    full = revolutionary()
    turks = [u for u in full.units if u.startswith("tu-") and full.counter(u).is_combat]
    for hex_, unit in zip(towns_of_the_republic(revolutionary()), turks, strict=False):
        full = relocate(full, [unit], hex_)
    assert why_no_event(full, chit) == BACK


def test_6_9_the_republic_begins_in_an_empty_town_of_russia() -> None:
    """§6.9: no city, nobody in it; the unit is untried, and Russian for all that follows."""
    state, _ = bought(phase(allied_pool="armenian-republic", start=revolutionary()), ALLIED, 1)
    assert (state.phase.key, GAME.deciders(state)) == (SETTLE_OWN, (ALLIED,))
    board = state.printed.board
    found = towns_of_the_republic(state)
    for unit in ("ru-20", "tu-13"):
        assert towns_of_the_republic(relocate(state, [unit], found[0])) == found[1:]
    assert found
    assert {board.country[board.index[h]] for h in found} == {"RU"}
    assert not {board.index[h] for h in found} & board.cities
    for wrong in ("NC3653", VAN, "NC3238"):
        no = refused(state, ALLIED, "armenian_republic", hex=wrong)
        assert (no.code, no.section) == ("no-town", "6.9")
    after, _ = told_with(state, ALLIED, "armenian_republic", hex=found[0])
    assert after.stacks[found[0]] == (RISING,)
    assert is_untried(after, RISING)
    assert controller(after, found[0]) == ALLIED
    assert refused(after, ALLIED, "armenian_republic", hex=found[1]).code in ("wrong-step", "not-drawn", "unknown-kind")


@pytest.mark.parametrize("chit", ["armenian-massacres", "armenian-republic"])
def test_6_8_when_both_units_have_come_no_other_rises(chit: str) -> None:
    """§6.8, §6.9: there are two."""
    state = relocate(revolutionary(), [RISING], "NC3238")
    assert why_no_event(state, state.printed.chits.events[chit]) in (BACK, GONE)


def test_15_83_a_fallen_armenian_is_rebuilt_for_a_russian_point() -> None:
    """§15.81, §15.83, §5.35: as it was, with the strength that it has shown."""
    state = up_to(replace(emptied(), points={"BR": 5, "RU": 5, "TU": 5}), "replacement")
    before = state.points["RU"]
    after = told(state, ALLIED, "replace", unit="ru-arm-1", points=1)
    assert after.units["ru-arm-1"].at == AVAILABLE
    assert after.face("ru-arm-1") == Face(1, 1, 4)
    assert after.points["RU"] < before
