// One session: log and history outside of signals, and the models of the views around them.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { chosenReaders } from '@/lib/core/consumers/consumers';
import { reasonOf } from '@/lib/core/json/reason';
import { createLintFold } from '@/lib/core/lint/lint';
import { createHistory, type SkippedStep } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import { type Agents, createAgents } from './agents';
import { type Annotations, type Consumers, createAnnotations } from './annotations';
import { type Choices, createChoices } from './choices';
import { type Cursor, createCursor } from './cursor';
import { createEventFilter, type EventFilter } from './event-filter';
import { createEventRows, type EventRows } from './event-rows';
import { createFindings, type Findings } from './findings';
import { createKindCounts, type KindCounts } from './kind-counts';
import { createModels, type Models } from './models';
import { createNames, type Names } from './names';
import type { Step } from './queue';
import { createReading, type Reading } from './reading';
import { createRowSummaries, type RowSummaries } from './row-summaries';
import type { Scheduler } from './scheduler';
import { createSessionCounts, type SessionCounts } from './session-counts';
import { NO_SOURCE, type SessionSource } from './source';

export interface Session {
  readonly scheduler: Scheduler;
  /** A plain object; reading `reading.revision` subscribes to it. */
  readonly log: Log;
  readonly reading: Reading;
  readonly cursor: Cursor;
  readonly models: Models;
  readonly annotations: Annotations;
  readonly findings: Findings;
  readonly filter: EventFilter;
  readonly list: EventRows;
  readonly choices: Choices;
  readonly names: Names;
  readonly agents: Agents;
  readonly kinds: ReadonlySignal<KindCounts>;
  readonly counts: ReadonlySignal<SessionCounts>;
  readonly summaries: RowSummaries;
  /** Events on which a fold threw: the first per fold, as a sentence. */
  readonly failures: ReadonlySignal<readonly string[]>;
}

/** Time budget for the rows of new events between two pieces, milliseconds. */
const PIECE_MS = 2;

/** An exception becomes a gap in place of the step, and reading continues. */
function* piecesOf(log: Log, step: Step): Iterable<undefined> {
  try {
    yield* log.pieces(step);
  } catch (error) {
    const { doc, frameId, records } = step;
    const detail = `unreadable: ${error}`;
    const gap = {
      kind: 'gap',
      t: records[0]?.t ?? 0,
      reason: 'refused',
      detail,
      records: records.length,
    } as const;
    log.append({ doc, frameId, records: [gap] });
  }
}

export interface SessionOptions {
  /** Chosen dialects, by stream key. */
  readonly dialects?: ReadonlyMap<string, string>;
  readonly consumers?: Consumers;
  readonly source?: SessionSource;
}

export function createSession(scheduler: Scheduler, options: SessionOptions = {}): Session {
  const { dialects = new Map(), consumers = {}, source = NO_SOURCE } = options;
  const readers = chosenReaders(consumers);
  const log = createLog({ dialect: ({ key }) => dialects.get(key) });
  const failures = signal<readonly string[]>([]);
  const firstSkip = (part: string) => {
    let isKnown = false;
    return ({ seq, boundary, error }: SkippedStep) => {
      if (isKnown) return;
      isKnown = true;
      const what = boundary === undefined ? 'Event' : 'The record before event';
      const text = `${what} ${seq} could not be processed for ${part}: ${reasonOf(error)}. Later failures are not listed.`;
      // Folds run in computed values, which must not change a signal.
      scheduler.soon(() => (failures.value = [...failures.value, text]));
    };
  };
  const reportSkip = firstSkip('the panel');
  const history = createHistory(createLintFold(readers), log, {
    onSkip(skipped) {
      const { seq } = skipped;
      // Findings must not blame the app for the skipped event.
      log.markIncomplete(log.streamOf(seq)?.index ?? -1, seq);
      reportSkip(skipped);
    },
  });
  const advanceRows = () => {
    let until: number | undefined;
    return list.advance(() => scheduler.now() >= (until ??= scheduler.now() + PIECE_MS));
  };
  const reader = {
    get length() {
      return history.length;
    },
    get foldedShare() {
      return history.length / Math.max(log.length, 1);
    },
    *read(step: Step) {
      yield* piecesOf(log, step);
      while (!advanceRows()) yield;
    },
    fold: history.advance,
    finish() {
      log.finish();
      history.advance();
    },
  };
  const reading = createReading(reader, scheduler, source);
  const { revision, length } = reading;
  const head = computed(() => {
    revision.value;
    return history.soFar();
  });
  const cursor = createCursor(log, length);
  const models = createModels({
    log,
    history,
    head,
    revision,
    cursor,
    readers,
    onSkip: firstSkip("the app's view"),
  });
  const annotations = createAnnotations(dialects, consumers);
  const findings = createFindings(log, head, annotations.rulesOff);
  const { notes } = annotations;
  const names = createNames(log);
  const agents = createAgents(log, names, models.newest);
  const filter = createEventFilter({
    log,
    scheduler,
    revision,
    findings: findings.listed,
    notes,
    models,
    agents,
  });
  const list = createEventRows(log, revision, filter);
  const isBehind = () => history.length < log.length;
  const summaries = createRowSummaries({ log, models, names, facts: filter.facts, scheduler, isBehind });
  return {
    scheduler,
    log,
    reading,
    cursor,
    models,
    annotations,
    findings,
    filter,
    list,
    choices: createChoices(),
    names,
    agents,
    kinds: createKindCounts({ log, revision, findings: findings.listed, since: list.since }),
    counts: createSessionCounts(log, revision),
    summaries,
    failures,
  };
}
