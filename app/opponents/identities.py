"""Who the programs are: an account each, known by its id alone, so that no name can be taken for one."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.accounts.names import RESERVED
from app.errors import ApiError
from app.matches.facts import Newcomer
from rules.kernel.game import Game, Seat
from rules.kernel.players import OFFICER, RECRUIT, STAFF

_SPACE: Final = uuid.UUID("6f1c0f0e-5d0a-4b8e-9b0a-1914191419ff")

PROGRAMS: Final = "programs"
"""The lease of the one process of a database in which programs play."""
NAMES: Mapping[str, str] = MappingProxyType(
    {RECRUIT: f"Recruit {RESERVED}", OFFICER: f"Officer {RESERVED}", STAFF: f"Staff {RESERVED}"}
)
"""What each strength is called wherever a player's name stands, the weakest first; no person can take such a name."""
ACCOUNTS: Mapping[str, uuid.UUID] = MappingProxyType({strength: uuid.uuid5(_SPACE, strength) for strength in NAMES})
"""The account of each strength. Nobody can log in to it: it has neither a session nor a passkey nor a token."""
_STRENGTHS: Mapping[uuid.UUID, str] = MappingProxyType({account: strength for strength, account in ACCOUNTS.items()})


def strength_of(account: uuid.UUID | None) -> str | None:
    """The strength of the program that an account is; None for a person's and for no account."""
    return None if account is None else _STRENGTHS.get(account)


async def add_accounts(session: AsyncSession) -> None:
    """See to it that the programs' accounts are there."""
    rows = [{"id": account, "name": NAMES[strength]} for strength, account in ACCOUNTS.items()]
    await session.execute(insert(Account).values(rows).on_conflict_do_nothing())


def strengths(game: Game[Any, Any], seat: Seat) -> list[str]:
    """The strengths of the programs that can sit in a seat, alone on its side or beside others."""
    found = [strength for strength, by_side in game.opponents.items() if seat.side in by_side]
    return [strength for strength in found if strength in seat.strengths or not seat.strengths]


def weaker_than(game: Game[Any, Any], seats: Sequence[Seat], name: str, strength: str) -> str | None:
    """The next weaker program for a seat; None if there is none."""
    offered = strengths(game, next(seat for seat in seats if seat.id == name))
    below = [one for one in [*NAMES][: [*NAMES].index(strength)] if one in offered]
    return below[-1] if below else None


def as_newcomer(strength: str) -> Newcomer:
    """A program that comes to a seat."""
    return Newcomer(ACCOUNTS[strength], NAMES[strength], program=strength)


def refuse_seating(game: Game[Any, Any], seats: tuple[Seat, ...], wanted: Mapping[str, str], own: str) -> None:
    """Refuse programs where none can sit. ApiError 404 or 409."""
    by_id = {seat.id: seat for seat in seats}
    for name, strength in wanted.items():
        if name not in by_id:
            raise ApiError(404, "no_seat", "The scenario has no such seat.")
        if name == own:
            raise ApiError(409, "own_seat", "That is your own seat.")
        refuse_strength(game, seats, name, strength)


def refuse_strength(game: Game[Any, Any], seats: Sequence[Seat], name: str, strength: str) -> None:
    """Refuse a program that there is not for a seat. ApiError 409."""
    if strength not in strengths(game, next(seat for seat in seats if seat.id == name)):
        raise ApiError(409, "no_program", f"No program of the strength {strength} plays this scenario yet.")
