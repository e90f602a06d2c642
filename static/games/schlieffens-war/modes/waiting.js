/** Somebody else decides, or nobody: look round the map. */

import { Mode } from '../../../panels/mode.js';

export class Waiting extends Mode {
  /** @override */
  dock() {
    return [];
  }
}
