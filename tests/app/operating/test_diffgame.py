"""``greatwar diffgame``: where the rules of this program part from what was recorded, before they go live."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.programs import diffing
from app.proof.differing import differ
from rules.kernel.messages import Chance, Command, Decided, Refusal
from tests.app.proof import host
from tests.app.toy_game import Toy

OF_OTHERS = "0.9.0+aaaaaaaaaaaa"


class Strict(Toy):
    """Rules in which nothing below 5 may be hidden."""

    def decide(self, state: Any, seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        if command.get("kind") == "hide" and int(str(command.get("number"))) < 5:
            return Refusal("too_little", "2.1", "Hide 5 at least.")
        return super().decide(state, seat, command, chance)


class Broken(Toy):
    """Rules that break down over every throw, and cannot apply one either."""

    def decide(self, state: Any, seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        if command.get("kind") == "throw":
            raise KeyError("throw")
        return super().decide(state, seat, command, chance)

    def evolve(self, state: Any, event: Any) -> Any:
        if event.kind == "threw":
            raise KeyError("threw")
        return super().evolve(state, event)


@pytest.fixture(scope="module")
def export() -> host.Export:
    """A match of the toy game that other rules judged, as its export says."""
    played = host.play(Toy(), "short", 3)
    return {**played, "commands": [{**c, "rules": OF_OTHERS} for c in played["commands"]]}


def test_rules_that_decide_alike_part_nowhere_whoever_judged(export: host.Export) -> None:
    found = differ(export, {"toy": Toy()})
    assert (found.partings, found.decided, found.whole) == ([], len(export["commands"]), True)


def test_every_command_that_these_rules_refuse_is_listed_and_hides_none_after_it(export: host.Export) -> None:
    little = [c for c in export["commands"] if c["command"].get("kind") == "hide" and c["command"]["number"] < 5]
    assert len(little) > 1, "a seed in which little is hidden twice"
    found = differ(export, {"toy": Strict()})
    told = [(p.first, p.last, p.seat, p.command, p.rules) for p in found.partings]
    assert told == [(c["first"], c["last"], c["seat"], "hide", OF_OTHERS) for c in little]
    assert "Hide 5 at least. (§2.1)" in found.partings[0].what
    assert found.whole


def test_another_event_of_the_same_command_is_told_by_its_member(export: host.Export) -> None:
    """Here the file has another number than these rules make of the command."""
    n = next(n for n, e in enumerate(export["events"]) if e["event"]["kind"] == "hid")
    events = [*export["events"]]
    events[n] = {**events[n], "event": {**events[n]["event"], "number": events[n]["event"]["number"] % 9 + 1}}
    found = differ({**export, "events": events}, {"toy": Toy()})
    assert [p.first for p in found.partings] == [n + 1]
    assert "number is" in found.partings[0].what


def test_rules_that_break_down_are_told_of_and_how_far_they_came(export: host.Export) -> None:
    found = differ(export, {"toy": Broken()})
    thrown = next(c for c in export["commands"] if c["command"].get("kind") == "throw")
    assert [p.first for p in found.partings] == [thrown["first"]] * 2
    assert "break down" in found.partings[0].what
    assert "cannot be applied" in found.partings[1].what
    assert (found.compared, found.whole) == (thrown["first"] - 1, False)


def test_another_opening_is_the_first_parting(export: host.Export) -> None:
    found = differ({**export, "options": {**export["options"], "bulk": 3}}, {"toy": Toy()})
    assert found.partings[0].json()["what"] == "the scenario opens in another position"


@pytest.mark.parametrize(("rules", "code"), [(Toy, 0), (Strict, 1)])
def test_the_program_reads_folders_and_says_by_its_code_what_it_found(
    export: host.Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: Callable[[], Toy], code: int
) -> None:
    (tmp_path / "one.json").write_text(json.dumps(export))
    (tmp_path / "notes.txt").write_text("no match")
    monkeypatch.setattr(diffing, "GAMES", {"toy": rules()})
    answer = CliRunner().invoke(program, ["diffgame", str(tmp_path), "--json"])
    assert answer.exit_code == code, answer.output
    (told,) = json.loads(answer.stdout)["matches"]
    assert bool(told["partings"]) == bool(code)
    (tmp_path / "two.json").write_text('{"match": "x"}')
    answer = CliRunner().invoke(program, ["diffgame", str(tmp_path), "--most", "1"])
    assert answer.exit_code == 2
    assert "two.json: not the export of a whole match" in answer.stderr
    assert f"1 matches, {code} of them part from what was recorded" in answer.stdout
    assert ("and " in answer.stdout) == bool(code)


def test_a_match_in_play_is_refused(export: host.Export) -> None:
    with pytest.raises(ValueError, match="not over"):
        differ({**export, "secret": None}, {"toy": Toy()})
