"""The words that programs add to the dice (decisions/0016), and the names of their commands.

A word follows from the key that signs cookies, the match, the seat and the round of sealing. So every process of the
server knows it without storing it, seals it when the program sits down, and opens it in the very transaction that
commits the server to its secret: before any person's word, so that the server gains nothing by it.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from rules.kernel import dice


@dataclass(frozen=True, slots=True)
class ProgramWords:
    """What follows from the server's key and from nothing that anyone is told."""

    key: bytes

    def word(self, match: str, seat: str, round_: int) -> str:
        """The word of a program's seat; ``round_`` counts how often all have sealed again."""
        return self._digest("word", match, seat, round_)

    def seal(self, match: str, seat: str, round_: int) -> str:
        """Its seal."""
        return dice.seal(match, seat, self.word(match, seat, round_))

    def command_id(self, match: str, seat: str, number: int) -> str:
        """The id of the one command that a program gives when its viewpoint has been told so much.

        Two processes that think mean one command. Nobody can guess it, and send another under it before.
        """
        return self._digest("command", match, seat, number)[:32]

    def answer_id(self, match: str, seat: str, proposal: str) -> str:
        """The id of the one answer that a program gives to a proposal."""
        return self._digest("answer", match, seat, proposal)[:32]

    def standing_in_id(self, match: str, seat: str, version: int) -> str:
        """The id by which a program begins or ends to stand in, when the match is at a version."""
        return self._digest("stand-in", match, seat, version)[:32]

    def _digest(self, *parts: object) -> str:
        text = "/".join(("greatwar program", *map(str, parts)))
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()


def luck_seed(match: str, seat: str, word: str, number: int) -> str:
    """What a program's own choices are drawn by: whoever has the open word can draw them again."""
    return hashlib.sha256(f"greatwar program luck/{match}/{seat}/{word}/{number}".encode()).hexdigest()
