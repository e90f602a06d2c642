"""What a host is handed fits the program: containers, the proxy before them, the unit file, the list of settings."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from app.admin import health
from app.matches.play.process_memory import WORKING_ROOM_DIVISOR
from app.settings import ROOT, Settings

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
NGINX = (ROOT / "docs/nginx.conf").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
VARIABLES = {f"GREATWAR_{name.upper()}" for name in Settings.model_fields if name != "database_url"} | {"DATABASE_URL"}
SERVERS = {name: service for name, service in SERVICES.items() if service.get("build")}


def address(service: str) -> str:
    """The fixed address of a service in the containers' network."""
    found: str = SERVICES[service]["networks"]["default"]["ipv4_address"]
    return found


def test_two_servers_stand_behind_one_proxy_and_believe_it_alone() -> None:
    assert len(SERVERS) == 2
    (net,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    upstream = re.findall(r"^\s+server ([\d.]+):(\d+) ", NGINX, re.MULTILINE)
    assert upstream == [(address(name), "8000") for name in SERVERS] * 2, "for any call, and as homes of matches"
    for service in SERVERS.values():
        assert service["environment"]["GREATWAR_PROXIES"] == address("proxy")
        assert "ports" not in service, "only the proxy is reached from outside"
    assert [service for service in SERVICES if "ports" in SERVICES[service]] == ["proxy"]
    inner = re.search(r"listen (\d+);", NGINX)
    assert inner is not None
    assert SERVICES["proxy"]["ports"] == [f"${{GREATWAR_LISTEN:-127.0.0.1:8000}}:{inner[1]}"]
    assert re.findall(r"set_real_ip_from ([\d.]+);", NGINX) == [net["gateway"]]
    assert re.findall(r"geo .* ([\d.]+) 1; \}", NGINX) == [net["gateway"]]
    assert "./docs/nginx.conf:/etc/nginx/nginx.conf:ro" in SERVICES["proxy"]["volumes"]


def test_nats_comes_with_the_profile_for_many_servers_and_is_reached_by_them_alone() -> None:
    nats = SERVICES["nats"]
    assert nats["profiles"] == ["scale"]
    assert "ports" not in nats
    for service in SERVERS.values():
        assert service["environment"]["GREATWAR_BUS"] == "${GREATWAR_BUS:-postgres}"
        assert "nats" not in service["depends_on"], "servers start without it, and two need none"
    named = re.search(r"GREATWAR_BUS=(nats://nats:\d+)`", (ROOT / "docs/scale.md").read_text())
    assert named is not None
    assert Settings(bus=named[1]).nats == ("nats://nats:4222",)  # type: ignore[arg-type]


def test_every_setting_that_is_named_is_there() -> None:
    for service in SERVERS.values():
        environment = service["environment"]
        assert environment.keys() <= VARIABLES
        given = {k.removeprefix("GREATWAR_").lower(): v for k, v in environment.items() if "$" not in str(v)}
        Settings.model_validate(given)
        assert {secret["target"].upper() for secret in service["secrets"]} <= VARIABLES
        assert {secret["source"] for secret in service["secrets"]} <= COMPOSE["secrets"].keys()
    for file in ("Dockerfile", "docs/greatwar.service"):
        text = (ROOT / file).read_text()
        assert {*re.findall(r"GREATWAR_[A-Z_]+", text)} <= VARIABLES, file


def test_every_setting_is_told_to_whoever_hosts() -> None:
    told = (ROOT / "docs/hosting.md").read_text()
    shortened = {"GREATWAR_WORK_SHARE_GUEST": "`..._GUEST`", "GREATWAR_SOCKETS_PER_ADDRESS": "`..._PER_ADDRESS`"}
    left_out = {"GREATWAR_STATIC"}
    assert [v for v in sorted(VARIABLES - left_out) if shortened.get(v, f"`{v}`") not in told] == []
    named = {*re.findall(r"`(GREATWAR_[A-Z_]+)", told)}
    others = {"GREATWAR_SECRETS", "GREATWAR_LISTEN", "GREATWAR_DB_PASSWORD_FILE", "GREATWAR_MEM_LIMIT"}
    assert named - VARIABLES <= others


def test_everything_that_is_copied_and_asked_for_is_there() -> None:
    copied = [path for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE) for path in line.split()[:-1]]
    ignored = (ROOT / ".dockerignore").read_text().split()
    for path in copied:
        assert (ROOT / path).exists(), path
        assert path not in ignored
    assert "secrets" in ignored
    assert "/secrets/" in (ROOT / ".gitignore").read_text().split()
    routes = {getattr(route, "path", "") for route in health.router.routes}
    checks = [" ".join(map(str, service["healthcheck"]["test"])) for service in SERVERS.values()]
    asked = re.findall(r"http://127\.0\.0\.1:8000(/\w+)", " ".join([DOCKERFILE, *checks]))
    assert asked == ["/readyz"] * 3
    assert {*asked} <= routes
    for service in SERVICES.values():
        for name, waits in service.get("depends_on", {}).items():
            assert waits == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[name]
        assert {"restart", "cpus", "mem_limit"} <= service.keys()
        grace = float(str(service.get("stop_grace_period", "10s")).removesuffix("s"))
        assert grace > float(service.get("environment", {}).get("GREATWAR_LEAVE_SECONDS", 0)) + 5


