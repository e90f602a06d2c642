"""Scripts and style sheets joined: each module once, after what it imports; what cannot be joined is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.packs import Packs, Unpackable
from app.settings import Settings

CLIENT = Settings().static
MODULE = re.compile(r'^room\$\.own\["([^"]+)"\] \?\?=', re.M)
USED = re.compile(r'= room\$\.own\["([^"]+)"\];$', re.M)
PAGES = sorted(path.name for path in CLIENT.glob("*.html"))


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A page of two modules, one of which is wanted later."""
    files = {
        "page.html": '<link rel="stylesheet" href="a/one.css">\n<link rel="stylesheet" href="a/two.css">\n'
        '<script src="boot.js"></script><script type="module" src="page.js"></script>',
        "page.js": "import { two as second } from './a/two.js';\nimport * as all from './a/two.js';\n"
        "export const later = () => import('./a/later.js');\nexport const sum = second + all.three;\n",
        "a/two.js": "/** Not told.\n * import { x } from y\n */\nexport const two = 2;\nexport const three = 3;\n",
        "a/later.js": "import { two } from './two.js';\nexport { three as drei } from './two.js';\n"
        "export function at() { return import.meta.url + two; }\n",
        "a/one.css": ".one{src:url(../fonts/f.woff2)}\n",
        "a/two.css": '.two{fill:url(#hatch);src:url("own.webp")}\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_client_is_joined(page: str) -> None:
    packs = Packs(CLIENT)
    text = packs.page(page)
    assert text.count('rel="stylesheet"') == 1
    named = re.findall(r'(?:src|href)="(/files/[^"]+)"', text)
    for path in named:
        plain = path.removeprefix(f"/files/{packs.digest}/")
        there = (
            packs.find_pack(plain.removeprefix("packs/")) if plain.startswith("packs/") else (CLIENT / plain).is_file()
        )
        assert there, path
    assert len(named) >= 3


@pytest.mark.parametrize("entry", ["match.js", "lobby.js", "boards.js", "rulebook/page.js"])
def test_modules_come_once_and_after_what_they_import(entry: str) -> None:
    pack = Packs(CLIENT).find_pack(entry)
    assert pack is not None
    there: list[str] = []
    for part in re.split(r"(?=^room\$\.own\[)", pack, flags=re.M)[1:]:
        assert set(USED.findall(part)) <= set(there)
        there += MODULE.findall(part)
    assert there[-1] == entry
    assert len(there) == len(set(there)) > 5


def test_whatever_the_table_may_want_later_can_be_joined() -> None:
    """Any module, without what the page has already."""
    packs = Packs(CLIENT)
    has = {*MODULE.findall(packs.script("match.js"))}
    modules = [p.relative_to(CLIENT).as_posix() for p in CLIENT.glob("*/**/*.js")]
    assert len(modules) > 100
    for module in modules:
        part = packs.find_pack(f"parts/match.js!/{module}")
        assert part is not None
        assert not {*MODULE.findall(part)} & has


def test_a_module_keeps_what_it_says(client: Path) -> None:
    packs = Packs(client)
    pack = packs.script("page.js")
    assert MODULE.findall(pack) == ["a/two.js", "page.js"]
    assert 'const { two: second } = room$.own["a/two.js"];' in pack
    assert 'const all = room$.own["a/two.js"];' in pack
    assert "return { later, sum };" in pack
    assert "Not told" not in pack
    assert "((path) => room$.load(path, \"page.js\"))('./a/later.js')" in pack


def test_a_part_has_what_the_page_has_not(client: Path) -> None:
    part = Packs(client).find_pack("parts/page.js!/a/later.js")
    assert part is not None
    assert part.startswith("import { room$ } from '../../../page.js';\n")
    assert MODULE.findall(part) == ["a/later.js"]
    assert 'return { at, drei: room$.own["a/two.js"].three };' in part
    assert 'room$.at("a/later.js") + two' in part


def test_addresses_in_style_sheets_are_those_of_their_files(client: Path) -> None:
    assert Packs(client).find_pack("page.css") == (
        ".one{src:url(../fonts/f.woff2)}\n.two{fill:url(#hatch);src:url(../a/own.webp)}\n"
    )


@pytest.mark.parametrize(
    "path", ["../page.js", "/page.js", "a/../page.js", "parts/page.js!/../x.js", "none.js", "none.css"]
)
def test_there_is_no_other_pack(client: Path, path: str) -> None:
    assert Packs(client / "a").find_pack(path) is None


@pytest.mark.parametrize(
    "said",
    [
        "export default 1;",
        "export let changing = 1;",
        "export * from './a/two.js';",
        "import two from './a/two.js';",
        "export const { a } = {};",
        "const room$ = 1;",
        "import { page } from './page.js';",
    ],
)
def test_what_is_said_otherwise_is_refused(client: Path, said: str) -> None:
    """A name that changes would not change elsewhere; the last is a circle."""
    (client / "page.js").write_text(f"{said}\n")
    with pytest.raises(Unpackable):
        Packs(client).script("page.js")


def test_the_digest_is_of_every_file(client: Path) -> None:
    before = Packs(client).digest
    (client / "a" / "own.webp").write_bytes(b"RIFF")
    assert Packs(client).digest != before
