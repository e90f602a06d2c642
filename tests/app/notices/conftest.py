"""What the tests of notices share: a database of their own, a server that leaves mail and pushes to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.app.accounts.postbox import Postbox, postbox
from tests.app.notices.desk import DELAY, SITE
from tests.app.notices.receiver import Receiver, receiver
from tests.conftest import TOY, Server


@pytest.fixture(scope="package")
def notice_database(fresh_database: Callable[[], str]) -> str:
    """A database in which nobody else sends."""
    return fresh_database()


@pytest.fixture(scope="package")
def mailed() -> Iterator[Postbox]:
    """The postbox of the package's server."""
    with postbox() as box:
        yield box


@pytest.fixture(scope="package")
def server(
    tmp_path_factory: pytest.TempPathFactory, notice_database: str, starting: Callable[..., Server], mailed: Postbox
) -> Iterator[Server]:
    """A server that calls programs at once, and people only after some minutes, so that the tests are first."""
    started = starting(
        TOY,
        notice_database,
        tmp_path_factory.mktemp("notices") / "server.log",
        smtp_url=mailed.url,
        mail_from="games@greatwar.example",
        site=SITE,
        notice_seconds=DELAY.total_seconds(),
        notice_limit="",
        reachable="127.0.0.1",
    )
    yield started
    started.stop()


@pytest.fixture
def box() -> Iterator[Postbox]:
    """An empty postbox for the test's own sender."""
    with postbox() as box:
        yield box


@pytest.fixture
def hook() -> Iterator[Receiver]:
    """An empty receiver."""
    with receiver() as here:
        yield here
