// Discards the oldest batches of a session that is too long. Data needed for the rest stays: the page, open streams,
// and a gap of the discarded size.
import { withoutBody } from '../../messages/gap-body';
import type { StoredBatch } from '../../messages/messages';
import { parseBatch } from '../../messages/parse-batch';
import type { CapturedRecord, GapRecord, NavigationRecord, OpenRecord } from '../../messages/records';

interface Remnant {
  /** The newest discarded batch. */
  last: StoredBatch;
  /** Number of its batch that follows the discarded ones. */
  next: number;
  t: number;
  navigation: NavigationRecord | undefined;
  readonly open: Map<number, OpenRecord>;
  hasEnded: boolean;
}

interface Discard {
  readonly take: (batch: StoredBatch) => void;
  /** Replacement batches, ids ascending. */
  readonly left: () => readonly StoredBatch[];
}

function takeRecord(remnant: Remnant, record: CapturedRecord): void {
  remnant.t = Math.max(remnant.t, record.t);
  if (record.kind === 'navigation') remnant.navigation = record;
  if (record.kind === 'open') remnant.open.set(record.stream, withoutBody(record, -1));
  if (record.kind === 'close') remnant.open.delete(record.stream);
  if (record.kind === 'gap' && record.reason === 'not-ag-ui') remnant.open.delete(record.stream ?? 0);
  remnant.hasEnded = record.kind === 'gap' && record.reason === 'gone';
}

export function createDiscard(detail: string): Discard {
  const remnants = new Map<string, Remnant>();
  let length = 0;

  const bodyOf = ({ t, navigation, open, hasEnded }: Remnant, bytes: number): string => {
    const gap: GapRecord = { kind: 'gap', t, reason: 'discarded', ...(bytes > 0 && { bytes }), detail };
    const ends: readonly GapRecord[] = hasEnded ? [{ kind: 'gap', t, reason: 'gone' }] : [];
    const records: readonly CapturedRecord[] = [
      ...(navigation ? [navigation] : []),
      ...open.values(),
      gap,
      ...ends,
    ];
    return JSON.stringify(records);
  };
  return {
    take(batch) {
      const { doc, n, made, body } = batch;
      const remnant = remnants.get(doc) ?? {
        last: batch,
        next: 0,
        t: 0,
        navigation: undefined,
        open: new Map<number, OpenRecord>(),
        hasEnded: false,
      };
      remnants.set(doc, remnant);
      remnant.last = batch;
      remnant.next = Math.max(remnant.next, made === undefined ? n + 1 : n);
      const records = parseBatch(body) ?? [];
      for (const record of records) takeRecord(remnant, record);
      const before = records.find((record) => record.kind === 'gap' && record.reason === 'discarded');
      length += before?.kind === 'gap' ? (before.bytes ?? 0) : body.length;
    },
    left() {
      const all = [...remnants.values()].sort((a, b) => a.last.id - b.last.id);
      // Of ended documents, the last one suffices.
      const kept = all.filter(({ hasEnded }, at) => !hasEnded || at === all.length - 1);
      return kept.map((remnant, at) => ({
        ...remnant.last,
        n: remnant.next,
        made: 'discarded' as const,
        body: bodyOf(remnant, at === 0 ? length : 0),
      }));
    },
  };
}
