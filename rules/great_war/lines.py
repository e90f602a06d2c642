"""What every line of the log has."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.messages import JsonObject


def log_line(kind: str, section: str, side: str | None, text: str, *, hexes: Sequence[str] = ()) -> JsonObject:
    """A line: its kind, its section, whose it is, its sentence, and the hexes that a press on it shows."""
    line: JsonObject = {"kind": kind, "section": section, "side": side, "text": text}
    return {**line, "hexes": [*hexes]} if hexes else line
