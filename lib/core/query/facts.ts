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
  /** The newest run of a stream at an event. */
  runAt?(seq: number, stream: Stream): { readonly index: number } | undefined;
}

const NONE: readonly Finding[] = [];

export function createFacts(log: Log, source: FactSource): QueryFacts {
  let counted: readonly Finding[] | undefined;
  let bySeq = new Map<number, Finding[]>();
  let byStream = new Map<number, Finding[]>();
  /** By the first event of the run; a model is slow to get. */
  const runNumbers = new Map<number, number>();

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
    runNumberOf(seq) {
      const stream = log.streamOf(seq);
      const first = log.entities.runAt(stream?.index ?? -1, seq)?.firstSeq;
      if (stream === undefined || first === undefined) return 0;
      const number = runNumbers.get(first) ?? (source.runAt?.(first, stream)?.index ?? -1) + 1;
      runNumbers.set(first, number);
      return number;
    },
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
