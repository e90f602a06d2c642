"""Webhooks: signed, told apart by id, and never led to where only this machine or its network can go."""

from __future__ import annotations

import asyncio
import datetime as dt
import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.notices import outward
from app.notices.courier import Undeliverable
from app.notices.internet import is_public, special_purpose
from app.notices.outward import Forbidden, Outward, parse_url
from tests.app.accounts.postbox import Postbox
from tests.app.notices.desk import desk
from tests.app.notices.people import add, log
from tests.app.notices.receiver import Receiver
from tests.app.notices.test_pushes import Browser
from tests.app.players import END, Player, table
from tests.conftest import Server, execute, free_port

PUBLIC = "93.184.215.14"


def names(*addresses: str) -> outward.Resolve:
    """A name server that knows one name, which leads elsewhere each time; the last stays."""
    left = [*addresses]

    async def find(_host: str, _port: int) -> Sequence[str]:
        return [left.pop(0) if len(left) > 1 else left[0]]

    return find


def test_a_call_is_signed_and_says_what_is_asked(server: Server, hook: Receiver) -> None:
    red, blue, match = table(server)
    channel = add(blue, way="webhook", name="Bot", url=hook.url)
    assert channel["secret"].startswith("whsec_")
    assert "whsec_" not in blue.http.get("/account/notices").text, "shown once"
    assert "whsec_" not in blue.http.get("/account/export").text
    red.play(match, "red", END)
    call = hook.next()
    told = dict(part.split("=") for part in call.headers["x-greatwar-signature"].split(","))
    signed = f"{told['t']}.".encode() + call.body
    assert hmac.new(channel["secret"].encode(), signed, hashlib.sha256).hexdigest() == told["v1"]
    assert abs(int(told["t"]) - time.time()) < 60
    body = json.loads(call.body)
    assert (call.path, body["id"], body["type"]) == ("/hook", call.headers["x-greatwar-event"], "notices")
    [notice] = body["notices"]
    assert {k: notice[k] for k in ("kind", "match", "seat", "game", "against", "turn", "phase", "asked")} == {
        "kind": "turn",
        "match": match["id"],
        "seat": "blue",
        "game": "Toy",
        "against": ["Rosa"],
        "turn": 2,
        "phase": "Turn of blue",
        "asked": {"title": "Turn of blue", "section": "1"},
    }
    assert notice["link"].endswith(f"/match.html?m={match['id']}&seat=blue&at=decision")


async def test_a_program_that_was_away_hears_of_it_once_it_is_back(
    server: Server, notice_database: str, box: Postbox, hook: Receiver
) -> None:
    red, blue, match = table(server)
    add(blue, way="webhook", name="Bot", url=hook.url)
    hook.answers = [(500, {}), (302, {"Location": hook.url}), (503, {"Retry-After": "900"})]
    red.play(match, "red", END)
    first = hook.next()
    async with desk(notice_database, box) as here:
        await here.work(minutes=1)
        assert json.loads(hook.next().body)["id"] == json.loads(first.body)["id"], "the same at each try"
        [line] = log(blue)
        assert (line["status"], line["reason"]) == ("waiting", "answered 302"), "redirects are not followed"
        await here.work(minutes=3)
        hook.next()
        assert [line["reason"] for line in log(blue)] == ["answered 503"]
        await here.work(minutes=14)
        assert hook.waiting == 0, "it asked for a quarter of an hour"
        await here.work(minutes=2)
        hook.next()
    assert [(line["status"], line["tries"]) for line in log(blue)] == [("sent", 4)]
    assert blue.http.get("/account/notices").json()["channels"][0]["trouble"] == ""


