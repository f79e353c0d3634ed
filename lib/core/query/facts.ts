// Facts for queries that are not in the event itself.
import { type Json, stringOrEmpty } from '@/lib/core/json/json';
import { grouped } from '@/lib/core/json/sorted';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import type { QueryFacts } from '@/lib/core/query/types';

interface FactSource {
  findings(): readonly Finding[];
  notes(): ReadonlyMap<number, string>;
  agentOf?(stream: Stream): string;
  stateBefore?(seq: number, threadId: string): Json | undefined;
}

const NONE: readonly Finding[] = [];

export function createFacts(log: Log, source: FactSource): QueryFacts {
  let counted: readonly Finding[] | undefined;
  let bySeq = new Map<number, Finding[]>();
  let byStream = new Map<number, Finding[]>();

  const findings = (): ReadonlyMap<number, readonly Finding[]> => {
    const all = source.findings();
    if (all === counted) return bySeq;
    counted = all;
    bySeq = grouped(
      all.filter(({ seq }) => seq >= 0),
      ({ seq }) => seq,
    );
    byStream = grouped(
      all.filter(({ seq }) => seq < 0),
      ({ stream }) => stream,
    );
    return bySeq;
  };

  /** An id from the RUN_STARTED of the event's run, else from the request of its stream. */
  const named = (seq: number, key: 'runId' | 'threadId'): string => {
    const own = log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq);
    const opener = own === undefined ? undefined : log.at(own.firstSeq)?.event;
    return stringOrEmpty(opener?.[key]) || stringOrEmpty(log.streamOf(seq)?.input?.[key]);
  };

  return {
    log,
    agentOf: (stream) => (stream === undefined ? '' : (source.agentOf?.(stream) ?? '')),
    runOf: (seq) => named(seq, 'runId'),
    threadOf: (seq) => named(seq, 'threadId'),
    toolOf({ event, seq }) {
      const own = stringOrEmpty(event?.['toolCallName']);
      if (own !== '') return own;
      const number = log.entityOf(seq) || log.entities.callOf(stringOrEmpty(event?.['toolCallId']));
      const first = log.entities.at(number)?.firstSeq;
      return first === undefined ? '' : stringOrEmpty(log.at(first)?.event?.['toolCallName']);
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
