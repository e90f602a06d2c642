"""Imported last by the process from which the servers under test are forked: what each would do first is done once."""

from __future__ import annotations

import gc

from sqlalchemy.orm import configure_mappers

import app.main  # noqa: F401, with all mapped tables

configure_mappers()
# A collection in a child would write to every object, and so copy all of the parent's memory.
gc.freeze()
