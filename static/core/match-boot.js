// A classic script beside the page's own: what that one will ask for first is on its way while it still comes.
(() => {
  const FACES = ['500 1em Barlow', '600 1em Barlow', ...[500, 600, 700].map((weight) => `${weight} 1em "Barlow Semi Condensed"`), '500 1em Spectral', 'italic 500 1em Spectral'];
  const asked = new URLSearchParams(location.search);
  const [id, key, seat] = ['m', 'key', 'seat'].map((name) => asked.get(name));
  // An invitation, or a wish for a stand-in, is answered before one may look; and the page's own script may have been quicker.
  if (!id || asked.has('invite') || asked.has('join') || asked.has('stand-in') || window.askedEarly) return;
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const path = `/api/matches/${encodeURIComponent(id)}`;
  const get = (/** @type {string} */ what) => fetch(what, { credentials: 'same-origin' });
  const match = path + (key ? `?${new URLSearchParams({ key })}` : '');
  const answer = get(match);
  /** @type {Map<string, Promise<Response|undefined>>} */
  const early = (window.askedEarly = new Map());
  early.set(match, answer);

  /** @param {string} href @param {Record<string, string>} how */
  const ahead = (href, how) => document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', href, ...how }));

  /** The board's files; then whether the seat is the reader's and the match has begun. @param {Response} response */
  const look = async (response) => {
    if (!response.ok) return false;
    /** @type {import('./types.js').Match} */
    const { status, boards, seats } = await response.clone().json();
    const [first] = boards;
    if ((status !== 'active' && status !== 'finished') || !first) return false;
    window.pictured = picture(new URL(`../boards/${first.folder}/`, src).pathname);
    return seats.some((s) => s.you && s.seat === seat);
  };

  /** The lie of the land is seen while all else is on its way, and is not held up by it. A phone shows it in a tenth of the bytes first. @param {string} board */
  const picture = async (board) => {
    const small = matchMedia('(max-width: 700px)').matches;
    const file = (/** @type {'early'|'relief'} */ name) => `${board}${name}-${document.documentElement.dataset.theme}.webp`;
    const land = Object.assign(new Image(), { className: 'early', alt: '', fetchPriority: 'high', src: file(small ? 'early' : 'relief') });
    document.querySelector('#curtain')?.prepend(land);
    await land.decode().catch(() => undefined);
    if (small) ahead(file('relief'), { as: 'image' });
    for (const file of ['board.json', 'ground.svg', 'lines.svg']) ahead(board + file, { as: 'fetch', crossOrigin: 'anonymous' });
    ahead(new URL('../boards/map.css', src).pathname, { as: 'style' });
    // Of every one that came later the whole map would be laid out again.
    for (const face of FACES) void document.fonts.load(face);
  };

  const state = `${path}/state?${new URLSearchParams({ seat: seat ?? '' })}`;
  // Whoever takes an answer hears that it failed.
  const mine = answer.then(look).catch(() => false);
  const position = mine.then((yes) => (yes ? get(state) : undefined));
  position.catch(() => undefined);
  early.set(state, position);
})();
