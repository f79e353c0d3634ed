// Marks of a message: findings about it, and a page load or a gap before it.
import { useMemo } from 'preact/hooks';
import { stringOrEmpty } from '@/lib/core/json/json';
import { grouped } from '@/lib/core/json/sorted';
import { isAboveInfo } from '@/lib/core/lint/order';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { Boundary } from '@/lib/core/log/types';
import type { MessageEntry, Thread } from '@/lib/core/model/types';
import { useSession } from '../app/context';
import { isLateStart } from '../app/empty';

const NONE: readonly Finding[] = [];
/** Newest findings that are looked at: each is looked up in the log. */
const LOOKED_AT = 2_000;

function byMessage(findings: readonly Finding[], log: Log): ReadonlyMap<string, readonly Finding[]> {
  const shown = findings.slice(-LOOKED_AT).filter((finding) => finding.seq >= 0 && isAboveInfo(finding));
  const found = grouped(shown, ({ seq }) => stringOrEmpty(log.at(seq)?.event?.['messageId']));
  found.delete('');
  return found;
}

/** Up to the cursor. */
export function useMessageFindings(): (entry: MessageEntry) => readonly Finding[] {
  const { findings, log, cursor } = useSession();
  const listed = findings.listed.value;
  const seq = cursor.seq.value;
  const all = useMemo(() => byMessage(listed, log), [listed, log]);
  return ({ message }) => {
    const found = all.get(message.id);
    return found === undefined ? NONE : found.filter((finding) => finding.seq <= seq);
  };
}

export type RecordBreak = Extract<Boundary, { readonly kind: 'navigation' | 'gap' }>;

function isBreak(boundary: Boundary): boundary is RecordBreak {
  return boundary.kind === 'navigation' ? boundary.top : isLateStart(boundary);
}

/** Page loads and gaps, by the position of the first message after each. */
export function useBreaks({ messages }: Thread): ReadonlyMap<number, RecordBreak> {
  const { log, reading } = useSession();
  reading.revision.value;
  const count = log.boundaries.length;
  return useMemo(() => {
    const found = new Map<number, RecordBreak>();
    const breaks = log.boundaries.filter(isBreak);
    let before = messages.at(0)?.firstSeq;
    let next = 0;
    for (let index = 1; before !== undefined && index < messages.length; index++) {
      const first: number = messages.at(index)?.firstSeq ?? before;
      while ((breaks[next]?.beforeSeq ?? Number.POSITIVE_INFINITY) <= before) next++;
      const here = breaks[next];
      if (here !== undefined && here.beforeSeq <= first) found.set(index, here);
      before = Math.max(before, first);
    }
    return found;
  }, [messages, messages.length, count]);
}
