/** Light, dark, or as the system says. `theme-boot.js` sets it before the first paint; this changes it. */

/** @typedef {"light"|"dark"|"system"} Choice */

const NAMES = { light: 'light', dark: 'dark', system: 'system' };
const system = matchMedia('(prefers-color-scheme: dark)');
/** @type {Set<(theme: "light"|"dark") => void>} */
const listeners = new Set();

/** @returns {Choice} */
export function choice() {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** @returns {"light"|"dark"} */
export const theme = () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function apply() {
  const chosen = choice();
  document.documentElement.dataset.theme = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
  for (const listener of listeners) listener(theme());
}

/** The next of light, dark, system. @returns {string} what it is now, in words */
export function cycleTheme() {
  /** @type {Choice[]} */
  const order = ['system', 'light', 'dark'];
  const next = order[(order.indexOf(choice()) + 1) % order.length] ?? 'system';
  if (next === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', next);
  apply();
  return NAMES[next];
}

export const themeName = () => NAMES[choice()];

/** @param {(theme: "light"|"dark") => void} listener */
export function onTheme(listener) {
  listeners.add(listener);
}

system.addEventListener('change', apply);
