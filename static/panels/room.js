/** What lies at the foot of the map says how high it is: other things stand above it, however many rows it takes. */

/** Between two things over the map. */
export const GAP_PX = 8;

/** @param {HTMLElement} map @param {HTMLElement} element @param {string} property of the map's style: its height and a gap, 0px while it is not shown */
export function tellHeight(map, element, property) {
  new ResizeObserver(() => map.style.setProperty(property, `${element.offsetHeight && element.offsetHeight + GAP_PX}px`)).observe(element, { box: 'border-box' });
}
