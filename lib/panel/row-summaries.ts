// Summaries of rows on screen. Those that need the model are cached.
import { signal } from '@preact/signals';
import type { StopRequest } from '@/lib/core/agui/stop-request';
import { outcomeOf, summaryOf } from '@/lib/core/agui/summary';
import { type Difference, differences } from '@/lib/core/json/diff';
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { newestFirst } from '@/lib/core/json/list';
import { valueAt } from '@/lib/core/json/pointer';
import { preview } from '@/lib/core/json/preview';
import { SUMMARY_WORDS as WORDS } from '@/lib/core/json/words';
import type { Log } from '@/lib/core/log/log';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { endingOf, type RunEnding } from '@/lib/core/metrics/run-ending';
import { threadIn } from '@/lib/core/model/queries/blame';
import { runIn } from '@/lib/core/model/queries/lookup';
import { snapshotEffect } from '@/lib/core/model/queries/snapshot-effect';
import type { Model, Run, Thread } from '@/lib/core/model/types';
import type { QueryFacts } from '@/lib/core/query/types';
import type { Models } from './models';
import type { Names } from './names';
import type { Scheduler } from './scheduler';

/** Maximum length of a snapshot that is compared with the previous value, UTF-16 units. */
const COMPARED_MAX = 200_000;
/** Number of listed and of counted differences of a snapshot. */
const LISTED = 2;
const FOUND_MAX = 50;
const VALUE = 40;
/** More new events at once than this scroll past unread. */
const BUSY = 16;
const KNOWN_MAX = 5_000;

export interface RowSummaries {
  of(event: LoggedEvent): string;
  /** The run of an event, as of the newest event. */
  runOf(seq: number): Run | undefined;
  /** The events of a run. */
  seqsOf(run: Run): Iterable<number>;
  /** The run of a request that opened its stream, or was sent on an open socket. */
  askedBy(stream: Stream, input: JsonObject | undefined): Run | undefined;
  stoppedBy(stop: StopRequest, timeMs: number): Run | undefined;
  /** The end of a run, as of the newest event. */
  endingOf(run: Run): RunEnding;
  /** The same as of an event: for a run in the model there. */
  endingAt(run: Run, at: { readonly model: Model; readonly seq: number }): RunEnding;
}

interface SummaryParts {
  readonly log: Log;
  readonly models: Pick<Models, 'seenBy' | 'newest'>;
  readonly names: Names;
  readonly facts: Pick<QueryFacts, 'toolOf' | 'threadOf'>;
  readonly scheduler: Scheduler;
  /** True while events of the log are not in the model yet. */
  isBehind(): boolean;
}

/** Finds runs. Each run is read once, and again until it has started. */
function createRunFinder(newest: () => Model) {
  const byStart = new Map<number, number>();
  const byInput = new Map<JsonObject, number>();
  const byStream = new Map<Stream, number>();
  let waiting: number[] = [];
  let next = 0;
  // Cached, as it is read for each row on screen.
  let seen: Model | undefined;
  const advanced = (model: Model): Model['runs'] => {
    const { runs } = model;
    if (model === seen) return runs;
    seen = model;
    for (; next < runs.length; next++) {
      const run = runs.at(next);
      waiting.push(next);
      if (run?.input !== undefined && !byInput.has(run.input)) byInput.set(run.input, next);
      if (run !== undefined && !byStream.has(run.stream)) byStream.set(run.stream, next);
    }
    waiting = waiting.filter((index) => {
      const run = runs.at(index);
      if (run?.startedSeq !== undefined) byStart.set(run.startedSeq, index);
      return run?.startedSeq === undefined && run?.status === 'running';
    });
    return runs;
  };
  const at = (runs: Model['runs'], index: number | undefined) =>
    index === undefined ? undefined : runs.at(index);
  return {
    startedAt(seq: number): Run | undefined {
      const runs = advanced(newest());
      return at(runs, byStart.get(seq));
    },
    /** The run with the ids in a request; if it names only a thread, the newest run started by then. */
    stoppedBy({ runId, threadId }: StopRequest, timeMs: number): Run | undefined {
      for (const run of newestFirst(advanced(newest()))) {
        if (run.isReplay || run.startMs > timeMs) continue;
        if (threadId !== undefined && run.threadId !== threadId) continue;
        if (runId === undefined || run.runId === runId) return run;
      }
      return undefined;
    },
    /** The run of a request, else the first run of its stream. */
    askedBy(stream: Stream, input: JsonObject | undefined): Run | undefined {
      const runs = advanced(newest());
      return at(runs, (input && byInput.get(input)) ?? byStream.get(stream));
    },
  };
}

function differenceText({ pointer, kind, before, after, from }: Difference): string {
  const name = pointer === '' ? WORDS.whole : pointer;
  switch (kind) {
    case 'added':
      return WORDS.set(name, preview(after, VALUE));
    case 'removed':
      return WORDS.removedFrom(name, preview(before, VALUE));
    case 'moved':
      return WORDS.moved(name, from ?? '');
    case 'changed':
      return WORDS.changed(name, preview(after, VALUE), preview(before, VALUE));
  }
}

