"""The example game in two browsers, by the general form alone; and what the form does with a choice under way."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from examples.the_ford import GAME, RED
from tests.browser.conftest import House
from tests.browser.player import Player
from tests.browser.small_game import at_the_table, examples_house, play_to_the_end, settle, told_too_early
from tests.thorough import THOROUGH, in_the_sweep

BY_HAND = 22 if THOROUGH else 12


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str]) -> Iterator[House]:
    """A server that offers the examples too."""
    with examples_house(tmp_path_factory.mktemp("ford"), fresh_database) as house:
        yield house


@pytest.fixture
def two(browser: Browser, ford: House) -> Iterator[tuple[Player, Player]]:
    """Red and Blue at a table of The Ford."""
    with at_the_table(browser, ford, GAME) as players:
        yield players


def deal(player: Player, units: list[int]) -> None:
    """Deal the strengths, the weakest first."""
    for n in units:
        player.press(f"unit-{player.seat}-{n}")
    player.press("order-go")


@in_the_sweep
def test_two_play_the_example_to_its_end_by_the_general_form(two: tuple[Player, Player], ford: House) -> None:
    red, blue = two
    deal(red, [4, 2, 1, 3])
    settle(two)
    deal(blue, [1, 2, 3, 4])
    settle(two)
    done = play_to_the_end(two, GAME, ford, random.Random(1914), BY_HAND)
    kinds = {c["command"]["kind"] for p in two for c in p.commands}
    assert {"deploy", "move", "attack", "end_phase"} <= kinds, kinds
    assert done.count("order-go") > BY_HAND * 2 // 5
    shown = 0
    for reader in two:
        found, early = told_too_early(reader, GAME, ford)
        shown += found
        assert not early, f"{reader.name} was told strengths too early: {early}"
    # The server's dice decide whose units are uncovered: one of the two may see little.
    assert shown >= 2, "hardly anything was shown: this proves nothing"


def both_dealt(two: tuple[Player, Player]) -> Player:
    """Red is to move."""
    for player in two:
        deal(player, [1, 2, 3, 4])
        settle(two)
    return two[0]


def test_units_and_goals_are_chosen_on_the_map_and_a_second_tap_is_a_yes(two: tuple[Player, Player]) -> None:
    red = both_dealt(two)
    red.tap("0102")
    red.settle()
    assert red.prompt == "Choose where it goes"
    red.tap("0105")  # another unit is taken up in its place
    red.settle()
    assert red.page.locator("[data-key='back-0']").inner_text() == "Red C"
    red.tap("0304")
    red.settle()
    assert not [c for c in red.commands if c["command"]["kind"] == "move"], "one tap only shows the way"
    red.tap("0304")
    settle(two)
    sent = red.commands[-1]["command"]
    assert (sent["kind"], sent["unit"], sent["path"][-1]) == ("move", "red-3", "0304")
    # The unit that has moved is greyed, and the reason can be read.
    expect(red.page.locator("[data-key='unit-red-3']")).to_have_attribute("aria-disabled", "true")
    assert "Red C: This unit has already moved." in red.page.locator("#prompt").inner_text()


def test_an_order_is_given_by_the_keyboard_alone(two: tuple[Player, Player]) -> None:
    red = both_dealt(two)

    def enter(key: str) -> None:
        red.page.locator(f"[data-key='{key}']:visible").first.focus()
        red.page.keyboard.press("Enter")
        red.settle()

    enter("unit-red-2")
    enter("list")
    enter("to-0203")
    enter("order-go")
    settle(two)
    assert red.commands[-1]["command"] == {"kind": "move", "unit": "red-2", "path": ["0203"]}
    enter("unit-red-1")
    red.page.keyboard.press("Escape")
    red.settle()
    assert red.prompt == "Choose a unit to move", "Escape puts the choice back"


KEEPS = """async () => {
  const { Filling } = await import('/orders/filling.js');
  const rest = () => new Promise((done) => setTimeout(done));
  const first = (of) => ({ name: 'unit', shape: 'unit', prompt: '', options: { of, refused: {} } });
  const slots = (of) => [first(of), { name: 'hex', shape: 'hex', prompt: '' }];
  const offer = (of) => ({ kind: 'go', label: 'Go', section: '1', slots: slots(of) });
  let open = ['x', 'y'];
  const filling = new Filling(offer(['a', 'b']), async () => ({ options: { of: open, refused: {} } }), () => {});
  const now = () => [filling.settled.map((s) => s.value), filling.draft, filling.command !== null];
  const told = [];
  await rest(); filling.set('a'); await rest(); filling.set('y'); told.push(now());
  await filling.update(offer(['a'])); told.push(now());
  open = ['x', 'z'];
  await filling.update(offer(['a', 'b'])); told.push(now());
  await filling.update(offer(['b', 'c'])); told.push(now());
  filling.set('b'); await rest();
  await filling.update(offer(['c']), true); await rest(); told.push(now());
  return told;
}"""


MARCHED = """async (alike) => {
  const { GeneralMode } = await import('/orders/mode.js');
  const { March } = await import('/orders/march.js');
  const rest = () => new Promise((done) => setTimeout(done));
  const at = { near: ['a', 'b', 'c'] };
  const able = { of: at.near, least: 1, most: 3, repeats: false, refused: {} };
  const slots = [{ name: 'units', shape: 'units', options: able }, { name: 'path', shape: 'path' }];
  const offers = [{ kind: 'go', label: 'Go', section: '1', slots }];
  const legal = { yours: true, step: 'march', prompt: 'March', offers };
  const sent = [];
  let asked = 0, drawn = 0, answer = () => {};
  const path = { ways: { far: ['far'] }, costs: { far: 1 }, refused: {} };
  const consult = () => new Promise((done) => { asked += 1; answer = () => done({ options: path }); });
  const lattice = { has: () => true, hex: (name) => ({ name }), board: { hexes: {} } };
  const refresh = () => { drawn += 1; };
  const desk = { legal, view: {}, seat: 'red', refresh, say() {}, send: async (c) => sent.push(c), consult };
  desk.board = { lattice, window: document.body, reveal() {} };
  const face = () => document.createElement('i');
  const roster = { name: (id) => id, place: () => 'near', at: (place) => at[place] ?? [], foe: () => false, face };
  if (alike) roster.alike = () => 'alike';
  const mode = new GeneralMode(desk, () => roster, { go: March });
  const { form } = mode;
  await rest();
  const laid = () => mode.fan()?.items.map(({ id, picked }) => id + Number(picked)).join(' ') ?? null;
  const now = () => [form.filling.slot.name, form.going.join(''), laid()];
  const told = {};
  mode.hex('near'); mode.hex('near'); answer(); await rest();
  told.twice = now();
  asked = 0;
  mode.hex('near'); mode.hex('far'); mode.hex('near'); answer(); await rest();
  told.put = [...now(), sent.length, asked];
  mode.hex('near'); answer(); await rest();
  told.taken = now();
  drawn = 0;
  mode.fan().onPick('a');
  told.drawn = drawn;
  answer(); await rest();
  told.picked = now();
  const less = mode.fan().items[0].actions[0];
  if (less) { mode.fan().items[0].actions[1].click(); answer(); await rest(); told.more = now(); }
  mode.ask({ title: 'Sure?', text: '', warnings: [], yes: 'Yes', tone: 'danger', act() {} });
  told.panned = [mode.grab('far') !== null, mode.confirm !== null];
  told.dragged = [mode.grab('near') !== null, mode.confirm !== null];
  return told;
}"""


NEW_STEP = """async (game) => {
  const { game: table } = await import(`/games/${game}/index.js`);
  const options = { of: ['x', 'y'], refused: {}, labels: { x: 'Stay', y: 'Go' } };
  const slots = [{ name: 'what', shape: 'choice', prompt: 'Stay or go?', options }];
  const offer = { kind: 'halt', label: 'Halt', section: '1', note: '', refusal: null, slots };
  const view = { stacks: {}, boxes: {}, areas: {}, seats: {}, sides: {}, nations: {}, battle: null };
  const legal = { yours: true, step: 'halting', prompt: 'Halt?', detail: '', offers: [offer] };
  const desk = { view, legal, seat: 'german', refresh() {}, board: {}, send() {}, consult: async () => null };
  const mode = table.mode(desk);
  await new Promise((done) => setTimeout(done));
  const panel = document.createElement('div');
  document.body.append(panel);
  panel.append(...[mode.body(), mode.dock()].flat(Infinity).filter((node) => node instanceof Node));
  return [mode.constructor.name, mode.title(), panel.textContent];
}"""


NOTED = """async ({ slots, at_once, alike = false }) => {
  const { GeneralMode } = await import('/orders/mode.js');
  const offer = { kind: 'attack', label: 'Attack', section: '1', note: '', refusal: null, at_once, slots };
  const legal = { yours: true, step: 'attack', prompt: 'Attack?', detail: '', offers: [offer] };
  const lattice = { has: () => false, board: { hexes: {} } };
  const board = { lattice, window: document.body, fit() {} };
  const desk = { legal, view: {}, seat: 'red', refresh() {}, board, send() {}, consult: async () => null };
  const face = () => document.createElement('i');
  const roster = { name: (id) => id, place: () => null, at: () => [], foe: () => true, face };
  if (alike) roster.alike = () => 'alike';
  const mode = new GeneralMode(desk, () => roster);
  await new Promise((done) => setTimeout(done));
  const nodes = (all) => [all].flat(Infinity).filter((node) => node instanceof Node);
  const text = (all) => nodes(all).map((node) => node.textContent).join(' ');
  return [text(mode.body()), text(mode.dock())];
}"""


def noted(shape: str, notes: dict[str, str]) -> dict[str, Any]:
    """A slot of which the offer says something of each name."""
    options = {"of": [*notes], "refused": {}, "notes": notes}
    return {"name": shape, "shape": shape, "prompt": "Whom?", "options": options}


@pytest.mark.parametrize("shape", ["unit", "choice", "hex"])
def test_what_an_offer_notes_of_a_choice_is_read_before_the_yes_also_where_it_is_the_only_one(
    shape: str, module: Callable[..., Any]
) -> None:
    last = {"slots": [noted(shape, {"Blue A": "3:1"})], "at_once": False}
    body, dock = module(NOTED, last)
    assert "3:1" in dock, "on the button that is the yes"
    several = {"slots": [noted(shape, {"Blue A": "3:1", "Blue B": "1:2"})], "at_once": False}
    assert all(odds in " ".join(module(NOTED, several)) for odds in ("3:1", "1:2"))
    at_once = {"slots": [noted(shape, {"Blue A": "3:1"})], "at_once": True}
    assert "3:1" in module(NOTED, at_once)[1]
    flag = {"name": "hold", "shape": "flag", "options": {"refusal": None, "needed": None}}
    body, _ = module(NOTED, {"slots": [noted(shape, {"Blue A": "3:1"}), flag], "at_once": False})
    assert "3:1" in body, "chosen by itself, it stands above what is asked next"


@pytest.mark.parametrize("at_once", [False, True])
def test_of_units_that_are_alike_and_stand_together_one_is_chosen_by_itself(
    at_once: bool, module: Callable[..., Any]
) -> None:
    slots = [noted("unit", {"Blue A": "3:1", "Blue B": "3:1"})]
    _, apart = module(NOTED, {"slots": slots, "at_once": at_once})
    assert "3:1" not in apart, "it is still to be chosen"
    _, dock = module(NOTED, {"slots": slots, "at_once": at_once, "alike": True})
    assert dock.count("Blue A") == 1
    assert "Blue B" not in dock


PART = [f"{row:02}{column:02}" for row in range(1, 6) for column in range(2, 6)]


@in_the_sweep
def test_a_game_may_be_played_on_a_part_of_its_board(browser: Browser, ford: House) -> None:
    """The rest is paled: nothing can be pointed at, walked to or chosen there, and the match goes on in the part."""
    red, blue = (Player(browser, ford.url, name, heard=True) for name in ("Rosa", "Bruno"))

    def parted(route: Route) -> None:
        source = route.fetch()
        assert "nearest: 1," in source.text()
        route.fulfill(response=source, body=source.text().replace("nearest: 1,", f"nearest: 1, part: () => {PART},"))

    red.page.route("**/games/the-ford/index.js", parted)
    red.come_in()
    red.create(RED, game="the-ford")
    blue.join(red.invitation())
    red.wait_for_table()
    both_dealt((red, blue))
    expect(red.page.locator(".live .out-of-play")).to_have_count(1)
    assert blue.page.locator(".out-of-play").count() == 0
    red.tap("0105")
    red.settle()
    assert red.page.locator("[data-key='back-0']").inner_text() == "Red C"
    asked = red.prompt
    red.tap("0106")
    red.settle()
    assert red.page.locator("#prompt").inner_text().count("0106") == 0, "it is no place of this match"
    assert red.prompt == asked
    red.tap("0304")
    red.settle()
    red.tap("0304")
    settle((red, blue))
    sent = red.commands[-1]["command"]
    assert (sent["unit"], sent["path"][-1]) == ("red-3", "0304")
    red.page.locator("#map").focus()
    for _ in range(9):
        red.page.keyboard.press("ArrowRight")
    red.settle()
    assert not re.search(r"\b0\d0[167]\b", red.page.locator("#news").inner_text()), "the cursor stays in the part"
    problems = [*red.problems, *blue.problems]
    red.leave()
    blue.leave()
    assert not problems, problems


@pytest.mark.parametrize("game", ["schlieffens-war", "powers-1914"])
def test_a_step_that_a_games_page_has_never_heard_of_is_answered_with_the_form(
    game: str, module: Callable[..., Any]
) -> None:
    mode, title, body = module(NEW_STEP, game)
    # In Powers of 1914 gas stands beside every question.
    assert mode == {"schlieffens-war": "GeneralMode", "powers-1914": "Question"}[game]
    assert title == "Stay or go?"
    assert "Stay" in body
    assert "Go" in body


def test_a_choice_survives_a_new_position_as_far_as_it_is_still_offered(module: Callable[..., Any]) -> None:
    assert module(KEEPS) == [
        [["a"], "y", True],
        [["a"], "y", True],  # both are offered still
        [["a"], None, False],  # the place is gone, the unit is not
        [[], None, False],  # the unit is gone
        [["c"], None, False],  # the order was given: the next unit takes the place of the first
    ]


def test_a_stack_that_was_put_down_is_not_taken_up_by_a_late_answer_and_goes_unit_by_unit(
    module: Callable[..., Any],
) -> None:
    """A double tap is faster than the server; and a map that is dragged takes no question away."""
    told = module(MARCHED, False)
    assert told["twice"] == ["units", "", None]
    assert told["put"] == ["units", "", None, 0, 1], "nothing is asked of a place for units that were put down"
    assert told["taken"] == ["path", "abc", "a1 b1 c1"]
    assert told["picked"] == ["path", "bc", "a0 b1 c1"], "one by one"
    assert told["drawn"] == 1, "before the server has said where to"
    assert told["panned"] == [False, True]
    assert told["dragged"] == [True, False]
    alike = module(MARCHED, True)
    assert alike["taken"] == ["path", "abc", "a1"]
    assert alike["picked"] == ["units", "", "a0"], "a tap is for all that are alike"
    assert alike["more"] == ["path", "a", "a1"], "and one by one with + and −"
