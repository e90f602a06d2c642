"""§7.25: what lies below the top of a stack tells the other side nothing, however it asks."""

from __future__ import annotations

import json
import random

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.fog_of_war import faces_shown, lies_open
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.kernel.fast_replace import replace
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import FAIR, moved, position, set_up


def disguised(state: State, viewer: str, rng: random.Random) -> State:
    """The same position to a viewer: units that he cannot see change places, within their nation and kind."""
    hidden: dict[tuple[str, ...], list[str]] = {}
    for hex_ in state.hexes:
        shown = faces_shown(state, hex_, viewer)
        for unit in state.stacks[hex_]:
            if unit not in shown:
                counter = state.counter(unit)
                board = state.printed.board
                alike = (counter.nation, counter.kind, board.front[board.index[hex_]])
                hidden.setdefault(alike, []).append(unit)
    other: dict[str, str] = {}
    for units in hidden.values():
        lot = units[:]
        rng.shuffle(lot)
        other.update(zip(units, lot, strict=True))
    stacks = {hex_: tuple(other.get(u, u) for u in units) for hex_, units in state.stacks.items()}
    units = {u: (state.units[next(k for k, v in other.items() if v == u)] if u in other else now)
             for u, now in state.units.items()}  # fmt: skip
    assert any(a != b for a, b in other.items())
    return replace(state, stacks=stacks, units=units)


def all_told(state: State, viewer: str) -> str:
    """The view and the question, byte for byte."""
    told = [GAME.view(state, viewer)]
    if viewer != SPECTATOR:
        told.append(GAME.legal(state, viewer))
        told += [GAME.consult(state, viewer, {"kind": "overlay", "name": name}) for name in ("supply", "control")]
        told.append(GAME.consult(state, viewer, {"kind": "warnings"}))
    return json.dumps(told)


@pytest.mark.parametrize("viewer", [CENTRAL, ALLIED, SPECTATOR])
def test_7_25_twins_look_alike(viewer: str) -> None:
    """Two positions that differ below the tops of stacks are the same to the other side, also as the game goes on."""
    rng = random.Random(8)
    one = set_up()
    two = disguised(one, viewer, rng)
    assert all_told(one, viewer) == all_told(two, viewer)
    if viewer == SPECTATOR:
        return
    for _ in range(24):
        seat = next((s for s in GAME.deciders(one) if s == viewer), None)
        mover = seat or foe(viewer)
        command = GAME.random_command(one, mover, rng) if seat else {"kind": "end_phase"}
        if command["kind"] == "attack":
            # Whoever attacks a stack is shown it.
            command = {"kind": "end_phase"}
        answers = [GAME.decide(s, mover, command, lambda draw, sides: 1) for s in (one, two)]
        if any(isinstance(a, Refusal) for a in answers):
            assert answers[0] == answers[1]
            continue
        lines = []
        for state, answer in zip((one, two), answers, strict=True):
            lines.append([GAME.narrate(b, e, a, viewer) for b, e, a in answer.facts(state)])  # type: ignore[union-attr]
        assert lines[0] == lines[1]
        one, two = (answer.states[-1] for answer in answers)  # type: ignore[union-attr]
        assert all_told(one, viewer) == all_told(two, viewer)


@pytest.mark.parametrize("key", ["allied.new-units", "central.new-units", "allied.rail", "central.rail"])
def test_7_25_twins_are_asked_and_answered_alike_when_they_place_and_ride(key: str) -> None:
    """§7.25, §9.32, §13.3: what the other side has below its tops changes nothing that a side may place or carry."""
    rng = random.Random(5)
    seat = key.split(".")[0]
    one = replace(set_up(), cursor=(PhaseFrame(key),), weather=FAIR, frozen=frozenset())
    two = disguised(one, seat, rng)
    for _ in range(6):
        assert all_told(one, seat) == all_told(two, seat)
        command = GAME.random_command(one, seat, rng)
        if command["kind"] == "end_phase":
            continue
        answers = [GAME.decide(s, seat, command, lambda draw, sides: 1) for s in (one, two)]
        assert not any(isinstance(a, Refusal) for a in answers), answers
        one, two = (answer.states[-1] for answer in answers)  # type: ignore[union-attr]
    for twin in (one, two):
        assert GAME.load_state(GAME.dump_state(twin)) == twin


def test_7_25_the_central_powers_look_into_stacks_in_their_countries() -> None:
    """Allied stacks in Germany, Austria-Hungary and Russian Poland lie open to them; theirs never do to the Allies."""
    state = position({"E4015": "ru-26 ru-27", "W5117": "fr-12 fr-13", "E4913": "ge-3 ge-4", "E5319": "ru-28 ru-29"})
    assert lies_open(state, "E4015")
    assert faces_shown(state, "E4015", CENTRAL) == ("ru-26", "ru-27")
    assert faces_shown(state, "W5117", CENTRAL) == ("fr-12",)
    assert faces_shown(state, "E4913", ALLIED) == ("ge-3",)
    assert faces_shown(state, "E4015", SPECTATOR) == ("ru-26",)


def test_7_25_a_headquarters_never_hides_who_can_fight() -> None:
    """Ruling on §7.25 and §8.22: it lies below combat units, so that the top tells whether a hex may be entered."""
    state = moved(position({"E4713": "ge-3", "E4712": "ge-hq-1"}), CENTRAL, "ge-hq-1", "E4713")
    assert state.stacks["E4713"] == ("ge-3", "ge-hq-1")


def test_7_25_handles_are_places() -> None:
    """What is concealed is told by its place alone, and the log counts it."""
    state = position({"W5117": "fr-12 fr-13"})
    stack = GAME.view(state, CENTRAL)["stacks"]["W5117"]  # type: ignore[index, call-overload]
    assert [unit["id"] for unit in stack] == ["fr-12", "?W5117.1"]  # type: ignore[union-attr, index, call-overload]
    answer = GAME.decide(
        state, ALLIED, {"kind": "move", "units": ["fr-12", "fr-13"], "path": ["W5017"]}, lambda draw, sides: 1
    )
    assert not isinstance(answer, Refusal)
    before, event, after = next(iter(answer.facts(state)))
    line = GAME.narrate(before, event, after, CENTRAL)
    assert line is not None
    assert "fr-13" not in json.dumps(line)
    assert "13th" not in json.dumps(line)
