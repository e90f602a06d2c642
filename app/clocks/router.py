"""Days away over HTTP."""

from __future__ import annotations

import uuid
from typing import Annotated

from fastapi import APIRouter, Request

from app.accounts.login_router import charge, owner
from app.clocks.schemas import VacationIn, VacationsOut
from app.clocks.vacations import Vacations
from app.errors import answers
from app.parts import part
from app.wire import JsonResponse

router = APIRouter(prefix="/api/account/vacations", tags=["accounts"])

VacationsPart = Annotated[Vacations, part(Vacations)]


@router.get("", response_model=VacationsOut, responses=answers(401))
async def vacations(request: Request, vacations: VacationsPart) -> JsonResponse:
    """When you are away, and how many days of this year are left."""
    who = await owner(request)
    return JsonResponse(await vacations.of(who.id))


@router.post("", response_model=VacationsOut, status_code=201, responses=answers(401, 409))
async def go_away(body: VacationIn, request: Request, vacations: VacationsPart) -> JsonResponse:
    """Say that you are away on some days, from tomorrow on. In matches over days your clocks stand still for them."""
    who = await owner(request)
    await charge(request, "credentials", account=True)
    await vacations.add(who.id, body.first_day, body.last_day, body.zone)
    return JsonResponse(await vacations.of(who.id), 201)


@router.delete("/{vacation}", response_model=VacationsOut, responses=answers(401, 404))
async def come_back(vacation: uuid.UUID, request: Request, vacations: VacationsPart) -> JsonResponse:
    """You are back early, or do not go: your clocks run again."""
    who = await owner(request)
    await vacations.end(who.id, vacation)
    return JsonResponse(await vacations.of(who.id))
