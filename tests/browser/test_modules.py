"""Modules of the client by themselves, in the browser that runs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.matches.telling.patch import question_merged
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS
from tests.browser.player import Player


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": "foo"}, "bar", "bar"),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_merge_patches_of_rfc_7396(
    module: Callable[[str, object], Any], target: object, patch: object, result: object
) -> None:
    run = "async ([t, p]) => (await import('/core/patch.js')).mergePatch(t, p)"
    assert module(run, [target, patch]) == result


def test_a_question_takes_patches_of_its_offers_by_number(module: Callable[[str, object], Any]) -> None:
    old = {"ask": "1", "offers": [{"kind": "move", "units": ["a", "b"]}, {"kind": "end", "note": "2 left"}]}
    run = "async ([t, p]) => (await import('/core/patch.js')).mergeQuestion(t, p)"
    patches: list[dict[str, Any]] = [
        {}, {"offers": {"0": {"units": ["b"]}}}, {"ask": "2", "offers": {"1": {"note": None}}}, {"offers": []}
    ]  # fmt: skip
    for patch in patches:
        assert module(run, [old, patch]) == question_merged(old, patch)


def test_what_was_done_and_taken_back_unseen_is_no_news(module: Callable[[str, object], Any]) -> None:
    def line(seq: int, **back: int) -> dict[str, Any]:
        return {"seq": seq, "kind": "undone" if back else "moved", **back}

    log = [line(3), line(4), line(5, to=1, through=2), line(6), line(7), line(8, to=5, through=7), line(9)]
    run = "async (lines) => (await import('/core/taken-back.js')).lasting(lines).map((line) => line.seq)"
    assert module(run, log) == [3, 4, 5, 9], "a reader had seen 1 and 2, and hears that they are taken back"


def test_phases_that_pass_are_no_news(module: Callable[[str, object], Any]) -> None:
    run = """async (kinds) => {
      const { Reading } = await import('/panels/log/reading.js');
      const log = kinds.map((kind, i) => ({ seq: i + 2, kind, side: 'them' }));
      return new Reading({ log, lastSeen: 1, match: { seats: [] }, seat: 'us' }, () => true).lookBack();
    }"""
    assert module(run, ["phase", "moved"])
    assert not module(run, ["phase", "phase"])


LATTICE = """async () => {
  const { Lattice } = await import('/board/lattice.js');
  return new Lattice(await (await fetch('/boards/schlieffens-war/board.json')).json());
}"""


def test_two_presses_before_the_page_is_drawn_again_count_twice(module: Callable[[str], Any]) -> None:
    """− and + of a number, and of units that are alike in a stack laid open. At the end of what there is they stop."""
    run = """async () => {
      const { stepper } = await import('/orders/stepper.js');
      const { stackFan } = await import('/orders/stack-fan.js');
      const told = [];
      const press = (buttons) => { for (const n of [0, 0, 0, 1]) buttons[n].click(); };
      const units = stepper({ key: 'n', label: 'Units', value: 3, most: 5, change: (n) => told.push(n) });
      press(units.querySelectorAll('button'));
      const ids = ['a', 'b', 'c', 'd'];
      const roster = { at: () => ids, place: () => '1205', name: (id) => id, alike: () => 'corps', face: () => null };
      const laid = stackFan({
        desk: { board: { lattice: { has: () => false } } }, roster, place: '1205', may: () => true,
        picked: new Set(['a', 'b', 'c']), set: (_, n) => told.push(n), pick() {},
      });
      press(laid.items[0].actions);
      return told;
    }"""
    assert module(run) == [2, 1, 2, 2, 1, 0, 1]


def test_every_hex_is_found_under_its_own_centre_and_near_its_corners(module: Callable[..., Any]) -> None:
    missed = module(
        f"""async () => {{
          const lattice = await ({LATTICE})();
          const missed = [];
          for (const [id, {{ x, y }}] of Object.entries(lattice.board.hexes)) {{
            const near = lattice.corners(id, 0.6);
            for (const [px, py] of [[x, y], ...near]) if (lattice.at(px, py) !== id) missed.push([id, px, py]);
          }}
          return missed;
        }}"""
    )
    assert missed == []


def test_neighbours_are_mutual_and_go_round_by_sixths(module: Callable[..., Any]) -> None:
    wrong = module(
        f"""async () => {{
          const lattice = await ({LATTICE})();
          const wrong = [];
          for (const id of Object.keys(lattice.board.hexes)) for (let d = 0; d < 6; d += 1) {{
            const other = lattice.neighbour(id, d);
            if (other && lattice.neighbour(other, (d + 3) % 6) !== id) wrong.push([id, d, other]);
          }}
          return [wrong, lattice.neighbour('1212', 3), lattice.neighbour('1212', 0)];
        }}"""
    )
    # Columns grow to the west.
    assert wrong == [[], "1213", "1211"]


def test_an_outline_has_one_loop_a_massif_and_one_a_hole(module: Callable[..., Any]) -> None:
    loops = module(
        f"""async () => {{
          const lattice = await ({LATTICE})();
          const {{ outline }} = await import('/board/outline.js');
          const loops = (hexes) => outline(lattice, hexes, 0.8).split('M').length - 1;
          const ring = lattice.neighbours('1212');
          return [loops(['1212']), loops(['1212', ...ring]), loops(ring), loops(['1212', '1216']), loops([])];
        }}"""
    )
    assert loops == [1, 1, 2, 2, 0]


def test_trenches_of_neighbours_are_one_line_on_the_enemy_s_side(module: Callable[..., Any]) -> None:
    """A line for each front, whole round a pocket, none where no enemy is near; it stays inside its own hexes."""
    found = module(
        f"""async () => {{
          const lattice = await ({LATTICE})();
          const {{ trenches }} = await import('/board/trenches.js');
          const line = (dug, foes) => trenches(lattice, dug, (hex) => foes.includes(hex));
          const count = (d) => d.split('M').length - 1;
          const row = ['1213', '1212', '1211', '1210'];
          const north = ['1113', '1112', '1111', '1110', '1114', '1109'];
          const points = [...line(row, north).matchAll(/(-?[\\d.]+) (-?[\\d.]+)/g)].map(([, x, y]) => [+x, +y]);
          return {{
            front: count(line(row, north)),
            gap: count(line(['1213', '1211', '1210'], north)),
            pocket: count(line(['1212'], lattice.neighbours('1212'))),
            quiet: line(row, []),
            inside: points.every(([x, y]) => row.includes(lattice.at(x, y))),
            facing: points.every(([, y]) => y < lattice.centre('1212')[1]),
          }};
        }}"""
    )
    assert found == {"front": 1, "gap": 2, "pocket": 1, "quiet": "", "inside": True, "facing": True}


DUG_IN = """async ([game, board, views]) => {
  const { Lattice } = await import('/board/lattice.js');
  const { lines } = await import(`/games/${game}/dug-in.js`);
  const lattice = async () => new Lattice(await (await fetch(`/boards/${board}/board.json`)).json());
  const found = [];
  const named = ({ side, deep }) => `${side}${deep ? ' deep' : ''}`;
  for (const view of views) found.push(lines(view, await lattice()).map(named));
  return found;
}"""
"""Whose trenches are drawn in some views: two stacks that stand side by side."""


def test_entrenched_stacks_of_empires_and_alliances_have_a_line(module: Callable[..., Any]) -> None:
    """A level draws it, the second a heavier one; nobody is dug in against their own."""

    def view(west: int, east: int, foe: str = "allied") -> dict[str, Any]:
        def stack(side: str, trench: int) -> dict[str, Any]:
            unit = {"id": side, "side": side, "kind": "infantry", "trench": trench, "attack": 1, "defence": 1}
            return {"side": side, "units": [unit]}

        stacks = {"2164": stack("central", west), "2163": stack(foe, east)}
        return {"stacks": stacks, "boxes": {}, "control": {}, "wars": {}}

    views = [view(0, 0), view(1, 0), view(2, 1), view(1, 1, "central")]
    drawn = module(DUG_IN, ["empires-alliances", "empires-alliances", views])
    assert drawn == [[], ["central"], ["central deep", "allied"], []]


def test_trenches_of_the_great_war_follow_what_is_seen(module: Callable[..., Any]) -> None:
    """§14.4, §15.54: by nation; not with cavalry, and before a stack of which nothing is seen there is no line."""

    def unit(nation: str, kind: str = "infantry") -> dict[str, Any]:
        side = "central" if nation == "GE" else "allied"
        return {"id": f"{nation}.{kind}", "side": side, "nation": nation, "kind": kind, "turned": ""}

    hidden = {"id": "?3602.0", "side": "allied", "concealed": True}

    def view(*stacks: list[dict[str, Any]], digging: tuple[str, ...] = ()) -> dict[str, Any]:
        tracks = {"trenches": {"GE": -2, "FR": -1, "BR": -1}, "digging_cavalry": [*digging], "sides": {"FR": "allied"}}
        return {
            "stacks": dict(zip(("3601", "3602"), stacks, strict=True)),
            "boxes": {},
            "unsupplied": {},
            "control": {},
            "tracks": tracks,
        }

    german, rider = [unit("GE")], [unit("GE"), unit("GE", "cavalry")]
    views = [
        view(german, [unit("FR")]),
        view(rider, [unit("FR")]),
        view(german, [hidden]),
        view(german, [unit("BR", "cavalry")], digging=("BR",)),
        view(german, [unit("RU")]),
    ]
    drawn = module(DUG_IN, ["great-war", "great-war-west", views])
    assert drawn == [
        ["central deep", "allied"], ["allied"], ["central deep"], ["central deep", "allied"], ["central deep"],
    ]  # fmt: skip


def test_a_figure_stands_beside_the_name_of_a_city(module: Callable[..., Any]) -> None:
    """A cost is printed in the middle of its hex, unless a city's name or sign is there."""
    run = """async () => {
      const { Gaps } = await import('/board/gaps.js');
      const sheet = new DOMParser().parseFromString(
        `<svg xmlns="http://www.w3.org/2000/svg">
           <text x="100" y="104" font-size="10" text-anchor="middle" class="city" data-hex="1">Liège</text>
           <text x="300" y="104" font-size="10" text-anchor="middle" class="town" data-hex="2">Huy</text></svg>`,
        'image/svg+xml');
      const gaps = new Gaps(sheet.documentElement);
      return [gaps.place({ x: 100, y: 100 }, '3', false), gaps.place({ x: 300, y: 100 }, '3', false)];
    }"""
    city, town = module(run)
    assert town == [300, 103.6]
    assert abs(city[1] - 103.6) > 8


