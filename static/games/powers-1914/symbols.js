/** Figures of Powers of 1914, each once in the document; `<use>` places them. Drawn for this project on a grid of 48. */

import { s } from '../../core/dom.js';

const BOX = '0 0 48 48';

/** A class `cut` is the ground showing through. @type {Record<string, [keyof SVGElementTagNameMap, Record<string, string|number>][]>} */
const FIGURES = {
  // A man in helmet and greatcoat, his rifle at the slope.
  'pw-infantry': [
    ['path', { class: 'thin', d: 'M37.500 46V5' }],
    ['path', { d: 'M36 46V17h4.200v29zM34.800 27h4v10h-4z' }],
    ['path', { d: 'M8.500 17.500C8.500 8.500 13 4.500 19.500 4.500S30.500 8.500 30.500 17.500L33 20H6z' }],
    ['path', { d: 'M12 21.500h15v4c0 4-3 7-7.500 7S12 29.500 12 25.500z' }],
    ['path', { d: 'M3 46c0-7.500 3-11.500 9.500-12.500L19.500 38l7-4.500C33 34.500 36 38.500 36 46z' }],
    ['path', { class: 'cut', d: 'M10.500 35L28 46' }],
  ],
  // A field gun on its wheel, muzzle up to the right.
  'pw-artillery': [
    ['path', { d: 'M16.500 23.500L42.500 9l3 5.200L21 30z' }],
    ['path', { d: 'M41 7.500l2.600-1.500 4.200 7.400-2.600 1.500z' }],
    ['path', { d: 'M24.500 12.500l3.400-1.400 3.600 16-3.400 1.200z' }],
    ['path', { d: 'M18 30L1 42.500v3.500h7L23 36z' }],
    ['circle', { cx: 24, cy: 33, r: 11.500, class: 'wheel' }],
    ['circle', { cx: 24, cy: 33, r: 3.200 }],
    ['path', { class: 'thin', d: 'M24 22.500v21M13.500 33h21M16.600 25.600l14.800 14.800M31.400 25.600L16.600 40.400' }],
  ],
  // A biplane from the front: two wings, struts, propeller.
  'pw-aircraft': [
    ['path', { d: 'M1 10.500h46a1.500 1.500 0 0 1 1.500 1.500v2.500a1.500 1.500 0 0 1-1.500 1.500H1a1.500 1.500 0 0 1-1.500-1.500V12A1.500 1.500 0 0 1 1 10.500z' }],
    ['path', { d: 'M5 29h38a1.400 1.400 0 0 1 1.400 1.400v2.200A1.400 1.400 0 0 1 43 34H5a1.400 1.400 0 0 1-1.400-1.400v-2.200A1.400 1.400 0 0 1 5 29z' }],
    ['path', { class: 'thin', d: 'M8.500 15v15M39.500 15v15M16 15l3 8M32 15l-3 8M19 33l-4.500 9M29 33l4.500 9' }],
    ['circle', { cx: 24, cy: 26.500, r: 8 }],
    ['path', { class: 'cut', d: 'M19.500 14.500L28.500 38.500' }],
    ['circle', { cx: 14, cy: 42.500, r: 3.600 }],
    ['circle', { cx: 34, cy: 42.500, r: 3.600 }],
  ],
  // A dreadnought from the side.
  'pw-ship': [
    ['path', { d: 'M0 31h48l-3.500 10.500H6.500z' }],
    ['path', { d: 'M7 25h9v6H7zM32 25h9v6h-9z' }],
    ['path', { class: 'thin', d: 'M9 26.500H1M39 26.500h8' }],
    ['path', { d: 'M17.500 21H31v10H17.500z' }],
    ['path', { d: 'M19 11.500h4.500V22H19zM26 13.500h4V22h-4z' }],
    ['path', { class: 'thin', d: 'M33.500 25V6M30.500 10h6' }],
  ],
  // A general's cap with crown, star and peak.
  'pw-general': [
    ['path', { d: 'M5 17C9 9.500 16 6 24 6s15 3.500 19 11l-6 9H11z' }],
    ['path', { d: 'M11 28h26v6H11z' }],
    ['path', { d: 'M9.500 35.500h29c1.500 3.500-5 7-14.500 7s-16-3.500-14.500-7z' }],
    ['path', { class: 'cut solid', d: 'M24 11.200l1.900 4 4.300.600-3.100 3.100.700 4.300-3.800-2-3.800 2 .700-4.300-3.100-3.100 4.300-.600z' }],
  ],
  'pw-factory': [
    ['path', { d: 'M3 44V25l11-7v7l11-7v7l9-6V4h8v40z' }],
    ['path', { class: 'cut', d: 'M9 35.500h5M19 35.500h5M29 35.500h6' }],
  ],
  // A crane over a hull.
  'pw-shipyard': [
    ['path', { class: 'stout', d: 'M12 31V7M6 12L12 6h28M36 6v9M12 18l12-11' }],
    ['path', { d: 'M27 16h18v8H27z' }],
    ['path', { d: 'M1 30h46l-6 13H8z' }],
  ],
  'pw-clash': [['path', { class: 'stout', d: 'M9 8l26 28M39 8L13 36M6.500 32l9 9M41.500 32l-9 9' }]],
};

/** Adds the figures to the page, once. */
export function installFigures() {
  if (document.getElementById('figures')) return;
  const symbols = Object.entries(FIGURES).map(([id, parts]) =>
    s('symbol', { id, viewBox: BOX, overflow: 'visible' }, parts.map(([tag, props]) => s(tag, props))),
  );
  document.body.prepend(s('svg', { id: 'figures', class: 'offstage', width: 0, height: 0, 'aria-hidden': 'true' }, s('defs', {}, symbols)));
}
