"""Days away over HTTP."""

from __future__ import annotations

import uuid

from fastapi import APIRouter, Request

from app.accounts.entrance import charge, owner
from app.clocks.schemas import VacationIn, VacationsOut
from app.context import context
from app.errors import answers
from app.wire import JsonResponse

router = APIRouter(prefix="/api/account/vacations", tags=["accounts"])


@router.get("", response_model=VacationsOut, responses=answers(401))
async def vacations(request: Request) -> JsonResponse:
    """When you are away, and how many days of this year are left."""
    who = await owner(request)
    return JsonResponse(await context(request).vacations.of(who.id))


@router.post("", response_model=VacationsOut, status_code=201, responses=answers(401, 409))
async def go_away(body: VacationIn, request: Request) -> JsonResponse:
    """Say that you are away on some days, from tomorrow on. In matches over days your clocks stand still for them."""
    here, who = context(request), await owner(request)
    charge(request, "credentials", account=True)
    await here.vacations.add(who.id, body.first_day, body.last_day, body.zone)
    return JsonResponse(await here.vacations.of(who.id), 201)


@router.delete("/{vacation}", response_model=VacationsOut, responses=answers(401, 404))
async def come_back(vacation: uuid.UUID, request: Request) -> JsonResponse:
    """You are back early, or do not go: your clocks run again."""
    here, who = context(request), await owner(request)
    await here.vacations.end(who.id, vacation)
    return JsonResponse(await here.vacations.of(who.id))
