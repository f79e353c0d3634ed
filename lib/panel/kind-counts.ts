// Number of events of each kind in the list. Each event is counted once.
import { computed, type ReadonlySignal } from '@preact/signals';
import { isAboveInfo } from '@/lib/core/lint/order';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import { type EventKind, kindOf } from '@/lib/core/query/kinds';

export type KindCounts = Readonly<Record<EventKind, number>>;

interface KindSources {
  readonly log: Log;
  readonly revision: ReadonlySignal<number>;
  readonly findings: ReadonlySignal<readonly Finding[]>;
  /** First counted event. */
  readonly since: ReadonlySignal<number>;
}

export function createKindCounts({
  log,
  revision,
  findings,
  since,
}: KindSources): ReadonlySignal<KindCounts> {
  const counts = new Map<EventKind, number>();
  let from = -1;
  let events = 0;
  let boundaries = 0;
  const add = (kind: EventKind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return computed(() => {
    revision.value;
    if (from !== since.value) {
      from = since.value;
      counts.clear();
      events = from;
      boundaries = 0;
    }
    for (; events < log.length; events++) add(kindOf(log.typeOf(events)));
    for (; boundaries < log.boundaries.length; boundaries++) {
      const boundary = log.boundaries[boundaries];
      if (boundary === undefined || boundary.beforeSeq < from) continue;
      // The requests on a socket follow it.
      const isRequest = boundary.kind === 'open' && boundary.stream.transport !== 'web-socket';
      if (isRequest || boundary.kind === 'request') add('requests');
    }
    const of = (kind: EventKind) => counts.get(kind) ?? 0;
    return {
      messages: of('messages'),
      tools: of('tools'),
      state: of('state'),
      reasoning: of('reasoning'),
      runs: of('runs'),
      requests: of('requests'),
      raw: of('raw'),
      findings: findings.value.filter(isAboveInfo).filter(({ seq }) => seq < 0 || seq >= from).length,
    };
  });
}
