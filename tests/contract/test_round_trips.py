"""What is stored comes back: states and events through JSON, matches from their log, the same from the same seed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.contract.catalogue import game
from tests.contract.table import (
    CASES,
    Decision,
    bytes_of,
    chance_of,
    decisions,
    examine,
    games_from,
    one_in,
    start_of,
    viewers,
)
from tests.thorough import sample_of

ROOT = Path(__file__).resolve().parents[2]
DIGESTED = sample_of(CASES, 3)
"""What is played in other processes."""
BEFORE = sample_of(DIGESTED, 2)
"""What one of them plays before that, with other dice."""
PLAIN = (str, int, bool, type(None))


def only_plain(data: Any, where: str = "") -> None:
    """AssertionError where something is no value of the wire: str, int, bool, None, lists and objects."""
    if isinstance(data, dict):
        for key, value in data.items():
            assert type(key) is str, f"{where}: the key {key!r}"
            only_plain(value, f"{where}.{key}")
    elif isinstance(data, list):
        for n, value in enumerate(data):
            only_plain(value, f"{where}[{n}]")
    else:
        assert type(data) in PLAIN, f"{where}: {data!r}"


@games_from(range(2000, 2006))
def test_states_and_events_come_back_from_json_and_a_match_from_its_log(game_id: str, scenario: str, seed: int) -> None:
    played, picked = game(game_id), one_in(1, game_id, scenario)
    opened = played.new_match(scenario, {})
    assert played.dump_state(opened) == played.dump_state(played.new_match(scenario, {}))
    replayed = start_of(played, scenario, seed)

    def watch(decision: Decision) -> None:
        nonlocal replayed
        assert replayed == decision.before
        for event in decision.events:
            text = bytes_of(played.dump_event(event))
            again = played.load_event(json.loads(text))
            assert again == event
            assert bytes_of(played.dump_event(again)) == text
            replayed = played.evolve(replayed, again)
        assert replayed == decision.after, "the replay went another way"
        if not picked(decision):
            return
        data = played.dump_state(decision.after)
        only_plain(data)
        text = bytes_of(data)
        again = played.load_state(json.loads(text))
        assert again == decision.after
        assert bytes_of(played.dump_state(again)) == text

    examine(played, scenario, seed, watch)


@games_from(range(2010, 2012), afresh=True)
def test_a_loaded_state_is_as_good_as_the_one_that_was_kept(game_id: str, scenario: str, seed: int) -> None:
    """After a restart the server goes on from JSON: questions, answers, sentences and what follows are the same."""
    played, chance = game(game_id), chance_of(seed)
    picked = one_in(4, game_id, scenario)

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        loaded = played.load_state(json.loads(bytes_of(played.dump_state(decision.before))))
        for seat in played.deciders(decision.before):
            assert played.legal(loaded, seat) == played.legal(decision.before, seat)
            assert bytes_of(played.view(loaded, seat)) == bytes_of(played.view(decision.before, seat))
        assert played.decide(loaded, decision.seat, decision.command, chance).events == decision.events
        first = decision.events[0]
        for viewer in viewers(played, scenario):
            told, again = (played.narrate(s, first, played.evolve(s, first), viewer) for s in (decision.before, loaded))
            assert bytes_of(again) == bytes_of(told)

    examine(played, scenario, seed, watch)


@games_from(range(2020, 2022))
def test_the_wire_carries_plain_values_only(game_id: str, scenario: str, seed: int) -> None:
    played = game(game_id)
    seats = next(s.seats for s in played.scenarios if s.id == scenario)
    everyone = (*(s.id for s in seats), "spectator", "referee")
    picked = one_in(5, game_id, scenario)

    def watch(decision: Decision) -> None:
        for viewer in everyone:
            for before, event, after in decision.facts():
                line = played.narrate(before, event, after, viewer)
                if line is not None:
                    only_plain(line, "line")
                    assert line["text"], f"a line without words for {event}"
            if picked(decision):
                only_plain(played.view(decision.after, viewer), f"view of {viewer}")
        if picked(decision):
            only_plain(played.legal(decision.before, decision.seat), "legal")

    examine(played, scenario, seed, watch)


def log_digests(seed: int, cases: Sequence[tuple[str, str]] = DIGESTED) -> dict[str, str]:
    """SHA-256 over the commands and events of the random game of that seed, by scenario."""
    digests = {}
    for game_id, scenario in cases:
        played, digest = game(game_id), hashlib.sha256()
        for decision in decisions(played, scenario, seed):
            digest.update(bytes_of(decision.command))
            for event in decision.events:
                digest.update(bytes_of(played.dump_event(event)))
        digests[f"{game_id}-{scenario}"] = digest.hexdigest()
    return digests


def digests_elsewhere(hash_seed: str, *played: str) -> subprocess.Popen[str]:
    """A process of its own that plays one thing after the other; a line of JSON for each."""
    program = "import json; from tests.contract.test_round_trips import BEFORE, log_digests\n"
    program += "".join(f"print(json.dumps(log_digests({what})))\n" for what in played)
    environment: Mapping[str, str] = {**os.environ, "PYTHONHASHSEED": hash_seed}
    arguments = [sys.executable, "-c", program]
    return subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def test_the_same_seed_gives_the_same_bytes_in_any_process_and_after_other_games() -> None:
    """String hashes differ from process to process; no order of a set may show in what is stored."""
    with digests_elsewhere("1", "77") as first, digests_elsewhere("2", "78, BEFORE", "77") as second:
        told, after = ([*map(json.loads, run.communicate()[0].splitlines())] for run in (first, second))
    assert (first.returncode, second.returncode) == (0, 0)
    (alone,), (other, again) = told, after
    assert len(alone) == len(DIGESTED)
    assert [case for case in alone if alone[case] != again[case]] == []
    assert len(other) == len(BEFORE)
    assert [case for case in other if alone[case] == other[case]] == []
