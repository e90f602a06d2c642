/** The names that a view tells. */

/** The names of all that the view shows, by id. @param {unknown} value @param {Map<string, string>} [found] */
export function namesIn(value, found = new Map()) {
  if (Array.isArray(value)) for (const item of value) namesIn(item, found);
  else if (value && typeof value === 'object') {
    const { id, name } = /** @type {{id?: unknown, name?: unknown}} */ (value);
    if (typeof id === 'string' && typeof name === 'string') found.set(id, name);
    for (const [key, item] of Object.entries(value)) {
      // What is listed by its id, as nations are.
      if (item && typeof item === 'object' && !('id' in item) && typeof item.name === 'string') found.set(key, item.name);
      namesIn(item, found);
    }
  }
  return found;
}
