"""What can be taken back is only what nobody learned anything from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.kernel.messages import Json, JsonObject
from tests.contract.catalogue import game
from tests.contract.table import Decision, examine, games_from, start_of


def faces(data: Json, viewer: str) -> Iterator[str]:
    """The ids of all that a view shows openly and that is not the viewer's own."""
    if isinstance(data, dict):
        if "side" in data and data.get("side") != viewer and isinstance(data.get("id"), str):
            if not data.get("concealed"):
                yield str(data["id"])
            return
        for value in data.values():
            yield from faces(value, viewer)
    elif isinstance(data, list):
        for value in data:
            yield from faces(value, viewer)


@games_from(range(3000, 3004))
def test_a_die_bars_undo(game_id: str, scenario: str, seed: int) -> None:
    played = game(game_id)
    rolled: list[JsonObject] = []
    before: list[int] = []

    def watch(decision: Decision) -> None:
        before.append(played.draws(decision.states[0]))
        for event in decision.events:
            data = played.dump_event(event)
            if data.get("die") is not None or data.get("draw") is not None:
                rolled.append(data)
                assert played.bars_undo(event), f"a die that can be taken back: {data}"

    last = examine(played, scenario, seed, watch)
    if played.draws(last) == before[0]:
        pytest.skip("no die fell while we looked")
    assert rolled, "dice fell, and no fact tells of them"


@games_from(range(3010, 3014))
def test_between_bars_nothing_hidden_is_shown_and_the_state_before_is_the_log_without(
    game_id: str, scenario: str, seed: int
) -> None:
    played = game(game_id)
    base: Any = start_of(played, scenario, seed)
    since: list[JsonObject] = []
    taken_back = 0

    def watch(decision: Decision) -> None:
        nonlocal base, taken_back
        if any(played.bars_undo(e) for e in decision.events):
            base, since[:] = decision.after, []
            return
        taken_back += 1
        without = base
        for data in since:
            without = played.evolve(without, played.load_event(data))
        assert without == decision.before, "the log without the command does not lead back"
        since.extend(played.dump_event(e) for e in decision.events)
        before = set(faces(played.view(decision.before, decision.seat), decision.seat))
        after = set(faces(played.view(decision.after, decision.seat), decision.seat))
        assert after <= before, f"it showed {sorted(after - before)} and can be taken back"

    examine(played, scenario, seed, watch)
    assert taken_back, "a game in which nothing can be taken back shows nothing here"


@games_from(range(3020, 3024))
def test_a_decision_that_passed_to_the_other_side_stays_made(game_id: str, scenario: str, seed: int) -> None:
    """An ally may be asked again and what led to it taken back; the server holds it once they have built on it."""
    played = game(game_id)
    side_of = {seat.id: seat.side for s in played.scenarios if s.id == scenario for seat in s.seats}
    passed = 0

    def watch(decision: Decision) -> None:
        nonlocal passed
        fresh = set(played.deciders(decision.after)) - set(played.deciders(decision.before))
        if any(side_of[seat] != side_of[decision.seat] for seat in fresh):
            passed += 1
            told = [played.dump_event(e)["kind"] for e in decision.events]
            assert any(played.bars_undo(e) for e in decision.events), f"{sorted(fresh)} may decide after {told}"

    examine(played, scenario, seed, watch)
    assert passed