async def test_a_test_tells_at_once_how_it_went(server: Server, hook: Receiver) -> None:
    blue = Player(server, "Blaise")
    channel = add(blue, way="webhook", name="Bot", url=hook.url)
    hook.answers = [(204, {}), (418, {})]
    for status, reason in (("sent", ""), ("failed", "answered 418")):
        tried = blue.http.post(f"/account/notices/channels/{channel['id']}/test").json()["id"]
        body = json.loads(hook.next().body)
        assert (body["type"], body["notices"]) == ("test", [])
        deadline = time.monotonic() + 20
        while (line := next(e for e in log(blue) if e["id"] == tried))["status"] == "waiting":
            assert time.monotonic() < deadline
            await asyncio.sleep(0.02)
        assert (line["kind"], line["status"], line["reason"]) == ("test", status, reason)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),  # noqa: S104
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
        *("::1", "::", "fe80::1", "fd00::1", "ff02::1", "2001:db8::1", "fec0::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::"),
        *("192.88.99.1", "::ffff:192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1", "192.0.0.9"),
        *("64:ff9b:1::a00:1", "3fff::1", "5f00::1", "2001:20::1", "2620:4f:8000::1", "100:0:0:1::1", "4000::1"),
    ],
)
async def test_an_address_that_is_not_of_the_open_internet_is_refused(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    with pytest.raises(Forbidden):
        await Outward(find=names(address)).check_and_resolve("https://bot.example/")

    async def both(_host: str, _port: int) -> Sequence[str]:
        return [PUBLIC, address]

    with pytest.raises(Forbidden):  # one among several is enough
        await Outward(find=both).check_and_resolve("https://bot.example/")


def test_nothing_of_the_registries_of_special_purpose_addresses_is_called() -> None:
    """First, middle and last of each block that IANA lists."""
    blocks = special_purpose()
    assert len([b for b in blocks if b.version == 4]) >= 26
    assert len([b for b in blocks if b.version == 6]) >= 25
    for block in blocks:
        for address in (block[0], block[block.num_addresses // 2], block[-1]):
            if address.version == 4:
                assert not is_public(ipaddress.ip_address(f"::ffff:{address}"))
            # What stands for an address of IPv4 is judged as that one.
            assert not is_public(address) or str(block) == "::ffff:0:0/96", (block, address)


async def test_a_public_address_is_taken() -> None:
    for address in ("192.88.98.255", "192.88.100.0", "2001:200::1", "2003::1", "3fff:1000::1", "2620:4f:8001::1"):
        assert is_public(ipaddress.ip_address(address)), address
    for address in (PUBLIC, "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14"):
        _, found = await Outward(find=names(address)).check_and_resolve("https://bot.example:8443/turns?x=1")
        assert [str(ipaddress.ip_address(a)) for a in found] == [str(ipaddress.ip_address(address))]
    with pytest.raises(Forbidden, match="https"):
        await Outward(find=names(PUBLIC)).check_and_resolve("http://bot.example/")


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://bot.example/", "https://", "https://user:secret@bot.example/", "https://bot.example:22/"),
        *("https://bot.example/#x", "https://bot.example:99999/", "https://[::1", "file:///etc/passwd"),
        *("https://bot.example/\r\nX: 1", "https://bücher.example/", "https://" + "a" * 1000),
    ],
)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        parse_url(url)


def test_a_private_address_is_refused_when_it_is_named(server: Server) -> None:
    blue = Player(server, "Blaise")
    for url in ("https://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "https://[::1]/"):
        body = {"channel": {"way": "webhook", "name": "Bot", "url": url}}
        refused = blue.http.post("/account/notices/channels", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_address"), url


async def test_a_name_that_leads_elsewhere_a_moment_later_gains_nothing(
    server: Server, notice_database: str, box: Postbox, hook: Receiver
) -> None:
    """Rebinding: each call is checked, and the address that is called is the one that was checked."""
    target = f"http://bot.example:{hook.port}/hook"
    with pytest.raises(Undeliverable, match="not on the open internet"):
        await Outward(find=names("127.0.0.1")).post(target, {}, b"{}")
    # A second look-up would lead to where nobody answers.
    await Outward(("127.0.0.1",), find=names("127.0.0.1", "127.9.9.9")).post(target, {}, b"{}")
    call = hook.next()
    assert call.headers["host"] == f"bot.example:{hook.port}", "the name is told, the checked address is called"
    # The same for a browser's push service, which the server beside us leaves alone for now.
    red, blue, match = table(server)
    channel = add(blue, **Browser(hook).channel)
    await execute(notice_database, f"UPDATE channel SET target = '{target}' WHERE id = '{channel['id']}'")  # noqa: S608
    red.play(match, "red", END)
    async with desk(notice_database, box, reachable=(), find=names("127.0.0.1")) as here:
        await here.work(minutes=12)
    assert hook.waiting == 0
    assert [line["reason"] for line in log(blue)] == ["the address is not on the open internet"]


async def _answering(answer: bytes, *, hold: bool = False) -> tuple[asyncio.Server, str]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(answer)
        if hold:
            await reader.read()
        writer.close()

    port = free_port()
    return await asyncio.start_server(serve, "127.0.0.1", port), f"http://127.0.0.1:{port}/"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, "no HTTP"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "no HTTP"),
        (b"", "no HTTP"),
        (b"HTTP/1.1 301 Moved\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n", "answered 301"),
    ],
)
async def test_what_a_receiver_answers_costs_and_tells_nothing(answer: bytes, reason: str) -> None:
    server, url = await _answering(answer)
    async with server:
        with pytest.raises(Undeliverable, match=reason):
            await Outward(("127.0.0.1",)).post(url, {}, b"{}")