def test_where_units_are_carried_is_paler_than_where_they_walk(module: Callable[..., Any]) -> None:
    """A train uses up capacity, and a newcomer has to see which hexes need one."""
    run = """async () => {
      const { highlightsOf } = await import('/orders/onmap.js');
      const { March } = await import('/orders/march.js');
      const options = {
        ways: { a: ['a'], b: ['a', 'b'], c: ['train', 'c'], d: ['train', 'c', 'd'], e: ['ship', 'e'] },
        costs: { a: 1, b: 2, c: 2, d: 3, e: 1 }, refused: {},
      };
      const lattice = { has: (id) => id.length === 1, board: { hexes: {} } };
      const filling = { options, settled: [], draft: null, slot: { name: 'path', shape: 'path' } };
      const form = { filling, desk: { board: { lattice } }, roster: () => ({}), hovered: null };
      const { bands, costs } = highlightsOf(form);
      const hand = Object.create(March.prototype, { filling: { value: filling }, going: { value: ['corps'] } });
      return [bands, costs.a.band, costs.d.band, hand.detail()];
    }"""
    bands, walked, carried, said = module(run)
    assert bands == {"free": ["a", "b"], "tiring": ["c", "d", "e"]}
    assert (walked, carried) == ("free", "tiring")
    assert said == "Pale: by train or ship."


