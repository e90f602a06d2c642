"""The version of the rules: it changes with every file by which a match is judged, and with no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.proof import version
from app.settings import ROOT
from examples.the_ford import GAME as THE_FORD
from examples.the_ford import TheFord
from rules.catalogue import GAMES
from rules.kernel.game import Scenario, Seat
from rules.kernel.plans import Plans
from rules.kernel.teams.game import Teams
from rules.kernel.teams.layout import Layout, Post
from rules.kernel.teams.policy import TeamPolicy
from tests.app.proof import rules_elsewhere

FORD = "examples/the_ford.py"


def files_of(game: Any) -> set[str]:
    return {file.relative_to(ROOT).as_posix() for file in version.sources(game)}


def in_teams() -> Any:
    """The Ford wrapped in the layer for shared sides, by a function of another file."""
    seats = tuple(Post(Seat(side, side, side), frozenset(), chief=True) for side in ("red", "blue"))
    layout = Layout(Scenario("shared", "Shared", "", tuple(post.seat for post in seats)), "ford", seats)
    policy: TeamPolicy[Any] = TeamPolicy(
        rules_elsewhere.command_of, lambda *_: (), lambda *_: None, chiefs=frozenset(), joint=frozenset()
    )
    return Teams(THE_FORD, policy, (layout,))


def test_what_a_game_imports_counts_wherever_it_lies() -> None:
    files = files_of(THE_FORD)
    assert {FORD, "rules/hexes/viewers.py", "rules/kernel/procedure/engine.py", "rules/kernel/dice.py"} <= files
    assert "examples/board.py" not in files, "nobody judges by a drawing"
    assert not any(file.startswith(("app/", "tools/", "rules/great_war/")) for file in files)


def test_rules_that_lie_in_another_game_count_and_so_do_functions_that_were_handed_over() -> None:
    files = files_of(in_teams())
    assert {FORD, "tests/app/proof/rules_elsewhere.py"} <= files


def test_a_board_of_another_folder_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Elsewhere(TheFord):
        plans: Plans[Any] = Plans(lambda _: None, {"as-printed": ROOT / "scenarios" / "schlieffens-war"})

    assert any(file.startswith("scenarios/schlieffens-war/") for file in files_of(Elsewhere()))
    assert not any(file.startswith("scenarios/") for file in files_of(THE_FORD))


@pytest.mark.parametrize("game", GAMES.values(), ids=[*GAMES])
def test_programs_and_help_do_not_count(game: Any) -> None:
    files = files_of(game)
    assert not any("/players/" in file or "/programs/" in file or Path(file).name.startswith("help") for file in files)
    assert f"rules/{game.id.replace('-', '_')}/game.py" in files


@pytest.mark.parametrize(
    ("changed", "counts"),
    [
        (FORD, True),
        ("rules/hexes/viewers.py", True),
        ("tests/app/proof/rules_elsewhere.py", True),
        ("rules/great_war/players/odds.py", False),
        ("rules/hexes/programs/front.py", False),
        ("rules/kernel/teams/programs/ally.py", False),
        ("examples/board.py", False),
    ],
)
def test_the_version_changes_with_each_file_that_counts(
    changed: str, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, real = version.rules_version(in_teams()), Path.read_bytes

    def altered(self: Path) -> bytes:
        return real(self) + (b"# another rule\n" if self == ROOT / changed else b"")

    monkeypatch.setattr(Path, "read_bytes", altered)
    assert (version.rules_version(in_teams()) != before) is counts
