"""What whoever runs the server may set, all by environment variables named ``GREATWAR_...``."""

from __future__ import annotations

import importlib.util
import ipaddress
import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from urllib.parse import quote, urlsplit, urlunsplit

import orjson
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
)

SECRETS, SECRETS_FOLDER = "GREATWAR_SECRETS", "/run/secrets"
"""The variable that names the folder of secrets, and where containers have it."""
ROOT = Path(__file__).resolve().parent.parent


def _words(value: object) -> object:
    """A list as an environment variable has it: ``a, b`` or the same as JSON."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        return orjson.loads(value)
    return [word.strip() for word in value.split(",") if word.strip()]


def _addresses(named: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse what is no address and no network. ValueError."""
    for address in named:
        ipaddress.ip_network(address)
    return named


POSTGRES = "postgres"
HOME = "home"
"""What the database of ``DATABASE_URL`` is called where a shard may be named."""

_SHARD_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")

_SERVER = r"(\[[0-9A-Fa-f:.%]+\]|[^\s:/?#@\[\],]*)(:\d*)?"
_DATABASE = re.compile(
    rf"postgres(ql)?://([^\s/?#\[\]]*@)?{_SERVER}(,{_SERVER})*(/[^\s/?#@]*)?(\?\w+=[^\s&#]*(&\w+=[^\s&#]*)*)?"
)
"""The address of a database. In a password that stands as it is, ``/`` or ``#`` would end the name of a server, and
whoever reads the address would complain of a port that is half the password."""


def _is_bus(named: str) -> bool:
    """Whether notices can go by this: Postgres, or servers of NATS."""
    if named in ("", POSTGRES):
        return True
    try:
        parts = [urlsplit(server.strip()) for server in named.split(",")]
        return all(p.scheme in ("nats", "tls") and p.hostname and (p.port or True) for p in parts)
    except ValueError:  # a port that is no number
        return False


def _is_web_address(named: str) -> bool:
    """Whether this is an address by http or https, without a query."""
    try:
        parts = urlsplit(named)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or True) and not parts.query
    except ValueError:  # a port that is no number
        return False


Words: TypeAlias = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_words)]
Addresses: TypeAlias = Annotated[Words, AfterValidator(_addresses)]


