// One log on screen: the spine (log, histories) outside signals, and the few signals that say that it moved.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type AppView, appFold } from '@/lib/client/app-fold';
import type { FileBatch } from '@/lib/files/types';
import { lintFold } from '@/lib/lint/lint';
import type { Linted } from '@/lib/lint/types';
import { FoldedRows, type FoldSource } from '@/lib/log/folded-rows';
import { createHistory, type History } from '@/lib/log/history';
import { createLog, type Log } from '@/lib/log/log';
import { type RowList, RowWindow, type SeqRange } from '@/lib/log/row-window';
import { Rows } from '@/lib/log/rows';
import type { Model } from '@/lib/model/types';
import { createFacts } from '@/lib/query/facts';
import { createFilter, type Filter } from '@/lib/query/filter';
import type { Facts } from '@/lib/query/types';
import { parseBatch } from '@/lib/wire/parse-batch';
import type { CapturedRecord } from '@/lib/wire/records';

/** Where the user looks: an event, or the newest one as it comes. */
export type Cursor = number | 'live';

/** Whose eyes the model is seen with: everything that was sent, or what the stock client let through to the app. */
export type Perspective = 'server' | 'app';

/** Time and turns, given from outside so that tests need no clock. */
export interface Scheduler {
  /** Milliseconds, only ever compared with each other. */
  now(): number;
  /** Runs soon, but lets input and painting through first. */
  soon(run: () => void): void;
  /** Whether nobody can see the panel. */
  isHidden(): boolean;
  /** Runs once when the screen is next painted; not at all while it is hidden. */
  nextPaint(run: () => void): void;
}

/** A batch on its way into the log: still text, or records already. */
export type IncomingBatch = { readonly doc: string; readonly frameId: number; readonly n: number } & (
  | { readonly body: string }
  | { readonly records: readonly CapturedRecord[] }
);

/** How long one turn of reading may take before others get theirs, milliseconds. */
const TURN_MS = 10;
/** News within this time of the last are shown together, milliseconds. */
const FRAME_MS = 60;
/** While a backlog is read, news are shown this far apart, milliseconds. */
const BACKLOG_FRAME_MS = 400;
/** How many records are read between two looks at the clock. */
const RECORDS_A_STEP = 16;
/** How many events a filter looks at between two looks at the clock. */
const FILTER_STEP = 4_096;

/** Everything that the views read. Log and histories are plain objects; reading `revision` subscribes to them. */
export interface Session {
  /** Time and turns for long work about this session. */
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly history: History<Linted>;
  /** Rises whenever the log grew, at most once a frame. */
  readonly revision: ReadonlySignal<number>;
  /** Number of events, as of `revision`. */
  readonly length: ReadonlySignal<number>;
  readonly cursor: Signal<Cursor>;
  /** The event at the cursor; -1 in an empty log. */
  readonly seq: ReadonlySignal<number>;
  readonly perspective: Signal<Perspective>;
  readonly model: ReadonlySignal<Model>;
  /** The model after an event, with the eyes of `perspective`; -1 for before the first. */
  modelAt(seq: number): Model;
  /** The model after an event, with the eyes that are named. */
  modelSeenBy(perspective: Perspective, seq: number): Model;
  /** The model before and after the event at the cursor; what the event left alone is identical in both. */
  readonly around: ReadonlySignal<{ readonly before: Model; readonly after: Model }>;
  /** Ids of the rules that are switched off. */
  readonly rulesOff: Signal<ReadonlySet<string>>;
  /** True where the recording itself says which are: settings change nothing then. */
  hasOwnRules: boolean;
  /** Findings of the whole log, as of `revision`, without those of rules that are off. */
  readonly findings: ReadonlySignal<Linted['findings']>;
  /** How many findings are not listed, because there are so many. */
  readonly findingsLeftOut: ReadonlySignal<number>;
  /** Thread that the user chose to look at; undefined for the one at the cursor. */
  readonly chosenThread: Signal<string | undefined>;
  /** Index of the tool call that the user chose to look at; undefined for the newest. */
  readonly chosenCall: Signal<number | undefined>;
  /** Event that the state is compared with, once one was pinned. */
  readonly pinned: Signal<number | undefined>;
  readonly filterText: Signal<string>;
  /** The filter, compiled. */
  readonly filter: ReadonlySignal<Filter>;
  /** What a filter can ask about an event. */
  readonly facts: Facts;
  /** Whether the list leaves out what does not match; else what matches is only marked. */
  readonly isHiding: Signal<boolean>;
  /** The stretch that the list is about, where the overview shows only a part. */
  readonly range: Signal<SeqRange | undefined>;
  /** Whether what came before the page was loaded again stays in the list; it is never lost. */
  readonly isPreserved: Signal<boolean>;
  /** The first event that the list shows for that reason. */
  readonly since: ReadonlySignal<number>;
  /** The events that match; `complete` once every event was looked at. */
  readonly matches: ReadonlySignal<{ readonly rows: Rows; readonly complete: boolean }>;
  /** The rows that are shown, not folded. */
  readonly rows: ReadonlySignal<{ readonly rows: Rows; readonly complete: boolean }>;
  /** Whether the deltas of one message, call or reasoning are one row. */
  readonly isFolded: Signal<boolean>;
  /** The rows as the list shows them. */
  readonly list: ReadonlySignal<{ readonly rows: FoldedRows }>;
  /** Opens a group of the list that is closed, closes one that is open. */
  toggleGroup(group: number): void;
  /** Events that the user has marked, with what was noted about them ('' for nothing). */
  readonly notes: Signal<ReadonlyMap<number, string>>;
  /** Index of the boundary that was clicked; the cursor then is the event before it. */
  readonly selectedBoundary: Signal<number | undefined>;
  /** How much of what was appended is read, 0 to 1; undefined while nothing waits. */
  readonly reading: ReadonlySignal<number | undefined>;
  append(batches: readonly IncomingBatch[]): void;
  /** Resolves when everything appended so far was read. */
  settled(): Promise<void>;
  /** Shows what came since the last frame, where nobody waits for the next: a hidden panel gets none. */
  refresh(): void;
  /** Names of the dialects that the user chose, by the key of the stream. */
  readonly dialects: ReadonlyMap<string, string>;
  /** Everything that was appended, as it came: what the same session is made from again. */
  readonly incoming: readonly IncomingBatch[];
  /** Every batch that was appended, in order: what a recording is made of. */
  batches(): Iterable<FileBatch>;
  /** Reads a file's unfinished frames: no more will come. */
  finish(): void;
  /** Stops reading what still waits. */
  dispose(): void;
}

