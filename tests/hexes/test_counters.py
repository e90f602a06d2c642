"""Counters from a file: what is printed, and every slip with its line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.hexes.counters import Column, entries, list_of, number, one_of


@dataclass(frozen=True)
class Counter:
    """A unit with a step or two."""

    id: str
    kind: str
    strengths: tuple[int, ...]


COLUMNS: dict[str, Column] = {"id": str, "kind": one_of("foot", "horse"), "strengths": list_of(number)}


def written(folder: Path, *lines: str) -> Path:
    """A file with these lines."""
    file = folder / "counters.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_counters_are_read_in_the_order_of_the_sheet(tmp_path: Path) -> None:
    file = written(tmp_path, "id,kind,strengths,origin", "b-1,foot,4/2,history", "a-1,horse,1,rulebook 2.3")
    found = entries(file, Counter, COLUMNS)
    assert list(found.items()) == [("b-1", Counter("b-1", "foot", (4, 2))), ("a-1", Counter("a-1", "horse", (1,)))]


@pytest.mark.parametrize(
    ("head", "row", "slip"),
    [
        ("id,kind,strengths", "b-1,gun,4", r"counters.csv:3: 'gun' is none of foot, horse"),
        ("id,kind,strengths", "b-1,foot,4/x", r"counters.csv:3: 'x' is no number"),
        ("id,kind,strengths", "b-1,foot,-4", r"counters.csv:3: '-4' is no number"),
        ("id,kind,strengths", "a-1,foot,4", r"counters.csv:3: a-1 stands twice"),
        (
            "id,kind,strengths,size",
            "b-1,foot,4,XX",
            r"counters.csv:2: columns \['size'\] are unknown and \[\] are missing",
        ),
        ("id,kind", "b-1,foot", r"counters.csv:2: columns \[\] are unknown and \['strengths'\] are missing"),
    ],
)
def test_a_slip_names_its_line(tmp_path: Path, head: str, row: str, slip: str) -> None:
    first = ",".join(["a-1", "foot", "4", "XX"][: head.count(",") + 1])
    with pytest.raises(ValueError, match=slip):
        entries(written(tmp_path, head, first, row), Counter, COLUMNS)


def test_a_file_may_have_columns_for_others(tmp_path: Path) -> None:
    file = written(tmp_path, "id,kind,strengths,note", "a-1,foot,4,by the river")
    assert entries(file, Counter, COLUMNS, apart=("note",)) == {"a-1": Counter("a-1", "foot", (4,))}
