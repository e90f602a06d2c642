"""The client's types are those of the Python that builds what it gets."""

from __future__ import annotations

from rules.kernel import wire
from tools import wire_types


def test_the_made_file_is_not_stale() -> None:
    assert wire_types.FILE.read_text(encoding="utf-8") == wire_types.content(), "python tools/wire_types.py"


def test_what_may_be_missing_is_marked() -> None:
    told = dict(wire_types.members(wire.Offer))
    assert told["kind"] == "string"
    assert told["slots?"] == "Slot[]"
    assert told["refusal?"] == "RefusalJson | null"
