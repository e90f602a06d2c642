/** The lobby: a name, my matches, a new one. */

import { ApiError, api } from './core/api.js';
import { attention } from './core/attention.js';
import { button, icon } from './core/bits.js';
import { rulesPage } from './core/citing.js';
import { asMany, commanders, scenariosOf, sharedBy, titleOf, variantsOf } from './core/variants.js';
import { $, h, render } from './core/dom.js';
import { ACCOUNT, HOME, ladderPage, matchPage } from './core/links.js';
import { hasStarted, lostWords, sealOrOpen } from './core/dice-words.js';
import { byLength, lengthInWords, minutes } from './core/minutes.js';
import { cycleTheme, themeName } from './core/theme.js';
import { learn, taught } from './lessons/start.js';
import { NewClocks } from './lobby/new-clocks.js';
import { PACES, tablesSection, watchLine } from './lobby/tables.js';
import { diceField, hintField, rivals, seated, seatsForPrograms, strengthsAgainst } from './lobby/against.js';
import { matchList, waitsForMe } from './lobby/matches.js';
import { welcomePage } from './lobby/welcome.js';
import { underConstruction } from './lobby/under-construction.js';
import { DELAYS } from './panels/agreements/watching.js';
import { distribution, distributionFields, seatNations } from './lobby/distribution.js';
import { optionFields } from './lobby/options.js';

/** @import {Child} from './core/dom.js' */
/** @import {GameInfo, Match, SeatInfo} from './core/types.js' */

const page = $('#page');
/** Instead of a seat: sides are drawn. */
const DRAWN = 'drawn by lot';
/** How a match against programs is asked for: with their strength after it. */
const PROGRAM = 'program-';
/** A lesson that another page leads to. */
const lesson = new URLSearchParams(location.search).get('learn');
const oneScreen = new URLSearchParams(location.search).get('new') === 'hotseat';

/** @param {string} name @param {string} value @param {Child} label @param {string} note @param {boolean} checked @param {() => void} act */
const option = (name, value, label, note, checked, act) =>
  h('label', { class: 'option' }, h('input', { type: 'radio', name, value, checked, 'data-key': `${name}-${value}`, onchange: act }), h('span', {}, label, note ? h('small', {}, note) : null));

/** @param {{name: string}|null} me */
function head(me) {
  const boards = [h('a', { class: 'b ghost', href: ladderPage(), 'data-key': 'ladder' }, 'Ladder'), h('a', { class: 'b ghost', href: 'boards.html' }, 'Boards')];
  const theme = button(`Theme: ${themeName()}`, () => {
    cycleTheme();
    theme.textContent = `Theme: ${themeName()}`;
  }, { tone: 'ghost', key: 'theme' });
  return h('header', { class: 'head' }, h('div', {}, h('h1', {}, 'Great War Online'), me && h('p', { class: 'quiet' }, 'Board games of the First World War, against people and programs.')), h('div', { class: 'me' }, me ? [icon('people'), h('b', {}, me.name), h('a', { class: 'b ghost', href: ACCOUNT, 'data-key': 'account' }, 'Account')] : h('a', { class: 'b ghost', href: ACCOUNT, 'data-key': 'log-in' }, 'Log in'), boards, theme));
}

async function welcome() {
  const [games, { boards }, told] = await Promise.all([api.games(), boardList(), minutes()]);
  dressed(games);
  const now = watchLine(games);
  const tables = publicTables(games, now.show);
  render(page, head(null), welcomePage(games, told, boards, show, { now: now.element, tables: tables.map((t) => t.section) }));
  $('[data-key=name]').focus();
  await Promise.all(tables.map((t) => t.look()));
}

/** The colours of the sides, which are the games' own. @param {GameInfo[]} games */
function dressed(games) {
  for (const { id } of games) {
    const href = `games/${id}/sides.css`;
    if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h('link', { rel: 'stylesheet', href }));
  }
}

/** @param {GameInfo[]} games @param {Parameters<typeof tablesSection>[3]} [running] */
const publicTables = (games, running) => [tablesSection('Open tables', 'free', games), tablesSection('Seats to take over', 'left', games), tablesSection('Matches to watch', 'running', games, running)];

/** The boards that are drawn, also of games that cannot be played yet. @returns {Promise<{boards: {id: string, title: string}[]}>} */
async function boardList() {
  const response = await fetch('boards/boards.json');
  // The pictures are an ornament: without them the page still does all it is for.
  return response.ok ? response.json() : { boards: [] };
}

