"""Recorded games, one for each ending of the rulebook, go the same way to the last byte."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.catalogue import WHOLE, game
from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.table import Decision, viewers
from tests.contract.test_non_interference import OPEN_STEP, compare_position
from tests.contract.twins import STRETCH, Twins, stretches
from tests.golden.endings import hooks as of_game
from tests.golden.recording import FOLDER, Played, Recording, dice_of, replay, told
from tests.thorough import THOROUGH, at_least_one, in_the_sweep, sample_of

RECORDINGS = sorted(p for p in FOLDER.glob("*/*.json") if not p.stem.startswith("state-"))
STATES = sorted(FOLDER.glob("*/state-v*.json"))
OTHER_VARIANTS = {"great-war": {"state-v2-near-east-1917", "state-v2-combined-1917"}}
"""Stored states that are no version's own."""
SHARE = 18
"""Each viewer's twins are decided on one stretch in this many of a recorded game, each viewer's on others."""
OPEN = {"empires-alliances"}
"""Games in which nothing is hidden: of a recording one viewer looks at one stretch, since only an order could tell."""
LOOKS = 10 if THOROUGH else 80
"""One position in this many is compared with another that looks the same."""
CHECKED = 1 if THOROUGH else 4
"""One position in this many is checked whole; every fact is."""
EXAMINED = {*sample_of(RECORDINGS, 2)}
"""Whose invariants and secrets are looked at. Every recording is played again, read, and shows what it is kept for."""
ENDINGS = {
    "schlieffens-war": {
        ("4.1", None),
        ("4.2", "german"),
        ("4.3", "entente"),
        ("4.4", "german"),
        ("4.5", "entente"),
        ("4.7", "german"),
        ("4.7", None),
        ("4.7", "entente"),
    },
    "powers-1914": {
        ("3.13.2", "central"),
        ("3.13.2", "entente"),
        ("3.13.3", "central"),
        ("3.13.3", "entente"),
    },
    # A whole game has thousands of commands: of this one beginnings are kept.
    "great-war": {("", None)},
    "empires-alliances": {("1.72", "central"), ("1.72", "allied"), ("1.72", None), ("", None)},
}


class Replayed(NamedTuple):
    """A recording, and the game that comes of it again."""

    path: Path
    recording: Recording
    steps: list[Played]


@pytest.fixture(scope="module", params=RECORDINGS, ids=lambda p: p.stem)
def replayed(request: pytest.FixtureRequest) -> Replayed:
    """Each is played again once, for all the tests that look at it."""
    path: Path = request.param
    recording = Recording.read(path)
    return Replayed(path, recording, [*replay(recording)])


of_a_sample = pytest.mark.parametrize(
    "replayed",
    [pytest.param(p, id=p.stem, marks=() if p in EXAMINED else in_the_sweep) for p in RECORDINGS],
    indirect=True,
)
"""For what random games show as well. The others are left out and not missing, so that a game is played again once."""


def test_a_recorded_game_goes_the_same_way_and_reads_the_same(replayed: Replayed) -> None:
    path, recording, steps = replayed
    title = f"{game(recording.game).title}: {recording.title}"
    text = told(title, recording.game, steps, recording.outcome)
    assert text == path.with_suffix(".txt").read_text(encoding="utf-8"), "read the difference; tools/record_golden.py"


@of_a_sample
def test_a_game_played_with_a_purpose_keeps_the_invariants_and_its_secrets(replayed: Replayed) -> None:
    """Random games hardly come to Paris; these do, with the deep stacks of people who want to win."""
    _, recording, steps = replayed
    rules, rng = game(recording.game), random.Random(0)
    known, fog = hooks.invariants(recording.game), hooks.hidden(recording.game)
    everyone = viewers(rules, recording.scenario)
    for number, step in enumerate(steps):
        for before, event, after in zip(step.states, step.events, step.states[1:], strict=False):
            known.check_fact(before, event, after)
        if number % CHECKED == 0:
            known.check_position(step.states[-1])
        if number % LOOKS == 0:
            compare_position(rules, fog, everyone, step.states[-1], rng)


