/** What the client uses of @noble/hashes 2.4.0; the JavaScript beside this is the package's own. */
export declare const sha256: (message: Uint8Array) => Uint8Array;
