"""The end of a match by its rules: the fact of it, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.endings import Ending, MatchEnded
from rules.kernel.messages import Outcome


@dataclass(frozen=True, slots=True)
class State(Ending):
    ended: tuple[str, str, str] | None = None


def test_a_match_goes_on_until_a_rule_ends_it() -> None:
    assert State().outcome is None
    assert MatchEnded("red", "Red holds the ford.", "5").apply(State()).outcome == Outcome(
        "red", "Red holds the ford.", "5"
    )


def test_an_empty_winner_is_a_draw() -> None:
    assert MatchEnded("", "Nobody holds it.", "5").apply(State()).outcome == Outcome(None, "Nobody holds it.", "5")
