"""Mail addresses, links that log in, and passwords: through a real SMTP server, and without telling who is known."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterator

import argon2
import httpx
import pytest

from app.accounts.sessions import COOKIE
from app.settings import Settings
from tests.app.accounts.postbox import Postbox, postbox
from tests.app.accounts.test_passkeys import stranger
from tests.app.players import HIDE, Player, table
from tests.app.toy_server import CHEAP
from tests.conftest import TOY, Server, execute, fetch

SITE = "https://greatwar.example"
SECRET = "rather a long one 1914"


@pytest.fixture(scope="module")
def box() -> Iterator[Postbox]:
    """The postbox of this module's server."""
    with postbox() as box:
        yield box


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, starting: Callable[..., Server], box: Postbox
) -> Iterator[Server]:
    """A server that sends mail."""
    log = tmp_path_factory.mktemp("mail") / "server.log"
    started = starting(TOY, database_url, log, smtp_url=box.url, mail_from="games@greatwar.example", site=SITE)
    yield started
    started.stop()


def address() -> str:
    """One that nobody has."""
    return f"{uuid.uuid4().hex}@example.org"


def reachable(player: Player, box: Postbox, at: str) -> None:
    """Give a player's account a confirmed address."""
    assert player.http.post("/account/mail", json={"address": at}).json() == {"sent": True}
    answer = player.http.post("/account/mail/confirm", json={"secret": box.secret("confirm")})
    assert answer.status_code == 200, answer.text


def code_of(answer: httpx.Response) -> str:
    """The code of a refusal."""
    return str(answer.json()["error"]["code"])


def test_an_address_is_confirmed_and_a_link_to_it_logs_in_once(server: Server, box: Postbox) -> None:
    red, _, match = table(server)
    at = address()
    before = red.http.cookies[COOKIE]
    reachable(red, box, at.upper())
    assert red.http.cookies[COOKIE] != before
    mine = red.http.get("/account").json()
    assert (mine["guest"], mine["mail"]["address"]) == (False, at)
    browser = stranger(server)
    assert browser.http.post("/login/mail", json={"address": at.title()}).json() == {"sent": True}
    letter = box.next()
    assert (letter["To"], letter["From"]) == (at, "games@greatwar.example")
    assert "Rosa" not in letter.as_string(), "a name that strangers chose would make our mail theirs"
    secret = letter.get_content().split(f"{SITE}/account.html#login=")[1].split()[0]
    assert browser.http.post("/login/link", json={"secret": secret}).json()["id"] == red.id
    browser.play(match, "red", HIDE)
    assert code_of(stranger(server).http.post("/login/link", json={"secret": secret})) == "bad_link"


def test_a_link_is_good_for_twenty_minutes(server: Server, box: Postbox, database_url: str) -> None:
    rosa, at = Player(server, "Rosa"), address()
    reachable(rosa, box, at)
    rosa.http.post("/login/mail", json={"address": at})
    secret = box.secret("login")
    rows = asyncio.run(
        fetch(database_url, "SELECT expires_at - now() AS left, hash FROM token WHERE purpose = 'mail-login' "
              "AND used_at IS NULL AND account = $1", uuid.UUID(rosa.id))
    )  # fmt: skip
    assert 19 * 60 < rows[0]["left"].total_seconds() <= 20 * 60
    asyncio.run(execute(database_url, "UPDATE token SET expires_at = now() WHERE purpose = 'mail-login'"))
    assert code_of(stranger(server).http.post("/login/link", json={"secret": secret})) == "bad_link"


def test_only_the_account_that_asked_confirms_an_address(server: Server, box: Postbox) -> None:
    """Else someone could have the owner of an address confirm it for an account that is not theirs."""
    thief, victim, at = Player(server, "Thief"), Player(server, "Victim"), address()
    thief.http.post("/account/mail", json={"address": at})
    secret = box.secret("confirm")
    assert code_of(victim.http.post("/account/mail/confirm", json={"secret": secret})) == "other_account"
    assert stranger(server).http.post("/account/mail/confirm", json={"secret": secret}).status_code == 401


def test_an_address_belongs_to_one_account(server: Server, box: Postbox) -> None:
    rosa, karl, at = Player(server, "Rosa"), Player(server, "Karl"), address()
    karl.http.post("/account/mail", json={"address": at})
    late = box.secret("confirm")
    reachable(rosa, box, at)
    assert code_of(karl.http.post("/account/mail/confirm", json={"secret": late})) == "address_taken"
    answer = karl.http.post("/account/mail", json={"address": at})
    assert answer.json() == {"sent": True}, "the answer tells nobody that it is known here"
    assert "belongs to another account" in box.next().get_content()


def test_nothing_tells_whether_an_address_is_known(server: Server, box: Postbox) -> None:
    rosa, known, unknown = Player(server, "Rosa"), address(), address()
    reachable(rosa, box, known)
    rosa.http.put("/account/password", json={"password": SECRET})
    box.next()
    browser = stranger(server)
    asked = [browser.http.post("/login/mail", json={"address": at}) for at in (unknown, known)]
    assert len({(a.status_code, a.text) for a in asked}) == 1
    assert box.next()["To"] == known, "and nothing is written to the other"
    wrong = [browser.http.post("/login/password", json={"address": at, "password": "wrong"}) for at in (unknown, known)]
    assert len({(a.status_code, a.text) for a in wrong}) == 1
    # What it costs is in test_passwords.py: this server hashes cheaply.