async def test_a_receiver_that_never_answers_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "TIMEOUT_SECONDS", 0.2)
    server, url = await _answering(b"HTTP/1.1 ", hold=True)
    async with server:
        with pytest.raises(Undeliverable, match="no answer in time"):
            await Outward(("127.0.0.1",)).post(url, {}, b"{}")


async def test_nobody_at_home_is_no_fault_of_ours() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}/"
    with pytest.raises(Undeliverable, match="no connection"):
        await Outward(("127.0.0.1",)).post(url, {}, b"{}")


def test_a_webhook_needs_a_fresh_log_in_and_there_are_only_some(
    server: Server, notice_database: str, hook: Receiver
) -> None:
    blue = Player(server, "Blaise")
    for n in range(6):
        add(blue, way="webhook", name="Bot", url=f"{hook.url}/{n}")
    body = {"channel": {"way": "webhook", "name": "Bot", "url": f"{hook.url}/7"}}
    assert blue.http.post("/account/notices/channels", json=body).json()["error"]["code"] == "too_many_channels"
    first, *_ = blue.http.get("/account/notices").json()["channels"]
    other = Player(server, "Rosa")
    for method, rest in (("PUT", ""), ("DELETE", ""), ("POST", "/test")):
        more = {"json": {"modes": {"turn": "off"}}} if method == "PUT" else {}
        answer = other.http.request(method, f"/account/notices/channels/{first['id']}{rest}", **more)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_channel")
    left = blue.http.delete(f"/account/notices/channels/{first['id']}").json()["channels"]
    assert len(left) == 5
    has_address = f"INSERT INTO mail_address (account, address) VALUES ('{blue.id}', '{blue.id}@example.org')"  # noqa: S608
    asyncio.run(execute(notice_database, has_address))
    refused = blue.http.post("/account/notices/channels", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "log_in_again")


@pytest.mark.parametrize(("has_a_way", "comes"), [(True, False), (False, True)])
def test_no_webhook_comes_in_by_a_code_from_another_device(
    server: Server, notice_database: str, hook: Receiver, has_a_way: bool, comes: bool
) -> None:
    """A thief with a stolen cookie has such a code, and any guest may have webhooks: they would tell of the owner's
    matches for ever. Where the owner has no way to log in, a cookie is all there is."""
    blue, thief = Player(server, "Blaise"), Player(server, "Thief")
    if has_a_way:
        has_address = f"INSERT INTO mail_address (account, address) VALUES ('{blue.id}', '{blue.id}@example.org')"  # noqa: S608
        asyncio.run(execute(notice_database, has_address))
        asyncio.run(execute(notice_database, f"UPDATE session SET entered_at = NULL WHERE account = '{blue.id}'"))  # noqa: S608
    add(thief, way="webhook", name="Bot", url=f"{hook.url}/thief")
    code = blue.http.post("/account/code").json()["code"]
    assert thief.http.post("/login/code", json={"code": code, "bring": True}).status_code == 200
    channels = blue.http.get("/account/notices").json()["channels"]
    assert [c["way"] for c in channels] == (["webhook"] if comes else [])


def test_guests_bring_no_more_channels_than_an_account_may_have(server: Server, hook: Receiver) -> None:
    blue = Player(server, "Blaise")
    for number in range(2):
        guest = Player(server, "Guest")
        for n in range(4):
            add(guest, way="webhook", name="Bot", url=f"{hook.url}/{number}/{n}")
        code = blue.http.post("/account/code").json()["code"]
        assert guest.http.post("/login/code", json={"code": code, "bring": True}).status_code == 200
    assert len(blue.http.get("/account/notices").json()["channels"]) == 6


def _certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A certificate for a name that signs itself: what a server shows, and what trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    whose, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(whose)
        .issuer_name(whose)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    shows = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    shows.load_cert_chain(file)
    return shows, ssl.create_default_context(cafile=str(file))


async def test_the_name_is_what_the_certificate_must_be_for(tmp_path: Path) -> None:
    """The connection goes to an address, and is still as safe as one to the name."""
    shows, trusts = _certificate(tmp_path, "bot.example")
    port = free_port()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", port, ssl=shows):
        for tls, name, reason in (
            (trusts, "bot.example", None),
            (trusts, "other.example", "no secure connection"),
            (None, "bot.example", "no secure connection"),
        ):
            call = Outward(("127.0.0.1",), names("127.0.0.1"), tls).post(f"https://{name}:{port}/", {}, b"{}")
            if reason is None:
                await call
            else:
                with pytest.raises(Undeliverable, match=reason):
                    await call
