// The worst finding of each tool call, for a list of calls.
import { worse } from '@/lib/core/lint/order';
import type { Finding, Severity } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { ToolCallEntry } from '@/lib/core/model/types';

/** The worst severity per event; findings about any event of a call count toward its first. */
export function severitiesByEvent(
  findings: readonly Finding[],
  log: Pick<Log, 'entityOf' | 'entities' | 'length'>,
): ReadonlyMap<number, Severity> {
  const found = new Map<number, Severity>();
  for (const { seq, severity } of findings) {
    if (seq < 0 || seq >= log.length) continue;
    const entity = log.entities.at(log.entityOf(seq));
    const row = entity?.kind === 'tool' ? entity.firstSeq : seq;
    found.set(row, worse(found.get(row), severity));
  }
  return found;
}

export function severityOfCall(
  found: ReadonlyMap<number, Severity>,
  { startSeq, results }: ToolCallEntry,
): Severity | undefined {
  let worst = found.get(startSeq);
  for (const { seq, via } of results) {
    const own = via === 'stream' ? found.get(seq) : undefined;
    if (own !== undefined) worst = worse(worst, own);
  }
  return worst;
}
