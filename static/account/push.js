/** Subscribing this browser to what the server pushes. It asks for permission, so it is called only on a press. */

import { Declined } from './devices.js';

const WORKER = '/sw.js';
const NAMED = 'push-name';

/** Whether this browser can be pushed to from this page. */
export const pushable = () => isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** @param {ArrayBuffer|null} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** The name under which this browser is subscribed; null if it is not. @returns {Promise<string|null>} */
export async function here() {
  if (!pushable()) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ? localStorage.getItem(NAMED) : null;
}

/** What tells this browser from others of the same kind in the list. */
function named() {
  const agent = navigator.userAgent;
  const found = (/** @type {string[]} */ names) => names.find((name) => agent.includes(name)) ?? '';
  const what = found(['Firefox', 'Edg', 'Chrome', 'Safari']).replace('Edg', 'Edge') || 'A browser';
  const where = found(['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']);
  return `${what}${where ? ` on ${where}` : ''}, ${new Date().toLocaleDateString(undefined, { dateStyle: 'medium' })}`.slice(0, 40);
}

/** @param {string} key the server's @returns {Promise<object>} the channel, for the server */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== 'granted') throw new Declined('Your browser does not allow notices from here. You can change that in its settings for this site.');
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  let made;
  try {
    // One for an earlier key of the server is of no use to it.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new Declined('Your browser could not reach its push service. Try again later.');
  }
  const name = named();
  localStorage.setItem(NAMED, name);
  return { way: 'push', name, endpoint: made.endpoint, keys: { p256dh: base64url(made.getKey('p256dh')), auth: base64url(made.getKey('auth')) } };
}

/** This browser is told no more. */
export async function unsubscribe() {
  localStorage.removeItem(NAMED);
  if (!pushable()) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
