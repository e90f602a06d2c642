"""What happens to thoughts when their process dies, hangs, or takes too much: what was found stands, and it is said why
not all is there."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from app.errors import ApiError
from app.thoughts import finding, worker
from app.thoughts.finding import ThoughtsFinder
from tests.app.thoughts.played import export_of
from tests.thorough import in_the_sweep

ONE_TURN = 'import sys; sys.stdin.read(); print(\'{"turn": 1, "phases": []}\', flush=True); '


class Rows:
    """As ``ThoughtsRows``, and the other parts that the finder asks."""

    def __init__(self, wrong: Exception | None = None) -> None:
        self.turns: list[int] = []
        self.forgotten: list[str] = []
        self.wrong = wrong

    async def begin(self, _: str) -> None:
        """Forget what there was."""
        self.turns = []

    async def add_turn(self, _: str, turn: int, __: Any) -> None:
        """Note a turn."""
        self.turns.append(turn)

    async def forget(self, match: str) -> None:
        """Note what was forgotten."""
        self.forgotten.append(match)

    async def get(self, match: str) -> str:
        """As ``CurrentMatches``, with whatever is wrong with the match."""
        if self.wrong is not None:
            raise self.wrong
        return match

    async def whole(self, _: Any) -> Any:
        """As ``Exports``."""
        return {"game": "powers-1914"}


async def found(program: str) -> tuple[list[int], Any]:
    """The turns that are stored of a match, and why not all are, when its process is this program."""
    rows: Any = Rows()
    error = await ThoughtsFinder(rows, rows, rows, (sys.executable, "-c", program))._find("m")
    return rows.turns, error


@pytest.mark.parametrize(
    ("program", "turns", "code"),
    [
        (ONE_TURN + "print('{\"end\": null}')", [1], None),
        (ONE_TURN + 'print(\'{"end": {"code": "too_long"}}\')', [1], "too_long"),
        (ONE_TURN + "raise SystemExit(3)", [1], "failed"),
        (ONE_TURN + "print('nonsense')", [1], "failed"),
        ("raise SystemExit(3)", [], "failed"),
        (ONE_TURN + "import time; time.sleep(60)", [1], "too_long"),
    ],
)
async def test_what_was_found_stands(
    program: str, turns: list[int], code: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "TURN_SECONDS", 1.5 if "sleep" in program else 60)
    stored, error = await found(program)
    assert (stored, error and error["code"]) == (turns, code)
    assert error is None or error["text"].endswith(".")


@pytest.mark.parametrize(
    ("wrong", "forgotten"),
    [
        (ApiError(404, "no_match", "There is no such match."), []),
        (ApiError(503, "shard_away", "The database of this match is away."), ["m"]),
        (RuntimeError("event 3 of match m does not follow on 1"), []),
        (TypeError("a state that nobody can read"), []),
    ],
)
async def test_a_match_that_cannot_be_read_holds_up_nobody(wrong: Exception, forgotten: list[str]) -> None:
    """What is let through ends the process in which all programs play. Where only its database is away, it is as if
    nobody had asked."""
    rows: Any = Rows(wrong)
    error = await ThoughtsFinder(rows, rows, rows, (sys.executable, "-c", ONE_TURN))._find("m")
    assert error is not None
    assert error["code"] == "failed"
    assert rows.forgotten == forgotten


async def test_a_database_that_is_away_is_waited_for() -> None:
    rows: Any = Rows(OSError("connection refused"))
    with pytest.raises(OSError, match="refused"):
        await ThoughtsFinder(rows, rows, rows, (sys.executable, "-c", ONE_TURN))._find("m")


@in_the_sweep
def test_it_ends_itself_after_too_much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    export = io.BytesIO(json.dumps(export_of("powers-1914", "classic-1", 150)).encode())
    monkeypatch.setattr(worker, "PROCESSOR_SECONDS", 0.0)
    out = io.BytesIO()
    worker.main(export, out)
    turn, end = map(json.loads, out.getvalue().splitlines())
    assert (turn["turn"], end) == (1, {"end": {"code": "too_long"}})


def test_a_file_that_is_no_export_fails() -> None:
    out = io.BytesIO()
    worker.main(io.BytesIO(b'{"game": "powers-1914"}'), out)
    assert json.loads(out.getvalue())["end"]["code"] == "failed"
