"""How you are told of your matches, over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.accounts.account_service import AccountService
from app.accounts.login_router import charge, owner
from app.accounts.router import known_caller
from app.accounts.schemas import DoneOut
from app.errors import answers
from app.notices.mails import Stops
from app.notices.schemas import (
    ChannelIn,
    DeliveryOut,
    MailIn,
    ModesIn,
    MuteIn,
    NewChannelOut,
    NoticesOut,
    PushIn,
    TestedOut,
    WishesIn,
)
from app.notices.service import Channels
from app.parameters import MatchId
from app.parts import part, parts
from app.wire import JsonResponse, encode

router = APIRouter(prefix="/api", tags=["notices"])

AccountServicePart = Annotated[AccountService, part(AccountService)]
ChannelsPart = Annotated[Channels, part(Channels)]
StopsPart = Annotated[Stops, part(Stops)]

DONE = {"done": True}
StopToken = Annotated[str, Path(max_length=200, pattern=r"^[A-Za-z0-9_.-]+$")]


@router.get("/account/notices", response_model=NoticesOut, responses=answers(401))
async def notices(request: Request) -> JsonResponse:
    """How you are told of your matches."""
    return await _now(request)


@router.put("/account/notices", response_model=NoticesOut, responses=answers(401))
async def set_wishes(body: WishesIn, request: Request, channels: ChannelsPart) -> JsonResponse:
    """Set when you want to be told."""
    who = await owner(request)
    quiet = None if body.quiet is None else (body.quiet.begins, body.quiet.ends)
    await channels.wish(who.id, quiet, body.digest_hour)
    return await _now(request)


@router.put("/account/notices/muted/{match}", response_model=NoticesOut, responses=answers(401, 403, 404))
async def mute(match: MatchId, body: MuteIn, request: Request, channels: ChannelsPart) -> JsonResponse:
    """Have a match of yours say nothing, or tell again."""
    who = await owner(request)
    await channels.mute(who.id, match, body.muted)
    return await _now(request)


@router.post(
    "/account/notices/channels", response_model=NewChannelOut, status_code=201, responses=answers(401, 403, 409)
)
async def add_channel(
    body: ChannelIn, request: Request, channels: ChannelsPart, account_service: AccountServicePart
) -> JsonResponse:
    """Be told by mail, in a browser, or by a program. For a program you must have logged in lately, if you can."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    asked = body.channel
    if isinstance(asked, MailIn):
        return JsonResponse(await channels.add_mail(who.id), 201)
    if isinstance(asked, PushIn):
        keys = asked.keys
        made = await channels.add_push(who.id, asked.name, asked.endpoint, keys.p256dh, keys.auth)
        return JsonResponse(made, 201)
    await account_service.sure(known_caller(request))
    return JsonResponse(await channels.add_webhook(who.id, asked.name, asked.url), 201)


@router.put("/account/notices/channels/{channel}", response_model=NoticesOut, responses=answers(401, 404))
async def set_modes(channel: uuid.UUID, body: ModesIn, request: Request, channels: ChannelsPart) -> JsonResponse:
    """Set how soon a channel tells of what."""
    who = await owner(request)
    await channels.set_modes(who.id, channel, body.modes)
    return await _now(request)


@router.delete("/account/notices/channels/{channel}", response_model=NoticesOut, responses=answers(401, 404))
async def remove_channel(channel: uuid.UUID, request: Request, channels: ChannelsPart) -> JsonResponse:
    """Remove a channel; what waits for it is not sent."""
    who = await owner(request)
    await channels.remove(who.id, channel)
    return await _now(request)


@router.post(
    "/account/notices/channels/{channel}/test",
    response_model=TestedOut,
    status_code=202,
    responses=answers(401, 404),
)
async def test_channel(channel: uuid.UUID, request: Request, channels: ChannelsPart) -> JsonResponse:
    """Send a test; the list of deliveries tells how it went."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    return JsonResponse(await channels.test(who.id, channel), 202)


@router.get("/account/notices/log", response_model=list[DeliveryOut], responses=answers(401))
async def log(request: Request, channels: ChannelsPart) -> JsonResponse:
    """What became of the newest notices to you."""
    who = await owner(request)
    return JsonResponse(encode(await channels.log(who.id)))


@router.post("/notices/stop/{token}", response_model=DoneOut, responses=answers())
async def stop(token: StopToken, request: Request, stops: StopsPart, channels: ChannelsPart) -> JsonResponse:
    """End the mails of a channel by the link in one of them; the answer is the same for a link that is wrong."""
    await charge(request, "logins")
    channel = stops.channel(token)
    if channel is not None:
        await channels.stop(channel)
    return JsonResponse(DONE)


async def _now(request: Request) -> JsonResponse:
    who = await owner(request)
    return JsonResponse(await parts(request).get(Channels).of(who.id))
