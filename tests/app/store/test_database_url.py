"""The address of the database holds a password: nothing that is printed, logged or started with it tells that."""

from __future__ import annotations

import sys

import pytest

from app.cli import main
from app.postgres.backups import without_password
from app.settings import Settings

SECRET = "Pike"


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://g:{SECRET}/x@db:5432/greatwar",
        f"postgresql://g:{SECRET}#x@db:5432/greatwar",
        f"postgresql://g:{SECRET}?x@db:5432/greatwar",
        f"postgresql://g:12?{SECRET}@db/greatwar",
        f"postgresql://g:12/{SECRET}@db/greatwar",
        f"postgresql://g:{SECRET}[x@db:5432/greatwar",
        f"postgresql://g:x@db:{SECRET}/greatwar",
        f"postgresql://g:{SECRET}@db:5432,db2:x/greatwar",
        f"postgresql+asyncpg://g:{SECRET}@db/greatwar",
        f"host=db password={SECRET}",
    ],
)
@pytest.mark.parametrize("program", [["serve"], ["opponents"], ["admin", "reports"], ["backup", "file"]])
def test_an_address_that_cannot_be_read_is_refused_without_repeating_it(
    address: str, program: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A sign that ends the name of a server may stand in a password: then half of it was logged as a port."""
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setattr(sys, "argv", ["greatwar", *program])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capfd.readouterr()
    assert ended.value.code == 2
    assert told.err.startswith("DATABASE_URL: must be postgresql://")
    assert SECRET not in told.out + told.err


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://g:a%2Fb@db:5432,db2:5433/greatwar?target_session_attrs=read-write",
        "postgresql://g:a:b@c@db/greatwar",
        "postgresql://g:word@/greatwar?host=/run/postgres",
        "postgresql://g@[fd00::7]:5432,[fd00::8]/greatwar",
        "postgres://%2Frun%2Fpostgres/greatwar",
        "postgresql:///greatwar?user=g&password=a%2Fb",
    ],
)
def test_what_postgres_can_read_is_taken_as_it_is(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert Settings().postgres_url == address
    monkeypatch.setenv("GREATWAR_DATABASE_PASSWORD", "another")
    bare = "postgresql:///greatwar?host=/run/postgres"
    monkeypatch.setenv("DATABASE_URL", bare)
    assert Settings().postgres_url == bare


@pytest.mark.parametrize(
    ("address", "bare", "password"),
    [
        ("postgresql://g:a%2Fb@h1:1,h2:2/w?x=y", "postgresql://g@h1:1,h2:2/w?x=y", "a/b"),
        ("postgresql://g:a@/w?host=/run/x", "postgresql://g@/w?host=/run/x", "a"),
        ("postgresql://h/w?user=g&password=a%2Fb&x=y", "postgresql://h/w?user=g&x=y", "a/b"),
        ("postgresql:///w?password=a", "postgresql:///w", "a"),
        ("postgresql://g:a@h/w?password=b", "postgresql://g@h/w", "b"),
        ("postgresql://g@h/w", "postgresql://g@h/w", ""),
    ],
)
def test_a_program_of_postgres_is_called_without_the_password(address: str, bare: str, password: str) -> None:
    """All accounts of a machine see what programs are called with."""
    assert without_password(address) == (bare, password)
