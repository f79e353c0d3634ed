// What there is as of an event.
import { atWalk, VIEWS } from './at-walk';
import { openedOf } from './kept';
import { oneOf } from './lens-error';
import { readersFor } from './readers';
import type { AtOptions, Source, ThreadView } from './types';

/** Messages, state, runs, tool calls and interrupts of a thread as of an event, by default the last. */
export function at(source: Source, options: AtOptions = {}): ThreadView {
  const { seq, thread, view = 'server', consumer } = options;
  const opened = openedOf(source, options);
  return atWalk(opened.walk(), {
    view: oneOf('view', VIEWS, view),
    readers: readersFor(consumer, opened.annotations),
    seq: seq === undefined ? undefined : String(seq),
    thread,
  });
}
