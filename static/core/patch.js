/** RFC 7396: what a merge patch makes of a value. The value itself is left as it was. */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  /** @type {Record<string, unknown>} */
  const result = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}

/**
 * A question with such a patch merged in, of which `offers` may hold patches of the offers by their number.
 *
 * @param {import('./types.js').Legal} target
 * @param {import('./types.js').LegalPatch} patch
 * @returns {import('./types.js').Legal}
 */
export function mergeQuestion(target, { offers, ...rest }) {
  const merged = /** @type {import('./types.js').Legal} */ (mergePatch(target, rest));
  if (Array.isArray(offers)) merged.offers = offers;
  else if (offers) merged.offers = target.offers.map((offer, n) => (n in offers ? /** @type {typeof offer} */ (mergePatch(offer, offers[n])) : offer));
  return merged;
}
