"""What a table settles for its commanders before it begins: who is in chief, and how long an ally is waited for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.kernel.match_options import MatchOption, OptionSheet
from rules.kernel.messages import Json, JsonObject
from rules.kernel.teams.layout import Layout, Post

CHIEF: Final = "chief_"
"""How the option begins that says who is in chief of a side; the side follows."""
PATIENCE: Final = "patience"
DAY: Final = "day"
SECONDS: Final[Mapping[str, int | None]] = {
    DAY: 86_400, "ten-minutes": 600, "hour": 3_600, "three-days": 259_200, "never": None,
}  # fmt: skip
"""How long a match has to stand still before a chief may act for an ally who is asked. None: never."""
_WORDS: Final = {
    DAY: "After a day without a move",
    "ten-minutes": "After ten minutes without a move",
    "hour": "After an hour without a move",
    "three-days": "After three days without a move",
    "never": "Never",
}


def shared_sides(layout: Layout) -> tuple[tuple[Post, ...], ...]:
    """The posts of each side that several share."""
    sides = dict.fromkeys(post.seat.side for post in layout.posts)
    return tuple(posts for side in sides if len(posts := layout.of_side(side)) > 1)


def _options(layout: Layout, section: str) -> Iterator[MatchOption]:
    for posts in shared_sides(layout):
        first = next(post for post in posts if post.chief)
        names = {post.seat.id: post.seat.title for post in (first, *(p for p in posts if p is not first))}
        side = first.seat.side_in_text
        help_ = "Decides what belongs to no command, and can hand that over."
        yield MatchOption(
            f"{CHIEF}{first.seat.side}", f"In chief of {side}", section, choices=(*names,), help=help_, words=names
        )
    yield MatchOption(
        PATIENCE, "When a chief may act for an ally", section, choices=(*SECONDS,), words=_WORDS,
        help="Until then each commander ends what is theirs. An ally who is away or has left is not waited for.",
    )  # fmt: skip


def sheet(layout: Layout, section: str) -> OptionSheet:
    """What can be chosen of all this where a layout is played."""
    return OptionSheet({option.id: option for option in _options(layout, section)})


def part_options(sheet: OptionSheet, options: Mapping[str, Json]) -> tuple[JsonObject, JsonObject]:
    """The options of the layer, and those of the game below."""
    own = {name: value for name, value in options.items() if name in sheet.options}
    return own, {name: value for name, value in options.items() if name not in own}


def chiefs_in(given: Mapping[str, str]) -> dict[str, str]:
    """By side the seat in chief, where the table chose another than is printed."""
    return {name.removeprefix(CHIEF): seat for name, seat in given.items() if name.startswith(CHIEF)}