def test_names_of_cities_keep_clear_of_counters_and_their_counts(module: Callable[..., Any]) -> None:
    """Metz lies between two stacks of the row below; a stack beside Saarbrücken would cover its first letters."""
    run = """async () => {
      const { CityNames } = await import('/board/city-names.js');
      const hexes = Object.fromEntries([[0, 0], [48, 0], [96, 0], [-24, 41.6], [24, 41.6], [240, 0], [288, 0]]
        .map(([x, y], n) => [`110${n}`, { x: x + 200, y: y + 200, terrain: 'clear' }]));
      const at = (x, y, hex, name) =>
        `<text x="${x}" y="${y}" font-size="10" text-anchor="end" class="city" data-hex="${hex}">${name}</text>`;
      const town = '<text x="205" y="226" font-size="8" text-anchor="end" class="town" data-hex="1107">Eupen</text>';
      const cities = at(200, 180, 1100, 'Metz') + at(482, 204, 1106, 'Saarbrücken') + town;
      const sheet = new DOMParser().parseFromString(
        `<svg xmlns="http://www.w3.org/2000/svg">${cities}</svg>`, 'image/svg+xml').documentElement;
      const neighbours = { 1100: ['1103', '1104', '1101'] };
      const lattice = {
        w: 48, numbered: true, hex: (id) => hexes[id], has: (id) => id in hexes,
        centre: (id) => [hexes[id].x, hexes[id].y], neighbours: (id) => neighbours[id] ?? [],
      };
      const names = new CityNames(sheet, lattice, '');
      const told = () => [...names.group.children].map((e) =>
        [e.textContent, Number(e.getAttribute('x')), e.getAttribute('text-anchor')]);
      const yields = () => [...sheet.children].map((e) => e.classList.contains('yields'));
      names.show(new Map([['1100', true], ['1103', true], ['1104', true], ['1105', true]]), {});
      const crowded = [told(), yields()];
      names.show(new Map([['1100', false], ['1105', false]]), {});
      const alone = [told(), yields()[2]];
      names.show(new Map(), {});
      return [...crowded, alone, told(), yields()];
    }"""
    crowded, yields, alone, nobody, printed = module(run)
    (metz, metz_x, anchor), (saar, saar_x, _) = crowded
    assert (metz, saar, yields) == ("Metz", "Saarbrücken", [True, True, True])
    assert anchor == "start"
    assert metz_x > 176 + 20.4, "beyond the count of the stack to its left"
    assert saar_x >= 488, "above its sign, and no longer to its left"
    (metz_alone, *_), town_hidden = alone
    assert metz_alone == ["Metz", 200, "middle"]
    assert town_hidden, "half of a town's name beside that of Metz"
    assert (nobody, printed) == ([], [False, False, False])


