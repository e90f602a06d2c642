/** Moments in words. */

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** From how many seconds on a unit is used. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['year', 31_557_600], ['month', 2_629_800], ['week', 604_800], ['day', 86_400], ['hour', 3600], ['minute', 60]];

/** @param {string} at a time as the server tells it @param {number} [now] in milliseconds @returns {string} "5 minutes ago" */
export function ago(at, now = Date.now()) {
  const seconds = (now - Date.parse(at)) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}

/** @param {string} at @returns {string} "Sunday, 22 November 2026 at 18:05" */
export const exactly = (at) => exact.format(new Date(at));
