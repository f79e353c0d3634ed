// The filter: its text, and the events that match it, found in turns.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import { Rows } from '@/lib/core/log/rows';
import { threadIn } from '@/lib/core/model/queries/blame';
import { createFacts } from '@/lib/core/query/facts';
import { createFilter, type Filter } from '@/lib/core/query/filter';
import type { QueryFacts } from '@/lib/core/query/types';
import type { Agents } from './agents';
import type { Models } from './models';
import { type Scheduler, TURN_MS } from './scheduler';

/** Rows of events; `complete` once every event was looked at. */
export interface FoundRows {
  readonly rows: Rows;
  readonly complete: boolean;
  /** Share of the events that was looked at, 0 to 1. */
  readonly share: number;
}

/** The filter of a session. */
export interface EventFilter {
  readonly text: Signal<string>;
  readonly compiled: ReadonlySignal<Filter>;
  readonly facts: QueryFacts;
  /** True if the list hides events that do not match; false if it marks those that do. */
  readonly isHiding: Signal<boolean>;
  /** The events that match. */
  readonly matches: ReadonlySignal<FoundRows>;
  /** The rows that are left to show: the matches, or all where nothing is hidden. */
  readonly rows: ReadonlySignal<FoundRows>;
}

export interface FilterParts {
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly revision: ReadonlySignal<number>;
  readonly findings: ReadonlySignal<readonly Finding[]>;
  readonly notes: ReadonlySignal<ReadonlyMap<number, string>>;
  readonly models: Pick<Models, 'seenBy'>;
  readonly agents: Pick<Agents, 'of'>;
}

/** Advances rows one turn at each read. */
function createTurns({ log, scheduler, revision }: FilterParts): (source: Rows) => FoundRows {
  const turn = signal(0);
  return (source) => {
    revision.value;
    turn.value;
    const until = scheduler.now() + TURN_MS;
    const complete = source.advance(() => scheduler.now() >= until);
    if (!complete) scheduler.soon(() => turn.value++);
    return { rows: source, complete, share: source.scanned / Math.max(log.length, 1) };
  };
}

/** An empty filter: everything matches. */
export function createEventFilter(parts: FilterParts): EventFilter {
  const { log, findings, notes, models, agents } = parts;
  const text = signal('');
  const isHiding = signal(true);
  const facts = createFacts(log, {
    findings: () => findings.peek(),
    notes: () => notes.peek(),
    agentOf: (stream) => agents.of(stream)?.name ?? '',
    stateBefore: (seq, threadId) => threadIn(models.seenBy('server', seq - 1), threadId)?.state,
  });
  const compiled = computed(() => createFilter(text.value, facts));
  const found = computed(() => findings.value.length);
  const matching = computed(() => {
    // Findings and notes may come long after the event that they are about.
    if (compiled.value.isLate) {
      found.value;
      notes.value;
    }
    return new Rows(log, compiled.value);
  });
  const everything = computed(() => new Rows(log, createFilter('', facts)));
  const advanced = createTurns(parts);
  const matches = computed(() => advanced(compiled.value.isEmpty ? everything.value : matching.value));
  const isAll = computed(() => !isHiding.value || compiled.value.isEmpty);
  const rows = computed(() => (isAll.value ? advanced(everything.value) : matches.value));
  return { text, compiled, facts, isHiding, matches, rows };
}