function differencesText(found: readonly Difference[]): string {
  if (found.length === 0) return WORDS.same;
  const shown = found.slice(0, LISTED).map(differenceText);
  const more = found.length - shown.length;
  const rest = found.length >= FOUND_MAX ? WORDS.atLeastMore(more) : WORDS.more(more);
  return [...shown, ...(more > 0 ? [rest] : [])].join(', ');
}

function messagesText({ event }: LoggedEvent, before: Thread | undefined, after: Thread): string {
  const sent = event?.['messages'];
  const count = isJsonArray(sent) ? sent.length : 0;
  const effect = snapshotEffect(sent, before?.messages ?? [], after.messages);
  const kinds = ['appended', 'replaced', 'renamed', 'dropped', 'moved'] as const;
  const shown = kinds.flatMap((kind) =>
    effect[kind].length > 0 ? [WORDS.messageEffects[kind](effect[kind].length)] : [],
  );
  return `${WORDS.messages(count)} · ${shown.join(', ') || WORDS.same}`;
}

/** True while events arrive too fast for costly summaries, or wait for the model. Subscribes to the change. */
function createBusy({ log, scheduler, isBehind }: SummaryParts): () => boolean {
  const calm = signal(0);
  let length = 0;
  let isBusy = false;
  let isWaiting = false;
  const wait = (seen: number): void => {
    isWaiting = true;
    scheduler.nextPaint(() => {
      if (log.length - seen > BUSY || isBehind()) return wait(log.length);
      isWaiting = false;
      isBusy = false;
      calm.value++;
    });
  };
  return () => {
    calm.value;
    if (log.length - length > BUSY || isBehind()) isBusy = true;
    length = log.length;
    if (isBusy && !isWaiting) wait(length);
    return isBusy;
  };
}

export function createRowSummaries(parts: SummaryParts): RowSummaries {
  const { log, models, names, facts } = parts;
  const known = new Map<number, string>();
  const isBusy = createBusy(parts);
  const finder = createRunFinder(() => models.newest());
  const runOf = (seq: number): Run | undefined => {
    const stream = log.streamOf(seq);
    if (stream === undefined) return undefined;
    // A stream may send events before RUN_STARTED, have none, or continue a run.
    const start = log.entities.runAt(stream.index, seq) ?? log.entities.firstRunOf(stream.index);
    const started = start === undefined ? undefined : finder.startedAt(start.firstSeq);
    const run = started ?? runIn(models.newest(), stream);
    return (run?.startSeq ?? Number.POSITIVE_INFINITY) <= seq ? run : undefined;
  };
  const plain = (logged: LoggedEvent, before?: Thread): string =>
    logged.event === undefined
      ? preview(logged.raw.trim(), 160)
      : summaryOf(logged.type, logged.event, {
          id: names.id,
          tool: () => facts.toolOf(logged),
          subagent: () => names.subagent(log.subagentOf(logged.seq), logged.seq),
          before: (pointer) => valueAt(before?.state, pointer),
        });
  const threadAt = (seq: number, thread: string) => threadIn(models.seenBy('server', seq), thread);
  const withModel = (logged: LoggedEvent): string => {
    const { seq, type, event } = logged;
    const threadId = facts.threadOf(seq);
    const before = threadAt(seq - 1, threadId);
    if (type === 'STATE_DELTA') return plain(logged, before);
    if (log.lengthOf(seq) > COMPARED_MAX) return plain(logged);
    if (type === 'MESSAGES_SNAPSHOT') {
      const after = threadAt(seq, threadId);
      return after === undefined ? plain(logged) : messagesText(logged, before, after);
    }
    const snapshot = event?.['snapshot'];
    if (!isJsonObject(before?.state) || !isJsonObject(snapshot)) return plain(logged);
    if (Object.keys(before.state).length === 0) return plain(logged);
    return differencesText(differences(before.state, snapshot, FOUND_MAX));
  };
  const runLine = (logged: LoggedEvent): string => {
    const run = runOf(logged.seq);
    const id = logged.event?.['runId'];
    const line = plain(logged);
    const isOther = typeof id === 'string' && id !== run?.runId;
    // A feed of several runs has more than the newest one.
    if (run === undefined || (isOther && logged.about !== undefined)) return line;
    if (logged.type === 'RUN_STARTED') return WORDS.starts(names.run(run));
    const rest = isOther || logged.type === 'RUN_ERROR' ? line : outcomeOf(logged.event ?? {});
    return rest === '' ? WORDS.ends(names.run(run)) : `${names.run(run)} · ${rest}`;
  };
  return {
    runOf,
    *seqsOf({ index, startSeq = 0, lastSeq = -1 }) {
      for (let seq = startSeq; seq <= lastSeq; seq++) if (runOf(seq)?.index === index) yield seq;
    },
    askedBy: finder.askedBy,
    stoppedBy: finder.stoppedBy,
    endingAt: (run, { model, seq }) => endingOf(run, model, log, seq),
    endingOf: (run) => endingOf(run, models.newest(), log),
    of(logged) {
      const { seq, type } = logged;
      if (/^RUN_/.test(type)) return runLine(logged);
      if (!/^(STATE_|MESSAGES_)/.test(type)) return plain(logged);
      const line = known.get(seq) ?? (isBusy() ? undefined : withModel(logged));
      if (line === undefined) return plain(logged);
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(seq, line);
      return line;
    },
  };
}
