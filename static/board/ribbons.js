/** The colours of flags, in the strips at the left edge of counters and pieces. */

export const BLACK = '#161616';
export const WHITE = '#F2EFE6';
export const RED = '#B3261E';
export const BLUE = '#1F3F8F';
export const NAVY = '#1B2F66';
export const GOLD = '#E7B530';
export const GREEN = '#2E7A3C';