def test_a_layer_read_in_pieces_is_the_layer_of_its_file(module: Callable[..., Any]) -> None:
    """What is one path in the file comes field by field, with all of its letters; numbers are handed over."""
    run = """async (file) => {
      const { layerOf } = await import('/board/layer.js');
      const source = await (await fetch(`/boards/${file}.svg?whole`)).text();
      const whole = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
      const work = layerOf(source, 'own');
      let pieces = 0;
      let read;
      while (!(read = work.next()).done) pieces += 1;
      const { layer, numbers } = read.value;
      const letters = (sheet) => [...sheet.querySelectorAll('path')]
        .reduce((sum, e) => sum + e.getAttribute('d').length, 0);
      const named = (sheet) => [...sheet.querySelectorAll('text:not(.nums > *)')].map((e) => e.textContent).join();
      const links = [...layer.querySelectorAll('use, textPath')].map((e) => e.getAttribute('href'));
      return {
        pieces, letters: letters(layer) - letters(whole), names: named(layer) === named(whole),
        numbers: numbers.split('<text').length - 1 - whole.querySelectorAll('.nums > text').length,
        left: layer.querySelectorAll('[data-fields], .nums > *').length,
        groups: layer.childElementCount - whole.childElementCount,
        cut: layer.querySelectorAll('g.tree > path, g.hach > path, g.grid > path').length,
        lost: links.filter((href) => href.startsWith('#own-map-') && !layer.querySelector(`[id="${href.slice(1)}"]`)),
      };
    }"""
    for file in ("great-war-west/ground", "great-war-west/lines", "powers-1914/lines", "the-ford/lines"):
        told = module(run, file)
        cut, pieces = told.pop("cut"), told.pop("pieces")
        assert told == {"letters": 0, "names": True, "numbers": 0, "left": 0, "groups": 0, "lost": []}, file
        if file.startswith("great-war"):
            assert cut > 20
            assert pieces > 10


def test_long_work_lets_others_go_first(module: Callable[..., Any]) -> None:
    """Pieces of 2 ms: what was asked for meanwhile comes before the end, and the work has its result."""
    run = """async () => {
      const { inPieces } = await import('/core/pieces.js');
      const order = [];
      setTimeout(() => order.push('another'));
      function* work() {
        for (let n = 0; n < 20; n += 1) {
          const until = performance.now() + 2;
          while (performance.now() < until);
          yield;
        }
        return 'done';
      }
      order.push(await inPieces(work()));
      return order;
    }"""
    assert module(run) == ["another", "done"]


def test_the_overview_makes_way_for_the_name_below_a_counter_too(module: Callable[..., Any]) -> None:
    """Suez, at the edge of its board: the counter stood above the overview, and its name below that."""
    run = """async () => {
      const { liesIn } = await import('/board/city-names.js');
      const overview = { left: 14, right: 186, top: 600, bottom: 752 };
      const stands = (y, z) => liesIn({ x: 60, y }, 17.3, z, overview);
      return [stands(578, 1), stands(578, null), stands(572, 1), stands(590, null), stands(760, 1), stands(772, 1)];
    }"""
    assert module(run) == [True, False, False, True, True, False]


def test_where_the_only_order_cannot_be_given_its_reason_is_all_there_is(module: Callable[..., Any]) -> None:
    """A greyed button would stand above it; on a phone the reason then lay below the edge."""
    run = """async () => {
      const { GeneralMode } = await import('/orders/mode.js');
      const refusal = { code: 'none', section: '13.11', text: 'No unit in your box can be placed now.' };
      const offers = ['place', 'exchange'].map((kind) =>
        ({ kind, label: kind, section: '13.11', slots: null, refusal }));
      const shown = (legal) => {
        const told = document.createElement('div');
        const mode = new GeneralMode({ legal, refresh() {} }, () => ({}));
        told.append(...[mode.orders()].flat(9));
        return [told.querySelectorAll('button').length, told.textContent];
      };
      return [shown({ prompt: '', offers: offers.slice(0, 1) }), shown({ prompt: '', offers })];
    }"""
    alone, beside = module(run)
    assert (alone[0], beside[0]) == (0, 2)
    assert "No unit in your box can be placed now." in alone[1]
    assert "No unit in your box can be placed now." in beside[1]


def test_armies_are_ready_when_the_set_up_can_be_ended_whatever_that_order_is_called(
    module: Callable[..., Any],
) -> None:
    """All units can stand on the map where §3.63 of Empires & Alliances wants one of them in another place."""
    run = """async () => {
      const { Muster } = await import('/orders/muster.js');
      const short = { code: 'too-few-there', section: '3.63', text: 'At least one corps must be set up in Arras.' };
      const units = { of: ['a'], refused: {} };
      const place = { kind: 'place', slots: [{ name: 'unit', shape: 'unit', options: units }] };
      const roster = { place: () => '2250', name: (id) => id };
      const title = (kind, refusal) => {
        const legal = { prompt: 'Set up your units', offers: [place, { kind, refusal }] };
        return new Muster({ legal, refresh() {} }, () => roster, place).title();
      };
      return ['end_phase', 'end_set_up'].map((kind) => [title(kind, short), title(kind, null)]);
    }"""
    assert module(run) == [["Set up your units", "Your armies are ready"]] * 2


def test_an_answer_that_breaks_off_is_a_server_that_does_not_answer(module: Callable[..., Any]) -> None:
    """What the page does about a lost connection, it does whenever the connection is lost."""
    run = """async () => {
      const { ApiError, call } = await import('/core/api.js');
      const { fetch } = window;
      window.fetch = async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError()) }));
      try {
        return await call('GET', '/api/broken').catch((error) => [error instanceof ApiError, error.code]);
      } finally {
        window.fetch = fetch;
      }
    }"""
    assert module(run) == [True, "unreachable"]


