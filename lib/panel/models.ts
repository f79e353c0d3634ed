// The model at any event, as sent by the server or as seen by the app.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type AppView, appFold } from '@/lib/core/clients/app-fold';
import { readerOfThread } from '@/lib/core/clients/thread-reader';
import type { Reader } from '@/lib/core/consumers/consumer';
import type { Readers } from '@/lib/core/consumers/consumers';
import type { Linted } from '@/lib/core/lint/types';
import { createHistory, type History, type SkippedStep } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { Model, Thread } from '@/lib/core/model/types';
import type { Cursor } from './cursor';
import { boundariesAt } from './stream-at';

/** As sent by the server, or as passed on to the app by the client. */
type Perspective = 'server' | 'app';

export interface Models {
  readonly perspective: Signal<Perspective>;
  readonly readers: Readers;
  /** The client of a thread; undefined without a run. */
  readerOf(thread: Thread): Reader | undefined;
  /** The model at the cursor, in the chosen `perspective`. */
  readonly current: ReadonlySignal<Model>;
  /** As sent by the server, including boundaries directly after the event, such as the end of its stream. */
  readonly known: ReadonlySignal<Model>;
  /** The model before and after the event at the cursor; unchanged parts are identical. */
  readonly around: ReadonlySignal<{ readonly before: Model; readonly after: Model }>;
  /** The model after an event, in the chosen `perspective`; -1 for before the first. */
  at(seq: number): Model;
  seenBy(perspective: Perspective, seq: number): Model;
  /** The model after the last event that was read, as sent by the server. Subscribes to nothing. */
  newest(): Model;
}

interface ModelParts {
  readonly log: Log;
  readonly history: History<Linted>;
  /** State of `history` after the folded events. */
  readonly head: ReadonlySignal<Linted>;
  readonly revision: ReadonlySignal<number>;
  readonly cursor: Cursor;
  readonly readers: Readers;
  /** Called with events on which the fold of the app throws. */
  readonly onSkip: (what: SkippedStep) => void;
}

/** Index of a stream's end for a request without events: both are one row, about the end. */
function endOf({ boundaries }: Log, index: number): number {
  const asked = boundaries[index];
  if (asked?.kind !== 'open' || asked.stream.events > 0 || asked.stream.close === undefined) return index;
  for (let at = index + 1; at < boundaries.length; at++) {
    const boundary = boundaries[at];
    if (boundary === undefined || boundary.beforeSeq !== asked.beforeSeq) break;
    if (boundary.kind === 'close' && boundary.stream === asked.stream) return at;
  }
  return index;
}

export function createModels(parts: ModelParts): Models {
  const { log, history, head, revision, cursor, readers, onSkip } = parts;
  const perspective = signal<Perspective>('server');
  // Created at the first use.
  let appHistory: History<AppView> | undefined;
  const seenBy = (side: Perspective): History<{ readonly model: Model }> => {
    if (side === 'server') return history;
    appHistory ??= createHistory(appFold(readers), log, { onSkip });
    return appHistory;
  };
  const seen = () => seenBy(perspective.value);
  const headOfApp = computed(() => {
    revision.value;
    const app = seenBy('app');
    // Limit of the cursor; a backlog may wait behind it.
    const isBehind = history.length < log.length;
    app.advance(() => isBehind && app.length >= history.length);
    return app.soFar().model;
  });
  const newest = () => (perspective.value === 'server' ? head.value.model : headOfApp.value);
  return {
    perspective,
    readers,
    readerOf: (thread) => readerOfThread(head.value.model, thread, readers),
    current: computed(() => {
      if (cursor.at.value === 'live') return newest();
      const boundary = cursor.boundary.value;
      // The boundary itself is selected, such as the end of a stream, not the event before it.
      return (boundary === undefined ? seen().at(cursor.seq.value) : seen().after(endOf(log, boundary)))
        .model;
    }),
    known: computed(() => {
      revision.value;
      if (cursor.at.value === 'live') return head.value.model;
      const last = boundariesAt(log, cursor) - 1;
      const isBehind = (log.boundaries[last]?.beforeSeq ?? 0) > cursor.seq.value;
      return (isBehind ? history.after(endOf(log, last)) : history.at(cursor.seq.value)).model;
    }),
    around: computed(() => {
      // In this order: the later state is replayed from the earlier one and shares its structure.
      const before = seen().at(cursor.seq.value - 1).model;
      return { before, after: seen().at(cursor.seq.value).model };
    }),
    at: (seq) => seen().at(seq).model,
    seenBy: (side, seq) => seenBy(side).at(seq).model,
    newest: () => head.peek().model,
  };
}
