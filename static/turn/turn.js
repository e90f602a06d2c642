/** The page that tells one turn in pictures needs no more than its theme. */

import { $ } from '../core/dom.js';
import { cycleTheme, themeName } from '../core/theme.js';

const turner = $('#theme');
turner.textContent = `Theme: ${themeName()}`;
turner.addEventListener('click', () => (turner.textContent = `Theme: ${cycleTheme()}`));
