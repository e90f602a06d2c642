"""The host's desk in the browser (decisions/0076): two factors to look, two for every deed, and what attackers try."""

from __future__ import annotations

import asyncio
import datetime as dt
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from typer.testing import CliRunner

from app.admin import admins
from app.admin.admins import Admins
from app.admin.banning import network_of
from app.cli import program
from app.database import Database
from app.errors import ApiError
from app.limits.bans import Bans
from tests.app.accounts.device import VERIFIED, Device, passkey
from tests.app.accounts.test_tokens import program as calling
from tests.app.accounts.test_tokens import token
from tests.app.admin.test_admin import at_desk
from tests.app.players import END, HIDE, Player, Watch, table
from tests.conftest import TOY, Server, execute, fetch

LOOKS = ("reports", "matches", "matches/none/events", "matches/none/messages", "accounts", "bans", "deeds")


def grant(url: str, who: Player) -> None:
    """Make someone an admin, as on the server's machine."""
    at_desk(url, lambda desk: desk.grant(uuid.UUID(who.id), "She runs the site with me."))


def visit(who: Player, device: Device) -> httpx.Response:
    """Show a passkey to look around."""
    asked = who.http.post("/admin/visit-options")
    if asked.status_code != 200:
        return asked
    return who.http.post("/admin/visit", json={"credential": device.answer(asked.json())})


def do(who: Player, device: Device, **deed: object) -> httpx.Response:
    """Do something, with a passkey shown for it."""
    asked = who.http.post("/admin/deed-options", json={"deed": deed})
    if asked.status_code != 200:
        return asked
    return who.http.post("/admin/deeds", json={"deed": deed, "credential": device.answer(asked.json())})


def admin(server: Server, url: str) -> tuple[Player, Device]:
    """An admin who has shown a passkey."""
    henriette = Player(server, "Henriette")
    device = passkey(henriette)
    grant(url, henriette)
    assert visit(henriette, device).status_code == 200
    return henriette, device


