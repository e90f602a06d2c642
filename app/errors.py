"""The one shape of an error on the wire: ``{"error": {"code", "section", "text"}}``, and who makes it."""

from __future__ import annotations

from typing import Any

import asyncpg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException

from app.database import TROUBLE
from app.rarely import Rarely
from app.wire import JsonResponse
from rules.kernel.messages import Refusal
from rules.kernel.plans import UnknownPlan
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

OUT_OF_REACH = Rarely("database out of reach")
ORPHANED = Rarely("a row for what was removed meanwhile")


RETRY_SECONDS = {429: "10", 503: "2"}
"""How long a client is asked to wait."""
MIN_SERVER_ERROR_STATUS = 500


class ErrorDetail(BaseModel):
    """What went wrong: a code for programs, the rulebook's section if a rule forbids it, a sentence for people."""

    code: str = Field(examples=["moved_on"])
    section: str = Field(default="", examples=["10.1"])
    text: str = Field(examples=["The match has moved on to another decision."])


class ErrorBody(BaseModel):
    """Every answer that is not a success."""

    error: ErrorDetail


class ShardAway(OSError):
    """A shard that does not answer (decisions/0079): one of ``TROUBLE``, of which we know that the rest goes on."""


class ApiError(Exception):
    """Answered as an error of this status. The text never tells what the rules hide."""

    def __init__(self, status: int, code: str, text: str, section: str = "") -> None:
        super().__init__(text)
        self.status, self.code, self.section, self.text = status, code, section, text

    @property
    def passes(self) -> bool:
        """Whether it says nothing against what was asked, so that the same may be done later: memory is short, or a
        database is away."""
        return self.status >= MIN_SERVER_ERROR_STATUS

    def response(self) -> JsonResponse:
        """The answer."""
        return error_response(self.status, self.code, self.text, self.section)


def what_if_only() -> ApiError:
    """Something that is done with matches that count."""
    return ApiError(409, "what_if_only", "This only tries something out: it proves nothing and does not count.")


def error_response(status: int, code: str, text: str, section: str = "") -> JsonResponse:
    """An answer in the one shape."""
    headers = {"Retry-After": RETRY_SECONDS[status]} if status in RETRY_SECONDS else None
    return JsonResponse({"error": {"code": code, "section": section, "text": text}}, status, headers)


def refusal_error(refusal: Refusal) -> ApiError:
    """A refusal of the rules as an answer."""
    return ApiError(422, refusal.code, refusal.text, refusal.section)


def no_session() -> ApiError:
    """No cookie, or one that is stale or forged."""
    return ApiError(401, "no_session", "Enter your name first.")


def no_match() -> ApiError:
    """No such match."""
    return ApiError(404, "no_match", "There is no such match.")


def not_yours() -> ApiError:
    """A seat or a key that the caller has no right to."""
    return ApiError(403, "not_your_seat", "That seat is not yours.")


def knows_too_much() -> ApiError:
    """Nobody plays against a side whose view they have seen."""
    return ApiError(403, "knows_too_much", "You have seen the match from another side.")


def without_database(path: str, error: Exception) -> JsonResponse:
    """The answer while the database is out of reach, or has just been rid of what a row would belong to."""
    if _is_orphaned(error):
        # Noted, since a row that never had anything to belong to would be our own fault.
        ORPHANED.note(error, path=path)
        return error_response(404, "gone", "What this belongs to was removed at this moment.")
    OUT_OF_REACH.note(error, path=path)
    if isinstance(error, ShardAway):
        text = "The part of the server that keeps this match is out of reach. Other matches can be played."
        return error_response(503, "shard_away", text)
    # Whether a command was stored is not known when the connection broke; the same id finds out.
    return error_response(503, "unavailable", "The server cannot reach its database. Try again in a moment.")