def test_behind_the_curtain_counters_in_sight_come_first_and_the_others_when_it_rises(
    module: Callable[..., Any],
) -> None:
    """Those out of sight would come in one picture with the panels, and a phone would answer nobody meanwhile."""
    run = """async () => {
      const { Stacks } = await import('/board/stacks.js');
      const { painted } = await import('/core/dom.js');
      const lattice = { w: 48, has: () => true, centre: () => [0, 0], hex: () => ({ x: 0, y: 0 }) };
      const stacks = new Stacks(lattice, () => ({ colour: 'german', tone: 'dark', concealed: true }));
      const hexes = Array.from({ length: 28 }, (_, n) => String(n));
      const far = hexes.slice(16);
      stacks.unseen = true;
      stacks.draw(Object.fromEntries(hexes.map((hex) => [hex, [{}]])), () => false, (hex) => !far.includes(hex));
      const drawn = (hex) => stacks.group.querySelector(`[data-hex='${hex}']`).childElementCount > 0;
      const told = () => [hexes.filter(drawn).length, far.filter(drawn).length];
      const first = told();
      await stacks.settled();
      for (let n = 0; n < 4; n += 1) await painted();
      const covered = told();
      stacks.seen();
      for (let n = 0; n < 4; n += 1) await painted();
      return [first, covered, told()];
    }"""
    assert module(run) == [[8, 0], [16, 0], [28, 12]]


def test_what_comes_while_nothing_is_drawn_is_drawn_once_when_it_is_time(module: Callable[..., Any]) -> None:
    run = """async () => {
      const { Picture } = await import('/panels/picture.js');
      const { painted } = await import('/core/dom.js');
      let drawn = 0;
      const picture = new Picture({});
      picture.draw = () => { drawn += 1; };
      picture.begin();
      picture.hold();
      picture.refresh();
      picture.refresh();
      await painted();
      const held = drawn;
      picture.flush();
      picture.flush();
      const flushed = drawn;
      picture.refresh();
      await painted();
      return [held, flushed, drawn];
    }"""
    assert module(run) == [0, 1, 2]


def test_a_script_that_is_read_asks_for_no_size_of_the_window(module: Callable[..., Any]) -> None:
    """It lays the page out, which asks for fonts; and to say where, Chromium reads the whole script a second time."""
    run = """async () => {
      const asked = [];
      const own = Object.getOwnPropertyDescriptor(window, 'innerWidth');
      Object.defineProperty(window, 'innerWidth', { configurable: true, get: () => {
        const lines = new Error().stack.split('\\n').filter((line) => line.includes('window-size.js'));
        asked.push(lines.map((line) => line.trim().split(' ')[1]));
        return 640;
      } });
      const { size, isNarrow } = await import('/core/window-size.js?once-more');
      Object.defineProperty(window, 'innerWidth', own);
      return [asked, size.wide, isNarrow()];
    }"""
    # The function that asks, and nothing of the script's own reading.
    assert module(run) == [[["look"]], 640, True]


@pytest.mark.parametrize("size", [(768, 1024), (844, 390)])
def test_every_button_of_the_dock_lies_beside_the_zoom(
    reader: Player, module: Callable[..., Any], size: tuple[int, int]
) -> None:
    """On an upright tablet the last of them lay under it or outside of the map; the overview and "Mark" stand above."""
    before = reader.page.viewport_size
    reader.page.set_viewport_size({"width": size[0], "height": size[1]})
    run = """async () => {
      const sheets = ['/core/theme.css', '/board/board.css', '/panels/table.css'].map((href) =>
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
      const come = sheets.map((sheet) => new Promise((resolve) => sheet.addEventListener('load', resolve)));
      document.body.append(...sheets);
      await Promise.all(come);
      const { tellHeight } = await import('/panels/room.js');
      const map = document.createElement('div');
      Object.assign(map, { className: 'map', innerHTML: `
        <div class="minimap float"></div>
        <div class="marker float"><button class="b">Mark</button></div>
        <div class="draft-bar float"><p>Draft</p></div>
        <div class="dock float">
        <button class="b plain">Undo</button>
        <button class="b plain">Done attacking<small>3 hexes to attack</small></button>
        <button class="b plain">Back</button><button class="b danger">Attack<small>1:3</small></button>
        <button class="b plain">Draft</button></div>
        <div class="zoom float"><button class="b">+</button><button class="b">−</button></div>` });
      map.style.cssText = 'position:fixed;left:0;top:50px;bottom:0;right:320px';
      document.body.append(map);
      const dock = map.querySelector('.dock');
      tellHeight(map, dock, '--dock');
      await new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)));
      const foot = dock.getBoundingClientRect().top;
      const bottom = (name) => map.querySelector(name).getBoundingClientRect().bottom;
      const under = ['.minimap', '.marker', '.draft-bar'].filter((name) => bottom(name) > foot);
      return [...under, ...[...map.querySelectorAll('.dock .b')].filter((e) => {
        const { left, top, width, height } = e.getBoundingClientRect();
        const met = (share) => e.contains(document.elementFromPoint(left + width * share, top + height / 2));
        const within = left >= 0 && left + width <= map.getBoundingClientRect().right;
        return !within || ![0.1, 0.5, 0.9].every(met);
      }).map((e) => e.firstChild.textContent)];
    }"""
    try:
        assert module(run) == []
    finally:
        assert before is not None
        reader.page.set_viewport_size(before)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ({"shown": 1, "low": 1, "high": 1, "start": 0}, ["1:2 start", "1:1 final", "2:1 "]),
        ({"shown": 0, "low": 0, "high": 1, "start": None}, ["1:2 final", "1:1 best", "2:1 "]),
        ({"shown": -2, "low": -3, "high": 0}, ["< 1:2 final", "1:2 best", "1:1 ", "2:1 "]),
        ({"shown": 5, "low": 2, "high": 7}, ["1:2 ", "1:1 ", "2:1 best", "> 2:1 final"]),
    ],
)
def test_the_column_that_is_rolled_on_is_marked_off_the_table_too(
    module: Callable[..., Any], at: dict[str, Any], told: list[str]
) -> None:
    """An attack at 1:3 had a ring round 1:2, which it may come to, and nothing said where it stands."""
    run = """async (at) => {
      const { columnTrack } = await import('/panels/questions/columns.js');
      const track = columnTrack(['1:2', '1:1', '2:1'], at, 'Column');
      return [...track.children].map((e) => `${e.textContent} ${e.className}`);
    }"""
    assert module(run, at) == told


