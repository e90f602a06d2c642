"""What every game needs to answer the server: refusals are answered, and no stranger's state is let in."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.kernel import game_support
from rules.kernel.messages import Refusal, Refused
from rules.kernel.wording import listing


@dataclass(frozen=True)
class Stored:
    version: int
    name: str


def test_a_refusal_raised_in_a_rule_is_the_answer() -> None:
    def refuse() -> int:
        raise Refused("no", "4.1", "Not so.")

    assert game_support.refusable(lambda: 3) == 3
    assert game_support.refusable(refuse) == Refusal("no", "4.1", "Not so.")


def test_any_other_error_in_a_rule_is_nobodys_refusal() -> None:
    with pytest.raises(ZeroDivisionError):
        game_support.refusable(lambda: 1 // 0)


def test_names_stand_in_a_sentence() -> None:
    assert [listing("A"), listing("AB"), listing("ABC")] == ["A", "A and B", "A, B and C"]
    with pytest.raises(ValueError, match="not enough"):
        listing([])