/** @param {GameInfo[]} games @param {Record<string, import('./core/minutes.js').Minute>} told */
function newMatch(games, told) {
  const problem = h('p', { class: 'bad', role: 'alert' });
  const form = h('form', {});
  const clocks = new NewClocks();
  const chosen = { game: games[0]?.id ?? '', scenario: '', seat: '', how: oneScreen ? 'hotseat' : 'invite', pace: '', note: '', late: 0, diceStand: false };
  /** whether players may ask for hints, once someone has said so @type {boolean|null} */
  let hints = null;
  /** who plays which nation, once someone has changed it @type {Record<string, string>} */
  let nations = {};
  /** the seats of a table for several people that programs play @type {Set<string>} */
  const taken = new Set();
  /** what the scenario leaves to choose, once someone has changed it @type {Record<string, boolean|string>} */
  let options = {};

  /** Whether nobody but programs sits beside you. @param {import('./core/types.js').ScenarioInfo} scenario */
  const alone = (scenario) => chosen.how.startsWith(PROGRAM) || (chosen.how !== 'hotseat' && scenario.seats.length > 2 && scenario.seats.every((s) => s.id === chosen.seat || taken.has(s.id)));

  const draw = () => {
    const game = games.find((g) => g.id === chosen.game);
    const offered = (/** @type {string} */ variant) => (game ? byLength(told[game.id], scenariosOf(game, variant)) : []);
    const scenario = game?.scenarios.find((s) => s.id === chosen.scenario) ?? offered(game ? (variantsOf(game)[0] ?? '') : '')[0];
    if (!game || !scenario) return;
    const length = (/** @type {import('./core/types.js').ScenarioInfo} */ s) => lengthInWords(told[game.id], s);
    // Another game has other scenarios: the match that starts must be the one shown.
    chosen.scenario = scenario.id;
    const title = titleOf(game, scenario.id);
    const select = (/** @type {string} */ label, /** @type {{id: string, title: string}[]} */ all, /** @type {string} */ value, /** @type {(id: string) => void} */ act) =>
      all.length > 1 &&
      h('label', { class: 'field' }, h('span', {}, label), h('select', { 'data-key': `choose-${label.toLowerCase()}`, onchange: (/** @type {Event} */ e) => act(/** @type {HTMLSelectElement} */ (e.target).value) }, all.map((o) => h('option', { value: o.id, selected: o.id === value }, o.title))));
    /** As many people as before, if they can share it out. @param {import('./core/types.js').ScenarioInfo|undefined} first */
    const begin = (first) => { chosen.scenario = (first && asMany(sharedBy(game, first), scenario)?.id) ?? ''; nations = {}; options = {}; draw(); };
    form.dataset.game = game.id;
    const deal = distribution(scenario);
    if (deal && Object.keys(nations).join() !== Object.keys(deal.default).join()) nations = { ...deal.default };
    const lots = scenario.seats.length > 1;
    if (!scenario.seats.some((s) => s.id === chosen.seat) && !(lots && chosen.seat === DRAWN)) chosen.seat = scenario.seats[0]?.id ?? '';
    const sideSeats = (/** @type {string} */ side) => scenario.seats.filter((s) => s.side === side);
    const named = (/** @type {SeatInfo} */ s) => (deal && sideSeats(s.side).length > 1 ? seatNations(deal, nations, s.id) : s.title);
    const many = scenario.seats.length > 2;
    const [seatA, seatB] = scenario.seats;
    // Lots may give you either seat, so a strength must play both.
    const strong = scenario.seats.length === 2 ? strengthsAgainst(scenario, seatA?.id ?? '').filter(({ id }) => strengthsAgainst(scenario, seatB?.id ?? '').some((s) => s.id === id)) : [];
    if (chosen.how.startsWith(PROGRAM) && !strong.some(({ id }) => chosen.how === PROGRAM + id)) chosen.how = 'invite';
    clocks.draw(scenario);
    render(
      form,
      select('Game', games, game.id, (id) => { chosen.game = id; nations = {}; options = {}; draw(); }),
      h('div', { class: 'hero' }, h('div', { class: 'pictures' }, scenario.pictures.map((board) => h('img', { src: new URL(`boards/${board}/small.webp`, import.meta.url).pathname, alt: '', width: 240, height: 278 }))), h('div', {}, h('h2', {}, title), h('p', {}, scenario.variant ? '' : `${game.summary} `, h('a', { href: rulesPage(game.id, '', scenario.variant && scenario.id), 'data-key': 'how-to-play' }, 'How to play'), told[game.id]?.pictures && [' · ', h('a', { href: told[game.id]?.pictures, 'data-key': 'turn-in-pictures' }, 'A turn in pictures')]), h('p', {}, h('b', {}, scenario.title), h('br'), scenario.summary, length(scenario) && [h('br'), h('span', { 'data-key': 'length' }, `${told[game.id]?.weight}, ${length(scenario)}`)]), underConstruction(game))),
      select('Variant', variantsOf(game).map((id) => ({ id, title: id })), title, (id) => begin(offered(id)[0])),
      select('Scenario', offered(title).map((s) => ({ id: s.id, title: length(s) ? `${s.title} · ${length(s)}` : s.title })), scenario.shares || scenario.id, (id) => begin(game.scenarios.find((s) => s.id === id))),
      select('Commanders', sharedBy(game, scenario).map((s) => ({ id: s.id, title: commanders(s, game.scenarios.find(({ id }) => id === s.shares)) })), scenario.id, (id) => { chosen.scenario = id; draw(); }),
      h('fieldset', {}, h('legend', {}, many ? (deal ? 'Your nations' : 'Your command') : 'Your side'), h('div', { class: 'options' }, scenario.seats.map((s) => option('seat', s.id, [h('i', { class: `swatch ${s.side}` }), ' ', named(s)], '', s.id === chosen.seat, () => { chosen.seat = s.id; })), lots && option('seat', DRAWN, 'Draw lots', 'When everyone has sat down', chosen.seat === DRAWN, () => { chosen.seat = DRAWN; }))),
      deal && distributionFields(scenario, deal, nations, draw),
      optionFields(scenario, options, draw),
      h('fieldset', {}, h('legend', {}, many ? 'The others' : 'Opponent'), h('div', { class: 'options' }, option('how', 'invite', 'By a link', 'You send the link to your opponent', chosen.how === 'invite', () => { chosen.how = 'invite'; }), option('how', 'public', 'Open to all', 'Listed on the first page: anyone can take a free seat', chosen.how === 'public', () => { chosen.how = 'public'; }), strong.map(({ id, title: strength, note }) => option('how', PROGRAM + id, `A program: ${strength}`, note, chosen.how === PROGRAM + id, () => { chosen.how = PROGRAM + id; })), option('how', 'hotseat', 'At this screen', 'You take turns; the map is covered in between', chosen.how === 'hotseat', () => { chosen.how = 'hotseat'; }))),
      seatsForPrograms(scenario, named, taken),
      h(
        'div',
        { class: 'offer' },
        h('label', { class: 'field' }, h('span', {}, 'Pace'), h('select', { 'data-key': 'pace', onchange: (/** @type {Event} */ e) => { chosen.pace = /** @type {HTMLSelectElement} */ (e.target).value; } }, Object.entries(PACES).map(([id, title]) => h('option', { value: id, selected: id === chosen.pace }, title)))),
        h('label', { class: 'field' }, h('span', {}, 'Note for other players'), h('input', { type: 'text', maxlength: 120, 'data-key': 'note', value: chosen.note, oninput: (/** @type {Event} */ e) => { chosen.note = /** @type {HTMLInputElement} */ (e.target).value; } })),
      ),
      clocks.element,
      h('label', { class: 'field' }, h('span', {}, 'Spectators see moves'), h('select', { 'data-key': 'delay', onchange: (/** @type {Event} */ e) => { chosen.late = Number(/** @type {HTMLSelectElement} */ (e.target).value); } }, DELAYS.map(({ title }, number) => h('option', { value: number, selected: number === chosen.late }, title)))),
      hintField(hints ?? alone(scenario), (on) => { hints = on; }),
      diceField(chosen.diceStand, (on) => { chosen.diceStand = on; }),
      problem,
      h('div', { class: 'starts' }, h('button', { type: 'submit', class: 'b primary', 'data-key': 'create' }, 'Start match'), taught(game.id) && button(`Learn ${game.title}`, () => void learn(game.id).catch((error) => { problem.textContent = error.message; }), { key: 'learn', title: 'A first match at this screen, with lessons' })),
    );
  };
  draw();
  form.addEventListener('change', () => {
    const scenario = games.find((g) => g.id === chosen.game)?.scenarios.find((s) => s.id === chosen.scenario);
    const box = form.querySelector('[name=hints]');
    if (hints === null && scenario && box instanceof HTMLInputElement) box.checked = alone(scenario);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const hotseat = data.get('how') === 'hotseat';
    const wanted = String(data.get('seat') ?? '');
    const drawn = wanted === DRAWN;
    // At one screen you play all sides.
    const sides = drawn && !hotseat ? { sides: 'drawn' } : {};
    const played = games.find((g) => g.id === chosen.game)?.scenarios.find((s) => s.id === chosen.scenario);
    // Before lots are drawn you sit on the first seat.
    const own = drawn ? (played?.seats[0]?.id ?? '') : wanted;
    const how = String(data.get('how') ?? '');
    const programs = hotseat ? {} : { programs: how.startsWith(PROGRAM) ? rivals(played, own, how.slice(PROGRAM.length)) : seated(played, taken, own) };
    const offer = data.get('how') === 'public' ? { listing: 'public', pace: chosen.pace, note: chosen.note } : {};
    api
      .create({ game: chosen.game, scenario: chosen.scenario, options: { ...(Object.keys(nations).length ? { nations } : {}), ...options }, seat: drawn ? null : wanted, hotseat, clock: hotseat ? null : clocks.terms, delay: DELAYS[chosen.late]?.delay, delay_turns: DELAYS[chosen.late]?.delay_turns, ...(hints === null ? {} : { hints }), dice_stand: chosen.diceStand, ...offer, ...sides, ...programs })
      .then((match) => location.assign(matchPage(match.id, { seat: hotseat && !drawn ? wanted : (match.seats.find((s) => s.you)?.seat ?? wanted) })), (error) => { problem.textContent = error.message; });
  });
  return h('section', { class: 'box', 'aria-label': 'New match' }, h('h2', {}, 'New match'), form);
}

