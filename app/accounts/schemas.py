"""Bodies and answers about accounts."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Annotated, Any
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.accounts.names import plain
from app.accounts.scopes import Scope
from app.wire import LINE, Body, PlainObject, Sentence, Word

MAX_LETTERS = 40


Address = Annotated[
    str,
    StringConstraints(max_length=200, pattern=r"^[A-Za-z0-9._%+'/=?^{|}~&*!#$-]+@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}$"),
    Field(examples=["rosa@example.org"]),
]
"""A mail address in plain ASCII; other domains have such a name too."""
Secret = Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


@cache
def _zones() -> frozenset[str]:
    """All time zones; to find them reads hundreds of files."""
    return frozenset(available_timezones())


def _zone(zone: str) -> str:
    """Refuse a time zone that there is not. ValueError."""
    if zone not in _zones():
        raise ValueError("there is no such time zone")
    return zone


Zone = Annotated[Word, AfterValidator(_zone)]
"""A time zone, as IANA names it."""


def _short(name: str) -> str:
    """Refuse what has grown too long by being written plainly. ValueError."""
    if len(name) > MAX_LETTERS:
        raise ValueError(f"a name has at most {MAX_LETTERS} characters")
    return name


class GuestIn(Body):
    """Who wants to play."""

    name: Annotated[
        Sentence,
        StringConstraints(min_length=1, max_length=MAX_LETTERS),
        AfterValidator(plain),
        AfterValidator(_short),
    ] = Field(examples=["Helmuth"])


class AccountOut(BaseModel):
    """Who one is."""

    id: uuid.UUID
    name: str


class SessionOut(BaseModel):
    """A browser in which one is known."""

    id: uuid.UUID
    agent: str = Field(description="The name that the browser gave itself.")
    created_at: str
    seen_at: str = Field(description="When it was last used, to about an hour.")
    expires_at: str
    current: bool = Field(description="Whether it is the session of this call.")


class EndedOut(BaseModel):
    """How many sessions were ended."""

    ended: int


class PasskeyIn(Body):
    """A passkey that the browser has made."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=MAX_LETTERS, pattern=LINE)] = Field(
        examples=["My phone"], description="By which you know it again in the list."
    )
    credential: PlainObject = Field(description="What ``navigator.credentials.create`` gave, as JSON.")


class PasskeyLogInIn(Body):
    """A passkey's answer to the challenge."""

    credential: PlainObject = Field(description="What ``navigator.credentials.get`` gave, as JSON.")
    bring: bool = Field(default=False, description="Bring the matches of this browser's guest along.")


class CodeIn(Body):
    """A code that another device shows."""

    code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{4}[ -]?[A-Za-z]{4}$")] = Field(examples=["ABCD-EFGH"])
    bring: bool = Field(default=False, description="Bring the matches of this browser's guest along.")


class ApiTokenIn(Body):
    """A token for a program."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=MAX_LETTERS, pattern=LINE)] = Field(
        examples=["My bot"]
    )
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=2)] = Field(
        description="``read``: look at what you may see; ``play``: look and play."
    )


class DeleteIn(Body):
    """Whose account is to be deleted."""

    name: Sentence = Field(examples=["Helmuth"], description="Your name, as you typed it.")


class ZoneIn(Body):
    """A time zone, as IANA names it."""

    zone: Zone | None = Field(examples=["Europe/Berlin"])


class PersonIn(Body):
    """Someone in a match of yours."""

    match: Word
    seat: Word


class ReportIn(PersonIn):
    """What you report about someone in a match of yours."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=LINE)]


class AddressIn(Body):
    """A mail address."""

    address: Address


class SecretIn(Body):
    """The secret of a mail's link."""

    secret: Secret


class LinkLogInIn(Body):
    """The secret of a mail's link, to log in."""

    secret: Secret
    bring: bool = Field(default=False, description="Bring the matches of this browser's guest along.")


class PasswordIn(Body):
    """A new password."""

    password: Annotated[str, StringConstraints(min_length=12, max_length=128, pattern=LINE)]
    current: Sentence = Field(default="", description="The present password, if there is one.")


class PasswordLogInIn(Body):
    """Mail address and password."""

    address: Address
    password: Sentence
    bring: bool = Field(default=False, description="Bring the matches of this browser's guest along.")


class SentOut(BaseModel):
    """A mail is on its way, if there is one to send."""

    sent: bool


class WaysOut(BaseModel):
    """Ways to log in, besides passkeys and codes from other devices."""

    mail: bool = Field(description="Whether the server sends mail: links to log in, and passwords.")


class MailOut(BaseModel):
    """Your mail address."""

    address: str
    confirmed_at: str


class PasswordOut(BaseModel):
    """Your password, of which nothing is told but its age."""

    changed_at: str


class PasskeyOut(BaseModel):
    """A passkey of yours."""

    id: uuid.UUID
    name: str
    created_at: str
    used_at: str | None


class ProfileOut(BaseModel):
    """Your account: what it is called, and how you can log in to it."""

    id: uuid.UUID
    name: str
    created_at: str
    zone: str | None = Field(description="Your time zone; null: as your browser has it.")
    guest: bool = Field(description="Whether you have no way to log in: only this browser knows you.")
    matches: int = Field(description="Matches in which you sit.")
    passkeys: list[PasskeyOut]
    mail: MailOut | None
    password: PasswordOut | None
    sends_mail: bool = Field(description="Whether the server sends mail.")
    sure: bool = Field(description="Whether you may change how you log in without logging in again first.")


class ApiTokenOut(BaseModel):
    """A token of yours, without its secret."""

    id: uuid.UUID
    name: str
    scopes: list[str]
    created_at: str
    used_at: str | None = Field(description="When it was last used, to about an hour.")


class NewTokenOut(ApiTokenOut):
    """A new token. Its secret is shown this once."""

    token: str


class BlockedOut(BaseModel):
    """Someone whom you have blocked."""

    id: uuid.UUID = Field(description="The block's, not the person's.")
    name: str
    created_at: str


class MuteOut(BaseModel):
    """Someone whose chat you have muted."""

    id: str = Field(description="The mute's, not the person's.")
    name: str
    created_at: str


class DoneOut(BaseModel):
    """It is done."""

    done: bool


class AccountFileOut(BaseModel):
    """Everything that is kept about you, but for hashes and keys."""

    format: str
    account: dict[str, Any]
    sessions: list[dict[str, Any]]
    passkeys: list[dict[str, Any]]
    password: list[dict[str, Any]]
    mail: list[dict[str, Any]]
    one_time_secrets: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    mutes: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    channels: list[dict[str, Any]]
    notice_wishes: list[dict[str, Any]]
    notices: list[dict[str, Any]] = Field(description="What you were told of, and what became of it.")
    commands: list[dict[str, Any]] = Field(description="What your seats have played.")


class CodeOut(BaseModel):
    """A code for another device."""

    code: str = Field(examples=["ABCD-EFGH"])
    expires_at: str


class EnteredOut(BaseModel):
    """Who you are now."""

    id: uuid.UUID
    name: str
    brought: int = Field(description="Matches that came along.")
