// Facts about events that queries need besides the event itself.
import type { Json } from '@/lib/core/json/json';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import type { QueryFacts } from '@/lib/core/query/types';

/** Facts of the session. */
interface FactSource {
  findings(): readonly Finding[];
  notes(): ReadonlyMap<number, string>;
  agentOf?(stream: Stream): string;
  stateBefore?(seq: number, threadId: string): Json | undefined;
}

const NONE: readonly Finding[] = [];

function factText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function createFacts(log: Log, source: FactSource): QueryFacts {
  let counted: readonly Finding[] | undefined;
  let bySeq = new Map<number, Finding[]>();
  let byStream = new Map<number, Finding[]>();

  const findings = (): ReadonlyMap<number, readonly Finding[]> => {
    const all = source.findings();
    if (all === counted) return bySeq;
    counted = all;
    bySeq = new Map();
    byStream = new Map();
    for (const finding of all) {
      const [groups, key] = finding.seq < 0 ? [byStream, finding.stream] : [bySeq, finding.seq];
      const here = groups.get(key);
      if (here === undefined) groups.set(key, [finding]);
      else here.push(finding);
    }
    return bySeq;
  };

  /** An id from the RUN_STARTED of the event's run, else from the request of its stream. */
  const named = (seq: number, key: 'runId' | 'threadId'): string => {
    const own = log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq);
    const opener = own === undefined ? undefined : log.at(own.firstSeq)?.event;
    return factText(opener?.[key]) || factText(log.streamOf(seq)?.input?.[key]);
  };

  return {
    log,
    agentOf: (stream) => (stream === undefined ? '' : (source.agentOf?.(stream) ?? '')),
    runOf: (seq) => named(seq, 'runId'),
    threadOf: (seq) => named(seq, 'threadId'),
    toolOf({ event, seq }) {
      const own = factText(event?.['toolCallName']);
      if (own !== '') return own;
      const number = log.entityOf(seq) || log.entities.callOf(factText(event?.['toolCallId']));
      const first = log.entities.at(number)?.firstSeq;
      return first === undefined ? '' : factText(log.at(first)?.event?.['toolCallName']);
    },
    findingsOf: (seq) => findings().get(seq) ?? NONE,
    findingsOfStream(stream) {
      findings();
      return byStream.get(stream) ?? NONE;
    },
    noteOf: (seq) => source.notes().get(seq),
    stateBefore: (seq) => source.stateBefore?.(seq, named(seq, 'threadId')),
  };
}
