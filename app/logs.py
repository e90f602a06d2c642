"""Logs by structlog: JSON lines for programs, coloured text for a terminal."""

from __future__ import annotations

import logging
import re
import sys
import threading
from types import TracebackType

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from app.metrics import ERRORS

_SECRETS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(://[^\s/:@\"']*:)[^\s/@\"']+@"), r"\1***@"),
    (re.compile(r"((?:__Host-)?gw_session=)[^\s;\"',]+"), r"\1***"),
    (re.compile(r"\bgw_[A-Za-z0-9_-]{20,}"), "gw_***"),
    (re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"), "***@***"),
)
"""Passwords in addresses of servers, our cookies, programs' tokens, mail addresses. We log none of them; a library's
error may, as when Postgres repeats the value that a unique key has already."""


def scrub(line: str) -> str:
    """A line of the log without what looks like a secret."""
    for secret, instead in _SECRETS:
        line = secret.sub(instead, line)
    return line


def _on_one_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """What callers say cannot end a line of a text log, begin one, or steer the terminal that shows it."""
    for name, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            event[name] = value.encode("unicode_escape").decode()
    return event


def count_errors(_logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """What was caught so that others could go on is counted, and not only written: an operator is told of it. Our own
    lines alone: what they say stands in our code, so there are not many kinds."""
    if method in ("error", "exception", "critical"):
        ERRORS.labels(str(event.get("event", ""))).inc()
    return event


def _scrub(render: Processor) -> Processor:
    """The last step, with secrets taken out of its text."""

    def render_scrubbed(logger: WrappedLogger, method: str, event: EventDict) -> str:
        return scrub(str(render(logger, method, event)))

    return render_scrubbed


def configure(as_json: bool | None) -> None:
    """Set up logging to stderr once, for us and for the libraries."""
    as_json = not sys.stderr.isatty() if as_json is None else as_json
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: Processor = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[count_errors, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    # JSON escapes what steers; the console shows exceptions by itself, and better.
    final: list[Processor] = [structlog.processors.format_exc_info if as_json else _on_one_line, _scrub(last)]
    final.insert(0, structlog.stdlib.ProcessorFormatter.remove_processors_meta)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=final))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # The last is SQLAlchemy's pool, which logs under the name of our class.
    for noisy in ("alembic", "uvicorn", "app.database"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    if as_json:
        _hook_what_python_prints()


def _hook_what_python_prints() -> None:
    """Have what Python itself would print to stderr logged: in a log of JSON, every line is JSON."""
    log = structlog.get_logger(__name__)

    def log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("ended", exc_info=(kind, error, trace))

    def thread_ended(about: threading.ExceptHookArgs) -> None:
        if about.exc_value is not None:
            name = None if about.thread is None else about.thread.name
            log.error("thread ended", thread=name, exc_info=about.exc_value)

    def unraisable(about: sys.UnraisableHookArgs) -> None:
        log.error("error that could not be raised", where=repr(about.object), exc_info=about.exc_value)

    sys.excepthook, threading.excepthook, sys.unraisablehook = log_uncaught, thread_ended, unraisable
