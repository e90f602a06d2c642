"""Bodies and answers about notices."""

from __future__ import annotations

import uuid
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints

from app.notices.kinds import Kind, Mode, Way
from app.wire import LINE, Body

Hour: TypeAlias = Annotated[int, Field(ge=0, le=23)]
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=LINE)]
WebAddress: TypeAlias = Annotated[
    str, StringConstraints(max_length=1000, pattern=r"^https?://[!-~]+$"), Field(examples=["https://example.org/turns"])
]
Key: TypeAlias = Annotated[str, StringConstraints(min_length=8, max_length=200, pattern=r"^[A-Za-z0-9_-]+$")]


class Quiet(Body):
    """Hours of your day in which nothing is sent to you; programs are called even then."""

    begins: Hour = Field(examples=[22])
    ends: Hour = Field(examples=[7])


class WishesIn(Body):
    """When you want to be told, by the clock of your time zone."""

    quiet: Quiet | None = Field(default=None, description="Null: at any hour.")
    digest_hour: Hour = Field(default=8, description="When the daily messages are sent.")


class MuteIn(Body):
    """Whether a match says nothing."""

    muted: bool


class MailIn(Body):
    """Notices to your confirmed mail address."""

    way: Literal["mail"]


class PushKeys(Body):
    """The keys of a browser's subscription."""

    p256dh: Key
    auth: Key


class PushIn(Body):
    """Notices to a browser, as ``PushSubscription`` describes it."""

    way: Literal["push"]
    name: Name = Field(examples=["Chrome on Android"])
    endpoint: WebAddress
    keys: PushKeys


class WebhookIn(Body):
    """Notices to a program: a POST of JSON for each message."""

    way: Literal["webhook"]
    name: Name = Field(examples=["My bot"])
    url: WebAddress


class ChannelIn(Body):
    """A new channel."""

    channel: Annotated[MailIn | PushIn | WebhookIn, Field(discriminator="way")]


class ModesIn(Body):
    """How soon a channel tells of each kind of notice; what is left out stays."""

    modes: dict[Kind, Mode]


class ChannelOut(BaseModel):
    """A channel of yours."""

    id: uuid.UUID
    way: Way
    name: str
    modes: dict[Kind, Mode]
    trouble: str = Field(description="Why the last message did not arrive; empty when it did.")
    created_at: str


class NewChannelOut(ChannelOut):
    """A new channel."""

    secret: str | None = Field(description="What a webhook's calls are signed with, shown this once.")


class QuietOut(BaseModel):
    """Hours of your day in which nothing is sent to you."""

    begins: int
    ends: int


class NoticesOut(BaseModel):
    """How you are told of your matches."""

    channels: list[ChannelOut]
    quiet: QuietOut | None
    digest_hour: int
    muted: list[str] = Field(description="Matches that say nothing.")
    push_key: str = Field(description="The server's key, which a browser needs to subscribe.")
    sends_mail: bool = Field(description="Whether the server sends mail.")


class DeliveryOut(BaseModel):
    """What became of a notice on its way by one of your channels."""

    id: uuid.UUID
    channel: str
    way: Way
    kind: Kind | Literal["test"]
    match: str | None
    seat: str | None
    status: Literal["waiting", "sent", "lapsed", "failed"]
    reason: str
    tries: int
    at: str
    due_at: str | None = Field(description="When it is sent, or tried again; null when nothing more is done.")
    done_at: str | None


class TestedOut(BaseModel):
    """A test is on its way."""

    id: uuid.UUID = Field(description="Its number in the list of deliveries.")
