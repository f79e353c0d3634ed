// What is wrong in a stream.
import { checkOpened } from './check-opened';
import { openedOf } from './kept';
import type { Checked, CheckOptions, Source } from './types';

/**
 * Finds what violates the protocol, what it means for the app, and how to mend it. Throws a LensError where there is no
 * event.
 */
export function check(source: Source, options: CheckOptions = {}): Checked {
  return checkOpened(openedOf(source, options), options);
}
