"""What is printed for a match, by the name of its plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pytest

from rules.kernel import facts
from rules.kernel.incremental import Remembering
from rules.kernel.plans import Plans, UnknownPlan
from rules.kernel.schema_steps import UnknownShape


def _read(folder: Path) -> str:
    text = (folder / "charts.csv").read_text(encoding="utf-8")
    if not text:
        raise ValueError("misprinted")
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The plan of a folder called ``mine``."""
    made = tmp_path / "mine"
    made.mkdir()
    (made / "charts.csv").write_bytes(b"a,b\n")
    return made


def test_a_plan_is_read_once_at_first_use(folder: Path) -> None:
    reads: list[Path] = []
    plans = Plans(lambda f: reads.append(f) or _read(f), {"ours": folder})
    assert plans.names == ("ours",)
    assert not reads
    assert plans["ours"] is plans["ours"]
    assert reads == [folder]


def test_a_folder_is_named_with_what_is_in_it(folder: Path) -> None:
    plans = Plans(_read)
    name = plans.add(folder)
    assert name.startswith("mine+")
    assert plans[name] == "a,b\n"
    (folder / "notes.md").write_text("not a chart", encoding="utf-8")
    (folder / "charts.csv").write_bytes(b"a,b\r\n")
    assert plans.add(folder) == name, "notes and ends of lines are no other charts"
    (folder / "charts.csv").write_bytes(b"a,c\n")
    other = plans.add(folder)
    assert other != name
    assert (plans[name], plans[other]) == ("a,b\n", "a,c\n")
    (folder / "charts.csv").rename(folder / "tables.csv")
    (folder / "charts.csv").write_bytes(b"a,c\n")
    (folder / "tables.csv").unlink()
    assert plans.add(folder) == other


def test_a_file_in_a_folder_of_the_folder_is_part_of_the_plan(folder: Path) -> None:
    plans = Plans(_read)
    name = plans.add(folder)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "one.toml").write_text("money = 1", encoding="utf-8")
    assert plans.add(folder) != name


def test_a_misprinted_folder_is_not_put_on_the_shelf(folder: Path) -> None:
    (folder / "charts.csv").write_bytes(b"")
    plans = Plans(_read)
    with pytest.raises(ValueError, match="misprinted"):
        plans.add(folder)
    assert plans.names == ()


def test_a_folder_without_files_is_no_plan(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no files"):
        Plans(_read).add(tmp_path)


def test_a_game_that_reads_nothing_takes_no_folder(folder: Path) -> None:
    with pytest.raises(ValueError, match="reads no plans"):
        Plans[None]().add(folder)


def test_a_name_is_given_once(folder: Path) -> None:
    plans = Plans(_read, {"ours": folder})
    with pytest.raises(ValueError, match="already"):
        plans.put("ours", "b")
    plans.put("theirs", "b")
    assert plans["theirs"] == "b"


def test_an_unknown_plan_is_refused_as_an_unknown_shape_is(folder: Path) -> None:
    plans = Plans(_read, {"ours": folder})
    with pytest.raises(UnknownPlan, match="theirs"):
        plans["theirs"]
    with pytest.raises(UnknownShape):
        plans.known("theirs")
    assert plans.chosen({}, "ours") == plans.chosen({"plan": "ours"}, "ours") == "ours"
    for wrong in ("theirs", 1, None):
        with pytest.raises(ValueError, match="plan"):
            plans.chosen({"plan": wrong}, "ours")


@dataclass(frozen=True)
class _State(Remembering):
    plan: str
    number: int = 0

    @cached_property
    def printed(self) -> object:
        """Another object whenever it is looked up."""
        return object()


@dataclass(frozen=True)
class _Counted:
    kind = "counted"

    def apply(self, state: _State) -> _State:
        """One more."""
        return replace(state, number=state.number + 1)


def test_what_is_printed_goes_along_from_state_to_state() -> None:
    state = _State("ours")
    before = state.printed
    after = facts.evolve(facts.evolve(state, _Counted()), _Counted())
    assert after.number == 2
    assert after.printed is before
    assert replace(after).printed is not before
