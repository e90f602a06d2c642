"""Chapter 15.4: shock troops and the Kaiserschlacht."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.new_units.shock_troops import eligible, may_strike
from rules.great_war.position.changes import dead
from rules.great_war.position.state import DEAD, BattleFrame, State, UnitState
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ATTACKER_EVENTS
from rules.great_war.strategic.replacements import faces
from rules.great_war.units.shock import is_shock
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import Once, drms
from tests.games.great_war.kit import position, refused, told, told_with
from tests.games.great_war.test_events_in_combat import BARE

NOBODY = position({})
MARKED = tuple(u for u in NOBODY.units if NOBODY.counter(u).turned == "shock")


def camp(units: int = 8, events: int = 1, points: int = 9, **fields: Any) -> State:
    """The German New Units Phase with divisions at home, and shock-troop events in hand."""
    hexes = ("W6729", "W6730", "W6830", "W6831")
    stacks = {h: " ".join(MARKED[n : units : len(hexes)]) for n, h in enumerate(hexes)}
    return position({h: s for h, s in stacks.items() if s}, "central.new-units", points={"GE": points},
                    chits={**BARE, "central.hand": {"shock-troops": events}}, **fields)  # fmt: skip


def test_15_41_the_first_event_converts_six_divisions_for_a_point() -> None:
    """§6.5, §15.41, §15.66: and frees the headquarters in the west."""
    state = camp(events=2)
    assert len(eligible(state)) == 8
    assert refused(state, CENTRAL, "form_shock_troops", units=[*MARKED[:7]]).section == "15.41"
    after = told(state, CENTRAL, "form_shock_troops", units=[*MARKED[:6]])
    assert [is_shock(after, u) for u in MARKED[:8]] == [True] * 6 + [False] * 2
    assert after.points["GE"] == 8
    assert after.strategic_state.hqs_free
    assert after.chits["central.hand"] == {"shock-troops": 1}
    assert after.chit_state.offensive == 0


def test_15_41_15_46_15_66_the_event_may_be_played_though_no_division_can_be_converted() -> None:
    """§15.41: up to six; it turns the Alpine Corps and frees the headquarters. With a choice, one goes at least."""
    state = position({"W5117": ALPINE_CORPS}, "central.new-units", points={"GE": 1},
                     chits={**BARE, "central.hand": {"shock-troops": 1}})  # fmt: skip
    assert not eligible(state)
    after = told(state, CENTRAL, "form_shock_troops", units=[])
    assert is_shock(after, ALPINE_CORPS)
    assert after.strategic_state.hqs_free
    assert after.points["GE"] == 0
    assert refused(camp(events=1), CENTRAL, "form_shock_troops", units=[]).section == "15.41"


def test_15_41_the_second_converts_all_for_seven() -> None:
    """§15.41: not with fewer points."""
    first = camp(events=1)
    state = replace(first, chit_state=replace(first.chit_state, shock=1))
    after = told(state, CENTRAL, "form_shock_troops", units=[*MARKED[:8]])
    assert after.points["GE"] == 2
    assert all(is_shock(after, u) for u in MARKED[:8])
    assert after.chit_state.offensive == after.turn
    poor = replace(state, points={"GE": 6})
    assert refused(poor, CENTRAL, "form_shock_troops", units=[*MARKED[:8]]).code == "too-poor"
    just = replace(state, points={"GE": 7})
    assert told(just, CENTRAL, "form_shock_troops", units=[*MARKED[:8]]).points["GE"] == 0
    none = replace(state, chits=BARE)
    assert refused(none, CENTRAL, "form_shock_troops", units=[*MARKED[:8]]).code == "not-held"


def test_15_41_only_marked_divisions_that_are_none_yet() -> None:
    """§15.41: another division has no shock-troop side, and one that is turned already is not turned again."""
    plain = next(u for u in position({}).units if u.startswith("ge-") and not position({}).counter(u).turned)
    state = position({"W6729": f"{MARKED[0]} {MARKED[1]}* {plain}"}, "central.new-units")
    assert eligible(state) == (MARKED[0],)


def test_15_42_a_division_needs_a_line_to_berlin_or_the_ruhr() -> None:
    """§15.42, §6.58: and influenza must not have taken it."""
    state = camp(events=1)
    cut = replace(
        state, stacks={**state.stacks}, taken=frozenset(h for h in ("E5102", "W6729", "W6730", "W6830", "W6831"))
    )
    assert not eligible(cut)
    tired = replace(state, chit_state=replace(state.chit_state, tired=MARKED[:1]))
    assert MARKED[0] not in eligible(tired)
    assert MARKED[1] in eligible(tired)


def test_15_46_the_alpine_corps_fights_as_shock_troops_everywhere_after_the_first_event() -> None:
    """§15.46: before, on the Eastern Front alone."""
    west, east = position({"W5217": "ge-ak"}), position({"E4923": "ge-ak"})
    assert (is_shock(west, "ge-ak"), is_shock(east, "ge-ak")) == (False, True)
    assert is_shock(replace(west, chit_state=replace(west.chit_state, shock=1)), "ge-ak")


def test_15_46_the_alpine_corps_turns_with_the_first_event_beside_the_six() -> None:
    """§15.46: wherever it is; nobody chooses it, and it does not count."""
    state = camp(events=2)
    state = replace(
        state, units={**state.units, "ge-ak": UnitState("W6832")}, stacks={**state.stacks, "W6832": ("ge-ak",)}
    )
    six = [u for u in MARKED if u != "ge-ak"][:6]
    assert "ge-ak" not in eligible(state)
    assert refused(state, CENTRAL, "form_shock_troops", units=[*six[:5], "ge-ak"]).section == "15.41"
    after = told(state, CENTRAL, "form_shock_troops", units=six)
    assert after.units["ge-ak"].back
    assert all(is_shock(after, u) for u in [*six, "ge-ak"])
    assert after.points["GE"] == 8
    buried = replace(state, units={**state.units, "ge-ak": UnitState(DEAD)}, stacks=camp().stacks)
    assert told(buried, CENTRAL, "form_shock_troops", units=six).units["ge-ak"] == UnitState(DEAD, back=True)


def test_15_46_the_alpine_corps_is_replaced_as_shock_troops_and_others_are_not() -> None:
    """§15.43, §15.46: it keeps its side in the dead pile and comes back with it."""
    state = position({"W6729": f"ge-ak* {MARKED[0]}*"})
    fallen = dead(state, ["ge-ak", MARKED[0]])
    assert fallen.units["ge-ak"] == UnitState(DEAD, back=True)
    assert fallen.units[MARKED[0]] == UnitState(DEAD)
    assert faces(fallen, "ge-ak") == {1: True}
    assert faces(fallen, MARKED[0]) == {1: False}


def test_6_58_influenza_may_take_the_alpine_corps_too() -> None:
    """§6.58, §15.46: then it is shock troops in the east alone, and the second event does not turn it."""
    west, east = position({"W5217": "ge-ak"}), position({"E4923": "ge-ak"})
    ill = [replace(s, chit_state=replace(s.chit_state, shock=1, tired=("ge-ak",))) for s in (west, east)]
    assert [is_shock(s, "ge-ak") for s in ill] == [False, True]
    second = camp(events=1)
    second = replace(second, chit_state=replace(second.chit_state, shock=1, tired=("ge-ak",)))
    after = told(second, CENTRAL, "form_shock_troops", units=list(eligible(second)))
    assert not after.units["ge-ak"].back


# --- Kaiserschlacht (15.45) -------------------------------------------------------------------------------------------


def assault(shock: int = 4, **chit_state: Any) -> State:
    """A German attack in the west with shock troops, on the turn of the second event, before its events."""
    units = MARKED[:shock]
    state = position({"W5217": " ".join(f"{u}*" for u in units), "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL,
                     chits=BARE)  # fmt: skip
    frame = BattleFrame(CENTRAL, units, ("W5217",), "W5117", ("fr-12",), ATTACKER_EVENTS)
    fields = {"shock": 2, "offensive": state.turn, "fought": {"west": 1}, **chit_state}
    return replace(state, cursor=(*state.cursor, frame), chit_state=replace(state.chit_state, **fields))


def test_15_45_the_attack_adds_three_instead_of_two() -> None:
    """§15.45: when it is declared one; otherwise as shock troops do."""
    state = assault()
    assert GAME.deciders(state) == (CENTRAL,)
    declared, events = told_with(state, CENTRAL, "kaiserschlacht", Once(3))
    assert drms(events)["15.44"] + drms(events)["15.45"] == 3
    assert (declared.chit_state.struck_on, declared.chit_state.struck) == ("west", 1)
    _, events = told_with(state, CENTRAL, "no_event", Once(3))
    assert "15.45" not in drms(events)


def test_15_45_only_the_first_four_attacks_on_one_front() -> None:
    """§15.45: four shock troops in each, no other attack on that front before, on that turn, and no fifth."""

    def may(state: State) -> bool:
        assert state.battle is not None
        return may_strike(state, state.battle)

    assert may(assault())
    assert not may(assault(3))
    assert may(assault(fought={"west": 3}, struck=2, struck_on="west"))
    assert not may(assault(fought={"west": 3}, struck=1, struck_on="west"))
    assert not may(assault(fought={"west": 5}, struck=4, struck_on="west"))
    assert not may(assault(struck=1, struck_on="east"))
    assert may(assault(fought={"west": 1, "east": 3}))
    assert not may(assault(offensive=1))
    declared = assault()
    assert declared.battle is not None
    assert not may_strike(declared, replace(declared.battle, kaiserschlacht=True))
    refusal = refused(assault(3), CENTRAL, "kaiserschlacht")
    assert refusal.code != ""


def test_15_45_attacks_are_counted_from_the_second_event_on() -> None:
    """§15.45: each attack of the Central Powers on that turn, by front."""
    state = position({"W5217": "ge-3", "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL, chits=BARE)
    on = replace(state, chit_state=replace(state.chit_state, offensive=state.turn))
    for start, counted in ((state, {}), (on, {"west": 1})):
        after = told(start, CENTRAL, "attack", Once(3), units=["ge-3"], target="W5117")
        assert after.chit_state.fought == counted
    assert ALLIED not in on.chit_state.fought
