interface Window {
  /** Answers that `match-boot.js` has asked for before the page's own script was there, by path; `undefined`: not asked for after all. */
  askedEarly?: Map<string, Promise<Response | undefined>>;
  /** When the picture of the board behind the curtain is there, or has failed; not set where there is none. */
  pictured?: Promise<void>;
}
