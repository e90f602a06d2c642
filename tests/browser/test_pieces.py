"""What stands on the map of Powers of 1914: every unit counts, only what changed is drawn again, the front is whole."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from app.settings import ROOT
from rules.kernel import dice
from rules.kernel.messages import Refusal
from rules.powers_1914.game import GAME
from rules.powers_1914.printed.pieces import CENTRAL
from tests.browser.player import BARE, Player
from tests.browser.setting import begin, call, shown
from tests.games.lessons import FirstMatch, script_of
from tests.thorough import THOROUGH, in_the_sweep

BOARD = json.loads((ROOT / "static" / "boards" / "powers-1914" / "board.json").read_text(encoding="utf-8"))
PIECES = """async () => {
  const { Areas } = await import('/board/areas.js');
  const { Pieces } = await import('/games/powers-1914/pieces.js');
  return new Pieces(new Areas(await (await fetch('/boards/powers-1914/board.json')).json()));
}"""


@pytest.fixture
def run(player: Callable[..., Player]) -> Callable[..., Any]:
    """Runs a function of the page, in the client's own modules."""
    return player("Reader", drawn=True).stand_alone().evaluate


def views(scenario: str, seed: int, every: int) -> list[dict[str, Any]]:
    """The views of a random game, one out of this many commands, the last one included."""
    rng, chance = random.Random(seed), dice.chance(dice.key(bytes(32), "pieces", {}))
    state, seen, n = GAME.new_match(scenario, {}), [], 0
    while deciders := GAME.deciders(state):
        answer = GAME.decide(state, deciders[0], GAME.random_command(state, deciders[0], rng), chance)
        assert not isinstance(answer, Refusal)
        for event in answer:
            state = GAME.evolve(state, event)
        if n % every == 0:
            seen.append(GAME.view(state, "spectator"))
        n += 1
    return [*seen, GAME.view(state, "spectator")]