def rows(who: Player, what: str, **query: str) -> list[dict[str, Any]]:
    answer = who.http.get(f"/admin/{what}", params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["rows"]
    return found


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_reports_matches_accounts_and_deeds_as_on_the_servers_machine(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE)
    said = {"id": "said-by-blue", "seat": "blue", "room": "table", "text": "Something foul"}
    number = blue.http.post(f"/matches/{match['id']}/chat", json=said).json()["number"]
    about = {"seat": "red", "room": "table", "text": "Look at that"}
    assert red.http.post(f"/matches/{match['id']}/chat/{number}/report", json=about).status_code < 300
    watch = red.watch(match, seat="red")
    watch.next()
    henriette, device = admin(toy_server, database_url)
    (report,) = [r for r in rows(henriette, "reports") if r["match"] == match["id"]]
    assert (report["said"], report["account"]) == ("Something foul", blue.id)
    hide = {"what": "hide-message", "match": match["id"], "room": "table", "number": number, "reason": "Foul."}
    assert do(henriette, device, **hide).json() == {"done": True, "secret": None}
    while (heard := watch.next())["type"] != "chat":
        pass
    assert heard["message"]["hidden"], "whoever watches at this process is told at once"
    assert do(henriette, device, what="close-report", report=report["id"], reason="Hidden.").status_code == 200
    assert report["id"] not in [r["id"] for r in rows(henriette, "reports")]
    assert report["id"] in [r["id"] for r in rows(henriette, "reports", closed="true")]
    (found,) = rows(henriette, "matches", find=match["id"])
    assert [s["name"] for s in found["seats"]] == ["Rosa", "Blaise"]
    events = rows(henriette, f"matches/{match['id']}/events")
    assert [e["kind"] for e in events] == ["hid"]
    assert not any("where" in str(e) or "payload" in e for e in events)
    rewind = {"what": "rewind", "match": match["id"], "event": 0, "reason": "From the beginning."}
    assert do(henriette, device, **rewind).status_code == 200
    while not any(line["kind"] == "undone" for line in watch.log):
        watch.next()
    watch.close()
    assert code_of(do(henriette, device, what="end", match=match["id"], winner="green", reason="Typing."))[0] == 422
    assert (
        do(henriette, device, what="open-seat", match=match["id"], seat="blue", reason="He wrote.").status_code == 200
    )
    assert do(henriette, device, what="end", match=match["id"], reason="Both are gone.").status_code == 200
    waiting = red.make(seat="red")
    assert do(henriette, device, what="end", match=waiting["id"], reason="Nobody came.").status_code == 200
    assert red.http.get(f"/matches/{waiting['id']}").json()["status"] == "called-off"
    done = [d for d in rows(henriette, "deeds") if d["by"] == f"Henriette ({henriette.id}), in the browser"]
    whats = ["hide message", "close report", "rewind", "end", "open seat blue", "end", "call off"]
    assert [d["what"] for d in done] == whats
    assert [d["done"] for d in done] == [True, True, True, False, True, True, True]


def test_whoever_is_no_admin_finds_nothing_there(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    device = passkey(rosa)
    deed = {"what": "lock", "account": rosa.id, "reason": "Why not?"}
    for path in ("", *(f"/{look}" for look in LOOKS)):
        assert code_of(rosa.http.get(f"/admin{path}")) == (404, "not_found")
        assert httpx.get(f"{toy_server.url}/api/admin{path}").status_code == 401
    assert code_of(rosa.http.post("/admin/visit-options")) == (404, "not_found")
    options = rosa.http.post("/login/passkey/options").json()
    answer = device.answer(options)
    assert code_of(rosa.http.post("/admin/visit", json={"credential": answer})) == (404, "not_found")
    assert code_of(rosa.http.post("/admin/deed-options", json={"deed": deed})) == (404, "not_found")
    assert code_of(rosa.http.post("/admin/deeds", json={"deed": deed, "credential": answer})) == (404, "not_found")
    # An admin's program is none, and an admin who is one no longer neither.
    henriette, key = admin(toy_server, database_url)
    bot = calling(toy_server, token(henriette, "play")["token"])
    for path in ("", *(f"/{look}" for look in LOOKS)):
        assert code_of(bot.get(f"/admin{path}")) == (403, "not_in_scope")
    assert code_of(bot.post("/admin/deeds", json={"deed": deed, "credential": answer})) == (403, "not_in_scope")
    at_desk(database_url, lambda desk: desk.revoke(uuid.UUID(henriette.id), "She left."))
    assert code_of(henriette.http.get("/admin/deeds")) == (404, "not_found")
    assert code_of(do(henriette, key, **deed)) == (404, "not_found")
    # A guest cannot be made one: there is no second factor.
    guest = uuid.UUID(Player(toy_server, "Guest").id)
    with pytest.raises(ApiError, match="no passkey"):
        at_desk(database_url, lambda desk: desk.grant(guest, "Typing."))


def test_a_stolen_session_looks_at_most_and_does_nothing(toy_server: Server, database_url: str) -> None:
    henriette, device = admin(toy_server, database_url)
    victim = Player(toy_server, "Victim")
    deed = {"what": "lock", "account": victim.id, "reason": "Reported."}
    thief = henriette.elsewhere(toy_server)
    # The thief has the cookie while the desk is open, and a passkey of their own.
    own = Device(toy_server.url)
    options = thief.http.post("/admin/deed-options", json={"deed": deed}).json()
    assert code_of(thief.http.post("/admin/deeds", json={"deed": deed, "credential": own.answer(options)}))[0] == 401
    # Or adds it to the account within ten minutes of a log-in: what comes after the grant does not count.
    added = passkey(thief, "Thief's phone")
    assert code_of(visit(thief, added)) == (403, "other_passkey")
    henriette.http.cookies = thief.http.cookies
    assert code_of(henriette.http.get("/admin/deeds")) == (403, "show_passkey"), "another session, another visit"
    assert visit(henriette, device).status_code == 200
    assert code_of(do(thief, added, **deed)) == (403, "other_passkey")
    # A device that was not told who holds it is one factor, and not two.
    device.flags &= ~VERIFIED
    assert code_of(do(henriette, device, **deed)) == (422, "bad_passkey")
    assert code_of(visit(henriette, device)) == (422, "bad_passkey")
    device.flags |= VERIFIED
    # An answer is for one deed: not for another one, not for a log-in or a visit, not twice.
    options = henriette.http.post("/admin/deed-options", json={"deed": deed}).json()
    answer = device.answer(options)
    other = {**deed, "account": henriette.id}
    assert code_of(thief.http.post("/admin/deeds", json={"deed": other, "credential": answer})) == (422, "bad_passkey")
    assert code_of(thief.http.post("/admin/visit", json={"credential": answer})) == (422, "bad_passkey")
    looked = device.answer(henriette.http.post("/admin/visit-options").json())
    assert code_of(thief.http.post("/admin/deeds", json={"deed": deed, "credential": looked})) == (422, "bad_passkey")
    assert victim.http.get("/me").status_code == 200
    assert henriette.http.post("/admin/deeds", json={"deed": deed, "credential": answer}).status_code == 200
    assert code_of(thief.http.post("/admin/deeds", json={"deed": deed, "credential": answer})) == (422, "bad_passkey")
    assert victim.http.get("/me").status_code in (200, 401)
    # Nor is another admin's passkey, or the account of one.
    second, key = admin(toy_server, database_url)
    assert code_of(do(henriette, key, **deed)) == (403, "other_passkey")
    assert code_of(do(henriette, device, **{**deed, "account": second.id})) == (422, "is_admin")
    # Once the visit is over, even its own passkey does nothing more.
    assert henriette.http.delete("/admin/visit").json()["until"] is None
    for look in LOOKS:
        assert code_of(thief.http.get(f"/admin/{look}")) == (403, "show_passkey")
    assert code_of(do(henriette, device, **deed)) == (403, "show_passkey")
    asyncio.run(execute(database_url, "UPDATE admin_visit SET ends_at = now() - interval '1 second'"))
    assert code_of(second.http.get("/admin/deeds")) == (403, "show_passkey"), "half an hour later"


def test_a_passkey_that_is_added_later_does_not_count_whatever_the_clock_of_the_machine_says(
    toy_server: Server, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief with the mailbox adds one in the hour by which the clock is ahead where the account was granted."""
    henriette = Player(toy_server, "Henriette")
    passkey(henriette)

    class Ahead(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Ahead:
            return cast("Ahead", dt.datetime.now(tz) + dt.timedelta(hours=1))

    with monkeypatch.context() as there:
        there.setattr(admins, "dt", SimpleNamespace(datetime=Ahead, UTC=dt.UTC, timedelta=dt.timedelta))
        grant(database_url, henriette)
    later = passkey(henriette)
    assert code_of(visit(henriette, later)) == (403, "other_passkey")


def test_the_log_says_which_admin_looked_at_what(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    server = serving(TOY, url)
    henriette, _ = admin(server, url)
    Player(server, "Rosa").http.get("/admin/reports")
    for look in LOOKS:
        henriette.http.get(f"/admin/{look}")
    said = [line for line in server.log.read_text().splitlines() if "an admin looks" in line]
    assert len(said) == len(LOOKS)
    assert all(henriette.id in line for line in said)
    assert "the messages of none" in said[3]


def test_another_sites_page_opens_and_does_nothing(toy_server: Server, database_url: str) -> None:
    henriette, device = admin(toy_server, database_url)
    deed = {"what": "ban", "network": "203.0.113.7", "days": 1, "reason": "Why not?"}
    options = henriette.http.post("/admin/deed-options", json={"deed": deed}).json()
    body = {"deed": deed, "credential": device.answer(options)}
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert code_of(henriette.http.post("/admin/deeds", json=body, headers=headers)) == (403, "foreign_origin")
    # A page elsewhere that has the device sign gains nothing either: the browser writes down whose page it is.
    options = henriette.http.post("/admin/deed-options", json={"deed": deed}).json()
    device.origin = "https://elsewhere.example"
    body = {"deed": deed, "credential": device.answer(options)}
    assert code_of(henriette.http.post("/admin/deeds", json=body)) == (422, "bad_passkey")
    assert rows(henriette, "bans") == []


def test_tries_are_limited_and_the_log_is_never_shorter(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    server = serving(TOY, url, credential_limit="12/hour")
    henriette, device = admin(server, url)
    assert do(henriette, device, what="lock", account=str(uuid.uuid4()), reason="Typing.").status_code == 404
    noted = rows(henriette, "deeds")
    assert [d["what"] for d in noted] == ["grant admin", "lock account"]
    # Nothing that the page can call takes a line of the log away, whatever it is told.
    for call in (henriette.http.delete, henriette.http.put, henriette.http.patch, henriette.http.post):
        for path in ("deeds", f"deeds/{noted[0]['id']}", "log"):
            assert call(f"/admin/{path}").status_code in (400, 404, 405)
    assert code_of(do(henriette, device, what="forget", reason="The log."))[0] == 400
    stranger = Device(server.url)
    refused = [visit(henriette, stranger) for _ in range(8)]
    assert [r.status_code for r in refused][-2:] == [429, 429]
    assert 401 in [r.status_code for r in refused]
    assert rows(henriette, "deeds")[: len(noted)] == noted
    assert asyncio.run(fetch(url, "SELECT count(*) AS n FROM deed"))[0]["n"] == len(noted)


def test_who_is_locked_plays_no_more_by_session_token_socket_or_draft(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    server = serving(TOY, url)
    red, blue, match = table(server)
    bot = calling(server, token(blue, "play")["token"])
    sockets = [blue.watch(match, seat="blue")]
    sockets[0].next()
    state = blue.http.get(f"/matches/{match['id']}/draft", params={"seat": "blue"}).json()
    asyncio.run(
        execute(
            url,
            "INSERT INTO draft (match, seat, revision, commands, based_on, ahead, ahead_by, sending) VALUES "  # noqa: S608
            f"('{match['id']}', 'blue', {state['revision'] + 1}, '[]', 0, 'ahead-1', '{blue.id}', NULL),"
            # Broken off in the middle: it would go on in all its later turns.
            f"('{match['id']}', 'red', 1, '[]', 0, 'ahead-2', '{blue.id}', 'ahead-2.1')",
        )
    )
    henriette, device = admin(server, url)
    assert do(henriette, device, what="lock", account=blue.id, reason="Reported three times.").status_code == 200
    assert sockets[0].closed_with() == 1012
    assert (blue.http.get("/me").status_code, bot.get("/me").status_code) == (401, 401)
    assert asyncio.run(fetch(url, "SELECT ahead FROM draft")) == [{"ahead": None}] * 2
    red.play(match, "red", END)
    secret = do(henriette, device, what="unlock", account=blue.id, reason="A mistake.").json()["secret"]
    blue.http.cookies.clear()
    assert blue.http.post("/login/link", json={"secret": secret, "bring": False}).status_code == 200
    # Whoever is locked is no admin, however fresh the visit.
    at_desk(url, lambda desk: desk.lock(uuid.UUID(henriette.id), "She has lost her phone."))
    granted = asyncio.run(_granted(url, henriette))
    assert granted is None


async def _granted(url: str, who: Player) -> object:
    here = Database(url, 1)
    try:
        return await Admins(here).granted(uuid.UUID(who.id))
    finally:
        await here.close()


def test_a_banned_household_is_kept_out_everywhere_and_let_in_again(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    url = fresh_database()
    server = serving(TOY, url, proxies="127.0.0.1")
    red, blue, match = table(server)
    henriette, device = admin(server, url)
    at_home = {"x-forwarded-for": "203.0.113.7"}
    blue.http.headers.update(at_home)
    watch = watching(blue, match, at_home)
    deed = {"what": "ban", "network": "203.0.113.0/28", "days": 3, "reason": "Floods."}
    # Not the network that the admin calls from, and no country.
    own = {**deed, "network": "198.51.100.0/24"}
    henriette.http.headers["x-forwarded-for"] = "198.51.100.9"
    assert code_of(do(henriette, device, **own)) == (422, "own_network")
    assert code_of(do(henriette, device, **{**deed, "network": "203.0.0.0/8"})) == (422, "too_wide")
    assert code_of(do(henriette, device, **{**deed, "network": "127.0.0.1"})) == (422, "own_machine")
    assert code_of(do(henriette, device, **{**deed, "network": "172.18.0.1"})) == (422, "private_network")
    assert code_of(do(henriette, device, **{**deed, "network": "12:34"})) == (422, "no_network")
    assert do(henriette, device, **deed).status_code == 200
    assert [b["network"] for b in rows(henriette, "bans")] == ["203.0.113.0/28"]
    assert watch.closed_with() == 1012
    assert code_of(blue.http.get("/me")) == (403, "banned")
    assert blue.http.get(f"{server.url}/", headers=at_home).status_code == 403
    assert red.http.get("/me").status_code == 200
    assert do(henriette, device, what="lift-ban", network="203.0.113.0/28", reason="A mistake.").status_code == 200
    assert code_of(do(henriette, device, what="lift-ban", network="203.0.113.0/28", reason="Again."))[0] == 404


def watching(who: Player, match: dict[str, Any], headers: dict[str, str]) -> Any:
    """A socket from a household."""
    cookie = "; ".join(f"{n}={v}" for n, v in who.http.cookies.items())
    watch = Watch(f"{who.server.socket_url}/api/matches/{match['id']}/live?seat=blue", cookie=cookie, **headers)
    watch.next()
    return watch


@pytest.mark.parametrize(
    ("network", "code"),
    [
        ("198.51.100.4", "own_proxy"),
        ("198.51.100.0/24", "own_proxy"),
        ("::ffff:198.51.100.4", "own_proxy"),
        ("::ffff:198.51.100.0/120", "own_proxy"),
        ("2001:db8:7::1", "own_proxy"),
        ("172.18.0.1", "private_network"),
        ("192.168.0.0/16", "private_network"),
        ("fd00:1::2", "private_network"),
        ("::ffff:0:0/96", "too_wide"),
        ("::ffff:127.0.0.1/128", "own_machine"),
    ],
)
def test_nobody_bans_a_proxy_by_mistake(
    database_url: str, monkeypatch: pytest.MonkeyPatch, network: str, code: str
) -> None:
    """Behind a proxy that the settings do not name, everyone calls from its address: a ban shut the site."""
    monkeypatch.setenv("GREATWAR_PROXIES", "198.51.100.4, 2001:db8:7::/48")
    with pytest.raises(ApiError) as refused:
        at_desk(database_url, lambda desk: desk.ban(network, 1, "Floods."))
    assert refused.value.code == code
    assert asyncio.run(fetch(database_url, "SELECT FROM ban")) == []


def test_a_household_of_the_own_network_is_banned_by_whoever_says_that_it_is_one(
    fresh_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = fresh_database()
    monkeypatch.setenv("DATABASE_URL", url)
    words = ["admin", "ban", "192.168.7.9", "--reason", "Floods."]
    refused = CliRunner().invoke(program, words)
    assert (refused.exit_code, "GREATWAR_PROXIES" in refused.output) == (1, True)
    assert CliRunner().invoke(program, [*words, "--own-network"]).exit_code == 0
    assert CliRunner().invoke(program, ["admin", "ban", "::ffff:203.0.113.0/120", "--reason", "Floods."]).exit_code == 0
    banned = asyncio.run(fetch(url, "SELECT network FROM ban ORDER BY network"))
    assert [ban["network"] for ban in banned] == ["192.168.7.9/32", "203.0.113.0/24"]


def test_bans_meet_households_of_both_kinds_and_end_by_themselves() -> None:
    bans = Bans()
    assert not bans.keeps_out("203.0.113.7", 0)
    assert bans.replace({"203.0.113.0/28": 100.0, network_of("2001:db8:1:2:3::4"): 200.0})
    assert not bans.replace({"203.0.113.0/28": 100.0, "2001:db8:1:2::/64": 200.0}), "no news"
    assert bans.keeps_out("203.0.113.7", 99)
    assert not bans.keeps_out("203.0.113.7", 100)
    assert not bans.keeps_out("203.0.113.16", 99)
    assert bans.keeps_out("2001:db8:1:2::/64", 199)
    assert not bans.keeps_out("2001:db8:1:3::/64", 199)
    assert not bans.keeps_out("unix", 99)
    assert bans.replace({})
    assert not bans.keeps_out("203.0.113.7", 99)
