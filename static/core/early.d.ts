interface Window {
  /** Answers that `match-boot.js` has asked for before the page's own script was there, by path; `undefined`: not asked for after all. */
  askedEarly?: Map<string, Promise<Response | undefined>>;
}