const NOT_FOLDED: FoldSource = { entityOf: () => 0, entities: { isFolded: () => false } };

const NO_DIALECTS: ReadonlyMap<string, string> = new Map();

/** Makes an empty session; `dialects` says how to read the streams that are not to be read by what they look like. */
export function createSession(scheduler: Scheduler, dialects = NO_DIALECTS): Session {
  const log = createLog({ dialect: ({ key }) => dialects.get(key) });
  const history = createHistory(lintFold, log);
  const kept: IncomingBatch[] = [];
  const revision = signal(0);
  const reading = signal<number | undefined>(undefined);
  const cursor = signal<Cursor>('live');
  const boundary = signal<number | undefined>(undefined);
  const filterText = signal('');
  const filterTurn = signal(0);
  let waiting: Array<() => void> = [];
  // How far reading has come: batches, and records of the batch that is being read.
  let read = 0;
  let records: readonly CapturedRecord[] | undefined;
  let place = 0;
  let busy = false;
  let painting = false;
  let finished = false;
  let disposed = false;
  let paintedAt = Number.NEGATIVE_INFINITY;

  const paint = () => {
    if (!painting) return;
    painting = false;
    paintedAt = scheduler.now();
    revision.value++;
  };

  const moved = () => {
    if (painting) return;
    painting = true;
    // The first news is shown at once, a flood once a frame; who cannot see it is shown nothing.
    if (!scheduler.isHidden() && scheduler.now() - paintedAt > FRAME_MS) paint();
    else scheduler.nextPaint(paint);
  };

  const turn = () => {
    const until = scheduler.now() + TURN_MS;
    do {
      const batch = kept[read];
      if (batch === undefined) break;
      records ??= recordsOf(batch);
      const end = place + RECORDS_A_STEP;
      log.append({ doc: batch.doc, frameId: batch.frameId, records: records.slice(place, end) });
      history.advance();
      place = end;
      if (place < records.length) continue;
      records = undefined;
      place = 0;
      read++;
    } while (scheduler.now() < until);
    const waits = read < kept.length && !disposed;
    reading.value = waits ? (read + place / (records?.length ?? 1)) / kept.length : undefined;
    if (waits) scheduler.soon(turn);
    else {
      busy = false;
      if (finished) log.finish();
    }
    // While much waits, painting each step would take longer than reading.
    if (!waits || scheduler.now() - paintedAt > BACKLOG_FRAME_MS) moved();
    if (busy || waiting.length === 0) return;
    // Somebody asks for everything that came, whether it is on the screen or not.
    paint();
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const start = () => {
    if (busy) return;
    busy = true;
    scheduler.soon(turn);
  };

  const length = computed(() => {
    revision.value;
    return log.length;
  });
  const seq = computed(() => {
    const last = length.value - 1;
    return cursor.value === 'live' ? last : Math.min(cursor.value, last);
  });
  const perspective = signal<Perspective>('server');
  // Made when somebody first asks for it: most people never do.
  let appHistory: History<AppView> | undefined;
  const seenBy = (eyes: Perspective): History<{ readonly model: Model }> => {
    if (eyes === 'server') return history;
    appHistory ??= createHistory(appFold(), log);
    return appHistory;
  };
  const seen = () => seenBy(perspective.value);
  const head = computed(() => {
    revision.value;
    history.advance();
    return history.head();
  });
  const headOfApp = computed(() => {
    revision.value;
    return seen().head().model;
  });
  const notes = signal<ReadonlyMap<number, string>>(new Map());
  const rulesOff = signal<ReadonlySet<string>>(new Set());
  const findings = computed(() => {
    const off = rulesOff.value;
    const all = head.value.findings;
    return off.size === 0 ? all : all.filter(({ rule }) => !off.has(rule));
  });
  const findingsLeftOut = computed(() => head.value.leftOut);
  const found = computed(() => findings.value.length);
  const facts = createFacts(log, {
    findings: () => findings.peek(),
    notes: () => notes.peek(),
  });
  const filter = computed<Filter>(() => createFilter(filterText.value, facts));
  const isHiding = signal(true);
  const matching = computed(() => {
    if (filter.value.isLate) {
      found.value;
      notes.value;
    }
    return new Rows(log, filter.value);
  });
  const unfiltered = computed(() => new Rows(log, createFilter('', facts)));
  const isAll = computed(() => !isHiding.value || filter.value.isEmpty);
  const advanced = (source: Rows) => {
    revision.value;
    filterTurn.value;
    const until = scheduler.now() + TURN_MS;
    let complete = false;
    do complete = source.advance(FILTER_STEP);
    while (!complete && scheduler.now() < until);
    if (!complete) scheduler.soon(() => filterTurn.value++);
    return { rows: source, complete };
  };
  const matches = computed(() => advanced(filter.value.isEmpty ? unfiltered.value : matching.value));
  const rows = computed(() => (isAll.value ? advanced(unfiltered.value) : matches.value));

  const isFolded = signal(true);
  const toggled = signal(0);
  const range = signal<SeqRange | undefined>(undefined);
  const isPreserved = signal(true);
  const since = computed(() => {
    revision.value;
    return isPreserved.value ? 0 : lastNavigation(log);
  });
  const unranged = computed(() => rows.value.rows);
  const shown = computed<RowList>(() => {
    if (range.value !== undefined) return new RowWindow(unranged.value, range.value);
    if (since.value === 0) return unranged.value;
    return new RowWindow(unranged.value, { from: since.value, to: Number.POSITIVE_INFINITY });
  });
  const foldable = computed(() => new FoldedRows(isFolded.value ? log : NOT_FOLDED, shown.value));
  const list = computed(() => {
    rows.value;
    toggled.value;
    foldable.value.advance();
    // A new object: the rows are the same, but not what is in them.
    return { rows: foldable.value };
  });

  return {
    scheduler,
    log,
    history,
    revision,
    length,
    cursor,
    seq,
    selectedBoundary: boundary,
    filterText,
    rows,
    isFolded,
    list,
    toggleGroup(group) {
      foldable.value.toggle(group);
      toggled.value++;
    },
    notes,
    filter,
    facts,
    isHiding,
    range,
    isPreserved,
    since,
    matches,
    reading,
    dialects,
    incoming: kept,
    chosenThread: signal<string | undefined>(undefined),
    chosenCall: signal<number | undefined>(undefined),
    pinned: signal<number | undefined>(undefined),
    perspective,
    modelAt: (at) => seen().at(at).model,
    modelSeenBy: (eyes, at) => {
      const theirs = seenBy(eyes);
      theirs.advance();
      return theirs.at(at).model;
    },
    model: computed(() => {
      if (cursor.value !== 'live') return seen().at(seq.value).model;
      return perspective.value === 'server' ? head.value.model : headOfApp.value;
    }),
    around: computed(() => {
      // In this order: the later state is replayed from the earlier one and shares its structure.
      const before = seen().at(seq.value - 1).model;
      return { before, after: seen().at(seq.value).model };
    }),
    rulesOff,
    hasOwnRules: false,
    findings,
    findingsLeftOut,
    append(batches) {
      for (const batch of batches) kept.push(batch);
      start();
    },
    settled() {
      if (busy) return new Promise((resolve) => waiting.push(resolve));
      paint();
      return Promise.resolve();
    },
    refresh: paint,
    *batches() {
      for (const batch of kept) {
        const { doc, frameId: frame, n } = batch;
        yield { doc, frameId: frame, n, records: recordsOf(batch) };
      }
    },
    finish() {
      finished = true;
      start();
    },
    dispose() {
      disposed = true;
    },
  };
}

/** The first event after the page was loaded last. */
function lastNavigation({ boundaries }: Log): number {
  const boundary = boundaries.findLast((each) => each.kind === 'navigation' && each.top);
  return boundary?.beforeSeq ?? 0;
}

function recordsOf(batch: IncomingBatch): readonly CapturedRecord[] {
  if (!('body' in batch)) return batch.records;
  return parseBatch(batch.body) ?? [{ kind: 'gap', t: 0, reason: 'refused', bytes: batch.body.length }];
}
