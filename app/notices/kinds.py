"""What people are told of, by which ways, and how soon they may want it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["turn", "clock", "proposal", "began", "ended", "joined", "chat"]
TURN: Final = "turn"
"""A seat is asked something."""
CLOCK: Final = "clock"
"""Its time runs out."""
PROPOSAL: Final = "proposal"
"""The players have something to settle, and wait for it."""
BEGAN: Final = "began"
ENDED: Final = "ended"
JOINED: Final = "joined"
"""Someone sat down at its table or left it, or wants a rematch and keeps it free."""
CHAT: Final = "chat"
KINDS: tuple[Kind, ...] = get_args(Kind)

Way: TypeAlias = Literal["mail", "push", "webhook"]
MAIL: Final = "mail"
PUSH: Final = "push"
WEBHOOK: Final = "webhook"
MAX_CHANNELS = 6
"""Ways by which one account may be told."""

Mode: TypeAlias = Literal["off", "at_once", "gathered", "daily"]
OFF: Final = "off"
AT_ONCE: Final = "at_once"
GATHERED: Final = "gathered"
"""With all that comes within some minutes."""
DAILY: Final = "daily"
"""Once a day, at an hour of the person's own."""

Modes: TypeAlias = Mapping[Kind, Mode]

_PEOPLE: Modes = {TURN: AT_ONCE, CLOCK: AT_ONCE, PROPOSAL: AT_ONCE, BEGAN: AT_ONCE, ENDED: AT_ONCE, JOINED: AT_ONCE}
AT_FIRST: Mapping[Way, Modes] = {
    MAIL: {**_PEOPLE, CHAT: GATHERED},
    PUSH: {**_PEOPLE, CHAT: GATHERED},
    WEBHOOK: {**_PEOPLE, CHAT: OFF},
}
"""What a new channel brings."""
