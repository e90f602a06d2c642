/**
 * What happened while one was away, the weighty things first: fights with their result, cities that fell, units lost.
 *
 * @import {LogLine} from '../../core/types.js'
 * @import {Chapter} from '../../panels/game.js'
 * @import {FightLine} from './types.js'
 */

import { lossWords } from './odds.js';

const CITIES = new Set(['taken', 'paris']);

/**
 * @param {LogLine[]} lines oldest first
 * @param {(place: string) => string} title of a place
 * @returns {Chapter[]} those that have lines
 */
export function digest(lines, title) {
  /** @type {LogLine[]} */
  const fights = [];
  for (const line of lines) {
    const { result } = /** @type {FightLine} */ (line);
    const place = line.hexes?.[0];
    if (line.kind === 'combat' && result && place) fights.push({ ...line, text: `${title(place)}: ${lossWords(result).toLowerCase()}.` });
  }
  const cities = lines.filter((line) => CITIES.has(line.kind));
  const lost = lines.filter((line) => line.means === 'eliminated');
  return [
    { title: 'Cities', lines: cities },
    { title: 'Fought', lines: fights },
    { title: 'Eliminated', lines: lost },
  ].filter((chapter) => chapter.lines.length);
}
