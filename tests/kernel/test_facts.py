"""Facts are found by their kind and come back from JSON as they were."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

import pytest

from rules.kernel import facts
from rules.kernel.schema_steps import UnknownShape
from tests.kernel.test_decision_builder import Added

HERE = sys.modules[__name__]


@dataclass(frozen=True, slots=True)
class Raised:
    """It went up."""

    kind: ClassVar[str] = "raised"
    by: int

    def apply(self, state: int) -> int:
        return state + self.by


@dataclass(frozen=True, slots=True)
class Lowered:
    """It went down."""

    kind: ClassVar[str] = "lowered"
    by: int

    def apply(self, state: int) -> int:
        return state - self.by


def test_a_chapters_facts_are_those_that_it_defines_itself() -> None:
    assert Added.kind == "added"
    assert facts.by_kind(HERE).classes == {"raised": Raised, "lowered": Lowered}


def test_a_fact_comes_back_from_json_by_its_kind_and_does_what_it_did() -> None:
    kinds = facts.by_kind(HERE)
    stored = kinds.dump(Lowered(3))
    assert stored == {"kind": "lowered", "by": 3}
    assert kinds.load(stored) == Lowered(3)
    assert facts.evolve(4, kinds.load(stored)) == 1
    with pytest.raises(UnknownShape):
        kinds.load({"kind": "sideways", "by": 1})


def test_two_facts_of_one_kind_are_a_mistake() -> None:
    other = ModuleType(__name__)
    vars(other).update(Again=Raised)
    with pytest.raises(ValueError, match="Raised and Raised share the kind 'raised'"):
        facts.by_kind(HERE, other)


@dataclass(frozen=True)
class Rolling:
    """A state that counts its dice."""

    draws: int = 0


@pytest.mark.parametrize("draw", [0, 7])
def test_after_a_die_the_next_one_has_the_next_number(draw: int) -> None:
    """Two dice of one number would show the same face."""
    assert facts.count_die(Rolling(draw), draw).draws == draw + 1
