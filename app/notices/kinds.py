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

_OPENED = "open:"
_WORD = "word:"
_SEAL = "seal:"
WAITED_FOR = (_WORD, _SEAL)
"""How the keys begin of notices that their readers are waited for before a match begins."""
_STANDS_IN = "stand-in:"


def key_of_open_seat(seat: str, command: str) -> str:
    """The key of the notice that a seat is open since a command."""
    return f"{_OPENED}{seat}:{command}"


def standing_in(seat: str, command: str) -> str:
    """The key of the notice that its reader plays a seat as a stand-in since a command."""
    return f"{_STANDS_IN}{seat}:{command}"


def to_open(commitment: str) -> str:
    """The key of the notice that its reader's word is waited for under a commitment, so that the match can begin."""
    return _WORD + commitment


def to_seal(number: int) -> str:
    """The key of the notice that its reader is to seal another word, now that this number of rounds was void."""
    return f"{_SEAL}{number}"


def is_waited_for(key: str) -> bool:
    """Whether it is a key of one of the two."""
    return key.startswith(WAITED_FOR)


def is_standing_in(key: str) -> bool:
    """Whether it is such a key."""
    return key.startswith(_STANDS_IN)


def opened_in(key: str) -> str | None:
    """The seat of such a key; None for others."""
    return key.removeprefix(_OPENED).partition(":")[0] if key.startswith(_OPENED) else None