/** How often the list is asked for again, also while another tab is in front: the dot on this one says that it is your move. */
const LOOK_EVERY_MS = 30_000;

/** @returns {Promise<void>} */
async function show() {
  const me = await api.me();
  if (!me) return welcome();
  if (lesson && taught(lesson)) {
    // Whoever comes back here wants the list, and not another lesson.
    history.replaceState(null, '', HOME);
    return learn(lesson);
  }
  const [games, matches, told] = await Promise.all([api.games(), api.matches(), minutes()]);
  dressed(games);
  const tables = publicTables(games);
  const list = h('section', { class: 'mine', 'aria-label': 'My matches' });
  const draw = (/** @type {Match[]} */ mine) => {
    const rows = mine.length ? matchList(mine, games) : h('p', { class: 'quiet' }, 'None yet. Start one, and send the link to your opponent.');
    // Left alone when nothing is new, so that nothing moves under a hand or a screen reader.
    if (list.lastElementChild?.outerHTML !== rows.outerHTML) render(list, h('h2', {}, 'My matches'), rows);
    attention(mine.some((match) => waitsForMe(match) || (lostWords(match).length > 0 && match.seats.every((s) => s.taken))), 'Great War Online');
  };
  draw(matches);
  render(page, head(me), h('div', { class: 'columns' }, newMatch(games, told), h('div', { class: 'lists' }, list, tables.map((t) => t.section))));
  const look = async () => {
    await Promise.all(tables.map((t) => t.look()));
    draw(await settled(await api.matches()));
  };
  const again = () => void look().catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    console.warn('Could not ask for the matches:', error.message);
  });
  setInterval(again, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && again());
  // Only the list is drawn again, so that the form beside it keeps what was chosen in the meantime.
  await Promise.all(tables.map((t) => t.look()));
  draw(await settled(matches));
  return undefined;
}

/**
 * Matches wait for words that only this browser can open: it does so as soon as its player looks in.
 *
 * @param {Match[]} matches @returns {Promise<Match[]>} as they stand then
 */
async function settled(matches) {
  const now = await Promise.all(matches.map((match) => (hasStarted(match) ? match : sealOrOpen(match).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    // The match's own page tries again until it succeeds.
    console.warn('A word for the dice could not be sealed or opened:', error.message);
    return match;
  }))));
  // A match that begins may wait for the player now, and stands elsewhere in the list.
  return now.some((match, i) => match.status !== matches[i]?.status) ? api.matches() : now;
}

show().catch((error) => {
  console.error(error);
  render(page, head(null), h('section', { class: 'box' }, h('h2', {}, 'Could not load the lobby'), h('p', { class: 'bad' }, error instanceof ApiError ? error.message : String(error)), h('div', {}, button('Try again', () => location.reload(), { tone: 'primary' }))));
});
