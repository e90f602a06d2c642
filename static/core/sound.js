/** Two notes when it becomes your turn, if you want to hear them. Made here: no file is loaded. */

const STORED = 'sound';
const NOTES = [392, 523];
const LENGTH_S = 0.28;

/** @type {AudioContext|null} */
let audio = null;
let yours = true;

/** Whether this browser plays them; off until someone switches it on. */
export const sounds = () => localStorage.getItem(STORED) === 'on';

/** Browsers let a page be heard only after a press. */
function ready() {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  return audio;
}

function ring() {
  const at = ready();
  NOTES.forEach((hertz, i) => {
    const [tone, loudness] = [at.createOscillator(), at.createGain()];
    const begins = at.currentTime + i * LENGTH_S * 0.6;
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.12, begins);
    loudness.gain.exponentialRampToValueAtTime(0.001, begins + LENGTH_S);
    tone.connect(loudness).connect(at.destination);
    tone.start(begins);
    tone.stop(begins + LENGTH_S);
  });
}

/** @param {boolean} on */
export function setSounds(on) {
  if (on) {
    localStorage.setItem(STORED, 'on');
    ring();
  } else localStorage.removeItem(STORED);
}

/** Say whether it is your turn now. What was so when the page opened is not announced. @param {boolean} now */
export function turn(now) {
  if (now && !yours && sounds()) ring();
  yours = now;
}

if (sounds()) addEventListener('pointerdown', ready, { once: true });
