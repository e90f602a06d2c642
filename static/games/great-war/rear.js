/**
 * What lies behind the lines of the Near East, as rows of its card: Kut, the Sinai pipeline, the expedition to Persia, trenches.
 * @import { NearEast } from './types.js'
 */

const PERSIA = { out: 'in Persia', home: 'home again' };
const GAZA = { dug: 'dug', spoiled: 'can no longer be dug' };

/** A hex as the rulebook prints it. @param {string} hex */
const printed = (hex) => hex.replace(/^N[CEI]/, 'N');

/** @param {NearEast} there @returns {string[][]} head, value, section */
export function rear({ kut, pipeline, expedition, gaza, trenches }) {
  return [
    ...(kut.fort ? [['Kut', kut.besieged ? 'an Allied fort, besieged' : 'an Allied fort', '14.2']] : []),
    ['Sinai pipeline', pipeline.hex ? `as far as ${printed(pipeline.hex)}` : 'not begun', '11.53'],
    ...(expedition ? [['Russian expedition', PERSIA[expedition], '17.21']] : []),
    ...(gaza ? [['Gaza line', GAZA[gaza], '6.35']] : []),
    ...(trenches.length ? [['Trenches', trenches.map(printed).join(', '), '14.53']] : []),
  ];
}
