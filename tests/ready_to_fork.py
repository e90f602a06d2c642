"""Imported last by the process from which the servers under test are forked: what each would do first is done once."""

from __future__ import annotations

import gc

from sqlalchemy.orm import configure_mappers

import app.main  # noqa: F401, with all mapped tables
from app.proof.version import rules_version
from rules.catalogue import GAMES

configure_mappers()
for game in GAMES.values():
    # A server reads all sources of its rules before it serves.
    rules_version(game)
# A collection in a child would write to every object, and so copy all of the parent's memory.
gc.freeze()