def test_figures_of_cities_on_the_front_lie_over_it(module: Callable[..., Any]) -> None:
    """Belgrade lies on it from the first turn on, and its figure was cut in two."""
    run = """async () => {
      const { cityFigures, crossed, repeated } = await import('/board/printed.js');
      const lines = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      const disc = (area, x) => `<g class="town-disc" data-area="${area}" transform="translate(${x} 50)">
        <circle r="11"/><text>1</text></g>`;
      lines.innerHTML = disc('belgrade', 100) + disc('sofia', 300);
      const again = repeated([], crossed(cityFigures(lines), [[95, 20], [95, 44]]));
      return [...again.querySelectorAll('.places > .town-disc')].map((e) => e.dataset.area);
    }"""
    assert module(run) == ["belgrade"]


def test_what_answers_the_question_of_the_lots_is_the_strong_button(module: Callable[..., Any]) -> None:
    """§21.24: the whole set-up by one press stands beside it."""
    run = """async () => {
      const { FrontMode } = await import('/games/great-war/mode.js');
      const offer = (kind) => ({ kind, label: kind, section: '21.24', slots: [] });
      const strong = (...kinds) => {
        const legal = { step: 'lot', prompt: '', offers: kinds.map(offer) };
        return new FrontMode({ legal, refresh() {} }).dock()
          .filter((e) => e.matches('.primary')).map((e) => e.dataset.key);
      };
      return [strong('draw_lots', 'deal'), strong('stand', 'hold')];
    }"""
    assert module(run) == [["order-draw_lots"], []]


def test_the_number_of_a_hex_is_whole_or_not_there(module: Callable[..., Any]) -> None:
    """The name of Aachen, below its counter, would leave half of a number to be read."""
    run = """async () => {
      const { Numbers } = await import('/board/numbers.js');
      const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      const numbers = new Numbers(sheet, '<text x="176" y="220">2649</text><text x="224" y="220">2749</text>');
      const told = () => [...sheet.querySelectorAll('text:not(.yields)')].map((e) => e.textContent);
      numbers.show({ left: 0, top: 0, right: 400, bottom: 400 });
      numbers.spare([{ x0: 178, y0: 218, x1: 206, y1: 226 }]);
      const under = told();
      numbers.spare([{ x0: 186, y0: 218, x1: 214, y1: 226 }]);
      return [under, told()];
    }"""
    assert module(run) == [["2749"], ["2649", "2749"]]


def test_the_name_of_every_unit_stands_beside_the_marks_of_its_size(module: Callable[..., Any]) -> None:
    """Roman numbers are long: of XVIIIR the last letter lay under the first cross."""
    told = [(c.kind, c.label) for c in PLANS[AUGUST_1914].counters.values() if c.size == "XXX"]
    gaps = module(
        """async (units) => {
          const style = document.createElement('link');
          await new Promise((done) => {
            Object.assign(style, { onload: done, rel: 'stylesheet', href: '/board/counters.css' });
            document.head.append(style);
          });
          await document.fonts.load('700 10px Barlow Semi Condensed');
          const { faceOf } = await import('/games/schlieffens-war/counter.js');
          const { chipCounter } = await import('/board/counter.js');
          const figures = { factor: 4, ma: 4, steps: 2, full: 2, morale: 'normal', supply: 'in' };
          return units.map(([kind, label]) => {
            const face = faceOf({ kind, label, nation: 'GE', side: 'german', name: label, size: 'XXX', ...figures });
            const chip = chipCounter(face, 64);
            document.body.append(chip);
            const [name, size] = ['.id', '.sz'].map((part) => chip.querySelector(part).getBoundingClientRect());
            chip.remove();
            return [label, name.width, size.left - name.right];
          });
        }""",
        told,
    )
    assert {label for label, *_ in gaps} >= {"XVIIIR", "GRD4", "CON", "10"}
    assert [row for row in gaps if row[1] < 1 or row[2] < 1] == []


