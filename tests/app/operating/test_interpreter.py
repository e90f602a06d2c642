"""Which Python the environment is made with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.interpreter import ABLE, choose

FAST, SLOW = "'--enable-optimizations' '--with-lto'", "'--prefix=/home/me/.pyenv/versions/3.12.1' '--enable-shared'"
OWN = "/home/me/.pyenv/versions/3.12.1/bin/python3"


def made(path: Path, exits: int) -> str:
    """A program that answers whatever it is asked by this exit code."""
    path.write_text(f"#!/bin/sh\nexit {exits}\n")
    path.chmod(0o755)
    return str(path)


def test_one_built_without_a_profile_gives_way_to_the_system_s(tmp_path: Path) -> None:
    system = made(tmp_path / "python3", 0)
    assert choose(OWN, SLOW, system) == system
    assert choose(OWN, FAST, system) == OWN
    assert choose("/usr/bin/python3", SLOW, system) == "/usr/bin/python3"


def test_a_system_s_python_that_is_old_or_not_there_is_not_taken(tmp_path: Path) -> None:
    assert choose(OWN, SLOW, made(tmp_path / "python3", 1)) == OWN
    assert choose(OWN, SLOW, str(tmp_path / "none")) == OWN


def test_what_is_asked_of_it_is_answered_by_a_python_that_will_do() -> None:
    assert subprocess.run([sys.executable, "-c", ABLE], check=False).returncode == 0
    older = ABLE.replace("(3, 11)", "(99, 0)")
    assert older != ABLE
    assert subprocess.run([sys.executable, "-c", older], check=False).returncode == 1


def test_it_prints_a_python_by_itself() -> None:
    printed = subprocess.run(
        [sys.executable, "tools/interpreter.py"], capture_output=True, text=True, check=True
    ).stdout
    assert Path(printed.strip()).exists()
