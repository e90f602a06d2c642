/**
 * What runs in the background for a browser that wants to be told: it shows what the server pushes, and opens the match.
 *
 * It serves no page and keeps no file.
 */

/** @typedef {{title: string, body: string, link: string, tag: string}} Said as the server says it */
/** @typedef {{url: string, focus: () => Promise<unknown>}} OpenPage */
/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void, data: {json: () => Said}|null, notification: Notification}} Woken */
/** @typedef {{registration: ServiceWorkerRegistration, clients: {matchAll: (which: object) => Promise<OpenPage[]>, openWindow: (url: string) => Promise<unknown>}, addEventListener: (kind: string, act: (event: Woken) => void) => void}} Background */

const worker = /** @type {Background} */ (/** @type {unknown} */ (self));

worker.addEventListener('push', (event) => {
  const said = event.data?.json();
  if (!said) return;
  event.waitUntil(worker.registration.showNotification(said.title, { body: said.body, tag: said.tag, icon: '/icon.svg', data: said.link }));
});

/** A page that shows the match is better than a second one. @param {string} link */
async function open(link) {
  const wanted = new URL(link, location.origin);
  const match = wanted.searchParams.get('m');
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => match !== null && new URL(page.url).searchParams.get('m') === match);
  return there ? there.focus() : worker.clients.openWindow(wanted.href);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});
