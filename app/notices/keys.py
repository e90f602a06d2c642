"""Which notice about the seats of a match it is: each is told once.

A notice of any other kind has a plain word for this: the name of the question, the id of the proposal, the room.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

About: TypeAlias = Literal["open", "stand-in", "word", "seal", "rematch", "again", "taken"]
SEAT_OPEN: Final = "open"
"""The seat ``of`` has been open ``since`` a command."""
STANDING_IN: Final = "stand-in"
"""Its reader has played the seat ``of`` as a stand-in ``since`` a command."""
WORD_WANTED: Final = "word"
"""Its reader's word is waited for under the commitment ``of``, so that the match can begin."""
SEAL_WANTED: Final = "seal"
"""Its reader is to seal another word, now that ``of`` rounds were void."""
REMATCH: Final = "rematch"
"""A seat is kept for its reader, with sides swapped."""
BEGUN_AGAIN: Final = "again"
"""The same in a match that is begun again with the same seats."""
TAKEN: Final = "taken"
"""Someone sat down at the seat ``of``: the account ``since``."""


class SeatsKey(NamedTuple):
    """The key of such a notice. Stored as a word with colons, in which ``TAKEN`` is not named."""

    about: About
    of: str = ""
    since: str = ""

    def __str__(self) -> str:
        return ":".join(part for part in (self[1:] if self.about == TAKEN else self) if part)

    @classmethod
    def of_word(cls, word: str) -> SeatsKey:
        """The key that is stored as this word."""
        first, _, rest = word.partition(":")
        match first:
            case "open" | "stand-in":
                of, _, since = rest.partition(":")
                return cls(first, of, since)
            case "word" | "seal" | "rematch" | "again":
                return cls(first, rest)
        return cls(TAKEN, first, rest)


WAITED_FOR = (f"{WORD_WANTED}:", f"{SEAL_WANTED}:")
"""How the keys begin of notices that their readers are waited for before a match begins."""
