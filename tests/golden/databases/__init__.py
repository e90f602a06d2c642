"""Databases as servers of earlier versions left them. ``tools/record_database.py`` makes them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