def strengths(view: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Area to side to units that fight."""
    found: dict[str, dict[str, int]] = {}
    for area, body in view["areas"].items():
        count = Counter(view["nations"][u["nation"]]["side"] for u in body.get("units", ()) if u["kind"] != "general")
        if count:
            found[area] = dict(count)
    return found


@in_the_sweep
def test_every_unit_of_whole_games_is_in_the_numbers_near_and_from_afar(run: Callable[..., Any]) -> None:
    games = [*views("classic-1-6", 11, 60), *views("classic-2", 12, 60)]
    shown = run(
        f"""async (views) => {{
          const pieces = await ({PIECES})();
          const side = (el) => (el.classList.contains('tone-dark') ? 'central' : 'entente');
          return views.map((view) => {{
            pieces.show(view);
            const near = {{}}, away = {{}};
            const add = (where, area, el, n) => {{
              if (n) (where[area] ??= {{}})[side(el)] = (where[area][side(el)] ?? 0) + n;
            }};
            for (const group of pieces.group.querySelectorAll('[data-hex]')) {{
              const area = group.dataset.hex;
              for (const el of group.querySelectorAll('.near .pw:not(.k-general):not(.rest)'))
                add(near, area, el, Number(el.querySelector('.count text')?.textContent ?? 1));
              for (const el of group.querySelectorAll('.away .shield'))
                add(away, area, el, Number(el.querySelector('text')?.textContent ?? 0));
            }}
            const rests = pieces.group.querySelectorAll('.rest').length;
            return {{ near, away, rests }};
          }});
        }}""",
        games,
    )
    assert len(shown) == len(games) > 10
    whole = 0
    for view, drawn in zip(games, shown, strict=True):
        assert drawn["away"] == strengths(view)
        if not drawn["rests"]:
            assert drawn["near"] == strengths(view)
            whole += 1
    assert whole > 10


def test_what_finds_no_room_is_told_as_a_number(run: Callable[..., Any]) -> None:
    kinds = ("infantry", "artillery", "aircraft")
    units = [
        {"id": f"{n}.{k}.{i}", "nation": n, "kind": k, "spent": i == 0}
        for n in ("FR", "BR", "BE")
        for k in kinds
        for i in range(3)
    ]
    units.append({"id": "FR.general.petain", "nation": "FR", "kind": "general", "spent": False, "name": "Pétain"})
    shown = run(
        """async (units) => {
          const { tiles } = await import('/games/powers-1914/tiles.js');
          return Array.from({ length: 20 }, (_, i) => tiles(units, i + 1));
        }""",
        units,
    )
    for room, tiles in enumerate(shown, start=1):
        assert len(tiles) <= room
        assert sum(t.get("more", 0) + t.get("count", 0) for t in tiles) == len(units)
    # With room for all, those who have acted stand apart; with less, nations stay whole; then the general waits.
    assert len(shown[19]) == 19
    assert len(shown[9]) == 10
    assert [t.get("more") for t in shown[8]] == [None] * 8 + [4]
    assert not any(t.get("kind") == "general" for t in shown[8])


def test_only_areas_where_something_changed_are_drawn_anew(run: Callable[..., Any]) -> None:
    view = views("classic-1", 13, 10**6)[0]
    area = next(a for a, body in view["areas"].items() if len(body.get("units", ())) > 1)
    later = json.loads(json.dumps(view))
    later["areas"][area]["units"].pop()
    changed = run(
        f"""async ([before, after]) => {{
          const pieces = await ({PIECES})();
          const groups = () => [...pieces.group.querySelectorAll('[data-hex]')];
          const drawn = () => new Map(groups().map((g) => [g.dataset.hex, g.firstChild]));
          pieces.show(before);
          const first = drawn();
          pieces.show(before);
          const same = drawn();
          pieces.show(after);
          const then = drawn();
          const differ = (a, b) => [...a].filter(([id, el]) => b.get(id) !== el).map(([id]) => id);
          return [first.size, differ(first, same), differ(same, then)];
        }}""",
        [view, later],
    )
    assert changed[0] > 1
    assert changed[1:] == [[], [area]]


def test_land_areas_that_are_linked_have_a_common_border_for_the_front(run: Callable[..., Any]) -> None:
    found = run(
        """async (areas) => {
          const { borders } = await import('/games/powers-1914/front.js');
          const met = borders(areas).filter(({ lines }) => lines.length);
          return met.map(({ a, b, lines }) => [a, b, lines.flat().length]);
        }""",
        BOARD["areas"],
    )
    linked = {tuple(sorted((k["a"], k["b"]))) for k in BOARD["links"] if k["kind"] == "land"}
    assert linked - {(a, b) for a, b, _ in found} == set()
    assert all(points > 1 for _, _, points in found)


def test_what_changed_hands_is_hatched_and_flagged_and_nothing_else(run: Callable[..., Any]) -> None:
    view = GAME.view(GAME.new_match("classic-1", {}), "spectator")
    taken: Any = json.loads(json.dumps(view))
    taken["areas"]["brussels"]["control"] = "GE"
    marks = run(
        f"""async (views) => {{
          const pieces = await ({PIECES})();
          return views.map((view) => {{
            pieces.show(view);
            const flags = [...pieces.group.querySelectorAll('[data-hex]:has(.pw-flag)')].map((g) => g.dataset.hex);
            return [pieces.ground.querySelectorAll('.held').length, flags];
          }});
        }}""",
        [view, taken, view],
    )
    assert marks == [[0, []], [1, ["brussels"]], [0, []]]


def test_conquered_land_lies_under_what_is_printed_and_highlights_leave_it(run: Callable[..., Any]) -> None:
    view: Any = GAME.view(GAME.new_match("classic-1", {}), "spectator")
    view["areas"]["brussels"]["control"] = "GE"
    found = run(
        """async (view) => {
          const { Board } = await import('/board/board.js');
          const { Pieces } = await import('/games/powers-1914/pieces.js');
          const map = document.createElement('div');
          document.body.append(map);
          const on = { hex: () => {}, hover: () => {}, pieces: (lattice) => new Pieces(lattice) };
          const board = await Board.load(map, 'powers-1914', on);
          board.show(view);
          board.highlight({ selected: ['paris'] });
          const held = () => [...map.querySelectorAll('.held')];
          const name = [...board.lines.querySelectorAll('text')].find((text) => text.textContent.includes('Belgium'));
          const later = Node.DOCUMENT_POSITION_FOLLOWING;
          const under = held().map((el) => Boolean(el.compareDocumentPosition(name) & later));
          board.highlight({});
          const left = held().length;
          board.clear();
          return [under, left, held().length];
        }""",
        view,
    )
    assert found == [[True], 1, 0]


def test_a_field_in_words(run: Callable[..., Any]) -> None:
    """Whose it is, what is printed and built there, who stands there, and what it borders."""
    view = GAME.view(GAME.new_match("classic-1", {}), "spectator")
    view["areas"]["malta"]["units"] = [{"id": "BR.ship.9", "nation": "BR", "kind": "ship", "spent": False}]
    said = run(
        """async ([data, view]) => {
          const { Areas } = await import('/board/areas.js');
          const { sentence } = await import('/games/powers-1914/sentence.js');
          const desk = { view, board: { lattice: new Areas(data) } };
          return ['berlin', 'malta', 'norwegian-sea'].map((area) => sentence(desk, area));
        }""",
        [BOARD, view],
    )
    assert said == [
        "Berlin, Germany, capital, city 4, 5 coins, factory; "
        "borders Bavaria, Bohemia, Kiel and Hanover, Pomerania, Rhineland and Silesia",
        "Malta, Britain, colony, 1 coin; one British ship; borders Ionian Sea",
        "Norwegian Sea, sea, at the western edge; borders Atlantic, North Sea, Norway and Scotland",
    ]


def test_there_is_a_front_between_enemies_only(run: Callable[..., Any]) -> None:
    lengths = run(
        """async (areas) => {
          const { borders, front } = await import('/games/powers-1914/front.js');
          const list = borders(areas);
          const held = (sides) => front(list, (id) => sides[id] ?? 'neutral').length;
          return [
            held({ paris: 'entente', champagne: 'entente' }),
            held({ paris: 'entente' }),
            held({ paris: 'entente', champagne: 'central' }),
            held({ paris: 'entente', champagne: 'central', picardy: 'central' }),
            held({ paris: 'entente', moscow: 'central' }),
          ];
        }""",
        BOARD["areas"],
    )
    assert lengths[0] == lengths[1] == lengths[4] == 0
    assert 0 < lengths[2] < lengths[3]


NEAR = 0.74
"""From this zoom on pieces are seen, from further off the signs of armies."""
COVERED = """() => {
  const drawn = (e) => e.getBoundingClientRect().width > 0;
  const trimmed = (e) => {
    // The box of a text is higher than its letters, by as much above as below.
    const b = e.getBoundingClientRect(), trim = e.matches('text') ? b.height * 0.26 : 0;
    return { left: b.left, right: b.right, top: b.top + trim, bottom: b.bottom - trim };
  };
  const all = (...kinds) => [...document.querySelectorAll(kinds.join())].filter(drawn);
  const printed = all('.tags .area', '.tags .sean', '.tags .coin', '.lines .places .town-disc');
  const standing = all('.world [data-hex] .pw', '.world [data-hex] .shield', '.world [data-hex] .clash');
  const boxes = standing.map((e) => [e.closest('[data-hex]').dataset.hex, trimmed(e.querySelector('.body') ?? e)]);
  const found = [];
  for (const name of printed) {
    const b = trimmed(name);
    for (const [area, p] of boxes) {
      const w = Math.min(b.right, p.right) - Math.max(b.left, p.left);
      const h = Math.min(b.bottom, p.bottom) - Math.max(b.top, p.top);
      const share = w > 0 && h > 0 ? (w * h) / ((b.right - b.left) * (b.bottom - b.top)) : 0;
      found.push([area, `${name.closest('[data-area]').dataset.area} ${name.textContent}`, share]);
    }
  }
  const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a;
  const high = (name) => Number(name.getAttribute('font-size')) * name.getScreenCTM().a;
  const least = Math.min(...all('.tags .area').map(high));
  return { zoom, least, seen: standing.length, found: found.filter(([, , share]) => share > 0.15) };
}"""


ZOOM = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
SIGN = """() => {
  const signs = [...document.querySelectorAll('.world .shield .body')].map((e) => e.getBoundingClientRect().width);
  return Math.max(...signs);
}"""
"""How wide the largest sign of an army is."""
ARROW = "path.assault.casing"
ABOVE = ".live path.assault.casing ~ g.base .tags > [data-area]"
"""Names that stand above an arrow."""


def turn(person: Player, key: str) -> None:
    """Press a button of the zoom."""
    person.press(key)
    person.settle()


def position(kind: str) -> Any:
    """A position of Classic 1: at the opening, with a battle in Montenegro, and after many random moves."""
    match = FirstMatch(GAME, script_of("powers-1914"), 1)
    match.play(until={"opening": "buy", "battle": "fight", "later": "shoot"}[kind])
    state = match.state
    if kind == "later":
        rng, chance = random.Random(3), dice.chance(dice.key(bytes(32), "crowd", {}))
        moves = 0
        while moves < 400 or CENTRAL not in GAME.deciders(state):
            moves += 1
            seat = GAME.deciders(state)[0]
            answer = GAME.decide(state, seat, GAME.random_command(state, seat, rng), chance)
            assert not isinstance(answer, Refusal)
            for event in answer:
                state = GAME.evolve(state, event)
    return state


@in_the_sweep
def test_what_stands_on_the_map_covers_neither_names_nor_figures(player: Callable[..., Player]) -> None:
    """Near, and from as far as names can be read; pages of 1440, 1024 and 390 px begin in between."""
    anna = player("Anna", drawn=True)
    anna.context.route("**/ground.svg", lambda route: route.fulfill(body=BARE, content_type="image/svg+xml"))
    call(anna, "POST", "/guests", {"name": "Anna"})
    body = {"game": "powers-1914", "scenario": "classic-1", "seat": CENTRAL, "hotseat": True}
    match = str(call(anna, "POST", "/matches", body)["id"])
    begin(match, anna)
    for kind in ("opening", "battle", "later") if THOROUGH else ("battle",):
        shown(GAME, anna, match, CENTRAL, position(kind))
        # The page keeps its view over a reload.
        while float(anna.page.evaluate(ZOOM)) < NEAR:
            turn(anna, "zoom-in")
        zooms: list[float] = []
        seen = anna.page.evaluate(COVERED)
        while (zoom := float(seen["zoom"])) not in zooms:
            zooms.append(zoom)
            assert seen["seen"] > 30
            assert not seen["found"], f"{kind} at {zoom}"
            assert seen["least"] > 8.99, f"names can be read at {zoom}"
            turn(anna, "zoom-out")
            seen = anna.page.evaluate(COVERED)
        # An arrow lies over the land: the names that it crosses lie over the arrow.
        above = anna.page.eval_on_selector_all(ABOVE, "all => all.map((name) => name.dataset.area)")
        assert bool(above) == (kind == "battle")
        assert (
            anna.page.locator(f".live {ARROW}").count() == anna.page.locator(f".live :has(> {ARROW}) ~ .pieces").count()
        )
        assert min(zooms) < 0.57 < NEAR <= max(zooms), "pieces and signs, from far and near"
    # On a phone the signs are larger, and the map begins nearer. (Left in another size it does not begin where it was.)
    anna.page.goto("/rules.html?game=powers-1914")
    anna.page.set_viewport_size({"width": 390, "height": 844})
    shown(GAME, anna, match, CENTRAL, position("opening"))
    seen = anna.page.evaluate(COVERED)
    assert not seen["found"], f"on a phone at {seen['zoom']}"
    assert anna.page.evaluate(SIGN) > 32
    # The front lies over the land as well: Montenegro can be read across it.
    expect(anna.page.locator(".live .front ~ g .tags > [data-area='cetinje'] .area")).to_have_text("Montenegro")
    # And so can the figure of Belgrade, which lies on the front from the first turn on.
    expect(anna.page.locator(".live .front ~ g .town-disc[data-area='belgrade'] text")).to_have_text("1")


DICE = """async () => {
  const { die } = await import('/core/bits.js');
  const { dice } = await import('/panels/charts/charts.js');
  const { DiceShow } = await import('/panels/log/dice-show.js');
  const { h } = await import('/core/dom.js');
  const window_ = h('div', {});
  const board = { window: window_, lattice: { has: () => false }, float() {}, reveal() {} };
  const rolled = [{ die: 10, for: 'combat', sides: 10 }, { die: 4, for: 'combat' }];
  const line = { kind: 'fought', section: '13', text: 'It holds.', dice: rolled };
  const red = (pips) => ({ red: { thrown: 2, pips } });
  const throws = [{ sides: 6, by_side: red(7) }, { sides: 10, by_side: red(15) }];
  const faces = [1, 6, 9, 10].map((n) => die(n, `die ${n}`, 10));
  document.body.replaceChildren(h('main', {}, window_, h('p', {}, faces), dice({ throws }, { red: 'Red' })));
  void new DiceShow(board).play([line]);
}"""


def test_a_die_of_ten_sides_is_shown_and_counted_as_one(player: Callable[..., Player]) -> None:
    page = player("Reader", drawn=True, reduced_motion="no-preference").stand_alone()
    page.evaluate(DICE)
    landed = page.locator(".dice-show [aria-label='die 10']")
    landed.wait_for()
    assert landed.text_content() == "10"
    assert page.locator(".dice-show .die.ten").count() == 1
    assert page.locator(".dice-show [aria-label='die 4'] circle").count() == 4
    ten = page.locator("main > p .die.ten")
    assert ten.all_text_contents() == ["1", "6", "9", "10"]
    assert ten.first.locator("rect, circle").count() == 0
    heads = page.locator(".ledger thead th:first-child").all_text_contents()
    assert heads == ["Dice", "Dice of 10 sides"]
    assert "5.5 expected" in page.locator(".ledger").nth(1).inner_text()
    assert "Pips above or below average" in page.locator(".ledger").nth(1).inner_text()
