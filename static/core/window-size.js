/**
 * How large the window is. To ask for it while a page is drawn has all of it laid out at once; and to ask as the page's
 * script is read lets Chromium read all of it a second time, for the trace of whoever asked for the fonts.
 */

/** @type {{wide: number, tall: number}|null} */
let known = null;
const look = () => (known = { wide: innerWidth, tall: innerHeight });
queueMicrotask(look);
addEventListener('resize', look);

export const size = {
  get wide() {
    return (known ?? look()).wide;
  },
  get tall() {
    return (known ?? look()).tall;
  },
};

/** px of a phone at most: its map lies above the sheet, with no room beside it. */
const NARROW_PX = 700;
export const isNarrow = () => size.wide <= NARROW_PX;
