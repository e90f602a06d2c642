"""What tests of the files of the Great War share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rules.great_war.printed.data import FOLDER


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the files, without the boards."""
    for file in FOLDER.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    for part in ("scenarios", "variants"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    return tmp_path
