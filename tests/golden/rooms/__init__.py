"""Databases of matches in which people did what the room lets them do. ``tools/record_room.py`` makes them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER = Path(__file__).parent

TALK: Final = ("message", "draft", "standing_order", "mark", "vacation", "deed")
"""The tables of what is no fact of a match; each has rows in a recorded database."""
KINDS: Final = frozenset(
    {
        *("house.proposed", "house.answered", "house.withdrawn", "house.rewound", "house.hosted"),
        *("house.opened", "house.closed", "house.taken"),
        *("house.paused", "house.resumed", "house.given", "house.timed_out", "house.away", "house.returned"),
        *("house.stand_in_agreed", "house.stand_in_gone", "house.stand_in_plays", "house.stand_in_back"),
        *("team.ready", "team.lent"),
    }
)
"""The facts of the room; each is in a recorded database."""
