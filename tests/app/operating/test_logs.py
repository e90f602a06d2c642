"""The log: lines for programs, with nothing in them by which anyone could get in, and no line that a caller wrote."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import uuid
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.accounts.sessions import COOKIE
from app.logs import count_errors, scrub
from app.metrics import ERRORS
from app.settings import ROOT
from tests.app.accounts.postbox import postbox
from tests.app.accounts.test_passkeys import stranger
from tests.app.players import END, HIDE, SEALED, THROW, Player, table
from tests.conftest import Server, execute

SITE = "https://greatwar.example"
SAID = "meet me at hex 1213"


def test_a_whole_visit_leaves_no_secret_in_the_log(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """Guests, mail, links, passwords, codes, tokens, invitations, moves, chat; wrong ones of each; and trouble."""
    database = fresh_database()
    with postbox() as box:
        server = serving(database=database, site=SITE, smtp_url=box.url, mail_from="games@greatwar.example")
        red, blue, match = table(server)
        secrets = {match["invite"], match["spectate"], SAID, f"{uuid.uuid4().hex}@example.org", uuid.uuid4().hex}
        secrets |= {word for _, words in SEALED[match["id"]] for word in words.values()}
        at, password = next(s for s in secrets if "@" in s), uuid.uuid4().hex
        secrets |= {red.http.cookies[COOKIE], blue.http.cookies[COOKIE], password}
        box.refusing = 1
        red.http.post("/account/mail", json={"address": at})
        link = box.secret("confirm")
        assert red.http.post("/account/mail/confirm", json={"secret": link}).status_code == 200
        assert red.http.put("/account/password", json={"password": password}).status_code == 200
        stranger(server).http.post("/login/password", json={"address": at, "password": password})
        box.next()
        red.http.post("/login/mail", json={"address": at})
        secrets |= {link, box.secret("login"), red.http.cookies[COOKIE]}
        code = red.http.post("/account/code").json()["code"]
        token = red.http.post("/account/tokens", json={"name": "bot", "scopes": ["play"]}).json()["token"]
        secrets |= {code, token}
        red.play(match, "red", HIDE, THROW, END)
        said = {"id": "said-once", "seat": "red", "text": SAID}
        assert red.http.post(f"/matches/{match['id']}/chat", json=said).status_code == 201
        watch = stranger(server).watch(match, key=match["spectate"])
        watch.next()
        watch.close()
        _go_wrong(server, match, at, password, code, token)
        asyncio.run(execute(database, "ALTER TABLE mail_address RENAME TO away"))
        away = stranger(server).http.post("/login/password", json={"address": at, "password": password})
        assert away.status_code == 503
        asyncio.run(execute(database, "ALTER TABLE away RENAME TO mail_address"))
        server.stop()
    lines = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    for line in lines:
        assert {"event", "level", "logger", "timestamp"} <= json.loads(line).keys()
    told = "\n".join(lines)
    events = {json.loads(line)["event"] for line in lines}
    assert {"mail refused, trying once more", "mail sent", "database out of reach", "refused", "leaving"} <= events
    assert {"logged in", "ways to log in changed"} <= events
    assert {"log_in", "forbidden"} <= {json.loads(line).get("kind") for line in lines}
    assert "SQL parameters hidden" in told, "the statement is there, what it carried is not"
    assert [secret for secret in secrets if secret in told] == []


def _go_wrong(server: Server, match: dict[str, Any], at: str, password: str, code: str, token: str) -> None:
    """What people get wrong, with one letter too many."""
    thief = stranger(server)
    thief.http.post("/login/password", json={"address": at, "password": f"{password}1"})
    thief.http.post("/login/code", json={"code": code[::-1]})
    thief.http.get("/me", headers={"Authorization": f"Bearer {token}x"})
    thief.http.get("/me", headers={"Cookie": f"{COOKIE}=x.{token}"})
    thief.http.get(f"/matches/{match['id']}", params={"invite": f"{match['invite']}x"})
    thief.http.post(f"/matches/{match['id']}/commands", content=password, headers={"Origin": "http://elsewhere"})
    meddler = Player(server, "Karl")
    assert meddler.http.get(f"/matches/{match['id']}/state", params={"seat": "red"}).status_code == 403
    thief.http.get(f"/nothing/{match['spectate']}%0A{{}}")
    httpx.get(f"{server.url}/match.html", params={"invite": match["invite"]}, headers={"Host": "elsewhere.example"})


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("cannot reach postgresql://greatwar:swordfish@db/x", "cannot reach postgresql://greatwar:***@db/x"),
        ("Key (address)=(rosa.l+x@example.org) already exists.", "Key (address)=(***@***) already exists."),
        ("Cookie: gw_session=abc.def.ghi; theme=dark", "Cookie: gw_session=***; theme=dark"),
        ("Bearer gw_" + "x" * 43, "Bearer gw_***"),
        ("'/api/matches/Zk3x_9QmT0aB'", "'/api/matches/Zk3x_9QmT0aB'"),
    ],
)
def test_what_libraries_say_is_scrubbed(line: str, left: str) -> None:
    assert scrub(line) == left


def test_no_caller_writes_lines_of_the_log() -> None:
    """As JSON or as text: in a process of its own, since logging is set up once."""
    for as_json in (True, False):
        program = (
            f"import structlog; from app import logs; logs.configure({as_json}); "
            "structlog.get_logger('x').error('unforeseen', path='/a\\n{}\\x1b[2J')"
        )
        command = [sys.executable, "-c", program]
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, cwd=ROOT).stderr
        assert len(said.splitlines()) == 1
        assert "[2J" in said
        assert "\x1b[2J" not in said


def test_a_log_of_json_holds_json_alone_and_no_invitation(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """From the first line to the last, on both streams: what a person would be shown at a terminal is left out."""
    server = serving(database=fresh_database())
    assert server.stop() == 0
    said = server.log.read_text()
    assert [json.loads(line)["event"] for line in said.splitlines()][0] == "serving"
    assert "invite" not in said


def test_what_python_itself_would_print_is_logged() -> None:
    program = (
        "import threading, warnings; from app import logs; logs.configure(True);"
        "thread = threading.Thread(target=lambda: 1 / 0, name='t'); thread.start(); thread.join();"
        "warnings.warn('old'); raise ValueError('the end')"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    told = [json.loads(line) for line in (done.stdout + done.stderr).splitlines()]
    assert [line["level"] for line in told] == ["error", "warning", "critical"]
    assert "ValueError: the end" in told[-1]["exception"]


def test_an_error_that_was_caught_is_counted_by_what_the_log_says_of_it() -> None:
    def counted() -> float:
        return ERRORS.labels("viewpoint not told")._value.get()

    before = counted()
    for method in ("error", "exception", "warning", "info"):
        line = {"event": "viewpoint not told", "match": "m1"}
        assert count_errors(None, method, line) == {"event": "viewpoint not told", "match": "m1"}
    assert counted() == before + 2, "warnings are no errors"
