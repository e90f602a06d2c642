/**
 * Where the theatres are, by the fronts that there are: the Near East alone has none of the west and the east that joined
 * games speak of.
 *
 * @import {WarView} from './types.js'
 */

const EUROPE = { west: 'West and Italy', east: 'East' };
const NEAR_EAST = { west: 'Egypt', east: 'Caucasus, Iraq' };
const BOTH = { west: 'West, Italy, Egypt', east: 'East, Caucasus, Iraq' };

/** @param {WarView["tracks"]} tracks @returns {{west: string, east: string}} */
export const theatresOf = ({ zones }) => (!zones.includes('west') ? NEAR_EAST : zones.includes('caucasus') ? BOTH : EUROPE);
