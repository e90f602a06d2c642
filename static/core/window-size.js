/** How large the window is. To ask for it while a page is drawn has all of it laid out at once. */

export const size = { wide: innerWidth, tall: innerHeight };
addEventListener('resize', () => Object.assign(size, { wide: innerWidth, tall: innerHeight }));