def _is_orphaned(error: Exception) -> bool:
    """Whether a row was to be stored for a match or an account that has just been deleted."""
    found = error.orig if isinstance(error, IntegrityError) else error
    return str(getattr(found, "sqlstate", "")) == str(asyncpg.ForeignKeyViolationError.sqlstate)


def of_a_newer_version(path: str, error: Exception) -> JsonResponse:
    """The answer where this process cannot read what is stored: a newer one, which runs beside it, wrote it.

    Or it lacks the plan of the match, as when it was started without the folder that the one before it had.
    """
    if isinstance(error, UnknownPlan):
        log.error("the plan of a match is missing", path=path, error=str(error))
        return error_response(503, "unknown_plan", "The server does not have the charts of this match at hand.")
    log.error("stored by a newer version", path=path, error=str(error))
    return error_response(503, "newer_version", "The server is being updated: try again in a moment.")


def moved_on() -> ApiError:
    """The decision that the command answers is no longer asked."""
    return ApiError(409, "moved_on", "The match has moved on to another decision.")


EVERYWHERE = (400, 401, 403, 413, 422, 429, 503)
"""Any call may come with a token that was revoked or is not good for it, from a foreign page, or too often."""
_MEANING = {
    400: "malformed",
    401: "no session, or a token that is not good",
    403: "not your seat, not a call for this token, or from a foreign page",
    404: "not found",
    409: "the match has moved on",
    413: "too large",
    422: "refused by the rules, or fits no rule that a schema can state",
    429: "too many calls",
    503: "the database is out of reach, too many call at once, or the server is being updated",
}


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route for the OpenAPI description, besides those that every route may give."""
    return {s: {"model": ErrorBody, "description": _MEANING[s]} for s in sorted({*EVERYWHERE, *statuses})}


OURS = "value_error"
"""What pydantic calls the refusals of our own validators: of what no schema can say."""
PATTERN = "string_pattern_mismatch"


def _validation_response(error: RequestValidationError) -> JsonResponse:
    """400 for what is against the schema, 422 for what is against nothing but sense, as a name without a letter."""
    found = error.errors()
    first = next((e for e in found if e["type"] != OURS), found[0])
    place = ".".join(str(part) for part in first["loc"] if part != "body")[:80]
    said = str(first["ctx"]["error"] if first["type"] == OURS else first["msg"])
    if first["type"] == PATTERN:
        said = "contains characters that are not allowed"
    status, code = (422, "unfit") if first["type"] == OURS else (400, "malformed")
    return error_response(status, code, f"{place or 'body'}: {said}"[:200])


def install(app: FastAPI) -> None:
    """Make every error of the app come in the one shape."""

    async def api_error(_: Request, error: Exception) -> JsonResponse:
        assert isinstance(error, ApiError)  # noqa: S101
        return error.response()

    async def answer_malformed(_: Request, error: Exception) -> JsonResponse:
        assert isinstance(error, RequestValidationError)  # noqa: S101
        return _validation_response(error)

    async def http_error(_: Request, error: Exception) -> JsonResponse:
        assert isinstance(error, HTTPException)  # noqa: S101
        code = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "malformed")
        answer = error_response(error.status_code, code, str(error.detail)[:200])
        answer.headers.update(error.headers or {})
        return answer

    async def trouble(request: Request, error: Exception) -> JsonResponse:
        return without_database(request.url.path, error)

    async def newer(request: Request, error: Exception) -> JsonResponse:
        return of_a_newer_version(request.url.path, error)

    async def unforeseen(request: Request, error: Exception) -> JsonResponse:
        log.error("unforeseen", path=request.url.path, exc_info=error)
        return error_response(500, "internal", "Something went wrong on the server.")

    app.add_exception_handler(ApiError, api_error)
    app.add_exception_handler(RequestValidationError, answer_malformed)
    app.add_exception_handler(HTTPException, http_error)
    for kind in TROUBLE:
        app.add_exception_handler(kind, trouble)
    app.add_exception_handler(UnknownShape, newer)
    app.add_exception_handler(Exception, unforeseen)
