/**
 * What lies behind the lines of the Near East, as rows of its card: Kut, the Sinai pipeline, the expedition to Persia, trenches.
 * @import { NearEast } from './types.js'
 */

const PERSIA = { out: 'in Persia', home: 'home again' };
const GAZA = { dug: 'dug', spoiled: 'can no longer be dug' };

/** A hex as the rulebook prints it. @param {string} hex */
const printed = (hex) => hex.replace(/^N[CEI]/, 'N');

const LAWRENCE = { ready: 'may raid a town', spent: 'raids again after the next strategic turn', arabs: 'with the Arabs: +1 in their attacks' };
const LANDING = { open: 'a Russian unit may land this turn', made: 'made this turn' };

/** @param {NearEast} there @returns {string[][]} head, value, section */
export function rear({ kut, pipeline, expedition, gaza, trenches, arabs, lawrence, landing }) {
  return [
    ...(arabs.hex ? [['Arab army', `in ${printed(arabs.hex)}`, '6.7']] : arabs.due ? [['Arab army', 'rises again on the next strategic turn', '15.83']] : []),
    ...(lawrence ? [['Lawrence', lawrence.hex ? `no train passes ${printed(lawrence.hex)} this turn` : LAWRENCE[lawrence.does], '6.25']] : []),
    ...(landing ? [['Black Sea', LANDING[landing], '6.38']] : []),
    ...(kut.fort ? [['Kut', kut.besieged ? 'an Allied fort, besieged' : 'an Allied fort', '14.2']] : []),
    ['Sinai pipeline', pipeline.hex ? `as far as ${printed(pipeline.hex)}` : 'not begun', '11.53'],
    ...(expedition ? [['Russian expedition', PERSIA[expedition], '17.21']] : []),
    ...(gaza ? [['Gaza line', GAZA[gaza], '6.35']] : []),
    ...(trenches.length ? [['Trenches', trenches.map(printed).join(', '), '14.53']] : []),
  ];
}