def test_a_clock_is_counted_on_between_two_words_of_the_server(module: Callable[..., Any]) -> None:
    run = """async ([clock, minutes]) => {
      const { counted, left, spell, stands, duration } = await import('/core/clocks.js');
      const told = counted({ now: '2026-11-27T12:00:00Z', terms: null, paused: false, seats: {} }, 0);
      const now = minutes * 60000;
      return [spell(left(clock, told, now)), stands(clock, told, now), duration(minutes * 60)];
    }"""
    hour = {"left": 3_600_000, "running": True, "out": False, "zero": "", "stops": None, "resumes": None}
    still = {**hour, "stops": "2026-11-27T12:10:00Z", "resumes": "2026-11-27T12:40:00Z"}
    assert module(run, [hour, 15]) == ["45:00", False, "15 minutes"]
    assert module(run, [hour, 90]) == ["0:00", False, "90 minutes"]
    assert module(run, [{**hour, "running": False}, 15])[0] == "1 h 0 min"
    assert module(run, [still, 5])[:2] == ["55:00", False]
    assert module(run, [still, 30])[:2] == ["50:00", True]
    assert module(run, [still, 60]) == ["30:00", False, "1 hour"]
    assert module(run, [{**still, "left": 100_000_000}, 2880]) == ["0:00", False, "2 days"]


def test_what_a_battle_comes_to_and_what_not_are_a_hundred_together(module: Callable[..., Any]) -> None:
    run = "async ([n, of]) => (await import('/games/powers-1914/fight.js')).shares(n, of)"
    assert module(run, [825, 1000]) == [83, 17]
    assert module(run, [175, 1000]) == [18, 82]
    assert module(run, [0, 36]) == [0, 100]


def test_sides_with_unlike_numbers_of_commanders_are_named(module: Callable[..., Any]) -> None:
    def scenario(*sides: str) -> dict[str, Any]:
        seats = [{"side": side, "title": side.title()} for side in sides]
        return {"title": "The campaign, two commanders a side", "seats": seats}

    run = "async ([one, alone]) => (await import('/core/variants.js')).commanders(one, alone)"
    alone = scenario("german", "entente")
    assert module(run, [alone, None]) == "One on each side"
    assert module(run, [scenario("german", "german", "entente", "entente"), alone]) == "Two on each side"
    assert module(run, [scenario("german", "entente", "entente"), alone]) == "German: one, Entente: two"
    italy = {**scenario("german", "german", "entente", "entente"), "title": "Long, two commanders a side, with Italy"}
    assert module(run, [italy, alone]) == "Two on each side, with Italy"


def test_an_order_says_who_goes_where(module: Callable[..., Any]) -> None:
    """A way is told by its end, and units without names by what the game calls them."""
    told = module(
        f"""async () => {{
          const {{ orderInWords }} = await import('/panels/drafts/draft-list.js');
          const board = {{ lattice: await ({LATTICE})() }};
          const names = new Map([['ge-ii', 'II Corps'], ['ge-iii', 'III Corps']]);
          const ours = (id) => id.startsWith('AH.');
          const units = (ids) => (ids.every(ours) ? `${{ids.length}} Austro-Hungarian infantry` : '');
          const words = (command) => orderInWords({{ command, lines: [] }}, names, board, units);
          return [
            words({{ kind: 'move', units: ['ge-ii', 'ge-iii'], path: ['1006', '0907', '0906'], forced: false }}),
            words({{ kind: 'move', path: ['0906'], units: ['AH.infantry.1', 'AH.infantry.2'] }}),
            words({{ kind: 'attack', units: ['ge-ii'], target: '0906' }}),
          ];
        }}"""
    )
    assert told == [
        "Move: II Corps and III Corps to 0906 Cologne",
        "Move: 2 Austro-Hungarian infantry to 0906 Cologne",
        "Attack: II Corps, 0906 Cologne",
    ]


DRAFTING = """async (refused) => {
  const { Drafting } = await import('/panels/drafts/draft.js');
  const { fetch } = window;
  const sent = [], said = [];
  let commands = [], revision = 0;
  const told = () => ({ revision, version: 1, commands, legal: { step: 'move', ask: `ask-${revision}`, yours: true } });
  window.fetch = async (url, { method, body }) => {
    const asked = JSON.parse(body);
    sent.push([method, asked.revision, asked.ask ?? '']);
    await new Promise((then) => setTimeout(then, 20));
    if (asked.command && asked.command.unit === refused) {
      return new Response(JSON.stringify({ error: { code: 'no', text: 'It cannot go there.' } }), { status: 422 });
    }
    commands = asked.commands ?? [...commands, { ask: asked.ask, command: asked.command, least: '' }];
    revision += 1;
    return new Response(JSON.stringify(told()));
  };
  const heard = (text) => said.push(text);
  const client = { id: 'm', seat: 'us', match: { status: 'active', seats: [] }, view: {} };
  const on = { changed: () => null, busy: () => null, trouble: (error) => heard(error.message), say: heard };
  const drafting = Object.assign(new Drafting(client, on), { draft: told(), open: true });
  try {
    const added = await Promise.all(['a', 'b', 'c'].map((unit) => drafting.add({ kind: 'move', unit })));
    // The first is dropped from what was shown before the fourth had come.
    const kept = commands.map((_, n) => n).slice(1);
    const fourth = drafting.add({ kind: 'move', unit: 'd' });
    const last = await Promise.all([fourth, drafting.demand(commands.length - 1, '5:1'), drafting.arrange(kept)]);
    return { added, sent: sent.slice(0, 3), said, last, units: commands.map((c) => c.command.unit + c.least) };
  } finally {
    window.fetch = fetch;
  }
}"""