def test_a_password_logs_in_and_goes_with_the_address(server: Server, box: Postbox) -> None:
    rosa, at = Player(server, "Rosa"), address()
    assert code_of(rosa.http.put("/account/password", json={"password": SECRET})) == "no_address"
    reachable(rosa, box, at)
    assert code_of(rosa.http.put("/account/password", json={"password": "Password1234"})) == "common_password"
    assert rosa.http.put("/account/password", json={"password": "too short"}).status_code == 400
    assert rosa.http.put("/account/password", json={"password": SECRET}).status_code == 200
    assert "were changed" in box.next().get_content()
    browser = stranger(server)
    login = {"address": at, "password": SECRET}
    assert browser.http.post("/login/password", json=login).json()["id"] == rosa.id
    assert code_of(rosa.http.delete("/account/mail")) == "last_way"
    gone = rosa.http.delete("/account/mail", params={"last": True}).json()
    assert (gone["guest"], gone["mail"], gone["password"]) == (True, None, None)
    assert code_of(stranger(server).http.post("/login/password", json=login)) == "wrong_login"
    assert "were changed" in box.next().get_content(), "told to the address that was removed"


def test_a_password_is_changed_by_someone_who_knows_it_or_has_just_logged_in(
    server: Server, box: Postbox, database_url: str
) -> None:
    rosa, at = Player(server, "Rosa"), address()
    reachable(rosa, box, at)
    rosa.http.put("/account/password", json={"password": SECRET})
    thief = rosa.elsewhere(server)
    assert thief.http.get("/account").json()["sure"], "she has just confirmed the address"
    old = f"UPDATE session SET entered_at = now() - interval '11 minutes' WHERE account = '{rosa.id}'"  # noqa: S608
    asyncio.run(execute(database_url, old))
    thief.http.post("/guests", json={"name": "Rosa"})
    assert code_of(thief.http.put("/account/password", json={"password": "mine from now on"})) == "wrong_password"
    assert thief.http.put("/account/password", json={"password": SECRET, "current": SECRET}).status_code == 200
    browser = stranger(server)
    browser.http.post("/login/password", json={"address": at, "password": SECRET})
    assert browser.http.put("/account/password", json={"password": "another one, then"}).status_code == 200
    assert browser.http.delete("/account/password").json()["password"] is None
    assert browser.http.delete("/account/password").status_code == 404
    for _ in range(4):
        box.next()


def test_an_older_hash_is_made_anew_at_the_next_log_in(server: Server, box: Postbox, database_url: str) -> None:
    rosa, at = Player(server, "Rosa"), address()
    reachable(rosa, box, at)
    rosa.http.put("/account/password", json={"password": SECRET})
    box.next()
    weak = argon2.PasswordHasher(time_cost=1, memory_cost=32).hash(SECRET)
    asyncio.run(execute(database_url, f"UPDATE password SET hash = '{weak}' WHERE account = '{rosa.id}'"))  # noqa: S608
    login = {"address": at, "password": SECRET}
    assert stranger(server).http.post("/login/password", json=login).status_code == 200
    (row,) = asyncio.run(fetch(database_url, "SELECT hash FROM password WHERE account = $1", uuid.UUID(rosa.id)))
    assert row["hash"].startswith("$argon2id$")
    assert not CHEAP().check_needs_rehash(row["hash"])
    assert stranger(server).http.post("/login/password", json=login).status_code == 200


def test_a_letter_refused_goes_out_once_more_and_the_log_has_no_secret(server: Server, box: Postbox) -> None:
    rosa, at = Player(server, "Rosa"), address()
    box.refusing = 1
    rosa.http.post("/account/mail", json={"address": at})
    secret = box.secret("confirm")
    log = server.log.read_text()
    assert '"mail refused, trying once more"' in log
    assert secret not in log
    assert at not in log


def test_mail_and_passwords_are_limited_for_each_address(serving: Callable[..., Server], box: Postbox) -> None:
    limits = {"mail_limit": "2/hour", "password_limit": "3/hour"}
    server = serving(TOY, smtp_url=box.url, mail_from="games@greatwar.example", site=SITE, **limits)
    rosa, at = Player(server, "Rosa"), address()
    reachable(rosa, box, at)
    for _ in range(3):
        assert rosa.http.post("/login/mail", json={"address": at}).json() == {"sent": True}
    box.secret("login")
    for whose in (at, address()):
        statuses = [
            rosa.http.post("/login/password", json={"address": whose, "password": "wrong"}).status_code
            for _ in range(4)
        ]
        assert statuses == [401, 401, 401, 429], "the same for one that nobody has"
    server.stop()
    assert box.empty, "the second was the last"


def test_without_a_mail_server_mail_is_refused(toy_server: Server) -> None:
    rosa = Player(toy_server, "Rosa")
    assert rosa.http.get("/login").json() == {"mail": False}
    for method, path, body in (
        ("POST", "/account/mail", {"address": "rosa@example.org"}),
        ("POST", "/login/mail", {"address": "rosa@example.org"}),
        ("PUT", "/account/password", {"password": SECRET}),
    ):
        assert code_of(rosa.http.request(method, path, json=body)) == "no_mail"


def test_mail_needs_a_sender_and_a_name_for_its_links() -> None:
    """A link that led to where a caller says that we are would hand its secret to that caller."""
    with pytest.raises(ValueError, match="GREATWAR_MAIL_FROM and GREATWAR_SITE"):
        Settings(smtp_url="smtp://127.0.0.1", mail_from="games@greatwar.example")
    assert "hunter2" not in repr(Settings(smtp_url="smtp://u:hunter2@127.0.0.1", mail_from="a@b.example", site=SITE))
