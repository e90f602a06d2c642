"""Where the geography lies. It is large and no part of the repository, so tests that need it are skipped without it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _found() -> Path | None:
    """The folder named by GREATWAR_GEO, else ``geo`` in the repository or in a folder beside it."""
    named = os.environ.get("GREATWAR_GEO")
    places = [Path(named)] if named else [ROOT / "geo", *sorted(ROOT.parent.glob("*/geo"))]
    return next((folder for folder in places if (folder / "relief.png").is_file()), None)


GEOGRAPHY = _found()

needs_geography = pytest.mark.skipif(
    GEOGRAPHY is None,
    reason="NOT CHECKED: the boards' tables against a new survey. There is no geography: put Natural Earth's files and "
    "relief.png (docs/maps.md names them) into a folder and set GREATWAR_GEO to it",
)
