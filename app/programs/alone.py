"""A started match with one player in all seats, for programs to play."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Mapping

from app.context import Context
from app.lobby.schemas import MatchIn
from app.matches.facts import MatchRecord
from rules.kernel import dice


def fresh_words(seats: Iterable[str]) -> dict[str, str]:
    """A random word for each seat."""
    return {seat: secrets.token_hex(dice.WORD_BYTES) for seat in seats}


def seals(match: str, words: Mapping[str, str]) -> dict[str, str]:
    """The seals of words by seat."""
    return {seat: dice.seal(match, seat, word) for seat, word in words.items()}


async def start_match(here: Context, account: uuid.UUID, body: MatchIn) -> MatchRecord:
    """Make the match that is asked for, of one screen, and bring it through sealing and opening."""
    made = await here.match_maker.create(account, "Program", body)
    words = fresh_words(c.seat for c in made.seats)
    sealed = await here.starter.seal(made.id, account, seals(made.id, words))
    return await here.starter.open(made.id, account, str(sealed.commitment), words)
