/** Moments in words. */

// Made when they are first needed: that takes as long as all the rest of a page's scripts.
/** @type {Intl.RelativeTimeFormat|null} */
let relative = null;
/** @type {Intl.DateTimeFormat|null} */
let exact = null;

/** From how many seconds on a unit is used. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['year', 31_557_600], ['month', 2_629_800], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];

/** @param {string} at a time as the server tells it @param {number} [now] in milliseconds @returns {string} "5 minutes ago" */
export function ago(at, now = Date.now()) {
  const seconds = (now - Date.parse(at)) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  if (!unit) return 'just now';
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return relative.format(-Math.floor(seconds / unit[1]), unit[0]);
}

/** @param {string} at @returns {string} "Sunday, 22 November 2026 at 18:05" */
export function exactly(at) {
  exact ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });
  return exact.format(new Date(at));
}
