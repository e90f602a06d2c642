/** Someone else decides, or nobody: look round the map. */

import { StackMode } from '../mode.js';

export class Waiting extends StackMode {
  /** @override */
  dock() {
    return [];
  }
}
