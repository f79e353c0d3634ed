// The filter: its text, and the matching events, found in turns.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import { Rows } from '@/lib/core/log/rows';
import { threadIn } from '@/lib/core/model/queries/blame';
import { runIn } from '@/lib/core/model/queries/lookup';
import { createFacts } from '@/lib/core/query/facts';
import { createFilter, type Filter } from '@/lib/core/query/filter';
import type { QueryFacts } from '@/lib/core/query/types';
import type { Agents } from './agents';
import type { Models } from './models';
import { type Scheduler, TURN_MS } from './scheduler';

/** Rows of events; `complete` once all events are tested. */
interface FoundRows {
  readonly rows: Rows;
  readonly complete: boolean;
  /** Share of tested events, 0 to 1. */
  readonly share: number;
}

export interface EventFilter {
  readonly text: Signal<string>;
  readonly compiled: ReadonlySignal<Filter>;
  readonly facts: QueryFacts;
  /** True if the list hides events that do not match; false if it marks matching ones. */
  readonly isHiding: Signal<boolean>;
  readonly matches: ReadonlySignal<FoundRows>;
  readonly isAll: ReadonlySignal<boolean>;
  /** The rows to show: the matches, or all if nothing is hidden. */
  readonly rows: ReadonlySignal<FoundRows>;
}

interface FilterParts {
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly revision: ReadonlySignal<number>;
  readonly findings: ReadonlySignal<readonly Finding[]>;
  readonly notes: ReadonlySignal<ReadonlyMap<number, string>>;
  readonly models: Pick<Models, 'seenBy'>;
  readonly agents: Pick<Agents, 'of'>;
}

/** Time between two updates of the list during a search, milliseconds: an update takes longer than a turn. */
const PICTURE_MS = 100;

/** Advances rows in turns, the first at once. Updates the list at intervals. */
function createTurns({ log, scheduler, revision }: FilterParts): (source: Rows) => FoundRows {
  const picture = signal(0);
  let searched: Rows | undefined;
  const advance = (source: Rows, ms: number): boolean => {
    const until = scheduler.now() + ms;
    return source.advance(() => scheduler.now() >= until);
  };
  const goOn = (source: Rows, since: number) => {
    // The filter was changed, or the search has ended.
    if (searched !== source) return;
    const isComplete = advance(source, TURN_MS);
    if (isComplete || scheduler.now() - since >= PICTURE_MS) picture.value++;
    else scheduler.soon(() => goOn(source, since));
  };
  return (source) => {
    revision.value;
    picture.value;
    const complete = advance(source, searched === source ? 0 : TURN_MS);
    searched = complete ? undefined : source;
    if (!complete) {
      const since = scheduler.now();
      scheduler.soon(() => goOn(source, since));
    }
    return { rows: source, complete, share: source.scanned / Math.max(log.length, 1) };
  };
}

export function createEventFilter(parts: FilterParts): EventFilter {
  const { log, findings, notes, models, agents } = parts;
  const text = signal('');
  const isHiding = signal(true);
  const facts = createFacts(log, {
    findings: () => findings.peek(),
    notes: () => notes.peek(),
    agentOf: (stream) => agents.of(stream)?.name ?? '',
    stateBefore: (seq, threadId) => threadIn(models.seenBy('server', seq - 1), threadId)?.state,
    runAt: (seq, stream) => runIn(models.seenBy('server', seq), stream),
  });
  const compiled = computed(() => createFilter(text.value, facts));
  const found = computed(() => findings.value.length);
  const matching = computed(() => {
    // Findings and notes may be added long after their event.
    if (compiled.value.mayChangeLater) {
      found.value;
      notes.value;
    }
    return new Rows(log, compiled.value);
  });
  const everything = computed(() => new Rows(log, createFilter('', facts)));
  const advanceMatches = createTurns(parts);
  const advanceAll = createTurns(parts);
  const matches = computed(() => advanceMatches(compiled.value.isEmpty ? everything.value : matching.value));
  const isAll = computed(() => !isHiding.value || compiled.value.isEmpty);
  const rows = computed(() => (isAll.value ? advanceAll(everything.value) : matches.value));
  return { text, compiled, facts, isHiding, matches, isAll, rows };
}
