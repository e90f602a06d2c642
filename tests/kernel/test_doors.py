"""The doors of a game: a rule for each command of a step, refusals answered, no stranger's state let in."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.kernel import doors
from rules.kernel.messages import Refusal, Refused
from rules.kernel.wording import listing


@dataclass(frozen=True)
class Stored:
    version: int
    name: str


def test_a_refusal_raised_in_a_rule_is_the_answer() -> None:
    def refuse() -> int:
        raise Refused("no", "4.1", "Not so.")

    assert doors.refusable(lambda: 3) == 3
    assert doors.refusable(refuse) == Refusal("no", "4.1", "Not so.")


def test_any_other_error_in_a_rule_is_nobodys_refusal() -> None:
    with pytest.raises(ZeroDivisionError):
        doors.refusable(lambda: 1 // 0)


def test_names_stand_in_a_sentence() -> None:
    assert [listing("A"), listing("AB"), listing("ABC")] == ["A", "A and B", "A, B and C"]
    with pytest.raises(ValueError, match="not enough"):
        listing([])
