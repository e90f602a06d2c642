/**
 * Passkeys of this device: what the browser's own calls take and give, as JSON.
 *
 * @typedef {Record<string, any>} Json
 */

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer|null} buffer @returns {string|null} base64url */
const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Whether passkeys work here: they are bound to a host's name, over https. */
export const able = () => 'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/** Someone thought better of it, or the device did not want to. */
export class Declined extends Error {}

/** @template T @param {Promise<T|null>} asked @returns {Promise<T>} */
async function answered(asked) {
  let answer = null;
  try {
    answer = await asked;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') throw new Declined('This device already has one of your passkeys.');
    if (!(error instanceof DOMException)) throw error;
  }
  if (!answer) throw new Declined('No passkey was used.');
  return answer;
}

/** @param {Json} options as the server sent them @returns {Promise<Json>} */
export async function make(options) {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((/** @type {Json} */ c) => ({ ...c, id: bytes(c.id) })),
  };
  const made = /** @type {any} */ (await answered(navigator.credentials.create({ publicKey: /** @type {any} */ (publicKey) })));
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: { clientDataJSON: text(made.response.clientDataJSON), attestationObject: text(made.response.attestationObject) },
  };
}

/** @param {Json} options as the server sent them @returns {Promise<Json>} */
export async function answer(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const signed = /** @type {any} */ (await answered(navigator.credentials.get({ publicKey: /** @type {any} */ (publicKey) })));
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
  return {
    id: signed.id,
    rawId: text(signed.rawId),
    type: signed.type,
    response: { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature), userHandle: text(userHandle) },
  };
}