class Settings(BaseSettings):
    """The server's settings. The defaults suit one machine and need nothing to be set."""

    model_config = SettingsConfigDict(env_prefix="GREATWAR_", frozen=True, hide_input_in_errors=True)

    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL", repr=False)
    """``postgresql://...`` of an existing database; without it an embedded Postgres is started."""

    database_password: SecretStr | None = None
    """The password for a ``DATABASE_URL`` that has none: as a secret it is a file of its own."""

    bus: SecretStr = SecretStr("postgres")
    """What carries notices between processes: ``postgres``, or ``nats://user:password@host:4222`` (``tls://...``),
    several servers of one NATS separated by commas."""

    shards: SecretStr = SecretStr("")
    """Further databases for records of matches, as ``name=postgresql://...``, separated by blanks or new lines."""

    spread: Words = ()
    """The shards among which matches in play are spread; empty: only ``greatwar move-match`` moves any."""

    pooler: bool = False
    """A pooler in transaction mode, such as PgBouncer, stands before Postgres: no session outlives its transaction."""

    var: Path = ROOT / "var"
    """Where the embedded Postgres keeps its data."""

    static: Path = ROOT / "static"
    """The browser client's files."""

    packed: bool = True
    """Join scripts and style sheets (``app/packs.py``). Without it every file is served by itself and read again each
    time, which suits someone who changes them."""

    plans: Words = ()
    """Plans of your own, each as ``game=folder``: board, counters and charts that ``options`` of a match may name."""

    hosts: Words = ()
    """Names by which the server may be called, ``*.example.org`` for all below one, ``*`` for any. Addresses and this
    machine's own name always work."""

    site: str = Field(default="", pattern=r"^(https?://[^/\s]+)?$")
    """The address by which people know the server (``https://example.org``), for passkeys and for links
    in mail; empty: as it is called, and no mail."""

    smtp_url: SecretStr | None = None
    """Where mail goes out: ``smtp://user:password@host:587`` or ``smtps://...``; without it the server sends none."""

    mail_from: str = ""
    """The sender of our mail."""

    notice_seconds: float = Field(default=60, ge=0)
    """How long players have to see for themselves that they are asked, before they are told by mail or push."""

    reachable: Addresses = ()
    """Private addresses or networks that webhooks may call, by http too. Without it they only reach the internet."""

    proxies: Addresses = ()
    """Addresses or networks of the proxies in front of the server. Only they are trusted to name the caller."""

    origins: Words = ()
    """Further origins (``https://example.org``) whose pages may call the server; its own always may."""

    secure_cookies: bool = False
    """Mark cookies ``Secure`` even where the server cannot see that it is reached by https."""

    hsts_seconds: int = Field(default=31_536_000, ge=0)
    """How long browsers that came by https must use only https; 0: they are not told."""

    session_days: int = Field(default=365, ge=1)
    """How long a guest's cookie is good."""

    body_limit: int = Field(default=64 * 1024, ge=1024)
    """Bytes that a request body may have."""

    rate_limit: str = "400/10 seconds"
    """Calls that one guest (or an address without a session) may make, as ``limits`` writes it; empty: no limit."""

    address_limit: str = "2000/10 seconds"
    """Calls that one address may make, files and all its guests together; empty: no limit."""

    guest_limit: str = "40/minute;400/day"
    """Guests that one address may create; empty: no limit."""

    login_limit: str = "30/10 minutes;200/day"
    """Tries to log in that one address may make; empty: no limit."""

    mail_limit: str = "3/10 minutes;10/day"
    """Mails that one address may be sent about logging in; empty: no limit."""

    password_limit: str = "10/hour"  # noqa: S105
    """Passwords that may be tried for one address; empty: no limit."""

    code_limit: str = "5/hour"
    """Codes from another device that one address may enter; empty: no limit."""

    credential_limit: str = "30/hour;100/day"
    """Codes, passkeys, tokens, blocks, reports that one guest, or all of one address, may ask for; empty: no limit."""

    chat_limit: str = "30/minute;3000/day"
    """Messages that one guest, or all of one address, may send to the chat; empty: no limit."""

    mark_limit: str = "60/minute;2000/day"
    """Marks that one guest, or all of one address, may draw on maps; empty: no limit."""

    hint_limit: str = "20/minute;400/day"
    """Hints that one guest, or all of one address, may ask programs for; empty: no limit."""

    thoughts_limit: str = "20/minute;60/day"
    """Matches of which one guest, or all of one address, may ask what the programs thought; empty: no limit."""

    notice_limit: str = "40/hour;200/day"
    """Messages that one channel of a person may be sent; what comes beyond goes together, later; empty: no limit."""

    match_limit: str = "60/minute;400/day"
    """Matches that one address may make, since each is kept; empty: no limit."""

    move_limit: str = "60000/day"
    """Commands that one address may send, since what they lead to is kept; empty: no limit."""

    event_limit: str = "20000/day"
    """Events that the commands of one guest may lead to; empty: no limit."""

    events_per_match: int = Field(default=250_000, ge=1_000)
    """Events of a match after which it takes no more commands; a long campaign has 35,000."""

    matches_per_guest: int = Field(default=100, ge=1)
    """Unfinished matches in which one guest may sit."""

    programs_per_guest: int = Field(default=3, ge=0)
    """Unfinished matches against programs in which one guest may sit."""

    opponents: bool = True
    """Have ``greatwar serve`` start the process in which programs think."""

    open_tables_per_guest: int = Field(default=10, ge=1)
    """Public tables that wait for players at which one guest may sit."""

    connections: int = Field(default=0, ge=0)
    """Connections that may be open; 0: as many as the operating system's limit on open files leaves."""

    connections_per_address: int = Field(default=256, ge=0)
    """Connections that one address may hold open; 0: no limit. A proxy of yours is not counted."""

    header_limit: int = Field(default=16 * 1024, ge=1024)
    """Bytes that the head of a request may have."""

    header_seconds: float = Field(default=10, gt=0)
    """How long the head of a request may take to arrive."""

    body_seconds: float = Field(default=30, gt=0)
    """How long its body may take."""

    answer_seconds: float = Field(default=60, gt=0)
    """How long a client may leave unread what it was sent, before the connection is cut."""

    refusal_seconds: float = Field(default=0.01, ge=0, le=1)
    """How much later each further refusal of one address is answered, after twenty in a minute; 0: all at once."""

    calls_at_once: int = Field(default=8, ge=0)
    """Calls of one address that are worked on at the same time, the others wait; 0: no limit."""

    calls_in_all: int = Field(default=16, ge=0)
    """Calls of all addresses together that are worked on at the same time, the others wait in one line; 0: no limit."""

    calls_wait_seconds: float = Field(default=5, gt=0)
    """How long a call waits in that line at most."""

    work_share: float = Field(default=0.6, ge=0, le=1)
    """How busy the server may be, as a part of its time, before guests are held to their share; 0: they never are."""

    work_share_address: float = Field(default=0.4, ge=0, le=1)
    """The part of a busy server's time that one address may have; 0: no limit."""

    work_share_guest: float = Field(default=0.2, ge=0, le=1)
    """The part of a busy server's time that one guest may have; 0: no limit."""

    clock_seconds: float = Field(default=2, gt=0)
    """How often the server looks whose time is up."""

    sweep_days: int = Field(default=30, ge=1)
    """Days without a visit after which guests without a seat are forgotten, and matches without a move."""

    archive_days: float = Field(default=0, ge=0)
    """Days after its end when a match becomes one file and leaves the database; 0: it never does."""

    archive: Annotated[str, BeforeValidator(str)] = ""
    """The folder of those files, the same for all processes of a database, or ``s3://bucket/prefix``; by default
    ``archive`` in ``var``."""

    archive_endpoint: str = Field(default="", pattern=r"^(https?://[^/\s]+)?$")
    """The address of a store that speaks S3 and is not Amazon's."""

    archive_region: str = "us-east-1"
    """The region of the bucket."""

    archive_key: SecretStr | None = None
    """``id:secret`` for the bucket; without it, as Amazon's own programs find it (``AWS_ACCESS_KEY_ID``, the role of
    the machine)."""

    socket_queue: int = Field(default=64, ge=4)
    """Messages that may wait for a slow reader before the socket is closed with 1013."""

    sockets_per_guest: int = Field(default=32, ge=1)
    """Sockets that one guest, or the guests without a session at one address, may hold open."""

    sockets_per_address: int = Field(default=128, ge=1)
    """Sockets that all guests at one address together may hold open."""

    socket_limit: str = "240/minute"
    """Sockets that one address may open; empty: no limit."""

    live_matches: int = Field(default=500, ge=1)
    """Matches kept in memory; the least lately used go first, those with sockets stay."""

    memory: int = Field(default=0, ge=0)
    """MiB that the process may take before matches leave its memory, the least lately used first; a fifth above it, no
    further match is loaded. 0: no limit."""

    push_seconds: float = Field(default=0.05, ge=0, le=1)
    """How long the watchers of a match wait for news at most after they were told of a move, so that those of a burst
    go together; 0: every move is pushed at once."""

    snapshot_every: int = Field(default=100, ge=1)
    """Events between two snapshots of a match."""

    pool_size: int = Field(default=10, ge=1)
    """Connections to Postgres that one process may open for its requests."""

    leave_seconds: float = Field(default=0, ge=0, le=300)
    """How long a server that was told to stop goes on serving while ``/readyz`` says that it leaves, so that a balancer
    sends players elsewhere first. A second signal ends the wait."""

    metrics: Literal["local", "all", "off"] = "local"
    """Who may read ``/metrics``: this machine only, everyone, nobody."""

    metrics_port: int = Field(default=0, ge=0, le=65535)
    """A port of its own for the same figures, which players never reach; 0: none."""

    metrics_address: str = "127.0.0.1"
    """Where that port listens."""

    traces: SecretStr = SecretStr("")
    """Where a collector takes traces by OTLP over HTTP: ``http://collector:4318``; empty: there are none."""

    traces_share: float = Field(default=1.0, ge=0, le=1)
    """The share of what begins here that is traced."""

    log_json: bool | None = None
    """Logs as JSON lines (True), as text for people (False), or by whether a terminal reads them (None)."""

    @field_validator("database_url")
    @classmethod
    def _database_can_be_read(cls, url: str | None) -> str | None:
        """Refuse an address that cannot be read. ValueError, which does not repeat what may hold a password."""
        if url and not _DATABASE.fullmatch(url):
            raise ValueError(
                "must be postgresql://user:password@host:port/name, with several hosts by commas; in a password "
                "signs such as / ? # [ ] are written %2F %3F %23 %5B %5D"
            )
        return url

    @field_validator("bus")
    @classmethod
    def _bus_is_known(cls, bus: SecretStr) -> SecretStr:
        """Refuse a bus that we have no carrier for. ValueError, which does not repeat what may hold a password."""
        if not _is_bus(bus.get_secret_value()):
            raise ValueError("must be 'postgres' or 'nats://host:port', or several of these with commas")
        return bus

    @field_validator("traces")
    @classmethod
    def _traces_can_be_sent(cls, traces: SecretStr) -> SecretStr:
        """Refuse a collector's address that is none. ValueError, which does not repeat what may hold a password."""
        if (endpoint := traces.get_secret_value()) and not _is_web_address(endpoint):
            raise ValueError("must be the address of a collector, http://host:4318 or https://...")
        if endpoint and find_spec("opentelemetry") is None:
            raise ValueError("needs OpenTelemetry, which is not installed: make traces")
        return traces

    @classmethod
    def variable(cls, name: str) -> str:
        """The environment variable of a setting, as an error names it."""
        return name if name in ("DATABASE_URL",) else f"GREATWAR_{name.upper()}"

    @property
    def nats(self) -> tuple[str, ...] | None:
        """The servers of the NATS that carries notices; None where Postgres does."""
        bus = self.bus.get_secret_value()
        return None if bus in ("", POSTGRES) else tuple(server.strip() for server in bus.split(","))

    @field_validator("shards")
    @classmethod
    def _shards_can_be_read(cls, shards: SecretStr) -> SecretStr:
        """Refuse shards without a name of their own and an address. ValueError, which repeats no address."""
        entries = [entry.partition("=") for entry in shards.get_secret_value().split()]
        names = [name for name, _, _ in entries]
        if any(not _DATABASE.fullmatch(url) for _, _, url in entries):
            raise ValueError("must be name=postgresql://user:password@host:port/name, several separated by blanks")
        if any(not _SHARD_NAME.fullmatch(name) or name == HOME for name in names) or len(names) != len({*names}):
            raise ValueError(f"names must differ, have small letters, digits and hyphens, and not be '{HOME}'")
        return shards

    @model_validator(mode="after")
    def _spread_over_shards(self) -> Settings:
        """Refuse to spread matches over what is no shard. ValueError."""
        if unknown := [name for name in self.spread if name not in self.shard_urls]:
            raise ValueError(f"GREATWAR_SPREAD names {', '.join(unknown)}, which GREATWAR_SHARDS does not")
        return self

    @property
    def shard_urls(self) -> dict[str, str]:
        """The addresses of the shards by their names."""
        return {name: url for name, _, url in (e.partition("=") for e in self.shards.get_secret_value().split())}

    @field_validator("archive")
    @classmethod
    def _archive_can_be_reached(cls, archive: str) -> str:
        """Refuse a bucket that is none, or that nothing here can reach. ValueError."""
        if "://" not in archive:
            return archive
        if not re.fullmatch(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/\w[\w.-]*)*", archive):
            raise ValueError("must be a folder, or s3://bucket or s3://bucket/prefix")
        if importlib.util.find_spec("obstore") is None:
            raise ValueError("names a bucket, which needs the extra 's3': pip install -r requirements-s3.lock")
        return archive

    @field_validator("archive_key")
    @classmethod
    def _key_is_a_pair(cls, key: SecretStr | None) -> SecretStr | None:
        """Refuse a key that is no pair. ValueError, which does not repeat it."""
        if key is not None and not all(key.get_secret_value().partition(":")):
            raise ValueError("must be id:secret")
        return key

    @model_validator(mode="after")
    def _pooler_keeps_no_listener(self) -> Settings:
        """Refuse a pooler where notices would need a session. ValueError."""
        if self.pooler and self.nats is None:
            raise ValueError("GREATWAR_POOLER needs GREATWAR_BUS=nats://…: nobody can listen over a pooler")
        if self.pooler and not self.database_url:
            raise ValueError("GREATWAR_POOLER needs DATABASE_URL: the embedded Postgres has no pooler")
        return self

    @model_validator(mode="after")
    def _mail_is_whole(self) -> Settings:
        """Refuse to send mail without a sender, or with links that nobody named. ValueError."""
        if self.smtp_url is not None and not (self.mail_from and self.site):
            # A link must not lead to where a caller says that we are.
            raise ValueError("GREATWAR_SMTP_URL needs GREATWAR_MAIL_FROM and GREATWAR_SITE")
        return self

    @property
    def archive_folder(self) -> Path:
        """Where the files of archived matches lie."""
        return Path(self.archive) if self.archive else self.var / "archive"

    @property
    def archive_is_remote(self) -> bool:
        """Whether they lie in a bucket."""
        return self.archive.startswith("s3://")

    @property
    def postgres_url(self) -> str | None:
        """The address of the database with its password, or None for the embedded one."""
        if not self.database_url or self.database_password is None:
            return self.database_url or None
        url = urlsplit(self.database_url)
        who, at, where = url.netloc.rpartition("@")
        if at and ":" not in who:
            # Not taken apart any further: there may be several hosts, each with a port.
            url = url._replace(netloc=f"{who}:{quote(self.database_password.get_secret_value(), safe='')}@{where}")
            return urlunsplit(url)
        return self.database_url

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """From arguments, the environment, and files that bear the names of variables: a container's secrets."""
        folder = Path(os.environ.get(SECRETS, SECRETS_FOLDER))
        files = (SecretsSettingsSource(settings_cls, secrets_dir=folder),) if folder.is_dir() else ()
        return init_settings, env_settings, *files
