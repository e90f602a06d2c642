"""Matches at a server in this process: seated, begun, and played at random through the service."""

from __future__ import annotations

import random
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.context import Context
from app.lobby.schemas import MatchIn
from app.matches.facts import MatchRecord
from app.matches.live_match.live_match import LiveMatch
from app.programs.alone import fresh_words, seals
from rules.kernel.messages import JsonObject

UNDO_ONE_IN = 15

Person = tuple[uuid.UUID, str]
"""An account and its name."""


async def seated(here: Context, body: MatchIn, people: Sequence[Person]) -> MatchRecord:
    """A match at whose seats these people sit, in order; seats stay free when there are fewer people."""
    maker, name = people[0]
    record = await here.match_maker.create(maker, name, body)
    if not body.hotseat:
        for client, (account, _) in zip(record.seats[1:], people[1:], strict=False):
            await here.seats.sit(record.id, client.seat, account, record.invite)
    return await here.lobby.find(record.id)


async def begun(here: Context, record: MatchRecord) -> MatchRecord:
    """The same match with every word sealed and opened."""
    words, record = await sealed(here, record)
    return await opened(here, record, words)


async def sealed(here: Context, record: MatchRecord) -> tuple[dict[str, str], MatchRecord]:
    """New words by seat, and the same match with all of them sealed."""
    words = fresh_words(c.seat for c in record.seats)
    for client in record.seats:
        assert client.account is not None
        record = await here.starter.seal(record.id, client.account, seals(record.id, {client.seat: words[client.seat]}))
    return words, record


async def opened(here: Context, record: MatchRecord, words: Mapping[str, str]) -> MatchRecord:
    """The same match with these words opened."""
    for client in record.seats:
        if client.seat in words:
            assert client.account is not None
            word = {client.seat: words[client.seat]}
            record = await here.starter.open(record.id, client.account, str(record.commitment), word)
    return record


async def move(here: Context, table: LiveMatch, rng: random.Random) -> None:
    """One command of someone who decides, or now and then the last one taken back."""
    game, match = table.game, table.record.id
    accounts = {c.seat: c.player for c in table.record.seats}
    last = list(table.steps)[-1:]
    if last and rng.randrange(UNDO_ONE_IN) == 0:
        await here.moves.undo(match, accounts[last[0].seat], last[0].seat, secrets.token_hex(8))
        return
    seat = rng.choice(game.deciders(table.state))
    legal: JsonObject = game.legal(table.state, seat)
    command = game.random_command(table.state, seat, rng)
    await here.moves.command(match, accounts[seat], seat, secrets.token_hex(8), str(legal["ask"]), command)


async def play(
    here: Context, match: str, rng: random.Random, *, most: int, until: Callable[[Any], bool] = lambda _state: False
) -> int:
    """Play a match on until its state is wanted, it is over, or that many commands were given; gives their number."""
    table = await here.live_matches.get(match)
    for number in range(most):
        if not table.game.deciders(table.state) or until(table.state):
            return number
        await move(here, table, rng)
    return most
