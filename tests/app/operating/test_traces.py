"""Traces (decisions/0077): spans of a move's steps for a collector, with nothing in them that is secret or hidden."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import ValidationError

from app.accounts.sessions import COOKIE
from app.settings import Settings
from app.traces.opentelemetry import spans_to
from app.traces.spans import here, span, traced_by
from app.traces.tracing import tracing
from tests.app.accounts.test_tokens import token
from tests.app.players import END, HIDE, SEALED, THROW, table
from tests.conftest import TOY, Server

SAID = "meet me at hex 1213"


class Collector:
    """Takes what servers send, as OTLP over HTTP."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/traces"
                collector.sent.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"

    def spans(self) -> list[Any]:
        """All spans so far."""
        parts = [ExportTraceServiceRequest.FromString(body) for body in self.sent]
        return [s for part in parts for r in part.resource_spans for scope in r.scope_spans for s in scope.spans]


@contextlib.contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()
    thread = threading.Thread(target=collector.http.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield collector
    finally:
        collector.http.shutdown()
        thread.join()
        collector.http.server_close()


def said_by(span: Any) -> dict[str, Any]:
    return {a.key: a.value.string_value or a.value.int_value for a in span.attributes}


def test_a_moves_steps_are_spans_and_hold_nothing_secret(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    with collecting() as collector:
        database = fresh_database()
        servers = [serving(TOY, database, traces=collector.url) for _ in range(2)]
        red, blue, match = table(servers[0])
        for who, name in ((red, "Henriette"), (blue, "Gwendolen")):
            assert who.http.post("/guests", json={"name": name}).status_code == 200
        watch = blue.elsewhere(servers[1]).watch(match, seat="blue")
        watch.next()
        version = red.play(match, "red", HIDE, THROW, END)
        watch.until(version)
        watch.close()
        said = {"id": "said-once", "seat": "red", "text": SAID}
        assert red.http.post(f"/matches/{match['id']}/chat", json=said).status_code == 201
        assert red.http.get(f"/matches/{match['id']}/state", params={"key": match["spectate"]}).status_code == 200
        bearer = token(red, "play")["token"]
        assert [server.stop() for server in servers] == [0, 0]
        spans, sent = collector.spans(), b"".join(collector.sent)
    by_id = {s.span_id: s for s in spans}

    def way(s: Any) -> list[str]:
        """A span and those around it, from the innermost on."""
        names = [s.name]
        while s.parent_span_id:
            s = by_id[s.parent_span_id]
            names.append(s.name)
        return names

    ways = [way(s) for s in spans]
    for step in ("judge", "store"):
        assert ways.count([step, "order", "request"]) == 3, step
    assert ["statement", "journal"] in ways
    assert any(w[0] == "statement" and w[-1] == "request" for w in ways), "statements of a request are its children"
    assert any(w[0] == "tell" for w in ways)
    assert any(w[0] == "tell processes" for w in ways)
    assert any(w[0] == "hear" for w in ways)
    stores = {s.span_id for s in spans if s.name == "store"}
    assert stores == {link.span_id for s in spans if s.name == "journal" for link in s.links}
    orders = [said_by(s) for s in spans if s.name == "order"]
    assert orders == [{"match": match["id"], "game": "toy"}] * 3
    moves = [s for s in spans if said_by(s).get("http.route", "").endswith("/commands")]
    assert [said_by(s)["http.response.status_code"] for s in moves] == [200] * 3
    # What SQLAlchemy prepares is there as well as what asyncpg is asked directly.
    texts = {said_by(s)["db.query.text"] for s in spans if s.name == "statement"}
    assert any(text.startswith("WITH sent AS") for text in texts)
    assert any("INSERT INTO account" in text for text in texts)
    secrets = {match["invite"], match["spectate"], SAID, bearer, "Henriette", "Gwendolen"}
    secrets |= {who.http.cookies[COOKIE] for who in (red, blue)}
    secrets |= {word for _, words in SEALED[match["id"]] for word in words.values()}
    assert not [secret for secret in secrets if secret.encode() in sent]


def test_an_error_has_its_type_and_not_its_words() -> None:
    exporter = InMemorySpanExporter()
    spans = spans_to(exporter, 1.0, "test")
    with traced_by(spans), pytest.raises(ValueError, match="secret"), span("order"):
        raise ValueError("a secret that someone wrote")
    assert here() is None
    spans.close()
    (failed,) = exporter.get_finished_spans()
    assert dict(failed.attributes or {}) == {"error.type": "ValueError"}
    assert not failed.events
    assert not failed.status.is_ok
    assert failed.status.description is None


def test_a_share_is_traced() -> None:
    exporter = InMemorySpanExporter()
    spans = spans_to(exporter, 0.0, "test")
    with traced_by(spans), span("order"), span("judge"):
        pass
    spans.close()
    assert not exporter.get_finished_spans()


async def test_off_means_that_nothing_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.traces.opentelemetry", None)
    async with tracing(Settings(), "server"):
        with span("order") as noted:
            noted.note({"kind": "test"})
            assert here() is None
    with pytest.raises(ImportError):
        async with tracing(Settings(traces="http://127.0.0.1:4318"), "server"):
            pass


def test_a_collector_that_cannot_be_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("collector", "grpc://host:4317", "http://", "http://me:hush@host:port", "http://host/?key=hush"):
        with pytest.raises(ValidationError, match="address of a collector") as refused:
            Settings(traces=wrong)
        assert "hush" not in str(refused.value)
    monkeypatch.setattr("app.settings.find_spec", lambda _: None)
    with pytest.raises(ValidationError, match="make traces"):
        Settings(traces="http://127.0.0.1:4318")
