/** Elements made short, and re-rendering that keeps the keyboard's place. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {import('./child.js').Child} Child */

/** @param {Node} parent @param {readonly Child[]} children */
function fill(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || typeof child === 'boolean') continue;
    if (child instanceof Node) parent.appendChild(child);
    else if (typeof child === 'object') fill(parent, child);
    else parent.appendChild(document.createTextNode(String(child)));
  }
}

/** @param {Element} element @param {Record<string, any>} props */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.setAttribute('class', value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props] attributes; `onclick` and the like are listeners
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  fill(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  dress(element, props);
  fill(element, children);
  return element;
}

/** What has ever been scrolled. To ask a place makes the browser lay out the whole page there and then. */
const scrolled = new WeakSet();
addEventListener('scroll', ({ target }) => target && scrolled.add(target), { capture: true, passive: true });

/** Back to the head of what has been scrolled. @param {Element|null} place */
export function toHead(place) {
  if (place && scrolled.has(place)) place.scrollTop = 0;
}

/**
 * Put new children into a place. Whoever had the focus keeps it, known by `data-key`; so does the scroll position.
 *
 * @param {Element} place
 * @param {...Child} children
 */
export function render(place, ...children) {
  const active = document.activeElement;
  const key = active && place.contains(active) ? active.getAttribute('data-key') : null;
  const top = scrolled.has(place) ? place.scrollTop : 0;
  place.replaceChildren();
  fill(place, children);
  if (top) place.scrollTop = top;
  if (key) {
    const again = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement || again instanceof SVGElement) again.focus({ preventScroll: true });
  }
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Longest wait for a picture, in milliseconds: of a page in the background none is drawn. */
const PICTURE_MS = 100;

/** After the next picture is on the screen: what is long is drawn in several, and the hand waits for none of them. @returns {Promise<void>} */
export const painted = () =>
  new Promise((resolve) => {
    const longest = setTimeout(resolve, PICTURE_MS);
    requestAnimationFrame(() => {
      clearTimeout(longest);
      setTimeout(resolve);
    });
  });

export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
