"""A span for each statement: its text, which has placeholders where values would be, and never what it is sent with."""

from __future__ import annotations

import time
from typing import Any, Protocol

from sqlalchemy import Engine, event

from app.traces.spans import are_traced, past

MAX_TEXT_LENGTH = 300


class Logged(Protocol):
    """What asyncpg tells of a statement."""

    query: str
    elapsed: float
    exception: BaseException | None


def trace_connection(connection: Any) -> None:
    """Have the statements of a connection of asyncpg's traced, if anything is."""
    if are_traced():
        connection.add_query_logger(_note_logged)


def _note_logged(logged: Logged) -> None:
    _note(logged.query, logged.elapsed, logged.exception)


def _note(query: str, seconds: float, error: BaseException | None) -> None:
    text = " ".join(query.split())[:MAX_TEXT_LENGTH]
    if error is None:
        past("statement", seconds, {"db.query.text": text})
    else:
        past("statement", seconds, {"db.query.text": text, "error.type": type(error).__name__})


def trace_engine(engine: Engine) -> None:
    """Have SQLAlchemy's own statements traced: it prepares them, which asyncpg tells nobody of."""

    def begin(_connection: Any, _cursor: Any, _text: str, _values: Any, execution: Any, _many: bool) -> None:
        setattr(execution, _ATTRIBUTE, time.perf_counter())

    def end(_connection: Any, _cursor: Any, text: str, _values: Any, execution: Any, _many: bool) -> None:
        _note(text, time.perf_counter() - getattr(execution, _ATTRIBUTE), None)

    def fail(failure: Any) -> None:
        execution = failure.execution_context
        if execution is not None and failure.statement is not None and hasattr(execution, _ATTRIBUTE):
            _note(failure.statement, time.perf_counter() - getattr(execution, _ATTRIBUTE), failure.original_exception)

    if are_traced():
        event.listen(engine, "before_cursor_execute", begin)
        event.listen(engine, "after_cursor_execute", end)
        event.listen(engine, "handle_error", fail)


_ATTRIBUTE = "_traced_since"
