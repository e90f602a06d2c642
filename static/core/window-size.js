/** How large the window is. To ask for it while a page is drawn has all of it laid out at once. */

export const size = { wide: innerWidth, tall: innerHeight };
addEventListener('resize', () => Object.assign(size, { wide: innerWidth, tall: innerHeight }));

/** px of a phone at most: its map lies above the sheet, with no room beside it. */
const NARROW_PX = 700;
export const isNarrow = () => size.wide <= NARROW_PX;
