"""Notices by NATS (decisions/0070): what processes tell each other, and what goes on while it is away."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable

import httpx
import pytest
from pydantic import ValidationError

from app.cli import main
from app.live.bus import ROUND_SECONDS
from app.live.carrier import BusAway
from app.live.nats_carrier import NatsCarrier
from app.settings import Settings
from rules.kernel.messages import JsonObject
from tests.app.players import HIDE, table
from tests.conftest import Server
from tests.scale.conftest import Nats

KEY = b"k" * 32


def _parts(server: Server) -> tuple[int, dict[str, str]]:
    answer = httpx.get(f"{server.url}/readyz")
    return answer.status_code, answer.json()["parts"]


def test_moves_presence_and_words_go_by_nats_and_moves_go_on_without_it(
    by_nats: Callable[..., Server], nats: Nats, fresh_database: Callable[[], str]
) -> None:
    database = fresh_database()
    here, there = by_nats(database=database), by_nats(database=database)
    red, blue, match = table(here)
    afar = blue.elsewhere(there)
    watch = afar.watch(match)
    watch.next()
    began = time.monotonic()
    watch.until(red.play(match, "red", HIDE))
    assert time.monotonic() - began < ROUND_SECONDS / 2, "a round found it, and no notice"
    mine = red.watch(match)
    mine.until_present("blue", "red")
    watch.until_present("blue", "red")

    nats.stop()
    deadline = time.monotonic() + 20
    while _parts(here)[1]["notices"] != "not listening" or _parts(there)[1]["notices"] != "not listening":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert _parts(here)[0] == 200, "players may still be sent here"
    # The move is answered at once; the other process sees it at its next round.
    assert red.play(match, "red", HIDE, HIDE) == 3
    watch.until(3)

    nats.start()
    while _parts(here)[1]["notices"] != "ok" or _parts(there)[1]["notices"] != "ok":
        assert time.monotonic() < deadline + 20
        time.sleep(0.05)
    began = time.monotonic()
    watch.until(red.play(match, "red", HIDE))
    assert time.monotonic() - began < ROUND_SECONDS / 2, "heard again"
    there.stop()
    mine.until_present("red")
    mine.close()


def test_a_process_hears_only_of_the_matches_that_it_follows_and_of_its_own_site(nats: Nats) -> None:
    async def scene() -> None:
        teller, hearer, stranger = (NatsCarrier([nats.url], key) for key in (KEY, KEY, b"another"))
        heard: list[JsonObject] = []
        strange: list[JsonObject] = []

        def moved(match: str, version: int) -> JsonObject:
            return {"p": teller.process, "t": "moved", "m": match, "v": version}

        async def settled(*carriers: NatsCarrier) -> None:
            """NATS has read all that each wrote before; one look's ping overtakes what waits in the client's buffer."""
            for carrier in carriers:
                await carrier.look()
                await carrier.look()

        async def told(*notices: JsonObject) -> None:
            await teller.tell(notices)
            await settled(teller, hearer)

        hearer.follow("first")
        stranger.follow("first")
        async with hearer.listening(heard.append), stranger.listening(strange.append):
            await told(moved("first", 1), moved("second", 1))
            assert heard == [moved("first", 1)]
            hearer.follow("second")
            hearer.leave("first")
            await asyncio.sleep(0)  # the task that subscribes takes its turn
            await settled(hearer)
            await told(moved("first", 2), moved("second", 2), {"p": teller.process, "t": "bye", "m": ""})
            assert heard[1:] == [moved("second", 2), {"p": teller.process, "t": "bye", "m": ""}]
            await hearer.tell([moved("second", 3)])
            await settled(hearer)
            assert len(heard) == 3, "its own word comes back to nobody"
            await settled(stranger)
        assert strange == []
        # Whoever listens again begins with what is followed then.
        async with hearer.listening(heard.append):
            await told(moved("first", 4), moved("second", 4))
        assert heard[3:] == [moved("second", 4)]
        await teller.close()
        await stranger.close()

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_a_nats_that_is_away_or_hangs_is_trouble_and_found_again(nats: Nats) -> None:
    async def scene() -> None:
        carrier = NatsCarrier([nats.url], KEY)
        with pytest.raises(BusAway):
            await carrier.look()
        async with carrier.listening(lambda _: None) as gone:
            await carrier.look()
            nats.stop()
            await asyncio.wait_for(gone.wait(), 10)
            with pytest.raises(BusAway):
                await carrier.look()
        for _ in range(2):
            with pytest.raises(BusAway, match="the bus is away"):
                await carrier.tell([{"p": carrier.process, "t": "bye", "m": ""}])
        nats.start()
        await asyncio.sleep(1.1)
        async with carrier.listening(lambda _: None):
            await carrier.look()

    asyncio.run(asyncio.wait_for(scene(), 60))


@pytest.mark.parametrize("bus", ["redis://host:6379", "nats://", "nats://host:port", "nats://a:4222,http://b", "mysql"])
def test_an_unknown_bus_is_refused_with_a_sentence_that_repeats_no_password(bus: str) -> None:
    with pytest.raises(ValidationError, match="must be 'postgres' or 'nats://host:port'") as refused:
        Settings(bus=bus)  # type: ignore[arg-type]
    assert "input_value" not in str(refused.value)


def test_a_program_that_is_set_wrongly_says_so_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GREATWAR_BUS", "redis://u:secret@x")
    monkeypatch.setattr(sys, "argv", ["greatwar", "serve"])
    with pytest.raises(SystemExit) as told:
        main()
    assert told.value.code == 2
    assert (
        capsys.readouterr().err
        == "GREATWAR_BUS: must be 'postgres' or 'nats://host:port', or several of these with commas\n"
    )


def test_a_bus_is_postgres_or_servers_of_nats() -> None:
    assert Settings().nats is None
    assert Settings(bus="nats://u:p@a:4222, tls://b").nats == ("nats://u:p@a:4222", "tls://b")  # type: ignore[arg-type]