def test_the_database_is_healthy_once_it_answers_where_servers_call_it() -> None:
    """While it is first made, it answers on its own socket alone."""
    assert "pg_isready --host 127.0.0.1 " in SERVICES["database"]["healthcheck"]["test"][1]


def default(value: object) -> str:
    """What a value of compose is when nobody sets its variable."""
    found = re.fullmatch(r"\$\{\w+:-(.*)\}", str(value))
    return str(value) if found is None else found[1]


def test_matches_leave_memory_before_the_container_is_killed() -> None:
    for service in SERVERS.values():
        most = int(default(service["mem_limit"]).removesuffix("g")) * 1024
        limit = int(default(service["environment"]["GREATWAR_MEMORY"]))
        assert limit * (1 + 1 / WORKING_ROOM_DIVISOR) < 0.9 * most
        assert limit > 1300, "five hundred watched matches of the Great War"


def test_figures_are_read_in_the_containers_network_and_not_from_outside() -> None:
    for service in SERVERS.values():
        environment = service["environment"]
        assert (environment["GREATWAR_METRICS_PORT"], environment["GREATWAR_METRICS_ADDRESS"]) == (9100, "0.0.0.0")  # noqa: S104
    assert "9100" not in NGINX
    assert "9100" not in str(SERVICES["proxy"]["ports"])


def test_the_unit_shields_the_machine() -> None:
    """``systemd-analyze`` gives what is left open a number from 0 to 10."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed here")
    unit = ROOT / "docs/greatwar.service"
    said = subprocess.run(
        [program, "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize("secret", ["$request ", "$args", "$http_referer", "$query_string", "$request_uri"])
def test_the_proxy_logs_no_invitation(secret: str) -> None:
    """They stand in the query of an address."""
    (log,) = re.findall(r"log_format (.*);", NGINX)
    assert secret not in f"{log} "


def test_the_password_of_the_database_is_a_file(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As compose mounts it; what stands in the address itself, or in the environment, comes first."""
    monkeypatch.setenv("GREATWAR_SECRETS", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://greatwar@database/greatwar")
    (tmp_path / "greatwar_database_password").write_text("trout/fish\n")
    settings = Settings()
    assert settings.postgres_url == "postgresql://greatwar:trout%2Ffish@database/greatwar"
    assert "trout" not in repr(settings)
    monkeypatch.setenv("DATABASE_URL", "postgresql://greatwar:own@database/greatwar")
    assert Settings().postgres_url == "postgresql://greatwar:own@database/greatwar"
    monkeypatch.setenv("DATABASE_URL", "")
    assert Settings().postgres_url is None