def test_orders_that_come_while_another_is_written_down_wait_for_it(module: Callable[[str, str], Any]) -> None:
    told = module(DRAFTING, "nobody")
    assert told["added"] == [True, True, True]
    assert told["sent"] == [["POST", 0, "ask-0"], ["POST", 1, "ask-1"], ["POST", 2, "ask-2"]]
    assert (told["last"], told["units"]) == ([True, True, True], ["b", "c5:1", "d"])
    assert told["said"] == []


def test_orders_that_wait_for_one_that_is_refused_go_with_it(module: Callable[[str, str], Any]) -> None:
    told = module(DRAFTING, "b")
    assert told["added"] == [True, False, False]
    assert told["said"] == ["It cannot go there."]
    assert told["units"] == ["d"], "the next order after a refusal is taken again"


def test_a_sound_rings_when_it_becomes_your_turn_and_only_if_you_want_it(module: Callable[..., Any]) -> None:
    rung = module(
        """async () => {
          let notes = 0;
          const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
          const node = () => ({ connect: (to) => to, frequency: {}, gain, start() { notes += 1; }, stop() {} });
          window.AudioContext = class {
            currentTime = 0;
            state = 'running';
            createOscillator = node;
            createGain = node;
          };
          const { setSounds, turn } = await import('/core/sound.js');
          const told = [];
          const after = (act) => { notes = 0; act(); told.push(notes); };
          after(() => { turn(false); turn(true); });
          after(() => setSounds(true));
          after(() => turn(true));
          after(() => turn(false));
          after(() => turn(true));
          setSounds(false);
          after(() => { turn(false); turn(true); });
          return told;
        }"""
    )
    assert rung == [0, 2, 0, 0, 2, 0]


def test_a_board_prints_what_the_log_says(module: Callable[..., Any]) -> None:
    """Boards of one match have hexes of the same numbers: each number bears the letter of its board."""
    found = module(
        """async () => {
          const { numbered } = await import('/board/printed.js');
          const lines = await (await fetch('/boards/great-war-east/lines.svg?whole')).text();
          const numbers = (read) => [...new DOMParser().parseFromString(numbered(lines, read), 'image/svg+xml')
            .querySelectorAll('.nums text')].map((each) => each.textContent);
          return [numbers('E'), numbers('')];
        }"""
    )
    lettered, bare = found
    assert len(bare) > 1500
    assert "E2412" in lettered
    assert lettered == [f"E{number}" for number in bare]


def test_rivers_are_told_with_the_hexes_beyond_them(module: Callable[..., Any]) -> None:
    """Along several sides in one part; a hex without any has none."""
    run = """async () => {
      const { riverWords } = await import('/panels/places.js');
      const names = { b: 'Aisne', c: 'Oise', d: 'Aisne' };
      const neighbours = (hex) => (hex === 'a' ? ['b', 'c', 'd', 'e'] : ['a']);
      const lattice = { neighbours, river: (hex, other) => (hex === 'a' ? names[other] : undefined) };
      return [riverWords(lattice, 'a'), riverWords(lattice, 'e')];
    }"""
    assert module(run) == [["Aisne to b and d", "Oise to c"], []]


SHOWN = """async ([place, covered]) => {
  const { show } = await import('/board/show.js');
  const map = document.createElement('div');
  map.style.cssText = 'position:fixed;left:50px;top:50px;width:400px;height:400px;z-index:99';
  const overview = document.createElement('div');
  overview.className = 'float';
  overview.style.cssText = 'position:absolute;left:0;top:300px;width:100px;height:100px';
  if (covered) map.append(overview);
  document.body.replaceChildren(map);
  const brought = [];
  const screen = () => ({ x: place[0], y: place[1] });
  show({ lattice: { has: () => true }, window: map, screen, fit: (places) => brought.push(...places) }, ['2449']);
  return brought;
}"""


def test_the_map_comes_to_places_outside_of_it_or_below_what_floats_over_it(module: Callable[..., Any]) -> None:
    assert module(SHOWN, [[200, 200], True]) == []
    assert module(SHOWN, [[450, 200], True]) == ["2449"]
    assert module(SHOWN, [[50, 350], False]) == []
    assert module(SHOWN, [[50, 350], True]) == ["2449"], "the overview lies over it"
