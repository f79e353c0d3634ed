// Number of events of each kind. Each event is counted once.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import { type EventKind, KINDS, kindOf } from '@/lib/core/query/kinds';

export type KindCounts = Readonly<Record<EventKind, number>>;

export function createKindCounts(
  log: Log,
  revision: ReadonlySignal<number>,
  findings: ReadonlySignal<readonly Finding[]>,
): ReadonlySignal<KindCounts> {
  const counts = new Map<EventKind, number>(KINDS.map((kind) => [kind, 0]));
  let events = 0;
  let boundaries = 0;
  const add = (kind: EventKind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return computed(() => {
    revision.value;
    for (; events < log.length; events++) add(kindOf(log.typeOf(events)));
    for (; boundaries < log.boundaries.length; boundaries++) {
      const kind = log.boundaries[boundaries]?.kind;
      if (kind === 'open' || kind === 'request') add('requests');
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
      findings: findings.value.filter(({ severity }) => severity !== 'info').length,
    };
  });
}
