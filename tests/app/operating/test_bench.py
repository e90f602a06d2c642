"""``greatwar bench``: figures are judged by a fixed loop timed beside them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.programs.benching import script
from app.programs.benching.budget import REFERENCE_LOOP_MS, Figure
from app.programs.benching.wire import Frames
from app.programs.benching.yardstick import Yardstick, least_of, plain_loop, take_figures
from rules.catalogue import GAMES


def test_a_machine_of_half_the_speed_is_judged_alike() -> None:
    for unit, at_least, slow in (("ms", False, 2.0), ("% of a core", False, 2.0), ("1/s", True, 0.5)):
        for value, met in ((1.0, True), (1.2, at_least), (0.8, not at_least)):
            here = Figure("a", value, unit, 1.0, at_least, REFERENCE_LOOP_MS)
            there = replace(here, value=value * slow, loop=REFERENCE_LOOP_MS * 2)
            assert here.met is there.met is met
            assert there.at_reference == pytest.approx(value)


@pytest.mark.parametrize("unit", ["times", "MB"])
def test_what_does_not_depend_on_speed_is_judged_as_it_is(unit: str) -> None:
    assert Figure("a", 1.2, unit, 1.25, loop=REFERENCE_LOOP_MS * 2).at_reference == 1.2
    assert Figure("a", 1.3, unit, 1.25, loop=REFERENCE_LOOP_MS * 2).met is False


def test_without_a_loop_a_figure_is_what_was_measured() -> None:
    assert Figure("a", 2.0, "ms", 1.0).met is False
    assert Figure("a", 2.0, "ms").met is None


def test_the_loop_is_always_the_same_and_the_least_of_each_moment_counts() -> None:
    assert plain_loop() == plain_loop()
    assert least_of([Yardstick([0.001, 0.009, 0.003]), Yardstick([0.002, 0.002, 0.002])]) == pytest.approx(2)
    (figure,) = take_figures(lambda: [Figure("a", 1, "ms")])
    assert figure.loop is not None
    assert figure.loop > 0


def test_the_bench_tells_the_loop_beside_each_figure() -> None:
    run = CliRunner().invoke(program, ("bench", "--only-rules", "--games", "1", "--commands", "25", "--json"))
    assert run.exit_code == 0, run.stderr
    figures = json.loads(run.stdout)["figures"]
    assert len(figures) > 5
    for figure in figures:
        assert figure["loop_ms"] > 0
        if figure["unit"] == "ms":
            expected = figure["value"] * REFERENCE_LOOP_MS / figure["loop_ms"]
            assert figure["at_reference"] == pytest.approx(expected, rel=0.02, abs=0.002)
        # What is told is rounded: at the target itself it says nothing.
        if figure["target"] not in (None, figure["at_reference"]) and not figure["name"].endswith("random player"):
            assert figure["met"] is (figure["at_reference"] <= figure["target"])


def test_what_servers_are_sent_comes_before_the_first_die_or_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In August 1914 the weather is rolled before anyone moves, and until then units are set up and taken back for
    ever; in March 1918 it is given (§3.6)."""
    monkeypatch.setattr(script, "MAX_LEAD", 20)
    game = GAMES["empires-alliances"]
    with pytest.raises(ValueError, match="1914: no move can be sent before the first die"):
        script.script(game, "1914", 3, "move")
    assert [sent.command["kind"] for sent in script.script(game, "1918", 3, "move").moves] == ["move"] * 3
    run = CliRunner().invoke(program, ("bench", "--processes", "2", "--game", game.id, "--scenario", "1914"))
    assert run.exit_code == 2
    assert "no move can be sent" in " ".join(run.stderr.split())


@pytest.mark.parametrize("piece", [7, 100_000])
def test_messages_are_counted_however_they_arrive_and_pings_are_answered(piece: int) -> None:
    """RFC 6455 §5.2: lengths up to 125, in two bytes and in eight; a client's answer is masked."""
    sizes = [(5, b"\x05"), (125, b"\x7d"), (126, b"\x7e\x00\x7e"), (70_000, b"\x7f" + (70_000).to_bytes(8, "big"))]
    arrives = b"".join(b"\x82" + head + b"x" * size for size, head in sizes)
    arrives += b"\x89\x02hi" + b"\x81\x01!" + b"\x89\x00"
    frames, answered = Frames(), b""
    for at in range(0, len(arrives), piece):
        answered += frames.feed(arrives[at : at + piece])
    assert frames.count == len(sizes) + 1
    assert answered == b"\x8a\x82\x00\x00\x00\x00hi" + b"\x8a\x80\x00\x00\x00\x00"
    assert frames.feed(b"") == b""


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        (("--bus", "nats://127.0.0.1:4222"), "say how many with --processes"),
        (("--processes", "2", "--bus", "carrier pigeons"), "--bus must be"),
    ],
)
def test_a_bus_that_is_for_nobody_or_unknown_is_refused(said: tuple[str, ...], answered: str) -> None:
    run = CliRunner().invoke(program, ("bench", *said))
    assert run.exit_code == 2
    assert answered in " ".join(run.stderr.replace("│", " ").split())