@of_a_sample
def test_a_game_played_with_a_purpose_is_told_alike_on_its_twins(replayed: Replayed) -> None:
    """Whoever wants to win hides more than a random player, and stands where a phase could pass by itself."""
    _, recording, played = replayed
    rules, fog, rng = game(recording.game), hooks.hidden(recording.game), random.Random(1)
    steps = [Decision(n, s.seat, s.command, s.events, s.states) for n, s in enumerate(played)]
    # Of a short game each viewer looks at more, so that each looks at some of it.
    most = math.ceil(len(steps) / STRETCH)
    share = 1 if THOROUGH else most if recording.game in OPEN else min(SHARE, most)
    everyone = viewers(rules, recording.scenario)
    for number, viewer in at_least_one(enumerate(everyone[:1] if recording.game in OPEN else everyone)):
        twins = Twins(rules, fog, viewer, dice_of(recording.name), rng)
        compared = 0
        for stretch in stretches(steps, share, number):
            some = stretch[::OPEN_STEP] if recording.game in OPEN else stretch[: STRETCH // 2]
            some = stretch if THOROUGH else some
            twins.of_another_kind(some)
            twins.of_the_same_kind(some)
            compared += len(some)
        assert twins.compared >= compared > 0


def came_to(recording: Recording) -> tuple[object, object]:
    """The section by which it ended and who won; neither of a game that goes on."""
    return (recording.outcome["section"], recording.outcome["winner"]) if recording.outcome else ("", None)


def test_a_recorded_game_shows_what_it_is_kept_for(replayed: Replayed) -> None:
    _, recording, steps = replayed
    wanted = {e.name: e for e in of_game(recording.game).endings()}
    assert recording.name in wanted, "python tools/record_golden.py"
    ending = wanted[recording.name]
    assert (recording.scenario, recording.title) == (ending.scenario, ending.title)
    assert (came_to(recording), recording.options) == ((ending.section, ending.winner), ending.options)
    assert ending.commands in (0, len(recording.commands))
    assert ending.fits(steps[-1].states[-1])


@pytest.mark.parametrize("game_id", sorted({*WHOLE, *ENDINGS}))
def test_every_ending_has_its_recording(game_id: str) -> None:
    found = {p.stem: Recording.read(p) for p in RECORDINGS if p.parent.name == game_id}
    assert {came_to(recording) for recording in found.values()} == ENDINGS[game_id]
    assert found.keys() == {e.name for e in of_game(game_id).endings()}, "python tools/record_golden.py"


@pytest.mark.parametrize("game_id", sorted({*WHOLE, *ENDINGS}))
def test_a_state_of_every_version_is_kept(game_id: str) -> None:
    """And of the Great War one of each other variant, as the code of 28 November 2026 stored it (109dcd93)."""
    kept = {p.stem for p in STATES if p.parent.name == game_id}
    wanted = {f"state-v{version}" for version in range(1, game(game_id).version + 1)}
    assert kept == wanted | OTHER_VARIANTS.get(game_id, set()), "python tools/record_golden.py --states"


@pytest.mark.parametrize("path", STATES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_stored_state_loads_and_its_match_goes_on(path: Path) -> None:
    """Servers are updated under running matches: what an older one stored is a position to decide in."""
    rules = game(path.parent.name)
    data = json.loads(path.read_text(encoding="utf-8"))
    state = rules.load_state(data)
    if data["version"] == rules.version:
        assert_holds(rules.dump_state(state), data)
    chance = dice_of(path.stem)
    for _ in range(30):
        deciders = rules.deciders(state)
        assert deciders, "the match should not be over so soon"
        command = rules.random_command(state, deciders[0], _First())
        events = rules.decide(state, deciders[0], command, chance)
        assert not isinstance(events, Refusal), f"{command}: {events}"
        for event in events:
            state = rules.evolve(state, event)


def assert_holds(data: Any, stored: Any) -> None:
    """All that was stored is in the data still; members with a default may have come since (decisions/0021)."""
    if isinstance(stored, dict):
        assert isinstance(data, dict)
        for name, value in stored.items():
            assert_holds(data[name], value)
    elif isinstance(stored, list):
        assert isinstance(data, list)
        assert len(data) >= len(stored)
        for now, then in zip(data, stored, strict=False):
            assert_holds(now, then)
    else:
        assert data == stored


class _First:
    """Draws nothing: the first of whatever there is."""

    def randrange(self, stop: int) -> int:
        """The smallest number."""
        return 0


def test_a_state_of_an_unknown_version_is_refused_in_words() -> None:
    for path in STATES:
        data = json.loads(path.read_text(encoding="utf-8"))
        with pytest.raises(ValueError, match="version"):
            game(path.parent.name).load_state({**data, "version": 999})
